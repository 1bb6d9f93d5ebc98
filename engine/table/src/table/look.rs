//! What can be seen of a running game: positions, choices, the log, the result.

use super::{Node, Prompt, Seat, Table};
use crate::label::{self, Audience};
use crate::record::Event;
use crate::story;
use cardwright_script::{Choice, Figured, Happening, Program};
use cardwright_state::board::{Board, Sides};
use cardwright_state::hash::{Hash, full_hash_of_words};
use cardwright_state::position::Placed;
use cardwright_state::{Position, SideId, StepId};
use std::sync::Arc;

impl Table {
    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.game.program.board
    }
    /// The program that runs it.
    pub fn program(&self) -> &Arc<Program> {
        &self.game.program
    }
    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }
    /// What the rules' figures come to here, by figure and subject: see [`cardwright_script::Vm::figures`]. They are worked
    /// out from all there is, so not all of them are for all to read.
    pub fn figures(&mut self) -> Vec<Vec<Figured>> {
        self.game.vm.figures()
    }
    /// The same of another position of this game.
    pub fn figures_at(&mut self, position: &Position) -> Vec<Vec<Figured>> {
        self.game.vm.figures_at(position)
    }
    /// The told figures that another position of this game brings to something else than they come to here.
    pub fn figures_moved(&mut self, to: &Position) -> Vec<Happening> {
        let here = self.game.now.position.clone();
        self.game.vm.figures_moved(&here, to)
    }
    /// The steps that began since it was last taken, where the VM keeps them: see
    /// [`cardwright_script::Vm::keep_openings`].
    pub fn take_openings(&mut self) -> Vec<(StepId, Position)> {
        self.game.vm.take_openings()
    }
    /// Every event so far, branches included; the first is the start.
    pub fn nodes(&self) -> &[Node] {
        &self.timeline.nodes
    }
    /// About how many bytes its events take.
    pub fn size(&self) -> usize {
        self.timeline.size
    }
    /// The event the game is at.
    pub fn here(&self) -> usize {
        self.timeline.here
    }
    /// The full hash of the position.
    pub fn hash(&self) -> Hash {
        self.timeline.nodes[self.timeline.here].hash
    }
    /// The board hash of the position.
    pub fn board_hash(&self) -> Hash {
        self.timeline.node().tally.board_hash(self.board(), self.position(), &self.asked_text())
    }
    /// Whether this is where a record says that an event led: by the full hash, or by that of the position in words, which
    /// records of format 1 have.
    pub fn is_at(&self, hash: &str) -> bool {
        let of_words = || full_hash_of_words(self.board(), self.position(), &self.asked_text());
        self.hash().to_string() == hash || of_words().to_string() == hash
    }
    /// The events from the start to here.
    pub fn path(&self) -> Vec<usize> {
        self.timeline.path()
    }
    /// The first event after `from` on the way to `to`; none if `to` does not come after it.
    pub fn next_towards(&self, from: usize, to: usize) -> Option<usize> {
        self.timeline.ancestors(to).into_iter().find(|n| self.timeline.nodes[*n].parent == Some(from))
    }
    /// The sequence of full hashes from the start to here.
    pub fn hash_chain(&self) -> Vec<Hash> {
        self.path().into_iter().map(|n| self.timeline.nodes[n].hash).collect()
    }
    /// The pending choice; none when the game is over.
    pub fn choice(&self) -> Option<&Choice> {
        self.game.choice()
    }
    /// Who is asked.
    pub fn asked(&self) -> Option<SideId> {
        self.game.asked()
    }
    pub(super) fn asked_text(&self) -> String {
        self.asked().map(|s| self.board().sides[s.at()].id.clone()).unwrap_or_default()
    }
    /// The eyes of whoever answers for a side: those of all the sides that sit with it.
    pub fn eyes_of(&self, side: SideId) -> Audience {
        Audience::of(self.position().seat_of(self.board(), side))
    }
    /// The seats that people have, each with its sides.
    pub fn people(&self) -> Vec<Sides> {
        let is_human = |side: &SideId| self.seats[side.at()] == Seat::Human;
        let seats = self.position().seats(self.board()).into_iter();
        seats.map(|seat| seat.iter().filter(is_human).collect::<Sides>()).filter(|seat| !seat.is_empty()).collect()
    }
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }
    /// Why nothing can be asked here, though the game is not over: a rule fails as its open steps are re-run.
    pub fn unasked(&self) -> Option<&str> {
        self.game.now.unasked.as_deref()
    }
    /// Who gave up, if anybody.
    pub fn resigned(&self) -> Option<SideId> {
        self.resigned
    }
    /// Who won and why, in plain language; none while the game goes on.
    pub fn result(&self) -> Option<String> {
        let board = self.board();
        if let Some(side) = self.resigned {
            let seat = self.gives_up_with(side);
            let others = self.position().sides_in_play(board).iter().filter(|other| !seat.has(*other));
            let others: Vec<&str> = others.map(|other| board.sides[other.at()].name.as_str()).collect();
            let (verb, gives) = (if others.len() == 1 { "wins" } else { "win" }, seat.len());
            let (who, resigns) = (label::side_names(board, seat), if gives == 1 { "resigns" } else { "resign" });
            return Some(format!("{} {verb}: {who} {resigns}", others.join(" and ")));
        }
        result(board, self.position(), self.everybody())
    }
    /// Who gives up where a side resigns: whoever sits there, and its coalition.
    fn gives_up_with(&self, side: SideId) -> Sides {
        let (board, position) = (self.board(), self.position());
        let coalition = &board.sides[side.at()].coalition;
        let is_with = |other: &SideId| coalition.is_some() && board.sides[other.at()].coalition == *coalition;
        let seat = position.seat_of(board, side);
        position.sides_in_play(board).iter().filter(|other| seat.has(*other) || is_with(other)).collect()
    }
    /// Who reads what is told to all: what all may see, or everything where the game is open.
    pub(super) fn everybody(&self) -> Audience {
        if self.open { Audience::Open } else { Audience::Public }
    }
    /// The words of each row of the pending choice.
    pub fn row_words(&self) -> &[Vec<String>] {
        self.game.row_words()
    }
    /// The pending choice in plain language: see [`Game::prompt`].
    pub fn prompt(&self, audience: Audience) -> Option<Prompt> {
        self.game.prompt(audience)
    }
    /// What happened with the events after `from` on the path to here, as `audience` reads it; of sides that
    /// rules play what they decided, not what they weighed.
    pub fn log(&self, from: usize, audience: Audience) -> Vec<String> {
        let mut out = Vec::new();
        for n in self.path().into_iter().filter(|n| *n > from || (from == 0 && *n == 0)) {
            let node = &self.timeline.nodes[n];
            out.extend(self.event_told(n, audience));
            let told = node.happenings.iter().filter(|h| !h.is_weighed());
            out.extend(story::lines(&node.program, audience, told).iter().map(|line| format!("  {}", line.words())));
            out.extend(self.notes(n, audience).map(|note| format!("  note: {note}")));
        }
        out
    }
    /// An event in one line, as it is recorded: `blue: march guard port hills`.
    pub fn event_text(&self, n: usize) -> Option<String> {
        self.event_told(n, Audience::Open)
    }
    /// An event in one line, as `audience` reads it.
    pub fn event_told(&self, n: usize, audience: Audience) -> Option<String> {
        let node = &self.timeline.nodes[n];
        if let Event::Content { .. } = node.event.as_ref()? {
            let what = if node.reloaded { "the rules were reloaded" } else { "a position was loaded" };
            return Some(what.into());
        }
        label::event(node, self.before(node), audience)
    }

    /// What was answered with an event, in plain language, as an audience reads it; none where nothing was answered.
    pub fn answer_told(&self, n: usize, audience: Audience) -> Option<String> {
        let node = &self.timeline.nodes[n];
        label::answer(node, self.before(node), audience)
    }

    /// The event before one, under the same rules.
    fn before(&self, node: &Node) -> Option<&Node> {
        let before = node.parent.map(|p| &self.timeline.nodes[p]);
        before.filter(|before| Arc::ptr_eq(&before.program, &node.program))
    }
}

/// `Red 15`: a place of the order, where it is counted.
fn placed(board: &Board, place: &Placed) -> Option<String> {
    Some(format!("{} {}", label::side_names(board, place.sides), place.number?))
}

/// Who won in a position and why, as an audience reads it; none while the game goes on.
pub(crate) fn result(board: &Board, position: &Position, audience: Audience) -> Option<String> {
    let outcome = position.outcome()?;
    let why = label::line(board, position, audience, &outcome.text);
    let verb = if outcome.winners().len() > 1 { "win" } else { "wins" };
    let order: Vec<String> = outcome.places.iter().filter_map(|place| placed(board, place)).collect();
    let order = if order.is_empty() { String::new() } else { format!(" ({})", order.join(", ")) };
    Some(format!("{} {verb}: {why}{order}", label::winners(board, outcome)))
}
