//! The story of an answer: its headings and deeds, each with what changed by it.
//!
//! A script names headings and deeds, and what rules play for a side are deeds of themselves. What came of each is had from
//! the position before it and the one before the next, so that no script need say it, and nothing is said twice.

use super::Vm;
use crate::figured::Figured;
use crate::host::{Happening, Told, When};
use crate::program::Telling;
use crate::watchdog;
use cardwright_state::board::Board;
use cardwright_state::{Difference, Position, diff};

/// A heading, deed or explanation, what was told with it, and where it began.
struct Part {
    head: Option<Happening>,
    /// Dice, cards, picks and what scripts say; how much had changed before each.
    notes: Vec<(Happening, When)>,
    /// Why: what those that rules play say of it.
    because: Vec<Happening>,
    /// Where it began; none where that is not known.
    from: Option<Box<Position>>,
}

impl Vm {
    /// Tells a story of what happens: with headings and deeds, and what came of each. Takes effect where [`Vm::watch`] is on;
    /// it costs a copy of the position for each deed.
    pub fn tell_story(&mut self, on: bool) {
        self.host.borrow_mut().witness.tells = on;
    }

    /// Whether a story is told.
    pub fn tells_story(&self) -> bool {
        self.host.borrow().witness.tells
    }

    /// What has happened since it was last taken: as a story, where one is told. `before`: the position that the answer was
    /// given in; none where what comes before the first deed is not to be told as changes.
    pub fn take_story(&mut self, before: Option<&Position>) -> Vec<Happening> {
        if !self.tells_story() {
            return self.take_happenings();
        }
        let told = {
            let mut host = self.host.borrow_mut();
            host.witness.purpose = None;
            std::mem::take(&mut host.witness.happenings)
        };
        let parts = parts(self.board(), told, before);
        let end = self.look(Position::on_table);
        self.figures_until = Some(watchdog::now() + self.watchdog.limit());
        let whole = self.whole(parts, end);
        self.figures_until = None;
        whole
    }

    /// The parts one after the other, each with what changed by it.
    fn whole(&mut self, parts: Vec<Part>, end: Position) -> Vec<Happening> {
        let board = self.board().clone();
        let mut out = Vec::new();
        let mut at_deed = Figures::default();
        let mut at_chapter = Figures::default();
        let mut parts = parts.into_iter().peekable();
        while let Some(Part { head, notes, because, from, .. }) = parts.next() {
            let (from, to) = (from.as_deref(), parts.peek().map_or(Some(&end), |next| next.from.as_deref()));
            if matches!(head, Some(Happening::Chapter(..))) {
                out.extend(at_chapter.moved(self, Telling::Chapter, from));
            }
            let (head, decided) = match head {
                // Nothing was done by it that has a name: what came of it tells it, then why.
                Some(why @ Happening::Explained { .. }) => (None, Some(why)),
                head => (head, None),
            };
            out.extend(head);
            out.extend(notes.into_iter().map(|(note, _)| note));
            if let (Some(from), Some(to)) = (from, to) {
                let changed = changed(&board, from, to);
                if !changed.is_empty() {
                    out.push(Happening::Changed(changed.into_boxed_slice()));
                }
            }
            at_deed.starts(self, Telling::Deed, from);
            at_chapter.starts(self, Telling::Chapter, from);
            out.extend(at_deed.moved(self, Telling::Deed, to));
            out.extend(decided);
            out.extend(because);
        }
        out.extend(at_chapter.moved(self, Telling::Chapter, Some(&end)));
        out.shrink_to_fit(); // Events are kept in great numbers.
        out
    }

    /// What the figures told in such a way come to at a position.
    fn figured_at(&mut self, telling: Telling, position: &Position) -> Vec<(usize, Vec<Figured>)> {
        let figures = self.program.figures.iter().enumerate().filter(|(_, figure)| figure.told == Some(telling));
        let told: Vec<usize> = figures.map(|(n, _)| n).collect();
        self.some_figures_at(told, position)
    }

    /// What every figure comes to in another position: see [`Vm::figures`].
    pub fn figures_at(&mut self, position: &Position) -> Vec<Vec<Figured>> {
        let all = (0..self.program.figures.len()).collect();
        self.some_figures_at(all, position).into_iter().map(|(_, figured)| figured).collect()
    }

    /// The told figures that come to something else in one position than in another.
    pub fn figures_moved(&mut self, from: &Position, to: &Position) -> Vec<Happening> {
        let mut out = Vec::new();
        for telling in [Telling::Deed, Telling::Chapter] {
            let mut figures = Figures::default();
            figures.starts(self, telling, Some(from));
            out.extend(figures.moved(self, telling, Some(to)));
        }
        out
    }

    fn some_figures_at(&mut self, told: Vec<usize>, position: &Position) -> Vec<(usize, Vec<Figured>)> {
        if told.is_empty() || self.figures_until.is_some_and(|until| watchdog::now() > until) {
            return Vec::new();
        }
        let program = self.program.clone();
        let was_live = self.live;
        let home = {
            let mut host = self.host.borrow_mut();
            host.forget_shared();
            std::mem::replace(&mut host.pos, position.clone())
        };
        let out = told.into_iter().map(|n| (n, self.figure(n, &program.figures[n]))).collect();
        {
            let mut host = self.host.borrow_mut();
            host.pos = home;
            host.forget_shared();
        }
        if was_live && !self.live {
            let _ = self.restart(false, false); // One failed, and the pending choice went with it.
        }
        out
    }
}

/// What some figures came to when they were last told.
#[derive(Default)]
struct Figures {
    were: Option<Vec<(usize, Vec<Figured>)>>,
}

impl Figures {
    /// They are known from here on.
    fn starts(&mut self, vm: &mut Vm, telling: Telling, at: Option<&Position>) {
        if let (None, Some(at)) = (&self.were, at) {
            self.were = Some(vm.figured_at(telling, at));
        }
    }

    /// Those that come to something else than they did.
    fn moved(&mut self, vm: &mut Vm, telling: Telling, at: Option<&Position>) -> Vec<Happening> {
        let (Some(were), Some(at)) = (self.were.take(), at) else { return Vec::new() };
        let are = vm.figured_at(telling, at);
        let mut out = Vec::new();
        for ((figure, were), (_, are)) in were.iter().zip(&are) {
            for (subject, (was, is)) in were.iter().zip(are).enumerate() {
                let failed = |it: &Figured| matches!(it, Figured::Failed(_));
                if was != is && !failed(was) && !failed(is) {
                    out.push(Happening::Figured {
                        figure: *figure,
                        subject,
                        was: Box::new(was.clone()),
                        is: Box::new(is.clone()),
                    });
                }
            }
        }
        self.were = Some(are);
        out
    }
}

/// What happened, by the deed it belongs to.
fn parts(board: &Board, told: Vec<Told>, before: Option<&Position>) -> Vec<Part> {
    let from = before.map(|position| Box::new(position.on_table()));
    let mut parts = vec![Part { head: None, notes: Vec::new(), because: Vec::new(), from }];
    for Told { what, when, position } in told {
        let Some(last) = parts.last_mut() else { break };
        match (what, position) {
            (what @ Happening::Explained { .. }, None) => last.because.push(what),
            (what, None) => last.notes.push((what, when)),
            (what, Some(position)) => {
                let mut part = Part { head: None, notes: Vec::new(), because: Vec::new(), from: Some(position) };
                // What rules note for themselves, and chance that chose among equals, may lie between.
                let was_asked_for = matches!(last.head, Some(Happening::Explained { .. }))
                    && last
                        .from
                        .as_ref()
                        .zip(part.from.as_ref())
                        .is_some_and(|(from, to)| !has_changed(board, from, to));
                match what {
                    // What was decided, and then done.
                    what @ Happening::Deed(_) if was_asked_for => {
                        part.notes = std::mem::take(&mut last.notes);
                        part.because = last.head.take().into_iter().chain(std::mem::take(&mut last.because)).collect();
                        part.head = Some(what);
                    }
                    what => {
                        let is_chapter = matches!(what, Happening::Chapter(..));
                        part.head = Some(what);
                        // What chance decided since anything changed led to what comes now.
                        // A pick leads to what is done though rules note something of it first; a roll may have led to nothing.
                        let led = |(note, at): &(Happening, When)| match note {
                            Happening::Picked { .. } => at.on_table == when.on_table && !is_chapter,
                            Happening::Rolled { .. } => at.of_all == when.of_all && !is_chapter,
                            _ => false,
                        };
                        let first = last.notes.iter().rposition(|note| !led(note)).map_or(0, |at| at + 1);
                        part.notes = last.notes.split_off(first);
                    }
                }
                parts.push(part);
            }
        }
    }
    parts
}

/// What is told to have changed from one position to another.
fn changed(board: &Board, from: &Position, to: &Position) -> Vec<Difference> {
    diff(board, from, to).into_iter().filter(|d| is_told(board, d)).collect()
}

fn has_changed(board: &Board, from: &Position, to: &Position) -> bool {
    !changed(board, from, to).is_empty()
}

/// Whether a difference is told: what lies on the table for all who may see it, not what rules note for themselves.
pub fn is_told(board: &Board, difference: &Difference) -> bool {
    match difference {
        Difference::Pieces { .. } | Difference::Track { .. } | Difference::InForce(_) | Difference::Lifted(_) => true,
        // What goes back with a period is what rules count within it.
        Difference::Fact { fact, .. } => board.facts[fact.at()].shown && board.facts[fact.at()].until.is_none(),
        _ => false,
    }
}
