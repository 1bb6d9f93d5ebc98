//! Finds calls of `play_effects` that can never play anything, because the cards have no halves or no such list.

use super::{Declarations, ScriptSummaries};
use cardwright_content::{Datum, Diagnostic};
use cardwright_lint::{PossibleValue, Source, Value};

/// Returns an error for each call of `play_effects` that plays nothing.
pub(super) fn check_play_effects(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let (board, infos) = (declared.board, &declared.content.infos);
    // The fields of a card that are named like a side are its halves.
    let is_half = |key: &str| board.sides.iter().any(|side| side.id == key);
    let has_half = |info: &Datum| matches!(info, Datum::Table(pairs) if pairs.iter().any(|(key, _)| is_half(key)));
    let cards = || infos.iter().filter(|(val, _)| val.kind() == cardwright_state::Kind::Card);
    let mut out = unknown_lists(summaries, declared);
    if cards().next().is_none() || cards().any(|(_, info)| has_half(info)) {
        return out;
    }
    let mut list_names: Vec<&str> = Vec::new();
    for (_, info) in cards() {
        let Datum::Table(pairs) = info else { continue };
        list_names
            .extend(pairs.iter().filter(|(_, datum)| matches!(datum, Datum::Effects(_))).map(|(key, _)| key.as_str()));
    }
    list_names.sort_unstable();
    list_names.dedup();
    for (file, summary) in summaries.scripts() {
        let calls = summary.calls.iter().filter(|call| call.function == "play_effects" && !call.is_variadic);
        for call in calls {
            let list = call.arguments.get(2).map(|list| list.values.as_slice());
            let names_no_list = match list {
                None => call.arguments.len() == 2,
                Some(values) => values.iter().all(|possible| possible.value == Value::Nil),
            };
            if !names_no_list {
                continue;
            }
            let message = "`play_effects` needs halves of cards, and no card of this game has halves";
            let problem = Diagnostic::error("script::no-halves", message).at(file, call.span.clone());
            let problem = problem.label("plays nothing");
            out.push(match list_names.as_slice() {
                [] => problem.help("give the cards halves (`halves = \"side\"` under `[card]`), or declare a list of effects among their fields"),
                [list, ..] => {
                    let word = crate::globals::lua_name(list);
                    problem.help(format!("name a list: `play_effects(side, card, WORD.{word})`"))
                }
            });
        }
    }
    out
}

/// Returns an error for each list that a call of `play_effects` names and no card has.
fn unknown_lists(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let card_fields = &declared.content.info_fields.card;
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        let calls = summary.calls.iter().filter(|call| call.function == "play_effects");
        for list in calls.filter_map(|call| call.arguments.get(2)) {
            let Some(field) = word(&list.values).filter(|field| !card_fields.contains(*field)) else { continue };
            let message = format!("no card has a field `{field}`");
            let problem = Diagnostic::error("script::unknown-field", message).at(file, list.span.clone());
            out.push(problem.label("not declared").suggest(field, card_fields.iter().map(String::as_str)));
        }
    }
    out
}

/// Returns the word that an argument is, if it has one possible value: `event` for `WORD.event`.
fn word(values: &[PossibleValue]) -> Option<&str> {
    match values {
        [PossibleValue { value: Value::Source(Source::Field(table, field)), .. }] => {
            matches!(table.as_ref(), Source::Global(name) if name == "WORD").then_some(field)
        }
        _ => None,
    }
}
