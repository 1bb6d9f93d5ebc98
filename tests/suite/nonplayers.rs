//! Non-players: sides that the game's scripts play.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::{RANDOM, RandomBot};
use cardwright_cli::repl::Piped;
use cardwright_content::{PackSource, render};
use cardwright_table::Viewer;
use cardwright_table::record::{self, Contents};
use cardwright_table::{Library, PlayError, Seat, SetUp, StartError, Table, line};
use std::path::PathBuf;

const META: &str = "[meta]\ngame = \"demo\"\nnonplayer = \"by-rules\"\n";
const FACT: &str = "[[fact]]\nid = \"by-rules\"\non = \"side\"\ntype = \"boolean\"\n";

/// The demo with this text over its board.
fn library(board: &str) -> Library {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n";
    let files = [("pack.toml", manifest), ("scenarios/demo/board.toml", board)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    Library::open(vec![PackSource::Folder(demo), PackSource::Memory(files)]).unwrap()
}

fn start(library: &Library, seats: &[(&str, Seat)]) -> Result<Table, StartError> {
    let (program, vm, _) = library.load("demo").unwrap_or_else(|all| panic!("{}", render(&all, false)));
    let seats = seats.iter().map(|(side, seat)| ((*side).to_owned(), *seat)).collect();
    let set_up = SetUp { scenario: "standard".into(), seed: 9, seats, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up)
}

#[test]
fn a_nonplayer_seat_sets_the_fact_and_has_no_player() {
    let library = library(&format!("{META}{FACT}"));
    let mut table = start(&library, &[("blue", Seat::NonPlayer)]).unwrap();
    let (red, blue) = (table.board().side("red").unwrap(), table.board().side("blue").unwrap());
    assert!(table.position().is_nonplayer(table.board(), blue));
    assert_eq!(table.seats, [Seat::Human, Seat::NonPlayer]);
    assert!(!table.has_standing_actions(blue), "nobody is there to do anything besides");
    let refused = |done: Result<(), PlayError>| done.unwrap_err().to_string();
    assert_eq!(
        refused(table.seat(blue, Seat::Human)),
        "`blue` is played by rules in this game: nobody can sit down there"
    );
    assert_eq!(
        refused(table.seat(red, Seat::NonPlayer)),
        "the rules can take a side only when a game begins: `--seat red=nonplayer`"
    );
    table.adjust("blue no by-rules").unwrap();
    assert_eq!(table.seats, [Seat::Human, Seat::Human]);
    assert!(table.has_standing_actions(blue));
    table.undo().unwrap();
    assert_eq!(table.seats, [Seat::Human, Seat::NonPlayer]);
    // The fact decides, whoever set it. Here each side has it from the start, and the demo asks red.
    let board = format!("{META}{FACT}default = true\n");
    let error = start(&self::library(&board), &[]).unwrap_err().to_string();
    assert!(error.contains("`red` is played by rules, but was asked"), "{error}");
}

#[test]
fn asking_a_nonplayer_is_an_error_of_the_rules() {
    let library = library(&format!("{META}{FACT}"));
    let mut table = start(&library, &[("blue", Seat::NonPlayer)]).unwrap();
    table.adjust("hills: guard, 3 open; points 3").unwrap();
    let hash = table.hash();
    table.force_words(&["6", "6", "6"]).unwrap();
    let error = table.play(None, "stir hills").unwrap_err().to_string();
    assert_eq!(error, "`blue` is played by rules, but was asked: `answering` says who answers for it");
    assert_eq!(table.hash(), hash);
}

#[test]
fn records_name_the_nonplayers() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = start(&library(&format!("{META}{FACT}")), &[("blue", Seat::NonPlayer)]).unwrap();
    table.keep_record(&path).unwrap();
    table.play(None, "raise port").unwrap();
    let read = record::read(&path).unwrap();
    assert_eq!(read.header.nonplayers, ["blue"]);
    let library = Library::open(Contents::for_record(&path).packs(&read.header.content).unwrap()).unwrap();
    let (program, vm, _) = library.load("demo").unwrap();
    let mut back = Table::start(program, vm, &Table::set_up_of(&read).unwrap()).unwrap();
    back.replay(&read, None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(back.hash_chain(), table.hash_chain());
    assert_eq!(back.seats, table.seats);
}

#[test]
fn a_game_without_non_players_refuses_them() {
    let Err(error) = start(&library("[meta]\ngame = \"demo\"\n"), &[("blue", Seat::NonPlayer)]) else {
        panic!("it starts")
    };
    assert_eq!(error.to_string(), "`blue` cannot be played by rules: this game has no non-players");
}

#[test]
fn the_fact_is_checked_when_the_game_is_loaded() {
    let shown = |board: String| {
        let all = library(&board).load("demo").map(drop).unwrap_err();
        render(&all, false)
    };
    let no_fact = shown(META.to_owned());
    assert!(no_fact.contains("by-rules") && no_fact.contains("board.toml:3:13"), "{no_fact}");
    for (fact, wanted) in [
        ("on = \"game\"\ntype = \"boolean\"", "it is not kept on a side"),
        ("on = \"side\"\ntype = \"number\"", "it is not a boolean"),
        ("on = \"side\"\ntype = \"boolean\"\naudience = \"owner\"", "it is not visible to all"),
        ("on = \"side\"\ntype = \"boolean\"\nuntil = \"turn\"", "it is reset by a period"),
    ] {
        let shown = shown(format!("{META}[[fact]]\nid = \"by-rules\"\n{fact}\n"));
        assert!(shown.contains("content::nonplayer") && shown.contains(wanted), "{shown}");
    }
}

#[test]
fn variable_deployment_is_played_to_its_end_with_any_of_its_factions_left_to_rules() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap();
    let (program, _, _) = library.load("cuba-libre").unwrap_or_else(|all| panic!("{}", render(&all, false)));
    for mixed in 1_u32..16 {
        let sides = ["govt", "m26", "dr", "synd"].iter().enumerate().filter(|(at, _)| mixed & 1 << at != 0);
        let seats: Vec<_> = sides.map(|(_, side)| ((*side).to_owned(), Seat::NonPlayer)).collect();
        let set_up = SetUp { scenario: "variable".into(), seed: mixed.into(), seats, open: true, ..SetUp::default() };
        let named = format!("{:?}", set_up.seats);
        let mut table =
            Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap_or_else(|e| panic!("{named}: {e}"));
        let mut player = RandomBot::new(mixed.into());
        for _ in 0..20_000 {
            if table.is_over() {
                break;
            }
            table.answer_with_bot(&mut player).unwrap_or_else(|e| panic!("{named}: {e}"));
        }
        assert!(table.is_over(), "{named}");
    }
}

/// A closed Cuba Libre game against scripts alone; a person plays 26July.
fn solo(seed: u64) -> Table {
    let base = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(base)]).unwrap();
    let (program, mut vm, _) = library.load("cuba-libre").unwrap_or_else(|all| panic!("{}", render(&all, false)));
    vm.set_structured_log(true);
    let rules = ["govt", "dr", "synd"].map(|side| (side.to_owned(), Seat::NonPlayer)).to_vec();
    let set_up = SetUp { scenario: "standard".into(), seed, seats: rules, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

#[test]
fn sides_and_spaces_may_be_called_by_their_names() {
    let table = solo(5);
    for (typed, words) in [
        ("rally 26July", "rally m26"),
        ("26J, DR", "m26 dr"),
        ("Syndicate m26 nobody", "synd m26 nobody"),
        ("march Havana Pinar del Río 2", "march havana pinar-del-rio 2"),
        ("sweep camaguey (city) from Santiago, Las Villas", "sweep camaguey-city from santiago-de-cuba las-villas"),
        ("take Ambassador Smith", "take 40"),
    ] {
        assert_eq!(line::resolve_names(table.program(), typed).join(" "), words);
    }
}

/// A line may leave out a word that all rows begin with. If the rest does not fit, the message lists what does.
#[test]
fn a_name_that_does_not_fit_lists_those_that_do() {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap();
    let (program, vm, _) = library.load("cuba-libre").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 12, open: true, ..SetUp::default() };
    let mut prompt =
        Piped::with_page(Table::start(program, vm, &set_up).unwrap(), Library::open(vec![]).unwrap(), 80, 24);
    let told = prompt.line("event unshaded havana").text;
    assert!(told.contains("`havana` does not fit here: legal: camaguey-province, oriente"), "{told}");
}

#[test]
fn a_lone_player_undoes_scripted_turns_without_changing_chance() {
    let (mut crossed, mut refused) = (0, 0);
    // The rules decide who wins; more games are tried until both results occurred.
    for seed in 5..12 {
        if crossed > 5 && refused > 0 {
            break;
        }
        let mut table = solo(seed);
        let m26 = Viewer::side(table.board().side("m26").unwrap());
        let mut player = RandomBot::new(3);
        let seen = |table: &Table| (m26.position_text(table.board(), table.position()), table.log(0, m26));
        for _ in 0..160 {
            if table.is_over() {
                break;
            }
            let (before, shown, rows) = (table.here(), seen(&table), table.row_words().to_vec());
            if table.answer_with_bot(&mut player).is_err() {
                continue;
            }
            let (after, hash) = (table.here(), table.hash());
            let node = &table.nodes()[after];
            let (barrier, ruled) = (node.barrier, !node.played_by_rules.is_empty());
            let row = table.event_text(after).unwrap().replace("m26: ", "");
            match table.undo() {
                Ok(_) if barrier => {
                    assert!(ruled, "`{row}`: chance that no other side had a part in is not taken back");
                    crossed += 1;
                    // It shows what it showed before, and nothing that happened since.
                    assert_eq!((table.here(), seen(&table)), (before, shown), "{row}");
                    assert_eq!(table.row_words(), rows);
                    // Nobody can search for a better outcome: played again, it is the same.
                    let at = rows.iter().position(|words| words.join(" ") == row).unwrap();
                    table.answer(at, false).unwrap();
                    assert_eq!(table.hash(), hash, "{row}");
                    // With another person at the table a barrier stops undo.
                    let dr = table.board().side("dr").unwrap().at();
                    for other in [Seat::Human, Seat::Bot(RANDOM)] {
                        table.seats[dr] = other;
                        assert!(matches!(table.undo(), Err(PlayError::Barrier(_))), "{row}");
                        assert!(matches!(table.goto(before), Err(PlayError::Barrier(_))), "{row}");
                    }
                    table.seats[dr] = Seat::NonPlayer;
                }
                Ok(_) => {
                    assert!(!barrier);
                    table.redo().unwrap();
                }
                Err(PlayError::Barrier(_)) => {
                    assert!(barrier);
                    refused += 1;
                }
                Err(error) => panic!("{row}: {error}"),
            }
            if table.here() != after && table.hash() != hash {
                panic!("{row}: the game is elsewhere");
            }
        }
    }
    assert!(crossed > 5 && refused > 0, "{crossed} crossed, {refused} refused");
}

/// The rules' conditions on the start of a game: seats, and options that go together.
#[test]
fn a_start_that_the_rules_forbid_is_refused_with_the_reason() {
    let root = PackSource::Folder(env!("CARGO_MANIFEST_DIR").into());
    let library = Library::open(vec![root]).unwrap();
    let (program, _, _) = library.load("cuba-libre").unwrap_or_else(|all| panic!("{}", render(&all, false)));
    let begin = |scenario: &str, options: &[(&str, &str)], sides: &[&str]| {
        let options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        let seats = sides.iter().map(|side| ((*side).to_owned(), Seat::NonPlayer)).collect();
        let set_up = SetUp { scenario: scenario.into(), seed: 3, options, seats, open: true, ..SetUp::default() };
        Table::start(program.clone(), program.vm().unwrap(), &set_up)
    };
    let told = |refused: Result<Table, StartError>| refused.map(drop).unwrap_err().to_string();
    for (scenario, players, sides) in [
        ("standard", "two", &["m26"][..]),
        ("variable", "three-m26-dr", &["synd"]),
        ("variable", "three-govt-synd", &["synd"]),
        ("solo-government", "three-govt-synd", &[]),
        ("all-nonplayers", "two", &[]),
    ] {
        let told = told(begin(scenario, &[("players", players)], sides));
        assert!(told.starts_with("the rules do not allow this game: people hold pairs of Factions"), "{told}");
        assert!(told.contains("leave the option `players` at `four`, or seat people [CL 1.5]"), "{told}");
        assert!(told.contains("scripts/cuba-libre/hands.luau:"), "{told}");
    }
    let told = told(begin("solo-26july", &[("deception", "true")], &[]));
    assert!(told.contains("three or four people") && told.contains("[CL 7.3]"), "{told}");
    // Any Factions may be Non-players; one player may hold a pair against the two others.
    for scenario in ["standard", "variable"] {
        for sides in [&["synd"][..], &["dr"], &["m26"], &["govt"], &["govt", "m26", "dr", "synd"]] {
            begin(scenario, &[], sides).unwrap_or_else(|e| panic!("{scenario} {sides:?}: {e}"));
        }
        begin(scenario, &[("players", "three-govt-synd")], &["m26", "dr"]).unwrap();
        begin(scenario, &[("players", "three-m26-dr")], &["govt", "synd"]).unwrap();
        begin(scenario, &[("players", "two"), ("deception", "false")], &[]).unwrap();
    }
}
