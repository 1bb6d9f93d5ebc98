//! The log tells a story: whoever reads it alone can keep the map.

use cardwright_bots::RandomPlayer;
use cardwright_content::PackSource;
use cardwright_state::SpaceId;
use cardwright_table::label::Audience;
use cardwright_table::{Library, Seat, SetUp, Table};
use cardwright_view::history::{self, Decisions};
use cardwright_view::{Tells, ToldLine};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How many pieces of a name stand at a place of a name.
type Map = BTreeMap<(String, String), i64>;

fn start(game: &str, scenario: &str, seed: u64, seats: &[(&str, Seat)]) -> Table {
    let base = PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let library = Library::open(vec![base]).expect("the base opens");
    let (program, mut vm, _) = library.load(game).expect("the game loads");
    vm.tell_story(true);
    let seats = seats.iter().map(|(side, seat)| ((*side).to_owned(), *seat)).collect();
    let set_up = SetUp { scenario: scenario.into(), seed, seats, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).expect("the game starts")
}

/// The map as the position has it; what is left of a supply too.
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

/// Moves pieces as a line tells: `2 × Guard: Port → The Hills`, `Guard in Port → Guard (worn)`, `Guard: Pool → Port, River ×2`.
fn follow(map: &mut Map, told: &ToldLine) {
    for part in told.text.split(" · ") {
        let (n, rest) = match part.split_once(" × ") {
            Some((n, rest)) => (n.parse().expect("a number before ×"), rest),
            None => (1, part),
        };
        let Some((from, to)) = rest.split_once(" → ") else { continue };
        if let Some((name, places)) = from.split_once(": ") {
            let (to, now) = to.split_once(", there ").unwrap_or((to, name));
            // Of a supply it comes as it is then; into one it goes as it was: what lies there has no look of its own.
            for (place, each) in each_place(places) {
                *map.entry((name.to_owned(), place.to_owned())).or_default() -= n * each * many(to, places);
            }
            for (place, each) in each_place(to) {
                *map.entry((now.to_owned(), place.to_owned())).or_default() += n * each * many(places, to);
            }
        } else if let Some((name, places)) = from.split_once(" in ") {
            for (place, each) in each_place(places) {
                *map.entry((name.to_owned(), place.to_owned())).or_default() -= n * each;
                *map.entry((to.to_owned(), place.to_owned())).or_default() += n * each;
            }
        } // else a track, a fact, a figure
    }
}

/// `Port, River ×2`: each place with how many.
fn each_place(places: &str) -> Vec<(&str, i64)> {
    let one = |place| match str::split_once(place, " ×") {
        Some((name, n)) => (name, n.parse().expect("a number after ×")),
        None => (place, 1),
    };
    places.split(", ").map(one).collect()
}

/// How many go on one end, where the other has many places.
fn many(other: &str, own: &str) -> i64 {
    let all: i64 = each_place(other).iter().map(|(_, n)| n).sum();
    if own.contains(", ") { 1 } else { all }
}

/// The map without the supplies, where pieces lie in one look, and without what is none.
fn on_the_map(table: &Table, map: &Map) -> Map {
    let board = table.board();
    let supplies: Vec<&str> = board.types.iter().map(|of| board.spaces[of.supply.at()].name.as_str()).collect();
    let stands = |((_, place), n): &(&(String, String), &i64)| **n != 0 && !supplies.contains(&place.as_str());
    map.iter().filter(stands).map(|(key, n)| (key.clone(), *n)).collect()
}

/// Plays a game at random and keeps the map from the log alone, compared after each answer; how many answers were given.
fn keeps_the_map(mut table: Table, seed: u64, most: usize) -> usize {
    let mut player = RandomPlayer::new(seed);
    let mut map = map_of(&table);
    let mut answers = 0;
    while let Some(prompt) = table.prompt(Audience::Open).filter(|_| answers < most) {
        let from = table.here();
        if table.answer(player.pick(prompt.rows.len()), false).is_err() {
            continue; // barred: it led nowhere and was taken back
        }
        answers += 1;
        for told in history::since(&table, from, Audience::Public, Decisions::Concise) {
            told.lines.iter().filter(|line| line.of == Tells::Changed).for_each(|line| follow(&mut map, line));
        }
        let (kept, is) = (on_the_map(&table, &map), on_the_map(&table, &map_of(&table)));
        assert_eq!(kept, is, "after event {}: {:#?}", table.here(), table.log(from, Audience::Public));
        map = map_of(&table); // the supplies, which the log does not tell apart
    }
    answers
}

#[test]
fn the_map_of_cuba_libre_can_be_kept_from_the_log_alone() {
    let seats = [("govt", Seat::NonPlayer), ("dr", Seat::NonPlayer), ("synd", Seat::NonPlayer)];
    for seed in 1..=3 {
        let answers = keeps_the_map(start("cuba-libre", "standard", seed, &seats), seed, 250);
        assert!(answers > 20, "{answers} answers of seed {seed}");
    }
}

#[test]
fn the_map_of_banana_wars_can_be_kept_from_the_log_alone() {
    for seed in 1..=3 {
        let answers = keeps_the_map(start("banana-wars", "standard", seed, &[]), seed, 400);
        assert!(answers > 20, "{answers} answers of seed {seed}");
    }
}

#[test]
fn each_card_is_a_heading_and_each_deed_tells_what_came_of_it_and_then_why() {
    let seats = [("govt", Seat::NonPlayer), ("dr", Seat::NonPlayer), ("synd", Seat::NonPlayer)];
    let mut table = start("cuba-libre", "standard", 3, &seats);
    let first = history::first(&table, Audience::Public);
    let begins: Vec<&str> =
        first.lines.iter().filter(|line| line.of != Tells::SetUp).map(|line| line.text.as_str()).collect();
    assert_eq!(begins[0], "02 Guantánamo Bay", "what happened before the first prompt is told, with its card");
    assert!(first.lines.iter().any(|line| line.of == Tells::SetUp), "and the set-up apart from it");
    let from = table.here();
    table.play(None, "march la-habana 1 matanzas").expect("it may be played");
    table.play(None, "finish").expect("it may be played");
    let told: Vec<(Tells, String)> = history::since(&table, from, Audience::Public, Decisions::Concise)
        .into_iter()
        .flat_map(|told| told.lines)
        .map(|line| (line.of, line.text))
        .collect();
    let rally =
        told.iter().position(|(_, text)| text == "Syndicate: Rally in Pinar del Río").expect("the Rally is told");
    assert_eq!(told[rally].0, Tells::Deed);
    let (of, changed) = &told[rally + 1];
    assert_eq!(*of, Tells::Changed);
    let came = "Syndicate Guerrilla: Available Forces → Pinar del Río · Syndicate Resources 15 → 14";
    assert!(changed.starts_with(came), "{changed}");
    assert_eq!(
        told[rally + 2],
        (Tells::Because, "8.5.1: Rally in Pinar del Río: a Casino there lacks a Guerrilla".to_owned())
    );
    assert!(told.contains(&(Tells::Chapter, "27 Echeverría".to_owned())), "{told:#?}");
    assert!(told.iter().any(|(of, text)| *of == Tells::Changed && text.contains("Government Margin -2 → -14")));
}

#[test]
fn nothing_is_told_as_a_story_where_nobody_asked_for_one() {
    let base = PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let library = Library::open(vec![base]).expect("the base opens");
    let (program, vm, _) = library.load("cuba-libre").expect("the game loads");
    let table = Table::start(program, vm, &SetUp { scenario: "standard".into(), seed: 3, ..SetUp::default() });
    let table = table.expect("the game starts");
    let lines = history::first(&table, Audience::Public).lines;
    assert!(lines.iter().all(|line| !matches!(line.of, Tells::Chapter | Tells::Deed | Tells::Changed)), "{lines:#?}");
}

#[test]
fn a_propaganda_round_tells_its_sums_its_deeds_and_who_has_not_won() {
    let seats = [("govt", Seat::NonPlayer), ("dr", Seat::NonPlayer), ("synd", Seat::NonPlayer)];
    let mut table = start("cuba-libre", "standard", 5, &seats);
    let from = table.here();
    let told_since = |table: &Table| -> Vec<(Tells, String)> {
        let told = history::since(table, from, Audience::Public, Decisions::Concise);
        told.into_iter().flat_map(|told| told.lines).map(|line| (line.of, line.text)).collect()
    };
    let reset = (Tells::Chapter, "Propaganda: Reset".to_owned());
    while !told_since(&table).contains(&reset) {
        table.play(None, "pass").expect("26July may pass, and is asked nothing else");
    }
    let told = told_since(&table);
    let begins = |phase: &str| told.iter().position(|(_, text)| text == phase).expect("each phase is a heading");
    let after = |phase: &str, n: usize| told[begins(phase) + n].1.as_str();
    assert!(after("Propaganda: Victory", 1).starts_with("Nobody meets the conditions. Margins: Government "));
    assert_eq!(after("Propaganda: Resources", 1), "Government earns: Aid 24, Economic Centers 8");
    assert_eq!(after("Propaganda: Resources", 2), "Government Resources 4 → 36");
    assert_eq!(after("Propaganda: the Skim", 1), "Government takes its share of the Skim of Pinar del Río");
    assert_eq!(after("Propaganda: Support", 1), "Total Support is 16, no more than 18: the US steps back");
    assert_eq!(after("Propaganda: Redeploy", 1), "Government: Police Redeploy");
    let reset = &told[begins("Propaganda: Reset")..];
    assert!(reset.iter().any(|line| *line == (Tells::Said, "All are Eligible".to_owned())));
    let backing = (Tells::Deed, "Directorio: Rally in Oriente".to_owned());
    let at = told.iter().position(|line| *line == backing).expect("what a Non-player does in it is a deed");
    let why = told[at..].iter().find(|(of, _)| *of == Tells::Because).expect("and says why");
    assert!(why.1.starts_with("8.6.2: Expat Backing in Oriente"), "under the deed it led to: {why:?}");
    assert!(
        !told.iter().any(|(_, text)| text.starts_with("picked ") && !text.starts_with("picked for ")),
        "each pick says what for"
    );
}
