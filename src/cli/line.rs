//! The line that tells of progress, and how the rest of the output makes room for it.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;

use super::stream::standard_output;

/// The line that stands on the terminal, or will. There is one at most.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Puts a line there, or takes it away.
pub(super) fn set_line(bar: Option<ProgressBar>) {
    *LINE.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// Writes to the terminal where the line stands: it makes room and comes back.
pub(super) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match line {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Standard output, whose terminal the line may share.
pub(super) struct Stdout {
    is_terminal: bool,
}

impl Stdout {
    pub(super) fn new() -> Self {
        Self { is_terminal: io::stdout().is_terminal() }
    }

    fn with<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.is_terminal { aside(write) } else { write() }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|| standard_output()?.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(|| standard_output()?.flush())
    }
}
