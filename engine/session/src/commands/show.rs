//! `show`: shows the position, a part of it, or everything about one thing.

use crate::command::{Access, Command, Completion, CompletionContext, Group, owned};
use crate::reply::{Reply, ShowReply, ShownPart};
use crate::session::Session;
use cardwright_table::Viewer;
use cardwright_view::{Group as SpaceGroup, Printed, SpaceDetails, Thing, ThingKind, ThingLookup, ViewContext};

pub(crate) const COMMAND: Command = Command {
    aliases: &["s"],
    args: "[board|map|legend|tracks|cards|hand|facts|effects|options|THING|GROUP]",
    details: "Without an argument: the whole table. board: every space; map: a drawing; legend: the short names of pieces; tracks: all bars; cards: every pile; hand: the hands you may see; facts: all that differs from its default; effects: the active effects, on what and how long; options: the options of this game; notation: the position in notation. THING is a space, card, pile, track, piece, mark, side, action, verb, fact, figure, option, scenario, step, hook or effect. GROUP is a kind of spaces, or a value that is printed on some of them in a column of the board: it shows every such space, with what lies there and where it leads; `spaces GROUP` where a thing has the same name.",
    completion: Completion::Words(words),
    ..Command::new("show", "the table, a part of it, or all about one thing", Group::Look, Access::Players, run)
};

/// The words for parts of the position that completion offers.
const PARTS: [&str; 10] =
    ["board", "map", "legend", "tracks", "cards", "hand", "facts", "effects", "options", "notation"];

fn run(session: &mut Session, viewer: Viewer, name: &str) -> Reply {
    let shown = match name.to_lowercase().as_str() {
        "" | "table" | "all" => ShownPart::Table,
        "board" => ShownPart::Board,
        "map" => ShownPart::Map,
        "tracks" => ShownPart::Tracks,
        "cards" | "piles" => ShownPart::Cards,
        "hand" | "hands" => ShownPart::Hands,
        "facts" => ShownPart::Facts,
        "effects" | "in-force" | "in force" => ShownPart::Effects,
        "options" => ShownPart::Options,
        "legend" => ShownPart::Legend,
        "notation" | "position" => {
            ShownPart::Notation(viewer.position_text(session.table.board(), session.table.position()))
        }
        _ => match find_named(session, viewer, name) {
            Ok(shown) => shown,
            Err(problem) => return Reply::refused(problem),
        },
    };
    let (view, standing) = (session.view(viewer), session.standing_line(viewer));
    Reply::Show(Box::new(ShowReply { shown, view, standing }))
}

/// Finds a thing, or else every space of a group, by its name. If a thing and a group have the same name, returns the
/// thing and the number of spaces of the group.
fn find_named(session: &mut Session, viewer: Viewer, name: &str) -> Result<ShownPart, String> {
    let program = session.table.program().clone();
    let things = ThingLookup::new(&program);
    let printed = |id: &String| -> (String, Vec<Printed>) {
        let printed = things.first(&format!("space {id}")).map(|space| space.printed).unwrap_or_default();
        (id.clone(), printed)
    };
    let with_printed = |groups: Vec<SpaceGroup>| {
        let spaces = |group: SpaceGroup| {
            let spaces = group.spaces.iter().map(printed).collect();
            (group, spaces)
        };
        ShownPart::Groups(groups.into_iter().map(spaces).collect())
    };
    // A player types `spaces GROUP` for a group that has the same name as a thing.
    let group_name =
        name.split_once(' ').filter(|(word, _)| word.eq_ignore_ascii_case("spaces")).map(|(_, group)| group);
    let groups = SpaceGroup::called(&program, group_name.unwrap_or(name));
    if group_name.is_some() && !groups.is_empty() {
        return Ok(with_printed(groups));
    }
    match things.first(name) {
        // If the thing is a word, such as `oil`, the spaces on which it is printed say more than the word itself.
        Ok(thing) if thing.kind == ThingKind::Word && !groups.is_empty() => Ok(with_printed(groups)),
        Ok(thing) => {
            let thing = thing.in_game(session.table.board(), session.table.position());
            let spaces = groups.first().map_or(0, |group| group.spaces.len());
            let place = space_details(session, viewer, &thing);
            Ok(ShownPart::Thing { thing: Box::new(thing), place, spaces })
        }
        Err(_) if !groups.is_empty() => Ok(with_printed(groups)),
        Err(problem) => Err(match SpaceGroup::nearest(&program, name, &things.names()) {
            Some(near) => format!("there is no `{name}` in this game; did you mean `{near}`?"),
            None => problem,
        }),
    }
}

/// Returns what a viewer may know of a space; none if the thing is no space.
fn space_details(session: &mut Session, viewer: Viewer, thing: &Thing) -> Option<Box<SpaceDetails>> {
    if thing.kind != ThingKind::Space {
        return None;
    }
    let figures = session.table.figures();
    SpaceDetails::new(&ViewContext::new(&session.table, &figures, viewer), thing).map(Box::new)
}

fn words(known: &mut CompletionContext<'_, '_>, before: &str) -> Vec<String> {
    if !before.is_empty() {
        return Vec::new();
    }
    let mut words = owned(&PARTS);
    words.extend(known.completer.groups().into_iter().filter(|word| !known.things.contains(word)));
    words.extend(known.things.iter().cloned());
    words
}
