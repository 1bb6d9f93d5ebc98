//! Reloads rules when files change: reports problems at once, and updates the game before the next line.

use super::prompt::Prompt;
use cardwright_content::render;
use cardwright_script::Program;
use cardwright_session::{FileChange, Loaded, ReloadMode, ReloadOutcome, ReloadProblem, RuleWatcher, Typed, parse};
use cardwright_state::Position;
use cardwright_table::missing_definition;
use std::sync::{Arc, Mutex, PoisonError};

/// Prints text above the line that is being typed.
pub(crate) type Printer = Box<dyn FnMut(String) + Send>;

/// Rules that were loaded after files changed and that the game does not use yet.
#[derive(Debug, Default)]
pub(crate) struct RuleChanges {
    loaded: Arc<Mutex<Option<Loaded>>>,
    /// Whether the prompt printed problems when the files changed.
    is_printed: bool,
    /// The rules and the position of the game. The watcher checks with them whether the game can continue.
    current: CurrentPosition,
}

type CurrentPosition = Arc<Mutex<Option<(Arc<Program>, Arc<Position>)>>>;

impl RuleChanges {
    fn take(&self) -> Option<Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Makes the state after files changed and the terminal printed the result.
    #[cfg(test)]
    pub(crate) fn already_printed(loaded: Loaded) -> RuleChanges {
        RuleChanges { loaded: Arc::new(Mutex::new(Some(loaded))), is_printed: true, ..RuleChanges::default() }
    }
}

impl Prompt {
    /// Watches the folders of the packs. After each change, loads the rules and prints at once whether they load. The
    /// game uses them from the next line on. Prints a note if the platform cannot watch files.
    pub(crate) fn watch_rules(&mut self, print: Option<Printer>) {
        let (loaded, current) = (Arc::default(), CurrentPosition::default());
        self.rule_changes =
            RuleChanges { loaded: Arc::clone(&loaded), is_printed: print.is_some(), current: current.clone() };
        let (print, color) = (Arc::new(Mutex::new(print)), self.page().color);
        let report = move |change: FileChange| {
            let text = match &change {
                FileChange::Rules(loaded) => summary(loaded, &current, color),
                folder => folder.sentence().unwrap_or_default(),
            };
            if let Some(print) = print.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                print(text);
            }
            if let FileChange::Rules(new) = change {
                *loaded.lock().unwrap_or_else(PoisonError::into_inner) = Some(new);
            }
        };
        match RuleWatcher::start(&self.session.library, &self.table().board().game.clone(), report) {
            Ok(watcher) => self.session.rule_watcher = watcher,
            Err(problem) => self.say(format!("files are not watched ({problem}): `reload` reads them again")),
        }
    }

    /// Stores the position for the check after a change of files.
    pub(crate) fn note_position(&self) {
        let node = &self.table().nodes()[self.table().current_event()];
        let mut current = self.rule_changes.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some((node.program.clone(), node.position()));
    }

    /// Reloads the game with changed rules, if there are any. Returns false if the typed line must not be played,
    /// because the choice changed or the reload failed. The line then becomes the beginning of the next line.
    pub(crate) fn take_up_rules(&mut self, line: &str) -> bool {
        let Some(loaded) = self.rule_changes.take() else { return true };
        let rows = self.table().row_words().to_vec();
        let was_command = is_command_line(line, &rows);
        let has_typed_line = self.screen.is_typed && !was_command && !line.trim().is_empty();
        let mut cannot_go_on = false;
        // If the pending choice is gone, the game goes on at the start of a step.
        match self.session.take_up(loaded, ReloadMode::Anywhere) {
            Ok(ReloadOutcome::Unchanged) => {}
            Ok(outcome) => {
                self.show(outcome.reply());
                self.screen.redraw();
            }
            // At a terminal the watcher printed the problems when the files changed.
            Err(ReloadProblem::NotLoaded(_)) if self.rule_changes.is_printed => {}
            Err(problem) => {
                cannot_go_on = matches!(problem, ReloadProblem::CannotGoOn(_));
                self.show(problem.reply());
                self.screen.redraw();
            }
        }
        if cannot_go_on && has_typed_line {
            self.say("your line waits below: Enter plays it by the old rules");
            self.initial = line.to_owned();
            return false;
        }
        // A command or question does not depend on what is legal, so it need not wait.
        let is_same =
            rows == self.table().row_words() || was_command && is_command_line(line, self.table().row_words());
        if !is_same && has_typed_line {
            self.say("what is legal changed with the rules: your line waits below");
            self.initial = line.to_owned();
        }
        is_same || !self.screen.is_typed
    }
}

/// Whether a line is a command or a question, while these rows are legal.
pub(super) fn is_command_line(line: &str, rows: &[Vec<String>]) -> bool {
    matches!(parse(line, rows), Typed::Command(..) | Typed::Ask(_))
}

/// Says whether the rules load, and whether the game can go on with them.
fn summary(loaded: &Loaded, current: &CurrentPosition, color: bool) -> String {
    let program = match &loaded.0 {
        Ok(program) => program,
        Err(problems) => return format!("{}the old rules stay until it has no errors", render(problems, color)),
    };
    let current = current.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match current.and_then(|(rules, position)| missing_definition(&rules, program, &position)) {
        None => "files changed: your next line uses the new rules".to_owned(),
        Some(why) => format!("files changed: this game cannot go on with the new rules: {why}"),
    }
}
