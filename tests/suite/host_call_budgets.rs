//! Budgets of host calls for each decision. Calls are counted, not timed, so the results are the same on every machine.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::PackSource;
use cardwright_sim::{ScenarioStart, play_games};
use cardwright_table::{Library, SetUp};

/// Returns how many host calls a decision may take: the number in `budgets.toml`, or 25.
fn budget(game: &str) -> f64 {
    let budgets: toml::Table = include_str!("../budgets.toml").parse().unwrap();
    budgets.get(game).and_then(toml::Value::as_integer).map_or(25.0, |n| n as f64)
}

#[test]
fn random_play_stays_within_the_budget_of_host_calls() {
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    for game in library.playable_games() {
        let (program, mut vm, _) = library.load(&game.id).unwrap();
        let scenario = game.scenarios.iter().find(|s| s.id == "standard").unwrap_or(&game.scenarios[0]).id.clone();
        let starts = ScenarioStart::new(&program, &SetUp { scenario, ..SetUp::default() }).unwrap();
        let played = play_games(&mut vm, &starts, 0..60).unwrap();
        let per_decision = played.calls_per_decision().unwrap();
        let budget = budget(&game.id);
        assert!(per_decision <= budget, "{}: {per_decision:.1} host calls a decision, more than {budget}", game.id);
    }
}

/// Scripts are a third slower with assertions. A flag in the repository's cargo configuration turns the assertions off.
#[test]
fn luau_is_built_without_its_assertions() {
    const { assert!(!cardwright_script::LUAU_ASSERTIONS) };
}
