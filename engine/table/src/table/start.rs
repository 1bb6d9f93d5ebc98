//! Starts a game: places the scenario's pieces, reads options, runs to the first choice and creates the record.

use super::{SetUp, StartError, Table};
use crate::chance_prompt::ChancePrompt;
use crate::former_ids::FormerIds;
use crate::game::{Game, Outcome};
use crate::line;
use crate::outcome_words;
use crate::record::{Event, Header, Record, RecordError, hex};
use crate::record_keeper::RecordKeeper;
use crate::seat::Seat;
use crate::timeline::Timeline;
use cardwright_content::{Diagnostic, Located, Scenario, unknown_name};
use cardwright_script::{BrokenInvariant, ForcedOutcome, ManualChance, Program, RunError, Vm};
use cardwright_state::board::Board;
use cardwright_state::{CardKnowledge, FactValue, OptionId, Position, SideId, notation};
use std::path::Path;
use std::sync::Arc;

impl Table {
    /// Starts a game.
    ///
    /// # Errors
    /// The scenario, an option or a side is unknown, the rules do not allow this combination of options and sides, or a
    /// rule fails before the first choice.
    pub fn start(program: Arc<Program>, mut vm: Vm, set_up: &SetUp) -> Result<Table, StartError> {
        let position = Self::first_position(&program, set_up)?;
        if program.invariants.iter().any(|invariant| invariant.at_start) {
            vm.set_position(&position);
            if let Some(BrokenInvariant { message, place, .. }) = vm.start_problem()? {
                return Err(StartError::Unknown { message, place });
            }
        }
        let mut table = Self::start_at(program, vm, set_up, position)?;
        match table.check_here()?.into_iter().next() {
            Some(BrokenInvariant { message, place, .. }) => {
                Err(StartError::Run(RunError::Invariant { message, place, open_steps: table.game.vm.open_steps() }))
            }
            None => Ok(table),
        }
    }

    /// Builds the position of a scenario before its first step runs.
    ///
    /// # Errors
    /// The scenario or an option is unknown, or its placements are invalid.
    pub fn first_position(program: &Program, set_up: &SetUp) -> Result<Position, StartError> {
        let scenario = find_scenario(program, &set_up.scenario)?;
        let mut position = Position::initial(&program.board, set_up.seed);
        for (option, value) in &scenario.options {
            position.set_option(*option, *value);
        }
        for (id, value) in &set_up.options {
            let (index, value) = read_option(&program.board, id, value).map_err(StartError::Option)?;
            position.set_option(OptionId::new(index), value);
        }
        let board = &program.board;
        position.apply_seating(board);
        place_scenario(program, &mut position, scenario)?;
        for (id, _) in set_up.seats.iter().filter(|(_, seat)| *seat == Seat::NonPlayer) {
            let side = board.side(id).ok_or_else(|| StartError::Side(id.clone()))?;
            let fact = board.players.nonplayer.ok_or_else(|| StartError::NonPlayer(id.clone()))?;
            position.set_fact(board, fact, side.index(), &FactValue::Boolean(true));
        }
        position.clear_history();
        Ok(position)
    }

    /// Replaces the game with a new one that starts at any position of this board, for searches and re-runs.
    ///
    /// # Errors
    /// The position's open steps cannot be re-run.
    pub fn restart_at(&mut self, position: &Position) -> Result<(), RunError> {
        self.game.vm.set_position(position);
        self.game.vm.run()?;
        self.game.clear_log();
        self.timeline = Timeline::default();
        self.resigned = None;
        let outcome = self.outcome();
        self.begin(outcome)
    }

    /// Makes `outcome`, the result of the VM's run, the first node in the tree of events.
    fn begin(&mut self, outcome: Outcome) -> Result<(), RunError> {
        let unused_outcomes = outcome.unused_outcomes.clone();
        // No event leads to the first node, and no side has answered.
        let node = self.build_node(None, None, false, outcome);
        self.make_current(node, unused_outcomes);
        self.check_here().map(drop)
    }

    /// The numbers of host calls, answers and decisions since the VM was created.
    pub fn counts(&self) -> (u64, u64, u64) {
        self.game.vm.counts()
    }

    /// Starts a game at any position, such as a test's set-up or a saved position.
    ///
    /// # Errors
    /// Fails as [`Table::start`] does.
    pub fn start_at(program: Arc<Program>, vm: Vm, set_up: &SetUp, position: Position) -> Result<Table, StartError> {
        let parsed =
            set_up.given.iter().map(|word| outcome_words::parse(&program.board, word)).collect::<Result<Vec<_>, _>>();
        let given = parsed.map_err(|error| StartError::Given(error.to_string()))?;
        Self::start_given(program, vm, set_up, position, given, false)
    }

    /// Starts a game at a position with given outcomes for the first rolls and draws. With `require_forced`, every
    /// later outcome must be given too: see [`Table::require_forced_outcomes`].
    ///
    /// # Errors
    /// Fails as [`Table::start`] does.
    pub fn start_given(
        program: Arc<Program>,
        vm: Vm,
        set_up: &SetUp,
        position: Position,
        given: Vec<ForcedOutcome>,
        require_forced: bool,
    ) -> Result<Table, StartError> {
        let board = program.board.clone();
        let mut seats = vec![Seat::Human; board.sides.len()];
        for (side, seat) in &set_up.seats {
            let side = board.side(side).ok_or_else(|| StartError::Side(side.clone()))?;
            // A person or bot gets all sides of the seat.
            let is_single_side = [Seat::NonPlayer, Seat::Absent].contains(seat);
            let sides = if is_single_side { side.into() } else { position.seat_of(&board, side) };
            sides.iter().for_each(|side| seats[side.index()] = *seat);
        }
        let header = Header {
            cardwright_record: crate::record::FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            game: board.game.clone(),
            scenario: set_up.scenario.clone(),
            options: set_up.options.clone(),
            seed: set_up.seed,
            packs: program
                .content
                .packs
                .iter()
                .map(|pack| (pack.id.clone(), pack.version.clone(), hex(&pack.hash)))
                .collect(),
            content: hex(&program.content.hash),
            began: set_up.began.clone(),
            nonplayers: nonplayers(set_up),
            given: Vec::new(),
            open: set_up.open,
            hash: String::new(),
        };
        // What the sides know about the cards before the first event.
        let first = Some(Arc::new(CardKnowledge::at_start(&board, &position)));
        let mut table = Table {
            game: Game::new(program, vm, require_forced),
            timeline: Timeline { first, ..Timeline::default() },
            record_keeper: RecordKeeper { header, contents: Vec::new(), record: None },
            scenario: set_up.scenario.clone(),
            seats,
            open: set_up.open,
            resigned: None,
            former_ids: FormerIds::default(),
            waiting: None,
        };
        table.game.manual_chance = set_up.manual_chance;
        table.game.vm.set_position(&position);
        table.game.vm.force(given);
        table.game.vm.set_card_knowledge(table.timeline.first.clone());
        table.game.vm.set_manual_chance(set_up.manual_chance);
        let run = table.game.vm.run();
        table.game.vm.set_manual_chance(ManualChance::default());
        match run {
            Err(RunError::Chance { request: wanted, .. }) if set_up.manual_chance != ManualChance::default() => {
                return Err(StartError::Chance(Box::new(ChancePrompt::from_stopped_vm(&mut table.game.vm, *wanted))));
            }
            run => drop(run?),
        }
        let unused_outcomes = table.game.vm.take_forced();
        table.game.vm.take_barrier();
        let outcome = table.game.outcome_of_start(unused_outcomes);
        table.record_keeper.header.given = table.outcome_texts(&outcome.used_outcomes);
        table.begin(outcome)?;
        table.record_keeper.header.hash = table.hash().to_string();
        Ok(table)
    }

    /// Returns the VM, for another game of the same program.
    pub fn into_vm(self) -> Vm {
        self.game.vm
    }

    /// Creates a record in a new file. Call it before the first event.
    ///
    /// # Errors
    /// The file or the content next to it cannot be written.
    pub fn keep_record(&mut self, path: &Path) -> Result<(), RecordError> {
        self.record_keeper.store_contents(path, self.program())?;
        let mut record = Record::create(path, &self.record_keeper.header)?;
        let seats = self.seat_event();
        let n = record.append(0, seats, self.hash().to_string())?;
        debug_assert_eq!(n, 1);
        self.record_keeper.record = Some(record);
        Ok(())
    }

    /// Writes the whole record and its contents to another new file. The game goes on in the old file.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn copy_record(&self, path: &Path) -> Result<(), RecordError> {
        self.record_keeper.write_copy(path, self.program()).map(drop)
    }

    /// Writes the whole record and its contents to another new file, and goes on in that file. Works even if the old
    /// file is gone.
    ///
    /// # Errors
    /// Fails as [`Table::copy_record`] does. Then the game goes on in the old file.
    pub fn move_record(&mut self, path: &Path) -> Result<(), RecordError> {
        self.record_keeper.record = self.record_keeper.write_copy(path, &self.game.program)?;
        Ok(())
    }

    /// Updates the seats after the position changed. A side that the rules play, or that is not in play, has no player.
    pub(crate) fn update_seats(&mut self, position: &Position) {
        let board = self.game.program.board.clone();
        for (index, seat) in self.seats.iter_mut().enumerate() {
            let side = SideId::new(index);
            if !position.is_in_play(&board, side) {
                *seat = Seat::Absent;
            } else if position.is_nonplayer(&board, side) {
                *seat = Seat::NonPlayer;
            } else if matches!(*seat, Seat::NonPlayer | Seat::Absent) {
                *seat = Seat::Human;
            }
        }
    }

    /// Changes a seat, for all its sides except those that the rules play.
    pub(crate) fn set_seat(&mut self, side: SideId, seat: Seat) {
        let sides = self.position().seat_of(self.board(), side);
        for side in sides.iter() {
            if matches!(self.seats[side.index()], Seat::Human | Seat::Bot(_)) {
                self.seats[side.index()] = seat;
            }
        }
    }

    pub(crate) fn seat_event(&self) -> Event {
        let seats = self.board().sides.iter().zip(&self.seats).filter(|(_, seat)| **seat != Seat::Absent);
        Event::Seats { seats: seats.map(|(side, seat)| (side.id.clone(), seat.name())).collect() }
    }

    /// The path of the record, if there is one.
    pub fn record_path(&self) -> Option<&Path> {
        self.record_keeper.record.as_ref().map(|record| record.path.as_path())
    }
}

/// The sides that a set-up leaves to the rules.
fn nonplayers(set_up: &SetUp) -> Vec<String> {
    set_up.seats.iter().filter(|(_, seat)| *seat == Seat::NonPlayer).map(|(side, _)| side.clone()).collect()
}

pub(crate) fn find_scenario<'a>(program: &'a Program, id: &str) -> Result<&'a Scenario, StartError> {
    program.content.scenario(id).ok_or_else(|| {
        let ids: Vec<String> = program.content.scenarios.iter().map(|scenario| scenario.id.clone()).collect();
        StartError::Scenario { name: id.to_owned(), nearest: line::nearest(id, &ids) }
    })
}

/// Places a scenario's pieces and opens its first step.
pub(crate) fn place_scenario(
    program: &Program,
    position: &mut Position,
    scenario: &Scenario,
) -> Result<(), StartError> {
    let board = &program.board;
    let diagnostics = |text: &Located<String>, errors: &[notation::NotationError]| -> Vec<Diagnostic> {
        errors.iter().map(|error| position_error(text, error)).collect()
    };
    // Report all syntax errors at once. Other errors appear only when a placement is applied.
    let failed = scenario.position.iter().filter_map(|text| Some((text, notation::read(board, &text.value).err()?)));
    let syntax_errors: Vec<Diagnostic> = failed.flat_map(|(text, errors)| diagnostics(text, &errors)).collect();
    if !syntax_errors.is_empty() {
        return Err(StartError::Position(syntax_errors));
    }
    for text in &scenario.position {
        notation::set(board, position, &text.value)
            .map_err(|errors| StartError::Position(diagnostics(text, &errors)))?;
    }
    if position.open_steps().is_empty()
        && let Some(step) = board.labels.steps.iter().position(|step| *step == scenario.first)
    {
        position.open_outermost(cardwright_state::StepId::new(step), vec![]);
    }
    position.clear_history();
    Ok(())
}

/// Builds the diagnostic for an error of a scenario's position, with its place in the file.
fn position_error(text: &Located<String>, error: &notation::NotationError) -> Diagnostic {
    let word = text.value.get(error.span.clone()).unwrap_or_default();
    let problem = text.part(error.span.clone()).error("scenario::position", error.message.clone());
    let problem = problem.label("of the position in which the scenario begins");
    match line::nearest(word, &error.candidates) {
        Some(nearest) => problem.help(format!("did you mean `{nearest}`?")),
        None => problem,
    }
}

/// Reads an option by id and value. Returns its index and its value as a number.
///
/// # Errors
/// The option is unknown, or the value is not allowed.
pub fn read_option(board: &Board, id: &str, value: &str) -> Result<(usize, i64), String> {
    let ids = board.options.iter().map(|option| option.id.as_str());
    let index =
        board.options.iter().position(|option| option.id == id).ok_or_else(|| unknown_name("option", id, ids))?;
    let value = notation::read_option(&board.options[index].option_type, value)
        .map_err(|error| format!("option `{id}`: {error}"))?;
    Ok((index, value))
}
