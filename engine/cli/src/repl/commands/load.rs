//! `load`: goes on from a position in words.

use super::{Command, Completes, For, InBrowser};
use crate::repl::files::home;
use crate::repl::session::Session;
use cardwright_content::{Diagnostic, SourceFile, read_named, render};
use cardwright_state::{Position, StepId, notation};
use cardwright_table::{ReloadError, line};
use std::sync::Arc;

pub(super) const COMMAND: Command = Command {
    name: "load",
    also: &[],
    takes: "FILE",
    does: "go on from a position in words",
    of: For::Files,
    in_browser: InBrowser::Nobody,
    more: "Replaces the position by one written by `save` or `show notation`. It is recorded; `goto` goes back.",
    example: None,
    run,
    completes: Completes::Files,
};

fn run(session: &mut Session, file: &str) {
    if file.is_empty() {
        return session.refuse("`load` takes a file with a position in words");
    }
    let path = home(file);
    let text = match read_named(&path) {
        Ok(text) => text,
        Err(problem) => return session.refuse(problem.sentence()),
    };
    if text.starts_with("{\"cardwright_record\"") {
        return session.refuse(format!("{0} is a record of a game: `cardwright play --resume {0}`", path.display()));
    }
    let board = session.table.board().clone();
    let position = match notation::load(&board, &text) {
        Ok(position) => position,
        Err(errors) => {
            let shown = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let source = Arc::new(SourceFile::new("base".into(), shown, text.clone(), Some(path)));
            let problems: Vec<Diagnostic> = errors
                .iter()
                .map(|e| {
                    let word = text.get(e.span.clone()).unwrap_or_default();
                    let problem = Diagnostic::error("position", e.message.clone()).at(&source, e.span.clone());
                    match line::nearest(word, &e.candidates) {
                        Some(near) => problem.help(format!("did you mean `{near}`?")),
                        None => problem,
                    }
                })
                .collect();
            session.say(render(&problems, session.page.color).trim_end());
            return session.refuse("the position was not loaded");
        }
    };
    let position = completed(session, position, &text);
    match session.table.load_position(&position) {
        Ok(()) => {
            session.done(format!("the position of {file}"));
            session.redraw();
        }
        Err(ReloadError::Record(error)) => session.answered(Err(error.into())),
        Err(error) => session.refuse(format!("the rules cannot go on from it: {error}")),
    }
}

/// What words may leave out: the seed, and the step that is open.
fn completed(session: &Session, mut position: Position, text: &str) -> Position {
    if !text.lines().any(|l| l.trim_start().starts_with("seed ")) {
        position.reseed(session.table.position().seed());
    }
    let content = &session.table.program().content;
    if position.open_steps().is_empty()
        && position.outcome().is_none()
        && let Some(scenario) = content.scenario(&session.table.scenario)
        && let Some(step) = session.table.board().steps.iter().position(|s| *s == scenario.first)
    {
        position.open_outermost(StepId::new(step), vec![]);
    }
    position
}
