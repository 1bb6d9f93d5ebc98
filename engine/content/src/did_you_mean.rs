//! Finds the known name that a mistyped name probably means. Scripts, content, commands and typed lines all use this
//! module.

/// Names of more bytes are not compared.
const MAX_NAME_BYTES: usize = 80;

/// The fewest typed letters that count as a prefix.
const MIN_PREFIX: usize = 3;

/// How two names are similar. The smaller value is the better match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Similarity {
    /// The names differ by this number of typos.
    Typos(usize),
    /// The typed text is a prefix of the other name, which has this number of further letters.
    Prefix(usize),
    /// The typed text is a prefix with one typo. The other name has this number of further letters.
    PrefixWithTypo(usize),
}

/// Returns the candidate that is most similar to `name`; `None` if no candidate is similar enough. If several
/// candidates are equally similar, returns the first of them.
///
/// Case, hyphens, underscores and spaces do not count. A typo is a letter too many, too few or wrong, or two swapped
/// letters. In this order of preference, a candidate is similar if
/// - it differs from `name` by at most one typo, or by at most one typo per three typed letters;
/// - or `name` has at least three letters and is a prefix of the candidate;
/// - or `name` has at least three letters and is a prefix of the candidate with one typo.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = letters(name);
    if typed.is_empty() || name.len() > MAX_NAME_BYTES {
        return None;
    }
    let others = candidates.into_iter().filter(|other| other.len() <= MAX_NAME_BYTES && *other != name);
    let similar = others.filter_map(|other| Some((similarity(&typed, &letters(other))?, other)));
    similar.min_by_key(|(similarity, _)| *similarity).map(|(_, other)| other)
}

/// A message lists at most this many names.
const MAX_LISTED: usize = 12;

/// Returns a message about an unknown name: ``unknown game `demi`; did you mean `demo`?`` If no known name is similar,
/// the message lists the known names.
pub fn unknown_name<'a>(kind: &str, name: &str, known_names: impl IntoIterator<Item = &'a str>) -> String {
    let known_names: Vec<&str> = known_names.into_iter().collect();
    let hint = match did_you_mean(name, known_names.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known_names.is_empty() => "; there is none".into(),
        None if known_names.len() <= MAX_LISTED => format!("; there is {}", quoted_list(&known_names)),
        None => String::new(),
    };
    format!("unknown {kind} `{name}`{hint}")
}

/// Returns the names as a phrase: `` `a`, `b` and `c` ``.
pub fn quoted_list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

/// Returns the characters of a name that are compared, in lower case.
fn letters(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

fn similarity(typed: &[char], other: &[char]) -> Option<Similarity> {
    let max_typos = (typed.len() / 3).max(1);
    // The lengths alone rule out most candidates.
    if other.len().abs_diff(typed.len()) <= max_typos && may_be_similar(typed, other, max_typos) {
        let typos = count_typos(typed, other);
        if typos <= max_typos && typos < typed.len() {
            return Some(Similarity::Typos(typos));
        }
    }
    let further_letters = other.len().checked_sub(typed.len())?;
    if typed.len() < MIN_PREFIX {
        return None;
    }
    if other.starts_with(typed) {
        return Some(Similarity::Prefix(further_letters));
    }
    // People rarely mistype the first letter.
    let begins_similarly = |length: usize| {
        other
            .get(..length)
            .is_some_and(|beginning| may_be_similar(typed, beginning, 1) && count_typos(typed, beginning) <= 1)
    };
    let is_similar = typed[0] == other[0] && (typed.len() - 1..=typed.len() + 1).any(begins_similarly);
    is_similar.then_some(Similarity::PrefixWithTypo(further_letters))
}

/// Returns false for most pairs of names that differ by more than `max_typos` typos, without counting the typos.
fn may_be_similar(one: &[char], other: &[char], max_typos: usize) -> bool {
    // For each letter, how often it occurs in `one` more than in `other`. The index is the letter modulo 32.
    let mut surplus = [0i32; 32];
    one.iter().for_each(|c| surplus[*c as usize % 32] += 1);
    other.iter().for_each(|c| surplus[*c as usize % 32] -= 1);
    // A wrong letter counts once as too many and once as too few.
    let too_many: i32 = surplus.iter().filter(|n| **n > 0).sum();
    let too_few: i32 = surplus.iter().filter(|n| **n < 0).sum();
    too_many.max(-too_few) as usize <= max_typos
}

fn count_typos(one: &[char], other: &[char]) -> usize {
    strsim::generic_damerau_levenshtein(one, other)
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn the_most_similar_name_wins() {
        let names = ["march", "raise-agitators", "rally", "sweep", "ten", "WHY", "launder", "end-turn", "bank"];
        for (typed, expected) in [
            ("marhc", Some("march")),
            ("mrch", Some("march")),
            ("MARCH", Some("march")),
            ("raise_agitators", Some("raise-agitators")),
            ("riase agittaors", Some("raise-agitators")),
            ("raise", Some("raise-agitators")),
            ("rai", Some("raise-agitators")),
            ("riase", Some("raise-agitators")),
            ("lanu", Some("launder")),
            ("endtrun", Some("end-turn")),
            ("tne", Some("ten")),
            ("why", Some("WHY")),
            ("bnk", Some("bank")),
            // One typo per three letters.
            ("swaap", None),
            ("sweeeep", Some("sweep")),
            ("swaaap", None),
            // Fewer than three letters do not count as a prefix.
            ("ra", None),
            ("x", None),
            ("zanzibar", None),
            ("", None),
            ("-", None),
            // A name that is known already gets no suggestion.
            ("march", None),
        ] {
            assert_eq!(did_you_mean(typed, names), expected, "{typed}");
        }
    }

    #[test]
    fn typos_beat_prefixes_and_the_first_candidate_wins_a_tie() {
        assert_eq!(did_you_mean("port", ["port-royal", "post", "pork"]), Some("post"));
        assert_eq!(did_you_mean("port", ["port-royal", "port-sol", "pxrtugal"]), Some("port-sol"));
        assert_eq!(did_you_mean("prot", ["portugal", "protest"]), Some("protest"));
        assert_eq!(did_you_mean("07", ["17", "08"]), Some("17"));
        assert_eq!(did_you_mean("a", ["ab", "b"]), None);
    }
}
