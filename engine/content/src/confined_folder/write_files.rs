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
    /// The text that it replaces. `None` means that the file must not exist yet.
    pub old_text: Option<String>,
}

impl ConfinedFolder {
    /// Writes files, and creates missing folders. Gives the paths of the files.
    ///
    /// # Errors
    /// Everything that prevents writing; then nothing is written. If a write fails nevertheless, the files and folders
    /// written before it are removed again.
    pub fn write_files(&self, files: &[FileWrite]) -> Result<Vec<PathBuf>, Vec<Diagnostic>> {
        let problems: Vec<Diagnostic> = files.iter().filter_map(|file| self.obstacle(file)).map(|it| *it).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let (mut written, mut made) = (Vec::new(), Vec::new());
        for (at, file) in files.iter().enumerate() {
            let mode = if file.old_text.is_some() { WriteMode::Replace } else { WriteMode::CreateNew };
            match self.write_with(&file.path, &file.text, mode, &mut made) {
                Ok(shown) => written.push(shown),
                Err(problem) => {
                    self.roll_back(&files[..at], &made);
                    return Err(vec![*problem]);
                }
            }
        }
        Ok(written)
    }

    /// What would prevent writing a file, as far as can be checked beforehand.
    fn obstacle(&self, file: &FileWrite) -> Option<Box<Diagnostic>> {
        let shown = self.display_path(&file.path);
        if let Err(why) = check_relative(&file.path) {
            return Some(unwritable(&shown, why));
        }
        let (mut at, mut parts) = (self.root.clone(), file.path.split('/').peekable());
        while let Some(part) = parts.next() {
            at.push(part);
            let is_last = parts.peek().is_none();
            let Ok(there) = at.symlink_metadata() else { break };
            let is_allowed = if is_last { file.old_text.is_some() && there.is_file() } else { there.is_dir() };
            if !is_allowed {
                return Some(obstacle_error(&shown, &at, &there, is_last));
            }
        }
        let old = file.old_text.as_ref()?;
        match self.read(&file.path) {
            Ok(now) if now.as_ref() == Some(old) => None,
            Ok(_) => Some(Box::new(unwritable(&shown, "it has changed in the meantime").help("try again"))),
            Err(problem) => Some(problem),
        }
    }

    /// Undoes writes as far as possible, and removes the folders created for them.
    fn roll_back(&self, written: &[FileWrite], made: &[PathBuf]) {
        for file in written {
            let _ = match &file.old_text {
                Some(old) => self.write(&file.path, old).is_ok(),
                None => std::fs::remove_file(self.root.join(&file.path)).is_ok(),
            };
        }
        for folder in made.iter().rev() {
            let _ = std::fs::remove_dir(folder); // removes empty folders only
        }
    }
}
