//! How a game begins: a scenario placed, options read, a record opened.

use super::{Seat, SetUp, StartError, Table, hex};
use crate::game::{Game, Outcome};
use crate::given;
use crate::ledger::Ledger;
use crate::line;
use crate::record::{Event, Header, Record, RecordError};
use crate::request::Request;
use crate::timeline::Timeline;
use cardwright_content::{Diagnostic, Located, Scenario, unknown};
use cardwright_script::{Asks, Forced, Program, RunError, Unmet, Vm};
use cardwright_state::board::Board;
use cardwright_state::{FactValue, OptionId, Position, SideId, Trails, notation};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Table {
    /// Starts a game.
    ///
    /// # Errors
    /// The scenario, an option or a side is unknown, the rules know no such game, or a rule fails before the first choice.
    pub fn start(program: Arc<Program>, mut vm: Vm, set_up: &SetUp) -> Result<Table, StartError> {
        let position = Self::first_position(&program, set_up)?;
        if program.invariants.iter().any(|invariant| invariant.at_start) {
            vm.set(&position);
            if let Some(Unmet { message, place, .. }) = vm.unknown()? {
                return Err(StartError::Unknown { message, place });
            }
        }
        let mut table = Self::start_at(program, vm, set_up, position)?;
        match table.look_sound()?.into_iter().next() {
            Some(Unmet { message, place, .. }) => {
                Err(StartError::Run(RunError::Invariant { message, place, within: table.game.vm.within() }))
            }
            None => Ok(table),
        }
    }

    /// A scenario's position before its first step has run.
    ///
    /// # Errors
    /// The scenario or an option is unknown, or its placements are not notation.
    pub fn first_position(program: &Program, set_up: &SetUp) -> Result<Position, StartError> {
        let scenario = find_scenario(program, &set_up.scenario)?;
        let mut position = Position::initial(&program.board, set_up.seed);
        for (option, value) in &scenario.options {
            position.set_option(*option, *value);
        }
        for (id, value) in &set_up.options {
            let (at, value) = read_option(&program.board, id, value).map_err(StartError::Option)?;
            position.set_option(OptionId::new(at), value);
        }
        let board = &program.board;
        position.take_seats(board);
        place(program, &mut position, scenario)?;
        for (id, _) in set_up.seats.iter().filter(|(_, seat)| *seat == Seat::NonPlayer) {
            let side = board.side(id).ok_or_else(|| StartError::Side(id.clone()))?;
            let fact = board.nonplayer.ok_or_else(|| StartError::NonPlayer(id.clone()))?;
            position.set_fact(board, fact, side.at(), &FactValue::Truth(true));
        }
        position.settle();
        Ok(position)
    }

    /// Takes up any position of this board in place of the game so far: searches and re-runs.
    ///
    /// # Errors
    /// Its open steps cannot be re-run.
    pub fn take_up(&mut self, position: &Position) -> Result<(), RunError> {
        self.game.vm.set(position);
        self.game.vm.run()?;
        self.game.clear_news();
        self.timeline = Timeline::default();
        self.resigned = None;
        let outcome = self.outcome();
        self.begin(outcome)
    }

    /// Makes what the VM has come to the start of the game.
    fn begin(&mut self, outcome: Outcome) -> Result<(), RunError> {
        let waiting = outcome.waiting.clone();
        let node = self.node_of(None, None, false, outcome);
        self.go_on(node, waiting);
        self.look_sound().map(drop)
    }

    /// Host calls, answers and decisions since the VM began.
    pub fn counts(&self) -> (u64, u64, u64) {
        self.game.vm.counts()
    }

    /// Starts a game at a position made by the caller (a test's set-up, a saved position).
    ///
    /// # Errors
    /// As [`Table::start`].
    pub fn start_at(program: Arc<Program>, vm: Vm, set_up: &SetUp, position: Position) -> Result<Table, StartError> {
        let read = set_up.given.iter().map(|word| given::read(&program.board, word)).collect::<Result<Vec<_>, _>>();
        let given = read.map_err(|error| StartError::Given(error.to_string()))?;
        Self::start_given(program, vm, set_up, position, given, false)
    }

    /// Starts a game at a position with the outcomes of its first rolls and draws; `only` as in [`Table::forced_only`].
    ///
    /// # Errors
    /// As [`Table::start`].
    pub fn start_given(
        program: Arc<Program>,
        vm: Vm,
        set_up: &SetUp,
        position: Position,
        given: Vec<Forced>,
        only: bool,
    ) -> Result<Table, StartError> {
        let board = program.board.clone();
        let mut seats = vec![Seat::Human; board.sides.len()];
        for (side, seat) in &set_up.seats {
            let side = board.side(side).ok_or_else(|| StartError::Side(side.clone()))?;
            let alone = [Seat::NonPlayer, Seat::Absent].contains(seat);
            let together = if alone { side.into() } else { position.seat_of(&board, side) };
            together.iter().for_each(|side| seats[side.at()] = *seat);
        }
        let header = Header {
            cardwright_record: crate::record::FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            game: board.game.clone(),
            scenario: set_up.scenario.clone(),
            options: set_up.options.clone(),
            seed: set_up.seed,
            packs: program.content.packs.iter().map(|p| (p.id.clone(), p.version.clone(), hex(&p.hash))).collect(),
            content: hex(&program.content.hash),
            began: set_up.began.clone(),
            nonplayers: nonplayers(set_up),
            given: Vec::new(),
            open: set_up.open,
            hash: String::new(),
        };
        let first = Some(Arc::new(Trails::start(&board, &position)));
        let mut table = Table {
            game: Game::new(program, vm, only),
            timeline: Timeline { first, ..Timeline::default() },
            ledger: Ledger { header, contents: Vec::new(), record: None, anew: None },
            scenario: set_up.scenario.clone(),
            seats,
            open: set_up.open,
            resigned: None,
            waiting: None,
            doubts: None,
        };
        table.game.asks = set_up.asks;
        table.game.vm.set(&position);
        table.game.vm.force(given);
        table.game.vm.know(table.timeline.first.clone());
        table.game.vm.ask(set_up.asks);
        let begun = table.game.vm.run();
        table.game.vm.ask(Asks::default());
        match begun {
            Err(RunError::Chance { wanted, .. }) if set_up.asks != Asks::default() => {
                return Err(StartError::Chance(Box::new(Request::of(&mut table.game.vm, *wanted))));
            }
            begun => drop(begun?),
        }
        let waiting = table.game.vm.take_forced();
        table.game.vm.take_barrier();
        let outcome = table.game.outcome_of_start(waiting);
        table.ledger.header.given = table.texts(&outcome.consumed);
        table.begin(outcome)?;
        table.ledger.header.hash = table.hash().to_string();
        Ok(table)
    }

    /// The VM, for another game of the same program.
    pub fn into_vm(self) -> Vm {
        self.game.vm
    }

    /// Keeps a record in a new file from here on; call before the first event.
    ///
    /// # Errors
    /// The file or the content beside it cannot be written.
    pub fn keep_record(&mut self, path: &Path) -> Result<(), RecordError> {
        self.ledger.keep_contents(path, self.program())?;
        let mut record = Record::create(path, &self.ledger.header)?;
        let seats = self.seat_event();
        let n = record.append(0, seats, self.hash().to_string())?;
        debug_assert_eq!(n, 1);
        self.ledger.record = Some(record);
        Ok(())
    }

    /// Writes the whole record, with the contents it names, to another new file; the game goes on
    /// in the old one.
    ///
    /// # Errors
    /// The file or a content beside it cannot be written.
    pub fn copy_record(&self, path: &Path) -> Result<(), RecordError> {
        self.ledger.written_to(path, self.program()).map(drop)
    }

    /// Writes the whole record, with the contents it names, to another new file, and goes on there. It
    /// is all in memory: the old file may be gone.
    ///
    /// # Errors
    /// As [`Table::copy_record`]; the game then goes on in the old file.
    pub fn move_record(&mut self, path: &Path) -> Result<(), RecordError> {
        self.ledger.record = self.ledger.written_to(path, &self.game.program)?;
        Ok(())
    }

    /// Goes on with a record whose file was removed, replaced or altered while the game was played: all of it is written anew
    /// where it was, or beside that where something else lies there now. Where it is then; none where it is as it was left.
    ///
    /// # Errors
    /// As [`Table::copy_record`]; the game then goes on without one, until this is tried again.
    pub fn mend_record(&mut self) -> Result<Option<PathBuf>, RecordError> {
        self.mend_record_if(Record::is_sound)
    }

    /// The same where all of the file is read, and compared with what was written there.
    ///
    /// # Errors
    /// As [`Table::mend_record`].
    pub fn mend_whole_record(&mut self) -> Result<Option<PathBuf>, RecordError> {
        self.mend_record_if(|record| record.is_sound().and_then(|()| record.is_whole()))
    }

    fn mend_record_if(
        &mut self,
        is_as_left: impl FnOnce(&mut Record) -> Result<(), RecordError>,
    ) -> Result<Option<PathBuf>, RecordError> {
        let Some(record) = &mut self.ledger.record else { return Ok(None) };
        if !matches!(is_as_left(record), Err(RecordError::Gone { .. })) {
            return Ok(None);
        }
        let lies = record.path.clone();
        let first = match &self.ledger.anew {
            Some((first, last)) if *last == lies => first.clone(),
            _ => lies.clone(),
        };
        let path = free_beside(&lies, &first);
        self.move_record(&path)?;
        self.ledger.anew = Some((first, path.clone()));
        Ok(Some(path))
    }

    /// Who sits where follows the game: for whom rules play, and who is not in play, nobody answers.
    pub(crate) fn follow_seats(&mut self, position: &Position) {
        let board = self.game.program.board.clone();
        for (at, seat) in self.seats.iter_mut().enumerate() {
            let side = SideId::new(at);
            if !position.is_in_play(&board, side) {
                *seat = Seat::Absent;
            } else if position.is_nonplayer(&board, side) {
                *seat = Seat::NonPlayer;
            } else if matches!(*seat, Seat::NonPlayer | Seat::Absent) {
                *seat = Seat::Human;
            }
        }
    }

    /// Somebody sits down for a side, and so for all that sit with it; whom rules play, they play on.
    pub(crate) fn sit(&mut self, side: SideId, seat: Seat) {
        let together = self.position().seat_of(self.board(), side);
        for side in together.iter() {
            if matches!(self.seats[side.at()], Seat::Human | Seat::Random) {
                self.seats[side.at()] = seat;
            }
        }
    }

    pub(crate) fn seat_event(&self) -> Event {
        let seats = self.board().sides.iter().zip(&self.seats).filter(|(_, seat)| **seat != Seat::Absent);
        Event::Seats { seats: seats.map(|(side, seat)| (side.id.clone(), seat.word().to_owned())).collect() }
    }

    /// The file of the record, if one is kept.
    pub fn record_path(&self) -> Option<&Path> {
        self.ledger.record.as_ref().map(|r| r.path.as_path())
    }
}

/// The sides that a set-up leaves to rules.
fn nonplayers(set_up: &SetUp) -> Vec<String> {
    set_up.seats.iter().filter(|(_, seat)| *seat == Seat::NonPlayer).map(|(side, _)| side.clone()).collect()
}

pub(crate) fn find_scenario<'a>(program: &'a Program, id: &str) -> Result<&'a Scenario, StartError> {
    program.content.scenario(id).ok_or_else(|| {
        let known: Vec<String> = program.content.scenarios.iter().map(|s| s.id.clone()).collect();
        StartError::Scenario { name: id.to_owned(), nearest: line::nearest(id, &known) }
    })
}

/// Applies a scenario's placements and opens its first step.
pub(crate) fn place(program: &Program, position: &mut Position, scenario: &Scenario) -> Result<(), StartError> {
    let board = &program.board;
    let wrong = |text: &Located<String>, errors: &[notation::NotationError]| -> Vec<Diagnostic> {
        errors.iter().map(|e| misplaced(text, e)).collect()
    };
    // All that is misspelt is told at once; what cannot be set shows only as it is set.
    let read = scenario.position.iter().filter_map(|text| Some((text, notation::read(board, &text.value).err()?)));
    let misspelt: Vec<Diagnostic> = read.flat_map(|(text, errors)| wrong(text, &errors)).collect();
    if !misspelt.is_empty() {
        return Err(StartError::Position(misspelt));
    }
    for text in &scenario.position {
        notation::set(board, position, &text.value).map_err(|errors| StartError::Position(wrong(text, &errors)))?;
    }
    if position.open_steps().is_empty()
        && let Some(step) = board.steps.iter().position(|s| *s == scenario.first)
    {
        position.open_outermost(cardwright_state::StepId::new(step), vec![]);
    }
    position.settle();
    Ok(())
}

/// An error of a scenario's position, at the very words.
fn misplaced(text: &Located<String>, error: &notation::NotationError) -> Diagnostic {
    let word = text.value.get(error.span.clone()).unwrap_or_default();
    let problem = text.part(error.span.clone()).error("scenario::position", error.message.clone());
    let problem = problem.label("of the position in which the scenario begins");
    match line::nearest(word, &error.candidates) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem,
    }
}

/// A file's own path where nothing lies there, or one beside it that is called after another.
fn free_beside(own: &Path, path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let beside = (2_u32..).map(|n| path.with_file_name(format!("{stem}-{n}{ending}")));
    let mut paths = std::iter::once(own.to_owned()).chain(beside);
    // A link that leads nowhere is something too.
    paths.find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| own.to_owned())
}

/// An option of a game and what its value is, both as written: where it stands among the options, and the value.
///
/// # Errors
/// No option is called so, or it may not be this: in words.
pub fn read_option(board: &Board, id: &str, value: &str) -> Result<(usize, i64), String> {
    let known = board.options.iter().map(|o| o.id.as_str());
    let at = board.options.iter().position(|o| o.id == id).ok_or_else(|| unknown("option", id, known))?;
    let value = notation::read_option(&board.options[at].of, value).map_err(|e| format!("option `{id}`: {e}"))?;
    Ok((at, value))
}
