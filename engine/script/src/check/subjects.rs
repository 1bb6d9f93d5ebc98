//! What tracks and facts are asked of: one that is kept per side, space, link or card is given whose, one of the game is not.

use super::Outlines;
use super::signature::{Of, Type};
use super::sources::Known;
use crate::globals::lua_name;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Called, May, Outline, Source, Value};
use cardwright_state::board::On;
use std::sync::Arc;

/// Functions of a track or fact, and which argument says whose is meant.
const ASKED_OF: [(&str, usize); 11] = [
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
    ("take", 2),
];

/// Calls that lack whose is meant, or say it of what the game has once.
pub(super) fn wrong(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for call in &outline.calls {
            let Some((_, at)) = ASKED_OF.iter().find(|(function, _)| *function == call.function) else { continue };
            out.extend(in_call(file, outline, known, call, *at));
        }
    }
    out
}

fn in_call(
    file: &Arc<SourceFile>,
    outline: &Outline,
    known: &Known<'_>,
    call: &Called,
    at: usize,
) -> Option<Diagnostic> {
    let [May { value: Value::From(thing), .. }] = call.arguments.first()?.may.as_slice() else { return None };
    let (id, on) = kept(known, thing)?;
    let function = &call.function;
    let word = on.word().unwrap_or("game");
    let wrong = |message: String| Diagnostic::error("script::argument", message);
    let signature = known.signatures.get(function.as_str())?;
    let shown = || format!("it is `{}`", signature.shown);
    let argument = call.arguments.get(at);
    let is_nil = |may: &May| may.value == Value::Nil;
    match argument.filter(|it| !it.may.iter().all(is_nil)) {
        None if on == On::Game || call.arguments.len() <= at && known.is_open(call) => None,
        None => {
            let problem = wrong(format!("`{function}` lacks the {word}: `{id}` is kept per {word}"));
            let problem = problem.at(file, call.span.clone()).label(format!("of which {word}?"));
            Some(problem.help(shown()))
        }
        Some(argument) if on == On::Game => {
            let problem = wrong(format!("`{function}` is given whose `{id}` is meant, which the game has once"));
            let is_seen = |may: &May| !matches!(may.value, Value::Unknown | Value::Nil);
            let is_wrong = argument.may.iter().all(is_seen);
            is_wrong.then(|| problem.at(file, argument.span.clone()).label("one too many").help(shown()))
        }
        Some(argument) => argument.may.iter().find_map(|may| {
            let given = match &may.value {
                Value::Number => "a number".to_owned(),
                Value::Truth => "a truth".to_owned(),
                Value::Table => "a table".to_owned(),
                Value::Function => "a function".to_owned(),
                Value::Text(_) => "a text".to_owned(),
                Value::From(source) => {
                    let of = known.type_of(outline, source)?;
                    (!may_be(&of, on)).then(|| of.in_words())?
                }
                Value::Nil | Value::Unknown => return None,
            };
            let problem = wrong(format!("`{id}` is kept per {word}, and `{function}` is given {given}"));
            Some(problem.at(file, may.span.clone()).label(given).help(shown()))
        }),
    }
}

/// Whether what may be `of` may be what something is kept on.
fn may_be(of: &Type<'_>, on: On) -> bool {
    let fit: &[&str] = match on {
        On::Game => &[],
        On::Side => &["Side"],
        On::Spaces(_) => &["Space", "Stack"],
        On::Links(_) => &["Link"],
        On::Card => &["Card"],
    };
    // Of some functions it is only said that they give a thing of the game.
    let is_fit = |of: &Of<'_>| !matches!(of, Of::Named(name) if !fit.contains(name) && *name != "any");
    of.of.iter().any(is_fit)
}

/// The id of the track or fact that is written, and what it is kept on.
fn kept<'a>(known: &Known<'a>, thing: &Source) -> Option<(&'a str, On)> {
    let board = known.declared.board;
    let tracks = || board.tracks.iter().map(|track| (track.id.as_str(), track.on));
    let facts = || board.facts.iter().map(|fact| (fact.id.as_str(), fact.on));
    match thing {
        Source::Global(name) => {
            let of = known.type_of(&Outline::default(), thing)?;
            let is_it = |(id, _): &(&str, On)| lua_name(id).to_uppercase() == *name;
            if of.is("Track") { tracks().find(is_it) } else { of.is("Fact").then(|| facts().find(is_it))? }
        }
        Source::Field(table, name) => {
            let is_it = |(id, _): &(&str, On)| lua_name(id) == *name;
            match &**table {
                Source::Global(table) if table == "TRACK" => tracks().find(is_it),
                Source::Global(table) if table == "FACT" => facts().find(is_it),
                _ => None,
            }
        }
        _ => None,
    }
}
