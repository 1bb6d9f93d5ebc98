//! The file of a game: a header and one checksummed line per event, durable before the event is
//! shown as done. Every content it names is kept beside it, once, by hash.
//!
//! A line is a JSON object, a tab, and the first 8 hex digits of the BLAKE3 of the object's text.

use cardwright_content::PackSource;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The version of the format this engine writes.
pub const FORMAT: u32 = 1;

/// What a record begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The format's version.
    pub cardwright_record: u32,
    /// The engine that wrote it.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// Options that differ from the scenario's.
    pub options: Vec<(String, String)>,
    /// The seed of all chance.
    pub seed: u64,
    /// Packs in layering order: id, version, hash.
    pub packs: Vec<(String, String, String)>,
    /// The hash of the content it began on.
    pub content: String,
    /// When the game began, as the command knew it: for listings only.
    #[serde(default)]
    pub began: String,
    /// The full hash of the position after set-up.
    pub hash: String,
}

/// Something that happened at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A side answered a choice with a row.
    Answer {
        /// The side.
        side: String,
        /// The row's text.
        row: String,
        /// Chance given by hand: faces and card ids, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given: Vec<String>,
    },
    /// A side used what stood open for it beside the choice of another.
    Standing {
        /// The side.
        side: String,
        /// The row's text.
        row: String,
        /// Chance given by hand: faces and card ids, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        given: Vec<String>,
    },
    /// The position was altered from outside.
    Adjust {
        /// In notation.
        text: String,
    },
    /// The game went (back) to the position after another event.
    Goto {
        /// That event; 0 is the start.
        to: usize,
    },
    /// Who sits where.
    Seats {
        /// Side and kind of seat.
        seats: Vec<(String, String)>,
    },
    /// A side gave up.
    Resign {
        /// The side.
        side: String,
    },
    /// The content changed.
    Content {
        /// The new content's hash.
        content: String,
        /// The position it took over, as the engine saves it.
        position: String,
    },
}

/// One line of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub n: usize,
    /// The event in whose position it happened; 0 is the start.
    pub parent: usize,
    /// What happened.
    pub event: Event,
    /// The full hash it led to.
    pub hash: String,
}

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system's word.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: String,
        /// What it said.
        #[source]
        source: std::io::Error,
    },
    /// Another program has it open.
    #[error("{0} is in use by another program")]
    Locked(String),
    /// Not a record.
    #[error("{path} is not a record of a game: {problem}")]
    Foreign {
        /// Which file.
        path: String,
        /// Why.
        problem: String,
    },
    /// Written by a later engine.
    #[error("{path} has format {found}; this engine reads up to {FORMAT}: use a newer cardwright")]
    Future {
        /// Which file.
        path: String,
        /// Its format.
        found: u32,
    },
    /// A line within it is damaged.
    #[error("line {line} of {path} is damaged: {problem}; the {sound} events before it are sound")]
    Damaged {
        /// Which file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// How.
        problem: String,
        /// Events before it.
        sound: usize,
    },
    /// A content it names is missing.
    #[error("the content {hash} is not beside {path}")]
    Content {
        /// Which file.
        path: String,
        /// The content's hash.
        hash: String,
    },
}

impl RecordError {
    fn io(path: &Path) -> impl FnOnce(std::io::Error) -> RecordError {
        let path = path.display().to_string();
        move |source| RecordError::Io { path, source }
    }
}

fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..8].to_owned()
}

fn line_of(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    let sum = checksum(&text);
    format!("{text}\t{sum}\n")
}

/// A record being written.
#[derive(Debug)]
pub struct Record {
    /// Where it lies.
    pub path: PathBuf,
    file: File,
    next: usize,
}

/// A record as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRecord {
    /// Its header.
    pub header: Header,
    /// Its sound events.
    pub entries: Vec<Entry>,
    /// A notice about a torn last line that was dropped.
    pub torn: bool,
    /// Bytes of the file that are sound.
    pub sound: u64,
}

impl Record {
    /// Starts a record in a new file.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Record, RecordError> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(RecordError::io(path))?;
        }
        let file =
            OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(RecordError::io(path))?;
        lock(&file, path)?;
        let mut record = Record { path: path.to_owned(), file, next: 1 };
        record.write(&line_of(header))?;
        Ok(record)
    }

    /// Opens a record to go on writing it; a torn last line is dropped.
    ///
    /// # Errors
    /// The file cannot be read, is in use, or is damaged before its last line.
    pub fn resume(path: &Path) -> Result<(Record, ReadRecord), RecordError> {
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(RecordError::io(path))?;
        lock(&file, path)?;
        let read = read_from(&file, path)?;
        let mut record = Record { path: path.to_owned(), file, next: read.entries.len() + 1 };
        record.file.set_len(read.sound).map_err(RecordError::io(path))?;
        record.file.seek(SeekFrom::End(0)).map_err(RecordError::io(path))?;
        Ok((record, read))
    }

    /// Appends an event; when this returns, it is durable. Returns its number.
    ///
    /// # Errors
    /// The file cannot be written; then nothing of the event is kept.
    pub fn append(&mut self, parent: usize, event: Event, hash: String) -> Result<usize, RecordError> {
        let n = self.next;
        self.write(&line_of(&Entry { n, parent, event, hash }))?;
        self.next += 1;
        Ok(n)
    }

    fn write(&mut self, line: &str) -> Result<(), RecordError> {
        let before = self.file.stream_position().map_err(RecordError::io(&self.path))?;
        let done = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = done {
            // Nothing half-written may stay where the next line will go.
            let _ = self.file.set_len(before);
            let _ = self.file.seek(SeekFrom::Start(before));
            return Err(RecordError::io(&self.path)(error));
        }
        Ok(())
    }
}

fn lock(file: &File, path: &Path) -> Result<(), RecordError> {
    match fs4::fs_std::FileExt::try_lock_exclusive(file) {
        Ok(true) => Ok(()),
        Ok(false) => Err(RecordError::Locked(path.display().to_string())),
        Err(error) => Err(RecordError::io(path)(error)),
    }
}

/// Reads a record without locking it.
///
/// # Errors
/// As [`Record::resume`], but for the lock.
pub fn read(path: &Path) -> Result<ReadRecord, RecordError> {
    let file = File::open(path).map_err(RecordError::io(path))?;
    read_from(&file, path)
}

fn read_from(mut file: &File, path: &Path) -> Result<ReadRecord, RecordError> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(RecordError::io(path))?;
    file.read_to_end(&mut bytes).map_err(RecordError::io(path))?;
    parse(&bytes, &path.display().to_string())
}

/// Reads a record's bytes; `path` is for messages.
///
/// # Errors
/// As [`Record::resume`].
pub fn parse(bytes: &[u8], path: &str) -> Result<ReadRecord, RecordError> {
    let foreign = |problem: &str| RecordError::Foreign { path: path.to_owned(), problem: problem.to_owned() };
    let mut lines = bytes.split_inclusive(|b| *b == b'\n');
    let first = lines.next().ok_or_else(|| foreign("it is empty"))?;
    let text = std::str::from_utf8(first).map_err(|_| foreign("its first line is no text"))?;
    let loose: serde_json::Value = serde_json::from_str(text.split('\t').next().unwrap_or_default())
        .map_err(|_| foreign("its first line is no header"))?;
    match loose.get("cardwright_record").and_then(serde_json::Value::as_u64) {
        None => return Err(foreign("its first line is no header")),
        Some(found) if found > u64::from(FORMAT) => {
            return Err(RecordError::Future { path: path.to_owned(), found: found as u32 });
        }
        Some(_) => {}
    }
    let header: Header = checked(first).map_err(|p| foreign(&format!("its header is damaged: {p}")))?;
    let mut out = ReadRecord { header, entries: Vec::new(), torn: false, sound: first.len() as u64 };
    let rest: Vec<&[u8]> = lines.collect();
    for (i, line) in rest.iter().enumerate() {
        let entry: Result<Entry, String> = checked(line);
        let damage = match entry {
            Ok(entry) if entry.n != i + 1 => format!("event {} stands where {} belongs", entry.n, i + 1),
            Ok(entry) if entry.parent > i => format!("it follows event {}, which is not before it", entry.parent),
            Ok(entry) => {
                out.entries.push(entry);
                out.sound += line.len() as u64;
                continue;
            }
            // The last line may be torn by a crash: it was never shown as done.
            Err(_) if i + 1 == rest.len() && !line.ends_with(b"\n") => {
                out.torn = true;
                continue;
            }
            Err(problem) => problem,
        };
        return Err(RecordError::Damaged { path: path.to_owned(), line: i + 2, problem: damage, sound: i });
    }
    Ok(out)
}

fn checked<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(line).map_err(|_| "it is no text".to_owned())?;
    let text = text.strip_suffix('\n').ok_or("it is torn")?;
    let (json, sum) = text.rsplit_once('\t').ok_or("it has no checksum")?;
    if checksum(json) != sum {
        return Err("its checksum does not fit".into());
    }
    serde_json::from_str(json).map_err(|e| e.to_string())
}

/// Cuts a damaged record down to its sound events, keeping the whole beside it as `.damaged`.
///
/// # Errors
/// The files cannot be written.
pub fn recover(path: &Path) -> Result<usize, RecordError> {
    let bytes = std::fs::read(path).map_err(RecordError::io(path))?;
    let Err(RecordError::Damaged { line, sound, .. }) = parse(&bytes, &path.display().to_string()) else {
        return Ok(0);
    };
    let keep: usize = bytes.split_inclusive(|b| *b == b'\n').take(line - 1).map(<[u8]>::len).sum();
    std::fs::write(path.with_extension("damaged"), &bytes).map_err(RecordError::io(path))?;
    std::fs::write(path, &bytes[..keep]).map_err(RecordError::io(path))?;
    Ok(sound)
}

/// Contents kept beside records, by hash.
#[derive(Debug, Clone)]
pub struct Contents(PathBuf);

#[derive(Serialize, Deserialize)]
struct Kept {
    packs: Vec<KeptPack>,
}
#[derive(Serialize, Deserialize)]
struct KeptPack {
    id: String,
    files: Vec<(String, String)>,
}

impl Contents {
    /// Those beside a record.
    pub fn beside(record: &Path) -> Contents {
        Contents(record.parent().unwrap_or(Path::new(".")).join("content"))
    }
    fn path(&self, hash: &str) -> PathBuf {
        self.0.join(format!("{hash}.json"))
    }
    /// Keeps the files of some packs under their content's hash, if they are not kept yet.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep<'a>(
        &self,
        hash: &str,
        files: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Result<(), RecordError> {
        let path = self.path(hash);
        if path.exists() {
            return Ok(());
        }
        let mut kept = Kept { packs: Vec::new() };
        for (pack, file, text) in files {
            match kept.packs.last_mut() {
                Some(last) if last.id == pack => last.files.push((file.to_owned(), text.to_owned())),
                _ => kept.packs.push(KeptPack { id: pack.to_owned(), files: vec![(file.to_owned(), text.to_owned())] }),
            }
        }
        std::fs::create_dir_all(&self.0).map_err(RecordError::io(&path))?;
        let aside = self.0.join(format!(".{hash}.{}", std::process::id()));
        let text = serde_json::to_string(&kept).unwrap_or_default();
        std::fs::write(&aside, text).map_err(RecordError::io(&aside))?;
        std::fs::rename(&aside, &path).map_err(RecordError::io(&path))
    }
    /// The packs of a content, as they were.
    ///
    /// # Errors
    /// It is not kept here, or damaged.
    pub fn packs(&self, hash: &str) -> Result<Vec<PackSource>, RecordError> {
        let missing = || RecordError::Content { path: self.0.display().to_string(), hash: hash.to_owned() };
        let text = std::fs::read_to_string(self.path(hash)).map_err(|_| missing())?;
        let kept: Kept = serde_json::from_str(&text).map_err(|_| missing())?;
        Ok(kept
            .packs
            .into_iter()
            .map(|mut pack| {
                if !pack.files.iter().any(|(p, _)| p == "pack.toml") && pack.id != "base" {
                    pack.files.push((
                        "pack.toml".into(),
                        format!("id = \"{}\"\nname = \"{}\"\nversion = \"0.0.0\"\n", pack.id, pack.id),
                    ));
                }
                PackSource::Memory(pack.files)
            })
            .collect())
    }
}
