//! What crosses: numbers and handles, and the plain values of steps.

use cardwright_state::val::{Plain, Val};
use mlua::{IntoLua, Lua, Value};

/// A number or handle argument; an action's table stands for its handle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct V(pub(crate) Val);

impl IntoLua for V {
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(Value::Number(self.0.0 as f64))
    }
}

/// A plain value for step arguments and results.
pub(crate) struct P(pub(crate) Plain);

impl IntoLua for P {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        match self.0 {
            Plain::Nil => Ok(Value::Nil),
            Plain::Truth(truth) => Ok(Value::Boolean(truth)),
            Plain::Val(val) => V(val).into_lua(lua),
            Plain::List(list) => Ok(Value::Table(lua.create_sequence_from(list.into_iter().map(V))?)),
        }
    }
}
