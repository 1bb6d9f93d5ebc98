//! Things of the game that are reckoned with, or compared with numbers: `POINTS > 0` for `value(POINTS) > 0`. To Lua they are
//! small numbers, so it would run, and mean nothing.

use super::Outlines;
use super::signature::{Of, Type};
use super::sources::Known;
use cardwright_content::Diagnostic;
use cardwright_lint::{May, Outline, Source, Value};

/// What asks a thing of this type for a number.
const ASKS: [(&str, &str); 7] = [
    ("Track", "value"),
    ("Fact", "get"),
    ("Set", "size"),
    ("Pile", "pile_size"),
    ("Stack", "in_stack"),
    ("Space", "count"),
    ("Class", "count"),
];
/// What else is no number.
const THINGS: [&str; 10] = ["Side", "Card", "Die", "Word", "Filter", "Relation", "Reason", "Text", "Link", "Mark"];

/// An error for each.
pub(super) fn things(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for reckoned in &outline.reckoned {
            let Some(of) = thing(known, outline, &reckoned.may) else { continue };
            if !reckoned.with.as_ref().is_none_or(|with| is_number(known, outline, with)) {
                continue;
            }
            let problem = Diagnostic::error("script::no-number", format!("{} is no number", of.in_words()));
            let problem = problem.at(file, reckoned.span.clone());
            let problem = problem.label(if reckoned.with.is_some() { "compared with one" } else { "reckoned with" });
            let written = file.text.get(reckoned.span.clone()).filter(|text| text.len() < 40);
            out.push(match (ASKS.iter().find(|(name, _)| of.is(name)), written) {
                (Some((_, "count")), Some(written)) if of.is("Space") => {
                    problem.help(format!("`count({written}, …)` is how many of a class are there"))
                }
                (Some((_, "count")), Some(written)) => {
                    problem.help(format!("`count(…, {written})` is how many are there"))
                }
                (Some((_, asks)), Some(written)) => problem.help(format!("did you mean `{asks}({written})`?")),
                (Some((_, asks)), None) => problem.help(format!("`{asks}(…)` gives its number")),
                (None, _) => problem.help("say what of it is meant"),
            });
        }
    }
    out
}

/// The type of what can be nothing but a thing.
fn thing<'a>(known: &Known<'a>, outline: &Outline, may: &[May]) -> Option<Type<'a>> {
    let mut of = None;
    for may in may {
        let Value::From(source) = &may.value else { return None };
        let found = known.type_of(outline, source)?;
        let is_thing = |of: &Of<'_>| match of {
            Of::Named(name) => THINGS.contains(name) || ASKS.iter().any(|(asked, _)| asked == name),
            _ => false,
        };
        if found.of.is_empty() || !found.of.iter().all(is_thing) {
            return None;
        }
        of = of.or(Some(found));
    }
    of
}

/// Whether something can be nothing but a number.
fn is_number(known: &Known<'_>, outline: &Outline, may: &[May]) -> bool {
    let is_one = |may: &May| match &may.value {
        Value::Number => true,
        Value::From(Source::Field(of, _)) if **of == Source::Global("KNOB".into()) => true,
        Value::From(source) => known.type_of(outline, source).is_some_and(|of| of == Type::named("number")),
        _ => false,
    };
    !may.is_empty() && may.iter().all(is_one)
}
