//! The header of a file of golden games: the game, the scenario and the options.
//!
//! ```text
//! game fortress-america
//! scenario standard
//! seed 1                   chance and the random player use this seed; without this line it is 1
//! set players 2            an option that differs from the scenario; used when the game is played
//! option last-turn 10      the value of each option in the game; it is only compared
//! ```
//!
//! Only options that differ from the scenario have a `set` line. So if the scenario or an option's default changes, the
//! `option` lines show a difference.

use super::HEADING;
use cardwright_content::{quoted_list, truncated, unknown_name};
use cardwright_script::Program;
use cardwright_state::{OptionId, notation};
use cardwright_table::{SetUp, Table, read_option};
use std::fmt::Write as _;

/// The most lines of a header that are read. A real header has fewer lines, but an untrusted file may have more.
const MAX_LINES: usize = 1000;

/// The seed of a game whose header names none.
pub(super) const DEFAULT_SEED: u64 = 1;

/// The header of a stored file.
#[derive(Debug)]
pub(super) struct Header {
    /// The scenario and its changed options.
    pub set_up: SetUp,
    /// Whether the file has a game, or only a header that somebody wrote by hand to have its game played.
    pub has_game: bool,
}

/// An error in a line of the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderError {
    /// The line, from 1.
    pub line: usize,
    /// The message: what is wrong and what to do about it.
    pub why: String,
}

/// Reads the header of the file called `name`. Returns `None` if the name is no scenario and the file sets no option.
pub(super) fn read(program: &Program, name: &str, text: &str) -> Result<Option<Header>, HeaderError> {
    let scenario_ids = || program.content.scenarios.iter().map(|scenario| scenario.id.as_str());
    let is_scenario = scenario_ids().any(|id| id == name);
    // A file named after a scenario needs no header, and is always compared. `HEADING` begins the line of each answer.
    let has_game = is_scenario || text.lines().any(|line| line.starts_with(HEADING));
    let mut set_up = SetUp { seed: DEFAULT_SEED, ..SetUp::default() };
    let mut scenario = is_scenario.then(|| name.to_owned());
    for (index, line) in text.lines().take(MAX_LINES).enumerate().take_while(|(_, line)| !line.starts_with(HEADING)) {
        let error = |why: String| HeaderError { line: index + 1, why: truncated(&why) };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            // In a file named after a scenario, a wrong game or scenario is a difference, not an error.
            ["game" | "scenario", _] if is_scenario => {}
            ["game", id] if id != program.board.game => {
                return Err(error(format!("this is a game of `{id}`, in the folder of `{}`", program.board.game)));
            }
            ["scenario", id] if !scenario_ids().any(|scenario_id| scenario_id == id) => {
                return Err(error(unknown_name("scenario", id, scenario_ids())));
            }
            ["scenario", id] => scenario = Some(id.to_owned()),
            ["set", ..] if is_scenario => {
                return Err(error(format!(
                    "`{name}.golden` is for this scenario with its own options: use another file name for other options"
                )));
            }
            ["set", option, value] => {
                read_option(&program.board, option, value).map_err(error)?;
                if set_up.options.iter().any(|(id, _)| id == option) {
                    return Err(error(format!("`{option}` is set twice")));
                }
                set_up.options.push((option.to_owned(), value.to_owned()));
            }
            ["set", ..] => return Err(error("`set` takes an option and its value: `set players 2`".into())),
            ["option", ..] if !has_game => {
                return Err(error(format!(
                    "`option` records a value of a game that was played; to play with it, write `set {}`",
                    words[1..].join(" ")
                )));
            }
            ["seed", seed] => {
                set_up.seed = seed.parse().map_err(|_| error(format!("`{seed}` is no seed: `seed 1`")))?
            }
            ["option", ..] | ["game", _] | [] => {}
            _ if is_scenario || line.starts_with('#') => {}
            _ => {
                let line_kinds = ["game", "scenario", "set", "option", "seed"];
                return Err(error(unknown_name("line of a header", words[0], line_kinds)));
            }
        }
    }
    match scenario {
        Some(scenario) if is_scenario || !set_up.options.is_empty() => {
            set_up.scenario = scenario;
            Ok(Some(Header { set_up, has_game }))
        }
        None if !set_up.options.is_empty() => {
            let ids: Vec<&str> = scenario_ids().collect();
            let why = format!("no `scenario` line names the scenario; the game has {}", quoted_list(&ids));
            Err(HeaderError { line: 1, why: truncated(&why) })
        }
        _ => Ok(None),
    }
}

/// Writes the header for the game of a set-up. `table` is the game before its first answer.
pub(super) fn write(table: &Table, set_up: &SetUp) -> String {
    let board = table.board();
    let (game, scenario) = (&board.game, &table.scenario);
    let mut header = format!(
        "# A golden game of {game}/{scenario}: random play, answer by answer (docs/designers-guide.md, chapter 5).\n\
         # A difference is a rule that changed. If it is meant: `cardwright golden {game} --refresh`.\n\
         game {game}\nscenario {scenario}\nseed {}\n",
        set_up.seed
    );
    for (option, value) in &set_up.options {
        let _ = writeln!(header, "set {option} {value}");
    }
    for (index, option) in board.options.iter().enumerate() {
        let value = table.position().option(OptionId::new(index));
        let _ = writeln!(header, "option {} {}", option.id, notation::option_text(&option.option_type, value));
    }
    header
}
