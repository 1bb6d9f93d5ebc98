//! What is asked: of whom, in which words, what may be answered, and what sides may do besides.

use cardwright_script::RunError;
use cardwright_table::label::Audience;
use cardwright_table::{Prompt, RowView, Table};
use serde::Serialize;

/// The pending choice. Its rows are for the side that is asked, and for those who see all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The id of the side that is asked.
    pub side: String,
    /// What is asked.
    pub text: String,
    /// The ids of the spaces that the question names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// What may be answered.
    pub rows: Vec<Row>,
    /// The index of the row that Enter takes.
    pub default: Option<usize>,
}

/// One thing that may be answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What is typed.
    pub text: String,
    /// What it means.
    pub label: String,
    /// Whether the rules say that nobody takes it who has another.
    #[serde(skip_serializing_if = "is_false")]
    pub unwise: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(it: &bool) -> bool {
    !it
}

/// The actions that a side may take before the pending answer. No rule is asked: this tells nothing that it knows alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Besides {
    /// The id of the side.
    pub side: String,
    /// The ids of the actions.
    pub actions: Vec<String>,
}

/// The rows that stand open for a side besides. They are for that side, and for those who see all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The id of the side.
    pub side: String,
    /// What it may do.
    pub rows: Vec<Row>,
}

impl From<RowView> for Row {
    fn from(row: RowView) -> Row {
        Row { text: row.text, label: row.label, unwise: row.unwise }
    }
}

impl Choice {
    /// A prompt by ids and words; `?` asks which.
    pub fn of(prompt: Prompt, table: &Table) -> Choice {
        let board = table.board();
        Choice {
            about: prompt.about.iter().map(|space| board.spaces[space.at()].id.clone()).collect(),
            side: board.sides[prompt.side.at()].id.clone(),
            text: if prompt.text == "?" { "Which?".into() } else { prompt.text },
            rows: prompt.rows.into_iter().map(Row::from).collect(),
            default: prompt.default,
        }
    }
}

/// The pending choice; none where the game is over.
pub fn choice(table: &Table, audience: Audience) -> Option<Choice> {
    table.prompt(audience).map(|prompt| Choice::of(prompt, table))
}

/// Who may do something before the pending answer, and what.
pub fn besides(table: &Table) -> Vec<Besides> {
    let sides = &table.board().sides;
    let all = table.standing_actions().into_iter();
    all.map(|(side, actions)| Besides { side: sides[side.at()].id.clone(), actions }).collect()
}

/// The rows that stand open besides, as far as these eyes may read them.
///
/// # Errors
/// A rule fails.
pub fn standing(table: &mut Table, audience: Audience) -> Result<Vec<Standing>, RunError> {
    let mut out = Vec::new();
    for (side, _) in table.standing_actions() {
        if audience.reads(side) {
            let rows = table.standing(side, audience)?.into_iter().map(Row::from).collect();
            out.push(Standing { side: table.board().sides[side.at()].id.clone(), rows });
        }
    }
    Ok(out)
}
