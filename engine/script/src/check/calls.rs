//! Checks the number and types of arguments of host functions against their signatures. Values whose type is unknown
//! pass.

use super::ScriptSummaries;
use super::constant_hint::constant_hint;
use super::signature::{Parameter, Signature, Type, TypeName};
use super::value_types::ValueTypes;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Argument, GlobalCall, PossibleValue, ScriptSummary, Value};
use std::sync::Arc;

/// Functions whose further arguments may not be nil.
const NO_NIL: [&str; 6] = ["choose", "offer", "discourage", "default", "set_of", "card_set"];

/// Variadic functions with a limit: how many arguments may follow the named ones, and why.
const MOST: [(&str, usize, &str); 8] = [
    ("offer", 6, ROW),
    ("discourage", 6, ROW),
    ("default", 6, ROW),
    ("could", 6, ROW),
    ("perform", 6, ROW),
    ("choose", 6, "a choice takes at most 5 sets and a prompt"),
    ("call", 10, "a step takes at most 10 values: use a list, or store them in facts"),
    ("next", 10, "a step takes at most 10 values: use a list, or store them in facts"),
];

const ROW: &str = "a row has at most 6 columns after its head";

/// Parameter types that also accept single things of other types.
const WIDE: [&str; 4] = ["Set", "Places", "Filter", "any"];

/// An error for each wrong argument.
pub(super) fn problems(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.calls {
            let Some(signature) = types.signatures.get(call.function.as_str()) else { continue };
            let it = Call { types, file, summary, call, signature };
            it.count(&mut out);
            it.arguments(&mut out);
        }
    }
    out
}

struct Call<'a> {
    types: &'a ValueTypes<'a>,
    file: &'a Arc<SourceFile>,
    summary: &'a ScriptSummary,
    call: &'a GlobalCall,
    signature: &'a Signature<'a>,
}

impl Call<'_> {
    /// Too few arguments, or too many.
    fn count(&self, out: &mut Vec<Diagnostic>) {
        let Call { call, signature, .. } = self;
        let (given, least, most) = (call.arguments.len(), signature.required(), signature.parameters.len());
        let named: Vec<String> = signature.parameters.iter().map(|it| format!("`{}`", it.name)).collect();
        if given < least && !self.types.is_variadic(call) {
            let missing = named[given..least].join(", ");
            let message = format!("`{}` needs {missing}", call.function);
            let problem = Diagnostic::error("script::argument", message).at(self.file, call.span.clone());
            out.push(problem.label(format!("given {given} of {least}")).help(self.shown()));
        }
        let bounded = MOST.iter().find(|(function, ..)| *function == call.function);
        let (most, help) = match bounded {
            Some((_, more, why)) => (most + more + usize::from(ValueTypes::has_reason(call)), (*why).to_owned()),
            None => (most, self.shown()),
        };
        if given > most && (!signature.takes_rest || bounded.is_some()) {
            let message = format!("`{}` takes {most}, not {given}", call.function);
            let span = call.arguments[most].span.clone();
            let problem = Diagnostic::error("script::argument", message).at(self.file, span);
            out.push(problem.label("one too many").help(help));
        }
    }

    fn shown(&self) -> String {
        format!("it is `{}`", self.signature.shown)
    }

    /// Help for a string where a text is expected.
    fn help_for_string(&self, of: &Type<'_>, text: &str) -> String {
        if !of.is("Text") {
            return self.shown();
        }
        let say = if text.contains(['"', '\\']) { "…" } else { text };
        format!(
            "declare it in the game's `text.toml`, `[text.my-text]` with `say = \"{say}\"`, and write `TEXT.my_text`"
        )
    }

    fn arguments(&self, out: &mut Vec<Diagnostic>) {
        let all = &self.call.arguments;
        for (argument, parameter) in all.iter().zip(&self.signature.parameters) {
            for may in &argument.values {
                out.extend(self.argument(argument, may, parameter));
            }
        }
        if !NO_NIL.contains(&self.call.function.as_str()) {
            return;
        }
        for argument in all.iter().skip(self.signature.parameters.len()) {
            if argument.values.iter().all(|may| may.value == Value::Nil) {
                let message = format!("`{}` is given nil", self.call.function);
                let problem = Diagnostic::error("script::argument", message).at(self.file, argument.span.clone());
                out.push(problem.label("nil").help("leave it out or give a value"));
            }
        }
    }

    /// The problem of one possible value of an argument.
    fn argument(&self, argument: &Argument, may: &PossibleValue, parameter: &Parameter<'_>) -> Option<Diagnostic> {
        let Parameter { name, of } = parameter;
        let function = &self.call.function;
        // For a local, report the argument, not where the local got its value.
        let is_within = argument.span.start <= may.span.start && may.span.end <= argument.span.end;
        let span = if is_within { &may.span } else { &argument.span };
        let at = |message: String, label: String| {
            Diagnostic::error("script::argument", message).at(self.file, span.clone()).label(label)
        };
        if of.is_any() {
            return None;
        }
        let given = match &may.value {
            Value::Text(text) if !of.may_be_text() => {
                let hint = constant_hint(self.types.declared.board, text, of);
                let problem =
                    at(format!("`{function}` takes {} as `{name}`, not a string", of.describe()), "a string".into());
                return Some(problem.help(hint.unwrap_or_else(|| self.help_for_string(of, text))));
            }
            Value::Text(text) => {
                let words: Vec<&str> = of.words().collect();
                if of.is("string") || words.contains(&text.as_str()) {
                    return None;
                }
                let message = format!("`{function}` takes {} as `{name}`, not `\"{text}\"`", of.describe());
                let problem = at(message, "no such word".into());
                return Some(problem.suggest(text, words.iter().copied()));
            }
            Value::Nil if of.is_optional => return None,
            Value::Nil => "nil".to_owned(),
            Value::Number if takes(of, "number") => return None,
            Value::Number => "a number".to_owned(),
            Value::Boolean if takes(of, "boolean") => return None,
            Value::Boolean => "a boolean".to_owned(),
            Value::Table if of.of.contains(&TypeName::Table) || of.is("Action") || of.is("Param") => return None,
            Value::Table => "a table".to_owned(),
            Value::Function if of.of.contains(&TypeName::Function) => return None,
            Value::Function => "a function".to_owned(),
            Value::Source(source) => {
                let given = self.types.type_of(self.summary, source)?;
                let is_fit = given.of.iter().any(|it| match it {
                    TypeName::Named("any") => true,
                    TypeName::Named(it) => takes(of, it),
                    other => of.of.contains(other),
                });
                if is_fit {
                    return None;
                }
                given.describe()
            }
            Value::Unknown => return None,
        };
        let message = format!("`{function}` takes {} as `{name}`, not {given}", of.describe());
        Some(at(message, given).help(self.shown()))
    }
}

/// Whether a parameter of type `of` accepts a value of type `given`.
fn takes(of: &Type<'_>, given: &str) -> bool {
    let wide = WIDE.iter().any(|wide| of.is(wide));
    match given {
        _ if of.is(given) => true,
        "string" => !of.words().collect::<Vec<_>>().is_empty(),
        // Numbers can be members of sets. Relations and reasons cannot.
        "boolean" | "Relation" | "Reason" => false,
        "Side" => wide || of.is("Class"),
        "LinkKind" => wide || of.is("Link"),
        _ => wide,
    }
}
