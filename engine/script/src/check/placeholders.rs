//! Finds placeholders, such as the `{2}` of a text or label, that a call does not fill.

use super::ScriptSummaries;
use super::value_types::ValueTypes;
use crate::globals::{is_lua_name, lua_name};
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Argument, GlobalCall, ScriptSummary, Source, Value};
use cardwright_state::board::Board;
use cardwright_state::placeholders::{highest, highest_required, most_names_taken_by};
use std::sync::Arc;

/// Functions that take a text and then its subjects.
pub(super) const TEXT_FUNCTIONS: [&str; 6] =
    ["say", "log_heading", "log_action", "roll_label", "log_decision", "log_detail"];

/// Functions that add rows to a choice.
const ROW_FUNCTIONS: [&str; 2] = ["offer", "discourage"];

/// Returns an error for each text or label with a placeholder that the call does not fill.
pub(super) fn find_unfilled(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        for call in &summary.calls {
            let value_count = match ROW_FUNCTIONS.contains(&call.function.as_str()) {
                true => ValueTypes::column_count(call) + 1,
                false => call.arguments.len(),
            };
            for (index, argument) in call.arguments.iter().enumerate() {
                let count_after = (!types.is_variadic(call)).then(|| value_count.saturating_sub(index + 1));
                let text_argument = TextArgument { file, call, index, count_after, argument };
                out.extend(text_argument.problems(summary, types));
                if let Some((text, subjects)) = argument.members.split_first() {
                    let member = TextArgument { count_after: Some(subjects.len()), argument: text, ..text_argument };
                    out.extend(member.problems(summary, types));
                }
            }
        }
    }
    out
}

/// A text or label with placeholders.
enum Template<'a> {
    /// The id and the template of a text.
    Text(&'a str, &'a str),
    /// The id and the label of a word or action. The label shows the columns of a row.
    Label(&'a str, &'a str),
}

/// Returns the text or label of a source: `TEXT.gains`, `WORD.pass`, or the result of `action "levy"`. `offset` is the
/// byte offset of the source in the script.
fn template<'a>(board: &'a Board, summary: &ScriptSummary, source: &Source, offset: usize) -> Option<Template<'a>> {
    match source {
        Source::Field(owner, field) => match owner.as_ref() {
            Source::Global(table) if table == "TEXT" => {
                let text = board.labels.texts.iter().find(|text| is_lua_name(&text.id, field))?;
                Some(Template::Text(&text.id, &text.template))
            }
            Source::Global(table) if table == "WORD" => {
                let word = board.labels.words.iter().find(|word| is_lua_name(&word.id, field))?;
                Some(Template::Label(&word.id, &word.label))
            }
            _ => None,
        },
        Source::Call(function) if function == "action" => {
            let call = summary.calls.iter().find(|call| call.function == "action" && call.span.start == offset)?;
            let [possible] = call.arguments.first()?.values.as_slice() else { return None };
            let Value::Text(name) = &possible.value else { return None };
            let action = board.labels.actions.iter().find(|action| action.id == *name)?;
            Some(Template::Label(&action.id, &action.label))
        }
        _ => None,
    }
}

/// An argument of a call that may be a text or label.
struct TextArgument<'a> {
    file: &'a Arc<SourceFile>,
    call: &'a GlobalCall,
    /// The index of the argument.
    index: usize,
    /// The number of subjects or columns after the text or label, if the check can count them.
    count_after: Option<usize>,
    /// The argument. For a list such as `{ TEXT.gains, side }`, this is the first member.
    argument: &'a Argument,
}

impl TextArgument<'_> {
    fn problems(&self, summary: &ScriptSummary, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
        let templates = self.argument.values.iter().filter_map(|possible| match &possible.value {
            Value::Source(source) => template(types.declared.board, summary, source, possible.span.start),
            _ => None,
        });
        let heads = self.heads(summary, types);
        templates
            .filter_map(|template| self.problem(&template).or_else(|| self.column_problem(&template, &heads)))
            .collect()
    }

    /// Returns the possible heads of the row, if this argument is a column.
    fn heads<'b>(&self, summary: &ScriptSummary, types: &'b ValueTypes<'_>) -> Vec<Template<'b>> {
        let is_column = self.index > 0 && ROW_FUNCTIONS.contains(&self.call.function.as_str());
        let head = self.call.arguments.first().filter(|_| is_column);
        let values = head.iter().flat_map(|head| &head.values);
        values
            .filter_map(|possible| match &possible.value {
                Value::Source(source) => template(types.declared.board, summary, source, possible.span.start),
                _ => None,
            })
            .collect()
    }

    /// Returns an error for a word in a column if its label needs columns that the label of the head already shows.
    fn column_problem(&self, template: &Template<'_>, heads: &[Template<'_>]) -> Option<Diagnostic> {
        let (Template::Label(id, label), count_after) = (template, self.count_after?) else { return None };
        heads.iter().find_map(|head| {
            let Template::Label(head, head_label) = head else { return None };
            // How many of the columns after the word the label of the head leaves to the label of the word.
            let free_count = match highest(head_label) {
                0 => 0,
                _ => most_names_taken_by(head_label, self.index, self.index + count_after),
            };
            let wanted = Some(highest_required(label)).filter(|wanted| *wanted > free_count)?;
            let message = match highest(head_label) {
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
                self.index,
                self.index + 1
            );
            Some(problem.label("nothing fills it here").help(help))
        })
    }

    /// Whether the text is the first member of a list, as in `{ TEXT.gains, side }`.
    fn is_in_list(&self) -> bool {
        !std::ptr::eq(self.argument, &self.call.arguments[self.index])
    }

    fn problem(&self, template: &Template<'_>) -> Option<Diagnostic> {
        let function = self.call.function.as_str();
        let (message, help) = match (function, self.index, template) {
            (_, 0, Template::Text(id, text)) if !self.is_in_list() && TEXT_FUNCTIONS.contains(&function) => {
                self.log_problem(id, text)?
            }
            ("win", 1, Template::Text(id, text)) => self.log_problem(id, text)?,
            ("choose", 1.., Template::Text(id, text))
            | ("choose_one" | "act", 2, Template::Text(id, text))
            | ("choose_some", 4, Template::Text(id, text))
            | ("choose_counts", 5, Template::Text(id, text)) => self.prompt_problem(id, text)?,
            (_, _, Template::Label(id, label)) if ROW_FUNCTIONS.contains(&function) => {
                let (wanted, columns) = self.missing_subjects(label)?;
                let columns = count_of(columns, "column");
                let message = format!("the label of `{id}` has `{{{wanted}}}`, but these rows have {columns} after it");
                (message, "put the optional part in square brackets: `[ to {2}]`".to_owned())
            }
            _ => return None,
        };
        let span = self.argument.span.clone();
        let problem = Diagnostic::error("script::placeholder", message).at(self.file, span);
        Some(problem.label("nothing fills it here").help(help))
    }

    /// Returns message and help for a prompt with too few subjects.
    fn prompt_problem(&self, id: &str, text: &str) -> Option<(String, String)> {
        let subjects = if self.is_in_list() { self.count_after? } else { 0 };
        let wanted = Some(highest_required(text)).filter(|wanted| *wanted > subjects)?;
        let message = format!("the prompt `{id}` has `{{{wanted}}}`, but gets {}", count_of(subjects, "subject"));
        let name = lua_name(id);
        Some((message, format!("put its subjects in a list, `{{ TEXT.{name}, … }}`, or change the text")))
    }

    /// Returns message and help for a text of the log with too few subjects.
    fn log_problem(&self, id: &str, text: &str) -> Option<(String, String)> {
        let (wanted, subjects) = self.missing_subjects(text)?;
        let message = format!("the text `{id}` has `{{{wanted}}}`, but gets {}", count_of(subjects, "subject"));
        Some((message, "add its subjects, or change the text".to_owned()))
    }

    /// Returns the highest required placeholder and the number of subjects, if there are too few subjects.
    fn missing_subjects(&self, text: &str) -> Option<(usize, usize)> {
        let (wanted, count_after) = (highest_required(text), self.count_after?);
        (wanted > count_after).then_some((wanted, count_after))
    }
}

fn count_of(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}"),
        1 => format!("one {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
