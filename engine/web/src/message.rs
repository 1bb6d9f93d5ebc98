//! What a browser sends, as read.

use serde::{Deserialize, Deserializer};

/// The first message of a socket.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct First {
    /// The secret of its link.
    pub(crate) key: String,
    /// How many entries of the log the page has.
    #[serde(default)]
    #[expect(dead_code, reason = "the stamp says it, and says it of this table")]
    log: u64,
    /// The stamp of the last of them: see [`crate::story::News`].
    #[serde(default)]
    pub(crate) stamp: u64,
}

/// A message of a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Message {
    /// A line as the prompt reads it.
    Line {
        /// The page's number for it.
        to: u64,
        /// The event it is for, if it is said.
        at: Option<usize>,
        /// The line.
        line: String,
    },
    /// What may be typed next.
    Complete {
        /// The page's number for it.
        to: u64,
        /// What is typed so far.
        text: String,
    },
    /// The table after an earlier event, or as it is again.
    Look(Option<usize>),
    /// For which side the desk answers.
    Seat(Option<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    to: Option<u64>,
    at: Option<usize>,
    line: Option<String>,
    complete: Option<String>,
    #[serde(default, deserialize_with = "given")]
    look: Option<Option<usize>>,
    #[serde(default, deserialize_with = "given")]
    seat: Option<Option<String>>,
}

/// A field that is there, be it `null`.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl Message {
    /// Reads one; what is wrong with it otherwise, with the page's number if that can be read.
    pub(crate) fn read(text: &str) -> Result<Message, String> {
        let fields: Fields = serde_json::from_str(text).map_err(|error| format!("no message: {error}"))?;
        match fields {
            Fields { to: Some(to), at, line: Some(line), complete: None, look: None, seat: None } => {
                Ok(Message::Line { to, at, line: tame(&line) })
            }
            Fields { to: Some(to), line: None, complete: Some(text), look: None, seat: None, .. } => {
                Ok(Message::Complete { to, text: tame(&text) })
            }
            Fields { look: Some(look), line: None, complete: None, seat: None, .. } => Ok(Message::Look(look)),
            Fields { seat: Some(seat), line: None, complete: None, look: None, .. } => Ok(Message::Seat(seat)),
            _ => Err("no message: it takes `to` with `line` or `complete`, or `look`, or `seat`".into()),
        }
    }
}

/// A line without what no keyboard types: what steers a terminal, or ends a text, where it is read again.
fn tame(line: &str) -> String {
    let tamed = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    line.chars().map(tamed).collect()
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn control_characters_are_replaced() {
        let line = Message::Line { to: 1, at: None, line: "note a\u{fffd}b\u{fffd} c".into() };
        assert_eq!(Message::read("{\"to\":1,\"line\":\"note a\\u0000b\\u001b\\tc\"}"), Ok(line));
    }

    #[test]
    fn messages_are_read_and_nothing_else_is() {
        let line = Message::Line { to: 7, at: Some(17), line: "stir port".into() };
        assert_eq!(Message::read(r#"{"to":7,"at":17,"line":"stir port"}"#), Ok(line));
        assert_eq!(Message::read(r#"{"look":null}"#), Ok(Message::Look(None)));
        assert_eq!(Message::read(r#"{"look":12}"#), Ok(Message::Look(Some(12))));
        assert_eq!(Message::read(r#"{"seat":"us"}"#), Ok(Message::Seat(Some("us".into()))));
        for wrong in
            ["", "7", "{}", r#"{"line":"x"}"#, r#"{"to":-1,"line":"x"}"#, r#"{"look":1,"seat":null}"#, r#"{"lok":1}"#]
        {
            assert!(Message::read(wrong).is_err(), "{wrong}");
        }
    }
}
