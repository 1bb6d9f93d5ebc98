//! What one pair of eyes sees of a running game, as data: owned, serialisable, made of ids and words.
//!
//! [`View`] is the table, [`Legend`] what its ids stand for. A terminal draws them, a browser can; bots and tests may
//! read them. Nothing stands in the data that its eyes may not know, so whoever draws it need not ask who looks.
//!
//! Deliberately absent: printing, widths and colours, what goes first where a page is short, and any game's name.

mod ahead;
mod begun;
mod cards;
mod changed;
mod choice;
mod eyes;
mod facts;
mod figures;
mod groups;
mod half;
pub mod history;
mod kept;
mod legend;
mod pieces;
mod place;
mod preview;
mod printed;
mod refusal;
mod stands;
mod summary;
mod thing;
mod verdict;
mod view;
pub mod watch;
pub mod whence;

pub use ahead::Ahead;
pub use begun::{Begun, begun, loaded_within};
pub use cards::{Run, Says, SeenCard, SeenPile};
pub use changed::{Changed, Number, Part, changed, costs};
pub use choice::{Besides, Choice, Row, Standing, besides, choice, standing};
pub use eyes::Eyes;
pub use facts::{InForce, SeenFact};
pub use figures::{Comes, SeenFigure, title};
pub use groups::Group;
pub use half::Half;
pub use history::{Decisions, Fork, Noted, Stretch, Tells, Told, ToldLine, Tree, Way};
pub use kept::{Kept, SeenTrack};
pub use legend::{
    Action, Column, Counters, Fact, Figure, Legend, Link, Mark, PieceType, Pile, Side, Space, SpaceKind, Subject,
    Track, Zone,
};
pub use pieces::{Held, Pieces};
pub use place::{Place, Says as PlaceSays};
pub use preview::{Foretold, Onward, Would};
pub use printed::{Effect, Printed, Value};
pub use refusal::{Because, Misfit, Reason, Refusal, fell, not_offered, some, stand, unfit, would_stand};
pub use stands::{Stands, news, stands};
pub use summary::{Came, Course, Did, OfSide, Ran, Summary, summary};
pub use thing::{Is, Thing, Things, holds};
pub use verdict::{Unwise, Verdict};
pub use view::{KeptCard, SeenLink, SeenOption, SeenSide, SeenSpace, View};
pub use watch::{Led, Watch};
