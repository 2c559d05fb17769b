//! Where the path of an output file leads.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use super::super::stream::standard_output;

/// How many links are followed one after the other.
const MOST_LINKS: usize = 40;

/// What a path leads to.
pub(super) enum Target {
    /// A regular file or nothing yet, behind all links.
    File { target: PathBuf, old: Option<Metadata> },
    /// Something that cannot be replaced, only written to.
    Door(Door),
}

/// Something to write to that is no regular file, or one that the command was given open.
pub(super) enum Door {
    /// A pipe, a device.
    Path(PathBuf),
    /// What standard output goes to, at the place where it stands.
    #[cfg(unix)]
    Stdout,
    /// What standard error goes to.
    #[cfg(unix)]
    Stderr,
}

impl Door {
    pub(super) fn open(&self) -> io::Result<Box<dyn Write>> {
        match self {
            Self::Path(path) => Ok(Box::new(File::options().write(true).open(path)?)),
            #[cfg(unix)]
            Self::Stdout => Ok(Box::new(standard_output()?)),
            #[cfg(unix)]
            Self::Stderr => Ok(Box::new(io::stderr())),
        }
    }
}

impl Target {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::File { target: behind_links(path)?, old: None });
            }
            Err(error) => return Err(error),
        };
        if found.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        #[cfg(unix)]
        if let Some(door) = open_already(&found) {
            return Ok(Self::Door(door));
        }
        if is_socket(&found) {
            let why = "it is a socket, and what is written there needs a program that connects to it: \
                       write to standard output, and pipe that";
            return Err(io::Error::other(why));
        }
        if !found.is_file() {
            return Ok(Self::Door(Door::Path(path.to_owned())));
        }
        let target = behind_links(path)?;
        // What is deleted or out of sight has a name that leads nowhere.
        if identity(&target) != identity(path) {
            let why = "it is open under no name that can be replaced; write to standard output";
            return Err(io::Error::other(why));
        }
        Ok(Self::File { target, old: Some(found) })
    }
}

/// Whether something could be written where a path leads, as far as that can be told beforehand.
///
/// # Errors
/// What stands against it.
pub(super) fn is_open(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::Door(Door::Path(door)) => may_write(&door),
        #[cfg(unix)]
        Target::Door(Door::Stdout | Door::Stderr) => Ok(()),
        Target::File { target, .. } => {
            // Folders that are missing are made.
            let mut above = target.ancestors().skip(1).map(folder_of);
            let folder = above.find(|folder| fs::metadata(folder).is_ok());
            folder.map_or(Ok(()), may_write)
        }
    }
}

#[cfg(unix)]
fn may_write(path: &Path) -> io::Result<()> {
    use rustix::fs::{Access, access};
    Ok(access(path, Access::WRITE_OK)?)
}

#[cfg(not(unix))]
fn may_write(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_socket(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_socket()
}

#[cfg(not(unix))]
fn is_socket(_: &Metadata) -> bool {
    false
}

/// The stream that goes to this file, where one does: `/dev/stdout`, under whatever name.
#[cfg(unix)]
fn open_already(found: &Metadata) -> Option<Door> {
    use std::os::fd::AsFd;
    let goes_there = |stream: std::os::fd::BorrowedFd<'_>| {
        let file = stream.try_clone_to_owned().map(File::from);
        let open = file.and_then(|file| file.metadata());
        open.is_ok_and(|open| identity_of(&open) == identity_of(found))
    };
    if goes_there(io::stdout().as_fd()) {
        Some(Door::Stdout)
    } else if goes_there(io::stderr().as_fd()) {
        Some(Door::Stderr)
    } else {
        None
    }
}

/// The name that a path leads to, whether or not there is a file.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_open_file(&name) {
            let why = "a file that is open already cannot be replaced; write to standard output";
            return Err(io::Error::other(why));
        }
        match fs::symlink_metadata(&name) {
            Ok(found) if found.is_symlink() => {
                let leads_to = fs::read_link(&name)?;
                name = folder_of(name.parent().unwrap_or(Path::new(""))).join(leads_to);
            }
            Ok(_) => return Ok(name),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(name),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many links one behind the other"))
}

/// The one name of the file that a path leads to, through links and by whatever way its folder is
/// named, whether or not there is a file.
pub(in super::super) fn place_of(path: &Path) -> PathBuf {
    own_name(&behind_links(path).unwrap_or_else(|_| path.to_owned()))
}

/// The one name of what stands in a folder, a link or whatever it is, by whatever way the folder is
/// named.
pub(in super::super) fn own_name(path: &Path) -> PathBuf {
    let folder = fs::canonicalize(folder_of(path.parent().unwrap_or(Path::new(""))));
    match (folder, path.file_name()) {
        (Ok(folder), Some(file)) => folder.join(file),
        _ => path.to_owned(),
    }
}

/// Whether a name stands for a file that some process has open, such as `/dev/fd/3`.
fn is_open_file(name: &Path) -> bool {
    let folder = name.parent().and_then(|folder| fs::canonicalize(folder).ok());
    folder.is_some_and(|folder| folder.starts_with("/proc") && folder.ends_with("fd"))
}

/// The folder that a name stands in, which has a name of its own.
pub(super) fn folder_of(parent: &Path) -> &Path {
    if parent.as_os_str().is_empty() { Path::new(".") } else { parent }
}

/// What makes a file the same under whatever name.
#[cfg(unix)]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Identity(u64, u64);
/// What makes a file the same under whatever name.
#[cfg(not(unix))]
pub(in super::super) type Identity = PathBuf;

/// What file a path leads to; nothing where there is none.
#[cfg(unix)]
pub(in super::super) fn identity(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|found| identity_of(&found))
}

/// What file a path leads to; nothing where there is none.
#[cfg(not(unix))]
pub(in super::super) fn identity(path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok()
}

/// Whether a path leads to the file that standard input comes from.
#[cfg(unix)]
pub(in super::super) fn is_standard_input(path: &Path) -> bool {
    use std::os::fd::AsFd;
    let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    let comes = file.and_then(|file| file.metadata()).ok().map(|found| identity_of(&found));
    comes.is_some() && comes == identity(path)
}

/// Whether a path leads to the file that standard input comes from.
#[cfg(not(unix))]
pub(in super::super) fn is_standard_input(_: &Path) -> bool {
    false
}

#[cfg(unix)]
fn identity_of(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity(found.dev(), found.ino())
}
