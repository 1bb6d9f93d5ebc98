//! The contents that records name. Each content is one file in a folder next to the records, named by its hash.

use super::read::bytes;
use super::{RecordError, atomic_file, is_content_hash};
use cardwright_content::PackSource;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The folder `content` next to a record.
#[derive(Debug, Clone)]
pub struct Contents(PathBuf);

#[derive(Serialize, Deserialize)]
struct StoredContent {
    packs: Vec<StoredPack>,
}
#[derive(Serialize, Deserialize)]
struct StoredPack {
    id: String,
    files: Vec<(String, String)>,
}

impl Contents {
    /// The folder next to this record.
    pub fn for_record(record: &Path) -> Contents {
        Contents(record.parent().unwrap_or(Path::new(".")).join("content"))
    }
    /// The file of the content with this hash.
    pub fn path(&self, hash: &str) -> PathBuf {
        self.0.join(format!("{hash}.json"))
    }
    /// Stores the files of the packs under the content's hash, unless an intact copy exists. `files` gives the pack id,
    /// the path and the text of each file, pack by pack.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn store<'a>(
        &self,
        hash: &str,
        files: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Result<(), RecordError> {
        let mut stored = StoredContent { packs: Vec::new() };
        for (pack, file, text) in files {
            match stored.packs.last_mut() {
                Some(last) if last.id == pack => last.files.push((file.to_owned(), text.to_owned())),
                _ => stored
                    .packs
                    .push(StoredPack { id: pack.to_owned(), files: vec![(file.to_owned(), text.to_owned())] }),
            }
        }
        let path = self.path(hash);
        atomic_file::sweep(&self.0);
        let text = serde_json::to_string(&stored).unwrap_or_default();
        if bytes(&path).is_ok_and(|stored| stored == text.as_bytes()) {
            return Ok(());
        }
        atomic_file::replace_name(&path, text.as_bytes()).map(drop).map_err(RecordError::writing(&path))
    }
    /// The ids of a content's packs in layering order. `None` if the content is not stored.
    pub fn ids(&self, hash: &str) -> Option<Vec<String>> {
        let stored = self.load(hash).ok()?;
        Some(stored.packs.into_iter().map(|pack| pack.id).collect())
    }
    /// Reads the packs of a stored content. Does not check the hash: the caller computes it when loading the packs.
    ///
    /// # Errors
    /// The content is not stored, or its file is damaged.
    pub fn packs(&self, hash: &str) -> Result<Vec<PackSource>, RecordError> {
        Ok(self
            .load(hash)?
            .packs
            .into_iter()
            .map(|mut pack| {
                // Without `pack.toml` a pack would count as the base pack.
                if !pack.files.iter().any(|(path, _)| path == "pack.toml") && pack.id != "base" {
                    pack.files.push((
                        "pack.toml".into(),
                        format!("id = \"{}\"\nname = \"{}\"\nversion = \"0.0.0\"\n", pack.id, pack.id),
                    ));
                }
                PackSource::Memory(pack.files)
            })
            .collect())
    }
    fn load(&self, hash: &str) -> Result<StoredContent, RecordError> {
        let path = Some(self.path(hash)).filter(|_| is_content_hash(hash));
        let text = path.and_then(|path| bytes(&path).ok());
        let text = text.ok_or_else(|| self.error(hash, "are not next to the record"))?;
        serde_json::from_slice(&text).map_err(|_| self.damaged(hash))
    }
    /// The error for a stored content that has changed.
    pub fn damaged(&self, hash: &str) -> RecordError {
        self.error(hash, "are damaged")
    }
    fn error(&self, hash: &str, problem: &'static str) -> RecordError {
        RecordError::Content { path: self.path(hash).display().to_string(), problem }
    }
}
