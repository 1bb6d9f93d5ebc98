//! Notices changed files of the packs and reads the rules again.

use cardwright_content::Diagnostic;
use cardwright_script::Program;
use cardwright_table::Library;
use cardwright_table::watch::{Watch, watch, watch_layouts};
use std::fmt;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

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
    /// A folder of a pack is back, or another folder is in its place. Its rules follow, if it can be watched.
    FolderBack(PathBuf),
    /// The folders of the packs cannot be watched any more. Holds the reason.
    Unwatched(String),
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
            FileChange::FolderBack(folder) => Some(format!("the folder {} is there again", folder.display())),
            FileChange::Unwatched(why) => {
                Some(format!("files are not watched any more ({why}): `reload` reads them again"))
            }
        }
    }
}

/// How often the watcher checks whether the folders are still the same. It must check, because the platform reports no
/// event for a folder that is moved away or replaced.
const FOLDER_CHECK: Duration = Duration::from_secs(1);

/// Watches the folders of the packs while it lives.
#[derive(Debug, Default)]
pub struct RuleWatcher {
    /// Ends the watch when it is dropped.
    _guard: Option<Sender<()>>,
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
        let changed = {
            let (library, game, mut report) = (library.clone(), game.to_owned(), report.clone());
            move || report(FileChange::Rules(load(&library, &game)))
        };
        let identities: Vec<Option<Identity>> = folders.iter().map(|folder| identity(folder)).collect();
        let watches = watch_all(&folders, &changed)?;
        let (guard, guard_dropped) = channel();
        let mut check = FolderCheck { folders, identities, watches, changed, report };
        std::thread::spawn(move || {
            while matches!(guard_dropped.recv_timeout(FOLDER_CHECK), Err(RecvTimeoutError::Timeout)) {
                check.run();
            }
        });
        Ok(RuleWatcher { _guard: Some(guard) })
    }
}

fn watch_all(folders: &[PathBuf], changed: &(impl FnMut() + Send + Clone + 'static)) -> Result<[Watch; 2], String> {
    Ok([watch(folders, changed.clone())?, watch_layouts(folders, changed.clone())?])
}

/// What tells a folder from another folder that is put in its place: where a link leads, the number of the folder on
/// its disk, and the time at which it was made.
type Identity = (PathBuf, u64, Option<SystemTime>);

/// Returns the identity of a folder, or `None` if there is no folder at the path.
fn identity(folder: &Path) -> Option<Identity> {
    let path = folder.canonicalize().ok()?;
    let metadata = path.metadata().ok().filter(Metadata::is_dir)?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let number = 0;
    Some((path, number, metadata.created().ok()))
}

/// The watched folders. Notices when one of them disappears, returns or is replaced.
struct FolderCheck<C, R> {
    folders: Vec<PathBuf>,
    /// The identities of the folders that are watched.
    identities: Vec<Option<Identity>>,
    watches: [Watch; 2],
    changed: C,
    report: R,
}

impl<C: FnMut() + Send + Clone + 'static, R: FnMut(FileChange)> FolderCheck<C, R> {
    /// Reports folders that are gone or back. If a folder is another one than before, watches it and reads the rules.
    fn run(&mut self) {
        let mut is_replaced = false;
        for (folder, known) in self.folders.iter().zip(&mut self.identities) {
            let now = identity(folder);
            match (&*known, &now) {
                (before, now) if before == now => continue,
                (_, None) => (self.report)(FileChange::FolderGone(folder.clone())),
                (_, Some(_)) => {
                    (self.report)(FileChange::FolderBack(folder.clone()));
                    is_replaced = true;
                }
            }
            *known = now;
        }
        if !is_replaced {
            return;
        }
        match watch_all(&self.folders, &self.changed) {
            Ok(watches) => {
                self.watches = watches;
                (self.changed)();
            }
            Err(why) => (self.report)(FileChange::Unwatched(why)),
        }
    }
}
