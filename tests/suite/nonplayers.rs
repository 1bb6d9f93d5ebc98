//! Non-players: sides that the game's scripts play.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::{RANDOM, RandomBot};
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{PackSource, render};
use cardwright_table::Viewer;
use cardwright_table::record::{self, Contents};
use cardwright_table::{Library, PlayError, Seat, SetUp, StartError, Table, line};
use std::path::PathBuf;

const META: &str = "[meta]\ngame = \"demo\"\nnonplayer = \"by-rules\"\n";
const FACT: &str = "[[fact]]\nid = \"by-rules\"\non = \"side\"\ntype = \"boolean\"\n";

/// Opens the demo with a second pack that adds this text to the board.
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
    assert!(!table.game().has_standing_actions(blue), "a Non-player has no standing actions");
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
    assert!(table.game().has_standing_actions(blue));
    table.undo().unwrap();
    assert_eq!(table.seats, [Seat::Human, Seat::NonPlayer]);
    // A default of the fact makes both sides Non-players, so the demo may not ask Red.
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
    let recorded = record::read(&path).unwrap();
    assert_eq!(recorded.header.nonplayers, ["blue"]);
    let library = Library::open(Contents::for_record(&path).packs(&recorded.header.content).unwrap()).unwrap();
    let (program, vm, _) = library.load("demo").unwrap();
    let mut restored = Table::start(program, vm, &Table::set_up_of(&recorded)).unwrap();
    restored.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(restored.hash_chain(), table.hash_chain());
    assert_eq!(restored.seats, table.seats);
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
    let diagnostics = |board: String| {
        let problems = library(&board).load("demo").map(drop).unwrap_err();
        render(&problems, false)
    };
    let no_fact = diagnostics(META.to_owned());
    assert!(no_fact.contains("by-rules") && no_fact.contains("board.toml:3:13"), "{no_fact}");
    for (fact, wanted) in [
        ("on = \"game\"\ntype = \"boolean\"", "it is not kept on a side"),
        ("on = \"side\"\ntype = \"number\"", "it is not a boolean"),
        ("on = \"side\"\ntype = \"boolean\"\naudience = \"owner\"", "it is not visible to all"),
        ("on = \"side\"\ntype = \"boolean\"\nuntil = \"turn\"", "it is reset by a period"),
    ] {
        let diagnostics = diagnostics(format!("{META}[[fact]]\nid = \"by-rules\"\n{fact}\n"));
        assert!(diagnostics.contains("content::nonplayer") && diagnostics.contains(wanted), "{diagnostics}");
    }
}

#[test]
fn variable_deployment_ends_with_any_factions_as_non_players() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap();
    let (program, _, _) = library.load("cuba-libre").unwrap_or_else(|all| panic!("{}", render(&all, false)));
    for side_bits in 1_u32..16 {
        let sides = ["govt", "m26", "dr", "synd"].iter().enumerate().filter(|(index, _)| side_bits & 1 << index != 0);
        let seats: Vec<_> = sides.map(|(_, side)| ((*side).to_owned(), Seat::NonPlayer)).collect();
        let set_up =
            SetUp { scenario: "variable".into(), seed: side_bits.into(), seats, open: true, ..SetUp::default() };
        let seats_text = format!("{:?}", set_up.seats);
        let mut table = Table::start(program.clone(), program.vm().unwrap(), &set_up)
            .unwrap_or_else(|e| panic!("{seats_text}: {e}"));
        let mut player = RandomBot::new(side_bits.into());
        for _ in 0..20_000 {
            if table.is_over() {
                break;
            }
            table.answer_with_bot(&mut player).unwrap_or_else(|e| panic!("{seats_text}: {e}"));
        }
        assert!(table.is_over(), "{seats_text}");
    }
}

/// Starts a Cuba Libre game that is not open: a person plays 26July, and scripts play the other sides.
fn solo(seed: u64) -> Table {
    let base = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(base)]).unwrap();
    let (program, mut vm, _) = library.load("cuba-libre").unwrap_or_else(|all| panic!("{}", render(&all, false)));
    vm.set_structured_log(true);
    let seats = ["govt", "dr", "synd"].map(|side| (side.to_owned(), Seat::NonPlayer)).to_vec();
    let set_up = SetUp { scenario: "standard".into(), seed, seats, ..SetUp::default() };
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

/// A line may leave out a word that all rows begin with. If the next word does not fit, the message lists the legal
/// words.
#[test]
fn a_message_about_an_illegal_name_lists_the_legal_names() {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap();
    let (program, vm, _) = library.load("cuba-libre").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 12, open: true, ..SetUp::default() };
    let mut prompt =
        PipedPrompt::with_page(Table::start(program, vm, &set_up).unwrap(), Library::open(vec![]).unwrap(), 80, 24);
    let message = prompt.line("event unshaded havana").text;
    assert!(message.contains("`havana` does not fit here: legal: camaguey-province, oriente"), "{message}");
}

#[test]
fn a_lone_player_undoes_scripted_turns_without_changing_chance() {
    let (mut undone_barriers, mut refused) = (0, 0);
    // More games are played until some barriers could be undone and some could not.
    for seed in 5..12 {
        if undone_barriers > 5 && refused > 0 {
            break;
        }
        let mut table = solo(seed);
        let m26 = Viewer::side(table.board().side("m26").unwrap());
        let mut player = RandomBot::new(3);
        let visible = |table: &Table| (m26.position_text(table.board(), table.position()), table.log(0, m26));
        for _ in 0..160 {
            if table.is_over() {
                break;
            }
            let (before, visible_before, rows) = (table.shown_event(), visible(&table), table.row_words().to_vec());
            if table.answer_with_bot(&mut player).is_err() {
                continue;
            }
            let (after, hash) = (table.shown_event(), table.hash());
            let node = &table.nodes()[after];
            let (barrier, has_rules_answer) = (node.barrier, !node.played_by_rules.is_empty());
            let row = table.event_text(after).unwrap().replace("m26: ", "");
            match table.undo() {
                Ok(_) if barrier => {
                    assert!(has_rules_answer, "`{row}`: undo crosses a barrier only if a Non-player acted");
                    undone_barriers += 1;
                    // The player sees the same as before the answer.
                    assert_eq!((table.shown_event(), visible(&table)), (before, visible_before), "{row}");
                    assert_eq!(table.row_words(), rows);
                    // The same answer has the same outcome again, so nobody can search for a better one.
                    let index = rows.iter().position(|words| words.join(" ") == row).unwrap();
                    table.answer(index, false).unwrap();
                    assert_eq!(table.hash(), hash, "{row}");
                    // A barrier stops undo if another side has a person or a bot.
                    let dr = table.board().side("dr").unwrap().index();
                    for other_seat in [Seat::Human, Seat::Bot(RANDOM)] {
                        table.seats[dr] = other_seat;
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
            if table.shown_event() != after && table.hash() != hash {
                panic!("{row}: the game is at another event");
            }
        }
    }
    assert!(undone_barriers > 5 && refused > 0, "{undone_barriers} crossed, {refused} refused");
}

/// The rules refuse some combinations of seats and options at the start of a game.
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
    let message = |refused: Result<Table, StartError>| refused.map(drop).unwrap_err().to_string();
    for (scenario, players, sides) in [
        ("standard", "two", &["m26"][..]),
        ("variable", "three-m26-dr", &["synd"]),
        ("variable", "three-govt-synd", &["synd"]),
        ("solo-government", "three-govt-synd", &[]),
        ("all-nonplayers", "two", &[]),
    ] {
        let message = message(begin(scenario, &[("players", players)], sides));
        assert!(message.starts_with("the rules do not allow this game: people hold pairs of Factions"), "{message}");
        assert!(message.contains("leave the option `players` at `four`, or seat people [CL 1.5]"), "{message}");
        assert!(message.contains("scripts/cuba-libre/hands.luau:"), "{message}");
    }
    let message = message(begin("solo-26july", &[("deception", "true")], &[]));
    assert!(message.contains("three or four people") && message.contains("[CL 7.3]"), "{message}");
    // Any Factions may be Non-players, or one player may have two Factions against the two others.
    for scenario in ["standard", "variable"] {
        for sides in [&["synd"][..], &["dr"], &["m26"], &["govt"], &["govt", "m26", "dr", "synd"]] {
            begin(scenario, &[], sides).unwrap_or_else(|e| panic!("{scenario} {sides:?}: {e}"));
        }
        begin(scenario, &[("players", "three-govt-synd")], &["m26", "dr"]).unwrap();
        begin(scenario, &[("players", "three-m26-dr")], &["govt", "synd"]).unwrap();
        begin(scenario, &[("players", "two"), ("deception", "false")], &[]).unwrap();
    }
}
