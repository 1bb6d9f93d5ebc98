//! `why`: shows the reasons why something is not legal.

use crate::command::{Access, Command, Completion, CompletionContext, Cost, Group, first_argument};
use crate::reply::{Reply, WhyReply};
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "[LINE]",
    cost: Cost::Query,
    details: "Without LINE: every reason that excluded something, with its rule. `why not LINE` is the same as `why LINE`. For a line that is legal but discouraged by the rules, it says why.",
    completion: Completion::Words(words),
    ..Command::new("why", "why so little is legal, or why this line is not", Group::Look, Access::SideToMove, run)
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    let text = text.strip_prefix("not ").map_or(text, str::trim);
    if session.table.is_over() {
        return Reply::Why(WhyReply { text: "the game is over: nothing is legal".to_owned(), ..WhyReply::default() });
    }
    if text.is_empty() || text == "not" {
        if !session.is_asked(viewer) {
            return Reply::refused(session.who_is_asked());
        }
        return match session.table.game_mut().why() {
            Ok(reasons) if reasons.is_empty() => {
                let text = "nothing was excluded: all that the rules offer here is legal".to_owned();
                Reply::Why(WhyReply { text, ..WhyReply::default() })
            }
            Ok(reasons) => Reply::Why(WhyReply { reasons: session.reasons(&reasons), ..WhyReply::default() }),
            Err(error) => session.rule_failed(&error),
        };
    }
    // If the line is a standing action of a side that is not asked, that side's id goes before it. Otherwise the
    // reasons would be those of the asked side.
    let line = match session.side_for(viewer, text) {
        Ok((Some(side), line)) if session.table.asked() != Some(side) => {
            format!("{}: {line}", session.table.board().sides[side.index()].id)
        }
        Ok(_) => text.to_owned(),
        Err(_) => return Reply::refused(session.who_is_asked()),
    };
    match session.why_not(viewer, &line) {
        Ok(found) => session.explain(viewer, &line, found),
        Err(error) => session.rule_failed(&error),
    }
}

/// Returns the words of the offered rows, and after them all other names, because people ask about rows that are not
/// offered.
fn words(known: &mut CompletionContext<'_, '_>, before: &str) -> Vec<String> {
    let line = before.strip_prefix("not").map_or(before, str::trim_start);
    let mut words = first_argument(before, &["not"]);
    words.extend(known.line(line));
    let other_names: Vec<String> = match line {
        "" => known.board().labels.actions.iter().map(|action| action.id.clone()).collect(),
        _ => known.things.to_vec(),
    };
    let other_names: Vec<String> = other_names.into_iter().filter(|word| !words.contains(word)).collect();
    words.extend(other_names);
    words
}
