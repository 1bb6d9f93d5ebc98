//! A game at the prompt: takes lines and produces text. This module must not depend on a terminal.

use super::chance::{self, ChanceEntry};
use super::display::paint::{Page, clip};
use super::display::{self, DrawContext, brevity, cards, rows};
use super::row_numbers::RowNumbers;
use super::rule_changes::RuleChanges;
use super::screen::{Drawn, Screen};
use cardwright_session::{
    BotStep, Cost, DrawnTable, Group, Place, Problem, Reply, Session, Typed, Viewer, outdated_name, parse,
};
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
    /// Leave the prompt.
    Quit,
}

/// A game at the prompt, the screen, and the line that is being typed.
#[derive(Debug)]
pub(crate) struct Prompt {
    /// The running game.
    pub(crate) session: Session,
    /// The text to show, and what is on the screen.
    pub(crate) screen: Screen,
    /// Rules that were loaded after files changed.
    pub(crate) rule_changes: RuleChanges,
    /// The state of questions for dice and cards of a physical game.
    pub(crate) chance: ChanceEntry,
    /// The numbers of rows that were shown.
    pub(crate) row_numbers: RowNumbers,
    /// The side whose player is at the keyboard, if several players share it.
    pub(crate) seated: Option<SideId>,
    /// The text with which the next line begins: an incomplete answer, or a line that was not played.
    pub(crate) initial: String,
    /// The refused part of the last line. The player gets it back with the key ↑.
    pub(crate) refused_line: Option<String>,
    /// The event at which Ctrl-C asked for confirmation to take back an action in progress.
    pub(crate) asked_to_abandon: Option<usize>,
    /// The event at which `quit` asked for confirmation.
    asked_to_quit: Option<usize>,
    /// The error messages of standing actions whose offer fails now.
    failed_offers: Vec<String>,
    /// Whether a line was refused.
    pub(crate) was_refused: bool,
    /// Whether a write to the record failed.
    pub(crate) is_unwritten: bool,
    /// Whether the player quits.
    leaves: bool,
    /// News that [`Prompt::report_first`] has reported before the next update of the screen.
    pub(super) early: News,
}

/// What the report of the last events contained.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct News {
    /// Whether the report lists changes of the position.
    pub(crate) has_changes: bool,
    /// Whether the report has a heading or an action of another side, so that the whole position must be redrawn.
    pub(crate) is_elsewhere: bool,
}

impl Prompt {
    /// Opens the prompt for a game. `bot_seed` decides what random bots answer.
    pub(crate) fn new(table: Table, library: Library, page: Page, is_typed: bool, bot_seed: u64) -> Prompt {
        let mut session = Session::new(table, Arc::new(Mutex::new(library)), Place::Prompt, bot_seed);
        session.is_interrupted = super::interrupt::is_cancelled;
        let table = &session.table;
        let screen = Screen::new(page, is_typed, table.seats.len() + 1, table.shown_event());
        let is_human = |side: &SideId| table.seats[side.index()] == Seat::Human;
        let seated =
            table.asked().filter(is_human).or_else(|| table.human_seats().first().and_then(|seat| seat.first()));
        // If players hide hands, nobody is seated yet: the player to move takes the keyboard before a hand is shown.
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
            failed_offers: Vec::new(),
            was_refused: false,
            is_unwritten: false,
            leaves: false,
            early: News::default(),
        }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.session.table
    }
    /// Returns the viewer who looks at the screen.
    pub(crate) fn viewer(&self) -> Viewer {
        self.session.viewer_at_prompt(self.seated)
    }
    pub(crate) fn page(&self) -> Page {
        self.screen.page
    }
    pub(crate) fn say(&mut self, line: impl AsRef<str>) {
        self.screen.say(line);
    }
    /// Prints why a line was refused.
    pub(crate) fn refuse(&mut self, why: &str) {
        self.was_refused = true;
        self.screen.refuse(why);
    }
    /// Returns the position as the viewer sees it, without figures.
    pub(crate) fn context(&self) -> ViewContext<'_> {
        self.session.context(self.viewer())
    }

    /// Returns the text before the line, such as `red> `, without and with the side's colour.
    pub(super) fn line_prompt(&self) -> (String, String) {
        let uncolored = |text: String| (text.clone(), text);
        if self.screen.has_waiting_table() {
            let text = "Enter shows the table, or type the next line> ";
            return (text.to_owned(), self.page().dim(text));
        }
        let table = self.table();
        if table.is_looking_back() {
            return uncolored(format!("event {}> ", table.shown_event()));
        }
        let board = table.board();
        if let Some(request) = table.chance_prompt() {
            return uncolored(chance::line_prompt(board, request));
        }
        match table.asked() {
            Some(side) => {
                let id = &board.sides[side.index()].id;
                let sides = board.sides.iter().map(|side| side.id.as_str());
                (format!("{id}> "), format!("{}> ", self.page().side(sides, id, id)))
            }
            None if table.is_over() => uncolored("over> ".to_owned()),
            None => uncolored("stopped> ".to_owned()),
        }
    }

    /// Handles a line. Takes up changed rules first.
    pub(crate) fn handle(&mut self, line: &str) -> Flow {
        let old_question = self.chance_question();
        if !self.take_up_rules(line) {
            return Flow::Continue;
        }
        let question = self.chance_question();
        if old_question.is_some() && old_question != question {
            self.say("the new rules ask a different question, so your line was not played");
            return Flow::Continue;
        }
        if question.is_some() {
            self.enter_chance(line);
        } else {
            self.answer_or_run(line);
        }
        if self.leaves { Flow::Quit } else { Flow::Continue }
    }

    /// Plays a line, answers a question, or runs a command.
    fn answer_or_run(&mut self, line: &str) {
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

    /// Runs a command and shows its reply.
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

    /// Asks for a second `quit` if the game has no record. A pipe quits at once.
    fn confirm_quit(&mut self, text: &str, line: &str) {
        let event = self.table().current_event();
        if !self.screen.is_typed || self.asked_to_quit == Some(event) {
            self.leaves = true;
            return;
        }
        self.asked_to_quit = Some(event);
        debug_assert_eq!(line, "quit");
        self.say(text);
    }

    /// Plays a line and shows the reply.
    pub(crate) fn play(&mut self, line: &str) {
        if let Some(why) = self.row_numbers.problem(self.choice_id(), self.table().row_words().len(), line) {
            return self.refuse(&why);
        }
        let (viewer, asked) = (self.viewer(), self.table().asked());
        let reply = self.session.play(viewer, line);
        if let Some(replaced_answer) = reply.replaced_answer() {
            self.screen.done(&replaced_answer.text);
            self.moved_to_stage(asked, replaced_answer.event);
        }
        self.show(reply);
    }

    /// Handles an empty line: plays the only row or the default row.
    fn enter(&mut self) {
        if self.table().is_looking_back() {
            return self.look_at_next();
        }
        if let Some(why) = self.session.stuck_reason() {
            return self.refuse(&why);
        }
        let rows = self.table().row_words().len();
        if !self.screen.is_typed {
            // An empty line of a pipe plays nothing.
            let viewer = self.viewer();
            let Some(choice) = view::choice(self.table(), viewer) else { return };
            let line = format!("{}; `?` lists {}", rows::question(self.page(), &choice), rows::pronoun(&choice));
            return self.say(line);
        }
        match self.table().choice().and_then(|choice| choice.default).or((rows == 1).then_some(0)) {
            // Plays the row as the typed number `#2` would, with the forced answers after it.
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
        /// More bot answers, without a person's answer between them, indicate an endless game.
        const MAX_ANSWERS: usize = 200_000;
        let (mut answers, mut search) = (0, None);
        while answers < MAX_ANSWERS {
            let step = self.session.let_bot_answer();
            // Ctrl-C ends a search with the best answer so far.
            match step {
                BotStep::Thinking => search = search.or_else(|| Some(super::interrupt::cancellable_query())),
                _ => search = None,
            }
            for note in self.session.bots.take_notes() {
                self.say(&note);
            }
            match step {
                BotStep::Thinking => {}
                BotStep::Answered | BotStep::Failed { is_first: false, .. } => answers += 1,
                BotStep::NotItsTurn => return,
                BotStep::Failed { side, why, is_first: true } => {
                    let name = &self.table().board().sides[side.index()].id;
                    // The message may name hidden cards, because rules see everything.
                    let text = match self.viewer().sees_all() {
                        true => format!("a rule failed when {name} answered: {why}"),
                        false => format!("a rule failed when {name} answered (a game begun with `--open` shows how)"),
                    };
                    self.screen.warn(&text);
                }
                BotStep::Replaced { side, report } => {
                    self.refuse(&report);
                    if self.table().human_seats().len() == 1 && self.table().seats[side.index()] == Seat::Human {
                        self.seated = Some(side);
                    }
                }
                BotStep::Unwritten(error) => {
                    // The bot keeps its seat and continues once the record can be written.
                    let viewer = self.viewer();
                    let reply = self.session.refuse(viewer, error);
                    return self.show(reply);
                }
                BotStep::GaveUp { side, .. } => {
                    let name = self.table().board().sides[side.index()].name.clone();
                    self.refuse(&format!("{name} cannot go on by itself: a person takes the seat"));
                    if self.table().human_seats().len() == 1 {
                        self.seated = Some(side);
                    }
                    return;
                }
            }
        }
    }

    /// Returns the side whose player must take over the keyboard before the game goes on.
    pub(crate) fn hand_over(&mut self) -> Option<SideId> {
        if self.session.begin_to_share() {
            // Until now all players have read the same reports.
            let last_event = self.screen.reported.last().copied().unwrap_or_default();
            self.screen.reported.fill(last_event);
        }
        let table = self.table();
        let asked = table.asked().filter(|_| !table.is_looking_back())?;
        let is_seated = self.seated.is_some_and(|seated| self.session.seat_of(seated).has(asked));
        (self.session.is_keyboard_shared() && !is_seated && table.seats[asked.index()] == Seat::Human).then_some(asked)
    }
    /// If the players of two sides have the same information, lets the other player answer without a hand-over. Returns
    /// whether it did.
    pub(crate) fn stay_seated(&mut self, side: SideId) -> bool {
        if !self.seated.is_some_and(|seated| self.session.know_alike(seated, side)) {
            return false;
        }
        // Both players have read the screen.
        let last_event = self.screen.reported[self.reader()];
        self.seated = Some(side);
        self.initial.clear();
        let reader = self.reader();
        self.screen.reported[reader] = last_event;
        true
    }
    /// Notes that the player of a side is at the keyboard now.
    pub(crate) fn sit_down(&mut self, side: SideId) {
        self.seated = Some(side);
        self.screen.redraw();
        self.initial.clear();
    }
    /// Returns the sides that the player of a side answers for.
    pub(crate) fn seat_of(&self, side: SideId) -> Sides {
        self.session.seat_of(side)
    }

    /// Returns the index in [`Screen::reported`] of the current reader: a side, or everyone together.
    pub(super) fn reader(&self) -> usize {
        match self.viewer().sides().first() {
            Some(side) if self.table().human_seats().len() == 1 || self.session.is_keyboard_shared() => side.index(),
            _ => self.screen.reported.len() - 1,
        }
    }

    /// Shows what happened, and the question. Redraws the whole position if another player moves or a new step starts.
    pub(crate) fn update(&mut self) {
        let asks_for_chance = self.table().chance_prompt().is_some();
        if asks_for_chance {
            self.report();
        }
        self.show_chance_question();
        if asks_for_chance {
            return;
        }
        let here = self.table().shown_event();
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
        if let Some(why) = self.session.stuck_reason() {
            self.screen.drawn = Some(now);
            return self.refuse(&why);
        }
        if self.table().is_over() {
            return self.show_end_once(now);
        }
        self.screen.is_end_reported = false;
        let pending = view::pending_actions(self.table()).pop();
        let is_same_stage = !self.is_redrawn_for(&now, pending.as_ref(), is_elsewhere);
        let state = view::state_lines(&self.context());
        let mut used_lines = 0;
        if is_same_stage && is_on_path {
            // List the changes here unless the report lists them already.
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
            // The cost so far is shown below the position, so it needs a free line.
            let below = usize::from(self.cost_so_far(pending.as_ref()).is_some());
            used_lines = self.draw_table(&standing, above + below) + above;
        }
        self.screen.drawn_state = state;
        self.screen.drawn = Some(now);
        if used_lines > 0 && self.page().height >= brevity::TALL {
            self.say("");
            used_lines += 1;
        }
        self.warn_of_failed_offers();
        if is_same_stage && is_on_path || self.session.drawn_table != DrawnTable::Full {
            used_lines += self.tell_resolved_card();
        }
        let standing = self.standing_line();
        // Three lines are for the question, a hint and the text before the next line.
        self.list_rows_after(pending.as_ref(), &standing, self.page().height.saturating_sub(used_lines + 3));
    }

    /// Shows the text of the card that is being resolved, which the question is about. Returns the number of lines.
    fn tell_resolved_card(&mut self) -> usize {
        let view = self.session.view(self.viewer());
        let lines = cards::resolved_card(&DrawContext::new(&view, self.screen.page));
        self.screen.say_all(lines.iter().cloned());
        lines.len()
    }

    /// Warns of standing actions whose offer has begun to fail.
    fn warn_of_failed_offers(&mut self) {
        let viewer = self.viewer();
        let failed = self.session.standing_failures(viewer);
        let old = std::mem::replace(&mut self.failed_offers, failed.clone());
        failed.iter().filter(|text| !old.contains(text)).for_each(|text| self.screen.warn(text));
    }

    /// Shows the end of the game, unless it is on the screen already.
    fn show_end_once(&mut self, now: Drawn) {
        let is_redrawn = self.screen.drawn.replace(now).is_none();
        if !std::mem::replace(&mut self.screen.is_end_reported, true) || is_redrawn {
            self.show_end();
        }
    }

    /// Whether to redraw the whole position, because another side moves or acted, or because a new step started.
    fn is_redrawn_for(&self, now: &Drawn, pending: Option<&PendingAction>, is_elsewhere: bool) -> bool {
        let Some(drawn) = &self.screen.drawn else { return true };
        // While the action that was in progress at the last drawing goes on, only changes are shown.
        if pending.is_some_and(|pending| pending.contains_event(self.table(), drawn.event)) {
            return false;
        }
        let since = self.table().path().into_iter().filter(|event| *event > drawn.event);
        let is_same = (drawn.asked, &drawn.stage) == (now.asked, &now.stage)
            && since.into_iter().all(|event| self.stage(event) == now.stage);
        !is_same || is_elsewhere
    }

    /// Draws the position, as much of it as the player has set, and keeps `free_lines` lines of the page free. Returns
    /// the number of lines drawn.
    fn draw_table(&mut self, standing: &str, free_lines: usize) -> usize {
        if self.session.drawn_table == DrawnTable::Nothing {
            return 0;
        }
        let viewer = self.viewer();
        let view = self.session.view(viewer);
        let context = DrawContext::new(&view, self.screen.page).with_stable_layout(&self.screen.stable_layout);
        if self.session.drawn_table == DrawnTable::Changed {
            let groups = display::groups(&context);
            if let Some(drawn) = self.screen.drawn_groups.replace(groups.clone()) {
                let changed = groups.into_iter().filter(|group| !drawn.contains(group));
                let text = display::header(&context).into_iter().chain(changed).collect::<Vec<_>>().join("\n");
                self.say(&text);
                return text.lines().count();
            }
        }
        let (lines, layout) = display::screen_with_layout(&context.below(free_lines), standing);
        self.screen.stable_layout = layout;
        let drawn_lines = lines.len();
        self.screen.say_table(lines);
        drawn_lines
    }

    /// Returns the stage of play at an event: the outermost step with its arguments, and the face-up cards. When the
    /// stage changes, the screen shows the whole position again.
    fn stage(&self, event: usize) -> String {
        let node = &self.table().nodes()[event];
        let (board, position) = (&node.program.board, &*node.position());
        let Some(frame) = position.open_steps().first() else { return String::new() };
        let args = frame.args.iter().map(|arg| Viewer::OPEN.plain_text(board, position, arg));
        let face_up = (0..board.piles.len()).filter(|pile| board.piles[*pile].shows_card_text);
        let cards = face_up.flat_map(|pile| {
            let cards = position.pile(PileId::new(pile));
            cards.iter().map(|card| format!("{pile}:{card}")).collect::<Vec<_>>()
        });
        let parts: Vec<String> = [board.labels[frame.step].clone()].into_iter().chain(args).chain(cards).collect();
        parts.join(" ")
    }

    /// Notes that the game went back or forth to `event`. If the same side is to move, the next update shows only
    /// changes, not the whole position.
    pub(crate) fn moved_to_stage(&mut self, asked: Option<SideId>, event: usize) {
        let stage = self.stage(event);
        let is_same_side = self.table().asked() == asked;
        if let Some(drawn) = self.screen.drawn.as_mut().filter(|_| is_same_side) {
            drawn.stage = stage;
        }
        let reader = self.reader();
        self.screen.reported[reader] = event;
    }

    /// Shows the question, the standing actions and the rows in at most `room` lines.
    pub(crate) fn list_rows(&mut self, room: usize) {
        let standing = self.standing_line();
        self.list_rows_asked(&standing, room);
    }
    /// Shows the question, the given line of standing actions, and the rows in at most `room` lines.
    pub(crate) fn list_rows_asked(&mut self, standing: &str, room: usize) {
        let pending = view::pending_actions(self.table()).pop();
        self.list_rows_after(pending.as_ref(), standing, room);
    }
    fn list_rows_after(&mut self, pending: Option<&PendingAction>, standing: &str, room: usize) {
        let viewer = self.viewer();
        let Some(choice) = view::choice_with_reasons(&mut self.session.table, viewer) else { return };
        let so_far = self.cost_so_far(pending).map(|line| clip(&line, self.page().width));
        let mut lines = rows::rows(self.page(), &choice, standing, room.saturating_sub(so_far.iter().len()));
        lines.splice(0..0, so_far.map(|line| self.page().dim(&line)));
        self.number_rows(&lines);
        self.screen.say_all(lines);
    }
    /// Returns the event of the current choice, and the side that is to move.
    pub(super) fn choice_id(&self) -> (usize, Option<SideId>) {
        (self.table().shown_event(), self.table().asked())
    }
    /// Adds the numbers in text lines that were shown for the current choice.
    pub(crate) fn number_rows(&mut self, lines: &[String]) {
        self.row_numbers.add(self.choice_id(), lines);
    }
    /// Returns the standing actions in one text line.
    pub(crate) fn standing_line(&mut self) -> String {
        let viewer = self.viewer();
        self.session.standing_line(viewer)
    }

    /// Notes whether a refusal says that the record cannot be written. The exit code depends on it.
    pub(super) fn note_problem(&mut self, problem: Option<&Problem>) {
        self.is_unwritten |= matches!(problem, Some(Problem::Unwritten(_)));
    }
}
