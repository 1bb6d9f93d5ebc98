//! Suggests a constant for a script that uses a string in its place.

use super::signature::Type;
use super::value_types::type_of;
use crate::globals::{constant_of, lua_name};
use cardwright_content::did_you_mean;
use cardwright_state::{Board, Val};

/// Returns help for a script that has a string where a thing of the type `expected` is needed. The help names the
/// constant whose id equals the string or resembles it.
pub(super) fn constant_hint(board: &Board, text: &str, expected: &Type<'_>) -> Option<String> {
    let lists = [
        ("Word", "WORD", board.labels.words.iter().map(|word| word.id.as_str()).collect::<Vec<_>>()),
        ("Text", "TEXT", board.labels.texts.iter().map(|text| text.id.as_str()).collect()),
        ("Reason", "WHY", board.labels.reasons.iter().map(|reason| reason.id.as_str()).collect()),
        ("Zone", "ZONE", board.zones.iter().map(String::as_str).collect()),
    ];
    for (name, table, ids) in lists {
        if expected.includes(name)
            && let Some((near, is_exact)) = nearest(text, &ids)
        {
            return Some(hint(&format!("{table}.{}", lua_name(near)), is_exact));
        }
    }
    let ids: Vec<(&str, Val)> = board.ids().filter(|(_, val)| type_of(val.kind()).is_some()).collect();
    let is_expected = |val: &Val| type_of(val.kind()).is_some_and(|name| expected.includes(name));
    // Prefer ids of the expected type. The string may also be only a face, such as `damaged` of `usa/damaged`.
    let fitting_ids: Vec<&str> = ids.iter().filter(|(_, val)| is_expected(val)).map(|(id, _)| *id).collect();
    let all_ids: Vec<&str> = ids.iter().map(|(id, _)| *id).collect();
    let face = fitting_ids.iter().find(|id| id.rsplit_once('/').is_some_and(|(_, face)| face == text)).copied();
    let found = match (fitting_ids.contains(&text), face, all_ids.contains(&text)) {
        (true, _, _) => Some((text, true)),
        (_, Some(face), _) => Some((face, false)),
        (_, _, true) if expected.is_any() => Some((text, true)),
        _ => nearest(text, &fitting_ids),
    };
    let (id, is_exact) = found?;
    let things = || ids.iter().filter(|(thing_id, _)| *thing_id == id).map(|(_, val)| *val);
    let val = things().find(is_expected).or_else(|| things().next())?;
    Some(hint(&constant_of(id, val, board), is_exact))
}

/// Finds the id that equals the text, or else resembles it. Also returns whether they are equal.
fn nearest<'a>(text: &'a str, ids: &[&'a str]) -> Option<(&'a str, bool)> {
    if let Some(id) = ids.iter().find(|id| **id == text) {
        return Some((id, true));
    }
    did_you_mean(text, ids.iter().copied()).map(|near| (near, false))
}

fn hint(constant: &str, is_exact: bool) -> String {
    if is_exact { format!("write `{constant}`") } else { format!("did you mean `{constant}`?") }
}
