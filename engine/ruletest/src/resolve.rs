//! Tests read against their game: every side, card, step and word known, every mistake found.

mod body;
mod test;
mod words;

use crate::programs::{Loaded, Programs};
use crate::ready::Play;
use crate::stub;
use crate::text::{FileText, Keyword, Mistake, Part, TestText};
use crate::turned;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;
use toml::Table;

/// The tests of a file as they are read against their game, each once with the cards it has.
#[derive(Debug)]
pub(crate) struct Reading<'f> {
    file: &'f FileText,
    titles: BTreeMap<String, usize>,
    read: BTreeMap<(usize, usize), (Rc<Play>, Vec<Mistake>)>,
}

impl<'f> Reading<'f> {
    pub(crate) fn of(file: &'f FileText) -> Reading<'f> {
        let mut titles = BTreeMap::new();
        for (at, test) in file.tests.iter().enumerate() {
            titles.entry(bare(&test.title)).or_insert(at);
        }
        Reading { file, titles, read: BTreeMap::new() }
    }
}

/// A title with single blanks.
fn bare(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads a test against its game.
pub(crate) fn resolve<'f>(
    programs: &mut Programs<'_>,
    game: &str,
    reading: &mut Reading<'f>,
    test: &'f TestText,
) -> Result<Rc<Play>, Vec<Mistake>> {
    let file = reading.file;
    let mut mistakes = Vec::new();
    let chain = chain(reading, test, &mut mistakes);
    let mut cards: Vec<(String, Table)> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for owner in std::iter::once(&file.head).chain(chain.iter().map(|(test, _)| *test)) {
        for statement in owner.settings.iter().filter(|s| s.keyword == Keyword::Card) {
            match stub::read(&statement.rest.text) {
                Ok((id, _)) if cards.iter().any(|(other, _)| *other == id) => {
                    mistakes.push(statement.rest.mistake(format!("the card `{id}` is given twice")));
                }
                Ok((id, card)) => {
                    cards.push((id, card));
                    parts.push(statement.rest.clone());
                }
                Err(message) => mistakes.push(statement.rest.mistake(message)),
            }
        }
    }
    let title = Part { text: test.title.clone(), line: test.line, at: 0 };
    let base = match programs.game(game) {
        Ok(base) => base,
        Err(_) => return Err(mistakes), // Told once for the file.
    };
    for ((id, _), part) in cards.iter().zip(&parts) {
        if base.program.board.card(id).is_some() {
            mistakes.push(part.mistake(format!("the game has a card `{id}` already")));
        }
    }
    let taken = |id: &str| base.program.board.card(id).is_some();
    let (cards, parts): (Vec<_>, Vec<_>) = cards.into_iter().zip(parts).filter(|((id, _), _)| !taken(id)).unzip();
    let settings =
        || std::iter::once(&file.head).chain(chain.iter().map(|(test, _)| *test)).flat_map(|of| &of.settings);
    let knobs = turned::read(&base.program.content, settings(), &mut mistakes);
    let mut missing: Vec<String> = Vec::new();
    let loaded = match programs.with(game, &cards, &knobs) {
        Ok(loaded) => loaded,
        Err(broken) => {
            for problem in broken.problems {
                let part = problem.card.and_then(|card| parts.get(card)).unwrap_or(&title);
                mistakes.push(part.mistake(problem.message));
            }
            // What else is wrong is looked for without the cards; that they are unknown then is not said.
            missing.extend(cards.iter().map(|(id, _)| id.clone()));
            base
        }
    };
    let known = mistakes.len();
    let mut reader = Reader { loaded: &loaded, game, mistakes };
    for cite in &test.cites {
        reader.cite(cite);
    }
    let mut play = None;
    for (test, variant) in chain {
        let key = (test.line, Rc::as_ptr(&loaded) as usize);
        if let Entry::Vacant(unread) = reading.read.entry(key) {
            let own = reader.mistakes.len();
            let read = Rc::new(reader.test(file, test, play.take().map(|play| (play, variant))));
            let found = reader.mistakes.split_off(own);
            unread.insert((read, found));
        }
        let Some((read, found)) = reading.read.get(&key) else { continue };
        reader.mistakes.extend(found.iter().cloned());
        play = Some(read.clone());
    }
    let mut found = reader.mistakes;
    let more = found.split_off(known);
    found.extend(more.into_iter().filter(|mistake| !missing.contains(&mistake.words(&file.lines))));
    match play {
        Some(play) if found.is_empty() => Ok(play),
        _ => Err(found),
    }
}

/// The tests a test goes on from, the first of all first, the test itself last; each with the variant, counted from 0, of the
/// one before it that it goes on from.
fn chain<'f>(reading: &Reading<'f>, test: &'f TestText, mistakes: &mut Vec<Mistake>) -> Vec<(&'f TestText, usize)> {
    let file = reading.file;
    let mut chain = vec![(test, 0)];
    let mut lines = BTreeSet::from([test.line]);
    let mut last = test;
    while let Some(statement) = last.settings.iter().find(|s| s.keyword == Keyword::After) {
        let rest = &statement.rest;
        let Some((name, number)) = rest.text.strip_prefix('"').and_then(|t| t.rsplit_once('"')) else {
            mistakes
                .push(rest.mistake("`after` takes a title in double quotes, and the number of a variant if you like"));
            break;
        };
        let Some(base) = reading.titles.get(&bare(name)).map(|at| &file.tests[*at]) else {
            let known: Vec<String> = file.tests.iter().map(|t| t.title.clone()).collect();
            let title = Part { text: name.to_owned(), line: rest.line, at: rest.at + 1 };
            mistakes.push(title.unknown(format!("no test of this file is called `{}`", bare(name)), &known));
            break;
        };
        if !lines.insert(base.line) {
            mistakes.push(rest.mistake("these tests follow each other in a circle"));
            break;
        }
        let number = number.trim();
        let of = base.variants.len();
        match number.parse::<usize>() {
            _ if number.is_empty() => {}
            Ok(n) if (1..=of).contains(&n) => {
                if let Some((_, variant)) = chain.last_mut() {
                    *variant = n - 1;
                }
            }
            _ => mistakes
                .push(rest.mistake(format!("after the title stands a number from 1 to {of}: so many variants it has"))),
        }
        chain.push((base, 0));
        last = base;
    }
    chain.reverse();
    chain
}

struct Reader<'a> {
    loaded: &'a Rc<Loaded>,
    game: &'a str,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
    fn wrong(&mut self, mistake: Mistake) {
        self.mistakes.push(mistake);
    }
    fn take<T>(&mut self, done: Result<T, Mistake>) -> Option<T> {
        match done {
            Ok(value) => Some(value),
            Err(mistake) => {
                self.wrong(mistake);
                None
            }
        }
    }

    fn cite(&mut self, cite: &Part) {
        let content = &self.loaded.program.content;
        let Some(number) = cite.text.strip_prefix(&content.rule_code).and_then(|t| t.strip_prefix(' ')) else { return };
        if !content.rule_code.is_empty() && content.rule(&cite.text).is_none() {
            let known: Vec<String> =
                content.rules.iter().map(|r| format!("{} {}", content.rule_code, r.number)).collect();
            self.wrong(cite.unknown(format!("there is no rule `{number}`"), &known));
        }
    }
}
