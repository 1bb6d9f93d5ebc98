//! Collects the fields that `info` and `half` may return for each kind of thing, so that the checks of scripts can
//! report unknown fields.

use super::builder::Builder;
use super::cards::CardFields;
use crate::field::{Datum, Field, FieldType, Target};
use crate::ident::lua_name;
use cardwright_state::{Kind, SpaceKindId, Val};
use std::collections::{BTreeMap, BTreeSet};

/// The type of a value that `info` returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InfoType {
    /// A whole number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A text.
    Text,
    /// A handle of this kind.
    One(Kind),
    /// A set.
    Set,
}

/// The fields of all static data, as Lua spells them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InfoFields {
    /// Fields of spaces of any kind.
    pub space: BTreeSet<String>,
    /// Fields of links of any kind.
    pub link: BTreeSet<String>,
    /// Fields of pieces of any type.
    pub piece: BTreeSet<String>,
    /// Fields of cards. If cards have halves, the ids of the sides are fields too.
    pub card: BTreeSet<String>,
    /// Fields of the halves of cards.
    pub half: BTreeSet<String>,
    /// The type of each field, by name. `None` for a list or table, or if fields of the same name have different types.
    types: BTreeMap<String, Option<InfoType>>,
    /// The fields that the game declares, as TOML spells them.
    declared: Vec<DeclaredField>,
}

/// A field that a game declares, for the JSON schemas of its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredField {
    /// The subject of the schema that has the field: `space`, `card`, `half of a card`.
    pub owner: &'static str,
    /// Name of the field.
    pub name: String,
    /// Type of its value.
    pub declared_type: DeclaredType,
}

/// The type of a declared field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeclaredType {
    /// A whole number within these bounds, both included.
    Number(i64, i64),
    /// `true` or `false`.
    Boolean,
    /// A text.
    Text,
    /// A list of verbs with their parameters.
    Effects,
    /// One of these texts.
    OneOf(Vec<String>),
    /// The id of a thing of this kind.
    Id(Kind),
    /// A list of ids of things of this kind.
    Ids(Kind),
    /// A list of these texts.
    SomeOf(Vec<String>),
}

impl InfoFields {
    /// Returns the fields of things of a kind; `None` if things of the kind have no static data.
    pub fn for_kind(&self, kind: Kind) -> Option<&BTreeSet<String>> {
        match kind {
            Kind::Space => Some(&self.space),
            Kind::Link => Some(&self.link),
            Kind::Class => Some(&self.piece),
            Kind::Card => Some(&self.card),
            _ => None,
        }
    }
    /// Returns all fields that the game declares.
    pub fn declared(&self) -> &[DeclaredField] {
        &self.declared
    }
    /// Returns the type of a field; `None` if fields of this name have different types.
    pub fn type_of(&self, name: &str) -> Option<InfoType> {
        self.types.get(name).copied().flatten()
    }
    /// Records the type of a field. If a field of the same name has another type, the type becomes unknown.
    fn add_type(&mut self, name: &str, value_type: Option<InfoType>) {
        let recorded = self.types.entry(name.to_string()).or_insert(value_type);
        if *recorded != value_type {
            *recorded = None;
        }
    }
    fn add_types(&mut self, table: &[(String, Datum)]) {
        for (name, datum) in table {
            match datum {
                Datum::Table(inner) => {
                    self.add_types(inner);
                    self.add_type(name, None);
                }
                _ => self.add_type(name, type_of(datum)),
            }
        }
    }
}

fn type_of(datum: &Datum) -> Option<InfoType> {
    Some(match datum {
        Datum::Number(_) => InfoType::Number,
        Datum::Boolean(_) => InfoType::Boolean,
        Datum::Text(_) => InfoType::Text,
        Datum::Val(val) => InfoType::One(val.kind()),
        Datum::Set(_) => InfoType::Set,
        Datum::List(_) | Datum::Table(_) | Datum::Effects(_) => return None,
    })
}

fn declared_info_type(field_type: &FieldType) -> Option<InfoType> {
    Some(match field_type {
        FieldType::Integer(_) => InfoType::Number,
        FieldType::Boolean => InfoType::Boolean,
        FieldType::Text => InfoType::Text,
        FieldType::Word(_) => InfoType::One(Kind::Word),
        FieldType::Id(Target::OfKind(kind)) => InfoType::One(*kind),
        FieldType::Id(Target::SpaceOfKind(_)) => InfoType::One(Kind::Space),
        FieldType::Ids(_) => InfoType::Set,
        FieldType::Effects | FieldType::Invalid => return None,
    })
}

impl Builder<'_> {
    fn declared_type(&self, field_type: &FieldType) -> Option<DeclaredType> {
        let spaces_of_kind = |kind: SpaceKindId| {
            let spaces = self.board.spaces.iter().filter(|space| space.kind == kind);
            spaces.map(|space| space.id.clone()).collect()
        };
        Some(match field_type {
            FieldType::Integer(range) => DeclaredType::Number(*range.start(), *range.end()),
            FieldType::Boolean => DeclaredType::Boolean,
            FieldType::Text => DeclaredType::Text,
            FieldType::Effects => DeclaredType::Effects,
            FieldType::Word(words) => DeclaredType::OneOf(words.iter().map(|word| word.value.clone()).collect()),
            FieldType::Id(Target::OfKind(kind)) => DeclaredType::Id(*kind),
            FieldType::Id(Target::SpaceOfKind(kind)) => DeclaredType::OneOf(spaces_of_kind(*kind)),
            FieldType::Ids(Target::OfKind(kind)) => DeclaredType::Ids(*kind),
            FieldType::Ids(Target::SpaceOfKind(kind)) => DeclaredType::SomeOf(spaces_of_kind(*kind)),
            FieldType::Invalid => return None,
        })
    }

    /// Collects the fields of all static tables, including declared fields that no entry uses.
    pub(super) fn info_fields(&self, card_fields: &CardFields, infos: &[(Val, Datum)]) -> InfoFields {
        let lua_names = |fields: &[Field]| fields.iter().map(|f| lua_name(&f.name.value)).collect::<BTreeSet<_>>();
        let mut info_fields = InfoFields {
            space: self.kind_fields.iter().flat_map(|fields| lua_names(fields)).collect(),
            link: self.link_fields.iter().flat_map(|fields| lua_names(fields)).collect(),
            card: lua_names(card_fields.fields()),
            half: lua_names(card_fields.half_fields()),
            piece: lua_names(self.piece_fields.as_deref().unwrap_or_default()),
            ..InfoFields::default()
        };
        let other_fields = self.kind_fields.iter().chain(&self.link_fields).chain(&self.piece_fields).flatten();
        for field in other_fields.chain(card_fields.fields()).chain(card_fields.half_fields()) {
            info_fields.add_type(&lua_name(&field.name.value), declared_info_type(&field.field_type));
        }
        let declarations = [
            ("space", self.kind_fields.concat()),
            ("link", self.link_fields.concat()),
            ("data of a piece", self.piece_fields.clone().unwrap_or_default()),
            ("card", card_fields.fields().to_vec()),
            ("half of a card", card_fields.half_fields().to_vec()),
        ];
        for (owner, fields) in declarations {
            let declared = |field: Field| {
                let declared_type = self.declared_type(&field.field_type)?;
                Some(DeclaredField { owner, name: field.name.value, declared_type })
            };
            info_fields.declared.extend(fields.into_iter().filter_map(declared));
        }
        // A script may read `owner` even if no piece of the game has an owner.
        info_fields.piece.insert("owner".into());
        if !card_fields.half_fields().is_empty() {
            info_fields.card.extend(self.board.sides.iter().map(|side| lua_name(&side.id)));
        }
        for (val, datum) in infos {
            let Datum::Table(table) = datum else { continue };
            info_fields.add_types(table);
            let keys = table.iter().map(|(key, _)| key.clone());
            match val.kind() {
                Kind::Space => info_fields.space.extend(keys),
                Kind::Link => info_fields.link.extend(keys),
                Kind::Class => info_fields.piece.extend(keys),
                Kind::Card => info_fields.card.extend(keys),
                _ => {}
            }
        }
        info_fields
    }
}
