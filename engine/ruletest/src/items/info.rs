//! `info THING: FIELD VALUE`: checks the data of a card, space, link or piece against what the test's author read on
//! the printed component.

use super::{Item, PrintedField, card};
use crate::line_part::{LinePart, Mistake};
use crate::programs::LoadedGame;
use crate::report::Mismatch;
use cardwright_content::{Datum, TomlValue};
use cardwright_script::Program;
use cardwright_state::board::Board;
use cardwright_state::val::{Kind, Val};

/// The kinds of things that have printed fields.
const PRINTED: [(&str, Kind); 4] =
    [("card", Kind::Card), ("space", Kind::Space), ("link", Kind::Link), ("piece", Kind::Class)];

/// Parses `info THING: FIELD VALUE, …`.
pub(super) fn read(loaded: &LoadedGame, part: &LinePart) -> Result<Vec<Item>, Mistake> {
    let program = &*loaded.program;
    let usage = || part.mistake("`info` takes a card, a space or a piece, a colon, and fields with their values");
    let (head, body) = part.head().filter(|(_, body)| !body.is_empty()).ok_or_else(usage)?;
    let [_, thing] = head.words().try_into().map_err(|_| usage())?;
    let thing_val = find_thing(&program.board, &thing)?;
    if program.content.info(thing_val).is_none() {
        return Err(thing.mistake(format!("`{}` has no fields", thing.text)));
    }
    let mut out = Vec::new();
    for element in body.elements().into_iter().filter(|element| !element.is_empty()) {
        let words = element.words();
        let [field, value @ ..] = words.as_slice() else { continue };
        let path: Vec<String> = field.text.split('.').map(|key| key.replace('-', "_")).collect();
        check_field(program, thing_val, field, &path)?;
        let [first, ..] = value else {
            return Err(field.mistake(format!("`{}` needs a value, or `none`", field.text)));
        };
        // A text in quotation marks is the value as a whole.
        let quoted = element.slice(first.at - element.at, element.text.len()).text;
        let words = match quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(text) => vec![text.to_owned()],
            None => value.iter().map(|word| word.text.clone()).collect(),
        };
        let head = format!("info {}: {}", thing.text, field.text);
        out.push(Item::Info(PrintedField { head, thing: thing_val, path, words }));
    }
    Ok(out)
}

/// Finds the thing that a word names. If a card and another thing have this id, the word means the card. Any other
/// ambiguous id needs its kind before it.
fn find_thing(board: &Board, word: &LinePart) -> Result<Val, Mistake> {
    if let Some((kind, id)) = word.text.split_once(':')
        && let Some(kind) = PRINTED.iter().find(|(name, _)| *name == kind).map(|(_, kind)| *kind)
    {
        let valid =
            || board.ids().filter(|(_, val)| val.kind() == kind).map(|(id, _)| id.to_owned()).collect::<Vec<_>>();
        let found = board.parse(kind, id);
        return found.ok_or_else(|| word.unknown(format!("no {} is called `{id}`", kind.word()), &valid()));
    }
    let kinds: Vec<&(&str, Kind)> =
        PRINTED.iter().filter(|(_, kind)| board.find_of_kind(*kind, &word.text).is_some()).collect();
    let found = board.find(&word.text).or_else(|| match kinds.as_slice() {
        [(_, kind)] => board.find_of_kind(*kind, &word.text),
        _ => None,
    });
    if found.is_none() && kinds.len() > 1 && board.card(&word.text).is_none() {
        let choices: Vec<String> = kinds.iter().map(|(name, _)| format!("`{name}:{}`", word.text)).collect();
        return Err(word.mistake(format!("which `{}`? {}", word.text, choices.join(" or "))));
    }
    match (board.card(&word.text), found) {
        (Some(card), _) => Ok(Val::card(card)),
        (None, Some(thing)) => Ok(thing),
        (None, None) => card(board, word).map(Val::card).map_err(|_| {
            let mut valid: Vec<String> = board.ids().map(|(id, _)| id.to_owned()).collect();
            valid.extend(board.cards.iter().map(|card| card.id.clone()));
            word.unknown(format!("nothing is called `{}`", word.text), &valid)
        }),
    }
}

/// Reports a field that nothing of this kind has, because its value would always be `none`.
fn check_field(program: &Program, thing: Val, field: &LinePart, path: &[String]) -> Result<(), Mistake> {
    let board = &program.board;
    let things: Vec<Val> = match thing.kind() {
        Kind::Card => board.cards.iter().filter_map(|c| board.card(&c.id)).map(Val::card).collect(),
        kind => board.ids().map(|(_, val)| val).filter(|val| val.kind() == kind).collect(),
    };
    let infos: Vec<&Datum> = things.into_iter().filter_map(|val| program.content.info(val)).collect();
    let has_field = infos.iter().any(|info| match path {
        // Looks at all effects of all cards, because some cards have fewer effects than others.
        [parent_path @ .., number, key] if number.parse::<usize>().is_ok() => {
            field_at(info, parent_path).is_some_and(|effects| has_parameter(effects, key))
        }
        _ => field_at(info, path).is_some(),
    });
    if has_field {
        return Ok(());
    }
    let mut valid = Vec::new();
    infos.iter().for_each(|info| field_names(info, "", &mut valid));
    Err(field.unknown(format!("no {} has a field `{}`", thing.kind().word(), field.text), &valid))
}

fn has_parameter(effects: &Datum, key: &str) -> bool {
    let Datum::Effects(effects) = effects else { return false };
    effects.iter().flat_map(|effect| &effect.params).any(|(name, _)| name.value.replace('-', "_") == key)
}

fn field_names(info: &Datum, prefix: &str, out: &mut Vec<String>) {
    let Datum::Table(table) = info else { return };
    for (key, datum) in table {
        let path = format!("{prefix}{}", key.replace('_', "-"));
        field_names(datum, &format!("{path}."), out);
        out.push(path);
    }
}

fn field_at<'d>(info: &'d Datum, path: &[String]) -> Option<&'d Datum> {
    path.iter().try_fold(info, |datum, key| datum.get(key))
}

/// Returns how the data of the thing differs from the expected value. Returns `None` if they agree.
pub(super) fn compare(program: &Program, printed: &PrintedField) -> Option<Mismatch> {
    let board = &*program.board;
    let (mut found, is_set) = program
        .content
        .info(printed.thing)
        .and_then(|info| field_words(board, info, &printed.path))
        .unwrap_or_default();
    let mut wanted = printed.words.clone();
    if found.is_empty() {
        found.push("none".into());
    }
    let item_text = |words: &[String]| format!("{} {}", printed.head, words.join(" "));
    let (expected, found_text) = (item_text(&wanted), item_text(&found));
    if is_set {
        wanted.sort();
        found.sort();
    }
    if wanted == found { None } else { Mismatch::unless_equal(expected, found_text) }
}

/// The words of a field. The flag says whether their order does not matter.
fn field_words(board: &Board, info: &Datum, path: &[String]) -> Option<(Vec<String>, bool)> {
    if let [parent_path @ .., number, key] = path
        && let (Ok(number), Some(Datum::Effects(effects))) = (number.parse::<usize>(), field_at(info, parent_path))
    {
        let effect = effects.get(number.checked_sub(1)?)?;
        let (_, value) = effect.params.iter().find(|(name, _)| name.value.replace('-', "_") == *key)?;
        return Some((toml_words(&value.value), matches!(value.value, TomlValue::List(_))));
    }
    Some(match field_at(info, path)? {
        Datum::Set(set) => (set.iter().map(|val| board.text(*val)).collect(), true),
        Datum::Effects(effects) => (effects.iter().map(|effect| effect.verb.value.clone()).collect(), false),
        other => (datum_words(board, other), false),
    })
}

fn datum_words(board: &Board, datum: &Datum) -> Vec<String> {
    match datum {
        Datum::Number(number) => vec![number.to_string()],
        Datum::Boolean(is_true) => vec![is_true.to_string()],
        Datum::Text(text) => vec![text.clone()],
        Datum::Val(val) => vec![board.text(*val)],
        Datum::Set(set) => set.iter().map(|val| board.text(*val)).collect(),
        Datum::List(list) => list.iter().flat_map(|item| datum_words(board, item)).collect(),
        Datum::Table(_) | Datum::Effects(_) => Vec::new(),
    }
}

fn toml_words(value: &TomlValue) -> Vec<String> {
    match value {
        TomlValue::Text(text) => vec![text.clone()],
        TomlValue::Number(number) => vec![number.to_string()],
        TomlValue::Boolean(is_true) => vec![is_true.to_string()],
        TomlValue::List(list) => list.iter().flat_map(|item| toml_words(&item.value)).collect(),
        TomlValue::Table(_) | TomlValue::Fraction(_) | TomlValue::Other(_) => Vec::new(),
    }
}
