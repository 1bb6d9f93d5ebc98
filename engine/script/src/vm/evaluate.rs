//! Evaluates Lua expressions that a person types. An expression may read everything and change nothing.

use super::Vm;
use crate::host::StopCause;
use crate::script_errors::split_error;
use crate::watchdog::READ_ONLY_LIMIT;
use cardwright_state::val::{Kind, Val};
use mlua::{MultiValue, Table, Value};

/// The error of [`Vm::evaluate`] for an expression that would change something.
pub const READ_ONLY_EXPRESSION: &str = "an expression may change nothing";

/// The deepest nesting of Luau tables that the text of a value shows.
const MAX_DEPTH: usize = 4;

impl Vm {
    /// Evaluates a Lua expression and returns its value as text. The expression may change nothing.
    ///
    /// # Errors
    /// Returns Lua's message. Also fails if the expression would change something or runs longer than one second.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        let saved = self.host.borrow_mut().begin_read_only();
        let limit = self.watchdog.limit();
        self.watchdog.set_limit(limit.min(READ_ONLY_LIMIT));
        self.watchdog.start();
        let load = |text: String| {
            self.lua.load(text).set_name("=expression").set_mode(mlua::chunk::ChunkMode::Text).into_function()
        };
        let result =
            load(format!("return {expression}")).or_else(|_| load(expression.to_owned())).and_then(|function| {
                function.set_environment(self.read_only_environment()?)?;
                function.call::<MultiValue>(())
            });
        let time_limit = self.watchdog.stop();
        self.watchdog.set_limit(limit);
        if result.is_err() {
            crate::lua_ffi::resume_panic();
            let _ = self.reset_coroutine();
        }
        let stop_cause = self.host.borrow().limits.stop_cause.clone();
        let text = match result {
            Ok(values) => Ok(values.iter().map(|value| self.display(value, 0)).collect::<Vec<_>>().join("  ")),
            Err(_) if matches!(stop_cause, Some(StopCause::ReadOnly(_))) => Err(READ_ONLY_EXPRESSION.into()),
            Err(_) if time_limit.is_some() => {
                Err(format!("the expression ran too long ({} s)", limit.min(READ_ONLY_LIMIT).as_secs_f32()))
            }
            Err(error) => {
                let message = split_error(&error.to_string()).1;
                // The expression has only one text line, so leave out the line number.
                Err(message.strip_prefix("expression:1: ").map_or(message.clone(), str::to_owned))
            }
        };
        self.host.borrow_mut().end_read_only(saved);
        // The expression may have called `need` or `next`, and the prelude remembers such calls. A new coroutine starts
        // without them.
        self.is_live = false;
        text
    }

    /// Makes the environment of an expression, which has all names that scripts see. An expression may not set a name,
    /// because the next expression would see the new value.
    fn read_only_environment(&self) -> mlua::Result<Table> {
        let (names, meta) = (self.lua.create_table()?, self.lua.create_table()?);
        let refuse = self.lua.create_function(|_, (_, name, _): (Value, Value, Value)| -> mlua::Result<()> {
            let name = name.to_string().unwrap_or_default();
            Err(mlua::Error::runtime(format!(
                "{READ_ONLY_EXPRESSION}: it may not set `{name}` (`local {name} = …` does)"
            )))
        })?;
        meta.raw_set("__index", self.lua.globals())?;
        meta.raw_set("__newindex", refuse)?;
        names.set_metatable(Some(meta))?;
        Ok(names)
    }

    /// Writes a value as text. `depth` is the number of Luau tables around the value.
    fn display(&self, value: &Value, depth: usize) -> String {
        match value {
            Value::Integer(integer) => {
                let host = self.host.borrow();
                let val = Val(*integer);
                match val.kind() {
                    Kind::Number => integer.to_string(),
                    Kind::Set => {
                        let mut members = Vec::new();
                        if let Ok(set) = host.set(val) {
                            host.members(&set, &mut members);
                        }
                        let texts: Vec<String> = members.iter().map(|member| host.board.text(*member)).collect();
                        format!("{{{}}}", texts.join(", "))
                    }
                    _ => host.board.text(val),
                }
            }
            Value::Table(table) if depth < MAX_DEPTH => {
                let mut parts = Vec::new();
                for (index, (key, value)) in table.pairs::<Value, Value>().flatten().enumerate() {
                    let value = self.display(&value, depth + 1);
                    parts.push(match key {
                        // An element of a list.
                        Value::Integer(position) if position == index as i64 + 1 => value,
                        Value::String(key) => format!("{} = {value}", key.to_string_lossy()),
                        other => format!("[{}] = {value}", self.display(&other, depth + 1)),
                    });
                }
                format!("{{{}}}", parts.join(", "))
            }
            Value::String(text) => format!("\"{}\"", text.to_string_lossy()),
            // Zero has no sign in the figures either.
            Value::Number(number) => (number + 0.0).to_string(),
            Value::Boolean(boolean) => boolean.to_string(),
            Value::Nil => "nil".into(),
            other => format!("<{}>", other.type_name()),
        }
    }
}
