//! A view as small fragments of JSON under stable keys: `space cuba`, `side us`, `card 12`. A change sends the
//! fragments that differ.
//!
//! Fragments hold only what varies and what a page shows. Names and the fixed scene are in the greeting.

use crate::wire;
use cardwright_layout::{Counter, CounterAppearance, GroupKind, Layout, Node, OverlayPart};
use cardwright_view::{ActiveEffect, Attributes, Choice, Row, SeenCard, SeenPile, SeenSide, View};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// With more rows than this, only their first words are sent.
const MAX_ROWS: usize = 500;

/// The fragments of a view: JSON texts by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fragments(BTreeMap<Arc<str>, Arc<str>>);

impl Fragments {
    /// The fragments of a view, without the choice and the standing actions: these depend on who must answer.
    pub(crate) fn new(view: &View, layout: &Layout) -> Fragments {
        let mut fragments = Fragments::default();
        for part in layout.overlay(view) {
            fragments.add_overlay(part);
        }
        for side in &view.sides {
            fragments.put(format!("side {}", side.id), &SideJson::new(side));
        }
        fragments.put("game".into(), &AttributesJson(&view.game));
        for pile in view.piles.iter().filter(|pile| pile.in_play && pile.count > 0) {
            fragments.put(format!("pile {}", pile.id), &PileJson::new(pile));
            for card in pile.cards() {
                fragments.put(format!("card {}", card.id), &CardJson::new(card));
            }
        }
        // The order in which the page shows the piles.
        let piles: Vec<&str> = view.piles.iter().map(|pile| pile.id.as_str()).collect();
        fragments.put("piles".into(), &piles);
        if !view.active_effects.is_empty() {
            fragments.put("force".into(), &view.active_effects.iter().map(EffectJson::new).collect::<Vec<_>>());
        }
        let options = view.options.iter().filter(|option| !option.is_default);
        let options: Vec<_> = options.map(|option| (&option.id, &option.value)).collect();
        if !options.is_empty() {
            fragments.put("options".into(), &options);
        }
        if !view.places.is_empty() {
            fragments.put("places".into(), &view.places);
        }
        fragments
    }

    fn put(&mut self, key: String, data: &impl Serialize) {
        self.0.insert(key.into(), wire::to_json(data).into());
    }

    /// Adds the pending choice. `answers`: the viewer must answer it, and receives its rows.
    pub(crate) fn add_choice(&mut self, choice: &Choice, answers: bool) {
        self.put("choice".into(), &ChoiceJson::new(choice, answers));
    }

    /// Adds the standing actions of a side.
    pub(crate) fn add_standing_actions(&mut self, side: &str, rows: &[Row]) {
        self.put(format!("standing {side}"), &rows.iter().map(RowJson).collect::<Vec<_>>());
    }

    fn add_overlay(&mut self, part: OverlayPart) {
        match part {
            OverlayPart::Space { space, scale, counters } if !counters.is_empty() => {
                for Counter { appearance, .. } in &counters {
                    let key = format!("look {}", appearance.key);
                    if !self.0.contains_key(key.as_str()) {
                        self.put(key, &AppearanceJson::new(appearance));
                    }
                }
                let counters = counters.iter().map(|counter| CounterJson { counter, scale }).collect();
                let scale = Number::hundredths(scale);
                self.put(format!("space {space}"), &SpaceJson { scale, counters });
            }
            OverlayPart::Space { .. } => {}
            OverlayPart::Row { track, space: None, node } => self.put(format!("row {track}"), &node),
            OverlayPart::Row { track, space: Some(space), node } => self.put(format!("row {track} {space}"), &node),
            OverlayPart::Slots { pile, nodes } => self.put(format!("slots {pile}"), &nodes),
        }
    }

    /// The fragment with a key.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|text| &**text)
    }

    /// All fragments, sorted by key.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        self.0.iter()
    }

    /// The keys whose fragments differ between two views, sorted.
    pub(crate) fn differing<'a>(&'a self, other: &'a Fragments) -> impl Iterator<Item = &'a Arc<str>> {
        let mut keys: Vec<&Arc<str>> =
            self.all().filter(|(key, text)| other.0.get(*key) != Some(text)).map(|it| it.0).collect();
        keys.extend(other.0.keys().filter(|key| !self.0.contains_key(*key)));
        keys.sort_unstable();
        keys.into_iter()
    }

    /// The spaces, tracks and piles that changed: `space cuba`, `track points`, `pile display`.
    pub(crate) fn changed_keys(&self, before: &Fragments) -> Vec<String> {
        let named = |key: &Arc<str>| match key.split_once(' ')? {
            ("space" | "pile", _) => Some(key.to_string()),
            ("row", rest) => Some(format!("track {}", rest.split(' ').next().unwrap_or(rest))),
            _ => None,
        };
        let mut all: Vec<String> = self.differing(before).filter_map(named).collect();
        all.dedup();
        all
    }
}

/// A rounded number of the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Decimal(f64),
}

impl Number {
    fn hundredths(number: f64) -> Number {
        Number::rounded(number, 100.0)
    }
    fn tenths(number: f64) -> Number {
        Number::rounded(number, 10.0)
    }
    /// Rounds to the nearest multiple of `1 / parts`.
    fn rounded(number: f64, parts: f64) -> Number {
        let number = (number * parts).round() / parts;
        if number.fract() == 0.0 { Number::Whole(number as i64) } else { Number::Decimal(number) }
    }
    fn is_one(&self) -> bool {
        *self == Number::Whole(1)
    }
}

/// The counters in a space. `s` is the scale at which they are drawn.
#[derive(Serialize)]
struct SpaceJson<'a> {
    #[serde(rename = "s", skip_serializing_if = "Number::is_one")]
    scale: Number,
    #[serde(rename = "c")]
    counters: Vec<CounterJson<'a>>,
}

/// `[look, x, y]`, then the count if it is not 1, then the scale if it differs from that of the space.
struct CounterJson<'a> {
    counter: &'a Counter,
    scale: f64,
}

impl Serialize for CounterJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Counter { appearance, x, y, scale, count } = self.counter;
        let (key, at) = (&appearance.key, [*x, *y].map(Number::tenths));
        let n = count.unwrap_or(1);
        match (*scale != self.scale, n) {
            (true, n) => (key, at[0], at[1], n, Number::hundredths(*scale)).serialize(to),
            (false, 1) => (key, at[0], at[1]).serialize(to),
            (false, n) => (key, at[0], at[1], n).serialize(to),
        }
    }
}

/// The appearance of a counter: a symbol of the scene, or nodes.
#[derive(Serialize)]
struct AppearanceJson<'a> {
    label: &'a str,
    #[serde(rename = "of", skip_serializing_if = "Option::is_none")]
    kind: Option<GroupKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    words: &'a [String],
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    symbol: Option<&'a str>,
    #[serde(skip_serializing_if = "<[Node]>::is_empty")]
    nodes: &'a [Node],
}

impl AppearanceJson<'_> {
    fn new(appearance: &CounterAppearance) -> AppearanceJson<'_> {
        let CounterAppearance { key, kind, id, label, words, nodes } = appearance;
        let (symbol, nodes) = match &nodes[..] {
            [Node::Use { id, x: 0.0, y: 0.0, scale: None, count: None }] => (Some(id.as_str()), &[][..]),
            nodes => (None, nodes),
        };
        // The page itself gives a piece its id as the only word.
        let is_piece = *kind == GroupKind::Piece;
        let words = if is_piece && words.len() == 1 { &[][..] } else { words };
        let (kind, id) = ((!is_piece).then_some(*kind), (id != key).then_some(id.as_str()));
        AppearanceJson { label, kind, id, words, symbol, nodes }
    }
}

#[derive(Serialize)]
struct SideJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a str>,
    #[serde(flatten)]
    attributes: AttributesJson<'a>,
}

impl SideJson<'_> {
    fn new(side: &SeenSide) -> SideJson<'_> {
        SideJson { seat: Some(side.seat).filter(|seat| *seat != "human"), attributes: AttributesJson(&side.attributes) }
    }
}

/// `{t: {cash: 3}, g: {total-support: "18"}, f: [["used", "stir"]]}`: tracks, figures as text, and the facts to show.
struct AttributesJson<'a>(&'a Attributes);

impl Serialize for AttributesJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Attributes { tracks, figures, .. } = self.0;
        let facts: Vec<_> = self.0.shown_facts().map(|fact| (&fact.name, &fact.text)).collect();
        let mut map = to.serialize_map(None)?;
        if !tracks.is_empty() {
            map.serialize_entry("t", &Map(|| tracks.iter().map(|track| (&track.id, track.value))))?;
        }
        if !figures.is_empty() {
            map.serialize_entry("g", &Map(|| figures.iter().map(|figure| (&figure.id, figure.value.text()))))?;
        }
        if !facts.is_empty() {
            map.serialize_entry("f", &facts)?;
        }
        map.end()
    }
}

/// Serialises an iterator of pairs as an object.
struct Map<F>(F);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)>, F: Fn() -> I> Serialize for Map<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map((self.0)())
    }
}

#[derive(Serialize)]
struct PileJson<'a> {
    name: &'a str,
    n: usize,
    /// The ids of the cards; none if the viewer does not see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<&'a str>>,
}

impl PileJson<'_> {
    fn new(pile: &SeenPile) -> PileJson<'_> {
        let cards = pile.is_seen().then(|| pile.cards().map(|card| card.id.as_str()).collect());
        PileJson { name: &pile.name, n: pile.count, cards }
    }
}

#[derive(Serialize)]
struct CardJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    numbers: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    texts: &'a [String],
}

impl CardJson<'_> {
    fn new(card: &SeenCard) -> CardJson<'_> {
        let text = card.text.as_ref();
        let notes = text.map(|text| [&text.sides[..], &text.notes].concat()).unwrap_or_default();
        CardJson { name: &card.name, numbers: &card.numbers, notes, texts: text.map_or(&[], |text| &text.texts) }
    }
}

#[derive(Serialize)]
struct EffectJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<&'a str>,
    whose: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<&'a str>,
}

impl EffectJson<'_> {
    fn new(effect: &ActiveEffect) -> EffectJson<'_> {
        let ActiveEffect { name, about, whose, until, .. } = effect;
        EffectJson { name, about: about.as_deref(), whose, until: until.as_deref() }
    }
}

#[derive(Serialize)]
struct ChoiceJson<'a> {
    side: &'a str,
    text: &'a str,
    /// The spaces that the question names.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    about: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<RowJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<ManyRows<'a>>,
}

/// Replaces the rows if there are too many: their number, and their first words.
#[derive(Serialize)]
struct ManyRows<'a> {
    n: usize,
    next: Vec<&'a str>,
}

impl ChoiceJson<'_> {
    fn new(choice: &Choice, answers: bool) -> ChoiceJson<'_> {
        let Choice { side, text, about, rows, default } = choice;
        let without_rows = ChoiceJson { side, text, about, rows: None, default: None, more: None };
        match rows.len() {
            _ if !answers => without_rows,
            n if n > MAX_ROWS => {
                let mut next: Vec<&str> = Vec::new();
                for row in rows {
                    let first = row.text.split(' ').next().unwrap_or_default();
                    if !next.contains(&first) {
                        next.push(first);
                    }
                }
                ChoiceJson { default: *default, more: Some(ManyRows { n, next }), ..without_rows }
            }
            _ => ChoiceJson { rows: Some(rows.iter().map(RowJson).collect()), default: *default, ..without_rows },
        }
    }
}

/// `[text, label]`, followed by `1` if the script discourages the row.
struct RowJson<'a>(&'a Row);

impl Serialize for RowJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Row { text, label, discouraged } = self.0;
        if *discouraged { (text, label, 1).serialize(to) } else { (text, label).serialize(to) }
    }
}
