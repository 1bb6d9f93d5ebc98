//! How scripts use a text. Rule tests need it to check what they expect of the log.

use super::{nearest, placeholders::LOGGING};
use crate::globals::lua_name;
use crate::renamed::RENAMED_FUNCTIONS;
use cardwright_content::Content;
use cardwright_lint::{GlobalCall, Source, SymbolTable, Value};
use std::collections::BTreeSet;

/// How scripts use a text, if all uses agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextUse {
    /// Only as a prompt.
    Asked,
    /// Only as the text of `win`.
    Ends,
    /// In the log, with these numbers of subjects.
    With(BTreeSet<usize>),
    /// Unknown.
    Unknown,
}

/// How the scripts of a game use the text with this key.
pub fn use_of_text(content: &Content, key: &str) -> TextUse {
    let name = format!("TEXT.{}", lua_name(key));
    let mut found: Option<TextUse> = None;
    for file in &content.scripts {
        if file.text.contains("TEXT[") {
            return TextUse::Unknown;
        }
        let uses = uses(&file.text, &name);
        if uses == 0 {
            continue;
        }
        let seen = calls(&file.text).iter().flat_map(|call| uses_in_call(call, &lua_name(key))).collect::<Vec<_>>();
        if seen.len() != uses {
            return TextUse::Unknown;
        }
        for one in seen {
            found = Some(match (found, one) {
                (None, one) => one,
                (Some(TextUse::With(mut counts)), TextUse::With(more)) => {
                    counts.extend(more);
                    TextUse::With(counts)
                }
                (Some(before), one) if before == one => one,
                _ => return TextUse::Unknown,
            });
        }
    }
    found.unwrap_or(TextUse::Unknown)
}

/// How often a name occurs in a script, comments included.
fn uses(text: &str, name: &str) -> usize {
    let is_whole = |at: &usize| !text[at + name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    text.match_indices(name).map(|(at, _)| at).filter(is_whole).count()
}

/// The calls of a script.
fn calls(text: &str) -> Vec<GlobalCall> {
    let known = SymbolTable {
        is_global: &|_| true,
        global_names: &Vec::new,
        has_field: &|_, _| None,
        field_names: &|_| Vec::new(),
        nearest: &nearest,
        name_parameters: &[],
        renamed_functions: &RENAMED_FUNCTIONS,
    };
    cardwright_lint::check_and_summarize(text, &known).1.map(|summary| summary.calls).unwrap_or_default()
}

/// The uses of a text among the arguments of a call.
fn uses_in_call(call: &GlobalCall, name: &str) -> Vec<TextUse> {
    let mut out = Vec::new();
    for (at, argument) in call.arguments.iter().enumerate() {
        // A list begins with its text.
        let argument = argument.members.first().unwrap_or(argument);
        let written = argument.values.iter().filter(|may| {
            let is_text = matches!(&may.value, Value::Source(Source::Field(of, field))
                if field == name && matches!(of.as_ref(), Source::Global(table) if table == "TEXT"));
            is_text && argument.span.start <= may.span.start && may.span.end <= argument.span.end
        });
        let does = match (call.function.as_str(), at) {
            ("choose", 1..) | ("choose_some", 4) | ("choose_counts", 5) | ("act", 2) => TextUse::Asked,
            ("win", 1) => TextUse::Ends,
            (function, 0) if LOGGING.contains(&function) && !call.is_variadic => {
                TextUse::With(BTreeSet::from([call.arguments.len() - 1]))
            }
            _ => TextUse::Unknown,
        };
        out.extend(written.map(|_| does.clone()));
    }
    out
}
