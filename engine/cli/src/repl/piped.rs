//! The prompt without a terminal: a line in, text out. For tests and fuzzing of all that can be typed.

use super::commands;
use super::display::paint::Page;
use super::session::{Flow, Session};
use super::typed::{self, Typed};
use cardwright_table::{Library, Table};

const PAGE: Page = Page { width: 80, height: 24, color: false };

/// A game at the prompt.
#[derive(Debug)]
pub struct Piped(Session);

/// What a typed line brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// What is shown.
    pub text: String,
    /// Whether the line, or what was left of it, was refused.
    pub refused: bool,
    /// Whether it leaves the game.
    pub leaves: bool,
}

impl Piped {
    /// A game with all hands open to one person, as at a terminal; `library` is where `reload` reads from.
    pub fn open(mut table: Table, library: Library) -> Piped {
        table.open = true;
        Piped(Session::new(table, library, PAGE, true, 0, commands::nearest))
    }

    /// The same on a page of so many columns and lines.
    pub fn on(table: Table, library: Library, width: usize, height: usize) -> Piped {
        let mut piped = Piped::open(table, library);
        piped.0.page = Page { width, height, ..PAGE };
        piped
    }

    /// The whole table and what is asked, drawn anew.
    pub fn screen(&mut self) -> String {
        self.0.take_out();
        self.0.redraw();
        self.0.update();
        self.0.take_out()
    }

    /// Types a line.
    pub fn line(&mut self, line: &str) -> Reply {
        self.0.refused = false;
        let leaves = self.0.handle(line) == Flow::Quit;
        if !leaves {
            self.0.bots();
            self.0.update();
        }
        Reply { text: self.0.take_out(), refused: self.0.refused, leaves }
    }

    /// The command a line would be, by its full name; none if it is play, or nothing.
    pub fn command(&self, line: &str) -> Option<&'static str> {
        match typed::read(line, self.0.table.row_words()) {
            Typed::Command(command, _) => Some(command.name),
            _ => None,
        }
    }

    /// The game.
    pub fn table(&self) -> &Table {
        &self.0.table
    }
    /// The game, taken from the prompt.
    pub fn into_table(self) -> Table {
        self.0.table
    }
}
