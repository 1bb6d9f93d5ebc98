//! Positions in words: one notation for set-ups, `adjust`, tests, scenario export and hashes.
//!
//! Items are parted by `;` or a new line; `#` starts a comment. What a position holds is printed
//! as its difference from [`Position::initial`], in content order, so reading it back onto an
//! initial position gives the same board hash.

use crate::bits;
use crate::board::{Board, FactType, On, PileOrder};
use crate::chance::{die_stream, pick_stream, pile_stream};
use crate::change::Change;
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{CardAt, Entry, InForce, Position, Row};
use crate::val::{Kind, Plain, Val};
use std::fmt::Write as _;
use std::ops::Range;

mod read;
pub use read::{Item, NotationError, Says, read, read_option};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    Hash,
    Save,
}

/// The plain notation: everything on the table, facts, open steps.
pub fn print(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Plain, eyes: None }.all()
}

/// The plain notation as a side sees it: see [`crate::view`].
pub(crate) fn print_seen(board: &Board, position: &Position, side: Option<SideId>) -> String {
    Printer { board, position, mode: Mode::Plain, eyes: Some(side) }.all()
}

/// Plain notation plus chance counters and the logs of open steps: what the full hash covers.
pub fn print_full(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Hash, eyes: None }.all()
}

/// Everything needed to have the very position back, the changes of the open steps included.
pub fn print_save(board: &Board, position: &Position) -> String {
    Printer { board, position, mode: Mode::Save, eyes: None }.all()
}

/// A plain value as a token without spaces.
pub fn plain_text(board: &Board, value: &Plain) -> String {
    plain(value, &|v| token(board, v))
}

/// A plain value as a side reads it: cards it does not see are all alike.
pub fn plain_seen(board: &Board, position: &Position, side: Option<SideId>, value: &Plain) -> String {
    plain(value, &|v| Printer { board, position, mode: Mode::Plain, eyes: Some(side) }.token(v))
}

fn plain(value: &Plain, token: &dyn Fn(Val) -> String) -> String {
    match value {
        Plain::Nil => "nil".into(),
        Plain::Truth(t) => t.to_string(),
        Plain::Val(v) => token(*v),
        Plain::List(list) => {
            let parts: Vec<String> = list.iter().map(|v| token(*v)).collect();
            format!("[{}]", parts.join(","))
        }
    }
}

/// A value as one word, as logs of open steps write it: its id, with its kind before it where the id alone
/// would not say what it is.
pub fn token(board: &Board, val: Val) -> String {
    if val.kind() == Kind::Number {
        return val.0.to_string();
    }
    let text = board.text(val).replace(' ', "@");
    if board.find(&text) == Some(val) { text } else { format!("{}:{text}", val.kind().word().replace(' ', "-")) }
}

/// Whether a word names something that there is in a game: an id, a number, a [`token`], a stack as
/// `PIECE@PLACE`.
pub fn is_named(board: &Board, word: &str) -> bool {
    read::named(board, word) || board.card(word).is_some() || board.read(Kind::Stack, &word.replace('@', " ")).is_some()
}

/// Which of these things a word names: by its [`token`], else by its id.
pub fn named_among(board: &Board, of: &[Val], word: &str) -> Option<Val> {
    let by_token = of.iter().find(|v| token(board, **v) == word);
    let by_id = || of.iter().find(|v| board.text(**v).replace(' ', "@") == word);
    let stack = || board.read(Kind::Stack, &word.replace('@', " ")).filter(|v| of.contains(v));
    by_token.or_else(by_id).copied().or_else(stack)
}

struct Printer<'a> {
    board: &'a Board,
    position: &'a Position,
    mode: Mode,
    /// Whose eyes: a side's, or (`None`) anybody's. Without any, everything is printed.
    eyes: Option<Option<SideId>>,
}

impl Printer<'_> {
    /// Whether a value is a card that these eyes do not see.
    fn hides(&self, val: Val) -> bool {
        self.eyes.is_some_and(|side| crate::view::hides(self.board, self.position, side, val))
    }
    /// A value as a token, unless it is a card that these eyes do not see.
    fn token(&self, val: Val) -> String {
        if self.hides(val) { crate::view::A_CARD.to_owned() } else { token(self.board, val) }
    }

    fn all(&self) -> String {
        let mut out = String::new();
        self.turn(&mut out);
        self.spaces(&mut out);
        self.links(&mut out);
        self.loose(&mut out);
        self.piles(&mut out);
        self.card_facts(&mut out);
        self.in_force(&mut out);
        if let Some(outcome) = self.position.outcome() {
            let winner = outcome.winner.map_or("nobody".to_owned(), |w| self.board.sides[w.at()].id.clone());
            let _ = write!(out, "ended {winner} {}", self.board.texts[outcome.text.text.at()].id);
            for v in &outcome.text.subjects {
                let _ = write!(out, " {}", self.token(*v));
            }
            out.push('\n');
        }
        if self.mode != Mode::Plain {
            self.full(&mut out);
        }
        out
    }

    fn turn(&self, out: &mut String) {
        for (depth, frame) in self.position.open_steps().iter().enumerate() {
            let _ = write!(out, "{} {}", if depth == 0 { "turn" } else { "in" }, self.board.steps[frame.step.at()]);
            for arg in &frame.args {
                let _ = write!(out, " {}", plain(arg, &|v| self.token(v)));
            }
            out.push('\n');
        }
    }

    fn spaces(&self, out: &mut String) {
        let (board, position) = (self.board, self.position);
        for (i, space) in board.spaces.iter().enumerate() {
            let at = SpaceId::new(i);
            let mut parts = Vec::new();
            for (s, state) in board.states.iter().enumerate() {
                let n = position.count_state(board, at, StateId::new(s));
                let of = &board.types[state.of.at()];
                if n == 0 || (of.supply == at && board.state_of(state.of, 0, 0).at() == s) {
                    continue; // What the supply holds is the remainder.
                }
                parts.push(if n == 1 { state.text.clone() } else { format!("{n} {}", state.text) });
            }
            self.tracks(On::spaces(space.kind), i, &mut parts);
            self.facts(On::spaces(space.kind), i, &mut parts);
            if !parts.is_empty() {
                let _ = writeln!(out, "{}: {}", space.id, parts.join(", "));
            }
        }
    }

    fn links(&self, out: &mut String) {
        for (l, link) in self.board.links.iter().enumerate() {
            let mut parts = Vec::new();
            self.tracks(On::Links(link.kind), l, &mut parts);
            self.facts(On::Links(link.kind), l, &mut parts);
            if !parts.is_empty() {
                let _ = writeln!(out, "link {}: {}", link.id, parts.join(", "));
            }
        }
    }

    fn tracks(&self, on: On, subject: usize, parts: &mut Vec<String>) {
        for (id, track) in self.board.tracks_on(on) {
            let value = self.position.track(self.board, id, subject);
            if value != track.start {
                parts.push(format!("{} {value}", track.id));
            }
        }
    }

    fn facts(&self, on: On, subject: usize, parts: &mut Vec<String>) {
        for (f, fact) in self.board.facts.iter().enumerate().filter(|(_, f)| f.on.is_for(on)) {
            if self.eyes.is_some_and(|side| !crate::view::sees_fact(fact, side, subject)) {
                continue;
            }
            if let Some(text) = fact_seen(self.board, self.position, FactId::new(f), subject, &|v| self.hides(v)) {
                parts.push(if text.starts_with("no ") || text.is_empty() {
                    format!("{text}{}", fact.id)
                } else {
                    format!("{} {text}", fact.id).trim_end().to_owned()
                });
            }
        }
    }

    fn loose(&self, out: &mut String) {
        let mut parts = Vec::new();
        self.tracks(On::Game, 0, &mut parts);
        self.facts(On::Game, 0, &mut parts);
        for (s, side) in self.board.sides.iter().enumerate() {
            let mut own = Vec::new();
            self.tracks(On::Side, s, &mut own);
            self.facts(On::Side, s, &mut own);
            parts.extend(own.into_iter().map(|p| format!("{} {p}", side.id)));
        }
        for (o, option) in self.board.options.iter().enumerate() {
            let value = self.position.option(OptionId::new(o));
            if value != option.default {
                parts.push(format!("option {} {}", option.id, option_text(&option.of, value)));
            }
        }
        for part in parts {
            let _ = writeln!(out, "{part}");
        }
    }

    fn piles(&self, out: &mut String) {
        for (p, pile) in self.board.piles.iter().enumerate() {
            let id = PileId::new(p);
            if id == self.board.home || self.position.pile(id).is_empty() {
                continue;
            }
            let text = match self.eyes {
                Some(side) if !crate::view::sees_pile(self.board, side, id) => {
                    let n = self.position.pile(id).len();
                    format!("{n} card{}", if n == 1 { "" } else { "s" })
                }
                _ => self.pile_text(id, pile.order),
            };
            let _ = writeln!(out, "{}: {text}", pile.id);
        }
    }

    fn pile_text(&self, pile: PileId, order: PileOrder) -> String {
        let segments = self.position.segments(pile);
        let mut parts = Vec::new();
        for (cards, open) in segments {
            let ids: Vec<&str> = cards.iter().map(|c| self.board.cards[c.at()].id.as_str()).collect();
            let mut text = ids.join(" ");
            if open {
                text = format!("{{{text}}}");
            }
            let first = self.position.card_at(cards[0]);
            // Of one card alone no hash hangs on it; but a saved position is the very one.
            if first.shuffle != 0 && (self.mode == Mode::Save || self.mode == Mode::Hash && cards.len() > 1) {
                let _ = write!(text, "~{}", first.shuffle);
            }
            if self.mode == Mode::Save && order == PileOrder::Deck {
                let _ = write!(text, "@{}", first.rank);
            }
            parts.push(text);
        }
        parts.join(" | ")
    }

    fn card_facts(&self, out: &mut String) {
        for (c, card) in self.board.cards.iter().enumerate() {
            let mut parts = Vec::new();
            self.facts(On::Card, c, &mut parts);
            if !parts.is_empty() {
                let _ = writeln!(out, "card {}: {}", card.id, parts.join(", "));
            }
        }
    }

    fn in_force(&self, out: &mut String) {
        for effect in self.position.effects_in_force() {
            let _ = writeln!(
                out,
                "in-force {} {} {} {}",
                self.board.text(Val::effect(effect.effect)),
                self.board.text(Val::side(effect.side)),
                effect.until.map_or("game", |period| &self.board.periods[period.at()]),
                self.token(effect.param)
            );
        }
    }

    fn full(&self, out: &mut String) {
        let (board, position) = (self.board, self.position);
        let _ = writeln!(out, "seed {}", position.seed());
        for (d, die) in board.dice.iter().enumerate() {
            let n = position.taken(die_stream(DieId::new(d)));
            if n > 0 {
                let _ = writeln!(out, "chance {} {n}", die.id);
            }
        }
        for (p, pile) in board.piles.iter().enumerate() {
            let n = position.taken(pile_stream(board, PileId::new(p)));
            if n > 0 {
                let _ = writeln!(out, "shuffles {n} {}", pile.id);
            }
        }
        let picks = position.taken(pick_stream(board));
        if picks > 0 {
            let _ = writeln!(out, "picks {picks}");
        }
        for (depth, frame) in position.open_steps().iter().enumerate() {
            if self.mode == Mode::Save {
                let called = &board.steps[frame.called.at()];
                let _ = writeln!(out, "began {depth} {} {called} {}", frame.start, frame.call_start);
            }
            for entry in &frame.log {
                let _ = writeln!(out, "log {depth} {}", entry_text(board, entry));
            }
        }
        if self.mode == Mode::Save {
            for change in position.journal() {
                let _ = writeln!(out, "change {}", change_text(board, change));
            }
        }
    }
}

/// A fact's value as notation writes it, or nothing if it is the default. A truth is written as
/// nothing but its name (`""`), or `"no "` before it.
fn fact_text(board: &Board, position: &Position, fact: FactId, subject: usize) -> Option<String> {
    fact_seen(board, position, fact, subject, &|_| false)
}

/// [`fact_text`] with some of the cards it names hidden; in a set those come last, for their
/// place among the others would tell of them.
fn fact_seen(
    board: &Board,
    position: &Position,
    fact: FactId,
    subject: usize,
    hides: &dyn Fn(Val) -> bool,
) -> Option<String> {
    let def = &board.facts[fact.at()];
    let seen = |v: &Val| if hides(*v) { crate::view::A_CARD.to_owned() } else { board.text(*v) };
    let value = position.fact(board, fact, subject);
    if value == FactValue::initial(def) {
        return None;
    }
    Some(match value {
        FactValue::List(list) => {
            let text = |v: &Val| if v.kind() == Kind::Number { v.0.to_string() } else { seen(v).replace(' ', "@") };
            list.iter().map(text).collect::<Vec<_>>().join(" ")
        }
        FactValue::Set(mut members) => {
            members.sort_by_key(|m| hides(*m));
            members.iter().map(seen).collect::<Vec<_>>().join(" ")
        }
        FactValue::Truth(truth) => if truth { "" } else { "no " }.into(),
        FactValue::Number(n) => n.to_string(),
        FactValue::Id(thing) => thing.as_ref().map_or("none".into(), seen),
    })
}

/// An option's value as written.
pub fn option_text(of: &crate::board::OptionType, value: i64) -> String {
    match of {
        crate::board::OptionType::Truth => (value != 0).to_string(),
        crate::board::OptionType::Number { .. } => value.to_string(),
        crate::board::OptionType::Word(words) => words.get(value as usize).cloned().unwrap_or_default(),
    }
}

fn row_token(board: &Board, row: &Row) -> String {
    let parts: Vec<String> = row.columns().iter().map(|v| token(board, *v)).collect();
    parts.join(" ")
}

fn entry_text(board: &Board, entry: &Entry) -> String {
    match entry {
        Entry::Answer(row) => format!("answer {}", row_token(board, row)),
        Entry::Chance(faces) => {
            let parts: Vec<String> = faces.iter().map(i64::to_string).collect();
            format!("chance {}", parts.join(" "))
        }
        Entry::Drawn(card) => format!("drawn {}", card.map_or("none".to_owned(), |c| board.cards[c.at()].id.clone())),
        Entry::Picked(what) => format!("picked {}", token(board, *what)),
        Entry::Called { step, result, changes } => {
            format!("called {} {changes} {}", board.steps[step.at()], plain_text(board, result))
        }
        Entry::Outside { changes } => format!("outside {changes}"),
    }
}

fn change_text(board: &Board, change: &Change) -> String {
    let at = |a: &CardAt| format!("{}@{}~{}", board.piles[a.pile.at()].id.replace(' ', "."), a.rank, a.shuffle);
    match change {
        Change::Pieces { at, state, delta } => {
            format!("pieces {} {} {delta}", board.spaces[at.at()].id, board.states[state.at()].text)
        }
        Change::Value { slot, old, new } => {
            let (text, kind) = slot_text(board, *slot);
            format!("value {text} {} {}", raw_text(board, kind, *old), raw_text(board, kind, *new))
        }
        Change::Card { card, old, new } => format!("card {} {} {}", board.cards[card.at()].id, at(old), at(new)),
        Change::Chance { stream, old, new } => format!("chance {} {old} {new}", stream_text(board, *stream)),
        Change::List { slot, old, new } => {
            format!("list {} {} {}", list_slot_text(board, *slot), list_text(board, old), list_text(board, new))
        }
        Change::InForce { old, new } => {
            let columns =
                |e: &InForce| [Val::effect(e.effect), Val::side(e.side), e.until.map_or(Val(-1), Val::period), e.param];
            let list = |l: &[InForce]| list_text(board, &l.iter().flat_map(columns).collect::<Vec<_>>());
            format!("list {IN_FORCE} {} {}", list(old), list(new))
        }
        Change::End { outcome } => {
            let winner = outcome.winner.map_or("nobody".to_owned(), |w| board.sides[w.at()].id.clone());
            let subjects: Vec<String> = outcome.text.subjects.iter().map(|v| token(board, *v)).collect();
            format!("end {winner} {} {}", board.texts[outcome.text.text.at()].id, subjects.join(" "))
        }
    }
}

/// The word for the effects in force where a change of them is written, as a list of four columns each.
const IN_FORCE: &str = "in-force";

fn list_text(board: &Board, list: &[Val]) -> String {
    let parts: Vec<String> = list.iter().map(|v| token(board, *v)).collect();
    format!("[{}]", parts.join(","))
}

fn stream_text(board: &Board, stream: u16) -> String {
    let pile = || board.piles.get((stream as usize).checked_sub(board.dice.len())?);
    match (board.dice.get(stream as usize), pile()) {
        (Some(die), _) => format!("die.{}", die.id),
        (None, Some(pile)) => format!("pile.{}", pile.id.replace(' ', ".")),
        (None, None) => "picks".to_owned(),
    }
}

/// What the number in a slot stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Raw {
    Number,
    Id(Kind),
    Word(Kind, usize),
}

/// A number of a slot, by id where it stands for ids.
fn raw_text(board: &Board, raw: Raw, value: i64) -> String {
    match raw {
        Raw::Number => value.to_string(),
        Raw::Id(_) if value <= 0 => "none".into(),
        Raw::Id(kind) => board.text(Val::handle(kind, value as u64 - 1)),
        Raw::Word(kind, word) => {
            let members: Vec<String> =
                bits::members_of(word, value).map(|m| board.text(Val::handle(kind, m as u64))).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

fn subject_text(board: &Board, on: On, i: usize) -> String {
    match on {
        On::Game => "game".to_owned(),
        On::Side => board.sides[i].id.clone(),
        On::Spaces(_) => board.spaces[i].id.clone(),
        On::Links(_) => board.links[i].id.clone(),
        On::Card => board.cards[i].id.clone(),
    }
}

/// A number of the position by id: `unrest@port`, `used@port`.
fn slot_text(board: &Board, slot: u32) -> (String, Raw) {
    let slot = slot as usize;
    for (t, track) in board.tracks.iter().enumerate() {
        let first = board.layout.track(TrackId::new(t), 0);
        if (first..first + board.subjects(track.on)).contains(&slot) {
            return (format!("{}@{}", track.id, subject_text(board, track.on, slot - first)), Raw::Number);
        }
    }
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| !matches!(f.holds, FactType::List(_))) {
        let room = board.layout.fact(FactId::new(f));
        if room.all().contains(&slot) {
            let (at, width) = (slot - room.first as usize, room.width as usize);
            let raw = match fact.holds {
                FactType::Id(kind) => Raw::Id(kind),
                FactType::Set(kind) => Raw::Word(kind, at % width),
                _ => Raw::Number,
            };
            return (format!("{}@{}", fact.id, subject_text(board, fact.on, at / width)), raw);
        }
    }
    ("?".into(), Raw::Number)
}

fn list_slot_text(board: &Board, slot: u32) -> String {
    for (f, fact) in board.facts.iter().enumerate().filter(|(_, f)| matches!(f.holds, FactType::List(_))) {
        let room = board.layout.fact(FactId::new(f));
        if room.all().contains(&(slot as usize)) {
            return format!("{}@{}", fact.id, subject_text(board, fact.on, slot as usize - room.first as usize));
        }
    }
    "?".into()
}

/// Sets what the items say, journalled; pieces come from and go to their supply.
///
/// # Errors
/// What cannot be set: more pieces than there are, a number out of its track.
pub fn apply(board: &Board, position: &mut Position, items: &[Item]) -> Result<(), Vec<NotationError>> {
    let before = position.journal.len();
    let mut errors = Vec::new();
    read::Setter { board, position, errors: &mut errors }.all(items);
    if errors.is_empty() {
        return Ok(());
    }
    position.take_back(board, before);
    Err(errors)
}

/// What of the items does not hold in the position: (span of the item, expected, found).
pub fn compare(board: &Board, position: &Position, items: &[Item]) -> Vec<(Range<usize>, String, String)> {
    read::compare(board, position, items)
}

/// Reads notation and sets it.
///
/// # Errors
/// All that is not notation, or cannot be set.
pub fn set(board: &Board, position: &mut Position, text: &str) -> Result<(), Vec<NotationError>> {
    let items = read(board, text)?;
    apply(board, position, &items)
}

/// Reads what [`print_save`] wrote: the very position, on this board.
///
/// # Errors
/// What this board does not have.
pub fn load(board: &Board, text: &str) -> Result<Position, Vec<NotationError>> {
    let mut position = Position::initial(board, 0);
    set(board, &mut position, text)?;
    position.journal.clear();
    read::load_tail(board, &mut position, text)?;
    Ok(position)
}
