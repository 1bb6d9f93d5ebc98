//! `figure "name" { on, audience, during, odds, logged, short, shown, warns, evaluates, doc, value }`:
//! a value for display, for odds or for bots, derived from the position.

use super::Registrar;
use crate::program::{Figure, LogTiming};
use crate::vm::VmFigure;
use cardwright_state::board::{SpaceKinds, SubjectKind, Visibility};
use cardwright_state::{Board, SpaceKindId};
use mlua::{Function, Lua, Table, Value};

const KEYS: [&str; 11] =
    ["on", "audience", "during", "odds", "logged", "short", "shown", "warns", "evaluates", "doc", "value"];
/// The most characters of a short name.
const MAX_SHORT_LENGTH: usize = 6;

/// Makes the script function `figure`.
pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "figure", |registrar, entry, definition| {
        registrar.check_keys(entry, &definition, &KEYS)?;
        let read = read_figure(&registrar.host.borrow().board, &entry.name, &entry.script_line, &definition);
        let (figure, value) = read.map_err(|fault| entry.error(fault))?;
        let figures = &mut registrar.registry.borrow_mut().figures;
        if let Some((other, _)) = figures.iter().find(|(other, _)| figure.evaluates && other.evaluates) {
            return Err(entry.error(format!("evaluates, as `{}` does: a game has one such figure", other.name)));
        }
        registrar.figures.raw_set(entry.name.as_str(), &value)?;
        figures.push((figure, VmFigure::new(value)));
        Ok(())
    })
}

/// Reads a definition. An error is a text that continues a sentence after the name of the figure: `has a ...`.
fn read_figure(board: &Board, name: &str, script_line: &str, definition: &Table) -> Result<(Figure, Function), String> {
    let value: Option<Function> = definition.raw_get("value").map_err(|_| "has a `value` that is not a function")?;
    let on = match definition.raw_get::<Value>("on").map_err(|e| e.to_string())? {
        Value::Nil => SubjectKind::Game,
        Value::String(kind) => parse_subject(board, &[kind.to_string_lossy()])?,
        Value::Table(list) => {
            let kinds: mlua::Result<Vec<String>> = list.sequence_values().collect();
            parse_subject(board, &kinds.map_err(|_| "has an `on` that is not a list of kinds of spaces")?)?
        }
        _ => return Err("has an `on` that is neither a text nor a list".into()),
    };
    let visibility = match definition.raw_get::<Option<String>>("audience").map_err(|e| e.to_string())?.as_deref() {
        Some("all") => Visibility::All,
        Some("none") => Visibility::None,
        Some("owner") if on == SubjectKind::Side => Visibility::Owner,
        Some("owner") => return Err("has `audience = \"owner\"`, which needs `on = \"side\"`".into()),
        // The function `value` sees hidden things, so the author must say who may read its result.
        _ => return Err("has no `audience`: write `\"all\"`, `\"owner\"` or `\"none\"`".into()),
    };
    let log_timing = match definition.raw_get::<Value>("logged").map_err(|e| e.to_string())? {
        Value::Nil => None,
        Value::String(word) if word == "action" => Some(LogTiming::WithAction),
        Value::String(word) if word == "heading" => Some(LogTiming::WithHeading),
        _ => return Err("has a `logged` that is neither `\"action\"` nor `\"heading\"`".into()),
    };
    let doc = definition.raw_get::<Option<String>>("doc").map_err(|e| e.to_string())?.unwrap_or_default();
    let short = definition.raw_get::<Option<String>>("short").map_err(|_| "has a `short` that is not a text")?;
    let fits = |short: &String| {
        (1..=MAX_SHORT_LENGTH).contains(&short.chars().count()) && !short.contains(char::is_whitespace)
    };
    if short.as_ref().is_some_and(|short| !fits(short)) {
        return Err(format!("has a `short` that is not 1 to {MAX_SHORT_LENGTH} letters without blanks"));
    }
    let boolean = |key: &str| match definition.raw_get::<Value>(key) {
        Ok(Value::Nil) => Ok(None),
        Ok(Value::Boolean(boolean)) => Ok(Some(boolean)),
        _ => Err(format!("has a `{key}` that is neither true nor false")),
    };
    let (shown, warns) = (boolean("shown")?.unwrap_or(true), boolean("warns")?.unwrap_or(false));
    let evaluates = boolean("evaluates")?.unwrap_or(false);
    if evaluates && on != SubjectKind::Side {
        return Err("has `evaluates = true`, which needs `on = \"side\"`".into());
    }
    let during = match definition.raw_get::<Value>("during").map_err(|e| e.to_string())? {
        Value::Nil => Vec::new(),
        Value::Table(list) => list
            .sequence_values::<String>()
            .collect::<mlua::Result<Vec<String>>>()
            .map_err(|_| "has a `during` that is not a list of steps")?,
        _ => return Err("has a `during` that is not a list of steps".into()),
    };
    let odds = boolean("odds")?.unwrap_or(false);
    if odds && during.is_empty() {
        return Err("has `odds = true`, which needs `during`".into());
    }
    if !during.is_empty() && on != SubjectKind::Game {
        return Err("has `during`, which needs `on = \"game\"`".into());
    }
    let value = value.ok_or("has no function `value`")?;
    Ok((
        Figure {
            name: name.to_owned(),
            doc,
            on,
            visibility,
            log_timing,
            short,
            shown,
            warns,
            evaluates,
            during,
            odds,
            script_line: script_line.to_owned(),
        },
        value,
    ))
}

/// Parses the key `on`. Its words are `game`, `side` or kinds of spaces.
fn parse_subject(board: &Board, words: &[String]) -> Result<SubjectKind, String> {
    match words {
        [game] if game == "game" => return Ok(SubjectKind::Game),
        [side] if side == "side" => return Ok(SubjectKind::Side),
        _ => {}
    }
    let mut subjects: Option<SpaceKinds> = None;
    for word in words {
        let kinds: Vec<&str> = board.space_kinds.iter().map(|kind| kind.id.as_str()).collect();
        let Some(kind) = kinds.iter().position(|kind| kind == word).map(SpaceKindId::new) else {
            let hint = cardwright_content::did_you_mean(word, ["game", "side"].into_iter().chain(kinds));
            let hint = hint.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            return Err(format!("has `on = \"{word}\"`, which is neither `game`, `side` nor a kind of spaces{hint}"));
        };
        subjects = Some(subjects.map_or(SpaceKinds::one(kind), |kinds| kinds.with(kind)));
    }
    subjects.map(SubjectKind::Spaces).ok_or_else(|| "has an empty `on`".into())
}
