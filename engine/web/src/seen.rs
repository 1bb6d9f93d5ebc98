//! All that is sent of a table through one kind of link, made in one place.

use crate::moment::Moment;
use crate::parts::Parts;
use crate::reader::{Reader, Role};
use crate::wire;
use cardwright_table::Table;
use cardwright_table::label::Audience;
use serde::Serialize;
use std::sync::Arc;

/// What those who look through one kind of link see of a table as it is now.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    /// How a view of it begins: the fields that it always has, without the brace that ends them.
    pub(crate) head: String,
    /// What there is to see.
    pub(crate) parts: Arc<Parts>,
}

#[derive(Serialize)]
struct Head {
    m: &'static str,
    /// The event, and the last there is.
    at: usize,
    last: usize,
    looking: bool,
    /// Who tries what may be hidden would find it out by a hash of all there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// Whether these eyes see all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    open: bool,
    /// Whether one person plays against rules alone, who takes back what these did.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    alone: bool,
    /// The side that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
    undo: bool,
    redo: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<String>,
}

impl Seen {
    /// All of it. `since`: what they saw before, to tell what changed.
    pub(crate) fn of(moment: &mut Moment<'_>, reader: Reader, since: Option<&Parts>) -> Seen {
        let (parts, over) = moment.seen(reader);
        let table = &*moment.table;
        let open = reader.audience(table) == Audience::Open;
        let head = Head {
            m: "view",
            at: table.here(),
            last: table.nodes().len() - 1,
            looking: table.is_looking_back(),
            hash: open.then(|| table.hash().to_string()),
            open,
            alone: table.plays_alone(),
            prompt: table.asked().map(|side| table.board().sides[side.at()].id.clone()),
            undo: may_undo(table, reader),
            redo: may_redo(table, reader),
            over,
            changed: since.map(|since| parts.changed(since)).unwrap_or_default(),
        };
        let mut head = wire::text(&head);
        head.pop();
        Seen { head, parts: Arc::new(parts) }
    }
}

fn may_undo(table: &Table, reader: Reader) -> bool {
    match reader.role {
        _ if reader.laid_open && !table.open => false,
        Role::Watcher => false,
        Role::Desk => table.may_undo(None),
        Role::Side(_) => table.may_undo(Some(reader.sides(table))),
    }
}

fn may_redo(table: &Table, reader: Reader) -> bool {
    match reader.role {
        Role::Watcher => false,
        Role::Desk => table.may_redo(None),
        Role::Side(_) => table.may_redo(Some(reader.sides(table))),
    }
}
