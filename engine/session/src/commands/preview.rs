//! `preview`: shows what a line would change, without playing it.

use crate::command::{Access, Command, Completion, Cost, Group};
use crate::reply::{PreviewReply, Reply};
use crate::session::Session;
use cardwright_table::{PreviewEnd, Viewer};
use cardwright_view::Forecast;

pub(crate) const COMMAND: Command = Command {
    args: "LINE",
    cost: Cost::Query,
    details: "Which pieces move and turn, what it costs, what happens on the way, and who is asked then. It stops before dice, \
              draws and what is hidden from you, unless `dice` gives the outcomes. An incomplete line shows the \
              changes so far and the words that may follow. It leaves no trace: not in the record, and redo stays.",
    completion: Completion::Words(|known, before| known.line(before)),
    ..Command::new("preview", "what a line would lead to, without playing it", Group::Look, Access::SideToMove, run)
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    if session.table.is_over() {
        return Reply::refused("the game is over: nothing can be played");
    }
    if text.is_empty() {
        return Reply::refused("`preview` takes a line as you would play it: it shows what that would lead to");
    }
    let mut preview = match session.try_line(viewer, text) {
        Ok(Ok(preview)) => preview,
        Ok(Err(refused)) => return Reply::Refused(Box::new(session.would_refuse(*refused))),
        Err(why) => return Reply::refused(why),
    };
    preview.game_events.extend(session.table.changed_figures(&preview.position));
    let forecast = Forecast::new(&session.table, &session.context(viewer), &preview);
    // Whether the line could not be taken back.
    let reveals = match &preview.end {
        PreviewEnd::Dice(..) | PreviewEnd::Card(_) | PreviewEnd::Pick | PreviewEnd::Hidden | PreviewEnd::Over(_) => {
            true
        }
        PreviewEnd::Asked(prompt) => !viewer.answers_for().has(prompt.side),
        PreviewEnd::Incomplete(..) => false,
    };
    // The line with the default row that it leaves open because a roll or draw would follow.
    let longer = preview.default_before_chance.as_ref().map(|default| format!("{text} {default}"));
    let is_chance = matches!(preview.end, PreviewEnd::Dice(..) | PreviewEnd::Card(_) | PreviewEnd::Pick);
    let odds = if is_chance { session.odds_at_once(viewer, text) } else { None };
    Reply::Preview(Box::new(PreviewReply { forecast, reveals, longer, odds }))
}
