//! Numbers and values in notation.

use super::Reader;
use crate::board::Board;
use crate::notation::lex::{NotationError, Result, Word};
use crate::val::{Kind, LIMIT, Plain, Val};

/// Counters of chance and shuffles read from a text go up to this, so that there is room to count on.
pub(in crate::notation) const MOST_COUNTED: u32 = 1 << 30;

/// Whether a word is a value as [`super::token`] writes it.
pub(in crate::notation) fn is_value(board: &Board, word: &str) -> bool {
    Reader { board }.val(Word { text: word, at: 0 }).is_ok()
}

impl<'a> Reader<'a> {
    pub(in crate::notation) fn parsed<T: std::str::FromStr>(
        &self,
        words: &[Word<'a>],
        at: usize,
        what: &str,
    ) -> Result<T> {
        let missing = || match words.first() {
            Some(first) => first.error(format!("{what} is missing"), vec![]),
            None => NotationError { span: 0..0, message: format!("{what} is missing"), candidates: vec![] },
        };
        let word = words.get(at).ok_or_else(missing)?;
        word.text.parse().map_err(|_| word.error(format!("`{}` is not {what}", word.text), vec![]))
    }

    /// A number as rules have them: larger ones would be taken for handles.
    pub(in crate::notation) fn whole_number(&self, word: &Word<'a>) -> Result<i64> {
        match word.text.parse::<i64>() {
            Ok(n) if -LIMIT < n && n < LIMIT => Ok(n),
            Ok(_) => Err(word.error(format!("`{}` is too large a number", word.text), vec![])),
            Err(_) => Err(word.error(format!("`{}` is not a number", word.text), vec![])),
        }
    }

    /// How many outcomes were taken from a stream; few enough that it can be counted on.
    pub(in crate::notation) fn counter(&self, words: &[Word<'a>], at: usize) -> Result<u32> {
        let n = self.parsed(words, at, "a number")?;
        if n > MOST_COUNTED { Err(words[at].error(format!("`{n}` is too large a number"), vec![])) } else { Ok(n) }
    }

    pub(in crate::notation) fn plain(&self, word: Word<'a>) -> Result<Plain> {
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
    pub(in crate::notation) fn val(&self, word: Word<'a>) -> Result<Val> {
        if word.text.parse::<i64>().is_ok() {
            return self.whole_number(&word).map(Val);
        }
        let found = match word.text.split_once(':') {
            Some((kind, text)) => Kind::ALL
                .iter()
                .find(|k| k.word().replace(' ', "-") == kind)
                .and_then(|k| self.board.read(*k, &text.replace('@', " "))),
            None => match self.board.called(word.text) {
                [_, ..] if self.board.find(word.text).is_some() => self.board.find(word.text),
                [] => [Kind::Word, Kind::Card, Kind::State].iter().find_map(|k| self.board.read(*k, word.text)),
                several => {
                    return Err(self.several(word, &several.iter().map(|val| val.kind()).collect::<Vec<_>>()));
                }
            },
        };
        found.ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }
}
