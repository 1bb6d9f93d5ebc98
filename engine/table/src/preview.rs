//! Previews of a line: the engine plays it in a fork, reports the result, and takes it back. Nothing is recorded.
//!
//! A preview generates no chance and reveals nothing. It stops before a die, draw or pick without a given outcome,
//! and before anything that would show the viewer a hidden card.

use crate::Viewer;
use crate::game::{Fork, Game, PendingChance, Prompt, TriedAnswer};
use crate::line::{self, LineInput, Matching};
use crate::play_error::PlayError;
use crate::table::{Played, Table, played, result};
use crate::why::{Explanation, WhyNot};
use cardwright_script::{ChanceRequest, ForcedOutcome, GameEvent, RunError};
use cardwright_state::board::Board;
use cardwright_state::position::Row;
use cardwright_state::{CardId, DieId, PileId, Position, SideId};
use std::sync::Arc;

/// An answer that a line would give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewAnswer {
    /// The side that answers.
    pub side: SideId,
    /// The words of the row.
    pub row: String,
    /// The row in plain language.
    pub label: String,
    /// Whether this is a default that the engine fills in at the end of the line.
    pub automatic: bool,
    /// Why the rules discourage this row, if they do. The explanation may be empty.
    pub discouraged: Option<Explanation>,
}

/// The effect of a line if it were played now.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The complete answers.
    pub answers: Vec<PreviewAnswer>,
    /// The answer at which the preview stops, because it needs chance or reveals something.
    pub stopped_at: Option<PreviewAnswer>,
    /// The final position. It includes what the last answer does before its chance.
    pub position: Position,
    /// The log of the line.
    pub game_events: Vec<GameEvent>,
    /// The state after the line.
    pub end: PreviewEnd,
    /// The default row of the final question, if the line leaves the question open because dice or cards would follow.
    pub default_before_chance: Option<String>,
    /// The rest of the line after an answer that needs chance. The engine cannot know whether the rest fits.
    pub unparsed: String,
}

/// The state of the game after a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PreviewEnd {
    /// A side would be asked.
    Asked(Prompt),
    /// The line is incomplete. Holds the words since the last answer and those that may follow.
    Incomplete(String, Vec<String>),
    /// Dice would be rolled.
    Dice(DieId, u32),
    /// An unknown card of a pile would be drawn or looked at.
    Card(PileId),
    /// Something would be picked by chance.
    Pick,
    /// The answer would reveal something that is hidden from the viewer.
    Hidden,
    /// The game would be over. Holds the result.
    Over(String),
}

impl From<ChanceRequest> for PreviewEnd {
    /// Drops the possible outcomes, which may be secret.
    fn from(wanted: ChanceRequest) -> PreviewEnd {
        match wanted {
            ChanceRequest::Dice { die, n, .. } => PreviewEnd::Dice(die, n),
            ChanceRequest::Card { pile, .. } => PreviewEnd::Card(pile),
            ChanceRequest::Pick { .. } => PreviewEnd::Pick,
        }
    }
}

/// Why a line has no preview.
#[derive(Debug)]
pub struct RefusedLine {
    /// The error that playing the line would give.
    pub error: PlayError,
    /// The side that is asked where the line fails.
    pub asked: Option<SideId>,
    /// The answer of `why not` for the rest of the line.
    pub why: Option<WhyNot>,
}

impl Table {
    /// Previews a line of `side`, as far as `viewer` may know its effect.
    ///
    /// # Errors
    /// Fails as [`Table::play`] does, or if the viewer may not know what the side may do.
    pub fn preview(&mut self, side: Option<SideId>, text: &str, viewer: Viewer) -> Result<Preview, Box<RefusedLine>> {
        let before = self.game.state.position.clone();
        self.after_line(side, Some(text), viewer, |fork, played| build_preview(fork, played, side, &before, viewer))
    }

    /// Follows a line of `side` in a fork, as far as `viewer` may know what the side can do, and hands the result to
    /// `look`. Without a line, hands over the game as it is.
    pub(crate) fn after_line<T>(
        &mut self,
        side: Option<SideId>,
        text: Option<&str>,
        viewer: Viewer,
        look: impl FnOnce(&mut Fork<'_>, Result<Played, PlayError>) -> Result<T, Box<RefusedLine>>,
    ) -> Result<T, Box<RefusedLine>> {
        // Even the refusal of a line would show what the side may do.
        let asked = self.asked();
        if let Some(side) = side.or(asked).filter(|side| !viewer.may_read(*side)) {
            let message = format!("only {} may see what it can do", self.board().sides[side.index()].name);
            return Err(Box::new(RefusedLine { error: PlayError::Impossible(message), asked, why: None }));
        }
        let mut names = line::resolve_names(self.program(), text.unwrap_or_default());
        let leaves_open = names.pop_if(|word| word == "...").is_some();
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let board = self.board().clone();
        self.game.fork(true, |fork| {
            if !viewer.sees_all() {
                // A forced outcome that names a card would reveal where that card is.
                fork.game
                    .state
                    .forced
                    .retain(|outcome| matches!(outcome, ForcedOutcome::Face(_) | ForcedOutcome::FaceAt(_)));
            }
            if text.is_none() {
                return look(fork, Ok(Played::default()));
            }
            let input = LineInput { side, words: &words, matching: Matching::Prefix, leaves_open };
            let parsed = line::parse_line(fork, &input);
            let answered = fork.answers.len();
            let played = played(&board, &words, parsed, || answered);
            look(fork, played)
        })
    }
}

/// Builds the preview from the answers that the fork played.
fn build_preview(
    fork: &mut Fork<'_>,
    played: Result<Played, PlayError>,
    side: Option<SideId>,
    from: &Arc<Position>,
    viewer: Viewer,
) -> Result<Preview, Box<RefusedLine>> {
    let board = fork.game.board().clone();
    let position_before = |n: usize| if n == 0 { from } else { &fork.answers[n - 1].position };
    let reveals_something = |n: usize| {
        let answer: &TriedAnswer = &fork.answers[n];
        reveals(&board, position_before(n), &answer.position, &answer.game_events, viewer)
    };
    let first_hidden = (0..fork.answers.len()).find(|n| reveals_something(*n));
    let discouraged: Vec<Option<Explanation>> =
        (0..fork.answers.len()).map(|n| why_discouraged(fork, from, n)).collect();
    let stopped_discouraged = why_discouraged(fork, from, fork.answers.len());
    let position_before = |n: usize| if n == 0 { from } else { &fork.answers[n - 1].position };
    let preview_answer = |n: usize| to_preview_answer(&fork.answers[n], discouraged[n].clone());
    let complete = &fork.answers[..first_hidden.unwrap_or(fork.answers.len())];
    let mut preview = Preview {
        answers: (0..complete.len()).map(preview_answer).collect(),
        stopped_at: first_hidden.map(preview_answer),
        position: Position::clone(position_before(complete.len())),
        game_events: complete.iter().flat_map(|answer| answer.game_events.clone()).collect(),
        end: PreviewEnd::Hidden,
        default_before_chance: None,
        unparsed: String::new(),
    };
    if first_hidden.is_some() {
        return Ok(preview);
    }
    preview.end = match played {
        Err(PlayError::Rule { error: RunError::Chance { request: wanted, .. }, rest, further, .. }) => {
            let words_left = line::words(&rest);
            preview.unparsed = words_left[words_left.len() - further.min(words_left.len())..].join(" ");
            let pending_chance = fork.pending_chance.take();
            let (row, label, automatic) = match &pending_chance {
                Some(pending) => (pending.row.clone(), pending.label.clone(), pending.automatic),
                None => (String::from(rest.clone()), String::from(rest), false),
            };
            preview.stopped_at = side.or(fork.game.asked()).map(|side| PreviewAnswer {
                side,
                row,
                label,
                automatic,
                discouraged: stopped_discouraged,
            });
            if let Some(pending_chance) = pending_chance {
                add_effect_before_chance(&board, &mut preview, pending_chance, viewer);
            }
            PreviewEnd::from(*wanted)
        }
        Err(error) => return Err(Box::new(refused_line(fork.game, side, error, viewer))),
        Ok(Played { incomplete: Some((words, next)), .. }) => PreviewEnd::Incomplete(words, next),
        Ok(_) => match fork.game.prompt(viewer) {
            Some(prompt) => {
                let asks_same_side = preview.answers.last().is_some_and(|last| last.side == prompt.side);
                preview.default_before_chance = default_before_chance(fork.game).filter(|_| asks_same_side);
                PreviewEnd::Asked(prompt)
            }
            None => PreviewEnd::Over(result(&board, fork.game.position(), viewer).unwrap_or_default()),
        },
    };
    Ok(preview)
}

/// Returns the words of the pending choice's default row, if dice or cards would follow.
fn default_before_chance(game: &mut Game) -> Option<String> {
    let default = game.choice().filter(|choice| !choice.is_suggestion).and_then(|choice| choice.default)?;
    let words = game.row_words().get(default)?.join(" ");
    game.needs_chance(default).then_some(words)
}

/// Adds what the stopped answer did before it needed chance, unless this reveals something to the viewer.
fn add_effect_before_chance(board: &Board, preview: &mut Preview, pending_chance: PendingChance, viewer: Viewer) {
    if !reveals(board, &preview.position, &pending_chance.position, &pending_chance.game_events, viewer) {
        preview.position = pending_chance.position;
        preview.game_events.extend(pending_chance.game_events);
    }
}

/// Whether the change from `before` to `after` shows the viewer a card that was hidden.
fn reveals(board: &Board, before: &Position, after: &Position, game_events: &[GameEvent], viewer: Viewer) -> bool {
    if viewer.sees_all() {
        return false;
    }
    let becomes_visible =
        |card: &CardId| !viewer.sees_card(board, before, *card) && viewer.sees_card(board, after, *card);
    let is_revealed = |event: &GameEvent| match event {
        GameEvent::Drawn { .. } | GameEvent::Peeked { .. } | GameEvent::Picked { .. } => true,
        GameEvent::LogLine(line, places) | GameEvent::Decision { line, places, .. } => {
            line.subjects.iter().zip(places).any(|(subject, place)| {
                let cards = board.cards_named_by(*subject);
                let may_see = place.is_some_and(|pile| viewer.sees_pile(board, pile));
                may_see && cards.into_iter().any(|card| !viewer.sees_card(board, before, card))
            })
        }
        GameEvent::Rolled { .. }
        | GameEvent::Shuffled(_)
        | GameEvent::Heading(..)
        | GameEvent::Action(_)
        | GameEvent::Changed(..)
        | GameEvent::FigureChanged { .. } => false,
    };
    game_events.iter().any(is_revealed) || (0..board.cards.len()).map(CardId::new).any(|card| becomes_visible(&card))
}

pub(crate) fn refused_line(game: &mut Game, side: Option<SideId>, error: PlayError, viewer: Viewer) -> RefusedLine {
    let why = match &error {
        PlayError::Line { rest, .. } => game.why_not_by(side, rest, viewer).ok(),
        _ => None,
    };
    RefusedLine { asked: game.asked(), why, error }
}

fn to_preview_answer(answer: &TriedAnswer, discouraged: Option<Explanation>) -> PreviewAnswer {
    let TriedAnswer { side, row, label, automatic, .. } = answer;
    PreviewAnswer { side: *side, row: row.clone(), label: label.clone(), automatic: *automatic, discouraged }
}

/// Explains why the rules discourage the n-th answer of the fork. If `n` is the number of answers, explains it for the
/// answer at which the preview stopped because it needs chance.
fn why_discouraged(fork: &mut Fork<'_>, from: &Arc<Position>, n: usize) -> Option<Explanation> {
    let row: Row = match fork.answers.get(n) {
        Some(answer) => answer.discouraged?,
        None => fork.pending_chance.as_ref()?.discouraged?,
    };
    let position = if n == 0 { from.clone() } else { fork.answers[n - 1].position.clone() };
    Some(fork.game.why_discouraged(&position, &row).unwrap_or_default())
}
