//! What the host keeps while rules run: the position, the rows being offered, scratch sets, the
//! log being re-run. Bindings are thin functions over this; it never calls Lua.

use crate::mirror::Mirror;
use cardwright_state::board::{Board, FactType, On, PileOrder};
use cardwright_state::chance::{self, Dice, Shuffles};
use cardwright_state::position::{Entry, Frame, Line, Outcome, Row};
use cardwright_state::val::{Kind, Plain, Val};
use cardwright_state::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// A set as scripts hold it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SetValue {
    /// Spaces, links, cards or sides.
    Dense(Kind, Set),
    /// Anything else, in order: a range of the list arena.
    List(u32, u32),
}

/// What a choice is asked with.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Who answers.
    pub side: SideId,
    /// The rows.
    pub rows: &'a [Row],
    /// The position in which it is asked.
    pub position: &'a Position,
}

/// Answers choices at once: bots, replays, searches. `None` pauses the game there.
pub type Driver = Box<dyn FnMut(&Ask<'_>) -> Option<usize>>;

/// A choice the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// Who answers.
    pub side: SideId,
    /// What is asked, if the script says.
    pub prompt: Option<TextId>,
    /// What may be answered.
    pub rows: Vec<Row>,
    /// The row taken when a typed line ends before this choice.
    pub default: Option<usize>,
}

/// Dice that the game waits for, when a person rolls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiceWanted {
    /// Which die.
    pub die: DieId,
    /// How many.
    pub n: u32,
}

/// Something that happened, for whoever watches. Not part of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// A log line.
    Said(Line),
    /// Dice were rolled.
    Rolled {
        /// Which die.
        die: DieId,
        /// The faces, or for a check the number of successes.
        faces: Vec<i64>,
        /// For a check: what counted as a success, and of how many dice.
        check: Option<(i64, u32)>,
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
        /// How many.
        n: usize,
    },
    /// A pile was shuffled.
    Shuffled(PileId),
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
}

/// Something that stopped a step other than an ordinary script error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    DeadEnd(SideId),
    Diverged(String),
    Limit(String),
    Chance(String),
}

/// A log being re-run.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    pub(crate) stack: Vec<Frame>,
    pub(crate) journal: Vec<Change>,
}

/// Outcomes to use instead of the generator's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forced {
    /// A face of a die.
    Face(i64),
    /// A card to be drawn.
    Card(CardId),
}

/// The empty set, of whatever kind.
pub(crate) const EMPTY: Val = Val::handle(Kind::Set, 0);

/// Host calls one answer may cost before the step is stopped.
const CALL_LIMIT: u64 = 200_000;
const ROW_LIMIT: usize = 20_000;
/// A change, roll or draw while a rule is only asked.
pub(crate) const ONLY_ASKED: &str = "an offer is only asked: it may change nothing (`suppose` takes its changes back)";
/// A `standing` that is not directly before its choice.
const BETWEEN: &str = "between `standing` and the choice it is open beside nothing may change, and no step open or end";

pub(crate) struct Host {
    pub(crate) board: Arc<Board>,
    pub(crate) pos: Position,
    pub(crate) dice: Dice,
    shuffles: Shuffles,
    pub(crate) rows: Vec<Row>,
    pub(crate) prompt: Option<TextId>,
    pub(crate) asked_side: SideId,
    pub(crate) default_row: Option<Row>,
    /// Actions that other sides may use before the pending answer.
    pub(crate) standing: Vec<(SideId, ActionId)>,
    /// Where the game was when the first of them was opened: journal, open steps, log.
    standing_at: (usize, usize, usize),
    /// Their rows by side, once somebody has looked.
    pub(crate) standing_rows: Option<Vec<(SideId, Vec<Row>)>>,
    /// While a standing action is played, outside the stack.
    pub(crate) outside: bool,
    pub(crate) answer: Option<Row>,
    pub(crate) wanted: Option<DiceWanted>,
    pub(crate) given: Option<Vec<i64>>,
    sets: Vec<SetValue>,
    lists: Vec<Val>,
    fixed_sets: usize,
    fixed_lists: usize,
    /// The step that plays each action.
    pub(crate) action_steps: Vec<StepId>,
    pub(crate) probing: u32,
    pub(crate) supposing: u32,
    pub(crate) loading: bool,
    pub(crate) replay: Option<Replay>,
    pub(crate) check_rows: bool,
    pub(crate) driver: Option<Driver>,
    pub(crate) fault: Option<Fault>,
    pub(crate) explain: Option<Vec<Narrowed>>,
    pub(crate) explain_action: Option<ActionId>,
    pub(crate) forced: VecDeque<Forced>,
    pub(crate) forced_only: bool,
    pub(crate) manual_dice: bool,
    pub(crate) watching: bool,
    pub(crate) happenings: Vec<Happening>,
    pub(crate) barrier: bool,
    pub(crate) calls: u64,
    pub(crate) calls_at_answer: u64,
    pub(crate) decisions: u64,
    pub(crate) answers: u64,
    pub(crate) used_fact: Option<FactId>,
    pub(crate) mirror: Option<Mirror>,
    /// Pairs of filters that `either` joins.
    pub(crate) pairs: Vec<(Val, Val)>,
}

pub(crate) type HostResult<T> = Result<T, String>;

impl Host {
    pub(crate) fn new(board: Arc<Board>) -> Host {
        let pos = Position::initial(&board, 0);
        let used_fact = board.facts.iter().position(|f| f.id == "used").map(FactId::new);
        Host {
            board,
            pos,
            dice: Dice::default(),
            shuffles: Shuffles::default(),
            rows: Vec::new(),
            prompt: None,
            asked_side: SideId(0),
            default_row: None,
            standing: Vec::new(),
            standing_at: (0, 0, 0),
            standing_rows: None,
            outside: false,
            answer: None,
            wanted: None,
            given: None,
            sets: vec![SetValue::List(0, 0)],
            lists: Vec::new(),
            fixed_sets: 0,
            fixed_lists: 0,
            action_steps: Vec::new(),
            probing: 0,
            supposing: 0,
            loading: true,
            replay: None,
            check_rows: false,
            driver: None,
            fault: None,
            explain: None,
            explain_action: None,
            forced: VecDeque::new(),
            forced_only: false,
            manual_dice: false,
            watching: false,
            happenings: Vec::new(),
            barrier: false,
            calls: 0,
            calls_at_answer: 0,
            decisions: 0,
            answers: 0,
            used_fact,
            mirror: None,
            pairs: Vec::new(),
        }
    }

    /// Counts a host call; the limit that rules can feel.
    #[inline]
    pub(crate) fn count_call(&mut self) -> HostResult<()> {
        self.calls += 1;
        if self.calls - self.calls_at_answer > CALL_LIMIT {
            let message = format!("more than {CALL_LIMIT} host calls for one answer");
            self.fault = Some(Fault::Limit(message.clone()));
            return Err(message);
        }
        Ok(())
    }

    // ---- sets ----

    pub(crate) fn fix_sets(&mut self) {
        self.fixed_sets = self.sets.len();
        self.fixed_lists = self.lists.len();
    }
    pub(crate) fn drop_scratch(&mut self) {
        self.sets.truncate(self.fixed_sets);
        self.lists.truncate(self.fixed_lists);
    }
    #[inline]
    pub(crate) fn new_set(&mut self, set: SetValue) -> Val {
        // Every empty set is set 0, so that scripts see emptiness without asking.
        let empty = match &set {
            SetValue::Dense(_, set) => set.is_empty(),
            SetValue::List(a, b) => a == b,
        };
        if empty {
            return EMPTY;
        }
        self.sets.push(set);
        Val::handle(Kind::Set, self.sets.len() as u64 - 1)
    }
    pub(crate) fn new_list(&mut self, list: impl IntoIterator<Item = Val>) -> Val {
        let start = self.lists.len() as u32;
        self.lists.extend(list);
        let end = self.lists.len() as u32;
        self.new_set(SetValue::List(start, end))
    }
    /// The stacks of a class in some places, as a list in the arena.
    pub(crate) fn stacks(&mut self, places: Set, class: ClassId) -> Val {
        let start = self.lists.len() as u32;
        self.pos.stacks(&self.board, places, class, &mut self.lists);
        let end = self.lists.len() as u32;
        self.new_set(SetValue::List(start, end))
    }
    /// A set of the natural form for its members.
    pub(crate) fn set_of(&mut self, members: &[Val]) -> Val {
        match members.first().map(|v| v.kind()) {
            Some(kind @ (Kind::Space | Kind::Link | Kind::Card | Kind::Side))
                if members.iter().all(|v| v.kind() == kind) =>
            {
                let set = members.iter().map(|v| v.payload() as usize).collect();
                self.new_set(SetValue::Dense(kind, set))
            }
            _ => self.new_list(members.iter().copied()),
        }
    }
    /// A set argument: a set, a kind of spaces or links, or one thing as a set of one.
    #[inline]
    pub(crate) fn set(&self, val: Val) -> HostResult<SetValue> {
        match val.kind() {
            Kind::Set => self
                .sets
                .get(val.payload() as usize)
                .cloned()
                .ok_or_else(|| "this set is gone: sets do not outlive their step".into()),
            Kind::SpaceKind => Ok(SetValue::Dense(Kind::Space, self.board.kinds[val.payload() as usize].members)),
            Kind::LinkKind => Ok(SetValue::Dense(Kind::Link, self.board.link_kinds[val.payload() as usize].members)),
            kind @ (Kind::Space | Kind::Link | Kind::Card | Kind::Side) => {
                Ok(SetValue::Dense(kind, Set::one(val.payload() as usize)))
            }
            _ => Err(format!("expected a set, got {}", self.describe(val))),
        }
    }
    /// Numbers a pair of filters, for filters made of filters.
    pub(crate) fn pair(&mut self, a: Val, b: Val) -> usize {
        match self.pairs.iter().position(|p| *p == (a, b)) {
            Some(at) => at,
            None => {
                self.pairs.push((a, b));
                self.pairs.len() - 1
            }
        }
    }
    pub(crate) fn members(&self, set: &SetValue, out: &mut Vec<Val>) {
        match set {
            SetValue::Dense(kind, set) => out.extend(set.iter().map(|i| Val::handle(*kind, i as u64))),
            SetValue::List(a, b) => out.extend_from_slice(&self.lists[*a as usize..*b as usize]),
        }
    }
    pub(crate) fn list(&self, a: u32, b: u32) -> &[Val] {
        &self.lists[a as usize..b as usize]
    }
    pub(crate) fn size(&self, set: &SetValue) -> usize {
        match set {
            SetValue::Dense(_, set) => set.len(),
            SetValue::List(a, b) => (b - a) as usize,
        }
    }
    /// Whether a value is in a set; a stack is in a set of spaces if its place is.
    pub(crate) fn is_in(&self, set: &SetValue, val: Val) -> bool {
        match set {
            SetValue::Dense(Kind::Space, set) if val.kind() == Kind::Stack => set.has(val.stack_parts().0.at()),
            SetValue::Dense(kind, set) => val.kind() == *kind && set.has(val.payload() as usize),
            SetValue::List(a, b) => self.list(*a, *b).contains(&val),
        }
    }
    /// A set of spaces from a space, a set or a kind.
    pub(crate) fn spaces(&self, val: Val) -> HostResult<Set> {
        match self.set(val)? {
            SetValue::Dense(Kind::Space, set) => Ok(set),
            SetValue::List(a, b) if a == b => Ok(Set::EMPTY),
            _ => Err(format!("expected a space or a set of spaces, got {}", self.describe(val))),
        }
    }

    // ---- arguments ----

    /// What a value is, for messages.
    pub(crate) fn describe(&self, val: Val) -> String {
        match val.kind() {
            Kind::Number => format!("the number {}", val.0),
            kind @ (Kind::Set | Kind::Filter | Kind::Apart) => format!("a {}", kind.word()),
            kind => format!("the {} `{}`", kind.word(), self.board.text(val)),
        }
    }
    #[inline]
    pub(crate) fn index(&self, val: Val, kind: Kind) -> HostResult<usize> {
        val.index(kind).ok_or_else(|| format!("expected a {}, got {}", kind.word(), self.describe(val)))
    }
    #[inline]
    pub(crate) fn space(&self, val: Val) -> HostResult<SpaceId> {
        Ok(SpaceId::new(self.index(val, Kind::Space)?))
    }
    /// A class argument: a class, a side (all its pieces) or a state.
    #[inline]
    pub(crate) fn class(&self, val: Val) -> HostResult<ClassId> {
        match val.kind() {
            Kind::Class => Ok(ClassId::new(val.payload() as usize)),
            Kind::Side => Ok(self.board.class_of_side(SideId::new(val.payload() as usize))),
            _ => Err(format!("expected a piece class, got {}", self.describe(val))),
        }
    }
    /// The default state of a class: its face unmarked.
    pub(crate) fn state(&self, val: Val) -> HostResult<StateId> {
        if let Some(state) = val.index(Kind::State) {
            return Ok(StateId::new(state));
        }
        if val.kind() == Kind::Stack {
            return Ok(val.stack_parts().1);
        }
        let class = &self.board.classes[self.class(val)?.at()];
        let of = class.of.ok_or_else(|| format!("`{}` is a group: name one type of pieces", class.id))?;
        Ok(self.board.state_of(of, class.face.unwrap_or(0), 0))
    }
    /// The slot of a track or scalar fact on a subject.
    pub(crate) fn subject(&self, on: On, subject: Val, id: &str) -> HostResult<usize> {
        match on {
            On::Game => Ok(0),
            On::Side => self.index(subject, Kind::Side).map_err(|e| format!("`{id}` is kept per side: {e}")),
            On::Spaces(_) => match subject.kind() {
                Kind::Stack => Ok(subject.stack_parts().0.at()),
                _ => self.index(subject, Kind::Space).map_err(|e| format!("`{id}` is kept per space: {e}")),
            },
            On::Links(kind) => {
                let link = self.index(subject, Kind::Link).map_err(|e| format!("`{id}` is kept per link: {e}"))?;
                if kind.is_some_and(|kind| self.board.links[link].kind != Some(kind)) {
                    return Err(format!("`{id}` is not kept for {}", self.describe(subject)));
                }
                Ok(link)
            }
            On::Card => self.index(subject, Kind::Card).map_err(|e| format!("`{id}` is kept per card: {e}")),
        }
    }
    #[inline]
    pub(crate) fn track(&self, track: Val) -> HostResult<TrackId> {
        Ok(TrackId::new(self.index(track, Kind::Track)?))
    }
    pub(crate) fn fact(&self, fact: Val) -> HostResult<FactId> {
        Ok(FactId::new(self.index(fact, Kind::Fact)?))
    }
    /// A pile argument; for one kept per side, `side` says whose.
    pub(crate) fn pile(&self, val: Val, side: Option<Val>) -> HostResult<PileId> {
        let first = PileId::new(self.index(val, Kind::Pile)?);
        let Some(side) = side else { return Ok(first) };
        let side = SideId::new(self.index(side, Kind::Side)?);
        let def = &self.board.piles[first.at()].def;
        let found = self.board.piles.iter().position(|p| p.def == *def && p.owner == Some(side));
        found.map(PileId::new).ok_or_else(|| format!("`{def}` is not kept per side"))
    }

    /// Refuses changes while a rule is only asked.
    #[inline]
    pub(crate) fn may_change(&self) -> HostResult<()> {
        if self.supposing > 0 {
            return Ok(());
        }
        if self.loading {
            return Err("nothing may change while scripts load".into());
        }
        if self.probing > 0 || self.mirror.as_ref().is_some_and(Mirror::is_asking) {
            return Err(ONLY_ASKED.into());
        }
        Ok(())
    }

    // ---- changes, compared with the journal while a log is re-run ----

    /// Runs `f` on the position and checks the changes it made against the log being re-run.
    pub(crate) fn change<T>(&mut self, f: impl FnOnce(&mut Position, &Board) -> T) -> HostResult<T> {
        self.may_change()?;
        let before = self.pos.journal.len();
        let out = f(&mut self.pos, &self.board);
        self.show(before);
        if let Some(replay) = &self.replay
            && self.supposing == 0
        {
            let made = &self.pos.journal[before..];
            let same = replay.journal.get(before..before + made.len()).is_some_and(|was| was == made);
            if !same {
                return Err(self.diverged("made another change than before"));
            }
        }
        Ok(out)
    }

    /// Writes the changes since the journal had this length to what scripts read.
    pub(crate) fn show(&mut self, before: usize) {
        if let Some(mirror) = &mut self.mirror {
            mirror.changed(&self.board, &self.pos, &self.pos.journal[before..]);
        }
    }
    /// Writes the whole position to what scripts read.
    pub(crate) fn show_all(&mut self) {
        if let Some(mirror) = &mut self.mirror {
            mirror.all(&self.board, &self.pos);
        }
    }

    pub(crate) fn diverged(&mut self, what: &str) -> String {
        let step = self.pos.here().map_or("", |f| self.board.steps[f.step.at()].as_str());
        let message = format!("re-running `{step}` {what}: a rule depends on something outside the position");
        self.fault = Some(Fault::Diverged(message.clone()));
        message
    }

    // ---- the log ----

    /// The next logged entry of the innermost open step, if a log is being re-run; applies changes
    /// that came from outside on the way. Ends the re-run where the log ends.
    pub(crate) fn logged(&mut self) -> HostResult<Option<Entry>> {
        self.logged_outside()?;
        let Some(replay) = &self.replay else { return Ok(None) };
        let depth = self.pos.stack.len() - 1;
        let at = self.pos.stack[depth].log.len();
        match replay.stack[depth].log.get(at) {
            Some(entry) => {
                let entry = entry.clone();
                self.pos.stack[depth].log.push(entry.clone());
                Ok(Some(entry))
            }
            None if depth + 1 == replay.stack.len() && self.pos.journal.len() == replay.journal.len() => {
                self.replay = None;
                Ok(None)
            }
            None => Err(self.diverged("came to another place than before")),
        }
    }

    /// Re-applies changes from outside that come next in the log: they were there before the choice
    /// was answered, so rows to check the answer against need them too.
    pub(crate) fn logged_outside(&mut self) -> HostResult<()> {
        loop {
            let Some(replay) = &self.replay else { return Ok(()) };
            let depth = self.pos.stack.len() - 1;
            let at = self.pos.stack[depth].log.len();
            let Some(Entry::Outside { changes }) = replay.stack[depth].log.get(at) else { return Ok(()) };
            let changes = *changes;
            self.pos.stack[depth].log.push(Entry::Outside { changes });
            self.reapply(changes as usize)?;
        }
    }

    /// Applies the next `n` changes of the journal being re-run.
    pub(crate) fn reapply(&mut self, n: usize) -> HostResult<()> {
        let from = self.pos.journal.len();
        let changes = match &self.replay {
            Some(replay) => replay.journal.get(from..from + n).map(<[Change]>::to_vec),
            None => None,
        };
        let Some(changes) = changes else { return Err(self.diverged("lost its changes")) };
        for change in changes {
            self.pos.apply(&self.board, change);
        }
        self.show(from);
        Ok(())
    }

    pub(crate) fn log(&mut self, entry: Entry) {
        if let Some(frame) = self.pos.stack.last_mut() {
            frame.log.push(entry);
        }
    }

    // ---- rows ----

    pub(crate) fn push_row(&mut self, row: Row) -> HostResult<()> {
        if self.rows.len() >= ROW_LIMIT {
            let message = format!("more than {ROW_LIMIT} rows in one choice");
            self.fault = Some(Fault::Limit(message.clone()));
            return Err(message);
        }
        self.rows.push(row);
        Ok(())
    }

    /// Pushes the product of some columns after a head.
    pub(crate) fn offer(
        &mut self,
        head: Option<Val>,
        columns: &[Val],
        apart: Option<(usize, usize)>,
    ) -> HostResult<()> {
        let mut row = Row::default();
        if let Some(head) = head {
            row.cols[0] = head;
            row.len = 1;
        }
        self.product(row, columns, apart)
    }

    fn product(&mut self, row: Row, rest: &[Val], apart: Option<(usize, usize)>) -> HostResult<()> {
        let Some((column, rest)) = rest.split_first() else {
            if let Some((i, j)) = apart
                && place_of(row.cols[i]) == place_of(row.cols[j])
            {
                return Ok(());
            }
            return self.push_row(row);
        };
        let with = |val: Val| {
            let mut next = row;
            next.cols[row.len as usize] = val;
            next.len += 1;
            next
        };
        if !matches!(column.kind(), Kind::Set | Kind::SpaceKind | Kind::LinkKind) {
            return self.product(with(*column), rest, apart);
        }
        match self.set(*column)? {
            SetValue::Dense(kind, set) => {
                for i in set.iter() {
                    self.product(with(Val::handle(kind, i as u64)), rest, apart)?;
                }
            }
            SetValue::List(a, b) => {
                for i in a..b {
                    let val = self.lists[i as usize];
                    self.product(with(val), rest, apart)?;
                }
            }
        }
        Ok(())
    }

    /// Asks: answers inline if the driver can, else leaves the choice pending.
    pub(crate) fn ask(&mut self, side: SideId) -> HostResult<Option<Row>> {
        self.stop_asking();
        if self.loading || self.supposing > 0 || self.probing > 0 {
            return Err("nothing may be asked here".into());
        }
        if self.outside {
            return Err("a standing action is played while another choice is open: it may ask none".into());
        }
        if !self.standing.is_empty() {
            self.standing_fits(side)?;
        }
        self.asked_side = side;
        if self.rows.is_empty() {
            self.fault = Some(Fault::DeadEnd(side));
            return Err(format!("no row is left for `{}` to answer", self.board.sides[side.at()].id));
        }
        let Some(mut driver) = self.driver.take() else { return Ok(None) };
        let ask = Ask { side, rows: &self.rows, position: &self.pos };
        let picked = driver(&ask);
        self.driver = Some(driver);
        Ok(match picked.and_then(|i| self.rows.get(i).copied()) {
            Some(row) => {
                self.take_answer(row);
                Some(row)
            }
            None => None,
        })
    }

    /// The offers have been asked: changes are in order again.
    pub(crate) fn stop_asking(&mut self) {
        if let Some(mirror) = &mut self.mirror {
            mirror.stop_asking();
        }
    }

    /// Logs an answer and clears the choice.
    pub(crate) fn take_answer(&mut self, row: Row) {
        self.answers += 1;
        self.decisions += u64::from(self.rows.len() > 1);
        self.calls_at_answer = self.calls;
        self.clear_choice();
        self.log(Entry::Answer(row));
    }

    pub(crate) fn clear_choice(&mut self) {
        self.rows.clear();
        self.prompt = None;
        self.default_row = None;
        self.standing.clear();
        self.standing_rows = None;
        self.stop_asking();
        if let Some(trace) = &mut self.explain {
            trace.clear();
        }
    }

    // ---- standing actions ----

    fn whereabouts(&self) -> (usize, usize, usize) {
        (self.pos.journal.len(), self.pos.stack.len(), self.pos.stack.last().map_or(0, |f| f.log.len()))
    }

    /// Opens actions for a side beside the choice that follows. What was done with them before is
    /// re-applied here, so that what the step reads from here on is of the present position.
    pub(crate) fn open_standing(&mut self, side: SideId, actions: &[ActionId]) -> HostResult<()> {
        self.may_change()?;
        if self.supposing > 0 || self.outside {
            return Err("no standing action may be opened here: only beside a choice of an open step".into());
        }
        self.logged_outside()?;
        let here = self.whereabouts();
        if self.standing.is_empty() {
            self.standing_at = here;
        } else if self.standing_at != here {
            return Err(BETWEEN.into());
        }
        for action in actions {
            if self.standing.contains(&(side, *action)) {
                let (action, side) = (&self.board.actions[action.at()].id, &self.board.sides[side.at()].id);
                return Err(format!("`{action}` is opened twice for `{side}`"));
            }
            self.standing.push((side, *action));
        }
        self.standing_rows = None;
        Ok(())
    }

    /// Whether what stands open is for this choice: of another side, with nothing done in between.
    fn standing_fits(&self, asked: SideId) -> HostResult<()> {
        if self.standing.iter().any(|(side, _)| *side == asked) {
            let side = &self.board.sides[asked.at()].id;
            return Err(format!("`standing` is for other sides: `{side}` is asked itself"));
        }
        if self.standing_at == self.whereabouts() { Ok(()) } else { Err(BETWEEN.into()) }
    }

    /// No step opens or ends between `standing` and its choice.
    fn nothing_stands(&self) -> HostResult<()> {
        if self.standing.is_empty() { Ok(()) } else { Err(BETWEEN.into()) }
    }

    // ---- chance ----

    /// Faces of `n` dice: from the log, the forced list, a person, or the generator.
    pub(crate) fn roll(&mut self, die: DieId, n: u32, check: Option<i64>) -> HostResult<Option<Vec<i64>>> {
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may not roll dice".into());
        }
        let stream = chance::die_stream(die);
        let old = self.pos.chance[stream as usize];
        let count = Change::Chance { stream, old, new: old + n };
        if self.replay.is_some()
            && let Some(entry) = self.logged()?
        {
            let Entry::Chance(faces) = entry else { return Err(self.diverged("rolled where it did not before")) };
            if n > 0 {
                self.change(|pos, board| pos.apply(board, count))?;
            }
            return Ok(Some(faces));
        }
        let mut faces = Vec::with_capacity(n as usize);
        if self.manual_dice && n > 0 && !self.forced.iter().any(|f| matches!(f, Forced::Face(_))) {
            match self.given.take() {
                Some(given) => faces = given,
                None if self.outside => {
                    return Err("dice of a standing action that a person rolls must be given before it is used".into());
                }
                None => {
                    self.wanted = Some(DiceWanted { die, n });
                    return Ok(None);
                }
            }
        } else {
            for i in 0..n {
                let given = self.take_forced(|f| match f {
                    Forced::Face(face) => Some(*face),
                    Forced::Card(_) => None,
                });
                let face = match given {
                    Some(face) => {
                        if !self.board.dice[die.at()].faces.contains(&face) {
                            return Err(format!("the die `{}` has no face {face}", self.board.dice[die.at()].id));
                        }
                        face
                    }
                    None if self.forced_only => {
                        let die = &self.board.dice[die.at()].id;
                        let message = format!("die {} of {n} (`{die}`) has no outcome given", i + 1);
                        self.fault = Some(Fault::Chance(message.clone()));
                        return Err(message);
                    }
                    None => {
                        let face = self.dice.face(&self.board, self.pos.seed, die, old + i);
                        self.board.dice[die.at()].faces[face]
                    }
                };
                faces.push(face);
            }
        }
        if n > 0 {
            self.pos.apply(&self.board, count);
            self.barrier = true;
        }
        let dice = faces.clone();
        if let Some(at_least) = check {
            faces = vec![faces.iter().filter(|f| **f >= at_least).count() as i64];
        }
        self.log(Entry::Chance(faces.clone()));
        if self.watching && n > 0 {
            self.happenings.push(Happening::Rolled { die, faces: dice, check: check.map(|c| (c, n)) });
        }
        Ok(Some(faces))
    }

    /// Draws the top card of a pile to another. Which card of an unordered segment is the chance.
    pub(crate) fn draw(&mut self, from: PileId, to: PileId) -> HostResult<Option<CardId>> {
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may not draw cards".into());
        }
        let at = self.pos.slot_in(&self.board, to, true);
        if self.replay.is_some()
            && let Some(entry) = self.logged()?
        {
            let Entry::Drawn(card) = entry else { return Err(self.diverged("drew where it did not before")) };
            if let Some(card) = card {
                self.change(|pos, board| pos.move_card(board, card, at))?;
            }
            return Ok(card);
        }
        let card = self.top_card(from)?;
        if let Some(card) = card {
            self.pos.move_card(&self.board, card, at);
            self.barrier = true;
            if self.watching {
                self.happenings.push(Happening::Drawn { card, from, to });
            }
        }
        self.log(Entry::Drawn(card));
        Ok(card)
    }

    /// Takes the first forced outcome of one kind; those of the other kind wait.
    fn take_forced<T>(&mut self, of: impl Fn(&Forced) -> Option<T>) -> Option<T> {
        let (at, outcome) = self.forced.iter().enumerate().find_map(|(at, f)| Some((at, of(f)?)))?;
        self.forced.remove(at);
        Some(outcome)
    }

    fn top_card(&mut self, pile: PileId) -> HostResult<Option<CardId>> {
        let Some((_, high)) = self.pos.ranks(pile) else { return Ok(None) };
        let cards = self.pos.pile(pile);
        let segment: Vec<CardId> =
            cards.iter().map(CardId::new).filter(|c| self.pos.card_at(*c).rank == high).collect();
        self.first_of(pile, &segment)
    }

    /// The top card of a segment of a pile: given, or of the generator.
    fn first_of(&mut self, pile: PileId, segment: &[CardId]) -> HostResult<Option<CardId>> {
        if let [known] = segment[..] {
            return Ok(Some(known)); // No chance: nothing is asked of what is forced.
        }
        let given = self.take_forced(|f| match f {
            Forced::Card(card) => Some(*card),
            Forced::Face(_) => None,
        });
        if let Some(card) = given {
            if !segment.contains(&card) {
                return Err(format!(
                    "card `{}` cannot be on top of `{}`",
                    self.board.cards[card.at()].id,
                    self.board.piles[pile.at()].id
                ));
            }
            return Ok(Some(card));
        }
        if self.forced_only {
            let message = format!("the card drawn from `{}` is not given", self.board.piles[pile.at()].id);
            self.fault = Some(Fault::Chance(message.clone()));
            return Err(message);
        }
        let shuffle = self.pos.card_at(segment[0]).shuffle;
        Ok(self.shuffles.top_of(&self.board, self.pos.seed, pile, shuffle, segment))
    }

    /// Looks at the top `n` cards of a deck. Each whose place was open becomes a segment of its own;
    /// which card that is, is the chance, logged like a draw. Who looked is not kept.
    pub(crate) fn peek(&mut self, pile: PileId, n: usize) -> HostResult<Vec<CardId>> {
        self.may_change()?;
        if self.supposing > 0 {
            return Err("`suppose` may not look at cards".into());
        }
        if self.board.piles[pile.at()].order != PileOrder::Deck {
            return Err(format!("`{}` has no order: `cards` has what lies in it", self.board.piles[pile.at()].id));
        }
        let mut seen: Vec<CardId> = Vec::new();
        while seen.len() < n {
            // Those seen are segments of their own: the next one lies right under them.
            let Some((segment, _)) = self.pos.segments(pile).into_iter().nth(seen.len()) else { break };
            if let [known] = segment[..] {
                seen.push(known);
                continue;
            }
            let logged = if self.replay.is_some() { self.logged()? } else { None };
            let card = match logged {
                Some(Entry::Drawn(Some(card))) if segment.contains(&card) => card,
                Some(_) => return Err(self.diverged("looked at a card where it did not before")),
                None => {
                    let Some(card) = self.first_of(pile, &segment)? else { break };
                    self.barrier = true;
                    self.log(Entry::Drawn(Some(card)));
                    card
                }
            };
            self.change(|pos, board| pos.make_known(board, card))?;
            seen.push(card);
        }
        if self.watching && self.replay.is_none() && !seen.is_empty() {
            self.happenings.push(Happening::Peeked { pile, n: seen.len() });
        }
        Ok(seen)
    }

    /// Makes the whole pile one unordered segment.
    pub(crate) fn shuffle(&mut self, pile: PileId) -> HostResult<()> {
        let stream = chance::pile_stream(&self.board, pile);
        self.change(|pos, board| {
            let old = pos.chance[stream as usize];
            pos.apply(board, Change::Chance { stream, old, new: old + 1 });
            for card in pos.pile(pile).iter().map(CardId::new) {
                pos.move_card(board, card, cardwright_state::position::CardAt { pile, rank: 0, shuffle: old + 1 });
            }
        })?;
        if self.watching && self.replay.is_none() {
            self.happenings.push(Happening::Shuffled(pile));
        }
        Ok(())
    }

    /// Lays a deck on top of another as it lies: known cards stay known, open segments open.
    pub(crate) fn lay_on(&mut self, from: PileId, to: PileId) -> HostResult<()> {
        let stream = chance::pile_stream(&self.board, to);
        self.change(|pos, board| {
            for (cards, open) in pos.segments(from).into_iter().rev() {
                let mut slot = pos.slot_in(board, to, true);
                if open {
                    let old = pos.chance[stream as usize];
                    pos.apply(board, Change::Chance { stream, old, new: old + 1 });
                    slot.shuffle = old + 1;
                }
                for card in cards {
                    pos.move_card(board, card, slot);
                }
            }
        })
    }

    // ---- steps ----

    /// Opens a nested step. See the prelude for what the parts mean.
    pub(crate) fn begin_call(&mut self, step: StepId, args: Vec<Plain>) -> HostResult<Begun> {
        self.may_change()?;
        self.nothing_stands()?;
        if self.pos.stack.len() >= 32 {
            return Err("more than 32 steps open within each other".into());
        }
        let here = self.pos.journal.len() as u32;
        if self.replay.is_some() {
            let depth = self.pos.stack.len() - 1;
            let at = self.pos.stack[depth].log.len();
            let replay = self.replay.as_ref().map(|r| (r.stack[depth].log.len(), r.stack.get(depth + 1).cloned()));
            let (length, inner) = replay.unwrap_or_default();
            if at >= length
                && let Some(inner) = inner
            {
                if inner.called != step || inner.call_start != here {
                    return Err(self.diverged("opened another step than before"));
                }
                self.reapply((inner.start - here) as usize)?;
                let (step, args) = (inner.step, inner.args.clone());
                self.pos.stack.push(Frame { log: Vec::new(), ..inner });
                return Ok(Begun::Resume(step, args));
            }
            match self.logged()? {
                Some(Entry::Called { step: was, result, changes }) if was == step => {
                    self.reapply(changes as usize)?;
                    return Ok(Begun::Finished(result));
                }
                Some(_) => return Err(self.diverged("opened a step where it did not before")),
                None => {}
            }
        }
        self.pos.stack.push(Frame { step, args, log: Vec::new(), start: here, called: step, call_start: here });
        Ok(Begun::Run)
    }

    /// Ends the innermost step and opens its successor in its place.
    pub(crate) fn go_on(&mut self, step: StepId, args: Vec<Plain>) -> HostResult<()> {
        self.may_change()?;
        self.nothing_stands()?;
        if self.replay.is_some() {
            return Err(self.diverged("ended earlier than before"));
        }
        let depth = self.pos.stack.len() - 1;
        if depth == 0 {
            self.drop_scratch();
            self.pos.open_outermost(step, args);
        } else {
            let start = self.pos.journal.len() as u32;
            let frame = &mut self.pos.stack[depth];
            frame.step = step;
            frame.args = args;
            frame.log.clear();
            frame.start = start;
        }
        Ok(())
    }

    /// Ends the innermost step: back to its caller with a result.
    pub(crate) fn end_step(&mut self, result: Plain) -> HostResult<Plain> {
        let depth = self.pos.stack.len() - 1;
        if depth == 0 {
            let name = &self.board.steps[self.pos.stack[depth].step.at()];
            return Err(format!("the step `{name}` ended without naming the next one"));
        }
        self.nothing_stands()?;
        if self.replay.is_some() {
            return Err(self.diverged("ended earlier than before"));
        }
        if let Some(frame) = self.pos.stack.pop() {
            let changes = self.pos.journal.len() as u32 - frame.call_start;
            self.log(Entry::Called { step: frame.called, result: result.clone(), changes });
        }
        Ok(result)
    }

    // ---- the end ----

    pub(crate) fn win(&mut self, outcome: Outcome) -> HostResult<()> {
        self.change(|pos, board| pos.apply(board, Change::End { outcome: Arc::new(outcome) }))
    }

    /// Records what fell out of a set, in explain mode.
    pub(crate) fn narrowed(&mut self, why: Option<Val>, fell: Vec<Val>, at: String) {
        let action = self.explain_action;
        if let (Some(trace), Some(why)) = (&mut self.explain, why.and_then(|w| w.index(Kind::Reason))) {
            trace.push(Narrowed { action, why: ReasonId::new(why), fell, at });
        }
    }

    /// The raw number a scalar fact stores for a value.
    pub(crate) fn raw_fact(&self, holds: FactType, value: &Plain, id: &str) -> HostResult<i64> {
        match (holds, value) {
            (FactType::Truth, Plain::Truth(t)) => Ok(i64::from(*t)),
            (FactType::Number, Plain::Val(v)) if v.kind() == Kind::Number => Ok(v.0),
            (FactType::Id(_), Plain::Nil) => Ok(0),
            (FactType::Id(kind), Plain::Val(v)) if v.kind() == kind => Ok(v.payload() as i64 + 1),
            _ => Err(format!("`{id}` cannot hold this value")),
        }
    }
}

/// How a called step begins.
pub(crate) enum Begun {
    Run,
    Finished(Plain),
    Resume(StepId, Vec<Plain>),
}

fn place_of(val: Val) -> Val {
    if val.kind() == Kind::Stack { Val::space(val.stack_parts().0) } else { val }
}
