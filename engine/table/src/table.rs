//! The running game: a tree of events, the position after each, and the line grammar on top.

use crate::label::{self, Audience};
use crate::line::{self, LineError, Narrowing};
use crate::record::{Contents, Event, Header, Record, RecordError};
use cardwright_content::{Diagnostic, Located, Scenario};
use cardwright_script::{Choice, Forced, Happening, Program, RunError, Stop, Vm};
use cardwright_state::board::Board;
use cardwright_state::hash::{Hash, board_hash, full_hash};
use cardwright_state::{CardId, Position, SideId, notation};
use std::path::Path;
use std::sync::Arc;

/// Who answers for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// A uniform random player.
    Random,
}

impl Seat {
    /// Every kind, by the word that names it.
    pub const ALL: [(&'static str, Seat); 2] = [("human", Seat::Human), ("random", Seat::Random)];
    /// By its word.
    pub fn parse(word: &str) -> Option<Seat> {
        Self::ALL.iter().find(|(w, _)| *w == word).map(|(_, s)| *s)
    }
    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, s)| *s == self).map_or("", |(w, _)| w)
    }
}

/// How a game is started.
#[derive(Debug, Clone, Default)]
pub struct SetUp {
    /// The scenario's id.
    pub scenario: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Options, over the scenario's: id and value as written.
    pub options: Vec<(String, String)>,
    /// Who sits where, by side; the rest are people.
    pub seats: Vec<(String, Seat)>,
    /// Whether undo may cross barriers and all hands are open.
    pub open: bool,
    /// When it begins, for listings.
    pub began: String,
}

/// Why a game does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No such scenario.
    #[error("unknown scenario `{name}`{}", .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    Scenario {
        /// The name.
        name: String,
        /// The nearest.
        nearest: Option<String>,
    },
    /// A bad option.
    #[error("{0}")]
    Option(String),
    /// No such side.
    #[error("unknown side `{0}`")]
    Side(String),
    /// The scenario's position is not notation: everything that is wrong in it, each with its place.
    #[error("{}", .0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; "))]
    Position(Vec<Diagnostic>),
    /// A rule failed before the first choice.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The record could not be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Why a line was refused. The game is unchanged but for `answered` answers given before it.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A word fits no row.
    #[error("{error}")]
    Line {
        /// Which word, and what fits.
        error: LineError,
        /// Answers of the line given before it.
        answered: usize,
        /// What of the line is left.
        rest: String,
    },
    /// It is another side's turn.
    #[error("{asked} is asked, not {got}")]
    WrongSide {
        /// Who is asked.
        asked: String,
        /// Who answered.
        got: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A rule failed; the position is back at the choice whose answer led to it.
    #[error("{error}")]
    Rule {
        /// How.
        error: RunError,
        /// Answers of the line given before it.
        answered: usize,
    },
    /// Undo would cross a barrier.
    #[error("{0}")]
    Barrier(String),
    /// Nothing to undo or redo.
    #[error("{0}")]
    Nothing(String),
    /// Notation that cannot be set.
    #[error("{0}")]
    Notation(String),
    /// The record could not be written; the event did not happen.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// What a line did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Played {
    /// Answers given, with who gave them: side and row text.
    pub answers: Vec<(SideId, String)>,
    /// If the line narrowed the next choice without deciding it: its words so far and what may come next.
    pub open: Option<(String, Vec<String>)>,
}

/// One event and the position it led to.
#[derive(Debug, Clone)]
pub struct Node {
    /// The event before it; the start has none.
    pub parent: Option<usize>,
    /// What happened; none for the start.
    pub event: Option<Event>,
    /// The side that did it.
    pub side: Option<SideId>,
    /// The position after it.
    pub position: Position,
    /// The content it was made with.
    pub program: Arc<Program>,
    /// Its full hash.
    pub hash: Hash,
    /// Whether it revealed something: undoing it would be unfair.
    pub barrier: bool,
    /// Whether it was the default row of a choice, taken at a line's end.
    pub automatic: bool,
    /// What happened.
    pub happenings: Vec<Happening>,
    /// Its line in the record, if one is kept.
    pub number: usize,
}

/// One row of the pending choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// What is typed.
    pub text: String,
    /// In plain language.
    pub label: String,
}

/// The pending choice for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// Who is asked.
    pub side: SideId,
    /// What, in plain language.
    pub text: String,
    /// The rows.
    pub rows: Vec<RowView>,
    /// The index of the default row.
    pub default: Option<usize>,
}

/// A running game.
#[derive(Debug)]
pub struct Table {
    pub(crate) program: Arc<Program>,
    pub(crate) vm: Vm,
    /// The scenario's id.
    pub scenario: String,
    /// Who answers for each side.
    pub seats: Vec<Seat>,
    /// Whether undo may cross barriers and all hands are open.
    pub open: bool,
    pub(crate) nodes: Vec<Node>,
    pub(crate) here: usize,
    pub(crate) choice: Option<Choice>,
    words: Vec<Vec<String>>,
    pub(crate) forced: Vec<Forced>,
    forced_only: bool,
    record: Option<Record>,
    resigned: Option<SideId>,
    pub(crate) header: Header,
}

impl Table {
    /// Starts a game.
    ///
    /// # Errors
    /// The scenario, an option or a side is unknown, or a rule fails before the first choice.
    pub fn start(program: Arc<Program>, vm: Vm, set_up: &SetUp) -> Result<Table, StartError> {
        let position = Self::first_position(&program, set_up)?;
        Self::start_at(program, vm, set_up, position)
    }

    /// A scenario's position before its first step has run.
    ///
    /// # Errors
    /// The scenario or an option is unknown, or its placements are not notation.
    pub fn first_position(program: &Program, set_up: &SetUp) -> Result<Position, StartError> {
        let scenario = find_scenario(program, &set_up.scenario)?;
        let mut position = Position::initial(&program.board, set_up.seed);
        for (option, value) in &scenario.options {
            position.options[option.at()] = *value;
        }
        for (id, value) in &set_up.options {
            let (at, value) = read_option(&program.board, id, value)?;
            position.options[at] = value;
        }
        place(program, &mut position, scenario)?;
        Ok(position)
    }

    /// Takes up any position of this board in place of the game so far: searches and re-runs.
    ///
    /// # Errors
    /// Its open steps cannot be re-run.
    pub fn take_up(&mut self, position: &Position) -> Result<(), RunError> {
        self.vm.set(position);
        self.vm.run()?;
        self.vm.take_barrier();
        self.vm.take_happenings();
        self.nodes.clear();
        self.here = 0;
        self.resigned = None;
        self.push(None, None, false);
        Ok(())
    }

    /// Host calls, answers and decisions since the VM began.
    pub fn counts(&self) -> (u64, u64, u64) {
        self.vm.counts()
    }

    /// Starts a game at a position made by the caller (a test's set-up, a saved position).
    ///
    /// # Errors
    /// As [`Table::start`].
    pub fn start_at(program: Arc<Program>, vm: Vm, set_up: &SetUp, position: Position) -> Result<Table, StartError> {
        Self::start_given(program, vm, set_up, position, vec![], false)
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
            seats[side.at()] = *seat;
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
            hash: String::new(),
        };
        let mut table = Table {
            program,
            vm,
            scenario: set_up.scenario.clone(),
            seats,
            open: set_up.open,
            nodes: Vec::new(),
            here: 0,
            choice: None,
            words: Vec::new(),
            forced: Vec::new(),
            forced_only: only,
            record: None,
            resigned: None,
            header,
        };
        table.vm.watch(true);
        table.vm.set(&position);
        table.vm.forced_only(only);
        table.vm.force(given);
        table.vm.run()?;
        table.forced = table.vm.take_forced();
        table.vm.take_barrier();
        table.push(None, None, false);
        table.header.hash = table.hash().to_string();
        Ok(table)
    }

    /// The VM, for another game of the same program.
    pub fn into_vm(self) -> Vm {
        self.vm
    }

    /// Keeps a record in a new file from here on; call before the first event.
    ///
    /// # Errors
    /// The file or the content beside it cannot be written.
    pub fn keep_record(&mut self, path: &Path) -> Result<(), RecordError> {
        self.keep_content(path)?;
        let mut record = Record::create(path, &self.header)?;
        let seats = self.seat_event();
        let n = record.append(0, seats, self.hash().to_string())?;
        debug_assert_eq!(n, 1);
        self.record = Some(record);
        Ok(())
    }

    pub(crate) fn keep_content(&self, path: &Path) -> Result<(), RecordError> {
        let files = self.program.content.files.iter().map(|f| (f.pack.as_str(), f.path.as_str(), f.text.as_str()));
        Contents::beside(path).keep(&hex(&self.program.content.hash), files)
    }

    pub(crate) fn seat_event(&self) -> Event {
        let seats = self.board().sides.iter().zip(&self.seats);
        Event::Seats { seats: seats.map(|(side, seat)| (side.id.clone(), seat.word().to_owned())).collect() }
    }

    /// The file of the record, if one is kept.
    pub fn record_path(&self) -> Option<&Path> {
        self.record.as_ref().map(|r| r.path.as_path())
    }
    pub(crate) fn record_mut(&mut self) -> &mut Option<Record> {
        &mut self.record
    }
    pub(crate) fn set_record(&mut self, record: Option<Record>) {
        self.record = record;
    }

    // ---- looking ----

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.program.board
    }
    /// The program that runs it.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    /// The position.
    pub fn position(&self) -> &Position {
        &self.nodes[self.here].position
    }
    /// Every event so far, branches included; the first is the start.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// The event the game is at.
    pub fn here(&self) -> usize {
        self.here
    }
    /// The full hash of the position.
    pub fn hash(&self) -> Hash {
        self.nodes[self.here].hash
    }
    /// The board hash of the position.
    pub fn board_hash(&self) -> Hash {
        board_hash(self.board(), self.position(), &self.asked_text())
    }
    /// The events from the start to here.
    pub fn path(&self) -> Vec<usize> {
        let mut path = vec![self.here];
        while let Some(parent) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }
    /// The first event after `from` on the way to `to`; none if `to` does not come after it.
    pub fn next_towards(&self, from: usize, to: usize) -> Option<usize> {
        ancestors(&self.nodes, to).into_iter().find(|n| self.nodes[*n].parent == Some(from))
    }
    /// The sequence of full hashes from the start to here.
    pub fn hash_chain(&self) -> Vec<Hash> {
        self.path().into_iter().map(|n| self.nodes[n].hash).collect()
    }
    /// The pending choice; none when the game is over.
    pub fn choice(&self) -> Option<&Choice> {
        self.choice.as_ref()
    }
    /// Who is asked.
    pub fn asked(&self) -> Option<SideId> {
        self.choice.as_ref().map(|c| c.side)
    }
    fn asked_text(&self) -> String {
        self.asked().map(|s| self.board().sides[s.at()].id.clone()).unwrap_or_default()
    }
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.choice.is_none()
    }
    /// Who gave up, if anybody.
    pub fn resigned(&self) -> Option<SideId> {
        self.resigned
    }
    /// Who won and why, in plain language; none while the game goes on.
    pub fn result(&self) -> Option<String> {
        let board = self.board();
        if let Some(side) = self.resigned {
            let others: Vec<&str> =
                board.sides.iter().enumerate().filter(|(s, _)| *s != side.at()).map(|(_, s)| s.name.as_str()).collect();
            let verb = if others.len() == 1 { "wins" } else { "win" };
            return Some(format!("{} {verb}: {} resigns", others.join(" and "), board.sides[side.at()].name));
        }
        let outcome = self.position().outcome.as_ref()?;
        let why = label::line(board, self.position(), Audience::Open, &outcome.text);
        Some(match outcome.winner {
            Some(winner) => format!("{} wins: {why}", board.sides[winner.at()].name),
            None => format!("nobody wins: {why}"),
        })
    }
    /// The words of each row of the pending choice.
    pub fn row_words(&self) -> &[Vec<String>] {
        &self.words
    }
    /// The pending choice in plain language, as its side (or `audience`) reads it.
    pub fn prompt(&self, audience: Audience) -> Option<Prompt> {
        let choice = self.choice.as_ref()?;
        let (board, position) = (self.board(), self.position());
        let text = match choice.prompt {
            Some(text) => label::fill(board, position, audience, &board.texts[text.at()].say, &[]),
            None => "?".to_owned(),
        };
        let rows = choice
            .rows
            .iter()
            .map(|row| RowView { text: row.text(board), label: label::row(board, position, audience, row) });
        Some(Prompt { side: choice.side, text, rows: rows.collect(), default: choice.default })
    }
    /// What happened with the events after `from` on the path to here, as `audience` reads it.
    pub fn log(&self, from: usize, audience: Audience) -> Vec<String> {
        let mut out = Vec::new();
        for n in self.path().into_iter().filter(|n| *n > from || (from == 0 && *n == 0)) {
            let node = &self.nodes[n];
            let board = &node.program.board;
            if let Some(text) = self.event_text(n) {
                out.push(text);
            }
            out.extend(
                node.happenings.iter().map(|h| format!("  {}", label::happening(board, &node.position, audience, h))),
            );
        }
        out
    }
    /// An event in one line: `blue: march guard port hills`.
    pub fn event_text(&self, n: usize) -> Option<String> {
        Some(match self.nodes[n].event.as_ref()? {
            Event::Answer { side, row, .. } | Event::Standing { side, row, .. } => format!("{side}: {row}"),
            Event::Adjust { text } => format!("adjust {text}"),
            Event::Goto { to } => format!("goto {to}"),
            Event::Seats { seats } => {
                let seats: Vec<String> = seats.iter().map(|(side, seat)| format!("{side}={seat}")).collect();
                format!("seats {}", seats.join(" "))
            }
            Event::Resign { side } => format!("{side} resigns"),
            Event::Content { content, .. } => {
                let before = self.nodes[n].parent.map(|p| hex(&self.nodes[p].program.content.hash));
                let same = before.is_some_and(|hash| hash == *content);
                if same { "a position was loaded".into() } else { "the rules were reloaded".into() }
            }
        })
    }

    // ---- playing ----

    /// Forces the outcomes of the next rolls and draws.
    ///
    /// # Errors
    /// A word that is neither a face of a die nor a card.
    pub fn force(&mut self, outcomes: &[&str]) -> Result<(), PlayError> {
        let board = self.board().clone();
        for word in outcomes {
            let forced = read_forced(&board, word).map_err(PlayError::Notation)?;
            self.forced.push(forced);
        }
        Ok(())
    }
    /// Forced outcomes not yet used.
    pub fn forced(&self) -> Vec<String> {
        self.forced.iter().map(|f| forced_text(self.board(), f)).collect()
    }
    /// Forced outcomes not yet used; they are dropped.
    pub fn take_forced(&mut self) -> Vec<String> {
        let texts = self.forced();
        self.forced.clear();
        texts
    }
    /// Whether every outcome must be given: a roll or an open draw beyond what is forced is an error.
    pub fn forced_only(&mut self, on: bool) {
        self.forced_only = on;
        self.vm.forced_only(on);
    }

    /// Plays a typed line: each row it names in turn, defaults where it ends. `side` is checked if given;
    /// a side that is not asked plays among what stands open for it.
    ///
    /// # Errors
    /// The first word that fits nothing, or a rule that fails; what was answered before stays.
    pub fn play(&mut self, side: Option<SideId>, text: &str) -> Result<Played, PlayError> {
        let mut words = line::words(text);
        let no_default = words.last() == Some(&"...");
        if no_default {
            words.pop();
        }
        let mut played = Played::default();
        let mut at = 0;
        loop {
            let Some(choice) = &self.choice else {
                if at < words.len() || played.answers.is_empty() {
                    return Err(PlayError::Over);
                }
                return Ok(played);
            };
            let asked = choice.side;
            if at >= words.len() && !played.answers.is_empty() {
                let same = played.answers.last().is_some_and(|(s, _)| *s == asked);
                match choice.default {
                    Some(row) if same && !no_default => {
                        let row = self.answer(row, true).map_err(|e| e.after(played.answers.len()))?;
                        played.answers.push((asked, row));
                        continue;
                    }
                    _ => return Ok(played),
                }
            }
            if let Some(side) = side
                && side != asked
            {
                if played.answers.is_empty() {
                    if self.stands(side) {
                        return self.play_standing(side, &words);
                    }
                    let name = |s: SideId| self.board().sides[s.at()].id.clone();
                    return Err(PlayError::WrongSide { asked: name(asked), got: name(side) });
                }
                if at >= words.len() {
                    return Ok(played);
                }
                let error = LineError { word: words[at].to_owned(), at, expected: vec![], nearest: None };
                return Err(PlayError::Line { error, answered: played.answers.len(), rest: words[at..].join(" ") });
            }
            match line::narrow(&self.words, &words[at..]) {
                Ok(Narrowing::Row { index, used }) => {
                    at += used;
                    let row = self.answer(index, false).map_err(|e| e.after(played.answers.len()))?;
                    played.answers.push((asked, row));
                }
                Ok(Narrowing::Open { next, .. }) => {
                    played.open = Some((words[at..].join(" "), next));
                    return Ok(played);
                }
                Err(mut error) => {
                    let rest = words[at..].join(" ");
                    error.at += at;
                    return Err(PlayError::Line { error, answered: played.answers.len(), rest });
                }
            }
        }
    }

    /// Answers with a row by index; returns its text.
    ///
    /// # Errors
    /// A rule fails or the record cannot be written; then the position is as before.
    pub fn answer(&mut self, row: usize, automatic: bool) -> Result<String, PlayError> {
        let Some(choice) = &self.choice else { return Err(PlayError::Over) };
        let side = choice.side;
        let Some(picked) = choice.rows.get(row) else { return Err(PlayError::Over) };
        let text = picked.text(self.board());
        let before = self.forced.clone();
        self.vm.take_barrier();
        self.vm.take_happenings();
        self.vm.force(self.forced.iter().cloned());
        let done = self.vm.answer(row);
        self.forced = self.vm.take_forced();
        if let Err(error) = done {
            self.forced = before;
            self.back_to(self.here);
            return Err(PlayError::Rule { error, answered: 0 });
        }
        let given = used(&before, &self.forced).iter().map(|f| forced_text(self.board(), f)).collect();
        let event = Event::Answer { side: self.board().sides[side.at()].id.clone(), row: text.clone(), given };
        self.commit(event, Some(side), automatic)?;
        Ok(text)
    }

    /// Makes an event that has been run in the VM part of the game: durable first, then shown.
    pub(crate) fn commit(&mut self, event: Event, side: Option<SideId>, automatic: bool) -> Result<(), PlayError> {
        let before = self.here;
        self.push(Some(event.clone()), side, automatic);
        let hash = self.hash().to_string();
        if let Some(record) = &mut self.record {
            let parent = self.nodes[before].number;
            match record.append(parent, event, hash) {
                Ok(number) => self.nodes[self.here].number = number,
                Err(error) => {
                    self.nodes.pop();
                    self.back_to(before);
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }

    /// Adds the VM's position as a new event after the one we are at.
    pub(crate) fn push(&mut self, event: Option<Event>, side: Option<SideId>, automatic: bool) {
        let position = self.vm.position();
        let chance = self.vm.take_barrier();
        self.read_choice(&position);
        let hash = full_hash(&self.program.board, &position, &self.asked_text());
        let other = side.is_some() && self.asked().is_some() && self.asked() != side;
        let node = Node {
            parent: (!self.nodes.is_empty()).then_some(self.here),
            event,
            side,
            position,
            program: self.program.clone(),
            hash,
            barrier: chance || other,
            automatic,
            happenings: self.vm.take_happenings(),
            number: 0,
        };
        self.nodes.push(node);
        self.here = self.nodes.len() - 1;
    }

    fn read_choice(&mut self, position: &Position) {
        let over = position.outcome.is_some() || self.resigned.is_some();
        self.choice = (!over).then(|| self.vm.choice());
        let rows = self.choice.as_ref().map_or(&[][..], |c| &c.rows);
        self.words = rows.iter().map(|r| line::row_words(&self.program.board, r)).collect();
    }

    /// Takes up the position of an event; its open steps are re-run.
    pub(crate) fn back_to(&mut self, n: usize) {
        self.here = n;
        self.resigned = match &self.nodes[n].event {
            Some(Event::Resign { side }) => self.board().side(side),
            _ => None,
        };
        let position = self.nodes[n].position.clone();
        self.vm.set(&position);
        // It ran here before; if it cannot now, the choice is gone and the message says why.
        let done = self.vm.run();
        self.vm.take_barrier();
        self.vm.take_happenings();
        match done {
            Ok(Stop::Choice | Stop::Over | Stop::Dice(_)) => self.read_choice(&position),
            Err(_) => {
                self.choice = None;
                self.words.clear();
            }
        }
    }

    /// Takes back the last answer (with the defaults taken after it).
    ///
    /// # Errors
    /// There is none, or it revealed something and this is no exploration.
    pub fn undo(&mut self) -> Result<usize, PlayError> {
        let mut n = self.here;
        loop {
            let node = &self.nodes[n];
            let Some(parent) = node.parent else { return Err(PlayError::Nothing("there is nothing to undo".into())) };
            if node.barrier && !self.open {
                // What was typed, not the default that was taken after it.
                let typed = ancestors(&self.nodes, n).into_iter().find(|n| !self.nodes[*n].automatic).unwrap_or(n);
                let what = self.event_text(typed).unwrap_or_default();
                let message = format!(
                    "`{what}` cannot be undone: dice, cards or the other side's turn came after it (a game begun with `--open` may)"
                );
                return Err(PlayError::Barrier(message));
            }
            if matches!(node.event, Some(Event::Content { .. })) {
                return Err(PlayError::Nothing(
                    "the rules were reloaded here: `goto` an earlier event to branch".into(),
                ));
            }
            n = parent;
            if !node.automatic {
                break;
            }
        }
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes forward again along the branch taken last.
    ///
    /// # Errors
    /// There is nothing to redo.
    pub fn redo(&mut self) -> Result<usize, PlayError> {
        let next = |at: usize| self.nodes.iter().rposition(|n| n.parent == Some(at));
        let mut n = next(self.here).ok_or_else(|| PlayError::Nothing("there is nothing to redo".into()))?;
        while let Some(further) = next(n).filter(|f| self.nodes[*f].automatic) {
            n = further;
        }
        self.goto_node(n)?;
        Ok(n)
    }

    /// Goes to any event: other branches included.
    ///
    /// # Errors
    /// No such event, or this is no exploration and it lies behind a barrier.
    pub fn goto(&mut self, n: usize) -> Result<(), PlayError> {
        if n >= self.nodes.len() {
            return Err(PlayError::Nothing(format!("there are events 0 to {}", self.nodes.len() - 1)));
        }
        let path = self.path();
        let target: Vec<usize> = ancestors(&self.nodes, n);
        let fair = self.open || path.iter().filter(|p| !target.contains(p)).all(|p| !self.nodes[*p].barrier);
        if !fair {
            return Err(PlayError::Barrier(
                "going there would take back dice, cards or the other side's turn (a game begun with `--open` may)"
                    .into(),
            ));
        }
        self.goto_node(n)
    }

    fn goto_node(&mut self, n: usize) -> Result<(), PlayError> {
        if !Arc::ptr_eq(&self.nodes[n].program, &self.program) {
            self.carry_over(n).map_err(PlayError::Notation)?;
        }
        if let Some(record) = &mut self.record {
            let parent = self.nodes[self.here].number;
            let to = self.nodes[n].number;
            record.append(parent, Event::Goto { to }, self.nodes[n].hash.to_string())?;
        }
        self.give_back(n);
        self.back_to(n);
        Ok(())
    }

    /// Outcomes given by hand for what is taken back wait again; those of what is gone forward to are used.
    fn give_back(&mut self, to: usize) {
        let (from, to) = (self.path(), ancestors(&self.nodes, to));
        let given = |n: &usize| -> Vec<Forced> {
            let node = &self.nodes[*n];
            let Some(Event::Answer { given, .. } | Event::Standing { given, .. }) = &node.event else {
                return Vec::new();
            };
            given.iter().filter_map(|word| read_forced(&node.program.board, word).ok()).collect()
        };
        let mut forced: Vec<Forced> = from.iter().filter(|n| !to.contains(n)).flat_map(given).collect();
        forced.extend(self.forced.iter().cloned());
        for used in to.iter().rev().filter(|n| !from.contains(n)).flat_map(given) {
            if let Some(at) = forced.iter().position(|f| *f == used) {
                forced.remove(at);
            }
        }
        self.forced = forced;
    }

    /// Alters the position from outside, in notation.
    ///
    /// # Errors
    /// What is not notation, or cannot be.
    pub fn adjust(&mut self, text: &str) -> Result<(), PlayError> {
        let board = self.board().clone();
        let items = notation::read(&board, text).map_err(|e| PlayError::Notation(notation_text(text, &e)))?;
        let turn = items.iter().any(|i| matches!(i.says, notation::Says::Turn(_)));
        let done = self.vm.alter(|pos, board| {
            let done = notation::apply(board, pos, &items);
            if turn && done.is_ok() {
                settle(pos);
            }
            done
        });
        if let Err(errors) = done {
            self.back_to(self.here);
            return Err(PlayError::Notation(notation_text(text, &errors)));
        }
        if turn {
            self.vm.alter(|pos, _| settle(pos));
        }
        if let Err(error) = self.vm.run() {
            self.back_to(self.here);
            return Err(PlayError::Rule { error, answered: 0 });
        }
        self.commit(Event::Adjust { text: text.to_owned() }, None, false)
    }

    /// A side gives up.
    ///
    /// # Errors
    /// The game is over, or the record cannot be written.
    pub fn resign(&mut self, side: SideId) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::Over);
        }
        self.resigned = Some(side);
        let event = Event::Resign { side: self.board().sides[side.at()].id.clone() };
        self.commit(event, Some(side), false)
    }

    /// Changes who answers for a side.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn seat(&mut self, side: SideId, seat: Seat) -> Result<(), PlayError> {
        self.seats[side.at()] = seat;
        let event = self.seat_event();
        if let Some(record) = &mut self.record {
            record.append(self.nodes[self.here].number, event, self.nodes[self.here].hash.to_string())?;
        }
        Ok(())
    }

    /// A Lua expression that may look but not touch.
    ///
    /// # Errors
    /// What Lua says of it.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        self.vm.evaluate(expression)
    }
}

impl PlayError {
    pub(crate) fn after(self, answers: usize) -> PlayError {
        match self {
            PlayError::Rule { error, .. } => PlayError::Rule { error, answered: answers },
            other => other,
        }
    }
}

fn ancestors(nodes: &[Node], n: usize) -> Vec<usize> {
    let mut out = vec![n];
    while let Some(parent) = nodes[out[out.len() - 1]].parent {
        out.push(parent);
    }
    out
}

/// Makes a position that was set from outside a start: no journal, steps begin here.
pub fn settle(position: &mut Position) {
    position.journal.clear();
    for frame in &mut position.stack {
        frame.start = 0;
        frame.call_start = 0;
        frame.log.clear();
    }
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
    if position.stack.is_empty()
        && let Some(step) = board.steps.iter().position(|s| *s == scenario.first)
    {
        position.open_outermost(cardwright_state::StepId::new(step), vec![]);
    }
    settle(position);
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

fn read_option(board: &Board, id: &str, value: &str) -> Result<(usize, i64), StartError> {
    let at = board.options.iter().position(|o| o.id == id).ok_or_else(|| {
        let known: Vec<String> = board.options.iter().map(|o| o.id.clone()).collect();
        let hint = line::nearest(id, &known).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        StartError::Option(format!("unknown option `{id}`{hint}"))
    })?;
    let value = notation::read_option(&board.options[at].of, value)
        .map_err(|e| StartError::Option(format!("option `{id}`: {e}")))?;
    Ok((at, value))
}

/// Errors of notation in one text.
pub(crate) fn notation_text(text: &str, errors: &[notation::NotationError]) -> String {
    let parts: Vec<String> = errors
        .iter()
        .map(|e| {
            let word = text.get(e.span.clone()).unwrap_or_default();
            let hint = line::nearest(word, &e.candidates).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
            format!("{}{hint}", e.message)
        })
        .collect();
    parts.join("; ")
}

/// What was used of forced outcomes: faces and cards are used each in their order.
pub(crate) fn used(before: &[Forced], left: &[Forced]) -> Vec<Forced> {
    let is_face = |f: &&Forced| matches!(f, Forced::Face(_));
    let faces = before.iter().filter(is_face).count() - left.iter().filter(is_face).count();
    let cards = before.len() - left.len() - faces;
    let (mut face, mut card) = (0, 0);
    let mut out = Vec::new();
    for outcome in before {
        let (n, most) = if is_face(&outcome) { (&mut face, faces) } else { (&mut card, cards) };
        if *n < most {
            out.push(outcome.clone());
        }
        *n += 1;
    }
    out
}

fn read_forced(board: &Board, word: &str) -> Result<Forced, String> {
    if let Some(card) = word.strip_prefix("card:").and_then(|id| board.card(id)) {
        return Ok(Forced::Card(card));
    }
    match word.parse::<i64>() {
        Ok(face) if board.dice.iter().any(|d| d.faces.contains(&face)) => Ok(Forced::Face(face)),
        _ => {
            let card = board.cards.first().map_or("ID", |c| c.id.as_str());
            Err(format!("`{word}` is no face of a die (a card is written `card:{card}`)"))
        }
    }
}

pub(crate) fn forced_text(board: &Board, forced: &Forced) -> String {
    match forced {
        Forced::Face(face) => face.to_string(),
        Forced::Card(card) => format!("card:{}", board.cards[CardId::at(*card)].id),
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
