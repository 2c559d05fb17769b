//! Where the conversion of each input goes, settled before the first is written.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use taflkit::notation::{self, Format};
use taflkit::replay::{self, Input, Listed};

use super::super::files::{self, Identity};
use super::super::output::Failure;

/// Where converted records go.
pub(super) enum Plan {
    Standard,
    /// One input becomes one file.
    File {
        target: PathBuf,
        onto_itself: bool,
    },
    /// Each input becomes a file of its own.
    Files {
        outputs: Vec<Output>,
        unreadable: Vec<String>,
    },
}

/// What becomes of one input.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// The input, as the walk through all of them names it.
    pub(super) input: String,
    pub(super) target: PathBuf,
    /// Whether the target is the input itself, which nobody has asked for by name.
    pub(super) onto_itself: bool,
}

impl Plan {
    /// The plan, and the inputs as they are to be read for it.
    pub(super) fn new(
        out: Option<&Path>,
        inputs: Vec<Input>,
        to: Format,
    ) -> Result<(Self, Vec<Input>), Failure> {
        let Some(path) = out else { return Ok((Self::Standard, inputs)) };
        let is_folder = |input: &Input| matches!(input, Input::Path(path) if path.is_dir());
        let many = inputs.len() > 1 || inputs.iter().any(is_folder);
        let named_as_folder = path.is_dir() || ends_with_slash(path);
        if !many && !named_as_folder {
            refuse_packed_name(path)?;
            files::refuse_closed(path)?;
            let onto_itself = inputs.iter().any(|input| is_same(input, path));
            return Ok((Self::File { target: path.to_owned(), onto_itself }, inputs));
        }
        let looks_like_file = path.extension().is_some_and(|ending| {
            ending.to_string_lossy().contains(|letter: char| letter.is_alphabetic())
        });
        if !named_as_folder && (path.exists() || looks_like_file) {
            let path = path.display();
            return Err(Failure::usage(format!(
                "-o {path} is one file, and the inputs are several: is a folder meant? end it with /"
            )));
        }
        if named_as_folder && path.exists() && !path.is_dir() {
            return Err(Failure::usage(format!("-o {}: that is no folder", path.display())));
        }
        folder(path, &inputs, to)
    }
}

/// Nothing is compressed on writing: plain text under such a name could not be unpacked.
fn refuse_packed_name(path: &Path) -> Result<(), Failure> {
    let unpacked = notation::unpacked_name(path);
    if &*unpacked == path {
        return Ok(());
    }
    let (path, unpacked) = (path.display(), unpacked.display());
    Err(Failure::usage(format!("-o {path}: files are not compressed on writing; give {unpacked}")))
}

fn ends_with_slash(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

fn is_same(input: &Input, path: &Path) -> bool {
    match input {
        Input::Stdin => files::is_standard_input(path),
        Input::Path(input) => {
            files::identity(path).is_some_and(|target| files::identity(input) == Some(target))
        }
    }
}

/// A plan for a folder: each input keeps its name, with another ending.
fn folder(folder: &Path, inputs: &[Input], to: Format) -> Result<(Plan, Vec<Input>), Failure> {
    let (mut outputs, mut unreadable, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for listed in replay::files(inputs) {
        match listed {
            Ok(Listed { input, within }) => {
                let is_file = !matches!(&input, Input::Path(path) if path.is_dir());
                if is_file {
                    let target = folder.join(renamed(&within, to.extensions()[0]));
                    let onto_itself = is_same(&input, &target);
                    if onto_itself && !is_named_so(&input, &target) {
                        return Err(over_itself(&input, &target));
                    }
                    outputs.push(Output { input: name_of(&input), target, onto_itself });
                }
                read.push(input);
            }
            Err(error) => unreadable.push(error.to_string()),
        }
    }
    refuse_collisions(&outputs, &read)?;
    for output in outputs.iter().filter(|output| !output.onto_itself) {
        files::refuse_closed(&output.target)?;
    }
    Ok((Plan::Files { outputs, unreadable }, read))
}

/// Whether an input stands under this name, and not only under another that leads to the same file.
fn is_named_so(input: &Input, target: &Path) -> bool {
    matches!(input, Input::Path(input) if files::own_name(input) == files::own_name(target))
}

fn over_itself(input: &Input, target: &Path) -> Failure {
    let (input, target) = (name_of(input), target.display());
    Failure::usage(format!(
        "{input} would be written over itself, as {target} is the same file under another name: \
         remove that name, or give another -o"
    ))
}

fn name_of(input: &Input) -> String {
    match input {
        Input::Stdin => "-".to_owned(),
        Input::Path(path) => path.display().to_string(),
    }
}

/// The name of an input with another ending instead of the one that tells its format. Whatever else
/// stands behind a dot is part of the name.
fn renamed(within: &Path, ending: &str) -> PathBuf {
    if within.as_os_str() == "-" {
        return PathBuf::from(format!("stdin.{ending}"));
    }
    let file = Path::new(within.file_name().unwrap_or_default());
    let bare = match file.extension().and_then(|ending| ending.to_str()) {
        Some(ending) if is_known(ending) => file.file_stem().unwrap_or_default(),
        _ => file.as_os_str(),
    };
    let mut name = OsString::from(bare);
    name.push(".");
    name.push(ending);
    within.with_file_name(name)
}

fn is_known(ending: &str) -> bool {
    let mut known = Format::ALL.into_iter().flat_map(Format::extensions);
    known.any(|known| known.eq_ignore_ascii_case(ending))
}

/// Nothing is written over another conversion, over an input, or in the place of a folder.
fn refuse_collisions(outputs: &[Output], read: &[Input]) -> Result<(), Failure> {
    let mut names: BTreeMap<&Path, &Output> = BTreeMap::new();
    let mut identities: BTreeMap<Identity, &Output> = BTreeMap::new();
    // Links to files that are yet to be made lead to one place, too.
    let mut places: BTreeMap<PathBuf, &Output> = BTreeMap::new();
    let sources: BTreeMap<Identity, String> = read
        .iter()
        .filter_map(|input| match input {
            Input::Path(path) => Some((files::identity(path)?, path.display().to_string())),
            Input::Stdin => None,
        })
        .collect();
    for output in outputs {
        let Output { input, target, onto_itself } = output;
        let shown = target.display();
        if target.is_dir() {
            return Err(Failure::usage(format!("{input} would become {shown}, which is a folder")));
        }
        let identity = files::identity(target).filter(|_| target.is_file());
        let same_name = names.insert(target, output);
        let same_file = identity.clone().and_then(|known| identities.insert(known, output));
        let is_new = !target.exists();
        let same_place = is_new.then(|| places.insert(files::place_of(target), output)).flatten();
        if let Some(other) = same_name.or(same_file).or(same_place) {
            let other = &other.input;
            return Err(Failure::usage(format!(
                "two inputs would become {shown}: {other} and {input}"
            )));
        }
        if let Some(source) = identity.and_then(|known| sources.get(&known))
            && !onto_itself
        {
            return Err(Failure::usage(format!(
                "{input} would be written over {source}, which is an input as well: give another -o"
            )));
        }
    }
    for output in outputs {
        let above = output.target.ancestors().skip(1).find_map(|above| names.get(above));
        if let Some(other) = above {
            let (input, folder) = (&output.input, other.target.display());
            return Err(Failure::usage(format!(
                "{input} would be written into {folder}, which {} would become",
                other.input
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ending_that_tells_the_format_is_replaced() {
        let cases = [
            ("game.otg", "game.csv"),
            ("deep/er/game.OTG", "deep/er/game.csv"),
            ("..otg", "..csv"),
            (".otg", ".otg.csv"),
            ("2015.05.04", "2015.05.04.csv"),
            ("2015.05.04.otg", "2015.05.04.csv"),
            ("notes.gz", "notes.gz.csv"),
            ("game", "game.csv"),
            ("-", "stdin.csv"),
        ];
        for (within, expected) in cases {
            assert_eq!(renamed(Path::new(within), "csv"), Path::new(expected), "{within}");
        }
    }
}
