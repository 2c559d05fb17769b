//! How work is getting on, on standard error, if somebody is there to see and it takes a while.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use taflkit::replay::{Input, total_bytes};

use super::line::set_line;
use super::output::Output;

/// How long work may take before it is told of.
const WHILE: Duration = Duration::from_millis(500);

/// How often the line is drawn anew, though nothing has happened.
const TICK: Duration = Duration::from_millis(100);

/// A line that tells how far the work is. It goes away when this is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Who shows the line once it is time. Nobody if nobody looks.
    shower: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// How many bytes of the inputs were read.
    pub(super) fn of_bytes(inputs: &[Input], output: &Output) -> Self {
        match is_seen(output) {
            false => Self::unseen(),
            true => match total_bytes(inputs) {
                Some(total) => {
                    Self::begin(Some(total), "{bar:40} {bytes}/{total_bytes} {bytes_per_sec} {eta}")
                }
                None => Self::begin(None, "{spinner} {bytes} {bytes_per_sec}"),
            },
        }
    }

    /// How many of so many parts are done.
    pub(super) fn of_parts(count: usize, what: &str, output: &Output) -> Self {
        match is_seen(output) {
            false => Self::unseen(),
            true => {
                let template = format!("{{bar:40}} {{pos}}/{{len}} {what} {{eta}}");
                Self::begin(Some(count as u64), &template)
            }
        }
    }

    /// What is being done, which has no known end.
    pub(super) fn of_work(output: &Output) -> Self {
        match is_seen(output) {
            false => Self::unseen(),
            true => Self::begin(None, "{spinner} {elapsed} {msg}"),
        }
    }

    fn unseen() -> Self {
        Self { bar: ProgressBar::hidden(), shower: None }
    }

    fn begin(length: Option<u64>, template: &str) -> Self {
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        set_line(Some(bar.clone()));
        let (over, told) = mpsc::channel::<()>();
        let shown = bar.clone();
        let show = move || {
            let mut wait = WHILE;
            while told.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                if wait == WHILE {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                }
                shown.tick();
                wait = TICK;
            }
        };
        // Without a thread for it there is no line, and the work goes on.
        let shower = thread::Builder::new().spawn(show).ok().map(|shower| (over, shower));
        Self { bar, shower }
    }

    /// Whether anybody looks.
    pub(super) const fn is_seen(&self) -> bool {
        self.shower.is_some()
    }

    /// So much more is done.
    pub(super) fn add(&self, done: u64) {
        self.bar.inc(done);
    }

    /// What is being done now.
    pub(super) fn tell(&self, doing: impl FnOnce() -> String) {
        if self.is_seen() {
            self.bar.set_message(doing());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let Some((over, shower)) = self.shower.take() else { return };
        drop(over);
        // It may just be showing the line, which would then stay.
        let _ = shower.join();
        self.bar.finish_and_clear();
        set_line(None);
    }
}

fn is_seen(output: &Output) -> bool {
    !output.quiet && io::stderr().is_terminal()
}
