//! `why`: the reasons why something is not legal.

use crate::command::{Access, Command, Completion, Cost, Group, Known, Places, first_argument};
use crate::reply::{Reply, Why};
use crate::session::Session;
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "why",
    aliases: &[],
    former_name: None,
    args: "[LINE]",
    summary: "why so little is legal, or why this line is not",
    group: Group::Look,
    access: Access::Asked,
    places: Places::Both,
    cost: Cost::Query,
    details: "Without LINE: every reason that excluded something, with its rule. `why not LINE` is the same as `why LINE`. For a line that is legal but discouraged by the rules, it says why.",
    example: None,
    run,
    completion: Completion::Words(words),
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    let text = text.strip_prefix("not ").map_or(text, str::trim);
    if session.table.is_over() {
        return Reply::Why(Why { text: "the game is over: nothing is legal".to_owned(), ..Why::default() });
    }
    if text.is_empty() || text == "not" {
        if !session.is_asked(viewer) {
            return Reply::refused(session.who_is_asked());
        }
        return match session.table.why() {
            Ok(all) if all.is_empty() => {
                let text = "nothing was excluded: all that the rules offer here is legal".to_owned();
                Reply::Why(Why { text, ..Why::default() })
            }
            Ok(all) => Reply::Why(Why { reasons: session.reasons(&all), ..Why::default() }),
            Err(error) => session.rule_failed(&error),
        };
    }
    // If the line is a standing action of a side that is not asked, that side's id goes before it. Otherwise the
    // reasons would be those of the asked side.
    let line = match session.side_for(viewer, text) {
        Ok((Some(side), line)) if session.table.asked() != Some(side) => {
            format!("{}: {line}", session.table.board().sides[side.at()].id)
        }
        Ok(_) => text.to_owned(),
        Err(_) => return Reply::refused(session.who_is_asked()),
    };
    match session.why_not(viewer, &line) {
        Ok(found) => session.explain(viewer, &line, found),
        Err(error) => session.rule_failed(&error),
    }
}

/// First the words of the offered rows, then all other names, because people ask about what is not offered.
fn words(known: &mut Known<'_, '_>, before: &str) -> Vec<String> {
    let line = before.strip_prefix("not").map_or(before, str::trim_start);
    let mut words = first_argument(before, &["not"]);
    words.extend(known.line(line));
    let more: Vec<String> = match line {
        "" => known.board().actions.iter().map(|action| action.id.clone()).collect(),
        _ => known.things.to_vec(),
    };
    let more: Vec<String> = more.into_iter().filter(|word| !words.contains(word)).collect();
    words.extend(more);
    words
}
