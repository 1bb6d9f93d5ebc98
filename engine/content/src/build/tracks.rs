//! Tracks with their zones, and the counters that show them.

use super::shorts::Shorts;
use super::{ANY, Builder};
use crate::ident::{self, Spelling};
use crate::located::Raw;
use crate::shape::{Keys, out_of_range, wrong_type};
use cardwright_state::board::{Counters, Track, TrackZone};
use cardwright_state::ids::*;
use std::ops::RangeInclusive;

impl Builder<'_> {
    pub(super) fn tracks(&mut self) {
        let mut shorts = Shorts::default();
        for (entry, keys) in self.entries("track") {
            self.global(&entry.id, "track");
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let short = self.short(&keys, &mut shorts);
            self.called.tracks.push(short);
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
