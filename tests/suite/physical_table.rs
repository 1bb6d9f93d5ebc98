//! Play next to a physical table: the run stops at each die, card and pick and asks for it. The physical piles may lie
//! in another order than the program's. Reported outcomes are recorded like other outcomes given by hand.
#![allow(clippy::unwrap_used)]

use cardwright_bots::RandomBot;
use cardwright_cli::repl::completions;
use cardwright_content::PackSource;
use cardwright_script::{ChanceRequest, ForcedOutcome, ManualChance};
use cardwright_state::PileId;
use cardwright_table::Viewer;
use cardwright_table::{
    ChancePrompt, Library, PlayError, Seat, SetUp, StartError, Table, game_log, outcome_words, record,
};
use std::path::{Path, PathBuf};

const ALL: ManualChance = ManualChance { dice: true, cards: true };

fn library(pack: &str) -> Library {
    Library::open(vec![PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(pack))]).unwrap()
}

/// Starts a game; `tell` answers the requests before the first choice.
fn start(
    library: &Library,
    game: &str,
    mut set_up: SetUp,
    mut tell: impl FnMut(&ChancePrompt) -> Vec<ForcedOutcome>,
) -> Table {
    let (program, mut vm, _) = library.load(game).unwrap();
    loop {
        vm.set_structured_log(true);
        match Table::start(program.clone(), vm, &set_up) {
            Err(StartError::Chance(request)) => {
                let came = tell(&request);
                set_up.given.extend(came.iter().map(|outcome| outcome_words::text(&program.board, outcome)));
            }
            started => return started.unwrap(),
        }
        vm = program.vm().unwrap();
    }
}

fn demo(manual_chance: ManualChance) -> Table {
    let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, manual_chance, ..SetUp::default() };
    start(&library("tests/packs/demo"), "demo", set_up, ChancePrompt::generated_outcomes)
}

fn tell(table: &mut Table, text: &str) -> Result<(), String> {
    let came = table.chance_prompt().unwrap().read(&table.board().clone(), text)?;
    match table.enter_chance(came) {
        Ok(_) | Err(PlayError::Chance) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

fn reopen(path: &Path, library: &Library) -> Table {
    let read = record::read(path).unwrap();
    let (program, vm, _) = library.load(&read.header.game).unwrap();
    let mut table = Table::start(program, vm, &Table::set_up_of(&read).unwrap()).unwrap();
    table.replay(&read, None, &mut |_| Err("no other content".into())).unwrap();
    table
}

fn lies_in(table: &Table, pile: &str, card: &str) -> bool {
    let board = table.board();
    let pile = board.piles.iter().position(|p| p.id == pile).unwrap();
    table.position().pile(PileId::new(pile)).has(board.card(card).unwrap().at())
}

#[test]
fn a_roll_is_requested_and_reported_die_by_die() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = demo(ManualChance { dice: true, cards: false });
    table.keep_record(&path).unwrap();
    assert!(matches!(table.play(None, "stir hills raise port"), Err(PlayError::Chance)));
    assert_eq!(table.here(), 0, "nothing is an event before all is told");
    let board = table.board().clone();
    let request = table.chance_prompt().unwrap();
    assert_eq!(request.text(&board, Viewer::OPEN), "2 d6");
    for (wrong, why) in [
        ("7", "`7` is no face of `d6`: 1 2 3 4 5 6"),
        ("port", "`port` is no face of `d6`, but something else in the game: 1 2 3 4 5 6"),
        ("1 2 3", "3 faces for 2 dice"),
    ] {
        assert_eq!(request.read(&board, wrong), Err(why.to_owned()));
    }
    tell(&mut table, "5").unwrap();
    assert_eq!(table.chance_prompt().unwrap().text(&board, Viewer::OPEN), "d6", "one of them is told");
    tell(&mut table, "6").unwrap();
    assert!(table.chance_prompt().is_none());
    assert_eq!(table.event_text(1).as_deref(), Some("red: stir hills"));
    assert_eq!(table.event_text(2).as_deref(), Some("red: raise port"), "the line goes on");
    let told: Vec<_> = record::read(&path).unwrap().entries.into_iter().map(|entry| entry.event).collect();
    assert!(format!("{told:?}").contains(r#"given: ["5", "6"]"#), "{told:?}");
    assert_eq!(reopen(&path, &library("tests/packs/demo")).hash_chain(), table.hash_chain());
    // Undo takes the reported outcomes back with the answer: the next roll is asked for again.
    table.undo().unwrap();
    table.undo().unwrap();
    assert!(table.forced().is_empty() && table.here() == 0);
    assert!(matches!(table.play(None, "stir hills"), Err(PlayError::Chance)));
    // Cancelling forgets the reported outcomes.
    tell(&mut table, "5").unwrap();
    assert!(table.withdraw_pending_answer() && table.forced().is_empty() && !table.withdraw_pending_answer());
    assert!(matches!(table.play(None, "stir hills"), Err(PlayError::Chance)));
    table.play(None, "raise hills").unwrap();
    assert!(table.chance_prompt().is_none(), "another line leaves nothing waiting");
}

#[test]
fn outcomes_left_to_the_program_are_its_own() {
    let (mut asked, mut plain) = (demo(ALL), demo(ManualChance::default()));
    plain.play(None, "stir hills").unwrap();
    asked.play(None, "stir hills").unwrap_err();
    let own = asked.chance_prompt().unwrap().generated_outcomes();
    asked.enter_chance(own).unwrap();
    assert_eq!(asked.hash_chain(), plain.hash_chain());
}

#[test]
fn the_first_cards_come_off_the_pile_on_the_table() {
    let library = library("tests/packs/demo");
    let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, manual_chance: ALL, ..SetUp::default() };
    let drawn = |wanted: &ChancePrompt| match &wanted.wanted {
        ChanceRequest::Card { candidates: open, .. } => open.clone(),
        other => panic!("{other:?}"),
    };
    let mut all = Vec::new();
    start(&library, "demo", set_up.clone(), |request| {
        all = drawn(request);
        request.generated_outcomes()
    });
    assert!(all.len() > 1);
    for card in all {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.cwr");
        let mut table = start(&library, "demo", set_up.clone(), |_| vec![ForcedOutcome::TableCard(card)]);
        let id = table.board().cards[card.at()].id.clone();
        assert!(lies_in(&table, "red hand", &id), "{id}");
        table.keep_record(&path).unwrap();
        table.play(None, "raise port").unwrap();
        let read = record::read(&path).unwrap();
        assert_eq!(read.header.given, [format!("drawn:{id}")]);
        assert_eq!(reopen(&path, &library).hash_chain(), table.hash_chain());
    }
}

/// Cuba Libre: the Events of four parts were shuffled together, so any of them may be on top; face-up cards cannot.
#[test]
fn a_reported_card_swaps_with_an_indistinguishable_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let base = library("");
    let set_up = SetUp { scenario: "standard".into(), seed: 1, open: true, manual_chance: ALL, ..SetUp::default() };
    let mut first = ["20", "7"].into_iter();
    let (program, ..) = base.load("cuba-libre").unwrap();
    let board = program.board.clone();
    let mut table = start(&base, "cuba-libre", set_up, |request| request.read(&board, first.next().unwrap()).unwrap());
    assert!(lies_in(&table, "current", "20") && lies_in(&table, "next-card", "07"));
    table.keep_record(&path).unwrap();
    for side in ["m26", "dr", "synd", "govt"] {
        match table.play(board.side(side), "pass") {
            Ok(_) => {}
            Err(PlayError::Chance) => break,
            Err(error) => panic!("{error}"),
        }
    }
    let request = table.chance_prompt().expect("the next card is drawn").clone();
    let refused = |word: &str| request.read(&board, word).unwrap_err();
    assert!(
        refused("20").starts_with("card `20` cannot be on top of `deck`: it lies in `played`"),
        "{}",
        refused("20")
    );
    assert!(refused("7").contains("it lies in `current`"), "{}", refused("7"));
    assert!(refused("51").contains("it was never shuffled with what lies there"), "{}", refused("51"));
    assert!(refused("2O").contains("did you mean"), "{}", refused("2O"));
    // Completion offers ids and titles of the cards that may come, as far as they are typed.
    let found = completions(&mut table, Viewer::OPEN, &["2", "pas", "go on "]);
    assert!(found[0].contains(&"21".to_owned()) && !found[0].contains(&"20".to_owned()), "{found:?}");
    assert!(found[1..].iter().all(Vec::is_empty), "no line of play: {found:?}");
    let titled = |text: &str| request.next_words(&board, text);
    let title = titled("").into_iter().find(|word| word.contains(' ')).expect("a title of several words");
    let (first_word, rest) = title.split_once(' ').unwrap();
    assert!(completions(&mut table, Viewer::OPEN, &[&first_word.to_lowercase()])[0].contains(&title), "{title}");
    let further = completions(&mut table, Viewer::OPEN, &[&format!("{} ", first_word.to_lowercase())]);
    assert!(further[0].iter().any(|word| word == rest), "{title}: {further:?}");
    assert!(matches!(request.read(&board, &title).as_deref(), Ok([ForcedOutcome::TableCard(_)])), "{title}");
    // Any hidden Event, wherever the program has it.
    let before = table.position().clone();
    let ChanceRequest::Card { candidates: open, .. } = &request.wanted else { panic!("{request:?}") };
    let deck = board.piles.iter().position(|p| p.id == "deck").unwrap();
    let top = before.segments(PileId::new(deck))[0].0.clone();
    let elsewhere = open.iter().rfind(|card| !top.contains(card)).copied().unwrap();
    table.enter_chance(vec![ForcedOutcome::TableCard(elsewhere)]).unwrap();
    let id = &board.cards[elsewhere.at()].id;
    assert!(lies_in(&table, "next-card", id));
    let sizes = |position: &cardwright_state::Position| {
        let segments = position.segments(PileId::new(deck));
        segments.iter().map(|(cards, _)| cards.len()).collect::<Vec<_>>()
    };
    let (was, is) = (sizes(&before), sizes(table.position()));
    assert_eq!((was[0] - 1, &was[1..]), (is[0], &is[1..]), "the deck lies as it lay, one card less");
    assert_eq!(reopen(&path, &base).hash_chain(), table.hash_chain());
}

/// Long random play with arbitrary reported outcomes: no game gets stuck, and each replays to its hashes.
#[test]
fn games_at_a_physical_table_accept_any_outcome() {
    let base = library("");
    let nobody = |side: &str| (side.to_owned(), Seat::NonPlayer);
    let rules: Vec<_> = ["govt", "dr", "synd"].map(nobody).to_vec();
    for (game, scenario, seats) in
        [("cuba-libre", "solo-26july", rules), ("cuba-libre", "standard", vec![]), ("banana-wars", "standard", vec![])]
    {
        for seed in 1..3 {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("game.cwr");
            let mut player = RandomBot::new(seed);
            let mut cards = 0;
            let mut any = |request: &ChancePrompt, player: &mut RandomBot| match &request.wanted {
                ChanceRequest::Card { candidates: open, .. } => {
                    cards += 1;
                    vec![ForcedOutcome::TableCard(open[player.pick(open.len())])]
                }
                _ => request.generated_outcomes(),
            };
            let seats = seats.clone();
            let set_up =
                SetUp { scenario: scenario.into(), seed, seats, open: true, manual_chance: ALL, ..SetUp::default() };
            let mut table = start(&base, game, set_up, |request| any(request, &mut player));
            table.keep_record(&path).unwrap();
            for _ in 0..if cfg!(debug_assertions) { 60 } else { 400 } {
                if table.is_over() {
                    break;
                }
                let row = player.pick(table.row_words().len());
                let mut done = table.answer(row, false).map(drop);
                while let Err(PlayError::Chance) = done {
                    let came = any(table.chance_prompt().unwrap(), &mut player);
                    done = table.enter_chance(came).map(drop);
                }
                assert!(matches!(done, Ok(()) | Err(PlayError::Barred { .. })), "{game} {seed}: {done:?}");
            }
            assert!(cards > 0, "{game} {seed}");
            assert_eq!(reopen(&path, &base).hash_chain(), table.hash_chain(), "{game} {seed}");
        }
    }
}

/// The moves listed after each turn lead from the old map to the new one.
#[test]
fn moves_are_listed_turn_by_turn_and_back() {
    let base = library("");
    let seats = ["govt", "dr", "synd"].map(|side| (side.to_owned(), Seat::NonPlayer)).to_vec();
    let set_up = SetUp { scenario: "solo-26july".into(), seed: 1, seats, open: true, ..SetUp::default() };
    let mut table = start(&base, "cuba-libre", set_up, ChancePrompt::generated_outcomes);
    let before = table.position().clone();
    table.play(None, "pass").unwrap();
    let (program, here) = (table.program().clone(), table.here());
    let turns = game_log::moves(&program, Viewer::OPEN, &table.nodes()[here].game_events);
    let by_rules: Vec<&game_log::Moves> =
        turns.iter().filter(|turn| turn.side.is_some_and(|side| table.seats[side.at()] == Seat::NonPlayer)).collect();
    assert!(!by_rules.is_empty() && by_rules.iter().all(|turn| turn.heading.is_some()), "{turns:?}");
    let mut all: Vec<&str> = turns.iter().flat_map(|turn| &turn.lines).map(String::as_str).collect();
    all.sort_unstable();
    let there = game_log::moves_between(&program, Viewer::OPEN, &before, table.position());
    let pieces = |lines: &[&str]| lines.iter().filter(|line| line.contains(": ")).count();
    assert!(pieces(&all) > 0);
    let back = game_log::moves_between(&program, Viewer::OPEN, table.position(), &before);
    assert_eq!(back.len(), there.len());
    // What one list moves away from a place, the other moves to it.
    let flipped = |line: &str| {
        let (thing, way) = line.split_once(": ")?;
        let (from, to) = way.split_once(" → ")?;
        Some(format!("{thing}: {to} → {from}"))
    };
    for line in there.iter().filter(|line| !line.contains(" in ") && !line.contains(", there ")) {
        if let Some(flipped) = flipped(line).filter(|_| line.starts_with(|c: char| c.is_ascii_digit())) {
            assert!(back.contains(&flipped), "{line}: {back:#?}");
        }
    }
}

/// New rules in the middle of a roll: the answer still waits, or is gone with its row.
#[test]
fn a_pending_request_survives_a_reload() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    let with = |files: &[(&str, &str)]| {
        let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
        let files = files.iter().chain([&manifest]).map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
        Library::open(vec![PackSource::Folder(root.clone()), PackSource::Memory(files)]).unwrap().load("demo").unwrap()
    };
    let mut table = demo(ALL);
    table.play(None, "stir hills raise port").unwrap_err();
    tell(&mut table, "5").unwrap();
    let (program, vm, _) = with(&[("scripts/demo/more.luau", "-- nothing new\n")]);
    table.reload(program, vm).unwrap();
    assert_eq!(
        table.chance_prompt().unwrap().text(table.board(), Viewer::OPEN),
        "d6",
        "what was told is not asked again"
    );
    tell(&mut table, "6").unwrap();
    let answers: Vec<_> = table.path().into_iter().filter_map(|n| table.event_text(n)).collect();
    assert!(answers.ends_with(&["red: stir hills".to_owned(), "red: raise port".to_owned()]), "{answers:?}");
    let mut table = demo(ALL);
    table.play(None, "stir hills").unwrap_err();
    tell(&mut table, "5").unwrap();
    table.adjust("hills: 0 open").unwrap();
    assert!(
        table.chance_prompt().is_none() && table.forced().is_empty(),
        "what changes the game takes the answer back"
    );
}
