//! The rules of a game's rulebook: the places that implement and test each rule, as scripts, content and rule tests cite it.

use cardwright_content::{CitationTarget, Content, bracketed, is_note};
use cardwright_table::Library;

/// A file and a line in it.
type Place = (String, usize);

/// The places that cite a rule.
#[derive(Debug, Default)]
pub struct Rule {
    implemented: Vec<Place>,
    tested: Vec<Place>,
}

/// The rules of a game, in the order of its rulebook.
#[derive(Debug)]
pub struct Rulebook {
    /// One entry for each rule of the content, in the same order.
    pub rules: Vec<Rule>,
    /// Citations of rules that do not exist, as sentences.
    pub strays: Vec<String>,
}

impl Rulebook {
    /// Collects every citation in the scripts, content and rule tests of a game.
    pub fn new(content: &Content, library: &Library, game: &str) -> Rulebook {
        let mut book = Rulebook { rules: content.rules.iter().map(|_| Rule::default()).collect(), strays: Vec::new() };
        for (cite, place) in implemented(content) {
            book.add(content, &cite, place, false);
        }
        for (cite, place) in tested(library, game) {
            book.add(content, &cite, place, true);
        }
        book
    }

    /// Whether a rule is implemented and tested. A section counts as such if one of its sentences does.
    pub fn is_covered(&self, content: &Content, at: usize) -> bool {
        let number = content.rules[at].number.as_str();
        let mut sentences = content.rules.iter().zip(&self.rules).filter(|(of, _)| of.section() == Some(number));
        self.rules[at].is_covered() || sentences.any(|(_, rule)| rule.is_covered())
    }

    fn add(&mut self, content: &Content, cite: &str, place: Place, tested: bool) {
        match content.resolve_citation(cite) {
            CitationTarget::Rule(at) if tested => self.rules[at].tested.push(place),
            CitationTarget::Rule(at) => self.rules[at].implemented.push(place),
            CitationTarget::Unknown => {
                self.strays.push(format!("{}:{} cites [{cite}], but no rule has that number", place.0, place.1))
            }
            CitationTarget::Foreign => {}
        }
    }
}

impl Rule {
    /// Whether it is implemented and tested.
    fn is_covered(&self) -> bool {
        !self.implemented.is_empty() && !self.tested.is_empty()
    }

    /// Whether anything cites it.
    pub fn is_cited(&self) -> bool {
        !self.implemented.is_empty() || !self.tested.is_empty()
    }

    /// The places, as lines of text. `none` stands for no place.
    pub fn lines(&self, none: &str) -> Vec<String> {
        [lines("implemented", &self.implemented, none), lines("tested", &self.tested, none)].concat()
    }
}

/// Groups places by file: `rules.luau:12,40`.
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
            let place = (script.display_path(), citation.line);
            all.extend(citation.rules.into_iter().map(|cite| (cite, place.clone())));
        }
    }
    for file in content.files.iter().filter(|f| f.path.ends_with(".toml")) {
        for (at, text) in file.text.lines().enumerate() {
            let Some((_, comment)) = text.split_once('#') else { continue };
            // The list of rules explains in comments how rules are cited.
            if file.path.ends_with("/rules.toml") {
                continue;
            }
            let place = (file.display_path(), at + 1);
            all.extend(bracketed(comment).map(|(_, cite)| (cite.to_owned(), place.clone())));
        }
    }
    for entry in &content.data_sources {
        let Some(rules) = &entry.rule else { continue };
        let place =
            cardwright_content::provenance(content, &entry.entry).into_iter().flat_map(|w| w.origins).next_back();
        let place = place.map_or((entry.entry.clone(), 1), |o| (o.file.display_path(), o.line));
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
