//! Tests played: each variant from its set-up, with each seed.

use crate::items::{self, Expect, Item, contains};
use crate::only;
use crate::report::{Failure, Mismatch};
use crate::resolve::{Chance, Line, Mode, Play, Step, Variant};
use crate::setup::{self, Impossible};
use cardwright_script::{Forced, Happening, RunError, Vm};
use cardwright_state::hash::full_hash;
use cardwright_state::position::Row;
use cardwright_state::{Position, SideId, notation};
use cardwright_table::line::{self, Answered, Chooser, Halt, Matching, Narrowing, Pending, Pick, Walk, Walked};
use cardwright_table::{Explanation, Node, PlayError, StartError, Table, label};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The seed of tests in which nothing is random.
const SEED: u64 = 1;

/// Plays every variant with every seed; stops at the first that fails.
pub(crate) fn play(of: &Play) -> Result<(), Box<Failure>> {
    let played: Vec<(usize, &Variant)> = of.variants.iter().enumerate().collect();
    for seed in 1..=of.seeds.unwrap_or(1) {
        for (n, variant) in &played {
            let done = whole(of, variant, seed);
            done.map_err(|mut why| {
                why.variant = (played.len() > 1).then_some(n + 1);
                why.seed = of.seeds.map(|_| seed);
                why
            })?;
        }
    }
    Ok(())
}

fn whole(of: &Play, variant: &Variant, seed: u64) -> Result<(), Box<Failure>> {
    let mut game = Game::begin(of, variant, seed)?;
    let done = game.body(variant).and_then(|()| game.unread(game.given_line)).map_err(|why| game.with_board(why));
    let game_ends = game.end();
    let mut vm = game.table.into_vm();
    let done = done.and_then(|()| again(of, variant, &mut vm, &game_ends));
    of.loaded.keep(vm);
    done
}

/// What a played variant left, to be had again another way.
struct End {
    start: Position,
    position: Position,
    choice: Vec<Row>,
    moves: VecDeque<Move>,
    given: Vec<Forced>,
    random: bool,
}

/// Something a side did.
#[derive(Debug, Clone)]
enum Move {
    /// It answered with this row.
    Answer(Row),
    /// It used this row, which stood open beside another side's choice.
    Standing(SideId, String),
}

/// Both ways a choice can be answered must come out the same: after suspension, as the test was
/// played, and at once. So must running the open steps again.
fn again(of: &Play, variant: &Variant, vm: &mut Vm, end: &End) -> Result<(), Box<Failure>> {
    let board = of.loaded.program.board.clone();
    let failed = |message: String| {
        let line = variant.line;
        let board = one_line(&notation::print(&board, &end.position));
        Box::new(Failure { line, statement: of.text(line), message: vec![message], board, ..Failure::default() })
    };
    vm.set(&end.position);
    if end.position.outcome().is_none() {
        vm.run().map_err(|e| failed(format!("running the open steps again fails: {}", rule_error(&e))))?;
        if vm.choice().rows != end.choice {
            return Err(failed("running the open steps again comes to another choice".into()));
        }
    }
    vm.set(&end.start);
    vm.forced_only(!end.random);
    vm.force(end.given.iter().cloned());
    let moves = Rc::new(RefCell::new(end.moves.clone()));
    let driven = moves.clone();
    vm.set_driver(Some(Box::new(move |ask| {
        let mut moves = driven.borrow_mut();
        let Some(Move::Answer(row)) = moves.front().cloned() else { return None };
        moves.pop_front();
        ask.rows.iter().position(|r| *r == row)
    })));
    let mut done = vm.run();
    // What stands open is used while the choice beside it is left pending.
    while let (Ok(_), Some((side, row))) = (&done, standing(&moves)) {
        done = vm.standing().and_then(|all| {
            let rows = all.into_iter().find(|(s, _)| *s == side).map(|(_, rows)| rows).unwrap_or_default();
            let at = rows.iter().position(|r| r.text(&board) == row);
            vm.use_standing(side, at.unwrap_or(usize::MAX))
        });
    }
    vm.set_driver(None);
    vm.take_happenings();
    vm.take_barrier();
    done.map_err(|e| failed(format!("answered at once, it fails: {}", rule_error(&e))))?;
    let same = vm.look(|p| full_hash(&board, p, "") == full_hash(&board, &end.position, ""));
    if !same {
        let found = vm.look(|p| one_line(&notation::print(&board, p)));
        return Err(failed(format!("answered at once, it comes out differently: {found}")));
    }
    Ok(())
}

/// The next move, taken, if it is of a side that is not asked.
fn standing(moves: &RefCell<VecDeque<Move>>) -> Option<(SideId, String)> {
    let mut moves = moves.borrow_mut();
    let Some(Move::Standing(side, row)) = moves.front().cloned() else { return None };
    moves.pop_front();
    Some((side, row))
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
    /// Outcomes not yet used, as the table reads them.
    dice: Vec<String>,
    draw: Vec<String>,
    pick: Vec<String>,
    random: bool,
    line: usize,
    statement: String,
    /// The event before what was played last; none while nothing was.
    since: Option<usize>,
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
            Some(before) => {
                let position = Self::left_by(before, seed)?;
                setup::adjust(&program.board, position, &lines).map_err(impossible)?
            }
        };
        let random = of.seeds.is_some();
        let chance = if variant.chance.line > 0 { &variant.chance } else { &of.chance };
        let chance = &with_decisions(chance, &variant.body);
        let broken = |message: Vec<String>| {
            let board = one_line(&notation::print(&program.board, &start));
            Box::new(Failure { line: of.line, statement: of.text(of.line), message, board, ..Failure::default() })
        };
        let vm = of.loaded.vm().map_err(|b| broken(b.messages))?;
        let given = forced(program, chance);
        let table = Table::start_given(program.clone(), vm, &set_up, start.clone(), given.clone(), !random);
        let table = table.map_err(|error| match error {
            StartError::Run(error) => broken(vec![rule_error(&error)]),
            other => broken(vec![other.to_string()]),
        })?;
        let mut game = Game {
            of,
            table,
            start,
            moves: VecDeque::new(),
            given,
            given_line: chance.line,
            dice: Vec::new(),
            draw: Vec::new(),
            pick: Vec::new(),
            random,
            line: of.line,
            statement: of.text(of.line),
            since: None,
        };
        game.keep_unused();
        Ok(game)
    }

    /// The position a test leaves behind, its first variant played.
    fn left_by(of: &Play, seed: u64) -> Done<Position> {
        let Some(first) = of.variants.first() else {
            return Err(Box::new(Failure {
                line: of.line,
                message: vec!["this test plays nothing".into()],
                ..Failure::default()
            }));
        };
        let mut game = Game::begin(of, first, seed)?;
        let done = game.body(first).and_then(|()| game.unread(game.given_line)).map_err(|why| game.with_board(why));
        let position = game.table.position().clone();
        of.loaded.keep(game.table.into_vm());
        done.map(|()| position).map_err(|mut why| {
            why.message.push(format!("this is the test gone on from: `{}`", of.title));
            why
        })
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

    // ---- chance ----

    fn keep_unused(&mut self) {
        let left = self.table.take_forced();
        let of = |kind: &str| left.iter().filter(|f| f.starts_with(kind)).cloned().collect();
        (self.draw, self.pick) = (of("card:"), of("pick:"));
        self.dice = left.into_iter().filter(|f| !f.contains(':')).collect();
    }

    /// Gives the table the outcomes not yet used.
    fn force(&mut self) -> Result<(), PlayError> {
        let outcomes: Vec<&str> = self.dice.iter().chain(&self.draw).chain(&self.pick).map(String::as_str).collect();
        self.table.force(&outcomes)
    }

    /// Takes up the lists below a line; what an earlier list of the kind has left fails.
    fn give(&mut self, chance: &Chance) -> Done {
        let lists = [
            ("dice", &self.dice, &chance.dice),
            ("draw", &self.draw, &chance.draw),
            ("pick", &self.pick, &chance.pick),
        ];
        for (name, queue, given) in lists {
            if given.is_some() && !queue.is_empty() {
                return Err(self.fail(format!("outcomes given earlier are left: `{name} {}`", shown(queue))));
            }
        }
        for (queue, given) in
            [(&mut self.dice, &chance.dice), (&mut self.draw, &chance.draw), (&mut self.pick, &chance.pick)]
        {
            if let Some(given) = given {
                queue.clone_from(given);
            }
        }
        if chance.line > 0 {
            self.given_line = chance.line;
        }
        self.given.extend(forced(&self.of.loaded.program, chance));
        Ok(())
    }

    /// Outcomes nothing has read.
    fn unread(&self, line: usize) -> Done {
        for (name, queue) in [("dice", &self.dice), ("draw", &self.draw), ("pick", &self.pick)] {
            if !queue.is_empty() {
                let left = shown(queue);
                let message = vec![format!("outcomes are left that nothing asked for: `{name} {left}`")];
                let statement = self.of.text(line);
                return Err(Box::new(Failure { line, statement, message, ..Failure::default() }));
            }
        }
        Ok(())
    }

    // ---- the body ----

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
            above.clear();
            self.step(line, &variant.body[at + 1..])?;
        }
        Ok(())
    }

    fn step(&mut self, line: &Line, below: &[Line]) -> Done {
        match &line.step {
            Step::Play { side, words, dots, chance } => {
                self.since = Some(self.table.here());
                self.give(&with_decisions(chance, below))?;
                self.play(*side, words, *dots)
            }
            Step::Offer { side, mode, rows } => self.offer(*side, *mode, rows),
            Step::Refuse { side, words, reason } => self.refuse(*side, words, reason.as_deref()),
            Step::Why { side, words, text } => self.why(*side, words, text),
            Step::Decide { side, .. } => self.decide(*side),
            Step::Expect(_) => Ok(()),
        }
    }

    /// What happened since the last line was played; before the first, since the set-up.
    fn lately(&self) -> Vec<&Node> {
        let path = self.table.path();
        let from = self.since.and_then(|since| path.iter().position(|n| *n == since)).map_or(0, |at| at + 1);
        path[from..].iter().map(|n| &self.table.nodes()[*n]).collect()
    }

    /// Rules do not wait to be asked: that they have acted for a side is all there is to see.
    fn decide(&self, side: SideId) -> Done {
        let name = self.name(side);
        if self.table.asked() == Some(side) {
            return Err(self.fail(format!("`{name}` is a player, not a non-player: it is asked")));
        }
        let board = self.table.board();
        if board.nonplayer.is_some() && !self.table.position().is_nonplayer(board, side) {
            let fact = board.nonplayer.map_or("", |fact| &board.facts[fact.at()].id);
            return Err(self.fail(format!("`{name}` is a player, not a non-player: `{name} {fact}` does not hold")));
        }
        let explains = |h: &Happening| matches!(h, Happening::Explained { side: of, .. } if *of == Some(side));
        if self.lately().iter().any(|node| node.ruled.contains(&side) || node.happenings.iter().any(explains)) {
            return Ok(());
        }
        let since = if self.since.is_some() { "the last `play`" } else { "the set-up" };
        Err(self.fail(format!("no rules acted for `{name}` since {since}; {}", self.asked())))
    }

    /// What sides that rules play have told since the last line was played, and whose it is.
    fn explanations(&self) -> Vec<(Option<SideId>, String, String)> {
        let board = self.table.board();
        let told = |h: &Happening| match h {
            Happening::Explained { said, side, .. } => {
                let text = label::happening(board, label::Audience::Open, h);
                Some((*side, text, board.texts[said.text.at()].id.clone()))
            }
            _ => None,
        };
        self.lately().iter().flat_map(|node| &node.happenings).filter_map(told).collect()
    }

    /// What of `decision [SIDE] ~ TEXT` does not hold.
    fn decision(&self, side: Option<SideId>, reason: &str) -> Option<Mismatch> {
        let all = self.explanations();
        let own = || all.iter().filter(|(of, ..)| side.is_none() || *of == side);
        if own().any(|(_, text, key)| contains(text, reason) || contains(key, reason)) {
            return None;
        }
        let of = side.map_or(String::new(), |side| format!("{} ", self.name(side)));
        let told: Vec<&str> = own().map(|(_, text, _)| text.as_str()).collect();
        let found = if told.is_empty() { "no non-player has given a reason".to_owned() } else { told.join(" | ") };
        Some(Mismatch { expected: format!("decision {of}~ {reason}"), found, changed: false })
    }

    fn name(&self, side: SideId) -> String {
        self.table.board().sides[side.at()].id.clone()
    }
    fn asked(&self) -> String {
        match self.table.asked() {
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

    /// Answers with a row, with the outcomes given.
    fn answer(&mut self, row: usize, automatic: bool) -> Result<String, PlayError> {
        let picked = self.table.choice().and_then(|c| c.rows.get(row)).copied();
        self.force()?;
        let done = self.table.answer(row, automatic);
        self.keep_unused();
        let text = done?;
        self.moves.extend(picked.map(Move::Answer));
        Ok(text)
    }

    /// Whether a side is not asked, but has actions open beside the choice of another.
    fn is_beside(&self, side: SideId) -> bool {
        self.table.asked() != Some(side) && self.table.stands(side)
    }
    fn rows_beside(&mut self, side: SideId) -> Done<Vec<Vec<String>>> {
        self.table.standing_words(side).map_err(|e| self.fail(rule_error(&e)))
    }

    /// Uses a row that stands open, with the outcomes given.
    fn use_beside(&mut self, side: SideId, row: usize) -> Result<String, PlayError> {
        self.force()?;
        let done = self.table.use_standing(side, row);
        self.keep_unused();
        let text = done?;
        self.moves.push_back(Move::Standing(side, text.clone()));
        Ok(text)
    }

    /// Walks a line, as everywhere, but for words that are to be written in full; `tries`: up to its last answer, which is
    /// not given.
    fn walk(
        &mut self,
        side: SideId,
        words: &[String],
        leaves_open: bool,
        tries: bool,
    ) -> Result<Walked, Halt<PlayError>> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let line = Walk { side: Some(side), words: &words, matching: Matching::Whole, leaves_open };
        line::walk(&mut Walking { game: self, tries }, &line)
    }

    fn play(&mut self, side: SideId, words: &[String], dots: bool) -> Done {
        if !self.is_beside(side) {
            self.must_ask(side)?;
        }
        match self.walk(side, words, dots, false) {
            Ok(walked) => self.is_whole(&walked),
            Err(Halt::Misfit { error, fitting, beside, rest, .. }) => {
                let reasons = self.reasons(side, &rest);
                let mut why = self.illegal(&error.word, reasons);
                let begins = words.len() - line::words(&rest).len() == error.at;
                why.offered = match beside {
                    Some(_) => texts(&fitting),
                    None if begins => self.rows(),
                    None => texts(&fitting),
                };
                Err(why)
            }
            Err(Halt::WrongSide { rest, .. }) => Err(self.left_over(&rest, &self.asked())),
            Err(Halt::Over { rest, .. }) => Err(self.left_over(&rest, "the game is over")),
            Err(Halt::Failed { error, .. }) => Err(self.broke(&error)),
        }
    }

    /// A line that does not end in the middle of a row.
    fn is_whole(&self, walked: &Walked) -> Done {
        let line::End::Open { rows, .. } = &walked.end else { return Ok(()) };
        let mut why = self.fail("the line ends in the middle of a row");
        why.offered = texts(rows);
        Err(why)
    }

    fn left_over(&self, rest: &str, why: &str) -> Box<Failure> {
        self.fail(format!("`{rest}` is left, but {why}"))
    }
    fn broke(&self, error: &PlayError) -> Box<Failure> {
        match error {
            PlayError::Rule { error, .. } => self.fail(rule_error(error)),
            other => self.fail(other.to_string()),
        }
    }

    /// A line that fits no row: where it stopped, and why.
    fn illegal(&self, word: &str, reasons: Result<Vec<Explanation>, RunError>) -> Box<Failure> {
        let mut message = vec![format!("`{word}` does not fit here")];
        match reasons {
            Ok(reasons) => message.extend(reasons.iter().map(reason_line)),
            Err(error) => message.push(format!("asking why fails: {}", rule_error(&error))),
        }
        self.fail_with(message)
    }

    /// Why a side may not play these words: of its choice, and of what stands open for it.
    fn reasons(&mut self, side: SideId, words: &str) -> Result<Vec<Explanation>, RunError> {
        let words = line::words(words);
        let mut all = Vec::new();
        if self.table.asked() == Some(side) {
            all = self.table.reasons(&words)?;
        }
        if self.table.stands(side) {
            all.extend(self.table.standing_reasons(side, &words)?);
        }
        Ok(all)
    }

    fn offer(&mut self, side: SideId, mode: Mode, rows: &[Vec<String>]) -> Done {
        let there = if self.is_beside(side) {
            self.rows_beside(side)?
        } else {
            self.must_ask(side)?;
            let mut rows = self.table.row_words().to_vec();
            if mode != Mode::Exactly && self.table.stands(side) {
                rows.extend(self.rows_beside(side)?);
            }
            rows
        };
        let begins = |row: &[String]| there.iter().any(|r| r.starts_with(row));
        let (wrong, what): (Vec<String>, &str) = match mode {
            Mode::Has => (rows.iter().filter(|r| !begins(r)).map(|r| r.join(" ")).collect(), "missing"),
            Mode::Lacks => (rows.iter().filter(|r| begins(r)).map(|r| r.join(" ")).collect(), "too many"),
            Mode::Exactly => (rows.iter().filter(|r| !there.contains(r)).map(|r| r.join(" ")).collect(), "missing"),
        };
        let mut message = Vec::new();
        if !wrong.is_empty() {
            message.push(format!("{what}: {}", wrong.join(" | ")));
        }
        if mode == Mode::Exactly {
            let more: Vec<String> = there.iter().filter(|r| !rows.contains(r)).map(|r| r.join(" ")).collect();
            if !more.is_empty() {
                message.push(format!("too many: {}", more.join(" | ")));
            }
        }
        if message.is_empty() {
            return Ok(());
        }
        let mut why = self.fail_with(message);
        why.offered = texts(&there);
        Err(why)
    }

    /// Tries a line without outcomes and takes back whatever it did; the reasons if it is refused.
    fn attempt(&mut self, side: SideId, words: &[String]) -> Done<Option<Vec<Explanation>>> {
        let home = self.table.here();
        let (dice, draw) = (std::mem::take(&mut self.dice), std::mem::take(&mut self.draw));
        let pick = std::mem::take(&mut self.pick);
        let moves = self.moves.len();
        self.table.forced_only(true);
        let done = self.tried(side, words);
        self.table.forced_only(!self.random);
        if self.table.here() != home {
            self.table.goto(home).map_err(|e| self.fail(e.to_string()))?;
        }
        self.moves.truncate(moves);
        (self.dice, self.draw, self.pick) = (dice, draw, pick);
        done
    }

    fn tried(&mut self, side: SideId, words: &[String]) -> Done<Option<Vec<Explanation>>> {
        match self.walk(side, words, false, true) {
            Ok(walked) => self.is_whole(&walked).map(|()| None),
            Err(Halt::Misfit { rest, .. }) => {
                self.reasons(side, &rest).map(Some).map_err(|e| self.fail(rule_error(&e)))
            }
            Err(Halt::WrongSide { .. } | Halt::Over { .. }) => {
                let says = format!("{}, not {}", self.asked(), self.name(side));
                Ok(Some(vec![engine_reason(says)]))
            }
            Err(Halt::Failed { error: PlayError::Rule { error: RunError::Chance { message, .. }, .. }, .. }) => {
                Ok(Some(vec![engine_reason(message)]))
            }
            Err(Halt::Failed { error, .. }) => Err(self.broke(&error)),
        }
    }

    fn refuse(&mut self, side: SideId, words: &[String], reason: Option<&str>) -> Done {
        let Some(found) = self.attempt(side, words)? else {
            let mut why = self.fail(format!("`{}` is legal", words.join(" ")));
            let first = words.first();
            why.offered = self.table.row_words().iter().filter(|r| r.first() == first).map(|r| r.join(" ")).collect();
            return Err(why);
        };
        match reason {
            Some(text) if !found.iter().any(|e| speaks(e, text)) => {
                let message = found.iter().map(reason_line).collect();
                Err(self.unexplained(text, message, "refused, but no reason is given"))
            }
            _ => Ok(()),
        }
    }

    fn unexplained(&self, wanted: &str, mut found: Vec<String>, nothing: &str) -> Box<Failure> {
        if found.is_empty() {
            found.push(nothing.to_owned());
        }
        let mut why = self.fail_with(Vec::new());
        why.mismatches.push(Mismatch { expected: format!("~ {wanted}"), found: found.remove(0), changed: false });
        why.message = found;
        why
    }

    fn why(&mut self, side: SideId, words: &[String], text: &str) -> Done {
        let found = match self.attempt(side, words)? {
            Some(found) => found,
            None => self.offered_because(side, words),
        };
        if found.iter().any(|e| speaks(e, text)) {
            return Ok(());
        }
        let message = found.iter().map(reason_line).collect();
        Err(self.unexplained(text, message, "there is nothing to say"))
    }

    /// The row that the words mean of what stands open for the asked side itself, if they begin no row of its choice.
    fn own_beside(&mut self, side: SideId, words: &[String]) -> Option<usize> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if line::narrow(self.table.row_words(), &words, Matching::Whole).is_ok() {
            return None;
        }
        let rows = self.table.standing_words(side).unwrap_or_default();
        match line::narrow(&rows, &words, Matching::Whole) {
            Ok(Narrowing::Row { index, used, .. }) if used > 0 => Some(index),
            _ => None,
        }
    }

    /// Why a line is offered: what is asked, and the row in plain language.
    fn offered_because(&mut self, side: SideId, words: &[String]) -> Vec<Explanation> {
        let text = words.join(" ");
        if self.is_beside(side) {
            let rows = self.table.standing(side, label::Audience::Open).unwrap_or_default();
            return rows.into_iter().filter(|r| text.starts_with(&r.text)).map(|r| engine_reason(r.label)).collect();
        }
        if let Some(row) = self.own_beside(side, words) {
            let rows = self.table.standing(side, label::Audience::Open).unwrap_or_default();
            return rows.into_iter().skip(row).take(1).map(|r| engine_reason(r.label)).collect();
        }
        let Some(prompt) = self.table.prompt(label::Audience::Open) else { return Vec::new() };
        let row = prompt.rows.iter().find(|r| text.starts_with(&r.text));
        std::iter::once(prompt.text.clone()).chain(row.map(|r| r.label.clone())).map(engine_reason).collect()
    }

    fn expect(&self, expect: &Expect, above: &[&Item]) -> Done {
        let program = &self.of.loaded.program;
        let position = self.table.position();
        let asked = self.table.asked();
        let compare = |item: &Item| match item {
            Item::Decision { side, reason } => self.decision(*side, reason),
            other => items::compare(program, position, asked, other),
        };
        let mut mismatches: Vec<Mismatch> = expect.items.iter().filter_map(compare).collect();
        if expect.only {
            mismatches.extend(only::changes(&program.board, &self.start, position, above));
        }
        if mismatches.is_empty() {
            return Ok(());
        }
        let mut why = self.fail_with(Vec::new());
        why.mismatches = mismatches;
        Err(why)
    }
}

/// A rule test as it walks a line.
struct Walking<'g, 'p> {
    game: &'g mut Game<'p>,
    /// Whether the last answer of the line is not given.
    tries: bool,
}

impl Chooser for Walking<'_, '_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.game.table.pending()
    }
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        self.game.table.beside(side)
    }
    fn answer(&mut self, pick: &Pick) -> Result<Answered, PlayError> {
        if self.tries && pick.left == 0 && !pick.automatic {
            return Ok(Answered::Stop);
        }
        let row = match pick {
            Pick { beside: true, .. } => self.game.use_beside(pick.side, pick.row)?,
            _ => self.game.answer(pick.row, pick.automatic)?,
        };
        Ok(Answered::On { row, revealed: self.game.table.has_revealed() })
    }
}

fn texts(rows: &[Vec<String>]) -> Vec<String> {
    rows.iter().map(|r| r.join(" ")).collect()
}

/// A list of outcomes as written.
fn shown(queue: &[String]) -> String {
    let bare = |f: &String| ["card:", "pick:"].iter().find_map(|kind| f.strip_prefix(kind)).unwrap_or(f).to_owned();
    queue.iter().map(bare).collect::<Vec<_>>().join(" ")
}

/// The outcomes of a line and of the `decide` lines that belong to it: rules go on at once, so all of these are read while
/// the line is played.
fn with_decisions(chance: &Chance, below: &[Line]) -> Chance {
    let mut out = chance.clone();
    let belongs = |line: &&Line| matches!(line.step, Step::Decide { .. } | Step::Expect(_));
    for line in below.iter().take_while(belongs) {
        let Step::Decide { chance: more, .. } = &line.step else { continue };
        let lists = [(&mut out.dice, &more.dice), (&mut out.draw, &more.draw), (&mut out.pick, &more.pick)];
        for (all, more) in lists {
            if let Some(more) = more {
                all.get_or_insert_default().extend(more.iter().cloned());
            }
        }
        out.line = out.line.max(more.line);
    }
    out
}

fn forced(program: &cardwright_script::Program, chance: &Chance) -> Vec<Forced> {
    let faces = chance.dice.iter().flatten().filter_map(|f| f.parse().ok()).map(Forced::Face);
    let card = |w: &String| program.board.card(w.strip_prefix("card:")?).map(Forced::Card);
    let pick = |w: &String| w.strip_prefix("pick:").map(|id| Forced::Pick(id.to_owned()));
    let cards = chance.draw.iter().flatten().filter_map(card);
    faces.chain(cards).chain(chance.pick.iter().flatten().filter_map(pick)).collect()
}

/// Something the engine, not a rule, has to say.
fn engine_reason(says: String) -> Explanation {
    Explanation { key: String::new(), action: None, says, rule: String::new(), fell: Vec::new(), at: String::new() }
}

fn speaks(of: &Explanation, text: &str) -> bool {
    [&of.says, &of.key, &of.rule].iter().any(|t| contains(t, text))
}

fn reason_line(of: &Explanation) -> String {
    let rule = if of.rule.is_empty() { String::new() } else { format!(" [{}]", of.rule) };
    let key = if of.key.is_empty() { String::new() } else { format!(" ({})", of.key) };
    let at = if of.at.is_empty() { String::new() } else { format!(", {}", of.at) };
    format!("{}{key}{rule}{at}", of.says)
}
