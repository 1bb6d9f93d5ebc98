//! Reads all files of a folder and its subfolders, without following links out of it.

use crate::confined_folder::{ConfinedFolder, file_bytes, text_of, unreadable};
use crate::diagnostic::Diagnostic;
use crate::layout_file::picture::is_picture;
use crate::problems::Problems;
use crate::text_chars;
use std::path::{Path, PathBuf};

pub(crate) const MAX_DEPTH: usize = 16;
const MAX_FILES: usize = 20_000;
/// The most bytes of all files together.
const MAX_PACK_BYTES: usize = 16 << 20;
/// The most bytes of one script, and of all scripts together. A parsed script takes hundreds of times its size.
const MAX_SCRIPT_BYTES: usize = 256 << 10;
const MAX_ALL_SCRIPT_BYTES: usize = 2 << 20;

/// A file that was read.
#[derive(Debug)]
pub struct FoundFile {
    /// Path root_folder the folder, with `/`.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Path on disk, if the file can be edited.
    pub on_disk: Option<PathBuf>,
}

/// What a folder contains.
#[derive(Default)]
pub(crate) struct FolderContents {
    /// The wanted files.
    pub(crate) files: Vec<FoundFile>,
    /// Paths and bytes of pictures.
    pub(crate) pictures: Vec<(String, Vec<u8>)>,
    /// Paths that were not read.
    pub(crate) unread: Vec<String>,
}

/// All files in a folder and its subfolders that end with `ending`, sorted by path, and the problems met. Hidden files
/// and editor backups are ignored. A link out of the folder is a problem, as is anything else that a pack may not have.
pub fn files_below(folder: &Path, ending: &str) -> (Vec<FoundFile>, Vec<Diagnostic>) {
    let problems = Problems::default();
    let mut found = FolderWalk::new(&problems, &|_| true, &|path| path.ends_with(ending)).read(folder).files;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    (found, problems.into_sorted())
}

/// Whether a file is hidden or an editor backup.
pub(crate) fn is_ignored(name: &str) -> bool {
    let ends = [".swp", ".swo", ".swx", ".tmp", ".bak", ".orig", ".rej"];
    name.starts_with(['.', '#']) || name.ends_with(['~', '#']) || ends.iter().any(|end| name.ends_with(end))
}

type Wanted<'a> = &'a dyn Fn(&str) -> bool;

/// The reading of one folder.
pub(crate) struct FolderWalk<'a> {
    visited: usize,
    /// Bytes of all files so far.
    bytes: usize,
    /// Bytes of the scripts among them.
    script_bytes: usize,
    problems: &'a Problems,
    /// Whether to look into the folder at a path.
    folders: Wanted<'a>,
    /// Whether to read the file at a path.
    files: Wanted<'a>,
    found: FolderContents,
}

impl<'a> FolderWalk<'a> {
    pub(crate) fn new(problems: &'a Problems, folders: Wanted<'a>, files: Wanted<'a>) -> FolderWalk<'a> {
        FolderWalk { visited: 0, bytes: 0, script_bytes: 0, problems, folders, files, found: FolderContents::default() }
    }
    /// The wanted files, pictures of layouts, and the paths of all others.
    pub(crate) fn read(mut self, folder: &Path) -> FolderContents {
        match ConfinedFolder::open(folder) {
            Ok(root_folder) => self.walk(&root_folder, root_folder.root(), "", 0),
            Err(problem) => self.problems.push(*problem),
        }
        self.found
    }
    fn walk(&mut self, root_folder: &ConfinedFolder, folder: &Path, path: &str, depth: usize) {
        if depth > MAX_DEPTH {
            self.problems.push(*unreadable(path, "content::folder-too-deep", "folders nest more than 16 deep"));
            return;
        }
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.problems.push(*unreadable(path, "content::unreadable", &error.to_string()));
                return;
            }
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let shown = name.to_string_lossy();
            if is_ignored(&shown) {
                continue;
            }
            let inner = if path.is_empty() { shown.to_string() } else { format!("{path}/{shown}") };
            let may_be_folder =
                (self.folders)(&inner) && entry.file_type().is_ok_and(|of| of.is_dir() || of.is_symlink());
            if !may_be_folder && !(self.files)(&inner) && !is_picture(&inner) {
                self.found.unread.push(inner);
                continue;
            }
            self.visited += 1;
            if self.visited > MAX_FILES {
                if self.visited == MAX_FILES + 1 {
                    let problem = format!("the pack has more than {MAX_FILES} files");
                    self.problems.push(Diagnostic::error("content::too-many", problem));
                }
                return;
            }
            if name.to_str().is_none() {
                self.problems.push(*unreadable(&inner, "content::not-utf-8", "its name is not UTF-8"));
                continue;
            }
            if let Some((_, unfit)) = text_chars::first_bad_char(&shown.replace(['\n', '\t'], "\u{0}")) {
                let why = format!("its name contains the character {unfit}");
                let inner: String = inner.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
                self.problems.push(unreadable(&inner, "content::control-character", &why).help("rename it"));
                continue;
            }
            self.entry(root_folder, &entry.path(), &inner, depth);
        }
    }
    fn entry(&mut self, root_folder: &ConfinedFolder, at: &Path, path: &str, depth: usize) {
        let is_file_wanted = (self.files)(path) || is_picture(path);
        let real = match root_folder.real(at, path) {
            Ok(real) => real,
            // A bad link does not matter if the file would not be read anyway.
            Err(_) if !is_file_wanted && !at.is_dir() => return self.found.unread.push(path.into()),
            Err(problem) => return self.problems.push(*problem),
        };
        if real.is_dir() {
            if (self.folders)(path) {
                self.walk(root_folder, &real, path, depth + 1);
            }
        } else if !is_file_wanted {
            self.found.unread.push(path.into());
        } else if is_picture(path) {
            let bytes = self.bytes(&real, path);
            self.found.pictures.extend(bytes.map(|bytes| (path.to_owned(), bytes)));
        } else if let Some(text) = self.file(&real, path) {
            self.found.files.push(FoundFile { path: path.into(), text, on_disk: Some(real) });
        }
    }
    fn file(&mut self, real: &Path, path: &str) -> Option<String> {
        let bytes = self.bytes(real, path)?;
        if path.ends_with(".luau") && !self.is_script_small_enough(bytes.len(), path) {
            return None;
        }
        text_of(path, bytes).map_err(|problem| self.problems.push(*problem)).ok()
    }
    /// The bytes of a file; `None` if all files together are too large.
    fn bytes(&mut self, real: &Path, path: &str) -> Option<Vec<u8>> {
        let bytes = file_bytes(real, path).map_err(|problem| self.problems.push(*problem)).ok()?;
        let before = self.bytes;
        self.bytes += bytes.len();
        if self.bytes > MAX_PACK_BYTES {
            if before <= MAX_PACK_BYTES {
                let problem = format!("the files of the pack are larger than {} MiB together", MAX_PACK_BYTES >> 20);
                self.problems.push(Diagnostic::error("content::pack-too-large", problem));
            }
            return None;
        }
        Some(bytes)
    }

    /// Whether a script of this size may be read; reports it if not.
    fn is_script_small_enough(&mut self, bytes: usize, path: &str) -> bool {
        if bytes > MAX_SCRIPT_BYTES {
            let why = format!("it is larger than {} KiB, the limit for a script", MAX_SCRIPT_BYTES >> 10);
            let refused = unreadable(path, "content::file-too-large", &why);
            self.problems.push(refused.help("split it into modules and load them with `require`"));
            return false;
        }
        let before = self.script_bytes;
        self.script_bytes += bytes;
        if before <= MAX_ALL_SCRIPT_BYTES && self.script_bytes > MAX_ALL_SCRIPT_BYTES {
            let problem =
                format!("the scripts of the pack are larger than {} MiB together", MAX_ALL_SCRIPT_BYTES >> 20);
            self.problems.push(Diagnostic::error("content::pack-too-large", problem));
        }
        self.script_bytes <= MAX_ALL_SCRIPT_BYTES
    }
}
