//! Remarks on events: kept in the record with the event, whatever branch the game goes on along.

use super::{Note, PlayError, Table};
use crate::label::Audience;
use crate::record::Event;
use cardwright_state::SideId;

/// Letters of a note.
const LONGEST: usize = 1000;
/// Notes of one event.
const MOST: usize = 200;

impl Table {
    /// Notes something at the event the game is at, or that is looked back at. `by`: the side in whose eyes, where some see what
    /// others do not. It changes nothing, and stays with its event whatever is undone.
    ///
    /// # Errors
    /// It is empty or too long, or the record cannot be written.
    pub fn note(&mut self, text: &str, by: Option<SideId>) -> Result<(), PlayError> {
        self.note_for(text, by, false)
    }

    /// The same for who sees all: nobody else reads it while the game goes on.
    ///
    /// # Errors
    /// As [`Table::note`].
    pub fn note_of_desk(&mut self, text: &str) -> Result<(), PlayError> {
        self.note_for(text, None, true)
    }

    pub(crate) fn note_for(&mut self, text: &str, by: Option<SideId>, of_desk: bool) -> Result<(), PlayError> {
        let text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(PlayError::Notation(format!("a note has 1 to {LONGEST} letters")));
        }
        let node = self.timeline.node();
        if node.notes.len() >= MOST {
            return Err(PlayError::Notation(format!("there are {MOST} notes at this event: no more are taken here")));
        }
        let side = by.map(|by| self.board().sides[by.at()].id.clone());
        let event = Event::Note { text: text.clone(), by: side, of_desk };
        self.ledger.append(node.number, event, node.hash.to_string())?;
        let here = self.timeline.here;
        self.timeline.nodes[here].notes.push(Note { text, by, of_desk });
        Ok(())
    }

    /// What was noted at an event, as an audience may read it.
    pub fn notes(&self, n: usize, audience: Audience) -> impl Iterator<Item = &str> {
        let reads = move |note: &&Note| match note.by {
            _ if note.of_desk => audience == Audience::Open,
            by => by.is_none_or(|by| audience.reads(by)),
        };
        self.timeline.nodes[n].notes.iter().filter(reads).map(|note| note.text.as_str())
    }

    /// Takes a note up from a record.
    pub(crate) fn note_again(&mut self, n: usize, text: &str, by: Option<&str>, of_desk: bool) -> Result<(), String> {
        let by =
            by.map(|side| self.board().side(side).ok_or_else(|| format!("there is no side `{side}`"))).transpose()?;
        self.timeline.nodes[n].notes.push(Note { text: text.to_owned(), by, of_desk });
        Ok(())
    }
}
