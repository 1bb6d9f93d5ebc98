//! Checks the subject argument of tracks and facts: the thing whose value a script reads or changes. A track on sides,
//! spaces, links or cards needs a subject, such as a side. A track of the whole game takes none.

use super::ScriptSummaries;
use super::signature::{Type, TypeName};
use super::value_types::ValueTypes;
use crate::globals::lua_name;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{GlobalCall, PossibleValue, ScriptSummary, Source, Value};
use cardwright_state::board::SubjectKind;
use std::sync::Arc;

/// Functions whose first argument is a track or fact, each with the index of the subject argument.
const SUBJECT_FUNCTIONS: [(&str, usize); 13] = [
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
    ("add_row", 2),
    ("rows", 2),
];

/// Returns an error for each missing, surplus or wrong subject.
pub(super) fn check_subjects(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.calls {
            let found = SUBJECT_FUNCTIONS.iter().find(|(function, _)| *function == call.function);
            let Some((_, index)) = found else { continue };
            out.extend(check_call(file, summary, types, call, *index));
        }
    }
    out
}

/// Checks the subject argument of one call. `index` is the index of that argument.
fn check_call(
    file: &Arc<SourceFile>,
    summary: &ScriptSummary,
    types: &ValueTypes<'_>,
    call: &GlobalCall,
    index: usize,
) -> Option<Diagnostic> {
    let [PossibleValue { value: Value::Source(source), .. }] = call.arguments.first()?.values.as_slice() else {
        return None;
    };
    let (id, on) = track_or_fact(types, source)?;
    let function = &call.function;
    let word = on.subject_word().unwrap_or("game");
    let error = |message: String| Diagnostic::error("script::argument", message);
    let signature = types.signatures.get(function.as_str())?;
    let signature_help = || format!("it is `{}`", signature.text);
    let argument = call.arguments.get(index);
    let is_nil = |possible: &PossibleValue| possible.value == Value::Nil;
    match argument.filter(|argument| !argument.values.iter().all(is_nil)) {
        None if on == SubjectKind::Game || call.arguments.len() <= index && types.is_variadic(call) => None,
        None => {
            let problem = error(format!("`{function}` needs a {word}: there is one `{id}` per {word}"));
            let problem = problem.at(file, call.span.clone()).label(format!("which {word}?"));
            Some(problem.help(signature_help()))
        }
        Some(argument) if on == SubjectKind::Game => {
            let problem = error(format!("`{function}` takes no subject for `{id}`: the game has only one"));
            let is_known = |possible: &PossibleValue| !matches!(possible.value, Value::Unknown | Value::Nil);
            let is_wrong = argument.values.iter().all(is_known);
            is_wrong.then(|| problem.at(file, argument.span.clone()).label("one too many").help(signature_help()))
        }
        Some(argument) => argument.values.iter().find_map(|possible| {
            let given_type = match &possible.value {
                Value::Number => "a number".to_owned(),
                Value::Boolean => "a boolean".to_owned(),
                Value::Table => "a table".to_owned(),
                Value::Function => "a function".to_owned(),
                Value::Text(_) => "a text".to_owned(),
                Value::Source(source) => {
                    let found = types.type_of(summary, source)?;
                    (!may_be_subject(&found, on)).then(|| found.describe())?
                }
                Value::Nil | Value::Unknown => return None,
            };
            let problem = error(format!("there is one `{id}` per {word}, but `{function}` gets {given_type}"));
            Some(problem.at(file, possible.span.clone()).label(given_type).help(signature_help()))
        }),
    }
}

/// Whether a value of the type `given` may be a subject of the kind `on`.
fn may_be_subject(given: &Type<'_>, on: SubjectKind) -> bool {
    let subject_types: &[&str] = match on {
        SubjectKind::Game => &[],
        SubjectKind::Side => &["Side"],
        SubjectKind::Spaces(_) => &["Space", "Stack"],
        SubjectKind::Links(_) => &["Link"],
        SubjectKind::Card => &["Card"],
    };
    let fits = |alternative: &TypeName<'_>| match alternative {
        TypeName::Named(name) => subject_types.contains(name) || *name == "any",
        _ => true,
    };
    given.alternatives.iter().any(fits)
}

/// Returns the id and the subject kind of the track or fact that a source names: `POINTS` or `TRACK.points`.
fn track_or_fact<'a>(types: &ValueTypes<'a>, source: &Source) -> Option<(&'a str, SubjectKind)> {
    let board = types.declared.board;
    let tracks = || board.tracks.iter().map(|track| (track.id.as_str(), track.on));
    let facts = || board.facts.iter().map(|fact| (fact.id.as_str(), fact.on));
    match source {
        Source::Global(name) => {
            let found = types.type_of(&ScriptSummary::default(), source)?;
            let has_name = |(id, _): &(&str, SubjectKind)| lua_name(id).to_uppercase() == *name;
            if found.includes("Track") {
                tracks().find(has_name)
            } else {
                found.includes("Fact").then(|| facts().find(has_name))?
            }
        }
        Source::Field(table, name) => {
            let has_name = |(id, _): &(&str, SubjectKind)| lua_name(id) == *name;
            match &**table {
                Source::Global(table) if table == "TRACK" => tracks().find(has_name),
                Source::Global(table) if table == "FACT" => facts().find(has_name),
                _ => None,
            }
        }
        _ => None,
    }
}
