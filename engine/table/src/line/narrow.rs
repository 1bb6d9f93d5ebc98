//! One choice: which of its rows the words at the beginning of a line mean.

use super::nearest;

/// How the words of a line are to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    /// As at the prompt: a word may be cut short while it is the only one that begins so, a place may be left out before
    /// the number of what stands there, `#3` is the third row, and a row that is the only one left need not be finished.
    Prefix,
    /// As in rule tests, which are read more often than they are typed: every word of a row, in full.
    Whole,
}

/// Where a line led on one choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Narrowing {
    /// One row is meant; this many of the words were used.
    Row {
        /// Its index.
        index: usize,
        /// Words used.
        used: usize,
        /// Of the row's own words, how many they are for.
        columns: usize,
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
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
#[error("{}", told(self))]
pub struct LineError {
    /// The word.
    pub word: String,
    /// Its index among the words given.
    pub at: usize,
    /// What could stand there.
    pub expected: Vec<String>,
    /// The nearest of them.
    pub nearest: Option<String>,
    /// Whether `nearest` is a whole row: its words are all there, in another order.
    pub is_misplaced: bool,
    /// Whether it fits things of several kinds, or is the beginning of several words: `expected` says them.
    pub is_shared: bool,
    /// Indexes of the rows that fit up to the word.
    pub left: Vec<usize>,
    /// Where it is left over because all pieces that the line was about have their places: what these are called, and those that
    /// are asked about now.
    pub past: Option<Box<(String, String)>>,
}

fn told(error: &LineError) -> String {
    if let Some((done, asked)) = error.past.as_deref() {
        return format!("`{}` is left over: no more {done} are asked about, and {asked} are not named", error.word);
    }
    match error.is_shared {
        true => format!("which `{}`? {}", error.word, some_of(&error.expected)),
        false => format!("`{}` does not fit here{}", error.word, hint(&error.nearest)),
    }
}

/// How many of some words are told at most.
pub(crate) const MOST_TOLD: usize = 8;

/// The first of some words, the rest as `…`.
pub fn some_of(words: &[String]) -> String {
    match words.get(..MOST_TOLD).filter(|_| words.len() > MOST_TOLD) {
        Some(first) => format!("{}, … ({} in all)", first.join(", "), words.len()),
        None => words.join(", "),
    }
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default()
}

/// Narrows rows by the words of a line.
///
/// # Errors
/// The first word that fits no row left.
pub fn narrow(rows: &[Vec<String>], line: &[&str], matching: Matching) -> Result<Narrowing, LineError> {
    narrow_after(0, rows, line, matching)
}

/// The same of rows that are numbered after so many others.
///
/// # Errors
/// The first word that fits no row left.
pub(super) fn narrow_after(
    before: usize,
    rows: &[Vec<String>],
    line: &[&str],
    matching: Matching,
) -> Result<Narrowing, LineError> {
    let is_prefix = matching == Matching::Prefix;
    if let Some(number) = line.first().and_then(|w| w.strip_prefix('#')).filter(|_| is_prefix) {
        let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(before + 1));
        return match index.filter(|index| *index < rows.len()) {
            Some(index) => Ok(Narrowing::Row { index, used: 1, columns: rows[index].len() }),
            None => Err(LineError {
                word: line[0].to_owned(),
                at: 0,
                expected: vec![format!("#1 to #{}", before + rows.len())],
                nearest: None,
                is_misplaced: false,
                is_shared: false,
                left: Vec::new(),
                past: None,
            }),
        };
    }
    let mut left: Vec<usize> = (0..rows.len()).collect();
    let (mut at, mut column) = (0, 0);
    // A number that stands before what it counts (`3 infantry port`), until its column comes.
    let mut ahead: Option<&str> = None;
    loop {
        if let Some(number) = ahead {
            let fitting = fits(rows, &left, column, number, matching);
            if !fitting.is_empty() {
                (left, ahead) = (fitting, None);
                column += 1;
                continue;
            }
        }
        // A row all of whose words are used up is meant, if nothing more fits a longer one.
        let ended: Vec<usize> = left.iter().copied().filter(|i| rows[*i].len() == column).collect();
        let complete = ended.first().copied();
        let goes_on = |word: &&str| !fits(rows, &left, column, word, matching).is_empty();
        if ended.len() > 1
            && !line.get(at).is_some_and(goes_on)
            && let Some((of, expected)) = unclear(rows, &ended, column)
        {
            let at = at.saturating_sub(column - of);
            let word = line.get(at).map_or_else(String::new, |word| (*word).to_owned());
            return Err(LineError { word, at, expected, is_shared: true, left, ..LineError::default() });
        }
        let Some(word) = line.get(at) else {
            let only = left.first().copied().filter(|_| left.len() == 1 && is_prefix);
            return Ok(match complete.or(only) {
                Some(index) => Narrowing::Row { index, used: at, columns: column },
                None => Narrowing::Open { next: nexts(rows, &left, column), rows: left },
            });
        };
        let mut fitting = fits(rows, &left, column, word, matching);
        // Where none goes on with what follows, a piece that bears marks is meant, if one does.
        if let (true, Some(next)) = (is_prefix, line.get(at + 1))
            && fits(rows, &fitting, column + 1, next, matching).is_empty()
        {
            let goes_on = |row: &usize| !fits(rows, &[*row], column + 1, next, matching).is_empty();
            let marked = marked(rows, &left, column, word).into_iter().filter(goes_on).collect();
            let marked = alike(rows, marked, column);
            fitting = if marked.is_empty() { fitting } else { marked };
        }
        if !fitting.is_empty() {
            left = fitting;
            at += 1;
            column += 1;
            continue;
        }
        if let Some(index) = complete {
            return Ok(Narrowing::Row { index, used: at, columns: column });
        }
        // How many need not be said where there is one way only.
        if let ([only], true) = (&left[..], is_prefix && column > 0 && !is_number(word))
            && rows[*only][column..].iter().all(|rest| is_number(rest))
        {
            return Ok(Narrowing::Row { index: *only, used: at, columns: column });
        }
        let expected = nexts(rows, &left, column);
        // A number may come right after what it counts: where that is may be left out if it is one place only.
        if let ([only], true) = (&expected[..], is_prefix && column > 0 && is_number(word))
            && !only.starts_with(|c: char| c.is_ascii_digit())
            && !fits(rows, &left, column + 1, word, matching).is_empty()
        {
            column += 1;
            continue;
        }
        // Or before it, where what is counted is said next.
        let is_before = is_prefix && column > 0 && ahead.is_none() && is_number(word);
        if is_before
            && let Some(counted_word) = line.get(at + 1)
            && !expected.iter().any(|e| e.starts_with(|c: char| c.is_ascii_digit()))
        {
            let counts = |i: &usize| rows[*i].iter().skip(column + 1).any(|w| w == word);
            let counted: Vec<usize> = left.iter().copied().filter(counts).collect();
            if !fits(rows, &counted, column, counted_word, matching).is_empty() {
                (left, ahead) = (counted, Some(*word));
                at += 1;
                continue;
            }
            if let Some(error) = miscounted(rows, &left, column, &line[at..], at) {
                return Err(error);
            }
        }
        let begun = if is_prefix && !is_number(word) { begun(&expected, word) } else { Vec::new() };
        if begun.len() > 1 {
            let (word, expected) = ((*word).to_owned(), begun);
            return Err(LineError { word, at, expected, is_shared: true, left, ..LineError::default() });
        }
        // Among numbers, one is no slip for another.
        let numbers = is_number(word) && expected.iter().all(|e| is_number(e));
        // A number where a name is wanted, or the other way round, may come at another place; one name for another is none.
        let is_other = is_number(word) != expected.iter().all(|e| is_number(e));
        let meant = if is_other { in_another_order(rows, &left, column, &line[at..]) } else { None };
        let is_misplaced = meant.is_some();
        let nearest = meant.or_else(|| nearest(word, &expected).filter(|_| !numbers));
        return Err(LineError {
            word: (*word).to_owned(),
            at,
            expected,
            nearest,
            is_misplaced,
            is_shared: false,
            left,
            past: None,
        });
    }
}

/// Whether a word is a number; what begins with a nought is the name of something.
pub fn is_number(word: &str) -> bool {
    (word == "0" || !word.starts_with('0')) && word.parse::<i64>().is_ok()
}

/// What is wrong with a number before what it counts, from the number on: the word that names nothing that is counted, or
/// else the number. None where nothing is counted at all.
fn miscounted(rows: &[Vec<String>], left: &[usize], column: usize, line: &[&str], at: usize) -> Option<LineError> {
    let counts = |i: &usize| rows[*i].iter().skip(column + 1).any(|word| is_number(word));
    let mut left: Vec<usize> = left.iter().copied().filter(counts).collect();
    let (number, words) = line.split_first()?;
    if left.is_empty() || is_number(words.first()?) {
        return None;
    }
    let mut column = column;
    for (n, word) in words.iter().enumerate() {
        let fitting = fits(rows, &left, column, word, Matching::Prefix);
        let expected = nexts(rows, &left, column);
        if !fitting.is_empty() {
            (left, column) = (fitting, column + 1);
        } else if expected.iter().all(|it| is_number(it)) {
            break;
        } else {
            let begun = begun(&expected, word);
            let (word, at, is_shared) = ((*word).to_owned(), at + 1 + n, begun.len() > 1);
            let nearest = nearest(&word, &expected).filter(|_| !is_shared);
            let expected = if is_shared { begun } else { expected };
            return Some(LineError { word, at, expected, nearest, is_shared, left, ..LineError::default() });
        }
    }
    let mut expected: Vec<String> = Vec::new();
    for word in left.iter().flat_map(|row| rows[*row].iter().skip(column)).filter(|word| is_number(word)) {
        if !expected.contains(word) {
            expected.push(word.clone());
        }
    }
    Some(LineError { word: (*number).to_owned(), at, expected, left, ..LineError::default() })
}

/// Rows whose next word is the word, or the only next word of which it is a prefix.
fn fits(rows: &[Vec<String>], left: &[usize], at: usize, word: &str, matching: Matching) -> Vec<usize> {
    let has = |i: &usize, test: &dyn Fn(&str) -> bool| rows[*i].get(at).is_some_and(|w| test(w));
    let all = |test: &dyn Fn(&str) -> bool| -> Vec<usize> { left.iter().copied().filter(|i| has(i, test)).collect() };
    let exact = match matching {
        Matching::Whole => all(&|w| w == word),
        Matching::Prefix => all(&|w| w.eq_ignore_ascii_case(word)),
    };
    if !exact.is_empty() {
        return exact;
    }
    // Rows say the kind where things of several kinds could stand: what follows may tell which is meant.
    let of_any_kind = match matching {
        Matching::Whole => return all(&|w| of_no_kind(w) == word),
        Matching::Prefix => all(&|w| of_no_kind(w).eq_ignore_ascii_case(word)),
    };
    if !of_any_kind.is_empty() {
        return of_any_kind;
    }
    let lower = word.to_ascii_lowercase();
    // A piece is not cut short where it ends and what it holds begins: `guard(gold)` is another than `guard`.
    let begins_so = |w: &str| w.to_ascii_lowercase().strip_prefix(&lower).is_some_and(|rest| !rest.starts_with('('));
    let begins = |w: &str| begins_so(w) || begins_so(of_no_kind(w));
    let begun = alike(rows, all(&begins), at);
    if !begun.is_empty() || at == 0 || lower.is_empty() {
        return begun;
    }
    // What is this side's or that needs only its last part where one side's alone stand: `infantry` for `red-infantry`.
    let ends = alike(rows, all(&|w| is_last_part(w, word)), at);
    if ends.is_empty() { alike(rows, marked(rows, left, at, word), at) } else { ends }
}

/// The one word that rows begin with and that ends in a word: `red-infantry` for `infantry`. Of one piece that bears marks in some
/// rows, the piece; none where several pieces end so.
pub(super) fn ends_in<'r>(rows: &'r [Vec<String>], word: &str) -> Option<&'r str> {
    let piece = |of: &'r String| of.split_once('+').map_or(of.as_str(), |(piece, _)| piece);
    let mut ending = rows.iter().filter_map(|row| row.first()).filter(|of| is_last_part(piece(of), word));
    let first = ending.clone().next()?;
    if ending.clone().all(|other| other == first) {
        return Some(first);
    }
    ending.all(|other| piece(other) == piece(first)).then_some(piece(first))
}

/// Rows whose word there is a piece that bears marks (`red-infantry+moved`), and without them what was typed, or ends so.
fn marked(rows: &[Vec<String>], left: &[usize], at: usize, word: &str) -> Vec<usize> {
    let is_it = |row: &&usize| {
        let piece = rows[**row].get(at).and_then(|of| of.split_once('+')).map(|(piece, _)| piece);
        piece.is_some_and(|piece| piece.eq_ignore_ascii_case(word) || is_last_part(piece, word))
    };
    left.iter().filter(is_it).copied().collect()
}

/// Whether a word may be what was typed: its beginning, or the last part of its name (`infantry` of `red-infantry`), also where it
/// bears marks that were not typed.
pub fn may_be(word: &str, typed: &str) -> bool {
    let piece = word.split_once('+').map_or(word, |(piece, _)| piece);
    may_begin(word, typed) || is_last_part(word, typed) || is_last_part(piece, typed)
}

/// Whether a word begins with what was typed.
pub fn may_begin(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(typed))
}

/// Whether a name ends with a whole part of it: `red-infantry` with `infantry`.
fn is_last_part(name: &str, part: &str) -> bool {
    let (name, part) = (name.to_ascii_lowercase(), part.to_ascii_lowercase());
    !part.is_empty() && name.strip_suffix(&part).is_some_and(|rest| rest.ends_with('-'))
}

/// Those of some words that begin with a word.
fn begun(words: &[String], word: &str) -> Vec<String> {
    let lower = word.to_ascii_lowercase();
    words.iter().filter(|it| it.to_ascii_lowercase().starts_with(&lower)).cloned().collect()
}

/// Rows whose word there is the same; none if they have several.
fn alike(rows: &[Vec<String>], found: Vec<usize>, at: usize) -> Vec<usize> {
    let is_one = found.windows(2).all(|pair| rows[pair[0]][at] == rows[pair[1]][at]);
    if is_one { found } else { Vec::new() }
}

/// The id of a word that says its kind: `pearson` of `space:pearson`. The value of a mark, `bomber+attacks:seattle`, says none.
pub(super) fn of_no_kind(word: &str) -> &str {
    word.split_once(':').filter(|(kind, _)| !kind.contains('+')).map_or(word, |(_, id)| id)
}

/// The first of some words that fits rows of things of several kinds alike, with the column it is for and what would say
/// the kind.
fn unclear(rows: &[Vec<String>], left: &[usize], column: usize) -> Option<(usize, Vec<String>)> {
    (0..column).find_map(|at| {
        let mut said: Vec<String> = Vec::new();
        for word in left.iter().filter_map(|row| rows[*row].get(at)) {
            if !said.contains(word) {
                said.push(word.clone());
            }
        }
        let is_one_id = said.len() > 1 && said.iter().all(|word| of_no_kind(word) == of_no_kind(&said[0]));
        is_one_id.then_some((at, said))
    })
}

/// The row that goes on with just these words, in another order.
fn in_another_order(rows: &[Vec<String>], left: &[usize], column: usize, line: &[&str]) -> Option<String> {
    let has_all = |row: &&usize| {
        let mut rest: Vec<&String> = rows[**row].iter().skip(column).collect();
        let n = rest.len();
        let mut taken = line.iter().take(n).filter_map(|word| {
            let at = rest.iter().position(|w| w.eq_ignore_ascii_case(word))?;
            Some(rest.swap_remove(at))
        });
        n > 1 && taken.by_ref().count() == n
    };
    left.iter().find(has_all).map(|row| rows[*row].join(" "))
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

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::{Matching, Narrowing, ends_in, is_number, narrow};
    use Matching::{Prefix, Whole};

    fn rows(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|t| t.split(' ').map(str::to_owned).collect()).collect()
    }
    fn row(rows: &[Vec<String>], line: &str) -> Option<(usize, usize)> {
        match narrow(rows, &words(line), Prefix) {
            Ok(Narrowing::Row { index, used, .. }) => Some((index, used)),
            _ => None,
        }
    }

    #[test]
    fn what_begins_with_a_nought_is_a_name() {
        let numbers = ["0", "3", "10", "-2"];
        assert!(numbers.iter().all(|word| is_number(word)));
        assert!(["03", "00", "007", "", "w3", "3x"].iter().all(|word| !is_number(word)));
    }

    #[test]
    fn a_number_may_come_before_what_it_counts() {
        let rows =
            rows(&["move red-foot port 1 hills", "move red-foot port 2 hills", "move red-horse port 1 river", "done"]);
        assert_eq!(row(&rows, "move 2 red-foot port hills"), Some((1, 5)));
        assert_eq!(row(&rows, "move 1 red-horse port river"), Some((2, 5)));
        assert!(narrow(&rows, &words("move 3 red-foot port"), Prefix).is_err(), "there are two");
        assert!(narrow(&rows, &words("2 move red-foot"), Prefix).is_err(), "not before the action");
        let wrong = |line: &str| {
            let error = narrow(&rows, &words(line), Prefix).unwrap_err();
            (error.word, error.at, error.expected.join(" "))
        };
        let number = |number: &str, fits: &str| (number.to_owned(), 1, fits.to_owned());
        assert_eq!(wrong("move 3 foot port hills"), number("3", "1 2"));
        assert_eq!(wrong("move 3 foot"), number("3", "1 2"));
        assert_eq!(wrong("move 9 horse port river"), number("9", "1"));
        assert_eq!(wrong("move 9 blue port").0, "blue", "what is counted comes before how many there are");
        assert_eq!(wrong("move 2 foot hills"), ("hills".into(), 3, "port".into()));
        assert!(narrow(&rows, &words("move 2 red-foot port hills"), Whole).is_err(), "tests say it in its place");
    }

    #[test]
    fn the_last_part_of_a_name_will_do_where_only_one_ends_so() {
        let rows = rows(&["move red-foot port", "move red-horse port", "hit red-horse", "hit blue-horse"]);
        assert_eq!(row(&rows, "move foot port"), Some((0, 3)));
        assert_eq!(row(&rows, "move horse"), Some((1, 2)));
        assert!(row(&rows, "hit horse").is_none(), "there are two");
        assert!(narrow(&rows, &words("move oot port"), Prefix).is_err(), "only whole parts");
        assert!(narrow(&rows, &words("move foot port"), Whole).is_err());
    }

    #[test]
    fn the_last_part_of_a_name_will_do_though_some_of_its_pieces_bear_marks() {
        let ending = |texts: &[&str], word: &str| ends_in(&rows(texts), word).map(str::to_owned);
        let mixed = ["red-horse port", "red-horse+tired port", "red-foot port"];
        assert_eq!(ending(&mixed, "horse"), Some("red-horse".into()));
        assert_eq!(ending(&["red-horse+lost hills", "red-horse+tired port"], "horse"), Some("red-horse".into()));
        assert_eq!(ending(&["red-horse+tired port"], "horse"), Some("red-horse+tired".into()));
        assert_eq!(ending(&["red-horse", "blue-horse+tired"], "horse"), None, "which of them?");
    }

    #[test]
    fn marks_need_not_be_said_where_what_follows_tells() {
        let rows = rows(&[
            "move red-foot port 1",
            "move red-foot+tired hills 1",
            "move red-foot+lost:port river 1",
            "hit red-foot+tired",
        ]);
        assert_eq!(row(&rows, "move foot hills"), Some((1, 3)));
        assert_eq!(row(&rows, "move red-foot river"), Some((2, 3)));
        assert_eq!(row(&rows, "move 1 foot river"), Some((2, 4)));
        assert_eq!(row(&rows, "move foot port"), Some((0, 3)), "who bears none is meant first");
        assert_eq!(row(&rows, "hit foot"), Some((3, 2)));
        let both = self::rows(&["move red-foot+tired hills 1", "move red-foot+lost hills 1"]);
        assert!(row(&both, "move foot hills").is_none(), "which of them?");
        assert!(narrow(&rows, &words("move red-foot hills 1"), Whole).is_err(), "tests say them");
    }

    #[test]
    fn a_beginning_that_several_words_have_is_told_with_them() {
        let rows = rows(&["move red-band port", "move red-band+tired port", "move blue port", "march", "mend"]);
        assert_eq!(row(&rows, "move red-band port"), Some((0, 3)), "a whole word is no beginning");
        let error = narrow(&rows, &words("move red port"), Prefix).unwrap_err();
        assert_eq!((error.at, error.to_string().as_str()), (1, "which `red`? red-band, red-band+tired"));
        assert_eq!(narrow(&rows, &["m"], Prefix).unwrap_err().to_string(), "which `m`? move, march, mend");
        assert!(!narrow(&rows, &words("move red port"), Whole).unwrap_err().is_shared, "tests write words in full");
    }

    #[test]
    fn a_number_need_not_be_said_where_there_is_only_one() {
        let rows = rows(&["move foot port 1", "move foot port 2", "move horse hills 1", "pay 3", "done"]);
        assert_eq!(row(&rows, "move horse hills river"), Some((2, 3)), "the river is for the next choice");
        assert_eq!(narrow(&rows, &words("move foot port river"), Prefix).unwrap_err().at, 3);
        assert_eq!(narrow(&rows, &words("move horse hills 2"), Prefix).unwrap_err().expected, ["1"]);
        assert!(narrow(&rows, &words("move horse hills river"), Whole).is_err(), "tests say it");
    }

    #[test]
    fn a_number_may_come_right_after_what_it_counts() {
        let rows = rows(&["take guard port 1", "take guard port 2", "take band hills 2", "done"]);
        assert_eq!(row(&rows, "take guard port 2"), Some((1, 4)));
        assert_eq!(row(&rows, "take guard 2"), Some((1, 3)));
        assert_eq!(row(&rows, "take band 2 done"), Some((2, 3)), "what follows is for the next choice");
        assert!(narrow(&rows, &["take", "2"], Prefix).is_err(), "which piece is said");
        let error = narrow(&rows, &["take", "guard", "3"], Prefix).unwrap_err();
        assert_eq!((error.at, error.expected), (2, vec!["port".to_owned()]));
        // A place is never taken for another, nor a card.
        let rows = self::rows(&["march guard hills port", "march guard hills river"]);
        assert!(narrow(&rows, &["march", "guard", "port"], Prefix).is_err());
        assert!(narrow(&self::rows(&["take 04 46", "take 04 52"]), &["take", "46"], Prefix).is_err());
    }

    #[test]
    fn a_word_that_things_of_several_kinds_have_fits_what_may_stand_there() {
        let rows =
            rows(&["go side:gold", "go space:gold 1", "go space:gold 2", "pay space:gold", "pay space:golf", "stay"]);
        assert_eq!(row(&rows, "go gold 2"), Some((2, 3)), "what follows tells");
        assert_eq!(row(&rows, "go gold"), Some((0, 2)), "only the side needs nothing more");
        assert_eq!(row(&rows, "go space:gold 1"), Some((1, 3)));
        assert_eq!(row(&rows, "pay gold"), Some((3, 2)));
        assert_eq!(row(&rows, "pay golf stay"), Some((4, 2)));
        assert_eq!(narrow(&rows, &["pay", "side:gold"], Prefix).unwrap_err().at, 1, "the kind that is said is meant");
        let two = self::rows(&["go side:gold", "go space:gold", "go port"]);
        for matching in [Prefix, Whole] {
            let error = narrow(&two, &["go", "gold", "port"], matching).unwrap_err();
            assert_eq!((error.at, error.is_shared), (1, true));
            assert_eq!(error.to_string(), "which `gold`? side:gold, space:gold");
        }
        assert_eq!(row(&two, "go side"), Some((0, 2)), "the kind may be cut short too");
    }

    #[test]
    fn a_piece_is_no_beginning_of_one_that_holds_something() {
        let both = rows(&["take guard", "take guard(gold)", "take band(gold)"]);
        assert_eq!(row(&both, "take guard"), Some((0, 2)));
        assert_eq!(row(&both, "take guard("), Some((1, 2)));
        assert_eq!(row(&both, "take ba"), Some((2, 2)));
        let error = narrow(&both, &["take", "band"], Prefix).unwrap_err();
        assert_eq!((error.at, error.expected.len()), (1, 3), "a band without gold is not there");
    }

    #[test]
    fn right_words_in_another_order_are_told_the_order() {
        let rows = rows(&["march hills 1 port", "march hills 2 port", "march port 1 hills", "raise port"]);
        let meant = |line: &str| {
            let error = narrow(&rows, &words(line), Prefix).unwrap_err();
            (error.nearest, error.is_misplaced)
        };
        assert_eq!(meant("march hills port 2"), (Some("march hills 2 port".into()), true));
        assert_eq!(meant("march hills port 2 raise port"), (Some("march hills 2 port".into()), true));
        assert_eq!(meant("march hills port 3"), (None, false));
        assert_eq!(meant("march hills port"), (None, false), "a word is missing");
        assert!(!meant("march river 1 port").1, "no other place is meant");
    }

    #[test]
    fn a_word_is_near_another_but_a_number_is_not() {
        let nearest_to = |rows: &[&str], word: &str| narrow(&self::rows(rows), &[word], Prefix).unwrap_err().nearest;
        assert_eq!(nearest_to(&["march", "raise"], "marhc"), Some("march".into()));
        assert_eq!(nearest_to(&["1", "2"], "3"), None);
        assert_eq!(nearest_to(&["0", "1", "10"], "11"), None);
        assert_eq!(nearest_to(&["07", "12"], "17"), Some("07".into()), "what cards are called is no number");
    }

    #[test]
    fn in_full_means_every_word_of_a_row() {
        let rows = rows(&["pay", "pay us 2", "keep"]);
        let whole = |line: &str| narrow(&rows, &words(line), Whole);
        let used = |line: &str| match whole(line) {
            Ok(Narrowing::Row { index, used, .. }) => Some((index, used)),
            _ => None,
        };
        assert_eq!(used("pay"), Some((0, 1)));
        assert_eq!(used("pay us 2"), Some((1, 3)), "the longer row is meant if the next word fits it");
        assert_eq!(used("pay keep"), Some((0, 1)));
        assert!(matches!(whole("pay us"), Ok(Narrowing::Open { rows, .. }) if rows == [1]));
        assert_eq!(whole("pay us 3").unwrap_err().left, [1]);
        for short in ["ke", "#3", "pay 2", "KEEP"] {
            assert!(used(short).is_none_or(|(_, used)| used < words(short).len()), "{short}");
        }
    }
}
