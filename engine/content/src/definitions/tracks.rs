//! Tracks with their zones, and the printed counters that show their values.

use super::builder::Builder;
use super::common_keys::{ANY_NUMBER, ENTRY, ID, NUMBER, ON};
use super::short_names::{SHORT, ShortNames};
use crate::ident::{self, Spelling};
use crate::located::TomlValue;
use crate::table_reader::{TableReader, out_of_range, wrong_type};
use crate::table_schema::schema;
use cardwright_state::Kind;
use cardwright_state::board::{Counters, Track, TrackZone};
use cardwright_state::ids::*;
use std::ops::RangeInclusive;

/// The largest `count` that one entry of `counters` may have.
const MAX_COUNTERS: i64 = 60_000;

schema! {
    /// A bounded number on the board: points, resources, the unrest of a country. Scripts write `raise(PURSE, 2)`. If
    /// each space, side, link or card has its own value, that thing is the last argument: `raise(WATER, 1, PORT)`.
    pub(crate) static TRACK = "track";
    keys {
        "id" = shared(ID);
        /// The printed name.
        "name" = required_in_new_entry(Line, "\"Purse\"");
        /// The heading of its column on the board.
        "short" = optional(SHORT, "its name", "\"Pu\"");
        /// What has the value: the `game` (one value), each `side`, `card` or `link`, each space or link of a kind, or
        /// each space of several kinds. The value of a card is public, also while nobody sees where the card is.
        "on" = required_in_new_entry(AnyOf(&ON), "\"side\"");
        /// The smallest value.
        "min" = required_in_new_entry(NUMBER, "0");
        /// The largest value.
        "max" = required_in_new_entry(NUMBER, "12");
        /// The value when the game begins, unless the position sets it.
        "start" = optional(NUMBER, "`min`", "2");
        /// Named ranges of values. Scripts write `ZONE.rich` and ask `in_zone(PURSE, ZONE.rich)`.
        "zones" = optional(AnyKeys(&Range), "none", "{ poor = \"0\", rich = \"8..=12\" }");
        /// The printed counters that show values, if their number is limited. When they are used up, no further track
        /// can take these values.
        "counters" = optional(
            List(&Table(&COUNTERS)),
            "no limit",
            "[{ values = [1, 2], count = 4 }, { values = [3, 4], count = 2 }]",
        );
    } + ENTRY
    example "[[track]]\nid = \"purse\"\nname = \"Purse\"\non = \"game\"\nmin = 0\nmax = 12\n\n[[track]]\nid = \"water\"\nname = \"Water\"\non = \"landing\"\nmin = 0\nmax = 5"
}

schema! {
    /// Counters that show one of several values.
    static COUNTERS = "counters of a track";
    keys {
        /// The values that such a counter can show. Each value may appear in only one entry of `counters`.
        "values" = required(List(&NUMBER), "[1, 2]");
        /// The number of such counters.
        "count" = required(Number(0, MAX_COUNTERS), "4");
    }
    example "values = [1, 2]\ncount = 4"
}

impl Builder<'_> {
    pub(super) fn read_tracks(&mut self) {
        let mut short_names = ShortNames::default();
        for (entry, keys) in self.open_entries("track", &TRACK) {
            self.add_global(Kind::Track, &entry.id, "track");
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let short = self.read_short_name(&keys, &mut short_names);
            self.display_names.tracks.push(short);
            let on = self.read_on(&keys);
            let min = keys.need_number("min").map_or(0, |n| n.value);
            let max = keys.need_number("max");
            if let Some(max) = max.as_ref().filter(|max| max.value < min) {
                let problem =
                    max.error("content::bad-range", format!("`max` of {} is less than `min`", keys.table_name));
                self.problems.push(problem.label(format!("must be at least {min}")));
            }
            let max = max.map_or(min, |n| n.value).max(min);
            let start = keys.number_in("start", min..=max).map_or(min, |n| n.value);
            let zones = self.read_zones(&keys, min..=max);
            let counters = self.read_counters(&keys, min..=max);
            let id = entry.id.value.clone();
            self.board.tracks.push(Track { id, name, on, min, max, start, zones, counters });
            self.close_entry("track", entry, keys);
        }
    }
    fn read_zones(&mut self, keys: &TableReader<'_>, bounds: RangeInclusive<i64>) -> Vec<TrackZone> {
        let mut zones = Vec::new();
        for (name, value) in keys.table("zones").map(|(table, _)| table).into_iter().flatten() {
            ident::check(name, "zone", Spelling::Kebab, self.problems);
            let TomlValue::Text(text) = &value.value else {
                self.problems
                    .push(wrong_type(value, &format!("the zone `{}`", name.value), "text").help("write `\"0..=4\"`"));
                continue;
            };
            let Some(range) = parse_range(text) else {
                let problem = value.error("content::bad-zone", format!("`{text}` is not a range of numbers"));
                self.problems.push(problem.label("write a range like `0..=4`, or one number"));
                continue;
            };
            if !bounds.contains(range.start()) || !bounds.contains(range.end()) {
                let problem =
                    value.error("content::bad-range", format!("the zone `{}` is partly outside the track", name.value));
                self.problems.push(problem.label(format!("the track has {}..={}", bounds.start(), bounds.end())));
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
    fn read_counters(&mut self, keys: &TableReader<'_>, bounds: RangeInclusive<i64>) -> Vec<Counters> {
        let mut counters = Vec::new();
        let mut shown_values = Vec::new();
        for item in keys.list("counters").unwrap_or_default() {
            let TomlValue::Table(table) = &item.value else {
                self.problems.push(wrong_type(item, "each of `counters`", "a table"));
                continue;
            };
            let keys = TableReader::new(&COUNTERS, table, item.place(), "a counter", self.problems);
            keys.need("values");
            let values = keys.numbers("values");
            for value in &values {
                if !bounds.contains(&value.value) {
                    self.problems.push(out_of_range(value, "a counter's value", value.value, &bounds));
                }
                if shown_values.contains(&value.value) {
                    let problem = value.error("content::duplicate-id", format!("two counters show {}", value.value));
                    self.problems.push(problem.label("repeated"));
                }
                shown_values.push(value.value);
            }
            let count = keys.need_number("count").map_or(0, |n| n.value as u32);
            keys.finish();
            counters.push(Counters { values: values.into_iter().map(|v| v.value).collect(), count });
        }
        counters
    }
}

/// Parses `0..=4`, or `4` alone.
fn parse_range(text: &str) -> Option<RangeInclusive<i64>> {
    let number = |text: &str| text.trim().parse::<i64>().ok().filter(|n| ANY_NUMBER.contains(n));
    match text.split_once("..=") {
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            (from <= to).then_some(from..=to)
        }
        None => number(text).map(|n| n..=n),
    }
}
