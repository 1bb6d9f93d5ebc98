//! `dice`: gives the outcomes of the next rolls, draws and picks by hand.

use crate::command::{Access, Command, Completion, Group, first_argument};
use crate::reply::Reply;
use crate::session::ONLY_FACES;
use crate::session::Session;
use cardwright_state::die_faces::face_number;
use cardwright_table::{Viewer, outcome_words};

pub(crate) const COMMAND: Command = Command {
    args: "[OUTCOMES|clear]",
    details: "Faces (a number, a word on a die, or `#4`: the fourth face of any die), cards (`card:ID`) and things to be picked (`ID`, or `pick:ID`) are used in order by the next rolls, draws and picks. Without an argument it lists the outcomes that are not used yet. They are recorded as given by hand. While something is hidden from you, only faces are taken, because a card given by hand could reveal where it lies.",
    completion: Completion::Words(|known, before| {
        let mut words = outcome_words::die_words(known.board());
        words.extend(first_argument(before, &["clear"]));
        words
    }),
    ..Command::new(
        "dice",
        "force the next rolls (a card to be drawn: card:ID; a thing to be picked: its id)",
        Group::Edit,
        Access::Host,
        run,
    )
};

fn run(session: &mut Session, viewer: Viewer, words: &str) -> Reply {
    if words == "clear" {
        let old = session.table.forced_words();
        session.table.take_forced();
        return Reply::done(match old.is_empty() {
            true => "no roll was forced".to_owned(),
            false => format!("dropped: {}", old.join(" ")),
        });
    }
    let new: Vec<&str> = words.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    // If something is hidden from the viewer (`is_secret`), an unknown word gets the same refusal as a card, so that
    // the refusal does not reveal which cards exist.
    let board = session.table.board();
    let is_face =
        |word: &&str| board.find_face(word).is_some() || face_number(word).is_some() || word.parse::<i64>().is_ok();
    if !new.iter().all(is_face) && session.is_secret(viewer) {
        return Reply::refused(ONLY_FACES);
    }
    if let Err(error) = session.table.force_words(&new) {
        return session.refuse(viewer, error);
    }
    match &session.table.forced_words()[..] {
        [] => Reply::text("no roll is forced: all come from the seed"),
        outcomes => Reply::done(format!("the next rolls: {}", outcomes.join(" "))),
    }
}
