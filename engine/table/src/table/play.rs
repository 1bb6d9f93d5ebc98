//! Answers: a typed line, one row after another, each durable before it is shown.

use super::{Node, PlayError, Played, Seat, Table, Unentered, notation_text};
use crate::game::{Fork, Now, Outcome};
use crate::given;
use crate::line::{self, Answered, Chooser, End, Foreseen, Halt, LineError, Matching, Pending, Pick, Walk, Walked};
use crate::outside::of_each;
use crate::record::Event;
use crate::reload::Reloaded;
use crate::request::Request;
use cardwright_script::{Asks, ChanceWanted, Forced, Happening, Program, RunError};
use cardwright_state::board::Board;
use cardwright_state::hash::Tally;
use cardwright_state::position::{CardAt, Kept, Row};
use cardwright_state::val::Val;
use cardwright_state::{CardId, Position, SideId, Trails, notation};
use std::sync::Arc;

/// Which cards went where; and what can be known of them with how many of the moves in it, where one changed places.
type Went = (Option<(Arc<Trails>, usize)>, Vec<(CardId, CardAt)>);

impl Table {
    /// Forces the outcomes of the next rolls, draws and picks, after those that wait.
    pub fn force(&mut self, outcomes: impl IntoIterator<Item = Forced>) {
        self.game.now.forced.extend(outcomes);
    }
    /// The same in words: all of them, or none. See [`given::read`].
    ///
    /// # Errors
    /// A word that is no outcome.
    pub fn force_words(&mut self, words: &[&str]) -> Result<(), PlayError> {
        let read = words.iter().map(|word| given::read(self.board(), word)).collect::<Result<Vec<_>, _>>();
        self.force(read.map_err(|error| PlayError::Notation(error.to_string()))?);
        Ok(())
    }
    /// Forced outcomes not yet used.
    pub fn forced(&self) -> &[Forced] {
        &self.game.now.forced
    }
    /// The same in words.
    pub fn forced_words(&self) -> Vec<String> {
        self.texts(self.forced())
    }
    /// Forced outcomes not yet used; they are dropped.
    pub fn take_forced(&mut self) -> Vec<Forced> {
        std::mem::take(&mut self.game.now.forced)
    }
    /// Whether every outcome must be given: a roll or an open draw beyond what is forced is an error.
    pub fn forced_only(&mut self, on: bool) {
        self.game.forced_only(on);
    }

    /// Tries something: no outcome is made up, and none of those that wait is used. Whatever is answered within, the game is where
    /// it was afterwards.
    pub fn try_out<T>(&mut self, tried: impl FnOnce(&mut Fork<'_>) -> T) -> T {
        self.game.fork(true, |fork| {
            fork.game.now.forced.clear();
            tried(fork)
        })
    }

    /// Plays a typed line: see [`line::walk`]. `side` is checked if given; a side that is not asked plays among what stands open
    /// for it. Words that begin no row of the choice may name what stands open for the asked side itself. `...` at the end
    /// leaves defaults open.
    ///
    /// # Errors
    /// The first word that fits nothing, or a rule that fails; what was answered before stays.
    pub fn play(&mut self, side: Option<SideId>, text: &str) -> Result<Played, PlayError> {
        self.look_up();
        self.withdraw();
        let mut names = line::read(self.program(), text);
        let leaves_open = names.pop_if(|word| word == "...").is_some();
        let again = self.named_again(side, &names, leaves_open)?;
        let names = again.unwrap_or(names);
        let start = self.timeline.here;
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let walk = Walk { side, words: &words, matching: Matching::Prefix, leaves_open };
        if self.unasked().is_some() {
            return Err(self.not_asked());
        }
        let walked = line::walk(self, &walk);
        self.line_waits(&walked, side);
        played(&self.board().clone(), &words, walked, || self.answers_since(start))
    }

    /// Of several that may be named in any order some were named before, and now one that was asked for before them: the game goes
    /// back to the first of them (nothing is revealed between), and all that were named are the line. So it is where the last in
    /// their order was named, and nothing more is asked for. None where the line goes on.
    fn named_again(
        &mut self,
        side: Option<SideId>,
        line: &[String],
        leaves_open: bool,
    ) -> Result<Option<Vec<String>>, PlayError> {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let fits = |choice| line::narrow_asked(choice, self.row_words(), &words, Matching::Prefix).is_ok();
        if words.is_empty() || self.choice().is_none_or(fits) {
            return Ok(None);
        }
        let named = match self.choice().and_then(|choice| choice.named).map_or(0, usize::from) {
            0 if self.goes_on_with(side, &words, leaves_open) => 0,
            0 => self.named_to_the_last(),
            named => named,
        };
        if named == 0 {
            return Ok(None);
        }
        let here = self.timeline.here;
        let back: Vec<usize> = self.timeline.ancestors(here);
        let Some(start) = back.get(named).copied() else { return Ok(None) };
        let (mut before, mut rows) = (Vec::new(), Vec::new());
        for n in back[..named].iter().rev() {
            let node = &self.timeline.nodes[*n];
            match &node.event {
                Some(Event::Answer { row, .. }) if !node.barrier && Arc::ptr_eq(&node.program, self.program()) => {
                    before.extend(row.split(' ').map(str::to_owned));
                    rows.push(row.clone());
                }
                _ => return Ok(None),
            }
        }
        before.extend_from_slice(line);
        // First tried, with nothing written down.
        let all: Vec<&str> = before.iter().map(String::as_str).collect();
        let fits = self.elsewhere(start, |table| {
            table.game.fork(true, |fork| {
                let done = line::walk(fork, &Walk { side, words: &all, matching: Matching::Prefix, leaves_open });
                let is_other = fork.steps.iter().zip(&rows).any(|(step, row)| step.row != *row);
                let is_more = fork.steps.len() + usize::from(fork.brink.is_some()) > named;
                is_other && is_more && !matches!(done, Err(Halt::Misfit { .. }))
            })
        });
        let fits = fits.unwrap_or(false);
        if fits {
            self.goto_node(start)?;
        }
        Ok(fits.then_some(before))
    }

    /// Whether something of a line fits where the game is; nothing is answered.
    fn goes_on_with(&mut self, side: Option<SideId>, words: &[&str], leaves_open: bool) -> bool {
        let walk = Walk { side, words, matching: Matching::Prefix, leaves_open };
        self.game.fork(true, |fork| !matches!(line::walk(fork, &walk), Err(Halt::Misfit { answered: 0, .. })))
    }

    /// How many of several the last answers named, if they ended with the last that could be asked for.
    fn named_to_the_last(&mut self) -> usize {
        let node = self.timeline.node();
        let Some(before) = node.parent.filter(|_| matches!(node.event, Some(Event::Answer { .. })) && !node.barrier)
        else {
            return 0;
        };
        let named =
            |table: &mut Table| table.choice().and_then(|choice| choice.named).map(|named| usize::from(named) + 1);
        self.elsewhere(before, named).flatten().unwrap_or(0)
    }

    /// Whether a line begins with an action that was offered at another event, and goes on from there; nothing is answered, and the
    /// game is where it was.
    pub fn begins_at(&mut self, event: usize, side: Option<SideId>, text: &str) -> bool {
        let names = line::read(self.program(), text);
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(first) = words.first().copied() else { return false };
        let begins = |table: &mut Table| {
            let board = table.board().clone();
            let is_action = |row: &Vec<String>| {
                row.first().is_some_and(|head| {
                    line::may_begin(head, first) && board.actions.iter().any(|action| action.id == *head)
                })
            };
            table.row_words().iter().any(is_action) && table.goes_on_with(side, &words, false)
        };
        self.elsewhere(event, begins).unwrap_or(false)
    }

    /// Looks at the game at another event, if it can be taken up there, and is back where it was, whatever fails on the way.
    fn elsewhere<T>(&mut self, n: usize, look: impl FnOnce(&mut Table) -> T) -> Option<T> {
        let (here, home) = (self.timeline.here, self.game.now.clone());
        self.take_up_event(n).ok()?;
        let found = look(self);
        self.come_home(here, home);
        Some(found)
    }

    /// How many answers stand that were given since: one that led nowhere is gone again.
    fn answers_since(&self, start: usize) -> usize {
        let path = self.path();
        path.iter().position(|n| *n == start).map_or(0, |at| path.len() - 1 - at)
    }

    /// Whether the last event revealed something, or rules acted with it for a side.
    pub fn has_revealed(&self) -> bool {
        let node = self.timeline.node();
        node.barrier || !node.ruled.is_empty()
    }

    /// Answers with a row by index; returns its text.
    ///
    /// # Errors
    /// A rule fails or the record cannot be written; then the position is as before.
    pub fn answer(&mut self, row: usize, automatic: bool) -> Result<String, PlayError> {
        self.look_up();
        self.withdraw();
        let Some(choice) = self.game.choice() else { return Err(self.not_asked()) };
        let side = choice.side;
        let Some(text) = self.row_words().get(row).map(|words| words.join(" ")) else { return Err(self.not_asked()) };
        match self.game.answer(row) {
            Ok(outcome) => {
                self.twice(row, &outcome);
                let by = self.board().sides[side.at()].id.clone();
                let event =
                    Event::Answer { side: by, row: text.clone(), given: self.texts(&outcome.consumed), automatic };
                self.commit(event, Some(side), automatic, outcome)?;
                Ok(text)
            }
            Err(error) => {
                if let RunError::Chance { wanted, .. } = &error
                    && self.game.asks != Asks::default()
                {
                    let request = Request::of(&mut self.game.vm, ChanceWanted::clone(wanted));
                    self.back_to(self.timeline.here);
                    self.wait_for(request, side, row, text, (false, automatic));
                    return Err(PlayError::Chance);
                }
                let is_dead_end = matches!(error, RunError::DeadEnd { .. }) && !self.game.vm.take_barrier();
                self.back_to(self.timeline.here);
                if is_dead_end && self.bar(text.clone())? {
                    return Err(PlayError::Barred { row: text, answered: 0, rest: String::new() });
                }
                Err(PlayError::rule(error))
            }
        }
    }

    /// Why nobody can answer here.
    pub(crate) fn not_asked(&self) -> PlayError {
        match self.unasked() {
            Some(why) => PlayError::Unasked { event: self.timeline.here, why: why.to_owned() },
            None => PlayError::Over,
        }
    }

    /// Outcomes as a record has them.
    pub(crate) fn texts(&self, outcomes: &[Forced]) -> Vec<String> {
        outcomes.iter().map(|f| given::text(self.board(), f)).collect()
    }

    /// Makes an event that has been run in the VM part of the game: durable first, then shown.
    pub(crate) fn commit(
        &mut self,
        event: Event,
        side: Option<SideId>,
        automatic: bool,
        outcome: Outcome,
    ) -> Result<(), PlayError> {
        self.enter(event, side, automatic, outcome).map_err(|error| {
            self.back_to(self.timeline.here);
            error.into()
        })
    }

    /// Adds an event and writes it down; where it cannot be written, it is not added.
    pub(crate) fn enter(
        &mut self,
        event: Event,
        side: Option<SideId>,
        automatic: bool,
        outcome: Outcome,
    ) -> Result<(), Unentered> {
        if let Some(message) = self.timeline.is_full() {
            return Err(Unentered::Rule(RunError::Limit { message, place: None, within: Vec::new() }));
        }
        let waiting = outcome.waiting.clone();
        let mut node = self.node_of(Some(event.clone()), side, automatic, outcome);
        node.unmet = self.sound(&node).map_err(Unentered::Rule)?;
        node.number = self.ledger.append(self.timeline.node().number, event, node.hash.to_string())?;
        self.go_on(node, waiting);
        Ok(())
    }

    /// Makes an event that is written down the one the game is at.
    pub(crate) fn go_on(&mut self, mut node: Node, waiting: Vec<Forced>) {
        let position = node.position();
        // From now on it is one of many.
        let before = node.parent.map(|p| &self.timeline.nodes[p]).filter(|p| Arc::ptr_eq(&p.program, &node.program));
        if let Some(before) = before {
            node.kept = before.kept.beside(&node.program.board, &position);
        }
        self.ledger.plays(&node.program);
        self.game.known = Some(node.trails.clone());
        self.timeline.add(node);
        self.game.now.forced = waiting;
        self.arrive(position);
    }

    /// What the VM has come to as an event after the one the game is at, which it is not yet.
    pub(crate) fn node_of(
        &self,
        event: Option<Event>,
        side: Option<SideId>,
        automatic: bool,
        outcome: Outcome,
    ) -> Node {
        let program = self.game.program.clone();
        let Outcome { row, position, asked, happenings, revealed, ruled, ended, moves, known, .. } = outcome;
        let asked = asked.filter(|_| self.resigned.is_none());
        let parent = (!self.timeline.nodes.is_empty()).then_some(self.timeline.here);
        // Told now: going back later carries what is before it over to the new rules.
        let reloaded = parent.is_some_and(|p| self.timeline.nodes[p].program.content.hash != program.content.hash);
        let asked_text = asked.map_or("", |side| program.board.sides[side.at()].id.as_str());
        let tally = self.tally_of(&program, parent, &position);
        let hash = tally.full_hash(&program.board, &position, asked_text);
        // Who answers for both knows what both know.
        let other = side.zip(asked).is_some_and(|(side, asked)| !position.seat_of(&program.board, side).has(asked));
        let has_resigned = matches!(event, Some(Event::Resign { .. }));
        let in_row = |card: CardId| row.is_some_and(|row: Row| row.columns().contains(&Val::card(card)));
        let went = moves.iter().filter(|(card, _)| in_row(*card)).map(|(card, to)| (*card, to.pile)).collect();
        let trails = self.trails_of(parent, event.as_ref(), &position, (known, moves), &happenings);
        Node {
            parent,
            event,
            side,
            kept: Kept::whole(position),
            program,
            hash,
            tally,
            // Who has given up lays all open at the end, the seed too: in a closed game it is final.
            barrier: revealed || other || has_resigned,
            automatic,
            reloaded,
            row,
            went,
            happenings,
            ruled,
            ended,
            trails,
            unmet: Vec::new(),
            next: None,
            number: 0,
            notes: Vec::new(),
        }
    }

    /// The sum of a position, had from that of the event before it if there is one of the same content.
    fn tally_of(&self, program: &Arc<Program>, parent: Option<usize>, position: &Position) -> Tally {
        let board = &program.board;
        let before = parent.map(|p| &self.timeline.nodes[p]).filter(|node| Arc::ptr_eq(&node.program, program));
        let Some(before) = before else { return Tally::of(board, position) };
        let tally = before.tally.after(board, self.position(), position);
        debug_assert_eq!(tally, Tally::of(board, position), "what differs leads to what all leads to");
        tally
    }

    /// What the sides may know of the cards after an event.
    fn trails_of(
        &self,
        parent: Option<usize>,
        event: Option<&Event>,
        position: &Position,
        (known, moves): Went,
        happenings: &[Happening],
    ) -> Arc<Trails> {
        let board = &self.game.program.board;
        let unknown = || Arc::new(Trails::unknown(board, position));
        let before = parent.map(|p| &self.timeline.nodes[p]);
        let mut trails = match before {
            None => self.timeline.first.clone().unwrap_or_else(unknown),
            // Other content may have other cards: what was known of them is forgotten.
            Some(node) if !Arc::ptr_eq(&node.program, &self.game.program) => return unknown(),
            Some(node) => node.trails.clone(),
        };
        let looks = happenings.iter().filter_map(|h| match h {
            Happening::Peeked { cards, side: Some(side), .. } => Some((*side, cards)),
            _ => None,
        });
        match (event, before) {
            // Set from outside: how it came about is not to be known, where the cards are now is.
            (Some(Event::Adjust { .. } | Event::Content { .. }), Some(_)) => {
                for card in (0..board.cards.len()).map(CardId::new) {
                    if self.position().card_at(card) != position.card_at(card) {
                        Arc::make_mut(&mut trails).moved(board, card, position.card_at(card));
                    }
                }
            }
            _ => {
                let told = known.map(|(known, told)| {
                    trails = known;
                    told
                });
                for (card, to) in moves.into_iter().skip(told.unwrap_or(0)) {
                    Arc::make_mut(&mut trails).moved(board, card, to);
                }
            }
        }
        for (side, cards) in looks {
            cards.iter().for_each(|card| Arc::make_mut(&mut trails).looked(side, *card));
        }
        trails
    }

    /// Reads what is asked at a position that the VM has come to.
    fn arrive(&mut self, position: Arc<Position>) {
        self.follow_seats(&position);
        self.game.arrive(position, self.resigned.is_some(), &self.timeline.barred_here());
    }

    /// Bars an answer here; where none is left, the answer before it too. False if that one revealed
    /// something, or there is none: then the rules are at fault.
    fn bar(&mut self, row: String) -> Result<bool, PlayError> {
        self.timeline.barred.push((self.timeline.here, row));
        self.back_to(self.timeline.here);
        if self.game.choice().is_some_and(|c| !c.rows.is_empty()) {
            return Ok(true);
        }
        let node = self.timeline.node();
        match (&node.event, node.parent, node.barrier) {
            (Some(Event::Answer { row, .. }), Some(parent), false) => {
                let row = row.clone();
                self.goto_node(parent)?;
                self.bar(row)
            }
            _ => Ok(false),
        }
    }

    /// Takes up the position of an event; its open steps are re-run. Where they cannot be, that is told when something is to be
    /// answered there: see [`Table::unasked`].
    pub(crate) fn back_to(&mut self, n: usize) {
        let same = self.timeline.here == n;
        self.stand_at(n);
        let node = &self.timeline.nodes[n];
        let spare = std::mem::take(&mut self.game.now.position); // Set again below, whatever comes.
        let position = node.kept.position_in(&node.program.board, spare);
        // It ran here before. If it cannot now, what is asked where the game is stays asked: it can be
        // answered once the rules are mended.
        match self.game.run_at(&position) {
            Ok(()) => self.arrive(position),
            Err(_) if same => self.game.now.position = position,
            Err(error) => {
                self.game.arrive(position, true, &[]);
                self.game.now.unasked = Some(error.with_place().into());
            }
        }
    }

    /// The same for an event that somebody goes to: the game stays where it is if the scripts fail there now.
    pub(super) fn take_up_event(&mut self, n: usize) -> Result<(), RunError> {
        let (here, home) = (self.timeline.here, self.game.now.clone());
        self.stand_at(n);
        let position = self.timeline.nodes[n].position();
        let done = self.game.run_at(&position);
        match done {
            Ok(()) => self.arrive(position),
            Err(_) => self.come_home(here, home),
        }
        done
    }

    /// Back from another event to where the game was: what is asked there stays asked.
    fn come_home(&mut self, here: usize, home: Now) {
        self.stand_at(here);
        self.game.now = home;
        self.game.again();
    }

    /// Stands at an event, with what follows from the way to it; its position is not taken up yet.
    fn stand_at(&mut self, n: usize) {
        self.timeline.here = n;
        self.timeline.tread(n);
        self.resigned = self.timeline.ancestors(n).into_iter().find_map(|n| match &self.timeline.nodes[n].event {
            Some(Event::Resign { side }) => self.board().side(side),
            _ => None,
        });
        self.game.known = Some(self.timeline.nodes[n].trails.clone());
    }

    /// Alters the position from outside, in notation. The pending choice is asked anew, of the position as it is then; where
    /// answers given in the open steps do not stand any more, the game goes back to the beginning of a step.
    ///
    /// # Errors
    /// What is not notation, or cannot be.
    pub fn adjust(&mut self, text: &str) -> Result<Reloaded, PlayError> {
        self.look_up();
        self.withdraw();
        let board = self.board().clone();
        let said = of_each(&board, text, usize::MAX);
        let notation = |errors: Vec<_>| PlayError::Notation(notation_text(&said, &errors));
        let items = notation::read(&board, &said).map_err(|errors| {
            // What is wrong of all places of a kind is said once.
            let once = of_each(&board, text, 1);
            match notation::read(&board, &once) {
                Err(errors) => PlayError::Notation(notation_text(&once, &errors)),
                Ok(_) => notation(errors),
            }
        })?;
        let mut altered = self.position().clone();
        notation::apply(&board, &mut altered, &items).map_err(notation)?;
        let done = if items.iter().any(|i| matches!(i.says, notation::Says::Turn(_))) {
            altered.settle();
            self.take_up_quietly(&altered, false).map(|()| Reloaded::Same)
        } else {
            self.take_up_altered(&altered)
        };
        let done = done.map_err(|error| {
            self.back_to(self.timeline.here);
            PlayError::rule(error)
        })?;
        let outcome = self.outcome();
        self.commit(Event::Adjust { text: text.to_owned() }, None, false, outcome)?;
        Ok(done)
    }

    /// A side gives up.
    ///
    /// # Errors
    /// The game is over, or the record cannot be written.
    pub fn resign(&mut self, side: SideId) -> Result<(), PlayError> {
        self.look_up();
        if self.is_over() {
            return Err(PlayError::Over);
        }
        self.withdraw();
        self.resigned = Some(side);
        let event = Event::Resign { side: self.board().sides[side.at()].id.clone() };
        let outcome = self.outcome();
        self.commit(event, Some(side), false, outcome)
    }

    /// What the VM has come to otherwise than by an answer.
    pub(crate) fn outcome(&mut self) -> Outcome {
        let waiting = self.game.now.forced.clone();
        self.game.outcome(None, waiting)
    }

    /// Changes who answers for a side.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn seat(&mut self, side: SideId, seat: Seat) -> Result<(), PlayError> {
        self.look_up();
        let by_rules = self.seats[side.at()] == Seat::NonPlayer;
        if by_rules != (seat == Seat::NonPlayer) {
            let name = &self.board().sides[side.at()].id;
            return Err(PlayError::Seat(if by_rules {
                format!("`{name}` is played by rules in this game: nobody can sit down there")
            } else {
                format!("which sides are played by rules is settled when a game begins: `--seat {name}=nonplayer`")
            }));
        }
        if self.seats[side.at()] == Seat::Absent {
            let name = &self.board().sides[side.at()].id;
            return Err(PlayError::Seat(format!("`{name}` is not in play in this game: it has no seat")));
        }
        let before = self.seats.clone();
        self.sit(side, seat);
        let event = self.seat_event();
        let node = self.timeline.node();
        self.ledger.append(node.number, event, node.hash.to_string()).map(drop).map_err(|error| {
            self.seats = before;
            error.into()
        })
    }

    /// A Lua expression that may look but not touch.
    ///
    /// # Errors
    /// What Lua says of it.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        self.game.vm.evaluate(expression)
    }
}

impl Chooser for Table {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        self.game.pending()
    }
    fn foresee(&mut self, rows: &[usize]) -> Option<Foreseen> {
        self.game.foresee(rows)
    }
    fn comes_to_chance(&mut self, row: usize) -> bool {
        self.game.comes_to_chance(row)
    }
    fn takes_what_is_forced(&self) -> bool {
        true
    }
    fn beside(&mut self, side: SideId) -> Result<Option<Vec<Vec<String>>>, PlayError> {
        if !self.stands(side) {
            return Ok(None);
        }
        self.standing_words(side).map(Some).map_err(PlayError::rule)
    }
    fn answer(&mut self, pick: &Pick) -> Result<Answered, PlayError> {
        let row = match pick {
            Pick { beside: true, .. } => self.use_standing(pick.side, pick.row)?,
            _ => Table::answer(self, pick.row, pick.automatic)?,
        };
        Ok(Answered::On { row, revealed: self.has_revealed() })
    }
}

impl PlayError {
    /// How many answers of the line were given before, and stand.
    pub fn answered(&self) -> usize {
        match self {
            PlayError::Line { answered, .. }
            | PlayError::Rule { answered, .. }
            | PlayError::Barred { answered, .. } => *answered,
            _ => 0,
        }
    }

    /// A failed rule, of an answer that is alone on its line.
    pub(crate) fn rule(error: RunError) -> PlayError {
        PlayError::Rule { error, answered: 0, rest: Box::default(), further: 0 }
    }

    /// The same in a line: after how many answers, what is left of it from the failed answer on, and
    /// what comes after that.
    pub(crate) fn after(self, answered: usize, rest: String, further: &str) -> PlayError {
        match self {
            PlayError::Rule { error, .. } => {
                PlayError::Rule { error, answered, rest: rest.into(), further: line::words(further).len() }
            }
            PlayError::Barred { row, .. } => PlayError::Barred { row, answered, rest: further.to_owned() },
            other => other,
        }
    }
}

/// What a walk comes to for who plays a line; `answered`: how many of its answers stand.
pub(crate) fn played(
    board: &Board,
    words: &[&str],
    walked: Result<Walked, Halt<PlayError>>,
    answered: impl FnOnce() -> usize,
) -> Result<Played, PlayError> {
    let name = |side: SideId| board.sides[side.at()].id.clone();
    match walked {
        Ok(Walked { answers, end: End::Open { words, next, .. } }) => Ok(Played { answers, open: Some((words, next)) }),
        Ok(Walked { answers, end: End::Whole | End::Stopped(_) | End::Parted(_) }) => {
            Ok(Played { answers, open: None })
        }
        Err(Halt::Misfit { error, answered, rest, .. }) => {
            Err(PlayError::Line { error: Box::new(error), answered, rest })
        }
        Err(Halt::WrongSide { asked, got, answered: 0, .. }) => {
            Err(PlayError::WrongSide { asked: name(asked), got: name(got) })
        }
        Err(Halt::WrongSide { answered, rest, .. }) => {
            let left = line::words(&rest);
            let word = left.first().copied().unwrap_or_default().to_owned();
            let error = LineError { word, at: words.len().saturating_sub(left.len()), ..LineError::default() };
            Err(PlayError::Line { error: Box::new(error), answered, rest })
        }
        Err(Halt::Over { .. }) => Err(PlayError::Over),
        Err(Halt::Failed { error, rest, further }) => Err(error.after(answered(), rest, &further)),
    }
}
