//! Reloads of content in a running game, and replay of records.

use crate::Seat;
use crate::line;
use crate::outcome_words;
use crate::record::{Entry, Event, ReadRecord, Record, RecordError, hex};
use crate::record_keeper::store_content;
use crate::table::{CommitError, SetUp, Table};
use cardwright_content::{MAX_SHOWN_CHARS, truncated};
use cardwright_script::{Program, RunError, Vm};
use cardwright_state::board::Rename;
use cardwright_state::hash::full_hash;
use cardwright_state::position::{CompactPosition, StepInput};
use cardwright_state::{Answer, Board, CardKnowledge, Position, SideId, Val, invariants, notation};
use std::sync::Arc;

/// Loads the content with a given hash.
pub type ProgramFor<'a> = dyn FnMut(&str) -> Result<(Arc<Program>, Vm), String> + 'a;

/// What happened to the pending choice after a reload or an adjustment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reloaded {
    /// The game is at the same choice.
    SameChoice,
    /// The game went back to the start of an open step. Holds the step's name.
    StepStart(String),
}

/// Why new content was not accepted. The old content stays.
#[derive(Debug, thiserror::Error)]
pub enum ReloadError {
    /// The new content cannot hold this position, or has other sides.
    #[error("{0}")]
    Content(String),
    /// No open step can run with the new content.
    #[error("the new rules fail at this position: {}", .0.with_place())]
    Run(#[from] RunError),
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl Table {
    /// Switches to new content. Maps the position by id, re-runs the open steps, and checks every answer that they have
    /// received against the new rows. If a step fails, goes back to the start of the innermost step that still works.
    ///
    /// # Errors
    /// Something in play is gone, or the rules fail even from the outermost step. Then nothing changes.
    pub fn reload(&mut self, program: Arc<Program>, vm: Vm) -> Result<Reloaded, ReloadError> {
        self.reload_with(program, vm, false)
    }

    /// Switches to new content as [`Table::reload`] does, if the game can stay at the same choice. Otherwise changes
    /// nothing, and returns the step to which the game would go back.
    ///
    /// # Errors
    /// Fails as [`Table::reload`] does.
    pub fn reload_in_place(&mut self, program: Arc<Program>, vm: Vm) -> Result<Reloaded, ReloadError> {
        self.reload_with(program, vm, true)
    }

    fn reload_with(&mut self, program: Arc<Program>, vm: Vm, in_place: bool) -> Result<Reloaded, ReloadError> {
        // The player may be looking at an earlier event.
        self.stop_looking_back();
        let (position, renamed) =
            map_position(&self.game.program, &program, self.position()).map_err(ReloadError::Content)?;
        let mut pending_answer = self.waiting.take();
        if let Some(waiting) = &mut pending_answer {
            self.rename_ids_of(waiting, &renamed);
        }
        let old_vm = std::mem::replace(&mut self.game.vm, vm);
        let old_program = std::mem::replace(&mut self.game.program, program);
        self.game.vm.record_events(true);
        self.game.vm.set_structured_log(old_vm.has_structured_log());
        let keeps_old_content = |reloaded: &Reloaded| in_place && *reloaded != Reloaded::SameChoice;
        let reloaded = self.resume_open_steps(&position).map_err(ReloadError::Run).and_then(|reloaded| {
            if !keeps_old_content(&reloaded) {
                self.commit_loaded_position()?;
            }
            Ok(reloaded)
        });
        if reloaded.as_ref().map_or(true, keeps_old_content) {
            self.game.vm = old_vm;
            self.game.program = old_program;
            self.go_to_event(self.timeline.here);
            self.waiting = pending_answer;
        } else {
            // Keep the given dice, cards and picks that are not used yet.
            let old = &old_program.board;
            self.game.state.forced = outcome_words::carry_over(old, &renamed, self.board(), self.forced());
            self.restore_pending_answer(pending_answer, old, &renamed);
        }
        reloaded
    }

    /// Continues from another position of the same content, such as a saved position.
    ///
    /// # Errors
    /// The position's open steps cannot be re-run, or the record cannot be written. Then nothing changes.
    pub fn load_position(&mut self, position: &Position) -> Result<(), ReloadError> {
        self.stop_looking_back();
        self.withdraw_pending_answer();
        self.game.vm.set_position(position);
        let loaded = self.game.vm.run().map_err(ReloadError::Run).and_then(|_| self.commit_loaded_position());
        if loaded.is_err() {
            self.go_to_event(self.timeline.here);
        }
        loaded
    }

    /// Records an event with the VM's position and the hash of the current content.
    fn commit_loaded_position(&mut self) -> Result<(), ReloadError> {
        if let Some(path) = self.record_path().map(std::path::Path::to_path_buf) {
            store_content(&path, &self.game.program)?;
        }
        let position = notation::print_save(&self.game.program.board, &self.game.vm.position());
        let content = hex(&self.game.program.content.hash);
        self.game.clear_log();
        let outcome = self.outcome();
        self.add_event(Event::Content { content, position }, None, false, outcome).map_err(|error| match error {
            CommitError::Rule(error) => ReloadError::Run(error),
            CommitError::Record(error) => ReloadError::Record(error),
        })
    }

    /// Re-runs the open steps of a position that was mapped to the current content or changed by `adjust`. If they
    /// fail, tries again from the start of each open step, the innermost step first.
    pub(crate) fn resume_open_steps(&mut self, position: &Position) -> Result<Reloaded, RunError> {
        let mut error = match self.run_position(position, true) {
            Ok(()) => return Ok(Reloaded::SameChoice),
            Err(error) if error.is_time_limit() => return Err(error),
            Err(error) => error,
        };
        let board = self.game.program.board.clone();
        for (depth, frame) in position.open_steps().iter().enumerate().rev() {
            let is_answer = |entry: &StepInput| matches!(entry, StepInput::Answer(_));
            let loses_answer = position.open_steps()[depth..].iter().any(|frame| frame.log.iter().any(is_answer));
            let mut rewound = position.clone();
            rewound.rewind_to_start_of(&board, depth);
            match self.run_position(&rewound, true) {
                Ok(()) if loses_answer => return Ok(Reloaded::StepStart(board.labels[frame.step].clone())),
                Ok(()) => return Ok(Reloaded::SameChoice), // No answer is lost.
                Err(other) if other.is_time_limit() => return Err(other),
                Err(other) => error = other,
            }
        }
        Err(error)
    }

    /// Re-runs the open steps of a position in the VM and drops the log of the run. With `checked`, every answer that
    /// the steps have received must be legal.
    pub(crate) fn run_position(&mut self, position: &Position, checked: bool) -> Result<(), RunError> {
        self.game.clear_log();
        self.game.vm.set_position(position);
        if checked { self.game.vm.run_checked() } else { self.game.vm.run() }.map(drop)
    }

    /// Converts the position after an event to the current content, if the event ran on other content.
    pub(crate) fn convert_event_to_current_content(&mut self, n: usize) -> Result<(), String> {
        let node = &self.timeline.nodes[n];
        if Arc::ptr_eq(&node.program, &self.game.program) {
            return Ok(());
        }
        let (position, _) = map_position(&node.program, &self.game.program, &node.position())?;
        let here = self.timeline.here;
        if let Err(error) = self.resume_open_steps(&position) {
            self.go_to_event(here);
            return Err(error.to_string());
        }
        let position = self.game.vm.position();
        let broken_invariants = self.game.vm.broken_invariants().map_err(|e| e.to_string());
        let board = &self.game.program.board;
        let is_over = position.outcome().is_some();
        let asked = if is_over { "" } else { board.sides[self.game.vm.asked_side().index()].id.as_str() };
        let hash = full_hash(board, &position, asked);
        let violation = invariants::first_violation(board, &position);
        let card_knowledge = Arc::new(CardKnowledge::unknown(board, &position));
        self.go_to_event(here);
        if let Some(problem) = violation {
            return Err(problem);
        }
        let node = &mut self.timeline.nodes[n];
        node.card_knowledge = card_knowledge;
        node.broken_invariants = broken_invariants?.into_iter().map(|invariant| invariant.name).collect();
        node.compact_position = CompactPosition::full(Arc::new(position));
        node.program = self.game.program.clone();
        node.hash = hash;
        Ok(())
    }

    /// Replays the events of a record in a new game, up to line `to` if given. `program_for` loads contents by hash.
    ///
    /// # Errors
    /// Fails at the first event that cannot be replayed or leads to another hash.
    pub fn replay(
        &mut self,
        read: &ReadRecord,
        to: Option<usize>,
        program_for: &mut ProgramFor<'_>,
    ) -> Result<(), ReplayError> {
        self.check_start(read)?;
        // The node of each line of the record. A line without a new position has the node of the line before it.
        let mut node_of = vec![Some(0)];
        for entry in read.entries.iter().take(to.unwrap_or(usize::MAX)) {
            let fail = |problem: String| ReplayError { line: entry.n, problem: truncated(&problem) };
            let node = self.replay_entry(entry, &node_of, program_for).map_err(fail)?;
            node_of.push(Some(node));
        }
        Ok(())
    }

    /// Replays a record as [`Table::replay`] does, but skips events that cannot be replayed, and all events that depend
    /// on them. Returns the skipped events.
    ///
    /// # Errors
    /// The start differs, so nothing can be replayed.
    pub fn replay_skipping_failures(
        &mut self,
        read: &ReadRecord,
        program_for: &mut ProgramFor<'_>,
    ) -> Result<Vec<ReplayError>, ReplayError> {
        self.check_start(read)?;
        let mut node_of = vec![Some(0)];
        let mut failed = Vec::new();
        for entry in &read.entries {
            let (here, length, program) = (self.timeline.here, self.timeline.length(), self.game.program.clone());
            let node = self.replay_entry(entry, &node_of, program_for);
            node_of.push(node.as_ref().ok().copied());
            let Err(problem) = node else { continue };
            failed.push(ReplayError { line: entry.n, problem: truncated(&problem) });
            self.game.state.forced.clear();
            self.timeline.truncate(length);
            if !Arc::ptr_eq(&self.game.program, &program) {
                let vm =
                    program.vm().map_err(|_| ReplayError { line: entry.n, problem: "no memory is left".into() })?;
                (self.game.program, self.game.vm) = (program, vm);
                self.game.vm.record_events(true);
            }
            self.go_to_event(here);
        }
        Ok(failed)
    }

    fn check_start(&self, read: &ReadRecord) -> Result<(), ReplayError> {
        if self.is_at(&read.header.hash) {
            return Ok(());
        }
        Err(ReplayError { line: 0, problem: "the start already differs from the recorded one".into() })
    }

    /// Replays one line. Returns the node that the game is at.
    fn replay_entry(
        &mut self,
        entry: &Entry,
        node_of: &[Option<usize>],
        program_for: &mut ProgramFor<'_>,
    ) -> Result<usize, String> {
        let node = |n: usize| node_of.get(n).copied().flatten();
        if let Event::Note { text, by, admin_only } = &entry.event {
            let event = node(entry.parent).ok_or("its event is unknown")?;
            self.restore_note(event, text, by.as_deref(), *admin_only)?;
            return Ok(self.timeline.here);
        }
        if !matches!(entry.event, Event::Goto { .. }) {
            let parent = node(entry.parent).ok_or("it follows an unknown event")?;
            if self.timeline.here != parent {
                self.convert_event_to_current_content(parent)?;
                self.go_to_event(parent);
            }
        }
        match &entry.event {
            Event::Answer { row, automatic: true, .. } if !self.is_default(row) => {
                return Err(format!("`{}` is not the default there", shortened(row)));
            }
            Event::Answer { .. } | Event::Standing { .. } | Event::Adjust { .. } | Event::Resign { .. } => {
                self.replay_event(&entry.event)?;
            }
            Event::Goto { to } => {
                let to = node(*to).ok_or("it goes to an unknown event")?;
                self.convert_event_to_current_content(to)?;
                self.go_to_event(to);
            }
            Event::Seats { seats } => self.restore_seats(seats)?,
            Event::Content { content, position } => {
                self.restore_content(entry.event.clone(), program_for(content)?, position)?;
            }
            Event::Note { .. } => {} // Handled above.
        }
        if !self.game.state.forced.is_empty() {
            return Err(format!("it does not use these given dice or cards: {}", self.forced_words().join(" ")));
        }
        if !self.is_at(&entry.hash) {
            return Err("it leads to another position than recorded".into());
        }
        if entry.event.changes_position() {
            self.timeline.nodes[self.timeline.here].number = entry.n;
        }
        Ok(self.timeline.here)
    }

    fn restore_seats(&mut self, seats: &[(String, String)]) -> Result<(), String> {
        for (side, seat) in seats {
            let side = self.find_side(side)?;
            // A record starts no program: a person takes the seat of a program.
            let seat_now = if seat == Seat::PROGRAM { Some(Seat::Human) } else { Seat::parse(seat) };
            self.seats[side.index()] = seat_now.ok_or_else(|| format!("unknown seat `{}`", shortened(seat)))?;
        }
        let position = self.position().clone();
        self.update_seats(&position);
        Ok(())
    }

    /// Goes to the position of recorded new content.
    fn restore_content(
        &mut self,
        event: Event,
        (program, vm): (Arc<Program>, Vm),
        position: &str,
    ) -> Result<(), String> {
        check_sides(&renamed_board(&self.game.program, &program), &program.board)?;
        let position = notation::load(&program.board, position)
            .map_err(|e| e.first().map(|e| e.message.clone()).unwrap_or_default())?;
        let has_structured_log = self.game.vm.has_structured_log();
        self.game.program = program;
        self.game.vm = vm;
        self.game.vm.record_events(true);
        self.game.vm.set_structured_log(has_structured_log);
        self.game.vm.set_position(&position);
        self.game.vm.run().map_err(|e| e.to_string())?;
        self.game.clear_log();
        let outcome = self.outcome();
        let node = self.build_node(Some(event), None, false, outcome);
        let unused = self.game.state.forced.clone();
        self.make_current(node, unused);
        self.check_here().map(drop).map_err(|e| e.to_string())
    }

    /// Plays a recorded event: an answer, a standing action, an adjustment, a resignation or a note. Does nothing for
    /// other events, which have a meaning only within their record.
    ///
    /// # Errors
    /// The event does not fit. Unused outcomes may remain: see [`Table::take_forced`].
    pub fn replay_event(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Answer { side, row, given, automatic } => {
                self.force_recorded(given)?;
                let side = self.find_side(side)?;
                if self.rerun_error().is_some() {
                    return Err(self.no_choice_error().to_string());
                }
                if self.asked() != Some(side) {
                    return Err("another side is asked, or none".into());
                }
                let answer = self.recorded_answer(row).ok_or_else(|| {
                    format!("`{}` is not legal there{}", shortened(row), bounds_hint(self.row_words(), row))
                })?;
                self.answer(answer, *automatic).map(drop).map_err(|e| e.to_string())
            }
            Event::Standing { side, row, given } => {
                self.force_recorded(given)?;
                let side = self.find_side(side)?;
                let rows = self.game.rows_without_failures(side).map_err(|e| e.to_string())?;
                let words = line::words_of_rows(self.board(), &rows);
                let answer = self.recorded_row(&rows, &words, row).ok_or_else(|| {
                    format!("`{}` is no standing action there{}", shortened(row), bounds_hint(&words, row))
                })?;
                self.use_standing_action(side, answer).map(drop).map_err(|e| e.to_string())
            }
            Event::Adjust { text } => self.adjust(text).map(drop).map_err(|e| e.to_string()),
            Event::Resign { side } => {
                let side = self.find_side(side)?;
                self.resign(side).map_err(|e| e.to_string())
            }
            Event::Note { text, by, admin_only } => {
                let by = by.as_deref().map(|side| self.find_side(side)).transpose()?;
                self.add_note(text, by, *admin_only).map_err(|e| e.to_string())
            }
            Event::Goto { .. } | Event::Seats { .. } | Event::Content { .. } => Ok(()),
        }
    }

    /// Forces the given outcomes of an event.
    fn force_recorded(&mut self, given: &[String]) -> Result<(), String> {
        let parsed = given.iter().map(|word| self.recorded_outcome(word)).collect::<Result<Vec<_>, _>>();
        self.force(parsed.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn find_side(&self, id: &str) -> Result<SideId, String> {
        self.recorded_side(id).ok_or_else(|| format!("there is no side `{}`", shortened(id)))
    }

    /// Whether a row is the default of the pending choice, or its only row.
    fn is_default(&self, row: &str) -> bool {
        let default = self.game.choice().and_then(|choice| choice.default.or(choice.only_answer()));
        default.is_some() && default.map(Answer::from) == self.recorded_answer(row)
    }

    /// Finds the row of the pending choice with these recorded words.
    fn recorded_answer(&self, row: &str) -> Option<Answer> {
        self.recorded_row(&self.game.choice()?.rows, self.row_words(), row)
    }

    /// Continues to write an opened record after its events were replayed. Restores missing or damaged contents next to
    /// the record.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn continue_record(&mut self, record: Record) -> Result<(), RecordError> {
        self.record_keeper.store_contents(&record.path, &self.game.program)?;
        self.record_keeper.record = Some(record);
        Ok(())
    }

    /// Returns the set-up that a record's header states.
    pub fn set_up_of(read: &ReadRecord) -> SetUp {
        let header = &read.header;
        SetUp {
            scenario: header.scenario.clone(),
            seed: header.seed,
            options: header.options.clone(),
            seats: header.nonplayers.iter().map(|side| (side.clone(), Seat::NonPlayer)).collect(),
            open: header.open,
            began: header.began.clone(),
            given: header.given.clone(),
            ..SetUp::default()
        }
    }
}

/// The range of the amount whose number does not fit, for an error message about a recorded row: `: 2 to 30`.
fn bounds_hint(rows: &[Vec<String>], row: &str) -> String {
    let words: Vec<&str> = row.split(' ').collect();
    let error = line::match_rows(rows, &words, line::Matching::Whole).err();
    let expected = error.map(|error| error.expected).unwrap_or_default();
    let ranges: Vec<String> = expected.iter().filter_map(|word| Some(line::amount_of(word)?.words())).collect();
    if ranges.is_empty() { String::new() } else { format!(": {}", ranges.join(", ")) }
}

/// Shortens a word of a record for an error message.
fn shortened(word: &str) -> String {
    let max_chars = MAX_SHOWN_CHARS / 2;
    word.char_indices().nth(max_chars).map_or_else(|| word.to_owned(), |(end, _)| format!("{}…", &word[..end]))
}

/// Where a replay fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {line}: {problem}")]
pub struct ReplayError {
    /// The line of the event. 0 is the start.
    pub line: usize,
    /// The problem.
    pub problem: String,
}

/// Returns the board of `from` with the ids that `to` gives its things.
fn renamed_board(from: &Program, to: &Program) -> Board {
    let renames = to.board.renames.iter();
    from.board.renamed(renames.map(|Rename { kind, old, new }| (kind.as_str(), old.as_str(), new.as_str())))
}

/// Checks that another content has the same sides in the same order. A running game keeps its sides: seats, links and
/// what each side has seen belong to them. `from` is the board before, with the new ids.
fn check_sides(from: &Board, to: &Board) -> Result<(), String> {
    let ids = |board: &Board| board.sides.iter().map(|side| side.id.clone()).collect::<Vec<_>>();
    let (old, new) = (ids(from), ids(to));
    let list = |ids: &[String], others: &[String]| {
        let missing: Vec<String> = ids.iter().filter(|id| !others.contains(id)).map(|id| format!("`{id}`")).collect();
        missing.join(", ")
    };
    let difference = match (list(&old, &new), list(&new, &old)) {
        _ if old == new => return Ok(()),
        (lost, added) if lost.is_empty() && added.is_empty() => "lists the sides in another order".to_owned(),
        (lost, added) if lost.is_empty() => format!("adds the side {added}"),
        (lost, _) => format!("lacks the side {lost} (a new name needs `was` in its definition)"),
    };
    Err(format!("the new content {difference}: a running game keeps its sides"))
}

/// Writes the notation of a saved position. It names each kind and face, so it can be read under later rules too, where
/// an id may belong to another thing.
pub fn saved_position(board: &Board, position: &Position) -> String {
    let mut board = board.clone();
    board.always_qualify_ids();
    notation::print_save(&board, position)
}

/// Maps a position by id to another content, following renames. Also returns the old board with the new ids.
fn map_position(from: &Program, to: &Program, position: &Position) -> Result<(Position, Board), String> {
    let board = renamed_board(from, to);
    check_sides(&board, &to.board)?;
    let saved = saved_position(&board, position);
    let mapped = notation::load(&to.board, &saved).map_err(|errors| {
        let messages: Vec<String> = errors.iter().map(|error| error.message.clone()).collect();
        let mut words = errors.iter().filter_map(|error| saved.get(error.span.clone()));
        let missing_id = words.find_map(|word| {
            let id = word.rsplit(':').next()?;
            let is_gone = |(known, thing): (&str, Val)| {
                known == id && !to.board.ids().any(|(new, other)| (new, other.kind()) == (id, thing.kind()))
            };
            board.ids().any(is_gone).then_some(id)
        });
        let messages = messages.join("; ");
        match missing_id {
            Some(id) => format!(
                "the new content lacks something in play: {messages}; if it has a new name, add to its definition: `was = [\"{id}\"]`"
            ),
            None => format!("the new content does not allow this position: {messages}"),
        }
    })?;
    let mut sides = (0..board.sides.len()).map(SideId::new);
    match sides.find(|side| mapped.seat_of(&to.board, *side) != position.seat_of(&from.board, *side)) {
        None => Ok((mapped, board)),
        Some(side) => {
            let side = &board.sides[side.index()].id;
            Err(format!("the new content seats `{side}` with other sides: a running game keeps its seats"))
        }
    }
}

/// Describes what the new content lacks for a game at this position. `None` if nothing is missing.
pub fn missing_definition(from: &Program, to: &Program, position: &Position) -> Option<String> {
    map_position(from, to, position).err()
}
