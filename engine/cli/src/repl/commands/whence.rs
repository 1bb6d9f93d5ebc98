//! `whence`: which pack and line set a thing.

use super::{Command, Completes, For, InBrowser};
use crate::repl::session::Session;
use cardwright_content::did_you_mean;
use cardwright_view::{Things, whence};

pub(super) const COMMAND: Command = Command {
    name: "whence",
    also: &[],
    takes: "THING",
    does: "which pack and line set a thing",
    of: For::Rules,
    in_browser: InBrowser::Desk,
    more: "",
    example: None,
    run,
    completes: Completes::Words(|known, before| if before.is_empty() { known.things.to_vec() } else { Vec::new() }),
};

fn run(session: &mut Session, what: &str) {
    if what.is_empty() {
        return session.refuse("`whence` takes a thing: a space, card, track, word, action …");
    }
    let program = session.table.program().clone();
    let lines = whence::lines(&program.content, Some(&program), what);
    if lines.is_empty() {
        let mut known = Things::of(&program).names();
        known.extend(program.registered.iter().map(|r| r.id.clone()));
        let near = did_you_mean(what, known.iter().map(String::as_str));
        let hint = near.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        return session.refuse(format!("no pack has `{what}`{hint}"));
    }
    session.say_all(lines);
}
