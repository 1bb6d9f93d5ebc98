//! `fuzz --besides`: the random players also use standing actions. A side may use these while another side is asked.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::PackSource;
use cardwright_sim::{FuzzOptions, FuzzReport, fuzz};
use cardwright_table::Library;

/// Plays games of a scenario as written, each of them twice. Half of them have standing actions.
fn report(library: &Library, scenario: &str, options: &[(&str, &str)], games: u64) -> FuzzReport {
    let pinned = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let scenario = Some(scenario.to_owned());
    let base = FuzzOptions { games, seed: 1, as_is: true, double_run: true, ..FuzzOptions::default() };
    let options = FuzzOptions { scenario, pinned, besides: true, ..base };
    let report = fuzz(library, "cuba-libre", &options, &mut |_| {}).unwrap();
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    report
}

#[test]
fn games_continue_after_any_standing_action() {
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    for scenario in ["standard", "variable", "solo-26july", "solo-government"] {
        let used = report(&library, scenario, &[], 6).standing_uses;
        for action in ["give", "withdraw"] {
            assert!(used.contains_key(action), "{scenario}: nobody did `{action}`: {used:?}");
        }
        // Non-players have no standing actions.
        assert_eq!(used.contains_key("request"), !scenario.starts_with("solo"), "{scenario}: {used:?}");
    }
    let used = report(&library, "standard", &[("players", "two")], 20).standing_uses;
    for action in ["give", "request", "withdraw", "close-casino", "shift-cash"] {
        assert!(used.contains_key(action), "nobody did `{action}`: {used:?}");
    }
}

#[test]
fn without_the_option_nobody_uses_standing_actions() {
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    let options = FuzzOptions { games: 2, seed: 1, ..FuzzOptions::default() };
    assert!(fuzz(&library, "cuba-libre", &options, &mut |_| {}).unwrap().standing_uses.is_empty());
}
