//! The view that the server sends to the pages of one role. This module builds everything that a page receives of the
//! position.

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
    /// The start of a view message as JSON: the fields that every view message has, without the closing brace.
    pub(crate) head: String,
    pub(crate) fragments: Arc<Fragments>,
}

#[derive(Serialize)]
struct Head {
    /// The kind of message: `view`.
    m: &'static str,
    /// The number of the event that the page shows.
    at: usize,
    /// The number of the newest event on any branch.
    last: usize,
    /// Whether the page shows an earlier event than the current one.
    looking: bool,
    /// The hash of the position. Only a viewer who sees everything gets it, because any other viewer could find hidden
    /// cards by trying hashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Whether the viewer sees everything.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    open: bool,
    /// Whether one person plays against Non-players only. That person's undo also takes back answers of Non-players.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    alone: bool,
    /// The side that must answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
    /// Whether the viewer may undo.
    undo: bool,
    /// Whether the viewer may redo.
    redo: bool,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
    /// The spaces, tracks and piles that changed since the viewer's last answer: `space cuba`. The page marks them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<String>,
}

impl ClientView {
    /// Builds the view for a viewer. The message lists as changed what differs from the fragments `before`.
    pub(crate) fn new(frame: &mut Frame<'_>, viewer: Viewer, before: Option<&Fragments>) -> ClientView {
        let (fragments, over) = frame.fragments(viewer);
        let table = &*frame.table;
        let open = viewer.sees_all();
        let head = Head {
            m: "view",
            at: table.shown_event(),
            last: table.nodes().len() - 1,
            looking: table.is_looking_back(),
            hash: open.then(|| table.hash().to_string()),
            open,
            alone: table.is_solo(),
            prompt: table.asked().map(|side| table.board().sides[side.index()].id.clone()),
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

/// Returns the sides whose answers a viewer may take back. `None`, for the host, means all sides.
fn undoable_sides(viewer: Viewer) -> Option<Sides> {
    (!viewer.is_host()).then(|| viewer.answers_for())
}
