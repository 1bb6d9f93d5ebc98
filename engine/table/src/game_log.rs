//! The log as lines of text: headings, actions, changes, chance, script texts and decisions.
//!
//! Each line has a kind, so that a display can set it apart. Equal consecutive lines are merged and counted.

mod changes;
mod event_text;
mod moves;
mod piece_moves;

pub use event_text::{ENGINE_WORDS, event_text};
pub use moves::{Moves, moves, moves_between};

use crate::Viewer;
use cardwright_script::{GameEvent, LogAction, Program};
use cardwright_state::SideId;
use serde::Serialize;

/// The kind of a line of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogKind {
    /// The set-up, before the first heading or action. [`lines`] does not use this kind, because only the caller knows
    /// whether the events are those of the start.
    SetUp,
    /// A heading.
    #[serde(rename = "chapter")]
    Heading,
    /// An action, or another log action that a script names.
    #[serde(rename = "deed")]
    Action,
    /// Dice, cards and picks.
    Chance,
    /// A text from a script.
    #[serde(rename = "said")]
    Text,
    /// What changed in the position.
    Changed,
    /// Why the rules made a decision for a side.
    #[serde(rename = "because")]
    Reason,
    /// A note that somebody wrote at the event.
    Note,
    /// The winner and the reason. [`lines`] does not use this kind, because only the caller knows whether the game has
    /// ended.
    #[serde(rename = "over")]
    Result,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The kind of the line.
    pub kind: LogKind,
    /// The side that acted.
    pub side: Option<SideId>,
    /// The text.
    pub text: String,
    /// How often the line occurred consecutively.
    pub times: usize,
}

impl LogLine {
    /// The text, followed by the count if the line occurred several times: `deck is shuffled (3 times)`.
    pub fn words(&self) -> String {
        match self.times {
            0 | 1 => self.text.clone(),
            n => format!("{} ({n} times)", self.text),
        }
    }
}

/// Builds the log lines of some events, as far as the viewer may read them.
pub fn lines<'a>(
    program: &Program,
    viewer: Viewer,
    game_events: impl IntoIterator<Item = &'a GameEvent>,
) -> Vec<LogLine> {
    let mut out: Vec<LogLine> = Vec::new();
    for event in game_events {
        let (kind, side) = match event {
            GameEvent::Heading(..) => (LogKind::Heading, None),
            GameEvent::Action(LogAction::Played(side, _)) => (LogKind::Action, Some(*side)),
            GameEvent::Action(LogAction::Named(line, _)) => (
                LogKind::Action,
                line.subjects.first().and_then(|subject| subject.index(cardwright_state::Kind::Side)).map(SideId::new),
            ),
            GameEvent::Changed(..) | GameEvent::FigureChanged { .. } => (LogKind::Changed, None),
            GameEvent::LogLine(..) => (LogKind::Text, None),
            GameEvent::Decision { side, .. } => (LogKind::Reason, *side),
            _ => (LogKind::Chance, None),
        };
        for text in texts(program, viewer, event) {
            match out.last_mut() {
                Some(last) if kind == LogKind::Changed && last.kind == kind => {
                    last.text = format!("{} · {text}", last.text)
                }
                Some(last) if last.kind == kind && last.text == text => last.times += 1,
                _ => out.push(LogLine { kind, side, text, times: 1 }),
            }
        }
    }
    out
}

/// The texts of one event, usually one.
fn texts(program: &Program, viewer: Viewer, event: &GameEvent) -> Vec<String> {
    match event {
        GameEvent::Changed(differences) => changes::change_lines(&program.board, viewer, differences),
        event => {
            let text = event_text(program, viewer, event);
            if text.is_empty() { Vec::new() } else { vec![text] }
        }
    }
}
