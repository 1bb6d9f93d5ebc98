//! Positions and records to files and back.

use super::session::Session;
use cardwright_content::{Diagnostic, SourceFile, render};
use cardwright_state::position::{Entry, Frame};
use cardwright_state::{Position, StepId, notation};
use cardwright_table::record::write_new;
use cardwright_table::{ReloadError, line};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Session {
    /// A copy of the record where the file ends as records do, else the position in words.
    pub(crate) fn save(&mut self, file: &str) {
        let Some(path) = self.new_file(file, "save") else { return };
        let is_record = |r: &Path| path.extension().is_some() && path.extension() == r.extension();
        if self.table.record_path().is_some_and(is_record) {
            return match self.table.copy_record(&path) {
                Ok(()) => self.done(format!(
                    "the record is in {0}, to be resumed with `cardwright play --resume {0}`",
                    path.display()
                )),
                Err(error) => self.refuse(error.to_string()),
            };
        }
        let text = notation::print_save(self.table.board(), self.table.position());
        self.write(&path, &text, "the position, hidden cards too, is");
    }

    /// Goes on with the record in another file: all of it is written there.
    pub(crate) fn record(&mut self, file: &str) {
        let Some(now) = self.table.record_path().map(|p| p.display().to_string()) else {
            return self.refuse("this game is played without a record: `save FILE` keeps the position");
        };
        if file.is_empty() {
            return self.say(format!("record: {now}"));
        }
        let Some(path) = self.new_file(file, "record") else { return };
        match self.table.move_record(&path) {
            Ok(()) => self.done(format!("all of the record is in {}, and the game goes on there", path.display())),
            Err(error) => self.refuse(format!("{error}; the record is still {now}")),
        }
    }

    /// The position as a scenario.
    pub(crate) fn export(&mut self, file: &str) {
        let Some(path) = self.new_file(file, "export") else { return };
        let board = self.table.board().clone();
        let (position, note) = at_rest(&board, self.table.position());
        let id: String = path.file_stem().and_then(|s| s.to_str()).unwrap_or("scenario").to_lowercase();
        let id: String = id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let scenario = self.table.program().content.scenario(&self.table.scenario);
        let (name, first) = scenario.map_or(("", ""), |s| (s.name.as_str(), s.first.as_str()));
        let quoted = |text: &str| toml_text(text);
        let text = format!(
            "# Exported at event {} of a game of `{}` (seed {}).\n[meta]\nid = {}\ngame = {}\nname = {}\ndoc = {}\nsource = \"reconstructed\"\nfirst = {}\nposition = \"\"\"\n{}\"\"\"\n",
            self.table.here(),
            self.table.scenario,
            self.table.position().seed,
            quoted(&id),
            quoted(&board.game),
            quoted(&format!("{name}, from event {}", self.table.here())),
            quoted(&format!("A position reached in play, from the scenario {name}.")),
            quoted(first),
            notation::print(&board, &position).replace('\\', "\\\\"),
        );
        self.write(&path, &text, "the scenario is");
        if let Some(step) = note {
            self.say(format!("  in the middle of a step: it begins where `{step}` began"));
        }
    }

    fn write(&mut self, path: &Path, text: &str, what: &str) {
        match write_new(path, text.as_bytes()).map(drop) {
            Ok(()) => self.done(format!("{what} in {}", path.display())),
            Err(error) => self.refuse(format!("cannot write {}: {error}", path.display())),
        }
    }

    fn new_file(&mut self, file: &str, command: &str) -> Option<PathBuf> {
        if file.is_empty() {
            self.refuse(format!("`{command}` takes a file"));
            return None;
        }
        let path = home(file);
        if path.exists() {
            self.refuse(format!("{} exists already; name another file", path.display()));
            return None;
        }
        Some(path)
    }

    /// Goes on from a position in words.
    pub(crate) fn load(&mut self, file: &str) {
        if file.is_empty() {
            return self.refuse("`load` takes a file with a position in words");
        }
        let path = home(file);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return self.refuse(format!("cannot read {}: {error}", path.display())),
        };
        if text.starts_with("{\"cardwright_record\"") {
            return self.refuse(format!("{0} is a record of a game: `cardwright play --resume {0}`", path.display()));
        }
        let board = self.table.board().clone();
        let position = match notation::load(&board, &text) {
            Ok(position) => position,
            Err(errors) => {
                let shown = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                let source =
                    Arc::new(SourceFile { pack: "base".into(), path: shown, text: text.clone(), on_disk: Some(path) });
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
                self.say(render(&problems, self.page.color).trim_end());
                return self.refuse("the position was not loaded");
            }
        };
        let position = self.completed(position, &text);
        match self.table.load_position(&position) {
            Ok(()) => {
                self.done(format!("the position of {file}"));
                self.redraw();
            }
            Err(ReloadError::Record(error)) => self.answered(Err(error.into())),
            Err(error) => self.refuse(format!("the rules cannot go on from it: {error}")),
        }
    }

    /// What words may leave out: the seed, and the step that is open.
    fn completed(&self, mut position: Position, text: &str) -> Position {
        if !text.lines().any(|l| l.trim_start().starts_with("seed ")) {
            position.seed = self.table.position().seed;
        }
        let content = &self.table.program().content;
        if position.stack.is_empty()
            && position.outcome.is_none()
            && let Some(scenario) = content.scenario(&self.table.scenario)
            && let Some(step) = self.table.board().steps.iter().position(|s| *s == scenario.first)
        {
            position.open_outermost(StepId::new(step), vec![]);
        }
        position
    }
}

/// The position with nothing answered in its open steps: plain notation holds no more than that.
/// If something was, the one at the start of the outermost step, and that step's name.
fn at_rest(board: &cardwright_state::Board, position: &Position) -> (Position, Option<String>) {
    let mut rest = position.clone();
    let untold = |f: &Frame| f.log.iter().all(|e| matches!(e, Entry::Outside { .. }));
    let [outer, ..] = &position.stack[..] else { return (rest, None) };
    let note = if position.stack.iter().all(untold) {
        None
    } else {
        rest.take_back(board, outer.start as usize);
        rest.stack.truncate(1);
        Some(board.steps[outer.step.at()].clone())
    };
    for frame in &mut rest.stack {
        frame.log.clear();
    }
    (rest, note)
}

fn toml_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A path as people type it: `~/` is the home folder.
fn home(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), directories::UserDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => PathBuf::from(file),
    }
}
