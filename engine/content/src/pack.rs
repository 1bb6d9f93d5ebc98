//! A pack: a folder, an embedded folder or a list of texts, read as a whole and confined to itself.
//!
//! What is read: `pack.toml`, `cards/**/*.toml`, `scenarios/**/*.toml`, `scripts/**/*.{luau,toml}` and
//! `tests/rules/**/*.test`. Editors' leftovers and hidden files are passed over.

use crate::diagnostic::Diagnostic;
use crate::located::Located;
use crate::manifest::{Manifest, Replaced};
use crate::near::did_you_mean;
use crate::plain;
use crate::problems::Problems;
use crate::source::{BASE, SourceFile};
use include_dir::Dir;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LARGEST: u64 = 4 << 20;
const DEEPEST: usize = 16;
const MOST_ENTRIES: usize = 20_000;
/// Bytes of all files of a pack.
const LARGEST_PACK: usize = 64 << 20;

/// The folders of a pack that are read.
const FOLDERS: [&str; 4] = ["cards", "scenarios", "scripts", "tests"];

/// Where a pack is read from.
#[derive(Debug, Clone)]
pub enum PackSource {
    /// Compiled into the program.
    Embedded(&'static Dir<'static>),
    /// A folder shaped like the repository.
    Folder(PathBuf),
    /// Relative paths with `/` and their texts: tests, records, cards made up in a session.
    Memory(Vec<(String, String)>),
}

/// An opened pack.
#[derive(Debug, Clone)]
pub struct Pack {
    /// Its id; `base` where there is no `pack.toml`.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its version; the engine's own where there is no `pack.toml`.
    pub version: semver::Version,
    /// The engines it works with.
    pub engine: Option<Located<semver::VersionReq>>,
    /// Packs that must come before it.
    pub depends: Vec<Located<String>>,
    /// Packs it cannot be loaded with.
    pub conflicts: Vec<Located<String>>,
    /// Modules of earlier packs its scripts replace on purpose.
    pub replaces: Vec<Replaced>,
    /// Its files, ordered by path.
    pub files: Vec<Arc<SourceFile>>,
    /// The folder it lies in.
    pub root: Option<PathBuf>,
    /// What somebody should look at, though it opens.
    pub warnings: Vec<Diagnostic>,
}

impl Pack {
    /// Reads a pack as a whole. The content of its files is checked by [`crate::Content::load`].
    ///
    /// # Errors
    /// Every file that cannot be read or leads out of the pack, and what is wrong in `pack.toml`.
    pub fn open(source: PackSource) -> Result<Pack, Vec<Diagnostic>> {
        let problems = Problems::default();
        let root = match &source {
            PackSource::Folder(folder) => Some(folder.clone()),
            _ => None,
        };
        let (mut found, unread) = match source {
            PackSource::Embedded(dir) => (embedded(dir, &problems), Vec::new()),
            PackSource::Folder(folder) => {
                let (found, unread) = (Vec::new(), Vec::new());
                Folder { root: folder, visited: 0, bytes: 0, problems: &problems, found, unread }.read()
            }
            PackSource::Memory(files) => memory(files, &problems),
        };
        found.sort_by(|a, b| a.path.cmp(&b.path));
        for pair in found.windows(2) {
            if pair[0].path == pair[1].path {
                problems
                    .push(Diagnostic::error("content::duplicate-file", format!("`{}` is given twice", pair[0].path)));
            }
        }
        let at = found.iter().position(|f| f.path == "pack.toml");
        let manifest = at.map(|at| {
            let file = &found[at];
            let text = file.text.clone();
            let pack = crate::manifest::id_of(&text).unwrap_or(BASE.into());
            Arc::new(SourceFile::new(pack, file.path.clone(), text, file.on_disk.clone()))
        });
        let manifest = Manifest::read(manifest.as_ref(), &problems);
        let id = manifest.id.clone();
        let files: Vec<_> =
            found.into_iter().map(|f| Arc::new(SourceFile::new(id.clone(), f.path, f.text, f.on_disk))).collect();
        strays(&files, &problems);
        misspelt(&unread, &id, &problems);
        for file in &files {
            if let Some(problem) = plain::check(file) {
                problems.push(problem);
            }
        }
        if problems.any_errors() {
            return Err(problems.into_sorted());
        }
        Ok(Pack {
            id,
            name: manifest.name,
            version: manifest.version,
            engine: manifest.engine,
            depends: manifest.depends,
            conflicts: manifest.conflicts,
            replaces: manifest.replaces,
            files,
            root,
            warnings: problems.into_sorted(),
        })
    }
    /// A file by its path within the pack.
    pub fn file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.binary_search_by(|f| f.path.as_str().cmp(path)).ok().map(|at| &self.files[at])
    }
}

/// A file as found, before the pack's id is known.
struct Found {
    path: String,
    text: String,
    on_disk: Option<PathBuf>,
}

/// Whether a name is an editor's leftover or hidden.
fn is_leftover(name: &str) -> bool {
    let ends = [".swp", ".swo", ".swx", ".tmp", ".bak", ".orig", ".rej"];
    name.starts_with(['.', '#']) || name.ends_with(['~', '#']) || ends.iter().any(|end| name.ends_with(end))
}

/// Whether a folder of this path may hold files of a pack.
fn is_folder_wanted(path: &str) -> bool {
    let top = path.split('/').next().unwrap_or_default();
    matches!(top, "cards" | "scenarios" | "scripts")
        || path == "tests"
        || path == "tests/rules"
        || path.starts_with("tests/rules/")
}

/// Whether a file of this path is part of a pack.
fn is_file_wanted(path: &str) -> bool {
    let Some((folder, name)) = path.rsplit_once('/') else { return path == "pack.toml" };
    if path.split('/').any(is_leftover) || !is_folder_wanted(folder) {
        return false;
    }
    match path.split('/').next() {
        Some("tests") => name.ends_with(".test"),
        Some("scripts") => [".luau", ".lua", ".toml"].iter().any(|end| name.ends_with(end)),
        _ => name.ends_with(".toml"),
    }
}

/// What a path that nothing reads was meant to be: a folder or an ending of a pack's files, one slip away. Gives the
/// part up to the slip, and that part without it.
fn meant(path: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = path.split('/').collect();
    if parts.iter().any(|part| is_leftover(part)) {
        return None;
    }
    match parts.as_slice() {
        ["cards" | "scenarios" | "scripts"] | ["tests"] | ["pack.toml"] => None,
        [top] => Some(((*top).to_owned(), did_you_mean(top, [&FOLDERS[..], &["pack.toml"]].concat())?.to_owned())),
        [top, ..] if !FOLDERS.contains(top) => Some(((*top).to_owned(), did_you_mean(top, FOLDERS)?.to_owned())),
        ["tests", inner, ..] if *inner != "rules" => {
            Some((format!("tests/{inner}"), format!("tests/{}", did_you_mean(inner, ["rules"])?)))
        }
        [top, ..] => {
            let endings: &[&str] = match *top {
                "tests" => &["test"],
                "scripts" => &["luau", "toml"],
                _ => &["toml"],
            };
            let (stem, ending) = path.rsplit_once('.')?;
            Some((path.to_owned(), format!("{stem}.{}", did_you_mean(ending, endings.iter().copied())?)))
        }
        [] => None,
    }
}

/// Warns of what nothing reads and was meant to be read, each once.
fn misspelt(unread: &[String], pack: &str, problems: &Problems) {
    let mut all: Vec<(String, String)> = unread.iter().filter_map(|path| meant(path)).collect();
    all.sort();
    all.dedup();
    for (slip, meant) in all {
        let file = Arc::new(SourceFile::new(pack.to_owned(), slip, String::new(), None));
        let problem = Diagnostic::warning("content::stray-file", format!("nothing reads `{}`", file.path));
        problems.push(problem.at(&file, 0..0).help(format!("did you mean `{meant}`?")));
    }
}

fn unreadable(path: &str, code: &str, why: &str) -> Diagnostic {
    Diagnostic::error(code, format!("cannot read `{path}`: {why}"))
}

fn text_of(path: &str, bytes: Vec<u8>, problems: &Problems) -> Option<String> {
    if bytes.len() as u64 > LARGEST {
        problems.push(unreadable(path, "content::file-too-large", "it is larger than 4 MiB"));
        return None;
    }
    match String::from_utf8(bytes) {
        // Editors of some systems begin a file with a mark of its encoding.
        Ok(text) => Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            problems.push(
                unreadable(path, "content::not-utf-8", &format!("it is not UTF-8 (byte {at})"))
                    .help("save it as UTF-8"),
            );
            None
        }
    }
}

fn embedded(dir: &'static Dir<'static>, problems: &Problems) -> Vec<Found> {
    let mut found = Vec::new();
    let mut open = vec![dir];
    while let Some(dir) = open.pop() {
        open.extend(dir.dirs());
        for file in dir.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            if is_file_wanted(&path)
                && let Some(text) = text_of(&path, file.contents().to_vec(), problems)
            {
                found.push(Found { path, text, on_disk: None });
            }
        }
    }
    found
}

/// The files of a pack, and the paths of others.
fn memory(files: Vec<(String, String)>, problems: &Problems) -> (Vec<Found>, Vec<String>) {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for (path, text) in files {
        let depth = path.split('/').count();
        if depth > DEEPEST {
            problems.push(unreadable(&path, "content::folder-too-deep", "folders nest more than 16 deep"));
        } else if path.contains('\\') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
            problems.push(unreadable(
                &path,
                "content::leads-out",
                "paths of a pack are relative, with `/`, and stay within",
            ));
        } else if !is_file_wanted(&path) {
            unread.push(path);
        } else if let Some(text) = text_of(&path, text.into_bytes(), problems) {
            found.push(Found { path, text, on_disk: None });
        }
    }
    (found, unread)
}

/// Reads a folder without leaving it.
struct Folder<'a> {
    root: PathBuf,
    visited: usize,
    bytes: usize,
    problems: &'a Problems,
    found: Vec<Found>,
    /// The paths of what lies there and is no part of a pack.
    unread: Vec<String>,
}

impl Folder<'_> {
    /// The files of a pack, and the paths of others.
    fn read(mut self) -> (Vec<Found>, Vec<String>) {
        match self.root.canonicalize() {
            Ok(root) if root.is_dir() => {
                self.root = root.clone();
                self.walk(&root, "", 0);
            }
            Ok(_) => self.problems.push(unreadable(
                &self.root.to_string_lossy(),
                "content::unreadable",
                "it is not a folder",
            )),
            Err(error) => {
                self.problems.push(unreadable(&self.root.to_string_lossy(), "content::unreadable", &error.to_string()));
            }
        }
        (self.found, self.unread)
    }
    fn walk(&mut self, folder: &Path, path: &str, depth: usize) {
        if depth > DEEPEST {
            self.problems.push(unreadable(path, "content::folder-too-deep", "folders nest more than 16 deep"));
            return;
        }
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.problems.push(unreadable(path, "content::unreadable", &error.to_string()));
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
            if !is_folder_wanted(&inner) && !is_file_wanted(&inner) {
                self.unread.push(inner);
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
                self.problems.push(unreadable(&inner, "content::not-utf-8", "its name is not UTF-8"));
                continue;
            }
            if let Some((_, unfit)) = plain::first_unfit(&shown.replace(['\n', '\t'], "\u{0}")) {
                let why = format!("its name holds {unfit}, which is no text");
                let inner: String = inner.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
                self.problems.push(unreadable(&inner, "content::control-character", &why).help("rename it"));
                continue;
            }
            self.entry(&entry.path(), &inner, depth);
        }
    }
    fn entry(&mut self, at: &Path, path: &str, depth: usize) {
        let real = match at.canonicalize() {
            Ok(real) => real,
            Err(error) => {
                self.problems.push(unreadable(path, "content::unreadable", &error.to_string()));
                return;
            }
        };
        if !real.starts_with(&self.root) {
            self.problems.push(
                unreadable(path, "content::leads-out", "it is a link that leads out of the pack")
                    .help("copy the file into the pack instead"),
            );
            return;
        }
        if real.is_dir() {
            if is_folder_wanted(path) {
                self.walk(&real, path, depth + 1);
            }
        } else if !is_file_wanted(path) {
            self.unread.push(path.into());
        } else if let Some(text) = self.file(&real, path) {
            self.found.push(Found { path: path.into(), text, on_disk: Some(real) });
        }
    }
    fn file(&mut self, real: &Path, path: &str) -> Option<String> {
        // Opening a pipe would wait for ever: only plain files are read.
        let read = || -> std::io::Result<Vec<u8>> {
            if !std::fs::metadata(real)?.is_file() {
                return Err(std::io::Error::other("it is not a plain file"));
            }
            let mut bytes = Vec::new();
            std::fs::File::open(real)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        match read() {
            Ok(bytes) => {
                let before = self.bytes;
                self.bytes += bytes.len();
                if self.bytes > LARGEST_PACK {
                    if before <= LARGEST_PACK {
                        let problem =
                            format!("the files of the pack are larger than {} MiB together", LARGEST_PACK >> 20);
                        self.problems.push(Diagnostic::error("content::pack-too-large", problem));
                    }
                    return None;
                }
                text_of(path, bytes, self.problems)
            }
            Err(error) => {
                self.problems.push(unreadable(path, "content::unreadable", &error.to_string()));
                None
            }
        }
    }
}

/// Files that look like content but lie where nothing reads them.
fn strays(files: &[Arc<SourceFile>], problems: &Problems) {
    for file in files {
        let parts: Vec<&str> = file.path.split('/').collect();
        let cure = match parts.as_slice() {
            ["pack.toml"] | ["tests", ..] => continue,
            [_, game, _, ..] if !crate::ident::is_id(game) => {
                "a folder is named by the id of its game: lower-case words and digits joined by `-`"
            }
            [_, _] => "files of a game lie in a folder named after it",
            ["scenarios", _, _] => continue,
            ["scenarios", ..] => "scenarios lie directly in the folder of their game",
            ["scripts", _, "text.toml"] if parts[1] != "lib" => continue,
            ["scripts", .., name] if name.ends_with(".toml") => "texts lie in `scripts/<game>/text.toml`",
            ["scripts", .., name] if name.ends_with(".lua") => "scripts end in `.luau`",
            _ => continue,
        };
        problems.push(
            Diagnostic::warning("content::stray-file", "nothing reads this file")
                .at(file, 0..0)
                .label("stray")
                .help(cure),
        );
    }
}
