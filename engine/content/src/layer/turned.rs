//! A knob that a pack turns: it stays what it was declared as, since scripts and texts of other packs count on that.

use crate::located::{Located, Raw, Table};
use crate::problems::Problems;
use crate::shape::wrong_type;

/// Reports a knob that is one number and is given several, or the other way round, or neither; and leaves that out of
/// what is laid over it. `at` is where the knob was declared.
pub(super) fn keep_kind(old: &Table, new: &mut Table, id: &str, at: &Located<()>, problems: &Problems) {
    let default = |table: &Table| table.iter().position(|(key, _)| key.value == "default");
    let (Some(was), Some(is)) = (default(old), default(new)) else { return };
    let wanted = match (&old[was].1.value, &new[is].1.value) {
        // A table may be an edit of a list.
        (Raw::Number(_), Raw::Number(_)) | (Raw::List(_), Raw::List(_) | Raw::Table(_)) => return,
        (Raw::Number(_), _) => "one number",
        (Raw::List(_), _) => "a list of numbers",
        _ => return, // What was declared is told itself.
    };
    let (_, value) = new.remove(is);
    let help = format!("it is declared so at {}: for anything else, declare a knob of another name", at.written());
    problems.push(wrong_type(&value, &format!("`default` of the knob `{id}`"), wanted).help(help));
}
