//! Ids: how they are spelled, and which ids would collide in Lua.

use crate::located::Located;
use crate::problems::Problems;
use std::collections::BTreeMap;

/// Keywords of Lua and Luau. Except for actions, no id may be one of them.
const LUA_KEYWORDS: [&str; 26] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "export", "false", "for", "function", "goto", "if",
    "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "type", "typeof", "until", "while",
];

/// Globals of the scripts, in lower case. An id with such a spelling is refused, because its constant would hide the
/// global: an id `card` would become `CARD`.
const HOST_GLOBALS: [&str; 20] = [
    "card",
    "word",
    "why",
    "text",
    "option",
    "zone",
    "knob",
    "_g",
    "side",
    "space",
    "all",
    "link",
    "link_kind",
    "class",
    "track",
    "fact",
    "die",
    "period",
    "mark",
    "pile",
];

/// The spelling rule for an id, which depends on what it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `high-pass`: the first character is a letter.
    Kebab,
    /// For cards: `07`. The first character may be a digit.
    CardId,
    /// For fields, which become keys of Luau tables: `built_at`. Both `-` and `_` may join words.
    Field,
}

/// Returns the Lua spelling of an id, with `_` for `-`.
pub(crate) fn lua_name(id: &str) -> String {
    id.replace('-', "_")
}

/// Returns the id of a link that declares no id: the ids of its two spaces in alphabetical order, joined by `--`. No
/// other id contains `--`.
pub(crate) fn link_id(a: &str, b: &str) -> String {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    format!("{low}--{high}")
}

/// Whether `id` follows a spelling rule.
pub(crate) fn is_valid(id: &str, spelling: Spelling) -> bool {
    let is_valid_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let begins_with_letter = id.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    id.len() <= 64
        && match spelling {
            Spelling::Kebab => begins_with_letter && id.split('-').all(is_valid_part),
            Spelling::CardId => id.split('-').all(is_valid_part),
            Spelling::Field => begins_with_letter && id.split(['-', '_']).all(is_valid_part),
        }
}

/// Whether a name is a valid id.
pub fn is_id(name: &str) -> bool {
    is_valid(name, Spelling::Kebab)
}

/// Returns the valid id that is most like a name. A name that is a valid id stays as it is. Returns `None` if the name
/// has no usable character.
pub fn suggest_id(name: &str, is_card: bool) -> Option<String> {
    let spelling = if is_card { Spelling::CardId } else { Spelling::Kebab };
    let mut id = if is_valid(name, spelling) { name.to_owned() } else { kebab(name) };
    if !is_card {
        id = id.trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_owned();
    }
    id.truncate(64);
    id = id.trim_end_matches('-').to_owned();
    if LUA_KEYWORDS.contains(&id.as_str()) {
        id = format!("the-{id}");
    }
    is_valid(&id, spelling).then_some(id)
}

/// Returns whether an id is valid, and reports an invalid id. `kind` is the kind of thing that has the id, for
/// messages: `space`.
pub(crate) fn check(id: &Located<String>, kind: &str, spelling: Spelling, problems: &Problems) -> bool {
    if !is_valid(&id.value, spelling) {
        let fixed = kebab(&id.value);
        let mut problem = id
            .error("content::bad-id", format!("`{}` is not a valid id for a {kind}", id.value))
            .label("an id is lower-case words and digits joined by `-`, at most 64 characters");
        if is_valid(&fixed, spelling) {
            problem = problem.help(format!("write `{fixed}`"));
        }
        problems.push(problem);
        return false;
    }
    // Scripts name actions by strings only: `action "return"`.
    if kind != "action" && LUA_KEYWORDS.contains(&id.value.as_str()) {
        problems.push(
            id.error("content::lua-word", format!("`{}` is a keyword of Lua and cannot be an id", id.value))
                .label("scripts could not use it")
                .help("choose another id; the printed name may stay"),
        );
        return false;
    }
    true
}

/// Returns the name in lower case, with `-` for each character that ids may not have.
pub(crate) fn kebab(name: &str) -> String {
    let replaced: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    replaced.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Ids that share one scope in Lua. Their Lua spellings must differ.
#[derive(Debug, Default)]
pub(crate) struct IdScope {
    /// By Lua spelling: the kind of thing that has the id (`space`), and the id as declared.
    taken: BTreeMap<String, (String, Located<String>)>,
    /// Whether the ids become globals, which could hide the globals in [`HOST_GLOBALS`].
    is_global: bool,
}

impl IdScope {
    /// Creates a scope for global constants of the scripts.
    pub(crate) fn globals() -> IdScope {
        IdScope { is_global: true, ..IdScope::default() }
    }
    /// Adds an id. Reports the id if the scope already has an id with the same Lua spelling.
    pub(crate) fn add(&mut self, id: &Located<String>, kind: &str, problems: &Problems) {
        let name = lua_name(&id.value);
        if self.is_global && HOST_GLOBALS.contains(&name.as_str()) {
            problems.push(
                id.error(
                    "content::lua-word",
                    format!("`{}` would hide the global `{}` of the scripts", id.value, name.to_uppercase()),
                )
                .label("choose another id"),
            );
            return;
        }
        if let Some((first_kind, first)) = self.taken.get(&name) {
            let is_same_id = first.value == id.value;
            let message = if is_same_id {
                format!("`{}` is both a {first_kind} and a {kind}", id.value)
            } else {
                format!(
                    "the {kind} `{}` and the {first_kind} `{}` would both be `{name}` in Lua",
                    id.value, first.value
                )
            };
            problems.push(
                id.error("content::ids-meet", message)
                    .label("this id is taken")
                    .help(format!("the {first_kind} is at {}; ids of one kind must differ", first.location())),
            );
            return;
        }
        self.taken.insert(name, (kind.to_string(), id.clone()));
    }
    /// Returns all ids of the scope.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Located<String>> {
        self.taken.values().map(|(_, id)| id)
    }
    /// Finds an id. Returns the kind of thing that has the id (`space`), and the id as declared.
    pub(crate) fn get(&self, id: &str) -> Option<&(String, Located<String>)> {
        self.taken.get(&lua_name(id))
    }
}
