//! Items about piles: the cards in one pile or in several together, their number and order.

use super::item_words::card;
use super::notation_item::{read, with_head};
use super::{Item, NotationItem};
use crate::hints;
use crate::parser::{LinePart, Mistake};
use cardwright_content::{Content, Datum};
use cardwright_script::Program;
use cardwright_state::board::{Board, PileOrder};
use cardwright_state::chance::card_key;
use cardwright_state::val::Val;
use cardwright_state::{CardId, PileId, Position};

/// What an item expects of a pile, or of several together.
#[derive(Debug, Clone)]
pub(crate) enum PileCheck {
    Count { n: usize, field: Option<(Vec<String>, String)> },
    Has(Vec<CardId>),
    Lacks(Vec<CardId>),
    Within { card: CardId, n: usize, bottom: bool },
}

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
    let one = match piles {
        [one] => Some(*one),
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
            let Some(pile) = one.filter(|p| board.piles[p.at()].order == PileOrder::Deck) else {
                return Err(element.mistake("only a pile with an order has first and last cards"));
            };
            let n = n.parse().map_err(|_| words[3].mistake(format!("`{n}` is not a number")))?;
            let check = PileCheck::Within { card: card(board, &words[0])?, n, bottom: *end == "last" };
            return Ok(Item::Pile { text, piles: vec![pile], check });
        }
        _ => {
            if one.is_none() {
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

pub(super) fn compare_pile(
    program: &Program,
    position: &Position,
    piles: &[PileId],
    check: &PileCheck,
) -> Option<String> {
    let board = &*program.board;
    let cards: Vec<CardId> = piles.iter().flat_map(|p| position.pile(*p).iter().map(CardId::new)).collect();
    let shown = || {
        let parts: Vec<String> =
            piles.iter().map(|p| format!("{}: {}", board.piles[p.at()].id, pile_text(board, position, *p))).collect();
        parts.join("; ")
    };
    match check {
        PileCheck::Count { n, field: None } => {
            (cards.len() != *n).then(|| format!("{} cards; {}", cards.len(), shown()))
        }
        PileCheck::Count { n, field: Some((path, value)) } => {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            let fits = |c: &CardId| field_text(&program.content, board, *c, &path).is_some_and(|t| t == *value);
            let fitting: Vec<CardId> = cards.iter().copied().filter(fits).collect();
            (fitting.len() != *n).then(|| format!("{}: {}", fitting.len(), ids(board, fitting)))
        }
        PileCheck::Has(wanted) => {
            let missing: Vec<CardId> = wanted.iter().copied().filter(|c| !cards.contains(c)).collect();
            (!missing.is_empty()).then(|| {
                let at = missing.iter().map(|c| {
                    format!("{} in {}", board.cards[c.at()].id, board.piles[position.card_location(*c).pile.at()].id)
                });
                format!("without {}", at.collect::<Vec<_>>().join(", "))
            })
        }
        PileCheck::Lacks(unwanted) => {
            let there: Vec<CardId> = unwanted.iter().copied().filter(|c| cards.contains(c)).collect();
            (!there.is_empty()).then(|| format!("with {}", ids(board, there)))
        }
        PileCheck::Within { card, n, bottom } => {
            let mut list = order(board, position, piles[0]);
            if *bottom {
                list.reverse();
            }
            let at = list.iter().position(|c| c == card);
            if at.is_some_and(|at| at < *n) {
                return None;
            }
            Some(match at {
                Some(at) => format!("the {} from the {}", nth(at + 1), if *bottom { "bottom" } else { "top" }),
                None => format!("in {}", board.piles[position.card_location(*card).pile.at()].id),
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
    let mut known: Vec<String> = Vec::new();
    for info in infos() {
        if let Datum::Table(table) = info {
            known.extend(table.iter().map(|(k, _)| k.clone()).filter(|k| !known.contains(k)).collect::<Vec<_>>());
        }
    }
    Err(word.unknown(format!("no card has a field `{}`", word.text), &known))
}

/// Reports a value that no card has in this field: its count would always be 0. Any number or boolean is allowed.
fn check_value(program: &Program, field: &LinePart, word: &LinePart) -> Result<(), Mistake> {
    let path: Vec<&str> = field.text.split('.').collect();
    let (content, board) = (&program.content, &*program.board);
    let cards = (0..board.cards.len()).map(CardId::new);
    let given: Vec<&Datum> = cards.clone().filter_map(|c| datum(content.info(Val::card(c))?, &path)).collect();
    let mut known: Vec<String> = cards.filter_map(|c| field_text(content, board, c, &path)).collect();
    if known.is_empty() {
        return Err(field.mistake(format!("the field `{}` of cards is not a single value", field.text)));
    }
    known.sort();
    known.dedup();
    let may_come = given.iter().any(|datum| match datum {
        Datum::Number(_) => word.text.parse::<i64>().is_ok(),
        Datum::Boolean(_) => matches!(word.text.as_str(), "true" | "false"),
        _ => false,
    });
    if may_come || known.contains(&word.text) {
        return Ok(());
    }
    Err(word.unknown(format!("no card has `{} {}`", field.text, word.text), &known))
}

pub(super) fn datum<'a>(info: &'a Datum, path: &[&str]) -> Option<&'a Datum> {
    path.iter().try_fold(info, |at, key| at.get(&key.replace('-', "_")))
}

fn field_text(content: &Content, board: &Board, card: CardId, path: &[&str]) -> Option<String> {
    Some(match datum(content.info(Val::card(card))?, path)? {
        Datum::Number(n) => n.to_string(),
        Datum::Boolean(t) => t.to_string(),
        Datum::Text(t) => t.clone(),
        Datum::Val(v) => board.text(*v),
        _ => return None,
    })
}

/// The cards of a pile from the top, shuffled parts in their real order.
pub(super) fn order(board: &Board, position: &Position, pile: PileId) -> Vec<CardId> {
    let mut out = Vec::new();
    for (mut cards, open) in position.segments(pile) {
        if open {
            let shuffle = position.card_location(cards[0]).shuffle;
            cards.sort_by_key(|c| (card_key(board, position.seed(), pile, shuffle, *c), *c));
        }
        out.extend(cards);
    }
    out
}

pub(super) fn ids(board: &Board, cards: impl IntoIterator<Item = CardId>) -> String {
    let ids: Vec<&str> = cards.into_iter().map(|c| board.cards[c.at()].id.as_str()).collect();
    if ids.is_empty() { "-".into() } else { ids.join(" ") }
}

/// A pile in position notation.
pub(crate) fn pile_text(board: &Board, position: &Position, pile: PileId) -> String {
    if board.piles[pile.at()].order == PileOrder::Set {
        return ids(board, position.pile(pile).iter().map(CardId::new));
    }
    let parts = position.segments(pile).into_iter().map(|(cards, open)| {
        let text = ids(board, cards);
        if open { format!("{{{text}}}") } else { text }
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "-".into() } else { parts.join(" | ") }
}

fn nth(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}
