//! One table laid over another: tables key by key, lists whole or edited, all else replaced. What two packs
//! that do not know of each other both set is told: the later one wins in silence otherwise.

use super::kin::Kin;
use crate::located::{Located, Raw, Table};
use crate::problems::Problems;

/// What laying one table over another needs to know.
pub(crate) struct Over<'a> {
    pub(crate) problems: &'a Problems,
    pub(crate) kin: &'a Kin,
    /// Whose keys: "the card `07`".
    pub(crate) what: String,
    /// The pack whose entry it is: it is there to be patched.
    pub(crate) first: String,
    /// Whether the later pack may not know that there is such an entry: a text, that does not say `patch`.
    pub(crate) may_meet: bool,
}

/// A list changed instead of replaced: `{ add = […], remove = […] }`.
struct Edit {
    add: Vec<Located<Raw>>,
    remove: Vec<Located<Raw>>,
}

fn as_edit(value: &Raw) -> Option<Edit> {
    let Raw::Table(table) = value else { return None };
    let mut edit = Edit { add: Vec::new(), remove: Vec::new() };
    for (key, value) in table {
        let Raw::List(list) = &value.value else { return None };
        match key.value.as_str() {
            "add" => edit.add.clone_from(list),
            "remove" => edit.remove.clone_from(list),
            _ => return None,
        }
    }
    (!table.is_empty()).then_some(edit)
}

impl Over<'_> {
    /// Lays `new` over `old`.
    pub(crate) fn patch(&self, old: &mut Table, new: Table) {
        for (key, value) in new {
            let edit = as_edit(&value.value);
            let Some((_, slot)) = old.iter_mut().find(|(k, _)| k.value == key.value) else {
                let value = match edit {
                    Some(edit) => {
                        self.nothing_to_remove(&key.value, &edit.remove);
                        value.with(Raw::List(edit.add))
                    }
                    None => value,
                };
                old.push((key, value));
                continue;
            };
            match (&mut slot.value, edit) {
                (Raw::List(list), Some(edit)) => {
                    let missing: Vec<_> = edit.remove.iter().filter(|r| !list.contains(r)).cloned().collect();
                    self.nothing_to_remove(&key.value, &missing);
                    list.retain(|item| !edit.remove.contains(item));
                    list.extend(edit.add);
                    // The list is now this pack's too: a later one that replaces it whole undoes the edit.
                    (slot.file, slot.span) = (value.file, value.span);
                }
                (Raw::Table(table), _) if matches!(value.value, Raw::Table(_)) => {
                    if let Raw::Table(new) = value.value {
                        self.patch(table, new);
                    }
                }
                _ => {
                    self.collision(&key, slot, &value);
                    *slot = value;
                }
            }
        }
    }

    /// Two packs that change one value, neither of which names the other; or two files of one pack that both give it.
    fn collision(&self, key: &Located<String>, old: &Located<Raw>, new: &Located<Raw>) {
        let (earlier, later) = (&old.file.pack, &new.file.pack);
        if earlier == later && old.file.path != new.file.path {
            let message = format!("`{}` of {} is given twice", key.value, self.what);
            let problem = key.error("content::duplicate-key", message).label("given a second time");
            let help = format!("the first is at {}; a pack gives it in one of its files", old.written());
            return self.problems.push(problem.help(help));
        }
        // A text of the game is replaced on purpose; one that another pack brought, by accident.
        let is_there_to_be_patched = *earlier == self.first && !(self.may_meet && self.kin.is_stranger(earlier));
        if is_there_to_be_patched || earlier == later || old == new || self.kin.knows(later, earlier) {
            return;
        }
        let message = format!("`{}` of {} is set by both `{earlier}` and `{later}`", key.value, self.what);
        self.problems.push(
            key.warning("content::collision", message)
                .label(format!("this one holds, `{earlier}` loses its own at {}", old.written()))
                .help(Kin::cure(later, earlier)),
        );
    }

    fn nothing_to_remove(&self, key: &str, missing: &[Located<Raw>]) {
        for item in missing {
            self.problems.push(
                item.error("content::nothing-to-remove", format!("`{key}` of the earlier packs does not hold this"))
                    .label("not there to be removed"),
            );
        }
    }
}
