//! The log as told: what happened, event by event, as one pair of eyes may read it.

use crate::thing::Things;
use cardwright_script::{Happening, Program};
use cardwright_state::SideId;
use cardwright_state::board::{On, Track};
use cardwright_table::Event;
use cardwright_table::Table;
use cardwright_table::label::Audience;
use cardwright_table::story;
pub use cardwright_table::story::Kind as Tells;
use serde::Serialize;

/// How much sides that rules play tell of themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decisions {
    /// Nothing.
    Off,
    /// What they decide.
    #[default]
    Concise,
    /// What they weighed on the way too.
    Full,
}

impl Decisions {
    /// Every setting, by its word.
    pub const ALL: [(&str, Decisions); 3] =
        [("off", Decisions::Off), ("concise", Decisions::Concise), ("full", Decisions::Full)];

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, d)| *d == self).map_or("", |(word, _)| word)
    }
    fn shows(self, what: &Happening) -> bool {
        match self {
            Decisions::Off => !what.is_explanation(),
            Decisions::Concise => !what.is_weighed(),
            Decisions::Full => true,
        }
    }
}

/// An event and what happened with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Its number.
    pub event: usize,
    /// The id of the side that did it.
    pub side: Option<String>,
    /// What was done: `red: stir port`; nothing of the start.
    pub text: Option<String>,
    /// What was answered, as its row said it: `Stir up the Port`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether it was a default, taken at a line's end.
    pub automatic: bool,
    /// How many times the rules were reloaded here, one after the other; 0 where something else happened. See [`folded`].
    #[serde(skip_serializing_if = "is_none")]
    pub reloads: usize,
    /// What followed, line by line.
    pub lines: Vec<ToldLine>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToldLine {
    /// What it tells.
    pub of: Tells,
    /// The id of the side whose deed it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Its words.
    pub text: String,
}

fn is_none(reloads: &usize) -> bool {
    *reloads == 0
}

/// Reloads of the rules in a row, between which nothing was told, as one: the last, `the rules were reloaded, 5 times`.
pub fn folded(told: Vec<Told>) -> Vec<Told> {
    let mut out: Vec<Told> = Vec::new();
    for mut event in told {
        if let Some(before) = out.pop_if(|before| before.reloads > 0 && event.reloads > 0 && before.lines.is_empty()) {
            event.reloads += before.reloads;
            event.text = event.text.map(|_| format!("the rules were reloaded, {} times", event.reloads));
        }
        out.push(event);
    }
    out
}

impl Told {
    /// Whether nothing is told of it.
    pub fn is_silent(&self) -> bool {
        self.text.is_none() && self.lines.is_empty()
    }
}

/// An event at which something was noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Noted {
    /// The event.
    pub event: usize,
    /// What was done with it; nothing of the start.
    pub text: Option<String>,
    /// What was noted.
    pub notes: Vec<String>,
    /// Whether it is on the way to where the game is.
    pub here: bool,
}

/// Every event, of all branches, at which something was noted that these eyes may read.
pub fn noted(table: &Table, audience: Audience) -> Vec<Noted> {
    let path = table.path_now();
    let of = |event: usize| {
        let notes: Vec<String> = table.notes(event, audience).map(str::to_owned).collect();
        let told = || table.event_told(event, audience);
        (!notes.is_empty()).then(|| Noted { event, text: told(), notes, here: path.contains(&event) })
    };
    (0..table.nodes().len()).filter_map(of).collect()
}

/// An event from where the game was continued in several ways.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fork {
    /// The event.
    pub event: usize,
    /// The ways on.
    pub ways: Vec<Way>,
}

/// One way on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The event it begins with.
    pub event: usize,
    /// What was done.
    pub text: String,
    /// Whether the game is on it.
    pub here: bool,
    /// How many events it has, with those of its own forks.
    pub events: usize,
    /// The last of them.
    pub last: usize,
}

/// The events after `from` on the way to here; all of them where the game is no longer on that way.
pub fn since(table: &Table, from: usize, audience: Audience, decisions: Decisions) -> Vec<Told> {
    let path = table.path();
    let known = path.iter().position(|n| *n == from).map_or(0, |at| at + 1);
    folded(path[known..].iter().map(|n| read_event(table, *n, audience, decisions)).collect())
}

/// The last answer that a side gave itself, and the events after it; none where it has given none yet.
pub fn since_answer(table: &Table, side: SideId, audience: Audience, decisions: Decisions) -> Option<Vec<Told>> {
    let path = table.path();
    let is_own = |n: &usize| {
        let node = &table.nodes()[*n];
        let is_answer = matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. }));
        is_answer && node.side == Some(side) && !node.automatic
    };
    let from = path.iter().rposition(is_own)?;
    Some(folded(path[from..].iter().map(|n| read_event(table, *n, audience, decisions)).collect()))
}

/// How the game began: its set-up, and what came before anybody was asked.
pub fn first(table: &Table, audience: Audience) -> Told {
    read_event(table, 0, audience, Decisions::Concise)
}

/// How the game was set up, without what came before anybody was asked; all of it where no heading or deed tells the two apart.
pub fn set_up(table: &Table, audience: Audience) -> Told {
    let mut told = first(table, audience);
    if told.lines.iter().any(|line| line.of == Tells::SetUp) {
        told.lines.retain(|line| line.of == Tells::SetUp);
    }
    told
}

/// An event and what happened with it.
pub fn at(table: &Table, n: usize, audience: Audience, decisions: Decisions) -> Told {
    read_event(table, n, audience, decisions)
}

/// The heading that the log is at: the last on the way to here, if there is any.
pub fn chapter(table: &Table, audience: Audience) -> Option<String> {
    table.path().into_iter().rev().find_map(|n| {
        let node = &table.nodes()[n];
        let chapter = node.happenings.iter().rev().find(|what| matches!(what, Happening::Chapter(..)));
        chapter.map(|what| story::happening(&node.program, audience, what))
    })
}

/// The last `n` events; reloads in a row are one.
pub fn last(table: &Table, n: usize, audience: Audience, decisions: Decisions) -> Vec<Told> {
    let (path, nodes) = (table.path(), table.nodes());
    let is_one_with_the_next =
        |at: usize| path.get(at + 1).is_some_and(|next| nodes[path[at]].reloaded && nodes[*next].reloaded);
    let (mut from, mut left) = (path.len(), n);
    while from > 0 && (left > 0 || is_one_with_the_next(from - 1)) {
        from -= 1;
        left -= usize::from(!is_one_with_the_next(from));
    }
    let mut told = folded(path[from..].iter().map(|n| read_event(table, *n, audience, decisions)).collect());
    if let (Some(last), Some(result)) = (told.last_mut(), table.result()) {
        last.lines.push(ToldLine { of: Tells::Over, side: None, text: result });
    }
    told
}

/// What tracks begin with, but for those that begin with 0: what a set-up changes of them is told from there.
fn begin_with(program: &Program) -> Option<ToldLine> {
    let of = |track: &Track| match track.on {
        On::Game => format!("{} {}", track.name, track.start),
        on => format!("{} of {} {}", track.name, Things::of(program).on(on), track.start),
    };
    let tracks: Vec<String> = program.board.tracks.iter().filter(|track| track.start != 0).map(of).collect();
    let text = format!("at first {}", tracks.join(" · "));
    (!tracks.is_empty()).then_some(ToldLine { of: Tells::SetUp, side: None, text })
}

fn read_event(table: &Table, n: usize, audience: Audience, decisions: Decisions) -> Told {
    let node = &table.nodes()[n];
    let board = &node.program.board;
    let shown = node.happenings.iter().filter(|what| decisions.shows(what));
    let mut lines: Vec<ToldLine> = story::lines(&node.program, audience, shown)
        .into_iter()
        .map(|line| ToldLine {
            of: line.kind,
            side: line.side.map(|side| board.sides[side.at()].id.clone()),
            text: line.words(),
        })
        .collect();
    if n == 0 {
        let begins = lines.iter().position(|line| matches!(line.of, Tells::Chapter | Tells::Deed)).unwrap_or(0);
        let tells_changes = lines[..begins].iter().any(|line| line.of == Tells::Changed);
        lines[..begins].iter_mut().for_each(|line| line.of = Tells::SetUp);
        if let Some(line) = begin_with(&node.program).filter(|_| tells_changes) {
            lines.insert(0, line);
        }
    }
    let note = |note: &str| ToldLine { of: Tells::Note, side: None, text: note.to_owned() };
    lines.extend(table.notes(n, audience).map(note));
    Told {
        event: n,
        side: node.side.map(|side| board.sides[side.at()].id.clone()),
        text: table.event_told(n, audience),
        label: table.answer_told(n, audience),
        automatic: node.automatic,
        reloads: usize::from(node.reloaded),
        lines,
    }
}

/// Where the game forked: each event with several continuations. What a side took back was seen by nobody else: it may name
/// what is in its hand again.
pub fn forks(table: &Table, audience: Audience) -> Vec<Fork> {
    let nodes = table.nodes();
    let path = table.path();
    let way = |event: usize| {
        let (events, last) = below(table, event);
        let here = path.contains(&event);
        let text = match nodes[event].side.filter(|side| !here && !audience.reads(*side)) {
            Some(side) => format!("{}: taken back", nodes[event].program.board.sides[side.at()].id),
            None => table.event_told(event, audience).unwrap_or_default(),
        };
        Way { event, text, here, events, last }
    };
    let next = |n: usize| (0..nodes.len()).filter(move |c| nodes[*c].parent == Some(n));
    let forked = (0..nodes.len()).filter(|n| next(*n).count() > 1);
    forked.map(|event| Fork { event, ways: next(event).map(way).collect() }).collect()
}

/// A run of events without a fork: from the start, or where the game parted, to where it parts again, stands or ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// The event it begins with.
    pub from: usize,
    /// Its last event.
    pub to: usize,
    /// How many events it has.
    pub events: usize,
    /// How far it lies aside: 0 on the way to where the game is, 1 of what was left there.
    pub aside: usize,
    /// The id of the side that answered first in it.
    pub side: Option<String>,
    /// What was answered then.
    pub text: String,
    /// What was answered last in it, where that is another event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Whether it is on the way to where the game is.
    pub here: bool,
    /// Whether these eyes may look at how it stood there.
    pub open: bool,
}

/// The branches of a game, as a list to be read downwards: after a stretch come those that were left where it ends, each with its
/// own, and then the one that the game went on with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tree {
    /// The event the game is at.
    pub now: usize,
    /// The stretches.
    pub stretches: Vec<Stretch>,
    /// So many forks, the oldest, are left out: only the way on from there is told.
    pub left_out: usize,
}

/// Forks of a tree that are told.
const MOST_FORKS: usize = 150;

/// The branches of a game.
pub fn tree(table: &Table, audience: Audience) -> Tree {
    let (nodes, now, path) = (table.nodes(), table.now(), table.path_now());
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (n, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            next[parent].push(n);
        }
    }
    let mut is_here = vec![false; nodes.len()];
    path.iter().for_each(|n| is_here[*n] = true);
    // The way that the game took, or took last; none from where it stands.
    let main =
        |n: usize| next[n].iter().copied().find(|c| is_here[*c]).or(next[n].last().copied().filter(|_| n != now));
    let forks: Vec<usize> = (0..nodes.len()).filter(|n| next[*n].len() > 1).collect();
    let left_out = forks.len().saturating_sub(MOST_FORKS);
    let is_left_out = |n: usize| n != now && forks[..left_out].binary_search(&n).is_ok();
    let mut stretches = Vec::new();
    let mut todo = vec![(0, 0, true)];
    while let Some((from, aside, was_open)) = todo.pop() {
        let (mut to, mut events, mut open) = (from, 1, was_open && may_read(table, from, is_here[from], audience));
        while to != now
            && let Some(on) = main(to).filter(|_| next[to].len() == 1 || is_left_out(to))
        {
            (to, events) = (on, events + 1);
            open &= may_read(table, on, is_here[on], audience);
        }
        let here = is_here[from];
        let id = |side: SideId| nodes[from].program.board.sides[side.at()].id.clone();
        let told = |n: usize| match nodes[n].side.filter(|side| !here && !audience.reads(*side)) {
            Some(side) => format!("{}: taken back", id(side)),
            None => table.event_told(n, audience).unwrap_or_else(|| "the start".into()),
        };
        let last = Some(told(to)).filter(|_| events > 1);
        stretches.push(Stretch {
            from,
            to,
            events,
            aside,
            side: nodes[from].side.map(id),
            text: told(from),
            last,
            here,
            open,
        });
        // What comes first is put there last.
        todo.extend(main(to).map(|on| (on, aside, open)));
        todo.extend(next[to].iter().rev().filter(|n| Some(**n) != main(to)).map(|n| (*n, aside + 1, open)));
    }
    Tree { now, stretches, left_out }
}

/// Whether these eyes may look back at an event: what others took back is not shown to them.
pub fn may_look(table: &Table, event: usize, audience: Audience) -> bool {
    let (nodes, path) = (table.nodes(), table.path_now());
    let mut at = Some(event).filter(|event| *event < nodes.len());
    // Events come after those they follow: a path ascends.
    while let Some(n) = at.filter(|n| path.binary_search(n).is_err()) {
        if !may_read(table, n, false, audience) {
            return false;
        }
        at = nodes[n].parent;
    }
    true
}

fn may_read(table: &Table, n: usize, here: bool, audience: Audience) -> bool {
    here || audience == Audience::Open || table.nodes()[n].side.is_some_and(|side| audience.reads(side))
}

/// How many events an event leads to, itself included, and the last of them.
fn below(table: &Table, from: usize) -> (usize, usize) {
    let mut inside = vec![from];
    for (n, node) in table.nodes().iter().enumerate().skip(from + 1) {
        if node.parent.is_some_and(|p| inside.contains(&p)) {
            inside.push(n);
        }
    }
    (inside.len(), inside.last().copied().unwrap_or(from))
}
