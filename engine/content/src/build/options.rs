//! Options: what a scenario, or whoever starts a game, may decide about the rules.

use super::{ANY, Builder};
use crate::field::unknown;
use crate::ident::{self, Spelling};
use crate::located::{Located, Raw};
use crate::shape::{out_of_range, wrong_type};
use cardwright_state::board::{GameOption, OptionType};

impl Builder<'_> {
    pub(super) fn options(&mut self) {
        for (entry, keys) in self.entries("option") {
            let doc = keys.need_text("doc").map(|d| self.quoted(d)).unwrap_or_default();
            keys.know("name");
            let of = keys.need_choice("type", &[("truth", 0), ("number", 1), ("word", 2)]).unwrap_or(0);
            let of = match of {
                1 => {
                    let min = keys.need_number("min", ANY).map_or(0, |n| n.value);
                    let max = keys.need_number("max", min..=*ANY.end()).map_or(min, |n| n.value);
                    OptionType::Number { min, max }
                }
                2 => {
                    keys.need("values");
                    let words = keys.texts("values");
                    for word in &words {
                        if ident::check(word, "word", Spelling::Kebab, self.problems) {
                            self.word(&word.value);
                        }
                    }
                    OptionType::Word(words.into_iter().map(|w| w.value).collect())
                }
                _ => OptionType::Truth,
            };
            let what = format!("`default` of {}", keys.what);
            let default = keys.need("default").and_then(|v| self.option_value(&of, v, &what)).unwrap_or(0);
            self.board.options.push(GameOption { id: entry.id.value.clone(), of, default, doc });
            self.close("option", entry, keys);
        }
    }
    /// An option's value as a number: itself, 0 or 1, or the index of the word.
    pub(super) fn option_value(&self, of: &OptionType, value: &Located<Raw>, what: &str) -> Option<i64> {
        let problem = match (of, &value.value) {
            (OptionType::Truth, Raw::Truth(truth)) => return Some(i64::from(*truth)),
            (OptionType::Truth, _) => wrong_type(value, what, "`true` or `false`"),
            (OptionType::Number { min, max }, Raw::Number(number)) => {
                if (min..=max).contains(&number) {
                    return Some(*number);
                }
                out_of_range(value, what, *number, &(*min..=*max))
            }
            (OptionType::Number { .. }, _) => wrong_type(value, what, "a number"),
            (OptionType::Word(words), Raw::Text(text)) => {
                if let Some(at) = words.iter().position(|w| w == text) {
                    return Some(at as i64);
                }
                unknown(&value.with(text.clone()), "word", words.iter().map(String::as_str))
                    .label(format!("must be one of: {}", words.join(", ")))
            }
            (OptionType::Word(_), _) => wrong_type(value, what, "a word"),
        };
        self.problems.push(problem);
        None
    }
}
