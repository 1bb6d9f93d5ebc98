//! A type of units of its own for Fortress America, and the four examples that were made from the documents alone: a card with a verb of its own, a scenario with an order of
//! administrations of its own, a house rule with an option, a game from nothing. Each loads without a word of complaint, its
//! rule tests hold, and random players play it to the end, each game twice.

use crate::guide::{is_sound, library, root};
use cardwright_content::render;
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, FuzzReport, fuzz};

#[track_caller]
fn works(name: &str, game: &str, scenario: Option<&str>) -> FuzzReport {
    let library = library(&[name]);
    is_sound(&library, game, name);
    let scenario = scenario.map(str::to_owned);
    let options = FuzzOptions { games: 20, seed: 3, scenario, double_run: true, threads: 2, ..FuzzOptions::default() };
    let report = fuzz(&library, game, &options, &mut |_| {}).unwrap_or_else(|all| panic!("\n{}", render(&all, false)));
    let failures: Vec<&str> = report.failures.iter().map(|f| f.message.as_str()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(report.games, 20);
    report
}

#[test]
fn a_card_with_a_verb_of_its_own() {
    works("card-with-a-verb", "banana-wars", None);
}

#[test]
fn a_scenario_with_an_order_of_its_own_leaves_the_others_theirs() {
    let report = works("other-order", "banana-wars", Some("years-run-back"));
    assert!(report.unknown > 0, "with eight administrations, of which three are named, the game is refused");
    // The printed scenarios and their tests are as they were.
    let report = run(
        &library(&["other-order"]),
        &[root().join("tests/rules/banana-wars/administration-change.test")],
        None,
        &Options::default(),
    );
    assert!(report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn a_house_rule_with_an_option() {
    works("house-rule", "latin-intervention", None);
}

#[test]
fn a_type_of_units_of_its_own() {
    works("new-unit", "fortress-america", Some("battery-before-portland"));
}

#[test]
fn a_game_from_nothing() {
    let report = works("six-spaces", "six-spaces", None);
    assert!(report.wins.iter().all(|(who, _)| who != "nobody") || report.wins.len() > 1, "{:?}", report.wins);
}
