//! Options: what a scenario, or whoever starts a game, may decide about the rules.

use super::entry::{ENTRY, ID};
use super::{ANY, Builder, NUMBER};
use crate::field::unknown;
use crate::form::{Form, Holds, may, needed, words};
use crate::ident::{self, Spelling};
use crate::located::{Located, Raw};
use crate::shape::{out_of_range, wrong_type};
use cardwright_state::board::{GameOption, OptionType};

const TYPES: [(&str, usize); 3] = [("truth", 0), ("number", 1), ("word", 2)];

/// `[[option]]`.
pub(crate) static OPTION: Form = Form {
    of: "option",
    doc: "What a scenario (`[options]`), or whoever starts a game (`--option length=3`), may decide about the rules. Scripts read `OPTION.length` inside functions: a number, a truth, or of a `word` the handle `WORD.short`, which is compared like any other (`OPTION.length == WORD.short`).",
    keys: &[
        &[
            ID,
            needed("doc", Holds::Text, "What it decides, in a sentence.", "\"How long the game lasts.\""),
            needed("type", Holds::Choice(&const { words(&TYPES) }), "What it is: a truth, a number within bounds, or one of some words.", "\"word\""),
            needed(
                "default",
                Holds::AnyOf(&[Holds::Truth, NUMBER, Holds::Id]),
                "What it is where nobody decides.",
                "true",
            )
            .beside("type = \"truth\""),
            needed("min", NUMBER, "The least a number may be.", "1")
                .only("type", &["number"])
                .beside("type = \"number\"\nmax = 5\ndefault = 3"),
            needed("max", NUMBER, "The most.", "5").only("type", &["number"]).beside("type = \"number\"\nmin = 1\ndefault = 3"),
            needed(
                "values",
                Holds::List(&Holds::Id),
                "The words it may be. Each is a word of the game from here on: `WORD.short` in scripts, with a label of its own in `text.toml` if it is to have one.",
                "[\"short\", \"long\"]",
            )
            .only("type", &["word"])
            .beside("type = \"word\"\ndefault = \"short\""),
            may("name", Holds::Line, "", "What people call it.", "\"Length\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[option]]\nid = \"length\"\ndoc = \"How long the game lasts.\"\ntype = \"word\"\nvalues = [\"short\", \"long\"]\ndefault = \"long\"",
};

impl Builder<'_> {
    pub(super) fn options(&mut self) {
        for (entry, keys) in self.entries("option") {
            let doc = keys.need_text("doc").map(|d| self.quoted(d)).unwrap_or_default();
            keys.note("name");
            let of = keys.need_choice("type", &TYPES).unwrap_or(0);
            let of = match of {
                1 => {
                    let min = keys.need_number("min").map_or(0, |n| n.value);
                    let max = keys.need_number_in("max", min..=*ANY.end()).map_or(min, |n| n.value);
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
            (OptionType::OneOf(numbers), Raw::Number(number)) => {
                if numbers.contains(number) {
                    return Some(*number);
                }
                let known: Vec<String> = numbers.iter().map(i64::to_string).collect();
                let problem = value.error("content::bad-range", format!("{what} is {number}"));
                problem.label(format!("must be one of: {}", known.join(", ")))
            }
            (OptionType::OneOf(_), _) => wrong_type(value, what, "a number"),
        };
        self.problems.push(problem);
        None
    }
}
