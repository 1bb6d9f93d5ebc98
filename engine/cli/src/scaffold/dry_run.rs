//! Loads, checks and tests a pack with its new files in memory, before any file is written.

use crate::failure::Failure;
use crate::out;
use cardwright_content::{Content, Diagnostic, FileWrite, PackSource, Severity};
use cardwright_ruletest::Runner;
use cardwright_table::{Library, check};

/// Opens the packs with the new files in the last pack. `below` are the packs under the last pack, and `own` are the
/// existing files of the last pack.
pub(crate) fn library_with(
    below: &[PackSource],
    own: &[(String, String)],
    new: &[FileWrite],
) -> Result<Library, Failure> {
    let mut files: Vec<(String, String)> = own.to_vec();
    files.retain(|(path, _)| new.iter().all(|file| file.path != *path));
    files.extend(new.iter().map(|file| (file.path.clone(), file.text.clone())));
    let mut sources = below.to_vec();
    sources.push(PackSource::Memory(files));
    Library::open(sources).map_err(report_problems)
}

/// Checks a game and runs the new rule tests.
///
/// # Errors
/// The game has errors, or a new rule test fails.
pub(crate) fn check_game(library: &Library, game: &str, new: &[FileWrite]) -> Result<(), Failure> {
    let mut problems = Content::load(&library.packs, game).1;
    problems.extend(check(library, game).problems);
    let errors: Vec<Diagnostic> = problems.into_iter().filter(|problem| problem.severity == Severity::Error).collect();
    if !errors.is_empty() {
        return Err(report_problems(errors));
    }
    for file in new.iter().filter(|file| file.path.ends_with(".test")) {
        let report = Runner::new(library).run_text(&file.text, game);
        if !report.is_good() {
            out::text(&cardwright_ruletest::render(&report, out::color()));
            return Err(Failure::Findings(format!("the new test {} fails: nothing was written", file.path)));
        }
    }
    Ok(())
}

/// Prints that nothing was written, and returns the problems as a failure.
fn report_problems(problems: Vec<Diagnostic>) -> Failure {
    out::note("the new files have these problems; nothing was written");
    Failure::Content(problems)
}
