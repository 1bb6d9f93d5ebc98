//! Checks that steps and the `play` of actions get as many values as they have parameters. Luau fills missing values
//! with nil and drops surplus ones, which is rarely intended.

use super::ScriptSummaries;
use super::unoffered_actions::local_of;
use super::value_types::ValueTypes;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Definition, GlobalCall, PossibleValue, ScriptSummary, Value};
use std::sync::Arc;

/// Functions that start a step.
const BEGIN: [&str; 2] = ["next", "call"];

/// Functions that take an action and its columns.
const OFFER: [&str; 2] = ["offer", "discourage"];

/// A warning for each call of a step with another number of values.
pub(super) fn of_steps(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in summary.calls.iter().filter(|call| BEGIN.contains(&call.function.as_str())) {
            let Some([PossibleValue { value: Value::Text(step), .. }]) =
                call.arguments.first().map(|it| it.values.as_slice())
            else {
                continue;
            };
            let Some(takes) = (types.declared.step_parameter_count)(step) else { continue };
            let given = call.arguments.len() - 1;
            if given == takes || given < takes && types.is_variadic(call) {
                continue;
            }
            let message = format!("the step `{step}` takes {}, but gets {given}", values(takes));
            let problem = Diagnostic::warning("script::value-count", message);
            out.push(match call.arguments.get(takes + 1) {
                Some(more) => problem.at(file, more.span.clone()).label("unused"),
                None => problem
                    .at(file, call.span.clone())
                    .label("the others are nil")
                    .help(format!("pass them, `{}(\"{step}\", …)`, or write `nil`", call.function)),
            });
        }
    }
    out
}

/// A warning for each offer with another number of columns than the `play` of its action has.
pub(super) fn of_plays(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for action in types.declared.actions {
        let Some(takes) = action.parameter_count.and_then(|takes| takes.checked_sub(1)) else { continue };
        let Some((file, definition)) = summaries.definition("action", action.name) else { continue };
        let Some(summary) = summaries.scripts().find(|(it, _)| Arc::ptr_eq(it, file)).map(|(_, summary)| summary)
        else {
            continue;
        };
        out.extend(of_play(file, summary, definition, types, takes));
    }
    out
}

fn of_play(
    file: &Arc<SourceFile>,
    summary: &ScriptSummary,
    definition: &Definition,
    types: &ValueTypes<'_>,
    takes: usize,
) -> Vec<Diagnostic> {
    let Some(local) = local_of(file, definition.span.start) else { return Vec::new() };
    let is_offer = |call: &&GlobalCall| {
        let head = call.arguments.first().and_then(|head| file.text.get(head.span.clone()));
        OFFER.contains(&call.function.as_str()) && head == Some(local)
    };
    let offers: Vec<&GlobalCall> = summary.calls.iter().filter(is_offer).collect();
    let name = definition.name.as_deref().unwrap_or(local);
    let mut out = Vec::new();
    let warning = |message: String| Diagnostic::warning("script::value-count", message);
    for call in &offers {
        let columns = ValueTypes::columns(call);
        if let Some(more) = call.arguments.get(takes + 1).filter(|_| columns > takes) {
            let message =
                format!("the offer of `{name}` has {}, but its `play` takes {takes} after the side", values(columns));
            let problem = warning(message).at(file, more.span.clone()).label("`play` does not get this column");
            out.push(problem.help("add a parameter to `play`; name it `_where` if it is not used"));
        }
    }
    let most = offers.iter().map(|call| ValueTypes::columns(call)).max();
    let is_seen = !offers.iter().any(|call| types.is_variadic(call)) && !is_called_elsewhere(summary, file, local);
    if let Some(most) = most.filter(|most| is_seen && *most < takes) {
        let message = format!("`play` of `{name}` takes {} after the side, but its offer has {most}", values(takes));
        let problem = warning(message).at(file, offers[0].span.clone()).label("the other parameters of `play` are nil");
        out.push(problem.help(format!("add the columns: `offer({local}, …)`")));
    }
    out
}

/// Whether `perform` or a direct call of `play` passes other values.
fn is_called_elsewhere(summary: &ScriptSummary, file: &SourceFile, local: &str) -> bool {
    let is_head =
        |call: &GlobalCall| call.arguments.iter().any(|argument| file.text.get(argument.span.clone()) == Some(local));
    let others = summary.calls.iter().filter(|call| !OFFER.contains(&call.function.as_str()));
    let play = format!("{local}.play(");
    let is_called = || file.text.match_indices(&play).any(|(at, _)| !file.text[..at].ends_with("function "));
    others.filter(|call| call.function == "perform").any(is_head) || is_called()
}

fn values(n: usize) -> String {
    match n {
        0 => "nothing".to_owned(),
        1 => "1 value".to_owned(),
        n => format!("{n} values"),
    }
}
