//! Finds arithmetic on handles and comparisons of handles with numbers: `POINTS > 0` instead of `value(POINTS) > 0`.
//! Lua would accept them, since handles are numbers.

use super::ScriptSummaries;
use super::signature::{Type, TypeName};
use super::value_types::ValueTypes;
use cardwright_content::Diagnostic;
use cardwright_lint::{PossibleValue, ScriptSummary, Source, Value};

/// Types whose things have a number, each with the host function that returns the number.
const NUMBER_FUNCTIONS: [(&str, &str); 7] = [
    ("Track", "value"),
    ("Fact", "get"),
    ("Set", "size"),
    ("Pile", "pile_size"),
    ("Stack", "in_stack"),
    ("Space", "count"),
    ("Class", "count"),
];
/// Types whose things have no number.
const TYPES_WITHOUT_NUMBER: [&str; 10] =
    ["Side", "Card", "Die", "Word", "Filter", "Relation", "Reason", "Text", "Link", "Mark"];

/// Returns an error for each operand that is a thing instead of a number.
pub(super) fn check_operands(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for operand in &summary.operands {
            let Some(thing_type) = type_of_thing(types, summary, &operand.values) else { continue };
            if !operand.other.as_ref().is_none_or(|other| is_number(types, summary, other)) {
                continue;
            }
            let problem = Diagnostic::error("script::no-number", format!("{} is not a number", thing_type.describe()));
            let problem = problem.at(file, operand.span.clone());
            let problem =
                problem.label(if operand.other.is_some() { "compared with a number" } else { "used as a number" });
            let expression = file.text.get(operand.span.clone()).filter(|text| text.len() < 40);
            out.push(match (NUMBER_FUNCTIONS.iter().find(|(name, _)| thing_type.includes(name)), expression) {
                (Some((_, "count")), Some(expression)) if thing_type.includes("Space") => {
                    problem.help(format!("`count({expression}, …)` gives the number of pieces there"))
                }
                (Some((_, "count")), Some(expression)) => {
                    problem.help(format!("`count(…, {expression})` gives the number of pieces"))
                }
                (Some((_, function)), Some(expression)) => {
                    problem.help(format!("did you mean `{function}({expression})`?"))
                }
                (Some((_, function)), None) => problem.help(format!("`{function}(…)` gives its number")),
                (None, _) => problem.help("use a function that returns a number"),
            });
        }
    }
    out
}

/// Returns the type of an expression if each of its possible values is a thing.
fn type_of_thing<'a>(types: &ValueTypes<'a>, summary: &ScriptSummary, values: &[PossibleValue]) -> Option<Type<'a>> {
    let mut first = None;
    for possible in values {
        let Value::Source(source) = &possible.value else { return None };
        let found = types.type_of(summary, source)?;
        let is_thing = |alternative: &TypeName<'_>| match alternative {
            TypeName::Named(name) => {
                TYPES_WITHOUT_NUMBER.contains(name) || NUMBER_FUNCTIONS.iter().any(|(numbered, _)| numbered == name)
            }
            _ => false,
        };
        if found.alternatives.is_empty() || !found.alternatives.iter().all(is_thing) {
            return None;
        }
        first = first.or(Some(found));
    }
    first
}

/// Whether each possible value of an expression is a number.
fn is_number(types: &ValueTypes<'_>, summary: &ScriptSummary, values: &[PossibleValue]) -> bool {
    let is_number_value = |possible: &PossibleValue| match &possible.value {
        Value::Number => true,
        Value::Source(Source::Field(table, _)) if **table == Source::Global("KNOB".into()) => true,
        Value::Source(source) => types.type_of(summary, source).is_some_and(|found| found == Type::named("number")),
        _ => false,
    };
    !values.is_empty() && values.iter().all(is_number_value)
}
