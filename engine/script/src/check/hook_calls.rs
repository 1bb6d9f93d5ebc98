//! Checks the calls of hooks with `modify` and `may`: the number of arguments, the side, and the type of the base
//! value.

use super::ScriptSummaries;
use super::signature::TypeName;
use super::value_types::{ValueTypes, type_of};
use crate::hooks::{AnswerType, Hook, HookScope};
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{GlobalCall, ScriptSummary, Value};
use cardwright_state::Kind;
use std::sync::Arc;

/// Returns the errors of all calls of hooks.
pub(super) fn check_hook_calls(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        let calls = summary.calls.iter().filter(|call| matches!(call.function.as_str(), "modify" | "may"));
        for call in calls {
            let Some([possible]) = call.arguments.first().map(|first| first.values.as_slice()) else { continue };
            let Value::Text(name) = &possible.value else { continue };
            let hook = types.declared.hooks.iter().find(|hook| hook.name == *name);
            let Some(hook) = hook.filter(|hook| hook.answer.caller() == call.function) else { continue };
            if call.arguments.len() > 1 || call.function == "may" {
                out.extend(check_count(file, call, hook));
            }
            out.extend(check_side(file, summary, types, call, hook));
            out.extend(check_base(file, summary, types, call, hook));
        }
    }
    out
}

/// Checks the number of arguments.
fn check_count(file: &Arc<SourceFile>, call: &GlobalCall, hook: &Hook) -> Option<Diagnostic> {
    // The hook's name and, for `modify`, the base value come before the hook's own arguments.
    let leading = if call.function == "modify" { 2 } else { 1 };
    let (given_count, needed_count) = (call.arguments.len(), leading + hook.args.len());
    // The last argument of a variadic call may stand for no value, so it is not counted.
    let is_wrong = if call.is_variadic { given_count > needed_count + 1 } else { given_count != needed_count };
    if !is_wrong {
        return None;
    }
    let args: Vec<String> = hook.args.iter().map(|arg| format!("`{arg}`")).collect();
    let takes = if args.is_empty() { "nothing".into() } else { args.join(", ") };
    let message = format!("the hook `{}` takes {takes}", hook.name);
    let (span, label) = match call.arguments.get(needed_count) {
        Some(surplus) => (surplus.span.clone(), "one too many".to_owned()),
        None => (call.span.clone(), format!("{} is missing", args[given_count.saturating_sub(leading)..].join(", "))),
    };
    let base = (call.function == "modify").then_some("base");
    let names = base.into_iter().chain(hook.args.iter().map(String::as_str)).map(|name| format!(", {name}"));
    let help = format!("write `{}(\"{}\"{})`", call.function, hook.name, names.collect::<String>());
    Some(Diagnostic::error("script::hook", message).at(file, span).label(label).help(help))
}

/// Checks the argument that selects the side whose effects answer.
fn check_side(
    file: &Arc<SourceFile>,
    summary: &ScriptSummary,
    types: &ValueTypes<'_>,
    call: &GlobalCall,
    hook: &Hook,
) -> Option<Diagnostic> {
    let HookScope::SideArgument(index) = hook.scope else { return None };
    let argument = call.arguments.get(index + if call.function == "modify" { 2 } else { 1 })?;
    argument.values.iter().find_map(|possible| {
        let given_type = match &possible.value {
            Value::Text(_) => "a text".to_owned(),
            Value::Number => "a number".to_owned(),
            Value::Nil => "nil".to_owned(),
            Value::Source(source) => types.type_of(summary, source).filter(|given| !given.includes("Side"))?.describe(),
            _ => return None,
        };
        let message = format!(
            "the argument `{1}` of the hook `{0}` must be a side, not {given_type}",
            hook.name, hook.args[index]
        );
        let problem = Diagnostic::error("script::hook", message).at(file, possible.span.clone());
        Some(problem.label("not a side"))
    })
}

/// Checks that the base value of `modify` has the type of the answers.
fn check_base(
    file: &Arc<SourceFile>,
    summary: &ScriptSummary,
    types: &ValueTypes<'_>,
    call: &GlobalCall,
    hook: &Hook,
) -> Option<Diagnostic> {
    let base = call.arguments.get(1).filter(|_| call.function == "modify")?;
    let needed = match hook.answer {
        AnswerType::Permission | AnswerType::Boolean => "boolean",
        AnswerType::Value(kind) => type_of(kind)?,
    };
    for possible in &base.values {
        let given_type = match &possible.value {
            Value::Text(_) => "a text".to_owned(),
            Value::Table => "a table".to_owned(),
            Value::Function => "a function".to_owned(),
            Value::Boolean if needed != "boolean" => "a boolean".to_owned(),
            Value::Number if needed != "number" => "a number".to_owned(),
            Value::Nil if matches!(hook.answer, AnswerType::Value(Kind::Number | Kind::Set) | AnswerType::Boolean) => {
                "nothing".to_owned()
            }
            Value::Source(source) => match types.type_of(summary, source) {
                Some(given) if given.alternatives.iter().all(|alternative| is_other(alternative, needed)) => {
                    given.describe()
                }
                _ => continue,
            },
            _ => continue,
        };
        let message = format!("the hook `{}` needs {}, not {given_type}", hook.name, hook.answer.describe());
        let problem = Diagnostic::error("script::hook", message).at(file, possible.span.clone());
        return Some(
            problem
                .label("this is the value if no effect answers")
                .help(format!("start from {}, or change `answers` of the hook", hook.answer.describe())),
        );
    }
    None
}

/// Whether a value of the type `given` is certainly not of the needed type.
fn is_other(given: &TypeName<'_>, needed: &str) -> bool {
    !matches!(given, TypeName::Named(name) if *name == needed || *name == "any")
}
