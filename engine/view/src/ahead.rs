//! What may be typed next: this choice's words, and those of choices that follow on the same line.
//!
//! A second table plays the line so far. It never tells what a barrier hides: once dice, cards or
//! another side come into it, nothing more is offered.

use cardwright_script::Program;
use cardwright_state::position::Position;
use cardwright_state::{SideId, board::Board};
use cardwright_table::label::Audience;
use cardwright_table::{Matching, Narrowing, SetUp, Table, line};
use serde::Serialize;
use std::sync::Arc;

/// Rows of one choice: their words, and what they mean.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Rows {
    /// What is typed of each.
    pub words: Vec<Vec<String>>,
    /// What each means.
    pub labels: Vec<String>,
    /// The index of the row that Enter takes.
    pub default: Option<usize>,
}

/// What may come at the end of some words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// One of these words.
    Words(Vec<String>),
    /// The words mean one row already; its label, and words that may still follow.
    Whole(String, Vec<String>),
    /// This word fits nowhere; what would.
    Wrong(String, Vec<String>),
}

/// Looks ahead from one position.
#[derive(Debug)]
pub struct Ahead {
    program: Arc<Program>,
    position: Position,
    side: Option<SideId>,
    eyes: Audience,
    scenario: String,
    /// The side that is asked, if something stands open for it besides.
    own: Option<SideId>,
    now: Rows,
    /// The second table, and whether it is at this position.
    other: Option<(Table, bool)>,
    /// The last line that was played on the other table, and where it led.
    known: Option<(String, Option<Rows>)>,
}

impl Ahead {
    /// From where a table is; the second table of an earlier look serves again.
    pub fn of(table: &Table, eyes: Audience, old: Option<Ahead>) -> Ahead {
        let same = |old: &Ahead| Arc::ptr_eq(&old.program, table.program());
        let other = old.filter(same).and_then(|old| old.other).map(|(table, _)| (table, false));
        Ahead {
            program: table.program().clone(),
            position: table.position().clone(),
            side: table.asked(),
            eyes,
            scenario: table.scenario.clone(),
            own: table.asked().filter(|side| table.stands(*side)),
            now: rows_of(table, eyes),
            other,
            known: None,
        }
    }

    /// The board of the game.
    pub fn board(&self) -> &Board {
        &self.program.board
    }
    /// The rows of the pending choice.
    pub fn rows(&self) -> &Rows {
        &self.now
    }

    /// What may come after complete words; `deep` looks into the choice after them too.
    pub fn next(&mut self, words: &[&str], deep: bool) -> Next {
        let beside = words.first().and_then(|w| w.strip_suffix(':')).and_then(|id| self.board().side(id));
        if let Some(side) = beside.filter(|side| self.side != Some(*side)) {
            return self.beside(side, &words[1..]);
        }
        if let Some(own) = self.own {
            match line::narrow(&self.now.words, words, Matching::Prefix) {
                // What begins no row of the choice may be one of these.
                Err(error) if error.at == 0 => match self.beside(own, words) {
                    Next::Wrong(..) => {}
                    next => return next,
                },
                Ok(Narrowing::Open { next, .. }) if words.is_empty() => {
                    let Next::Words(more) = self.beside(own, &[]) else { return Next::Words(next) };
                    let new = more.into_iter().filter(|word| !next.contains(word)).collect();
                    return Next::Words([next, new].concat());
                }
                _ => {}
            }
        }
        let mut rows = self.now.clone();
        let mut at = 0;
        loop {
            match line::narrow(&rows.words, &words[at..], Matching::Prefix) {
                Err(error) => return Next::Wrong(error.word, error.expected),
                Ok(Narrowing::Open { next, .. }) => return Next::Words(next),
                Ok(Narrowing::Row { index, used, columns }) => {
                    let label = rows.labels[index].clone();
                    let rest = rows.words[index].get(columns).cloned();
                    if at + used == words.len() {
                        let mut more: Vec<String> = rest.into_iter().collect();
                        if deep && more.is_empty() && !words.is_empty() {
                            more = self.after(words).map(|r| heads(&r)).unwrap_or_default();
                        }
                        return if words.len() == at { Next::Words(more) } else { Next::Whole(label, more) };
                    }
                    at += used;
                    match self.after(&words[..at]) {
                        Some(follow) => rows = follow,
                        None => return Next::Words(Vec::new()),
                    }
                }
            }
        }
    }

    /// What may come after `SIDE:` and some words: of what stands open for a side that is not asked.
    fn beside(&mut self, side: SideId, words: &[&str]) -> Next {
        let sees = self.eyes == Audience::Open || self.eyes == Audience::Side(side);
        let Some(rows) = sees.then(|| self.standing(side)).flatten() else { return Next::Words(Vec::new()) };
        match line::narrow(&rows.words, words, Matching::Prefix) {
            Err(error) => Next::Wrong(error.word, error.expected),
            Ok(Narrowing::Open { next, .. }) => Next::Words(next),
            Ok(Narrowing::Row { used, .. }) if used < words.len() => Next::Words(Vec::new()),
            Ok(Narrowing::Row { index, used, columns }) => {
                let rest = rows.words[index].get(columns).cloned().into_iter().collect();
                if used == 0 { Next::Words(rest) } else { Next::Whole(rows.labels[index].clone(), rest) }
            }
        }
    }

    fn standing(&mut self, side: SideId) -> Option<Rows> {
        let eyes = self.eyes;
        let rows = self.there()?.standing(side, eyes).ok()?;
        let (words, labels) =
            rows.into_iter().map(|r| (r.text.split(' ').map(str::to_owned).collect(), r.label)).unzip();
        Some(Rows { words, labels, default: None })
    }

    /// The choice after a line that answers everything before it, if nothing is revealed on the way.
    fn after(&mut self, words: &[&str]) -> Option<Rows> {
        let line = words.join(" ");
        if let Some((known, rows)) = &self.known
            && *known == line
        {
            return rows.clone();
        }
        let rows = self.play(&line);
        self.known = Some((line, rows.clone()));
        rows
    }

    /// The second table, at this position.
    fn there(&mut self) -> Option<&mut Table> {
        let (mut other, fits) = match self.other.take() {
            Some(other) => other,
            None => {
                let vm = self.program.vm().ok()?;
                let set_up = SetUp { scenario: self.scenario.clone(), open: true, ..SetUp::default() };
                (Table::start_at(self.program.clone(), vm, &set_up, self.position.clone()).ok()?, true)
            }
        };
        if fits {
            other.goto(0).ok()?
        } else {
            other.take_up(&self.position).ok()?
        };
        Some(&mut self.other.insert((other, true)).0)
    }

    fn play(&mut self, line: &str) -> Option<Rows> {
        let (side, eyes) = (self.side, self.eyes);
        let other = self.there()?;
        let played = other.play(side, &format!("{line} ...")).ok()?;
        let fair = other.path().iter().skip(1).all(|n| !other.nodes()[*n].barrier);
        (played.open.is_none() && fair && other.asked() == side).then(|| rows_of(other, eyes))
    }
}

fn rows_of(table: &Table, eyes: Audience) -> Rows {
    let Some(prompt) = table.prompt(eyes) else { return Rows::default() };
    // What is not for these eyes to read has no words either.
    let words = if prompt.rows.is_empty() { Vec::new() } else { table.row_words().to_vec() };
    Rows { words, labels: prompt.rows.into_iter().map(|r| r.label).collect(), default: prompt.default }
}

fn heads(rows: &Rows) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for head in rows.words.iter().filter_map(|w| w.first()) {
        if !out.contains(head) {
            out.push(head.clone());
        }
    }
    out
}
