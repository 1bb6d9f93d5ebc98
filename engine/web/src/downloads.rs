//! Files that the host downloads. Each file has a key of its own and can be fetched once, within a minute.

use crate::keys::{KeysError, random_key};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A file is removed if nobody fetches it within this time.
const LIFETIME: Duration = Duration::from_secs(60);
/// The most files that wait at once. A further file replaces the oldest.
const MAX_FILES: usize = 4;

/// A file to download.
pub(crate) struct Download {
    /// The file name: letters, digits, `-`, `_` and `.`.
    pub(crate) name: String,
    pub(crate) media_type: &'static str,
    pub(crate) bytes: Vec<u8>,
}

/// The files that wait to be fetched.
#[derive(Default)]
pub(crate) struct Downloads(Mutex<Vec<Waiting>>);

struct Waiting {
    key_hash: blake3::Hash,
    until: Instant,
    download: Download,
}

impl fmt::Debug for Downloads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Downloads")
    }
}

impl Download {
    /// Creates a file to download. In the name, characters that a header or a file system could misread become `-`.
    pub(crate) fn new(name: &str, media_type: &'static str, bytes: Vec<u8>) -> Download {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
        Download { name: name.chars().map(plain).collect(), media_type, bytes }
    }
}

impl Downloads {
    /// Locks the list of files and removes the files that nobody fetched in time.
    fn waiting(&self, now: Instant) -> MutexGuard<'_, Vec<Waiting>> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|it| it.until > now);
        waiting
    }

    /// Stores a file and returns its key.
    pub(crate) fn add(&self, download: Download) -> Result<String, KeysError> {
        self.add_at(download, Instant::now())
    }

    fn add_at(&self, download: Download, now: Instant) -> Result<String, KeysError> {
        let key = random_key()?;
        let mut waiting = self.waiting(now);
        if waiting.len() >= MAX_FILES {
            waiting.remove(0);
        }
        waiting.push(Waiting { key_hash: blake3::hash(key.as_bytes()), until: now + LIFETIME, download });
        Ok(key)
    }

    /// Removes and returns the file of a key. Compares the key with the key of every file, each in constant time, so a
    /// wrong key takes as long as a valid one.
    pub(crate) fn fetch(&self, key: &str) -> Option<Download> {
        self.fetch_at(key, Instant::now())
    }

    fn fetch_at(&self, key: &str, now: Instant) -> Option<Download> {
        let hash = blake3::hash(key.as_bytes());
        let mut waiting = self.waiting(now);
        let find = |found, (index, entry): (usize, &Waiting)| if entry.key_hash == hash { Some(index) } else { found };
        let index = waiting.iter().enumerate().fold(None, find)?;
        Some(waiting.remove(index).download)
    }
}

#[cfg(test)]
mod tests {
    use super::{Download, Downloads, LIFETIME, MAX_FILES};
    use std::time::{Duration, Instant};

    fn download(name: &str) -> Download {
        Download::new(name, "text/plain", name.as_bytes().to_vec())
    }

    #[test]
    fn a_file_is_fetched_once_and_in_time() {
        let (downloads, now) = (Downloads::default(), Instant::now());
        let key = downloads.add_at(download("a"), now).unwrap();
        assert_eq!(key.len(), 32, "128 bits");
        assert!(downloads.fetch_at(&key[1..], now).is_none() && downloads.fetch_at("", now).is_none());
        assert_eq!(downloads.fetch_at(&key, now).unwrap().bytes, b"a");
        assert!(downloads.fetch_at(&key, now).is_none(), "the key is used up");
        let late_key = downloads.add_at(download("b"), now).unwrap();
        assert!(downloads.fetch_at(&late_key, now + LIFETIME + Duration::from_millis(1)).is_none());
    }

    #[test]
    fn a_further_file_replaces_the_oldest_and_file_names_are_plain() {
        let (downloads, now) = (Downloads::default(), Instant::now());
        let keys: Vec<String> =
            (0..=MAX_FILES).map(|n| downloads.add_at(download(&n.to_string()), now).unwrap()).collect();
        assert!(downloads.fetch_at(&keys[0], now).is_none(), "the oldest is replaced");
        assert_eq!(downloads.fetch_at(&keys[MAX_FILES], now).unwrap().bytes, MAX_FILES.to_string().as_bytes());
        assert_eq!(download("my \"game\"\r\n/x.cwr").name, "my--game----x.cwr");
    }
}
