//! Finds hooks that no script calls.

use super::{Declarations, ScriptSummaries, placed};
use cardwright_content::{Diagnostic, did_you_mean};

/// An error for each. None if a script computes the name of a hook.
pub(super) fn hooks(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let given = || summaries.scripts().flat_map(|(_, summary)| &summary.name_arguments);
    let calls = || given().filter(|given| matches!(given.function.as_str(), "modify" | "may"));
    if calls().any(|given| given.text.is_none()) {
        return Vec::new();
    }
    let is_called = |name: &str| calls().any(|given| given.text.as_deref() == Some(name));
    // A misspelt call is reported where it is.
    let is_meant = |name: &str| {
        let unknown = calls().filter_map(|given| given.text.as_deref());
        let mut unknown = unknown.filter(|text| !declared.hooks.iter().any(|hook| hook.name == **text));
        unknown.any(|text| did_you_mean(text, [name]).is_some())
    };
    let may_be_called = |name: &str| is_called(name) || is_meant(name) || (declared.is_in_failed_script)(name);
    let unused = declared.hooks.iter().filter(|hook| !may_be_called(&hook.name));
    unused
        .map(|hook| {
            let caller = hook.answer.caller();
            let problem = Diagnostic::error("script::unused-hook", format!("no script calls the hook `{}`", hook.name));
            let problem = problem.label("declared here").help(match hook.effects.as_slice() {
                [] => format!("call it with `{caller}`, or remove it"),
                [effect, ..] => format!("the effect `{effect}` answers it in vain: call it with `{caller}`"),
            });
            placed(problem, summaries.name("hook", &hook.name), declared.content, &hook.at)
        })
        .collect()
}
