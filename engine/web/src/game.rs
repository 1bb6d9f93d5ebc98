//! The game's thread. It handles one input after another, and lets bots answer in between.

use crate::downloads::Downloads;
use crate::drawing::Drawing;
use crate::frame::Frame;
use crate::keys::Keys;
use crate::layout_problems::LayoutProblems;
use crate::legend_json::legend_json;
use crate::message::Message;
use crate::output::Output;
use crate::publisher::{Publisher, Subscription};
use crate::rate_limit::{QUERY_TIME_LIMIT, RateLimit, Requester, StateKey};
use crate::replies::{self, notice};
use crate::role::Role;
use crate::view_counts::ViewCounts;
use crate::worker::{Query, Worker};
use cardwright_content::Diagnostic;
use cardwright_layout::Picture;
use cardwright_script::{TimeUsed, with_time_limit};
use cardwright_session::{
    BotStep, Completed, Cost, FileChange, Reply, Session, Typed, Viewer, outdated_name, word_start,
};
use cardwright_state::SideId;
use cardwright_table::Seat;
use cardwright_view::{Decisions, Legend, history};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// A game to serve.
pub struct ServedGame {
    /// The session with the game.
    pub session: Session,
    /// Whether rules are reloaded when their files change.
    pub is_watched: bool,
    /// Prints a message in the terminal of the server.
    pub report: Box<dyn FnMut(&str)>,
}

/// A message to the game's thread.
#[derive(Debug)]
pub(crate) enum Input {
    /// A page opened a link.
    Joined {
        /// The number of the socket.
        socket: u64,
        role: Role,
        /// The queue for replies to the page.
        out: Sender<Output>,
        /// The number of completions that the page has requested.
        completions: Arc<AtomicU64>,
    },
    /// A message of a page.
    Message(u64, Message),
    /// A socket was closed.
    Left(u64),
    /// Files of the packs changed.
    FilesChanged(FileChange),
    /// Wakes the game, so that it notices the shutdown.
    Wake,
    /// Ends the game's thread.
    Stop,
}

/// An open socket, as the game's thread knows it.
#[derive(Debug)]
struct Socket {
    role: Role,
    /// The side that the host answers for, or `None` for the side to move.
    host_side: Option<SideId>,
    out: Sender<Output>,
    /// The number of completions that the page has requested.
    completions: Arc<AtomicU64>,
    /// The number of completions that the game has taken from the queue.
    completions_taken: u64,
}

/// The notice after the last error of a layout was corrected.
const MAP_REPAIRED: &str = "the layout of the map has no errors any more";

/// The pictures of the current layout, shared with the HTTP routes.
pub(crate) type Pictures = Arc<Mutex<Arc<[Picture]>>>;

/// The state that pages show: the current event, the number of events, the number of notes on the current event, and
/// the seats. If it changes, the pages must be updated.
type ShownState = (usize, usize, usize, Vec<Seat>);

/// The game and its pages.
pub(crate) struct Game {
    pub(crate) session: Session,
    /// Whether rules are reloaded when their files change.
    pub(crate) is_watched: bool,
    /// Prints a message in the terminal of the server.
    report: Box<dyn FnMut(&str)>,
    pub(crate) keys: Keys,
    drawing: Drawing,
    pictures: Pictures,
    /// Files that the host can download.
    pub(crate) downloads: Arc<Downloads>,
    counts: ViewCounts,
    publishers: Vec<Publisher>,
    sockets: BTreeMap<u64, Socket>,
    worker: Worker,
    rate_limit: RateLimit,
    /// Notices for a host whose page opens later.
    host_notices: Vec<String>,
    /// The last notice to the host about a rule that failed while a player or bot answered.
    failed_rule: Option<String>,
    /// The figures whose script fails now, and the error of each.
    failed_figures: BTreeMap<String, String>,
    /// Whether the packs had errors when they were last read.
    pub(crate) packs_have_errors: bool,
    /// Whether the layout had errors when it was last read.
    layout_has_errors: bool,
    /// The state that was published last.
    shown: ShownState,
    /// Whether bots wait until the record can be written.
    pub(crate) bots_wait: bool,
}

impl Game {
    pub(crate) fn new(
        served: ServedGame,
        roles: &[Role],
        keys: Keys,
        counts: &ViewCounts,
        log_version: u64,
        keep_secrets: bool,
    ) -> Game {
        let ServedGame { mut session, is_watched, report } = served;
        session.keep_secrets = keep_secrets;
        let (drawing, problems) = draw(&session);
        let problems = layout_problems(&session, &problems, false);
        let publishers = roles.iter().map(|role| Publisher::new(*role, log_version, counts.text_counter())).collect();
        let mut game = Game {
            session,
            is_watched,
            report,
            keys,
            pictures: Arc::new(Mutex::new(drawing.pictures().into())),
            packs_have_errors: false,
            layout_has_errors: drawing.has_errors(),
            drawing,
            downloads: Arc::default(),
            host_notices: Vec::new(),
            failed_rule: None,
            failed_figures: BTreeMap::new(),
            shown: ShownState::default(),
            counts: counts.clone(),
            publishers,
            sockets: BTreeMap::new(),
            worker: Worker::default(),
            rate_limit: RateLimit::default(),
            bots_wait: false,
        };
        game.report_layout_problems(problems);
        game.greet();
        game.show();
        game
    }

    /// Creates a subscription for each role.
    pub(crate) fn subscriptions(&self) -> Vec<(Role, Subscription)> {
        self.publishers.iter().map(|publisher| (publisher.role, publisher.subscribe())).collect()
    }

    /// Runs until the server stops. Returns whether [`Input::Stop`] has been received.
    pub(crate) fn run(&mut self, inputs: &Receiver<Input>, is_ending: &AtomicBool) -> bool {
        loop {
            if is_ending.load(Ordering::Relaxed) {
                return false;
            }
            self.session.bots.dismiss_programs(&self.session.table);
            let is_bots_turn = !self.bots_wait && self.session.is_bots_turn();
            let input = match is_bots_turn {
                true => inputs.try_recv(),
                false => inputs.recv().map_err(|_| TryRecvError::Disconnected),
            };
            match input {
                Ok(Input::Stop) | Err(TryRecvError::Disconnected) => return true,
                Ok(input) => self.handle(input),
                Err(TryRecvError::Empty) => self.let_bot_answer(),
            }
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Joined { socket, role, out, completions } => {
                self.sockets.insert(socket, Socket { role, host_side: None, out, completions, completions_taken: 0 });
                if role == Role::Host {
                    let figures = self.failed_figures.iter().map(|(name, why)| figure_failure(name, why));
                    let rule = self.failed_rule.iter().cloned();
                    let texts = self.host_notices.iter().cloned().chain(figures).chain(rule);
                    let notices: Vec<String> = texts.map(|text| notice("error", &text)).collect();
                    notices.into_iter().for_each(|notice| self.send_text(socket, notice));
                }
            }
            Input::Left(socket) => {
                self.sockets.remove(&socket);
                self.rate_limit.forget(socket);
            }
            Input::Message(socket, message) => self.handle_message(socket, message),
            Input::FilesChanged(change) => self.files_changed(change),
            Input::Wake | Input::Stop => {}
        }
    }

    fn handle_message(&mut self, socket: u64, message: Message) {
        let Some(Socket { role, host_side, .. }) = self.sockets.get(&socket) else { return };
        let (role, host_side) = (*role, *host_side);
        self.session.table.stop_looking_back();
        let viewer = role.viewer(&self.session.table, host_side, self.session.is_laid_open());
        let requester = Requester { role, socket };
        match message {
            Message::Line { number, event, line } => {
                if let (Typed::Command(..), Some(note)) = (self.parse(viewer, &line), outdated_name(&line)) {
                    self.send_text(socket, notice("done", &note));
                }
                if let Some(reply) = self.handle_line(requester, viewer, number, event, &line) {
                    if let Some(replaced) = reply.replaced_answer() {
                        self.send_text(socket, notice("done", &replaced.text));
                    }
                    self.send_text(socket, replies::message(&reply, number));
                }
            }
            Message::Complete { number, text } => {
                let message = self.complete(requester, viewer, number, &text);
                self.send_text(socket, message);
            }
            Message::Look(None) => self.send(socket, Output::Live),
            Message::Look(Some(event)) => {
                let state = self.state_key();
                let out = match self.rate_limit.check(requester, "look", state) {
                    Ok(()) => {
                        let (out, used) = with_time_limit(QUERY_TIME_LIMIT, || self.look_at(role, viewer, event));
                        // If a figure ran too long, the next `look` is still allowed, because that figure is not
                        // computed again.
                        self.rate_limit.charge(requester, "look", state, TimeUsed { was_stopped: false, ..used });
                        out
                    }
                    Err(refusal) => Output::Text(replies::error(&refusal.text(), None)),
                };
                self.send(socket, out);
            }
            Message::Seat(side) => {
                if let Err(why) = self.set_host_side(requester, side.as_deref()) {
                    self.send_text(socket, replies::error(&why, None));
                }
            }
        }
    }

    /// Runs a line and returns the reply, or `None` if the worker will reply later.
    fn handle_line(
        &mut self,
        requester: Requester,
        viewer: Viewer,
        number: u64,
        event: Option<usize>,
        line: &str,
    ) -> Option<Reply> {
        let (before, cost) = (self.state_key(), self.cost(viewer, line));
        if cost.is_limited
            && let Err(refusal) = self.rate_limit.check(requester, line, before)
        {
            return Some(Reply::refused(refusal.text()));
        }
        if cost.is_for_worker {
            return self.ask_worker(requester.socket, number, viewer, line);
        }
        let limit = if cost.is_query { QUERY_TIME_LIMIT } else { Duration::MAX };
        let (reply, used) = with_time_limit(limit, || {
            let reply = self.run_line(requester.role, viewer, event, line);
            if self.shown_state() != self.shown {
                self.bots_wait = false;
                self.show();
            }
            reply
        });
        // The time of an answer is not charged, because the other players wait for the answer.
        if used.was_stopped || self.session.table.nodes().len() <= before.1 {
            self.rate_limit.charge(requester, line, before, used);
        }
        Some(reply)
    }

    /// Returns the message with the words that may be typed next. If the page has requested a newer completion since,
    /// the message has no words.
    fn complete(&mut self, requester: Requester, viewer: Viewer, number: u64, text: &str) -> String {
        let is_newest = self.sockets.get_mut(&requester.socket).is_some_and(|socket| {
            socket.completions_taken += 1;
            socket.completions_taken >= socket.completions.load(Ordering::Relaxed)
        });
        let (state, query) = (self.state_key(), format!("complete {}", &text[..word_start(text)]));
        if !is_newest || self.rate_limit.check(requester, &query, state).is_err() {
            return replies::completed(&Completed::default(), number);
        }
        let (completed, used) = with_time_limit(QUERY_TIME_LIMIT, || self.session.complete(viewer, text));
        self.rate_limit.charge(requester, &query, state, used);
        replies::completed(&completed, number)
    }

    fn state_key(&self) -> StateKey {
        let table = &self.session.table;
        (table.current_event(), table.nodes().len(), table.program().content.hash)
    }

    /// Passes a line to the worker. Returns a refusal if the worker cannot take the line.
    fn ask_worker(&mut self, socket: u64, number: u64, viewer: Viewer, line: &str) -> Option<Reply> {
        // A command that the viewer may not use is refused without the worker.
        if let Typed::Command(command, _) = self.parse(viewer, line)
            && let Err(why) = self.session.may_run(command, viewer)
        {
            return Some(Reply::refused(why));
        }
        let out = self.sockets.get(&socket)?.out.clone();
        let copy = Box::new(self.session.copy());
        self.worker.ask(Query { socket, out, number, viewer, line: line.to_owned(), copy }).err().map(Reply::refused)
    }

    fn shown_state(&self) -> ShownState {
        let table = &self.session.table;
        let notes = table.nodes()[table.current_event()].notes.len();
        (table.current_event(), table.nodes().len(), notes, table.seats.clone())
    }

    /// Sets the side that the host answers for. `None` means the side to move.
    fn set_host_side(&mut self, requester: Requester, side: Option<&str>) -> Result<(), String> {
        if requester.role != Role::Host {
            return Err("only the host answers for others".to_owned());
        }
        let host_side = match side {
            Some(side) => Some(self.session.table.board().side(side).ok_or_else(|| format!("unknown side `{side}`"))?),
            None => None,
        };
        if let Some(socket) = self.sockets.get_mut(&requester.socket) {
            socket.host_side = host_side;
        }
        Ok(())
    }

    /// Lets the bot whose turn it is answer once. The pages are updated after each answer.
    fn let_bot_answer(&mut self) {
        match self.session.let_bot_answer() {
            BotStep::NotItsTurn | BotStep::Thinking | BotStep::Failed { .. } => {}
            BotStep::Answered => {
                self.failed_rule = None;
                for note in self.session.bots.take_notes() {
                    self.notify_all("info", &note);
                }
                self.show();
            }
            BotStep::Unwritten(error) => {
                self.bots_wait = true;
                let reply = self.session.refuse(Viewer::OPEN, error);
                self.report_problem(Role::Host, &reply);
            }
            BotStep::Replaced { report, .. } => {
                self.notify_all("error", &report);
                self.show();
            }
            BotStep::GaveUp { side, why } => {
                let name = self.session.table.board().sides[side.index()].name.clone();
                if let Some(why) = why {
                    self.report_failed_rule(format!("a rule failed when {name} answered: {why}"));
                }
                self.notify_all("error", &format!("{name} cannot go on by itself: a person takes the seat"));
                self.show();
            }
        }
    }

    /// Draws the map again and reports the problems of its layout. Returns whether the map changed.
    pub(crate) fn redraw(&mut self) -> bool {
        let (drawing, problems) = draw(&self.session);
        let had_errors = std::mem::replace(&mut self.layout_has_errors, drawing.has_errors());
        let keeps_map = self.drawing.is_kept_over(&drawing);
        let problems = layout_problems(&self.session, &problems, keeps_map);
        if keeps_map {
            self.report_layout_problems(problems);
            return false;
        }
        let is_new = drawing.scene() != self.drawing.scene() || drawing.pictures() != self.drawing.pictures();
        *self.pictures.lock().unwrap_or_else(PoisonError::into_inner) = drawing.pictures().into();
        self.drawing = drawing;
        self.report_layout_problems(problems);
        if had_errors && !self.layout_has_errors {
            self.notify_host("mended", MAP_REPAIRED);
            (self.report)(MAP_REPAIRED);
        }
        is_new
    }

    /// Notifies the host of the problems of the layout now, and a host whose page opens later. If the layout is not
    /// used, also prints the problems in the terminal.
    fn report_layout_problems(&mut self, problems: LayoutProblems) {
        let LayoutProblems { text, is_unused } = problems;
        if let Some(text) = &text {
            self.notify_host("error", text);
            if is_unused {
                (self.report)(text);
            }
        }
        self.host_notices = text.into_iter().collect();
    }

    /// Notifies the host of a rule that failed while a player or bot answered. Does not repeat the last such notice.
    pub(crate) fn report_failed_rule(&mut self, text: String) {
        if self.failed_rule.as_ref() != Some(&text) {
            self.notify_host("error", &text);
            self.failed_rule = Some(text);
        }
    }

    /// Forgets the last failure of a rule after a successful answer, so that the host is notified of the next failure.
    pub(crate) fn clear_failed_rule(&mut self) {
        self.failed_rule = None;
    }

    /// Sends a new greeting and the whole view to every page, because the rules or the map changed.
    pub(crate) fn restart_pages(&mut self) {
        self.publishers.iter_mut().for_each(Publisher::reset);
        self.failed_rule = None;
        self.failed_figures.clear();
        self.greet();
        self.show();
    }

    /// Notifies the host of figures whose script has begun to fail. Pages show `?` instead of the values of such
    /// figures.
    fn report_failed_figures(&mut self, failed: BTreeMap<String, String>) {
        let is_new = |(name, why): &(&String, &String)| self.failed_figures.get(*name) != Some(*why);
        let texts: Vec<String> = failed.iter().filter(is_new).map(|(name, why)| figure_failure(name, why)).collect();
        texts.iter().for_each(|text| self.notify_host("error", text));
        self.failed_figures = failed;
    }

    /// The current pictures. A change of the layout replaces them.
    pub(crate) fn pictures(&self) -> Pictures {
        self.pictures.clone()
    }

    /// The current drawing of the map.
    pub(crate) fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Adds a notice for a host whose page opens later.
    pub(crate) fn notify_host_later(&mut self, text: &str) {
        self.host_notices.push(text.to_owned());
    }

    /// Sets the greeting, which is the first message to every page: the names, the scene, the role, and the
    /// commands that run rules.
    fn greet(&mut self) {
        let table = &self.session.table;
        let legend = self.drawing.legend();
        let scene = self.drawing.scene();
        let board = table.board();
        let scenario = table.program().content.scenario(&table.scenario).map_or(&table.scenario, |s| &s.name);
        let id = |side: SideId| board.sides[side.index()].id.clone();
        let record = table.record_path().and_then(|record| record.file_stem()?.to_str());
        for publisher in &mut self.publishers {
            let viewer = publisher.role.viewer(table, None, false);
            let (role, side) = match publisher.role {
                Role::Host => ("host", None),
                Role::Side(side) => ("side", Some(id(side))),
                Role::Spectator => ("spectator", None),
            };
            let sides: Vec<String> = viewer.answers_for().iter().map(id).collect();
            // The page delays these commands, because the server limits how often they may be sent.
            let queries = self.session.commands(viewer).filter(|command| command.cost != Cost::Instant);
            let queries: Vec<&str> = queries.flat_map(|it| [&[it.name], it.aliases].concat()).collect();
            let hello = json!({
                "m": "hello",
                "proto": 3,
                "game": legend.game,
                "title": legend.name,
                "scenario": scenario,
                "open": table.open,
                "you": { "role": role, "side": side, "sides": sides },
                "legend": legend_json(&legend),
                "scene": scene,
                "queries": queries,
                "record": record.filter(|_| publisher.role == Role::Host),
            });
            publisher.greet(&hello);
        }
    }

    /// Publishes the current position to every page.
    pub(crate) fn show(&mut self) {
        if self.session.table.is_over() && !self.session.keep_secrets {
            self.session.lay_open();
        }
        let (is_laid_open, decisions) = (self.session.is_laid_open(), self.session.decisions);
        let table = &mut self.session.table;
        let mut frame = Frame::new(table, &self.drawing, is_laid_open);
        for publisher in &mut self.publishers {
            // Count the view before a page can read it.
            self.counts.count_view();
            let decisions = if publisher.role == Role::Host { decisions } else { Decisions::Concise };
            publisher.show(&mut frame, decisions);
        }
        let failed = frame.failed_figures();
        self.shown = self.shown_state();
        self.report_failed_figures(failed);
    }

    /// Builds the view of the position after an earlier event.
    fn look_at(&mut self, role: Role, viewer: Viewer, event: usize) -> Output {
        let is_laid_open = self.session.is_laid_open();
        let table = &mut self.session.table;
        if !history::may_view_event(table, event, viewer) {
            return Output::Text(replies::error("what others took back is not shown", None));
        }
        if let Err(error) = table.look_back(event) {
            return Output::Text(replies::error(&error.to_string(), None));
        }
        let Some(publisher) = self.publishers.iter().find(|publisher| publisher.role == role) else {
            return Output::Live;
        };
        let view = publisher.past_view(&mut Frame::new(table, &self.drawing, is_laid_open), viewer);
        table.stop_looking_back();
        Output::Past(view)
    }

    fn send_text(&mut self, socket: u64, text: String) {
        self.send(socket, Output::Text(text));
    }

    /// Sends a message to a socket. A socket whose queue is full is closed.
    fn send(&mut self, socket: u64, out: Output) {
        if self.sockets.get(&socket).is_some_and(|socket| socket.out.try_send(out).is_err()) {
            self.sockets.remove(&socket);
        }
    }

    /// Sends a notice to every page.
    pub(crate) fn notify_all(&mut self, kind: &str, text: &str) {
        let message = notice(kind, text);
        self.sockets.retain(|_, socket| socket.out.try_send(Output::Text(message.clone())).is_ok());
    }

    /// Sends a notice to the host's pages.
    pub(crate) fn notify_host(&mut self, kind: &str, text: &str) {
        let message = notice(kind, text);
        let stays_open =
            |socket: &Socket| socket.role != Role::Host || socket.out.try_send(Output::Text(message.clone())).is_ok();
        self.sockets.retain(|_, socket| stays_open(socket));
    }
}

fn figure_failure(name: &str, why: &str) -> String {
    format!("the figure `{name}` fails: {why}")
}

fn layout_problems(session: &Session, problems: &[Diagnostic], keeps_map: bool) -> LayoutProblems {
    let check = {
        let library = session.library.lock().unwrap_or_else(PoisonError::into_inner);
        library.check_command(&session.table.board().game)
    };
    LayoutProblems::new(problems, keeps_map, &check)
}

fn draw(session: &Session) -> (Drawing, Vec<Diagnostic>) {
    let program = session.table.program();
    let packs = session.library.lock().unwrap_or_else(PoisonError::into_inner);
    Drawing::new(&packs.packs, program, &Legend::new(program))
}
