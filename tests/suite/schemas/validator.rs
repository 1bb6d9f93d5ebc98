//! A validator for the part of JSON Schema that our schemas use. It panics at an unknown keyword.

use serde_json::Value;

/// Keywords that only annotate a schema.
const ANNOTATIONS: [&str; 3] = ["$schema", "title", "description"];

/// Returns all errors of a value against a schema. Each begins with a path such as `/card/0/title`.
pub(crate) fn problems(schema: &Value, value: &Value) -> Vec<String> {
    let mut errors = Vec::new();
    validate(schema, value, "", &mut errors);
    errors
}

fn is_valid(schema: &Value, value: &Value) -> bool {
    problems(schema, value).is_empty()
}

fn validate(schema: &Value, value: &Value, location: &str, errors: &mut Vec<String>) {
    let keywords = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return errors.push(format!("{location}: nothing may stand here")),
        Value::Object(keywords) => keywords,
        other => panic!("not a schema: {other}"),
    };
    for (keyword, argument) in keywords {
        let list = || argument.as_array().expect("a list of schemas").iter();
        let is_good = match keyword.as_str() {
            annotation if ANNOTATIONS.contains(&annotation) => true,
            "type" => has_type(argument.as_str().expect("one type"), value),
            "enum" => list().any(|item| item == value),
            "not" => !is_valid(argument, value),
            "anyOf" => list().any(|item| is_valid(item, value)),
            "allOf" => {
                list().for_each(|item| validate(item, value, location, errors));
                true
            }
            "if" => {
                let then = if is_valid(argument, value) { "then" } else { "else" };
                if let Some(then) = keywords.get(then) {
                    validate(then, value, location, errors);
                }
                true
            }
            "then" | "else" => true,
            "properties" | "additionalProperties" => {
                validate_fields(keywords, keyword, value, location, errors);
                true
            }
            "required" => {
                value.as_object().is_none_or(|table| list().all(|key| table.contains_key(key.as_str().expect("a key"))))
            }
            "minProperties" => value.as_object().is_none_or(|table| table.len() as u64 >= number(argument)),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    validate(argument, item, &format!("{location}/{index}"), errors);
                }
                true
            }
            "minimum" => value.as_f64().is_none_or(|it| it >= argument.as_f64().expect("a number")),
            "maximum" => value.as_f64().is_none_or(|it| it <= argument.as_f64().expect("a number")),
            "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= number(argument)),
            "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 <= number(argument)),
            "pattern" => {
                let pattern = regex_lite::Regex::new(argument.as_str().expect("a pattern")).expect("a pattern");
                value.as_str().is_none_or(|text| pattern.is_match(text))
            }
            other => panic!("our schemas use `{other}`, which this validator does not know"),
        };
        if !is_good {
            errors.push(format!("{location}: not as `{keyword}` says: {value}"));
        }
    }
}

fn number(argument: &Value) -> u64 {
    argument.as_u64().expect("a number")
}

fn has_type(kind: &str, value: &Value) -> bool {
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

fn validate_fields(
    keywords: &serde_json::Map<String, Value>,
    keyword: &str,
    value: &Value,
    location: &str,
    errors: &mut Vec<String>,
) {
    let properties = keywords.get("properties").and_then(Value::as_object);
    for (key, value) in value.as_object().into_iter().flatten() {
        match (properties.and_then(|properties| properties.get(key)), keyword) {
            (Some(argument), "properties") => validate(argument, value, &format!("{location}/{key}"), errors),
            (None, "additionalProperties") => validate(&keywords[keyword], value, &format!("{location}/{key}"), errors),
            _ => {}
        }
    }
}
