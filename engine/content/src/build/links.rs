//! Kinds of links, and links: connections of two spaces that rules can name.

use super::Builder;
use super::entry::{ENTRY, ID};
use super::fields::SIMPLE_TYPE;
use super::spaces::NOT_A_KIND;
use crate::definitions::Rename;
use crate::field::{Bearer, Datum, LINK_FIELD};
use crate::form::{Form, Holds, Key, More, Need, may, needed};
use crate::ident::{self, lua};
use crate::layer::Entry;
use crate::shape::Keys;
use cardwright_state::board::{Link, LinkKind};
use cardwright_state::ids::*;
use cardwright_state::{Kind, Set, Val};

/// `[[link-kind]]`.
pub(crate) static LINK_KIND: Form = Form {
    of: "kind of links",
    doc: "What links are: roads, rails, straits. `ROAD` is the kind in scripts, and the set of its links.",
    keys: &[
        &[
            ID,
            may(
                "fields",
                Holds::Each(&Holds::AnyOf(&[SIMPLE_TYPE, Holds::Table(&LINK_FIELD)])),
                "none",
                "What each such link says besides, as `fields` of a kind of spaces.",
                "{ length = \"integer\" }",
            )
            .beside("id = \"canal\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[link-kind]]\nid = \"road\"",
};

/// `[[link]]`.
pub(crate) static LINK: Form = Form {
    of: "link",
    doc: "A connection of two spaces that rules can name, ask about and keep tracks and facts on.",
    keys: &[
        &[
            Key {
                need: Need::Never,
                default: "its two ends': `isle--port`",
                doc: "What it is called where its ends do not tell it from another.",
                example: "\"ferry-line\"",
                ..ID
            },
            needed("a", Holds::Of("space"), "One end.", "\"isle\""),
            needed("b", Holds::Of("space"), "The other.", "\"port\""),
            may("kind", Holds::Of("link-kind"), "none", "What it is.", "\"road\""),
        ],
        &ENTRY,
    ],
    more: &[More { name: "FIELD", holds: Holds::Data, doc: "Every field that its kind declares." }],
    example: "[[link]]\na = \"isle\"\nb = \"port\"\nkind = \"road\"",
};

impl Builder<'_> {
    pub(super) fn links(&mut self) {
        let kinds: Vec<String> = self.board.kinds.iter().map(|k| k.id.clone()).collect();
        for (entry, keys) in self.entries("link-kind") {
            let id = &entry.id;
            self.global(Kind::LinkKind, id, "link-kind");
            if NOT_A_KIND.contains(&id.value.as_str()) || kinds.contains(&id.value) {
                let message = format!("`{}` cannot be a kind of links", id.value);
                let label = "this word has a meaning of its own, or is a kind of spaces";
                self.problems.push(id.error("content::bad-id", message).label(label));
            }
            let fields = self.declared_fields(&keys, "fields", "link", Bearer::Link, &LINK.names());
            self.link_fields.push(fields);
            self.board.link_kinds.push(LinkKind { id: id.value.clone(), members: Set::EMPTY });
            self.close("link-kind", entry, keys);
        }
        for (entry, keys) in self.entries("link") {
            self.global(Kind::Link, &entry.id, "link");
            let (a, b) = (keys.need_text("a"), keys.need_text("b"));
            let kind = keys.text("kind").map(|k| self.find("link-kind", &k));
            match kind {
                Some(Some(kind)) => keys.declared_all(self.link_fields[kind].iter().map(|f| f.name.value.as_str())),
                // Without the kind nobody can say which keys are unknown.
                Some(None) => entry.table.iter().for_each(|(k, _)| keys.declared(&k.value)),
                None => {}
            }
            let end = |of: &Option<crate::located::Located<String>>| of.as_ref().and_then(|id| self.find("space", id));
            let ends = (end(&a), end(&b));
            if let ((Some(from), Some(to)), Some(b)) = (ends, &b) {
                self.are_apart(from, to, b);
            }
            let at = |end: Option<usize>| SpaceId::new(end.unwrap_or(0));
            let kind = kind.flatten().map(LinkKindId::new);
            self.board.links.push(Link { id: entry.id.value.clone(), kind, a: at(ends.0), b: at(ends.1) });
            self.renamed_ends(entry);
            self.close("link", entry, keys);
        }
    }
    /// A link without an id of its own is called after its ends: it is renamed with them.
    fn renamed_ends(&mut self, entry: &Entry) {
        let new = &entry.id.value;
        let Some((a, b)) = new.split_once("--") else { return };
        let names = |end: &str| -> Vec<String> {
            let old = self.renames.iter().filter(|r| r.kind == "space" && r.new == end).map(|r| r.old.clone());
            std::iter::once(end.to_string()).chain(old).collect()
        };
        let (a, b) = (names(a), names(b));
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| ident::of_ends(a, b)));
        let renames = pairs.filter(|old| old != new).map(|old| Rename { kind: "link".into(), old, new: new.clone() });
        self.renames.extend(renames.collect::<Vec<_>>());
    }

    pub(super) fn link_infos(&mut self) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (at, entry) in self.layers.section("link").enumerate() {
            let link = &self.board.links[at];
            let keys =
                Keys::new(&LINK, &entry.table, entry.at.clone(), format!("the link `{}`", link.id), self.problems);
            let mut table = vec![
                ("id".to_string(), Datum::Text(link.id.clone())),
                ("a".to_string(), Datum::Val(Val::space(link.a))),
                ("b".to_string(), Datum::Val(Val::space(link.b))),
            ];
            if let Some(kind) = link.kind {
                table.push(("kind".to_string(), Datum::Val(Val::handle(Kind::LinkKind, u64::from(kind.0)))));
                let fields = &self.link_fields[kind.at()];
                keys.declared_all(fields.iter().map(|field| field.name.value.as_str()));
                for field in fields {
                    let value = field.of(&keys);
                    if let Some(datum) = value.and_then(|v| field.read(v, &self.board, self.problems)) {
                        table.push((lua(&field.name.value), datum));
                    }
                }
            }
            infos.push((Val::link(LinkId::new(at)), Datum::Table(table)));
        }
        infos
    }
}
