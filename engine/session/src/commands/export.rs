//! `export`: writes the position as a scenario of a pack.

use crate::command::{Access, Command, Completion, Group, Places};
use crate::files::{new_file, write};
use crate::reply::Reply;
use crate::session::Session;
use cardwright_state::position::StepInput;
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
            "a scenario tells all that is hidden, the seed too: it is written in open games (`open on`)",
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

/// Returns the position as a scenario can hold it: without the inputs and changes of its open steps, which the steps
/// would receive and make again. If there are any, returns the position at the start of the outermost step, and the
/// name of that step.
fn without_answers(board: &Board, position: &Position) -> (Position, Option<String>) {
    let mut unanswered = position.clone();
    let [outermost, ..] = position.open_steps() else { return (unanswered, None) };
    let step = (!is_repeatable(position)).then(|| {
        // The outermost open step has the depth 0.
        unanswered.rewind_to_start_of(board, 0);
        board.labels[outermost.step].clone()
    });
    // Each game of the scenario has a seed of its own.
    unanswered.forget_chance();
    (unanswered, step)
}

/// Whether the open steps come to the same choice if they run again from this position. They must have received and
/// changed nothing, except by `adjust` and standing actions (`Outside`), whose changes are part of the position. No step
/// may stand in place of the step that was called, because notation does not say which step that was.
fn is_repeatable(position: &Position) -> bool {
    let mut outside_changes = 0;
    for frame in position.open_steps() {
        for entry in &frame.log {
            let StepInput::Outside { changes, .. } = entry else { return false };
            outside_changes += *changes as usize;
        }
        if frame.called != frame.step {
            return false;
        }
    }
    outside_changes == position.journal().len()
}

fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
