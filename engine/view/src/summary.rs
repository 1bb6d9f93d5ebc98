//! A game in figures: what each side did, what it gained and lost, and how its numbers went from heading to heading.
//!
//! All of it is read from the story of the events, so that nothing is counted that the log does not tell.

use crate::figures::title;
use cardwright_script::{Deed, Figured, Happening, Program};
use cardwright_state::board::{Board, Label, On};
use cardwright_state::position::Row;
use cardwright_state::{Difference, Kind, SideId, SpaceId, TypeId, placeholders};
use cardwright_table::label::{self, Audience};
use cardwright_table::{Event, Table, story};
use serde::Serialize;
use std::collections::BTreeMap;

/// A game in figures, from its start to where it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// What each side did and what became of it.
    pub sides: Vec<OfSide>,
    /// The headings, in order, each with the event it came with; where the game has none, the events.
    pub chapters: Vec<(usize, String)>,
    /// Whether the game has no headings.
    pub by_event: bool,
    /// How numbers went.
    pub courses: Vec<Course>,
}

/// What a side did, gained and lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfSide {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it did, most often first.
    pub deeds: Vec<Did>,
    /// Its pieces that came to the map and left it.
    pub pieces: Vec<Came>,
    /// Its tracks.
    pub tracks: Vec<Ran>,
}

/// So often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Did {
    /// What.
    pub what: String,
    /// How often.
    pub times: usize,
}

/// Pieces of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Came {
    /// The kind's name.
    pub name: String,
    /// How many came to the map.
    pub came: u64,
    /// How many left it: for the supply, or a box beside it.
    pub went: u64,
}

/// A track of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ran {
    /// Its name.
    pub name: String,
    /// All by which it rose.
    pub gained: u64,
    /// All by which it fell.
    pub lost: u64,
}

/// How a number went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Course {
    /// What it is: a figure that the log tells, or a track.
    pub name: String,
    /// The id of the side it is of; none where it is of the game.
    pub side: Option<String>,
    /// Whose it is, in words; empty where it is of the game.
    pub whose: String,
    /// What it came to by the end of what came before the first heading (or event), and of each.
    pub values: Vec<i64>,
}

/// What is counted of a side on the way.
#[derive(Default, PartialEq)]
struct Count {
    deeds: BTreeMap<String, usize>,
    pieces: BTreeMap<usize, (u64, u64)>,
    tracks: BTreeMap<usize, (u64, u64)>,
}

/// What a number is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Figure(usize, usize),
    Track(usize, usize),
}

/// The game so far, as these eyes may read it.
pub fn summary(table: &Table, audience: Audience) -> Summary {
    let program = table.program();
    let board = &program.board;
    let mut counts: Vec<Count> = board.sides.iter().map(|_| Count::default()).collect();
    let mut chapters = Vec::new();
    let mut courses: BTreeMap<Number, Vec<i64>> = BTreeMap::new();
    let path = table.path_now();
    let is_heading = |what: &Happening| matches!(what, Happening::Chapter(..));
    let by_event = !path.iter().any(|n| table.nodes()[*n].happenings.iter().any(is_heading));
    for n in path {
        let node = &table.nodes()[n];
        if by_event && n > 0 {
            chapters.push((n, table.event_told(n, audience).unwrap_or_default()));
            courses.values_mut().for_each(|course| keep(course, chapters.len()));
        }
        // Under other rules ids stand for other things: what was told then is left out.
        if node.program.content.hash != program.content.hash {
            continue;
        }
        if let (Some(Event::Answer { .. } | Event::Standing { .. }), Some(side), Some(row)) =
            (&node.event, node.side, &node.row)
        {
            counts[side.at()].did(board, row);
        }
        let mut has_begun = n > 0; // What comes before the first heading or deed is the set-up: nobody gains by it.
        for what in &node.happenings {
            has_begun |= matches!(what, Happening::Chapter(..) | Happening::Deed(_));
            match what {
                Happening::Chapter(..) => {
                    let ended = chapters.len();
                    chapters.push((n, story::happening(program, audience, what)));
                    courses.values_mut().for_each(|course| keep(course, ended + 1));
                }
                Happening::Deed(Deed::Played(side, row)) => counts[side.at()].did(board, row),
                Happening::Deed(Deed::Named(line, _)) => {
                    let side = line.subjects.first().and_then(|of| of.index(Kind::Side));
                    if let Some(side) = side {
                        *counts[side].deeds.entry(label::deed(board, line.text)).or_default() += 1;
                    }
                }
                Happening::Changed(all) if has_begun => {
                    changed(board, all, &mut counts);
                    for difference in all {
                        if let Difference::Track { track, subject, was, is } = *difference
                            && matches!(board.tracks[track.at()].on, On::Game | On::Side)
                        {
                            set(&mut courses, Number::Track(track.at(), subject), chapters.len(), was, is);
                        }
                    }
                }
                Happening::Figured { figure, subject, was, is } => {
                    let of = &program.figures[*figure];
                    let reads = audience == Audience::Open || of.is_for(audience.sides(), *subject);
                    if let (true, Some(was), Some(is)) = (reads, number(was), number(is)) {
                        set(&mut courses, Number::Figure(*figure, *subject), chapters.len(), was, is);
                    }
                }
                _ => {}
            }
        }
    }
    courses.values_mut().for_each(|course| keep(course, chapters.len()));
    let there = table.position().sides_in_play(board);
    let sides =
        counts.into_iter().enumerate().filter(|(at, count)| there.has(SideId::new(*at)) || *count != Count::default());
    let sides = sides.map(|(at, count)| count.told(board, at)).collect();
    let courses = courses.into_iter().map(|(of, values)| course(program, of, values)).collect();
    Summary { sides, chapters, by_event, courses }
}

/// A number comes to something else within a heading; before it was first told it was what it came from.
fn set(courses: &mut BTreeMap<Number, Vec<i64>>, of: Number, chapter: usize, was: i64, is: i64) {
    let course = courses.entry(of).or_insert_with(|| vec![was]);
    keep(course, chapter);
    course.truncate(chapter);
    course.push(is);
}

/// It is what it was up to a heading.
fn keep(course: &mut Vec<i64>, chapter: usize) {
    let last = course.last().copied().unwrap_or_default();
    course.resize(course.len().max(chapter + 1), last);
}

fn number(figured: &Figured) -> Option<i64> {
    match figured {
        Figured::One(val) if val.kind() == Kind::Number => Some(val.0),
        _ => None,
    }
}

/// Whether pieces of a type are off the map in a space: in their supply, or in a box like it that leads nowhere (a graveyard).
fn is_off_the_map(board: &Board, of: TypeId, at: SpaceId) -> bool {
    let supply = board.types[of.at()].supply;
    let (space, beside) = (&board.spaces[at.at()], &board.spaces[supply.at()]);
    at == supply || space.kind == beside.kind && space.adjacent.is_empty()
}

/// What came of a deed for the sides whose pieces and tracks it changed; a piece that moved neither came nor went.
fn changed(board: &Board, all: &[Difference], counts: &mut [Count]) {
    let mut out: BTreeMap<usize, i64> = BTreeMap::new();
    for difference in all {
        match *difference {
            Difference::Pieces { at, state, was, is } => {
                let of = board.states[state.at()].of;
                if !is_off_the_map(board, of, at) {
                    *out.entry(of.at()).or_default() += i64::from(is) - i64::from(was);
                }
            }
            Difference::Track { track, subject, was, is } if board.tracks[track.at()].on == On::Side => {
                let (gained, lost) = counts[subject].tracks.entry(track.at()).or_default();
                *(if is > was { gained } else { lost }) += is.abs_diff(was);
            }
            _ => {}
        }
    }
    for (of, more) in out {
        let Some(side) = board.types[of].owner.filter(|_| more != 0) else { continue };
        let (came, went) = counts[side.at()].pieces.entry(of).or_default();
        *(if more > 0 { came } else { went }) += more.unsigned_abs();
    }
}

impl Count {
    /// A row that is an action, not the answer to a question within one.
    fn did(&mut self, board: &Board, row: &Row) {
        if let Some(action) = row.columns().first().and_then(|head| head.index(Kind::Action)) {
            *self.deeds.entry(called(board, action)).or_default() += 1;
        }
    }

    fn told(self, board: &Board, at: usize) -> OfSide {
        let side = &board.sides[SideId::new(at).at()];
        let mut deeds: Vec<Did> = self.deeds.into_iter().map(|(what, times)| Did { what, times }).collect();
        deeds.sort_by(|a, b| (b.times, &a.what).cmp(&(a.times, &b.what)));
        let came = |(of, (came, went)): (usize, (u64, u64))| Came { name: board.types[of].name.clone(), came, went };
        let ran = |(of, (gained, lost)): (usize, (u64, u64))| Ran { name: board.tracks[of].name.clone(), gained, lost };
        OfSide {
            id: side.id.clone(),
            name: side.name.clone(),
            deeds,
            pieces: self.pieces.into_iter().map(came).collect(),
            tracks: self.tracks.into_iter().map(ran).collect(),
        }
    }
}

/// What an action is called by itself: its label, where that says something without a subject.
fn called(board: &Board, action: usize) -> String {
    let Label { id, label, .. } = &board.actions[action];
    if label.is_empty() || placeholders::needed(label) > 0 { title(id) } else { label::alone(label) }
}

fn course(program: &Program, of: Number, values: Vec<i64>) -> Course {
    let board = &program.board;
    let (name, on, subject) = match of {
        Number::Figure(at, subject) => (title(&program.figures[at].name), program.figures[at].on, subject),
        Number::Track(at, subject) => (board.tracks[at].name.clone(), board.tracks[at].on, subject),
    };
    let side = (on == On::Side).then(|| board.sides[subject].id.clone());
    let whose = match on {
        On::Side => board.sides[subject].name.clone(),
        On::Spaces(_) => board.spaces[subject].name.clone(),
        _ => String::new(),
    };
    Course { name, side, whose, values }
}
