//! `export`: writes the position as a scenario of a pack.

use crate::command::{Access, Command, Completion, Group, Places};
use crate::files::{new_file, write};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_state::position::{Frame, StepInput};
use cardwright_state::{Board, Position, notation};
use cardwright_table::Viewer;

pub(crate) const COMMAND: Command = Command {
    args: "FILE",
    places: Places::Prompt,
    details: "Writes a scenario file: put it into scenarios/GAME/ of a pack and `cardwright play GAME --scenario ID` begins there.",
    completion: Completion::Files,
    ..Command::new("export", "write the position as a scenario of a pack", Group::Files, Access::Host, run)
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
    let id: String = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("scenario").to_lowercase();
    let id: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let scenario = session.table.program().content.scenario(&session.table.scenario);
    let (name, first_step) = scenario.map_or(("", ""), |scenario| (scenario.name.as_str(), scenario.first.as_str()));
    let text = format!(
        "# Exported at event {} of a game of `{}` (seed {}).\n[meta]\nid = {}\ngame = {}\nname = {}\ndoc = {}\nsource = \"reconstructed\"\nfirst = {}\nposition = \"\"\"\n{}\"\"\"\n",
        session.table.shown_event(),
        session.table.scenario,
        session.table.position().seed(),
        toml_text(&id),
        toml_text(&board.game),
        toml_text(&format!("{name}, from event {}", session.table.shown_event())),
        toml_text(&format!("A position reached in play, from the scenario {name}.")),
        toml_text(first_step),
        notation::print(&board, &position).replace('\\', "\\\\"),
    );
    let note = step.map(|step| format!("in the middle of a step: it begins where `{step}` began"));
    match write(&path, &text, "the scenario is") {
        Ok(text) => Reply::Done { text, lines: note.into_iter().collect() },
        Err(why) => Reply::refused(why),
    }
}

/// Returns the position without answers in its open steps, because the notation of a scenario cannot hold answers. If
/// there are answers, returns the position at the start of the outermost step, and the name of that step.
fn without_answers(board: &Board, position: &Position) -> (Position, Option<String>) {
    let mut unanswered = position.clone();
    // Changes by `adjust` and standing actions (`Outside`) are part of the position. A scenario could not repeat the
    // other inputs.
    let is_unanswered = |frame: &Frame| frame.log.iter().all(|entry| matches!(entry, StepInput::Outside { .. }));
    let [outermost, ..] = position.open_steps() else { return (unanswered, None) };
    let step = (!position.open_steps().iter().all(is_unanswered)).then(|| {
        // The outermost open step has the depth 0.
        unanswered.rewind_to_start_of(board, 0);
        board.labels[outermost.step].clone()
    });
    // Each game of the scenario has a seed of its own.
    unanswered.forget_chance();
    (unanswered, step)
}

fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
