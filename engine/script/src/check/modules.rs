//! Checks the use of other modules: each field that a script reads must exist, and no call may have surplus arguments.

use super::{Declarations, ScriptSummaries};
use cardwright_content::Diagnostic;
use cardwright_lint::Source;
use mlua::{Table, Value};

/// Returns an error for each field that a script reads and a module lacks. A module is frozen, so it cannot get the
/// field later.
pub(super) fn find_unknown_fields(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            let Some(source) = &read.source else { continue };
            let Some((module, table)) = module_table(source, declared) else { continue };
            let has_field = !matches!(table.raw_get::<Value>(read.field.as_str()), Ok(Value::Nil));
            let is_action_key = (declared.is_action)(&table) && super::ACTION_KEYS.contains(&read.field.as_str());
            if has_field || is_action_key || table.metatable().is_some() {
                continue;
            }
            let mut fields: Vec<String> = table
                .pairs::<Value, Value>()
                .filter_map(|pair| pair.ok()?.0.as_string().map(|key| key.to_string_lossy()))
                .collect();
            fields.sort();
            let path = path(source);
            let message = match path.as_str() {
                "" => format!("the module `{module}` has no `{}`", read.field),
                path => format!("`{path}` of the module `{module}` has no `{}`", read.field),
            };
            let problem = Diagnostic::error("script::unknown-field", message).at(file, read.span.clone());
            let problem = problem.label("the module returns no such field");
            out.push(problem.suggest(&read.field, fields.iter().map(String::as_str)));
        }
    }
    out
}

/// Returns an error for each call of a module's function with too many arguments. Fewer arguments are fine, because
/// Luau sets the other parameters to nil.
pub(super) fn find_surplus_arguments(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.module_calls {
            let Source::Field(owner, name) = &call.function else { continue };
            let Some((module, table)) = module_table(owner, declared) else { continue };
            let Ok(Value::Function(function)) = table.raw_get::<Value>(name.as_str()) else { continue };
            let info = function.info();
            let (parameter_count, given_count) = (usize::from(info.num_params), call.arguments.len());
            if info.what != "Lua" || info.is_vararg || given_count <= parameter_count {
                continue;
            }
            let path = path(&call.function);
            let message = format!("`{path}` of the module `{module}` takes {parameter_count}, not {given_count}");
            let problem =
                Diagnostic::error("script::argument", message).at(file, call.arguments[parameter_count].clone());
            out.push(problem.label("one too many"));
        }
    }
    out
}

/// Returns the module of a source, and the Luau table that the source stands for.
fn module_table<'a>(source: &'a Source, declared: &Declarations<'_>) -> Option<(&'a str, Table)> {
    let (module, value) = match source {
        Source::Module(module) => (module.as_str(), declared.modules.get(module)?.clone()),
        Source::Field(owner, field) => {
            let (module, table) = module_table(owner, declared)?;
            (module, table.raw_get::<Value>(field.as_str()).ok()?)
        }
        _ => return None,
    };
    match value {
        Value::Table(table) => Some((module, table)),
        _ => None,
    }
}

/// Returns the dotted path from a module to a source: `limits.small`. The path of the module itself is empty.
fn path(source: &Source) -> String {
    match source {
        Source::Field(owner, field) => match path(owner) {
            owner_path if owner_path.is_empty() => field.clone(),
            owner_path => format!("{owner_path}.{field}"),
        },
        _ => String::new(),
    }
}
