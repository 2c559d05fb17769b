//! Output files, written whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that takes its place only when it is finished; until then it has another name beside it.
pub(super) struct WholeFile {
    target: PathBuf,
    writer: BufWriter<NamedTempFile>,
}

impl WholeFile {
    /// Begins a file. Folders on the way are made.
    pub(super) fn create(target: &Path) -> io::Result<Self> {
        // A link is followed, so that what it points to is replaced and not the link.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        fs::create_dir_all(&folder)?;
        let file = tempfile::Builder::new().prefix(".tafl-").tempfile_in(folder)?;
        Ok(Self { target, writer: BufWriter::new(file) })
    }

    /// Puts the finished file in its place, with the permissions of the one that was there.
    pub(super) fn finish(self) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        let permissions = fs::metadata(&self.target).map(|old| old.permissions());
        #[cfg(unix)]
        let permissions = permissions.or_else(|_| {
            use std::os::unix::fs::PermissionsExt;
            Ok::<_, io::Error>(fs::Permissions::from_mode(0o644))
        });
        if let Ok(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        file.persist(&self.target).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Replaces a file's content.
pub(super) fn replace(target: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(target)?;
    file.write_all(content)?;
    file.finish()
}
