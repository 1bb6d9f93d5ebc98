//! Plays one turn by keyboard alone, and one turn by touch on a phone.

use crate::chromium::{Tab, text};
use crate::click_player::{settle, shown_event, spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};

/// Presses Tab until the focused element fits a selector. Returns whether one did.
fn tab_to(tab: &Tab, selector: &str) -> bool {
    (0..200).any(|_| {
        tab.key("Tab");
        tab.eval(&format!("document.activeElement.matches({selector:?})")) == true
    })
}

/// Presses a key and waits for its effect.
fn press(tab: &Tab, key: &str) {
    let before = tab.eval("state()");
    tab.key(key);
    settle(tab, &before);
}

fn asked_side(tab: &Tab) -> String {
    text(&tab.eval("document.getElementById('who').textContent"))
}

#[test]
fn a_turn_is_played_by_keyboard_alone() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let tab = browser.open(server.link("Activista"), DESKTOP, false);
    wait_until_loaded(&tab);

    // Choose a card among the answers.
    assert!(tab_to(&tab, "#answers button.row"), "Tab comes to the answers");
    press(&tab, "Enter");
    confirm(&tab);
    assert_ne!(shown_event(&tab), "0");

    // Choose a place on the map. Arrow keys do not scroll the page while the map has the focus.
    let scrolled = tab.eval("[scrollX, scrollY]");
    tab.key("ArrowDown");
    assert_eq!(tab.eval("[scrollX, scrollY]"), scrolled);
    assert!(tab_to(&tab, ".thing"), "Tab comes to the map");
    assert_eq!(
        tab.eval("document.querySelectorAll('.thing[tabindex=\"0\"]').length"),
        1,
        "Tab stops at the map only once"
    );
    let is_legal_space = "document.activeElement.matches('.thing.space.legal')";
    let mut keys = ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"].iter().cycle();
    let mut tries = 0;
    while tab.eval(is_legal_space) != true {
        let before = tab.eval("document.activeElement.dataset.key");
        tab.key(keys.next().unwrap());
        assert_ne!(
            tab.eval("document.activeElement.dataset.key"),
            serde_json::Value::Null,
            "the focus stays on the map"
        );
        tries += usize::from(tab.eval("document.activeElement.dataset.key") == before);
        assert!(tries < 60, "no place that may be chosen can be reached");
    }
    let shown = tab.eval("getComputedStyle(document.activeElement).outlineStyle");
    assert_ne!(shown, "none", "the focus is visible");
    press(&tab, "Enter");

    // Choose answers until another side's turn.
    let own_side = asked_side(&tab);
    for _ in 0..40 {
        if asked_side(&tab) != own_side {
            break;
        }
        if tab.eval("document.activeElement.matches('#answers .go, #answers .row, #answers .chip')") != true {
            assert!(tab_to(&tab, "#answers .go, #answers button.row, #answers .chip, #answers .step input"));
        }
        press(&tab, "Enter");
    }
    assert_ne!(asked_side(&tab), own_side, "the turn came to its end: {}", tab.page_text());
}

fn confirm(tab: &Tab) {
    if tab.eval("document.activeElement.matches('#answers .go')") == true {
        press(tab, "Enter");
    }
}

#[test]
fn lines_are_typed_completed_and_recalled() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    tab.key("/");
    assert_eq!(tab.eval("document.activeElement.id"), "typed");
    tab.write("pl");
    tab.wait("document.querySelectorAll('#offers li').length > 0");
    tab.key("Tab");
    assert_eq!(tab.eval("document.getElementById('typed').value"), "play ");
    tab.wait("document.querySelectorAll('#offers li').length > 1");
    tab.key("ArrowDown");
    press(&tab, "Enter");
    let line = text(&tab.eval("document.getElementById('typed').value.trim()"));
    tab.key("Escape");
    tab.key("Enter");
    tab.wait("document.documentElement.dataset.at !== '0'");
    tab.wait("document.getElementById('typed').value === ''");
    tab.key("ArrowUp");
    assert_eq!(text(&tab.eval("document.getElementById('typed').value")), line, "the arrow recalls the typed line");
}

#[test]
fn a_turn_is_played_by_touch() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let tab = browser.open(server.link("Activista"), PHONE, true);
    wait_until_loaded(&tab);
    let own_side = asked_side(&tab);
    let touch = |selector: &str, n: usize| {
        let Some(at) = spot(&tab, selector, n) else { return false };
        let before = tab.eval("state()");
        tab.touch(at);
        settle(&tab, &before);
        true
    };
    let mut on_map = 0;
    for n in 0..60 {
        if asked_side(&tab) != own_side {
            break;
        }
        // Touch the confirmation if there is one, else the map (twice at most), else an answer.
        if touch("#answers .go", 0) {
            continue;
        }
        if on_map < 2 && touch(".thing.space.legal", n) {
            on_map += 1;
            continue;
        }
        assert!(touch("#answers .rows button.row, #answers .chip, #answers .take", n), "{}", tab.page_text());
    }
    assert!(on_map > 0, "the map was never touched");
    assert_ne!(asked_side(&tab), own_side, "the turn came to its end: {}", tab.page_text());
    // The tabs show the sections below the map one at a time.
    for part in ["Cards", "Log", "Sides", "Answers"] {
        let at = spot(&tab, &format!("#tabs button[data-of={:?}]", part.to_lowercase()), 0).unwrap();
        tab.touch(at);
        tab.wait(&format!("document.getElementById({:?}).getClientRects().length > 0", part.to_lowercase()));
    }
    assert_eq!(tab.eval("document.getElementById('prompt').getBoundingClientRect().top >= 0"), true);
}
