//! The log, event by event, as far as the viewer may read it. Also the notes and branches of a game.

use crate::thing::ThingLookup;
use cardwright_script::{GameEvent, Program};
use cardwright_state::board::{SubjectKind, Track};
use cardwright_state::position::Frame;
use cardwright_state::val::PlainValue;
use cardwright_state::{SideId, Val};
pub use cardwright_table::game_log::LogKind;
use cardwright_table::{Event, Node, Table, Viewer, game_log};
use serde::Serialize;

/// How many of the logged decisions of Non-players the log shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decisions {
    /// No decisions.
    Off,
    /// The decisions.
    #[default]
    Concise,
    /// The decisions, with the values that the rules compared.
    Full,
}

impl Decisions {
    /// Every level with the word that selects it.
    pub const ALL: [(&str, Decisions); 3] =
        [("off", Decisions::Off), ("concise", Decisions::Concise), ("full", Decisions::Full)];

    /// The word that selects the level.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, d)| *d == self).map_or("", |(word, _)| word)
    }
    fn shows(self, game_event: &GameEvent) -> bool {
        match self {
            Decisions::Off => !game_event.is_decision(),
            Decisions::Concise => !game_event.is_decision_detail(),
            Decisions::Full => true,
        }
    }
}

/// An event with its log lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// The number of the event.
    pub event: usize,
    /// The number of the last event, if the entry stands for several answers of one action. See [`fold`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<usize>,
    /// The id of the side that acted.
    pub side: Option<String>,
    /// The action: `red: stir port`. `None` for the start.
    pub text: Option<String>,
    /// The row's label: `Stir up the Port`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether the engine filled in this answer as a default at the end of a line.
    pub automatic: bool,
    /// How many consecutive reloads of the rules the entry stands for. 0 if the event is no reload. See
    /// [`fold`].
    #[serde(skip_serializing_if = "is_zero")]
    pub reloads: usize,
    /// The log lines of the event.
    pub lines: Vec<LogLine>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// What the line reports, such as an action or a change.
    #[serde(rename = "of")]
    pub kind: LogKind,
    /// The id of the side that acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The text.
    pub text: String,
}

fn is_zero(reloads: &usize) -> bool {
    *reloads == 0
}

/// Merges consecutive entries without log lines between them: reloads (`the rules were reloaded, 5 times`), and the
/// answers of one action (`red: march guard port` and `red: hills` become `red: march guard port hills`).
fn fold(table: &Table, entries: Vec<LogEntry>) -> Vec<LogEntry> {
    let mut out: Vec<LogEntry> = Vec::new();
    for mut entry in entries {
        let is_reload =
            |previous: &mut LogEntry| previous.lines.is_empty() && previous.reloads > 0 && entry.reloads > 0;
        let continues = |previous: &mut LogEntry| previous.lines.is_empty() && continues_action(table, entry.event);
        if let Some(previous) = out.pop_if(is_reload) {
            entry.reloads += previous.reloads;
            entry.text = entry.text.map(|_| format!("the rules were reloaded, {} times", entry.reloads));
        } else if let Some(previous) = out.pop_if(continues) {
            let answer = entry.text.as_ref().and_then(|text| Some(text.split_once(": ")?.1));
            let text = previous.text.zip(answer).map(|(before, answer)| format!("{before} {answer}"));
            let label = previous.label.zip(entry.label.as_ref()).map(|(before, label)| format!("{before} · {label}"));
            let last = Some(entry.event);
            entry = LogEntry { event: previous.event, last, text, label, ..entry };
        }
        out.push(entry);
    }
    out
}

/// Whether an event is a typed answer within the action of the event before it, a typed answer of the same side.
fn continues_action(table: &Table, event: usize) -> bool {
    let (node, nodes) = (&table.nodes()[event], table.nodes());
    let Some(before) = node.parent.map(|parent| &nodes[parent]) else { return false };
    let is_typed = |node: &Node| matches!(node.event, Some(Event::Answer { .. })) && !node.automatic;
    let is_own_action = |frame: &Frame| {
        let board = &before.program.board;
        let is_action = board.labels.actions.iter().any(|action| action.id == board.labels[frame.step]);
        is_action && frame.args.first() == node.side.map(|side| PlainValue::Val(Val::side(side))).as_ref()
    };
    is_typed(node)
        && is_typed(before)
        && node.side == before.side
        && before.position().open_steps().iter().any(is_own_action)
}

impl LogEntry {
    /// Whether the entry has nothing to show.
    pub fn is_empty(&self) -> bool {
        self.text.is_none() && self.lines.is_empty()
    }
}

/// An event with notes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotedEvent {
    /// The number of the event.
    pub event: usize,
    /// The action; `None` for the start.
    pub text: Option<String>,
    /// The notes on the event that the viewer may read.
    pub notes: Vec<String>,
    /// Whether the event leads to the current position.
    pub here: bool,
}

/// Returns every event with notes that the viewer may read, on all branches.
pub fn noted(table: &Table, viewer: Viewer) -> Vec<NotedEvent> {
    let path = table.current_path();
    let noted_event = |event: usize| {
        let notes: Vec<String> = table.notes(event, viewer).map(str::to_owned).collect();
        let text = || table.event_text_for(event, viewer);
        (!notes.is_empty()).then(|| NotedEvent { event, text: text(), notes, here: path.contains(&event) })
    };
    (0..table.nodes().len()).filter_map(noted_event).collect()
}

/// An event with several branches, because the players went back and answered differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BranchedEvent {
    /// The number of the event.
    pub event: usize,
    /// The branches.
    #[serde(rename = "ways")]
    pub branches: Vec<Branch>,
}

/// One branch after an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The number of the first event.
    pub event: usize,
    /// The action of the first event.
    pub text: String,
    /// Whether the branch leads to the current event.
    pub here: bool,
    /// The number of events, including those of branches within the branch.
    pub events: usize,
    /// The number of the last of these events.
    pub last: usize,
}

/// Returns the events after `from` up to the current event. Returns all events if `from` is on another branch.
pub fn since(table: &Table, from: usize, viewer: Viewer, decisions: Decisions) -> Vec<LogEntry> {
    let path = table.path();
    let start = path.iter().position(|n| *n == from).map_or(0, |index| index + 1);
    fold(table, path[start..].iter().map(|n| log_entry(table, *n, viewer, decisions)).collect())
}

/// Returns the last answer that the side's player typed, and all events after that answer. Returns `None` if there is
/// no such answer.
pub fn since_answer(table: &Table, side: SideId, viewer: Viewer, decisions: Decisions) -> Option<Vec<LogEntry>> {
    let path = table.path();
    let is_own = |n: &usize| {
        let node = &table.nodes()[*n];
        let is_answer = matches!(node.event, Some(Event::Answer { .. } | Event::Standing { .. }));
        is_answer && node.side == Some(side) && !node.automatic
    };
    let from = path.iter().rposition(is_own)?;
    Some(fold(table, path[from..].iter().map(|n| log_entry(table, *n, viewer, decisions)).collect()))
}

/// Returns the start of the game: the set-up and everything before the first question.
pub fn first(table: &Table, viewer: Viewer) -> LogEntry {
    log_entry(table, 0, viewer, Decisions::Concise)
}

/// Returns the log of the set-up, which ends before the first log heading or log action. If there is neither, returns
/// everything before the first question.
pub fn set_up(table: &Table, viewer: Viewer) -> LogEntry {
    let mut entry = first(table, viewer);
    if entry.lines.iter().any(|line| line.kind == LogKind::SetUp) {
        entry.lines.retain(|line| line.kind == LogKind::SetUp);
    }
    entry
}

/// Returns one event with its log lines.
pub fn at(table: &Table, n: usize, viewer: Viewer, decisions: Decisions) -> LogEntry {
    log_entry(table, n, viewer, decisions)
}

/// Returns the most recent heading of the log.
pub fn heading(table: &Table, viewer: Viewer) -> Option<String> {
    table.path().into_iter().rev().find_map(|n| {
        let node = &table.nodes()[n];
        let heading = node.game_events.iter().rev().find(|event| matches!(event, GameEvent::Heading(..)));
        heading.map(|event| game_log::event_text(&node.event_program, viewer, event))
    })
}

/// Returns the last `count` events. Consecutive reloads count as one event.
pub fn last(table: &Table, count: usize, viewer: Viewer, decisions: Decisions) -> Vec<LogEntry> {
    let (path, nodes) = (table.path(), table.nodes());
    let merges_with_next =
        |index: usize| path.get(index + 1).is_some_and(|next| nodes[path[index]].reloaded && nodes[*next].reloaded);
    let (mut from, mut wanted) = (path.len(), count);
    while from > 0 && (wanted > 0 || merges_with_next(from - 1)) {
        from -= 1;
        wanted -= usize::from(!merges_with_next(from));
    }
    let mut entries = fold(table, path[from..].iter().map(|n| log_entry(table, *n, viewer, decisions)).collect());
    if let (Some(last), Some(result)) = (entries.last_mut(), table.result()) {
        last.lines.push(LogLine { kind: LogKind::Result, side: None, text: result });
    }
    entries
}

/// Builds the line with the start values of the tracks that do not start at 0, because the log of the set-up only lists
/// changes from these values.
fn track_starts(program: &Program) -> Option<LogLine> {
    let start_text = |track: &Track| match track.on {
        SubjectKind::Game => format!("{} {}", track.name, track.start),
        on => format!("{} of {} {}", track.name, ThingLookup::new(program).on(on), track.start),
    };
    let tracks: Vec<String> = program.board.tracks.iter().filter(|track| track.start != 0).map(start_text).collect();
    let text = format!("at first {}", tracks.join(" · "));
    (!tracks.is_empty()).then_some(LogLine { kind: LogKind::SetUp, side: None, text })
}

fn log_entry(table: &Table, n: usize, viewer: Viewer, decisions: Decisions) -> LogEntry {
    let node = &table.nodes()[n];
    let board = &node.event_program.board;
    let events = node.game_events.iter().filter(|event| decisions.shows(event));
    let mut lines: Vec<LogLine> = game_log::lines(&node.event_program, viewer, events)
        .into_iter()
        .map(|line| LogLine {
            kind: line.kind,
            side: line.side.map(|side| board.sides[side.index()].id.clone()),
            text: line.words(),
        })
        .collect();
    if n == 0 {
        let is_start_of_play = |line: &LogLine| matches!(line.kind, LogKind::Heading | LogKind::Action);
        let set_up_end = lines.iter().position(is_start_of_play).unwrap_or(0);
        let lists_changes = lines[..set_up_end].iter().any(|line| line.kind == LogKind::Changed);
        lines[..set_up_end].iter_mut().for_each(|line| line.kind = LogKind::SetUp);
        if let Some(line) = track_starts(&node.event_program).filter(|_| lists_changes) {
            lines.insert(0, line);
        }
    }
    let note = |note: &str| LogLine { kind: LogKind::Note, side: None, text: note.to_owned() };
    lines.extend(table.notes(n, viewer).map(note));
    LogEntry {
        event: n,
        last: None,
        side: node.side.map(|side| board.sides[side.index()].id.clone()),
        text: table.event_text_for(n, viewer),
        label: table.answer_text_for(n, viewer),
        automatic: node.automatic,
        reloads: usize::from(node.reloaded),
        lines,
    }
}

/// Returns every event with several branches. A branch that another side took back shows no answers, because an
/// answer may name cards in that side's hand.
pub fn branched_events(table: &Table, viewer: Viewer) -> Vec<BranchedEvent> {
    let nodes = table.nodes();
    let path = table.path();
    let branch = |event: usize| {
        let (events, last) = count_with_later_events(table, event);
        let here = path.contains(&event);
        let text = match nodes[event].side.filter(|side| !here && !viewer.may_read(*side)) {
            Some(side) => format!("{}: taken back", nodes[event].event_program.board.sides[side.index()].id),
            None => table.event_text_for(event, viewer).unwrap_or_default(),
        };
        Branch { event, text, here, events, last }
    };
    let next = |n: usize| (0..nodes.len()).filter(move |child| nodes[*child].parent == Some(n));
    let branched = (0..nodes.len()).filter(|n| next(*n).count() > 1);
    branched.map(|event| BranchedEvent { event, branches: next(event).map(branch).collect() }).collect()
}

/// A run of events in which no event but the last has several branches. A segment begins at the start of the game or
/// after a branched event. It ends at a branched event, at the current event, or where its branch ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BranchSegment {
    /// The number of the first event.
    pub from: usize,
    /// The number of the last event.
    pub to: usize,
    /// The number of events.
    pub events: usize,
    /// The depth: 0 on the way to the current event, 1 for a branch off that way, 2 for a branch off such a branch.
    #[serde(rename = "aside")]
    pub depth: usize,
    /// The id of the side that gave the first answer.
    pub side: Option<String>,
    /// The first answer.
    pub text: String,
    /// The last answer, if it belongs to another event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Whether the segment leads to the current event.
    pub here: bool,
    /// Whether the viewer may look at the positions of the segment.
    #[serde(rename = "open")]
    pub may_view: bool,
}

/// The branches of a game in display order. After a segment come the abandoned branches at its end, then the
/// continuation of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BranchTree {
    /// The number of the current event.
    pub now: usize,
    /// The segments.
    #[serde(rename = "stretches")]
    pub segments: Vec<BranchSegment>,
    /// How many of the oldest branched events are left out. After such an event, only one branch is shown: the branch
    /// that leads to the current event, or else the latest.
    pub left_out: usize,
}

/// The most branched events that a [`BranchTree`] shows.
const MOST_BRANCHED_EVENTS: usize = 150;

/// Builds the branches of a game.
pub fn tree(table: &Table, viewer: Viewer) -> BranchTree {
    let (nodes, now, path) = (table.nodes(), table.current_event(), table.current_path());
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (n, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            next[parent].push(n);
        }
    }
    let mut is_here = vec![false; nodes.len()];
    path.iter().for_each(|n| is_here[*n] = true);
    // The main continuation is the one on the current path, or else the latest. The current event has no main
    // continuation.
    let main = |n: usize| {
        next[n].iter().copied().find(|child| is_here[*child]).or(next[n].last().copied().filter(|_| n != now))
    };
    let branched: Vec<usize> = (0..nodes.len()).filter(|n| next[*n].len() > 1).collect();
    let left_out = branched.len().saturating_sub(MOST_BRANCHED_EVENTS);
    let is_left_out = |n: usize| n != now && branched[..left_out].binary_search(&n).is_ok();
    let mut segments = Vec::new();
    let mut stack = vec![(0, 0, true)];
    while let Some((from, depth, may_view_before)) = stack.pop() {
        let (mut to, mut events, mut may_view) =
            (from, 1, may_view_before && may_see_event(table, from, is_here[from], viewer));
        while to != now
            && let Some(following) = main(to).filter(|_| next[to].len() == 1 || is_left_out(to))
        {
            (to, events) = (following, events + 1);
            may_view &= may_see_event(table, following, is_here[following], viewer);
        }
        let here = is_here[from];
        let id = |side: SideId| nodes[from].event_program.board.sides[side.index()].id.clone();
        let action_text = |n: usize| match nodes[n].side.filter(|side| !here && !viewer.may_read(*side)) {
            Some(side) => format!("{}: taken back", id(side)),
            None => table.event_text_for(n, viewer).unwrap_or_else(|| "the start".into()),
        };
        let last = Some(action_text(to)).filter(|_| events > 1);
        segments.push(BranchSegment {
            from,
            to,
            events,
            depth,
            side: nodes[from].side.map(id),
            text: action_text(from),
            last,
            here,
            may_view,
        });
        // The stack is last in, first out. Push the main continuation first, so that it comes after the other branches.
        stack.extend(main(to).map(|following| (following, depth, may_view)));
        stack.extend(next[to].iter().rev().filter(|n| Some(**n) != main(to)).map(|n| (*n, depth + 1, may_view)));
    }
    BranchTree { now, segments, left_out }
}

/// Whether the viewer may see the position after an event. Events that another side took back are hidden.
pub fn may_view_event(table: &Table, event: usize, viewer: Viewer) -> bool {
    let (nodes, path) = (table.nodes(), table.current_path());
    let mut next_event = Some(event).filter(|event| *event < nodes.len());
    // Events are numbered in order, so a path ascends.
    while let Some(n) = next_event.filter(|n| path.binary_search(n).is_err()) {
        if !may_see_event(table, n, false, viewer) {
            return false;
        }
        next_event = nodes[n].parent;
    }
    true
}

fn may_see_event(table: &Table, n: usize, is_on_path: bool, viewer: Viewer) -> bool {
    is_on_path || viewer.sees_all() || table.nodes()[n].side.is_some_and(|side| viewer.may_read(side))
}

/// Counts `from` and all events after it on all branches, and returns the last of these events too.
fn count_with_later_events(table: &Table, from: usize) -> (usize, usize) {
    let mut events = vec![from];
    for (n, node) in table.nodes().iter().enumerate().skip(from + 1) {
        if node.parent.is_some_and(|parent| events.contains(&parent)) {
            events.push(n);
        }
    }
    (events.len(), events.last().copied().unwrap_or(from))
}
