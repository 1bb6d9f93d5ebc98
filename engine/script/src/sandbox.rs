//! The sandbox: removes files, clock, random numbers, bytecode, coroutines and metatables from Lua.

use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value, Variadic};

/// The most memory of one VM, in bytes.
pub(crate) const MEMORY_LIMIT: usize = 128 << 20;

/// Names of Luau's base library that scripts may use.
const ALLOWED: [&str; 9] = ["assert", "error", "ipairs", "select", "tonumber", "type", "unpack", "rawequal", "rawlen"];
const ALLOWED_MATH: [&str; 6] = ["abs", "clamp", "floor", "max", "min", "sign"];
const ALLOWED_TABLE: [&str; 9] = ["clone", "concat", "create", "find", "insert", "remove", "sort", "unpack", "pack"];
const ALLOWED_STRING: [&str; 8] = ["byte", "find", "format", "len", "lower", "sub", "upper", "rep"];

/// Opens a VM without its dangerous parts. Also returns the coroutine library, for the prelude.
pub(crate) fn open() -> mlua::Result<(Lua, Table)> {
    let libs = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::COROUTINE | StdLib::BUFFER;
    let lua = Lua::new_with(libs, LuaOptions::new())?;
    lua.set_memory_limit(MEMORY_LIMIT)?;
    lua.set_compiler(compiler());
    let globals = lua.globals();
    let coroutines: Table = globals.get("coroutine")?;
    let mut removed = Vec::new();
    for pair in globals.pairs::<String, Value>() {
        let (name, value) = pair?;
        let allowed: &[&str] = match name.as_str() {
            "math" => &ALLOWED_MATH,
            "table" => &ALLOWED_TABLE,
            "string" => &ALLOWED_STRING,
            _ => {
                // The prelude reads its shared flags with `buffer`. The loader removes it before scripts load.
                if !ALLOWED.contains(&name.as_str()) && name != "buffer" {
                    removed.push(name);
                }
                continue;
            }
        };
        if let Value::Table(library) = value {
            let mut unwanted = Vec::new();
            for entry in library.pairs::<String, Value>() {
                let (key, _) = entry?;
                if !allowed.contains(&key.as_str()) {
                    unwanted.push(key);
                }
            }
            for key in unwanted {
                library.raw_set(key, Value::Nil)?;
            }
        }
    }
    for name in removed {
        globals.raw_set(name, Value::Nil)?;
    }
    // Addresses differ between runs: no text may contain one.
    let tostring: Function = lua.create_function(|_, value: Value| match value {
        Value::Nil => Ok("nil".to_owned()),
        Value::Boolean(b) => Ok(b.to_string()),
        Value::Integer(i) => Ok(i.to_string()),
        Value::Number(n) => Ok(n.to_string()),
        Value::String(s) => Ok(s.to_string_lossy()),
        other => Err(mlua::Error::runtime(format!("a {} has no text", other.type_name()))),
    })?;
    globals.raw_set("tostring", tostring)?;
    // `%*`, which strings in backticks use, would write any value with its address.
    let strings: Table = globals.get("string")?;
    let original: Function = strings.get("format")?;
    let format = lua.create_function(move |_, args: Variadic<Value>| {
        let bare = |v: &Value| matches!(v, Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::Buffer(_));
        match args.iter().find(|v| bare(v) || v.is_userdata() || v.is_light_userdata()) {
            Some(value) => Err(mlua::Error::runtime(format!("a {} has no text", value.type_name()))),
            None => original.call::<Value>(args),
        }
    })?;
    strings.raw_set("format", format)?;
    Ok((lua, coroutines))
}

/// The compiler options for scripts.
pub(crate) fn compiler() -> mlua::chunk::Compiler {
    mlua::chunk::Compiler::new().set_optimization_level(2).set_debug_level(1)
}

/// The names of the sandbox's own functions and libraries.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ALLOWED.into_iter().chain(["math", "table", "string", "tostring"])
}

/// The libraries, and the functions of each that scripts may use.
pub(crate) fn libraries() -> [(&'static str, &'static [&'static str]); 3] {
    [("math", &ALLOWED_MATH), ("table", &ALLOWED_TABLE), ("string", &ALLOWED_STRING)]
}

/// Makes a table and all tables reachable from it read-only.
pub(crate) fn freeze(value: &Value) -> mlua::Result<()> {
    let mut open = vec![value.clone()]; // Not recursive: scripts may nest tables to any depth.
    while let Some(value) = open.pop() {
        let Value::Table(table) = value else { continue };
        if table.is_readonly() {
            continue;
        }
        table.set_readonly(true);
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            open.extend([key, value].into_iter().filter(Value::is_table));
        }
    }
    Ok(())
}
