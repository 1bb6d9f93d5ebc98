//! Checks the use of other modules: each field must exist, and each function must take as many arguments as it gets.

use super::{Declarations, ScriptSummaries};
use cardwright_content::Diagnostic;
use cardwright_lint::Source;
use mlua::{Table, Value};

/// An error for each field that a module lacks. Modules are frozen, so they cannot get it later.
pub(super) fn unknown(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for read in &summary.field_reads {
            let Some(source) = &read.source else { continue };
            let Some((module, table)) = module_table(source, declared) else { continue };
            let is_there = !matches!(table.raw_get::<Value>(read.field.as_str()), Ok(Value::Nil));
            let is_of_action = (declared.is_action)(&table) && super::ACTION_KEYS.contains(&read.field.as_str());
            if is_there || is_of_action || table.metatable().is_some() {
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

/// An error for each call of a module's function with too many arguments. Fewer are fine: the others are nil.
pub(super) fn too_many(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.module_calls {
            let Source::Field(of, name) = &call.function else { continue };
            let Some((module, table)) = module_table(of, declared) else { continue };
            let Ok(Value::Function(function)) = table.raw_get::<Value>(name.as_str()) else { continue };
            let info = function.info();
            let (takes, given) = (usize::from(info.num_params), call.arguments.len());
            if info.what != "Lua" || info.is_vararg || given <= takes {
                continue;
            }
            let message = format!("`{}` of the module `{module}` takes {takes}, not {given}", path(&call.function));
            let problem = Diagnostic::error("script::argument", message).at(file, call.arguments[takes].clone());
            out.push(problem.label("one too many"));
        }
    }
    out
}

/// The module of a source, and the table that the source stands for.
fn module_table<'a>(source: &'a Source, declared: &Declarations<'_>) -> Option<(&'a str, Table)> {
    let (module, value) = match source {
        Source::Module(module) => (module.as_str(), declared.modules.get(module)?.clone()),
        Source::Field(of, field) => {
            let (module, table) = module_table(of, declared)?;
            (module, table.raw_get::<Value>(field.as_str()).ok()?)
        }
        _ => return None,
    };
    match value {
        Value::Table(table) => Some((module, table)),
        _ => None,
    }
}

/// The dotted path from a module to a source: `limits.small`.
fn path(source: &Source) -> String {
    match source {
        Source::Field(of, field) => match path(of) {
            before if before.is_empty() => field.clone(),
            before => format!("{before}.{field}"),
        },
        _ => String::new(),
    }
}
