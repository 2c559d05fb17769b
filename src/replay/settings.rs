//! How the records of one file are read and judged.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::notation::Format;
use crate::rules::names::Resolved;

use super::selection::Selection;

/// What holds for the records of one file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The format; nothing to tell by content.
    pub format: Option<Format>,
    /// The rules of records that state none.
    pub default_rules: Option<Arc<Resolved>>,
    /// What is told of them.
    pub selection: Arc<Selection>,
}

/// Settings that differ from file to file.
#[derive(Clone)]
pub struct PerFile(Arc<dyn Fn(&Path) -> Settings + Send + Sync>);

impl PerFile {
    /// Settings that this function gives for the name of a file, as the walk comes upon it; `-` is
    /// standard input.
    pub fn new(of_file: impl Fn(&Path) -> Settings + Send + Sync + 'static) -> Self {
        Self(Arc::new(of_file))
    }

    /// The settings of a file.
    pub fn of(&self, file: &Path) -> Settings {
        self.0(file)
    }
}

impl fmt::Debug for PerFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PerFile")
    }
}
