//! Writes a record line by line. Each line is on disk before its event counts as done.

use super::line::{line_of, parse_checked};
use super::read::{bytes_of, parse};
use super::{Entry, Event, FORMAT, Header, ReadRecord, RecordError, atomic_file};
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
    /// The identity of the file, whatever its path names now.
    identity: Handle,
    next: usize,
    /// The whole content, in case the file must be written anew elsewhere.
    text: Vec<u8>,
    /// The times of the last write, by this program or by others that changed nothing.
    written: Option<Written>,
}

/// The time of the last write, and the platform's change time, which nobody can set back.
type Written = (SystemTime, (i64, i64));

fn written(about: &Metadata) -> Option<Written> {
    #[cfg(unix)]
    let altered = {
        use std::os::unix::fs::MetadataExt;
        (about.ctime(), about.ctime_nsec())
    };
    #[cfg(not(unix))]
    let altered = (0, 0);
    Some((about.modified().ok()?, altered))
}

impl Record {
    /// Creates a record in a new file.
    ///
    /// # Errors
    /// The file exists or cannot be written. Then nothing is left of it.
    pub fn create(path: &Path, header: &Header) -> Result<Record, RecordError> {
        Record::written(path, line_of(header).into_bytes(), 1)
    }

    /// The whole record in another new file, to continue there. The old file is unchanged.
    ///
    /// # Errors
    /// As [`Record::create`].
    pub fn copied_to(&self, path: &Path) -> Result<Record, RecordError> {
        Record::written(path, self.text.clone(), self.next)
    }

    fn written(path: &Path, text: Vec<u8>, next: usize) -> Result<Record, RecordError> {
        let file = atomic_file::write_private(path, &text).map_err(RecordError::writing(path))?;
        Record::open(path, file, text, next)
    }

    fn open(path: &Path, file: File, text: Vec<u8>, next: usize) -> Result<Record, RecordError> {
        let identity = file.try_clone().and_then(Handle::from_file).map_err(RecordError::writing(path))?;
        let written = file.metadata().ok().as_ref().and_then(written);
        Ok(Record { path: path.to_owned(), file, identity, next, text, written })
    }

    /// Opens a record to continue it. An incomplete last line is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or is damaged before its last line.
    pub fn resume(path: &Path) -> Result<(Record, ReadRecord), RecordError> {
        let file = locked(path)?;
        let mut text = bytes_of(&file, path)?;
        let read = parse(&text, &path.display().to_string())?;
        atomic_file::sweep(atomic_file::folder_of(path));
        text.truncate(read.sound as usize);
        let mut record = Record::open(path, file, text, read.entries.len() + 1)?;
        record.cut().map_err(RecordError::writing(path))?;
        if !record.text.ends_with(b"\n") {
            record.write("\n")?;
        }
        Ok((record, read))
    }

    /// Appends an event and syncs it. Returns its number.
    ///
    /// # Errors
    /// The file cannot be written, or has been moved. Then the event is not kept.
    pub fn append(&mut self, parent: usize, event: Event, hash: String) -> Result<usize, RecordError> {
        if matches!(event, Event::Note { .. }) {
            self.upgrade_format()?;
        }
        let n = self.next;
        self.write(&line_of(&Entry { n, parent, event, hash }))?;
        self.next += 1;
        Ok(n)
    }

    /// Converts a record of an earlier format: rewrites it with a new first line.
    fn upgrade_format(&mut self) -> Result<(), RecordError> {
        let end = self.text.iter().position(|b| *b == b'\n').map_or(self.text.len(), |at| at + 1);
        let header = parse_checked::<Header>(&self.text[..end]).ok().filter(|header| header.cardwright_record < FORMAT);
        let Some(header) = header else { return Ok(()) };
        self.check_end()?;
        let mut text = line_of(&Header { cardwright_record: FORMAT, ..header }).into_bytes();
        text.extend_from_slice(&self.text[end..]);
        let file = atomic_file::replace(&self.path, &text).map_err(RecordError::writing(&self.path))?;
        *self = Record::open(&self.path.clone(), file, text, self.next)?;
        Ok(())
    }

    /// Appends a line and syncs it. On failure, removes any incomplete part.
    fn write(&mut self, line: &str) -> Result<(), RecordError> {
        self.check_end()?;
        let done = self.put(line.as_bytes());
        if done.is_err() {
            let _ = self.cut(); // The next line tries again.
            return done;
        }
        self.text.extend_from_slice(line.as_bytes());
        Ok(())
    }

    /// Checks that the file ends with the last line.
    fn check_end(&mut self) -> Result<(), RecordError> {
        let about = self.file.metadata().map_err(RecordError::writing(&self.path))?;
        let length = about.len();
        if length < self.text.len() as u64 {
            return Err(self.gone_error("was cut short"));
        }
        if length > self.text.len() as u64 {
            // Either an incomplete line that could not be removed, or a foreign change.
            let after = bytes_of(&self.file, &self.path)?.split_off(self.text.len());
            if after.contains(&b'\n') {
                return Err(self.gone_error("was written by another program"));
            }
            self.cut().map_err(RecordError::writing(&self.path))?;
        }
        if self.written.is_none() || written(&about) != self.written {
            return self.check_content();
        }
        Ok(())
    }

    /// Compares the whole file with what was written.
    ///
    /// # Errors
    /// The file was removed, replaced or altered, or cannot be read.
    pub fn check_content(&mut self) -> Result<(), RecordError> {
        self.has_its_name()?;
        let about = self.file.metadata().map_err(RecordError::writing(&self.path))?;
        if bytes_of(&self.file, &self.path)? != self.text {
            return Err(self.gone_error("was altered by another program"));
        }
        // After reading, the file position is at the end, where the next line goes.
        self.written = written(&about);
        Ok(())
    }

    fn put(&mut self, line: &[u8]) -> Result<(), RecordError> {
        let done = self.file.write_all(line).and_then(|()| self.file.sync_data());
        done.map_err(RecordError::writing(&self.path))?;
        self.written = self.file.metadata().ok().as_ref().and_then(written);
        self.has_its_name()
    }

    /// Checks that the file is still there and unchanged, by its times and size.
    ///
    /// # Errors
    /// The file was removed, replaced or altered, or cannot be inspected.
    pub fn check_file(&mut self) -> Result<(), RecordError> {
        self.has_its_name()?;
        self.check_end()
    }

    fn has_its_name(&self) -> Result<(), RecordError> {
        // A file that was renamed or removed cannot be found at its path. Opening a pipe would block.
        if self.path.metadata().is_ok_and(|about| !about.is_file()) {
            return Err(self.gone_error("was replaced by something that is no file"));
        }
        match Handle::from_path(&self.path) {
            Ok(now) if now == self.identity => Ok(()),
            Ok(_) => Err(self.gone_error("was replaced by another file")),
            Err(_) => Err(self.gone_error("was removed")),
        }
    }

    fn gone_error(&self, problem: &'static str) -> RecordError {
        RecordError::Gone { path: self.path.display().to_string(), problem }
    }

    /// Truncates the file to its known content.
    fn cut(&mut self) -> Result<(), Error> {
        let length = self.text.len() as u64;
        if self.file.metadata()?.len() > length {
            self.file.set_len(length)?;
            self.file.sync_data()?;
            self.written = self.file.metadata().ok().as_ref().and_then(written);
        }
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// Opens a record's file with an exclusive lock.
pub(super) fn locked(path: &Path) -> Result<File, RecordError> {
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
        Ok(now) if now == opened => Ok(file),
        _ => Err(RecordError::Locked(path.display().to_string())),
    }
}
