//! Finds the places that implement and test each rule of a game's rulebook: the scripts, TOML files and rule tests that
//! cite the rule.

use cardwright_content::{CitationTarget, Content, SourceFile, bracketed, is_note};
use cardwright_ruletest::Listing;
use cardwright_table::Library;

/// A line that cites a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The path of the file, as messages show it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What stands there: the comment of a script or a TOML file, or the title of a test.
    pub text: String,
}

/// The places that cite a rule.
#[derive(Debug, Default)]
pub struct Rule {
    /// The lines of scripts and TOML files.
    pub implemented: Vec<Place>,
    /// The rule tests.
    pub tested: Vec<Place>,
}

/// The rules of a game, in the order of its rulebook.
#[derive(Debug)]
pub struct Rulebook {
    /// One entry for each rule of the content, in the same order.
    pub rules: Vec<Rule>,
    /// Sentences about citations of rules that do not exist.
    pub strays: Vec<String>,
}

/// Finds the rules that a text names: the rule that it cites, with or without brackets, or else all rules with the text
/// in their number or title. An empty text names all sections, but not their sentences.
pub fn find_rules(content: &Content, cite: &str) -> Vec<usize> {
    let cite = cite.trim().trim_start_matches('[').trim_end_matches(']').trim();
    if let CitationTarget::Rule(index) = content.resolve_citation(cite) {
        return vec![index];
    }
    let has = |text: &str| text.to_lowercase().contains(&cite.to_lowercase());
    let is_named = |index: &usize| {
        let rule = &content.rules[*index];
        (!cite.is_empty() || rule.section().is_none())
            && (has(&format!("{} {}", content.rule_code, rule.number)) || has(&rule.title))
    };
    (0..content.rules.len()).filter(is_named).collect()
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

    /// Returns the text lines about a rule: its title, the places that implement and test it, with what they say if
    /// `in_full`, and the titles of its sentences.
    pub fn rule_lines(&self, content: &Content, index: usize, in_full: bool) -> Vec<String> {
        let rule = &content.rules[index];
        let mut lines = vec![format!("{}  {}", rule.number, rule.title)];
        lines.extend(if in_full { self.rules[index].passages("nowhere") } else { self.rules[index].lines("nowhere") });
        let sentences = content.rules.iter().filter(|sentence| sentence.section() == Some(&rule.number));
        lines.extend(sentences.map(|sentence| format!("  {}  {}", sentence.number, sentence.title)));
        lines
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
                self.strays.push(format!("{}:{} cites [{cite}], but no rule has that number", place.file, place.line))
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

    /// Returns what the places say: each place, and below it its comment or the title of its test.
    pub fn passages(&self, none: &str) -> Vec<String> {
        let mut out = Vec::new();
        for (heading, places) in [("implemented", &self.implemented), ("tested", &self.tested)] {
            out.push(format!("  {heading}{}", if places.is_empty() { format!(" {none}") } else { String::new() }));
            let mut seen: Vec<&Place> = Vec::new();
            for place in places.iter().filter(|place| !place.text.is_empty()) {
                if !seen.iter().any(|other| (&other.file, &other.text) == (&place.file, &place.text)) {
                    out.push(format!("    {}:{}", place.file, place.line));
                    out.push(format!("      {}", place.text));
                    seen.push(place);
                }
            }
        }
        out
    }
}

/// Returns one text line for each file, such as `  implemented  rules.luau:12,40`. Only the first has the heading.
fn lines(heading: &str, places: &[Place], none: &str) -> Vec<String> {
    let mut files: Vec<(&str, Vec<usize>)> = Vec::new();
    for Place { file, line, .. } in places {
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
            let place = place_in(script, citation.line);
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
            let place = || place_in(file, index + 1);
            citations.extend(bracketed(comment).map(|(_, cite)| (cite.to_owned(), place())));
        }
    }
    for entry in &content.data_sources {
        let Some(rules) = &entry.rule else { continue };
        let origin =
            cardwright_content::provenance(content, &entry.entry).into_iter().flat_map(|set| set.origins).next_back();
        let place = match origin {
            Some(origin) => Place { text: entry.entry.clone(), ..place_in(&origin.file, origin.line) },
            None => Place { file: entry.entry.clone(), line: 1, text: String::new() },
        };
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
    let place = |test: &Listing| Place { file: test.file.clone(), line: test.line, text: test.title.clone() };
    tests.iter().flat_map(|test| test.cites.iter().map(move |cite| (cite.clone(), place(test)))).collect()
}

/// Reads the comment that has a line, from its first line to its last, without the signs of comments.
fn place_in(file: &SourceFile, line: usize) -> Place {
    let comment = |line: &&str| {
        let text = line.trim_start();
        let text = text.strip_prefix("--").map(|text| text.trim_start_matches('-')).or(text.strip_prefix('#'));
        text.map(|text| text.trim().to_owned())
    };
    let lines: Vec<&str> = file.text.lines().collect();
    let (before, from) = lines.split_at((line - 1).min(lines.len()));
    let mut words: Vec<String> = before.iter().rev().map_while(comment).collect();
    words.reverse();
    let rest: Vec<String> = from.iter().map_while(comment).collect();
    // A comment at the end of a line of code stands alone.
    let text = match (rest.is_empty(), from.first()) {
        (true, Some(line)) => line.trim().to_owned(),
        _ => [words, rest].concat().join(" "),
    };
    Place { file: file.display_path(), line, text }
}
