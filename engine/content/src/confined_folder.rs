//! The only module that reads and writes the files of packs: within one folder, or at a path that the user names.
//!
//! The functions open regular files only, because a pipe would block and a device has no end. They read no more than
//! the size limit. Within a folder they follow no link to a place outside, and they never write through a link.

mod write_files;

pub use write_files::FileWrite;

use crate::diagnostic::Diagnostic;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The most bytes of a file that is read.
pub(crate) const MAX_FILE_BYTES: u64 = 4 << 20;

/// What a write does if the file exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WriteMode {
    /// The write fails.
    CreateNew,
    /// The write replaces the file if it is a regular file, and fails otherwise.
    Replace,
}

/// A folder, usually of a pack. Nothing outside it is read or written.
#[derive(Debug, Clone)]
pub struct ConfinedFolder {
    /// The path as the caller names it. Messages show it.
    shown_root: PathBuf,
    /// The real path, in which all links are resolved.
    root: PathBuf,
}

impl ConfinedFolder {
    /// Opens a folder. The path may contain links.
    ///
    /// # Errors
    /// Fails if the path names no folder.
    pub fn open(folder: &Path) -> Result<ConfinedFolder, Box<Diagnostic>> {
        let shown_path = folder.to_string_lossy();
        match folder.canonicalize() {
            Ok(root) if root.is_dir() => Ok(ConfinedFolder { shown_root: folder.to_owned(), root }),
            Ok(_) => Err(unreadable(&shown_path, "content::unreadable", "it is not a folder")),
            Err(error) => Err(unreadable(&shown_path, "content::unreadable", &error.to_string())),
        }
    }
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }
    /// Returns a path within the folder as messages show it.
    pub fn display_path(&self, path: &str) -> PathBuf {
        self.shown_root.join(path)
    }
    /// Reads the text of a file. `path` is relative to the folder and uses `/`. Returns `None` if no file exists there.
    ///
    /// # Errors
    /// Fails if the path leads out of the folder, or if the file is not regular, too large or not UTF-8.
    pub fn read(&self, path: &str) -> Result<Option<String>, Box<Diagnostic>> {
        let Some(real_path) = self.find(path)? else { return Ok(None) };
        let shown_path = self.display_path(path).to_string_lossy().into_owned();
        text_of(&shown_path, file_bytes(&real_path, &shown_path, MAX_FILE_BYTES)?).map(Some)
    }
    /// Lists the names in a subfolder that end with `ending`, sorted. The list is empty if the subfolder does not
    /// exist.
    ///
    /// # Errors
    /// Fails if the path leads out of the folder, or if the subfolder cannot be read.
    pub fn names(&self, path: &str, ending: &str) -> Result<Vec<String>, Box<Diagnostic>> {
        let Some(real_path) = self.find(path)? else { return Ok(Vec::new()) };
        let entries = std::fs::read_dir(real_path).map_err(|error| {
            unreadable(&self.display_path(path).to_string_lossy(), "content::unreadable", &error.to_string())
        })?;
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
        names.sort();
        Ok(names)
    }
    /// Writes a file. `path` is relative to the folder and uses `/`. Creates missing folders, and replaces an existing
    /// regular file. The write is atomic. Returns the path of the file as messages show it.
    ///
    /// # Errors
    /// Fails if the path contains a link, if a folder of the path is a file, if the file is a folder, or if the write
    /// itself fails.
    pub fn write(&self, path: &str, text: &str) -> Result<PathBuf, Box<Diagnostic>> {
        self.write_with(path, text, WriteMode::Replace, &mut Vec::new())
    }
    /// Writes one file. Adds the folders that it creates to `created_folders`.
    fn write_with(
        &self,
        path: &str,
        text: &str,
        mode: WriteMode,
        created_folders: &mut Vec<PathBuf>,
    ) -> Result<PathBuf, Box<Diagnostic>> {
        let shown_path = self.display_path(path);
        let failed = |error: io::Error| unwritable(&shown_path, &error.to_string());
        check_relative(path).map_err(|why| unwritable(&shown_path, why))?;
        let (mut folder, mut parts) = (self.root.clone(), path.split('/').peekable());
        let mut name = "";
        while let Some(part) = parts.next() {
            name = part;
            let current = folder.join(part);
            let is_last = parts.peek().is_none();
            match current.symlink_metadata() {
                Ok(metadata) if is_last && metadata.is_file() && mode == WriteMode::Replace => {}
                Ok(metadata) if !is_last && metadata.is_dir() => {}
                Ok(metadata) => return Err(obstacle_error(&shown_path, &current, &metadata, is_last)),
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
                Err(_) if is_last => {}
                Err(_) => {
                    std::fs::create_dir(&current).map_err(failed)?;
                    created_folders.push(current.clone());
                }
            }
            if !is_last {
                folder = current;
            }
        }
        // If a crash leaves the temporary file behind, the dot at the beginning of its name makes the loader ignore it.
        let mut builder = tempfile::Builder::new();
        builder.prefix(".cardwright-").suffix(".aside");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // the umask applies, as for any new file
        let mut temporary = builder.tempfile_in(&folder).map_err(failed)?;
        temporary.write_all(text.as_bytes()).and_then(|()| temporary.as_file().sync_all()).map_err(failed)?;
        // Renaming replaces the file itself and follows no link.
        let target = folder.join(name);
        let result = match mode {
            WriteMode::Replace => temporary.persist(target),
            WriteMode::CreateNew => temporary.persist_noclobber(target),
        };
        result.map_err(|error| failed(error.error))?;
        Ok(shown_path)
    }
    /// Returns the real path of a path within the folder; `None` if the path does not exist.
    fn find(&self, path: &str) -> Result<Option<PathBuf>, Box<Diagnostic>> {
        let shown_path = self.display_path(path).to_string_lossy().into_owned();
        check_relative(path).map_err(|why| unreadable(&shown_path, "content::leads-out", why))?;
        let joined = self.root.join(path);
        if joined.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        self.real_path(&joined, &shown_path).map(Some)
    }
    /// Returns the real path of `path`, which must be inside the folder. `shown_path` is the path as messages show it.
    pub(crate) fn real_path(&self, path: &Path, shown_path: &str) -> Result<PathBuf, Box<Diagnostic>> {
        match path.canonicalize() {
            Ok(real) if real.starts_with(&self.root) => Ok(real),
            Ok(_) => Err(Box::new(
                unreadable(shown_path, "content::leads-out", "it is a link to a place outside the pack")
                    .help("copy the file into the pack instead"),
            )),
            Err(error) => Err(unreadable(shown_path, "content::unreadable", &error.to_string())),
        }
    }
}

/// Reads the text of a file that the user names. The path may be a link.
///
/// # Errors
/// Fails if the file cannot be read, or if it is not regular, too large or not UTF-8.
pub fn read_text_file(path: &Path) -> Result<String, Box<Diagnostic>> {
    let shown_path = path.to_string_lossy();
    text_of(&shown_path, file_bytes(path, &shown_path, MAX_FILE_BYTES)?)
}

/// Reads the bytes of a regular file, at most one byte more than `limit`. From the extra byte, the caller learns that the
/// file is too large.
pub(crate) fn file_bytes(path: &Path, shown_path: &str, limit: u64) -> Result<Vec<u8>, Box<Diagnostic>> {
    let failed = |error: io::Error| unreadable(shown_path, "content::unreadable", &error.to_string());
    // Check before opening, because opening a pipe blocks.
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(Box::new(unreadable(shown_path, "content::unreadable", "it is a folder").help("name a file")));
    }
    if !metadata.is_file() {
        let problem = unreadable(shown_path, "content::unreadable", "it is not a regular file");
        return Err(Box::new(problem.help("pipes and devices cannot be read; use a regular file")));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)).map_err(failed)?;
    Ok(bytes)
}

/// Returns the text of a file. Fails if it is not UTF-8 or larger than the size limit.
pub(crate) fn text_of(shown_path: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(unreadable(shown_path, "content::file-too-large", "it is larger than 4 MiB"));
    }
    match String::from_utf8(bytes) {
        // Some editors begin a file with a byte order mark.
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let why = format!("it is not UTF-8 (byte {})", error.utf8_error().valid_up_to());
            Err(Box::new(unreadable(shown_path, "content::not-utf-8", &why).help("save it as UTF-8")))
        }
    }
}

pub(crate) fn unreadable(path: &str, code: &str, why: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, format!("cannot read `{path}`: {why}")))
}

fn unwritable(path: &Path, why: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("content::unwritable", format!("cannot write `{}`: {why}", path.display())))
}

/// Makes the diagnostic for a part of a path that prevents writing, because it is a link or has the wrong type.
/// `is_last` says whether the obstacle is at the path of the file itself, not at a folder of the path.
fn obstacle_error(shown_path: &Path, obstacle: &Path, metadata: &Metadata, is_last: bool) -> Box<Diagnostic> {
    let obstacle = obstacle.display();
    let (why, help) = match metadata.is_symlink() {
        true => (format!("{obstacle} is a link, and links are never written through"), "delete the link"),
        false if metadata.is_dir() => (format!("{obstacle} is a folder"), "move the folder away"),
        false if metadata.is_file() && is_last => {
            ("it already exists".to_owned(), "choose another name, or move the file away")
        }
        false if metadata.is_file() => (format!("{obstacle} is not a folder"), "move the file away"),
        false => (format!("{obstacle} is not a regular file"), "delete it"),
    };
    Box::new(unwritable(shown_path, &why).help(help))
}

/// Checks that a path is relative and cannot lead out of its folder.
pub(crate) fn check_relative(path: &str) -> Result<(), &'static str> {
    if path.contains('\\') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err("a path must be relative, use `/`, and stay within the pack");
    }
    Ok(())
}
