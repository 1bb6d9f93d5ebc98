//! Options: choices about the rules, made by a scenario or when a game starts.

use super::builder::Builder;
use super::common_keys::{ANY_NUMBER, ENTRY, ID, NUMBER};
use crate::field::unknown_id;
use crate::ident::{self, Spelling};
use crate::located::{Located, TomlValue};
use crate::table_reader::{out_of_range, wrong_type};
use crate::table_schema::{schema, words};
use cardwright_state::board::{GameOption, OptionType};

/// The types of options, each with its index in this list.
const TYPES: [(&str, usize); 3] = [("boolean", 0), ("number", 1), ("word", 2)];

schema! {
    /// A choice about the rules. A scenario sets it in `[options]`. A person who starts a game sets it with `--option
    /// length=3`. Scripts read `OPTION.length` inside functions: a number, a boolean, or the handle of a word, to
    /// compare as in `OPTION.length == WORD.short`.
    pub(crate) static OPTION = "option";
    keys {
        "id" = shared(ID);
        /// What the option decides, in a sentence.
        "doc" = required_in_new_entry(Text, "\"How long the game lasts.\"");
        /// The type: a `boolean`, a `number` within bounds, or a `word` of a list.
        "type" = required_in_new_entry(Choice(&const { words(&TYPES) }), "\"word\"");
        /// The value if nobody sets it.
        "default" = required_in_new_entry(AnyOf(&[Boolean, NUMBER, Id]), "true").with_context("type = \"boolean\"");
        /// The smallest number.
        "min" = required_in_new_entry(NUMBER, "1")
            .only_if("type", &["number"])
            .with_context("type = \"number\"\nmax = 5\ndefault = 3");
        /// The largest number.
        "max" = required_in_new_entry(NUMBER, "5")
            .only_if("type", &["number"])
            .with_context("type = \"number\"\nmin = 1\ndefault = 3");
        /// The words that it may be. Each becomes a word of the game: scripts write `WORD.short`, and `text.toml` may
        /// give it a label.
        "values" = required_in_new_entry(List(&Id), "[\"short\", \"long\"]")
            .only_if("type", &["word"])
            .with_context("type = \"word\"\ndefault = \"short\"");
        /// The printed name.
        "name" = optional(Line, "", "\"Length\"");
    } + ENTRY
    example "[[option]]\nid = \"length\"\ndoc = \"How long the game lasts.\"\ntype = \"word\"\nvalues = [\"short\", \"long\"]\ndefault = \"long\""
}

impl Builder<'_> {
    pub(super) fn read_options(&mut self) {
        for (entry, keys) in self.open_entries("option", &OPTION) {
            let doc = keys.need_text("doc").map(|d| self.with_knobs(d)).unwrap_or_default();
            keys.check_text("name");
            let type_index = keys.need_choice("type", &TYPES).unwrap_or(0);
            let option_type = match type_index {
                1 => {
                    let min = keys.need_number("min").map_or(0, |n| n.value);
                    let max = keys.need_number_in("max", min..=*ANY_NUMBER.end()).map_or(min, |n| n.value);
                    OptionType::Number { min, max }
                }
                2 => {
                    keys.need("values");
                    let words = keys.texts("values");
                    for word in &words {
                        if ident::check(word, "word", Spelling::Kebab, self.problems) {
                            self.add_word(&word.value);
                        }
                    }
                    OptionType::Word(words.into_iter().map(|w| w.value).collect())
                }
                _ => OptionType::Boolean,
            };
            let value_name = format!("`default` of {}", keys.table_name);
            let default =
                keys.need("default").and_then(|value| self.option_value(&option_type, value, &value_name)).unwrap_or(0);
            self.board.options.push(GameOption { id: entry.id.value.clone(), option_type, default, doc });
            self.close_entry("option", entry, keys);
        }
    }
    /// Reads a value of an option as a number: the number itself, 0 or 1 for a boolean, or the index of a word. Reports
    /// a wrong value.
    pub(super) fn option_value(
        &self,
        option_type: &OptionType,
        value: &Located<TomlValue>,
        value_name: &str,
    ) -> Option<i64> {
        let problem = match (option_type, &value.value) {
            (OptionType::Boolean, TomlValue::Boolean(flag)) => return Some(i64::from(*flag)),
            (OptionType::Boolean, _) => wrong_type(value, value_name, "`true` or `false`"),
            (OptionType::Number { min, max }, TomlValue::Number(number)) => {
                if (min..=max).contains(&number) {
                    return Some(*number);
                }
                out_of_range(value, value_name, *number, &(*min..=*max))
            }
            (OptionType::Number { .. }, _) => wrong_type(value, value_name, "a number"),
            (OptionType::Word(words), TomlValue::Text(text)) => {
                if let Some(index) = words.iter().position(|w| w == text) {
                    return Some(index as i64);
                }
                unknown_id(&value.with(text.clone()), "word", words.iter().map(String::as_str))
                    .label(format!("must be one of: {}", words.join(", ")))
            }
            (OptionType::Word(_), _) => wrong_type(value, value_name, "a word"),
            (OptionType::OneOf(numbers), TomlValue::Number(number)) => {
                if numbers.contains(number) {
                    return Some(*number);
                }
                let allowed_numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                let problem = value.error("content::bad-range", format!("{value_name} is {number}"));
                problem.label(format!("must be one of: {}", allowed_numbers.join(", ")))
            }
            (OptionType::OneOf(_), _) => wrong_type(value, value_name, "a number"),
        };
        self.problems.push(problem);
        None
    }
}
