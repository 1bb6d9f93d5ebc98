//! The log is complete: a reader can follow all pieces on the map from the log alone.

use cardwright_bots::RandomBot;
use cardwright_content::PackSource;
use cardwright_state::SpaceId;
use cardwright_table::Viewer;
use cardwright_table::{Library, Seat, SetUp, Table};
use cardwright_view::history::{self, Decisions};
use cardwright_view::{LogKind, LogLine};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The number of pieces, by the names of the piece and the space.
type Map = BTreeMap<(String, String), i64>;

fn start(game: &str, scenario: &str, seed: u64, seats: &[(&str, Seat)]) -> Table {
    let base = PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let library = Library::open(vec![base]).expect("the base opens");
    let (program, mut vm, _) = library.load(game).expect("the game loads");
    vm.set_structured_log(true);
    let seats = seats.iter().map(|(side, seat)| ((*side).to_owned(), *seat)).collect();
    let set_up = SetUp { scenario: scenario.into(), seed, seats, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).expect("the game starts")
}

/// Counts the pieces in each space, supplies included.
fn map_of(table: &Table) -> Map {
    let (board, position) = (table.board(), table.position());
    let mut map = Map::new();
    for (at, space) in board.spaces.iter().enumerate() {
        for (state, n) in position.pieces_at(SpaceId::new(at)) {
            let name = cardwright_table::label::piece_name(board, state);
            *map.entry((name, space.name.clone())).or_default() += i64::from(n);
        }
    }
    map
}

/// Moves pieces as a log line says: `2 × Guard: Port → The Hills`, `Guard in Port → Guard (worn)`, `Guard: Pool → Port,
/// River ×2`.
fn follow(map: &mut Map, line: &LogLine) {
    for part in line.text.split(" · ") {
        let (n, change) = match part.split_once(" × ") {
            Some((n, change)) => (n.parse().expect("a number before ×"), change),
            None => (1, part),
        };
        let Some((start, to)) = change.split_once(" → ") else { continue };
        if let Some((name, places)) = start.split_once(": ") {
            // `Port, there Guard (worn)`: the piece changes its face as it moves.
            let (to, new_name) = to.split_once(", there ").unwrap_or((to, name));
            for (place, each) in each_place(places) {
                *map.entry((name.to_owned(), place.to_owned())).or_default() -= n * each * pieces_moved(to, places);
            }
            for (place, each) in each_place(to) {
                *map.entry((new_name.to_owned(), place.to_owned())).or_default() += n * each * pieces_moved(places, to);
            }
        } else if let Some((name, places)) = start.split_once(" in ") {
            for (place, each) in each_place(places) {
                *map.entry((name.to_owned(), place.to_owned())).or_default() -= n * each;
                *map.entry((to.to_owned(), place.to_owned())).or_default() += n * each;
            }
        } // Otherwise the part changes a track, a fact or a figure.
    }
}

/// Parses `Port, River ×2` into names and numbers.
fn each_place(places: &str) -> Vec<(&str, i64)> {
    let parse_place = |place| match str::split_once(place, " ×") {
        Some((name, n)) => (name, n.parse().expect("a number after ×")),
        None => (place, 1),
    };
    places.split(", ").map(parse_place).collect()
}

/// Returns how many pieces each entry of `own`, one end of a move, stands for. If `own` is a single place, this is the
/// number of pieces at the other end. If it is a list, each entry has its own number, so this is 1.
fn pieces_moved(other: &str, own: &str) -> i64 {
    let total: i64 = each_place(other).iter().map(|(_, n)| n).sum();
    if own.contains(", ") { 1 } else { total }
}

/// Returns the map without supplies and without empty entries. The log does not tell faces of pieces in supplies.
fn on_the_map(table: &Table, map: &Map) -> Map {
    let board = table.board();
    let supplies: Vec<&str> =
        board.piece_types.iter().map(|piece_type| board.spaces[piece_type.supply.index()].name.as_str()).collect();
    let is_on_map = |((_, place), n): &(&(String, String), &i64)| **n != 0 && !supplies.contains(&place.as_str());
    map.iter().filter(is_on_map).map(|(key, n)| (key.clone(), *n)).collect()
}

/// Plays a random game, follows the map in the log and compares it after each answer. Returns the number of answers.
fn map_from_the_log_alone(mut table: Table, seed: u64, max_answers: usize) -> usize {
    let mut player = RandomBot::new(seed);
    let mut map = map_of(&table);
    let mut answers = 0;
    while let Some(prompt) = table.prompt(Viewer::OPEN).filter(|_| answers < max_answers) {
        let start = table.shown_event();
        if table.answer(player.pick(prompt.rows.len()), false).is_err() {
            continue; // The answer led to a dead end and was taken back.
        }
        answers += 1;
        for entry in history::since(&table, start, Viewer::PUBLIC, Decisions::Concise) {
            entry.lines.iter().filter(|line| line.kind == LogKind::Changed).for_each(|line| follow(&mut map, line));
        }
        let (logged_map, real_map) = (on_the_map(&table, &map), on_the_map(&table, &map_of(&table)));
        assert_eq!(
            logged_map,
            real_map,
            "after event {}: {:#?}",
            table.shown_event(),
            table.log(start, Viewer::PUBLIC)
        );
        map = map_of(&table); // This corrects the faces of pieces in supplies.
    }
    answers
}

#[test]
fn the_map_of_cuba_libre_can_be_kept_from_the_log_alone() {
    let seats = [("govt", Seat::NonPlayer), ("dr", Seat::NonPlayer), ("synd", Seat::NonPlayer)];
    for seed in 1..=3 {
        let answers = map_from_the_log_alone(start("cuba-libre", "standard", seed, &seats), seed, 250);
        assert!(answers > 20, "{answers} answers of seed {seed}");
    }
}

#[test]
fn the_map_of_banana_wars_can_be_kept_from_the_log_alone() {
    for seed in 1..=3 {
        let answers = map_from_the_log_alone(start("banana-wars", "standard", seed, &[]), seed, 400);
        assert!(answers > 20, "{answers} answers of seed {seed}");
    }
}

#[test]
fn each_card_is_a_heading_and_each_action_shows_effects_and_reasons() {
    let seats = [("govt", Seat::NonPlayer), ("dr", Seat::NonPlayer), ("synd", Seat::NonPlayer)];
    let mut table = start("cuba-libre", "standard", 3, &seats);
    let first = history::first(&table, Viewer::PUBLIC);
    let texts: Vec<&str> =
        first.lines.iter().filter(|line| line.kind != LogKind::SetUp).map(|line| line.text.as_str()).collect();
    assert_eq!(texts[0], "02 Guantánamo Bay", "the log begins with the card that was played before the first prompt");
    assert!(first.lines.iter().any(|line| line.kind == LogKind::SetUp), "the set-up has lines of its own");
    let start = table.shown_event();
    table.play(None, "march la-habana 1 matanzas").expect("it may be played");
    table.play(None, "finish").expect("it may be played");
    let entries: Vec<(LogKind, String)> = history::since(&table, start, Viewer::PUBLIC, Decisions::Concise)
        .into_iter()
        .flat_map(|entry| entry.lines)
        .map(|line| (line.kind, line.text))
        .collect();
    let rally =
        entries.iter().position(|(_, text)| text == "Syndicate: Rally in Pinar del Río").expect("the Rally is told");
    assert_eq!(entries[rally].0, LogKind::Action);
    let (kind, changed) = &entries[rally + 1];
    assert_eq!(*kind, LogKind::Changed);
    let expected = "Syndicate Guerrilla: Available Forces → Pinar del Río · Syndicate Resources 15 → 14";
    assert!(changed.starts_with(expected), "{changed}");
    assert_eq!(
        entries[rally + 2],
        (LogKind::Reason, "8.5.1: Rally in Pinar del Río: a Casino there lacks a Guerrilla".to_owned())
    );
    assert!(entries.contains(&(LogKind::Heading, "27 Echeverría".to_owned())), "{entries:#?}");
    assert!(
        entries.iter().any(|(kind, text)| *kind == LogKind::Changed && text.contains("Government Margin -2 → -14"))
    );
}

#[test]
fn without_the_structured_log_no_headings_actions_or_changes_are_logged() {
    let base = PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let library = Library::open(vec![base]).expect("the base opens");
    let (program, vm, _) = library.load("cuba-libre").expect("the game loads");
    let table = Table::start(program, vm, &SetUp { scenario: "standard".into(), seed: 3, ..SetUp::default() });
    let table = table.expect("the game starts");
    let lines = history::first(&table, Viewer::PUBLIC).lines;
    assert!(
        lines.iter().all(|line| !matches!(line.kind, LogKind::Heading | LogKind::Action | LogKind::Changed)),
        "{lines:#?}"
    );
}

#[test]
fn a_propaganda_round_logs_sums_actions_and_the_victory_check() {
    let seats = [("govt", Seat::NonPlayer), ("dr", Seat::NonPlayer), ("synd", Seat::NonPlayer)];
    let mut table = start("cuba-libre", "standard", 5, &seats);
    let start = table.shown_event();
    let entries_since = |table: &Table| -> Vec<(LogKind, String)> {
        let entries = history::since(table, start, Viewer::PUBLIC, Decisions::Concise);
        entries.into_iter().flat_map(|entry| entry.lines).map(|line| (line.kind, line.text)).collect()
    };
    let reset = (LogKind::Heading, "Propaganda: Reset".to_owned());
    while !entries_since(&table).contains(&reset) {
        table.play(None, "pass").expect("26July may pass and has no other question");
    }
    let entries = entries_since(&table);
    let heading = |phase: &str| entries.iter().position(|(_, text)| text == phase).expect("each phase is a heading");
    let after = |phase: &str, n: usize| entries[heading(phase) + n].1.as_str();
    assert!(after("Propaganda: Victory", 1).starts_with("Nobody meets the conditions. Margins: Government "));
    assert_eq!(after("Propaganda: Resources", 1), "Government earns: Aid 24, Economic Centers 8");
    assert_eq!(after("Propaganda: Resources", 2), "Government Resources 4 → 36");
    assert_eq!(after("Propaganda: the Skim", 1), "Government takes its share of the Skim of Pinar del Río");
    assert_eq!(after("Propaganda: Support", 1), "Total Support is 16, no more than 18: the US steps back");
    assert_eq!(after("Propaganda: Redeploy", 1), "Government: Police Redeploy");
    let reset = &entries[heading("Propaganda: Reset")..];
    assert!(reset.iter().any(|line| *line == (LogKind::Text, "All are Eligible".to_owned())));
    let backing_action = (LogKind::Action, "Directorio: Rally in Oriente".to_owned());
    let index =
        entries.iter().position(|line| *line == backing_action).expect("the Rally of a Non-player is an action");
    let why = entries[index..].iter().find(|(kind, _)| *kind == LogKind::Reason).expect("a reason follows the action");
    assert!(why.1.starts_with("8.6.2: Expat Backing in Oriente"), "the reason follows its action: {why:?}");
    assert!(
        !entries.iter().any(|(_, text)| text.starts_with("picked ") && !text.starts_with("picked for ")),
        "each pick says what it is for"
    );
}
