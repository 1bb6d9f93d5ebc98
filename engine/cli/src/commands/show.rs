//! `cardwright show`: prints a game's board, or one thing of it.

use crate::args::Show;
use crate::failure::{Failure, unknown_name};
use crate::out;
use crate::out::counted;
use crate::packs::{self, Packs};
use crate::repl::display::paint::Page;
use crate::repl::display::thing::definition;
use cardwright_content::Content;
use cardwright_script::Program;
use cardwright_state::board::{Board, Track};
use cardwright_state::notation;
use cardwright_table::{SetUp, Table};
use cardwright_view::{Thing, ThingKind, ThingLookup, fact_type_text};
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
    // If the scripts do not load, the command can still show everything except actions and verbs.
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
    if args.source {
        super::source::print(&library, &content, program.as_deref(), &thing)?;
        return Ok(ExitCode::SUCCESS);
    }
    let found = definitions.things().named(&thing);
    found.iter().for_each(print_definition);
    if !found.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let names = definitions.things().names();
    Err(Failure::Usage(unknown_name(&format!("thing of {}", game.id), &thing, names.iter().map(String::as_str))))
}

/// The definitions of a game, with its program if the scripts load.
struct Definitions<'a> {
    content: &'a Content,
    program: Option<&'a Program>,
}

impl<'a> Definitions<'a> {
    fn board(&self) -> &'a Board {
        self.program.map_or(&self.content.board, |program| &program.board)
    }

    fn print_overview(&self) {
        self.print_summary();
        self.print_places();
        self.print_pieces();
        self.print_attributes();
    }

    fn print_summary(&self) {
        let board = self.board();
        let joined = |ids: Vec<&str>| ids.join(" ");
        out::line(out::bold(format!("{} ({})", board.name, board.game)));
        let sides: Vec<String> = board.sides.iter().map(|side| format!("{} {}", side.id, side.name)).collect();
        field("sides", sides.join(", "));
        field("scenarios", joined(self.content.scenarios.iter().map(|scenario| scenario.id.as_str()).collect()));
        field("options", joined(board.options.iter().map(|option| option.id.as_str()).collect()));
        field("actions", joined(board.labels.actions.iter().map(|action| action.id.as_str()).collect()));
        if let Some(program) = self.program {
            field("verbs", joined(program.verbs.iter().map(|(name, ..)| name.as_str()).collect()));
        }
        let dice: Vec<String> =
            board.dice.iter().map(|die| format!("{} ({})", die.id, board.face_list_text(&die.faces))).collect();
        field("dice", dice.join(", "));
        field("cards", counted(board.cards.len(), "card"));
        field("piles", board.piles.iter().map(|pile| pile.id.as_str()).collect::<Vec<_>>().join(", "));
        field("periods", joined(board.periods.iter().map(String::as_str).collect()));
        if !self.content.knobs.is_empty() {
            section("Knobs");
            let rows = self.content.knobs.iter().map(|knob| {
                vec![knob.id.clone(), knob.display_text(), format!("{} to {}", knob.min, knob.max), knob.doc.clone()]
            });
            out::table(&["KNOB", "VALUE", "RANGE", "ABOUT"], rows.collect());
        }
    }

    fn print_places(&self) {
        let board = self.board();
        section("Spaces");
        let rows = board.spaces.iter().map(|space| {
            let neighbours: Vec<&str> =
                space.adjacent.iter().map(|neighbour| board.spaces[neighbour].id.as_str()).collect();
            vec![
                space.id.clone(),
                space.name.clone(),
                board.space_kinds[space.kind.index()].id.clone(),
                self.fields(ThingKind::Space, &space.id),
                neighbours.join(" "),
            ]
        });
        out::table(&["SPACE", "NAME", "KIND", "FIELDS", "NEXT TO"], rows.collect());
        if !board.links.is_empty() {
            section("Links");
            let rows = board.links.iter().map(|link| {
                vec![
                    link.id.clone(),
                    link.kind.map_or("", |kind| board.link_kinds[kind.index()].id.as_str()).to_owned(),
                    board.spaces[link.a.index()].id.clone(),
                    board.spaces[link.b.index()].id.clone(),
                    self.fields(ThingKind::Link, &link.id),
                ]
            });
            out::table(&["LINK", "KIND", "FROM", "TO", "FIELDS"], rows.collect());
        }
    }

    fn print_pieces(&self) {
        let board = self.board();
        section("Pieces");
        let rows = board.piece_types.iter().map(|piece| {
            let marks: Vec<&str> = piece
                .marks
                .iter()
                .chain(&piece.valued_marks)
                .map(|mark| board.marks[mark.index()].id.as_str())
                .collect();
            let owner = piece.owner.map_or("", |side| board.sides[side.index()].id.as_str());
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
    }

    fn print_attributes(&self) {
        let board = self.board();
        section("Tracks");
        let rows = board.tracks.iter().map(|track| {
            vec![
                track.id.clone(),
                track.name.clone(),
                self.things().on(track.on),
                format!("{} to {}", track.min, track.max),
                track.start.to_string(),
                self.zones(track),
            ]
        });
        out::table(&["TRACK", "NAME", "ON", "RANGE", "START", "ZONES"], rows.collect());
        section("Facts");
        let rows = board.facts.iter().map(|fact| {
            let until = fact.until.map_or("", |period| board.periods[period.index()].as_str());
            vec![fact.id.clone(), self.things().on(fact.on), fact_type_text(fact), until.to_owned()]
        });
        out::table(&["FACT", "ON", "HOLDS", "UNTIL THE END OF"], rows.collect());
    }

    fn zones(&self, track: &Track) -> String {
        let names = &self.board().zones;
        let zones = track.zones.iter().map(|zone| format!("{} {} to {}", names[zone.zone.index()], zone.from, zone.to));
        zones.collect::<Vec<_>>().join(", ")
    }

    /// Returns the lookup of things by name.
    fn things(&self) -> ThingLookup<'a> {
        ThingLookup { content: self.content, program: self.program }
    }

    /// Returns the printed fields of a space or link in one text line.
    fn fields(&self, kind: ThingKind, id: &str) -> String {
        let found = self.things().named(&format!("{} {id}", kind.word()));
        let printed = found.iter().filter(|thing| thing.kind == kind).flat_map(Thing::other_printed);
        // The table has columns for the ends of a link.
        let fields = printed.filter(|field| kind != ThingKind::Link || !matches!(field.key.as_str(), "a" | "b"));
        fields.map(|field| format!("{}={}", field.key, field.value.text())).collect::<Vec<_>>().join(" ")
    }
}

/// Prints the declaration of a thing, and where it comes from.
fn print_definition(thing: &Thing) {
    let page = Page { width: out::width().unwrap_or(usize::MAX), height: 0, color: out::color() };
    definition(page, thing).iter().for_each(out::line);
    thing.sources.iter().for_each(|source| field("source", source));
    thing.places.iter().for_each(|place| field("set in", place));
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
