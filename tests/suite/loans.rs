//! The pack `loans`, in which facts have rows: scripts, positions, undo, records, renames, views and the log.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::reload::copy;
use cardwright_bots::RandomBot;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::determinize::determinize;
use cardwright_state::{Position, SideId, notation};
use cardwright_table::{Library, Reloaded, SetUp, Table, Viewer, record};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/loans")
}

fn library() -> Library {
    Library::open(vec![PackSource::Folder(folder())]).unwrap()
}

fn start(library: &Library) -> Table {
    let (program, mut vm, problems) = library.load("loans").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(problems.is_empty(), "{}", render(&problems, false));
    vm.set_structured_log(true);
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

/// Checks that the position in notation contains these parts.
fn assert_position_has(table: &Table, parts: &[&str]) {
    let text = notation::print(table.board(), table.position());
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_pack_loads_and_its_rule_tests_pass() {
    let library = library();
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    drop(start(&library));
    let report = run(&library, &[folder().join("tests/rules/loans")], None, &Options::default());
    assert!(!report.tests.is_empty() && report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn random_games_reach_the_same_hashes_twice() {
    let options = FuzzOptions { games: 30, seed: 1, double_run: true, ..FuzzOptions::default() };
    let report = fuzz(&library(), "loans", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

#[test]
fn rows_that_come_and_go_are_undone() {
    let mut table = start(&library());
    let before = table.hash();
    table.play(None, "borrow c24").unwrap();
    assert_position_has(&table, &["greene iou: c24 4 2, c25 3 1\n"]);
    table.play(None, "propose greene 1").unwrap();
    assert_position_has(&table, &["offers: 1 hearst greene 1 false\n"]);
    let offered = table.hash();
    table.play(None, "rest").unwrap();
    // The rest of the line is left out: only one row begins with these words.
    table.play(None, "repay c25").unwrap();
    assert_position_has(&table, &["greene iou: c24 7 3\n"]); // the bank has extended the loan
    table.undo().unwrap();
    table.undo().unwrap();
    assert_eq!(table.hash(), offered);
    table.undo().unwrap();
    table.undo().unwrap();
    assert_eq!(table.hash(), before);
}

#[test]
fn typed_rows_give_the_same_game_and_saved_positions_load_unchanged() {
    let library = library();
    let (mut table, mut second_table) = (start(&library), start(&library));
    let mut player = RandomBot::new(5);
    while !table.is_over() {
        let index = table.choice().map(|choice| player.pick_avoiding(choice.rows.len(), &choice.discouraged)).unwrap();
        let row = table.row_words()[index].join(" ");
        table.answer(index, false).unwrap();
        second_table.play(None, &row).unwrap_or_else(|e| panic!("{row}: {e}"));
        assert_eq!(table.hash(), second_table.hash(), "{row}");
        let saved = notation::print_save(table.board(), table.position());
        let loaded = notation::load(table.board(), &saved).unwrap_or_else(|e| panic!("{e:?}\n{saved}"));
        assert_eq!(&loaded, table.position(), "{saved}");
    }
}

#[test]
fn a_record_is_restored_from_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let library = library();
    let mut table = start(&library);
    table.keep_record(&path).unwrap();
    table.play(None, "borrow c24").unwrap();
    table.adjust("hearst iou: c25 9 1; greene gold 9").unwrap();
    table.play(None, "repay c25").unwrap();
    table.play(None, "rest").unwrap();
    table.play(None, "repay c24").unwrap();
    let recorded = record::read(&path).unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("repay c24 greene"));
    let mut restored = start(&library);
    restored.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(restored.hash_chain(), table.hash_chain());
    assert_position_has(&restored, &["greene iou: c25 3 1\n"]);
}

#[test]
fn rows_survive_renames_of_their_fact_and_of_the_things_in_them() {
    let dir = tempfile::tempdir().unwrap();
    copy(&folder(), dir.path());
    let mut library = Library::open(vec![PackSource::Folder(dir.path().into())]).unwrap();
    let mut table = start(&library);
    table.play(None, "borrow c24").unwrap();
    table.play(None, "propose greene 1").unwrap();
    let edit = |file: &str, old: &str, new: &str| {
        let path = dir.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file} lacks {old}");
        fs::write(path, text.replace(old, new)).unwrap();
    };
    let (board, rules) = ("scenarios/loans/board.toml", "scripts/loans/quarters.luau");
    edit(board, "id = \"iou\"", "id = \"debts\"\nwas = [\"iou\"]");
    edit("scenarios/loans/standard.toml", "greene iou:", "greene debts:");
    edit(rules, "IOU", "DEBTS");
    edit("cards/loans/cards.toml", "id = \"c24\"", "id = \"d24\"\nwas = [\"c24\"]");
    edit("scenarios/loans/standard.toml", "c24", "d24");
    library.reread().unwrap();
    let (program, vm, _) = library.load("loans").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!(table.reload(program, vm).map_err(|e| e.to_string()), Ok(Reloaded::SameChoice));
    assert_position_has(&table, &["greene debts: d24 4 2, c25 3 1\n", "offers: 1 hearst greene 1 false\n"]);
    // Columns in another order would give the numbers of the rows another meaning.
    edit(
        board,
        "{ bank = \"card\", due = \"number\", au = \"number\" }",
        "{ bank = \"card\", au = \"number\", due = \"number\" }",
    );
    edit("scenarios/loans/standard.toml", "c25 3 1", "c25 1 3");
    library.reread().unwrap();
    let (program, vm, _) = library.load("loans").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let error = table.reload(program, vm).map_err(|e| e.to_string()).unwrap_err();
    assert_eq!(
        error,
        "the new content does not allow this position: the columns of `debts` are `bank au due` now, and this position \
         has rows of `bank due au`: give `debts` these columns back, or first drop its rows under the old rules, with \
         `adjust SIDE debts: none`"
    );
    table.adjust("greene debts: none").unwrap();
    let (program, vm, _) = library.load("loans").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(table.reload(program, vm).is_ok());
}

#[test]
fn a_row_is_typed_with_its_fact_if_rows_of_two_facts_have_the_same_key() {
    let files = [
        (
            "scenarios/loans/board/notes.toml",
            "[meta]\ngame = \"loans\"\n[[fact]]\nid = \"notes\"\non = \"side\"\ntype = \"rows\"\ncolumns = { bank = \"card\" }\nkey = [\"bank\"]\n",
        ),
        ("scripts/loans/text.toml", "[word.pay]\nlabel = \"Pay {1}\"\n"),
    ];
    let mut table = start_with_step("both", BOTH, &files, true);
    let words: Vec<String> = table.row_words().iter().map(|row| row.join(" ")).collect();
    assert_eq!(words, ["pay iou:c24 greene", "pay c25 greene", "pay notes:c24 greene"]);
    let error = table.play(None, "pay c24 greene").unwrap_err().to_string();
    assert!(error.contains("which `c24`? iou:c24, notes:c24"), "{error}");
    table.play(None, "pay notes:c24 greene").unwrap();
    assert_position_has(&table, &["greene iou: c24 1 1, c25 1 1\n"]);
}

/// Starts a game with a second pack, which has these files and a scenario that begins with the step `id` of a script.
fn start_with_step(id: &str, script: &str, files: &[(&str, &str)], open: bool) -> Table {
    let (scenario, script_file) = (format!("scenarios/loans/{id}.toml"), format!("scripts/loans/{id}.luau"));
    let meta = format!("[meta]\nid = \"{id}\"\ngame = \"loans\"\nname = \"{id}\"\nfirst = \"{id}\"\n");
    let own = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
        (&scenario, &meta),
        (&script_file, script),
    ];
    let files = own.iter().chain(files).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let library = Library::open(vec![PackSource::Folder(folder()), PackSource::Memory(files)]).unwrap();
    let (program, mut vm, _) = library.load("loans").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    vm.set_structured_log(true);
    let set_up = SetUp { scenario: id.into(), seed: 3, open, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

/// A step that changes each of as many rows as a fact may have.
const MANY: &str = r#"
step("many", function()
  for n = 1, 1000 do
    add_row(OFFERS, { lot = 2000 - n, from = GREENE, to = HEARST, au = 0, firm = false })
  end
  choose(GREENE, numbers(1, 2), TEXT.what_now)
  for _, row in ipairs(members(rows(OFFERS))) do set_row(row, { lot = cell(row, "lot") - 1000, au = 1 }) end
  for _, row in ipairs(members(rows(OFFERS))) do
    if cell(row, "lot") > 2 then drop_row(row) else set_row(row, { firm = true }) end
  end
  choose(GREENE, numbers(1, 2), TEXT.what_now)
  return win(GREENE, TEXT.over)
end)
"#;

#[test]
fn one_step_may_change_every_row_of_a_full_fact() {
    let mut table = start_with_step("many", MANY, &[], true);
    let before = table.hash();
    table.play(None, "1").unwrap();
    assert_position_has(&table, &["offers: 0 greene hearst 1 true, 1 greene hearst 1 true, 2 greene hearst 1 true\n"]);
    let saved = notation::print_save(table.board(), table.position());
    assert_eq!(&notation::load(table.board(), &saved).unwrap(), table.position());
    table.undo().unwrap();
    assert_eq!(table.hash(), before);
}

/// A step in which Greene has rows with cards that lie in the deck.
const BLIND: &str = r#"
local buy_back = action "buy-back"
function buy_back.offer(side) offer(buy_back, rows(PLEDGES, nil, side)) end
function buy_back.play(_, pledged) drop_row(pledged) end
step("blind", function()
  move_card(CARD.c1, DECK)
  move_card(CARD.c2, DECK)
  shuffle(DECK)
  choose(GREENE, numbers(1, 2), TEXT.what_now)
  add_row(PLEDGES, { card = CARD.c1, worth = 3 }, GREENE)
  add_row(PLEDGES, { card = CARD.c2, worth = 5 }, GREENE)
  act(GREENE, { buy_back }, TEXT.what_now)
  choose(GREENE, numbers(1, 2), TEXT.what_now)
  return win(GREENE, TEXT.over)
end)
"#;

#[test]
fn who_sees_a_row_reads_its_cards_in_the_position_the_rows_the_log_and_the_odds() {
    let texts = [("scripts/loans/text.toml", "[action.buy-back]\nlabel = \"Buy back {1}\"\n")];
    let mut table = start_with_step("blind", BLIND, &texts, false);
    let (greene, hearst) = (Viewer::side(SideId(0)), Viewer::side(SideId(1)));
    table.play(None, "1").unwrap();
    let position = |table: &Table, viewer: Viewer| viewer.position_text(table.board(), table.position());
    assert!(position(&table, greene).contains("greene pledges: c1 3, c2 5\n"), "{}", position(&table, greene));
    assert!(!position(&table, hearst).contains("pledges"), "{}", position(&table, hearst));
    let rows = table.prompt(greene).unwrap().rows;
    assert_eq!((rows[0].text.as_str(), rows[0].label.as_str()), ("buy-back c1 greene", "Buy back c1 c1 (Greene)"));
    let log = |table: &Table, viewer: Viewer| table.log(0, viewer).join("\n");
    assert!(log(&table, greene).contains("+ Greene pledges c1 3"), "{}", log(&table, greene));
    assert!(!log(&table, hearst).contains("pledges"), "{}", log(&table, hearst));
    for (side, is_fixed) in [(SideId(0), true), (SideId(1), false)] {
        let mut drawn = (0..20).map(|seed| {
            let knowledge = &table.nodes()[table.shown_event()].card_knowledge;
            determinize(table.board(), table.position(), knowledge, side, seed).position
        });
        let text = |position: Position| notation::print(table.board(), &position);
        assert_eq!(drawn.all(|position| text(position).contains("greene pledges: c1 3, c2 5\n")), is_fixed, "{side:?}");
    }
    table.play(None, "buy-back c1").unwrap();
    let event = table.shown_event();
    assert!(log(&table, greene).contains("− Greene pledges c1 3"), "{}", log(&table, greene));
    assert!(table.event_text_for(event, greene).unwrap().contains("c1"));
    assert_eq!(table.event_text_for(event, hearst).unwrap(), "greene: buy-back a-row");
    assert_eq!(table.answer_text_for(event, hearst).unwrap(), "Buy back ?");
}

/// A step that offers rows of two facts.
const BOTH: &str = r#"
step("both", function()
  add_row(IOU, { bank = CARD.c24, due = 1, au = 1 }, GREENE)
  add_row(IOU, { bank = CARD.c25, due = 1, au = 1 }, GREENE)
  add_row(NOTES, { bank = CARD.c24 }, GREENE)
  offer(WORD.pay, union(rows(IOU, nil, GREENE), rows(NOTES, nil, GREENE)))
  local _, row = choose(GREENE, TEXT.what_now)
  drop_row(row)
  return win(GREENE, TEXT.over)
end)
"#;

#[test]
fn viewers_read_their_rows_in_show_and_in_the_log() {
    let library = library();
    let mut table = start(&library);
    table.play(None, "propose hearst 2").unwrap();
    table.play(None, "borrow c24").unwrap();
    let log = |side: u16| table.log(0, Viewer::side(SideId(side))).join("\n");
    assert!(log(0).contains("+ offers 0 Greene Hearst 2 true"), "{}", log(0));
    assert!(log(1).contains("+ offers 0 Greene Hearst 2 true"), "{}", log(1));
    assert!(!log(2).contains("+ offers"), "{}", log(2));
    assert!(log(2).contains("+ Hearst iou c24 5 2"), "{}", log(2));
    let mut prompt = PipedPrompt::with_page(table, self::library(), 120, 50);
    let show = prompt.line("show hearst").text;
    assert!(show.contains("c24 5 2"), "{show}");
    let preview = prompt.line("preview borrow c24").text;
    assert!(preview.contains("+ iou c24 6 2"), "{preview}");
    let why = prompt.line("why not repay c24 hearst").text;
    assert!(!why.is_empty(), "{why}");
}
