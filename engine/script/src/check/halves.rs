//! Finds calls of `play_effects` that can never play anything: cards without halves, or an unknown list.

use super::{Declarations, ScriptSummaries};
use cardwright_content::{Datum, Diagnostic};
use cardwright_lint::{PossibleValue, Source, Value};

/// An error for each such call.
pub(super) fn missing(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let (board, infos) = (declared.board, &declared.content.infos);
    let is_half = |key: &str| board.sides.iter().any(|side| side.id == key);
    let has_half = |of: &Datum| matches!(of, Datum::Table(pairs) if pairs.iter().any(|(key, _)| is_half(key)));
    let cards = || infos.iter().filter(|(val, _)| val.kind() == cardwright_state::Kind::Card);
    let mut out = unknown_lists(summaries, declared);
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
    for (file, summary) in summaries.scripts() {
        let calls = summary.calls.iter().filter(|call| call.function == "play_effects" && !call.is_variadic);
        for call in calls {
            let list = call.arguments.get(2).map(|list| list.values.as_slice());
            let is_none = match list {
                None => call.arguments.len() == 2,
                Some(may) => may.iter().all(|may| may.value == Value::Nil),
            };
            if !is_none {
                continue;
            }
            let message = "`play_effects` needs halves of cards, and no card of this game has halves";
            let problem = Diagnostic::error("script::no-halves", message).at(file, call.span.clone());
            let problem = problem.label("plays nothing");
            out.push(match lists.as_slice() {
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

/// An error for each list that no card has.
fn unknown_lists(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let known = &declared.content.info_fields.card;
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for list in summary.calls.iter().filter(|it| it.function == "play_effects").filter_map(|it| it.arguments.get(2))
        {
            let Some(field) = word(&list.values).filter(|field| !known.contains(*field)) else { continue };
            let message = format!("no card has a field `{field}`");
            let problem = Diagnostic::error("script::unknown-field", message).at(file, list.span.clone());
            out.push(problem.label("not declared").suggest(field, known.iter().map(String::as_str)));
        }
    }
    out
}

/// The one word that an argument is: `event` of `WORD.event`.
fn word(may: &[PossibleValue]) -> Option<&str> {
    match may {
        [PossibleValue { value: Value::Source(Source::Field(of, field)), .. }] => {
            matches!(of.as_ref(), Source::Global(table) if table == "WORD").then_some(field)
        }
        _ => None,
    }
}
