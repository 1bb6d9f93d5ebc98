//! Reading notation into statements with their byte ranges in the text.

mod lines;
mod piles;
mod rows;
mod tracks_and_facts;
mod values;

pub(super) use piles::read_rank;
pub(super) use values::{MAX_COUNTER, value};

use super::lex::{self, Fragment, NotationError, Result};
use crate::board::{Board, SubjectKind};
use crate::chance::{pick_stream, pile_stream};
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{ActiveEffect, Outcome};
use crate::val::{Kind, PlainValue};
use std::cell::OnceCell;
use std::ops::Range;

/// One item of notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The byte range of the item in the text.
    pub span: Range<usize>,
    /// What the item sets or expects.
    pub statement: Statement,
}

/// What an item sets or expects.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Statement {
    /// The open steps, outermost first.
    Turn(Vec<(StepId, Vec<PlainValue>)>),
    /// Exactly `n` pieces of a state. `any_mark` is true if the text has neither a mark nor held counters. Then pieces
    /// with any marks and held counters match.
    Pieces {
        at: SpaceId,
        state: StateId,
        n: u32,
        any_mark: bool,
    },
    /// No pieces at a space.
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
    ActiveEffect {
        effect: ActiveEffect,
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

/// One segment of a pile as the text has it, with its cards from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentText {
    pub(super) cards: Vec<CardId>,
    /// Whether the order of the cards is not known yet.
    pub(super) open: bool,
    /// The number of the shuffle that decides the order. 0 if the text has none.
    pub(super) shuffle: u32,
    /// The rank of the first card, which only saved positions have.
    pub(super) rank: Option<i32>,
}

/// The first word of the lines of [`super::initial`].
pub(super) const INITIAL: &str = "initial";

/// Reads items for a board.
pub(super) struct Reader<'a> {
    pub(super) board: &'a Board,
}

/// A board for texts that may contain former ids of its things.
pub(super) struct FormerBoard<'a> {
    board: &'a Board,
    text: &'a str,
    /// The board with the former ids that the text mentions, made when it is first needed.
    with_former_ids: OnceCell<Option<Board>>,
}

impl<'a> FormerBoard<'a> {
    pub(super) fn new(board: &'a Board, text: &'a str) -> FormerBoard<'a> {
        FormerBoard { board, text, with_former_ids: OnceCell::new() }
    }

    /// Reads a part of the text, with the current ids or else with the former ids.
    ///
    /// # Errors
    /// Returns the error for the current ids.
    pub(super) fn read<T>(&self, read: impl Fn(&Reader<'_>) -> Result<T>) -> Result<T> {
        read(&Reader { board: self.board }).or_else(|error| {
            let former = self.with_former_ids.get_or_init(|| self.board.for_text_with_former_ids(self.text));
            former.as_ref().and_then(|board| read(&Reader { board }).ok()).ok_or(error)
        })
    }
}

/// Reads notation into items.
///
/// # Errors
/// Fails for items that are invalid on this board, and for lines that only saved positions may have.
pub fn read(board: &Board, text: &str) -> std::result::Result<Vec<Item>, Vec<NotationError>> {
    read_items(board, text, false)
}

/// Does what [`read`] does, for a saved position. Skips the lines that [`super::load()`] reads later.
pub(super) fn read_saved(board: &Board, text: &str) -> std::result::Result<Vec<Item>, Vec<NotationError>> {
    read_items(board, text, true)
}

fn read_items(board: &Board, text: &str, is_save: bool) -> std::result::Result<Vec<Item>, Vec<NotationError>> {
    let former = FormerBoard::new(board, text);
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    for item in lex::items(text) {
        let head = item.text.split_whitespace().next().unwrap_or_default();
        if matches!(head, "log" | "change" | "began" | INITIAL) {
            if !is_save {
                let message = format!("`{head}` is valid in saved positions only: it cannot be set or expected");
                errors.push(item.error(message, vec![]));
            }
            continue; // `load` reads these lines.
        }
        match former.read(|reader| reader.item(item)) {
            Ok(mut found) => items.append(&mut found),
            Err(error) => errors.push(error),
        }
    }
    // `turn` names the outermost open step. Each `in` line after it names a step within the step before it. Collect all
    // of them into one statement.
    let mut gathered: Vec<Item> = Vec::new();
    for item in items {
        if let Statement::Turn(inner) = &item.statement
            && text[item.span.clone()].starts_with("in ")
            && let Some(Item { statement: Statement::Turn(outer), .. }) =
                gathered.iter_mut().rev().find(|i| matches!(i.statement, Statement::Turn(_)))
        {
            outer.extend(inner.clone());
            continue;
        }
        gathered.push(item);
    }
    if errors.is_empty() { Ok(gathered) } else { Err(errors) }
}

/// Splits off the kind before an id: `fact:gold`. Only a side, track, fact or piece can have its kind before it here.
pub(super) fn split_kind(word: Fragment<'_>) -> (Option<Kind>, Fragment<'_>) {
    let Some((kind, id)) = word.text.split_once(':') else { return (None, word) };
    let allowed = [Kind::Side, Kind::Track, Kind::Fact, Kind::State];
    let kind = allowed.into_iter().find(|candidate| candidate.word() == kind);
    (kind, if kind.is_some() { word.slice(word.text.len() - id.len()..word.text.len()) } else { word })
}

impl<'a> Reader<'a> {
    fn item(&self, text: Fragment<'a>) -> Result<Vec<Item>> {
        let span = text.span();
        let item = |statement| Ok(vec![Item { span: span.clone(), statement }]);
        if let Some((head, body)) = text.head() {
            return self.headed_item(head, body);
        }
        let words = text.words();
        let first = words[0];
        match first.text {
            "turn" | "in" => item(Statement::Turn(vec![self.step(&words)?])),
            "option" => item(self.option(&words)?),
            "in-force" => item(self.effect(&words)?),
            "ended" => item(self.ended(&words)?),
            "seed" => item(Statement::Seed(self.parsed(&words, 1, "a seed")?)),
            "chance" => {
                let die = words
                    .get(1)
                    .and_then(|w| self.board.find_of_kind(Kind::Die, w.text))
                    .and_then(|v| v.index(Kind::Die));
                let die = die.ok_or_else(|| first.error("`chance` takes a die and a number", self.ids(Kind::Die)))?;
                item(Statement::Chance { stream: die as u16, n: self.counter(&words, 2)? })
            }
            "shuffles" => {
                let name = words[2.min(words.len())..].iter().map(|w| w.text).collect::<Vec<_>>().join(" ");
                let pile = self.board.pile(&name).ok_or_else(|| first.error("no such pile", self.piles()))?;
                item(Statement::Chance { stream: pile_stream(self.board, pile), n: self.counter(&words, 1)? })
            }
            "picks" => item(Statement::Chance { stream: pick_stream(self.board), n: self.counter(&words, 1)? }),
            "no" if words.len() > 1 => {
                let (on, subject, rest) = self.subject_without_head(&words[1..])?;
                Ok(vec![Item { span: span.clone(), statement: self.no_fact(on, subject, rest)? }])
            }
            _ => {
                let (on, subject, rest) = self.subject_without_head(&words)?;
                // `red no envoy` says that a boolean of the side `red` is false. Notation writes this if the default is
                // true.
                let statement = match rest {
                    [no, fact @ ..] if no.text == "no" && !fact.is_empty() => self.no_fact(on, subject, fact)?,
                    _ => self.track_or_fact_only(on, subject, rest, first)?,
                };
                Ok(vec![Item { span: span.clone(), statement }])
            }
        }
    }

    pub(super) fn ids(&self, kind: Kind) -> Vec<String> {
        self.board.ids().filter(|(_, v)| v.kind() == kind).map(|(id, _)| id.to_owned()).collect()
    }
    pub(super) fn piles(&self) -> Vec<String> {
        self.board.piles.iter().map(|p| p.id.clone()).collect()
    }

    /// Splits off the subject of an item without a head. It is a side, or the game if the item names no side.
    fn subject_without_head<'w>(&self, words: &'w [Fragment<'a>]) -> Result<(SubjectKind, usize, &'w [Fragment<'a>])> {
        let (kind, word) = split_kind(words[0]);
        let side = self.board.side(word.text).filter(|_| words.len() > 1 && matches!(kind, None | Some(Kind::Side)));
        let Some(side) = side else { return Ok((SubjectKind::Game, 0, words)) };
        let tracks =
            self.board.tracks_on(SubjectKind::Game).filter(|(_, track)| track.id == word.text).map(|_| Kind::Track);
        let facts = self.board.facts_on(SubjectKind::Game).filter(|(_, fact)| fact.id == word.text).map(|_| Kind::Fact);
        let mut possible = vec![Kind::Side];
        possible.extend(tracks.chain(facts));
        match self.resolve_kind(kind, word, &possible)? {
            Some(Kind::Track | Kind::Fact) => Ok((SubjectKind::Game, 0, words)),
            _ => Ok((SubjectKind::Side, side.index(), &words[1..])),
        }
    }

    /// Decides which of several possible kinds an id means: the written kind, or the default kind of the id.
    pub(super) fn resolve_kind(
        &self,
        written: Option<Kind>,
        word: Fragment<'_>,
        kinds: &[Kind],
    ) -> Result<Option<Kind>> {
        if written.is_some() || kinds.len() < 2 {
            return Ok(written);
        }
        let default_kinds = &self.board.lookup.default_kinds;
        let default = default_kinds.get(word.text).map(|kind| if *kind == Kind::Class { Kind::State } else { *kind });
        match default.filter(|default| kinds.contains(default)) {
            Some(default) => Ok(Some(default)),
            None => Err(self.ambiguous(word, kinds)),
        }
    }

    /// Makes the error for an id that things of several kinds share.
    pub(super) fn ambiguous(&self, word: Fragment<'_>, kinds: &[Kind]) -> NotationError {
        let meanings: Vec<String> = kinds.iter().map(|kind| format!("a {}", kind.word())).collect();
        let qualified: Vec<String> =
            kinds.iter().map(|kind| format!("`{}`", self.board.id_with_kind(*kind, word.text))).collect();
        let both = if meanings.len() == 2 { "both " } else { "" };
        let message = format!("`{}` is {both}{}: write {}", word.text, meanings.join(" and "), qualified.join(" or "));
        word.error(message, vec![])
    }

    /// Reads an item with a head: a space, a pile, a card, a link, or a fact with rows.
    fn headed_item(&self, head: Fragment<'a>, body: Fragment<'a>) -> Result<Vec<Item>> {
        if let Some(statement) = self.rows_of_head(head, body)? {
            return Ok(vec![Item { span: head.at..body.at + body.text.len(), statement }]);
        }
        let after_kind = |kind: &str| {
            head.text.strip_prefix(kind).map(|id| head.slice(head.text.len() - id.len()..head.text.len()).trim())
        };
        let (pile_head, space_head) = (after_kind("pile "), after_kind("space "));
        let has_space = self.board.find_of_kind(Kind::Space, head.text).is_some();
        let is_space_and_pile = has_space && self.board.pile(head.text).is_some();
        let default_kind = self.board.lookup.default_kinds.get(head.text).filter(|_| is_space_and_pile);
        if pile_head.or(space_head).is_none() && is_space_and_pile && default_kind.is_none() {
            let message = format!("`{0}` is both a space and a pile: write `space {0}: …` or `pile {0}: …`", head.text);
            return Err(head.error(message, vec![]));
        }
        let is_space = space_head.is_some() || default_kind == Some(&Kind::Space);
        let head = pile_head.or(space_head).unwrap_or(head);
        if pile_head.is_some() && self.board.pile(head.text).is_none() {
            return Err(head.error(format!("unknown pile `{}`", head.text), self.piles()));
        }
        if let Some(pile) = self.board.pile(head.text).filter(|_| !is_space) {
            let segments = self.segments(body)?;
            return Ok(vec![Item {
                span: head.at..body.at + body.text.len(),
                statement: Statement::Pile { pile, segments },
            }]);
        }
        if let Some(card) = head.text.strip_prefix("card ") {
            let card =
                self.board.card(card.trim()).ok_or_else(|| head.error(format!("unknown card `{card}`"), vec![]))?;
            return self.elements(body, SubjectKind::Card, card.index(), None);
        }
        if let Some(link) = head.text.strip_prefix("link ") {
            let link = self
                .board
                .link(link.trim())
                .ok_or_else(|| head.error(format!("unknown link `{}`", link.trim()), self.ids(Kind::Link)))?;
            return self.elements(body, self.board.on_link(link), link.index(), None);
        }
        let Some(space) = self.board.space(head.text) else {
            self.check_needs_no_side(split_kind(head).1)?;
            let mut valid = self.ids(Kind::Space);
            valid.extend(self.piles());
            return Err(head.error(format!("unknown space or pile `{}`", head.text), valid));
        };
        self.elements(body, SubjectKind::spaces(self.board.spaces[space.index()].kind), space.index(), Some(space))
    }

    fn elements(
        &self,
        body: Fragment<'a>,
        on: SubjectKind,
        subject: usize,
        space: Option<SpaceId>,
    ) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        if body.text.trim().is_empty() {
            let expected = space.map_or("a track or fact", |_| "pieces, a track, a fact, or `empty`");
            let message = format!("the text after the colon is missing: write {expected}");
            return Err(NotationError { span: body.at..body.at, message, candidates: vec![] });
        }
        for word in body.elements() {
            if word.text.is_empty() {
                return Err(NotationError {
                    span: word.at..word.at,
                    message: "the text between the commas is missing".into(),
                    candidates: vec![],
                });
            }
            let words = word.words();
            let span = word.span();
            let statement = match space {
                Some(space) => self.element(space, on, &words)?,
                None if words.len() == 2 && words[0].text == "no" => self.no_fact(on, subject, &words[1..])?,
                None => self.track_or_fact_only(on, subject, &words, words[0])?,
            };
            items.push(Item { span, statement });
        }
        Ok(items)
    }

    fn element(&self, space: SpaceId, on: SubjectKind, words: &[Fragment<'a>]) -> Result<Statement> {
        let first = words[0];
        match (first.text, words.len()) {
            ("empty" | "-", 1) => return Ok(Statement::Empty(space)),
            ("no", 2) => return self.no_fact(on, space.index(), &words[1..]),
            _ => {}
        }
        let (n, piece, rest) = match (first.text.parse::<u32>(), words) {
            (Ok(n), [_, piece, rest @ ..]) => (n, *piece, rest),
            _ => (1, first, &words[1..]),
        };
        let (kind, bare) = split_kind(piece);
        if let Some(state) = self.board.state(bare.text).filter(|_| matches!(kind, None | Some(Kind::State))) {
            let mut possible = vec![Kind::State];
            possible.extend(self.attribute_kinds(on, bare.text));
            // After a number only pieces are possible.
            let resolved = if piece.at == first.at { self.resolve_kind(kind, bare, &possible)? } else { None };
            if matches!(resolved, Some(Kind::Track | Kind::Fact)) {
                return self.track_or_fact_only(on, space.index(), words, first);
            }
            let piece = bare;
            if let Some(extra) = rest.first() {
                return Err(extra.error("nothing may follow a piece: write a comma before the next one", vec![]));
            }
            if n > u32::from(u16::MAX) {
                return Err(first.error("too many pieces", vec![]));
            }
            return Ok(Statement::Pieces { at: space, state, n, any_mark: !piece.text.contains(['+', '(']) });
        }
        if let Some(statement) = self.track_or_fact(on, space.index(), words)? {
            return Ok(statement);
        }
        let mut valid = self.attribute_ids(on);
        valid.extend(self.board.states.iter().map(|s| s.text.clone()));
        let message = format!("`{}` is no piece, track or fact of {}", piece.text, self.board.spaces[space.index()].id);
        Err(piece.error(message, valid))
    }
}
