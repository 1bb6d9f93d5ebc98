//! Which fields `info` and `half` may give of anything, whether or not one has them: what a misspelt one is told by.

use super::Builder;
use super::cards::Shape;
use crate::field::{Datum, Field};
use crate::ident::lua;
use cardwright_state::{Kind, Val};
use std::collections::BTreeSet;

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
            ..InfoFields::default()
        };
        out.piece.insert("owner".into());
        if !shape.half_fields().is_empty() {
            out.card.extend(self.board.sides.iter().map(|side| lua(&side.id)));
        }
        for (val, datum) in infos {
            let Datum::Table(table) = datum else { continue };
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
