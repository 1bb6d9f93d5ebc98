//! Reads a record and reports what is intact, and what probably caused any damage.

use super::line::parse_checked;
use super::{Entry, Event, FORMAT, Header, RecordError, is_content_hash};
use std::fs::{File, Metadata};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The size in bytes above which a file is not read, because no record is so large.
const MAX_SIZE: u64 = 128 << 20;

const NO_CONTENT_HASH: &str = "its `content` is not a hash of 64 hexadecimal digits";

/// A record as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRecord {
    /// The header.
    pub header: Header,
    /// The intact events.
    pub entries: Vec<Entry>,
    /// Whether an incomplete last line was dropped.
    pub is_torn: bool,
    /// The number of intact bytes in the file.
    pub intact_bytes: u64,
}

impl ReadRecord {
    /// The number of events that lead to a new position. It is the last number that `goto` takes.
    pub fn events(&self) -> usize {
        self.event_of(self.entries.len())
    }

    /// The number of the event that a line leads to or belongs to, as `goto` uses it.
    pub fn event_of(&self, line: usize) -> usize {
        self.entries.iter().take(line).filter(|entry| entry.event.changes_position()).count()
    }

    /// Returns the number of an event's last line, including notes written directly after the event. `None` if there
    /// is no such event.
    pub fn line_of(&self, event: usize) -> Option<usize> {
        let mut numbered = self.entries.iter().filter(|entry| entry.event.changes_position());
        let line = if event == 0 { 0 } else { numbered.nth(event - 1)?.n };
        let notes = self.entries[line..].iter().take_while(|entry| matches!(entry.event, Event::Note { .. }));
        Some(line + notes.count())
    }
}

/// Reads a record without locking it.
///
/// # Errors
/// The file cannot be read, is no record, or is damaged before its last line.
pub fn read(path: &Path) -> Result<ReadRecord, RecordError> {
    parse(&bytes(path)?, &path.display().to_string())
}

/// Reads the bytes of a file that may be a record.
///
/// # Errors
/// The file cannot be read, is no regular file, or is too large for a record.
pub fn bytes(path: &Path) -> Result<Vec<u8>, RecordError> {
    // Check before opening, because opening a pipe would block.
    check_file_type(&path.metadata().map_err(RecordError::reading(path))?, path)?;
    bytes_of(&File::open(path).map_err(RecordError::reading(path))?, path)
}

/// Reads the bytes of an open file that may be a record.
pub(super) fn bytes_of(mut file: &File, path: &Path) -> Result<Vec<u8>, RecordError> {
    check_file_type(&file.metadata().map_err(RecordError::reading(path))?, path)?;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(RecordError::reading(path))?;
    file.take(MAX_SIZE).read_to_end(&mut bytes).map_err(RecordError::reading(path))?;
    Ok(bytes)
}

/// Checks the type and size of a file.
fn check_file_type(metadata: &Metadata, path: &Path) -> Result<(), RecordError> {
    let not_a_record =
        |problem: &str| RecordError::NotARecord { path: path.display().to_string(), problem: problem.into() };
    if !metadata.is_file() {
        return Err(not_a_record(if metadata.is_dir() { "it is a folder" } else { "it is no regular file" }));
    }
    if metadata.len() > MAX_SIZE {
        return Err(not_a_record("it is larger than any record"));
    }
    Ok(())
}

/// Parses a record's bytes. `path` is for messages.
///
/// # Errors
/// Fails as [`read`] does.
pub fn parse(bytes: &[u8], path: &str) -> Result<ReadRecord, RecordError> {
    let mut lines = bytes.split_inclusive(|b| *b == b'\n');
    let first = lines.next().unwrap_or_default();
    // Some editors put a byte order mark at the beginning.
    let header = parse_header(first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first), bytes, path)?;
    let mut out = ReadRecord { header, entries: Vec::new(), is_torn: false, intact_bytes: first.len() as u64 };
    let rest: Vec<&[u8]> = lines.collect();
    for (i, line) in rest.iter().enumerate() {
        let damage = match parse_checked::<Entry>(line) {
            Ok(entry) => match entry_problem(&entry, i) {
                None => {
                    out.entries.push(entry);
                    out.intact_bytes += line.len() as u64;
                    continue;
                }
                Some(problem) => problem,
            },
            Err(_) if i + 1 == rest.len() && is_torn(line) => {
                out.is_torn = true;
                continue;
            }
            Err(problem) => problem,
        };
        return Err(RecordError::Damaged { path: path.to_owned(), line: i + 2, problem: damage, intact_events: i });
    }
    Ok(out)
}

/// Whether a crash may have cut off the last line. The event of such a line never happened for the players. If the
/// line lacks only its last byte, the event did happen, and the line is damaged.
fn is_torn(line: &[u8]) -> bool {
    let without_last_byte = &line[..line.len().saturating_sub(1)];
    !line.ends_with(b"\n") && parse_checked::<Entry>(without_last_byte).is_err()
}

/// Describes the problem of an event that is intact but wrong after `before` other events.
fn entry_problem(entry: &Entry, before: usize) -> Option<String> {
    match &entry.event {
        _ if entry.n != before + 1 => Some(format!("event {} is in the place of event {}", entry.n, before + 1)),
        _ if entry.parent > before => Some(format!("it follows event {}, which is not before it", entry.parent)),
        Event::Goto { to } if *to > before => Some(format!("it goes to event {to}, which is not before it")),
        Event::Content { content, .. } if !is_content_hash(content) => Some(NO_CONTENT_HASH.into()),
        _ => None,
    }
}

fn parse_header(line: &[u8], bytes: &[u8], path: &str) -> Result<Header, RecordError> {
    let damage = match parse_checked::<Header>(line) {
        Ok(header) if header.cardwright_record == FORMAT && is_content_hash(&header.content) => return Ok(header),
        Ok(header) if header.cardwright_record == FORMAT => NO_CONTENT_HASH.to_owned(),
        Ok(header) => return Err(other_format(path, header.cardwright_record.into())),
        Err(problem) => problem,
    };
    // A header of another format may have other keys.
    let json = line.split(|b| *b == b'\t').next().unwrap_or_default();
    let value: Option<serde_json::Value> = serde_json::from_slice(json).ok();
    let format = value.as_ref().and_then(|v| v.get("cardwright_record")).and_then(serde_json::Value::as_u64);
    match format {
        Some(found) if found != u64::from(FORMAT) => Err(other_format(path, found)),
        None if !looks_like_a_record(bytes) => {
            Err(RecordError::NotARecord { path: path.to_owned(), problem: describe_file(bytes).to_owned() })
        }
        _ => Err(RecordError::Header { path: path.to_owned(), problem: damage }),
    }
}

fn other_format(path: &str, found: u64) -> RecordError {
    RecordError::OtherFormat { path: path.to_owned(), found }
}

/// Whether any line of the file contains a key that only a record's header or event has.
fn looks_like_a_record(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|b| *b == b'\n');
    let keys: [&[u8]; 2] = [b"\"cardwright_record\"", b"\"parent\":"];
    lines.any(|line| keys.iter().any(|key| line.windows(key.len()).any(|w| w == *key)))
}

/// Describes what the file is, if it is no record.
fn describe_file(bytes: &[u8]) -> &'static str {
    match bytes {
        [] => "it is empty",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it is in UTF-16: an editor may have saved it so",
        _ if bytes.iter().all(|b| *b == 0) => "it holds nothing but zeros",
        _ if std::str::from_utf8(&bytes[..bytes.len().min(1 << 16)]).is_err_and(|e| e.error_len().is_some()) => {
            "its first line is no header, nor is it text"
        }
        _ => "its first line is no header",
    }
}
