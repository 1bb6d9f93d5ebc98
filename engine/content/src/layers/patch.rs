//! Lays one table over another: tables key by key, lists as a whole or by an edit, everything else replaced.
//!
//! If two packs that do not depend on each other set the same value, the later one wins with a warning.

use super::dependencies::PackDependencies;
use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;

/// The settings for laying one table over another.
pub(crate) struct Overlay<'a> {
    pub(crate) problems: &'a Problems,
    pub(crate) dependencies: &'a PackDependencies,
    /// The subject of messages: "the card `07`".
    pub(crate) what: String,
    /// The pack that declared the entry. Other packs may patch its values.
    pub(crate) first: String,
    /// Whether the later pack may not be aware of the entry: true for texts without `patch`.
    pub(crate) may_collide: bool,
}

/// A change to a list: `{ add = […], remove = […] }`.
struct Edit {
    add: Vec<Located<TomlValue>>,
    remove: Vec<Located<TomlValue>>,
}

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
    /// Lays `new` over `old`.
    pub(crate) fn patch(&self, old: &mut Table, new: Table) {
        for (key, value) in new {
            let edit = as_edit(&value.value);
            let Some((_, slot)) = old.iter_mut().find(|(k, _)| k.value == key.value) else {
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
            match (&mut slot.value, edit) {
                (TomlValue::List(list), Some(edit)) => {
                    let missing: Vec<_> = edit.remove.iter().filter(|r| !list.contains(r)).cloned().collect();
                    self.report_missing_items(&key.value, &missing);
                    list.retain(|item| !edit.remove.contains(item));
                    list.extend(edit.add);
                    // The list now also belongs to this pack: replacing it would undo the edit.
                    (slot.file, slot.span) = (value.file, value.span);
                }
                (TomlValue::Table(table), _) if matches!(value.value, TomlValue::Table(_)) => {
                    if let TomlValue::Table(new) = value.value {
                        self.patch(table, new);
                    }
                }
                _ => {
                    self.check_collision(&key, slot, &value);
                    *slot = value;
                }
            }
        }
    }

    /// Reports a value that two independent packs set, or two files of the same pack.
    fn check_collision(&self, key: &Located<String>, old: &Located<TomlValue>, new: &Located<TomlValue>) {
        let (earlier, later) = (&old.file.pack, &new.file.pack);
        if earlier == later && old.file.path != new.file.path {
            let message = format!("`{}` of {} is set twice", key.value, self.what);
            let problem = key.error("content::duplicate-key", message).label("set a second time");
            let help = format!("the first is at {}; set it in only one file of the pack", old.location());
            return self.problems.push(problem.help(help));
        }
        // Patching the pack that declared the entry is normal. But a text of an unrelated pack has the same id by
        // accident.
        let is_plain_patch = *earlier == self.first && !(self.may_collide && self.dependencies.is_not_base(earlier));
        if is_plain_patch || earlier == later || old == new || self.dependencies.depends_on(later, earlier) {
            return;
        }
        let message = format!("`{}` of {} is set by both `{earlier}` and `{later}`", key.value, self.what);
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
