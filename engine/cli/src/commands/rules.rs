//! `cardwright rules`: lists the rules of the rulebook, and the places that implement and test each rule. With a
//! citation, it prints what these places say; with `--page`, an HTML page of all rules.

use crate::args::Rules;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::out::counted;
use crate::packs::{self, Packs};
use cardwright_content::Content;
use cardwright_session::rulebook::{Rulebook, find_rules};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Rules) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let content = packs::content(&library, &game.id)?;
    let rulebook = Rulebook::new(&content, &library, &game.id);
    if !args.citation.is_empty() {
        let cite = args.citation.join(" ");
        let found = find_rules(&content, &cite);
        if found.is_empty() {
            return Err(Failure::Usage(format!("no rule of {} has `{cite}` in its number or title", game.id)));
        }
        for index in found {
            let mut lines = rulebook.rule_lines(&content, index, true);
            lines[0] = out::bold(&lines[0]);
            lines.iter().for_each(out::line);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if args.page {
        out::text(&page(&content, &rulebook));
        return Ok(ExitCode::SUCCESS);
    }
    let nowhere = out::bold("! nowhere");
    for (index, (rule, places)) in content.rules.iter().zip(&rulebook.rules).enumerate() {
        out::line(format!("{}  {}", out::bold(&rule.number), rule.title));
        if places.is_cited() || !rulebook.is_covered(&content, index) {
            places.lines(&nowhere).iter().for_each(out::line);
        }
    }
    let is_uncovered = |index: &usize| !rulebook.is_covered(&content, *index);
    let (sentences, sections): (Vec<usize>, Vec<usize>) =
        (0..content.rules.len()).partition(|index| content.rules[*index].section().is_some());
    let uncovered = sections.iter().filter(|index| is_uncovered(index)).count();
    rulebook.strays.iter().for_each(out::line);
    let strays = counted(rulebook.strays.len(), "stray citation");
    out::line(format!("{}: {uncovered} not implemented or not tested, {strays}", counted(sections.len(), "rule")));
    if !sentences.is_empty() {
        let open = sentences.iter().filter(|index| is_uncovered(index)).count();
        out::line(format!("{} of them: {open} not implemented or not tested", counted(sentences.len(), "sentence")));
    }
    let failed = args.strict && (uncovered > 0 || !rulebook.strays.is_empty());
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}

/// Writes the rules of a game as one HTML page: for each rule its number and title, the comments of the scripts that
/// cite it, and the titles of its tests.
fn page(content: &Content, rulebook: &Rulebook) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let name = escaped(&content.board.name);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{name}: rules</title>\n<style>\n\
         body {{ font: 16px/1.4 Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em }}\n\
         h2 {{ font-size: 1.1em; margin: 1.2em 0 .2em }} p {{ margin: .2em 0 }} ul {{ margin: .2em 0 }}\n\
         code {{ font-size: .8em; color: #666 }}\n</style>\n<h1>{name}</h1>\n"
    );
    for (rule, places) in content.rules.iter().zip(&rulebook.rules) {
        page += &format!("<h2 id=\"{0}\">{0} {1}</h2>\n", escaped(&rule.number), escaped(&rule.title));
        let mut seen: Vec<&str> = Vec::new();
        for place in places.implemented.iter().filter(|place| !place.text.is_empty()) {
            if !seen.contains(&place.text.as_str()) {
                let at = format!("{}:{}", place.file, place.line);
                page += &format!("<p>{} <code>{}</code></p>\n", escaped(&place.text), escaped(&at));
                seen.push(&place.text);
            }
        }
        let tests: Vec<String> =
            places.tested.iter().map(|place| format!("<li>{}</li>\n", escaped(&place.text))).collect();
        if !tests.is_empty() {
            page += &format!("<ul>\n{}</ul>\n", tests.concat());
        }
    }
    page + "</html>\n"
}
