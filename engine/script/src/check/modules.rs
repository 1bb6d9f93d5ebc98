//! What scripts read and call of what other scripts return: each must be there, and take as much as it is given.

use super::{Declared, Outlines};
use cardwright_content::Diagnostic;
use cardwright_lint::Source;
use mlua::{Table, Value};

/// Every field that a module does not have. What a module returns is frozen: what it lacks now it always lacks.
pub(super) fn unknown(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for read in &outline.reads {
            let Some(source) = &read.source else { continue };
            let Some((module, table)) = found(source, declared) else { continue };
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
            let problem = problem.label("it returns nothing of this name");
            out.push(problem.suggest(&read.field, fields.iter().map(String::as_str)));
        }
    }
    out
}

/// Calls of a module's function with more arguments than it has names for. That it is given fewer is no mistake by itself:
/// the others are nil.
pub(super) fn too_many(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for call in &outline.calls_of_modules {
            let Source::Field(of, name) = &call.function else { continue };
            let Some((module, table)) = found(of, declared) else { continue };
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

/// The table that a source is, and the module it is of.
fn found<'a>(source: &'a Source, declared: &Declared<'_>) -> Option<(&'a str, Table)> {
    let (module, value) = match source {
        Source::Module(module) => (module.as_str(), declared.modules.get(module)?.clone()),
        Source::Field(of, field) => {
            let (module, table) = found(of, declared)?;
            (module, table.raw_get::<Value>(field.as_str()).ok()?)
        }
        _ => return None,
    };
    match value {
        Value::Table(table) => Some((module, table)),
        _ => None,
    }
}

/// The fields that lead from a module to a source: `limits.small`.
fn path(source: &Source) -> String {
    match source {
        Source::Field(of, field) => match path(of) {
            before if before.is_empty() => field.clone(),
            before => format!("{before}.{field}"),
        },
        _ => String::new(),
    }
}
