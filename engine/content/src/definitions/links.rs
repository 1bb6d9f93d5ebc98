//! Kinds of links, and links between two spaces.

use super::builder::Builder;
use super::common_keys::{ENTRY, ID};
use super::declared_fields::TYPE_NAME;
use super::spaces::RESERVED_WORDS;
use crate::field::{Datum, FieldOwner, LINK_FIELD};
use crate::ident::{self, lua_name};
use crate::layers::tables::Entry;
use crate::located::Located;
use crate::table_schema::schema;
use cardwright_state::board::{Link, LinkKind, Rename};
use cardwright_state::ids::*;
use cardwright_state::{Kind, Set, Val};

schema! {
    /// A kind of links: roads, railways, straits. Scripts write `ROAD` for the kind and for the set of its links.
    pub(crate) static LINK_KIND = "kind of links";
    keys {
        "id" = shared(ID);
        /// The fields of these links, declared like `fields` of a kind of spaces.
        "fields" = optional(AnyKeys(&AnyOf(&[TYPE_NAME, Table(&LINK_FIELD)])), "none", "{ length = \"integer\" }")
            .with_context("id = \"canal\"");
    } + ENTRY
    example "[[link-kind]]\nid = \"road\""
}

schema! {
    /// A connection of two spaces. It may have a kind, fields, tracks and facts.
    pub(crate) static LINK = "link";
    keys {
        /// The id, needed if two links have the same ends.
        "id" = optional(Id, "made from its two ends: `isle--port`", "\"ferry-line\"");
        /// The printed name.
        "name" = optional(Line, "the names of its ends, or its `id`", "\"The Ferry Line\"");
        /// The space at one end.
        "a" = required_in_new_entry(IdOf("space"), "\"isle\"");
        /// The space at the other end.
        "b" = required_in_new_entry(IdOf("space"), "\"port\"");
        /// The kind of the link.
        "kind" = optional(IdOf("link-kind"), "none", "\"road\"");
    } + ENTRY
    game_keys {
        /// Every field that its kind declares.
        "FIELD" = Data;
    }
    example "[[link]]\na = \"isle\"\nb = \"port\"\nkind = \"road\""
}

impl Builder<'_> {
    pub(super) fn read_links(&mut self) {
        let space_kinds: Vec<String> = self.board.space_kinds.iter().map(|kind| kind.id.clone()).collect();
        for (entry, keys) in self.open_entries("link-kind", &LINK_KIND) {
            let id = &entry.id;
            self.add_global(Kind::LinkKind, id, "link-kind");
            // `LINK_KIND.plain` means the neighbours without a link.
            let is_reserved = id.value == "plain" || RESERVED_WORDS.contains(&id.value.as_str());
            if is_reserved || space_kinds.contains(&id.value) {
                let message = format!("`{}` cannot be a kind of links", id.value);
                let label = "this word is reserved, or is a kind of spaces";
                self.problems.push(id.error("content::bad-id", message).label(label));
            }
            let fields = self.read_declared_fields(&keys, "fields", "link", FieldOwner::Link, &LINK.names());
            self.link_fields.push(fields);
            self.board.link_kinds.push(LinkKind { id: id.value.clone(), members: Set::EMPTY });
            self.close_entry("link-kind", entry, keys);
        }
        for (entry, keys) in self.open_entries("link", &LINK) {
            self.add_global(Kind::Link, &entry.id, "link");
            let (a, b) = (keys.need_text("a"), keys.need_text("b"));
            let kind = keys.text("kind").map(|k| self.find("link-kind", &k));
            match kind {
                Some(Some(kind)) => keys.allow_game_keys(self.link_fields[kind].iter().map(|f| f.name.value.as_str())),
                // The fields of an unknown kind are not known, so every key is allowed.
                Some(None) => entry.table.iter().for_each(|(k, _)| keys.allow_game_key(&k.value)),
                None => {}
            }
            let find_space = |id: &Option<Located<String>>| id.as_ref().and_then(|id| self.find("space", id));
            let ends = (find_space(&a), find_space(&b));
            if let ((Some(from), Some(to)), Some(b)) = (ends, &b) {
                self.require_different(from, to, b);
            }
            // An unknown end is reported as an error, and the first space stands in for it.
            let space_id = |end: Option<usize>| SpaceId::new(end.unwrap_or(0));
            let kind = kind.flatten().map(LinkKindId::new);
            let (id, name) = (entry.id.value.clone(), keys.text("name").map(|name| self.with_knobs(name)));
            self.board.links.push(Link { id, name, kind, a: space_id(ends.0), b: space_id(ends.1) });
            self.add_renames_of_ends(entry);
            self.close_entry("link", entry, keys);
        }
    }
    /// Records the earlier ids of a link that declares no id. Its id is made from the ids of its two spaces, so it
    /// changes when one of them is renamed.
    fn add_renames_of_ends(&mut self, entry: &Entry) {
        let new = &entry.id.value;
        let Some((a, b)) = new.split_once("--") else { return };
        let ids_of_space = |end: &str| -> Vec<String> {
            let old_ids =
                self.board.renames.iter().filter(|r| r.kind == "space" && r.new == end).map(|r| r.old.clone());
            std::iter::once(end.to_string()).chain(old_ids).collect()
        };
        let (a, b) = (ids_of_space(a), ids_of_space(b));
        let link_ids = a.iter().flat_map(|a| b.iter().map(move |b| ident::link_id(a, b)));
        let renames =
            link_ids.filter(|old| old != new).map(|old| Rename { kind: "link".into(), old, new: new.clone() });
        self.board.renames.extend(renames.collect::<Vec<_>>());
    }

    /// Reads the data that `info` returns for each link.
    pub(super) fn link_infos(&mut self) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (index, entry) in self.tables.section("link").enumerate() {
            let link = &self.board.links[index];
            let keys = entry.reader("link", &LINK, self.problems);
            let mut table = vec![
                ("id".to_string(), Datum::Text(link.id.clone())),
                ("a".to_string(), Datum::Val(Val::space(link.a))),
                ("b".to_string(), Datum::Val(Val::space(link.b))),
            ];
            if let Some(name) = &link.name {
                table.push(("name".to_string(), Datum::Text(name.clone())));
            }
            if let Some(kind) = link.kind {
                table.push(("kind".to_string(), Datum::Val(Val::handle(Kind::LinkKind, u64::from(kind.0)))));
                let fields = &self.link_fields[kind.index()];
                keys.allow_game_keys(fields.iter().map(|field| field.name.value.as_str()));
                for field in fields {
                    let value = field.value_in(&keys);
                    if let Some(datum) = value.and_then(|v| field.read(v, &self.board, self.problems)) {
                        table.push((lua_name(&field.name.value), datum));
                    }
                }
            }
            infos.push((Val::link(LinkId::new(index)), Datum::Table(table)));
        }
        infos
    }
}
