//! The prompt: players type lines to play, query and change a game.
//!
//! `cardwright-session` has the commands and their replies. This module reads typed lines and draws replies.

mod chance;
mod completion;
pub(crate) mod display;
mod ending;
mod in_progress;
mod input;
mod interrupt;
mod piped;
mod prompt;
mod render;
mod report;
mod resized;
mod review;
mod row_numbers;
mod rule_changes;
mod screen;
mod terminal;

#[cfg(test)]
mod tests;

use crate::failure::{FILE, FINDINGS, Failure};
use crate::{out, pager};
use cardwright_script::{ForcedOutcome, ManualChance, Program};
use cardwright_session::{DrawnTable, OnFailure, hides_hands, is_command};
use cardwright_table::{ChancePrompt, Library, NextWords, Table, Viewer, label, line};
use cardwright_view::{Decisions, LogEntry, history as view};
pub use chance::ListedMoves;
pub use completion::completions;
use display::history;
use display::paint::{self, Page};
pub(crate) use input::NOT_UTF8;
use input::{Input, LineRead};
use interrupt::Interrupts;
pub use piped::{PipedPrompt, PipedReply};
use prompt::{Flow, Prompt};
use resized::{RedrawOnResize, ShownTable};
use rule_changes::is_command_line;
use std::cell::RefCell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use terminal::HandOver;
pub(crate) use terminal::unreadable;

/// How the prompt behaves.
#[derive(Debug, Clone, Default)]
pub struct ReplOptions {
    /// Whether to watch the folders of packs and reload changed rules.
    pub watch: bool,
    /// Whether the game is open: all hands are visible, and undo crosses barriers.
    pub open: bool,
    /// The history file of typed lines, if there is one.
    pub history: Option<PathBuf>,
    /// The seed of random bots. The game's dice and cards do not depend on it.
    pub bot_seed: u64,
    /// What happens to the side of a program that cannot go on.
    pub on_failure: OnFailure,
    /// Whether standard output shows colour.
    pub color: bool,
    /// Which dice and cards people roll or draw themselves.
    pub manual_chance: ManualChance,
    /// Which changes the prompt lists for a person who moves pieces on a physical table.
    pub listed: ListedMoves,
}

/// Returns the log up to the current event, with event numbers, and the notes on other branches. Wraps it for the
/// terminal.
pub(crate) fn log_text(table: &Table, viewer: Viewer) -> Vec<String> {
    /// A width and height that no log reaches.
    const ENDLESS: usize = 1 << 20;
    let page = Page { width: out::width().unwrap_or(ENDLESS), height: ENDLESS, color: out::color() };
    let sides: Vec<&str> = table.board().sides.iter().map(|side| side.id.as_str()).collect();
    let entries: Vec<LogEntry> = table.path().iter().map(|n| view::at(table, *n, viewer, Decisions::Concise)).collect();
    let mut lines = history::lines(page, &sides, &entries, true);
    let elsewhere: Vec<_> = view::noted(table, viewer).into_iter().filter(|noted| !noted.here).collect();
    if !elsewhere.is_empty() {
        lines.extend(history::notes(page, &elsewhere));
    }
    lines
}

/// Plays until the player quits or the input ends. Reloads use `library`.
///
/// Exit codes: 0 normally, 1 if a line of a pipe was refused, 3 if the record cannot be written.
pub fn run(mut table: Table, library: Library, options: ReplOptions) -> ExitCode {
    table.open |= options.open;
    table.set_manual_chance(options.manual_chance);
    let is_typed = input::is_terminal();
    // If players hide hands from each other, there is no history file, because they could read each other's lines in
    // it.
    let history = options.history.clone().filter(|_| !hides_hands(&table));
    let mut input = Input::open(options.color, history);
    let page = input.page(options.color);
    let mut prompt = Prompt::new(table, library, page, is_typed, options.bot_seed);
    prompt.chance.listed = options.listed;
    prompt.session.bots.on_failure = options.on_failure;
    if options.watch {
        prompt.watch_rules(input.printer());
    }
    prompt.greet();
    if prompt.table().human_seats().is_empty() {
        prompt.let_bots_answer();
    }
    // The editor uses the same game for completion while it reads a line.
    let shared = Rc::new(RefCell::new(prompt));
    let interrupts = Interrupts::watching();
    let redraw = RedrawOnResize::start(input.printer());
    loop {
        interrupts.set_record(shared.borrow().table().record_path().map(Into::into));
        let Some(initial) = ready(&mut shared.borrow_mut(), &mut input, &options) else { break };
        redraw.set_shown(shared.borrow_mut().shown_now());
        if interrupts.begin_reading() {
            out::line("the line was finished before Ctrl-C; `undo` takes an answer back");
        }
        let line = input.read(&shared, &initial);
        interrupts.begin_working();
        redraw.set_shown(None);
        let mut prompt = shared.borrow_mut();
        prompt.screen.page = input.page(options.color);
        if prompt.take(line, &initial) == Flow::Quit {
            break;
        }
    }
    let mut prompt = shared.borrow_mut();
    prompt.farewell();
    out::text(&prompt.screen.take_text());
    exit_code(&prompt)
}

/// Asks a person for the dice and cards that the set-up needs before the first choice.
///
/// # Errors
/// The input ends, so the game does not start.
pub(crate) fn ask_before_start(program: &Program, request: &ChancePrompt) -> Result<Vec<ForcedOutcome>, Failure> {
    let mut input = Input::open(false, None);
    let (board, is_typed) = (&program.board, input::is_terminal());
    for line in request.context_lines(program, Viewer::OPEN) {
        out::line(format!("  {line}"));
    }
    let request_text = request.text(board, Viewer::OPEN);
    let question = format!("{request_text}: {}", chance::how_to_answer(board, request, is_typed));
    let words: Vec<String> = question.split(' ').map(str::to_owned).collect();
    paint::flow("?", 2, &words, " ", input.page(false).width).into_iter().for_each(out::line);
    loop {
        let answer = match input.read_before_start(&chance::line_prompt(board, request)) {
            LineRead::Typed(line) | LineRead::Batch(line) => {
                let answer = chance::read(board, request, line.trim());
                let outcomes = answer.as_deref().ok();
                let text = outcomes.and_then(|outcomes| chance::generated_text(board, request, line.trim(), outcomes));
                text.into_iter().for_each(out::line);
                answer
            }
            LineRead::Unreadable(why) => Err(why.to_owned()),
            LineRead::Cancelled { was_empty: false } => continue,
            LineRead::Cancelled { was_empty: true } | LineRead::End => {
                return Err(Failure::Findings(format!("the game does not start: nobody entered {request_text}")));
            }
        };
        match answer {
            Ok(outcomes) => return Ok(outcomes),
            Err(why) => out::line(format!("✗ {why}")),
        }
    }
}

/// Lets the bots answer and shows what happened. Returns the initial text of the next line, or `None` at the end of
/// input.
fn ready(prompt: &mut Prompt, input: &mut Input, options: &ReplOptions) -> Option<String> {
    if let Some(line) = prompt.refused_line.take() {
        input.add_to_history(&line);
        if prompt.screen.is_typed {
            let page = prompt.page();
            let line = paint::clip(&line, page.width.saturating_sub(17));
            prompt.say(page.dim(&format!("  ↑ brings back: {line}")));
        }
    }
    prompt.let_bots_answer();
    if !pass_keyboard(prompt, input) {
        return None;
    }
    prompt.screen.page = input.page(options.color);
    prompt.update();
    prompt.note_position();
    prompt.screen.hold_back_table();
    let text = prompt.screen.take_text();
    match std::mem::take(&mut prompt.screen.is_paged) && prompt.screen.is_typed {
        true => pager::print(&text, prompt.page().height),
        false => out::text(&text),
    }
    Some(std::mem::take(&mut prompt.initial))
}

fn exit_code(prompt: &Prompt) -> ExitCode {
    match (prompt.is_unwritten, prompt.was_refused && !prompt.screen.is_typed) {
        (true, _) => ExitCode::from(FILE),
        (false, true) => ExitCode::from(FINDINGS),
        (false, false) => ExitCode::SUCCESS,
    }
}

/// Hands the keyboard to the player to move, if that is another person. Returns false at the end of input.
fn pass_keyboard(prompt: &mut Prompt, input: &mut Input) -> bool {
    let Some(side) = prompt.hand_over() else { return true };
    if prompt.stay_seated(side) {
        return true;
    }
    let name = label::side_names(prompt.table().board(), prompt.seat_of(side));
    if prompt.screen.is_typed {
        // The player who leaves the keyboard can still read the report.
        let hides = prompt.is_news_secret();
        prompt.report();
        let report = prompt.screen.take_text();
        let first = |side| prompt.seat_of(side).first();
        let (from, to) = (prompt.seated.and_then(first), first(side).unwrap_or(side));
        let is_taken = input.hand_over(from, to, &HandOver { report: &report, hides, name: &name }, prompt.page());
        prompt.sit_down(side);
        return is_taken;
    }
    prompt.say(format!("-- {name} --"));
    prompt.sit_down(side);
    true
}

impl Prompt {
    /// Prints a one-line introduction and the events before the first choice.
    fn greet(&mut self) {
        if self.screen.is_typed {
            let line = "`?` what is legal · Tab completes · `help` the commands · Ctrl-D leaves";
            self.say(self.page().dim(line));
        }
        if self.table().shown_event() == 0 {
            self.report_beginning();
        }
    }

    /// Handles what the player typed. `initial` is the text that stood in the line before the player typed.
    fn take(&mut self, line: LineRead, initial: &str) -> Flow {
        if let Some(table) = self.screen.take_waiting_table() {
            let is_unchanged = matches!(&line, LineRead::Typed(line) if line.trim() == initial.trim());
            if is_unchanged || matches!(line, LineRead::Cancelled { .. }) {
                self.screen.say_text(&table);
                self.initial = initial.to_owned();
                return Flow::Continue;
            }
            // The player has not seen the position, so the reply shows it as a whole.
            self.screen.redraw();
        }
        match line {
            LineRead::Typed(line) => {
                let is_kept = line.starts_with(initial);
                let line = self.without_unfinished_if_command(initial, line);
                return self.handle_after(initial, &line, is_kept);
            }
            LineRead::Batch(line) => {
                let line = self.join_if_fitting(initial, line);
                let is_kept = line.starts_with(initial) || is_command_line(&line, self.table().row_words());
                return self.handle_after(initial, &line, is_kept);
            }
            LineRead::Cancelled { was_empty: true } if self.table().chance_prompt().is_some() => {
                self.withdraw_pending_answer()
            }
            LineRead::Cancelled { was_empty: true } => self.take_back_action_in_progress(),
            LineRead::Cancelled { was_empty: false } => {}
            LineRead::Unreadable(why) => self.refuse(why),
            LineRead::End => {
                self.end_chance_entry();
                // A refused line has been reported already. An unfinished line, which ends in a blank, has not.
                if !self.screen.is_typed && initial.ends_with(' ') {
                    self.refuse(&format!("the session ends in the middle of `{}`", initial.trim()));
                }
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    /// Handles a line that followed the unfinished text `initial`. If the game is still at the same choice, because the
    /// line was refused or was only a command, the next line begins with the unfinished text again. `is_kept` says that
    /// the player did not delete this text.
    fn handle_after(&mut self, initial: &str, line: &str, is_kept: bool) -> Flow {
        let choice = self.choice_id();
        let flow = self.handle(line);
        let is_at_choice = self.choice_id() == choice && self.table().chance_prompt().is_none();
        if is_kept && is_at_choice && initial.ends_with(' ') && self.initial.is_empty() {
            self.initial = initial.to_owned();
        }
        flow
    }

    /// Returns the position to redraw when the terminal is resized while the player types.
    fn shown_now(&mut self) -> Option<ShownTable> {
        let is_drawn = self.session.drawn_table == DrawnTable::Full && !self.screen.has_waiting_table();
        if !self.screen.is_typed || self.table().is_over() || !is_drawn {
            return None;
        }
        let viewer = self.viewer();
        let view = self.session.view(viewer);
        Some(ShownTable { view, standing: self.standing_line(), color: self.page().color })
    }

    /// Removes the unfinished text from the beginning of a line if the player typed a command after it. A command name
    /// that is also a word of a row stays part of the row.
    fn without_unfinished_if_command(&mut self, unfinished: &str, line: String) -> String {
        let Some(typed) = line.strip_prefix(unfinished).map(str::trim).filter(|_| unfinished.ends_with(' ')) else {
            return line;
        };
        let Some(first) = line::words(typed).first().copied() else { return line };
        let is_command = typed.starts_with(':') || is_command(first);
        if is_command && !self.fits_after(unfinished, first) { typed.to_owned() } else { line }
    }

    /// Puts the unfinished text before a line of a batch if the first word of the line may follow it. Also if the word
    /// is a wrong number, which the refusal then compares with the numbers that may follow.
    fn join_if_fitting(&mut self, unfinished: &str, line: String) -> String {
        let Some(first) = line::words(&line).first().filter(|_| unfinished.ends_with(' ')).copied() else {
            return line;
        };
        let is_wrong_number = line::is_number(first) && !self.fits_after("", first);
        if is_wrong_number || self.fits_after(unfinished, first) { format!("{unfinished}{line}") } else { line }
    }

    /// Whether `word` may follow the words of an unfinished line within the same row.
    fn fits_after(&mut self, unfinished: &str, word: &str) -> bool {
        let words = [line::words(unfinished), vec![word]].concat();
        !matches!(self.session.table.next_words(&words, Viewer::OPEN, false), NextWords::Mismatch(..))
    }
}
