//! Named positions and their known counts, from `tests/perft/<game>.toml` in a pack.

use super::Counts;
use cardwright_content::{Diagnostic, PackFiles, SourceFile};
use cardwright_state::board::Board;
use cardwright_state::{Position, notation};
use cardwright_table::Library;
use serde::Deserialize;
use std::sync::Arc;

/// A named position.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedPosition {
    /// The name, in kebab-case.
    pub id: String,
    /// What the position is for.
    pub doc: String,
    /// The position in notation. Whatever the notation does not name has its start value. Cards that it does not name
    /// lie in the pile that the board marks with `home`.
    pub position: String,
    /// The known counts: of all sequences of one answer, then of two answers, and so on.
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
    /// Builds the position on a board. Its open step has not run.
    ///
    /// # Errors
    /// The text is not position notation. Holds a message for people.
    pub fn position_on(&self, board: &Board) -> Result<Position, String> {
        let mut position = Position::initial(board, 1);
        notation::set(board, &mut position, &self.position).map_err(|errors| {
            let messages = errors.iter().map(|e| e.message.as_str()).collect::<Vec<_>>().join("; ");
            format!("position `{}`: {messages}", self.id)
        })?;
        position.clear_history();
        Ok(position)
    }
}

/// Reads the named positions of a game from all packs. A later pack replaces positions with the same name.
///
/// # Errors
/// Fails at the first file that cannot be read or parsed.
pub fn named_positions(library: &Library, game: &str) -> Result<Vec<NamedPosition>, Box<Diagnostic>> {
    let mut positions: Vec<NamedPosition> = Vec::new();
    let path = format!("tests/perft/{game}.toml");
    for source in library.sources() {
        let pack = PackFiles::open(source)?;
        let Some(text) = pack.read(&path)? else { continue };
        let file: File = toml::from_str(&text).map_err(|error| {
            let display_path = pack.display_path(&path).to_string_lossy().into_owned();
            parse_error(SourceFile::new("base".into(), display_path, text.clone(), None), &error)
        })?;
        for position in file.position {
            match positions.iter_mut().find(|earlier| earlier.id == position.id) {
                Some(earlier) => *earlier = position,
                None => positions.push(position),
            }
        }
    }
    Ok(positions)
}

/// Builds the diagnostic for a file that cannot be parsed. Shortens a long message.
fn parse_error(file: SourceFile, error: &toml::de::Error) -> Box<Diagnostic> {
    let why = cardwright_content::truncated(error.message());
    let problem = Diagnostic::error("perft::file", format!("this is not a file of named positions: {why}"));
    Box::new(problem.at(&Arc::new(file), error.span().unwrap_or(0..0)))
}
