//! A knob as scripts and texts read it, and how a text quotes one: `{knob:crisis-target}`.

use crate::located::Located;
use cardwright_state::board::{GameOption, OptionType};
use cardwright_state::{Board, OptionId, Position};

const QUOTE: &str = "{knob:";

/// A number of the rules that a designer would turn, or a list of such numbers.
#[derive(Debug, Clone)]
pub struct Knob {
    /// Its id; scripts read `KNOB.<id>`, with `_` for `-`.
    pub id: String,
    /// What it decides.
    pub doc: String,
    /// The least that each of its numbers may be.
    pub min: i64,
    /// The most.
    pub max: i64,
    /// The number, or the numbers of a list.
    pub numbers: Vec<i64>,
    /// Whether it is a list.
    pub is_list: bool,
    /// Whether an option of the same id turns it for one game; the number is then its default.
    pub option: bool,
    /// Where it was made one.
    pub option_at: Option<Located<()>>,
    /// Where it was declared first.
    pub origin: Located<()>,
}

impl Knob {
    /// Its numbers as texts say them. Of one that an option turns, a text can say no more than where to look.
    pub fn shown(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(i64::to_string).collect();
        match self.option {
            true => open(&numbers.join(", "), &self.id),
            false => numbers.join(", "),
        }
    }
}

/// What a text says of an option as long as no game tells its value.
fn open(default: &str, id: &str) -> String {
    format!("{default} (or as the option {id} says)")
}

/// A text that quotes knobs as it reads in one game: of those that are options, the values they have there.
pub fn in_force(text: &str, board: &Board, position: &Position) -> String {
    let mut out = text.to_owned();
    for (at, option) in board.options.iter().enumerate().filter(|(_, option)| is_number(option)) {
        let quoted = open(&option.default.to_string(), &option.id);
        if out.contains(&quoted) {
            out = out.replace(&quoted, &position.option(OptionId::new(at)).to_string());
        }
    }
    out
}

fn is_number(option: &GameOption) -> bool {
    matches!(option.of, OptionType::Number { .. })
}

/// A quotation of a knob there is not: its id, and where in the text it stands, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKnob {
    /// What was quoted.
    pub id: String,
    /// Where.
    pub span: std::ops::Range<usize>,
}

/// Every quotation of a knob there is not.
pub(crate) fn unknown_knobs(text: &str, knobs: &[Knob]) -> Vec<UnknownKnob> {
    let quotes = text.match_indices(QUOTE).map(|(found, _)| {
        let from = found + QUOTE.len();
        from..text[from..].find('}').map_or(text.len(), |end| from + end)
    });
    let unknown = quotes.filter(|span| !knobs.iter().any(|knob| knob.id == text[span.clone()]));
    unknown.map(|span| UnknownKnob { id: text[span.clone()].to_string(), span }).collect()
}

/// A text with the knobs it quotes in place.
///
/// # Errors
/// The first quotation of a knob there is not.
pub fn quoted(text: &str, knobs: &[Knob]) -> Result<String, UnknownKnob> {
    let mut out = String::new();
    let mut at = 0;
    while let Some(found) = text[at..].find(QUOTE).map(|found| at + found) {
        let id_at = found + QUOTE.len();
        let end = text[id_at..].find('}').map_or(text.len(), |end| id_at + end);
        let id = &text[id_at..end];
        let Some(knob) = knobs.iter().find(|knob| knob.id == id) else {
            return Err(UnknownKnob { id: id.to_string(), span: id_at..end });
        };
        out.push_str(&text[at..found]);
        out.push_str(&knob.shown());
        at = end + 1;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Ok(out)
}
