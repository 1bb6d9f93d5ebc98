//! The declaration of any thing in a game, for `show THING`. A lookup works with or without a running game.
//!
//! This module covers what content and scripts declare. The current state of things is in the [`View`](crate::View).

use crate::printed::{Printed, Value, printed};
use crate::provenance;
use cardwright_content::{Content, did_you_mean, with_current_options};
use cardwright_script::Program;
use cardwright_state::board::{
    Board, Die, Fact, FactType, Label, Mark, MarkValueType, PieceType, PileOrder, SubjectKind, Visibility,
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
    /// A class of pieces that share a name, such as all pieces with one face.
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
    Step,
    Hook,
    Effect,
}

impl ThingKind {
    /// Kinds of things whose ids may also be ids of another kind.
    const WITH_SHARED_IDS: [ThingKind; 9] = [
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

    /// Converts a kind of value, if things of that kind may share an id with another kind.
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
    /// Returns the word that people type for the kind: `space`.
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
            ThingKind::Step => "step",
            ThingKind::Hook => "hook",
            ThingKind::Effect => "effect",
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
    /// One sentence about the purpose of the thing.
    pub about: String,
    /// The declared properties, each as its name and its text. Properties without a text are left out.
    pub declared: Vec<(&'static str, String)>,
    /// The printed fields.
    pub printed: Vec<Printed>,
    /// The sources that content cites for the printed fields.
    pub sources: Vec<String>,
    /// The definitions: `base:cards/demo/cards.toml:12 (title, text)`.
    pub places: Vec<String>,
    /// For pieces, and for a side (its pieces): every state in notation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// For a scenario: the lines of its position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

impl Thing {
    /// Fills the current values of options into the texts of the thing.
    #[must_use]
    pub fn in_game(mut self, board: &Board, position: &Position) -> Thing {
        let fill_in = |text: &mut String| *text = with_current_options(text, board, position);
        fill_in(&mut self.about);
        self.declared.iter_mut().for_each(|(_, text)| fill_in(text));
        self.printed.iter_mut().for_each(|field| field.value.edit_texts(&fill_in));
        self
    }
}

/// Looks things up in content, and in the scripts if the scripts load without an error.
#[derive(Debug, Clone, Copy)]
pub struct ThingLookup<'a> {
    /// The content.
    pub content: &'a Content,
    /// The scripts, if they load without an error.
    pub program: Option<&'a Program>,
}

impl<'a> ThingLookup<'a> {
    /// Creates a lookup in a loaded program.
    pub fn new(program: &'a Program) -> ThingLookup<'a> {
        ThingLookup { content: &program.content, program: Some(program) }
    }

    fn board(&self) -> &'a Board {
        self.program.map_or(&self.content.board, |program| &program.board)
    }

    /// Returns everything that has this name. The name may be an id, a printed name, a title or a card number. The form
    /// `KIND ID`, such as `space port`, asks for one kind. Spaces and cards come first.
    pub fn named(&self, name: &str) -> Vec<Thing> {
        let query = NameQuery::new(name);
        let mut out = self.find_components(&query);
        out.extend(self.find_rule_things(&query));
        out.extend(self.find_script_things(&query));
        // Piles that each side has share one name: `hand` for `red hand` and `blue hand`.
        let board = self.board();
        let side_piles =
            board.piles.iter().filter(|pile| pile.id != pile.def && query.matches(ThingKind::Pile, &pile.def, &[]));
        out.extend(side_piles.map(|pile| self.pile(pile)));
        out
    }

    /// Returns the first thing with a name. If things of several kinds share the id, returns the thing that got the id
    /// in an earlier pack than all others.
    ///
    /// # Errors
    /// Nothing has the name, or several things have it. The message suggests a similar name, or lists the things.
    pub fn first(&self, name: &str) -> Result<Thing, String> {
        let board = self.board();
        let id = name.trim().to_lowercase();
        let mut things = self.named(name);
        if board.all_with_id(&id).len() > 1 {
            let first_kind = board.find(&id).and_then(|val| ThingKind::from_kind(val.kind()));
            let has_shared_id = |thing: &Thing| thing.id == id && ThingKind::WITH_SHARED_IDS.contains(&thing.kind);
            match first_kind {
                Some(first) => things.retain(|thing| {
                    !has_shared_id(thing)
                        || thing.kind == first
                        || first == ThingKind::Piece && thing.kind == ThingKind::Pieces
                }),
                None => {
                    let choices: Vec<String> = things
                        .iter()
                        .filter(|thing| has_shared_id(thing))
                        .map(|thing| format!("`{} {id}`", thing.kind.word()))
                        .collect();
                    if choices.len() > 1 {
                        return Err(format!("which `{id}`? {}", choices.join(", ")));
                    }
                }
            }
        }
        things.into_iter().next().ok_or_else(|| {
            if let Some(hint) = self.kind_hint(name.trim()) {
                return hint;
            }
            let known_names = self.names();
            let near = did_you_mean(&name.trim().to_lowercase(), known_names.iter().map(String::as_str));
            let hint = near.map_or("`help show` says what can be shown".to_owned(), |n| format!("did you mean `{n}`?"));
            format!("there is no `{name}` in this game; {hint}")
        })
    }

    /// Returns a hint if the name is a kind of space, because no declaration can be shown for a kind of space.
    fn kind_hint(&self, name: &str) -> Option<String> {
        let board = self.board();
        let lower_case = name.to_lowercase();
        let kind = board.space_kinds.iter().position(|kind| kind.id == lower_case || kind.plural == lower_case)?;
        let example = board.spaces.iter().find(|space| space.kind.index() == kind)?;
        Some(format!("`{name}` is a kind of space: `show board` shows all of them, `show {}` shows one", example.id))
    }

    /// Returns the ids of all things.
    pub fn names(&self) -> Vec<String> {
        let board = self.board();
        let mut out: Vec<String> = board.spaces.iter().map(|s| s.id.clone()).collect();
        out.extend(board.links.iter().map(|l| l.id.clone()));
        out.extend(board.cards.iter().map(|c| c.id.clone()));
        out.extend(board.piles.iter().map(|p| p.id.clone()));
        out.extend(board.tracks.iter().map(|t| t.id.clone()));
        out.extend(board.classes.iter().map(|c| c.id.clone()));
        out.extend(board.marks.iter().map(|m| m.id.clone()));
        out.extend(board.labels.actions.iter().map(|a| a.id.clone()));
        out.extend(board.facts.iter().map(|f| f.id.clone()));
        out.extend(board.dice.iter().map(|d| d.id.clone()));
        out.extend(self.program.iter().flat_map(|p| &p.figures).map(|f| f.name.clone()));
        out.extend(board.options.iter().map(|o| o.id.clone()));
        out.extend(self.content.knobs.iter().map(|k| k.id.clone()));
        out.extend(board.sides.iter().map(|s| s.id.clone()));
        out.extend(self.content.scenarios.iter().map(|s| s.id.clone()));
        out.extend(self.program.iter().flat_map(|p| &p.verbs).map(|(id, ..)| id.clone()));
        out.extend(self.script_things().map(|entry| entry.id.clone()));
        out.dedup();
        out
    }

    /// Finds spaces, cards, piles, links, sides, tracks, dice, marks and pieces.
    fn find_components(&self, query: &NameQuery) -> Vec<Thing> {
        let board = self.board();
        let mut out = Vec::new();
        for (index, space) in board.spaces.iter().enumerate() {
            if query.matches(ThingKind::Space, &space.id, &[&space.name])
                || space.aka.iter().any(|aka| query.matches(ThingKind::Space, aka, &[]))
            {
                out.push(self.space(index));
            }
        }
        for (index, card) in board.cards.iter().enumerate() {
            let titles: Vec<&str> = card.titles.iter().map(String::as_str).collect();
            if query.matches(ThingKind::Card, &card.id, &titles) || query.is_number(&card.id) {
                out.push(self.card(index));
            }
        }
        let piles = board.piles.iter().filter(|pile| query.matches(ThingKind::Pile, &pile.id, &[]));
        out.extend(piles.map(|pile| self.pile(pile)));
        let links = board.links.iter().enumerate().filter(|(_, link)| query.matches(ThingKind::Link, &link.id, &[]));
        out.extend(links.map(|(index, _)| self.link(index)));
        for side in board.sides.iter().filter(|side| query.matches(ThingKind::Side, &side.id, &[&side.name])) {
            let mut thing = self.thing(ThingKind::Side, &side.id, &side.name, "");
            let class = board.side(&side.id).map(|side| board.class_of_side(side));
            thing.texts = class.map_or_else(Vec::new, |class| self.texts(&board.classes[class.index()].id));
            out.push(thing);
        }
        let tracks = board.tracks.iter().filter(|track| query.matches(ThingKind::Track, &track.id, &[&track.name]));
        out.extend(tracks.map(|track| self.track(track)));
        let dice = board.dice.iter().filter(|die| query.matches(ThingKind::Die, &die.id, &[&die.name]));
        out.extend(dice.map(|die| self.die(die)));
        let marks = board.marks.iter().enumerate().filter(|(_, mark)| query.matches(ThingKind::Mark, &mark.id, &[]));
        let marks: Vec<Thing> = marks.map(|(index, mark)| self.mark(index, mark)).collect();
        for (index, class) in board.classes.iter().enumerate() {
            // Skip the last classes. Each holds the pieces of one side, and the thing of the side lists these pieces.
            let is_class_of_side = index >= board.classes.len() - board.sides.len();
            let is_type = board.piece_types.iter().any(|piece_type| piece_type.id == class.id);
            let kind = if is_type { ThingKind::Piece } else { ThingKind::Pieces };
            if !is_class_of_side && query.matches(kind, &class.id, &[&class.name]) {
                out.push(self.pieces(index));
            }
        }
        out.extend(marks);
        out
    }

    /// Returns the names of the menus that contain an action.
    fn menus_of(&self, action: &str) -> String {
        let menus = self.program.iter().flat_map(|p| &p.menus);
        ids(menus.filter(|menu| menu.actions.iter().any(|a| a == action)).map(|menu| menu.name.as_str()))
    }

    /// Returns the script lines that wrap one of these targets, such as `action march`.
    pub(crate) fn wraps_of(&self, targets: &[String]) -> String {
        let registered = self.program.iter().flat_map(|program| &program.registered);
        let wraps = registered
            .filter(|entry| matches!(entry.kind, "before" | "after" | "around") && targets.contains(&entry.id));
        ids(wraps.map(|wrap| wrap.script_line.as_str()))
    }

    /// Finds actions, words, facts, figures, options, knobs, scenarios and verbs.
    fn find_rule_things(&self, query: &NameQuery) -> Vec<Thing> {
        let board = self.board();
        let mut out = Vec::new();
        for (kind, labels) in [(ThingKind::Action, &board.labels.actions), (ThingKind::Word, &board.labels.words)] {
            let found = labels.iter().filter(|label| query.matches(kind, &label.id, &[]));
            out.extend(found.map(|Label { id, label, doc, .. }| {
                let mut thing = self.thing(kind, id, &label::label_without_subject(label), doc);
                if kind == ThingKind::Action {
                    thing.declare("offered in", self.menus_of(id));
                    thing.declare("wrapped at", self.wraps_of(&[format!("action {id}"), format!("offer {id}")]));
                }
                thing
            }));
        }
        for fact in board.facts.iter().filter(|fact| query.matches(ThingKind::Fact, &fact.id, &[])) {
            let mut thing = self.thing(ThingKind::Fact, &fact.id, "", "");
            thing.declare("on", self.on(fact.on));
            thing.declare("holds", fact_type_text(fact));
            thing.declare("until", fact.until.map_or("", |period| board.periods[period.index()].as_str()));
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

    /// Creates a thing with its definitions and no properties.
    pub(crate) fn thing(&self, kind: ThingKind, id: &str, name: &str, about: &str) -> Thing {
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
        // A line is `space port: FILE:LINE (keys)`. Only the part after the id is kept.
        let lines = provenance::lines(self.content, self.program, entry).into_iter();
        lines.map(|line| line.split_once(": ").map_or(line.clone(), |(_, place)| place.to_owned())).collect()
    }

    fn printed_fields(&self, component: Val) -> Vec<Printed> {
        printed(self.board(), self.program, self.content.info(component))
    }

    fn space(&self, index: usize) -> Thing {
        let board = self.board();
        let space = &board.spaces[index];
        let mut thing = self.thing(ThingKind::Space, &space.id, &space.name, "");
        thing.declare("kind", &board.space_kinds[space.kind.index()].id);
        thing.declare("next to", ids(space.adjacent.iter().map(|s| board.spaces[s].id.as_str())));
        self.declare_attributes(&mut thing, SubjectKind::spaces(space.kind));
        thing.printed = self.printed_fields(Val::handle(Kind::Space, index as u64));
        for column in &self.content.display_names.columns {
            let key = column.field.replace('_', "-");
            let column_fields = thing.printed.iter_mut().filter(|field| field.key == key);
            column_fields.for_each(|field| field.title.clone_from(&column.title));
        }
        thing
    }

    fn link(&self, index: usize) -> Thing {
        let board = self.board();
        let link = &board.links[index];
        let mut thing = self.thing(ThingKind::Link, &link.id, &label::link_name(board, index), "");
        thing.declare("kind", link.kind.map_or("", |kind| board.link_kinds[kind.index()].id.as_str()));
        thing.declare("ends", [link.a, link.b].map(|end| board.spaces[end.index()].id.as_str()).join(" "));
        self.declare_attributes(&mut thing, SubjectKind::Links(link.kind));
        thing.printed = self.printed_fields(Val::handle(Kind::Link, index as u64));
        thing
    }

    /// Adds the tracks and facts of a kind of subject to the declared properties.
    fn declare_attributes(&self, thing: &mut Thing, on: SubjectKind) {
        let board = self.board();
        thing.declare("tracks", ids(board.tracks.iter().filter(|t| t.on.includes(on)).map(|t| t.id.as_str())));
        thing.declare("facts", ids(board.facts.iter().filter(|f| f.on.includes(on)).map(|f| f.id.as_str())));
    }

    fn card(&self, index: usize) -> Thing {
        let card = &self.board().cards[index];
        let mut thing = self.thing(ThingKind::Card, &card.id, &card.titles.join(" / "), "");
        thing.printed = self.printed_fields(Val::handle(Kind::Card, index as u64));
        let entry = format!("card {}", card.id);
        for data_source in &self.content.data_sources {
            // Sources of the whole card come first, then those of each half.
            let Some(half) = data_source.entry.strip_prefix(&entry) else { continue };
            let half = match half.strip_prefix(' ') {
                Some(half) => format!("{}: ", half.replace('_', "-")),
                None if half.is_empty() => String::new(),
                None => continue,
            };
            let note = data_source.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            thing.sources.push(format!("{half}{}{note}", data_source.source));
        }
        thing
    }

    fn pile(&self, pile: &cardwright_state::board::Pile) -> Thing {
        let mut thing = self.thing(ThingKind::Pile, &pile.id, "", "");
        thing.places = self.places(&format!("pile {}", pile.def));
        thing.declare("order", if pile.order == PileOrder::Deck { "a deck" } else { "none" });
        let seen_by = match pile.visibility {
            Visibility::All => "all",
            Visibility::Owner | Visibility::Parties => "its side",
            Visibility::None => "nobody",
        };
        thing.declare("seen by", seen_by);
        thing
    }

    fn track(&self, track: &cardwright_state::board::Track) -> Thing {
        let board = self.board();
        let mut thing = self.thing(ThingKind::Track, &track.id, &track.name, "");
        thing.declare("on", self.on(track.on));
        thing.declare("range", format!("{} to {}", track.min, track.max));
        thing.declare("start", track.start.to_string());
        let zones = track.zones.iter().map(|z| format!("{} {} to {}", board.zones[z.zone.index()], z.from, z.to));
        thing.declare("zones", zones.collect::<Vec<_>>().join(", "));
        let numbers = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
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

    fn mark(&self, index: usize, mark: &Mark) -> Thing {
        let board = self.board();
        let mut thing = self.thing(ThingKind::Mark, &mark.id, "", "");
        thing.declare(
            "value",
            mark.value_type.as_ref().map_or("no value".to_owned(), |value_type| self.mark_value_text(value_type)),
        );
        thing.declare("until", mark.until.map_or("", |period| board.periods[period.index()].as_str()));
        let may_carry = |piece_type: &&PieceType| {
            piece_type.marks.iter().chain(&piece_type.valued_marks).any(|carried| carried.index() == index)
        };
        thing.declare(
            "carried by",
            ids(board.piece_types.iter().filter(may_carry).map(|piece_type| piece_type.id.as_str())),
        );
        thing
    }

    /// Describes the values that a mark may have: `a space`, `a number, 1 to 3`.
    fn mark_value_text(&self, value_type: &MarkValueType) -> String {
        let board = self.board();
        match value_type {
            MarkValueType::Space(None) => "a space".into(),
            MarkValueType::Space(Some(kinds)) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| board.space_kinds[kind.index()].id.as_str()).collect();
                format!("a {}", kinds.join(" or "))
            }
            MarkValueType::Card => "a card".into(),
            MarkValueType::Side => "a side".into(),
            MarkValueType::Word(words) => {
                format!("one of {}", ids(words.iter().map(|word| board.labels.words[word.index()].id.as_str())))
            }
            MarkValueType::Number(from, to) => format!("a number, {from} to {to}"),
        }
    }

    /// Returns every state of the pieces of a class, in notation.
    fn texts(&self, class: &str) -> Vec<String> {
        let board = self.board();
        let states = board.classes.iter().filter(|c| c.id == class).flat_map(|c| &c.states);
        states.map(|state| board.states[state.index()].text.clone()).collect()
    }

    fn pieces(&self, index: usize) -> Thing {
        let board = self.board();
        let class = &board.classes[index];
        let piece_type = board.piece_types.iter().find(|piece_type| piece_type.id == class.id);
        let mut thing = self.thing(
            if piece_type.is_some() { ThingKind::Piece } else { ThingKind::Pieces },
            &class.id,
            &class.name,
            "",
        );
        if let Some(piece_type) = piece_type {
            thing.declare("owner", piece_type.owner.map_or("", |side| board.sides[side.index()].id.as_str()));
            thing.declare("count", piece_type.count.to_string());
            thing.declare("faces", piece_type.faces.join(" "));
            thing.declare(
                "marks",
                ids(piece_type
                    .marks
                    .iter()
                    .chain(&piece_type.valued_marks)
                    .map(|mark| board.marks[mark.index()].id.as_str())),
            );
            thing.declare("supply", &board.spaces[piece_type.supply.index()].id);
        }
        thing.texts = self.texts(&class.id);
        thing.printed = self.printed_fields(Val::handle(Kind::Class, index as u64));
        thing
    }

    fn scenario(&self, scenario: &cardwright_content::Scenario) -> Thing {
        let board = self.board();
        let mut thing = self.thing(ThingKind::Scenario, &scenario.id, &scenario.name, &scenario.doc);
        thing.declare("extends", scenario.extends.as_deref().unwrap_or_default());
        thing.declare("first step", &scenario.first);
        let options = scenario.options.iter().map(|(option_id, value)| {
            let option = &board.options[option_id.index()];
            format!("{}={}", option.id, option_text(&option.option_type, *value))
        });
        thing.declare("options", options.collect::<Vec<_>>().join(" "));
        thing.places = vec![scenario.origin.location()];
        let lines = scenario.position.iter().flat_map(|text| text.value.lines()).map(str::trim);
        thing.lines = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
        thing
    }

    /// Describes the subjects: `each province and city`.
    pub fn on(&self, on: SubjectKind) -> String {
        let board = self.board();
        match on {
            SubjectKind::Game => "the game".into(),
            SubjectKind::Side => "each side".into(),
            SubjectKind::Card => "each card".into(),
            SubjectKind::Spaces(kinds) => {
                let kinds: Vec<&str> = kinds.iter().map(|kind| board.space_kinds[kind.index()].id.as_str()).collect();
                format!("each {}", kinds.join(" and "))
            }
            SubjectKind::Links(None) => "each link".into(),
            SubjectKind::Links(Some(kind)) => format!("each {}", board.link_kinds[kind.index()].id),
        }
    }
}

impl Thing {
    /// Returns the printed fields of a space except name, kind, neighbours and position on the map.
    pub fn other_printed(&self) -> Vec<Printed> {
        let is_shown_elsewhere = |key: &str| matches!(key, "id" | "name" | "kind" | "adjacent" | "x" | "y");
        self.printed.iter().filter(|field| !is_shown_elsewhere(&field.key) && field.has_value()).cloned().collect()
    }

    /// Adds a declared property, unless its text is empty.
    pub(crate) fn declare(&mut self, name: &'static str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.declared.push((name, text));
        }
    }

    /// Returns the text of a declared property, or an empty text.
    pub fn declared_text(&self, name: &str) -> &str {
        self.declared.iter().find(|(declared_name, _)| *declared_name == name).map_or("", |(_, text)| text)
    }
}

/// Joins words: `a, b and c`.
fn and_list(words: &[&str]) -> String {
    match words.split_last() {
        None => "none".into(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

fn ids<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    ids.collect::<Vec<_>>().join(" ")
}

/// Describes the type of a fact: `a set of spaces`, `rows of bank, due, au`.
pub fn fact_type_text(fact: &Fact) -> String {
    match fact.fact_type {
        FactType::Number => "a number".into(),
        FactType::Boolean => "true or false".into(),
        FactType::Id(kind) => format!("a {}", kind.word()),
        FactType::Set(kind) => format!("a set of {}s", kind.word()),
        FactType::List(kind) => format!("a list of {}s", kind.word()),
        FactType::Rows(_) => format!("rows of {}", fact.columns.ids().join(", ")),
    }
}

/// Returns the letters and digits of a name in lower case: `sim` for `S.I.M.`.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The name that the user asked for.
pub(crate) struct NameQuery {
    text: String,
}

impl NameQuery {
    fn new(name: &str) -> NameQuery {
        NameQuery { text: name.trim().to_lowercase() }
    }

    /// Returns the names to compare for one kind: the whole text, and the text after the word of the kind. For the text
    /// `card 12` and cards, returns `card 12` and `12`.
    fn words(&self, kind: ThingKind) -> [&str; 2] {
        let after_word = |word: &str| self.text.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        [&self.text, after_word(kind.word()).map_or(self.text.as_str(), str::trim)]
    }
    /// Whether the query means a thing of this kind with this id or one of these names.
    pub(crate) fn matches(&self, kind: ThingKind, id: &str, names: &[&str]) -> bool {
        let is_same = |word: &str, name: &str| {
            letters(word).eq(letters(name)) && (letters(name).next().is_some() || word == name.to_lowercase())
        };
        self.words(kind).iter().any(|word| [id].iter().chain(names).any(|name| is_same(word, name)))
    }
    /// Whether the query is this card number, with or without leading zeros.
    fn is_number(&self, id: &str) -> bool {
        self.words(ThingKind::Card).iter().any(|text| text.parse::<u32>().is_ok_and(|n| id.parse() == Ok(n)))
    }
}
