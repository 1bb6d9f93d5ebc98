//! A view as it is written for a page: what says nothing is left out, and long lists of answers are not sent.

use cardwright_view::{Choice, Standing, View};
use serde_json::{Map, Value, json};

/// Rows beyond which only the words they begin with are sent.
const MOST_ROWS: usize = 500;

/// A view with what stands open besides; without rows where the reader is not the one to answer.
pub(crate) fn shown(view: &View, standing: &[Standing], answers: bool) -> Value {
    let mut out = serde_json::to_value(view).unwrap_or_default();
    let Some(fields) = out.as_object_mut() else { return out };
    if let Some(choice) = &view.choice {
        fields.insert("choice".into(), choice_of(choice, answers));
    }
    fields.insert("spaces".into(), by_id(fields.get("spaces")));
    fields.insert("standing".into(), serde_json::to_value(standing).unwrap_or_default());
    // What lies out of play, and options as they are anyway, say nothing.
    if let Some(Value::Array(piles)) = fields.get_mut("piles") {
        let aside = piles.iter_mut().filter(|pile| pile["in_play"] == false).filter_map(Value::as_object_mut);
        aside.for_each(|pile| drop(pile.remove("runs")));
    }
    if let Some(Value::Array(options)) = fields.get_mut("options") {
        options.retain(|option| option["is_default"] == false);
    }
    prune(&mut out);
    if let Some(Value::Array(links)) = out.get_mut("links") {
        links.retain(|link| link.as_object().is_some_and(|link| link.len() > 1));
    }
    out
}

fn choice_of(choice: &Choice, answers: bool) -> Value {
    let Choice { side, text, rows, default } = choice;
    match rows.len() {
        _ if !answers => json!({ "side": side, "text": text }),
        n if n > MOST_ROWS => {
            let mut next: Vec<&str> = Vec::new();
            for row in rows {
                let first = row.text.split(' ').next().unwrap_or_default();
                if !next.contains(&first) {
                    next.push(first);
                }
            }
            json!({ "side": side, "text": text, "default": default, "more": { "n": n, "next": next } })
        }
        _ => json!({ "side": side, "text": text, "rows": rows, "default": default }),
    }
}

/// Things by their ids.
fn by_id(list: Option<&Value>) -> Value {
    let mut out = Map::new();
    for thing in list.and_then(Value::as_array).into_iter().flatten() {
        let mut thing = thing.clone();
        let id = thing.as_object_mut().and_then(|fields| fields.remove("id"));
        if let Some(Value::String(id)) = id {
            out.insert(id, thing);
        }
    }
    Value::Object(out)
}

/// Leaves out fields that hold nothing.
fn prune(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(prune),
        Value::Object(fields) => {
            fields.values_mut().for_each(prune);
            fields.retain(|_, field| !is_empty(field));
        }
        _ => {}
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// What is another than before: `space cuba`, `side us`, `pile display`, `game`.
pub(crate) fn changed(before: &View, now: &View) -> Vec<String> {
    let mut out = Vec::new();
    let spaces = now.spaces.iter().zip(&before.spaces).filter(|(now, before)| now != before);
    out.extend(spaces.map(|(now, _)| format!("space {}", now.id)));
    let links = now.links.iter().zip(&before.links).filter(|(now, before)| now != before);
    out.extend(links.map(|(now, _)| format!("link {}", now.id)));
    for side in &now.sides {
        let was = before.sides.iter().find(|was| was.id == side.id);
        if was.is_some_and(|was| was.kept != side.kept) {
            out.push(format!("side {}", side.id));
        }
        for track in &side.kept.tracks {
            if was.is_some_and(|was| was.kept.track(&track.id) != Some(track.value)) {
                out.push(format!("track {} {}", side.id, track.id));
            }
        }
    }
    for track in &now.game.tracks {
        if before.game.track(&track.id) != Some(track.value) {
            out.push(format!("track {}", track.id));
        }
    }
    for pile in &now.piles {
        let was = before.piles.iter().find(|was| was.id == pile.id);
        if was.is_none_or(|was| was != pile) {
            out.push(format!("pile {}", pile.id));
        }
    }
    out
}
