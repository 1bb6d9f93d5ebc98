//! Several files written as one deed: all of them, or nothing is as it was not.

use super::{Confined, Place, in_the_way, stays_within, unwritable};
use crate::diagnostic::Diagnostic;
use std::path::PathBuf;

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToWrite {
    /// Its path within the folder, with `/`.
    pub path: String,
    /// What is to stand in it.
    pub text: String,
    /// What stands in it now, which is replaced; none where nothing may lie there.
    pub instead_of: Option<String>,
}

impl Confined {
    /// Writes files and makes the folders above them. Gives the files.
    ///
    /// # Errors
    /// All that stands in the way: then nothing is written. Where one cannot be written after all, those before it, and the
    /// folders made for them, are taken away again.
    pub fn write_at_once(&self, files: &[ToWrite]) -> Result<Vec<PathBuf>, Vec<Diagnostic>> {
        let problems: Vec<Diagnostic> = files.iter().filter_map(|file| self.obstacle(file)).map(|it| *it).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let (mut written, mut made) = (Vec::new(), Vec::new());
        for (at, file) in files.iter().enumerate() {
            let place = if file.instead_of.is_some() { Place::MayBeTaken } else { Place::IsFree };
            match self.put(&file.path, &file.text, place, &mut made) {
                Ok(shown) => written.push(shown),
                Err(problem) => {
                    self.take_back(&files[..at], &made);
                    return Err(vec![*problem]);
                }
            }
        }
        Ok(written)
    }

    /// What keeps a file from being written, as far as that can be seen beforehand.
    fn obstacle(&self, file: &ToWrite) -> Option<Box<Diagnostic>> {
        let shown = self.shown(&file.path);
        if let Err(why) = stays_within(&file.path) {
            return Some(unwritable(&shown, why));
        }
        let (mut at, mut parts) = (self.root.clone(), file.path.split('/').peekable());
        while let Some(part) = parts.next() {
            at.push(part);
            let is_last = parts.peek().is_none();
            let Ok(there) = at.symlink_metadata() else { break };
            let is_fit = if is_last { file.instead_of.is_some() && there.is_file() } else { there.is_dir() };
            if !is_fit {
                return Some(in_the_way(&shown, &at, &there, is_last));
            }
        }
        let old = file.instead_of.as_ref()?;
        match self.read(&file.path) {
            Ok(now) if now.as_ref() == Some(old) => None,
            Ok(_) => Some(Box::new(unwritable(&shown, "it has changed meanwhile").help("try again"))),
            Err(problem) => Some(problem),
        }
    }

    /// Takes back what was written of files, as far as that goes, and the folders made for them.
    fn take_back(&self, written: &[ToWrite], made: &[PathBuf]) {
        for file in written {
            let _ = match &file.instead_of {
                Some(old) => self.write(&file.path, old).is_ok(),
                None => std::fs::remove_file(self.root.join(&file.path)).is_ok(),
            };
        }
        for folder in made.iter().rev() {
            let _ = std::fs::remove_dir(folder); // only one that is empty goes
        }
    }
}
