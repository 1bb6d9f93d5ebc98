//! The fields that a game declares for its spaces, links, pieces and cards. Reads their declarations and their values.

use crate::diagnostic::Diagnostic;
use crate::ident::lua_name;
use crate::located::{Located, Table, TomlValue};
use crate::problems::Problems;
use crate::table_reader::{TableReader, bad_choice, out_of_range, wrong_type};
use crate::table_schema::{Key, TableSchema, keys, schema, words};
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val};
use std::ops::RangeInclusive;

/// Static data for scripts. Its keys have the spelling of Lua, with `_` for `-`.
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
    /// The effects of a card or of one half, which only the script host checks.
    Effects(Vec<EffectUse>),
}

impl Datum {
    /// Returns the value of a key; `None` if the key is missing or if this is no table.
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

/// The things that an id in a field may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Any thing of this kind.
    OfKind(Kind),
    /// A space of this kind of spaces.
    SpaceOfKind(SpaceKindId),
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
    /// The declaration is wrong, which has been reported. The values of the field are not read.
    Invalid,
}

/// A declared field.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: Located<String>,
    pub(crate) field_type: FieldType,
    pub(crate) is_optional: bool,
    /// Whether views of the game show it.
    pub(crate) is_shown: bool,
    /// Heading of its column on the board; `None` if the board has no column for it.
    pub(crate) column: Option<String>,
    /// The cards that have the field; `None` if all cards have it.
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

/// The kind of thing that has a field. Only cards and halves may have effects. Only cards may hide a field from views.
/// Only spaces may show a field as a column.
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

/// The types that a declaration names in one word.
pub(crate) const SIMPLE_TYPES: [&str; 4] = ["integer", "boolean", "text", "effects"];
/// The largest absolute value of a number.
const LIMIT: i64 = cardwright_state::val::LIMIT - 1;

/// The words in TOML for the kinds of things that an id may name.
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

/// The keys that declare the type of any field. A declaration has exactly one of the first four keys.
const TYPE_KEYS: [Key; 7] = keys! {
    /// `integer`, `boolean` or `text`; for cards also `effects`, a list of verbs with their parameters.
    "type" = optional(Choice(&SIMPLE_TYPES), "", "\"integer\"").with_context("optional = true");
    /// The words that it may be. Each becomes a word of the game: scripts compare `info(PORT).coast == WORD.north`.
    "word" = optional(List(&Id), "", "[\"north\", \"south\"]").with_context("optional = true");
    /// It names one thing of this kind: `side`, `space`, `link`, `class`, `card`, `track`, …, or a kind of spaces.
    "id" = optional(AnyOf(&[Choice(&const { words(&TARGETS) }), IdOf("kind")]), "", "\"space\"")
        .with_context("optional = true");
    /// It names several things of this kind, as a list. Scripts get a set.
    "ids" = optional(AnyOf(&[Choice(&const { words(&TARGETS) }), IdOf("kind")]), "", "\"space\"")
        .with_context("optional = true");
    /// Whether it may be left out. Scripts then read `nil`.
    "optional" = optional(Boolean, "`false`; effects are always optional", "true");
    /// The smallest value of an integer.
    "min" = optional(Number(-LIMIT, LIMIT), "any", "0");
    /// The largest value of an integer.
    "max" = optional(Number(-LIMIT, LIMIT), "any", "9");
};

const FIELD_EXAMPLE: &str = "type = \"integer\"\noptional = true";

schema! {
    /// A field of the spaces of a kind. It has exactly one of `type`, `word`, `id` and `ids`; the other keys are
    /// optional.
    pub(crate) static SPACE_FIELD = "field of spaces";
    keys TYPE_KEYS + {
        /// The heading of a column that shows the field on the board.
        "column" = optional(Line, "no column", "\"Trade\"");
    }
    example FIELD_EXAMPLE
}

schema! {
    /// A field of the links of a kind: like a field of spaces, but without a column.
    pub(crate) static LINK_FIELD = "field of links";
    keys TYPE_KEYS + {}
    example FIELD_EXAMPLE
}

schema! {
    /// A key of the data of pieces: like a field of spaces, but without a column.
    pub(crate) static PIECE_FIELD = "field of pieces";
    keys TYPE_KEYS + {}
    example FIELD_EXAMPLE
}

schema! {
    /// A field of cards: like a field of spaces, but it may also hold effects.
    pub(crate) static CARD_FIELD = "field of cards";
    keys TYPE_KEYS + {
        /// Whether views of the table show it with the card. A hidden field appears when a player asks for the card.
        "shown" = optional(Boolean, "`true`", "false").with_context("type = \"integer\"\noptional = true");
        /// The cards that have the field, if not all do: those whose other field has one of these words. `check` warns
        /// of such a card without the field, and of any other card with it. The field must also be `optional`; scripts
        /// read `nil` for the other cards.
        "for" = optional(AnyKeys(&List(&Id)), "all cards", "{ sort = [\"storm\"] }")
            .with_context("type = \"integer\"\noptional = true");
        /// Whether each card must have its own value, such as a printed number. The name of another field limits this
        /// to cards with the same value of that field.
        "unique" = optional(AnyOf(&[Boolean, Line]), "`false`", "true")
            .with_context("type = \"integer\"\noptional = true");
    }
    example FIELD_EXAMPLE
}

schema! {
    /// A field of each half of a card: like a field of cards, but always shown.
    pub(crate) static HALF_FIELD = "field of halves";
    keys TYPE_KEYS + {}
    example FIELD_EXAMPLE
}

schema! {
    /// A verb with its parameters.
    pub(crate) static EFFECT = "effect";
    keys {
        /// The verb. A script registers it.
        "verb" = required(IdOf("verb"), "\"give\"");
    }
    game_keys {
        /// Every parameter of the verb. `cardwright list verbs GAME` prints them.
        "PARAMETER" = Data;
    }
    example "verb = \"give\""
}

schema! {
    /// A reference to things of the game in free data: a table with one key.
    static REFERENCE = "reference";
    keys {
        /// One thing of the game.
        "id" = optional(Text, "", "\"port\"");
        /// Several things of one kind.
        "ids" = optional(List(&Text), "", "[\"port\"]");
        /// A word.
        "word" = optional(Text, "", "\"north\"");
    }
}

impl Field {
    /// Returns the value of the field in a TOML table. Reports a missing value if the field is required.
    pub(crate) fn value_in<'a>(&self, keys: &TableReader<'a>) -> Option<&'a Located<TomlValue>> {
        if self.is_optional { keys.game_key(&self.name.value) } else { keys.need_game_key(&self.name.value) }
    }

    /// Reads the declaration of a field: `"integer"`, `{ id = "space", optional = true }`, …
    pub(crate) fn from_declaration(
        name: &Located<String>,
        value: &Located<TomlValue>,
        space_kinds: &[String],
        owner: FieldOwner,
        problems: &Problems,
    ) -> Field {
        let field = Field::try_from_declaration(name, value, space_kinds, owner, problems);
        field.unwrap_or_else(|| Field::new(name, FieldType::Invalid))
    }
    fn new(name: &Located<String>, field_type: FieldType) -> Field {
        Field {
            name: name.clone(),
            is_optional: matches!(field_type, FieldType::Effects | FieldType::Invalid),
            field_type,
            is_shown: true,
            column: None,
            only_for: None,
            unique: None,
        }
    }
    fn try_from_declaration(
        name: &Located<String>,
        value: &Located<TomlValue>,
        space_kinds: &[String],
        owner: FieldOwner,
        problems: &Problems,
    ) -> Option<Field> {
        let field_name = format!("the field `{}`", name.value);
        let simple_type = |text: &Located<String>, range| simple_type(text, range, owner, &field_name, problems);
        let table = match &value.value {
            TomlValue::Text(text) => {
                return Some(Field::new(name, simple_type(&value.with(text.clone()), -LIMIT..=LIMIT)?));
            }
            TomlValue::Table(table) => table,
            _ => {
                problems.push(wrong_type(value, &field_name, "the name of a type or a table"));
                return None;
            }
        };
        let keys = TableReader::new(owner.schema(), table, value.place(), field_name.clone(), problems);
        let is_optional = keys.boolean("optional").is_some_and(|t| t.value);
        let is_shown = owner != FieldOwner::Card || keys.boolean("shown").is_none_or(|t| t.value);
        let column = if owner == FieldOwner::Space { keys.text("column").map(|t| t.value) } else { None };
        let is_card_field = owner == FieldOwner::Card;
        let (only_for, unique) = if is_card_field { (read_only_for(&keys), read_unique(&keys)) } else { (None, None) };
        let (min, max) = (keys.number("min"), keys.number("max"));
        let range = min.map_or(-LIMIT, |n| n.value)..=max.map_or(LIMIT, |n| n.value);
        let target = |text: Located<String>| target_of(&text, &field_name, space_kinds, problems);
        let words = keys.get("word").map(|_| keys.texts("word"));
        let (id, ids, type_name) = (keys.text("id"), keys.text("ids"), keys.text("type"));
        let set_keys = [words.is_some(), id.is_some(), ids.is_some(), type_name.is_some()];
        let set_key_count = set_keys.iter().filter(|is_set| **is_set).count();
        keys.finish();
        if set_key_count != 1 {
            problems.push(
                value
                    .error("content::bad-field-type", format!("{field_name} has no clear type"))
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
            simple_type(&type_name?, range)?
        };
        let is_optional = is_optional || field_type == FieldType::Effects;
        if let Some(selector) = only_for.as_ref().filter(|_| !is_optional) {
            let message = format!("{field_name} is for some cards only, but is not optional");
            let problem = selector.field.error("content::bad-choice", message).label("the field must be optional");
            problems.push(problem.help("add `optional = true`"));
        }
        Some(Field { is_optional, is_shown, column, only_for, unique, ..Field::new(name, field_type) })
    }

    /// Reads a value of this field. Reports a wrong value and returns `None`.
    pub(crate) fn read(&self, value: &Located<TomlValue>, board: &Board, problems: &Problems) -> Option<Datum> {
        let value_name = format!("`{}`", self.name.value);
        let report_wrong_type = |wanted_type: &str| {
            problems.push(wrong_type(value, &value_name, wanted_type));
            None
        };
        match (&self.field_type, &value.value) {
            (FieldType::Invalid, _) => None,
            (FieldType::Integer(range), TomlValue::Number(number)) => {
                if range.contains(number) {
                    return Some(Datum::Number(*number));
                }
                problems.push(out_of_range(value, &value_name, *number, range));
                None
            }
            (FieldType::Integer(_), _) => report_wrong_type("a number"),
            (FieldType::Boolean, TomlValue::Boolean(flag)) => Some(Datum::Boolean(*flag)),
            (FieldType::Boolean, _) => report_wrong_type("`true` or `false`"),
            (FieldType::Text, TomlValue::Text(text)) => Some(Datum::Text(text.clone())),
            (FieldType::Text, _) => report_wrong_type("text"),
            (FieldType::Word(words), TomlValue::Text(text)) => {
                if words.iter().any(|w| w.value == *text) {
                    return board.parse(Kind::Word, text).map(Datum::Val);
                }
                let names: Vec<&str> = words.iter().map(|w| w.value.as_str()).collect();
                problems.push(bad_choice(&value.with(text.clone()), &value_name, &names));
                None
            }
            (FieldType::Word(_), _) => report_wrong_type("a word"),
            (FieldType::Id(target), TomlValue::Text(text)) => {
                resolve(*target, &value.with(text.clone()), board, problems).map(Datum::Val)
            }
            (FieldType::Id(_), _) => report_wrong_type("an id"),
            (FieldType::Ids(target), TomlValue::List(list)) => {
                let mut vals = Vec::new();
                for item in list {
                    match &item.value {
                        TomlValue::Text(text) => {
                            vals.extend(resolve(*target, &item.with(text.clone()), board, problems))
                        }
                        _ => problems.push(wrong_type(item, &format!("each of {value_name}"), "an id")),
                    }
                }
                vals.sort();
                vals.dedup();
                Some(Datum::Set(vals))
            }
            (FieldType::Ids(_), _) => report_wrong_type("a list of ids"),
            (FieldType::Effects, TomlValue::List(list)) => {
                Some(Datum::Effects(list.iter().filter_map(|item| read_effect(item, problems)).collect()))
            }
            (FieldType::Effects, _) => report_wrong_type("a list of effects"),
        }
    }
}

/// Returns the type that a declaration names, such as `integer`, and reports an unknown name. `range` are the bounds of an
/// integer.
fn simple_type(
    name: &Located<String>,
    range: RangeInclusive<i64>,
    owner: FieldOwner,
    field_name: &str,
    problems: &Problems,
) -> Option<FieldType> {
    let may_have_effects = matches!(owner, FieldOwner::Card | FieldOwner::Half);
    match name.value.as_str() {
        "integer" => Some(FieldType::Integer(range)),
        "boolean" => Some(FieldType::Boolean),
        "text" => Some(FieldType::Text),
        "effects" if may_have_effects => Some(FieldType::Effects),
        _ => {
            problems.push(bad_choice(name, field_name, &SIMPLE_TYPES[..if may_have_effects { 4 } else { 3 }]));
            None
        }
    }
}

/// Reads the key `for` of a declaration: `{ kind = ["storm"] }`.
fn read_only_for(keys: &TableReader<'_>) -> Option<CardSelector> {
    let (table, place) = keys.table("for")?;
    let [(field, value)] = table.as_slice() else {
        keys.push(
            place
                .error("content::bad-choice", format!("`for` of {} names {} fields", keys.table_name, table.len()))
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

/// Reads the key `unique` of a declaration: `true`, or the name of a field.
fn read_unique(keys: &TableReader<'_>) -> Option<UniqueAmong> {
    let value = keys.get("unique")?;
    match &value.value {
        TomlValue::Boolean(flag) => flag.then_some(UniqueAmong::All),
        TomlValue::Text(field) => Some(UniqueAmong::SameField(value.with(field.clone()))),
        _ => {
            keys.push(wrong_type(
                value,
                &format!("`unique` of {}", keys.table_name),
                "`true`, `false` or the name of a field",
            ));
            None
        }
    }
}

fn read_effect(item: &Located<TomlValue>, problems: &Problems) -> Option<EffectUse> {
    let TomlValue::Table(table) = &item.value else {
        problems.push(wrong_type(item, "each effect", "a table").help("write `{ verb = \"…\", … }`"));
        return None;
    };
    let verb = TableReader::new(&EFFECT, table, item.place(), "an effect", problems).need_text("verb")?;
    let params = table.iter().filter(|(k, _)| k.value != "verb").cloned().collect();
    Some(EffectUse { verb, params, origin: item.place() })
}

/// Finds the things that a word such as `space` stands for in a declaration; reports an unknown word.
fn target_of(text: &Located<String>, field_name: &str, space_kinds: &[String], problems: &Problems) -> Option<Target> {
    if let Some((_, kind)) = TARGETS.iter().find(|(name, _)| *name == text.value) {
        return Some(Target::OfKind(*kind));
    }
    if let Some(kind) = space_kinds.iter().position(|kind| *kind == text.value) {
        return Some(Target::SpaceOfKind(SpaceKindId::new(kind)));
    }
    let mut names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    names.extend(space_kinds.iter().map(String::as_str));
    problems.push(bad_choice(text, field_name, &names));
    None
}

/// Returns the handle of the thing that an id names. Reports an unknown id and returns `None`.
pub(crate) fn resolve(target: Target, id: &Located<String>, board: &Board, problems: &Problems) -> Option<Val> {
    let (kind, word) = match target {
        Target::OfKind(kind) => (kind, TARGETS.iter().find(|(_, k)| *k == kind).map_or("id", |(name, _)| *name)),
        Target::SpaceOfKind(_) => (Kind::Space, "space"),
    };
    let found = match kind {
        Kind::Word | Kind::Card | Kind::Zone | Kind::Class => board.parse(kind, &id.value),
        _ => board.find_of_kind(kind, &id.value),
    };
    match (found, target) {
        (Some(val), Target::SpaceOfKind(wanted)) => {
            let space = &board.spaces[val.payload() as usize];
            if space.kind == wanted {
                return Some(val);
            }
            let (found, wanted) = (&board.space_kinds[space.kind.index()].id, &board.space_kinds[wanted.index()].id);
            problems.push(
                id.error("content::wrong-kind", format!("`{}` is a {found}, not a {wanted}", id.value))
                    .label(format!("must be a {wanted}")),
            );
            None
        }
        (Some(val), _) => Some(val),
        (None, _) => {
            let names: Vec<&str> = match kind {
                Kind::Word => board.labels.words.iter().map(|w| w.id.as_str()).collect(),
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

/// Adds help on how to declare a word, unless the diagnostic already suggests a similar word.
fn with_declaration_help(problem: Diagnostic, word: &str) -> Diagnostic {
    if problem.help.is_some() {
        return problem;
    }
    problem.help(format!(
        "declare the word in `text.toml` as `[word.{word}]` with a `label`, or in the declaration of the field: `{{ word = [\"{word}\", …] }}`"
    ))
}

/// Makes the diagnostic for an unknown id. `kind` says what should have the id, such as `space`. `names` are the ids
/// that exist.
pub(crate) fn unknown_id<'a>(id: &Located<String>, kind: &str, names: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    id.error(&format!("content::unknown-{kind}"), format!("unknown {kind} `{}`", id.value))
        .label(format!("no {kind} of this game has this id"))
        .suggest(&id.value, names)
}

/// Reads free data, whose keys no declaration names: numbers, booleans, texts, lists and TOML tables. The table
/// `{ id = "…" }` names a thing of the game, `{ ids = […] }` names several, and `{ word = "…" }` names a word.
pub(crate) fn read_free_data(table: &Table, board: &Board, problems: &Problems) -> Vec<(String, Datum)> {
    table
        .iter()
        .filter_map(|(key, value)| Some((lua_name(&key.value), read_free_value(value, board, problems)?)))
        .collect()
}

/// Returns the thing with an id, whatever its kind. If things of several kinds have the id, the id means the thing that
/// the earliest pack declares. If that pack declares several of them, the text must begin with the kind: `side reds`.
fn resolve_any_kind(id: &Located<String>, board: &Board, problems: &Problems) -> Option<Val> {
    if let Some((word, bare_id)) = id.value.split_once(' ')
        && let Some((_, kind)) = TARGETS.iter().find(|(target, _)| *target == word)
    {
        return resolve(Target::OfKind(*kind), &id.with(bare_id.trim().to_string()), board, problems);
    }
    match board.all_with_id(&id.value) {
        [_, ..] if board.find(&id.value).is_some() => board.find(&id.value),
        [] => {
            problems.push(unknown_id(id, "id", board.ids().map(|(id, _)| id).take(problems.max_candidates())));
            None
        }
        several => {
            let kinds: Vec<String> = several.iter().map(|val| format!("a {}", val.kind().word())).collect();
            let targets = several.iter().filter_map(|val| TARGETS.iter().find(|(_, kind)| *kind == val.kind()));
            let spellings: Vec<String> = targets.map(|(target, _)| format!("`\"{target} {}\"`", id.value)).collect();
            let message = format!("`{}` is {}", id.value, kinds.join(" and "));
            let problem = id.error("content::shared-id", message).label("ambiguous id");
            problems.push(problem.help(format!("write {}", spellings.join(" or "))));
            None
        }
    }
}

fn read_free_value(value: &Located<TomlValue>, board: &Board, problems: &Problems) -> Option<Datum> {
    let resolve_id = |id: Located<String>| resolve_any_kind(&id, board, problems);
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
                    "id" => resolve_id(keys.text("id")?).map(Datum::Val),
                    "word" => resolve(Target::OfKind(Kind::Word), &keys.text("word")?, board, problems).map(Datum::Val),
                    _ => {
                        let mut vals: Vec<Val> = keys.texts("ids").into_iter().filter_map(resolve_id).collect();
                        vals.sort();
                        vals.dedup();
                        if vals.windows(2).any(|pair| pair[0].kind() != pair[1].kind()) {
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
