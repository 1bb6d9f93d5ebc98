//! Nothing is written that would not load: the packs are read with the new files in memory, checked, and the new rule tests played.

use crate::failure::Failure;
use crate::out;
use cardwright_content::{Content, Diagnostic, PackSource, Severity, ToWrite};
use cardwright_ruletest::Runner;
use cardwright_table::{Library, check};

/// The packs as they are with files of the last of them written: `below` it lie the others, `own` are its files as they are.
pub(crate) fn with(below: &[PackSource], own: &[(String, String)], new: &[ToWrite]) -> Result<Library, Failure> {
    let mut files: Vec<(String, String)> = own.to_vec();
    files.retain(|(path, _)| new.iter().all(|file| file.path != *path));
    files.extend(new.iter().map(|file| (file.path.clone(), file.text.clone())));
    let mut sources = below.to_vec();
    sources.push(PackSource::Memory(files));
    Library::open(sources).map_err(refused)
}

/// That a game is sound, and that the rule tests among the new files hold.
pub(crate) fn is_sound(library: &Library, game: &str, new: &[ToWrite]) -> Result<(), Failure> {
    let mut problems = Content::load(&library.packs, game).1;
    problems.extend(check(library, game).problems);
    let errors: Vec<Diagnostic> = problems.into_iter().filter(|p| p.severity == Severity::Error).collect();
    if !errors.is_empty() {
        return Err(refused(errors));
    }
    for file in new.iter().filter(|file| file.path.ends_with(".test")) {
        let report = Runner::new(library).text(&file.text, game);
        if !report.is_good() {
            out::text(&cardwright_ruletest::render(&report, out::color()));
            return Err(Failure::Findings(format!("{} would not hold: nothing was written", file.path)));
        }
    }
    Ok(())
}

/// What keeps the packs from loading, with a word that nothing came of it.
fn refused(problems: Vec<Diagnostic>) -> Failure {
    out::note("with what would be written, this is wrong; nothing was written");
    Failure::Content(problems)
}
