//! Writes several files as one transaction: all of them, or none.

use super::{ConfinedFolder, WriteMode, check_relative, obstacle_error, unwritable};
use crate::diagnostic::Diagnostic;
use std::path::PathBuf;

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileWrite {
    /// Path within the folder, with `/`.
    pub path: String,
    /// The new text.
    pub text: String,
    /// The text that the new text replaces. `None` means that the file must not exist yet.
    pub old_text: Option<String>,
}

impl ConfinedFolder {
    /// Writes files, and creates missing folders. Returns the paths of the files as messages show them.
    ///
    /// # Errors
    /// Returns all obstacles if anything prevents the writes, and writes nothing. If a write fails nevertheless,
    /// returns its error and undoes the writes before it.
    pub fn write_files(&self, files: &[FileWrite]) -> Result<Vec<PathBuf>, Vec<Diagnostic>> {
        let problems: Vec<Diagnostic> =
            files.iter().filter_map(|file| self.find_obstacle(file)).map(|problem| *problem).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let (mut written, mut created_folders) = (Vec::new(), Vec::new());
        for (index, file) in files.iter().enumerate() {
            let mode = if file.old_text.is_some() { WriteMode::Replace } else { WriteMode::CreateNew };
            match self.write_with(&file.path, &file.text, mode, &mut created_folders) {
                Ok(shown_path) => written.push(shown_path),
                Err(problem) => {
                    self.roll_back(&files[..index], &created_folders);
                    return Err(vec![*problem]);
                }
            }
        }
        Ok(written)
    }

    /// Returns what would prevent writing a file, as far as a check beforehand can tell.
    fn find_obstacle(&self, file: &FileWrite) -> Option<Box<Diagnostic>> {
        let shown_path = self.display_path(&file.path);
        if let Err(why) = check_relative(&file.path) {
            return Some(unwritable(&shown_path, why));
        }
        let (mut current, mut parts) = (self.root.clone(), file.path.split('/').peekable());
        while let Some(part) = parts.next() {
            current.push(part);
            let is_last = parts.peek().is_none();
            let Ok(metadata) = current.symlink_metadata() else { break };
            let is_allowed = if is_last { file.old_text.is_some() && metadata.is_file() } else { metadata.is_dir() };
            if !is_allowed {
                return Some(obstacle_error(&shown_path, &current, &metadata, is_last));
            }
        }
        let old_text = file.old_text.as_ref()?;
        match self.read(&file.path) {
            Ok(current_text) if current_text.as_ref() == Some(old_text) => None,
            Ok(_) => Some(Box::new(unwritable(&shown_path, "it has changed in the meantime").help("try again"))),
            Err(problem) => Some(problem),
        }
    }

    /// Undoes writes as far as possible, and removes the folders created for them.
    fn roll_back(&self, written: &[FileWrite], created_folders: &[PathBuf]) {
        for file in written {
            let _ = match &file.old_text {
                Some(old_text) => self.write(&file.path, old_text).is_ok(),
                None => std::fs::remove_file(self.root.join(&file.path)).is_ok(),
            };
        }
        for folder in created_folders.iter().rev() {
            let _ = std::fs::remove_dir(folder); // removes empty folders only
        }
    }
}
