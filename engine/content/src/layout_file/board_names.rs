//! Resolves the ids in a layout to ids of the board. An id from an earlier version of a pack becomes the current id.

use crate::content::Content;
use crate::diagnostic::Diagnostic;
use crate::field::{Datum, unknown_id};
use crate::located::Located;
use crate::problems::Problems;
use cardwright_state::board::Rename;
use cardwright_state::{SpaceId, Val};

/// The ids that a layout may name.
pub(super) struct BoardNames<'a> {
    pub(super) content: &'a Content,
    figures: Option<&'a [String]>,
    problems: &'a Problems,
}

impl<'a> BoardNames<'a> {
    pub(super) fn new(content: &'a Content, figures: Option<&'a [String]>, problems: &'a Problems) -> BoardNames<'a> {
        BoardNames { content, figures, problems }
    }
    /// Returns the ids of a kind that a layout may name. With the kind `mark`, a layout may also name a track, a fact
    /// or a figure.
    fn known_ids(&self, kind: &str) -> Vec<String> {
        let board = &self.content.board;
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
        match kind {
            "side" => owned(board.sides.iter().map(|side| side.id.as_str()).collect()),
            "space" => owned(board.spaces.iter().map(|space| space.id.as_str()).collect()),
            "track" => owned(board.tracks.iter().map(|track| track.id.as_str()).collect()),
            "pile" => owned(board.piles.iter().map(|pile| pile.id.as_str()).collect()),
            "mark" => {
                let tracks = board.tracks.iter().map(|track| track.id.as_str());
                let facts = board.facts.iter().map(|fact| fact.id.as_str());
                let figures = self.figures.into_iter().flatten().map(String::as_str);
                owned(
                    board.marks.iter().map(|mark| mark.id.as_str()).chain(tracks).chain(facts).chain(figures).collect(),
                )
            }
            // The kind `piece`.
            _ => {
                let faces = board.piece_types.iter().filter(|piece| piece.faces.len() > 1).flat_map(|piece| {
                    let qualified = piece.faces.iter().map(|face| format!("{}/{face}", piece.id));
                    qualified.chain(piece.faces.iter().filter(|_| piece.named_faces).cloned())
                });
                board.piece_types.iter().map(|piece| piece.id.clone()).chain(faces).collect()
            }
        }
    }
    /// Returns the current id of a thing, and reports an unknown id.
    pub(super) fn resolve(&self, kind: &str, id: &Located<String>) -> Option<String> {
        let known_ids = self.known_ids(kind);
        if known_ids.contains(&id.value) {
            return Some(id.value.clone());
        }
        let kinds: &[&str] = if kind == "mark" { &["mark", "track", "fact"] } else { &[kind] };
        // `raft/worn`: only the part before `/` may have been renamed.
        let (old_id, face) = match kind {
            "piece" => id.value.split_once('/').map_or((id.value.as_str(), None), |(piece, face)| (piece, Some(face))),
            _ => (id.value.as_str(), None),
        };
        let applies = |rename: &&Rename| kinds.contains(&rename.kind.as_str()) && rename.old == old_id;
        if let Some(rename) = self.content.board.renames.iter().find(applies) {
            let new_id = face.map_or(rename.new.clone(), |face| format!("{}/{face}", rename.new));
            if known_ids.contains(&new_id) {
                return Some(new_id);
            }
        }
        // The scripts do not load, so the id may be that of an unknown figure.
        if kind == "mark" && self.figures.is_none() {
            return Some(id.value.clone());
        }
        let kind_text = if kind == "mark" { "mark, track, fact or figure" } else { kind };
        let problem =
            unknown_id(id, kind_text, known_ids.iter().map(String::as_str).take(self.problems.max_candidates()));
        self.problems.push(Diagnostic { code: format!("content::unknown-{kind}"), ..problem });
        None
    }
}

/// Returns the value of a field of a space as text.
///
/// # Errors
/// Returns the names of all fields if no field has this name.
pub(super) fn field_text(content: &Content, space: &str, field: &str) -> Result<String, Vec<String>> {
    let index = content.board.spaces.iter().position(|candidate| candidate.id == space);
    let info = index.and_then(|index| content.info(Val::space(SpaceId::new(index))));
    let lua_field = crate::ident::lua_name(field);
    match info.and_then(|info| info.get(&lua_field)) {
        Some(Datum::Number(number)) => Ok(number.to_string()),
        Some(Datum::Text(text)) => Ok(text.clone()),
        Some(Datum::Boolean(true)) => Ok(field.replace(['-', '_'], " ")),
        Some(Datum::Boolean(false)) => Ok(String::new()),
        Some(Datum::Val(val)) => Ok(content.board.text(*val)),
        _ if content.info_fields.space.contains(&lua_field) => Ok(String::new()),
        _ => Err(content.info_fields.space.iter().cloned().collect()),
    }
}
