//! Reads the declarations of knobs.

use super::builder::Builder;
use super::common_keys::{ANY_NUMBER, ENTRY, ID, NUMBER};
use crate::knob::Knob;
use crate::located::{Located, TomlValue};
use crate::table_reader::{TableReader, out_of_range, wrong_type};
use crate::table_schema::schema;
use cardwright_state::board::{GameOption, OptionType};
use std::ops::RangeInclusive;

/// The most numbers of a list.
const MAX_LENGTH: i64 = 256;

schema! {
    /// A number of the rules, or a list of numbers, that a pack may change. Scripts read `KNOB.ferry_price`, texts
    /// quote it as `{knob:ferry-price}`. A pack changes it with an entry of the same `id` and a new `default`.
    pub(crate) static KNOB = "knob";
    keys {
        "id" = shared(ID);
        /// What the number decides, in a sentence.
        "doc" = required_in_new_entry(Text, "\"What a crossing costs.\"");
        /// The number, or the list of numbers.
        "default" = required_in_new_entry(AnyOf(&[NUMBER, List(&NUMBER)]), "3");
        /// The smallest value of each number.
        "min" = required_in_new_entry(NUMBER, "1");
        /// The largest value of each number.
        "max" = required_in_new_entry(NUMBER, "6");
        /// The number of items that a list must have.
        "length" = optional(Number(1, MAX_LENGTH), "any", "3").with_context("default = [1, 2, 3]");
        /// Whether it is also an option of the same id, which a person who starts a game may set. Not for lists.
        /// Scripts then read it inside functions only.
        "option" = optional(Boolean, "`false`", "true");
    } + ENTRY
    example "[[knob]]\nid = \"ferry-price\"\ndoc = \"What a crossing costs.\"\ndefault = 1\nmin = 1\nmax = 6"
}

impl Builder<'_> {
    /// Reads all knobs. Texts that are read later may quote them.
    pub(super) fn read_knobs(&mut self) {
        for (entry, keys) in self.open_entries("knob", &KNOB) {
            let doc = keys.need_text("doc").map(|d| d.value).unwrap_or_default();
            let min = keys.need_number("min").map_or(*ANY_NUMBER.start(), |n| n.value);
            let max = keys.need_number_in("max", min..=*ANY_NUMBER.end()).map_or(*ANY_NUMBER.end(), |n| n.value);
            let length = keys.number("length");
            let option_flag = keys.boolean("option");
            let default = keys.need("default");
            let numbers = default.map(|value| self.read_numbers(value, &keys, min..=max)).unwrap_or_default();
            let list_length = match default.map(|value| &value.value) {
                Some(TomlValue::List(list)) => Some(list.len()),
                _ => None,
            };
            let is_list = list_length.is_some();
            match (&length, default) {
                (Some(length), Some(value)) if list_length.is_some_and(|found| found as i64 != length.value) => {
                    let message =
                        format!("`default` of {} holds {} numbers", keys.table_name, list_length.unwrap_or_default());
                    let problem = value.error("content::bad-range", message);
                    self.problems.push(problem.label(format!("must be {}", length.value)));
                }
                (Some(length), Some(_)) if !is_list => {
                    let message = format!("{} is a number and cannot have a `length`", keys.table_name);
                    self.problems.push(length.error("content::bad-choice", message).label("only a list has a length"));
                }
                _ => {}
            }
            if let Some(flag) = option_flag.as_ref().filter(|flag| flag.value && is_list) {
                let message = format!("{} is a list, and an option is one number", keys.table_name);
                let help = "to vary the list by scenario, declare a list fact, set it in the position of the scenario, and \
                            read it before the knob";
                let problem = flag.error("content::bad-choice", message).label("only a number can be an option");
                self.problems.push(problem.help(help));
            }
            let option_at = option_flag.filter(|flag| flag.value && !is_list).map(|flag| flag.place());
            let option = option_at.is_some();
            let id = entry.id.value.clone();
            self.knobs.push(Knob { id, doc, min, max, numbers, is_list, option, option_at, origin: entry.id.place() });
            self.close_entry("knob", entry, keys);
        }
        self.insert_knobs_in_knob_docs(); // The `doc` of a knob may quote other knobs.
    }

    /// Reads `default` of a knob, which is a number or a list of numbers.
    fn read_numbers(
        &self,
        value: &Located<TomlValue>,
        keys: &TableReader<'_>,
        bounds: RangeInclusive<i64>,
    ) -> Vec<i64> {
        let value_name = format!("`default` of {}", keys.table_name);
        let items = match &value.value {
            TomlValue::List(list) => list.iter().collect(),
            _ => vec![value],
        };
        let mut numbers = Vec::new();
        for item in items {
            match item.value {
                TomlValue::Number(number) if bounds.contains(&number) => numbers.push(number),
                TomlValue::Number(number) => self.problems.push(out_of_range(item, &value_name, number, &bounds)),
                _ => self.problems.push(wrong_type(item, &value_name, "a number, or a list of numbers")),
            }
        }
        numbers
    }

    /// Declares an option for each knob with `option = true`.
    pub(super) fn add_knob_options(&mut self) {
        let option_knobs: Vec<Knob> = self.knobs.iter().filter(|knob| knob.option).cloned().collect();
        for Knob { id, doc, min, max, numbers, origin, .. } in option_knobs {
            let option_indices = self.indices.entry("option").or_default();
            if option_indices.contains_key(&id) {
                let message = format!("`{id}` is an option and also a knob with `option = true`");
                self.problems.push(origin.error("content::ids-meet", message).label("this id is taken"));
                continue;
            }
            option_indices.insert(id.clone(), self.board.options.len());
            let default = numbers.first().copied().unwrap_or(min);
            self.board.options.push(GameOption { id, option_type: OptionType::Number { min, max }, default, doc });
        }
    }
}
