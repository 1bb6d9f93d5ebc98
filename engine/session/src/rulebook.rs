//! Finds the places that implement and test each rule of a game's rulebook: the scripts, TOML files and rule tests that
//! cite the rule.

use cardwright_content::{CitationTarget, Content, bracketed, is_note};
use cardwright_table::Library;

/// The path of a file, and a line number in it.
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
    /// Sentences about citations of rules that do not exist.
    pub strays: Vec<String>,
}

impl Rulebook {
    /// Collects every citation in the scripts, content and rule tests of a game.
    pub fn new(content: &Content, library: &Library, game: &str) -> Rulebook {
        let mut book = Rulebook { rules: content.rules.iter().map(|_| Rule::default()).collect(), strays: Vec::new() };
        for (cite, place) in citations_in_content(content) {
            book.add(content, &cite, place, false);
        }
        for (cite, place) in citations_in_tests(library, game) {
            book.add(content, &cite, place, true);
        }
        book
    }

    /// Whether the rule at `index` is implemented and tested. A section is covered if one of its sentences is.
    pub fn is_covered(&self, content: &Content, index: usize) -> bool {
        let number = content.rules[index].number.as_str();
        let mut sentences = content.rules.iter().zip(&self.rules).filter(|(rule, _)| rule.section() == Some(number));
        self.rules[index].is_covered() || sentences.any(|(_, places)| places.is_covered())
    }

    fn add(&mut self, content: &Content, cite: &str, place: Place, is_test: bool) {
        match content.resolve_citation(cite) {
            CitationTarget::Rule(index) if is_test => self.rules[index].tested.push(place),
            CitationTarget::Rule(index) => self.rules[index].implemented.push(place),
            CitationTarget::Unknown => {
                self.strays.push(format!("{}:{} cites [{cite}], but no rule has that number", place.0, place.1))
            }
            CitationTarget::Foreign => {}
        }
    }
}

impl Rule {
    /// Whether the rule is implemented and tested.
    fn is_covered(&self) -> bool {
        !self.implemented.is_empty() && !self.tested.is_empty()
    }

    /// Whether a script, a TOML file or a test cites the rule.
    pub fn is_cited(&self) -> bool {
        !self.implemented.is_empty() || !self.tested.is_empty()
    }

    /// Returns the places as text lines. `none` is the text for an empty list of places.
    pub fn lines(&self, none: &str) -> Vec<String> {
        [lines("implemented", &self.implemented, none), lines("tested", &self.tested, none)].concat()
    }
}

/// Returns one text line for each file, such as `  implemented  rules.luau:12,40`. Only the first has the heading.
fn lines(heading: &str, places: &[Place], none: &str) -> Vec<String> {
    let mut files: Vec<(&str, Vec<usize>)> = Vec::new();
    for (file, line) in places {
        match files.iter_mut().find(|(path, _)| path == file) {
            Some((_, lines)) if lines.contains(line) => {}
            Some((_, lines)) => lines.push(*line),
            None => files.push((file, vec![*line])),
        }
    }
    if files.is_empty() {
        return vec![format!("  {heading:12} {none}")];
    }
    let file_text = |(index, (file, lines)): (usize, &mut (&str, Vec<usize>))| {
        lines.sort_unstable();
        let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
        format!("  {:12} {file}:{}", if index == 0 { heading } else { "" }, numbers.join(","))
    };
    files.iter_mut().enumerate().map(file_text).collect()
}

/// Finds the citations in scripts, in comments of TOML files, and in the key `rule` of TOML entries.
fn citations_in_content(content: &Content) -> Vec<(String, Place)> {
    let mut citations = Vec::new();
    for script in &content.scripts {
        for citation in cardwright_lint::citations(&script.text) {
            let place = (script.display_path(), citation.line);
            citations.extend(citation.rules.into_iter().map(|cite| (cite, place.clone())));
        }
    }
    for file in content.files.iter().filter(|file| file.path.ends_with(".toml")) {
        for (index, text) in file.text.lines().enumerate() {
            let Some((_, comment)) = text.split_once('#') else { continue };
            // The comments of `rules.toml` explain how rules are cited. The examples in them are no citations.
            if file.path.ends_with("/rules.toml") {
                continue;
            }
            let place = (file.display_path(), index + 1);
            citations.extend(bracketed(comment).map(|(_, cite)| (cite.to_owned(), place.clone())));
        }
    }
    for entry in &content.data_sources {
        let Some(rules) = &entry.rule else { continue };
        let origin =
            cardwright_content::provenance(content, &entry.entry).into_iter().flat_map(|set| set.origins).next_back();
        let place = origin.map_or((entry.entry.clone(), 1), |origin| (origin.file.display_path(), origin.line));
        for rule in rules.split(';').map(str::trim).filter(|rule| !is_note(rule)) {
            let has_code = rule.starts_with(&format!("{} ", content.rule_code));
            let cite = if has_code { rule.to_owned() } else { format!("{} {rule}", content.rule_code) };
            citations.push((cite, place.clone()));
        }
    }
    citations
}

/// Finds the citations in the titles of a game's rule tests.
fn citations_in_tests(library: &Library, game: &str) -> Vec<(String, Place)> {
    let tests = cardwright_ruletest::list(library, &[], Some(game));
    let cites =
        tests.iter().flat_map(|test| test.cites.iter().map(|cite| (cite.clone(), (test.file.clone(), test.line))));
    cites.collect()
}
