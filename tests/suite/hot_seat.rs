//! Several people at one keyboard, which they hand over: how often Enter is pressed, and what the screen shows before.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The timeout of every wait.
const TIMEOUT: Duration = Duration::from_secs(60);
const CLEARS: &str = "\u{1b}[H\u{1b}[J";

/// The command at its own terminal.
struct Terminal {
    child: Child,
    keyboard: ChildStdin,
    output: Receiver<Vec<u8>>,
    /// The output since it was last read.
    screen: String,
    _data: tempfile::TempDir,
}

impl Terminal {
    /// `None` if the machine has no program that makes a terminal (`script`, of util-linux).
    fn of(line: &str) -> Option<Terminal> {
        if !["/usr/bin/script", "/bin/script"].iter().any(|path| Path::new(path).exists()) {
            eprintln!("there is no `script` here: not tried");
            return None;
        }
        let data = tempfile::tempdir().unwrap();
        let command = format!("stty cols 100 rows 40; exec '{}' play {line}", env!("CARGO_BIN_EXE_cardwright"));
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("CARDWRIGHT_DATA", data.path())
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut out, keyboard) = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = out.read(&mut bytes) {
                let _ = send.send(bytes[..n].to_vec());
            }
        });
        Some(Terminal { child, keyboard, output, screen: String::new(), _data: data })
    }

    /// Reads output until this text arrives.
    fn until(&mut self, what: &str) -> String {
        let mut bytes = std::mem::take(&mut self.screen).into_bytes();
        loop {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Some(at) = text.find(what) {
                self.screen = text[at + what.len()..].to_owned();
                return text[..at + what.len()].to_owned();
            }
            match self.output.recv_timeout(TIMEOUT) {
                Ok(more) => bytes.extend(more),
                Err(_) => panic!("`{what}` never comes: {text}"),
            }
        }
    }

    /// Types a line.
    fn types(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\r").as_bytes()).unwrap();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The result of the last line is public and stays on the screen while the keyboard is handed over.
#[test]
fn one_enter_passes_the_keyboard_and_shows_no_hand_before() {
    let Some(mut at) = Terminal::of("demo --pack tests/packs/demo --seed 3 --no-record") else { return };
    let begins = at.until("Pass the keyboard to Red, and press Enter ");
    assert!(!begins.contains("Smoke"), "{begins}");
    at.types("");
    let red = at.until("red> ");
    assert!(red.contains("your hand  02 Smoke"), "{red}");
    for line in ["adjust blue hand: 03", "adjust port: 2 open, guard"] {
        at.types(line);
        at.until("✓ set");
    }
    at.types("stir port");
    let passes = at.until("Pass the keyboard to Blue, and press Enter ");
    let (_, there) = passes.rsplit_once(CLEARS).expect("the screen is cleared");
    assert!(there.contains("red: stir port") && there.contains("rolled d6"), "{there}");
    assert!(!there.contains("Smoke") && !there.contains("Wind"), "{there}");
    at.types("keep");
    let refused = at.until("Pass the keyboard to Blue, and press Enter ");
    assert!(refused.contains("only press Enter here") && !refused.contains("Wind"), "{refused}");
    at.types("");
    let blue = at.until("blue> ");
    let (_, there) = blue.rsplit_once(CLEARS).expect("the screen is cleared");
    assert!(there.contains("your hand  03 Wind") && !there.contains("Smoke"), "{there}");
}

/// Only Activista may read which card it drew, so it is cleared before the keyboard is handed over.
#[test]
fn private_output_is_cleared_by_an_extra_enter() {
    let Some(mut at) = Terminal::of("banana-wars --seed 7 --no-record") else { return };
    at.until("Pass the keyboard to Activista, and press Enter ");
    at.types("");
    at.until("activista> ");
    at.types("play 52 honduras");
    at.until("Activista action?");
    at.until("activista> ");
    at.types("end-turn");
    let own = at.until("Enter clears the screen for United States ");
    assert!(own.contains("Administration Change: from administration deck to Activista hand"), "{own}");
    at.types("");
    let passes = at.until("Pass the keyboard to United States, and press Enter ");
    let (_, there) = passes.rsplit_once(CLEARS).expect("the screen is cleared");
    for card in ["Administration Change", "Liberation Army", "Hospital Ship"] {
        assert!(!there.contains(card), "{card}: {there}");
    }
    at.types("");
    let us = at.until("us> ");
    assert!(us.contains("Hospital Ship") && us.contains("a card: from administration deck"), "{us}");
    assert!(!us.contains("Administration Change") && !us.contains("Liberation Army"), "{us}");
}

/// A third side has a hand, and these two know the same: nothing is cleared or asked.
#[test]
fn without_secrets_no_enter_passes_the_keyboard() {
    let Some(mut at) = Terminal::of("fortress-america --scenario ready-to-play --seed 1 --no-record") else { return };
    at.until("western> ");
    at.types("adjust us hand: p01");
    at.until("✓ set");
    for (asked, line) in [("Which battles", "end-declaring"), ("Maneuvers: which", "end"), ("Invasion: which", "end")] {
        assert!(!at.until(asked).contains("press Enter"));
        at.until("western> ");
        at.types(line);
    }
    let passes = at.until("southern> ");
    assert!(!passes.contains("press Enter") && !passes.contains(CLEARS), "{passes}");
}
