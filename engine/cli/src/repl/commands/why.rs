//! `why`: the reasons by which something is not legal.

use super::{Command, Completes, For, InBrowser, Known, owned};
use crate::repl::display::paint::{clip, wrap};
use crate::repl::play::describe;
use crate::repl::session::{LONGEST_WORD, Session};
use cardwright_table::{Explanation, WhyNot};
use cardwright_view::{Reason, Unwise, Verdict, fell, not_offered, unfit};

pub(super) const COMMAND: Command = Command {
    name: "why",
    also: &[],
    takes: "[LINE]",
    does: "why so little is legal, or why this line is not",
    of: For::Looking,
    in_browser: InBrowser::Nobody,
    more: "Alone: every reason by which something fell out of what is legal, with its rule. `why not LINE` is the same as `why LINE`. \
             Of a line that is legal and unwise: why it is, if the rules say.",
    example: None,
    run,
    completes: Completes::Words(words),
};

fn run(session: &mut Session, text: &str) {
    let text = text.strip_prefix("not ").map_or(text, str::trim);
    if session.table.is_over() {
        return session.say("the game is over: nothing is legal");
    }
    if text.is_empty() || text == "not" {
        return match session.table.why() {
            Ok(all) if all.is_empty() => session.say("nothing fell out: all that the rules offer here is legal"),
            Ok(all) => explain(session, &all),
            Err(error) => session.refuse(describe(&error)),
        };
    }
    match session.why_not(text) {
        Ok(WhyNot::Legal) => legal(session, text),
        Ok(WhyNot::Because(reasons)) => explain(session, &reasons),
        Ok(WhyNot::Absent(says)) => session.say(says),
        Ok(WhyNot::Unfit { expected, action: Some(no_rows), .. }) => {
            let at = if no_rows.was_asked { format!(" ({})", no_rows.at) } else { String::new() };
            let what = format!("{}{at}", not_offered(&no_rows, &expected));
            session.say_all(wrap(&what, 2, session.page.width).iter().map(|l| l.trim_start().to_owned()));
        }
        Ok(WhyNot::Unfit { before, word, known, expected, nearest, action: None }) => {
            let word = clip(&word, LONGEST_WORD);
            let what = unfit(&before, &word, known, &expected, nearest.as_deref());
            session.say_all(wrap(&what, 2, session.page.width).iter().map(|l| l.trim_start().to_owned()));
        }
        Err(error) => session.refuse(describe(&error)),
    }
}

/// The line begins with an answer that is legal: what there is to say of all of it.
fn legal(session: &mut Session, text: &str) {
    let verdict = match session.try_line(text) {
        Ok(tried) => Verdict::of(text, tried),
        Err(_) => Verdict::Legal(format!("`{text}` is legal here"), Vec::new()),
    };
    match verdict {
        Verdict::Legal(says, unwise) => {
            session.say(says);
            unwise.iter().for_each(|it| warn(session, it));
        }
        Verdict::Refused(refused) => {
            let why = session.why_refused(*refused);
            session.say_all(wrap(&why, 2, session.page.width).iter().map(|l| l.trim_start().to_owned()));
        }
    }
}

/// An answer of the line that is unwise, and why, as far as the rules say.
fn warn(session: &mut Session, unwise: &Unwise) {
    session.say_all(wrap(&format!("! {}", unwise.words()), 2, session.page.width));
    if !unwise.place.is_empty() {
        session.say(session.page.dim(&format!("    {}", unwise.place)));
    }
}

/// Reasons, gathered by action: what is said, the rule, who fell out, and where it is written.
fn explain(session: &mut Session, reasons: &[Explanation]) {
    let page = session.page;
    let mut action: Option<&Option<String>> = None;
    for reason in reasons {
        if action != Some(&reason.action) {
            action = Some(&reason.action);
            session.say(page.typed(reason.action.as_deref().unwrap_or("this choice")));
        }
        let words = format!("{}: {}", fell(reason), Reason::of(reason).words());
        session.say_all(wrap(&words, 2, page.width));
        if !reason.at.is_empty() && reason.within.is_none() {
            session.say(page.dim(&format!("    {}", reason.at)));
        }
    }
}

/// What is offered first, then whatever else has a name: what is asked about is what is not offered.
fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    let line = before.strip_prefix("not").map_or(before, str::trim_start);
    let mut words = if before.is_empty() { owned(&["not"]) } else { Vec::new() };
    words.extend(known.line(line));
    let more: Vec<String> = match line {
        "" => known.board().actions.iter().map(|a| a.id.clone()).collect(),
        _ => known.things.to_vec(),
    };
    let is_new = |word: &String| !words.contains(word);
    let more: Vec<String> = more.into_iter().filter(is_new).collect();
    words.extend(more);
    words
}
