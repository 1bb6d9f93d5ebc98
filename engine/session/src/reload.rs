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
    SameChoice,
    /// The game took up the new rules, and is back at the start of this step.
    StepStart(String),
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
        let result = match mode {
            ReloadMode::Anywhere => self.table.reload(program, vm),
            ReloadMode::SameChoice => self.table.reload_in_place(program, vm),
        };
        match result {
            Ok(Reloaded::SameChoice) => Ok(ReloadOutcome::SameChoice),
            Ok(Reloaded::StepStart(step)) if mode == ReloadMode::SameChoice => Ok(ReloadOutcome::WouldGoBack(step)),
            Ok(Reloaded::StepStart(step)) => Ok(ReloadOutcome::StepStart(step)),
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
    /// Returns the reply that tells a player the outcome.
    pub fn reply(self) -> Reply {
        match self {
            ReloadOutcome::Unchanged => Reply::text("nothing has changed"),
            ReloadOutcome::SameChoice => Reply::done("the new rules are in use: the game goes on at the same choice"),
            ReloadOutcome::StepStart(step) => {
                Reply::done(format!("the new rules are in use: the game goes on from the start of the step `{step}`"))
            }
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
