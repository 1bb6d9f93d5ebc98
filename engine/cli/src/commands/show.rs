//! `cardwright show`: prints a game's board, or one thing of it.

use crate::args::Show;
use crate::failure::{Failure, unknown_name};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_content::Content;
use cardwright_script::Program;
use cardwright_state::board::{Board, Track};
use cardwright_state::notation;
use cardwright_table::{SetUp, Table};
use cardwright_view::{Effect, Printed, Thing, ThingKind, ThingLookup, Value, fact_type_text};
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Show) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    if args.notation {
        let scenario = packs::scenario(&game, args.scenario.as_deref())?;
        let (program, vm) = packs::load(&library, &game.id)?;
        let set_up = SetUp { scenario, seed: args.seed, ..SetUp::default() };
        let table = Table::start(program, vm, &set_up)?;
        out::line(notation::print(table.board(), table.position()).trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let content = Arc::new(packs::content(&library, &game.id)?);
    // If the scripts do not load, everything except actions and verbs can still be shown.
    let program = match Program::load(content.clone()) {
        Ok((program, _)) => Some(program),
        Err(_) => {
            out::note(format!("the scripts do not load: `{}` shows why", library.check_command(&game.id)));
            None
        }
    };
    let definitions = Definitions { content: &content, program: program.as_deref() };
    if args.thing.is_empty() {
        definitions.print_overview();
        return Ok(ExitCode::SUCCESS);
    }
    let thing = args.thing.join(" ");
    if definitions.print_thing(&thing) {
        return Ok(ExitCode::SUCCESS);
    }
    let known = definitions.things().names();
    Err(Failure::Usage(unknown_name(&format!("thing of {}", game.id), &thing, known.iter().map(String::as_str))))
}

/// The definitions of a game, with its program if the scripts load.
struct Definitions<'a> {
    content: &'a Content,
    program: Option<&'a Program>,
}

impl<'a> Definitions<'a> {
    fn board(&self) -> &'a Board {
        self.program.map_or(&self.content.board, |p| &p.board)
    }

    fn print_overview(&self) {
        let board = self.board();
        let names = |ids: Vec<&str>| ids.join(" ");
        out::line(out::bold(format!("{} ({})", board.name, board.game)));
        let sides: Vec<String> = board.sides.iter().map(|s| format!("{} {}", s.id, s.name)).collect();
        field("sides", sides.join(", "));
        field("scenarios", names(self.content.scenarios.iter().map(|s| s.id.as_str()).collect()));
        field("options", names(board.options.iter().map(|o| o.id.as_str()).collect()));
        field("actions", names(board.actions.iter().map(|a| a.id.as_str()).collect()));
        if let Some(program) = self.program {
            field("verbs", names(program.verbs.iter().map(|v| v.0.as_str()).collect()));
        }
        let dice: Vec<String> =
            board.dice.iter().map(|d| format!("{} ({})", d.id, board.face_list_text(&d.faces))).collect();
        field("dice", dice.join(", "));
        field("cards", counted(board.cards.len(), "card"));
        field("piles", board.piles.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", "));
        field("periods", names(board.periods.iter().map(String::as_str).collect()));
        if !self.content.knobs.is_empty() {
            section("Knobs");
            let rows = self.content.knobs.iter().map(|knob| {
                vec![knob.id.clone(), knob.display_text(), format!("{} to {}", knob.min, knob.max), knob.doc.clone()]
            });
            out::table(&["KNOB", "VALUE", "RANGE", "ABOUT"], rows.collect());
        }
        section("Spaces");
        let rows = board.spaces.iter().map(|space| {
            let next: Vec<&str> = space.adjacent.iter().map(|s| board.spaces[s].id.as_str()).collect();
            vec![
                space.id.clone(),
                space.name.clone(),
                board.space_kinds[space.kind.at()].id.clone(),
                self.fields(ThingKind::Space, &space.id),
                next.join(" "),
            ]
        });
        out::table(&["SPACE", "NAME", "KIND", "FIELDS", "NEXT TO"], rows.collect());
        if !board.links.is_empty() {
            section("Links");
            let rows = board.links.iter().map(|link| {
                vec![
                    link.id.clone(),
                    link.kind.map_or("", |k| board.link_kinds[k.at()].id.as_str()).to_owned(),
                    board.spaces[link.a.at()].id.clone(),
                    board.spaces[link.b.at()].id.clone(),
                    self.fields(ThingKind::Link, &link.id),
                ]
            });
            out::table(&["LINK", "KIND", "FROM", "TO", "FIELDS"], rows.collect());
        }
        section("Pieces");
        let rows = board.types.iter().map(|piece| {
            let marks: Vec<&str> =
                piece.marks.iter().chain(&piece.valued_marks).map(|m| board.marks[m.at()].id.as_str()).collect();
            let owner = piece.owner.map_or("", |s| board.sides[s.at()].id.as_str());
            vec![
                piece.id.clone(),
                piece.name.clone(),
                owner.to_owned(),
                piece.count.to_string(),
                piece.faces.join("/"),
                marks.join(" "),
            ]
        });
        out::table(&["PIECE", "NAME", "OWNER", "COUNT", "FACES", "MARKS"], rows.collect());
        section("Tracks");
        let rows = board.tracks.iter().map(|track| {
            vec![
                track.id.clone(),
                track.name.clone(),
                self.things().on(track.on),
                self.range(track),
                track.start.to_string(),
                self.zones(track),
            ]
        });
        out::table(&["TRACK", "NAME", "ON", "RANGE", "START", "ZONES"], rows.collect());
        section("Facts");
        let rows = board.facts.iter().map(|fact| {
            let until = fact.until.map_or("", |p| board.periods[p.at()].as_str());
            vec![fact.id.clone(), self.things().on(fact.on), fact_type_text(fact.fact_type), until.to_owned()]
        });
        out::table(&["FACT", "ON", "HOLDS", "UNTIL THE END OF"], rows.collect());
    }

    fn range(&self, track: &Track) -> String {
        format!("{} to {}", track.min, track.max)
    }
    fn zones(&self, track: &Track) -> String {
        let zones = track.zones.iter().map(|z| format!("{} {} to {}", self.board().zones[z.zone.at()], z.from, z.to));
        zones.collect::<Vec<_>>().join(", ")
    }

    /// The lookup of things by name.
    fn things(&self) -> ThingLookup<'a> {
        ThingLookup { content: self.content, program: self.program }
    }

    /// The declared fields of a space or link in one line.
    fn fields(&self, kind: ThingKind, id: &str) -> String {
        let found = self.things().named(&format!("{} {id}", kind.word()));
        found.iter().find(|thing| thing.kind == kind).map(fields_text).unwrap_or_default()
    }

    /// Prints every thing with this name. Returns false if there is none.
    fn print_thing(&self, thing: &str) -> bool {
        let found = self.things().named(thing);
        for thing in &found {
            print_definition(thing);
        }
        !found.is_empty()
    }
}

/// Prints a thing: its declaration, its printed fields and their sources.
fn print_definition(thing: &Thing) {
    print_title(thing);
    field("about", &thing.about);
    let (before, after): (Vec<_>, Vec<_>) = thing.declared.iter().partition(|(what, _)| !AFTER_FIELDS.contains(what));
    for (what, text) in before {
        field(what, text);
    }
    match thing.kind {
        // One parameter per line.
        ThingKind::Verb => thing.printed.iter().for_each(|param| field(&param.key, param.value.text())),
        _ => field("fields", fields_text(thing)),
    }
    for (what, text) in after {
        field(what, text);
    }
    for own in &thing.printed {
        match &own.value {
            Value::Part(half) => {
                out::line(format!("  {}", own.key));
                half.iter().for_each(|field| print_field("    ", field));
            }
            Value::Effects(_) => print_field("  ", own),
            _ => {}
        }
    }
    for source in &thing.sources {
        field("source", source);
    }
    for place in &thing.places {
        field("set in", place);
    }
    for line in &thing.lines {
        out::line(format!("    {line}"));
    }
}

/// Declarations that are printed after the fields.
const AFTER_FIELDS: [&str; 4] = ["next to", "tracks", "facts", "used by cards"];

/// The short fields of a thing in one line.
fn fields_text(thing: &Thing) -> String {
    let is_listed = |field: &&Printed| {
        let is_elsewhere = match (thing.kind, field.key.as_str()) {
            (_, "id") => true,
            // The kind of a card is an ordinary field.
            (ThingKind::Card, _) => false,
            (ThingKind::Link, "a" | "b") | (_, "name" | "kind" | "adjacent") => true,
            _ => false,
        };
        !is_elsewhere && !matches!(field.value, Value::Part(_) | Value::Effects(_))
    };
    let fields = thing.printed.iter().filter(is_listed);
    fields.map(|field| format!("{}={}", field.key, field.value.text())).collect::<Vec<_>>().join(" ")
}

/// Prints a field; effects take a line each.
fn print_field(indent: &str, Printed { key, value, .. }: &Printed) {
    let Value::Effects(effects) = value else {
        return out::line(format!("{indent}{key:10} {}", value.text()));
    };
    if effects.is_empty() {
        return;
    }
    out::line(format!("{indent}{key}"));
    for Effect { verb, params, description } in effects {
        let params: Vec<String> = params.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        out::line(format!("{indent}  {}", format!("{verb} {}", params.join(", ")).trim_end()));
        if !description.is_empty() {
            out::line(out::dim(format!("{indent}    {description}")));
        }
    }
}

fn print_title(thing: &Thing) {
    let name =
        if thing.name == thing.id || thing.name.is_empty() { String::new() } else { format!("  {}", thing.name) };
    out::line(format!("{}{name}", out::bold(format!("{} {}", thing.kind.word(), thing.id))));
}

fn field(name: &str, value: impl std::fmt::Display) {
    let value = value.to_string();
    if !value.is_empty() {
        out::line(format!("  {name:12} {value}"));
    }
}

fn section(name: &str) {
    out::line(format!("\n{}", out::bold(name)));
}
