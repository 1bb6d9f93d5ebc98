//! Which known name a mistyped one was meant to be: the one rule for scripts, content, commands and typed lines.

/// Names longer than this are not compared: nobody types them.
const LONGEST: usize = 80;

/// A beginning shorter than this says nothing of what was meant.
const BEGINNING: usize = 3;

/// What a name is like another by; the less, the nearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// So many slips apart.
    Slips(usize),
    /// It goes on for so many letters.
    GoesOn(usize),
    /// It begins so, but for one slip, and goes on.
    BeginsLike(usize),
}

/// The candidate most like `name`, if one is near enough to be what was meant; of those equally near the first.
///
/// Capitals and what parts words (`-`, `_`, a blank) do not count. A slip is a letter too many, too few or wrong, or two
/// in the wrong order. Near is
/// - what lies as many slips apart as a third of the letters typed, or one;
/// - else what goes on where the letters typed end, if they are three or more;
/// - else what begins with them but for one slip.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = letters(name);
    if typed.is_empty() || name.len() > LONGEST {
        return None;
    }
    let others = candidates.into_iter().filter(|other| other.len() <= LONGEST && *other != name);
    let near = others.filter_map(|other| Some((likeness(&typed, &letters(other))?, other)));
    near.min_by_key(|(likeness, _)| *likeness).map(|(_, other)| other)
}

/// Names are listed where there are at most so many.
const MOST: usize = 12;

/// ``unknown game `demi`; did you mean `demo`?``: that nothing is called so, and what nearly is, or what there is.
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let hint = match did_you_mean(name, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => "; there is none".into(),
        None if known.len() <= MOST => format!("; there is {}", listed(&known)),
        None => String::new(),
    };
    format!("unknown {what} `{name}`{hint}")
}

/// `` `a`, `b` and `c` ``.
pub fn listed(names: &[&str]) -> String {
    let ticked: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match ticked.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => ticked.concat(),
    }
}

fn letters(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

fn likeness(typed: &[char], other: &[char]) -> Option<Likeness> {
    let bound = (typed.len() / 3).max(1);
    // Most are told apart by their lengths alone.
    if other.len().abs_diff(typed.len()) <= bound && may_be_near(typed, other, bound) {
        let slips = slips(typed, other);
        if slips <= bound && slips < typed.len() {
            return Some(Likeness::Slips(slips));
        }
    }
    let more = other.len().checked_sub(typed.len())?;
    if typed.len() < BEGINNING {
        return None;
    }
    if other.starts_with(typed) {
        return Some(Likeness::GoesOn(more));
    }
    // The first letter is seldom the one that slips.
    let begins = |length: usize| {
        other.get(..length).is_some_and(|beginning| may_be_near(typed, beginning, 1) && slips(typed, beginning) <= 1)
    };
    let is_like = typed[0] == other[0] && (typed.len() - 1..=typed.len() + 1).any(begins);
    is_like.then_some(Likeness::BeginsLike(more))
}

/// Whether two names have enough letters in common to be no more than so many slips apart: told far faster than how many.
fn may_be_near(one: &[char], other: &[char], bound: usize) -> bool {
    let mut more = [0i32; 32];
    one.iter().for_each(|c| more[*c as usize % 32] += 1);
    other.iter().for_each(|c| more[*c as usize % 32] -= 1);
    // A wrong letter is one too many here and one too few there.
    let too_many: i32 = more.iter().filter(|n| **n > 0).sum();
    let too_few: i32 = more.iter().filter(|n| **n < 0).sum();
    too_many.max(-too_few) as usize <= bound
}

fn slips(one: &[char], other: &[char]) -> usize {
    strsim::generic_damerau_levenshtein(one, other)
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn the_nearest_is_meant() {
        let names = ["march", "raise-agitators", "rally", "sweep", "ten", "WHY", "launder", "end-turn", "bank"];
        for (typed, meant) in [
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
            // A third of the letters, no more.
            ("swaap", None),
            ("sweeeep", Some("sweep")),
            ("swaaap", None),
            // Two letters say nothing of what follows, one alone nothing at all.
            ("ra", None),
            ("x", None),
            ("zanzibar", None),
            ("", None),
            ("-", None),
            // What is spelt right was not mistyped.
            ("march", None),
        ] {
            assert_eq!(did_you_mean(typed, names), meant, "{typed}");
        }
    }

    #[test]
    fn what_is_whole_comes_before_what_goes_on_and_the_first_before_the_second() {
        assert_eq!(did_you_mean("port", ["port-royal", "post", "pork"]), Some("post"));
        assert_eq!(did_you_mean("port", ["port-royal", "port-sol", "pxrtugal"]), Some("port-sol"));
        assert_eq!(did_you_mean("prot", ["portugal", "protest"]), Some("protest"));
        assert_eq!(did_you_mean("07", ["17", "08"]), Some("17"));
        assert_eq!(did_you_mean("a", ["ab", "b"]), None);
    }
}
