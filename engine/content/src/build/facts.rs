//! Facts: declared, typed values that the rules remember.

use super::entry::{ENTRY, ID};
use super::{AUDIENCE, Builder, NUMBER, ON, UNTIL, VISIBILITIES};
use crate::form::{Form, Holds, may, needed, words};
use cardwright_state::Kind;
use cardwright_state::board::{Fact, FactType, On, Visibility};

/// What ids a fact may hold.
const HOLDS: [(&str, Kind); 8] = [
    ("action", Kind::Action),
    ("space", Kind::Space),
    ("card", Kind::Card),
    ("side", Kind::Side),
    ("word", Kind::Word),
    ("class", Kind::Class),
    ("link", Kind::Link),
    ("number", Kind::Number),
];

const TYPES: [(&str, usize); 5] = [("number", 0), ("truth", 1), ("id", 2), ("set", 3), ("list", 4)];

/// `[[fact]]`.
pub(crate) static FACT: Form = Form {
    of: "fact",
    doc: "A typed value that the rules remember: what a script must know later is a fact, a track or a mark, never a variable of Lua. Scripts write `set(TURNS, 2)`, `get(TURNS)`, with the place, side, link or card after it where there is one each.",
    keys: &[
        &[
            ID,
            needed(
                "on",
                Holds::AnyOf(&[ON[0], Holds::Choice(&["card"]), ON[1], ON[2], ON[3]]),
                "What it is kept for: `game` (one), `side`, `card` or `link` (one each), a kind of spaces or links, or a list of kinds of spaces.",
                "\"side\"",
            ),
            needed(
                "type",
                Holds::Choice(&const { words(&TYPES) }),
                "What it holds: a `number`, a `truth`, one thing (`id`), several things of one kind (`set`), or several in an order in which one may come twice (`list`).",
                "\"truth\"",
            ),
            needed(
                "of",
                Holds::Choice(&const { words(&HOLDS) }),
                "What things an `id`, a `set` or a `list` holds; only a `list` may hold `number`.",
                "\"space\"",
            )
            .only("type", &["id", "set", "list"])
            .beside("type = \"set\""),
            may(
                "default",
                Holds::AnyOf(&[NUMBER, Holds::Truth]),
                "`0` or `false`; an id, set or list begins empty",
                "What a number or a truth is as the game begins, and after `until`.",
                "2",
            )
            .only("type", &["number", "truth"])
            .beside("type = \"number\""),
            UNTIL,
            AUDIENCE,
            may(
                "shown",
                Holds::Truth,
                "`true`",
                "Whether the board shows it while it is not what it is by default.",
                "false",
            ),
            may(
                "name",
                Holds::Line,
                "its id, with blanks",
                "What people call it on the board and in the log.",
                "\"rafts sent\"",
            ),
            may(
                "doc",
                Holds::Text,
                "",
                "What it is there for, for who reads the file.",
                "\"whether the side has crossed this night\"",
            ),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[fact]]\nid = \"crossed\"\non = \"side\"\ntype = \"truth\"\nuntil = \"night\"\n\n[[fact]]\nid = \"sleeps\"\non = \"side\"\ntype = \"truth\"\n\n[[fact]]\nid = \"awake\"\non = \"side\"\ntype = \"truth\"",
};

impl Builder<'_> {
    pub(super) fn facts(&mut self) {
        for (entry, keys) in self.entries("fact") {
            self.global(Kind::Fact, &entry.id, "fact");
            self.called.facts.push(keys.text("name").map(|n| n.value));
            keys.note("doc");
            let on = self.on(&keys, true);
            let of = keys.need_choice("type", &TYPES).unwrap_or(0);
            let mut default = 0;
            let holds = if of < 2 {
                default = if of == 0 {
                    keys.number("default").map_or(0, |n| n.value)
                } else {
                    keys.truth("default").map_or(0, |t| i64::from(t.value))
                };
                if of == 0 { FactType::Number } else { FactType::Truth }
            } else {
                let choices = if of == 4 { &HOLDS[..] } else { &HOLDS[..7] };
                let kind = keys.need_choice("of", choices).unwrap_or(Kind::Word);
                [FactType::Id(kind), FactType::Set(kind), FactType::List(kind)][of - 2]
            };
            let until = self.until(&keys);
            let visibility = keys.choice("audience", &VISIBILITIES).unwrap_or(Visibility::All);
            if let Some(told) = keys.text("audience").filter(|_| visibility == Visibility::Owner && on != On::Side) {
                let message = format!("{} has no owner who could see it", keys.what);
                self.problems.push(
                    told.error("content::no-owner", message)
                        .label("only what is kept `on = \"side\"` has an owner")
                        .help("keep it `on = \"side\"`, or write `audience = \"all\"` or `\"none\"`"),
                );
            }
            let shown = keys.truth("shown").is_none_or(|t| t.value);
            let id = entry.id.value.clone();
            self.board.facts.push(Fact { id, on, holds, default, until, visibility, shown });
            self.close("fact", entry, keys);
        }
    }
}
