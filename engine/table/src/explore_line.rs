//! Plays a line under given chance outcomes, without touching the game. Odds use it to enumerate all outcomes.
//!
//! The line follows the same grammar as at the prompt. It stops after each answer that uses chance, so that the caller
//! can merge equal positions before it resumes the line at a [`BranchPoint`].

mod policy;
mod scene;

pub use policy::Policy;
pub use scene::Scene;

use crate::Viewer;
use crate::game::{Fork, Game, GameState, Outcome};
use crate::line::{
    self, AnswerOutcome, GameCursor, LineEnd, LineInput, LookaheadChoice, Matching, ParseStop, Pending, PickedRow,
    RemainingLine,
};
use crate::play_error::PlayError;
use crate::table::Table;
use cardwright_script::{BeforeStep, ChanceRequest, ForcedOutcome, RunError};
use cardwright_state::canonical::canonical_position;
use cardwright_state::determinize::determinize;
use cardwright_state::position::Row;
use cardwright_state::val::Val;
use cardwright_state::{Answer, PeriodId, Position, SideId, SpaceId, StepId};
use scene::{action_scene, open_scene};
use std::sync::Arc;

/// Where the exploration of a line ends. After the words of the line, a [`Policy`] answers for all sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// The next question after the line.
    Question,
    /// The end of the scene that the line begins, or of the one that it is played in. Without a scene, the next question
    /// after the line.
    EndOfScene,
    /// The end of the next scene of this figure: its index.
    EndOfSceneOf(usize),
    /// The beginning of an outermost step.
    Step(StepId),
    /// The end of a period.
    EndOfPeriod(PeriodId),
    /// The end of the game.
    EndOfGame,
}

/// A position within a line, with the rest of the line.
#[derive(Debug, Clone)]
pub struct BranchPoint {
    state: GameState,
    remaining: Option<RemainingLine>,
    /// Whether all words of the line are used.
    is_line_over: bool,
    /// Whether an outermost step is about to begin.
    is_between_steps: bool,
    scene: Option<Scene>,
    /// The periods that ended after the words of the line.
    ended_periods: Vec<PeriodId>,
}

impl BranchPoint {
    fn start(state: GameState, scene: Option<Scene>) -> BranchPoint {
        BranchPoint {
            state,
            remaining: None,
            is_line_over: false,
            is_between_steps: false,
            scene,
            ended_periods: Vec::new(),
        }
    }
    /// Whether the words of a line are used and only its destination is left: [`Fork::play_on`] can reach it from here.
    pub fn is_on_the_way(&self, line: &ExploredLine) -> bool {
        let scene = self.scene.as_ref();
        self.is_line_over
            && match line.destination {
                Destination::Question => false,
                Destination::EndOfScene => scene.is_some(),
                Destination::EndOfSceneOf(figure) => scene.is_some_and(|scene| scene.figure == figure),
                Destination::Step(_) | Destination::EndOfPeriod(_) | Destination::EndOfGame => true,
            }
    }
    /// Whether [`Policy`] answers next.
    pub fn is_left_to_policy(&self) -> bool {
        self.is_line_over && self.state.choice.is_some()
    }
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
    /// The scene that the line began, or that it is played in.
    pub fn scene(&self) -> Option<&Scene> {
        self.scene.as_ref()
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
    /// The scene that the line began, or that it was played in.
    pub scene: Option<Scene>,
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
    destination: Destination,
    /// The places that the line names.
    places: Vec<Row>,
}

impl Table {
    /// Prepares a typed line. `viewer` reads the question at the end of the line.
    pub fn explored_line(
        &self,
        side: Option<SideId>,
        text: &str,
        viewer: Viewer,
        destination: Destination,
    ) -> ExploredLine {
        let mut words = line::resolve_names(self.program(), text);
        let leaves_open = words.pop_if(|word| word == "...").is_some();
        let place = |word: &String| {
            let mut spaces = self.board().spaces.iter().enumerate().filter(|(_, space)| space.id.starts_with(word));
            let (found, another) = (spaces.next(), spaces.next());
            found.filter(|_| another.is_none()).map(|(space, _)| Row::new(&[Val::space(SpaceId::new(space))]))
        };
        let places = words.iter().filter_map(place).collect();
        ExploredLine { side, words, leaves_open, viewer, destination, places }
    }

    /// The current position as the start of a line.
    pub fn branch_point(&self) -> BranchPoint {
        let scene = open_scene(self.program(), &self.game.state.position);
        BranchPoint::start(self.game.state.with_forced(Vec::new()), scene)
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
        let scene = open_scene(self.game.program(), &self.game.state.position);
        Ok(BranchPoint::start(self.game.state.clone(), scene))
    }

    /// Turns the enumeration of chance on or off. While it is on, a roll that the rules read die by die lists all
    /// results that the rules can read from it, in [`ChanceRequest::Dice`], and exploration stops before each outermost
    /// step, so that the caller can merge equal positions there too.
    pub fn enumerate_chance(&mut self, on: bool) {
        self.game.vm.enumerate_chance(on);
        self.game.vm.stop_before_steps(on.then(|| -> BeforeStep { Box::new(|_, _| true) }));
    }

    /// Plays a line, or its rest, from a branch point with these outcomes. Stops after the first answer that uses an
    /// outcome. After the words of the line, `policy` answers up to the destination.
    ///
    /// # Errors
    /// A script fails.
    pub fn explore_line(
        &mut self,
        line: &ExploredLine,
        from: &BranchPoint,
        given: Vec<ForcedOutcome>,
        policy: &mut Policy,
    ) -> Result<StepOutcome, RuleFailed> {
        self.has_moved = true;
        if !from.is_between_steps {
            self.game.run_at(from.position()).map_err(RuleFailed)?;
        }
        self.game.state = from.state.with_forced(given);
        self.game.require_forced_outcomes(true);
        let mut at =
            Arrival { scene: from.scene.clone(), ended_periods: from.ended_periods.clone(), ..Arrival::default() };
        if from.is_between_steps || from.is_line_over {
            let result = match self.game.choice() {
                Some(choice) => {
                    let (rows, places) = (&choice.rows, &line.places);
                    let answer = policy.answer(rows, &choice.discouraged, &choice.likely, choice.default, places);
                    self.game.answer(answer)
                }
                None => self.game.run_on(),
            };
            return match result {
                Ok(outcome) => {
                    at.arrive(self.game, outcome);
                    Ok(self.arrived(line, at, from.remaining.clone()))
                }
                Err(error) => self.stopped(line, at, PlayError::rule(error)),
            };
        }
        let words: Vec<&str> = line.words.iter().map(String::as_str).collect();
        let input =
            LineInput { side: line.side, words: &words, matching: Matching::Prefix, leaves_open: line.leaves_open };
        let mut cursor = ExploringCursor { fork: self, at };
        let parsed = match &from.remaining {
            None => line::parse_line(&mut cursor, &input),
            Some(remaining) => line::resume_line(&mut cursor, &input, remaining),
        };
        let at = cursor.at;
        match parsed.map(|parsed| parsed.end) {
            Ok(LineEnd::Branched(remaining)) => Ok(self.arrived(line, at, Some(remaining))),
            Ok(LineEnd::Complete | LineEnd::Stopped(_)) => Ok(self.arrived(line, at, None)),
            Ok(LineEnd::Incomplete { .. }) | Err(ParseStop::Mismatch { .. }) => {
                Ok(self.ended(line, at, EndReason::Mismatch))
            }
            Err(ParseStop::WrongSide { .. }) => Ok(self.ended(line, at, EndReason::OtherSideAsked)),
            Err(ParseStop::Over { .. }) => Ok(self.ended(line, at, EndReason::GameOver)),
            Err(ParseStop::Failed { error, .. }) => self.stopped(line, at, error),
        }
    }

    /// Plays on from a branch point after the words of a line ([`BranchPoint::is_on_the_way`]) to its destination, in
    /// one run with new chance. This is much faster than [`Fork::explore_line`].
    ///
    /// # Errors
    /// A script fails.
    pub fn play_on(
        &mut self,
        line: &ExploredLine,
        from: &BranchPoint,
        seed: u64,
        mut policy: Policy,
    ) -> Result<LineOutcome, RuleFailed> {
        self.has_moved = true;
        let program = self.game.program.clone();
        let scene = from.scene.as_ref().map(|scene| scene.figure);
        let scene =
            scene.filter(|_| matches!(line.destination, Destination::EndOfScene | Destination::EndOfSceneOf(_)));
        let is_in_scene = move |step: StepId| {
            scene.is_none_or(|figure| program.figures[figure].during.contains(&program.board.labels[step]))
        };
        let (is_still_in_scene, destination, places) = (is_in_scene.clone(), line.destination, line.places.clone());
        let vm = &mut self.game.vm;
        vm.enumerate_chance(false);
        vm.require_forced_outcomes(false);
        vm.stop_before_steps(Some(Box::new(move |step, ended_periods| match destination {
            Destination::Step(wanted) => step == wanted,
            Destination::EndOfPeriod(period) => ended_periods.contains(&period),
            _ => !is_still_in_scene(step),
        })));
        vm.set_unattended_driver(Box::new(move |choice| {
            let goes_on = choice.position.open_steps().iter().any(|open| is_in_scene(open.step));
            let default = choice.default_row.and_then(|default| choice.rows.iter().position(|row| *row == default));
            goes_on.then(|| policy.answer(choice.rows, choice.discouraged, choice.likely, default, &places))
        }));
        let mut position = Position::clone(from.position());
        position.reseed(seed);
        vm.set_position(&position);
        let stop = vm.run();
        vm.set_driver(None);
        self.enumerate_chance(true);
        self.game.clear_log();
        let at = Arrival { scene: from.scene.clone(), ..Arrival::default() };
        let is_between_steps = match stop {
            Ok(_) => false,
            Err(RunError::StepBegins) => true,
            Err(RunError::DeadEnd { .. }) => return Ok(self.outcome(line, at, EndReason::DeadEnd)),
            Err(error) => return Err(RuleFailed(error)),
        };
        let position = Arc::new(self.game.vm.position());
        self.game.adopt_position(position, is_between_steps, &[]);
        Ok(self.outcome(line, at, EndReason::Complete))
    }

    /// The result of an answer that failed.
    fn stopped(&self, line: &ExploredLine, at: Arrival, error: PlayError) -> Result<StepOutcome, RuleFailed> {
        match error {
            PlayError::Rule { error: RunError::Chance { request: wanted, .. }, .. } => {
                Ok(StepOutcome::NeedsChance(*wanted))
            }
            PlayError::Rule { error: RunError::DeadEnd { .. }, .. } => Ok(self.ended(line, at, EndReason::DeadEnd)),
            PlayError::Rule { error, .. } => Err(RuleFailed(error)),
            other => {
                Err(RuleFailed(RunError::Script { message: other.to_string(), place: None, open_steps: Vec::new() }))
            }
        }
    }

    /// The game has arrived at a choice, between two steps or at its end. `remaining` is the rest of the line.
    fn arrived(&mut self, line: &ExploredLine, at: Arrival, remaining: Option<RemainingLine>) -> StepOutcome {
        let is_line_over = remaining.as_ref().is_none_or(RemainingLine::is_used_up);
        let is_question = !at.is_between_steps;
        let game = &*self.game;
        let ends = match line.destination {
            _ if game.state.position.outcome().is_some() => true,
            _ if !is_line_over => false,
            Destination::Question => is_question,
            Destination::EndOfScene => at.scene.as_ref().map_or(is_question, |scene| !scene.is_open(game)),
            Destination::EndOfSceneOf(figure) => {
                at.scene.as_ref().is_some_and(|scene| scene.figure == figure && !scene.is_open(game))
            }
            Destination::Step(step) => {
                at.is_between_steps && game.state.position.open_steps().first().is_some_and(|open| open.step == step)
            }
            Destination::EndOfPeriod(period) => at.is_between_steps && at.ended_periods.contains(&period),
            Destination::EndOfGame => false,
        };
        if ends {
            return self.ended(line, at, EndReason::Complete);
        }
        self.game.row_words();
        StepOutcome::Branched(Box::new(BranchPoint {
            state: self.game.state.with_forced(Vec::new()),
            is_line_over,
            remaining,
            is_between_steps: at.is_between_steps,
            scene: at.scene,
            ended_periods: if is_line_over { at.ended_periods } else { Vec::new() },
        }))
    }

    fn ended(&self, line: &ExploredLine, at: Arrival, reason: EndReason) -> StepOutcome {
        StepOutcome::Ended(self.outcome(line, at, reason))
    }

    fn outcome(&self, line: &ExploredLine, at: Arrival, reason: EndReason) -> LineOutcome {
        LineOutcome {
            position: self.game.state.position.clone(),
            asked: self.game.asked(),
            question: self.game.prompt_text(line.viewer).unwrap_or_default(),
            end_reason: if self.game.state.position.outcome().is_some() { EndReason::GameOver } else { reason },
            scene: at.scene,
        }
    }
}

/// How the game came to the position of a fork.
#[derive(Default)]
struct Arrival {
    scene: Option<Scene>,
    ended_periods: Vec<PeriodId>,
    is_between_steps: bool,
}

impl Arrival {
    /// Takes the result of an answer or a run.
    fn arrive(&mut self, game: &mut Game, outcome: Outcome) {
        let begun = action_scene(&game.program, game.asked(), &game.state.position, outcome.row);
        self.is_between_steps = outcome.is_between_steps;
        self.ended_periods.extend(outcome.ended_periods);
        game.adopt_position(outcome.position, outcome.is_between_steps, &[]);
        game.card_knowledge = None; // Exploration does not track card knowledge.
        game.state.forced = outcome.unused_outcomes;
        if self.scene.as_ref().is_none_or(|scene| !scene.is_open(game)) {
            let begun = begun.or_else(|| open_scene(&game.program, &game.state.position));
            self.scene = begun.or(self.scene.take());
        }
    }
}

/// Follows a line for exploration.
struct ExploringCursor<'a, 'f> {
    fork: &'a mut Fork<'f>,
    at: Arrival,
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
        // The VM need not go back, because the next call starts from its own branch point.
        let mut outcome = result.map_err(|error| {
            game.clear_log();
            PlayError::rule(error)
        })?;
        let mut revealed = outcome.revealed || !outcome.played_by_rules.is_empty();
        // The line goes on in the next step, as it does in play.
        while outcome.is_between_steps && outcome.used_outcomes.is_empty() && pick.words_after > 0 {
            self.at.arrive(game, outcome);
            outcome = game.run_on().map_err(|error| {
                game.clear_log();
                PlayError::rule(error)
            })?;
        }
        let row = row.unwrap_or_default();
        revealed |= outcome.revealed || !outcome.played_by_rules.is_empty() || outcome.asked != Some(pick.side);
        let has_branched = outcome.is_between_steps || !outcome.used_outcomes.is_empty();
        self.at.arrive(self.fork.game, outcome);
        Ok(if has_branched { AnswerOutcome::Branched { row } } else { AnswerOutcome::Continue { row, revealed } })
    }
}
