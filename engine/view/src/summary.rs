//! Statistics of a game: the actions, gains and losses of each side, and the course of each number from log heading to
//! log heading.
//!
//! A summary counts only logged events, so it shows nothing that the log hides.

use crate::figures::title;
use cardwright_script::{GameEvent, LogAction, Program};
use cardwright_state::board::{Board, Label, SubjectKind};
use cardwright_state::position::Row;
use cardwright_state::{Difference, Kind, PieceTypeId, SideId, SpaceId, placeholders};
use cardwright_table::{Event, Table, game_log};
use cardwright_table::{Viewer, label};
use serde::Serialize;
use std::collections::BTreeMap;

/// Statistics of a game from the start to the current event.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The totals of each side.
    pub sides: Vec<SideSummary>,
    /// The log headings in order, each with the number of its event. In a game without headings, all events after the
    /// start.
    #[serde(rename = "chapters")]
    pub headings: Vec<(usize, String)>,
    /// Whether the game has no headings.
    pub by_event: bool,
    /// The course of each number.
    #[serde(rename = "courses")]
    pub series: Vec<NumberSeries>,
}

/// The totals of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideSummary {
    /// Kebab-case id of the side.
    pub id: String,
    /// The name of the side.
    pub name: String,
    /// The actions with their counts, most frequent first.
    #[serde(rename = "deeds")]
    pub actions: Vec<ActionCount>,
    /// The pieces that came to the map and left it.
    pub pieces: Vec<PieceTotals>,
    /// The gains and losses on the tracks of the side.
    pub tracks: Vec<TrackTotals>,
}

/// An action and its count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActionCount {
    /// The name of the action.
    pub what: String,
    /// How often the side took the action.
    pub times: usize,
}

/// The totals of one type of piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PieceTotals {
    /// The name of the type.
    pub name: String,
    /// The number that came to the map.
    pub came: u64,
    /// The number that left the map, to the supply or to a box off the map.
    pub went: u64,
}

/// The totals of one track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrackTotals {
    /// The name of the track.
    pub name: String,
    /// The sum of all increases.
    pub gained: u64,
    /// The sum of all decreases.
    pub lost: u64,
}

/// The course of one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NumberSeries {
    /// The name of a logged figure or a track.
    pub name: String,
    /// The id of the side; `None` for a number of the game or a space.
    pub side: Option<String>,
    /// The name of the side or space; empty for a number of the game.
    pub whose: String,
    /// The value before the first heading, then the value at the end of each heading's part of the log. In a game
    /// without headings, each event counts as a heading.
    pub values: Vec<i64>,
}

/// The running totals of one side. The maps of pieces and tracks go from the index of a type or track to what was
/// gained and what was lost.
#[derive(Default, PartialEq)]
struct Totals {
    actions: BTreeMap<String, usize>,
    pieces: BTreeMap<usize, (u64, u64)>,
    tracks: BTreeMap<usize, (u64, u64)>,
}

/// A number of the game: the index of a figure or track, then the index of its subject.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Figure(usize, usize),
    Track(usize, usize),
}

/// Collects the statistics of the game, event by event.
struct Statistics<'a> {
    program: &'a Program,
    viewer: Viewer,
    totals: Vec<Totals>,
    headings: Vec<(usize, String)>,
    series: BTreeMap<Number, Vec<i64>>,
}

/// Builds the statistics of the game so far, as far as the viewer may know them.
pub fn summary(table: &Table, viewer: Viewer) -> Summary {
    let program = table.program();
    let board = &program.board;
    let totals = board.sides.iter().map(|_| Totals::default()).collect();
    let mut statistics = Statistics { program, viewer, totals, headings: Vec::new(), series: BTreeMap::new() };
    let path = table.current_path();
    let is_heading = |event: &GameEvent| matches!(event, GameEvent::Heading(..));
    let by_event = !path.iter().any(|n| table.nodes()[*n].game_events.iter().any(is_heading));
    for n in path {
        let node = &table.nodes()[n];
        if by_event && n > 0 {
            statistics.add_heading(n, table.event_text_for(n, viewer).unwrap_or_default());
        }
        // Events that happened before a reload are left out, because ids may mean other things there.
        if node.event_program.content.hash != program.content.hash {
            continue;
        }
        if let (Some(Event::Answer { .. } | Event::Standing { .. }), Some(side), Some(row)) =
            (&node.event, node.side, &node.row)
        {
            statistics.totals[side.index()].count_action(board, row);
        }
        // Everything before the first log heading or log action is the set-up, which counts for no side.
        let mut has_begun = n > 0;
        for event in &node.game_events {
            has_begun |= matches!(event, GameEvent::Heading(..) | GameEvent::Action(_));
            statistics.add(n, event, has_begun);
        }
    }
    let Statistics { totals, headings, mut series, .. } = statistics;
    series.values_mut().for_each(|values| extend_to(values, headings.len()));
    let in_play = table.position().sides_in_play(board);
    let sides = totals
        .into_iter()
        .enumerate()
        .filter(|(side, totals)| in_play.has(SideId::new(*side)) || *totals != Totals::default());
    let sides = sides.map(|(side, totals)| totals.into_summary(board, side)).collect();
    let series = series.into_iter().map(|(number, values)| number_series(program, number, values)).collect();
    Summary { sides, headings, by_event, series }
}

impl Statistics<'_> {
    fn add_heading(&mut self, event: usize, text: String) {
        self.headings.push((event, text));
        self.series.values_mut().for_each(|values| extend_to(values, self.headings.len()));
    }

    /// Adds one thing that happened at an event. Changes count only if the game `has_begun`.
    fn add(&mut self, n: usize, event: &GameEvent, has_begun: bool) {
        let (board, headings) = (&self.program.board, self.headings.len());
        match event {
            GameEvent::Heading(..) => self.add_heading(n, game_log::event_text(self.program, self.viewer, event)),
            GameEvent::Action(LogAction::Played(side, row)) => self.totals[side.index()].count_action(board, row),
            GameEvent::Action(LogAction::Named(line, _)) => {
                let side = line.subjects.first().and_then(|subject| subject.index(Kind::Side));
                if let Some(side) = side {
                    *self.totals[side].actions.entry(label::action_text(board, line.text)).or_default() += 1;
                }
            }
            GameEvent::Changed(differences) if has_begun => {
                add_changes(board, differences, &mut self.totals);
                for difference in differences {
                    if let Difference::Track { track, subject, old: was, new: is } = *difference
                        && matches!(board.tracks[track.index()].on, SubjectKind::Game | SubjectKind::Side)
                    {
                        record(&mut self.series, Number::Track(track.index(), subject), headings, was, is);
                    }
                }
            }
            GameEvent::FigureChanged { figure, subject, old: was, new: is } => {
                let definition = &self.program.figures[*figure];
                let may_read = self.viewer.sees_all() || definition.is_for(self.viewer.sides(), *subject);
                if let (true, Some(was), Some(is)) = (may_read, was.number(), is.number()) {
                    record(&mut self.series, Number::Figure(*figure, *subject), headings, was, is);
                }
            }
            _ => {}
        }
    }
}

/// Records a new value. `heading` is the number of headings so far. Before its first change, the number had the value
/// `was`.
fn record(series: &mut BTreeMap<Number, Vec<i64>>, number: Number, heading: usize, was: i64, is: i64) {
    let values = series.entry(number).or_insert_with(|| vec![was]);
    extend_to(values, heading);
    values.truncate(heading);
    values.push(is);
}

/// Repeats the last value until there is a value for this heading.
fn extend_to(values: &mut Vec<i64>, heading: usize) {
    let last = values.last().copied().unwrap_or_default();
    values.resize(values.len().max(heading + 1), last);
}

/// Whether a space is off the map for a type of piece. The supply of the type is off the map. So is a space without
/// neighbours that is of the same kind as the supply, such as a box for destroyed pieces.
fn is_off_the_map(board: &Board, piece_type: PieceTypeId, space_id: SpaceId) -> bool {
    let supply = board.piece_types[piece_type.index()].supply;
    let space = &board.spaces[space_id.index()];
    space_id == supply || space.kind == board.spaces[supply.index()].kind && space.adjacent.is_empty()
}

/// Adds the changes of an action to the totals of the sides. A piece that only moved counts as neither gained nor lost.
fn add_changes(board: &Board, differences: &[Difference], totals: &mut [Totals]) {
    let mut net: BTreeMap<usize, i64> = BTreeMap::new();
    for difference in differences {
        match *difference {
            Difference::Pieces { at, state, old: was, new: is } => {
                let piece_type = board.states[state.index()].piece_type;
                if !is_off_the_map(board, piece_type, at) {
                    *net.entry(piece_type.index()).or_default() += i64::from(is) - i64::from(was);
                }
            }
            Difference::Track { track, subject, old: was, new: is }
                if board.tracks[track.index()].on == SubjectKind::Side =>
            {
                let (gained, lost) = totals[subject].tracks.entry(track.index()).or_default();
                *(if is > was { gained } else { lost }) += is.abs_diff(was);
            }
            _ => {}
        }
    }
    for (piece_type, change) in net {
        let Some(side) = board.piece_types[piece_type].owner.filter(|_| change != 0) else { continue };
        let (came, went) = totals[side.index()].pieces.entry(piece_type).or_default();
        *(if change > 0 { came } else { went }) += change.unsigned_abs();
    }
}

impl Totals {
    /// Counts a row that is an action. Answers within an action do not count.
    fn count_action(&mut self, board: &Board, row: &Row) {
        if let Some(action) = row.columns().first().and_then(|head| head.index(Kind::Action)) {
            *self.actions.entry(action_name(board, action)).or_default() += 1;
        }
    }

    fn into_summary(self, board: &Board, side: usize) -> SideSummary {
        let side = &board.sides[side];
        let mut actions: Vec<ActionCount> =
            self.actions.into_iter().map(|(what, times)| ActionCount { what, times }).collect();
        actions.sort_by(|a, b| (b.times, &a.what).cmp(&(a.times, &b.what)));
        let piece_totals = |(piece_type, (came, went)): (usize, (u64, u64))| PieceTotals {
            name: board.piece_types[piece_type].name.clone(),
            came,
            went,
        };
        let track_totals = |(track, (gained, lost)): (usize, (u64, u64))| TrackTotals {
            name: board.tracks[track].name.clone(),
            gained,
            lost,
        };
        SideSummary {
            id: side.id.clone(),
            name: side.name.clone(),
            actions,
            pieces: self.pieces.into_iter().map(piece_totals).collect(),
            tracks: self.tracks.into_iter().map(track_totals).collect(),
        }
    }
}

/// Returns the name of an action: its label, or a title made from its id if the label needs a subject.
fn action_name(board: &Board, action: usize) -> String {
    let Label { id, label, .. } = &board.labels.actions[action];
    if label.is_empty() || placeholders::highest_required(label) > 0 {
        title(id)
    } else {
        label::label_without_subject(label)
    }
}

fn number_series(program: &Program, number: Number, values: Vec<i64>) -> NumberSeries {
    let board = &program.board;
    let (name, on, subject) = match number {
        Number::Figure(figure, subject) => (title(&program.figures[figure].name), program.figures[figure].on, subject),
        Number::Track(track, subject) => (board.tracks[track].name.clone(), board.tracks[track].on, subject),
    };
    let side = (on == SubjectKind::Side).then(|| board.sides[subject].id.clone());
    let whose = match on {
        SubjectKind::Side => board.sides[subject].name.clone(),
        SubjectKind::Spaces(_) => board.spaces[subject].name.clone(),
        _ => String::new(),
    };
    NumberSeries { name, side, whose, values }
}
