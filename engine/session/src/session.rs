//! The running game of a prompt or a server: its table, packs, bots, and what its viewers may know.

use crate::bots::Bots;
use crate::command::Place;
use crate::reload::RuleWatcher;
use cardwright_content::render;
use cardwright_script::{ForcedOutcome, GameEvent};
use cardwright_state::board::{Sides, Visibility};
use cardwright_state::{PileId, SideId};
use cardwright_table::{Library, Table, Viewer};
use cardwright_view::{Decisions, View, ViewContext};
use std::sync::{Arc, Mutex};

/// Why only dice faces are given by hand while something is hidden.
pub(crate) const ONLY_FACES: &str = "whether a card or a thing to be picked can come up would tell what is hidden: in \
                                     this game only faces of dice are given by hand; a game begun with `--open` takes \
                                     them all";

/// A running game, and what the prompt and the browser share of it.
#[derive(Debug)]
pub struct Session {
    /// The game.
    pub table: Table,
    /// The packs from which its rules are read.
    pub library: Arc<Mutex<Library>>,
    /// The players that are not people.
    pub bots: Bots,
    /// Notices files of the packs that change.
    pub rule_watcher: RuleWatcher,
    /// Where it is played.
    pub place: Place,
    /// How much the host's log reports of the decisions of sides that rules play.
    pub decisions: Decisions,
    /// Whether hands stay hidden once the game is over.
    pub keep_secrets: bool,
    /// Whether the person who waits for a long query wants it stopped.
    pub is_interrupted: fn() -> bool,
    /// Whether all hands have been shown, the game being over.
    is_laid_open: bool,
    /// Whether people at one keyboard have had something to hide from each other.
    shares_secrets: bool,
}

impl Session {
    /// A game at a place. `bot_seed` decides what random bots answer, never the game's own chance.
    pub fn new(table: Table, library: Arc<Mutex<Library>>, place: Place, bot_seed: u64) -> Session {
        Session {
            table,
            library,
            bots: Bots::new(bot_seed),
            rule_watcher: RuleWatcher::default(),
            place,
            decisions: Decisions::default(),
            keep_secrets: false,
            is_interrupted: || false,
            is_laid_open: false,
            shares_secrets: false,
        }
    }

    /// Makes a copy of the game as it is now, for long queries on another thread. Call the result there: it loads the
    /// scripts anew, and fails if they no longer run.
    pub fn copy(&self) -> impl FnOnce() -> Result<Session, String> + Send + use<> {
        let (copied, library, place) = (self.table.copy(), self.library.clone(), self.place);
        let (decisions, is_interrupted) = (self.decisions, self.is_interrupted);
        let (keep_secrets, is_laid_open) = (self.keep_secrets, self.is_laid_open);
        move || {
            let vm = copied.program().vm().map_err(|problems| render(&problems, false))?;
            let table = copied.table(vm).map_err(|error| error.with_place())?;
            let session = Session::new(table, library, place, 0);
            Ok(Session { decisions, is_interrupted, keep_secrets, is_laid_open, ..session })
        }
    }

    /// The viewer at the prompt. `seat` is the side whose player is at the keyboard, where several players share it.
    pub fn viewer_at_prompt(&self, seat: Option<SideId>) -> Viewer {
        let people = self.table.human_seats();
        let own: Sides = people.iter().flat_map(|seat| seat.iter()).collect();
        if self.table.open || self.is_laid_open() {
            let own = if self.table.open { self.table.position().sides_in_play(self.table.board()) } else { own };
            return Viewer::OPEN.answering_for(own).as_host();
        }
        let sees = match people[..] {
            [] => Viewer::PUBLIC,
            [one] => Viewer::seat(one),
            // Nothing is hidden between them: each reads as the side to move.
            _ if !self.is_keyboard_shared() => self.viewer_for(self.table.asked()),
            _ => self.viewer_for(seat),
        };
        sees.answering_for(own).as_host()
    }
    /// The viewer who answers for a side; the public, where there is none.
    fn viewer_for(&self, side: Option<SideId>) -> Viewer {
        side.map_or(Viewer::PUBLIC, |side| self.table.viewer_of(side))
    }

    /// Shows all hands from now on, the game being over.
    pub fn lay_open(&mut self) {
        self.is_laid_open = true;
    }
    /// Whether all hands have been shown, and the game is still over.
    pub fn is_laid_open(&self) -> bool {
        self.is_laid_open && (self.table.is_over() || self.table.is_looking_back())
    }

    /// Whether the position hides something from a viewer.
    pub fn is_secret(&self, viewer: Viewer) -> bool {
        let is_shown = viewer.sees_all() || self.table.is_over() && !self.keep_secrets;
        !is_shown && self.hides_from(viewer)
    }
    /// Whether a viewer sees less of the position than there is.
    pub fn hides_from(&self, viewer: Viewer) -> bool {
        let (board, position) = (self.table.board(), self.table.position());
        viewer.position_text(board, position) != Viewer::OPEN.position_text(board, position)
    }
    /// Whether a viewer may read what a side is asked: its own player, who sees all hands, and at one keyboard any
    /// player, while nothing is hidden between them.
    pub fn may_read(&self, viewer: Viewer, side: SideId) -> bool {
        viewer.may_read(side) || viewer.answers_for().has(side) && viewer.is_host() && !self.is_keyboard_shared()
    }
    /// The viewer with the sight of a side's player, where that player's questions may be read.
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
    /// A refusal for those who do not answer for the side to move.
    pub(crate) fn who_is_asked(&self) -> String {
        let Some(asked) = self.table.asked() else { return "the game is over".to_owned() };
        format!("it is for {} to answer, and to ask about", self.name(asked))
    }
    pub(crate) fn name(&self, side: SideId) -> &str {
        &self.table.board().sides[side.at()].name
    }

    /// Whether people at one keyboard hide something from each other, or have done so: it stays with them.
    pub fn is_keyboard_shared(&self) -> bool {
        let has_several = self.table.human_seats().len() > 1;
        (self.shares_secrets && !self.table.open && has_several) || hides_hands(&self.table)
    }
    /// Notes that people at one keyboard hide something from each other from now on. Whether that is new.
    pub fn begin_to_share(&mut self) -> bool {
        let is_new = !self.shares_secrets && hides_hands(&self.table);
        self.shares_secrets |= is_new;
        is_new
    }
    /// Whether the players of two sides know the same, and have always known the same: then neither need look away.
    pub fn know_alike(&self, one: SideId, other: SideId) -> bool {
        let (board, position) = (self.table.board(), self.table.position());
        let sees = |side: SideId| self.table.viewer_of(side).position_text(board, position);
        let (from, to) = (self.seat_of(one), self.seat_of(other));
        let shown_to_one = |event: &GameEvent| match event {
            GameEvent::Peeked { side: Some(side), .. } => from.has(*side) || to.has(*side),
            GameEvent::Drawn { to: pile, .. } => {
                let pile = &board.piles[pile.at()];
                pile.visibility == Visibility::Owner && pile.owner.is_none_or(|owner| from.has(owner) || to.has(owner))
            }
            _ => false,
        };
        !self.table.nodes().iter().any(|node| node.game_events.iter().any(shown_to_one)) && sees(one) == sees(other)
    }
    /// The sides that the player of a side answers for.
    pub fn seat_of(&self, side: SideId) -> Sides {
        self.table.position().seat_of(self.table.board(), side)
    }

    /// The position as a viewer sees it, with the figures that scripts derive from it.
    pub fn view(&mut self, viewer: Viewer) -> View {
        View::new(&mut self.table, viewer)
    }
    /// The position as a viewer sees it, without figures.
    pub fn context(&self, viewer: Viewer) -> ViewContext<'_> {
        ViewContext::new(&self.table, &[], viewer)
    }
    /// How much the log reports to a viewer of the decisions of sides that rules play.
    pub fn decisions_for(&self, viewer: Viewer) -> Decisions {
        if viewer.is_host() { self.decisions } else { Decisions::Concise }
    }

    /// Why nothing can be asked here though the game is not over, and what to do.
    pub fn stuck_reason(&self) -> Option<String> {
        let why = self.table.rerun_error()?;
        let event = self.table.here();
        Some(format!(
            "event {event} cannot be played any more: {why}; `undo` or `goto N` leads to another, `reload` reads mended \
             rules"
        ))
    }

    /// Drops cards and picks that were given by hand, where something is hidden from the viewer: whether they can come
    /// up would tell where they lie. Why, if any were dropped.
    pub(crate) fn drop_telling_dice(&mut self, viewer: Viewer) -> Option<String> {
        let tells = |outcome: &ForcedOutcome| !matches!(outcome, ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_));
        if !self.table.forced().iter().any(tells) || !self.is_secret(viewer) {
            return None;
        }
        let given = self.table.forced_words().join(" ");
        self.table.take_forced();
        Some(format!("{ONLY_FACES}; dropped: {given}"))
    }
}

/// Whether several people play who may know what the others must not: cards in a hand, a fact of one side, cards that
/// one side has looked at.
pub fn hides_hands(table: &Table) -> bool {
    if table.open || table.human_seats().len() < 2 {
        return false;
    }
    let (board, position) = (table.board(), table.position());
    let is_own = |visibility| visibility == Visibility::Owner;
    let holds = |pile: usize| position.pile(PileId::new(pile)).iter().next().is_some();
    let was_shown = |event: &GameEvent| match event {
        GameEvent::Peeked { side, .. } => side.is_some(),
        GameEvent::Drawn { to, .. } => is_own(board.piles[to.at()].visibility),
        _ => false,
    };
    (0..board.piles.len()).any(|pile| is_own(board.piles[pile].visibility) && holds(pile))
        || board.facts.iter().any(|fact| is_own(fact.visibility))
        || table.nodes().iter().any(|node| node.game_events.iter().any(was_shown))
}
