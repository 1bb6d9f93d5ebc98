//! Finds a good answer to a choice by playing on from it many times: a tree search over the asked side's information
//! sets, with nodes for sequences of answers (open loop).
//!
//! The search gets *worlds*: positions that the asked side cannot tell from the real one. It never gets the real
//! position, so it cannot use what the side does not know. Each iteration takes one world, gives it new chance, and
//! plays on from the pending choice: first down the tree, then at random ([`averages`] guide it) to the horizon, about one
//! round later. There the figure that evaluates positions is asked. Without such a figure the game is played to its end.

mod averages;
mod iteration;
mod tree;
mod worth;

use averages::Averages;
use cardwright_bots::RandomBot;
use cardwright_script::{LikelyNumber, RunError, Stop, Vm, random_answer};
use cardwright_state::position::Row;
use cardwright_state::{Answer, Position, SideId};
use iteration::{Iteration, Progress};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tree::Tree;
use worth::Scale;
pub use worth::seat_values;

/// The most decisions of an iteration without a figure that evaluates positions. After them the game counts as half won.
const LONGEST_GAME: u64 = 400;
/// A kept answer is given without a new search if it has this many visits, and `CLEAR_LEAD` times those of the next.
const CLEAR_VISITS: u32 = 50;
const CLEAR_LEAD: u32 = 2;
/// How many answers a report lists.
const REPORTED: usize = 5;

/// How much to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The number of decisions to play in searching.
    pub decisions: u64,
    /// The time limit.
    pub time: Option<Duration>,
}

/// A choice to answer, as its side may know it.
#[derive(Debug)]
pub struct Question {
    /// The side that is asked.
    pub side: SideId,
    /// The legal rows.
    pub rows: Vec<Row>,
    /// The indexes of the rows that the rules discourage, ascending.
    pub discouraged: Vec<usize>,
    /// The likely numbers of amounts.
    pub likely: Vec<LikelyNumber>,
    /// Positions that the side cannot tell from the real one.
    pub worlds: Vec<Position>,
    /// The seed of the search. A search counted in decisions repeats exactly after the same earlier questions.
    pub seed: u64,
    /// How much to search.
    pub budget: Budget,
    /// Whether the question follows the last answer of this searcher, and nothing was revealed since.
    pub follows: bool,
}

/// What the search found about an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The row, with its numbers.
    pub row: Row,
    /// How often the search took it.
    pub visits: u32,
    /// Its average worth for the side, from 0 (lost) to 1 (won).
    pub worth: f64,
}

/// An answer, and what is to be said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The answer.
    pub answer: Answer,
    /// The answers that were tried most, the best first. Empty if nothing was searched.
    pub candidates: Vec<Candidate>,
    /// The number of decisions played.
    pub decisions: u64,
    /// Whether the time limit, and not the number of decisions, ended the search.
    pub ran_out_of_time: bool,
    /// Whether no world could be played from. The answer is then a random one.
    pub is_guess: bool,
    /// Why the figure that evaluates positions could not be used, if it failed.
    pub figure_failed: Option<String>,
    /// A rule that failed in a drawn position, if one did. The search avoids answers that lead there.
    pub rule_failed: Option<String>,
}

impl Found {
    fn without_search(answer: Answer) -> Found {
        Found {
            answer,
            candidates: Vec::new(),
            decisions: 0,
            ran_out_of_time: false,
            is_guess: false,
            figure_failed: None,
            rule_failed: None,
        }
    }
}

/// Searches with a VM of its own, and keeps what it knows about the next answer.
#[derive(Debug)]
pub struct Searcher {
    vm: Vm,
    kept: Option<Tree>,
    /// By side: what its searches learned of answers. A side must not learn from what another side knows.
    averages: HashMap<SideId, Averages>,
    has_figure: bool,
}

impl Searcher {
    /// Creates a searcher that plays in this VM.
    pub fn new(vm: Vm) -> Searcher {
        let has_figure = vm.program().evaluating_figure().is_some();
        Searcher { vm, kept: None, averages: HashMap::new(), has_figure }
    }

    /// Forgets all earlier searches, for a new game.
    pub fn forget(&mut self) {
        self.kept = None;
        self.averages.clear();
    }

    /// Answers a question. `stop` ends the search early with the best answer so far.
    pub fn answer(&mut self, question: &Question, stop: &AtomicBool) -> Found {
        let kept = self.kept.take().filter(|_| question.follows);
        if question.rows.len() < 2 && !question.rows.iter().any(Row::has_amounts) {
            self.kept = kept;
            return Found::without_search(Answer::from(0));
        }
        let tree = kept.unwrap_or_else(Tree::new);
        if let Some((answer, child)) = tree.clear_answer(question, CLEAR_VISITS, CLEAR_LEAD) {
            return self.found(question, tree, answer, child);
        }
        self.search(question, tree, stop)
    }

    /// Gives an answer, and keeps the tree below it.
    fn found(&mut self, question: &Question, tree: Tree, answer: Answer, child: usize) -> Found {
        let candidates = tree.candidates(question.side, REPORTED);
        self.kept = tree.descend(child);
        Found { candidates, ..Found::without_search(answer) }
    }

    fn search(&mut self, question: &Question, tree: Tree, stop: &AtomicBool) -> Found {
        let started = Instant::now();
        let is_over = |decisions: u64| {
            let is_late = question.budget.time.is_some_and(|limit| started.elapsed() >= limit);
            (decisions >= question.budget.decisions || is_late || stop.load(Ordering::Relaxed), is_late)
        };
        let mut bot = RandomBot::new(question.seed);
        let mut worlds: Vec<&Position> = question.worlds.iter().collect();
        let mut averages = self.averages.remove(&question.side).unwrap_or_default();
        averages.fade();
        let state = Rc::new(RefCell::new(Iteration::new(question, tree, averages, self.has_figure)));
        let driver = state.clone();
        self.vm.set_unattended_driver(Box::new(move |choice| driver.borrow_mut().answer(choice)));
        let (mut scale, mut decisions, mut ran_out_of_time) = (Scale::default(), 0, false);
        let (mut position, mut figure_failed, mut rule_failed) = (Position::default(), None, None);
        let mut is_endless = false;
        for n in 0_u64.. {
            let (ends, is_late) = is_over(decisions);
            if ends || worlds.is_empty() || is_endless {
                ran_out_of_time = is_late;
                break;
            }
            let world = n as usize % worlds.len();
            position.clone_from(worlds[world]);
            position.reseed(u64::from(bot.pick(u32::MAX as usize) as u32) << 32 | n);
            state.borrow_mut().begin(&position, &self.vm.board().clone(), bot.pick(u32::MAX as usize) as u64);
            self.vm.set_position(&position);
            let stop = self.vm.run();
            let progress = state.borrow().progress;
            decisions += state.borrow().decisions.max(1);
            let seats = state.borrow().seats.clone();
            let is_rule =
                |error: &&RunError| progress != Progress::NotAsked && !matches!(error, RunError::DeadEnd { .. });
            if let Some(error) = stop.as_ref().err().filter(is_rule) {
                // A rule that runs without end would take its time limit again and again.
                is_endless = error.is_time_limit();
                rule_failed.get_or_insert_with(|| error.with_place());
            }
            let worth = match stop {
                Ok(Stop::Over) if progress != Progress::NotAsked => self
                    .vm
                    .with_position(|position| position.outcome().map(|outcome| worth::of_outcome(&seats, outcome))),
                Ok(Stop::Choice) if progress == Progress::AtHorizon => {
                    match worth::margins(&seats, self.vm.evaluation()) {
                        Ok(margins) => Some(scale.worth(&margins)),
                        Err(why) => {
                            figure_failed = figure_failed.or(why);
                            state.borrow_mut().plays_to_the_end();
                            None
                        }
                    }
                }
                Ok(Stop::Choice) if progress == Progress::TooLong => Some(vec![0.5; seats.len()]),
                // The game could not have reached this world, or a rule failed.
                _ if progress == Progress::NotAsked => {
                    worlds.remove(world);
                    None
                }
                _ => None,
            };
            if let Some(worth) = worth {
                state.borrow_mut().learn(&worth);
            }
        }
        self.vm.set_driver(None);
        let (tree, averages) = state.borrow_mut().take();
        self.averages.insert(question.side, averages);
        let mut found = match tree.best(question) {
            Some((answer, child)) => self.found(question, tree, answer, child),
            None => {
                let answer = random_answer(&mut bot, &question.rows, &question.discouraged, &question.likely);
                Found { is_guess: true, ..Found::without_search(answer) }
            }
        };
        (found.decisions, found.ran_out_of_time) = (decisions, ran_out_of_time);
        (found.figure_failed, found.rule_failed) = (figure_failed, rule_failed);
        found
    }
}
