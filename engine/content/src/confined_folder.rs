//! The only place that reads and writes files: within one folder, or at a path that the user names.
//!
//! It opens regular files only, and reads no more than the size limit. Pipes would block and devices have no end. In a
//! folder it follows no link that leads out, and it never writes through a link.

mod write_files;

pub use write_files::FileWrite;

use crate::diagnostic::Diagnostic;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The most bytes of one file.
const MAX_BYTES: u64 = 4 << 20;

/// What to do if the file exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WriteMode {
    /// Fail.
    CreateNew,
    /// Replace it, if it is a regular file.
    Replace,
}

/// A folder, usually of a pack. Nothing outside it is read or written.
#[derive(Debug, Clone)]
pub struct ConfinedFolder {
    /// The path that messages show.
    given: PathBuf,
    root: PathBuf,
}

impl ConfinedFolder {
    /// Opens a folder; the path may contain links.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn open(folder: &Path) -> Result<ConfinedFolder, Box<Diagnostic>> {
        let shown = folder.to_string_lossy();
        match folder.canonicalize() {
            Ok(root) if root.is_dir() => Ok(ConfinedFolder { given: folder.to_owned(), root }),
            Ok(_) => Err(unreadable(&shown, "content::unreadable", "it is not a folder")),
            Err(error) => Err(unreadable(&shown, "content::unreadable", &error.to_string())),
        }
    }
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }
    /// A path within the folder, as messages show it.
    pub fn display_path(&self, path: &str) -> PathBuf {
        self.given.join(path)
    }
    /// The text of the file at a path within the folder, with `/`; `None` if there is no file.
    ///
    /// # Errors
    /// The path leads out of the folder, or the file is not regular, too large or not UTF-8.
    pub fn read(&self, path: &str) -> Result<Option<String>, Box<Diagnostic>> {
        let Some(real) = self.find(path)? else { return Ok(None) };
        let shown = self.display_path(path).to_string_lossy().into_owned();
        text_of(&shown, file_bytes(&real, &shown)?).map(Some)
    }
    /// The sorted names in a subfolder that end with `ending`; empty if there is no such subfolder.
    ///
    /// # Errors
    /// The path leads out of the folder, or cannot be read.
    pub fn names(&self, path: &str, ending: &str) -> Result<Vec<String>, Box<Diagnostic>> {
        let Some(real) = self.find(path)? else { return Ok(Vec::new()) };
        let entries = std::fs::read_dir(real).map_err(|error| {
            unreadable(&self.display_path(path).to_string_lossy(), "content::unreadable", &error.to_string())
        })?;
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
        names.sort();
        Ok(names)
    }
    /// Writes a file at a path within the folder, with `/`. Missing folders are created, and an existing regular file
    /// is replaced. The write is atomic. Gives the path of the file.
    ///
    /// # Errors
    /// The path contains a link, something on it has the wrong type, or the write fails.
    pub fn write(&self, path: &str, text: &str) -> Result<PathBuf, Box<Diagnostic>> {
        self.write_with(path, text, WriteMode::Replace, &mut Vec::new())
    }
    /// Writes one file; adds the folders it creates to `made`.
    fn write_with(
        &self,
        path: &str,
        text: &str,
        mode: WriteMode,
        made: &mut Vec<PathBuf>,
    ) -> Result<PathBuf, Box<Diagnostic>> {
        let shown = self.display_path(path);
        let failed = |error: io::Error| unwritable(&shown, &error.to_string());
        check_relative(path).map_err(|why| unwritable(&shown, why))?;
        let (mut folder, mut parts) = (self.root.clone(), path.split('/').peekable());
        let mut name = "";
        while let Some(part) = parts.next() {
            name = part;
            let at = folder.join(part);
            let is_last = parts.peek().is_none();
            match at.symlink_metadata() {
                Ok(there) if is_last && there.is_file() && mode == WriteMode::Replace => {}
                Ok(there) if !is_last && there.is_dir() => {}
                Ok(there) => return Err(obstacle_error(&shown, &at, &there, is_last)),
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
        let mut builder = tempfile::Builder::new();
        builder.prefix(".cardwright-").suffix(".aside");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // the umask applies, as for any new file
        let mut temporary = builder.tempfile_in(&folder).map_err(failed)?;
        temporary.write_all(text.as_bytes()).and_then(|()| temporary.as_file().sync_all()).map_err(failed)?;
        // Renaming replaces the file itself and follows no link.
        let at = folder.join(name);
        let done = match mode {
            WriteMode::Replace => temporary.persist(at),
            WriteMode::CreateNew => temporary.persist_noclobber(at),
        };
        done.map_err(|refused| failed(refused.error))?;
        Ok(shown)
    }
    /// The real path of a path within the folder; `None` if nothing is there.
    fn find(&self, path: &str) -> Result<Option<PathBuf>, Box<Diagnostic>> {
        let shown = self.display_path(path).to_string_lossy().into_owned();
        check_relative(path).map_err(|why| unreadable(&shown, "content::leads-out", why))?;
        let at = self.root.join(path);
        if at.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        self.real(&at, &shown).map(Some)
    }
    /// The real path of `at`, which must be inside the folder. Messages show it as `shown`.
    pub(crate) fn real(&self, at: &Path, shown: &str) -> Result<PathBuf, Box<Diagnostic>> {
        match at.canonicalize() {
            Ok(real) if real.starts_with(&self.root) => Ok(real),
            Ok(_) => Err(Box::new(
                unreadable(shown, "content::leads-out", "it is a link to a place outside the pack")
                    .help("copy the file into the pack instead"),
            )),
            Err(error) => Err(unreadable(shown, "content::unreadable", &error.to_string())),
        }
    }
}

/// The text of a file that the user names; links are followed.
///
/// # Errors
/// The file cannot be read, or is not regular, too large or not UTF-8.
pub fn read_text_file(path: &Path) -> Result<String, Box<Diagnostic>> {
    let shown = path.to_string_lossy();
    text_of(&shown, file_bytes(path, &shown)?)
}

/// The bytes of a regular file, at most one more than the size limit.
pub(crate) fn file_bytes(path: &Path, shown: &str) -> Result<Vec<u8>, Box<Diagnostic>> {
    let failed = |error: io::Error| unreadable(shown, "content::unreadable", &error.to_string());
    // Check before opening, because opening a pipe blocks.
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(Box::new(unreadable(shown, "content::unreadable", "it is a folder").help("name a file")));
    }
    if !about.is_file() {
        let refused = unreadable(shown, "content::unreadable", "it is not a regular file");
        return Err(Box::new(refused.help("pipes and devices cannot be read; use a regular file")));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(failed)?;
    Ok(bytes)
}

/// The text of a file, if it is UTF-8 and small enough.
pub(crate) fn text_of(shown: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unreadable(shown, "content::file-too-large", "it is larger than 4 MiB"));
    }
    match String::from_utf8(bytes) {
        // Some editors begin a file with a byte order mark.
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

/// Reports what prevents writing: a link, or something of the wrong type.
fn obstacle_error(shown: &Path, at: &Path, there: &Metadata, is_last: bool) -> Box<Diagnostic> {
    let at = at.display();
    let (why, help) = match there.is_symlink() {
        true => (format!("{at} is a link, and links are never written through"), "delete the link"),
        false if there.is_dir() => (format!("{at} is a folder"), "move the folder away"),
        false if there.is_file() && is_last => {
            ("it already exists".to_owned(), "choose another name, or move the file away")
        }
        false if there.is_file() => (format!("{at} is not a folder"), "move the file away"),
        false => (format!("{at} is not a regular file"), "delete it"),
    };
    Box::new(unwritable(shown, &why).help(help))
}

/// Checks that a relative path has no part that leads out of its folder.
pub(crate) fn check_relative(path: &str) -> Result<(), &'static str> {
    if path.contains('\\') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err("a path must be relative, use `/`, and stay within the pack");
    }
    Ok(())
}
