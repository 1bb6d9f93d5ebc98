//! The fields a game declares for its spaces and cards: their types, and values read by them.

use crate::diagnostic::Diagnostic;
use crate::form::{Form, Holds, Key, More, always, may, words};
use crate::ident::lua;
use crate::located::{Located, Raw, Table};
use crate::problems::Problems;
use crate::shape::{Keys, bad_choice, out_of_range, wrong_type};
use cardwright_state::ids::*;
use cardwright_state::{Board, Kind, Val};
use std::ops::RangeInclusive;

/// Static data as scripts will see it, deep-frozen. Keys are as in Lua (`-` is `_`).
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// A number.
    Number(i64),
    /// A truth.
    Truth(bool),
    /// A text.
    Text(String),
    /// A handle.
    Val(Val),
    /// A set of handles of one kind.
    Set(Vec<Val>),
    /// A list.
    List(Vec<Datum>),
    /// Keys with values, in order.
    Table(Vec<(String, Datum)>),
    /// The effects of a card (or of one half), checked by the script host.
    Effects(Vec<EffectUse>),
}

impl Datum {
    /// Looks a key of a table up.
    pub fn get(&self, key: &str) -> Option<&Datum> {
        let Datum::Table(table) = self else { return None };
        table.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }
}

/// A verb used by a card, with the parameters as written.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectUse {
    /// The verb's id.
    pub verb: Located<String>,
    /// Its parameters.
    pub params: Vec<(Located<String>, Located<Raw>)>,
    /// The whole effect's place.
    pub origin: Located<()>,
}

/// What an id in a field names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Any id of this kind.
    Of(Kind),
    /// A space of this kind of spaces.
    SpaceOf(KindId),
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FieldType {
    Integer(RangeInclusive<i64>),
    Truth,
    Text,
    Effects,
    /// One of these words, or any declared one.
    Word(Vec<Located<String>>),
    Id(Target),
    Ids(Target),
    /// Declared wrongly: known, so that its values are not unknown keys, but never read.
    Broken,
}

/// A declared field.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: Located<String>,
    pub(crate) of: FieldType,
    pub(crate) optional: bool,
    /// Whether the table's view tells it.
    pub(crate) shown: bool,
    /// What heads its column on the board, if it is worth one.
    pub(crate) column: Option<String>,
    /// Which cards have it, where only some have.
    pub(crate) of_some: Option<OfSome>,
    /// Among which cards each has a value of its own.
    pub(crate) unique: Option<Unique>,
}

/// Cards of which another field says one of these words.
#[derive(Debug, Clone)]
pub(crate) struct OfSome {
    pub(crate) field: Located<String>,
    pub(crate) words: Vec<Located<String>>,
}

/// Among which cards no two may say the same.
#[derive(Debug, Clone)]
pub(crate) enum Unique {
    /// All of the game.
    All,
    /// Those that say the same of this field.
    Within(Located<String>),
}

/// What a field is declared for (of pieces: a key of their `data`): only cards and their halves have effects, only a card itself may keep a field off the
/// table's view, and only a field of spaces may have a column of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bearer {
    Space,
    Link,
    Piece,
    Card,
    Half,
}

impl Bearer {
    fn form(self) -> &'static Form {
        match self {
            Bearer::Space => &SPACE_FIELD,
            Bearer::Link => &LINK_FIELD,
            Bearer::Piece => &PIECE_FIELD,
            Bearer::Card => &CARD_FIELD,
            Bearer::Half => &HALF_FIELD,
        }
    }
}

pub(crate) const SIMPLE: [&str; 4] = ["integer", "truth", "text", "effects"];
const LIMIT: i64 = cardwright_state::val::LIMIT - 1;

/// The kinds an id may be of, by the word TOML uses.
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

/// What a declaration of a field says of its type, whatever it is a field of: exactly one of the first four.
const TYPE: [Key; 7] = [
    may(
        "type",
        Holds::Choice(&SIMPLE),
        "",
        "`integer`, `truth`, `text`, or, of cards, `effects`: a list of verbs with their parameters.",
        "\"integer\"",
    )
    .beside("optional = true"),
    may(
        "word",
        Holds::List(&Holds::Id),
        "",
        "The words of which it is one; each is a word of the game from here on: scripts compare `info(PORT).coast == WORD.north`.",
        "[\"north\", \"south\"]",
    )
    .beside("optional = true"),
    may(
        "id",
        Holds::AnyOf(&[Holds::Choice(&const { words(&TARGETS) }), Holds::Of("kind")]),
        "",
        "What it names one thing of: `side`, `space`, `link`, `class`, `card`, `track`, …, or a kind of spaces.",
        "\"space\"",
    )
    .beside("optional = true"),
    may(
        "ids",
        Holds::AnyOf(&[Holds::Choice(&const { words(&TARGETS) }), Holds::Of("kind")]),
        "",
        "What it names several things of; scripts get a set.",
        "\"space\"",
    )
    .beside("optional = true"),
    may("optional", Holds::Truth, "`false`; effects always are", "Whether it may be left out; scripts then read `nil`.", "true"),
    may("min", Holds::Number(-LIMIT, LIMIT), "any", "The least that an integer may be.", "0"),
    may("max", Holds::Number(-LIMIT, LIMIT), "any", "The most.", "9"),
];

const FIELD_EXAMPLE: &str = "type = \"integer\"\noptional = true";

/// A field of a kind of spaces.
pub(crate) static SPACE_FIELD: Form = Form {
    of: "field of spaces",
    doc: "A field of the spaces of a kind: exactly one of `type`, `word`, `id` and `ids`, and what else there is to say.",
    keys: &[
        &TYPE,
        &[may(
            "column",
            Holds::Line,
            "no column",
            "What heads its column on the board, if it is worth one.",
            "\"Trade\"",
        )],
    ],
    more: &[],
    example: FIELD_EXAMPLE,
};

/// A field of a kind of links.
pub(crate) static LINK_FIELD: Form = Form {
    of: "field of links",
    doc: "A field of the links of a kind, as that of spaces, but without a column.",
    keys: &[&TYPE],
    more: &[],
    example: FIELD_EXAMPLE,
};

/// A key of the data of pieces.
pub(crate) static PIECE_FIELD: Form = Form {
    of: "field of pieces",
    doc: "A key of the data of pieces, as a field of spaces, but without a column.",
    keys: &[&TYPE],
    more: &[],
    example: FIELD_EXAMPLE,
};

/// A field of cards.
pub(crate) static CARD_FIELD: Form = Form {
    of: "field of cards",
    doc: "A field of all cards, as that of spaces; it may be of effects too.",
    keys: &[
        &TYPE,
        &[
            may(
                "shown",
                Holds::Truth,
                "`true`",
                "Whether the table tells it with the card; what is not shown is told when the card is asked for.",
                "false",
            )
            .beside("type = \"integer\"\noptional = true"),
            may(
                "for",
                Holds::Each(&Holds::List(&Holds::Id)),
                "all cards",
                "Which cards have it, where not all do: those of which another field, of words, says one of these. `check` warns of such a card without it, and of any other with it. It is `optional` too, as scripts read `nil` of the others.",
                "{ sort = [\"storm\"] }",
            )
            .beside("type = \"integer\"\noptional = true"),
            may(
                "unique",
                Holds::AnyOf(&[Holds::Truth, Holds::Line]),
                "`false`",
                "Whether no two cards may say the same: a printed number. With the name of another field: no two of those that say the same of that.",
                "true",
            )
            .beside("type = \"integer\"\noptional = true"),
        ],
    ],
    more: &[],
    example: FIELD_EXAMPLE,
};

/// A field of the halves of cards.
pub(crate) static HALF_FIELD: Form = Form {
    of: "field of halves",
    doc: "A field of each half of a card, as that of cards; all are shown.",
    keys: &[&TYPE],
    more: &[],
    example: FIELD_EXAMPLE,
};

/// One of a card's effects.
pub(crate) static EFFECT: Form = Form {
    of: "effect",
    doc: "A verb with its parameters.",
    keys: &[&[always("verb", Holds::Of("verb"), "The verb, which a script registers.", "\"give\"")]],
    more: &[More {
        name: "PARAMETER",
        holds: Holds::Data,
        doc: "Every parameter that the verb takes: `cardwright list verbs GAME`.",
    }],
    example: "verb = \"give\"",
};

/// A reference in free data.
static REFERENCE: Form = Form {
    of: "reference",
    doc: "What free data names: a table of one key.",
    keys: &[&[
        may("id", Holds::Text, "", "One thing of the game.", "\"port\""),
        may("ids", Holds::List(&Holds::Text), "", "Several things of one kind.", "[\"port\"]"),
        may("word", Holds::Text, "", "A word.", "\"north\""),
    ]],
    more: &[],
    example: "",
};

impl Field {
    /// Its value in a table, missed where it must be there.
    pub(crate) fn of<'a>(&self, keys: &Keys<'a>) -> Option<&'a Located<Raw>> {
        if self.optional { keys.of_game(&self.name.value) } else { keys.need_of_game(&self.name.value) }
    }

    /// Reads a declaration: `"integer"`, `{ id = "space", optional = true }`, …
    pub(crate) fn declared(
        name: &Located<String>,
        value: &Located<Raw>,
        kinds: &[String],
        bearer: Bearer,
        problems: &Problems,
    ) -> Field {
        let declared = Field::read_declaration(name, value, kinds, bearer, problems);
        declared.unwrap_or(Field {
            name: name.clone(),
            of: FieldType::Broken,
            optional: true,
            shown: true,
            column: None,
            of_some: None,
            unique: None,
        })
    }
    fn read_declaration(
        name: &Located<String>,
        value: &Located<Raw>,
        kinds: &[String],
        bearer: Bearer,
        problems: &Problems,
    ) -> Option<Field> {
        let what = format!("the field `{}`", name.value);
        let whole = |of| Field {
            name: name.clone(),
            optional: of == FieldType::Effects,
            of,
            shown: true,
            column: None,
            of_some: None,
            unique: None,
        };
        let with_effects = matches!(bearer, Bearer::Card | Bearer::Half);
        let simple = |text: &Located<String>, range: RangeInclusive<i64>| match text.value.as_str() {
            "integer" => Some(FieldType::Integer(range)),
            "truth" => Some(FieldType::Truth),
            "text" => Some(FieldType::Text),
            "effects" if with_effects => Some(FieldType::Effects),
            _ => {
                problems.push(bad_choice(text, &what, &SIMPLE[..if with_effects { 4 } else { 3 }]));
                None
            }
        };
        let table = match &value.value {
            Raw::Text(text) => {
                return simple(&value.with(text.clone()), -LIMIT..=LIMIT).map(whole);
            }
            Raw::Table(table) => table,
            _ => {
                problems.push(wrong_type(value, &what, "the name of a type or a table"));
                return None;
            }
        };
        let keys = Keys::new(bearer.form(), table, value.place(), what.clone(), problems);
        let optional = keys.truth("optional").is_some_and(|t| t.value);
        let shown = bearer != Bearer::Card || keys.truth("shown").is_none_or(|t| t.value);
        let column = if bearer == Bearer::Space { keys.text("column").map(|t| t.value) } else { None };
        let is_of_card = bearer == Bearer::Card;
        let (of_some, unique) = if is_of_card { (of_some(&keys), unique(&keys)) } else { (None, None) };
        let (min, max) = (keys.number("min"), keys.number("max"));
        let range = min.map_or(-LIMIT, |n| n.value)..=max.map_or(LIMIT, |n| n.value);
        let target = |text: Located<String>| target(&text, &what, kinds, problems);
        let words = keys.get("word").map(|_| keys.texts("word"));
        let (id, ids, of) = (keys.text("id"), keys.text("ids"), keys.text("type"));
        let given = [words.is_some(), id.is_some(), ids.is_some(), of.is_some()].iter().filter(|g| **g).count();
        keys.finish();
        if given != 1 {
            problems.push(
                value
                    .error("content::bad-field-type", format!("{what} has no clear type"))
                    .label("must have exactly one of `type`, `word`, `id`, `ids`"),
            );
            return None;
        }
        let of = if let Some(words) = words {
            FieldType::Word(words)
        } else if let Some(id) = id {
            FieldType::Id(target(id)?)
        } else if let Some(ids) = ids {
            FieldType::Ids(target(ids)?)
        } else {
            simple(&of?, range)?
        };
        let optional = optional || of == FieldType::Effects;
        if let Some(some) = of_some.as_ref().filter(|_| !optional) {
            let message = format!("{what} is for some cards only, and may not be left out");
            let problem = some.field.error("content::bad-choice", message).label("others are to do without it");
            problems.push(problem.help("write `optional = true` beside it"));
        }
        Some(Field { optional, shown, column, of_some, unique, ..whole(of) })
    }

    /// Reads a value of this field; none (with a problem) if it will not do.
    pub(crate) fn read(&self, value: &Located<Raw>, board: &Board, problems: &Problems) -> Option<Datum> {
        let what = format!("`{}`", self.name.value);
        let wrong = |wanted: &str| {
            problems.push(wrong_type(value, &what, wanted));
            None
        };
        match (&self.of, &value.value) {
            (FieldType::Broken, _) => None,
            (FieldType::Integer(range), Raw::Number(number)) => {
                if range.contains(number) {
                    return Some(Datum::Number(*number));
                }
                problems.push(out_of_range(value, &what, *number, range));
                None
            }
            (FieldType::Integer(_), _) => wrong("a number"),
            (FieldType::Truth, Raw::Truth(truth)) => Some(Datum::Truth(*truth)),
            (FieldType::Truth, _) => wrong("`true` or `false`"),
            (FieldType::Text, Raw::Text(text)) => Some(Datum::Text(text.clone())),
            (FieldType::Text, _) => wrong("text"),
            (FieldType::Word(words), Raw::Text(text)) => {
                if words.iter().any(|w| w.value == *text) {
                    return board.read(Kind::Word, text).map(Datum::Val);
                }
                let names: Vec<&str> = words.iter().map(|w| w.value.as_str()).collect();
                problems.push(bad_choice(&value.with(text.clone()), &what, &names));
                None
            }
            (FieldType::Word(_), _) => wrong("a word"),
            (FieldType::Id(target), Raw::Text(text)) => {
                resolve(*target, &value.with(text.clone()), board, problems).map(Datum::Val)
            }
            (FieldType::Id(_), _) => wrong("an id"),
            (FieldType::Ids(target), Raw::List(list)) => {
                let mut vals = Vec::new();
                for item in list {
                    match &item.value {
                        Raw::Text(text) => vals.extend(resolve(*target, &item.with(text.clone()), board, problems)),
                        _ => problems.push(wrong_type(item, &format!("each of {what}"), "an id")),
                    }
                }
                vals.sort();
                vals.dedup();
                Some(Datum::Set(vals))
            }
            (FieldType::Ids(_), _) => wrong("a list of ids"),
            (FieldType::Effects, Raw::List(list)) => {
                Some(Datum::Effects(list.iter().filter_map(|item| effect(item, problems)).collect()))
            }
            (FieldType::Effects, _) => wrong("a list of effects"),
        }
    }
}

/// `for = { kind = ["storm"] }`.
fn of_some(keys: &Keys<'_>) -> Option<OfSome> {
    let (table, at) = keys.table("for")?;
    let [(field, value)] = table.as_slice() else {
        keys.push(
            at.error("content::bad-choice", format!("`for` of {} names {} fields", keys.what, table.len()))
                .label("must be one field of words: `{ kind = [\"storm\"] }`"),
        );
        return None;
    };
    let Raw::List(list) = &value.value else {
        keys.push(wrong_type(value, &format!("`{}` in `for`", field.value), "a list of words"));
        return None;
    };
    let mut words = Vec::new();
    for item in list {
        match &item.value {
            Raw::Text(text) => words.push(item.with(text.clone())),
            _ => keys.push(wrong_type(item, &format!("each of `{}` in `for`", field.value), "a word")),
        }
    }
    Some(OfSome { field: field.clone(), words })
}

/// `unique = true`, or `unique = "kind"`.
fn unique(keys: &Keys<'_>) -> Option<Unique> {
    let value = keys.get("unique")?;
    match &value.value {
        Raw::Truth(is_so) => is_so.then_some(Unique::All),
        Raw::Text(field) => Some(Unique::Within(value.with(field.clone()))),
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

fn effect(item: &Located<Raw>, problems: &Problems) -> Option<EffectUse> {
    let Raw::Table(table) = &item.value else {
        problems.push(wrong_type(item, "each effect", "a table").help("write `{ verb = \"…\", … }`"));
        return None;
    };
    let verb = Keys::new(&EFFECT, table, item.place(), "an effect", problems).need_text("verb")?;
    let params = table.iter().filter(|(k, _)| k.value != "verb").cloned().collect();
    Some(EffectUse { verb, params, origin: item.place() })
}

fn target(text: &Located<String>, what: &str, kinds: &[String], problems: &Problems) -> Option<Target> {
    if let Some((_, kind)) = TARGETS.iter().find(|(name, _)| *name == text.value) {
        return Some(Target::Of(*kind));
    }
    if let Some(kind) = kinds.iter().position(|k| *k == text.value) {
        return Some(Target::SpaceOf(KindId::new(kind)));
    }
    let mut names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    names.extend(kinds.iter().map(String::as_str));
    problems.push(bad_choice(text, what, &names));
    None
}

/// The handle an id stands for.
pub(crate) fn resolve(target: Target, id: &Located<String>, board: &Board, problems: &Problems) -> Option<Val> {
    let (kind, word) = match target {
        Target::Of(kind) => (kind, TARGETS.iter().find(|(_, k)| *k == kind).map_or("id", |(name, _)| *name)),
        Target::SpaceOf(_) => (Kind::Space, "space"),
    };
    let found = match kind {
        Kind::Word | Kind::Card | Kind::Zone | Kind::Class => board.read(kind, &id.value),
        _ => board.find_as(kind, &id.value),
    };
    match (found, target) {
        (Some(val), Target::SpaceOf(wanted)) => {
            let space = &board.spaces[val.payload() as usize];
            if space.kind == wanted {
                return Some(val);
            }
            let (is, wanted) = (&board.kinds[space.kind.at()].id, &board.kinds[wanted.at()].id);
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
            let problem = unknown(id, word, names.into_iter().take(problems.room()));
            problems.push(if kind == Kind::Word { with_its_declaration(problem, &id.value) } else { problem });
            None
        }
    }
}

/// How a word is declared, where it is like none that is.
fn with_its_declaration(problem: Diagnostic, word: &str) -> Diagnostic {
    if problem.help.is_some() {
        return problem;
    }
    problem.help(format!(
        "a word stands in `text.toml`, `[word.{word}]` with a `label`; or among those that the field may hold, `{{ word = [\"{word}\", …] }}`"
    ))
}

/// The diagnostic for an id nothing has.
pub(crate) fn unknown<'a>(id: &Located<String>, word: &str, names: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    id.error(&format!("content::unknown-{word}"), format!("unknown {word} `{}`", id.value))
        .label(format!("no {word} of this game has this id"))
        .suggest(&id.value, names)
}

/// Free data of a piece type: numbers, truths, texts, lists and tables; `{ id = "…" }` and
/// `{ ids = […] }` name things by their global id, `{ word = "…" }` a word.
pub(crate) fn free(table: &Table, board: &Board, problems: &Problems) -> Vec<(String, Datum)> {
    table.iter().filter_map(|(key, value)| Some((lua(&key.value), free_value(value, board, problems)?))).collect()
}

/// The thing of an id, whatever its kind; where things of several kinds have it, the kind stands before it (`side reds`).
fn of_any_kind(id: &Located<String>, board: &Board, problems: &Problems) -> Option<Val> {
    if let Some((word, of_kind)) = id.value.split_once(' ')
        && let Some((_, kind)) = TARGETS.iter().find(|(target, _)| *target == word)
    {
        return resolve(Target::Of(*kind), &id.with(of_kind.trim().to_string()), board, problems);
    }
    match board.called(&id.value) {
        [_, ..] if board.find(&id.value).is_some() => board.find(&id.value),
        [] => {
            problems.push(unknown(id, "id", board.ids().map(|(id, _)| id).take(problems.room())));
            None
        }
        several => {
            let is: Vec<String> = several.iter().map(|val| format!("a {}", val.kind().word())).collect();
            let named = several.iter().filter_map(|val| TARGETS.iter().find(|(_, kind)| *kind == val.kind()));
            let write: Vec<String> = named.map(|(target, _)| format!("`\"{target} {}\"`", id.value)).collect();
            let message = format!("`{}` is {}", id.value, is.join(" and "));
            let problem = id.error("content::shared-id", message).label("which of them?");
            problems.push(problem.help(format!("write {}", write.join(" or "))));
            None
        }
    }
}

fn free_value(value: &Located<Raw>, board: &Board, problems: &Problems) -> Option<Datum> {
    let global = |id: Located<String>| of_any_kind(&id, board, problems);
    match &value.value {
        Raw::Number(number) => Some(Datum::Number(*number)),
        Raw::Truth(truth) => Some(Datum::Truth(*truth)),
        Raw::Text(text) => Some(Datum::Text(text.clone())),
        Raw::List(list) => Some(Datum::List(list.iter().filter_map(|v| free_value(v, board, problems)).collect())),
        Raw::Table(table) => match table.as_slice() {
            [(key, value)] if matches!(key.value.as_str(), "id" | "ids" | "word") => {
                let keys = Keys::new(&REFERENCE, table, key.place(), "a reference", problems);
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
                                    .label("these are of several kinds"),
                            );
                        }
                        Some(Datum::Set(vals))
                    }
                }
            }
            _ => Some(Datum::Table(free(table, board, problems))),
        },
        Raw::Fraction(_) | Raw::Other(_) => {
            problems.push(wrong_type(value, "data", "a number, truth, text, list or table"));
            None
        }
    }
}
