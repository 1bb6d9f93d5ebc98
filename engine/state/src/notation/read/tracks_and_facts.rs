//! Reading tracks and facts of a subject.

use super::{Reader, Statement, split_kind};
use crate::board::{FactType, SubjectKind, Track};
use crate::fact::FactValue;
use crate::ids::*;
use crate::notation::lex::{Fragment, Result};
use crate::notation::save::subject_text;
use crate::val::{Kind, Val};

impl<'a> Reader<'a> {
    /// Reads `no FACT`: the value is false, 0, or nothing.
    pub(in crate::notation) fn no_fact(
        &self,
        on: SubjectKind,
        subject: usize,
        words: &[Fragment<'a>],
    ) -> Result<Statement> {
        let fact = self.fact(on, split_kind(words[0]).1)?;
        let value = FactValue::from_number(self.board.facts[fact.index()].fact_type, 0);
        Ok(Statement::Fact { fact, subject, value })
    }

    pub(in crate::notation) fn fact(&self, on: SubjectKind, word: Fragment<'a>) -> Result<FactId> {
        let found = self.board.facts.iter().position(|f| f.id == word.text && f.on.includes(on));
        found.map(FactId::new).ok_or_else(|| {
            let valid = self.board.facts.iter().filter(|f| f.on.includes(on)).map(|f| f.id.clone());
            word.error(format!("unknown fact `{}`", word.text), valid.collect())
        })
    }

    /// Reads `TRACK n` or `FACT value` of a subject. `None` if the first word is no track or fact of the subject.
    pub(in crate::notation) fn track_or_fact(
        &self,
        on: SubjectKind,
        subject: usize,
        words: &[Fragment<'a>],
    ) -> Result<Option<Statement>> {
        let Some(first) = words.first() else { return Ok(None) };
        let (kind, word) = split_kind(*first);
        let kind = self.resolve_kind(kind, word, &self.attribute_kinds(on, word.text))?;
        let may_be = |wanted: Kind| kind.is_none_or(|kind| kind == wanted);
        if let Some((track, def)) = self.board.tracks_on(on).find(|(_, t)| t.id == word.text && may_be(Kind::Track)) {
            let of = match on {
                SubjectKind::Game => String::new(),
                SubjectKind::Card => format!(" of card `{}`", subject_text(self.board, on, subject)),
                on => format!(" of `{}`", subject_text(self.board, on, subject)),
            };
            let n = self.track_value(def, &of, words)?;
            return Ok(Some(Statement::Track { track, subject, n }));
        }
        let fact = self.board.facts_on(on).find(|(_, f)| f.id == word.text && may_be(Kind::Fact));
        let Some((fact, _)) = fact else { return Ok(None) };
        Ok(Some(Statement::Fact { fact, subject, value: self.fact_value(fact.index(), word, &words[1..])? }))
    }

    /// Reads `TRACK n`, the value of a track. `of` names its subject in messages: `` of `port` ``.
    pub(in crate::notation) fn track_value(&self, track: &Track, of: &str, words: &[Fragment<'a>]) -> Result<i64> {
        let n = self.parsed(words, 1, "a number")?;
        if n < track.min || n > track.max {
            return Err(words[1].error(format!("`{}`{of} runs from {} to {}", track.id, track.min, track.max), vec![]));
        }
        match words.get(2) {
            Some(extra) => Err(extra.error("nothing may follow a track's number", vec![])),
            None => Ok(n),
        }
    }

    /// The kinds that an id can mean for subjects of this kind: a track, a fact, or both.
    pub(in crate::notation) fn attribute_kinds(&self, on: SubjectKind, id: &str) -> Vec<Kind> {
        let track = self.board.tracks_on(on).any(|(_, track)| track.id == id).then_some(Kind::Track);
        let fact = self.board.facts_on(on).any(|(_, fact)| fact.id == id).then_some(Kind::Fact);
        track.into_iter().chain(fact).collect()
    }

    /// The ids of all tracks and facts of a subject, for suggestions.
    pub(in crate::notation) fn attribute_ids(&self, on: SubjectKind) -> Vec<String> {
        let tracks = self.board.tracks_on(on).map(|(_, track)| track.id.clone());
        tracks.chain(self.board.facts_on(on).map(|(_, fact)| fact.id.clone())).collect()
    }

    /// Reads `TRACK n` or `FACT value` where nothing else is possible.
    pub(in crate::notation) fn track_or_fact_only(
        &self,
        on: SubjectKind,
        subject: usize,
        words: &[Fragment<'a>],
        first: Fragment<'a>,
    ) -> Result<Statement> {
        if let Some(statement) = self.track_or_fact(on, subject, words)? {
            return Ok(statement);
        }
        let word = words.first().copied().unwrap_or(first);
        if on == SubjectKind::Game && (self.board.space(word.text).is_some() || self.board.pile(word.text).is_some()) {
            let message = format!("`{0}` needs a colon: write `{0}: …`", word.text);
            return Err(word.error(message, vec![]));
        }
        let mut valid = self.attribute_ids(on);
        if on == SubjectKind::Game {
            self.check_needs_no_side(split_kind(word).1)?;
            valid.extend(self.ids(Kind::Space));
            valid.extend(self.piles());
            valid.extend(["turn", "option", "in-force"].map(String::from));
        }
        Err(word.error(format!("`{}` is no track or fact here", word.text), valid))
    }

    /// Fails if the word is a track or fact of sides, because a side must then stand before it.
    pub(in crate::notation) fn check_needs_no_side(&self, word: Fragment<'a>) -> Result<()> {
        let id = word.text;
        if self.attribute_kinds(SubjectKind::Side, id).is_empty() {
            return Ok(());
        }
        let sides: Vec<&str> = self.board.sides.iter().map(|side| side.id.as_str()).collect();
        let message = format!("`{id}` belongs to a side: write the side before it ({})", sides.join(", "));
        Err(word.error(message, vec![]))
    }

    pub(in crate::notation) fn fact_value(
        &self,
        fact: usize,
        word: Fragment<'a>,
        words: &[Fragment<'a>],
    ) -> Result<FactValue> {
        let def = &self.board.facts[fact];
        let member = |w: &Fragment<'a>, kind: Kind| {
            self.board
                .parse(kind, &w.text.replace('@', " "))
                .ok_or_else(|| w.error(format!("`{}` is no {}", w.text, kind.word()), vec![]))
        };
        let first_word = || words.first().ok_or_else(|| word.error(format!("`{}` takes a value", def.id), vec![]));
        let members = |kind: Kind| words.iter().map(|w| member(w, kind)).collect::<Result<Vec<Val>>>();
        let is_none = words.len() == 1 && words[0].text == "none";
        Ok(match def.fact_type {
            FactType::Boolean => match words.first().map(|w| w.text) {
                None | Some("true") => FactValue::Boolean(true),
                Some("false") => FactValue::Boolean(false),
                Some(_) => return Err(words[0].error("write `true` or `false`", vec![])),
            },
            FactType::Number => match words.first() {
                Some(n) => FactValue::Number(self.whole_number(n)?),
                None => return Err(word.error(format!("`{}` takes a number", def.id), vec![])),
            },
            FactType::Id(_) if first_word()?.text == "none" => FactValue::Id(None),
            FactType::Id(kind) => FactValue::Id(Some(member(first_word()?, kind)?)),
            _ if def.fact_type.holds_many() && is_none => FactValue::from_number(def.fact_type, 0),
            FactType::Set(kind) => FactValue::from_members(members(kind)?),
            FactType::List(kind) => FactValue::List(members(kind)?.into()),
            FactType::Rows(_) => {
                return Err(word.error(format!("write a colon before the rows: `{}: …`", def.id), vec![]));
            }
        })
    }
}
