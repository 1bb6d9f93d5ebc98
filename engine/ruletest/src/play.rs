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
    let number = |n: usize| (variants.len() > 1).then_some(n + 1);
    let mut lines_held = BTreeSet::new();
    for seed in 1..=test.seeds.unwrap_or(1) {
        for (n, variant) in &variants {
            let done = play_variant(test, variant, seed);
            lines_held.extend(done.map_err(|mut why| {
                why.variant = number(*n);
                why.seed = test.seeds.map(|_| seed);
                why
            })?);
        }
    }
    for (n, variant) in &variants {
        let needs_some_seed =
            |line: &&BodyLine| matches!(&line.statement, Statement::Expect(expect) if expect.seeds == Seeds::Some);
        if let Some(line) = variant.body.iter().filter(needs_some_seed).find(|line| !lines_held.contains(&line.line)) {
            let message = vec![format!("no seed from 1 to {} gives this", test.seeds.unwrap_or(1))];
            let (line, statement, variant) = (line.line, test.text(line.line), number(*n));
            return Err(Box::new(Failure { line, statement, message, variant, ..Failure::default() }));
        }
    }
    Ok(())
}

/// Plays a variant and returns the `expect some seed` lines that hold with this seed.
fn play_variant(test: &PreparedTest, variant: &Variant, seed: u64) -> Result<Vec<usize>, Box<Failure>> {
    let mut run = TestRun::begin(test, variant, seed)?;
    let done = run.body(variant).and_then(|()| run.check_all_read(run.given_line)).map_err(|why| run.with_board(why));
    let run_end = run.end();
    let lines_held = std::mem::take(&mut run.lines_held);
    let mut vm = run.into_vm();
    let done = done.and_then(|()| check_replay(test, variant, &mut vm, &run_end));
    test.loaded.return_vm(vm);
    done.map(|()| lines_held)
}

/// Position notation on one line.
fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("; ")
}

/// The message of an error in a rule, with its file and line.
fn rule_error(error: &RunError) -> String {
    let place = match error {
        RunError::Script { place, .. }
        | RunError::Chance { place, .. }
        | RunError::Limit { place, .. }
        | RunError::TimeLimit { place, .. }
        | RunError::Invariant { place, .. }
        | RunError::Diverged { place, .. } => place.as_ref(),
        RunError::DeadEnd { .. } | RunError::Engine { .. } => None,
    };
    match place {
        Some((file, line)) => format!("{error} ({file}:{line})"),
        None => error.to_string(),
    }
}

/// A variant while it is played.
struct TestRun<'p> {
    test: &'p PreparedTest,
    table: Table,
    start: Position,
    moves: VecDeque<Move>,
    given_outcomes: Vec<ForcedOutcome>,
    given_line: usize,
    random: bool,
    line: usize,
    statement: String,
    /// The node before the last `play`; `None` before the first.
    last_play: Option<usize>,
    /// The steps that began since then, each with its first position.
    step_starts: Vec<(StepId, Position)>,
    /// The position of an `at` line, while `expect` lines look at it.
    observed: Option<Position>,
    /// The `expect some seed` lines that hold with this seed.
    lines_held: Vec<usize>,
}

type RunResult<T = ()> = Result<T, Box<Failure>>;

impl<'p> TestRun<'p> {
    /// Builds the first position and runs to the first choice.
    fn begin(test: &'p PreparedTest, variant: &Variant, seed: u64) -> RunResult<TestRun<'p>> {
        let program = &test.loaded.program;
        let lines: Vec<&[items::NotationItem]> = test.setup.iter().chain(&variant.setup).map(Vec::as_slice).collect();
        let setup_failure = |why: SetupError| {
            let line = why.part.as_ref().map_or(test.line, |p| p.line);
            Box::new(Failure { line, statement: test.text(line), message: vec![why.message], ..Failure::default() })
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
        let random = test.seeds.is_some();
        let chance = if variant.chance.line > 0 { &variant.chance } else { &test.chance };
        let chance = &with_decisions(chance, &variant.body);
        let start_failure = |message: Vec<String>| {
            let board = one_line(&notation::print(&program.board, &start));
            Box::new(Failure { line: test.line, statement: test.text(test.line), message, board, ..Failure::default() })
        };
        let mut vm = test
            .loaded
            .vm()
            .map_err(|b| start_failure(b.problems.into_iter().map(|problem| problem.message).collect()))?;
        vm.set_structured_log(test.reads_log);
        vm.record_step_starts(test.records_step_starts);
        let given = chance.all();
        let table = Table::start_given(program.clone(), vm, &set_up, start.clone(), given.clone(), !random);
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
            given_outcomes: given,
            given_line: chance.line,
            random,
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

    /// The final position of a variant of a test, played if it is not cached.
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
        let done =
            run.body(played).and_then(|()| run.check_all_read(run.given_line)).map_err(|why| run.with_board(why));
        let position = run.table.position().clone();
        test.loaded.return_vm(run.into_vm());
        done.map_err(|mut why| {
            why.message.push(format!("in the test that this one continues from: `{}`", test.title));
            why
        })?;
        *test.final_position.borrow_mut() = Some((variant, seed, position.clone()));
        Ok(position)
    }

    fn end(&self) -> RunEnd {
        RunEnd {
            start: self.start.clone(),
            position: self.table.position().clone(),
            choice: self.table.choice().map(|c| c.rows.clone()).unwrap_or_default(),
            moves: self.moves.clone(),
            given: self.given_outcomes.clone(),
            random: self.random,
        }
    }

    fn with_board(&self, mut why: Box<Failure>) -> Box<Failure> {
        let board = &self.test.loaded.program.board;
        why.board = one_line(&notation::print(board, self.table.position()));
        why
    }

    fn fail(&self, message: impl Into<String>) -> Box<Failure> {
        self.fail_with(vec![message.into()])
    }
    fn fail_with(&self, message: Vec<String>) -> Box<Failure> {
        Box::new(Failure { line: self.line, statement: self.statement.clone(), message, ..Failure::default() })
    }

    fn body(&mut self, variant: &Variant) -> RunResult {
        let mut above: Vec<&Item> = Vec::new();
        for (at, line) in variant.body.iter().enumerate() {
            self.line = line.line;
            self.statement = self.test.text(line.line);
            if let Statement::Expect(expect) = &line.statement {
                above.extend(&expect.items);
                self.expect(expect, &above)?;
                continue;
            }
            self.observed = None;
            above.clear();
            self.statement(line, &variant.body[at + 1..])?;
        }
        Ok(())
    }

    fn statement(&mut self, line: &BodyLine, below: &[BodyLine]) -> RunResult {
        match &line.statement {
            Statement::Play { side, words, leaves_open, chance } => {
                self.last_play = Some(self.table.here());
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

    fn name(&self, side: SideId) -> String {
        self.table.board().sides[side.at()].id.clone()
    }
    fn asked(&self) -> String {
        self.asks(self.table.asked())
    }
    fn asks(&self, side: Option<SideId>) -> String {
        match side {
            Some(side) => format!("`{}` is asked", self.name(side)),
            None => "the game is over".into(),
        }
    }
    fn must_ask(&self, side: SideId) -> RunResult {
        if self.table.asked() == Some(side) {
            return Ok(());
        }
        let mut why = self.fail(format!("{}, not `{}`", self.asked(), self.name(side)));
        why.offered = self.rows();
        Err(why)
    }
    fn rows(&self) -> Vec<String> {
        self.table.row_words().iter().map(|r| r.join(" ")).collect()
    }
}

fn texts(rows: &[Vec<String>]) -> Vec<String> {
    rows.iter().map(|r| r.join(" ")).collect()
}
