//! The files of golden games: `tests/golden/<game>/<scenario>.golden` in a pack. A game with other options has a file
//! with another name. A file in a later pack replaces the file with the same name in an earlier pack.

use super::header::{self, HeaderError};
use super::{Difference, difference, play_golden_game};
use cardwright_content::{ConfinedFolder, Diagnostic, PackFiles};
use cardwright_script::Program;
use cardwright_table::{Library, SetUp};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// The result of checking one file of golden games.
#[derive(Debug)]
pub enum GoldenStatus {
    /// The current game is the same as the stored game.
    Same,
    /// The current game differs from the stored game.
    Differs {
        /// The file that was compared.
        path: PathBuf,
        /// The first difference.
        difference: Difference,
    },
    /// No game is stored.
    Missing,
    /// The game cannot be played. Holds the message.
    Fails(String),
    /// The name of the file is no scenario, and the file sets no options.
    Stray(PathBuf),
    /// The header of the file has an error.
    BadHeader {
        /// The file with the error.
        path: PathBuf,
        /// The line and the message.
        error: HeaderError,
    },
    /// The file cannot be read.
    Unreadable(Box<Diagnostic>),
}

/// Plays the golden game of each file and compares it with the stored game. If the game has no file, plays the first
/// scenario, so that a refresh creates its file. Returns the name of each file with its result.
///
/// # Errors
/// The game does not load.
pub fn check_golden_games(library: &Library, game: &str) -> Result<Vec<(String, GoldenStatus)>, Vec<Diagnostic>> {
    let (program, _, _) = library.load(game)?;
    let mut names = BTreeSet::new();
    let mut unreadable: Vec<(String, GoldenStatus)> = Vec::new();
    for source in library.sources() {
        match PackFiles::open(source).and_then(|pack| pack.names(&golden_folder(game), ENDING)) {
            Ok(file_names) => {
                names.extend(file_names.iter().filter_map(|name| name.strip_suffix(ENDING)).map(str::to_owned));
            }
            Err(problem) => unreadable.push((golden_folder(game), GoldenStatus::Unreadable(problem))),
        }
    }
    if names.is_empty() {
        names.extend(program.content.scenarios.first().map(|scenario| scenario.id.clone()));
    }
    let results = names.into_iter().map(|name| {
        let status = check_games(library, &program, &name).map_or_else(|failure| failure, |(status, _)| status);
        (name, status)
    });
    Ok(results.chain(unreadable).collect())
}

/// Plays the golden game of a file and, if it differs, writes it to the last pack that is a folder. Returns the
/// file that was written.
///
/// # Errors
/// The game does not load or cannot be played, or the file cannot be written. Holds a message for people.
pub fn refresh_golden_game(library: &Library, game: &str, name: &str) -> Result<Option<PathBuf>, String> {
    let (program, _, _) = library.load(game).map_err(|problems| cardwright_content::render(&problems, false))?;
    let text = match check_games(library, &program, name) {
        Ok((GoldenStatus::Same, _)) => return Ok(None),
        Ok((_, text)) => text,
        Err(GoldenStatus::Fails(why)) => return Err(why),
        Err(GoldenStatus::BadHeader { path, error }) => {
            return Err(format!("{}:{}: {}", path.display(), error.line, error.why));
        }
        Err(GoldenStatus::Unreadable(problem)) => return Err(problem.with_help()),
        Err(_) => return Err(format!("no scenario of {game} is called `{name}`")),
    };
    let folder = library.folders().pop().ok_or("none of these packs is a folder that could keep the file")?;
    let pack = ConfinedFolder::open(&folder).map_err(|problem| problem.with_help())?;
    pack.write(&golden_path(game, name), &text).map(Some).map_err(|problem| problem.with_help())
}

/// Plays the game of a file and compares it with the stored game. Returns the status and the new text, or the status
/// that says why the game was not played.
fn check_games(library: &Library, program: &Arc<Program>, name: &str) -> Result<(GoldenStatus, String), GoldenStatus> {
    let stored = stored_text(library, &program.board.game, name).map_err(GoldenStatus::Unreadable)?;
    let header = match &stored {
        None => Some(header::Header {
            set_up: SetUp { scenario: name.to_owned(), seed: header::DEFAULT_SEED, ..SetUp::default() },
            has_game: false,
        }),
        Some((path, text)) => {
            let bad_header = |error| GoldenStatus::BadHeader { path: path.clone(), error };
            header::read(program, name, text).map_err(bad_header)?
        }
    };
    let path = stored.as_ref().map(|(path, _)| path.clone()).unwrap_or_default();
    let header = header.ok_or_else(|| GoldenStatus::Stray(path.clone()))?;
    let vm = program.vm().map_err(|problems| GoldenStatus::Fails(cardwright_content::render(&problems, false)))?;
    let text = play_golden_game(program, vm, &header.set_up).map_err(GoldenStatus::Fails)?;
    let status = match stored {
        Some((path, stored_text)) if header.has_game => match difference(&stored_text, &text) {
            Some(difference) => GoldenStatus::Differs { path, difference },
            None => GoldenStatus::Same,
        },
        _ => GoldenStatus::Missing,
    };
    Ok((status, text))
}

/// Reads the stored text with this name from the last pack that has it. Also returns its path.
fn stored_text(library: &Library, game: &str, name: &str) -> Result<Option<(PathBuf, String)>, Box<Diagnostic>> {
    let path = golden_path(game, name);
    for source in library.sources().iter().rev() {
        let pack = PackFiles::open(source)?;
        if let Some(text) = pack.read(&path)? {
            return Ok(Some((pack.display_path(&path), text)));
        }
    }
    Ok(None)
}

const ENDING: &str = ".golden";

/// The folder of a game's golden games in a pack.
fn golden_folder(game: &str) -> String {
    format!("tests/golden/{game}")
}

fn golden_path(game: &str, name: &str) -> String {
    format!("{}/{name}{ENDING}", golden_folder(game))
}
