//! `cardwright rules`: lists the rules of the rulebook, and the places that implement and test each rule.

use crate::args::Rules;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::out::counted;
use crate::packs::{self, Packs};
use cardwright_session::rulebook::Rulebook;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Rules) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let content = packs::content(&library, &game.id)?;
    let rulebook = Rulebook::new(&content, &library, &game.id);
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
