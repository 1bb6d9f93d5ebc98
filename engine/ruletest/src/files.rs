//! Finds and parses test files, on disk or in the packs.

use crate::parser::{self, Keyword, ParsedFile};
use cardwright_content::{Diagnostic, files_below, read_text_file};
use cardwright_table::Library;
use std::path::{Path, PathBuf};

/// A parsed test file that is not resolved yet.
#[derive(Debug)]
pub(crate) struct TestFile {
    /// The file name in messages.
    pub(crate) display_name: String,
    /// The id of its game, if a `scenario` line or a folder names one.
    pub(crate) game: Option<String>,
    pub(crate) text: ParsedFile,
    /// Run only the test that contains this line.
    pub(crate) line: Option<usize>,
    /// Why the file cannot be read, and what to do about it.
    pub(crate) unreadable: Option<(String, Option<String>)>,
}

/// The test files that the paths name, or those of the packs if there is no path.
pub(crate) fn collect_files(library: &Library, paths: &[PathBuf], game: Option<&str>) -> Vec<TestFile> {
    let known: Vec<String> = library.games().into_iter().map(|g| g.id).collect();
    let mut out = Vec::new();
    if paths.is_empty() {
        // Skip tests of games that the packs do not have.
        add_from_packs(library, "tests/rules", &known, &mut out);
        out.retain(|f| f.game.as_ref().is_some_and(|g| known.contains(g) && game.is_none_or(|wanted| g == wanted)));
    }
    for path in paths {
        let (path, line) = with_line(path);
        let before = out.len();
        if path.exists() {
            add_from_disk(&path, &known, &mut out);
        } else {
            add_from_packs(library, &path.to_string_lossy().replace('\\', "/"), &known, &mut out);
        }
        if out.len() == before {
            let what =
                if path.exists() { "contains no file that ends in `.test`" } else { "there is no such file or folder" };
            out.push(unreadable(&path.to_string_lossy(), what));
        }
        out[before..].iter_mut().for_each(|f| f.line = line);
    }
    for file in &mut out {
        file.game = file.game.take().or_else(|| game.map(str::to_owned)).or_else(|| match known.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        });
    }
    out
}

/// A test file from a text in memory.
pub(crate) fn from_text(text: &str, game: &str) -> TestFile {
    let mut out = Vec::new();
    add("text".to_owned(), "", text, &[], &mut out);
    let mut file = out.pop().unwrap_or_else(|| unreadable("text", "it is empty"));
    file.game.get_or_insert_with(|| game.to_owned());
    file
}

/// Splits `x.test:12` into the path and the line.
fn with_line(path: &Path) -> (PathBuf, Option<usize>) {
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

fn add(display_name: String, path: &str, text: &str, known: &[String], out: &mut Vec<TestFile>) {
    let text = parser::parse(text);
    let scenarios = std::iter::once(&text.head).chain(&text.tests).flat_map(|t| &t.settings);
    let named = scenarios.filter(|s| s.keyword == Keyword::Scenario).find_map(|s| s.rest.text.split_once('/'));
    let named = named.map(|(game, _)| game.to_owned());
    let folder = || {
        let parts: Vec<&str> = path.split('/').collect();
        let folders = parts.iter().rev().skip(1);
        folders.into_iter().find(|p| known.iter().any(|k| k == *p)).map(|p| (*p).to_owned())
    };
    let game = named.or_else(folder);
    out.push(TestFile { display_name, game, text, line: None, unreadable: None });
}

fn add_from_packs(library: &Library, under: &str, known: &[String], out: &mut Vec<TestFile>) {
    let under = under.trim_start_matches("./").trim_end_matches('/');
    for file in library.packs.iter().flat_map(|p| &p.files) {
        let rest = file.path.strip_prefix(under);
        if file.path.ends_with(".test") && rest.is_some_and(|r| r.is_empty() || r.starts_with('/')) {
            add(file.display_path(), &file.path, &file.text, known, out);
        }
    }
}

fn add_from_disk(path: &Path, known: &[String], out: &mut Vec<TestFile>) {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut read = |path: &Path, whole: &Path, text: &str| {
        add(display_path(path), &whole.to_string_lossy().replace('\\', "/"), text, known, out);
    };
    let problems = if path.is_dir() {
        let (found, problems) = files_below(path, ".test");
        found.iter().for_each(|file| read(&path.join(&file.path), &whole.join(&file.path), &file.text));
        problems
    } else {
        match read_text_file(path) {
            Ok(text) => {
                read(path, &whole, &text);
                Vec::new()
            }
            Err(problem) => vec![*problem],
        }
    };
    let unread = |problem: Diagnostic| TestFile {
        unreadable: Some((problem.message, problem.help)),
        ..unreadable(&display_path(path), "")
    };
    out.extend(problems.into_iter().map(unread));
}

/// A path for messages: relative to the current folder, if it is below it.
fn display_path(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).to_string_lossy().into_owned()
}
