//! Replies to commands and lines of play. A reply is data; a terminal renders it as text and a browser as a page.

use crate::command_help::CommandHelp;
use crate::odds_reply::OddsReply;
use cardwright_content::Diagnostic;
use cardwright_view::history::{BranchTree, BranchedEvent, NotedEvent};
use cardwright_view::{
    Choice, DiscouragedAnswer, Forecast, Group, LogEntry, Printed, Refusal, SpaceDetails, Summary, Thing, View,
};
use serde::Serialize;

/// The most characters of a refusal of one sentence.
const MAX_REFUSAL_CHARS: usize = 2000;

/// The answer to one line.
#[derive(Debug, Serialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Reply {
    /// The line was played: the game got its answers.
    Played(PlayedReply),
    /// The game went back or forth to another event.
    Moved(MovedReply),
    /// The game is over and stays at its end; the viewer is shown an earlier event.
    LookAt {
        /// The number of the event to show.
        event: usize,
    },
    /// Entries of the log.
    Log {
        /// The entries, in order.
        log: Vec<LogEntry>,
        /// Whether the entries are shown in full, as the entry of the set-up is.
        #[serde(skip)]
        in_full: bool,
    },
    /// The legal rows.
    Rows(LegalReply),
    /// The words that may follow in a line.
    Next(NextReply),
    /// The reasons why a line or a space is not legal.
    Why(WhyReply),
    /// What a line would change.
    Preview(Box<PreviewReply>),
    /// The odds of one or several lines.
    Odds(Box<OddsReply>),
    /// The position, a part of it, or everything about one thing.
    Show(Box<ShowReply>),
    /// The game so far in numbers.
    Summary {
        /// The totals of each side, and the history of each number.
        summary: Box<Summary>,
    },
    /// The notes that the viewer may read.
    Notes(NotesReply),
    /// The branches of the game.
    Branches {
        /// Every branch, as a tree of segments. In a segment, only the last event may have several branches.
        tree: BranchTree,
        /// The events after which the game went on in several ways.
        #[serde(skip)]
        branched_events: Vec<BranchedEvent>,
    },
    /// Help on all commands, or on one.
    Help {
        /// The commands. A single command has its details.
        commands: Vec<CommandHelp>,
        /// Whether the viewer asked about one command.
        is_one: bool,
    },
    /// Plain text.
    Text {
        /// The text lines. Leading blanks indent a line.
        lines: Vec<String>,
    },
    /// A command succeeded.
    Done {
        /// A sentence that says what was done.
        text: String,
        /// Further text lines.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        lines: Vec<String>,
    },
    /// A file for the viewer to keep.
    File(FileReply),
    /// Nothing was done yet, because the viewer must confirm the command first.
    Confirm {
        /// What would happen.
        text: String,
        /// The line that the viewer types to confirm.
        line: String,
    },
    /// Nothing was done. Says why.
    Refused(Box<RefusedReply>),
    /// The viewer leaves the game.
    Quit,
}

/// Answers that were given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PlayedReply {
    /// The rows that were played, in order.
    pub answers: Vec<String>,
    /// The unfinished end of the line, if the line ends within a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Unfinished>,
    /// An unfinished answer that was taken back first, because the line begins another answer.
    #[serde(skip)]
    pub replaced_answer: Option<ReplacedAnswer>,
}

/// An unfinished answer that was taken back, because a line begins another answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplacedAnswer {
    /// A sentence that says what was taken back.
    pub text: String,
    /// The event to which the game went back.
    pub event: usize,
}

/// A line that ends within a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unfinished {
    /// The words of the line since the last whole row.
    pub words: String,
    /// The words that may follow; empty if the viewer may not know them.
    pub next: Vec<String>,
    /// The id of the side that plays the line, if another side is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The question for the missing words, as a sentence.
    pub text: String,
}

/// The game went to another event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MovedReply {
    /// The event that the game left.
    #[serde(skip)]
    pub from: usize,
    /// The event that the game went to.
    pub event: usize,
    /// The answer that was undone, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The file from which the position was loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loaded: Option<String>,
    /// Dice and cards given by hand that the game has not used yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<ManualOutcomes>,
    /// Whether the prompt redraws the whole position, because `goto` and `load` may lead to one that differs much.
    #[serde(skip)]
    pub is_far: bool,
}

/// Dice and cards given by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ManualOutcomes {
    /// The outcomes in words, in the order in which the game will use them.
    pub outcomes: Vec<String>,
}

/// The legal rows of the pending choice, and the standing actions that a side may use before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalReply {
    /// The choice; none if only standing actions have rows.
    pub choice: Option<Choice>,
    /// The first words of the rows that the viewer asked for; empty for all rows.
    pub words: String,
    /// The words that may follow, if `words` is a whole row.
    pub then: Vec<String>,
    /// The standing actions of each side.
    pub standing: Vec<StandingRows>,
}

/// Rows of the standing actions of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingRows {
    /// The side's id.
    pub side: String,
    /// The side's name.
    pub name: String,
    /// Whether the side is to move.
    pub is_asked: bool,
    /// The standing actions that the side may use now.
    pub actions: Vec<String>,
    /// The rows of the actions as a choice; none if the viewer may not read them, or if a rule fails.
    pub choice: Option<Choice>,
    /// Whether the viewer may read the rows.
    pub is_readable: bool,
    /// The error messages of actions whose offer fails.
    pub failures: Vec<String>,
}

/// The words that may follow in a line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct NextReply {
    /// The words that may follow.
    pub words: Vec<String>,
    /// The meaning of the line in words, if the line is a whole legal row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
}

/// The answer to `why`: why something is not legal, or that a line is legal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct WhyReply {
    /// The answer as a sentence, if there are no reasons.
    pub text: String,
    /// The `path:line` of the script that `text` is about.
    #[serde(skip_serializing_if = "Option::is_none", rename = "place")]
    pub place_of_text: Option<String>,
    /// The reasons, grouped by action.
    pub reasons: Vec<WhyReason>,
    /// Answers of the line that are legal, but discouraged by the rules.
    #[serde(skip_serializing_if = "Vec::is_empty", rename = "unwise")]
    pub discouraged: Vec<DiscouragedAnswer>,
    /// Why the rest of the line does not fit, if its first answer is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

/// One reason why something is not legal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct WhyReason {
    /// What the reason excludes: `not hills, port`, or `not at all`.
    pub of: String,
    /// The text of the reason.
    pub says: String,
    /// The rule that the reason cites.
    pub rule: String,
    /// The title of the cited rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The `path:line` of the script that gives the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The action that the reason is about; none if it is about the choice itself.
    pub action: Option<String>,
}

/// The answer to `preview`: what a line would change.
#[derive(Debug, Serialize)]
pub struct PreviewReply {
    /// What the line would change, and how the game would go on.
    #[serde(rename = "foretold")]
    pub forecast: Forecast,
    /// Whether the line could not be taken back: it reveals something, or another player would be to move.
    pub reveals: bool,
    /// The line with the default row added, if the line stops there because a roll or a draw would follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer: Option<String>,
    /// The odds of the line, if they can be computed quickly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<OddsReply>,
}

/// The answer to `show`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShowReply {
    /// The part of the position to show.
    pub shown: ShownPart,
    /// The position as the viewer sees it.
    #[serde(skip)]
    pub view: View,
    /// The standing actions in one text line.
    #[serde(skip)]
    pub standing: String,
}

/// The part of the position that `show` shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShownPart {
    /// The whole position.
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
    /// The short names of pieces.
    Legend,
    /// The position in notation.
    Notation(String),
    /// One thing, such as a space, a card or a piece type.
    Thing {
        /// The definition of the thing, with its printed values.
        thing: Box<Thing>,
        /// What the viewer may know of the space now, if the thing is a space.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<Box<SpaceDetails>>,
        /// How many spaces the group with the same name has; 0 if there is no such group.
        spaces: usize,
    },
    /// Groups of spaces, each with what is printed on its spaces.
    Groups(Vec<(Group, Vec<PrintedSpace>)>),
}

/// The id of a space, and what is printed on it.
pub type PrintedSpace = (String, Vec<Printed>);

/// The notes of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotesReply {
    /// The notes, each with the event at which it was written.
    pub notes: Vec<NotedEvent>,
}

/// A file for the viewer to keep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileReply {
    /// The file name.
    pub name: String,
    /// The media type.
    #[serde(skip)]
    pub media_type: &'static str,
    /// The path from which a browser fetches the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The contents.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Why nothing was done.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RefusedReply {
    /// The cause and the next step, in a sentence or two.
    pub text: String,
    /// An unfinished answer that was taken back first, because the line begins another answer.
    #[serde(skip)]
    pub replaced_answer: Option<ReplacedAnswer>,
    /// Further text lines: how to see the failure again, or which answer is unfinished.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The word that does not fit, and why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// The part of the line that was not played, for the player to edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
    /// The event that the game is at. If a browser still shows an earlier event, it sees from this number that the line
    /// came too late.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// How many answers of the line were played before the refusal.
    #[serde(skip)]
    pub answered: usize,
    /// Errors in the files of packs.
    #[serde(skip)]
    pub problems: Vec<Diagnostic>,
    /// The kind of problem, if the prompt or the browser acts on it.
    #[serde(skip)]
    pub problem: Option<Problem>,
}

/// A problem on which the prompt and the browser act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The record cannot be written. The sentence says which file, why, and what to do.
    Unwritten(String),
    /// A rule failed. The sentence says what failed, and in which script line.
    RuleFailed(String),
    /// The game waits until the players of a physical table enter a die or a card.
    ChanceWanted,
}

impl Reply {
    /// Makes a refusal with one sentence. A refusal that repeats a very long line is cut.
    pub fn refused(text: impl Into<String>) -> Reply {
        let mut text = text.into();
        if let Some((end, _)) = text.char_indices().nth(MAX_REFUSAL_CHARS) {
            text.replace_range(end.., "…");
        }
        Reply::Refused(Box::new(RefusedReply { text, ..RefusedReply::default() }))
    }
    /// Makes a reply that says in one sentence what was done.
    pub fn done(text: impl Into<String>) -> Reply {
        Reply::Done { text: text.into(), lines: Vec::new() }
    }
    /// Makes a reply of one text line.
    pub fn text(line: impl Into<String>) -> Reply {
        Reply::lines([line.into()])
    }
    /// Makes a reply of several text lines.
    pub fn lines(lines: impl IntoIterator<Item = String>) -> Reply {
        Reply::Text { lines: lines.into_iter().collect() }
    }

    /// Returns the refusal, if the reply is one.
    pub fn refusal(&self) -> Option<&RefusedReply> {
        match self {
            Reply::Refused(refused) => Some(refused),
            _ => None,
        }
    }

    /// Returns the unfinished answer that was taken back before the line was played.
    pub fn replaced_answer(&self) -> Option<&ReplacedAnswer> {
        match self {
            Reply::Played(played) => played.replaced_answer.as_ref(),
            Reply::Refused(refused) => refused.replaced_answer.as_ref(),
            _ => None,
        }
    }

    /// Returns the reply as plain sentences; none for a reply that is data only.
    pub fn sentences(&self) -> Option<String> {
        let joined = |text: &str, lines: &[String]| {
            let text_lines: Vec<&str> = [text].into_iter().chain(lines.iter().map(String::as_str)).collect();
            text_lines.join("\n")
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

impl MovedReply {
    /// Returns a sentence such as ``at event 7 (before `raise port`)``.
    pub fn sentence(&self) -> String {
        let before = self.before.as_ref().map(|text| format!(" (before `{text}`)")).unwrap_or_default();
        format!("at event {}{before}", self.event)
    }
}

impl WhyReply {
    /// Returns the reasons, one in each text line, or the text of the answer if there are no reasons.
    fn sentences(&self) -> String {
        if self.reasons.is_empty() {
            return self.text.clone();
        }
        self.reasons.iter().map(WhyReason::sentence).collect::<Vec<_>>().join("\n")
    }
}

impl WhyReason {
    /// Returns a sentence such as `not hills: no open band there [DM 2.1]`.
    pub fn sentence(&self) -> String {
        let rule = if self.rule.is_empty() { String::new() } else { format!(" [{}]", self.rule) };
        format!("{}: {}{rule}", self.of, self.says)
    }
}
