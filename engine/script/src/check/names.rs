//! Checks literal names in arguments of host functions. The host checks computed names at run time.

use super::{Declarations, ScriptSummaries};
use crate::hooks::AnswerType;
use cardwright_content::Diagnostic;
use cardwright_lint::NameParameter;

/// The kind of thing that an argument names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameOf {
    Step,
    Effect,
    /// A hook that this function calls.
    Hook(&'static str),
    Verb,
    Figure,
    Face,
    Class,
}

/// The checked arguments: function, index of the argument, kind of name.
const NAMED: [(&str, usize, NameOf); 14] = [
    ("next", 0, NameOf::Step),
    ("call", 0, NameOf::Step),
    ("activate", 0, NameOf::Effect),
    ("deactivate", 0, NameOf::Effect),
    ("is_active", 0, NameOf::Effect),
    ("active_effects", 0, NameOf::Effect),
    ("modify", 0, NameOf::Hook("modify")),
    ("may", 0, NameOf::Hook("may")),
    ("cards_with", 0, NameOf::Verb),
    ("figure_of", 0, NameOf::Figure),
    ("flip", 2, NameOf::Face),
    ("flip_at", 3, NameOf::Face),
    ("with_face", 1, NameOf::Face),
    ("class", 0, NameOf::Class),
];

/// Arguments that the loader resolves itself, after all scripts have run. The lint only records their places.
const RESOLVED_BY_LOADER: [(&str, usize); 4] = [("before", 0), ("after", 0), ("around", 0), ("menu", 1)];

/// The arguments that the lint records.
pub(super) fn arguments() -> Vec<NameParameter> {
    let named = NAMED.iter().map(|(function, argument, _)| (*function, *argument));
    let argument = |(function, argument)| NameParameter { function, argument: Some(argument) };
    named.chain(RESOLVED_BY_LOADER).map(argument).collect()
}

impl NameOf {
    fn word(self) -> &'static str {
        match self {
            NameOf::Step => "step",
            NameOf::Effect => "effect",
            NameOf::Hook(_) => "hook",
            NameOf::Verb => "verb",
            NameOf::Figure => "figure",
            NameOf::Face => "face",
            NameOf::Class => "piece class",
        }
    }

    fn known<'a>(self, declared: &Declarations<'a>) -> Vec<&'a str> {
        let board = declared.board;
        match self {
            NameOf::Step => board.steps.iter().map(String::as_str).collect(),
            NameOf::Effect => board.effects.iter().map(String::as_str).collect(),
            NameOf::Hook(with) => {
                let hooks = declared.hooks.iter().filter(|hook| hook.answer.caller() == with);
                hooks.map(|hook| hook.name.as_str()).collect()
            }
            NameOf::Verb => declared.verbs.iter().map(|verb| verb.name.as_str()).collect(),
            NameOf::Figure => declared.figures.iter().map(String::as_str).collect(),
            NameOf::Face => board.types.iter().flat_map(|of| &of.faces).map(String::as_str).collect(),
            NameOf::Class => board.classes.iter().map(|class| class.id.as_str()).collect(),
        }
    }
}

/// An error for each unknown name.
pub(super) fn unknown(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (function, argument, of) in NAMED {
        let known = of.known(declared);
        for (file, summary) in summaries.scripts() {
            let given =
                summary.name_arguments.iter().filter(|given| given.function == function && given.argument == argument);
            for given in given {
                let Some(name) = given.text.as_deref() else { continue };
                if known.contains(&name) || (declared.is_in_failed_script)(name) {
                    continue;
                }
                let (code, message) = match other_caller(of, name, declared) {
                    Some(caller) => {
                        ("script::hook", format!("call the hook `{name}` with `{caller}`, not with `{function}`"))
                    }
                    None => ("script::unknown-name", format!("no {} is called `{name}`", of.word())),
                };
                let problem = Diagnostic::error(code, message).at(file, given.span.clone());
                out.push(problem.label(format!("argument of `{function}`")).suggest(name, known.iter().copied()));
            }
        }
    }
    out
}

/// The function that calls a hook, if the name is a hook of the other kind.
fn other_caller(of: NameOf, name: &str, declared: &Declarations<'_>) -> Option<&'static str> {
    matches!(of, NameOf::Hook(_)).then_some(())?;
    let hook = declared.hooks.iter().find(|hook| hook.name == name)?;
    Some(AnswerType::caller(hook.answer))
}
