//! What is to come: the step in turn, who is asked, what a side that rules play gives as its reason.

use super::Item;
use super::told::read;
use super::words::{side, some_text};
use crate::slips;
use crate::text::{Mistake, Part};
use cardwright_state::board::Board;
use cardwright_state::notation::Says;

/// `asks SIDE [~ TEXT]`.
pub(super) fn asks(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let (front, prompt) = match part.split_once("~") {
        Some((front, text)) => (front, Some(some_text(part, text)?)),
        None => (part.clone(), None),
    };
    match &front.words()[1..] {
        [word] => Ok(Item::Asks { side: side(board, word)?, prompt }),
        [_, more, ..] => Err(more.mistake("one side is asked; what it is asked stands after `~`")),
        [] => Err(part.mistake("`asks` takes a side")),
    }
}

/// `decision [SIDE] ~ TEXT`.
pub(super) fn decision(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let Some((front, reason)) = part.split_once("~").filter(|(_, text)| !text.is_empty()) else {
        return Err(part.mistake("`decision` takes a side, if you like, then `~` and a text"));
    };
    let side = match &front.words()[1..] {
        [] => None,
        [word] => Some(side(board, word)?),
        [_, other, ..] => return Err(other.mistake("`~` and a text belong here")),
    };
    Ok(Item::Decision { side, reason: reason.text })
}

pub(super) fn turn(board: &Board, part: &Part) -> Result<Item, Mistake> {
    let said = read(board, "", part).map_err(|mistake| {
        let words = part.words();
        mistake.cured(words.get(1).and_then(|step| slips::turn(board, &step.text)))
    });
    match said?.pop().map(|s| s.says) {
        Some(Says::Turn(mut steps)) => match steps.pop() {
            Some((step, args)) => Ok(Item::Turn { text: part.text.clone(), step, args }),
            None => Err(part.mistake("`turn` takes a step")),
        },
        _ => Err(part.mistake("`turn` takes a step")),
    }
}
