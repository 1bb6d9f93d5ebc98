//! Short names: what stands on the board for pieces, their faces and marks, for sides, spaces and tracks.

use super::Builder;
use crate::form::{Form, Holds, More};
use crate::located::{Located, Raw};
use crate::shape::{Keys, wrong_type};
use std::collections::BTreeMap;

/// A short name of pieces with one face.
pub(super) const SHORT: Holds = Holds::Short(LONGEST);
/// That of a space.
pub(super) const SHORT_OF_SPACE: Holds = Holds::Short(LONGEST_SPACE);

/// `short` of pieces with several faces.
pub(super) static SHORT_FACES: Form = Form {
    of: "short names of faces",
    doc: "A short name for each face.",
    keys: &[],
    more: &[More { name: "FACE", holds: SHORT, doc: "Every face of the piece has one." }],
    example: "",
};

/// Letters of a short name.
const LONGEST: usize = 6;
/// Letters of the short name of a space.
const LONGEST_SPACE: usize = 16;
/// What stands between names on the board, or belongs to how pieces are written.
const SIGNS: &str = "+(),;:/·";

/// What a short name is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Pieces: a number before it says how many.
    Pieces,
    /// A space, which may have a name of several words.
    Space,
    /// A side, a mark, a track.
    Other,
}

/// Short names of one sort, by whose they are.
pub(super) type Shorts = BTreeMap<(Option<usize>, String), Located<String>>;

impl Builder<'_> {
    /// The short name that an entry declares, if it will do.
    pub(super) fn short(&self, keys: &Keys<'_>, taken: &mut Shorts) -> Option<String> {
        let short = keys.text("short")?;
        (self.is_short(&short, Of::Other) && self.is_new(&short, None, &[None], taken)).then_some(short.value)
    }

    /// The short name that a space declares, if it will do.
    pub(super) fn short_of_space(&self, keys: &Keys<'_>, taken: &mut Shorts) -> Option<String> {
        let short = keys.text("short")?;
        (self.is_short(&short, Of::Space) && self.is_new(&short, None, &[None], taken)).then_some(short.value)
    }

    /// The short names of a type of pieces, one for each of its faces; none if it declares none. Those of a side stand in its
    /// column, those of nobody beside everybody's.
    pub(super) fn shorts_of_piece(
        &self,
        keys: &Keys<'_>,
        faces: &[String],
        owner: Option<usize>,
        taken: &mut Shorts,
    ) -> Vec<String> {
        let Some(value) = keys.get("short") else { return Vec::new() };
        let names = match &value.value {
            Raw::Text(text) if faces.len() == 1 => vec![value.with(text.clone())],
            Raw::Table(table) if faces.len() > 1 => {
                let keys =
                    Keys::new(&SHORT_FACES, table, value.place(), format!("`short` of {}", keys.what), self.problems);
                let names = faces.iter().filter_map(|face| keys.need_text_of_game(face)).collect();
                keys.finish();
                names
            }
            _ => {
                let wanted = if faces.len() > 1 { "a table with a short name for each face" } else { "text" };
                self.problems.push(wrong_type(value, &format!("`short` of {}", keys.what), wanted));
                return Vec::new();
            }
        };
        let beside: Vec<Option<usize>> = match owner {
            Some(_) => vec![owner, None],
            None => (0..self.board.sides.len()).map(Some).chain([None]).collect(),
        };
        let mut out: Vec<Located<String>> = Vec::new();
        for name in names {
            if self.is_short(&name, Of::Pieces) && self.is_new(&name, owner, &beside, taken) {
                out.push(name);
            }
        }
        if out.len() == faces.len() { out.into_iter().map(|name| name.value).collect() } else { Vec::new() }
    }

    /// Whether a text will do as a short name.
    fn is_short(&self, short: &Located<String>, of: Of) -> bool {
        let text = short.value.as_str();
        let longest = if of == Of::Space { LONGEST_SPACE } else { LONGEST };
        let is_torn = text.trim() != text || of != Of::Space && text.contains(char::is_whitespace);
        let is_number = of == Of::Pieces && text.starts_with(|c: char| c.is_ascii_digit());
        let is_plain = text.chars().all(|c| !c.is_control() && !SIGNS.contains(c));
        if (1..=longest).contains(&text.chars().count()) && is_plain && !is_torn && !is_number {
            return true;
        }
        let words = match of {
            Of::Space => "letters",
            Of::Pieces => "letters without blanks, the first no digit",
            Of::Other => "letters without blanks",
        };
        let problem = short.error("content::bad-short", format!("`{text}` will not do as a short name"));
        self.problems.push(problem.label(format!("1 to {longest} {words}, none of them one of `{SIGNS}`")));
        false
    }

    /// Whether nothing of some owners is called so; takes it for one of them.
    fn is_new(
        &self,
        short: &Located<String>,
        owner: Option<usize>,
        beside: &[Option<usize>],
        taken: &mut Shorts,
    ) -> bool {
        if let Some(first) = beside.iter().find_map(|owner| taken.get(&(*owner, short.value.clone()))) {
            let message = format!("two things would both be `{}` on the board", short.value);
            let problem = short.error("content::same-short", message).label("this short name is taken");
            self.problems.push(problem.help(format!("the other is at {}", first.written())));
            return false;
        }
        taken.insert((owner, short.value.clone()), short.clone());
        true
    }
}
