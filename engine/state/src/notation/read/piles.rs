//! Reading piles: the segments of a deck from the top, or the cards of an unordered pile.

use super::Reader;
use super::values::MAX_COUNTER;
use crate::ids::*;
use crate::notation::lex::{Fragment, Result};

/// One segment of a pile as written, top first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentText {
    pub(in crate::notation) cards: Vec<CardId>,
    pub(in crate::notation) open: bool,
    pub(in crate::notation) shuffle: u32,
    pub(in crate::notation) rank: Option<i32>,
}

/// Parses the rank of a card in a deck. The limit leaves room for cards above and below.
pub(in crate::notation) fn read_rank(text: &str) -> Option<i32> {
    text.parse::<i32>().ok().filter(|rank| rank.unsigned_abs() <= MAX_COUNTER)
}

impl<'a> Reader<'a> {
    pub(in crate::notation) fn segments(&self, body: Fragment<'a>) -> Result<Vec<SegmentText>> {
        let mut out: Vec<SegmentText> = Vec::new();
        if matches!(body.text, "-" | "empty" | "none") {
            return Ok(out);
        }
        let mut at = body.at;
        for part in body.text.split('|') {
            let lead = part.len() - part.trim_start().len();
            let mut word = Fragment { text: part.trim(), at: at + lead };
            at += part.len() + 1;
            let (mut rank, mut shuffle) = (None, 0);
            if let Some((rest, r)) = word.text.rsplit_once('@') {
                rank = Some(read_rank(r).ok_or_else(|| word.error(format!("`{r}` is no rank in a deck"), vec![]))?);
                word.text = rest;
            }
            if let Some((rest, s)) = word.text.rsplit_once('~') {
                let counted = s.parse().ok().filter(|s| *s <= MAX_COUNTER);
                shuffle = counted.ok_or_else(|| word.error(format!("`{s}` is no shuffle number"), vec![]))?;
                word.text = rest;
            }
            let open = word.text.starts_with('{') && word.text.ends_with('}');
            let inner =
                if open { Fragment { text: &word.text[1..word.text.len() - 1], at: word.at + 1 } } else { word };
            let mut cards = Vec::new();
            for w in inner.words() {
                let id = w.text.trim_matches(',');
                cards.push(self.board.card(id).ok_or_else(|| {
                    w.error(format!("unknown card `{id}`"), self.board.cards.iter().map(|c| c.id.clone()).collect())
                })?);
            }
            // Only saved positions have ranks. Then every segment has one, and they decrease from the top.
            let is_lower = out.last().is_none_or(|above| match (above.rank, rank) {
                (Some(above), Some(rank)) => rank < above,
                (above, rank) => above.is_none() && rank.is_none(),
            });
            if !is_lower || (rank.is_some() && !open && cards.len() > 1) {
                return Err(word.error("the ranks in a deck must decrease from the top, one for each segment", vec![]));
            }
            out.push(SegmentText { cards, open, shuffle, rank });
        }
        Ok(out)
    }
}
