//! Checks the subject argument of tracks and facts: required if there is one per side, space, link or card, forbidden
//! if the game has just one.

use super::ScriptSummaries;
use super::signature::{Type, TypeName};
use super::value_types::ValueTypes;
use crate::globals::lua_name;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{GlobalCall, PossibleValue, ScriptSummary, Source, Value};
use cardwright_state::board::SubjectKind;
use std::sync::Arc;

/// Functions of a track or fact, and the index of the subject argument.
const WITH_SUBJECT: [(&str, usize); 11] = [
    ("value", 1),
    ("get", 1),
    ("room", 1),
    ("has_member", 1),
    ("in_zone", 2),
    ("raise", 2),
    ("lower", 2),
    ("set_track", 2),
    ("set", 2),
    ("add", 2),
    ("remove_from", 2),
];

/// An error for each missing, surplus or wrong subject.
pub(super) fn problems(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.calls {
            let Some((_, at)) = WITH_SUBJECT.iter().find(|(function, _)| *function == call.function) else { continue };
            out.extend(in_call(file, summary, types, call, *at));
        }
    }
    out
}

fn in_call(
    file: &Arc<SourceFile>,
    summary: &ScriptSummary,
    types: &ValueTypes<'_>,
    call: &GlobalCall,
    at: usize,
) -> Option<Diagnostic> {
    let [PossibleValue { value: Value::Source(thing), .. }] = call.arguments.first()?.values.as_slice() else {
        return None;
    };
    let (id, on) = track_or_fact(types, thing)?;
    let function = &call.function;
    let word = on.subject_word().unwrap_or("game");
    let error = |message: String| Diagnostic::error("script::argument", message);
    let signature = types.signatures.get(function.as_str())?;
    let shown = || format!("it is `{}`", signature.shown);
    let argument = call.arguments.get(at);
    let is_nil = |may: &PossibleValue| may.value == Value::Nil;
    match argument.filter(|it| !it.values.iter().all(is_nil)) {
        None if on == SubjectKind::Game || call.arguments.len() <= at && types.is_variadic(call) => None,
        None => {
            let problem = error(format!("`{function}` needs a {word}: there is one `{id}` per {word}"));
            let problem = problem.at(file, call.span.clone()).label(format!("which {word}?"));
            Some(problem.help(shown()))
        }
        Some(argument) if on == SubjectKind::Game => {
            let problem = error(format!("`{function}` takes no subject for `{id}`: the game has only one"));
            let is_seen = |may: &PossibleValue| !matches!(may.value, Value::Unknown | Value::Nil);
            let is_wrong = argument.values.iter().all(is_seen);
            is_wrong.then(|| problem.at(file, argument.span.clone()).label("one too many").help(shown()))
        }
        Some(argument) => argument.values.iter().find_map(|may| {
            let given = match &may.value {
                Value::Number => "a number".to_owned(),
                Value::Boolean => "a boolean".to_owned(),
                Value::Table => "a table".to_owned(),
                Value::Function => "a function".to_owned(),
                Value::Text(_) => "a text".to_owned(),
                Value::Source(source) => {
                    let of = types.type_of(summary, source)?;
                    (!may_be(&of, on)).then(|| of.describe())?
                }
                Value::Nil | Value::Unknown => return None,
            };
            let problem = error(format!("there is one `{id}` per {word}, but `{function}` gets {given}"));
            Some(problem.at(file, may.span.clone()).label(given).help(shown()))
        }),
    }
}

/// Whether a value of type `of` can be a subject of this kind.
fn may_be(of: &Type<'_>, on: SubjectKind) -> bool {
    let fit: &[&str] = match on {
        SubjectKind::Game => &[],
        SubjectKind::Side => &["Side"],
        SubjectKind::Spaces(_) => &["Space", "Stack"],
        SubjectKind::Links(_) => &["Link"],
        SubjectKind::Card => &["Card"],
    };
    // `any` may be everything.
    let is_fit = |of: &TypeName<'_>| !matches!(of, TypeName::Named(name) if !fit.contains(name) && *name != "any");
    of.of.iter().any(is_fit)
}

/// The id and the subject kind of a track or fact.
fn track_or_fact<'a>(types: &ValueTypes<'a>, thing: &Source) -> Option<(&'a str, SubjectKind)> {
    let board = types.declared.board;
    let tracks = || board.tracks.iter().map(|track| (track.id.as_str(), track.on));
    let facts = || board.facts.iter().map(|fact| (fact.id.as_str(), fact.on));
    match thing {
        Source::Global(name) => {
            let of = types.type_of(&ScriptSummary::default(), thing)?;
            let is_it = |(id, _): &(&str, SubjectKind)| lua_name(id).to_uppercase() == *name;
            if of.is("Track") { tracks().find(is_it) } else { of.is("Fact").then(|| facts().find(is_it))? }
        }
        Source::Field(table, name) => {
            let is_it = |(id, _): &(&str, SubjectKind)| lua_name(id) == *name;
            match &**table {
                Source::Global(table) if table == "TRACK" => tracks().find(is_it),
                Source::Global(table) if table == "FACT" => facts().find(is_it),
                _ => None,
            }
        }
        _ => None,
    }
}
