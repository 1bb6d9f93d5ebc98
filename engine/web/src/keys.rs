//! The secret keys of links. A key file next to the record stores them, so that links still work when somebody serves
//! the game again.

use cardwright_state::board::Rename;
use rand::TryRng;
use rand::rngs::SysRng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The length of a key in bytes. Its text has two hexadecimal digits for each byte.
const BYTES: usize = 16;

/// The extension of a key file. The name of a key file is the whole name of the record and this extension, such as
/// `game.cwr.seats`, so no two records share a key file.
const EXTENSION: &str = "seats";
/// The extension of a record. Older versions replaced it by [`EXTENSION`] to name the key file: `game.seats`.
const RECORD_EXTENSION: &str = "cwr";

/// A file larger than this is not a key file.
const MAX_FILE_BYTES: u64 = 64 << 10;

/// Keys by name. The name is the id of a side, `desk` for the host, or `watch` for spectators. The names `desk` and
/// `watch` cannot change, because existing key files contain them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys(BTreeMap<String, String>);

/// An error while loading or making keys.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The system provides no random numbers.
    #[error("the system provides no random numbers for keys ({0})")]
    Random(String),
    /// The key file cannot be read or written.
    #[error("cannot {operation} the links in {}: {source}", .path.display())]
    File {
        /// The key file.
        path: PathBuf,
        /// `read` or `write`.
        operation: &'static str,
        /// The error of the operating system.
        source: Error,
    },
    /// The record has the extension of a key file.
    #[error("a record may not be named {}: files that end in `.seats` hold the links of a record", .0.display())]
    ReservedName(PathBuf),
    /// The key file is invalid.
    #[error("{} holds no links ({source}): remove it, and the server makes new ones", .path.display())]
    InvalidFile {
        /// The key file.
        path: PathBuf,
        /// The problem.
        source: Error,
    },
}

impl Keys {
    /// Makes new random keys.
    ///
    /// # Errors
    /// The system provides no random numbers.
    pub fn generate<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Keys, KeysError> {
        let mut keys = Keys(BTreeMap::new());
        keys.add_missing(names, &[])?;
        Ok(keys)
    }

    /// Loads the keys in the key file of a record. Makes a key for each name without a key, and writes it to the file. A
    /// side that had another id keeps its key.
    ///
    /// # Errors
    /// The file cannot be read or written, or is invalid.
    pub fn load<'a>(
        record: &Path,
        names: impl IntoIterator<Item = &'a str>,
        renames: &[Rename],
    ) -> Result<Keys, KeysError> {
        if record.extension().is_some_and(|extension| extension == EXTENSION) {
            return Err(KeysError::ReservedName(record.to_owned()));
        }
        let path = key_file(record);
        let file_error = |operation| {
            let path = path.clone();
            move |source| KeysError::File { path, operation, source }
        };
        rename_old_file(record, &path);
        let mut keys = match read_file(&path) {
            Ok(text) => Keys::parse(&text).map_err(|source| KeysError::InvalidFile { path: path.clone(), source })?,
            Err(error) if error.kind() == ErrorKind::NotFound => Keys(BTreeMap::new()),
            Err(error) => return Err(file_error("read")(error)),
        };
        if keys.add_missing(names, renames)? {
            keys.write(&path).map_err(file_error("write"))?;
        }
        Ok(keys)
    }

    /// Checks that the key file of a record is valid, if the file exists. Called before the record is made.
    ///
    /// # Errors
    /// Fails as [`Keys::load`] does.
    pub fn check_file(record: &Path) -> Result<(), KeysError> {
        Keys::load(record, [], &[]).map(drop)
    }

    /// Writes the key file of a record if the file is missing. Returns the path if the file was written.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write_if_missing(&self, record: &Path) -> Result<Option<PathBuf>, KeysError> {
        let path = key_file(record);
        if path.symlink_metadata().is_ok() {
            return Ok(None);
        }
        match self.write(&path) {
            Ok(()) => Ok(Some(path)),
            Err(source) => Err(KeysError::File { path, operation: "write", source }),
        }
    }

    /// Returns the key of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn parse(text: &[u8]) -> Result<Keys, Error> {
        let keys: BTreeMap<String, String> = serde_json::from_slice(text)?;
        let is_key = |key: &String| key.len() == BYTES * 2 && key.bytes().all(|b| b.is_ascii_hexdigit());
        let distinct: BTreeSet<&String> = keys.values().collect();
        match keys.values().all(is_key) {
            true if distinct.len() < keys.len() => {
                Err(Error::new(ErrorKind::InvalidData, "two seats have the same key"))
            }
            true => Ok(Keys(keys)),
            false => Err(Error::new(ErrorKind::InvalidData, "an entry is not a key")),
        }
    }

    /// Adds a key for each name without a key: the key of a former id of the side, or a new key. Returns whether any key
    /// was added.
    fn add_missing<'a>(
        &mut self,
        names: impl IntoIterator<Item = &'a str>,
        renames: &[Rename],
    ) -> Result<bool, KeysError> {
        let mut is_changed = false;
        for name in names {
            if !self.0.contains_key(name) {
                let mut former_ids = renames.iter().filter(|rename| rename.kind == "side" && rename.new == name);
                let key = former_ids.find_map(|rename| self.0.remove(&rename.old)).map_or_else(random_key, Ok)?;
                self.0.insert(name.to_owned(), key);
                is_changed = true;
            }
        }
        Ok(is_changed)
    }

    /// Writes a temporary file and renames it. Other users of the machine can read neither file at any time.
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

/// Returns the path of the key file of a record.
fn key_file(record: &Path) -> PathBuf {
    let mut name = record.as_os_str().to_owned();
    name.push(".");
    name.push(EXTENSION);
    name.into()
}

/// Renames a key file that has the name of older versions. If the renaming fails, the server makes new keys.
fn rename_old_file(record: &Path, path: &Path) {
    let old = record.with_extension(EXTENSION);
    let is_old =
        record.extension().is_some_and(|extension| extension == RECORD_EXTENSION) && record.is_file() && old.is_file();
    if is_old && path.symlink_metadata().is_err() && read_file(&old).is_ok_and(|text| Keys::parse(&text).is_ok()) {
        let _ = std::fs::rename(&old, path);
    }
}

/// Reads a key file. Opens only a regular file, because opening a pipe would block.
fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let check_regular = |is_file: bool| {
        if is_file { Ok(()) } else { Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file")) }
    };
    check_regular(path.metadata()?.is_file())?;
    let file = File::open(path)?;
    check_regular(file.metadata()?.is_file())?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MAX_FILE_BYTES {
        true => Err(Error::new(ErrorKind::InvalidData, "it is too large for a file of links")),
        false => Ok(bytes),
    }
}

/// Makes a random key.
pub(crate) fn random_key() -> Result<String, KeysError> {
    let mut bytes = [0; BYTES];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| KeysError::Random(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Hashes of keys, to check keys without storing them.
#[derive(Debug)]
pub(crate) struct KeyHashes<T>(Vec<(blake3::Hash, T)>);

impl<T: Copy> KeyHashes<T> {
    pub(crate) fn new(keys: impl IntoIterator<Item = (String, T)>) -> KeyHashes<T> {
        KeyHashes(keys.into_iter().map(|(key, value)| (blake3::hash(key.as_bytes()), value)).collect())
    }

    /// Returns the value of a key. Compares every hash in constant time, so a wrong key takes as long as a valid one.
    pub(crate) fn find(&self, key: &str) -> Option<T> {
        let hash = blake3::hash(key.as_bytes());
        self.0.iter().fold(None, |found, (other, value)| if *other == hash { Some(*value) } else { found })
    }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use cardwright_state::board::Rename;

    #[test]
    fn a_renamed_side_keeps_its_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("game.cwr");
        let old = Keys::load(&record, ["desk", "guild", "crown"], &[]).expect("keys");
        let rename = Rename { kind: "side".into(), old: "guild".into(), new: "league".into() };
        let new = Keys::load(&record, ["desk", "league", "crown"], &[rename]).expect("keys");
        assert_eq!(new.get("league"), old.get("guild"));
        assert_eq!((new.get("crown"), new.get("guild")), (old.get("crown"), None));
    }
}
