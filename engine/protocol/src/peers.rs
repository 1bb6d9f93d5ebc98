//! The programs that fill the seats of one game.

use crate::peer::{Peer, Step};
use cardwright_bots::BotKind;
use cardwright_state::SideId;
use cardwright_table::{PlayError, Seat, Table};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The programs of a game, each with the first side of its seat. Each seat has a process of its own, because the process
/// knows what the seat sees.
#[derive(Debug, Default)]
pub struct Peers(BTreeMap<SideId, (BotKind, Peer)>);

impl Peers {
    /// Asks the program of the side to move for an answer, or looks whether it is there. Starts the program if it does
    /// not run, or was told of other rules. A program that has failed is ended.
    ///
    /// # Errors
    /// The answer is legal, but fails as [`Table::answer`] does.
    pub fn look(&mut self, table: &mut Table, kind: BotKind) -> Result<Step, PlayError> {
        let Some(asked) = table.asked() else { return Err(PlayError::GameOver) };
        let Some((command, limit)) = kind.program() else { return Ok(Step::Failed("is none".into())) };
        let viewer = table.viewer_of(asked);
        let side = viewer.sides().first().unwrap_or(asked);
        self.0.retain(|at, (known, peer)| *at != side || *known == kind && peer.plays_by(table.program()));
        let (_, peer) = match self.0.entry(side) {
            Entry::Occupied(place) => place.into_mut(),
            Entry::Vacant(place) => match Peer::start(command, limit, table, viewer) {
                Ok(peer) => place.insert((kind, peer)),
                Err(why) => return Ok(Step::Failed(why)),
            },
        };
        let step = peer.look(table)?;
        if matches!(step, Step::Failed(_)) {
            self.0.remove(&side);
        }
        Ok(step)
    }

    /// Ends the time for the pending answers.
    pub fn hurry(&mut self) {
        self.0.values_mut().for_each(|(_, peer)| peer.hurry());
    }

    /// Ends the programs that have lost their seat. At the end of the game, tells all programs about it and ends them.
    pub fn dismiss(&mut self, table: &Table) {
        let is_over = table.is_over();
        self.0.retain(|side, (kind, peer)| {
            if is_over {
                peer.tell_end(table);
            }
            !is_over && table.seats[side.index()] == Seat::Bot(*kind)
        });
    }
}
