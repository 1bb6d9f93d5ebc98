//! `cardwright show`: a game's board, or a thing of it.

use super::whence;
use crate::args::Show;
use crate::failure::{Failure, listed, unknown};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_content::{Content, Datum, EffectUse, Raw};
use cardwright_script::Program;
use cardwright_state::board::{Board, FactType, On, PileOrder, Track};
use cardwright_state::{Kind, Val, notation};
use cardwright_table::{SetUp, Table};
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
            out::note(format!("the scripts do not load: `cardwright check {}` tells why", game.id));
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
    let known = shown.names();
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
        let dice: Vec<String> = board.dice.iter().map(|d| format!("{} ({})", d.id, numbers(&d.faces))).collect();
        field("dice", dice.join(", "));
        field("cards", counted(board.cards.len(), "card"));
        field("piles", board.piles.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", "));
        field("periods", names(board.periods.iter().map(String::as_str).collect()));
        section("Spaces");
        let rows = board.spaces.iter().enumerate().map(|(at, space)| {
            let next: Vec<&str> = space.adjacent.iter().map(|s| board.spaces[s].id.as_str()).collect();
            vec![
                space.id.clone(),
                space.name.clone(),
                board.kinds[space.kind.at()].id.clone(),
                self.fields(Val::handle(Kind::Space, at as u64)),
                next.join(" "),
            ]
        });
        out::table(&["SPACE", "NAME", "KIND", "FIELDS", "NEXT TO"], rows.collect());
        if !board.links.is_empty() {
            section("Links");
            let rows = board.links.iter().enumerate().map(|(at, link)| {
                vec![
                    link.id.clone(),
                    link.kind.map_or("", |k| board.link_kinds[k.at()].id.as_str()).to_owned(),
                    board.spaces[link.a.at()].id.clone(),
                    board.spaces[link.b.at()].id.clone(),
                    self.fields(Val::handle(Kind::Link, at as u64)),
                ]
            });
            out::table(&["LINK", "KIND", "FROM", "TO", "FIELDS"], rows.collect());
        }
        section("Pieces");
        let rows = board.types.iter().map(|piece| {
            let marks: Vec<&str> = piece.marks.iter().map(|m| board.marks[m.at()].id.as_str()).collect();
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
                self.on(track.on),
                self.range(track),
                track.start.to_string(),
                self.zones(track),
            ]
        });
        out::table(&["TRACK", "NAME", "ON", "RANGE", "START", "ZONES"], rows.collect());
        section("Facts");
        let rows = board.facts.iter().map(|fact| {
            let until = fact.until.map_or("", |p| board.periods[p.at()].as_str());
            vec![fact.id.clone(), self.on(fact.on), holds(fact.holds), until.to_owned()]
        });
        out::table(&["FACT", "ON", "HOLDS", "UNTIL THE END OF"], rows.collect());
    }

    fn on(&self, on: On) -> String {
        match on {
            On::Game => "the game".into(),
            On::Side => "each side".into(),
            On::Card => "each card".into(),
            On::Spaces(kinds) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| self.board().kinds[kind.at()].id.as_str()).collect();
                format!("each {}", kinds.join(" and "))
            }
            On::Links(None) => "each link".into(),
            On::Links(Some(kind)) => format!("each {}", self.board().link_kinds[kind.at()].id),
        }
    }
    fn range(&self, track: &Track) -> String {
        format!("{} to {}", track.min, track.max)
    }
    fn zones(&self, track: &Track) -> String {
        let zones = track.zones.iter().map(|z| format!("{} {} to {}", self.board().zones[z.zone.at()], z.from, z.to));
        zones.collect::<Vec<_>>().join(", ")
    }

    /// The declared fields of a thing in one line.
    fn fields(&self, of: Val) -> String {
        let Some(Datum::Table(table)) = self.content.info(of) else { return String::new() };
        let parts = table.iter().filter(|(key, datum)| {
            let shown = matches!(key.as_str(), "id" | "name" | "kind" | "adjacent");
            let shown = shown || of.kind() == Kind::Link && matches!(key.as_str(), "a" | "b");
            // A card's kind is a field like any other.
            let shown = shown && (of.kind() != Kind::Card || key == "id");
            !shown && !matches!(datum, Datum::Table(_) | Datum::Effects(_))
        });
        parts.map(|(key, d)| format!("{}={}", key.replace('_', "-"), self.datum(d))).collect::<Vec<_>>().join(" ")
    }

    fn datum(&self, datum: &Datum) -> String {
        let board = self.board();
        match datum {
            Datum::Number(n) => n.to_string(),
            Datum::Truth(t) => t.to_string(),
            Datum::Text(t) => t.clone(),
            Datum::Val(v) => board.text(*v),
            Datum::Set(all) => all.iter().map(|v| board.text(*v)).collect::<Vec<_>>().join(" "),
            Datum::List(all) => all.iter().map(|d| self.datum(d)).collect::<Vec<_>>().join(", "),
            Datum::Table(all) => {
                all.iter().map(|(k, d)| format!("{k}={}", self.datum(d))).collect::<Vec<_>>().join(" ")
            }
            Datum::Effects(all) => all.iter().map(effect).collect::<Vec<_>>().join("; "),
        }
    }

    /// Prints everything of this name; false if there is nothing.
    fn thing(&self, thing: &str) -> bool {
        let board = self.board();
        let mut found = false;
        let is = |kind: &str, id: &str| {
            thing == id || thing.strip_prefix(kind).and_then(|t| t.strip_prefix(' ')) == Some(id)
        };
        for (at, card) in board.cards.iter().enumerate().filter(|(_, c)| is("card", &c.id)) {
            found = true;
            self.card(at, &card.id, &card.titles);
        }
        for (at, space) in board.spaces.iter().enumerate().filter(|(_, s)| is("space", &s.id)) {
            found = true;
            title("space", &space.id, &space.name);
            field("kind", &board.kinds[space.kind.at()].id);
            field("fields", self.fields(Val::handle(Kind::Space, at as u64)));
            field("next to", space.adjacent.iter().map(|s| board.spaces[s].id.as_str()).collect::<Vec<_>>().join(" "));
            let tracks = board.tracks.iter().filter(|t| t.on.is_for(On::spaces(space.kind))).map(|t| t.id.as_str());
            field("tracks", tracks.collect::<Vec<_>>().join(" "));
            let facts = board.facts.iter().filter(|f| f.on.is_for(On::spaces(space.kind))).map(|f| f.id.as_str());
            field("facts", facts.collect::<Vec<_>>().join(" "));
            self.from(&format!("space {}", space.id));
        }
        for (at, link) in board.links.iter().enumerate().filter(|(_, l)| is("link", &l.id)) {
            found = true;
            title("link", &link.id, "");
            field("kind", link.kind.map_or("", |k| board.link_kinds[k.at()].id.as_str()));
            field("ends", [link.a, link.b].map(|s| board.spaces[s.at()].id.as_str()).join(" "));
            field("fields", self.fields(Val::handle(Kind::Link, at as u64)));
            let on = On::Links(link.kind);
            let tracks = board.tracks.iter().filter(|t| t.on.is_for(on)).map(|t| t.id.as_str());
            field("tracks", tracks.collect::<Vec<_>>().join(" "));
            let facts = board.facts.iter().filter(|f| f.on.is_for(on)).map(|f| f.id.as_str());
            field("facts", facts.collect::<Vec<_>>().join(" "));
            self.from(&format!("link {}", link.id));
        }
        for piece in board.types.iter().filter(|p| is("piece", &p.id)) {
            found = true;
            title("piece", &piece.id, &piece.name);
            field("owner", piece.owner.map_or("", |s| board.sides[s.at()].id.as_str()));
            field("count", piece.count);
            field("faces", piece.faces.join(" "));
            field("marks", piece.marks.iter().map(|m| board.marks[m.at()].id.as_str()).collect::<Vec<_>>().join(" "));
            field("supply", &board.spaces[piece.supply.at()].id);
            let class = board.classes.iter().position(|c| c.id == piece.id);
            field("fields", class.map(|at| self.fields(Val::handle(Kind::Class, at as u64))).unwrap_or_default());
            self.from(&format!("piece {}", piece.id));
        }
        for track in board.tracks.iter().filter(|t| is("track", &t.id)) {
            found = true;
            title("track", &track.id, &track.name);
            field("on", self.on(track.on));
            field("range", self.range(track));
            field("start", track.start);
            field("zones", self.zones(track));
            let counters = track.counters.iter().map(|c| format!("{} for {}", c.count, numbers(&c.values)));
            field("counters", counters.collect::<Vec<_>>().join(", "));
            self.from(&format!("track {}", track.id));
        }
        for fact in board.facts.iter().filter(|f| is("fact", &f.id)) {
            found = true;
            title("fact", &fact.id, "");
            field("on", self.on(fact.on));
            field("holds", holds(fact.holds));
            field("until", fact.until.map_or("", |p| board.periods[p.at()].as_str()));
            self.from(&format!("fact {}", fact.id));
        }
        for pile in board.piles.iter().filter(|p| is("pile", &p.id) || is("pile", &p.def)) {
            found = true;
            title("pile", &pile.id, "");
            field("order", if pile.order == PileOrder::Deck { "a deck" } else { "none" });
            let seen = match pile.audience {
                cardwright_state::board::Audience::All => "all",
                cardwright_state::board::Audience::Owner => "its side",
                cardwright_state::board::Audience::None => "nobody",
            };
            field("seen by", seen);
            self.from(&format!("pile {}", pile.def));
        }
        for option in board.options.iter().filter(|o| is("option", &o.id)) {
            found = true;
            title("option", &option.id, "");
            field("about", &option.doc);
            field("default", notation::option_text(&option.of, option.default));
            self.from(&format!("option {}", option.id));
        }
        for scenario in self.content.scenarios.iter().filter(|s| is("scenario", &s.id)) {
            found = true;
            title("scenario", &scenario.id, &scenario.name);
            field("about", &scenario.doc);
            field("first step", &scenario.first);
            let options = scenario.options.iter().map(|(o, n)| {
                let option = &board.options[o.at()];
                format!("{}={}", option.id, notation::option_text(&option.of, *n))
            });
            field("options", options.collect::<Vec<_>>().join(" "));
            field("set in", scenario.origin.written());
            for text in &scenario.position {
                for line in text.value.lines().filter(|l| !l.trim().is_empty()) {
                    out::line(format!("    {}", line.trim_end()));
                }
            }
        }
        for action in board.actions.iter().filter(|a| is("action", &a.id)) {
            found = true;
            title("action", &action.id, &action.label);
            field("about", &action.doc);
            self.from(&format!("action {}", action.id));
        }
        for (id, doc, params) in self.program.iter().flat_map(|p| &p.verbs).filter(|v| is("verb", &v.0)) {
            found = true;
            title("verb", id, "");
            field("about", doc);
            for (name, of) in params {
                field(name, of);
            }
            let users: Vec<&str> =
                self.content.effects().filter(|e| e.effect.verb.value == *id).map(|e| e.card).collect();
            field("used by cards", if users.is_empty() { "none".into() } else { listed(&users).replace('`', "") });
            self.from(&format!("verb {id}"));
        }
        found
    }

    fn card(&self, at: usize, id: &str, titles: &[String]) {
        title("card", id, &titles.join(" / "));
        let of = Val::handle(Kind::Card, at as u64);
        field("fields", self.fields(of));
        let Some(Datum::Table(table)) = self.content.info(of) else { return };
        for (key, value) in table {
            match value {
                Datum::Table(half) => {
                    out::line(format!("  {}", key.replace('_', "-")));
                    for (key, value) in half {
                        self.card_field("    ", key, value);
                    }
                }
                Datum::Effects(_) => self.card_field("  ", key, value),
                _ => {}
            }
        }
        let entry = format!("card {id}");
        for p in
            self.content.provenance.iter().filter(|p| p.entry == entry || p.entry.starts_with(&format!("{entry} ")))
        {
            let note = p.note.as_ref().map(|n| format!(" ({n})")).unwrap_or_default();
            // What the halves say for themselves follows what holds for the whole card.
            let half = p.entry.strip_prefix(&entry).map(str::trim).filter(|half| !half.is_empty());
            let half = half.map(|half| format!("{}: ", half.replace('_', "-"))).unwrap_or_default();
            field("source", format!("{half}{}{note}", p.source));
        }
        self.from(&entry);
    }

    fn card_field(&self, indent: &str, key: &str, value: &Datum) {
        let key = key.replace('_', "-");
        match value {
            Datum::Effects(effects) if effects.is_empty() => {}
            Datum::Effects(effects) => {
                out::line(format!("{indent}{key}"));
                for one in effects {
                    out::line(format!("{indent}  {}", effect(one)));
                    let verb = self.program.and_then(|p| p.verbs.iter().find(|v| v.0 == one.verb.value));
                    if let Some((_, doc, _)) = verb.filter(|v| !v.1.is_empty()) {
                        out::line(out::dim(format!("{indent}    {doc}")));
                    }
                }
            }
            other => out::line(format!("{indent}{key:10} {}", self.datum(other))),
        }
    }

    fn from(&self, entry: &str) {
        for line in whence::lines(self.content, self.program, entry) {
            let place = line.split_once(": ").map_or(line.as_str(), |(_, place)| place);
            field("set in", place);
        }
    }

    fn names(&self) -> Vec<String> {
        let board = self.board();
        let mut names: Vec<String> = board.ids().map(|(id, _)| id.to_owned()).collect();
        names.extend(board.cards.iter().map(|c| c.id.clone()));
        names.extend(board.options.iter().map(|o| o.id.clone()));
        names.extend(board.actions.iter().map(|a| a.id.clone()));
        names.extend(self.content.scenarios.iter().map(|s| s.id.clone()));
        names.extend(self.program.iter().flat_map(|p| &p.verbs).map(|v| v.0.clone()));
        names
    }
}

fn title(kind: &str, id: &str, name: &str) {
    let name = if name.is_empty() || name == id { String::new() } else { format!("  {name}") };
    out::line(format!("{}{name}", out::bold(format!("{kind} {id}"))));
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

fn numbers(all: &[i64]) -> String {
    all.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

fn holds(of: FactType) -> String {
    match of {
        FactType::Number => "a number".into(),
        FactType::Truth => "true or false".into(),
        FactType::Id(kind) => format!("a {}", kind.word()),
        FactType::Set(kind) => format!("a set of {}s", kind.word()),
        FactType::List(kind) => format!("a list of {}s", kind.word()),
    }
}

/// An effect as its card writes it: `unrest level = 1, spaces = port`.
fn effect(of: &EffectUse) -> String {
    let params: Vec<String> =
        of.params.iter().map(|(key, value)| format!("{} = {}", key.value, raw(&value.value))).collect();
    format!("{} {}", of.verb.value, params.join(", ")).trim_end().to_owned()
}

fn raw(value: &Raw) -> String {
    match value {
        Raw::Text(text) => text.clone(),
        Raw::Number(n) => n.to_string(),
        Raw::Truth(t) => t.to_string(),
        Raw::Other(word) => (*word).to_owned(),
        Raw::List(list) => list.iter().map(|v| raw(&v.value)).collect::<Vec<_>>().join(" "),
        Raw::Table(table) => {
            table.iter().map(|(k, v)| format!("{} {}", k.value, raw(&v.value))).collect::<Vec<_>>().join(" ")
        }
    }
}
