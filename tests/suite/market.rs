//! The pack `market`, in which a column of a row is an amount: lines, refusals, records, reload, random players and
//! counts.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::reload::copy;
use cardwright_bots::BotKind;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, divide, fuzz, perft};
use cardwright_state::{Answer, notation};
use cardwright_table::{Event, Library, NextWords, Reloaded, SetUp, StartError, Table, Viewer, random_answer, record};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/market")
}

fn library(folder: PathBuf) -> Library {
    Library::open(vec![PackSource::Folder(folder)]).unwrap()
}

fn start_in(library: &Library) -> Table {
    let (program, vm, problems) = library.load("market").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(problems.is_empty(), "{}", render(&problems, false));
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn start() -> Table {
    start_in(&library(folder()))
}

fn prompt(table: Table) -> PipedPrompt {
    PipedPrompt::with_page(table, library(folder()), 120, 50)
}

#[test]
fn the_pack_loads_and_its_rule_tests_pass() {
    let library = library(folder());
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    let report = run(&library, &[folder().join("tests/rules/market")], None, &Options::default());
    assert!(!report.tests.is_empty() && report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn random_games_reach_the_same_hashes_twice() {
    let options = FuzzOptions { games: 30, seed: 1, double_run: true, ..FuzzOptions::default() };
    let library = library(folder());
    let report = fuzz(&library, "market", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

#[test]
fn each_number_counts_as_a_move() {
    let table = start();
    let mut vm = table.into_vm();
    let position = vm.position();
    // 30 bids, 1 way to drop out, 6 loans, 30 times 3 changes.
    assert_eq!(perft(&mut vm, &position, 1).unwrap()[0].nodes, 127);
    let by_first = divide(&mut vm, &position, 2).unwrap();
    assert_eq!(by_first.len(), 127);
    let nodes = |row: &str| by_first.iter().find(|(first, _)| first == row).unwrap().1.nodes;
    // After a bid of 29 the other side may bid 30.
    assert_eq!((nodes("bid 29"), nodes("bid 30")), (98, 97));
}

#[test]
fn the_list_shows_bounds_and_an_unfinished_line_asks_how_many() {
    let mut prompt = prompt(start());
    let list = prompt.line("legal").text;
    for row in ["bid 1..30", "borrow 5..30 by 5", "change 1..30 1..3"] {
        assert!(list.contains(row), "{row}\n{list}");
    }
    assert!(prompt.line("bid").text.contains("how many? 1 to 30"));
    assert!(prompt.line("borrow").text.contains("how many? 5 to 30 by 5"));
    assert!(prompt.line("change 4").text.contains("how many? 1 to 3"));
    let reply = prompt.line("preview bid 17").text;
    assert!(reply.contains("Price") && reply.contains("17"), "{reply}");
    assert!(!prompt.line("#1 17").refused);
    assert!(!prompt.line("chan 4 3").refused);
}

#[test]
fn a_number_out_of_range_is_refused_with_the_range() {
    let mut prompt = prompt(start());
    let bounds = [("bid", "1 to 30"), ("borrow", "5 to 30 by 5"), ("change 4", "1 to 3"), ("#1", "1 to 30")];
    for (words, range) in bounds {
        for number in ["31", "0", "-1", "1000000000000", "1e3", "abc", "1..30", "07"] {
            let text = format!("{words} {number}");
            let reply = prompt.line(&text);
            assert!(reply.refused && reply.text.contains(&format!("legal: {range}")), "{text}: {}", reply.text);
            let why = prompt.line(&format!("why not {text}")).text;
            assert!(words == "#1" || why.contains(&format!("legal: {range}")), "{text}: {why}");
        }
    }
}

#[test]
fn completion_offers_the_bounds() {
    let mut table = start();
    let viewer = Viewer::OPEN;
    let words = |next: NextWords| match next {
        NextWords::Words(words) => words,
        other => panic!("{other:?}"),
    };
    assert_eq!(words(table.next_words(&["bid"], viewer, true)), ["1", "30"]);
    assert_eq!(words(table.next_words(&["borrow"], viewer, true)), ["5", "30"]);
    let NextWords::Complete(label, _) = table.next_words(&["bid", "17"], viewer, true) else { panic!() };
    assert_eq!(label, "Bid 17");
}

#[test]
fn records_replay_the_numbers_and_check_them() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = start();
    table.keep_record(&path).unwrap();
    for line in ["bid 17", "borrow 15", "drop-out", "change 2 3", "undo", "bid 1"] {
        if line == "undo" { table.undo().map(drop).unwrap() } else { table.play(None, line).map(drop).unwrap() }
    }
    let mut restored = start();
    restored.replay(&record::read(&path).unwrap(), None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(restored.hash_chain(), table.hash_chain());
    let mut fresh = start();
    let mut answer = |row: &str| {
        let event = Event::Answer { side: "north".into(), row: row.into(), given: Vec::new(), automatic: false };
        fresh.replay_event(&event)
    };
    assert_eq!(answer("bid 31"), Err("`bid 31` is not legal there: 1 to 30".into()));
    assert_eq!(answer("borrow 6"), Err("`borrow 6` is not legal there: 5 to 30 by 5".into()));
    assert_eq!(answer("bid 1..30"), Err("`bid 1..30` is not legal there: 1 to 30".into()));
    assert_eq!(answer("bid 30"), Ok(()));
}

#[test]
fn an_answer_without_its_number_is_no_answer() {
    let mut table = start();
    let before = table.hash();
    for answer in [Answer::from(0), Answer::new(0, [31]), Answer::new(0, [3, 4]), Answer::new(1, [3])] {
        assert!(table.answer(answer, false).is_err(), "{answer:?}");
    }
    assert!(table.play(None, "").unwrap().incomplete.is_some(), "nobody gives a number for the player");
    assert_eq!(table.hash(), before);
    assert_eq!(table.answer(Answer::new(0, [30]), false).unwrap(), "bid 30");
}

#[test]
fn a_saved_game_goes_on_within_an_action_with_its_number() {
    let mut table = start();
    table.adjust("north stock: c3; lots: c1 c2").unwrap();
    table.play(None, "sell c3 4").unwrap();
    let saved = notation::print_save(table.board(), table.position());
    assert!(saved.contains("sell"), "{saved}");
    table.restart_at(&table.position().clone()).unwrap();
    assert!(table.play(None, "4").is_err(), "the fee is below the price");
    table.play(None, "1").unwrap();
    assert!(notation::print(table.board(), table.position()).contains("gold 33"));
}

#[test]
fn after_a_reload_an_answer_must_be_within_the_new_bounds() {
    let dir = tempfile::tempdir().unwrap();
    copy(&folder(), dir.path());
    let mut library = library(dir.path().into());
    let path = dir.path().join("scripts/market/auction.luau");
    let script = fs::read_to_string(&path).unwrap();
    let mut reload = |table: &mut Table, bounds: &str| {
        fs::write(&path, script.replace("amount(n, 4 * n)", bounds)).unwrap();
        library.reread().unwrap();
        let (program, vm, _) = library.load("market").unwrap_or_else(|e| panic!("{}", render(&e, false)));
        table.reload(program, vm).map_err(|e| e.to_string()).unwrap()
    };
    let mut table = start();
    table.adjust("north stock: c3; lots: c1 c2").unwrap();
    table.play(None, "sell c3 4").unwrap();
    assert_eq!(reload(&mut table, "amount(n, 5 * n)"), Reloaded::SameChoice);
    assert_eq!(table.row_words(), [["0..3"]]);
    assert_ne!(reload(&mut table, "amount(n, 3 * n)"), Reloaded::SameChoice);
    assert!(table.row_words().iter().any(|row| row.join(" ") == "sell c3 1..3"));
}

#[test]
fn random_players_draw_the_row_first_and_half_the_time_the_likely_number() {
    let mut table = start();
    let choice = table.choice().unwrap().clone();
    let mut player = cardwright_bots::RandomBot::new(1);
    let mut answers = vec![Vec::new(); choice.rows.len()];
    for _ in 0..4000 {
        let answer = random_answer(&mut player, &choice.rows, &choice.discouraged, &choice.likely);
        answers[answer.row].push(answer.numbers().to_vec());
    }
    assert!(answers.iter().all(|drawn| (900..1100).contains(&drawn.len())), "four rows, each a quarter");
    let likely = answers[0].iter().filter(|numbers| numbers[..] == [2]).count();
    assert!((440..600).contains(&likely), "{likely}: the script deems 2 likely");
    let mut bot = BotKind::named("random").unwrap().start(5);
    let row = table.answer_with_bot(bot.as_mut()).unwrap();
    assert!(!row.contains(".."), "{row}");
}

/// Returns the error of a game whose first step runs this code.
fn script_error(body: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    copy(&folder(), dir.path());
    fs::write(
        dir.path().join("scripts/market/more.luau"),
        format!("before(\"step begin\", function()\n  {body}\nend)\n"),
    )
    .unwrap();
    let (program, vm, _) = match library(dir.path().into()).load("market") {
        Ok(loaded) => loaded,
        Err(problems) => return render(&problems, false),
    };
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).map_or_else(
        |error| match error {
            StartError::Run(error) => error.with_place(),
            other => other.to_string(),
        },
        |_| "nothing".into(),
    )
}

#[test]
fn impossible_bounds_and_steps_name_the_script_line() {
    for (body, problem) in [
        ("local it = amount(1, 9, 0)", "the step of an amount is 1 or more, not 0"),
        ("local it = amount(1, 9, -2)", "the step of an amount is 1 or more, not -2"),
        ("local it = amount(0, 1000001)", "between -1000000 and 1000000"),
        ("local it = keep(amount(1, 9), BOXES, WHY.one_loan)", "do not narrow an amount"),
    ] {
        let error = script_error(body);
        assert!(error.contains(problem) && error.contains("more.luau:2"), "{body}: {error}");
    }
    assert_eq!(script_error("local it = amount(3, 2)"), "nothing");
}

#[test]
fn a_chooser_gives_the_number_after_the_row() {
    let body = |returned: &str| {
        format!(
            "answering(NORTH, function(rows) assert(rows[1][1].min == 2 and rows[1][1].max == 8 and rows[1][1].step == 2)\n\
             return {returned} end, function() assert(choose(NORTH, amount(2, 9, 2), TEXT.fee) == 6) end)"
        )
    };
    assert_eq!(script_error(&body("1, 6")), "nothing");
    for wrong in ["1", "1, 5", "1, 10"] {
        let error = script_error(&body(wrong));
        assert!(error.contains("a number from 2 to 8 by 2"), "{wrong}: {error}");
    }
}
