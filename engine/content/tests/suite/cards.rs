//! Fields of cards: what each has of its own, what only some have, and what a misspelt one leads to.

use crate::common::*;

/// The demo's cards, whose fields are declared so, with one replacement in a card.
fn told(fields: &str, from: &str, to: &str) -> Vec<String> {
    let declared =
        "number = \"integer\", kind = { word = [\"plot\", \"event\"] }, at = { id = \"port\", optional = true }";
    let mut files = edited(BOARD, declared, fields);
    let (_, text) = files.iter_mut().find(|(path, _)| path == CARDS).expect("cards");
    assert_eq!(text.matches(from).count(), 1, "{from}");
    *text = text.replace(from, to);
    problems(files).iter().map(line).collect()
}

const KIND: &str = "kind = { word = [\"plot\", \"event\"] }";

#[test]
fn a_number_may_be_each_cards_own() {
    let unique = |of: &str| {
        format!("number = {{ type = \"integer\", unique = {of} }}, {KIND}, at = {{ id = \"port\", optional = true }}")
    };
    assert!(told(&unique("true"), "number = 2", "number = 3").is_empty());
    assert_eq!(
        told(&unique("true"), "number = 2", "number = 1"),
        ["content::not-unique cards/lantern/cards.toml:21:10: the cards `01` and `02` both have number 1"]
    );
    // One is a plot, the other an event.
    assert!(told(&unique("\"kind\""), "number = 2", "number = 1").is_empty());
    let both = told(&unique("\"kind\""), "number = 2\nkind = \"event\"", "number = 1\nkind = \"plot\"");
    assert!(both.len() == 1 && both[0].starts_with("content::not-unique"), "{both:?}");
    let slip = told(&unique("\"knid\""), "number = 2", "number = 3");
    assert!(slip.len() == 1 && slip[0].ends_with("cards have no field `knid` (did you mean `kind`?)"), "{slip:?}");
    assert!(told(&unique("false"), "number = 2", "number = 1").is_empty());
}

#[test]
fn a_field_may_be_of_some_cards_only() {
    let only = |of: &str| {
        format!(
            "number = \"integer\", {KIND}, at = {{ id = \"port\", optional = true, for = {{ kind = [\"{of}\"] }} }}"
        )
    };
    assert!(told(&only("plot"), "number = 2", "number = 3").is_empty());
    assert_eq!(
        told(&only("plot"), "at = \"port-sol\"\n", ""),
        [
            "content::missing-key cards/lantern/cards.toml:5:1: the card `01` lacks `at`, which cards have whose kind is `plot`"
        ]
    );
    let found = told(&only("event"), "number = 2", "number = 3");
    let [plot, event] = found.as_slice() else { panic!("{found:?}") };
    assert!(plot.ends_with("the card `01` has `at`, which cards do not have whose kind is `plot`"), "{plot}");
    assert!(event.ends_with("the card `02` lacks `at`, which cards have whose kind is `event`"), "{event}");
    let slip = told(&only("plto"), "number = 2", "number = 3");
    assert!(
        slip.len() == 1 && slip[0].starts_with("content::bad-choice") && slip[0].ends_with("(did you mean `plot`?)"),
        "{slip:?}"
    );
    let strict = only("plot").replace("optional = true, ", "");
    let found = told(&strict, "number = 2", "number = 3");
    assert!(found.iter().any(|told| told.contains("is for some cards only")), "{found:?}");
}

#[test]
fn a_misspelt_key_is_told_once() {
    let found: Vec<String> = problems(edited(CARDS, "title = \"Fog\"", "titel = \"Fog\"")).iter().map(line).collect();
    assert_eq!(
        found,
        [
            "content::unknown-key cards/lantern/cards.toml:24:1: the half `reds` of the card `02` knows no key `titel` (did you mean `title`?)"
        ]
    );
    let found: Vec<String> = problems(edited(CARDS, "number = 2", "nubmer = 2")).iter().map(line).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    // What is like nothing that is missing is told beside it.
    let found = problems(edited(CARDS, "title = \"Fog\"", "weather = \"Fog\""));
    assert_eq!(
        found.iter().map(|of| of.code.as_str()).collect::<Vec<_>>(),
        ["content::missing-key", "content::unknown-key"]
    );
}

#[test]
fn a_home_that_is_not_on_the_board_is_not_read() {
    let found: Vec<String> =
        problems(edited(BOARD, "home = true\n", "home = true\nread = true\n")).iter().map(line).collect();
    assert!(
        matches!(found.as_slice(), [one] if one.starts_with("content::home-pile scenarios/lantern/board.toml:") && one.contains("they are not on the board")),
        "{found:?}"
    );
}
