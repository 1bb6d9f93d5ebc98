//! Adds up files with games. Keeps counters, and only the numbers whose quantiles are shown.

use crate::ReportError;
use crate::about::About;
use crate::read::{ResultFile, cut};
use crate::share::Share;
use cardwright_statistics::{Correlation, quantile};
use std::collections::BTreeMap;

/// The most different reasons, columns of numbers, and failed games that are kept apart.
const MOST_REASONS: usize = 2000;
const MOST_SERIES: usize = 400;
const MOST_FAILED: usize = 100;
/// The shares of the decisions after which a file says who led.
pub(crate) const LED_AT: [&str; 3] = ["25", "50", "75"];
/// Columns of numbers. A name that ends with `_` is followed by a side, a period or a figure.
const NUMBERS: [&str; 10] =
    ["answers", "decisions", "rows", "lead_changes", "decisions_", "ended_", "dice_", "luck_", "value_", "figure_"];

/// The seats that led after some share of the decisions.
#[derive(Debug, Default)]
pub(crate) struct Leads {
    /// For each seat: in how many games it led, and in how many of these it won.
    pub(crate) by_seat: Vec<Share>,
    /// Games in which no seat led.
    pub(crate) equal: u64,
}

/// The dice luck of a side.
#[derive(Debug, Default)]
pub(crate) struct Luck {
    /// The number and the sum of luck of games that the side lost, and of games that it won.
    pub(crate) by_result: [(u64, f64); 2],
    pub(crate) correlation: Correlation,
}

/// The numbers of a column.
#[derive(Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) values: Vec<f64>,
}

impl Series {
    /// The quantile at a share. `None` without numbers.
    pub(crate) fn quantile(&self, share: f64) -> Option<f64> {
        quantile(&self.values, share)
    }

    pub(crate) fn sum(&self) -> f64 {
        self.values.iter().sum()
    }
}

/// The sums over all games.
pub(crate) struct Games<'a> {
    about: &'a About,
    /// Games that were played to an end.
    pub(crate) finished: u64,
    pub(crate) failed: u64,
    /// The seeds and messages of the first failed games.
    pub(crate) failures: Vec<(String, String)>,
    pub(crate) wins: Vec<u64>,
    pub(crate) wins_of_sides: Vec<u64>,
    pub(crate) won_by_nobody: u64,
    pub(crate) won_by_several: u64,
    /// For each reason, the number of games and the wins of each seat.
    pub(crate) reasons: BTreeMap<String, (u64, Vec<u64>)>,
    pub(crate) leads: [Leads; 3],
    /// Games with a winner that led at half time and at three quarters.
    pub(crate) decided_at_half: u64,
    pub(crate) luck: Vec<Luck>,
    pub(crate) series: Vec<Series>,
}

/// The columns of a file that are read.
struct Columns {
    seed: usize,
    winners: usize,
    reason: usize,
    error: usize,
    led: [Option<usize>; 3],
    /// For each side that has them: the columns with its number of dice and its luck.
    luck: Vec<(usize, usize, usize)>,
    /// Columns of numbers, with the index in `series`.
    numbers: Vec<(usize, usize)>,
}

impl<'a> Games<'a> {
    pub(crate) fn new(about: &'a About) -> Games<'a> {
        let leads = || Leads { by_seat: vec![Share::default(); about.seats.len()], equal: 0 };
        Games {
            about,
            finished: 0,
            failed: 0,
            failures: Vec::new(),
            wins: vec![0; about.seats.len()],
            wins_of_sides: vec![0; about.sides.len()],
            won_by_nobody: 0,
            won_by_several: 0,
            reasons: BTreeMap::new(),
            leads: [leads(), leads(), leads()],
            decided_at_half: 0,
            luck: about.sides.iter().map(|_| Luck::default()).collect(),
            series: Vec::new(),
        }
    }

    /// Adds the games of a file.
    pub(crate) fn read(&mut self, file: &mut ResultFile) -> Result<(), ReportError> {
        if !file.next_line()? {
            return Ok(());
        }
        let columns = self.columns(file)?;
        loop {
            self.add(file, &columns)?;
            if !file.next_line()? {
                return Ok(());
            }
        }
    }

    fn columns(&mut self, file: &ResultFile) -> Result<Columns, ReportError> {
        let sides = self.about.sides.iter().enumerate();
        let luck = |(side, id): (usize, &str)| {
            Some((side, file.column(&format!("dice_{id}")).ok()?, file.column(&format!("luck_{id}")).ok()?))
        };
        let luck = sides.filter_map(|(index, side)| luck((index, &side.id))).collect();
        let mut numbers = Vec::new();
        let is_number =
            |name: &str| NUMBERS.iter().any(|kind| name == *kind || kind.ends_with('_') && name.starts_with(kind));
        for (column, name) in file.columns.iter().enumerate().filter(|(_, name)| is_number(name)) {
            match self.series.iter().position(|series| series.name == *name) {
                Some(index) => numbers.push((column, index)),
                None if self.series.len() < MOST_SERIES => {
                    numbers.push((column, self.series.len()));
                    self.series.push(Series { name: name.clone(), values: Vec::new() });
                }
                None => {}
            }
        }
        Ok(Columns {
            seed: file.column("seed")?,
            winners: file.column("winners")?,
            reason: file.column("reason")?,
            error: file.column("error")?,
            led: LED_AT.map(|percent| file.column(&format!("led_{percent}")).ok()),
            luck,
            numbers,
        })
    }

    /// Adds the game of the line that was read last.
    fn add(&mut self, file: &ResultFile, columns: &Columns) -> Result<(), ReportError> {
        let error = file.cell(columns.error);
        if !error.is_empty() {
            self.failed += 1;
            if self.failures.len() < MOST_FAILED {
                self.failures.push((cut(file.cell(columns.seed), 20).to_owned(), cut(error, 300).to_owned()));
            }
            return Ok(());
        }
        let sides = |text| match text {
            "" | "nobody" => Ok(Vec::new()),
            list => self.about.side_list(list).ok_or_else(|| {
                file.bad_line(format!("`{}` is not a list of sides of this game", cut(list, 60))) //
            }),
        };
        let winners = sides(file.cell(columns.winners))?;
        let mut winning_seats: Vec<usize> = winners.iter().filter_map(|side| self.about.seat_of(*side)).collect();
        winning_seats.sort_unstable();
        winning_seats.dedup();
        let mut leaders = [None; 3];
        for (leader, column) in leaders.iter_mut().zip(columns.led) {
            let led = sides(column.map_or("", |column| file.cell(column)))?;
            *leader = led.first().and_then(|side| self.about.seat_of(*side));
        }
        for (column, index) in &columns.numbers {
            self.series[*index].values.extend(file.number(*column)?);
        }
        for (side, dice, luck) in &columns.luck {
            let (Some(dice), Some(luck)) = (file.number(*dice)?, file.number(*luck)?) else { continue };
            if dice > 0.0 {
                let is_won = winners.contains(side);
                let of_side = &mut self.luck[*side];
                let (count, sum) = &mut of_side.by_result[usize::from(is_won)];
                (*count, *sum) = (*count + 1, *sum + luck);
                of_side.correlation.add(luck, f64::from(u8::from(is_won)));
            }
        }
        winners.iter().for_each(|side| self.wins_of_sides[*side] += 1);
        self.add_result(&winning_seats, leaders, file.cell(columns.reason));
        Ok(())
    }

    fn add_result(&mut self, winning_seats: &[usize], leaders: [Option<usize>; 3], reason: &str) {
        self.finished += 1;
        winning_seats.iter().for_each(|seat| self.wins[*seat] += 1);
        self.won_by_nobody += u64::from(winning_seats.is_empty());
        self.won_by_several += u64::from(winning_seats.len() > 1);
        for (leads, leader) in self.leads.iter_mut().zip(leaders) {
            match leader {
                Some(seat) => leads.by_seat[seat].add(winning_seats.contains(&seat)),
                None => leads.equal += 1,
            }
        }
        if let [_, Some(half), three_quarters] = leaders {
            let is_decided = three_quarters == Some(half) && winning_seats.contains(&half);
            self.decided_at_half += u64::from(is_decided);
        }
        let reason = cut(reason, 200);
        let reason =
            if self.reasons.contains_key(reason) || self.reasons.len() < MOST_REASONS { reason } else { "…" };
        if !self.reasons.contains_key(reason) {
            self.reasons.insert(reason.to_owned(), (0, vec![0; self.wins.len()]));
        }
        if let Some((count, wins)) = self.reasons.get_mut(reason) {
            *count += 1;
            winning_seats.iter().for_each(|seat| wins[*seat] += 1);
        }
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
