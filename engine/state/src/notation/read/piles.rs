//! Reading piles: the segments of a deck from the top, or the cards of an unordered pile.

use super::values::MAX_COUNTER;
use super::{Reader, SegmentText};
use crate::notation::lex::{Fragment, Result};

/// Parses the rank of a card in a deck. Ranks decrease from the top. The limit leaves room for cards above and below.
pub(in crate::notation) fn read_rank(text: &str) -> Option<i32> {
    text.parse::<i32>().ok().filter(|rank| rank.unsigned_abs() <= MAX_COUNTER)
}

impl<'a> Reader<'a> {
    pub(in crate::notation) fn segments(&self, body: Fragment<'a>) -> Result<Vec<SegmentText>> {
        let mut out: Vec<SegmentText> = Vec::new();
        if matches!(body.text, "-" | "empty" | "none") {
            return Ok(out);
        }
        let mut offset = body.at;
        for part in body.text.split('|') {
            let leading = part.len() - part.trim_start().len();
            let mut word = Fragment { text: part.trim(), at: offset + leading };
            offset += part.len() + 1;
            let (mut rank, mut shuffle) = (None, 0);
            if let Some((before, rank_text)) = word.text.rsplit_once('@') {
                let no_rank = || word.error(format!("`{rank_text}` is no rank in a deck"), vec![]);
                rank = Some(read_rank(rank_text).ok_or_else(no_rank)?);
                word.text = before;
            }
            if let Some((before, shuffle_text)) = word.text.rsplit_once('~') {
                let number = shuffle_text.parse().ok().filter(|number| *number <= MAX_COUNTER);
                shuffle = number.ok_or_else(|| word.error(format!("`{shuffle_text}` is no shuffle number"), vec![]))?;
                word.text = before;
            }
            let is_open = word.text.starts_with('{') && word.text.ends_with('}');
            let inner =
                if is_open { Fragment { text: &word.text[1..word.text.len() - 1], at: word.at + 1 } } else { word };
            let mut cards = Vec::new();
            for w in inner.words() {
                let id = w.text.trim_matches(',');
                cards.push(self.board.card(id).ok_or_else(|| {
                    w.error(format!("unknown card `{id}`"), self.board.cards.iter().map(|c| c.id.clone()).collect())
                })?);
            }
            // Only saved positions have ranks. There every segment has a rank, and the ranks decrease from the top.
            let is_lower = out.last().is_none_or(|above| match (above.rank, rank) {
                (Some(above), Some(rank)) => rank < above,
                (above, rank) => above.is_none() && rank.is_none(),
            });
            if !is_lower || (rank.is_some() && !is_open && cards.len() > 1) {
                return Err(word.error("the ranks in a deck must decrease from the top, one for each segment", vec![]));
            }
            out.push(SegmentText { cards, open: is_open, shuffle, rank });
        }
        Ok(out)
    }
}
