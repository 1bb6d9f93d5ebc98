//! Adds up files with cards: how often a side won with each card.

use crate::ReportError;
use crate::read::{ResultFile, cut};
use cardwright_statistics::Share;
use std::collections::BTreeMap;

/// The most cards and halves of one side that are kept apart.
const MOST_CARDS: usize = 3000;

/// How often a side won with a card, or with one half of it.
#[derive(Debug, Default)]
pub(crate) struct Card {
    pub(crate) side: usize,
    pub(crate) name: String,
    pub(crate) drawn: Share,
    pub(crate) played: Share,
    /// The side had the card and never played it.
    pub(crate) never_played: Share,
    /// How often the side won, with or without this card.
    pub(crate) average: f64,
}

impl Card {
    /// The largest distance from the average to an interval. Negative if all intervals contain the average.
    fn distance(&self) -> f64 {
        let shares = [self.drawn, self.played, self.never_played];
        let distances = shares.iter().filter(|share| share.all > 0).map(|share| share.distance(self.average));
        distances.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The cards of a side.
#[derive(Debug, Default)]
struct CardsOfSide {
    /// By card, and by card and half.
    cards: BTreeMap<String, Card>,
    /// The games with lines of this side. All lines of a game follow each other.
    games: Share,
    last_game: String,
}

/// The sums over all cards.
#[derive(Debug, Default)]
pub(crate) struct Cards {
    sides: Vec<CardsOfSide>,
    /// The number of lines about cards that were too many.
    pub(crate) left_out: u64,
}

impl Cards {
    /// Adds the cards of a file.
    pub(crate) fn read(&mut self, file: &mut ResultFile) -> Result<(), ReportError> {
        let names = ["game", "card", "name", "half", "side", "drawn_at", "played_at", "won"];
        self.sides.resize_with(file.about.sides.len(), CardsOfSide::default);
        let (mut columns, mut is_first) = ([0; 8], true);
        while file.next_line()? {
            if std::mem::take(&mut is_first) {
                for (column, name) in columns.iter_mut().zip(names) {
                    *column = file.column(name)?;
                }
            }
            self.add(file, &columns)?;
        }
        Ok(())
    }

    fn add(&mut self, file: &mut ResultFile, columns: &[usize; 8]) -> Result<(), ReportError> {
        file.check_game(columns[0])?;
        let [game, card, name, half, side, drawn_at, played_at, won] = columns.map(|column| file.cell(column));
        let (Some(side), true) = (file.about.side(side), matches!(won, "0" | "1")) else {
            let (side, won) = (cut(side, 60), cut(won, 60));
            return Err(file.bad_line(format!("`{side}` is not a side of this game, or `won` is `{won}`, not 0 or 1")));
        };
        let (of_side, is_won) = (&mut self.sides[side], won == "1");
        if of_side.last_game != game {
            of_side.last_game = cut(game, 20).to_owned();
            of_side.games.add(is_won);
        }
        let card = cut(card, 60);
        let name = if name.is_empty() { card } else { cut(name, 60) };
        let whole_and_half = [(card, ""), (&*format!("{card}\n{}", cut(half, 60)), half)];
        for (key, half) in whole_and_half.into_iter().take(if half.is_empty() { 1 } else { 2 }) {
            if !of_side.cards.contains_key(key) && of_side.cards.len() < MOST_CARDS {
                let name = if half.is_empty() { name.to_owned() } else { format!("{name}: {}", cut(half, 60)) };
                of_side.cards.insert(key.to_owned(), Card { side, name, ..Card::default() });
            }
            let Some(card) = of_side.cards.get_mut(key) else {
                self.left_out += 1;
                continue;
            };
            if !drawn_at.is_empty() {
                card.drawn.add(is_won);
            }
            let by_use = if played_at.is_empty() { &mut card.never_played } else { &mut card.played };
            by_use.add(is_won);
        }
        Ok(())
    }

    /// The cards, and the halves of cards that have halves: first those that tell most. `average` is the share of games
    /// that a side won; without it, the games with lines about the side count.
    pub(crate) fn into_rows(self, average: impl Fn(usize) -> Option<f64>) -> Vec<Card> {
        let mut rows = Vec::new();
        for (side, of_side) in self.sides.into_iter().enumerate() {
            let average = average(side).unwrap_or_else(|| of_side.games.value());
            rows.extend(of_side.cards.into_values().map(|card| Card { average, ..card }));
        }
        rows.sort_by(|a, b| b.distance().total_cmp(&a.distance()));
        rows
    }
}
