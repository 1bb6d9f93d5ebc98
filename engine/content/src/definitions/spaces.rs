//! Sides, periods, kinds of spaces, spaces and their neighbours.

use super::builder::Builder;
use super::common_keys::{ENTRY, ID};
use super::declared_fields::TYPE_NAME;
use super::short_names::{SHORT, SHORT_OF_SPACE, ShortNames};
use crate::diagnostic::Diagnostic;
use crate::display_names::Column;
use crate::field::{Datum, FieldOwner, SPACE_FIELD};
use crate::ident::{self, IdScope, Spelling, lua_name};
use crate::located::Located;
use crate::table_schema::schema;
use cardwright_state::board::{Side, Sides, Space, SpaceKind};
use cardwright_state::ids::*;
use cardwright_state::{Kind, Set, Val, set};

/// Words that cannot be the id of a kind, because `on`, `id` and `ids` use them with another meaning.
pub(super) const RESERVED_WORDS: [&str; 15] = [
    "game", "side", "space", "link", "class", "card", "track", "fact", "die", "pile", "mark", "period", "zone", "word",
    "action",
];

schema! {
    /// A party of the game. A person, a bot or the rules play each side.
    pub(crate) static SIDE = "side";
    keys {
        "id" = shared(ID);
        /// The printed name.
        "name" = required_in_new_entry(Line, "\"The Reds\"");
        /// The heading of its column on the board.
        "short" = optional(SHORT, "its name", "\"Red\"");
        /// A name for several sides that resign together: if one resigns, all sides with the same name do. It does not
        /// affect who wins; the rules decide that.
        "coalition" = optional(Line, "it plays for itself", "\"the league\"");
    } + ENTRY
    example "[[side]]\nid = \"reds\"\nname = \"The Reds\"\n\n[[side]]\nid = \"blues\"\nname = \"The Blues\""
}

schema! {
    /// A part of the game, such as a turn. At its end, facts and marks with `until` are reset automatically. A script
    /// ends it: `end_period(NIGHT)`.
    pub(crate) static PERIOD = "period";
    keys {
        "id" = shared(ID);
        /// The printed name.
        "name" = optional(Line, "", "\"Night\"");
        /// Whether all answers of one side in this period form one unit, which the player enters and undoes as a whole.
        /// At most one period may set it.
        "entered_whole" = optional(Boolean, "`false`", "true");
    } + ENTRY
    example "[[period]]\nid = \"night\""
}

schema! {
    /// A kind of spaces: countries, boxes, sea areas. Tracks and facts may have a value for each space of a kind.
    pub(crate) static KIND = "kind of spaces";
    keys {
        "id" = shared(ID);
        /// The id of the set of all these spaces. Scripts write `PORTS` for `ports`.
        "plural" = required_in_new_entry(Id, "\"ports\"");
        /// The printed name of all these spaces together.
        "name" = optional(Line, "its plural", "\"Ports\"");
        /// The fields of these spaces, by name. Each has a type, or a table with a type and more. Scripts read
        /// `info(PORT).trade`.
        "fields" = optional(
            AnyKeys(&AnyOf(&[TYPE_NAME, Table(&SPACE_FIELD)])),
            "none",
            "{ trade = \"integer\", rival = { id = \"landing\", optional = true } }",
        ).with_context("id = \"town\"\nplural = \"towns\"");
    } + ENTRY
    example "[[kind]]\nid = \"landing\"\nplural = \"landings\"\n\n[[kind]]\nid = \"box\"\nplural = \"boxes\""
}

schema! {
    /// A space on the board that may hold pieces: a country, a box, a supply.
    pub(crate) static SPACE = "space";
    keys {
        "id" = shared(ID);
        /// The printed name.
        "name" = required_in_new_entry(Line, "\"The Port\"");
        /// A shorter name for the board, of up to 16 characters.
        "short" = optional(SHORT_OF_SPACE, "its name", "\"Port\"");
        /// The kind of the space.
        "kind" = required_in_new_entry(IdOf("kind"), "\"landing\"");
        /// The position on a drawn map, from the left, in percent of the width.
        "x" = optional(Number(0, 100), "not drawn", "40");
        /// The position on a drawn map, from the top, in percent of the height.
        "y" = optional(Number(0, 100), "not drawn", "60");
        /// Other names that players may type.
        "aka" = optional(List(&Line), "none", "[\"harbour\"]");
        /// The neighbouring spaces. List each pair once, at either space. If the connection has a kind, fields, facts
        /// or a track, use a `[[link]]` instead.
        "adjacent" = optional(List(&IdOf("space")), "none", "[\"isle\"]");
    } + ENTRY
    game_keys {
        /// Every field that its kind declares. Fields that are not `optional` are required.
        "FIELD" = Data;
    }
    example "[[space]]\nid = \"port\"\nname = \"Port\"\nkind = \"landing\"\n\n[[space]]\nid = \"isle\"\nname = \"Isle\"\nkind = \"landing\"\n\n[[space]]\nid = \"pool\"\nname = \"Pool\"\nkind = \"box\""
}

impl Builder<'_> {
    pub(super) fn read_sides(&mut self) {
        let mut short_names = ShortNames::default();
        for (entry, keys) in self.open_entries("side", &SIDE) {
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let short = self.read_short_name(&keys, &mut short_names);
            let coalition = keys.text("coalition").map(|name| name.value);
            self.display_names.sides.push(short);
            self.add_global(Kind::Side, &entry.id, "side");
            self.board.sides.push(Side { id: entry.id.value.clone(), name, coalition });
            self.close_entry("side", entry, keys);
        }
        if self.board.sides.len() > Sides::MAX {
            let message = format!("{} sides; at most {}", self.board.sides.len(), Sides::MAX);
            self.problems.push(Diagnostic::error("content::too-many", message));
        }
        for (entry, keys) in self.open_entries("period", &PERIOD) {
            keys.check_text("name");
            self.add_global(Kind::Period, &entry.id, "period");
            if let Some(flag) = keys.boolean("entered_whole").filter(|flag| flag.value) {
                self.set_entered_whole(&flag);
            }
            self.board.periods.push(entry.id.value.clone());
            self.close_entry("period", entry, keys);
        }
    }

    /// Notes that the period that is added next is `entered_whole`: all answers of one side in it form one unit.
    /// Reports a second such period.
    fn set_entered_whole(&mut self, flag: &Located<bool>) {
        if self.board.joint_entry_period.is_some() {
            let problem = flag.error("content::too-many", "only one period may be `entered_whole`");
            self.problems.push(problem.label("this exceeds the limit"));
        }
        self.board.joint_entry_period = Some(PeriodId::new(self.board.periods.len()));
    }

    pub(super) fn read_spaces(&mut self) {
        self.read_space_kinds();
        let spaces = self.open_entries("space", &SPACE);
        for (entry, _) in &spaces {
            self.add_global(Kind::Space, &entry.id, "space");
        }
        let (mut other_names, mut short_names) = (IdScope::default(), ShortNames::default());
        for (entry, keys) in spaces {
            let kind = keys.need_text("kind").and_then(|k| self.find("kind", &k));
            let coordinate = |key| keys.number(key).map(|n| n.value as i32);
            let (x, y) = (coordinate("x"), coordinate("y"));
            let name = keys.need_text("name").map(|n| n.value).unwrap_or_default();
            let short = self.read_short_name_of_space(&keys, &mut short_names);
            self.display_names.spaces.push(short);
            let aka = keys.texts("aka");
            for other in &aka {
                if let Some((owner, first)) = self.owner_of(&other.value) {
                    let message = format!("`{}` is already the id of a {owner}", other.value);
                    let help = format!("it is at {}", first.location());
                    self.problems.push(other.error("content::ids-meet", message).label("taken").help(help));
                } else {
                    other_names.add(other, "other name of a space", self.problems);
                }
            }
            if self.board.space_kinds.is_empty() {
                // A space without a valid kind gets the kind 0, which must exist. The missing kind is already reported.
                self.board.space_kinds.push(SpaceKind {
                    id: String::new(),
                    plural: String::new(),
                    members: Set::EMPTY,
                });
                self.kind_fields.push(Vec::new());
            }
            self.board.spaces.push(Space {
                id: entry.id.value.clone(),
                name,
                kind: SpaceKindId::new(kind.unwrap_or(0)),
                xy: x.zip(y),
                aka: aka.into_iter().map(|a| a.value).collect(),
                adjacent: Set::EMPTY,
                plain: Set::EMPTY,
                adjacent_by: Vec::new(),
                links: Set::EMPTY,
            });
            match kind {
                Some(kind) => keys.allow_game_keys(self.kind_fields[kind].iter().map(|f| f.name.value.as_str())),
                // The fields of an unknown kind are not known, so every key is allowed.
                None => entry.table.iter().for_each(|(k, _)| keys.allow_game_key(&k.value)),
            }
            keys.read_elsewhere("adjacent");
            self.close_entry("space", entry, keys);
        }
        self.read_neighbours();
    }
    fn read_space_kinds(&mut self) {
        for (entry, keys) in self.open_entries("kind", &KIND) {
            if RESERVED_WORDS.contains(&entry.id.value.as_str()) {
                let message = format!("`{}` cannot be a kind of spaces", entry.id.value);
                self.problems.push(entry.id.error("content::bad-id", message).label("this word is reserved"));
            }
            let plural = keys.need_text("plural");
            if let Some(plural) = &plural
                && ident::check(plural, "set of spaces", Spelling::Kebab, self.problems)
            {
                self.add_global(Kind::SpaceKind, plural, "set of spaces");
            }
            self.display_names.kinds.push(keys.text("name").map(|n| n.value));
            let fields = self.read_declared_fields(&keys, "fields", "space", FieldOwner::Space, &SPACE.names());
            self.kind_fields.push(fields);
            self.board.space_kinds.push(SpaceKind {
                id: entry.id.value.clone(),
                plural: plural.map(|p| p.value).unwrap_or_default(),
                members: Set::EMPTY,
            });
            self.close_entry("kind", entry, keys);
        }
    }
    /// Reads `adjacent` of all spaces.
    fn read_neighbours(&mut self) {
        for (from, entry) in self.tables.section("space").enumerate() {
            let keys = entry.reader("space", &SPACE, self.problems);
            for other in keys.texts("adjacent") {
                let Some(to) = self.find("space", &other) else { continue };
                if self.require_different(from, to, &other) && from < set::CAPACITY && to < set::CAPACITY {
                    self.board.spaces[from].plain.insert(to);
                    self.board.spaces[to].plain.insert(from);
                }
            }
        }
    }
    /// Reports a space that is connected to itself. Returns whether the two spaces differ.
    pub(super) fn require_different(&self, from: usize, to: usize, id: &Located<String>) -> bool {
        if from == to {
            let message = format!("`{}` is linked to itself", id.value);
            self.problems.push(id.error("content::bad-link", message).label("must be another space"));
        }
        from != to
    }

    /// Collects the fields that the board shows as columns.
    pub(super) fn read_columns(&mut self) {
        for field in self.kind_fields.iter().flatten() {
            let Some(title) = field.column.clone() else { continue };
            let column = Column { field: lua_name(&field.name.value), title };
            if self.display_names.columns.iter().all(|other| other.field != column.field) {
                self.display_names.columns.push(column);
            }
        }
    }

    /// Reads the data that `info` returns for each space.
    pub(super) fn space_infos(&mut self) -> Vec<(Val, Datum)> {
        let mut infos = Vec::new();
        for (index, entry) in self.tables.section("space").enumerate() {
            let space = &self.board.spaces[index];
            let keys = entry.reader("space", &SPACE, self.problems);
            let neighbours = space.adjacent.iter().map(|n| Val::space(SpaceId::new(n))).collect();
            let mut table = vec![
                ("id".to_string(), Datum::Text(space.id.clone())),
                ("name".to_string(), Datum::Text(space.name.clone())),
                ("kind".to_string(), Datum::Val(Val::handle(Kind::SpaceKind, u64::from(space.kind.0)))),
                ("adjacent".to_string(), Datum::Set(neighbours)),
            ];
            let is_kind_known = keys.text("kind").is_some_and(|k| self.index_of("kind", &k).is_some());
            let fields = &self.kind_fields[space.kind.index()];
            keys.allow_game_keys(fields.iter().map(|field| field.name.value.as_str()));
            for field in fields.iter().filter(|_| is_kind_known) {
                let value = field.value_in(&keys);
                if let Some(datum) = value.and_then(|v| field.read(v, &self.board, self.problems)) {
                    table.push((lua_name(&field.name.value), datum));
                }
            }
            infos.push((Val::space(SpaceId::new(index)), Datum::Table(table)));
        }
        infos
    }
}
