//! `cardwright rules`: each rule of the rule book, where it is implemented and where it is tested.

use crate::args::Rules;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_content::{Content, Pack};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Rules) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let content = packs::content(&library, &game.id)?;
    let mut rules: Vec<Rule> = content.rules.iter().map(|_| Rule::default()).collect();
    let mut strays = Vec::new();
    let mut file = |cite: &str, place: String, tested: bool| match section(&content, cite) {
        Section::Rule(at) if tested => rules[at].tested.push(place),
        Section::Rule(at) => rules[at].implemented.push(place),
        Section::Unknown => strays.push(format!("{place} cites [{cite}], which is no rule")),
        Section::Foreign => {}
    };
    for (cite, place) in implemented(&content) {
        file(&cite, place, false);
    }
    for (cite, place) in tested(&library.packs, &game.id) {
        file(&cite, place, true);
    }
    let mut empty = 0;
    for (section, rule) in content.rules.iter().zip(&rules) {
        out::line(format!("{}  {}", out::bold(&section.number), section.title));
        line("implemented", &rule.implemented, "nowhere");
        line("tested", &rule.tested, "nowhere");
        empty += usize::from(rule.implemented.is_empty() || rule.tested.is_empty());
    }
    for stray in &strays {
        out::line(stray);
    }
    out::line(format!(
        "{}: {empty} not implemented or not tested, {}",
        counted(content.rules.len(), "rule"),
        counted(strays.len(), "stray citation")
    ));
    let failed = args.strict && (empty > 0 || !strays.is_empty());
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}

#[derive(Default)]
struct Rule {
    implemented: Vec<String>,
    tested: Vec<String>,
}

fn line(what: &str, places: &[String], none: &str) {
    /// More places than this are counted, not listed.
    const MOST: usize = 6;
    let mut unique: Vec<&str> = Vec::new();
    for place in places {
        if !unique.contains(&place.as_str()) {
            unique.push(place);
        }
    }
    let more = unique.len().saturating_sub(MOST);
    let mut text = unique[..unique.len().min(MOST)].join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    if text.is_empty() {
        text = out::bold(format!("! {none}"));
    }
    out::line(format!("  {what:12} {text}"));
}

/// What a citation names.
enum Section {
    Rule(usize),
    /// The game's code, but no rule of it.
    Unknown,
    /// A note, an example, another game.
    Foreign,
}

/// The rule a citation names: itself, or the longest rule it is a part of (`BW Raise Agitators 3`).
fn section(content: &Content, cite: &str) -> Section {
    let Some(number) = cite.strip_prefix(&content.rule_code).and_then(|rest| rest.strip_prefix(' ')) else {
        return Section::Foreign;
    };
    let part_of = |rule: &str| {
        number.strip_prefix(rule).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '.']))
    };
    let rules = content.rules.iter().enumerate().filter(|(_, r)| part_of(&r.number));
    rules.max_by_key(|(_, r)| r.number.len()).map_or(Section::Unknown, |(at, _)| Section::Rule(at))
}

/// Citations in scripts, in comments of content, and the `rule` of entries, with their places.
fn implemented(content: &Content) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for script in &content.scripts {
        for citation in cardwright_lint::citations(&script.text) {
            let place = format!("{}:{}", script.shown(), citation.line);
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
            let place = format!("{}:{}", file.shown(), at + 1);
            all.extend(bracketed(comment).map(|cite| (cite.to_owned(), place.clone())));
        }
    }
    for entry in &content.provenance {
        let Some(rule) = &entry.rule else { continue };
        let place = cardwright_content::whence(content, &entry.entry).into_iter().flat_map(|w| w.origins).next_back();
        let place = place.map_or(entry.entry.clone(), |o| format!("{}:{}", o.file.shown(), o.line));
        let cite = if rule.starts_with(&format!("{} ", content.rule_code)) {
            rule.clone()
        } else {
            format!("{} {rule}", content.rule_code)
        };
        all.push((cite, place));
    }
    all
}

/// Citations in the titles of a game's rule tests.
fn tested(packs: &[Pack], game: &str) -> Vec<(String, String)> {
    let folder = format!("tests/rules/{game}/");
    let mut all = Vec::new();
    for file in packs.iter().flat_map(|p| &p.files).filter(|f| f.path.starts_with(&folder)) {
        for (at, text) in file.text.lines().enumerate().filter(|(_, l)| l.starts_with("---")) {
            let place = format!("{}:{}", file.shown(), at + 1);
            all.extend(bracketed(text).map(|cite| (cite.to_owned(), place.clone())));
        }
    }
    all
}

/// What stands in square brackets.
fn bracketed(text: &str) -> impl Iterator<Item = &str> {
    text.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(cite, _)| cite.trim()))
}
