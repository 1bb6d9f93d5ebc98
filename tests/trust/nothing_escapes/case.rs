//! One case: the files of a pack, a command, and how it must end; and the sandbox it runs in.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Address space of the command, in KiB.
const MEMORY: u64 = 2 << 20;
/// The processor time limit of a case in seconds. A case that waits for the clock uses 4 for its scripts, once. The
/// rest is for slow machines and unoptimised builds.
const PROCESSOR: [u64; 2] = [5, 6];
/// The limit of resident memory, in KiB; much of the address space is only reserved.
const RESIDENT: u64 = 500_000;
/// The limit of wall-clock time, because other processes share the processor.
const PATIENCE: Duration = Duration::from_secs(180);
/// The limit of output, in bytes.
const LONGEST: u64 = 1 << 20;

/// Makes what a text file cannot contain; the argument is the folder of the pack.
pub type Make = Box<dyn Fn(&Path) + Send + Sync>;

/// A case, read from a file or generated.
pub struct Case {
    pub name: String,
    /// The arguments after `cardwright --base EMPTY --pack DEMO --pack BAD`.
    pub run: Vec<String>,
    /// The input.
    pub typed: String,
    pub exit: i32,
    /// What standard output and error together must contain.
    pub says: Vec<String>,
    /// What they must not contain.
    pub never: Vec<String>,
    /// Whether the demo game is the pack below.
    pub demo: bool,
    /// Whether the case waits for the clock (4 seconds).
    pub slow: bool,
    pub files: Vec<(String, String)>,
    pub make: Option<Make>,
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
            make: None,
        }
    }

    pub fn file(mut self, path: &str, text: impl Into<String>) -> Case {
        self.files.push((path.into(), text.into()));
        self
    }

    pub fn make(mut self, make: impl Fn(&Path) + Send + Sync + 'static) -> Case {
        self.make = Some(Box::new(make));
        self
    }

    /// A scenario of the demo game that begins with the step `evil`, played by random players.
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
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.trim();
            match key {
                "" | "#" => {}
                "run" => case.run = rest.split_whitespace().map(str::to_owned).collect(),
                "exit" => case.exit = rest.parse().unwrap(),
                "says" => case.says.push(rest.into()),
                "never" => case.never.push(rest.into()),
                "type" => case.typed += &format!("{rest}\n"),
                "alone" => case.demo = false,
                "plays" => plays = true,
                "slow" => case.slow = true,
                other => panic!("{}: unknown line `{other}`", case.name),
            }
        }
        if plays {
            case = case.plays();
        }
        assert!(!case.run.is_empty() && case.exit >= 0 && !case.says.is_empty(), "{} is not whole", case.name);
        case
    }

    /// Runs the command in its own sandbox.
    pub fn try_out(&self) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let told = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for folder in ["base", "bad", "home", "here", "tmp", "data"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        fs::write(at("secret.toml"), "secret = \"of the machine\"\n").unwrap();
        if !self.files.iter().any(|(path, _)| path == "pack.toml") {
            fs::write(at("bad/pack.toml"), "id = \"bad\"\nversion = \"0.1.0\"\n").unwrap();
        }
        for (path, text) in &self.files {
            let path = at("bad").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        if let Some(make) = &self.make {
            make(&at("bad"));
        }
        fs::write(told.path().join("in"), &self.typed).unwrap();
        let before = listing(folder.path());
        let open = |name: &str| File::create(told.path().join(name)).unwrap();
        let mut command = Command::new("/bin/sh");
        let limits = format!("ulimit -v {MEMORY}; ulimit -t {}", PROCESSOR[usize::from(self.slow)]);
        command.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]).arg(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("--base").arg(at("base"));
        if self.demo {
            command.arg("--pack").arg(crate::common::demo());
        }
        command.arg("--pack").arg(at("bad")).args(&self.run);
        command
            .current_dir(at("here"))
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", at("home"))
            .env("TMPDIR", at("tmp"))
            .env("CARDWRIGHT_DATA", at("data"))
            .env("CARDWRIGHT_SECRET", "secret-of-the-environment")
            .stdin(Stdio::from(File::open(told.path().join("in")).unwrap()))
            .stdout(open("out"))
            .stderr(open("err"));
        let begun = Instant::now();
        let mut child = command.spawn().unwrap();
        let mut resident = 0;
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None if begun.elapsed() > PATIENCE => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    return Err(format!("still running after {} seconds", PATIENCE.as_secs()));
                }
                None => {
                    resident = most_resident(child.id()).unwrap_or(resident);
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        };
        if resident > RESIDENT {
            return Err(format!("it takes {} MB of memory", resident / 1000));
        }
        if fs::metadata(told.path().join("out")).unwrap().len() > LONGEST {
            return Err("it prints without end".into());
        }
        let read = |name: &str| String::from_utf8(fs::read(told.path().join(name)).unwrap());
        let (Ok(out), Ok(err)) = (read("out"), read("err")) else { return Err("it prints what is not UTF-8".into()) };
        let shown = format!("{out}{err}");
        let told = |what: String| Err(format!("{what}\nstdout:\n{}\nstderr:\n{}", clip(&out), clip(&err)));
        if status.code() != Some(self.exit) {
            return told(format!("ended with {status}, not {}", self.exit));
        }
        if shown.contains("panicked") {
            return told("it panicked".into());
        }
        if let Some(c) = shown.chars().find(|c| !cardwright_content::is_text_char(*c)) {
            return told(format!("it prints U+{:04X}", u32::from(c)));
        }
        for part in &self.says {
            // Diagnostics are wrapped to the terminal's width: blanks and frames do not count.
            if !plain(&shown).contains(&plain(part)) {
                return told(format!("it does not say `{part}`"));
            }
        }
        for part in self.never.iter().map(String::as_str).chain(["of the machine", "secret-of-the-environment"]) {
            if shown.contains(part) {
                return told(format!("it says `{part}`"));
            }
        }
        let after = listing(folder.path());
        if before != after {
            let of = |a: &BTreeMap<PathBuf, String>, b: &BTreeMap<PathBuf, String>| {
                a.iter().filter(|(k, v)| b.get(*k) != Some(v)).map(|(k, _)| k.display().to_string()).collect::<Vec<_>>()
            };
            return told(format!("files changed: {:?} {:?}", of(&before, &after), of(&after, &before)));
        }
        Ok(())
    }
}

/// The peak resident memory of a process in KiB, where the system reports it.
fn most_resident(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '│' | '·' | '×' | '╰' | '├' | '─')).collect()
}

fn clip(text: &str) -> String {
    text.chars().take(3000).collect()
}

/// Everything below a folder, except inside the data folder, with details that reveal a change.
fn listing(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut out = BTreeMap::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            let of = fs::symlink_metadata(&path).unwrap();
            let is_data = path == root.join("data");
            if !is_data {
                out.insert(path.clone(), format!("{:?} {} {:?}", of.file_type(), of.len(), of.modified().unwrap()));
            }
            if of.is_dir() && !is_data {
                open.push(path);
            }
        }
    }
    out
}
