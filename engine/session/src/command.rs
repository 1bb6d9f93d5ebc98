//! Defines commands: the name of a command, who may use it, where it works, and how long it may run.
//!
//! Each command is one file of `commands/`, named after the command. The build script finds the file; nothing else
//! names it.

use crate::command_help::{CommandHelp, Group};
use crate::reply::Reply;
use crate::session::{Place, Session};
use cardwright_content::did_you_mean;
use cardwright_state::Board;
use cardwright_table::{NextWords, Viewer, line};
use cardwright_view::Completer;
use std::fmt;

// The generated file declares the modules of `commands/` and the constant `COMMANDS`.
include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// Where a command works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Places {
    /// At the prompt and in the browser.
    Everywhere,
    /// At the prompt only, because the command uses files of the person who types, or the terminal.
    Prompt,
    /// In the browser only.
    Browser,
}

/// Who may use a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Every viewer, spectators too.
    Everyone,
    /// Viewers who answer for a side, and the host.
    Players,
    /// The viewer who answers for the side that is to move, and the host.
    SideToMove,
    /// The host of the game: the person at the prompt, or the host's link.
    Host,
}

/// How long a command may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Answers at once.
    Instant,
    /// Runs rules and takes the result back. The command has a time limit where several people share the game.
    Query,
    /// May take seconds. The browser server runs it on a worker thread, on a copy of the game.
    Worker,
}

/// A command, such as `undo`.
pub struct Command {
    /// The word that a player types.
    pub name: &'static str,
    /// Other words for the same command.
    pub aliases: &'static [&'static str],
    /// The name of the command in the last release. It still works; [`outdated_name`] tells the player the new name.
    pub former_name: Option<&'static str>,
    /// The arguments, as `help` shows them; those in `[…]` are optional. Empty if the command takes no arguments.
    pub args: &'static str,
    /// What the command does, in one line.
    pub summary: &'static str,
    /// What the command is for.
    pub group: Group,
    /// Who may use the command.
    pub access: Access,
    /// Where the command works.
    pub places: Places,
    /// How long the command may run.
    pub cost: Cost,
    /// More help; may be empty.
    pub details: &'static str,
    /// Makes an example line with names of the game in play.
    pub example: Option<fn(&Session) -> Option<String>>,
    /// Runs the command for a viewer, with the text typed after the name.
    pub run: fn(&mut Session, Viewer, &str) -> Reply,
    /// How the arguments are completed.
    pub completion: Completion,
}

/// How the arguments of a command are completed.
pub enum Completion {
    /// The arguments are not completed.
    None,
    /// The arguments are file names.
    Files,
    /// The function returns the words that may follow the whole words typed so far.
    Words(fn(&mut CompletionContext<'_, '_>, &str) -> Vec<String>),
}

/// The parts of the game from which a command takes the words for completion.
pub struct CompletionContext<'a, 't> {
    /// Ids of everything that `show` and `where` know.
    pub things: &'a [String],
    /// Looks ahead at coming choices.
    pub completer: &'a mut Completer<'t>,
}

impl CompletionContext<'_, '_> {
    pub(crate) fn board(&self) -> &Board {
        self.completer.board()
    }
    /// Returns the ids of all sides.
    pub(crate) fn sides(&self) -> Vec<String> {
        self.board().sides.iter().map(|side| side.id.clone()).collect()
    }
    /// Returns the words that may follow `before` in a line of play.
    pub fn line(&mut self, before: &str) -> Vec<String> {
        // `true`: if the words complete a row, the words of the next choice are included.
        match self.completer.next_words(&line::words(before), true) {
            NextWords::Words(words) | NextWords::Complete(_, words) => words,
            NextWords::Mismatch(..) => Vec::new(),
        }
    }
}

impl Command {
    /// Makes a command without arguments that answers at once, at the prompt and in the browser.
    pub(crate) const fn new(
        name: &'static str,
        summary: &'static str,
        group: Group,
        access: Access,
        run: fn(&mut Session, Viewer, &str) -> Reply,
    ) -> Command {
        Command {
            name,
            aliases: &[],
            former_name: None,
            args: "",
            summary,
            group,
            access,
            places: Places::Everywhere,
            cost: Cost::Instant,
            details: "",
            example: None,
            run,
            completion: Completion::None,
        }
    }

    /// Whether the command works at `place` and the viewer may use it at some time of the game.
    pub fn is_for(&self, viewer: Viewer, place: Place) -> bool {
        let works_here = match self.places {
            Places::Everywhere => true,
            Places::Prompt => place == Place::Prompt,
            Places::Browser => place == Place::Browser,
        };
        let has_access = match self.access {
            Access::Everyone => true,
            Access::Players | Access::SideToMove => viewer.is_player(),
            Access::Host => viewer.is_host(),
        };
        works_here && has_access
    }

    /// Returns the entry for the list of commands, without details.
    pub fn help(&self) -> CommandHelp {
        let Command { name, args, summary, group, .. } = *self;
        CommandHelp { name, args, summary, group, details: "", example: None }
    }

    /// Returns the words that may follow the arguments `before`.
    pub fn complete(&self, known: &mut CompletionContext<'_, '_>, before: &str) -> Vec<String> {
        match self.completion {
            Completion::Words(next_words) => next_words(known, before),
            Completion::None | Completion::Files => Vec::new(),
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

/// Returns the command of this name, alias or former name.
pub fn command(word: &str) -> Option<&'static Command> {
    let has_name = |command: &&&Command| {
        command.name == word || command.aliases.contains(&word) || command.former_name == Some(word)
    };
    COMMANDS.iter().find(has_name).copied()
}

/// Returns a sentence with the new name of a command, if a line uses its former name.
pub fn outdated_name(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.trim_start_matches(':').to_lowercase();
    let found = COMMANDS.iter().find(|command| command.former_name == Some(&*word))?;
    Some(format!("`{word}` is now called `{}`; the next release removes the old name", found.name))
}

/// Returns the command of this name, or the only command whose name begins with `word`.
pub fn command_or_prefix(word: &str) -> Option<&'static Command> {
    let lower = word.to_lowercase();
    command(&lower).or_else(|| {
        let mut matches = COMMANDS.iter().filter(|command| !lower.is_empty() && command.name.starts_with(&lower));
        matches.next().filter(|_| matches.next().is_none()).copied()
    })
}

/// The command that is never suggested: a player who mistypes an action must not give up the game.
const NEVER_SUGGESTED: &str = "resign";

/// Returns the name of the command most like a mistyped word.
pub fn nearest_command(word: &str) -> Option<&'static str> {
    let names = COMMANDS.iter().map(|command| command.name).filter(|name| *name != NEVER_SUGGESTED);
    did_you_mean(word, names).and_then(command).map(|command| command.name)
}

impl Session {
    /// Runs a command for a viewer, with the text typed after its name. Refuses it if the viewer may not use it now.
    pub fn run(&mut self, command: &Command, viewer: Viewer, rest: &str) -> Reply {
        if let Err(why) = self.may_run(command, viewer) {
            return Reply::refused(why);
        }
        if command.args.is_empty() && !rest.is_empty() {
            return Reply::refused(format!("`{}` takes no arguments: leave out `{rest}`", command.name));
        }
        (command.run)(self, viewer, rest)
    }

    /// Checks whether a viewer may use a command now.
    ///
    /// # Errors
    /// A sentence that says why the viewer may not use it.
    pub fn may_run(&self, command: &Command, viewer: Viewer) -> Result<(), String> {
        if !command.is_for(viewer, self.place) {
            return Err(self.not_allowed(command, viewer));
        }
        // While an earlier event is shown, no side has to move, as after the end of the game.
        let is_over = self.table.is_over() || self.table.is_looking_back();
        let has_standing = || viewer.answers_for().iter().any(|side| self.table.game().has_standing_actions(side));
        match command.access == Access::SideToMove && !is_over && !self.is_asked(viewer) && !has_standing() {
            true => Err(self.who_is_asked()),
            false => Ok(()),
        }
    }

    fn not_allowed(&self, command: &Command, viewer: Viewer) -> String {
        let name = command.name;
        match (command.places, self.place) {
            (Places::Prompt, Place::Browser) => format!("`{name}` works at the prompt of a terminal only"),
            (Places::Browser, Place::Prompt) => format!("`{name}` works at a table in the browser only"),
            _ if viewer.is_player() => format!("only the host may use `{name}`"),
            _ => "a spectator can only look: players have links of their own".to_owned(),
        }
    }

    /// Returns every command that a viewer may use where this game is played.
    pub fn commands(&self, viewer: Viewer) -> impl Iterator<Item = &'static Command> + use<> {
        let place = self.place;
        COMMANDS.iter().copied().filter(move |command| command.is_for(viewer, place))
    }
}

/// Copies words into the type that completion returns.
pub(crate) fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Completes the first argument of a command: returns `words` if no argument stands before it.
pub(crate) fn first_argument(before: &str, words: &[&str]) -> Vec<String> {
    if before.is_empty() { owned(words) } else { Vec::new() }
}
