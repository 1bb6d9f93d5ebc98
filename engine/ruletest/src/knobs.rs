//! `knob NAME NUMBER…`: numbers of the game that a test changes.

use crate::line_part::{LinePart, Mistake};
use crate::parser::{Keyword, ParsedStatement};
use cardwright_content::Content;
use toml::{Table, Value};

/// The new numbers of a knob. There is one number if the knob is not a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnobSetting {
    id: String,
    numbers: Vec<i64>,
    is_list: bool,
}

impl KnobSetting {
    /// The `[[knob]]` entry of a pack that sets these numbers.
    pub(crate) fn entry(&self) -> Value {
        let numbers: Vec<Value> = self.numbers.iter().copied().map(Value::Integer).collect();
        let default = match numbers.as_slice() {
            [number] if !self.is_list => number.clone(),
            _ => Value::Array(numbers),
        };
        let mut entry = Table::new();
        entry.insert("id".into(), Value::String(self.id.clone()));
        entry.insert("default".into(), default);
        Value::Table(entry)
    }
}

/// Reads the `knob` lines of a test. A later line replaces an earlier one for the same knob.
pub(crate) fn read<'s>(
    content: &Content,
    settings: impl Iterator<Item = &'s ParsedStatement>,
    mistakes: &mut Vec<Mistake>,
) -> Vec<KnobSetting> {
    let mut knobs: Vec<KnobSetting> = Vec::new();
    for statement in settings.filter(|statement| statement.keyword == Keyword::Knob) {
        match read_setting(content, &statement.rest) {
            Ok(knob) => {
                knobs.retain(|earlier| earlier.id != knob.id);
                knobs.push(knob);
            }
            // Each test reads the head of the file again, but the mistakes of the head are reported once.
            Err(mistake) => mistakes.extend((!mistakes.contains(&mistake)).then_some(mistake)),
        }
    }
    knobs
}

fn read_setting(content: &Content, rest: &LinePart) -> Result<KnobSetting, Mistake> {
    let words = rest.words();
    let Some((name, numbers)) = words.split_first().filter(|(_, numbers)| !numbers.is_empty()) else {
        return Err(rest.mistake("`knob` takes a name and a number, or all numbers of a list"));
    };
    let Some(knob) = content.knobs.iter().find(|knob| knob.id == name.text) else {
        let valid: Vec<String> = content.knobs.iter().map(|knob| knob.id.clone()).collect();
        return Err(name.unknown(format!("unknown knob `{}`", name.text), &valid));
    };
    if knob.option {
        return Err(name.mistake(format!("`{0}` is an option: `option {0} NUMBER` sets it", name.text)));
    }
    if let (false, Some(extra)) = (knob.is_list, numbers.get(1)) {
        return Err(extra.mistake(format!("`{}` takes one number", name.text)));
    }
    let (min, max) = (knob.min, knob.max);
    let number = |part: &LinePart| match part.text.parse::<i64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(part.mistake(format!("`{}` is not a number from {min} to {max}", part.text))),
    };
    let numbers = numbers.iter().map(number).collect::<Result<_, _>>()?;
    Ok(KnobSetting { id: name.text.clone(), numbers, is_list: knob.is_list })
}
