//! Resolves the parsed tests of a file against their game: looks up every side, card, step and word, and reports
//! every mistake.

mod body;
mod row_words;
mod test;

use crate::inline_cards;
use crate::knobs;
use crate::parser::{Keyword, LinePart, Mistake, ParsedFile, ParsedTest};
use crate::prepared::PreparedTest;
use crate::programs::{LoadedGame, Programs};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;
use toml::Table;

/// The tests of a file that are resolved already. Each test is resolved once for each set of inline cards.
#[derive(Debug)]
pub(crate) struct ResolveCache<'f> {
    file: &'f ParsedFile,
    titles: BTreeMap<String, usize>,
    read: BTreeMap<(usize, usize), (Rc<PreparedTest>, Vec<Mistake>)>,
}

impl<'f> ResolveCache<'f> {
    pub(crate) fn new(file: &'f ParsedFile) -> ResolveCache<'f> {
        let mut titles = BTreeMap::new();
        for (at, test) in file.tests.iter().enumerate() {
            titles.entry(normalized_title(&test.title)).or_insert(at);
        }
        ResolveCache { file, titles, read: BTreeMap::new() }
    }
}

/// A title with single blanks between its words.
fn normalized_title(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Resolves one test and the tests that it continues from.
pub(crate) fn resolve<'f>(
    programs: &mut Programs<'_>,
    game: &str,
    cache: &mut ResolveCache<'f>,
    test: &'f ParsedTest,
) -> Result<Rc<PreparedTest>, Vec<Mistake>> {
    let file = cache.file;
    let mut mistakes = Vec::new();
    let chain = preceding_tests(cache, test, &mut mistakes);
    let mut cards: Vec<(String, Table)> = Vec::new();
    let mut parts: Vec<LinePart> = Vec::new();
    for owner in std::iter::once(&file.head).chain(chain.iter().map(|(test, _)| *test)) {
        for statement in owner.settings.iter().filter(|s| s.keyword == Keyword::Card) {
            match inline_cards::read(&statement.rest.text) {
                Ok((id, _)) if cards.iter().any(|(other, _)| *other == id) => {
                    mistakes.push(statement.rest.mistake(format!("the card `{id}` is defined twice")));
                }
                Ok((id, card)) => {
                    cards.push((id, card));
                    parts.push(statement.rest.clone());
                }
                Err(message) => mistakes.push(statement.rest.mistake(message)),
            }
        }
    }
    let title = LinePart { text: test.title.clone(), line: test.line, at: 0 };
    let base = match programs.game(game) {
        Ok(base) => base,
        Err(_) => return Err(mistakes), // Reported once for the file.
    };
    for ((id, _), part) in cards.iter().zip(&parts) {
        if base.program.board.card(id).is_some() {
            mistakes.push(part.mistake(format!("the game has a card `{id}` already")));
        }
    }
    let taken = |id: &str| base.program.board.card(id).is_some();
    let (cards, parts): (Vec<_>, Vec<_>) = cards.into_iter().zip(parts).filter(|((id, _), _)| !taken(id)).unzip();
    let settings =
        || std::iter::once(&file.head).chain(chain.iter().map(|(test, _)| *test)).flat_map(|owner| &owner.settings);
    let knobs = knobs::read(&base.program.content, settings(), &mut mistakes);
    let mut unknown_cards: Vec<String> = Vec::new();
    let loaded = match programs.game_with(game, &cards, &knobs) {
        Ok(loaded) => loaded,
        Err(broken) => {
            for problem in broken.problems {
                let part = problem.card.and_then(|card| parts.get(card)).unwrap_or(&title);
                mistakes.push(part.mistake(problem.message));
            }
            // Look for other mistakes without these cards, but do not report that the cards are unknown.
            unknown_cards.extend(cards.iter().map(|(id, _)| id.clone()));
            base
        }
    };
    let mistakes_before = mistakes.len();
    let mut reader = Resolver { loaded: &loaded, game, mistakes };
    for cite in &test.cites {
        reader.cite(cite);
    }
    let mut play = None;
    for (test, variant) in chain {
        let key = (test.line, Rc::as_ptr(&loaded) as usize);
        if let Entry::Vacant(unread) = cache.read.entry(key) {
            let own = reader.mistakes.len();
            let read = Rc::new(reader.test(file, test, play.take().map(|play| (play, variant))));
            let found = reader.mistakes.split_off(own);
            unread.insert((read, found));
        }
        let Some((read, found)) = cache.read.get(&key) else { continue };
        reader.mistakes.extend(found.iter().cloned());
        play = Some(read.clone());
    }
    let mut found = reader.mistakes;
    let test_mistakes = found.split_off(mistakes_before);
    found.extend(test_mistakes.into_iter().filter(|mistake| !unknown_cards.contains(&mistake.words(&file.lines))));
    match play {
        Some(play) if found.is_empty() => Ok(play),
        _ => Err(found),
    }
}

/// The chain of tests that `after` lines name, the earliest first, `test` last. Each comes with the variant of the
/// test before it that it continues from, counted from 0.
fn preceding_tests<'f>(
    cache: &ResolveCache<'f>,
    test: &'f ParsedTest,
    mistakes: &mut Vec<Mistake>,
) -> Vec<(&'f ParsedTest, usize)> {
    let file = cache.file;
    let mut chain = vec![(test, 0)];
    let mut lines = BTreeSet::from([test.line]);
    let mut last = test;
    while let Some(statement) = last.settings.iter().find(|s| s.keyword == Keyword::After) {
        let rest = &statement.rest;
        let Some((name, number)) = rest.text.strip_prefix('"').and_then(|t| t.rsplit_once('"')) else {
            mistakes
                .push(rest.mistake("`after` takes a title in double quotes, and optionally the number of a variant"));
            break;
        };
        let Some(base) = cache.titles.get(&normalized_title(name)).map(|at| &file.tests[*at]) else {
            let known: Vec<String> = file.tests.iter().map(|t| t.title.clone()).collect();
            let title = LinePart { text: name.to_owned(), line: rest.line, at: rest.at + 1 };
            mistakes
                .push(title.unknown(format!("no test of this file is called `{}`", normalized_title(name)), &known));
            break;
        };
        if !lines.insert(base.line) {
            mistakes.push(rest.mistake("the `after` lines of these tests form a circle"));
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

struct Resolver<'a> {
    loaded: &'a Rc<LoadedGame>,
    game: &'a str,
    mistakes: Vec<Mistake>,
}

impl Resolver<'_> {
    fn report(&mut self, mistake: Mistake) {
        self.mistakes.push(mistake);
    }
    fn take<T>(&mut self, done: Result<T, Mistake>) -> Option<T> {
        match done {
            Ok(value) => Some(value),
            Err(mistake) => {
                self.report(mistake);
                None
            }
        }
    }

    fn cite(&mut self, cite: &LinePart) {
        let content = &self.loaded.program.content;
        let Some(number) = cite.text.strip_prefix(&content.rule_code).and_then(|t| t.strip_prefix(' ')) else { return };
        if !content.rule_code.is_empty() && content.rule(&cite.text).is_none() {
            let known: Vec<String> =
                content.rules.iter().map(|r| format!("{} {}", content.rule_code, r.number)).collect();
            self.report(cite.unknown(format!("there is no rule `{number}`"), &known));
        }
    }
}
