//! Placeholders in texts. `{1}` stands for the first subject, or for the first column after the head of a row. A part
//! in square brackets, such as `[ in {1}]`, is left out if a name for one of its placeholders is missing.

/// The highest placeholder number in a text, including its optional parts. 0 if the text has no placeholder.
pub fn highest(text: &str) -> usize {
    numbers(text).max().unwrap_or_default()
}

/// The highest placeholder number outside of brackets. These placeholders must be filled. 0 if there are none.
pub fn highest_required(text: &str) -> usize {
    let outside = parts(text).filter(|part| !part.is_optional);
    outside.flat_map(|part| numbers(part.text)).max().unwrap_or_default()
}

/// A name may itself be a label with placeholders, which names after it fill. Returns how many names the `nth` name
/// (counted from 1) may take in this way, out of `names` names in all. It may take the names before the first one that
/// the text introduces with words of its own. There are no such words for a name without a placeholder in the text, and
/// for a name whose placeholder directly follows another placeholder.
///
/// In `Profit: {1} {2}` the first name may take the second: `Profit: close a Casino in Havana`. In `Bribe {1} in {2}`
/// it may not, because the text introduces the second name with `in`.
pub fn most_names_taken_by(text: &str, nth: usize, names: usize) -> usize {
    let has_words_for = |n: &usize| {
        text.find(&format!("{{{n}}}")).is_some_and(|index| {
            let before = text[..index].trim_end_matches(|c: char| c.is_whitespace() || c == '[' || c == ']');
            !before.ends_with('}')
        })
    };
    let next_with_words = (nth + 1..=names).find(has_words_for);
    next_with_words.map_or(names.saturating_sub(nth), |n| n - nth - 1)
}

/// Fills the placeholders of a text with names. A required placeholder without a name becomes `…`.
pub fn fill(text: &str, names: &[String]) -> String {
    let shown_parts = parts(text).filter(|part| !part.is_optional || highest(part.text) <= names.len());
    let mut out = String::new();
    shown_parts.for_each(|part| fill_part(part.text, names, &mut out));
    out
}

fn fill_part(text: &str, names: &[String], out: &mut String) {
    let mut remaining = text;
    while let Some(brace) = remaining.find('{') {
        out.push_str(&remaining[..brace]);
        remaining = &remaining[brace..];
        match number_at_start(remaining) {
            Some(n) => {
                out.push_str(names.get(n - 1).map_or("…", String::as_str));
                remaining = &remaining[3..];
            }
            None => {
                out.push('{');
                remaining = &remaining[1..];
            }
        }
    }
    out.push_str(remaining);
}

/// The number of the placeholder at the start of a text.
fn number_at_start(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'{', digit @ b'1'..=b'9', b'}', ..] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

/// The numbers of all placeholders in a text, in order.
pub fn numbers(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices('{').filter_map(|(brace, _)| number_at_start(&text[brace..]))
}

struct Part<'t> {
    text: &'t str,
    is_optional: bool,
}

/// Splits a text into optional parts (without their brackets) and the text between them. Brackets without a placeholder
/// are ordinary text.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut remaining = text;
    std::iter::from_fn(move || {
        if remaining.is_empty() {
            return None;
        }
        let brackets = remaining.match_indices('[').find_map(|(from, _)| {
            let to = from + remaining[from..].find(']')?;
            (highest(&remaining[from..to]) > 0).then_some((from, to))
        });
        let (part, end) = match brackets {
            Some((0, to)) => (Part { text: &remaining[1..to], is_optional: true }, to + 1),
            Some((from, _)) => (Part { text: &remaining[..from], is_optional: false }, from),
            None => (Part { text: remaining, is_optional: false }, remaining.len()),
        };
        remaining = &remaining[end..];
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled_with(text: &str, names: &[&str]) -> String {
        fill(text, &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn an_optional_part_is_left_out_if_a_name_is_missing() {
        let take = "Take {1}[, giving {2}]";
        assert_eq!(filled_with(take, &["a", "b"]), "Take a, giving b");
        assert_eq!(filled_with(take, &["a"]), "Take a");
        assert_eq!(filled_with("Rally[ in {1}]", &[]), "Rally");
        assert_eq!(filled_with("{2} of {1}", &["a", "{1}"]), "{1} of a", "a placeholder within a name is not filled");
        assert_eq!((highest(take), highest_required(take)), (2, 1));
    }

    #[test]
    fn a_label_takes_the_names_before_the_first_that_words_introduce() {
        assert_eq!(most_names_taken_by("Profit[: {1} {2}]", 1, 2), 1);
        assert_eq!(most_names_taken_by("Bribe[ {1} in {2}]", 1, 2), 0);
        assert_eq!(
            (most_names_taken_by("{1}", 1, 3), most_names_taken_by("", 1, 3)),
            (2, 2),
            "the first name takes names without a placeholder"
        );
        assert_eq!((most_names_taken_by("Send {2} to {1}", 1, 2), most_names_taken_by("{1}[ {2}], {3}", 1, 3)), (0, 1));
        assert_eq!((most_names_taken_by("{1} {2}", 2, 2), most_names_taken_by("{1}", 2, 1)), (0, 0));
    }

    #[test]
    fn unfilled_placeholders_become_dots_and_other_brackets_are_text() {
        assert_eq!(filled_with("Rally in {1}", &[]), "Rally in …");
        assert_eq!(
            filled_with("no Rebel [BW Create a Rebel] {x} {0} [{1}", &["a"]),
            "no Rebel [BW Create a Rebel] {x} {0} [a"
        );
        assert_eq!((highest("[BW 1] {3}"), highest_required("[a {1}] [b]")), (3, 0));
    }
}
