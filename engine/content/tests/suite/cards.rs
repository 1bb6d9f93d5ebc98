//! Fields of cards: unique values, fields for some cards only, and typos.

use crate::common::*;

/// Returns the diagnostics of the demo game with other declared fields of cards and one replacement in a card.
fn problem_lines(fields: &str, from: &str, to: &str) -> Vec<String> {
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
fn a_field_can_require_unique_values() {
    let with_unique = |value: &str| {
        format!(
            "number = {{ type = \"integer\", unique = {value} }}, {KIND}, at = {{ id = \"port\", optional = true }}"
        )
    };
    assert!(problem_lines(&with_unique("true"), "number = 2", "number = 3").is_empty());
    assert_eq!(
        problem_lines(&with_unique("true"), "number = 2", "number = 1"),
        ["content::not-unique cards/lantern/cards.toml:21:10: the cards `01` and `02` both have number 1"]
    );
    // Only cards with the same value of `kind` are compared. The first card is a plot, the second an event.
    assert!(problem_lines(&with_unique("\"kind\""), "number = 2", "number = 1").is_empty());
    let both = problem_lines(&with_unique("\"kind\""), "number = 2\nkind = \"event\"", "number = 1\nkind = \"plot\"");
    assert!(both.len() == 1 && both[0].starts_with("content::not-unique"), "{both:?}");
    let typo = problem_lines(&with_unique("\"knid\""), "number = 2", "number = 3");
    assert!(typo.len() == 1 && typo[0].ends_with("cards have no field `knid` (did you mean `kind`?)"), "{typo:?}");
    assert!(problem_lines(&with_unique("false"), "number = 2", "number = 1").is_empty());
}

#[test]
fn a_field_may_be_for_some_cards_only() {
    let only_for = |kind: &str| {
        format!(
            "number = \"integer\", {KIND}, at = {{ id = \"port\", optional = true, for = {{ kind = [\"{kind}\"] }} }}"
        )
    };
    assert!(problem_lines(&only_for("plot"), "number = 2", "number = 3").is_empty());
    assert_eq!(
        problem_lines(&only_for("plot"), "at = \"port-sol\"\n", ""),
        [
            "content::missing-key cards/lantern/cards.toml:5:1: the card `01` lacks `at`, which every card needs whose kind is `plot`"
        ]
    );
    let found = problem_lines(&only_for("event"), "number = 2", "number = 3");
    let [plot, event] = found.as_slice() else { panic!("{found:?}") };
    assert!(plot.ends_with("the card `01` has `at`, which is not for cards whose kind is `plot`"), "{plot}");
    assert!(event.ends_with("the card `02` lacks `at`, which every card needs whose kind is `event`"), "{event}");
    let typo = problem_lines(&only_for("plto"), "number = 2", "number = 3");
    assert!(
        typo.len() == 1 && typo[0].starts_with("content::bad-choice") && typo[0].ends_with("(did you mean `plot`?)"),
        "{typo:?}"
    );
    let not_optional = only_for("plot").replace("optional = true, ", "");
    let found = problem_lines(&not_optional, "number = 2", "number = 3");
    assert!(found.iter().any(|line| line.contains("is for some cards only")), "{found:?}");
}

#[test]
fn a_typo_in_a_key_is_reported_once() {
    let found: Vec<String> = problems(edited(CARDS, "title = \"Fog\"", "titel = \"Fog\"")).iter().map(line).collect();
    assert_eq!(
        found,
        [
            "content::unknown-key cards/lantern/cards.toml:24:1: the half `reds` of the card `02` has no key `titel` (did you mean `title`?)"
        ]
    );
    let found: Vec<String> = problems(edited(CARDS, "number = 2", "nubmer = 2")).iter().map(line).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    // Without a similar key, both the missing and the unknown key are reported.
    let found = problems(edited(CARDS, "title = \"Fog\"", "weather = \"Fog\""));
    assert_eq!(
        found.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>(),
        ["content::missing-key", "content::unknown-key"]
    );
}

#[test]
fn a_home_pile_that_is_not_on_the_board_cannot_show_text() {
    let found: Vec<String> =
        problems(edited(BOARD, "home = true\n", "home = true\nshow_text = true\n")).iter().map(line).collect();
    assert!(
        matches!(found.as_slice(), [one] if one.starts_with("content::home-pile scenarios/lantern/board.toml:") && one.contains("the board does not show the cards")),
        "{found:?}"
    );
}
