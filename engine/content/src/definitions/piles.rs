//! Piles of cards.

use super::builder::Builder;
use super::common_keys::{AUDIENCE, ENTRY, ID, VISIBILITIES};
use crate::located::Located;
use crate::table_schema::{schema, words};
use cardwright_state::Kind;
use cardwright_state::board::{Pile, PileOrder, SubjectKind, Visibility};
use cardwright_state::ids::*;

/// The words in TOML for what has a pile of its own.
const OWNERS: [(&str, SubjectKind); 2] = [("game", SubjectKind::Game), ("side", SubjectKind::Side)];
/// The words in TOML for the order of a pile.
const ORDERS: [(&str, PileOrder); 2] = [("set", PileOrder::Set), ("deck", PileOrder::Deck)];

schema! {
    /// A place for cards: a deck, a hand, a display, a discard pile.
    pub(crate) static PILE = "pile";
    keys {
        "id" = shared(ID);
        /// One pile for the whole `game`, or one for each `side`, such as hands. In notation: `red hand`.
        "on" = optional(Choice(&const { words(&OWNERS) }), "`\"game\"`", "\"side\"")
            .with_context("id = \"tricks\"\norder = \"set\"");
        /// The order of the cards. `set`: no order, all cards are available, as in a hand or a display. `deck`: a
        /// hidden order after shuffling; cards are drawn from the top.
        "order" = required_in_new_entry(Choice(&const { words(&ORDERS) }), "\"deck\"");
        "audience" = shared(AUDIENCE);
        /// Whether the board shows the text of its cards, as for the next card to be played. Otherwise it shows only
        /// their titles.
        "show_text" = optional(Boolean, "`false`", "true")
            .with_context("id = \"tricks\"\norder = \"set\"")
            .formerly(&["read"]);
        /// Whether this pile holds all cards that the position puts nowhere else; before set-up, these are all cards. A
        /// game with cards needs one such pile with `on = "game"`, usually the box or reserve. Set-up moves cards from
        /// it to the deck.
        "home" = optional(Boolean, "`false`", "true");
        /// The printed name.
        "name" = optional(Line, "its id, with spaces for `-`", "\"draw pile\"");
    } + ENTRY
    example "[[pile]]\nid = \"reserve\"\norder = \"set\"\nhome = true\n\n[[pile]]\nid = \"deck\"\norder = \"deck\"\naudience = \"none\"\n\n[[pile]]\nid = \"hand\"\non = \"side\"\norder = \"set\"\naudience = \"owner\""
}

impl Builder<'_> {
    pub(super) fn read_piles(&mut self) {
        let mut home_place: Option<Located<()>> = None;
        let mut last_id = None;
        for (entry, keys) in self.open_entries("pile", &PILE) {
            self.add_global(Kind::Pile, &entry.id, "pile");
            let name = keys.text("name").map(|n| n.value);
            let on = keys.choice("on", &OWNERS).unwrap_or(SubjectKind::Game);
            let order = keys.need_choice("order", &ORDERS).unwrap_or(PileOrder::Set);
            let visibility = keys.choice("audience", &VISIBILITIES).unwrap_or(Visibility::All);
            let show_text = keys.boolean("show_text").filter(|flag| flag.value);
            let shows_card_text = show_text.is_some();
            if let Some(home_flag) = keys.boolean("home").filter(|flag| flag.value) {
                if let Some(first) = &home_place {
                    let problem = home_flag.error("content::home-pile", "there are two home piles");
                    self.problems.push(
                        problem.label("only one is allowed").help(format!("the first is at {}", first.location())),
                    );
                } else if on == SubjectKind::Side {
                    let problem = home_flag.error("content::home-pile", "the home pile cannot be one per side");
                    self.problems.push(problem.label("must be a pile of the game"));
                }
                // Cards that stay in an unordered home pile are not in play, so the board does not show them.
                if let Some(show_text) = show_text.filter(|_| order == PileOrder::Set) {
                    let message = format!("the board does not show the cards of the home pile `{}`", entry.id.value);
                    let problem = show_text.warning("content::home-pile", message).label("has no effect");
                    self.problems.push(problem.help("the board shows a home pile only with `order = \"deck\"`"));
                }
                self.board.home = PileId::new(self.board.piles.len());
                home_place = Some(home_flag.place());
            }
            let def = entry.id.value.clone();
            let owners: Vec<Option<SideId>> = match on {
                SubjectKind::Side => (0..self.board.sides.len()).map(|s| Some(SideId::new(s))).collect(),
                _ => vec![None],
            };
            for owner in owners {
                self.display_names.piles.push(name.clone());
                let id = owner.map_or_else(|| def.clone(), |s| format!("{} {def}", self.board.sides[s.index()].id));
                self.board.piles.push(Pile { id, def: def.clone(), owner, order, visibility, shows_card_text });
            }
            last_id = Some(entry.id.clone());
            self.close_entry("pile", entry, keys);
        }
        if let (None, Some(card)) = (&home_place, self.tables.section("card").next()) {
            let place = last_id.unwrap_or_else(|| card.id.clone());
            let problem = place.error("content::home-pile", "no pile is the home pile, where cards are before set-up");
            self.problems.push(problem.label("the last pile").help("give one pile of the game `home = true`"));
        }
    }
}
