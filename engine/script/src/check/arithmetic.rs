//! Finds arithmetic on handles and comparisons of handles with numbers: `POINTS > 0` instead of `value(POINTS) > 0`.
//! Lua would accept them, since handles are numbers.

use super::ScriptSummaries;
use super::signature::{Type, TypeName};
use super::value_types::ValueTypes;
use cardwright_content::Diagnostic;
use cardwright_lint::{PossibleValue, ScriptSummary, Source, Value};

/// The function that gives the number of a thing of this type.
const ASKS: [(&str, &str); 7] = [
    ("Track", "value"),
    ("Fact", "get"),
    ("Set", "size"),
    ("Pile", "pile_size"),
    ("Stack", "in_stack"),
    ("Space", "count"),
    ("Class", "count"),
];
/// Other types that are not numbers.
const THINGS: [&str; 10] = ["Side", "Card", "Die", "Word", "Filter", "Relation", "Reason", "Text", "Link", "Mark"];

/// An error for each.
pub(super) fn things(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for reckoned in &summary.operands {
            let Some(of) = thing(types, summary, &reckoned.values) else { continue };
            if !reckoned.other.as_ref().is_none_or(|with| is_number(types, summary, with)) {
                continue;
            }
            let problem = Diagnostic::error("script::no-number", format!("{} is not a number", of.describe()));
            let problem = problem.at(file, reckoned.span.clone());
            let problem =
                problem.label(if reckoned.other.is_some() { "compared with a number" } else { "used as a number" });
            let written = file.text.get(reckoned.span.clone()).filter(|text| text.len() < 40);
            out.push(match (ASKS.iter().find(|(name, _)| of.is(name)), written) {
                (Some((_, "count")), Some(written)) if of.is("Space") => {
                    problem.help(format!("`count({written}, …)` gives the number of pieces there"))
                }
                (Some((_, "count")), Some(written)) => {
                    problem.help(format!("`count(…, {written})` gives the number of pieces"))
                }
                (Some((_, asks)), Some(written)) => problem.help(format!("did you mean `{asks}({written})`?")),
                (Some((_, asks)), None) => problem.help(format!("`{asks}(…)` gives its number")),
                (None, _) => problem.help("use a function that returns a number"),
            });
        }
    }
    out
}

/// The type of an expression that is certainly a thing.
fn thing<'a>(types: &ValueTypes<'a>, summary: &ScriptSummary, may: &[PossibleValue]) -> Option<Type<'a>> {
    let mut of = None;
    for may in may {
        let Value::Source(source) = &may.value else { return None };
        let found = types.type_of(summary, source)?;
        let is_thing = |of: &TypeName<'_>| match of {
            TypeName::Named(name) => THINGS.contains(name) || ASKS.iter().any(|(asked, _)| asked == name),
            _ => false,
        };
        if found.of.is_empty() || !found.of.iter().all(is_thing) {
            return None;
        }
        of = of.or(Some(found));
    }
    of
}

/// Whether an expression is certainly a number.
fn is_number(types: &ValueTypes<'_>, summary: &ScriptSummary, may: &[PossibleValue]) -> bool {
    let is_one = |may: &PossibleValue| match &may.value {
        Value::Number => true,
        Value::Source(Source::Field(of, _)) if **of == Source::Global("KNOB".into()) => true,
        Value::Source(source) => types.type_of(summary, source).is_some_and(|of| of == Type::named("number")),
        _ => false,
    };
    !may.is_empty() && may.iter().all(is_one)
}
