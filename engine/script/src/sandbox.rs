//! The sandbox: removes files, clock, random numbers, bytecode, coroutines and metatables from Lua.

use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value, Variadic};

/// The most memory of one VM, in bytes.
pub(crate) const MEMORY_LIMIT: usize = 128 << 20;

/// Larger numbers have no integer of 64 bits.
const MAX_FORMATTED: f64 = (1_u64 << 63) as f64;

/// Names of Luau's base library that scripts may use.
const ALLOWED_BASE: [&str; 9] =
    ["assert", "error", "ipairs", "select", "tonumber", "type", "unpack", "rawequal", "rawlen"];
const ALLOWED_MATH: [&str; 6] = ["abs", "clamp", "floor", "max", "min", "sign"];
const ALLOWED_TABLE: [&str; 9] = ["clone", "concat", "create", "find", "insert", "remove", "sort", "unpack", "pack"];
const ALLOWED_STRING: [&str; 8] = ["byte", "find", "format", "len", "lower", "sub", "upper", "rep"];

/// Makes a VM without its dangerous parts. Also returns the coroutine library, which only the prelude gets.
pub(crate) fn open() -> mlua::Result<(Lua, Table)> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::COROUTINE | StdLib::BUFFER;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
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
                // The prelude reads its shared flags with `buffer`. The loader removes `buffer` before scripts load.
                if !ALLOWED_BASE.contains(&name.as_str()) && name != "buffer" {
                    removed.push(name);
                }
                continue;
            }
        };
        if let Value::Table(library) = value {
            let mut forbidden = Vec::new();
            for entry in library.pairs::<String, Value>() {
                let (key, _) = entry?;
                if !allowed.contains(&key.as_str()) {
                    forbidden.push(key);
                }
            }
            for key in forbidden {
                library.raw_set(key, Value::Nil)?;
            }
        }
    }
    for name in removed {
        globals.raw_set(name, Value::Nil)?;
    }
    // No text may contain an address, because addresses differ between runs.
    let tostring: Function = lua.create_function(|_, value: Value| match value {
        Value::Nil => Ok("nil".to_owned()),
        Value::Boolean(boolean) => Ok(boolean.to_string()),
        Value::Integer(integer) => Ok(integer.to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::String(text) => Ok(text.to_string_lossy()),
        other => Err(mlua::Error::runtime(format!("a {} has no text", other.type_name()))),
    })?;
    globals.raw_set("tostring", tostring)?;
    // Strings in backticks use the format `%*`, which writes tables and functions as addresses. The sign of NaN, and the
    // integer that a large number becomes, differ between processors.
    let string_library: Table = globals.get("string")?;
    let original: Function = string_library.get("format")?;
    let format = lua.create_function(move |_, args: Variadic<Value>| {
        let has_address = |arg: &Value| {
            matches!(arg, Value::Table(_) | Value::Function(_) | Value::Thread(_) | Value::Buffer(_))
                || arg.is_userdata()
                || arg.is_light_userdata()
        };
        let has_no_text =
            |arg: &Value| matches!(arg, Value::Number(number) if number.is_nan() || number.abs() >= MAX_FORMATTED);
        if let Some(value) = args.iter().find(|arg| has_address(arg)) {
            return Err(mlua::Error::runtime(format!("a {} has no text", value.type_name())));
        }
        match args.iter().any(has_no_text) {
            true => Err(mlua::Error::runtime("`string.format` takes numbers below 2^63")),
            false => original.call::<Value>(args),
        }
    })?;
    string_library.raw_set("format", format)?;
    Ok((lua, coroutines))
}

/// The Luau compiler, with the options for scripts. It does not compute `string.sub` itself, because the results of
/// large numbers would differ between processors.
pub(crate) fn compiler() -> mlua::chunk::Compiler {
    mlua::chunk::Compiler::new().set_optimization_level(2).set_debug_level(1).add_disabled_builtin("string.sub")
}

/// The names of Luau's functions and libraries that scripts may use.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ALLOWED_BASE.into_iter().chain(["math", "table", "string", "tostring"])
}

/// The libraries, and the functions of each that scripts may use.
pub(crate) fn libraries() -> [(&'static str, &'static [&'static str]); 3] {
    [("math", &ALLOWED_MATH), ("table", &ALLOWED_TABLE), ("string", &ALLOWED_STRING)]
}

/// Makes a Luau table read-only, and all tables that scripts can reach from it.
pub(crate) fn freeze(value: &Value) -> mlua::Result<()> {
    // Scripts may nest tables to any depth, so a recursion could overflow the stack.
    let mut pending = vec![value.clone()];
    while let Some(value) = pending.pop() {
        let Value::Table(table) = value else { continue };
        if table.is_readonly() {
            continue;
        }
        table.set_readonly(true);
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            pending.extend([key, value].into_iter().filter(Value::is_table));
        }
    }
    Ok(())
}
