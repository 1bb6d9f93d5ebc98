//! Renamed things (`was`): a running game, an old saved position, old notation, an old rule test and an old record
//! still name them.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, render};
use cardwright_ruletest::{Options, run};
use cardwright_state::notation;
use cardwright_table::{FormerIds, Library, Reloaded, SetUp, Table, record};
use std::fs;
use std::path::{Path, PathBuf};

/// One rename of the demo game: a name for messages, the replacements in all files, and the line that gets `was` below
/// it.
struct Rename {
    kind: &'static str,
    replaced: &'static [(&'static str, &'static str)],
    below: &'static str,
    was: &'static str,
}

const RENAMES: [Rename; 13] = [
    Rename {
        kind: "side",
        replaced: &[("\"blue\"", "\"azure\""), ("BLUE", "AZURE"), ("card.blue", "card.azure")],
        below: "[[side]]\nid = \"azure\"",
        was: "blue",
    },
    Rename {
        kind: "space",
        replaced: &[("\"port\"", "\"harbour\""), ("\nport:", "\nharbour:")],
        below: "[[space]]\nid = \"harbour\"",
        was: "port",
    },
    Rename {
        kind: "link",
        replaced: &[("\"crossing\"", "\"passage\"")],
        below: "[[link]]\nid = \"passage\"",
        was: "crossing",
    },
    Rename {
        kind: "link-kind",
        replaced: &[("\"ferry\"", "\"boat\""), ("FERRY", "BOAT")],
        below: "[[link-kind]]\nid = \"boat\"",
        was: "ferry",
    },
    Rename {
        kind: "mark",
        replaced: &[("\"moved\"", "\"tired\""), ("MOVED", "TIRED")],
        below: "[[mark]]\nid = \"tired\"",
        was: "moved",
    },
    Rename {
        kind: "piece",
        replaced: &[("\"guard\"", "\"watch\""), ("GUARD", "WATCH"), (" guard", " watch")],
        below: "[[piece]]\nid = \"watch\"",
        was: "guard",
    },
    Rename {
        kind: "track",
        replaced: &[("id = \"unrest\"", "id = \"anger\""), ("UNREST", "ANGER")],
        below: "[[track]]\nid = \"anger\"",
        was: "unrest",
    },
    Rename {
        kind: "fact",
        replaced: &[("\"turns\"", "\"rounds\""), ("TURNS", "ROUNDS")],
        below: "[[fact]]\nid = \"rounds\"",
        was: "turns",
    },
    Rename {
        kind: "die",
        replaced: &[("\"d6\"", "\"cube\""), ("D6", "CUBE")],
        below: "[[die]]\nid = \"cube\"",
        was: "d6",
    },
    Rename {
        kind: "pile",
        replaced: &[("\"stock\"", "\"store\""), ("STOCK", "STORE")],
        below: "[[pile]]\nid = \"store\"",
        was: "stock",
    },
    Rename {
        kind: "option",
        replaced: &[("\"long\"", "\"lengthy\""), ("OPTION.long", "OPTION.lengthy")],
        below: "[[option]]\nid = \"lengthy\"",
        was: "long",
    },
    Rename { kind: "card", replaced: &[("\"03\"", "\"33\"")], below: "[[card]]\nid = \"33\"", was: "03" },
    Rename {
        kind: "word",
        replaced: &[("word.end-turn", "word.finish"), ("WORD.end_turn", "WORD.finish")],
        below: "[word.finish]",
        was: "end-turn",
    },
];

/// The renames of the action and the period of the demo, whose names also occur as other words.
const OTHER_RENAMES: [Rename; 3] = [
    Rename {
        kind: "action",
        replaced: &[
            ("action \"march\"", "action \"trek\""),
            ("\"march\"", "\"trek\""),
            ("action.march", "action.trek"),
        ],
        below: "[action.trek]",
        was: "march",
    },
    Rename {
        kind: "period",
        replaced: &[("\"turn\"", "\"round\""), ("TURN)", "ROUND)")],
        below: "[[period]]\nid = \"round\"",
        was: "turn",
    },
    Rename {
        kind: "scenario",
        replaced: &[("id = \"standard\"", "id = \"usual\"")],
        below: "id = \"usual\"",
        was: "standard",
    },
];

fn demo_files() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    let names = [
        "pack.toml",
        "cards/demo/cards.toml",
        "scenarios/demo/board.toml",
        "scenarios/demo/rules.toml",
        "scenarios/demo/standard.toml",
        "scripts/demo/rules.luau",
        "scripts/demo/text.toml",
    ];
    names.map(|name| (name.to_owned(), fs::read_to_string(root.join(name)).unwrap())).into()
}

/// A rule test that names the things by their old ids.
const RULE_TEST: &str = "\
scenario standard
option long true
--- the guard marches
setup blank; port: guard, hidden; river: unrest 2; link crossing: owner blue; turns 2; stock: 03 | {01 02}
play red: march guard port hills
expect hills: guard+moved; river: unrest 2; link crossing: owner blue; turns 2; stock: 03 | {01 02}
play red: end-turn
expect hills: guard; turns 3
";

fn library(files: Vec<(String, String)>) -> Library {
    Library::open(vec![PackSource::Memory(files)]).unwrap_or_else(|e| panic!("{}", render(&e, false)))
}

/// Renames a thing in all files of the demo.
fn renamed(rename: &Rename) -> Library {
    let was = format!("{}\nwas = [\"{}\"]", rename.below, rename.was);
    let replace = |text: String| {
        let text = rename.replaced.iter().fold(text, |text, (old, new)| text.replace(old, new));
        text.replace(rename.below, &was)
    };
    let mut files: Vec<_> = demo_files().into_iter().map(|(name, text)| (name, replace(text))).collect();
    files.push(("tests/rules/demo/old.test".to_owned(), RULE_TEST.to_owned()));
    assert!(files.iter().any(|(_, text)| text.contains(&was)), "{}", rename.kind);
    library(files)
}

/// Plays a game that names every renamed thing in its position, its answers, its outcomes and its set-up.
fn play(library: &Library, path: &Path) -> Table {
    let (program, vm, _) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let options = vec![("long".to_owned(), "true".to_owned())];
    let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, options, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    table.keep_record(path).unwrap();
    table.adjust("port: guard, hidden, unrest 2; link crossing: wear 1, owner blue; turns 2; blue hand: 03").unwrap();
    table.play(None, "end-turn").unwrap();
    table.force_words(&["5"]).unwrap();
    let blue = table.board().side("blue");
    table.play(blue, "bribe port").unwrap();
    table.play(None, "march guard port hills").unwrap();
    table.force_words(&["5", "6", "card:03"]).unwrap();
    table.play(None, "stir hills").unwrap();
    assert_eq!(table.board().sides[table.asked().unwrap().index()].id, "blue", "in the middle of a step");
    table
}

fn board_text(table: &Table) -> String {
    notation::print(table.board(), table.position())
}

#[test]
fn every_kind_of_renamed_thing_is_found_by_its_former_id() {
    for rename in RENAMES.iter().chain(&OTHER_RENAMES) {
        let kind = rename.kind;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.cwr");
        let mut table = play(&library(demo_files()), &path);
        let old_program = table.program().clone();
        let old_save = notation::print_save(table.board(), table.position());
        let old_text = board_text(&table);
        let recorded = record::read(&path).unwrap();
        let (program, vm, _) = renamed(rename).load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));

        // A running game.
        assert_eq!(table.reload(program.clone(), vm).unwrap(), Reloaded::SameChoice, "{kind}");
        let text = board_text(&table);
        let card = if kind == "card" { "card:33" } else { "card:03" };
        assert_eq!(table.forced_words(), [card], "{kind}");

        // A saved position, and plain notation.
        let loaded = notation::load(&program.board, &old_save).unwrap_or_else(|e| panic!("{kind}: {e:?}"));
        assert_eq!(notation::print(&program.board, &loaded), text, "{kind}");
        let mut set = cardwright_state::Position::initial(&program.board, 9);
        notation::set(&program.board, &mut set, &old_text).unwrap_or_else(|e| panic!("{kind}: {e:?}"));
        assert_eq!(notation::print(&program.board, &set), text, "{kind}");

        // A rule test.
        let report = run(&renamed(rename), &[], None, &Options::default());
        assert!(
            report.is_good() && report.counts() == (1, 0),
            "{kind}\n{}",
            cardwright_ruletest::render(&report, false)
        );

        // A record, with and without the content next to it. The ids of piles and cards decide how a seed shuffles, so
        // a game that shuffles at its start begins otherwise under other ids.
        if matches!(kind, "pile" | "card") {
            continue;
        }
        for old_board in [Some(&*old_program.board), None] {
            let former_ids = FormerIds::new(&program, [old_board]);
            let set_up = former_ids.current_set_up(&program, Table::set_up_of(&recorded));
            let mut replayed = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
            replayed.set_former_ids(former_ids);
            replayed
                .replay(&recorded, None, &mut |_| Err("there is no other content".into()))
                .unwrap_or_else(|e| panic!("{kind}: {e}"));
            assert_eq!(board_text(&replayed), text, "{kind}");
            assert_eq!(replayed.row_words(), table.row_words(), "{kind}");
        }
    }
}
