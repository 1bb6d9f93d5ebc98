//! Cards, and the declaration of their fields.

mod cross_checks;

use super::Builder;
use super::common_keys::{ENTRY, ID};
use super::declared_fields::CARD_TYPE;
use crate::field::{CARD_FIELD, Datum, EFFECT, Field, FieldOwner, FieldType, HALF_FIELD};
use crate::ident::lua_name;
use crate::layers::Entry;
use crate::located::{Located, TomlValue};
use crate::table_reader::{MAX_LINE, TableReader, is_line};
use crate::table_schema::{GameKeys, Key, TableSchema, ValueType, may, words};
use cardwright_state::Val;
use cardwright_state::board::Card;
use cardwright_state::ids::*;

/// `[card]` of the board.
pub(crate) static CARD_SHAPE: TableSchema = TableSchema {
    subject: "[card] of a board",
    doc: "The declaration of the fields of cards. Every `[[card]]` in `cards/` is checked against it. Cards have no built-in keys except an id.",
    keys: &[&[
        may(
            "fields",
            ValueType::AnyKeys(&ValueType::AnyOf(&[CARD_TYPE, ValueType::Table(&CARD_FIELD)])),
            "none",
            "The fields of each card, by name. Each has a type (`\"integer\"`, `\"boolean\"`, `\"text\"`, `\"effects\"`), or a table with a type and more. Scripts read `info(card).number`. A field `title` or `name` is the title of the card.",
            "{ title = \"text\", number = { type = \"integer\", min = 1 }, effects = \"effects\" }",
        ),
        may(
            "halves",
            ValueType::Choice(&const { words(&HALVES) }),
            "cards have no halves",
            "With `side`, each card has one half for each side: `[card.reds]` and `[card.blues]`. Scripts read `half(card, side).points`.",
            "\"side\"",
        ).with_context("half_fields = { title = \"text\" }"),
        may(
            "half_fields",
            ValueType::AnyKeys(&ValueType::AnyOf(&[CARD_TYPE, ValueType::Table(&HALF_FIELD)])),
            "none",
            "The fields of each half, declared like `fields`; only with `halves`. The `title` of a half is a title of the card.",
            "{ title = \"text\", points = { type = \"integer\", min = 0, optional = true }, effects = \"effects\" }",
        ).with_context("halves = \"side\""),
    ]],
    game_keys: &[],
    example: "[card]\nfields = { title = \"text\", number = { type = \"integer\", min = 1 }, sort = { word = [\"tide\", \"storm\"], optional = true } }",
};

/// `[[card]]`.
pub(crate) static CARD: TableSchema = TableSchema {
    subject: "card",
    doc: "A card as printed. `[card]` of `board.toml` declares its keys.",
    keys: &[
        &[Key {
            value_type: ValueType::CardId,
            doc: "The id: `07` in notation and typed commands, `CARD[\"07\"]` in scripts. It may begin with a digit.",
            example: "\"01\"",
            ..ID
        }],
        &ENTRY,
    ],
    game_keys: &[
        GameKeys {
            name: "FIELD",
            value_type: CARD_DATA,
            doc: "Every field that `[card]` declares. Fields that are not `optional` are required.",
        },
        GameKeys {
            name: "SIDE",
            value_type: ValueType::Table(&HALF),
            doc: "With `halves = \"side\"`, a table for each side: `[card.reds]`.",
        },
    ],
    example: "[[card]]\nid = \"01\"\ntitle = \"High Water\"\nnumber = 1\n\n[[card]]\nid = \"02\"\ntitle = \"Low Water\"\nnumber = 2",
};

/// A half of a card.
pub(crate) static HALF: TableSchema = TableSchema {
    subject: "half of a card",
    doc: "The half of a card for one side.",
    keys: &[&[ENTRY[0], ENTRY[1], ENTRY[2]]],
    game_keys: &[GameKeys {
        name: "FIELD",
        value_type: CARD_DATA,
        doc: "Every field that `half_fields` of `[card]` declares.",
    }],
    example: "[[card]]\nid = \"01\"\n[card.reds]\ntitle = \"High Water\"\neffects = [{ verb = \"give\", coins = 2 }]\n[card.blues]\ntitle = \"Low Water\"\npoints = 1",
};

/// The values that fields of cards may have. The declaration of the field narrows them.
const CARD_DATA: ValueType = ValueType::AnyOf(&[ValueType::Data, ValueType::List(&ValueType::Table(&EFFECT))]);

const HALVES: [(&str, ()); 1] = [("side", ())];

/// The declared fields of cards.
#[derive(Default)]
pub(super) struct CardFields {
    fields: Vec<Field>,
    /// Fields of each half, if cards have halves.
    halves: Option<Vec<Field>>,
}

impl CardFields {
    pub(super) fn fields(&self) -> &[Field] {
        &self.fields
    }
    pub(super) fn half_fields(&self) -> &[Field] {
        self.halves.as_deref().unwrap_or_default()
    }
    /// The fields that views of the table leave out, as Lua spells them.
    pub(super) fn omitted_card_fields(&self) -> Vec<String> {
        self.fields.iter().filter(|f| !f.shown).map(|f| lua_name(&f.name.value)).collect()
    }
}

impl Builder<'_> {
    pub(super) fn card_fields_declaration(&mut self) -> CardFields {
        let Some((table, at)) = &self.layers.card_shape else { return CardFields::default() };
        let keys = TableReader::new(&CARD_SHAPE, table, at.clone(), "`[card]`", self.problems);
        let mut taken: Vec<&str> = CARD.names();
        let halves = keys.choice("halves", &HALVES).is_some();
        if halves {
            taken.extend(self.layers.section("side").map(|s| s.id.value.as_str()));
        }
        let fields = self.declared_fields(&keys, "fields", "card", FieldOwner::Card, &taken);
        let half_fields = self.declared_fields(&keys, "half_fields", "card", FieldOwner::Half, &CARD.names()[1..]);
        if !halves && let Some(given) = keys.get("half_fields") {
            let problem = given.error("content::bad-choice", "cards without halves have no `half_fields`");
            self.problems.push(problem.label("needs `halves = \"side\"`"));
        }
        keys.finish();
        cross_checks::check_declarations(&fields, self.problems);
        CardFields { fields, halves: halves.then_some(half_fields) }
    }

    /// Numbers the cards. Their fields are read once all ids are known.
    pub(super) fn read_cards(&mut self, shape: &CardFields) {
        let sides: Vec<String> = self.board.sides.iter().map(|s| s.id.clone()).collect();
        for (entry, keys) in self.entries("card") {
            let halves = sides.iter().filter(|_| shape.halves.is_some());
            keys.allow_game_keys(names(&shape.fields).chain(halves.map(String::as_str)));
            let mut titles = Vec::new();
            if let Some(fields) = &shape.halves {
                for side in &sides {
                    let Some((half, at)) = keys.need_game_table(side) else { continue };
                    let what = format!("the half `{side}` of {}", keys.what);
                    let half = TableReader::new(&HALF, half, at, what, self.problems);
                    half.allow_game_keys(names(fields));
                    titles.extend(half.table.iter().find(|(k, _)| k.value == "title").and_then(|(_, v)| text(v)));
                    let name = format!("card {} {side}", entry.id.value);
                    let own = half.get("source").is_some();
                    if own {
                        self.read_data_source(&name, &half, None);
                    }
                    half.read_elsewhere("source_note");
                    half.read_elsewhere("rule");
                    half.finish();
                }
            }
            if titles.is_empty() {
                let title = entry.table.iter().find(|(k, _)| matches!(k.value.as_str(), "title" | "name"));
                titles.push(title.and_then(|(_, v)| text(v)).unwrap_or_else(|| entry.id.value.clone()));
            }
            if titles.iter().any(|t| !is_line(t)) {
                let problem = entry.id.error("content::not-a-line", "the title of a card is not a single line");
                self.problems.push(problem.label(format!("must be one line of at most {MAX_LINE} characters")));
            }
            self.board.cards.push(Card { id: entry.id.value.clone(), titles });
            self.close("card", entry, keys);
        }
    }

    pub(super) fn card_infos(&mut self, shape: &CardFields) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (at, entry) in self.layers.section("card").enumerate() {
            let mut table = vec![("id".to_string(), Datum::Text(entry.id.value.clone()))];
            let keys = self.card_keys(entry);
            let halves = self.board.sides.iter().filter(|_| shape.halves.is_some());
            keys.allow_game_keys(names(&shape.fields).chain(halves.map(|side| side.id.as_str())));
            self.read_fields(&shape.fields, &keys, &mut table);
            cross_checks::check_only_for(&shape.fields, &keys);
            if let Some(fields) = &shape.halves {
                for side in &self.board.sides {
                    let Some(Located { value: TomlValue::Table(half), file, span }) = keys.game_key(&side.id) else {
                        continue;
                    };
                    let at = Located { value: (), file: file.clone(), span: span.clone() };
                    let what = format!("the half `{}` of {}", side.id, keys.what);
                    let half = TableReader::new(&HALF, half, at, what, self.problems);
                    half.allow_game_keys(names(fields));
                    let mut inner = Vec::new();
                    self.read_fields(fields, &half, &mut inner);
                    table.push((lua_name(&side.id), Datum::Table(inner)));
                }
            }
            infos.push((Val::card(CardId::new(at)), Datum::Table(table)));
        }
        let entries: Vec<&Entry> = self.layers.section("card").collect();
        cross_checks::check_unique(&shape.fields, &entries, self.problems);
        infos
    }
    fn card_keys<'e>(&'e self, entry: &'e Entry) -> TableReader<'e> {
        TableReader::new(&CARD, &entry.table, entry.at.clone(), format!("the card `{}`", entry.id.value), self.problems)
    }
    fn read_fields(&self, fields: &[Field], keys: &TableReader<'_>, into: &mut Vec<(String, Datum)>) {
        for field in fields {
            let value = field.value_in(keys);
            let datum = match value {
                Some(value) => field.read(value, &self.board, self.problems),
                None => (field.field_type == FieldType::Effects).then(|| Datum::Effects(Vec::new())),
            };
            into.extend(datum.map(|d| (lua_name(&field.name.value), d)));
        }
    }
}

fn names(fields: &[Field]) -> impl Iterator<Item = &str> {
    fields.iter().map(|field| field.name.value.as_str())
}

fn text(value: &Located<TomlValue>) -> Option<String> {
    match &value.value {
        TomlValue::Text(text) => Some(text.clone()),
        _ => None,
    }
}
