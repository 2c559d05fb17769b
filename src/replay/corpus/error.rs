//! Why an input cannot be read.

use std::io;

use thiserror::Error;

/// Why something could not be read.
#[derive(Debug, Error)]
pub enum WalkError {
    /// The file or folder cannot be opened or read.
    #[error("cannot read {file}: {error}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(io::Error),
}

impl WalkError {
    /// The file or folder; empty where the error is about none.
    pub fn file(&self) -> &str {
        match self {
            Self::Io { file, .. } => file,
            Self::Threads(_) => "",
        }
    }

    /// Why it could not be read, without its name.
    pub fn reason(&self) -> String {
        match self {
            Self::Io { error, .. } => error.to_string(),
            Self::Threads(_) => self.to_string(),
        }
    }
}
