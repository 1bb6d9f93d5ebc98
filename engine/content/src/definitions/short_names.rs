//! Short names for the board: of pieces, faces, marks, sides, spaces and tracks.

use super::builder::Builder;
use crate::located::{Located, TomlValue};
use crate::table_reader::{TableReader, wrong_type};
use crate::table_schema::{ValueType, schema};
use std::collections::BTreeMap;

/// The type of a short name.
pub(super) const SHORT: ValueType = ValueType::Short(MAX_CHARS);
/// The type of the short name of a space.
pub(super) const SHORT_OF_SPACE: ValueType = ValueType::Short(MAX_SPACE_CHARS);

schema! {
    /// A short name for each face.
    pub(super) static SHORT_FACES = "short names of faces";
    keys {}
    game_keys {
        /// A short name for every face of the piece.
        "FACE" = SHORT;
    }
}

/// The most characters of a short name.
const MAX_CHARS: usize = 6;
/// The most characters of the short name of a space.
const MAX_SPACE_CHARS: usize = 16;
/// Characters that separate names on the board or belong to the notation of pieces.
const SEPARATORS: &str = "+(),;:/·";

/// What has the short name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameOwner {
    /// A piece. The board writes the number of pieces before the name.
    Piece,
    /// A space. Its name may have several words.
    Space,
    /// A side, a mark or a track.
    Other,
}

/// The short names in use. The key is the owner of the pieces and the short name. The owner is `None` for pieces
/// without an owner and for things that are not pieces.
pub(super) type ShortNames = BTreeMap<(Option<usize>, String), Located<String>>;

impl Builder<'_> {
    /// Reads the short name of a side, mark or track, and reports an invalid name.
    pub(super) fn read_short_name(&self, keys: &TableReader<'_>, taken: &mut ShortNames) -> Option<String> {
        let short = keys.text("short")?;
        (self.is_valid_short_name(&short, NameOwner::Other) && self.add_short_name(&short, None, &[None], taken))
            .then_some(short.value)
    }

    /// Reads the short name of a space, and reports an invalid name.
    pub(super) fn read_short_name_of_space(&self, keys: &TableReader<'_>, taken: &mut ShortNames) -> Option<String> {
        let short = keys.text("short")?;
        (self.is_valid_short_name(&short, NameOwner::Space) && self.add_short_name(&short, None, &[None], taken))
            .then_some(short.value)
    }

    /// Reads the short names of a piece type, one per face. All short names in one column of the board must differ. The
    /// column of a side shows the pieces of the side and the pieces that nobody owns.
    pub(super) fn read_short_names_of_piece(
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
                    format!("`short` of {}", keys.table_name),
                    self.problems,
                );
                let names = faces.iter().filter_map(|face| keys.need_game_text(face)).collect();
                keys.finish();
                names
            }
            _ => {
                let wanted_type = if faces.len() > 1 { "a table with a short name for each face" } else { "text" };
                self.problems.push(wrong_type(value, &format!("`short` of {}", keys.table_name), wanted_type));
                return Vec::new();
            }
        };
        let columns: Vec<Option<usize>> = match owner {
            Some(_) => vec![owner, None],
            None => (0..self.board.sides.len()).map(Some).chain([None]).collect(),
        };
        let mut valid_names: Vec<Located<String>> = Vec::new();
        for name in names {
            if self.is_valid_short_name(&name, NameOwner::Piece) && self.add_short_name(&name, owner, &columns, taken) {
                valid_names.push(name);
            }
        }
        if valid_names.len() == faces.len() {
            valid_names.into_iter().map(|name| name.value).collect()
        } else {
            Vec::new()
        }
    }

    /// Whether a text is a valid short name. Reports an invalid name.
    fn is_valid_short_name(&self, short: &Located<String>, name_owner: NameOwner) -> bool {
        let text = short.value.as_str();
        let max_chars = if name_owner == NameOwner::Space { MAX_SPACE_CHARS } else { MAX_CHARS };
        let has_bad_spaces =
            text.trim() != text || name_owner != NameOwner::Space && text.contains(char::is_whitespace);
        let begins_with_digit = name_owner == NameOwner::Piece && text.starts_with(|c: char| c.is_ascii_digit());
        let has_only_allowed_chars = text.chars().all(|c| !c.is_control() && !SEPARATORS.contains(c));
        if (1..=max_chars).contains(&text.chars().count())
            && has_only_allowed_chars
            && !has_bad_spaces
            && !begins_with_digit
        {
            return true;
        }
        let words = match name_owner {
            NameOwner::Space => "characters",
            NameOwner::Piece => "characters without spaces, the first not a digit",
            NameOwner::Other => "characters without spaces",
        };
        let problem = short.error("content::bad-short", format!("`{text}` is not a valid short name"));
        self.problems.push(problem.label(format!("must be 1 to {max_chars} {words}, and none of `{SEPARATORS}`")));
        false
    }

    /// Adds the short name of a thing that `owner` owns. If a thing of one of the owners in `columns` already
    /// has the name, reports the name and returns false.
    fn add_short_name(
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
