//! Plays a test: each variant from its set-up, with each seed.

mod decisions;
mod expect;
mod given_outcomes;
mod legality;
mod play_line;
mod replay_check;
mod word_order;

use crate::items::{self, Item, Seeds};
use crate::prepared::{BodyLine, PreparedTest, Statement, Variant};
use crate::report::Failure;
use crate::setup::{self, SetupError};
use cardwright_script::{ForcedOutcome, RunError, Vm};
use cardwright_state::{Position, SideId, StepId, notation};
use cardwright_table::{StartError, Table};
use given_outcomes::with_decisions;
use replay_check::{Move, RunEnd, check_replay};
use std::collections::{BTreeSet, VecDeque};

/// The seed of tests without `seeds`, in which nothing is random.
const SEED: u64 = 1;

/// Plays every variant with every seed. Stops at the first failure.
pub(crate) fn play(test: &PreparedTest) -> Result<(), Box<Failure>> {
    let variants: Vec<(usize, &Variant)> = test.variants.iter().enumerate().collect();
    let variant_number = |n: usize| (variants.len() > 1).then_some(n + 1);
    let mut lines_held = BTreeSet::new();
    for seed in 1..=test.seeds.unwrap_or(1) {
        for (n, variant) in &variants {
            let result = play_variant(test, variant, seed);
            lines_held.extend(result.map_err(|mut failure| {
                failure.variant = variant_number(*n);
                failure.seed = test.seeds.map(|_| seed);
                failure
            })?);
        }
    }
    for (n, variant) in &variants {
        let needs_some_seed =
            |line: &&BodyLine| matches!(&line.statement, Statement::Expect(expect) if expect.seeds == Seeds::Some);
        if let Some(line) = variant.body.iter().filter(needs_some_seed).find(|line| !lines_held.contains(&line.line)) {
            let message = vec![format!("no seed from 1 to {} gives this", test.seeds.unwrap_or(1))];
            let (line, statement, variant) = (line.line, test.text(line.line), variant_number(*n));
            return Err(Box::new(Failure { line, statement, message, variant, ..Failure::default() }));
        }
    }
    Ok(())
}

/// Plays a variant and returns the `expect some seed` lines that hold with this seed.
fn play_variant(test: &PreparedTest, variant: &Variant, seed: u64) -> Result<Vec<usize>, Box<Failure>> {
    let mut run = TestRun::begin(test, variant, seed)?;
    let result = run.play_body(variant).and_then(|()| run.check_all_read(run.given_line));
    let result = result.map_err(|failure| run.with_board(failure));
    let run_end = run.run_end();
    let lines_held = std::mem::take(&mut run.lines_held);
    let mut vm = run.into_vm();
    let result = result.and_then(|()| check_replay(test, variant, &mut vm, &run_end));
    test.loaded.return_vm(vm);
    result.map(|()| lines_held)
}

/// Puts the lines of position notation on one line.
fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("; ")
}

/// The message of an error in a rule, with its file and line.
fn rule_error(error: &RunError) -> String {
    match error.place() {
        Some((file, line)) => format!("{error} ({file}:{line})"),
        None => error.to_string(),
    }
}

/// A variant while it is played.
struct TestRun<'p> {
    test: &'p PreparedTest,
    table: Table,
    /// The position before the first step.
    start: Position,
    /// Everything that the sides have done.
    moves: VecDeque<Move>,
    given_outcomes: Vec<ForcedOutcome>,
    /// The number of the text line that gave the latest outcomes.
    given_line: usize,
    /// Whether the test has `seeds`. Then outcomes that are not given are random.
    is_random: bool,
    /// The number of the text line that is played.
    line: usize,
    /// The text of that line.
    statement: String,
    /// The node of the game before the last `play`. `None` before the first `play`.
    last_play: Option<usize>,
    /// The steps that began since the last `play`, each with its first position.
    step_starts: Vec<(StepId, Position)>,
    /// The position that an `at` line found, for the `expect` lines below it.
    observed: Option<Position>,
    /// The `expect some seed` lines that hold with this seed.
    lines_held: Vec<usize>,
}

type RunResult<T = ()> = Result<T, Box<Failure>>;

impl<'p> TestRun<'p> {
    /// Builds the first position and runs the steps to the first choice.
    fn begin(test: &'p PreparedTest, variant: &Variant, seed: u64) -> RunResult<TestRun<'p>> {
        let program = &test.loaded.program;
        let lines: Vec<&[items::NotationItem]> = test.setup.iter().chain(&variant.setup).map(Vec::as_slice).collect();
        let setup_failure = |error: SetupError| {
            let line = error.part.as_ref().map_or(test.line, |p| p.line);
            Box::new(Failure { line, statement: test.text(line), message: vec![error.message], ..Failure::default() })
        };
        let mut set_up = test.set_up.clone();
        set_up.seed = if test.seeds.is_some() { seed } else { SEED };
        let start = match &test.after {
            None => setup::begin(program, &set_up, test.starts_blank, &lines).map_err(setup_failure)?,
            Some((previous, variant)) => {
                let position = Self::final_position_of(previous, *variant, seed)?;
                let new_seed = (test.seeds.is_some() && previous.seeds.is_none()).then_some(seed);
                setup::adjust(&program.board, position, &lines, new_seed).map_err(setup_failure)?
            }
        };
        let is_random = test.seeds.is_some();
        // A variant without outcomes of its own (`line` is 0) uses the outcomes of the test.
        let chance = if variant.chance.line > 0 { &variant.chance } else { &test.chance };
        let chance = &with_decisions(chance, &variant.body);
        let start_failure = |message: Vec<String>| {
            let board = one_line(&notation::print(&program.board, &start));
            Box::new(Failure { line: test.line, statement: test.text(test.line), message, board, ..Failure::default() })
        };
        let mut vm = test
            .loaded
            .vm()
            .map_err(|broken| start_failure(broken.problems.into_iter().map(|problem| problem.message).collect()))?;
        vm.set_structured_log(test.reads_log);
        vm.record_step_starts(test.records_step_starts);
        let given_outcomes = chance.all();
        let table = Table::start_given(program.clone(), vm, &set_up, start.clone(), given_outcomes.clone(), !is_random);
        let table = table.map_err(|error| match error {
            StartError::Run(error) => start_failure(vec![rule_error(&error)]),
            other => start_failure(vec![other.to_string()]),
        })?;
        let first_start = start.open_steps().last().map(|frame| (frame.step, start.clone()));
        Ok(TestRun {
            test,
            table,
            step_starts: first_start.filter(|_| test.records_step_starts).into_iter().collect(),
            observed: None,
            lines_held: Vec::new(),
            start,
            moves: VecDeque::new(),
            given_outcomes,
            given_line: chance.line,
            is_random,
            line: test.line,
            statement: test.text(test.line),
            last_play: None,
        })
    }

    /// Gives back the VM with its recording switched off.
    fn into_vm(self) -> Vm {
        let mut vm = self.table.into_vm();
        vm.set_structured_log(false);
        vm.record_step_starts(false);
        vm
    }

    /// Returns the final position of a variant of a test. Plays the variant if the position is not cached.
    fn final_position_of(test: &PreparedTest, variant: usize, seed: u64) -> RunResult<Position> {
        let seed = if test.seeds.is_some() { seed } else { SEED };
        if let Some((_, _, position)) =
            test.final_position.borrow().as_ref().filter(|(v, s, _)| (*v, *s) == (variant, seed))
        {
            return Ok(position.clone());
        }
        let Some(played) = test.variants.get(variant) else {
            return Err(Box::new(Failure {
                line: test.line,
                message: vec!["this test plays nothing".into()],
                ..Failure::default()
            }));
        };
        let mut run = TestRun::begin(test, played, seed)?;
        let result = run.play_body(played).and_then(|()| run.check_all_read(run.given_line));
        let result = result.map_err(|failure| run.with_board(failure));
        let position = run.table.position().clone();
        test.loaded.return_vm(run.into_vm());
        result.map_err(|mut failure| {
            failure.message.push(format!("in the test that this one continues from: `{}`", test.title));
            failure
        })?;
        *test.final_position.borrow_mut() = Some((variant, seed, position.clone()));
        Ok(position)
    }

    fn run_end(&self) -> RunEnd {
        RunEnd {
            start: self.start.clone(),
            position: self.table.position().clone(),
            choice: self.table.choice().map(|c| c.rows.clone()).unwrap_or_default(),
            moves: self.moves.clone(),
            given_outcomes: self.given_outcomes.clone(),
            is_random: self.is_random,
        }
    }

    fn with_board(&self, mut failure: Box<Failure>) -> Box<Failure> {
        let board = &self.test.loaded.program.board;
        failure.board = one_line(&notation::print(board, self.table.position()));
        failure
    }

    fn fail(&self, message: impl Into<String>) -> Box<Failure> {
        self.fail_with(vec![message.into()])
    }
    fn fail_with(&self, message: Vec<String>) -> Box<Failure> {
        Box::new(Failure { line: self.line, statement: self.statement.clone(), message, ..Failure::default() })
    }

    fn play_body(&mut self, variant: &Variant) -> RunResult {
        // The items of the `expect` lines since the last other statement.
        let mut above: Vec<&Item> = Vec::new();
        for (index, line) in variant.body.iter().enumerate() {
            self.line = line.line;
            self.statement = self.test.text(line.line);
            if let Statement::Expect(expect) = &line.statement {
                above.extend(&expect.items);
                self.expect(expect, &above)?;
                continue;
            }
            self.observed = None;
            above.clear();
            self.play_statement(line, &variant.body[index + 1..])?;
        }
        Ok(())
    }

    fn play_statement(&mut self, line: &BodyLine, below: &[BodyLine]) -> RunResult {
        match &line.statement {
            Statement::Play { side, words, leaves_open, chance } => {
                self.last_play = Some(self.table.shown_event());
                self.table.take_step_starts();
                self.step_starts.clear();
                self.give(&with_decisions(chance, below))?;
                self.play(*side, words, *leaves_open)
            }
            Statement::Offer { side, mode, rows } => self.offer(*side, *mode, rows),
            Statement::Refuse { side, words, reason } => self.refuse(*side, words, reason.as_deref()),
            Statement::Why { side, words, text } => self.why(*side, words, text),
            Statement::Decide { side, .. } => self.decide(*side),
            Statement::At { step, args, nth } => self.at_step(*step, args, *nth),
            Statement::Now => Ok(()),
            Statement::Expect(_) => Ok(()),
        }
    }

    fn side_name(&self, side: SideId) -> String {
        self.table.board().sides[side.index()].id.clone()
    }
    fn asked_text(&self) -> String {
        self.asks_text(self.table.asked())
    }
    fn asks_text(&self, side: Option<SideId>) -> String {
        match side {
            Some(side) => format!("`{}` is asked", self.side_name(side)),
            None => "the game is over".into(),
        }
    }
    /// Fails if another side is asked.
    fn check_asked(&self, side: SideId) -> RunResult {
        if self.table.asked() == Some(side) {
            return Ok(());
        }
        let mut failure = self.fail(format!("{}, not `{}`", self.asked_text(), self.side_name(side)));
        failure.offered = self.offered_rows();
        Err(failure)
    }
    fn offered_rows(&self) -> Vec<String> {
        self.table.row_words().iter().map(|r| r.join(" ")).collect()
    }
}

fn row_texts(rows: &[Vec<String>]) -> Vec<String> {
    rows.iter().map(|r| r.join(" ")).collect()
}
