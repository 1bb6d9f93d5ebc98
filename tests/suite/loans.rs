//! The pack `loans`, in which facts have rows: scripts, positions, undo, records, renames, views and the log.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::reload::copy;
use cardwright_bots::RandomBot;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::{SideId, notation};
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
    assert!(error.contains("the columns of `debts` are `bank au due` now"), "{error}");
}

#[test]
fn a_row_is_typed_with_its_fact_if_rows_of_two_facts_have_the_same_key() {
    let files = [
        ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
        (
            "scenarios/loans/board/notes.toml",
            "[meta]\ngame = \"loans\"\n[[fact]]\nid = \"notes\"\non = \"side\"\ntype = \"rows\"\ncolumns = { bank = \"card\" }\nkey = [\"bank\"]\n",
        ),
        ("scenarios/loans/both.toml", "[meta]\nid = \"both\"\ngame = \"loans\"\nname = \"Both\"\nfirst = \"both\"\n"),
        ("scripts/loans/text.toml", "[word.pay]\nlabel = \"Pay {1}\"\n"),
        ("scripts/loans/both.luau", BOTH),
    ];
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let library = Library::open(vec![PackSource::Folder(folder()), PackSource::Memory(files)]).unwrap();
    let (program, vm, _) = library.load("loans").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let set_up = SetUp { scenario: "both".into(), seed: 3, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let words: Vec<String> = table.row_words().iter().map(|row| row.join(" ")).collect();
    assert_eq!(words, ["pay iou:c24 greene", "pay c25 greene", "pay notes:c24 greene"]);
    let error = table.play(None, "pay c24 greene").unwrap_err().to_string();
    assert!(error.contains("which `c24`? iou:c24, notes:c24"), "{error}");
    table.play(None, "pay notes:c24 greene").unwrap();
    assert_position_has(&table, &["greene iou: c24 1 1, c25 1 1\n"]);
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
