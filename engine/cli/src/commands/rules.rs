//! `cardwright rules`: each rule of the rule book, where it is implemented and where it is tested.

use crate::args::Rules;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs, counted};
use crate::rulebook::Rulebook;
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Rules) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let content = packs::content(&library, &game.id)?;
    let book = Rulebook::of(&content, &library, &game.id);
    let nowhere = out::bold("! nowhere");
    for (section, rule) in content.rules.iter().zip(&book.rules) {
        out::line(format!("{}  {}", out::bold(&section.number), section.title));
        rule.lines(&nowhere).iter().for_each(out::line);
    }
    let empty = book.rules.iter().filter(|rule| !rule.is_whole()).count();
    book.strays.iter().for_each(out::line);
    out::line(format!(
        "{}: {empty} not implemented or not tested, {}",
        counted(content.rules.len(), "rule"),
        counted(book.strays.len(), "stray citation")
    ));
    let failed = args.strict && (empty > 0 || !book.strays.is_empty());
    Ok(ExitCode::from(if failed { FINDINGS } else { 0 }))
}
