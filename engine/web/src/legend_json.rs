//! The part of the legend that a page needs. The server sends it once, in the greeting: the first message to a page.

use cardwright_view::{Legend, PieceType, Pile, Track};
use serde_json::{Value, json};

/// Returns the names and other fixed data of a game, by id. A list of many names has a pair for each, the id and the
/// name, because a pair is short.
pub(crate) fn legend_json(legend: &Legend) -> Value {
    let piece = |it: &PieceType| json!({ "id": it.id, "name": it.name, "side": it.side, "supply": it.supply });
    let track = |it: &Track| json!({ "id": it.id, "name": it.name, "min": it.min, "max": it.max, "zones": it.zones });
    let pile = |it: &Pile| json!({ "id": it.id, "is_deck": it.is_deck });
    json!({
        "sides": legend.sides,
        "spaces": legend.spaces.iter().map(|it| (&it.id, &it.name)).collect::<Vec<_>>(),
        "links": legend.links.iter().map(|it| (&it.id, &it.name)).collect::<Vec<_>>(),
        "pieces": legend.pieces.iter().map(piece).collect::<Vec<_>>(),
        "tracks": legend.tracks.iter().map(track).collect::<Vec<_>>(),
        "figures": legend.figures.iter().map(|it| json!({ "id": it.id, "title": it.title })).collect::<Vec<_>>(),
        "piles": legend.piles.iter().map(pile).collect::<Vec<_>>(),
        "actions": legend.actions.iter().map(|it| (&it.id, &it.name, &it.plays)).collect::<Vec<_>>(),
    })
}
