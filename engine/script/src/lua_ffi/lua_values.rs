//! The values that cross between Lua and the host: numbers, handles, and the plain values of steps.

use cardwright_state::val::{PlainValue, Val};
use mlua::{IntoLua, Lua, Value};

/// A number or a handle. As an argument, the table of an action also converts to the handle of the action.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LuaVal(pub(crate) Val);

impl IntoLua for LuaVal {
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(Value::Number(self.0.0 as f64))
    }
}

/// A plain value: an argument or a result of a step.
pub(crate) struct LuaPlain(pub(crate) PlainValue);

impl IntoLua for LuaPlain {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        match self.0 {
            PlainValue::Nil => Ok(Value::Nil),
            PlainValue::Boolean(truth) => Ok(Value::Boolean(truth)),
            PlainValue::Val(val) => LuaVal(val).into_lua(lua),
            PlainValue::List(list) => Ok(Value::Table(lua.create_sequence_from(list.into_iter().map(LuaVal))?)),
        }
    }
}
