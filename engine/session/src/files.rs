//! Files that people name at the prompt.

use cardwright_table::record::write_new;
use std::path::{Path, PathBuf};

/// Writes a new file. `what` begins the sentence that reports it.
pub(crate) fn write(path: &Path, text: &str, what: &str) -> Result<String, String> {
    match write_new(path, text.as_bytes()) {
        Ok(_) => Ok(format!("{what} in {}", path.display())),
        Err(error) => Err(format!("cannot write {}: {error}", path.display())),
    }
}

/// The path of a file that a command is to write: no file is there, but its folder is.
pub(crate) fn new_file(file: &str, command: &str) -> Result<PathBuf, String> {
    let path = free_path(file, command)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(missing) => Err(format!("there is no folder {}; make it first, or name another", missing.display())),
        None => Ok(path),
    }
}

/// A path at which there is no file yet.
pub(crate) fn free_path(file: &str, command: &str) -> Result<PathBuf, String> {
    if file.is_empty() {
        return Err(format!("`{command}` takes a file"));
    }
    let path = home(file);
    match path.exists() {
        true => Err(format!("{} exists already; name another file", path.display())),
        false => Ok(path),
    }
}

/// A path as people type it: `~/` is the home folder.
pub fn home(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), directories::UserDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => PathBuf::from(file),
    }
}
