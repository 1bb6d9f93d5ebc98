//! Cards whose effects are played, by a side's half, in a game whose cards have no halves.

use super::{Declared, Outlines};
use cardwright_content::{Datum, Diagnostic};
use cardwright_lint::{May, Source, Value};

/// An error for each call that could never play anything.
pub(super) fn missing(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let (board, infos) = (declared.board, &declared.content.infos);
    let is_half = |key: &str| board.sides.iter().any(|side| side.id == key);
    let has_half = |of: &Datum| matches!(of, Datum::Table(pairs) if pairs.iter().any(|(key, _)| is_half(key)));
    let cards = || infos.iter().filter(|(val, _)| val.kind() == cardwright_state::Kind::Card);
    let mut out = unknown_lists(outlines, declared);
    if cards().next().is_none() || cards().any(|(_, of)| has_half(of)) {
        return out;
    }
    let mut lists: Vec<&str> = Vec::new();
    for (_, of) in cards() {
        let Datum::Table(pairs) = of else { continue };
        lists.extend(pairs.iter().filter(|(_, of)| matches!(of, Datum::Effects(_))).map(|(key, _)| key.as_str()));
    }
    lists.sort_unstable();
    lists.dedup();
    for (file, outline) in outlines.scripts() {
        let calls = outline.calls.iter().filter(|call| call.function == "play_effects" && !call.is_open);
        for call in calls {
            let list = call.arguments.get(2).map(|list| list.may.as_slice());
            let is_none = match list {
                None => call.arguments.len() == 2,
                Some(may) => may.iter().all(|may| may.value == Value::Nil),
            };
            if !is_none {
                continue;
            }
            let message = "`play_effects` plays the effects of a side's half, and no card of this game has halves";
            let problem = Diagnostic::error("script::no-halves", message).at(file, call.span.clone());
            let problem = problem.label("plays nothing, whatever the card");
            out.push(match lists.as_slice() {
                [] => problem.help("give the cards halves (`halves = \"side\"` under `[card]`), or declare a list of effects among their fields"),
                [list, ..] => {
                    let word = crate::globals::lua_name(list);
                    problem.help(format!("name the list that is meant: `play_effects(side, card, WORD.{word})`"))
                }
            });
        }
    }
    out
}

/// Lists that no card can have.
fn unknown_lists(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let known = &declared.content.info_fields.card;
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for list in outline.calls.iter().filter(|it| it.function == "play_effects").filter_map(|it| it.arguments.get(2))
        {
            let Some(field) = word(&list.may).filter(|field| !known.contains(*field)) else { continue };
            let message = format!("no card has a field `{field}`");
            let problem = Diagnostic::error("script::unknown-field", message).at(file, list.span.clone());
            out.push(problem.label("not declared").suggest(field, known.iter().map(String::as_str)));
        }
    }
    out
}

/// What is given as the list of a card's effects, if it is one word: `WORD.event`.
fn word(may: &[May]) -> Option<&str> {
    match may {
        [May { value: Value::From(Source::Field(of, field)), .. }] => {
            matches!(of.as_ref(), Source::Global(table) if table == "WORD").then_some(field)
        }
        _ => None,
    }
}
