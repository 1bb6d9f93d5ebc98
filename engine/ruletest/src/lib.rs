//! Rule tests: short pieces of play in plain text. `docs/rule-tests.md` describes the language.
//!
//! A run has three stages. `parser` reads a file. `resolve` checks each test against its game and reports all
//! mistakes in the text. `play` then plays the tests without mistakes at a table.
//!
//! This crate prints nothing and names no game.

mod deprecated;
mod files;
mod hints;
mod inline_cards;
mod items;
mod knobs;
mod line_part;
mod log_vocabulary;
mod only;
mod parser;
mod play;
mod prepared;
mod programs;
mod report;
mod resolve;
mod setup;
mod suite;

pub use report::{Failure, Mismatch, Mistake, Outcome, Report, TestResult, render};
pub use suite::{Suite, SuiteTest};

use cardwright_content::MAX_SHOWN_CHARS;
use cardwright_table::Library;
use files::TestFile;
use prepared::PreparedTest;
use programs::Programs;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Selects some of the tests in the given paths.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// If set, only tests whose title contains this text run. Case does not matter.
    pub title: Option<String>,
}

/// A test in a list of tests. Listing does not run it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The test file, as the caller gave it.
    pub file: String,
    /// The number of the text line with the title, from 1.
    pub line: usize,
    /// The title, without citations.
    pub title: String,
    /// The id of the test's game. `None` if neither the file nor its folder names one.
    pub game: Option<String>,
    /// The rules, notes and examples that the title cites.
    pub cites: Vec<String>,
}

/// Lists the tests of the paths (files, folders, `FILE:LINE`), or of the packs if there is no path.
pub fn list(library: &Library, paths: &[PathBuf], game: Option<&str>) -> Vec<Listing> {
    let mut out = Vec::new();
    for file in files::collect_files(library, paths, game) {
        for test in selected_tests(&file, &Options::default()) {
            out.push(Listing {
                file: file.display_name.clone(),
                line: test.line,
                title: test.title.clone(),
                game: file.game.clone(),
                cites: test.cites.iter().map(|c| c.text.clone()).collect(),
            });
        }
    }
    out
}

/// Groups tests by citation: the rule, note or example → the tests that cite it.
pub fn citations(tests: &[Listing]) -> BTreeMap<&str, Vec<&Listing>> {
    let mut out: BTreeMap<&str, Vec<&Listing>> = BTreeMap::new();
    for test in tests {
        for cite in &test.cites {
            out.entry(cite).or_default().push(test);
        }
    }
    out
}

/// Runs the tests of the paths (files, folders, `FILE:LINE`), or of the packs if there is no path.
///
/// The first `scenario GAME/ID` line of a file names its game. If there is none, the folder does. If the folder has no
/// game's name either, the game is `game`.
pub fn run(library: &Library, paths: &[PathBuf], game: Option<&str>, options: &Options) -> Report {
    Runner::new(library).run_files(files::collect_files(library, paths, game), options)
}

/// Runs tests and keeps the loaded games for the next run.
pub struct Runner<'a>(Programs<'a>);

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Runner")
    }
}

impl<'a> Runner<'a> {
    /// Creates a runner for the games of a library.
    pub fn new(library: &'a Library) -> Runner<'a> {
        Runner(Programs::new(library))
    }

    /// Runs the tests in a text. `game` is their game unless a `scenario` line names another.
    pub fn run_text(&mut self, text: &str, game: &str) -> Report {
        self.run_files(vec![files::from_text(text, game)], &Options::default())
    }

    fn run_files(&mut self, mut files: Vec<TestFile>, options: &Options) -> Report {
        let mut report = Report::default();
        files.sort_by(|a, b| a.display_name.cmp(&b.display_name));
        let mut prepared_files = Vec::new();
        let mut broken_games: Vec<String> = Vec::new();
        for file in &files {
            prepared_files.push(prepare(file, &mut self.0, options, &mut broken_games, &mut report));
        }
        report
            .mistakes
            .sort_by(|a, b| (&a.file, a.line, a.column, &a.message).cmp(&(&b.file, b.line, b.column, &b.message)));
        report.mistakes.dedup();
        report.warnings.dedup();
        report.cap_mistakes();
        for (file, tests) in files.iter().zip(prepared_files) {
            for (test, prepared) in tests {
                let started = Instant::now();
                let outcome = match prepared {
                    None => Outcome::Mistaken,
                    Some(prepared) => match play::play(&prepared) {
                        Ok(()) => Outcome::Passed,
                        Err(failure) => Outcome::Failed(failure),
                    },
                };
                report.tests.push(TestResult {
                    file: file.display_name.clone(),
                    line: test.line,
                    title: test.title.clone(),
                    cites: test.cites.iter().map(|c| c.text.clone()).collect(),
                    duration: if outcome == Outcome::Mistaken { Duration::ZERO } else { started.elapsed() },
                    outcome,
                });
            }
        }
        report
    }
}

/// The tests of a file that the line and the options select.
fn selected_tests<'f>(file: &'f TestFile, options: &Options) -> Vec<&'f parser::ParsedTest> {
    let contains_line = |t: &&parser::ParsedTest| {
        file.line.is_none_or(|line| line <= file.text.head.last_line || (t.line..=t.last_line).contains(&line))
    };
    let has_title =
        |t: &&parser::ParsedTest| options.title.as_ref().is_none_or(|title| items::contains(&t.title, title));
    file.text.tests.iter().filter(contains_line).filter(has_title).collect()
}

/// Resolves the tests of a file. A test with mistakes comes without a prepared test.
fn prepare<'f>(
    file: &'f TestFile,
    programs: &mut Programs<'_>,
    options: &Options,
    broken_games: &mut Vec<String>,
    report: &mut Report,
) -> Vec<(&'f parser::ParsedTest, Option<Rc<PreparedTest>>)> {
    let file_mistake = |message: String, help: Option<String>| Mistake::for_file(&file.display_name, message, help);
    let tests = selected_tests(file, options);
    if let Some((message, help)) = &file.unreadable {
        report.mistakes.push(file_mistake(message.clone(), help.clone()));
        return Vec::new();
    }
    add_mistakes(report, file, &file.text.mistakes);
    let Some(game) = &file.game else {
        let help = "put it in a folder named after the game, or write `scenario GAME/ID`".to_owned();
        report.mistakes.push(file_mistake("the file does not name its game".into(), Some(help)));
        return tests.into_iter().map(|t| (t, None)).collect();
    };
    if let Err(broken) = programs.game(game) {
        if !broken_games.contains(game) {
            broken_games.push(game.clone());
            report.mistakes.push(file_mistake(format!("the game `{game}` does not load\n{}", broken.rendered), None));
        }
        return tests.into_iter().map(|t| (t, None)).collect();
    }
    let has_mistake = |t: &parser::ParsedTest| {
        file.text
            .mistakes
            .iter()
            .any(|m| m.line <= file.text.head.last_line || (t.line..=t.last_line).contains(&m.line))
    };
    let mut out = Vec::new();
    let mut cache = resolve::ResolveCache::new(&file.text);
    for test in tests {
        report.warnings.extend(deprecated::warnings(test).iter().map(|warning| report_mistake(file, warning)));
        let prepared = match resolve::resolve(programs, game, &mut cache, test) {
            Ok(prepared) if !has_mistake(test) => Some(prepared),
            Ok(_) => None,
            Err(mistakes) => {
                add_mistakes(report, file, &mistakes);
                None
            }
        };
        out.push((test, prepared));
    }
    out
}

/// Adds mistakes to the report, up to the maximum for one report.
fn add_mistakes(report: &mut Report, file: &TestFile, mistakes: &[line_part::Mistake]) {
    report.mistakes.extend(mistakes.iter().take(report::MAX_MISTAKES).map(|m| report_mistake(file, m)));
    report.omitted_mistakes += mistakes.len().saturating_sub(report::MAX_MISTAKES);
}

/// Makes a mistake for the report, with the text of its line and with columns in characters instead of bytes.
fn report_mistake(file: &TestFile, mistake: &line_part::Mistake) -> Mistake {
    let text = file.text.lines.get(mistake.line.saturating_sub(1)).cloned().unwrap_or_default();
    let mut start = mistake.at.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (start + mistake.length).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let column = text[..start].chars().count() + 1;
    // Shows only the part of a long line near the mistake. Otherwise a file of one huge line would be shown in full.
    let first_shown = if text.len() > MAX_SHOWN_CHARS { column.saturating_sub(MAX_SHOWN_CHARS / 2) } else { 0 };
    let shown_text: String = text.chars().skip(first_shown).take(MAX_SHOWN_CHARS).collect();
    Mistake {
        file: file.display_name.clone(),
        line: mistake.line,
        column,
        length: text[start..end].chars().take(MAX_SHOWN_CHARS / 2).count().max(1),
        message: cardwright_content::truncated(&mistake.message),
        help: mistake.help.as_deref().map(cardwright_content::truncated),
        text: shown_text,
        text_offset: first_shown,
    }
}
