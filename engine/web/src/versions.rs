//! Stores in which version each fragment of a view (see [`Fragments`]) last changed. A page that has an older version
//! receives the fragments that changed after that version.

use crate::fragments::Fragments;
use crate::wire;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many removed fragments to remember. A page whose version is older than a forgotten removal receives all
/// fragments again.
const MAX_REMOVED: usize = 1000;

/// The current fragments, and the version in which each fragment last changed.
#[derive(Debug, Default)]
pub(crate) struct Versions {
    current: Arc<Fragments>,
    /// The version in which each fragment last changed or was removed, by key.
    changed_in: BTreeMap<Arc<str>, u64>,
    /// The newest version. It grows with every update that changes something.
    version: u64,
    /// The oldest version since which all changes are known.
    oldest: u64,
}

/// The fragments that a page has received.
#[derive(Debug, Clone, Default)]
pub(crate) enum Received {
    /// No fragments.
    #[default]
    Nothing,
    /// The fragments of the current position, in this version.
    Live(u64),
    /// The fragments of an earlier event, which the page shows.
    Past(Arc<Fragments>),
}

impl Versions {
    /// Replaces the current fragments.
    pub(crate) fn update(&mut self, fragments: Arc<Fragments>) {
        let version = self.version + 1;
        for key in fragments.differing(&self.current) {
            self.version = version;
            self.changed_in.insert(key.clone(), version);
        }
        let count = fragments.all().count();
        self.current = fragments;
        if self.changed_in.len() > count + MAX_REMOVED {
            self.oldest = self.version;
            self.changed_in.retain(|key, _| self.current.get(key).is_some());
        }
    }

    /// The newest version.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The fields of a view message that bring a page to the current fragments.
    pub(crate) fn current_fields(&self, received: &Received) -> String {
        match received {
            Received::Live(version) if (self.oldest..=self.version).contains(version) => {
                let changed_keys = self.changed_in.iter().filter(|(_, changed)| *changed > version).map(|(key, _)| key);
                difference(changed_keys, &self.current)
            }
            Received::Nothing | Received::Live(_) => all_fields(&self.current),
            Received::Past(fragments) => difference(self.current.differing(fragments), &self.current),
        }
    }

    /// The fields of a view message that bring a page to the fragments of an earlier event.
    pub(crate) fn past_fields(&self, received: &Received, past: &Fragments) -> String {
        match received {
            // Send the fragments that changed since the page's version too, because the page has their old texts.
            Received::Live(version) if (self.oldest..=self.version).contains(version) => {
                let changed_since =
                    |key: &&Arc<str>| self.changed_in.get(*key).is_some_and(|changed| changed > version);
                let mut keys: Vec<&Arc<str>> = past.differing(&self.current).collect();
                keys.extend(self.changed_in.keys().filter(changed_since));
                keys.sort_unstable();
                keys.dedup();
                difference(keys.into_iter(), past)
            }
            Received::Nothing | Received::Live(_) => all_fields(past),
            Received::Past(fragments) => difference(past.differing(fragments), past),
        }
    }
}

/// Writes the fields with all fragments.
fn all_fields(fragments: &Fragments) -> String {
    format!("\"whole\":true,{}", fields(fragments.all().map(|(key, text)| (&**key, &**text))))
}

/// Writes the fields with the fragments of these keys. `null` stands for a removed fragment.
fn difference<'a>(keys: impl Iterator<Item = &'a Arc<str>>, fragments: &Fragments) -> String {
    fields(keys.map(|key| (&**key, fragments.get(key).unwrap_or("null"))))
}

fn fields<'a>(fragments: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut out = String::from("\"parts\":{");
    for (n, (key, text)) in fragments.enumerate() {
        if n > 0 {
            out.push(',');
        }
        out.push_str(&wire::to_json(&key));
        out.push(':');
        out.push_str(text);
    }
    out.push('}');
    out
}
