//! `export`: the position as a scenario of a pack.

use super::{Command, Completes, For, InBrowser};
use crate::repl::files::{new_file, write};
use crate::repl::session::Session;
use cardwright_state::position::{Entry, Frame};
use cardwright_state::{Board, Position, notation};

pub(super) const COMMAND: Command = Command {
    name: "export",
    also: &[],
    takes: "FILE",
    does: "the position as a scenario of a pack",
    of: For::Files,
    in_browser: InBrowser::Nobody,
    more: "Writes a scenario file: put it into scenarios/GAME/ of a pack and `cardwright play GAME --scenario ID` begins there.",
    example: None,
    run,
    completes: Completes::Files,
};

fn run(session: &mut Session, file: &str) {
    let Some(path) = new_file(session, file, "export") else { return };
    if session.is_secret() {
        return session
            .refuse("a scenario tells all that is hidden, the seed too: it is written in games begun with `--open`");
    }
    let board = session.table.board().clone();
    let (position, note) = at_rest(&board, session.table.position());
    let id: String = path.file_stem().and_then(|s| s.to_str()).unwrap_or("scenario").to_lowercase();
    let id: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let scenario = session.table.program().content.scenario(&session.table.scenario);
    let (name, first) = scenario.map_or(("", ""), |s| (s.name.as_str(), s.first.as_str()));
    let quoted = |text: &str| toml_text(text);
    let text = format!(
        "# Exported at event {} of a game of `{}` (seed {}).\n[meta]\nid = {}\ngame = {}\nname = {}\ndoc = {}\nsource = \"reconstructed\"\nfirst = {}\nposition = \"\"\"\n{}\"\"\"\n",
        session.table.here(),
        session.table.scenario,
        session.table.position().seed(),
        quoted(&id),
        quoted(&board.game),
        quoted(&format!("{name}, from event {}", session.table.here())),
        quoted(&format!("A position reached in play, from the scenario {name}.")),
        quoted(first),
        notation::print(&board, &position).replace('\\', "\\\\"),
    );
    write(session, &path, &text, "the scenario is");
    if let Some(step) = note {
        session.say(format!("  in the middle of a step: it begins where `{step}` began"));
    }
}

/// The position with nothing answered in its open steps: plain notation holds no more than that.
/// If something was, the one at the start of the outermost step, and that step's name.
fn at_rest(board: &Board, position: &Position) -> (Position, Option<String>) {
    let mut rest = position.clone();
    let untold = |f: &Frame| f.log.iter().all(|e| matches!(e, Entry::Outside { .. }));
    let [outer, ..] = position.open_steps() else { return (rest, None) };
    let note = if position.open_steps().iter().all(untold) {
        None
    } else {
        rest.back_to_start_of(board, 0);
        Some(board.steps[outer.step.at()].clone())
    };
    rest.forget_told();
    (rest, note)
}

fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
