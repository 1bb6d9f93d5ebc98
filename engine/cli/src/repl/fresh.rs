//! Fresh rules under a running game: noticed when a file is saved, taken up before the next line.

use super::session::Session;
use crate::failure::way_on;
use cardwright_content::{Diagnostic, render};
use cardwright_table::watch::{Watch, watch};
use cardwright_table::{Library, ReloadError, Reloaded};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Whether files changed since the rules were last read.
#[derive(Debug, Default)]
pub(crate) struct Fresh {
    changed: Arc<AtomicBool>,
    /// Whether problems were told as the files changed.
    tells: bool,
    _watch: Option<Watch>,
}

impl Fresh {
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
        let (flag, packs, game) = (changed.clone(), packs.clone(), game.to_owned());
        let watch = watch(folders, move || {
            if let Some(tell) = &mut tell {
                let text = match read(&packs, &game) {
                    Ok(_) => "files changed: the new rules load, and hold from your next line".to_owned(),
                    Err(problems) => format!("{}the old rules stay until this is mended", render(&problems, color)),
                };
                tell(text);
            }
            flag.store(true, Ordering::Release);
        })?;
        Ok(Fresh { changed, tells, _watch: Some(watch) })
    }

    /// As after files changed and what came of it was told.
    #[cfg(test)]
    pub(crate) fn told() -> Fresh {
        Fresh { changed: Arc::new(AtomicBool::new(true)), tells: true, _watch: None }
    }

    fn take(&self) -> bool {
        self.changed.swap(false, Ordering::AcqRel)
    }
}

type Loaded = (Arc<cardwright_script::Program>, cardwright_script::Vm);

fn read(packs: &Mutex<Library>, game: &str) -> Result<Loaded, Vec<Diagnostic>> {
    let mut packs = packs.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    packs.reread()?;
    packs.load(game).map(|(program, vm, _)| (program, vm))
}

impl Session {
    /// Takes up files that changed. False if the choice is another now: the line waits for editing.
    pub(crate) fn freshen(&mut self, line: &str) -> bool {
        if !self.fresh.take() {
            return true;
        }
        let asked = self.table.row_words().to_vec();
        self.take_up(!self.fresh.tells);
        let same = asked == self.table.row_words() || line.trim_start().starts_with(':');
        if !same && !line.trim().is_empty() && self.typing {
            self.say("what is legal changed with the rules: your line waits below");
            self.initial = (line.to_owned(), String::new());
        }
        same || !self.typing
    }

    /// `reload`: now, changed or not.
    pub(crate) fn reload(&mut self) {
        self.fresh.take();
        if !self.take_up(true) {
            self.say("nothing has changed");
        }
    }

    /// Reads the packs and takes them up if they differ; the old rules stay if they do not load. False if
    /// nothing differs.
    fn take_up(&mut self, tell: bool) -> bool {
        let game = self.table.board().game.clone();
        let (program, vm) = match read(&self.packs, &game) {
            Ok(loaded) => loaded,
            Err(problems) => {
                // On a terminal this was said as the file was saved.
                if tell {
                    self.say(render(&problems, self.page.color).trim_end());
                    self.refuse("the rules as they are now do not load: the game goes on with the old ones");
                }
                return true;
            }
        };
        if program.content.hash == self.table.program().content.hash {
            return false;
        }
        match self.table.reload(program, vm) {
            Ok(Reloaded::Same) => self.done("the new rules hold: the game goes on at the same choice"),
            Ok(Reloaded::StepStart(step)) => {
                self.done(format!("the new rules hold: the game goes on from the start of the step `{step}`"));
            }
            Err(error) => {
                let way_on = match &error {
                    ReloadError::Record(error) => {
                        self.lost = true;
                        way_on(error, "`:record FILE` goes on with all of it in another file; then `reload`")
                    }
                    _ => String::new(),
                };
                self.refuse(format!("{error}; the game goes on with the old rules{way_on}"));
            }
        }
        self.redraw();
        true
    }
}
