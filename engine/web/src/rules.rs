//! Reloads rules and layouts while the game is served. A watcher reads changed files on a thread of its own, and the
//! game's thread applies them.

use crate::game::{Game, Input};
use cardwright_session::{FileChange, Loaded, ReloadMode, ReloadOutcome, ReloadProblem, Reply, RuleWatcher, load};
use std::sync::mpsc::SyncSender;

impl Game {
    /// Watches the folders of the packs, and sends changes to the game's thread.
    ///
    /// # Errors
    /// The operating system cannot watch the folders.
    pub(crate) fn watch_rules(&mut self, game_input: SyncSender<Input>) -> Result<(), String> {
        if self.is_watched {
            let report = move |change: FileChange| {
                let _ = game_input.send(Input::FilesChanged(change));
            };
            let game = self.session.table.board().game.clone();
            self.session.rule_watcher = RuleWatcher::start(&self.session.library, &game, report)?;
        }
        Ok(())
    }

    /// Handles changed files. The new rules take effect at once if the game reaches the same choice with them.
    pub(crate) fn files_changed(&mut self, change: FileChange) {
        if let Some(text) = change.sentence() {
            return self.notify_host("error", &text);
        }
        let FileChange::Rules(loaded) = change else { return };
        let outcome = self.apply(loaded, ReloadMode::SameChoice);
        let had_errors = std::mem::replace(&mut self.packs_have_errors, outcome.is_err());
        match outcome {
            // `StepStart` does not occur in this mode. The outcome is then `WouldGoBack`.
            Ok(outcome @ (ReloadOutcome::SameChoice { .. } | ReloadOutcome::StepStart { .. })) => {
                self.notify_all("rules", "the rules changed, and the game goes on at the same choice");
                if let Some(text) = outcome.dropped_sentence() {
                    self.notify_host("rules", &text);
                }
            }
            Ok(ReloadOutcome::Unchanged) if had_errors => self.notify_repaired(),
            Ok(ReloadOutcome::Unchanged) => {}
            Ok(outcome @ ReloadOutcome::WouldGoBack(_)) => {
                let text = outcome.reply().sentences().unwrap_or_default();
                self.notify_host("rules", &format!("files changed: {text}"));
            }
            Err(problem) => {
                let text = problem.text();
                self.notify_host("error", &text);
            }
        }
    }

    /// Runs the command `reload`: applies the rules now, even if the game then goes back to an earlier choice.
    pub(crate) fn reload(&mut self) -> Reply {
        let game = self.session.table.board().game.clone();
        let loaded = load(&self.session.library, &game);
        let outcome = self.apply(loaded, ReloadMode::Anywhere);
        if std::mem::replace(&mut self.packs_have_errors, outcome.is_err()) && outcome.is_ok() {
            self.notify_repaired();
        }
        match outcome {
            Ok(outcome) => outcome.reply(),
            Err(problem @ ReloadProblem::NotLoaded(_)) => Reply::refused(problem.text()),
            Err(problem) => problem.reply(),
        }
    }

    fn notify_repaired(&mut self) {
        self.notify_host("mended", "the files load again");
    }

    /// Applies loaded rules to the game, and updates the pages.
    fn apply(&mut self, loaded: Loaded, mode: ReloadMode) -> Result<ReloadOutcome, ReloadProblem> {
        let outcome = self.session.take_up(loaded, mode);
        match &outcome {
            // The rules are the same, but the layout of the map may have changed.
            Ok(ReloadOutcome::Unchanged) => {
                if self.redraw() {
                    self.restart_pages();
                }
            }
            Ok(ReloadOutcome::SameChoice { .. } | ReloadOutcome::StepStart { .. }) => {
                self.redraw();
                self.restart_pages();
            }
            Ok(ReloadOutcome::WouldGoBack(_)) | Err(_) => {}
        }
        outcome
    }
}
