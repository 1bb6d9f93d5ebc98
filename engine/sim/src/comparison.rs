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
    /// Where its values are among those of the first and the second game.
    at: (usize, usize),
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
    fn new(name: String, kind: MeasureKind, at: (usize, usize)) -> Measure {
        let differences = Sequence::new(if kind == MeasureKind::Share { 1.0 } else { 0.0 });
        Measure { name, kind, a: 0.0, b: 0.0, differences, at }
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
        let of_b = measured(b);
        let shared = measured(a).into_iter().enumerate().filter_map(|(in_a, (name, kind))| {
            let in_b = of_b.iter().position(|(other, _)| *other == name)?;
            Some(Measure::new(name, kind, (in_a, in_b)))
        });
        Ok(Comparison { measures: shared.collect(), ..Comparison::default() })
    }

    /// Adds a pair of games.
    pub fn add(&mut self, a: &GameResult, b: &GameResult) {
        if let Some(error) = a.error.as_ref().or(b.error.as_ref()) {
            return self.failures.push((a.number, error.clone()));
        }
        self.pairs += 1;
        let is_same = a.digest == b.digest;
        self.identical += u64::from(is_same && a.places == b.places);
        if !is_same && self.first_difference.is_none() {
            self.first_difference = Some(first_difference(a, b));
        }
        let (a, b) = (values(a), values(b));
        for measure in &mut self.measures {
            let value = |values: &[Option<f64>], at: usize| values.get(at).copied().flatten();
            if let (Some(a), Some(b)) = (value(&a, measure.at.0), value(&b, measure.at.1)) {
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

/// What is measured in each game of a simulation, in the order of [`values`].
fn measured(sim: &Simulation) -> Vec<(String, MeasureKind)> {
    let board = &sim.program().board;
    let seats = sim.seats().into_iter().map(|(sides, _)| (format!("wins of {sides}"), MeasureKind::Share));
    let always = [(WON_BY_NOBODY.to_owned(), MeasureKind::Share), ("decisions".to_owned(), MeasureKind::Length)];
    let periods = board.periods.iter().map(|period| (format!("ends of {period}"), MeasureKind::Length));
    let figures = sim.figure_names().into_iter().map(|(name, side)| match side {
        None => (format!("figure {name}"), MeasureKind::Figure),
        Some(side) => (format!("figure {name} of {}", sides_text(board, side.into())), MeasureKind::Figure),
    });
    seats.chain(always).chain(periods).chain(figures).collect()
}

/// The values of a game, in the order of [`measured`].
fn values(game: &GameResult) -> Vec<Option<f64>> {
    let number = |is_so: bool| f64::from(u8::from(is_so));
    let wins = game.won.iter().map(|won| number(*won));
    let always = [number(!game.won.contains(&true)), game.all_decisions() as f64];
    let ended = game.ended.iter().map(|ended| *ended as f64);
    let figures = game.figures.iter().map(|value| value.map(|value| value as f64));
    wins.chain(always).chain(ended).map(Some).chain(figures).collect()
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
