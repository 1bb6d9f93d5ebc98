//! Files that people name at the prompt.

use super::session::Session;
use cardwright_table::record::write_new;
use std::path::{Path, PathBuf};

/// Writes a file that is not there yet, and says so; `what` begins the sentence.
pub(crate) fn write(session: &mut Session, path: &Path, text: &str, what: &str) {
    match write_new(path, text.as_bytes()).map(drop) {
        Ok(()) => session.done(format!("{what} in {}", path.display())),
        Err(error) => session.refuse(format!("cannot write {}: {error}", path.display())),
    }
}

/// The file that a command is to write: none is there yet, but its folder is.
pub(crate) fn new_file(session: &mut Session, file: &str, command: &str) -> Option<PathBuf> {
    let path = free_path(session, file, command)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(missing) = folder.filter(|folder| !folder.is_dir()) {
        session.refuse(format!("there is no folder {}; make it first, or name another", missing.display()));
        return None;
    }
    Some(path)
}

/// A path at which there is no file yet.
pub(crate) fn free_path(session: &mut Session, file: &str, command: &str) -> Option<PathBuf> {
    if file.is_empty() {
        session.refuse(format!("`{command}` takes a file"));
        return None;
    }
    let path = home(file);
    if path.exists() {
        session.refuse(format!("{} exists already; name another file", path.display()));
        return None;
    }
    Some(path)
}

/// A path as people type it: `~/` is the home folder.
pub(crate) fn home(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), directories::UserDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => PathBuf::from(file),
    }
}
