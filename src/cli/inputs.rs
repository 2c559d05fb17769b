//! What commands read from.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use taflkit::replay::Input;

use super::output::Failure;

/// How many names of files are told where there may be any number.
const NAMES: usize = 5;

/// Tells of files in a folder that were not looked at.
pub(super) fn passed_over(folder: &Path, files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| file.strip_prefix(folder).unwrap_or(file).display().to_string();
    let mut names: Vec<String> = files.iter().take(NAMES).map(name).collect();
    if files.len() > NAMES {
        names.push("...".to_owned());
    }
    let count = match files.len() {
        1 => "1 file whose ending is not known was".to_owned(),
        many => format!("{many} files whose endings are not known were"),
    };
    format!("{}: {count} passed over: {}", folder.display(), names.join(", "))
}

/// Whether reading standard input would wait just now.
#[cfg(unix)]
pub(super) fn waits() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = std::io::stdin();
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    // Where nobody can tell, reading tells.
    poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready == 0)
}

/// Nobody tells: it may wait at any time.
#[cfg(not(unix))]
pub(super) fn waits() -> bool {
    true
}

/// The inputs that arguments name; standard input for none.
pub(super) fn named(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    if paths.is_empty() {
        if std::io::stdin().is_terminal() {
            return Err(Failure::usage(
                "nothing to read: name files or folders, or pipe records in",
            ));
        }
        return Ok(vec![Input::Stdin]);
    }
    let inputs = paths.iter().map(|path| match path.as_os_str().to_str() {
        Some("-") => Input::Stdin,
        _ => Input::Path(path.clone()),
    });
    Ok(inputs.collect())
}
