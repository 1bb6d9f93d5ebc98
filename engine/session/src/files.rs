//! Reads the file names that people type at the prompt, and writes the files.

use cardwright_table::record::write_new;
use std::path::{Path, PathBuf};

/// Writes a new file. Returns a sentence that begins with `contents`: `"the scenario is in mine.toml"`.
pub(crate) fn write(path: &Path, text: &str, contents: &str) -> Result<String, String> {
    match write_new(path, text.as_bytes()) {
        Ok(_) => Ok(format!("{contents} in {}", path.display())),
        Err(error) => Err(format!("cannot write {}: {error}", path.display())),
    }
}

/// Returns the path at which `command` is to write a file. Fails if the file exists, or if its folder does not.
pub(crate) fn new_file(file: &str, command: &str) -> Result<PathBuf, String> {
    let path = free_path(file, command)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(missing) => Err(format!("there is no folder {}; make it first, or name another", missing.display())),
        None => Ok(path),
    }
}

/// Returns the path that a player typed after `command`. Fails if a file exists at the path.
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

/// Converts a path as people type it: replaces a leading `~/` by the home folder.
pub fn home(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), directories::UserDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => PathBuf::from(file),
    }
}
