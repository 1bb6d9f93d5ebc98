//! What is told of a line that is asked about (`why not LINE`) once its first answer is legal: of all of it.

use crate::refusal::Reason;
use cardwright_table::{PlayError, Preview, Refused, Then};
use serde::Serialize;

/// What is told of a whole line whose first answer is legal.
#[derive(Debug)]
pub enum Verdict {
    /// It is legal, as far as may be known before it is played: what is said, and what of it is unwise.
    Legal(String, Vec<Unwise>),
    /// What comes after the first answer does not fit.
    Refused(Box<Refused>),
}

/// An answer of a line that nobody takes who has another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unwise {
    /// The row.
    pub row: String,
    /// Why, as far as the rules say.
    pub why: Reason,
    /// `path:line` of the rule that says so.
    pub place: String,
}

impl Verdict {
    /// What a preview of the line has shown. It tells no more than that: whether words fit that come after chance, or after something
    /// hidden, it does not know.
    pub fn of(text: &str, tried: Result<Preview, Box<Refused>>) -> Verdict {
        let preview = match tried {
            Err(refused) if matches!(refused.error, PlayError::Line { .. } | PlayError::WrongSide { .. }) => {
                return Verdict::Refused(refused);
            }
            // What fails on the way is no matter of legality.
            Err(_) => return Verdict::Legal(format!("`{text}` is legal here"), Vec::new()),
            Ok(preview) => preview,
        };
        let unwise = preview.answers.iter().chain(&preview.stopped).filter_map(|answer| {
            let why = answer.unwise.as_ref()?;
            Some(Unwise { row: answer.row.clone(), why: Reason::of(why), place: why.at.clone() })
        });
        Verdict::Legal(says(text, &preview), unwise.collect())
    }
}

fn says(text: &str, preview: &Preview) -> String {
    let further = &preview.further;
    match &preview.then {
        _ if !further.is_empty() => {
            let begins = text.strip_suffix(further.as_str()).unwrap_or(text).trim_end();
            format!(
                "`{begins}` is legal here; chance comes into it, and whether `{further}` fits is known only after that"
            )
        }
        Then::Hidden => {
            let row = preview.stopped.as_ref().map_or(text, |answer| answer.row.as_str());
            format!(
                "`{row}` is legal; it shows something that is hidden until it is played, and what may follow is known only then"
            )
        }
        _ => format!("`{text}` is legal here"),
    }
}

impl Unwise {
    /// `declare dallas is unwise: no unit could come next to it [DM 2.1]`.
    pub fn words(&self) -> String {
        let why = self.why.words();
        let colon = if why.is_empty() { "" } else { ": " };
        format!("{} is unwise{colon}{why}", self.row)
    }
}
