//! A program that fills a seat. It runs as a process of its own and gets the lines of `docs/protocol.md`.

use crate::encoder::{Encoder, ids};
use crate::line_reader::{Line, read_line};
use crate::request::{AnswerError, Request};
use cardwright_script::Program;
use cardwright_table::{PlayError, Table, Viewer};
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// How long one look at the program waits for its answer.
const PATIENCE: Duration = Duration::from_millis(10);
/// How long a program may take to end after its input has ended. After that it is killed.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// The engine reads no more than so many lines ahead. A program that writes more has to wait.
const LINES_AHEAD: usize = 4;

/// What a look at the program has found.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// It has answered.
    Answered,
    /// It still thinks. Look again.
    Thinking,
    /// It cannot go on: why, as the rest of a sentence about the program.
    Failed(String),
}

/// A running program, and the choice that it is asked.
#[derive(Debug)]
pub(crate) struct Peer {
    child: Child,
    encoder: Encoder,
    viewer: Viewer,
    limit: Duration,
    /// Lines for the program. A thread writes them, because the program may not read.
    output: Option<Sender<String>>,
    lines: Receiver<Line>,
    /// The number of states so far.
    moment: u64,
    pending: Option<Pending>,
    /// Moments at which the game moved on without the answer, which may still come.
    dropped: Vec<u64>,
}

/// The choice that the program is asked.
#[derive(Debug)]
struct Pending {
    /// The event at which it is asked.
    event: usize,
    deadline: Instant,
}

impl Peer {
    /// Starts a program and describes the game to it. `limit` is the most time for an answer.
    ///
    /// # Errors
    /// The command is no command, or does not start: why, as the rest of a sentence about the program.
    pub(crate) fn start(command: &str, limit: Duration, table: &Table, viewer: Viewer) -> Result<Peer, String> {
        let words = shlex::split(command).ok_or("cannot start: a quote or `\\` in its command is not closed")?;
        let (program, arguments) = words.split_first().ok_or("cannot start: its command is empty")?;
        let mut process = Command::new(program);
        process.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // Ctrl-C at the prompt must not reach the program.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process.spawn().map_err(|error| format!("cannot start: {error}"))?;
        let (output, lines_out) = mpsc::channel::<String>();
        let (lines_in, lines) = mpsc::sync_channel(LINES_AHEAD);
        if let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            // Both threads end when the pipes close, or when the peer is dropped.
            thread::spawn(move || lines_out.iter().all(|line| stdin.write_all(line.as_bytes()).is_ok()));
            thread::spawn(move || forward(BufReader::new(stdout), &lines_in));
        }
        let encoder = Encoder::new(table.program());
        let mut hello = encoder.hello(table.position());
        hello["scenario"] = json!(table.scenario);
        hello["you"] = json!(ids(table.board(), viewer.sides()));
        hello["seconds"] = json!(limit.as_secs());
        let peer = Peer {
            child,
            encoder,
            viewer,
            limit,
            output: Some(output),
            lines,
            moment: 0,
            pending: None,
            dropped: Vec::new(),
        };
        peer.write(&json!({ "hello": hello }));
        Ok(peer)
    }

    /// Whether the program was told of these rules.
    pub(crate) fn plays_by(&self, program: &Arc<Program>) -> bool {
        Arc::ptr_eq(&self.encoder.program, program)
    }

    /// Asks the program for an answer to the pending choice of its side, or looks whether it is there.
    ///
    /// # Errors
    /// The answer is legal, but fails as [`Table::answer`] does.
    pub(crate) fn look(&mut self, table: &mut Table) -> Result<Step, PlayError> {
        let event = table.shown_event();
        if self.pending.take_if(|pending| pending.event != event).is_some() {
            self.dropped.push(self.moment);
        }
        let deadline = match &self.pending {
            Some(pending) => pending.deadline,
            None => self.ask(table, event),
        };
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) if Instant::now() < deadline => return Ok(Step::Thinking),
            Err(RecvTimeoutError::Timeout) => {
                return Ok(Step::Failed(format!("gave no answer within {} s", self.limit.as_secs())));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(Step::Failed(self.ending())),
        };
        let answer = match Request::parse(&line) {
            Ok(Request::Answer(answer)) => answer,
            Ok(_) => {
                return Ok(Step::Failed("wrote a line that is no answer: a program in a seat only answers".into()));
            }
            Err(refusal) => return Ok(Step::Failed(format!("wrote a line that is no answer: {}", refusal.message))),
        };
        if let Some(late) = self.dropped.iter().position(|moment| *moment == answer.moment) {
            self.dropped.remove(late);
            return Ok(Step::Thinking);
        }
        self.pending = None;
        match answer.play(table, self.moment) {
            Ok(_) => Ok(Step::Answered),
            Err(AnswerError::Refused(refusal)) => Ok(Step::Failed(format!("gave a wrong answer: {}", refusal.message))),
            Err(AnswerError::Play(error)) => Err(error),
        }
    }

    /// Ends the time for the pending answer.
    pub(crate) fn hurry(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.deadline = Instant::now();
        }
    }

    /// Tells the program the end of the game.
    pub(crate) fn tell_end(&mut self, table: &Table) {
        self.moment += 1;
        self.write(&json!({ "state": self.encoder.state(table, self.viewer, self.moment, true) }));
    }

    /// Sends the pending choice. Returns the deadline for the answer.
    fn ask(&mut self, table: &Table, event: usize) -> Instant {
        self.moment += 1;
        self.write(&json!({ "state": self.encoder.state(table, self.viewer, self.moment, true) }));
        let deadline = Instant::now() + self.limit;
        self.pending = Some(Pending { event, deadline });
        deadline
    }

    fn write(&self, line: &Value) {
        if let Some(output) = &self.output {
            // If the program no longer reads, the end of its output says so.
            let _ = output.send(format!("{line}\n"));
        }
    }

    /// Says how a program ended that has closed its output.
    fn ending(&mut self) -> String {
        match self.wait_for_end() {
            Some(status) => format!("has ended ({status})"),
            None => "has closed its output".to_owned(),
        }
    }

    /// Waits a moment for the end of the program.
    fn wait_for_end(&mut self) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if start.elapsed() < LAST_WORDS => thread::sleep(PATIENCE),
                status => return status.ok().flatten(),
            }
        }
    }
}

impl Drop for Peer {
    /// Closes the program's input, and kills the program if it does not end.
    fn drop(&mut self) {
        self.output = None;
        if self.wait_for_end().is_none() {
            // Both fail only if the program has ended meanwhile.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // The program's own children are in its group of processes.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
        }
    }
}

/// Sends each line of the program until its output ends, or nobody takes the lines any more.
fn forward(mut output: impl std::io::BufRead, lines: &SyncSender<Line>) {
    while let Ok(Some(line)) = read_line(&mut output) {
        if lines.send(line).is_err() {
            return;
        }
    }
}
