//! Tracks with zones and counters, facts, dice, piles, options.

use super::Builder;
use crate::field::unknown;
use crate::ident::{self, Spelling};
use crate::located::{Located, Raw};
use crate::shape::{Keys, out_of_range, wrong_type};
use cardwright_state::board::{
    Audience, Counters, Die, Fact, FactType, GameOption, On, OptionType, Pile, PileOrder, Track, TrackZone,
};
use cardwright_state::ids::*;
use cardwright_state::{Kind, val};
use std::ops::RangeInclusive;

const ANY: RangeInclusive<i64> = 1 - val::LIMIT..=val::LIMIT - 1;
const MOST_DIE_FACES: usize = 1000;
const AUDIENCES: [(&str, Audience); 3] = [("all", Audience::All), ("owner", Audience::Owner), ("none", Audience::None)];
/// What ids a fact may hold.
const HOLDS: [(&str, Kind); 8] = [
    ("action", Kind::Action),
    ("space", Kind::Space),
    ("card", Kind::Card),
    ("side", Kind::Side),
    ("word", Kind::Word),
    ("class", Kind::Class),
    ("link", Kind::Link),
    ("number", Kind::Number),
];

impl Builder<'_> {
    pub(super) fn tracks(&mut self) {
        for (entry, keys) in self.entries("track") {
            self.global(&entry.id, "track");
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let on = self.on(&keys, false);
            let min = keys.need_number("min", ANY).map_or(0, |n| n.value);
            let max = keys.need_number("max", ANY);
            if let Some(max) = max.as_ref().filter(|max| max.value < min) {
                let problem = max.error("content::bad-range", format!("{} ends before it begins", keys.what));
                self.problems.push(problem.label(format!("must be at least {min}")));
            }
            let max = max.map_or(min, |n| n.value).max(min);
            let start = keys.number("start", min..=max).map_or(min, |n| n.value);
            let zones = self.zones(&keys, min..=max);
            let counters = self.counters(&keys, min..=max);
            let id = entry.id.value.clone();
            self.board.tracks.push(Track { id, name, on, min, max, start, zones, counters });
            self.close("track", entry, keys);
        }
    }
    fn zones(&mut self, keys: &Keys<'_>, bounds: RangeInclusive<i64>) -> Vec<TrackZone> {
        let mut zones = Vec::new();
        for (name, value) in keys.table("zones").map(|(t, _)| t).into_iter().flatten() {
            ident::check(name, "zone", Spelling::Kebab, self.problems);
            let Raw::Text(text) = &value.value else {
                self.problems
                    .push(wrong_type(value, &format!("the zone `{}`", name.value), "text").help("write `\"0..=4\"`"));
                continue;
            };
            let Some(range) = range_of(text) else {
                let problem = value.error("content::bad-zone", format!("`{text}` is no range of numbers"));
                self.problems.push(problem.label("ranges look like `0..=4`, or `4` alone"));
                continue;
            };
            if !bounds.contains(range.start()) || !bounds.contains(range.end()) {
                let problem = value.error("content::bad-range", format!("the zone `{}` leaves the track", name.value));
                self.problems.push(problem.label(format!("the track runs {}..={}", bounds.start(), bounds.end())));
            }
            let zone = match self.board.zones.iter().position(|z| *z == name.value) {
                Some(zone) => zone,
                None => {
                    self.board.zones.push(name.value.clone());
                    self.board.zones.len() - 1
                }
            };
            zones.push(TrackZone { zone: ZoneId::new(zone), from: *range.start(), to: *range.end() });
        }
        zones
    }
    fn counters(&mut self, keys: &Keys<'_>, bounds: RangeInclusive<i64>) -> Vec<Counters> {
        let mut out = Vec::new();
        let mut shown = Vec::new();
        for item in keys.list("counters").unwrap_or_default() {
            let Raw::Table(table) = &item.value else {
                self.problems.push(wrong_type(item, "each of `counters`", "a table"));
                continue;
            };
            let keys = Keys::new(table, item.place(), "a counter", self.problems);
            keys.need("values");
            let values = keys.numbers("values");
            for value in &values {
                if !bounds.contains(&value.value) {
                    self.problems.push(out_of_range(value, "a counter's value", value.value, &bounds));
                }
                if shown.contains(&value.value) {
                    let problem = value.error("content::duplicate-id", format!("two counters show {}", value.value));
                    self.problems.push(problem.label("again"));
                }
                shown.push(value.value);
            }
            let count = keys.need_number("count", 0..=60_000).map_or(0, |n| n.value as u32);
            keys.finish();
            out.push(Counters { values: values.into_iter().map(|v| v.value).collect(), count });
        }
        out
    }

    pub(super) fn facts(&mut self) {
        for (entry, keys) in self.entries("fact") {
            self.global(&entry.id, "fact");
            keys.know("name");
            keys.know("doc");
            let on = self.on(&keys, true);
            let types = [("number", 0), ("truth", 1), ("id", 2), ("set", 3), ("list", 4)];
            let of = keys.need_choice("type", &types).unwrap_or(0);
            let mut default = 0;
            let holds = if of < 2 {
                default = if of == 0 {
                    keys.number("default", ANY).map_or(0, |n| n.value)
                } else {
                    keys.truth("default").map_or(0, |t| i64::from(t.value))
                };
                if of == 0 { FactType::Number } else { FactType::Truth }
            } else {
                let choices = if of == 4 { &HOLDS[..] } else { &HOLDS[..7] };
                let kind = keys.need_choice("of", choices).unwrap_or(Kind::Word);
                [FactType::Id(kind), FactType::Set(kind), FactType::List(kind)][of - 2]
            };
            let until = self.until(&keys);
            let audience = keys.choice("audience", &AUDIENCES).unwrap_or(Audience::All);
            if let Some(told) = keys.text("audience").filter(|_| audience == Audience::Owner && on != On::Side) {
                let message = format!("{} has no owner who could see it", keys.what);
                self.problems.push(
                    told.error("content::no-owner", message)
                        .label("only what is kept `on = \"side\"` has an owner")
                        .help("keep it `on = \"side\"`, or write `audience = \"all\"` or `\"none\"`"),
                );
            }
            let shown = keys.truth("shown").is_none_or(|t| t.value);
            let id = entry.id.value.clone();
            self.board.facts.push(Fact { id, on, holds, default, until, audience, shown });
            self.close("fact", entry, keys);
        }
    }

    pub(super) fn dice(&mut self) {
        for (entry, keys) in self.entries("die") {
            self.global(&entry.id, "die");
            keys.know("name");
            let given = keys.need("faces").map(|f| f.place());
            let faces: Vec<i64> = keys.numbers("faces").into_iter().map(|n| n.value).collect();
            if let Some(at) = given.filter(|_| faces.is_empty() || faces.len() > MOST_DIE_FACES) {
                let problem = at.error("content::bad-range", format!("{} has {} faces", keys.what, faces.len()));
                self.problems.push(problem.label(format!("must be 1 to {MOST_DIE_FACES}")));
            }
            self.board.dice.push(Die { id: entry.id.value.clone(), faces });
            self.close("die", entry, keys);
        }
    }

    pub(super) fn piles(&mut self) {
        let mut home: Option<Located<()>> = None;
        let mut last = None;
        for (entry, keys) in self.entries("pile") {
            self.global(&entry.id, "pile");
            keys.know("name");
            let on = keys.choice("on", &[("game", On::Game), ("side", On::Side)]).unwrap_or(On::Game);
            let orders = [("set", PileOrder::Set), ("deck", PileOrder::Deck)];
            let order = keys.need_choice("order", &orders).unwrap_or(PileOrder::Set);
            let audience = keys.choice("audience", &AUDIENCES).unwrap_or(Audience::All);
            let read = keys.truth("read").is_some_and(|t| t.value);
            if let Some(mark) = keys.truth("home").filter(|t| t.value) {
                if let Some(first) = &home {
                    let problem = mark.error("content::home-pile", "a second pile is home");
                    self.problems
                        .push(problem.label("only one may be").help(format!("the first is at {}", first.written())));
                } else if on == On::Side {
                    let problem = mark.error("content::home-pile", "the home of all cards cannot be one per side");
                    self.problems.push(problem.label("must be a pile of the game"));
                }
                self.board.home = PileId::new(self.board.piles.len());
                home = Some(mark.place());
            }
            let def = entry.id.value.clone();
            let owners: Vec<Option<SideId>> = match on {
                On::Side => (0..self.board.sides.len()).map(|s| Some(SideId::new(s))).collect(),
                _ => vec![None],
            };
            for owner in owners {
                let id = owner.map_or_else(|| def.clone(), |s| format!("{} {def}", self.board.sides[s.at()].id));
                self.board.piles.push(Pile { id, def: def.clone(), owner, order, audience, read });
            }
            last = Some(entry.id.clone());
            self.close("pile", entry, keys);
        }
        if let (None, Some(card)) = (&home, self.layers.section("card").next()) {
            let at = last.unwrap_or_else(|| card.id.clone());
            let problem = at.error("content::home-pile", "no pile is home, where cards are before set-up");
            self.problems.push(problem.label("the last pile").help("give one pile of the game `home = true`"));
        }
    }

    pub(super) fn options(&mut self) {
        for (entry, keys) in self.entries("option") {
            let doc = keys.need_text("doc").map(|d| d.value).unwrap_or_default();
            keys.know("name");
            let of = keys.need_choice("type", &[("truth", 0), ("number", 1), ("word", 2)]).unwrap_or(0);
            let of = match of {
                1 => {
                    let min = keys.need_number("min", ANY).map_or(0, |n| n.value);
                    let max = keys.need_number("max", min..=*ANY.end()).map_or(min, |n| n.value);
                    OptionType::Number { min, max }
                }
                2 => {
                    keys.need("values");
                    let words = keys.texts("values");
                    for word in &words {
                        if ident::check(word, "word", Spelling::Kebab, self.problems) {
                            self.word(&word.value);
                        }
                    }
                    OptionType::Word(words.into_iter().map(|w| w.value).collect())
                }
                _ => OptionType::Truth,
            };
            let what = format!("`default` of {}", keys.what);
            let default = keys.need("default").and_then(|v| self.option_value(&of, v, &what)).unwrap_or(0);
            self.board.options.push(GameOption { id: entry.id.value.clone(), of, default, doc });
            self.close("option", entry, keys);
        }
    }
    /// An option's value as a number: itself, 0 or 1, or the index of the word.
    pub(super) fn option_value(&self, of: &OptionType, value: &Located<Raw>, what: &str) -> Option<i64> {
        let problem = match (of, &value.value) {
            (OptionType::Truth, Raw::Truth(truth)) => return Some(i64::from(*truth)),
            (OptionType::Truth, _) => wrong_type(value, what, "`true` or `false`"),
            (OptionType::Number { min, max }, Raw::Number(number)) => {
                if (min..=max).contains(&number) {
                    return Some(*number);
                }
                out_of_range(value, what, *number, &(*min..=*max))
            }
            (OptionType::Number { .. }, _) => wrong_type(value, what, "a number"),
            (OptionType::Word(words), Raw::Text(text)) => {
                if let Some(at) = words.iter().position(|w| w == text) {
                    return Some(at as i64);
                }
                unknown(&value.with(text.clone()), "word", words.iter().map(String::as_str))
                    .label(format!("must be one of: {}", words.join(", ")))
            }
            (OptionType::Word(_), _) => wrong_type(value, what, "a word"),
        };
        self.problems.push(problem);
        None
    }
}

/// `0..=4`, or `4` alone.
fn range_of(text: &str) -> Option<RangeInclusive<i64>> {
    let number = |s: &str| s.trim().parse::<i64>().ok().filter(|n| ANY.contains(n));
    match text.split_once("..=") {
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            (from <= to).then_some(from..=to)
        }
        None => number(text).map(|n| n..=n),
    }
}
