//! The data folder with the records of games. Finds a record by its id.

use crate::clock::Timestamp;
use crate::failure::Failure;
use cardwright_content::shell_word;
use cardwright_table::{ReadRecord, record};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// File extension of records.
const EXTENSION: &str = "cwr";

/// A record in the data folder.
#[derive(Debug)]
pub(crate) struct SavedGame {
    /// The file name without its extension.
    pub(crate) id: String,
    pub(crate) path: PathBuf,
    /// When the file was last written.
    pub(crate) written: SystemTime,
    /// The record, or the reason why it cannot be read.
    pub(crate) read: Result<ReadRecord, String>,
}

/// Returns the data folder: the variable `CARDWRIGHT_DATA`, or the data folder of the platform.
pub(crate) fn data_folder() -> Option<PathBuf> {
    match std::env::var_os("CARDWRIGHT_DATA").filter(|value| !value.is_empty()) {
        Some(folder) => Some(folder.into()),
        None => directories::ProjectDirs::from("", "", "cardwright").map(|dirs| dirs.data_dir().to_owned()),
    }
}

/// Returns the folder of records.
pub(crate) fn games_folder() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("games"))
}

/// Returns an unused path in the data folder for a new record.
pub(crate) fn new_record_path(game: &str) -> Result<PathBuf, Failure> {
    let folder = games_folder().ok_or_else(|| {
        Failure::File("this machine has no data folder for records: use `--record FILE` or `--no-record`".into())
    })?;
    // The name must not contain the seed, which determines every roll.
    let name = format!("{game}-{}", Timestamp::now().file_name_text());
    let mut path = folder.join(format!("{name}.{EXTENSION}"));
    let mut n = 1;
    // A broken symbolic link counts as an existing file.
    while path.symlink_metadata().is_ok() {
        n += 1;
        path = folder.join(format!("{name}-{n}.{EXTENSION}"));
    }
    Ok(path)
}

/// Returns an unused path next to a record, for a branch of the game.
pub(crate) fn branch_record_path(record: &Path) -> PathBuf {
    let stem = record.file_stem().and_then(|stem| stem.to_str()).unwrap_or("game");
    let mut n = 1;
    loop {
        let path = record.with_file_name(format!("{stem}-branch{n}.{EXTENSION}"));
        if !path.exists() {
            return path;
        }
        n += 1;
    }
}

/// Reads every record of the data folder, the most recently played first.
pub(crate) fn all() -> Vec<SavedGame> {
    let Some(entries) = games_folder().and_then(|folder| std::fs::read_dir(folder).ok()) else { return Vec::new() };
    let mut games: Vec<SavedGame> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
        .filter_map(|path| {
            let id = path.file_stem()?.to_str()?.to_owned();
            let written = std::fs::metadata(&path).and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            Some(SavedGame { id, written, read: record::read(&path).map_err(|e| e.to_string()), path })
        })
        .collect();
    games.sort_by(|a, b| (b.written, &b.id).cmp(&(a.written, &a.id)));
    games
}

/// Returns the argument with which `--resume` finds a record: its id if that is enough, otherwise its path.
pub(crate) fn resume_name(path: &Path) -> String {
    let is_in_folder = path.extension().is_some_and(|e| e == EXTENSION) && path.parent() == games_folder().as_deref();
    let id = path.file_stem().and_then(|stem| stem.to_str()).filter(|id| is_in_folder && is_plain(id));
    id.map_or_else(|| shell_word(path), str::to_owned)
}

/// Whether an id needs no quotes in a shell and is not mistaken for an option or `last`.
fn is_plain(id: &str) -> bool {
    id != LAST && !id.starts_with('-') && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// The word for the most recently played game.
const LAST: &str = "last";

/// The file in the data folder with the name of the record that was played last. The times of files are not enough,
/// because a copy or a restored backup changes them.
const LAST_FILE: &str = "last-game";

/// Stores which record is played now. Does nothing for a record outside of the data folder.
pub(crate) fn remember_last(record: Option<&Path>) {
    let record = record.filter(|path| path.parent() == games_folder().as_deref());
    let name = record.and_then(Path::file_name).and_then(|name| name.to_str());
    if let (Some(name), Some(folder)) = (name, data_folder()) {
        let _ = record::replace_name(&folder.join(LAST_FILE), name.as_bytes());
    }
}

/// Returns the record that was played last, or the most recently written one.
fn last() -> Option<PathBuf> {
    let name = data_folder().and_then(|folder| std::fs::read_to_string(folder.join(LAST_FILE)).ok());
    let games = all();
    let named = games.iter().position(|game| game.path.file_name().and_then(|n| n.to_str()) == name.as_deref());
    games.into_iter().nth(named.unwrap_or(0)).map(|game| game.path)
}

/// Finds a record by file name, `last`, id or beginning of an id.
pub(crate) fn find(name: &str) -> Result<PathBuf, Failure> {
    if name == LAST {
        return last()
            .ok_or_else(|| Failure::Usage("there is no last game: no record is in the data folder yet".into()));
    }
    let path = PathBuf::from(name);
    if path.is_dir() {
        return Err(Failure::Usage(format!(
            "`{name}` is a folder: name a record in it, a file that ends in `.{EXTENSION}`"
        )));
    }
    let looks_like_file = path.extension().is_some_and(|e| e == EXTENSION) || name.contains(['/', '\\']);
    if path.is_file() || looks_like_file {
        return Ok(path);
    }
    if path.exists() {
        return Err(Failure::Usage(format!("`{name}` is not a regular file: copy its contents into a file")));
    }
    let ids: Vec<(String, PathBuf)> = all().into_iter().map(|saved| (saved.id, saved.path)).collect();
    if let Some((_, path)) = ids.iter().find(|(id, _)| id == name) {
        return Ok(path.clone());
    }
    let matches: Vec<&(String, PathBuf)> = ids.iter().filter(|(id, _)| id.starts_with(name)).collect();
    match matches.as_slice() {
        [(_, path)] => Ok(path.clone()),
        [] => Err(Failure::unknown("file or game", name, ids.iter().map(|(id, _)| id.as_str()))),
        several => {
            let ids: Vec<&str> = several.iter().map(|(id, _)| id.as_str()).collect();
            Err(Failure::Usage(format!(
                "`{name}` matches several games: {}. Type more of the id",
                crate::failure::quoted_list(&ids)
            )))
        }
    }
}
