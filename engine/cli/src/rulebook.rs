//! Where each rule of a game's rule book is implemented, and where it is tested: what scripts, content and rule tests cite.

use cardwright_content::{Cited, Content, bracketed, is_note};
use cardwright_table::Library;

/// A file and a line in it.
type Place = (String, usize);

/// Where a rule is cited.
#[derive(Debug, Default)]
pub(crate) struct Rule {
    implemented: Vec<Place>,
    tested: Vec<Place>,
}

/// The rules of a game, in the order of its rule book.
#[derive(Debug)]
pub(crate) struct Rulebook {
    /// By the place of the rule in content.
    pub(crate) rules: Vec<Rule>,
    /// Citations of what is no rule, in a line each.
    pub(crate) strays: Vec<String>,
}

impl Rulebook {
    pub(crate) fn of(content: &Content, library: &Library, game: &str) -> Rulebook {
        let mut book = Rulebook { rules: content.rules.iter().map(|_| Rule::default()).collect(), strays: Vec::new() };
        for (cite, place) in implemented(content) {
            book.file(content, &cite, place, false);
        }
        for (cite, place) in tested(library, game) {
            book.file(content, &cite, place, true);
        }
        book
    }

    /// Whether rule `at` is implemented and tested, a section also by its sentences.
    pub(crate) fn is_whole(&self, content: &Content, at: usize) -> bool {
        let number = content.rules[at].number.as_str();
        let mut sentences = content.rules.iter().zip(&self.rules).filter(|(of, _)| of.section() == Some(number));
        self.rules[at].is_whole() || sentences.any(|(_, rule)| rule.is_whole())
    }

    fn file(&mut self, content: &Content, cite: &str, place: Place, tested: bool) {
        match content.cited(cite) {
            Cited::Rule(at) if tested => self.rules[at].tested.push(place),
            Cited::Rule(at) => self.rules[at].implemented.push(place),
            Cited::Unknown => self.strays.push(format!("{}:{} cites [{cite}], which is no rule", place.0, place.1)),
            Cited::Foreign => {}
        }
    }
}

impl Rule {
    /// Whether it is implemented and tested.
    fn is_whole(&self) -> bool {
        !self.implemented.is_empty() && !self.tested.is_empty()
    }

    /// Whether anything cites it.
    pub(crate) fn is_cited(&self) -> bool {
        !self.implemented.is_empty() || !self.tested.is_empty()
    }

    /// Where, in lines; `none`: what stands for nowhere.
    pub(crate) fn lines(&self, none: &str) -> Vec<String> {
        [lines("implemented", &self.implemented, none), lines("tested", &self.tested, none)].concat()
    }
}

/// Places of one file stand together: `rules.luau:12,40`.
fn lines(what: &str, places: &[Place], none: &str) -> Vec<String> {
    let mut files: Vec<(&str, Vec<usize>)> = Vec::new();
    for (file, line) in places {
        match files.iter_mut().find(|(f, _)| f == file) {
            Some((_, lines)) if lines.contains(line) => {}
            Some((_, lines)) => lines.push(*line),
            None => files.push((file, vec![*line])),
        }
    }
    if files.is_empty() {
        return vec![format!("  {what:12} {none}")];
    }
    let one = |(at, (file, lines)): (usize, &mut (&str, Vec<usize>))| {
        lines.sort_unstable();
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        format!("  {:12} {file}:{}", if at == 0 { what } else { "" }, lines.join(","))
    };
    files.iter_mut().enumerate().map(one).collect()
}

/// Citations in scripts, in comments of content, and the `rule` of entries, with their places.
fn implemented(content: &Content) -> Vec<(String, Place)> {
    let mut all = Vec::new();
    for script in &content.scripts {
        for citation in cardwright_lint::citations(&script.text) {
            let place = (script.shown(), citation.line);
            all.extend(citation.cites.into_iter().map(|cite| (cite, place.clone())));
        }
    }
    for file in content.files.iter().filter(|f| f.path.ends_with(".toml")) {
        for (at, text) in file.text.lines().enumerate() {
            let Some((_, comment)) = text.split_once('#') else { continue };
            // The rules themselves explain how they are cited.
            if file.path.ends_with("/rules.toml") {
                continue;
            }
            let place = (file.shown(), at + 1);
            all.extend(bracketed(comment).map(|(_, cite)| (cite.to_owned(), place.clone())));
        }
    }
    for entry in &content.provenance {
        let Some(rules) = &entry.rule else { continue };
        let place = cardwright_content::whence(content, &entry.entry).into_iter().flat_map(|w| w.origins).next_back();
        let place = place.map_or((entry.entry.clone(), 1), |o| (o.file.shown(), o.line));
        for rule in rules.split(';').map(str::trim).filter(|rule| !is_note(rule)) {
            let has_code = rule.starts_with(&format!("{} ", content.rule_code));
            let cite = if has_code { rule.to_owned() } else { format!("{} {rule}", content.rule_code) };
            all.push((cite, place.clone()));
        }
    }
    all
}

/// Citations in the titles of a game's rule tests.
fn tested(library: &Library, game: &str) -> Vec<(String, Place)> {
    let tests = cardwright_ruletest::list(library, &[], Some(game));
    let cites =
        tests.iter().flat_map(|test| test.cites.iter().map(|cite| (cite.clone(), (test.file.clone(), test.line))));
    cites.collect()
}
