//! Several people share one keyboard. The tests check at which Enter the keyboard passes to the next person, and what
//! the screen shows before that.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(60);
/// The escape codes that clear the screen.
const CLEAR_SCREEN: &str = "\u{1b}[H\u{1b}[J";
const TO_ACTIVISTA: &str = "Pass the keyboard to Activista, and press Enter ";
const TO_UNITED_STATES: &str = "Pass the keyboard to United States, and press Enter ";

/// A running `cardwright play` with a terminal of its own.
struct Terminal {
    child: Child,
    keyboard: ChildStdin,
    output: Receiver<Vec<u8>>,
    /// The output since it was last read.
    screen: String,
    _data: tempfile::TempDir,
}

impl Terminal {
    /// Runs `cardwright play` with these arguments, on a terminal of 100 columns and 40 rows. Returns `None` if the
    /// machine lacks the program `script` of util-linux, which makes a terminal.
    fn start(line: &str) -> Option<Terminal> {
        Terminal::start_with_size((100, 40), line)
    }

    /// Runs `cardwright play` as [`Terminal::start`] does, on a terminal of this many columns and rows.
    fn start_with_size((columns, rows): (u16, u16), line: &str) -> Option<Terminal> {
        if !["/usr/bin/script", "/bin/script"].iter().any(|path| Path::new(path).exists()) {
            eprintln!("there is no `script` here: not tried");
            return None;
        }
        let data = tempfile::tempdir().unwrap();
        let program = env!("CARGO_BIN_EXE_cardwright");
        let command = format!("stty cols {columns} rows {rows}; exec '{program}' play {line}");
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

    /// Reads output until a text arrives. Returns the output up to and including the text.
    fn until(&mut self, text_to_find: &str) -> String {
        let mut bytes = std::mem::take(&mut self.screen).into_bytes();
        loop {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Some(index) = text.find(text_to_find) {
                self.screen = text[index + text_to_find.len()..].to_owned();
                return text[..index + text_to_find.len()].to_owned();
            }
            match self.output.recv_timeout(TIMEOUT) {
                Ok(bytes_read) => bytes.extend(bytes_read),
                Err(_) => panic!("`{text_to_find}` never comes: {text}"),
            }
        }
    }

    fn types(&mut self, line: &str) {
        self.presses(format!("{line}\r").as_bytes());
    }

    /// Sends bytes as the keys of a terminal do.
    fn presses(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).unwrap();
    }

    /// Plays Banana Wars up to the first question of Activista, who sits at the keyboard.
    fn start_with_activista() -> Option<Terminal> {
        // The report of a whole turn fits above the position.
        let mut terminal = Terminal::start_with_size((100, 60), "banana-wars --seed 7 --no-record")?;
        terminal.until(TO_ACTIVISTA);
        terminal.types("");
        terminal.until("activista> ");
        Some(terminal)
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
fn no_hand_is_shown_before_the_one_enter_that_hands_over_the_keyboard() {
    let Some(mut terminal) = Terminal::start("demo --pack tests/packs/demo --seed 3 --no-record") else { return };
    let start = terminal.until("Pass the keyboard to Red, and press Enter ");
    assert!(!start.contains("Smoke"), "{start}");
    terminal.types("");
    let red = terminal.until("red> ");
    assert!(red.contains("your hand  02 Smoke"), "{red}");
    for line in ["adjust blue hand: 03", "adjust port: 2 open, guard"] {
        terminal.types(line);
        terminal.until("✓ set");
    }
    terminal.types("stir port");
    let handover = terminal.until("Pass the keyboard to Blue, and press Enter ");
    let (_, last_screen) = handover.rsplit_once(CLEAR_SCREEN).expect("the screen is cleared");
    assert!(last_screen.contains("red: stir port") && last_screen.contains("rolled d6"), "{last_screen}");
    assert!(!last_screen.contains("Smoke") && !last_screen.contains("Wind"), "{last_screen}");
    terminal.types("keep");
    let refused = terminal.until("Pass the keyboard to Blue, and press Enter ");
    assert!(refused.contains("only press Enter here") && !refused.contains("Wind"), "{refused}");
    terminal.types("");
    let blue = terminal.until("blue> ");
    let (_, last_screen) = blue.rsplit_once(CLEAR_SCREEN).expect("the screen is cleared");
    assert!(last_screen.contains("your hand  03 Wind") && !last_screen.contains("Smoke"), "{last_screen}");
}

/// Only Activista may read which card it drew, so the screen is cleared before the keyboard is handed over.
#[test]
fn private_output_is_cleared_by_an_extra_enter() {
    let Some(mut terminal) = Terminal::start_with_activista() else { return };
    terminal.types("play 52 honduras");
    terminal.until("Activista action?");
    terminal.until("activista> ");
    terminal.types("end-turn");
    let own_screen = terminal.until("Enter clears the screen for United States ");
    assert!(own_screen.contains("Administration Change: from administration deck to Activista hand"), "{own_screen}");
    terminal.types("");
    let handover = terminal.until(TO_UNITED_STATES);
    let (_, last_screen) = handover.rsplit_once(CLEAR_SCREEN).expect("the screen is cleared");
    for card in ["Administration Change", "Liberation Army", "Hospital Ship"] {
        assert!(!last_screen.contains(card), "{card}: {last_screen}");
    }
    terminal.types("");
    let us = terminal.until("us> ");
    assert!(us.contains("Hospital Ship") && us.contains("a card: from administration deck"), "{us}");
    assert!(!us.contains("Administration Change") && !us.contains("Liberation Army"), "{us}");
}

/// Only the `us` side has a hidden hand. The two sides that hand over the keyboard know the same, so the screen is not
/// cleared.
#[test]
fn without_secrets_the_keyboard_is_handed_over_without_an_enter() {
    let Some(mut terminal) = Terminal::start("fortress-america --scenario ready-to-play --seed 1 --no-record") else {
        return;
    };
    terminal.until("western> ");
    terminal.types("adjust us hand: p01");
    terminal.until("✓ set");
    for (question, line) in
        [("Which battles", "end-declaring"), ("Maneuvers: which", "end"), ("Invasion: which", "end")]
    {
        assert!(!terminal.until(question).contains("press Enter"));
        terminal.until("western> ");
        terminal.types(line);
    }
    let handover = terminal.until("southern> ");
    assert!(!handover.contains("press Enter") && !handover.contains(CLEAR_SCREEN), "{handover}");
}

/// Before the table the player reads a report that fills the page. Only the hand-over refuses a typed line.
#[test]
fn a_line_typed_before_the_table_is_shown_is_played_and_comes_back_with_the_arrow_key() {
    let line = "fortress-america --scenario ready-to-play --players 2 --seed 5 --no-record";
    let Some(mut terminal) = Terminal::start_with_size((80, 18), line) else { return };
    const PAUSE: &str = "Enter shows the table, or type the next line> ";
    terminal.until("western> ");
    terminal.types("declare portland end end commit portland");
    terminal.until(PAUSE);
    terminal.types("infantry");
    terminal.until("us: w-infantry");
    terminal.until(PAUSE);
    terminal.types("");
    terminal.until("Helicopter drives one out (1 to choose): whom?");
    terminal.until("western> ");
    terminal.presses(b"\x1b[A");
    terminal.until("infantry");
    terminal.presses(b"\x1b[A");
    terminal.until("declare portland end end commit portland");
}

/// A terminal sends pasted lines between two marks, or as if they were typed fast.
#[test]
fn lines_that_are_pasted_or_typed_ahead_end_with_the_hand_over() {
    let Some(mut terminal) = Terminal::start_with_activista() else { return };
    terminal.types("\u{1b}[200~play 52 honduras\nend-turn\nnote mine\nresign us yes\u{1b}[201~");
    let own_screen = terminal.until("Enter clears the screen for United States ");
    assert!(own_screen.contains("2 pasted lines were not read, because it is United States's turn"), "{own_screen}");
    terminal.types("\r\rresign us yes");
    terminal.until(TO_UNITED_STATES);
    terminal.types("\rresign us yes\rnote mine");
    terminal.until("us> ");
    terminal.types("note");
    let shown = terminal.until("nothing has been noted yet");
    assert!(!shown.contains("resign"), "{shown}");
}

/// Ctrl-Y inserts the text that was erased last. Alt-Y then goes back through earlier texts.
#[test]
fn the_next_player_cannot_bring_back_erased_text() {
    let Some(mut terminal) = Terminal::start_with_activista() else { return };
    terminal.types("preview play 05\u{15}why play 52\u{15}play 52 honduras");
    terminal.until("Activista action?");
    terminal.until("activista> ");
    terminal.types("preview strike\u{15}\u{19}\u{15}end-turn");
    terminal.until("Enter clears the screen for United States ");
    terminal.presses(b"\x19\x1by\r");
    terminal.until(TO_UNITED_STATES);
    terminal.presses(b"\r");
    terminal.until("us> ");
    terminal.presses(b"note \x19\x1by\x1by\r");
    let shown = terminal.until("nothing has been noted yet");
    assert!(!shown.contains("preview") && !shown.contains("why") && !shown.contains("play 5"), "{shown}");
}

#[test]
fn only_enter_hands_over_the_keyboard() {
    let Some(mut terminal) = Terminal::start("banana-wars --seed 7 --no-record") else { return };
    terminal.until(TO_ACTIVISTA);
    for (keys, why) in [
        (&b"\x03"[..], "Ctrl-C was ignored: only press Enter here"),
        (b"\x1c", "Ctrl-C was ignored"),
        (b"caf\xe9\r", "a line that is not UTF-8 was ignored: write the input in UTF-8: only press Enter here"),
        (b"\xff", "a line that is not UTF-8 was ignored"),
        (b"play\r", "Your line was ignored"),
    ] {
        terminal.presses(keys);
        let screen = terminal.until(why) + &terminal.until(TO_ACTIVISTA);
        assert!(!screen.contains("your hand") && !screen.contains("Liberation Army"), "{why}: {screen}");
    }
    terminal.presses(b"\r");
    assert!(terminal.until("activista> ").contains("Liberation Army"));
}

#[test]
fn a_line_that_is_not_utf8_is_refused_and_the_game_goes_on() {
    let Some(mut terminal) = Terminal::start_with_activista() else { return };
    for line in [&b"note caf\xe9 resign yes\r"[..], b"\x1b[200~note caf\xe9\rresign yes\x1b[201~\r", b"\xff\xfe\r"] {
        terminal.presses(line);
        terminal.until("✗ a line that is not UTF-8 was ignored");
        terminal.until("activista> ");
    }
    terminal.types("play 52 honduras");
    terminal.until("Activista action?");
}
