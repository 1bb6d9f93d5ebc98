//! What is kept of a subject (the game, a side, a space, a link, a card): tracks, facts, figures.

use crate::eyes::Eyes;
use crate::facts::{SeenFact, facts};
use crate::figures::{SeenFigure, figures};
use cardwright_state::board::On;
use serde::Serialize;

/// What these eyes see of a subject; facts at their default and figures that say nothing are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// Its tracks, in board order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<SeenTrack>,
    /// Its facts, in board order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<SeenFact>,
    /// Its figures, in the order of the game's scripts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<SeenFigure>,
}

/// Where a track stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenTrack {
    /// Its id.
    pub id: String,
    /// Its number.
    pub value: i64,
}

impl Kept {
    pub(crate) fn of(eyes: &Eyes<'_>, on: On, subject: usize) -> Kept {
        Kept { tracks: tracks(eyes, on, subject), facts: facts(eyes, on, subject), figures: figures(eyes, on, subject) }
    }

    /// Where a track stands; none if the subject has no such track.
    pub fn track(&self, id: &str) -> Option<i64> {
        self.tracks.iter().find(|track| track.id == id).map(|track| track.value)
    }
    /// A fact, if there is something to see.
    pub fn fact(&self, id: &str) -> Option<&SeenFact> {
        self.facts.iter().find(|fact| fact.id == id)
    }
    /// A figure, if it says something.
    pub fn figure(&self, id: &str) -> Option<&SeenFigure> {
        self.figures.iter().find(|figure| figure.id == id)
    }
    /// The facts that stand on the board as people see it.
    pub fn shown_facts(&self) -> impl Iterator<Item = &SeenFact> {
        self.facts.iter().filter(|fact| fact.shown)
    }
}

fn tracks(eyes: &Eyes<'_>, on: On, subject: usize) -> Vec<SeenTrack> {
    let value = |track| eyes.position.track(eyes.board, track, subject);
    eyes.board.tracks_on(on).map(|(t, track)| SeenTrack { id: track.id.clone(), value: value(t) }).collect()
}
