//! The pack `namesakes`, in which things of several kinds share an id: `pearson` is a space, a side, a piece and more.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::reload::copy;
use cardwright_bots::RandomBot;
use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::notation;
use cardwright_table::{Event, Library, Reloaded, SetUp, Table};
use cardwright_view::ThingLookup;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/namesakes")
}

fn library(more: &[(&str, &str)]) -> Library {
    let file = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
    let mut packs = vec![PackSource::Folder(folder())];
    if !more.is_empty() {
        packs.push(PackSource::Memory(more.iter().map(file).collect()));
    }
    Library::open(packs).unwrap()
}

const MANIFEST: (&str, &str) = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
const META: &str = "[meta]\ngame = \"sierra\"\n";

fn start(library: &Library) -> Table {
    let (program, vm, problems) = library.load("sierra").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(problems.is_empty(), "{}", render(&problems, false));
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

/// Returns the diagnostics of the game with a second pack of these files.
fn diagnostics_text(more: &[(&str, &str)]) -> String {
    match library(more).load("sierra") {
        Ok((_, _, problems)) => render(&problems, false),
        Err(problems) => render(&problems, false),
    }
}

#[test]
fn the_pack_loads_and_its_rule_tests_pass() {
    let library = library(&[]);
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    drop(start(&library));
    let report = run(&library, &[folder().join("tests/rules/sierra")], None, &Options::default());
    assert!(!report.tests.is_empty() && report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn random_games_reach_the_same_hashes_twice() {
    let options = FuzzOptions { games: 30, seed: 1, double_run: true, ..FuzzOptions::default() };
    let report =
        fuzz(&library(&[]), "sierra", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

#[test]
fn a_line_needs_the_kind_only_where_several_kinds_fit() {
    let mut table = start(&library(&[]));
    let error = table.play(None, "raid pearson").unwrap_err().to_string();
    assert!(error.contains("which `pearson`? side:pearson, space:pearson"), "{error}");
    table.play(None, "raid space:pearson").unwrap();
    table.play(None, "visit camp").unwrap();
    table.play(None, "rest").unwrap();
    table.play(None, "pay pearson").unwrap();
    let answer_row = |event: &Event| match event {
        Event::Answer { row, .. } => Some(row.clone()),
        _ => None,
    };
    let rows: Vec<String> = table.nodes().iter().filter_map(|node| node.event.as_ref().and_then(answer_row)).collect();
    assert_eq!(rows, ["raid space:pearson", "visit camp", "rest", "pay pearson"]);
    let text = notation::print(table.board(), table.position());
    assert!(text.contains("side:pearson gold 6") && text.contains("turn day side:greene"), "{text}");
}

#[test]
fn positions_and_open_steps_with_shared_ids_have_different_hashes() {
    let mut table = start(&library(&[]));
    let mut hash = |text: &str| {
        table.adjust(text).unwrap();
        let hash = table.hash();
        table.undo().unwrap();
        hash
    };
    assert_ne!(hash("camp: track:guard 1"), hash("camp: fact:guard"));
    assert_ne!(hash("camp: piece:guard"), hash("camp: track:guard 1"));
    assert_ne!(hash("fact:pearson pearson"), hash("fact:pearson greene"));
    assert_eq!(hash("camp: piece:guard"), hash("camp: 1 piece:guard"));
}

#[test]
fn the_error_about_a_constant_of_several_kinds_says_what_to_write() {
    let script = "step(\"more\", function()\n  return place(PEARSON, 1, POOL)\nend)\n";
    let diagnostics = diagnostics_text(&[MANIFEST, ("scripts/sierra/more.luau", script)]);
    for part in [
        "script::shared-id",
        "`PEARSON` is a side and a space and a piece class and a track and a fact",
        "write `SIDE.pearson` or `SPACE.pearson` or `CLASS.pearson` or `TRACK.pearson` or",
        "more.luau:2:",
    ] {
        assert!(diagnostics.contains(part), "{part}\n{diagnostics}");
    }
    let script = "step(\"more\", function()\n  return place(CLASS.peerson, 1, POOL)\nend)\n";
    let diagnostics = diagnostics_text(&[MANIFEST, ("scripts/sierra/more.luau", script)]);
    assert!(
        diagnostics.contains("`CLASS` has no `peerson`") && diagnostics.contains("did you mean `pearson`"),
        "{diagnostics}"
    );
    let script = "step(\"more\", function()\n  return place(SPACE.pearson, 1, POOL)\nend)\n";
    let diagnostics = diagnostics_text(&[MANIFEST, ("scripts/sierra/more.luau", script)]);
    assert!(
        diagnostics.contains("error") || diagnostics.contains("script::"),
        "a wrong kind is an error: {diagnostics}"
    );
}

#[test]
fn a_pack_that_reuses_an_id_does_not_break_the_scripts_of_the_game() {
    let board = format!(
        "{META}[[track]]\nid = \"camp\"\nname = \"Tents\"\non = \"game\"\nmin = 0\nmax = 9\n[[space]]\nid = \"days\"\nname = \"Days\"\n\
         kind = \"town\"\nlord = \"greene\"\nnext = \"camp\"\n"
    );
    let script = "step(\"more\", function()\n  raise(TRACK.camp, 1)\n  place(CLASS.guard, 1, CAMP)\n  set(DAYS, 3)\n  return nil\nend)\n";
    let library =
        library(&[MANIFEST, ("scenarios/sierra/board/more.toml", &board), ("scripts/sierra/more.luau", script)]);
    let mut table = start(&library);
    // In the scripts, rows and positions of the game, `camp` and `days` still mean its space and its fact.
    table.adjust("camp: piece:guard; camp 4; days 2").unwrap();
    table.play(None, "visit camp").unwrap();
    let text = notation::print(table.board(), table.position());
    assert!(
        text.contains("camp: piece:pearson, piece:guard") && text.contains("\ncamp 4\n") && text.contains("days 3\n"),
        "{text}"
    );
    assert!(table.row_words().iter().any(|row| row.join(" ") == "visit days"), "{:?}", table.row_words());
}

#[test]
fn show_asks_for_the_kind_of_a_shared_id() {
    let library = library(&[]);
    let (program, _, _) = library.load("sierra").unwrap();
    let things = ThingLookup::new(&program);
    let error = things.first("pearson").unwrap_err();
    assert_eq!(
        error,
        "which `pearson`? `space pearson`, `side pearson`, `track pearson`, `piece pearson`, `fact pearson`"
    );
    assert_eq!(things.first("space pearson").unwrap().name, "Pearson's Town");
    assert_eq!(things.first("side pearson").unwrap().name, "Pearson");
    let piece = things.first("piece pearson").unwrap();
    assert_eq!((piece.name.as_str(), piece.places.len()), ("Pearson himself", 1));
    assert_eq!(cardwright_content::provenance(&program.content, "track pearson").len(), 1);
}

#[test]
fn a_rename_changes_one_kind_only() {
    let dir = tempfile::tempdir().unwrap();
    copy(&folder(), dir.path());
    let mut library = Library::open(vec![PackSource::Folder(dir.path().into())]).unwrap();
    let mut table = start(&library);
    table.play(None, "raid side:pearson").unwrap();
    table.adjust("space pearson: pearson, piece:guard; side:pearson gold 2; fact:pearson pearson").unwrap();
    // The town, the track and the guards get new names; side, piece and facts keep theirs.
    let edit = |file: &str, old: &str, new: &str| {
        let path = dir.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file} lacks {old}");
        fs::write(path, text.replace(old, new)).unwrap();
    };
    let board = "scenarios/sierra/board.toml";
    edit(board, "id = \"pearson\"\nname = \"Pearson's Town\"", "id = \"ford\"\nname = \"Ford\"\nwas = [\"pearson\"]");
    edit(board, "next = \"pearson\"", "next = \"ford\"");
    let kept = "scenarios/sierra/board/kept.toml";
    edit(kept, "id = \"pearson\"\nname = \"Pearson's name\"", "id = \"fame\"\nwas = [\"pearson\"]\nname = \"Fame\"");
    let pieces = "scenarios/sierra/board/pieces.toml";
    edit(pieces, "home = \"pearson\"", "home = \"ford\"");
    edit(pieces, "id = \"guard\"", "id = \"rifle\"\nwas = [\"guard\"]");
    edit("scenarios/sierra/standard.toml", "pearson: pearson, ", "ford: pearson, ");
    edit("scenarios/sierra/standard.toml", "piece:guard", "rifle");
    edit("scenarios/sierra/standard.toml", "track:pearson 2", "fame 2");
    edit("scripts/sierra/turns.luau", "SPACE.pearson", "FORD");
    edit("scripts/sierra/turns.luau", "TRACK.pearson", "FAME");
    edit("scripts/sierra/turns.luau", "guard/worn", "rifle/worn");
    library.reread().unwrap();
    let (program, vm, _) = library.load("sierra").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!(table.reload(program, vm).map_err(|e| e.to_string()), Ok(Reloaded::SameChoice));
    let text = notation::print(table.board(), table.position());
    for part in [
        "turn day side:greene\n",
        "ford: piece:pearson, rifle, track:guard 1\n",
        "greene: 2 rifle\n",
        "fame 2\n",
        "side:pearson gold 2\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    table.play(None, "raid ford").unwrap();
}

#[test]
fn typed_rows_lead_to_the_same_hashes() {
    let library = library(&[]);
    let mut table = start(&library);
    let mut repeated = start(&library);
    let mut player = RandomBot::new(5);
    while !table.is_over() {
        let row = table.choice().map(|choice| player.pick_avoiding(choice.rows.len(), &choice.discouraged)).unwrap();
        let words = table.row_words()[row].join(" ");
        table.answer(row, false).unwrap();
        repeated.play(None, &words).unwrap_or_else(|e| panic!("{words}: {e}"));
        assert_eq!(table.hash(), repeated.hash(), "{words}");
    }
}
