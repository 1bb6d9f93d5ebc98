//! Finds and parses test files, on disk or in the packs.

use crate::parser::{self, Keyword, ParsedFile};
use cardwright_content::{Diagnostic, files_below, read_text_file};
use cardwright_table::Library;
use std::path::{Path, PathBuf};

/// A parsed test file. The game has not looked up its words yet.
#[derive(Debug)]
pub(crate) struct TestFile {
    /// The file name in messages.
    pub(crate) display_name: String,
    /// The id of its game, if a `scenario` line or a folder names one.
    pub(crate) game: Option<String>,
    pub(crate) text: ParsedFile,
    /// If set, only the test that contains this text line runs.
    pub(crate) line: Option<usize>,
    /// Why the file cannot be read, and what to do about it.
    pub(crate) unreadable: Option<(String, Option<String>)>,
}

/// Returns the test files that the paths name, or all test files of the packs if there is no path.
pub(crate) fn collect_files(library: &Library, paths: &[PathBuf], game: Option<&str>) -> Vec<TestFile> {
    let game_ids: Vec<String> = library.games().into_iter().map(|g| g.id).collect();
    let mut out = Vec::new();
    if paths.is_empty() {
        // Skip tests of games that the packs do not have.
        add_from_packs(library, "tests/rules", &game_ids, &mut out);
        out.retain(|f| f.game.as_ref().is_some_and(|g| game_ids.contains(g) && game.is_none_or(|wanted| g == wanted)));
    }
    for path in paths {
        let (path, line) = split_line_number(path);
        let before = out.len();
        if path.exists() {
            add_from_disk(&path, &game_ids, &mut out);
        } else {
            add_from_packs(library, &path.to_string_lossy().replace('\\', "/"), &game_ids, &mut out);
        }
        if out.len() == before {
            let problem =
                if path.exists() { "contains no file that ends in `.test`" } else { "there is no such file or folder" };
            out.push(unreadable(&path.to_string_lossy(), problem));
        }
        out[before..].iter_mut().for_each(|f| f.line = line);
    }
    for file in &mut out {
        file.game = file.game.take().or_else(|| game.map(str::to_owned)).or_else(|| match game_ids.as_slice() {
            [only_game] => Some(only_game.clone()),
            _ => None,
        });
    }
    out
}

/// Makes a test file from a text in memory.
pub(crate) fn from_text(text: &str, game: &str) -> TestFile {
    let mut out = Vec::new();
    add_file("text".to_owned(), "", text, &[], &mut out);
    let mut file = out.pop().unwrap_or_else(|| unreadable("text", "it is empty"));
    file.game.get_or_insert_with(|| game.to_owned());
    file
}

/// Splits `x.test:12` into the path and the number of the text line.
fn split_line_number(path: &Path) -> (PathBuf, Option<usize>) {
    let text = path.to_string_lossy();
    if let Some((front, line)) = text.rsplit_once(':')
        && let Ok(line) = line.parse()
        && !path.exists()
    {
        return (PathBuf::from(front), Some(line));
    }
    (path.to_owned(), None)
}

fn unreadable(display_name: &str, why: &str) -> TestFile {
    TestFile {
        display_name: display_name.to_owned(),
        game: None,
        text: ParsedFile::default(),
        line: None,
        unreadable: Some((why.to_owned(), None)),
    }
}

fn add_file(display_name: String, path: &str, text: &str, game_ids: &[String], out: &mut Vec<TestFile>) {
    let text = parser::parse(text);
    let scenarios = std::iter::once(&text.head).chain(&text.tests).flat_map(|t| &t.settings);
    let named = scenarios.filter(|s| s.keyword == Keyword::Scenario).find_map(|s| s.rest.text.split_once('/'));
    let named = named.map(|(game, _)| game.to_owned());
    let folder = || {
        let parts: Vec<&str> = path.split('/').collect();
        let folders = parts.iter().rev().skip(1);
        folders.into_iter().find(|p| game_ids.iter().any(|k| k == *p)).map(|p| (*p).to_owned())
    };
    let game = named.or_else(folder);
    out.push(TestFile { display_name, game, text, line: None, unreadable: None });
}

fn add_from_packs(library: &Library, under: &str, game_ids: &[String], out: &mut Vec<TestFile>) {
    let under = under.trim_start_matches("./").trim_end_matches('/');
    for file in library.packs.iter().flat_map(|p| &p.files) {
        let rest = file.path.strip_prefix(under);
        if file.path.ends_with(".test") && rest.is_some_and(|path| path.is_empty() || path.starts_with('/')) {
            add_file(file.display_path(), &file.path, &file.text, game_ids, out);
        }
    }
}

fn add_from_disk(path: &Path, game_ids: &[String], out: &mut Vec<TestFile>) {
    let full_path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut read = |path: &Path, full_path: &Path, text: &str| {
        add_file(display_path(path), &full_path.to_string_lossy().replace('\\', "/"), text, game_ids, out);
    };
    let problems = if path.is_dir() {
        let (found, problems) = files_below(path, ".test");
        found.iter().for_each(|file| read(&path.join(&file.path), &full_path.join(&file.path), &file.text));
        problems
    } else {
        match read_text_file(path) {
            Ok(text) => {
                read(path, &full_path, &text);
                Vec::new()
            }
            Err(problem) => vec![*problem],
        }
    };
    let unreadable_file = |problem: Diagnostic| TestFile {
        unreadable: Some((problem.message, problem.help)),
        ..unreadable(&display_path(path), "")
    };
    out.extend(problems.into_iter().map(unreadable_file));
}

/// A path for messages. A path inside the current folder becomes relative to that folder.
fn display_path(path: &Path) -> String {
    let current_folder = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&current_folder).unwrap_or(path).to_string_lossy().into_owned()
}
