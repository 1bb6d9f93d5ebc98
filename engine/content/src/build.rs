//! Layered entries into a finished board: walks every section, gathers every problem.
//!
//! Two passes: the first defines (so that numbers exist), the second reads what names things
//! defined anywhere (fields of spaces and cards, data of pieces).

mod cards;
mod dice;
mod entry;
mod facts;
mod fields;
mod heads;
mod info_fields;
mod knobs;
mod links;
mod options;
mod piece_data;
mod pieces;
mod piles;
mod quotations;
mod scenarios;
mod seatings;
mod shorts;
mod spaces;
mod text;
mod tracks;

pub use info_fields::{DeclaredField, Held, InfoFields, MayBe};

/// The forms of what is built here.
pub(crate) mod forms {
    pub(crate) use super::cards::{CARD, CARD_SHAPE};
    pub(crate) use super::dice::DIE;
    pub(crate) use super::entry::ENTRY;
    pub(crate) use super::facts::FACT;
    pub(crate) use super::heads::*;
    pub(crate) use super::knobs::KNOB;
    pub(crate) use super::links::{LINK, LINK_KIND};
    pub(crate) use super::options::OPTION;
    pub(crate) use super::piece_data::PIECE_SHAPE;
    pub(crate) use super::pieces::{CLASS, MARK, PIECE};
    pub(crate) use super::piles::PILE;
    pub(crate) use super::scenarios::SCENARIO;
    pub(crate) use super::seatings::SEATING;
    pub(crate) use super::spaces::{KIND, PERIOD, SIDE, SPACE};
    pub(crate) use super::text::{ACTION, TEXT, WHY, WORD};
    pub(crate) use super::tracks::TRACK;
}

use crate::called::Called;
use crate::definitions::{Provenance, Rename, RuleSection, Scenario};
use crate::diagnostic::Diagnostic;
use crate::field::{Datum, Field, unknown};
use crate::form::{Holds, Key, may, words};
use crate::ident::{self, Scope, Spelling};
use crate::knob::Knob;
use crate::layer::{Entry, Layers, form_of};
use crate::located::{Located, Raw};
use crate::parse::MOST;
use crate::problems::Problems;
use crate::shape::Keys;
use cardwright_state::board::{FactType, Kinds, Label, On, PieceType, Visibility};
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val, bits, set, val};
use heads::{CODE, META};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Bounds a board must keep so that a position stays small enough to be cloned at every step.
const MOST_STATES: usize = 1 << 14;
/// Positions count the pieces of a class at a place in 16 bits.
const MOST_PIECES: u64 = u16::MAX as u64;
/// Where data may come from, but for `public:<name>`.
const SOURCES: [&str; 3] = ["rulebook", "reconstructed", "own"];

/// What a position can hold in one slot.
const ANY: RangeInclusive<i64> = 1 - val::LIMIT..=val::LIMIT - 1;
const VISIBILITIES: [(&str, Visibility); 3] =
    [("all", Visibility::All), ("owner", Visibility::Owner), ("none", Visibility::None)];

/// Any number.
const NUMBER: Holds = Holds::Number(1 - val::LIMIT, val::LIMIT - 1);
/// What a track or a fact may be kept for.
const ON: [Holds; 4] = [
    Holds::Choice(&["game", "side", "link"]),
    Holds::Of("kind"),
    Holds::Of("link-kind"),
    Holds::List(&Holds::Of("kind")),
];
const AUDIENCE: Key = may(
    "audience",
    Holds::Choice(&const { words(&VISIBILITIES) }),
    "`\"all\"`",
    "Who sees it: `all`, only its `owner` (what is kept `on = \"side\"`), or `none`.",
    "\"all\"",
);
const UNTIL: Key = may(
    "until",
    Holds::Of("period"),
    "it stays",
    "The period at whose end it falls back by itself: a script ends one with `end_period`.",
    "\"night\"",
);

/// What becomes of the layers.
pub(crate) struct Built {
    pub(crate) board: Board,
    pub(crate) infos: Vec<(Val, Datum)>,
    pub(crate) info_fields: InfoFields,
    pub(crate) unshown: Vec<String>,
    pub(crate) called: Called,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) rules: Vec<RuleSection>,
    pub(crate) rule_code: String,
    pub(crate) action_labels: Vec<(Label, Located<()>)>,
    pub(crate) provenance: Vec<Provenance>,
    pub(crate) renames: Vec<Rename>,
    pub(crate) blank: Option<Located<String>>,
    pub(crate) knobs: Vec<Knob>,
}

/// Builds and checks everything; what it returns is whole only if no problem is an error.
pub(crate) fn build(layers: &Layers<'_>, game: &str, problems: &Problems) -> Built {
    let mut board = Board::default();
    board.game = game.to_string();
    let mut builder = Builder {
        layers,
        problems,
        board,
        words: BTreeSet::new(),
        globals: BTreeMap::new(),
        index: BTreeMap::new(),
        kind_fields: Vec::new(),
        link_fields: Vec::new(),
        piece_fields: None,
        groups: Vec::new(),
        provenance: Vec::new(),
        renames: Vec::new(),
        knobs: Vec::new(),
        rule_code: String::new(),
        rules: Vec::new(),
        called: Called::default(),
    };
    builder.rules();
    builder.knobs();
    let Meta { blank, nonplayer, in_play } = builder.meta();
    builder.quotations();
    let texts = text::read(&mut builder);
    builder.sides();
    builder.spaces();
    builder.links();
    builder.pieces();
    builder.tracks();
    builder.facts();
    builder.board.nonplayer = builder.of_sides(nonplayer, "content::nonplayer", "are played by rules");
    builder.board.in_play = builder.of_sides(in_play, "content::in-play", "are in play");
    builder.dice();
    builder.piles();
    builder.options();
    builder.knob_options();
    builder.seatings();
    let shape = builder.card_shape();
    builder.cards(&shape);
    builder.word("done");
    let mut infos = Vec::new();
    if builder.finish() {
        infos.extend(builder.space_infos());
        infos.extend(builder.link_infos());
        infos.extend(builder.piece_infos());
        infos.extend(builder.card_infos(&shape));
    }
    infos.iter_mut().for_each(|(_, datum)| builder.quote_in(datum));
    let info_fields = builder.info_fields(&shape, &infos);
    builder.columns();
    let scenarios = builder.scenarios();
    Built {
        board: builder.board,
        infos,
        info_fields,
        unshown: shape.unshown(),
        called: builder.called,
        scenarios,
        rules: builder.rules,
        rule_code: builder.rule_code,
        action_labels: texts,
        provenance: builder.provenance,
        renames: builder.renames,
        blank,
        knobs: builder.knobs,
    }
}

/// What `[meta]` of a board names.
#[derive(Default)]
struct Meta {
    blank: Option<Located<String>>,
    nonplayer: Option<Located<String>>,
    in_play: Option<Located<String>>,
}

/// The board as it grows.
pub(crate) struct Builder<'a> {
    pub(crate) layers: &'a Layers<'a>,
    pub(crate) problems: &'a Problems,
    pub(crate) board: Board,
    words: BTreeSet<String>,
    /// The ids that are constants of the scripts, by their kind.
    globals: BTreeMap<Kind, Scope>,
    index: BTreeMap<&'static str, BTreeMap<String, usize>>,
    kind_fields: Vec<Vec<Field>>,
    link_fields: Vec<Vec<Field>>,
    /// What the data of a piece holds; none where the game leaves it open.
    piece_fields: Option<Vec<Field>>,
    groups: Vec<pieces::Group>,
    provenance: Vec<Provenance>,
    renames: Vec<Rename>,
    knobs: Vec<Knob>,
    rule_code: String,
    rules: Vec<RuleSection>,
    called: Called,
}

impl<'a> Builder<'a> {
    /// The entries of a kind, with their keys open for reading.
    pub(crate) fn entries(&mut self, kind: &'static str) -> Vec<(&'a Entry, Keys<'a>)> {
        let (layers, problems) = (self.layers, self.problems);
        let entries: Vec<&Entry> = layers.section(kind).collect();
        let index = entries.iter().enumerate().map(|(at, e)| (e.id.value.clone(), at)).collect();
        self.index.insert(kind, index);
        let open = |entry: &'a Entry| {
            let what = format!("the {kind} `{}`", entry.id.value);
            (entry, Keys::new(form_of(kind), &entry.table, entry.at.clone(), what, problems))
        };
        entries.into_iter().map(open).collect()
    }
    /// Reads what every entry may say, and reports keys nobody knows.
    pub(crate) fn close(&mut self, kind: &str, entry: &Entry, keys: Keys<'_>) {
        match kind {
            "rule" => keys.elsewhere("number"),
            "seating" => keys.elsewhere("players"),
            "action" | "word" | "text" | "why" => {}
            _ => keys.elsewhere("id"),
        }
        keys.elsewhere("remove");
        keys.elsewhere("patch");
        if kind != "why" {
            self.ruled(&keys);
        }
        self.provenance(&format!("{kind} {}", entry.id.value), &keys, entry.source.as_ref());
        for old in keys.texts("was") {
            self.renamed(kind, old, &entry.id.value);
        }
        keys.finish();
    }
    /// Notes what an entry was called before; that id must be one, and nobody else's.
    fn renamed(&mut self, kind: &str, old: Located<String>, new: &str) {
        let spelling = if kind == "card" { Spelling::Digits } else { Spelling::Kebab };
        if !matches!(kind, "rule" | "link") {
            ident::check(&old, kind, spelling, self.problems);
        }
        let taken = |message: String, label: String| {
            self.problems.push(old.error("content::duplicate-id", message).label(label));
        };
        if self.index.get(kind).is_some_and(|all| all.contains_key(&old.value)) {
            taken(format!("`{}` was renamed but is still there", old.value), format!("a {kind} of this id exists"));
        }
        if let Some(other) = self.renames.iter().find(|of| of.kind == kind && of.old == old.value && of.new != new) {
            let message = format!("`{}` was renamed to both `{}` and `{new}`", old.value, other.new);
            taken(message, format!("a {kind} was called so once only"));
        }
        self.renames.push(Rename { kind: kind.to_string(), old: old.value, new: new.to_string() });
    }
    pub(crate) fn provenance(&mut self, entry: &str, keys: &Keys<'_>, default: Option<&Located<String>>) {
        let own = keys.text("source");
        let note = keys.text("source_note").map(|n| n.value);
        let rule = keys.text("rule").map(|r| r.value);
        let Some(source) = own.as_ref().or(default) else { return };
        let found = Provenance { entry: entry.to_string(), source: source.value.clone(), note, rule };
        self.provenance_of(found, source);
    }
    /// Notes where an entry comes from, and reports what is no provenance.
    fn provenance_of(&mut self, found: Provenance, source: &Located<String>) {
        let public = source.value.strip_prefix("public:").is_some_and(|name| !name.trim().is_empty());
        if !public && !SOURCES.contains(&source.value.as_str()) {
            self.problems.push(
                source
                    .error("content::bad-source", format!("`{}` is no provenance", source.value))
                    .label("must be `rulebook`, `reconstructed`, `own` or `public:<name>`")
                    .suggest(&source.value, SOURCES),
            );
        }
        self.provenance.push(found);
    }
    /// The index of an entry of another section, if it has one.
    fn known(&self, kind: &'static str, id: &Located<String>) -> Option<usize> {
        self.index.get(kind)?.get(&id.value).copied()
    }
    /// The index of an entry of another section; reports an unknown id.
    pub(crate) fn find(&self, kind: &'static str, id: &Located<String>) -> Option<usize> {
        let names = self.index.get(kind);
        let found = names.and_then(|names| names.get(&id.value)).copied();
        if found.is_none() {
            let names = names.into_iter().flatten().map(|(name, _)| name.as_str());
            self.problems.push(unknown(id, kind, names.take(self.problems.room())));
        }
        found
    }
    /// Takes an id that is a constant of the scripts.
    fn global(&mut self, kind: Kind, id: &Located<String>, what: &str) {
        self.globals.entry(kind).or_insert_with(Scope::globals).take(id, what, self.problems);
    }
    /// What of any kind has an id, with what it is.
    fn owner(&self, id: &str) -> Option<&(String, Located<String>)> {
        self.globals.values().find_map(|scope| scope.has(id))
    }
    /// Declares a word that has no label of its own, if it is not yet one.
    pub(crate) fn word(&mut self, id: &str) {
        self.label_word(Label { id: id.into(), label: id.into(), ..Label::default() });
    }
    pub(crate) fn label_word(&mut self, word: Label) {
        if !self.words.insert(word.id.clone()) {
            return;
        }
        if self.words.len() == MOST + 1 {
            let message = format!("more than {} words", MOST);
            self.problems.push(Diagnostic::error("content::too-many", message));
        }
        if self.words.len() <= MOST {
            self.board.words.push(word);
        }
    }
    /// What a track, fact or pile is kept for.
    fn on(&self, keys: &Keys<'_>, with_cards: bool) -> On {
        if matches!(keys.get("on"), Some(Located { value: Raw::List(_), .. })) {
            return self.on_kinds(keys);
        }
        let Some(on) = keys.need_text("on") else { return On::Game };
        match on.value.as_str() {
            "game" => On::Game,
            "side" => On::Side,
            "link" => On::Links(None),
            "card" if with_cards => On::Card,
            other => {
                let board = &self.board;
                if let Some(kind) = board.kinds.iter().position(|k| k.id == other) {
                    return On::spaces(KindId::new(kind));
                }
                if let Some(kind) = board.link_kinds.iter().position(|k| k.id == other) {
                    return On::Links(Some(LinkKindId::new(kind)));
                }
                let mut names = vec!["game", "side", "link"];
                names.extend(with_cards.then_some("card"));
                names.extend(board.kinds.iter().map(|k| k.id.as_str()));
                names.extend(board.link_kinds.iter().map(|k| k.id.as_str()));
                self.problems.push(
                    unknown(&on, "kind", names)
                        .label("must be `game`, `side`, `link`, or a kind of spaces or links (facts also `card`)"),
                );
                On::Game
            }
        }
    }
    /// `on = ["city", "province"]`: spaces of several kinds.
    fn on_kinds(&self, keys: &Keys<'_>) -> On {
        let found: Vec<KindId> =
            keys.texts("on").iter().filter_map(|kind| self.find("kind", kind)).map(KindId::new).collect();
        match found.split_first() {
            Some((first, rest)) => On::Spaces(rest.iter().fold(Kinds::one(*first), |all, kind| all.with(*kind))),
            None => On::Game,
        }
    }
    fn until(&self, keys: &Keys<'_>) -> Option<PeriodId> {
        keys.text("until").and_then(|p| self.find("period", &p)).map(PeriodId::new)
    }

    fn meta(&mut self) -> Meta {
        let Some((table, at)) = self.layers.meta.as_ref() else { return Meta::default() };
        let keys = Keys::new(&META, table, at.clone(), "`[meta]`", self.problems);
        if let Some(name) = keys.need_text("name") {
            self.board.name = name.value;
        }
        let blank = keys.text("blank");
        self.board.blank = blank.as_ref().map(|b| b.value.clone()).unwrap_or_default();
        Meta { blank, nonplayer: keys.text("nonplayer"), in_play: keys.text("in_play") }
    }
    /// The fact of a side that says that rules play it, or that it is in play: one that all see, for what a side may do hangs on
    /// it.
    fn of_sides(&mut self, named: Option<Located<String>>, code: &str, what: &str) -> Option<FactId> {
        let named = named?;
        let at = self.find("fact", &named)?;
        let fact = self.board.facts.get(at)?;
        let wrong = match fact {
            fact if fact.on != On::Side => "is not kept on a side",
            fact if fact.holds != FactType::Truth => "is no truth",
            fact if fact.visibility != Visibility::All => "is not seen by all",
            fact if fact.until.is_some() => "ends with a period",
            _ => return Some(FactId::new(at)),
        };
        let message = format!("`{}` cannot say which sides {what}: it {wrong}", named.value);
        let problem = named.error(code, message).label("named here");
        self.problems
            .push(problem.help("declare it with `on = \"side\"`, `type = \"truth\"` and no `audience` or `until`"));
        None
    }
    fn rules(&mut self) {
        if let Some((table, at)) = &self.layers.code {
            let keys = Keys::new(&CODE, table, at.clone(), "`[code]`", self.problems);
            self.rule_code = keys.need_text("id").map(|id| id.value).unwrap_or_default();
            keys.note("name");
            keys.finish();
        }
        let mut rules = Vec::new();
        for (entry, keys) in self.entries("rule") {
            let title = keys.need_text("title").map(|t| t.value).unwrap_or_default();
            rules.push(RuleSection { number: entry.id.value.clone(), title, origin: entry.id.place() });
            self.close("rule", entry, keys);
        }
        self.rules = rules;
    }

    /// Numbers the board. False if it is too broken for that.
    fn finish(&mut self) -> bool {
        if !self.is_small_enough() {
            return false;
        }
        self.board.elders = self.elders();
        let groups: Vec<_> = self.groups.iter().map(pieces::Group::types).collect();
        let finished = self.board.finish(&groups);
        self.narrow_groups();
        let Err(clashes) = finished else { return true };
        // Our own checks have told all of these with their places, unless they missed something.
        if !self.problems.any_errors() {
            for clash in clashes {
                let message = format!("`{}` {}", clash.id, clash.problem);
                let place = self.owner(&clash.id).map(|(_, id)| id.place());
                self.problems.push(match place {
                    Some(place) => place.error("content::ids-meet", message),
                    None => Diagnostic::error("content::ids-meet", message),
                });
            }
        }
        true
    }
    /// Of ids that things of several kinds have, the kind that an earlier pack gave it to than all others: what that pack
    /// calls by the id alone stays what it was.
    fn elders(&self) -> BTreeMap<String, Kind> {
        let mut all: BTreeMap<&str, Vec<(usize, Kind)>> = BTreeMap::new();
        for (kind, scope) in &self.globals {
            for id in scope.ids() {
                let pack = self.layers.packs.iter().position(|pack| *pack == id.file.pack).unwrap_or(usize::MAX);
                all.entry(&id.value).or_default().push((pack, *kind));
            }
        }
        let elder = |of_id: Vec<(usize, Kind)>| {
            let first = of_id.iter().map(|(pack, _)| *pack).min()?;
            let mut of_first = of_id.iter().filter(|(pack, _)| *pack == first);
            let only = of_first.next().filter(|_| of_id.len() > 1 && of_first.next().is_none());
            only.map(|(_, kind)| *kind)
        };
        all.into_iter().filter_map(|(id, of_id)| Some((id.to_owned(), elder(of_id)?))).collect()
    }
    fn is_small_enough(&self) -> bool {
        let board = &self.board;
        let mut small = true;
        let mut bound = |what: &str, number: usize, most: usize, at: Option<&Entry>| {
            if number > most {
                let message = format!("{number} {what}; at most {most} are possible");
                self.problems.push(match at {
                    Some(entry) => entry.id.error("content::too-many", message).label("this one is too many"),
                    None => Diagnostic::error("content::too-many", message),
                });
                small = false;
            }
        };
        let beyond = |kind: &str| self.layers.section(kind).nth(set::CAPACITY);
        bound("spaces", board.spaces.len(), set::CAPACITY, beyond("space"));
        bound("links", board.links.len(), set::CAPACITY, beyond("link"));
        bound("cards", board.cards.len(), set::CAPACITY, beyond("card"));
        bound("kinds of spaces", board.kinds.len(), Kinds::MOST, None);
        let subjects = |on: On| match on {
            On::Game => 1,
            On::Side => board.sides.len(),
            On::Spaces(_) => board.spaces.len(),
            On::Links(_) => board.links.len(),
            On::Card => board.cards.len(),
        };
        let classes: usize =
            board.types.iter().map(|t| t.faces.len() + 1).sum::<usize>() + self.groups.len() + board.sides.len();
        let width = |holds: FactType| match holds {
            FactType::Set(Kind::Word) => bits::numbers_for(board.words.len()),
            FactType::Set(Kind::Class) => bits::numbers_for(classes),
            // Of actions nobody knows yet how many there are: it is looked at again when the scripts are loaded.
            FactType::Set(_) => bits::numbers_for(set::CAPACITY),
            _ => 1,
        };
        let tracks: usize = board.tracks.iter().map(|t| subjects(t.on)).sum();
        let facts: usize = board.facts.iter().map(|f| subjects(f.on) * width(f.holds)).sum();
        bound("values of tracks and facts", tracks + facts, Board::MOST_NUMBERS, None);
        let (few_states, few_values, few_pieces) =
            (self.has_few_states(), self.has_few_values(), self.has_few_pieces());
        few_states && few_values && few_pieces && small
    }

    /// Whether what may be told apart among pieces is not too much; if it is, the piece is named of which there is most.
    fn has_few_states(&self) -> bool {
        let types = &self.board.types;
        let holdings = |of: &PieceType| {
            let each = of.holds.iter().map(|held| types[held.at()].count as usize + 1);
            each.fold(1usize, usize::saturating_mul)
        };
        let states = |of: &PieceType| (of.faces.len() << of.marks.len()).saturating_mul(holdings(of));
        let all = types.iter().map(states).fold(0, usize::saturating_add);
        if all <= MOST_STATES {
            return true;
        }
        let message = format!(
            "{all} combinations of piece type, face, plain marks and what is held; at most {MOST_STATES} are possible"
        );
        let worst = types.iter().zip(self.layers.section("piece")).max_by_key(|(of, _)| states(of));
        let problem = match worst {
            Some((of, entry)) => {
                let alone = format!("{} of them are of `{}`", states(of), of.id);
                entry.id.error("content::too-many", message).label(alone)
            }
            None => Diagnostic::error("content::too-many", message),
        };
        let help = "each plain mark doubles those of its piece (one that bears a value does not), and each face and each piece it may hold multiplies them: keep on a fact, or as a piece of its own, what not every piece need bear";
        self.problems.push(problem.help(help));
        false
    }

    /// Whether the values that the marks of each type may bear are few enough to be told apart.
    fn has_few_values(&self) -> bool {
        let board = &self.board;
        let mut few = true;
        for (of, entry) in board.types.iter().zip(self.layers.section("piece")) {
            let all = board.combinations(of);
            if all > Board::MOST_VALUES {
                let each = of.valued.iter().filter_map(|mark| {
                    let mark = &board.marks[mark.at()];
                    mark.of.as_ref().map(|bears| format!("`{}` {}", mark.id, board.values_of(bears)))
                });
                let each = each.collect::<Vec<_>>().join(", ");
                let message = format!(
                    "the marks of `{}` may have {all} combinations of values; at most {} are possible",
                    of.id,
                    Board::MOST_VALUES
                );
                let problem = entry.id.error("content::too-many", message).label(format!("values of each: {each}"));
                let help = "of a mark `of = \"space\"` `kind` says which spaces it may bear; keep on a fact what not every piece need bear";
                self.problems.push(problem.help(help));
                few = false;
            }
        }
        few
    }

    /// Whether all pieces together are few enough to lie at one place.
    fn has_few_pieces(&self) -> bool {
        let all: u64 = self.board.types.iter().map(|of| u64::from(of.count)).sum();
        if all <= MOST_PIECES {
            return true;
        }
        let message = format!("{all} pieces of all types together; at most {MOST_PIECES} are possible");
        let worst = self.board.types.iter().zip(self.layers.section("piece")).max_by_key(|(of, _)| of.count);
        let problem = match worst {
            Some((of, entry)) => entry.id.error("content::too-many", message).label(format!("{} of them", of.count)),
            None => Diagnostic::error("content::too-many", message),
        };
        self.problems.push(problem.help("money and points are better kept on a track or a fact"));
        false
    }
}
