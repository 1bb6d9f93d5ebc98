//! Checks literal names in arguments of host functions. The host checks computed names at run time.

use super::{Declarations, ScriptSummaries};
use crate::hooks::AnswerType;
use cardwright_content::Diagnostic;
use cardwright_lint::NameParameter;

/// The kind of thing that an argument names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NamedKind {
    Step,
    Effect,
    /// A hook, with the function that calls it: `modify` or `may`.
    Hook(&'static str),
    Verb,
    Figure,
    Face,
    Class,
}

/// The checked arguments: the function, the index of the argument, and the kind of thing that the argument names.
const NAMES: [(&str, usize, NamedKind); 14] = [
    ("next", 0, NamedKind::Step),
    ("call", 0, NamedKind::Step),
    ("activate", 0, NamedKind::Effect),
    ("deactivate", 0, NamedKind::Effect),
    ("is_active", 0, NamedKind::Effect),
    ("active_effects", 0, NamedKind::Effect),
    ("modify", 0, NamedKind::Hook("modify")),
    ("may", 0, NamedKind::Hook("may")),
    ("cards_with", 0, NamedKind::Verb),
    ("figure_of", 0, NamedKind::Figure),
    ("flip", 2, NamedKind::Face),
    ("flip_at", 3, NamedKind::Face),
    ("with_face", 1, NamedKind::Face),
    ("class", 0, NamedKind::Class),
];

/// Functions and argument indexes whose names the loader resolves after all scripts have run. The lint records only the
/// places of the names.
const RESOLVED_BY_LOADER: [(&str, usize); 4] = [("before", 0), ("after", 0), ("around", 0), ("menu", 1)];

/// Returns the parameters whose arguments the lint records.
pub(super) fn name_parameters() -> Vec<NameParameter> {
    let checked = NAMES.iter().map(|(function, index, _)| (*function, *index));
    let parameter = |(function, index)| NameParameter { function, argument: Some(index) };
    checked.chain(RESOLVED_BY_LOADER).map(parameter).collect()
}

impl NamedKind {
    fn word(self) -> &'static str {
        match self {
            NamedKind::Step => "step",
            NamedKind::Effect => "effect",
            NamedKind::Hook(_) => "hook",
            NamedKind::Verb => "verb",
            NamedKind::Figure => "figure",
            NamedKind::Face => "face",
            NamedKind::Class => "piece class",
        }
    }

    /// Returns all declared names of this kind.
    fn declared_names<'a>(self, declared: &Declarations<'a>) -> Vec<&'a str> {
        let board = declared.board;
        match self {
            NamedKind::Step => board.labels.steps.iter().map(String::as_str).collect(),
            NamedKind::Effect => board.labels.effects.iter().map(String::as_str).collect(),
            NamedKind::Hook(caller) => {
                let hooks = declared.hooks.iter().filter(|hook| hook.answer.caller() == caller);
                hooks.map(|hook| hook.name.as_str()).collect()
            }
            NamedKind::Verb => declared.verbs.iter().map(|verb| verb.name.as_str()).collect(),
            NamedKind::Figure => declared.figures.iter().map(String::as_str).collect(),
            NamedKind::Face => {
                board.piece_types.iter().flat_map(|piece_type| &piece_type.faces).map(String::as_str).collect()
            }
            NamedKind::Class => board.classes.iter().map(|class| class.id.as_str()).collect(),
        }
    }
}

/// Returns an error for each argument that names nothing.
pub(super) fn find_unknown(summaries: &ScriptSummaries, declared: &Declarations<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (function, index, kind) in NAMES {
        let known_names = kind.declared_names(declared);
        for (file, summary) in summaries.scripts() {
            let arguments = summary.name_arguments.iter();
            for named in arguments.filter(|named| named.function == function && named.argument == index) {
                let Some(name) = named.text.as_deref() else { continue };
                if known_names.contains(&name) || (declared.is_in_failed_script)(name) {
                    continue;
                }
                let (code, message) = match other_caller(kind, name, declared) {
                    Some(caller) => {
                        ("script::hook", format!("call the hook `{name}` with `{caller}`, not with `{function}`"))
                    }
                    None => ("script::unknown-name", format!("no {} is called `{name}`", kind.word())),
                };
                let problem = Diagnostic::error(code, message).at(file, named.span.clone());
                out.push(problem.label(format!("argument of `{function}`")).suggest(name, known_names.iter().copied()));
            }
        }
    }
    out
}

/// Returns the function with which scripts must call the hook of this name: `modify` or `may`.
fn other_caller(kind: NamedKind, name: &str, declared: &Declarations<'_>) -> Option<&'static str> {
    matches!(kind, NamedKind::Hook(_)).then_some(())?;
    let hook = declared.hooks.iter().find(|hook| hook.name == name)?;
    Some(AnswerType::caller(hook.answer))
}
