//! Finds the known name that a mistyped name means. Scripts, content, commands and typed lines all use this rule.

/// Longer names are not compared.
const MAX_NAME: usize = 80;

/// The shortest typed text that counts as a prefix.
const MIN_PREFIX: usize = 3;

/// How two names are similar. The smaller value is the better match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Similarity {
    /// The number of typos between them.
    Typos(usize),
    /// The typed text is a prefix; the number of further letters.
    Prefix(usize),
    /// The typed text is a prefix with one typo; the number of further letters.
    PrefixWithTypo(usize),
}

/// The candidate that is most similar to `name`, if any is similar enough. The first one wins a tie.
///
/// Case, hyphens, underscores and spaces do not count. A typo is a letter too many, too few or wrong, or two swapped
/// letters. A candidate is similar, best first, if
/// - it has at most one typo, or one per three typed letters;
/// - or `name` has at least three letters and is its prefix;
/// - or `name` is its prefix with one typo.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = letters(name);
    if typed.is_empty() || name.len() > MAX_NAME {
        return None;
    }
    let others = candidates.into_iter().filter(|other| other.len() <= MAX_NAME && *other != name);
    let near = others.filter_map(|other| Some((similarity(&typed, &letters(other))?, other)));
    near.min_by_key(|(similarity, _)| *similarity).map(|(_, other)| other)
}

/// A message lists at most this many names.
const MAX_LISTED: usize = 12;

/// A message about an unknown name: ``unknown game `demi`; did you mean `demo`?`` Without a similar name it lists the
/// known ones.
pub fn unknown_name<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let hint = match did_you_mean(name, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => "; there is none".into(),
        None if known.len() <= MAX_LISTED => format!("; there is {}", quoted_list(&known)),
        None => String::new(),
    };
    format!("unknown {what} `{name}`{hint}")
}

/// The names as a phrase: `` `a`, `b` and `c` ``.
pub fn quoted_list(names: &[&str]) -> String {
    let ticked: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match ticked.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => ticked.concat(),
    }
}

fn letters(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

fn similarity(typed: &[char], other: &[char]) -> Option<Similarity> {
    let bound = (typed.len() / 3).max(1);
    // The lengths alone rule out most candidates.
    if other.len().abs_diff(typed.len()) <= bound && may_be_similar(typed, other, bound) {
        let typos = typos(typed, other);
        if typos <= bound && typos < typed.len() {
            return Some(Similarity::Typos(typos));
        }
    }
    let more = other.len().checked_sub(typed.len())?;
    if typed.len() < MIN_PREFIX {
        return None;
    }
    if other.starts_with(typed) {
        return Some(Similarity::Prefix(more));
    }
    // People rarely mistype the first letter.
    let begins = |length: usize| {
        other.get(..length).is_some_and(|beginning| may_be_similar(typed, beginning, 1) && typos(typed, beginning) <= 1)
    };
    let is_like = typed[0] == other[0] && (typed.len() - 1..=typed.len() + 1).any(begins);
    is_like.then_some(Similarity::PrefixWithTypo(more))
}

/// A quick test that rules out names with more than `bound` typos between them.
fn may_be_similar(one: &[char], other: &[char], bound: usize) -> bool {
    let mut more = [0i32; 32];
    one.iter().for_each(|c| more[*c as usize % 32] += 1);
    other.iter().for_each(|c| more[*c as usize % 32] -= 1);
    // A wrong letter counts once as too many and once as too few.
    let too_many: i32 = more.iter().filter(|n| **n > 0).sum();
    let too_few: i32 = more.iter().filter(|n| **n < 0).sum();
    too_many.max(-too_few) as usize <= bound
}

fn typos(one: &[char], other: &[char]) -> usize {
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
            // Fewer than three letters are no prefix.
            ("ra", None),
            ("x", None),
            ("zanzibar", None),
            ("", None),
            ("-", None),
            // An exact match is no typo.
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
