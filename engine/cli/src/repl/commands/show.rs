//! `show`: the table, a part of it, or all about one thing.

use super::{Command, Completes, For, InBrowser, Known, owned};
use crate::repl::display::{self, Look, board, cards, facts, map, thing, tracks};
use crate::repl::session::Session;
use cardwright_view::Things;

pub(super) const COMMAND: Command = Command {
    name: "show",
    also: &["s"],
    takes: "[board|map|tracks|cards|hand|facts|options|THING]",
    does: "the table, a part of it, or all about one thing",
    of: For::Looking,
    in_browser: InBrowser::Players,
    more: "Alone: the whole table. board: every space; map: a drawing; tracks: all bars; cards: every pile; \
             hand: the hands you may see; facts: all that differs from its default; options: what was chosen about the rules; notation: the position in words. \
             THING is a space, card, pile, track, piece, side, action, verb, fact, figure, option or scenario.",
    example: None,
    run,
    completes: Completes::Words(words),
};

fn run(session: &mut Session, what: &str) {
    let lines = {
        let seen = session.table_seen();
        let besides = session.besides();
        let look = Look::new(&seen, session.page).settled(&session.settled);
        match what.to_lowercase().as_str() {
            "" | "table" | "all" => display::screen(&look, &besides),
            "board" => board::whole(&look),
            "map" => map::page(&look),
            "tracks" => tracks::bars(&look),
            "cards" | "piles" => cards::all(&look),
            "hand" | "hands" => cards::hands(&look),
            "facts" => facts::all(&look),
            "options" => facts::options(&look),
            "notation" | "position" => session.view().lines().map(str::to_owned).collect(),
            _ => match Things::of(session.table.program()).first(what) {
                Ok(it) => thing::thing(&look, &it.in_game(session.table.board(), session.table.position())),
                Err(problem) => return session.refuse(problem),
            },
        }
    };
    let used = lines.len();
    session.say_all(lines);
    if what.is_empty() {
        session.rows(session.page.height.saturating_sub(used + 3));
    }
}

fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    if !before.is_empty() {
        return Vec::new();
    }
    let parts = owned(&["board", "map", "tracks", "cards", "hand", "facts", "options", "notation"]);
    parts.into_iter().chain(known.things.iter().cloned()).collect()
}
