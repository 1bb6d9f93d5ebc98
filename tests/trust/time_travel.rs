//! Promise: undo and time travel. Wherever a game is gone back or forward to, everything is as it was there the
//! first time; undo stops where something was revealed; seats stay where they are; and the record of
//! such a game replays to the same tree.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common;
use cardwright_bots::RandomPlayer;
use cardwright_content::{PackSource, render};
use cardwright_script::{Happening, Program};
use cardwright_state::board::On;
use cardwright_state::hash::Hash;
use cardwright_state::{PileId, SideId, Val, notation};
use cardwright_table::label::Audience;
use cardwright_table::{Event, Library, PlayError, Prompt, Seat, SetUp, Table, record};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What there is to see at an event.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
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

fn see(table: &mut Table) -> Seen {
    let sides = table.board().sides.len();
    Seen {
        hash: table.hash(),
        board_hash: table.board_hash(),
        chance: table.position().all_taken().to_vec(),
        position: notation::print_save(table.board(), table.position()),
        asked: table.asked(),
        rows: table.row_words().to_vec(),
        standing: (0..sides).map(|side| table.standing_words(SideId::new(side)).unwrap()).collect(),
        prompt: table.prompt(Audience::Open),
        result: table.result(),
        log: table.log(0, Audience::Open),
    }
}

/// A game at random, gone back and forth in; what was seen at each event, and when it was last been to.
struct Wanderer {
    table: Table,
    player: RandomPlayer,
    seen: BTreeMap<usize, Seen>,
    been: BTreeMap<usize, usize>,
    time: usize,
    seats: Vec<Seat>,
    what: String,
    done: Done,
}

/// Things done in each game.
const STEPS: usize = 100;

/// How often what was done.
#[derive(Debug, Default, Clone, Copy)]
struct Done {
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
            player: RandomPlayer::new(seed ^ 0x71e),
            seen: BTreeMap::new(),
            been: BTreeMap::new(),
            time: 0,
            what: format!("{scenario} seed {seed}"),
            done: Done::default(),
            table,
        };
        out.arrive();
        out
    }

    /// Compares what there is to see with the first time, if there was one.
    fn arrive(&mut self) {
        let here = self.table.here();
        let now = see(&mut self.table);
        if let Some(then) = self.seen.get(&here) {
            assert_eq!(*then, now, "{}: event {here} is not as it was", self.what);
        }
        self.seen.insert(here, now);
        self.time += 1;
        self.been.insert(here, self.time);
        assert_eq!(self.table.seats, self.seats, "{}: a seat has moved by event {here}", self.what);
    }

    fn path_to(&self, n: usize) -> Vec<usize> {
        let mut path = vec![n];
        while let Some(parent) = self.table.nodes()[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path
    }

    /// The event after `from` on the branch where the game last was.
    fn last_taken(&self, from: usize) -> Option<usize> {
        let latest = self.been.iter().filter_map(|(n, when)| {
            let path = self.path_to(*n);
            let at = path.iter().position(|p| *p == from)?;
            at.checked_sub(1).map(|at| (when, path[at]))
        });
        latest.max().map(|(_, n)| n)
    }

    fn one_of(&mut self, n: usize) -> usize {
        self.player.pick(n)
    }

    /// Something at random.
    fn step(&mut self) {
        let sides = self.table.board().sides.len();
        match self.one_of(100) {
            0..=9 => self.undo(),
            10..=15 => self.redo(),
            16..=19 => self.goto(),
            20..=23 => {
                let seat = if self.one_of(2) == 0 { Seat::Human } else { Seat::Random };
                let side = self.one_of(sides);
                // Nobody sits down for a side that the rules play.
                if self.table.seats[side] == Seat::NonPlayer {
                    assert!(self.table.seat(SideId::new(side), seat).is_err());
                    return;
                }
                // Nor for one that is not in play.
                if !self.table.position().is_in_play(self.table.board(), SideId::new(side)) {
                    assert!(self.table.seat(SideId::new(side), seat).is_err());
                    return;
                }
                self.table.seat(SideId::new(side), seat).unwrap();
                self.seats[side] = seat;
                self.done.seats += 1;
                self.arrive();
            }
            24..=26 => self.adjust(),
            27 if !self.table.is_over() => {
                let side = self.one_of(sides);
                self.table.resign(SideId::new(side)).unwrap();
                self.done.resigned += 1;
                self.arrive();
            }
            28..=39 => self.use_standing(),
            40..=43 => {
                let face = self.table.board().dice.first().map(|d| d.faces.clone());
                if let Some(faces) = face.filter(|_| self.table.forced_words().len() < 3) {
                    let face = faces[self.one_of(faces.len())];
                    let face = self.table.board().text(Val(face));
                    self.table.force_words(&[&face]).unwrap();
                    self.done.forced += 1;
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
        let row = self.one_of(rows);
        // As typed, with the defaults after it, or by its number.
        let done = if self.one_of(2) == 0 {
            let line = self.table.row_words()[row].join(" ");
            self.table.play(None, &line).map(drop)
        } else {
            self.table.answer(row, false).map(drop)
        };
        match done {
            Ok(()) => self.done.answers += 1,
            // What is barred is not offered there any more.
            Err(PlayError::Barred { .. }) => drop(self.seen.remove(&self.table.here())),
            Err(PlayError::Rule { .. }) => self.done.refused += 1,
            Err(error) => panic!("{}: {error}", self.what),
        }
        self.arrive();
    }

    fn use_standing(&mut self) {
        let side = SideId::new(self.one_of(self.table.board().sides.len()));
        let rows = self.table.standing_words(side).unwrap().len();
        if rows > 0 {
            let row = self.one_of(rows);
            self.done.standing += usize::from(self.table.use_standing(side, row).is_ok());
            self.arrive();
        }
    }

    fn adjust(&mut self) {
        let board = self.table.board().clone();
        if board.tracks.is_empty() {
            return;
        }
        let track = &board.tracks[self.one_of(board.tracks.len())];
        let value = track.min + self.one_of((track.max - track.min + 1) as usize) as i64;
        let text = match track.on {
            On::Game => format!("{} {value}", track.id),
            On::Spaces(_) => format!("{}: {} {value}", board.spaces[self.one_of(board.spaces.len())].id, track.id),
            _ => return,
        };
        self.done.adjusts += usize::from(self.table.adjust(&text).is_ok());
        self.arrive();
    }

    /// The events an undo would take back, the last first.
    fn last_typed(&self) -> Vec<usize> {
        let mut out = Vec::new();
        for n in self.path_to(self.table.here()) {
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
        let (from, back) = (self.table.here(), self.last_typed());
        let fair = self.table.open || !back.iter().any(|n| self.revealed(*n));
        match self.table.undo() {
            Ok(to) => {
                assert!(fair, "{}: undo went over a barrier at {back:?}", self.what);
                assert_eq!(Some(to), self.table.nodes()[back[back.len() - 1]].parent);
                self.done.backs += 1;
            }
            Err(PlayError::Barrier(_)) => {
                assert!(!fair, "{}: undo stopped at {back:?} though nothing was revealed", self.what);
                assert_eq!(self.table.here(), from);
                self.done.refused += 1;
            }
            Err(_) => assert!(back.is_empty(), "{}: undo stopped at {back:?}", self.what),
        }
        self.arrive();
    }

    fn redo(&mut self) {
        let from = self.table.here();
        let expected = self.last_taken(from);
        match self.table.redo() {
            Ok(to) => {
                let path = self.path_to(to);
                let first = path.iter().rev().skip_while(|n| **n != from).nth(1);
                assert_eq!(first.copied(), expected, "{}: redo from {from} took another branch", self.what);
                self.done.redos += 1;
            }
            Err(_) => assert_eq!(expected, None, "{}: nothing to redo from {from}", self.what),
        }
        self.arrive();
    }

    fn goto(&mut self) {
        let (from, to) = (self.table.here(), self.one_of(self.table.nodes().len()));
        let kept = self.path_to(to);
        let back: Vec<usize> = self.path_to(from).into_iter().filter(|n| !kept.contains(n)).collect();
        let fair = self.table.open || !back.iter().any(|n| self.revealed(*n));
        match self.table.goto(to) {
            Ok(()) => {
                assert!(fair, "{}: goto took back a barrier of {back:?}", self.what);
                self.done.backs += 1;
            }
            Err(_) => {
                assert!(!fair, "{}: goto from {from} to {to} was refused", self.what);
                assert_eq!(self.table.here(), from);
                self.done.refused += 1;
            }
        }
        self.arrive();
    }

    /// Whether an event revealed something, reckoned from what happened and not from its flag.
    fn revealed(&self, n: usize) -> bool {
        revealed(&self.table, n, self.seen.get(&n).map(|s| s.asked))
    }

    /// Takes back all that may be, and goes forward again; ends where it began.
    fn back_and_forth(&mut self) {
        while self.last_taken(self.table.here()).is_some() {
            self.redo();
        }
        let end = self.table.here();
        let mut back = 0;
        loop {
            let at = self.table.here();
            self.undo();
            if self.table.here() == at {
                break;
            }
            back += 1;
        }
        assert!(!self.table.open || self.table.here() == 0, "{}: undo stopped at {}", self.what, self.table.here());
        for _ in 0..back {
            self.redo();
        }
        assert_eq!(self.table.here(), end, "{}: redo led elsewhere", self.what);
    }
}

/// Whether an event revealed something: dice fell, something was picked by chance, a card was drawn or looked at, or
/// another side was asked.
fn revealed(table: &Table, n: usize, asked: Option<Option<SideId>>) -> bool {
    let node = &table.nodes()[n];
    let Some(parent) = node.parent else { return false };
    let (board, before, now) = (&node.program.board, table.nodes()[parent].position(), node.position());
    let dice = board.dice.len();
    let rolled = before.all_taken()[..dice] != now.all_taken()[..dice];
    let drawn = node.happenings.iter().any(|h| matches!(h, Happening::Drawn { .. } | Happening::Picked { .. }));
    // Cards looked at whose place nobody knew: in open segments before, or shuffled in between.
    let piles = (0..board.piles.len()).flat_map(|pile| before.segments(PileId::new(pile)));
    let open: Vec<_> = piles.filter(|(_, open)| *open).flat_map(|(cards, _)| cards).collect();
    let mut shuffled = false;
    let found = node.happenings.iter().any(|h| match h {
        Happening::Peeked { cards, .. } => cards.iter().any(|card| shuffled || open.contains(card)),
        Happening::Shuffled(_) => {
            shuffled = true;
            false
        }
        _ => false,
    });
    let by = match node.event.as_ref().unwrap() {
        Event::Answer { side, .. } | Event::Standing { side, .. } => board.side(side),
        _ => None,
    };
    let other = by.is_some() && asked.flatten().is_some_and(|asked| Some(asked) != by);
    rolled || drawn || found || other
}

fn programs(library: &Library) -> Vec<(Arc<Program>, String)> {
    let mut out = Vec::new();
    for game in library.games() {
        // Games of the demo are short, and one choice in it leads away from all others for a while.
        let again = if game.id == "demo" { 5 } else { 1 };
        let (program, _, _) = library.load(&game.id).unwrap_or_else(|e| panic!("{}", render(&e, false)));
        let scenarios = game.scenarios.iter().map(|s| (program.clone(), s.id.clone()));
        (0..again).for_each(|_| out.extend(scenarios.clone()));
    }
    out
}

#[test]
fn wherever_a_game_is_gone_to_everything_is_as_it_was() {
    let all = programs(&common::everything());
    let folder = tempfile::tempdir().unwrap();
    let mut done = Vec::new();
    for seed in common::seeds(1) {
        for (n, (program, scenario)) in all.iter().enumerate() {
            let file = folder.path().join(format!("{seed}-{n}.cwr"));
            let mut game = Wanderer::new(program, scenario, seed * 100 + n as u64, true, Some(&file));
            // In the demo this opens something to Blue beside Red's choice; elsewhere it says nothing.
            if game.table.adjust("port: unrest 2").is_ok() {
                game.arrive();
            }
            (0..STEPS).for_each(|_| game.step());
            game.back_and_forth();
            for to in (0..game.table.nodes().len()).step_by(7) {
                game.table.goto(to).unwrap();
                game.arrive();
            }
            replays_to_the_same_tree(program, &game.table, &file);
            std::fs::remove_file(&file).unwrap();
            done.push(game.done);
        }
    }
    let sum = |of: fn(&Done) -> usize| done.iter().map(of).sum::<usize>();
    let counts = [sum(|d| d.answers), sum(|d| d.backs), sum(|d| d.redos), sum(|d| d.seats), sum(|d| d.forced)];
    assert!(counts.iter().all(|n| *n > 10), "{counts:?}");
    let rare = [sum(|d| d.standing), sum(|d| d.adjusts), sum(|d| d.resigned)];
    assert!(rare.iter().all(|n| *n > 0), "standing actions, adjusts, resignations: {rare:?}");
}

/// The record of a game, replayed: the same events with the same parents, positions, barriers and seats.
fn replays_to_the_same_tree(program: &Arc<Program>, table: &Table, file: &Path) {
    let read = record::read(file).unwrap();
    let vm = || program.vm().unwrap();
    let mut again = Table::start(program.clone(), vm(), &Table::set_up_of(&read).unwrap()).unwrap();
    let done = again.replay(&read, None, &mut |_| Ok((program.clone(), vm())));
    done.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    assert_eq!((again.here(), again.nodes().len()), (table.here(), table.nodes().len()));
    assert_eq!(again.seats, table.seats);
    for (n, (a, b)) in again.nodes().iter().zip(table.nodes()).enumerate() {
        let of = |node: &cardwright_table::Node| {
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
        assert_eq!(of(a), of(b), "event {n}");
        assert_eq!(a.happenings, b.happenings, "event {n}");
        assert_eq!(a.position().all_taken(), b.position().all_taken(), "event {n}");
    }
}

/// A game that is not open: undo and goto stop exactly where something was revealed, and no sooner.
#[test]
fn undo_stops_at_barriers_and_only_there() {
    let all = [programs(&common::everything()), programs(&peeking())].concat();
    let (mut backs, mut refused, mut barriers) = (0, 0, 0);
    for seed in common::seeds(1) {
        for (n, (program, scenario)) in all.iter().enumerate() {
            let mut game = Wanderer::new(program, scenario, seed * 100 + n as u64, false, None);
            for _ in 0..STEPS {
                match game.one_of(10) {
                    0..=1 => game.undo(),
                    2 => game.redo(),
                    3 => game.goto(),
                    4 => game.use_standing(),
                    _ if game.table.is_over() => break,
                    _ => game.answer(),
                }
            }
            for n in 1..game.table.nodes().len() {
                // Of events passed over on the way to the defaults after them nobody has seen who was asked.
                if game.seen.contains_key(&n) {
                    assert_eq!(game.table.nodes()[n].barrier, game.revealed(n), "{}: event {n}", game.what);
                    barriers += usize::from(game.table.nodes()[n].barrier);
                }
            }
            backs += game.done.backs;
            refused += game.done.refused;
        }
    }
    assert!(backs > 20 && refused > 20 && barriers > 20, "{backs} backs, {refused} refused, {barriers} barriers");
}

/// The demo, in which Red looks at cards each turn.
fn peeking() -> Library {
    let mut library = common::library(&["tests/packs/demo"]);
    let rules = std::fs::read_to_string(common::demo().join("scripts/demo/rules.luau")).unwrap();
    let ask = "  offer(WORD.end_turn)\n";
    assert_eq!(rules.matches(ask).count(), 1);
    let look = "  peek(STOCK, get(TURNS) % 4)\n  if get(TURNS) % 3 == 2 then\n    shuffle(STOCK)\n  end\n";
    let pack = "id = \"peeks\"\nname = \"Peeks\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n";
    let files = vec![
        ("pack.toml".to_owned(), pack.to_owned()),
        ("scripts/demo/rules.luau".to_owned(), rules.replace(ask, &format!("{look}{ask}"))),
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
fn redo_goes_along_the_branch_last_taken_not_the_one_last_begun() {
    let mut table = demo();
    table.play(None, "raise hills").unwrap();
    table.play(None, "raise port").unwrap();
    table.goto(1).unwrap();
    table.play(None, "raise river").unwrap(); // Event 3, a branch beside 2.
    table.goto(2).unwrap();
    table.undo().unwrap();
    assert_eq!(table.redo().unwrap(), 2);
    table.goto(3).unwrap();
    table.goto(0).unwrap();
    assert_eq!((table.redo().unwrap(), table.redo().unwrap()), (1, 3));
}

#[test]
fn who_gave_up_has_given_up_again_when_the_game_is_gone_to_after_that() {
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

/// Seats belong to the table, not to the position: no way back or forward moves one.
#[test]
fn seats_stay_where_they_are_whatever_is_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = demo();
    table.keep_record(&folder.path().join("game.cwr")).unwrap();
    table.play(None, "raise hills").unwrap();
    table.seat(SideId::new(1), Seat::Random).unwrap();
    table.play(None, "raise hills").unwrap();
    table.undo().unwrap();
    table.undo().unwrap();
    assert_eq!(table.seats, [Seat::Human, Seat::Random]);
    table.redo().unwrap();
    table.goto(0).unwrap();
    assert_eq!(table.seats, [Seat::Human, Seat::Random]);
    let program = table.program().clone();
    replays_to_the_same_tree(&program, &table, &folder.path().join("game.cwr"));
}
