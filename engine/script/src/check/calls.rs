//! Calls of host functions: as many arguments as they take, each of a type that they take, words among those they know.
//!
//! What a function takes is said once, in its signature. Of what is worked out nothing is said.

use super::Outlines;
use super::instead::instead;
use super::signature::{Of, Parameter, Signature, Type};
use super::sources::Known;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Argument, Called, May, Outline, Value};
use std::sync::Arc;

/// Functions whose further arguments are columns or members: a nil among them is a slip.
const NO_NIL: [&str; 6] = ["choose", "offer", "unwise", "default", "set_of", "card_set"];

/// Functions of which any number of arguments is written down, and how many more than those with a name they take.
const MOST: [(&str, usize, &str); 8] = [
    ("offer", 6, ROW),
    ("unwise", 6, ROW),
    ("default", 6, ROW),
    ("could", 6, ROW),
    ("perform", 6, ROW),
    ("choose", 6, "a choice is over 5 sets at most, and a prompt"),
    ("call", 10, "a step takes 10 values at most: hand more over as a list, or keep it in facts"),
    ("next", 10, "a step takes 10 values at most: hand more over as a list, or keep it in facts"),
];

const ROW: &str = "a row has 6 columns at most after its head";

/// Types of which a thing of another type may stand for a set or a class.
const WIDE: [&str; 4] = ["Set", "Places", "Filter", "any"];

/// What is wrong with the calls of all scripts.
pub(super) fn wrong(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for call in &outline.calls {
            let Some(signature) = known.signatures.get(call.function.as_str()) else { continue };
            let it = Call { known, file, outline, call, signature };
            it.count(&mut out);
            it.arguments(&mut out);
        }
    }
    out
}

struct Call<'a> {
    known: &'a Known<'a>,
    file: &'a Arc<SourceFile>,
    outline: &'a Outline,
    call: &'a Called,
    signature: &'a Signature<'a>,
}

impl Call<'_> {
    /// Too few arguments, or too many.
    fn count(&self, out: &mut Vec<Diagnostic>) {
        let Call { call, signature, .. } = self;
        let (given, least, most) = (call.arguments.len(), signature.least(), signature.parameters.len());
        let named: Vec<String> = signature.parameters.iter().map(|it| format!("`{}`", it.name)).collect();
        if given < least && !self.known.is_open(call) {
            let missing = named[given..least].join(", ");
            let message = format!("`{}` needs {missing}", call.function);
            let problem = Diagnostic::error("script::argument", message).at(self.file, call.span.clone());
            out.push(problem.label(format!("given {given} of {least}")).help(self.shown()));
        }
        let bounded = MOST.iter().find(|(function, ..)| *function == call.function);
        let (most, help) = match bounded {
            Some((_, more, why)) => (most + more + usize::from(Known::has_reason(call)), (*why).to_owned()),
            None => (most, self.shown()),
        };
        if given > most && (!signature.has_rest || bounded.is_some()) {
            let message = format!("`{}` takes {most}, not {given}", call.function);
            let span = call.arguments[most].span.clone();
            let problem = Diagnostic::error("script::argument", message).at(self.file, span);
            out.push(problem.label("one too many").help(help));
        }
    }

    fn shown(&self) -> String {
        format!("it is `{}`", self.signature.shown)
    }

    /// What to write instead of a string like none there is.
    fn said_so(&self, of: &Type<'_>, text: &str) -> String {
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
            for may in &argument.may {
                out.extend(self.argument(argument, may, parameter));
            }
        }
        if !NO_NIL.contains(&self.call.function.as_str()) {
            return;
        }
        for argument in all.iter().skip(self.signature.parameters.len()) {
            if argument.may.iter().all(|may| may.value == Value::Nil) {
                let message = format!("`{}` is given nil", self.call.function);
                let problem = Diagnostic::error("script::argument", message).at(self.file, argument.span.clone());
                out.push(problem.label("nothing").help("leave it out, or give what it is to stand for"));
            }
        }
    }

    /// What is wrong with one thing that an argument may be.
    fn argument(&self, argument: &Argument, may: &May, parameter: &Parameter<'_>) -> Option<Diagnostic> {
        let Parameter { name, of } = parameter;
        let function = &self.call.function;
        // Of a local it is told where it is handed over, not where it was given its value.
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
                let instead = instead(self.known.declared.board, text, of);
                let problem =
                    at(format!("`{function}` takes {} as `{name}`, not a string", of.in_words()), "a string".into());
                return Some(problem.help(instead.unwrap_or_else(|| self.said_so(of, text))));
            }
            Value::Text(text) => {
                let words: Vec<&str> = of.words().collect();
                if of.is("string") || words.contains(&text.as_str()) {
                    return None;
                }
                let message = format!("`{function}` takes {} as `{name}`, not `\"{text}\"`", of.in_words());
                let problem = at(message, "no such word".into());
                return Some(problem.suggest(text, words.iter().copied()));
            }
            Value::Nil if of.is_optional => return None,
            Value::Nil => "nil".to_owned(),
            Value::Number if takes(of, "number") => return None,
            Value::Number => "a number".to_owned(),
            Value::Truth if takes(of, "boolean") => return None,
            Value::Truth => "a truth".to_owned(),
            Value::Table if of.of.contains(&Of::Table) || of.is("Action") || of.is("Param") => return None,
            Value::Table => "a table".to_owned(),
            Value::Function if of.of.contains(&Of::Function) => return None,
            Value::Function => "a function".to_owned(),
            Value::From(source) => {
                let given = self.known.type_of(self.outline, source)?;
                let is_fit = given.of.iter().any(|it| match it {
                    Of::Named("any") => true,
                    Of::Named(it) => takes(of, it),
                    other => of.of.contains(other),
                });
                if is_fit {
                    return None;
                }
                given.in_words()
            }
            Value::Unknown => return None,
        };
        let message = format!("`{function}` takes {} as `{name}`, not {given}", of.in_words());
        Some(at(message, given).help(self.shown()))
    }
}

/// Whether what may be `of` may be a thing of a type.
fn takes(of: &Type<'_>, given: &str) -> bool {
    let wide = WIDE.iter().any(|wide| of.is(wide));
    match given {
        _ if of.is(given) => true,
        "string" => !of.words().collect::<Vec<_>>().is_empty(),
        // Numbers are members of sets too; what depends on a row is no set, nor a reason.
        "boolean" | "Relation" | "Reason" => false,
        "Side" => wide || of.is("Class"),
        "LinkKind" => wide || of.is("Link"),
        _ => wide,
    }
}
