//! `knob NAME NUMBER`: checks a number of the rules. If the knob is an option, checks its value in this game.

use super::Item;
use crate::line_part::{LinePart, Mistake};
use crate::report::Mismatch;
use cardwright_script::Program;
use cardwright_state::{OptionId, Position};

/// Parses `knob NAME NUMBER …`.
pub(super) fn read(program: &Program, part: &LinePart, words: &[LinePart]) -> Result<Item, Mistake> {
    let (Some(name), numbers @ [_, ..]) = (words.first(), words.get(1..).unwrap_or_default()) else {
        return Err(part.mistake("`knob` takes a knob and its number, or all numbers of its list"));
    };
    let ids: Vec<String> = program.content.knobs.iter().map(|knob| knob.id.clone()).collect();
    let knob = ids.iter().position(|id| *id == name.text);
    let knob = knob.ok_or_else(|| name.unknown(format!("unknown knob `{}`", name.text), &ids))?;
    let read_number = |word: &LinePart| word.text.parse().map_err(|_| word.mistake("this is not a number"));
    Ok(Item::Knob { knob, numbers: numbers.iter().map(read_number).collect::<Result<_, _>>()? })
}

/// Returns how a knob differs from the expected numbers, or `None` if it has these numbers.
pub(super) fn compare(program: &Program, position: &Position, knob: usize, numbers: &[i64]) -> Option<Mismatch> {
    let knob = &program.content.knobs[knob];
    let option = program.board.options.iter().position(|option| knob.option && option.id == knob.id);
    let found = option.map(|option| vec![position.option(OptionId::new(option))]);
    let text = |numbers: &[i64]| {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        format!("knob {} {}", knob.id, numbers.join(" "))
    };
    Mismatch::unless_equal(text(numbers), text(found.as_deref().unwrap_or(&knob.numbers)))
}
