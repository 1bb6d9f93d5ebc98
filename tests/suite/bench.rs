//! `cardwright bench` counts correctly, for a designer's own game too.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::PackSource;
use cardwright_sim::{BenchOptions, ScenarioStart, bench, play_games};
use cardwright_table::{Library, SetUp};
use std::path::PathBuf;
use std::process::Command;

const GAME: &str = "demo";
const GAMES: u64 = 12;

fn demo() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo")
}

#[test]
fn counts_equal_those_of_the_played_games() {
    let library = Library::open(vec![PackSource::Folder(demo())]).unwrap();
    let (program, mut vm, _) = library.load(GAME).unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 4, ..SetUp::default() };
    let starts = ScenarioStart::new(&program, &set_up).unwrap();
    let played = play_games(&mut vm, &starts, 4..4 + GAMES).unwrap();
    let measured = bench(&program, &mut vm, &BenchOptions { set_up: set_up.clone(), games: GAMES }).unwrap();
    assert_eq!(
        (measured.games, measured.answers, measured.decisions, measured.host_calls),
        (GAMES, played.answers, played.decisions, played.host_calls)
    );
    let rows = measured.rows.unwrap();
    assert_eq!(rows.by_prompt.iter().map(|it| it.asked).sum::<u64>(), played.decisions, "each decision has one prompt");
    assert_eq!(rows.most, rows.by_prompt[0]);
    assert!(rows.by_prompt.is_sorted_by_key(|prompt| std::cmp::Reverse(prompt.rows)));
    assert!(2 <= rows.median && rows.median <= rows.percentile_99 && rows.percentile_99 <= rows.most.rows, "{rows:?}");
    assert!(2.0 <= rows.mean && rows.mean <= rows.most.rows as f64, "{rows:?}");
    assert!((4..4 + GAMES).contains(&rows.most.seed));
    assert!(0 < measured.position.mean && measured.position.mean <= measured.position.most);
    assert!(measured.clone.fresh > 0.0 && measured.clone.spare > 0.0);
    assert!(measured.events > 1 && measured.event_bytes > 0);
    assert!(measured.interpreted.decisions > measured.interpreted.games, "a game has more than one decision");
    // The counts depend only on the rules and the seeds, so they do not change.
    let repeated = bench(&program, &mut vm, &BenchOptions { set_up, games: GAMES }).unwrap();
    assert_eq!(
        (repeated.rows, repeated.position, repeated.event_bytes),
        (Some(rows), measured.position, measured.event_bytes)
    );
}

fn run_bench(args: &[&str]) -> (Option<i32>, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_cardwright")).arg("--base").arg(demo()).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

#[test]
fn output_is_text_for_people_and_json_for_programs() {
    let (code, lines, _) = run_bench(&["bench", GAME, "--games", "3"]);
    assert_eq!(code, Some(0));
    assert!(lines.starts_with("demo standard: 3 games from seed 1, on one thread\n"), "{lines}");
    for field in ["decisions", "games", "host calls", "instructions", "a position", "an event", "rows"] {
        assert!(lines.lines().any(|line| line.starts_with(&format!("  {field}"))), "{field}\n{lines}");
    }
    let (code, json, _) = run_bench(&["bench", GAME, "--games", "3", "--seed", "7", "--json"]);
    assert_eq!(code, Some(0));
    let measured: serde_json::Value = serde_json::from_str(&json).unwrap();
    let field = (measured["game"].as_str(), measured["seed"].as_u64(), measured["games"].as_u64());
    assert_eq!(field, (Some(GAME), Some(7), Some(3)));
    let numbers =
        ["/interpreted/decisions", "/rows/of_99", "/rows/most/rows", "/position/mean", "/clone/spare", "/event_bytes"];
    for path in numbers {
        assert!(measured.pointer(path).is_some_and(serde_json::Value::is_number), "{path}\n{json}");
    }
    assert!(measured["instructions"].is_null(), "no instruction counter is in use");
    let (code, plain, _) = run_bench(&["bench", GAME, "--games", "3", "--seed", "7", "--plain"]);
    assert_eq!((code, plain), (Some(0), format!("{} decisions in 3 games\n", measured["decisions"])));
}

#[test]
fn after_the_largest_seed_the_games_go_on_from_zero() {
    let (code, lines, _) = run_bench(&["bench", GAME, "--games", "2", "--seed", "18446744073709551615", "--plain"]);
    assert!(code == Some(0) && lines.ends_with("in 2 games\n"), "{lines}");
}

#[test]
fn unknown_scenarios_and_options_are_refused() {
    let (code, _, problem) = run_bench(&["bench", GAME, "--scenario", "standrad"]);
    assert_eq!(code, Some(2));
    assert!(problem.contains("did you mean `standard`?"), "{problem}");
    let (code, _, problem) = run_bench(&["bench", GAME, "--option", "nothing=1"]);
    assert_eq!(code, Some(2), "{problem}");
}
