//! Reading numbers, values and step arguments.

use super::Reader;
use crate::board::Board;
use crate::notation::lex::{Fragment, NotationError, Result};
use crate::val::{Kind, LIMIT, PlainValue, Val};

/// The highest chance counter, shuffle number or rank that notation accepts. The limit leaves room for further
/// counting.
pub(in crate::notation) const MAX_COUNTER: u32 = 1 << 30;

/// Whether a word is a value as [`crate::notation::token()`] writes it.
pub(in crate::notation) fn value(board: &Board, word: &str) -> Option<Val> {
    Reader { board }.val(Fragment { text: word, at: 0 }).ok()
}

impl<'a> Reader<'a> {
    /// Parses the word at an index. `expected` says in messages what the word should be, for example `a number`.
    pub(in crate::notation) fn parsed<T: std::str::FromStr>(
        &self,
        words: &[Fragment<'a>],
        index: usize,
        expected: &str,
    ) -> Result<T> {
        let missing = || match words.first() {
            Some(first) => first.error(format!("{expected} is missing"), vec![]),
            None => NotationError { span: 0..0, message: format!("{expected} is missing"), candidates: vec![] },
        };
        let word = words.get(index).ok_or_else(missing)?;
        word.text.parse().map_err(|_| word.error(format!("`{}` is not {expected}", word.text), vec![]))
    }

    /// Parses a number within [`LIMIT`]. Larger numbers would be handles.
    pub(in crate::notation) fn whole_number(&self, word: &Fragment<'a>) -> Result<i64> {
        match word.text.parse::<i64>() {
            Ok(n) if -LIMIT < n && n < LIMIT => Ok(n),
            Ok(_) => Err(word.error(format!("`{}` is too large a number", word.text), vec![])),
            Err(_) => Err(word.error(format!("`{}` is not a number", word.text), vec![])),
        }
    }

    /// Parses the number of outcomes that a chance stream has already given.
    pub(in crate::notation) fn counter(&self, words: &[Fragment<'a>], index: usize) -> Result<u32> {
        let n = self.parsed(words, index, "a number")?;
        if n > MAX_COUNTER { Err(words[index].error(format!("`{n}` is too large a number"), vec![])) } else { Ok(n) }
    }

    pub(in crate::notation) fn plain(&self, word: Fragment<'a>) -> Result<PlainValue> {
        let list = word.text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        Ok(match (word.text, list) {
            ("nil", _) => PlainValue::Nil,
            ("true", _) => PlainValue::Boolean(true),
            ("false", _) => PlainValue::Boolean(false),
            (_, Some(list)) => {
                let mut offset = word.at + 1;
                let mut vals = Vec::new();
                for text in list.split(',') {
                    if !text.is_empty() {
                        vals.push(self.val(Fragment { text, at: offset })?);
                    }
                    offset += text.len() + 1;
                }
                PlainValue::List(vals)
            }
            _ => PlainValue::Val(self.val(word)?),
        })
    }

    /// Parses a value as `token` writes it, or an unambiguous id.
    pub(in crate::notation) fn val(&self, word: Fragment<'a>) -> Result<Val> {
        if word.text.parse::<i64>().is_ok() {
            return self.whole_number(&word).map(Val);
        }
        let found = match word.text.split_once(':') {
            Some((kind, text)) => match Kind::ALL.iter().find(|k| k.word().replace(' ', "-") == kind) {
                Some(kind) => self.board.parse(*kind, &text.replace('@', " ")),
                // A row of a fact, `iou:c24@greene`.
                None => self.board.parse(Kind::FactRow, &word.text.replace('@', " ")),
            },
            None => match self.board.all_with_id(word.text) {
                [_, ..] if self.board.find(word.text).is_some() => self.board.find(word.text),
                [] => [Kind::Word, Kind::Card, Kind::State].iter().find_map(|k| self.board.parse(*k, word.text)),
                several => {
                    return Err(self.ambiguous(word, &several.iter().map(|val| val.kind()).collect::<Vec<_>>()));
                }
            },
        };
        found.ok_or_else(|| word.error(format!("unknown `{}`", word.text), vec![]))
    }
}
