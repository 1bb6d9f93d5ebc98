//! A pack may change the value of a knob, but not whether it is a number or a list: scripts and texts depend on that.

use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::table_reader::wrong_type;

/// Reports a new `default` of another type than the declared one, and removes it from the patch. `at` is the place of
/// the declaration.
pub(super) fn reject_other_type(old: &Table, new: &mut Table, id: &str, at: &Located<()>, problems: &Problems) {
    let default = |table: &Table| table.iter().position(|(key, _)| key.value == "default");
    let (Some(was), Some(is)) = (default(old), default(new)) else { return };
    let wanted = match (&old[was].1.value, &new[is].1.value) {
        // A table may be an edit of a list.
        (TomlValue::Number(_), TomlValue::Number(_))
        | (TomlValue::List(_), TomlValue::List(_) | TomlValue::Table(_)) => return,
        (TomlValue::Number(_), _) => "one number",
        (TomlValue::List(_), _) => "a list of numbers",
        _ => return, // The declaration itself is wrong and reported elsewhere.
    };
    let (_, value) = new.remove(is);
    let help = format!("it is declared at {}; for another type, declare a new knob", at.location());
    problems.push(wrong_type(&value, &format!("`default` of the knob `{id}`"), wanted).help(help));
}
