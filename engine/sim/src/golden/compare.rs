//! Where two texts of one golden game part, for people.

use super::HEADING;
use cardwright_content::clipped;

/// Lines of a diff that are shown.
const MOST_LINES: usize = 400;
/// Characters of one of them.
const LONGEST: usize = 1000;
/// Lines of a place that are compared: no position has as many, and a stranger's file may.
const MOST_COMPARED: usize = 5000;

/// How the games of a file went otherwise than kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The header, if that differs, and the first differing place of the games, if there is one.
    pub places: Vec<Place>,
    /// Answers kept from the first such place on, and played now.
    pub after: (usize, usize),
}

/// One differing place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// `game 1, answer 12, red: What?`, `game 1, start`, `game 1, end: …` or `the header`.
    pub name: String,
    /// It as kept (`-`) and as played now (`+`).
    pub diff: String,
}

/// Compares the kept text of golden games with the one played now; line ends do not matter.
pub fn difference(kept: &str, now: &str) -> Option<Difference> {
    let (kept, now) = (entries(kept), entries(now));
    let differs = |at: &usize| kept.get(*at) != now.get(*at);
    let header = Some(0).filter(differs);
    let first = (1..kept.len().max(now.len())).find(differs);
    let part = |lines: &Vec<&str>| lines[..lines.len().min(MOST_COMPARED)].join("\n") + "\n";
    let text = |entry: Option<&Vec<&str>>| entry.map(part).unwrap_or_default();
    let place = |at: usize| {
        let named = kept.get(at).filter(|e| is_answer(e)).or(now.get(at)).or(kept.get(at));
        let name = clipped(named.and_then(|e| heading(e)).unwrap_or("the header"));
        Place { name, diff: diff(&text(kept.get(at)), &text(now.get(at))) }
    };
    let after = |entries: &[Vec<&str>]| first.map_or(0, |at| entries.iter().skip(at).filter(|e| is_answer(e)).count());
    let places: Vec<Place> = header.into_iter().chain(first).map(place).collect();
    (!places.is_empty()).then(|| Difference { places, after: (after(&kept), after(&now)) })
}

/// The header, then one entry for each heading.
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
    heading(entry).is_some_and(|h| h.split(", ").nth(1).is_some_and(|what| what.starts_with("answer ")))
}

/// A unified diff without its line numbers, as much of it as somebody reads.
fn diff(kept: &str, now: &str) -> String {
    let diff = similar::TextDiff::from_lines(kept, now);
    let shown = diff.unified_diff().context_radius(3).to_string();
    let mut out = String::new();
    for line in shown.lines().take(MOST_LINES) {
        match line.char_indices().nth(LONGEST) {
            _ if line.starts_with("@@") => out.push_str(" …"),
            Some((end, _)) => out.extend([&line[..end], " …"]),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    let more = shown.lines().count().saturating_sub(MOST_LINES);
    if more > 0 {
        out += &format!(" … and {more} lines more\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::difference;

    const KEPT: &str = "game g\n\n== game 1, start\n | a: 1\n\n== game 1, answer 1, red: What?\n   x\n > x\n\n== game 1, end: Red wins\n";

    #[test]
    fn equal_texts_do_not_differ_whatever_their_line_ends() {
        assert_eq!(difference(KEPT, KEPT), None);
        assert_eq!(difference(&KEPT.replace('\n', "\r\n"), KEPT), None);
    }

    #[test]
    fn the_first_place_is_named_with_what_was_and_is() {
        let now = KEPT.replace("   x\n", "   x\n   y\n").replace("Red wins", "Blue wins");
        let found = difference(KEPT, &now).expect("a row more");
        assert_eq!((found.places[0].name.as_str(), found.after), ("game 1, answer 1, red: What?", (1, 1)));
        let diff = &found.places[0].diff;
        assert!(diff.contains("\n+   y\n") && !diff.contains("wins"), "{diff}");
        let place = |now: &str| difference(KEPT, now).map(|d| d.places[0].name.clone());
        assert_eq!(place(&KEPT.replace("game g", "game h")).as_deref(), Some("the header"));
        let both = difference(KEPT, &now.replace("game g", "game h")).expect("two places");
        assert_eq!(
            both.places.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
            ["the header", "game 1, answer 1, red: What?"]
        );
        assert_eq!(place(&KEPT.replace("a: 1", "a: 2")).as_deref(), Some("game 1, start"));
        assert_eq!(place(&KEPT.replace("Red wins", "nobody wins")).as_deref(), Some("game 1, end: nobody wins"));
    }

    #[test]
    fn a_game_that_is_cut_short_differs_where_it_stops() {
        let cut = &KEPT[..KEPT.find("\n== game 1, answer").expect("an answer")];
        let found = difference(KEPT, cut).expect("an answer less");
        assert_eq!((found.places[0].name.as_str(), found.after), ("game 1, answer 1, red: What?", (1, 0)));
        assert!(found.places[0].diff.contains("-== game 1, answer 1, red"));
    }
}
