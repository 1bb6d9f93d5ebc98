//! The commands: what each is called, who may use it, where, and at what cost.
//!
//! Each command is one file of `commands/`, named after it. The build script finds the file; nothing else names it.

use crate::reply::Reply;
use crate::session::Session;
use cardwright_content::did_you_mean;
use cardwright_state::Board;
use cardwright_table::{NextWords, Viewer, line};
use cardwright_view::Completer;
use serde::Serialize;
use std::fmt;

// The modules, and `COMMANDS`.
include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// What a command is for. Help lists the groups in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Shows the position, what is legal, or the log.
    Look,
    /// Goes back and forth between events.
    Travel,
    /// Changes the position or the coming dice by hand.
    Edit,
    /// Says who plays, and how much the log reports of them.
    Seats,
    /// Reads and writes files.
    Files,
    /// Asks about the rules or the program itself.
    Rules,
}

/// Where a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the prompt of a terminal.
    Prompt,
    /// In browsers, through links.
    Browser,
}

/// Where a command works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Places {
    /// At the prompt and in the browser.
    Both,
    /// At the prompt only: it writes files of the person who types, or concerns the terminal.
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
    Asked,
    /// The host of the game: the person at the prompt, or the host's link.
    Host,
}

/// How long a command may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Answers at once.
    Instant,
    /// Runs rules on trial: it has a time limit where several people share the game.
    Query,
    /// May take seconds: the browser runs it on a worker thread, on a copy of the game.
    Worker,
}

/// A command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The name it had in the last release, which still works and is reported as outdated.
    pub former_name: Option<&'static str>,
    /// Its arguments, as help shows them: `[…]` may be left out. Empty: it takes none.
    pub args: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it is for.
    pub group: Group,
    /// Who may use it.
    pub access: Access,
    /// Where it works.
    pub places: Places,
    /// How long it may run.
    pub cost: Cost,
    /// More help; may be empty.
    pub details: &'static str,
    /// An example with names of the game in play.
    pub example: Option<fn(&Session) -> Option<String>>,
    /// Runs it with the text typed after its name.
    pub run: fn(&mut Session, Viewer, &str) -> Reply,
    /// How its arguments are completed.
    pub completion: Completion,
}

/// How the arguments of a command are completed.
pub enum Completion {
    /// Not at all.
    None,
    /// As file names.
    Files,
    /// With the words that may follow the whole words typed so far.
    Words(fn(&mut Known<'_, '_>, &str) -> Vec<String>),
}

/// What completion may ask about the game.
pub struct Known<'a, 't> {
    /// Ids of everything that `show` and `where` know.
    pub things: &'a [String],
    /// Looks ahead at coming choices.
    pub ahead: &'a mut Completer<'t>,
}

impl Known<'_, '_> {
    pub(crate) fn board(&self) -> &Board {
        self.ahead.board()
    }
    /// Ids of the sides.
    pub(crate) fn sides(&self) -> Vec<String> {
        self.board().sides.iter().map(|side| side.id.clone()).collect()
    }
    /// The words that may follow in a line of play.
    pub fn line(&mut self, before: &str) -> Vec<String> {
        match self.ahead.next_words(&line::words(before), true) {
            NextWords::Words(words) | NextWords::Complete(_, words) => words,
            NextWords::Mismatch(..) => Vec::new(),
        }
    }
}

/// A command as help lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommandHelp {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub args: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it is for.
    #[serde(skip)]
    pub group: Group,
    /// More help, where one command was asked about.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub details: &'static str,
    /// An example line, where one command was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

impl Command {
    /// Whether a viewer may use it at all, and where the game is played.
    pub fn is_for(&self, viewer: Viewer, place: Place) -> bool {
        let is_here = match self.places {
            Places::Both => true,
            Places::Prompt => place == Place::Prompt,
            Places::Browser => place == Place::Browser,
        };
        let may = match self.access {
            Access::Everyone => true,
            Access::Players | Access::Asked => viewer.is_player(),
            Access::Host => viewer.is_host(),
        };
        is_here && may
    }

    /// As help lists it, without details.
    pub fn help(&self) -> CommandHelp {
        let Command { name, args, summary, group, .. } = *self;
        CommandHelp { name, args, summary, group, details: "", example: None }
    }

    /// The words that may follow it.
    pub fn complete(&self, known: &mut Known<'_, '_>, rest: &str) -> Vec<String> {
        match self.completion {
            Completion::Words(words) => words(known, rest),
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

/// The command of this name or alias.
pub fn command(word: &str) -> Option<&'static Command> {
    let is_it = |command: &&&Command| {
        command.name == word || command.aliases.contains(&word) || command.former_name == Some(word)
    };
    COMMANDS.iter().find(is_it).copied()
}

/// A note that a line uses the former name of a command, if it does.
pub fn outdated_name(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?.trim_start_matches(':').to_lowercase();
    let found = COMMANDS.iter().find(|command| command.former_name == Some(&*word))?;
    Some(format!("`{word}` is now called `{}`; the old name goes with the next release", found.name))
}

/// The command of this name, or the only one whose name begins so.
pub fn command_or_prefix(word: &str) -> Option<&'static Command> {
    let low = word.to_lowercase();
    command(&low).or_else(|| {
        let mut found = COMMANDS.iter().filter(|command| !low.is_empty() && command.name.starts_with(&low));
        found.next().filter(|_| found.next().is_none()).copied()
    })
}

/// Never suggested: a mistyped action must not lead to giving the game up.
const NEVER_SUGGESTED: &str = "resign";

/// The name of the command most like a mistyped word.
pub fn nearest_command(word: &str) -> Option<&'static str> {
    let names = COMMANDS.iter().map(|command| command.name).filter(|name| *name != NEVER_SUGGESTED);
    did_you_mean(word, names).and_then(command).map(|command| command.name)
}

impl Session {
    /// Runs a command for a viewer. A command that the viewer may not use, or not here, is refused.
    pub fn run(&mut self, command: &Command, viewer: Viewer, rest: &str) -> Reply {
        if let Err(why) = self.may_run(command, viewer) {
            return Reply::refused(why);
        }
        if command.args.is_empty() && !rest.is_empty() {
            return Reply::refused(format!("`{}` takes no arguments: leave out `{rest}`", command.name));
        }
        (command.run)(self, viewer, rest)
    }

    /// Whether a viewer may use a command now, and here.
    ///
    /// # Errors
    /// Why not.
    pub fn may_run(&self, command: &Command, viewer: Viewer) -> Result<(), String> {
        if !command.is_for(viewer, self.place) {
            return Err(self.not_allowed(command, viewer));
        }
        let is_over = self.table.is_over() || self.table.is_looking_back();
        let has_standing = || viewer.answers_for().iter().any(|side| self.table.has_standing_actions(side));
        match command.access == Access::Asked && !is_over && !self.is_asked(viewer) && !has_standing() {
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

    /// Every command that a viewer may use here.
    pub fn commands(&self, viewer: Viewer) -> impl Iterator<Item = &'static Command> + use<> {
        let place = self.place;
        COMMANDS.iter().copied().filter(move |command| command.is_for(viewer, place))
    }
}

/// Words as completion returns them.
pub(crate) fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Completion of a command with one argument: the words, where nothing stands before it.
pub(crate) fn first_argument(before: &str, words: &[&str]) -> Vec<String> {
    if before.is_empty() { owned(words) } else { Vec::new() }
}
