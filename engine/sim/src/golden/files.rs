//! Where golden games are kept: `tests/golden/<game>/<scenario>.golden` of a pack, and by any other name those that are
//! played with other options. They layer as packs do: the file of a later pack stands for one of an earlier.

use super::header::{self, Unfit};
use super::{Difference, difference, golden};
use cardwright_content::{Beside, Confined, Diagnostic};
use cardwright_script::Program;
use cardwright_table::{Library, SetUp};
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
    /// A file is kept of a scenario that no pack has, or without what would tell its games from those of the scenario.
    Stray(PathBuf),
    /// What a file says of how its games are played does not fit.
    Unfit {
        /// The file.
        path: PathBuf,
        /// Which line, and why.
        unfit: Unfit,
    },
    /// The file cannot be read: why, and the cure.
    Unreadable(Box<Diagnostic>),
}

/// Plays the golden games of each scenario of a game, and those that are kept with other options. Each with the name of its file.
///
/// # Errors
/// The game does not load.
pub fn golden_files(library: &Library, game: &str) -> Result<Vec<(String, Verdict)>, Vec<Diagnostic>> {
    let (program, _, _) = library.load(game)?;
    let mut names: Vec<String> = program.content.scenarios.iter().map(|s| s.id.clone()).collect();
    let mut out: Vec<(String, Verdict)> = Vec::new();
    for source in library.sources() {
        match Beside::of(source).and_then(|pack| pack.names(&folder_of(game), ENDING)) {
            Ok(kept) => {
                for name in kept.iter().filter_map(|name| name.strip_suffix(ENDING)) {
                    if !names.iter().any(|known| known == name) {
                        names.push(name.to_owned());
                    }
                }
            }
            Err(problem) => out.push((folder_of(game), Verdict::Unreadable(problem))),
        }
    }
    let verdicts = names.into_iter().map(|name| {
        let verdict = judged(library, &program, &name).map_or_else(|no| no, |(verdict, _)| verdict);
        (name, verdict)
    });
    Ok(verdicts.chain(out).collect())
}

/// Plays the golden games of a file and keeps them, in the last pack that has a folder, unless they go as kept. The
/// file written, if there was need.
///
/// # Errors
/// The game does not load or cannot be played, or the file cannot be written: in words.
pub fn refresh_golden(library: &Library, game: &str, name: &str) -> Result<Option<PathBuf>, String> {
    let (program, _, _) = library.load(game).map_err(|problems| cardwright_content::render(&problems, false))?;
    let now = match judged(library, &program, name) {
        Ok((Verdict::Same, _)) => return Ok(None),
        Ok((_, now)) => now,
        Err(Verdict::Fails(why)) => return Err(why),
        Err(Verdict::Unfit { path, unfit }) => return Err(format!("{}:{}: {}", path.display(), unfit.line, unfit.why)),
        Err(Verdict::Unreadable(problem)) => return Err(problem.sentence()),
        Err(_) => return Err(format!("no scenario of {game} is called `{name}`")),
    };
    let folder = library.folders().pop().ok_or("no pack of these has a folder to keep it in")?;
    let pack = Confined::open(&folder).map_err(|problem| problem.sentence())?;
    pack.write(&path(game, name), &now).map(Some).map_err(|problem| problem.sentence())
}

/// Plays the games of a file: how they stand, and how they go now; or why they are not played.
fn judged(library: &Library, program: &Arc<Program>, name: &str) -> Result<(Verdict, String), Verdict> {
    let kept = kept(library, &program.board.game, name).map_err(Verdict::Unreadable)?;
    let head = match &kept {
        None => {
            Some(header::Kept { set_up: SetUp { scenario: name.to_owned(), ..SetUp::default() }, is_played: false })
        }
        Some((path, text)) => {
            let unfit = |unfit| Verdict::Unfit { path: path.clone(), unfit };
            header::read(program, name, text).map_err(unfit)?
        }
    };
    let path = kept.as_ref().map(|(path, _)| path.clone()).unwrap_or_default();
    let head = head.ok_or_else(|| Verdict::Stray(path.clone()))?;
    let vm = program.vm().map_err(|problems| Verdict::Fails(cardwright_content::render(&problems, false)))?;
    let now = golden(program, vm, &head.set_up).map_err(Verdict::Fails)?;
    let verdict = match kept {
        Some((path, kept)) if head.is_played => match difference(&kept, &now) {
            Some(difference) => Verdict::Differs { path, difference },
            None => Verdict::Same,
        },
        _ => Verdict::Missing,
    };
    Ok((verdict, now))
}

/// The file by this name, of the last pack that has one.
fn kept(library: &Library, game: &str, name: &str) -> Result<Option<(PathBuf, String)>, Box<Diagnostic>> {
    let path = path(game, name);
    for source in library.sources().iter().rev() {
        let pack = Beside::of(source)?;
        if let Some(text) = pack.read(&path)? {
            return Ok(Some((pack.shown(&path), text)));
        }
    }
    Ok(None)
}

const ENDING: &str = ".golden";

/// The folder of a game's golden games, within a pack.
fn folder_of(game: &str) -> String {
    format!("tests/golden/{game}")
}

fn path(game: &str, name: &str) -> String {
    format!("{}/{name}{ENDING}", folder_of(game))
}
