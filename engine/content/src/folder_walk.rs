//! Reads all files of a folder and its subfolders, without following links out of it.

use crate::confined_folder::{ConfinedFolder, MAX_FILE_BYTES, file_bytes, text_of, unreadable};
use crate::diagnostic::Diagnostic;
use crate::picture::is_picture;
use crate::problems::Problems;
use crate::text_chars;
use crate::zip_file::read_zip;
use std::path::{Path, PathBuf};

/// How deep folders may nest.
pub(crate) const MAX_DEPTH: usize = 16;
/// The most files of a pack.
const MAX_FILES: usize = 20_000;
/// The most bytes of all files together.
const MAX_PACK_BYTES: usize = 16 << 20;
/// The most bytes of one script. A parsed script takes hundreds of times its size in memory.
const MAX_SCRIPT_BYTES: usize = 256 << 10;
/// The most bytes of all scripts together.
const MAX_ALL_SCRIPT_BYTES: usize = 2 << 20;

/// A file that was read.
#[derive(Debug)]
pub struct FoundFile {
    /// Path within the folder, with `/`.
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Path on disk; `None` if the file is not on disk.
    pub on_disk: Option<PathBuf>,
}

/// The contents of a folder.
#[derive(Default)]
pub(crate) struct FolderContents {
    /// The wanted files.
    pub(crate) files: Vec<FoundFile>,
    /// Paths and bytes of pictures.
    pub(crate) pictures: Vec<(String, Vec<u8>)>,
    /// Paths that were not read.
    pub(crate) unread: Vec<String>,
}

/// Reads all files whose path ends with `ending`, in a folder and its subfolders, except hidden files and editor
/// backups. Returns the files, sorted by path, and all problems, such as links to places outside the folder.
pub fn files_below(folder: &Path, ending: &str) -> (Vec<FoundFile>, Vec<Diagnostic>) {
    let problems = Problems::default();
    let mut found = FolderWalk::new(&problems, &|_| true, &|path| path.ends_with(ending)).read(folder).files;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    (found, problems.into_sorted())
}

/// Whether a file is hidden or an editor backup.
pub(crate) fn is_ignored(name: &str) -> bool {
    let backup_endings = [".swp", ".swo", ".swx", ".tmp", ".bak", ".orig", ".rej"];
    name.starts_with(['.', '#'])
        || name.ends_with(['~', '#'])
        || backup_endings.iter().any(|ending| name.ends_with(ending))
}

/// A predicate for paths.
type PathFilter<'a> = &'a dyn Fn(&str) -> bool;

/// Reads one folder with its subfolders.
pub(crate) struct FolderWalk<'a> {
    /// Number of folders and files visited so far.
    visited: usize,
    /// Bytes of all files read so far.
    total_bytes: usize,
    /// Bytes of all scripts read so far.
    script_bytes: usize,
    problems: &'a Problems,
    /// Whether to look into the folder at a path.
    is_folder_wanted: PathFilter<'a>,
    /// Whether to read the file at a path.
    is_file_wanted: PathFilter<'a>,
    found: FolderContents,
}

impl<'a> FolderWalk<'a> {
    pub(crate) fn new(
        problems: &'a Problems,
        is_folder_wanted: PathFilter<'a>,
        is_file_wanted: PathFilter<'a>,
    ) -> FolderWalk<'a> {
        let found = FolderContents::default();
        FolderWalk { visited: 0, total_bytes: 0, script_bytes: 0, problems, is_folder_wanted, is_file_wanted, found }
    }
    /// Reads the wanted files and the pictures of layouts, and lists the paths of all other files.
    pub(crate) fn read(mut self, folder: &Path) -> FolderContents {
        match ConfinedFolder::open(folder) {
            Ok(root_folder) => self.walk(&root_folder, root_folder.root(), "", 0),
            Err(problem) => self.problems.push(*problem),
        }
        self.found
    }
    /// Reads the wanted files and the pictures of a pack in one file, with the same limits.
    pub(crate) fn read_zip(mut self, zip: &Path) -> FolderContents {
        for (path, bytes) in read_zip(zip, self.problems) {
            if path.split('/').any(is_ignored) {
                continue;
            }
            if path.split('/').count() > MAX_DEPTH {
                self.problems.push(*unreadable(&path, "content::folder-too-deep", "folders nest more than 16 deep"));
            } else if !(self.is_file_wanted)(&path) && !is_picture(&path) {
                self.found.unread.push(path);
            } else if !self.is_pack_small_enough(bytes.len()) {
                break;
            } else if is_picture(&path) {
                self.found.pictures.push((path, bytes));
            } else if let Some(text) = self.text_of_bytes(bytes, &path) {
                self.found.files.push(FoundFile { path, text, on_disk: None });
            }
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
            let shown_name = name.to_string_lossy();
            if is_ignored(&shown_name) {
                continue;
            }
            let inner_path = if path.is_empty() { shown_name.to_string() } else { format!("{path}/{shown_name}") };
            let may_be_folder = (self.is_folder_wanted)(&inner_path)
                && entry.file_type().is_ok_and(|file_type| file_type.is_dir() || file_type.is_symlink());
            if !may_be_folder && !(self.is_file_wanted)(&inner_path) && !is_picture(&inner_path) {
                self.found.unread.push(inner_path);
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
                self.problems.push(*unreadable(&inner_path, "content::not-utf-8", "its name is not UTF-8"));
                continue;
            }
            // A text may contain line feeds and tabs, but a name may not. So a forbidden character replaces them here.
            if let Some((_, character)) = text_chars::first_bad_char(&shown_name.replace(['\n', '\t'], "\u{0}")) {
                let why = format!("its name contains the character {character}");
                let inner_path: String = inner_path.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
                self.problems.push(unreadable(&inner_path, "content::control-character", &why).help("rename it"));
                continue;
            }
            self.read_entry(root_folder, &entry.path(), &inner_path, depth);
        }
    }
    fn read_entry(&mut self, root_folder: &ConfinedFolder, entry_path: &Path, path: &str, depth: usize) {
        let is_file_wanted = (self.is_file_wanted)(path) || is_picture(path);
        let real_path = match root_folder.real_path(entry_path, path) {
            Ok(real_path) => real_path,
            // A bad link does not matter if the loader does not read the file.
            Err(_) if !is_file_wanted && !entry_path.is_dir() => return self.found.unread.push(path.into()),
            Err(problem) => return self.problems.push(*problem),
        };
        if real_path.is_dir() {
            if (self.is_folder_wanted)(path) {
                self.walk(root_folder, &real_path, path, depth + 1);
            }
        } else if !is_file_wanted {
            self.found.unread.push(path.into());
        } else if is_picture(path) {
            let bytes = self.read_bytes(&real_path, path);
            self.found.pictures.extend(bytes.map(|bytes| (path.to_owned(), bytes)));
        } else if let Some(text) = self.read_text(&real_path, path) {
            self.found.files.push(FoundFile { path: path.into(), text, on_disk: Some(real_path) });
        }
    }
    fn read_text(&mut self, real_path: &Path, path: &str) -> Option<String> {
        let bytes = self.read_bytes(real_path, path)?;
        self.text_of_bytes(bytes, path)
    }
    /// Returns the text of a file, if it is UTF-8 and within the limits.
    fn text_of_bytes(&mut self, bytes: Vec<u8>, path: &str) -> Option<String> {
        if path.ends_with(".luau") && !self.is_script_small_enough(bytes.len(), path) {
            return None;
        }
        text_of(path, bytes).map_err(|problem| self.problems.push(*problem)).ok()
    }
    /// Reads the bytes of a file. Returns `None` if the file cannot be read or if all files together are too large.
    fn read_bytes(&mut self, real_path: &Path, path: &str) -> Option<Vec<u8>> {
        let bytes = file_bytes(real_path, path, MAX_FILE_BYTES).map_err(|problem| self.problems.push(*problem)).ok()?;
        self.is_pack_small_enough(bytes.len()).then_some(bytes)
    }

    /// Whether all files with one more of this size are within the limit. Reports the file that is too much.
    fn is_pack_small_enough(&mut self, bytes: usize) -> bool {
        let before = self.total_bytes;
        self.total_bytes += bytes;
        if self.total_bytes > MAX_PACK_BYTES {
            if before <= MAX_PACK_BYTES {
                let problem = format!("the files of the pack are larger than {} MiB together", MAX_PACK_BYTES >> 20);
                self.problems.push(Diagnostic::error("content::pack-too-large", problem));
            }
            return false;
        }
        true
    }

    /// Whether a script of this size is within the limits. Reports a script that is too large.
    fn is_script_small_enough(&mut self, bytes: usize, path: &str) -> bool {
        if bytes > MAX_SCRIPT_BYTES {
            let why = format!("it is larger than {} KiB, the limit for a script", MAX_SCRIPT_BYTES >> 10);
            let problem = unreadable(path, "content::file-too-large", &why);
            self.problems.push(problem.help("split it into modules and load them with `require`"));
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
