//! Tracks and facts of a subject, as notation writes them.

use super::{Reader, Says, of_kind};
use crate::board::{FactType, On};
use crate::fact::FactValue;
use crate::ids::*;
use crate::notation::lex::{Result, Word};
use crate::val::{Kind, Val};

impl<'a> Reader<'a> {
    pub(in crate::notation) fn no_fact(&self, on: On, subject: usize, words: &[Word<'a>]) -> Result<Says> {
        let fact = self.fact(on, of_kind(words[0]).1)?;
        let value = FactValue::of_number(self.board.facts[fact.at()].holds, 0);
        Ok(Says::Fact { fact, subject, value })
    }

    pub(in crate::notation) fn fact(&self, on: On, word: Word<'a>) -> Result<FactId> {
        let found = self.board.facts.iter().position(|f| f.id == word.text && f.on.is_for(on));
        found.map(FactId::new).ok_or_else(|| {
            let known = self.board.facts.iter().filter(|f| f.on.is_for(on)).map(|f| f.id.clone());
            word.error(format!("unknown fact `{}`", word.text), known.collect())
        })
    }

    /// `track n` or `fact value` on a subject; nothing if the first word names no track or fact kept there.
    pub(in crate::notation) fn kept(&self, on: On, subject: usize, words: &[Word<'a>]) -> Result<Option<Says>> {
        let Some(first) = words.first() else { return Ok(None) };
        let (kind, word) = of_kind(*first);
        let kind = self.meant(kind, word, &self.kept_here(on, word.text))?;
        let is = |wanted: Kind| kind.is_none_or(|kind| kind == wanted);
        if let Some((track, def)) = self.board.tracks_on(on).find(|(_, t)| t.id == word.text && is(Kind::Track)) {
            let n = self.parsed(words, 1, "a number")?;
            if n < def.min || n > def.max {
                return Err(words[1].error(format!("`{}` runs from {} to {}", def.id, def.min, def.max), vec![]));
            }
            if let Some(extra) = words.get(2) {
                return Err(extra.error("nothing may follow a track's number", vec![]));
            }
            return Ok(Some(Says::Track { track, subject, n }));
        }
        let fact = self.board.facts_on(on).find(|(_, f)| f.id == word.text && is(Kind::Fact));
        let Some((fact, _)) = fact else { return Ok(None) };
        Ok(Some(Says::Fact { fact, subject, value: self.fact_value(fact.at(), word, &words[1..])? }))
    }

    /// Whether a track, a fact, or both of this id are kept there.
    pub(in crate::notation) fn kept_here(&self, on: On, id: &str) -> Vec<Kind> {
        let track = self.board.tracks_on(on).any(|(_, track)| track.id == id).then_some(Kind::Track);
        let fact = self.board.facts_on(on).any(|(_, fact)| fact.id == id).then_some(Kind::Fact);
        track.into_iter().chain(fact).collect()
    }

    /// The tracks and facts kept there, for a did-you-mean.
    pub(in crate::notation) fn known(&self, on: On) -> Vec<String> {
        let tracks = self.board.tracks_on(on).map(|(_, track)| track.id.clone());
        tracks.chain(self.board.facts_on(on).map(|(_, fact)| fact.id.clone())).collect()
    }

    /// `track n` or `fact value` where nothing else can stand.
    pub(in crate::notation) fn only_kept(
        &self,
        on: On,
        subject: usize,
        words: &[Word<'a>],
        first: Word<'a>,
    ) -> Result<Says> {
        if let Some(says) = self.kept(on, subject, words)? {
            return Ok(says);
        }
        let word = words.first().copied().unwrap_or(first);
        if on == On::Game && (self.board.space(word.text).is_some() || self.board.pile(word.text).is_some()) {
            let message = format!("a colon belongs after `{0}`: `{0}: …` says what is there", word.text);
            return Err(word.error(message, vec![]));
        }
        let mut known = self.known(on);
        if on == On::Game {
            known.extend(self.ids(Kind::Space));
            known.extend(self.piles());
            known.extend(["turn", "option", "in-force"].map(String::from));
        }
        Err(word.error(format!("`{}` is no track or fact here", word.text), known))
    }

    pub(in crate::notation) fn fact_value(&self, fact: usize, word: Word<'a>, words: &[Word<'a>]) -> Result<FactValue> {
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
                Some(n) => FactValue::Number(self.whole_number(n)?),
                None => return Err(word.error(format!("`{}` takes a number", def.id), vec![])),
            },
            FactType::Id(_) if one()?.text == "none" => FactValue::Id(None),
            FactType::Id(kind) => FactValue::Id(Some(member(one()?, kind)?)),
            FactType::Set(_) | FactType::List(_) if is_none => FactValue::of_number(def.holds, 0),
            FactType::Set(kind) => FactValue::of_members(members(kind)?),
            FactType::List(kind) => FactValue::List(members(kind)?.into()),
        })
    }
}
