//! The commands of the prompt: each is one file of this folder, which says all there is to say about it in its `COMMAND`, and is
//! named after it. Nothing else names the file: `build.rs` of this package finds it.
//!
//! What a command shares with play or with another command stands outside, in `repl/`.

use super::session::Session;
use cardwright_content::did_you_mean;
use cardwright_state::Board;
use cardwright_table::{Next, line};
use cardwright_view::Ahead;
use std::fmt;

// The modules, and every command by its name: `const COMMANDS`.
include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// What a command is for. Help lists them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum For {
    /// To see what is there, what may be done and what was.
    Looking,
    /// To go back and forth.
    Going,
    /// To set what the game would have come to otherwise.
    Setting,
    /// Who plays, and what is told of it.
    Sides,
    /// What is kept in files.
    Files,
    /// The rules and the program itself.
    Rules,
}

/// Whose a command is at a table in the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "web"), allow(dead_code, reason = "without a browser nobody asks"))]
pub(crate) enum InBrowser {
    /// Nobody's: it is of a terminal or writes files, or the page has its own.
    Nobody,
    /// Everybody's who plays.
    Players,
    /// That of whoever is to answer: it asks the rules about the answer.
    Asked,
    /// The same, and it may take seconds: a copy of the game is asked, while the game goes on.
    AskedAside,
    /// The desk's alone.
    Desk,
    /// The same, and it may take long: as [`InBrowser::AskedAside`].
    DeskAside,
}

/// All there is to know of a command.
pub(crate) struct Command {
    /// Its full name.
    pub(crate) name: &'static str,
    /// Other words for it.
    pub(crate) also: &'static [&'static str],
    /// What is typed after it, as help shows it: `[…]` may be left out. Empty: it stands alone.
    pub(crate) takes: &'static str,
    /// What it does, in a line.
    pub(crate) does: &'static str,
    /// What it is for.
    pub(crate) of: For,
    /// Whose it is in the browser.
    #[cfg_attr(not(feature = "web"), allow(dead_code, reason = "without a browser nobody asks"))]
    pub(crate) in_browser: InBrowser,
    /// What is said about it beyond that line; may be empty.
    pub(crate) more: &'static str,
    /// A line of it with names of the game in play, where such a line helps.
    pub(crate) example: Option<fn(&Session) -> Option<String>>,
    /// Does it, given what was typed after it.
    pub(crate) run: fn(&mut Session, &str),
    /// What completes the words after it.
    pub(crate) completes: Completes,
}

/// How the words after a command are completed.
pub(crate) enum Completes {
    /// Not at all.
    Nothing,
    /// As names of files.
    Files,
    /// With what may come after the whole words typed so far.
    Words(fn(&mut Known<'_, '_>, &str) -> Vec<String>),
}

/// What completion may ask about the game.
pub(crate) struct Known<'a, 't> {
    /// Ids of what can be shown.
    pub(crate) things: &'a [String],
    /// The words of choices to come.
    pub(crate) ahead: &'a mut Ahead<'t>,
}

impl Known<'_, '_> {
    pub(crate) fn board(&self) -> &Board {
        self.ahead.board()
    }
    /// The sides' ids.
    pub(crate) fn sides(&self) -> Vec<String> {
        self.board().sides.iter().map(|s| s.id.clone()).collect()
    }
    /// The words that may follow in a line of play.
    pub(crate) fn line(&mut self, before: &str) -> Vec<String> {
        match self.ahead.next(&line::words(before), true) {
            Next::Words(words) | Next::Whole(_, words) => words,
            Next::Wrong(..) => Vec::new(),
        }
    }
}

impl Command {
    /// Does it; words after a command that stands alone are refused, for whoever typed them meant something by them.
    pub(crate) fn run(&self, session: &mut Session, rest: &str) {
        if self.takes.is_empty() && !rest.is_empty() {
            return session.refuse(format!("`{}` stands alone: leave out `{rest}`", self.name));
        }
        (self.run)(session, rest);
    }
    /// The words that may follow it.
    pub(crate) fn complete(&self, known: &mut Known<'_, '_>, rest: &str) -> Vec<String> {
        match self.completes {
            Completes::Words(words) => words(known, rest),
            Completes::Nothing | Completes::Files => Vec::new(),
        }
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Command {
    fn eq(&self, other: &Command) -> bool {
        self.name == other.name
    }
}

impl Eq for Command {}

/// A command by its whole name, or another word for it.
pub(crate) fn exact(word: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name == word || c.also.contains(&word)).copied()
}

/// A command by its name or by a beginning that only it has.
pub(crate) fn named(word: &str) -> Option<&'static Command> {
    let low = word.to_lowercase();
    exact(&low).or_else(|| {
        let mut begun = COMMANDS.iter().filter(|c| !low.is_empty() && c.name.starts_with(&low));
        begun.next().filter(|_| begun.next().is_none()).copied()
    })
}

/// Never suggested: nobody who mistypes an action is to give the game up by it.
const NEVER_MEANT: &str = "resign";

/// The name of the command nearest to a mistyped word.
pub(crate) fn nearest(word: &str) -> Option<&'static str> {
    did_you_mean(word, COMMANDS.iter().map(|c| c.name).filter(|name| *name != NEVER_MEANT))
        .and_then(exact)
        .map(|c| c.name)
}

/// Words as completion hands them out.
fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

#[cfg(test)]
mod tests;
