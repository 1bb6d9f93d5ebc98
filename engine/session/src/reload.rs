//! Reloads the rules of a running game. The game takes up the new rules or keeps the old ones.

use crate::reply::{Problem, RefusedReply, Reply};
use crate::rule_watcher::{Loaded, load};
use crate::session::Session;
use cardwright_content::{Diagnostic, render};
use cardwright_table::record::recovery_hint;
use cardwright_table::{ReloadError, Reloaded};

/// The point at which a game may go on with new rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReloadMode {
    /// At the same choice, or else at the start of the innermost step whose earlier answers are all legal.
    Anywhere,
    /// At the same choice only. This mode is for a reload that no person asked for.
    SameChoice,
}

/// The result of a reload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReloadOutcome {
    /// The game already has these rules.
    Unchanged,
    /// The game took up the new rules, at the same choice.
    SameChoice {
        /// The outcomes given by hand that the new rules do not know, and those after them. They were dropped.
        dropped: Vec<String>,
    },
    /// The game took up the new rules, and is back at the start of a step.
    StepStart {
        /// The step.
        step: String,
        /// As in [`ReloadOutcome::SameChoice`].
        dropped: Vec<String>,
    },
    /// The game keeps the old rules, because with the new ones it would go back to the start of this step.
    WouldGoBack(String),
}

/// Why a game keeps its old rules.
#[derive(Debug)]
pub enum ReloadProblem {
    /// The new rules do not load.
    NotLoaded(Vec<Diagnostic>),
    /// The game cannot go on with the new rules.
    CannotGoOn(ReloadError),
}

impl Session {
    /// Takes up new rules. The old rules stay if the new ones do not load, or if the game cannot go on with them.
    ///
    /// # Errors
    /// Says why the old rules stay.
    pub fn take_up(&mut self, loaded: Loaded, mode: ReloadMode) -> Result<ReloadOutcome, ReloadProblem> {
        let program = loaded.0.map_err(ReloadProblem::NotLoaded)?;
        if program.content.hash == self.table.program().content.hash {
            return Ok(ReloadOutcome::Unchanged);
        }
        let vm = program.vm().map_err(ReloadProblem::NotLoaded)?;
        let mut dropped = self.table.forced_words();
        let result = match mode {
            ReloadMode::Anywhere => self.table.reload(program, vm),
            ReloadMode::SameChoice => self.table.reload_in_place(program, vm),
        };
        dropped.drain(..self.table.forced().len().min(dropped.len()));
        match result {
            Ok(Reloaded::SameChoice) => Ok(ReloadOutcome::SameChoice { dropped }),
            Ok(Reloaded::StepStart(step)) if mode == ReloadMode::SameChoice => Ok(ReloadOutcome::WouldGoBack(step)),
            Ok(Reloaded::StepStart(step)) => Ok(ReloadOutcome::StepStart { step, dropped }),
            Err(error) => Err(ReloadProblem::CannotGoOn(error)),
        }
    }

    /// Runs the command `reload`: reads the packs again and takes up the rules.
    pub fn reload(&mut self) -> Reply {
        let game = self.table.board().game.clone();
        let loaded = load(&self.library, &game);
        self.take_up(loaded, ReloadMode::Anywhere).map_or_else(ReloadProblem::reply, ReloadOutcome::reply)
    }
}

impl ReloadOutcome {
    /// Returns a sentence about outcomes given by hand that were dropped, if there are any.
    pub fn dropped_sentence(&self) -> Option<String> {
        let (ReloadOutcome::SameChoice { dropped } | ReloadOutcome::StepStart { dropped, .. }) = self else {
            return None;
        };
        let [first, ..] = &dropped[..] else { return None };
        Some(format!("the new rules do not know `{first}`, which was given by hand; dropped: {}", dropped.join(" ")))
    }

    /// Returns the reply that tells a player the outcome.
    pub fn reply(self) -> Reply {
        let done = |place: String| Reply::Done {
            text: format!("the new rules are in use: the game goes on {place}"),
            lines: self.dropped_sentence().into_iter().collect(),
        };
        match &self {
            ReloadOutcome::Unchanged => Reply::text("nothing has changed"),
            ReloadOutcome::SameChoice { .. } => done("at the same choice".to_owned()),
            ReloadOutcome::StepStart { step, .. } => done(format!("from the start of the step `{step}`")),
            ReloadOutcome::WouldGoBack(step) => Reply::text(format!(
                "with the new rules the game goes back to the start of the step `{step}`; `reload` takes them up, and \
                 the old ones hold until then"
            )),
        }
    }
}

impl ReloadProblem {
    /// Returns the refusal that tells a player the problem.
    pub fn reply(self) -> Reply {
        let refused = match self {
            ReloadProblem::NotLoaded(problems) => RefusedReply {
                text: "the rules as they are now do not load: the game goes on with the old ones".to_owned(),
                problems,
                ..RefusedReply::default()
            },
            ReloadProblem::CannotGoOn(error) => {
                let (problem, hint) = match &error {
                    ReloadError::Record(record) => {
                        let hint = recovery_hint(
                            record,
                            "`:record FILE` goes on with all of it in another file; then `reload`",
                        );
                        (Some(Problem::Unwritten(error.to_string())), hint)
                    }
                    _ => (None, None),
                };
                let text = format!("{error}; the game goes on with the old rules");
                RefusedReply { text, lines: hint.into_iter().collect(), problem, ..RefusedReply::default() }
            }
        };
        Reply::Refused(Box::new(refused))
    }

    /// Returns the problem as text without colours, with every diagnostic.
    pub fn text(self) -> String {
        match self {
            ReloadProblem::NotLoaded(problems) => {
                format!("{}the old rules stay until it has no errors", render(&problems, false))
            }
            ReloadProblem::CannotGoOn(error) => format!("{error}; the game goes on with the old rules"),
        }
    }
}
