//! Ids: how they are spelled, and which of them would collide in Lua.

use crate::located::Located;
use crate::problems::Problems;
use std::collections::BTreeMap;

/// Keywords of Lua and Luau, which no id may be.
const LUA_KEYWORDS: [&str; 26] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "export", "false", "for", "function", "goto", "if",
    "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "type", "typeof", "until", "while",
];

/// Globals of the scripts in lower case; an id in capitals would hide one of them.
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
    /// For cards: may also begin with a digit, as printed numbers do.
    Digits,
    /// For keys of Lua tables: `-` and `_` are both allowed.
    Field,
}

/// The Lua spelling of an id, with `_` for `-`.
pub(crate) fn lua_name(id: &str) -> String {
    id.replace('-', "_")
}

/// The id of a link that declares none: the ids of its two ends in alphabetical order, joined by `--`. No other id
/// contains `--`.
pub(crate) fn link_id(a: &str, b: &str) -> String {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    format!("{low}--{high}")
}

/// Whether `id` follows a spelling rule.
pub(crate) fn is_valid(id: &str, spelling: Spelling) -> bool {
    let is_valid_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let first = id.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    id.len() <= 64
        && match spelling {
            Spelling::Kebab => first && id.split('-').all(is_valid_part),
            Spelling::Digits => id.split('-').all(is_valid_part),
            Spelling::Field => first && id.split(['-', '_']).all(is_valid_part),
        }
}

/// Whether a name is a valid id.
pub fn is_id(name: &str) -> bool {
    is_valid(name, Spelling::Kebab)
}

/// The id that is most like a name: the name itself if it is a valid id, `None` if no part of it is usable. The id of a
/// card may begin with a digit.
pub fn suggest_id(name: &str, is_card: bool) -> Option<String> {
    let spelling = if is_card { Spelling::Digits } else { Spelling::Kebab };
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

/// Whether an id is valid; reports it if not. `what` names what has the id.
pub(crate) fn check(id: &Located<String>, what: &str, spelling: Spelling, problems: &Problems) -> bool {
    if !is_valid(&id.value, spelling) {
        let fixed = kebab(&id.value);
        let mut problem = id
            .error("content::bad-id", format!("`{}` is not a valid id for a {what}", id.value))
            .label("an id is lower-case words and digits joined by `-`, at most 64 characters");
        if is_valid(&fixed, spelling) {
            problem = problem.help(format!("write `{fixed}`"));
        }
        problems.push(problem);
        return false;
    }
    // Scripts name actions by strings only: `action "return"`.
    if what != "action" && LUA_KEYWORDS.contains(&id.value.as_str()) {
        problems.push(
            id.error("content::lua-word", format!("`{}` is a keyword of Lua and cannot be an id", id.value))
                .label("scripts could not use it")
                .help("choose another id; the printed name may stay"),
        );
        return false;
    }
    true
}

/// The name in lower case, with `-` for every other character that ids may not have.
pub(crate) fn kebab(id: &str) -> String {
    let spaced: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    spaced.split('-').filter(|p| !p.is_empty()).collect::<Vec<_>>().join("-")
}

/// Ids that share one scope in Lua. The map is by the Lua spelling: what has the id, and the id.
#[derive(Debug, Default)]
pub(crate) struct IdScope {
    taken: BTreeMap<String, (String, Located<String>)>,
    hides_host: bool,
}

impl IdScope {
    /// A scope for global constants of the scripts.
    pub(crate) fn globals() -> IdScope {
        IdScope { hides_host: true, ..IdScope::default() }
    }
    /// Adds an id; reports it if the scope already has one with the same Lua spelling.
    pub(crate) fn take(&mut self, id: &Located<String>, what: &str, problems: &Problems) {
        let name = lua_name(&id.value);
        if self.hides_host && HOST_GLOBALS.contains(&name.as_str()) {
            problems.push(
                id.error(
                    "content::lua-word",
                    format!("`{}` would hide the global `{}` of the scripts", id.value, name.to_uppercase()),
                )
                .label("choose another id"),
            );
            return;
        }
        if let Some((owner, first)) = self.taken.get(&name) {
            let same = first.value == id.value;
            let message = if same {
                format!("`{}` is both a {owner} and a {what}", id.value)
            } else {
                format!("the {what} `{}` and the {owner} `{}` would both be `{name}` in Lua", id.value, first.value)
            };
            problems.push(
                id.error("content::ids-meet", message)
                    .label("this id is taken")
                    .help(format!("the {owner} is at {}; ids of one kind must differ", first.location())),
            );
            return;
        }
        self.taken.insert(name, (what.to_string(), id.clone()));
    }
    /// All ids of the scope.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Located<String>> {
        self.taken.values().map(|(_, id)| id)
    }
    /// What has an id, and the id as declared.
    pub(crate) fn get(&self, id: &str) -> Option<&(String, Located<String>)> {
        self.taken.get(&lua_name(id))
    }
}
