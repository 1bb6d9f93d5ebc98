//! `where`: shows the pack, file and line that set a thing.

use crate::command::{Access, Command, Completion, Group};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_content::did_you_mean;
use cardwright_table::Viewer;
use cardwright_view::{ThingLookup, provenance};

pub(crate) const COMMAND: Command = Command {
    former_name: Some("whence"),
    args: "THING",
    completion: Completion::Words(|known, before| if before.is_empty() { known.things.to_vec() } else { Vec::new() }),
    ..Command::new("where", "which pack, file and line set a thing", Group::Rules, Access::Host, run)
};

fn run(session: &mut Session, _: Viewer, name: &str) -> Reply {
    if name.is_empty() {
        return Reply::refused("`where` takes a thing: a space, card, track, word, action …");
    }
    let program = session.table.program().clone();
    let lines = provenance::lines(&program.content, Some(&program), name);
    if lines.is_empty() {
        let mut names = ThingLookup::new(&program).names();
        names.extend(program.registered.iter().map(|registered| registered.id.clone()));
        let near = did_you_mean(name, names.iter().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Reply::refused(format!("no pack has `{name}`{hint}"));
    }
    Reply::Text { lines }
}
