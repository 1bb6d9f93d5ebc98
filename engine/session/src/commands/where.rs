//! `where`: the pack, file and line that set a thing.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_content::did_you_mean;
use cardwright_table::Viewer;
use cardwright_view::{ThingLookup, provenance};

pub(crate) const COMMAND: Command = Command {
    name: "where",
    aliases: &[],
    former_name: Some("whence"),
    args: "THING",
    summary: "which pack, file and line set a thing",
    group: Group::Rules,
    access: Access::Host,
    places: Places::Both,
    cost: Cost::Instant,
    details: "",
    example: None,
    run,
    completion: Completion::Words(|known, before| if before.is_empty() { known.things.to_vec() } else { Vec::new() }),
};

fn run(session: &mut Session, _: Viewer, what: &str) -> Reply {
    if what.is_empty() {
        return Reply::refused("`where` takes a thing: a space, card, track, word, action …");
    }
    let program = session.table.program().clone();
    let lines = provenance::lines(&program.content, Some(&program), what);
    if lines.is_empty() {
        let mut known = ThingLookup::new(&program).names();
        known.extend(program.registered.iter().map(|registered| registered.id.clone()));
        let near = did_you_mean(what, known.iter().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Reply::refused(format!("no pack has `{what}`{hint}"));
    }
    Reply::Text { lines }
}
