//! The words that may follow a complete line, in every way in which the parser may go on.

use super::parse::{GameCursor, LineEnd, LineInput, LineParser, ParseStop, Pending};
use super::takes_numbers;

/// Follows a line to its end without filling in defaults after it. Returns how the line ended and the words that may
/// follow: those of the next choice, of a repeated head, of standing actions, and of choices after defaults.
///
/// # Errors
/// Fails as [`super::parse_line()`] does.
#[expect(clippy::result_large_err, reason = "as in `parse_line`")]
pub fn parse_and_suggest<C: GameCursor>(
    cursor: &mut C,
    line: &LineInput<'_>,
) -> Result<(LineEnd, Vec<String>), ParseStop<C::Error>> {
    let line = LineInput { leaves_open: true, ..*line };
    let mut parser = LineParser::new(cursor, &line);
    let end = parser.run()?;
    let words = match &end {
        LineEnd::Complete => parser.next_words(),
        LineEnd::Incomplete { next, .. } => next.clone(),
        LineEnd::Stopped(_) | LineEnd::Branched(_) => Vec::new(),
    };
    Ok((end, words))
}

/// Lists the first words of rows, each once.
pub fn first_words(rows: &[Vec<String>]) -> Vec<String> {
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

impl<C: GameCursor> LineParser<'_, C> {
    fn next_words(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        let Some(pending) = self.cursor.pending() else { return words };
        let asked = pending.choice.side;
        self.add_first_words(&pending, &mut words);
        // If a script fails, no words of standing actions are suggested.
        let standing = self.cursor.standing_row_words(asked).ok().flatten().unwrap_or_default();
        add(&mut words, first_words(&standing).iter());
        self.look_ahead_until(asked, |parser, pending| {
            parser.add_first_words(pending, &mut words);
            false
        });
        words
    }

    /// Adds the words that may begin an answer to a choice: the first word of each row, and its second word if the line
    /// may leave out the first.
    fn add_first_words(&self, pending: &Pending<'_>, words: &mut Vec<String>) {
        add(words, first_words(pending.row_words).iter());
        let longer_rows = || pending.row_words.iter().filter(|row| row.len() > 1);
        if longer_rows().all(|row| longer_rows().next().is_some_and(|first| first[0] == row[0])) {
            add(words, longer_rows().filter_map(|row| row.get(1)).filter(|word| !takes_numbers(word)));
        }
        if let Some(head) = self.repeated_head(pending) {
            let rows_with_head = pending.row_words.iter().filter(|row| row.first() == Some(&head));
            add(words, rows_with_head.filter_map(|row| row.get(1)));
        }
    }
}
