//! What the prelude says of a name that nothing has: only a name that a rule works out comes here, for what is written
//! is checked when the game is loaded.

use super::Api;
use crate::host::Host;
use cardwright_state::val::{Kind, Val};
use mlua::{Value, Variadic};

/// `no step is called `us-crad`; did you mean `us-card`?`
pub(super) fn no_such<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near = cardwright_content::did_you_mean(name, known);
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let shown: String = name.chars().take(64).collect();
    format!("no {kind} is called `{shown}`{hint}")
}

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.hide_rare("no_such", |host, (kind, name): (String, Value)| -> Result<(), String> {
        let known: Vec<&str> = match kind.as_str() {
            "step" => host.board.steps.iter().map(String::as_str).collect(),
            "effect" => host.board.effects.iter().map(String::as_str).collect(),
            "figure" => host.names.figures.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        Err(no_such(&kind, &written(host, &name), known))
    })?;
    api.hide_rare("no_point", |host, (with, name): (String, Value)| -> Result<(), String> {
        let name = written(host, &name);
        if host.names.points.contains(&name) {
            return Err(format!("the point `{name}` is not asked with `{with}`"));
        }
        Err(no_such("point", &name, host.names.points.iter().map(String::as_str)))
    })?;
    // A card may have no half for a side: then there is none to give. What is no card or no side is a slip.
    api.hide_rare("expect_half", |host, (card, side): (Value, Value)| -> Result<(), String> {
        let is = |value: &Value, kind| as_whole_number(value).is_some_and(|n| host.index(Val(n), kind).is_ok());
        match (is(&card, Kind::Card), is(&side, Kind::Side)) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("`half(card, side)`: expected a card, got {}", written(host, &card))),
            (true, false) => Err(format!("`half(card, side)`: expected a side, got {}", written(host, &side))),
        }
    })?;
    api.hide_rare("side_bounds", |_, (): ()| {
        let first = |kind| Val::handle(kind, 0).0 as f64;
        Ok((first(Kind::Side), first(Kind::Space)))
    })?;
    // A point that is asked with too few, too many, or another's arguments: no effect would know what it is asked.
    api.hide_rare(
        "wrong_question",
        |host,
         (point, takes, many, who, given): (String, String, usize, usize, Variadic<Value>)|
         -> Result<(), String> {
            let takes = if takes.is_empty() { "nothing".to_owned() } else { takes };
            if given.len() != many {
                return Err(format!("the point `{point}` is asked with {takes}: {many} values, not {}", given.len()));
            }
            let side = given.get(who.saturating_sub(1)).map_or("nothing".into(), |value| written(host, value));
            Err(format!("the point `{point}` is asked with {takes}: expected a side as number {who}, got {side}"))
        },
    )?;
    api.hide_rare(
        "wrong_answer",
        |host, (effect, point, expected, answer): (i64, String, String, Value)| -> Result<(), String> {
            let effect = host.index(Val(effect), Kind::Effect)?;
            let (effect, answer) = (&host.board.effects[effect], written(host, &answer));
            Err(format!("the effect `{effect}` answers `{point}` with {answer}: expected {expected}"))
        },
    )
}

fn as_whole_number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0).map(|n| n as i64))
}

/// A value in words, for a message.
fn written(host: &Host, value: &Value) -> String {
    match (value, as_whole_number(value)) {
        (Value::String(text), _) => text.to_string_lossy(),
        (_, Some(n)) => host.describe(Val(n)),
        (Value::Nil, _) => "nothing".into(),
        (Value::Boolean(truth), _) => format!("`{truth}`"),
        (other, _) => format!("a {}", other.type_name()),
    }
}
