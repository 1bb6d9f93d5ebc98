//! Standing actions, which a side may use before it answers its own choice, and picks with equal chances.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_cli::repl::completions;
use cardwright_content::PackSource;
use cardwright_sim::{Enumerator, Weight};
use cardwright_table::Viewer;
use cardwright_table::record::{self, Contents};
use cardwright_table::{Library, SetUp, Table};
use std::path::{Path, PathBuf};

const SCRIPT: &str = r#"
local give = action "give"
function give.offer(side)
  if need(value(POINTS) > 0, WHY.no_point) then
    offer(give, keep(PROVINCES, has_piece(side), WHY.needs_open))
  end
end
function give.play(side, province)
  lower(POINTS, 1)
  raise(UNREST, 1, province)
end
step("own", function()
  standing(RED, { give })
  offer(WORD.pay, numbers(1, 2))
  offer(WORD.gift, PORT)
  default(WORD.pay, 1)
  local head = choose(RED)
  if head == WORD.gift then
    raise(UNREST, 1, pick(PROVINCES))
  end
  offer(WORD.end_turn)
  choose(RED)
  return next("own")
end)
"#;
const TEXTS: &str = "[action.give]\nlabel = \"Give {1}\"\n[word.pay]\nlabel = \"Pay\"\n[word.gift]\nlabel = \"Gift\"\n";

fn table() -> Table {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n";
    let files = [("pack.toml", manifest), ("scripts/demo/own.luau", SCRIPT), ("scripts/demo/text.toml", TEXTS)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let library = Library::open(vec![PackSource::Folder(demo), PackSource::Memory(files)]).unwrap();
    let (program, vm, _) =
        library.load("demo").unwrap_or_else(|problems| panic!("{}", cardwright_content::render(&problems, false)));
    let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn adjust_to_own_turn(table: &mut Table) {
    table.adjust("turn own; port: 2 open; hills: empty; river: empty; points 5").unwrap();
}

fn answers(table: &mut Table, line: &str) -> Vec<String> {
    table.play(None, line).unwrap().answers.into_iter().map(|(_, row)| row).collect()
}

fn reopen(path: &Path) -> Table {
    let recorded = record::read(path).unwrap();
    let library = Library::open(Contents::for_record(path).packs(&recorded.header.content).unwrap()).unwrap();
    let (program, vm, _) = library.load(&recorded.header.game).unwrap();
    let mut table = Table::start(program, vm, &Table::set_up_of(&recorded)).unwrap();
    table.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    table
}

#[test]
fn a_line_may_play_a_standing_action_of_the_asked_side() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = table();
    table.keep_record(&path).unwrap();
    adjust_to_own_turn(&mut table);
    let words: Vec<String> = table.row_words().iter().map(|r| r.join(" ")).collect();
    assert_eq!(words, ["pay 1", "pay 2", "gift port"]);
    // The choice stays open, because a standing action does not take the default row.
    assert_eq!(answers(&mut table, "give port"), ["give port"]);
    assert!(table.position().open_steps().iter().any(|f| table.board().labels[f.step] == "own"));
    assert_eq!(table.event_text(table.shown_event()).unwrap(), "red: give port");
    // A line of Red may contain standing actions and answers to the choice.
    let red = table.board().side("red");
    let played = table.play(red, "give port give port pay 2 end-turn ...").unwrap();
    assert_eq!(played.answers.len(), 4);
    // `gi p` fits `gift port` and the standing action `give port`. The row of the choice takes precedence.
    table.force_words(&["river"]).unwrap();
    assert_eq!(answers(&mut table, "gi p")[0], "gift port");
    // A line that fits neither the choice nor a standing action changes nothing.
    let hash = table.hash();
    table.play(None, "give hills").unwrap_err();
    table.play(None, "gibe port").unwrap_err();
    assert_eq!(table.hash(), hash);
    table.undo().unwrap();
    let reopened = reopen(&path);
    assert_eq!((reopened.hash(), reopened.nodes().len()), (table.hash(), table.nodes().len()));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(r#"{"standing":{"side":"red","row":"give port"}}"#), "{text}");
    assert!(text.contains(r#""given":["pick:river"]"#), "{text}");
}

#[test]
fn completion_offers_standing_actions() {
    let mut table = table();
    adjust_to_own_turn(&mut table);
    let found = completions(&mut table, Viewer::OPEN, &["", "gi", "giv", "give ", "pay "]);
    assert_eq!(found[0], ["pay", "gift", "give"]);
    assert_eq!(found[1], ["gift", "give"]);
    assert_eq!(found[2..], [vec!["give".to_owned()], vec!["port".to_owned()], vec!["1".to_owned(), "2".to_owned()]]);
}

#[test]
fn why_not_explains_standing_actions() {
    let mut table = table();
    adjust_to_own_turn(&mut table);
    table.adjust("points 0").unwrap();
    let why = format!("{:?}", table.game_mut().why_not("give port", Viewer::OPEN).unwrap());
    assert!(why.contains("Excluded") && why.contains("no-point"), "{why}");
}

/// A pick given by hand is recorded and counts as one pick. Undo makes it the forced outcome of the next pick again.
#[test]
fn picks_given_by_hand_are_recorded_and_forced_again_after_undo() {
    let mut table = table();
    adjust_to_own_turn(&mut table);
    table.force_words(&["pick:hills", "6"]).unwrap();
    assert_eq!(table.forced_words(), ["pick:hills", "6"]);
    answers(&mut table, "gift port ...");
    assert_eq!(table.forced_words(), ["6"]);
    assert!(table.nodes()[table.shown_event()].barrier);
    assert!(table.log(0, Viewer::OPEN).iter().any(|l| l.trim() == "picked The Hills"));
    assert!(cardwright_state::notation::print_full(table.board(), table.position()).contains("picks 1\n"));
    let hash = table.hash();
    table.undo().unwrap();
    assert_eq!(table.forced_words(), ["pick:hills", "6"]);
    answers(&mut table, "gift port ...");
    assert_eq!(table.hash(), hash);
    for (word, wanted) in [("hils", "no face of a die"), ("pick:hils", "no face of a die")] {
        let error = table.force_words(&[word]).unwrap_err().to_string();
        assert!(error.contains(wanted) && error.contains("pick:ID"), "{error}");
    }
}

#[test]
fn each_candidate_of_a_pick_is_enumerated() {
    let mut table = table();
    adjust_to_own_turn(&mut table);
    let position = table.position().clone();
    let row = table.row_words().iter().position(|r| r[0] == "gift").unwrap();
    let mut vm = table.into_vm();
    let mut found = Vec::new();
    let third = Weight::new(1, 3);
    Enumerator::new(&mut vm)
        .answer(&position, row, |outcome| {
            let board = outcome.vm.board();
            let results: Vec<String> = outcome.results.iter().map(|c| c.text(board)).collect();
            assert_eq!((outcome.weight, outcome.ways), (third, 1));
            found.push(results.join(", "));
        })
        .unwrap();
    assert_eq!(found, ["picked hills", "picked port", "picked river"]);
}
