//! One position taken up by a VM, and what is asked there: a row in, what came of it out.
//!
//! Knows nothing of what came before, of seats or of records. Trying is a [`Fork`]: the same game, answered as it may be, and
//! afterwards where it was, as it is one value that is put back.

use crate::label::{self, Audience};
use crate::line::{self, Answered, Chooser, Foreseen, Pending, Pick};
use crate::table::{PlayError, Prompt, RowView};
use cardwright_script::{Asks, Choice, Forced, Happening, Program, RunError, Vm};
use cardwright_state::board::Board;
use cardwright_state::position::{CardAt, Row};
use cardwright_state::{CardId, PeriodId, Position, SideId, Trails};
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// A position taken up by a VM, and what is asked there.
#[derive(Debug)]
pub struct Game {
    pub(crate) program: Arc<Program>,
    pub(crate) vm: Vm,
    pub(crate) now: Now,
    /// Which chance is asked for when something is answered. While something is tried, nobody is asked.
    pub(crate) asks: Asks,
    /// What can be known of the cards here, if anybody keeps track of it.
    pub(crate) known: Option<Arc<Trails>>,
}

/// Where a game is. All else that it knows follows from this.
#[derive(Debug, Clone, Default)]
pub(crate) struct Now {
    pub(crate) position: Arc<Position>,
    pub(crate) choice: Option<Choice>,
    /// The words of each row, made when they are first read.
    words: OnceCell<Rc<[Vec<String>]>>,
    /// Of each row offered, its index among the VM's rows.
    pub(crate) offered: Vec<usize>,
    /// Outcomes given by hand for the next rolls, draws and picks.
    pub(crate) forced: Vec<Forced>,
    /// Whether every outcome must be given.
    pub(crate) forced_only: bool,
    /// Why nothing is asked, though the game is not over: its open steps cannot be re-run any more.
    pub(crate) unasked: Option<Rc<str>>,
}

impl Now {
    /// The same with other outcomes given by hand.
    pub(crate) fn given(&self, forced: Vec<Forced>) -> Now {
        Now { forced, ..self.clone() }
    }
}

/// What came of an answer. It is nothing yet but in the VM: see [`Game::arrive`].
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The row answered, if it was an answer.
    pub(crate) row: Option<Row>,
    pub(crate) position: Arc<Position>,
    /// Who is asked there.
    pub(crate) asked: Option<SideId>,
    pub(crate) happenings: Vec<Happening>,
    /// The outcomes given by hand that were used.
    pub(crate) consumed: Vec<Forced>,
    /// Those that wait still.
    pub(crate) waiting: Vec<Forced>,
    /// Whether chance revealed something.
    pub(crate) revealed: bool,
    pub(crate) ruled: Vec<SideId>,
    pub(crate) ended: Vec<PeriodId>,
    pub(crate) moves: Vec<(CardId, CardAt)>,
    /// What can be known of the cards and how many of the moves are in it, where one off the table changed places with another.
    pub(crate) known: Option<(Arc<Trails>, usize)>,
}

impl Game {
    /// A game in no position yet.
    pub(crate) fn new(program: Arc<Program>, mut vm: Vm, forced_only: bool) -> Game {
        vm.watch(true);
        vm.forced_only(forced_only);
        let now = Now { forced_only, ..Now::default() };
        Game { program, vm, now, asks: Asks::default(), known: None }
    }

    /// A game at a position, to look about from there.
    ///
    /// # Errors
    /// Its open steps cannot be re-run.
    pub fn at(program: Arc<Program>, vm: Vm, position: &Position) -> Result<Game, RunError> {
        let mut game = Game::new(program, vm, false);
        game.take_up(position)?;
        Ok(game)
    }

    /// Goes to another position of the same content.
    ///
    /// # Errors
    /// Its open steps cannot be re-run.
    pub fn take_up(&mut self, position: &Position) -> Result<(), RunError> {
        self.run_at(position)?;
        self.arrive(Arc::new(position.clone()), false, &[]);
        Ok(())
    }

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
        &self.now.position
    }
    /// The pending choice; none when the game is over.
    pub fn choice(&self) -> Option<&Choice> {
        self.now.choice.as_ref()
    }
    /// Who is asked.
    pub fn asked(&self) -> Option<SideId> {
        self.now.choice.as_ref().map(|c| c.side)
    }
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.now.choice.is_none() && self.now.unasked.is_none()
    }
    /// The words of each row of the pending choice.
    pub fn row_words(&self) -> &[Vec<String>] {
        self.now.words.get_or_init(|| {
            let rows = self.now.choice.as_ref().map_or(&[][..], |choice| &choice.rows);
            line::rows_words(self.board(), rows).into()
        })
    }

    /// What the pending choice asks, in plain language: a card that it names is named to those who see it.
    pub(crate) fn prompt_text(&self, audience: Audience) -> Option<String> {
        let choice = self.now.choice.as_ref()?;
        let text = choice.prompt.as_ref();
        let text = text.map_or("?".to_owned(), |line| label::line(self.board(), self.position(), audience, line));
        Some(match choice.shared {
            Some((so_far, in_all)) => format!("{text} {so_far} of {in_all} so far"),
            None => text,
        })
    }

    /// The pending choice in plain language. Its rows are for the side that is asked to read, and for
    /// those who see all: what a side may do tells of what it holds.
    pub fn prompt(&self, audience: Audience) -> Option<Prompt> {
        let choice = self.now.choice.as_ref()?;
        let board = self.board();
        let about = choice.prompt.as_ref().map(|line| label::places(board, self.position(), line)).unwrap_or_default();
        let text = self.prompt_text(audience)?;
        let mut prompt = Prompt { side: choice.side, text, about, rows: Vec::new(), default: None };
        if audience.reads(choice.side) {
            let reader = audience.reading(choice.side);
            let row = |((at, row), words): ((usize, &Row), &Vec<String>)| RowView {
                text: words.join(" "),
                label: label::row(board, reader, row),
                unwise: choice.unwise.contains(&at),
            };
            prompt.rows = choice.rows.iter().enumerate().zip(self.row_words()).map(row).collect();
            prompt.default = choice.default;
        }
        Some(prompt)
    }

    /// Takes the VM's position for the game's own, and reads what is asked there: nothing if the game is `closed`; rows that are
    /// barred are left out.
    pub(crate) fn arrive(&mut self, position: Arc<Position>, closed: bool, barred: &[&str]) {
        let over = closed || position.outcome().is_some();
        self.now.position = position;
        self.now.unasked = None;
        self.now.choice = (!over).then(|| self.vm.choice());
        let board = self.program.board.clone();
        let now = &mut self.now;
        now.words.take();
        now.offered = (0..now.choice.as_ref().map_or(0, |c| c.rows.len())).collect();
        if let (Some(choice), false) = (&mut now.choice, barred.is_empty()) {
            let default = choice.default.map(|d| choice.rows[d]);
            let unwise = std::mem::take(&mut choice.unwise);
            // What rows are called hangs on all that there were, barred or not.
            let words = line::rows_words(&board, &choice.rows);
            now.offered.retain(|row| !barred.contains(&words[*row].join(" ").as_str()));
            choice.rows = now.offered.iter().map(|row| choice.rows[*row]).collect();
            choice.unwise = (0..now.offered.len()).filter(|at| unwise.contains(&now.offered[*at])).collect();
            choice.default = default.and_then(|d| choice.rows.iter().position(|r| *r == d));
            let _ = now.words.set(now.offered.iter().map(|row| words[*row].clone()).collect());
        }
    }

    /// Lets the VM take up the game's own position again, whatever became of it meanwhile.
    pub(crate) fn again(&mut self) {
        // It ran here before. If it cannot now, what is asked stays asked: it can be answered once the rules are mended.
        let _ = self.run_at(&self.now.position.clone());
    }

    /// Lets the VM take up a position: its open steps are re-run, and nothing of that is news.
    pub(crate) fn run_at(&mut self, position: &Position) -> Result<(), RunError> {
        self.vm.set(position);
        let done = self.vm.run();
        self.clear_news();
        done.map(drop)
    }

    pub(crate) fn clear_news(&mut self) {
        self.vm.take_barrier();
        self.vm.take_happenings();
        self.vm.take_ruled();
        self.vm.take_ended();
        self.vm.take_consumed();
    }

    /// What the VM has come to.
    pub(crate) fn outcome(&mut self, row: Option<Row>, waiting: Vec<Forced>) -> Outcome {
        let before = row.map(|_| self.now.position.clone());
        self.outcome_since(before, row, waiting)
    }

    /// The same of the start of a game, for which the box is opened: how it is set up is what changed.
    pub(crate) fn outcome_of_start(&mut self, waiting: Vec<Forced>) -> Outcome {
        // Only a story tells it.
        let box_opened =
            self.vm.tells_story().then(|| Arc::new(Position::initial(&self.program.board, self.vm.position().seed())));
        self.outcome_since(box_opened, None, waiting)
    }

    fn outcome_since(&mut self, before: Option<Arc<Position>>, row: Option<Row>, waiting: Vec<Forced>) -> Outcome {
        let position = self.vm.position();
        Outcome {
            row,
            asked: position.outcome().is_none().then(|| self.vm.asked()),
            position: Arc::new(position),
            happenings: self.vm.take_story(before.as_deref()),
            consumed: self.vm.take_consumed(),
            waiting,
            revealed: self.vm.take_barrier(),
            ruled: self.vm.take_ruled(),
            ended: self.vm.take_ended(),
            known: self.vm.take_known(),
            moves: self.vm.take_moves(),
        }
    }

    /// Answers with a row by index.
    ///
    /// # Errors
    /// A rule fails; the VM is to take up a position again.
    pub(crate) fn answer(&mut self, row: usize) -> Result<Outcome, RunError> {
        self.clear_news();
        let picked = self.now.choice.as_ref().and_then(|choice| choice.rows.get(row)).copied();
        let row = self.now.offered.get(row).copied().unwrap_or(usize::MAX);
        let (done, waiting) = self.with_chance(|vm| vm.answer(row));
        done.map(|_| self.outcome(picked, waiting))
    }

    /// Uses a row that stands open for a side.
    ///
    /// # Errors
    /// As [`Game::answer`].
    pub(crate) fn use_standing(&mut self, side: SideId, row: usize) -> Result<Outcome, RunError> {
        let all = self.vm.standing_each()?;
        let picked = all.iter().find(|of| of.side == side).and_then(|of| of.rows.get(row)).copied();
        self.clear_news();
        let (done, waiting) = self.with_chance(|vm| vm.use_standing(side, row));
        done.map(|_| self.outcome(picked, waiting))
    }

    /// Runs something with the outcomes that were given by hand, and tells which of them are left. The others are asked for, or made up.
    fn with_chance<T>(&mut self, run: impl FnOnce(&mut Vm) -> T) -> (T, Vec<Forced>) {
        self.vm.force(self.now.forced.iter().cloned());
        self.vm.know(self.known.clone());
        self.vm.ask(self.asks);
        let done = run(&mut self.vm);
        self.vm.ask(Asks::default());
        (done, self.vm.take_forced())
    }

    /// Tries something: whatever is answered within, the game is where it was afterwards. `given_only`: no outcome is made up.
    pub(crate) fn fork<T>(&mut self, given_only: bool, tried: impl FnOnce(&mut Fork<'_>) -> T) -> T {
        let home = self.now.clone();
        let (asks, known) = (std::mem::take(&mut self.asks), self.known.clone());
        let tells = self.vm.tells_story();
        self.vm.tell_story(false);
        let openings = self.vm.keeps_openings().then(|| self.vm.take_openings());
        self.vm.keep_openings(false);
        self.forced_only(given_only || self.now.forced_only);
        let mut fork = Fork { game: self, steps: Vec::new(), brink: None, moved: false };
        let out = tried(&mut fork);
        let has_moved = fork.moved || !fork.steps.is_empty();
        self.forced_only(home.forced_only);
        self.vm.tell_story(tells);
        self.now = home;
        (self.asks, self.known) = (asks, known);
        if has_moved {
            self.again();
        }
        self.vm.put_back_openings(openings);
        out
    }

    /// Whether every outcome must be given from now on.
    pub(crate) fn forced_only(&mut self, on: bool) {
        self.now.forced_only = on;
        self.vm.forced_only(on);
    }

    /// What is asked after some rows, if they lead there and nothing is revealed on the way.
    pub(crate) fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen> {
        self.fork(true, |fork| {
            for row in rows {
                let side = fork.game.asked()?;
                let pick = Pick { side, row: *row, beside: false, automatic: true, columns: 0, left: 0 };
                match fork.answer(&pick) {
                    Ok(Answered::On { revealed: false, .. }) => {}
                    _ => return None,
                }
            }
            let words = fork.game.row_words().to_vec();
            let now = fork.game.now.clone();
            Some(Foreseen { choice: now.choice?, words, position: now.position })
        })
    }

    /// Whether a row comes to chance before anything else is asked.
    pub(crate) fn comes_to_chance(&mut self, row: usize) -> bool {
        let Some(side) = self.asked() else { return false };
        self.fork(true, |fork| {
            let pick = Pick { side, row, beside: false, automatic: true, columns: 0, left: 0 };
            fork.answer(&pick).is_err() && fork.brink.is_some()
        })
    }

    pub(crate) fn pending(&self) -> Option<Pending<'_>> {
        let choice = self.now.choice.as_ref()?;
        Some(Pending { choice, words: self.row_words(), position: &self.now.position, board: &self.program.board })
    }
}

/// A game while something is tried in it.
#[derive(Debug)]
pub struct Fork<'a> {
    pub(crate) game: &'a mut Game,
    /// What was answered.
    pub(crate) steps: Vec<Tried>,
    /// Where an answer came to chance.
    pub(crate) brink: Option<Brink>,
    /// Whether the VM has been elsewhere besides.
    pub(crate) moved: bool,
}

/// An answer that was tried.
#[derive(Debug)]
pub(crate) struct Tried {
    pub(crate) side: SideId,
    pub(crate) row: String,
    /// The same in plain language.
    pub(crate) label: String,
    pub(crate) automatic: bool,
    /// The row, where the rules mark it unwise.
    pub(crate) unwise: Option<Row>,
    pub(crate) position: Arc<Position>,
    pub(crate) happenings: Vec<Happening>,
}

/// A position in the middle of an answer, where chance is asked for.
#[derive(Debug)]
pub(crate) struct Brink {
    pub(crate) row: String,
    /// The same in plain language.
    pub(crate) label: String,
    pub(crate) automatic: bool,
    /// The row, where the rules mark it unwise.
    pub(crate) unwise: Option<Row>,
    pub(crate) position: Position,
    pub(crate) happenings: Vec<Happening>,
}

impl Fork<'_> {
    /// The game as it is after what has been tried.
    pub fn game(&mut self) -> &mut Game {
        self.game
    }

    /// A row as it is typed, and as its side reads it.
    fn texts_of(&mut self, pick: &Pick) -> Result<(String, String), PlayError> {
        if pick.beside {
            let rows = self.game.standing(pick.side, Audience::Side(pick.side)).map_err(PlayError::rule)?;
            return Ok(rows.into_iter().nth(pick.row).map(|row| (row.text, row.label)).unwrap_or_default());
        }
        let row = self.game.row_words().get(pick.row).map(|words| words.join(" ")).unwrap_or_default();
        let of = self.game.choice().and_then(|choice| choice.rows.get(pick.row));
        let label = of.map(|row| label::row(self.game.board(), Audience::Side(pick.side), row)).unwrap_or_default();
        Ok((row, label))
    }
}

impl Chooser for Fork<'_> {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.game.pending()
    }
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        if !self.game.stands(side) {
            return Ok(None);
        }
        self.game.standing_words(side).map(Some).map_err(PlayError::rule)
    }
    fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen> {
        self.game.foresee(rows)
    }
    fn comes_to_chance(&mut self, row: usize) -> bool {
        self.game.comes_to_chance(row)
    }
    fn takes_what_is_forced(&self) -> bool {
        true
    }
    fn answer(&mut self, pick: &Pick) -> Result<Answered, PlayError> {
        let (row, label) = self.texts_of(pick)?;
        let marked = self.game.choice().filter(|choice| !pick.beside && choice.unwise.contains(&pick.row));
        let unwise = marked.and_then(|choice| choice.rows.get(pick.row).copied());
        let done = match pick.beside {
            true => self.game.use_standing(pick.side, pick.row),
            false => self.game.answer(pick.row),
        };
        let outcome = match done {
            Ok(outcome) => outcome,
            Err(error) => {
                let rolled = self.game.vm.take_barrier();
                if matches!(error, RunError::Chance { .. }) {
                    let (position, happenings) = (self.game.vm.position(), self.game.vm.take_happenings());
                    let row = row.clone();
                    self.brink = Some(Brink { row, label, automatic: pick.automatic, unwise, position, happenings });
                }
                self.game.again();
                return Err(match error {
                    RunError::DeadEnd { .. } if !rolled => PlayError::Barred { row, answered: 0, rest: String::new() },
                    error => PlayError::rule(error),
                });
            }
        };
        let revealed = outcome.revealed || !outcome.ruled.is_empty() || outcome.asked != Some(pick.side);
        self.game.arrive(outcome.position.clone(), false, &[]);
        self.game.known = None; // Nobody has kept track of what is only tried.
        self.game.now.forced = outcome.waiting;
        let (position, happenings) = (outcome.position, outcome.happenings);
        self.steps.push(Tried {
            side: pick.side,
            row: row.clone(),
            label,
            automatic: pick.automatic,
            unwise,
            position,
            happenings,
        });
        Ok(Answered::On { row, revealed })
    }
}
