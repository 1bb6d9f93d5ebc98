//! Promise: chance is fair and documented. Dice and shuffles pass tests of randomness, streams are independent, the
//! same play has the same chance results, and `docs/chance.md` describes them completely.
#![allow(unreachable_pub, clippy::print_stdout, clippy::unwrap_used, clippy::field_reassign_with_default, missing_docs)]

mod page;
mod statistics;

use crate::common;
use cardwright_bots::RandomBot;
use cardwright_script::GameEvent;
use cardwright_state::board::{Board, Die, PileOrder};
use cardwright_state::chance::{Dice, ShuffleCache, card_key, pick, pile_stream, top_card};
use cardwright_state::{CardId, DieId, Kind, PileId, Position, Val};
use cardwright_table::{SetUp, Table};
use statistics::{DOUBTFUL, die, even, joint, shuffle};
use std::collections::BTreeSet;

/// Returns the number of outcomes to test for each kind of die.
fn draws() -> usize {
    if common::seconds().is_some() { 10_000_000 } else { 200_000 }
}

/// Fails if one of the probabilities from the tests of randomness is so low that chance must be unfair.
#[track_caller]
fn assert_fair(description: &str, p: &[f64]) {
    assert!(p.iter().all(|p| *p > DOUBTFUL), "{description}: {p:?}");
}

/// Fails if a test of randomness did not detect unfair chance.
#[track_caller]
fn assert_unfair(description: &str, p: f64) {
    assert!(p < DOUBTFUL, "{description} was not noticed: {p}");
}

/// Returns the boards of all games.
fn boards() -> Vec<Board> {
    let library = common::everything();
    library.games().iter().map(|game| (*library.load(&game.id).unwrap().0.board).clone()).collect()
}

/// Returns a board with more kinds of dice than any game has.
fn dice_of_all_sizes() -> Board {
    let die = |(id, n): (&str, i64)| Die::new(id, 1..=n);
    let kinds = [("coin", 2), ("d3", 3), ("d6", 6), ("d-6", 6), ("red d6", 6), ("d7", 7), ("d10", 10), ("d100", 100)];
    let mut board = Board::default();
    board.dice = kinds.map(die).into();
    board
}

fn find_die(board: &Board, die: &str) -> DieId {
    DieId::new(board.dice.iter().position(|d| d.id == die).unwrap())
}

// --- dice

#[test]
fn dice_pass_chi_square_and_serial_tests() {
    let mut seen = BTreeSet::new();
    for board in boards() {
        for (d, def) in board.dice.iter().enumerate() {
            if !seen.insert((def.id.clone(), def.faces.clone())) {
                continue; // The same stream appears in another game.
            }
            let mut dice = Dice::default();
            let p = die(def.faces.len(), draws(), |i| dice.face(&board, 1, DieId::new(d), i as u32));
            assert_fair(&format!("{} of {}", def.id, board.game), &p);
            if common::seconds().is_some() {
                println!("{}, {}: {} outcomes; faces, pairs, lag 2: {p:.3?}", board.game, def.id, draws());
            }
        }
    }
    assert!(!seen.is_empty(), "no game has a die");
}

#[test]
fn dice_of_all_sizes_and_many_seeds_are_fair_but_not_too_even() {
    let board = dice_of_all_sizes();
    let mut dice = Dice::default();
    // With fair chance, the probabilities themselves are evenly distributed: each tenth of the range from 0 to 1 has
    // about as many as the others.
    let mut tenths = vec![0; 10];
    for (d, def) in board.dice.iter().enumerate() {
        let faces = def.faces.len();
        for seed in 0..40 {
            let p = die(faces, faces * faces * 24, |i| dice.face(&board, seed, DieId::new(d), i as u32));
            assert_fair(&format!("{} under seed {seed}", def.id), &p);
            p.iter().for_each(|p| tenths[(p * 10.0).min(9.0) as usize] += 1);
        }
    }
    assert_fair(&format!("tenths {tenths:?}"), &[even(&tenths)]);
}

/// The tests of dice detect unfair dice.
#[test]
fn rigged_dice_are_noticed() {
    let board = dice_of_all_sizes();
    let d6 = find_die(&board, "d6");
    let mut dice = Dice::default();
    let mut fair_face = |i: usize| dice.face(&board, 1, d6, i as u32);
    let draws = 200_000;
    // Every twentieth outcome shows a one instead of a six.
    let loaded = die(6, draws, |i| if i % 20 == 0 && fair_face(i) == 5 { 0 } else { fair_face(i) });
    assert_unfair("a loaded die", loaded[0]);
    // Some outcomes repeat the outcome before them: the faces are even, but the pairs are not.
    let sticky = die(6, draws, |i| if i % 25 == 1 { fair_face(i - 1) } else { fair_face(i) });
    assert!(sticky[0] > DOUBTFUL, "the faces of a sticky die are even");
    assert_unfair("a sticky die", sticky[1]);
    // Some outcomes repeat the outcome two before them: single faces and pairs of neighbours are even.
    let late = die(6, draws, |i| if i % 24 == 2 { fair_face(i - 2) } else { fair_face(i) });
    assert!(late[0] > DOUBTFUL && late[1] > DOUBTFUL, "faces and neighbouring pairs of a late die are even: {late:?}");
    assert_unfair("a late die", late[2]);
    // Faces in a fixed order are too even, so the test of pairs detects them.
    assert_unfair("a die that counts", die(6, draws, |i| i % 6)[1]);
    assert_unfair("one stream for two dice", joint((6, 6), (0..60_000).map(|i| (fair_face(i), fair_face(i)))));
}

// --- shuffles

/// Returns the indexes of the cards of a shuffled pile, top first.
fn order(board: &Board, seed: u64, pile: PileId, shuffle: u32, cards: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cards).collect();
    order.sort_by_cached_key(|card| card_key(board, seed, pile, shuffle, CardId::new(*card)));
    order
}

fn decks(board: &Board) -> impl Iterator<Item = PileId> {
    (0..board.piles.len()).map(PileId::new).filter(|p| board.piles[p.index()].order == PileOrder::Deck)
}

#[test]
fn shuffles_put_every_card_anywhere_and_every_pair_in_either_order() {
    let shuffles = if common::seconds().is_some() { 100_000 } else { 2_000 };
    let mut decks_seen = 0;
    for board in boards() {
        let cards = board.cards.len();
        for pile in decks(&board).filter(|_| cards >= 4) {
            let description = format!("{} of {}", board.piles[pile.index()].id, board.game);
            // Test many shuffles with one seed, and the first shuffle with many seeds.
            let p = shuffle(cards, shuffles, |n| order(&board, 5, pile, n as u32 + 1, cards));
            assert_fair(&format!("{description}, shuffle after shuffle"), &p);
            let p = shuffle(cards, shuffles, |n| order(&board, n as u64, pile, 1, cards));
            assert_fair(&format!("{description}, seed after seed"), &p);
            decks_seen += 1;
        }
    }
    assert!(decks_seen > 1, "too few games have a deck");
}

/// The tests of shuffles detect unfair shuffles.
#[test]
fn rigged_shuffles_are_noticed() {
    let (board, cards) = (boards().remove(0), 20);
    let pile = decks(&board).next().unwrap();
    let fair_order = |n: usize| order(&board, 5, pile, n as u32 + 1, cards);
    // The first card of another shuffle serves as a random number.
    let rolled = |n: usize| order(&board, 6, pile, n as u32 + 1, cards);
    // The well-known wrong shuffle swaps each card with any other.
    let wrong = |n: usize| {
        let mut out: Vec<usize> = (0..cards).collect();
        (0..cards).for_each(|i| out.swap(i, rolled(n * cards + i)[0]));
        out
    };
    assert_unfair("the wrong shuffle", shuffle(cards, 5_000, wrong)[0]);
    // After a cut, every card may be first, but neighbours stay neighbours.
    let cut = |n: usize| (0..cards).map(|i| (i + rolled(n)[0]) % cards).collect();
    let p = shuffle(cards, 5_000, cut);
    assert!(p[1] > DOUBTFUL, "any card may be first after a cut");
    assert_unfair("a cut", p[2]);
    assert_unfair("a cut, by its orders", p[3]);
    // One time in ten card 0 changes places with the first.
    let favourite = |n: usize| {
        let mut out = fair_order(n);
        let index = out.iter().position(|card| *card == 0).unwrap();
        out.swap(0, if n.is_multiple_of(10) { index } else { 0 });
        out
    };
    assert_unfair("a favourite card", shuffle(cards, 5_000, favourite)[1]);
}

// --- streams

/// Returns two outcomes for an index.
type Pair<'a> = dyn Fn(u32) -> (usize, usize) + 'a;

#[test]
fn streams_are_independent() {
    let mut board = boards().remove(0);
    board.dice = dice_of_all_sizes().dice;
    let n = 30_000;
    let face = |dice: &mut Dice, seed: u64, id: &str, i: u32| dice.face(&board, seed, find_die(&board, id), i);
    let mut dice = [Dice::default(), Dice::default()];
    let [one, two] = &mut dice;

    // Adjacent seeds, and seeds that differ in one bit.
    for (a, b) in [(1, 2), (0, 1), (6, 7), (7, 7 | 1 << 63), (u64::MAX, 0), (1, 1 << 32)] {
        let p = joint((6, 6), (0..n).map(|i| (face(one, a, "d6", i), face(two, b, "d6", i))));
        assert_fair(&format!("seeds {a} and {b}"), &[p]);
        let p = joint((6, 6), (0..n).map(|i| (face(one, a, "d6", i), face(two, b, "d6", i + 1))));
        assert_fair(&format!("seeds {a} and {b}, one apart"), &[p]);
    }
    // The first outcomes of many games with successive seeds.
    assert_fair("first outcomes", &die(6, n as usize, |seed| face(one, seed as u64, "d6", 0)));
    // Different kinds of dice, some with similar names.
    for (a, b) in [("d6", "d-6"), ("d6", "red d6"), ("d-6", "red d6")] {
        let p = joint((6, 6), (0..n).map(|i| (face(one, 3, a, i), face(two, 3, b, i))));
        assert_fair(&format!("{a} and {b}"), &[p]);
    }
    let p = joint((2, 100), (0..n).map(|i| (face(one, 3, "coin", i), face(two, 3, "d100", i))));
    assert_fair("coin and d100", &[p]);

    // The top of six cards in successive shuffles, seeds and piles, and together with dice.
    let six: Vec<CardId> = (0..6).map(CardId::new).collect();
    let top = |seed: u64, pile: usize, shuffle: u32| {
        top_card(&board, seed, PileId::new(pile), shuffle, &six).unwrap().index()
    };
    let n = n / 3;
    let pairs: [(&str, &Pair<'_>); 5] = [
        ("successive shuffles", &|i| (top(1, 0, 2 * i + 1), top(1, 0, 2 * i + 2))),
        ("adjacent seeds", &|i| (top(2 * u64::from(i), 0, 1), top(2 * u64::from(i) + 1, 0, 1))),
        ("two piles", &|i| (top(1, 0, i + 1), top(1, 1, i + 1))),
        ("a seed and a shuffle with the same number", &|i| (top(u64::from(i), 0, 1), top(1, 0, i))),
        ("the first and second card", &|i| {
            let seed = u64::from(i);
            let first = top(seed, 0, 1);
            let others: Vec<CardId> = six.iter().copied().filter(|c| c.index() != first).collect();
            let second = top_card(&board, seed, PileId::new(0), 1, &others).unwrap().index();
            (first, second - usize::from(second > first))
        }),
    ];
    for (description, pair) in pairs {
        let sizes = (6, if description.starts_with("the first") { 5 } else { 6 });
        assert_fair(description, &[joint(sizes, (0..n).map(pair))]);
    }
    let p = joint((6, 6), (0..n).map(|i| (face(one, u64::from(i), "d6", 0), top(u64::from(i), 0, 1))));
    assert_fair("the first die and the first card", &[p]);
}

// --- the page `docs/chance.md`

/// The engine and a generator written after the page give the same faces, in whatever order a test asks for them.
#[test]
fn dice_are_as_the_page_describes_them() {
    let boards = [boards(), vec![dice_of_all_sizes()]].concat();
    let mut dice = Dice::default();
    for n in common::seeds(60) {
        let seed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for board in &boards {
            for (d, def) in board.dice.iter().enumerate() {
                let mut page = page::Die::new(seed, &def.id, def.faces.len());
                let jumps = (0..20).map(|i| (seed.rotate_left(i) as u32) % (1 << 20));
                for i in (0..50).chain(jumps).chain([u32::MAX - 1, 0, 7, 8]) {
                    let engine = dice.face(board, seed, DieId::new(d), i);
                    assert_eq!(engine, page.face(i.into()), "{} outcome {i} under seed {seed}", def.id);
                }
            }
        }
    }
}

#[test]
fn shuffles_are_as_the_page_describes_them() {
    let boards = boards();
    for n in common::seeds(60) {
        let seed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for board in &boards {
            let cards: Vec<CardId> = (0..board.cards.len()).map(CardId::new).collect();
            let ids: Vec<&str> = board.cards.iter().map(|c| c.id.as_str()).collect();
            for pile in decks(board) {
                let number = n as u32 + 1;
                let mut remaining = cards.clone();
                let (mut drawn, mut shuffles) = (Vec::new(), ShuffleCache::default());
                while let Some(card) = shuffles.top_card(board, seed, pile, number, &remaining) {
                    remaining.retain(|c| *c != card);
                    drawn.push(board.cards[card.index()].id.as_str());
                }
                let page = page::shuffled(seed, &board.piles[pile.index()].id, number, &ids);
                assert_eq!(drawn, page, "pile {} under seed {seed}", board.piles[pile.index()].id);
            }
        }
    }
}

/// Returns the spaces, sides and cards of a board. Scripts can pick them by id.
fn pickable_things(board: &Board) -> Vec<Val> {
    let handles = |kind: Kind, n: usize| (0..n).map(move |i| Val::handle(kind, i as u64));
    let spaces = handles(Kind::Space, board.spaces.len());
    spaces.chain(handles(Kind::Side, board.sides.len())).chain(handles(Kind::Card, board.cards.len())).collect()
}

#[test]
fn picks_are_as_the_page_describes_them_and_even() {
    let boards = boards();
    for n in common::seeds(60) {
        let seed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for board in &boards {
            let pickable_things = pickable_things(board);
            let texts: Vec<(&str, String)> =
                pickable_things.iter().map(|v| (v.kind().word(), board.text(*v))).collect();
            let things_in_words: Vec<(&str, &str)> = texts.iter().map(|(kind, id)| (*kind, id.as_str())).collect();
            for (index, start) in (0..pickable_things.len().min(40)).enumerate() {
                let index = index as u32 * 977;
                let engine = pick(board, seed, index, &pickable_things[start..]).unwrap();
                let page = page::picked(seed, index, &things_in_words[start..]);
                assert_eq!(board.text(engine), page, "pick {index} under seed {seed}");
            }
        }
    }
    let board = &boards[0];
    let spaces: Vec<Val> = pickable_things(board).into_iter().filter(|v| v.kind() == Kind::Space).take(4).collect();
    let face = |seed: u64, index: u32| {
        let picked = pick(board, seed, index, &spaces).unwrap();
        spaces.iter().position(|v| *v == picked).unwrap()
    };
    let n = draws() / 10;
    assert_fair("picks one after the other", &die(spaces.len(), n, |i| face(5, i as u32)));
    assert_fair("first picks, seed after seed", &die(spaces.len(), n, |i| face(i as u64, 0)));
}

/// Each example printed on the page follows from its description.
#[test]
fn the_examples_of_the_page_are_right() {
    let text = std::fs::read_to_string(common::root().join("docs/chance.md")).unwrap();
    let block = text.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let expected: Vec<String> = block.lines().map(recompute).collect();
    assert!(expected.len() >= 8);
    assert_eq!(block.lines().collect::<Vec<_>>(), expected, "the right lines:\n{}", expected.join("\n"));
}

/// Returns a line of the examples with a newly computed part after the colon.
fn recompute(line: &str) -> String {
    let (question, _) = line.split_once(':').unwrap();
    let words: Vec<&str> = question.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    let after = |word: &str| words[words.iter().position(|w| *w == word).unwrap() + 1].parse::<u64>().unwrap();
    let out = match words[0] {
        "chacha8" => page::chacha8(&[0; 8], 0)[..32].iter().map(|b| format!("{b:02x}")).collect(),
        "die" => {
            let faces = words[2].parse().unwrap();
            let mut die = page::Die::new(after("seed"), words[1], faces);
            let faces: Vec<String> = (0..20).map(|i| die.face(after("from") + i).to_string()).collect();
            faces.join(" ")
        }
        "pick" => {
            let pickable_things = &words[words.iter().position(|w| *w == "from").unwrap() + 1..];
            let pickable_things: Vec<(&str, &str)> = pickable_things.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            page::picked(after("seed"), words[1].parse().unwrap(), &pickable_things).to_owned()
        }
        _ => {
            let pile = question.strip_prefix("deck ").unwrap().split(',').next().unwrap();
            let cards = &words[words.iter().position(|w| *w == "cards").unwrap() + 1..];
            page::shuffled(after("seed"), pile, after("shuffle") as u32, cards).join(" ")
        }
    };
    format!("{question}: {out}")
}

// --- games

/// In random games with branches, every roll and draw has the outcome that the page gives for the event's counters. The
/// same play in another branch has the same outcomes.
#[test]
fn branches_of_a_game_have_the_same_chance() {
    let library = common::everything();
    let (mut rolls, mut draws, mut repeated) = (0, 0, 0);
    for seed in common::seeds(3) {
        for game in library.playable_games() {
            let (program, vm, _) = library.load(&game.id).unwrap();
            let scenario = &game.scenarios[seed as usize % game.scenarios.len()];
            let set_up = SetUp { scenario: scenario.id.clone(), seed, open: true, ..SetUp::default() };
            let mut table = Table::start(program, vm, &set_up).unwrap();
            let mut player = RandomBot::new(seed ^ 0xb7a);
            for _ in 0..120 {
                if table.is_over() || player.pick(12) == 0 {
                    let event = player.pick(table.nodes().len());
                    table.goto(event).unwrap();
                    repeated += usize::from(repeat_play(&mut table, event));
                    continue;
                }
                let row = player.pick(table.choice().unwrap().rows.len());
                let _ = table.answer(row, false);
            }
            for n in 1..table.nodes().len() {
                rolls += check_rolls(&table, n);
                draws += usize::from(check_draw(&table, n));
            }
        }
    }
    assert!(rolls > 20 && draws > 5 && repeated > 20, "{rolls} rolls, {draws} draws, {repeated} repeated answers");
}

/// Repeats the first answer that was played after an event, and checks that the result is equal. Returns false if
/// there is no such answer, or if it is no longer possible.
fn repeat_play(table: &mut Table, from: usize) -> bool {
    let played = (0..table.nodes().len()).find(|n| table.nodes()[*n].parent == Some(from));
    let Some((played, text)) = played.and_then(|n| Some((n, table.event_text(n)?))) else { return false };
    let row = table.row_words().iter().position(|words| text.ends_with(&format!(": {}", words.join(" "))));
    if row.is_none_or(|row| table.answer(row, false).is_err()) {
        return false;
    }
    let (first, second) = (&table.nodes()[played], &table.nodes()[table.shown_event()]);
    assert_eq!(second.hash, first.hash, "`{text}` led elsewhere the second time");
    assert_eq!(second.game_events, first.game_events);
    assert_eq!(second.position().chance_counts(), first.position().chance_counts());
    true
}

/// Compares the rolls of an event with those of the page. Returns the number of rolls.
fn check_rolls(table: &Table, n: usize) -> usize {
    let node = &table.nodes()[n];
    let (board, before) = (&node.program.board, table.nodes()[node.parent.unwrap()].position());
    let mut counters = before.chance_counts().to_vec();
    let mut rolls = 0;
    for game_event in &node.game_events {
        let GameEvent::Rolled { die, faces, .. } = game_event else { continue };
        let def = &board.dice[die.index()];
        let mut page = page::Die::new(before.seed(), &def.id, def.faces.len());
        for face in faces {
            assert_eq!(def.faces[page.face(counters[die.index()].into())], *face, "event {n}: {}", def.id);
            counters[die.index()] += 1;
        }
        rolls += 1;
    }
    assert_eq!(
        counters[..board.dice.len()],
        node.position().chance_counts()[..board.dice.len()],
        "event {n}: the page counts other outcomes"
    );
    rolls
}

/// Compares a drawn card with that of the page, if the event drew one card and did nothing else with the pile. Returns
/// whether it compared a card.
fn check_draw(table: &Table, n: usize) -> bool {
    let node = &table.nodes()[n];
    let (board, before) = (&node.program.board, table.nodes()[node.parent.unwrap()].position());
    let drawn: Vec<_> = node
        .game_events
        .iter()
        .filter_map(|h| match h {
            GameEvent::Drawn { card, from, .. } => Some((*card, *from)),
            _ => None,
        })
        .collect();
    let [(card, pile)] = drawn[..] else { return false };
    let shuffle_count = |position: &Position| position.chance_count(pile_stream(board, pile));
    let Some((segment, true)) = before.segments(pile).into_iter().next() else { return false };
    if shuffle_count(&before) != shuffle_count(&node.position()) {
        return false;
    }
    let ids: Vec<&str> = segment.iter().map(|c| board.cards[c.index()].id.as_str()).collect();
    let shuffle = before.card_location(segment[0]).shuffle;
    let page = page::shuffled(before.seed(), &board.piles[pile.index()].id, shuffle, &ids);
    assert_eq!(board.cards[card.index()].id, page[0], "event {n}");
    true
}

/// A die given by hand takes the place of a generated outcome and is in the record. Undo makes it the next forced die.
#[test]
fn a_die_given_by_hand_takes_its_place_in_the_stream() {
    let library = common::everything();
    let (program, vm, _) = library.load("demo").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 7, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.cwr");
    table.keep_record(&file).unwrap();
    table.force_words(&["6"]).unwrap();
    table.play(None, "stir hills").unwrap();
    let Some(GameEvent::Rolled { die, faces, .. }) = table.nodes()[1].game_events.first().cloned() else {
        panic!("nothing was rolled: {:?}", table.nodes()[1].game_events)
    };
    let mut page = page::Die::new(7, "d6", 6);
    // Two bands roll two dice. The first die was given by hand, and the second has the second generated outcome.
    assert_eq!(faces, [6, page.face(1) as i64 + 1]);
    assert_eq!(table.position().chance_counts()[die.index()], 2);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(r#""given":["6"]"#), "{text}");
    table.undo().unwrap();
    assert_eq!((table.forced_words(), table.position().chance_counts()[die.index()]), (vec!["6".to_owned()], 0));
    table.play(None, "stir hills").unwrap();
    assert_eq!(table.nodes()[2].hash, table.nodes()[1].hash);
}
