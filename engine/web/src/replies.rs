//! Converts replies of the session to JSON messages.

use crate::wire;
use cardwright_session::{Completed, Reply};
use serde_json::json;

/// The most words that one completion offers.
const MAX_WORDS: usize = 60;

/// The message with a reply. `to`: the number of the page's message.
pub(crate) fn message(reply: &Reply, to: u64) -> String {
    let mut whole = serde_json::to_value(reply).unwrap_or_default();
    if let Some(fields) = whole.as_object_mut() {
        fields.insert("m".into(), "reply".into());
        fields.insert("to".into(), to.into());
        if let Some(text) = reply.sentences() {
            fields.insert("text".into(), text.into());
        }
        if let Some(gave_way) = reply.gave_way() {
            fields.insert("gave_way".into(), gave_way.text.clone().into());
        }
    }
    wire::to_json(&whole)
}

/// The message with the words that may be typed next.
pub(crate) fn completed(completed: &Completed, to: u64) -> String {
    let mut words = serde_json::to_value(completed).unwrap_or_default();
    if let Some(all) = words["words"].as_array_mut() {
        all.truncate(MAX_WORDS);
    }
    let whole = words.get("whole").cloned();
    wire::to_json(
        &json!({ "m": "reply", "to": to, "of": "complete", "text": "", "words": words["words"], "whole": whole }),
    )
}

/// The message with an error, also for requests that are not lines.
pub(crate) fn error(text: &str, to: Option<u64>) -> String {
    wire::to_json(&json!({ "m": "reply", "to": to, "of": "error", "text": text }))
}

/// A message that answers no request.
pub(crate) fn notice(kind: &str, text: &str) -> String {
    wire::to_json(&json!({ "m": "notice", "kind": kind, "text": text }))
}
