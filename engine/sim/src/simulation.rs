//! Simulation: plays games of a scenario as it is, with bots in all seats, and reports each game.
//!
//! Everything in a game follows from its number, so the games of several machines together are the games of one run.

mod game;
mod in_order;
mod result;
mod summary;
mod watch;

pub(crate) use game::MAX_ANSWERS;
pub use game::Player;
pub use in_order::in_order;
pub use result::{CardUse, Cell, GameResult};
pub use summary::{CardTally, Summary, quantile};

use cardwright_bots::{BotKind, Effort, RANDOM};
use cardwright_content::{Diagnostic, unknown_name};
use cardwright_script::{Figure, FigureValue, Program, Vm};
use cardwright_state::board::{Label, Sides, SubjectKind};
use cardwright_state::notation::option_text;
use cardwright_state::position::sides_text;
use cardwright_state::val::Kind;
use cardwright_state::{Board, OptionId, Position, SideId, Val};
use cardwright_table::{Seat, SetUp, StartError, Table};
use std::sync::Arc;

/// How much the bots of a simulation search if nobody says otherwise.
pub const USUAL_BOT: &str = "ai:500";

/// A scenario with everything that its games have in common.
#[derive(Debug)]
pub struct Simulation {
    program: Arc<Program>,
    set_up: SetUp,
    /// The position before the first step.
    start: Position,
    /// The seats, each as its sides.
    seats: Vec<Sides>,
    /// Who answers for each side.
    players: Vec<Seat>,
    /// The figures with numbers, of the game or of sides.
    figures: Vec<Figure>,
    /// The cards and actions that nobody plays.
    avoided: Vec<Val>,
}

/// Why a simulation cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// The game does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The scripts do not load.
    #[error("{}", .0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("; "))]
    Load(Vec<Diagnostic>),
    /// A seat that no program can play here.
    #[error("{0}")]
    Seat(String),
    /// There is no such card or action.
    #[error("{0}")]
    Avoided(String),
}

impl Simulation {
    /// Prepares the games of a scenario. Sides without a seat in the set-up get the usual bot, or a random one if the
    /// game has no figure that evaluates positions. Nobody plays the cards and actions in `avoided`, by id, while there
    /// is another choice.
    ///
    /// # Errors
    /// The game does not start, a person has a seat, a search has a clock, or an avoided thing is unknown.
    pub fn new(program: &Arc<Program>, mut set_up: SetUp, avoided: &[String]) -> Result<Simulation, SimulationError> {
        let board = &program.board;
        let usual = Seat::Bot(match program.evaluating_figure() {
            Some(_) => BotKind::named(USUAL_BOT).unwrap_or(RANDOM),
            None => RANDOM,
        });
        for (side, seat) in &mut set_up.seats {
            match seat {
                // Without a number of decisions or seconds, a search plays as many decisions as at a table.
                Seat::Bot(kind) if *kind == BotKind::searching(Effort::USUAL) => {
                    *kind = BotKind::searching(Effort { millis: None, ..Effort::USUAL });
                }
                Seat::Human => return Err(SimulationError::Seat(format!("`{side}=human`: a person cannot take part"))),
                Seat::Bot(kind) if kind.effort().millis.is_some() && kind.searches() => {
                    let why = "a search here is counted in decisions, so that its games can be repeated";
                    return Err(SimulationError::Seat(format!("`{side}={kind}`: {why}: write `{side}=ai:4000`")));
                }
                _ => {}
            }
        }
        let start = Table::first_position(program, &set_up)?;
        let seats = start.seats(board);
        for side in &board.sides {
            if !set_up.seats.iter().any(|(id, _)| *id == side.id) {
                set_up.seats.push((side.id.clone(), usual));
            }
        }
        let players = (0..board.sides.len()).map(|n| player(&start, board, &set_up, SideId::new(n))).collect();
        let avoided = avoided.iter().map(|id| avoided_thing(program, id)).collect::<Result<_, _>>()?;
        let mut sim =
            Simulation { program: program.clone(), set_up, start, seats, players, figures: Vec::new(), avoided };
        sim.figures = sim.numeric_figures()?;
        Ok(sim)
    }

    /// Another simulation of the same game: with another set-up, and with more cards and actions that nobody plays.
    ///
    /// # Errors
    /// Fails as [`Simulation::new`] does.
    pub fn varied(&self, set_up: SetUp, avoided: &[String]) -> Result<Simulation, SimulationError> {
        let mut varied = Simulation::new(&self.program, set_up, avoided)?;
        varied.avoided.extend(&self.avoided);
        Ok(varied)
    }

    /// The game's program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    /// The scenario, its options and its seats, and the seed of game 0.
    pub fn set_up(&self) -> &SetUp {
        &self.set_up
    }
    /// The seats: the ids of the sides (`us`, `us+cia`), and who plays them.
    pub fn seats(&self) -> Vec<(String, Seat)> {
        let player = |seat: &Sides| seat.first().map_or(Seat::Absent, |side| self.players[side.index()]);
        self.seats.iter().map(|seat| (sides_text(&self.program.board, *seat), player(seat))).collect()
    }
    /// The values of all options of the scenario, as written.
    pub fn options(&self) -> Vec<(String, String)> {
        let board = &self.program.board;
        let options = board.options.iter().enumerate();
        let value = |index| self.start.option(OptionId::new(index));
        options.map(|(n, option)| (option.id.clone(), option_text(&option.option_type, value(n)))).collect()
    }

    /// The seat of a side, if it is in play.
    pub fn seat_of(&self, side: SideId) -> Option<usize> {
        self.seats.iter().position(|seat| seat.has(side))
    }

    /// Makes a VM for the games of one thread.
    fn vm(&self) -> Result<Vm, SimulationError> {
        let native = if Program::HAS_NATIVE_CODE { self.program.native_vm() } else { self.program.vm() };
        let mut vm = native.map_err(SimulationError::Load)?;
        vm.set_avoided(self.avoided.clone());
        Ok(vm)
    }

    /// The figures of the game and of sides that have a number, or nothing, at the start.
    fn numeric_figures(&self) -> Result<Vec<Figure>, SimulationError> {
        let mut vm = self.vm()?;
        vm.set_position(&self.start);
        let is_candidate = |figure: &Figure| {
            matches!(figure.on, SubjectKind::Game | SubjectKind::Side) && !figure.evaluates && figure.during.is_empty()
        };
        let is_number = |value: &FigureValue| value.number().is_some() || *value == FigureValue::Nothing;
        let candidates = self.program.figures.iter().filter(|figure| is_candidate(figure));
        let with_values = candidates.zip(vm.figures_if(is_candidate));
        Ok(with_values.filter(|(_, values)| values.iter().all(is_number)).map(|(figure, _)| figure.clone()).collect())
    }
}

/// Who answers for a side. The last setting of its seat counts.
fn player(start: &Position, board: &Board, set_up: &SetUp, side: SideId) -> Seat {
    if start.is_nonplayer(board, side) {
        return Seat::NonPlayer;
    }
    if !start.is_in_play(board, side) {
        return Seat::Absent;
    }
    // The sides of a seat share a player, who is named by any of them.
    let seat = start.seat_of(board, side);
    let is_of_seat = |id: &str| board.side(id).is_some_and(|side| seat.has(side));
    let named = set_up.seats.iter().rfind(|(id, seat)| is_of_seat(id) && *seat != Seat::NonPlayer);
    named.map_or(Seat::Bot(RANDOM), |(_, seat)| *seat)
}

/// Finds a card, an action or a word of rows by its id.
fn avoided_thing(program: &Program, id: &str) -> Result<Val, SimulationError> {
    let board = &program.board;
    let in_labels = |kind: Kind, labels: &[Label]| {
        labels.iter().position(|label| label.id == id).map(|index| Val::handle(kind, index as u64))
    };
    let card = board.card(id).map(Val::card);
    let found = card.or_else(|| in_labels(Kind::Action, &board.labels.actions));
    found.or_else(|| in_labels(Kind::Word, &board.labels.words)).ok_or_else(|| {
        let cards = board.cards.iter().map(|card| card.id.as_str());
        let actions = board.labels.actions.iter().map(|label| label.id.as_str());
        SimulationError::Avoided(unknown_name("card or action", id, cards.chain(actions)))
    })
}
