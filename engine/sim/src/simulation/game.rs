//! Plays one game of a simulation.

use super::result::{GameResult, SHARES};
use super::watch::Watch;
use super::{Simulation, SimulationError};
use crate::questions::Questions;
use cardwright_bots::{BotKind, RANDOM, RandomBot};
use cardwright_protocol::{Peers, Step};
use cardwright_script::{FigureValue, RunError, Stop, Vm, random_answer};
use cardwright_search::{Searcher, seat_values};
use cardwright_state::board::Sides;
use cardwright_state::hash::Hash;
use cardwright_state::position::{Outcome, sides_text};
use cardwright_state::{PeriodId, Position};
use cardwright_table::{PlayError, Seat, SetUp, Table};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game with more answers than this counts as endless.
pub(crate) const MAX_ANSWERS: u64 = 200_000;

/// Plays games of a simulation, one after another, on one thread.
#[derive(Debug)]
pub struct Player<'a> {
    sim: &'a Simulation,
    /// The VM of the games. `None` after a failure that lost it.
    vm: Option<Vm>,
    searcher: Option<Searcher>,
    watch: Rc<RefCell<Watch>>,
    stop: Arc<AtomicBool>,
    /// A rule that failed while a bot of the current game was searching.
    rule_failed: Option<String>,
}

/// The end of a game: its last position, and how often each period ended.
struct End {
    position: Position,
    ended: Vec<PeriodId>,
}

/// Why a game has no result.
enum NoResult {
    /// The run was stopped.
    Stopped,
    /// A rule failed, or the game does not end.
    Failed(String),
}

impl<'a> Player<'a> {
    /// Makes a player with VMs of its own. `stop` ends the game that is being played.
    ///
    /// # Errors
    /// The scripts do not load.
    pub fn new(sim: &'a Simulation, stop: &Arc<AtomicBool>) -> Result<Player<'a>, SimulationError> {
        let searches = sim.players.iter().any(|seat| matches!(seat, Seat::Bot(kind) if kind.searches()));
        let searcher = if searches { Some(Searcher::new(sim.vm()?)) } else { None };
        let watch = Watch::new(&sim.program.board, sim.program.evaluating_figure().is_some());
        Ok(Player {
            sim,
            vm: Some(sim.vm()?),
            searcher,
            watch: Rc::new(RefCell::new(watch)),
            stop: stop.clone(),
            rule_failed: None,
        })
    }

    /// Plays the game with this number. `None` if the run is stopped.
    pub fn play(&mut self, number: u64) -> Option<GameResult> {
        let seed = self.sim.set_up.seed.wrapping_add(number);
        self.rule_failed = None;
        let needs_table = self.sim.players.iter().any(|seat| matches!(seat, Seat::Bot(kind) if *kind != RANDOM));
        let mut played = if needs_table { self.play_at_table(seed) } else { self.play_without_table(seed) };
        if !needs_table && matches!(played, Err(NoResult::Failed(_))) {
            // At a table the game may go on: the engine bars an answer that leads to a choice without rows.
            played = self.play_at_table(seed);
        }
        match played {
            Ok(end) => Some(self.result(number, seed, &end)),
            Err(NoResult::Stopped) => None,
            Err(NoResult::Failed(error)) => Some(GameResult::failed(number, seed, error)),
        }
    }

    /// Plays a game of random bots at full speed: a driver inside the VM answers.
    fn play_without_table(&mut self, seed: u64) -> Result<End, NoResult> {
        let mut vm = self.take_vm()?;
        let mut start = self.sim.start.clone();
        start.reseed(seed);
        vm.set_position(&start);
        self.watch.borrow_mut().begin();
        let (watch, stop, mut bot) = (self.watch.clone(), self.stop.clone(), RandomBot::new(seed));
        vm.set_unattended_driver(Box::new(move |choice| {
            let mut watch = watch.borrow_mut();
            if stop.load(Ordering::Relaxed) || watch.answers >= MAX_ANSWERS {
                return None;
            }
            let answer = random_answer(&mut bot, choice.rows, choice.discouraged, choice.likely);
            let row = choice.rows.get(answer.row)?.filled(answer.numbers())?;
            watch.note(choice.position, choice.side, choice.rows.len(), &row);
            Some(answer)
        }));
        let run = vm.run();
        vm.set_driver(None);
        let end = match run {
            Ok(Stop::Over) => Ok(End { position: vm.position(), ended: vm.take_ended_periods() }),
            Ok(Stop::Choice) if self.stop.load(Ordering::Relaxed) => Err(NoResult::Stopped),
            Ok(Stop::Choice) => Err(endless()),
            Err(error) => Err(failed(&error)),
        };
        self.vm = Some(vm);
        end
    }

    /// Plays a game at a table, which keeps what each side knows.
    fn play_at_table(&mut self, seed: u64) -> Result<End, NoResult> {
        let set_up = SetUp { seed, ..self.sim.set_up.clone() };
        let table = Table::start(self.sim.program.clone(), self.take_vm()?, &set_up);
        let mut table = table.map_err(|error| NoResult::Failed(error.to_string()))?;
        self.watch.borrow_mut().begin();
        self.searcher.iter_mut().for_each(Searcher::forget);
        let played = self.answer_all(&mut table, seed);
        let ended = table.path().into_iter().flat_map(|node| table.nodes()[node].ended_periods.clone()).collect();
        let end = End { position: table.position().clone(), ended };
        self.vm = Some(table.into_vm());
        played.map(|()| end)
    }

    /// Answers every choice up to the end of the game.
    fn answer_all(&mut self, table: &mut Table, seed: u64) -> Result<(), NoResult> {
        let (mut bot, mut questions, mut programs) = (RandomBot::new(seed), Questions::default(), Peers::default());
        for _ in 0..MAX_ANSWERS {
            let Some(side) = table.asked() else { break };
            let (before, rows) = (table.position().clone(), table.choice().map_or(0, |choice| choice.rows.len()));
            let Seat::Bot(kind) = self.sim.players[side.index()] else {
                return Err(NoResult::Failed("a side without a player is asked".into()));
            };
            let answered = if kind.is_program() {
                self.ask_program(table, &mut programs, kind)?
            } else if let Some(searcher) = self.searcher.as_mut().filter(|_| kind.searches()) {
                let question = questions.pending(table, seed, kind.effort());
                let question = question.ok_or_else(|| NoResult::Failed("a search has no question".into()))?;
                let found = searcher.answer(&question, &self.stop);
                questions.found(table);
                self.rule_failed = self.rule_failed.take().or(found.rule_failed);
                table.answer(found.answer, false).map(drop)
            } else {
                table.answer_with_bot(&mut bot).map(drop)
            };
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoResult::Stopped);
            }
            match answered {
                Ok(()) => table.nodes()[table.shown_event()].row.iter().for_each(|row| {
                    self.watch.borrow_mut().note(&before, side, rows, row);
                }),
                // The answer led to a choice without rows. The engine has taken it back and offers the other rows.
                Err(PlayError::Barred { .. }) => {}
                Err(PlayError::Rule { error, .. }) => return Err(failed(&error)),
                Err(error) => return Err(NoResult::Failed(error.to_string())),
            }
        }
        if !table.is_over() {
            return Err(endless());
        }
        programs.dismiss(table);
        Ok(())
    }

    /// Lets the program of the side to move answer.
    fn ask_program(
        &self,
        table: &mut Table,
        programs: &mut Peers,
        kind: BotKind,
    ) -> Result<Result<(), PlayError>, NoResult> {
        while !self.stop.load(Ordering::Relaxed) {
            match programs.look(table, kind) {
                Ok(Step::Answered) => return Ok(Ok(())),
                Ok(Step::Thinking) => {}
                Ok(Step::Failed(why)) => {
                    let command = kind.program().map_or("", |(command, _)| command);
                    return Err(NoResult::Failed(format!("the program `{command}` {why}")));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
        Err(NoResult::Stopped)
    }

    fn take_vm(&mut self) -> Result<Vm, NoResult> {
        match self.vm.take() {
            Some(vm) => Ok(vm),
            None => self.sim.vm().map_err(|error| NoResult::Failed(error.to_string())),
        }
    }

    /// Collects the results of a game that has ended.
    fn result(&mut self, number: u64, seed: u64, end: &End) -> GameResult {
        let sim = self.sim;
        let board = &sim.program.board;
        let mut watch = self.watch.borrow_mut();
        watch.note_dice(&end.position);
        let (mut values, mut figures, mut figure_failed) = (Vec::new(), Vec::new(), None);
        if let Some(vm) = &mut self.vm {
            let quarters: Vec<Position> = SHARES.iter().filter_map(|share| watch.sample(*share).cloned()).collect();
            if quarters.len() == SHARES.len() {
                for position in quarters.iter().chain([&end.position]) {
                    vm.set_position(position);
                    match seat_values(&sim.seats, vm.evaluation()) {
                        Ok(of_seats) => values.push(of_seats),
                        Err(why) => figure_failed = figure_failed.or(why),
                    }
                }
            }
            if figure_failed.is_some() {
                values.clear();
            }
            vm.set_position(&end.position);
            let values = vm.figures_if(|figure| sim.figures.contains(figure));
            figures = values.concat().iter().map(FigureValue::number).collect();
        }
        let outcome = end.position.outcome();
        let winners = outcome.map_or(Sides::NONE, Outcome::winners);
        GameResult {
            number,
            seed,
            winners: if winners.is_empty() { "nobody".to_owned() } else { sides_text(board, winners) },
            won: sim.seats.iter().map(|seat| seat.iter().any(|side| winners.has(side))).collect(),
            places: outcome.map_or_else(String::new, |outcome| outcome.places_text(board)),
            reason: outcome.map_or_else(String::new, |outcome| board.labels[outcome.text.text].id.clone()),
            answers: watch.answers,
            decisions: watch.decisions.clone(),
            rows: watch.rows,
            ended: (0..board.periods.len())
                .map(|period| end.ended.iter().filter(|ended| ended.index() == period).count() as u64)
                .collect(),
            dice: watch.dice.clone(),
            values,
            figures,
            cards: watch.take_cards(),
            digest: Hash::from_text("answers of a game", &watch.answer_text),
            answer_text: std::mem::take(&mut watch.answer_text),
            figure_failed,
            rule_failed_in_search: self.rule_failed.take(),
            error: None,
        }
    }
}

fn endless() -> NoResult {
    NoResult::Failed(format!("the game goes on after {MAX_ANSWERS} answers"))
}

fn failed(error: &RunError) -> NoResult {
    NoResult::Failed(error.with_place())
}
