//! Writes a record line by line. Each line is on disk before its event counts as done.

use super::line::line_of;
use super::read::{bytes_of, parse};
use super::{Entry, Event, Header, ReadRecord, RecordError, atomic_file};
use same_file::Handle;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A record open for writing.
#[derive(Debug)]
pub struct Record {
    /// The path.
    pub path: PathBuf,
    file: File,
    /// The identity of the open file. The path may name another file by now.
    identity: Handle,
    /// The number of the next event.
    next_number: usize,
    /// The whole text of the file, for comparison and for a copy at another path.
    text: Vec<u8>,
    /// The file times at the last moment when the file was known to hold `text`.
    file_times: Option<FileTimes>,
}

/// The modification time, and on Unix the change time in seconds and nanoseconds, which no program can set back.
type FileTimes = (SystemTime, (i64, i64));

fn file_times(metadata: &Metadata) -> Option<FileTimes> {
    #[cfg(unix)]
    let change_time = {
        use std::os::unix::fs::MetadataExt;
        (metadata.ctime(), metadata.ctime_nsec())
    };
    #[cfg(not(unix))]
    let change_time = (0, 0);
    Some((metadata.modified().ok()?, change_time))
}

impl Record {
    /// Creates a record in a new file.
    ///
    /// # Errors
    /// The file exists already, or cannot be written. Then no incomplete file stays.
    pub fn create(path: &Path, header: &Header) -> Result<Record, RecordError> {
        Record::write_new(path, line_of(header).into_bytes(), 1)
    }

    /// Copies the whole record to a new file, and opens the copy to continue it. The old file is unchanged.
    ///
    /// # Errors
    /// Fails as [`Record::create`] does.
    pub fn copy_to(&self, path: &Path) -> Result<Record, RecordError> {
        Record::write_new(path, self.text.clone(), self.next_number)
    }

    fn write_new(path: &Path, text: Vec<u8>, next_number: usize) -> Result<Record, RecordError> {
        let file = atomic_file::write_private(path, &text).map_err(RecordError::writing(path))?;
        Record::from_open_file(path, file, text, next_number)
    }

    fn from_open_file(path: &Path, file: File, text: Vec<u8>, next_number: usize) -> Result<Record, RecordError> {
        let identity = file.try_clone().and_then(Handle::from_file).map_err(RecordError::writing(path))?;
        let file_times = file.metadata().ok().as_ref().and_then(file_times);
        Ok(Record { path: path.to_owned(), file, identity, next_number, text, file_times })
    }

    /// Opens a record to continue it. Removes an incomplete last line.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or is damaged before its last line.
    pub fn resume(path: &Path) -> Result<(Record, ReadRecord), RecordError> {
        let file = open_locked(path)?;
        let mut text = bytes_of(&file, path)?;
        let read = parse(&text, &path.display().to_string())?;
        atomic_file::sweep(atomic_file::folder_of(path));
        text.truncate(read.intact_bytes as usize);
        let mut record = Record::from_open_file(path, file, text, read.entries.len() + 1)?;
        record.truncate().map_err(RecordError::writing(path))?;
        if !record.text.ends_with(b"\n") {
            record.append_text("\n")?;
        }
        Ok((record, read))
    }

    /// Appends an event and syncs it. Returns its number.
    ///
    /// # Errors
    /// The file cannot be written, or another program changed, moved or removed it. Then the event is not recorded.
    pub fn append(&mut self, parent: usize, event: Event, hash: String) -> Result<usize, RecordError> {
        let n = self.next_number;
        self.append_text(&line_of(&Entry { n, parent, event, hash }))?;
        self.next_number += 1;
        Ok(n)
    }

    /// Appends text and syncs it. On failure, removes any incomplete part.
    fn append_text(&mut self, text: &str) -> Result<(), RecordError> {
        self.check_unchanged()?;
        let written = self.write_and_sync(text.as_bytes());
        if written.is_err() {
            let _ = self.truncate(); // If this fails too, `check_unchanged` truncates before the next write.
            return written;
        }
        self.text.extend_from_slice(text.as_bytes());
        Ok(())
    }

    /// Checks that the file still holds `text`. Removes an incomplete line after it, which a failed write left.
    fn check_unchanged(&mut self) -> Result<(), RecordError> {
        let metadata = self.file.metadata().map_err(RecordError::writing(&self.path))?;
        let has_length = metadata.len() == self.text.len() as u64;
        if has_length && self.file_times.is_some() && file_times(&metadata) == self.file_times {
            return Ok(());
        }
        self.check_path()?;
        let found = bytes_of(&self.file, &self.path)?;
        match found.strip_prefix(self.text.as_slice()) {
            Some(surplus) if !surplus.contains(&b'\n') => self.truncate().map_err(RecordError::writing(&self.path)),
            Some(_) => Err(self.altered_error("was written by another program")),
            None if found.len() < self.text.len() => Err(self.altered_error("was cut short")),
            None => Err(self.altered_error("was altered by another program")),
        }
    }

    fn write_and_sync(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        written.map_err(RecordError::writing(&self.path))?;
        self.file_times = self.file.metadata().ok().as_ref().and_then(file_times);
        self.check_path()
    }

    /// Checks that the path still leads to the open file.
    fn check_path(&self) -> Result<(), RecordError> {
        // Check the type first, because `Handle::from_path` opens the file, and opening a pipe would block.
        if self.path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(self.altered_error("was replaced by something that is no file"));
        }
        match Handle::from_path(&self.path) {
            Ok(found) if found == self.identity => Ok(()),
            Ok(_) => Err(self.altered_error("was replaced by another file")),
            Err(_) => Err(self.altered_error("was removed")),
        }
    }

    fn altered_error(&self, problem: &'static str) -> RecordError {
        RecordError::Altered { path: self.path.display().to_string(), problem }
    }

    /// Truncates the file to the length of `text`.
    fn truncate(&mut self) -> Result<(), Error> {
        let length = self.text.len() as u64;
        if self.file.metadata()?.len() > length {
            self.file.set_len(length)?;
            self.file.sync_data()?;
        }
        self.file_times = file_times(&self.file.metadata()?);
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// Opens a record's file with an exclusive lock.
pub(super) fn open_locked(path: &Path) -> Result<File, RecordError> {
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => RecordError::reading(path)(error),
        _ => RecordError::writing(path)(error),
    })?;
    match fs4::fs_std::FileExt::try_lock_exclusive(&file) {
        Ok(true) => {}
        Ok(false) => return Err(RecordError::Locked(path.display().to_string())),
        Err(error) => return Err(RecordError::writing(path)(error)),
    }
    // The previous owner of the lock may have replaced the file.
    let opened = file.try_clone().and_then(Handle::from_file).map_err(RecordError::writing(path))?;
    match Handle::from_path(path) {
        Ok(current) if current == opened => Ok(file),
        _ => Err(RecordError::Locked(path.display().to_string())),
    }
}
