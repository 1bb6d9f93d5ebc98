//! Answers questions about lines that are not played: which words may follow, why a line is not legal, and what the
//! line would change.

use crate::reply::{NextReply, Problem, RefusedReply, Reply, WhyReason, WhyReply};
use crate::session::Session;
use cardwright_content::RuleSection;
use cardwright_script::RunError;
use cardwright_state::SideId;
use cardwright_table::{Explanation, NextWords, PlayError, Preview, RefusedLine, Viewer, WhyNot, line};
use cardwright_view::{
    Reason, Verdict, excluded_text, legal_words, mismatch_text, not_offered_text, would_keep_answers_note,
};

/// The most words that `?` lists.
const MOST_WORDS: usize = 60;

/// The most letters that a refusal repeats of a typed word.
pub const LONGEST_WORD: usize = 200;

/// Describes the failure of a rule: the message, the script line, and the open steps.
pub fn describe(error: &RunError) -> String {
    let lead = if matches!(error, RunError::Engine { .. }) { "" } else { "a rule failed: " };
    format!("{lead}{}", error.with_place())
}

impl Session {
    /// Answers `?`: returns the words that may follow the words of `text`.
    pub fn next_words(&mut self, viewer: Viewer, text: &str) -> Reply {
        if let Err(why) = self.may_ask_about(viewer, text) {
            return Reply::refused(why);
        }
        let words = line::words(text);
        // `true`: if the words complete a row, the words of the next choice are included.
        match self.table.next_words(&words, viewer, true) {
            NextWords::Words(mut words) => {
                words.truncate(MOST_WORDS);
                Reply::Next(NextReply { words, whole: None })
            }
            // The words are a whole legal row, and `label` says what it means.
            NextWords::Complete(label, mut words) => {
                words.truncate(MOST_WORDS);
                Reply::Next(NextReply { words, whole: Some(label) })
            }
            NextWords::Mismatch(word, expected) => {
                let line = words.join(" ");
                let hint = match self.why_not(viewer, &line) {
                    Ok(WhyNot::Excluded(_)) => format!("`why {line}` says why"),
                    _ => legal_words(&expected),
                };
                Reply::refused(format!("`{word}` does not fit there; {hint}"))
            }
        }
    }

    /// Returns the side for which a viewer asks about a line, and the line without `SIDE:`.
    ///
    /// # Errors
    /// The viewer may not ask about the line.
    pub(crate) fn may_ask_about<'t>(&self, viewer: Viewer, text: &'t str) -> Result<(Option<SideId>, &'t str), String> {
        let (side, line) = self.side_for(viewer, text).map_err(|_| self.who_is_asked())?;
        match side.filter(|side| self.table.asked() != Some(*side) && !self.may_read(viewer, *side)) {
            Some(side) => Err(format!("only {0} may ask what a line of {0} would change", self.name(side))),
            None => Ok((side, line)),
        }
    }

    /// Says why a line is not legal, as far as the viewer may know.
    pub(crate) fn why_not(&mut self, viewer: Viewer, text: &str) -> Result<WhyNot, RunError> {
        let (named, _) = line::split_side(self.table.board(), text);
        let side = named.or(self.table.asked());
        // A viewer who may read the choices of the side asks as the player of this side.
        let viewer = self.sight_for(viewer, side);
        self.table.game_mut().why_not(text, viewer)
    }

    /// Tries a line without playing it. The inner result says whether the line could be played.
    ///
    /// # Errors
    /// The viewer may not ask about the line.
    pub(crate) fn try_line(&mut self, viewer: Viewer, text: &str) -> Result<Result<Preview, Box<RefusedLine>>, String> {
        let (side, line) = self.may_ask_about(viewer, text)?;
        let sight = self.sight_for(viewer, side);
        Ok(self.table.preview(side, line, sight))
    }

    /// Describes the refusal that the player would get for playing a line.
    pub(crate) fn would_refuse(&self, refused: RefusedLine) -> RefusedReply {
        let (text, refusal) = match &refused.error {
            PlayError::Line { error, answered, rest } => {
                let refusal = self.mismatch(error, rest, refused.asked, refused.why, *answered);
                (format!("{}{}", refusal.words(), would_keep_answers_note(*answered)), Some(refusal))
            }
            PlayError::Rule { error, answered, .. } => {
                (format!("{}{}", describe(error), would_keep_answers_note(*answered)), None)
            }
            other => (other.to_string(), None),
        };
        RefusedReply { text, refusal, ..RefusedReply::default() }
    }

    /// Refuses a question because a rule failed.
    pub(crate) fn rule_failed(&self, error: &RunError) -> Reply {
        Reply::Refused(Box::new(RefusedReply {
            text: describe(error),
            problem: Some(Problem::RuleFailed(error.with_place())),
            ..RefusedReply::default()
        }))
    }

    /// Converts explanations to the reasons of a reply, with the titles of the rules that they cite.
    pub(crate) fn reasons(&self, explanations: &[Explanation]) -> Vec<WhyReason> {
        let rules = &self.table.program().content.rules;
        explanations.iter().map(|explanation| WhyReason::new(rules, explanation)).collect()
    }

    /// Turns the result of [`Session::why_not`] for a line into the reply to `why LINE`.
    pub(crate) fn explain(&mut self, viewer: Viewer, text: &str, found: WhyNot) -> Reply {
        match found {
            WhyNot::Legal => self.judge(viewer, text),
            WhyNot::Excluded(explanations) => {
                Reply::Why(WhyReply { reasons: self.reasons(&explanations), ..WhyReply::default() })
            }
            WhyNot::Message(text) => Reply::Why(WhyReply { text, ..WhyReply::default() }),
            WhyNot::Mismatch { expected, action: Some(action), .. } => {
                let text = not_offered_text(&action, &expected);
                let place_of_text = action.was_asked.then(|| action.at.clone());
                Reply::Why(WhyReply { text, place_of_text, ..WhyReply::default() })
            }
            WhyNot::Mismatch { before, word, known, expected, nearest, action: None } => {
                let word: String = clip(&word);
                let text = mismatch_text(&before, &word, known, &expected, nearest.as_deref());
                Reply::Why(WhyReply { text, ..WhyReply::default() })
            }
        }
    }

    /// Answers `why LINE` if the first answer of the line is legal: judges the whole line.
    fn judge(&mut self, viewer: Viewer, text: &str) -> Reply {
        let verdict = match self.try_line(viewer, text) {
            Ok(tried) => Verdict::new(text, tried),
            Err(_) => Verdict::Legal(format!("`{text}` is legal here"), Vec::new()),
        };
        match verdict {
            Verdict::Legal(text, discouraged) => Reply::Why(WhyReply { text, discouraged, ..WhyReply::default() }),
            Verdict::Refused(refused) => {
                let refused = self.would_refuse(*refused);
                Reply::Why(WhyReply { text: refused.text, refusal: refused.refusal, ..WhyReply::default() })
            }
        }
    }
}

/// Cuts a word to [`LONGEST_WORD`] letters.
fn clip(word: &str) -> String {
    let mut letters = word.chars();
    let short: String = letters.by_ref().take(LONGEST_WORD).collect();
    if letters.next().is_some() { format!("{short}…") } else { short }
}

impl WhyReason {
    fn new(rules: &[RuleSection], explanation: &Explanation) -> WhyReason {
        let Reason { text: says, rule, .. } = Reason::new(explanation);
        let has_place = !explanation.script_line.is_empty() && explanation.blocking_action.is_none();
        WhyReason {
            of: excluded_text(explanation),
            title: title_of(rules, &rule).map(str::to_owned),
            says,
            rule,
            place: has_place.then(|| explanation.script_line.clone()),
            action: explanation.action.clone(),
        }
    }
}

/// Returns the title of the section that `rule` cites. `rule` may name one sentence of a section: `CL 3.2/1`.
fn title_of<'r>(rules: &'r [RuleSection], rule: &str) -> Option<&'r str> {
    let number = rule.split_once(' ').map_or(rule, |(_, number)| number);
    let section = |number: &str| rules.iter().find(|rule| rule.number == number);
    let found = section(number).or_else(|| section(number.split_once('/')?.0))?;
    Some(found.title.as_str()).filter(|title| !title.is_empty() && *title != number)
}
