//! `reach`: lists the pieces that can come to a space.

use crate::command::{Access, Command, Completion, Cost, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_content::unknown_name;
use cardwright_table::{Viewer, line};

pub(crate) const COMMAND: Command = Command {
    args: "PLACE [LINE]",
    cost: Cost::Query,
    details: "Each line is one that you may type. It has the largest number of pieces that can come. With a line after \
              the place, `reach` answers for the moment after that line: `reach portland declare portland end`.",
    completion: Completion::Words(|known, before| match before.split_once(' ') {
        None => known.board().spaces.iter().map(|space| space.id.clone()).collect(),
        Some((_, line)) => known.line(line),
    }),
    ..Command::new("reach", "which pieces can come to a place", Group::Look, Access::SideToMove, run)
};

fn run(session: &mut Session, viewer: Viewer, text: &str) -> Reply {
    let (side, text) = match session.may_ask_about(viewer, text) {
        Ok(found) => found,
        Err(why) => return Reply::refused(why),
    };
    let words = line::resolve_names(session.table.program(), text);
    let Some((name, words)) = words.split_first() else {
        return Reply::refused("`reach` takes a place: `reach PLACE`");
    };
    let board = session.table.board().clone();
    let begun: Vec<usize> = (0..board.spaces.len()).filter(|n| line::may_be(&board.spaces[*n].id, name)).collect();
    let space = match (board.space(&name.to_ascii_lowercase()), &begun[..]) {
        (Some(space), _) => space,
        (None, [only]) => cardwright_state::SpaceId::new(*only),
        (None, []) => {
            return Reply::refused(unknown_name("place", name, board.spaces.iter().map(|space| space.id.as_str())));
        }
        (None, several) => {
            let names: Vec<String> = several.iter().map(|n| board.spaces[*n].id.clone()).collect();
            return Reply::refused(format!("which `{name}`? {}", names.join(", ")));
        }
    };
    let place = &board.spaces[space.index()].name;
    let sight = session.sight_for(viewer, side.or(session.table.asked()));
    let approaches = match session.table.approaches(side, space, &words.join(" "), sight) {
        Ok(approaches) => approaches,
        Err(refused) => return Reply::Refused(Box::new(session.would_refuse(*refused))),
    };
    match approaches.is_empty() {
        true => Reply::text(format!("no pieces can come to {place} by this choice, nor by the question after it")),
        false => Reply::lines(approaches.into_iter().map(|line| format!("  {line}")).collect::<Vec<_>>()),
    }
}
