//! A pack: a folder, an embedded folder or a list of texts, read as a whole and confined to itself.
//!
//! What is read: `pack.toml`, `cards/**/*.toml`, `scenarios/**/*.toml`, `scripts/**/*.{luau,toml}`, `layouts/**/*.toml` with
//! the pictures beside them, and `tests/rules/**/*.test`. Editors' leftovers and hidden files are passed over.

use crate::confined::{stays_within, text_of, unreadable};
use crate::diagnostic::Diagnostic;
use crate::embedded::{Embedded, embedded_files};
use crate::located::Located;
use crate::manifest::{Manifest, Replaced};
use crate::near::did_you_mean;
use crate::plain;
use crate::problems::Problems;
use crate::sketch::Picture;
use crate::sketch::picture::is_picture;
use crate::source::{BASE, SourceFile};
use crate::walk::{DEEPEST, Found, FoundFile, Walk, is_leftover};
use std::path::PathBuf;
use std::sync::Arc;

/// The folders of a pack that are read.
const FOLDERS: [&str; 5] = ["cards", "layouts", "scenarios", "scripts", "tests"];

/// Where a pack is read from.
#[derive(Debug, Clone)]
pub enum PackSource {
    /// Compiled into the program.
    Embedded(Embedded),
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
    /// The pictures of its layouts, ordered by path.
    pub pictures: Vec<Picture>,
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
        let Found { files: mut found, mut pictures, unread } = match source {
            PackSource::Embedded(folders) => embedded(folders, &problems),
            PackSource::Folder(folder) => Walk::new(&problems, &is_folder_wanted, &is_file_wanted).read(&folder),
            PackSource::Memory(files) => memory(files, &problems),
        };
        found.sort_by(|a, b| a.path.cmp(&b.path));
        pictures.sort();
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
        let picture = |(path, bytes): (String, Vec<u8>)| Picture { pack: id.clone(), path, bytes: bytes.into() };
        let pictures: Vec<Picture> = pictures.into_iter().map(picture).collect();
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
            pictures,
            root,
            warnings: problems.into_sorted(),
        })
    }
    /// A file by its path within the pack.
    pub fn file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.binary_search_by(|f| f.path.as_str().cmp(path)).ok().map(|at| &self.files[at])
    }
}

/// Whether a folder of this path may hold files of a pack.
fn is_folder_wanted(path: &str) -> bool {
    let top = path.split('/').next().unwrap_or_default();
    matches!(top, "cards" | "layouts" | "scenarios" | "scripts")
        || path == "tests"
        || path == "tests/rules"
        || path.starts_with("tests/rules/")
}

/// Whether a file of this path within a pack is read; others may lie there.
pub fn is_file_wanted(path: &str) -> bool {
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
        ["cards" | "layouts" | "scenarios" | "scripts"] | ["tests"] | ["pack.toml"] => None,
        [top] => Some(((*top).to_owned(), did_you_mean(top, [&FOLDERS[..], &["pack.toml"]].concat())?.to_owned())),
        [top, ..] if !FOLDERS.contains(top) => Some(((*top).to_owned(), did_you_mean(top, FOLDERS)?.to_owned())),
        ["tests", inner, ..] if *inner != "rules" => {
            Some((format!("tests/{inner}"), format!("tests/{}", did_you_mean(inner, ["rules"])?)))
        }
        [top, ..] => {
            let endings: &[&str] = match *top {
                "tests" => &["test"],
                "scripts" => &["luau", "toml"],
                "layouts" => &["toml", "svg", "png"],
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

/// A file that lies in no folder.
fn take(path: String, bytes: Vec<u8>, found: &mut Found, problems: &Problems) {
    if is_picture(&path) {
        return found.pictures.push((path, bytes));
    }
    match text_of(&path, bytes) {
        Ok(text) => found.files.push(FoundFile { path, text, on_disk: None }),
        Err(problem) => problems.push(*problem),
    }
}

fn embedded(folders: Embedded, problems: &Problems) -> Found {
    let mut found = Found::default();
    for (path, bytes) in embedded_files(folders) {
        if is_file_wanted(&path) || is_picture(&path) {
            take(path, bytes.to_vec(), &mut found, problems);
        }
    }
    found
}

/// The files of a pack, and the paths of others.
fn memory(files: Vec<(String, String)>, problems: &Problems) -> Found {
    let mut found = Found::default();
    for (path, text) in files {
        let depth = path.split('/').count();
        if depth > DEEPEST {
            problems.push(*unreadable(&path, "content::folder-too-deep", "folders nest more than 16 deep"));
        } else if let Err(why) = stays_within(&path) {
            problems.push(*unreadable(&path, "content::leads-out", why));
        } else if !is_file_wanted(&path) && !is_picture(&path) {
            found.unread.push(path);
        } else {
            take(path, text.into_bytes(), &mut found, problems);
        }
    }
    found
}

/// Files that look like content but lie where nothing reads them.
fn strays(files: &[Arc<SourceFile>], problems: &Problems) {
    for file in files {
        let parts: Vec<&str> = file.path.split('/').collect();
        let cure = match parts.as_slice() {
            ["pack.toml"] | ["tests", ..] => continue,
            [_, game, _, ..] if !crate::ident::is_id(game) => {
                let rule = "a folder is named by the id of its game: lower-case words and digits joined by `-`";
                let meant = game.to_lowercase().replace(['_', ' '], "-");
                if crate::ident::is_id(&meant) { &format!("{rule}; did you mean `{meant}`?") } else { rule }
            }
            [_, _] => "files of a game lie in a folder named after it",
            ["scenarios", _, _] | ["layouts", _, "layout.toml"] => continue,
            ["layouts", ..] => "a layout is `layouts/<game>/layout.toml`",
            ["scenarios", _, "board", _] => continue,
            ["scenarios", _, "board", ..] => "the files of a board lie directly in `board/`",
            ["scenarios", ..] => {
                "scenarios lie directly in the folder of their game, the files of its board in `board/` there"
            }
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
