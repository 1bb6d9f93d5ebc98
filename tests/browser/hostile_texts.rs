//! Names that would be something else than names: they are drawn as they are, and keep to their room.

use crate::chromium::text;
use crate::click_player::{Dice, at, choose, sit_down, spot};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use regex_lite::{Captures, Regex};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MARKUP: &str = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";

/// The demo with all names, titles, labels and texts replaced; none is the same as another.
fn demo(to: &Path) -> String {
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

/// What turns letters about is in no name: such a pack is not begun with.
#[test]
fn names_that_turn_letters_about_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pack = demo(folder.path());
    let board = folder.path().join("scenarios/demo/board.toml");
    let text = fs::read_to_string(&board).unwrap();
    for control in ["\\u202e", "\\u2066", "\u{202e}"] {
        fs::write(&board, text.replacen(MARKUP, &format!("{control}{MARKUP}"), 1)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        let said = command.args(["check", "demo", "--pack", &pack]).output().unwrap();
        assert!(!said.status.success(), "{control:?}");
    }
}

#[test]
fn names_of_markup_and_of_a_thousand_letters_stay_names() {
    let Some((browser, _one)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pack = demo(folder.path());
    let served = Server::game("demo", &["--open", "--pack", &pack]);
    for (size, is_phone) in [(DESKTOP, false), (PHONE, true), ((844, 390), true)] {
        let tab = browser.open(served.link("host"), size, is_phone);
        sit_down(&tab);
        assert!(text(&tab.eval("document.body.textContent")).contains(MARKUP), "it is read as it was written");
        let mut dice = Dice(3);
        for _ in 0..4 {
            for part in ["answers", "cards", "log", "sides", "host", "line"] {
                tab.eval(&format!("document.body.dataset.tab = {part:?}; 0"));
                let wide = "[...document.querySelectorAll('body *')].filter(it => !it.closest('svg, #cards') && it.getClientRects().length && it.getBoundingClientRect().right > innerWidth + 1).map(it => it.outerHTML.slice(0, 80))";
                assert_eq!(tab.eval(wide), json!([]), "{size:?}, {part}");
                assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), true, "{size:?}, {part}");
            }
            tab.eval("document.body.dataset.tab = 'answers'; 0");
            choose(&tab, &mut dice);
        }
        // So does a note of a player.
        let before = at(&tab);
        tab.eval(&format!("document.getElementById('typed').value = 'note {MARKUP}'; document.getElementById('line').requestSubmit(); 0"));
        tab.wait("quiet()");
        assert_eq!(at(&tab), before);
        if let Some(spot) = spot(&tab, ".info", 0).filter(|_| !is_phone) {
            tab.click(spot);
            tab.wait("!document.getElementById('details').hidden");
        }
        assert_eq!(tab.eval("document.querySelectorAll('img, body script, iframe').length"), 0);
        assert!(tab.events_of("Page.javascriptDialogOpening").is_empty());
    }
}
