//! The roles of links, and the viewer for each role.

use cardwright_session::Viewer;
use cardwright_state::SideId;
use cardwright_table::Table;

/// The role of a person who opens a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The host, who sees everything, may answer for every side, and has the host's commands.
    Host,
    /// A player, who answers for this side and for the other sides of the same seat.
    Side(SideId),
    /// A spectator, who sees what everybody may see.
    Spectator,
}

impl Role {
    /// Returns the viewer for this role. `seat` is the side that the host answers for, or `None` for the side to move.
    /// `is_laid_open` says whether all hands are shown because the game is over.
    pub(crate) fn viewer(self, table: &Table, seat: Option<SideId>, is_laid_open: bool) -> Viewer {
        let (board, position) = (table.board(), table.position());
        let seat_of = |side: SideId| position.seat_of(board, side).with(side);
        let viewer = match self {
            Role::Host => {
                let sides = seat.map_or_else(|| position.sides_in_play(board), seat_of);
                Viewer::OPEN.answering_for(sides).as_host()
            }
            Role::Side(side) => Viewer::seat(seat_of(side)),
            Role::Spectator => Viewer::PUBLIC,
        };
        if table.open || is_laid_open { viewer.with_open_hands() } else { viewer }
    }
}
