//! Reloads the rules of a running game. A watcher notices changed files and reads them; the game then takes up the new
//! rules or keeps the old ones.

use crate::reply::{Problem, RefusedReply, Reply};
use crate::session::Session;
use cardwright_content::{Diagnostic, render};
use cardwright_script::Program;
use cardwright_table::record::recovery_hint;
use cardwright_table::watch::{Watch, watch, watch_layouts};
use cardwright_table::{Library, ReloadError, Reloaded};
use std::fmt;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The rules as the packs have them now, or the errors in them.
#[derive(Clone)]
pub struct Loaded(pub Result<Arc<Program>, Vec<Diagnostic>>);

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_ok() { "rules" } else { "problems" })
    }
}

/// Reads the packs again and loads a game from them.
pub fn load(library: &Mutex<Library>, game: &str) -> Loaded {
    let mut library = library.lock().unwrap_or_else(PoisonError::into_inner);
    Loaded(library.reread().and_then(|()| library.load(game)).map(|(program, ..)| program))
}

/// A change of files that a watcher noticed.
#[derive(Debug)]
pub enum FileChange {
    /// Files changed. Holds the rules as they are now.
    Rules(Loaded),
    /// A folder of a pack is gone.
    FolderGone(PathBuf),
    /// A folder of a pack is back.
    FolderBack(PathBuf),
}

impl FileChange {
    /// Returns a sentence about a folder; none for changed rules.
    pub fn sentence(&self) -> Option<String> {
        match self {
            FileChange::Rules(_) => None,
            FileChange::FolderGone(folder) => Some(format!(
                "the folder {} is gone: the game goes on with the rules as they were read last",
                folder.display()
            )),
            FileChange::FolderBack(folder) => {
                Some(format!("the folder {} is there again: `reload` reads its rules", folder.display()))
            }
        }
    }
}

/// How often the watcher checks whether the folders still exist. It must check, because the platform reports no event
/// for a folder that is moved away.
const FOLDER_CHECK: Duration = Duration::from_secs(1);

/// Watches the folders of the packs while it lives.
#[derive(Debug, Default)]
pub struct RuleWatcher {
    _watches: Vec<Watch>,
    /// Ends the folder check when it is dropped.
    _folder_check: Option<Sender<()>>,
}

impl RuleWatcher {
    /// Starts to watch. After each burst of saves the watcher reads the rules of the game and calls `report`. If no
    /// pack is in a folder, for example because all are built into the program, it watches nothing.
    ///
    /// # Errors
    /// The platform cannot watch files.
    pub fn start(
        library: &Arc<Mutex<Library>>,
        game: &str,
        report: impl FnMut(FileChange) + Send + Clone + 'static,
    ) -> Result<RuleWatcher, String> {
        let folders = library.lock().unwrap_or_else(PoisonError::into_inner).folders();
        if folders.is_empty() {
            return Ok(RuleWatcher::default());
        }
        let folder_check = check_folders(folders.clone(), report.clone());
        let changed = || {
            let (library, game, mut report) = (library.clone(), game.to_owned(), report.clone());
            move || report(FileChange::Rules(load(&library, &game)))
        };
        let watches = vec![watch(&folders, changed())?, watch_layouts(&folders, changed())?];
        Ok(RuleWatcher { _watches: watches, _folder_check: Some(folder_check) })
    }
}

/// Calls `report` when a folder disappears or returns, until the returned sender is dropped.
fn check_folders(folders: Vec<PathBuf>, mut report: impl FnMut(FileChange) + Send + 'static) -> Sender<()> {
    let (guard, guard_dropped) = channel();
    std::thread::spawn(move || {
        let mut gone = vec![false; folders.len()];
        while matches!(guard_dropped.recv_timeout(FOLDER_CHECK), Err(RecvTimeoutError::Timeout)) {
            for (folder, was_gone) in folders.iter().zip(&mut gone) {
                let is_gone = !folder.is_dir();
                match (std::mem::replace(was_gone, is_gone), is_gone) {
                    (false, true) => report(FileChange::FolderGone(folder.clone())),
                    (true, false) => report(FileChange::FolderBack(folder.clone())),
                    _ => {}
                }
            }
        }
    });
    guard
}

/// The point at which a game may go on with new rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReloadMode {
    /// At the same choice, or else at the start of the innermost step whose earlier answers are all legal.
    Anywhere,
    /// At the same choice only. This mode is for a reload that no person asked for.
    SameChoice,
}

/// The result of a reload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReloadOutcome {
    /// The game already has these rules.
    Unchanged,
    /// The game took up the new rules, at the same choice.
    SameChoice,
    /// The game took up the new rules, and is back at the start of this step.
    StepStart(String),
    /// The game keeps the old rules, because with the new ones it would go back to the start of this step.
    WouldGoBack(String),
}

/// Why a game keeps its old rules.
#[derive(Debug)]
pub enum ReloadProblem {
    /// The new rules do not load.
    NotLoaded(Vec<Diagnostic>),
    /// The game cannot go on with the new rules.
    CannotGoOn(ReloadError),
}

impl Session {
    /// Takes up new rules. The old rules stay if the new ones do not load, or if the game cannot go on with them.
    ///
    /// # Errors
    /// Says why the old rules stay.
    pub fn take_up(&mut self, loaded: Loaded, mode: ReloadMode) -> Result<ReloadOutcome, ReloadProblem> {
        let program = loaded.0.map_err(ReloadProblem::NotLoaded)?;
        if program.content.hash == self.table.program().content.hash {
            return Ok(ReloadOutcome::Unchanged);
        }
        let vm = program.vm().map_err(ReloadProblem::NotLoaded)?;
        let result = match mode {
            ReloadMode::Anywhere => self.table.reload(program, vm),
            ReloadMode::SameChoice => self.table.reload_in_place(program, vm),
        };
        match result {
            Ok(Reloaded::SameChoice) => Ok(ReloadOutcome::SameChoice),
            Ok(Reloaded::StepStart(step)) if mode == ReloadMode::SameChoice => Ok(ReloadOutcome::WouldGoBack(step)),
            Ok(Reloaded::StepStart(step)) => Ok(ReloadOutcome::StepStart(step)),
            Err(error) => Err(ReloadProblem::CannotGoOn(error)),
        }
    }

    /// Runs the command `reload`: reads the packs again and takes up the rules.
    pub fn reload(&mut self) -> Reply {
        let game = self.table.board().game.clone();
        let loaded = load(&self.library, &game);
        self.take_up(loaded, ReloadMode::Anywhere).map_or_else(ReloadProblem::reply, ReloadOutcome::reply)
    }
}

impl ReloadOutcome {
    /// Returns the reply that tells a player the outcome.
    pub fn reply(self) -> Reply {
        match self {
            ReloadOutcome::Unchanged => Reply::text("nothing has changed"),
            ReloadOutcome::SameChoice => Reply::done("the new rules are in use: the game goes on at the same choice"),
            ReloadOutcome::StepStart(step) => {
                Reply::done(format!("the new rules are in use: the game goes on from the start of the step `{step}`"))
            }
            ReloadOutcome::WouldGoBack(step) => Reply::text(format!(
                "with the new rules the game goes back to the start of the step `{step}`; `reload` takes them up, and \
                 the old ones hold until then"
            )),
        }
    }
}

impl ReloadProblem {
    /// Returns the refusal that tells a player the problem.
    pub fn reply(self) -> Reply {
        let refused = match self {
            ReloadProblem::NotLoaded(problems) => RefusedReply {
                text: "the rules as they are now do not load: the game goes on with the old ones".to_owned(),
                problems,
                ..RefusedReply::default()
            },
            ReloadProblem::CannotGoOn(error) => {
                let (problem, hint) = match &error {
                    ReloadError::Record(record) => {
                        let hint = recovery_hint(
                            record,
                            "`:record FILE` goes on with all of it in another file; then `reload`",
                        );
                        (Some(Problem::Unwritten(error.to_string())), hint)
                    }
                    _ => (None, None),
                };
                let text = format!("{error}; the game goes on with the old rules");
                RefusedReply { text, lines: hint.into_iter().collect(), problem, ..RefusedReply::default() }
            }
        };
        Reply::Refused(Box::new(refused))
    }

    /// Returns the problem as text without colours, with every diagnostic.
    pub fn text(self) -> String {
        match self {
            ReloadProblem::NotLoaded(problems) => {
                format!("{}the old rules stay until it has no errors", render(&problems, false))
            }
            ReloadProblem::CannotGoOn(error) => format!("{error}; the game goes on with the old rules"),
        }
    }
}
