//! Names: which will do as ids, and what people are shown for them.

use crate::failure::Failure;
use cardwright_content::{as_id, is_text};

/// That a name is an id; else refused with the nearest that is.
pub(crate) fn is_id(name: &str, what: &str) -> Result<(), Failure> {
    let cure = match as_id(name, what == "card") {
        Some(id) if id == name => return Ok(()),
        Some(_) if matches!(what, "game" | "pack") && folder_of(name).is_some() => {
            let (folder, id) = folder_of(name).unwrap_or_default();
            format!("; a {what} is written into the folder that one stands in: go to `{folder}`, and say `{id}` there")
        }
        Some(id) => format!("; `{id}` will"),
        None => String::new(),
    };
    let rule = "ids are lower-case words and digits joined by `-`, and no words of Lua";
    Err(Failure::Usage(format!("`{name}` will not do as the id of a {what}: {rule}{cure}")))
}

/// A path as the folder and what is to be in it, where that will do as an id.
fn folder_of(name: &str) -> Option<(&str, &str)> {
    let (folder, id) = name.trim_end_matches('/').rsplit_once('/')?;
    let is_fit = !folder.is_empty() && as_id(id, false).as_deref() == Some(id);
    is_fit.then_some((folder, id))
}

/// What people are shown for an id where nobody says otherwise: `night-raid` is Night Raid.
pub(crate) fn title(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A title that stands in a file between quotes as it is.
pub(crate) fn is_title(title: &str) -> Result<(), Failure> {
    let is_fit = |c: char| is_text(c) && !"\n\t\"\\{}[]#".contains(c);
    if !title.trim().is_empty() && title.chars().all(is_fit) {
        return Ok(());
    }
    Err(Failure::Usage("a title is a line of letters, without `\"`, `\\`, `{`, `[` and `#`".into()))
}

/// What begins citations of a game: two letters of its id, `TI`.
pub(crate) fn code(id: &str) -> String {
    let mut parts = id.split('-');
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    let letters = match second {
        Some(second) => first.chars().take(1).chain(second.chars().take(1)).collect::<String>(),
        None => first.chars().take(2).collect(),
    };
    letters.to_uppercase()
}

/// An id as the constant of a thing of the game: `us-training` is `US_TRAINING`.
pub(crate) fn constant(id: &str) -> String {
    key(id).to_uppercase()
}

/// An id as a key of a table in Lua: `us-training` is `us_training`.
pub(crate) fn key(id: &str) -> String {
    cardwright_script::lua_name(id)
}

#[cfg(test)]
mod tests {
    use super::{code, is_id, is_title, title};

    #[test]
    fn names_that_are_no_ids_get_the_nearest() {
        for (name, what, near) in [
            ("Night Raid", "card", "`night-raid` will"),
            ("2nd-raid", "verb", "`nd-raid` will"),
            ("end", "verb", "`the-end` will"),
            ("night_raid", "option", "`night-raid` will"),
            ("../up", "pack", "go to `..`, and say `up` there"),
            ("../games/passes", "game", "go to `../games`, and say `passes` there"),
            ("../up", "verb", "`up` will"),
        ] {
            let crate::failure::Failure::Usage(told) = is_id(name, what).expect_err(name) else { panic!("{name}") };
            assert!(told.ends_with(near), "{told}");
        }
        let crate::failure::Failure::Usage(told) = is_id("—", "pack").expect_err("no letter") else { panic!() };
        assert!(told.ends_with("no words of Lua"), "{told}");
        assert!(is_id("night-raid", "pack").is_ok() && is_id("07", "card").is_ok() && is_id("07", "verb").is_err());
    }

    #[test]
    fn titles_and_codes_come_of_ids() {
        assert_eq!((title("night-raid").as_str(), title("07").as_str()), ("Night Raid", "07"));
        assert_eq!((code("tiny").as_str(), code("banana-wars").as_str(), code("x").as_str()), ("TI", "BW", "X"));
        assert!(is_title("Who goes there? (Öl)").is_ok());
        assert!(["", "a\"b", "a\nb", "a {b}", "a [b]"].iter().all(|title| is_title(title).is_err()));
    }
}
