//! Writes a game and its states as lines of JSON.

use crate::PROTOCOL;
use crate::numbers::Numbers;
use crate::words::Words;
use cardwright_script::{Program, amount_bounds};
use cardwright_state::board::{Board, OptionType, Sides};
use cardwright_state::{Position, SideId, notation};
use cardwright_table::{Table, Viewer, record};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Writes everything about one game and its content.
#[derive(Debug)]
pub(crate) struct Encoder {
    pub(crate) program: Arc<Program>,
    words: Words,
    numbers: Numbers,
}

impl Encoder {
    pub(crate) fn new(program: &Arc<Program>) -> Encoder {
        let words = Words::new(&program.board);
        let numbers = Numbers::new(&program.board, &words);
        Encoder { program: program.clone(), words, numbers }
    }

    /// Describes the game. `position` tells which sides share a seat.
    pub(crate) fn hello(&self, position: &Position) -> Value {
        let board = &*self.program.board;
        let options = board.options.iter().map(|option| {
            let text = |value: i64| notation::option_text(&option.option_type, value);
            let mut described = json!({ "id": option.id, "default": text(option.default) });
            match &option.option_type {
                OptionType::Boolean => described["values"] = json!(["false", "true"]),
                OptionType::Word(words) => described["values"] = json!(words),
                OptionType::OneOf(values) => described["values"] = values.iter().map(|value| text(*value)).collect(),
                OptionType::Number { min, max } => (described["min"], described["max"]) = (json!(min), json!(max)),
            }
            described
        });
        let sides = board.sides.iter().map(|side| json!({ "id": side.id, "name": side.name }));
        json!({
            "protocol": PROTOCOL,
            "engine": env!("CARGO_PKG_VERSION"),
            "game": board.game,
            "content": record::hex(&self.program.content.hash),
            "scenarios": self.program.content.scenarios.iter().map(|scenario| &scenario.id).collect::<Vec<_>>(),
            "options": options.collect::<Vec<_>>(),
            "sides": sides.collect::<Vec<_>>(),
            "seats": seats(board, position),
            "words": self.words.list,
            "numbers": self.numbers.bounds,
        })
    }

    /// Writes the pending choice as the asked side sees it, or the end of the game as `viewer` sees it.
    pub(crate) fn state(&self, table: &Table, viewer: Viewer, moment: u64, with_view: bool) -> Value {
        let (board, position) = (table.board(), table.position());
        let mut state = json!({ "moment": moment });
        if let (Some(choice), Some(prompt)) = (table.choice(), table.prompt(viewer)) {
            let words = table.row_words();
            let row = |(index, row): (usize, cardwright_table::RowView)| {
                let mut described = json!({
                    "text": row.text,
                    "label": row.label,
                    "words": self.words.row_numbers(&words[index]),
                    "discouraged": row.discouraged,
                });
                let amounts = amount_bounds(&choice.rows[index], &choice.likely);
                if !amounts.is_empty() {
                    let amount = |it: &cardwright_bots::Bounds| json!({ "min": it.min, "max": it.max, "step": it.step, "likely": it.likely });
                    described["amounts"] = amounts.iter().map(amount).collect();
                }
                described
            };
            state["side"] = json!(board.sides[choice.side.index()].id);
            state["prompt"] = json!(prompt.text);
            state["rows"] = prompt.rows.into_iter().enumerate().map(row).collect();
            state["default"] = json!(prompt.default);
        } else {
            state["over"] = json!({ "places": places(table), "reason": table.result() });
        }
        state["numbers"] = json!(self.numbers.of(board, &self.words, position, viewer));
        if with_view {
            state["view"] = json!(viewer.position_text(board, position));
        }
        state
    }
}

/// The ids of sides.
pub(crate) fn ids(board: &Board, sides: Sides) -> Vec<&str> {
    sides.iter().map(|side| &*board.sides[side.index()].id).collect()
}

/// The sides of each seat.
pub(crate) fn seats(board: &Board, position: &Position) -> Value {
    position.seats(board).into_iter().map(|seat| ids(board, seat)).collect()
}

/// The place of each side in play: 1 for winners. Empty if nobody won.
fn places(table: &Table) -> Map<String, Value> {
    let (board, position) = (table.board(), table.position());
    let in_play = position.sides_in_play(board);
    let ranking: Vec<Sides> = match table.resigned() {
        Some(side) => {
            let losers = table.losing_sides(side);
            vec![in_play.iter().filter(|side| !losers.has(*side)).collect()]
        }
        None => position.outcome().iter().flat_map(|outcome| outcome.places.iter().map(|place| place.sides)).collect(),
    };
    let place_of = |side: SideId| {
        // Sides without a place share the last one.
        let better = ranking.iter().take_while(|sides| !sides.has(side)).map(|sides| sides.len());
        1 + better.sum::<usize>()
    };
    let places = in_play.iter().map(|side| (board.sides[side.index()].id.clone(), json!(place_of(side))));
    if ranking.is_empty() { Map::new() } else { places.collect() }
}
