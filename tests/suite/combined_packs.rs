//! Two independent packs over the demo work together in either order. They add an action, wrap a step that asks a side,
//! close an offer and change a number, and they replace no script.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_content::{PackSource, render};
use cardwright_ruletest::Options;
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_table::{Library, Reloaded, SetUp, Table};
use std::fs;
use std::path::PathBuf;

const ORDERS: [[&str; 2]; 2] = [["levies", "vigil"], ["vigil", "levies"]];

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs").join(name)
}

fn library(packs: &[PathBuf]) -> Library {
    let sources = [folder("demo")].into_iter().chain(packs.iter().cloned()).map(PackSource::Folder);
    Library::open(sources.collect()).unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
}

fn with_both_packs(order: [&str; 2]) -> Library {
    library(&order.map(folder))
}

#[test]
fn rule_tests_of_both_packs_pass_together() {
    for order in ORDERS {
        let library = with_both_packs(order);
        let (program, _, problems) =
            library.load("demo").unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        assert!(problems.is_empty(), "{}", render(&problems, false));
        assert_eq!(program.menus[0].actions, ["stir", "raise", "march", "levy", "burn", "many"]);
        for pack in order {
            let report = cardwright_ruletest::run(&library, &[folder(pack).join("tests")], None, &Options::default());
            assert!(!report.tests.is_empty() && report.is_good(), "{}", cardwright_ruletest::render(&report, false));
        }
    }
}

#[test]
fn games_with_both_packs_pass_the_double_run() {
    for order in ORDERS {
        let options = FuzzOptions {
            games: 20,
            seed: 5,
            double_run: true,
            pinned: vec![("fragile".into(), "false".into())],
            ..FuzzOptions::default()
        };
        let report = fuzz(&with_both_packs(order), "demo", &options, &mut |_| {})
            .unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        let failures: Vec<&str> = report.failures.iter().map(|f| f.message.as_str()).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

/// Reloads, saves and restores the game at choices before, within and after the body of a wrapped step.
#[test]
fn a_wrapped_step_can_be_reloaded_and_saved_at_each_of_its_choices() {
    let dir = tempfile::tempdir().unwrap();
    let vigil = dir.path().join("vigil");
    for file in ["pack.toml", "scenarios/demo/board.toml", "scripts/demo/vigil.luau", "scripts/demo/text.toml"] {
        fs::create_dir_all(vigil.join(file).parent().unwrap()).unwrap();
        fs::copy(folder("vigil").join(file), vigil.join(file)).unwrap();
    }
    let mut library = library(&[folder("levies"), vigil.clone()]);
    let (program, vm, _) = library.load("demo").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 4, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    table.adjust("port: guard, 2 open").unwrap();
    table.force_words(&["6", "6"]).unwrap();
    table.play(None, "stir port").unwrap();
    for (n, answer) in ["1", "keep", "0"].into_iter().enumerate() {
        let offered = table.row_words().to_vec();
        assert!(offered.iter().any(|row| row.join(" ") == answer), "{offered:?}");
        // The wrap is edited while the step is open.
        let script = vigil.join("scripts/demo/vigil.luau");
        let text = fs::read_to_string(&script).unwrap();
        fs::write(&script, format!("{text}-- edited {n}\n")).unwrap();
        library.reread().unwrap();
        let (program, vm, _) = library.load("demo").unwrap();
        assert_eq!(
            table.reload(program.clone(), vm).map_err(|problems| problems.to_string()),
            Ok(Reloaded::SameChoice)
        );
        assert_eq!(table.row_words(), offered);
        // A new VM reaches the same choice from the saved position.
        let board = table.board();
        let saved = cardwright_state::notation::print_save(board, table.position());
        let read =
            cardwright_state::notation::load(board, &saved).unwrap_or_else(|problems| panic!("{problems:?}\n{saved}"));
        let mut fresh = program.vm().unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        fresh.set_position(&read);
        fresh.run_checked().unwrap();
        let rows: Vec<String> = fresh.choice().rows.iter().map(|row| row.text(board)).collect();
        assert_eq!(rows, offered.iter().map(|row| row.join(" ")).collect::<Vec<_>>());
        table.play(None, answer).unwrap();
    }
    let text = cardwright_state::notation::print(table.board(), table.position());
    assert!(text.contains("hills: 2 open, guard") && text.contains("unrest 2"), "{text}");
}

/// Returns a pack that puts wraps without any effect around every step, verb, action and offer of a game.
fn around_everything(program: &cardwright_script::Program, game: &str) -> PackSource {
    let mut script = String::new();
    for registration in &program.registered {
        let kinds: &[&str] = match registration.kind {
            "step" => &["step"],
            "verb" => &["verb"],
            "action" => &["action", "offer"],
            _ => continue,
        };
        for kind in kinds {
            let target = format!("{kind} {}", registration.id);
            script += &format!("before(\"{target}\", function() end)\nafter(\"{target}\", function() end)\n");
            script += &format!("around(\"{target}\", function(inner, ...) return inner(...) end)\n");
        }
    }
    let manifest = "id = \"around\"\nname = \"Around\"\nversion = \"1.0.0\"\n".to_owned();
    PackSource::Memory(vec![("pack.toml".into(), manifest), (format!("scripts/{game}/around.luau"), script)])
}

/// Every step, action, offer and verb of the games can be wrapped, and an empty wrap changes nothing.
#[test]
fn every_registration_can_be_wrapped() {
    let base = || PackSource::Folder(env!("CARGO_MANIFEST_DIR").into());
    let play_games = |library: &Library, game: &str| {
        let (program, mut vm, problems) =
            library.load(game).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        assert!(problems.is_empty(), "{}", render(&problems, false));
        let scenario = program.content.scenarios[0].id.clone();
        let starts = cardwright_sim::ScenarioStart::new(&program, &SetUp { scenario, ..SetUp::default() }).unwrap();
        let mut position = cardwright_state::Position::default();
        let mut play_to_end = |seed| {
            starts.copy_with_seed(seed, &mut position);
            cardwright_sim::play_out(&mut vm, &position, seed)
                .unwrap_or_else(|error| panic!("{game}, seed {seed}: {error}"));
            cardwright_state::notation::print(vm.board(), &vm.position())
        };
        let ends: Vec<String> = (0..3).map(&mut play_to_end).collect();
        (around_everything(&program, game), ends)
    };
    let library = Library::open(vec![base()]).unwrap();
    for game in library.playable_games() {
        let (around, plain) = play_games(&library, &game.id);
        let wrapped =
            Library::open(vec![base(), around]).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        assert_eq!(play_games(&wrapped, &game.id).1, plain, "{}", game.id);
    }
}

/// Knobs that a script puts into a filter while its file loads. They cannot be options, because options are set later.
const KNOBS_IN_FILTERS: [&str; 4] = ["rebels-in-a-country", "bases-in-a-space", "cubes-for-a-base", "stack-limit"];

/// One pack turns all knobs outside filters that hold one number into options, and the game can be played.
#[test]
fn every_number_outside_filters_can_be_an_option() {
    let base = || PackSource::Folder(env!("CARGO_MANIFEST_DIR").into());
    let library = Library::open(vec![base()]).unwrap();
    for game in library.playable_games() {
        let (program, _, _) = library.load(&game.id).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        let numbers = program.content.knobs.iter().filter(|knob| !knob.is_list);
        let (in_filters, outside_filters): (Vec<_>, Vec<_>) =
            numbers.partition(|knob| KNOBS_IN_FILTERS.contains(&knob.id.as_str()));
        let with_options = |ids: &[&str]| {
            let knobs = ids.iter().map(|id| format!("[[knob]]\nid = \"{id}\"\noption = true\n")).collect::<String>();
            let board = format!("[meta]\ngame = \"{}\"\n{knobs}", game.id);
            let manifest = "id = \"free\"\nname = \"Free\"\nversion = \"1.0.0\"\n".to_owned();
            let files = vec![("pack.toml".into(), manifest), (format!("scenarios/{}/board.toml", game.id), board)];
            Library::open(vec![base(), PackSource::Memory(files)])
                .unwrap_or_else(|problems| panic!("{}", render(&problems, false)))
        };
        let ids: Vec<&str> = outside_filters.iter().map(|knob| knob.id.as_str()).collect();
        let (program, mut vm, _) =
            with_options(&ids).load(&game.id).unwrap_or_else(|problems| panic!("{}", render(&problems, false)));
        let scenario = program.content.scenarios[0].id.clone();
        let starts = cardwright_sim::ScenarioStart::new(&program, &SetUp { scenario, ..SetUp::default() }).unwrap();
        let mut position = cardwright_state::Position::default();
        starts.copy_with_seed(1, &mut position);
        cardwright_sim::play_out(&mut vm, &position, 1).unwrap_or_else(|error| panic!("{}: {error}", game.id));
        for knob in in_filters {
            let problems = with_options(&[&knob.id]).load(&game.id).map(drop).unwrap_err();
            let is_located = |p: &cardwright_content::Diagnostic| p.location().starts_with("free:scenarios/");
            assert!(
                problems.iter().any(|p| p.code == "script::early-option" && is_located(p)),
                "{}",
                render(&problems, false)
            );
        }
    }
}
