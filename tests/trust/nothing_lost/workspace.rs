//! A folder with a copy of the demo pack, and the command running in this folder with its input and output.

use crate::common::{copy_folder, demo};
use cardwright_table::record::{self, Contents};
use cardwright_table::{Library, Table};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub struct Workspace {
    folder: TempDir,
}

impl Workspace {
    pub fn new() -> Workspace {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(&demo(), &folder.path().join("pack"));
        Workspace { folder }
    }
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
    /// Prepares a program to run in the workspace: the command itself, or a shell that runs it.
    fn program(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).env("CARDWRIGHT_DATA", self.path("data"));
        command.env("CLICOLOR_FORCE", "0").env("COLUMNS", "200");
        command
    }
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.program(env!("CARGO_BIN_EXE_cardwright"));
        command.args(["--pack", "pack"]).args(arguments);
        command
    }
    /// Runs the command with this input until it ends.
    pub fn run(&self, arguments: &[&str], lines: &str) -> Finished {
        Finished::run(self.command(arguments), lines)
    }
    /// Runs a shell script in which `cardwright` is the command. `wrapper` is a command that runs the shell, or empty.
    pub fn shell(&self, wrapper: &[&str], script: &str) -> Finished {
        let mut command = self.program(wrapper.first().unwrap_or(&"sh"));
        let sh: &[&str] = if wrapper.is_empty() { &[] } else { &["sh"] };
        let executable = env!("CARGO_BIN_EXE_cardwright");
        let script = format!("cardwright() {{ '{executable}' --pack pack \"$@\"; }}\n{script}");
        command.args(wrapper.iter().skip(1)).args(sh).args(["-c", &script]);
        Finished::run(command, "")
    }
}

/// The output and the exit code of a finished program.
#[derive(Debug)]
pub struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Finished {
    fn run(mut command: Command, lines: &str) -> Finished {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().unwrap();
        // A program that ends early does not read all its input.
        let _ = stdin.write_all(lines.as_bytes());
        drop(stdin);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
        Finished { code: status.code(), out: text(stdout), err: text(stderr) }
    }
    /// Checks the exit code.
    #[track_caller]
    pub fn exits_with(self, code: i32) -> Finished {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }
    /// Checks that the output contains a text.
    #[track_caller]
    pub fn says(self, part: &str) -> Finished {
        assert!(
            self.out.contains(part) || self.err.contains(part),
            "`{part}` is missing from\n{}\n{}",
            self.out,
            self.err
        );
        self
    }
}

/// The standard output of a running program.
#[derive(Default)]
struct LiveOutput {
    text: Mutex<Vec<u8>>,
    has_changed: Condvar,
}

/// A running command.
pub struct RunningCommand {
    child: Child,
    pub stdin: Option<ChildStdin>,
    output: Arc<LiveOutput>,
    /// The threads that read standard output and standard error. Only the second thread returns the bytes that it read.
    readers: Vec<JoinHandle<Vec<u8>>>,
}

impl RunningCommand {
    pub fn start(mut command: Command) -> RunningCommand {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the command starts");
        let output = Arc::new(LiveOutput::default());
        let (stdin, out, err) = (child.stdin.take(), child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let reader_output = output.clone();
        let readers = vec![
            std::thread::spawn(move || {
                read_to_end(out, |bytes| {
                    reader_output.text.lock().unwrap().extend_from_slice(bytes);
                    reader_output.has_changed.notify_all();
                })
            }),
            std::thread::spawn(move || {
                let mut errors = Vec::new();
                read_to_end(err, |bytes| errors.extend_from_slice(bytes));
                errors
            }),
        ];
        RunningCommand { child, stdin, output, readers }
    }
    /// Sends a line.
    pub fn line(&mut self, line: &str) {
        self.stdin.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).expect("the command reads its input");
    }
    /// Waits until the output satisfies a condition. Returns false after `max_wait`.
    pub fn wait(&self, max_wait: Duration, is_reached: impl Fn(&str) -> bool) -> bool {
        let end = Instant::now() + max_wait;
        let mut text = self.output.text.lock().unwrap();
        loop {
            if is_reached(&String::from_utf8_lossy(&text)) {
                return true;
            }
            let remaining = end.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return false;
            }
            text = self.output.has_changed.wait_timeout(text, remaining).unwrap().0;
        }
    }
    /// Sends a line and waits for new output with this text.
    #[track_caller]
    pub fn ask(&mut self, line: &str, answer: &str) {
        let before = self.output.text.lock().unwrap().len();
        self.line(line);
        let is_answered =
            self.wait(Duration::from_secs(20), |text| text.get(before..).is_some_and(|t| t.contains(answer)));
        let text = String::from_utf8_lossy(&self.output.text.lock().unwrap()[before..]).into_owned();
        assert!(is_answered, "`{line}` is not answered by `{answer}` but\n{text}");
    }
    /// Sends SIGKILL. Returns standard output, standard error and the exit status.
    pub fn kill(mut self) -> (String, String, ExitStatus) {
        let _ = self.child.kill();
        self.wait_for_end()
    }
    /// Closes the input and waits for the end. Returns standard output, standard error and the exit status.
    pub fn end(mut self) -> (String, String, ExitStatus) {
        self.stdin.take();
        self.wait_for_end()
    }
    fn wait_for_end(&mut self) -> (String, String, ExitStatus) {
        let status = self.child.wait().unwrap();
        let err = self.readers.drain(..).map(|r| r.join().unwrap()).next_back().unwrap();
        let out = self.output.text.lock().unwrap().clone();
        (String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&err).into_owned(), status)
    }
}

/// Reads to the end, and passes each chunk to `receive`. Returns an empty vector, because `receive` keeps the bytes.
fn read_to_end(mut source: impl Read, mut receive: impl FnMut(&[u8])) -> Vec<u8> {
    let mut buffer = [0; 4096];
    while let Ok(n) = source.read(&mut buffer)
        && n > 0
    {
        receive(&buffer[..n]);
    }
    Vec::new()
}

/// Loads a game from its record and the content files next to it, and verifies every hash.
pub fn loaded_and_verified(path: &Path) -> (record::ReadRecord, Table) {
    let recorded = record::read(path).unwrap_or_else(|e| panic!("{e}"));
    let contents = Contents::for_record(path);
    let load = |hash: &str| {
        let packs = contents.packs(hash).map_err(|e| e.to_string())?;
        let library = Library::open(packs).map_err(|_| format!("{hash} does not open"))?;
        let (program, vm, _) = library.load("demo").map_err(|_| format!("{hash} does not load"))?;
        let content_hash: String = program.content.hash.iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(content_hash, hash, "the content file has another hash");
        Ok((program, vm))
    };
    let (program, vm) = load(&recorded.header.content).unwrap_or_else(|e: String| panic!("{e}"));
    let mut table = Table::start(program, vm, &Table::set_up_of(&recorded)).unwrap();
    table.replay(&recorded, None, &mut |hash| load(hash)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (recorded, table)
}

/// Returns the temporary files in a folder and its subfolders.
pub fn temporary_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(temporary_files(&entry.path()));
        } else if entry.file_name().to_string_lossy().starts_with(".cardwright-") {
            found.push(entry.path());
        }
    }
    found
}
