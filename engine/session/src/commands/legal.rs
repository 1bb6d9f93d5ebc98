//! `legal`: lists the legal rows.

use crate::command::{Access, Command, Completion, Cost, Group};
use crate::reply::{LegalReply, Reply};
use crate::session::Session;
use cardwright_content::truncated;
use cardwright_table::{NextWords, Viewer, line};
use cardwright_view::{Choice, choice_with_reasons};

pub(crate) const COMMAND: Command = Command {
    aliases: &["l"],
    args: "[WORDS]",
    cost: Cost::Query,
    completion: Completion::Words(|known, before| known.line(before)),
    ..Command::new(
        "legal",
        "every legal row, or those that begin with these words",
        Group::Look,
        Access::SideToMove,
        run,
    )
};

fn run(session: &mut Session, viewer: Viewer, words: &str) -> Reply {
    let (side, words) = line::split_side(session.table.board(), words);
    let words = words.to_owned();
    if side.is_some() && session.table.asked() != side {
        let standing = session.standing_rows(viewer, side);
        if standing.is_empty() {
            let name = side.map(|side| session.name(side)).unwrap_or_default();
            return Reply::text(format!("{name} has no standing action now"));
        }
        return Reply::Rows(LegalReply { choice: None, words, then: Vec::new(), standing });
    }
    let sight = session.sight_for(viewer, session.table.asked());
    let Some(choice) = choice_with_reasons(&mut session.table, sight) else { return Reply::text("the game is over") };
    // The words may be short for those of the rows: `hit heli` for `hit red-helicopter`.
    let is_short = !choice.rows.is_empty() && begins_with(&choice, &words).next().is_none();
    let words = session.table.row_words_in_full(&words).filter(|_| is_short).unwrap_or(words);
    let matching: Vec<&str> = begins_with(&choice, &words).collect();
    let mut standing = match words.is_empty() {
        true => session.standing_rows(viewer, None),
        false => session.standing_rows(viewer, session.table.asked()),
    };
    if !words.is_empty() {
        standing.retain(|rows| rows.choice.as_ref().is_some_and(|choice| begins_with(choice, &words).next().is_some()));
    }
    if matching.is_empty() && !words.is_empty() {
        if standing.is_empty() {
            let why = session.table.line_for_why(&words).map(|line| format!(": `why not {line}` says why"));
            let words = truncated(&words);
            return Reply::text(format!("nothing that begins with `{words}` is legal here{}", why.unwrap_or_default()));
        }
        return Reply::Rows(LegalReply { choice: None, words, then: Vec::new(), standing });
    }
    let is_whole = matches!(matching[..], [row] if row.eq_ignore_ascii_case(words.trim()));
    // `true`: the words of the next choice are included.
    let then = match is_whole.then(|| session.table.next_words(&line::words(&words), sight, true)) {
        Some(NextWords::Complete(_, next)) => next,
        _ => Vec::new(),
    };
    Reply::Rows(LegalReply { choice: Some(choice), words, then, standing })
}

/// Returns the rows of a choice that begin with some words.
fn begins_with<'c>(choice: &'c Choice, words: &str) -> impl Iterator<Item = &'c str> {
    let words = words.trim().to_lowercase();
    choice.rows.iter().map(|row| row.text.as_str()).filter(move |text| text.to_lowercase().starts_with(&words))
}
