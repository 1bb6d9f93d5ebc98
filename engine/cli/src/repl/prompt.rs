//! A game at the prompt: takes lines and produces text. Independent of terminals.

use super::chance::ChanceEntry;
use super::display::paint::{Page, clip};
use super::display::{self, DrawContext, brevity, rows};
use super::row_numbers::RowNumbers;
use super::rule_changes::RuleChanges;
use super::screen::{Drawn, Screen};
use cardwright_session::{BotStep, Cost, Group, Place, Problem, Reply, Session, Typed, Viewer, outdated_name, parse};
use cardwright_state::board::Sides;
use cardwright_state::{PileId, SideId};
use cardwright_table::{Library, Seat, Table};
use cardwright_view::{self as view, PendingAction, ViewContext};
use std::sync::{Arc, Mutex};

/// What to do after a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Read another line.
    Continue,
    /// Quit.
    Quit,
}

/// A game at the prompt, the screen, and the line that is being typed.
#[derive(Debug)]
pub(crate) struct Prompt {
    /// The game.
    pub(crate) session: Session,
    /// The screen.
    pub(crate) screen: Screen,
    /// Rules that changed on disk.
    pub(crate) rule_changes: RuleChanges,
    /// Dice and cards of a physical table.
    pub(crate) chance: ChanceEntry,
    /// The numbers of rows that were shown.
    pub(crate) row_numbers: RowNumbers,
    /// The side whose player is at the keyboard, where several players share it.
    pub(crate) seated: Option<SideId>,
    /// The initial text of the next line: an incomplete answer.
    pub(crate) initial: String,
    /// The refused part of the last line, which ↑ brings back.
    pub(crate) refused_line: Option<String>,
    /// The event at which Ctrl-C asked for confirmation to take back everything in progress.
    pub(crate) asked_to_abandon: Option<usize>,
    /// The event at which `quit` asked for confirmation.
    asked_to_quit: Option<usize>,
    /// Whether a line was refused.
    pub(crate) was_refused: bool,
    /// Whether writing the record failed.
    pub(crate) is_unwritten: bool,
    /// Whether the player quits.
    leaves: bool,
    /// News that were reported early: see [`Prompt::report_first`].
    pub(super) early: News,
}

/// A summary of what happened since the last report.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct News {
    /// Whether the report lists changes on the table.
    pub(crate) has_changes: bool,
    /// Whether there is a heading or an action of another side, so that the table must be redrawn.
    pub(crate) is_elsewhere: bool,
}

impl Prompt {
    /// A game at the prompt. `bot_seed` decides what random bots answer.
    pub(crate) fn new(table: Table, library: Library, page: Page, is_typed: bool, bot_seed: u64) -> Prompt {
        let mut session = Session::new(table, Arc::new(Mutex::new(library)), Place::Prompt, bot_seed);
        session.is_interrupted = super::interrupt::is_cancelled;
        let table = &session.table;
        let screen = Screen::new(page, is_typed, table.seats.len() + 1, table.here());
        let is_human = |side: &SideId| table.seats[side.at()] == Seat::Human;
        let seated =
            table.asked().filter(is_human).or_else(|| table.human_seats().first().and_then(|seat| seat.first()));
        // The player to move takes over the keyboard first, before a hand is shown.
        let seated = seated.filter(|_| !session.is_keyboard_shared());
        Prompt {
            session,
            screen,
            rule_changes: RuleChanges::default(),
            chance: ChanceEntry::default(),
            row_numbers: RowNumbers::default(),
            seated,
            initial: String::new(),
            refused_line: None,
            asked_to_abandon: None,
            asked_to_quit: None,
            was_refused: false,
            is_unwritten: false,
            leaves: false,
            early: News::default(),
        }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.session.table
    }
    /// Who looks at the screen.
    pub(crate) fn viewer(&self) -> Viewer {
        self.session.viewer_at_prompt(self.seated)
    }
    pub(crate) fn page(&self) -> Page {
        self.screen.page
    }
    pub(crate) fn say(&mut self, line: impl AsRef<str>) {
        self.screen.say(line);
    }
    /// Reports that something was not done, and why.
    pub(crate) fn refuse(&mut self, why: &str) {
        self.was_refused = true;
        self.screen.refuse(why);
    }
    /// The position as the viewer sees it, without figures.
    pub(crate) fn context(&self) -> ViewContext<'_> {
        self.session.context(self.viewer())
    }

    /// Takes a line.
    pub(crate) fn handle(&mut self, line: &str) -> Flow {
        let request = self.chance_question();
        if !self.take_up_rules(line) {
            return Flow::Continue;
        }
        let now = self.chance_question();
        if request.is_some() && request != now {
            self.say("with the new rules something else is asked for: your line was not taken");
            return Flow::Continue;
        }
        if now.is_some() {
            self.enter_chance(line);
        } else {
            self.obey(line);
        }
        if self.leaves { Flow::Quit } else { Flow::Continue }
    }

    fn obey(&mut self, line: &str) {
        let rows = self.table().row_words().to_vec();
        match parse(line, &rows) {
            Typed::Nothing => self.enter(),
            Typed::Ask(words) => {
                self.screen.is_paged = true;
                self.ask(words);
            }
            Typed::Play(line) => self.play(line),
            Typed::Unknown(word, near) => {
                let hint = near.map_or("`:help` lists them".to_owned(), |near| format!("did you mean `:{near}`?"));
                self.refuse(&format!("there is no command `:{word}`; {hint}"));
            }
            Typed::Command(command, rest) => {
                if let Some(note) = outdated_name(line) {
                    self.screen.warn(&note);
                }
                self.screen.is_paged = matches!(command.group, Group::Look | Group::Rules);
                self.run(command, rest);
            }
        }
    }

    /// Runs a command and shows what it answers.
    pub(crate) fn run(&mut self, command: &cardwright_session::Command, rest: &str) {
        let viewer = self.viewer();
        let reply = {
            let _guard = (command.cost == Cost::Worker).then(super::interrupt::cancellable_query);
            self.session.run(command, viewer, rest)
        };
        match reply {
            Reply::Quit => self.leaves = true,
            Reply::Confirm { text, line } if command.name == "quit" => self.confirm_quit(&text, &line),
            reply => self.show(reply),
        }
    }

    /// Asks for a second `quit` if the game has no record. A pipe needs no second one.
    fn confirm_quit(&mut self, text: &str, line: &str) {
        let now = self.table().current_event();
        if !self.screen.is_typed || self.asked_to_quit == Some(now) {
            self.leaves = true;
            return;
        }
        self.asked_to_quit = Some(now);
        debug_assert_eq!(line, "quit");
        self.say(text);
    }

    /// A line of play.
    pub(crate) fn play(&mut self, line: &str) {
        if let Some(why) = self.outdated_number(line) {
            return self.refuse(&why);
        }
        let (viewer, asked) = (self.viewer(), self.table().asked());
        let reply = self.session.play(viewer, line);
        if let Some(gave_way) = reply.gave_way() {
            self.screen.done(&gave_way.text);
            self.moved_to_stage(asked, gave_way.event);
        }
        self.show(reply);
    }

    /// Handles an empty line: plays the only row or the default.
    fn enter(&mut self) {
        if self.table().is_looking_back() {
            return self.look_at_next();
        }
        if let Some(why) = self.session.stuck_reason() {
            return self.refuse(&why);
        }
        let rows = self.table().row_words().len();
        if !self.screen.is_typed {
            // An empty line of a pipe answers nothing.
            let viewer = self.viewer();
            let Some(choice) = view::choice(self.table(), viewer) else { return };
            let line = format!("{}; `?` lists {}", rows::question(self.page(), &choice), rows::pronoun(&choice));
            return self.say(line);
        }
        match self.table().choice().and_then(|choice| choice.default).or((rows == 1).then_some(0)) {
            // Plays it like a typed number, and fills in forced answers after it.
            Some(row) => {
                let viewer = self.viewer();
                let reply = self.session.play(viewer, &format!("#{}", row + 1));
                self.show(reply);
            }
            None if rows > 1 => self.list_rows(self.page().height),
            None => {
                self.say("the game is over: `goto N` looks back at any event; `summary`, `log`, `show`, `note`, `quit`")
            }
        }
    }

    /// Lets bots answer until a person is to move.
    pub(crate) fn let_bots_answer(&mut self) {
        /// More bot answers than this in a row indicate an endless game.
        const MOST: usize = 200_000;
        for _ in 0..MOST {
            match self.session.let_bot_answer() {
                BotStep::Answered | BotStep::Failed { is_first: false, .. } => {}
                BotStep::NotItsTurn => return,
                BotStep::Failed { side, why, is_first: true } => {
                    let name = &self.table().board().sides[side.at()].id;
                    // The message may name what only the rules see.
                    let text = match self.viewer().sees_all() {
                        true => format!("a rule failed when {name} answered: {why}"),
                        false => format!("a rule failed when {name} answered (a game begun with `--open` shows how)"),
                    };
                    self.screen.warn(&text);
                }
                BotStep::Unwritten(error) => {
                    // The bot keeps its seat and continues once the record can be written.
                    let viewer = self.viewer();
                    let reply = self.session.refuse(viewer, error);
                    return self.show(reply);
                }
                BotStep::GaveUp { side, .. } => {
                    let name = self.table().board().sides[side.at()].name.clone();
                    self.refuse(&format!("{name} cannot go on by itself: a person takes the seat"));
                    if self.table().human_seats().len() == 1 {
                        self.seated = Some(side);
                    }
                    return;
                }
            }
        }
    }

    /// The side that must take over the keyboard before the game goes on.
    pub(crate) fn hand_over(&mut self) -> Option<SideId> {
        if self.session.begin_to_share() {
            // All players have read the same up to here.
            let read = self.screen.reported.last().copied().unwrap_or_default();
            self.screen.reported.fill(read);
        }
        let table = self.table();
        let asked = table.asked().filter(|_| !table.is_looking_back())?;
        let sits = self.seated.is_some_and(|seated| self.session.seat_of(seated).has(asked));
        (self.session.is_keyboard_shared() && !sits && table.seats[asked.at()] == Seat::Human).then_some(asked)
    }
    /// Lets the player at the keyboard answer for another side if both players have the same information.
    pub(crate) fn stay_seated(&mut self, side: SideId) -> bool {
        if !self.seated.is_some_and(|seated| self.session.know_alike(seated, side)) {
            return false;
        }
        // Both players have read the screen.
        let read = self.screen.reported[self.reader()];
        self.seated = Some(side);
        self.initial.clear();
        let reader = self.reader();
        self.screen.reported[reader] = read;
        true
    }
    /// Another player is at the keyboard now.
    pub(crate) fn sit_down(&mut self, side: SideId) {
        self.seated = Some(side);
        self.screen.redraw();
        self.initial.clear();
    }
    /// The sides of the player of a side.
    pub(crate) fn seat_of(&self, side: SideId) -> Sides {
        self.session.seat_of(side)
    }

    /// The index in [`Screen::reported`] of the current reader: a side, or everyone together.
    pub(super) fn reader(&self) -> usize {
        match self.viewer().sides().first() {
            Some(side) if self.table().human_seats().len() == 1 || self.session.is_keyboard_shared() => side.at(),
            _ => self.screen.reported.len() - 1,
        }
    }

    /// Shows what happened and the question. Redraws the table if another player moves or a new step starts.
    pub(crate) fn update(&mut self) {
        let waits = self.table().chance_prompt().is_some();
        if waits {
            self.report();
        }
        self.show_chance_question();
        if waits {
            return;
        }
        let here = self.table().here();
        let now = Drawn { event: here, asked: self.table().asked(), stage: self.stage(here) };
        if self.screen.drawn.as_ref() == Some(&now) {
            return;
        }
        if self.table().is_looking_back() {
            self.draw_table("", 0);
            self.report_look();
            self.screen.drawn = Some(now);
            return;
        }
        let reader = self.reader();
        let is_on_path = self.table().path().contains(&self.screen.reported[reader]);
        let News { has_changes, is_elsewhere } = self.report();
        if let Some(problem) = self.session.table.take_replay_problem() {
            self.screen.warn(problem);
        }
        if let Some(why) = self.session.stuck_reason() {
            self.screen.drawn = Some(now);
            return self.refuse(&why);
        }
        if self.table().is_over() {
            let is_redrawn = self.screen.drawn.replace(now).is_none();
            if !std::mem::replace(&mut self.screen.is_end_reported, true) || is_redrawn {
                self.show_end();
            }
            return;
        }
        self.screen.is_end_reported = false;
        let pending = view::pending_actions(self.table()).pop();
        let is_same_stage = !self.is_redrawn_for(&now, pending.as_ref(), is_elsewhere);
        let state = view::state_lines(&self.context());
        let mut used = 0;
        if is_same_stage && is_on_path {
            // Changes are listed here unless the report has them already.
            if !has_changes {
                let changed =
                    display::changes::now(self.page(), &view::changed_lines(&self.screen.drawn_state, &state));
                self.screen.say_all(changed);
            }
        } else {
            if !self.screen.is_empty() {
                self.say("");
            }
            let above = self.screen.lines_above();
            let standing = self.standing_line();
            // The cost so far is shown below the table.
            let below = usize::from(self.cost_so_far(pending.as_ref()).is_some());
            used = self.draw_table(&standing, above + below) + above;
        }
        self.screen.drawn_state = state;
        self.screen.drawn = Some(now);
        if used > 0 && self.page().height >= brevity::TALL {
            self.say("");
            used += 1;
        }
        let standing = self.standing_line();
        self.list_rows_after(pending.as_ref(), &standing, self.page().height.saturating_sub(used + 3));
    }

    /// Whether to redraw the table: another side moves or acted, or a new step started.
    fn is_redrawn_for(&self, now: &Drawn, pending: Option<&PendingAction>, is_elsewhere: bool) -> bool {
        let Some(drawn) = &self.screen.drawn else { return true };
        if pending.is_some_and(|pending| pending.contains_event(self.table(), drawn.event)) {
            return false;
        }
        let since = self.table().path().into_iter().filter(|event| *event > drawn.event);
        let is_same = (drawn.asked, &drawn.stage) == (now.asked, &now.stage)
            && since.into_iter().all(|event| self.stage(event) == now.stage);
        !is_same || is_elsewhere
    }

    /// Draws the table, on a page shorter by some lines. Returns the number of lines it takes.
    fn draw_table(&mut self, standing: &str, kept_free: usize) -> usize {
        let viewer = self.viewer();
        let seen = self.session.view(viewer);
        let context = DrawContext::new(&seen, self.screen.page).with_stable_layout(&self.screen.stable_layout);
        let (lines, layout) = display::screen_with_layout(&context.below(kept_free), standing);
        self.screen.stable_layout = layout;
        let used = lines.len();
        self.screen.say_table(lines);
        used
    }

    /// The stage of an event: the outermost step with its arguments, and the face-up cards.
    fn stage(&self, event: usize) -> String {
        let node = &self.table().nodes()[event];
        let (board, position) = (&node.program.board, &*node.position());
        let Some(frame) = position.open_steps().first() else { return String::new() };
        let args = frame.args.iter().map(|arg| Viewer::OPEN.plain_text(board, position, arg));
        let read = (0..board.piles.len()).filter(|pile| board.piles[*pile].shows_card_text);
        let cards =
            read.flat_map(|pile| position.pile(PileId::new(pile)).iter().map(move |card| format!("{pile}:{card}")));
        let parts: Vec<String> = [board.steps[frame.step.at()].clone()].into_iter().chain(args).chain(cards).collect();
        parts.join(" ")
    }

    /// Marks the table as current after the game went back or forth, if the same side is to move: only changes are shown.
    /// `event`: where it went.
    pub(crate) fn moved_to_stage(&mut self, asked: Option<SideId>, event: usize) {
        let stage = self.stage(event);
        let is_same_side = self.table().asked() == asked;
        if let Some(drawn) = self.screen.drawn.as_mut().filter(|_| is_same_side) {
            drawn.stage = stage;
        }
        let reader = self.reader();
        self.screen.reported[reader] = event;
    }

    /// The question, standing actions, and the rows.
    pub(crate) fn list_rows(&mut self, room: usize) {
        let standing = self.standing_line();
        self.list_rows_asked(&standing, room);
    }
    /// The question and the rows.
    pub(crate) fn list_rows_asked(&mut self, standing: &str, room: usize) {
        let pending = view::pending_actions(self.table()).pop();
        self.list_rows_after(pending.as_ref(), standing, room);
    }
    fn list_rows_after(&mut self, pending: Option<&PendingAction>, standing: &str, room: usize) {
        let viewer = self.viewer();
        let Some(choice) = view::choice(self.table(), viewer) else { return };
        let so_far = self.cost_so_far(pending).map(|line| clip(&line, self.page().width));
        let mut lines = rows::rows(self.page(), &choice, standing, room.saturating_sub(so_far.iter().len()));
        lines.splice(0..0, so_far.map(|line| self.page().dim(&line)));
        self.number_rows(&lines);
        self.screen.say_all(lines);
    }
    /// Standing actions in one line.
    pub(crate) fn standing_line(&mut self) -> String {
        let viewer = self.viewer();
        self.session.standing_line(viewer)
    }

    /// Stores the parts of a refusal that the prompt needs later.
    pub(super) fn note_problem(&mut self, problem: Option<&Problem>) {
        self.is_unwritten |= matches!(problem, Some(Problem::Unwritten(_)));
    }
}
