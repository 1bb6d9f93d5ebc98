//! Who looks through a link: whose eyes these are, and whose answers they give.

use cardwright_state::SideId;
use cardwright_state::board::Sides;
use cardwright_table::Table;
use cardwright_table::label::Audience;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Sees all and answers for all: who designs the game, or referees it.
    Desk,
    /// A seat: this side's, and those of the sides that sit with it.
    Side(SideId),
    /// Sees what all may see, and only looks.
    Watcher,
}

/// Who looks at a table, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// What their link is for.
    pub role: Role,
    /// Of the desk: the side for which it answers; none is whoever is asked.
    pub seat: Option<SideId>,
    /// Whether all that was hidden is shown, because the game is over.
    pub laid_open: bool,
}

impl Reader {
    /// Through a link of a game that goes on.
    pub fn of(role: Role) -> Reader {
        Reader { role, seat: None, laid_open: false }
    }

    /// The sides whose answers they may give.
    pub fn sides(self, table: &Table) -> Sides {
        let (board, position) = (table.board(), table.position());
        match (self.role, self.seat) {
            (Role::Watcher, _) => Sides::NONE,
            (Role::Side(side), _) => position.seat_of(board, side).with(side),
            (Role::Desk, Some(side)) => position.seat_of(board, side).with(side),
            (Role::Desk, None) => position.sides_in_play(board),
        }
    }

    /// With which eyes they read.
    pub fn audience(self, table: &Table) -> Audience {
        match self.role {
            _ if table.open || self.laid_open => Audience::Open,
            Role::Desk => Audience::Open,
            Role::Side(side) => Audience::of(table.position().seat_of(table.board(), side).with(side)),
            Role::Watcher => Audience::Public,
        }
    }

    /// Whether they are the ones to answer what is asked.
    pub fn is_asked(self, table: &Table) -> bool {
        table.asked().is_some_and(|asked| self.role == Role::Desk || self.sides(table).has(asked))
    }
}
