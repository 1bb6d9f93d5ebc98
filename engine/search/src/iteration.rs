//! One iteration: the answers from the pending choice to the horizon.

use crate::averages::Averages;
use crate::tree::{NodeId, Step, Tree};
use crate::{LONGEST_GAME, Question};
use cardwright_bots::RandomBot;
use cardwright_script::{ChoiceRequest, with_random_numbers};
use cardwright_state::board::{Board, Sides};
use cardwright_state::position::{Row, StepInput};
use cardwright_state::{Answer, Position, SideId};

/// The horizon is at least and at most so many decisions away.
const NEAREST_HORIZON: u64 = 15;
const FARTHEST_HORIZON: u64 = 150;
/// Half of the random answers are the best of so many drawn ones.
const DRAWN_ROWS: usize = 3;

/// How far an iteration came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The pending choice was not reached.
    NotAsked,
    /// Answers were given.
    Playing,
    /// The horizon was reached, where positions are evaluated.
    AtHorizon,
    /// The game is too long to be played to its end.
    TooLong,
}

/// The state of an iteration, with what is kept from one to the next.
#[derive(Debug)]
pub(crate) struct Iteration {
    side: SideId,
    tree: Tree,
    averages: Averages,
    evaluates: bool,
    bot: RandomBot,
    /// The seats, each as its sides.
    pub(crate) seats: Vec<Sides>,
    pub(crate) progress: Progress,
    /// The number of answers to choices with two or more rows.
    pub(crate) decisions: u64,
    /// The node of the next answer. `None` below the tree.
    node: Option<NodeId>,
    path: Vec<Step>,
    given: Vec<(SideId, Row)>,
    /// The sides that were asked.
    asked: Sides,
}

impl Iteration {
    pub(crate) fn new(question: &Question, tree: Tree, averages: Averages, evaluates: bool) -> Iteration {
        Iteration {
            side: question.side,
            tree,
            averages,
            evaluates,
            bot: RandomBot::new(question.seed),
            seats: Vec::new(),
            progress: Progress::NotAsked,
            decisions: 0,
            node: None,
            path: Vec::new(),
            given: Vec::new(),
            asked: Sides::NONE,
        }
    }

    /// Begins an iteration at a world.
    pub(crate) fn begin(&mut self, world: &Position, board: &Board, seed: u64) {
        self.seats = world.seats(board);
        self.bot = RandomBot::new(seed);
        (self.progress, self.decisions, self.asked) = (Progress::NotAsked, 0, Sides::NONE);
        self.node = Some(self.tree.root());
        self.path.clear();
        self.given.clear();
    }

    /// From now on games are played to their end.
    pub(crate) fn plays_to_the_end(&mut self) {
        self.evaluates = false;
    }

    pub(crate) fn take(&mut self) -> (Tree, Averages) {
        (std::mem::replace(&mut self.tree, Tree::new()), std::mem::take(&mut self.averages))
    }

    /// Answers a choice. `None` at the horizon, and at once if the world does not ask the side.
    pub(crate) fn answer(&mut self, choice: &ChoiceRequest<'_>) -> Option<Answer> {
        if self.progress == Progress::NotAsked && choice.side != self.side {
            return None;
        } else if self.is_at_horizon(choice) {
            self.progress = if self.evaluates { Progress::AtHorizon } else { Progress::TooLong };
            return None;
        }
        self.progress = Progress::Playing;
        self.asked = self.asked.with(choice.side);
        if choice.rows.len() < 2 && !choice.rows.iter().any(Row::has_amounts) {
            return Some(Answer::from(0));
        }
        self.decisions += 1;
        let answer = match self.node {
            Some(node) => self.answer_in_tree(node, choice),
            None => self.answer_at_random(choice),
        };
        let row = choice.rows.get(answer.row)?.filled(answer.numbers())?;
        self.given.push((choice.side, row));
        Some(answer)
    }

    /// Whether about one round is over: a new outermost step asks the seat, and all others were asked since.
    fn is_at_horizon(&self, choice: &ChoiceRequest<'_>) -> bool {
        if !self.evaluates {
            return self.decisions >= LONGEST_GAME;
        }
        let own = self.seats.iter().find(|seat| seat.has(self.side));
        let others_were_asked = || {
            let others = self.seats.iter().filter(|seat| Some(*seat) != own);
            others.into_iter().all(|seat| seat.iter().any(|side| self.asked.has(side)))
        };
        let begins_step = || match choice.position.open_steps() {
            [step] => !step.log.iter().any(|input| matches!(input, StepInput::Answer(_))),
            _ => false,
        };
        self.decisions >= FARTHEST_HORIZON
            || self.decisions >= NEAREST_HORIZON
                && own.is_some_and(|seat| seat.has(choice.side))
                && begins_step()
                && others_were_asked()
    }

    /// Chooses among the answers of a node, or adds one to it.
    fn answer_in_tree(&mut self, node: NodeId, choice: &ChoiceRequest<'_>) -> Answer {
        let rows = wise_rows(choice);
        let legal = self.tree.legal(node, choice.side, &rows);
        if self.tree.may_widen(node, legal.len()) {
            let untried: Vec<&(usize, Row)> =
                rows.iter().filter(|(_, row)| row.has_amounts() || !self.tree.has(node, choice.side, row)).collect();
            if let Some((row, _)) = self.best_by_average(choice.side, &untried) {
                let answer = with_random_numbers(&mut self.bot, choice.rows, row, choice.likely);
                let filled = choice.rows[row].filled(answer.numbers()).unwrap_or_default();
                if !self.tree.has(node, choice.side, &filled) {
                    self.path.push(self.tree.widen(node, choice.side, filled));
                    self.node = None;
                    return answer;
                }
            }
        }
        let Some((child, row)) = self.tree.select(node, &legal) else { return self.answer_at_random(choice) };
        let step = (node, child);
        self.path.push(step);
        self.node = self.tree.follow(step);
        choice.rows[row].answer(row, self.tree.row(step)).unwrap_or_default()
    }

    /// An answer below the tree: drawn, or the best of some drawn ones.
    fn answer_at_random(&mut self, choice: &ChoiceRequest<'_>) -> Answer {
        let row = if self.bot.pick(2) == 0 {
            self.bot.pick_avoiding(choice.rows.len(), choice.discouraged)
        } else {
            let drawn: Vec<(usize, Row)> = (0..DRAWN_ROWS)
                .map(|_| self.bot.pick_avoiding(choice.rows.len(), choice.discouraged))
                .map(|row| (row, choice.rows[row]))
                .collect();
            let drawn: Vec<&(usize, Row)> = drawn.iter().collect();
            self.best_by_average(choice.side, &drawn).map_or(0, |(row, _)| row)
        };
        self.node = None;
        with_random_numbers(&mut self.bot, choice.rows, row, choice.likely)
    }

    /// The row with the best average. Among equals, chance decides.
    fn best_by_average(&mut self, side: SideId, rows: &[&(usize, Row)]) -> Option<(usize, Row)> {
        let count = rows.len();
        let start = self.bot.pick(count);
        let from_start = (0..count).map(|n| *rows[(start + n) % count]);
        from_start.max_by(|(_, a), (_, b)| self.averages.of(side, a).total_cmp(&self.averages.of(side, b)))
    }

    /// Counts what the iteration was worth for each seat.
    pub(crate) fn learn(&mut self, worth: &[f64]) {
        let worth_for =
            |side: SideId| self.seats.iter().position(|seat| seat.has(side)).map_or(0.5, |seat| worth[seat]);
        for step in &self.path {
            self.tree.learn(*step, worth_for);
        }
        for (side, row) in &self.given {
            self.averages.add(*side, row, worth_for(*side));
        }
    }
}

/// The rows that the rules do not discourage, each with its index, or all rows if they discourage all.
fn wise_rows(choice: &ChoiceRequest<'_>) -> Vec<(usize, Row)> {
    let rows = choice.rows.iter().copied().enumerate();
    if choice.discouraged.len() >= choice.rows.len() {
        return rows.collect();
    }
    rows.filter(|(row, _)| choice.discouraged.binary_search(row).is_err()).collect()
}
