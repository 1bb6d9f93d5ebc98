//! Knobs: numbers of the rules that a designer would turn, declared with their bounds.

use super::entry::{ENTRY, ID};
use super::{ANY, Builder, NUMBER};
use crate::form::{Form, Holds, may, needed};
use crate::knob::Knob;
use crate::located::{Located, Raw};
use crate::shape::{Keys, out_of_range, wrong_type};
use cardwright_state::board::{GameOption, OptionType};
use std::ops::RangeInclusive;

const LONGEST: i64 = 256;

/// `[[knob]]`.
pub(crate) static KNOB: Form = Form {
    of: "knob",
    doc: "A number of the rules that a designer would turn, or a list of such numbers. Scripts read `KNOB.ferry_price`; texts quote it with `{knob:ferry-price}`; a pack turns it by saying its `id` and a new `default`.",
    keys: &[
        &[
            ID,
            needed("doc", Holds::Text, "What it decides, in a sentence.", "\"What a crossing costs.\""),
            needed(
                "default",
                Holds::AnyOf(&[NUMBER, Holds::List(&NUMBER)]),
                "The number, or the list of numbers.",
                "3",
            ),
            needed("min", NUMBER, "The least that each number may be.", "1"),
            needed("max", NUMBER, "The most.", "6"),
            may("length", Holds::Number(1, LONGEST), "any", "How many numbers a list must have.", "3")
                .beside("default = [1, 2, 3]"),
            may(
                "option",
                Holds::Truth,
                "`false`",
                "Whether it is an option of the same id too, for whoever starts a game; only one number may be. Scripts then read it inside functions only.",
                "true",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[knob]]\nid = \"ferry-price\"\ndoc = \"What a crossing costs.\"\ndefault = 1\nmin = 1\nmax = 6",
};

impl Builder<'_> {
    /// Reads all knobs; texts that come after may quote them.
    pub(super) fn knobs(&mut self) {
        for (entry, keys) in self.entries("knob") {
            let doc = keys.need_text("doc").map(|d| d.value).unwrap_or_default();
            let min = keys.need_number("min").map_or(*ANY.start(), |n| n.value);
            let max = keys.need_number_in("max", min..=*ANY.end()).map_or(*ANY.end(), |n| n.value);
            let length = keys.number("length");
            let is_option = keys.truth("option");
            let default = keys.need("default");
            let numbers = default.map(|value| self.numbers_of(value, &keys, min..=max)).unwrap_or_default();
            let given = match default.map(|value| &value.value) {
                Some(Raw::List(list)) => Some(list.len()),
                _ => None,
            };
            let is_list = given.is_some();
            match (&length, default) {
                (Some(length), Some(value)) if given.is_some_and(|given| given as i64 != length.value) => {
                    let message = format!("`default` of {} holds {} numbers", keys.what, given.unwrap_or_default());
                    let problem = value.error("content::bad-range", message);
                    self.problems.push(problem.label(format!("must be {}", length.value)));
                }
                (Some(length), Some(_)) if !is_list => {
                    let message = format!("{} is one number and has no `length`", keys.what);
                    self.problems.push(length.error("content::bad-choice", message).label("only a list has one"));
                }
                _ => {}
            }
            if let Some(given) = is_option.as_ref().filter(|it| it.value && is_list) {
                let message = format!("{} is a list, and an option is one number", keys.what);
                self.problems.push(given.error("content::bad-choice", message).label("only a number can be an option"));
            }
            let option_at = is_option.filter(|it| it.value && !is_list).map(|it| it.place());
            let option = option_at.is_some();
            let id = entry.id.value.clone();
            self.knobs.push(Knob { id, doc, min, max, numbers, is_list, option, option_at, origin: entry.id.place() });
            self.close("knob", entry, keys);
        }
        self.knobs_in_docs_of_knobs();
    }

    fn numbers_of(&self, value: &Located<Raw>, keys: &Keys<'_>, bounds: RangeInclusive<i64>) -> Vec<i64> {
        let what = format!("`default` of {}", keys.what);
        let items = match &value.value {
            Raw::List(list) => list.iter().collect(),
            _ => vec![value],
        };
        let mut numbers = Vec::new();
        for item in items {
            match item.value {
                Raw::Number(number) if bounds.contains(&number) => numbers.push(number),
                Raw::Number(number) => self.problems.push(out_of_range(item, &what, number, &bounds)),
                _ => self.problems.push(wrong_type(item, &what, "a number, or a list of numbers")),
            }
        }
        numbers
    }

    /// The knobs that an option of the same name turns.
    pub(super) fn knob_options(&mut self) {
        let turned: Vec<Knob> = self.knobs.iter().filter(|knob| knob.option).cloned().collect();
        for Knob { id, doc, min, max, numbers, origin, .. } in turned {
            let index = self.index.entry("option").or_default();
            if index.contains_key(&id) {
                let message = format!("`{id}` is both an option and a knob that is one");
                self.problems.push(origin.error("content::ids-meet", message).label("this id is taken"));
                continue;
            }
            index.insert(id.clone(), self.board.options.len());
            let default = numbers.first().copied().unwrap_or(min);
            self.board.options.push(GameOption { id, of: OptionType::Number { min, max }, default, doc });
        }
    }
}
