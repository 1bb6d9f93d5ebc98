//! Lines that programs write, and the answers to choices among them.

use crate::line_reader::{Line, MAX_LINE};
use cardwright_script::amount_bounds;
use cardwright_state::Answer;
use cardwright_table::{PlayError, Table};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The most bytes of a typed line in an answer.
const MAX_TYPED_LINE: usize = 4096;
const FORMS: &str =
    r#"`{"new": {"seed": 1}}`, `{"answer": {"moment": 1, "row": 0}}`, `{"undo": {}}` or `{"hello": {}}`"#;

/// What a program wants.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Request {
    Hello(Hello),
    New(New),
    Answer(AnswerRequest),
    Undo(Undo),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    #[serde(default)]
    pub(crate) most_rows: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) seed: u64,
    pub(crate) scenario: Option<String>,
    #[serde(default)]
    pub(crate) options: Map<String, Value>,
    /// Whether undo also takes back dice, cards and answers of other sides.
    #[serde(default)]
    pub(crate) open: bool,
    /// Whether states contain the position in notation.
    #[serde(default)]
    pub(crate) view: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    /// The moment of the state that the program answers.
    pub(crate) moment: u64,
    row: Option<usize>,
    #[serde(default)]
    numbers: Vec<i64>,
    line: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undo {}

/// Why a line is refused, and what would be right.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: &'static str,
    pub(crate) message: String,
    expected: String,
}

impl Refusal {
    pub(crate) fn new(code: &'static str, message: impl Into<String>, expected: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), expected: expected.into() }
    }
    pub(crate) fn to_json(&self) -> Value {
        json!({ "error": { "code": self.code, "message": self.message, "expected": self.expected } })
    }
}

/// Why an answer has no effect.
#[derive(Debug)]
pub(crate) enum AnswerError {
    /// It is no legal answer.
    Refused(Refusal),
    /// It is legal, but the table cannot carry it out.
    Play(PlayError),
}

impl From<Refusal> for AnswerError {
    fn from(refusal: Refusal) -> AnswerError {
        AnswerError::Refused(refusal)
    }
}

impl Request {
    pub(crate) fn parse(line: &Line) -> Result<Request, Refusal> {
        let Line::Bytes(line) = line else {
            return Err(Refusal::new(
                "too-long",
                format!("the line has more than {MAX_LINE} bytes"),
                "a line of at most 1 MiB",
            ));
        };
        let value: Value =
            serde_json::from_slice(line).map_err(|error| Refusal::new("json", error.to_string(), FORMS))?;
        serde_json::from_value(value).map_err(|error| Refusal::new("request", error.to_string(), FORMS))
    }
}

impl AnswerRequest {
    /// Answers the pending choice. Returns a remark if a typed line took effect only in part.
    pub(crate) fn play(&self, table: &mut Table, moment: u64) -> Result<Option<String>, AnswerError> {
        let over = || Refusal::new("over", "the game is over", "`new`, or the end of the input");
        let choice = table.choice().ok_or_else(over)?;
        if self.moment != moment {
            let message = format!("the answer is for moment {}, and the game is at moment {moment}", self.moment);
            return Err(Refusal::new("moment", message, "the `moment` of the last state").into());
        }
        match (self.row, &self.line) {
            (Some(row), None) => {
                let Some(columns) = choice.rows.get(row) else {
                    let last = choice.rows.len().saturating_sub(1);
                    return Err(Refusal::new("row", format!("there is no row {row}"), format!("0 to {last}")).into());
                };
                if columns.filled(&self.numbers).is_none() {
                    let amounts = amount_bounds(columns, &choice.likely);
                    let bounds: Vec<String> = (amounts.iter())
                        .map(|amount| format!("{} to {} in steps of {}", amount.min, amount.max, amount.step))
                        .collect();
                    let message = format!("{:?} are not the numbers of row {row}", self.numbers);
                    return Err(Refusal::new("numbers", message, format!("[{}]", bounds.join(", "))).into());
                }
                let answer = Answer::new(row, self.numbers.iter().copied());
                table.answer(answer, false).map(|_| None).map_err(AnswerError::Play)
            }
            (None, Some(line)) if self.numbers.is_empty() => play_line(table, line),
            _ => {
                let message = "an answer has either a `row`, with `numbers` if the row has amounts, or a `line`";
                Err(Refusal::new("request", message, FORMS).into())
            }
        }
    }
}

fn play_line(table: &mut Table, line: &str) -> Result<Option<String>, AnswerError> {
    const EXPECTED: &str = "the `text` of a row, with a number in place of each amount";
    if line.trim().is_empty() || line.len() > MAX_TYPED_LINE {
        let message = format!("a line has 1 to {MAX_TYPED_LINE} bytes");
        return Err(Refusal::new("line", message, EXPECTED).into());
    }
    match table.play(table.asked(), line) {
        Ok(played) => match played.incomplete {
            None => Ok(None),
            Some((words, next)) => {
                let next = next.iter().take(20).map(String::as_str).collect::<Vec<_>>().join(", ");
                let message = format!("`{words}` is incomplete");
                match played.answers.is_empty() {
                    true => Err(Refusal::new("line", message, format!("after it one of: {next}")).into()),
                    false => Ok(Some(message)),
                }
            }
        },
        Err(error) if error.answered() > 0 => Ok(Some(error.to_string())),
        Err(error @ PlayError::Line { .. }) => Err(Refusal::new("line", error.to_string(), EXPECTED).into()),
        Err(error) => Err(AnswerError::Play(error)),
    }
}
