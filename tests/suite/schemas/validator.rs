//! The part of JSON Schema that our schemas use. An unknown keyword is an error, so none is ignored.

use serde_json::Value;

/// Keywords that only annotate a schema.
const NOTES: [&str; 3] = ["$schema", "title", "description"];

/// All errors of a value against a schema, each with its place.
pub(crate) fn problems(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    validate(schema, value, "", &mut found);
    found
}

fn is_valid(schema: &Value, value: &Value) -> bool {
    problems(schema, value).is_empty()
}

fn validate(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let all = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return found.push(format!("{at}: nothing may stand here")),
        Value::Object(all) => all,
        other => panic!("no schema: {other}"),
    };
    for (keyword, of) in all {
        let list = || of.as_array().expect("a list of schemas").iter();
        let is_good = match keyword.as_str() {
            note if NOTES.contains(&note) => true,
            "type" => is_of(of.as_str().expect("one type"), value),
            "enum" => list().any(|one| one == value),
            "not" => !is_valid(of, value),
            "anyOf" => list().any(|one| is_valid(one, value)),
            "allOf" => {
                list().for_each(|one| validate(one, value, at, found));
                true
            }
            "if" => {
                let then = if is_valid(of, value) { "then" } else { "else" };
                if let Some(then) = all.get(then) {
                    validate(then, value, at, found);
                }
                true
            }
            "then" | "else" => true,
            "properties" | "additionalProperties" => {
                fields(all, keyword, value, at, found);
                true
            }
            "required" => {
                value.as_object().is_none_or(|table| list().all(|key| table.contains_key(key.as_str().expect("a key"))))
            }
            "minProperties" => value.as_object().is_none_or(|table| table.len() as u64 >= number(of)),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    validate(of, item, &format!("{at}/{index}"), found);
                }
                true
            }
            "minimum" => value.as_f64().is_none_or(|it| it >= of.as_f64().expect("a number")),
            "maximum" => value.as_f64().is_none_or(|it| it <= of.as_f64().expect("a number")),
            "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= number(of)),
            "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 <= number(of)),
            "pattern" => {
                let pattern = regex_lite::Regex::new(of.as_str().expect("a pattern")).expect("a pattern");
                value.as_str().is_none_or(|text| pattern.is_match(text))
            }
            other => panic!("our schemas say `{other}`, which this does not know"),
        };
        if !is_good {
            found.push(format!("{at}: not as `{keyword}` says: {value}"));
        }
    }
}

fn number(of: &Value) -> u64 {
    of.as_u64().expect("a number")
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        other => panic!("no such type: {other}"),
    }
}

fn fields(all: &serde_json::Map<String, Value>, keyword: &str, value: &Value, at: &str, found: &mut Vec<String>) {
    let own = all.get("properties").and_then(Value::as_object);
    for (key, value) in value.as_object().into_iter().flatten() {
        match (own.and_then(|own| own.get(key)), keyword) {
            (Some(of), "properties") => validate(of, value, &format!("{at}/{key}"), found),
            (None, "additionalProperties") => validate(&all[keyword], value, &format!("{at}/{key}"), found),
            _ => {}
        }
    }
}
