//! The words of a row as people read them. Marks of pieces that nobody needs to type are left out.

use std::collections::BTreeMap;

/// For each row, its words without the marks of pieces: `move guard port` for `move guard+worn port`. `None` if the row
/// has no marks, or if a player must type them to tell the row from another.
pub(crate) fn words_without_marks(rows: &[Vec<String>]) -> Vec<Option<String>> {
    if !rows.iter().flatten().any(|word| without_marks(word).is_some()) {
        return vec![None; rows.len()];
    }
    // For the words before a column and the piece there: the word of all rows in this column. `None` if rows differ.
    let mut words: BTreeMap<(&[String], &str), Option<&str>> = BTreeMap::new();
    for row in rows {
        for (column, word) in row.iter().enumerate() {
            let same = words.entry((&row[..column], piece(word))).or_insert(Some(word));
            *same = same.filter(|same| same == word);
        }
    }
    let shown = |row: &Vec<String>| {
        let mut marked = row.iter().enumerate().filter(|(_, word)| without_marks(word).is_some()).peekable();
        marked.peek()?;
        let is_clear = marked.all(|(column, word)| words[&(&row[..column], piece(word))].is_some());
        is_clear.then(|| row.iter().map(|word| piece(word)).collect::<Vec<_>>().join(" "))
    };
    rows.iter().map(shown).collect()
}

/// A word without the marks of its piece: `guard` for `guard+worn`.
pub(crate) fn piece(word: &str) -> &str {
    without_marks(word).unwrap_or(word)
}

/// A word without the marks of its piece. `None` if it has no marks, or if contents follow the marks.
fn without_marks(word: &str) -> Option<&str> {
    let (piece, marks) = word.split_once('+')?;
    (!piece.is_empty() && !marks.contains('(')).then_some(piece)
}

#[cfg(test)]
mod tests {
    use super::words_without_marks;

    fn shown(rows: &[&str]) -> Vec<Option<String>> {
        let words = |row: &&str| row.split(' ').map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = rows.iter().map(words).collect();
        words_without_marks(&rows)
    }

    #[test]
    fn marks_that_nobody_needs_to_type_are_left_out() {
        let rows = ["hit guard+moved port", "hit guard+moved hills", "hit scout river", "pass"];
        assert_eq!(shown(&rows), [Some("hit guard port".into()), Some("hit guard hills".into()), None, None]);
    }

    #[test]
    fn marks_stay_if_rows_differ_in_them() {
        let rows = ["hit guard+moved port", "hit guard port", "hit scout+moved port", "hit truck+full(2guard) port"];
        assert_eq!(shown(&rows), [None, None, Some("hit scout port".into()), None]);
        // The marks come before the word in which the rows differ otherwise.
        assert_eq!(shown(&["hit guard+moved port", "hit guard+worn hills"]), [None, None]);
    }
}
