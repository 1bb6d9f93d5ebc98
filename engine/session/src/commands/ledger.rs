//! `ledger`: shows where the changes of a track, or of the number of pieces, came from.

use crate::command::{Access, Command, Completion, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_content::did_you_mean;
use cardwright_table::Viewer;
use cardwright_view::{Account, Ledger, ledger, ledger_ids};

pub(crate) const COMMAND: Command = Command {
    args: "[TRACK|PIECES]",
    details: "Begins with the last heading of the log, and adds up the changes under each line of the log. Pieces in their supply do not count, and a piece that moves from place to place is no change. Without an argument: what the game names.",
    example: Some(|session| Some(format!("ledger {}", ledger_ids(session.table.board()).first()?))),
    completion: Completion::Words(|known, before| match before {
        "" => ledger_ids(known.board()),
        _ => Vec::new(),
    }),
    ..Command::new(
        "ledger",
        "what each side gained and lost since the last heading of the log, and by what",
        Group::Look,
        Access::Everyone,
        run,
    )
};

fn run(session: &mut Session, viewer: Viewer, name: &str) -> Reply {
    let board = session.table.board();
    let ids = ledger_ids(board);
    let named = match name.to_lowercase() {
        name if !name.is_empty() => vec![name],
        _ if board.ledger.is_empty() => return Reply::text(format!("`ledger` shows one of these: {}", ids.join(", "))),
        _ => board.ledger.clone(),
    };
    let ledgers: Vec<Ledger> = named.iter().filter_map(|id| ledger(&session.table, viewer, id)).collect();
    if ledgers.is_empty() {
        return Reply::refused(match did_you_mean(name, ids.iter().map(String::as_str)) {
            Some(near) => format!("there is no track or class of pieces `{name}`; did you mean `{near}`?"),
            None => format!(
                "there is no track or class of pieces `{name}`; `ledger` shows one of these: {}",
                ids.join(", ")
            ),
        });
    }
    Reply::lines(ledgers.iter().flat_map(lines))
}

fn lines(ledger: &Ledger) -> Vec<String> {
    let mut lines = vec![format!("{} since {}", ledger.name, ledger.since)];
    for Account { name, start, now, entries } in &ledger.accounts {
        if entries.is_empty() {
            lines.push(format!("{name}  {now}, no changes").trim_start().to_owned());
            continue;
        }
        if !name.is_empty() {
            lines.push(name.clone());
        }
        lines.extend(entries.iter().map(|(change, text)| format!("  {change:+}  {text}")));
        lines.push(format!("  at first {start}, changes {:+}, now {now}", now - start));
    }
    lines
}
