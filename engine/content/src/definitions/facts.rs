//! Facts: declared, typed values that the rules remember.

use super::builder::Builder;
use super::common_keys::{ENTRY, ID, NUMBER, ON, UNTIL, VISIBILITIES};
use crate::ident::{self, Spelling};
use crate::located::{Located, TomlValue};
use crate::table_reader::{TableReader, bad_choice, wrong_type};
use crate::table_schema::{schema, words};
use cardwright_state::Kind;
use cardwright_state::board::{Column, ColumnType, Columns, Fact, FactType, SubjectKind, Visibility};

/// The kinds of things that a fact may hold.
const KINDS: [(&str, Kind); 8] = [
    ("action", Kind::Action),
    ("space", Kind::Space),
    ("card", Kind::Card),
    ("side", Kind::Side),
    ("word", Kind::Word),
    ("class", Kind::Class),
    ("link", Kind::Link),
    ("number", Kind::Number),
];

/// The types of facts, each with its index in this list.
const TYPES: [(&str, usize); 6] = [("number", 0), ("boolean", 1), ("id", 2), ("set", 3), ("list", 4), ("rows", 5)];

/// The types of columns.
const COLUMN_TYPES: [(&str, ColumnType); 9] = [
    ("number", ColumnType::Number),
    ("boolean", ColumnType::Boolean),
    ("action", ColumnType::Id(Kind::Action)),
    ("space", ColumnType::Id(Kind::Space)),
    ("card", ColumnType::Id(Kind::Card)),
    ("side", ColumnType::Id(Kind::Side)),
    ("word", ColumnType::Id(Kind::Word)),
    ("class", ColumnType::Id(Kind::Class)),
    ("link", ColumnType::Id(Kind::Link)),
];

/// The words in TOML for each audience of a fact.
const AUDIENCES: [(&str, Visibility); 4] =
    [VISIBILITIES[0], VISIBILITIES[1], ("parties", Visibility::Parties), VISIBILITIES[2]];

schema! {
    /// A typed value that the rules remember. Scripts keep all lasting state in facts, tracks and marks, never in
    /// variables of Lua. They write `set(TURNS, 2)` and `get(TURNS)`. If each space, side, link or card has its own
    /// value, the space, side, link or card is the last argument.
    pub(crate) static FACT = "fact";
    keys {
        "id" = shared(ID);
        /// What has the value: the `game` (one value), each `side`, `card` or `link`, each space or link of a kind, or
        /// each space of several kinds.
        "on" = required_in_new_entry(AnyOf(&ON), "\"side\"");
        /// The type of the value: a `number`, a `boolean`, one thing (`id`), several different things of one kind
        /// (`set`), a sequence that may repeat things (`list`), or rows with columns (`rows`).
        "type" = required_in_new_entry(Choice(&const { words(&TYPES) }), "\"boolean\"");
        /// The kind of things in an `id`, `set` or `list`. Only a `list` may hold `number`.
        "of" = required_in_new_entry(Choice(&const { words(&KINDS) }), "\"space\"")
            .only_if("type", &["id", "set", "list"])
            .with_context("type = \"set\"");
        /// The value of a number or boolean when the game begins, and after `until`.
        "default" = optional(AnyOf(&[NUMBER, Boolean]), "`0` or `false`; ids, sets, lists and rows begin empty", "2")
            .only_if("type", &["number", "boolean"])
            .with_context("type = \"number\"");
        /// The columns of `rows`, in the order in which notation writes them: each id with its type. At most 8. Scripts
        /// write `_` for `-` in the ids. Each subject has at most 1,000 rows.
        "columns" = required_in_new_entry(
            AnyKeys(&Choice(&const { words(&COLUMN_TYPES) })),
            "{ port = \"space\", rafts = \"number\" }"
        )
        .only_if("type", &["rows"])
        .with_context("type = \"rows\"\nkey = [\"port\"]");
        /// The columns of `rows` whose values together identify a row. No two rows of a subject have the same key, and the
        /// key orders the rows. A number in a key is from 0 to 65,535.
        "key" = required_in_new_entry(List(&Id), "[\"port\"]")
            .only_if("type", &["rows"])
            .with_context("type = \"rows\"\ncolumns = { port = \"space\", rafts = \"number\" }");
        "until" = shared(UNTIL);
        /// Who may see it: `all`, only the `owner` (with `on = "side"`), or `none`. Of `rows`, `parties` may each see the
        /// rows that name them in a column. The owner sees all rows.
        "audience" = optional(Choice(&const { words(&AUDIENCES) }), "`\"all\"`", "\"all\"");
        /// Whether the board shows the value while it is not the default.
        "shown" = optional(Boolean, "`true`", "false");
        /// The name on the board and in the log.
        "name" = optional(Line, "its id, with spaces for `-`", "\"rafts sent\"");
        /// The purpose of the fact, for readers of the file.
        "doc" = optional(Text, "", "\"whether the side has crossed this night\"");
    } + ENTRY
    example "[[fact]]\nid = \"crossed\"\non = \"side\"\ntype = \"boolean\"\nuntil = \"night\"\n\n[[fact]]\nid = \"sleeps\"\non = \"side\"\ntype = \"boolean\"\n\n[[fact]]\nid = \"awake\"\non = \"side\"\ntype = \"boolean\""
}

impl Builder<'_> {
    pub(super) fn read_facts(&mut self) {
        for (entry, keys) in self.open_entries("fact", &FACT) {
            self.add_global(Kind::Fact, &entry.id, "fact");
            self.display_names.facts.push(keys.text("name").map(|n| n.value));
            keys.check_text("doc");
            let on = self.read_on(&keys);
            let type_index = keys.need_choice("type", &TYPES).unwrap_or(0);
            let columns = if type_index == 5 { self.read_row_columns(&keys, on) } else { Columns::default() };
            let default = match type_index {
                0 => keys.number("default").map_or(0, |n| n.value),
                1 => keys.boolean("default").map_or(0, |t| i64::from(t.value)),
                _ => 0,
            };
            // Only a list may hold numbers, which are the last kind in `KINDS`.
            let kinds = if type_index == 4 { &KINDS[..] } else { &KINDS[..7] };
            let kind = || keys.need_choice("of", kinds).unwrap_or(Kind::Word);
            let fact_type = match type_index {
                0 => FactType::Number,
                1 => FactType::Boolean,
                2 => FactType::Id(kind()),
                3 => FactType::Set(kind()),
                4 => FactType::List(kind()),
                _ => FactType::Rows(columns.shape()),
            };
            let until = self.read_until(&keys);
            let visibility = self.read_audience(&keys, on, type_index == 5);
            let is_shown = keys.boolean("shown").is_none_or(|t| t.value);
            let id = entry.id.value.clone();
            self.board.facts.push(Fact { id, on, fact_type, columns, default, until, visibility, is_shown });
            self.close_entry("fact", entry, keys);
        }
    }

    /// Reads the audience, and reports an audience that the fact cannot have.
    fn read_audience(&mut self, keys: &TableReader<'_>, on: SubjectKind, has_rows: bool) -> Visibility {
        let visibility = keys.choice("audience", &AUDIENCES).unwrap_or(Visibility::All);
        let problem = |code: &str, lacks: &str, label: &str| {
            let audience = keys.text("audience")?;
            Some(audience.error(code, format!("{} has no {lacks}", keys.table_name)).label(label))
        };
        match visibility {
            Visibility::Owner if on != SubjectKind::Side => {
                let label = "only a fact with `on = \"side\"` has an owner";
                let help = "use `on = \"side\"`, or write `audience = \"all\"` or `\"none\"`";
                problem("content::no-owner", "owner", label).into_iter().for_each(|p| self.problems.push(p.help(help)));
            }
            Visibility::Parties if !has_rows => {
                let label = "only a fact with `type = \"rows\"` has parties: the sides that its columns name";
                problem("content::no-parties", "parties", label).into_iter().for_each(|p| self.problems.push(p));
            }
            _ => {}
        }
        visibility
    }

    /// Reads the columns and the key of a fact with rows.
    fn read_row_columns(&mut self, keys: &TableReader<'_>, on: SubjectKind) -> Columns {
        if !matches!(on, SubjectKind::Game | SubjectKind::Side)
            && let Some(place) = keys.get("on")
        {
            let message = format!("{} has rows, which only the game or each side may have", keys.table_name);
            let problem = place.error("content::rows-subject", message).label("must be `game` or `side`");
            self.problems.push(problem.help("add a column for the space, link or card"));
        }
        let mut columns = Columns::default();
        let place = keys.need("columns").map(Located::place);
        let table = keys.table("columns").map(|(table, _)| table);
        let count = table.map_or(0, |table| table.len());
        if let Some(place) = place.filter(|_| table.is_some() && !(1..=Columns::MAX).contains(&count)) {
            let problem = place.error("content::bad-range", format!("{} has {count} columns", keys.table_name));
            self.problems.push(problem.label(format!("must be 1 to {}", Columns::MAX)));
        }
        for (id, value) in table.into_iter().flatten().take(Columns::MAX) {
            ident::check(id, "column", Spelling::Kebab, self.problems);
            let value_name = format!("the type of column `{}`", id.value);
            let TomlValue::Text(name) = &value.value else {
                self.problems.push(wrong_type(value, &value_name, "text"));
                continue;
            };
            let names = words(&COLUMN_TYPES);
            match COLUMN_TYPES.iter().find(|(word, _)| word == name) {
                Some((_, column_type)) => {
                    columns.list.push(Column { id: id.value.clone(), column_type: *column_type });
                }
                None => self.problems.push(bad_choice(&value.with(name.clone()), &value_name, &names)),
            }
        }
        self.read_key(keys, &mut columns);
        columns
    }

    fn read_key(&mut self, keys: &TableReader<'_>, columns: &mut Columns) {
        let place = keys.need("key").map(Located::place);
        let names = keys.texts("key");
        if let Some(place) = place.filter(|_| names.is_empty()) {
            let problem = place.error("content::bad-range", format!("the key of {} is empty", keys.table_name));
            self.problems.push(problem.label("must name at least one column"));
        }
        for name in names {
            match columns.list.iter().position(|column| column.id == name.value) {
                Some(column) if columns.key.contains(&column) => {
                    let message = format!("`key` of {} names `{}` twice", keys.table_name, name.value);
                    self.problems.push(name.error("content::duplicate-id", message).label("repeated"));
                }
                Some(column) => columns.key.push(column),
                None => {
                    let message = format!("{} has no column `{}`", keys.table_name, name.value);
                    let problem = name.error("content::unknown-column", message).label("no such column");
                    self.problems.push(problem.suggest(&name.value, columns.ids()));
                }
            }
        }
    }

    /// Reports each fact whose rows could have more keys than a handle has room for.
    pub(super) fn check_keys(&self) {
        for fact in self.board.facts.iter().filter(|fact| !fact.columns.list.is_empty()) {
            if self.board.row_handles_needed(&fact.columns, fact.on) <= 1 << 48 {
                continue;
            }
            if let Some(entry) = self.tables.section("fact").find(|entry| entry.id.value == fact.id) {
                let message = format!("the key of `[[fact]] {}` is too wide: it has more than 2^48 values", fact.id);
                let problem = entry.id.error("content::wide-key", message).label("its key has too many columns");
                self.problems.push(problem.help("leave out a column, or number the rows in a column of their own"));
            }
        }
    }
}
