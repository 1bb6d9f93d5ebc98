//! Fuzz target for rule tests: reads them and plays them on the demo.

use crate::demo;
use cardwright_ruletest::{Outcome, Report, Runner, render};
use cardwright_table::Library;
use std::cell::RefCell;

/// Inputs with a `seeds` line for more games than this are skipped, because they would take long.
const MAX_SEEDS: usize = 64;

thread_local! {
    static LIBRARY: &'static Library = Box::leak(Box::new(demo::library()));
    static RUNNER: RefCell<Option<(Runner<'static>, usize)>> = const { RefCell::new(None) };
}

/// Plays the tests twice. Both runs must give the same report.
pub fn run(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    if is_long(text) {
        return;
    }
    let report = run_tests(text);
    for mistake in &report.mistakes {
        assert!(!mistake.message.is_empty(), "{mistake:?}");
        assert!(mistake.line <= text.lines().count() + 1, "{mistake:?}");
    }
    let has_mistake = report.tests.iter().any(|t| t.outcome == Outcome::Mistaken);
    assert!(!has_mistake || !report.mistakes.is_empty(), "the report lists the mistake of every skipped test");
    assert_eq!(render_all(&report), render_all(&run_tests(text)), "a second run gives the same report");
}

/// Returns whether a `seeds` line asks for more than [`MAX_SEEDS`] games.
fn is_long(text: &str) -> bool {
    let seeds = text.lines().filter_map(|l| l.trim().strip_prefix("seeds"));
    seeds.filter_map(|text| text.split_whitespace().next()?.parse::<usize>().ok()).any(|n| n > MAX_SEEDS)
}

fn run_tests(text: &str) -> Report {
    RUNNER.with_borrow_mut(|runner| {
        // The runner caches the cards that tests declare. Replace it from time to time, so that the cache stays small.
        if runner.as_ref().is_some_and(|(_, runs)| *runs > 500) {
            *runner = None;
        }
        let (runner, runs) = runner.get_or_insert_with(|| (Runner::new(LIBRARY.with(|l| *l)), 0));
        *runs += 1;
        runner.run_text(text, "demo")
    })
}

/// Returns the report as text, without times.
fn render_all(report: &Report) -> String {
    let tests: Vec<_> = report.tests.iter().map(|t| (t.line, &t.title, &t.cites, &t.outcome)).collect();
    assert!(!render(report, false).is_empty());
    format!("{:?}\n{tests:?}", report.mistakes)
}
