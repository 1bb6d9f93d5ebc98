//! Cards and piles.

use super::{Api, Opt, V};
use crate::host::{Host, SetValue};
use crate::raw;
use cardwright_state::board::PileOrder;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{CardId, PileId, SideId};

pub(super) fn register(api: &mut Api) -> mlua::Result<()> {
    api.section("Cards");
    api.add(
        "pile(pile: Pile, side: Side): Pile",
        "The pile of a side, for piles kept one per side: `pile(HAND, US)`.",
        |host, (pile, side): (V, V)| {
            let id = host.pile(pile.0, Some(side.0))?;
            Ok(V(Val::handle(Kind::Pile, u64::from(id.0))))
        },
    )?;
    api.add("cards(pile: Pile): Set", "The cards of a pile.", |host, pile: V| {
        let pile = host.pile(pile.0, None)?;
        let set = host.pos.pile(pile);
        Ok(V(host.new_set(SetValue::Dense(Kind::Card, set))))
    })?;
    api.add("pile_size(pile: Pile): number", "How many cards a pile has.", |host, pile: V| {
        let pile = host.pile(pile.0, None)?;
        Ok(host.pos.pile(pile).len())
    })?;
    api.add(
        "in_pile(card: Card, pile: Pile): boolean",
        "Whether a card lies in a pile.",
        |host, (card, pile): (V, V)| {
            let card = CardId::new(host.index(card.0, Kind::Card)?);
            let pile = host.pile(pile.0, None)?;
            Ok(host.pos.card_at(card).pile == pile)
        },
    )?;
    api.add(
        "move_card(card: Card, to: Pile, where: (\"top\" | \"bottom\")?)",
        "Moves a card to a pile; for a deck to its `top` (the default) or `bottom`.",
        |host, (card, to, at): (V, V, Option<String>)| {
            let card = CardId::new(host.index(card.0, Kind::Card)?);
            let to = host.pile(to.0, None)?;
            let top = match at.as_deref() {
                None | Some("top") => true,
                Some("bottom") => false,
                Some(other) => return Err(format!("`{other}` is neither `top` nor `bottom`")),
            };
            let slot = host.pos.slot_in(&host.board, to, top);
            host.change(|pos, board| pos.move_card(board, card, slot))
        },
    )?;
    api.add("move_all(from: Pile | Set, to: Pile)", "Moves all cards of a pile (or set) to a pile. A deck is laid on top of a deck as it lies, open parts staying open; other cards come onto a deck in board order.", |host, (from, to): (V, V)| {
        let to = host.pile(to.0, None)?;
        let deck = |host: &Host, pile: PileId| host.board.piles[pile.at()].order == PileOrder::Deck;
        if from.0.kind() == Kind::Pile {
            let from = host.pile(from.0, None)?;
            if deck(host, from) && deck(host, to) {
                return host.lay_on(from, to);
            }
        }
        let cards = if from.0.kind() == Kind::Pile {
            host.pos.pile(host.pile(from.0, None)?)
        } else {
            match host.set(from.0)? {
                SetValue::Dense(Kind::Card, set) => set,
                SetValue::List(a, b) if a == b => cardwright_state::Set::EMPTY,
                _ => return Err("expected a pile or a set of cards".into()),
            }
        };
        host.change(|pos, board| {
            for card in cards.iter() {
                let slot = pos.slot_in(board, to, true);
                pos.move_card(board, CardId::new(card), slot);
            }
        })
    })?;
    api.add(
        "shuffle(pile: Pile)",
        "Shuffles a whole pile: its order is open until cards are drawn.",
        |host, pile: V| {
            let pile = host.pile(pile.0, None)?;
            host.shuffle(pile)
        },
    )?;
    api.add(
        "draw(from: Pile, to: Pile): Card?",
        "Draws the top card to another pile; nil if there is none. Chance.",
        |host, (from, to): (V, V)| {
            let (from, to) = (host.pile(from.0, None)?, host.pile(to.0, None)?);
            Ok(host.draw(from, to)?.map(|c| V(Val::card(c))))
        },
    )?;
    api.add(
        "deal(from: Pile, to: Pile, n: number): number",
        "Draws up to `n` cards; returns how many there were. Chance.",
        |host, (from, to, n): (V, V, i64)| {
            let (from, to) = (host.pile(from.0, None)?, host.pile(to.0, None)?);
            let (mut dealt, n) = (0, n.min(host.pos.pile(from).len() as i64)); // A pile may be dealt to itself.
            while dealt < n && host.draw(from, to)?.is_some() {
                dealt += 1;
            }
            Ok(dealt)
        },
    )?;
    api.add(
        "peek(pile: Pile, n: number, side: Side?): {Card}",
        "Looks at the top `n` cards of a deck (fewer if there are fewer), top first, without moving them: from then on the order of these is known. Chance, unless it was known before. It is `side` that looks: the log names the cards to it alone, and what it may be offered can name them. Without, only the rules look.",
        |host, (pile, n, side): (V, i64, Opt)| {
            let pile = host.pile(pile.0, None)?;
            let side = side.map(|s| host.index(s.0, Kind::Side).map(SideId::new)).transpose()?;
            let n = usize::try_from(n).map_err(|_| format!("{n} is no number of cards"))?;
            Ok(host.peek(pile, n, side)?.into_iter().map(|c| V(Val::card(c))).collect::<Vec<_>>())
        },
    )?;
    api.describe(
        "info(thing: Card | Space | Link | Class): any",
        "The content's fields of a card, space, link or piece type, read-only.",
    );
    api.describe(
        "cards_with(verb: string, side: Side?): Set",
        "The cards whose text (a side's half, if given) uses a verb. Costs time: a constant of the module.",
    );
    api.describe("half(card: Card, side: Side): any", "A card's half for a side, read-only.");
    api.add(
        "card_set(...: any): Set",
        "All cards of the game, or those listed.",
        |host, raw::Rest(cards): raw::Rest<V>| {
            let set = if cards.is_empty() {
                (0..host.board.cards.len()).collect()
            } else {
                cards.iter().map(|c| host.index(c.0, Kind::Card)).collect::<Result<_, _>>()?
            };
            Ok(V(host.new_set(SetValue::Dense(Kind::Card, set))))
        },
    )?;
    Ok(())
}
