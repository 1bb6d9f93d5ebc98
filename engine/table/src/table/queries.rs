//! Queries about a running game: positions, choices, the log and the result.

use super::Table;
use crate::game::{Game, Prompt};
use crate::game_log;
use crate::line::{self, Matching, RowMatch};
use crate::node::Node;
use crate::record::Event;
use crate::seat::Seat;
use crate::{Scene, Viewer, label};
use cardwright_bots::BotKind;
use cardwright_script::{Choice, FigureValue, GameEvent, Program};
use cardwright_state::board::{Board, Sides};
use cardwright_state::hash::{Hash, board_hash};
use cardwright_state::position::FinalPlace;
use cardwright_state::{Position, SideId, StepId};
use std::sync::Arc;

impl Table {
    /// The game at the shown position.
    pub fn game(&self) -> &Game {
        &self.game
    }
    /// The game at the shown position, for questions that run scripts.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }
    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.game.program.board
    }
    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.game.program
    }
    /// The position that is shown.
    pub fn position(&self) -> &Position {
        self.game.position()
    }
    /// Computes the values of all figures, by figure and subject: see [`cardwright_script::Vm::figures`]. A value may
    /// depend on hidden things, so the caller must check the viewer before showing it.
    pub fn figures(&mut self) -> Vec<Vec<FigureValue>> {
        self.game.vm.figures()
    }
    /// Computes the values of all figures at another position of this game.
    pub fn figures_at(&mut self, position: &Position) -> Vec<Vec<FigureValue>> {
        self.game.vm.figures_at(position)
    }
    /// Computes the value of a scene's figure at another position of this game.
    ///
    /// # Errors
    /// The figure fails. The text says how, and where.
    pub fn scene_value_at(&mut self, scene: &Scene, position: &Position) -> Result<FigureValue, String> {
        self.game.vm.figure_value_at(scene.figure, &scene.arguments, position)
    }
    /// Lists the logged figures that change from the current position to another.
    pub fn changed_figures(&mut self, to: &Position) -> Vec<GameEvent> {
        let here = self.game.state.position.clone();
        self.game.vm.changed_figures(&here, to)
    }
    /// Takes the steps that began since the last call, if the VM records them: see
    /// [`cardwright_script::Vm::record_step_starts`].
    pub fn take_step_starts(&mut self) -> Vec<(StepId, Position)> {
        self.game.vm.take_step_starts()
    }
    /// Every event, on all branches. The first is the start.
    pub fn nodes(&self) -> &[Node] {
        &self.timeline.nodes
    }
    /// Whether a bot plays any side.
    pub fn has_bots(&self) -> bool {
        self.seats.iter().any(|seat| seat.is_bot())
    }
    /// The side to move and its bot, if a bot plays it.
    pub fn bot_to_move(&self) -> Option<(SideId, BotKind)> {
        let side = self.asked()?;
        match self.seats[side.index()] {
            Seat::Bot(kind) => Some((side, kind)),
            Seat::Human | Seat::NonPlayer | Seat::Absent => None,
        }
    }
    /// The approximate size of all events in bytes.
    pub fn size(&self) -> usize {
        self.timeline.size
    }
    /// The event that is shown.
    pub fn shown_event(&self) -> usize {
        self.timeline.here
    }
    /// The full hash of the position.
    pub fn hash(&self) -> Hash {
        self.timeline.nodes[self.timeline.here].hash
    }
    /// The board hash of the position.
    pub fn board_hash(&self) -> Hash {
        board_hash(self.board(), self.position(), &self.asked_text())
    }
    /// The events from the start to the shown event.
    pub fn path(&self) -> Vec<usize> {
        self.timeline.path()
    }
    /// The first event after `from` on the way to `to`. `None` if `to` does not follow `from`.
    pub fn next_towards(&self, from: usize, to: usize) -> Option<usize> {
        self.timeline.ancestors(to).into_iter().find(|n| self.timeline.nodes[*n].parent == Some(from))
    }
    /// The full hashes from the start to the shown event.
    pub fn hash_chain(&self) -> Vec<Hash> {
        self.path().into_iter().map(|n| self.timeline.nodes[n].hash).collect()
    }
    /// The pending choice. `None` once the game is over.
    pub fn choice(&self) -> Option<&Choice> {
        self.game.choice()
    }
    /// The side that is asked.
    pub fn asked(&self) -> Option<SideId> {
        self.game.asked()
    }
    /// The id of the asked side, or an empty text.
    pub(super) fn asked_text(&self) -> String {
        self.asked().map(|side| self.board().sides[side.index()].id.clone()).unwrap_or_default()
    }
    /// The viewer at a side's seat: sees what all sides of that seat may see.
    pub fn viewer_of(&self, side: SideId) -> Viewer {
        Viewer::seat(self.position().seat_of(self.board(), side))
    }
    /// The seats of people, each with its sides.
    pub fn human_seats(&self) -> Vec<Sides> {
        let is_human = |side: &SideId| self.seats[side.index()] == Seat::Human;
        let seats = self.position().seats(self.board()).into_iter();
        seats.map(|seat| seat.iter().filter(is_human).collect::<Sides>()).filter(|seat| !seat.is_empty()).collect()
    }
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }
    /// The error of re-running the open steps, if that failed. Then nobody is asked although the game is not over.
    pub fn rerun_error(&self) -> Option<&str> {
        self.game.state.rerun_error.as_deref()
    }
    /// The side that gave up.
    pub fn resigned(&self) -> Option<SideId> {
        self.resigned
    }
    /// The winner and the reason. `None` while the game goes on.
    pub fn result(&self) -> Option<String> {
        let board = self.board();
        if let Some(side) = self.resigned {
            let losers = self.losing_sides(side);
            let winners = self.position().sides_in_play(board).iter().filter(|other| !losers.has(*other));
            let winners: Vec<&str> = winners.map(|winner| board.sides[winner.index()].name.as_str()).collect();
            let win = if winners.len() == 1 { "wins" } else { "win" };
            let resign = if losers.len() == 1 { "resigns" } else { "resign" };
            let losers = label::side_names(board, losers);
            return Some(format!("{} {win}: {losers} {resign}", winners.join(" and ")));
        }
        result(board, self.position(), self.public_viewer())
    }
    /// The sides that lose if this side resigns: the sides of its seat, and its coalition.
    pub fn losing_sides(&self, side: SideId) -> Sides {
        let (board, position) = (self.board(), self.position());
        let coalition = &board.sides[side.index()].coalition;
        let is_ally = |other: &SideId| coalition.is_some() && board.sides[other.index()].coalition == *coalition;
        let seat = position.seat_of(board, side);
        position.sides_in_play(board).iter().filter(|other| seat.has(*other) || is_ally(other)).collect()
    }
    /// The viewer of messages that everybody reads: in an open game a viewer who sees everything, otherwise the public.
    pub(super) fn public_viewer(&self) -> Viewer {
        if self.open { Viewer::OPEN } else { Viewer::PUBLIC }
    }
    /// The words of each row of the pending choice.
    pub fn row_words(&self) -> &[Vec<String>] {
        self.game.row_words()
    }
    /// Returns the words with which the rows begin that a line means: `hit red-horse` for `hit ho`. `None` if the line
    /// fits no row, or goes on after a row.
    pub fn row_words_in_full(&self, line: &str) -> Option<String> {
        let (words, rows) = (line::resolve_names(self.program(), line), self.row_words());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match line::match_choice(self.choice()?, rows, &words, Matching::Prefix).ok()? {
            RowMatch::Row { answer, used, columns } if used > 0 && used == words.len() => {
                Some(rows[answer.row][..columns].join(" "))
            }
            RowMatch::Row { .. } => None,
            RowMatch::Several { rows: fitting, .. } => {
                let (first, others) = fitting.split_first()?;
                let is_shared =
                    |column: &usize| others.iter().all(|row| rows[*row].get(*column) == Some(&rows[*first][*column]));
                let shared = (0..rows[*first].len()).take_while(is_shared).count();
                Some(rows[*first][..shared].join(" "))
            }
        }
    }
    /// The pending choice in plain language: see [`crate::Game::prompt`].
    pub fn prompt(&self, viewer: Viewer) -> Option<Prompt> {
        self.game.prompt(viewer)
    }
    /// Builds the log after the event `from`, as `viewer` may read it. For non-players, the log has their decisions
    /// without the details.
    pub fn log(&self, from: usize, viewer: Viewer) -> Vec<String> {
        let mut out = Vec::new();
        for n in self.path().into_iter().filter(|n| *n > from || (from == 0 && *n == 0)) {
            let node = &self.timeline.nodes[n];
            out.extend(self.event_text_for(n, viewer));
            let logged = node.game_events.iter().filter(|event| !event.is_decision_detail());
            out.extend(
                game_log::lines(&node.event_program, viewer, logged).iter().map(|line| format!("  {}", line.words())),
            );
            out.extend(self.notes(n, viewer).map(|note| format!("  note: {note}")));
        }
        out
    }
    /// Renders an event in one line, as recorded: `blue: march guard port hills`.
    pub fn event_text(&self, n: usize) -> Option<String> {
        self.event_text_for(n, Viewer::OPEN)
    }
    /// Renders an event in one line, as `viewer` may read it.
    pub fn event_text_for(&self, n: usize, viewer: Viewer) -> Option<String> {
        let node = &self.timeline.nodes[n];
        if let Event::Content { .. } = node.event.as_ref()? {
            let text = if node.reloaded { "the rules were reloaded" } else { "a position was loaded" };
            return Some(text.into());
        }
        label::event_text(node, self.event_before(node), viewer)
    }

    /// The label of an event's row, as `viewer` may read it. `None` if the event is no answer.
    pub fn answer_text_for(&self, n: usize, viewer: Viewer) -> Option<String> {
        let node = &self.timeline.nodes[n];
        label::answer_text(node, self.event_before(node), viewer)
    }

    /// The event before a node, if it has the same rules.
    fn event_before(&self, node: &Node) -> Option<&Node> {
        let before = node.parent.map(|p| &self.timeline.nodes[p]);
        before.filter(|before| Arc::ptr_eq(&before.program, &node.program))
    }
}

/// Renders a place in the ranking with its score: `Red 15`.
fn place_text(board: &Board, place: &FinalPlace) -> Option<String> {
    Some(format!("{} {}", label::side_names(board, place.sides), place.score?))
}

/// The winner and the reason, as `viewer` may read it. `None` while the game goes on.
pub(crate) fn result(board: &Board, position: &Position, viewer: Viewer) -> Option<String> {
    let outcome = position.outcome()?;
    let why = label::line_text(board, position, viewer, &outcome.text);
    let verb = if outcome.winners().len() > 1 { "win" } else { "wins" };
    let ranking: Vec<String> = outcome.places.iter().filter_map(|place| place_text(board, place)).collect();
    let ranking = if ranking.is_empty() { String::new() } else { format!(" ({})", ranking.join(", ")) };
    Some(format!("{} {verb}: {why}{ranking}", label::winners(board, outcome)))
}
