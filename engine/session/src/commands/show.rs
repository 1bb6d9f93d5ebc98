//! `show`: the table, a part of it, or everything about one thing.

use crate::command::{Access, Command, Completion, Cost, Group, Known, Places, owned};
use crate::reply::{Reply, Show, Shown};
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::{Group as SpaceGroup, Printed, SpaceDetails, Thing, ThingKind, ThingLookup, ViewContext};

pub(crate) const COMMAND: Command = Command {
    name: "show",
    aliases: &["s"],
    former_name: None,
    args: "[board|map|tracks|cards|hand|facts|effects|options|THING|GROUP]",
    summary: "the table, a part of it, or all about one thing",
    group: Group::Look,
    access: Access::Players,
    places: Places::Both,
    cost: Cost::Instant,
    details: "Without an argument: the whole table. board: every space; map: a drawing; tracks: all bars; cards: every pile; hand: the hands you may see; facts: all that differs from its default; effects: the active effects, on what and how long; options: the options of this game; notation: the position in notation. THING is a space, card, pile, track, piece, mark, side, action, verb, fact, figure, option or scenario. GROUP is a kind of spaces, or a value that is printed on some of them in a column of the board: it shows every such space, with what lies there and where it leads; `spaces GROUP` where a thing has the same name.",
    example: None,
    run,
    completion: Completion::Words(words),
};

/// The parts that have a word of their own, as completion offers them.
const PARTS: [&str; 9] = ["board", "map", "tracks", "cards", "hand", "facts", "effects", "options", "notation"];

fn run(session: &mut Session, viewer: Viewer, what: &str) -> Reply {
    let shown = match what.to_lowercase().as_str() {
        "" | "table" | "all" => Shown::Table,
        "board" => Shown::Board,
        "map" => Shown::Map,
        "tracks" => Shown::Tracks,
        "cards" | "piles" => Shown::Cards,
        "hand" | "hands" => Shown::Hands,
        "facts" => Shown::Facts,
        "effects" | "in-force" | "in force" => Shown::Effects,
        "options" => Shown::Options,
        "notation" | "position" => {
            Shown::Notation(viewer.position_text(session.table.board(), session.table.position()))
        }
        _ => match named(session, viewer, what) {
            Ok(shown) => shown,
            Err(problem) => return Reply::refused(problem),
        },
    };
    let (view, standing) = (session.view(viewer), session.standing_line(viewer));
    Reply::Show(Box::new(Show { shown, view, standing }))
}

/// A thing, or else every space of a group of that name. Where both exist the thing is shown, and how many spaces there
/// are.
fn named(session: &mut Session, viewer: Viewer, what: &str) -> Result<Shown, String> {
    let program = session.table.program().clone();
    let things = ThingLookup::new(&program);
    let printed = |id: &String| -> (String, Vec<Printed>) {
        let printed = things.first(&format!("space {id}")).map(|it| it.printed).unwrap_or_default();
        (id.clone(), printed)
    };
    let groups = |groups: Vec<SpaceGroup>| {
        let spaces = |group: SpaceGroup| {
            let spaces = group.spaces.iter().map(printed).collect();
            (group, spaces)
        };
        Shown::Groups(groups.into_iter().map(spaces).collect())
    };
    let only = what.split_once(' ').filter(|(spaces, _)| spaces.eq_ignore_ascii_case("spaces")).map(|(_, word)| word);
    let found = SpaceGroup::called(&program, only.unwrap_or(what));
    if only.is_some() && !found.is_empty() {
        return Ok(groups(found));
    }
    match things.first(what) {
        // A word of the game says less than the spaces on which it is printed.
        Ok(thing) if thing.kind == ThingKind::Word && !found.is_empty() => Ok(groups(found)),
        Ok(thing) => {
            let thing = thing.in_game(session.table.board(), session.table.position());
            let spaces = found.first().map_or(0, |group| group.spaces.len());
            let place = place(session, viewer, &thing);
            Ok(Shown::Thing { thing: Box::new(thing), place, spaces })
        }
        Err(_) if !found.is_empty() => Ok(groups(found)),
        Err(problem) => Err(match SpaceGroup::nearest(&program, what, &things.names()) {
            Some(near) => format!("there is no `{what}` in this game; did you mean `{near}`?"),
            None => problem,
        }),
    }
}

/// What a viewer may know of a space.
fn place(session: &mut Session, viewer: Viewer, thing: &Thing) -> Option<Box<SpaceDetails>> {
    if thing.kind != ThingKind::Space {
        return None;
    }
    let figures = session.table.figures();
    SpaceDetails::new(&ViewContext::new(&session.table, &figures, viewer), thing).map(Box::new)
}

fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    if !before.is_empty() {
        return Vec::new();
    }
    let mut words = owned(&PARTS);
    words.extend(known.ahead.groups().into_iter().filter(|word| !known.things.contains(word)));
    words.extend(known.things.iter().cloned());
    words
}
