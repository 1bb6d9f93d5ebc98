//! Rows: pushed, asked over, answered; what fell out of them, for `why`.

use super::limits::{ROW_LIMIT, RULED_LIMIT, TRIED_LIMIT};
use super::{Ask, Fault, Host, HostResult, Running, SetValue, Trace};
use crate::signals::{Offer, Signal};
use cardwright_state::position::{Entry, Row};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ActionId, SideId, StepId};

impl Host {
    #[inline]
    pub(crate) fn push_row(&mut self, row: Row) -> HostResult<()> {
        if self.rows.len() >= ROW_LIMIT {
            return Err(self.too_many_rows());
        }
        self.rows.push(row);
        Ok(())
    }
    #[cold]
    fn too_many_rows(&mut self) -> String {
        self.limit(format!(
            "more than {ROW_LIMIT} rows in one choice: ask for some of their columns afterwards, in a choice of their own"
        ))
    }

    /// Pushes the product of some columns after a head.
    #[inline]
    pub(crate) fn offer(&mut self, head: Option<Val>, columns: &[Val]) -> HostResult<()> {
        let mut row = self.begin_offer(head)?;
        self.product(&mut row, columns)
    }

    /// The beginning of the rows of an offer: their head, if they have one.
    #[inline]
    pub(crate) fn begin_offer(&mut self, head: Option<Val>) -> HostResult<Row> {
        let mut row = Row::default();
        if let Some(head) = head {
            self.kept(head)?;
            row.cols[0] = head;
            row.len = 1;
        }
        self.tried = 0;
        Ok(row)
    }

    /// Counts combinations of an offer, whether or not they come to rows.
    #[inline]
    pub(crate) fn tries(&mut self, more: usize) -> HostResult<()> {
        self.tried += more;
        if self.tried <= TRIED_LIMIT {
            return Ok(());
        }
        Err(self.limit(format!("more than {TRIED_LIMIT} combinations tried in one offer")))
    }

    /// Pushes a row with every combination of the columns that are still to come; the row is left as it was.
    fn product(&mut self, row: &mut Row, rest: &[Val]) -> HostResult<()> {
        self.tries(1)?;
        let Some((column, rest)) = rest.split_first() else { return self.push_row(*row) };
        let at = row.len as usize;
        row.len += 1;
        if !matches!(column.kind(), Kind::Set | Kind::SpaceKind | Kind::LinkKind) {
            row.cols[at] = self.kept(*column)?;
            self.product(row, rest)?;
        } else {
            match self.set(*column)? {
                set if rest.is_empty() => self.last_column(row, at, &set)?,
                SetValue::Dense(kind, set) => {
                    for i in set.iter() {
                        row.cols[at] = Val::handle(kind, i as u64);
                        self.product(row, rest)?;
                    }
                }
                SetValue::List(a, b) => {
                    for i in a..b {
                        row.cols[at] = self.scratch.lists[i as usize];
                        self.product(row, rest)?;
                    }
                }
            }
        }
        row.cols[at] = Val::default();
        row.len -= 1;
        Ok(())
    }

    /// Pushes a row with each member of a set as its last column.
    pub(crate) fn last_column(&mut self, row: &Row, at: usize, set: &SetValue) -> HostResult<()> {
        if let SetValue::List(a, b) = set {
            self.tries((b - a) as usize)?;
        }
        let (mut row, before) = (*row, self.rows.len());
        let rows = &mut self.rows;
        let mut push = |val: Val| {
            row.cols[at] = val;
            rows.push(row);
        };
        match set {
            SetValue::Dense(kind, set) => {
                set.iter().for_each(|i| push(Val::handle(*kind, i as u64)));
                self.tries(self.rows.len() - before)?; // Few, and known only now.
            }
            SetValue::List(a, b) => {
                self.scratch.lists[*a as usize..*b as usize].iter().for_each(|val| push(*val));
            }
        }
        if self.rows.len() > ROW_LIMIT { Err(self.too_many_rows()) } else { Ok(()) }
    }

    /// Asks: answers inline if the driver can, else leaves the choice pending.
    pub(crate) fn ask(&mut self, side: SideId) -> HostResult<Option<Row>> {
        self.stop_asking();
        if self.is_loading() || self.supposing > 0 || self.probing > 0 {
            return Err("nothing may be asked here".into());
        }
        if matches!(self.running, Running::Beside) {
            return Err("a standing action is played while another choice is open: it may ask none".into());
        }
        if !self.standing.is_empty() {
            self.standing_fits()?;
        }
        self.is_there(side)?;
        if self.pos.is_nonplayer(&self.board, side) {
            let side = &self.board.sides[side.at()].id;
            return Err(format!("`{side}` is played by rules, but was asked: `answering` says who answers for it"));
        }
        self.asked_side = side;
        if self.rows.is_empty() && self.is_on_trial() {
            let side = &self.board.sides[side.at()].id;
            return Err(format!("on trial no row is left for `{side}` to answer"));
        }
        if self.rows.is_empty() {
            self.fault = Some(Fault::DeadEnd(side));
            return Err(format!("no row is left for `{}` to answer", self.board.sides[side.at()].id));
        }
        if self.is_on_trial() {
            let only = if let [row] = self.rows[..] { Some(row) } else { None };
            only.into_iter().for_each(|row| self.take_answer(row));
            return Ok(only); // Where there is a choice, the trial ends.
        }
        let Some(mut driver) = self.driver.take() else { return Ok(None) };
        let ask = Ask { side, rows: &self.rows, unwise: &self.unwise, position: &self.pos };
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

    /// Nothing is asked of a side that is not in play.
    #[inline]
    fn is_there(&self, side: SideId) -> HostResult<()> {
        if self.pos.is_in_play(&self.board, side) { Ok(()) } else { Err(self.absent(side)) }
    }
    #[cold]
    fn absent(&self, side: SideId) -> String {
        let id = &self.board.sides[side.at()].id;
        let fact = self.board.in_play.map_or("", |fact| &self.board.facts[fact.at()].id);
        let constant = fact.replace('-', "_").to_uppercase();
        format!("`{id}` is not in play, but was asked: ask only sides of which `get({constant}, side)` holds")
    }

    /// What was offered is asked before a step opens, goes on to another or ends: else the next choice would have it.
    #[inline]
    pub(super) fn nothing_is_offered(&self) -> HostResult<()> {
        if self.rows.is_empty() { Ok(()) } else { Err(self.offered_in_vain()) }
    }
    #[cold]
    fn offered_in_vain(&self) -> String {
        let step = self.pos.here().map_or(StepId::default(), |frame| frame.step);
        let name = self.board.steps.get(step.at()).map_or("", String::as_str);
        let row = self.rows.first().map(|row| row.text(&self.board)).unwrap_or_default();
        let place = self.names.steps.get(step.at()).filter(|place| !place.is_empty());
        let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
        format!(
            "{place}`{name}` offers `{row}` and asks nobody: `choose` or `act` belongs after `offer`, in the same step"
        )
    }

    /// The rows of a choice that rules answer, and nobody is asked; the choice is cleared.
    pub(crate) fn rows_for_rules(&mut self, side: SideId) -> HostResult<Vec<Row>> {
        self.stop_asking();
        self.may_change()?;
        if self.supposing > 0 {
            return Err("nothing may be asked here".into());
        }
        self.nothing_stands()?;
        self.is_there(side)?;
        self.explain_action = None;
        if self.rows.is_empty() {
            return Err(format!("no row is left for `{}` to answer by rules", self.board.sides[side.at()].id));
        }
        self.counts.ruled += 1;
        self.rules_answer_for(side);
        if self.counts.ruled > RULED_LIMIT {
            let message = format!("more than {RULED_LIMIT} answers by rules in a row");
            self.fault = Some(Fault::Limit(message.clone()));
            return Err(message);
        }
        self.counts.calls_at_answer = self.counts.calls;
        let rows = std::mem::take(&mut self.rows);
        self.clear_choice();
        Ok(rows)
    }

    /// Notes that a side is played by rules here.
    pub(crate) fn rules_answer_for(&mut self, side: SideId) {
        if self.witness.watching && !self.is_rerun() && !self.witness.ruled_for.contains(&side) {
            self.witness.ruled_for.push(side);
        }
    }

    /// What a signal says; nothing where there is no prelude yet.
    #[inline]
    pub(crate) fn signal(&self, signal: Signal) -> u8 {
        self.signals.as_ref().map_or(0, |signals| signals.get(signal))
    }
    /// Sets a signal.
    #[inline]
    pub(crate) fn set_signal(&self, signal: Signal, to: u8) {
        if let Some(signals) = &self.signals {
            signals.set(signal, to);
        }
    }

    /// The id of the action whose offer is being asked.
    pub(crate) fn action_asked(&self) -> Option<String> {
        let action = self.signals.as_ref().and_then(|signals| signals.asked());
        action.and_then(|action| self.board.actions.get(action)).map(|action| action.id.clone())
    }

    /// What falls out from here on is an action's.
    pub(crate) fn begin_to_explain(&mut self, action: ActionId) {
        self.explain_action = Some(action);
        if let Some(trace) = &mut self.explain {
            trace.asked.push(action);
        }
    }

    /// Whether a script is being asked for its offers.
    #[inline]
    pub(crate) fn is_asking(&self) -> bool {
        self.signal(Signal::Asking) != 0
    }
    /// The offers have been asked: changes are in order again.
    #[inline]
    pub(crate) fn stop_asking(&mut self) {
        self.set_signal(Signal::Asking, 0);
    }
    /// A `need` of the action being asked does not hold. In a step's own body there is nothing to close.
    pub(crate) fn close_offer(&mut self) {
        if self.signal(Signal::Offer) != Offer::None as u8 {
            self.set_signal(Signal::Offer, Offer::Closed as u8);
        }
    }
    /// Refuses what would leave something behind while a shared value is worked out: it may be kept instead.
    #[inline]
    pub(crate) fn not_worked_out(&self, what: &str) -> HostResult<()> {
        if self.signal(Signal::Working) == 0 {
            return Ok(());
        }
        Err(format!("a shared value is only worked out: it may not {what}"))
    }

    /// Logs an answer and clears the choice.
    pub(crate) fn take_answer(&mut self, row: Row) {
        self.counts.answers += 1;
        self.counts.decisions += u64::from(self.rows.len() > 1);
        self.counts.answered();
        self.clear_choice();
        self.log(Entry::Answer(row));
    }

    pub(crate) fn clear_choice(&mut self) {
        self.rows.clear();
        self.prompt = None;
        self.default_row = None;
        self.unwise.clear();
        self.set_signal(Signal::Several, 0);
        self.set_signal(Signal::Shared, 0);
        self.standing.clear();
        self.standing_rows = None;
        self.stop_asking();
        if let Some(trace) = &mut self.explain {
            *trace = Trace { held: std::mem::take(&mut trace.held), ..Trace::default() };
        }
    }
}
