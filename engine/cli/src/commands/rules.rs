//! `cardwright rules`: each rule of the rule book, where it is implemented and where it is tested.

use crate::args::Rules;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_content::{Cited, Content, bracketed, is_note};
use cardwright_table::Library;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Rules) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let content = packs::content(&library, &game.id)?;
    let mut rules: Vec<Rule> = content.rules.iter().map(|_| Rule::default()).collect();
    let mut strays = Vec::new();
    let mut file = |cite: &str, place: Place, tested: bool| match content.cited(cite) {
        Cited::Rule(at) if tested => rules[at].tested.push(place),
        Cited::Rule(at) => rules[at].implemented.push(place),
        Cited::Unknown => strays.push(format!("{}:{} cites [{cite}], which is no rule", place.0, place.1)),
        Cited::Foreign => {}
    };
    for (cite, place) in implemented(&content) {
        file(&cite, place, false);
    }
    for (cite, place) in tested(&library, &game.id) {
        file(&cite, place, true);
    }
    let mut empty = 0;
    for (section, rule) in content.rules.iter().zip(&rules) {
        out::line(format!("{}  {}", out::bold(&section.number), section.title));
        line("implemented", &rule.implemented);
        line("tested", &rule.tested);
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

/// A file and a line in it.
type Place = (String, usize);

#[derive(Default)]
struct Rule {
    implemented: Vec<Place>,
    tested: Vec<Place>,
}

/// Places of one file stand together: `rules.luau:12,40`.
fn line(what: &str, places: &[Place]) {
    let mut files: Vec<(&str, Vec<usize>)> = Vec::new();
    for (file, line) in places {
        match files.iter_mut().find(|(f, _)| f == file) {
            Some((_, lines)) if lines.contains(line) => {}
            Some((_, lines)) => lines.push(*line),
            None => files.push((file, vec![*line])),
        }
    }
    if files.is_empty() {
        out::line(format!("  {what:12} {}", out::bold("! nowhere")));
    }
    for (at, (file, lines)) in files.iter_mut().enumerate() {
        lines.sort_unstable();
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        out::line(format!("  {:12} {file}:{}", if at == 0 { what } else { "" }, lines.join(",")));
    }
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
