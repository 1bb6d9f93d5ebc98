//! Positions with a name and the counts they are known to have: `tests/perft/<game>.toml` of a pack.

use super::Counts;
use cardwright_content::{Beside, Diagnostic, SourceFile};
use cardwright_state::board::Board;
use cardwright_state::{Position, notation};
use cardwright_table::Library;
use serde::Deserialize;
use std::sync::Arc;

/// A position to count from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedPosition {
    /// Its name, in kebab-case.
    pub id: String,
    /// What it is there for.
    pub doc: String,
    /// Notation, on an empty board: what is not said has its first value, and all cards are home.
    pub position: String,
    /// The counts of level 1, 2 …, as far as they are kept.
    #[serde(default)]
    pub levels: Vec<Counts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    position: Vec<NamedPosition>,
}

impl NamedPosition {
    /// The position on a board, its open step not yet run.
    ///
    /// # Errors
    /// What is not notation, in words.
    pub fn on(&self, board: &Board) -> Result<Position, String> {
        let mut position = Position::initial(board, 1);
        notation::set(board, &mut position, &self.position).map_err(|errors| {
            let told = errors.iter().map(|e| e.message.as_str()).collect::<Vec<_>>().join("; ");
            format!("position `{}`: {told}", self.id)
        })?;
        position.settle();
        Ok(position)
    }
}

/// The named positions of a game, of all packs. One of a later pack stands for one of the same name.
///
/// # Errors
/// The first file that cannot be read, with its path, its place and the cure.
pub fn named_positions(library: &Library, game: &str) -> Result<Vec<NamedPosition>, Box<Diagnostic>> {
    let mut all: Vec<NamedPosition> = Vec::new();
    let path = format!("tests/perft/{game}.toml");
    for source in library.sources() {
        let pack = Beside::of(source)?;
        let Some(text) = pack.read(&path)? else { continue };
        let file: File = toml::from_str(&text).map_err(|error| {
            let shown = pack.shown(&path).to_string_lossy().into_owned();
            misread(SourceFile::new("base".into(), shown, text.clone(), None), &error)
        })?;
        for position in file.position {
            match all.iter_mut().find(|p| p.id == position.id) {
                Some(known) => *known = position,
                None => all.push(position),
            }
        }
    }
    Ok(all)
}

/// What is wrong in a file; of a stranger's text no more is told than somebody reads.
fn misread(file: SourceFile, error: &toml::de::Error) -> Box<Diagnostic> {
    let why = cardwright_content::clipped(error.message());
    let problem = Diagnostic::error("perft::file", format!("this is no file of named positions: {why}"));
    Box::new(problem.at(&Arc::new(file), error.span().unwrap_or(0..0)))
}
