//! Which fields `info` and `half` may give of anything, whether or not one has them: what a misspelt one is told by.

use super::Builder;
use super::cards::Shape;
use crate::field::{Datum, Field, FieldType, Target};
use crate::ident::lua;
use cardwright_state::{Kind, KindId, Val};
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
    /// What the game declares, by what bears it, as TOML spells it.
    declared: Vec<DeclaredField>,
}

/// A field that a game declares, for whoever describes its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredField {
    /// What bears it, as forms call it: `space`, `card`, `half of a card`.
    pub bearer: &'static str,
    /// Its name.
    pub name: String,
    /// What its value may be.
    pub may_be: MayBe,
}

/// What the value of a declared field may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MayBe {
    /// A number from and to.
    Number(i64, i64),
    /// `true` or `false`.
    Truth,
    /// A text.
    Text,
    /// A list of verbs with their parameters.
    Effects,
    /// One of these texts.
    OneOf(Vec<String>),
    /// The id of a thing of this kind.
    Id(Kind),
    /// A list of ids of such.
    Ids(Kind),
    /// A list of these texts.
    SomeOf(Vec<String>),
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
    /// What the game declares.
    pub fn declared(&self) -> &[DeclaredField] {
        &self.declared
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
    fn may_be(&self, of: &FieldType) -> Option<MayBe> {
        let of_kind = |kind: KindId| {
            let spaces = self.board.spaces.iter().filter(|space| space.kind == kind);
            spaces.map(|space| space.id.clone()).collect()
        };
        Some(match of {
            FieldType::Integer(range) => MayBe::Number(*range.start(), *range.end()),
            FieldType::Truth => MayBe::Truth,
            FieldType::Text => MayBe::Text,
            FieldType::Effects => MayBe::Effects,
            FieldType::Word(words) => MayBe::OneOf(words.iter().map(|word| word.value.clone()).collect()),
            FieldType::Id(Target::Of(kind)) => MayBe::Id(*kind),
            FieldType::Id(Target::SpaceOf(kind)) => MayBe::OneOf(of_kind(*kind)),
            FieldType::Ids(Target::Of(kind)) => MayBe::Ids(*kind),
            FieldType::Ids(Target::SpaceOf(kind)) => MayBe::SomeOf(of_kind(*kind)),
            FieldType::Broken => return None,
        })
    }

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
        let bearers = [
            ("space", self.kind_fields.concat()),
            ("link", self.link_fields.concat()),
            ("data of a piece", self.piece_fields.clone().unwrap_or_default()),
            ("card", shape.fields().to_vec()),
            ("half of a card", shape.half_fields().to_vec()),
        ];
        for (bearer, fields) in bearers {
            let told = |field: Field| {
                let may_be = self.may_be(&field.of)?;
                Some(DeclaredField { bearer, name: field.name.value, may_be })
            };
            out.declared.extend(fields.into_iter().filter_map(told));
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
