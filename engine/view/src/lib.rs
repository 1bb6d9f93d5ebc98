//! View models: the game state as one viewer may see it. All data is owned and serialisable, and consists of ids and
//! texts.
//!
//! A [`View`] is the state of a game. A [`Legend`] holds the names for the ids in a view. The terminal, the browser,
//! bots and tests read both. A view holds nothing that its viewer may not know, so code that draws a view need not
//! check who looks.
//!
//! This crate must not print, choose widths or colours, or know any game by name.

mod attributes;
mod cards;
mod changes;
mod choice;
mod completer;
mod facts;
mod figures;
mod forecast;
mod groups;
pub mod history;
mod ledger;
mod legend;
mod partial_answer;
mod pending_action;
mod pieces;
mod printed;
pub mod provenance;
mod refusal;
mod script_things;
mod space_details;
mod state_lines;
mod summary;
mod thing;
mod verdict;
mod view;
mod view_context;
pub mod watch_target;

pub use attributes::{Attributes, SeenTrack};
pub use cards::{CardText, PileSegment, SeenCard, SeenPile};
pub use changes::{ChangePart, SubjectChanges, TrackNumber, changes, track_changes};
pub use choice::{
    Choice, Row, StandingActions, StandingRows, choice, choice_with_reasons, standing_actions, standing_rows,
};
pub use completer::Completer;
pub use facts::{ActiveEffect, SeenFact};
pub use figures::{SeenFigure, SeenValue, figure_text, title};
pub use forecast::{Forecast, ForecastAnswer, ForecastEnd};
pub use groups::Group;
pub use history::{
    Branch, BranchSegment, BranchTree, BranchedEvent, Decisions, LogEntry, LogKind, LogLine, NotedEvent,
};
pub use ledger::{Account, Ledger, ledger, ledger_ids};
pub use legend::{
    Action, Counters, Fact, Figure, Legend, Link, Mark, PieceType, Pile, Side, Space, SpaceKind, Subject, Track, Zone,
};
pub use partial_answer::PartialAnswer;
pub use pending_action::{PendingAction, pending_actions, unfinished_when_loaded};
pub use pieces::{HeldPieces, MarkValue, Pieces};
pub use printed::{Effect, Printed, Value};
pub use refusal::{
    Mismatch, Reason, Refusal, RefusalCause, excluded_text, kept_answers_note, legal_words, mismatch_text,
    not_offered_text, would_keep_answers_note,
};
pub use space_details::{SpaceDetails, SpaceValue};
pub use state_lines::{StateLine, changed_lines, state_lines};
pub use summary::{ActionCount, NumberSeries, PieceTotals, SideSummary, Summary, TrackTotals, summary};
pub use thing::{Thing, ThingKind, ThingLookup, fact_type_text};
pub use verdict::{DiscouragedAnswer, Verdict};
pub use view::{CardAttributes, SeenLink, SeenOption, SeenPlace, SeenSide, SeenSpace, View};
pub use view_context::ViewContext;
pub use watch_target::{LineResult, WatchTarget, WatchedValue};
