//! Which files the inputs name: those of folders by their endings and in order.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::notation::{Format, unpacked_name};

use super::error::WalkError;

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file, whatever its name, or a folder, in which files with known endings are read.
    Path(PathBuf),
}

/// What a walk through the inputs comes upon.
pub(super) enum Found {
    Stdin,
    /// A file, and its place in the folder that was named, without the ending of a compressed file.
    File {
        path: PathBuf,
        within: PathBuf,
    },
    /// A folder that was named, with nothing to read in it.
    EmptyFolder(PathBuf),
    /// Files of a folder that was named whose endings are not known.
    PassedOver {
        folder: PathBuf,
        files: Vec<PathBuf>,
    },
}

/// The files of the inputs, those of folders sorted by name. A link that leads back to a folder
/// above it is passed over.
pub(super) fn walk(inputs: &[Input]) -> impl Iterator<Item = Result<Found, WalkError>> {
    inputs.iter().flat_map(|input| match input {
        Input::Stdin => vec![Ok(Found::Stdin)],
        Input::Path(path) if path.is_dir() => folder(path),
        Input::Path(path) => {
            let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            let within = unpacked_name(&name).into_owned();
            vec![Ok(Found::File { path: path.clone(), within })]
        }
    })
}

fn folder(path: &Path) -> Vec<Result<Found, WalkError>> {
    let (mut found, mut passed_over) = (Vec::new(), Vec::new());
    for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if !entry.file_type().is_file() => {}
            Ok(entry) if has_known_ending(entry.path()) => {
                let within = entry.path().strip_prefix(path).unwrap_or(entry.path());
                let within = unpacked_name(within).into_owned();
                found.push(Ok(Found::File { path: entry.into_path(), within }));
            }
            Ok(entry) => passed_over.push(entry.into_path()),
            Err(error) if error.loop_ancestor().is_some() => {}
            Err(error) => {
                let file = error.path().unwrap_or(path).display().to_string();
                let error = error.into_io_error().unwrap_or_else(|| io::Error::other("unreadable"));
                found.push(Err(WalkError::Io { file, error }));
            }
        }
    }
    if found.is_empty() {
        found.push(Ok(Found::EmptyFolder(path.to_owned())));
    }
    if !passed_over.is_empty() {
        found.push(Ok(Found::PassedOver { folder: path.to_owned(), files: passed_over }));
    }
    found
}

fn has_known_ending(path: &Path) -> bool {
    let path = unpacked_name(path);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let mut known = Format::ALL.into_iter().flat_map(Format::extensions);
    known.any(|known| known.eq_ignore_ascii_case(ending))
}

pub(super) fn known_endings() -> String {
    let endings = Format::ALL.into_iter().flat_map(Format::extensions);
    let list: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
    format!(
        "known endings are {}, also with .gz or .zst behind them; name a file itself to read it whatever its ending",
        list.join(", ")
    )
}

/// Something that inputs name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// A single file or standard input; a folder only if it has no file to read.
    pub input: Input,
    /// Its place in a folder that was named, or its own name, without the ending of a compressed file.
    pub within: PathBuf,
}

/// The files that inputs name, those of folders sorted by name, as a walk through them comes by. A folder
/// without one stands for itself.
pub fn files(inputs: &[Input]) -> impl Iterator<Item = Result<Listed, WalkError>> {
    walk(inputs).filter_map(|found| match found {
        Ok(Found::Stdin) => Some(Ok(Listed { input: Input::Stdin, within: PathBuf::from("-") })),
        Ok(Found::File { path, within }) => Some(Ok(Listed { input: Input::Path(path), within })),
        Ok(Found::EmptyFolder(path)) => {
            Some(Ok(Listed { within: path.clone(), input: Input::Path(path) }))
        }
        Ok(Found::PassedOver { .. }) => None,
        Err(error) => Some(Err(error)),
    })
}

/// The size of what the inputs hold in bytes, where it can be told: not of what is compressed.
pub fn total_bytes(inputs: &[Input]) -> Option<u64> {
    let sizes = walk(inputs).map(|found| match found {
        Ok(Found::File { path, .. }) if unpacked_name(&path) == *path => {
            path.metadata().ok().filter(|m| m.is_file()).map(|m| m.len())
        }
        Ok(Found::EmptyFolder(_) | Found::PassedOver { .. }) | Err(_) => Some(0),
        Ok(Found::File { .. }) => None,
        Ok(Found::Stdin) => None,
    });
    sizes.sum()
}
