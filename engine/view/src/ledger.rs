//! The ledger of a track or a class of pieces: what each side had at the last log heading, and what it gained and lost
//! since then, with the line of the log under which it happened.
//!
//! All viewers see tracks and pieces. The lines of the log have the text that the viewer may read.

use cardwright_script::GameEvent;
use cardwright_state::board::{Board, SubjectKind};
use cardwright_state::{ClassId, Difference, Kind, Position, SideId, SpaceId, StateId, TrackId, Val};
use cardwright_table::{Table, Viewer, game_log};

/// A ledger, from the last log heading to the shown event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The name of the track or class.
    pub name: String,
    /// The log heading with which the ledger begins, or else `the start of the game` or `the last reload of the rules`.
    pub since: String,
    /// The accounts of the sides. A number that belongs to no side has an account without a name.
    pub accounts: Vec<Account>,
}

/// The number of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The name of the side.
    pub name: String,
    /// The number at the start of the ledger.
    pub start: i64,
    /// The number in the shown position.
    pub now: i64,
    /// The changes, each with its line of the log. The changes under equal lines are added up.
    pub entries: Vec<(i64, String)>,
}

/// What a ledger counts: a track, or the pieces of a class that are not in their supply.
#[derive(Debug, Clone, Copy)]
enum Counted {
    Track(TrackId),
    Pieces(ClassId),
}

/// Returns the ids of everything that a ledger can count, in alphabetical order.
pub fn ledger_ids(board: &Board) -> Vec<String> {
    let mut ids: Vec<String> =
        board.ids().filter(|(_, thing)| Counted::new(*thing).is_some()).map(|(id, _)| id.to_owned()).collect();
    ids.dedup(); // A track and a class may share an id.
    ids
}

/// Builds the ledger of a track or a class of pieces. `None` if no track or class has this id.
pub fn ledger(table: &Table, viewer: Viewer, id: &str) -> Option<Ledger> {
    let (program, nodes, path) = (table.program(), table.nodes(), table.path());
    let board = &program.board;
    let things = board.find(id).into_iter().chain(board.all_with_id(id).iter().copied());
    let counted = things.into_iter().find_map(Counted::new)?;
    let is_heading = |event: &GameEvent| matches!(event, GameEvent::Heading(..));
    // Events before a reload are left out, because ids may mean other things there.
    let is_current = |n: &&usize| nodes[**n].event_program.content.hash == program.content.hash;
    let current = &path[path.len() - path.iter().rev().take_while(is_current).count()..];
    let first = current.iter().rposition(|n| nodes[*n].game_events.iter().any(is_heading)).unwrap_or(0);
    let is_whole_game = current.len() == path.len();
    let mut since = if is_whole_game { "the start of the game" } else { "the last reload of the rules" }.to_owned();
    let mut lines: Vec<(String, Vec<i64>)> = Vec::new();
    let (mut start, mut before) = (None, vec![0; board.sides.len() + 1]);
    for n in &current[first..] {
        let node = &nodes[*n];
        let event_text = table.event_text_for(*n, viewer).unwrap_or_else(|| "set-up".to_owned());
        let mut head = event_text.clone();
        let after = counted.numbers(board, &node.position());
        // The changes that the log of this event does not list, such as those of an adjustment.
        let mut unlogged = difference(&after, &before);
        for event in &node.game_events {
            match event {
                GameEvent::Heading(..) | GameEvent::Action(_) => head = game_log::event_text(program, viewer, event),
                GameEvent::Changed(differences) => {
                    let changes = counted.changes(board, differences);
                    unlogged = difference(&unlogged, &changes);
                    add(&mut lines, &head, &changes);
                }
                _ => {}
            }
            if is_heading(event) {
                since.clone_from(&head);
                lines.clear();
                unlogged = difference(&after, &before);
            }
        }
        match &start {
            Some(_) => add(&mut lines, &event_text, &unlogged),
            None => start = Some(unlogged),
        }
        before = after;
    }
    let now = counted.numbers(board, table.position());
    let (start, in_play) = (start.unwrap_or_else(|| now.clone()), table.position().sides_in_play(board));
    let account = |i: usize| {
        let changed = lines.iter().filter(|(_, changes)| changes[i] != 0);
        let name = board.sides.get(i).map(|side| side.name.clone()).unwrap_or_default();
        let entries = changed.map(|(text, changes)| (changes[i], text.clone())).collect();
        Account { name, start: start[i], now: now[i], entries }
    };
    let is_shown = |i: &usize| {
        let is_in_play = *i == board.sides.len() || in_play.has(SideId::new(*i));
        counted.has_account(board, *i) && (is_in_play || start[*i] != 0 || now[*i] != 0)
    };
    let accounts = (0..now.len()).filter(is_shown).map(account).collect();
    Some(Ledger { name: counted.name(board).to_owned(), since, accounts })
}

/// Adds changes to those under the same line of the log.
fn add(lines: &mut Vec<(String, Vec<i64>)>, head: &str, changes: &[i64]) {
    match lines.iter_mut().find(|(text, _)| text == head) {
        Some((_, sums)) => sums.iter_mut().zip(changes).for_each(|(sum, change)| *sum += change),
        None => lines.push((head.to_owned(), changes.to_vec())),
    }
}

fn difference(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// Each list of numbers has one number for each side, then one for what belongs to no side.
impl Counted {
    fn new(thing: Val) -> Option<Counted> {
        let track = thing.index(Kind::Track).map(|track| Counted::Track(TrackId::new(track)));
        track.or_else(|| thing.index(Kind::Class).map(|class| Counted::Pieces(ClassId::new(class))))
    }
    fn name(self, board: &Board) -> &str {
        match self {
            Counted::Track(track) => &board.tracks[track.index()].name,
            Counted::Pieces(class) => &board.classes[class.index()].name,
        }
    }
    /// Whether some of what is counted belongs to the `i`-th account.
    fn has_account(self, board: &Board, i: usize) -> bool {
        match self {
            Counted::Track(track) => (board.tracks[track.index()].on == SubjectKind::Side) == (i < board.sides.len()),
            Counted::Pieces(class) => {
                board.classes[class.index()].states.iter().any(|state| piece_account(board, *state) == i)
            }
        }
    }
    /// The numbers in a position.
    fn numbers(self, board: &Board, position: &Position) -> Vec<i64> {
        let mut numbers = vec![0; board.sides.len() + 1];
        match self {
            Counted::Track(track) => {
                for (subject, number) in position.track_by_subject(board, track).iter().enumerate() {
                    numbers[track_account(board, track, subject)] += number;
                }
            }
            Counted::Pieces(class) => {
                for space in position.spaces_with(class).iter().map(SpaceId::new) {
                    let pieces = position.pieces_of(board, space, class);
                    for (state, n) in pieces.filter(|(state, _)| !board.is_in_supply(space, *state)) {
                        numbers[piece_account(board, state)] += i64::from(n);
                    }
                }
            }
        }
        numbers
    }
    /// The sums of the changes.
    fn changes(self, board: &Board, differences: &[Difference]) -> Vec<i64> {
        let mut changes = vec![0; board.sides.len() + 1];
        for difference in differences {
            match (self, difference) {
                (Counted::Track(counted), Difference::Track { track, subject, old, new }) if *track == counted => {
                    changes[track_account(board, counted, *subject)] += new - old;
                }
                (Counted::Pieces(class), Difference::Pieces { at, state, old, new })
                    if board.plain_state(*state).classes.contains(&class) && !board.is_in_supply(*at, *state) =>
                {
                    changes[piece_account(board, *state)] += i64::from(*new) - i64::from(*old);
                }
                _ => {}
            }
        }
        changes
    }
}

/// The account of the subject of a track.
fn track_account(board: &Board, track: TrackId, subject: usize) -> usize {
    if board.tracks[track.index()].on == SubjectKind::Side { subject } else { board.sides.len() }
}

/// The account of the owner of a piece.
fn piece_account(board: &Board, state: StateId) -> usize {
    let piece_type = board.plain_state(state).piece_type;
    board.piece_types[piece_type.index()].owner.map_or(board.sides.len(), SideId::index)
}
