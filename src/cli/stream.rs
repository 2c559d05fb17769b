//! Standard output as the system has it.

use std::io;

/// Standard output, past the stream of the standard library: that one takes an output which cannot be
/// written to for one that swallows everything.
#[cfg(unix)]
pub(super) fn standard_output() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Standard output.
#[cfg(not(unix))]
pub(super) fn standard_output() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}
