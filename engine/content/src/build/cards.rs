//! The shape of the game's cards, and the cards.

use super::Builder;
use crate::field::{Bearer, Datum, Field, FieldType};
use crate::ident::lua;
use crate::layer::Entry;
use crate::located::{Located, Raw};
use crate::shape::{Keys, LONGEST_LINE, is_line};
use cardwright_state::Val;
use cardwright_state::board::Card;
use cardwright_state::ids::*;

/// Keys every card has.
const OF_CARDS: [&str; 7] = ["id", "source", "source_note", "rule", "was", "remove", "patch"];

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
        let keys = Keys::new(table, at.clone(), "`[card]`", self.problems);
        let mut taken: Vec<&str> = OF_CARDS.to_vec();
        let halves = keys.choice("halves", &[("side", ())]).is_some();
        if halves {
            taken.extend(self.layers.section("side").map(|s| s.id.value.as_str()));
        }
        let fields = self.declared_fields(&keys, "fields", "card", Bearer::Card, &taken);
        let half_fields = self.declared_fields(&keys, "half_fields", "card", Bearer::Half, &OF_CARDS[1..]);
        if !halves && let Some(given) = keys.get("half_fields") {
            let problem = given.error("content::bad-choice", "cards without halves have no `half_fields`");
            self.problems.push(problem.label("needs `halves = \"side\"`"));
        }
        keys.finish();
        Shape { fields, halves: halves.then_some(half_fields) }
    }

    /// Numbers the cards; their fields are read once all ids are known.
    pub(super) fn cards(&mut self, shape: &Shape) {
        let sides: Vec<String> = self.board.sides.iter().map(|s| s.id.clone()).collect();
        for (entry, keys) in self.entries("card") {
            shape.fields.iter().for_each(|f| keys.know(&f.name.value));
            let mut titles = Vec::new();
            if let Some(fields) = &shape.halves {
                for side in &sides {
                    let Some((half, at)) = keys.need(side).and_then(|_| keys.table(side)) else { continue };
                    let what = format!("the half `{side}` of {}", keys.what);
                    let half = Keys::new(half, at, what, self.problems);
                    fields.iter().for_each(|f| half.know(&f.name.value));
                    titles.extend(half.get("title").and_then(text));
                    let name = format!("card {} {side}", entry.id.value);
                    let own = half.get("source").is_some();
                    if own {
                        self.provenance(&name, &half, None);
                    }
                    half.know("source_note");
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
            self.read_fields(&shape.fields, &keys, &mut table);
            if let Some(fields) = &shape.halves {
                for side in &self.board.sides {
                    let Some(Located { value: Raw::Table(half), file, span }) = keys.get(&side.id) else { continue };
                    let at = Located { value: (), file: file.clone(), span: span.clone() };
                    let what = format!("the half `{}` of {}", side.id, keys.what);
                    let half = Keys::new(half, at, what, self.problems);
                    let mut inner = Vec::new();
                    self.read_fields(fields, &half, &mut inner);
                    table.push((lua(&side.id), Datum::Table(inner)));
                }
            }
            infos.push((Val::card(CardId::new(at)), Datum::Table(table)));
        }
        infos
    }
    fn card_keys<'e>(&'e self, entry: &'e Entry) -> Keys<'e> {
        Keys::new(&entry.table, entry.at.clone(), format!("the card `{}`", entry.id.value), self.problems)
    }
    fn read_fields(&self, fields: &[Field], keys: &Keys<'_>, into: &mut Vec<(String, Datum)>) {
        for field in fields {
            let value = if field.optional { keys.get(&field.name.value) } else { keys.need(&field.name.value) };
            let datum = match value {
                Some(value) => field.read(value, &self.board, self.problems),
                None => (field.of == FieldType::Effects).then(|| Datum::Effects(Vec::new())),
            };
            into.extend(datum.map(|d| (lua(&field.name.value), d)));
        }
    }
}

fn text(value: &Located<Raw>) -> Option<String> {
    match &value.value {
        Raw::Text(text) => Some(text.clone()),
        _ => None,
    }
}
