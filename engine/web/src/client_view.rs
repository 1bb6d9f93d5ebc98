//! The view that is sent through one kind of link. Everything that a page receives of the position is made here.

use crate::fragments::Fragments;
use crate::frame::Frame;
use crate::wire;
use cardwright_state::board::Sides;
use cardwright_table::Viewer;
use serde::Serialize;
use std::sync::Arc;

/// The view of a table for one role.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClientView {
    /// The start of a view message: the fields that every message has, without the closing brace.
    pub(crate) head: String,
    pub(crate) fragments: Arc<Fragments>,
}

#[derive(Serialize)]
struct Head {
    m: &'static str,
    /// The current event.
    at: usize,
    /// The last event of the tree.
    last: usize,
    /// Whether the page looks back.
    looking: bool,
    /// The hash of the position, only for a viewer who sees everything: others could find hidden cards by trying
    /// hashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Whether the viewer sees everything.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    open: bool,
    /// Whether one person plays against Non-players only. Their undo then also takes back Non-player answers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    alone: bool,
    /// The side that must answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
    undo: bool,
    redo: bool,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
    /// Keys of the spaces, tracks and piles that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<String>,
}

impl ClientView {
    /// The view of a frame. `before`: the fragments to compare with for `changed`.
    pub(crate) fn new(frame: &mut Frame<'_>, viewer: Viewer, before: Option<&Fragments>) -> ClientView {
        let (fragments, over) = frame.fragments(viewer);
        let table = &*frame.table;
        let open = viewer.sees_all();
        let head = Head {
            m: "view",
            at: table.here(),
            last: table.nodes().len() - 1,
            looking: table.is_looking_back(),
            hash: open.then(|| table.hash().to_string()),
            open,
            alone: table.is_solo(),
            prompt: table.asked().map(|side| table.board().sides[side.at()].id.clone()),
            undo: (table.open || !frame.is_laid_open) && viewer.is_player() && table.may_undo(undoable_sides(viewer)),
            redo: viewer.is_player() && table.may_redo(undoable_sides(viewer)),
            over,
            changed: before.map(|before| fragments.changed_keys(before)).unwrap_or_default(),
        };
        let mut head = wire::to_json(&head);
        head.pop();
        ClientView { head, fragments: Arc::new(fragments) }
    }
}

/// The sides whose answers a viewer may take back; none means every side, for the host.
fn undoable_sides(viewer: Viewer) -> Option<Sides> {
    (!viewer.is_host()).then(|| viewer.answers_for())
}
