//! The example packs in `docs/examples`: a unit type for Fortress America, a card with its own verb, a scenario with an
//! order of administrations, other action points, a house rule with an option, and a new game. Each pack loads without diagnostics, its rule
//! tests pass, and random players finish its games. Each game is played twice.

use crate::guide::{assert_sound, library, root};
use cardwright_content::render;
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, FuzzReport, fuzz};

#[track_caller]
fn assert_works(name: &str, game: &str, scenario: Option<&str>) -> FuzzReport {
    let library = library(&[name]);
    assert_sound(&library, game, name);
    let scenario = scenario.map(str::to_owned);
    let options = FuzzOptions { games: 20, seed: 3, scenario, double_run: true, threads: 2, ..FuzzOptions::default() };
    let report =
        fuzz(&library, game, &options, &mut |_| {}).unwrap_or_else(|problems| panic!("\n{}", render(&problems, false)));
    let failures: Vec<&str> = report.failures.iter().map(|f| f.message.as_str()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(report.games, 20);
    report
}

#[test]
fn a_pack_with_a_card_and_its_own_verb_works() {
    assert_works("card-with-a-verb", "banana-wars", None);
}

#[test]
fn a_scenario_with_its_own_order_leaves_the_others_unchanged() {
    let report = assert_works("other-order", "banana-wars", Some("years-run-back"));
    assert!(report.unsupported > 0, "the scenario names only three administrations, so it refuses a game with eight");
    // The printed scenarios and their tests are unchanged.
    let report = run(
        &library(&["other-order"]),
        &[root().join("tests/rules/banana-wars/administration-change.test")],
        None,
        &Options::default(),
    );
    assert!(report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn a_pack_with_other_action_points_works() {
    assert_works("balanced", "banana-wars", Some("standard-balanced"));
}

#[test]
fn a_house_rule_with_an_option_works() {
    assert_works("house-rule", "latin-intervention", None);
}

#[test]
fn a_pack_with_a_new_unit_type_works() {
    assert_works("new-unit", "fortress-america", Some("battery-before-portland"));
}

#[test]
fn a_pack_with_a_new_game_works() {
    let report = assert_works("six-spaces", "six-spaces", None);
    assert!(report.wins.iter().all(|(who, _)| who != "nobody") || report.wins.len() > 1, "{:?}", report.wins);
}
