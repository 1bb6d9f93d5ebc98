//! Converts replies of the session to JSON messages.

use crate::wire;
use cardwright_session::{Completed, Reply};
use serde_json::json;

/// The most words that one completion offers.
const MAX_WORDS: usize = 60;

/// Builds the message that sends a reply. `number` is the number of the page's message that it answers.
pub(crate) fn message(reply: &Reply, number: u64) -> String {
    let mut message = serde_json::to_value(reply).unwrap_or_default();
    if let Some(fields) = message.as_object_mut() {
        fields.insert("m".into(), "reply".into());
        fields.insert("to".into(), number.into());
        if let Some(text) = reply.sentences() {
            fields.insert("text".into(), text.into());
        }
        if let Some(replaced_answer) = reply.replaced_answer() {
            fields.insert("gave_way".into(), replaced_answer.text.clone().into());
        }
    }
    wire::to_json(&message)
}

/// Builds the message with the words that may be typed next.
pub(crate) fn completed(completed: &Completed, number: u64) -> String {
    let mut fields = serde_json::to_value(completed).unwrap_or_default();
    if let Some(words) = fields["words"].as_array_mut() {
        words.truncate(MAX_WORDS);
    }
    let whole = fields.get("whole").cloned();
    wire::to_json(
        &json!({ "m": "reply", "to": number, "of": "complete", "text": "", "words": fields["words"], "whole": whole }),
    )
}

/// Builds the message with an error. `number` is the number of the page's message, if that message has a number.
pub(crate) fn error(text: &str, number: Option<u64>) -> String {
    wire::to_json(&json!({ "m": "reply", "to": number, "of": "error", "text": text }))
}

/// Builds a message that answers no message of a page.
pub(crate) fn notice(kind: &str, text: &str) -> String {
    wire::to_json(&json!({ "m": "notice", "kind": kind, "text": text }))
}
