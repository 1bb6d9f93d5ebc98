//! Reading notation: items, setting them, and comparing them with a position.

use super::{Raw, fact_text, option_text, slot_text, subject_text};
use crate::bits;
use crate::board::{Board, FactType, On, OptionType, PileOrder};
use crate::chance::{pick_stream, pile_stream};
use crate::change::Change;
use crate::fact::FactValue;
use crate::ids::*;
use crate::position::{CardAt, Entry, Frame, InForce, Line, Outcome, Position, Row};
use crate::val::{Kind, LIMIT, Plain, Val};
use std::ops::Range;
use std::sync::Arc;

/// Why notation was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What was expected there, for a did-you-mean.
    pub candidates: Vec<String>,
}

/// One thing notation says, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Where it stands.
    pub span: Range<usize>,
    /// What it says.
    pub says: Says,
}

/// One segment of a pile as written, top first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentText {
    cards: Vec<CardId>,
    open: bool,
    shuffle: u32,
    rank: Option<i32>,
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

type Result<T> = std::result::Result<T, NotationError>;

/// Counters of chance and shuffles read from a text go up to this, so that there is room to count on.
const MOST_COUNTED: u32 = 1 << 30;

/// More pieces of a state than this lie nowhere.
const MOST_PIECES: i32 = u16::MAX as i32;

/// A card's rank in a deck; from a text not so high or low that no card could lie above or below it.
fn read_rank(text: &str) -> Option<i32> {
    text.parse::<i32>().ok().filter(|rank| rank.unsigned_abs() <= MOST_COUNTED)
}

struct Reader<'a> {
    board: &'a Board,
    text: &'a str,
}

/// A word with its place.
#[derive(Debug, Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

impl Word<'_> {
    fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
    fn error(&self, message: impl Into<String>, candidates: Vec<String>) -> NotationError {
        NotationError { span: self.span(), message: message.into(), candidates }
    }
}

/// Reads notation into items.
///
/// # Errors
/// Every item that is not notation on this board.
pub fn read(board: &Board, text: &str) -> std::result::Result<Vec<Item>, Vec<NotationError>> {
    let reader = Reader { board, text };
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    for (at, part) in reader.parts() {
        let head = part.split_whitespace().next().unwrap_or_default();
        if matches!(head, "log" | "change" | "began") {
            continue; // Read by `load_tail`.
        }
        match reader.item(Word { text: part, at }) {
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

/// Where the first such character stands outside parentheses.
fn outside(text: &str, is: impl Fn(char) -> bool) -> Option<usize> {
    let mut within = false;
    let stop = |(_, c): &(usize, char)| {
        within = *c == '(' || within && *c != ')';
        !within && is(*c)
    };
    text.char_indices().find(stop).map(|(at, _)| at)
}

impl<'a> Reader<'a> {
    /// The items' texts, comments and blanks left out.
    fn parts(&self) -> Vec<(usize, &'a str)> {
        let mut out = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let code = match line.find('#') {
                Some(0) => "",
                Some(i) if line[..i].ends_with(char::is_whitespace) => &line[..i],
                _ => line,
            };
            let mut from = at;
            for part in code.split(';') {
                let lead = part.len() - part.trim_start().len();
                if !part.trim().is_empty() {
                    out.push((from + lead, part.trim()));
                }
                from += part.len() + 1;
            }
            at += line.len();
        }
        out
    }

    fn words(&self, of: Word<'a>) -> Vec<Word<'a>> {
        let mut out = Vec::new();
        let mut rest = of.text;
        let mut at = of.at;
        while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
            let tail = &rest[start..];
            let len = outside(tail, char::is_whitespace).unwrap_or(tail.len());
            out.push(Word { text: &tail[..len], at: at + start });
            at += start + len;
            rest = &tail[len..];
        }
        out
    }

    fn item(&self, of: Word<'a>) -> Result<Vec<Item>> {
        let span = of.span();
        let item = |says| Ok(vec![Item { span: span.clone(), says }]);
        if let Some(colon) = self.colon(of.text) {
            let head = Word { text: of.text[..colon].trim_end(), at: of.at };
            let lead = of.text[colon + 1..].len() - of.text[colon + 1..].trim_start().len();
            let body = Word { text: of.text[colon + 1..].trim(), at: of.at + colon + 1 + lead };
            return self.list(head, body);
        }
        let words = self.words(of);
        let first = words[0];
        match first.text {
            "turn" | "in" => item(Says::Turn(vec![self.step(&words)?])),
            "option" => item(self.option(&words)?),
            "in-force" => item(self.effect(&words)?),
            "ended" => item(self.ended(&words)?),
            "seed" => item(Says::Seed(self.parsed(&words, 1, "a seed")?)),
            "chance" => {
                let die = words.get(1).and_then(|w| self.board.find(w.text)).and_then(|v| v.index(Kind::Die));
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
                    _ => self.number(on, subject, rest, first)?,
                };
                Ok(vec![Item { span: span.clone(), says }])
            }
        }
    }

    /// The colon that parts a head from its list; colons within `kind:id` tokens do not.
    fn colon(&self, text: &str) -> Option<usize> {
        text.char_indices()
            .find(|(i, c)| *c == ':' && text[i + 1..].chars().next().is_none_or(char::is_whitespace))
            .map(|(i, _)| i)
    }

    fn parsed<T: std::str::FromStr>(&self, words: &[Word<'a>], at: usize, what: &str) -> Result<T> {
        let missing = || match words.first() {
            Some(first) => first.error(format!("{what} is missing"), vec![]),
            None => NotationError { span: 0..0, message: format!("{what} is missing"), candidates: vec![] },
        };
        let word = words.get(at).ok_or_else(missing)?;
        word.text.parse().map_err(|_| word.error(format!("`{}` is not {what}", word.text), vec![]))
    }

    /// A number as rules have them: larger ones would be taken for handles.
    fn whole(&self, word: &Word<'a>) -> Result<i64> {
        match word.text.parse::<i64>() {
            Ok(n) if -LIMIT < n && n < LIMIT => Ok(n),
            Ok(_) => Err(word.error(format!("`{}` is too large a number", word.text), vec![])),
            Err(_) => Err(word.error(format!("`{}` is not a number", word.text), vec![])),
        }
    }

    /// How many outcomes were taken from a stream; few enough that it can be counted on.
    fn counter(&self, words: &[Word<'a>], at: usize) -> Result<u32> {
        let n = self.parsed(words, at, "a number")?;
        if n > MOST_COUNTED { Err(words[at].error(format!("`{n}` is too large a number"), vec![])) } else { Ok(n) }
    }

    fn ids(&self, kind: Kind) -> Vec<String> {
        self.board.ids().filter(|(_, v)| v.kind() == kind).map(|(id, _)| id.to_owned()).collect()
    }
    fn piles(&self) -> Vec<String> {
        self.board.piles.iter().map(|p| p.id.clone()).collect()
    }

    fn loose_subject<'w>(&self, words: &'w [Word<'a>]) -> Result<(On, usize, &'w [Word<'a>])> {
        if words.len() > 1
            && let Some(side) = self.board.side(words[0].text)
        {
            return Ok((On::Side, side.at(), &words[1..]));
        }
        Ok((On::Game, 0, words))
    }

    fn no_fact(&self, on: On, subject: usize, words: &[Word<'a>]) -> Result<Says> {
        let word = words[0];
        let fact = self.fact(on, word)?;
        let value = FactValue::of_number(self.board.facts[fact.at()].holds, 0);
        Ok(Says::Fact { fact, subject, value })
    }

    fn fact(&self, on: On, word: Word<'a>) -> Result<FactId> {
        let found = self.board.facts.iter().position(|f| f.id == word.text && f.on.is_for(on));
        found.map(FactId::new).ok_or_else(|| {
            let known = self.board.facts.iter().filter(|f| f.on.is_for(on)).map(|f| f.id.clone());
            word.error(format!("unknown fact `{}`", word.text), known.collect())
        })
    }

    /// `track n` or `fact value` on a subject.
    fn number(&self, on: On, subject: usize, words: &[Word<'a>], first: Word<'a>) -> Result<Says> {
        let word = words.first().copied().unwrap_or(first);
        if let Some(track) = self.board.tracks.iter().position(|t| t.id == word.text && t.on.is_for(on)) {
            let n = self.parsed(words, 1, "a number")?;
            let def = &self.board.tracks[track];
            if n < def.min || n > def.max {
                return Err(words[1].error(format!("`{}` runs from {} to {}", def.id, def.min, def.max), vec![]));
            }
            if let Some(extra) = words.get(2) {
                return Err(extra.error("nothing may follow a track's number", vec![]));
            }
            return Ok(Says::Track { track: TrackId::new(track), subject, n });
        }
        if let Some(fact) = self.board.facts.iter().position(|f| f.id == word.text && f.on.is_for(on)) {
            return Ok(Says::Fact {
                fact: FactId::new(fact),
                subject,
                value: self.fact_value(fact, word, &words[1..])?,
            });
        }
        let mut known: Vec<String> =
            self.board.tracks.iter().filter(|t| t.on.is_for(on)).map(|t| t.id.clone()).collect();
        known.extend(self.board.facts.iter().filter(|f| f.on.is_for(on)).map(|f| f.id.clone()));
        if on == On::Game {
            known.extend(self.ids(Kind::Space));
            known.extend(self.piles());
            known.extend(["turn", "option", "in-force"].map(String::from));
        }
        Err(word.error(format!("`{}` is no track or fact here", word.text), known))
    }

    fn fact_value(&self, fact: usize, word: Word<'a>, words: &[Word<'a>]) -> Result<FactValue> {
        let def = &self.board.facts[fact];
        let member = |w: &Word<'a>, kind: Kind| {
            self.board
                .read(kind, &w.text.replace('@', " "))
                .ok_or_else(|| w.error(format!("`{}` is no {}", w.text, kind.word()), vec![]))
        };
        let one = || words.first().ok_or_else(|| word.error(format!("`{}` takes a value", def.id), vec![]));
        let members = |kind: Kind| words.iter().map(|w| member(w, kind)).collect::<Result<Vec<Val>>>();
        let is_none = words.len() == 1 && words[0].text == "none";
        Ok(match def.holds {
            FactType::Truth => match words.first().map(|w| w.text) {
                None | Some("true") => FactValue::Truth(true),
                Some("false") => FactValue::Truth(false),
                Some(_) => return Err(words[0].error("a truth takes `true` or `false`", vec![])),
            },
            FactType::Number => match words.first() {
                Some(n) => FactValue::Number(self.whole(n)?),
                None => return Err(word.error(format!("`{}` takes a number", def.id), vec![])),
            },
            FactType::Id(_) if one()?.text == "none" => FactValue::Id(None),
            FactType::Id(kind) => FactValue::Id(Some(member(one()?, kind)?)),
            FactType::Set(_) | FactType::List(_) if is_none => FactValue::of_number(def.holds, 0),
            FactType::Set(kind) => FactValue::Set(members(kind)?),
            FactType::List(kind) => FactValue::List(members(kind)?.into()),
        })
    }

    fn list(&self, head: Word<'a>, body: Word<'a>) -> Result<Vec<Item>> {
        if let Some(pile) = self.board.pile(head.text) {
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
        let mut at = body.at;
        let mut rest = Some(body.text);
        while let Some(text) = rest {
            let end = outside(text, |c| c == ',');
            let part = &text[..end.unwrap_or(text.len())];
            rest = end.map(|end| &text[end + 1..]);
            let lead = part.len() - part.trim_start().len();
            let word = Word { text: part.trim(), at: at + lead };
            at += part.len() + 1;
            if word.text.is_empty() {
                return Err(NotationError {
                    span: word.at..word.at,
                    message: "nothing between the commas".into(),
                    candidates: vec![],
                });
            }
            let words = self.words(word);
            let span = word.span();
            let says = match space {
                Some(place) => self.element(place, on, &words)?,
                None if words.len() == 2 && words[0].text == "no" => self.no_fact(on, subject, &words[1..])?,
                None => self.number(on, subject, &words, words[0])?,
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
        let (n, piece) = match (first.text.parse::<u32>(), words.get(1)) {
            (Ok(n), Some(piece)) => (n, *piece),
            _ => (1, first),
        };
        if let Some(state) = self.board.state(piece.text) {
            if n > u32::from(u16::MAX) {
                return Err(first.error("too many pieces", vec![]));
            }
            return Ok(Says::Pieces { at, state, n, any_mark: !piece.text.contains(['+', '(']) });
        }
        let found = self.number(on, at.at(), words, first);
        found.map_err(|mut error| {
            if error.message.ends_with("here") {
                error.message =
                    format!("`{}` is no piece, track or fact of {}", piece.text, self.board.spaces[at.at()].id);
                error.span = piece.span();
                error.candidates.extend(self.board.states.iter().map(|s| s.text.clone()));
            }
            error
        })
    }

    fn segments(&self, body: Word<'a>) -> Result<Vec<SegmentText>> {
        let mut out: Vec<SegmentText> = Vec::new();
        if matches!(body.text, "-" | "empty" | "none") {
            return Ok(out);
        }
        let mut at = body.at;
        for part in body.text.split('|') {
            let lead = part.len() - part.trim_start().len();
            let mut word = Word { text: part.trim(), at: at + lead };
            at += part.len() + 1;
            let (mut rank, mut shuffle) = (None, 0);
            if let Some((rest, r)) = word.text.rsplit_once('@') {
                rank = Some(read_rank(r).ok_or_else(|| word.error(format!("`{r}` is no place in a deck"), vec![]))?);
                word.text = rest;
            }
            if let Some((rest, s)) = word.text.rsplit_once('~') {
                let counted = s.parse().ok().filter(|s| *s <= MOST_COUNTED);
                shuffle = counted.ok_or_else(|| word.error(format!("`{s}` is no number of a shuffle"), vec![]))?;
                word.text = rest;
            }
            let open = word.text.starts_with('{') && word.text.ends_with('}');
            let inner = if open { Word { text: &word.text[1..word.text.len() - 1], at: word.at + 1 } } else { word };
            let mut cards = Vec::new();
            for w in self.words(inner) {
                let id = w.text.trim_matches(',');
                cards.push(self.board.card(id).ok_or_else(|| {
                    w.error(format!("unknown card `{id}`"), self.board.cards.iter().map(|c| c.id.clone()).collect())
                })?);
            }
            // Places are written where a very position is: each segment has its own, and they go down from the top.
            let below = out.last().is_none_or(|above| match (above.rank, rank) {
                (Some(above), Some(rank)) => rank < above,
                (above, rank) => above.is_none() && rank.is_none(),
            });
            if !below || (rank.is_some() && !open && cards.len() > 1) {
                return Err(word.error("the places of a deck's segments go down from its top, one for each", vec![]));
            }
            out.push(SegmentText { cards, open, shuffle, rank });
        }
        Ok(out)
    }

    fn step(&self, words: &[Word<'a>]) -> Result<(StepId, Vec<Plain>)> {
        let name = words.get(1).ok_or_else(|| words[0].error("a step's name is missing", self.board.steps.clone()))?;
        let step = self.board.steps.iter().position(|s| s == name.text);
        let step = step.ok_or_else(|| name.error(format!("unknown step `{}`", name.text), self.board.steps.clone()))?;
        let args = words[2..].iter().map(|w| self.plain(*w)).collect::<Result<_>>()?;
        Ok((StepId::new(step), args))
    }

    fn plain(&self, word: Word<'a>) -> Result<Plain> {
        let list = word.text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        Ok(match (word.text, list) {
            ("nil", _) => Plain::Nil,
            ("true", _) => Plain::Truth(true),
            ("false", _) => Plain::Truth(false),
            (_, Some(list)) => {
                let mut at = word.at + 1;
                let mut vals = Vec::new();
                for text in list.split(',') {
                    if !text.is_empty() {
                        vals.push(self.val(Word { text, at })?);
                    }
                    at += text.len() + 1;
                }
                Plain::List(vals)
            }
            _ => Plain::Val(self.val(word)?),
        })
    }

    /// A value as `token` writes it, or any id that can only be one thing.
    fn val(&self, word: Word<'a>) -> Result<Val> {
        if word.text.parse::<i64>().is_ok() {
            return self.whole(&word).map(Val);
        }
        let found = match word.text.split_once(':') {
            Some((kind, text)) => Kind::ALL
                .iter()
                .find(|k| k.word().replace(' ', "-") == kind)
                .and_then(|k| self.board.read(*k, &text.replace('@', " "))),
            None => self
                .board
                .find(word.text)
                .or_else(|| [Kind::Word, Kind::Card, Kind::State].iter().find_map(|k| self.board.read(*k, word.text))),
        };
        found.ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }

    fn option(&self, words: &[Word<'a>]) -> Result<Says> {
        let name = words.get(1).ok_or_else(|| words[0].error("an option's name is missing", vec![]))?;
        let known = || self.board.options.iter().map(|o| o.id.clone()).collect::<Vec<_>>();
        let at = self.board.options.iter().position(|o| o.id == name.text);
        let at = at.ok_or_else(|| name.error(format!("unknown option `{}`", name.text), known()))?;
        let word = words.get(2).ok_or_else(|| name.error("its value is missing", vec![]))?;
        let value = read_option(&self.board.options[at].of, word.text);
        let value = value.map_err(|message| word.error(message, vec![]))?;
        Ok(Says::Option { option: OptionId::new(at), value })
    }

    fn effect(&self, words: &[Word<'a>]) -> Result<Says> {
        let get = |at: usize| {
            words.get(at).ok_or_else(|| words[0].error("`in-force` takes effect, side, period, value", vec![]))
        };
        let effect = get(1)?;
        let e = self.board.effects.iter().position(|e| e == effect.text);
        let e =
            e.ok_or_else(|| effect.error(format!("unknown effect `{}`", effect.text), self.board.effects.clone()))?;
        let side = get(2)?;
        let s =
            self.board.side(side.text).ok_or_else(|| side.error(format!("unknown side `{}`", side.text), vec![]))?;
        let until = match get(3)?.text {
            "game" => None,
            text => {
                let period = self.board.periods.iter().position(|p| p == text);
                let period = period
                    .ok_or_else(|| words[3].error(format!("unknown period `{text}`"), self.board.periods.clone()))?;
                Some(PeriodId::new(period))
            }
        };
        let param = words.get(4).map_or(Ok(Val(0)), |w| self.val(*w))?;
        Ok(Says::InForce { effect: InForce { effect: EffectId::new(e), side: s, until, param } })
    }

    fn ended(&self, words: &[Word<'a>]) -> Result<Says> {
        let get = |at: usize| words.get(at).ok_or_else(|| words[0].error("`ended` takes a winner and a text", vec![]));
        let winner = match get(1)?.text {
            "nobody" => None,
            text => {
                Some(self.board.side(text).ok_or_else(|| words[1].error(format!("unknown side `{text}`"), vec![]))?)
            }
        };
        let text = self.board.texts.iter().position(|t| words.get(2).is_some_and(|w| t.id == w.text));
        let text = text.ok_or_else(|| get(1).map_or_else(|e| e, |w| w.error("a text is missing", vec![])))?;
        let subjects = words[3..].iter().map(|w| self.val(*w)).collect::<Result<_>>()?;
        Ok(Says::Ended { outcome: Outcome { winner, text: Line { text: TextId::new(text), subjects } } })
    }
}

/// Reads an option's value.
///
/// # Errors
/// What it may be.
pub fn read_option(of: &OptionType, text: &str) -> std::result::Result<i64, String> {
    match of {
        OptionType::Truth => match text {
            "true" | "yes" | "on" => Ok(1),
            "false" | "no" | "off" => Ok(0),
            _ => Err(format!("`{text}` is not `true` or `false`")),
        },
        OptionType::Number { min, max } => match text.parse::<i64>() {
            Ok(n) if n >= *min && n <= *max => Ok(n),
            _ => Err(format!("`{text}` is not a number from {min} to {max}")),
        },
        OptionType::Word(words) => words
            .iter()
            .position(|w| w == text)
            .map(|i| i as i64)
            .ok_or_else(|| format!("`{text}` is not one of {}", words.join(", "))),
    }
}

pub(super) struct Setter<'a> {
    pub(super) board: &'a Board,
    pub(super) position: &'a mut Position,
    pub(super) errors: &'a mut Vec<NotationError>,
}

impl Setter<'_> {
    pub(super) fn all(&mut self, items: &[Item]) {
        // First what leaves places, then what comes, so that order does not matter.
        for item in items {
            if let Says::Empty(at) = item.says {
                for state in 0..self.board.states.len() {
                    self.pieces(at, StateId::new(state), 0, false, &item.span);
                }
            }
        }
        for rising in [false, true] {
            for item in items {
                if let Says::Pieces { at, state, n, .. } = item.says {
                    self.pieces(at, state, n, rising, &item.span);
                }
            }
        }
        self.cards(items);
        // What follows cannot fail, and is not all journalled: it is done only if the rest was.
        if self.errors.is_empty() {
            items.iter().for_each(|item| self.other(item));
        }
    }

    fn fail(&mut self, span: &Range<usize>, message: String) {
        self.errors.push(NotationError { span: span.clone(), message, candidates: vec![] });
    }

    fn pieces(&mut self, at: SpaceId, state: StateId, n: u32, rising: bool, span: &Range<usize>) {
        let board = self.board;
        let def = &board.states[state.at()];
        let of = &board.types[def.of.at()];
        let bare = board.state_of(def.of, 0, 0);
        if of.supply == at && state == bare {
            return; // The remainder.
        }
        let now = self.position.count_state(board, at, state);
        if rising && n > now {
            let have = self.position.count_state(board, of.supply, bare);
            if have < n - now {
                let message = format!("only {have} more `{}` in supply; {} wanted", of.id, n - now);
                return self.fail(span, message);
            }
            for (held, each) in of.holds.iter().zip(&def.held) {
                let (have, more) = (self.position.spare(board, *held), u32::from(*each) * (n - now));
                if have < more {
                    let message = format!("only {have} more `{}` in supply; {more} wanted", board.types[held.at()].id);
                    return self.fail(span, message);
                }
            }
            self.position.move_pieces(board, bare, n - now, of.supply, at);
            self.position.turn_pieces(board, n - now, at, bare, state);
        } else if !rising && n < now {
            self.position.turn_pieces(board, now - n, at, state, bare);
            self.position.move_pieces(board, bare, now - n, at, of.supply);
        }
    }

    fn cards(&mut self, items: &[Item]) {
        let board = self.board;
        let home = CardAt { pile: board.home, rank: 0, shuffle: 0 };
        let mut seen = crate::set::Set::EMPTY;
        for item in items {
            let Says::Pile { pile, segments } = &item.says else { continue };
            let listed: Vec<CardId> = segments.iter().flat_map(|s| s.cards.iter().copied()).collect();
            for card in &listed {
                if seen.has(card.at()) {
                    self.fail(&item.span, format!("card `{}` is in two places", board.cards[card.at()].id));
                }
                seen.insert(card.at());
            }
            for card in self.position.pile(*pile).iter().map(CardId::new).collect::<Vec<_>>() {
                if !listed.contains(&card) && *pile != board.home {
                    self.position.move_card(board, card, home);
                }
            }
        }
        for item in items {
            let Says::Pile { pile, segments } = &item.says else { continue };
            let deck = board.piles[pile.at()].order == PileOrder::Deck;
            let mut rank = segments.iter().map(|s| if s.open { 1 } else { s.cards.len() as i32 }).sum::<i32>();
            for segment in segments {
                let shuffle = match segment.shuffle {
                    _ if !deck => 0,
                    0 if segment.open && segment.cards.len() > 1 => self.position.next_shuffle(board, *pile),
                    given => given,
                };
                for (i, card) in segment.cards.iter().enumerate() {
                    if deck && (i == 0 || !segment.open) {
                        rank -= 1;
                    }
                    let rank = match (deck, segment.rank) {
                        (false, _) => 0,
                        (true, Some(given)) => given,
                        (true, None) => rank,
                    };
                    self.position.move_card(board, *card, CardAt { pile: *pile, rank, shuffle });
                }
            }
        }
    }

    fn other(&mut self, item: &Item) {
        let board = self.board;
        match &item.says {
            Says::Turn(steps) => {
                let start = self.position.journal.len() as u32;
                let frame = |(step, args): &(StepId, Vec<Plain>)| Frame::begun(*step, args.clone(), start);
                self.position.stack = steps.iter().map(frame).collect();
            }
            // Counters do not limit what is written down: a fall is never held up, so that a position may
            // show more of a number than there are counters for.
            Says::Track { track, subject, n } => self.position.set_track(board, *track, *subject, *n),
            Says::Fact { fact, subject, value } => self.position.set_fact(board, *fact, *subject, value),
            Says::Option { option, value } => self.position.set_option(*option, *value),
            Says::InForce { effect } => self.position.put_in_force(board, *effect),
            Says::Ended { outcome } => self.position.end(board, outcome.clone()),
            Says::Seed(seed) => self.position.reseed(*seed),
            Says::Chance { stream, n } => self.position.set_taken(board, *stream, *n),
            Says::Pieces { .. } | Says::Empty(_) | Says::Pile { .. } => {}
        }
    }
}

/// See [`super::compare`].
pub(super) fn compare(board: &Board, position: &Position, items: &[Item]) -> Vec<(Range<usize>, String, String)> {
    let mut out = Vec::new();
    for item in items {
        let mut differs = |expected: String, found: String| {
            if expected != found {
                out.push((item.span.clone(), expected, found));
            }
        };
        match &item.says {
            Says::Pieces { at, state, n, any_mark } => {
                let def = &board.states[state.at()];
                let count = |s: usize| position.count_state(board, *at, StateId::new(s));
                let found: u32 = (0..board.states.len())
                    .filter(|s| {
                        let other = &board.states[*s];
                        *s == state.at() || (*any_mark && other.of == def.of && other.face == def.face)
                    })
                    .map(count)
                    .sum();
                let place = &board.spaces[at.at()].id;
                differs(format!("{place}: {n} {}", def.text), format!("{place}: {found} {}", def.text));
            }
            Says::Empty(at) => {
                let texts: Vec<String> = (0..board.states.len())
                    .filter(|s| position.count_state(board, *at, StateId::new(*s)) > 0)
                    .map(|s| format!("{} {}", position.count_state(board, *at, StateId::new(s)), board.states[s].text))
                    .collect();
                let place = &board.spaces[at.at()].id;
                let found = if texts.is_empty() { "empty".into() } else { texts.join(", ") };
                differs(format!("{place}: empty"), format!("{place}: {found}"));
            }
            Says::Track { track, subject, n } => {
                let def = &board.tracks[track.at()];
                let found = position.track(board, *track, *subject);
                let of = subject_text(board, def.on, *subject);
                differs(format!("{of} {} {n}", def.id), format!("{of} {} {found}", def.id));
            }
            Says::Fact { fact, subject, .. } => {
                // Compared by setting it on a copy: what changes differs.
                let mut copy = position.clone();
                let mut errors = Vec::new();
                Setter { board, position: &mut copy, errors: &mut errors }.all(std::slice::from_ref(item));
                let id = &board.facts[fact.at()].id;
                let text = |p: &Position| {
                    format!("{id} {}", fact_text(board, p, *fact, *subject).unwrap_or_else(|| "(default)".into()))
                };
                differs(text(&copy), text(position));
            }
            Says::Pile { pile, segments } => {
                let text = |mut ids: Vec<CardId>, open: bool, sort: bool| {
                    if open || sort {
                        ids.sort();
                    }
                    let ids: Vec<&str> = ids.iter().map(|c| board.cards[c.at()].id.as_str()).collect();
                    if open { format!("{{{}}}", ids.join(" ")) } else { ids.join(" ") }
                };
                let deck = board.piles[pile.at()].order == PileOrder::Deck;
                let join = |list: Vec<String>| if list.is_empty() { "-".to_owned() } else { list.join(" | ") };
                let expected = if deck {
                    join(
                        segments
                            .iter()
                            .flat_map(|s| {
                                let open = s.open && s.cards.len() > 1;
                                if open {
                                    vec![text(s.cards.clone(), true, true)]
                                } else {
                                    s.cards.iter().map(|c| text(vec![*c], false, false)).collect()
                                }
                            })
                            .collect(),
                    )
                } else {
                    text(segments.iter().flat_map(|s| s.cards.clone()).collect(), false, true)
                };
                let found = if deck {
                    join(position.segments(*pile).into_iter().map(|(cards, open)| text(cards, open, false)).collect())
                } else {
                    text(position.pile(*pile).iter().map(CardId::new).collect(), false, true)
                };
                let id = &board.piles[pile.at()].id;
                differs(format!("{id}: {expected}"), format!("{id}: {found}"));
            }
            Says::Turn(steps) => {
                let text = |list: Vec<(StepId, Vec<Plain>)>| {
                    list.iter()
                        .map(|(s, args)| {
                            let args: Vec<String> = args.iter().map(|a| super::plain_text(board, a)).collect();
                            format!("{} {}", board.steps[s.at()], args.join(" ")).trim_end().to_owned()
                        })
                        .collect::<Vec<_>>()
                        .join("; in ")
                };
                let mut found: Vec<_> = position.open_steps().iter().map(|f| (f.step, f.args.clone())).collect();
                found.truncate(steps.len().max(1));
                differs(format!("turn {}", text(steps.clone())), format!("turn {}", text(found)));
            }
            Says::Option { option, value } => {
                let def = &board.options[option.at()];
                differs(option_text(&def.of, *value), option_text(&def.of, position.option(*option)));
            }
            Says::InForce { effect } => {
                let there = position.effects_in_force().contains(effect);
                differs("in force".into(), if there { "in force".into() } else { "not in force".into() });
            }
            Says::Ended { outcome } => {
                let winner = |o: Option<&Outcome>| match o {
                    None => "the game goes on".to_owned(),
                    Some(o) => {
                        format!("ended {}", o.winner.map_or("nobody".to_owned(), |w| board.sides[w.at()].id.clone()))
                    }
                };
                differs(winner(Some(outcome)), winner(position.outcome()));
            }
            Says::Seed(seed) => differs(format!("seed {seed}"), format!("seed {}", position.seed())),
            Says::Chance { stream, n } => differs(n.to_string(), position.taken(*stream).to_string()),
        }
    }
    out
}

/// Whether a word is a value as [`super::token`] writes it.
pub(super) fn named(board: &Board, word: &str) -> bool {
    Reader { board, text: word }.val(Word { text: word, at: 0 }).is_ok()
}

/// Reads the `began`, `log` and `change` lines that `print_save` adds.
pub(super) fn load_tail(
    board: &Board,
    position: &mut Position,
    text: &str,
) -> std::result::Result<(), Vec<NotationError>> {
    let reader = Reader { board, text };
    let mut errors = Vec::new();
    for (at, part) in reader.parts() {
        let words = reader.words(Word { text: part, at });
        let done = match words[0].text {
            "began" => reader.began(&words, position),
            "log" => reader.log(&words, position),
            "change" => reader.change(&words).map(|c| position.journal.push(c)),
            _ => Ok(()),
        };
        if let Err(error) = done {
            errors.push(error);
        }
    }
    if errors.is_empty() && !position.can_be_taken_back(board) {
        let message = "the changes do not lead to this position".to_owned();
        errors.push(NotationError { span: 0..text.len(), message, candidates: vec![] });
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

impl<'a> Reader<'a> {
    fn began(&self, words: &[Word<'a>], position: &mut Position) -> Result<()> {
        let depth: usize = self.parsed(words, 1, "a depth")?;
        let start = self.parsed(words, 2, "a length")?;
        let frame = position.stack.get_mut(depth).ok_or_else(|| words[1].error("no such open step", vec![]))?;
        frame.start = start;
        if words.len() > 4 {
            frame.called = self.step(&words[2..4])?.0;
            frame.call_start = self.parsed(words, 4, "a length")?;
        }
        Ok(())
    }

    fn log(&self, words: &[Word<'a>], position: &mut Position) -> Result<()> {
        let depth: usize = self.parsed(words, 1, "a depth")?;
        let kind = words.get(2).ok_or_else(|| words[0].error("what is logged is missing", vec![]))?;
        let rest = &words[3..];
        let entry = match kind.text {
            "answer" => {
                let cols = rest.iter().map(|w| self.val(*w)).collect::<Result<Vec<_>>>()?;
                Entry::Answer(Row::of(&cols))
            }
            "chance" => Entry::Chance(rest.iter().map(|w| self.whole(w)).collect::<Result<_>>()?),
            "drawn" => {
                let word = rest.first().ok_or_else(|| kind.error("a card is missing", vec![]))?;
                Entry::Drawn(match word.text {
                    "none" => None,
                    id => Some(self.board.card(id).ok_or_else(|| word.error(format!("unknown card `{id}`"), vec![]))?),
                })
            }
            "picked" => {
                let word = rest.first().ok_or_else(|| kind.error("what was picked is missing", vec![]))?;
                Entry::Picked(self.val(*word)?)
            }
            "called" => {
                let (step, _) =
                    self.step(&[*kind, *rest.first().ok_or_else(|| kind.error("a step is missing", vec![]))?])?;
                let changes = self.parsed(words, 4, "a number")?;
                let result = rest.get(2).map_or(Ok(Plain::Nil), |w| self.plain(*w))?;
                Entry::Called { step, result, changes }
            }
            "outside" => Entry::Outside { changes: self.parsed(words, 3, "a number")? },
            other => return Err(kind.error(format!("unknown log entry `{other}`"), vec![])),
        };
        let frame = position.stack.get_mut(depth).ok_or_else(|| words[1].error("no such open step", vec![]))?;
        frame.log.push(entry);
        Ok(())
    }

    fn change(&self, words: &[Word<'a>]) -> Result<Change> {
        let board = self.board;
        let bad = |w: &Word<'a>| w.error(format!("unknown `{}`", w.text), vec![]);
        let word = |i: usize| words.get(i).copied().ok_or_else(|| words[0].error("a change is cut short", vec![]));
        Ok(match word(1)?.text {
            "pieces" => Change::Pieces {
                at: board.space(word(2)?.text).ok_or_else(|| bad(&words[2]))?,
                state: board.state(word(3)?.text).ok_or_else(|| bad(&words[3]))?,
                delta: match self.parsed(words, 4, "a number")? {
                    n if (-MOST_PIECES..=MOST_PIECES).contains(&n) => n,
                    n => return Err(words[4].error(format!("`{n}` is too large a number"), vec![])),
                },
            },
            "value" => {
                let (old, new) = (word(3)?, word(4)?);
                let (slot, raw) = self.slot(word(2)?, [old, new])?;
                Change::Value { slot, old: self.raw(raw, old)?, new: self.raw(raw, new)? }
            }
            "card" => Change::Card {
                card: board.card(word(2)?.text).ok_or_else(|| bad(&words[2]))?,
                old: self.card_at(word(3)?)?,
                new: self.card_at(word(4)?)?,
            },
            "chance" => {
                let stream = word(2)?;
                let found = match stream.text.split_once('.') {
                    Some(("die", id)) => board.find(id).and_then(|v| v.index(Kind::Die)).map(|d| d as u16),
                    Some(("pile", id)) => board.pile(&id.replace('.', " ")).map(|p| pile_stream(board, p)),
                    _ if stream.text == "picks" => Some(pick_stream(board)),
                    _ => None,
                };
                Change::Chance {
                    stream: found.ok_or_else(|| bad(&stream))?,
                    old: self.counter(words, 3)?,
                    new: self.counter(words, 4)?,
                }
            }
            "list" => {
                let list = |w: Word<'a>| match self.plain(w)? {
                    Plain::List(vals) => Ok(vals),
                    _ => Err(bad(&w)),
                };
                let (old, new) = (word(3)?, word(4)?);
                if word(2)?.text == super::IN_FORCE {
                    let effects = |w: Word<'a>| self.in_force(&list(w)?).ok_or_else(|| bad(&w));
                    Change::InForce { old: effects(old)?, new: effects(new)? }
                } else {
                    Change::List { slot: self.list_slot(word(2)?)?, old: list(old)?.into(), new: list(new)?.into() }
                }
            }
            "end" => match self.ended(&words[1..])? {
                Says::Ended { outcome } => Change::End { outcome: Arc::new(outcome) },
                _ => return Err(bad(&words[1])),
            },
            _ => return Err(bad(&words[1])),
        })
    }

    /// The number that a change alters, by the fact or track and its subject; of a set that takes several numbers,
    /// the one in which the members lie that it had or has.
    fn slot(&self, word: Word<'a>, of: [Word<'a>; 2]) -> Result<(u32, Raw)> {
        let unknown = || word.error(format!("unknown `{}`", word.text), vec![]);
        let all = self.board.layout.initial.len() as u32;
        let found = (0..all).map(|s| (s, slot_text(self.board, s))).find(|(_, (text, _))| text == word.text);
        let (slot, (_, raw)) = found.ok_or_else(unknown)?;
        let Raw::Word(kind, at) = raw else { return Ok((slot, raw)) };
        for word in of {
            if let Some(member) = self.members(kind, word)?.first() {
                let further = bits::place_of(*member).0 - at;
                return Ok((slot + further as u32, Raw::Word(kind, at + further)));
            }
        }
        Ok((slot, raw))
    }

    fn list_slot(&self, word: Word<'a>) -> Result<u32> {
        (0..self.board.layout.lists as u32)
            .find(|s| super::list_slot_text(self.board, *s) == word.text)
            .ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }

    /// Effects in force from their columns.
    fn in_force(&self, columns: &[Val]) -> Option<Arc<[InForce]>> {
        let effect = |row: &[Val]| {
            let [effect, side, until, param] = *row else { return None };
            Some(InForce {
                effect: EffectId::new(effect.index(Kind::Effect)?),
                side: SideId::new(side.index(Kind::Side)?),
                until: if until == Val(-1) { None } else { Some(PeriodId::new(until.index(Kind::Period)?)) },
                param,
            })
        };
        columns.chunks(4).map(effect).collect()
    }

    /// The members that a number of a set stands for, as their indices.
    fn members(&self, kind: Kind, word: Word<'a>) -> Result<Vec<usize>> {
        let ids = word.text.trim_start_matches('{').trim_end_matches('}').split(',').filter(|t| !t.is_empty());
        let read = |id: &str| self.board.read(kind, id).map(|val| val.payload() as usize);
        ids.map(read).collect::<Option<_>>().ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }

    fn raw(&self, raw: Raw, word: Word<'a>) -> Result<i64> {
        let bad = || word.error(format!("unknown `{}`", word.text), vec![]);
        Ok(match raw {
            Raw::Number => self.whole(&word)?,
            Raw::Id(_) if word.text == "none" => 0,
            Raw::Id(kind) => self.board.read(kind, word.text).ok_or_else(bad)?.payload() as i64 + 1,
            Raw::Word(kind, at) => {
                let mut number = 0;
                for member in self.members(kind, word)? {
                    let (there, bit) = bits::place_of(member);
                    if there != at {
                        return Err(bad());
                    }
                    number |= bit;
                }
                number
            }
        })
    }

    fn card_at(&self, word: Word<'a>) -> Result<CardAt> {
        let bad = || word.error(format!("`{}` is no card's place", word.text), vec![]);
        let (pile, rest) = word.text.rsplit_once('@').ok_or_else(bad)?;
        let (rank, shuffle) = rest.split_once('~').ok_or_else(bad)?;
        Ok(CardAt {
            pile: self.board.pile(&pile.replace('.', " ")).ok_or_else(bad)?,
            rank: read_rank(rank).ok_or_else(bad)?,
            shuffle: shuffle.parse().ok().filter(|s| *s <= MOST_COUNTED).ok_or_else(bad)?,
        })
    }
}
