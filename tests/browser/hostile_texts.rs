//! Names with markup, a thousand letters or control characters: the page shows them as text within its width.

use crate::chromium::text;
use crate::click_player::{Dice, choose, shown_event, spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use regex_lite::{Captures, Regex};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MARKUP: &str = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";

/// Copies the demo and replaces all names, titles, labels and texts by different hostile ones. Returns the path of the
/// folder.
fn hostile_demo(to: &Path) -> String {
    copy(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo"), to, &mut 0);
    to.display().to_string()
}

fn copy(from: &Path, to: &Path, n: &mut u32) {
    let names = Regex::new(r#"(?m)^(name|title|label|say) = "([^"]*)""#).unwrap();
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_name() == "tests" {
            continue;
        } else if path.is_dir() {
            copy(&path, &to, n);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let text = names.replace_all(&text, |found: &Captures<'_>| {
            *n += 1;
            format!("{} = \"{n} {} {MARKUP}{}\"", &found[1], &found[2], "W".repeat(900))
        });
        fs::write(to, text.as_bytes()).unwrap();
    }
}

/// `check` refuses a pack if a name has a character that changes the direction of text.
#[test]
fn names_that_change_the_text_direction_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pack = hostile_demo(folder.path());
    let board = folder.path().join("scenarios/demo/board.toml");
    let text = fs::read_to_string(&board).unwrap();
    for control in ["\\u202e", "\\u2066", "\u{202e}"] {
        fs::write(&board, text.replacen(MARKUP, &format!("{control}{MARKUP}"), 1)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        let output = command.args(["check", "demo", "--pack", &pack]).output().unwrap();
        assert!(!output.status.success(), "{control:?}");
    }
}

#[test]
fn names_with_markup_or_a_thousand_letters_are_shown_as_text() {
    let Some((browser, _guard)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pack = hostile_demo(folder.path());
    let server = Server::game("demo", &["--open", "--pack", &pack]);
    for (size, is_phone) in [(DESKTOP, false), (PHONE, true), ((844, 390), true)] {
        let tab = browser.open(server.link("host"), size, is_phone);
        wait_until_loaded(&tab);
        assert!(text(&tab.eval("document.body.textContent")).contains(MARKUP), "the markup is shown as text");
        let mut dice = Dice(3);
        for _ in 0..4 {
            for part in ["answers", "cards", "log", "sides", "host", "line"] {
                tab.eval(&format!("document.body.dataset.tab = {part:?}; 0"));
                let wide_elements = "[...document.querySelectorAll('body *')].filter(it => !it.closest('svg, #cards') && it.getClientRects().length && it.getBoundingClientRect().right > innerWidth + 1).map(it => it.outerHTML.slice(0, 80))";
                assert_eq!(tab.eval(wide_elements), json!([]), "{size:?}, {part}");
                assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), true, "{size:?}, {part}");
            }
            tab.eval("document.body.dataset.tab = 'answers'; 0");
            choose(&tab, &mut dice);
        }
        // The markup in a note stays text too.
        let before = shown_event(&tab);
        tab.eval(&format!("document.getElementById('typed').value = 'note {MARKUP}'; document.getElementById('line').requestSubmit(); 0"));
        tab.wait("isIdle()");
        assert_eq!(shown_event(&tab), before);
        if let Some(spot) = spot(&tab, ".info", 0).filter(|_| !is_phone) {
            tab.click(spot);
            tab.wait("!document.getElementById('details').hidden");
        }
        assert_eq!(tab.eval("document.querySelectorAll('img, body script, iframe').length"), 0);
        assert!(tab.events_of("Page.javascriptDialogOpening").is_empty());
    }
}
