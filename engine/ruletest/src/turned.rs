//! Knobs that a test turns: `knob NAME NUMBER`, of a list all its numbers.

use crate::text::{Keyword, Mistake, Part, Statement};
use cardwright_content::Content;
use toml::{Table, Value};

/// A knob with the numbers it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Turned {
    id: String,
    numbers: Vec<i64>,
    is_list: bool,
}

impl Turned {
    /// As a pack says it.
    pub(crate) fn entry(&self) -> Value {
        let numbers: Vec<Value> = self.numbers.iter().copied().map(Value::Integer).collect();
        let default = match numbers.as_slice() {
            [one] if !self.is_list => one.clone(),
            _ => Value::Array(numbers),
        };
        let mut entry = Table::new();
        entry.insert("id".into(), Value::String(self.id.clone()));
        entry.insert("default".into(), default);
        Value::Table(entry)
    }
}

/// The knobs that settings turn; what is said later replaces what was said of the same one before.
pub(crate) fn read<'s>(
    content: &Content,
    settings: impl Iterator<Item = &'s Statement>,
    mistakes: &mut Vec<Mistake>,
) -> Vec<Turned> {
    let mut all: Vec<Turned> = Vec::new();
    for statement in settings.filter(|statement| statement.keyword == Keyword::Knob) {
        match one(content, &statement.rest) {
            Ok(turned) => {
                all.retain(|other| other.id != turned.id);
                all.push(turned);
            }
            // The head is read again for each test below it.
            Err(mistake) => mistakes.extend((!mistakes.contains(&mistake)).then_some(mistake)),
        }
    }
    all
}

fn one(content: &Content, rest: &Part) -> Result<Turned, Mistake> {
    let words = rest.words();
    let Some((name, numbers)) = words.split_first().filter(|(_, numbers)| !numbers.is_empty()) else {
        return Err(rest.mistake("`knob` takes a name and a number, or as many as its list has"));
    };
    let Some(knob) = content.knobs.iter().find(|knob| knob.id == name.text) else {
        let known: Vec<String> = content.knobs.iter().map(|knob| knob.id.clone()).collect();
        return Err(name.unknown(format!("unknown knob `{}`", name.text), &known));
    };
    if knob.option {
        return Err(name.mistake(format!("`{0}` is an option: `option {0} NUMBER` sets it", name.text)));
    }
    if let (false, Some(more)) = (knob.is_list, numbers.get(1)) {
        return Err(more.mistake(format!("`{}` is one number", name.text)));
    }
    let (min, max) = (knob.min, knob.max);
    let number = |part: &Part| match part.text.parse::<i64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(part.mistake(format!("`{}` is not a number from {min} to {max}", part.text))),
    };
    let numbers = numbers.iter().map(number).collect::<Result<_, _>>()?;
    Ok(Turned { id: name.text.clone(), numbers, is_list: knob.is_list })
}
