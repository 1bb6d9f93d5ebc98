//! `dice`: the outcomes of the next rolls, draws and picks, given by hand.

use super::{Command, Completes, owned};
use crate::repl::session::Session;

pub(super) const COMMAND: Command = Command {
    name: "dice",
    also: &[],
    takes: "[OUTCOMES|clear]",
    does: "force the next rolls (a card to be drawn: card:ID; a thing to be picked: its id)",
    more: "Faces, cards (`card:ID`) and things to be picked (`ID`, or `pick:ID`) are each used in order by whatever is rolled, drawn or picked next; alone it lists those still to come. They are recorded as given by hand.",
    example: None,
    run,
    completes: Completes::Words(|_, before| if before.is_empty() { owned(&["clear"]) } else { Vec::new() }),
};

fn run(session: &mut Session, words: &str) {
    let before = session.table.take_forced();
    let old: Vec<&str> = before.iter().map(String::as_str).collect();
    if words == "clear" {
        return session.done(if old.is_empty() {
            "no roll was forced".to_owned()
        } else {
            format!("dropped: {}", old.join(" "))
        });
    }
    let new: Vec<&str> = words.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    let tried = session.table.force(&new);
    session.table.take_forced();
    let all: Vec<&str> = if tried.is_ok() { old.iter().chain(&new).copied().collect() } else { old };
    let kept = session.table.force(&all);
    match tried.and(kept) {
        Err(error) => session.answered(Err(error)),
        Ok(()) if all.is_empty() => session.say("no roll is forced: all come from the seed"),
        Ok(()) => session.done(format!("the next rolls: {}", all.join(" "))),
    }
}
