//! Dead ends: the engine takes back an answer that leads to a choice without rows, and bars it.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::PackSource;
use cardwright_script::RunError;
use cardwright_table::{Library, PlayError, SetUp, Table, record};

/// A step in which the answers 1, 2 and 3 lead to a choice without rows: 1 at once, 2 after another choice, and 3 after
/// a roll.
const MAZE: &str = r#"
step("maze", function()
  local way = choose(RED, numbers(1, 4))
  if way == 1 then
    choose(RED, set_of())
  elseif way == 2 then
    choose(RED, numbers(7, 8))
    choose(RED, set_of())
  elseif way == 3 then
    roll(D6, 1)
    choose(RED, set_of())
  end
  return next("red-turn")
end)
"#;

fn maze() -> Table {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let pack = vec![
        ("pack.toml".to_owned(), "id = \"maze\"\nname = \"Maze\"\nversion = \"0.1.0\"\n".to_owned()),
        ("scripts/demo/maze.luau".to_owned(), MAZE.to_owned()),
    ];
    let sources = vec![PackSource::Folder(root.join("tests/packs/demo")), PackSource::Memory(pack)];
    let (program, vm, _) = Library::open(sources).unwrap().load("demo").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 9, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn rows(table: &Table) -> Vec<String> {
    table.row_words().iter().map(|r| r.join(" ")).collect()
}

#[test]
fn a_dead_end_is_taken_back_and_barred() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("maze.cwr");
    let mut table = maze();
    table.keep_record(&path).unwrap();
    table.adjust("turn maze").unwrap();
    assert_eq!(rows(&table), ["1", "2", "3", "4"]);
    assert!(matches!(table.play(None, "1"), Err(PlayError::Barred { row, .. }) if row == "1"));
    assert_eq!(rows(&table), ["2", "3", "4"]);

    // If every row of a choice is barred, the answer that led to the choice is barred too.
    table.play(None, "2").unwrap();
    assert!(matches!(table.play(None, "7"), Err(PlayError::Barred { .. })));
    assert_eq!(rows(&table), ["8"]);
    assert!(matches!(table.play(None, "8"), Err(PlayError::Barred { .. })));
    assert_eq!(rows(&table), ["3", "4"]);

    // An answer cannot be taken back fairly after a roll, so a dead end there is an error of the rules.
    let error = table.play(None, "3").unwrap_err();
    assert!(matches!(error, PlayError::Rule { error: RunError::DeadEnd { .. }, .. }), "{error}");
    assert_eq!(rows(&table), ["3", "4"]);
    table.play(None, "4").unwrap();
    assert!(rows(&table).contains(&"end-turn".to_owned()));

    // The record contains no barred answers.
    let recorded = record::read(&path).unwrap();
    let mut replayed = maze();
    replayed.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(replayed.hash(), table.hash());
}
