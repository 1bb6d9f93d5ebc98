//! Finds placeholders of texts and labels that a call does not fill.

use super::ScriptSummaries;
use super::value_types::ValueTypes;
use crate::globals::{is_lua_name, lua_name};
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Argument, GlobalCall, ScriptSummary, Source, Value};
use cardwright_state::board::Board;
use cardwright_state::placeholders::{highest, highest_required, names_left_to};
use std::sync::Arc;

/// Functions that take a text and its subjects.
pub(super) const LOGGING: [&str; 6] = ["say", "log_heading", "log_action", "roll_label", "log_decision", "log_detail"];

/// Functions that add rows.
const OFFERING: [&str; 2] = ["offer", "discourage"];

/// An error for each unfilled placeholder.
pub(super) fn unfilled(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.calls {
            let values = match OFFERING.contains(&call.function.as_str()) {
                true => ValueTypes::columns(call) + 1,
                false => call.arguments.len(),
            };
            for (at, argument) in call.arguments.iter().enumerate() {
                let after = (!types.is_variadic(call)).then(|| values.saturating_sub(at + 1));
                let given = TextArgument { file, call, at, after, argument };
                out.extend(given.problems(summary, types));
                if let Some((text, subjects)) = argument.members.split_first() {
                    let given = TextArgument { after: Some(subjects.len()), argument: text, ..given };
                    out.extend(given.problems(summary, types));
                }
            }
        }
    }
    out
}

/// A text or label with placeholders.
enum Thing<'a> {
    /// The id and the template of a text.
    Text(&'a str, &'a str),
    /// The id and the label of a word or action.
    Label(&'a str, &'a str),
}

/// The text or label of a source: `TEXT.gains`, `WORD.pass`, or the action of `action "levy"` at a byte offset.
fn thing<'a>(board: &'a Board, summary: &ScriptSummary, source: &Source, at: usize) -> Option<Thing<'a>> {
    match source {
        Source::Field(of, field) => match of.as_ref() {
            Source::Global(table) if table == "TEXT" => {
                let text = board.texts.iter().find(|text| is_lua_name(&text.id, field))?;
                Some(Thing::Text(&text.id, &text.template))
            }
            Source::Global(table) if table == "WORD" => {
                let word = board.words.iter().find(|word| is_lua_name(&word.id, field))?;
                Some(Thing::Label(&word.id, &word.label))
            }
            _ => None,
        },
        Source::Call(function) if function == "action" => {
            let call = summary.calls.iter().find(|call| call.function == "action" && call.span.start == at)?;
            let [name] = call.arguments.first()?.values.as_slice() else { return None };
            let Value::Text(name) = &name.value else { return None };
            let action = board.actions.iter().find(|action| action.id == *name)?;
            Some(Thing::Label(&action.id, &action.label))
        }
        _ => None,
    }
}

/// An argument of a call.
struct TextArgument<'a> {
    file: &'a Arc<SourceFile>,
    call: &'a GlobalCall,
    /// Index of the argument.
    at: usize,
    /// The number of subjects or columns after it, if known.
    after: Option<usize>,
    /// The argument, or the first member if it is a list.
    argument: &'a Argument,
}

impl TextArgument<'_> {
    fn problems(&self, summary: &ScriptSummary, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
        let things = self.argument.values.iter().filter_map(|may| match &may.value {
            Value::Source(source) => thing(types.declared.board, summary, source, may.span.start),
            _ => None,
        });
        let heads = self.heads(summary, types);
        things.filter_map(|thing| self.problem(&thing).or_else(|| self.column_problem(&thing, &heads))).collect()
    }

    /// The possible heads of the row, if this argument is a column.
    fn heads<'b>(&self, summary: &ScriptSummary, types: &'b ValueTypes<'_>) -> Vec<Thing<'b>> {
        let of = self.call.arguments.first().filter(|_| self.at > 0 && OFFERING.contains(&self.call.function.as_str()));
        let may = of.iter().flat_map(|head| &head.values);
        may.filter_map(|may| match &may.value {
            Value::Source(source) => thing(types.declared.board, summary, source, may.span.start),
            _ => None,
        })
        .collect()
    }

    /// The problem of a word in a column: its label needs columns that the label of the head already shows.
    fn column_problem(&self, thing: &Thing<'_>, heads: &[Thing<'_>]) -> Option<Diagnostic> {
        let (Thing::Label(id, label), after) = (thing, self.after?) else { return None };
        heads.iter().find_map(|head| {
            let Thing::Label(head, of_row) = head else { return None };
            let left = if highest(of_row) == 0 { 0 } else { names_left_to(of_row, self.at, self.at + after) };
            let wanted = Some(highest_required(label)).filter(|wanted| *wanted > left)?;
            let message = match highest(of_row) {
                0 => {
                    format!(
                        "the label of `{id}` has `{{{wanted}}}`, but the label of `{head}` shows all columns one by one"
                    )
                }
                _ => format!(
                    "the label of `{id}` has `{{{wanted}}}`, but the label of `{head}` shows that column itself"
                ),
            };
            let problem = Diagnostic::error("script::placeholder", message).at(self.file, self.argument.span.clone());
            let help = format!(
                "leave the column to `{id}`: `{{{}}} {{{}}}`, or put the optional part in square brackets",
                self.at,
                self.at + 1
            );
            Some(problem.label("nothing fills it here").help(help))
        })
    }

    /// Whether the text is the first member of a list, with its subjects after it.
    fn is_in_list(&self) -> bool {
        !std::ptr::eq(self.argument, &self.call.arguments[self.at])
    }

    fn problem(&self, thing: &Thing<'_>) -> Option<Diagnostic> {
        let function = self.call.function.as_str();
        let (message, help) = match (function, self.at, thing) {
            (_, 0, Thing::Text(id, say)) if !self.is_in_list() && LOGGING.contains(&function) => {
                self.log_problem(id, say)?
            }
            ("win", 1, Thing::Text(id, say)) => self.log_problem(id, say)?,
            ("choose", 1.., Thing::Text(id, say))
            | ("choose_some", 4, Thing::Text(id, say))
            | ("choose_counts", 5, Thing::Text(id, say))
            | ("act", 2, Thing::Text(id, say)) => self.prompt_problem(id, say)?,
            (_, _, Thing::Label(id, label)) if OFFERING.contains(&function) => {
                let (wanted, columns) = self.lacking(label)?;
                let columns = many(columns, "column");
                let message = format!("the label of `{id}` has `{{{wanted}}}`, but these rows have {columns} after it");
                (message, "put the optional part in square brackets: `[ to {2}]`".to_owned())
            }
            _ => return None,
        };
        let span = self.argument.span.clone();
        let problem = Diagnostic::error("script::placeholder", message).at(self.file, span);
        Some(problem.label("nothing fills it here").help(help))
    }

    fn prompt_problem(&self, id: &str, say: &str) -> Option<(String, String)> {
        let subjects = if self.is_in_list() { self.after? } else { 0 };
        let wanted = Some(highest_required(say)).filter(|wanted| *wanted > subjects)?;
        let message = format!("the prompt `{id}` has `{{{wanted}}}`, but gets {}", many(subjects, "subject"));
        let name = lua_name(id);
        Some((message, format!("put its subjects in a list, `{{ TEXT.{name}, … }}`, or change the text")))
    }

    fn log_problem(&self, id: &str, say: &str) -> Option<(String, String)> {
        let (wanted, subjects) = self.lacking(say)?;
        let message = format!("the text `{id}` has `{{{wanted}}}`, but gets {}", many(subjects, "subject"));
        Some((message, "add its subjects, or change the text".to_owned()))
    }

    /// The highest required placeholder and the number of subjects, if there are too few.
    fn lacking(&self, text: &str) -> Option<(usize, usize)> {
        let (wanted, after) = (highest_required(text), self.after?);
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
