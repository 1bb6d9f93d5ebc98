//! The prompt: people play, ask and change a running game, line by line.

mod ask;
mod begun;
mod beside;
mod commands;
mod complete;
pub(crate) mod display;
mod files;
mod fresh;
mod input;
mod listed;
mod numbered;
mod odds;
mod physical;
mod piped;
mod play;
pub(crate) use play::describe;
mod preview;
mod refusal;
mod renew;
mod requested;
mod resized;
mod review;
#[cfg(feature = "web")]
mod served;
mod session;
mod stopped;
mod summary;
mod time;
mod typed;

#[cfg(test)]
mod tests;

use crate::failure::{FILE, FINDINGS, Failure};
use crate::{out, pager};
use cardwright_script::{Asks, Forced, Program};
use cardwright_table::label::{self, Audience};
use cardwright_table::{Library, Next, Request, Table, line};
use cardwright_view::{Ahead, Decisions, Things, Told, history as view};
use display::history;
use display::paint::{self, Page};
use fresh::Fresh;
use input::{Input, Passing, Read};
pub use physical::Whose;
pub use piped::{Piped, Reply};
use resized::{Resized, Shown};
#[cfg(feature = "web")]
pub(crate) use served::Served;
use session::{Flow, Session};
use std::cell::RefCell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use stopped::Stopped;

/// How the prompt behaves.
#[derive(Debug, Clone, Default)]
pub struct ReplOptions {
    /// Whether the packs' folders are watched and fresh rules taken up as files change.
    pub watch: bool,
    /// Whether one person holds all hands: everything is shown, undo crosses barriers.
    pub open: bool,
    /// Where typed lines are kept between sessions; none keeps nothing.
    pub history: Option<PathBuf>,
    /// The seed of the random players' answers (never part of the game's own chance).
    pub bot_seed: u64,
    /// Whether to colour what is printed to standard output.
    pub color: bool,
    /// Which chance people are asked for.
    pub asks: Asks,
    /// Whose moves are listed, for who moves the pieces on a table.
    pub listed: Whose,
}

/// What happened up to where a game is, event by event with their numbers, and what was noted on other branches; on a terminal
/// broken between words.
pub(crate) fn story(table: &Table, eyes: Audience) -> Vec<String> {
    /// As good as no end.
    const ENDLESS: usize = 1 << 20;
    let page = Page { width: out::width().unwrap_or(ENDLESS), height: ENDLESS, color: out::color() };
    let sides: Vec<&str> = table.board().sides.iter().map(|side| side.id.as_str()).collect();
    let told: Vec<Told> = table.path().iter().map(|n| view::at(table, *n, eyes, Decisions::Concise)).collect();
    let mut lines = history::lines(page, &sides, &told, true);
    let elsewhere: Vec<_> = view::noted(table, eyes).into_iter().filter(|noted| !noted.here).collect();
    if !elsewhere.is_empty() {
        lines.extend(history::notes(page, &elsewhere));
    }
    lines
}

/// What completes each of some typed texts at a table, as these eyes may know it.
pub fn completions(table: &mut Table, eyes: Audience, texts: &[&str]) -> Vec<Vec<String>> {
    let page = Page { width: 80, height: 24, color: false };
    let things = Things::of(table.program()).names();
    let mut completion = complete::Completion::at(page, &things, Ahead::of(table, eyes));
    texts.iter().map(|text| completion.words_at(text).1).collect()
}

/// One answer in so many is played once more by scripts loaded anew.
pub(crate) const PLAYED_TWICE: usize = 13;

/// Plays until the game is left. `library` is where fresh rules are read from.
///
/// Exit codes as the command's: 0 left or over, 1 a line of a piped session was refused, 3 the record
/// cannot be written.
pub fn run(mut table: Table, library: Library, options: ReplOptions) -> ExitCode {
    table.open |= options.open;
    table.ask_for(options.asks);
    table.play_twice(PLAYED_TWICE);
    let typing = input::is_terminal();
    // What several people type who hide their hands from each other is kept nowhere.
    let history = options.history.clone().filter(|_| !session::is_shared(&table));
    let mut input = Input::open(&ReplOptions { history, ..options.clone() });
    let page = input.page(options.color);
    let mut session = Session::new(table, library, page, typing, options.bot_seed, commands::nearest);
    session.physical.listed = options.listed;
    if options.watch {
        watch(&mut session, &mut input);
    }
    session.greet();
    if session::people(&session.table).is_empty() {
        session.bots();
    }
    // The editor asks the same game what may be typed next, while nobody else asks it anything.
    let shared = Rc::new(RefCell::new(session));
    let stopped = Stopped::watching();
    let resized = Resized::watching(input.teller());
    loop {
        stopped.note(shared.borrow().table.record_path().map(Into::into));
        let Some(initial) = ready(&mut shared.borrow_mut(), &mut input, &options) else { break };
        resized.shows(shared.borrow_mut().shown_now());
        if stopped.reads() {
            out::line("Ctrl-C came when the line was done already; `undo` takes an answer back");
        }
        let read = input.read(&shared, &initial);
        stopped.works();
        resized.shows(None);
        let mut session = shared.borrow_mut();
        session.page = input.page(options.color);
        let flow = match read {
            Read::Typed(line) => {
                let line = session.meant(&initial, line);
                session.handle(&line)
            }
            Read::Given(line) => {
                let line = session.continued(&initial, line);
                session.handle(&line)
            }
            Read::Dropped { was_empty } => {
                if was_empty && session.table.request().is_some() {
                    session.withdraw();
                } else if was_empty {
                    session.abandon();
                }
                Flow::Go
            }
            Read::Foreign(why) => {
                session.refuse(why);
                Flow::Go
            }
            Read::End => {
                session.ends_asking();
                // What was refused has been told; what was left open has not.
                if !typing && initial.ends_with(' ') {
                    session.refuse(format!("the session ends in the middle of `{}`", initial.trim()));
                }
                Flow::Quit
            }
        };
        if flow == Flow::Quit {
            break;
        }
    }
    let mut session = shared.borrow_mut();
    session.farewell();
    out::text(&session.take_out());
    code(&session)
}

/// Asks for chance that comes before the first choice, until it is told.
///
/// # Errors
/// Nobody tells it: the game does not start.
pub(crate) fn first(program: &Program, request: &Request) -> Result<Vec<Forced>, Failure> {
    let mut input = Input::open(&ReplOptions::default());
    let (board, typing) = (&program.board, input::is_terminal());
    for line in request.led(program, Audience::Open) {
        out::line(format!("  {line}"));
    }
    let what = request.text(board, Audience::Open);
    let asked = format!("{what}: {}", physical::how(board, request, typing));
    let words: Vec<String> = asked.split(' ').map(str::to_owned).collect();
    paint::flow("?", 2, &words, " ", input.page(false).width).into_iter().for_each(out::line);
    loop {
        let told = match input.read_before(&physical::prompt(board, request)) {
            Read::Typed(line) | Read::Given(line) => {
                let read = physical::read(board, request, line.trim());
                let came = read.as_deref().ok();
                came.and_then(|came| physical::left_to_it(board, request, line.trim(), came))
                    .into_iter()
                    .for_each(out::line);
                read
            }
            Read::Foreign(why) => Err(why.to_owned()),
            // What was typed is dropped, as elsewhere.
            Read::Dropped { was_empty: false } => continue,
            Read::Dropped { was_empty: true } | Read::End => {
                return Err(Failure::Findings(format!("the game does not start: nobody told {what}")));
            }
        };
        match told {
            Ok(came) => return Ok(came),
            Err(why) => out::line(format!("✗ {why}")),
        }
    }
}

/// Lets the bots play and shows what is new: what stands in the next line before anything is typed. None if nobody is there.
fn ready(session: &mut Session, input: &mut Input, options: &ReplOptions) -> Option<String> {
    if let Some(line) = session.back.take() {
        input.bring_back(&line);
        if session.typing {
            session.say(
                session
                    .page
                    .dim(&format!("  ↑ brings back: {}", paint::clip(&line, session.page.width.saturating_sub(17)))),
            );
        }
    }
    session.bots();
    if !pass(session, input) {
        return None;
    }
    session.page = input.page(options.color);
    session.update();
    session.fresh.stands(&session.table);
    // What happened is read before the table takes its place, where both do not fit.
    if let Some(told) = session.read_first() {
        out::text(&told);
        if !input.waits(&session.page.dim("Enter shows the table ")) {
            return None;
        }
    }
    let text = session.take_out();
    match std::mem::take(&mut session.reads_on) && session.typing {
        true => pager::print(&text, session.page.height),
        false => out::text(&text),
    }
    Some(std::mem::take(&mut session.initial))
}

fn code(session: &Session) -> ExitCode {
    match session {
        Session { lost: true, .. } => ExitCode::from(FILE),
        Session { refused: true, typing: false, .. } => ExitCode::from(FINDINGS),
        _ => ExitCode::SUCCESS,
    }
}

/// Watches the packs; that they cannot be watched is said, and no more.
fn watch(session: &mut Session, input: &mut Input) {
    let folders = session.packs.lock().map(|p| p.folders()).unwrap_or_default();
    if folders.is_empty() {
        return;
    }
    let game = session.table.board().game.clone();
    match Fresh::watching(&folders, &session.packs, &game, session.page.color, input.teller()) {
        Ok(fresh) => session.fresh = fresh,
        Err(problem) => session.say(format!("files are not watched ({problem}): `reload` reads them again")),
    }
}

/// Hands the keyboard to whom is asked, if that is another person. False: nobody is there.
fn pass(session: &mut Session, input: &mut Input) -> bool {
    let Some(side) = session.hand_over() else { return true };
    if session.sits_on(side) {
        return true;
    }
    let name = label::side_names(session.table.board(), session.seat_of(side));
    if session.typing {
        // The player who leaves still reads what came of the last line.
        let hides = session.is_news_secret();
        session.news();
        let told = session.take_out();
        let first = |side| session.seat_of(side).first();
        let (from, to) = (session.viewer.and_then(first), first(side).unwrap_or(side));
        let is_there = input.pass(from, to, &Passing { told: &told, hides, name: &name }, session.page);
        session.sit_down(side);
        return is_there;
    }
    session.say(format!("-- {name} --"));
    session.sit_down(side);
    true
}

impl Session {
    /// What a newcomer needs, in a line or two; what happened before anybody was asked.
    fn greet(&mut self) {
        if self.typing {
            let line = self.page.dim("`?` what is legal · Tab completes · `help` the commands · Ctrl-D leaves");
            self.say(line);
        }
        if self.table.here() == 0 {
            self.begin();
        }
    }

    /// What stands on the screen while a person types.
    fn shown_now(&mut self) -> Option<Shown> {
        let shown = self.typing && !self.table.is_over();
        shown.then(|| Shown { view: self.table_seen(), besides: self.besides(), color: self.page.color })
    }

    /// `red> `, plain and in the side's colour.
    fn prompt(&self) -> (String, String) {
        if self.table.is_looking_back() {
            let at = format!("event {}> ", self.table.here());
            return (at.clone(), at);
        }
        let board = self.table.board();
        if let Some(request) = self.table.request() {
            let prompt = physical::prompt(board, request);
            return (prompt.clone(), prompt);
        }
        match self.table.asked() {
            Some(side) => {
                let id = &board.sides[side.at()].id;
                let sides = board.sides.iter().map(|side| side.id.as_str());
                (format!("{id}> "), format!("{}> ", self.page.side(sides, id, id)))
            }
            None => {
                let end = if self.table.is_over() { "over" } else { "stopped" };
                (format!("{end}> "), format!("{end}> "))
            }
        }
    }

    /// A line typed after one that was left open goes on with it, but for a command that does not fit there.
    fn meant(&mut self, open: &str, line: String) -> String {
        let Some(typed) = line.strip_prefix(open).map(str::trim).filter(|_| open.ends_with(' ')) else { return line };
        let Some(first) = line::words(typed).first().copied() else { return line };
        let is_command = typed.starts_with(':') || typed::is_command(first);
        let words = [line::words(open), vec![first]].concat();
        let fits = !matches!(self.table.next_words(&words, Audience::Open, false), Next::Wrong(..));
        if is_command && !fits { typed.to_owned() } else { line }
    }

    /// In a pipe, or of several lines pasted, a line after one that was left open goes on with it if its first word fits there;
    /// else it is another.
    fn continued(&mut self, open: &str, line: String) -> String {
        let joined = format!("{open}{line}");
        let Some(first) = line::words(&line).first().filter(|_| open.ends_with(' ')).copied() else { return line };
        let words = [line::words(open), vec![first]].concat();
        match self.table.next_words(&words, Audience::Open, false) {
            Next::Wrong(..) => line,
            Next::Words(_) | Next::Whole(..) => joined,
        }
    }
}
