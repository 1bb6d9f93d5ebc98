//! The thread of the game: one message after another, and bots between them.

use crate::aside::{Aside, Question};
use crate::bots::{Bots, Went};
use crate::complete::begun_at;
use crate::draw::Drawing;
use crate::fresh::Read;
use crate::keeper::{Command, Keeper};
use crate::keys::Keys;
use crate::message::Message;
use crate::moment::Moment;
use crate::parcels::Parcels;
use crate::patience::{Asker, Patience, QUESTION, TOO_LONG, Where};
use crate::reader::{Reader, Role};
use crate::reply::{Reply, notice};
use crate::screen::{Look, Screen, Window};
use crate::serve::{Made, Started};
use crate::words::Words;
use crate::wrong_map::WrongMap;
use cardwright_content::Diagnostic;
use cardwright_layout::Picture;
use cardwright_script::{TOO_LONG as RAN_TOO_LONG, Took, within};
use cardwright_state::SideId;
use cardwright_table::Seat;
use cardwright_view::{Decisions, Legend, history};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// What comes in.
#[derive(Debug)]
pub(crate) enum In {
    /// Somebody opened a link.
    Came {
        /// The number of the socket.
        socket: u64,
        /// What the link is for.
        role: Role,
        /// Where replies go.
        out: Sender<Out>,
        /// How often it has asked what may be typed on.
        typed: Arc<AtomicU64>,
    },
    /// A message.
    Said(u64, Message),
    /// The socket is gone.
    Gone(u64),
    /// Files of the packs changed.
    Changed(Read),
    /// Something that the desk is to know of those files.
    Told(String),
    /// The server is to end.
    Ends,
    /// Nothing further is taken.
    Stop,
}

/// What goes out to one reader.
#[derive(Debug)]
pub(crate) enum Out {
    /// A message of its own.
    Text(String),
    /// The table as it was: what is live is not shown until [`Out::Live`].
    Look(Look),
    /// The table as it is.
    Live,
}

#[derive(Debug)]
struct Socket {
    role: Role,
    seat: Option<SideId>,
    out: Sender<Out>,
    typed: Arc<AtomicU64>,
    /// How many of these have been taken from the queue.
    completed: u64,
}

/// What is told once a layout has no error any more.
const MENDED: &str = "what was wrong with the map is mended";

/// The pictures of the layout in force, as the routes have them.
pub(crate) type Pictures = Arc<Mutex<Arc<[Picture]>>>;

/// By what it shows that something was done: where the game is, how many events there are, how many notes there, who sits where.
type Standing = (usize, usize, usize, Vec<Seat>);

/// A game and who looks at it.
pub(crate) struct Game {
    pub(crate) keeper: Box<dyn Keeper>,
    pub(crate) keys: Keys,
    drawn: Drawing,
    pictures: Pictures,
    /// Files that wait for the desk.
    pub(crate) parcels: Arc<Parcels>,
    /// How much the desk is told of sides that rules play.
    pub(crate) decisions: Decisions,
    made: Made,
    screens: Vec<Screen>,
    sockets: BTreeMap<u64, Socket>,
    bots: Bots,
    aside: Aside,
    patience: Patience,
    keep_secrets: bool,
    /// Whether all that was hidden has been shown, the game being over.
    pub(crate) laid_open: bool,
    pub(crate) record: Option<String>,
    /// What the desk is to be told when it comes.
    untold: Vec<String>,
    /// The rule that failed last at a seat, as the desk was told of it.
    failed_rule: Option<String>,
    /// The figures that fail now, and how.
    failed_figures: BTreeMap<String, String>,
    /// Whether the files of the packs, and those of the map, were read last with something wrong in them.
    pub(crate) wrong: (bool, bool),
    /// How the table stood when it was shown last.
    shown: Standing,
    /// Whether bots wait until the record can be written.
    pub(crate) stuck: bool,
}

impl Game {
    pub(crate) fn new(
        started: Started,
        roles: &[Role],
        keys: Keys,
        made: &Made,
        stamp: u64,
        keep_secrets: bool,
    ) -> Game {
        let Started { keeper, bot_seed } = started;
        let table = keeper.look();
        let (drawn, problems) = drawing(keeper.as_ref());
        let problems = wrong_map(keeper.as_ref(), &problems, false);
        let record = table.record_path().and_then(called);
        let screens = roles.iter().map(|role| Screen::new(*role, stamp, made.counts_texts())).collect();
        let mut game = Game {
            keeper,
            keys,
            pictures: Arc::new(Mutex::new(drawn.pictures().into())),
            wrong: (false, !drawn.is_sound()),
            drawn,
            parcels: Arc::default(),
            decisions: Decisions::default(),
            untold: Vec::new(),
            failed_rule: None,
            failed_figures: BTreeMap::new(),
            shown: Standing::default(),
            made: made.clone(),
            screens,
            sockets: BTreeMap::new(),
            bots: Bots::new(bot_seed),
            aside: Aside::default(),
            patience: Patience::default(),
            keep_secrets,
            laid_open: false,
            record,
            stuck: false,
        };
        game.tell_map(problems);
        game.greet();
        game.show();
        game
    }

    /// The windows on it, one for each role.
    pub(crate) fn windows(&self) -> Vec<(Role, Window)> {
        self.screens.iter().map(|screen| (screen.role, screen.window())).collect()
    }

    /// Until it is to end, or nobody is left who could say anything; whether it was stopped.
    pub(crate) fn run(&mut self, from: &Receiver<In>, is_ending: &AtomicBool) -> bool {
        loop {
            if is_ending.load(Ordering::Relaxed) {
                return false;
            }
            let is_bots_turn = !self.stuck && Bots::is_asked(self.keeper.look());
            let came = match is_bots_turn {
                true => from.try_recv(),
                false => from.recv().map_err(|_| TryRecvError::Disconnected),
            };
            match came {
                Ok(In::Stop) | Err(TryRecvError::Disconnected) => return true,
                Ok(came) => self.take(came),
                Err(TryRecvError::Empty) => self.let_bot(),
            }
        }
    }

    fn take(&mut self, came: In) {
        match came {
            In::Came { socket, role, out, typed } => {
                self.sockets.insert(socket, Socket { role, seat: None, out, typed, completed: 0 });
                if role == Role::Desk {
                    let figures = self.failed_figures.iter().map(|(name, why)| figure_fails(name, why));
                    let rule = self.failed_rule.iter().cloned();
                    let untold = self.untold.iter().cloned().chain(figures).chain(rule);
                    let untold = untold.map(|text| notice("error", &text)).collect::<Vec<_>>();
                    untold.into_iter().for_each(|text| self.tell(socket, text));
                }
            }
            In::Gone(socket) => {
                self.sockets.remove(&socket);
                self.patience.forget(socket);
            }
            In::Said(socket, message) => self.said(socket, message),
            In::Changed(read) => {
                self.mend_record();
                self.freshen(read);
            }
            In::Told(text) => self.tell_desk("error", &text),
            In::Ends | In::Stop => {}
        }
    }

    fn said(&mut self, socket: u64, message: Message) {
        let Some(Socket { role, seat, .. }) = self.sockets.get(&socket) else { return };
        let reader = Reader { role: *role, seat: *seat, laid_open: self.laid_open };
        self.keeper.table().look_up();
        match message {
            Message::Line { to, at, line } => {
                self.mend_record();
                if let Some(reply) = self.line_said(socket, reader, to, at, &line) {
                    reply.notice().into_iter().for_each(|notice| self.tell(socket, notice));
                    self.tell(socket, reply.json(Some(to)));
                }
            }
            Message::Complete { to, text } => {
                let reply = self.typed_on(socket, reader, &text);
                self.tell(socket, reply.json(Some(to)));
            }
            Message::Look(None) => self.send(socket, Out::Live),
            Message::Look(Some(event)) => {
                let (at, asker) = (self.where_it_is(), Asker { role: reader.role, socket });
                let out = match self.patience.allows(asker, "look", at) {
                    Ok(()) => {
                        let (out, took) = within(QUESTION, || self.look_at(reader, event));
                        // A figure that was stopped is asked no more, whoever looks.
                        self.patience.count(asker, "look", at, Took { was_stopped: false, ..took });
                        out
                    }
                    Err(later) => Out::Text(Reply::error(later.words()).json(None)),
                };
                self.send(socket, out);
            }
            Message::Seat(side) => {
                let reply = self.take_seat(socket, role_is_desk(reader), side.as_deref());
                if let Some(reply) = reply {
                    self.tell(socket, reply.json(None));
                }
            }
        }
    }

    /// What came of a line; none where it is answered later.
    fn line_said(&mut self, socket: u64, reader: Reader, to: u64, at: Option<usize>, line: &str) -> Option<Reply> {
        let (before, asker) = (self.where_it_is(), Asker { role: reader.role, socket });
        if self.is_bounded(reader, line)
            && let Err(later) = self.patience.allows(asker, line, before)
        {
            return Some(Reply::refused(later.words()));
        }
        let asks = self.asks(line);
        let clock = if asks { QUESTION } else { Duration::MAX };
        let (reply, took) = within(clock, || {
            let reply = self.line(reader, at, line);
            if self.stands() != self.shown {
                self.stuck = false;
                self.show();
            }
            reply
        });
        // An answer is what the others wait for.
        if took.was_stopped || self.keeper.look().nodes().len() <= before.1 {
            self.patience.count(asker, line, before, took);
        }
        match reply.asked_aside() {
            Some(line) => self.ask_aside(socket, to, reader, line.to_owned()),
            None if asks => Some(reply.saying(TOO_LONG, RAN_TOO_LONG)),
            None => Some(reply),
        }
    }

    /// What may be typed on; nothing, where more has been typed since.
    fn typed_on(&mut self, socket: u64, reader: Reader, text: &str) -> Reply {
        let nothing = || Reply::complete("").with("words", &json!([]));
        let is_newest = self.sockets.get_mut(&socket).is_some_and(|it| {
            it.completed += 1;
            it.completed >= it.typed.load(Ordering::Relaxed)
        });
        let (at, asker) = (self.where_it_is(), Asker { role: reader.role, socket });
        let what = format!("complete {}", &text[..begun_at(text)]);
        if !is_newest || self.patience.allows(asker, &what, at).is_err() {
            return nothing();
        }
        let (reply, took) = within(QUESTION, || self.complete(reader, text));
        self.patience.count(asker, &what, at, took);
        reply
    }

    fn where_it_is(&self) -> Where {
        let table = self.keeper.look();
        (table.now(), table.nodes().len(), table.program().content.hash)
    }

    /// A question that is answered while the game goes on; what is said at once, where it is not.
    fn ask_aside(&mut self, socket: u64, to: u64, reader: Reader, line: String) -> Option<Reply> {
        let out = self.sockets.get(&socket)?.out.clone();
        let asked = self.aside.may_ask(socket);
        asked.and_then(|()| self.aside.ask(Question { socket, out, to, reader, line, copy: self.keeper.copy() })).err()
    }

    fn stands(&self) -> Standing {
        let table = self.keeper.look();
        let notes = table.nodes()[table.now()].notes.len();
        (table.now(), table.nodes().len(), notes, table.seats.clone())
    }

    fn take_seat(&mut self, socket: u64, is_desk: bool, side: Option<&str>) -> Option<Reply> {
        if !is_desk {
            return Some(Reply::error("only the desk answers for others"));
        }
        let seat = side.map(|side| self.keeper.look().board().side(side));
        match seat {
            Some(None) => Some(Reply::error(format!("unknown side `{}`", side.unwrap_or_default()))),
            seat => {
                if let Some(socket) = self.sockets.get_mut(&socket) {
                    socket.seat = seat.flatten();
                }
                None
            }
        }
    }

    /// One answer of a bot.
    fn let_bot(&mut self) {
        self.mend_record();
        match self.bots.answer(self.keeper.as_mut()) {
            Went::Nobody | Went::Again => {}
            Went::On => {
                self.failed_rule = None;
                self.show();
            }
            Went::Stuck(error) => {
                self.stuck = true;
                self.tell_unwritten(&error.to_string());
            }
            Went::GaveUp(name, why) => {
                if let Some(why) = why {
                    self.tell_failed(format!("a rule failed when {name} answered: {why}"));
                }
                self.tell_all("error", &format!("{name} cannot go on by itself: a person takes the seat"));
                self.show();
            }
        }
    }

    /// Draws the map anew, if its layout is another now; what is wrong with it is for the desk.
    pub(crate) fn draw(&mut self) -> bool {
        let (drawn, problems) = drawing(self.keeper.as_ref());
        let was_wrong = std::mem::replace(&mut self.wrong.1, !drawn.is_sound());
        let stays = self.drawn.outlives(&drawn);
        let problems = wrong_map(self.keeper.as_ref(), &problems, stays);
        if stays {
            self.tell_map(problems);
            return false;
        }
        let is_new = drawn.scene() != self.drawn.scene() || drawn.pictures() != self.drawn.pictures();
        *self.pictures.lock().unwrap_or_else(PoisonError::into_inner) = drawn.pictures().into();
        self.drawn = drawn;
        self.tell_map(problems);
        if was_wrong && !self.wrong.1 {
            self.tell_desk("mended", MENDED);
            self.keeper.hear(MENDED);
        }
        is_new
    }

    /// What is wrong with the map: now, and to a desk that comes later; where the layout is not in use, at the terminal too.
    fn tell_map(&mut self, wrong: WrongMap) {
        let WrongMap { text, is_unused } = wrong;
        if let Some(text) = &text {
            self.tell_desk("error", text);
            if is_unused {
                self.keeper.hear(text);
            }
        }
        self.untold = text.into_iter().collect();
    }

    /// A rule that failed at a seat is told to the desk too: once, until something else is.
    pub(crate) fn tell_failed(&mut self, text: String) {
        if self.failed_rule.as_ref() != Some(&text) {
            self.tell_desk("error", &text);
            self.failed_rule = Some(text);
        }
    }

    /// An answer went through: what fails from now on is something else.
    pub(crate) fn rules_hold(&mut self) {
        self.failed_rule = None;
    }

    /// Begins every page anew: other rules, or another map.
    pub(crate) fn begin_again(&mut self) {
        self.screens.iter_mut().for_each(Screen::renew);
        self.failed_rule = None;
        self.failed_figures.clear();
        self.greet();
        self.show();
    }

    /// Of each figure that begins to fail, why: pages show `?` in its place.
    fn tell_failed_figures(&mut self, failed: BTreeMap<String, String>) {
        let is_new = |(name, why): &(&String, &String)| self.failed_figures.get(*name) != Some(*why);
        let told: Vec<String> = failed.iter().filter(is_new).map(|(name, why)| figure_fails(name, why)).collect();
        told.iter().for_each(|text| self.tell_desk("error", text));
        self.failed_figures = failed;
    }

    /// The pictures, as they are at any time.
    pub(crate) fn pictures(&self) -> Pictures {
        self.pictures.clone()
    }

    /// How the map is drawn now.
    pub(crate) fn drawn(&self) -> &Drawing {
        &self.drawn
    }

    /// The desk is told when it comes.
    pub(crate) fn tell_later(&mut self, text: &str) {
        self.untold.push(text.to_owned());
    }

    /// What every page begins with.
    fn greet(&mut self) {
        let commands_of = self.commands();
        let table = self.keeper.look();
        let legend = self.drawn.legend();
        let scene = self.drawn.scene();
        let board = table.board();
        let scenario = table.program().content.scenario(&table.scenario).map_or(&table.scenario, |s| &s.name);
        let id = |side: SideId| board.sides[side.at()].id.clone();
        for screen in &mut self.screens {
            let reader = Reader::of(screen.role);
            let (role, side) = match screen.role {
                Role::Desk => ("desk", None),
                Role::Side(side) => ("side", Some(id(side))),
                Role::Watcher => ("watcher", None),
            };
            let sides: Vec<String> = reader.sides(table).iter().map(id).collect();
            let commands: Vec<&Command> = commands_of.iter().filter(|c| c.is_for(screen.role)).collect();
            let hello = json!({
                "m": "hello",
                "proto": 2,
                "game": legend.game,
                "title": legend.name,
                "scenario": scenario,
                "open": table.open,
                "you": { "role": role, "side": side, "sides": sides },
                "legend": Words::of(&legend),
                "scene": scene,
                "commands": commands,
                "record": self.record.as_ref().filter(|_| screen.role == Role::Desk),
            });
            screen.greet(&hello);
        }
    }

    /// Shows the table on every screen.
    pub(crate) fn show(&mut self) {
        let table = self.keeper.table();
        self.laid_open = table.is_over() && !self.keep_secrets;
        let doubt = table.take_doubt();
        let mut moment = Moment::of(table, &self.drawn);
        for screen in &mut self.screens {
            // Before any page can have read it.
            self.made.count();
            let decisions = if screen.role == Role::Desk { self.decisions } else { Decisions::Concise };
            screen.show(&mut moment, self.laid_open, decisions);
        }
        let failed = moment.failed_figures();
        self.shown = self.stands();
        self.tell_failed_figures(failed);
        if let Some(doubt) = doubt {
            self.tell_desk("error", doubt);
        }
    }

    /// The table as it was after an event, for these eyes.
    fn look_at(&mut self, reader: Reader, event: usize) -> Out {
        let table = self.keeper.table();
        if !history::may_look(table, event, reader.audience(table)) {
            return Out::Text(Reply::error("what others took back is not shown").json(None));
        }
        if let Err(error) = table.look_back(event) {
            return Out::Text(Reply::error(error.to_string()).json(None));
        }
        let Some(screen) = self.screens.iter().find(|screen| screen.role == reader.role) else { return Out::Live };
        let look = screen.look(&mut Moment::of(table, &self.drawn), reader);
        table.look_up();
        Out::Look(look)
    }

    fn tell(&mut self, socket: u64, text: String) {
        self.send(socket, Out::Text(text));
    }

    /// Who takes nothing any more is let go.
    fn send(&mut self, socket: u64, out: Out) {
        if self.sockets.get(&socket).is_some_and(|it| it.out.try_send(out).is_err()) {
            self.sockets.remove(&socket);
        }
    }

    /// A notice to all.
    pub(crate) fn tell_all(&mut self, kind: &str, text: &str) {
        let message = notice(kind, text);
        self.sockets.retain(|_, socket| socket.out.try_send(Out::Text(message.clone())).is_ok());
    }

    /// A notice to the desk.
    pub(crate) fn tell_desk(&mut self, kind: &str, text: &str) {
        let message = notice(kind, text);
        let is_there =
            |socket: &Socket| socket.role != Role::Desk || socket.out.try_send(Out::Text(message.clone())).is_ok();
        self.sockets.retain(|_, socket| is_there(socket));
    }
}

fn figure_fails(name: &str, why: &str) -> String {
    format!("the figure `{name}` fails: {why}")
}

/// What a record is called: its file without folder and ending.
pub(crate) fn called(record: &Path) -> Option<String> {
    record.file_stem()?.to_str().map(str::to_owned)
}

fn role_is_desk(reader: Reader) -> bool {
    reader.role == Role::Desk
}

fn wrong_map(keeper: &dyn Keeper, problems: &[Diagnostic], stays: bool) -> WrongMap {
    let check = {
        let library = keeper.library();
        let library = library.lock().unwrap_or_else(PoisonError::into_inner);
        library.check_command(&keeper.look().board().game)
    };
    WrongMap::of(problems, stays, &check)
}

fn drawing(keeper: &dyn Keeper) -> (Drawing, Vec<Diagnostic>) {
    let program = keeper.look().program();
    let library = keeper.library();
    let packs = library.lock().unwrap_or_else(PoisonError::into_inner);
    Drawing::of(&packs.packs, program, &Legend::of(program))
}
