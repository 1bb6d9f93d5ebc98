//! The pack `sorties`, in which marks have values such as `+attacks:seattle`: scripts, positions, undo, saved games,
//! renames and the drawn board.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::reload::copy;
use cardwright_bots::RandomBot;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::determinize::determinize;
use cardwright_state::{SideId, notation};
use cardwright_table::{Library, Reloaded, SetUp, Table, record};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/sorties")
}

fn library(more: &[(&str, &str)]) -> Library {
    let file = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
    let mut packs = vec![PackSource::Folder(folder())];
    if !more.is_empty() {
        packs.push(PackSource::Memory(more.iter().map(file).collect()));
    }
    Library::open(packs).unwrap()
}

fn start(library: &Library) -> Table {
    let (program, vm, problems) = library.load("sorties").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(problems.is_empty(), "{}", render(&problems, false));
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn text(table: &Table) -> String {
    notation::print(table.board(), table.position())
}

/// Checks that the position in notation contains these parts.
fn assert_position_has(table: &Table, parts: &[&str]) {
    let text = text(table);
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

const MANIFEST: (&str, &str) = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
const META: &str = "[meta]\ngame = \"sorties\"\n";

#[test]
fn the_pack_loads_and_its_rule_tests_pass() {
    let library = library(&[]);
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    drop(start(&library));
    let report = run(&library, &[folder().join("tests/rules/sorties")], None, &Options::default());
    assert!(!report.tests.is_empty() && report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

#[test]
fn random_games_reach_the_same_hashes_twice() {
    let options = FuzzOptions { games: 30, seed: 1, double_run: true, ..FuzzOptions::default() };
    let report =
        fuzz(&library(&[]), "sorties", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

#[test]
fn marks_move_with_their_piece_end_with_the_period_and_are_undone() {
    let mut table = start(&library(&[]));
    let before = (text(&table), table.hash());
    table.play(None, "aim bomber portland seattle").unwrap();
    assert_position_has(&table, &["portland: bomber, bomber+attacks:seattle, bomber+stance:wary\n"]);
    let marked = table.hash();
    table.play(None, "go bomber+attacks:seattle portland boise").unwrap();
    assert_position_has(&table, &["boise: bomber+moved+attacks:seattle, spy+worth:2+loyal:west\n"]);
    table.play(None, "rest").unwrap();
    assert_position_has(&table, &["portland: bomber, bomber+stance:wary\n", "boise: bomber, spy"]);
    table.undo().unwrap();
    table.undo().unwrap();
    assert_eq!(table.hash(), marked);
    table.undo().unwrap();
    assert_eq!((text(&table), table.hash()), before);
}

#[test]
fn a_short_line_is_completed_with_its_mark_value() {
    let mut table = start(&library(&[]));
    table.play(None, "aim bomber portland seattle").unwrap();
    table.play(None, "call-off bomber+att").unwrap();
    table.play(None, "aim bomber portland seattle").unwrap();
    let error = table.play(None, "go bomber+attacks:boise portland boise").unwrap_err().to_string();
    assert!(error.contains("did you mean `bomber+attacks:seattle`"), "{error}");
    let words: Vec<String> = table.row_words().iter().map(|row| row.join(" ")).collect();
    assert!(words.contains(&"call-off bomber+attacks:seattle portland".to_owned()), "{words:?}");
    // `seattle` is both the value of the mark and the destination.
    assert!(words.contains(&"go bomber+attacks:seattle portland seattle".to_owned()), "{words:?}");
    table.play(None, "go bomber+attacks:seattle portland seattle").unwrap();
}

#[test]
fn positions_set_by_hand_have_mark_values_and_distinct_hashes() {
    let mut table = start(&library(&[]));
    let mut hash = |text: &str| {
        table.adjust(text).unwrap();
        let hash = table.hash();
        table.undo().unwrap();
        hash
    };
    let seattle = hash("portland: bomber+attacks:seattle");
    assert_ne!(seattle, hash("portland: bomber+attacks:boise"));
    assert_ne!(seattle, hash("portland: 3 bomber"));
    assert_eq!(seattle, hash("portland: 1 bomber+attacks:seattle"));
    assert_eq!(hash("boise: tank+attacks:portland+moved"), hash("boise: tank+moved+attacks:portland"));
    for wrong in [
        "portland: bomber+attacks:pool",
        "portland: bomber+attacks",
        "portland: bomber+moved:seattle",
        "boise: spy+worth:4",
    ] {
        let error = table.adjust(wrong).unwrap_err().to_string();
        assert!(error.contains("is no piece, track or fact"), "{wrong}: {error}");
    }
}

#[test]
fn typed_rows_give_the_same_game_and_saved_positions_load_unchanged() {
    let library = library(&[]);
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
    let library = library(&[]);
    let mut table = start(&library);
    table.keep_record(&path).unwrap();
    table.play(None, "aim bomber portland seattle").unwrap();
    table.play(None, "turn-coat bomber+attacks:seattle portland").unwrap();
    table.adjust("boise: tank/worn+moved+orders:c1(2-crate)").unwrap();
    table.play(None, "go bomber+attacks:seattle+stance:bold portland boise").unwrap();
    let recorded = record::read(&path).unwrap();
    let mut restored = start(&library);
    restored.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(restored.hash_chain(), table.hash_chain());
    assert_position_has(
        &restored,
        &["boise: bomber+moved+attacks:seattle+stance:bold, tank/worn+moved+orders:c1(2-crate), spy"],
    );
}

#[test]
fn the_board_and_the_log_show_attacks() {
    let library = library(&[]);
    let (program, mut vm, _) = library.load("sorties").unwrap();
    vm.set_structured_log(true);
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    let table = Table::start(program, vm, &set_up).unwrap();
    let mut prompt = PipedPrompt::with_page(table, self::library(&[]), 120, 50);
    let reply = prompt.line("aim bomber portland seattle");
    assert!(!reply.refused, "{}", reply.text);
    let log = prompt.line("log").text;
    assert!(log.contains("Bomber in Portland → Bomber (attacks Seattle)"), "{log}");
    let screen = prompt.screen();
    assert!(screen.contains("B+a:Sea"), "{screen}");
    assert!(screen.contains("+a attacks"), "the legend explains `a`: {screen}");
    let preview = prompt.line("preview turn-coat bomber+attacks:seattle portland").text;
    assert!(preview.contains("now Bomber (attacks Seattle, stance bold)"), "{preview}");
}

#[test]
fn marks_survive_a_rename_of_the_mark_and_of_its_target() {
    let dir = tempfile::tempdir().unwrap();
    copy(&folder(), dir.path());
    let mut library = Library::open(vec![PackSource::Folder(dir.path().into())]).unwrap();
    let mut table = start(&library);
    table.play(None, "aim bomber portland seattle").unwrap();
    table.adjust("boise: spy+worth:3+loyal:west, 0 spy+worth:2+loyal:west; seattle: tank+orders:c1").unwrap();
    let edit = |file: &str, old: &str, new: &str| {
        let path = dir.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file} lacks {old}");
        fs::write(path, text.replace(old, new)).unwrap();
    };
    let board = "scenarios/sorties/board.toml";
    edit(board, "id = \"seattle\"", "id = \"tacoma\"\nwas = [\"seattle\"]");
    edit(board, "\"seattle\", \"boise\"", "\"tacoma\", \"boise\"");
    edit(board, "id = \"attacks\"", "id = \"aims-at\"\nwas = [\"attacks\"]");
    edit(board, "\"attacks\", ", "\"aims-at\", ");
    edit("scenarios/sorties/standard.toml", "seattle:", "tacoma:");
    edit("scripts/sorties/days.luau", "ATTACKS", "AIMS_AT");
    library.reread().unwrap();
    let (program, vm, _) = library.load("sorties").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert_eq!(table.reload(program, vm).map_err(|e| e.to_string()), Ok(Reloaded::SameChoice));
    assert_position_has(
        &table,
        &[
            "portland: bomber, bomber+aims-at:tacoma, bomber+stance:wary\n",
            "boise: spy+worth:3+loyal:west\n",
            "tacoma: 2 tank, tank+orders:c1, tank/worn\n",
        ],
    );
    table.play(None, "strike tacoma").unwrap();
}

#[test]
fn determinization_keeps_marks() {
    let mut table = start(&library(&[]));
    table.adjust("seattle: tank+orders:c1; east hand: c2; portland: bomber+attacks:boise").unwrap();
    let west = Some(SideId(1));
    for seed in 0..20 {
        let sample = determinize(
            table.board(),
            table.position(),
            &table.nodes()[table.nodes().len() - 1].card_knowledge,
            west,
            seed,
        )
        .position;
        let text = notation::print(table.board(), &sample);
        assert!(text.contains("tank+orders:c1") && text.contains("bomber+attacks:boise"), "{text}");
    }
}

/// Starts the game with a script that runs this code before the step `day`. Returns the error, or `nothing`.
fn script_error(body: &str) -> String {
    let script = format!("before(\"step day\", function(side)\n  {body}\nend)\n");
    let library = library(&[MANIFEST, ("scripts/sorties/more.luau", &script)]);
    let (program, vm, _) = match library.load("sorties") {
        Ok(loaded) => loaded,
        Err(problems) => return render(&problems, false),
    };
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    match Table::start(program, vm, &set_up) {
        Ok(_) => "nothing".into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_wrong_mark_value_is_explained() {
    let bomber = "first(stacks(REGIONS, BOMBER))";
    let spy = "first(stacks(REGIONS, SPY))";
    let tank = "first(stacks(REGIONS, TANK))";
    for (body, expected) in [
        (format!("mark({bomber}, 1, ATTACKS)"), "`attacks` needs a value: give a space after the mark"),
        (
            format!("mark({bomber}, 1, MOVED, SEATTLE)"),
            "`moved` is a plain mark and takes no value, but got the space `seattle`",
        ),
        (format!("mark({bomber}, 1, ATTACKS, EAST)"), "`attacks` takes a space, not the side `east`"),
        (
            format!("mark({bomber}, 1, ATTACKS, POOL)"),
            "a space of the kinds in its entry in the board, not the space `pool`",
        ),
        (format!("mark({bomber}, 1, STANCE, WORD.done)"), "`stance` takes one of bold, wary, not the word `done`"),
        (format!("mark({spy}, 1, WORTH, 4)"), "`worth` takes a number from 1 to 3, not the number 4"),
        (format!("mark({spy}, 1, ATTACKS, SEATTLE)"), "`spy` cannot have the mark `attacks`"),
        (format!("mark_of({bomber}, MOVED)"), "`moved` is a plain mark without a value"),
        ("values_of(MOVED, REGIONS, EAST)".into(), "`moved` is a plain mark without a value"),
        (format!("mark({tank}, 1, ORDERS, first(cards(pile(HAND, EAST))))"), "would reveal a card in `east hand`"),
    ] {
        let error = script_error(&body);
        assert!(error.contains(expected), "{body}\n{error}");
    }
    assert_eq!(script_error(&format!("unmark({bomber}, 1, ATTACKS); mark({bomber}, 1, MOVED)")), "nothing");
}

#[test]
fn too_many_mark_values_are_refused_at_their_declaration() {
    let marks: String =
        ["a1", "a2", "a3"].map(|id| format!("[[mark]]\nid = \"{id}\"\nof = \"number\"\nmin = 1\nmax = 50\n")).concat();
    let piece =
        "[[piece]]\nid = \"mule\"\nname = \"Mule\"\ncount = 1\nsupply = \"pool\"\nmarks = [\"a1\", \"a2\", \"a3\"]\n";
    let board = format!("{META}{marks}{piece}");
    let Err(problems) = library(&[MANIFEST, ("scenarios/sorties/board/more.toml", &board)]).load("sorties") else {
        panic!("it loads");
    };
    let diagnostics = render(&problems, false);
    for part in
        ["the marks of `mule` may have 132651 combinations of values; at most 65536", "`a1` 50, `a2` 50, `a3` 50"]
    {
        assert!(diagnostics.contains(part), "{part}\n{diagnostics}");
    }
}
