//! Checks calls of hooks: the number of arguments, the side, and the type of the base value.

use super::ScriptSummaries;
use super::signature::TypeName;
use super::value_types::{ValueTypes, type_of};
use crate::hooks::{AnswerType, Hook, HookScope};
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{GlobalCall, ScriptSummary, Value};
use cardwright_state::Kind;
use std::sync::Arc;

/// An error for each wrong call.
pub(super) fn problems(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        let calls = summary.calls.iter().filter(|call| matches!(call.function.as_str(), "modify" | "may"));
        for call in calls {
            let Some([name]) = call.arguments.first().map(|first| first.values.as_slice()) else { continue };
            let Value::Text(name) = &name.value else { continue };
            let hook = types.declared.hooks.iter().find(|hook| hook.name == *name);
            let Some(hook) = hook.filter(|hook| hook.answer.caller() == call.function) else { continue };
            if call.arguments.len() > 1 || call.function == "may" {
                out.extend(count(file, call, hook));
            }
            out.extend(side(file, summary, types, call, hook));
            out.extend(base(file, summary, types, call, hook));
        }
    }
    out
}

fn count(file: &Arc<SourceFile>, call: &GlobalCall, hook: &Hook) -> Option<Diagnostic> {
    let before = if call.function == "modify" { 2 } else { 1 };
    let (given, needed) = (call.arguments.len(), before + hook.args.len());
    let is_wrong = if call.is_variadic { given > needed + 1 } else { given != needed };
    if !is_wrong {
        return None;
    }
    let args: Vec<String> = hook.args.iter().map(|arg| format!("`{arg}`")).collect();
    let takes = if args.is_empty() { "nothing".into() } else { args.join(", ") };
    let message = format!("the hook `{}` takes {takes}", hook.name);
    let (span, label) = match call.arguments.get(needed) {
        Some(surplus) => (surplus.span.clone(), "one too many".to_owned()),
        None => (call.span.clone(), format!("{} is missing", args[given.saturating_sub(before)..].join(", "))),
    };
    let base = (call.function == "modify").then_some("base");
    let written = base.into_iter().chain(hook.args.iter().map(String::as_str)).map(|it| format!(", {it}"));
    let help = format!("write `{}(\"{}\"{})`", call.function, hook.name, written.collect::<String>());
    Some(Diagnostic::error("script::hook", message).at(file, span).label(label).help(help))
}

/// Checks the argument that selects the side whose effects answer.
fn side(
    file: &Arc<SourceFile>,
    summary: &ScriptSummary,
    types: &ValueTypes<'_>,
    call: &GlobalCall,
    hook: &Hook,
) -> Option<Diagnostic> {
    let HookScope::SideArgument(who) = hook.scope else { return None };
    let argument = call.arguments.get(who + if call.function == "modify" { 2 } else { 1 })?;
    argument.values.iter().find_map(|may| {
        let given = match &may.value {
            Value::Text(_) => "a text".to_owned(),
            Value::Number => "a number".to_owned(),
            Value::Nil => "nil".to_owned(),
            Value::Source(source) => types.type_of(summary, source).filter(|of| !of.is("Side"))?.describe(),
            _ => return None,
        };
        let message =
            format!("the argument `{1}` of the hook `{0}` must be a side, not {given}", hook.name, hook.args[who]);
        let problem = Diagnostic::error("script::hook", message).at(file, may.span.clone());
        Some(problem.label("not a side"))
    })
}

/// Checks the base value of `modify`: it must have the type of the answers.
fn base(
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
    for may in &base.values {
        let given = match &may.value {
            Value::Text(_) => "a text".to_owned(),
            Value::Table => "a table".to_owned(),
            Value::Function => "a function".to_owned(),
            Value::Boolean if needed != "boolean" => "a boolean".to_owned(),
            Value::Number if needed != "number" => "a number".to_owned(),
            Value::Nil if matches!(hook.answer, AnswerType::Value(Kind::Number | Kind::Set) | AnswerType::Boolean) => {
                "nothing".to_owned()
            }
            Value::Source(source) => match types.type_of(summary, source) {
                Some(given) if given.of.iter().all(|it| is_other(it, needed)) => given.describe(),
                _ => continue,
            },
            _ => continue,
        };
        let message = format!("the hook `{}` needs {}, not {given}", hook.name, hook.answer.describe());
        let problem = Diagnostic::error("script::hook", message).at(file, may.span.clone());
        return Some(
            problem
                .label("this is the value if no effect answers")
                .help(format!("start from {}, or change `answers` of the hook", hook.answer.describe())),
        );
    }
    None
}

fn is_other(of: &TypeName<'_>, needed: &str) -> bool {
    !matches!(of, TypeName::Named(name) if *name == needed || *name == "any")
}
