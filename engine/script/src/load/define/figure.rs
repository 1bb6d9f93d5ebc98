//! `figure "name" { on, audience, told, short, shown, warns, doc, value }`: something worked out from the position for whoever looks.

use super::Registrar;
use crate::program::{Figure, Telling};
use crate::vm::Figuring;
use cardwright_state::board::{Kinds, On, Visibility};
use cardwright_state::{Board, KindId};
use mlua::{Function, Lua, Table, Value};

const KEYS: [&str; 8] = ["on", "audience", "told", "short", "shown", "warns", "doc", "value"];
/// Letters of a short name.
const LONGEST_SHORT: usize = 6;

pub(super) fn definer(lua: &Lua, registrar: &Registrar) -> mlua::Result<Function> {
    registrar.with_table(lua, "figure", |registrar, entry, definition| {
        registrar.keys(entry, &definition, &KEYS)?;
        let read = read(&registrar.host.borrow().board, &entry.name, &entry.at, &definition);
        let (figure, value) = read.map_err(|what| entry.refused(what))?;
        registrar.figures.raw_set(entry.name.as_str(), &value)?;
        registrar.registry.borrow_mut().figures.push((figure, Figuring::new(value)));
        Ok(())
    })
}

/// A figure as a script defines it; what is wrong with it goes on after its name.
fn read(board: &Board, name: &str, at: &str, definition: &Table) -> Result<(Figure, Function), String> {
    let value: Option<Function> = definition.raw_get("value").map_err(|_| "has a `value` that is no function")?;
    let on = match definition.raw_get::<Value>("on").map_err(|e| e.to_string())? {
        Value::Nil => On::Game,
        Value::String(one) => kept_on(board, &[one.to_string_lossy()])?,
        Value::Table(list) => {
            let kinds: mlua::Result<Vec<String>> = list.sequence_values().collect();
            kept_on(board, &kinds.map_err(|_| "has an `on` that is no list of kinds of spaces")?)?
        }
        _ => return Err("has an `on` that is neither a text nor a list".into()),
    };
    let visibility = match definition.raw_get::<Option<String>>("audience").map_err(|e| e.to_string())?.as_deref() {
        Some("all") => Visibility::All,
        Some("none") => Visibility::None,
        Some("owner") if on == On::Side => Visibility::Owner,
        Some("owner") => return Err("has no owner who could see it: only what is `on = \"side\"` has one".into()),
        // A figure is worked out from all there is: who may read it is the author's to say.
        _ => return Err("does not say who sees it: `audience = \"all\"`, `\"owner\"` or `\"none\"`".into()),
    };
    let told = match definition.raw_get::<Value>("told").map_err(|e| e.to_string())? {
        Value::Nil => None,
        Value::String(word) if word == "deed" => Some(Telling::Deed),
        Value::String(word) if word == "chapter" => Some(Telling::Chapter),
        _ => return Err("has a `told` that is neither `\"deed\"` nor `\"chapter\"`".into()),
    };
    let doc = definition.raw_get::<Option<String>>("doc").map_err(|e| e.to_string())?.unwrap_or_default();
    let short = definition.raw_get::<Option<String>>("short").map_err(|_| "has a `short` that is no text")?;
    let fits = |s: &String| (1..=LONGEST_SHORT).contains(&s.chars().count()) && !s.contains(char::is_whitespace);
    if short.as_ref().is_some_and(|short| !fits(short)) {
        return Err(format!("has a `short` that is not 1 to {LONGEST_SHORT} letters without blanks"));
    }
    let truth = |key: &str| match definition.raw_get::<Value>(key) {
        Ok(Value::Nil) => Ok(None),
        Ok(Value::Boolean(truth)) => Ok(Some(truth)),
        _ => Err(format!("has a `{key}` that is neither true nor false")),
    };
    let (shown, warns) = (truth("shown")?.unwrap_or(true), truth("warns")?.unwrap_or(false));
    let value = value.ok_or("has no function `value`")?;
    Ok((Figure { name: name.to_owned(), doc, on, visibility, told, short, shown, warns, at: at.to_owned() }, value))
}

/// What a figure is worked out for: the game, each side, each space of some kinds.
fn kept_on(board: &Board, on: &[String]) -> Result<On, String> {
    match on {
        [game] if game == "game" => return Ok(On::Game),
        [side] if side == "side" => return Ok(On::Side),
        _ => {}
    }
    let mut all: Option<Kinds> = None;
    for name in on {
        let kinds: Vec<&str> = board.kinds.iter().map(|k| k.id.as_str()).collect();
        let Some(kind) = kinds.iter().position(|k| k == name).map(KindId::new) else {
            let hint = cardwright_content::did_you_mean(name, ["game", "side"].into_iter().chain(kinds));
            let hint = hint.map(|n| format!(", did you mean `{n}`?")).unwrap_or_default();
            return Err(format!("is on `{name}`, which is neither `game`, `side` nor a kind of spaces{hint}"));
        };
        all = Some(all.map_or(Kinds::one(kind), |kinds| kinds.with(kind)));
    }
    all.map(On::Spaces).ok_or_else(|| "is on nothing".into())
}
