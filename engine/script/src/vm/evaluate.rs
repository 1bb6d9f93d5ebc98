//! Lua expressions that may look but not touch, for whoever asks at the prompt.

use super::Vm;
use crate::host::Fault;
use crate::place::split_error;
use crate::watchdog::LOOK;
use cardwright_state::val::{Kind, Val};
use mlua::{MultiValue, Table, Value};

/// Why an expression that would change something is refused: see [`Vm::evaluate`].
pub const LOOKS_ONLY: &str = "an expression may only look";

impl Vm {
    /// Runs a Lua expression that may look but not touch, and shows its value.
    ///
    /// # Errors
    /// What Lua says of it.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        let before = self.host.borrow_mut().step_aside();
        let limit = self.watchdog.limit();
        self.watchdog.limit_to(limit.min(LOOK));
        self.watchdog.start();
        let load = |text: String| {
            self.lua.load(text).set_name("=expression").set_mode(mlua::chunk::ChunkMode::Text).into_function()
        };
        let done = load(format!("return {expression}")).or_else(|_| load(expression.to_owned())).and_then(|f| {
            f.set_environment(self.only_read()?)?;
            f.call::<MultiValue>(())
        });
        let is_late = self.watchdog.stop();
        self.watchdog.limit_to(limit);
        if done.is_err() {
            crate::raw::go_on_panicking();
            let _ = self.begin_anew();
        }
        let fault = self.host.borrow().fault.clone();
        let shown = match done {
            Ok(values) => Ok(values.iter().map(|v| self.show(v, 0)).collect::<Vec<_>>().join("  ")),
            Err(_) if fault == Some(Fault::OnlyAsked) => Err(LOOKS_ONLY.into()),
            Err(_) if is_late => Err(format!("the expression ran too long ({} s)", limit.min(LOOK).as_secs_f32())),
            Err(error) => {
                let message = split_error(&error.to_string()).1;
                // Of the expression there is one line, which was just typed.
                Err(message.strip_prefix("expression:1: ").map_or(message.clone(), str::to_owned))
            }
        };
        self.host.borrow_mut().step_back(before);
        self.live = false; // What the expression left in the prelude (`need`, `next`) dies with the coroutine.
        shown
    }

    /// What an expression reads names from: all that scripts see. It sets none: the next one would find it.
    fn only_read(&self) -> mlua::Result<Table> {
        let (names, meta) = (self.lua.create_table()?, self.lua.create_table()?);
        let set = self.lua.create_function(|_, (_, name, _): (Value, Value, Value)| -> mlua::Result<()> {
            let name = name.to_string().unwrap_or_default();
            Err(mlua::Error::runtime(format!("{LOOKS_ONLY}: it may not set `{name}` (`local {name} = …` does)")))
        })?;
        meta.raw_set("__index", self.lua.globals())?;
        meta.raw_set("__newindex", set)?;
        names.set_metatable(Some(meta))?;
        Ok(names)
    }

    fn show(&self, value: &Value, depth: usize) -> String {
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
                    let value = self.show(&value, depth + 1);
                    parts.push(match key {
                        Value::Integer(n) if n == i as i64 + 1 => value,
                        Value::String(s) => format!("{} = {value}", s.to_string_lossy()),
                        other => format!("[{}] = {value}", self.show(&other, depth + 1)),
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
