//! `turn`, `asks` and `decision`: the open step, the side that is asked, the reasons of non-players.

use super::Item;
use super::item_words::{side, some_text};
use super::notation_item::read;
use crate::hints;
use crate::line_part::{LinePart, Mistake};
use cardwright_state::board::Board;
use cardwright_state::notation::Statement;

/// Parses `asks SIDE [~ TEXT]`.
pub(super) fn asks(board: &Board, part: &LinePart) -> Result<Item, Mistake> {
    let (front, prompt) = match part.split_once("~") {
        Some((front, text)) => (front, Some(some_text(part, text)?)),
        None => (part.clone(), None),
    };
    match &front.words()[1..] {
        [word] => Ok(Item::Asks { side: side(board, word)?, prompt }),
        [_, extra, ..] => Err(extra.mistake("`asks` takes one side; a text of the question comes after `~`")),
        [] => Err(part.mistake("`asks` takes a side")),
    }
}

/// Parses `decision [SIDE] ~ TEXT`.
pub(super) fn decision(board: &Board, part: &LinePart) -> Result<Item, Mistake> {
    let Some((front, reason)) = part.split_once("~").filter(|(_, text)| !text.is_empty()) else {
        return Err(part.mistake("`decision` takes an optional side, then `~` and a text"));
    };
    let side = match &front.words()[1..] {
        [] => None,
        [word] => Some(side(board, word)?),
        [_, extra, ..] => return Err(extra.mistake("`~` and a text belong here")),
    };
    Ok(Item::Decision { side, reason: reason.text })
}

/// Parses `turn STEP [ARGUMENT…]`.
pub(super) fn turn(board: &Board, part: &LinePart) -> Result<Item, Mistake> {
    // The empty text means that no place stands before the item.
    let statements = read(board, "", part).map_err(|mistake| {
        let words = part.words();
        mistake.with_help(words.get(1).and_then(|step| hints::turn(board, &step.text)))
    });
    match statements?.pop().map(|item| item.statement) {
        Some(Statement::Turn(mut steps)) => match steps.pop() {
            Some((step, args)) => Ok(Item::Turn { text: part.text.clone(), step, args }),
            None => Err(part.mistake("`turn` takes a step")),
        },
        _ => Err(part.mistake("`turn` takes a step")),
    }
}
