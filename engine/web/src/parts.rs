//! A view cut in parts, each a text under a key that stays the same from view to view: `space cuba`, `side us`, `card 12`.
//!
//! A part holds what varies, as short as a page can do with. What ids are called, and what everything looks like that stays,
//! is told once, when a page comes; what no page shows is not told at all.

use crate::wire;
use cardwright_layout::{Counter, Laid, Layout, Look, Node, Of};
use cardwright_view::{Choice, InForce, Kept, Row, SeenCard, SeenPile, SeenSide, View};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Rows beyond which only the words they begin with are sent.
const MOST_ROWS: usize = 500;

/// The parts of a view by their keys, each as its JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Parts(BTreeMap<Arc<str>, Arc<str>>);

impl Parts {
    /// What all sees who has these eyes; without what is for who is to answer.
    pub(crate) fn of(view: &View, layout: &Layout) -> Parts {
        let mut parts = Parts::default();
        for laid in layout.laid(view) {
            parts.lay(laid);
        }
        for side in &view.sides {
            parts.put(format!("side {}", side.id), &SidePart::of(side));
        }
        parts.put("game".into(), &KeptPart(&view.game));
        for pile in view.piles.iter().filter(|pile| pile.in_play && pile.count > 0) {
            parts.put(format!("pile {}", pile.id), &PilePart::of(pile));
            for card in pile.cards() {
                parts.put(format!("card {}", card.id), &CardPart::of(card));
            }
        }
        // In the order in which they are shown.
        let piles: Vec<&str> = view.piles.iter().map(|pile| pile.id.as_str()).collect();
        parts.put("piles".into(), &piles);
        if !view.in_force.is_empty() {
            parts.put("force".into(), &view.in_force.iter().map(ForcePart::of).collect::<Vec<_>>());
        }
        let options = view.options.iter().filter(|option| !option.is_default);
        let options: Vec<_> = options.map(|option| (&option.id, &option.value)).collect();
        if !options.is_empty() {
            parts.put("options".into(), &options);
        }
        if !view.places.is_empty() {
            parts.put("places".into(), &view.places);
        }
        parts
    }

    fn put(&mut self, key: String, part: &impl Serialize) {
        self.0.insert(key.into(), wire::text(part).into());
    }

    /// The pending choice: its rows for who answers, and of very many no more than how they begin.
    pub(crate) fn ask(&mut self, choice: &Choice, answers: bool) {
        self.put("choice".into(), &ChoicePart::of(choice, answers));
    }

    /// What a side may do besides.
    pub(crate) fn stand(&mut self, side: &str, rows: &[Row]) {
        self.put(format!("standing {side}"), &rows.iter().map(RowPart).collect::<Vec<_>>());
    }

    fn lay(&mut self, laid: Laid) {
        match laid {
            Laid::Place { space, scale, counters } if !counters.is_empty() => {
                for Counter { look, .. } in &counters {
                    let key = format!("look {}", look.key);
                    if !self.0.contains_key(key.as_str()) {
                        self.put(key, &LookPart::of(look));
                    }
                }
                let counters = counters.iter().map(|counter| CounterPart { counter, scale }).collect();
                let scale = Number::of(scale);
                self.put(format!("space {space}"), &PlacePart { scale, counters });
            }
            Laid::Place { .. } => {}
            Laid::Row { track, of: None, node } => self.put(format!("row {track}"), &node),
            Laid::Row { track, of: Some(space), node } => self.put(format!("row {track} {space}"), &node),
            Laid::Slots { pile, nodes } => self.put(format!("slots {pile}"), &nodes),
        }
    }

    /// A part.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|text| &**text)
    }

    /// All of them, in the order of their keys.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        self.0.iter()
    }

    /// The keys under which two views have not the same, in order.
    pub(crate) fn differing<'a>(&'a self, other: &'a Parts) -> impl Iterator<Item = &'a Arc<str>> {
        let mut keys: Vec<&Arc<str>> =
            self.all().filter(|(key, text)| other.0.get(*key) != Some(text)).map(|it| it.0).collect();
        keys.extend(other.0.keys().filter(|key| !self.0.contains_key(*key)));
        keys.sort_unstable();
        keys.into_iter()
    }

    /// What of the map and the cards is another than before: `space cuba`, `track points`, `pile display`.
    pub(crate) fn changed(&self, before: &Parts) -> Vec<String> {
        let named = |key: &Arc<str>| match key.split_once(' ')? {
            ("space" | "pile", _) => Some(key.to_string()),
            ("row", of) => Some(format!("track {}", of.split(' ').next().unwrap_or(of))),
            _ => None,
        };
        let mut all: Vec<String> = self.differing(before).filter_map(named).collect();
        all.dedup();
        all
    }
}

/// A number of a drawing, to a tenth.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Tenths(f64),
}

impl Number {
    fn of(number: f64) -> Number {
        Number::rounded(number, 100.0)
    }
    fn rounded(number: f64, to: f64) -> Number {
        let number = (number * to).round() / to;
        if number.fract() == 0.0 { Number::Whole(number as i64) } else { Number::Tenths(number) }
    }
    fn is_one(&self) -> bool {
        *self == Number::Whole(1)
    }
}

/// Counters in a place; `s` is how large they are drawn.
#[derive(Serialize)]
struct PlacePart<'a> {
    #[serde(rename = "s", skip_serializing_if = "Number::is_one")]
    scale: Number,
    #[serde(rename = "c")]
    counters: Vec<CounterPart<'a>>,
}

/// `[look, x, y]`; with how many, beyond one; with its own scale, where it has one.
struct CounterPart<'a> {
    counter: &'a Counter,
    scale: f64,
}

impl Serialize for CounterPart<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Counter { look, x, y, scale, n } = self.counter;
        let (key, at) = (&look.key, [*x, *y].map(|of| Number::rounded(of, 10.0)));
        let n = n.unwrap_or(1);
        match (*scale != self.scale, n) {
            (true, n) => (key, at[0], at[1], n, Number::of(*scale)).serialize(to),
            (false, 1) => (key, at[0], at[1]).serialize(to),
            (false, n) => (key, at[0], at[1], n).serialize(to),
        }
    }
}

/// What counters look like: a symbol of the scene, or nodes.
#[derive(Serialize)]
struct LookPart<'a> {
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Of>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    words: &'a [String],
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    symbol: Option<&'a str>,
    #[serde(skip_serializing_if = "<[Node]>::is_empty")]
    nodes: &'a [Node],
}

impl LookPart<'_> {
    fn of(look: &Look) -> LookPart<'_> {
        let Look { key, of, id, label, words, nodes } = look;
        let (symbol, nodes) = match &nodes[..] {
            [Node::Use { id, x: 0.0, y: 0.0, scale: None, n: None }] => (Some(id.as_str()), &[][..]),
            nodes => (None, nodes),
        };
        // Of pieces it goes without saying that lines may call them by their own text.
        let is_piece = *of == Of::Piece;
        let words = if is_piece && words.len() == 1 { &[][..] } else { words };
        LookPart { label, of: (!is_piece).then_some(*of), id: (id != key).then_some(id), words, symbol, nodes }
    }
}

#[derive(Serialize)]
struct SidePart<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a str>,
    #[serde(flatten)]
    kept: KeptPart<'a>,
}

impl SidePart<'_> {
    fn of(side: &SeenSide) -> SidePart<'_> {
        SidePart { seat: Some(side.seat).filter(|seat| *seat != "human"), kept: KeptPart(&side.kept) }
    }
}

/// `{t: {cash: 3}, g: {total-support: "18"}, f: [["used", "stir"]]}`: tracks, figures in words, facts that are shown.
struct KeptPart<'a>(&'a Kept);

impl Serialize for KeptPart<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Kept { tracks, figures, .. } = self.0;
        let facts: Vec<_> = self.0.shown_facts().map(|fact| (&fact.name, &fact.text)).collect();
        let mut map = to.serialize_map(None)?;
        if !tracks.is_empty() {
            map.serialize_entry("t", &Map(|| tracks.iter().map(|track| (&track.id, track.value))))?;
        }
        if !figures.is_empty() {
            map.serialize_entry("g", &Map(|| figures.iter().map(|figure| (&figure.id, figure.comes.text()))))?;
        }
        if !facts.is_empty() {
            map.serialize_entry("f", &facts)?;
        }
        map.end()
    }
}

/// Pairs as an object.
struct Map<F>(F);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)>, F: Fn() -> I> Serialize for Map<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map((self.0)())
    }
}

#[derive(Serialize)]
struct PilePart<'a> {
    name: &'a str,
    n: usize,
    /// The ids of its cards; none where they are not seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<&'a str>>,
}

impl PilePart<'_> {
    fn of(pile: &SeenPile) -> PilePart<'_> {
        let cards = pile.is_seen().then(|| pile.cards().map(|card| card.id.as_str()).collect());
        PilePart { name: &pile.name, n: pile.count, cards }
    }
}

#[derive(Serialize)]
struct CardPart<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    numbers: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    texts: &'a [String],
}

impl CardPart<'_> {
    fn of(card: &SeenCard) -> CardPart<'_> {
        let says = card.says.as_ref();
        let notes = says.map(|says| [&says.sides[..], &says.notes].concat()).unwrap_or_default();
        CardPart { name: &card.name, numbers: &card.numbers, notes, texts: says.map_or(&[], |says| &says.texts) }
    }
}

#[derive(Serialize)]
struct ForcePart<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<&'a str>,
    whose: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<&'a str>,
}

impl ForcePart<'_> {
    fn of(of: &InForce) -> ForcePart<'_> {
        ForcePart { name: &of.name, about: of.about.as_deref(), whose: &of.whose, until: of.until.as_deref() }
    }
}

#[derive(Serialize)]
struct ChoicePart<'a> {
    side: &'a str,
    text: &'a str,
    /// The places that the question names.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    about: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<RowPart<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<More<'a>>,
}

/// How many rows there are, and how they begin.
#[derive(Serialize)]
struct More<'a> {
    n: usize,
    next: Vec<&'a str>,
}

impl ChoicePart<'_> {
    fn of(choice: &Choice, answers: bool) -> ChoicePart<'_> {
        let Choice { side, text, about, rows, default } = choice;
        let bare = ChoicePart { side, text, about, rows: None, default: None, more: None };
        match rows.len() {
            _ if !answers => bare,
            n if n > MOST_ROWS => {
                let mut next: Vec<&str> = Vec::new();
                for row in rows {
                    let first = row.text.split(' ').next().unwrap_or_default();
                    if !next.contains(&first) {
                        next.push(first);
                    }
                }
                ChoicePart { default: *default, more: Some(More { n, next }), ..bare }
            }
            _ => ChoicePart { rows: Some(rows.iter().map(RowPart).collect()), default: *default, ..bare },
        }
    }
}

/// `[text, label]`, and `1` where it is unwise.
struct RowPart<'a>(&'a Row);

impl Serialize for RowPart<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Row { text, label, unwise } = self.0;
        if *unwise { (text, label, 1).serialize(to) } else { (text, label).serialize(to) }
    }
}
