//! Answers: a typed line, one row after another, each durable before it is shown.

use super::*;
use crate::line::{Answered, Chooser, End, Halt, Matching, Pending, Pick, Walk, Walked};
use crate::outside::of_each;
use crate::preview::Brink;
use crate::reload::Reloaded;
use cardwright_state::position::CardAt;
use cardwright_state::val::Val;

impl Table {
    /// Forces the outcomes of the next rolls, draws and picks.
    ///
    /// # Errors
    /// A word that is neither a face of a die nor a card (`card:ID`) nor a thing to be picked.
    pub fn force(&mut self, outcomes: &[&str]) -> Result<(), PlayError> {
        let board = self.board().clone();
        for word in outcomes {
            let forced = read_forced(&board, word).map_err(PlayError::Notation)?;
            self.forced.push(forced);
        }
        Ok(())
    }
    /// Forced outcomes not yet used.
    pub fn forced(&self) -> Vec<String> {
        self.forced.iter().map(|f| forced_text(self.board(), f)).collect()
    }
    /// Forced outcomes not yet used; they are dropped.
    pub fn take_forced(&mut self) -> Vec<String> {
        let texts = self.forced();
        self.forced.clear();
        texts
    }
    /// Whether every outcome must be given: a roll or an open draw beyond what is forced is an error.
    pub fn forced_only(&mut self, on: bool) {
        self.forced_only = on;
        self.vm.forced_only(on);
    }

    /// Plays a typed line: see [`line::walk`]. `side` is checked if given; a side that is not asked plays among what stands open
    /// for it. Words that begin no row of the choice may name what stands open for the asked side itself. `...` at the end
    /// leaves defaults open.
    ///
    /// # Errors
    /// The first word that fits nothing, or a rule that fails; what was answered before stays.
    pub fn play(&mut self, side: Option<SideId>, text: &str) -> Result<Played, PlayError> {
        let mut words = line::words(text);
        let leaves_open = words.last() == Some(&"...");
        if leaves_open {
            words.pop();
        }
        let start = self.here;
        let walk = Walk { side, words: &words, matching: Matching::Prefix, leaves_open };
        let name = |table: &Table, side: SideId| table.board().sides[side.at()].id.clone();
        match line::walk(self, &walk) {
            Ok(Walked { answers, end: End::Open { words, next, .. } }) => {
                Ok(Played { answers, open: Some((words, next)) })
            }
            Ok(Walked { answers, end: End::Whole | End::Stopped(_) }) => Ok(Played { answers, open: None }),
            Err(Halt::Misfit { error, answered, rest, .. }) => {
                Err(PlayError::Line { error: Box::new(error), answered, rest })
            }
            Err(Halt::WrongSide { asked, got, answered: 0, .. }) => {
                Err(PlayError::WrongSide { asked: name(self, asked), got: name(self, got) })
            }
            Err(Halt::WrongSide { answered, rest, .. }) => {
                let at = words.len() - line::words(&rest).len();
                let word = words[at].to_owned();
                let error = LineError { word, at, expected: vec![], nearest: None, left: vec![] };
                Err(PlayError::Line { error: Box::new(error), answered, rest })
            }
            Err(Halt::Over { .. }) => Err(PlayError::Over),
            Err(Halt::Failed { error, rest, further }) => Err(error.after(self.answers_since(start), rest, &further)),
        }
    }

    /// How many answers stand that were given since: one that led nowhere is gone again.
    fn answers_since(&self, start: usize) -> usize {
        let path = self.path();
        path.iter().position(|n| *n == start).map_or(0, |at| path.len() - 1 - at)
    }

    /// Whether the last event revealed something, or rules acted with it for a side.
    pub fn has_revealed(&self) -> bool {
        let node = &self.nodes[self.here];
        node.barrier || !node.ruled.is_empty()
    }

    /// Answers with a row by index; returns its text.
    ///
    /// # Errors
    /// A rule fails or the record cannot be written; then the position is as before.
    pub fn answer(&mut self, row: usize, automatic: bool) -> Result<String, PlayError> {
        let Some(choice) = &self.choice else { return Err(PlayError::Over) };
        let side = choice.side;
        let Some(picked) = choice.rows.get(row) else { return Err(PlayError::Over) };
        let (picked, text) = (*picked, picked.text(self.board()));
        let before = self.forced.clone();
        self.vm.take_barrier();
        self.vm.take_happenings();
        self.vm.take_ruled();
        self.vm.take_ended();
        self.vm.force(self.forced.iter().cloned());
        let done = self.vm.answer(self.offered[row]);
        self.forced = self.vm.take_forced();
        if let Err(error) = done {
            self.forced = before;
            let rolled = self.vm.take_barrier();
            let is_dead_end = matches!(error, RunError::DeadEnd { .. }) && !rolled;
            let is_tried = self.try_ends(&error, &text, automatic);
            self.back_to(self.here);
            if is_dead_end && (is_tried || self.bar(text.clone())?) {
                return Err(PlayError::Barred { row: text, answered: 0, rest: String::new() });
            }
            return Err(PlayError::rule(error));
        }
        let given = used(&before, &self.forced).iter().map(|f| forced_text(self.board(), f)).collect();
        let by = self.board().sides[side.at()].id.clone();
        let event = Event::Answer { side: by, row: text.clone(), given, automatic };
        self.answering = Some(picked);
        self.commit(event, Some(side), automatic).inspect_err(|_| self.forced = before)?;
        Ok(text)
    }

    /// Where a line is only tried, keeps how far an answer came that ends at chance. Whether it is.
    fn try_ends(&mut self, error: &RunError, row: &str, automatic: bool) -> bool {
        let Some(trial) = &mut self.trial else { return false };
        if matches!(error, RunError::Chance { .. }) {
            let (position, happenings) = (self.vm.position(), self.vm.take_happenings());
            trial.brink = Some(Brink { row: row.to_owned(), automatic, position, happenings });
        }
        true
    }

    /// Makes an event that has been run in the VM part of the game: durable first, then shown.
    pub(crate) fn commit(&mut self, event: Event, side: Option<SideId>, automatic: bool) -> Result<(), PlayError> {
        let before = self.here;
        self.enter(event, side, automatic).map_err(|error| {
            self.back_to(before);
            error.into()
        })
    }

    /// Adds an event and writes it down; where it cannot be written, it is not added.
    pub(crate) fn enter(&mut self, event: Event, side: Option<SideId>, automatic: bool) -> Result<(), Unentered> {
        let before = self.here;
        let asked = (self.choice.take(), std::mem::take(&mut self.words), std::mem::take(&mut self.offered));
        let led = self.nodes[before].next;
        self.push(Some(event.clone()), side, automatic);
        let hash = self.hash().to_string();
        let done = self.sound(before).map_err(Unentered::Rule).and_then(|()| match &mut self.record {
            Some(record) => Ok(record.append(self.nodes[before].number, event, hash)?),
            None => Ok(0),
        });
        match done {
            Ok(number) => {
                self.nodes[self.here].number = number;
                Ok(())
            }
            Err(error) => {
                self.nodes.pop();
                self.nodes[before].next = led;
                self.here = before;
                (self.choice, self.words, self.offered) = asked;
                Err(error)
            }
        }
    }

    /// Adds the VM's position as a new event after the one we are at.
    pub(crate) fn push(&mut self, event: Option<Event>, side: Option<SideId>, automatic: bool) {
        let position = self.vm.position();
        let chance = self.vm.take_barrier();
        let parent = (!self.nodes.is_empty()).then_some(self.here);
        // Told now: going back later carries what is before it over to the new rules.
        let reloaded = parent.is_some_and(|p| self.nodes[p].program.content.hash != self.program.content.hash);
        self.here = self.nodes.len();
        self.read_choice(&position);
        if !self.contents.iter().any(|p| Arc::ptr_eq(p, &self.program)) {
            self.contents.push(self.program.clone());
        }
        let hash = full_hash(&self.program.board, &position, &self.asked_text());
        let other = side.is_some() && self.asked().is_some() && self.asked() != side;
        let happenings = self.vm.take_happenings();
        let (ruled, ended) = (self.vm.take_ruled(), self.vm.take_ended());
        let moves = self.vm.take_moves();
        let row = self.answering.take();
        let in_row = |card: CardId| row.is_some_and(|row: Row| row.columns().contains(&Val::card(card)));
        let went = moves.iter().filter(|(card, _)| in_row(*card)).map(|(card, to)| (*card, to.pile)).collect();
        let trails = self.trails_of(parent, event.as_ref(), &position, moves, &happenings);
        let node = Node {
            parent,
            event,
            side,
            position,
            program: self.program.clone(),
            hash,
            barrier: chance || other,
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
        };
        self.nodes.push(node);
        if let Some(parent) = parent {
            self.nodes[parent].next = Some(self.here); // All before is the way already.
        }
    }

    /// What the sides may know of the cards after an event.
    fn trails_of(
        &self,
        parent: Option<usize>,
        event: Option<&Event>,
        position: &Position,
        moves: Vec<(CardId, CardAt)>,
        happenings: &[Happening],
    ) -> Arc<Trails> {
        let board = &self.program.board;
        let unknown = || Arc::new(Trails::unknown(board, position));
        let before = parent.map(|p| &self.nodes[p]);
        let mut trails = match before {
            None => self.first.clone().unwrap_or_else(unknown),
            // Other content may have other cards: what was known of them is forgotten.
            Some(node) if !Arc::ptr_eq(&node.program, &self.program) => return unknown(),
            Some(node) => node.trails.clone(),
        };
        let looks = happenings.iter().filter_map(|h| match h {
            Happening::Peeked { cards, side: Some(side), .. } => Some((*side, cards)),
            _ => None,
        });
        match (event, before) {
            // Set from outside: how it came about is not to be known, where the cards are now is.
            (Some(Event::Adjust { .. } | Event::Content { .. }), Some(before)) => {
                for card in (0..board.cards.len()).map(CardId::new) {
                    if before.position.card_at(card) != position.card_at(card) {
                        Arc::make_mut(&mut trails).moved(board, card, position.card_at(card));
                    }
                }
            }
            _ => {
                for (card, to) in moves {
                    Arc::make_mut(&mut trails).moved(board, card, to);
                }
            }
        }
        for (side, cards) in looks {
            cards.iter().for_each(|card| Arc::make_mut(&mut trails).looked(side, *card));
        }
        trails
    }

    fn read_choice(&mut self, position: &Position) {
        self.follow_seats(position);
        let over = position.outcome().is_some() || self.resigned.is_some();
        self.choice = (!over).then(|| self.vm.choice());
        self.offered = (0..self.choice.as_ref().map_or(0, |c| c.rows.len())).collect();
        self.leave_out_barred();
        let rows = self.choice.as_ref().map_or(&[][..], |c| &c.rows);
        self.words = rows.iter().map(|r| line::row_words(&self.program.board, r)).collect();
    }

    /// Takes the answers that are barred here out of the choice.
    fn leave_out_barred(&mut self) {
        let (here, board) = (self.here, self.program.board.clone());
        let barred: Vec<&str> = self.barred.iter().filter(|(n, _)| *n == here).map(|(_, row)| row.as_str()).collect();
        let Some(choice) = &mut self.choice else { return };
        if barred.is_empty() {
            return;
        }
        let default = choice.default.map(|d| choice.rows[d]);
        let open = |i: &usize| !barred.contains(&choice.rows[*i].text(&board).as_str());
        self.offered = (0..choice.rows.len()).filter(open).collect();
        choice.rows = self.offered.iter().map(|i| choice.rows[*i]).collect();
        choice.default = default.and_then(|d| choice.rows.iter().position(|r| *r == d));
    }

    /// Bars an answer here; where none is left, the answer before it too. False if that one revealed
    /// something, or there is none: then the rules are at fault.
    fn bar(&mut self, row: String) -> Result<bool, PlayError> {
        self.barred.push((self.here, row));
        self.back_to(self.here);
        if self.choice.as_ref().is_some_and(|c| !c.rows.is_empty()) {
            return Ok(true);
        }
        let node = &self.nodes[self.here];
        match (&node.event, node.parent, node.barrier) {
            (Some(Event::Answer { row, .. }), Some(parent), false) => {
                let row = row.clone();
                self.goto_node(parent)?;
                self.bar(row)
            }
            _ => Ok(false),
        }
    }

    /// Takes up the position of an event; its open steps are re-run.
    pub(crate) fn back_to(&mut self, n: usize) {
        let same = self.here == n;
        self.here = n;
        self.tread(n);
        self.resigned = ancestors(&self.nodes, n).into_iter().find_map(|n| match &self.nodes[n].event {
            Some(Event::Resign { side }) => self.board().side(side),
            _ => None,
        });
        let position = self.nodes[n].position.clone();
        self.vm.set(&position);
        // It ran here before. If it cannot now, what is asked where the game is stays asked: it can be
        // answered once the rules are mended.
        let done = self.vm.run();
        self.vm.take_barrier();
        self.vm.take_happenings();
        match done {
            Ok(Stop::Choice | Stop::Over) => self.read_choice(&position),
            Err(_) if same => {}
            Err(_) => {
                self.choice = None;
                self.words.clear();
            }
        }
    }

    /// Alters the position from outside, in notation. The pending choice is asked anew, of the position as it is then; where
    /// answers given in the open steps do not stand any more, the game goes back to the beginning of a step.
    ///
    /// # Errors
    /// What is not notation, or cannot be.
    pub fn adjust(&mut self, text: &str) -> Result<Reloaded, PlayError> {
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
            self.back_to(self.here);
            PlayError::rule(error)
        })?;
        self.commit(Event::Adjust { text: text.to_owned() }, None, false)?;
        Ok(done)
    }

    /// A side gives up.
    ///
    /// # Errors
    /// The game is over, or the record cannot be written.
    pub fn resign(&mut self, side: SideId) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::Over);
        }
        self.resigned = Some(side);
        let event = Event::Resign { side: self.board().sides[side.at()].id.clone() };
        self.commit(event, Some(side), false)
    }

    /// Changes who answers for a side.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn seat(&mut self, side: SideId, seat: Seat) -> Result<(), PlayError> {
        let by_rules = self.seats[side.at()] == Seat::NonPlayer;
        if by_rules != (seat == Seat::NonPlayer) {
            let name = &self.board().sides[side.at()].id;
            return Err(PlayError::Seat(if by_rules {
                format!("`{name}` is played by rules in this game: nobody can sit down there")
            } else {
                format!("which sides are played by rules is settled when a game begins: `--seat {name}=nonplayer`")
            }));
        }
        let before = std::mem::replace(&mut self.seats[side.at()], seat);
        let event = self.seat_event();
        let Some(record) = &mut self.record else { return Ok(()) };
        let done = record.append(self.nodes[self.here].number, event, self.nodes[self.here].hash.to_string());
        if let Err(error) = done {
            self.seats[side.at()] = before;
            return Err(error.into());
        }
        Ok(())
    }

    /// A Lua expression that may look but not touch.
    ///
    /// # Errors
    /// What Lua says of it.
    pub fn evaluate(&mut self, expression: &str) -> Result<String, String> {
        self.vm.evaluate(expression)
    }
}

impl Chooser for Table {
    type Error = PlayError;
    fn pending(&self) -> Option<Pending<'_>> {
        let choice = self.choice.as_ref()?;
        Some(Pending { choice, words: &self.words, position: self.position(), board: self.board() })
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
    /// A failed rule, of an answer that is alone on its line.
    pub(crate) fn rule(error: RunError) -> PlayError {
        PlayError::Rule { error, answered: 0, rest: String::new() }
    }

    /// The same in a line: after how many answers, what is left of it from the failed answer on, and
    /// what comes after that.
    pub(crate) fn after(self, answered: usize, rest: String, further: &str) -> PlayError {
        match self {
            PlayError::Rule { error, .. } => PlayError::Rule { error, answered, rest },
            PlayError::Barred { row, .. } => PlayError::Barred { row, answered, rest: further.to_owned() },
            other => other,
        }
    }
}

/// What was used of forced outcomes: faces, cards and picks are used each in their order.
pub(crate) fn used(before: &[Forced], left: &[Forced]) -> Vec<Forced> {
    let like = |a: &Forced, b: &Forced| std::mem::discriminant(a) == std::mem::discriminant(b);
    let count = |of: &[Forced], like_it: &Forced| of.iter().filter(|f| like(f, like_it)).count();
    let is_used = |at: usize| {
        let outcome = &before[at];
        count(&before[..at], outcome) + count(left, outcome) < count(before, outcome)
    };
    (0..before.len()).filter(|at| is_used(*at)).map(|at| before[at].clone()).collect()
}

pub(super) fn read_forced(board: &Board, word: &str) -> Result<Forced, String> {
    if let Some(card) = word.strip_prefix("card:").and_then(|id| board.card(id)) {
        return Ok(Forced::Card(card));
    }
    if let Some(picked) = word.strip_prefix("pick:").filter(|word| notation::is_named(board, word)) {
        return Ok(Forced::Pick(picked.to_owned()));
    }
    match board.face(word) {
        Some(face) => Ok(Forced::Face(face)),
        // What is written as a number is no thing that could be picked.
        None if word.parse::<i64>().is_err() && notation::is_named(board, word) => Ok(Forced::Pick(word.to_owned())),
        _ => {
            let card = board.cards.first().map_or("ID", |c| c.id.as_str());
            Err(format!(
                "`{word}` is no face of a die (a card is written `card:{card}`, what is to be picked `pick:ID`)"
            ))
        }
    }
}

pub(crate) fn forced_text(board: &Board, forced: &Forced) -> String {
    match forced {
        Forced::Face(face) => board.face_word(*face),
        Forced::Card(card) => format!("card:{}", board.cards[CardId::at(*card)].id),
        Forced::Pick(word) => format!("pick:{word}"),
    }
}
