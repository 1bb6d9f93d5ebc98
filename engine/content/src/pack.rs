//! Packs: a folder, an embedded folder or texts in memory, read as a whole.
//!
//! A pack consists of `pack.toml`, `cards/**/*.toml`, `scenarios/**/*.toml`, `scripts/**/*.{luau,toml}`,
//! `layouts/**/*.toml` with their pictures, and `tests/rules/**/*.test`. Hidden files and editor backups are ignored.

use crate::confined_folder::{check_relative, text_of, unreadable};
use crate::diagnostic::Diagnostic;
use crate::did_you_mean::did_you_mean;
use crate::embedded::{EmbeddedFolders, embedded_files};
use crate::folder_walk::{FolderContents, FolderWalk, FoundFile, MAX_DEPTH, is_ignored};
use crate::located::Located;
use crate::manifest::{Credits, Dependency, Manifest, ReplacedScript};
use crate::picture::{Picture, is_picture};
use crate::problems::Problems;
use crate::source_file::{BASE, SourceFile};
use crate::text_chars;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The top folders of a pack.
const FOLDERS: [&str; 5] = ["cards", "layouts", "scenarios", "scripts", "tests"];

/// Where a pack is stored.
#[derive(Debug, Clone)]
pub enum PackSource {
    /// Compiled into the program.
    Embedded(EmbeddedFolders),
    /// A folder with the subfolders `cards`, `scenarios`, `scripts` and so on.
    Folder(PathBuf),
    /// A file with these subfolders, as `cardwright pack` writes it.
    Zip(PathBuf),
    /// Relative paths with `/`, each with the text of the file. For packs that are not on disk, such as the packs that
    /// a record contains.
    Memory(Vec<(String, String)>),
}

/// An opened pack.
#[derive(Debug, Clone)]
pub struct Pack {
    /// Id of the pack; `base` if it has no `pack.toml`.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Version of the pack; the version of the engine if the pack has no `pack.toml`.
    pub version: semver::Version,
    /// Versions of the engine with which the pack works.
    pub engine: Option<Located<semver::VersionReq>>,
    /// Packs that must be loaded before this pack.
    pub depends: Vec<Dependency>,
    /// Packs that cannot be loaded together with this pack.
    pub conflicts: Vec<Located<String>>,
    /// Scripts of earlier packs that this pack replaces on purpose.
    pub replaces: Vec<ReplacedScript>,
    /// Who made the pack, and its licence.
    pub credits: Credits,
    /// Files, sorted by path.
    pub files: Vec<Arc<SourceFile>>,
    /// Pictures of its layouts, sorted by path.
    pub pictures: Vec<Picture>,
    /// The folder on disk; `None` for an embedded pack or a pack in memory.
    pub root: Option<PathBuf>,
    /// Warnings from reading the pack.
    pub warnings: Vec<Diagnostic>,
}

impl Pack {
    /// Reads a pack. [`crate::Content::load`] checks the content of its files.
    ///
    /// # Errors
    /// Fails if a file cannot be read, if a file is a link to a place outside the pack, or if `pack.toml` has errors.
    pub fn open(source: PackSource) -> Result<Pack, Vec<Diagnostic>> {
        let problems = Problems::default();
        let root = match &source {
            PackSource::Folder(folder) => Some(folder.clone()),
            _ => None,
        };
        let FolderContents { files: mut found, mut pictures, unread } = match source {
            PackSource::Embedded(folders) => read_embedded(folders, &problems),
            PackSource::Folder(folder) => FolderWalk::new(&problems, &is_folder_wanted, &is_file_wanted).read(&folder),
            PackSource::Zip(file) => FolderWalk::new(&problems, &is_folder_wanted, &is_file_wanted).read_zip(&file),
            PackSource::Memory(files) => read_memory(files, &problems),
        };
        found.sort_by(|a, b| a.path.cmp(&b.path));
        pictures.sort();
        for pair in found.windows(2) {
            if pair[0].path == pair[1].path {
                problems
                    .push(Diagnostic::error("content::duplicate-file", format!("`{}` is given twice", pair[0].path)));
            }
        }
        let manifest = found.iter().find(|file| file.path == "pack.toml").map(|file| {
            let text = file.text.clone();
            let pack = crate::manifest::declared_id(&text).unwrap_or(BASE.into());
            Arc::new(SourceFile::new(pack, file.path.clone(), text, file.on_disk.clone()))
        });
        let manifest = Manifest::read(manifest.as_ref(), &problems);
        let id = manifest.id.clone();
        let files: Vec<_> =
            found.into_iter().map(|f| Arc::new(SourceFile::new(id.clone(), f.path, f.text, f.on_disk))).collect();
        let picture = |(path, bytes): (String, Vec<u8>)| Picture { pack: id.clone(), path, bytes: bytes.into() };
        let pictures: Vec<Picture> = pictures.into_iter().map(picture).collect();
        warn_of_stray_files(&files, &problems);
        let stray_tests = unread.iter().flat_map(|path| stray_tests(root.as_deref(), path)).collect();
        warn_of_typos(&unread, &id, &problems);
        warn_of_stray_tests(stray_tests, &id, &problems);
        for file in &files {
            if let Some(problem) = text_chars::check(file) {
                problems.push(problem);
            }
        }
        if problems.has_errors() {
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
            credits: manifest.credits,
            files,
            pictures,
            root,
            warnings: problems.into_sorted(),
        })
    }
    /// Returns the file at a path within the pack.
    pub fn file(&self, path: &str) -> Option<&Arc<SourceFile>> {
        self.files.binary_search_by(|f| f.path.as_str().cmp(path)).ok().map(|index| &self.files[index])
    }
}

/// The game whose folder a file of a pack is in: `demo` for `cards/demo/a.toml` and `tests/rules/demo/a.test`.
pub fn game_of(path: &str) -> Option<&str> {
    let path = path.strip_prefix("tests/").unwrap_or(path);
    let (_, below) = path.split_once('/')?;
    below.split_once('/').map(|(game, _)| game)
}

/// Whether the folder at this path may contain files of a pack.
fn is_folder_wanted(path: &str) -> bool {
    let top = path.split('/').next().unwrap_or_default();
    matches!(top, "cards" | "layouts" | "scenarios" | "scripts")
        || path == "tests"
        || path == "tests/rules"
        || path.starts_with("tests/rules/")
}

/// Whether the loader reads the file at this path of a pack. A pack may have other files too.
pub fn is_file_wanted(path: &str) -> bool {
    let Some((folder, name)) = path.rsplit_once('/') else { return path == "pack.toml" };
    if path.split('/').any(is_ignored) || !is_folder_wanted(folder) {
        return false;
    }
    match path.split('/').next() {
        Some("tests") => name.ends_with(".test"),
        Some("scripts") => [".luau", ".lua", ".toml"].iter().any(|end| name.ends_with(end)),
        _ => name.ends_with(".toml"),
    }
}

/// Looks for a typo in a folder or file extension of an unread path. Returns the path up to the typo, and the same part
/// without the typo: `test` and `tests` for `test/rules/new.test`.
fn correct_typo(path: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = path.split('/').collect();
    if parts.iter().any(|part| is_ignored(part)) {
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

/// Warns of typos in unread paths, once for each typo.
fn warn_of_typos(unread: &[String], pack: &str, problems: &Problems) {
    let mut typos: Vec<(String, String)> = unread.iter().filter_map(|path| correct_typo(path)).collect();
    typos.sort();
    typos.dedup();
    for (typo, correct_path) in typos {
        let file = Arc::new(SourceFile::new(pack.to_owned(), typo, String::new(), None));
        let problem = Diagnostic::warning("content::stray-file", format!("nothing reads `{}`", file.path));
        problems.push(problem.at(&file, 0..0).help(format!("did you mean `{correct_path}`?")));
    }
}

/// Where rule tests must be.
const RULE_TESTS_HELP: &str = "put rule tests into `tests/rules/<game>/`";

/// Returns the rule tests at an unread path: the file itself, or the files directly in a folder of `tests/`.
fn stray_tests(root: Option<&Path>, path: &str) -> Vec<String> {
    let is_test = |path: &str| path.ends_with(".test") && !path.split('/').any(is_ignored);
    let is_typo = correct_typo(path).is_some(); // Has a warning of its own.
    if is_typo || is_test(path) {
        return if is_typo { Vec::new() } else { vec![path.to_owned()] };
    }
    let Some(folder) = root.map(|root| root.join(path)).filter(|_| path.starts_with("tests/")) else {
        return Vec::new();
    };
    if !std::fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir()) {
        return Vec::new();
    }
    let names = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let paths = names.filter_map(|name| Some(format!("{path}/{}", name.to_str()?)));
    paths.filter(|path| is_test(path)).collect()
}

/// Warns of rule tests that are never run.
fn warn_of_stray_tests(mut paths: Vec<String>, pack: &str, problems: &Problems) {
    paths.sort();
    for path in paths {
        let file = Arc::new(SourceFile::new(pack.to_owned(), path, String::new(), None));
        let problem = Diagnostic::warning("content::stray-file", format!("nothing reads `{}`", file.path));
        problems.push(problem.at(&file, 0..0).help(RULE_TESTS_HELP));
    }
}

/// Adds a file of an embedded pack or of a pack in memory.
fn add_file(path: String, bytes: Vec<u8>, found: &mut FolderContents, problems: &Problems) {
    if is_picture(&path) {
        return found.pictures.push((path, bytes));
    }
    match text_of(&path, bytes) {
        Ok(text) => found.files.push(FoundFile { path, text, on_disk: None }),
        Err(problem) => problems.push(*problem),
    }
}

/// Reads the files of an embedded pack.
fn read_embedded(folders: EmbeddedFolders, problems: &Problems) -> FolderContents {
    let mut found = FolderContents::default();
    for (path, bytes) in embedded_files(folders) {
        if is_file_wanted(&path) || is_picture(&path) {
            add_file(path, bytes.to_vec(), &mut found, problems);
        }
    }
    found
}

/// Reads the files of a pack in memory, and lists the paths that the loader does not read.
fn read_memory(files: Vec<(String, String)>, problems: &Problems) -> FolderContents {
    let mut found = FolderContents::default();
    for (path, text) in files {
        let depth = path.split('/').count();
        if depth > MAX_DEPTH {
            problems.push(*unreadable(&path, "content::folder-too-deep", "folders nest more than 16 deep"));
        } else if let Err(why) = check_relative(&path) {
            problems.push(*unreadable(&path, "content::leads-out", why));
        } else if !is_file_wanted(&path) && !is_picture(&path) {
            found.unread.push(path);
        } else {
            add_file(path, text.into_bytes(), &mut found, problems);
        }
    }
    found
}

/// Warns of files that look like content but are in the wrong folder or have the wrong extension.
fn warn_of_stray_files(files: &[Arc<SourceFile>], problems: &Problems) {
    for file in files {
        let parts: Vec<&str> = file.path.split('/').collect();
        let help = match parts.as_slice() {
            ["pack.toml"] | ["tests", "rules", ..] => continue,
            ["tests", ..] => RULE_TESTS_HELP,
            [_, game, _, ..] if !crate::ident::is_id(game) => {
                let rule = "the folder must have the id of its game: lower-case words and digits joined by `-`";
                let valid_id = game.to_lowercase().replace(['_', ' '], "-");
                if crate::ident::is_id(&valid_id) { &format!("{rule}; did you mean `{valid_id}`?") } else { rule }
            }
            [_, _] => "put files of a game into a folder with the id of the game",
            ["scenarios", _, _] | ["layouts", _, "layout.toml"] => continue,
            ["layouts", ..] => "a layout must be `layouts/<game>/layout.toml`",
            ["scenarios", _, "board", _] => continue,
            ["scenarios", _, "board", ..] => "put files of a board directly into `board/`",
            ["scenarios", ..] => {
                "put scenarios directly into the folder of their game, and files of the board into `board/` there"
            }
            ["scripts", _, "text.toml"] if parts[1] != "lib" => continue,
            ["scripts", .., name] if name.ends_with(".toml") => "put texts into `scripts/<game>/text.toml`",
            ["scripts", .., name] if name.ends_with(".lua") => "give scripts the extension `.luau`",
            _ => continue,
        };
        problems.push(
            Diagnostic::warning("content::stray-file", "nothing reads this file")
                .at(file, 0..0)
                .label("not read")
                .help(help),
        );
    }
}
