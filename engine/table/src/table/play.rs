//! Plays typed lines and single answers. An answer is on disk before anybody sees its result.

use super::{CommitError, Played, Table, notation_text};
use crate::adjustments::expand_kinds;
use crate::chance_prompt::{AnswerKind, ChancePrompt};
use crate::game::{Fork, GameState, Outcome};
use crate::line::{
    self, AnswerOutcome, GameCursor, LineEnd, LineError, LineInput, LookaheadChoice, Matching, ParseStop, ParsedLine,
    Pending, PickedRow,
};
use crate::node::Node;
use crate::outcome_words;
use crate::play_error::PlayError;
use crate::record::Event;
use crate::reload::Reloaded;
use crate::seat::Seat;
use cardwright_script::{ChanceRequest, ForcedOutcome, GameEvent, ManualChance, RunError};
use cardwright_state::board::Board;
use cardwright_state::hash::full_hash;
use cardwright_state::position::{CardLocation, CompactPosition, Row};
use cardwright_state::val::Val;
use cardwright_state::{Answer, CardId, CardKnowledge, Position, SideId, notation};
use std::sync::Arc;

/// The second field lists the moves of cards since the previous event. The first field is the card knowledge that the
/// VM has computed since then, if any, with the number of these moves that the card knowledge includes.
type CardMoves = (Option<(Arc<CardKnowledge>, usize)>, Vec<(CardId, CardLocation)>);

impl Table {
    /// Forces the outcomes of the next rolls, draws and picks, after those already forced.
    pub fn force(&mut self, outcomes: impl IntoIterator<Item = ForcedOutcome>) {
        self.game.state.forced.extend(outcomes);
    }
    /// Forces outcomes that are given as words: see [`outcome_words::parse`].
    ///
    /// # Errors
    /// A word is no outcome. Then no outcome is forced.
    pub fn force_words(&mut self, words: &[&str]) -> Result<(), PlayError> {
        let parsed = words.iter().map(|word| outcome_words::parse(self.board(), word)).collect::<Result<Vec<_>, _>>();
        self.force(parsed.map_err(|error| PlayError::Notation(error.to_string()))?);
        Ok(())
    }
    /// The forced outcomes that are not used yet.
    pub fn forced(&self) -> &[ForcedOutcome] {
        &self.game.state.forced
    }
    /// The forced outcomes that are not used yet, as words.
    pub fn forced_words(&self) -> Vec<String> {
        self.outcome_texts(self.forced())
    }
    /// Removes and returns the forced outcomes that are not used yet.
    pub fn take_forced(&mut self) -> Vec<ForcedOutcome> {
        std::mem::take(&mut self.game.state.forced)
    }
    /// Sets whether every outcome must be forced. Then any other roll or open draw is an error.
    pub fn require_forced_outcomes(&mut self, on: bool) {
        self.game.require_forced_outcomes(on);
    }

    /// Lets `explore` try answers, then restores the game. The VM generates no chance and uses no forced outcome.
    pub fn try_out<T>(&mut self, explore: impl FnOnce(&mut Fork<'_>) -> T) -> T {
        self.game.fork(true, |fork| {
            fork.game.state.forced.clear();
            explore(fork)
        })
    }

    /// Plays a typed line: see [`line::parse_line`]. `side`, if given, must be the asked side or have standing
    /// actions. With `...` at the end, no default row is taken.
    ///
    /// # Errors
    /// A word fits no row, or a rule fails. Earlier answers of the line stay.
    pub fn play(&mut self, side: Option<SideId>, text: &str) -> Result<Played, PlayError> {
        self.stop_looking_back(); // The line applies to the current event, also while an earlier event is shown.
        self.withdraw_pending_answer();
        let mut names = line::resolve_names(self.program(), text);
        let leaves_open = names.pop_if(|word| word == "...").is_some();
        let regrouped = self.regroup(side, &names, leaves_open)?;
        let names = regrouped.unwrap_or(names);
        let start = self.timeline.here;
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let input = LineInput { side, words: &words, matching: Matching::Prefix, leaves_open };
        if self.rerun_error().is_some() {
            return Err(self.no_choice_error());
        }
        let parsed = line::parse_line(self, &input);
        let answered = self.answers_since(start);
        for n in self.path().into_iter().rev().take(answered.saturating_sub(1)) {
            self.timeline.nodes[n].continues_line = true;
        }
        self.store_rest_of_line(&parsed, side);
        played(&self.board().clone(), &words, parsed, || self.answers_since(start))
    }

    /// Handles a group of `choose_some`. The game asks for its members in a fixed order, but the player may name them
    /// in any order, over several lines. If the line names a member that should have come before members already
    /// named, the game goes back to the event before the first of these answers. Returns the line to play from there:
    /// the words of these answers, then the words of `line`. `None` if the line fits without going back, or if going
    /// back would cross a barrier.
    fn regroup(
        &mut self,
        side: Option<SideId>,
        line: &[String],
        leaves_open: bool,
    ) -> Result<Option<Vec<String>>, PlayError> {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let fits = |choice| line::match_choice(choice, self.row_words(), &words, Matching::Prefix).is_ok();
        if words.is_empty() || self.choice().is_none_or(fits) {
            return Ok(None);
        }
        // How many members of the group the last answers have named.
        let named_count = match self.choice().and_then(|choice| choice.named_count).map_or(0, usize::from) {
            0 if self.line_fits(side, &words, leaves_open) => 0,
            0 => self.completed_group_size(),
            named_count => named_count,
        };
        if named_count == 0 {
            return Ok(None);
        }
        let here = self.timeline.here;
        let ancestors: Vec<usize> = self.timeline.ancestors(here);
        let Some(start) = ancestors.get(named_count).copied() else { return Ok(None) };
        let (mut whole_line, mut rows) = (Vec::new(), Vec::new());
        for n in ancestors[..named_count].iter().rev() {
            let node = &self.timeline.nodes[*n];
            match &node.event {
                Some(Event::Answer { row, .. }) if !node.barrier && Arc::ptr_eq(&node.program, self.program()) => {
                    whole_line.extend(row.split(' ').map(str::to_owned));
                    rows.push(row.clone());
                }
                _ => return Ok(None),
            }
        }
        whole_line.extend_from_slice(line);
        // Try the line in a fork before going back.
        let words: Vec<&str> = whole_line.iter().map(String::as_str).collect();
        let input = LineInput { side, words: &words, matching: Matching::Prefix, leaves_open };
        let regroups = self.at_event(start, |table| {
            table.game.fork(true, |fork| {
                let parsed = line::parse_line(fork, &input);
                let changes_order = fork.answers.iter().zip(&rows).any(|(answer, row)| answer.row != *row);
                let adds_answer = fork.answers.len() + usize::from(fork.pending_chance.is_some()) > named_count;
                changes_order && adds_answer && !matches!(parsed, Err(ParseStop::Mismatch { .. }))
            })
        });
        let regroups = regroups.unwrap_or(false);
        if regroups {
            self.goto_node(start)?;
        }
        Ok(regroups.then_some(whole_line))
    }

    /// Whether the line's first words fit the pending choice. Gives no answer.
    fn line_fits(&mut self, side: Option<SideId>, words: &[&str], leaves_open: bool) -> bool {
        let input = LineInput { side, words, matching: Matching::Prefix, leaves_open };
        self.game
            .fork(true, |fork| !matches!(line::parse_line(fork, &input), Err(ParseStop::Mismatch { answered: 0, .. })))
    }

    /// Counts the members of a group that the last answers named, if the last answer completed the group. 0 otherwise.
    fn completed_group_size(&mut self) -> usize {
        let node = self.timeline.node();
        let Some(before) = node.parent.filter(|_| matches!(node.event, Some(Event::Answer { .. })) && !node.barrier)
        else {
            return 0;
        };
        let group_size = |table: &mut Table| {
            table.choice().and_then(|choice| choice.named_count).map(|earlier| usize::from(earlier) + 1)
        };
        self.at_event(before, group_size).flatten().unwrap_or(0)
    }

    /// Whether a line begins with an action that was legal at another event. Gives no answer, and the game stays
    /// where it is.
    pub fn line_begins_at(&mut self, event: usize, side: Option<SideId>, text: &str) -> bool {
        let names = line::resolve_names(self.program(), text);
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(first) = words.first().copied() else { return false };
        let begins = |table: &mut Table| {
            let board = table.board().clone();
            let is_action = |row: &Vec<String>| {
                row.first().is_some_and(|head| {
                    line::may_begin(head, first) && board.labels.actions.iter().any(|action| action.id == *head)
                })
            };
            table.row_words().iter().any(is_action) && table.line_fits(side, &words, false)
        };
        self.at_event(event, begins).unwrap_or(false)
    }

    /// Runs a closure at another event, then returns to the current event. `None` if the scripts fail at that event.
    fn at_event<T>(&mut self, n: usize, run: impl FnOnce(&mut Table) -> T) -> Option<T> {
        let (here, saved) = (self.timeline.here, self.game.state.clone());
        self.try_go_to_event(n).ok()?;
        let result = run(self);
        self.return_to(here, saved);
        Some(result)
    }

    /// Counts the answers after the event `start` on the current path.
    fn answers_since(&self, start: usize) -> usize {
        let path = self.path();
        path.iter().position(|n| *n == start).map_or(0, |index| path.len() - 1 - index)
    }

    /// Whether the last event revealed something, or the rules played a side in it.
    pub fn last_event_revealed(&self) -> bool {
        let node = self.timeline.node();
        node.barrier || !node.played_by_rules.is_empty()
    }

    /// Answers the pending choice. `automatic` says that the engine fills in a default row. Returns the answer's text.
    ///
    /// # Errors
    /// A rule fails, or the record cannot be written. Then nothing changes.
    pub fn answer(&mut self, answer: impl Into<Answer>, automatic: bool) -> Result<String, PlayError> {
        self.stop_looking_back();
        self.withdraw_pending_answer();
        let Some(choice) = self.game.choice() else { return Err(self.no_choice_error()) };
        let side = choice.side;
        let answer = answer.into();
        let Some(text) = self.game.answer_text(&answer) else { return Err(self.no_choice_error()) };
        if self.timeline.barred_rows().contains(&text.as_str()) {
            return Err(PlayError::Barred { row: text, answered: 0, rest: String::new() });
        }
        match self.game.answer(answer) {
            Ok(outcome) => {
                let event = Event::Answer {
                    side: self.board().sides[side.index()].id.clone(),
                    row: text.clone(),
                    given: self.outcome_texts(&outcome.used_outcomes),
                    automatic,
                };
                self.commit(event, Some(side), automatic, outcome)?;
                Ok(text)
            }
            Err(error) => {
                if let RunError::Chance { request: wanted, .. } = &error
                    && self.game.manual_chance != ManualChance::default()
                {
                    let request = ChancePrompt::from_stopped_vm(&mut self.game.vm, ChanceRequest::clone(wanted));
                    self.go_to_event(self.timeline.here);
                    self.hold_answer(request, side, answer, text, AnswerKind::Choice { automatic });
                    return Err(PlayError::Chance);
                }
                // An answer that revealed something cannot be taken back, so its dead end is an error of the rules.
                let is_dead_end = matches!(error, RunError::DeadEnd { .. }) && !self.game.vm.take_barrier();
                self.go_to_event(self.timeline.here);
                if is_dead_end && self.bar_row(text.clone())? {
                    return Err(PlayError::Barred { row: text, answered: 0, rest: String::new() });
                }
                Err(PlayError::rule(error))
            }
        }
    }

    /// The error for an answer while nobody is asked.
    pub(crate) fn no_choice_error(&self) -> PlayError {
        match self.rerun_error() {
            Some(why) => PlayError::RerunFailed { event: self.timeline.here, why: why.to_owned() },
            None => PlayError::GameOver,
        }
    }

    /// Writes outcomes as the record stores them.
    pub(crate) fn outcome_texts(&self, outcomes: &[ForcedOutcome]) -> Vec<String> {
        outcomes.iter().map(|outcome| outcome_words::text(self.board(), outcome)).collect()
    }

    /// Records and adds an event that already ran in the VM. On failure, takes the VM back to the current event.
    pub(crate) fn commit(
        &mut self,
        event: Event,
        side: Option<SideId>,
        automatic: bool,
        outcome: Outcome,
    ) -> Result<(), PlayError> {
        self.add_event(event, side, automatic, outcome).map_err(|error| {
            self.go_to_event(self.timeline.here);
            error.into()
        })
    }

    /// Records an event and adds it. If the record cannot be written, does not add the event.
    pub(crate) fn add_event(
        &mut self,
        event: Event,
        side: Option<SideId>,
        automatic: bool,
        outcome: Outcome,
    ) -> Result<(), CommitError> {
        if let Some(message) = self.timeline.full_error() {
            return Err(CommitError::Rule(RunError::Limit { message, place: None, open_steps: Vec::new() }));
        }
        let unused = outcome.unused_outcomes.clone();
        let mut node = self.build_node(Some(event.clone()), side, automatic, outcome);
        node.hides_marks = self.hides_marks(&event);
        node.broken_invariants = self.check_event(&node).map_err(CommitError::Rule)?;
        node.number = self.record_keeper.append(self.timeline.node().number, event, node.hash.to_string())?;
        self.make_current(node, unused);
        Ok(())
    }

    /// Whether nobody needs to type the marks of pieces in this answer to the pending choice.
    fn hides_marks(&self, event: &Event) -> bool {
        let Event::Answer { row: text, .. } = event else { return false };
        let rows = self.game.row_words();
        let answer = || line::answer_with_words(rows, text);
        text.contains('+') && answer().is_some_and(|answer| line::words_without_marks(rows)[answer.row].is_some())
    }

    /// Makes a recorded event the current one.
    pub(crate) fn make_current(&mut self, mut node: Node, unused_outcomes: Vec<ForcedOutcome>) {
        let position = node.position();
        // Store only the difference to the event before it.
        let before = node.parent.map(|p| &self.timeline.nodes[p]).filter(|p| Arc::ptr_eq(&p.program, &node.program));
        if let Some(before) = before {
            node.compact_position = before.compact_position.compact_next(&node.program.board, &position);
        }
        self.record_keeper.add_content(&node.program);
        self.game.card_knowledge = Some(node.card_knowledge.clone());
        self.timeline.add(node);
        self.game.state.forced = unused_outcomes;
        self.read_choice(position);
    }

    /// Builds a node for the VM's result, without adding it.
    pub(crate) fn build_node(
        &self,
        event: Option<Event>,
        side: Option<SideId>,
        automatic: bool,
        outcome: Outcome,
    ) -> Node {
        let program = self.game.program.clone();
        let Outcome {
            row,
            position,
            asked,
            game_events,
            revealed,
            played_by_rules,
            ended_periods,
            card_moves,
            card_knowledge: updated_knowledge,
            ..
        } = outcome;
        let asked = asked.filter(|_| self.resigned.is_none());
        let parent = (!self.timeline.nodes.is_empty()).then_some(self.timeline.here);
        // Compare now, because going back later converts the earlier event to the new rules.
        let reloaded = parent.is_some_and(|p| self.timeline.nodes[p].program.content.hash != program.content.hash);
        let asked_text = asked.map_or("", |side| program.board.sides[side.index()].id.as_str());
        let hash = full_hash(&program.board, &position, asked_text);
        // A change of the asked side is a barrier, except within one seat.
        let changes_seat =
            side.zip(asked).is_some_and(|(side, asked)| !position.seat_of(&program.board, side).has(asked));
        let has_resigned = matches!(event, Some(Event::Resign { .. }));
        let in_row = |card: CardId| row.is_some_and(|row: Row| row.columns().contains(&Val::card(card)));
        let row_card_piles =
            card_moves.iter().filter(|(card, _)| in_row(*card)).map(|(card, to)| (*card, to.pile)).collect();
        let card_knowledge =
            self.card_knowledge_after(parent, event.as_ref(), &position, (updated_knowledge, card_moves), &game_events);
        Node {
            parent,
            event,
            side,
            compact_position: CompactPosition::full(position),
            event_program: program.clone(),
            program,
            hash,
            // A resignation reveals all hands and the seed, so it is final unless the game is open.
            barrier: revealed || changes_seat || has_resigned,
            automatic,
            continues_line: false,
            reloaded,
            row,
            hides_marks: false,
            row_card_piles,
            game_events,
            played_by_rules,
            ended_periods,
            card_knowledge,
            broken_invariants: Vec::new(),
            next: None,
            number: 0,
            notes: Vec::new(),
        }
    }

    /// Computes what the sides know about the cards after an event.
    fn card_knowledge_after(
        &self,
        parent: Option<usize>,
        event: Option<&Event>,
        position: &Position,
        (updated_knowledge, moves): CardMoves,
        game_events: &[GameEvent],
    ) -> Arc<CardKnowledge> {
        let board = &self.game.program.board;
        let unknown = || Arc::new(CardKnowledge::unknown(board, position));
        let before = parent.map(|p| &self.timeline.nodes[p]);
        let mut card_knowledge = match before {
            None => self.timeline.first.clone().unwrap_or_else(unknown),
            // New content may have other cards, so the old knowledge is void.
            Some(node) if !Arc::ptr_eq(&node.program, &self.game.program) => return unknown(),
            Some(node) => node.card_knowledge.clone(),
        };
        let looks_at_cards = game_events.iter().filter_map(|event| match event {
            GameEvent::Peeked { cards, side: Some(side), .. } => Some((*side, cards)),
            _ => None,
        });
        match (event, before) {
            // An adjustment or a loaded position does not tell how a card moved, but where it is now.
            (Some(Event::Adjust { .. } | Event::Content { .. }), Some(_)) => {
                for card in (0..board.cards.len()).map(CardId::new) {
                    if self.position().card_location(card) != position.card_location(card) {
                        Arc::make_mut(&mut card_knowledge).record_move(board, card, position.card_location(card));
                    }
                }
            }
            _ => {
                let included_moves = updated_knowledge.map(|(knowledge, included_moves)| {
                    card_knowledge = knowledge;
                    included_moves
                });
                for (card, to) in moves.into_iter().skip(included_moves.unwrap_or(0)) {
                    Arc::make_mut(&mut card_knowledge).record_move(board, card, to);
                }
            }
        }
        for (side, cards) in looks_at_cards {
            cards.iter().for_each(|card| Arc::make_mut(&mut card_knowledge).record_look(side, *card));
        }
        card_knowledge
    }

    /// Reads the choice at the VM's position.
    fn read_choice(&mut self, position: Arc<Position>) {
        self.update_seats(&position);
        self.game.adopt_position(position, self.resigned.is_some(), &self.timeline.barred_rows());
    }

    /// Bars a row that led to a dead end: the pending choice no longer offers it. If the choice then has no row, takes
    /// back the answer before the choice and bars that answer too. Returns false if that is impossible because the
    /// answer revealed something or does not exist. Then the rules are at fault.
    fn bar_row(&mut self, row: String) -> Result<bool, PlayError> {
        self.timeline.barred.push((self.timeline.here, row));
        self.go_to_event(self.timeline.here);
        if self.game.choice().is_some_and(|choice| !choice.rows.is_empty()) {
            return Ok(true);
        }
        let node = self.timeline.node();
        match (&node.event, node.parent, node.barrier) {
            (Some(Event::Answer { row, .. }), Some(parent), false) => {
                let row = row.clone();
                self.goto_node(parent)?;
                self.bar_row(row)
            }
            _ => Ok(false),
        }
    }

    /// Goes to an event and re-runs its open steps. If they fail, [`Table::rerun_error`] returns the error.
    pub(crate) fn go_to_event(&mut self, n: usize) {
        let is_current = self.timeline.here == n;
        self.set_current(n);
        let node = &self.timeline.nodes[n];
        let reused = std::mem::take(&mut self.game.state.position); // Every branch below sets the position again.
        let position = node.compact_position.position_reusing(&node.program.board, reused);
        // The scripts ran at this position before. If they fail now at the current event, keep the choice, so that the
        // player can answer it once the rules are fixed.
        match self.game.run_at(&position) {
            Ok(()) => self.read_choice(position),
            Err(_) if is_current => self.game.state.position = position,
            Err(error) => {
                self.game.adopt_position(position, true, &[]);
                self.game.state.rerun_error = Some(error.with_place().into());
            }
        }
    }

    /// Goes to an event like [`Self::go_to_event`], but stays here if the scripts fail there.
    pub(super) fn try_go_to_event(&mut self, n: usize) -> Result<(), RunError> {
        let (here, saved) = (self.timeline.here, self.game.state.clone());
        self.set_current(n);
        let position = self.timeline.nodes[n].position();
        let run = self.game.run_at(&position);
        match run {
            Ok(()) => self.read_choice(position),
            Err(_) => self.return_to(here, saved),
        }
        run
    }

    /// Returns from another event to the event `here` and restores its choice.
    fn return_to(&mut self, here: usize, saved: GameState) {
        self.set_current(here);
        self.game.state = saved;
        self.game.rerun();
    }

    /// Sets the current event, the resigned side and the card knowledge. Does not load the position.
    fn set_current(&mut self, n: usize) {
        self.timeline.here = n;
        self.timeline.mark_path(n);
        self.resigned = self.timeline.ancestors(n).into_iter().find_map(|n| match &self.timeline.nodes[n].event {
            Some(Event::Resign { side }) => self.recorded_side(side),
            _ => None,
        });
        self.game.card_knowledge = Some(self.timeline.nodes[n].card_knowledge.clone());
    }

    /// Changes the position as the notation says, and asks the pending choice again. If earlier answers of the open
    /// steps no longer fit, the game goes back to the start of a step. If the notation names cards while hidden cards are
    /// held, undo may not take it back.
    ///
    /// # Errors
    /// The notation is invalid, or the position is impossible.
    pub fn adjust(&mut self, text: &str) -> Result<Reloaded, PlayError> {
        self.stop_looking_back();
        self.withdraw_pending_answer();
        let board = self.board().clone();
        let expanded = expand_kinds(&board, text, usize::MAX);
        let to_error = |errors: Vec<_>| PlayError::Notation(notation_text(&expanded, &errors));
        let items = notation::read(&board, &expanded).map_err(|errors| {
            // Report an error that concerns all spaces of a kind only once.
            let one_space = expand_kinds(&board, text, 1);
            match notation::read(&board, &one_space) {
                Err(errors) => PlayError::Notation(notation_text(&one_space, &errors)),
                Ok(_) => to_error(errors),
            }
        })?;
        if items.is_empty() {
            return Err(PlayError::Notation("there is nothing to set between the `;`".into()));
        }
        let names_cards = items.iter().any(|item| matches!(item.statement, notation::Statement::Pile { .. }));
        let tells_of_cards = names_cards && self.human_seats().into_iter().any(|seat| self.hides_cards_from(seat));
        let mut altered = self.position().clone();
        notation::apply(&board, &mut altered, &items).map_err(to_error)?;
        let reloaded = if items.iter().any(|item| matches!(item.statement, notation::Statement::Turn(_))) {
            altered.clear_history(); // The item replaces the open steps, so their earlier answers are void.
            self.run_position(&altered, false).map(|()| Reloaded::SameChoice)
        } else {
            self.take_up_altered(&altered)
        };
        let reloaded = reloaded.map_err(|error| {
            self.go_to_event(self.timeline.here);
            PlayError::rule(error)
        })?;
        let mut outcome = self.outcome();
        // The screen shows from which pile a card came. If undo took that back, it would be a free look at hidden cards.
        outcome.revealed |= tells_of_cards;
        self.commit(Event::Adjust { text: text.to_owned() }, None, false, outcome)?;
        Ok(reloaded)
    }

    /// Ends the game because a side gives up.
    ///
    /// # Errors
    /// The game is over, or the record cannot be written.
    pub fn resign(&mut self, side: SideId) -> Result<(), PlayError> {
        self.stop_looking_back();
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        self.withdraw_pending_answer();
        self.resigned = Some(side);
        let event = Event::Resign { side: self.board().sides[side.index()].id.clone() };
        let outcome = self.outcome();
        self.commit(event, Some(side), false, outcome)
    }

    /// Takes the VM's result of an event that is no answer.
    pub(crate) fn outcome(&mut self) -> Outcome {
        let unused = self.game.state.forced.clone();
        self.game.outcome(None, unused)
    }

    /// Changes the seat of a side.
    ///
    /// # Errors
    /// The seat cannot change, or the record cannot be written.
    pub fn seat(&mut self, side: SideId, seat: Seat) -> Result<(), PlayError> {
        self.stop_looking_back();
        let is_nonplayer = self.seats[side.index()] == Seat::NonPlayer;
        if is_nonplayer != (seat == Seat::NonPlayer) {
            let name = &self.board().sides[side.index()].id;
            return Err(PlayError::Seat(if is_nonplayer {
                format!("`{name}` is played by rules in this game: nobody can sit down there")
            } else {
                format!("the rules can take a side only when a game begins: `--seat {name}=nonplayer`")
            }));
        }
        if self.seats[side.index()] == Seat::Absent {
            let name = &self.board().sides[side.index()].id;
            return Err(PlayError::Seat(format!("`{name}` is not in play in this game: it has no seat")));
        }
        let before = self.seats.clone();
        self.set_seat(side, seat);
        let event = self.seat_event();
        let node = self.timeline.node();
        self.record_keeper.append(node.number, event, node.hash.to_string()).map(drop).map_err(|error| {
            self.seats = before;
            error.into()
        })
    }

    /// Evaluates a Lua expression, which may read but not change the game.
    ///
    /// # Errors
    /// The expression fails. The error is the text from Lua.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        self.game.vm.evaluate(expression)
    }
}

impl GameCursor for Table {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.game.pending()
    }
    fn look_ahead(&mut self, answers: &[Answer]) -> Option<LookaheadChoice> {
        self.game.look_ahead(answers)
    }
    fn needs_chance(&mut self, row: usize) -> bool {
        self.game.needs_chance(row)
    }
    fn fills_forced_answers(&self) -> bool {
        true
    }
    fn standing_row_words(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        if !self.game.has_standing_actions(side) {
            return Ok(None);
        }
        self.game.standing_words(side).map(Some).map_err(PlayError::rule)
    }
    fn answer(&mut self, pick: &PickedRow) -> Result<AnswerOutcome, PlayError> {
        let row = match pick {
            PickedRow { is_standing: true, .. } => self.use_standing_action(pick.side, pick.answer)?,
            _ => Table::answer(self, pick.answer, pick.automatic)?,
        };
        Ok(AnswerOutcome::Continue { row, revealed: self.last_event_revealed() })
    }
}

/// Converts the result of a parsed line. `answered` counts the answers of the line that took effect.
pub(crate) fn played(
    board: &Board,
    words: &[&str],
    parsed: Result<ParsedLine, ParseStop<PlayError>>,
    answered: impl FnOnce() -> usize,
) -> Result<Played, PlayError> {
    let name = |side: SideId| board.sides[side.index()].id.clone();
    match parsed {
        Ok(ParsedLine { answers, end: LineEnd::Incomplete { words, next, .. } }) => {
            Ok(Played { answers, incomplete: Some((words, next)) })
        }
        Ok(ParsedLine { answers, end: LineEnd::Complete | LineEnd::Stopped(_) | LineEnd::Branched(_) }) => {
            Ok(Played { answers, incomplete: None })
        }
        Err(ParseStop::Mismatch { error, answered, rest, .. }) => {
            Err(PlayError::Line { error: Box::new(error), answered, rest })
        }
        Err(ParseStop::WrongSide { asked, got, answered: 0, .. }) => {
            Err(PlayError::WrongSide { asked: name(asked), got: name(got) })
        }
        Err(ParseStop::WrongSide { answered, rest, .. }) => {
            let words_left = line::words(&rest);
            let word = words_left.first().copied().unwrap_or_default().to_owned();
            let error = LineError { word, index: words.len().saturating_sub(words_left.len()), ..LineError::default() };
            Err(PlayError::Line { error: Box::new(error), answered, rest })
        }
        Err(ParseStop::Over { .. }) => Err(PlayError::GameOver),
        Err(ParseStop::Failed { error, rest, further }) => Err(error.in_line(answered(), rest, &further)),
    }
}
