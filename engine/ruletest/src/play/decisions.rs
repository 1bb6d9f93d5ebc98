//! What rules decided for a side, and what they told of it.

use super::{Done, Game};
use crate::items::contains;
use crate::report::Mismatch;
use cardwright_script::Happening;
use cardwright_state::SideId;
use cardwright_table::Node;
use cardwright_table::label::Audience;
use cardwright_table::story;

impl Game<'_> {
    /// What happened since the last line was played; before the first, since the set-up.
    pub(super) fn lately(&self) -> Vec<&Node> {
        let path = self.table.path();
        let from = self.since.and_then(|since| path.iter().position(|n| *n == since)).map_or(0, |at| at + 1);
        path[from..].iter().map(|n| &self.table.nodes()[*n]).collect()
    }

    /// Rules do not wait to be asked: that they have acted for a side is all there is to see.
    pub(super) fn decide(&self, side: SideId) -> Done {
        let name = self.name(side);
        if self.table.asked() == Some(side) {
            return Err(self.fail(format!("`{name}` is a player, not a non-player: it is asked")));
        }
        let board = self.table.board();
        if board.nonplayer.is_some() && !self.table.position().is_nonplayer(board, side) {
            let fact = board.nonplayer.map_or("", |fact| &board.facts[fact.at()].id);
            return Err(self.fail(format!("`{name}` is a player, not a non-player: `{name} {fact}` does not hold")));
        }
        let explains = |h: &Happening| matches!(h, Happening::Explained { side: of, .. } if *of == Some(side));
        if self.lately().iter().any(|node| node.ruled.contains(&side) || node.happenings.iter().any(explains)) {
            return Ok(());
        }
        let since = if self.since.is_some() { "the last `play`" } else { "the set-up" };
        Err(self.fail(format!("no rules acted for `{name}` since {since}; {}", self.asked())))
    }

    /// What sides that rules play have told since the last line was played, as an audience may read it, and whose it is.
    pub(super) fn explanations(&self, audience: Audience) -> Vec<(Option<SideId>, String, String)> {
        let board = self.table.board();
        let told = |h: &Happening| match h {
            Happening::Explained { said, side, .. } => {
                let text = story::happening(self.table.program(), audience, h);
                Some((*side, text, board.texts[said.text.at()].id.clone()))
            }
            _ => None,
        };
        self.lately().iter().flat_map(|node| &node.happenings).filter_map(told).collect()
    }

    /// What of `decision [SIDE] ~ TEXT` does not hold.
    pub(super) fn decision(&self, side: Option<SideId>, reason: &str, audience: Audience) -> Option<Mismatch> {
        let all = self.explanations(audience);
        let own = || all.iter().filter(|(of, ..)| side.is_none() || *of == side);
        if own().any(|(_, text, key)| contains(text, reason) || contains(key, reason)) {
            return None;
        }
        let of = side.map_or(String::new(), |side| format!("{} ", self.name(side)));
        let told: Vec<&str> = own().map(|(_, text, _)| text.as_str()).collect();
        let found = if told.is_empty() { "no non-player has given a reason".to_owned() } else { told.join(" | ") };
        Some(Mismatch { expected: format!("decision {of}~ {reason}"), found, changed: false })
    }
}
