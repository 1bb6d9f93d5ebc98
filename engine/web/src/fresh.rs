//! Rules, cards and layouts saved while the game is served: read on a thread of their own, taken up between two messages.

use crate::game::{Game, In};
use crate::keeper::Keeper;
use crate::reply::Reply;
use cardwright_content::render;
use cardwright_script::{Program, Vm};
use cardwright_table::watch::{Watch, watch, watch_layouts};
use cardwright_table::{Library, ReloadError, Reloaded};
use std::fmt;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, Sender, SyncSender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What the packs came to: a program, or what is wrong.
pub(crate) struct Read(Result<Arc<Program>, String>);

impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_ok() { "rules" } else { "problems" })
    }
}

/// Watches while it lives.
pub(crate) struct Fresh {
    _watches: Vec<Watch>,
    /// Ends the look after folders when it is dropped.
    _looks: Option<Sender<()>>,
}

/// How often it is looked whether the folders of the packs are still there: nothing tells of a folder that is moved away.
const LOOKS: Duration = Duration::from_secs(1);

impl Fresh {
    /// Reads the packs after each burst of saves, and tells the game.
    ///
    /// # Errors
    /// The platform cannot watch.
    pub(crate) fn watching(keeper: &dyn Keeper, to: SyncSender<In>) -> Result<Fresh, String> {
        let (library, game) = (keeper.library(), keeper.look().board().game.clone());
        let folders = library.lock().unwrap_or_else(PoisonError::into_inner).folders();
        if !keeper.is_watched() || folders.is_empty() {
            return Ok(Fresh { _watches: Vec::new(), _looks: None });
        }
        let looks = look_after(folders.clone(), to.clone());
        let changed = move || {
            let _ = to.send(In::Changed(read(&library, &game)));
        };
        Ok(Fresh {
            _watches: vec![watch(&folders, changed.clone())?, watch_layouts(&folders, changed)?],
            _looks: Some(looks),
        })
    }
}

/// Tells once of each folder that is gone, and once that it is back.
fn look_after(folders: Vec<PathBuf>, to: SyncSender<In>) -> Sender<()> {
    let (looks, ended) = channel();
    std::thread::spawn(move || {
        let mut gone = vec![false; folders.len()];
        while matches!(ended.recv_timeout(LOOKS), Err(RecvTimeoutError::Timeout)) {
            for (folder, was_gone) in folders.iter().zip(&mut gone) {
                let is_gone = !folder.is_dir();
                if is_gone == std::mem::replace(was_gone, is_gone) {
                    continue;
                }
                let folder = folder.display();
                let told = match is_gone {
                    true => {
                        format!("the folder {folder} is gone: the game goes on with the rules as they were read last")
                    }
                    false => format!("the folder {folder} is there again: `reload` takes up what it says"),
                };
                if to.send(In::Told(told)).is_err() {
                    return;
                }
            }
        }
    });
    looks
}

fn read(library: &Mutex<Library>, game: &str) -> Read {
    let mut library = library.lock().unwrap_or_else(PoisonError::into_inner);
    let loaded = library.reread().and_then(|()| library.load(game));
    Read(loaded.map(|(program, ..)| program).map_err(|problems| render(&problems, false)))
}

/// What became of fresh rules.
enum Taken {
    /// They are those that hold, or hold now.
    Up(bool),
    /// The game would go back to the start of this step.
    Asks(String),
}

impl Game {
    /// Files changed: where the game comes to the same choice, what they say holds at once.
    pub(crate) fn freshen(&mut self, read: Read) {
        let done = self.take_up(read, false);
        let was_wrong = std::mem::replace(&mut self.wrong.0, done.is_err());
        match done {
            Ok(Taken::Up(true)) => self.tell_all("rules", "the rules changed, and the game goes on at the same choice"),
            Ok(Taken::Up(false)) if was_wrong => self.tell_mended(),
            Ok(Taken::Up(false)) => {}
            Ok(Taken::Asks(step)) => self.tell_desk(
                "rules",
                &format!(
                    "files changed: with the new rules the game goes back to the start of the step `{step}`; \
                     `reload` takes them up, and the old ones hold until then"
                ),
            ),
            Err(why) => self.tell_desk("error", &why),
        }
    }

    /// `reload`: now, wherever the game goes on then.
    pub(crate) fn reload(&mut self) -> Reply {
        let (library, game) = (self.keeper.library(), self.keeper.look().board().game.clone());
        let done = self.take_up(read(&library, &game), true);
        if std::mem::replace(&mut self.wrong.0, done.is_err()) && done.is_ok() {
            self.tell_mended();
        }
        match done {
            Ok(Taken::Up(true)) => Reply::said("the new rules hold: the game goes on at the same choice"),
            Ok(Taken::Up(false)) => Reply::said("nothing has changed"),
            Ok(Taken::Asks(step)) => {
                Reply::said(format!("the new rules hold: the game goes on from the start of the step `{step}`"))
            }
            Err(why) => Reply::refused(why),
        }
    }

    /// What was wrong in the files is so no more, though nothing else may be.
    fn tell_mended(&mut self) {
        self.tell_desk("mended", "what was wrong in the files is mended: they load again");
    }

    fn take_up(&mut self, Read(read): Read, anyway: bool) -> Result<Taken, String> {
        let program = read.map_err(|problems| format!("{problems}the old rules stay until this is mended"))?;
        if program.content.hash == self.keeper.look().program().content.hash {
            // What is no rule may be another: the map.
            if self.draw() {
                self.begin_again();
            }
            return Ok(Taken::Up(false));
        }
        let vm: Vm = program.vm().map_err(|problems| render(&problems, false))?;
        let table = self.keeper.table();
        let done = if anyway { table.reload(program, vm) } else { table.reload_in_place(program, vm) };
        match done {
            Ok(Reloaded::StepStart(step)) if !anyway => Ok(Taken::Asks(step)),
            Ok(done) => {
                self.draw();
                self.begin_again();
                Ok(match done {
                    Reloaded::Same => Taken::Up(true),
                    Reloaded::StepStart(step) => Taken::Asks(step),
                })
            }
            Err(error) => {
                if matches!(error, ReloadError::Record(_)) {
                    self.tell_unwritten(&error.to_string());
                }
                Err(format!("{error}; the game goes on with the old rules"))
            }
        }
    }
}
