//! Knobs: numbers of the rules that a pack may change. Texts quote them as `{knob:crisis-target}`.

use crate::located::Located;
use cardwright_state::board::{GameOption, OptionType};
use cardwright_state::{Board, OptionId, Position};

/// The beginning of a quotation of a knob in a text.
const QUOTE: &str = "{knob:";

/// A number of the rules, or a list of numbers, that a pack may change.
#[derive(Debug, Clone)]
pub struct Knob {
    /// Kebab-case id. Scripts read `KNOB.<id>`, with `_` for `-`.
    pub id: String,
    /// What the number decides.
    pub doc: String,
    /// The smallest value that each number may have.
    pub min: i64,
    /// The largest value that each number may have.
    pub max: i64,
    /// The number, or all numbers of the list.
    pub numbers: Vec<i64>,
    /// Whether the knob is a list.
    pub is_list: bool,
    /// Whether it is also an option of the same id. The number is then the default of the option.
    pub option: bool,
    /// Where the key `option` makes it an option; `None` if it is no option.
    pub option_at: Option<Located<()>>,
    /// Where it is declared.
    pub origin: Located<()>,
}

impl Knob {
    /// Returns the numbers as texts show them. If the knob is an option, the text also names the option.
    pub fn display_text(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(i64::to_string).collect();
        match self.option {
            true => with_option(&numbers.join(", "), &self.id),
            false => numbers.join(", "),
        }
    }
}

/// Returns the text for a knob that is also an option. Outside a game the value of the option is unknown, so the text
/// gives the default and names the option.
fn with_option(default: &str, id: &str) -> String {
    format!("{default} (or as the option {id} says)")
}

/// Replaces each `5 (or as the option search-target says)`, which [`insert_knobs`] wrote into a text, with the value of
/// the option in one game.
pub fn with_current_options(text: &str, board: &Board, position: &Position) -> String {
    let mut replaced = text.to_owned();
    for (index, option) in board.options.iter().enumerate().filter(|(_, option)| is_number_option(option)) {
        let quoted = with_option(&option.default.to_string(), &option.id);
        if replaced.contains(&quoted) {
            replaced = replaced.replace(&quoted, &position.option(OptionId::new(index)).to_string());
        }
    }
    replaced
}

fn is_number_option(option: &GameOption) -> bool {
    matches!(option.option_type, OptionType::Number { .. })
}

/// A quotation of a knob that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKnob {
    /// The quoted id.
    pub id: String,
    /// Its bytes in the text.
    pub span: std::ops::Range<usize>,
}

/// Returns all quotations of knobs that do not exist.
pub(crate) fn unknown_knobs(text: &str, knobs: &[Knob]) -> Vec<UnknownKnob> {
    let quotes = text.match_indices(QUOTE).map(|(quote, _)| {
        let start = quote + QUOTE.len();
        start..text[start..].find('}').map_or(text.len(), |length| start + length)
    });
    let unknown = quotes.filter(|span| !knobs.iter().any(|knob| knob.id == text[span.clone()]));
    unknown.map(|span| UnknownKnob { id: text[span.clone()].to_string(), span }).collect()
}

/// Replaces each quoted knob with its numbers.
///
/// # Errors
/// Returns the first quotation of a knob that does not exist.
pub fn insert_knobs(text: &str, knobs: &[Knob]) -> Result<String, UnknownKnob> {
    let mut replaced = String::new();
    let mut copied = 0;
    while let Some(quote) = text[copied..].find(QUOTE).map(|found| copied + found) {
        let id_start = quote + QUOTE.len();
        let end = text[id_start..].find('}').map_or(text.len(), |length| id_start + length);
        let id = &text[id_start..end];
        let Some(knob) = knobs.iter().find(|knob| knob.id == id) else {
            return Err(UnknownKnob { id: id.to_string(), span: id_start..end });
        };
        replaced.push_str(&text[copied..quote]);
        replaced.push_str(&knob.display_text());
        copied = end + 1;
    }
    replaced.push_str(text.get(copied..).unwrap_or_default());
    Ok(replaced)
}
