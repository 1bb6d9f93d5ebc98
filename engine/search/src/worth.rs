//! What a position is worth for each seat, from 0 (lost) to 1 (won).

use cardwright_script::FigureValue;
use cardwright_state::board::Sides;
use cardwright_state::position::Outcome;

/// The worth of an end of the game, by seat: 1 for a win (also a shared one), 0 otherwise. If several places count, those
/// between first and last count in equal steps. A game that nobody won is worth one half.
pub(crate) fn of_outcome(seats: &[Sides], outcome: &Outcome) -> Vec<f64> {
    if outcome.winners().is_empty() {
        return vec![0.5; seats.len()];
    }
    let ranked = outcome.places.iter().map(|place| place.sides.len()).sum::<usize>();
    let is_ranking = ranked >= seats.iter().map(|seat| seat.len()).sum();
    let last = (outcome.places.len() - 1).max(1) as f64;
    let worth_of = |seat: &Sides| {
        let place = outcome.places.iter().position(|place| seat.iter().any(|side| place.sides.has(side)));
        match place {
            Some(0) => 1.0,
            Some(place) if is_ranking => 1.0 - place as f64 / last,
            _ => 0.0,
        }
    };
    seats.iter().map(worth_of).collect()
}

/// What the figure that evaluates positions says of each seat. The values of a seat's sides add up.
///
/// # Errors
/// There is no such figure (`None`), or its message if it failed or is no number.
pub fn seat_values(seats: &[Sides], values: Option<Vec<FigureValue>>) -> Result<Vec<f64>, Option<String>> {
    let values = values.ok_or(None)?;
    let number = |value: &FigureValue| match value {
        FigureValue::Failed(why) => Err(Some(why.clone())),
        value => value.number().map(|number| number as f64).ok_or(Some("it is not a number".to_owned())),
    };
    let value_of = |seat: &Sides| seat.iter().map(|side| number(&values[side.index()])).sum::<Result<f64, _>>();
    seats.iter().map(value_of).collect()
}

/// How far each seat is ahead of the best other seat.
///
/// # Errors
/// Fails as [`seat_values`] does.
pub(crate) fn margins(seats: &[Sides], values: Option<Vec<FigureValue>>) -> Result<Vec<f64>, Option<String>> {
    let values = seat_values(seats, values)?;
    let best_other = |seat: usize| {
        let others = values.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, value)| *value);
        others.fold(f64::NEG_INFINITY, f64::max)
    };
    Ok((0..seats.len())
        .map(|seat| if seats.len() == 1 { values[0] } else { values[seat] - best_other(seat) })
        .collect())
}

/// Turns margins into worths: a logistic curve on the average and the spread of each seat's margins so far.
#[derive(Debug, Default)]
pub(crate) struct Scale(Vec<Spread>);

/// The running average and sum of squared distances from it.
#[derive(Debug, Default, Clone)]
struct Spread {
    count: f64,
    average: f64,
    squares: f64,
}

impl Scale {
    /// Counts the margins, and returns their worths.
    pub(crate) fn worth(&mut self, margins: &[f64]) -> Vec<f64> {
        self.0.resize(margins.len(), Spread::default());
        let worth_of = |(spread, margin): (&mut Spread, &f64)| {
            spread.count += 1.0;
            let distance = margin - spread.average;
            spread.average += distance / spread.count;
            spread.squares += distance * (margin - spread.average);
            let deviation = (spread.squares / spread.count).sqrt();
            if deviation == 0.0 { 0.5 } else { 1.0 / (1.0 + libm::exp(-(margin - spread.average) / deviation)) }
        };
        self.0.iter_mut().zip(margins).map(worth_of).collect()
    }
}
