//! What a line would bring: it is played, looked at, and taken back. No event, no record, no trail stays of it.
//!
//! Nothing is made up and nothing revealed: it stops before dice, a draw or a pick that nobody has given, and before
//! anything that would show who looks a card he may not see yet.

use crate::label::Audience;
use crate::record::{Event, Record};
use crate::table::{Node, PlayError, Played, Prompt, Seat, Table};
use crate::why::WhyNot;
use cardwright_script::{ChanceWanted, Choice, Forced, Happening, RunError};
use cardwright_state::{CardId, DieId, Kind, PileId, Position, SideId};

/// An answer that a line would give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WouldAnswer {
    /// Whose it is.
    pub side: SideId,
    /// The row.
    pub row: String,
    /// Whether it is a default, taken at the line's end.
    pub automatic: bool,
}

/// What would come of a line if it were played now.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The answers that come about as a whole.
    pub answers: Vec<WouldAnswer>,
    /// The answer that chance comes into, or something hidden.
    pub stopped: Option<WouldAnswer>,
    /// The position then; what comes before chance is in it.
    pub position: Position,
    /// What would happen on the way.
    pub happenings: Vec<Happening>,
    /// How it would go on.
    pub then: Then,
}

/// How a game would go on after a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Then {
    /// Somebody would be asked.
    Asked(Prompt),
    /// The line says too little: its words since the last answer, and what may follow them.
    Open(String, Vec<String>),
    /// So many dice that nobody has given would be rolled.
    Dice(DieId, u32),
    /// A card of a pile would be drawn or looked at, and nobody can know which.
    Card(PileId),
    /// Something would be picked by chance.
    Pick,
    /// Something would show that is hidden from who looks.
    Hidden,
    /// The game would be over: who would have won, and why.
    Over(String),
}

impl From<ChanceWanted> for Then {
    /// Without what may come out: that may be for nobody to know.
    fn from(wanted: ChanceWanted) -> Then {
        match wanted {
            ChanceWanted::Dice { die, n, .. } => Then::Dice(die, n),
            ChanceWanted::Card { pile, .. } => Then::Card(pile),
            ChanceWanted::Pick { .. } => Then::Pick,
        }
    }
}

/// Why nothing would come of a line.
#[derive(Debug)]
pub struct Refused {
    /// The error of playing it.
    pub error: PlayError,
    /// Who would be asked where it fails.
    pub asked: Option<SideId>,
    /// What `why` says of the rest of the line there.
    pub why: Option<WhyNot>,
}

/// A preview under way.
#[derive(Debug, Default)]
pub(crate) struct Trial {
    /// Where an answer came to chance.
    pub(crate) brink: Option<Brink>,
}

/// A position in the middle of an answer, where chance is asked for.
#[derive(Debug)]
pub(crate) struct Brink {
    pub(crate) row: String,
    pub(crate) automatic: bool,
    pub(crate) position: Position,
    pub(crate) happenings: Vec<Happening>,
}

/// What a table was before a preview. All else follows from it.
struct Before {
    here: usize,
    nodes: usize,
    next: Option<usize>,
    contents: usize,
    asked: (Option<Choice>, Vec<Vec<String>>, Vec<usize>),
    forced: Vec<Forced>,
    seats: Vec<Seat>,
    record: Option<Record>,
}

impl Table {
    /// What would come of a line if `side` played it now, as far as `eyes` may know it before it is played. The game is
    /// not changed by it, and neither are redo and the outcomes given by hand.
    ///
    /// # Errors
    /// As [`Table::play`].
    pub fn preview(&mut self, side: Option<SideId>, text: &str, eyes: Audience) -> Result<Preview, Box<Refused>> {
        let before = self.begin_trial(eyes);
        let played = self.play(side, text);
        let brink = self.trial.take().and_then(|trial| trial.brink);
        let seen = self.seen_of(played, brink, side, before.here, eyes);
        self.end_trial(before);
        seen
    }

    fn begin_trial(&mut self, eyes: Audience) -> Before {
        let before = Before {
            here: self.here,
            nodes: self.nodes.len(),
            next: self.nodes[self.here].next,
            contents: self.contents.len(),
            asked: (self.choice.clone(), self.words.clone(), self.offered.clone()),
            forced: self.forced.clone(),
            seats: self.seats.clone(),
            record: self.take_record(),
        };
        if eyes != Audience::Open {
            // Whether a card can come up at all tells where it is.
            self.forced.retain(|f| matches!(f, Forced::Face(_)));
        }
        self.vm.forced_only(true);
        self.trial = Some(Trial::default());
        before
    }

    fn end_trial(&mut self, before: Before) {
        self.nodes.truncate(before.nodes);
        self.contents.truncate(before.contents);
        self.here = before.here;
        (self.choice, self.words, self.offered) = before.asked;
        self.set_record(before.record);
        self.back_to(before.here);
        self.nodes[before.here].next = before.next;
        self.forced = before.forced;
        self.seats = before.seats;
        self.vm.forced_only(self.forced_only);
    }

    /// What may be told of what has just been played after `from`.
    fn seen_of(
        &mut self,
        played: Result<Played, PlayError>,
        brink: Option<Brink>,
        side: Option<SideId>,
        from: usize,
        eyes: Audience,
    ) -> Result<Preview, Box<Refused>> {
        let path = self.path();
        let new = path.iter().position(|n| *n == from).map_or(path.len(), |at| at + 1);
        let new = &path[new..];
        let shows = |n: &&usize| {
            let (node, before) = (&self.nodes[**n], self.nodes[**n].parent.map(|p| &self.nodes[p].position));
            before.is_some_and(|before| self.shows(before, &node.position, &node.happenings, eyes))
        };
        let hidden = new.iter().position(|n| shows(&n));
        let whole = &new[..hidden.unwrap_or(new.len())];
        let answers: Vec<WouldAnswer> = whole.iter().filter_map(|n| would_answer(&self.nodes[*n])).collect();
        let last = &self.nodes[whole.last().copied().unwrap_or(from)];
        let mut preview = Preview {
            answers,
            stopped: hidden.and_then(|at| would_answer(&self.nodes[new[at]])),
            position: last.position.clone(),
            happenings: whole.iter().flat_map(|n| self.nodes[*n].happenings.clone()).collect(),
            then: Then::Hidden,
        };
        if hidden.is_some() {
            return Ok(preview);
        }
        preview.then = match played {
            Err(PlayError::Rule { error: RunError::Chance { wanted, .. }, rest, .. }) => {
                let (row, automatic) = brink.as_ref().map_or((rest, false), |b| (b.row.clone(), b.automatic));
                preview.stopped = side.or(self.asked()).map(|side| WouldAnswer { side, row, automatic });
                self.up_to_chance(&mut preview, brink, eyes);
                Then::from(*wanted)
            }
            Err(error) => return Err(Box::new(self.refused(error))),
            Ok(Played { open: Some((words, next)), .. }) => Then::Open(words, next),
            Ok(_) => match self.prompt(eyes) {
                Some(prompt) => Then::Asked(prompt),
                None => Then::Over(self.result().unwrap_or_default()),
            },
        };
        Ok(preview)
    }

    /// Adds what an answer does before it comes to chance, unless that shows something.
    fn up_to_chance(&self, preview: &mut Preview, brink: Option<Brink>, eyes: Audience) {
        let Some(brink) = brink else { return };
        if !self.shows(&preview.position, &brink.position, &brink.happenings, eyes) {
            preview.position = brink.position;
            preview.happenings.extend(brink.happenings);
        }
    }

    /// Whether what happened between two positions shows these eyes a card that they did not see.
    fn shows(&self, before: &Position, after: &Position, happenings: &[Happening], eyes: Audience) -> bool {
        if eyes == Audience::Open {
            return false;
        }
        let board = self.board();
        let comes_up = |card: &CardId| !eyes.sees(board, before, *card) && eyes.sees(board, after, *card);
        let is_told = |happening: &Happening| match happening {
            Happening::Drawn { .. } | Happening::Peeked { .. } | Happening::Picked { .. } => true,
            Happening::Said(line, places) | Happening::Explained { said: line, places, .. } => {
                line.subjects.iter().zip(places).any(|(subject, place)| {
                    let card = subject.index(Kind::Card).map(CardId::new);
                    let read = place.is_some_and(|pile| eyes.sees_pile(board, pile));
                    read && card.is_some_and(|card| !eyes.sees(board, before, card))
                })
            }
            Happening::Rolled { .. } | Happening::Shuffled(_) => false,
        };
        happenings.iter().any(is_told) || (0..board.cards.len()).map(CardId::new).any(|card| comes_up(&card))
    }

    fn refused(&mut self, error: PlayError) -> Refused {
        let why = match &error {
            PlayError::Line { rest, .. } => self.why_not(rest).ok(),
            _ => None,
        };
        Refused { asked: self.asked(), why, error }
    }
}

fn would_answer(node: &Node) -> Option<WouldAnswer> {
    let side = node.side?;
    match &node.event {
        Some(Event::Answer { row, automatic, .. }) => {
            Some(WouldAnswer { side, row: row.clone(), automatic: *automatic })
        }
        Some(Event::Standing { row, .. }) => Some(WouldAnswer { side, row: row.clone(), automatic: false }),
        _ => None,
    }
}
