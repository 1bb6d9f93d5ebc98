//! Where games are kept, and finding them again.

use crate::clock::Moment;
use crate::failure::Failure;
use cardwright_table::{ReadRecord, record};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What records' files end in.
const ENDING: &str = "cwr";

/// A record in the data folder.
#[derive(Debug)]
pub(crate) struct Saved {
    /// What it is called: its file's name without the ending.
    pub(crate) id: String,
    /// Its file.
    pub(crate) path: PathBuf,
    /// When it was last written.
    pub(crate) written: SystemTime,
    /// What it says, or why it cannot be read.
    pub(crate) read: Result<ReadRecord, String>,
}

/// The program's data folder.
pub(crate) fn data() -> Option<PathBuf> {
    match std::env::var_os("CARDWRIGHT_DATA").filter(|v| !v.is_empty()) {
        Some(folder) => Some(folder.into()),
        None => directories::ProjectDirs::from("", "", "cardwright").map(|dirs| dirs.data_dir().to_owned()),
    }
}

/// The folder of records.
pub(crate) fn folder() -> Option<PathBuf> {
    data().map(|d| d.join("games"))
}

/// A file for a new record.
pub(crate) fn fresh(game: &str) -> Result<PathBuf, Failure> {
    let folder = folder().ok_or_else(|| {
        Failure::File("this machine has no data folder to keep games in: use `--record FILE` or `--no-record`".into())
    })?;
    // Without the seed: who reads the name shall not know what every die will give.
    let name = format!("{game}-{}", Moment::now().digits());
    let mut path = folder.join(format!("{name}.{ENDING}"));
    let mut n = 1;
    // A link that leads nowhere is something too.
    while path.symlink_metadata().is_ok() {
        n += 1;
        path = folder.join(format!("{name}-{n}.{ENDING}"));
    }
    Ok(path)
}

/// A file beside a record for a branch of it.
pub(crate) fn branch(of: &Path) -> PathBuf {
    let stem = of.file_stem().and_then(|s| s.to_str()).unwrap_or("game");
    let mut n = 1;
    loop {
        let path = of.with_file_name(format!("{stem}-branch{n}.{ENDING}"));
        if !path.exists() {
            return path;
        }
        n += 1;
    }
}

/// Every record of the data folder, the one played last first.
pub(crate) fn all() -> Vec<Saved> {
    let Some(entries) = folder().and_then(|f| std::fs::read_dir(f).ok()) else { return Vec::new() };
    let mut all: Vec<Saved> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ENDING))
        .filter_map(|path| {
            let id = path.file_stem()?.to_str()?.to_owned();
            let written = std::fs::metadata(&path).and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            Some(Saved { id, written, read: record::read(&path).map_err(|e| e.to_string()), path })
        })
        .collect();
    all.sort_by(|a, b| (b.written, &b.id).cmp(&(a.written, &a.id)));
    all
}

/// What a record is called for `--resume`: its id where that finds it, else its path.
pub(crate) fn called(path: &Path) -> String {
    let is_kept = path.extension().is_some_and(|e| e == ENDING) && path.parent() == folder().as_deref();
    let id = path.file_stem().and_then(|stem| stem.to_str()).filter(|id| is_kept && is_plain(id));
    id.map_or_else(|| path.display().to_string(), str::to_owned)
}

/// Whether a shell reads it as one word as it is.
fn is_plain(id: &str) -> bool {
    id != LAST && !id.starts_with('-') && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// The word for the game that was played last.
const LAST: &str = "last";

/// The record a person means: a file, `last`, an id, or the beginning of one.
pub(crate) fn find(name: &str) -> Result<PathBuf, Failure> {
    if name == LAST {
        let last = all().into_iter().next().map(|saved| saved.path);
        return last.ok_or_else(|| Failure::Usage("no game has been kept yet: there is no last one".into()));
    }
    let path = PathBuf::from(name);
    let looks_like_a_file = path.extension().is_some_and(|e| e == ENDING) || name.contains(['/', '\\']);
    if path.is_file() || looks_like_a_file {
        return Ok(path);
    }
    if path.is_dir() {
        return Err(Failure::Usage(format!(
            "`{name}` is a folder: name a record in it, a file that ends in `.{ENDING}`"
        )));
    }
    if path.exists() {
        return Err(Failure::Usage(format!("`{name}` is no file that can be read twice: copy what it gives into one")));
    }
    let ids: Vec<(String, PathBuf)> = all().into_iter().map(|s| (s.id, s.path)).collect();
    if let Some((_, path)) = ids.iter().find(|(id, _)| id == name) {
        return Ok(path.clone());
    }
    let begun: Vec<&(String, PathBuf)> = ids.iter().filter(|(id, _)| id.starts_with(name)).collect();
    match begun.as_slice() {
        [(_, path)] => Ok(path.clone()),
        [] => Err(Failure::unknown("file or game", name, ids.iter().map(|(id, _)| id.as_str()))),
        several => {
            let ids: Vec<&str> = several.iter().map(|(id, _)| id.as_str()).collect();
            Err(Failure::Usage(format!("`{name}` begins several games: {}", crate::failure::listed(&ids))))
        }
    }
}
