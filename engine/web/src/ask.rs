//! Questions: why, what would come of a line, what may follow, what happened.

use crate::game::Game;
use crate::reader::Reader;
use crate::reply::Reply;
use cardwright_table::{Explanation, LineError, Next, PlayError, Refused, Then, WhyNot, line};
use cardwright_view::{Eyes, Foretold, Misfit, Reason, Refusal, history, not_offered, some, unfit};
use serde_json::{Value, json};

/// Words offered at most.
const MOST_WORDS: usize = 60;
/// Events told at most where a number is asked for.
const MOST_TOLD: usize = 200;

impl Game {
    /// Whether a line is for this reader to ask about: of what is asked of it, or stands open for it.
    fn may_ask(&self, reader: Reader, text: &str) -> bool {
        self.whose(reader, text).is_ok()
    }

    /// Why something is not legal, or why so little is.
    pub(crate) fn why(&mut self, reader: Reader, text: &str) -> Reply {
        let asked = self.keeper.look().asked();
        let text = match self.whose(reader, text) {
            Ok((side, text)) => self.of_side(side.filter(|side| asked != Some(*side)), text),
            Err(_) => return Reply::refused(self.not_asked()),
        };
        let (text, alone) = (text.as_str(), matches!(text.rsplit(": ").next(), None | Some("" | "not")));
        let table = self.keeper.table();
        if table.is_over() {
            return Reply::why("the game is over: nothing is legal").with("reasons", &json!([]));
        }
        if alone {
            if !reader.is_asked(table) {
                return Reply::refused(self.not_asked());
            }
            return match table.why() {
                Ok(all) => reasons(&all, "nothing fell out: all that the rules offer here is legal"),
                Err(error) => Reply::refused(format!("a rule failed: {}", error.with_place())),
            };
        }
        match table.why_not(text) {
            Ok(WhyNot::Legal) => reasons(&[], &format!("`{text}` is legal here")),
            Ok(WhyNot::Because(all)) => reasons(&all, ""),
            Ok(WhyNot::Absent(says)) => reasons(&[], &says),
            Ok(WhyNot::Unfit { expected, action: Some(no_rows), .. }) => {
                let what = not_offered(&no_rows, &expected);
                let at = if no_rows.was_asked { no_rows.at.as_str() } else { "" };
                let reason = json!([{ "says": what, "rule": "", "place": at }]);
                Reply::why(what).with("reasons", &reason)
            }
            Ok(WhyNot::Unfit { before, word, known, expected, nearest, action: None }) => {
                let what = unfit(&before, &word, known, &expected, nearest.as_deref());
                reasons(&[], &what)
            }
            Err(error) => Reply::refused(format!("a rule failed: {}", error.with_place())),
        }
    }

    /// What would come of a line.
    pub(crate) fn preview(&mut self, reader: Reader, text: &str) -> Reply {
        let (side, text) = match self.whose(reader, text) {
            Ok(whose) => whose,
            Err(_) => return Reply::refused(self.not_asked()),
        };
        let table = self.keeper.table();
        if table.is_over() {
            return Reply::refused("the game is over: nothing can be played");
        }
        let eyes = reader.audience(table);
        match table.preview(side, text, eyes) {
            Ok(mut preview) => {
                preview.happenings.extend(table.figures_moved(&preview.position));
                let foretold = Foretold::of(table, &Eyes::at(table, &[], eyes), &preview);
                // Whether it can be taken back: nothing is revealed, and the same person goes on.
                let own = reader.sides(table);
                let reveals = match &preview.then {
                    Then::Dice(..) | Then::Card(_) | Then::Pick | Then::Hidden | Then::Over(_) => true,
                    Then::Asked(prompt) => !own.has(prompt.side),
                    Then::Open(..) => false,
                };
                Reply::preview(foretold.then.words()).with("reveals", &reveals).with("foretold", &foretold)
            }
            // Why another's line does not fit is told to that one.
            Err(refused) if side.is_some_and(|side| table.asked() != Some(side)) => {
                self.would_refuse(Refused { why: None, ..*refused })
            }
            Err(refused) => self.would_refuse(*refused),
        }
    }

    fn would_refuse(&mut self, refused: Refused) -> Reply {
        let Refused { error, asked, why, .. } = refused;
        match &error {
            PlayError::Line { error, answered, rest } => {
                let error: &LineError = error;
                let misfit = Misfit { error, rest, asked, why, command: None, alone: false, after: *answered };
                let refusal = Refusal::of(self.keeper.look(), &misfit);
                Reply::refused(refusal.words()).with("refusal", &refusal)
            }
            PlayError::Rule { error, .. } => Reply::refused(format!("a rule failed: {}", error.with_place())),
            other => Reply::refused(other.to_string()),
        }
    }

    /// `?`: what may stand after these words.
    pub(crate) fn next(&mut self, reader: Reader, text: &str) -> Reply {
        if !self.may_ask(reader, text) {
            return Reply::refused(self.not_asked());
        }
        let table = self.keeper.table();
        let eyes = reader.audience(table);
        match table.next_words(&line::words(text), eyes, true) {
            Next::Words(next) => Reply::complete(next.join("  ")).with("words", &words(next)),
            Next::Whole(label, more) => {
                Reply::complete(format!("→ {label}")).with("whole", &label).with("words", &words(more))
            }
            Next::Wrong(word, expected) => Reply::refused(format!("`{word}` does not fit there; {}", some(&expected))),
        }
    }

    /// What may be typed on.
    pub(crate) fn complete(&mut self, reader: Reader, text: &str) -> Reply {
        let (before, last) = match text.rfind(char::is_whitespace) {
            Some(at) => (&text[..at], text[at..].trim_start()),
            None => ("", text),
        };
        let mut out: Vec<Value> = Vec::new();
        let low = last.to_lowercase();
        let typed = line::words(before);
        if self.may_ask(reader, before) && reader.role != crate::reader::Role::Watcher {
            let table = self.keeper.table();
            let eyes = reader.audience(table);
            let (next, says) = match table.next_words(&typed, eyes, true) {
                Next::Words(next) => (next, None),
                Next::Whole(label, next) => (next, Some(label)),
                Next::Wrong(..) => (Vec::new(), None),
            };
            if let Some(says) = says.filter(|_| last.is_empty()) {
                out.push(json!({ "word": "", "says": says }));
            }
            out.extend(
                next.into_iter()
                    .filter(|word| word.to_lowercase().starts_with(&low))
                    .map(|word| json!({ "word": word })),
            );
        }
        if typed.is_empty() {
            let commands = self.commands().into_iter().filter(|command| command.is_for(reader.role));
            let begun = commands.filter(|command| command.name.starts_with(&low));
            out.extend(begun.map(|command| json!({ "word": command.name, "says": command.says })));
        }
        out.truncate(MOST_WORDS);
        Reply::complete("").with("words", &out)
    }

    /// The last events.
    pub(crate) fn log(&mut self, reader: Reader, n: &str) -> Reply {
        let n = n.parse::<usize>().unwrap_or(10).min(MOST_TOLD);
        let table = self.keeper.look();
        let path = table.path();
        let eyes = reader.audience(table);
        let from = path.len().saturating_sub(n);
        let told = path[from..].iter().map(|n| history::at(table, *n, eyes, cardwright_view::Decisions::Concise));
        let told: Vec<_> = told.collect();
        Reply::said("").with("log", &json!({ "from": from, "entries": told, "total": path.len() }))
    }
}

fn words(words: Vec<String>) -> Vec<Value> {
    words.into_iter().take(MOST_WORDS).map(|word| json!({ "word": word })).collect()
}

/// Reasons as they are sent; in words too.
fn reasons(all: &[Explanation], otherwise: &str) -> Reply {
    let mut lines = Vec::new();
    let mut out = Vec::new();
    for explanation in all {
        let Reason { says, rule, .. } = Reason::of(explanation);
        let who = match explanation.of() {
            _ if explanation.fell.is_empty() => "not at all".to_owned(),
            Some(row) => format!("{row}: not {}", explanation.fell.join(", ")),
            None => format!("not {}", explanation.fell.join(", ")),
        };
        lines.push(format!("{who}: {}", Reason::of(explanation).words()));
        let place = Some(explanation.at.as_str()).filter(|at| !at.is_empty() && explanation.within.is_none());
        out.push(json!({
            "says": says, "rule": rule, "place": place, "action": explanation.action, "fell": explanation.fell,
        }));
    }
    let text = if lines.is_empty() { otherwise.to_owned() } else { lines.join("\n") };
    Reply::why(text).with("reasons", &out)
}
