//! Suggests a constant where a script has a string instead.

use super::signature::Type;
use super::value_types::type_of;
use crate::globals::{constant_of, lua_name};
use cardwright_content::did_you_mean;
use cardwright_state::{Board, Val};

/// Help for a string where a thing of type `of` is expected: the constant with this id, or with a similar one.
pub(super) fn constant_hint(board: &Board, text: &str, of: &Type<'_>) -> Option<String> {
    let lists = [
        ("Word", "WORD", board.words.iter().map(|it| it.id.as_str()).collect::<Vec<_>>()),
        ("Text", "TEXT", board.texts.iter().map(|it| it.id.as_str()).collect()),
        ("Reason", "WHY", board.reasons.iter().map(|it| it.id.as_str()).collect()),
        ("Zone", "ZONE", board.zones.iter().map(String::as_str).collect()),
    ];
    for (name, table, ids) in lists {
        if of.is(name)
            && let Some((near, is_it)) = nearest(text, &ids)
        {
            return Some(hint(&format!("{table}.{}", lua_name(near)), is_it));
        }
    }
    let ids: Vec<(&str, Val)> = board.ids().filter(|(_, val)| type_of(val.kind()).is_some()).collect();
    let is_of = |val: &Val| type_of(val.kind()).is_some_and(|name| of.is(name));
    // Prefer ids of the expected type. A face also matches without its piece type.
    let own: Vec<&str> = ids.iter().filter(|(_, val)| is_of(val)).map(|(id, _)| *id).collect();
    let all: Vec<&str> = ids.iter().map(|(id, _)| *id).collect();
    let face = own.iter().find(|id| id.rsplit_once('/').is_some_and(|(_, face)| face == text)).copied();
    let found = match (own.contains(&text), face, all.contains(&text)) {
        (true, _, _) => Some((text, true)),
        (_, Some(face), _) => Some((face, false)),
        (_, _, true) if of.is_any() => Some((text, true)),
        _ => nearest(text, &own),
    };
    let (id, is_it) = found?;
    let of_id = || ids.iter().filter(|(it, _)| *it == id).map(|(_, val)| *val);
    let val = of_id().find(is_of).or_else(|| of_id().next())?;
    Some(hint(&constant_of(id, val, board), is_it))
}

fn nearest<'a>(text: &'a str, ids: &[&'a str]) -> Option<(&'a str, bool)> {
    if let Some(id) = ids.iter().find(|id| **id == text) {
        return Some((id, true));
    }
    did_you_mean(text, ids.iter().copied()).map(|near| (near, false))
}

fn hint(written: &str, is_it: bool) -> String {
    if is_it { format!("write `{written}`") } else { format!("did you mean `{written}`?") }
}
