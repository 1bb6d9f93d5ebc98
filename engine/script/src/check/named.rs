//! The arguments of host functions that name something: what is written there must be declared.
//!
//! A name that is worked out is looked up when the rule runs; the host then says the same.

use super::{Declared, Outlines};
use crate::points::Answer;
use cardwright_content::Diagnostic;
use cardwright_lint::NamedArgument;

/// What an argument names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameOf {
    Step,
    Effect,
    /// A point that is asked with this function.
    Point(&'static str),
    Verb,
    Figure,
    Face,
    Class,
}

/// Every argument that is checked: function, which argument from 0, what it names.
const NAMED: [(&str, usize, NameOf); 14] = [
    ("next", 0, NameOf::Step),
    ("call", 0, NameOf::Step),
    ("put_in_force", 0, NameOf::Effect),
    ("lift", 0, NameOf::Effect),
    ("is_in_force", 0, NameOf::Effect),
    ("in_force", 0, NameOf::Effect),
    ("ask", 0, NameOf::Point("ask")),
    ("may", 0, NameOf::Point("may")),
    ("cards_with", 0, NameOf::Verb),
    ("figure_of", 0, NameOf::Figure),
    ("flip", 2, NameOf::Face),
    ("turn_over", 3, NameOf::Face),
    ("with_face", 1, NameOf::Face),
    ("class", 0, NameOf::Class),
];

/// Arguments that name what is looked for when all scripts have run, written or worked out: by packs, by their order.
/// Here only their places are told.
const JOINED: [(&str, usize); 4] = [("before", 0), ("after", 0), ("around", 0), ("menu", 1)];

/// The arguments that the lint looks for.
pub(super) fn arguments() -> Vec<NamedArgument> {
    let named = NAMED.iter().map(|(function, argument, _)| (*function, *argument));
    let argument = |(function, argument)| NamedArgument { function, argument: Some(argument) };
    named.chain(JOINED).map(argument).collect()
}

impl NameOf {
    fn word(self) -> &'static str {
        match self {
            NameOf::Step => "step",
            NameOf::Effect => "effect",
            NameOf::Point(_) => "point",
            NameOf::Verb => "verb",
            NameOf::Figure => "figure",
            NameOf::Face => "face",
            NameOf::Class => "piece class",
        }
    }

    fn known<'a>(self, declared: &Declared<'a>) -> Vec<&'a str> {
        let board = declared.board;
        match self {
            NameOf::Step => board.steps.iter().map(String::as_str).collect(),
            NameOf::Effect => board.effects.iter().map(String::as_str).collect(),
            NameOf::Point(with) => {
                let asked = declared.points.iter().filter(|point| point.answers.asked_with() == with);
                asked.map(|point| point.name.as_str()).collect()
            }
            NameOf::Verb => declared.verbs.iter().map(|verb| verb.name.as_str()).collect(),
            NameOf::Figure => declared.figures.iter().map(String::as_str).collect(),
            NameOf::Face => board.types.iter().flat_map(|of| &of.faces).map(String::as_str).collect(),
            NameOf::Class => board.classes.iter().map(|class| class.id.as_str()).collect(),
        }
    }
}

/// Every name that is written in a script and that nothing has.
pub(super) fn unknown(outlines: &Outlines, declared: &Declared<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (function, argument, of) in NAMED {
        let known = of.known(declared);
        for (file, outline) in outlines.scripts() {
            let given = outline.given.iter().filter(|given| given.function == function && given.argument == argument);
            for given in given {
                let Some(name) = given.text.as_deref() else { continue };
                if known.contains(&name) || (declared.may_be_lost)(name) {
                    continue;
                }
                let (code, message) = match elsewhere(of, name, declared) {
                    Some(asked_with) => {
                        ("script::point", format!("the point `{name}` is asked with `{asked_with}`, not `{function}`"))
                    }
                    None => ("script::unknown-name", format!("no {} is called `{name}`", of.word())),
                };
                let problem = Diagnostic::error(code, message).at(file, given.span.clone());
                out.push(problem.label(format!("what `{function}` names")).suggest(name, known.iter().copied()));
            }
        }
    }
    out
}

/// With what a point is asked that is not asked so.
fn elsewhere(of: NameOf, name: &str, declared: &Declared<'_>) -> Option<&'static str> {
    matches!(of, NameOf::Point(_)).then_some(())?;
    let point = declared.points.iter().find(|point| point.name == name)?;
    Some(Answer::asked_with(point.answers))
}
