//! The parts of a view with the time at which each was last another: who has read up to then is sent what is newer.

use crate::parts::Parts;
use crate::wire;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Parts that are gone, of which it is kept when they went; beyond that, who has not heard of them is sent all there is.
const MOST_GONE: usize = 1000;

/// Parts as they are, and when each came to be so.
#[derive(Debug, Default)]
pub(crate) struct Stamps {
    now: Arc<Parts>,
    /// When a part became what it is, or went.
    when: BTreeMap<Arc<str>, u64>,
    /// Counts the moments at which something differed.
    stamp: u64,
    /// What went before this is forgotten.
    since: u64,
}

/// What a reader was sent, and thus has.
#[derive(Debug, Clone, Default)]
pub(crate) enum Has {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The parts of the table as they were at a stamp.
    Live(u64),
    /// Those of a moment that it looked back at.
    Other(Arc<Parts>),
}

impl Stamps {
    /// Takes up what there is to see now.
    pub(crate) fn take(&mut self, parts: Arc<Parts>) {
        let stamp = self.stamp + 1;
        for key in parts.differing(&self.now) {
            self.stamp = stamp;
            self.when.insert(key.clone(), stamp);
        }
        let there = parts.all().count();
        self.now = parts;
        if self.when.len() > there + MOST_GONE {
            self.since = self.stamp;
            self.when.retain(|key, _| self.now.get(key).is_some());
        }
    }

    /// Up to when these are.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// What has to be sent to who has something, for it to have all there is: as fields of a view.
    pub(crate) fn news(&self, has: &Has) -> String {
        match has {
            Has::Live(stamp) if (self.since..=self.stamp).contains(stamp) => {
                let newer = self.when.iter().filter(|(_, when)| *when > stamp).map(|(key, _)| key);
                difference(newer, &self.now)
            }
            Has::Nothing | Has::Live(_) => whole(&self.now),
            Has::Other(parts) => difference(self.now.differing(parts), &self.now),
        }
    }

    /// The same of another moment.
    pub(crate) fn other(&self, has: &Has, other: &Parts) -> String {
        match has {
            // What it was not sent yet is not what it has.
            Has::Live(stamp) if (self.since..=self.stamp).contains(stamp) => {
                let newer = |key: &&Arc<str>| self.when.get(*key).is_some_and(|when| when > stamp);
                let mut keys: Vec<&Arc<str>> = other.differing(&self.now).collect();
                keys.extend(self.when.keys().filter(newer));
                keys.sort_unstable();
                keys.dedup();
                difference(keys.into_iter(), other)
            }
            Has::Nothing | Has::Live(_) => whole(other),
            Has::Other(parts) => difference(other.differing(parts), other),
        }
    }
}

/// All parts.
fn whole(parts: &Parts) -> String {
    format!("\"whole\":true,{}", fields(parts.all().map(|(key, text)| (&**key, &**text))))
}

/// The parts of these keys; `null` are those that are gone.
fn difference<'a>(keys: impl Iterator<Item = &'a Arc<str>>, parts: &Parts) -> String {
    fields(keys.map(|key| (&**key, parts.get(key).unwrap_or("null"))))
}

fn fields<'a>(parts: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut out = String::from("\"parts\":{");
    for (n, (key, text)) in parts.enumerate() {
        if n > 0 {
            out.push(',');
        }
        out.push_str(&wire::text(&key));
        out.push(':');
        out.push_str(text);
    }
    out.push('}');
    out
}
