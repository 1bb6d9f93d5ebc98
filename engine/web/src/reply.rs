//! What a reader alone is told.

use crate::keeper::Said;
use crate::wire;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Of what a line is that is asked aside; never sent.
const ASIDE: &str = "aside";

/// The field that says what gave way to a line.
const GAVE_WAY: &str = "gave_way";

/// An answer to one message of one reader.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reply {
    of: &'static str,
    text: String,
    more: Map<String, Value>,
}

impl Reply {
    fn new(of: &'static str, text: impl Into<String>) -> Reply {
        Reply { of, text: text.into(), more: Map::new() }
    }
    pub(crate) fn played(text: impl Into<String>) -> Reply {
        Reply::new("played", text)
    }
    pub(crate) fn refused(text: impl Into<String>) -> Reply {
        Reply::new("refused", text)
    }
    pub(crate) fn said(text: impl Into<String>) -> Reply {
        Reply::new("said", text)
    }
    pub(crate) fn why(text: impl Into<String>) -> Reply {
        Reply::new("why", text)
    }
    pub(crate) fn preview(text: impl Into<String>) -> Reply {
        Reply::new("preview", text)
    }
    pub(crate) fn complete(text: impl Into<String>) -> Reply {
        Reply::new("complete", text)
    }
    pub(crate) fn download(text: impl Into<String>) -> Reply {
        Reply::new("download", text)
    }
    pub(crate) fn error(text: impl Into<String>) -> Reply {
        Reply::new("error", text)
    }

    /// What a command said.
    pub(crate) fn of_said(said: Said) -> Reply {
        if said.is_refused { Reply::refused(said.text) } else { Reply::said(said.text) }
    }
    /// No reply yet: a line that is to be asked aside.
    pub(crate) fn aside(line: impl Into<String>) -> Reply {
        Reply::new(ASIDE, line)
    }
    /// The line that is to be asked aside, if that is what this is.
    pub(crate) fn asked_aside(&self) -> Option<&str> {
        (self.of == ASIDE).then_some(&self.text)
    }

    /// With other words for some of its own.
    #[must_use]
    pub(crate) fn saying(mut self, other: &str, own: &str) -> Reply {
        self.text = self.text.replace(own, other);
        self
    }

    /// With what gave way to the line: that is told before it.
    #[must_use]
    pub(crate) fn after(self, gave_way: &str) -> Reply {
        self.with(GAVE_WAY, &gave_way)
    }
    /// What is told before it, as it is sent.
    pub(crate) fn notice(&self) -> Option<String> {
        self.more.get(GAVE_WAY)?.as_str().map(|text| notice("done", text))
    }

    /// With something beside its text.
    #[must_use]
    pub(crate) fn with(mut self, field: &str, value: &impl Serialize) -> Reply {
        self.more.insert(field.into(), serde_json::to_value(value).unwrap_or_default());
        self
    }

    /// As it is sent; `to` is the page's number for what it answers.
    pub(crate) fn json(&self, to: Option<u64>) -> String {
        let mut whole = json!({ "m": "reply", "to": to, "of": self.of, "text": self.text });
        if let Some(fields) = whole.as_object_mut() {
            fields.extend(self.more.clone());
        }
        wire::text(&whole)
    }
}

/// What nobody asked for.
pub(crate) fn notice(kind: &str, text: &str) -> String {
    wire::text(&json!({ "m": "notice", "kind": kind, "text": text }))
}
