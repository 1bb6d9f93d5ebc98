//! Cards, and the declaration of their fields.

mod cross_checks;

use super::builder::Builder;
use super::common_keys::ENTRY;
use super::declared_fields::CARD_TYPE_NAME;
use crate::field::{CARD_FIELD, Datum, EFFECT, Field, FieldOwner, FieldType, HALF_FIELD};
use crate::ident::lua_name;
use crate::layers::tables::Entry;
use crate::located::{Located, TomlValue};
use crate::table_reader::{MAX_LINE, TableReader, is_line};
use crate::table_schema::{ValueType, schema, words};
use cardwright_state::Val;
use cardwright_state::board::Card;
use cardwright_state::ids::*;

schema! {
    /// The declaration of the fields of cards. Every `[[card]]` in `cards/` is checked against it. Cards have no
    /// built-in keys except an id.
    pub(crate) static CARD_DECLARATION = "[card] of a board";
    keys {
        /// The fields of each card, by name. Each has a type (`"integer"`, `"boolean"`, `"text"`, `"effects"`), or a
        /// table with a type and more. Scripts read `info(card).number`. A field `title` or `name` is the title of the
        /// card.
        "fields" = optional(
            AnyKeys(&AnyOf(&[CARD_TYPE_NAME, Table(&CARD_FIELD)])),
            "none",
            "{ title = \"text\", number = { type = \"integer\", min = 1 }, effects = \"effects\" }",
        );
        /// With `side`, each card has one half for each side: `[card.reds]` and `[card.blues]`. Scripts read
        /// `half(card, side).points`.
        "halves" = optional(Choice(&const { words(&HALVES) }), "cards have no halves", "\"side\"")
            .with_context("half_fields = { title = \"text\" }");
        /// The fields of each half, declared like `fields`; only with `halves`. The `title` of a half is a title of the
        /// card.
        "half_fields" = optional(
            AnyKeys(&AnyOf(&[CARD_TYPE_NAME, Table(&HALF_FIELD)])),
            "none",
            "{ title = \"text\", points = { type = \"integer\", min = 0, optional = true }, effects = \"effects\" }",
        ).with_context("halves = \"side\"");
    }
    example "[card]\nfields = { title = \"text\", number = { type = \"integer\", min = 1 }, sort = { word = [\"tide\", \"storm\"], optional = true } }"
}

schema! {
    /// A card as printed. `[card]` of `board.toml` declares its keys.
    pub(crate) static CARD = "card";
    keys {
        /// The id: `07` in notation and typed commands, `CARD["07"]` in scripts. It may begin with a digit.
        "id" = required(CardId, "\"01\"");
    } + ENTRY
    game_keys {
        /// Every field that `[card]` declares. Fields that are not `optional` are required.
        "FIELD" = CARD_DATA;
        /// With `halves = "side"`, a table for each side: `[card.reds]`.
        "SIDE" = Table(&HALF);
    }
    example "[[card]]\nid = \"01\"\ntitle = \"High Water\"\nnumber = 1\n\n[[card]]\nid = \"02\"\ntitle = \"Low Water\"\nnumber = 2"
}

schema! {
    /// The half of a card for one side.
    pub(crate) static HALF = "half of a card";
    keys {
        "source" = shared(ENTRY[0]);
        "source_note" = shared(ENTRY[1]);
        "rule" = shared(ENTRY[2]);
    }
    game_keys {
        /// Every field that `half_fields` of `[card]` declares.
        "FIELD" = CARD_DATA;
    }
    example "[[card]]\nid = \"01\"\n[card.reds]\ntitle = \"High Water\"\neffects = [{ verb = \"give\", coins = 2 }]\n[card.blues]\ntitle = \"Low Water\"\npoints = 1"
}

/// The values that fields of cards may have. The declaration of the field narrows them.
const CARD_DATA: ValueType = ValueType::AnyOf(&[ValueType::Data, ValueType::List(&ValueType::Table(&EFFECT))]);

/// The allowed values of `halves`.
const HALVES: [(&str, ()); 1] = [("side", ())];

/// The declared fields of cards.
#[derive(Default)]
pub(super) struct CardFields {
    fields: Vec<Field>,
    /// Fields of each half; `None` if cards have no halves.
    half_fields: Option<Vec<Field>>,
}

impl CardFields {
    pub(super) fn fields(&self) -> &[Field] {
        &self.fields
    }
    pub(super) fn half_fields(&self) -> &[Field] {
        self.half_fields.as_deref().unwrap_or_default()
    }
    /// Returns the fields that views of the game leave out, as Lua spells them.
    pub(super) fn omitted_card_fields(&self) -> Vec<String> {
        self.fields.iter().filter(|field| !field.is_shown).map(|field| lua_name(&field.name.value)).collect()
    }
}

impl Builder<'_> {
    /// Reads `[card]` of the board: the declared fields of cards.
    pub(super) fn read_card_declaration(&mut self) -> CardFields {
        let Some((table, place)) = self.tables.single_table("card") else { return CardFields::default() };
        let keys = TableReader::new(&CARD_DECLARATION, table, place.clone(), "`[card]`", self.problems);
        let mut taken_names: Vec<&str> = CARD.names();
        let has_halves = keys.choice("halves", &HALVES).is_some();
        if has_halves {
            taken_names.extend(self.tables.section("side").map(|s| s.id.value.as_str()));
        }
        let fields = self.read_declared_fields(&keys, "fields", "card", FieldOwner::Card, &taken_names);
        // `[1..]` leaves out `id`, which is no key of a half.
        let half_fields = self.read_declared_fields(&keys, "half_fields", "card", FieldOwner::Half, &CARD.names()[1..]);
        if !has_halves && let Some(value) = keys.get("half_fields") {
            let problem = value.error("content::bad-choice", "cards without halves have no `half_fields`");
            self.problems.push(problem.label("needs `halves = \"side\"`"));
        }
        keys.finish();
        cross_checks::check_declarations(&fields, self.problems);
        CardFields { fields, half_fields: has_halves.then_some(half_fields) }
    }

    /// Numbers the cards. [`Self::card_infos`] reads their fields later, when all ids are known.
    pub(super) fn read_cards(&mut self, card_fields: &CardFields) {
        let sides: Vec<String> = self.board.sides.iter().map(|s| s.id.clone()).collect();
        for (entry, keys) in self.open_entries("card", &CARD) {
            let half_keys = sides.iter().filter(|_| card_fields.half_fields.is_some());
            keys.allow_game_keys(names(&card_fields.fields).chain(half_keys.map(String::as_str)));
            let mut titles = Vec::new();
            if let Some(fields) = &card_fields.half_fields {
                for side in &sides {
                    let Some((half, place)) = keys.need_game_table(side) else { continue };
                    let half_name = format!("the half `{side}` of {}", keys.table_name);
                    let half = TableReader::new(&HALF, half, place, half_name, self.problems);
                    half.allow_game_keys(names(fields));
                    titles.extend(half.table.iter().find(|(k, _)| k.value == "title").and_then(|(_, v)| text(v)));
                    if half.get("source").is_some() {
                        self.read_data_source(&format!("card {} {side}", entry.id.value), &half, None);
                    }
                    // `read_data_source` reads these keys.
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
            self.close_entry("card", entry, keys);
        }
    }

    /// Reads the data that `info` returns for each card, and compares the cards with each other.
    pub(super) fn card_infos(&mut self, card_fields: &CardFields) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (index, entry) in self.tables.section("card").enumerate() {
            let mut table = vec![("id".to_string(), Datum::Text(entry.id.value.clone()))];
            let keys = entry.reader("card", &CARD, self.problems);
            let half_keys = self.board.sides.iter().filter(|_| card_fields.half_fields.is_some());
            keys.allow_game_keys(names(&card_fields.fields).chain(half_keys.map(|side| side.id.as_str())));
            self.read_fields(&card_fields.fields, &keys, &mut table);
            cross_checks::check_only_for(&card_fields.fields, &keys);
            if let Some(fields) = &card_fields.half_fields {
                for side in &self.board.sides {
                    let Some(Located { value: TomlValue::Table(half), file, span }) = keys.game_key(&side.id) else {
                        continue;
                    };
                    let place = Located { value: (), file: file.clone(), span: span.clone() };
                    let half_name = format!("the half `{}` of {}", side.id, keys.table_name);
                    let half = TableReader::new(&HALF, half, place, half_name, self.problems);
                    half.allow_game_keys(names(fields));
                    let mut half_table = Vec::new();
                    self.read_fields(fields, &half, &mut half_table);
                    table.push((lua_name(&side.id), Datum::Table(half_table)));
                }
            }
            infos.push((Val::card(CardId::new(index)), Datum::Table(table)));
        }
        let entries: Vec<&Entry> = self.tables.section("card").collect();
        cross_checks::check_unique(&card_fields.fields, &entries, self.problems);
        infos
    }
    /// Reads the fields of a card or half, and adds them to `table`.
    fn read_fields(&self, fields: &[Field], keys: &TableReader<'_>, table: &mut Vec<(String, Datum)>) {
        for field in fields {
            let value = field.value_in(keys);
            let datum = match value {
                Some(value) => field.read(value, &self.board, self.problems),
                None => (field.field_type == FieldType::Effects).then(|| Datum::Effects(Vec::new())),
            };
            table.extend(datum.map(|datum| (lua_name(&field.name.value), datum)));
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
