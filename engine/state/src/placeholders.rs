//! Placeholders of texts: `{1}` stands for the first subject, or the first column of a row after its head. A part in square
//! brackets that holds placeholders, `[ in {1}]`, is left out where there is nothing to put in one of them.

/// The highest placeholder of a text, whether or not it must be filled; 0 if it has none.
pub fn highest(text: &str) -> usize {
    holes(text).max().unwrap_or_default()
}

/// The highest placeholder that stands outside of brackets, and so must be filled; 0 if there is none.
pub fn needed(text: &str) -> usize {
    let outside = parts(text).filter(|part| !part.may_be_left_out);
    outside.flat_map(|part| holes(part.text)).max().unwrap_or_default()
}

/// How many of so many `names` a text leaves to the `nth` (from 1) to tell: those that follow it at once, or that the text has
/// no place for. `Profit: {1} {2}` leaves the second to the first; `Bribe {1} in {2}` has words of its own for it.
pub fn left_to(text: &str, nth: usize, names: usize) -> usize {
    let has_words_for = |n: &usize| {
        text.find(&format!("{{{n}}}")).is_some_and(|at| {
            let before = text[..at].trim_end_matches(|c: char| c.is_whitespace() || c == '[' || c == ']');
            !before.ends_with('}')
        })
    };
    let own = (nth + 1..=names).find(has_words_for);
    own.map_or(names.saturating_sub(nth), |n| n - nth - 1)
}

/// A text with names in its placeholders. What must be filled and is not, is three dots: nobody is shown a placeholder.
pub fn filled(text: &str, names: &[String]) -> String {
    let kept = parts(text).filter(|part| !part.may_be_left_out || highest(part.text) <= names.len());
    let mut out = String::new();
    kept.for_each(|part| fill(part.text, names, &mut out));
    out
}

fn fill(text: &str, names: &[String], out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match number(rest) {
            Some(n) => {
                out.push_str(names.get(n - 1).map_or("…", String::as_str));
                rest = &rest[3..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
}

/// The number of the placeholder that a text begins with.
fn number(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'{', digit @ b'1'..=b'9', b'}', ..] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

/// The numbers of a text's placeholders, in the order in which they stand.
pub fn holes(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('{').filter_map(|(at, _)| number(&text[at..]))
}

struct Part<'t> {
    text: &'t str,
    may_be_left_out: bool,
}

/// What stands in brackets with a placeholder, without the brackets, and what stands between. Other brackets are text.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let brackets = rest.match_indices('[').find_map(|(from, _)| {
            let to = from + rest[from..].find(']')?;
            (highest(&rest[from..to]) > 0).then_some((from, to))
        });
        let (part, end) = match brackets {
            Some((0, to)) => (Part { text: &rest[1..to], may_be_left_out: true }, to + 1),
            Some((from, _)) => (Part { text: &rest[..from], may_be_left_out: false }, from),
            None => (Part { text: rest, may_be_left_out: false }, rest.len()),
        };
        rest = &rest[end..];
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled_with(text: &str, names: &[&str]) -> String {
        filled(text, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_part_in_brackets_is_left_out_where_something_lacks() {
        let take = "Take {1}[, giving {2}]";
        assert_eq!(filled_with(take, &["a", "b"]), "Take a, giving b");
        assert_eq!(filled_with(take, &["a"]), "Take a");
        assert_eq!(filled_with("Rally[ in {1}]", &[]), "Rally");
        assert_eq!(filled_with("{2} of {1}", &["a", "{1}"]), "{1} of a", "what a name says is no placeholder");
        assert_eq!((highest(take), needed(take)), (2, 1));
    }

    #[test]
    fn a_text_with_words_of_its_own_for_a_name_leaves_it_to_no_other() {
        assert_eq!(left_to("Profit[: {1} {2}]", 1, 2), 1);
        assert_eq!(left_to("Bribe[ {1} in {2}]", 1, 2), 0);
        assert_eq!((left_to("{1}", 1, 3), left_to("", 1, 3)), (2, 2), "what it has no place for is left");
        assert_eq!((left_to("Send {2} to {1}", 1, 2), left_to("{1}[ {2}], {3}", 1, 3)), (0, 1));
        assert_eq!((left_to("{1} {2}", 2, 2), left_to("{1}", 2, 1)), (0, 0));
    }

    #[test]
    fn nothing_raw_is_left_and_other_brackets_are_text() {
        assert_eq!(filled_with("Rally in {1}", &[]), "Rally in …");
        assert_eq!(
            filled_with("no Rebel [BW Create a Rebel] {x} {0} [{1}", &["a"]),
            "no Rebel [BW Create a Rebel] {x} {0} [a"
        );
        assert_eq!((highest("[BW 1] {3}"), needed("[a {1}] [b]")), (3, 0));
    }
}
