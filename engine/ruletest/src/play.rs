//! Tests played: each variant from its set-up, with each seed.

mod again;
mod asking;
mod decisions;
mod expecting;
mod lines;
mod order;
mod outcomes;

use crate::items::{self, Item, Seeds};
use crate::ready::{Line, Play, Step, Variant};
use crate::report::Failure;
use crate::setup::{self, Impossible};
use again::{End, Move, again};
use cardwright_script::{Forced, RunError, Vm};
use cardwright_state::{Position, SideId, StepId, notation};
use cardwright_table::{StartError, Table};
use outcomes::with_decisions;
use std::collections::{BTreeSet, VecDeque};

/// The seed of tests in which nothing is random.
const SEED: u64 = 1;

/// Plays every variant with every seed; stops at the first that fails.
pub(crate) fn play(of: &Play) -> Result<(), Box<Failure>> {
    let played: Vec<(usize, &Variant)> = of.variants.iter().enumerate().collect();
    let number = |n: usize| (played.len() > 1).then_some(n + 1);
    let mut held = BTreeSet::new();
    for seed in 1..=of.seeds.unwrap_or(1) {
        for (n, variant) in &played {
            let done = play_variant(of, variant, seed);
            held.extend(done.map_err(|mut why| {
                why.variant = number(*n);
                why.seed = of.seeds.map(|_| seed);
                why
            })?);
        }
    }
    for (n, variant) in &played {
        let of_some = |line: &&Line| matches!(&line.step, Step::Expect(expect) if expect.seeds == Seeds::Some);
        if let Some(line) = variant.body.iter().filter(of_some).find(|line| !held.contains(&line.line)) {
            let message = vec![format!("no seed from 1 to {} gives this", of.seeds.unwrap_or(1))];
            let (line, statement, variant) = (line.line, of.text(line.line), number(*n));
            return Err(Box::new(Failure { line, statement, message, variant, ..Failure::default() }));
        }
    }
    Ok(())
}

/// Plays a variant; the lines of those things that some seed is to give, and this one does.
fn play_variant(of: &Play, variant: &Variant, seed: u64) -> Result<Vec<usize>, Box<Failure>> {
    let mut game = Game::begin(of, variant, seed)?;
    let done = game.body(variant).and_then(|()| game.unread(game.given_line)).map_err(|why| game.with_board(why));
    let game_ends = game.end();
    let held = std::mem::take(&mut game.held);
    let mut vm = game.into_vm();
    let done = done.and_then(|()| again(of, variant, &mut vm, &game_ends));
    of.loaded.keep(vm);
    done.map(|()| held)
}

/// Notation on one line.
fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("; ")
}

/// An error of a rule with its place.
fn rule_error(error: &RunError) -> String {
    let place = match error {
        RunError::Script { place, .. }
        | RunError::Chance { place, .. }
        | RunError::Limit { place, .. }
        | RunError::Invariant { place, .. }
        | RunError::Diverged { place, .. } => place.as_ref(),
        RunError::DeadEnd { .. } | RunError::Engine { .. } => None,
    };
    match place {
        Some((file, line)) => format!("{error} ({file}:{line})"),
        None => error.to_string(),
    }
}

struct Game<'p> {
    of: &'p Play,
    table: Table,
    start: Position,
    moves: VecDeque<Move>,
    given: Vec<Forced>,
    given_line: usize,
    random: bool,
    line: usize,
    statement: String,
    /// The event before what was played last; none while nothing was.
    since: Option<usize>,
    /// The steps that began since then, with the positions.
    openings: Vec<(StepId, Position)>,
    /// The position in which a step began, while what is expected is of that.
    at: Option<Position>,
    /// The lines that say what some seed gives, and that hold with this one.
    held: Vec<usize>,
}

type Done<T = ()> = Result<T, Box<Failure>>;

impl<'p> Game<'p> {
    /// Sets up, and runs to the first choice.
    fn begin(of: &'p Play, variant: &Variant, seed: u64) -> Done<Game<'p>> {
        let program = &of.loaded.program;
        let lines: Vec<&[items::Told]> = of.setup.iter().chain(&variant.setup).map(Vec::as_slice).collect();
        let impossible = |why: Impossible| {
            let line = why.part.as_ref().map_or(of.line, |p| p.line);
            Box::new(Failure { line, statement: of.text(line), message: vec![why.message], ..Failure::default() })
        };
        let mut set_up = of.set_up.clone();
        set_up.seed = if of.seeds.is_some() { seed } else { SEED };
        let start = match &of.after {
            None => setup::begin(program, &set_up, of.blank, &lines).map_err(impossible)?,
            Some((before, variant)) => {
                let position = Self::left_by(before, *variant, seed)?;
                let new_seed = (of.seeds.is_some() && before.seeds.is_none()).then_some(seed);
                setup::adjust(&program.board, position, &lines, new_seed).map_err(impossible)?
            }
        };
        let random = of.seeds.is_some();
        let chance = if variant.chance.line > 0 { &variant.chance } else { &of.chance };
        let chance = &with_decisions(chance, &variant.body);
        let broken = |message: Vec<String>| {
            let board = one_line(&notation::print(&program.board, &start));
            Box::new(Failure { line: of.line, statement: of.text(of.line), message, board, ..Failure::default() })
        };
        let mut vm =
            of.loaded.vm().map_err(|b| broken(b.problems.into_iter().map(|problem| problem.message).collect()))?;
        vm.tell_story(of.tells);
        vm.keep_openings(of.keeps_openings);
        let given = chance.all();
        let table = Table::start_given(program.clone(), vm, &set_up, start.clone(), given.clone(), !random);
        let table = table.map_err(|error| match error {
            StartError::Run(error) => broken(vec![rule_error(&error)]),
            other => broken(vec![other.to_string()]),
        })?;
        let begun = start.open_steps().last().map(|frame| (frame.step, start.clone()));
        Ok(Game {
            of,
            table,
            openings: begun.filter(|_| of.keeps_openings).into_iter().collect(),
            at: None,
            held: Vec::new(),
            start,
            moves: VecDeque::new(),
            given,
            given_line: chance.line,
            random,
            line: of.line,
            statement: of.text(of.line),
            since: None,
        })
    }

    /// The VM, which tells no story any more.
    fn into_vm(self) -> Vm {
        let mut vm = self.table.into_vm();
        vm.tell_story(false);
        vm.keep_openings(false);
        vm
    }

    /// The position a variant of a test leaves behind.
    fn left_by(of: &Play, variant: usize, seed: u64) -> Done<Position> {
        let seed = if of.seeds.is_some() { seed } else { SEED };
        if let Some((_, _, position)) = of.left.borrow().as_ref().filter(|(v, s, _)| (*v, *s) == (variant, seed)) {
            return Ok(position.clone());
        }
        let Some(played) = of.variants.get(variant) else {
            return Err(Box::new(Failure {
                line: of.line,
                message: vec!["this test plays nothing".into()],
                ..Failure::default()
            }));
        };
        let mut game = Game::begin(of, played, seed)?;
        let done = game.body(played).and_then(|()| game.unread(game.given_line)).map_err(|why| game.with_board(why));
        let position = game.table.position().clone();
        of.loaded.keep(game.into_vm());
        done.map_err(|mut why| {
            why.message.push(format!("this is the test gone on from: `{}`", of.title));
            why
        })?;
        *of.left.borrow_mut() = Some((variant, seed, position.clone()));
        Ok(position)
    }

    fn end(&self) -> End {
        End {
            start: self.start.clone(),
            position: self.table.position().clone(),
            choice: self.table.choice().map(|c| c.rows.clone()).unwrap_or_default(),
            moves: self.moves.clone(),
            given: self.given.clone(),
            random: self.random,
        }
    }

    fn with_board(&self, mut why: Box<Failure>) -> Box<Failure> {
        let board = &self.of.loaded.program.board;
        why.board = one_line(&notation::print(board, self.table.position()));
        why
    }

    fn fail(&self, message: impl Into<String>) -> Box<Failure> {
        self.fail_with(vec![message.into()])
    }
    fn fail_with(&self, message: Vec<String>) -> Box<Failure> {
        Box::new(Failure { line: self.line, statement: self.statement.clone(), message, ..Failure::default() })
    }

    fn body(&mut self, variant: &Variant) -> Done {
        let mut above: Vec<&Item> = Vec::new();
        for (at, line) in variant.body.iter().enumerate() {
            self.line = line.line;
            self.statement = self.of.text(line.line);
            if let Step::Expect(expect) = &line.step {
                above.extend(&expect.items);
                self.expect(expect, &above)?;
                continue;
            }
            self.at = None;
            above.clear();
            self.step(line, &variant.body[at + 1..])?;
        }
        Ok(())
    }

    fn step(&mut self, line: &Line, below: &[Line]) -> Done {
        match &line.step {
            Step::Play { side, words, dots, chance } => {
                self.since = Some(self.table.here());
                self.table.take_openings();
                self.openings.clear();
                self.give(&with_decisions(chance, below))?;
                self.play(*side, words, *dots)
            }
            Step::Offer { side, mode, rows } => self.offer(*side, *mode, rows),
            Step::Refuse { side, words, reason } => self.refuse(*side, words, reason.as_deref()),
            Step::Why { side, words, text } => self.why(*side, words, text),
            Step::Decide { side, .. } => self.decide(*side),
            Step::At { step, args, nth } => self.at_step(*step, args, *nth),
            Step::Now => Ok(()),
            Step::Expect(_) => Ok(()),
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
    fn must_ask(&self, side: SideId) -> Done {
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
