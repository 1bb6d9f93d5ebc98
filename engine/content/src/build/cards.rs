//! The shape of the game's cards, and the cards.

mod alike;

use super::Builder;
use super::entry::{ENTRY, ID};
use super::fields::CARD_TYPE;
use crate::field::{Bearer, CARD_FIELD, Datum, EFFECT, Field, FieldType, HALF_FIELD};
use crate::form::{Form, Holds, Key, More, may, words};
use crate::ident::lua;
use crate::layer::Entry;
use crate::located::{Located, Raw};
use crate::shape::{Keys, LONGEST_LINE, is_line};
use cardwright_state::Val;
use cardwright_state::board::Card;
use cardwright_state::ids::*;

/// `[card]` of the board.
pub(crate) static CARD_SHAPE: Form = Form {
    of: "[card] of a board",
    doc: "What the game's cards look like: every `[[card]]` in `cards/` is read by this. There is nothing that all games' cards have but an id.",
    keys: &[&[
        may(
            "fields",
            Holds::Each(&Holds::AnyOf(&[CARD_TYPE, Holds::Table(&CARD_FIELD)])),
            "none",
            "What each card says, by name: the type of each field, alone (`\"integer\"`, `\"truth\"`, `\"text\"`, `\"effects\"`) or in a table with more about it. Scripts read `info(card).number`. A field `title` or `name` is what the card is called.",
            "{ title = \"text\", number = { type = \"integer\", min = 1 }, effects = \"effects\" }",
        ),
        may(
            "halves",
            Holds::Choice(&const { words(&HALVES) }),
            "a card is one whole",
            "`side` parts each card into one half for each side, `[card.reds]` and `[card.blues]`; scripts read `half(card, side).points`.",
            "\"side\"",
        )
        .beside("half_fields = { title = \"text\" }"),
        may(
            "half_fields",
            Holds::Each(&Holds::AnyOf(&[CARD_TYPE, Holds::Table(&HALF_FIELD)])),
            "none",
            "What each half says, as `fields` does for the card; only with `halves`. A half's `title` is a title of the card.",
            "{ title = \"text\", points = { type = \"integer\", min = 0, optional = true }, effects = \"effects\" }",
        )
        .beside("halves = \"side\""),
    ]],
    more: &[],
    example: "[card]\nfields = { title = \"text\", number = { type = \"integer\", min = 1 }, sort = { word = [\"tide\", \"storm\"], optional = true } }",
};

/// `[[card]]`.
pub(crate) static CARD: Form = Form {
    of: "card",
    doc: "A card as it is printed. What it says besides its id is the game's affair: `[card]` of its `board.toml`.",
    keys: &[
        &[Key {
            holds: Holds::CardId,
            doc: "What it is called: `07` in notation and at the prompt, `CARD[\"07\"]` in scripts. It may begin with a digit.",
            example: "\"01\"",
            ..ID
        }],
        &ENTRY,
    ],
    more: &[
        More {
            name: "FIELD",
            holds: CARD_DATA,
            doc: "Every field that `[card]` declares; those that are not `optional` must be there.",
        },
        More {
            name: "SIDE",
            holds: Holds::Table(&HALF),
            doc: "With `halves = \"side\"`, a table for each side: `[card.reds]`.",
        },
    ],
    example: "[[card]]\nid = \"01\"\ntitle = \"High Water\"\nnumber = 1\n\n[[card]]\nid = \"02\"\ntitle = \"Low Water\"\nnumber = 2",
};

/// A half of a card.
pub(crate) static HALF: Form = Form {
    of: "half of a card",
    doc: "What a card says for one side.",
    keys: &[&[ENTRY[0], ENTRY[1], ENTRY[2]]],
    more: &[More { name: "FIELD", holds: CARD_DATA, doc: "Every field that `half_fields` of `[card]` declares." }],
    example: "[[card]]\nid = \"01\"\n[card.reds]\ntitle = \"High Water\"\neffects = [{ verb = \"give\", coins = 2 }]\n[card.blues]\ntitle = \"Low Water\"\npoints = 1",
};

/// What a field of a card may be; that of its declaration alone will do.
const CARD_DATA: Holds = Holds::AnyOf(&[Holds::Data, Holds::List(&Holds::Table(&EFFECT))]);

const HALVES: [(&str, ()); 1] = [("side", ())];

/// What every card of the game says.
#[derive(Default)]
pub(super) struct Shape {
    fields: Vec<Field>,
    /// What each side's half says, if cards have halves.
    halves: Option<Vec<Field>>,
}

impl Shape {
    pub(super) fn fields(&self) -> &[Field] {
        &self.fields
    }
    pub(super) fn half_fields(&self) -> &[Field] {
        self.halves.as_deref().unwrap_or_default()
    }
    /// The fields that the table's view leaves out, as Lua spells them.
    pub(super) fn unshown(&self) -> Vec<String> {
        self.fields.iter().filter(|f| !f.shown).map(|f| lua(&f.name.value)).collect()
    }
}

impl Builder<'_> {
    pub(super) fn card_shape(&mut self) -> Shape {
        let Some((table, at)) = &self.layers.card_shape else { return Shape::default() };
        let keys = Keys::new(&CARD_SHAPE, table, at.clone(), "`[card]`", self.problems);
        let mut taken: Vec<&str> = CARD.names();
        let halves = keys.choice("halves", &HALVES).is_some();
        if halves {
            taken.extend(self.layers.section("side").map(|s| s.id.value.as_str()));
        }
        let fields = self.declared_fields(&keys, "fields", "card", Bearer::Card, &taken);
        let half_fields = self.declared_fields(&keys, "half_fields", "card", Bearer::Half, &CARD.names()[1..]);
        if !halves && let Some(given) = keys.get("half_fields") {
            let problem = given.error("content::bad-choice", "cards without halves have no `half_fields`");
            self.problems.push(problem.label("needs `halves = \"side\"`"));
        }
        keys.finish();
        alike::check_declared(&fields, self.problems);
        Shape { fields, halves: halves.then_some(half_fields) }
    }

    /// Numbers the cards; their fields are read once all ids are known.
    pub(super) fn cards(&mut self, shape: &Shape) {
        let sides: Vec<String> = self.board.sides.iter().map(|s| s.id.clone()).collect();
        for (entry, keys) in self.entries("card") {
            let halves = sides.iter().filter(|_| shape.halves.is_some());
            keys.declared_all(names(&shape.fields).chain(halves.map(String::as_str)));
            let mut titles = Vec::new();
            if let Some(fields) = &shape.halves {
                for side in &sides {
                    let Some((half, at)) = keys.need_table_of_game(side) else { continue };
                    let what = format!("the half `{side}` of {}", keys.what);
                    let half = Keys::new(&HALF, half, at, what, self.problems);
                    half.declared_all(names(fields));
                    titles.extend(half.table.iter().find(|(k, _)| k.value == "title").and_then(|(_, v)| text(v)));
                    let name = format!("card {} {side}", entry.id.value);
                    let own = half.get("source").is_some();
                    if own {
                        self.provenance(&name, &half, None);
                    }
                    half.elsewhere("source_note");
                    half.elsewhere("rule");
                    half.finish();
                }
            }
            if titles.is_empty() {
                let title = entry.table.iter().find(|(k, _)| matches!(k.value.as_str(), "title" | "name"));
                titles.push(title.and_then(|(_, v)| text(v)).unwrap_or_else(|| entry.id.value.clone()));
            }
            if titles.iter().any(|t| !is_line(t)) {
                let problem = entry.id.error("content::not-a-line", "the title of a card is no single line");
                self.problems.push(problem.label(format!("this card: one line of at most {LONGEST_LINE} characters")));
            }
            self.board.cards.push(Card { id: entry.id.value.clone(), titles });
            self.close("card", entry, keys);
        }
    }

    pub(super) fn card_infos(&mut self, shape: &Shape) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (at, entry) in self.layers.section("card").enumerate() {
            let mut table = vec![("id".to_string(), Datum::Text(entry.id.value.clone()))];
            let keys = self.card_keys(entry);
            let halves = self.board.sides.iter().filter(|_| shape.halves.is_some());
            keys.declared_all(names(&shape.fields).chain(halves.map(|side| side.id.as_str())));
            self.read_fields(&shape.fields, &keys, &mut table);
            alike::check_for(&shape.fields, &keys);
            if let Some(fields) = &shape.halves {
                for side in &self.board.sides {
                    let Some(Located { value: Raw::Table(half), file, span }) = keys.of_game(&side.id) else {
                        continue;
                    };
                    let at = Located { value: (), file: file.clone(), span: span.clone() };
                    let what = format!("the half `{}` of {}", side.id, keys.what);
                    let half = Keys::new(&HALF, half, at, what, self.problems);
                    half.declared_all(names(fields));
                    let mut inner = Vec::new();
                    self.read_fields(fields, &half, &mut inner);
                    table.push((lua(&side.id), Datum::Table(inner)));
                }
            }
            infos.push((Val::card(CardId::new(at)), Datum::Table(table)));
        }
        let entries: Vec<&Entry> = self.layers.section("card").collect();
        alike::check_unique(&shape.fields, &entries, self.problems);
        infos
    }
    fn card_keys<'e>(&'e self, entry: &'e Entry) -> Keys<'e> {
        Keys::new(&CARD, &entry.table, entry.at.clone(), format!("the card `{}`", entry.id.value), self.problems)
    }
    fn read_fields(&self, fields: &[Field], keys: &Keys<'_>, into: &mut Vec<(String, Datum)>) {
        for field in fields {
            let value = field.of(keys);
            let datum = match value {
                Some(value) => field.read(value, &self.board, self.problems),
                None => (field.of == FieldType::Effects).then(|| Datum::Effects(Vec::new())),
            };
            into.extend(datum.map(|d| (lua(&field.name.value), d)));
        }
    }
}

fn names(fields: &[Field]) -> impl Iterator<Item = &str> {
    fields.iter().map(|field| field.name.value.as_str())
}

fn text(value: &Located<Raw>) -> Option<String> {
    match &value.value {
        Raw::Text(text) => Some(text.clone()),
        _ => None,
    }
}
