//! Runs `cardwright serve` as a process and reads its links.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::chromium::TIMEOUT;

/// A running server. It ends when the value is dropped.
pub(crate) struct Server {
    child: Child,
    /// The printed links: the viewer's description and the address of each.
    pub(crate) links: Vec<(String, String)>,
    /// The path of the game's record.
    pub(crate) record: PathBuf,
    _folder: tempfile::TempDir,
}

impl Server {
    /// Serves a game. `more` are further arguments.
    pub(crate) fn game(game: &str, more: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("game.cwr");
        let mut command = cardwright(folder.path());
        command.args(["serve", game, "--port", "0", "--seed", "1", "--record"]).arg(&record).args(more);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut links = Vec::new();
        for line in lines.by_ref() {
            let line = line.unwrap();
            if let Some((viewer, link)) = line.split_once("http://").filter(|(_, link)| link.contains("#k=")) {
                links.push((viewer.trim().to_owned(), format!("http://{link}")));
            }
            if line.starts_with("Ctrl-C") {
                break;
            }
        }
        assert!(!links.is_empty(), "no links were printed");
        std::thread::spawn(move || lines.for_each(drop));
        Server { child, links, record, _folder: folder }
    }

    /// Returns the link whose description contains these words.
    pub(crate) fn link(&self, words: &str) -> &str {
        let found = self.links.iter().find(|(viewer, _)| viewer.contains(words));
        found.map(|(_, link)| link.as_str()).unwrap_or_else(|| panic!("no link of {words}: {:?}", self.links))
    }

    /// Ends the server, resumes its record at the prompt, and returns the full hash that the prompt shows.
    pub(crate) fn hash_of_record(mut self, more: &[&str]) -> String {
        self.end();
        let mut command = cardwright(self.record.parent().unwrap());
        command.args(["play", "--resume"]).arg(&self.record).args(more);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"hash\n").unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let hash = text.lines().find_map(|line| line.trim().strip_prefix("full")).map(str::trim);
        hash.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr))).to_owned()
    }

    /// Replays the record, and fails if the hash after an event differs.
    pub(crate) fn verify(&self) {
        let mut command = cardwright(self.record.parent().unwrap());
        let output = command.args(["replay", "--verify"]).arg(&self.record).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Returns the server's processor time so far in milliseconds. It does not depend on other load.
    #[cfg(target_os = "linux")]
    pub(crate) fn cpu_milliseconds(&self) -> f64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let task_milliseconds = |task: std::fs::DirEntry| {
            let text = std::fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            text.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).unwrap_or_default() / 1e6
        };
        tasks.map(|task| task_milliseconds(task.unwrap())).sum()
    }

    fn end(&mut self) {
        if self.child.try_wait().is_ok_and(|status| status.is_some()) {
            return;
        }
        let pid = self.child.id().to_string();
        let _ = Command::new("kill").args(["-INT", &pid]).status();
        let start = Instant::now();
        while self.child.try_wait().is_ok_and(|status| status.is_none()) && start.elapsed() < TIMEOUT {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn cardwright(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.env("CARDWRIGHT_DATA", data).env("NO_COLOR", "1");
    command
}

/// Copies the base pack to a folder in which a test may change it.
pub(crate) fn copy_base(to: &Path) -> PathBuf {
    let from = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for part in ["cards", "scenarios", "scripts", "layouts", "tests/rules"] {
        copy(&from.join(part), &to.join(part));
    }
    for file in ["Cargo.toml", "pack.toml"] {
        let _ = std::fs::copy(from.join(file), to.join(file));
    }
    to.to_owned()
}

fn copy(from: &Path, to: &Path) {
    let Ok(entries) = std::fs::read_dir(from) else { return };
    std::fs::create_dir_all(to).unwrap();
    for entry in entries.map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => drop(std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
        }
    }
}
