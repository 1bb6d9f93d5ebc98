//! What would come of a line: who answers what, what differs then, what happens on the way, how it goes on.

use crate::changed::{Changed, changed};
use crate::choice::Choice;
use crate::eyes::Eyes;
use crate::refusal::Reason;
use cardwright_script::Happening;
use cardwright_state::SideId;
use cardwright_table::story;
use cardwright_table::{Preview, Table, Then, WouldAnswer};
use serde::Serialize;

/// Most words that are told of what may follow.
const FEW: usize = 12;

/// What would come of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Foretold {
    /// The answers it would give, the one that chance comes into among them.
    pub would: Vec<Would>,
    /// What would differ.
    pub changed: Vec<Changed>,
    /// What sides that rules play would do on the way, each with its name.
    pub ruled: Vec<String>,
    /// What else would be told on the way.
    pub told: Vec<String>,
    /// How it would go on.
    pub then: Onward,
    /// What of the line is left then, of which nobody can say whether it fits.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub further: String,
}

/// An answer that a line would give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Would {
    /// The name of the side, where it is another than the one that is asked now.
    pub side: Option<String>,
    /// The row.
    pub row: String,
    /// The same in plain language.
    pub label: String,
    /// Whether it is a default, taken at the line's end.
    pub automatic: bool,
    /// That the rules say that nobody takes it who has another, and why, as far as they say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unwise: Option<Reason>,
}

/// How a game would go on after a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Onward {
    /// Somebody would be asked.
    Asked {
        /// Who, by name.
        name: String,
        /// What.
        choice: Choice,
    },
    /// The line says too little.
    Open {
        /// Its words since the last answer.
        words: String,
        /// What may follow them.
        next: Vec<String>,
    },
    /// Dice that nobody has given would be rolled.
    Dice {
        /// The id of the die.
        die: String,
        /// How many.
        count: u32,
    },
    /// A card of a pile would be drawn or looked at, and nobody can know which.
    Card {
        /// The pile, in words.
        pile: String,
    },
    /// Something would be picked by chance.
    Pick,
    /// Something would show that is hidden from who looks.
    Hidden {
        /// The answer that would show it.
        would: Option<Would>,
    },
    /// The game would be over.
    Over(String),
}

impl Foretold {
    /// What would come of a preview, as some eyes read it; they look at the position of the table as it is.
    pub fn of(table: &Table, now: &Eyes<'_>, preview: &Preview) -> Foretold {
        let then = Eyes { position: &preview.position, ..*now };
        let begun = preview.stopped.iter().filter(|_| preview.then != Then::Hidden);
        let (mut ruled, mut told) = (Vec::new(), Vec::new());
        for what in preview.happenings.iter().filter(|what| !what.is_weighed()) {
            let text = story::happening(table.program(), now.audience, what);
            match what {
                Happening::Explained { side: Some(side), .. } => {
                    ruled.push(format!("{}: {text}", table.board().sides[side.at()].name));
                }
                _ => told.push(text),
            }
        }
        Foretold {
            would: preview.answers.iter().chain(begun).map(|answer| Would::of(table, answer)).collect(),
            changed: changed(now, &then),
            ruled,
            told,
            then: Onward::of(table, preview),
            further: preview.further.clone(),
        }
    }
}

impl Would {
    fn of(table: &Table, answer: &WouldAnswer) -> Would {
        let name = |side: SideId| table.board().sides[side.at()].name.clone();
        let other = table.asked() != Some(answer.side);
        Would {
            side: other.then(|| name(answer.side)),
            row: answer.row.clone(),
            label: answer.label.clone(),
            automatic: answer.automatic,
            unwise: answer.unwise.as_ref().map(Reason::of),
        }
    }

    /// `! unwise, declare dallas: no unit could come next to it [DM 2.1]`; none where it is not.
    pub fn warning(&self) -> Option<String> {
        let why = self.unwise.as_ref()?.words();
        let colon = if why.is_empty() { "" } else { ": " };
        Some(format!("! unwise, {}{colon}{why}", self.label))
    }

    /// `March from Port to The Hills`, with its side where another would answer; a default is marked.
    pub fn words(&self) -> String {
        let whose = self.side.as_ref().map(|side| format!("{side}: ")).unwrap_or_default();
        format!("{whose}{}{}", self.label, if self.automatic { " (the default)" } else { "" })
    }
}

impl Onward {
    fn of(table: &Table, preview: &Preview) -> Onward {
        let board = table.board();
        match &preview.then {
            Then::Open(words, next) => Onward::Open { words: words.clone(), next: next.clone() },
            Then::Asked(prompt) => Onward::Asked {
                name: board.sides[prompt.side.at()].name.clone(),
                choice: Choice::of(prompt.clone(), table),
            },
            Then::Dice(die, count) => Onward::Dice { die: board.dice[die.at()].id.clone(), count: *count },
            Then::Card(pile) => Onward::Card { pile: table.program().content.called.pile(board, *pile) },
            Then::Pick => Onward::Pick,
            Then::Hidden => Onward::Hidden { would: preview.stopped.as_ref().map(|answer| Would::of(table, answer)) },
            Then::Over(how) => Onward::Over(how.clone()),
        }
    }

    /// In a sentence.
    pub fn words(&self) -> String {
        match self {
            Onward::Open { words, next } if words.is_empty() => format!("which? {}", few(next)),
            Onward::Open { words, next } => format!("`{words}` what? {}", few(next)),
            Onward::Asked { name, choice } => {
                let rows: Vec<&str> = choice.rows.iter().map(|row| row.text.as_str()).collect();
                let ways = match rows.len() {
                    0 => String::new(),
                    1..=4 => format!(" {}", rows.join(" | ")),
                    ways => format!(" ({ways} ways)"),
                };
                format!("{name}: {}{ways}", choice.text)
            }
            Onward::Dice { die, count: 1 } => format!("a {die} decides"),
            Onward::Dice { die, count } => format!("{count} {die} decide"),
            Onward::Card { pile } => format!("a card of {pile} decides"),
            Onward::Pick => "chance picks".into(),
            Onward::Hidden { would } => {
                let row = would.as_ref().map(Would::words).unwrap_or_default();
                format!("{row} shows something that is hidden until it is played")
            }
            Onward::Over(how) => format!("the game is over: {how}"),
        }
    }
}

/// Some of many words.
fn few(words: &[String]) -> String {
    let shown = words.iter().take(FEW).map(String::as_str).collect::<Vec<_>>().join(" | ");
    if words.len() > FEW { format!("{shown} | … ({} in all)", words.len()) } else { shown }
}
