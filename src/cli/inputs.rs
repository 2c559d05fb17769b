//! What commands read from.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use taflkit::notation::Format;
use taflkit::replay::Input;

use super::output::Failure;

/// A format as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormatArg(Format);

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        format.0
    }
}

impl ValueEnum for FormatArg {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [FormatArg; Format::ALL.len()] = {
            let mut all = [FormatArg(Format::Otg); Format::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = FormatArg(Format::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}

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

/// How many threads to use where so many are asked for: never more than the machine has cores for, as
/// they would only wait for each other.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or(cores, |asked| usize::from(asked).min(cores))
}
