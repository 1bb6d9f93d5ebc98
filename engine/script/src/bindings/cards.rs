//! Cards and piles.

use super::{Api, LuaVal, OptionalVal};
use crate::host::{Host, SetValue};
use crate::lua_ffi;
use cardwright_state::board::PileOrder;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, PileId, SideId};

#[expect(clippy::too_many_lines, reason = "a list of functions")]
pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Cards");
    api.add(
        "pile(pile: Pile, side: Side): Pile",
        "The pile of one side, for piles that exist once per side: `pile(HAND, US)`.",
        |host, (pile, side): (LuaVal, LuaVal)| {
            let id = host.pile(pile.0, Some(side.0))?;
            Ok(LuaVal(Val::handle(Kind::Pile, u64::from(id.0))))
        },
    )?;
    api.add(
        "cards(...: Pile): Set",
        "The cards in a pile, or in several piles together.",
        |host, lua_ffi::Rest(piles): lua_ffi::Rest<LuaVal>| {
            let mut set = cardwright_state::Set::EMPTY;
            for pile in &piles {
                set.add_all(&host.pos.pile(host.pile(pile.0, None)?));
            }
            Ok(LuaVal(host.new_set(SetValue::Dense(Kind::Card, set))))
        },
    )?;
    api.add_query(
        "pile_of(card: Card): Pile",
        "The pile in which a card lies. For a pile that exists once per side, it is equal to `pile(HAND, US)`.",
        |host, card: LuaVal| {
            let card = CardId::new(host.index(card.0, Kind::Card)?);
            Ok(LuaVal(Val::handle(Kind::Pile, u64::from(host.pos.card_location(card).pile.0))))
        },
    )?;
    api.add("pile_size(pile: Pile): number", "The number of cards in a pile.", |host, pile: LuaVal| {
        let pile = host.pile(pile.0, None)?;
        Ok(host.pos.pile(pile).len())
    })?;
    api.add(
        "move_card(card: Card, to: Pile, where: (\"top\" | \"bottom\")?)",
        "Moves a card to a pile. A deck takes it on `top` (the default) or at the `bottom`.",
        |host, (card, to, end): (LuaVal, LuaVal, Option<String>)| {
            let card = CardId::new(host.index(card.0, Kind::Card)?);
            let to = host.pile(to.0, None)?;
            let on_top = match end.as_deref() {
                None | Some("top") => true,
                Some("bottom") => false,
                Some(other) => return Err(format!("`move_card` takes `top` or `bottom`, not `{other}`").into()),
            };
            let location = host.pos.location_in(&host.board, to, on_top);
            host.change(|pos, board| pos.move_card(board, card, location))
        },
    )?;
    api.add(
        "move_all(from: Pile | Set, to: Pile)",
        "Moves all cards of a pile or a set to a pile. A deck goes on top of another deck as it is: cards \
         whose order is unknown stay in unknown order. Other cards go onto a deck in board order.",
        |host, (from, to): (LuaVal, LuaVal)| {
            let to = host.pile(to.0, None)?;
            let is_deck = |host: &Host, pile: PileId| host.board.piles[pile.index()].order == PileOrder::Deck;
            if from.0.kind() == Kind::Pile {
                let from = host.pile(from.0, None)?;
                if is_deck(host, from) && is_deck(host, to) {
                    return host.lay_on(from, to);
                }
            }
            let cards = if from.0.kind() == Kind::Pile {
                host.pos.pile(host.pile(from.0, None)?)
            } else {
                match host.set(from.0)? {
                    SetValue::Dense(Kind::Card, set) => set,
                    // An empty list, whatever its kind.
                    SetValue::List(a, b) if a == b => cardwright_state::Set::EMPTY,
                    _ => return Err("expected a pile or a set of cards".into()),
                }
            };
            host.change(|pos, board| {
                for card in cards.iter() {
                    let location = pos.location_in(board, to, true);
                    pos.move_card(board, CardId::new(card), location);
                }
            })
        },
    )?;
    api.add(
        "shuffle(pile: Pile)",
        "Shuffles a whole pile. Nobody knows its order until cards are drawn.",
        |host, pile: LuaVal| {
            let pile = host.pile(pile.0, None)?;
            host.shuffle(pile)
        },
    )?;
    api.add(
        "draw(from: Pile, to: Pile): Card?",
        "Draws the top card to another pile. Returns nil if there is none. Uses chance.",
        |host, (from, to): (LuaVal, LuaVal)| {
            let (from, to) = (host.pile(from.0, None)?, host.pile(to.0, None)?);
            Ok(host.draw(from, to)?.map(|card| LuaVal(Val::card(card))))
        },
    )?;
    api.add(
        "deal(from: Pile, to: Pile, n: number): number",
        "Draws up to `n` cards to another pile. Returns how many. Uses chance.",
        |host, (from, to, n): (LuaVal, LuaVal, i64)| {
            let (from, to) = (host.pile(from.0, None)?, host.pile(to.0, None)?);
            // A pile that is dealt to itself never gets empty, so its size at the start limits the loop.
            let (mut dealt, n) = (0, n.min(host.pos.pile(from).len() as i64));
            while dealt < n && host.draw(from, to)?.is_some() {
                dealt += 1;
            }
            Ok(dealt)
        },
    )?;
    api.add(
        "peek(pile: Pile, n: number, side: Side?): {Card}",
        "Looks at the top `n` cards of a deck, top card first, without moving them. If there are fewer, it \
         looks at all. Their order is fixed from then on. With `side`, that side sees the cards: the log names \
         them to it alone, and its choices may name them. Without `side`, only the rules see them. Uses chance \
         unless the order was known.",
        |host, (pile, n, side): (LuaVal, i64, OptionalVal)| {
            let pile = host.pile(pile.0, None)?;
            let side = side.map(|side| host.index(side.0, Kind::Side).map(SideId::new)).transpose()?;
            let n = usize::try_from(n).map_err(|_| format!("{n} is not a number of cards"))?;
            Ok(host.peek(pile, n, side)?.into_iter().map(|card| LuaVal(Val::card(card))).collect::<Vec<_>>())
        },
    )?;
    api.document(
        "info(thing: Card | Space | Link | Class): any",
        "The fields that the content gives a card, space, link or piece type, read-only.",
    );
    api.document(
        "cards_with(verb: string, side: Side?): Set",
        "The cards that use a verb, on any half or on one side's half. This is slow: store the result in a \
         constant of the module.",
    );
    api.document("half(card: Card, side: Side): any", "One side's half of a card, read-only.");
    api.add(
        "card_set(...: any): Set",
        "The set of these cards. Without arguments, all cards of the game.",
        |host, lua_ffi::Rest(cards): lua_ffi::Rest<LuaVal>| {
            let set = if cards.is_empty() {
                (0..host.board.cards.len()).collect()
            } else {
                cards.iter().map(|card| host.index(card.0, Kind::Card)).collect::<Result<_, _>>()?
            };
            Ok(LuaVal(host.new_set(SetValue::Dense(Kind::Card, set))))
        },
    )?;
    Ok(())
}
