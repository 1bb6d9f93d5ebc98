//! The running game of a prompt or a server, with its packs and bots. Says what each viewer may know of the game.

use crate::bots::Bots;
use crate::rule_watcher::RuleWatcher;
use cardwright_content::render;
use cardwright_script::{ForcedOutcome, GameEvent};
use cardwright_state::board::{Sides, Visibility};
use cardwright_state::view::is_private;
use cardwright_state::{Board, PileId, SideId};
use cardwright_table::{Library, Node, Table, Viewer};
use cardwright_view::{Decisions, View, ViewContext};
use std::sync::{Arc, Mutex};

/// The refusal of a card or a pick that the player gives by hand in a game that hides something.
pub(crate) const ONLY_FACES: &str = "a card or a pick given by hand could reveal what is hidden, so this game takes only \
                                     faces of dice; an open game (`open on`) takes cards and picks too";

/// Where a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the prompt of a terminal.
    Prompt,
    /// In browsers, through links.
    Browser,
}

/// How much of the table the prompt draws before a new question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DrawnTable {
    /// All of it.
    #[default]
    Full,
    /// The groups that have changed since the last drawing.
    Changed,
    /// Nothing.
    Nothing,
}

impl DrawnTable {
    /// Every amount with the word that selects it.
    pub(crate) const ALL: [(&str, DrawnTable); 3] =
        [("full", DrawnTable::Full), ("changed", DrawnTable::Changed), ("none", DrawnTable::Nothing)];
}

/// A running game with everything that the prompt and the browser server need of it.
#[derive(Debug)]
pub struct Session {
    /// The game.
    pub table: Table,
    /// The packs from which the rules are read.
    pub library: Arc<Mutex<Library>>,
    /// The players that are not people.
    pub bots: Bots,
    /// Notices when files of the packs change.
    pub rule_watcher: RuleWatcher,
    /// Where the game is played.
    pub place: Place,
    /// How much the host's log reports of the decisions of sides that rules play.
    pub decisions: Decisions,
    /// How much of the table the prompt draws before a new question.
    pub drawn_table: DrawnTable,
    /// Whether hands stay hidden after the game is over.
    pub keep_secrets: bool,
    /// Returns whether the person who waits for a long query has stopped it.
    pub is_interrupted: fn() -> bool,
    /// Whether all hands have been shown after the end of the game.
    is_laid_open: bool,
    /// Whether people at one keyboard hide something from each other, or did so earlier in this game.
    shares_secrets: bool,
}

impl Session {
    /// Makes a session of a game. `bot_seed` decides what random bots answer; dice and cards do not depend on it.
    pub fn new(table: Table, library: Arc<Mutex<Library>>, place: Place, bot_seed: u64) -> Session {
        Session {
            table,
            library,
            bots: Bots::new(bot_seed),
            rule_watcher: RuleWatcher::default(),
            place,
            decisions: Decisions::default(),
            drawn_table: DrawnTable::default(),
            keep_secrets: false,
            is_interrupted: || false,
            is_laid_open: false,
            shares_secrets: false,
        }
    }

    /// Makes a copy of the game as it is now, for long queries on another thread. Call the returned function on that
    /// thread. It loads the scripts into a new VM, and fails if they no longer run.
    pub fn copy(&self) -> impl FnOnce() -> Result<Session, String> + Send + use<> {
        let (copied, library, place) = (self.table.copy(), self.library.clone(), self.place);
        let (decisions, is_interrupted) = (self.decisions, self.is_interrupted);
        let (keep_secrets, is_laid_open) = (self.keep_secrets, self.is_laid_open);
        move || {
            let vm = copied.program().vm().map_err(|problems| render(&problems, false))?;
            let table = copied.table(vm).map_err(|error| error.with_place())?;
            // No bot answers in the copy, so the seed of the bots (0) does not matter.
            let session = Session::new(table, library, place, 0);
            Ok(Session { decisions, is_interrupted, keep_secrets, is_laid_open, ..session })
        }
    }

    /// Returns the viewer at the prompt. If several players share the keyboard, `seat` is a side of the player who uses
    /// it now.
    pub fn viewer_at_prompt(&self, seat: Option<SideId>) -> Viewer {
        let human_seats = self.table.human_seats();
        let own: Sides = human_seats.iter().flat_map(|seat| seat.iter()).collect();
        if self.table.open || self.is_laid_open() {
            let own = if self.table.open { self.table.position().sides_in_play(self.table.board()) } else { own };
            return Viewer::OPEN.answering_for(own).as_host();
        }
        let viewer = match human_seats[..] {
            [] => Viewer::PUBLIC,
            [only_seat] => Viewer::seat(only_seat),
            // The players hide nothing from each other, so the prompt shows the game as the side to move sees it.
            _ if !self.is_keyboard_shared() => self.viewer_for(self.table.asked()),
            _ => self.viewer_for(seat),
        };
        viewer.answering_for(own).as_host()
    }
    /// Returns the viewer who answers for a side, or the public without a side.
    fn viewer_for(&self, side: Option<SideId>) -> Viewer {
        side.map_or(Viewer::PUBLIC, |side| self.table.viewer_of(side))
    }

    /// Shows all hands from now on. Call it when the game is over.
    pub fn lay_open(&mut self) {
        self.is_laid_open = true;
    }
    /// Whether all hands have been shown, and the game is still over.
    pub fn is_laid_open(&self) -> bool {
        self.is_laid_open && (self.table.is_over() || self.table.is_looking_back())
    }

    /// Whether secrets must be kept from a viewer: the position hides something, and the game is not over.
    pub fn is_secret(&self, viewer: Viewer) -> bool {
        let is_shown = viewer.sees_all() || self.table.is_over() && !self.keep_secrets;
        !is_shown && self.hides_from(viewer)
    }
    /// Whether the viewer does not see the whole position.
    pub fn hides_from(&self, viewer: Viewer) -> bool {
        let (board, position) = (self.table.board(), self.table.position());
        viewer.position_text(board, position) != Viewer::OPEN.position_text(board, position)
    }
    /// Whether a viewer may read the choices of a side. The side's own player may, and a viewer who sees all hands. At
    /// one keyboard all players may while they hide nothing from each other.
    pub fn may_read(&self, viewer: Viewer, side: SideId) -> bool {
        viewer.may_read(side) || viewer.answers_for().has(side) && viewer.is_host() && !self.is_keyboard_shared()
    }
    /// Returns the side's player as viewer if `viewer` may read the side's choices, and else `viewer`.
    pub(crate) fn sight_for(&self, viewer: Viewer, side: Option<SideId>) -> Viewer {
        match side.filter(|side| !viewer.may_read(*side) && self.may_read(viewer, *side)) {
            Some(side) => self.table.viewer_of(side),
            None => viewer,
        }
    }
    /// Whether a viewer answers for the side that is to move.
    pub fn is_asked(&self, viewer: Viewer) -> bool {
        self.table.asked().is_some_and(|asked| viewer.answers_for().has(asked))
    }
    /// Returns the refusal for viewers who do not answer for the side to move.
    pub(crate) fn who_is_asked(&self) -> String {
        let Some(asked) = self.table.asked() else { return "the game is over".to_owned() };
        format!("it is for {} to answer, and to ask about", self.name(asked))
    }
    pub(crate) fn name(&self, side: SideId) -> &str {
        &self.table.board().sides[side.index()].name
    }

    /// Whether several people at one keyboard hide something from each other, or did so earlier in this game.
    pub fn is_keyboard_shared(&self) -> bool {
        let has_several = self.table.human_seats().len() > 1;
        (self.shares_secrets && !self.table.open && has_several) || hides_hands(&self.table)
    }
    /// Notes whether people at one keyboard hide something from each other now. Returns true the first time they do.
    pub fn begin_to_share(&mut self) -> bool {
        let is_new = !self.shares_secrets && hides_hands(&self.table);
        self.shares_secrets |= is_new;
        is_new
    }
    /// Whether the players of two sides see the same position now, and neither has ever looked at or drawn a hidden
    /// card, and nobody has answered with a private action. If so, neither player need look away from the screen.
    pub fn know_alike(&self, first: SideId, second: SideId) -> bool {
        let (board, position) = (self.table.board(), self.table.position());
        let sight = |side: SideId| self.table.viewer_of(side).position_text(board, position);
        let (seat, other_seat) = (self.seat_of(first), self.seat_of(second));
        let is_of_either = |side: SideId| seat.has(side) || other_seat.has(side);
        let was_seen_by_one = |event: &GameEvent, board: &Board| match event {
            GameEvent::Peeked { side: Some(side), .. } => is_of_either(*side),
            GameEvent::Drawn { to: pile, .. } => {
                let pile = &board.piles[pile.index()];
                pile.visibility == Visibility::Owner && pile.owner.is_none_or(is_of_either)
            }
            _ => false,
        };
        let was_private = |node: &Node| node.row.is_some_and(|row| is_private(&node.event_program.board, &row));
        let nodes = self.table.nodes();
        !nodes.iter().any(|node| was_private(node) || has_event(node, was_seen_by_one)) && sight(first) == sight(second)
    }
    /// Returns the sides that the player of a side answers for.
    pub fn seat_of(&self, side: SideId) -> Sides {
        self.table.position().seat_of(self.table.board(), side)
    }

    /// Returns the position as a viewer sees it, with its figures.
    pub fn view(&mut self, viewer: Viewer) -> View {
        View::new(&mut self.table, viewer)
    }
    /// Returns the position as a viewer sees it, without figures.
    pub fn context(&self, viewer: Viewer) -> ViewContext<'_> {
        ViewContext::new(&self.table, &[], viewer)
    }
    /// How much the log reports to a viewer of the decisions of sides that rules play.
    pub fn decisions_for(&self, viewer: Viewer) -> Decisions {
        if viewer.is_host() { self.decisions } else { Decisions::Concise }
    }

    /// Returns a sentence if the rules cannot go on from this event: why they cannot, and what to do.
    pub fn stuck_reason(&self) -> Option<String> {
        let why = self.table.rerun_error()?;
        let event = self.table.shown_event();
        Some(format!(
            "event {event} cannot be played any more: {why}; `undo` or `goto N` leads to another, `reload` reads mended \
             rules"
        ))
    }

    /// Drops cards and picks that were given by hand if something is hidden from the viewer. A refusal of such a card
    /// would reveal where the card lies. If the function drops any, it returns a message that says why.
    pub(crate) fn drop_forced_cards_and_picks(&mut self, viewer: Viewer) -> Option<String> {
        let is_telling =
            |outcome: &ForcedOutcome| !matches!(outcome, ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_));
        if !self.table.forced().iter().any(is_telling) || !self.is_secret(viewer) {
            return None;
        }
        let dropped = self.table.forced_words().join(" ");
        self.table.take_forced();
        Some(format!("{ONLY_FACES}; dropped: {dropped}"))
    }
}

/// Whether several people play and one of them may know what the others must not: cards in a hand, a fact of one side,
/// a
/// private action, or cards that one side has looked at.
pub fn hides_hands(table: &Table) -> bool {
    if table.open || table.human_seats().len() < 2 {
        return false;
    }
    let (board, position) = (table.board(), table.position());
    let is_own = |visibility| visibility == Visibility::Owner;
    let has_cards = |pile: usize| position.pile(PileId::new(pile)).iter().next().is_some();
    let was_shown_to_one = |event: &GameEvent, board: &Board| match event {
        GameEvent::Peeked { side, .. } => side.is_some(),
        GameEvent::Drawn { to, .. } => is_own(board.piles[to.index()].visibility),
        _ => false,
    };
    (0..board.piles.len()).any(|pile| is_own(board.piles[pile].visibility) && has_cards(pile))
        || board.facts.iter().any(|fact| matches!(fact.visibility, Visibility::Owner | Visibility::Parties))
        || board.labels.actions.iter().any(|action| action.is_private)
        || table.nodes().iter().any(|node| has_event(node, was_shown_to_one))
}

/// Whether the log of an event has an entry of some sort. Piles in the log belong to the board that the event ran on.
fn has_event(node: &Node, is_sought: impl Fn(&GameEvent, &Board) -> bool) -> bool {
    node.game_events.iter().any(|event| is_sought(event, &node.event_program.board))
}
