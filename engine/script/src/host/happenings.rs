//! What happened, and what fell out of the rows: for whoever watches. None of it is of the position.

use super::Host;
use crate::figured::Figured;
use cardwright_state::faces::Target;
use cardwright_state::position::{COLUMNS, CardAt, Line, Position, Row};
use cardwright_state::val::{Kind, Plain};
use cardwright_state::{ActionId, CardId, DieId, Difference, PeriodId, PileId, ReasonId, SideId, StepId, Val};
use std::collections::BTreeMap;

/// Something that happened, for whoever watches. Not part of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A log line, and where each of its subjects that is a card lay when it was said.
    Said(Line, Vec<Option<PileId>>),
    /// A side that rules play explains itself. A log line like any other, but for those who ask why.
    Explained {
        /// What it says.
        said: Line,
        /// Where each of its subjects that is a card lay then.
        places: Vec<Option<PileId>>,
        /// Whose explanation it is, as far as the host knows.
        side: Option<SideId>,
        /// Whether it was weighed on the way, rather than decided.
        weighed: bool,
    },
    /// A heading: what is told from here on belongs to it, up to the next. Of a story only: see [`crate::Vm::tell_story`].
    Chapter(Line, Vec<Option<PileId>>),
    /// A deed begins that nobody answered: what changes from here on, up to the next deed or heading, came of it. Of a story
    /// only.
    Deed(Deed),
    /// What changed on the table with the answer, deed, heading or explanation before it, in the order of the board. Of a
    /// story only.
    Changed(Box<[Difference]>),
    /// What a figure that the game tells comes to now. Of a story only.
    Figured {
        /// Which of [`crate::Program::figures`].
        figure: usize,
        /// Of which side or space; 0 for the game.
        subject: usize,
        /// What it came to.
        was: Box<Figured>,
        /// What it comes to.
        is: Box<Figured>,
    },
    /// Dice were rolled.
    Rolled {
        /// Which die.
        die: DieId,
        /// The faces, or for a check the number of successes.
        faces: Vec<i64>,
        /// For a check: what counted as a success, and of how many dice.
        check: Option<(Target, u32)>,
        /// What for, if the script says so.
        purpose: Option<Box<Line>>,
    },
    /// A card was drawn.
    Drawn {
        /// The card.
        card: CardId,
        /// From where.
        from: PileId,
        /// To where.
        to: PileId,
    },
    /// Cards on top of a pile were looked at.
    Peeked {
        /// The pile.
        pile: PileId,
        /// Which, top first.
        cards: Vec<CardId>,
        /// Who looked; none where only the rules did.
        side: Option<SideId>,
    },
    /// A pile was shuffled.
    Shuffled(PileId),
    /// Something was picked by chance.
    Picked {
        /// What.
        what: Val,
        /// Of which, as they are written.
        among: Vec<String>,
        /// Where it lay then, if it is a card.
        lay: Option<PileId>,
        /// What for, if the script says so.
        purpose: Option<Box<Line>>,
    },
}

/// Something done that nobody answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// An action that rules play for a side, as the row that was not asked for.
    Played(SideId, Row),
    /// What a script names: the text, and where each of its subjects that is a card lay then.
    Named(Line, Vec<Option<PileId>>),
}

impl Happening {
    /// Whether it tells what a side played by rules weighed on the way: more than most want to read.
    pub fn is_weighed(&self) -> bool {
        matches!(self, Happening::Explained { weighed: true, .. })
    }
    /// Whether it is an explanation of a side played by rules.
    pub fn is_explanation(&self) -> bool {
        matches!(self, Happening::Explained { .. })
    }
    /// About how many bytes it takes.
    pub fn size(&self) -> usize {
        let line = |line: &Line| size_of_val(&*line.subjects);
        let lie = |places: &Vec<Option<PileId>>| size_of_val(&**places);
        let for_what = |purpose: &Option<Box<Line>>| purpose.as_deref().map_or(0, |of| size_of::<Line>() + line(of));
        let within = match self {
            Happening::Said(said, places)
            | Happening::Explained { said, places, .. }
            | Happening::Chapter(said, places)
            | Happening::Deed(Deed::Named(said, places)) => line(said) + lie(places),
            Happening::Changed(all) => size_of_val(&**all) + all.iter().map(told).sum::<usize>(),
            Happening::Figured { was, is, .. } => was.size() + is.size(),
            Happening::Rolled { faces, purpose, .. } => size_of_val(&**faces) + for_what(purpose),
            Happening::Peeked { cards, .. } => size_of_val(&**cards),
            Happening::Picked { purpose, .. } => for_what(purpose),
            Happening::Deed(Deed::Played(..)) | Happening::Drawn { .. } | Happening::Shuffled(_) => 0,
        };
        size_of::<Happening>() + within
    }
    /// Whether what changes after it is told as having come of it.
    fn is_head(&self) -> bool {
        matches!(self, Happening::Chapter(..) | Happening::Deed(_) | Happening::Explained { weighed: false, .. })
    }
}

/// About how many bytes a difference takes beside itself.
fn told(difference: &Difference) -> usize {
    match difference {
        Difference::Fact { was, is, .. } => size_of_val(was.things()) + size_of_val(is.things()),
        _ => 0,
    }
}

/// Why something fell out of the rows, as `why` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrowed {
    /// The action being asked, if any.
    pub action: Option<ActionId>,
    /// The reason.
    pub why: ReasonId,
    /// Who fell out; empty if the whole action was closed.
    pub fell: Vec<Val>,
    /// Where in the scripts.
    pub at: String,
    /// The rows it is of; none if it was not offered, and so may be of any.
    pub rows: Vec<Around>,
    /// Whether it closed the action.
    pub closes: bool,
    /// Whether it was only noted on the way to what closed the action by name: it tells nothing of that.
    pub is_aside: bool,
}

/// A row that something fell out of: what stands around it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Around {
    /// The columns before it, the head included.
    pub before: Vec<Val>,
    /// Those after it, as far as there is one thing in each.
    pub after: Vec<Val>,
}

/// What a choice was made of: see [`crate::Vm::explain`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// What fell out, in order.
    pub narrowed: Vec<Narrowed>,
    /// The actions whose offers were asked.
    pub asked: Vec<ActionId>,
    /// Rows that are unwise, why they are, and where a script says so.
    pub unwise: Vec<(Row, ReasonId, String)>,
    /// What has its share of what is shared out, and is named but once.
    pub named: Vec<Val>,
    /// What is told of each of several that are asked for one after the other.
    pub(crate) held: Vec<Vec<Narrowed>>,
    /// By which of what fell out each set came about.
    pub(crate) sets: BTreeMap<Val, Vec<usize>>,
    /// How many rows are noted.
    pub(crate) noted: usize,
}

/// What somebody who watches is told of.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    /// Whether anybody does.
    pub(crate) watching: bool,
    /// Whether they are told a story: with headings and deeds, and what came of each.
    pub(crate) tells: bool,
    pub(crate) happenings: Vec<Told>,
    /// What chance decides next is for.
    pub(crate) purpose: Option<Box<Line>>,
    /// How many outermost steps have ended.
    pub(crate) ends: u64,
    /// Those of them that changed what lies on the table, where a story is told.
    pub(crate) ends_on_table: u64,
    /// Cards that went somewhere, and the part of the journal they were read from.
    pub(crate) moves: Vec<(CardId, CardAt)>,
    pub(crate) told: usize,
    /// The sides for which rules answered.
    pub(crate) ruled_for: Vec<SideId>,
    /// The periods that rules ended.
    pub(crate) ended: Vec<PeriodId>,
    /// How much of the journal was read for the last change on the table, and where that stands.
    pub(crate) on_table: (usize, usize),
    /// The steps that began, each with the position then; none where nobody keeps them.
    pub(crate) openings: Option<Vec<(StepId, Position)>>,
}

/// Something that happened, and when.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) what: Happening,
    /// How much had changed before it.
    pub(crate) when: When,
    /// What lay on the table where a deed begins.
    pub(crate) position: Option<Box<Position>>,
}

/// How much had changed when something happened; nothing where no story is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct When {
    /// Of anything: outermost steps ended, and changes since.
    pub(crate) of_all: (u64, usize),
    /// Of what lies on the table: outermost steps ended that changed something there, and where the last change since stands.
    pub(crate) on_table: (u64, usize),
}

impl Host {
    /// Notes something that happened, for whoever watches.
    pub(crate) fn tell(&mut self, what: Happening) {
        let tells = self.witness.tells;
        if self.is_one_too_many(tells && what.is_head()) {
            return;
        }
        let when = match tells {
            true => When {
                of_all: (self.witness.ends, self.pos.journal().len()),
                on_table: (self.witness.ends_on_table, self.changed_on_table()),
            },
            false => When::default(),
        };
        let position = (tells && what.is_head()).then(|| Box::new(self.pos.on_table()));
        if position.as_ref().is_some_and(|position| self.is_too_much(position.size())) {
            return;
        }
        self.witness.happenings.push(Told { what, when, position });
    }

    /// Where the last change of what lies on the table stands in the journal; 0 before any.
    pub(super) fn changed_on_table(&mut self) -> usize {
        let journal = self.pos.journal();
        let (read, last) = self.witness.on_table;
        let from = if read <= journal.len() { read } else { 0 };
        let since = journal[from..].iter().rposition(|change| change.is_on_table(&self.board));
        let last = since.map_or(last.min(from), |at| from + at + 1);
        self.witness.on_table = (journal.len(), last);
        last
    }

    /// Notes that rules play an action for a side, where a step that is called is an action's own.
    pub(crate) fn tell_played(&mut self, step: StepId, args: &[Plain]) {
        if !self.tells_story() {
            return;
        }
        let Some(action) = self.action_steps.iter().position(|of| *of == step) else { return };
        let mut values = args.iter().map_while(|arg| match arg {
            Plain::Val(val) => Some(*val),
            _ => None,
        });
        let Some(side) = values.next().and_then(|side| side.index(Kind::Side)) else { return };
        let action = Val::handle(Kind::Action, action as u64);
        let columns: Vec<Val> = std::iter::once(action).chain(values).take(COLUMNS).collect();
        self.tell(Happening::Deed(Deed::Played(SideId::new(side), Row::of(&columns))));
    }

    /// Keeps the position in which a step begins, for whoever asks for it.
    pub(super) fn keep_opening(&mut self, step: StepId) {
        if self.witness.openings.is_none() || self.is_rerun() || self.supposing > 0 || self.is_on_trial() {
            return;
        }
        let position = self.pos.clone();
        self.witness.openings.get_or_insert_default().push((step, position));
    }

    /// Whether what happens now is told in a story: not while a log is re-run, nor of what is only supposed.
    pub(crate) fn tells_story(&self) -> bool {
        self.witness.tells && self.witness.watching && !self.is_rerun() && self.supposing == 0
    }
}
