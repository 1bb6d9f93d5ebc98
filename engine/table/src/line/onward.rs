//! With which words a line may go on, once every word of it is used: the same ways that the walk would go.

use super::is_number;
use super::walk::{Chooser, End, Halt, Pending, Walk, Walker};

/// Walks a line to its end, defaults left open, and tells how it ended and which words may follow: those of the choice asked
/// then, of more of what the line has named, of what stands open besides, and of the choices behind questions that are filled in.
///
/// # Errors
/// As [`super::walk()`].
#[expect(clippy::result_large_err, reason = "as of the walk")]
pub fn onward<C: Chooser>(chooser: &mut C, line: &Walk<'_>) -> Result<(End, Vec<String>), Halt<C::Error>> {
    let line = Walk { leaves_open: true, ..*line };
    let mut walker = Walker::new(chooser, &line);
    let end = walker.run()?;
    let words = match &end {
        End::Whole => walker.onward(),
        End::Open { next, .. } => next.clone(),
        End::Stopped(_) | End::Parted(_) => Vec::new(),
    };
    Ok((end, words))
}

/// The first words of rows, each once.
pub fn heads(rows: &[Vec<String>]) -> Vec<String> {
    let mut out = Vec::new();
    add(&mut out, rows.iter().filter_map(|row| row.first()));
    out
}

fn add<'a>(words: &mut Vec<String>, more: impl Iterator<Item = &'a String>) {
    for word in more {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
}

impl<C: Chooser> Walker<'_, C> {
    fn onward(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        let Some(pending) = self.chooser.pending() else { return words };
        let asked = pending.choice.side;
        self.add_words_of(&pending, &mut words);
        // A rule that fails opens nothing.
        let beside = self.chooser.beside(asked).ok().flatten().unwrap_or_default();
        add(&mut words, heads(&beside).iter());
        self.fill_until(asked, |walker, pending| {
            walker.add_words_of(pending, &mut words);
            false
        });
        words
    }

    /// The words with which a line answers a choice: a row's first, or what may follow it where the line has named such a row, or
    /// all longer rows begin with that one word, which need not be typed.
    fn add_words_of(&self, pending: &Pending<'_>, words: &mut Vec<String>) {
        add(words, heads(pending.words).iter());
        let longer = || pending.words.iter().filter(|row| row.len() > 1);
        if longer().all(|row| longer().next().is_some_and(|first| first[0] == row[0])) {
            add(words, longer().filter_map(|row| row.get(1)).filter(|word| !is_number(word)));
        }
        if let Some(head) = self.head_of(pending) {
            let alike = pending.words.iter().filter(|row| row.first() == Some(&head));
            add(words, alike.filter_map(|row| row.get(1)));
        }
    }
}
