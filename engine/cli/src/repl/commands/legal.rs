//! `legal`: every legal row.

use super::{Command, Completes, For, InBrowser};
use crate::repl::display::paint::flow;
use crate::repl::display::rows;
use crate::repl::session::Session;
use cardwright_table::{Next, line};
use cardwright_view::{Choice, Row, choice};

pub(super) const COMMAND: Command = Command {
    name: "legal",
    also: &["l"],
    takes: "[WORDS]",
    does: "every legal row, or those that begin so",
    of: For::Looking,
    in_browser: InBrowser::Asked,
    more: "",
    example: None,
    run,
    completes: Completes::Words(|known, before| known.line(before)),
};

/// What may follow on the line where the words are a whole row, and no other begins so.
fn then(session: &mut Session, choice: &Choice, words: &str) {
    let is_whole = |rows: &[(usize, &Row)]| matches!(rows, [(_, row)] if row.text.eq_ignore_ascii_case(words.trim()));
    if !is_whole(&rows::beginning(choice, words)) {
        return;
    }
    let eyes = session.eyes();
    if let Next::Whole(_, more) = session.table.next_words(&line::words(words), eyes, true)
        && !more.is_empty()
    {
        session.say_all(flow("  then", 8, &more, "  ", session.page.width));
    }
}

fn run(session: &mut Session, begins: &str) {
    let (side, words) = line::sided(session.table.board(), begins);
    if side.is_some() && session.table.asked() != side {
        return session.beside_rows(side, words, usize::MAX);
    }
    let Some(choice) = choice(&session.table, session.eyes()) else { return session.say("the game is over") };
    let is_any = words.is_empty() || !rows::beginning(&choice, words).is_empty();
    if is_any {
        session.say(session.page.bold(&choice.text));
        let lines = rows::all(session.page, &choice, words);
        session.listed(&lines);
        session.say_all(lines);
        then(session, &choice, words);
    }
    match words {
        "" => session.beside_rows(None, "", usize::MAX),
        _ if session.begins_beside(words) => session.beside_rows(session.table.asked(), words, usize::MAX),
        _ if is_any => {}
        _ => session.say(format!("nothing that begins with `{words}` is legal here")),
    }
}
