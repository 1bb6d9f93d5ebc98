//! Facts: declared, typed values that the rules remember.

use super::builder::Builder;
use super::common_keys::{AUDIENCE, ENTRY, ID, NUMBER, ON, UNTIL, VISIBILITIES};
use crate::table_schema::{schema, words};
use cardwright_state::Kind;
use cardwright_state::board::{Fact, FactType, SubjectKind, Visibility};

/// The kinds of things that a fact may hold.
const KINDS: [(&str, Kind); 8] = [
    ("action", Kind::Action),
    ("space", Kind::Space),
    ("card", Kind::Card),
    ("side", Kind::Side),
    ("word", Kind::Word),
    ("class", Kind::Class),
    ("link", Kind::Link),
    ("number", Kind::Number),
];

/// The types of facts, each with its index in this list.
const TYPES: [(&str, usize); 5] = [("number", 0), ("boolean", 1), ("id", 2), ("set", 3), ("list", 4)];

schema! {
    /// A typed value that the rules remember. Scripts keep all lasting state in facts, tracks and marks, never in
    /// variables of Lua. They write `set(TURNS, 2)` and `get(TURNS)`. If each space, side, link or card has its own
    /// value, the space, side, link or card is the last argument.
    pub(crate) static FACT = "fact";
    keys {
        "id" = shared(ID);
        /// What has the value: the `game` (one value), each `side`, `card` or `link`, each space or link of a kind, or
        /// each space of several kinds.
        "on" = required_in_new_entry(AnyOf(&ON), "\"side\"");
        /// The type of the value: a `number`, a `boolean`, one thing (`id`), several different things of one kind
        /// (`set`), or a sequence that may repeat things (`list`).
        "type" = required_in_new_entry(Choice(&const { words(&TYPES) }), "\"boolean\"");
        /// The kind of things in an `id`, `set` or `list`. Only a `list` may hold `number`.
        "of" = required_in_new_entry(Choice(&const { words(&KINDS) }), "\"space\"")
            .only_if("type", &["id", "set", "list"])
            .with_context("type = \"set\"");
        /// The value of a number or boolean when the game begins, and after `until`.
        "default" = optional(AnyOf(&[NUMBER, Boolean]), "`0` or `false`; ids, sets and lists begin empty", "2")
            .only_if("type", &["number", "boolean"])
            .with_context("type = \"number\"");
        "until" = shared(UNTIL);
        "audience" = shared(AUDIENCE);
        /// Whether the board shows the value while it is not the default.
        "shown" = optional(Boolean, "`true`", "false");
        /// The name on the board and in the log.
        "name" = optional(Line, "its id, with spaces for `-`", "\"rafts sent\"");
        /// The purpose of the fact, for readers of the file.
        "doc" = optional(Text, "", "\"whether the side has crossed this night\"");
    } + ENTRY
    example "[[fact]]\nid = \"crossed\"\non = \"side\"\ntype = \"boolean\"\nuntil = \"night\"\n\n[[fact]]\nid = \"sleeps\"\non = \"side\"\ntype = \"boolean\"\n\n[[fact]]\nid = \"awake\"\non = \"side\"\ntype = \"boolean\""
}

impl Builder<'_> {
    pub(super) fn read_facts(&mut self) {
        for (entry, keys) in self.open_entries("fact", &FACT) {
            self.add_global(Kind::Fact, &entry.id, "fact");
            self.display_names.facts.push(keys.text("name").map(|n| n.value));
            keys.check_text("doc");
            let on = self.read_on(&keys);
            let type_index = keys.need_choice("type", &TYPES).unwrap_or(0);
            let mut default = 0;
            let fact_type = if type_index < 2 {
                default = if type_index == 0 {
                    keys.number("default").map_or(0, |n| n.value)
                } else {
                    keys.boolean("default").map_or(0, |t| i64::from(t.value))
                };
                if type_index == 0 { FactType::Number } else { FactType::Boolean }
            } else {
                // Only a list may hold numbers, which are the last kind in `KINDS`.
                let choices = if type_index == 4 { &KINDS[..] } else { &KINDS[..7] };
                let kind = keys.need_choice("of", choices).unwrap_or(Kind::Word);
                [FactType::Id(kind), FactType::Set(kind), FactType::List(kind)][type_index - 2]
            };
            let until = self.read_until(&keys);
            let visibility = keys.choice("audience", &VISIBILITIES).unwrap_or(Visibility::All);
            if let Some(audience) =
                keys.text("audience").filter(|_| visibility == Visibility::Owner && on != SubjectKind::Side)
            {
                let message = format!("{} has no owner", keys.table_name);
                self.problems.push(
                    audience
                        .error("content::no-owner", message)
                        .label("only a fact with `on = \"side\"` has an owner")
                        .help("use `on = \"side\"`, or write `audience = \"all\"` or `\"none\"`"),
                );
            }
            let is_shown = keys.boolean("shown").is_none_or(|t| t.value);
            let id = entry.id.value.clone();
            self.board.facts.push(Fact { id, on, fact_type, default, until, visibility, is_shown });
            self.close_entry("fact", entry, keys);
        }
    }
}
