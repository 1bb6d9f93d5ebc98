//! What scripts do with a text: for whoever expects that it is told, or not told.

use super::{nearest, placeholders::SAYING};
use crate::globals::lua_name;
use cardwright_content::Content;
use cardwright_lint::{Called, Known, Source, Value};
use std::collections::BTreeSet;

/// How a text reaches its readers, as far as every script that names it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextUse {
    /// It is the question of choices, and nothing else.
    Asked,
    /// It tells how the game ends, and nothing else.
    Ends,
    /// It is told with so many subjects.
    With(BTreeSet<usize>),
    /// That cannot be seen.
    Unknown,
}

/// What scripts do with the text of this key.
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
        let seen = calls(&file.text).iter().flat_map(|call| told_by(call, &lua_name(key))).collect::<Vec<_>>();
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

/// How often a name stands in a script, comments counted with it.
fn uses(text: &str, name: &str) -> usize {
    let is_whole = |at: &usize| !text[at + name.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    text.match_indices(name).map(|(at, _)| at).filter(is_whole).count()
}

/// The calls of a script.
fn calls(text: &str) -> Vec<Called> {
    let known = Known {
        globals: &|_| true,
        candidates: &Vec::new,
        fields: &|_, _| None,
        field_candidates: &|_| Vec::new(),
        nearest: &nearest,
        named: &[],
    };
    cardwright_lint::read(text, &known).1.map(|outline| outline.calls).unwrap_or_default()
}

/// What a call does with a text, once for each time it is written out among what it is given.
fn told_by(call: &Called, name: &str) -> Vec<TextUse> {
    let mut out = Vec::new();
    for (at, argument) in call.arguments.iter().enumerate() {
        // Of a list it is the text that the list begins with.
        let argument = argument.members.first().unwrap_or(argument);
        let written = argument.may.iter().filter(|may| {
            let is_text = matches!(&may.value, Value::From(Source::Field(of, field))
                if field == name && matches!(of.as_ref(), Source::Global(table) if table == "TEXT"));
            is_text && argument.span.start <= may.span.start && may.span.end <= argument.span.end
        });
        let does = match (call.function.as_str(), at) {
            ("choose", 1..) | ("choose_some", 4) | ("choose_counts", 5) | ("act", 2) => TextUse::Asked,
            ("win", 1) => TextUse::Ends,
            (function, 0) if SAYING.contains(&function) && !call.is_open => {
                TextUse::With(BTreeSet::from([call.arguments.len() - 1]))
            }
            _ => TextUse::Unknown,
        };
        out.extend(written.map(|_| does.clone()));
    }
    out
}
