//! Checks ids and titles, and derives titles and constants from ids.

use crate::failure::Failure;
use cardwright_content::{is_text_char, suggest_id};

/// Refuses a name that is not a valid id, and suggests a valid id. `part` says what the id is for: `"card"`.
pub(crate) fn check_id(name: &str, part: &str) -> Result<(), Failure> {
    let suggestion = match suggest_id(name, part == "card") {
        Some(id) if id == name => return Ok(()),
        Some(_) if matches!(part, "game" | "pack") && folder_of(name).is_some() => {
            let (folder, id) = folder_of(name).unwrap_or_default();
            format!("; a new {part} goes into the current folder: go to `{folder}` and use `{id}` there")
        }
        Some(id) => format!("; `{id}` is valid"),
        None => String::new(),
    };
    let rule = "an id consists of lower-case words and digits joined by `-`, and is not a Lua keyword";
    Err(Failure::Usage(format!("`{name}` is not a valid id for a {part}: {rule}{suggestion}")))
}

/// Splits a path into a folder and a name, if the name is a valid id.
fn folder_of(name: &str) -> Option<(&str, &str)> {
    let (folder, id) = name.trim_end_matches('/').rsplit_once('/')?;
    let is_valid = !folder.is_empty() && suggest_id(id, false).as_deref() == Some(id);
    is_valid.then_some((folder, id))
}

/// Returns the default title of an id: `Night Raid` for `night-raid`.
pub(crate) fn title(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Refuses a title that needs escapes in TOML, tests or text templates.
pub(crate) fn check_title(title: &str) -> Result<(), Failure> {
    let is_allowed = |c: char| is_text_char(c) && !"\n\t\"\\{}[]#".contains(c);
    if !title.trim().is_empty() && title.chars().all(is_allowed) {
        return Ok(());
    }
    Err(Failure::Usage("a title is one line of text without `\"`, `\\`, `{`, `[` and `#`".into()))
}

/// Returns the code for citations of a game's rules. It is made of two letters of the game's id: `TI` for `tiny`.
pub(crate) fn code(id: &str) -> String {
    let mut parts = id.split('-');
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    let letters = match second {
        Some(second) => first.chars().take(1).chain(second.chars().take(1)).collect::<String>(),
        None => first.chars().take(2).collect(),
    };
    letters.to_uppercase()
}

/// Returns the Luau constant of an id: `US_TRAINING` for `us-training`.
pub(crate) fn constant(id: &str) -> String {
    key(id).to_uppercase()
}

/// Returns the key of an id in Luau tables: `us_training` for `us-training`.
pub(crate) fn key(id: &str) -> String {
    cardwright_script::lua_name(id)
}

#[cfg(test)]
mod tests {
    use super::{check_id, check_title, code, title};

    #[test]
    fn invalid_ids_get_a_suggestion() {
        for (name, part, suggestion) in [
            ("Night Raid", "card", "`night-raid` is valid"),
            ("2nd-raid", "verb", "`nd-raid` is valid"),
            ("end", "verb", "`the-end` is valid"),
            ("night_raid", "option", "`night-raid` is valid"),
            ("../up", "pack", "go to `..` and use `up` there"),
            ("../games/passes", "game", "go to `../games` and use `passes` there"),
            ("../up", "verb", "`up` is valid"),
        ] {
            let crate::failure::Failure::Usage(text) = check_id(name, part).expect_err(name) else { panic!("{name}") };
            assert!(text.ends_with(suggestion), "{text}");
        }
        let crate::failure::Failure::Usage(text) = check_id("—", "pack").expect_err("no letter") else { panic!() };
        assert!(text.ends_with("not a Lua keyword"), "{text}");
        assert!(check_id("night-raid", "pack").is_ok());
        assert!(check_id("07", "card").is_ok() && check_id("07", "verb").is_err());
    }

    #[test]
    fn titles_and_codes_are_derived_from_ids() {
        assert_eq!((title("night-raid").as_str(), title("07").as_str()), ("Night Raid", "07"));
        assert_eq!((code("tiny").as_str(), code("banana-wars").as_str(), code("x").as_str()), ("TI", "BW", "X"));
        assert!(check_title("Who goes there? (Öl)").is_ok());
        assert!(["", "a\"b", "a\nb", "a {b}", "a [b]"].iter().all(|title| check_title(title).is_err()));
    }
}
