//! Notices changed files of the packs and reads the rules again.

use cardwright_content::Diagnostic;
use cardwright_script::Program;
use cardwright_table::Library;
use cardwright_table::watch::{Watch, watch, watch_layouts};
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
