//! Facts: declared, typed values that the rules remember.

use super::{ANY, Builder, VISIBILITIES};
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

impl Builder<'_> {
    pub(super) fn facts(&mut self) {
        for (entry, keys) in self.entries("fact") {
            self.global(&entry.id, "fact");
            self.called.facts.push(keys.text("name").map(|n| n.value));
            keys.know("doc");
            let on = self.on(&keys, true);
            let types = [("number", 0), ("truth", 1), ("id", 2), ("set", 3), ("list", 4)];
            let of = keys.need_choice("type", &types).unwrap_or(0);
            let mut default = 0;
            let holds = if of < 2 {
                default = if of == 0 {
                    keys.number("default", ANY).map_or(0, |n| n.value)
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
