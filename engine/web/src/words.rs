//! What a page is told of the words of a game: as much of the legend as it reads, once. The map is drawn where it is served.

use cardwright_view::{Legend, PieceType, Side, Zone};
use serde::Serialize;

/// What ids are called, and what of them is shown.
#[derive(Debug, Serialize)]
pub(crate) struct Words<'a> {
    sides: &'a [Side],
    spaces: Vec<Named<'a>>,
    links: Vec<Named<'a>>,
    pieces: Vec<Piece<'a>>,
    tracks: Vec<Track<'a>>,
    figures: Vec<Figure<'a>>,
    piles: Vec<Pile<'a>>,
    actions: Vec<Named<'a>>,
}

/// An id, and what it is called: as JSON a pair, for there are many.
#[derive(Debug, Serialize)]
struct Named<'a>(&'a str, &'a str);

#[derive(Debug, Serialize)]
struct Piece<'a> {
    id: &'a str,
    name: &'a str,
    side: Option<&'a str>,
    supply: &'a str,
}

#[derive(Debug, Serialize)]
struct Track<'a> {
    id: &'a str,
    name: &'a str,
    min: i64,
    max: i64,
    zones: &'a [Zone],
}

#[derive(Debug, Serialize)]
struct Figure<'a> {
    id: &'a str,
    title: &'a str,
}

#[derive(Debug, Serialize)]
struct Pile<'a> {
    id: &'a str,
    is_deck: bool,
}

impl<'a> Words<'a> {
    pub(crate) fn of(legend: &'a Legend) -> Words<'a> {
        let piece =
            |of: &'a PieceType| Piece { id: &of.id, name: &of.name, side: of.side.as_deref(), supply: &of.supply };
        let track = |of: &'a cardwright_view::Track| Track {
            id: &of.id,
            name: &of.name,
            min: of.min,
            max: of.max,
            zones: &of.zones,
        };
        Words {
            sides: &legend.sides,
            spaces: legend.spaces.iter().map(|of| Named(&of.id, &of.name)).collect(),
            links: legend.links.iter().map(|of| Named(&of.id, &of.name)).collect(),
            pieces: legend.pieces.iter().map(piece).collect(),
            tracks: legend.tracks.iter().map(track).collect(),
            figures: legend.figures.iter().map(|of| Figure { id: &of.id, title: &of.title }).collect(),
            piles: legend.piles.iter().map(|of| Pile { id: &of.id, is_deck: of.is_deck }).collect(),
            actions: legend.actions.iter().map(|of| Named(&of.id, &of.name)).collect(),
        }
    }
}
