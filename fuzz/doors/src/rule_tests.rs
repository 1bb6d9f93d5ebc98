//! Rule tests: text, read, matched with the demo game and played.

use crate::demo;
use cardwright_ruletest::{Outcome, Report, Runner, render};
use cardwright_table::Library;
use std::cell::RefCell;

/// `seeds` lines and cards of the test's own may ask for this many loads and games at most.
const MOST_TRIES: usize = 64;

thread_local! {
    static LIBRARY: &'static Library = Box::leak(Box::new(demo::library()));
    static RUNNER: RefCell<Option<(Runner<'static>, usize)>> = const { RefCell::new(None) };
}

/// Reads tests and plays those that have no mistake; twice, to the same report.
pub fn open(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    if is_long(text) {
        return;
    }
    let report = run(text);
    for mistake in &report.mistakes {
        assert!(!mistake.message.is_empty(), "{mistake:?}");
        assert!(mistake.line <= text.lines().count() + 1, "{mistake:?}");
    }
    let hurt = report.tests.iter().any(|t| t.outcome == Outcome::Mistaken);
    assert!(!hurt || !report.mistakes.is_empty(), "a test that is not played has a mistake");
    assert_eq!(render_all(&report), render_all(&run(text)), "run again, the same");
}

/// Whether it asks for many games of one test: slow on purpose.
fn is_long(text: &str) -> bool {
    let seeds = text.lines().filter_map(|l| l.trim().strip_prefix("seeds"));
    seeds.filter_map(|rest| rest.split_whitespace().next()?.parse::<usize>().ok()).any(|n| n > MOST_TRIES)
}

fn run(text: &str) -> Report {
    RUNNER.with_borrow_mut(|runner| {
        // Cards of the tests' own are loaded once for each set of them, and kept: begin afresh now and then.
        if runner.as_ref().is_some_and(|(_, runs)| *runs > 500) {
            *runner = None;
        }
        let (runner, runs) = runner.get_or_insert_with(|| (Runner::new(LIBRARY.with(|l| *l)), 0));
        *runs += 1;
        runner.text(text, "demo")
    })
}

/// The report without its times.
fn render_all(report: &Report) -> String {
    let tests: Vec<_> = report.tests.iter().map(|t| (t.line, &t.title, &t.cites, &t.outcome)).collect();
    let shown = render(report, false);
    assert!(!shown.is_empty());
    format!("{:?}\n{tests:?}", report.mistakes)
}
