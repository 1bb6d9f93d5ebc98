//! One space in detail: its figures, facts, neighbours and printed fields. The pieces and tracks of a space are in the
//! [`View`](crate::View).

use crate::facts::{SeenFact, facts};
use crate::figures::{SeenFigure, figures, title};
use crate::printed::Printed;
use crate::thing::{Thing, ThingKind};
use crate::view_context::ViewContext;
use cardwright_state::board::SubjectKind;
use serde::Serialize;

/// The details of a space for one viewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpaceDetails {
    /// Kebab-case id of the space.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// The figures that have a value, then the facts that differ from their default.
    #[serde(rename = "says")]
    pub values: Vec<SpaceValue>,
    /// The ids of the adjacent spaces, in board order.
    pub next_to: Vec<String>,
    /// The printed fields except the name, kind, neighbours and map position of the space.
    pub printed: Vec<Printed>,
}

/// A figure or a fact of a space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpaceValue {
    /// The id of the figure or fact.
    pub id: String,
    /// The display name.
    pub title: String,
    /// The value, with names in place of ids. Empty for a boolean that is true.
    pub text: String,
}

impl SpaceDetails {
    /// Builds the details of a thing that is a space. Returns `None` for any other thing.
    pub fn new(context: &ViewContext<'_>, thing: &Thing) -> Option<SpaceDetails> {
        let board = context.board;
        let index = board.spaces.iter().position(|space| thing.kind == ThingKind::Space && space.id == thing.id)?;
        let (space, on) = (&board.spaces[index], SubjectKind::spaces(board.spaces[index].kind));
        let figure =
            |figure: SeenFigure| SpaceValue { title: title(&figure.id), text: figure.value.text(), id: figure.id };
        let fact = |fact: SeenFact| SpaceValue { title: title(&fact.name), text: fact.text, id: fact.id };
        let figures = figures(context, on, index).into_iter().map(figure);
        Some(SpaceDetails {
            id: space.id.clone(),
            name: space.name.clone(),
            values: figures.chain(facts(context, on, index).into_iter().map(fact)).collect(),
            next_to: space.adjacent.iter().map(|s| board.spaces[s].id.clone()).collect(),
            printed: thing.other_printed(),
        })
    }
}
