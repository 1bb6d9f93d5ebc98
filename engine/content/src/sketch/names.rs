//! What a layout names on the board: ids of today, or of earlier versions of a pack.

use crate::content::Content;
use crate::field::{Datum, unknown};
use crate::located::Located;
use crate::problems::Problems;
use cardwright_state::{SpaceId, Val};

/// The names of a board, for a layout.
pub(super) struct Names<'a> {
    pub(super) content: &'a Content,
    figures: Option<&'a [String]>,
    problems: &'a Problems,
}

impl<'a> Names<'a> {
    pub(super) fn new(content: &'a Content, figures: Option<&'a [String]>, problems: &'a Problems) -> Names<'a> {
        Names { content, figures, problems }
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
    /// What an id means on the board; none (with a problem) where nothing bears it.
    pub(super) fn resolve(&self, kind: &str, id: &Located<String>) -> Option<String> {
        let known = self.known(kind);
        if known.contains(&id.value) {
            return Some(id.value.clone());
        }
        let kinds: &[&str] = if kind == "mark" { &["mark", "track", "fact"] } else { &[kind] };
        // `raft/worn`, `reds hand`: what stands around the id that was renamed stays.
        let (was, rest) = match kind {
            "piece" => id.value.split_once('/').map_or((id.value.as_str(), None), |(was, face)| (was, Some(face))),
            _ => (id.value.as_str(), None),
        };
        let renamed = |of: &&crate::definitions::Rename| kinds.contains(&of.kind.as_str()) && of.old == was;
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
        let problem = unknown(id, word, known.iter().map(String::as_str).take(self.problems.room()));
        self.problems.push(crate::diagnostic::Diagnostic { code: format!("content::unknown-{kind}"), ..problem });
        None
    }
}

/// What the board says of a space in one of its fields, as a text.
///
/// # Errors
/// The fields that it has.
pub(super) fn field(content: &Content, space: &str, field: &str) -> Result<String, Vec<String>> {
    let at = content.board.spaces.iter().position(|of| of.id == space);
    let info = at.and_then(|at| content.info(Val::space(SpaceId::new(at))));
    let lua = crate::ident::lua(field);
    match info.and_then(|info| info.get(&lua)) {
        Some(Datum::Number(number)) => Ok(number.to_string()),
        Some(Datum::Text(text)) => Ok(text.clone()),
        Some(Datum::Truth(true)) => Ok(field.replace(['-', '_'], " ")),
        Some(Datum::Truth(false)) => Ok(String::new()),
        Some(Datum::Val(val)) => Ok(content.board.text(*val)),
        _ if content.info_fields.space.contains(&lua) => Ok(String::new()),
        _ => Err(content.info_fields.space.iter().cloned().collect()),
    }
}
