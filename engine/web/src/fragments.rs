//! A view as small fragments of JSON under stable keys: `space cuba`, `side us`, `card 12`. After a change the server
//! sends only the fragments that differ.
//!
//! Fragments hold only values that vary and that a page shows. Names and the fixed part of the drawing are in the
//! greeting, which is the first message to a page.

use crate::wire;
use cardwright_layout::{Counter, CounterAppearance, GroupKind, Layout, Node, OverlayPart};
use cardwright_view::{ActiveEffect, Attributes, Choice, Row, SeenCard, SeenPile, SeenSide, View};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// If a choice has more rows than this, the server sends only the first words of the rows.
const MAX_ROWS: usize = 500;

/// The fragments of a view as JSON texts, by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fragments(BTreeMap<Arc<str>, Arc<str>>);

impl Fragments {
    /// Builds the fragments of a view. The choice and the standing actions are added later, because they depend on the
    /// sides that the viewer answers for.
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
        // The page shows the piles in this order.
        let piles: Vec<&str> = view.piles.iter().map(|pile| pile.id.as_str()).collect();
        fragments.put("piles".into(), &piles);
        // The key `force` holds the active effects, which are in force.
        if !view.active_effects.is_empty() {
            fragments.put("force".into(), &view.active_effects.iter().map(EffectJson::new).collect::<Vec<_>>());
        }
        let options = view.options.iter().filter(|option| !option.is_default);
        let options: Vec<_> = options.map(|option| (&option.id, &option.value)).collect();
        if !options.is_empty() {
            fragments.put("options".into(), &options);
        }
        // The key `places` holds the final ranking.
        if !view.places.is_empty() {
            fragments.put("places".into(), &view.places);
        }
        fragments
    }

    fn put(&mut self, key: String, data: &impl Serialize) {
        self.0.insert(key.into(), wire::to_json(data).into());
    }

    /// Adds the pending choice. `is_asked` says whether the viewer must answer the choice. Only then are its rows sent.
    pub(crate) fn add_choice(&mut self, choice: &Choice, is_asked: bool) {
        self.put("choice".into(), &ChoiceJson::new(choice, is_asked));
    }

    /// Adds the standing actions of a side.
    pub(crate) fn add_standing_actions(&mut self, side: &str, rows: &[Row]) {
        self.put(format!("standing {side}"), &rows.iter().map(RowJson).collect::<Vec<_>>());
    }

    fn add_overlay(&mut self, part: OverlayPart) {
        match part {
            OverlayPart::Space { space, scale, counters } => {
                self.add_counters(format!("space {space}"), scale, &counters)
            }
            OverlayPart::Link { link, scale, counters } => self.add_counters(format!("link {link}"), scale, &counters),
            // The key `row` holds the drawing of a track. It is no row of a choice.
            OverlayPart::Track { track, space: None, node } => self.put(format!("row {track}"), &node),
            OverlayPart::Track { track, space: Some(space), node } => self.put(format!("row {track} {space}"), &node),
            OverlayPart::Pile { pile, nodes } => self.put(format!("slots {pile}"), &nodes),
        }
    }

    /// Adds the counters of a space or the signs of a link, and their appearances.
    fn add_counters(&mut self, key: String, scale: f64, counters: &[Counter]) {
        if counters.is_empty() {
            return;
        }
        for Counter { appearance, .. } in counters {
            let key = format!("look {}", appearance.key);
            if !self.0.contains_key(key.as_str()) {
                self.put(key, &AppearanceJson::new(appearance));
            }
        }
        let counters = counters.iter().map(|counter| CounterJson { counter, space_scale: scale }).collect();
        self.put(key, &SpaceJson { scale: Number::hundredths(scale), counters });
    }

    /// Returns the fragment with this key.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|text| &**text)
    }

    /// Returns all fragments, sorted by key.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        self.0.iter()
    }

    /// Returns the keys whose fragments differ between two views, sorted.
    pub(crate) fn differing<'a>(&'a self, other: &'a Fragments) -> impl Iterator<Item = &'a Arc<str>> {
        let mut keys: Vec<&Arc<str>> =
            self.all().filter(|(key, text)| other.0.get(*key) != Some(text)).map(|(key, _)| key).collect();
        keys.extend(other.0.keys().filter(|key| !self.0.contains_key(*key)));
        keys.sort_unstable();
        keys.into_iter()
    }

    /// Returns the spaces, tracks and piles that changed: `space cuba`, `track points`, `pile display`.
    pub(crate) fn changed_keys(&self, before: &Fragments) -> Vec<String> {
        let thing_of = |key: &Arc<str>| match key.split_once(' ')? {
            ("space" | "pile", _) => Some(key.to_string()),
            ("row", rest) => Some(format!("track {}", rest.split(' ').next().unwrap_or(rest))),
            _ => None,
        };
        let mut things: Vec<String> = self.differing(before).filter_map(thing_of).collect();
        things.dedup();
        things
    }
}

/// A rounded number of the drawing. Whole numbers are written without a fraction.
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

/// The counters in a space or the signs of a link, and the scale at which they are drawn.
#[derive(Serialize)]
struct SpaceJson<'a> {
    #[serde(rename = "s", skip_serializing_if = "Number::is_one")]
    scale: Number,
    #[serde(rename = "c")]
    counters: Vec<CounterJson<'a>>,
}

/// A counter as the list `[key, x, y, count, scale]`. `key` is the key of its appearance. The scale is left out if it
/// equals the scale of the space. A count of 1 without a scale after it is left out too.
struct CounterJson<'a> {
    counter: &'a Counter,
    space_scale: f64,
}

impl Serialize for CounterJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Counter { appearance, x, y, scale, count } = self.counter;
        let (key, [x, y]) = (&appearance.key, [*x, *y].map(Number::tenths));
        let has_own_scale = *scale != self.space_scale;
        match (has_own_scale, count.unwrap_or(1)) {
            (true, count) => (key, x, y, count, Number::hundredths(*scale)).serialize(serializer),
            (false, 1) => (key, x, y).serialize(serializer),
            (false, count) => (key, x, y, count).serialize(serializer),
        }
    }
}

/// The appearance of a counter. Either `use` names a symbol that the greeting defines, or `nodes` are drawn.
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
        // `words` are what a player may type for the piece. The first is the id, which the page has anyway. If there is
        // no other, none is sent.
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
        SideJson {
            seat: Some(side.seat.as_str()).filter(|seat| *seat != "human"),
            attributes: AttributesJson(&side.attributes),
        }
    }
}

/// The tracks, the figures as text, and the displayed facts of a subject:
/// `{t: {cash: 3}, g: {total-support: "18"}, f: [["used", "stir"]]}`.
struct AttributesJson<'a>(&'a Attributes);

impl Serialize for AttributesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Attributes { tracks, figures, .. } = self.0;
        let facts: Vec<_> = self.0.shown_facts().map(|fact| (&fact.name, &fact.text)).collect();
        let mut map = serializer.serialize_map(None)?;
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
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

#[derive(Serialize)]
struct PileJson<'a> {
    name: &'a str,
    /// The number of cards.
    n: usize,
    /// The ids of the cards, or `None` if the viewer does not see the cards.
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
    /// Replaces `rows` if there are too many.
    more: Option<ManyRows<'a>>,
}

/// The number of rows and their first words.
#[derive(Serialize)]
struct ManyRows<'a> {
    n: usize,
    next: Vec<&'a str>,
}

impl ChoiceJson<'_> {
    fn new(choice: &Choice, is_asked: bool) -> ChoiceJson<'_> {
        let Choice { side, text, about, rows, default } = choice;
        let without_rows = ChoiceJson { side, text, about, rows: None, default: None, more: None };
        match rows.len() {
            _ if !is_asked => without_rows,
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

/// A legal row as the list `[text, label]`. A third element `1` means that the script discourages the row.
struct RowJson<'a>(&'a Row);

impl Serialize for RowJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row { text, label, discouraged, .. } = self.0;
        if *discouraged { (text, label, 1).serialize(serializer) } else { (text, label).serialize(serializer) }
    }
}
