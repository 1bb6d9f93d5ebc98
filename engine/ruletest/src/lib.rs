//! Rule tests: plain text that reads as play. The grammar is described in `docs/rule-tests.md`.
//!
//! A file is read (`text` knows the keywords), each test is matched with its game, so that
//! every mistake in the words is found before anything is played, and then played at a table.
//!
//! Deliberately absent: printing, and any game's name.

mod files;
mod items;
mod only;
mod play;
mod programs;
mod ready;
mod report;
mod resolve;
mod setup;
mod slips;
mod spoken;
mod stub;
mod suite;
mod text;
mod turned;

pub use report::{Failure, Mismatch, Mistake, Outcome, Report, TestResult, render};
pub use suite::{Suite, SuiteTest};

use cardwright_content::LONGEST_TOLD;
use cardwright_table::Library;
use files::TestFile;
use programs::Programs;
use ready::Play;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What to run, beyond the paths.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Only tests whose title holds this text, upper or lower case alike.
    pub title: Option<String>,
}

/// A test that may be run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The file, as given.
    pub file: String,
    /// The line of its title, from 1.
    pub line: usize,
    /// Its title.
    pub title: String,
    /// The game it is of, if that is known.
    pub game: Option<String>,
    /// The rules, notes and examples it cites.
    pub cites: Vec<String>,
}

/// The tests of the paths (files, folders, `FILE:LINE`), or those of the packs, without running them.
pub fn list(library: &Library, paths: &[PathBuf], game: Option<&str>) -> Vec<Listing> {
    let mut out = Vec::new();
    for file in files::gather(library, paths, game) {
        for test in wanted(&file, &Options::default()) {
            out.push(Listing {
                file: file.shown.clone(),
                line: test.line,
                title: test.title.clone(),
                game: file.game.clone(),
                cites: test.cites.iter().map(|c| c.text.clone()).collect(),
            });
        }
    }
    out
}

/// Which tests cite a rule, a note or an example, by what is cited.
pub fn citations(tests: &[Listing]) -> BTreeMap<&str, Vec<&Listing>> {
    let mut out: BTreeMap<&str, Vec<&Listing>> = BTreeMap::new();
    for test in tests {
        for cite in &test.cites {
            out.entry(cite).or_default().push(test);
        }
    }
    out
}

/// Runs the tests of the paths (files, folders, `FILE:LINE`), or those of the packs if there is no path.
///
/// A file is of the game one of its `scenario GAME/ID` lines names, else of that its folder is
/// called after, else of `game`.
pub fn run(library: &Library, paths: &[PathBuf], game: Option<&str>, options: &Options) -> Report {
    Runner::new(library).files(files::gather(library, paths, game), options)
}

/// Runs tests with the games loaded once for all of them.
pub struct Runner<'a>(Programs<'a>);

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Runner")
    }
}

impl<'a> Runner<'a> {
    /// A runner of tests of the library's games.
    pub fn new(library: &'a Library) -> Runner<'a> {
        Runner(Programs::new(library))
    }

    /// Runs the tests of a text, which is of this game unless it says otherwise.
    pub fn text(&mut self, text: &str, game: &str) -> Report {
        self.files(vec![files::of_text(text, game)], &Options::default())
    }

    fn files(&mut self, mut found: Vec<TestFile>, options: &Options) -> Report {
        let mut report = Report::default();
        found.sort_by(|a, b| a.shown.cmp(&b.shown));
        let mut all = Vec::new();
        let mut broken: Vec<String> = Vec::new();
        for file in &found {
            all.push(prepare(file, &mut self.0, options, &mut broken, &mut report));
        }
        report
            .mistakes
            .sort_by(|a, b| (&a.file, a.line, a.column, &a.message).cmp(&(&b.file, b.line, b.column, &b.message)));
        report.mistakes.dedup();
        report.cap_mistakes();
        for (file, tests) in found.iter().zip(all) {
            for (test, play) in tests {
                let began = Instant::now();
                let outcome = match play {
                    None => Outcome::Mistaken,
                    Some(play) => match play::play(&play) {
                        Ok(()) => Outcome::Passed,
                        Err(why) => Outcome::Failed(why),
                    },
                };
                report.tests.push(TestResult {
                    file: file.shown.clone(),
                    line: test.line,
                    title: test.title.clone(),
                    cites: test.cites.iter().map(|c| c.text.clone()).collect(),
                    duration: if outcome == Outcome::Mistaken { Duration::ZERO } else { began.elapsed() },
                    outcome,
                });
            }
        }
        report
    }
}

/// The tests of a file that are to be run.
fn wanted<'f>(file: &'f TestFile, options: &Options) -> Vec<&'f text::TestText> {
    let at_line = |t: &&text::TestText| {
        file.line.is_none_or(|line| line <= file.text.head.last_line || (t.line..=t.last_line).contains(&line))
    };
    let titled = |t: &&text::TestText| options.title.as_ref().is_none_or(|title| items::contains(&t.title, title));
    file.text.tests.iter().filter(at_line).filter(titled).collect()
}

/// Matches the tests of a file with its game; those with mistakes come without a play.
fn prepare<'f>(
    file: &'f TestFile,
    programs: &mut Programs<'_>,
    options: &Options,
    broken: &mut Vec<String>,
    report: &mut Report,
) -> Vec<(&'f text::TestText, Option<Rc<Play>>)> {
    let whole = |message: String, help: Option<String>| Mistake::whole(&file.shown, message, help);
    let tests = wanted(file, options);
    if let Some((why, cure)) = &file.unreadable {
        report.mistakes.push(whole(why.clone(), cure.clone()));
        return Vec::new();
    }
    tell(report, file, &file.text.mistakes);
    let Some(game) = &file.game else {
        let help = "lay it in a folder named after the game, or write `scenario GAME/ID`".to_owned();
        report.mistakes.push(whole("it does not say of which game it is".into(), Some(help)));
        return tests.into_iter().map(|t| (t, None)).collect();
    };
    if let Err(why) = programs.game(game) {
        if !broken.contains(game) {
            broken.push(game.clone());
            report.mistakes.push(whole(format!("the game `{game}` does not load\n{}", why.shown), None));
        }
        return tests.into_iter().map(|t| (t, None)).collect();
    }
    let is_hurt = |t: &text::TestText| {
        file.text
            .mistakes
            .iter()
            .any(|m| m.line <= file.text.head.last_line || (t.line..=t.last_line).contains(&m.line))
    };
    let mut out = Vec::new();
    let mut reading = resolve::Reading::of(&file.text);
    for test in tests {
        let play = match resolve::resolve(programs, game, &mut reading, test) {
            Ok(play) if !is_hurt(test) => Some(play),
            Ok(_) => None,
            Err(mistakes) => {
                tell(report, file, &mistakes);
                None
            }
        };
        out.push((test, play));
    }
    out
}

/// Notes mistakes in the text of a file, as many of them as anybody reads.
fn tell(report: &mut Report, file: &TestFile, mistakes: &[text::Mistake]) {
    report.mistakes.extend(mistakes.iter().take(report::MISTAKES).map(|m| mistake(file, m)));
    report.more += mistakes.len().saturating_sub(report::MISTAKES);
}

/// A mistake with its line, its column counted in characters.
fn mistake(file: &TestFile, of: &text::Mistake) -> Mistake {
    let text = file.text.lines.get(of.line.saturating_sub(1)).cloned().unwrap_or_default();
    let mut at = of.at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let mut end = (at + of.length).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let column = text[..at].chars().count() + 1;
    // Of a long line what is near the place: a file of one line would be told as often as it has mistakes.
    let from = if text.len() > LONGEST_TOLD { column.saturating_sub(LONGEST_TOLD / 2) } else { 0 };
    let shown: String = text.chars().skip(from).take(LONGEST_TOLD).collect();
    Mistake {
        file: file.shown.clone(),
        line: of.line,
        column,
        length: text[at..end].chars().take(LONGEST_TOLD / 2).count().max(1),
        message: cardwright_content::clipped(&of.message),
        help: of.help.as_deref().map(cardwright_content::clipped),
        text: shown,
        from,
    }
}
