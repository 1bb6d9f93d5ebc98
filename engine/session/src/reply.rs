//! What commands and lines of play answer: data, which a terminal renders as text and a browser as a page.

use crate::command::CommandHelp;
use crate::odds::OddsReply;
use cardwright_content::Diagnostic;
use cardwright_view::history::{BranchTree, Fork, NotedEvent};
use cardwright_view::{
    Choice, DiscouragedAnswer, Forecast, Group, LogEntry, Printed, Refusal, SpaceDetails, Summary, Thing, View,
};
use serde::Serialize;

/// The answer to one line.
#[derive(Debug, Serialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Reply {
    /// Answers were given to the rules.
    Played(PlayedReply),
    /// The game went back or forth to another event.
    Moved(Moved),
    /// The game is over: the viewer is to look at an earlier event, while the game stays at its end.
    LookAt {
        /// The event.
        event: usize,
    },
    /// Events of the log.
    Log {
        /// The events, in order.
        log: Vec<LogEntry>,
        /// Whether they are shown in full: the set-up is.
        #[serde(skip)]
        in_full: bool,
    },
    /// The legal rows.
    Rows(Rows),
    /// The words that may follow.
    Next(NextReply),
    /// Reasons of the rules.
    Why(Why),
    /// What a line would lead to.
    Preview(Box<PreviewReply>),
    /// The odds of one or several lines.
    Odds(Box<OddsReply>),
    /// The position, a part of it, or everything about one thing.
    Show(Box<Show>),
    /// The game so far in numbers.
    Summary {
        /// The numbers.
        summary: Box<Summary>,
    },
    /// The notes that the viewer may read.
    Notes(Notes),
    /// Where the game branched.
    Branches {
        /// Every branch, as a tree of segments.
        tree: BranchTree,
        /// The events from which more than one way leads on.
        #[serde(skip)]
        forks: Vec<Fork>,
    },
    /// The commands, or one of them.
    Help {
        /// The commands. One alone has its details.
        commands: Vec<CommandHelp>,
        /// Whether one command was asked about.
        is_one: bool,
    },
    /// Plain lines of text. Leading blanks indent.
    Text {
        /// The lines.
        lines: Vec<String>,
    },
    /// Something was done.
    Done {
        /// What, in a sentence.
        text: String,
        /// More lines about it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        lines: Vec<String>,
    },
    /// A file for the viewer to keep.
    File(FileReply),
    /// Nothing was done yet: the viewer is to confirm.
    Confirm {
        /// What would happen.
        text: String,
        /// The line that confirms.
        line: String,
    },
    /// Nothing was done, and why.
    Refused(Box<RefusedReply>),
    /// The viewer leaves the game.
    Quit,
}

/// Answers that were given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PlayedReply {
    /// The rows that were answered, in order.
    pub answers: Vec<String>,
    /// What is missing, if the line ends within a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Unfinished>,
    /// An unfinished answer that was taken back first, since the line begins another.
    #[serde(skip)]
    pub gave_way: Option<GaveWay>,
}

/// An unfinished answer that was taken back, since a line begins another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GaveWay {
    /// What was taken back, in a sentence.
    pub text: String,
    /// The event to which the game went back.
    pub event: usize,
}

/// A line that ends within a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unfinished {
    /// Its words since the last answer.
    pub words: String,
    /// The words that may follow; empty where the viewer may not know them.
    pub next: Vec<String>,
    /// The id of the side it is for, where another is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The question, in a sentence.
    pub text: String,
}

/// The game went to another event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// The event it was at.
    #[serde(skip)]
    pub from: usize,
    /// The event it is at.
    pub event: usize,
    /// What was done next there, in words, where that was undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The file from which the position was loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loaded: Option<String>,
    /// Dice and cards given by hand that wait again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
    /// Whether the whole position is new to the viewer: `goto` may lead anywhere.
    #[serde(skip)]
    pub is_far: bool,
}

/// Dice and cards given by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dice {
    /// In words, in the order in which they come.
    pub outcomes: Vec<String>,
}

/// The legal rows of the pending choice, and what else may be done before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rows {
    /// The choice; none where the rows are of standing actions only.
    pub choice: Option<Choice>,
    /// The words with which the rows begin that were asked for; empty: all.
    pub words: String,
    /// The words that may follow, where the words asked for are a whole row.
    pub then: Vec<String>,
    /// Standing actions.
    pub standing: Vec<StandingRows>,
}

/// Rows of the standing actions of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingRows {
    /// The side's id.
    pub side: String,
    /// Its name.
    pub name: String,
    /// Whether it is to move.
    pub is_asked: bool,
    /// The actions that stand open for it.
    pub actions: Vec<String>,
    /// Their rows as a choice; none where the viewer may not read them, or a rule fails.
    pub choice: Option<Choice>,
    /// Whether the viewer may read the rows.
    pub is_readable: bool,
    /// How actions fail that cannot be asked.
    pub failures: Vec<String>,
}

/// The words that may follow in a line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NextReply {
    /// The words.
    pub words: Vec<String>,
    /// What the row means that the line is, once it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
}

/// Reasons why something is not legal, or that a line is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Why {
    /// What there is to say apart from reasons.
    pub text: String,
    /// `path:line` of the script that the text is about.
    #[serde(skip_serializing_if = "Option::is_none", rename = "place")]
    pub place_of_text: Option<String>,
    /// The reasons, grouped by action.
    pub reasons: Vec<WhyReason>,
    /// Answers of the line that are legal, but discouraged by the rules.
    #[serde(skip_serializing_if = "Vec::is_empty", rename = "unwise")]
    pub discouraged: Vec<DiscouragedAnswer>,
    /// Why what comes after the first answer does not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

/// One reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct WhyReason {
    /// What it is about: `not hills, port`, or `not at all`.
    pub of: String,
    /// What it says.
    pub says: String,
    /// The rule that it cites.
    pub rule: String,
    /// The title of that rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `path:line` of the script that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The action it is about; none: the choice itself.
    pub action: Option<String>,
}

/// What a line would lead to.
#[derive(Debug, Serialize)]
pub struct PreviewReply {
    /// What it would change, and how the game would go on.
    #[serde(rename = "foretold")]
    pub forecast: Forecast,
    /// Whether the line could not be taken back: it reveals something, or another player would be to move.
    pub reveals: bool,
    /// The longer line that takes the default at which this one ends, since chance follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer: Option<String>,
    /// The odds of the line, where they are known at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<OddsReply>,
}

/// What `show` shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Show {
    /// What it is.
    pub shown: Shown,
    /// The position as the viewer sees it.
    #[serde(skip)]
    pub view: View,
    /// Standing actions in one line.
    #[serde(skip)]
    pub standing: String,
}

/// The part of the position that `show` shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// The whole table.
    Table,
    /// Every space.
    Board,
    /// The map.
    Map,
    /// Every track.
    Tracks,
    /// Every pile.
    Cards,
    /// The hands.
    Hands,
    /// Facts that differ from their default.
    Facts,
    /// The active effects.
    Effects,
    /// The options of this game.
    Options,
    /// The position in notation.
    Notation(String),
    /// One thing.
    Thing {
        /// What it is, and what is printed on it.
        thing: Box<Thing>,
        /// Of a space: what the viewer may know of it now.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<Box<SpaceDetails>>,
        /// How many spaces go by the same name.
        spaces: usize,
    },
    /// Groups of spaces, each with what is printed on its spaces.
    Groups(Vec<(Group, Vec<PrintedSpace>)>),
}

/// The id of a space, and what is printed on it.
pub type PrintedSpace = (String, Vec<Printed>);

/// The notes of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Notes {
    /// The notes, with their events.
    pub notes: Vec<NotedEvent>,
}

/// A file for the viewer to keep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileReply {
    /// Its name.
    pub name: String,
    /// Its media type.
    #[serde(skip)]
    pub media_type: &'static str,
    /// The path under which a browser fetches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What it holds.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Why nothing was done.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RefusedReply {
    /// The cause and the next step, in a sentence or two.
    pub text: String,
    /// An unfinished answer that was taken back first, since the line begins another.
    #[serde(skip)]
    pub gave_way: Option<GaveWay>,
    /// Further lines: how to see it again, or what is pending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The word that does not fit, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// What is left of the line, to be edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
    /// The event the game is at, where the line may have been for another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// How many answers of the line were given before it was refused.
    #[serde(skip)]
    pub answered: usize,
    /// Problems with places in files.
    #[serde(skip)]
    pub problems: Vec<Diagnostic>,
    /// What kind of problem it is, where the shells act on it.
    #[serde(skip)]
    pub problem: Option<Problem>,
}

/// A problem on which the prompt and the browser act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The record cannot be written; the sentence says where and why.
    Unwritten(String),
    /// A rule failed: what, and where.
    RuleFailed(String),
    /// Chance is asked for at a physical table.
    ChanceWanted,
}

impl Reply {
    /// Nothing was done.
    pub fn refused(text: impl Into<String>) -> Reply {
        Reply::Refused(Box::new(RefusedReply { text: text.into(), ..RefusedReply::default() }))
    }
    /// Something was done.
    pub fn done(text: impl Into<String>) -> Reply {
        Reply::Done { text: text.into(), lines: Vec::new() }
    }
    /// One line of text.
    pub fn text(line: impl Into<String>) -> Reply {
        Reply::lines([line.into()])
    }
    /// Lines of text.
    pub fn lines(lines: impl IntoIterator<Item = String>) -> Reply {
        Reply::Text { lines: lines.into_iter().collect() }
    }

    /// Why it was refused, if it was.
    pub fn refusal(&self) -> Option<&RefusedReply> {
        match self {
            Reply::Refused(refused) => Some(refused),
            _ => None,
        }
    }

    /// What gave way to a line, if anything did.
    pub fn gave_way(&self) -> Option<&GaveWay> {
        match self {
            Reply::Played(played) => played.gave_way.as_ref(),
            Reply::Refused(refused) => refused.gave_way.as_ref(),
            _ => None,
        }
    }

    /// What there is to say in plain sentences; none where the answer is data alone.
    pub fn sentences(&self) -> Option<String> {
        let joined = |text: &str, lines: &[String]| {
            let all: Vec<&str> = [text].into_iter().chain(lines.iter().map(String::as_str)).collect();
            all.join("\n")
        };
        Some(match self {
            Reply::Played(played) => match &played.open {
                Some(open) => open.text.clone(),
                None => played.answers.join(" · "),
            },
            Reply::Moved(moved) => moved.sentence(),
            Reply::Next(next) => {
                next.whole.as_ref().map_or_else(|| next.words.join("  "), |label| format!("→ {label}"))
            }
            Reply::Preview(preview) => preview.forecast.then.words(),
            Reply::Why(why) => why.sentences(),
            Reply::Text { lines } => lines.join("\n"),
            Reply::Done { text, lines } => joined(text, lines),
            Reply::Confirm { text, line } => format!("{text}: `{line}` confirms"),
            Reply::Refused(refused) => joined(&refused.text, &refused.lines),
            Reply::File(file) => format!("{}: fetch it within a minute, once", file.name),
            Reply::Notes(notes) if notes.notes.is_empty() => {
                "nothing has been noted yet: `note TEXT` notes it at this event".to_owned()
            }
            Reply::LookAt { .. }
            | Reply::Log { .. }
            | Reply::Rows(_)
            | Reply::Odds(_)
            | Reply::Show(_)
            | Reply::Summary { .. }
            | Reply::Notes(_)
            | Reply::Branches { .. }
            | Reply::Help { .. }
            | Reply::Quit => return None,
        })
    }
}

impl Moved {
    /// `at event 7 (before `raise port`)`.
    pub fn sentence(&self) -> String {
        let before = self.before.as_ref().map(|text| format!(" (before `{text}`)")).unwrap_or_default();
        format!("at event {}{before}", self.event)
    }
}

impl Why {
    /// The reasons in lines; what else there is to say, where there are none.
    fn sentences(&self) -> String {
        if self.reasons.is_empty() {
            return self.text.clone();
        }
        self.reasons.iter().map(WhyReason::sentence).collect::<Vec<_>>().join("\n")
    }
}

impl WhyReason {
    /// `not hills: no open band there [DM 2.1]`.
    pub fn sentence(&self) -> String {
        let rule = if self.rule.is_empty() { String::new() } else { format!(" [{}]", self.rule) };
        format!("{}: {}{rule}", self.of, self.says)
    }
}
