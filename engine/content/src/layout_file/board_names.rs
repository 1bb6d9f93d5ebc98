//! Resolves the ids in a layout against the board, including ids from earlier versions of a pack.

use crate::content::Content;
use crate::field::{Datum, unknown_id};
use crate::located::Located;
use crate::problems::Problems;
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
    fn known(&self, kind: &str) -> Vec<String> {
        let board = &self.content.board;
        let ids = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
        match kind {
            "side" => ids(board.sides.iter().map(|of| of.id.as_str()).collect()),
            "space" => ids(board.spaces.iter().map(|of| of.id.as_str()).collect()),
            "track" => ids(board.tracks.iter().map(|of| of.id.as_str()).collect()),
            "pile" => ids(board.piles.iter().map(|of| of.id.as_str()).collect()),
            "mark" => {
                let tracks = board.tracks.iter().map(|of| of.id.as_str());
                let facts = board.facts.iter().map(|of| of.id.as_str());
                let figures = self.figures.into_iter().flatten().map(String::as_str);
                ids(board.marks.iter().map(|of| of.id.as_str()).chain(tracks).chain(facts).chain(figures).collect())
            }
            _ => {
                let faces = board.types.iter().filter(|of| of.faces.len() > 1).flat_map(|of| {
                    let whole = of.faces.iter().map(|face| format!("{}/{face}", of.id));
                    whole.chain(of.faces.iter().filter(|_| of.named_faces).cloned())
                });
                board.types.iter().map(|of| of.id.clone()).chain(faces).collect()
            }
        }
    }
    /// The current id of a thing; reports an unknown id.
    pub(super) fn resolve(&self, kind: &str, id: &Located<String>) -> Option<String> {
        let known = self.known(kind);
        if known.contains(&id.value) {
            return Some(id.value.clone());
        }
        let kinds: &[&str] = if kind == "mark" { &["mark", "track", "fact"] } else { &[kind] };
        // `raft/worn`: only the part before `/` may have been renamed.
        let (old_id, rest) = match kind {
            "piece" => id.value.split_once('/').map_or((id.value.as_str(), None), |(piece, face)| (piece, Some(face))),
            _ => (id.value.as_str(), None),
        };
        let renamed = |of: &&crate::provenance::Rename| kinds.contains(&of.kind.as_str()) && of.old == old_id;
        if let Some(rename) = self.content.renames.iter().find(renamed) {
            let new = rest.map_or(rename.new.clone(), |face| format!("{}/{face}", rename.new));
            if known.contains(&new) {
                return Some(new);
            }
        }
        if kind == "mark" && self.figures.is_none() {
            return Some(id.value.clone());
        }
        let word = if kind == "mark" { "mark, track, fact or figure" } else { kind };
        let problem = unknown_id(id, word, known.iter().map(String::as_str).take(self.problems.max_candidates()));
        self.problems.push(crate::diagnostic::Diagnostic { code: format!("content::unknown-{kind}"), ..problem });
        None
    }
}

/// The value of a field of a space, as text.
///
/// # Errors
/// The names of all fields, if there is no such field.
pub(super) fn field_text(content: &Content, space: &str, field: &str) -> Result<String, Vec<String>> {
    let at = content.board.spaces.iter().position(|of| of.id == space);
    let info = at.and_then(|at| content.info(Val::space(SpaceId::new(at))));
    let lua = crate::ident::lua_name(field);
    match info.and_then(|info| info.get(&lua)) {
        Some(Datum::Number(number)) => Ok(number.to_string()),
        Some(Datum::Text(text)) => Ok(text.clone()),
        Some(Datum::Boolean(true)) => Ok(field.replace(['-', '_'], " ")),
        Some(Datum::Boolean(false)) => Ok(String::new()),
        Some(Datum::Val(val)) => Ok(content.board.text(*val)),
        _ if content.info_fields.space.contains(&lua) => Ok(String::new()),
        _ => Err(content.info_fields.space.iter().cloned().collect()),
    }
}
