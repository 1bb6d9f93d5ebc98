//! Finds calls of a local that hides a host function and is itself no function: `pick(set)` after
//! `local pick = require("lib/pick")`.

use super::ScriptSummaries;
use super::signature::TypeName;
use super::value_types::ValueTypes;
use cardwright_content::Diagnostic;
use cardwright_lint::{PossibleValue, ScriptSummary, Source, Value};

/// Returns a warning for each call of such a local.
pub(super) fn find_calls(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        let is_function = |function: &str| types.signatures.contains_key(function);
        for call in summary.hidden_calls.iter().filter(|call| is_function(&call.function)) {
            let never_callable = |possible: &PossibleValue| is_never_callable(types, summary, &possible.value);
            if call.values.is_empty() || !call.values.iter().all(never_callable) {
                continue;
            }
            let message = format!("the local `{}` hides the host function and cannot be called", call.function);
            let problem = Diagnostic::warning("script::hidden-function", message).at(file, call.span.clone());
            out.push(problem.label("this is the local").help("give the local another name"));
        }
    }
    out
}

/// Whether a value is certainly no function.
fn is_never_callable(types: &ValueTypes<'_>, summary: &ScriptSummary, value: &Value) -> bool {
    match value {
        Value::Text(_) | Value::Number | Value::Boolean | Value::Nil | Value::Table => true,
        Value::Source(Source::Module(module)) => {
            types.declared.modules.get(module).is_some_and(|value| !value.is_function())
        }
        // The functions of these definitions get values: `play(side, card)`.
        Value::Source(Source::Parameter { definition, .. }) => {
            let definer = summary.definitions.get(*definition).map(|definition| definition.definer.as_str());
            matches!(definer, Some("action" | "verb" | "effect" | "figure"))
        }
        Value::Source(source) => types.type_of(summary, source).is_some_and(|found| {
            found.alternatives.iter().all(|alternative| matches!(alternative, TypeName::Named(name) if *name != "any"))
        }),
        Value::Function | Value::Unknown => false,
    }
}
