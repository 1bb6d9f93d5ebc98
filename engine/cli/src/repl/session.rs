//! A game at the prompt: a line in, text out. Knows nothing of terminals.

use super::display::paint::{Page, clip, flow};
use super::display::{self, Look, Settled, history, rows};
use super::fresh::Fresh;
use super::listed::Listed;
use super::physical::Physical;
use cardwright_bots::RandomPlayer;
use cardwright_script::{Forced, Happening};
use cardwright_state::board::{Sides, Visibility};
use cardwright_state::{PileId, SideId};
use cardwright_table::label::Audience;
use cardwright_table::{Library, Seat, Table};
use cardwright_view as view;
use cardwright_view::{Begun, Decisions, Eyes, Stands, Told, View};
use std::sync::{Arc, Mutex};

/// Why no card is given by hand in a closed game.
pub(crate) const HAND_GIVEN: &str = "whether a card or a thing to be picked can come up would tell what is hidden: in this game only faces of dice are given by hand; a game begun with `--open` takes them all";

/// Letters of a word that a refusal says again.
pub(crate) const LONGEST_WORD: usize = 200;

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Read another line.
    Go,
    /// Leave.
    Quit,
}

/// What is most like a word, if anything is.
pub(crate) type Nearest = fn(&str) -> Option<&'static str>;

/// A game, who looks at it, and what they have seen.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) table: Table,
    pub(crate) packs: Arc<Mutex<Library>>,
    pub(crate) fresh: Fresh,
    pub(crate) page: Page,
    /// Whether a person types, rather than a pipe.
    pub(crate) typing: bool,
    pub(crate) player: RandomPlayer,
    /// How much sides that rules play tell of themselves.
    pub(crate) decisions: Decisions,
    /// The table beside which is played, if there is one.
    pub(crate) physical: Physical,
    /// Whether people who share the keyboard have had something to hide from each other.
    shares: bool,
    /// Whose eyes these are, where a page of a browser asks.
    pub(crate) through: Option<Audience>,
    /// Whose eyes these are, where several people share the table.
    pub(crate) viewer: Option<SideId>,
    /// The command nearest to a mistyped word. The commands work on a session, which therefore is told, and knows none of them.
    pub(crate) nearest_command: Nearest,
    /// Whether what is shown next was asked for to be read, however long it is.
    pub(crate) reads_on: bool,
    /// Text not yet shown.
    pub(crate) out: String,
    /// Where in it the table begins, after what is told before it.
    table_from: Option<usize>,
    /// What stands in the next line before anything is typed: an answer that is not whole yet.
    pub(crate) initial: String,
    /// What was refused of the last line: ↑ brings it back.
    pub(crate) back: Option<String>,
    /// The event at which Ctrl-C asked whether all that is half-entered is to be taken back.
    pub(crate) asked_whether: Option<usize>,
    /// The event at which `quit` asked whether a game that no record keeps is to be left.
    pub(crate) asked_to_leave: Option<usize>,
    /// The numbers of rows that were shown, and of which event and side.
    pub(crate) listed: Listed,
    /// Whether a line was refused.
    pub(crate) refused: bool,
    /// Whether the game is left.
    pub(crate) leaves: bool,
    /// Whether the record could not be written.
    pub(crate) lost: bool,
    /// Per reader (a side, or all in one): the last event shown.
    shown: Vec<usize>,
    /// What was drawn last: event, who was asked, in which outermost step.
    drawn: Option<(usize, Option<SideId>, String)>,
    /// How things stood when it was drawn, as its reader saw them.
    before: Vec<Stands>,
    /// Of what sort the news are that were told before a refusal.
    early: New,
    /// Columns and explained short names that were drawn before: they stay.
    pub(crate) settled: Settled,
    /// Whether the end has been told.
    told: bool,
    /// Whether all hands were laid open, once the game was over.
    laid_open: bool,
}

/// Of what sort news are.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct New {
    /// Whether they tell what changed on the table.
    has_changed: bool,
    /// Whether they tell a heading, or what another did: the table as it was drawn last is no longer that of whoever is asked.
    is_elsewhere: bool,
}

impl Session {
    pub(crate) fn new(
        table: Table,
        library: Library,
        page: Page,
        typing: bool,
        seed: u64,
        nearest_command: Nearest,
    ) -> Session {
        Session::over(table, Arc::new(Mutex::new(library)), page, typing, seed, nearest_command)
    }

    /// The same with packs that others read, too.
    pub(crate) fn over(
        table: Table,
        packs: Arc<Mutex<Library>>,
        page: Page,
        typing: bool,
        seed: u64,
        nearest_command: Nearest,
    ) -> Session {
        let readers = table.seats.len() + 1;
        let viewer = table.asked().filter(|s| table.seats[s.at()] == Seat::Human);
        let viewer = viewer.or_else(|| people(&table).first().and_then(|seat| seat.first()));
        // Nobody knows who sits there: whoever is asked takes over the keyboard first, before a hand is shown.
        let viewer = viewer.filter(|_| !is_shared(&table));
        let shown = vec![table.here(); readers];
        Session {
            packs,
            fresh: Fresh::default(),
            player: RandomPlayer::new(seed),
            nearest_command,
            out: String::new(),
            table_from: None,
            initial: String::new(),
            back: None,
            listed: Listed::default(),
            asked_whether: None,
            asked_to_leave: None,
            reads_on: false,
            refused: false,
            leaves: false,
            lost: false,
            decisions: Decisions::default(),
            physical: Physical::default(),
            drawn: None,
            before: Vec::new(),
            early: New::default(),
            settled: Settled::default(),
            told: false,
            laid_open: false,
            shares: false,
            through: None,
            viewer,
            shown,
            table,
            page,
            typing,
        }
    }

    /// Text to show, taken.
    pub(crate) fn take_out(&mut self) -> String {
        self.table_from = None;
        std::mem::take(&mut self.out)
    }
    pub(crate) fn say(&mut self, line: impl AsRef<str>) {
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }
    pub(crate) fn say_all(&mut self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            self.say(line);
        }
    }
    /// Something that was asked for is not done: why, and what could be.
    /// Tells that an answer would come out otherwise.
    fn tell_doubt(&mut self) {
        if let Some(doubt) = self.table.take_doubt() {
            let words: Vec<String> = doubt.split(' ').map(str::to_owned).collect();
            self.say_all(flow(&self.page.bad("!"), 2, &words, " ", self.page.width));
        }
    }
    pub(crate) fn refuse(&mut self, why: impl AsRef<str>) {
        self.refused = true;
        let mark = self.page.bad("✗");
        for (n, line) in why.as_ref().lines().enumerate() {
            let words: Vec<String> = line.split_whitespace().map(|word| clip(word, LONGEST_WORD)).collect();
            let lines = flow(if n == 0 { &mark } else { "" }, 2, &words, " ", self.page.width);
            self.say_all(lines);
        }
    }
    /// Something was done.
    pub(crate) fn done(&mut self, what: impl AsRef<str>) {
        let line = format!("{} {}", self.page.good("✓"), what.as_ref());
        self.say(line);
    }

    /// Whose eyes these are.
    pub(crate) fn eyes(&self) -> Audience {
        if let Some(eyes) = self.through {
            return eyes;
        }
        if self.table.open || self.is_laid_open() {
            return Audience::Open;
        }
        match people(&self.table)[..] {
            [] => Audience::Public,
            [one] => Audience::of(one),
            // Each reads as whoever is asked.
            _ if !self.is_shared() => self.eyes_of(self.table.asked()),
            _ => self.eyes_of(self.viewer),
        }
    }
    /// The eyes of whoever answers for a side; those of all, where there is none.
    fn eyes_of(&self, side: Option<SideId>) -> Audience {
        side.map_or(Audience::Public, |side| self.table.eyes_of(side))
    }
    /// Once the game is over and is looked back at, nothing in it is a secret any more: from there on all is shown to all, and the
    /// game stays over.
    pub(crate) fn lay_open(&mut self) {
        let open = Audience::Open.view(self.table.board(), self.table.position());
        if self.eyes() == Audience::Open || self.view() == open {
            return;
        }
        self.laid_open = true;
        self.shown.fill(self.table.now());
        self.done("the game is over: all that was hidden is shown now, and nothing is taken back any more");
    }
    /// Whether all has been laid open, and the game is over still.
    pub(crate) fn is_laid_open(&self) -> bool {
        self.laid_open && (self.table.is_over() || self.table.is_looking_back())
    }
    /// Whether something in the game on hand is hidden from these eyes.
    pub(crate) fn is_secret(&self) -> bool {
        let (board, position) = (self.table.board(), self.table.position());
        let open = Audience::Open.view(board, position);
        // In the browser these eyes are all there is to go by: when the game is over they see all, unless its secrets are kept.
        let is_shown = self.table.is_over() && self.through.is_none();
        !is_shown && self.eyes() != Audience::Open && self.view() != open
    }
    /// Whether these eyes read what is asked of a side: its own, those of all hands, or anybody's where sides hide nothing from
    /// each other.
    pub(crate) fn reads(&self, side: SideId) -> bool {
        if let Some(eyes) = self.through {
            return eyes.reads(side);
        }
        let (eyes, people) = (self.eyes(), people(&self.table));
        let alike = people.len() > 1 && people.iter().any(|seat| seat.has(side)) && !self.is_shared();
        eyes.reads(side) || alike
    }
    /// Whether cards or things to be picked wait, given by hand, though something is hidden from these eyes: whether they can come
    /// up would tell where they lie. They are dropped then, and that is said.
    pub(crate) fn gives_away(&mut self) -> bool {
        let waits = self.table.forced().iter().any(|outcome| !matches!(outcome, Forced::Face(_) | Forced::FaceAt(_)));
        if !waits || !self.is_secret() {
            return false;
        }
        let given = self.table.forced_words().join(" ");
        self.table.take_forced();
        self.refuse(format!("{HAND_GIVEN}; dropped: {given}"));
        true
    }
    /// The table as these eyes see it, figures and all.
    pub(crate) fn table_seen(&mut self) -> View {
        let eyes = self.eyes();
        View::of(&mut self.table, eyes)
    }
    /// The position as these eyes look at it, without what the rules work out from it.
    pub(crate) fn at_position(&self) -> Eyes<'_> {
        Eyes::at(&self.table, &[], self.eyes())
    }

    /// Whether people who hide something from each other share the keyboard, or have done so: it stays with them.
    fn is_shared(&self) -> bool {
        (self.shares && !self.table.open && people(&self.table).len() > 1) || is_shared(&self.table)
    }

    /// The side that must take over the keyboard before the game goes on.
    pub(crate) fn hand_over(&mut self) -> Option<SideId> {
        if !self.shares && is_shared(&self.table) {
            self.shares = true;
            // Up to here all have read the same.
            let read = self.shown.last().copied().unwrap_or_default();
            self.shown.fill(read);
        }
        let asked = self.table.asked().filter(|_| !self.table.is_looking_back())?;
        let sits = self.viewer.is_some_and(|viewer| self.seat_of(viewer).has(asked));
        (self.is_shared() && !sits && self.table.seats[asked.at()] == Seat::Human).then_some(asked)
    }
    /// Whether who answers for two sides knows the same, and has known no less and no more before: then the keyboard need not be
    /// taken over, whoever sits there.
    fn knows_alike(&self, one: SideId, other: SideId) -> bool {
        let (board, position) = (self.table.board(), self.table.position());
        let sees = |side: SideId| self.table.eyes_of(side).view(board, position);
        let (from, to) = (self.seat_of(one), self.seat_of(other));
        let was_let_see = |what: &Happening| match what {
            Happening::Peeked { side: Some(side), .. } => from.has(*side) || to.has(*side),
            Happening::Drawn { to: pile, .. } => {
                let pile = &board.piles[pile.at()];
                pile.visibility == Visibility::Owner && pile.owner.is_none_or(|owner| from.has(owner) || to.has(owner))
            }
            _ => false,
        };
        !self.table.nodes().iter().any(|node| node.happenings.iter().any(was_let_see)) && sees(one) == sees(other)
    }
    /// Lets another side answer where whoever sits there may know all that it knows, and no more: nobody need take over.
    pub(crate) fn sits_on(&mut self, side: SideId) -> bool {
        if !self.viewer.is_some_and(|viewer| self.knows_alike(viewer, side)) {
            return false;
        }
        // Both have read what stands on the screen.
        let read = self.shown[self.reader()];
        self.viewer = Some(side);
        self.initial.clear();
        let reader = self.reader();
        self.shown[reader] = read;
        true
    }
    /// Whether what is new tells whoever looks more than it tells all.
    pub(crate) fn is_news_secret(&self) -> bool {
        let since = self.shown[self.reader()];
        let told = |eyes| {
            let told = view::history::since(&self.table, since, eyes, self.decisions);
            told.into_iter().flat_map(|told| told.lines).map(|line| line.text).collect::<Vec<_>>()
        };
        self.table.path().contains(&since) && told(self.eyes()) != told(Audience::Public)
    }
    /// The sides that whoever answers for one answers for.
    pub(crate) fn seat_of(&self, side: SideId) -> Sides {
        self.table.position().seat_of(self.table.board(), side)
    }
    /// Another person looks now.
    pub(crate) fn sit_down(&mut self, side: SideId) {
        self.viewer = Some(side);
        self.drawn = None;
        self.initial.clear();
    }

    /// Lets the bots play, then shows what is new: the log, the table where it is another's turn or
    /// another step, and what is asked.
    pub(crate) fn update(&mut self) {
        let waits = self.table.request().is_some();
        if waits {
            self.news();
        }
        self.asks();
        if waits {
            return;
        }
        let reader = self.reader();
        let here = self.table.here();
        let now = (here, self.table.asked(), self.stage(here));
        if self.drawn.as_ref() == Some(&now) {
            return;
        }
        if self.table.is_looking_back() {
            let seen = self.table_seen();
            let (screen, settled) = display::settled_screen(&Look::new(&seen, self.page).settled(&self.settled), "");
            self.settled = settled;
            self.say_all(screen);
            self.tell_look();
            self.drawn = Some(now);
            return;
        }
        let on_path = self.table.path().contains(&self.shown[reader]);
        let New { has_changed, is_elsewhere } = self.news();
        self.tell_doubt();
        if let Some(why) = self.not_asked() {
            self.drawn = Some(now);
            return self.refuse(why);
        }
        if self.table.is_over() {
            let again = self.drawn.replace(now).is_none();
            if !std::mem::replace(&mut self.told, true) || again {
                self.summary();
            }
            return;
        }
        self.told = false;
        let whole = view::begun(&self.table).pop();
        let same_stage = self.drawn.as_ref().is_some_and(|(from, asked, stage)| {
            let since = self.table.path().into_iter().filter(|n| n > from);
            let is_same = (*asked, stage) == (now.1, &now.2) && since.into_iter().all(|n| self.stage(n) == now.2);
            (is_same && !is_elsewhere) || whole.as_ref().is_some_and(|whole| whole.is_since(&self.table, *from))
        });
        let stands = view::stands(&self.at_position());
        let (mut used, mut above) = (0, 0);
        if same_stage && on_path && has_changed {
            // What is new was told with what led to it.
        } else if same_stage && on_path {
            let news = display::changed::now(self.page, &view::news(&self.before, &stands));
            self.say_all(news);
        } else {
            if !self.out.is_empty() {
                self.say("");
            }
            above = self.stays_above();
            let seen = self.table_seen();
            // What is half-entered is told below the table.
            let so_far = usize::from(self.so_far(whole.as_ref()).is_some());
            let page = Page { height: self.page.height.saturating_sub(so_far), ..self.page };
            let besides = self.besides();
            let look = Look::new(&seen, page).settled(&self.settled);
            let (screen, settled) = display::settled_screen(&look.below(above), &besides);
            self.settled = settled;
            used = screen.len();
            let first = self.out.len();
            self.say_all(screen);
            self.table_from = (first > 0).then_some(first);
        }
        self.before = stands;
        self.drawn = Some(now);
        if used > 0 && self.page.height >= display::brief::TALL {
            self.say("");
            used += 1;
        }
        let besides = self.besides();
        used += if used > 0 { above } else { 0 };
        self.rows_after(whole.as_ref(), &besides, self.page.height.saturating_sub(used + 3));
    }

    /// Lines of what happened that stay in sight above the table, which is drawn the shorter for them: none where they are so many
    /// that they are read first.
    fn stays_above(&self) -> usize {
        let (told, height) = (self.out.lines().count(), self.page.height);
        let most = if height >= display::brief::TALL { height / 3 } else { height / 6 };
        if self.typing && told <= most { told } else { 0 }
    }

    /// What is to be shown, parted where the table begins if all of it is more than the page has lines: what happened is read first.
    pub(crate) fn read_first(&mut self) -> Option<String> {
        let from = self.table_from.take()?;
        let is_long = self.typing && self.out.lines().count() >= self.page.height;
        is_long.then(|| {
            let table = self.out.split_off(from);
            std::mem::replace(&mut self.out, table)
        })
    }

    /// What an event led to: the outermost step, what it is of, and the cards that lie there for all to read.
    fn stage(&self, event: usize) -> String {
        let node = &self.table.nodes()[event];
        let (board, position) = (&node.program.board, &*node.position());
        let Some(frame) = position.open_steps().first() else { return String::new() };
        let of = frame.args.iter().map(|a| Audience::Open.plain(board, position, a));
        let read = (0..board.piles.len()).filter(|p| board.piles[*p].read);
        let cards = read.flat_map(|p| position.pile(PileId::new(p)).iter().map(move |card| format!("{p}:{card}")));
        let parts: Vec<String> = [board.steps[frame.step.at()].clone()].into_iter().chain(of).chain(cards).collect();
        parts.join(" ")
    }

    /// The game went back or forth. Where the side that was asked is asked still, what differs is enough to show.
    pub(crate) fn went_with(&mut self, asked: Option<SideId>) {
        let stage = self.stage(self.table.here());
        if let Some(drawn) = self.drawn.as_mut().filter(|_| self.table.asked() == asked) {
            drawn.2 = stage;
        }
        self.seen();
    }

    /// What happened since the reader last looked; nothing if the game went elsewhere since.
    pub(crate) fn news(&mut self) -> New {
        let reader = self.reader();
        let mut new = std::mem::take(&mut self.early);
        if self.table.path().contains(&self.shown[reader]) {
            let told = view::history::since(&self.table, self.shown[reader], self.eyes(), self.decisions);
            let asked = self.table.asked().map(|side| self.table.board().sides[side.at()].id.clone());
            for line in told.iter().flat_map(|told| &told.lines) {
                new.has_changed |= line.of == view::Tells::Changed;
                let is_anothers = line.of == view::Tells::Deed && line.side.is_some() && line.side != asked;
                new.is_elsewhere |= line.of == view::Tells::Chapter || is_anothers;
            }
            self.tell(&told, false);
            self.list_moves(self.shown[reader]);
        }
        self.shown[reader] = self.table.here();
        new
    }

    /// Tells what a line has brought about before it is told that the rest of it did not fit: as it happened.
    pub(crate) fn news_first(&mut self) {
        self.early = self.news();
    }

    /// Shows what happened before anybody was asked, if it was more than the set-up.
    pub(crate) fn begin(&mut self) {
        let told = view::history::first(&self.table, self.eyes());
        if told.lines.iter().any(|line| !matches!(line.of, view::Tells::SetUp | view::Tells::Chapter)) {
            self.tell(&[told], false);
        }
    }

    /// Shows what happened.
    pub(crate) fn tell(&mut self, told: &[Told], whole: bool) {
        let board = self.table.board().clone();
        let sides: Vec<&str> = board.sides.iter().map(|side| side.id.as_str()).collect();
        self.say_all(history::lines(self.page, &sides, told, whole));
    }

    /// What happened up to here needs no telling.
    pub(crate) fn seen(&mut self) {
        let reader = self.reader();
        self.shown[reader] = self.table.here();
    }

    /// Everything is drawn anew with the next update.
    pub(crate) fn redraw(&mut self) {
        self.drawn = None;
    }

    /// What is asked, what may be done besides, and what may be answered.
    pub(crate) fn rows(&mut self, room: usize) {
        let besides = self.besides();
        self.rows_asked(&besides, room);
    }

    /// What is asked, and what may be answered.
    pub(crate) fn rows_asked(&mut self, besides: &str, room: usize) {
        let whole = view::begun(&self.table).pop();
        self.rows_after(whole.as_ref(), besides, room);
    }

    /// What is asked after something was half-entered, and what may be answered.
    fn rows_after(&mut self, whole: Option<&Begun>, besides: &str, room: usize) {
        let Some(choice) = view::choice(&self.table, self.eyes()) else { return };
        let so_far = self.so_far(whole).map(|line| clip(&line, self.page.width));
        let mut lines = rows::rows(self.page, &choice, besides, room.saturating_sub(so_far.iter().len()));
        lines.splice(0..0, so_far.map(|line| self.page.dim(&line)));
        self.listed(&lines);
        self.say_all(lines);
    }

    fn reader(&self) -> usize {
        match self.eyes().sides().first() {
            Some(side) if people(&self.table).len() == 1 || self.is_shared() => side.at(),
            _ => self.shown.len() - 1,
        }
    }

    /// Why nothing is asked here, though the game is not over, and what to do then.
    pub(crate) fn not_asked(&self) -> Option<String> {
        let why = self.table.unasked()?;
        let event = self.table.here();
        Some(format!(
            "event {event} cannot be asked any more: {why}; `undo` or `goto N` leads to another, `reload` reads mended rules"
        ))
    }

    /// The position in words, as the reader may know it.
    pub(crate) fn view(&self) -> String {
        self.eyes().view(self.table.board(), self.table.position())
    }
}

/// Whether several people, who hide something from each other, share the keyboard.
pub(crate) fn is_shared(table: &Table) -> bool {
    !table.open && people(table).len() > 1 && hides(table)
}

/// Whether one side may see what another may not: cards in a hand, a fact of its own, cards that it alone has looked at.
fn hides(table: &Table) -> bool {
    let (board, position) = (table.board(), table.position());
    let own = |visibility| visibility == Visibility::Owner;
    let holds = |pile: usize| position.pile(PileId::new(pile)).iter().next().is_some();
    let has_looked = |what: &Happening| match what {
        Happening::Peeked { side, .. } => side.is_some(),
        Happening::Drawn { to, .. } => own(board.piles[to.at()].visibility),
        _ => false,
    };
    (0..board.piles.len()).any(|pile| own(board.piles[pile].visibility) && holds(pile))
        || board.facts.iter().any(|fact| own(fact.visibility))
        || table.nodes().iter().any(|node| node.happenings.iter().any(has_looked))
}

/// The seats that people have, each with its sides.
pub(crate) fn people(table: &Table) -> Vec<Sides> {
    table.people()
}
