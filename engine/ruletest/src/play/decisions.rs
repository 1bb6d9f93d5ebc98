//! Plays `decide` lines and checks `decision` items: what the rules did for a non-player, and why.

use super::{RunResult, TestRun};
use crate::items::contains;
use crate::report::Mismatch;
use cardwright_script::GameEvent;
use cardwright_state::SideId;
use cardwright_table::Node;
use cardwright_table::Viewer;
use cardwright_table::game_log;

impl TestRun<'_> {
    /// The nodes of the game since the last `play`. Before the first `play`, the nodes since the set-up.
    pub(super) fn recent_nodes(&self) -> Vec<&Node> {
        let path = self.table.path();
        let from = self.last_play.and_then(|since| path.iter().position(|n| *n == since)).map_or(0, |index| index + 1);
        path[from..].iter().map(|n| &self.table.nodes()[*n]).collect()
    }

    /// Checks that the rules have acted for a non-player. Non-players never wait for an answer, so nothing else needs a
    /// check.
    pub(super) fn decide(&self, side: SideId) -> RunResult {
        let name = self.side_name(side);
        if self.table.asked() == Some(side) {
            return Err(self.fail(format!("`{name}` is a player, not a non-player: it is asked")));
        }
        let board = self.table.board();
        if board.players.nonplayer.is_some() && !self.table.position().is_nonplayer(board, side) {
            let fact = board.players.nonplayer.map_or("", |fact| &board.facts[fact.index()].id);
            return Err(
                self.fail(format!("`{name}` is a player, not a non-player: the fact `{fact}` of `{name}` is false"))
            );
        }
        let explains =
            |event: &GameEvent| matches!(event, GameEvent::Decision { side: decider, .. } if *decider == Some(side));
        if self
            .recent_nodes()
            .iter()
            .any(|node| node.played_by_rules.contains(&side) || node.game_events.iter().any(explains))
        {
            return Ok(());
        }
        let since = if self.last_play.is_some() { "the last `play`" } else { "the set-up" };
        Err(self.fail(format!("no rules acted for `{name}` since {since}; {}", self.asked_text())))
    }

    /// The reasons that the rules logged for non-players since the last `play`, as the viewer may read them. Each is a
    /// side, a text and the key of the text.
    pub(super) fn logged_reasons(&self, viewer: Viewer) -> Vec<(Option<SideId>, String, String)> {
        let board = self.table.board();
        let reason = |event: &GameEvent| match event {
            GameEvent::Decision { line: text_line, side, .. } => {
                let text = game_log::event_text(self.table.program(), viewer, event);
                Some((*side, text, board.labels[text_line.text].id.clone()))
            }
            _ => None,
        };
        self.recent_nodes().iter().flat_map(|node| &node.game_events).filter_map(reason).collect()
    }

    /// Checks `decision [SIDE] ~ TEXT`. Returns `None` if it holds.
    pub(super) fn decision(&self, side: Option<SideId>, reason: &str, viewer: Viewer) -> Option<Mismatch> {
        let logged_reasons = self.logged_reasons(viewer);
        let of_side = || logged_reasons.iter().filter(|(decider, ..)| side.is_none() || *decider == side);
        if of_side().any(|(_, text, key)| contains(text, reason) || contains(key, reason)) {
            return None;
        }
        let side_prefix = side.map_or(String::new(), |side| format!("{} ", self.side_name(side)));
        let texts: Vec<&str> = of_side().map(|(_, text, _)| text.as_str()).collect();
        let found = if texts.is_empty() { "no non-player has given a reason".to_owned() } else { texts.join(" | ") };
        Some(Mismatch { expected: format!("decision {side_prefix}~ {reason}"), found, changed: false })
    }
}
