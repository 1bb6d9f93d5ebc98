//! `show`: the table, a part of it, or all about one thing.

use super::{Command, Completes, For, InBrowser, Known, owned};
use crate::repl::display::{self, Look, board, cards, facts, group, map, thing, tracks};
use crate::repl::session::Session;
use cardwright_view::{Group, Is, Things};

pub(super) const COMMAND: Command = Command {
    name: "show",
    also: &["s"],
    takes: "[board|map|tracks|cards|hand|facts|in-force|options|THING|GROUP]",
    does: "the table, a part of it, or all about one thing",
    of: For::Looking,
    in_browser: InBrowser::Players,
    more: "Alone: the whole table. board: every space; map: a drawing; tracks: all bars; cards: every pile; \
             hand: the hands you may see; facts: all that differs from its default; in-force: the effects that last, about what and how long; options: what was chosen about the rules; notation: the position in words. \
             THING is a space, card, pile, track, piece, mark, side, action, verb, fact, figure, option or scenario. \
             GROUP is a kind of spaces, or what is printed on some of them in a column of the board: every such space, with what lies there and where it leads; \
             `spaces GROUP` where a thing has the same name.",
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
            "in-force" | "in force" => facts::in_force(&look),
            "options" => facts::options(&look),
            "notation" | "position" => session.view().lines().map(str::to_owned).collect(),
            _ => match named(session, &look, what) {
                Ok(lines) => lines,
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

/// A thing, or else every space of a group that goes by the name. Where both do, the thing is shown, and how the other is asked for.
fn named(session: &Session, look: &Look, what: &str) -> Result<Vec<String>, String> {
    let program = session.table.program();
    let things = Things::of(program);
    let printed = |id: &str| things.first(&format!("space {id}")).map(|it| it.printed).unwrap_or_default();
    let drawn = |groups: &[Group]| groups.iter().flat_map(|it| group::group(look, it, &printed)).collect::<Vec<_>>();
    let only = what.split_once(' ').filter(|(spaces, _)| spaces.eq_ignore_ascii_case("spaces")).map(|(_, word)| word);
    let groups = Group::called(program, only.unwrap_or(what));
    if only.is_some() && !groups.is_empty() {
        return Ok(drawn(&groups));
    }
    match things.first(what) {
        // A word of the game says less than the spaces on which it stands.
        Ok(it) if it.is == Is::Word && !groups.is_empty() => Ok(drawn(&groups)),
        Ok(it) => {
            let mut lines = thing::thing(look, &it.in_game(session.table.board(), session.table.position()));
            if let Some(group) = groups.first() {
                let count = group.spaces.len();
                let too = format!("`{what}` are also {count} spaces: `show spaces {what}`");
                lines.push(look.page.dim(&too));
            }
            Ok(lines)
        }
        Err(_) if !groups.is_empty() => Ok(drawn(&groups)),
        Err(problem) => Err(match Group::nearest(program, what, &things.names()) {
            Some(near) => format!("there is no `{what}` in this game; did you mean `{near}`?"),
            None => problem,
        }),
    }
}

fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    if !before.is_empty() {
        return Vec::new();
    }
    let mut parts = owned(&["board", "map", "tracks", "cards", "hand", "facts", "in-force", "options", "notation"]);
    parts.extend(known.ahead.groups().into_iter().filter(|word| !known.things.contains(word)));
    parts.extend(known.things.iter().cloned());
    parts
}
