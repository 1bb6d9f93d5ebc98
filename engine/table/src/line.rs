//! The line grammar: a typed line narrows the rows column by column. One grammar for the REPL,
//! the web, bots, records and tests.

use cardwright_state::SideId;
use cardwright_state::board::Board;
use cardwright_state::position::Row;

/// Where a line led on one choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Narrowing {
    /// One row is meant; this many of the words were used.
    Row {
        /// Its index.
        index: usize,
        /// Words used.
        used: usize,
    },
    /// Several rows are left: what may come next.
    Open {
        /// Indexes of the rows left.
        rows: Vec<usize>,
        /// The words that may come next, in row order.
        next: Vec<String>,
    },
}

/// A word that fits no row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` does not fit here{}", hint(.nearest))]
pub struct LineError {
    /// The word.
    pub word: String,
    /// Its index among the words given.
    pub at: usize,
    /// What could stand there.
    pub expected: Vec<String>,
    /// The nearest of them.
    pub nearest: Option<String>,
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default()
}

/// The words of a line: parted by blanks and commas.
pub fn words(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect()
}

/// A line with `SIDE:` before it, parted; without, or if no side is called so, the line alone.
pub fn sided<'a>(board: &Board, line: &'a str) -> (Option<SideId>, &'a str) {
    match line.split_once(':').map(|(side, rest)| (board.side(side.trim()), rest)) {
        Some((Some(side), rest)) => (Some(side), rest.trim_start()),
        _ => (None, line),
    }
}

/// A row's words.
pub fn row_words(board: &Board, row: &Row) -> Vec<String> {
    row.text(board).split(' ').map(str::to_owned).collect()
}

/// Narrows rows by the words of a line.
///
/// # Errors
/// The first word that fits no row left.
pub fn narrow(rows: &[Vec<String>], line: &[&str]) -> Result<Narrowing, LineError> {
    if let Some(number) = line.first().and_then(|w| w.strip_prefix('#')) {
        return match number.parse::<usize>() {
            Ok(n) if (1..=rows.len()).contains(&n) => Ok(Narrowing::Row { index: n - 1, used: 1 }),
            _ => Err(LineError {
                word: line[0].to_owned(),
                at: 0,
                expected: vec![format!("#1 to #{}", rows.len())],
                nearest: None,
            }),
        };
    }
    let mut left: Vec<usize> = (0..rows.len()).collect();
    let mut at = 0;
    loop {
        // A row all of whose words are used up is meant, if nothing more fits a longer one.
        let complete = left.iter().copied().find(|i| rows[*i].len() == at);
        let Some(word) = line.get(at) else {
            if let Some(index) = complete {
                return Ok(Narrowing::Row { index, used: at });
            }
            if let [index] = left[..] {
                return Ok(Narrowing::Row { index, used: at });
            }
            return Ok(Narrowing::Open { next: nexts(rows, &left, at), rows: left });
        };
        let fitting = fits(rows, &left, at, word);
        if fitting.is_empty() {
            if let Some(index) = complete {
                return Ok(Narrowing::Row { index, used: at });
            }
            let expected = nexts(rows, &left, at);
            let nearest = nearest(word, &expected);
            return Err(LineError { word: (*word).to_owned(), at, expected, nearest });
        }
        left = fitting;
        at += 1;
    }
}

/// Rows whose next word is the word, or the only next word of which it is a prefix.
fn fits(rows: &[Vec<String>], left: &[usize], at: usize, word: &str) -> Vec<usize> {
    let has = |i: &usize, test: &dyn Fn(&str) -> bool| rows[*i].get(at).is_some_and(|w| test(w));
    let exact: Vec<usize> = left.iter().copied().filter(|i| has(i, &|w| w.eq_ignore_ascii_case(word))).collect();
    if !exact.is_empty() {
        return exact;
    }
    let lower = word.to_ascii_lowercase();
    let begun: Vec<usize> =
        left.iter().copied().filter(|i| has(i, &|w| w.to_ascii_lowercase().starts_with(&lower))).collect();
    let mut texts: Vec<&String> = begun.iter().map(|i| &rows[*i][at]).collect();
    texts.dedup();
    texts.sort();
    texts.dedup();
    if texts.len() == 1 { begun } else { Vec::new() }
}

/// The distinct words that may come next, in row order.
fn nexts(rows: &[Vec<String>], left: &[usize], at: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for i in left {
        if let Some(word) = rows[*i].get(at)
            && !out.contains(word)
        {
            out.push(word.clone());
        }
    }
    out
}

/// The word nearest to a mistyped one.
pub fn nearest(word: &str, known: &[String]) -> Option<String> {
    let begun: Vec<&String> = known.iter().filter(|k| k.starts_with(word)).collect();
    if let [one] = begun[..] {
        return Some(one.clone());
    }
    known
        .iter()
        .map(|k| (strsim::damerau_levenshtein(word, k), k))
        .filter(|(d, k)| *d <= 2.max(k.len() / 3))
        .min()
        .map(|(_, k)| k.clone())
}
