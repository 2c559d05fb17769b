//! What stands beside output files and is to be gone when the command ends, however it ends.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempPath;

use super::target::folder_of;

static UNFINISHED: Mutex<Unfinished> =
    Mutex::new(Unfinished { files: BTreeSet::new(), folders: BTreeSet::new() });

struct Unfinished {
    files: BTreeSet<PathBuf>,
    /// Folders that were made for files of which none is finished.
    folders: BTreeSet<PathBuf>,
}

impl Unfinished {
    /// Removes the folders, the inner ones first.
    fn remove_folders(&mut self) {
        for folder in std::mem::take(&mut self.folders).iter().rev() {
            // One that has something in it by now stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The names, held so that no signal ends the command meanwhile.
pub(super) struct Names(MutexGuard<'static, Unfinished>);

impl Names {
    pub(super) fn lock() -> Self {
        Self(UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes a file off the list that is about to take its place.
    pub(super) fn finished(&mut self, name: &Path, target: &Path) {
        self.0.files.remove(name);
        self.0.folders.retain(|folder| !target.starts_with(folder));
    }
}

/// Makes a file beside a target, in a folder that is made where there is none. A new file gets the
/// rights that new files get; one that replaces another is its owner's alone until it is whole.
pub(super) fn create(target: &Path, is_new: bool) -> io::Result<(File, TempPath)> {
    let folder = folder_of(target.parent().unwrap_or(Path::new("")));
    let mut names = Names::lock();
    make_folders(folder, &mut names.0)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tafl-");
    if is_new && let Some(permissions) = of_new_files() {
        builder.permissions(permissions);
    }
    let made = builder.tempfile_in(folder);
    if made.is_err() && names.0.files.is_empty() {
        names.0.remove_folders();
    }
    let (file, name) = made.map_err(without_name)?.into_parts();
    names.0.files.insert(name.to_path_buf());
    Ok((file, name))
}

/// What the system said, without the other name, which means nothing to anybody.
fn without_name(error: io::Error) -> io::Error {
    let told = error.to_string();
    match told.split_once(" at path ") {
        Some((what, _)) => io::Error::new(error.kind(), what),
        None => error,
    }
}

#[cfg(unix)]
fn of_new_files() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    // The system takes away what the user does not want.
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn of_new_files() -> Option<Permissions> {
    None
}

fn make_folders(folder: &Path, unfinished: &mut Unfinished) -> io::Result<()> {
    let missing = folder
        .ancestors()
        .take_while(|above| !above.as_os_str().is_empty() && fs::symlink_metadata(above).is_err());
    let missing: Vec<&Path> = missing.collect();
    fs::create_dir_all(folder)?;
    unfinished.folders.extend(missing.into_iter().map(Path::to_owned));
    Ok(())
}

/// Takes a file off the list that was removed.
pub(super) fn forget(name: &Path) {
    let mut names = Names::lock();
    names.0.files.remove(name);
    if names.0.files.is_empty() {
        names.0.remove_folders();
    }
}

/// Removes all that is unfinished, for good: the process is about to end, and no file can be begun or
/// finished any more.
pub(in super::super) fn remove() {
    let mut names = Names::lock();
    for name in std::mem::take(&mut names.0.files) {
        let _ = fs::remove_file(name);
    }
    names.0.remove_folders();
    std::mem::forget(names);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_tell_the_other_name() {
        let made = tempfile::Builder::new().prefix(".tafl-").tempfile_in("no/such/folder");
        let error = without_name(made.unwrap_err());
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        let told = error.to_string();
        assert!(!told.is_empty() && !told.contains("path") && !told.contains(".tafl"), "{told}");
    }
}
