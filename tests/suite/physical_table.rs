//! Play next to a physical table: the engine stops at each die, card and pick and asks for its outcome. The physical
//! piles may have another order than the program's. The record stores entered outcomes with the answer.
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

/// Starts a game. `enter` gives the outcomes that the engine asks for before the first choice.
fn start(
    library: &Library,
    game: &str,
    mut set_up: SetUp,
    mut enter: impl FnMut(&ChancePrompt) -> Vec<ForcedOutcome>,
) -> Table {
    let (program, mut vm, _) = library.load(game).unwrap();
    loop {
        vm.set_structured_log(true);
        match Table::start(program.clone(), vm, &set_up) {
            Err(StartError::Chance(request)) => {
                let outcomes = enter(&request);
                set_up.given.extend(outcomes.iter().map(|outcome| outcome_words::text(&program.board, outcome)));
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

/// Enters outcomes such as `"5 6"` for the open request.
fn enter(table: &mut Table, text: &str) -> Result<(), String> {
    let outcomes = table.chance_prompt().unwrap().read(&table.board().clone(), text)?;
    match table.enter_chance(outcomes) {
        Ok(_) | Err(PlayError::Chance) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

fn reopen(path: &Path, library: &Library) -> Table {
    let read = record::read(path).unwrap();
    let (program, vm, _) = library.load(&read.header.game).unwrap();
    let mut table = Table::start(program, vm, &Table::set_up_of(&read)).unwrap();
    table.replay(&read, None, &mut |_| Err("no other content".into())).unwrap();
    table
}

fn is_in_pile(table: &Table, pile: &str, card: &str) -> bool {
    let board = table.board();
    let pile = board.piles.iter().position(|p| p.id == pile).unwrap();
    table.position().pile(PileId::new(pile)).has(board.card(card).unwrap().index())
}

#[test]
fn a_roll_is_requested_and_reported_die_by_die() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let mut table = demo(ManualChance { dice: true, cards: false });
    table.keep_record(&path).unwrap();
    assert!(matches!(table.play(None, "stir hills raise port"), Err(PlayError::Chance)));
    assert_eq!(table.shown_event(), 0, "the answer is no event until all outcomes are entered");
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
    enter(&mut table, "5").unwrap();
    assert_eq!(table.chance_prompt().unwrap().text(&board, Viewer::OPEN), "d6", "one of two dice is entered");
    enter(&mut table, "6").unwrap();
    assert!(table.chance_prompt().is_none());
    assert_eq!(table.event_text(1).as_deref(), Some("red: stir hills"));
    assert_eq!(table.event_text(2).as_deref(), Some("red: raise port"), "the rest of the line is played");
    let events: Vec<_> = record::read(&path).unwrap().entries.into_iter().map(|entry| entry.event).collect();
    assert!(format!("{events:?}").contains(r#"given: ["5", "6"]"#), "{events:?}");
    assert_eq!(reopen(&path, &library("tests/packs/demo")).hash_chain(), table.hash_chain());
    // Undo drops the entered outcomes with the answer, so the engine asks for the next roll again.
    table.undo().unwrap();
    table.undo().unwrap();
    assert!(table.forced().is_empty() && table.shown_event() == 0);
    assert!(matches!(table.play(None, "stir hills"), Err(PlayError::Chance)));
    // Cancelling drops the entered outcomes.
    enter(&mut table, "5").unwrap();
    assert!(table.withdraw_pending_answer() && table.forced().is_empty() && !table.withdraw_pending_answer());
    assert!(matches!(table.play(None, "stir hills"), Err(PlayError::Chance)));
    table.play(None, "raise hills").unwrap();
    assert!(table.chance_prompt().is_none(), "another line drops the request");
}

#[test]
fn generated_outcomes_equal_those_of_a_game_without_manual_chance() {
    let (mut manual_table, mut automatic_table) = (demo(ALL), demo(ManualChance::default()));
    automatic_table.play(None, "stir hills").unwrap();
    manual_table.play(None, "stir hills").unwrap_err();
    let generated = manual_table.chance_prompt().unwrap().generated_outcomes();
    manual_table.enter_chance(generated).unwrap();
    assert_eq!(manual_table.hash_chain(), automatic_table.hash_chain());
}

#[test]
fn the_first_cards_are_those_that_the_player_enters() {
    let library = library("tests/packs/demo");
    let set_up = SetUp { scenario: "standard".into(), seed: 9, open: true, manual_chance: ALL, ..SetUp::default() };
    let candidates = |request: &ChancePrompt| match &request.wanted {
        ChanceRequest::Card { candidates: cards, .. } => cards.clone(),
        other => panic!("{other:?}"),
    };
    let mut cards = Vec::new();
    start(&library, "demo", set_up.clone(), |request| {
        cards = candidates(request);
        request.generated_outcomes()
    });
    assert!(cards.len() > 1);
    for card in cards {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.cwr");
        let mut table = start(&library, "demo", set_up.clone(), |_| vec![ForcedOutcome::TableCard(card)]);
        let id = table.board().cards[card.index()].id.clone();
        assert!(is_in_pile(&table, "red hand", &id), "{id}");
        table.keep_record(&path).unwrap();
        table.play(None, "raise port").unwrap();
        let read = record::read(&path).unwrap();
        assert_eq!(read.header.given, [format!("drawn:{id}")]);
        assert_eq!(reopen(&path, &library).hash_chain(), table.hash_chain());
    }
}

/// In Cuba Libre each of the hidden Events may be on top of the deck, but a face-up card may not. The engine swaps the
/// entered card with the card that it had there.
#[test]
fn an_entered_card_swaps_with_the_top_card_of_the_deck() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.cwr");
    let base = library("");
    let set_up = SetUp { scenario: "standard".into(), seed: 1, open: true, manual_chance: ALL, ..SetUp::default() };
    let mut first = ["20", "7"].into_iter();
    let (program, ..) = base.load("cuba-libre").unwrap();
    let board = program.board.clone();
    let mut table = start(&base, "cuba-libre", set_up, |request| request.read(&board, first.next().unwrap()).unwrap());
    assert!(is_in_pile(&table, "current", "20") && is_in_pile(&table, "next-card", "07"));
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
    assert!(refused("51").contains("it was not shuffled into that pile"), "{}", refused("51"));
    assert!(refused("2O").contains("did you mean"), "{}", refused("2O"));
    // Completion offers the ids and titles of possible cards that begin with the typed text.
    let found = completions(&mut table, Viewer::OPEN, &["2", "pas", "go on "]);
    assert!(found[0].contains(&"21".to_owned()) && !found[0].contains(&"20".to_owned()), "{found:?}");
    assert!(found[1..].iter().all(Vec::is_empty), "no moves are offered while a card is asked for: {found:?}");
    let titles = |text: &str| request.next_words(&board, text);
    let title = titles("").into_iter().find(|word| word.contains(' ')).expect("a title of several words");
    let (first_word, later_words) = title.split_once(' ').unwrap();
    assert!(completions(&mut table, Viewer::OPEN, &[&first_word.to_lowercase()])[0].contains(&title), "{title}");
    let completed = completions(&mut table, Viewer::OPEN, &[&format!("{} ", first_word.to_lowercase())]);
    assert!(completed[0].iter().any(|word| word == later_words), "{title}: {completed:?}");
    assert!(matches!(request.read(&board, &title).as_deref(), Ok([ForcedOutcome::TableCard(_)])), "{title}");
    // Enter a hidden Event that the program has in another part of the deck.
    let before = table.position().clone();
    let ChanceRequest::Card { candidates: cards, .. } = &request.wanted else { panic!("{request:?}") };
    let deck = board.piles.iter().position(|p| p.id == "deck").unwrap();
    let top = before.segments(PileId::new(deck))[0].0.clone();
    let elsewhere = cards.iter().rfind(|card| !top.contains(card)).copied().unwrap();
    table.enter_chance(vec![ForcedOutcome::TableCard(elsewhere)]).unwrap();
    let id = &board.cards[elsewhere.index()].id;
    assert!(is_in_pile(&table, "next-card", id));
    let sizes = |position: &cardwright_state::Position| {
        let segments = position.segments(PileId::new(deck));
        segments.iter().map(|(cards, _)| cards.len()).collect::<Vec<_>>()
    };
    let (sizes_before, sizes_now) = (sizes(&before), sizes(table.position()));
    assert_eq!(
        (sizes_before[0] - 1, &sizes_before[1..]),
        (sizes_now[0], &sizes_now[1..]),
        "the deck has one card less and the same parts"
    );
    assert_eq!(reopen(&path, &base).hash_chain(), table.hash_chain());
}

/// Long random games with arbitrary entered outcomes never get stuck, and replay to the same hashes.
#[test]
fn games_at_a_physical_table_accept_any_outcome() {
    let base = library("");
    let nonplayer = |side: &str| (side.to_owned(), Seat::NonPlayer);
    let nonplayers: Vec<_> = ["govt", "dr", "synd"].map(nonplayer).to_vec();
    for (game, scenario, seats) in [
        ("cuba-libre", "solo-26july", nonplayers),
        ("cuba-libre", "standard", vec![]),
        ("banana-wars", "standard", vec![]),
    ] {
        for seed in 1..3 {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("game.cwr");
            let mut player = RandomBot::new(seed);
            let mut cards = 0;
            let mut pick_outcomes = |request: &ChancePrompt, player: &mut RandomBot| match &request.wanted {
                ChanceRequest::Card { candidates, .. } => {
                    cards += 1;
                    vec![ForcedOutcome::TableCard(candidates[player.pick(candidates.len())])]
                }
                _ => request.generated_outcomes(),
            };
            let seats = seats.clone();
            let set_up =
                SetUp { scenario: scenario.into(), seed, seats, open: true, manual_chance: ALL, ..SetUp::default() };
            let mut table = start(&base, game, set_up, |request| pick_outcomes(request, &mut player));
            table.keep_record(&path).unwrap();
            for _ in 0..if cfg!(debug_assertions) { 60 } else { 400 } {
                if table.is_over() {
                    break;
                }
                let row = player.pick(table.row_words().len());
                let mut result = table.answer(row, false).map(drop);
                while let Err(PlayError::Chance) = result {
                    let outcomes = pick_outcomes(table.chance_prompt().unwrap(), &mut player);
                    result = table.enter_chance(outcomes).map(drop);
                }
                assert!(matches!(result, Ok(()) | Err(PlayError::Barred { .. })), "{game} {seed}: {result:?}");
            }
            assert!(cards > 0, "{game} {seed}");
            assert_eq!(reopen(&path, &base).hash_chain(), table.hash_chain(), "{game} {seed}");
        }
    }
}

/// `moves` lists the moves of each turn. `moves_between` lists those between two positions, forward and back.
#[test]
fn moves_are_listed_by_turn_and_between_positions_in_both_directions() {
    let base = library("");
    let seats = ["govt", "dr", "synd"].map(|side| (side.to_owned(), Seat::NonPlayer)).to_vec();
    let set_up = SetUp { scenario: "solo-26july".into(), seed: 1, seats, open: true, ..SetUp::default() };
    let mut table = start(&base, "cuba-libre", set_up, ChancePrompt::generated_outcomes);
    let before = table.position().clone();
    table.play(None, "pass").unwrap();
    let (program, here) = (table.program().clone(), table.shown_event());
    let moves_by_turn = game_log::moves(&program, Viewer::OPEN, &table.nodes()[here].game_events);
    let nonplayer_turns: Vec<&game_log::Moves> = moves_by_turn
        .iter()
        .filter(|turn| turn.side.is_some_and(|side| table.seats[side.index()] == Seat::NonPlayer))
        .collect();
    assert!(
        !nonplayer_turns.is_empty() && nonplayer_turns.iter().all(|turn| turn.heading.is_some()),
        "{moves_by_turn:?}"
    );
    let mut lines: Vec<&str> = moves_by_turn.iter().flat_map(|turn| &turn.lines).map(String::as_str).collect();
    lines.sort_unstable();
    let moves_forward = game_log::moves_between(&program, Viewer::OPEN, &before, table.position());
    let pieces = |lines: &[&str]| lines.iter().filter(|line| line.contains(": ")).count();
    assert!(pieces(&lines) > 0);
    let moves_back = game_log::moves_between(&program, Viewer::OPEN, table.position(), &before);
    assert_eq!(moves_back.len(), moves_forward.len());
    // The list of moves back has each move of the other list in the opposite direction.
    let flipped = |line: &str| {
        let (pieces, spaces) = line.split_once(": ")?;
        let (from, to) = spaces.split_once(" → ")?;
        Some(format!("{pieces}: {to} → {from}"))
    };
    for line in moves_forward.iter().filter(|line| !line.contains(" in ") && !line.contains(", there ")) {
        if let Some(flipped) = flipped(line).filter(|_| line.starts_with(|c: char| c.is_ascii_digit())) {
            assert!(moves_back.contains(&flipped), "{line}: {moves_back:#?}");
        }
    }
}

/// After a reload in the middle of a roll the engine still asks for the missing die. If the position changes, the
/// answer is taken back.
#[test]
fn a_pending_request_survives_a_reload() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    let load_with = |files: &[(&str, &str)]| {
        let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
        let files = files.iter().chain([&manifest]).map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
        Library::open(vec![PackSource::Folder(root.clone()), PackSource::Memory(files)]).unwrap().load("demo").unwrap()
    };
    let mut table = demo(ALL);
    table.play(None, "stir hills raise port").unwrap_err();
    enter(&mut table, "5").unwrap();
    let (program, vm, _) = load_with(&[("scripts/demo/more.luau", "-- nothing new\n")]);
    table.reload(program, vm).unwrap();
    assert_eq!(
        table.chance_prompt().unwrap().text(table.board(), Viewer::OPEN),
        "d6",
        "the entered die is not asked for again"
    );
    enter(&mut table, "6").unwrap();
    let answers: Vec<_> = table.path().into_iter().filter_map(|n| table.event_text(n)).collect();
    assert!(answers.ends_with(&["red: stir hills".to_owned(), "red: raise port".to_owned()]), "{answers:?}");
    let mut table = demo(ALL);
    table.play(None, "stir hills").unwrap_err();
    enter(&mut table, "5").unwrap();
    table.adjust("hills: 0 open").unwrap();
    assert!(
        table.chance_prompt().is_none() && table.forced().is_empty(),
        "a change of the position takes the answer back"
    );
}
