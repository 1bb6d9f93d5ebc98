//! `cardwright rules`: lists the rules of the rulebook, and where each is implemented and tested.

use crate::args::Rules;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_session::rulebook::Rulebook;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Rules) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let content = packs::content(&library, &game.id)?;
    let rulebook = Rulebook::new(&content, &library, &game.id);
    let nowhere = out::bold("! nowhere");
    for (at, (section, rule)) in content.rules.iter().zip(&rulebook.rules).enumerate() {
        out::line(format!("{}  {}", out::bold(&section.number), section.title));
        if rule.is_cited() || !rulebook.is_covered(&content, at) {
            rule.lines(&nowhere).iter().for_each(out::line);
        }
    }
    let is_uncovered = |at: &usize| !rulebook.is_covered(&content, *at);
    let (sentences, sections): (Vec<usize>, Vec<usize>) =
        (0..content.rules.len()).partition(|at| content.rules[*at].section().is_some());
    let empty = sections.iter().filter(|at| is_uncovered(at)).count();
    rulebook.strays.iter().for_each(out::line);
    let counts = counted(rulebook.strays.len(), "stray citation");
    out::line(format!("{}: {empty} not implemented or not tested, {counts}", counted(sections.len(), "rule")));
    if !sentences.is_empty() {
        let open = sentences.iter().filter(|at| is_uncovered(at)).count();
        out::line(format!("{} of them: {open} not implemented or not tested", counted(sentences.len(), "sentence")));
    }
    let failed = args.strict && (empty > 0 || !rulebook.strays.is_empty());
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}
