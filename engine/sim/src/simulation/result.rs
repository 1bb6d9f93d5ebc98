//! The result of one game, and its cells in a table of results.

use super::Simulation;
use cardwright_script::Figure;
use cardwright_state::board::SubjectKind;
use cardwright_state::hash::Hash;
use cardwright_state::position::sides_text;
use cardwright_state::{CardId, SideId};

/// The shares of a game's decisions after which the leads are taken.
pub(super) const SHARES: [f64; 3] = [0.25, 0.5, 0.75];
/// The same, and the end, in the names of columns.
const PERCENTS: [&str; 4] = ["25", "50", "75", "100"];

/// The result of one game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GameResult {
    /// The number of the game in the run, from 0.
    pub number: u64,
    /// The seed of chance and of the bots.
    pub seed: u64,
    /// The winners: `us`, `us+cia` or `nobody`.
    pub winners: String,
    /// By seat: whether it won. A shared win is a win.
    pub won: Vec<bool>,
    /// The final places, in notation.
    pub places: String,
    /// The id of the text that says why the game ended.
    pub reason: String,
    /// The number of answers.
    pub answers: u64,
    /// The number of answers to choices with two or more rows, by side.
    pub decisions: Vec<u64>,
    /// The number of rows of all decisions.
    pub rows: u64,
    /// By period: how often it ended.
    pub ended: Vec<u64>,
    /// By side: the dice that were rolled after its answers.
    pub dice: Vec<DiceTally>,
    /// By quarter of the game: what the figure that evaluates positions says of each seat. Empty without such a figure.
    pub values: Vec<Vec<f64>>,
    /// The last values of the simulation's numeric figures. A figure of sides has one value by side.
    pub figures: Vec<Option<i64>>,
    /// The cards that sides had or played.
    pub cards: Vec<CardUse>,
    /// The hash of all answers.
    pub digest: Hash,
    /// All answers, one a line: the side and the row.
    pub answer_text: String,
    /// Why the figure that evaluates positions has no value, if it failed. Leads are then unknown, and searches play
    /// games to their end.
    pub figure_failed: Option<String>,
    /// A rule that failed while a bot was searching. The bots avoid what leads there, so the game says too little.
    pub rule_failed_in_search: Option<String>,
    /// Why the game failed. Then only the number and the seed are set.
    pub error: Option<String>,
}

/// The dice that were rolled after the answers of a side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DiceTally {
    /// The number of dice.
    pub count: u64,
    /// The sum of their faces above the means of the dice.
    pub luck: f64,
}

/// A card that a side had or played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardUse {
    /// The card.
    pub card: CardId,
    /// The side.
    pub side: SideId,
    /// The number of decisions before the card came to the side.
    pub drawn_at: Option<u64>,
    /// The number of decisions before the side first named the card in an answer.
    pub played_at: Option<u64>,
    /// The first word of that answer, or the step that asked.
    pub how: String,
}

/// A cell of a table of results.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// Another number.
    Real(f64),
    /// Whether something is so.
    Boolean(bool),
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        if text.is_empty() { Cell::Empty } else { Cell::Text(text) }
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        i64::try_from(number).map_or_else(|_| Cell::Text(number.to_string()), Cell::Whole)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Text(text) => f.write_str(text),
            Cell::Whole(number) => write!(f, "{number}"),
            Cell::Real(number) => write!(f, "{number}"),
            Cell::Boolean(is_so) => write!(f, "{is_so}"),
        }
    }
}

impl GameResult {
    pub(super) fn failed(number: u64, seed: u64, error: String) -> GameResult {
        GameResult { number, seed, error: Some(error), ..GameResult::default() }
    }

    /// The number of decisions of all sides.
    pub fn all_decisions(&self) -> u64 {
        self.decisions.iter().sum()
    }

    /// The seat that led at each quarter, and at the end. `None` if no seat led alone.
    pub fn leaders(&self) -> Vec<Option<usize>> {
        let leader = |values: &Vec<f64>| {
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut leaders = values.iter().enumerate().filter(|(_, value)| **value == best);
            leaders.next().map(|(seat, _)| seat).filter(|_| leaders.next().is_none())
        };
        self.values.iter().map(leader).collect()
    }

    /// How often the lead changed from one quarter to the next.
    pub fn lead_changes(&self) -> u64 {
        let leaders: Vec<usize> = self.leaders().into_iter().flatten().collect();
        leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
    }
}

impl Simulation {
    fn seat_texts(&self) -> Vec<String> {
        self.seats.iter().map(|seat| sides_text(&self.program.board, *seat)).collect()
    }

    /// The columns of a table of games.
    pub fn game_columns(&self) -> Vec<String> {
        let board = &self.program.board;
        let sides: Vec<&str> = board.sides.iter().map(|side| side.id.as_str()).collect();
        let of_sides = |name: &str| sides.iter().map(|side| format!("{name}_{side}")).collect::<Vec<_>>();
        let mut columns: Vec<String> = ["game", "seed", "scenario", "options", "seats", "winners", "places", "reason"]
            .into_iter()
            .chain(["answers", "decisions", "rows"])
            .map(str::to_owned)
            .collect();
        columns.extend(of_sides("decisions"));
        columns.extend(board.periods.iter().map(|period| format!("ended_{period}")));
        columns.extend(of_sides("dice"));
        columns.extend(of_sides("luck"));
        // The value of a seat has the name of its first side.
        for side in self.seats.iter().filter_map(|seat| seat.first()) {
            columns.extend(PERCENTS.map(|percent| format!("value_{}_{percent}", sides[side.index()])));
        }
        columns.extend(PERCENTS[..3].iter().map(|percent| format!("led_{percent}")));
        columns.push("lead_changes".to_owned());
        columns.extend(self.figure_names().into_iter().map(|(name, side)| match side {
            None => format!("figure_{name}"),
            Some(side) => format!("figure_{name}_{}", board.sides[side.index()].id),
        }));
        columns.extend(["digest", "error"].map(str::to_owned));
        columns
    }

    /// The names of the numeric figures, and for figures of sides the side, in the order of [`GameResult::figures`].
    pub fn figure_names(&self) -> Vec<(String, Option<SideId>)> {
        let of_figure = |figure: &Figure| {
            let is_of_sides = figure.on == SubjectKind::Side;
            let subjects = 0..self.program.board.subject_count(figure.on);
            let name = |subject| (figure.name.clone(), is_of_sides.then(|| SideId::new(subject)));
            subjects.map(name).collect::<Vec<_>>()
        };
        self.figures.iter().flat_map(of_figure).collect()
    }

    /// The cells of a game, in the order of [`Simulation::game_columns`].
    pub fn game_cells(&self, game: &GameResult) -> Vec<Cell> {
        let words = |pairs: Vec<(String, String)>| {
            let pairs: Vec<String> = pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
            Cell::from(pairs.join(" "))
        };
        let seats = self.seats().into_iter().map(|(sides, seat)| (sides, seat.typed())).collect();
        let mut cells = vec![
            game.number.into(),
            game.seed.into(),
            self.set_up.scenario.clone().into(),
            words(self.options()),
            words(seats),
        ];
        if let Some(error) = &game.error {
            cells.resize(self.game_columns().len() - 1, Cell::Empty);
            cells.push(error.clone().into());
            return cells;
        }
        cells.extend([game.winners.clone(), game.places.clone(), game.reason.clone()].map(Cell::from));
        cells.extend([game.answers, game.all_decisions(), game.rows].map(Cell::from));
        cells.extend(game.decisions.iter().chain(&game.ended).map(|count| Cell::from(*count)));
        cells.extend(game.dice.iter().map(|dice| Cell::from(dice.count)));
        cells.extend(game.dice.iter().map(|dice| Cell::Real(dice.luck)));
        for seat in 0..self.seats.len() {
            let value = |quarter: usize| game.values.get(quarter).and_then(|values| values.get(seat));
            cells.extend((0..PERCENTS.len()).map(|quarter| value(quarter).map_or(Cell::Empty, |v| Cell::Real(*v))));
        }
        let (leaders, seats) = (game.leaders(), self.seat_texts());
        let leader = |quarter: usize| leaders.get(quarter).copied().flatten().map(|seat| seats[seat].clone());
        cells.extend((0..SHARES.len()).map(|quarter| Cell::from(leader(quarter))));
        cells.push(if leaders.is_empty() { Cell::Empty } else { game.lead_changes().into() });
        cells.extend(game.figures.iter().map(|value| value.map_or(Cell::Empty, Cell::Whole)));
        cells.push(game.digest.to_string().into());
        cells.push(Cell::Empty);
        cells
    }

    /// The columns of a table of cards.
    pub fn card_columns(&self) -> Vec<String> {
        ["game", "card", "name", "half", "side", "drawn_at", "played_at", "how", "won"].map(str::to_owned).to_vec()
    }

    /// The cells of the cards of a game, in the order of [`Simulation::card_columns`].
    pub fn card_cells(&self, game: &GameResult) -> Vec<Vec<Cell>> {
        let board = &self.program.board;
        let cells = |card_use: &CardUse| {
            let (card, side) = (&board.cards[card_use.card.index()], card_use.side);
            let half = card.titles.get(side.index()).filter(|_| card.titles.len() > 1);
            let side_id = board.sides[side.index()].id.clone();
            let won = self.seat_of(side).and_then(|seat| game.won.get(seat)).is_some_and(|won| *won);
            vec![
                game.number.into(),
                card.id.clone().into(),
                half.or(card.titles.first()).cloned().into(),
                half.map(|_| side_id.clone()).into(),
                side_id.into(),
                card_use.drawn_at.into(),
                card_use.played_at.into(),
                card_use.how.clone().into(),
                u64::from(won).into(),
            ]
        };
        game.cards.iter().map(cells).collect()
    }
}
