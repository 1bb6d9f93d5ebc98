//! Evaluates Lua expressions that a person types. They may read everything and change nothing.

use super::Vm;
use crate::host::StopCause;
use crate::script_errors::split_error;
use crate::watchdog::READ_ONLY_LIMIT;
use cardwright_state::val::{Kind, Val};
use mlua::{MultiValue, Table, Value};

/// The error of [`Vm::evaluate`] for an expression that would change something.
pub const READ_ONLY_EXPRESSION: &str = "an expression may change nothing";

impl Vm {
    /// Evaluates a Lua expression and returns its value as text. The expression may change nothing.
    ///
    /// # Errors
    /// Lua's message, or the time limit of one second.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        let before = self.host.borrow_mut().begin_read_only();
        let limit = self.watchdog.limit();
        self.watchdog.set_limit(limit.min(READ_ONLY_LIMIT));
        self.watchdog.start();
        let load = |text: String| {
            self.lua.load(text).set_name("=expression").set_mode(mlua::chunk::ChunkMode::Text).into_function()
        };
        let done = load(format!("return {expression}")).or_else(|_| load(expression.to_owned())).and_then(|f| {
            f.set_environment(self.read_only_environment()?)?;
            f.call::<MultiValue>(())
        });
        let has_fired = self.watchdog.stop();
        self.watchdog.set_limit(limit);
        if done.is_err() {
            crate::lua_ffi::resume_panic();
            let _ = self.reset_coroutine();
        }
        let fault = self.host.borrow().stop_cause.clone();
        let shown = match done {
            Ok(values) => Ok(values.iter().map(|v| self.display(v, 0)).collect::<Vec<_>>().join("  ")),
            Err(_) if fault == Some(StopCause::ReadOnly) => Err(READ_ONLY_EXPRESSION.into()),
            Err(_) if has_fired => {
                Err(format!("the expression ran too long ({} s)", limit.min(READ_ONLY_LIMIT).as_secs_f32()))
            }
            Err(error) => {
                let message = split_error(&error.to_string()).1;
                // The expression has one line, so its place is of no use.
                Err(message.strip_prefix("expression:1: ").map_or(message.clone(), str::to_owned))
            }
        };
        self.host.borrow_mut().end_read_only(before);
        self.is_live = false; // Drops what the expression left in the prelude (`need`, `next`) with the coroutine.
        shown
    }

    /// The environment of an expression: all names that scripts see. Setting one fails, as the next expression would see it.
    fn read_only_environment(&self) -> mlua::Result<Table> {
        let (names, meta) = (self.lua.create_table()?, self.lua.create_table()?);
        let set = self.lua.create_function(|_, (_, name, _): (Value, Value, Value)| -> mlua::Result<()> {
            let name = name.to_string().unwrap_or_default();
            Err(mlua::Error::runtime(format!(
                "{READ_ONLY_EXPRESSION}: it may not set `{name}` (`local {name} = …` does)"
            )))
        })?;
        meta.raw_set("__index", self.lua.globals())?;
        meta.raw_set("__newindex", set)?;
        names.set_metatable(Some(meta))?;
        Ok(names)
    }

    fn display(&self, value: &Value, depth: usize) -> String {
        match value {
            Value::Integer(n) => {
                let host = self.host.borrow();
                let val = Val(*n);
                match val.kind() {
                    Kind::Number => n.to_string(),
                    Kind::Set => {
                        let mut members = Vec::new();
                        if let Ok(set) = host.set(val) {
                            host.members(&set, &mut members);
                        }
                        let texts: Vec<String> = members.iter().map(|v| host.board.text(*v)).collect();
                        format!("{{{}}}", texts.join(", "))
                    }
                    _ => host.board.text(val),
                }
            }
            Value::Table(table) if depth < 4 => {
                let mut parts = Vec::new();
                for (i, pair) in table.pairs::<Value, Value>().flatten().enumerate() {
                    let (key, value) = pair;
                    let value = self.display(&value, depth + 1);
                    parts.push(match key {
                        Value::Integer(n) if n == i as i64 + 1 => value,
                        Value::String(s) => format!("{} = {value}", s.to_string_lossy()),
                        other => format!("[{}] = {value}", self.display(&other, depth + 1)),
                    });
                }
                format!("{{{}}}", parts.join(", "))
            }
            Value::String(s) => format!("\"{}\"", s.to_string_lossy()),
            Value::Number(n) => n.to_string(),
            Value::Boolean(b) => b.to_string(),
            Value::Nil => "nil".into(),
            other => format!("<{}>", other.type_name()),
        }
    }
}
