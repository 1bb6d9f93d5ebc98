//! `export`: writes the position as a scenario of a pack.

use crate::command::{Access, Command, Completion, Cost, Group, Places};
use crate::files::{new_file, write};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_state::position::{Frame, StepInput};
use cardwright_state::{Board, Position, notation};
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    name: "export",
    aliases: &[],
    former_name: None,
    args: "FILE",
    summary: "write the position as a scenario of a pack",
    group: Group::Files,
    access: Access::Host,
    places: Places::Prompt,
    cost: Cost::Instant,
    details: "Writes a scenario file: put it into scenarios/GAME/ of a pack and `cardwright play GAME --scenario ID` begins there.",
    example: None,
    run,
    completion: Completion::Files,
};

fn run(session: &mut Session, viewer: Viewer, file: &str) -> Reply {
    let path = match new_file(file, "export") {
        Ok(path) => path,
        Err(why) => return Reply::refused(why),
    };
    if session.is_secret(viewer) {
        return Reply::refused(
            "a scenario tells all that is hidden, the seed too: it is written in games begun with `--open`",
        );
    }
    let board = session.table.board().clone();
    let (position, step) = without_answers(&board, session.table.position());
    let id: String = path.file_stem().and_then(|s| s.to_str()).unwrap_or("scenario").to_lowercase();
    let id: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let scenario = session.table.program().content.scenario(&session.table.scenario);
    let (name, first) = scenario.map_or(("", ""), |s| (s.name.as_str(), s.first.as_str()));
    let text = format!(
        "# Exported at event {} of a game of `{}` (seed {}).\n[meta]\nid = {}\ngame = {}\nname = {}\ndoc = {}\nsource = \"reconstructed\"\nfirst = {}\nposition = \"\"\"\n{}\"\"\"\n",
        session.table.here(),
        session.table.scenario,
        session.table.position().seed(),
        toml_text(&id),
        toml_text(&board.game),
        toml_text(&format!("{name}, from event {}", session.table.here())),
        toml_text(&format!("A position reached in play, from the scenario {name}.")),
        toml_text(first),
        notation::print(&board, &position).replace('\\', "\\\\"),
    );
    let note = step.map(|step| format!("in the middle of a step: it begins where `{step}` began"));
    match write(&path, &text, "the scenario is") {
        Ok(text) => Reply::Done { text, lines: note.into_iter().collect() },
        Err(why) => Reply::refused(why),
    }
}

/// The position with nothing answered in its open steps: plain notation holds no more than that. Where something was
/// answered, the position at the start of the outermost step, and the name of that step.
fn without_answers(board: &Board, position: &Position) -> (Position, Option<String>) {
    let mut rest = position.clone();
    let is_unanswered = |frame: &Frame| frame.log.iter().all(|entry| matches!(entry, StepInput::Outside { .. }));
    let [outer, ..] = position.open_steps() else { return (rest, None) };
    let step = (!position.open_steps().iter().all(is_unanswered)).then(|| {
        rest.rewind_to_start_of(board, 0);
        board.steps[outer.step.at()].clone()
    });
    rest.forget_chance();
    (rest, step)
}

fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
