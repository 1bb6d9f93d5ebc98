//! Who keeps the table: gives it out, and says in the prompt's own words what its commands say.

use crate::reader::{Reader, Role};
use cardwright_content::render;
use cardwright_table::{Copied, Library, Table};
use std::fmt;
use std::sync::{Arc, Mutex};

/// A command as a page lists it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Command {
    /// Its name.
    pub name: String,
    /// With what is typed after it.
    pub usage: String,
    /// What it does, in a line.
    pub says: String,
    /// Whether it is the desk's alone.
    #[serde(skip)]
    pub desk: bool,
    /// Whether it runs rules, and is asked of whoever is to answer.
    #[serde(skip)]
    pub asks: bool,
    /// Whether it may take seconds: it is asked of a copy of the game, while the game goes on.
    #[serde(skip)]
    pub is_long: bool,
}

/// What came of a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// What it says.
    pub text: String,
    /// Whether it was refused.
    pub is_refused: bool,
}

/// Makes a second keeper, of a copy of the game, on the thread that is to ask it; or says why it cannot.
pub type Copy = Box<dyn FnOnce() -> Result<Box<dyn Keeper>, String> + Send>;

/// Keeps the table on its thread. What changes the game here is recorded as it is at the prompt.
pub trait Keeper: fmt::Debug {
    /// The table.
    fn table(&mut self) -> &mut Table;
    /// The same, to look at.
    fn look(&self) -> &Table;
    /// The commands it knows, beside those of the table in the browser itself.
    fn commands(&self) -> Vec<Command>;
    /// Does a command line for a reader.
    fn say(&mut self, reader: Reader, line: &str) -> Said;
    /// The words that may follow a command and some whole words after it; none where it knows no such command.
    fn complete(&mut self, reader: Reader, command: &str, before: &str) -> Option<Vec<String>>;
    /// A copy of the game as it is now, to be asked what takes long.
    fn copy(&self) -> Copy;
    /// The packs of the game.
    fn library(&self) -> Arc<Mutex<Library>>;
    /// Whether rules are taken up as the files of the packs change.
    fn is_watched(&self) -> bool;
    /// Hears what whoever serves the game is to know at once, beside the desk.
    fn hear(&mut self, _text: &str) {}
}

/// A table with no other commands than those of the table in the browser itself.
#[derive(Debug)]
pub struct Plain {
    /// The table.
    pub table: Table,
    /// The packs.
    pub library: Arc<Mutex<Library>>,
    /// Whether they are watched.
    pub is_watched: bool,
}

impl Plain {
    /// A copy of the game, made on the thread that is to ask it.
    pub fn copied(&self) -> impl FnOnce() -> Result<Plain, String> + Send + use<> {
        let (copied, library) = (self.table.copied(), self.library.clone());
        move || Ok(Plain { table: copied_table(copied)?, library, is_watched: false })
    }
}

impl Keeper for Plain {
    fn table(&mut self) -> &mut Table {
        &mut self.table
    }
    fn look(&self) -> &Table {
        &self.table
    }
    fn commands(&self) -> Vec<Command> {
        Vec::new()
    }
    fn say(&mut self, _: Reader, line: &str) -> Said {
        Said { text: format!("there is no command `{line}`"), is_refused: true }
    }
    fn complete(&mut self, _: Reader, _: &str, _: &str) -> Option<Vec<String>> {
        None
    }
    fn copy(&self) -> Copy {
        let copy = self.copied();
        Box::new(move || Ok(Box::new(copy()?)))
    }
    fn library(&self) -> Arc<Mutex<Library>> {
        self.library.clone()
    }
    fn is_watched(&self) -> bool {
        self.is_watched
    }
}

/// A copy of a game with scripts of its own.
///
/// # Errors
/// The scripts do not run any more where the game is.
pub fn copied_table(copied: Copied) -> Result<Table, String> {
    let vm = copied.program().vm().map_err(|problems| render(&problems, false))?;
    copied.table(vm).map_err(|error| error.with_place())
}

impl Command {
    /// A command of anybody who plays.
    pub fn new(name: &str, takes: &str, says: &str) -> Command {
        let usage = if takes.is_empty() { name.to_owned() } else { format!("{name} {takes}") };
        Command { name: name.to_owned(), usage, says: says.to_owned(), desk: false, asks: false, is_long: false }
    }

    /// Whether a role may use it.
    pub(crate) fn is_for(&self, role: Role) -> bool {
        match role {
            Role::Desk => true,
            Role::Side(_) => !self.desk,
            Role::Watcher => false,
        }
    }
}
