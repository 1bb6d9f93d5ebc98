//! Keeps a patch from turning a knob that is a number into a list, or a list into a number.
//!
//! Scripts and texts depend on the type of a knob.

use super::tables::Entry;
use crate::located::{Table, TomlValue};
use crate::problems::Problems;
use crate::table_reader::wrong_type;

/// Reports a `default` in a patch if its type differs from the declared type, and removes it from the patch.
pub(super) fn reject_other_type(old: &Entry, patch: &mut Table, problems: &Problems) {
    let default_index = |table: &Table| table.iter().position(|(key, _)| key.value == "default");
    let (Some(old_index), Some(new_index)) = (default_index(&old.table), default_index(patch)) else { return };
    let wanted_type = match (&old.table[old_index].1.value, &patch[new_index].1.value) {
        // A table may be an edit of a list: `{ add = [4] }`.
        (TomlValue::Number(_), TomlValue::Number(_))
        | (TomlValue::List(_), TomlValue::List(_) | TomlValue::Table(_)) => return,
        (TomlValue::Number(_), _) => "one number",
        (TomlValue::List(_), _) => "a list of numbers",
        _ => return, // The declaration itself is wrong. The reader of knobs reports it.
    };
    let (_, value) = patch.remove(new_index);
    let help = format!("it is declared at {}; for another type, declare a new knob", old.place.location());
    problems.push(wrong_type(&value, &format!("`default` of the knob `{}`", old.id.value), wanted_type).help(help));
}
