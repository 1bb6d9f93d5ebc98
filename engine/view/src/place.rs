//! A space as it is read by itself: what is told of it beside the pieces and tracks that lie there.

use crate::eyes::Eyes;
use crate::facts::{SeenFact, facts};
use crate::figures::{SeenFigure, figures, title};
use crate::printed::Printed;
use crate::thing::{Is, Thing};
use cardwright_state::board::On;
use serde::Serialize;

/// What some eyes are told of a space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The figures that say something of it, and its facts that differ from their default.
    pub says: Vec<Says>,
    /// The ids of the spaces next to it, in board order.
    pub next_to: Vec<String>,
    /// What else is printed on it.
    pub printed: Vec<Printed>,
}

/// A figure or a fact of a space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Says {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it comes to, by names; empty of a truth that holds.
    pub text: String,
}

impl Place {
    /// A space of the board that these eyes look at; nothing of any other thing.
    pub fn of(eyes: &Eyes<'_>, thing: &Thing) -> Option<Place> {
        let board = eyes.board;
        let at = board.spaces.iter().position(|space| thing.is == Is::Space && space.id == thing.id)?;
        let (space, on) = (&board.spaces[at], On::spaces(board.spaces[at].kind));
        let figure = |of: SeenFigure| Says { title: title(&of.id), text: of.comes.text(), id: of.id };
        let fact = |of: SeenFact| Says { title: title(&of.name), text: of.text, id: of.id };
        let says = figures(eyes, on, at).into_iter().map(figure);
        Some(Place {
            id: space.id.clone(),
            name: space.name.clone(),
            says: says.chain(facts(eyes, on, at).into_iter().map(fact)).collect(),
            next_to: space.adjacent.iter().map(|s| board.spaces[s].id.clone()).collect(),
            printed: thing.besides(),
        })
    }
}
