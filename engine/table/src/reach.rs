//! Which pieces can come to a space: the rows of the pending choice that move pieces there.

use crate::game::Fork;
use crate::line::{self, LookaheadChoice};
use crate::play_error::PlayError;
use crate::preview::{RefusedLine, refused_line};
use crate::table::Table;
use crate::viewer::Viewer;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{Answer, SideId, SpaceId};
use std::collections::BTreeMap;

impl Table {
    /// Lists the lines that bring pieces of the asked side to a space, by the pending choice or by the question after
    /// it. With a line, lists those that would be possible after that line. Of the rows that differ only in a number,
    /// lists the one with the largest number that can come.
    ///
    /// # Errors
    /// The line cannot be played, or it needs dice or cards.
    pub fn approaches(
        &mut self,
        side: Option<SideId>,
        space: SpaceId,
        line: &str,
        viewer: Viewer,
    ) -> Result<Vec<String>, Box<RefusedLine>> {
        let asked = self.asked();
        let line = (!line.is_empty()).then_some(line);
        self.after_line(side, line, viewer, |fork, played| {
            let error = match (played, fork.game.asked()) {
                (Err(error), _) => error,
                (Ok(_), now) if now != asked => PlayError::Impossible("another side is asked after that line".into()),
                (Ok(_), Some(now)) if !viewer.may_read(now) => {
                    PlayError::Impossible("only the side that is asked may see what it can do".into())
                }
                (Ok(_), _) => return Ok(approaches(fork, space)),
            };
            Err(Box::new(refused_line(fork.game, side, error, viewer)))
        })
    }
}

/// Lists the lines that bring pieces to a space from the pending choice of a fork.
fn approaches(fork: &mut Fork<'_>, space: SpaceId) -> Vec<String> {
    let Some(choice) = fork.game.choice().cloned() else { return Vec::new() };
    let words = fork.game.row_words().to_vec();
    let names_space = |val: &Val| val.index(Kind::Space) == Some(space.index());
    // A question such as `Where to: 3 Infantry?` has rows without pieces.
    let asks_where = line::question_piece_type(fork.game.board(), &choice).is_some();
    let moves_pieces = |index: &usize| asks_where || choice.rows[*index].columns().iter().any(line::is_piece);
    // The largest number first, among rows that differ only in their number.
    let mut by_pieces: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
    for index in (0..choice.rows.len()).filter(moves_pieces) {
        let key = words[index].iter().map(|word| if line::takes_numbers(word) { "" } else { word }).collect();
        by_pieces.entry(key).or_default().insert(0, index);
    }
    let mut groups: Vec<Vec<usize>> = by_pieces.into_values().collect();
    groups.sort();
    let mut line_of = |index: &usize| {
        let row = &choice.rows[*index];
        let answer =
            Answer::new(*index, row.amounts().filter_map(|amount| amount.numbers().last()).collect::<Vec<_>>());
        let typed = line::answer_words(&words[*index], &answer).join(" ");
        if asks_where || row.columns().iter().any(names_space) {
            return row.columns().iter().any(names_space).then_some(typed);
        }
        let LookaheadChoice { choice: next, words, .. } = fork.game.look_ahead(&[answer])?;
        // A row that begins with an action does not complete this answer: it begins another one.
        let leads_there = |row: &usize| {
            let columns = next.rows[*row].columns();
            columns[0].kind() != Kind::Action && columns.iter().any(names_space)
        };
        let row = (0..next.rows.len()).find(leads_there).filter(|_| next.side == choice.side)?;
        Some(format!("{typed} {}", words[row].join(" ")))
    };
    groups.iter().filter_map(|rows| rows.iter().find_map(&mut line_of)).collect()
}
