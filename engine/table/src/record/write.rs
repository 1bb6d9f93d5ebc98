//! Writing a record: a line at a time, each durable before the event it holds counts as done.

use super::line::{checked, line_of};
use super::read::{bytes_of, parse};
use super::{Entry, Event, FORMAT, Header, ReadRecord, RecordError, whole};
use same_file::Handle;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A record being written.
#[derive(Debug)]
pub struct Record {
    /// Where it lies.
    pub path: PathBuf,
    file: File,
    /// Which file that is, whatever its path names by now.
    same: Handle,
    next: usize,
    /// All that is in the file: it can be written anew elsewhere should the file go.
    text: Vec<u8>,
    /// When it was written last, as far as that is known: by us, or by others who left it as it was.
    written: Option<Written>,
}

/// When a file was written last, and when anything of it was altered, where the platform tells that: the latter nobody can set back.
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
    /// Starts a record in a new file.
    ///
    /// # Errors
    /// The file exists or cannot be written; then nothing of it is there.
    pub fn create(path: &Path, header: &Header) -> Result<Record, RecordError> {
        Record::written(path, line_of(header).into_bytes(), 1)
    }

    /// The whole record in another new file, to go on writing it there. The old file stays as it is.
    ///
    /// # Errors
    /// As [`Record::create`].
    pub fn moved(&self, path: &Path) -> Result<Record, RecordError> {
        Record::written(path, self.text.clone(), self.next)
    }

    fn written(path: &Path, text: Vec<u8>, next: usize) -> Result<Record, RecordError> {
        let file = whole::write_own(path, &text).map_err(RecordError::writing(path))?;
        Record::open(path, file, text, next)
    }

    fn open(path: &Path, file: File, text: Vec<u8>, next: usize) -> Result<Record, RecordError> {
        let same = file.try_clone().and_then(Handle::from_file).map_err(RecordError::writing(path))?;
        let written = file.metadata().ok().as_ref().and_then(written);
        Ok(Record { path: path.to_owned(), file, same, next, text, written })
    }

    /// Opens a record to go on writing it; a torn last line is dropped.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use, or is damaged before its last line.
    pub fn resume(path: &Path) -> Result<(Record, ReadRecord), RecordError> {
        let file = locked(path)?;
        let mut text = bytes_of(&file, path)?;
        let read = parse(&text, &path.display().to_string())?;
        whole::sweep(whole::folder_of(path));
        text.truncate(read.sound as usize);
        let mut record = Record::open(path, file, text, read.entries.len() + 1)?;
        record.cut().map_err(RecordError::writing(path))?;
        if !record.text.ends_with(b"\n") {
            record.write("\n")?;
        }
        Ok((record, read))
    }

    /// Appends an event; when this returns, it is durable. Returns its number.
    ///
    /// # Errors
    /// The file cannot be written, or is no longer where it was; then nothing of the event is kept.
    pub fn append(&mut self, parent: usize, event: Event, hash: String) -> Result<usize, RecordError> {
        if matches!(event, Event::Note { .. }) {
            self.bring_up()?;
        }
        let n = self.next;
        self.write(&line_of(&Entry { n, parent, event, hash }))?;
        self.next += 1;
        Ok(n)
    }

    /// Makes a record that an earlier engine began one of today's format: it is written anew with another first line.
    fn bring_up(&mut self) -> Result<(), RecordError> {
        let end = self.text.iter().position(|b| *b == b'\n').map_or(self.text.len(), |at| at + 1);
        let header = checked::<Header>(&self.text[..end]).ok().filter(|header| header.cardwright_record < FORMAT);
        let Some(header) = header else { return Ok(()) };
        self.is_as_left()?;
        let mut text = line_of(&Header { cardwright_record: FORMAT, ..header }).into_bytes();
        text.extend_from_slice(&self.text[end..]);
        let file = whole::replace(&self.path, &text).map_err(RecordError::writing(&self.path))?;
        *self = Record::open(&self.path.clone(), file, text, self.next)?;
        Ok(())
    }

    /// Writes a line at the end and makes it durable; failing that, nothing half-written stays where
    /// the next line will go.
    fn write(&mut self, line: &str) -> Result<(), RecordError> {
        self.is_as_left()?;
        let done = self.put(line.as_bytes());
        if done.is_err() {
            let _ = self.cut(); // Tried again before the next line.
            return done;
        }
        self.text.extend_from_slice(line.as_bytes());
        Ok(())
    }

    /// Whether the file ends where the last line did.
    fn is_as_left(&mut self) -> Result<(), RecordError> {
        let about = self.file.metadata().map_err(RecordError::writing(&self.path))?;
        let length = about.len();
        if length < self.text.len() as u64 {
            return Err(self.gone("was cut short"));
        }
        if length > self.text.len() as u64 {
            // Half a line that could not be taken back when it could not be written; or not ours.
            let after = bytes_of(&self.file, &self.path)?.split_off(self.text.len());
            if after.contains(&b'\n') {
                return Err(self.gone("was written by another program"));
            }
            self.cut().map_err(RecordError::writing(&self.path))?;
        }
        if self.written.is_none() || written(&about) != self.written {
            return self.is_whole();
        }
        Ok(())
    }

    /// Whether all that is in the file is what was written there, letter by letter.
    ///
    /// # Errors
    /// It was removed, replaced or altered, or cannot be read.
    pub fn is_whole(&mut self) -> Result<(), RecordError> {
        self.has_its_name()?;
        let about = self.file.metadata().map_err(RecordError::writing(&self.path))?;
        if bytes_of(&self.file, &self.path)? != self.text {
            return Err(self.gone("was altered by another program"));
        }
        // The reading went to its end, where the next line goes.
        self.written = written(&about);
        Ok(())
    }

    fn put(&mut self, line: &[u8]) -> Result<(), RecordError> {
        let done = self.file.write_all(line).and_then(|()| self.file.sync_data());
        done.map_err(RecordError::writing(&self.path))?;
        self.written = self.file.metadata().ok().as_ref().and_then(written);
        self.has_its_name()
    }

    /// Whether its file is where it was and as it was left: else nothing more can be written there.
    ///
    /// # Errors
    /// It was removed, replaced or altered, or cannot be looked at.
    pub fn is_sound(&mut self) -> Result<(), RecordError> {
        self.has_its_name()?;
        self.is_as_left()
    }

    fn has_its_name(&self) -> Result<(), RecordError> {
        // A file without a name, or under another, is lost to whoever looks for it here. What is no plain file is not opened: to open a
        // pipe is to wait.
        if self.path.metadata().is_ok_and(|about| !about.is_file()) {
            return Err(self.gone("was replaced by what is no file"));
        }
        match Handle::from_path(&self.path) {
            Ok(now) if now == self.same => Ok(()),
            Ok(_) => Err(self.gone("was replaced by another file")),
            Err(_) => Err(self.gone("was removed")),
        }
    }

    fn gone(&self, problem: &'static str) -> RecordError {
        RecordError::Gone { path: self.path.display().to_string(), problem }
    }

    /// Cuts the file to what is known to be in it.
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

/// Opens a record's file for this program alone.
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
    // Who held the lock until now may have put another file in its place.
    let opened = file.try_clone().and_then(Handle::from_file).map_err(RecordError::writing(path))?;
    match Handle::from_path(path) {
        Ok(now) if now == opened => Ok(file),
        _ => Err(RecordError::Locked(path.display().to_string())),
    }
}
