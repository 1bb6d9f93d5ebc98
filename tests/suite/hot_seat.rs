//! Several people at one keyboard, which is handed over at a terminal: how often Enter is pressed, and what stands on the screen before.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);
const CLEARS: &str = "\u{1b}[H\u{1b}[J";

/// The command at a terminal of its own.
struct Terminal {
    child: Child,
    keyboard: ChildStdin,
    comes: Receiver<Vec<u8>>,
    /// What stands there since it was read last.
    screen: String,
    _data: tempfile::TempDir,
}

impl Terminal {
    /// None where no program makes one (`script`, of util-linux).
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
        let (send, comes) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = out.read(&mut bytes) {
                let _ = send.send(bytes[..n].to_vec());
            }
        });
        Some(Terminal { child, keyboard, comes, screen: String::new(), _data: data })
    }

    /// What comes until this does.
    fn until(&mut self, what: &str) -> String {
        let mut bytes = std::mem::take(&mut self.screen).into_bytes();
        loop {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Some(at) = text.find(what) {
                self.screen = text[at + what.len()..].to_owned();
                return text[..at + what.len()].to_owned();
            }
            match self.comes.recv_timeout(PATIENCE) {
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

/// What came of the last line is for all to read: it stays there while the keyboard is passed.
#[test]
fn one_enter_hands_the_keyboard_over_and_no_hand_is_shown_before_it() {
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
    assert!(refused.contains("Only Enter is read here") && !refused.contains("Wind"), "{refused}");
    at.types("");
    let blue = at.until("blue> ");
    let (_, there) = blue.rsplit_once(CLEARS).expect("the screen is cleared");
    assert!(there.contains("your hand  03 Wind") && !there.contains("Smoke"), "{there}");
}

/// Activista alone reads which card it drew: it is gone before the keyboard is passed.
#[test]
fn what_only_one_may_read_is_cleared_by_an_enter_of_its_own() {
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

/// A third side has a hand, and neither of these two: both know the same, and nothing is cleared or asked.
#[test]
fn where_both_know_the_same_no_enter_hands_the_keyboard_over() {
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
