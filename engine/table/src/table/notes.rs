//! Notes on events. They stay in the record with their event, on any branch.

use super::Table;
use crate::Viewer;
use crate::node::Note;
use crate::play_error::PlayError;
use crate::record::Event;
use cardwright_state::SideId;

/// The most characters of a note.
const MAX_CHARS: usize = 1000;
/// The most notes on one event.
const MAX_NOTES: usize = 200;

impl Table {
    /// Adds a note to the event that is shown. `by` is the side that wrote the note and may read it. With `None`,
    /// everybody may read it. A note does not change the position, and undo does not remove it.
    ///
    /// # Errors
    /// The note is empty or too long, the event has too many notes, or the record cannot be written.
    pub fn note(&mut self, text: &str, by: Option<SideId>) -> Result<(), PlayError> {
        self.add_note(text, by, false)
    }

    /// Adds a note that only viewers who see everything may read during the game.
    ///
    /// # Errors
    /// Fails as [`Table::note`] does.
    pub fn note_for_admin(&mut self, text: &str) -> Result<(), PlayError> {
        self.add_note(text, None, true)
    }

    /// Adds a note. With `admin_only`, only viewers who see everything may read it during the game.
    pub(crate) fn add_note(&mut self, text: &str, by: Option<SideId>, admin_only: bool) -> Result<(), PlayError> {
        let text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > MAX_CHARS {
            return Err(PlayError::Notation(format!("a note has 1 to {MAX_CHARS} characters")));
        }
        let node = self.timeline.node();
        if node.notes.len() >= MAX_NOTES {
            return Err(PlayError::Notation(format!("this event already has {MAX_NOTES} notes, and cannot take more")));
        }
        let side_id = by.map(|side| self.board().sides[side.index()].id.clone());
        let event = Event::Note { text: text.clone(), by: side_id, admin_only };
        self.record_keeper.append(node.number, event, node.hash.to_string())?;
        let here = self.timeline.here;
        self.timeline.nodes[here].notes.push(Note { text, by, admin_only });
        Ok(())
    }

    /// The notes on an event that the viewer may read.
    pub fn notes(&self, n: usize, viewer: Viewer) -> impl Iterator<Item = &str> {
        let may_read = move |note: &&Note| match note.by {
            _ if note.admin_only => viewer.sees_all(),
            by => by.is_none_or(|side| viewer.may_read(side)),
        };
        self.timeline.nodes[n].notes.iter().filter(may_read).map(|note| note.text.as_str())
    }

    /// Restores a note from a record.
    pub(crate) fn restore_note(
        &mut self,
        n: usize,
        text: &str,
        by: Option<&str>,
        admin_only: bool,
    ) -> Result<(), String> {
        let by =
            by.map(|side| self.board().side(side).ok_or_else(|| format!("there is no side `{side}`"))).transpose()?;
        self.timeline.nodes[n].notes.push(Note { text: text.to_owned(), by, admin_only });
        Ok(())
    }
}
