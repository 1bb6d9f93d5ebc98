//! `cardwright show`: a game's board, or a thing of it.

use crate::args::Show;
use crate::failure::{Failure, unknown};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_content::Content;
use cardwright_script::Program;
use cardwright_state::board::{Board, Track};
use cardwright_state::notation;
use cardwright_table::{SetUp, Table};
use cardwright_view::{Effect, Is, Printed, Thing, Things, Value, holds};
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
    // A game whose scripts do not load can be looked at all the same, but for its actions and verbs.
    let program = match Program::load(content.clone()) {
        Ok((program, _)) => Some(program),
        Err(_) => {
            out::note(format!("the scripts do not load: `{}` tells why", library.check_command(&game.id)));
            None
        }
    };
    let shown = Shown { content: &content, program: program.as_deref() };
    if args.thing.is_empty() {
        shown.overview();
        return Ok(ExitCode::SUCCESS);
    }
    let thing = args.thing.join(" ");
    if shown.thing(&thing) {
        return Ok(ExitCode::SUCCESS);
    }
    let known = shown.things().names();
    Err(Failure::Usage(unknown(&format!("thing of {}", game.id), &thing, known.iter().map(String::as_str))))
}

struct Shown<'a> {
    content: &'a Content,
    program: Option<&'a Program>,
}

impl<'a> Shown<'a> {
    fn board(&self) -> &'a Board {
        self.program.map_or(&self.content.board, |p| &p.board)
    }

    fn overview(&self) {
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
            board.dice.iter().map(|d| format!("{} ({})", d.id, board.face_words(&d.faces))).collect();
        field("dice", dice.join(", "));
        field("cards", counted(board.cards.len(), "card"));
        field("piles", board.piles.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", "));
        field("periods", names(board.periods.iter().map(String::as_str).collect()));
        if !self.content.knobs.is_empty() {
            section("Knobs");
            let rows = self.content.knobs.iter().map(|knob| {
                vec![knob.id.clone(), knob.shown(), format!("{} to {}", knob.min, knob.max), knob.doc.clone()]
            });
            out::table(&["KNOB", "IS", "FROM", "ABOUT"], rows.collect());
        }
        section("Spaces");
        let rows = board.spaces.iter().map(|space| {
            let next: Vec<&str> = space.adjacent.iter().map(|s| board.spaces[s].id.as_str()).collect();
            vec![
                space.id.clone(),
                space.name.clone(),
                board.kinds[space.kind.at()].id.clone(),
                self.fields(Is::Space, &space.id),
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
                    self.fields(Is::Link, &link.id),
                ]
            });
            out::table(&["LINK", "KIND", "FROM", "TO", "FIELDS"], rows.collect());
        }
        section("Pieces");
        let rows = board.types.iter().map(|piece| {
            let marks: Vec<&str> =
                piece.marks.iter().chain(&piece.valued).map(|m| board.marks[m.at()].id.as_str()).collect();
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
            vec![fact.id.clone(), self.things().on(fact.on), holds(fact.holds), until.to_owned()]
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

    /// What is looked up here.
    fn things(&self) -> Things<'a> {
        Things { content: self.content, program: self.program }
    }

    /// The declared fields of a space or link in one line.
    fn fields(&self, is: Is, id: &str) -> String {
        let found = self.things().named(&format!("{} {id}", is.word()));
        found.iter().find(|thing| thing.is == is).map(short).unwrap_or_default()
    }

    /// Prints everything of this name; false if there is nothing.
    fn thing(&self, thing: &str) -> bool {
        let found = self.things().named(thing);
        for thing in &found {
            one(thing);
        }
        !found.is_empty()
    }
}

/// A thing: what is declared of it, what stands on it, where that comes from.
fn one(thing: &Thing) {
    title(thing);
    field("about", &thing.about);
    let (before, after): (Vec<_>, Vec<_>) = thing.declared.iter().partition(|(what, _)| !LATER.contains(what));
    for (what, text) in before {
        field(what, text);
    }
    match thing.is {
        // A parameter to a line.
        Is::Verb => thing.printed.iter().for_each(|param| field(&param.key, param.value.text())),
        _ => field("fields", short(thing)),
    }
    for (what, text) in after {
        field(what, text);
    }
    for own in &thing.printed {
        match &own.value {
            Value::Part(half) => {
                out::line(format!("  {}", own.key));
                half.iter().for_each(|field| printed("    ", field));
            }
            Value::Effects(_) => printed("  ", own),
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

/// What is told after the fields: what belongs together stands together.
const LATER: [&str; 4] = ["next to", "tracks", "facts", "used by cards"];

/// The fields of a thing in one line.
fn short(thing: &Thing) -> String {
    let told = |field: &&Printed| {
        let said = match (thing.is, field.key.as_str()) {
            (_, "id") => true,
            // A card's kind is a field like any other.
            (Is::Card, _) => false,
            (Is::Link, "a" | "b") | (_, "name" | "kind" | "adjacent") => true,
            _ => false,
        };
        !said && !matches!(field.value, Value::Part(_) | Value::Effects(_))
    };
    let fields = thing.printed.iter().filter(told);
    fields.map(|field| format!("{}={}", field.key, field.value.text())).collect::<Vec<_>>().join(" ")
}

fn printed(indent: &str, Printed { key, value, .. }: &Printed) {
    let Value::Effects(effects) = value else {
        return out::line(format!("{indent}{key:10} {}", value.text()));
    };
    if effects.is_empty() {
        return;
    }
    out::line(format!("{indent}{key}"));
    for Effect { verb, params, does } in effects {
        let params: Vec<String> = params.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        out::line(format!("{indent}  {}", format!("{verb} {}", params.join(", ")).trim_end()));
        if !does.is_empty() {
            out::line(out::dim(format!("{indent}    {does}")));
        }
    }
}

fn title(thing: &Thing) {
    let name =
        if thing.name == thing.id || thing.name.is_empty() { String::new() } else { format!("  {}", thing.name) };
    out::line(format!("{}{name}", out::bold(format!("{} {}", thing.is.word(), thing.id))));
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
