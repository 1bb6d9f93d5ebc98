//! What an id may look like, and which ids would meet in Lua.

use crate::located::Located;
use crate::problems::Problems;
use std::collections::BTreeMap;

/// Words of Lua and Luau that no id may be.
const LUA_WORDS: [&str; 26] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "export", "false", "for", "function", "goto", "if",
    "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "type", "typeof", "until", "while",
];

/// Globals of the host that an id in capitals would hide: tables of the things of one kind.
const HOST_WORDS: [&str; 20] = [
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

/// What an id names, which decides how it may be spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `high-pass`: begins with a letter.
    Kebab,
    /// May be a printed number: cards.
    Digits,
    /// A key of a Lua table: `-` and `_` both will do.
    Field,
}

/// The name in Lua: `-` becomes `_`.
pub(crate) fn lua(id: &str) -> String {
    id.replace('-', "_")
}

/// The id of a link that has none of its own: its ends in order, so that it does not matter which
/// is named first. No other id has `--` in it.
pub(crate) fn of_ends(a: &str, b: &str) -> String {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    format!("{low}--{high}")
}

/// Whether `id` is spelled right.
pub(crate) fn is_spelled(id: &str, spelling: Spelling) -> bool {
    let sound = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let first = id.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    id.len() <= 64
        && match spelling {
            Spelling::Kebab => first && id.split('-').all(sound),
            Spelling::Digits => id.split('-').all(sound),
            Spelling::Field => first && id.split(['-', '_']).all(sound),
        }
}

/// Whether a script may give this name to what it registers.
pub fn is_id(name: &str) -> bool {
    is_spelled(name, Spelling::Kebab)
}

/// The id that is nearest to a name: the name itself where it will do, none where nothing of it would. Cards may have printed
/// numbers for ids.
pub fn as_id(name: &str, is_card: bool) -> Option<String> {
    let spelling = if is_card { Spelling::Digits } else { Spelling::Kebab };
    let mut id = if is_spelled(name, spelling) { name.to_owned() } else { kebab(name) };
    if !is_card {
        id = id.trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_owned();
    }
    id.truncate(64);
    id = id.trim_end_matches('-').to_owned();
    if LUA_WORDS.contains(&id.as_str()) {
        id = format!("the-{id}");
    }
    is_spelled(&id, spelling).then_some(id)
}

/// Reports an id that is spelled wrong or is a word of Lua; true if all is well.
pub(crate) fn check(id: &Located<String>, what: &str, spelling: Spelling, problems: &Problems) -> bool {
    if !is_spelled(&id.value, spelling) {
        let fixed = kebab(&id.value);
        let mut problem = id
            .error("content::bad-id", format!("`{}` will not do as the id of a {what}", id.value))
            .label("ids are lower-case words and digits joined by `-`, at most 64 letters");
        if is_spelled(&fixed, spelling) {
            problem = problem.help(format!("write `{fixed}`"));
        }
        problems.push(problem);
        return false;
    }
    // Actions are named by strings only: `action "return"`.
    if what != "action" && LUA_WORDS.contains(&id.value.as_str()) {
        problems.push(
            id.error("content::lua-word", format!("`{}` is a word of Lua and cannot be an id", id.value))
                .label("scripts could not name it")
                .help("choose another id; the name people read may stay"),
        );
        return false;
    }
    true
}

pub(crate) fn kebab(id: &str) -> String {
    let spaced: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    spaced.split('-').filter(|p| !p.is_empty()).collect::<Vec<_>>().join("-")
}

/// Ids that share one scope in Lua, as they are in Lua, with who has each.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    taken: BTreeMap<String, (String, Located<String>)>,
    hides_host: bool,
}

impl Scope {
    /// The scope of global constants.
    pub(crate) fn globals() -> Scope {
        Scope { hides_host: true, ..Scope::default() }
    }
    /// Takes a name; reports whom it meets.
    pub(crate) fn take(&mut self, id: &Located<String>, what: &str, problems: &Problems) {
        let name = lua(&id.value);
        if self.hides_host && HOST_WORDS.contains(&name.as_str()) {
            problems.push(
                id.error(
                    "content::lua-word",
                    format!("`{}` would hide `{}` of the scripts", id.value, name.to_uppercase()),
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
                    .help(format!("the {owner} is at {}; ids of one kind share one scope", first.written())),
            );
            return;
        }
        self.taken.insert(name, (what.to_string(), id.clone()));
    }
    /// Every id that is in use.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &Located<String>> {
        self.taken.values().map(|(_, id)| id)
    }
    /// Whether an id is in use.
    pub(crate) fn has(&self, id: &str) -> Option<&(String, Located<String>)> {
        self.taken.get(&lua(id))
    }
}
