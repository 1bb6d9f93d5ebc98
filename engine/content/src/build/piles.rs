//! Piles of cards: who has one each, in what order they lie, who sees them.

use super::{Builder, VISIBILITIES};
use crate::located::Located;
use cardwright_state::board::{On, Pile, PileOrder, Visibility};
use cardwright_state::ids::*;

impl Builder<'_> {
    pub(super) fn piles(&mut self) {
        let mut home: Option<Located<()>> = None;
        let mut last = None;
        for (entry, keys) in self.entries("pile") {
            self.global(&entry.id, "pile");
            let name = keys.text("name").map(|n| n.value);
            let on = keys.choice("on", &[("game", On::Game), ("side", On::Side)]).unwrap_or(On::Game);
            let orders = [("set", PileOrder::Set), ("deck", PileOrder::Deck)];
            let order = keys.need_choice("order", &orders).unwrap_or(PileOrder::Set);
            let visibility = keys.choice("audience", &VISIBILITIES).unwrap_or(Visibility::All);
            let read = keys.truth("read").is_some_and(|t| t.value);
            if let Some(mark) = keys.truth("home").filter(|t| t.value) {
                if let Some(first) = &home {
                    let problem = mark.error("content::home-pile", "a second pile is home");
                    self.problems
                        .push(problem.label("only one may be").help(format!("the first is at {}", first.written())));
                } else if on == On::Side {
                    let problem = mark.error("content::home-pile", "the home of all cards cannot be one per side");
                    self.problems.push(problem.label("must be a pile of the game"));
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
