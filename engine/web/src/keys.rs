//! The secrets of links: who knows one sits there. They lie beside the record, so that a link holds when the game is served again.

use rand::TryRng;
use rand::rngs::SysRng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of a secret.
const BYTES: usize = 16;

/// What the file of keys ends in, after all of the record's name: records that differ in their ending alone have each their own.
const ENDING: &str = "seats";
/// What a record of a data folder ends in: in its place stood the ending of its keys once.
const RECORD: &str = "cwr";

/// Bytes of a file of keys: larger ones are none.
const LARGEST: u64 = 64 << 10;

/// Keys by what they are for: `desk`, `watch`, or the id of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys(BTreeMap<String, String>);

/// Why there are no keys.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The system gives no randomness.
    #[error("the system gives no random keys ({0})")]
    Random(String),
    /// The file beside the record cannot be used.
    #[error("cannot {doing} the links in {}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `read` or `write`.
        doing: &'static str,
        /// Why.
        source: Error,
    },
    /// The record is called as a file of links is.
    #[error("a record may not be called {}: what ends in `.seats` are the links beside one", .0.display())]
    Seats(PathBuf),
    /// The file beside the record holds no links.
    #[error("{} holds no links ({source}): remove it, and new ones are made", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Error,
    },
}

impl Keys {
    /// Keys nobody has had before.
    ///
    /// # Errors
    /// The system gives no randomness.
    pub fn fresh<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Keys, KeysError> {
        let mut keys = Keys(BTreeMap::new());
        keys.complete(names)?;
        Ok(keys)
    }

    /// The keys that lie beside a record, with fresh ones for what has none; they are written there.
    ///
    /// # Errors
    /// The file cannot be read or written, or is none of keys.
    pub fn beside<'a>(record: &Path, names: impl IntoIterator<Item = &'a str>) -> Result<Keys, KeysError> {
        if record.extension().is_some_and(|ending| ending == ENDING) {
            return Err(KeysError::Seats(record.to_owned()));
        }
        let path = beside(record);
        let failed = |doing| {
            let path = path.clone();
            move |source| KeysError::File { path, doing, source }
        };
        take_over(record, &path);
        let mut keys = match bytes(&path) {
            Ok(text) => Keys::read(&text).map_err(|source| KeysError::Broken { path: path.clone(), source })?,
            Err(error) if error.kind() == ErrorKind::NotFound => Keys(BTreeMap::new()),
            Err(error) => return Err(failed("read")(error)),
        };
        if keys.complete(names)? {
            keys.write(&path).map_err(failed("write"))?;
        }
        Ok(keys)
    }

    /// Whether a record may be made here: what lies beside it already, if anything, holds links.
    ///
    /// # Errors
    /// As [`Keys::beside`].
    pub fn may_lie_beside(record: &Path) -> Result<(), KeysError> {
        Keys::beside(record, []).map(drop)
    }

    /// Writes them beside a record, if none lie there; where, if so.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn lay_beside(&self, record: &Path) -> Result<Option<PathBuf>, KeysError> {
        let path = beside(record);
        if path.symlink_metadata().is_ok() {
            return Ok(None);
        }
        match self.write(&path) {
            Ok(()) => Ok(Some(path)),
            Err(source) => Err(KeysError::File { path, doing: "write", source }),
        }
    }

    /// The key of a name.
    pub fn of(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn read(text: &[u8]) -> Result<Keys, Error> {
        let keys: BTreeMap<String, String> = serde_json::from_slice(text)?;
        let is_key = |key: &String| key.len() == BYTES * 2 && key.bytes().all(|b| b.is_ascii_hexdigit());
        let different: BTreeSet<&String> = keys.values().collect();
        match keys.values().all(is_key) {
            true if different.len() < keys.len() => {
                Err(Error::new(ErrorKind::InvalidData, "one key is there for two seats"))
            }
            true => Ok(Keys(keys)),
            false => Err(Error::new(ErrorKind::InvalidData, "it holds what is no key")),
        }
    }

    /// Adds what is missing; whether anything was.
    fn complete<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> Result<bool, KeysError> {
        let mut is_new = false;
        for name in names {
            if !self.0.contains_key(name) {
                self.0.insert(name.to_owned(), secret()?);
                is_new = true;
            }
        }
        Ok(is_new)
    }

    /// Written aside and moved into place, readable for nobody else from its first byte.
    fn write(&self, path: &Path) -> Result<(), Error> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?; // Its mode is 0600.
        file.write_all(serde_json::to_string_pretty(&self.0)?.as_bytes())?;
        file.write_all(b"\n")?;
        file.as_file().sync_data()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Where the keys of a record lie.
fn beside(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".");
    name.push(ENDING);
    name.into()
}

/// Keys that lie where they lay before they had all of the record's name are moved to where they belong. Where that cannot be, there are
/// new ones.
fn take_over(record: &Path, path: &Path) {
    let old = record.with_extension(ENDING);
    let is_old = record.extension().is_some_and(|ending| ending == RECORD) && record.is_file() && old.is_file();
    if is_old && path.symlink_metadata().is_err() && bytes(&old).is_ok_and(|text| Keys::read(&text).is_ok()) {
        let _ = std::fs::rename(&old, path);
    }
}

/// All of a file that may be one of keys. What is no plain file is not opened: to open a pipe is to wait.
fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let is_plain = |is: bool| if is { Ok(()) } else { Err(Error::new(ErrorKind::InvalidInput, "it is no plain file")) };
    is_plain(path.metadata()?.is_file())?;
    let file = File::open(path)?;
    is_plain(file.metadata()?.is_file())?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST {
        true => Err(Error::new(ErrorKind::InvalidData, "it is larger than any file of links")),
        false => Ok(bytes),
    }
}

/// A secret that nobody can guess.
pub(crate) fn secret() -> Result<String, KeysError> {
    let mut bytes = [0; BYTES];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| KeysError::Random(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// What is left of keys to compare with: their hashes.
#[derive(Debug)]
pub(crate) struct Locks<T>(Vec<(blake3::Hash, T)>);

impl<T: Copy> Locks<T> {
    pub(crate) fn new(keys: impl IntoIterator<Item = (String, T)>) -> Locks<T> {
        Locks(keys.into_iter().map(|(key, to)| (blake3::hash(key.as_bytes()), to)).collect())
    }

    /// What a key opens. It takes as long for a wrong key as for a right one: all are compared, each in constant time.
    pub(crate) fn opened_by(&self, key: &str) -> Option<T> {
        let hash = blake3::hash(key.as_bytes());
        self.0.iter().fold(None, |found, (lock, to)| if *lock == hash { Some(*to) } else { found })
    }
}
