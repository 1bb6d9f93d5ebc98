//! `load`: goes on from a position in notation.

use crate::command::{Access, Command, Completion, Group, Places};
use crate::files::home;
use crate::reply::{MovedReply, RefusedReply, Reply};
use crate::session::Session;
use cardwright_content::{Diagnostic, SourceFile, read_text_file, shell_word};
use cardwright_state::notation::NotationError;
use cardwright_state::{Position, StepId, notation};
use cardwright_table::{ReloadError, Viewer, line};
use std::sync::Arc;

pub(crate) const COMMAND: Command = Command {
    args: "FILE",
    places: Places::Prompt,
    details: "Replaces the position by one written by `save` or `show notation`. It is recorded; `goto` goes back.",
    completion: Completion::Files,
    ..Command::new("load", "go on from a position in notation", Group::Files, Access::Host, run)
};

fn run(session: &mut Session, viewer: Viewer, file: &str) -> Reply {
    if file.is_empty() {
        return Reply::refused("`load` takes a file with a position in notation");
    }
    let path = home(file);
    let text = match read_text_file(&path) {
        Ok(text) => text,
        Err(problem) => return Reply::refused(problem.with_help()),
    };
    if text.starts_with("{\"cardwright_record\"") {
        return Reply::refused(format!(
            "{} is a record of a game: `cardwright play --resume {}`",
            path.display(),
            shell_word(&path)
        ));
    }
    let board = session.table.board().clone();
    let position = match notation::load(&board, &text) {
        Ok(position) => position,
        Err(errors) => {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let source = Arc::new(SourceFile::new("base".into(), name.clone(), text.clone(), Some(path)));
            let problem = |error: &NotationError| {
                let word = text.get(error.span.clone()).unwrap_or_default();
                let problem = Diagnostic::error("position", error.message.clone()).at(&source, error.span.clone());
                match line::nearest(word, &error.candidates) {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem,
                }
            };
            // If most lines have errors, the file is something else. One error is enough then.
            let lines = notation::items(&text).len();
            let (text, shown) = match errors.len() > 1 && errors.len() * 2 > lines {
                true => (format!("{name} is no position in notation, as `save` writes it"), 1),
                false => ("the position was not loaded".to_owned(), errors.len()),
            };
            return Reply::Refused(Box::new(RefusedReply {
                text,
                problems: errors.iter().take(shown).map(problem).collect(),
                ..RefusedReply::default()
            }));
        }
    };
    let from = session.table.shown_event();
    let position = completed(session, position, &text);
    match session.table.load_position(&position) {
        Ok(()) => {
            // `is_far`: the prompt redraws the whole position.
            let moved = MovedReply { is_far: true, ..session.moved(viewer, from) };
            Reply::Moved(MovedReply { before: None, loaded: Some(file.to_owned()), ..moved })
        }
        Err(ReloadError::Record(error)) => session.refuse(viewer, error.into()),
        Err(error) => Reply::refused(format!("the rules cannot go on from it: {error}")),
    }
}

/// Adds what the file may leave out: the seed of the game, and the first step of the scenario as the open step.
fn completed(session: &Session, mut position: Position, text: &str) -> Position {
    if !text.lines().any(|line| line.trim_start().starts_with("seed ")) {
        position.reseed(session.table.position().seed());
    }
    let content = &session.table.program().content;
    if position.open_steps().is_empty()
        && position.outcome().is_none()
        && let Some(scenario) = content.scenario(&session.table.scenario)
        && let Some(step) = session.table.board().labels.steps.iter().position(|step| *step == scenario.first)
    {
        position.open_outermost(StepId::new(step), vec![]);
    }
    position
}
