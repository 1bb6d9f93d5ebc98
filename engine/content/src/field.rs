//! The fields that a game declares for its spaces, links, pieces and cards: their types, and how values are read.

use crate::diagnostic::Diagnostic;
use crate::ident::lua_name;
use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::table_reader::{TableReader, bad_choice, out_of_range, wrong_type};
use crate::table_schema::{GameKeys, Key, TableSchema, ValueType, always, may, words};
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val};
use std::ops::RangeInclusive;

/// Static data for scripts. Keys are spelled as in Lua, with `_` for `-`.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Boolean(bool),
    /// A text.
    Text(String),
    /// A handle of a space, side, card and so on.
    Val(Val),
    /// A set of handles of one kind.
    Set(Vec<Val>),
    /// A list.
    List(Vec<Datum>),
    /// Keys and values, in order.
    Table(Vec<(String, Datum)>),
    /// The effects of a card or of one half. The script host checks them.
    Effects(Vec<EffectUse>),
}

impl Datum {
    /// The value of a key, if this is a table.
    pub fn get(&self, key: &str) -> Option<&Datum> {
        let Datum::Table(table) = self else { return None };
        table.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }
}

/// One effect of a card: a verb with its unchecked parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectUse {
    /// Id of the verb.
    pub verb: Located<String>,
    /// Parameters by name.
    pub params: Vec<(Located<String>, Located<TomlValue>)>,
    /// Place of the whole effect.
    pub origin: Located<()>,
}

/// What the id in a field may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Anything of this kind.
    Of(Kind),
    /// A space of this kind.
    SpaceOf(SpaceKindId),
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FieldType {
    Integer(RangeInclusive<i64>),
    Boolean,
    Text,
    Effects,
    /// One of these words.
    Word(Vec<Located<String>>),
    Id(Target),
    Ids(Target),
    /// The declaration is wrong. The field is known, but its values are not read.
    Broken,
}

/// A declared field.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: Located<String>,
    pub(crate) field_type: FieldType,
    pub(crate) optional: bool,
    /// Whether views of the table show it.
    pub(crate) shown: bool,
    /// Heading of its column on the board, if it has one.
    pub(crate) column: Option<String>,
    /// The cards that have it, if only some do.
    pub(crate) only_for: Option<CardSelector>,
    /// The cards among which its value must be unique.
    pub(crate) unique: Option<UniqueAmong>,
}

/// The cards whose `field` has one of `words`.
#[derive(Debug, Clone)]
pub(crate) struct CardSelector {
    pub(crate) field: Located<String>,
    pub(crate) words: Vec<Located<String>>,
}

/// The cards among which a value must be unique.
#[derive(Debug, Clone)]
pub(crate) enum UniqueAmong {
    /// All cards of the game.
    All,
    /// Cards with the same value of this field.
    SameField(Located<String>),
}

/// What a field belongs to. Only cards and halves may have effects. Only cards may hide a field from views. Only spaces
/// may show a field as a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldOwner {
    Space,
    Link,
    Piece,
    Card,
    Half,
}

impl FieldOwner {
    fn schema(self) -> &'static TableSchema {
        match self {
            FieldOwner::Space => &SPACE_FIELD,
            FieldOwner::Link => &LINK_FIELD,
            FieldOwner::Piece => &PIECE_FIELD,
            FieldOwner::Card => &CARD_FIELD,
            FieldOwner::Half => &HALF_FIELD,
        }
    }
}

pub(crate) const SIMPLE: [&str; 4] = ["integer", "boolean", "text", "effects"];
const LIMIT: i64 = cardwright_state::val::LIMIT - 1;

/// The kinds of things that an id may name, by their word in TOML.
const TARGETS: [(&str, Kind); 13] = [
    ("side", Kind::Side),
    ("space", Kind::Space),
    ("link", Kind::Link),
    ("class", Kind::Class),
    ("card", Kind::Card),
    ("track", Kind::Track),
    ("fact", Kind::Fact),
    ("die", Kind::Die),
    ("pile", Kind::Pile),
    ("mark", Kind::Mark),
    ("period", Kind::Period),
    ("zone", Kind::Zone),
    ("word", Kind::Word),
];

/// The keys that declare the type of any field. A declaration has exactly one of the first four.
const TYPE: [Key; 7] = [
    may(
        "type",
        ValueType::Choice(&SIMPLE),
        "",
        "`integer`, `boolean` or `text`; for cards also `effects`, a list of verbs with their parameters.",
        "\"integer\"",
    )
    .with_context("optional = true"),
    may(
        "word",
        ValueType::List(&ValueType::Id),
        "",
        "The words that it may be. Each becomes a word of the game: scripts compare `info(PORT).coast == WORD.north`.",
        "[\"north\", \"south\"]",
    )
    .with_context("optional = true"),
    may(
        "id",
        ValueType::AnyOf(&[ValueType::Choice(&const { words(&TARGETS) }), ValueType::IdOf("kind")]),
        "",
        "It names one thing of this kind: `side`, `space`, `link`, `class`, `card`, `track`, …, or a kind of spaces.",
        "\"space\"",
    )
    .with_context("optional = true"),
    may(
        "ids",
        ValueType::AnyOf(&[ValueType::Choice(&const { words(&TARGETS) }), ValueType::IdOf("kind")]),
        "",
        "It names several things of this kind, as a list. Scripts get a set.",
        "\"space\"",
    )
    .with_context("optional = true"),
    may(
        "optional",
        ValueType::Boolean,
        "`false`; effects are always optional",
        "Whether it may be left out. Scripts then read `nil`.",
        "true",
    ),
    may("min", ValueType::Number(-LIMIT, LIMIT), "any", "The smallest value of an integer.", "0"),
    may("max", ValueType::Number(-LIMIT, LIMIT), "any", "The largest value of an integer.", "9"),
];

const FIELD_EXAMPLE: &str = "type = \"integer\"\noptional = true";

/// A field of a kind of spaces.
pub(crate) static SPACE_FIELD: TableSchema = TableSchema {
    subject: "field of spaces",
    doc: "A field of the spaces of a kind. It has exactly one of `type`, `word`, `id` and `ids`; the other keys are optional.",
    keys: &[
        &TYPE,
        &[may(
            "column",
            ValueType::Line,
            "no column",
            "The heading of a column that shows the field on the board.",
            "\"Trade\"",
        )],
    ],
    game_keys: &[],
    example: FIELD_EXAMPLE,
};

/// A field of a kind of links.
pub(crate) static LINK_FIELD: TableSchema = TableSchema {
    subject: "field of links",
    doc: "A field of the links of a kind: like a field of spaces, but without a column.",
    keys: &[&TYPE],
    game_keys: &[],
    example: FIELD_EXAMPLE,
};

/// A key of the data of pieces.
pub(crate) static PIECE_FIELD: TableSchema = TableSchema {
    subject: "field of pieces",
    doc: "A key of the data of pieces: like a field of spaces, but without a column.",
    keys: &[&TYPE],
    game_keys: &[],
    example: FIELD_EXAMPLE,
};

/// A field of cards.
pub(crate) static CARD_FIELD: TableSchema = TableSchema {
    subject: "field of cards",
    doc: "A field of cards: like a field of spaces, but it may also hold effects.",
    keys: &[
        &TYPE,
        &[
            may(
                "shown",
                ValueType::Boolean,
                "`true`",
                "Whether views of the table show it with the card. A hidden field appears when a player asks for the card.",
                "false",
            ).with_context("type = \"integer\"\noptional = true"),
            may(
                "for",
                ValueType::AnyKeys(&ValueType::List(&ValueType::Id)),
                "all cards",
                "The cards that have the field, if not all do: those whose other field has one of these words. `check` warns of such a card without the field, and of any other card with it. The field must also be `optional`; scripts read `nil` for the other cards.",
                "{ sort = [\"storm\"] }",
            ).with_context("type = \"integer\"\noptional = true"),
            may(
                "unique",
                ValueType::AnyOf(&[ValueType::Boolean, ValueType::Line]),
                "`false`",
                "Whether each card must have its own value, such as a printed number. The name of another field limits this to cards with the same value of that field.",
                "true",
            ).with_context("type = \"integer\"\noptional = true"),
        ],
    ],
    game_keys: &[],
    example: FIELD_EXAMPLE,
};

/// A field of the halves of cards.
pub(crate) static HALF_FIELD: TableSchema = TableSchema {
    subject: "field of halves",
    doc: "A field of each half of a card: like a field of cards, but always shown.",
    keys: &[&TYPE],
    game_keys: &[],
    example: FIELD_EXAMPLE,
};

/// One of a card's effects.
pub(crate) static EFFECT: TableSchema = TableSchema {
    subject: "effect",
    doc: "A verb with its parameters.",
    keys: &[&[always("verb", ValueType::IdOf("verb"), "The verb. A script registers it.", "\"give\"")]],
    game_keys: &[GameKeys {
        name: "PARAMETER",
        value_type: ValueType::Data,
        doc: "Every parameter of the verb. `cardwright list verbs GAME` prints them.",
    }],
    example: "verb = \"give\"",
};

/// A reference in free data.
static REFERENCE: TableSchema = TableSchema {
    subject: "reference",
    doc: "A reference to things of the game in free data: a table with one key.",
    keys: &[&[
        may("id", ValueType::Text, "", "One thing of the game.", "\"port\""),
        may("ids", ValueType::List(&ValueType::Text), "", "Several things of one kind.", "[\"port\"]"),
        may("word", ValueType::Text, "", "A word.", "\"north\""),
    ]],
    game_keys: &[],
    example: "",
};

impl Field {
    /// The value of the field in a table; reports it if it is required and missing.
    pub(crate) fn value_in<'a>(&self, keys: &TableReader<'a>) -> Option<&'a Located<TomlValue>> {
        if self.optional { keys.game_key(&self.name.value) } else { keys.need_game_key(&self.name.value) }
    }

    /// Reads the declaration of a field: `"integer"`, `{ id = "space", optional = true }`, …
    pub(crate) fn from_declaration(
        name: &Located<String>,
        value: &Located<TomlValue>,
        kinds: &[String],
        owner: FieldOwner,
        problems: &Problems,
    ) -> Field {
        let declared = Field::try_from_declaration(name, value, kinds, owner, problems);
        declared.unwrap_or(Field {
            name: name.clone(),
            field_type: FieldType::Broken,
            optional: true,
            shown: true,
            column: None,
            only_for: None,
            unique: None,
        })
    }
    fn try_from_declaration(
        name: &Located<String>,
        value: &Located<TomlValue>,
        kinds: &[String],
        owner: FieldOwner,
        problems: &Problems,
    ) -> Option<Field> {
        let what = format!("the field `{}`", name.value);
        let with_type = |field_type| Field {
            name: name.clone(),
            optional: field_type == FieldType::Effects,
            field_type,
            shown: true,
            column: None,
            only_for: None,
            unique: None,
        };
        let with_effects = matches!(owner, FieldOwner::Card | FieldOwner::Half);
        let simple = |text: &Located<String>, range: RangeInclusive<i64>| match text.value.as_str() {
            "integer" => Some(FieldType::Integer(range)),
            "boolean" => Some(FieldType::Boolean),
            "text" => Some(FieldType::Text),
            "effects" if with_effects => Some(FieldType::Effects),
            _ => {
                problems.push(bad_choice(text, &what, &SIMPLE[..if with_effects { 4 } else { 3 }]));
                None
            }
        };
        let table = match &value.value {
            TomlValue::Text(text) => {
                return simple(&value.with(text.clone()), -LIMIT..=LIMIT).map(with_type);
            }
            TomlValue::Table(table) => table,
            _ => {
                problems.push(wrong_type(value, &what, "the name of a type or a table"));
                return None;
            }
        };
        let keys = TableReader::new(owner.schema(), table, value.place(), what.clone(), problems);
        let optional = keys.boolean("optional").is_some_and(|t| t.value);
        let shown = owner != FieldOwner::Card || keys.boolean("shown").is_none_or(|t| t.value);
        let column = if owner == FieldOwner::Space { keys.text("column").map(|t| t.value) } else { None };
        let is_of_card = owner == FieldOwner::Card;
        let (only_for, unique) = if is_of_card { (only_for(&keys), unique(&keys)) } else { (None, None) };
        let (min, max) = (keys.number("min"), keys.number("max"));
        let range = min.map_or(-LIMIT, |n| n.value)..=max.map_or(LIMIT, |n| n.value);
        let target = |text: Located<String>| target(&text, &what, kinds, problems);
        let words = keys.get("word").map(|_| keys.texts("word"));
        let (id, ids, type_name) = (keys.text("id"), keys.text("ids"), keys.text("type"));
        let given = [words.is_some(), id.is_some(), ids.is_some(), type_name.is_some()].iter().filter(|g| **g).count();
        keys.finish();
        if given != 1 {
            problems.push(
                value
                    .error("content::bad-field-type", format!("{what} has no clear type"))
                    .label("must have exactly one of `type`, `word`, `id`, `ids`"),
            );
            return None;
        }
        let field_type = if let Some(words) = words {
            FieldType::Word(words)
        } else if let Some(id) = id {
            FieldType::Id(target(id)?)
        } else if let Some(ids) = ids {
            FieldType::Ids(target(ids)?)
        } else {
            simple(&type_name?, range)?
        };
        let optional = optional || field_type == FieldType::Effects;
        if let Some(some) = only_for.as_ref().filter(|_| !optional) {
            let message = format!("{what} is for some cards only, but is not optional");
            let problem = some.field.error("content::bad-choice", message).label("the field must be optional");
            problems.push(problem.help("add `optional = true`"));
        }
        Some(Field { optional, shown, column, only_for, unique, ..with_type(field_type) })
    }

    /// Reads a value of this field; reports it and gives `None` if it is wrong.
    pub(crate) fn read(&self, value: &Located<TomlValue>, board: &Board, problems: &Problems) -> Option<Datum> {
        let what = format!("`{}`", self.name.value);
        let wrong_type_of = |wanted: &str| {
            problems.push(wrong_type(value, &what, wanted));
            None
        };
        match (&self.field_type, &value.value) {
            (FieldType::Broken, _) => None,
            (FieldType::Integer(range), TomlValue::Number(number)) => {
                if range.contains(number) {
                    return Some(Datum::Number(*number));
                }
                problems.push(out_of_range(value, &what, *number, range));
                None
            }
            (FieldType::Integer(_), _) => wrong_type_of("a number"),
            (FieldType::Boolean, TomlValue::Boolean(flag)) => Some(Datum::Boolean(*flag)),
            (FieldType::Boolean, _) => wrong_type_of("`true` or `false`"),
            (FieldType::Text, TomlValue::Text(text)) => Some(Datum::Text(text.clone())),
            (FieldType::Text, _) => wrong_type_of("text"),
            (FieldType::Word(words), TomlValue::Text(text)) => {
                if words.iter().any(|w| w.value == *text) {
                    return board.parse(Kind::Word, text).map(Datum::Val);
                }
                let names: Vec<&str> = words.iter().map(|w| w.value.as_str()).collect();
                problems.push(bad_choice(&value.with(text.clone()), &what, &names));
                None
            }
            (FieldType::Word(_), _) => wrong_type_of("a word"),
            (FieldType::Id(target), TomlValue::Text(text)) => {
                resolve(*target, &value.with(text.clone()), board, problems).map(Datum::Val)
            }
            (FieldType::Id(_), _) => wrong_type_of("an id"),
            (FieldType::Ids(target), TomlValue::List(list)) => {
                let mut vals = Vec::new();
                for item in list {
                    match &item.value {
                        TomlValue::Text(text) => {
                            vals.extend(resolve(*target, &item.with(text.clone()), board, problems))
                        }
                        _ => problems.push(wrong_type(item, &format!("each of {what}"), "an id")),
                    }
                }
                vals.sort();
                vals.dedup();
                Some(Datum::Set(vals))
            }
            (FieldType::Ids(_), _) => wrong_type_of("a list of ids"),
            (FieldType::Effects, TomlValue::List(list)) => {
                Some(Datum::Effects(list.iter().filter_map(|item| effect(item, problems)).collect()))
            }
            (FieldType::Effects, _) => wrong_type_of("a list of effects"),
        }
    }
}

/// Reads `for = { kind = ["storm"] }`.
fn only_for(keys: &TableReader<'_>) -> Option<CardSelector> {
    let (table, at) = keys.table("for")?;
    let [(field, value)] = table.as_slice() else {
        keys.push(
            at.error("content::bad-choice", format!("`for` of {} names {} fields", keys.what, table.len()))
                .label("must name one field of words: `{ kind = [\"storm\"] }`"),
        );
        return None;
    };
    let TomlValue::List(list) = &value.value else {
        keys.push(wrong_type(value, &format!("`{}` in `for`", field.value), "a list of words"));
        return None;
    };
    let mut words = Vec::new();
    for item in list {
        match &item.value {
            TomlValue::Text(text) => words.push(item.with(text.clone())),
            _ => keys.push(wrong_type(item, &format!("each of `{}` in `for`", field.value), "a word")),
        }
    }
    Some(CardSelector { field: field.clone(), words })
}

/// Reads `unique = true` or `unique = "kind"`.
fn unique(keys: &TableReader<'_>) -> Option<UniqueAmong> {
    let value = keys.get("unique")?;
    match &value.value {
        TomlValue::Boolean(flag) => flag.then_some(UniqueAmong::All),
        TomlValue::Text(field) => Some(UniqueAmong::SameField(value.with(field.clone()))),
        _ => {
            keys.push(wrong_type(
                value,
                &format!("`unique` of {}", keys.what),
                "`true`, `false` or the name of a field",
            ));
            None
        }
    }
}

fn effect(item: &Located<TomlValue>, problems: &Problems) -> Option<EffectUse> {
    let TomlValue::Table(table) = &item.value else {
        problems.push(wrong_type(item, "each effect", "a table").help("write `{ verb = \"…\", … }`"));
        return None;
    };
    let verb = TableReader::new(&EFFECT, table, item.place(), "an effect", problems).need_text("verb")?;
    let params = table.iter().filter(|(k, _)| k.value != "verb").cloned().collect();
    Some(EffectUse { verb, params, origin: item.place() })
}

fn target(text: &Located<String>, what: &str, kinds: &[String], problems: &Problems) -> Option<Target> {
    if let Some((_, kind)) = TARGETS.iter().find(|(name, _)| *name == text.value) {
        return Some(Target::Of(*kind));
    }
    if let Some(kind) = kinds.iter().position(|k| *k == text.value) {
        return Some(Target::SpaceOf(SpaceKindId::new(kind)));
    }
    let mut names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    names.extend(kinds.iter().map(String::as_str));
    problems.push(bad_choice(text, what, &names));
    None
}

/// The handle of the thing that an id names; reports it and gives `None` if there is none.
pub(crate) fn resolve(target: Target, id: &Located<String>, board: &Board, problems: &Problems) -> Option<Val> {
    let (kind, word) = match target {
        Target::Of(kind) => (kind, TARGETS.iter().find(|(_, k)| *k == kind).map_or("id", |(name, _)| *name)),
        Target::SpaceOf(_) => (Kind::Space, "space"),
    };
    let found = match kind {
        Kind::Word | Kind::Card | Kind::Zone | Kind::Class => board.parse(kind, &id.value),
        _ => board.find_of_kind(kind, &id.value),
    };
    match (found, target) {
        (Some(val), Target::SpaceOf(wanted)) => {
            let space = &board.spaces[val.payload() as usize];
            if space.kind == wanted {
                return Some(val);
            }
            let (is, wanted) = (&board.space_kinds[space.kind.at()].id, &board.space_kinds[wanted.at()].id);
            problems.push(
                id.error("content::wrong-kind", format!("`{}` is a {is}, not a {wanted}", id.value))
                    .label(format!("must be a {wanted}")),
            );
            None
        }
        (Some(val), _) => Some(val),
        (None, _) => {
            let names: Vec<&str> = match kind {
                Kind::Word => board.words.iter().map(|w| w.id.as_str()).collect(),
                Kind::Card => board.cards.iter().map(|c| c.id.as_str()).collect(),
                Kind::Zone => board.zones.iter().map(String::as_str).collect(),
                Kind::Class => board.classes.iter().map(|c| c.id.as_str()).collect(),
                _ => board.ids().filter(|(_, v)| v.kind() == kind).map(|(id, _)| id).collect(),
            };
            let problem = unknown_id(id, word, names.into_iter().take(problems.max_candidates()));
            problems.push(if kind == Kind::Word { with_declaration_help(problem, &id.value) } else { problem });
            None
        }
    }
}

/// Adds help on how to declare a word, if no similar word is known.
fn with_declaration_help(problem: Diagnostic, word: &str) -> Diagnostic {
    if problem.help.is_some() {
        return problem;
    }
    problem.help(format!(
        "declare the word in `text.toml` as `[word.{word}]` with a `label`, or in the declaration of the field: `{{ word = [\"{word}\", …] }}`"
    ))
}

/// The diagnostic for an unknown id.
pub(crate) fn unknown_id<'a>(id: &Located<String>, word: &str, names: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    id.error(&format!("content::unknown-{word}"), format!("unknown {word} `{}`", id.value))
        .label(format!("no {word} of this game has this id"))
        .suggest(&id.value, names)
}

/// Reads free data: numbers, booleans, texts, lists and tables. `{ id = "…" }` and `{ ids = […] }` name things of the
/// game, `{ word = "…" }` names a word.
pub(crate) fn read_free_data(table: &Table, board: &Board, problems: &Problems) -> Vec<(String, Datum)> {
    table
        .iter()
        .filter_map(|(key, value)| Some((lua_name(&key.value), read_free_value(value, board, problems)?)))
        .collect()
}

/// The thing with this id, of any kind. If several kinds have the id, the kind must come first: `side reds`.
fn resolve_any_kind(id: &Located<String>, board: &Board, problems: &Problems) -> Option<Val> {
    if let Some((word, of_kind)) = id.value.split_once(' ')
        && let Some((_, kind)) = TARGETS.iter().find(|(target, _)| *target == word)
    {
        return resolve(Target::Of(*kind), &id.with(of_kind.trim().to_string()), board, problems);
    }
    match board.all_with_id(&id.value) {
        [_, ..] if board.find(&id.value).is_some() => board.find(&id.value),
        [] => {
            problems.push(unknown_id(id, "id", board.ids().map(|(id, _)| id).take(problems.max_candidates())));
            None
        }
        several => {
            let is: Vec<String> = several.iter().map(|val| format!("a {}", val.kind().word())).collect();
            let named = several.iter().filter_map(|val| TARGETS.iter().find(|(_, kind)| *kind == val.kind()));
            let write: Vec<String> = named.map(|(target, _)| format!("`\"{target} {}\"`", id.value)).collect();
            let message = format!("`{}` is {}", id.value, is.join(" and "));
            let problem = id.error("content::shared-id", message).label("ambiguous id");
            problems.push(problem.help(format!("write {}", write.join(" or "))));
            None
        }
    }
}

fn read_free_value(value: &Located<TomlValue>, board: &Board, problems: &Problems) -> Option<Datum> {
    let global = |id: Located<String>| resolve_any_kind(&id, board, problems);
    match &value.value {
        TomlValue::Number(number) => Some(Datum::Number(*number)),
        TomlValue::Boolean(flag) => Some(Datum::Boolean(*flag)),
        TomlValue::Text(text) => Some(Datum::Text(text.clone())),
        TomlValue::List(list) => {
            Some(Datum::List(list.iter().filter_map(|v| read_free_value(v, board, problems)).collect()))
        }
        TomlValue::Table(table) => match table.as_slice() {
            [(key, value)] if matches!(key.value.as_str(), "id" | "ids" | "word") => {
                let keys = TableReader::new(&REFERENCE, table, key.place(), "a reference", problems);
                match key.value.as_str() {
                    "id" => global(keys.text("id")?).map(Datum::Val),
                    "word" => resolve(Target::Of(Kind::Word), &keys.text("word")?, board, problems).map(Datum::Val),
                    _ => {
                        let mut vals: Vec<Val> = keys.texts("ids").into_iter().filter_map(global).collect();
                        vals.sort();
                        vals.dedup();
                        if vals.windows(2).any(|w| w[0].kind() != w[1].kind()) {
                            problems.push(
                                value
                                    .error("content::mixed-set", "a set holds ids of one kind only")
                                    .label("several kinds"),
                            );
                        }
                        Some(Datum::Set(vals))
                    }
                }
            }
            _ => Some(Datum::Table(read_free_data(table, board, problems))),
        },
        TomlValue::Fraction(_) | TomlValue::Other(_) => {
            problems.push(wrong_type(value, "data", "a number, boolean, text, list or table"));
            None
        }
    }
}
