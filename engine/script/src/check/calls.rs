//! Checks the number and types of the arguments of host functions against the signatures. A value of unknown type
//! passes.

use super::ScriptSummaries;
use super::constant_hint::constant_hint;
use super::signature::{Parameter, Signature, Type, TypeName};
use super::value_types::ValueTypes;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Argument, GlobalCall, PossibleValue, ScriptSummary, Value};
use std::sync::Arc;

/// Variadic functions that accept no nil after the named parameters.
const NO_NIL: [&str; 6] = ["choose", "offer", "discourage", "default", "set_of", "card_set"];

/// Variadic functions with a limit: how many arguments may follow the named parameters, and the help that says why.
const ARGUMENT_LIMITS: [(&str, usize, &str); 8] = [
    ("offer", 6, ROW_LIMIT),
    ("discourage", 6, ROW_LIMIT),
    ("default", 6, ROW_LIMIT),
    ("could", 6, ROW_LIMIT),
    ("perform", 6, ROW_LIMIT),
    ("choose", 6, "a choice takes at most 5 sets and a prompt"),
    ("call", 10, "a step takes at most 10 values: use a list, or store them in facts"),
    ("next", 10, "a step takes at most 10 values: use a list, or store them in facts"),
];

const ROW_LIMIT: &str = "a row has at most 6 columns after its head";

/// Parameter types that also accept a single thing of another type, such as a space where a set is expected.
const WIDE_TYPES: [&str; 4] = ["Set", "Places", "Filter", "any"];

/// Returns an error for each wrong argument of a host function.
pub(super) fn check_calls(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.calls {
            let Some(signature) = types.signatures.get(call.function.as_str()) else { continue };
            let checked = CheckedCall { types, file, summary, call, signature };
            checked.check_count(&mut out);
            checked.check_arguments(&mut out);
        }
    }
    out
}

/// A call of a host function, with everything that the checks of the call need.
struct CheckedCall<'a> {
    types: &'a ValueTypes<'a>,
    file: &'a Arc<SourceFile>,
    summary: &'a ScriptSummary,
    call: &'a GlobalCall,
    signature: &'a Signature<'a>,
}

impl CheckedCall<'_> {
    /// Reports missing and surplus arguments.
    fn check_count(&self, out: &mut Vec<Diagnostic>) {
        let CheckedCall { call, signature, .. } = self;
        let (given_count, required_count) = (call.arguments.len(), signature.required_count());
        let names: Vec<String> = signature.parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
        if given_count < required_count && !self.types.is_variadic(call) {
            let missing = names[given_count..required_count].join(", ");
            let message = format!("`{}` needs {missing}", call.function);
            let problem = Diagnostic::error("script::argument", message).at(self.file, call.span.clone());
            out.push(problem.label(format!("given {given_count} of {required_count}")).help(self.signature_help()));
        }
        let limit = ARGUMENT_LIMITS.iter().find(|(function, ..)| *function == call.function);
        let (most, help) = match limit {
            Some((_, further, why)) => {
                (names.len() + further + usize::from(ValueTypes::has_reason(call)), (*why).to_owned())
            }
            None => (names.len(), self.signature_help()),
        };
        if given_count > most && (!signature.is_variadic || limit.is_some()) {
            let message = format!("`{}` takes {most}, not {given_count}", call.function);
            let span = call.arguments[most].span.clone();
            let problem = Diagnostic::error("script::argument", message).at(self.file, span);
            out.push(problem.label("one too many").help(help));
        }
    }

    /// Returns help that shows the signature of the function.
    fn signature_help(&self) -> String {
        format!("it is `{}`", self.signature.text)
    }

    /// Returns help for a string in place of a thing. If a `Text` is accepted, the help says how to declare a text.
    fn string_help(&self, accepted: &Type<'_>, text: &str) -> String {
        if !accepted.includes("Text") {
            return self.signature_help();
        }
        let say = if text.contains(['"', '\\']) { "…" } else { text };
        format!(
            "declare it in the game's `text.toml`, `[text.my-text]` with `say = \"{say}\"`, and write `TEXT.my_text`"
        )
    }

    fn check_arguments(&self, out: &mut Vec<Diagnostic>) {
        let arguments = &self.call.arguments;
        for (argument, parameter) in arguments.iter().zip(&self.signature.parameters) {
            for possible in &argument.values {
                out.extend(self.check_value(argument, possible, parameter));
            }
        }
        if !NO_NIL.contains(&self.call.function.as_str()) {
            return;
        }
        for argument in arguments.iter().skip(self.signature.parameters.len()) {
            if argument.values.iter().all(|possible| possible.value == Value::Nil) {
                let message = format!("`{}` is given nil", self.call.function);
                let problem = Diagnostic::error("script::argument", message).at(self.file, argument.span.clone());
                out.push(problem.label("nil").help("leave it out or give a value"));
            }
        }
    }

    /// Returns an error if a possible value of an argument does not fit the parameter.
    fn check_value(
        &self,
        argument: &Argument,
        possible: &PossibleValue,
        parameter: &Parameter<'_>,
    ) -> Option<Diagnostic> {
        let Parameter { name, accepted } = parameter;
        let function = &self.call.function;
        // If the argument is a local, mark the argument and not the place where the script set the local.
        let is_within = argument.span.start <= possible.span.start && possible.span.end <= argument.span.end;
        let span = if is_within { &possible.span } else { &argument.span };
        let error = |message: String, label: String| {
            Diagnostic::error("script::argument", message).at(self.file, span.clone()).label(label)
        };
        if accepted.is_any() {
            return None;
        }
        let given_type = match &possible.value {
            Value::Text(text) if !accepted.may_be_text() => {
                let hint = constant_hint(self.types.declared.board, text, accepted);
                let problem = error(
                    format!("`{function}` takes {} as `{name}`, not a string", accepted.describe()),
                    "a string".into(),
                );
                return Some(problem.help(hint.unwrap_or_else(|| self.string_help(accepted, text))));
            }
            Value::Text(text) => {
                let literals: Vec<&str> = accepted.literals().collect();
                if accepted.includes("string") || literals.contains(&text.as_str()) {
                    return None;
                }
                let message = format!("`{function}` takes {} as `{name}`, not `\"{text}\"`", accepted.describe());
                let problem = error(message, "no such word".into());
                return Some(problem.suggest(text, literals.iter().copied()));
            }
            Value::Nil if accepted.is_optional => return None,
            Value::Nil => "nil".to_owned(),
            Value::Number if accepts(accepted, "number") => return None,
            Value::Number => "a number".to_owned(),
            Value::Boolean if accepts(accepted, "boolean") => return None,
            Value::Boolean => "a boolean".to_owned(),
            Value::Table
                if accepted.alternatives.contains(&TypeName::Table)
                    || accepted.includes("Action")
                    || accepted.includes("Param") =>
            {
                return None;
            }
            Value::Table => "a table".to_owned(),
            Value::Function if accepted.alternatives.contains(&TypeName::Function) => return None,
            Value::Function => "a function".to_owned(),
            Value::Source(source) => {
                let given = self.types.type_of(self.summary, source)?;
                if fits(&given, accepted) {
                    return None;
                }
                given.describe()
            }
            Value::Unknown => return None,
        };
        let message = format!("`{function}` takes {} as `{name}`, not {given_type}", accepted.describe());
        Some(error(message, given_type).help(self.signature_help()))
    }
}

/// Whether a parameter of the type `accepted` accepts at least one alternative of the type `given`.
fn fits(given: &Type<'_>, accepted: &Type<'_>) -> bool {
    given.alternatives.iter().any(|alternative| match alternative {
        TypeName::Named("any") => true,
        TypeName::Named(type_name) => accepts(accepted, type_name),
        other => accepted.alternatives.contains(other),
    })
}

/// Whether a parameter of the type `accepted` accepts a value of the type `given`.
fn accepts(accepted: &Type<'_>, given: &str) -> bool {
    let is_wide = WIDE_TYPES.iter().any(|wide_type| accepted.includes(wide_type));
    match given {
        _ if accepted.includes(given) => true,
        "string" => !accepted.literals().collect::<Vec<_>>().is_empty(),
        // Members of a set may be numbers, but not booleans, relations or reasons.
        "boolean" | "Relation" | "Reason" => false,
        "Side" => is_wide || accepted.includes("Class"),
        "LinkKind" => is_wide || accepted.includes("Link"),
        _ => is_wide,
    }
}
