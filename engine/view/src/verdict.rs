//! The answer to `why not LINE` for a line whose first answer is legal.

use crate::refusal::Reason;
use cardwright_table::{PlayError, Preview, PreviewEnd, RefusedLine};
use serde::Serialize;

/// The verdict on a whole line.
#[derive(Debug)]
pub enum Verdict {
    /// The line is legal, as far as the viewer can know before somebody plays it. Holds the message and the discouraged
    /// answers.
    Legal(String, Vec<DiscouragedAnswer>),
    /// A later part of the line does not fit.
    Refused(Box<RefusedLine>),
}

/// A legal but discouraged answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiscouragedAnswer {
    /// The words of the row.
    pub row: String,
    /// Why the rules discourage this answer.
    pub why: Reason,
    /// `path:line` of the rule.
    pub place: String,
}

impl Verdict {
    /// Judges the preview of a line. Words that come after a chance result or after something hidden are not judged.
    pub fn new(text: &str, preview: Result<Preview, Box<RefusedLine>>) -> Verdict {
        let preview = match preview {
            Err(refused) if matches!(refused.error, PlayError::Line { .. } | PlayError::WrongSide { .. }) => {
                return Verdict::Refused(refused);
            }
            // A script error on the way does not make the line illegal.
            Err(_) => return Verdict::Legal(format!("`{text}` is legal here"), Vec::new()),
            Ok(preview) => preview,
        };
        let discouraged = preview.answers.iter().chain(&preview.stopped_at).filter_map(|answer| {
            let explanation = answer.discouraged.as_ref()?;
            let (why, place) = (Reason::new(explanation), explanation.script_line.clone());
            Some(DiscouragedAnswer { row: answer.row.clone(), why, place })
        });
        Verdict::Legal(legal_text(text, &preview), discouraged.collect())
    }
}

fn legal_text(text: &str, preview: &Preview) -> String {
    let further = &preview.unparsed;
    match &preview.end {
        _ if !further.is_empty() => {
            let legal_part = text.strip_suffix(further.as_str()).unwrap_or(text).trim_end();
            format!("`{legal_part}` is legal here; whether `{further}` fits depends on chance")
        }
        PreviewEnd::Hidden => {
            let row = preview.stopped_at.as_ref().map_or(text, |answer| answer.row.as_str());
            format!(
                "`{row}` is legal; it reveals something hidden, so what may follow is known only after it is played"
            )
        }
        _ => format!("`{text}` is legal here"),
    }
}

impl DiscouragedAnswer {
    /// Returns the warning: `declare dallas is unwise: no unit could come next to it [DM 2.1]`.
    pub fn words(&self) -> String {
        let why = self.why.words();
        let colon = if why.is_empty() { "" } else { ": " };
        format!("{} is unwise{colon}{why}", self.row)
    }
}
