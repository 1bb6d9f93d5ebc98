//! Where golden games are kept: `tests/golden/<game>/<scenario>.golden` of a pack. They layer as packs do:
//! the file of a later pack stands for one of an earlier.

use super::{Difference, difference, golden};
use cardwright_content::{Beside, Confined, Diagnostic};
use cardwright_script::Program;
use cardwright_table::Library;
use std::path::PathBuf;
use std::sync::Arc;

/// How the golden game of a scenario stands.
#[derive(Debug)]
pub enum Verdict {
    /// It goes as kept.
    Same,
    /// It goes otherwise.
    Differs {
        /// The file.
        path: PathBuf,
        /// Where, first of all.
        difference: Difference,
    },
    /// None is kept.
    Missing,
    /// It cannot be played: why.
    Fails(String),
    /// A file is kept of a scenario that no pack has.
    Stray(PathBuf),
    /// The file cannot be read: why, and the cure.
    Unreadable(Box<Diagnostic>),
}

/// Plays the golden game of each scenario of a game, and finds files without a scenario. Each with the scenario's id.
///
/// # Errors
/// The game does not load.
pub fn golden_files(library: &Library, game: &str) -> Result<Vec<(String, Verdict)>, Vec<Diagnostic>> {
    let (program, _, _) = library.load(game)?;
    let ids: Vec<String> = program.content.scenarios.iter().map(|s| s.id.clone()).collect();
    let mut out: Vec<(String, Verdict)> = Vec::new();
    for id in &ids {
        let verdict = match play(&program, id) {
            Ok(now) => judged(library, game, id, &now),
            Err(why) => Verdict::Fails(why),
        };
        out.push((id.clone(), verdict));
    }
    for source in library.sources() {
        let kept = folder_of(game);
        let names = Beside::of(source).and_then(|pack| {
            let names = pack.names(&kept, ENDING)?;
            Ok(names.into_iter().map(|name| (pack.shown(&format!("{kept}/{name}")), name)).collect::<Vec<_>>())
        });
        match names {
            Ok(names) => out.extend(names.into_iter().filter_map(|(path, name)| {
                let id = name.strip_suffix(ENDING)?.to_owned();
                (!ids.contains(&id)).then(|| (id, Verdict::Stray(path)))
            })),
            Err(problem) => out.push((kept, Verdict::Unreadable(problem))),
        }
    }
    Ok(out)
}

/// Plays the golden game of a scenario and keeps it, in the last pack that has a folder, unless it goes as kept. The
/// file written, if there was need.
///
/// # Errors
/// The game does not load or cannot be played, or the file cannot be written: in words.
pub fn refresh_golden(library: &Library, game: &str, scenario: &str) -> Result<Option<PathBuf>, String> {
    let (program, _, _) = library.load(game).map_err(|problems| cardwright_content::render(&problems, false))?;
    let now = play(&program, scenario)?;
    if matches!(judged(library, game, scenario, &now), Verdict::Same) {
        return Ok(None);
    }
    let folder = library.folders().pop().ok_or("no pack of these has a folder to keep it in")?;
    let pack = Confined::open(&folder).map_err(|problem| problem.sentence())?;
    pack.write(&path(game, scenario), &now).map(Some).map_err(|problem| problem.sentence())
}

fn play(program: &Arc<Program>, scenario: &str) -> Result<String, String> {
    let vm = program.vm().map_err(|problems| cardwright_content::render(&problems, false))?;
    golden(program, vm, scenario)
}

fn judged(library: &Library, game: &str, scenario: &str, now: &str) -> Verdict {
    let path = path(game, scenario);
    for source in library.sources().iter().rev() {
        let kept = Beside::of(source).and_then(|pack| Ok((pack.shown(&path), pack.read(&path)?)));
        match kept {
            Ok((path, Some(kept))) => {
                return match difference(&kept, now) {
                    Some(difference) => Verdict::Differs { path, difference },
                    None => Verdict::Same,
                };
            }
            Ok((_, None)) => {}
            Err(problem) => return Verdict::Unreadable(problem),
        }
    }
    Verdict::Missing
}

const ENDING: &str = ".golden";

/// The folder of a game's golden games, within a pack.
fn folder_of(game: &str) -> String {
    format!("tests/golden/{game}")
}

fn path(game: &str, scenario: &str) -> String {
    format!("{}/{scenario}{ENDING}", folder_of(game))
}
