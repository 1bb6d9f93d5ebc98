//! Finds functions that can end too early: functions around steps without a next step, and answers to hooks that
//! return nothing.

use super::ScriptSummaries;
use cardwright_content::Diagnostic;

/// Returns a warning for each `around` of a step with such a path. A step that a script calls returns to its caller, so
/// it needs no successor.
pub(super) fn find_open_wraps(summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let names = || summaries.scripts().flat_map(|(_, summary)| &summary.name_arguments);
    let is_called =
        |step: &str| names().any(|name| name.function == "call" && name.text.as_deref().is_none_or(|it| it == step));
    let wraps = summaries.scripts().flat_map(|(file, summary)| summary.open_wraps.iter().map(move |wrap| (file, wrap)));
    let open = wraps.filter(|(_, wrap)| !is_called(&wrap.step));
    open.map(|(file, wrap)| {
        let message = format!("this function around the step `{}` can end without naming the next step", wrap.step);
        let inner = if wrap.inner.is_empty() { "inner" } else { &wrap.inner };
        Diagnostic::warning("script::open-wrap", message)
            .at(file, wrap.span.clone())
            .label(format!("some path calls neither `{inner}` nor `next`"))
            .help(format!("end every path with `return {inner}(…)` or `return next(…)`"))
    })
    .collect()
}

/// Returns a warning for each answer to a hook that can be nothing. `modify` fails at such an answer.
pub(super) fn find_open_answers(summaries: &ScriptSummaries) -> Vec<Diagnostic> {
    let answers = summaries.scripts().flat_map(|(file, summary)| summary.open_answers.iter().map(move |it| (file, it)));
    answers
        .map(|(file, answer)| {
            let message = format!("this answer to the hook `{}` can be nothing", answer.hook);
            Diagnostic::warning("script::open-answer", message)
                .at(file, answer.span.clone())
                .label("some path returns no value")
                .help("return the value so far, the third argument, where the effect changes nothing")
        })
        .collect()
}
