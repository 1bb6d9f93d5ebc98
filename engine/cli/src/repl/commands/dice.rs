//! `dice`: the outcomes of the next rolls, draws and picks, given by hand.

use super::{Command, Completes, For, InBrowser, owned};
use crate::repl::session::{HAND_GIVEN, Session};
use cardwright_state::faces::face_number;
use cardwright_table::given;

pub(super) const COMMAND: Command = Command {
    name: "dice",
    also: &[],
    takes: "[OUTCOMES|clear]",
    does: "force the next rolls (a card to be drawn: card:ID; a thing to be picked: its id)",
    of: For::Setting,
    in_browser: InBrowser::Desk,
    more: "Faces (a number, a word that stands on a die, or `#4`: the fourth face of whichever die is rolled), cards (`card:ID`) and things to be picked (`ID`, or `pick:ID`) are each used in order by whatever is rolled, drawn or picked next; alone it lists those still to come. They are recorded as given by hand. While something is hidden from you, only faces are taken: what can be drawn would tell where cards lie.",
    example: None,
    run,
    completes: Completes::Words(|known, before| {
        let mut all = given::words(known.board());
        all.extend(if before.is_empty() { owned(&["clear"]) } else { Vec::new() });
        all
    }),
};

fn run(session: &mut Session, words: &str) {
    if words == "clear" {
        let old = session.table.forced_words();
        session.table.take_forced();
        return session.done(if old.is_empty() {
            "no roll was forced".to_owned()
        } else {
            format!("dropped: {}", old.join(" "))
        });
    }
    let new: Vec<&str> = words.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    // The same for all that is no face, whether there is such a card or not.
    let board = session.table.board();
    let is_face =
        |word: &&str| board.face(word).is_some() || face_number(word).is_some() || word.parse::<i64>().is_ok();
    if !new.iter().all(is_face) && session.is_secret() {
        return session.refuse(HAND_GIVEN);
    }
    if let Err(error) = session.table.force_words(&new) {
        return session.answered(Err(error));
    }
    match &session.table.forced_words()[..] {
        [] => session.say("no roll is forced: all come from the seed"),
        all => session.done(format!("the next rolls: {}", all.join(" "))),
    }
}
