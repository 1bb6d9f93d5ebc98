//! Errors for unknown names at run time. The checks at load time find unknown literal names, so these errors are for
//! names that a script computes.

use super::Api;
use crate::host::{Host, HostError, HostResult};
use cardwright_state::val::{Kind, Val};
use mlua::{Value, Variadic};

/// Returns the message `no step is called ...; did you mean ...?`.
pub(super) fn no_such<'a>(kind: &str, name: &str, known_names: impl IntoIterator<Item = &'a str>) -> HostError {
    let near = cardwright_content::did_you_mean(name, known_names);
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let short_name: String = name.chars().take(64).collect();
    format!("no {kind} is called `{short_name}`{hint}").into()
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.add_private_any("no_such", |host, (kind, name): (String, Value)| -> HostResult<()> {
        let known_names: Vec<&str> = match kind.as_str() {
            "step" => host.board.labels.steps.iter().map(String::as_str).collect(),
            "effect" => host.board.labels.effects.iter().map(String::as_str).collect(),
            "figure" => host.definitions.names.figures.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        Err(no_such(&kind, &describe(host, &name), known_names))
    })?;
    api.add_private_any("no_hook", |host, (caller, name): (String, Value)| -> HostResult<()> {
        let name = describe(host, &name);
        if host.definitions.names.hooks.contains(&name) {
            return Err(format!("the hook `{name}` is not called with `{caller}`").into());
        }
        Err(no_such("hook", &name, host.definitions.names.hooks.iter().map(String::as_str)))
    })?;
    // Fails unless the arguments are a card and a side. A card need not have a half for the side.
    api.add_private_any("expect_half", |host, (card, side): (Value, Value)| -> HostResult<()> {
        let is_kind = |value: &Value, kind| as_whole_number(value).is_some_and(|n| host.index(Val(n), kind).is_ok());
        match (is_kind(&card, Kind::Card), is_kind(&side, Kind::Side)) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("`half(card, side)`: expected a card, got {}", describe(host, &card)).into()),
            (true, false) => Err(format!("`half(card, side)`: expected a side, got {}", describe(host, &side)).into()),
        }
    })?;
    // Returns the least handle of a side, and a bound that is greater than every handle of a side.
    api.add_private_any("side_bounds", |_, (): ()| {
        let first_handle = |kind| Val::handle(kind, 0).0 as f64;
        Ok((first_handle(Kind::Side), first_handle(Kind::Space)))
    })?;
    // Returns the error for a hook that was called with wrong arguments. `side_argument` is the number of the argument
    // that must be a side, and 0 if the hook has no such argument.
    api.add_private_any(
        "wrong_hook_arguments",
        |host,
         (hook, takes, expected_count, side_argument, arguments): (String, String, usize, usize, Variadic<Value>)|
         -> HostResult<()> {
            let takes = if takes.is_empty() { "nothing".to_owned() } else { takes };
            if arguments.len() != expected_count {
                return Err(format!(
                    "the hook `{hook}` takes {takes}: {expected_count} values, not {}",
                    arguments.len()
                )
                .into());
            }
            let side =
                arguments.get(side_argument.saturating_sub(1)).map_or("nothing".into(), |value| describe(host, value));
            Err(format!("the hook `{hook}` takes {takes}: value {side_argument} must be a side, not {side}").into())
        },
    )?;
    api.add_private_any(
        "wrong_hook_answer",
        |host, (effect, hook, expected, answer): (i64, String, String, Value)| -> HostResult<()> {
            let effect = host.index(Val(effect), Kind::Effect)?;
            let (effect, answer) = (&host.board.labels.effects[effect], describe(host, &answer));
            Err(format!("the effect `{effect}` answers the hook `{hook}` with {answer}: expected {expected}").into())
        },
    )
}

/// Returns the value as an integer if it is a whole number, such as `2` or `2.0`.
fn as_whole_number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().filter(|number| number.fract() == 0.0).map(|number| number as i64))
}

/// Describes a Lua value for a message.
fn describe(host: &Host, value: &Value) -> String {
    match (value, as_whole_number(value)) {
        (Value::String(text), _) => text.to_string_lossy(),
        (_, Some(number)) => host.describe(Val(number)),
        (Value::Nil, _) => "nothing".into(),
        (Value::Boolean(boolean), _) => format!("`{boolean}`"),
        (other, _) => format!("a {}", other.type_name()),
    }
}
