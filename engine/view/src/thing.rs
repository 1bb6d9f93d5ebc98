//! The declaration of any thing in a game, for `show THING`. It works with or without a running game.
//!
//! The view holds the current state of things. This module covers what content and scripts declare.

use crate::printed::{Printed, Value, printed};
use crate::provenance;
use cardwright_content::{Content, did_you_mean, with_current_options};
use cardwright_script::Program;
use cardwright_state::board::{
    Board, Die, FactType, Label, Mark, MarkValueType, PieceType, PileOrder, SubjectKind, Visibility,
};
use cardwright_state::notation::option_text;
use cardwright_state::{Kind, Position, Val};
use cardwright_table::label;
use serde::Serialize;

/// The kind of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum ThingKind {
    Space,
    Card,
    Pile,
    Link,
    Side,
    Track,
    /// A type of piece.
    Piece,
    /// A class of pieces that share a name: a face or a group.
    Pieces,
    /// A mark that pieces may carry.
    Mark,
    Action,
    Word,
    Fact,
    Die,
    Figure,
    Option,
    Knob,
    Scenario,
    Verb,
}

impl ThingKind {
    /// Kinds whose ids may clash with another kind.
    const SHARING: [ThingKind; 9] = [
        ThingKind::Space,
        ThingKind::Pile,
        ThingKind::Link,
        ThingKind::Side,
        ThingKind::Track,
        ThingKind::Piece,
        ThingKind::Pieces,
        ThingKind::Fact,
        ThingKind::Die,
    ];

    /// For kinds whose ids may clash.
    fn from_kind(kind: Kind) -> Option<ThingKind> {
        Some(match kind {
            Kind::Space => ThingKind::Space,
            Kind::Pile => ThingKind::Pile,
            Kind::Link => ThingKind::Link,
            Kind::Side => ThingKind::Side,
            Kind::Track => ThingKind::Track,
            Kind::Class => ThingKind::Piece,
            Kind::Fact => ThingKind::Fact,
            Kind::Die => ThingKind::Die,
            _ => return None,
        })
    }
    /// The word that people type: `space`.
    pub fn word(self) -> &'static str {
        match self {
            ThingKind::Space => "space",
            ThingKind::Card => "card",
            ThingKind::Pile => "pile",
            ThingKind::Link => "link",
            ThingKind::Side => "side",
            ThingKind::Track => "track",
            ThingKind::Piece => "piece",
            ThingKind::Pieces => "pieces",
            ThingKind::Mark => "mark",
            ThingKind::Action => "action",
            ThingKind::Word => "word",
            ThingKind::Fact => "fact",
            ThingKind::Die => "die",
            ThingKind::Figure => "figure",
            ThingKind::Option => "option",
            ThingKind::Knob => "knob",
            ThingKind::Scenario => "scenario",
            ThingKind::Verb => "verb",
        }
    }
}

/// The declaration of a thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Thing {
    /// The kind.
    #[serde(rename = "is")]
    pub kind: ThingKind,
    /// Kebab-case id, unique within the kind.
    pub id: String,
    /// The name or titles; empty if there are none.
    pub name: String,
    /// One sentence about its purpose.
    pub about: String,
    /// Declared properties, each with its name. Empty ones are left out.
    pub declared: Vec<(&'static str, String)>,
    /// The printed fields.
    pub printed: Vec<Printed>,
    /// The sources that content cites for the printed fields.
    pub sources: Vec<String>,
    /// The definitions: `base:cards/demo/cards.toml:12 (title, text)`.
    pub places: Vec<String>,
    /// For pieces: every state in notation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// For a scenario: the lines of its position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

impl Thing {
    /// Fills in the current values of options in its texts.
    #[must_use]
    pub fn in_game(mut self, board: &Board, position: &Position) -> Thing {
        let here = |text: &mut String| *text = with_current_options(text, board, position);
        here(&mut self.about);
        self.declared.iter_mut().for_each(|(_, text)| here(text));
        self.printed.iter_mut().for_each(|field| field.value.edit_texts(&here));
        self
    }
}

/// Looks things up in content, and in the scripts if they load.
#[derive(Debug, Clone, Copy)]
pub struct ThingLookup<'a> {
    /// The content.
    pub content: &'a Content,
    /// The scripts, if they load.
    pub program: Option<&'a Program>,
}

impl<'a> ThingLookup<'a> {
    /// A lookup in a loaded program.
    pub fn new(program: &'a Program) -> ThingLookup<'a> {
        ThingLookup { content: &program.content, program: Some(program) }
    }

    fn board(&self) -> &'a Board {
        self.program.map_or(&self.content.board, |program| &program.board)
    }

    /// Everything with a name. The name may be an id, a printed name, a title or a card number. `KIND ID` asks for
    /// one kind. Spaces and cards come first.
    pub fn named(&self, name: &str) -> Vec<Thing> {
        let query = NameQuery::new(name);
        let mut out = self.on_the_table(&query);
        out.extend(self.in_the_rules(&query));
        // A common name of piles that each side has.
        let board = self.board();
        let each =
            board.piles.iter().filter(|pile| pile.id != pile.def && query.matches(ThingKind::Pile, &pile.def, &[]));
        out.extend(each.map(|pile| self.pile(pile)));
        out
    }

    /// The first thing with a name. If several kinds share the id, the one declared first.
    ///
    /// # Errors
    /// Nothing has the name; the message suggests the nearest. Or several things have it; the message lists them.
    pub fn first(&self, name: &str) -> Result<Thing, String> {
        let board = self.board();
        let id = name.trim().to_lowercase();
        let mut all = self.named(name);
        if board.all_with_id(&id).len() > 1 {
            let elder = board.find(&id).and_then(|val| ThingKind::from_kind(val.kind()));
            let of_id = |thing: &Thing| thing.id == id && ThingKind::SHARING.contains(&thing.kind);
            match elder {
                Some(elder) => all.retain(|thing| {
                    !of_id(thing) || thing.kind == elder || elder == ThingKind::Piece && thing.kind == ThingKind::Pieces
                }),
                None => {
                    let which: Vec<String> = all
                        .iter()
                        .filter(|thing| of_id(thing))
                        .map(|thing| format!("`{} {id}`", thing.kind.word()))
                        .collect();
                    if which.len() > 1 {
                        return Err(format!("which `{id}`? {}", which.join(", ")));
                    }
                }
            }
        }
        all.into_iter().next().ok_or_else(|| {
            if let Some(hint) = self.kind_hint(name.trim()) {
                return hint;
            }
            let known = self.names();
            let near = did_you_mean(&name.trim().to_lowercase(), known.iter().map(String::as_str));
            let hint = near.map_or("`help show` says what can be shown".to_owned(), |n| format!("did you mean `{n}`?"));
            format!("there is no `{name}` in this game; {hint}")
        })
    }

    /// A hint for the name of a kind of space, which is no thing itself.
    fn kind_hint(&self, name: &str) -> Option<String> {
        let board = self.board();
        let low = name.to_lowercase();
        let at = board.space_kinds.iter().position(|kind| kind.id == low || kind.plural == low)?;
        let one = board.spaces.iter().find(|space| space.kind.at() == at)?;
        Some(format!("`{name}` is a kind of space: `show board` shows all of them, `show {}` shows one", one.id))
    }

    /// Every id of a thing.
    pub fn names(&self) -> Vec<String> {
        let board = self.board();
        let mut out: Vec<String> = board.spaces.iter().map(|s| s.id.clone()).collect();
        out.extend(board.links.iter().map(|l| l.id.clone()));
        out.extend(board.cards.iter().map(|c| c.id.clone()));
        out.extend(board.piles.iter().map(|p| p.id.clone()));
        out.extend(board.tracks.iter().map(|t| t.id.clone()));
        out.extend(board.classes.iter().map(|c| c.id.clone()));
        out.extend(board.marks.iter().map(|m| m.id.clone()));
        out.extend(board.actions.iter().map(|a| a.id.clone()));
        out.extend(board.facts.iter().map(|f| f.id.clone()));
        out.extend(board.dice.iter().map(|d| d.id.clone()));
        out.extend(self.program.iter().flat_map(|p| &p.figures).map(|f| f.name.clone()));
        out.extend(board.options.iter().map(|o| o.id.clone()));
        out.extend(self.content.knobs.iter().map(|k| k.id.clone()));
        out.extend(board.sides.iter().map(|s| s.id.clone()));
        out.extend(self.content.scenarios.iter().map(|s| s.id.clone()));
        out.extend(self.program.iter().flat_map(|p| &p.verbs).map(|(id, ..)| id.clone()));
        out.dedup();
        out
    }

    /// Spaces, cards, piles, links, sides, tracks, dice, marks and pieces.
    fn on_the_table(&self, query: &NameQuery) -> Vec<Thing> {
        let board = self.board();
        let mut out = Vec::new();
        for (at, space) in board.spaces.iter().enumerate() {
            if query.matches(ThingKind::Space, &space.id, &[&space.name])
                || space.aka.iter().any(|aka| query.matches(ThingKind::Space, aka, &[]))
            {
                out.push(self.space(at));
            }
        }
        for (at, card) in board.cards.iter().enumerate() {
            let titles: Vec<&str> = card.titles.iter().map(String::as_str).collect();
            if query.matches(ThingKind::Card, &card.id, &titles) || query.is_number(&card.id) {
                out.push(self.card(at));
            }
        }
        let piles = board.piles.iter().filter(|pile| query.matches(ThingKind::Pile, &pile.id, &[]));
        out.extend(piles.map(|pile| self.pile(pile)));
        let links = board.links.iter().enumerate().filter(|(_, link)| query.matches(ThingKind::Link, &link.id, &[]));
        out.extend(links.map(|(at, _)| self.link(at)));
        for side in board.sides.iter().filter(|side| query.matches(ThingKind::Side, &side.id, &[&side.name])) {
            let mut thing = self.thing(ThingKind::Side, &side.id, &side.name, "");
            let own = board.side(&side.id).map(|side| board.class_of_side(side));
            thing.texts = own.map_or_else(Vec::new, |class| self.texts(&board.classes[class.at()].id));
            out.push(thing);
        }
        let tracks = board.tracks.iter().filter(|track| query.matches(ThingKind::Track, &track.id, &[&track.name]));
        out.extend(tracks.map(|track| self.track(track)));
        let dice = board.dice.iter().filter(|die| query.matches(ThingKind::Die, &die.id, &[&die.name]));
        out.extend(dice.map(|die| self.die(die)));
        let marks = board.marks.iter().enumerate().filter(|(_, mark)| query.matches(ThingKind::Mark, &mark.id, &[]));
        let marks: Vec<Thing> = marks.map(|(at, mark)| self.mark(at, mark)).collect();
        for (at, class) in board.classes.iter().enumerate() {
            // The entry of the side covers its class of pieces.
            let is_side = at >= board.classes.len() - board.sides.len();
            let is_type = board.types.iter().any(|is_type| is_type.id == class.id);
            let is = if is_type { ThingKind::Piece } else { ThingKind::Pieces };
            if !is_side && query.matches(is, &class.id, &[&class.name]) {
                out.push(self.pieces(at));
            }
        }
        out.extend(marks);
        out
    }

    /// The menus that contain an action.
    fn menus_of(&self, action: &str) -> String {
        let menus = self.program.iter().flat_map(|p| &p.menus);
        ids(menus.filter(|menu| menu.actions.iter().any(|a| a == action)).map(|menu| menu.name.as_str()))
    }

    /// The script lines that wrap one of these.
    fn wraps_of(&self, named: &[String]) -> String {
        let all = self.program.iter().flat_map(|p| &p.registered);
        let wraps = all.filter(|it| matches!(it.kind, "before" | "after" | "around") && named.contains(&it.id));
        ids(wraps.map(|it| it.at.as_str()))
    }

    /// Actions, words, facts, figures, options, knobs, scenarios and verbs.
    fn in_the_rules(&self, query: &NameQuery) -> Vec<Thing> {
        let board = self.board();
        let mut out = Vec::new();
        for (is, labels) in [(ThingKind::Action, &board.actions), (ThingKind::Word, &board.words)] {
            let found = labels.iter().filter(|label| query.matches(is, &label.id, &[]));
            out.extend(found.map(|Label { id, label, doc, .. }| {
                let mut thing = self.thing(is, id, &label::label_without_subject(label), doc);
                if is == ThingKind::Action {
                    thing.declare("offered in", self.menus_of(id));
                    thing.declare("wrapped at", self.wraps_of(&[format!("action {id}"), format!("offer {id}")]));
                }
                thing
            }));
        }
        for fact in board.facts.iter().filter(|fact| query.matches(ThingKind::Fact, &fact.id, &[])) {
            let mut thing = self.thing(ThingKind::Fact, &fact.id, "", "");
            thing.declare("on", self.on(fact.on));
            thing.declare("holds", fact_type_text(fact.fact_type));
            thing.declare("until", fact.until.map_or("", |period| board.periods[period.at()].as_str()));
            out.push(thing);
        }
        for figure in
            self.program.iter().flat_map(|p| &p.figures).filter(|f| query.matches(ThingKind::Figure, &f.name, &[]))
        {
            let mut thing = self.thing(ThingKind::Figure, &figure.name, "", &figure.doc);
            thing.declare("on", self.on(figure.on));
            out.push(thing);
        }
        for option in board.options.iter().filter(|option| query.matches(ThingKind::Option, &option.id, &[])) {
            let mut thing = self.thing(ThingKind::Option, &option.id, "", &option.doc);
            thing.declare("default", option_text(&option.option_type, option.default));
            out.push(thing);
        }
        for knob in self.content.knobs.iter().filter(|knob| query.matches(ThingKind::Knob, &knob.id, &[])) {
            let mut thing = self.thing(ThingKind::Knob, &knob.id, "", &knob.doc);
            thing.declare("is", knob.display_text());
            thing.declare("from", format!("{} to {}", knob.min, knob.max));
            out.push(thing);
        }
        let scenarios =
            self.content.scenarios.iter().filter(|scenario| query.matches(ThingKind::Scenario, &scenario.id, &[]));
        out.extend(scenarios.map(|scenario| self.scenario(scenario)));
        for (id, doc, params) in
            self.program.iter().flat_map(|p| &p.verbs).filter(|(id, ..)| query.matches(ThingKind::Verb, id, &[]))
        {
            let mut thing = self.thing(ThingKind::Verb, id, "", doc);
            let param = |(name, param_type): &(String, String)| Printed {
                key: name.clone(),
                title: String::new(),
                value: Value::Text(param_type.clone()),
            };
            thing.printed = params.iter().map(param).collect();
            let users: Vec<&str> =
                self.content.effects().filter(|e| e.effect.verb.value == *id).map(|e| e.card).collect();
            thing.declare("used by cards", and_list(&users));
            thing.declare("wrapped at", self.wraps_of(&[format!("verb {id}")]));
            out.push(thing);
        }
        out
    }

    /// A thing without properties yet, but with its definitions.
    fn thing(&self, kind: ThingKind, id: &str, name: &str, about: &str) -> Thing {
        let entry = format!("{} {id}", kind.word());
        Thing {
            kind,
            id: id.to_owned(),
            name: name.to_owned(),
            about: about.to_owned(),
            declared: Vec::new(),
            printed: Vec::new(),
            sources: Vec::new(),
            places: self.places(&entry),
            texts: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn places(&self, entry: &str) -> Vec<String> {
        let lines = provenance::lines(self.content, self.program, entry).into_iter();
        lines.map(|line| line.split_once(": ").map_or(line.clone(), |(_, place)| place.to_owned())).collect()
    }

    fn print(&self, component: Val) -> Vec<Printed> {
        printed(self.board(), self.program, self.content.info(component))
    }

    fn space(&self, at: usize) -> Thing {
        let board = self.board();
        let space = &board.spaces[at];
        let mut thing = self.thing(ThingKind::Space, &space.id, &space.name, "");
        thing.declare("kind", &board.space_kinds[space.kind.at()].id);
        thing.declare("next to", ids(space.adjacent.iter().map(|s| board.spaces[s].id.as_str())));
        self.declare_kept(&mut thing, SubjectKind::spaces(space.kind));
        thing.printed = self.print(Val::handle(Kind::Space, at as u64));
        for column in &self.content.display_names.columns {
            let key = column.field.replace('_', "-");
            let own = thing.printed.iter_mut().filter(|field| field.key == key);
            own.for_each(|field| field.title.clone_from(&column.title));
        }
        thing
    }

    fn link(&self, at: usize) -> Thing {
        let board = self.board();
        let link = &board.links[at];
        let mut thing = self.thing(ThingKind::Link, &link.id, &label::link_name(board, at), "");
        thing.declare("kind", link.kind.map_or("", |kind| board.link_kinds[kind.at()].id.as_str()));
        thing.declare("ends", [link.a, link.b].map(|end| board.spaces[end.at()].id.as_str()).join(" "));
        self.declare_kept(&mut thing, SubjectKind::Links(link.kind));
        thing.printed = self.print(Val::handle(Kind::Link, at as u64));
        thing
    }

    /// Declares the tracks and facts of a subject.
    fn declare_kept(&self, thing: &mut Thing, on: SubjectKind) {
        let board = self.board();
        thing.declare("tracks", ids(board.tracks.iter().filter(|t| t.on.includes(on)).map(|t| t.id.as_str())));
        thing.declare("facts", ids(board.facts.iter().filter(|f| f.on.includes(on)).map(|f| f.id.as_str())));
    }

    fn card(&self, at: usize) -> Thing {
        let card = &self.board().cards[at];
        let mut thing = self.thing(ThingKind::Card, &card.id, &card.titles.join(" / "), "");
        thing.printed = self.print(Val::handle(Kind::Card, at as u64));
        let entry = format!("card {}", card.id);
        for from in &self.content.data_sources {
            // Sources of the whole card come first, then those of each half.
            let Some(half) = from.entry.strip_prefix(&entry) else { continue };
            let half = match half.strip_prefix(' ') {
                Some(half) => format!("{}: ", half.replace('_', "-")),
                None if half.is_empty() => String::new(),
                None => continue,
            };
            let note = from.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            thing.sources.push(format!("{half}{}{note}", from.source));
        }
        thing
    }

    fn pile(&self, pile: &cardwright_state::board::Pile) -> Thing {
        let mut thing = self.thing(ThingKind::Pile, &pile.id, "", "");
        thing.places = self.places(&format!("pile {}", pile.def));
        thing.declare("order", if pile.order == PileOrder::Deck { "a deck" } else { "none" });
        let seen = match pile.visibility {
            Visibility::All => "all",
            Visibility::Owner => "its side",
            Visibility::None => "nobody",
        };
        thing.declare("seen by", seen);
        thing
    }

    fn track(&self, track: &cardwright_state::board::Track) -> Thing {
        let board = self.board();
        let mut thing = self.thing(ThingKind::Track, &track.id, &track.name, "");
        thing.declare("on", self.on(track.on));
        thing.declare("range", format!("{} to {}", track.min, track.max));
        thing.declare("start", track.start.to_string());
        let zones = track.zones.iter().map(|z| format!("{} {} to {}", board.zones[z.zone.at()], z.from, z.to));
        thing.declare("zones", zones.collect::<Vec<_>>().join(", "));
        let numbers = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let counters = track.counters.iter().map(|c| format!("{} for {}", c.count, numbers(&c.values)));
        thing.declare("counters", counters.collect::<Vec<_>>().join(", "));
        thing
    }

    fn die(&self, die: &Die) -> Thing {
        let board = self.board();
        let name = if die.name == die.id { "" } else { &die.name };
        let mut thing = self.thing(ThingKind::Die, &die.id, name, "");
        let faces = die.distinct_faces().into_iter().map(|(face, n)| match n {
            1 => board.face_text(face),
            n => format!("{} ×{n}", board.face_text(face)),
        });
        thing.declare("faces", faces.collect::<Vec<_>>().join(", "));
        thing
    }

    fn mark(&self, at: usize, mark: &Mark) -> Thing {
        let board = self.board();
        let mut thing = self.thing(ThingKind::Mark, &mark.id, "", "");
        thing.declare(
            "value",
            mark.value_type.as_ref().map_or("no value".to_owned(), |value_type| self.mark_value_text(value_type)),
        );
        thing.declare("until", mark.until.map_or("", |period| board.periods[period.at()].as_str()));
        let bear =
            |piece_type: &&PieceType| piece_type.marks.iter().chain(&piece_type.valued_marks).any(|own| own.at() == at);
        thing.declare("carried by", ids(board.types.iter().filter(bear).map(|piece_type| piece_type.id.as_str())));
        thing
    }

    /// The value of a mark in words: `a space`, `a number, 1 to 3`.
    fn mark_value_text(&self, value_type: &MarkValueType) -> String {
        let board = self.board();
        match value_type {
            MarkValueType::Space(None) => "a space".into(),
            MarkValueType::Space(Some(kinds)) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| board.space_kinds[kind.at()].id.as_str()).collect();
                format!("a {}", kinds.join(" or "))
            }
            MarkValueType::Card => "a card".into(),
            MarkValueType::Side => "a side".into(),
            MarkValueType::Word(words) => {
                format!("one of {}", ids(words.iter().map(|word| board.words[word.at()].id.as_str())))
            }
            MarkValueType::Number(from, to) => format!("a number, {from} to {to}"),
        }
    }

    fn texts(&self, class: &str) -> Vec<String> {
        let board = self.board();
        let states = board.classes.iter().filter(|c| c.id == class).flat_map(|c| &c.states);
        states.map(|state| board.states[state.at()].text.clone()).collect()
    }

    fn pieces(&self, at: usize) -> Thing {
        let board = self.board();
        let class = &board.classes[at];
        let piece_type = board.types.iter().find(|piece_type| piece_type.id == class.id);
        let mut thing = self.thing(
            if piece_type.is_some() { ThingKind::Piece } else { ThingKind::Pieces },
            &class.id,
            &class.name,
            "",
        );
        if let Some(piece_type) = piece_type {
            thing.declare("owner", piece_type.owner.map_or("", |side| board.sides[side.at()].id.as_str()));
            thing.declare("count", piece_type.count.to_string());
            thing.declare("faces", piece_type.faces.join(" "));
            thing.declare(
                "marks",
                ids(piece_type
                    .marks
                    .iter()
                    .chain(&piece_type.valued_marks)
                    .map(|mark| board.marks[mark.at()].id.as_str())),
            );
            thing.declare("supply", &board.spaces[piece_type.supply.at()].id);
        }
        thing.texts = self.texts(&class.id);
        thing.printed = self.print(Val::handle(Kind::Class, at as u64));
        thing
    }

    fn scenario(&self, scenario: &cardwright_content::Scenario) -> Thing {
        let board = self.board();
        let mut thing = self.thing(ThingKind::Scenario, &scenario.id, &scenario.name, &scenario.doc);
        thing.declare("extends", scenario.extends.as_deref().unwrap_or_default());
        thing.declare("first step", &scenario.first);
        let options = scenario.options.iter().map(|(o, n)| {
            let option = &board.options[o.at()];
            format!("{}={}", option.id, option_text(&option.option_type, *n))
        });
        thing.declare("options", options.collect::<Vec<_>>().join(" "));
        thing.places = vec![scenario.origin.location()];
        let lines = scenario.position.iter().flat_map(|text| text.value.lines()).map(str::trim);
        thing.lines = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
        thing
    }

    /// The subjects in words: `each province and city`.
    pub fn on(&self, on: SubjectKind) -> String {
        let board = self.board();
        match on {
            SubjectKind::Game => "the game".into(),
            SubjectKind::Side => "each side".into(),
            SubjectKind::Card => "each card".into(),
            SubjectKind::Spaces(kinds) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| board.space_kinds[kind.at()].id.as_str()).collect();
                format!("each {}", kinds.join(" and "))
            }
            SubjectKind::Links(None) => "each link".into(),
            SubjectKind::Links(Some(kind)) => format!("each {}", board.link_kinds[kind.at()].id),
        }
    }
}

impl Thing {
    /// For a space: the printed fields except name, kind, neighbours and position on the map.
    pub fn other_printed(&self) -> Vec<Printed> {
        let is_told = |key: &str| matches!(key, "id" | "name" | "kind" | "adjacent" | "x" | "y");
        self.printed.iter().filter(|field| !is_told(&field.key) && field.has_value()).cloned().collect()
    }

    fn declare(&mut self, what: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.declared.push((what, text));
        }
    }

    /// A declared property, or empty.
    pub fn declared_text(&self, what: &str) -> &str {
        self.declared.iter().find(|(name, _)| *name == what).map_or("", |(_, text)| text)
    }
}

/// `a, b and c`.
fn and_list(all: &[&str]) -> String {
    match all.split_last() {
        None => "none".into(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn ids<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.collect::<Vec<_>>().join(" ")
}

/// The type of a fact in words: `a set of spaces`.
pub fn fact_type_text(fact_type: FactType) -> String {
    match fact_type {
        FactType::Number => "a number".into(),
        FactType::Boolean => "true or false".into(),
        FactType::Id(kind) => format!("a {}", kind.word()),
        FactType::Set(kind) => format!("a set of {}s", kind.word()),
        FactType::List(kind) => format!("a list of {}s", kind.word()),
    }
}

/// The letters and digits of a name, in lower case: `S.I.M.` equals `sim`.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The name that the user asked for.
struct NameQuery {
    text: String,
}

impl NameQuery {
    fn new(name: &str) -> NameQuery {
        NameQuery { text: name.trim().to_lowercase() }
    }

    /// The name for one kind: the whole text, and the text after the kind's word.
    fn words(&self, kind: ThingKind) -> [&str; 2] {
        let after_word = |word: &str| self.text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        [&self.text, after_word(kind.word()).map_or(self.text.as_str(), str::trim)]
    }
    /// Whether the name means a thing with this id or one of these names.
    fn matches(&self, kind: ThingKind, id: &str, names: &[&str]) -> bool {
        let asked = self.words(kind);
        let letters = asked.map(letters);
        [id].iter().chain(names).any(|name| {
            asked.contains(&name.to_lowercase().as_str()) || {
                let name = self::letters(name);
                !name.is_empty() && letters.contains(&name)
            }
        })
    }
    /// Whether the name is a card number without leading zeros.
    fn is_number(&self, id: &str) -> bool {
        self.words(ThingKind::Card).iter().any(|text| text.parse::<u32>().is_ok_and(|n| id.parse() == Ok(n)))
    }
}
