//! Errors for unknown names at run time. The checks at load find literal names, so only computed names end here.

use super::Api;
use crate::host::Host;
use cardwright_state::val::{Kind, Val};
use mlua::{Value, Variadic};

/// The message `no step is called ...; did you mean ...?`.
pub(super) fn no_such<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near = cardwright_content::did_you_mean(name, known);
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let shown: String = name.chars().take(64).collect();
    format!("no {kind} is called `{shown}`{hint}")
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.add_private_any("no_such", |host, (kind, name): (String, Value)| -> Result<(), String> {
        let known: Vec<&str> = match kind.as_str() {
            "step" => host.board.steps.iter().map(String::as_str).collect(),
            "effect" => host.board.effects.iter().map(String::as_str).collect(),
            "figure" => host.names.figures.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        Err(no_such(&kind, &describe(host, &name), known))
    })?;
    api.add_private_any("no_hook", |host, (with, name): (String, Value)| -> Result<(), String> {
        let name = describe(host, &name);
        if host.names.hooks.contains(&name) {
            return Err(format!("the hook `{name}` is not called with `{with}`"));
        }
        Err(no_such("hook", &name, host.names.hooks.iter().map(String::as_str)))
    })?;
    // A card without a half for a side is fine. Anything but a card and a side is an error.
    api.add_private_any("expect_half", |host, (card, side): (Value, Value)| -> Result<(), String> {
        let is = |value: &Value, kind| as_whole_number(value).is_some_and(|n| host.index(Val(n), kind).is_ok());
        match (is(&card, Kind::Card), is(&side, Kind::Side)) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("`half(card, side)`: expected a card, got {}", describe(host, &card))),
            (true, false) => Err(format!("`half(card, side)`: expected a side, got {}", describe(host, &side))),
        }
    })?;
    api.add_private_any("side_bounds", |_, (): ()| {
        let first = |kind| Val::handle(kind, 0).0 as f64;
        Ok((first(Kind::Side), first(Kind::Space)))
    })?;
    // A hook was called with wrong arguments.
    api.add_private_any(
        "wrong_hook_arguments",
        |host,
         (hook, takes, many, who, given): (String, String, usize, usize, Variadic<Value>)|
         -> Result<(), String> {
            let takes = if takes.is_empty() { "nothing".to_owned() } else { takes };
            if given.len() != many {
                return Err(format!("the hook `{hook}` takes {takes}: {many} values, not {}", given.len()));
            }
            let side = given.get(who.saturating_sub(1)).map_or("nothing".into(), |value| describe(host, value));
            Err(format!("the hook `{hook}` takes {takes}: value {who} must be a side, not {side}"))
        },
    )?;
    api.add_private_any(
        "wrong_hook_answer",
        |host, (effect, hook, expected, answer): (i64, String, String, Value)| -> Result<(), String> {
            let effect = host.index(Val(effect), Kind::Effect)?;
            let (effect, answer) = (&host.board.effects[effect], describe(host, &answer));
            Err(format!("the effect `{effect}` answers the hook `{hook}` with {answer}: expected {expected}"))
        },
    )
}

fn as_whole_number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0).map(|n| n as i64))
}

/// A value in words, for a message.
fn describe(host: &Host, value: &Value) -> String {
    match (value, as_whole_number(value)) {
        (Value::String(text), _) => text.to_string_lossy(),
        (_, Some(n)) => host.describe(Val(n)),
        (Value::Nil, _) => "nothing".into(),
        (Value::Boolean(truth), _) => format!("`{truth}`"),
        (other, _) => format!("a {}", other.type_name()),
    }
}
