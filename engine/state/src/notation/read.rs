//! Reading notation: what each item says, and where.

mod kept;
mod piles;
mod steps;
mod values;

pub use piles::SegmentText;
pub(super) use piles::read_rank;
pub(super) use values::{MOST_COUNTED, is_value};

use super::lex::{self, NotationError, Result, Word};
use crate::board::{Board, On};
use crate::chance::{pick_stream, pile_stream};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{InForce, Outcome};
use crate::val::{Kind, Plain};
use std::ops::Range;

/// One thing notation says, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Where it stands.
    pub span: Range<usize>,
    /// What it says.
    pub says: Says,
}

/// What an item says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Says {
    /// The open steps, outermost first.
    Turn(Vec<(StepId, Vec<Plain>)>),
    /// Exactly `n` pieces of a state; `any_mark` if neither a mark nor what is held was written.
    Pieces {
        at: SpaceId,
        state: StateId,
        n: u32,
        any_mark: bool,
    },
    /// No piece at all.
    Empty(SpaceId),
    Track {
        track: TrackId,
        subject: usize,
        n: i64,
    },
    Fact {
        fact: FactId,
        subject: usize,
        value: FactValue,
    },
    Pile {
        pile: PileId,
        segments: Vec<SegmentText>,
    },
    Option {
        option: OptionId,
        value: i64,
    },
    InForce {
        effect: InForce,
    },
    Ended {
        outcome: Outcome,
    },
    Seed(u64),
    Chance {
        stream: u16,
        n: u32,
    },
}

/// Reads on a board.
pub(super) struct Reader<'a> {
    pub(super) board: &'a Board,
}

/// Reads notation into items.
///
/// # Errors
/// Every item that is not notation on this board; what only saved positions hold among them, as it sets nothing.
pub fn read(board: &Board, text: &str) -> std::result::Result<Vec<Item>, Vec<NotationError>> {
    read_items(board, text, false)
}

/// The same of a saved position: what [`super::load`] reads afterwards is passed over.
pub(super) fn read_saved(board: &Board, text: &str) -> std::result::Result<Vec<Item>, Vec<NotationError>> {
    read_items(board, text, true)
}

fn read_items(board: &Board, text: &str, is_save: bool) -> std::result::Result<Vec<Item>, Vec<NotationError>> {
    let reader = Reader { board };
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    for part in lex::items(text) {
        let head = part.text.split_whitespace().next().unwrap_or_default();
        if matches!(head, "log" | "change" | "began") {
            if !is_save {
                let message = format!("`{head}` stands in saved positions only: nothing can be set or expected by it");
                errors.push(part.error(message, vec![]));
            }
            continue; // See `load_tail`.
        }
        match reader.item(part) {
            Ok(mut found) => items.append(&mut found),
            Err(error) => errors.push(error),
        }
    }
    // Nested steps are written one per line: gather them into the turn.
    let mut gathered: Vec<Item> = Vec::new();
    for item in items {
        if let Says::Turn(inner) = &item.says
            && text[item.span.clone()].starts_with("in ")
            && let Some(Item { says: Says::Turn(outer), .. }) =
                gathered.iter_mut().rev().find(|i| matches!(i.says, Says::Turn(_)))
        {
            outer.extend(inner.clone());
            continue;
        }
        gathered.push(item);
    }
    if errors.is_empty() { Ok(gathered) } else { Err(errors) }
}

/// A word without the kind before it, and that kind, where only some kinds of things could stand: `fact:gold`.
pub(super) fn of_kind(word: Word<'_>) -> (Option<Kind>, Word<'_>) {
    let Some((kind, id)) = word.text.split_once(':') else { return (None, word) };
    let kind = [Kind::Side, Kind::Track, Kind::Fact, Kind::State].into_iter().find(|of| of.word() == kind);
    (kind, if kind.is_some() { word.sub(word.text.len() - id.len()..word.text.len()) } else { word })
}

impl<'a> Reader<'a> {
    fn item(&self, of: Word<'a>) -> Result<Vec<Item>> {
        let span = of.span();
        let item = |says| Ok(vec![Item { span: span.clone(), says }]);
        if let Some((head, body)) = of.head() {
            return self.list(head, body);
        }
        let words = of.words();
        let first = words[0];
        match first.text {
            "turn" | "in" => item(Says::Turn(vec![self.step(&words)?])),
            "option" => item(self.option(&words)?),
            "in-force" => item(self.effect(&words)?),
            "ended" => item(self.ended(&words)?),
            "seed" => item(Says::Seed(self.parsed(&words, 1, "a seed")?)),
            "chance" => {
                let die =
                    words.get(1).and_then(|w| self.board.find_as(Kind::Die, w.text)).and_then(|v| v.index(Kind::Die));
                let die = die.ok_or_else(|| first.error("`chance` takes a die and a number", self.ids(Kind::Die)))?;
                item(Says::Chance { stream: die as u16, n: self.counter(&words, 2)? })
            }
            "shuffles" => {
                let name = words[2.min(words.len())..].iter().map(|w| w.text).collect::<Vec<_>>().join(" ");
                let pile = self.board.pile(&name).ok_or_else(|| first.error("no such pile", self.piles()))?;
                item(Says::Chance { stream: pile_stream(self.board, pile), n: self.counter(&words, 1)? })
            }
            "picks" => item(Says::Chance { stream: pick_stream(self.board), n: self.counter(&words, 1)? }),
            "no" if words.len() > 1 => {
                let (on, subject, rest) = self.loose_subject(&words[1..])?;
                Ok(vec![Item { span: span.clone(), says: self.no_fact(on, subject, rest)? }])
            }
            _ => {
                let (on, subject, rest) = self.loose_subject(&words)?;
                // `red no envoy`, as a truth of a side is printed whose default is yes.
                let says = match rest {
                    [no, fact @ ..] if no.text == "no" && !fact.is_empty() => self.no_fact(on, subject, fact)?,
                    _ => self.only_kept(on, subject, rest, first)?,
                };
                Ok(vec![Item { span: span.clone(), says }])
            }
        }
    }

    pub(super) fn ids(&self, kind: Kind) -> Vec<String> {
        self.board.ids().filter(|(_, v)| v.kind() == kind).map(|(id, _)| id.to_owned()).collect()
    }
    pub(super) fn piles(&self) -> Vec<String> {
        self.board.piles.iter().map(|p| p.id.clone()).collect()
    }

    fn loose_subject<'w>(&self, words: &'w [Word<'a>]) -> Result<(On, usize, &'w [Word<'a>])> {
        let (kind, word) = of_kind(words[0]);
        let side = self.board.side(word.text).filter(|_| words.len() > 1 && matches!(kind, None | Some(Kind::Side)));
        let Some(side) = side else { return Ok((On::Game, 0, words)) };
        let tracks = self.board.tracks_on(On::Game).filter(|(_, track)| track.id == word.text).map(|_| Kind::Track);
        let facts = self.board.facts_on(On::Game).filter(|(_, fact)| fact.id == word.text).map(|_| Kind::Fact);
        let mut all = vec![Kind::Side];
        all.extend(tracks.chain(facts));
        match self.meant(kind, word, &all)? {
            Some(Kind::Track | Kind::Fact) => Ok((On::Game, 0, words)),
            _ => Ok((On::Side, side.at(), &words[1..])),
        }
    }

    /// Which of several kinds of things is meant, where any of them could stand: the one that is said, or the elder.
    pub(super) fn meant(&self, said: Option<Kind>, word: Word<'_>, kinds: &[Kind]) -> Result<Option<Kind>> {
        if said.is_some() || kinds.len() < 2 {
            return Ok(said);
        }
        let elder = self.board.elders.get(word.text).map(|kind| if *kind == Kind::Class { Kind::State } else { *kind });
        match elder.filter(|elder| kinds.contains(elder)) {
            Some(elder) => Ok(Some(elder)),
            None => Err(self.several(word, kinds)),
        }
    }

    /// The error of a word that things of several kinds have for an id.
    pub(super) fn several(&self, word: Word<'_>, kinds: &[Kind]) -> NotationError {
        let is: Vec<String> = kinds.iter().map(|kind| format!("a {}", kind.word())).collect();
        let write: Vec<String> =
            kinds.iter().map(|kind| format!("`{}`", self.board.of_kind(*kind, word.text))).collect();
        let all = if is.len() == 2 { "both " } else { "" };
        let message = format!("`{}` is {all}{}: write {}", word.text, is.join(" and "), write.join(" or "));
        word.error(message, vec![])
    }

    fn list(&self, head: Word<'a>, body: Word<'a>) -> Result<Vec<Item>> {
        let told = |kind: &str| {
            head.text.strip_prefix(kind).map(|id| head.sub(head.text.len() - id.len()..head.text.len()).trim())
        };
        let (is_pile, is_space) = (told("pile "), told("space "));
        let is_both = self.board.pile(head.text).is_some() && self.board.find_as(Kind::Space, head.text).is_some();
        let elder = self.board.elders.get(head.text).filter(|_| is_both);
        if is_pile.or(is_space).is_none() && is_both && elder.is_none() {
            let message = format!("`{0}` is both a space and a pile: write `space {0}: …` or `pile {0}: …`", head.text);
            return Err(head.error(message, vec![]));
        }
        let is_space_meant = is_space.is_some() || elder == Some(&Kind::Space);
        let head = is_pile.or(is_space).unwrap_or(head);
        if is_pile.is_some() && self.board.pile(head.text).is_none() {
            return Err(head.error(format!("unknown pile `{}`", head.text), self.piles()));
        }
        if let Some(pile) = self.board.pile(head.text).filter(|_| !is_space_meant) {
            let segments = self.segments(body)?;
            return Ok(vec![Item { span: head.at..body.at + body.text.len(), says: Says::Pile { pile, segments } }]);
        }
        if let Some(card) = head.text.strip_prefix("card ") {
            let card =
                self.board.card(card.trim()).ok_or_else(|| head.error(format!("unknown card `{card}`"), vec![]))?;
            return self.elements(body, On::Card, card.at(), None);
        }
        if let Some(link) = head.text.strip_prefix("link ") {
            let link = self
                .board
                .link(link.trim())
                .ok_or_else(|| head.error(format!("unknown link `{}`", link.trim()), self.ids(Kind::Link)))?;
            return self.elements(body, self.board.on_link(link), link.at(), None);
        }
        let Some(space) = self.board.space(head.text) else {
            let mut known = self.ids(Kind::Space);
            known.extend(self.piles());
            return Err(head.error(format!("unknown space or pile `{}`", head.text), known));
        };
        self.elements(body, On::spaces(self.board.spaces[space.at()].kind), space.at(), Some(space))
    }

    fn elements(&self, body: Word<'a>, on: On, subject: usize, space: Option<SpaceId>) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        if body.text.trim().is_empty() {
            let what = space.map_or("a track or fact", |_| "pieces, a track, a fact, or `empty`");
            let message = format!("nothing stands after the colon: {what} belongs there");
            return Err(NotationError { span: body.at..body.at, message, candidates: vec![] });
        }
        for word in body.elements() {
            if word.text.is_empty() {
                return Err(NotationError {
                    span: word.at..word.at,
                    message: "nothing between the commas".into(),
                    candidates: vec![],
                });
            }
            let words = word.words();
            let span = word.span();
            let says = match space {
                Some(place) => self.element(place, on, &words)?,
                None if words.len() == 2 && words[0].text == "no" => self.no_fact(on, subject, &words[1..])?,
                None => self.only_kept(on, subject, &words, words[0])?,
            };
            items.push(Item { span, says });
        }
        Ok(items)
    }

    fn element(&self, at: SpaceId, on: On, words: &[Word<'a>]) -> Result<Says> {
        let first = words[0];
        match (first.text, words.len()) {
            ("empty" | "-", 1) => return Ok(Says::Empty(at)),
            ("no", 2) => return self.no_fact(on, at.at(), &words[1..]),
            _ => {}
        }
        let (n, piece, rest) = match (first.text.parse::<u32>(), words) {
            (Ok(n), [_, piece, rest @ ..]) => (n, *piece, rest),
            _ => (1, first, &words[1..]),
        };
        let (kind, bare) = of_kind(piece);
        if let Some(state) = self.board.state(bare.text).filter(|_| matches!(kind, None | Some(Kind::State))) {
            let mut all = vec![Kind::State];
            all.extend(self.kept_here(on, bare.text));
            // After a number only pieces can stand.
            let meant = if piece.at == first.at { self.meant(kind, bare, &all)? } else { None };
            if matches!(meant, Some(Kind::Track | Kind::Fact)) {
                return self.only_kept(on, at.at(), words, first);
            }
            let piece = bare;
            if let Some(extra) = rest.first() {
                return Err(extra.error("nothing may follow a piece: a comma parts it from the next", vec![]));
            }
            if n > u32::from(u16::MAX) {
                return Err(first.error("too many pieces", vec![]));
            }
            return Ok(Says::Pieces { at, state, n, any_mark: !piece.text.contains(['+', '(']) });
        }
        if let Some(says) = self.kept(on, at.at(), words)? {
            return Ok(says);
        }
        let mut known = self.known(on);
        known.extend(self.board.states.iter().map(|s| s.text.clone()));
        let message = format!("`{}` is no piece, track or fact of {}", piece.text, self.board.spaces[at.at()].id);
        Err(piece.error(message, known))
    }
}
