//! The pending choice: who is asked, the question, the rows, and the standing actions of all sides.

use crate::refusal::Reason;
use cardwright_script::RunError;
use cardwright_table::Viewer;
use cardwright_table::{Prompt, RowView, Table};
use serde::Serialize;

/// The pending choice. Only the asked side and viewers who see everything get the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The id of the side that is asked.
    pub side: String,
    /// The question.
    pub text: String,
    /// The ids of the spaces that the question names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// The legal answers.
    pub rows: Vec<Row>,
    /// The index of the row that Enter takes.
    pub default: Option<usize>,
}

/// One legal answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The words to type, in full.
    pub text: String,
    /// The words to show, if nobody needs to type the marks of its pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// The meaning in plain language.
    pub label: String,
    /// Whether the rules discourage this row.
    #[serde(rename = "unwise", skip_serializing_if = "is_false")]
    pub discouraged: bool,
    /// Why the rules discourage this row, if the view was made with reasons and the rules give one. Programs ask `why`.
    #[serde(skip)]
    pub why_discouraged: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(value: &bool) -> bool {
    !value
}

/// The actions that a side may take before the pending answer. No rule runs to find these actions, so the list reveals
/// nothing that is hidden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingActions {
    /// The id of the side.
    pub side: String,
    /// The ids of the actions.
    pub actions: Vec<String>,
}

/// The rows of a side's standing actions. Only that side and viewers who see everything get them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingRows {
    /// The id of the side.
    pub side: String,
    /// The legal rows.
    pub rows: Vec<Row>,
}

impl From<RowView> for Row {
    fn from(row: RowView) -> Row {
        let RowView { text, shown, label, discouraged } = row;
        Row { text, shown, label, discouraged, why_discouraged: String::new() }
    }
}

impl Row {
    /// The words to show: those to type, without marks that nobody needs to type.
    pub fn words(&self) -> &str {
        self.shown.as_ref().unwrap_or(&self.text)
    }
}

impl Choice {
    /// Converts a prompt: ids replace handles, and the question `?` becomes `Which?`.
    pub fn new(prompt: Prompt, table: &Table) -> Choice {
        let board = table.board();
        Choice {
            about: prompt.about.iter().map(|space| board.spaces[space.index()].id.clone()).collect(),
            side: board.sides[prompt.side.index()].id.clone(),
            text: if prompt.text == "?" { "Which?".into() } else { prompt.text },
            rows: prompt.rows.into_iter().map(Row::from).collect(),
            default: prompt.default,
        }
    }
}

/// Returns the pending choice, or `None` once the game is over.
pub fn choice(table: &Table, viewer: Viewer) -> Option<Choice> {
    table.prompt(viewer).map(|prompt| Choice::new(prompt, table))
}

/// Returns the pending choice with the reason for each discouraged row. Runs the scripts if there is such a row.
pub fn choice_with_reasons(table: &mut Table, viewer: Viewer) -> Option<Choice> {
    let mut choice = choice(table, viewer)?;
    if choice.rows.iter().any(|row| row.discouraged) {
        for (index, reason) in table.discouraged_rows() {
            choice.rows[index].why_discouraged = Reason::new(&reason).words();
        }
    }
    Some(choice)
}

/// Returns the standing actions of every side that has any.
pub fn standing_actions(table: &Table) -> Vec<StandingActions> {
    let sides = &table.board().sides;
    let standing = table.game().standing_actions().into_iter();
    standing.map(|(side, actions)| StandingActions { side: sides[side.index()].id.clone(), actions }).collect()
}

/// Returns the rows of the standing actions that the viewer may read.
///
/// # Errors
/// A rule fails.
pub fn standing_rows(table: &mut Table, viewer: Viewer) -> Result<Vec<StandingRows>, RunError> {
    let mut out = Vec::new();
    for (side, _) in table.game().standing_actions() {
        if viewer.may_read(side) {
            let rows = table.game_mut().standing_rows(side, viewer)?.into_iter().map(Row::from).collect();
            out.push(StandingRows { side: table.board().sides[side.index()].id.clone(), rows });
        }
    }
    Ok(out)
}
