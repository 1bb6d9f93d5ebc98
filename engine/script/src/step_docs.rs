//! What scripts say about their steps: the comment above each step, its arguments, and the steps that may follow.

use crate::check::{ScriptSummaries, line_place};
use crate::program::{Registered, StepDoc};
use cardwright_content::{Content, SourceFile};
use cardwright_lint::{Argument, GlobalCall, Value};
use std::ops::Range;

/// Describes all steps that scripts register, or none if the loader did not check the scripts. The arguments and
/// successors of a step are empty if its function is no literal.
pub(crate) fn step_docs(content: &Content, registered: &[Registered], summaries: &ScriptSummaries) -> Vec<StepDoc> {
    if summaries.scripts().next().is_none() {
        return Vec::new();
    }
    let steps = registered.iter().filter(|entry| entry.kind == "step");
    steps.map(|step| step_doc(content, step, summaries)).collect()
}

fn step_doc(content: &Content, step: &Registered, summaries: &ScriptSummaries) -> StepDoc {
    let mut out = StepDoc { id: step.id.clone(), ..StepDoc::default() };
    let Some((file, line)) = line_place(content, &step.script_line) else { return out };
    out.doc = comment_above(&file.text, line.start);
    let Some((_, summary)) = summaries.scripts().find(|(script, _)| script.path == file.path) else { return out };
    let is_name =
        |argument: &Argument| matches!(&argument.values[..], [name] if name.value == Value::Text(step.id.clone()));
    let is_step = |call: &&GlobalCall| call.function == "step" && call.arguments.first().is_some_and(is_name);
    let Some(function) = summary.calls.iter().find(is_step).and_then(|call| call.arguments.get(1)) else { return out };
    out.arguments = parameters(&file, &function.span);
    let names =
        summary.name_arguments.iter().filter(|name| name.function == "next" && function.span.contains(&name.call));
    for successor in names.filter_map(|name| name.text.clone()) {
        if !out.successors.contains(&successor) {
            out.successors.push(successor);
        }
    }
    out
}

/// Returns the names of the parameters of a function literal.
fn parameters(file: &SourceFile, function: &Range<usize>) -> Vec<String> {
    let text = file.text.get(function.clone()).and_then(|text| text.strip_prefix("function"));
    let list = text.and_then(|text| text.trim_start().strip_prefix('(')?.split(')').next()).unwrap_or_default();
    let names = list.split(',').map(|parameter| parameter.split(':').next().unwrap_or_default().trim());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Returns the comment that ends on the line before an offset, without its dashes.
fn comment_above(text: &str, offset: usize) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.get(..offset).unwrap_or_default().lines().rev() {
        let Some(comment) = line.trim_start().strip_prefix("--") else { break };
        lines.insert(0, comment.trim_start_matches('-').trim());
    }
    lines.join(" ")
}
