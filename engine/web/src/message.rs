//! Messages from a page.

use serde::{Deserialize, Deserializer};

/// The first message of a socket.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct First {
    /// The key of the link that the page was opened with.
    pub(crate) key: String,
    /// The number of log entries that the page has.
    #[serde(default)]
    #[expect(dead_code, reason = "the server uses `log_version` only")]
    log: u64,
    /// The version of the log that the page has: the `stamp` of [`crate::log_feed::NewEntries`].
    #[serde(default, rename = "stamp")]
    pub(crate) log_version: u64,
}

/// A later message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Message {
    /// A typed line, as people type it at the prompt.
    Line {
        /// The number that the page gave this message. The reply contains the same number.
        number: u64,
        /// The number of the event that the page showed when the line was typed.
        event: Option<usize>,
        line: String,
    },
    /// Asks which words may be typed next.
    Complete {
        /// The number that the page gave this message. The reply contains the same number.
        number: u64,
        /// The text typed so far.
        text: String,
    },
    /// Asks for the position after an event. `None` returns to the current position.
    Look(Option<usize>),
    /// Chooses the side that the host answers for. `None` means the side to move.
    Seat(Option<String>),
}

/// The fields of all kinds of messages. `to` becomes `number`, and `at` becomes `event` of [`Message::Line`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    to: Option<u64>,
    at: Option<usize>,
    line: Option<String>,
    complete: Option<String>,
    #[serde(default, deserialize_with = "present")]
    look: Option<Option<usize>>,
    #[serde(default, deserialize_with = "present")]
    seat: Option<Option<String>>,
}

/// Distinguishes a field that is `null` from a field that is missing: `null` gives `Some(None)`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

impl Message {
    /// Parses a message.
    ///
    /// # Errors
    /// The text is not the JSON of a [`Message`].
    pub(crate) fn parse(text: &str) -> Result<Message, String> {
        let fields: Fields = serde_json::from_str(text).map_err(|error| format!("invalid message: {error}"))?;
        match fields {
            Fields { to: Some(number), at: event, line: Some(line), complete: None, look: None, seat: None } => {
                Ok(Message::Line { number, event, line: without_control_characters(&line) })
            }
            Fields { to: Some(number), line: None, complete: Some(text), look: None, seat: None, .. } => {
                Ok(Message::Complete { number, text: without_control_characters(&text) })
            }
            Fields { look: Some(look), line: None, complete: None, seat: None, .. } => Ok(Message::Look(look)),
            Fields { seat: Some(seat), line: None, complete: None, look: None, .. } => Ok(Message::Seat(seat)),
            _ => Err("invalid message: it takes `to` with `line` or `complete`, or `look`, or `seat`".into()),
        }
    }
}

/// Replaces control characters, because they could control a terminal, or end a text line of a record.
fn without_control_characters(line: &str) -> String {
    let replace = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    line.chars().map(replace).collect()
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn control_characters_are_replaced() {
        let line = Message::Line { number: 1, event: None, line: "note a\u{fffd}b\u{fffd} c".into() };
        assert_eq!(Message::parse("{\"to\":1,\"line\":\"note a\\u0000b\\u001b\\tc\"}"), Ok(line));
    }

    #[test]
    fn only_known_messages_are_accepted() {
        let line = Message::Line { number: 7, event: Some(17), line: "stir port".into() };
        assert_eq!(Message::parse(r#"{"to":7,"at":17,"line":"stir port"}"#), Ok(line));
        assert_eq!(Message::parse(r#"{"look":null}"#), Ok(Message::Look(None)));
        assert_eq!(Message::parse(r#"{"look":12}"#), Ok(Message::Look(Some(12))));
        assert_eq!(Message::parse(r#"{"seat":"us"}"#), Ok(Message::Seat(Some("us".into()))));
        for wrong in
            ["", "7", "{}", r#"{"line":"x"}"#, r#"{"to":-1,"line":"x"}"#, r#"{"look":1,"seat":null}"#, r#"{"lok":1}"#]
        {
            assert!(Message::parse(wrong).is_err(), "{wrong}");
        }
    }
}
