//! Adds up files with cards: how often a side won with each card.

use crate::ReportError;
use crate::about::About;
use crate::read::{ResultFile, cut};
use crate::share::Share;
use std::collections::BTreeMap;

/// The most cards and halves of one side that are kept apart.
const MOST_CARDS: usize = 3000;

/// How often a side won with a card, or with one half of it.
#[derive(Debug, Default)]
pub(crate) struct CardShares {
    pub(crate) name: String,
    pub(crate) drawn: Share,
    pub(crate) played: Share,
    /// The card was drawn and never played.
    pub(crate) never_played: Share,
}

impl CardShares {
    fn add(&mut self, is_drawn: bool, is_played: bool, is_won: bool) {
        if is_drawn {
            self.drawn.add(is_won);
        }
        match is_played {
            true => self.played.add(is_won),
            false => self.never_played.add(is_won),
        }
    }

    /// The largest distance from the average to an interval. Negative if all intervals contain the average.
    pub(crate) fn distance(&self, average: f64) -> f64 {
        let shares = [self.drawn, self.played, self.never_played];
        let distances = shares.iter().filter(|share| share.all > 0).map(|share| share.distance(average));
        distances.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The cards of a side.
#[derive(Debug, Default)]
struct CardsOfSide {
    /// By card and half. The whole card has an empty half.
    cards: BTreeMap<String, BTreeMap<String, CardShares>>,
    count: usize,
    /// The games with lines of this side, if all lines of a game follow each other.
    games: Share,
    last_game: String,
}

/// The sums over all cards.
pub(crate) struct Cards<'a> {
    about: &'a About,
    sides: Vec<CardsOfSide>,
    /// The number of lines about cards that were too many.
    left_out: u64,
}

/// A row of the table of cards.
pub(crate) struct CardRow<'a> {
    pub(crate) side: usize,
    pub(crate) half: &'a str,
    pub(crate) shares: &'a CardShares,
    /// How often the side won, with or without this card.
    pub(crate) average: f64,
}

impl<'a> Cards<'a> {
    pub(crate) fn new(about: &'a About) -> Cards<'a> {
        Cards { about, sides: about.sides.iter().map(|_| CardsOfSide::default()).collect(), left_out: 0 }
    }

    /// Adds the cards of a file.
    pub(crate) fn read(&mut self, file: &mut ResultFile) -> Result<(), ReportError> {
        if !file.next_line()? {
            return Ok(());
        }
        let names = ["game", "card", "name", "half", "side", "drawn_at", "played_at", "won"];
        let mut columns = [0; 8];
        for (column, name) in columns.iter_mut().zip(names) {
            *column = file.column(name)?;
        }
        loop {
            self.add(file, &columns)?;
            if !file.next_line()? {
                return Ok(());
            }
        }
    }

    fn add(&mut self, file: &ResultFile, columns: &[usize; 8]) -> Result<(), ReportError> {
        let [game, card, name, half, side, drawn_at, played_at, won] = columns.map(|column| file.cell(column));
        let Some(side) = self.about.side(side) else {
            return Err(file.bad_line(format!("`{}` is not a side of this game", cut(side, 60))));
        };
        let is_won = match won {
            "1" => true,
            "0" => false,
            other => return Err(file.bad_line(format!("`won` is `{}` instead of 0 or 1", cut(other, 60)))),
        };
        let of_side = &mut self.sides[side];
        if of_side.last_game != game {
            of_side.last_game.clear();
            of_side.last_game.push_str(cut(game, 20));
            of_side.games.add(is_won);
        }
        let (card, half) = (cut(card, 100), cut(half, 100));
        let halves = if half.is_empty() { &[""][..] } else { &["", half] };
        for half in halves {
            match of_side.shares(card, half, name) {
                Some(shares) => shares.add(!drawn_at.is_empty(), !played_at.is_empty(), is_won),
                None => self.left_out += 1,
            }
        }
        Ok(())
    }

    /// The cards, and the halves of cards that have halves: first those that tell most. `average` is the share of games
    /// that a side won; without it, the games with lines about the side count.
    pub(crate) fn rows(&self, average: impl Fn(usize) -> Option<f64>) -> Vec<CardRow<'_>> {
        let mut rows = Vec::new();
        for (side, of_side) in self.sides.iter().enumerate() {
            let average = average(side).unwrap_or_else(|| of_side.games.value());
            let shares = of_side.cards.values().flatten();
            rows.extend(shares.map(|(half, shares)| CardRow { side, half, shares, average }));
        }
        rows.sort_by(|a, b| b.shares.distance(b.average).total_cmp(&a.shares.distance(a.average)));
        rows
    }

    /// What the reader should know about lines that were left out.
    pub(crate) fn note(&self) -> Option<String> {
        let lines = self.left_out;
        (lines > 0)
            .then(|| format!("A side has more than {MOST_CARDS} cards: {lines} lines about others are left out."))
    }
}

impl CardsOfSide {
    /// The shares of a card and half. `None` if there are too many.
    fn shares(&mut self, card: &str, half: &str, name: &str) -> Option<&mut CardShares> {
        let is_known = self.cards.get(card).is_some_and(|halves| halves.contains_key(half));
        if !is_known {
            if self.count >= MOST_CARDS {
                return None;
            }
            self.count += 1;
            let name = if name.is_empty() { card } else { cut(name, 100) };
            let shares = CardShares { name: name.to_owned(), ..CardShares::default() };
            self.cards.entry(card.to_owned()).or_default().insert(half.to_owned(), shares);
        }
        self.cards.get_mut(card)?.get_mut(half)
    }
}
