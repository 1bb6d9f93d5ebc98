//! The head of a file of golden games: what they are games of, and what holds in them.
//!
//! ```text
//! game fortress-america
//! scenario standard
//! set players 2            over the scenario: read when the games are played again
//! option last-turn 10      what holds in them, of each option: only compared
//! ```
//!
//! What a scenario says by itself is not set: whoever changes the scenario, or the option, sees that it holds no more.

use super::{HEADING, LEAST};
use cardwright_content::{clipped, listed, unknown};
use cardwright_script::Program;
use cardwright_state::{OptionId, notation};
use cardwright_table::{SetUp, Table, read_option};
use std::fmt::Write as _;

/// Lines of a head that are looked at: none has as many, and a stranger's file may.
const MOST: usize = 1000;

/// What a kept file says its games are games of.
#[derive(Debug)]
pub(super) struct Kept {
    /// The scenario and the options over it.
    pub set_up: SetUp,
    /// Whether games follow: they do not where somebody wrote the head alone, to be played.
    pub is_played: bool,
}

/// A line of a head that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// Its number, from 1.
    pub line: usize,
    /// Why, and the cure.
    pub why: String,
}

/// Reads the head of a file by the name of `name`; none if it speaks of no scenario at all and sets nothing.
pub(super) fn read(program: &Program, name: &str, text: &str) -> Result<Option<Kept>, Unfit> {
    let scenarios = || program.content.scenarios.iter().map(|s| s.id.as_str());
    let is_printed = scenarios().any(|id| id == name);
    // Whatever a scenario's own file holds is compared: nobody has to write its head.
    let is_played = is_printed || text.lines().any(|line| line.starts_with(HEADING));
    let mut set_up = SetUp { open: true, ..SetUp::default() };
    let mut scenario = is_printed.then(|| name.to_owned());
    for (at, line) in text.lines().take(MOST).enumerate().take_while(|(_, line)| !line.starts_with(HEADING)) {
        let unfit = |why: String| Unfit { line: at + 1, why: clipped(&why) };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            // That the kept games of a scenario speak of another game or scenario is a difference like any other.
            ["game" | "scenario", _] if is_printed => {}
            ["game", id] if id != program.board.game => {
                return Err(unfit(format!(
                    "these are games of `{id}`, and lie with those of `{}`",
                    program.board.game
                )));
            }
            ["scenario", id] if !scenarios().any(|known| known == id) => {
                return Err(unfit(unknown("scenario", id, scenarios())));
            }
            ["scenario", id] => scenario = Some(id.to_owned()),
            ["set", ..] if is_printed => {
                return Err(unfit(format!(
                    "the games of `{name}.golden` are of this scenario as it is: those with other options need a file by another name"
                )));
            }
            ["set", option, value] => {
                read_option(&program.board, option, value).map_err(unfit)?;
                if set_up.options.iter().any(|(set, _)| set == option) {
                    return Err(unfit(format!("`{option}` is set twice")));
                }
                set_up.options.push((option.to_owned(), value.to_owned()));
            }
            ["set", ..] => return Err(unfit("`set` takes an option and its value: `set players 2`".into())),
            ["option", ..] if !is_played => {
                return Err(unfit(format!(
                    "`option` tells what holds in games played already; to play with it: `set {}`",
                    words[1..].join(" ")
                )));
            }
            ["seeds" | "option", ..] | ["game", _] | [] => {}
            _ if is_printed || line.starts_with('#') => {}
            _ => {
                let known = ["game", "scenario", "set", "option", "seeds"];
                return Err(unfit(unknown("line of a head", words[0], known)));
            }
        }
    }
    match scenario {
        Some(scenario) if is_printed || !set_up.options.is_empty() => {
            set_up.scenario = scenario;
            Ok(Some(Kept { set_up, is_played }))
        }
        None if !set_up.options.is_empty() => {
            let ids: Vec<&str> = scenarios().collect();
            let why = format!("no line says which `scenario` is played; there is {}", listed(&ids));
            Err(Unfit { line: 1, why: clipped(&why) })
        }
        _ => Ok(None),
    }
}

/// The head of the games of a set-up, as the first of them begins.
pub(super) fn write(table: &Table, set_up: &SetUp) -> String {
    let board = table.board();
    let (game, scenario) = (&board.game, &table.scenario);
    let mut said = format!(
        "# Golden games of {game}/{scenario}: random play, answer by answer (docs/designers-guide.md, chapter 5).\n\
         # A difference is a rule that changed. If it is meant: `cardwright golden {game} --refresh`.\n\
         game {game}\nscenario {scenario}\n"
    );
    for (option, value) in &set_up.options {
        let _ = writeln!(said, "set {option} {value}");
    }
    for (o, option) in board.options.iter().enumerate() {
        let value = table.position().option(OptionId::new(o));
        let _ = writeln!(said, "option {} {}", option.id, notation::option_text(&option.of, value));
    }
    let _ = writeln!(said, "seeds from 1, until {LEAST} answers are given");
    said
}
