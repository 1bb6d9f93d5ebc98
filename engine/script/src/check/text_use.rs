//! Finds out how scripts use a text. A rule test that expects a text in the log needs the number of the text's
//! subjects.

use super::{nearest, placeholders::TEXT_FUNCTIONS};
use crate::globals::lua_name;
use crate::renamed::RENAMED_FUNCTIONS;
use cardwright_content::Content;
use cardwright_lint::{GlobalCall, Source, SymbolTable, Value};
use std::collections::BTreeSet;

/// How scripts use a text, if all scripts use it alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextUse {
    /// Only as the prompt of a choice.
    Prompt,
    /// Only as the text of `win`.
    WinText,
    /// In the log, with these numbers of subjects.
    Logged(BTreeSet<usize>),
    /// The uses differ, or the script does not show how it uses the text.
    Unknown,
}

/// Finds out how the scripts of a game use the text with this key.
pub fn use_of_text(content: &Content, key: &str) -> TextUse {
    let name = format!("TEXT.{}", lua_name(key));
    let mut common_use: Option<TextUse> = None;
    for file in &content.scripts {
        // A script with a computed key may use any text.
        if file.text.contains("TEXT[") {
            return TextUse::Unknown;
        }
        let mention_count = count_mentions(&file.text, &name);
        if mention_count == 0 {
            continue;
        }
        let uses =
            find_calls(&file.text).iter().flat_map(|call| uses_in_call(call, &lua_name(key))).collect::<Vec<_>>();
        if uses.len() != mention_count {
            return TextUse::Unknown;
        }
        for text_use in uses {
            common_use = Some(match (common_use, text_use) {
                (None, text_use) => text_use,
                (Some(TextUse::Logged(mut counts)), TextUse::Logged(further)) => {
                    counts.extend(further);
                    TextUse::Logged(counts)
                }
                (Some(earlier), text_use) if earlier == text_use => text_use,
                _ => return TextUse::Unknown,
            });
        }
    }
    common_use.unwrap_or(TextUse::Unknown)
}

/// Counts how often a name occurs in a script, also in comments.
fn count_mentions(text: &str, name: &str) -> usize {
    let is_whole_name =
        |offset: &usize| !text[offset + name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    text.match_indices(name).map(|(offset, _)| offset).filter(is_whole_name).count()
}

/// Returns the calls of host functions in a script.
fn find_calls(text: &str) -> Vec<GlobalCall> {
    let symbols = SymbolTable {
        is_global: &|_| true,
        global_names: &Vec::new,
        has_field: &|_, _| None,
        field_names: &|_| Vec::new(),
        nearest: &nearest,
        name_parameters: &[],
        renamed_functions: &RENAMED_FUNCTIONS,
    };
    cardwright_lint::check_and_summarize(text, &symbols).1.map(|summary| summary.calls).unwrap_or_default()
}

/// Returns the uses of a text among the arguments of a call. `name` is the Lua name of the text.
fn uses_in_call(call: &GlobalCall, name: &str) -> Vec<TextUse> {
    let mut out = Vec::new();
    for (index, argument) in call.arguments.iter().enumerate() {
        // A list such as `{ TEXT.gains, side }` begins with its text.
        let argument = argument.members.first().unwrap_or(argument);
        let mentions = argument.values.iter().filter(|possible| {
            let is_text = matches!(&possible.value, Value::Source(Source::Field(table, field))
                if field == name && matches!(table.as_ref(), Source::Global(global) if global == "TEXT"));
            is_text && argument.span.start <= possible.span.start && possible.span.end <= argument.span.end
        });
        // The index says which argument of the function is the text, counted from 0.
        let text_use = match (call.function.as_str(), index) {
            ("choose", 1..) | ("choose_one" | "act", 2) | ("choose_some", 4) | ("choose_counts", 5) => TextUse::Prompt,
            ("win", 1) => TextUse::WinText,
            (function, 0) if TEXT_FUNCTIONS.contains(&function) && !call.is_variadic => {
                TextUse::Logged(BTreeSet::from([call.arguments.len() - 1]))
            }
            _ => TextUse::Unknown,
        };
        out.extend(mentions.map(|_| text_use.clone()));
    }
    out
}
