//! Placeholders that nothing fills, where a script shows all that the text or label is given.

use super::Outlines;
use super::sources::Known;
use crate::globals::{is_lua_name, lua_name};
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Argument, Called, Outline, Source, Value};
use cardwright_state::board::Board;
use cardwright_state::placeholders::{highest, left_to, needed};
use std::sync::Arc;

/// Functions whose first argument is a text, and the others its subjects.
pub(super) const SAYING: [&str; 6] = ["say", "chapter", "deed", "purpose", "decides", "weighs"];

/// Functions that add rows.
const OFFERING: [&str; 2] = ["offer", "unwise"];

/// An error for each place where one stays unfilled.
pub(super) fn unfilled(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        for call in &outline.calls {
            let values = match OFFERING.contains(&call.function.as_str()) {
                true => Known::columns(call) + 1,
                false => call.arguments.len(),
            };
            for (at, argument) in call.arguments.iter().enumerate() {
                let after = (!known.is_open(call)).then(|| values.saturating_sub(at + 1));
                let given = Given { file, call, at, after, argument };
                out.extend(given.problems(outline, known));
                if let Some((text, subjects)) = argument.members.split_first() {
                    let given = Given { after: Some(subjects.len()), argument: text, ..given };
                    out.extend(given.problems(outline, known));
                }
            }
        }
    }
    out
}

/// What has placeholders.
enum Thing<'a> {
    /// The id of a text, and what it says.
    Text(&'a str, &'a str),
    /// The id of a word or action, and its label.
    Label(&'a str, &'a str),
}

/// The thing that a source is: `TEXT.gains`, `WORD.pass`, or what `action "levy"` has given there.
fn thing<'a>(board: &'a Board, outline: &Outline, source: &Source, at: usize) -> Option<Thing<'a>> {
    match source {
        Source::Field(of, field) => match of.as_ref() {
            Source::Global(table) if table == "TEXT" => {
                let text = board.texts.iter().find(|text| is_lua_name(&text.id, field))?;
                Some(Thing::Text(&text.id, &text.say))
            }
            Source::Global(table) if table == "WORD" => {
                let word = board.words.iter().find(|word| is_lua_name(&word.id, field))?;
                Some(Thing::Label(&word.id, &word.label))
            }
            _ => None,
        },
        Source::Call(function) if function == "action" => {
            let call = outline.calls.iter().find(|call| call.function == "action" && call.span.start == at)?;
            let [name] = call.arguments.first()?.may.as_slice() else { return None };
            let Value::Text(name) = &name.value else { return None };
            let action = board.actions.iter().find(|action| action.id == *name)?;
            Some(Thing::Label(&action.id, &action.label))
        }
        _ => None,
    }
}

/// An argument of a call.
struct Given<'a> {
    file: &'a Arc<SourceFile>,
    call: &'a Called,
    /// Which, from 0.
    at: usize,
    /// How many subjects or columns come after it, if that is seen.
    after: Option<usize>,
    /// Itself, or what the list begins with that it is.
    argument: &'a Argument,
}

impl Given<'_> {
    fn problems(&self, outline: &Outline, known: &Known<'_>) -> Vec<Diagnostic> {
        let things = self.argument.may.iter().filter_map(|may| match &may.value {
            Value::From(source) => thing(known.declared.board, outline, source, may.span.start),
            _ => None,
        });
        let heads = self.heads(outline, known);
        things.filter_map(|thing| self.problem(&thing).or_else(|| self.untold(&thing, &heads))).collect()
    }

    /// What the rows may begin with, where this is a column of theirs.
    fn heads<'b>(&self, outline: &Outline, known: &'b Known<'_>) -> Vec<Thing<'b>> {
        let of = self.call.arguments.first().filter(|_| self.at > 0 && OFFERING.contains(&self.call.function.as_str()));
        let may = of.iter().flat_map(|head| &head.may);
        may.filter_map(|may| match &may.value {
            Value::From(source) => thing(known.declared.board, outline, source, may.span.start),
            _ => None,
        })
        .collect()
    }

    /// A word among the columns, what it wants to tell with it being told by the row's own label.
    fn untold(&self, thing: &Thing<'_>, heads: &[Thing<'_>]) -> Option<Diagnostic> {
        let (Thing::Label(id, label), after) = (thing, self.after?) else { return None };
        heads.iter().find_map(|head| {
            let Thing::Label(head, of_row) = head else { return None };
            let left = if highest(of_row) == 0 { 0 } else { left_to(of_row, self.at, self.at + after) };
            let wanted = Some(needed(label)).filter(|wanted| *wanted > left)?;
            let message = match highest(of_row) {
                0 => {
                    format!("the label of `{id}` has `{{{wanted}}}`, and that of `{head}` tells all columns one by one")
                }
                _ => format!("the label of `{id}` has `{{{wanted}}}`, which that of `{head}` tells in its own words"),
            };
            let problem = Diagnostic::error("script::placeholder", message).at(self.file, self.argument.span.clone());
            let help = format!(
                "leave the column to `{id}`: `{{{}}} {{{}}}`, or say in square brackets what is left out without it",
                self.at,
                self.at + 1
            );
            Some(problem.label("nothing fills it here").help(help))
        })
    }

    /// Whether it is the first of a list, with subjects after it.
    fn is_in_list(&self) -> bool {
        !std::ptr::eq(self.argument, &self.call.arguments[self.at])
    }

    fn problem(&self, thing: &Thing<'_>) -> Option<Diagnostic> {
        let function = self.call.function.as_str();
        let (message, help) = match (function, self.at, thing) {
            (_, 0, Thing::Text(id, say)) if !self.is_in_list() && SAYING.contains(&function) => self.said(id, say)?,
            ("win", 1, Thing::Text(id, say)) => self.said(id, say)?,
            ("choose", 1.., Thing::Text(id, say))
            | ("choose_some", 4, Thing::Text(id, say))
            | ("choose_counts", 5, Thing::Text(id, say))
            | ("act", 2, Thing::Text(id, say)) => self.asked(id, say)?,
            (_, _, Thing::Label(id, label)) if OFFERING.contains(&function) => {
                let (wanted, columns) = self.lacking(label)?;
                let columns = many(columns, "column");
                let message = format!("the label of `{id}` has `{{{wanted}}}`, and these rows have {columns} after it");
                (message, "say in square brackets what is left out without it: `[ to {2}]`".to_owned())
            }
            _ => return None,
        };
        let span = self.argument.span.clone();
        let problem = Diagnostic::error("script::placeholder", message).at(self.file, span);
        Some(problem.label("nothing fills it here").help(help))
    }

    fn asked(&self, id: &str, say: &str) -> Option<(String, String)> {
        let subjects = if self.is_in_list() { self.after? } else { 0 };
        let wanted = Some(needed(say)).filter(|wanted| *wanted > subjects)?;
        let message = format!("the prompt `{id}` has `{{{wanted}}}`, and is given {}", many(subjects, "subject"));
        let name = lua_name(id);
        Some((message, format!("give it its subjects in a list, `{{ TEXT.{name}, … }}`, or mend the text")))
    }

    fn said(&self, id: &str, say: &str) -> Option<(String, String)> {
        let (wanted, subjects) = self.lacking(say)?;
        let message = format!("the text `{id}` has `{{{wanted}}}`, and is given {}", many(subjects, "subject"));
        Some((message, "give it its subjects, or mend the text".to_owned()))
    }

    /// The highest placeholder that must be filled, and how much there is to fill it with, if that is too little.
    fn lacking(&self, text: &str) -> Option<(usize, usize)> {
        let (wanted, after) = (needed(text), self.after?);
        (wanted > after).then_some((wanted, after))
    }
}

fn many(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}"),
        1 => format!("one {what}"),
        n => format!("{n} {what}s"),
    }
}
