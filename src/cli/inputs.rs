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
