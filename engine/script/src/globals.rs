//! The constants that scripts see: one for each id of the content, and frozen tables for `info` and `half`.

use crate::host::{Host, SetValue};
use crate::lua_ffi;
use cardwright_content::{Content, Datum};
use cardwright_state::board::OptionType;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{Board, OptionId};
use mlua::{Lua, Table, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The Lua name of an id: `us_training` for `us-training`.
pub fn lua_name(id: &str) -> String {
    id.replace('-', "_")
}

/// Whether `name` is the Lua name of `id`.
pub(crate) fn is_lua_name(id: &str, name: &str) -> bool {
    id.len() == name.len() && id.bytes().zip(name.bytes()).all(|(id, name)| id == name || (id, name) == (b'-', b'_'))
}

/// The constant tables by kind: `SPACE.pearson`. Scripts need them for ids that several kinds share.
pub const KINDS: [(&str, Kind); 12] = [
    ("SIDE", Kind::Side),
    ("SPACE", Kind::Space),
    ("ALL", Kind::SpaceKind),
    ("LINK", Kind::Link),
    ("LINK_KIND", Kind::LinkKind),
    ("CLASS", Kind::Class),
    ("TRACK", Kind::Track),
    ("FACT", Kind::Fact),
    ("DIE", Kind::Die),
    ("PERIOD", Kind::Period),
    ("MARK", Kind::Mark),
    ("PILE", Kind::Pile),
];

/// Message and help for a constant whose id several kinds share. `None` if it is unambiguous or unknown.
pub(crate) fn ambiguous_constant(board: &Board, constant: &str) -> Option<(String, String)> {
    let id = board.ids().map(|(id, _)| id).find(|id| lua_name(id).to_uppercase() == constant)?;
    let all = board.all_with_id(id);
    if all.len() < 2 || board.find(id).is_some() {
        return None;
    }
    let is: Vec<String> = all.iter().map(|val| format!("a {}", val.kind().word())).collect();
    let write: Vec<String> = all.iter().map(|val| format!("`{}`", constant_of(id, *val, board))).collect();
    Some((format!("`{constant}` is {}", is.join(" and ")), format!("write {}", write.join(" or "))))
}

/// The expression that names a thing in scripts: `PORT`, `SPACE.pearson`, `class("usa/damaged")`.
pub(crate) fn constant_of(id: &str, val: Val, board: &Board) -> String {
    let table = KINDS.iter().find(|(_, kind)| *kind == val.kind()).map(|(name, _)| name);
    match table {
        _ if id.contains('/') => format!("class(\"{id}\")"),
        Some(table) if board.find(id) != Some(val) => format!("{table}.{}", lua_name(id)),
        _ => lua_name(id).to_uppercase(),
    }
}

/// Makes all constants and constant tables except `KNOB`.
pub(crate) fn constants(lua: &Lua, host: &Rc<RefCell<Host>>) -> mlua::Result<Table> {
    let out = lua.create_table()?;
    let board = host.borrow().board.clone();
    let tables: BTreeMap<Kind, Table> =
        KINDS.iter().map(|(_, kind)| Ok((*kind, lua.create_table()?))).collect::<mlua::Result<_>>()?;
    for (id, val) in board.ids() {
        if id.contains('/') {
            continue;
        }
        let given = match val.kind() {
            Kind::SpaceKind => {
                let members = board.space_kinds[val.payload() as usize].members;
                host.borrow_mut().new_set(SetValue::Dense(Kind::Space, members))
            }
            Kind::Pile => host.borrow().per_side(val),
            _ => val,
        };
        if let Some(table) = tables.get(&val.kind()) {
            table.raw_set(lua_name(id), given.0 as f64)?;
        }
        if board.find(id) == Some(val) {
            out.raw_set(lua_name(id).to_uppercase(), given.0 as f64)?;
        }
    }
    for (name, kind) in KINDS {
        out.raw_set(name, &tables[&kind])?;
    }
    out.raw_set("WORD", named(lua, Kind::Word, board.words.iter().map(|w| w.id.as_str()))?)?;
    out.raw_set("TEXT", named(lua, Kind::Text, board.texts.iter().map(|w| w.id.as_str()))?)?;
    out.raw_set("WHY", named(lua, Kind::Reason, board.reasons.iter().map(|w| w.id.as_str()))?)?;
    out.raw_set("ZONE", named(lua, Kind::Zone, board.zones.iter().map(String::as_str))?)?;
    out.raw_set("CARD", named(lua, Kind::Card, board.cards.iter().map(|c| c.id.as_str()))?)?;
    out.raw_set("OPTION", options(lua, host)?)?;
    Ok(out)
}

fn named<'a>(lua: &Lua, kind: Kind, ids: impl Iterator<Item = &'a str>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (i, id) in ids.enumerate() {
        table.raw_set(lua_name(id), Val::handle(kind, i as u64).0 as f64)?;
    }
    Ok(table)
}

/// The keys of a constant table. `None` if there is no such table.
pub(crate) fn table_keys(board: &Board, table: &str) -> Option<Vec<String>> {
    let list = |ids: Vec<&String>| Some(ids.into_iter().map(|id| lua_name(id)).collect());
    match table {
        "WORD" => list(board.words.iter().map(|w| &w.id).collect()),
        "TEXT" => list(board.texts.iter().map(|w| &w.id).collect()),
        "WHY" => list(board.reasons.iter().map(|w| &w.id).collect()),
        "ZONE" => list(board.zones.iter().collect()),
        "CARD" => list(board.cards.iter().map(|w| &w.id).collect()),
        "OPTION" => list(board.options.iter().map(|w| &w.id).collect()),
        _ => {
            let (_, kind) = KINDS.iter().find(|(name, _)| *name == table)?;
            let ids = board.ids().filter(|(id, val)| val.kind() == *kind && !id.contains('/'));
            Some(ids.map(|(id, _)| lua_name(id)).collect())
        }
    }
}

/// Makes `OPTION`. It reads the position, so it works only while a game runs.
fn options(lua: &Lua, host: &Rc<RefCell<Host>>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let meta = lua.create_table()?;
    let index = lua_ffi::host_function(
        lua,
        host,
        lua_ffi::Uncounted,
        |host, (_, name): (lua_ffi::Ignored, lua_ffi::BorrowedText)| {
            if host.is_loading() {
                return Err(format!("`OPTION.{}` can be read only inside functions: it belongs to a scenario", &*name));
            }
            let board = &host.board;
            let at = board.options.iter().position(|option| is_lua_name(&option.id, &name));
            let at = at.ok_or_else(|| format!("unknown option `{}`", &*name))?;
            let value = host.pos.option(OptionId::new(at));
            Ok(lua_ffi::LuaPlain(match &board.options[at].option_type {
                OptionType::Boolean => PlainValue::Boolean(value != 0),
                OptionType::Number { .. } | OptionType::OneOf(_) => PlainValue::Val(Val(value)),
                OptionType::Word(words) => {
                    let word = words.get(value as usize).and_then(|w| board.parse(Kind::Word, w));
                    word.map_or(PlainValue::Nil, PlainValue::Val)
                }
            }))
        },
    )?;
    meta.raw_set("__index", index)?;
    table.set_metatable(Some(meta))?;
    Ok(table)
}

/// Converts a datum to a Lua value. Effect lists stay empty until the verbs are known.
pub(crate) fn datum_to_lua(lua: &Lua, host: &Rc<RefCell<Host>>, of: &Datum) -> mlua::Result<Value> {
    Ok(match of {
        Datum::Number(n) => Value::Integer(*n),
        Datum::Boolean(t) => Value::Boolean(*t),
        Datum::Text(t) => Value::String(lua.create_string(t)?),
        Datum::Val(v) => Value::Number(v.0 as f64),
        Datum::Set(vals) => Value::Number(host.borrow_mut().set_of(vals).0 as f64),
        Datum::List(list) => {
            let values = list.iter().map(|d| datum_to_lua(lua, host, d)).collect::<mlua::Result<Vec<_>>>()?;
            Value::Table(lua.create_sequence_from(values)?)
        }
        Datum::Table(pairs) => {
            let table = lua.create_table()?;
            for (key, value) in pairs {
                table.raw_set(lua_name(key), datum_to_lua(lua, host, value)?)?;
            }
            Value::Table(table)
        }
        Datum::Effects(_) => Value::Table(lua.create_table()?),
    })
}

/// The tables behind `info(thing)` and `half(card, side)`, by handle.
pub(crate) fn infos(lua: &Lua, host: &Rc<RefCell<Host>>, content: &Content) -> mlua::Result<(Table, Table)> {
    let (infos, halves) = (lua.create_table()?, lua.create_table()?);
    let fields = &content.info_fields;
    let mut metas = BTreeMap::new();
    for kind in [Kind::Space, Kind::Link, Kind::Class, Kind::Card] {
        let known = fields.for_kind(kind).cloned().unwrap_or_default();
        metas.insert(kind, declared_fields_metatable(lua, host, format!("a {} has no field", kind.word()), known)?);
    }
    // Scripts may read `effects` of any half.
    let known = fields.half.iter().cloned().chain(["effects".into()]).collect();
    let of_halves = declared_fields_metatable(lua, host, "a half of a card has no field".into(), known)?;
    for (val, of) in &content.infos {
        let value = datum_to_lua(lua, host, of)?;
        if let (Value::Table(table), Some(meta)) = (&value, metas.get(&val.kind())) {
            table.set_metatable(Some(meta.clone()))?;
        }
        if let (Kind::Card, Value::Table(card)) = (val.kind(), &value) {
            let by_side = lua.create_table()?;
            for (s, side) in content.board.sides.iter().enumerate() {
                if let Value::Table(half) = card.raw_get::<Value>(lua_name(&side.id))? {
                    half.set_metatable(Some(of_halves.clone()))?;
                    by_side.raw_set(Val::handle(Kind::Side, s as u64).0 as f64, half)?;
                }
            }
            halves.raw_set(val.0 as f64, by_side)?;
        }
        infos.raw_set(val.0 as f64, value)?;
    }
    Ok((infos, halves))
}

/// A metatable that makes reading an undeclared field an error. Declared fields without a value are nil.
pub(crate) fn declared_fields_metatable(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    error_start: String,
    known: BTreeSet<String>,
) -> mlua::Result<Table> {
    let declared = lua.create_table_from(known.iter().map(|name| (name.as_str(), 1)))?;
    let refuse = lua.create_function(move |_, key: Value| -> mlua::Result<()> {
        let key = key.to_string().unwrap_or_default();
        let near = cardwright_content::did_you_mean(&key, known.iter().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Err(mlua::Error::runtime(format!("{error_start} `{key}`{hint}")))
    })?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", lua_ffi::nil_if_declared(lua, host, &declared, &refuse)?)?;
    meta.set_readonly(true);
    Ok(meta)
}
