//! Random players: one answer at a time, so that each is seen.

use crate::keeper::Keeper;
use cardwright_bots::RandomPlayer;
use cardwright_script::TOO_LONG;
use cardwright_table::{PlayError, Seat, Table};

/// Failures in a row after which a person takes the seat.
const TRIES: u32 = 30;

/// The random players of a game.
#[derive(Debug)]
pub(crate) struct Bots {
    player: RandomPlayer,
    failed: u32,
}

/// What came of letting one answer.
#[derive(Debug)]
pub(crate) enum Went {
    /// It is no bot's turn.
    Nobody,
    /// One answered.
    On,
    /// Its answer did not go through; it tries another.
    Again,
    /// The record cannot be written: it goes on once it can.
    Stuck(PlayError),
    /// It cannot go on: a person takes the seat of this side; and why, where a rule stopped it.
    GaveUp(String, Option<String>),
}

impl Bots {
    pub(crate) fn new(seed: u64) -> Bots {
        Bots { player: RandomPlayer::new(seed), failed: 0 }
    }

    /// Whether a bot is asked.
    pub(crate) fn is_asked(table: &Table) -> bool {
        table.asked().is_some_and(|side| table.seats[side.at()] == Seat::Random)
    }

    /// One answer.
    pub(crate) fn answer(&mut self, keeper: &mut dyn Keeper) -> Went {
        let table = keeper.table();
        let Some(side) = table.asked().filter(|_| Bots::is_asked(table)) else { return Went::Nobody };
        match table.let_answer(&mut self.player) {
            Ok(_) => self.failed = 0,
            Err(PlayError::Barred { .. }) => {}
            Err(error @ PlayError::Record(_)) => return Went::Stuck(error),
            // What was stopped once is not tried again in other ways: each would take as long.
            Err(error) if self.failed + 1 < TRIES && !is_runaway(&error) => {
                self.failed += 1;
                return Went::Again;
            }
            Err(error) => {
                self.failed = 0;
                let why = match &error {
                    PlayError::Rule { error, .. } => Some(error.with_place()),
                    _ => None,
                };
                let name = table.board().sides[side.at()].name.clone();
                return match table.seat(side, Seat::Human) {
                    Ok(()) => Went::GaveUp(name, why),
                    Err(error) => Went::Stuck(error),
                };
            }
        }
        Went::On
    }
}

/// Whether a rule ran without end.
fn is_runaway(error: &PlayError) -> bool {
    matches!(error, PlayError::Rule { error, .. } if error.to_string().contains(TOO_LONG))
}

#[cfg(test)]
mod tests {
    use super::{Bots, Went};
    use crate::keeper::Plain;
    use cardwright_content::PackSource;
    use cardwright_table::{Library, Seat, SetUp, Table};
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex};

    /// The demo with an action of Red that does this when it is played, and another that does nothing.
    fn plain(play: &str) -> Plain {
        let script = format!(
            "local fail, rest = action \"fail\", action \"rest\"\nfunction fail.offer(side)\n  offer(fail)\nend\n\
             function fail.play(side)\n{play}\nend\nfunction rest.offer(side)\n  offer(rest)\nend\n\
             function rest.play(side)\nend\n\
             step(\"fails\", function()\n  act(RED, {{ fail, rest }})\n  return next(\"fails\")\nend)\n"
        );
        let scenario = "[meta]\nid = \"fails\"\ngame = \"demo\"\nname = \"Fails\"\nsource = \"own\"\n\
                        extends = \"standard\"\nposition = \"turn fails\"\n";
        let files = [
            ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n"),
            ("scripts/demo/fails.luau", &script),
            ("scripts/demo/text.toml", "[action.fail]\nlabel = \"Fail\"\n[action.rest]\nlabel = \"Rest\"\n"),
            ("scenarios/demo/fails.toml", scenario),
        ];
        let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/demo");
        let more = files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
        let library = Library::open(vec![PackSource::Folder(demo), PackSource::Memory(more)]).unwrap();
        let (program, vm, _) = library.load("demo").unwrap_or_else(|all| panic!("{all:?}"));
        let seats = vec![("red".to_owned(), Seat::Random)];
        let set_up = SetUp { scenario: "fails".into(), seed: 7, seats, ..SetUp::default() };
        let table = Table::start(program, vm, &set_up).unwrap();
        Plain { table, library: Arc::new(Mutex::new(library)), is_watched: false }
    }

    #[test]
    fn what_runs_away_is_not_tried_in_other_ways() {
        let (mut bots, mut plain) = (Bots::new(1), plain("  while true do\n  end"));
        let told = loop {
            match bots.answer(&mut plain) {
                Went::On => {} // It rests.
                Went::GaveUp(name, Some(why)) => break format!("{name}: {why}"),
                other => panic!("{other:?}"),
            }
        };
        assert!(told.starts_with("Red: ") && told.contains("ran too long"), "{told}");
        assert_eq!(plain.table.asked().map(|side| plain.table.seats[side.at()]), Some(Seat::Human));
    }

    #[test]
    fn what_fails_is_and_another_answer_goes_on() {
        let (mut bots, mut plain) = (Bots::new(1), plain("  error(\"broken\")"));
        let mut went = (0..).map(|_| bots.answer(&mut plain));
        assert!(went.any(|went| matches!(went, Went::Again)));
        assert!(went.any(|went| matches!(went, Went::On)));
    }
}
