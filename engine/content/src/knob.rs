//! Knobs: numbers of the rules that a pack may change. Texts quote them as `{knob:crisis-target}`.

use crate::located::Located;
use cardwright_state::board::{GameOption, OptionType};
use cardwright_state::{Board, OptionId, Position};

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
    /// Where it was made an option.
    pub option_at: Option<Located<()>>,
    /// Where it is declared.
    pub origin: Located<()>,
}

impl Knob {
    /// The numbers as texts show them. If the knob is an option, the text also names the option.
    pub fn display_text(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(i64::to_string).collect();
        match self.option {
            true => with_option(&numbers.join(", "), &self.id),
            false => numbers.join(", "),
        }
    }
}

/// How a text quotes a knob that is an option, before a game sets it.
fn with_option(default: &str, id: &str) -> String {
    format!("{default} (or as the option {id} says)")
}

/// Replaces quoted knobs that are options with the values that they have in one game.
pub fn with_current_options(text: &str, board: &Board, position: &Position) -> String {
    let mut out = text.to_owned();
    for (at, option) in board.options.iter().enumerate().filter(|(_, option)| is_number(option)) {
        let quoted = with_option(&option.default.to_string(), &option.id);
        if out.contains(&quoted) {
            out = out.replace(&quoted, &position.option(OptionId::new(at)).to_string());
        }
    }
    out
}

fn is_number(option: &GameOption) -> bool {
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

/// All quotations of knobs that do not exist.
pub(crate) fn unknown_knobs(text: &str, knobs: &[Knob]) -> Vec<UnknownKnob> {
    let quotes = text.match_indices(QUOTE).map(|(found, _)| {
        let from = found + QUOTE.len();
        from..text[from..].find('}').map_or(text.len(), |end| from + end)
    });
    let unknown = quotes.filter(|span| !knobs.iter().any(|knob| knob.id == text[span.clone()]));
    unknown.map(|span| UnknownKnob { id: text[span.clone()].to_string(), span }).collect()
}

/// Replaces each quoted knob with its numbers.
///
/// # Errors
/// The first quotation of a knob that does not exist.
pub fn insert_knobs(text: &str, knobs: &[Knob]) -> Result<String, UnknownKnob> {
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
        out.push_str(&knob.display_text());
        at = end + 1;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    Ok(out)
}
