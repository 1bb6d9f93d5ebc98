//! Adds up files with games. Keeps counters, and only the numbers whose quantiles are shown.

use crate::ReportError;
use crate::read::{ResultFile, cut};
use cardwright_statistics::Share;
use cardwright_statistics::{Correlation, quantile};
use std::collections::BTreeMap;

/// The most different reasons, columns of numbers, and failed games that are kept apart.
const MOST_REASONS: usize = 2000;
const MOST_SERIES: usize = 400;
const MOST_FAILED: usize = 100;
/// The shares of the decisions, in percent, after which a file says who led.
pub(crate) const LED_AT: [u8; 3] = [25, 50, 75];
/// Columns of numbers. A name that ends with `_` is followed by a side, a period or a figure.
const NUMBERS: [&str; 9] =
    ["answers", "decisions", "rows", "lead_changes", "decisions_", "ended_", "dice_", "value_", "figure_"];

/// The dice luck of a side.
#[derive(Debug, Default, Clone)]
pub(crate) struct Luck {
    /// The number of games that the side lost, and of those that it won, each with the sum of its luck.
    pub(crate) lost_and_won: [(u64, f64); 2],
    pub(crate) correlation: Correlation,
}

/// The numbers of a column.
#[derive(Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) values: Vec<f64>,
}

impl Series {
    /// The quantile at a share. Needs sorted numbers.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        quantile(&self.values, share).unwrap_or_default()
    }

    pub(crate) fn sum(&self) -> f64 {
        self.values.iter().sum()
    }
}

/// The sums over all games.
#[derive(Debug, Default)]
pub(crate) struct Games {
    /// Games that were played to an end.
    pub(crate) finished: u64,
    pub(crate) failed: u64,
    /// The seeds and messages of the first failed games.
    pub(crate) failures: Vec<(String, String)>,
    pub(crate) wins_of_seats: Vec<u64>,
    pub(crate) wins_of_sides: Vec<u64>,
    pub(crate) won_by_nobody: u64,
    pub(crate) reasons: BTreeMap<String, u64>,
    /// For each moment and seat: in how many games it led, and in how many of these it won.
    pub(crate) leads: [Vec<Share>; 3],
    /// Games with a winner that led at half time and at three quarters.
    pub(crate) decided_at_half: u64,
    pub(crate) luck: Vec<Luck>,
    pub(crate) series: Vec<Series>,
}

/// The columns of a file that are read.
struct Columns {
    game: usize,
    seed: usize,
    winners: usize,
    reason: usize,
    error: usize,
    led: Vec<usize>,
    /// For each side that has it: the column with its luck.
    luck: Vec<(usize, usize)>,
    /// Columns of numbers, with the index in `series`.
    numbers: Vec<(usize, usize)>,
}

impl Games {
    /// Adds the games of a file.
    pub(crate) fn read(&mut self, file: &mut ResultFile) -> Result<(), ReportError> {
        let (seats, sides) = (file.about.seats.len(), file.about.sides.len());
        self.wins_of_seats.resize(seats, 0);
        self.wins_of_sides.resize(sides, 0);
        self.leads.iter_mut().for_each(|leads| leads.resize(seats, Share::default()));
        self.luck.resize(sides, Luck::default());
        let mut columns = None;
        while file.next_line()? {
            if columns.is_none() {
                columns = Some(self.columns(file)?);
            }
            columns.as_ref().map_or(Ok(()), |columns| self.add(file, columns))?;
        }
        Ok(())
    }

    fn columns(&mut self, file: &ResultFile) -> Result<Columns, ReportError> {
        let is_number = |name: &str| {
            NUMBERS.iter().any(|known| name == *known || known.ends_with('_') && name.starts_with(known)) //
        };
        let mut numbers = Vec::new();
        for (column, name) in file.columns.iter().enumerate().filter(|(_, name)| is_number(name)) {
            let known = self.series.iter().position(|series| series.name == *name);
            if known.is_none() && self.series.len() < MOST_SERIES {
                self.series.push(Series { name: name.clone(), values: Vec::new() });
            }
            numbers.extend(self.series.iter().position(|series| series.name == *name).map(|index| (column, index)));
        }
        let sides = file.about.sides.iter().enumerate();
        Ok(Columns {
            game: file.column("game")?,
            seed: file.column("seed")?,
            winners: file.column("winners")?,
            reason: file.column("reason")?,
            error: file.column("error")?,
            led: LED_AT.iter().map(|percent| file.column(&format!("led_{percent}"))).collect::<Result<_, _>>()?,
            luck: sides.filter_map(|(n, side)| Some((n, file.column(&format!("luck_{}", side.id)).ok()?))).collect(),
            numbers,
        })
    }

    /// Adds the game of the line that was read last.
    fn add(&mut self, file: &mut ResultFile, columns: &Columns) -> Result<(), ReportError> {
        file.check_game(columns.game)?;
        let error = file.cell(columns.error);
        if !error.is_empty() {
            self.failed += 1;
            if self.failures.len() < MOST_FAILED {
                self.failures.push((cut(file.cell(columns.seed), 20).to_owned(), cut(error, 300).to_owned()));
            }
            return Ok(());
        }
        let winners = sides(file, columns.winners)?;
        let mut winning_seats: Vec<usize> = winners.iter().filter_map(|side| file.about.seat_of(*side)).collect();
        winning_seats.sort_unstable();
        winning_seats.dedup();
        let mut leaders = [None; 3];
        for (leader, column) in leaders.iter_mut().zip(&columns.led) {
            *leader = sides(file, *column)?.first().and_then(|side| file.about.seat_of(*side));
        }
        for (column, index) in &columns.numbers {
            self.series[*index].values.extend(file.number(*column)?);
        }
        for (side, column) in &columns.luck {
            let Some(luck) = file.number(*column)? else { continue };
            let is_won = winners.contains(side);
            let (count, sum) = &mut self.luck[*side].lost_and_won[usize::from(is_won)];
            (*count, *sum) = (*count + 1, *sum + luck);
            self.luck[*side].correlation.add(luck, f64::from(u8::from(is_won)));
        }
        winners.iter().for_each(|side| self.wins_of_sides[*side] += 1);
        self.add_result(&winning_seats, leaders, cut(file.cell(columns.reason), 80));
        Ok(())
    }

    fn add_result(&mut self, winning_seats: &[usize], leaders: [Option<usize>; 3], reason: &str) {
        self.finished += 1;
        winning_seats.iter().for_each(|seat| self.wins_of_seats[*seat] += 1);
        self.won_by_nobody += u64::from(winning_seats.is_empty());
        let has_won = |seat: usize| winning_seats.contains(&seat);
        for (leads, leader) in self.leads.iter_mut().zip(leaders) {
            leader.into_iter().for_each(|seat| leads[seat].add(has_won(seat)));
        }
        self.decided_at_half += u64::from(leaders[1].is_some_and(|seat| leaders[2] == Some(seat) && has_won(seat)));
        let is_kept = self.reasons.contains_key(reason) || self.reasons.len() < MOST_REASONS;
        *self.reasons.entry(if is_kept { reason } else { "…" }.to_owned()).or_default() += 1;
    }

    /// The number of games, those that failed included.
    pub(crate) fn all(&self) -> u64 {
        self.finished + self.failed
    }

    /// Sorts the numbers, as quantiles need it.
    pub(crate) fn sort(&mut self) {
        self.series.iter_mut().for_each(|series| series.values.sort_unstable_by(f64::total_cmp));
    }

    /// The numbers of a column, if there are any.
    pub(crate) fn series(&self, name: &str) -> Option<&Series> {
        self.series.iter().find(|series| series.name == name && !series.values.is_empty())
    }

    /// How often a side won. `None` without games.
    pub(crate) fn share_of_side(&self, side: usize) -> Option<f64> {
        (self.finished > 0).then(|| Share::new(self.wins_of_sides[side], self.finished).value())
    }
}

/// Reads a cell with a list of sides.
fn sides(file: &ResultFile, column: usize) -> Result<Vec<usize>, ReportError> {
    match file.cell(column) {
        "" | "nobody" => Ok(Vec::new()),
        list => list.split('+').map(|id| file.about.side(id)).collect::<Option<_>>().ok_or_else(|| {
            file.bad_line(format!("`{}` is not a list of sides of this game", cut(list, 60))) //
        }),
    }
}
