//! Adds the rows of a choice, asks a side, and takes the answer. A driver (see [`super::Driver`]) may answer at once.

use super::limits::{ANSWERS_BY_RULES_LIMIT, COMBINATION_LIMIT, ROW_LIMIT};
use super::{ChoiceRequest, Host, HostError, HostResult, LikelyNumber, Running, SetValue, StopCause, Trace};
use crate::lua_ffi::shared_flags::{Offer, SharedFlag};
use cardwright_state::position::{Row, StepInput};
use cardwright_state::val::{Kind, Val};
use cardwright_state::{ActionId, Amount, Answer, SideId, StepId};

impl Host {
    #[inline]
    pub(crate) fn push_row(&mut self, row: Row) -> HostResult<()> {
        if self.choice.rows.len() >= ROW_LIMIT {
            return Err(self.too_many_rows());
        }
        self.choice.rows.push(row);
        Ok(())
    }
    #[cold]
    fn too_many_rows(&mut self) -> HostError {
        self.limit(format!(
            "more than {ROW_LIMIT} rows in one choice: ask for some of their columns afterwards, in a choice of their own"
        ))
    }

    /// Adds the rows for all combinations of some columns. Each row begins with `head`, if there is one.
    #[inline]
    pub(crate) fn offer(&mut self, head: Option<Val>, columns: &[Val]) -> HostResult<()> {
        let mut row = self.begin_offer(head)?;
        self.add_combinations(&mut row, columns)
    }

    /// Starts an offer. Returns a row that has only the head, or an empty row without a head.
    #[inline]
    pub(crate) fn begin_offer(&mut self, head: Option<Val>) -> HostResult<Row> {
        let mut row = Row::default();
        if let Some(head) = head {
            self.check_storable(head)?;
            row.cols[0] = head;
            row.len = 1;
        }
        self.choice.combinations_tried = 0;
        Ok(row)
    }

    /// Counts combinations of an offer, whether or not they become rows.
    #[inline]
    pub(crate) fn count_combinations(&mut self, count: usize) -> HostResult<()> {
        self.choice.combinations_tried += count;
        if self.choice.combinations_tried <= COMBINATION_LIMIT {
            return Ok(());
        }
        Err(self.limit(format!("more than {COMBINATION_LIMIT} combinations tried in one offer")))
    }

    /// Adds a row for every combination of the remaining columns. Leaves `row` unchanged.
    fn add_combinations(&mut self, row: &mut Row, later_columns: &[Val]) -> HostResult<()> {
        self.count_combinations(1)?;
        let Some((column, later_columns)) = later_columns.split_first() else { return self.push_row(*row) };
        let index = row.len as usize;
        row.len += 1;
        if !matches!(column.kind(), Kind::Set | Kind::SpaceKind | Kind::LinkKind) {
            row.cols[index] = self.check_storable(*column)?;
            self.add_combinations(row, later_columns)?;
        } else {
            match self.set(*column)? {
                set if later_columns.is_empty() => self.add_last_column(row, index, &set)?,
                SetValue::Dense(kind, set) => {
                    for member in set.iter() {
                        row.cols[index] = Val::handle(kind, member as u64);
                        self.add_combinations(row, later_columns)?;
                    }
                }
                SetValue::List(from, to) => {
                    for member in from..to {
                        row.cols[index] = self.scratch.lists[member as usize];
                        self.add_combinations(row, later_columns)?;
                    }
                }
            }
        }
        row.cols[index] = Val::default();
        row.len -= 1;
        Ok(())
    }

    /// Adds a row for each member of a set as the last column. `index` is the index of the last column.
    pub(crate) fn add_last_column(&mut self, row: &Row, index: usize, set: &SetValue) -> HostResult<()> {
        if let SetValue::List(from, to) = set {
            self.count_combinations((to - from) as usize)?;
        }
        let (mut row, count_before) = (*row, self.choice.rows.len());
        let rows = &mut self.choice.rows;
        let mut push = |val: Val| {
            row.cols[index] = val;
            rows.push(row);
        };
        match set {
            SetValue::Dense(kind, set) => {
                set.iter().for_each(|member| push(Val::handle(*kind, member as u64)));
                // Dense sets are small, so it is enough to count the rows after they are added.
                self.count_combinations(self.choice.rows.len() - count_before)?;
            }
            SetValue::List(from, to) => {
                self.scratch.lists[*from as usize..*to as usize].iter().for_each(|val| push(*val));
            }
        }
        if self.choice.rows.len() > ROW_LIMIT { Err(self.too_many_rows()) } else { Ok(()) }
    }

    /// Notes the likely number of an amount in all rows from `first_row` on. `column` is the index of the amount.
    pub(crate) fn note_likely(&mut self, first_row: usize, column: usize, number: i64) {
        if self.depths.read_only == 0 && self.depths.suppose == 0 {
            let rows = &self.choice.rows[first_row..];
            self.choice.likely.extend(rows.iter().map(|row| LikelyNumber { row: *row, column, number }));
        }
    }

    /// Asks a side to choose a row. Returns the row if the driver answers. Otherwise returns `None`, and the choice
    /// stays pending.
    pub(crate) fn ask(&mut self, side: SideId) -> HostResult<Option<Row>> {
        self.stop_asking();
        if self.is_loading() || self.depths.suppose > 0 || self.depths.read_only > 0 {
            return Err("no choice is allowed here".into());
        }
        if matches!(self.running, Running::StandingAction) {
            return Err("a standing action is played while a choice is pending: it may ask for none".into());
        }
        if !self.standing.actions.is_empty() {
            self.check_standing_actions()?;
        }
        self.check_in_play(side)?;
        if self.pos.is_nonplayer(&self.board, side) {
            let side = &self.board.sides[side.index()].id;
            return Err(
                format!("`{side}` is played by rules, but was asked: `answering` says who answers for it").into()
            );
        }
        self.choice.asked_side = side;
        self.check_default()?;
        if self.choice.rows.is_empty() && self.is_on_trial() {
            let side = &self.board.sides[side.index()].id;
            return Err(format!("in the trial, no row is left for `{side}` to answer").into());
        }
        if self.choice.rows.is_empty() {
            let message = format!("no row is left for `{}` to answer", self.board.sides[side.index()].id);
            return Err(self.stop(StopCause::DeadEnd(side, message)));
        }
        if self.is_on_trial() {
            let sole_row =
                if let [row] = self.choice.rows[..] { Some(row).filter(|row| !row.has_amounts()) } else { None };
            sole_row.into_iter().for_each(|row| self.take_answer(row));
            return Ok(sole_row); // A choice with several answers ends the trial.
        }
        if !self.avoided.is_empty() {
            self.discourage_avoided();
        }
        let Some(mut driver) = self.driver.take() else { return Ok(None) };
        let request = ChoiceRequest {
            side,
            rows: &self.choice.rows,
            discouraged: &self.choice.discouraged,
            likely: &self.choice.likely,
            default_row: self.choice.default_row,
            position: &self.pos,
        };
        let picked = driver(&request);
        self.driver = Some(driver);
        Ok(match picked.and_then(|answer| self.answered_row(&answer)) {
            Some(row) => {
                self.take_answer(row);
                Some(row)
            }
            None => None,
        })
    }

    /// Marks the rows that name something of [`Host::avoided`] as discouraged.
    fn discourage_avoided(&mut self) {
        let names_avoided = |row: &Row| row.columns().iter().any(|column| self.avoided.contains(column));
        let rows = self.choice.rows.iter().enumerate().filter(|(_, row)| names_avoided(row)).map(|(index, _)| index);
        self.choice.discouraged.extend(rows);
        self.choice.discouraged.sort_unstable();
        self.choice.discouraged.dedup();
    }

    /// Fails if the default row is a row with an amount.
    #[inline]
    fn check_default(&self) -> HostResult<()> {
        match self.choice.default_row {
            Some(default) if !self.choice.rows.contains(&default) => self.check_default_names_no_amount(&default),
            _ => Ok(()),
        }
    }
    #[cold]
    fn check_default_names_no_amount(&self, default: &Row) -> HostResult<()> {
        let given = default.columns();
        let fits = |(index, column): (usize, &Val)| match (Amount::of(*column), given.get(index)) {
            (Some(amount), given) => given.is_none_or(|given| given.kind() == Kind::Number && amount.has(given.0)),
            (None, given) => given == Some(column),
        };
        let is_meant = |row: &&Row| row.columns().len() >= given.len() && row.columns().iter().enumerate().all(fits);
        let Some(row) = self.choice.rows.iter().find(is_meant) else { return Ok(()) };
        let row = row.text(&self.board);
        let problem = "Enter cannot give the number of an amount, so offer `numbers`, or no default";
        Err(format!("`default` names the row `{row}`: {problem}").into())
    }

    /// Returns the row of an answer, with its numbers. `None` if the choice has no such answer.
    #[inline]
    pub(crate) fn answered_row(&self, answer: &Answer) -> Option<Row> {
        self.choice.rows.get(answer.row)?.filled(answer.numbers())
    }

    /// Fails if a side is not in play.
    #[inline]
    fn check_in_play(&self, side: SideId) -> HostResult<()> {
        if self.pos.is_in_play(&self.board, side) { Ok(()) } else { Err(self.not_in_play(side)) }
    }
    #[cold]
    fn not_in_play(&self, side: SideId) -> HostError {
        let id = &self.board.sides[side.index()].id;
        let fact = self.board.players.in_play.map_or("", |fact| &self.board.facts[fact.index()].id);
        let constant = fact.replace('-', "_").to_uppercase();
        format!("`{id}` is not in play, but was asked: ask only sides of which `get({constant}, side)` holds").into()
    }

    /// Fails if a script offered rows and asked nobody, because the next choice would contain the rows.
    #[inline]
    pub(super) fn require_no_offered_rows(&self) -> HostResult<()> {
        if self.choice.rows.is_empty() { Ok(()) } else { Err(self.unasked_offer()) }
    }
    #[cold]
    fn unasked_offer(&self) -> HostError {
        let step = self.pos.innermost_step().map_or(StepId::default(), |frame| frame.step);
        let name = self.board.labels.steps.get(step.index()).map_or("", String::as_str);
        let row = self.choice.rows.first().map(|row| row.text(&self.board)).unwrap_or_default();
        let place = self.definitions.names.steps.get(step.index()).filter(|place| !place.is_empty());
        let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
        format!(
            "{place}`{name}` offers `{row}` and asks nobody: `choose` or `act` belongs after `offer`, in the same step"
        )
        .into()
    }

    /// Takes the rows of a choice that rules answer, and clears the choice.
    pub(crate) fn rows_for_rules(&mut self, side: SideId) -> HostResult<Vec<Row>> {
        self.stop_asking();
        self.check_may_change()?;
        if self.depths.suppose > 0 {
            return Err("no choice is allowed here".into());
        }
        // Rules answer at once, so nobody can use the standing actions of this choice.
        if !self.standing.actions.is_empty() {
            self.check_standing_actions()?;
        }
        self.check_in_play(side)?;
        self.explaining.action = None;
        if self.choice.rows.is_empty() {
            return Err(format!("no row is left for `{}` to answer by rules", self.board.sides[side.index()].id).into());
        }
        self.limits.counts.answers_by_rules += 1;
        self.note_played_by_rules(side);
        if self.limits.counts.answers_by_rules > ANSWERS_BY_RULES_LIMIT {
            return Err(self.limit(format!("more than {ANSWERS_BY_RULES_LIMIT} answers by rules in a row")));
        }
        self.limits.counts.calls_at_answer = self.limits.counts.calls;
        let rows = std::mem::take(&mut self.choice.rows);
        self.clear_choice();
        Ok(rows)
    }

    /// Records that rules answer for a side.
    pub(crate) fn note_played_by_rules(&mut self, side: SideId) {
        if self.recorder.is_recording && !self.is_replaying() && !self.recorder.sides_played_by_rules.contains(&side) {
            self.recorder.sides_played_by_rules.push(side);
        }
    }

    /// Returns the value of a flag; 0 before the prelude is loaded.
    #[inline]
    pub(crate) fn flag(&self, flag: SharedFlag) -> u8 {
        self.shared_flags.as_ref().map_or(0, |flags| flags.get(flag))
    }
    /// Sets a flag.
    #[inline]
    pub(crate) fn set_flag(&self, flag: SharedFlag, value: u8) {
        if let Some(flags) = &self.shared_flags {
            flags.set(flag, value);
        }
    }

    /// Returns the id of the action whose offer runs.
    pub(crate) fn offering_action(&self) -> Option<String> {
        let action = self.shared_flags.as_ref().and_then(|flags| flags.offering_action());
        action.and_then(|action| self.board.labels.actions.get(action)).map(|action| action.id.clone())
    }

    /// Starts the offer of an action for a `why` question. Later exclusions belong to this action.
    pub(crate) fn begin_explaining(&mut self, action: ActionId) {
        self.explaining.action = Some(action);
        if let Some(trace) = &mut self.explaining.trace {
            trace.offering_actions.push(action);
        }
    }

    /// Whether scripts are computing offers.
    #[inline]
    pub(crate) fn is_asking(&self) -> bool {
        self.flag(SharedFlag::Asking) != 0
    }
    /// Ends the computation of offers. Scripts may then change the position again.
    #[inline]
    pub(crate) fn stop_asking(&mut self) {
        self.set_flag(SharedFlag::Asking, 0);
    }
    /// Closes the current action after a failed `need`. Outside an offer there is nothing to close.
    pub(crate) fn close_offer(&mut self) {
        if self.flag(SharedFlag::Offer) != Offer::None as u8 {
            self.set_flag(SharedFlag::Offer, Offer::Closed as u8);
        }
    }
    /// Fails inside a `shared` function, because a cached value cannot repeat a side effect.
    #[inline]
    pub(crate) fn check_not_in_shared_value(&self, side_effect: &str) -> HostResult<()> {
        if self.flag(SharedFlag::ComputingShared) == 0 {
            return Ok(());
        }
        Err(format!("a `shared` function only computes a value: it may not {side_effect}").into())
    }

    /// Stores an answer as an input of the innermost open step, and clears the choice.
    pub(crate) fn take_answer(&mut self, row: Row) {
        self.limits.counts.answers += 1;
        let is_decision = self.choice.rows.len() > 1 || self.choice.rows.iter().any(Row::has_amounts);
        self.limits.counts.decisions += u64::from(is_decision);
        self.limits.counts.answered();
        self.clear_choice();
        self.log(StepInput::Answer(row));
    }

    pub(crate) fn clear_choice(&mut self) {
        self.choice.rows.clear();
        self.choice.prompt = None;
        self.choice.default_row = None;
        self.choice.discouraged.clear();
        self.choice.likely.clear();
        // These flags hold what earlier answers of `choose_some` and `choose_counts` have taken.
        self.set_flag(SharedFlag::NamedCount, 0);
        self.set_flag(SharedFlag::Distributed, 0);
        self.standing.actions.clear();
        self.standing.rows = None;
        self.stop_asking();
        if let Some(trace) = &mut self.explaining.trace {
            *trace = Trace { saved: std::mem::take(&mut trace.saved), ..Trace::default() };
        }
    }
}
