//! The part of the legend that a page needs. The server sends it once, in the greeting: the first message to a page.

use cardwright_view::{Legend, PieceType, Side, Zone};
use serde::Serialize;

/// Names and other fixed data of a game, by id.
#[derive(Debug, Serialize)]
pub(crate) struct LegendJson<'a> {
    sides: &'a [Side],
    spaces: Vec<NameJson<'a>>,
    links: Vec<NameJson<'a>>,
    pieces: Vec<PieceJson<'a>>,
    tracks: Vec<TrackJson<'a>>,
    figures: Vec<FigureJson<'a>>,
    piles: Vec<PileJson<'a>>,
    actions: Vec<NameJson<'a>>,
}

/// An id and its name. The JSON is a list of two texts, because there are many names and a list is short.
#[derive(Debug, Serialize)]
struct NameJson<'a>(&'a str, &'a str);

#[derive(Debug, Serialize)]
struct PieceJson<'a> {
    id: &'a str,
    name: &'a str,
    side: Option<&'a str>,
    supply: &'a str,
}

#[derive(Debug, Serialize)]
struct TrackJson<'a> {
    id: &'a str,
    name: &'a str,
    min: i64,
    max: i64,
    zones: &'a [Zone],
}

#[derive(Debug, Serialize)]
struct FigureJson<'a> {
    id: &'a str,
    title: &'a str,
}

#[derive(Debug, Serialize)]
struct PileJson<'a> {
    id: &'a str,
    is_deck: bool,
}

impl<'a> LegendJson<'a> {
    pub(crate) fn new(legend: &'a Legend) -> LegendJson<'a> {
        let piece = |piece: &'a PieceType| PieceJson {
            id: &piece.id,
            name: &piece.name,
            side: piece.side.as_deref(),
            supply: &piece.supply,
        };
        let track = |track: &'a cardwright_view::Track| TrackJson {
            id: &track.id,
            name: &track.name,
            min: track.min,
            max: track.max,
            zones: &track.zones,
        };
        LegendJson {
            sides: &legend.sides,
            spaces: legend.spaces.iter().map(|it| NameJson(&it.id, &it.name)).collect(),
            links: legend.links.iter().map(|it| NameJson(&it.id, &it.name)).collect(),
            pieces: legend.pieces.iter().map(piece).collect(),
            tracks: legend.tracks.iter().map(track).collect(),
            figures: legend.figures.iter().map(|it| FigureJson { id: &it.id, title: &it.title }).collect(),
            piles: legend.piles.iter().map(|it| PileJson { id: &it.id, is_deck: it.is_deck }).collect(),
            actions: legend.actions.iter().map(|it| NameJson(&it.id, &it.name)).collect(),
        }
    }
}
