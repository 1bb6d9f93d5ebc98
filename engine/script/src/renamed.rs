//! Old names of the script API. Old names still work for one release, because old records contain old scripts.
//!
//! The loader binds each renamed host function under both names, so a call by the old name takes no extra time. While
//! the loader reads a definition, it replaces old keys and values. `cardwright check` warns of each use
//! (`script::deprecated`).

use mlua::{Table, Value};

/// The old and the new names of renamed host functions.
pub const RENAMED_FUNCTIONS: [(&str, &str); 16] = [
    ("ask", "modify"),
    ("chapter", "log_heading"),
    ("decides", "log_decision"),
    ("deed", "log_action"),
    ("in_force", "active_effects"),
    ("is_in_force", "is_active"),
    ("lift", "deactivate"),
    ("point", "hook"),
    ("purpose", "roll_label"),
    ("put_in_force", "activate"),
    ("sole", "whichever"),
    ("take", "remove_from"),
    ("truth", "boolean"),
    ("turn_over", "flip_at"),
    ("unwise", "discourage"),
    ("weighs", "log_detail"),
];

/// Renamed keys of definitions.
pub const RENAMED_KEYS: [RenamedKey; 2] = [
    RenamedKey { definer: "effect", old: "ask", new: "modify" },
    RenamedKey { definer: "figure", old: "told", new: "logged" },
];

/// Renamed values of keys.
pub const RENAMED_VALUES: [RenamedValue; 3] = [
    RenamedValue { definer: "figure", key: "logged", old: "chapter", new: "heading" },
    RenamedValue { definer: "figure", key: "logged", old: "deed", new: "action" },
    RenamedValue { definer: "hook", key: "answers", old: "truth", new: "boolean" },
];

/// A renamed key of a definition: `ask` of `effect`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenamedKey {
    /// The defining function: `effect`.
    pub definer: &'static str,
    /// The old key.
    pub old: &'static str,
    /// The new key.
    pub new: &'static str,
}

/// A renamed value of a key: `answers = "truth"` of `hook`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenamedValue {
    /// The defining function: `hook`.
    pub definer: &'static str,
    /// The key, by its new name.
    pub key: &'static str,
    /// The old value.
    pub old: &'static str,
    /// The new value.
    pub new: &'static str,
}

/// Binds each renamed function of `api` under its old name too.
pub(crate) fn bind_old_names(api: &Table) -> mlua::Result<()> {
    for (old, new) in RENAMED_FUNCTIONS {
        api.raw_set(old, api.raw_get::<Value>(new)?)?;
    }
    Ok(())
}

/// Replaces the old keys and values of a definition. If a definition has both the old and the new key, the old key
/// stays and counts as unknown.
pub(crate) fn update_definition(definer: &str, definition: &Table) -> mlua::Result<()> {
    for RenamedKey { old, new, .. } in RENAMED_KEYS.into_iter().filter(|renamed| renamed.definer == definer) {
        if definition.raw_get::<Value>(new)?.is_nil() {
            definition.raw_set(new, definition.raw_get::<Value>(old)?)?;
            definition.raw_set(old, Value::Nil)?;
        }
    }
    for RenamedValue { key, old, new, .. } in RENAMED_VALUES.into_iter().filter(|renamed| renamed.definer == definer) {
        if definition.raw_get::<Value>(key)?.as_string().is_some_and(|value| value == old) {
            definition.raw_set(key, new)?;
        }
    }
    Ok(())
}
