//! Finds hooks that no script calls.

use super::{Declarations, ScriptSummaries, at_place};
use cardwright_content::{Diagnostic, did_you_mean};

/// Returns an error for each hook that no script calls. A script that computes the name of a hook may call any hook, so
/// there are no errors then.
pub(super) fn find_unused(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let arguments = || summaries.scripts().flat_map(|(_, summary)| &summary.name_arguments);
    let calls = || arguments().filter(|argument| matches!(argument.function.as_str(), "modify" | "may"));
    if calls().any(|argument| argument.text.is_none()) {
        return Vec::new();
    }
    let is_called = |name: &str| calls().any(|argument| argument.text.as_deref() == Some(name));
    // Another check reports a misspelt name at its call. So the hook with the similar name counts as called.
    let is_misspelt = |name: &str| {
        let unknown = calls().filter_map(|argument| argument.text.as_deref());
        let mut unknown = unknown.filter(|text| !declared.hooks.iter().any(|hook| hook.name == **text));
        unknown.any(|text| did_you_mean(text, [name]).is_some())
    };
    let may_be_called = |name: &str| is_called(name) || is_misspelt(name) || (declared.is_in_failed_script)(name);
    let unused = declared.hooks.iter().filter(|hook| !may_be_called(&hook.name));
    unused
        .map(|hook| {
            let caller = hook.answer.caller();
            let problem = Diagnostic::error("script::unused-hook", format!("no script calls the hook `{}`", hook.name));
            let problem = problem.label("declared here").help(match hook.effects.as_slice() {
                [] => format!("call it with `{caller}`, or remove it"),
                [effect, ..] => {
                    format!("the effect `{effect}` answers this hook, but no script calls it: call it with `{caller}`")
                }
            });
            at_place(problem, summaries.name_place("hook", &hook.name), declared.content, &hook.script_line)
        })
        .collect()
}

/// Returns a warning for each hook that scripts call only under options, unless its `doc` names one of them. An effect
/// of another pack would be in force and do nothing.
pub(super) fn find_optional(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let optional = declared.hooks.iter().filter(|hook| !hook.only_under.is_empty());
    optional
        .map(|hook| {
            let options = option_list(&hook.only_under);
            let message = format!("the hook `{}` is called only with {options}", hook.name);
            let problem = Diagnostic::warning("script::optional-hook", message).label("declared here");
            let caller = hook.answer.caller();
            let help = format!("call `{caller}` always, outside of the condition, or name the option in `doc`");
            at_place(problem.help(help), summaries.name_place("hook", &hook.name), declared.content, &hook.script_line)
        })
        .collect()
}

/// Returns options for a message: `the option invader-cards`.
pub(crate) fn option_list(lua_names: &[String]) -> String {
    let ids: Vec<String> = lua_names.iter().map(|name| format!("`{}`", name.replace('_', "-"))).collect();
    format!("the option {}", ids.join(" and "))
}
