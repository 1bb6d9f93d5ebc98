//! The log as lines: headings, deeds, what changed by them, chance, what was said, and why.
//!
//! Each line is of one kind, so that whoever shows it may set it off; equal lines after one another are one, with how often.

mod changes;
mod moves;
mod ways;
mod words;

pub use moves::{Moves, moved_between, moves};
pub use words::{OWN_WORDS, happening};

use crate::label::Audience;
use cardwright_script::{Deed, Happening, Program};
use cardwright_state::SideId;
use serde::Serialize;

/// What a line of the log tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// How the game was set up, before its first heading or deed: [`lines`] leaves that to who knows where the game began.
    SetUp,
    /// A heading.
    Chapter,
    /// Something done that nobody answered.
    Deed,
    /// Dice, cards and picks.
    Chance,
    /// What a script says.
    Said,
    /// What changed on the table.
    Changed,
    /// Why a side that rules play did so.
    Because,
    /// What somebody noted at the event.
    Note,
    /// Who won, and why: [`lines`] leaves that to who knows where the game ended.
    Over,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it tells.
    pub kind: Kind,
    /// The side whose deed it is.
    pub side: Option<SideId>,
    /// Its words.
    pub text: String,
    /// How often it was told, one after the other.
    pub times: usize,
}

impl Line {
    /// The words, and how often: `deck is shuffled (3 times)`.
    pub fn words(&self) -> String {
        match self.times {
            0 | 1 => self.text.clone(),
            n => format!("{} ({n} times)", self.text),
        }
    }
}

/// Happenings as lines, as an audience may read them.
pub fn lines<'a>(
    program: &Program,
    audience: Audience,
    happenings: impl IntoIterator<Item = &'a Happening>,
) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    for what in happenings {
        let (kind, side) = match what {
            Happening::Chapter(..) => (Kind::Chapter, None),
            Happening::Deed(Deed::Played(side, _)) => (Kind::Deed, Some(*side)),
            Happening::Deed(Deed::Named(said, _)) => (
                Kind::Deed,
                said.subjects.first().and_then(|of| of.index(cardwright_state::Kind::Side)).map(SideId::new),
            ),
            Happening::Changed(_) | Happening::Figured { .. } => (Kind::Changed, None),
            Happening::Said(..) => (Kind::Said, None),
            Happening::Explained { side, .. } => (Kind::Because, *side),
            _ => (Kind::Chance, None),
        };
        for text in texts(program, audience, what) {
            match out.last_mut() {
                Some(last) if kind == Kind::Changed && last.kind == kind => {
                    last.text = format!("{} · {text}", last.text)
                }
                Some(last) if last.kind == kind && last.text == text => last.times += 1,
                _ => out.push(Line { kind, side, text, times: 1 }),
            }
        }
    }
    out
}

/// What is told of something that happened: as a rule one line.
fn texts(program: &Program, audience: Audience, what: &Happening) -> Vec<String> {
    match what {
        Happening::Changed(differences) => changes::told(&program.board, audience, differences),
        what => {
            let text = happening(program, audience, what);
            if text.is_empty() { Vec::new() } else { vec![text] }
        }
    }
}
