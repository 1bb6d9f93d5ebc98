//! Checks that steps and the `play` functions of actions get as many values as they have parameters. Luau would set
//! missing values to nil and drop surplus values, but authors rarely intend either.

use super::ScriptSummaries;
use super::unoffered_actions::local_of;
use super::value_types::ValueTypes;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Definition, GlobalCall, PossibleValue, ScriptSummary, Value};
use std::sync::Arc;

/// Functions that start a step.
const STEP_FUNCTIONS: [&str; 2] = ["next", "call"];

/// Functions that add rows. Their arguments are an action and its columns.
const ROW_FUNCTIONS: [&str; 2] = ["offer", "discourage"];

/// Returns a warning for each call of a step whose number of values differs from the step's number of parameters.
pub(super) fn check_steps(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in summary.calls.iter().filter(|call| STEP_FUNCTIONS.contains(&call.function.as_str())) {
            let Some([PossibleValue { value: Value::Text(step), .. }]) =
                call.arguments.first().map(|first| first.values.as_slice())
            else {
                continue;
            };
            let Some(parameter_count) = (types.declared.step_parameter_count)(step) else { continue };
            let given_count = call.arguments.len() - 1;
            if given_count == parameter_count || given_count < parameter_count && types.is_variadic(call) {
                continue;
            }
            let message = format!("the step `{step}` takes {}, but gets {given_count}", value_count(parameter_count));
            let problem = Diagnostic::warning("script::value-count", message);
            out.push(match call.arguments.get(parameter_count + 1) {
                Some(surplus) => problem.at(file, surplus.span.clone()).label("unused"),
                None => problem
                    .at(file, call.span.clone())
                    .label("the others are nil")
                    .help(format!("pass them, `{}(\"{step}\", …)`, or write `nil`", call.function)),
            });
        }
    }
    out
}

/// Returns a warning for each action whose offers have more or fewer columns than its `play` has parameters.
pub(super) fn check_plays(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for action in types.declared.actions {
        // The first parameter of `play` is the side.
        let Some(column_count) = action.parameter_count.and_then(|count| count.checked_sub(1)) else { continue };
        let Some((file, definition)) = summaries.definition("action", action.name) else { continue };
        let Some(summary) =
            summaries.scripts().find(|(script, _)| Arc::ptr_eq(script, file)).map(|(_, summary)| summary)
        else {
            continue;
        };
        out.extend(check_play(file, summary, definition, types, column_count));
    }
    out
}

/// Checks the offers of one action. `column_count` is the number of columns that its `play` takes.
fn check_play(
    file: &Arc<SourceFile>,
    summary: &ScriptSummary,
    definition: &Definition,
    types: &ValueTypes<'_>,
    column_count: usize,
) -> Vec<Diagnostic> {
    // In `local levy = action "levy"`, the local is `levy`.
    let Some(local) = local_of(file, definition.span.start) else { return Vec::new() };
    let is_offer = |call: &&GlobalCall| {
        let head = call.arguments.first().and_then(|head| file.text.get(head.span.clone()));
        ROW_FUNCTIONS.contains(&call.function.as_str()) && head == Some(local)
    };
    let offers: Vec<&GlobalCall> = summary.calls.iter().filter(is_offer).collect();
    let name = definition.name.as_deref().unwrap_or(local);
    let mut out = Vec::new();
    let warning = |message: String| Diagnostic::warning("script::value-count", message);
    for call in &offers {
        let offered_count = ValueTypes::column_count(call);
        if let Some(surplus) = call.arguments.get(column_count + 1).filter(|_| offered_count > column_count) {
            let message = format!(
                "the offer of `{name}` has {}, but its `play` takes {column_count} after the side",
                value_count(offered_count)
            );
            let problem = warning(message).at(file, surplus.span.clone()).label("`play` does not get this column");
            out.push(problem.help("add a parameter to `play`; name it `_where` if it is not used"));
        }
    }
    let most_columns = offers.iter().map(|call| ValueTypes::column_count(call)).max();
    let has_seen_all = !offers.iter().any(|call| types.is_variadic(call)) && !is_called_elsewhere(summary, file, local);
    if let Some(most) = most_columns.filter(|most| has_seen_all && *most < column_count) {
        let message =
            format!("`play` of `{name}` takes {} after the side, but its offer has {most}", value_count(column_count));
        let problem = warning(message).at(file, offers[0].span.clone()).label("the other parameters of `play` are nil");
        out.push(problem.help(format!("add the columns: `offer({local}, …)`")));
    }
    out
}

/// Whether `perform` or a direct call of `play` may pass further values to the action in this local.
fn is_called_elsewhere(summary: &ScriptSummary, file: &SourceFile, local: &str) -> bool {
    let takes_action =
        |call: &GlobalCall| call.arguments.iter().any(|argument| file.text.get(argument.span.clone()) == Some(local));
    let other_calls = summary.calls.iter().filter(|call| !ROW_FUNCTIONS.contains(&call.function.as_str()));
    let play = format!("{local}.play(");
    let has_direct_call =
        || file.text.match_indices(&play).any(|(offset, _)| !file.text[..offset].ends_with("function "));
    other_calls.filter(|call| call.function == "perform").any(takes_action) || has_direct_call()
}

fn value_count(count: usize) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => "1 value".to_owned(),
        _ => format!("{count} values"),
    }
}
