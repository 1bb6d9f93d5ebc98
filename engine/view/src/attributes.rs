//! The tracks, facts and figures of one subject: the game, a side, a space, a link or a card.

use crate::facts::{SeenFact, facts};
use crate::figures::{SeenFigure, figures};
use crate::view_context::ViewContext;
use cardwright_state::Board;
use cardwright_state::board::SubjectKind;
use serde::Serialize;

/// The tracks, facts and figures of a subject that the viewer may see. Facts at their default and figures without a
/// value are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Attributes {
    /// Tracks, in board order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<SeenTrack>,
    /// Facts that differ from their default, in board order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<SeenFact>,
    /// Figures with a value, in the order of the game's scripts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<SeenFigure>,
}

/// A track and its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeenTrack {
    /// Kebab-case id of the track.
    pub id: String,
    /// The number that the track is at.
    pub value: i64,
}

impl Attributes {
    pub(crate) fn new(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Attributes {
        Attributes {
            tracks: tracks(context, on, subject),
            facts: facts(context, on, subject),
            figures: figures(context, on, subject),
        }
    }

    /// Drops the tracks that are at their start. Cards are many, and most of them have no other number.
    pub(crate) fn drop_tracks_at_start(&mut self, board: &Board) {
        let start = |id: &str| board.tracks.iter().find(|track| track.id == id).map(|track| track.start);
        self.tracks.retain(|track| start(&track.id) != Some(track.value));
    }

    /// Returns the number of a track, or `None` if the subject has no such track.
    pub fn track(&self, id: &str) -> Option<i64> {
        self.tracks.iter().find(|track| track.id == id).map(|track| track.value)
    }
    /// Returns the fact with this id if it differs from its default.
    pub fn fact(&self, id: &str) -> Option<&SeenFact> {
        self.facts.iter().find(|fact| fact.id == id)
    }
    /// Returns the figure with this id if it has a value.
    pub fn figure(&self, id: &str) -> Option<&SeenFigure> {
        self.figures.iter().find(|figure| figure.id == id)
    }
    /// Returns the names and numbers of the tracks, then the displayed facts: `profit 4`, `two payments left`.
    pub fn words(&self) -> Vec<String> {
        let tracks = self.tracks.iter().map(|track| format!("{} {}", track.id.replace('-', " "), track.value));
        tracks.chain(self.shown_facts().map(SeenFact::words)).collect()
    }
    /// Returns the facts that the game displays on the board.
    pub fn shown_facts(&self) -> impl Iterator<Item = &SeenFact> {
        self.facts.iter().filter(|fact| fact.shown)
    }
}

fn tracks(context: &ViewContext<'_>, on: SubjectKind, subject: usize) -> Vec<SeenTrack> {
    let value = |track| context.position.track(context.board, track, subject);
    context.board.tracks_on(on).map(|(t, track)| SeenTrack { id: track.id.clone(), value: value(t) }).collect()
}
