//! Plays a line under given chance outcomes, without touching the game. Odds use it to enumerate all outcomes.
//!
//! The line follows the same grammar as at the prompt. It stops after each answer that uses chance, so that the caller
//! can merge equal positions before it resumes the line at a [`BranchPoint`].

use crate::Viewer;
use crate::game::{Fork, GameState};
use crate::line::{
    self, AnswerOutcome, GameCursor, LineEnd, LineInput, LookaheadChoice, Matching, ParseStop, Pending, PickedRow,
    RemainingLine,
};
use crate::play_error::PlayError;
use crate::table::Table;
use cardwright_script::{ChanceRequest, ForcedOutcome, RunError};
use cardwright_state::canonical::canonical_position;
use cardwright_state::determinize::determinize;
use cardwright_state::{Answer, Position, SideId};
use std::sync::Arc;

/// A position within a line, with the rest of the line.
#[derive(Debug, Clone)]
pub struct BranchPoint {
    state: GameState,
    remaining: Option<RemainingLine>,
}

impl BranchPoint {
    /// The position.
    pub fn position(&self) -> &Arc<Position> {
        &self.state.position
    }
    /// The side that is asked there.
    pub fn asked(&self) -> Option<SideId> {
        self.state.choice.as_ref().map(|choice| choice.side)
    }
    /// The rest of the line. It tells two branch points with the same position apart.
    pub fn remaining_line(&self) -> Option<&RemainingLine> {
        self.remaining.as_ref()
    }
}

/// The result of playing a line up to its next outcome of chance.
#[derive(Debug)]
pub enum StepOutcome {
    /// The line needs an outcome of chance that the caller has not given.
    NeedsChance(ChanceRequest),
    /// An answer used chance. The line goes on from this point.
    Branched(Box<BranchPoint>),
    /// The line ended.
    Ended(LineOutcome),
}

/// The end of a line.
#[derive(Debug, Clone)]
pub struct LineOutcome {
    /// The position.
    pub position: Arc<Position>,
    /// The side that is asked. `None` once the game is over.
    pub asked: Option<SideId>,
    /// The question in plain language.
    pub question: String,
    /// Why the line ended.
    pub end_reason: EndReason,
}

/// Why a line ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndReason {
    /// Every word is used.
    Complete,
    /// The game is over.
    GameOver,
    /// Another side is asked before all words are used.
    OtherSideAsked,
    /// The rest of the line does not fit, or is incomplete.
    Mismatch,
    /// The next answer leads to a choice without rows.
    DeadEnd,
}

/// A script error stopped the line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RuleFailed(pub RunError);

/// A line to explore.
#[derive(Debug, Clone)]
pub struct ExploredLine {
    side: Option<SideId>,
    words: Vec<String>,
    /// Whether the line ends with `...`, so that defaults at its end stay open.
    leaves_open: bool,
    /// The viewer who reads the question at the end of the line.
    viewer: Viewer,
}

impl Table {
    /// Prepares a typed line. `viewer` reads the question at the end of the line.
    pub fn explored_line(&self, side: Option<SideId>, text: &str, viewer: Viewer) -> ExploredLine {
        let mut words = line::resolve_names(self.program(), text);
        let leaves_open = words.pop_if(|word| word == "...").is_some();
        ExploredLine { side, words, leaves_open, viewer }
    }

    /// The current position as the start of a line.
    pub fn branch_point(&self) -> BranchPoint {
        BranchPoint { state: self.game.state.with_forced(Vec::new()), remaining: None }
    }

    /// Returns a function that draws, by seed, a position that this viewer cannot tell from the current one. It draws
    /// from the canonical position, which is the same for all positions that the viewer cannot tell apart. So no hidden
    /// card of the real position influences the result. A drawn position may be impossible under the rules. Returns
    /// `None` for a viewer who sees everything.
    pub fn determinizations(&self, viewer: Viewer) -> Option<impl Fn(u64) -> Position + use<>> {
        if viewer.sees_all() {
            return None;
        }
        let (sides, board) = (viewer.sides(), self.board().clone());
        let (from, card_knowledge) =
            canonical_position(&board, self.position(), &self.timeline.node().card_knowledge, sides);
        Some(move |seed| determinize(&board, &from, &card_knowledge, sides, seed).position)
    }
}

impl Fork<'_> {
    /// Makes any position the start of a line.
    ///
    /// # Errors
    /// The position's open steps cannot be re-run.
    pub fn branch_point_at(&mut self, position: &Position) -> Result<BranchPoint, RuleFailed> {
        self.has_moved = true;
        self.game.go_to_position(position).map_err(RuleFailed)?;
        self.game.row_words();
        Ok(BranchPoint { state: self.game.state.clone(), remaining: None })
    }

    /// Turns the enumeration of chance on or off. While it is on, a roll that the rules read die by die lists all
    /// results that the rules can read from it, in [`ChanceRequest::Dice`].
    pub fn enumerate_chance(&mut self, on: bool) {
        self.game.vm.enumerate_chance(on);
    }

    /// Plays a line, or its rest, from a branch point with these outcomes. Stops after the first answer that uses an
    /// outcome.
    ///
    /// # Errors
    /// A script fails.
    pub fn explore_line(
        &mut self,
        line: &ExploredLine,
        from: &BranchPoint,
        given: Vec<ForcedOutcome>,
    ) -> Result<StepOutcome, RuleFailed> {
        self.has_moved = true;
        self.game.run_at(from.position()).map_err(RuleFailed)?;
        self.game.state = from.state.with_forced(given);
        self.game.require_forced_outcomes(true);
        let words: Vec<&str> = line.words.iter().map(String::as_str).collect();
        let input =
            LineInput { side: line.side, words: &words, matching: Matching::Prefix, leaves_open: line.leaves_open };
        let mut cursor = ExploringCursor { fork: self };
        let parsed = match &from.remaining {
            None => line::parse_line(&mut cursor, &input),
            Some(remaining) => line::resume_line(&mut cursor, &input, remaining),
        };
        let ended = |fork: &Fork<'_>, reason| {
            StepOutcome::Ended(LineOutcome {
                position: fork.game.state.position.clone(),
                asked: fork.game.asked(),
                question: fork.game.prompt_text(line.viewer).unwrap_or_default(),
                end_reason: if fork.game.is_over() { EndReason::GameOver } else { reason },
            })
        };
        match parsed.map(|parsed| parsed.end) {
            Ok(LineEnd::Branched(remaining)) => {
                self.game.row_words();
                Ok(StepOutcome::Branched(Box::new(BranchPoint {
                    state: self.game.state.with_forced(Vec::new()),
                    remaining: Some(remaining),
                })))
            }
            Ok(LineEnd::Complete | LineEnd::Stopped(_)) => Ok(ended(self, EndReason::Complete)),
            Ok(LineEnd::Incomplete { .. }) | Err(ParseStop::Mismatch { .. }) => Ok(ended(self, EndReason::Mismatch)),
            Err(ParseStop::WrongSide { .. }) => Ok(ended(self, EndReason::OtherSideAsked)),
            Err(ParseStop::Over { .. }) => Ok(ended(self, EndReason::GameOver)),
            Err(ParseStop::Failed { error, .. }) => match error {
                PlayError::Rule { error: RunError::Chance { request: wanted, .. }, .. } => {
                    Ok(StepOutcome::NeedsChance(*wanted))
                }
                PlayError::Rule { error: RunError::DeadEnd { .. }, .. } => Ok(ended(self, EndReason::DeadEnd)),
                PlayError::Rule { error, .. } => Err(RuleFailed(error)),
                other => Err(RuleFailed(RunError::Script {
                    message: other.to_string(),
                    place: None,
                    open_steps: Vec::new(),
                })),
            },
        }
    }
}

/// Follows a line for exploration.
struct ExploringCursor<'a, 'f> {
    fork: &'a mut Fork<'f>,
}

impl GameCursor for ExploringCursor<'_, '_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.fork.pending()
    }
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        self.fork.standing_row_words(side)
    }
    fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice> {
        self.fork.look_ahead(answers)
    }
    fn needs_chance(&mut self, row: usize) -> bool {
        self.fork.game.needs_chance(row)
    }
    fn answer(&mut self, pick: &PickedRow) -> Result<AnswerOutcome, PlayError> {
        let game = &mut *self.fork.game;
        let row = game.answer_text(&pick.answer).filter(|_| !pick.is_standing);
        let result = match pick.is_standing {
            true => game.use_standing_action(pick.side, pick.answer),
            false => game.answer(pick.answer),
        };
        let outcome = result.map_err(|error| {
            // The VM need not go back, because the next call starts from its own branch point.
            game.clear_log();
            PlayError::rule(error)
        })?;
        let row = row.unwrap_or_default();
        let revealed = outcome.revealed || !outcome.played_by_rules.is_empty() || outcome.asked != Some(pick.side);
        game.adopt_position(outcome.position, false, &[]);
        game.card_knowledge = None; // Exploration does not track card knowledge.
        game.state.forced = outcome.unused_outcomes;
        Ok(if outcome.used_outcomes.is_empty() {
            AnswerOutcome::Continue { row, revealed }
        } else {
            AnswerOutcome::Branched { row }
        })
    }
}
