//! Short names for the board: of pieces, faces, marks, sides, spaces and tracks.

use super::Builder;
use crate::located::{Located, TomlValue};
use crate::table_reader::{TableReader, wrong_type};
use crate::table_schema::{GameKeys, TableSchema, ValueType};
use std::collections::BTreeMap;

/// The type of a short name.
pub(super) const SHORT: ValueType = ValueType::Short(LONGEST);
/// The type of the short name of a space.
pub(super) const SHORT_OF_SPACE: ValueType = ValueType::Short(LONGEST_SPACE);

/// `short` of a piece with several faces.
pub(super) static SHORT_FACES: TableSchema = TableSchema {
    subject: "short names of faces",
    doc: "A short name for each face.",
    keys: &[],
    game_keys: &[GameKeys { name: "FACE", value_type: SHORT, doc: "A short name for every face of the piece." }],
    example: "",
};

/// The most characters of a short name.
const LONGEST: usize = 6;
/// The most characters of the short name of a space.
const LONGEST_SPACE: usize = 16;
/// Characters that separate names on the board or belong to the notation of pieces.
const SEPARATORS: &str = "+(),;:/·";

/// What has the short name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// A piece. The board writes the number of pieces before the name.
    Pieces,
    /// A space. Its name may have several words.
    Space,
    /// A side, a mark, a track.
    Other,
}

/// The short names in use, by the owning side and the name.
pub(super) type ShortNames = BTreeMap<(Option<usize>, String), Located<String>>;

impl Builder<'_> {
    /// Reads the short name of an entry; reports an invalid one.
    pub(super) fn short(&self, keys: &TableReader<'_>, taken: &mut ShortNames) -> Option<String> {
        let short = keys.text("short")?;
        (self.is_short(&short, Named::Other) && self.is_new(&short, None, &[None], taken)).then_some(short.value)
    }

    /// Reads the short name of a space; reports an invalid one.
    pub(super) fn short_of_space(&self, keys: &TableReader<'_>, taken: &mut ShortNames) -> Option<String> {
        let short = keys.text("short")?;
        (self.is_short(&short, Named::Space) && self.is_new(&short, None, &[None], taken)).then_some(short.value)
    }

    /// Reads the short names of a piece type, one per face. They must differ from those in the same column of the
    /// board. The column of a side shows its own pieces and pieces that nobody owns.
    pub(super) fn short_names_of_piece(
        &self,
        keys: &TableReader<'_>,
        faces: &[String],
        owner: Option<usize>,
        taken: &mut ShortNames,
    ) -> Vec<String> {
        let Some(value) = keys.get("short") else { return Vec::new() };
        let names = match &value.value {
            TomlValue::Text(text) if faces.len() == 1 => vec![value.with(text.clone())],
            TomlValue::Table(table) if faces.len() > 1 => {
                let keys = TableReader::new(
                    &SHORT_FACES,
                    table,
                    value.place(),
                    format!("`short` of {}", keys.what),
                    self.problems,
                );
                let names = faces.iter().filter_map(|face| keys.need_game_text(face)).collect();
                keys.finish();
                names
            }
            _ => {
                let wanted = if faces.len() > 1 { "a table with a short name for each face" } else { "text" };
                self.problems.push(wrong_type(value, &format!("`short` of {}", keys.what), wanted));
                return Vec::new();
            }
        };
        let columns: Vec<Option<usize>> = match owner {
            Some(_) => vec![owner, None],
            None => (0..self.board.sides.len()).map(Some).chain([None]).collect(),
        };
        let mut out: Vec<Located<String>> = Vec::new();
        for name in names {
            if self.is_short(&name, Named::Pieces) && self.is_new(&name, owner, &columns, taken) {
                out.push(name);
            }
        }
        if out.len() == faces.len() { out.into_iter().map(|name| name.value).collect() } else { Vec::new() }
    }

    /// Whether a text is a valid short name; reports it if not.
    fn is_short(&self, short: &Located<String>, named: Named) -> bool {
        let text = short.value.as_str();
        let longest = if named == Named::Space { LONGEST_SPACE } else { LONGEST };
        let has_bad_spaces = text.trim() != text || named != Named::Space && text.contains(char::is_whitespace);
        let is_number = named == Named::Pieces && text.starts_with(|c: char| c.is_ascii_digit());
        let is_plain = text.chars().all(|c| !c.is_control() && !SEPARATORS.contains(c));
        if (1..=longest).contains(&text.chars().count()) && is_plain && !has_bad_spaces && !is_number {
            return true;
        }
        let words = match named {
            Named::Space => "characters",
            Named::Pieces => "characters without spaces, the first not a digit",
            Named::Other => "characters without spaces",
        };
        let problem = short.error("content::bad-short", format!("`{text}` is not a valid short name"));
        self.problems.push(problem.label(format!("must be 1 to {longest} {words}, and none of `{SEPARATORS}`")));
        false
    }

    /// Adds a short name, unless one of these columns has it already; reports that.
    fn is_new(
        &self,
        short: &Located<String>,
        owner: Option<usize>,
        columns: &[Option<usize>],
        taken: &mut ShortNames,
    ) -> bool {
        if let Some(first) = columns.iter().find_map(|owner| taken.get(&(*owner, short.value.clone()))) {
            let message = format!("two things would both be `{}` on the board", short.value);
            let problem = short.error("content::same-short", message).label("this short name is taken");
            self.problems.push(problem.help(format!("the other is at {}", first.location())));
            return false;
        }
        taken.insert((owner, short.value.clone()), short.clone());
        true
    }
}
