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
    /// The nodes of the game since the last `play`; before the first `play`, since the set-up.
    pub(super) fn recent_nodes(&self) -> Vec<&Node> {
        let path = self.table.path();
        let from = self.last_play.and_then(|since| path.iter().position(|n| *n == since)).map_or(0, |at| at + 1);
        path[from..].iter().map(|n| &self.table.nodes()[*n]).collect()
    }

    /// Checks that the rules have acted for a non-player. They never wait for an answer, so this is all to check.
    pub(super) fn decide(&self, side: SideId) -> RunResult {
        let name = self.name(side);
        if self.table.asked() == Some(side) {
            return Err(self.fail(format!("`{name}` is a player, not a non-player: it is asked")));
        }
        let board = self.table.board();
        if board.nonplayer.is_some() && !self.table.position().is_nonplayer(board, side) {
            let fact = board.nonplayer.map_or("", |fact| &board.facts[fact.at()].id);
            return Err(self.fail(format!("`{name}` is a player, not a non-player: `{name} {fact}` does not hold")));
        }
        let explains = |h: &GameEvent| matches!(h, GameEvent::Decision { side: of, .. } if *of == Some(side));
        if self
            .recent_nodes()
            .iter()
            .any(|node| node.played_by_rules.contains(&side) || node.game_events.iter().any(explains))
        {
            return Ok(());
        }
        let since = if self.last_play.is_some() { "the last `play`" } else { "the set-up" };
        Err(self.fail(format!("no rules acted for `{name}` since {since}; {}", self.asked())))
    }

    /// The reasons that the rules logged for non-players since the last `play`, as the viewer may read them: the side,
    /// the text and its key.
    pub(super) fn explanations(&self, viewer: Viewer) -> Vec<(Option<SideId>, String, String)> {
        let board = self.table.board();
        let explanation = |event: &GameEvent| match event {
            GameEvent::Decision { line: said, side, .. } => {
                let text = game_log::event_text(self.table.program(), viewer, event);
                Some((*side, text, board.texts[said.text.at()].id.clone()))
            }
            _ => None,
        };
        self.recent_nodes().iter().flat_map(|node| &node.game_events).filter_map(explanation).collect()
    }

    /// Checks `decision [SIDE] ~ TEXT`; `None` if it holds.
    pub(super) fn decision(&self, side: Option<SideId>, reason: &str, viewer: Viewer) -> Option<Mismatch> {
        let all = self.explanations(viewer);
        let own = || all.iter().filter(|(of, ..)| side.is_none() || *of == side);
        if own().any(|(_, text, key)| contains(text, reason) || contains(key, reason)) {
            return None;
        }
        let of = side.map_or(String::new(), |side| format!("{} ", self.name(side)));
        let texts: Vec<&str> = own().map(|(_, text, _)| text.as_str()).collect();
        let found = if texts.is_empty() { "no non-player has given a reason".to_owned() } else { texts.join(" | ") };
        Some(Mismatch { expected: format!("decision {of}~ {reason}"), found, changed: false })
    }
}
