//! The prompt without a terminal, for tests and fuzzing. It takes lines and returns texts.

use super::display::paint::Page;
use super::prompt::{Flow, Prompt};
use cardwright_session::{Typed, parse};
use cardwright_table::{Library, Table};

const PAGE: Page = Page { width: 80, height: 24, color: false };

/// A prompt without a terminal, with its game.
#[derive(Debug)]
pub struct PipedPrompt(Prompt);

/// The reply to a typed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipedReply {
    /// The output of the prompt.
    pub text: String,
    /// Whether the prompt refused the line or a part of it.
    pub refused: bool,
    /// Whether the line quits the game.
    pub leaves: bool,
}

impl PipedPrompt {
    /// Makes a prompt that reads from a pipe.
    pub fn new(table: Table, library: Library) -> PipedPrompt {
        // The lines are not typed at a terminal (`false`), and the bots have the seed 0.
        PipedPrompt(Prompt::new(table, library, PAGE, false, 0))
    }

    /// Makes a prompt for an open game, as at a terminal. The command `reload` reads the packs of `library`.
    pub fn open(mut table: Table, library: Library) -> PipedPrompt {
        table.open = true;
        PipedPrompt(Prompt::new(table, library, PAGE, true, 0))
    }

    /// Makes a prompt for an open game on a page of `width` columns and `height` lines.
    pub fn with_page(table: Table, library: Library, width: usize, height: usize) -> PipedPrompt {
        let mut piped = PipedPrompt::open(table, library);
        piped.0.screen.page = Page { width, height, ..PAGE };
        piped
    }

    /// Redraws the whole position and the choice.
    pub fn screen(&mut self) -> String {
        self.0.screen.take_text();
        self.0.screen.redraw();
        self.0.update();
        self.0.screen.take_text()
    }

    /// Types a line and returns the reply.
    pub fn line(&mut self, line: &str) -> PipedReply {
        self.0.was_refused = false;
        let leaves = self.0.handle(line) == Flow::Quit;
        if !leaves {
            self.0.let_bots_answer();
            self.0.update();
        }
        PipedReply { text: self.0.screen.take_text(), refused: self.0.was_refused, leaves }
    }

    /// Returns the full name of the command in a line, or `None` for an answer or an empty line.
    pub fn command(&self, line: &str) -> Option<&'static str> {
        match parse(line, self.0.table().row_words()) {
            Typed::Command(command, _) => Some(command.name),
            _ => None,
        }
    }

    /// The running game.
    pub fn table(&self) -> &Table {
        self.0.table()
    }
    /// Takes the running game out of the prompt.
    pub fn into_table(self) -> Table {
        self.0.session.table
    }
}
