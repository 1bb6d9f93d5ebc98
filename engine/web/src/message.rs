//! Messages from a page.

use serde::{Deserialize, Deserializer};

/// The first message of a socket.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct First {
    /// The key of its link.
    pub(crate) key: String,
    /// The number of log entries that the page has.
    #[serde(default)]
    #[expect(dead_code, reason = "`log_version` is enough, and is unique to this server")]
    log: u64,
    /// The version of the log that the page has: the `stamp` of [`crate::log_feed::NewEntries`].
    #[serde(default, rename = "stamp")]
    pub(crate) log_version: u64,
}

/// A later message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Message {
    /// A typed line, as at the prompt.
    Line {
        /// The number that the page gave the message. The reply repeats it.
        to: u64,
        /// The event for which the line was typed.
        at: Option<usize>,
        line: String,
    },
    /// Asks which words may be typed next.
    Complete {
        /// The number that the page gave the message. The reply repeats it.
        to: u64,
        /// The text typed so far.
        text: String,
    },
    /// Looks back at an event, or returns to the current position.
    Look(Option<usize>),
    /// Chooses the side that the host answers for; none: the side to move.
    Seat(Option<String>),
}

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

/// Distinguishes a field that is `null` from one that is missing.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

impl Message {
    /// Parses a message.
    ///
    /// # Errors
    /// It is not one of the messages above.
    pub(crate) fn parse(text: &str) -> Result<Message, String> {
        let fields: Fields = serde_json::from_str(text).map_err(|error| format!("invalid message: {error}"))?;
        match fields {
            Fields { to: Some(to), at, line: Some(line), complete: None, look: None, seat: None } => {
                Ok(Message::Line { to, at, line: without_control_characters(&line) })
            }
            Fields { to: Some(to), line: None, complete: Some(text), look: None, seat: None, .. } => {
                Ok(Message::Complete { to, text: without_control_characters(&text) })
            }
            Fields { look: Some(look), line: None, complete: None, seat: None, .. } => Ok(Message::Look(look)),
            Fields { seat: Some(seat), line: None, complete: None, look: None, .. } => Ok(Message::Seat(seat)),
            _ => Err("invalid message: it takes `to` with `line` or `complete`, or `look`, or `seat`".into()),
        }
    }
}

/// Replaces control characters: they could control a terminal, or end a line of a record.
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
        let line = Message::Line { to: 1, at: None, line: "note a\u{fffd}b\u{fffd} c".into() };
        assert_eq!(Message::parse("{\"to\":1,\"line\":\"note a\\u0000b\\u001b\\tc\"}"), Ok(line));
    }

    #[test]
    fn only_known_messages_are_accepted() {
        let line = Message::Line { to: 7, at: Some(17), line: "stir port".into() };
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
