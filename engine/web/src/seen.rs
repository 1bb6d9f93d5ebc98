//! All that is sent of a table through one kind of link, made in one place.

use crate::draw::Drawing;
use crate::reader::{Reader, Role};
use crate::shown;
use crate::story::Story;
use cardwright_table::Table;
use cardwright_table::label::Audience;
use cardwright_view::{Decisions, View, standing};
use serde_json::{Value, json};

/// What those who look through one kind of link are sent of a table as it is now.
#[derive(Debug)]
pub struct Seen {
    /// The table as these eyes see it.
    pub(crate) view: View,
    /// The message without its log.
    pub(crate) message: Value,
    /// The log.
    pub(crate) story: Vec<Value>,
}

impl Seen {
    /// All of it. `before`: what they saw before, to tell what changed.
    pub fn of(table: &mut Table, reader: Reader, drawn: &Drawing, before: Option<&Seen>) -> Seen {
        let mut story = Story::default();
        story.follow(table, reader.audience(table), Decisions::Concise);
        let (view, message) = message(table, reader, drawn, before.map(|before| &before.view));
        Seen { view, message, story: story.whole() }
    }

    /// As it is sent.
    pub fn json(&self) -> Value {
        let mut whole = self.message.clone();
        whole["log"] = json!({ "from": 0, "entries": self.story, "total": self.story.len() });
        whole
    }
}

/// The view of a reader, and the message it is sent in, without the log.
pub(crate) fn message(table: &mut Table, reader: Reader, drawn: &Drawing, before: Option<&View>) -> (View, Value) {
    let eyes = reader.audience(table);
    let is_asked = reader.is_asked(table);
    let view = View::of(table, eyes);
    // A rule that fails is told to who uses it.
    let mut besides = if reader.role == Role::Watcher { Vec::new() } else { standing(table, eyes).unwrap_or_default() };
    let own: Vec<String> = reader.sides(table).iter().map(|side| table.board().sides[side.at()].id.clone()).collect();
    besides.retain(|standing| own.contains(&standing.side));
    let asked = table.asked().map(|side| table.board().sides[side.at()].id.clone());
    let all = eyes == Audience::Open;
    let shown = shown::shown(&view, &besides, is_asked);
    let message = json!({
        "m": "view",
        "at": table.here(),
        "last": table.nodes().len() - 1,
        "looking": table.is_looking_back(),
        // Who tries what may be hidden would find it out by a hash of all there is.
        "hash": all.then(|| table.hash().to_string()),
        "prompt": asked,
        "asked": asked.iter().collect::<Vec<_>>(),
        "view": shown,
        "counters": drawn.counters(&view),
        "changed": before.map(|before| shown::changed(before, &view)).unwrap_or_default(),
        "undo": may_undo(table, reader),
        "redo": may_redo(table, reader),
        "over": view.result,
    });
    (view, message)
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
