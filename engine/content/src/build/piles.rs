//! Piles of cards: who has one each, in what order they lie, who sees them.

use super::entry::{ENTRY, ID};
use super::{AUDIENCE, Builder, VISIBILITIES};
use crate::form::{Form, Holds, may, needed, words};
use crate::located::Located;
use cardwright_state::Kind;
use cardwright_state::board::{On, Pile, PileOrder, Visibility};
use cardwright_state::ids::*;

const OWNERS: [(&str, On); 2] = [("game", On::Game), ("side", On::Side)];
const ORDERS: [(&str, PileOrder); 2] = [("set", PileOrder::Set), ("deck", PileOrder::Deck)];

/// `[[pile]]`.
pub(crate) static PILE: Form = Form {
    of: "pile",
    doc: "A place for cards: a deck, a hand, a row for sale, the discards.",
    keys: &[
        &[
            ID,
            may(
                "on",
                Holds::Choice(&const { words(&OWNERS) }),
                "`\"game\"`",
                "Whose it is: one of the `game`, or one of each `side`, as hands are: `red hand` in notation.",
                "\"side\"",
            )
            .beside("id = \"tricks\"\norder = \"set\""),
            needed(
                "order",
                Holds::Choice(&const { words(&ORDERS) }),
                "How cards lie in it. `set`: in no order, all of them at hand, as in a hand or a row for sale; two such piles with the same cards are the same. `deck`: one on another, in an order that the game keeps and that nobody knows once it is shuffled; cards are drawn from the top.",
                "\"deck\"",
            ),
            AUDIENCE,
            may(
                "read",
                Holds::Truth,
                "`false`",
                "Whether what its cards say is read on the board, as of the card that is played next; otherwise only their titles are.",
                "true",
            )
            .beside("id = \"tricks\"\norder = \"set\""),
            may(
                "home",
                Holds::Truth,
                "`false`",
                "Whether this is the pile where all cards are that no position puts elsewhere: before set-up, all of them. A game with cards has one such pile, of the game, by custom the box or the reserve; set-up moves cards from it into the deck.",
                "true",
            ),
            may("name", Holds::Line, "its id, with blanks", "What people call it.", "\"draw pile\""),
        ],
        &ENTRY,
    ],
    more: &[],
    example: "[[pile]]\nid = \"reserve\"\norder = \"set\"\nhome = true\n\n[[pile]]\nid = \"deck\"\norder = \"deck\"\naudience = \"none\"\n\n[[pile]]\nid = \"hand\"\non = \"side\"\norder = \"set\"\naudience = \"owner\"",
};

impl Builder<'_> {
    pub(super) fn piles(&mut self) {
        let mut home: Option<Located<()>> = None;
        let mut last = None;
        for (entry, keys) in self.entries("pile") {
            self.global(Kind::Pile, &entry.id, "pile");
            let name = keys.text("name").map(|n| n.value);
            let on = keys.choice("on", &OWNERS).unwrap_or(On::Game);
            let order = keys.need_choice("order", &ORDERS).unwrap_or(PileOrder::Set);
            let visibility = keys.choice("audience", &VISIBILITIES).unwrap_or(Visibility::All);
            let reads = keys.truth("read").filter(|t| t.value);
            let read = reads.is_some();
            if let Some(mark) = keys.truth("home").filter(|t| t.value) {
                if let Some(first) = &home {
                    let problem = mark.error("content::home-pile", "a second pile is home");
                    self.problems
                        .push(problem.label("only one may be").help(format!("the first is at {}", first.written())));
                } else if on == On::Side {
                    let problem = mark.error("content::home-pile", "the home of all cards cannot be one per side");
                    self.problems.push(problem.label("must be a pile of the game"));
                }
                // Cards that no set-up took from a home without an order are not in play, and not drawn.
                if let Some(reads) = reads.filter(|_| order == PileOrder::Set) {
                    let message =
                        format!("nobody reads the cards in the home `{}`: they are not on the board", entry.id.value);
                    let problem = reads.warning("content::home-pile", message).label("says nothing here");
                    self.problems.push(problem.help("a home with `order = \"deck\"` is on the board"));
                }
                self.board.home = PileId::new(self.board.piles.len());
                home = Some(mark.place());
            }
            let def = entry.id.value.clone();
            let owners: Vec<Option<SideId>> = match on {
                On::Side => (0..self.board.sides.len()).map(|s| Some(SideId::new(s))).collect(),
                _ => vec![None],
            };
            for owner in owners {
                self.called.piles.push(name.clone());
                let id = owner.map_or_else(|| def.clone(), |s| format!("{} {def}", self.board.sides[s.at()].id));
                self.board.piles.push(Pile { id, def: def.clone(), owner, order, visibility, read });
            }
            last = Some(entry.id.clone());
            self.close("pile", entry, keys);
        }
        if let (None, Some(card)) = (&home, self.layers.section("card").next()) {
            let at = last.unwrap_or_else(|| card.id.clone());
            let problem = at.error("content::home-pile", "no pile is home, where cards are before set-up");
            self.problems.push(problem.label("the last pile").help("give one pile of the game `home = true`"));
        }
    }
}
