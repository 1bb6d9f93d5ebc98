//! A case (the files of a pack, a command, and how the command must end) and the sandbox in which it runs.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The limit of the command's address space, in KiB.
const ADDRESS_SPACE_KIB: u64 = 2 << 20;
/// The limits of processor time in seconds, for normal and for slow cases. The scripts of a slow case use 4 seconds.
/// The other seconds are for slow machines and unoptimised builds.
const CPU_SECONDS: [u64; 2] = [10, 12];
/// The limit of resident memory, in KiB. It is lower than `ADDRESS_SPACE_KIB`, because a process
/// reserves much more address space than it uses.
const MAX_RESIDENT_KIB: u64 = 500_000;
/// The limit of wall-clock time. It is high, because other processes share the processor.
const MAX_DURATION: Duration = Duration::from_secs(180);
/// The limit of output, in bytes.
const MAX_OUTPUT_BYTES: u64 = 1 << 20;

/// A function that adds things other than text files to a pack, such as links. The argument is the folder of the pack.
pub type AddFiles = Box<dyn Fn(&Path) + Send + Sync>;

/// A case, read from a file or generated.
pub struct Case {
    pub name: String,
    /// The arguments after `cardwright --base EMPTY --pack DEMO --pack BAD`.
    pub run: Vec<String>,
    /// The text on standard input.
    pub typed: String,
    /// The expected exit code.
    pub exit: i32,
    /// Texts that the output (standard output and standard error) must contain.
    pub says: Vec<String>,
    /// Texts that the output must not contain.
    pub never: Vec<String>,
    /// True if the pack is loaded over the demo.
    pub demo: bool,
    /// True if the script of the case runs until the clock stops it after 4 seconds.
    pub slow: bool,
    pub files: Vec<(String, String)>,
    pub add_files: Option<AddFiles>,
}

impl Case {
    pub fn new(name: &str, run: &str, exit: i32, says: &[&str]) -> Case {
        Case {
            name: name.into(),
            run: run.split_whitespace().map(str::to_owned).collect(),
            typed: String::new(),
            exit,
            says: says.iter().map(|s| (*s).to_owned()).collect(),
            never: Vec::new(),
            demo: true,
            slow: false,
            files: Vec::new(),
            add_files: None,
        }
    }

    pub fn file(mut self, path: &str, text: impl Into<String>) -> Case {
        self.files.push((path.into(), text.into()));
        self
    }

    pub fn add_files(mut self, add_files: impl Fn(&Path) + Send + Sync + 'static) -> Case {
        self.add_files = Some(Box::new(add_files));
        self
    }

    /// Adds a scenario of the demo that begins with the step `evil`, and lets random players play it.
    pub fn plays(mut self) -> Case {
        let run = "play demo --scenario bad --seat all=random --seed 1 --no-record";
        self.run = run.split_whitespace().map(str::to_owned).collect();
        let meta = "[meta]\nid = \"bad\"\ngame = \"demo\"\nname = \"Bad\"\nfirst = \"evil\"\n";
        self.file("scenarios/demo/bad.toml", meta)
    }

    /// Reads a `.case` file: see `tests/bad-packs/README.md`.
    pub fn read(path: &Path) -> Case {
        let text = fs::read_to_string(path).unwrap();
        let parts: Vec<_> = path.components().rev().take(2).map(|p| p.as_os_str().to_string_lossy()).collect();
        let mut case = Case::new(&format!("{}/{}", parts[1], parts[0]), "", -1, &[]);
        let mut plays = false;
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("--- ") {
                case.files.push((path.trim().into(), String::new()));
                continue;
            }
            if let Some((_, text)) = case.files.last_mut() {
                text.push_str(line);
                text.push('\n');
                continue;
            }
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            let value = value.trim();
            match key {
                "" | "#" => {}
                "run" => case.run = value.split_whitespace().map(str::to_owned).collect(),
                "exit" => case.exit = value.parse().unwrap(),
                "says" => case.says.push(value.into()),
                "never" => case.never.push(value.into()),
                "type" => case.typed += &format!("{value}\n"),
                "alone" => case.demo = false,
                "plays" => plays = true,
                "slow" => case.slow = true,
                other => panic!("{}: unknown line `{other}`", case.name),
            }
        }
        if plays {
            case = case.plays();
        }
        assert!(
            !case.run.is_empty() && case.exit >= 0 && !case.says.is_empty(),
            "{} lacks `run`, `exit` or `says`",
            case.name
        );
        case
    }

    /// Runs the command in its own sandbox.
    pub fn run_in_sandbox(&self) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let stdio_folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name);
        for folder in ["base", "bad", "home", "here", "tmp", "data"] {
            fs::create_dir_all(in_folder(folder)).unwrap();
        }
        fs::write(in_folder("secret.toml"), "secret = \"of the machine\"\n").unwrap();
        if !self.files.iter().any(|(path, _)| path == "pack.toml") {
            fs::write(in_folder("bad/pack.toml"), "id = \"bad\"\nversion = \"0.1.0\"\n").unwrap();
        }
        for (path, text) in &self.files {
            let path = in_folder("bad").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        if let Some(add_files) = &self.add_files {
            add_files(&in_folder("bad"));
        }
        fs::write(stdio_folder.path().join("in"), &self.typed).unwrap();
        let before = listing(folder.path());
        let create = |name: &str| File::create(stdio_folder.path().join(name)).unwrap();
        let mut command = Command::new("/bin/sh");
        let limits = format!("ulimit -v {ADDRESS_SPACE_KIB}; ulimit -t {}", CPU_SECONDS[usize::from(self.slow)]);
        command.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]).arg(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("--base").arg(in_folder("base"));
        if self.demo {
            command.arg("--pack").arg(crate::common::demo());
        }
        command.arg("--pack").arg(in_folder("bad")).args(&self.run);
        command
            .current_dir(in_folder("here"))
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", in_folder("home"))
            .env("TMPDIR", in_folder("tmp"))
            .env("CARDWRIGHT_DATA", in_folder("data"))
            .env("CARDWRIGHT_SECRET", "secret-of-the-environment")
            .stdin(Stdio::from(File::open(stdio_folder.path().join("in")).unwrap()))
            .stdout(create("out"))
            .stderr(create("err"));
        let start = Instant::now();
        let mut child = command.spawn().unwrap();
        let mut peak_memory = 0;
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None if start.elapsed() > MAX_DURATION => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    return Err(format!("still running after {} seconds", MAX_DURATION.as_secs()));
                }
                None => {
                    peak_memory = peak_resident_memory(child.id()).unwrap_or(peak_memory);
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        };
        if peak_memory > MAX_RESIDENT_KIB {
            return Err(format!("it takes {} MB of memory", peak_memory / 1000));
        }
        if fs::metadata(stdio_folder.path().join("out")).unwrap().len() > MAX_OUTPUT_BYTES {
            return Err("it prints without end".into());
        }
        let read = |name: &str| String::from_utf8(fs::read(stdio_folder.path().join(name)).unwrap());
        let (Ok(out), Ok(err)) = (read("out"), read("err")) else { return Err("its output is not UTF-8".into()) };
        let output = format!("{out}{err}");
        let fail = |problem: String| Err(format!("{problem}\nstdout:\n{}\nstderr:\n{}", clip(&out), clip(&err)));
        if status.code() != Some(self.exit) {
            return fail(format!("ended with {status}, not {}", self.exit));
        }
        if output.contains("panicked") {
            return fail("it panicked".into());
        }
        if let Some(c) = output.chars().find(|c| !cardwright_content::is_text_char(*c)) {
            return fail(format!("it prints U+{:04X}", u32::from(c)));
        }
        for part in &self.says {
            // Blanks and frames do not count, because diagnostics are wrapped to the terminal's width.
            if !without_frames(&output).contains(&without_frames(part)) {
                return fail(format!("it does not say `{part}`"));
            }
        }
        for part in self.never.iter().map(String::as_str).chain(["of the machine", "secret-of-the-environment"]) {
            if output.contains(part) {
                return fail(format!("it says `{part}`"));
            }
        }
        let after = listing(folder.path());
        if before != after {
            let differing = |a: &BTreeMap<PathBuf, String>, b: &BTreeMap<PathBuf, String>| {
                a.iter().filter(|(k, v)| b.get(*k) != Some(v)).map(|(k, _)| k.display().to_string()).collect::<Vec<_>>()
            };
            return fail(format!("files changed: {:?} {:?}", differing(&before, &after), differing(&after, &before)));
        }
        Ok(())
    }
}

/// Returns the peak resident memory of a process in KiB, or `None` if the system does not report it.
fn peak_resident_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn without_frames(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '│' | '·' | '×' | '╰' | '├' | '─')).collect()
}

fn clip(text: &str) -> String {
    text.chars().take(3000).collect()
}

/// Lists everything below a folder, except inside the data folder, with type, size and time of the last change.
fn listing(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut out = BTreeMap::new();
    let mut unread_folders = vec![root.to_path_buf()];
    while let Some(folder) = unread_folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let is_data = path == root.join("data");
            if !is_data {
                out.insert(
                    path.clone(),
                    format!("{:?} {} {:?}", metadata.file_type(), metadata.len(), metadata.modified().unwrap()),
                );
            }
            if metadata.is_dir() && !is_data {
                unread_folders.push(path);
            }
        }
    }
    out
}
