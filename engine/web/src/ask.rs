//! Questions: why, what would come of a line, what may follow, what happened.

use crate::game::Game;
use crate::patience::TOO_LONG;
use crate::reader::{Reader, Role};
use crate::reply::Reply;
use cardwright_content::RuleSection;
use cardwright_script::{RunError, TOO_LONG as RAN_TOO_LONG};
use cardwright_state::SideId;
use cardwright_table::{Explanation, Next, PlayError, Refused, Then, WhyNot, line};
use cardwright_view::{
    Decisions, Eyes, Foretold, Misfit, Reason, Refusal, Stretch, Tells, Told, Unwise, Verdict, fell, history,
    not_offered, some, unfit, would_stand,
};
use serde_json::{Value, json};

/// Words offered at most.
pub(crate) const MOST_WORDS: usize = 60;
/// Events told at most where a number is asked for.
const MOST_TOLD: usize = 200;

impl Game {
    /// Whether a line is for this reader to ask about: of what is asked of it, or stands open for it.
    pub(crate) fn may_ask(&self, reader: Reader, text: &str) -> bool {
        self.whose(reader, text).is_ok()
    }

    /// Why something is not legal, or why so little is.
    pub(crate) fn why(&mut self, reader: Reader, text: &str) -> Reply {
        let asked = self.keeper.look().asked();
        let Ok((side, line)) = self.whose(reader, text) else { return Reply::refused(self.not_asked()) };
        let text = self.of_side(side.filter(|side| asked != Some(*side)), line);
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
                Ok(all) => reasons(
                    &table.program().content.rules,
                    &all,
                    "nothing fell out: all that the rules offer here is legal",
                ),
                Err(error) => self.why_failed(reader, &error),
            };
        }
        let eyes = reader.audience(table);
        match table.why_not(text, eyes) {
            Ok(WhyNot::Legal) => self.judged(reader, side, line),
            Ok(WhyNot::Because(all)) => reasons(&table.program().content.rules, &all, ""),
            Ok(WhyNot::Absent(says)) => reasons(&[], &[], &says),
            Ok(WhyNot::Unfit { expected, action: Some(no_rows), .. }) => {
                let what = not_offered(&no_rows, &expected);
                let at = if no_rows.was_asked { no_rows.at.as_str() } else { "" };
                let reason = json!([{ "says": what, "rule": "", "place": at }]);
                Reply::why(what).with("reasons", &reason)
            }
            Ok(WhyNot::Unfit { before, word, known, expected, nearest, action: None }) => {
                let what = unfit(&before, &word, known, &expected, nearest.as_deref());
                reasons(&[], &[], &what)
            }
            Err(error) => self.why_failed(reader, &error),
        }
    }

    /// What is told of a line whose first answer is legal: of all of it, as a preview knows it.
    fn judged(&mut self, reader: Reader, side: Option<SideId>, line: &str) -> Reply {
        let table = self.keeper.table();
        let eyes = reader.audience(table);
        let tried = table.preview(side, line, eyes);
        match Verdict::of(line, tried) {
            Verdict::Legal(says, unwise) => {
                let lines: Vec<String> = [says].into_iter().chain(unwise.iter().map(Unwise::words)).collect();
                reasons(&[], &[], &lines.join("\n")).with("unwise", &unwise)
            }
            Verdict::Refused(refused) => {
                let (text, refusal) = self.would_not(side, *refused);
                Reply::why(text).with("reasons", &json!([])).with("refusal", &refusal)
            }
        }
    }

    fn why_failed(&mut self, reader: Reader, error: &RunError) -> Reply {
        let what = error.with_place().replace(RAN_TOO_LONG, TOO_LONG);
        self.rule_failed(reader, &what);
        Reply::refused(format!("a rule failed: {what}"))
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
            Err(refused) => {
                let (text, refusal) = self.would_not(side, *refused);
                let reply = Reply::refused(text);
                if refusal.is_some() { reply.with("refusal", &refusal) } else { reply }
            }
        }
    }

    /// What is said of a line that would not go through.
    fn would_not(&self, side: Option<SideId>, refused: Refused) -> (String, Option<Refusal>) {
        let table = self.keeper.look();
        let Refused { error, asked, why } = refused;
        // Why another's line does not fit is told to that one.
        let why = why.filter(|_| side.is_none_or(|side| table.asked() == Some(side)));
        let stand = would_stand(error.answered());
        match &error {
            PlayError::Line { error, answered, rest } => {
                let misfit = Misfit { error, rest, asked, why, command: None, alone: false, after: *answered };
                let refusal = Refusal::of(table, &misfit);
                (format!("{}{stand}", refusal.words()), Some(refusal))
            }
            PlayError::Rule { error, .. } => (format!("a rule failed: {}{stand}", error.with_place()), None),
            other => (other.to_string(), None),
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

    /// The last events, those since the reader's own last answer, or how it began.
    pub(crate) fn log(&mut self, reader: Reader, which: &str) -> Reply {
        let n = which.parse::<usize>().unwrap_or(10).min(MOST_TOLD);
        let decisions = self.log_tells(reader);
        let table = self.keeper.look();
        let path = table.path();
        let eyes = reader.audience(table);
        let whole = path.len().saturating_sub(n);
        let (from, told) = match which {
            "set-up" => (0, vec![history::set_up(table, eyes)]),
            "since" => {
                let own = reader.sides(table);
                let side = table.asked().filter(|asked| own.has(*asked)).or(own.first());
                match side.and_then(|side| history::since_answer(table, side, eyes, decisions)) {
                    Some(told) => (path.len().saturating_sub(told.len()), told),
                    None => {
                        return Reply::refused("nothing has been answered from here yet: `log` tells the last events");
                    }
                }
            }
            _ => (whole, path[whole..].iter().map(|n| history::at(table, *n, eyes, decisions)).collect()),
        };
        Reply::said(in_words(&told)).with("log", &json!({ "from": from, "entries": told, "total": path.len() }))
    }

    /// Who asks what happened is told at least what was decided.
    fn log_tells(&self, reader: Reader) -> Decisions {
        match self.decisions {
            Decisions::Full if reader.role == Role::Desk => Decisions::Full,
            _ => Decisions::Concise,
        }
    }

    /// `branches`: as data, and in words for who reads it so.
    pub(crate) fn branches(&self, reader: Reader) -> Reply {
        let table = self.keeper.look();
        let tree = history::tree(table, reader.audience(table));
        let line = |it: &Stretch| {
            let mark = if it.here { "▶" } else { " " };
            let events = it.last.as_ref().map(|last| format!("  {} events, to {} {last}", it.events, it.to));
            format!("{mark} {:>4} {}{}{}", it.from, "  ".repeat(it.aside), it.text, events.unwrap_or_default())
        };
        let lines: Vec<String> = tree.stretches.iter().map(line).collect();
        Reply::said(lines.join("\n")).with("tree", &tree)
    }
}

/// Events as lines, each with what followed below it.
fn in_words(told: &[Told]) -> String {
    let mut out = Vec::new();
    for Told { event, text, automatic, lines, .. } in told {
        if let Some(text) = text {
            out.push(format!("{event:>4} {text}{}", if *automatic { " (the default)" } else { "" }));
        }
        out.extend(lines.iter().map(|line| {
            let lead = match line.of {
                Tells::Chapter => "     ── ",
                Tells::Deed | Tells::SetUp => "       ",
                Tells::Because => "         why: ",
                Tells::Note => "        note ",
                Tells::Over => "     ",
                Tells::Chance | Tells::Said => "         ",
                Tells::Changed => "        → ",
            };
            format!("{lead}{}", line.text)
        }));
    }
    out.join("\n")
}

fn words(words: Vec<String>) -> Vec<Value> {
    words.into_iter().take(MOST_WORDS).map(|word| json!({ "word": word })).collect()
}

/// The title of the section that a rule is, or is a sentence of, where it has one beside its number.
fn title_of<'r>(rules: &'r [RuleSection], rule: &str) -> Option<&'r str> {
    let number = rule.split_once(' ').map_or(rule, |(_, number)| number);
    let of = |number: &str| rules.iter().find(|it| it.number == number);
    let found = of(number).or_else(|| of(number.split_once('/')?.0))?;
    Some(found.title.as_str()).filter(|title| !title.is_empty() && *title != number)
}

/// Reasons as they are sent; in words too.
fn reasons(rules: &[RuleSection], all: &[Explanation], otherwise: &str) -> Reply {
    let mut lines = Vec::new();
    let mut out = Vec::new();
    for explanation in all {
        let Reason { says, rule, .. } = Reason::of(explanation);
        let of = fell(explanation);
        lines.push(format!("{of}: {}", Reason::of(explanation).words()));
        let place = Some(explanation.at.as_str()).filter(|at| !at.is_empty() && explanation.within.is_none());
        out.push(json!({
            "of": of, "says": says, "rule": rule, "title": title_of(rules, &rule), "place": place, "action": explanation.action,
        }));
    }
    let text = if lines.is_empty() { otherwise.to_owned() } else { lines.join("\n") };
    Reply::why(text).with("reasons", &out)
}
