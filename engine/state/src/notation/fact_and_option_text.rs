//! Facts and options in notation.

use crate::board::{Board, OptionType};
use crate::fact::FactValue;
use crate::ids::*;
use crate::val::{Kind, Val};

/// Writes a fact of a subject: `turns 3`, `used raise stir`, `owner none`, `iou: c24 12 2, c25 13 1`. A boolean is its
/// id alone, or `no` and its id. Returns `None` if the fact has its default value. Hidden cards come last in a set,
/// because their place would reveal something about them. No cell of a row is hidden.
pub(super) fn fact_text(
    board: &Board,
    fact: FactId,
    mut value: FactValue,
    is_hidden: &dyn Fn(Val) -> bool,
) -> Option<String> {
    let def = &board.facts[fact.index()];
    if value == FactValue::initial(def) {
        return None;
    }
    let is_hidden: &dyn Fn(Val) -> bool = if matches!(value, FactValue::Rows(_)) { &|_| false } else { is_hidden };
    value.move_hidden_last(is_hidden);
    Some(fact_value_text(board, &def.id, &value, is_hidden))
}

/// Writes a fact with this id and value, also if the value is the default.
pub(super) fn fact_value_text(board: &Board, id: &str, value: &FactValue, is_hidden: &dyn Fn(Val) -> bool) -> String {
    let is_list = matches!(value, FactValue::List(_) | FactValue::Rows(_));
    let name = |v: Val| match is_hidden(v) {
        true => crate::view::HIDDEN_CARD.to_owned(),
        // In a list or row every thing must be one word, so `@` stands for a blank.
        false if is_list && v.kind() != Kind::Number => board.text(v).replace(' ', "@"),
        false => board.text(v),
    };
    match value {
        FactValue::Boolean(true) => board.distinct_id(Kind::Fact, id),
        FactValue::Boolean(false) => format!("no {id}"),
        FactValue::Rows(_) => format!("{}: {}", board.id_before_rows(id), value.text(name, " ")),
        other => format!("{} {}", board.distinct_id(Kind::Fact, id), other.text(name, " ")),
    }
}

/// Writes the value of an option.
pub fn option_text(option_type: &OptionType, value: i64) -> String {
    match option_type {
        OptionType::Boolean => (value != 0).to_string(),
        OptionType::Number { .. } | OptionType::OneOf(_) => value.to_string(),
        OptionType::Word(words) => words.get(value as usize).cloned().unwrap_or_default(),
    }
}

/// Parses the value of an option.
///
/// # Errors
/// Returns a message with the allowed values.
pub fn read_option(option_type: &OptionType, text: &str) -> Result<i64, String> {
    match option_type {
        OptionType::Boolean => match text {
            "true" | "yes" | "on" => Ok(1),
            "false" | "no" | "off" => Ok(0),
            _ => Err(format!("`{text}` is not `true` or `false`")),
        },
        OptionType::Number { min, max } => match text.parse::<i64>() {
            Ok(n) if n >= *min && n <= *max => Ok(n),
            _ => Err(format!("`{text}` is not a number from {min} to {max}")),
        },
        OptionType::Word(words) => words
            .iter()
            .position(|w| w == text)
            .map(|i| i as i64)
            .ok_or_else(|| format!("`{text}` is not one of {}", words.join(", "))),
        OptionType::OneOf(numbers) => {
            let number = text.parse::<i64>().ok().filter(|n| numbers.contains(n));
            let allowed = || numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            number.ok_or_else(|| format!("`{text}` is not one of {}", allowed()))
        }
    }
}
