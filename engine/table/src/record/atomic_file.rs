//! Atomic writes: each function writes a locked temporary file, syncs it and renames it. A reader finds either the old
//! or the new content, even after a crash. Later writes remove the temporary files of crashed programs.

use std::fs::{File, Permissions};
use std::io::{Error, ErrorKind, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".cardwright-";
const SUFFIX: &str = ".aside";

/// Permissions of a normal new file, before the umask removes some.
const EVERYBODY: u32 = 0o666;
/// Permissions for the owner alone.
const OWNER: u32 = 0o600;

/// Writes a new file. When the function returns, the file is on disk. The returned handle holds the file's lock.
///
/// # Errors
/// The file exists already, or cannot be written. Then no incomplete file stays.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    publish(path, bytes, None, EVERYBODY)
}

/// Writes a new file as [`write_new`] does, for the owner alone, because the file contains hidden information.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    publish(path, bytes, None, OWNER)
}

/// Writes a file as [`write_new`] does, over any existing file. If the path is a link, replaces the file that the link
/// points to.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    let permissions = std::fs::metadata(path).ok().map(|m| m.permissions());
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    publish(&path, bytes, Some(permissions), OWNER)
}

/// Writes a file as [`write_new`] does, over any existing file. If the path is a link, replaces the link itself.
pub fn replace_name(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    publish(path, bytes, Some(None), EVERYBODY)
}

/// Writes a temporary file and renames it to `path`. With `overwrite`, replaces an existing file. The inner option
/// holds the permissions for the new file. If it is `None`, the file has the permissions of `mode`.
fn publish(path: &Path, bytes: &[u8], overwrite: Option<Option<Permissions>>, mode: u32) -> Result<File, Error> {
    let folder = folder_of(path);
    make_folder(folder)?;
    sweep(folder);
    let temporary = write_temporary(folder, bytes, mode)?;
    let file = match overwrite {
        None => match temporary.persist_noclobber(path) {
            Ok(file) => file,
            // Some file systems cannot rename without overwriting.
            Err(failed) if failed.error.kind() != ErrorKind::AlreadyExists && !path.exists() => {
                failed.file.persist(path)?
            }
            Err(failed) => return Err(failed.error),
        },
        Some(permissions) => {
            if let Some(permissions) = permissions {
                temporary.as_file().set_permissions(permissions)?;
            }
            temporary.persist(path)?
        }
    };
    sync_folder(folder)?;
    Ok(file)
}

fn write_temporary(folder: &Path, bytes: &[u8], mode: u32) -> Result<NamedTempFile, Error> {
    let mut temporary = locked_temporary(folder, mode)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// Creates a temporary file and locks it, so that no sweep removes it. Another program may sweep the folder before the
/// file is locked. Then the file is gone, and the function creates another.
fn locked_temporary(folder: &Path, mode: u32) -> Result<NamedTempFile, Error> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    loop {
        let temporary = builder.tempfile_in(folder)?;
        let is_locked = fs4::fs_std::FileExt::try_lock_exclusive(temporary.as_file())?;
        if is_locked && temporary.path().exists() {
            return Ok(temporary);
        }
    }
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a folder and its parents, and syncs each parent.
fn make_folder(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(above) = folder.parent().filter(|p| !p.as_os_str().is_empty()) {
        make_folder(above)?;
    }
    match std::fs::create_dir(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Err(_) if !folder.is_dir() => Err(ErrorKind::NotADirectory.into()),
        _ => sync_folder(folder_of(folder)),
    }
}

/// Syncs the file names in a folder on Unix. Other platforms do not need it.
fn sync_folder(folder: &Path) -> Result<(), Error> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|f| f.sync_all()) {
        // Some file systems cannot sync a folder.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}

/// Removes temporary files of crashed programs from a folder. A running program holds the lock of its file.
pub(super) fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_temporary = name.to_str().is_some_and(|n| n.starts_with(PREFIX) && n.ends_with(SUFFIX))
            // Opening a pipe would block.
            && entry.file_type().is_ok_and(|file_type| file_type.is_file());
        if !is_temporary {
            continue;
        }
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        // `file` keeps the lock until the name is removed, so that no writer locks the file in between.
        if fs4::fs_std::FileExt::try_lock_exclusive(&file).unwrap_or(false) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn files_are_written_while_others_sweep_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !is_done.load(Ordering::Relaxed) {
                        sweep(folder.path());
                    }
                });
            }
            let written = (0..200).try_for_each(|n| {
                let path = folder.path().join(n.to_string());
                write_new(&path, b"whole").map(drop)
            });
            is_done.store(true, Ordering::Relaxed);
            written.unwrap();
        });
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 200);
    }
}
