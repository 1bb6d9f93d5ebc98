//! Comparison: plays the same games in two variants, and measures the differences.
//!
//! Both games of a pair have the same number, so they have the same dice and the same order of cards as far as their
//! courses agree. The intervals hold at whatever moment a run stops: see [`Sequence`].

use crate::simulation::{GameResult, Simulation};
use cardwright_state::position::sides_text;
use cardwright_statistics::{LEVEL, Sequence};

/// A difference is not called certain before so many pairs.
pub const LEAST_PAIRS: u64 = 20;

/// The name of the measure of games that nobody won.
pub const WON_BY_NOBODY: &str = "won by nobody";

/// What a measure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureKind {
    /// A share of games, from 0 to 1.
    Share,
    /// A number of decisions, or of ends of a period.
    Length,
    /// The last value of a figure.
    Figure,
}

/// Something that is measured in both games of a pair.
#[derive(Debug, Clone)]
pub struct Measure {
    /// What it is: `wins of us`, `decisions`, `figure score of us`.
    pub name: String,
    /// What it counts.
    pub kind: MeasureKind,
    /// The mean in the first games of the pairs that have a value.
    pub a: f64,
    /// The mean in the second games.
    pub b: f64,
    /// The differences, second game less first.
    pub differences: Sequence,
}

/// The first difference between the answers of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstDifference {
    /// The number of the game.
    pub game: u64,
    /// The number of equal answers before.
    pub after: usize,
    /// The answer of the first game: the side and the row. `None` if the game was over.
    pub a: Option<String>,
    /// The answer of the second game.
    pub b: Option<String>,
}

/// The results of pairs of games.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// The measures. Shares come first.
    pub measures: Vec<Measure>,
    /// The number of pairs.
    pub pairs: u64,
    /// The number of pairs whose games have the same answers and the same result.
    pub identical: u64,
    /// The first difference in the first pair with a difference in its answers.
    pub first_difference: Option<FirstDifference>,
    /// Games that failed: number and message. Their pairs do not count.
    pub failures: Vec<(u64, String)>,
}

impl Measure {
    fn new(name: String, kind: MeasureKind) -> Measure {
        let differences = Sequence::new(if kind == MeasureKind::Share { 1.0 } else { 0.0 });
        Measure { name, kind, a: 0.0, b: 0.0, differences }
    }
    fn add(&mut self, a: f64, b: f64) {
        self.differences.add(b - a);
        let count = self.differences.count() as f64;
        self.a += (a - self.a) / count;
        self.b += (b - self.b) / count;
    }
    /// The interval of the difference. `None` after too few pairs, whose variance says too little.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (low, high) = self.differences.interval();
        let is_share = self.kind == MeasureKind::Share;
        let within = if is_share { (low.max(-1.0), high.min(1.0)) } else { (low, high) };
        (self.differences.count() >= LEAST_PAIRS).then_some(within)
    }
    /// Whether the interval of the difference leaves out 0.
    pub fn is_decided(&self) -> bool {
        self.interval().is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }
}

impl Comparison {
    /// Prepares a comparison of two simulations.
    ///
    /// # Errors
    /// The simulations have different seats.
    pub fn new(a: &Simulation, b: &Simulation) -> Result<Comparison, String> {
        let names = |sim: &Simulation| sim.seats().into_iter().map(|(sides, _)| sides).collect::<Vec<_>>();
        let (seats, others) = (names(a), names(b));
        if seats != others {
            let (a, b) = (seats.join(", "), others.join(", "));
            return Err(format!("the variants have different seats: {a} and {b}"));
        }
        let board = &a.program().board;
        let mut measures: Vec<Measure> =
            seats.iter().map(|seat| Measure::new(format!("wins of {seat}"), MeasureKind::Share)).collect();
        measures.push(Measure::new(WON_BY_NOBODY.into(), MeasureKind::Share));
        measures.push(Measure::new("decisions".into(), MeasureKind::Length));
        let periods = board.periods.iter().filter(|period| b.program().board.periods.contains(period));
        measures.extend(periods.map(|period| Measure::new(format!("ends of {period}"), MeasureKind::Length)));
        let shared = figures(a).into_iter().filter(|name| figures(b).contains(name));
        measures.extend(shared.map(|name| Measure::new(name, MeasureKind::Figure)));
        Ok(Comparison { measures, ..Comparison::default() })
    }

    /// Adds a pair of games.
    pub fn add(&mut self, a: (&Simulation, &GameResult), b: (&Simulation, &GameResult)) {
        let (first, second) = (a.1, b.1);
        if let Some(error) = first.error.as_ref().or(second.error.as_ref()) {
            return self.failures.push((first.number, error.clone()));
        }
        self.pairs += 1;
        let is_same = first.digest == second.digest;
        self.identical += u64::from(is_same && first.places == second.places);
        if !is_same && self.first_difference.is_none() {
            self.first_difference = Some(first_difference(first, second));
        }
        let (first, second) = (values(a.0, first), values(b.0, second));
        let value = |values: &[(String, f64)], name: &str| values.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        for measure in &mut self.measures {
            if let (Some(a), Some(b)) = (value(&first, &measure.name), value(&second, &measure.name)) {
                measure.add(a, b);
            }
        }
    }

    /// Whether the difference of a share of wins is certain.
    pub fn is_decided(&self) -> bool {
        self.chance_alone() <= LEVEL
    }

    /// How probable it is at most that chance alone makes some share of wins differ as much as the one that differs most.
    /// If several shares can differ, each of them may come out by chance, so their number counts (Bonferroni). Where one
    /// of two seats always wins, the shares mirror each other and count as one.
    pub fn chance_alone(&self) -> f64 {
        if self.pairs < LEAST_PAIRS {
            return 1.0;
        }
        let shares = self.measures.iter().filter(|measure| measure.kind == MeasureKind::Share);
        let mut chances: Vec<f64> = shares.map(|measure| measure.differences.chance_alone()).collect();
        chances.sort_by(f64::total_cmp);
        chances.dedup();
        chances.retain(|chance| *chance < 1.0);
        chances.first().map_or(1.0, |smallest| (smallest * chances.len() as f64).min(1.0))
    }
}

/// The names of a simulation's numeric figures.
fn figures(sim: &Simulation) -> Vec<String> {
    let board = &sim.program().board;
    let name = |(name, side): (String, Option<cardwright_state::SideId>)| match side {
        None => format!("figure {name}"),
        Some(side) => format!("figure {name} of {}", sides_text(board, side.into())),
    };
    sim.figure_names().into_iter().map(name).collect()
}

/// The values of a game, by the names of measures.
fn values(sim: &Simulation, game: &GameResult) -> Vec<(String, f64)> {
    let number = |is_so: bool| f64::from(u8::from(is_so));
    let seats = sim.seats().into_iter().zip(&game.won);
    let mut values: Vec<(String, f64)> =
        seats.map(|((seat, _), won)| (format!("wins of {seat}"), number(*won))).collect();
    values.push((WON_BY_NOBODY.into(), number(!game.won.contains(&true))));
    values.push(("decisions".into(), game.all_decisions() as f64));
    let periods = sim.program().board.periods.iter().zip(&game.ended);
    values.extend(periods.map(|(period, ended)| (format!("ends of {period}"), *ended as f64)));
    let figures = figures(sim).into_iter().zip(&game.figures);
    values.extend(figures.filter_map(|(name, value)| Some((name, (*value)? as f64))));
    values
}

fn first_difference(a: &GameResult, b: &GameResult) -> FirstDifference {
    let (mut first, mut second) = (a.answer_text.lines(), b.answer_text.lines());
    let mut after = 0;
    loop {
        match (first.next(), second.next()) {
            (Some(a), Some(b)) if a == b => after += 1,
            (a_line, b_line) => {
                let (a_line, b_line) = (a_line.map(str::to_owned), b_line.map(str::to_owned));
                return FirstDifference { game: a.number, after, a: a_line, b: b_line };
            }
        }
    }
}
