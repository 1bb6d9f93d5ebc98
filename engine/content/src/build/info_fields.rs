//! Which fields `info` and `half` may give of anything, whether or not one has them: what a misspelt one is told by.

use super::Builder;
use super::cards::Shape;
use crate::field::{Datum, Field, FieldType, Target};
use crate::ident::lua;
use cardwright_state::{Kind, Val};
use std::collections::{BTreeMap, BTreeSet};

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// A number.
    Number,
    /// A truth.
    Truth,
    /// A text.
    Text,
    /// A thing of this kind.
    One(Kind),
    /// A set.
    Set,
}

/// The fields that static tables may have, as Lua spells them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InfoFields {
    /// Of spaces of any kind.
    pub space: BTreeSet<String>,
    /// Of links of any kind.
    pub link: BTreeSet<String>,
    /// Of pieces: those that one of them has.
    pub piece: BTreeSet<String>,
    /// Of cards; where they have halves, the sides are fields too.
    pub card: BTreeSet<String>,
    /// Of the halves of cards.
    pub half: BTreeSet<String>,
    /// What each of these holds, by its name; none where it is a list or a table, or not the same wherever it stands.
    held: BTreeMap<String, Option<Held>>,
}

impl InfoFields {
    /// The fields of what a handle of this kind stands for; none of what has no static table.
    pub fn of(&self, kind: Kind) -> Option<&BTreeSet<String>> {
        match kind {
            Kind::Space => Some(&self.space),
            Kind::Link => Some(&self.link),
            Kind::Class => Some(&self.piece),
            Kind::Card => Some(&self.card),
            _ => None,
        }
    }
    /// What a field of this name holds, if it is the same wherever one stands.
    pub fn held(&self, name: &str) -> Option<Held> {
        self.held.get(name).copied().flatten()
    }
    /// Notes what a field holds at one place.
    fn hold(&mut self, name: &str, held: Option<Held>) {
        let known = self.held.entry(name.to_string()).or_insert(held);
        if *known != held {
            *known = None;
        }
    }
    fn hold_all(&mut self, table: &[(String, Datum)]) {
        for (name, datum) in table {
            match datum {
                Datum::Table(inner) => {
                    self.hold_all(inner);
                    self.hold(name, None);
                }
                _ => self.hold(name, held(datum)),
            }
        }
    }
}

fn held(datum: &Datum) -> Option<Held> {
    Some(match datum {
        Datum::Number(_) => Held::Number,
        Datum::Truth(_) => Held::Truth,
        Datum::Text(_) => Held::Text,
        Datum::Val(val) => Held::One(val.kind()),
        Datum::Set(_) => Held::Set,
        Datum::List(_) | Datum::Table(_) | Datum::Effects(_) => return None,
    })
}

fn declared(of: &FieldType) -> Option<Held> {
    Some(match of {
        FieldType::Integer(_) => Held::Number,
        FieldType::Truth => Held::Truth,
        FieldType::Text => Held::Text,
        FieldType::Word(_) => Held::One(Kind::Word),
        FieldType::Id(Target::Of(kind)) => Held::One(*kind),
        FieldType::Id(Target::SpaceOf(_)) => Held::One(Kind::Space),
        FieldType::Ids(_) => Held::Set,
        FieldType::Effects | FieldType::Broken => return None,
    })
}

impl Builder<'_> {
    /// The fields of all static tables. A field that is declared and that nothing has is one of them.
    pub(super) fn info_fields(&self, shape: &Shape, infos: &[(Val, Datum)]) -> InfoFields {
        let names = |fields: &[Field]| fields.iter().map(|f| lua(&f.name.value)).collect::<BTreeSet<_>>();
        let mut out = InfoFields {
            space: self.kind_fields.iter().flat_map(|of| names(of)).collect(),
            link: self.link_fields.iter().flat_map(|of| names(of)).collect(),
            card: names(shape.fields()),
            half: names(shape.half_fields()),
            piece: names(self.piece_fields.as_deref().unwrap_or_default()),
            ..InfoFields::default()
        };
        let of_kinds = self.kind_fields.iter().chain(&self.link_fields).chain(&self.piece_fields).flatten();
        for field in of_kinds.chain(shape.fields()).chain(shape.half_fields()) {
            out.hold(&lua(&field.name.value), declared(&field.of));
        }
        out.piece.insert("owner".into());
        if !shape.half_fields().is_empty() {
            out.card.extend(self.board.sides.iter().map(|side| lua(&side.id)));
        }
        for (val, datum) in infos {
            let Datum::Table(table) = datum else { continue };
            out.hold_all(table);
            let keys = table.iter().map(|(key, _)| key.clone());
            match val.kind() {
                Kind::Space => out.space.extend(keys),
                Kind::Link => out.link.extend(keys),
                Kind::Class => out.piece.extend(keys),
                Kind::Card => out.card.extend(keys),
                _ => {}
            }
        }
        out
    }
}
