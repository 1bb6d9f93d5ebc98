//! What a step is begun with, and the columns of an action's rows: as many as their functions have names for.
//!
//! Luau fills what is missing with nil and drops what is too much; both are seldom meant.

use super::Outlines;
use super::sources::Known;
use super::unoffered::local_of;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Called, Definition, May, Outline, Value};
use std::sync::Arc;

/// Functions that begin a step.
const BEGIN: [&str; 2] = ["next", "call"];

/// Functions that are given an action and its columns.
const OFFER: [&str; 2] = ["offer", "unwise"];

/// A warning for each step that is begun with more or less than it takes.
pub(super) fn to_steps(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for call in outline.calls.iter().filter(|call| BEGIN.contains(&call.function.as_str())) {
            let Some([May { value: Value::Text(step), .. }]) = call.arguments.first().map(|it| it.may.as_slice())
            else {
                continue;
            };
            let Some(takes) = (known.declared.step_takes)(step) else { continue };
            let given = call.arguments.len() - 1;
            if given == takes || given < takes && known.is_open(call) {
                continue;
            }
            let message = format!("the step `{step}` takes {}, and is begun with {given}", values(takes));
            let problem = Diagnostic::warning("script::handed", message);
            out.push(match call.arguments.get(takes + 1) {
                Some(more) => problem.at(file, more.span.clone()).label("nothing takes it"),
                None => problem.at(file, call.span.clone()).label("the others are nil in it").help(format!(
                    "hand them over, `{}(\"{step}\", …)`; where none is meant, write `nil`",
                    call.function
                )),
            });
        }
    }
    out
}

/// A warning for each action whose `play` has names for more or fewer columns than it is offered with.
pub(super) fn to_plays(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for action in known.declared.actions {
        let Some(takes) = action.takes.and_then(|takes| takes.checked_sub(1)) else { continue };
        let Some((file, definition)) = outlines.definition("action", action.name) else { continue };
        let Some(outline) = outlines.scripts().find(|(it, _)| Arc::ptr_eq(it, file)).map(|(_, outline)| outline) else {
            continue;
        };
        out.extend(to_play(file, outline, definition, known, takes));
    }
    out
}

fn to_play(
    file: &Arc<SourceFile>,
    outline: &Outline,
    definition: &Definition,
    known: &Known<'_>,
    takes: usize,
) -> Vec<Diagnostic> {
    let Some(local) = local_of(file, definition.span.start) else { return Vec::new() };
    let is_its = |call: &&Called| {
        let head = call.arguments.first().and_then(|head| file.text.get(head.span.clone()));
        OFFER.contains(&call.function.as_str()) && head == Some(local)
    };
    let offers: Vec<&Called> = outline.calls.iter().filter(is_its).collect();
    let name = definition.name.as_deref().unwrap_or(local);
    let mut out = Vec::new();
    let warning = |message: String| Diagnostic::warning("script::handed", message);
    for call in &offers {
        let columns = Known::columns(call);
        if let Some(more) = call.arguments.get(takes + 1).filter(|_| columns > takes) {
            let message =
                format!("`{name}` is offered with {}, and its `play` takes {takes} after the side", values(columns));
            let problem = warning(message).at(file, more.span.clone()).label("`play` never learns what was chosen");
            out.push(problem.help("give `play` a name for it, also where it makes nothing of it: `_where`"));
        }
    }
    let most = offers.iter().map(|call| Known::columns(call)).max();
    let is_seen = !offers.iter().any(|call| known.is_open(call)) && !is_begun_elsewhere(outline, file, local);
    if let Some(most) = most.filter(|most| is_seen && *most < takes) {
        let message =
            format!("`play` of `{name}` takes {} after the side, and it is offered with {most}", values(takes));
        let problem = warning(message).at(file, offers[0].span.clone()).label("what is left is nil in `play`");
        out.push(problem.help(format!("offer it with a column for each: `offer({local}, …)`")));
    }
    out
}

/// Whether something else hands the action what its `play` takes.
fn is_begun_elsewhere(outline: &Outline, file: &SourceFile, local: &str) -> bool {
    let is_head =
        |call: &Called| call.arguments.iter().any(|argument| file.text.get(argument.span.clone()) == Some(local));
    let others = outline.calls.iter().filter(|call| !OFFER.contains(&call.function.as_str()));
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
