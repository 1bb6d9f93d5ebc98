//! The preview of a typed line for display: its answers, the changes, the log on the way, and the next question.

use crate::changes::{SubjectChanges, changes};
use crate::choice::Choice;
use crate::refusal::Reason;
use crate::view_context::ViewContext;
use cardwright_script::GameEvent;
use cardwright_state::SideId;
use cardwright_table::game_log;
use cardwright_table::{Preview, PreviewAnswer, PreviewEnd, Table};
use serde::Serialize;

/// The most words that [`list_few`] lists.
const MOST_WORDS: usize = 12;

/// The result of playing a typed line, without playing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// The answers that the line would give. The last one may depend on chance.
    #[serde(rename = "would")]
    pub answers: Vec<ForecastAnswer>,
    /// The changes to the position.
    pub changed: Vec<SubjectChanges>,
    /// The decisions of sides that the rules play, each with the side's name.
    #[serde(rename = "ruled")]
    pub decisions: Vec<String>,
    /// The other log lines.
    #[serde(rename = "told")]
    pub log: Vec<String>,
    /// The state after the line.
    pub then: ForecastEnd,
    /// The words of the line after a roll, draw or pick. Whether these words fit depends on the chance result.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub further: String,
}

/// An answer that a line would give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ForecastAnswer {
    /// The name of the side, if it is not the side that is asked now.
    pub side: Option<String>,
    /// The words of the row.
    pub row: String,
    /// The row in plain language.
    pub label: String,
    /// Whether the engine fills in this answer as a default at the end of the line.
    pub automatic: bool,
    /// Why the rules discourage this row, if they do.
    #[serde(rename = "unwise", skip_serializing_if = "Option::is_none")]
    pub discouraged: Option<Reason>,
}

/// The state of the game after a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForecastEnd {
    /// A side would be asked.
    Asked {
        /// The name of the side.
        name: String,
        /// The choice.
        choice: Choice,
    },
    /// The line is incomplete.
    Open {
        /// The words typed since the last complete answer.
        words: String,
        /// The words that may follow.
        next: Vec<String>,
    },
    /// Dice would be rolled.
    Dice {
        /// The id of the die.
        die: String,
        /// The number of dice.
        count: u32,
    },
    /// An unknown card of a pile would be drawn or looked at.
    Card {
        /// The name of the pile.
        pile: String,
    },
    /// Something would be picked by chance.
    Pick,
    /// The answer would reveal something that is hidden from the viewer.
    Hidden {
        /// The answer that would reveal something.
        #[serde(rename = "would")]
        answer: Option<ForecastAnswer>,
    },
    /// The game would be over, with this result.
    Over(String),
}

impl Forecast {
    /// Renders a preview for the viewer of `now`, which is the context of the table's current position.
    pub fn new(table: &Table, now: &ViewContext<'_>, preview: &Preview) -> Forecast {
        let then = ViewContext { position: &preview.position, ..*now };
        let chance_answer = preview.stopped_at.iter().filter(|_| preview.end != PreviewEnd::Hidden);
        let (mut decisions, mut log) = (Vec::new(), Vec::new());
        for event in preview.game_events.iter().filter(|event| !event.is_decision_detail()) {
            let text = game_log::event_text(table.program(), now.viewer, event);
            match event {
                GameEvent::Decision { side: Some(side), .. } => {
                    decisions.push(format!("{}: {text}", table.board().sides[side.index()].name));
                }
                _ => log.push(text),
            }
        }
        Forecast {
            answers: preview
                .answers
                .iter()
                .chain(chance_answer)
                .map(|answer| ForecastAnswer::new(table, answer))
                .collect(),
            changed: changes(now, &then),
            decisions,
            log,
            then: ForecastEnd::new(table, preview),
            further: preview.unparsed.clone(),
        }
    }
}

impl ForecastAnswer {
    fn new(table: &Table, answer: &PreviewAnswer) -> ForecastAnswer {
        let name = |side: SideId| table.board().sides[side.index()].name.clone();
        let is_other_side = table.asked() != Some(answer.side);
        ForecastAnswer {
            side: is_other_side.then(|| name(answer.side)),
            row: answer.row.clone(),
            label: answer.label.clone(),
            automatic: answer.automatic,
            discouraged: answer.discouraged.as_ref().map(Reason::new),
        }
    }

    /// Returns the warning for a discouraged answer:
    /// `! unwise, declare dallas: no unit could come next to it [DM 2.1]`. Returns `None` for any other answer.
    pub fn warning(&self) -> Option<String> {
        let why = self.discouraged.as_ref()?.words();
        let colon = if why.is_empty() { "" } else { ": " };
        Some(format!("! unwise, {}{colon}{why}", self.label))
    }

    /// Describes the answer: `March from Port to The Hills`, with the side's name in front if another side answers. The
    /// text says if the answer is a default.
    pub fn words(&self) -> String {
        let prefix = self.side.as_ref().map(|side| format!("{side}: ")).unwrap_or_default();
        format!("{prefix}{}{}", self.label, if self.automatic { " (the default)" } else { "" })
    }
}

impl ForecastEnd {
    fn new(table: &Table, preview: &Preview) -> ForecastEnd {
        let board = table.board();
        match &preview.end {
            PreviewEnd::Incomplete(words, next) => ForecastEnd::Open { words: words.clone(), next: next.clone() },
            PreviewEnd::Asked(prompt) => ForecastEnd::Asked {
                name: board.sides[prompt.side.index()].name.clone(),
                choice: Choice::new(prompt.clone(), table),
            },
            PreviewEnd::Dice(die, count) => {
                ForecastEnd::Dice { die: board.dice[die.index()].id.clone(), count: *count }
            }
            PreviewEnd::Card(pile) => {
                ForecastEnd::Card { pile: table.program().content.display_names.pile(board, *pile) }
            }
            PreviewEnd::Pick => ForecastEnd::Pick,
            PreviewEnd::Hidden => ForecastEnd::Hidden {
                answer: preview.stopped_at.as_ref().map(|answer| ForecastAnswer::new(table, answer)),
            },
            PreviewEnd::Over(result) => ForecastEnd::Over(result.clone()),
        }
    }

    /// Describes the state in one sentence.
    pub fn words(&self) -> String {
        match self {
            ForecastEnd::Open { words, next } if words.is_empty() => format!("which? {}", list_few(next)),
            ForecastEnd::Open { words, next } => format!("`{words}` what? {}", list_few(next)),
            ForecastEnd::Asked { name, choice } => {
                let rows: Vec<&str> = choice.rows.iter().map(|row| row.text.as_str()).collect();
                let rows_text = match rows.len() {
                    0 => String::new(),
                    1..=4 => format!(" {}", rows.join(" | ")),
                    n => format!(" ({n} ways)"),
                };
                format!("{name}: {}{rows_text}", choice.text)
            }
            ForecastEnd::Dice { die, count: 1 } => format!("a {die} decides"),
            ForecastEnd::Dice { die, count } => format!("{count} {die} decide"),
            ForecastEnd::Card { pile } => format!("a card of {pile} decides"),
            ForecastEnd::Pick => "chance picks".into(),
            ForecastEnd::Hidden { answer } => {
                let row = answer.as_ref().map(ForecastAnswer::words).unwrap_or_default();
                format!("{row} reveals something hidden")
            }
            ForecastEnd::Over(result) => format!("the game is over: {result}"),
        }
    }
}

/// Joins the first words of a list. A longer list ends with its full count.
fn list_few(words: &[String]) -> String {
    let shown = words.iter().take(MOST_WORDS).map(String::as_str).collect::<Vec<_>>().join(" | ");
    if words.len() > MOST_WORDS { format!("{shown} | … ({} in all)", words.len()) } else { shown }
}
