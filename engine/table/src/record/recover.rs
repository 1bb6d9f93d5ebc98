//! Recovers damaged records: keeps the intact part and reports what was lost.
//!
//! An event is kept if its line and the lines of all events before it on its branch are intact. A line with one flipped
//! bit is repaired. The kept events are renumbered.

use super::line::{line_of, parse_checked, parse_repaired};
use super::read::{ReadRecord, bytes, bytes_of, parse};
use super::write::open_locked;
use super::{Entry, Event, FORMAT, Header, RecordError, atomic_file};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The intact part of a damaged record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvage {
    /// The intact part, as a record.
    pub read: ReadRecord,
    /// The old number of each event.
    pub old_numbers: Vec<usize>,
    /// One text for each loss or repair.
    pub report: Vec<String>,
}

/// The result of a recovery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// The number of events that were kept.
    pub kept: usize,
    /// One text for each loss or repair.
    pub report: Vec<String>,
    /// The path of the backup.
    pub backup: PathBuf,
}

/// Replaces a damaged record with its intact part. The original stays next to it as `.damaged`. An intact record is
/// not changed.
///
/// # Errors
/// There is no intact header, the file is in use, or a file cannot be written. Then nothing changes.
pub fn recover(path: &Path) -> Result<Option<Recovered>, RecordError> {
    let file = open_locked(path)?;
    let bytes = bytes_of(&file, path)?;
    if parse(&bytes, &path.display().to_string()).is_ok() {
        return Ok(None);
    }
    let salvage = salvage(&bytes, &path.display().to_string())?;
    salvage.write_repaired(path).map(Some)
}

/// Finds the intact part of a record's bytes. `path` is for messages.
///
/// # Errors
/// There is no intact header, so nothing can be replayed.
pub fn salvage(bytes: &[u8], path: &str) -> Result<Salvage, RecordError> {
    let decoded = from_utf_16(bytes);
    let mut found = SalvagedLines::default();
    for (i, line) in decoded.as_deref().unwrap_or(bytes).split(|b| *b == b'\n').enumerate() {
        found.add_line(line.strip_suffix(b"\r").unwrap_or(line), i + 1);
    }
    let Some(header) = found.header else {
        return Err(match parse(bytes, path) {
            Err(error) => error,
            Ok(_) => RecordError::NotARecord { path: path.to_owned(), problem: "it has no header".into() },
        });
    };
    let mut report = found.report;
    let last = found.entries.keys().next_back().copied().unwrap_or(0);
    // The report lists at most 20 missing events, because after a damaged event number millions could seem missing.
    let missing: Vec<usize> = (1..=last).filter(|n| !found.entries.contains_key(n)).take(20).collect();
    report.extend(missing.iter().map(|n| format!("event {n} is missing")));
    let read = ReadRecord { header, entries: found.entries.into_values().collect(), is_torn: false, intact_bytes: 0 };
    let old_numbers = read.entries.iter().map(|e| e.n).collect();
    let mut salvage = Salvage { read, old_numbers, report };
    salvage.renumber();
    Ok(salvage)
}

impl Salvage {
    /// Creates the salvage of a record whose lines are all intact.
    pub fn from_intact(read: &ReadRecord) -> Salvage {
        let old_numbers = read.entries.iter().map(|e| e.n).collect();
        Salvage { read: ReadRecord { is_torn: false, ..read.clone() }, old_numbers, report: Vec::new() }
    }

    /// Removes these events, given by current number and problem, and all events after them on their branches.
    pub fn leave_out(&mut self, events: &[(usize, String)]) {
        for (n, problem) in events {
            if let Some(old_number) = n.checked_sub(1).and_then(|index| self.old_numbers.get(index)) {
                self.report.push(format!("event {old_number} is left out: {problem}"));
            }
        }
        let is_kept: Vec<bool> = self.read.entries.iter().map(|e| events.iter().all(|(n, _)| *n != e.n)).collect();
        let mut entry_flags = is_kept.iter();
        self.read.entries.retain(|_| *entry_flags.next().unwrap_or(&true));
        let mut number_flags = is_kept.iter();
        self.old_numbers.retain(|_| *number_flags.next().unwrap_or(&true));
        self.renumber();
    }

    /// Removes events whose parents are missing, and renumbers the remaining events from 1.
    fn renumber(&mut self) {
        let mut new_numbers: BTreeMap<usize, usize> = BTreeMap::from([(0, 0)]);
        let mut old_numbers = Vec::new();
        let mut kept = Vec::new();
        for (mut entry, old_number) in std::mem::take(&mut self.read.entries).into_iter().zip(&self.old_numbers) {
            let new_number = |n: usize| new_numbers.get(&n).copied().filter(|_| n < entry.n);
            let needed_event = match &entry.event {
                Event::Goto { to } => *to,
                _ => entry.parent,
            };
            let Some(needed_event) = new_number(needed_event) else {
                self.report.push(format!("event {old_number} is left out: an event before it is lost"));
                continue;
            };
            // A `Goto` needs only its target. If the event before it is lost, the start becomes its parent.
            let parent = new_number(entry.parent).unwrap_or(0);
            if let Event::Goto { to } = &mut entry.event {
                *to = needed_event;
            }
            new_numbers.insert(entry.n, kept.len() + 1);
            entry.n = kept.len() + 1;
            entry.parent = parent;
            kept.push(entry);
            old_numbers.push(*old_number);
        }
        self.read.entries = kept;
        self.old_numbers = old_numbers;
    }

    /// Backs up the record, then overwrites it with its intact part.
    ///
    /// # Errors
    /// A file cannot be written. Then the record is unchanged.
    pub fn write_repaired(&self, path: &Path) -> Result<Recovered, RecordError> {
        let bytes = bytes(path)?;
        let backup = back_up(path, &bytes)?;
        let mut text = line_of(&self.read.header);
        text.extend(self.read.entries.iter().map(line_of));
        atomic_file::replace(path, text.as_bytes()).map_err(RecordError::writing(path))?;
        Ok(Recovered { kept: self.read.entries.len(), report: self.report.clone(), backup })
    }
}

/// Writes a backup next to a record. Never overwrites an earlier backup.
fn back_up(path: &Path, bytes: &[u8]) -> Result<PathBuf, RecordError> {
    let mut n = 1;
    loop {
        let backup = path.with_extension(if n == 1 { "damaged".to_owned() } else { format!("damaged{n}") });
        match atomic_file::write_private(&backup, bytes) {
            Ok(_) => return Ok(backup),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => n += 1,
            Err(error) => return Err(RecordError::writing(&backup)(error)),
        }
    }
}

/// The intact and repaired lines of a damaged record.
#[derive(Default)]
struct SalvagedLines {
    header: Option<Header>,
    /// The events by number.
    entries: BTreeMap<usize, Entry>,
    report: Vec<String>,
    /// The number of lines that were searched for a flipped bit.
    repair_attempts: usize,
}

impl SalvagedLines {
    fn add_line(&mut self, line: &[u8], number: usize) {
        if line.is_empty() || self.add_intact(line, number) || self.add_repaired(line, number) {
            return;
        }
        // If a line break is damaged, `line` also contains the next line.
        let mut rest = line;
        let mut found_any = false;
        while let Some(end) = line_end(rest) {
            let (candidate, remaining) = rest.split_at(end);
            found_any |= self.add_intact(candidate, number);
            let begin = remaining.iter().position(|b| *b == b'{').unwrap_or(remaining.len());
            rest = &remaining[begin..];
        }
        let report = match found_any {
            true => format!("line {number}: a damaged line break was repaired"),
            false => format!("line {number} is lost: {}", parse_checked::<Entry>(line).err().unwrap_or_default()),
        };
        self.report.push(report);
    }

    /// Adds the line if it is intact. Returns whether it is.
    fn add_intact(&mut self, line: &[u8], number: usize) -> bool {
        // Some editors put a byte order mark at the beginning.
        let line = line.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(line);
        if let Ok(header) = parse_checked::<Header>(line) {
            self.add_header(header, number);
        } else if let Ok(entry) = parse_checked::<Entry>(line) {
            self.add_entry(entry, number);
        } else {
            return false;
        }
        true
    }

    /// Adds the line if flipping one bit repairs it. Returns whether that succeeds.
    fn add_repaired(&mut self, line: &[u8], number: usize) -> bool {
        /// With more damaged lines than this, flipped bits are not the cause.
        const MAX_ATTEMPTS: usize = 32;
        self.repair_attempts += 1;
        if self.repair_attempts > MAX_ATTEMPTS {
            return false;
        }
        if self.header.is_none()
            && let Some(header) = parse_repaired::<Header>(line)
        {
            self.add_header(header, number);
        } else if let Some(entry) = parse_repaired::<Entry>(line) {
            self.add_entry(entry, number);
        } else {
            return false;
        }
        self.report.push(format!("line {number}: one flipped bit was repaired"));
        true
    }

    fn add_header(&mut self, header: Header, number: usize) {
        match &self.header {
            None if header.cardwright_record == FORMAT => self.header = Some(header),
            Some(first) if *first == header => {}
            _ => self.report.push(format!("line {number} is left out: it begins another game")),
        }
    }

    fn add_entry(&mut self, entry: Entry, number: usize) {
        match self.entries.get(&entry.n) {
            None if entry.n > 0 => drop(self.entries.insert(entry.n, entry)),
            Some(first) if *first == entry => {}
            _ => self.report.push(format!("line {number} is left out: there is another event {}", entry.n)),
        }
    }
}

/// Finds the end of a line that runs into the next line: the end of the checksum, which is a tab and eight hex digits.
fn line_end(text: &[u8]) -> Option<usize> {
    const DIGITS: usize = 8;
    let is_checksum = |window: &[u8]| window[0] == b'\t' && window[1..].iter().all(u8::is_ascii_hexdigit);
    text.windows(DIGITS + 1).position(is_checksum).map(|start| start + DIGITS + 1)
}

/// Converts a UTF-16 text to UTF-8. Returns `None` if the bytes do not begin with a UTF-16 byte order mark.
fn from_utf_16(bytes: &[u8]) -> Option<Vec<u8>> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units: Vec<u16> = bytes[2..].as_chunks::<2>().0.iter().map(|pair| unit(*pair)).collect();
    Some(String::from_utf16_lossy(&units).into_bytes())
}

/// Whether a record with a damaged first line has an intact header in another line.
fn has_other_header(path: &str) -> bool {
    bytes(Path::new(path)).is_ok_and(|bytes| salvage(&bytes, path).is_ok())
}

/// Returns the advice for a record that cannot be read or written, if there is any. `elsewhere` is the advice to keep
/// the record in another file.
pub fn recovery_hint(error: &RecordError, elsewhere: &str) -> Option<String> {
    let advice = match error {
        RecordError::Io { doing: "write", .. } => match error.kind() {
            Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => format!("make room and try again, or {elsewhere}"),
            Some(ErrorKind::FileTooLarge) => format!("files may not grow larger here: raise that limit, or {elsewhere}"),
            Some(ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
                format!("make the file and its folder writable, or {elsewhere}")
            }
            Some(ErrorKind::AlreadyExists) => "name a new file".to_owned(),
            _ => elsewhere.to_owned(),
        },
        RecordError::Altered { .. } => elsewhere.to_owned(),
        RecordError::Locked(_) => "leave the game there first; one program at a time writes a record".to_owned(),
        RecordError::Header { path, .. } if !has_other_header(path) => {
            "`--recover` needs the first line, which says which game it is: restore that line from a copy of the file"
                .to_owned()
        }
        RecordError::Damaged { .. } | RecordError::Header { .. } => {
            "`cardwright play --resume` with `--recover` continues with the intact part and keeps the original as `.damaged`"
                .to_owned()
        }
        RecordError::NotARecord { problem, .. } if problem.contains("UTF-16") => {
            "`cardwright play --resume` with `--recover` reads it anyway".to_owned()
        }
        RecordError::Content { .. } => {
            "add the packs it was played with (`--base`, `--pack`), or see what today's rules make of it: \
             `cardwright replay FILE --under current`"
                .to_owned()
        }
        RecordError::Io { .. } | RecordError::NotARecord { .. } | RecordError::OtherFormat { .. } => return None,
    };
    Some(advice)
}
