//! Fresh rules under a running game, noticed when a file is saved. The game takes them up before the next line: `renew.rs`.

use cardwright_content::{Diagnostic, render};
use cardwright_script::{Program, Vm};
use cardwright_state::Position;
use cardwright_table::watch::{Watch, watch};
use cardwright_table::{Library, Table, lacks};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether files changed since the rules were last read.
#[derive(Debug, Default)]
pub(crate) struct Fresh {
    changed: Arc<AtomicBool>,
    /// Whether problems were told as the files changed.
    pub(super) tells: bool,
    /// How the game stands, for what is to be told of the new rules before it takes them up.
    stands: Stands,
    _watch: Option<Watch>,
}

/// A position with the rules it is of.
type Stands = Arc<Mutex<Option<(Arc<Program>, Arc<Position>)>>>;

impl Fresh {
    /// Notes how the game stands.
    pub(super) fn stands(&self, table: &Table) {
        if self._watch.is_some() {
            let node = &table.nodes()[table.now()];
            *self.stands.lock().unwrap_or_else(PoisonError::into_inner) = Some((node.program.clone(), node.position()));
        }
    }

    /// Watches folders. After each change the packs are tried at once, and `tell` says how that went;
    /// the game itself takes them up with the next line.
    ///
    /// # Errors
    /// The platform cannot watch.
    pub(crate) fn watching(
        folders: &[PathBuf],
        packs: &Arc<Mutex<Library>>,
        game: &str,
        color: bool,
        mut tell: Option<Box<dyn FnMut(String) + Send>>,
    ) -> Result<Fresh, String> {
        let changed = Arc::new(AtomicBool::new(false));
        let tells = tell.is_some();
        let stands = Stands::default();
        let (flag, packs, game, now) = (changed.clone(), packs.clone(), game.to_owned(), stands.clone());
        let watch = watch(folders, move || {
            if let Some(tell) = &mut tell {
                let text = match read(&packs, &game) {
                    Ok((program, _)) => {
                        let now = now.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        match now.and_then(|(rules, position)| lacks(&rules, &program, &position)) {
                            None => "files changed: the new rules load, and hold from your next line".to_owned(),
                            Some(why) => format!("files changed: this game cannot go on with the new rules: {why}"),
                        }
                    }
                    Err(problems) => format!("{}the old rules stay until this is mended", render(&problems, color)),
                };
                tell(text);
            }
            flag.store(true, Ordering::Release);
        })?;
        Ok(Fresh { changed, tells, stands, _watch: Some(watch) })
    }

    /// As after files changed and what came of it was told.
    #[cfg(test)]
    pub(crate) fn already_told() -> Fresh {
        Fresh { changed: Arc::new(AtomicBool::new(true)), tells: true, ..Fresh::default() }
    }

    /// Whether files changed since this was asked last.
    pub(super) fn take(&self) -> bool {
        self.changed.swap(false, Ordering::AcqRel)
    }
}

type Loaded = (Arc<Program>, Vm);

/// Reads the packs anew, and the game from them.
pub(super) fn read(packs: &Mutex<Library>, game: &str) -> Result<Loaded, Vec<Diagnostic>> {
    let mut packs = packs.lock().unwrap_or_else(PoisonError::into_inner);
    packs.reread()?;
    packs.load(game).map(|(program, vm, _)| (program, vm))
}
