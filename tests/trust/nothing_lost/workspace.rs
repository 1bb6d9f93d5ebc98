//! A folder with a copy of the demo pack and the command running in it, with its input and output.

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
    /// A program in this folder: the command itself, or a shell that runs it as `$@`.
    fn here(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).env("CARDWRIGHT_DATA", self.path("data"));
        command.env("CLICOLOR_FORCE", "0").env("COLUMNS", "200");
        command
    }
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.here(env!("CARGO_BIN_EXE_cardwright"));
        command.args(["--pack", "pack"]).args(arguments);
        command
    }
    /// Runs the command with all its input, to its end.
    pub fn run(&self, arguments: &[&str], lines: &str) -> Finished {
        Finished::of(self.command(arguments), lines)
    }
    /// Runs a shell script in which `cardwright` is the command.
    pub fn shell(&self, wrapper: &[&str], script: &str) -> Finished {
        let mut command = self.here(wrapper.first().unwrap_or(&"sh"));
        let sh: &[&str] = if wrapper.is_empty() { &[] } else { &["sh"] };
        let own = env!("CARGO_BIN_EXE_cardwright");
        let script = format!("cardwright() {{ '{own}' --pack pack \"$@\"; }}\n{script}");
        command.args(wrapper.iter().skip(1)).args(sh).args(["-c", &script]);
        Finished::of(command, "")
    }
}

/// A program's output, and how it ended.
#[derive(Debug)]
pub struct Finished {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Finished {
    fn of(mut command: Command, lines: &str) -> Finished {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("it starts");
        let mut to = child.stdin.take().unwrap();
        // A program that ends early does not read all its input.
        let _ = to.write_all(lines.as_bytes());
        drop(to);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
        Finished { code: status.code(), out: text(stdout), err: text(stderr) }
    }
    #[track_caller]
    pub fn is(self, code: i32) -> Finished {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }
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

/// The output of a running program.
#[derive(Default)]
struct Shown {
    text: Mutex<Vec<u8>>,
    more: Condvar,
}

/// A running command.
pub struct RunningCommand {
    child: Child,
    pub to: Option<ChildStdin>,
    shown: Arc<Shown>,
    readers: Vec<JoinHandle<Vec<u8>>>,
}

impl RunningCommand {
    pub fn start(mut command: Command) -> RunningCommand {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the command starts");
        let shown = Arc::new(Shown::default());
        let (to, out, err) = (child.stdin.take(), child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let seen = shown.clone();
        let readers = vec![
            std::thread::spawn(move || {
                read_on(out, |bytes| {
                    seen.text.lock().unwrap().extend_from_slice(bytes);
                    seen.more.notify_all();
                })
            }),
            std::thread::spawn(move || {
                let mut all = Vec::new();
                read_on(err, |bytes| all.extend_from_slice(bytes));
                all
            }),
        ];
        RunningCommand { child, to, shown, readers }
    }
    /// Sends a line.
    pub fn line(&mut self, line: &str) {
        self.to.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).expect("it reads");
    }
    /// Waits until the output passes a test; false after a timeout.
    pub fn wait(&self, longest: Duration, until: impl Fn(&str) -> bool) -> bool {
        let end = Instant::now() + longest;
        let mut text = self.shown.text.lock().unwrap();
        loop {
            if until(&String::from_utf8_lossy(&text)) {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            text = self.shown.more.wait_timeout(text, left).unwrap().0;
        }
    }
    /// Sends a line and waits for new output with this text.
    #[track_caller]
    pub fn ask(&mut self, line: &str, answer: &str) {
        let before = self.shown.text.lock().unwrap().len();
        self.line(line);
        let got = self.wait(Duration::from_secs(20), |text| text.get(before..).is_some_and(|t| t.contains(answer)));
        let text = String::from_utf8_lossy(&self.shown.text.lock().unwrap()[before..]).into_owned();
        assert!(got, "`{line}` is not answered by `{answer}` but\n{text}");
    }
    /// Sends SIGKILL. Returns both outputs, and how it ended.
    pub fn kill(mut self) -> (String, String, ExitStatus) {
        let _ = self.child.kill();
        self.wait_for_end()
    }
    /// Closes the input. Returns both outputs, and how it ended.
    pub fn end(mut self) -> (String, String, ExitStatus) {
        self.to.take();
        self.wait_for_end()
    }
    fn wait_for_end(&mut self) -> (String, String, ExitStatus) {
        let status = self.child.wait().unwrap();
        let err = self.readers.drain(..).map(|r| r.join().unwrap()).next_back().unwrap();
        let out = self.shown.text.lock().unwrap().clone();
        (String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&err).into_owned(), status)
    }
}

fn read_on(mut from: impl Read, mut got: impl FnMut(&[u8])) -> Vec<u8> {
    let mut buffer = [0; 4096];
    while let Ok(n) = from.read(&mut buffer)
        && n > 0
    {
        got(&buffer[..n]);
    }
    Vec::new()
}

/// Loads a game from its record and the contents next to it alone, and compares every hash.
pub fn loaded_and_verified(path: &Path) -> (record::ReadRecord, Table) {
    let read = record::read(path).unwrap_or_else(|e| panic!("{e}"));
    let beside = Contents::for_record(path);
    let load = |hash: &str| {
        let packs = beside.packs(hash).map_err(|e| e.to_string())?;
        let library = Library::open(packs).map_err(|_| format!("{hash} does not open"))?;
        let (program, vm, _) = library.load("demo").map_err(|_| format!("{hash} does not load"))?;
        let is: String = program.content.hash.iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(is, hash, "the content beside the record is another");
        Ok((program, vm))
    };
    let (program, vm) = load(&read.header.content).unwrap_or_else(|e: String| panic!("{e}"));
    let mut table = Table::start(program, vm, &Table::set_up_of(&read).unwrap()).unwrap();
    table.replay(&read, None, &mut |hash| load(hash)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (read, table)
}

/// Temporary files in a folder and its subfolders.
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
