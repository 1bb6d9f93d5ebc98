//! The pack `harbour`, a game for two to four: which sides are in play, which player answers for them, and who wins.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::reload::copy;
use cardwright_bots::{RANDOM, RandomBot};
use cardwright_content::{PackSource, check_all, render};
use cardwright_ruletest::{Options, run};
use cardwright_sim::{FuzzOptions, fuzz};
use cardwright_state::determinize::determinize;
use cardwright_state::position::Outcome;
use cardwright_state::{SideId, notation};
use cardwright_table::Viewer;
use cardwright_table::{Library, Seat, SetUp, Table, record};
use cardwright_view::View;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/harbour")
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

/// Returns the diagnostics of the game with a second pack that adds these entries to its board.
fn diagnostics_text(board: &str) -> String {
    let board = format!("[meta]\ngame = \"harbour\"\n{board}");
    match library(&[MANIFEST, ("scenarios/harbour/board.toml", &board)]).load("harbour") {
        Ok((_, _, problems)) => render(&problems, false),
        Err(problems) => render(&problems, false),
    }
}

fn started(library: &Library, options: &[(&str, &str)], seats: &[(&str, Seat)]) -> Table {
    let (program, vm, problems) = library.load("harbour").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(problems.is_empty(), "{}", render(&problems, false));
    let options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let seats = seats.iter().map(|(side, seat)| ((*side).to_owned(), *seat)).collect();
    let set_up = SetUp { scenario: "standard".into(), seed: 3, options, seats, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

fn side(table: &Table, id: &str) -> SideId {
    table.board().side(id).unwrap()
}

fn play_on(table: &mut Table, seed: u64) {
    let mut player = RandomBot::new(seed);
    while !table.is_over() {
        let row = player.pick(table.row_words().len());
        table.answer(row, false).unwrap();
    }
}

#[test]
fn the_pack_loads_and_its_rule_tests_pass() {
    let library = library(&[]);
    assert!(check_all(&library.packs).is_empty(), "{}", render(&check_all(&library.packs), false));
    let report = run(&library, &[folder().join("tests/rules/harbour")], None, &Options::default());
    assert!(!report.tests.is_empty() && report.is_good(), "\n{}", cardwright_ruletest::render(&report, false));
}

/// Random games cover every number of players. The report counts sides that win together as one winner.
#[test]
fn random_games_cover_all_seatings_and_count_winners() {
    let options = FuzzOptions { games: 120, seed: 1, double_run: true, ..FuzzOptions::default() };
    let report =
        fuzz(&library(&[]), "harbour", &options, &mut |_| {}).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    let games_won_by = |who: &str| report.wins.iter().find(|(name, _)| name == who).map_or(0, |(_, n)| *n);
    assert!(
        games_won_by("west+south+east") > 0 && games_won_by("west+south") > 0 && games_won_by("home") > 0,
        "{:?}",
        report.wins
    );
    assert!(
        games_won_by("west") + games_won_by("south") + games_won_by("east") > 0,
        "one side wins alone in some games: {:?}",
        report.wins
    );
    assert_eq!(report.wins.iter().map(|(_, n)| n).sum::<u64>(), 120);
}

#[test]
fn a_player_of_two_sides_sees_what_both_see_and_no_more() {
    let table = started(&library(&[]), &[("players", "3")], &[]);
    let (board, position) = (table.board().clone(), table.position().clone());
    let viewer = table.viewer_of(side(&table, "west"));
    assert_eq!(viewer, table.viewer_of(side(&table, "east")));
    let visible_text = viewer.position_text(&board, &position);
    let full_text = notation::print(&board, &position);
    let line = |text: &str, beginning: &str| text.lines().find(|l| l.starts_with(beginning)).unwrap().to_owned();
    for own in ["west hand", "east hand"] {
        assert_eq!(line(&visible_text, own), line(&full_text, own));
    }
    assert_eq!(line(&visible_text, "south hand"), "south hand: 3 cards");
    // The viewer's text stays the same in every position that the viewer cannot tell from this one.
    let card_knowledge = &table.nodes()[table.shown_event()].card_knowledge;
    let mut moved = 0;
    for seed in 0..20 {
        let sample = determinize(&board, &position, card_knowledge, viewer.sides(), seed);
        moved += sample.moved_cards;
        assert_eq!(viewer.position_text(&board, &sample.position), visible_text);
    }
    assert!(moved > 0, "the hands of others are dealt anew");
    // If each side has its own player, West cannot tell East's hand from the deck.
    let table = started(&library(&[]), &[], &[]);
    let west = table.viewer_of(side(&table, "west"));
    assert_eq!(west, Viewer::side(side(&table, "west")));
    assert_eq!(line(&west.position_text(&board, table.position()), "east hand"), "east hand: 3 cards");
}

#[test]
fn sides_of_one_player_have_one_seat_and_no_barrier_between_them() {
    let mut table = started(&library(&[]), &[("players", "3")], &[("east", Seat::Bot(RANDOM))]);
    let seats = |table: &Table| table.seats.clone();
    assert_eq!(
        seats(&table),
        [Seat::Bot(RANDOM), Seat::Human, Seat::Bot(RANDOM), Seat::Human],
        "both sides of a seat have the same player"
    );
    table.seat(side(&table, "west"), Seat::Human).unwrap();
    assert_eq!(seats(&table), [Seat::Human; 4]);
    // Both sides belong to one player, so the answer reveals nothing to anybody and can be undone.
    let mut two_player_table = started(&library(&[]), &[("players", "2")], &[]);
    let row = two_player_table.row_words()[0].join(" ");
    two_player_table.play(None, &row).unwrap();
    assert_eq!(two_player_table.asked(), Some(side(&two_player_table, "south")));
    assert!(!two_player_table.nodes()[two_player_table.shown_event()].barrier);
    two_player_table.undo().unwrap();
    // With four players the next choice belongs to another player, so the answer is a barrier.
    let mut four_player_table = started(&library(&[]), &[], &[]);
    let row = four_player_table.row_words()[0].join(" ");
    four_player_table.play(None, &row).unwrap();
    assert!(four_player_table.nodes()[four_player_table.shown_event()].barrier);
}

#[test]
fn a_side_out_of_play_has_no_seat_hand_or_standing_actions() {
    let mut table = started(&library(&[]), &[("players", "2")], &[]);
    let east = side(&table, "east");
    assert_eq!(table.seats[east.index()], Seat::Absent);
    let refused = table.seat(east, Seat::Human).unwrap_err().to_string();
    assert_eq!(refused, "`east` is not in play in this game: it has no seat");
    let view = View::new(&mut table, Viewer::PUBLIC);
    let sides: Vec<&str> = view.sides.iter().map(|side| side.id.as_str()).collect();
    assert_eq!(sides, ["west", "south", "home"]);
    assert_eq!((&view.sides[0].same_seat[..], &view.sides[2].same_seat[..]), (&["south".to_owned()][..], &[][..]));
    assert!(view.piles.iter().all(|pile| pile.side.as_deref() != Some("east")), "East has no hand");
    assert!(table.game().standing_actions().iter().all(|(side, _)| *side != east), "East has no standing actions");
}

/// The number of a card stands beside the card in each pile that the viewer reads, and nowhere else.
#[test]
fn numbers_of_cards_are_shown_beside_the_card() {
    let mut table = started(&library(&[]), &[], &[]);
    table.adjust("west hand: 01 02; pier: 03; card 01: wear 2; card 03: wear 3").unwrap();
    let west = Viewer::side(side(&table, "west"));
    let view = View::new(&mut table, west);
    let numbers = |pile: &str| {
        let cards = view.piles.iter().filter(|seen| seen.id == pile).flat_map(|pile| pile.cards());
        cards.map(|card| (card.id.clone(), card.numbers.clone())).collect::<Vec<_>>()
    };
    assert_eq!(numbers("west hand")[0], ("01".to_owned(), vec!["wear 2".to_owned()]));
    assert_eq!(numbers("west hand")[1], ("02".to_owned(), vec![]));
    assert_eq!(numbers("pier"), [("03".to_owned(), vec!["wear 3".to_owned()])]);
    let worn: Vec<&str> = view.cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(worn, ["01", "03"], "only cards whose number is not the start");
    let text = notation::print(table.board(), table.position());
    assert!(text.contains("card 01: wear 2\n") && !text.contains("card 02"), "{text}");
    let refused = table.adjust("card 01: wear 4").unwrap_err().to_string();
    assert!(refused.contains("`wear` of card `01` runs from 0 to 3"), "{refused}");
    table.adjust("card 01: wear 0; card 03: wear 0").unwrap();
    assert!(!notation::print(table.board(), table.position()).contains("wear"));
}

#[test]
fn asking_a_side_out_of_play_is_an_error_with_a_remedy() {
    let script = "around(\"step day\", function(inner, side)\n  offer(WORD.play, cards(DECK))\n  choose(EAST, TEXT.which_card)\n  return inner(side)\nend)\n";
    let library = library(&[MANIFEST, ("scripts/harbour/asks.luau", script)]);
    let (program, vm, _) = library.load("harbour").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let options = vec![("players".to_owned(), "2".to_owned())];
    let set_up = SetUp { scenario: "standard".into(), options, ..SetUp::default() };
    let error = Table::start(program, vm, &set_up).unwrap_err().to_string();
    let expected = "`east` is not in play, but was asked: ask only sides of which `get(PLAYING, side)` holds";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_end_is_logged_recorded_and_restored() {
    let dir = tempfile::tempdir().unwrap();
    let games = [&[("players", "3"), ("ending", "alone")][..], &[("players", "2")], &[]];
    let mut ends = std::collections::BTreeSet::new();
    for (n, options) in (0..8).flat_map(|seed| games.map(|options| (seed, options))) {
        let library = library(&[]);
        let mut table = started(&library, options, &[]);
        let path = dir.path().join(format!("{n}-{}.cwr", options.len()));
        table.keep_record(&path).unwrap();
        play_on(&mut table, n);
        let result = table.result().unwrap();
        ends.insert(result.split(':').next().unwrap().to_owned());
        let (board, position) = (table.board().clone(), table.position().clone());
        let saved = notation::print_save(&board, &position);
        assert_eq!(notation::load(&board, &saved).unwrap(), position);
        // The record replays to the same result with the same seats.
        let recorded = record::read(&path).unwrap();
        let (program, vm, _) = library.load("harbour").unwrap();
        let mut repeated = Table::start(program, vm, &Table::set_up_of(&recorded)).unwrap();
        repeated.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
        assert_eq!((repeated.hash(), repeated.result(), &repeated.seats), (table.hash(), Some(result), &table.seats));
        let view = View::new(&mut repeated, Viewer::OPEN);
        let winners = position.outcome().map(Outcome::winners).unwrap();
        assert_eq!(view.places[0].sides.len(), winners.len());
    }
    assert!(ends.contains("West and South win") && ends.contains("West, South and East win"), "{ends:?}");
    assert!(ends.contains("Home wins") && ends.len() > 3, "one side wins alone in some games: {ends:?}");
}

#[test]
fn winners_are_named() {
    let table = |text: &str| {
        let mut table = started(&library(&[]), &[], &[]);
        table.adjust(text).unwrap();
        table.result().unwrap()
    };
    assert_eq!(table("ended nobody held"), "nobody wins: the harbour holds");
    assert_eq!(table("ended home held"), "Home wins: the harbour holds");
    assert_eq!(table("ended west+south+east sacked 13"), "West, South and East win: the harbour is sacked, with 13");
    let order = table("ended south:15,west+east:6 loot");
    assert_eq!(order, "South wins: the loot is counted (South 15, West and East 6)");
    let refused = |text: &str| started(&library(&[]), &[], &[]).adjust(text).unwrap_err().to_string();
    assert!(refused("ended west+west held").contains("`west` is named twice"));
    assert!(refused("ended wset held").contains("unknown side `wset`"));
    assert!(refused("ended west:many held").contains("`many` is not a number"));
}

#[test]
fn impossible_seatings_are_refused_with_a_remedy() {
    let diagnostics = |seating: &str| diagnostics_text(&format!("[[seating]]\n{seating}\n"));
    let twice = diagnostics("players = 5\nseats = [[\"west\"], [\"west\"], [\"south\"], [\"east\"], [\"home\"]]");
    assert!(twice.contains("has `west` twice") && twice.contains("each side has one seat"), "{twice}");
    let few = diagnostics("players = 5\nseats = [[\"west\"], [\"home\"]]");
    assert!(few.contains("has 2 seats") && few.contains("a list of sides for each player"), "{few}");
    let unknown = diagnostics("players = 1\nseats = [[\"wets\"]]");
    assert!(unknown.contains("unknown side `wets`") && unknown.contains("west"), "{unknown}");
    let empty = diagnostics("players = 1\nseats = [[]]");
    assert!(empty.contains("has no side"), "{empty}");
    let text = "[[seating]]\nplayers = 1\nseats = [[\"west\"]]\n";
    let repeated = diagnostics_text(&format!("{text}{text}"));
    assert!(repeated.contains("a second seating `1`"), "{repeated}");
    let option =
        diagnostics_text("[[option]]\nid = \"players\"\ndoc = \"How many.\"\ntype = \"boolean\"\ndefault = true\n");
    assert!(option.contains("the option `players` is also created by the seatings"), "{option}");
}

/// A game without `in_play` has all sides in play, so a seating that leaves out a side is an error.
#[test]
fn a_seating_may_leave_out_a_side_only_if_in_play_names_a_boolean_fact() {
    let dir = tempfile::tempdir().unwrap();
    copy(&folder(), dir.path());
    let board = dir.path().join("scenarios/harbour/board.toml");
    let text = std::fs::read_to_string(&board).unwrap().replace("in_play = \"playing\"\n", "");
    std::fs::write(&board, text).unwrap();
    let diagnostics = match Library::open(vec![PackSource::Folder(dir.path().to_owned())]).unwrap().load("harbour") {
        Ok((_, _, problems)) => render(&problems, false),
        Err(problems) => render(&problems, false),
    };
    assert!(diagnostics.contains("leaves out `east`") && diagnostics.contains("`in_play`"), "{diagnostics}");
    let text = std::fs::read_to_string(folder().join("scenarios/harbour/board.toml")).unwrap();
    std::fs::write(&board, text.replace("in_play = \"playing\"", "in_play = \"plan\"")).unwrap();
    let diagnostics = match Library::open(vec![PackSource::Folder(dir.path().to_owned())]).unwrap().load("harbour") {
        Ok((_, _, problems)) => render(&problems, false),
        Err(problems) => render(&problems, false),
    };
    assert!(diagnostics.contains("`plan` cannot say which sides are in play: it is not a boolean"), "{diagnostics}");
}
