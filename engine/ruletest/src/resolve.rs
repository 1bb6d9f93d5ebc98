//! Resolves the parsed tests of a file against their game: looks up every side, card, step and word, and reports every
//! mistake.

mod body;
mod row_words;
mod test;

use crate::inline_cards;
use crate::knobs;
use crate::line_part::{LinePart, Mistake};
use crate::parser::{Keyword, ParsedFile, ParsedTest};
use crate::prepared::PreparedTest;
use crate::programs::{LoadedGame, Programs};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;
use toml::Table;

/// The tests of a file that are already resolved. Each test is resolved once for each set of inline cards.
#[derive(Debug)]
pub(crate) struct ResolveCache<'f> {
    file: &'f ParsedFile,
    /// By normalized title: the index of the test.
    titles: BTreeMap<String, usize>,
    /// By the line of the test and the address of its loaded game.
    resolved: BTreeMap<(usize, usize), (Rc<PreparedTest>, Vec<Mistake>)>,
}

impl<'f> ResolveCache<'f> {
    pub(crate) fn new(file: &'f ParsedFile) -> ResolveCache<'f> {
        let mut titles = BTreeMap::new();
        for (index, test) in file.tests.iter().enumerate() {
            titles.entry(normalized_title(&test.title)).or_insert(index);
        }
        ResolveCache { file, titles, resolved: BTreeMap::new() }
    }
}

/// A title with single spaces between its words.
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
    let (cards, parts) = read_cards(&file.head, &chain, &mut mistakes);
    let title = LinePart { text: test.title.clone(), line: test.line, at: 0 };
    // The game without the cards and knobs of the tests.
    let base = match programs.game(game) {
        Ok(base) => base,
        Err(_) => return Err(mistakes), // The caller reports the error once for the file.
    };
    for ((id, _), part) in cards.iter().zip(&parts) {
        if base.program.board.card(id).is_some() {
            mistakes.push(part.mistake(format!("the game has a card `{id}` already")));
        }
    }
    let is_taken = |id: &str| base.program.board.card(id).is_some();
    let (cards, parts): (Vec<_>, Vec<_>) = cards.into_iter().zip(parts).filter(|((id, _), _)| !is_taken(id)).unzip();
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
            // Looks for other mistakes without these cards, but does not report that the cards are unknown.
            unknown_cards.extend(cards.iter().map(|(id, _)| id.clone()));
            base
        }
    };
    let mistakes_before = mistakes.len();
    let mut resolver = Resolver { loaded: &loaded, game, mistakes };
    for cite in &test.cites {
        resolver.check_citation(cite);
    }
    let mut last_prepared = None;
    for (test, variant) in chain {
        let key = (test.line, Rc::as_ptr(&loaded) as usize);
        if let Entry::Vacant(entry) = cache.resolved.entry(key) {
            let earlier_mistakes = resolver.mistakes.len();
            let prepared = Rc::new(resolver.test(file, test, last_prepared.take().map(|base| (base, variant))));
            entry.insert((prepared, resolver.mistakes.split_off(earlier_mistakes)));
        }
        let Some((prepared, own_mistakes)) = cache.resolved.get(&key) else { continue };
        resolver.mistakes.extend(own_mistakes.iter().cloned());
        last_prepared = Some(prepared.clone());
    }
    let mut mistakes = resolver.mistakes;
    let test_mistakes = mistakes.split_off(mistakes_before);
    mistakes.extend(test_mistakes.into_iter().filter(|mistake| !unknown_cards.contains(&mistake.words(&file.lines))));
    match last_prepared {
        Some(prepared) if mistakes.is_empty() => Ok(prepared),
        _ => Err(mistakes),
    }
}

/// Reads the cards that the head of a file and the tests of a chain define. Returns them with their ids, and where each
/// is defined.
fn read_cards(
    head: &ParsedTest,
    chain: &[(&ParsedTest, usize)],
    mistakes: &mut Vec<Mistake>,
) -> (Vec<(String, Table)>, Vec<LinePart>) {
    let mut cards: Vec<(String, Table)> = Vec::new();
    let mut parts: Vec<LinePart> = Vec::new();
    for owner in std::iter::once(head).chain(chain.iter().map(|(test, _)| *test)) {
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
    (cards, parts)
}

/// Returns the chain of tests that `after` lines name. The earliest test is first, and `test` is last. Each test has
/// the index of the variant of the preceding test from which it continues.
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
        let Some(base) = cache.titles.get(&normalized_title(name)).map(|index| &file.tests[*index]) else {
            let valid: Vec<String> = file.tests.iter().map(|t| t.title.clone()).collect();
            let title = LinePart { text: name.to_owned(), line: rest.line, at: rest.at + 1 };
            mistakes
                .push(title.unknown(format!("no test of this file is called `{}`", normalized_title(name)), &valid));
            break;
        };
        if !lines.insert(base.line) {
            mistakes.push(rest.mistake("the `after` lines of these tests form a circle"));
            break;
        }
        let number = number.trim();
        let variant_count = base.variants.len();
        match number.parse::<usize>() {
            _ if number.is_empty() => {}
            Ok(n) if (1..=variant_count).contains(&n) => {
                if let Some((_, variant)) = chain.last_mut() {
                    *variant = n - 1;
                }
            }
            _ => {
                let message = format!(
                    "the test has {variant_count} variants: write a number from 1 to {variant_count} after its title"
                );
                mistakes.push(rest.mistake(message));
            }
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
    /// Returns the value, or reports the mistake.
    fn value_or_report<T>(&mut self, result: Result<T, Mistake>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(mistake) => {
                self.report(mistake);
                None
            }
        }
    }

    fn check_citation(&mut self, cite: &LinePart) {
        let content = &self.loaded.program.content;
        let Some(number) = cite.text.strip_prefix(&content.rule_code).and_then(|t| t.strip_prefix(' ')) else { return };
        if !content.rule_code.is_empty() && content.rule(&cite.text).is_none() {
            let valid: Vec<String> =
                content.rules.iter().map(|r| format!("{} {}", content.rule_code, r.number)).collect();
            self.report(cite.unknown(format!("there is no rule `{number}`"), &valid));
        }
    }
}
