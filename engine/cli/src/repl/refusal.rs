//! A line that does not fit: which word, why not by which rule, and what was perhaps meant.

use super::commands;
use super::play::some;
use super::session::Session;
use cardwright_state::SideId;
use cardwright_table::{Explanation, LineError, WhyNot, line};

/// A word that fits nothing, and what is known of it.
#[derive(Debug)]
pub(crate) struct Misfit<'a> {
    pub(crate) error: &'a LineError,
    /// What is left of the line from the choice on that the word is for.
    pub(crate) rest: &'a str,
    /// Who is asked there.
    pub(crate) asked: Option<SideId>,
    /// What `why` says of it.
    pub(crate) why: Option<WhyNot>,
    /// Whether it may have been meant as a command.
    pub(crate) alone: bool,
}

impl Session {
    /// What to say of a word that does not fit.
    pub(crate) fn misfit(&self, it: &Misfit<'_>) -> String {
        let LineError { word, expected, nearest, .. } = it.error;
        let reason = match &it.why {
            Some(WhyNot::Because(reasons)) => reasons.iter().find(|reason| speaks_of(reason, word)).map(said),
            _ => None,
        };
        // A word that means something here is not misspelt.
        let is_known = reason.is_some() && self.table.knows(word);
        let near = nearest.clone().or_else(|| begins_like(word, expected)).filter(|_| !is_known);
        let command = commands::nearest(word).filter(|_| it.alone);
        if let Some(near) = near {
            return format!("`{word}` does not fit here; did you mean `{near}`?");
        }
        if expected.is_empty() {
            let name = it.asked.map(|s| self.table.board().sides[s.at()].name.clone());
            return format!("`{word}` is left over: it is {}'s choice now", name.unwrap_or_default());
        }
        if let Some(reason) = reason {
            return format!("not `{word}`: {reason}; {}", some(expected));
        }
        let begins = it.rest.split_whitespace().next() == Some(word);
        if let Some(action) = self.nearest_action(word).filter(|_| begins && !self.table.knows(word)) {
            return format!("nothing is called `{word}`; did you mean `{action}`? `why {action}` says why not now");
        }
        match command {
            Some(name) => format!("`{word}` is not legal here; did you mean the command `{name}`?"),
            None => format!("`{word}` does not fit here: {}", some(expected)),
        }
    }

    /// The action nearest to a mistyped word, legal or not; none where a command is nearer.
    fn nearest_action(&self, word: &str) -> Option<String> {
        let actions: Vec<String> = self.table.board().actions.iter().map(|a| a.id.clone()).collect();
        let near = line::nearest(word, &actions)?;
        let slips = |other: &str| strsim::damerau_levenshtein(word, other);
        let command = commands::nearest(word).is_some_and(|name| slips(name) < slips(&near));
        (!command).then_some(near)
    }
}

/// Whether a reason is about a word, rather than about others on its line.
fn speaks_of(reason: &Explanation, word: &str) -> bool {
    let names = |fell: &String| line::words(fell).contains(&word);
    reason.fell.is_empty() || reason.action.as_deref() == Some(word) || reason.fell.iter().any(names)
}

/// A reason with its rule.
pub(crate) fn said(reason: &Explanation) -> String {
    let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
    format!("{}{rule}", reason.says)
}

/// The word whose beginning is one slip away from a mistyped one.
fn begins_like(word: &str, known: &[String]) -> Option<String> {
    let length = word.chars().count();
    let near = |known: &&String| {
        let begin = |n: usize| known.chars().take(n).collect::<String>();
        (length - 1..=length + 1).any(|n| strsim::damerau_levenshtein(word, &begin(n)) <= 1)
    };
    if length < 3 { None } else { known.iter().find(near).cloned() }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{after, alone, with};

    #[test]
    fn an_action_that_is_not_asked_for_says_whose_it_is() {
        let script = "local toll = action \"toll\"\nfunction toll.offer(side)\n  offer(toll)\nend\nfunction toll.play(side)\nend\n";
        let texts = "[action.toll]\nlabel = \"Take a toll\"\nnot_asked = \"of-the-guards\"\n\
                     [why.of-the-guards]\nsay = \"an action of Blue\"\nrule = \"DM 2.2\"\n";
        let files = [("scripts/demo/toll.luau", script), ("scripts/demo/text.toml", texts)];
        let mut session = with(&files, "standard", true);
        let refused = "✗ not `toll`: an action of Blue [DM 2.2]; legal: end-turn, stir, raise, march,\n  many\n";
        assert_eq!(after(&mut session, "toll"), refused);
        assert_eq!(after(&mut session, "preview toll"), refused);
        assert_eq!(
            after(&mut session, "why toll"),
            "toll\n  not at all: an action of Blue [DM 2.2]\n    more:scripts/demo/text.toml:1\n"
        );
        let near = "✗ nothing is called `tlol`; did you mean `toll`? `why toll` says why not now\n";
        assert_eq!(after(&mut session, "tlol hills"), near);
        assert_eq!(after(&mut session, "preview tlol hills"), near);
        // What the rules do ask for has reasons of its own, and what stands open for another is asked for too.
        assert!(after(&mut session, "why burn").contains("nothing burns in this scenario"));
        assert!(after(&mut session, "why bribe").contains("`bribe` is not offered here"));
    }

    #[test]
    fn a_slip_in_a_legal_word_is_told_before_anything_else() {
        let mut session = alone();
        assert_eq!(after(&mut session, "marhc guard hills"), "✗ `marhc` does not fit here; did you mean `march`?\n");
        assert_eq!(
            after(&mut session, "stir port"),
            "✗ not `port`: no open band there [DM 2.1]; only hills is legal\n"
        );
        let shown = after(&mut session, "many 4");
        assert!(
            shown.starts_with("✗ `4` does not fit here: legal: 1, 2, 3 (the answer before it stands)\n"),
            "{shown}"
        );
    }

    #[test]
    fn an_action_alone_is_told_by_every_reason_it_has() {
        let mut session = alone();
        after(&mut session, "adjust hills: 0 open, 2 hidden");
        let shown = after(&mut session, "why stir");
        assert!(shown.contains("  not hills, port, river: no open band there [DM 2.1]\n"), "{shown}");
    }

    #[test]
    fn long_refusals_break_between_words() {
        let mut session = alone();
        let shown = after(&mut session, "raise port stir river raise");
        assert!(shown.lines().all(|l| l.chars().count() <= 80), "{shown}");
    }
}
