//! Makes the constants that scripts see, one for each id of the content, and the frozen Luau tables for `info` and
//! `half`.

use crate::host::{Host, PLAIN, SetValue};
use crate::lua_ffi;
use cardwright_content::{Content, Datum};
use cardwright_state::board::OptionType;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{Board, OptionId};
use mlua::{Lua, Table, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Returns the Lua name of an id: `us_training` for `us-training`.
pub fn lua_name(id: &str) -> String {
    id.replace('-', "_")
}

/// Whether `name` is the Lua name of `id`.
pub(crate) fn is_lua_name(id: &str, name: &str) -> bool {
    id.len() == name.len()
        && id
            .bytes()
            .zip(name.bytes())
            .all(|(id_byte, name_byte)| id_byte == name_byte || (id_byte, name_byte) == (b'-', b'_'))
}

/// The constant tables by kind, such as `SPACE` for `SPACE.pearson`. Scripts need these tables for ids that several
/// kinds share.
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

/// Whether the constant `PLAIN` means the neighbours without a link, as `LINK_KIND.plain` always does. It does not if
/// something of the game has the id `plain`.
pub fn has_plain(board: &Board) -> bool {
    board.all_with_id("plain").is_empty()
}

/// Returns message and help for a constant whose id several kinds share. Returns `None` for any other constant.
pub(crate) fn ambiguous_constant(board: &Board, constant: &str) -> Option<(String, String)> {
    let id = board.ids().map(|(id, _)| id).find(|id| lua_name(id).to_uppercase() == constant)?;
    let things = board.all_with_id(id);
    if things.len() < 2 || board.find(id).is_some() {
        return None;
    }
    let kinds: Vec<String> = things.iter().map(|val| format!("a {}", val.kind().word())).collect();
    let constants: Vec<String> = things.iter().map(|val| format!("`{}`", constant_of(id, *val, board))).collect();
    Some((format!("`{constant}` is {}", kinds.join(" and ")), format!("write {}", constants.join(" or "))))
}

/// Returns the expression that names a thing in scripts: `PORT`, `SPACE.pearson`, `class("usa/damaged")`.
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
    let constants = lua.create_table()?;
    let board = host.borrow().board.clone();
    let tables: BTreeMap<Kind, Table> =
        KINDS.iter().map(|(_, kind)| Ok((*kind, lua.create_table()?))).collect::<mlua::Result<_>>()?;
    for (id, val) in board.ids() {
        if id.contains('/') {
            continue; // Scripts write `class("band/worn")`.
        }
        let constant = match val.kind() {
            Kind::SpaceKind => {
                let members = board.space_kinds[val.payload() as usize].members.clone();
                host.borrow_mut().new_set(SetValue::Dense(Kind::Space, members))
            }
            // The constant of a pile that each side has is marked, because scripts must also name the side.
            Kind::Pile => host.borrow().per_side(val),
            _ => val,
        };
        if let Some(table) = tables.get(&val.kind()) {
            table.raw_set(lua_name(id), constant.0 as f64)?;
        }
        if board.find(id) == Some(val) {
            constants.raw_set(lua_name(id).to_uppercase(), constant.0 as f64)?;
        }
    }
    for (name, kind) in KINDS {
        constants.raw_set(name, &tables[&kind])?;
    }
    constants
        .raw_set("WORD", handle_table(lua, Kind::Word, board.labels.words.iter().map(|word| word.id.as_str()))?)?;
    constants
        .raw_set("TEXT", handle_table(lua, Kind::Text, board.labels.texts.iter().map(|text| text.id.as_str()))?)?;
    constants.raw_set(
        "WHY",
        handle_table(lua, Kind::Reason, board.labels.reasons.iter().map(|reason| reason.id.as_str()))?,
    )?;
    constants.raw_set("ZONE", handle_table(lua, Kind::Zone, board.zones.iter().map(String::as_str))?)?;
    constants.raw_set("CARD", handle_table(lua, Kind::Card, board.cards.iter().map(|card| card.id.as_str()))?)?;
    tables[&Kind::LinkKind].raw_set("plain", PLAIN.0 as f64)?;
    if has_plain(&board) {
        constants.raw_set("PLAIN", PLAIN.0 as f64)?;
    }
    constants.raw_set("OPTION", options(lua, host)?)?;
    Ok(constants)
}

/// Makes a Luau table of handles by the Lua names of their ids.
fn handle_table<'a>(lua: &Lua, kind: Kind, ids: impl Iterator<Item = &'a str>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (index, id) in ids.enumerate() {
        table.raw_set(lua_name(id), Val::handle(kind, index as u64).0 as f64)?;
    }
    Ok(table)
}

/// Returns the keys of a constant table. Returns `None` if there is no such table.
pub(crate) fn table_keys(board: &Board, table: &str) -> Option<Vec<String>> {
    let lua_names = |ids: Vec<&String>| Some(ids.into_iter().map(|id| lua_name(id)).collect());
    match table {
        "WORD" => lua_names(board.labels.words.iter().map(|word| &word.id).collect()),
        "TEXT" => lua_names(board.labels.texts.iter().map(|text| &text.id).collect()),
        "WHY" => lua_names(board.labels.reasons.iter().map(|reason| &reason.id).collect()),
        "ZONE" => lua_names(board.zones.iter().collect()),
        "CARD" => lua_names(board.cards.iter().map(|card| &card.id).collect()),
        "OPTION" => lua_names(board.options.iter().map(|option| &option.id).collect()),
        _ => {
            let (_, kind) = KINDS.iter().find(|(name, _)| *name == table)?;
            let ids = board.ids().filter(|(id, val)| val.kind() == *kind && !id.contains('/'));
            let plain = (*kind == Kind::LinkKind).then(|| "plain".to_owned());
            Some(ids.map(|(id, _)| lua_name(id)).chain(plain).collect())
        }
    }
}

/// Makes the constant table `OPTION`. `OPTION` reads the options from the position, so scripts can use it only while a
/// game runs.
fn options(lua: &Lua, host: &Rc<RefCell<Host>>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let meta = lua.create_table()?;
    let index = lua_ffi::host_function::<false, _, _>(
        lua,
        host,
        |host, (_, name): (lua_ffi::Ignored, lua_ffi::BorrowedText)| {
            if host.is_loading() {
                return Err(
                    format!("`OPTION.{}` can be read only inside functions: it belongs to a scenario", &*name).into()
                );
            }
            let board = &host.board;
            let index = board.options.iter().position(|option| is_lua_name(&option.id, &name));
            let index = index.ok_or_else(|| format!("unknown option `{}`", &*name))?;
            let value = host.pos.option(OptionId::new(index));
            Ok(lua_ffi::LuaPlain(match &board.options[index].option_type {
                OptionType::Boolean => PlainValue::Boolean(value != 0),
                OptionType::Number { .. } | OptionType::OneOf(_) => PlainValue::Val(Val(value)),
                OptionType::Word(words) => {
                    let word = words.get(value as usize).and_then(|word| board.parse(Kind::Word, word));
                    word.map_or(PlainValue::Nil, PlainValue::Val)
                }
            }))
        },
    )?;
    meta.raw_set("__index", index)?;
    table.set_metatable(Some(meta))?;
    Ok(table)
}

/// Converts a datum of the content to a Lua value. Lists of card effects stay empty until scripts have registered the
/// verbs.
pub(crate) fn datum_to_lua(lua: &Lua, host: &Rc<RefCell<Host>>, datum: &Datum) -> mlua::Result<Value> {
    Ok(match datum {
        Datum::Number(number) => Value::Integer(*number),
        Datum::Boolean(truth) => Value::Boolean(*truth),
        Datum::Text(text) => Value::String(lua.create_string(text)?),
        Datum::Val(val) => Value::Number(val.0 as f64),
        Datum::Set(vals) => Value::Number(host.borrow_mut().set_of(vals).0 as f64),
        Datum::List(list) => {
            let values = list.iter().map(|member| datum_to_lua(lua, host, member)).collect::<mlua::Result<Vec<_>>>()?;
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

/// Makes the Luau tables behind `info(thing)` and `half(card, side)`. Both have handles as keys.
pub(crate) fn infos(lua: &Lua, host: &Rc<RefCell<Host>>, content: &Content) -> mlua::Result<(Table, Table)> {
    let (infos, halves) = (lua.create_table()?, lua.create_table()?);
    let fields = &content.info_fields;
    let mut metas = BTreeMap::new();
    for kind in [Kind::Space, Kind::Link, Kind::Class, Kind::Card] {
        let declared = fields.for_kind(kind).cloned().unwrap_or_default();
        let error_start = format!("a {} has no field", kind.word());
        metas.insert(kind, declared_fields_metatable(lua, host, error_start, declared)?);
    }
    // Scripts may read `effects` of any half.
    let declared = fields.half.iter().cloned().chain(["effects".into()]).collect();
    let half_meta = declared_fields_metatable(lua, host, "a half of a card has no field".into(), declared)?;
    for (val, info) in &content.infos {
        let value = datum_to_lua(lua, host, info)?;
        if let (Value::Table(table), Some(meta)) = (&value, metas.get(&val.kind())) {
            table.set_metatable(Some(meta.clone()))?;
        }
        if let (Kind::Card, Value::Table(card)) = (val.kind(), &value) {
            let by_side = lua.create_table()?;
            for (index, side) in content.board.sides.iter().enumerate() {
                if let Value::Table(half) = card.raw_get::<Value>(lua_name(&side.id))? {
                    half.set_metatable(Some(half_meta.clone()))?;
                    by_side.raw_set(Val::handle(Kind::Side, index as u64).0 as f64, half)?;
                }
            }
            halves.raw_set(val.0 as f64, by_side)?;
        }
        infos.raw_set(val.0 as f64, value)?;
    }
    Ok((infos, halves))
}

/// Makes a metatable with which reading an undeclared field is an error. A declared field without a value is nil. The
/// error is `error_start` and the field.
pub(crate) fn declared_fields_metatable(
    lua: &Lua,
    host: &Rc<RefCell<Host>>,
    error_start: String,
    declared: BTreeSet<String>,
) -> mlua::Result<Table> {
    let declared_table = lua.create_table_from(declared.iter().map(|name| (name.as_str(), 1)))?;
    let refuse = lua.create_function(move |_, key: Value| -> mlua::Result<()> {
        let key = key.to_string().unwrap_or_default();
        let near = cardwright_content::did_you_mean(&key, declared.iter().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Err(mlua::Error::runtime(format!("{error_start} `{key}`{hint}")))
    })?;
    let meta = lua.create_table()?;
    meta.raw_set("__index", lua_ffi::nil_if_declared(lua, host, &declared_table, &refuse)?)?;
    meta.set_readonly(true);
    Ok(meta)
}
