//! Tracks with their zones, and the counters that show them.

use super::entry::{ENTRY, ID};
use super::shorts::{SHORT, Shorts};
use super::{ANY, Builder, NUMBER, ON};
use crate::form::{Form, Holds, always, may, needed};
use crate::ident::{self, Spelling};
use crate::located::Raw;
use crate::shape::{Keys, out_of_range, wrong_type};
use cardwright_state::Kind;
use cardwright_state::board::{Counters, Track, TrackZone};
use cardwright_state::ids::*;
use std::ops::RangeInclusive;

/// What a game may have of one counter.
const MOST_COUNTERS: i64 = 60_000;

/// `[[track]]`.
pub(crate) static TRACK: Form = Form {
    of: "track",
    doc: "A number on the board that is raised and lowered: points, resources, the unrest of a country. Scripts write `raise(PURSE, 2)`, with the place, side or link after it where there is one each.",
    keys: &[
        &[
            ID,
            needed("name", Holds::Line, "What people call it.", "\"Purse\""),
            may("short", SHORT, "its name", "What heads its column on the board.", "\"Pu\""),
            needed(
                "on",
                Holds::AnyOf(&ON),
                "What it is kept for: `game` (one), `side` or `link` (one each), a kind of spaces or links, or a list of kinds of spaces.",
                "\"side\"",
            ),
            needed("min", NUMBER, "Its least value.", "0"),
            needed("max", NUMBER, "Its greatest.", "12"),
            may("start", NUMBER, "`min`", "What it is as the game begins, where the position says nothing.", "2"),
            may(
                "zones",
                Holds::Each(&Holds::Span),
                "none",
                "Stretches of it that have a name, each a range of values: `ZONE.rich` in scripts, which ask `in_zone(PURSE, ZONE.rich)`.",
                "{ poor = \"0\", rich = \"8..=12\" }",
            ),
            may(
                "counters",
                Holds::List(&Holds::Table(&COUNTERS)),
                "as many as are wanted",
                "Where the printed game has only so many counters to show values with: once they are gone, no more can be raised so far.",
                "[{ values = [1, 2], count = 4 }, { values = [3, 4], count = 2 }]",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[track]]\nid = \"purse\"\nname = \"Purse\"\non = \"game\"\nmin = 0\nmax = 12\n\n[[track]]\nid = \"water\"\nname = \"Water\"\non = \"landing\"\nmin = 0\nmax = 5",
};

/// One of `counters` of a track.
static COUNTERS: Form = Form {
    of: "counters of a track",
    doc: "Counters that show one of some values.",
    keys: &[&[
        always(
            "values",
            Holds::List(&NUMBER),
            "The values that such a counter shows; no value stands on two sorts.",
            "[1, 2]",
        ),
        always("count", Holds::Number(0, MOST_COUNTERS), "How many such counters there are.", "4"),
    ]],
    more: &[],
    example: "values = [1, 2]\ncount = 4",
};

impl Builder<'_> {
    pub(super) fn tracks(&mut self) {
        let mut shorts = Shorts::default();
        for (entry, keys) in self.entries("track") {
            self.global(Kind::Track, &entry.id, "track");
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let short = self.short(&keys, &mut shorts);
            self.called.tracks.push(short);
            let on = self.on(&keys, false);
            let min = keys.need_number("min").map_or(0, |n| n.value);
            let max = keys.need_number("max");
            if let Some(max) = max.as_ref().filter(|max| max.value < min) {
                let problem = max.error("content::bad-range", format!("{} ends before it begins", keys.what));
                self.problems.push(problem.label(format!("must be at least {min}")));
            }
            let max = max.map_or(min, |n| n.value).max(min);
            let start = keys.number_in("start", min..=max).map_or(min, |n| n.value);
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
            let keys = Keys::new(&COUNTERS, table, item.place(), "a counter", self.problems);
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
            let count = keys.need_number("count").map_or(0, |n| n.value as u32);
            keys.finish();
            out.push(Counters { values: values.into_iter().map(|v| v.value).collect(), count });
        }
        out
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
