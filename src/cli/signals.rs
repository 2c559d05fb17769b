//! Signals that end the command: what is unfinished goes, and then the process.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use super::files::unfinished;

/// Set by the first Ctrl-C where a search is to end on it.
pub(super) static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// Whether the first Ctrl-C ends the search alone.
static SEARCHING: AtomicBool = AtomicBool::new(false);

/// The exit code of a process that Ctrl-C has killed, as shells have it.
const KILLED: i32 = 130;

/// From now on, the first Ctrl-C ends the search, which then tells what it has; the second ends the
/// process.
pub(super) fn end_search_on_ctrl_c() {
    SEARCHING.store(true, Ordering::Relaxed);
    watch();
}

/// From now on, signals that end the process remove first what is unfinished.
pub(super) fn watch() {
    static WATCHED: Once = Once::new();
    // Where signals cannot be watched, they stay as they were.
    WATCHED.call_once(|| drop(system::watch()));
}

/// Whether Ctrl-C is taken as the end of the search. If it is not, the process has to end.
fn ends_search() -> bool {
    SEARCHING.load(Ordering::Relaxed) && !INTERRUPT.swap(true, Ordering::Relaxed)
}

/// Ends the process as Ctrl-C does where a search has been asked to end before.
fn end_at_once() -> ! {
    unfinished::remove();
    std::process::exit(KILLED)
}

#[cfg(unix)]
mod system {
    use std::fs;
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::thread;

    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The signals that end a process which does not hear them.
    const ENDING: [i32; 8] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2];

    pub(super) fn watch() -> io::Result<()> {
        let ignored = ignored();
        let is_heard = |signal: &i32| ignored & 1 << (signal - 1) == 0;
        // Heard, it ends nothing: the write that went past the limit fails, and says so.
        flag::register(SIGXFSZ, Arc::default())?;
        let mut signals = Signals::new(ENDING.iter().filter(|signal| is_heard(signal)))?;
        thread::Builder::new().spawn(move || signals.forever().for_each(act))?;
        Ok(())
    }

    /// The signals that the process was started to ignore, as `nohup` does, where the system tells.
    fn ignored() -> u64 {
        let told = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = told.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
    }

    fn act(signal: i32) {
        if signal == SIGINT && super::SEARCHING.load(Ordering::Relaxed) {
            if !super::ends_search() {
                super::end_at_once();
            }
            return;
        }
        super::unfinished::remove();
        // The process dies of the signal, so that a shell knows what ended it.
        let _ = emulate_default_handler(signal);
        std::process::exit(128 + signal);
    }
}

#[cfg(not(unix))]
mod system {
    pub(super) fn watch() -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(|| {
            if !super::ends_search() {
                super::end_at_once();
            }
        })
    }
}
