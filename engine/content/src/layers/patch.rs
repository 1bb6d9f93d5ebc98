//! Patches a TOML table of an earlier pack with a table of a later pack.
//!
//! The later value replaces the earlier one. Inner tables are patched key by key. A list can be edited instead of
//! replaced: `{ add = […], remove = […] }`. If two packs that do not depend on each other set the same value, the value
//! of the later pack wins, with a warning.

use super::dependencies::PackDependencies;
use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;

/// The settings for patching one table.
pub(crate) struct Overlay<'a> {
    pub(crate) problems: &'a Problems,
    pub(crate) dependencies: &'a PackDependencies,
    /// Name of the entry in messages: "the card `07`".
    pub(crate) entry_name: String,
    /// The pack that declared the entry. Any later pack may patch its values without a warning.
    pub(crate) declaring_pack: String,
    /// Whether the later pack may have chosen the id of the entry by accident: true for texts without `patch = true`.
    pub(crate) may_collide: bool,
}

/// A change to a list: `{ add = […], remove = […] }`.
struct Edit {
    add: Vec<Located<TomlValue>>,
    remove: Vec<Located<TomlValue>>,
}

/// Reads a table as an edit of a list; `None` if it is any other value.
fn as_edit(value: &TomlValue) -> Option<Edit> {
    let TomlValue::Table(table) = value else { return None };
    let mut edit = Edit { add: Vec::new(), remove: Vec::new() };
    for (key, value) in table {
        let TomlValue::List(list) = &value.value else { return None };
        match key.value.as_str() {
            "add" => edit.add.clone_from(list),
            "remove" => edit.remove.clone_from(list),
            _ => return None,
        }
    }
    (!table.is_empty()).then_some(edit)
}

impl Overlay<'_> {
    /// Replaces the values in `old` with those in `new`.
    pub(crate) fn patch(&self, old: &mut Table, new: Table) {
        for (key, value) in new {
            let edit = as_edit(&value.value);
            let Some((_, old_value)) = old.iter_mut().find(|(k, _)| k.value == key.value) else {
                let value = match edit {
                    Some(edit) => {
                        self.report_missing_items(&key.value, &edit.remove);
                        value.with(TomlValue::List(edit.add))
                    }
                    None => value,
                };
                old.push((key, value));
                continue;
            };
            match (&mut old_value.value, edit) {
                (TomlValue::List(list), Some(edit)) => {
                    let missing: Vec<_> = edit.remove.iter().filter(|item| !list.contains(item)).cloned().collect();
                    self.report_missing_items(&key.value, &missing);
                    list.retain(|item| !edit.remove.contains(item));
                    list.extend(edit.add);
                    // From now on the list counts as set by this pack. So a later pack that replaces the list, and with
                    // it undoes the edit, gets a warning.
                    (old_value.file, old_value.span) = (value.file, value.span);
                }
                (TomlValue::Table(table), _) if matches!(value.value, TomlValue::Table(_)) => {
                    if let TomlValue::Table(new) = value.value {
                        self.patch(table, new);
                    }
                }
                _ => {
                    self.check_collision(&key, old_value, &value);
                    *old_value = value;
                }
            }
        }
    }

    /// Reports a value that is set by two independent packs, or by two files of the same pack.
    fn check_collision(&self, key: &Located<String>, old: &Located<TomlValue>, new: &Located<TomlValue>) {
        let (earlier, later) = (&old.file.pack, &new.file.pack);
        if earlier == later && old.file.path != new.file.path {
            let message = format!("`{}` of {} is set twice", key.value, self.entry_name);
            let problem = key.error("content::duplicate-key", message).label("set a second time");
            let help = format!("the first is at {}; set it in only one file of the pack", old.location());
            return self.problems.push(problem.help(help));
        }
        // A pack usually patches the pack that declared the entry. But if two packs declare a text with the same id,
        // that is probably an accident.
        let is_plain_patch =
            *earlier == self.declaring_pack && !(self.may_collide && self.dependencies.is_not_base(earlier));
        // If the earlier pack depends on the later one, the order of the packs is reported instead.
        let are_dependent =
            self.dependencies.depends_on(later, earlier) || self.dependencies.depends_on(earlier, later);
        if is_plain_patch || earlier == later || old == new || are_dependent {
            return;
        }
        let message = format!("`{}` of {} is set by both `{earlier}` and `{later}`", key.value, self.entry_name);
        self.problems.push(
            key.warning("content::collision", message)
                .label(format!("this one wins over the one of `{earlier}` at {}", old.location()))
                .help(PackDependencies::collision_help(later, earlier)),
        );
    }

    fn report_missing_items(&self, key: &str, missing: &[Located<TomlValue>]) {
        for item in missing {
            self.problems.push(
                item.error(
                    "content::nothing-to-remove",
                    format!("`{key}` of the earlier packs does not contain this item"),
                )
                .label("nothing to remove"),
            );
        }
    }
}
