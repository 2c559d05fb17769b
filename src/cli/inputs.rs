//! What commands read from.

use std::io::IsTerminal;
use std::path::PathBuf;

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
