//! Sides, periods, kinds of spaces, spaces and their neighbours.

use super::Builder;
use super::entry::{ENTRY, ID};
use super::fields::SIMPLE_TYPE;
use super::shorts::{SHORT, SHORT_OF_SPACE, Shorts};
use crate::called::Column;
use crate::diagnostic::Diagnostic;
use crate::field::{Bearer, Datum, SPACE_FIELD};
use crate::form::{Form, Holds, More, may, needed};
use crate::ident::{self, Scope, Spelling, lua};
use crate::located::Located;
use crate::shape::Keys;
use cardwright_state::board::{Side, Sides, Space, SpaceKind};
use cardwright_state::ids::*;
use cardwright_state::{Kind, Set, Val, set};

/// Kinds of spaces and links share a scope with what else tracks, facts and fields are of.
pub(super) const NOT_A_KIND: [&str; 15] = [
    "game", "side", "space", "link", "class", "card", "track", "fact", "die", "pile", "mark", "period", "zone", "word",
    "action",
];
/// `[[side]]`.
pub(crate) static SIDE: Form = Form {
    of: "side",
    doc: "Who plays: a person, a bot or the rules sit for each.",
    keys: &[
        &[
            ID,
            needed("name", Holds::Line, "Its printed name.", "\"The Reds\""),
            may("short", SHORT, "its name", "What heads its column on the board.", "\"Red\""),
            may(
                "coalition",
                Holds::Line,
                "it plays for itself",
                "Sides that name the same give up together: whoever resigns does so for all of them. Who wins by the rules, alone or together, the rules say.",
                "\"the league\"",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[side]]\nid = \"reds\"\nname = \"The Reds\"\n\n[[side]]\nid = \"blues\"\nname = \"The Blues\"",
};

/// `[[period]]`.
pub(crate) static PERIOD: Form = Form {
    of: "period",
    doc: "A stretch of the game at whose end things fall back by themselves: facts and marks that say `until`. A script ends it: `end_period(NIGHT)`.",
    keys: &[
        &[
            ID,
            may("name", Holds::Line, "", "What people call it.", "\"Night\""),
            may(
                "entered_whole",
                Holds::Truth,
                "`false`",
                "Whether all that one side answers within it is one thing to that side, which is entered and taken back whole. One period at most.",
                "true",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[period]]\nid = \"night\"",
};

/// `[[kind]]`.
pub(crate) static KIND: Form = Form {
    of: "kind of spaces",
    doc: "What spaces are: countries, boxes, sea areas. Tracks and facts may be kept for all spaces of a kind.",
    keys: &[
        &[
            ID,
            needed("plural", Holds::Id, "The set of all its spaces: `ports` is `PORTS` in scripts.", "\"ports\""),
            may("name", Holds::Line, "its plural", "What people call all of them together.", "\"Ports\""),
            may(
                "fields",
                Holds::Each(&Holds::AnyOf(&[SIMPLE_TYPE, Holds::Table(&SPACE_FIELD)])),
                "none",
                "What each such space says besides, by name: the type of each field, alone or in a table with more about it. Scripts read `info(PORT).trade`.",
                "{ trade = \"integer\", rival = { id = \"landing\", optional = true } }",
            )
            .beside("id = \"town\"\nplural = \"towns\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[kind]]\nid = \"landing\"\nplural = \"landings\"\n\n[[kind]]\nid = \"box\"\nplural = \"boxes\"",
};

/// `[[space]]`.
pub(crate) static SPACE: Form = Form {
    of: "space",
    doc: "A place on the board where pieces stand: a country, a box, a supply.",
    keys: &[
        &[
            ID,
            needed("name", Holds::Line, "Its printed name.", "\"The Port\""),
            may(
                "short",
                SHORT_OF_SPACE,
                "its name",
                "What it is called on the board where its name is too long: up to 16 letters.",
                "\"Port\"",
            ),
            needed("kind", Holds::Of("kind"), "What it is.", "\"landing\""),
            may(
                "x",
                Holds::Number(0, 100),
                "not drawn",
                "Where a drawing of the map puts it, from the left, in hundredths.",
                "40",
            ),
            may("y", Holds::Number(0, 100), "not drawn", "The same from the top.", "60"),
            may("aka", Holds::List(&Holds::Line), "none", "Other names that may be typed for it.", "[\"harbour\"]"),
            may(
                "adjacent",
                Holds::List(&Holds::Of("space")),
                "none",
                "Spaces that it touches, where nothing is to be said of the border itself; each border is said once, from either end. What has a kind, fields, facts or a track is a `[[link]]`.",
                "[\"isle\"]",
            ),
        ],
        &ENTRY,
    ],
    more: &[More {
        name: "FIELD",
        holds: Holds::Data,
        doc: "Every field that its kind declares; those that are not `optional` must be there.",
    }],
    example: "[[space]]\nid = \"port\"\nname = \"Port\"\nkind = \"landing\"\n\n[[space]]\nid = \"isle\"\nname = \"Isle\"\nkind = \"landing\"\n\n[[space]]\nid = \"pool\"\nname = \"Pool\"\nkind = \"box\"",
};

impl Builder<'_> {
    pub(super) fn sides(&mut self) {
        let mut shorts = Shorts::default();
        for (entry, keys) in self.entries("side") {
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let short = self.short(&keys, &mut shorts);
            let coalition = keys.text("coalition").map(|named| named.value);
            self.called.sides.push(short);
            self.global(Kind::Side, &entry.id, "side");
            self.board.sides.push(Side { id: entry.id.value.clone(), name, coalition });
            self.close("side", entry, keys);
        }
        if self.board.sides.len() > Sides::MOST {
            let message = format!("{} sides; at most {}", self.board.sides.len(), Sides::MOST);
            self.problems.push(Diagnostic::error("content::too-many", message));
        }
        for (entry, keys) in self.entries("period") {
            keys.note("name");
            self.global(Kind::Period, &entry.id, "period");
            if let Some(whole) = keys.truth("entered_whole").filter(|t| t.value) {
                self.entered_whole(&whole);
            }
            self.board.periods.push(entry.id.value.clone());
            self.close("period", entry, keys);
        }
    }

    /// The next period is the one within which all answers of a side are one thing to it.
    fn entered_whole(&mut self, said: &Located<bool>) {
        if self.board.entered_whole.is_some() {
            let problem = said.error("content::too-many", "one period at most is `entered_whole`");
            self.problems.push(problem.label("this one is too many"));
        }
        self.board.entered_whole = Some(PeriodId::new(self.board.periods.len()));
    }

    pub(super) fn spaces(&mut self) {
        for (entry, keys) in self.entries("kind") {
            if NOT_A_KIND.contains(&entry.id.value.as_str()) {
                let message = format!("`{}` cannot be a kind of spaces", entry.id.value);
                self.problems
                    .push(entry.id.error("content::bad-id", message).label("this word has a meaning of its own"));
            }
            let plural = keys.need_text("plural");
            if let Some(plural) = &plural
                && ident::check(plural, "set of spaces", Spelling::Kebab, self.problems)
            {
                self.global(Kind::SpaceKind, plural, "set of spaces");
            }
            self.called.kinds.push(keys.text("name").map(|n| n.value));
            let fields = self.declared_fields(&keys, "fields", "space", Bearer::Space, &SPACE.names());
            self.kind_fields.push(fields);
            self.board.kinds.push(SpaceKind {
                id: entry.id.value.clone(),
                plural: plural.map(|p| p.value).unwrap_or_default(),
                members: Set::EMPTY,
            });
            self.close("kind", entry, keys);
        }
        let spaces = self.entries("space");
        for (entry, _) in &spaces {
            self.global(Kind::Space, &entry.id, "space");
        }
        let (mut other_names, mut shorts) = (Scope::default(), Shorts::default());
        for (entry, keys) in spaces {
            let kind = keys.need_text("kind").and_then(|k| self.find("kind", &k));
            let coordinate = |key| keys.number(key).map(|n| n.value as i32);
            let (x, y) = (coordinate("x"), coordinate("y"));
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let short = self.short_of_space(&keys, &mut shorts);
            self.called.spaces.push(short);
            let aka = keys.texts("aka");
            for other in &aka {
                if let Some((owner, first)) = self.owner(&other.value) {
                    let message = format!("`{}` already names a {owner}", other.value);
                    let help = format!("it is at {}", first.written());
                    self.problems.push(other.error("content::ids-meet", message).label("taken").help(help));
                } else {
                    other_names.take(other, "space's other name", self.problems);
                }
            }
            if self.board.kinds.is_empty() {
                // Only so that an index exists; the missing kind is an error already.
                self.board.kinds.push(SpaceKind { id: String::new(), plural: String::new(), members: Set::EMPTY });
                self.kind_fields.push(Vec::new());
            }
            self.board.spaces.push(Space {
                id: entry.id.value.clone(),
                name,
                kind: KindId::new(kind.unwrap_or(0)),
                xy: x.zip(y),
                aka: aka.into_iter().map(|a| a.value).collect(),
                adjacent: Set::EMPTY,
                adjacent_by: Vec::new(),
                links: Set::EMPTY,
            });
            match kind {
                Some(kind) => keys.declared_all(self.kind_fields[kind].iter().map(|f| f.name.value.as_str())),
                // Without the kind nobody can say which keys are unknown.
                None => entry.table.iter().for_each(|(k, _)| keys.declared(&k.value)),
            }
            keys.elsewhere("adjacent");
            self.close("space", entry, keys);
        }
        self.neighbours();
    }
    /// Neighbours that need no link of their own.
    fn neighbours(&mut self) {
        for (from, entry) in self.layers.section("space").enumerate() {
            let keys = Keys::new(
                &SPACE,
                &entry.table,
                entry.at.clone(),
                format!("the space `{}`", entry.id.value),
                self.problems,
            );
            for other in keys.texts("adjacent") {
                let Some(to) = self.find("space", &other) else { continue };
                if self.are_apart(from, to, &other) && from < set::CAPACITY && to < set::CAPACITY {
                    self.board.spaces[from].adjacent.insert(to);
                    self.board.spaces[to].adjacent.insert(from);
                }
            }
        }
    }
    /// Whether two ends are two spaces; reports it if not.
    pub(super) fn are_apart(&self, from: usize, to: usize, at: &crate::located::Located<String>) -> bool {
        if from == to {
            let message = format!("`{}` is linked to itself", at.value);
            self.problems.push(at.error("content::bad-link", message).label("must be another space"));
        }
        from != to
    }

    /// The fields that are worth a column, each once.
    pub(super) fn columns(&mut self) {
        for field in self.kind_fields.iter().flatten() {
            let Some(title) = field.column.clone() else { continue };
            let column = Column { field: lua(&field.name.value), title };
            if self.called.columns.iter().all(|other| other.field != column.field) {
                self.called.columns.push(column);
            }
        }
    }

    pub(super) fn space_infos(&mut self) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (at, entry) in self.layers.section("space").enumerate() {
            let space = &self.board.spaces[at];
            let keys =
                Keys::new(&SPACE, &entry.table, entry.at.clone(), format!("the space `{}`", space.id), self.problems);
            let neighbours = space.adjacent.iter().map(|n| Val::space(SpaceId::new(n))).collect();
            let mut table = vec![
                ("id".to_string(), Datum::Text(space.id.clone())),
                ("name".to_string(), Datum::Text(space.name.clone())),
                ("kind".to_string(), Datum::Val(Val::handle(Kind::SpaceKind, u64::from(space.kind.0)))),
                ("adjacent".to_string(), Datum::Set(neighbours)),
            ];
            let is_kind_known = keys.text("kind").is_some_and(|k| self.known("kind", &k).is_some());
            let fields = &self.kind_fields[space.kind.at()];
            keys.declared_all(fields.iter().map(|field| field.name.value.as_str()));
            for field in fields.iter().filter(|_| is_kind_known) {
                let value = field.of(&keys);
                if let Some(datum) = value.and_then(|v| field.read(v, &self.board, self.problems)) {
                    table.push((lua(&field.name.value), datum));
                }
            }
            infos.push((Val::space(SpaceId::new(at)), Datum::Table(table)));
        }
        infos
    }
}
