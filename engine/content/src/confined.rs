//! The one door to files: those of a folder that is not left, and those that somebody names.
//!
//! Only plain files are opened, and no more is read of one than a text may hold: a pipe waits for ever, a device has no
//! end. In a folder no link that leads out of it is followed, and what is written goes through no link at all.

mod at_once;

pub use at_once::ToWrite;

use crate::diagnostic::Diagnostic;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of one file.
const LARGEST: u64 = 4 << 20;

/// What may lie where a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing.
    IsFree,
    /// A plain file, which is replaced.
    MayBeTaken,
}

/// A folder, of a pack as a rule, that is neither read nor written beyond itself.
#[derive(Debug, Clone)]
pub struct Confined {
    /// As messages name it.
    given: PathBuf,
    root: PathBuf,
}

impl Confined {
    /// A folder, by whatever links it is named.
    ///
    /// # Errors
    /// It is not there, or is no folder.
    pub fn open(folder: &Path) -> Result<Confined, Box<Diagnostic>> {
        let shown = folder.to_string_lossy();
        match folder.canonicalize() {
            Ok(root) if root.is_dir() => Ok(Confined { given: folder.to_owned(), root }),
            Ok(_) => Err(unreadable(&shown, "content::unreadable", "it is not a folder")),
            Err(error) => Err(unreadable(&shown, "content::unreadable", &error.to_string())),
        }
    }
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }
    /// A path within the folder as messages name it.
    pub fn shown(&self, path: &str) -> PathBuf {
        self.given.join(path)
    }
    /// The text at a path with `/` within the folder; none if nothing is there.
    ///
    /// # Errors
    /// It leads out, is no plain file, is too large or no UTF-8.
    pub fn read(&self, path: &str) -> Result<Option<String>, Box<Diagnostic>> {
        let Some(real) = self.find(path)? else { return Ok(None) };
        let shown = self.shown(path).to_string_lossy().into_owned();
        text_of(&shown, plain_bytes(&real, &shown)?).map(Some)
    }
    /// The names in a folder of this path that end so, in order; none if it is not there.
    ///
    /// # Errors
    /// It leads out, or cannot be read.
    pub fn names(&self, path: &str, ending: &str) -> Result<Vec<String>, Box<Diagnostic>> {
        let Some(real) = self.find(path)? else { return Ok(Vec::new()) };
        let entries = std::fs::read_dir(real).map_err(|error| {
            unreadable(&self.shown(path).to_string_lossy(), "content::unreadable", &error.to_string())
        })?;
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
        names.sort();
        Ok(names)
    }
    /// Writes a text at a path with `/` within the folder, over the plain file that may be there, and makes the folders
    /// above it: whole or not at all. Gives the file.
    ///
    /// # Errors
    /// Something on the way is a link or no folder, at its end lies what is no plain file, or it cannot be written.
    pub fn write(&self, path: &str, text: &str) -> Result<PathBuf, Box<Diagnostic>> {
        self.put(path, text, Place::MayBeTaken, &mut Vec::new())
    }
    /// The same, with what may lie there; the folders that were made for it are added to `made`.
    fn put(&self, path: &str, text: &str, place: Place, made: &mut Vec<PathBuf>) -> Result<PathBuf, Box<Diagnostic>> {
        let shown = self.shown(path);
        let failed = |error: io::Error| unwritable(&shown, &error.to_string());
        stays_within(path).map_err(|why| unwritable(&shown, why))?;
        let (mut folder, mut parts) = (self.root.clone(), path.split('/').peekable());
        let mut name = "";
        while let Some(part) = parts.next() {
            name = part;
            let at = folder.join(part);
            let is_last = parts.peek().is_none();
            match at.symlink_metadata() {
                Ok(there) if is_last && there.is_file() && place == Place::MayBeTaken => {}
                Ok(there) if !is_last && there.is_dir() => {}
                Ok(there) => return Err(in_the_way(&shown, &at, &there, is_last)),
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
                Err(_) if is_last => {}
                Err(_) => {
                    std::fs::create_dir(&at).map_err(failed)?;
                    made.push(at.clone());
                }
            }
            if !is_last {
                folder = at;
            }
        }
        let mut aside = tempfile::Builder::new();
        aside.prefix(".cardwright-").suffix(".aside");
        #[cfg(unix)]
        aside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask, as any new file
        let mut aside = aside.tempfile_in(&folder).map_err(failed)?;
        aside.write_all(text.as_bytes()).and_then(|()| aside.as_file().sync_all()).map_err(failed)?;
        // To rename replaces what has the name, and follows no link.
        let at = folder.join(name);
        let done = match place {
            Place::MayBeTaken => aside.persist(at),
            Place::IsFree => aside.persist_noclobber(at),
        };
        done.map_err(|refused| failed(refused.error))?;
        Ok(shown)
    }
    /// Where a path of the folder really lies; none if nothing is there.
    fn find(&self, path: &str) -> Result<Option<PathBuf>, Box<Diagnostic>> {
        let shown = self.shown(path).to_string_lossy().into_owned();
        stays_within(path).map_err(|why| unreadable(&shown, "content::leads-out", why))?;
        let at = self.root.join(path);
        if at.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        self.real(&at, &shown).map(Some)
    }
    /// What really lies at a place in the folder, which messages call `shown`.
    pub(crate) fn real(&self, at: &Path, shown: &str) -> Result<PathBuf, Box<Diagnostic>> {
        match at.canonicalize() {
            Ok(real) if real.starts_with(&self.root) => Ok(real),
            Ok(_) => Err(Box::new(
                unreadable(shown, "content::leads-out", "it is a link that leads out of the pack")
                    .help("copy the file into the pack instead"),
            )),
            Err(error) => Err(unreadable(shown, "content::unreadable", &error.to_string())),
        }
    }
}

/// The text of a file that somebody names, after whatever links.
///
/// # Errors
/// It cannot be read, is no plain file, is too large or no UTF-8.
pub fn read_named(path: &Path) -> Result<String, Box<Diagnostic>> {
    let shown = path.to_string_lossy();
    text_of(&shown, plain_bytes(path, &shown)?)
}

/// The bytes of a plain file, as many as a text may have and one more.
pub(crate) fn plain_bytes(path: &Path, shown: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    let failed = |error: io::Error| unreadable(shown, "content::unreadable", &error.to_string());
    // Asked before it is opened: to open a pipe is to wait.
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(Box::new(unreadable(shown, "content::unreadable", "it is a folder").help("name a file")));
    }
    if !about.is_file() {
        let refused = unreadable(shown, "content::unreadable", "it is not a plain file");
        return Err(Box::new(refused.help("pipes and devices are not read: put a file in its place, or name one")));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(failed)?;
    Ok(bytes)
}

/// Bytes as text, which has a largest size.
pub(crate) fn text_of(shown: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    if bytes.len() as u64 > LARGEST {
        return Err(unreadable(shown, "content::file-too-large", "it is larger than 4 MiB"));
    }
    match String::from_utf8(bytes) {
        // Editors of some systems begin a file with a mark of its encoding.
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let why = format!("it is not UTF-8 (byte {})", error.utf8_error().valid_up_to());
            Err(Box::new(unreadable(shown, "content::not-utf-8", &why).help("save it as UTF-8")))
        }
    }
}

pub(crate) fn unreadable(path: &str, code: &str, why: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, format!("cannot read `{path}`: {why}")))
}

fn unwritable(path: &Path, why: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("content::unwritable", format!("cannot write `{}`: {why}", path.display())))
}

/// That nothing is written through, or over, what is no plain file or folder.
fn in_the_way(shown: &Path, at: &Path, there: &Metadata, is_last: bool) -> Box<Diagnostic> {
    let at = at.display();
    let (why, cure) = match there.is_symlink() {
        true => (format!("{at} is a link, and nothing is written through one"), "delete the link"),
        false if there.is_dir() => (format!("{at} is a folder"), "take the folder away"),
        false if there.is_file() && is_last => {
            ("it is there already".to_owned(), "choose another name, or take the file away")
        }
        false if there.is_file() => (format!("{at} is not a folder"), "take the file away"),
        false => (format!("{at} is not a plain file"), "delete it"),
    };
    Box::new(unwritable(shown, &why).help(cure))
}

/// That a path has no part that leads up, out or nowhere.
pub(crate) fn stays_within(path: &str) -> Result<(), &'static str> {
    if path.contains('\\') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err("paths of a pack are relative, with `/`, and stay within");
    }
    Ok(())
}
