//! The files of a folder, read without leaving it.

use crate::confined::{Confined, plain_bytes, text_of, unreadable};
use crate::diagnostic::Diagnostic;
use crate::plain;
use crate::problems::Problems;
use crate::sketch::picture::is_picture;
use std::path::{Path, PathBuf};

pub(crate) const DEEPEST: usize = 16;
const MOST_ENTRIES: usize = 20_000;
/// Bytes of all files together.
const LARGEST_PACK: usize = 16 << 20;
/// Bytes of a script, and of all scripts together: as a tree each takes hundreds of times as much.
const LARGEST_SCRIPT: usize = 256 << 10;
const LARGEST_SCRIPTS: usize = 2 << 20;

/// A file as found.
#[derive(Debug)]
pub struct FoundFile {
    /// Its path within the folder, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Where it lies, if it can be edited.
    pub on_disk: Option<PathBuf>,
}

/// What lies in a folder.
#[derive(Default)]
pub(crate) struct Found {
    /// The files that are wanted.
    pub(crate) files: Vec<FoundFile>,
    /// The paths of pictures, with their bytes.
    pub(crate) pictures: Vec<(String, Vec<u8>)>,
    /// The paths of what lies there and is not read.
    pub(crate) unread: Vec<String>,
}

/// The files below a folder that end so, by path, and what cannot be read of it. Hidden files and editors' leftovers are passed
/// over; links that lead out of the folder are problems, as is all else that a pack may not hold.
pub fn files_below(folder: &Path, ending: &str) -> (Vec<FoundFile>, Vec<Diagnostic>) {
    let problems = Problems::default();
    let mut found = Walk::new(&problems, &|_| true, &|path| path.ends_with(ending)).read(folder).files;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    (found, problems.into_sorted())
}

/// Whether a name is an editor's leftover or hidden.
pub(crate) fn is_leftover(name: &str) -> bool {
    let ends = [".swp", ".swo", ".swx", ".tmp", ".bak", ".orig", ".rej"];
    name.starts_with(['.', '#']) || name.ends_with(['~', '#']) || ends.iter().any(|end| name.ends_with(end))
}

type Wanted<'a> = &'a dyn Fn(&str) -> bool;

/// Reads a folder without leaving it.
pub(crate) struct Walk<'a> {
    visited: usize,
    /// Bytes of all files so far, and of the scripts among them.
    bytes: usize,
    of_scripts: usize,
    problems: &'a Problems,
    /// Whether a folder of this path may hold files.
    folders: Wanted<'a>,
    /// Whether a file of this path is read.
    files: Wanted<'a>,
    found: Found,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(problems: &'a Problems, folders: Wanted<'a>, files: Wanted<'a>) -> Walk<'a> {
        Walk { visited: 0, bytes: 0, of_scripts: 0, problems, folders, files, found: Found::default() }
    }
    /// The files that are wanted, pictures of layouts, and the paths of others.
    pub(crate) fn read(mut self, folder: &Path) -> Found {
        match Confined::open(folder) {
            Ok(within) => self.walk(&within, within.root(), "", 0),
            Err(problem) => self.problems.push(*problem),
        }
        self.found
    }
    fn walk(&mut self, within: &Confined, folder: &Path, path: &str, depth: usize) {
        if depth > DEEPEST {
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
            if is_leftover(&shown) {
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
            if self.visited > MOST_ENTRIES {
                if self.visited == MOST_ENTRIES + 1 {
                    let problem = format!("the pack has more than {MOST_ENTRIES} files");
                    self.problems.push(Diagnostic::error("content::too-many", problem));
                }
                return;
            }
            if name.to_str().is_none() {
                self.problems.push(*unreadable(&inner, "content::not-utf-8", "its name is not UTF-8"));
                continue;
            }
            if let Some((_, unfit)) = plain::first_unfit(&shown.replace(['\n', '\t'], "\u{0}")) {
                let why = format!("its name holds {unfit}, which is no text");
                let inner: String = inner.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
                self.problems.push(unreadable(&inner, "content::control-character", &why).help("rename it"));
                continue;
            }
            self.entry(within, &entry.path(), &inner, depth);
        }
    }
    fn entry(&mut self, within: &Confined, at: &Path, path: &str, depth: usize) {
        let is_file_wanted = (self.files)(path) || is_picture(path);
        let real = match within.real(at, path) {
            Ok(real) => real,
            // A link to what would not be read in any case.
            Err(_) if !is_file_wanted && !at.is_dir() => return self.found.unread.push(path.into()),
            Err(problem) => return self.problems.push(*problem),
        };
        if real.is_dir() {
            if (self.folders)(path) {
                self.walk(within, &real, path, depth + 1);
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
        if path.ends_with(".luau") && !self.may_be_read(bytes.len(), path) {
            return None;
        }
        text_of(path, bytes).map_err(|problem| self.problems.push(*problem)).ok()
    }
    /// The bytes of a file, unless all together are too many.
    fn bytes(&mut self, real: &Path, path: &str) -> Option<Vec<u8>> {
        let bytes = plain_bytes(real, path).map_err(|problem| self.problems.push(*problem)).ok()?;
        let before = self.bytes;
        self.bytes += bytes.len();
        if self.bytes > LARGEST_PACK {
            if before <= LARGEST_PACK {
                let problem = format!("the files of the pack are larger than {} MiB together", LARGEST_PACK >> 20);
                self.problems.push(Diagnostic::error("content::pack-too-large", problem));
            }
            return None;
        }
        Some(bytes)
    }

    /// Whether a script of so many bytes is read.
    fn may_be_read(&mut self, bytes: usize, path: &str) -> bool {
        if bytes > LARGEST_SCRIPT {
            let why = format!("it is larger than {} KiB, the most for a script", LARGEST_SCRIPT >> 10);
            let refused = unreadable(path, "content::file-too-large", &why);
            self.problems.push(refused.help("split it into modules, and `require` them"));
            return false;
        }
        let before = self.of_scripts;
        self.of_scripts += bytes;
        if before <= LARGEST_SCRIPTS && self.of_scripts > LARGEST_SCRIPTS {
            let problem = format!("the scripts of the pack are larger than {} MiB together", LARGEST_SCRIPTS >> 20);
            self.problems.push(Diagnostic::error("content::pack-too-large", problem));
        }
        self.of_scripts <= LARGEST_SCRIPTS
    }
}
