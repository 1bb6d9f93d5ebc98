//! Finds the first difference between two texts of golden games, as a diff for people.

use super::HEADING;
use cardwright_content::truncated;
use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};

/// The most lines of a diff.
const MAX_DIFF_LINES: usize = 400;
/// The most characters of one line of a diff.
const MAX_LINE_CHARS: usize = 1000;
/// The most lines of an entry that are compared. A real entry has fewer lines, but an untrusted file may have more.
const MAX_ENTRY_LINES: usize = 5000;

/// The difference between the stored game of a file and the current game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The header if it differs, and the first entry that differs.
    pub hunks: Vec<DiffHunk>,
    /// The number of answers from that entry to the end: in the stored game, and in the current game.
    pub remaining_answers: (usize, usize),
}

/// One entry that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffHunk {
    /// `answer 12, red: What?`, `start`, `end: …` or `the header`.
    pub name: String,
    /// The stored lines (`-`) and the current lines (`+`).
    pub diff: String,
}

/// Compares the stored text of a golden game with the current text. Ignores differences in line endings. Returns `None`
/// if the texts are equal.
pub fn difference(stored: &str, current: &str) -> Option<Difference> {
    let (stored, current) = (entries(stored), entries(current));
    let differs = |index: &usize| stored.get(*index) != current.get(*index);
    let header_index = Some(0).filter(differs);
    let first_index = (1..stored.len().max(current.len())).find(differs);
    let shorten = |lines: &Vec<&str>| lines[..lines.len().min(MAX_ENTRY_LINES)].join("\n") + "\n";
    let text = |entry: Option<&Vec<&str>>| entry.map(shorten).unwrap_or_default();
    let hunk = |index: usize| {
        let old = stored.get(index);
        let named = old.filter(|entry| is_answer(entry)).or(current.get(index)).or(old);
        let name = truncated(named.and_then(|entry| heading(entry)).unwrap_or("the header"));
        DiffHunk { name, diff: diff(&text(old), &text(current.get(index))) }
    };
    let count_answers = |entries: &[Vec<&str>]| {
        first_index.map_or(0, |index| entries.iter().skip(index).filter(|entry| is_answer(entry)).count())
    };
    let hunks: Vec<DiffHunk> = header_index.into_iter().chain(first_index).map(hunk).collect();
    (!hunks.is_empty())
        .then(|| Difference { hunks, remaining_answers: (count_answers(&stored), count_answers(&current)) })
}

/// Splits a text into the header and one entry for each heading.
fn entries(text: &str) -> Vec<Vec<&str>> {
    let mut out: Vec<Vec<&str>> = vec![vec![]];
    for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        if line.starts_with(HEADING) {
            out.push(vec![]);
        }
        if let Some(entry) = out.last_mut() {
            entry.push(line);
        }
    }
    out
}

fn heading<'t>(entry: &[&'t str]) -> Option<&'t str> {
    entry.first().and_then(|line| line.strip_prefix(HEADING))
}

fn is_answer(entry: &[&str]) -> bool {
    heading(entry).is_some_and(|text| text.starts_with("answer "))
}

/// Writes a unified diff without line numbers, shortened if it is very long.
fn diff(stored: &str, current: &str) -> String {
    let input = InternedInput::new(stored, current);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let printer = BasicLineDiffPrinter(&input.interner);
    let full = diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input).to_string();
    let mut out = String::new();
    for line in full.lines().take(MAX_DIFF_LINES) {
        match line.char_indices().nth(MAX_LINE_CHARS) {
            _ if line.starts_with("@@") => out.push_str(" …"),
            Some((end, _)) => out.extend([&line[..end], " …"]),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    let omitted = full.lines().count().saturating_sub(MAX_DIFF_LINES);
    if omitted > 0 {
        out += &format!(" … and {omitted} more lines\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::difference;

    const STORED: &str = "game g\n\n== start\n | a: 1\n\n== answer 1, red: What?\n   x\n > x\n\n== end: Red wins\n";

    #[test]
    fn line_ends_do_not_matter() {
        assert_eq!(difference(STORED, STORED), None);
        assert_eq!(difference(&STORED.replace('\n', "\r\n"), STORED), None);
    }

    #[test]
    fn the_first_difference_is_shown() {
        let current = STORED.replace("   x\n", "   x\n   y\n").replace("Red wins", "Blue wins");
        let found = difference(STORED, &current).expect("one more row");
        assert_eq!((found.hunks[0].name.as_str(), found.remaining_answers), ("answer 1, red: What?", (1, 1)));
        let diff = &found.hunks[0].diff;
        assert!(diff.contains("\n+   y\n") && !diff.contains("wins"), "{diff}");
        let hunk = |current: &str| difference(STORED, current).map(|d| d.hunks[0].name.clone());
        assert_eq!(hunk(&STORED.replace("game g", "game h")).as_deref(), Some("the header"));
        let both = difference(STORED, &current.replace("game g", "game h")).expect("two differences");
        assert_eq!(
            both.hunks.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
            ["the header", "answer 1, red: What?"]
        );
        assert_eq!(hunk(&STORED.replace("a: 1", "a: 2")).as_deref(), Some("start"));
        assert_eq!(hunk(&STORED.replace("Red wins", "nobody wins")).as_deref(), Some("end: nobody wins"));
    }

    #[test]
    fn a_game_that_ends_early_differs_where_it_stops() {
        let cut = &STORED[..STORED.find("\n== answer").expect("an answer")];
        let found = difference(STORED, cut).expect("one answer less");
        assert_eq!((found.hunks[0].name.as_str(), found.remaining_answers), ("answer 1, red: What?", (1, 0)));
        assert!(found.hunks[0].diff.contains("-== answer 1, red"));
    }
}
