//! One position in a VM, and its pending choice. An answer goes in, an [`Outcome`] comes out.
//!
//! This module knows nothing about earlier events, seats or records. A [`Fork`] tries answers and then restores the
//! game.

use crate::line::{self, AnswerOutcome, GameCursor, LookaheadChoice, Pending, PickedRow};
use crate::play_error::PlayError;
use crate::{Viewer, label};
use cardwright_script::{Choice, ForcedOutcome, GameEvent, ManualChance, Program, RunError, Stop, Vm};
use cardwright_state::board::Board;
use cardwright_state::position::{CardLocation, Row};
use cardwright_state::{Amount, Answer, CardId, CardKnowledge, PeriodId, Position, SideId, SpaceId};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// A position in a VM, with its pending choice.
#[derive(Debug)]
pub struct Game {
    pub(crate) program: Arc<Program>,
    pub(crate) vm: Vm,
    pub(crate) state: GameState,
    /// The kinds of chance whose outcomes people type in. A fork never asks people.
    pub(crate) manual_chance: ManualChance,
    /// What the sides know about the cards, if the caller tracks it.
    pub(crate) card_knowledge: Option<Arc<CardKnowledge>>,
}

/// The part of a game that answers change. A fork saves and restores it.
#[derive(Debug, Clone, Default)]
pub(crate) struct GameState {
    pub(crate) position: Arc<Position>,
    pub(crate) choice: Option<Choice>,
    /// The words of each row, built on first use.
    words: OnceCell<Rc<[Vec<String>]>>,
    /// For each offered row, its index among the VM's rows.
    pub(crate) offered: Vec<usize>,
    /// Given outcomes for the next rolls, draws and picks.
    pub(crate) forced: Vec<ForcedOutcome>,
    /// Whether every outcome must be given.
    pub(crate) require_forced_outcomes: bool,
    /// The error of re-running the open steps, if that failed. Then nobody is asked although the game is not over.
    pub(crate) rerun_error: Option<Rc<str>>,
}

impl GameState {
    /// The same state with other given outcomes.
    pub(crate) fn with_forced(&self, forced: Vec<ForcedOutcome>) -> GameState {
        GameState { forced, ..self.clone() }
    }
}

/// The result of an answer. The game itself does not change before [`Game::adopt_position`].
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The row, if this was an answer.
    pub(crate) row: Option<Row>,
    pub(crate) position: Arc<Position>,
    /// The side that is asked next. `None` if the game is over, or if an outermost step is about to begin.
    pub(crate) asked: Option<SideId>,
    /// Whether an outermost step is about to begin: see [`Vm::stop_before_steps`].
    pub(crate) is_between_steps: bool,
    pub(crate) game_events: Vec<GameEvent>,
    /// The given outcomes that were used.
    pub(crate) used_outcomes: Vec<ForcedOutcome>,
    /// The given outcomes that were not used.
    pub(crate) unused_outcomes: Vec<ForcedOutcome>,
    /// Whether chance revealed something.
    pub(crate) revealed: bool,
    /// The Non-players that answered.
    pub(crate) played_by_rules: Vec<SideId>,
    pub(crate) ended_periods: Vec<PeriodId>,
    pub(crate) card_moves: Vec<(CardId, CardLocation)>,
    /// The new card knowledge, and how many of `card_moves` it already includes. Set only if people entered a card that
    /// the engine had to exchange with another hidden card.
    pub(crate) card_knowledge: Option<(Arc<CardKnowledge>, usize)>,
}

/// One row of the pending choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// The words to type, in full.
    pub text: String,
    /// The words to show, if nobody needs to type the marks of its pieces.
    pub shown: Option<String>,
    /// The meaning in plain language.
    pub label: String,
    /// Whether the rules discourage this row.
    pub discouraged: bool,
}

/// The pending choice in plain language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// The side that is asked.
    pub side: SideId,
    /// The question.
    pub text: String,
    /// The spaces that the question names.
    pub about: Vec<SpaceId>,
    /// The legal answers.
    pub rows: Vec<RowView>,
    /// The index of the default row.
    pub default: Option<usize>,
}

impl Game {
    /// Creates a game without a position.
    pub(crate) fn new(program: Arc<Program>, mut vm: Vm, require_forced_outcomes: bool) -> Game {
        vm.record_events(true);
        vm.require_forced_outcomes(require_forced_outcomes);
        let state = GameState { require_forced_outcomes, ..GameState::default() };
        Game { program, vm, state, manual_chance: ManualChance::default(), card_knowledge: None }
    }

    /// Creates a game at a position, for inspection.
    ///
    /// # Errors
    /// The position's open steps cannot be re-run.
    pub fn at(program: Arc<Program>, vm: Vm, position: &Position) -> Result<Game, RunError> {
        let mut game = Game::new(program, vm, false);
        game.go_to_position(position)?;
        Ok(game)
    }

    /// Goes to another position of the same content.
    ///
    /// # Errors
    /// The position's open steps cannot be re-run.
    pub fn go_to_position(&mut self, position: &Position) -> Result<(), RunError> {
        self.run_at(position)?;
        self.adopt_position(Arc::new(position.clone()), false, &[]);
        Ok(())
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.program.board
    }
    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    /// The current position.
    pub fn position(&self) -> &Position {
        &self.state.position
    }
    /// The pending choice. `None` if the game is over, or if its open steps could not be run again.
    pub fn choice(&self) -> Option<&Choice> {
        self.state.choice.as_ref()
    }
    /// The side that is asked.
    pub fn asked(&self) -> Option<SideId> {
        self.state.choice.as_ref().map(|c| c.side)
    }
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state.choice.is_none() && self.state.rerun_error.is_none()
    }
    /// The words of each row of the pending choice.
    pub fn row_words(&self) -> &[Vec<String>] {
        self.state.words.get_or_init(|| {
            let rows = self.state.choice.as_ref().map_or(&[][..], |choice| &choice.rows);
            line::words_of_rows(self.board(), rows).into()
        })
    }

    /// The words of an answer to the pending choice. `None` if there is no such row.
    pub(crate) fn answer_text(&self, answer: &Answer) -> Option<String> {
        self.row_words().get(answer.row).map(|row| line::answer_words(row, answer).join(" "))
    }

    /// Renders the question in plain language. Names a card only to viewers who see it.
    pub(crate) fn prompt_text(&self, viewer: Viewer) -> Option<String> {
        let choice = self.state.choice.as_ref()?;
        let text = choice.prompt.as_ref();
        let text = text.map_or("?".to_owned(), |line| label::line_text(self.board(), self.position(), viewer, line));
        Some(match choice.distributed {
            Some((so_far, in_all)) => format!("{text} {so_far} of {in_all} so far"),
            None => text,
        })
    }

    /// Renders the pending choice in plain language. Only the asked side and viewers who see everything get rows,
    /// because rows reveal what a side holds.
    pub fn prompt(&self, viewer: Viewer) -> Option<Prompt> {
        let choice = self.state.choice.as_ref()?;
        let board = self.board();
        let about = choice
            .prompt
            .as_ref()
            .map(|line| label::mentioned_spaces(board, self.position(), line))
            .unwrap_or_default();
        let text = self.prompt_text(viewer)?;
        let mut prompt = Prompt { side: choice.side, text, about, rows: Vec::new(), default: None };
        if viewer.may_read(choice.side) {
            let reader = viewer.as_reader(choice.side);
            let row_view = |(((index, row), words), shown): (((usize, &Row), &Vec<String>), _)| RowView {
                text: words.join(" "),
                shown,
                label: label::row_text(board, reader, row),
                discouraged: choice.discouraged.contains(&index),
            };
            let shown = line::words_without_marks(self.row_words());
            prompt.rows = choice.rows.iter().enumerate().zip(self.row_words()).zip(shown).map(row_view).collect();
            prompt.default = choice.default;
        }
        Some(prompt)
    }

    /// Adopts the VM's position and reads its choice without the `barred` rows, which lead to a dead end. With
    /// `closed`, nobody is asked.
    pub(crate) fn adopt_position(&mut self, position: Arc<Position>, closed: bool, barred: &[&str]) {
        let is_over = closed || position.outcome().is_some();
        self.state.position = position;
        self.state.rerun_error = None;
        self.state.choice = (!is_over).then(|| self.vm.choice());
        let board = self.program.board.clone();
        let state = &mut self.state;
        state.words.take();
        state.offered = (0..state.choice.as_ref().map_or(0, |c| c.rows.len())).collect();
        if let (Some(choice), false) = (&mut state.choice, barred.is_empty()) {
            let default = choice.default.map(|index| choice.rows[index]);
            let discouraged = std::mem::take(&mut choice.discouraged);
            // The words of a row depend on all rows, also on barred ones.
            let words = line::words_of_rows(&board, &choice.rows);
            state.offered.retain(|row| !is_barred(&choice.rows[*row], &words[*row], barred));
            choice.rows = state.offered.iter().map(|row| choice.rows[*row]).collect();
            choice.discouraged =
                (0..state.offered.len()).filter(|index| discouraged.contains(&state.offered[*index])).collect();
            choice.default = default.and_then(|default| choice.rows.iter().position(|row| *row == default));
            let _ = state.words.set(state.offered.iter().map(|row| words[*row].clone()).collect());
        }
    }

    /// Makes the VM run at the game's own position again.
    pub(crate) fn rerun(&mut self) {
        // The position ran before. If it fails now, keep the choice, so that the player can answer it once the rules
        // are fixed.
        let _ = self.run_at(&self.state.position.clone());
    }

    /// Re-runs the open steps of a position in the VM, and drops the log of that run.
    pub(crate) fn run_at(&mut self, position: &Position) -> Result<(), RunError> {
        self.vm.set_position(position);
        let run = self.vm.run();
        self.clear_log();
        run.map(drop)
    }

    pub(crate) fn clear_log(&mut self) {
        self.vm.take_barrier();
        self.vm.take_events();
        self.vm.take_sides_played_by_rules();
        self.vm.take_ended_periods();
        self.vm.take_used_outcomes();
    }

    /// Takes the VM's result since the last answer.
    pub(crate) fn outcome(&mut self, row: Option<Row>, unused_outcomes: Vec<ForcedOutcome>) -> Outcome {
        let before = row.map(|_| self.state.position.clone());
        self.outcome_since(before, row, unused_outcomes)
    }

    /// Takes the result of a set-up. Everything on the board counts as a change.
    pub(crate) fn outcome_of_start(&mut self, unused_outcomes: Vec<ForcedOutcome>) -> Outcome {
        // Comparing with the empty board is needed only for the structured log.
        let empty_board = self
            .vm
            .has_structured_log()
            .then(|| Arc::new(Position::initial(&self.program.board, self.vm.position().seed())));
        self.outcome_since(empty_board, None, unused_outcomes)
    }

    fn outcome_since(
        &mut self,
        before: Option<Arc<Position>>,
        row: Option<Row>,
        unused_outcomes: Vec<ForcedOutcome>,
    ) -> Outcome {
        let position = self.vm.position();
        Outcome {
            row,
            asked: position.outcome().is_none().then(|| self.vm.asked_side()),
            is_between_steps: false,
            position: Arc::new(position),
            game_events: self.vm.take_structured_log(before.as_deref()),
            used_outcomes: self.vm.take_used_outcomes(),
            unused_outcomes,
            revealed: self.vm.take_barrier(),
            played_by_rules: self.vm.take_sides_played_by_rules(),
            ended_periods: self.vm.take_ended_periods(),
            card_knowledge: self.vm.take_card_knowledge(),
            card_moves: self.vm.take_card_moves(),
        }
    }

    /// Answers the pending choice.
    ///
    /// # Errors
    /// A script fails. Then the caller must make the VM run at a position again.
    pub(crate) fn answer(&mut self, answer: Answer) -> Result<Outcome, RunError> {
        self.clear_log();
        let picked = self.state.choice.as_ref().and_then(|choice| choice.rows.get(answer.row));
        let picked = picked.and_then(|row| row.filled(answer.numbers()));
        let row = self.state.offered.get(answer.row).copied().unwrap_or(usize::MAX);
        let (result, unused) = self.with_chance(|vm| vm.answer(answer.with_row(row)));
        self.outcome_of_run(result, picked, unused)
    }

    /// Runs on from a position in which an outermost step begins.
    ///
    /// # Errors
    /// Fails as [`Game::answer`] does.
    pub(crate) fn run_on(&mut self) -> Result<Outcome, RunError> {
        self.vm.set_position(&self.state.position.clone());
        self.clear_log();
        let (result, unused) = self.with_chance(Vm::run);
        self.outcome_of_run(result, None, unused)
    }

    /// Takes the result of a run that stopped at a choice, at the end of the game or between steps.
    fn outcome_of_run(
        &mut self,
        result: Result<Stop, RunError>,
        row: Option<Row>,
        unused: Vec<ForcedOutcome>,
    ) -> Result<Outcome, RunError> {
        let is_between_steps = matches!(result, Err(RunError::StepBegins));
        if !is_between_steps {
            result?;
        }
        let outcome = self.outcome(row, unused);
        let asked = outcome.asked.filter(|_| !is_between_steps);
        Ok(Outcome { asked, is_between_steps, ..outcome })
    }

    /// Takes a standing action of a side.
    ///
    /// # Errors
    /// Fails as [`Game::answer`] does.
    pub(crate) fn use_standing_action(&mut self, side: SideId, answer: Answer) -> Result<Outcome, RunError> {
        let standing_rows = self.vm.standing_rows_with_failures()?;
        let picked = standing_rows
            .iter()
            .find(|standing| standing.side == side)
            .and_then(|standing| standing.rows.get(answer.row)?.filled(answer.numbers()));
        self.clear_log();
        let (result, unused) = self.with_chance(|vm| vm.use_standing_action(side, answer));
        result.map(|_| self.outcome(picked, unused))
    }

    /// Runs the VM with the given outcomes, and returns those that were not used. If outcomes are missing, people are
    /// asked for them or the VM generates them.
    fn with_chance<T>(&mut self, run: impl FnOnce(&mut Vm) -> T) -> (T, Vec<ForcedOutcome>) {
        self.vm.force(self.state.forced.iter().cloned());
        self.vm.set_card_knowledge(self.card_knowledge.clone());
        self.vm.set_manual_chance(self.manual_chance);
        let result = run(&mut self.vm);
        self.vm.set_manual_chance(ManualChance::default());
        (result, self.vm.take_forced())
    }

    /// Lets `explore` try answers, then restores the game. With `given_only`, the VM generates no chance.
    pub(crate) fn fork<T>(&mut self, given_only: bool, explore: impl FnOnce(&mut Fork<'_>) -> T) -> T {
        let saved = self.state.clone();
        let (manual_chance, card_knowledge) = (std::mem::take(&mut self.manual_chance), self.card_knowledge.clone());
        let had_log = self.vm.has_structured_log();
        self.vm.set_structured_log(false);
        let step_starts = self.vm.records_step_starts().then(|| self.vm.take_step_starts());
        self.vm.record_step_starts(false);
        let stops = self.vm.stop_before_steps(None);
        self.require_forced_outcomes(given_only || self.state.require_forced_outcomes);
        let mut fork = Fork { game: self, answers: Vec::new(), pending_chance: None, has_moved: false };
        let result = explore(&mut fork);
        let has_moved = fork.has_moved || !fork.answers.is_empty();
        self.require_forced_outcomes(saved.require_forced_outcomes);
        self.vm.set_structured_log(had_log);
        self.state = saved;
        (self.manual_chance, self.card_knowledge) = (manual_chance, card_knowledge);
        if has_moved {
            self.rerun();
        }
        self.vm.restore_step_starts(step_starts);
        self.vm.stop_before_steps(stops);
        result
    }

    /// Sets whether every outcome must be given from now on.
    pub(crate) fn require_forced_outcomes(&mut self, on: bool) {
        self.state.require_forced_outcomes = on;
        self.vm.require_forced_outcomes(on);
    }

    /// Gives these answers in a fork, and returns the choice that follows. `None` if the answers reveal something
    /// or lead to no choice.
    pub(crate) fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice> {
        self.fork(true, |fork| {
            for answer in answers {
                let side = fork.game.asked()?;
                let pick = PickedRow {
                    side,
                    answer: *answer,
                    is_standing: false,
                    automatic: true,
                    typed_columns: 0,
                    words_after: 0,
                };
                match fork.answer(&pick) {
                    Ok(AnswerOutcome::Continue { revealed: false, .. }) => {}
                    _ => return None,
                }
            }
            let words = fork.game.row_words().to_vec();
            let state = fork.game.state.clone();
            Some(LookaheadChoice { choice: state.choice?, words, position: state.position })
        })
    }

    /// Whether a row needs chance before the next question.
    pub(crate) fn needs_chance(&mut self, row: usize) -> bool {
        let Some(side) = self.asked() else { return false };
        self.fork(true, |fork| {
            let answer = row.into();
            let pick =
                PickedRow { side, answer, is_standing: false, automatic: true, typed_columns: 0, words_after: 0 };
            fork.answer(&pick).is_err() && fork.pending_chance.is_some()
        })
    }

    pub(crate) fn pending(&self) -> Option<Pending<'_>> {
        let choice = self.state.choice.as_ref()?;
        Some(Pending {
            choice,
            row_words: self.row_words(),
            position: &self.state.position,
            board: &self.program.board,
        })
    }
}

/// A game in which answers are tried.
#[derive(Debug)]
pub struct Fork<'a> {
    pub(crate) game: &'a mut Game,
    /// The answers so far.
    pub(crate) answers: Vec<TriedAnswer>,
    /// The answer that stopped for chance.
    pub(crate) pending_chance: Option<PendingChance>,
    /// Whether the VM was run at another position than the game's own.
    pub(crate) has_moved: bool,
}

/// An answer that was tried.
#[derive(Debug)]
pub(crate) struct TriedAnswer {
    pub(crate) side: SideId,
    pub(crate) row: String,
    /// The row in plain language.
    pub(crate) label: String,
    pub(crate) automatic: bool,
    /// The row, if the rules discourage it.
    pub(crate) discouraged: Option<Row>,
    pub(crate) position: Arc<Position>,
    pub(crate) game_events: Vec<GameEvent>,
}

/// A position in the middle of an answer that needs chance.
#[derive(Debug)]
pub(crate) struct PendingChance {
    pub(crate) row: String,
    /// The row in plain language.
    pub(crate) label: String,
    pub(crate) automatic: bool,
    /// The row, if the rules discourage it.
    pub(crate) discouraged: Option<Row>,
    pub(crate) position: Position,
    pub(crate) game_events: Vec<GameEvent>,
}

impl Fork<'_> {
    /// The game after the answers that were tried.
    pub fn game(&mut self) -> &mut Game {
        self.game
    }

    /// Returns a row as typed, and in plain language for its side.
    fn row_and_label(&mut self, pick: &PickedRow) -> Result<(String, String), PlayError> {
        let (game, answer) = (&mut *self.game, &pick.answer);
        let (row, text) = match pick.is_standing {
            true => {
                let words = game.standing_words(pick.side).map_err(PlayError::rule)?;
                let rows = game.rows_without_failures(pick.side).map_err(PlayError::rule)?;
                let text = words.get(answer.row).map(|row| line::answer_words(row, answer).join(" "));
                (rows.get(answer.row).copied(), text)
            }
            false => (game.choice().and_then(|choice| choice.rows.get(answer.row)).copied(), game.answer_text(answer)),
        };
        let label = row
            .and_then(|row| row.filled(answer.numbers()))
            .map(|row| label::row_text(game.board(), Viewer::side(pick.side), &row));
        Ok((text.unwrap_or_default(), label.unwrap_or_default()))
    }
}

impl GameCursor for Fork<'_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.game.pending()
    }
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        if !self.game.has_standing_actions(side) {
            return Ok(None);
        }
        self.game.standing_words(side).map(Some).map_err(PlayError::rule)
    }
    fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice> {
        self.game.look_ahead(answers)
    }
    fn needs_chance(&mut self, row: usize) -> bool {
        self.game.needs_chance(row)
    }
    fn fills_forced_answers(&self) -> bool {
        true
    }
    fn answer(&mut self, pick: &PickedRow) -> Result<AnswerOutcome, PlayError> {
        let (row, label) = self.row_and_label(pick)?;
        let discouraging_choice =
            self.game.choice().filter(|choice| !pick.is_standing && choice.discouraged.contains(&pick.answer.row));
        let discouraged = discouraging_choice.and_then(|choice| choice.rows.get(pick.answer.row).copied());
        let result = match pick.is_standing {
            true => self.game.use_standing_action(pick.side, pick.answer),
            false => self.game.answer(pick.answer),
        };
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => {
                let rolled = self.game.vm.take_barrier();
                if matches!(error, RunError::Chance { .. }) {
                    let (position, game_events) = (self.game.vm.position(), self.game.vm.take_events());
                    let row = row.clone();
                    self.pending_chance = Some(PendingChance {
                        row,
                        label,
                        automatic: pick.automatic,
                        discouraged,
                        position,
                        game_events,
                    });
                }
                self.game.rerun();
                return Err(match error {
                    RunError::DeadEnd { .. } if !rolled => PlayError::Barred { row, answered: 0, rest: String::new() },
                    error => PlayError::rule(error),
                });
            }
        };
        let revealed = outcome.revealed || !outcome.played_by_rules.is_empty() || outcome.asked != Some(pick.side);
        self.game.adopt_position(outcome.position.clone(), false, &[]);
        self.game.card_knowledge = None; // A fork does not track card knowledge.
        self.game.state.forced = outcome.unused_outcomes;
        let (position, game_events) = (outcome.position, outcome.game_events);
        self.answers.push(TriedAnswer {
            side: pick.side,
            row: row.clone(),
            label,
            automatic: pick.automatic,
            discouraged,
            position,
            game_events,
        });
        Ok(AnswerOutcome::Continue { row, revealed })
    }
}

/// Whether every answer with a row is barred. `words` are the words of the row.
fn is_barred(row: &Row, words: &[String], barred: &[&str]) -> bool {
    let barred_answers =
        barred.iter().filter(|text| line::answer_with_words(&[words.to_vec()], text).is_some()).count();
    barred_answers == row.amounts().map(Amount::count).product::<usize>()
}
