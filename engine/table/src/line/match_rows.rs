//! Matches the words at the beginning of a line with the rows of one choice.

use cardwright_content::did_you_mean;
use cardwright_state::{Amount, Answer};

/// How exact the words must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    /// The rules of the prompt. A word may be shortened to a beginning that no other word has. The space of the map may
    /// be missing before a number if only one is possible. `#3` is the third row. The last words of a row may be
    /// missing if only one row is left.
    Prefix,
    /// The rules of rule tests, where every word is written in full.
    Whole,
}

/// The result of matching one choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowMatch {
    /// One row matches.
    Row {
        /// The row, with the typed numbers.
        answer: Answer,
        /// The number of words of the line that the row uses.
        used: usize,
        /// The number of words of the row that the line covers.
        columns: usize,
    },
    /// Several rows still match.
    Several {
        /// The indexes of these rows.
        rows: Vec<usize>,
        /// The words that may follow, in row order.
        next: Vec<String>,
    },
}

/// An error at a word that fits no row.
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
#[error("{}", error_text(self))]
pub struct LineError {
    /// The word.
    pub word: String,
    /// The index of the word in the line.
    pub index: usize,
    /// The words that would fit.
    pub expected: Vec<String>,
    /// The expected word that is most like the typed word, or a row: see `is_misplaced`.
    pub nearest: Option<String>,
    /// Whether `nearest` is a whole row with the same words in another order.
    pub is_misplaced: bool,
    /// Whether the word is ambiguous. Then `expected` lists its meanings.
    pub is_ambiguous: bool,
    /// The indexes of the rows that match up to the word.
    pub matching_rows: Vec<usize>,
    /// Set if the word follows a type of piece whose pieces all have their places, and the question is about another
    /// type. Holds the plurals of both types, that of the finished type first.
    pub finished_and_asked_types: Option<Box<(String, String)>>,
}

fn error_text(error: &LineError) -> String {
    if let Some((finished, asked)) = error.finished_and_asked_types.as_deref() {
        return format!(
            "`{}` is left over: all {finished} have their places, and the question is about {asked}",
            error.word
        );
    }
    match error.is_ambiguous {
        true => format!("which `{}`? {}", error.word, list_some(&error.expected)),
        false => format!("`{}` does not fit here{}", error.word, hint(&error.nearest)),
    }
}

/// The most words to list.
pub(crate) const MAX_LISTED: usize = 8;

/// Lists the first of some words, then `…` and the total.
pub fn list_some(words: &[String]) -> String {
    match words.get(..MAX_LISTED).filter(|_| words.len() > MAX_LISTED) {
        Some(first) => format!("{}, … ({} in all)", first.join(", "), words.len()),
        None => words.join(", "),
    }
}

/// Finds the known word that a typo may have meant: see [`did_you_mean`].
pub fn nearest(word: &str, known: &[String]) -> Option<String> {
    did_you_mean(word, known.iter().map(String::as_str)).map(str::to_owned)
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

/// Matches the words of a line with rows.
///
/// # Errors
/// Fails at the first word that fits no row.
pub fn match_rows(rows: &[Vec<String>], line: &[&str], matching: Matching) -> Result<RowMatch, LineError> {
    match_rows_after(0, rows, line, matching)
}

/// Matches a line as [`match_rows`] does. The first row has the number `before` + 1 for words such as `#3`.
///
/// # Errors
/// Fails at the first word that fits no row.
pub(super) fn match_rows_after(
    before: usize,
    rows: &[Vec<String>],
    line: &[&str],
    matching: Matching,
) -> Result<RowMatch, LineError> {
    let number = line.first().and_then(|word| word.strip_prefix('#')).filter(|_| matching == Matching::Prefix);
    if let Some(number) = number {
        let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(before + 1));
        return match index.filter(|index| *index < rows.len()) {
            Some(index) => match_amounts(rows, index, line),
            None => Err(LineError {
                word: line[0].to_owned(),
                expected: vec![format!("#1 to #{}", before + rows.len())],
                ..LineError::default()
            }),
        };
    }
    let rows_left = (0..rows.len()).collect();
    let mut matcher =
        RowMatcher { rows, line, matching, rows_left, at: 0, column: 0, typed: Vec::new(), leading_number: None };
    loop {
        if let Some(row_match) = matcher.step()? {
            return Ok(row_match);
        }
    }
}

/// Matches the numbers after `#3` with the amounts of the third row.
fn match_amounts(rows: &[Vec<String>], index: usize, line: &[&str]) -> Result<RowMatch, LineError> {
    let (row, mut numbers) = (&rows[index], Vec::new());
    for (word, amount) in row.iter().filter_map(|word| Some((word, amount_of(word)?))) {
        let at = numbers.len() + 1;
        let Some(typed) = line.get(at).copied() else {
            return Ok(RowMatch::Several { rows: vec![index], next: vec![word.clone()] });
        };
        match number_in(typed).filter(|number| amount.has(*number)) {
            Some(number) => numbers.push(number),
            None => {
                let (expected, matching_rows) = (vec![word.clone()], vec![index]);
                return Err(LineError {
                    word: typed.to_owned(),
                    index: at,
                    expected,
                    matching_rows,
                    ..LineError::default()
                });
            }
        }
    }
    Ok(RowMatch::Row { used: numbers.len() + 1, columns: row.len(), answer: Answer::new(index, numbers) })
}

/// Matches the words of a line with the columns of rows, from left to right.
struct RowMatcher<'a> {
    rows: &'a [Vec<String>],
    line: &'a [&'a str],
    matching: Matching,
    /// The rows that fit the words so far.
    rows_left: Vec<usize>,
    /// The index of the next word of the line.
    at: usize,
    /// The next column of the rows.
    column: usize,
    /// For each column before it, the typed word as a number.
    typed: Vec<Option<i64>>,
    /// A number before the thing it counts (`3 infantry port`), until the parser reaches the number's column.
    leading_number: Option<&'a str>,
}

impl RowMatcher<'_> {
    /// The rows left whose column fits the word.
    fn fitting(&self, column: usize, word: &str) -> Vec<usize> {
        fitting_rows(self.rows, &self.rows_left, column, word, self.matching)
    }

    /// Matches one word or number. Returns the result if the line or a row is at its end.
    fn step(&mut self) -> Result<Option<RowMatch>, LineError> {
        if let Some(number) = self.leading_number {
            let fitting = self.fitting(self.column, number);
            if !fitting.is_empty() {
                (self.rows_left, self.leading_number) = (fitting, None);
                self.go_on(number);
                return Ok(None);
            }
        }
        let complete = self.complete_row()?;
        let (rows, column, is_prefix) = (self.rows, self.column, self.matching == Matching::Prefix);
        let row = |answer: Answer, used: usize| Ok(Some(RowMatch::Row { answer, used, columns: column }));
        let Some(word) = self.line.get(self.at).copied() else {
            let only = self.rows_left.first().copied().filter(|_| self.rows_left.len() == 1 && is_prefix);
            return match complete.or(only).and_then(|index| self.answer(index)) {
                Some(answer) => row(answer, self.at),
                None => Ok(Some(RowMatch::Several {
                    next: next_words(rows, &self.rows_left, column),
                    rows: self.rows_left.clone(),
                })),
            };
        };
        let fitting = self.fitting_or_marked(word);
        if !fitting.is_empty() {
            self.rows_left = fitting;
            self.at += 1;
            self.go_on(word);
            return Ok(None);
        }
        if let Some(answer) = complete.and_then(|index| self.answer(index)) {
            return row(answer, self.at);
        }
        // A line may leave out the number if only one number is possible, at the end of a row or before its next word.
        if let ([only], true) = (&self.rows_left[..], is_prefix && column > 0 && !is_number(word))
            && rows[*only][column..].iter().all(|word| is_number(word))
            && let Some(answer) = self.answer(*only)
        {
            return row(answer, self.at);
        }
        let expected = next_words(rows, &self.rows_left, column);
        if let ([number], true) = (&expected[..], is_prefix && column > 0 && !is_number(word))
            && is_number(number)
            && !self.fitting(column + 1, word).is_empty()
        {
            self.go_on(number);
            return Ok(None);
        }
        match is_prefix && column > 0 && is_number(word) && self.takes_number(word, &expected)? {
            true => Ok(None),
            false => Err(self.word_error(word, expected)),
        }
    }

    /// Goes on to the next column, after this typed word.
    fn go_on(&mut self, word: &str) {
        self.typed.push(number_in(word));
        self.column += 1;
    }

    /// The answer with a row and the typed numbers. `None` if the number of an amount is missing.
    fn answer(&self, index: usize) -> Option<Answer> {
        let mut numbers = Vec::new();
        for (column, word) in self.rows[index].iter().enumerate() {
            if amount_of(word).is_some() {
                numbers.push((*self.typed.get(column)?)?);
            }
        }
        Some(Answer::new(index, numbers))
    }

    /// Finds the row that the line means: it has all words of the row, and the next word does not continue a longer
    /// row. Fails if it has all words of several rows.
    fn complete_row(&self) -> Result<Option<usize>, LineError> {
        let ended: Vec<usize> =
            self.rows_left.iter().copied().filter(|row| self.rows[*row].len() == self.column).collect();
        let goes_on = |word: &&str| !self.fitting(self.column, word).is_empty();
        if ended.len() > 1
            && !self.line.get(self.at).is_some_and(goes_on)
            && let Some((ambiguous_at, expected)) = ambiguous_column(self.rows, &ended, self.column)
        {
            let at = self.at.saturating_sub(self.column - ambiguous_at);
            let word = self.line.get(at).copied().unwrap_or_default();
            return Err(self.ambiguous(word, at, expected));
        }
        Ok(ended.first().copied())
    }

    /// The rows left that fit the word. If no row fits the word after it, the line may mean a piece with marks.
    fn fitting_or_marked(&self, word: &str) -> Vec<usize> {
        let (rows, next_column) = (self.rows, self.column + 1);
        let fitting = self.fitting(self.column, word);
        let Some(next) = self.line.get(self.at + 1).filter(|_| self.matching == Matching::Prefix) else {
            return fitting;
        };
        let goes_on = |from: &[usize]| !fitting_rows(rows, from, next_column, next, self.matching).is_empty();
        if goes_on(&fitting) {
            return fitting;
        }
        let marked = |word: &str| {
            let marked = rows_with_marks(rows, &self.rows_left, self.column, word);
            if_same_word(rows, marked.into_iter().filter(|row| goes_on(&[*row])).collect(), self.column)
        };
        let words = words_in_column(rows, &self.rows_left, self.column);
        let name = shortened_name(words, word, self.column > 0);
        [Some(word), name].into_iter().flatten().map(marked).find(|rows| !rows.is_empty()).unwrap_or(fitting)
    }

    /// Takes a number that follows the piece directly, or that comes before the piece.
    fn takes_number(&mut self, number: &str, expected: &[String]) -> Result<bool, LineError> {
        let is_numeric = |word: &String| word.starts_with(|c: char| c.is_ascii_digit()) || amount_of(word).is_some();
        // A number may follow the piece directly if only one space is possible.
        if let [only] = expected
            && !is_numeric(only)
            && !self.fitting(self.column + 1, number).is_empty()
        {
            self.go_on("");
            return Ok(true);
        }
        let counted_word = self.line.get(self.at + 1).filter(|_| self.leading_number.is_none());
        let Some(counted_word) = counted_word.filter(|_| !expected.iter().any(is_numeric)) else { return Ok(false) };
        let typed = number_in(number);
        let counts =
            |row: &usize| self.rows[*row].iter().skip(self.column + 1).any(|word| word == number || takes(word, typed));
        let counted: Vec<usize> = self.rows_left.iter().copied().filter(counts).collect();
        if !fitting_rows(self.rows, &counted, self.column, counted_word, self.matching).is_empty() {
            (self.rows_left, self.leading_number) = (counted, Some(self.line[self.at]));
            self.at += 1;
            return Ok(true);
        }
        let error = count_error(self.rows, &self.rows_left, self.column, &self.line[self.at..], self.at);
        error.map_or(Ok(false), Err)
    }

    fn ambiguous(&self, word: &str, index: usize, expected: Vec<String>) -> LineError {
        let (word, matching_rows) = (word.to_owned(), self.rows_left.clone());
        LineError { word, index, expected, is_ambiguous: true, matching_rows, ..LineError::default() }
    }

    /// The error for a word that fits no row.
    fn word_error(&self, word: &str, expected: Vec<String>) -> LineError {
        let is_typed_number = is_number(word);
        let may_be_begun = self.matching == Matching::Prefix && !is_typed_number;
        let ambiguous = if may_be_begun { meanings(&expected, word, self.column > 0) } else { Vec::new() };
        if ambiguous.len() > 1 {
            return self.ambiguous(word, self.at, ambiguous);
        }
        let expects_numbers = expected.iter().all(|word| takes_numbers(word));
        // A number where a name is expected, or a name where a number is expected, may belong in another place.
        let reordered = match is_typed_number == expects_numbers {
            true => None,
            false => in_another_order(self.rows, &self.rows_left, self.column, &self.line[self.at..]),
        };
        let is_misplaced = reordered.is_some();
        // A number is never a typo for another number.
        let nearest =
            reordered.or_else(|| nearest_id(word, &expected).filter(|_| !(is_typed_number && expects_numbers)));
        LineError {
            word: word.to_owned(),
            index: self.at,
            expected,
            nearest,
            is_misplaced,
            matching_rows: self.rows_left.clone(),
            ..LineError::default()
        }
    }
}

/// Whether a word is a number. A word with a leading zero or `+` is a name.
pub fn is_number(word: &str) -> bool {
    number_in(word).is_some()
}

/// Reads a number: see [`is_number`].
fn number_in(word: &str) -> Option<i64> {
    word.parse().ok().filter(|_| word == "0" || !word.trim_start_matches('-').starts_with(['0', '+']))
}

/// The number that a word means which is written as no number here, such as `010` or `+10`.
pub fn misspelt_number(word: &str) -> Option<i64> {
    word.parse().ok().filter(|_| !is_number(word))
}

/// Reads the word of a row that stands for an amount, such as `2..30`.
pub fn amount_of(word: &str) -> Option<Amount> {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '-').then(|| Amount::parse(word))?
}

/// Whether the word of a row is an amount that has the typed number, if a number was typed.
fn takes(word: &str, typed: Option<i64>) -> bool {
    typed.is_some_and(|number| amount_of(word).is_some_and(|amount| amount.has(number)))
}

/// Whether the word of a row is a number or an amount.
pub fn takes_numbers(word: &str) -> bool {
    is_number(word) || amount_of(word).is_some()
}

/// Finds the word that a typo may have meant, among those that are no amounts.
fn nearest_id(word: &str, expected: &[String]) -> Option<String> {
    let ids: Vec<String> = expected.iter().filter(|word| amount_of(word).is_none()).cloned().collect();
    nearest(word, &ids)
}

/// Finds the error in a line with a number before the thing it counts (`3 infantry port`). The wrong word is the first
/// one that names nothing countable, or else the number itself. `None` if no row has a number.
fn count_error(
    rows: &[Vec<String>],
    rows_left: &[usize],
    column: usize,
    line: &[&str],
    at: usize,
) -> Option<LineError> {
    let counts = |row: &usize| rows[*row].iter().skip(column + 1).any(|word| takes_numbers(word));
    let mut rows_left: Vec<usize> = rows_left.iter().copied().filter(counts).collect();
    let (number, words) = line.split_first()?;
    if rows_left.is_empty() || is_number(words.first()?) {
        return None;
    }
    let mut column = column;
    for (n, word) in words.iter().enumerate() {
        let fitting = fitting_rows(rows, &rows_left, column, word, Matching::Prefix);
        let expected = next_words(rows, &rows_left, column);
        if !fitting.is_empty() {
            (rows_left, column) = (fitting, column + 1);
        } else if expected.iter().all(|word| takes_numbers(word)) {
            break;
        } else {
            let ambiguous = meanings(&expected, word, true);
            let (word, at, is_ambiguous) = ((*word).to_owned(), at + 1 + n, ambiguous.len() > 1);
            let nearest = nearest_id(&word, &expected).filter(|_| !is_ambiguous);
            let expected = if is_ambiguous { ambiguous } else { expected };
            return Some(LineError {
                word,
                index: at,
                expected,
                nearest,
                is_ambiguous,
                matching_rows: rows_left,
                ..LineError::default()
            });
        }
    }
    let mut expected: Vec<String> = Vec::new();
    for word in rows_left.iter().flat_map(|row| rows[*row].iter().skip(column)).filter(|word| takes_numbers(word)) {
        if !expected.contains(word) {
            expected.push(word.clone());
        }
    }
    Some(LineError {
        word: (*number).to_owned(),
        index: at,
        expected,
        matching_rows: rows_left,
        ..LineError::default()
    })
}

/// Selects the rows whose word in a column is the typed word. If no row has it, selects the rows whose word the typed
/// word shortens. If the typed word may be short for several words, the result is empty.
pub(super) fn fitting_rows(
    rows: &[Vec<String>],
    rows_left: &[usize],
    column: usize,
    typed: &str,
    matching: Matching,
) -> Vec<usize> {
    // Only a number fits an amount.
    let number = number_in(typed);
    let has = |row: &usize, test: &dyn Fn(&str) -> bool| {
        rows[*row].get(column).is_some_and(|word| test(word) && amount_of(word).is_none() || takes(word, number))
    };
    let rows_where = |test: &dyn Fn(&str) -> bool| -> Vec<usize> {
        rows_left.iter().copied().filter(|row| has(row, test)).collect()
    };
    let exact = match matching {
        Matching::Whole => rows_where(&|word| word == typed),
        Matching::Prefix => rows_where(&|word| word.eq_ignore_ascii_case(typed)),
    };
    if !exact.is_empty() {
        return exact;
    }
    // The typed word may leave out the kind (`space:`) of an id that things of several kinds have. The next word may
    // tell which thing is meant.
    let of_any_kind = match matching {
        Matching::Whole => return rows_where(&|word| id_without_kind(word) == typed),
        Matching::Prefix => rows_where(&|word| id_without_kind(word).eq_ignore_ascii_case(typed)),
    };
    if !of_any_kind.is_empty() {
        return of_any_kind;
    }
    let beginning = rows_where(&|word| shortens(word, typed) || shortens(id_without_kind(word), typed));
    let beginning = if_same_word(rows, beginning, column);
    if !beginning.is_empty() || typed.is_empty() {
        return beginning;
    }
    if column > 0 {
        // The last part of a name is enough if only one side's pieces match: `infantry` for `red-infantry`.
        let ending = if_same_word(rows, rows_where(&|word| is_last_part(word, typed)), column);
        if !ending.is_empty() {
            return ending;
        }
        let marked = if_same_word(rows, rows_with_marks(rows, rows_left, column, typed), column);
        if !marked.is_empty() {
            return marked;
        }
    }
    match shortened_name(words_in_column(rows, rows_left, column), typed, column > 0) {
        Some(name) if !name.eq_ignore_ascii_case(typed) => fitting_rows(rows, rows_left, column, name, matching),
        _ => Vec::new(),
    }
}

/// Finds the name that the typed word begins: `red-infantry` for `red-i`, and for `inf` if later parts of names count.
/// Marks do not make it ambiguous. `None` if the word begins several names.
fn shortened_name<'r>(words: impl Iterator<Item = &'r str>, typed: &str, later_parts: bool) -> Option<&'r str> {
    let name = |word: &'r str| if typed.contains('+') { word } else { without_marks(word) };
    let found = begun_by(words.map(name), typed, later_parts);
    found.first().copied().filter(|name| found.iter().all(|other| other == name))
}

/// Selects the words that begin with the typed text. If there are none and later parts of names count, selects the
/// words of which it begins a later part.
fn begun_by<'r>(words: impl Iterator<Item = &'r str>, typed: &str, later_parts: bool) -> Vec<&'r str> {
    let words: Vec<&str> = words.collect();
    let select = |test: &dyn Fn(&str) -> bool| words.iter().copied().filter(|word| test(word)).collect::<Vec<_>>();
    let beginning = select(&|word| shortens(word, typed));
    if beginning.is_empty() && later_parts { select(&|word| begins_later_part(word, typed)) } else { beginning }
}

/// Lists the words that a typed word may be short for.
fn meanings(words: &[String], typed: &str, later_parts: bool) -> Vec<String> {
    let words = words.iter().map(String::as_str);
    begun_by(words, typed, later_parts).into_iter().map(str::to_owned).collect()
}

/// The words of some rows in a column.
fn words_in_column<'r>(rows: &'r [Vec<String>], selected: &[usize], column: usize) -> impl Iterator<Item = &'r str> {
    selected.iter().filter_map(move |row| rows[*row].get(column)).map(String::as_str)
}

/// Finds the row whose first word ends with this part (`red-infantry` for `infantry`), or of whose first word it begins
/// a later part (`inf`), and returns that word. Several words for the same piece with different marks count as one.
/// `None` if several pieces match.
pub(super) fn first_word_ending_in<'r>(rows: &'r [Vec<String>], word: &str) -> Option<&'r str> {
    let first_words = || rows.iter().filter_map(|row| row.first()).map(String::as_str);
    let mut ending = first_words().filter(|first| is_last_part(without_marks(first), word));
    let Some(first) = ending.clone().next() else { return shortened_name(first_words(), word, true) };
    if ending.clone().all(|other| other == first) {
        return Some(first);
    }
    ending.all(|other| without_marks(other) == without_marks(first)).then_some(without_marks(first))
}

/// Selects the rows whose word in a column is a piece with marks (`red-infantry+moved`), if the typed word names that
/// piece without its marks.
fn rows_with_marks(rows: &[Vec<String>], rows_left: &[usize], column: usize, typed: &str) -> Vec<usize> {
    let matches = |row: &&usize| {
        let piece = rows[**row].get(column).filter(|word| word.contains('+')).map(|word| without_marks(word));
        piece.is_some_and(|piece| piece.eq_ignore_ascii_case(typed) || is_last_part(piece, typed))
    };
    rows_left.iter().filter(matches).copied().collect()
}

/// Whether a typed word may mean a word. The typed word may be the beginning of the word or of a later part of its name
/// (`inf` for `red-infantry`).
pub fn may_be(word: &str, typed: &str) -> bool {
    may_begin(word, typed) || begins_later_part(word, typed) || is_last_part(word, typed)
}

/// Whether a word begins with the typed text.
pub fn may_begin(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(typed))
}

/// Whether a part after a hyphen ends the name: `red-infantry` ends with `infantry`.
fn is_last_part(name: &str, part: &str) -> bool {
    let (name, part) = (name.to_ascii_lowercase(), part.to_ascii_lowercase());
    !part.is_empty() && name.strip_suffix(&part).is_some_and(|rest| rest.ends_with('-'))
}

/// Whether a typed word begins a later part of a name: `inf` for `red-infantry`. A number never does.
fn begins_later_part(name: &str, typed: &str) -> bool {
    let later_parts = without_marks(name).match_indices('-').map(|(hyphen, _)| &name[hyphen + 1..]);
    !typed.is_empty() && !is_number(typed) && later_parts.into_iter().any(|part| shortens(part, typed))
}

/// Whether a typed word is short for a word. A piece without contents is not short for a piece with contents: `guard`
/// is not `guard(gold)`.
fn shortens(word: &str, typed: &str) -> bool {
    may_begin(word, typed) && !word[typed.len()..].starts_with('(')
}

/// The name of a piece without its marks: `red-infantry` for `red-infantry+moved`.
fn without_marks(word: &str) -> &str {
    word.split_once('+').map_or(word, |(piece, _)| piece)
}

/// Returns the found rows if they all have the same word in a column, or else no row.
fn if_same_word(rows: &[Vec<String>], found: Vec<usize>, column: usize) -> Vec<usize> {
    let is_same = found.windows(2).all(|pair| rows[pair[0]][column] == rows[pair[1]][column]);
    if is_same { found } else { Vec::new() }
}

/// Removes the kind from a word: `pearson` for `space:pearson`. Keeps a colon before the value of a mark, as in
/// `bomber+attacks:seattle`.
pub(super) fn id_without_kind(word: &str) -> &str {
    word.split_once(':').filter(|(kind, _)| !kind.contains('+')).map_or(word, |(_, id)| id)
}

/// Finds the first ambiguous column: a column in which the rows have the same id with different kinds. Returns the
/// column and the full words.
fn ambiguous_column(rows: &[Vec<String>], rows_left: &[usize], column: usize) -> Option<(usize, Vec<String>)> {
    (0..column).find_map(|index| {
        let mut distinct: Vec<String> = Vec::new();
        for word in rows_left.iter().filter_map(|row| rows[*row].get(index)) {
            if !distinct.contains(word) {
                distinct.push(word.clone());
            }
        }
        let is_same_id =
            distinct.len() > 1 && distinct.iter().all(|word| id_without_kind(word) == id_without_kind(&distinct[0]));
        is_same_id.then_some((index, distinct))
    })
}

/// Finds the row that has exactly the next words of the line, in another order.
fn in_another_order(rows: &[Vec<String>], rows_left: &[usize], column: usize, line: &[&str]) -> Option<String> {
    let has_all = |row: &&usize| {
        let mut unmatched: Vec<&String> = rows[**row].iter().skip(column).collect();
        let n = unmatched.len();
        let mut matched = line.iter().take(n).filter_map(|typed| {
            let index = unmatched.iter().position(|word| word.eq_ignore_ascii_case(typed))?;
            Some(unmatched.swap_remove(index))
        });
        n > 1 && matched.by_ref().count() == n
    };
    rows_left.iter().find(has_all).map(|row| rows[*row].join(" "))
}

/// Lists the distinct words of a column, in row order.
pub(super) fn next_words(rows: &[Vec<String>], rows_left: &[usize], column: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for row in rows_left {
        if let Some(word) = rows[*row].get(column)
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
    use super::{Matching, RowMatch, first_word_ending_in, is_number, match_rows};
    use Matching::{Prefix, Whole};

    fn rows(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|t| t.split(' ').map(str::to_owned).collect()).collect()
    }
    fn row(rows: &[Vec<String>], line: &str) -> Option<(usize, usize)> {
        match match_rows(rows, &words(line), Prefix) {
            Ok(RowMatch::Row { answer, used, .. }) => Some((answer.row, used)),
            _ => None,
        }
    }

    #[test]
    fn a_leading_zero_makes_a_name() {
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
        assert!(match_rows(&rows, &words("move 3 red-foot port"), Prefix).is_err(), "there are only two");
        assert!(
            match_rows(&rows, &words("2 move red-foot"), Prefix).is_err(),
            "the number must not come before the action"
        );
        let wrong = |line: &str| {
            let error = match_rows(&rows, &words(line), Prefix).unwrap_err();
            (error.word, error.index, error.expected.join(" "))
        };
        let number = |number: &str, fits: &str| (number.to_owned(), 1, fits.to_owned());
        assert_eq!(wrong("move 3 foot port hills"), number("3", "1 2"));
        assert_eq!(wrong("move 3 foot"), number("3", "1 2"));
        assert_eq!(wrong("move 9 horse port river"), number("9", "1"));
        assert_eq!(wrong("move 9 blue port").0, "blue", "an unknown piece is reported before its number");
        assert_eq!(wrong("move 2 foot hills"), ("hills".into(), 3, "port".into()));
        assert!(match_rows(&rows, &words("move 2 red-foot port hills"), Whole).is_err(), "tests keep the order");
    }

    #[test]
    fn a_number_fits_an_amount_within_its_bounds() {
        let rows: Vec<Vec<String>> = [
            &["bid", "2..30"][..],
            &["sell", "c10", "1..7"],
            &["sell", "c1", "5..20 by 5"],
            &["change", "1..9", "-3..3"],
            &["done"],
        ]
        .map(|row| row.iter().map(|word| (*word).to_owned()).collect())
        .into();
        let answer = |line: &str, matching| match match_rows(&rows, &words(line), matching) {
            Ok(RowMatch::Row { answer, used, .. }) => Some((answer.row, answer.numbers().to_vec(), used)),
            _ => None,
        };
        for matching in [Prefix, Whole] {
            assert_eq!(answer("bid 17 done", matching), Some((0, vec![17], 2)));
            assert_eq!(answer("sell c1 15", matching), Some((2, vec![15], 3)));
            assert_eq!(answer("change 9 -3", matching), Some((3, vec![9, -3], 3)));
            assert!(
                matches!(match_rows(&rows, &["bid"], matching), Ok(RowMatch::Several { next, .. }) if next == ["2..30"])
            );
            for line in ["bid 31", "bid 1", "bid x", "bid 2..30", "sell c1 7", "change 9 4", "bid done"] {
                let error = match_rows(&rows, &words(line), matching).unwrap_err();
                assert_eq!((error.expected.len(), error.nearest), (1, None), "{line}");
            }
        }
        assert_eq!(answer("sell 7 c10", Prefix), Some((1, vec![7], 3)), "a number may come before what it counts");
        assert_eq!(answer("#3 10 done", Prefix), Some((2, vec![10], 2)));
        assert!(match_rows(&rows, &["#3", "11"], Prefix).is_err());
    }

    #[test]
    fn the_last_part_of_a_name_is_enough_if_unique() {
        let rows = rows(&["move red-foot port", "move red-horse port", "hit red-horse", "hit blue-horse"]);
        assert_eq!(row(&rows, "move foot port"), Some((0, 3)));
        assert_eq!(row(&rows, "move horse"), Some((1, 2)));
        assert!(row(&rows, "hit horse").is_none(), "two pieces end with `horse`");
        assert!(match_rows(&rows, &words("move oot port"), Prefix).is_err(), "`oot` is not a whole part of a name");
        assert!(match_rows(&rows, &words("move foot port"), Whole).is_err());
    }

    #[test]
    fn the_beginning_of_a_later_part_is_enough_if_unique() {
        let rows = rows(&[
            "move red-foot port",
            "move red-foot+tired port",
            "move red-foot+tired hills",
            "move red-light-horse port",
            "move red-heli(foot) port",
            "hit red-horse",
            "hit blue-horse",
            "hit hog",
            "go red-horse",
            "go blue-horse",
        ]);
        for (line, fits) in [
            ("move fo port", Some((0, 3))),
            ("move fo hills", Some((2, 3))),
            ("move red-fo hills", Some((2, 3))),
            ("move ho port", Some((3, 3))),
            ("move light port", Some((3, 3))),
            ("move he port", Some((4, 3))),
            ("move heli port", None),
            ("move oo port", None),
            ("hit ho", Some((7, 2))),
            ("hit blue-h", Some((6, 2))),
        ] {
            assert_eq!(row(&rows, line), fits, "{line}");
        }
        let error = |line: &str| match_rows(&rows, &words(line), Prefix).unwrap_err().to_string();
        assert_eq!(error("go ho"), "which `ho`? red-horse, blue-horse");
        assert_eq!(error("go horse"), "which `horse`? red-horse, blue-horse");
        assert!(match_rows(&rows, &words("move fo port"), Whole).is_err(), "rule tests write words in full");
    }

    #[test]
    fn marks_do_not_make_the_last_part_ambiguous() {
        let ending = |texts: &[&str], word: &str| first_word_ending_in(&rows(texts), word).map(str::to_owned);
        let mixed = ["red-horse port", "red-horse+tired port", "red-foot port"];
        assert_eq!(ending(&mixed, "horse"), Some("red-horse".into()));
        assert_eq!(ending(&["red-horse+lost hills", "red-horse+tired port"], "horse"), Some("red-horse".into()));
        assert_eq!(ending(&["red-horse+tired port"], "horse"), Some("red-horse+tired".into()));
        assert_eq!(ending(&["red-horse", "blue-horse+tired"], "horse"), None, "ambiguous");
        assert_eq!(ending(&mixed, "ho"), Some("red-horse".into()));
        assert_eq!(ending(&mixed, "fo"), Some("red-foot".into()));
    }

    #[test]
    fn marks_may_be_left_out_if_the_next_word_decides() {
        let rows = rows(&[
            "move red-foot port 1",
            "move red-foot+tired hills 1",
            "move red-foot+lost:port river 1",
            "hit red-foot+tired",
        ]);
        assert_eq!(row(&rows, "move foot hills"), Some((1, 3)));
        assert_eq!(row(&rows, "move red-foot river"), Some((2, 3)));
        assert_eq!(row(&rows, "move 1 foot river"), Some((2, 4)));
        assert_eq!(row(&rows, "move foot port"), Some((0, 3)), "a piece without marks has priority");
        assert_eq!(row(&rows, "hit foot"), Some((3, 2)));
        let both = self::rows(&["move red-foot+tired hills 1", "move red-foot+lost hills 1"]);
        assert!(row(&both, "move foot hills").is_none(), "ambiguous");
        assert!(match_rows(&rows, &words("move red-foot hills 1"), Whole).is_err(), "rule tests write the marks");
    }

    #[test]
    fn an_ambiguous_prefix_lists_its_words() {
        let rows = rows(&[
            "move red-band port",
            "move red-band+tired port",
            "move red-guard port",
            "move blue port",
            "march",
            "mend",
        ]);
        assert_eq!(row(&rows, "move red-band port"), Some((0, 3)), "a whole word does not stand for a longer word");
        let error = match_rows(&rows, &words("move red port"), Prefix).unwrap_err();
        assert_eq!((error.index, error.to_string().as_str()), (1, "which `red`? red-band, red-band+tired, red-guard"));
        assert_eq!(match_rows(&rows, &["m"], Prefix).unwrap_err().to_string(), "which `m`? move, march, mend");
        assert!(
            !match_rows(&rows, &words("move red port"), Whole).unwrap_err().is_ambiguous,
            "rule tests write words in full"
        );
    }

    #[test]
    fn the_only_number_may_be_left_out() {
        let rows = rows(&["move foot port 1", "move foot port 2", "move horse hills 1", "pay 3", "done"]);
        assert_eq!(row(&rows, "move horse hills river"), Some((2, 3)), "the river is for the next choice");
        assert_eq!(match_rows(&rows, &words("move foot port river"), Prefix).unwrap_err().index, 3);
        assert_eq!(match_rows(&rows, &words("move horse hills 2"), Prefix).unwrap_err().expected, ["1"]);
        assert!(match_rows(&rows, &words("move horse hills river"), Whole).is_err(), "rule tests write the number");
        let rows = self::rows(&[
            "hit foot hills 1 port",
            "hit foot hills 1 river",
            "hit foot port 1 hills",
            "hit foot port 2 hills",
        ]);
        assert_eq!(row(&rows, "hit foot hills river"), Some((1, 4)));
        assert_eq!(match_rows(&rows, &words("hit foot port hills"), Prefix).unwrap_err().index, 3, "1 or 2?");
        assert!(match_rows(&rows, &words("hit foot hills hills"), Prefix).is_err());
        assert!(match_rows(&rows, &words("hit foot hills river"), Whole).is_err(), "rule tests write the number");
    }

    #[test]
    fn a_number_may_follow_the_piece() {
        let rows = rows(&["take guard port 1", "take guard port 2", "take band hills 2", "done"]);
        assert_eq!(row(&rows, "take guard port 2"), Some((1, 4)));
        assert_eq!(row(&rows, "take guard 2"), Some((1, 3)));
        assert_eq!(row(&rows, "take band 2 done"), Some((2, 3)), "the last word is for the next choice");
        assert!(match_rows(&rows, &["take", "2"], Prefix).is_err(), "the piece must be named");
        let error = match_rows(&rows, &["take", "guard", "3"], Prefix).unwrap_err();
        assert_eq!((error.index, error.expected), (2, vec!["port".to_owned()]));
        // A space or a card is never a number.
        let rows = self::rows(&["march guard hills port", "march guard hills river"]);
        assert!(match_rows(&rows, &["march", "guard", "port"], Prefix).is_err());
        assert!(match_rows(&self::rows(&["take 04 46", "take 04 52"]), &["take", "46"], Prefix).is_err());
    }

    #[test]
    fn an_id_of_several_kinds_fits_any_of_them() {
        let rows =
            rows(&["go side:gold", "go space:gold 1", "go space:gold 2", "pay space:gold", "pay space:golf", "stay"]);
        assert_eq!(row(&rows, "go gold 2"), Some((2, 3)), "the next word decides");
        assert_eq!(row(&rows, "go gold"), Some((0, 2)), "only `go side:gold` is a whole row");
        assert_eq!(row(&rows, "go space:gold 1"), Some((1, 3)));
        assert_eq!(row(&rows, "pay gold"), Some((3, 2)));
        assert_eq!(row(&rows, "pay golf stay"), Some((4, 2)));
        assert_eq!(match_rows(&rows, &["pay", "side:gold"], Prefix).unwrap_err().index, 1, "a typed kind must match");
        let two = self::rows(&["go side:gold", "go space:gold", "go port"]);
        for matching in [Prefix, Whole] {
            let error = match_rows(&two, &["go", "gold", "port"], matching).unwrap_err();
            assert_eq!((error.index, error.is_ambiguous), (1, true));
            assert_eq!(error.to_string(), "which `gold`? side:gold, space:gold");
        }
        assert_eq!(row(&two, "go side"), Some((0, 2)), "the kind may be cut short too");
    }

    #[test]
    fn a_piece_is_no_prefix_of_one_with_contents() {
        let both = rows(&["take guard", "take guard(gold)", "take band(gold)"]);
        assert_eq!(row(&both, "take guard"), Some((0, 2)));
        assert_eq!(row(&both, "take guard("), Some((1, 2)));
        assert_eq!(row(&both, "take ba"), Some((2, 2)));
        let error = match_rows(&both, &["take", "band"], Prefix).unwrap_err();
        assert_eq!((error.index, error.expected.len()), (1, 3), "no row has a band without gold");
    }

    #[test]
    fn words_in_the_wrong_order_suggest_the_row() {
        let rows = rows(&["march hills 1 port", "march hills 2 port", "march port 1 hills", "raise port"]);
        let suggestion = |line: &str| {
            let error = match_rows(&rows, &words(line), Prefix).unwrap_err();
            (error.nearest, error.is_misplaced)
        };
        assert_eq!(suggestion("march hills port 2"), (Some("march hills 2 port".into()), true));
        assert_eq!(suggestion("march hills port 2 raise port"), (Some("march hills 2 port".into()), true));
        assert_eq!(suggestion("march hills port 3"), (None, false));
        assert_eq!(suggestion("march hills port"), (None, false), "a word is missing");
        assert!(!suggestion("march river 1 port").1, "no other space fits");
    }

    #[test]
    fn a_word_may_be_a_typo_but_a_number_may_not() {
        let nearest_to =
            |rows: &[&str], word: &str| match_rows(&self::rows(rows), &[word], Prefix).unwrap_err().nearest;
        assert_eq!(nearest_to(&["march", "raise"], "marhc"), Some("march".into()));
        assert_eq!(nearest_to(&["1", "2"], "3"), None);
        assert_eq!(nearest_to(&["0", "1", "10"], "11"), None);
        assert_eq!(nearest_to(&["07", "12"], "17"), Some("07".into()), "the id of a card is no number");
    }

    #[test]
    fn whole_matching_needs_every_word() {
        let rows = rows(&["pay", "pay us 2", "keep"]);
        let whole = |line: &str| match_rows(&rows, &words(line), Whole);
        let used = |line: &str| match whole(line) {
            Ok(RowMatch::Row { answer, used, .. }) => Some((answer.row, used)),
            _ => None,
        };
        assert_eq!(used("pay"), Some((0, 1)));
        assert_eq!(used("pay us 2"), Some((1, 3)), "the longer row is meant if the next word fits it");
        assert_eq!(used("pay keep"), Some((0, 1)));
        assert!(matches!(whole("pay us"), Ok(RowMatch::Several { rows, .. }) if rows == [1]));
        assert_eq!(whole("pay us 3").unwrap_err().matching_rows, [1]);
        for short in ["ke", "#3", "pay 2", "KEEP"] {
            assert!(used(short).is_none_or(|(_, used)| used < words(short).len()), "{short}");
        }
    }
}
