//! `shared`: what several offers of one choice need, worked out once a position. How it is kept stands in `shared.luau`;
//! here is what that needs of the host.

use super::Api;
use mlua::Value;

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.describe(
        "shared(body: (a: any, b: any) -> any): (a: any, b: any) -> any",
        "Makes a function of what several offers of one choice need: `local open = shared(function(side) return … end)`, at the head of a file. What it gives for the same plain values (up to two) is kept until the position changes, so that each offer may ask for it as if it cost nothing. `body` may only look, like an offer; it offers and closes nothing, and the tables it gives cannot be altered. While somebody asks `why`, nothing is kept: the reasons it tells are told to each offer.",
    );
    api.hide("while_loading", |host, (): ()| {
        if host.loading { Ok(()) } else { Err("`shared` is called while scripts load, not in play".into()) }
    })?;
    api.hide("frozen", |_, value: Value| {
        freeze(&value)?;
        Ok(value)
    })
}

/// Makes read-only what is kept; it holds nothing but plain values, so that nothing of it changes behind the back of who
/// keeps it.
fn freeze(value: &Value) -> Result<(), String> {
    let mut open = vec![value.clone()];
    while let Some(value) = open.pop() {
        match value {
            Value::Table(table) if table.is_readonly() => {} // Of a module, or seen before.
            Value::Table(table) => {
                table.set_readonly(true);
                for pair in table.pairs::<Value, Value>() {
                    let (key, value) = pair.map_err(|e| e.to_string())?;
                    open.extend([key, value]);
                }
            }
            Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_) => {}
            other => {
                return Err(format!(
                    "a shared value is plain, or a table of plain values, not a {}",
                    other.type_name()
                ));
            }
        }
    }
    Ok(())
}
