//! Files written whole: aside, synced, locked, then renamed. A reader, also after a crash, finds what
//! was there before or all of the new. What a crash leaves lying aside is swept up later.

use std::fs::{File, Permissions};
use std::io::{Error, ErrorKind, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".cardwright-";
const SUFFIX: &str = ".aside";

/// Who may read and write a file, where the platform knows of that: everybody, less the umask, as any new file.
const EVERYBODY: u32 = 0o666;
/// Its owner alone.
const OWNER: u32 = 0o600;

/// Writes a file that is not there yet. When this returns it is durable; the handle holds its lock.
///
/// # Errors
/// The file exists, or it cannot be written; then nothing of it is there.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    publish(path, bytes, None, EVERYBODY)
}

/// As [`write_new`], for its owner's eyes alone: what is hidden at the table stands in it.
pub(crate) fn write_own(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    publish(path, bytes, None, OWNER)
}

/// Writes a file over the one that is there, as [`write_new`].
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    let permissions = std::fs::metadata(path).ok().map(|m| m.permissions());
    // What is named may be a link: the file itself is replaced, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    publish(&path, bytes, Some(permissions), OWNER)
}

/// Writes a file over what has its name, as [`write_new`]: a link is replaced, not what it leads to.
pub(super) fn replace_name(path: &Path, bytes: &[u8]) -> Result<File, Error> {
    publish(path, bytes, Some(None), EVERYBODY)
}

/// `over`: over a file that may be there, with these permissions.
fn publish(path: &Path, bytes: &[u8], over: Option<Option<Permissions>>, mode: u32) -> Result<File, Error> {
    let folder = folder_of(path);
    make_folder(folder)?;
    sweep(folder);
    let aside = written_aside(folder, bytes, mode)?;
    let file = match over {
        None => match aside.persist_noclobber(path) {
            Ok(file) => file,
            // Some file systems know no way to rename that spares what is there.
            Err(failed) if failed.error.kind() != ErrorKind::AlreadyExists && !path.exists() => {
                failed.file.persist(path)?
            }
            Err(failed) => return Err(failed.error),
        },
        Some(permissions) => {
            if let Some(permissions) = permissions {
                aside.as_file().set_permissions(permissions)?;
            }
            aside.persist(path)?
        }
    };
    sync_folder(folder)?;
    Ok(file)
}

fn written_aside(folder: &Path, bytes: &[u8], mode: u32) -> Result<NamedTempFile, Error> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    let mut aside = builder.tempfile_in(folder)?;
    // Who sweeps up spares what is locked.
    fs4::fs_std::FileExt::try_lock_exclusive(aside.as_file())?;
    aside.write_all(bytes)?;
    aside.as_file().sync_all()?;
    Ok(aside)
}

/// The folder a file lies in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a folder and those above it, durably.
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

/// Makes new names in a folder durable, where the platform needs that.
fn sync_folder(folder: &Path) -> Result<(), Error> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|f| f.sync_all()) {
        // Some file systems cannot sync a folder; there is no other way to do it there.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

/// Removes what crashed programs left lying aside in a folder.
pub(super) fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_aside = name.to_str().is_some_and(|n| n.starts_with(PREFIX) && n.ends_with(SUFFIX))
            // To open a pipe of this name is to wait.
            && entry.file_type().is_ok_and(|of| of.is_file());
        let is_left = || {
            File::options().write(true).open(entry.path()).and_then(|f| fs4::fs_std::FileExt::try_lock_exclusive(&f))
        };
        if is_aside && matches!(is_left(), Ok(true)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
