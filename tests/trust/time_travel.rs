//! Promise: undo and time travel. When a game goes back or forward to an event, everything is as it was the first time.
//! Undo stops where something was revealed. Seats stay as they are. The record of such a game replays to the same tree
//! of events.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common;
use cardwright_bots::{RANDOM, RandomBot};
use cardwright_content::{PackSource, render};
use cardwright_script::{GameEvent, Program};
use cardwright_state::board::SubjectKind;
use cardwright_state::hash::Hash;
use cardwright_state::{PileId, SideId, Val, notation};
use cardwright_table::Viewer;
use cardwright_table::{Event, Library, PlayError, Prompt, Seat, SetUp, Table, record};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Everything visible at an event.
#[derive(Debug, Clone, PartialEq)]
struct Snapshot {
    hash: Hash,
    board_hash: Hash,
    chance: Vec<u32>,
    position: String,
    asked: Option<SideId>,
    rows: Vec<Vec<String>>,
    standing: Vec<Vec<Vec<String>>>,
    prompt: Option<Prompt>,
    result: Option<String>,
    log: Vec<String>,
}

fn snapshot(table: &mut Table) -> Snapshot {
    let sides = table.board().sides.len();
    Snapshot {
        hash: table.hash(),
        board_hash: table.board_hash(),
        chance: table.position().chance_counts().to_vec(),
        position: notation::print_save(table.board(), table.position()),
        asked: table.asked(),
        rows: table.row_words().to_vec(),
        standing: (0..sides).map(|side| table.game_mut().standing_words(SideId::new(side)).unwrap()).collect(),
        prompt: table.prompt(Viewer::OPEN),
        result: table.result(),
        log: table.log(0, Viewer::OPEN),
    }
}

/// A random game that goes back and forth between its events.
struct Wanderer {
    table: Table,
    player: RandomBot,
    /// What was visible at each event.
    seen: BTreeMap<usize, Snapshot>,
    /// The time of the last visit to each event.
    last_visits: BTreeMap<usize, usize>,
    /// The number of visits so far.
    time: usize,
    seats: Vec<Seat>,
    /// The scenario and the seed, for messages.
    name: String,
    counts: OperationCounts,
}

/// The number of operations in each game.
const STEPS: usize = 100;

/// How often each operation succeeded. `backs` counts undos and `goto`s. `refused` counts refused undos, `goto`s and
/// answers.
#[derive(Debug, Default, Clone, Copy)]
struct OperationCounts {
    answers: usize,
    backs: usize,
    redos: usize,
    standing: usize,
    adjusts: usize,
    resigned: usize,
    forced: usize,
    seats: usize,
    refused: usize,
}

impl Wanderer {
    fn new(program: &Arc<Program>, scenario: &str, seed: u64, open: bool, file: Option<&Path>) -> Wanderer {
        let set_up = SetUp { scenario: scenario.into(), seed, open, ..SetUp::default() };
        let mut table = Table::start(program.clone(), program.vm().unwrap(), &set_up).unwrap();
        if let Some(file) = file {
            table.keep_record(file).unwrap();
        }
        let mut out = Wanderer {
            seats: table.seats.clone(),
            player: RandomBot::new(seed ^ 0x71e),
            seen: BTreeMap::new(),
            last_visits: BTreeMap::new(),
            time: 0,
            name: format!("{scenario} seed {seed}"),
            counts: OperationCounts::default(),
            table,
        };
        out.arrive();
        out
    }

    /// Notes a visit to the current event, and compares everything visible with the previous visit.
    fn arrive(&mut self) {
        let here = self.table.shown_event();
        let now = snapshot(&mut self.table);
        if let Some(previous_visit) = self.seen.get(&here) {
            assert_eq!(*previous_visit, now, "{}: event {here} is not as it was", self.name);
        }
        self.seen.insert(here, now);
        self.time += 1;
        self.last_visits.insert(here, self.time);
        assert_eq!(self.table.seats, self.seats, "{}: the seats changed on the way to event {here}", self.name);
    }

    /// Returns the events from `n` back to the start.
    fn path_to(&self, n: usize) -> Vec<usize> {
        let mut path = vec![n];
        while let Some(parent) = self.table.nodes()[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path
    }

    /// Returns the event after `from` on the branch that was visited last.
    fn last_taken(&self, from: usize) -> Option<usize> {
        let latest = self.last_visits.iter().filter_map(|(n, time)| {
            let path = self.path_to(*n);
            let index = path.iter().position(|p| *p == from)?;
            index.checked_sub(1).map(|next| (time, path[next]))
        });
        latest.max().map(|(_, n)| n)
    }

    fn pick(&mut self, n: usize) -> usize {
        self.player.pick(n)
    }

    /// Carries out a random operation.
    fn step(&mut self) {
        let sides = self.table.board().sides.len();
        match self.pick(100) {
            0..=9 => self.undo(),
            10..=15 => self.redo(),
            16..=19 => self.goto(),
            20..=23 => {
                let seat = if self.pick(2) == 0 { Seat::Human } else { Seat::Bot(RANDOM) };
                let side = self.pick(sides);
                // Nobody can take the seat of a side that scripts play.
                if self.table.seats[side] == Seat::NonPlayer {
                    assert!(self.table.seat(SideId::new(side), seat).is_err());
                    return;
                }
                // Nobody can take the seat of a side that is not in play.
                if !self.table.position().is_in_play(self.table.board(), SideId::new(side)) {
                    assert!(self.table.seat(SideId::new(side), seat).is_err());
                    return;
                }
                self.table.seat(SideId::new(side), seat).unwrap();
                self.seats[side] = seat;
                self.counts.seats += 1;
                self.arrive();
            }
            24..=26 => self.adjust(),
            27 if !self.table.is_over() => {
                let side = self.pick(sides);
                self.table.resign(SideId::new(side)).unwrap();
                self.counts.resigned += 1;
                self.arrive();
            }
            28..=39 => self.use_standing_action(),
            40..=43 => {
                let face = self.table.board().dice.first().map(|d| d.faces.clone());
                if let Some(faces) = face.filter(|_| self.table.forced_words().len() < 3) {
                    let face = faces[self.pick(faces.len())];
                    let face = self.table.board().text(Val(face));
                    self.table.force_words(&[&face]).unwrap();
                    self.counts.forced += 1;
                }
            }
            _ => self.answer(),
        }
    }

    fn answer(&mut self) {
        let rows = self.table.row_words().len();
        if rows == 0 {
            return self.goto();
        }
        let row = self.pick(rows);
        // Answer by a typed line, which also takes default rows after it, or by the number of the row.
        // An amount is typed: its least number, of words such as `1..5`.
        let words = self.table.row_words()[row].clone();
        let has_amount = words.iter().any(|word| word.contains(".."));
        let done = if has_amount || self.pick(2) == 0 {
            let typed: Vec<&str> = words.iter().map(|word| word.split("..").next().unwrap_or_default()).collect();
            let line = typed.join(" ");
            self.table.play(None, &line).map(drop)
        } else {
            self.table.answer(row, false).map(drop)
        };
        match done {
            Ok(()) => self.counts.answers += 1,
            // A barred row is no longer offered, so the event looks different now.
            Err(PlayError::Barred { .. }) => drop(self.seen.remove(&self.table.shown_event())),
            Err(PlayError::Rule { .. }) => self.counts.refused += 1,
            Err(error) => panic!("{}: {error}", self.name),
        }
        self.arrive();
    }

    fn use_standing_action(&mut self) {
        let side = SideId::new(self.pick(self.table.board().sides.len()));
        let rows = self.table.game_mut().standing_words(side).unwrap().len();
        if rows > 0 {
            let row = self.pick(rows);
            self.counts.standing += usize::from(self.table.use_standing_action(side, row).is_ok());
            self.arrive();
        }
    }

    fn adjust(&mut self) {
        let board = self.table.board().clone();
        if board.tracks.is_empty() {
            return;
        }
        let track = &board.tracks[self.pick(board.tracks.len())];
        let value = track.min + self.pick((track.max - track.min + 1) as usize) as i64;
        let text = match track.on {
            SubjectKind::Game => format!("{} {value}", track.id),
            SubjectKind::Spaces(_) => {
                format!("{}: {} {value}", board.spaces[self.pick(board.spaces.len())].id, track.id)
            }
            _ => return,
        };
        self.counts.adjusts += usize::from(self.table.adjust(&text).is_ok());
        self.arrive();
    }

    /// Returns the events that undo would take back, from the last to the first.
    fn events_that_undo_takes_back(&self) -> Vec<usize> {
        let mut out = Vec::new();
        for n in self.path_to(self.table.shown_event()) {
            if self.table.nodes()[n].parent.is_none() {
                break;
            }
            out.push(n);
            if !self.table.nodes()[n].automatic {
                break;
            }
        }
        out
    }

    fn undo(&mut self) {
        let (from, back) = (self.table.shown_event(), self.events_that_undo_takes_back());
        let is_allowed = self.table.open || !back.iter().any(|n| self.has_revealed(*n));
        match self.table.undo() {
            Ok(to) => {
                assert!(is_allowed, "{}: undo went over a barrier at {back:?}", self.name);
                assert_eq!(Some(to), self.table.nodes()[back[back.len() - 1]].parent);
                self.counts.backs += 1;
            }
            Err(PlayError::Barrier(_)) => {
                assert!(!is_allowed, "{}: undo stopped at {back:?} though nothing was revealed", self.name);
                assert_eq!(self.table.shown_event(), from);
                self.counts.refused += 1;
            }
            Err(_) => assert!(back.is_empty(), "{}: undo stopped at {back:?}", self.name),
        }
        self.arrive();
    }

    fn redo(&mut self) {
        let from = self.table.shown_event();
        let expected = self.last_taken(from);
        match self.table.redo() {
            Ok(to) => {
                let path = self.path_to(to);
                let first = path.iter().rev().skip_while(|n| **n != from).nth(1);
                assert_eq!(first.copied(), expected, "{}: redo from {from} took another branch", self.name);
                self.counts.redos += 1;
            }
            Err(_) => assert_eq!(expected, None, "{}: redo from {from} failed", self.name),
        }
        self.arrive();
    }

    fn goto(&mut self) {
        let (from, to) = (self.table.shown_event(), self.pick(self.table.nodes().len()));
        let kept_path = self.path_to(to);
        let back: Vec<usize> = self.path_to(from).into_iter().filter(|n| !kept_path.contains(n)).collect();
        let is_allowed = self.table.open || !back.iter().any(|n| self.has_revealed(*n));
        match self.table.goto(to) {
            Ok(()) => {
                assert!(is_allowed, "{}: goto went back past a barrier at {back:?}", self.name);
                self.counts.backs += 1;
            }
            Err(_) => {
                assert!(!is_allowed, "{}: goto from {from} to {to} was refused", self.name);
                assert_eq!(self.table.shown_event(), from);
                self.counts.refused += 1;
            }
        }
        self.arrive();
    }

    /// Returns whether an event revealed something. The result is computed from the event, not from its barrier flag.
    fn has_revealed(&self, n: usize) -> bool {
        has_revealed(&self.table, n, self.seen.get(&n).map(|s| s.asked))
    }

    /// Undoes everything that can be undone and redoes it. The game ends at the same event.
    fn back_and_forth(&mut self) {
        while self.last_taken(self.table.shown_event()).is_some() {
            self.redo();
        }
        let end = self.table.shown_event();
        let mut back = 0;
        loop {
            let before = self.table.shown_event();
            self.undo();
            if self.table.shown_event() == before {
                break;
            }
            back += 1;
        }
        assert!(
            !self.table.open || self.table.shown_event() == 0,
            "{}: undo stopped at {}",
            self.name,
            self.table.shown_event()
        );
        for _ in 0..back {
            self.redo();
        }
        assert_eq!(self.table.shown_event(), end, "{}: redo did not return to the last event", self.name);
    }
}

/// Returns whether an event revealed something: a roll, a random pick, a card drawn or peeked at, or a question to
/// another side.
fn has_revealed(table: &Table, n: usize, asked: Option<Option<SideId>>) -> bool {
    let node = &table.nodes()[n];
    let Some(parent) = node.parent else { return false };
    let (board, before, now) = (&node.program.board, table.nodes()[parent].position(), node.position());
    let dice = board.dice.len();
    let rolled = before.chance_counts()[..dice] != now.chance_counts()[..dice];
    let drawn = node.game_events.iter().any(|h| matches!(h, GameEvent::Drawn { .. } | GameEvent::Picked { .. }));
    // Find peeks at cards whose order nobody knew: cards in a shuffled part of a pile (an open segment), or cards that
    // the event itself shuffled before the peek.
    let piles = (0..board.piles.len()).flat_map(|pile| before.segments(PileId::new(pile)));
    let open: Vec<_> = piles.filter(|(_, open)| *open).flat_map(|(cards, _)| cards).collect();
    let mut shuffled = false;
    let has_peeked = node.game_events.iter().any(|h| match h {
        GameEvent::Peeked { cards, .. } => cards.iter().any(|card| shuffled || open.contains(card)),
        GameEvent::Shuffled(_) => {
            shuffled = true;
            false
        }
        _ => false,
    });
    let acting_side = match node.event.as_ref().unwrap() {
        Event::Answer { side, .. } | Event::Standing { side, .. } => board.side(side),
        _ => None,
    };
    let asks_another_side = acting_side.is_some() && asked.flatten().is_some_and(|asked| Some(asked) != acting_side);
    rolled || drawn || has_peeked || asks_another_side
}

fn programs(library: &Library) -> Vec<(Arc<Program>, String)> {
    let mut out = Vec::new();
    for game in library.games() {
        // The demo is played five times, because its games are short and some spend many answers in the action `many`.
        let repeats = if game.id == "demo" { 5 } else { 1 };
        let (program, _, _) = library.load(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        let scenarios = game.scenarios.iter().map(|s| (program.clone(), s.id.clone()));
        (0..repeats).for_each(|_| out.extend(scenarios.clone()));
    }
    out
}

#[test]
fn a_revisited_event_is_exactly_as_it_was() {
    let all = programs(&common::everything());
    let folder = tempfile::tempdir().unwrap();
    let mut game_counts = Vec::new();
    for seed in common::seeds(1) {
        for (n, (program, scenario)) in all.iter().enumerate() {
            let file = folder.path().join(format!("{seed}-{n}.cwr"));
            let mut game = Wanderer::new(program, scenario, seed * 100 + n as u64, true, Some(&file));
            // In the demo the adjustment opens a standing action for Blue during Red's choice. Other games refuse it.
            if game.table.adjust("port: unrest 2").is_ok() {
                game.arrive();
            }
            (0..STEPS).for_each(|_| game.step());
            game.back_and_forth();
            for to in (0..game.table.nodes().len()).step_by(7) {
                game.table.goto(to).unwrap();
                game.arrive();
            }
            assert_replays_to_the_same_tree(program, &game.table, &file);
            std::fs::remove_file(&file).unwrap();
            game_counts.push(game.counts);
        }
    }
    let sum = |count: fn(&OperationCounts) -> usize| game_counts.iter().map(count).sum::<usize>();
    let counts = [sum(|d| d.answers), sum(|d| d.backs), sum(|d| d.redos), sum(|d| d.seats), sum(|d| d.forced)];
    assert!(counts.iter().all(|n| *n > 10), "{counts:?}");
    let rare = [sum(|d| d.standing), sum(|d| d.adjusts), sum(|d| d.resigned)];
    assert!(rare.iter().all(|n| *n > 0), "standing actions, adjusts, resignations: {rare:?}");
}

/// Checks that the record of a game replays to the same events with the same parents, positions, barriers and seats.
fn assert_replays_to_the_same_tree(program: &Arc<Program>, table: &Table, file: &Path) {
    let read = record::read(file).unwrap();
    let vm = || program.vm().unwrap();
    let mut replayed = Table::start(program.clone(), vm(), &Table::set_up_of(&read)).unwrap();
    let result = replayed.replay(&read, None, &mut |_| Ok((program.clone(), vm())));
    result.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    assert_eq!((replayed.shown_event(), replayed.nodes().len()), (table.shown_event(), table.nodes().len()));
    assert_eq!(replayed.seats, table.seats);
    for (n, (a, b)) in replayed.nodes().iter().zip(table.nodes()).enumerate() {
        let data = |node: &cardwright_table::Node| {
            (
                node.parent,
                node.event.clone(),
                node.side,
                node.hash,
                node.barrier,
                node.automatic,
                node.next,
                node.number,
            )
        };
        assert_eq!(data(a), data(b), "event {n}");
        assert_eq!(a.game_events, b.game_events, "event {n}");
        assert_eq!(a.position().chance_counts(), b.position().chance_counts(), "event {n}");
    }
}

/// In a game that is not open, undo and goto stop exactly where something was revealed.
#[test]
fn undo_stops_at_barriers_and_only_there() {
    let all = [programs(&common::everything()), programs(&peeking())].concat();
    let (mut backs, mut refused, mut barriers) = (0, 0, 0);
    for seed in common::seeds(1) {
        for (n, (program, scenario)) in all.iter().enumerate() {
            let mut game = Wanderer::new(program, scenario, seed * 100 + n as u64, false, None);
            for _ in 0..STEPS {
                match game.pick(10) {
                    0..=1 => game.undo(),
                    2 => game.redo(),
                    3 => game.goto(),
                    4 => game.use_standing_action(),
                    _ if game.table.is_over() => break,
                    _ => game.answer(),
                }
            }
            for n in 1..game.table.nodes().len() {
                // If a line also takes default rows, the game visits only its last event. The asked side is known only
                // at visited events.
                if game.seen.contains_key(&n) {
                    assert_eq!(game.table.nodes()[n].barrier, game.has_revealed(n), "{}: event {n}", game.name);
                    barriers += usize::from(game.table.nodes()[n].barrier);
                }
            }
            backs += game.counts.backs;
            refused += game.counts.refused;
        }
    }
    assert!(backs > 20 && refused > 20 && barriers > 20, "{backs} backs, {refused} refused, {barriers} barriers");
}

/// Opens the demo with rules in which Red peeks at cards each turn.
fn peeking() -> Library {
    let mut library = common::library(&["tests/packs/demo"]);
    let rules = std::fs::read_to_string(common::demo().join("scripts/demo/rules.luau")).unwrap();
    let offer_line = "  offer(WORD.end_turn)\n";
    assert_eq!(rules.matches(offer_line).count(), 1);
    let card_lines = "  peek(STOCK, get(TURNS) % 4)\n  if get(TURNS) % 3 == 2 then\n    shuffle(STOCK)\n  end\n";
    let pack = "id = \"peeks\"\nname = \"Peeks\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n";
    let files = vec![
        ("pack.toml".to_owned(), pack.to_owned()),
        ("scripts/demo/rules.luau".to_owned(), rules.replace(offer_line, &format!("{card_lines}{offer_line}"))),
    ];
    library.add(PackSource::Memory(files)).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    library
}

fn demo() -> Table {
    let (program, vm, _) = common::everything().load("demo").unwrap();
    let set_up = SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() };
    Table::start(program, vm, &set_up).unwrap()
}

#[test]
fn redo_follows_the_branch_visited_last() {
    let mut table = demo();
    table.play(None, "raise hills").unwrap();
    table.play(None, "raise port").unwrap();
    table.goto(1).unwrap();
    table.play(None, "raise river").unwrap(); // Event 3, a branch next to 2.
    table.goto(2).unwrap();
    table.undo().unwrap();
    assert_eq!(table.redo().unwrap(), 2);
    table.goto(3).unwrap();
    table.goto(0).unwrap();
    assert_eq!((table.redo().unwrap(), table.redo().unwrap()), (1, 3));
}

#[test]
fn goto_takes_back_a_resignation_and_restores_it() {
    let mut table = demo();
    table.play(None, "raise hills").unwrap();
    table.resign(SideId::new(0)).unwrap();
    table.adjust("points 5").unwrap();
    let (hash, result) = (table.hash(), table.result());
    assert!(table.is_over() && result.is_some());
    table.goto(1).unwrap();
    assert!(!table.is_over() && table.result().is_none());
    table.goto(3).unwrap();
    assert_eq!((table.hash(), table.result(), table.is_over()), (hash, result, true));
}

/// Seats belong to the table and not to the position, so going back or forward changes no seat.
#[test]
fn undo_redo_and_goto_change_no_seat() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = demo();
    table.keep_record(&folder.path().join("game.cwr")).unwrap();
    table.play(None, "raise hills").unwrap();
    table.seat(SideId::new(1), Seat::Bot(RANDOM)).unwrap();
    table.play(None, "raise hills").unwrap();
    table.undo().unwrap();
    table.undo().unwrap();
    assert_eq!(table.seats, [Seat::Human, Seat::Bot(RANDOM)]);
    table.redo().unwrap();
    table.goto(0).unwrap();
    assert_eq!(table.seats, [Seat::Human, Seat::Bot(RANDOM)]);
    let program = table.program().clone();
    assert_replays_to_the_same_tree(&program, &table, &folder.path().join("game.cwr"));
}
