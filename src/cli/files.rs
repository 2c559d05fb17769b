//! The one writer of output files. A file takes its place only when it is whole; until then what is
//! written stands beside it under another name, which goes when the command ends early.

mod target;
pub(super) mod unfinished;

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::{SpooledTempFile, TempPath};

use super::signals;
use target::{Door, Target};
pub(super) use target::{Identity, identity, is_standard_input, own_name, place_of};

/// How much of what is only written once all is known to be well waits in memory; the rest waits on the
/// disk.
pub(super) const HELD: usize = 1 << 20;

/// A file that is being written. Dropped before it is finished, it leaves what was there as it was.
pub(super) struct OutFile {
    path: PathBuf,
    place: Place,
}

enum Place {
    Beside(Beside),
    /// The target is no regular file, and gets everything once it is whole.
    Behind {
        door: Door,
        waiting: SpooledTempFile,
    },
}

/// A file under another name beside its target.
struct Beside {
    target: PathBuf,
    /// What stands there now.
    old: Option<Metadata>,
    writer: BufWriter<File>,
    unfinished: Unfinished,
}

/// A whole file that has yet to take its place.
pub(super) struct Sealed {
    path: PathBuf,
    whole: Whole,
}

enum Whole {
    Beside { target: PathBuf, unfinished: Unfinished },
    Behind { door: Door, waiting: SpooledTempFile },
}

/// The other name of a file, removed when it is dropped.
struct Unfinished(Option<TempPath>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            let name = path.to_path_buf();
            drop(path);
            unfinished::forget(&name);
        }
    }
}

impl OutFile {
    /// Begins a file, behind all links. Folders on the way are made.
    ///
    /// # Errors
    /// Named after the file, as all of this writer are.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        Self::begin(path).map_err(|error| cannot_write(path, &error))
    }

    fn begin(path: &Path) -> io::Result<Self> {
        let place = match Target::of(path)? {
            Target::Door(door) => Place::Behind { door, waiting: SpooledTempFile::new(HELD) },
            Target::File { target, old } => {
                signals::watch();
                let (file, name) = unfinished::create(&target, old.is_none())?;
                let unfinished = Unfinished(Some(name));
                Place::Beside(Beside { target, old, writer: BufWriter::new(file), unfinished })
            }
        };
        Ok(Self { path: path.to_owned(), place })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// When it cannot be written to its end; then what was there still stands.
    pub(super) fn finish(self) -> io::Result<()> {
        place_all(vec![self.seal()?])
    }

    /// Makes the file whole and closes it.
    ///
    /// # Errors
    /// As [`OutFile::finish`].
    pub(super) fn seal(self) -> io::Result<Sealed> {
        let Self { path, place } = self;
        let whole = match place {
            Place::Behind { door, waiting } => Whole::Behind { door, waiting },
            Place::Beside(beside) => beside.seal().map_err(|error| cannot_write(&path, &error))?,
        };
        Ok(Sealed { path, whole })
    }
}

impl Beside {
    fn seal(self) -> io::Result<Whole> {
        let Self { target, old, writer, unfinished } = self;
        let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(old) = old {
            keep_owner(&file, &old);
            file.set_permissions(old.permissions())?;
        }
        Ok(Whole::Beside { target, unfinished })
    }
}

/// Puts whole files in their places, all of them before a signal can end the command.
///
/// # Errors
/// Named after the first file that cannot take its place.
pub(super) fn place_all(mut files: Vec<Sealed>) -> io::Result<()> {
    // Who reads a pipe may be long in coming.
    files.iter_mut().try_for_each(Sealed::pour)?;
    if files.len() < MANY || !on_disk_at_once(&files) {
        files.iter().try_for_each(Sealed::on_disk)?;
    }
    let mut names = unfinished::Names::lock();
    let placed = files.iter_mut().try_for_each(|file| file.place(&mut names));
    // Files that have taken no place are removed, which needs the names.
    drop(names);
    let folders: BTreeSet<&Path> = files.iter().filter_map(Sealed::folder).collect();
    for folder in folders {
        // The files stand; a folder that cannot be asked has to be trusted.
        let _ = File::open(target::folder_of(folder)).and_then(|folder| folder.sync_all());
    }
    placed
}

impl Sealed {
    fn pour(&mut self) -> io::Result<()> {
        let Whole::Behind { door, waiting } = &mut self.whole else { return Ok(()) };
        let mut pour = || {
            waiting.rewind()?;
            let mut door = door.open()?;
            io::copy(waiting, &mut door)?;
            door.flush()
        };
        pour().map_err(|error| cannot_write(&self.path, &error))
    }

    /// Waits until the system has the file on its disk, where it has one.
    fn on_disk(&self) -> io::Result<()> {
        let Whole::Beside { unfinished: Unfinished(Some(name)), .. } = &self.whole else {
            return Ok(());
        };
        use io::ErrorKind::{InvalidInput, PermissionDenied};
        let file = File::open(name).or_else(|_| File::options().write(true).open(name));
        match file.and_then(|file| file.sync_all()) {
            // Not every file can be asked: none on some systems, and no secret one.
            Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied) => Ok(()),
            synced => synced.map_err(|error| cannot_write(&self.path, &error)),
        }
    }

    fn place(&mut self, names: &mut unfinished::Names) -> io::Result<()> {
        let Whole::Beside { target, unfinished } = &mut self.whole else { return Ok(()) };
        let Some(name) = unfinished.0.take() else { return Ok(()) };
        names.finished(&name, target);
        name.persist(&*target).map_err(|error| cannot_write(&self.path, &error.error))
    }

    fn folder(&self) -> Option<&Path> {
        match &self.whole {
            Whole::Beside { target, .. } => target.parent(),
            Whole::Behind { .. } => None,
        }
    }
}

/// How many files are written to the disk all at once, with whatever else waits there, because one by one
/// takes longer.
const MANY: usize = 32;

/// Waits until the systems of these files have all that is theirs on their disks. Returns whether they
/// can say so.
#[cfg(target_os = "linux")]
fn on_disk_at_once(files: &[Sealed]) -> bool {
    use std::os::unix::fs::MetadataExt;
    let mut done = BTreeSet::new();
    files.iter().filter_map(Sealed::folder).all(|folder| {
        let Ok(folder) = File::open(target::folder_of(folder)) else { return false };
        let Ok(found) = folder.metadata() else { return false };
        !done.insert(found.dev()) || rustix::fs::syncfs(&folder).is_ok()
    })
}

#[cfg(not(target_os = "linux"))]
fn on_disk_at_once(_: &[Sealed]) -> bool {
    false
}

/// Gives the file to the owner of the one that it replaces, where that is allowed.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Refuses a path to which nothing could be written, before anything is.
///
/// # Errors
/// Named after the file.
pub(super) fn refuse_closed(path: &Path) -> io::Result<()> {
    target::is_open(path).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("cannot write {}: {error}", path.display()))
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.place {
            Place::Beside(beside) => beside.writer.write(bytes),
            Place::Behind { waiting, .. } => waiting.write(bytes),
        };
        written.map_err(|error| cannot_write(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.place {
            Place::Beside(beside) => beside.writer.flush(),
            Place::Behind { waiting, .. } => waiting.flush(),
        };
        flushed.map_err(|error| cannot_write(&self.path, &error))
    }
}

/// A file that is written anew in its own place, and not touched unless something changes.
pub(super) struct InPlace {
    path: PathBuf,
    /// How many bytes have stayed the same from the beginning.
    same: u64,
    changed: Option<OutFile>,
}

impl InPlace {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), same: 0, changed: None }
    }

    /// What stays as it is.
    pub(super) fn keep(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.changed {
            Some(file) => file.write_all(bytes),
            None => {
                self.same += bytes.len() as u64;
                Ok(())
            }
        }
    }

    /// What stands there instead of what follows.
    pub(super) fn change(&mut self, new: &[u8]) -> io::Result<()> {
        if self.changed.is_none() {
            let mut file = OutFile::create(&self.path)?;
            let mut old = open_regular(&self.path)?.take(self.same);
            io::copy(&mut old, &mut file).map_err(|error| match error.raw_os_error() {
                Some(_) => cannot_read(&self.path, &error),
                None => error,
            })?;
            self.changed = Some(file);
        }
        self.keep(new)
    }

    /// Puts the new file in the place of the old one, if it differs.
    pub(super) fn finish(self) -> io::Result<()> {
        self.changed.map_or(Ok(()), OutFile::finish)
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// Named after the file.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    let open = || {
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("only a regular file can be changed in its place"));
        }
        File::open(path)
    };
    open().map_err(|error| cannot_read(path, &error))
}

pub(super) fn cannot_read(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("cannot read {}: {error}", path.display()))
}
