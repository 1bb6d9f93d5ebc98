//! The pack `market`, in which a column of a row is an amount: lines, refusals, records, reload, random players and
//! counts.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::reload::copy;
use cardwright_bots::BotKind;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_script::random_answer;
use cardwright_sim::{FuzzOptions, divide, fuzz, perft};
use cardwright_state::{Answer, notation};
use cardwright_table::{Event, Library, NextWords, Reloaded, SetUp, StartError, Table, Viewer, record};
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
fn a_number_in_another_writing_is_refused_with_the_writing_that_fits() {
    let mut prompt = prompt(start());
    for (word, number) in [("010", "10"), ("+10", "10"), ("-0", "0"), ("00", "0")] {
        let reply = prompt.line(&format!("bid {word}"));
        let message = format!("how many? `{word}` is no number here, write `{number}`; legal: 1 to 30");
        assert!(reply.refused && reply.text.contains(&message), "{}", reply.text);
    }
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
    let mut bot = BotKind::named("random").unwrap().start(5).unwrap();
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
fn a_likely_number_outside_the_bounds_is_refused() {
    for likely in [1, 10, -5] {
        let error = script_error(&format!("local it = amount(2, 9, 1, {likely})"));
        let problem = format!("the likely number of an amount lies between its bounds 2 and 9, not {likely}");
        assert!(error.contains(&problem) && error.contains("more.luau:2"), "{error}");
    }
    for fine in ["amount(2, 9, 3, 4)", "amount(2, 9, 1, 9)", "amount(2, 2, 1, 7)", "amount(3, 2, 1, 7)"] {
        assert_eq!(script_error(&format!("local it = {fine}")), "nothing", "{fine}");
    }
}

#[test]
fn a_default_with_an_amount_is_refused() {
    for default in ["5", ""] {
        let row = if default.is_empty() { "WORD.done".to_owned() } else { format!("WORD.done, {default}") };
        let error = script_error(&format!("offer(WORD.done, amount(2, 9))\n default({row})\n choose(NORTH, TEXT.fee)"));
        assert!(error.contains("`default` names the row `done 2..9`: Enter cannot give"), "{error}");
    }
    let other = "offer(WORD.done, amount(2, 9))\n offer(WORD.done)\n default(WORD.done)\n choose(NORTH, TEXT.fee)";
    assert_eq!(script_error(other), "nothing");
    assert_eq!(script_error(&other.replace("default(WORD.done)", "default(WORD.done, 40)")), "nothing");
}

/// A sealed limit: the number goes into a fact that only its owner reads, and the step asks once more.
const SEALED: &str = r#"
local up_to = action "up-to"
function up_to.offer(side) offer(up_to, amount(1, 9999)) end
function up_to.play(side, limit)
  set(LIMIT, limit, side)
  choose(side, numbers(1, 2), TEXT.fee)
end
step("sealed", function()
  act(NORTH, { up_to }, TEXT.fee)
  act(SOUTH, { up_to }, TEXT.fee)
  return win(NORTH, TEXT.over)
end)
"#;

/// Starts a game in which `up-to` is a private action.
fn sealed() -> Table {
    let files = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
        (
            "scenarios/market/board/limit.toml",
            "[meta]\ngame = \"market\"\n[[fact]]\nid = \"limit\"\non = \"side\"\ntype = \"number\"\naudience = \"owner\"\n",
        ),
        (
            "scenarios/market/sealed.toml",
            "[meta]\nid = \"sealed\"\ngame = \"market\"\nname = \"Sealed\"\nfirst = \"sealed\"\n",
        ),
        ("scripts/market/text.toml", "[action.up-to]\nlabel = \"Bid up to {1}\"\naudience = \"owner\"\n"),
        ("scripts/market/sealed.luau", SEALED),
    ];
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let library = Library::open(vec![PackSource::Folder(folder()), PackSource::Memory(files)]).unwrap();
    let (program, mut vm, _) = library.load("market").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    vm.set_structured_log(true);
    let set_up = SetUp { scenario: "sealed".into(), seed: 3, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

/// What a viewer reads of the game: the position, the view, the log and the branches.
fn texts_for(table: &mut Table, viewer: Viewer) -> String {
    let log = table.log(0, viewer).join("\n");
    let position = viewer.position_text(table.board(), table.position());
    let branches = serde_json::to_string(&cardwright_view::history::branched_events(table, viewer)).unwrap();
    let entries = cardwright_view::history::last(table, 9, viewer, cardwright_view::Decisions::Full);
    let entries = serde_json::to_string(&entries).unwrap();
    let view = serde_json::to_string(&cardwright_view::View::new(table, viewer)).unwrap();
    [log, position, branches, entries, view].join("\n")
}

#[test]
fn only_the_side_that_answers_reads_the_words_after_a_private_action() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = sealed();
    table.keep_record(&path).unwrap();
    table.play(None, "up-to 4711").unwrap();
    let [north, south] = [0, 1].map(|side| Viewer::side(cardwright_state::SideId(side)));
    let own = texts_for(&mut table, north);
    for part in ["north: up-to 4711", "Bid up to 4711", "in up-to north 4711", "north limit 4711"] {
        assert!(own.contains(part), "{part}\n{own}");
    }
    for other in [south, Viewer::PUBLIC] {
        let texts = texts_for(&mut table, other);
        assert!(!texts.contains("4711"), "{texts}");
        for part in ["north: up-to ?", "Bid up to ?", "in up-to ? ?"] {
            assert!(texts.contains(part), "{part}\n{texts}");
        }
    }
    // On another branch, after undo, too.
    table.undo().unwrap();
    table.play(None, "up-to 4712").unwrap();
    table.play(None, "1").unwrap();
    let texts = texts_for(&mut table, south);
    assert!(texts.contains("north: up-to ?") && !texts.contains("471"), "{texts}");
    // So are answers while the action is played.
    assert!(texts.contains("north: ?") && !texts.contains("north: 1"), "{texts}");
    assert!(texts_for(&mut table, north).contains("north: 1"));
    // The record keeps the number, and a replay gives the same game.
    assert!(fs::read_to_string(&path).unwrap().contains("up-to 4711"));
    let mut restored = sealed();
    restored.replay(&record::read(&path).unwrap(), None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(restored.hash_chain(), table.hash_chain());
}

#[test]
fn the_pages_of_other_sides_receive_no_private_number() {
    use cardwright_web::{Drawing, OfflineLink, Role};
    let mut table = sealed();
    let (drawing, _) = Drawing::new(&[], table.program(), &cardwright_view::Legend::new(table.program()));
    let roles = [0, 1].map(|side| Role::Side(cardwright_state::SideId(side)));
    let mut links = [roles[0], roles[1], Role::Spectator].map(OfflineLink::new);
    OfflineLink::show(&mut links, &mut table, &drawing);
    let mut pages = links.each_ref().map(OfflineLink::open_page);
    let mut received = pages.each_mut().map(|page| page.receive().concat());
    for line in ["up-to 4711", "1"] {
        table.play(None, line).unwrap();
        OfflineLink::show(&mut links, &mut table, &drawing);
        for (page, received) in pages.iter_mut().zip(&mut received) {
            received.push_str(&page.receive().concat());
        }
    }
    assert!(received[0].contains("up-to 4711"), "{}", received[0]);
    for text in &received[1..] {
        assert!(text.contains("up-to ?") && !text.contains("4711"), "{text}");
    }
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
