//! Items about piles: the cards in one pile or in several together, their number and order.

use super::item_words::card;
use super::notation_item::{read, with_head};
use super::{Item, NotationItem, PileCheck};
use crate::hints;
use crate::line_part::{LinePart, Mistake};
use cardwright_content::{Content, Datum};
use cardwright_script::Program;
use cardwright_state::board::{Board, PileOrder};
use cardwright_state::chance::card_key;
use cardwright_state::val::Val;
use cardwright_state::{CardId, PileId, Position};

/// Parses one element of an item about piles. `head` is the text before the colon, which names the piles.
pub(super) fn pile_item(
    program: &Program,
    head: &LinePart,
    piles: &[PileId],
    element: &LinePart,
) -> Result<Item, Mistake> {
    let board = &*program.board;
    let text = with_head(&head.text, element);
    let words = element.words();
    let texts: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    let single_pile = match piles {
        [pile] => Some(*pile),
        _ => None,
    };
    let cards = |words: &[LinePart]| words.iter().map(|w| card(board, w)).collect::<Result<Vec<_>, _>>();
    let check = match texts.as_slice() {
        [n, "cards" | "card", rest @ ..] if n.parse::<usize>().is_ok() => {
            let field = match rest {
                [] => None,
                [field, value] => {
                    check_field(program, &words[2])?;
                    check_value(program, &words[2], &words[3])?;
                    Some((field.split('.').map(str::to_owned).collect(), (*value).to_owned()))
                }
                _ => return Err(element.mistake("only a field and its value may follow `cards`")),
            };
            PileCheck::Count { n: n.parse().unwrap_or_default(), field }
        }
        ["has" | "lacks"] => return Err(element.mistake("which cards?")),
        ["has", ..] => PileCheck::Has(cards(&words[1..])?),
        ["lacks", ..] => PileCheck::Lacks(cards(&words[1..])?),
        [_, "in", end @ ("last" | "first"), n] => {
            let Some(pile) = single_pile.filter(|p| board.piles[p.index()].order == PileOrder::Deck) else {
                return Err(element.mistake("only a pile with an order has first and last cards"));
            };
            let n = n.parse().map_err(|_| words[3].mistake(format!("`{n}` is not a number")))?;
            let check = PileCheck::Within { card: card(board, &words[0])?, n, bottom: *end == "last" };
            return Ok(Item::Pile { text, piles: vec![pile], check });
        }
        _ => {
            if single_pile.is_none() {
                return Err(
                    element.mistake("several piles together take `n cards`, `n cards FIELD VALUE`, `has` or `lacks`")
                );
            }
            let help = || hints::pile(board, &head.text, &element.text);
            let mut items = read(board, &head.text, element).map_err(|mistake| mistake.with_help(help()))?;
            return match items.pop() {
                Some(item) => {
                    Ok(Item::Notation(NotationItem { part: element.clone(), text, statement: item.statement }))
                }
                None => Err(element.mistake("the pile needs its cards")),
            };
        }
    };
    Ok(Item::Pile { text, piles: piles.to_vec(), check })
}

/// Returns what the piles hold if that differs from the check.
pub(super) fn compare_pile(
    program: &Program,
    position: &Position,
    piles: &[PileId],
    check: &PileCheck,
) -> Option<String> {
    let board = &*program.board;
    let cards: Vec<CardId> =
        piles.iter().flat_map(|p| position.pile(*p).iter().map(CardId::new).collect::<Vec<_>>()).collect();
    let piles_text = || {
        let parts: Vec<String> = piles
            .iter()
            .map(|p| format!("{}: {}", board.piles[p.index()].id, pile_text(board, position, *p)))
            .collect();
        parts.join("; ")
    };
    match check {
        PileCheck::Count { n, field: None } => {
            (cards.len() != *n).then(|| format!("{} cards; {}", cards.len(), piles_text()))
        }
        PileCheck::Count { n, field: Some((path, value)) } => {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let has_value = |c: &CardId| field_text(&program.content, board, *c, &path).is_some_and(|t| t == *value);
            let matching: Vec<CardId> = cards.iter().copied().filter(has_value).collect();
            (matching.len() != *n).then(|| format!("{}: {}", matching.len(), ids(board, matching)))
        }
        PileCheck::Has(wanted) => {
            let missing: Vec<CardId> = wanted.iter().copied().filter(|c| !cards.contains(c)).collect();
            (!missing.is_empty()).then(|| {
                let locations = missing.iter().map(|c| {
                    format!(
                        "{} in {}",
                        board.cards[c.index()].id,
                        board.piles[position.card_location(*c).pile.index()].id
                    )
                });
                format!("without {}", locations.collect::<Vec<_>>().join(", "))
            })
        }
        PileCheck::Lacks(unwanted) => {
            let present: Vec<CardId> = unwanted.iter().copied().filter(|c| cards.contains(c)).collect();
            (!present.is_empty()).then(|| format!("with {}", ids(board, present)))
        }
        PileCheck::Within { card, n, bottom } => {
            let mut cards = card_order(board, position, piles[0]);
            if *bottom {
                cards.reverse();
            }
            let index = cards.iter().position(|c| c == card);
            if index.is_some_and(|index| index < *n) {
                return None;
            }
            Some(match index {
                Some(index) => {
                    format!("the {} from the {}", ordinal(index + 1), if *bottom { "bottom" } else { "top" })
                }
                None => format!("in {}", board.piles[position.card_location(*card).pile.index()].id),
            })
        }
    }
}

fn check_field(program: &Program, word: &LinePart) -> Result<(), Mistake> {
    let path: Vec<&str> = word.text.split('.').collect();
    let infos = || (0..program.board.cards.len()).filter_map(|c| program.content.info(Val::card(CardId::new(c))));
    if infos().any(|info| datum(info, &path).is_some()) {
        return Ok(());
    }
    let mut valid: Vec<String> = Vec::new();
    for info in infos() {
        if let Datum::Table(table) = info {
            valid.extend(table.iter().map(|(k, _)| k.clone()).filter(|k| !valid.contains(k)).collect::<Vec<_>>());
        }
    }
    Err(word.unknown(format!("no card has a field `{}`", word.text), &valid))
}

/// Reports a value that no card has in this field, because its count would always be 0. Any number or boolean is
/// allowed.
fn check_value(program: &Program, field: &LinePart, word: &LinePart) -> Result<(), Mistake> {
    let path: Vec<&str> = field.text.split('.').collect();
    let (content, board) = (&program.content, &*program.board);
    let cards = (0..board.cards.len()).map(CardId::new);
    let data: Vec<&Datum> = cards.clone().filter_map(|c| datum(content.info(Val::card(c))?, &path)).collect();
    let mut valid: Vec<String> = cards.filter_map(|c| field_text(content, board, c, &path)).collect();
    if valid.is_empty() {
        return Err(field.mistake(format!("the field `{}` of cards is not a single value", field.text)));
    }
    valid.sort();
    valid.dedup();
    let is_possible = data.iter().any(|datum| match datum {
        Datum::Number(_) => word.text.parse::<i64>().is_ok(),
        Datum::Boolean(_) => matches!(word.text.as_str(), "true" | "false"),
        _ => false,
    });
    if is_possible || valid.contains(&word.text) {
        return Ok(());
    }
    Err(word.unknown(format!("no card has `{} {}`", field.text, word.text), &valid))
}

pub(super) fn datum<'a>(info: &'a Datum, path: &[&str]) -> Option<&'a Datum> {
    path.iter().try_fold(info, |datum, key| datum.get(&key.replace('-', "_")))
}

fn field_text(content: &Content, board: &Board, card: CardId, path: &[&str]) -> Option<String> {
    Some(match datum(content.info(Val::card(card))?, path)? {
        Datum::Number(n) => n.to_string(),
        Datum::Boolean(is_true) => is_true.to_string(),
        Datum::Text(text) => text.clone(),
        Datum::Val(v) => board.text(*v),
        _ => return None,
    })
}

/// The cards of a pile from the top. Shuffled cards are in their real order, even if no viewer knows that order.
pub(super) fn card_order(board: &Board, position: &Position, pile: PileId) -> Vec<CardId> {
    let mut out = Vec::new();
    for (mut cards, is_open) in position.segments(pile) {
        if is_open {
            // `card_key` is the random number by which the engine sorts shuffled cards.
            let shuffle = position.card_location(cards[0]).shuffle;
            cards.sort_by_key(|c| (card_key(board, position.seed(), pile, shuffle, *c), *c));
        }
        out.extend(cards);
    }
    out
}

pub(super) fn ids(board: &Board, cards: impl IntoIterator<Item = CardId>) -> String {
    let ids: Vec<&str> = cards.into_iter().map(|c| board.cards[c.index()].id.as_str()).collect();
    if ids.is_empty() { "-".into() } else { ids.join(" ") }
}

/// Writes the cards of a pile in position notation.
pub(crate) fn pile_text(board: &Board, position: &Position, pile: PileId) -> String {
    if board.piles[pile.index()].order == PileOrder::Set {
        return ids(board, position.pile(pile).iter().map(CardId::new));
    }
    let parts = position.segments(pile).into_iter().map(|(cards, is_open)| {
        let text = ids(board, cards);
        if is_open { format!("{{{text}}}") } else { text }
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "-".into() } else { parts.join(" | ") }
}

fn ordinal(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}
