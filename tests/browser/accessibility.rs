//! Accessibility of the page: names, contrast, size, motion.

use crate::chromium::{Tab, text};
use crate::click_player::{Dice, LIT, choose, spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use serde_json::{Value, json};

const GAMES: [&str; 4] = ["banana-wars", "cuba-libre", "fortress-america", "latin-intervention"];

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

/// Returns the accessible names of all elements with a role.
fn names(tab: &Tab, role: &str) -> Vec<String> {
    let tree = tab.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().unwrap().iter();
    let named = nodes.filter(|node| node["ignored"] != true && node["role"]["value"] == role);
    named.map(|node| text(&node["name"]["value"])).collect()
}

#[test]
fn every_place_card_and_answer_has_a_name() {
    let Some((browser, _guard)) = browser() else { return };
    for game in GAMES {
        let server = Server::game(game, &["--open"]);
        let tab = browser.open(server.link("host"), DESKTOP, false);
        wait_until_loaded(&tab);
        for role in ["button", "textbox", "combobox", "checkbox", "slider", "listbox"] {
            let nameless = names(&tab, role).iter().filter(|name| name.trim().is_empty()).count();
            assert_eq!(nameless, 0, "{game}: {nameless} of role {role} have no name");
        }
        let buttons = names(&tab, "button");
        let has = |name: &str| buttons.iter().any(|it| it.starts_with(name));
        if game == "banana-wars" {
            let cuba = buttons.iter().find(|name| name.starts_with("Cuba, ")).unwrap();
            assert!(cuba.contains("rebel; "), "the name of a place lists its pieces: {cuba}");
            assert!(has("Agitator or Rebel, rebel, Cuba"), "the name of a piece has its place: {buttons:?}");
        }
        let lit_have_names = tab.eval("[...document.querySelectorAll('.thing.legal')].every(it => it.getAttribute('aria-label').includes('may be chosen'))");
        assert_eq!(lit_have_names, true, "{game}: the names of lit elements say that they may be chosen");
        let rows = strings(&tab.eval("[...document.querySelectorAll('#cards .card, #answers .row:not(.stepper)')].map(it => it.getAttribute('aria-label') ?? it.textContent)"));
        assert!(rows.iter().all(|row| has(row.trim_end_matches("Enter"))), "{game}: {rows:?}\n{buttons:?}");
        assert_eq!(names(&tab, "group").iter().filter(|name| name.starts_with("Map")).count(), 1);
    }
}

#[test]
fn text_has_enough_contrast_in_light_and_dark() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    for (scheme, size) in [("light", DESKTOP), ("dark", DESKTOP), ("light", PHONE), ("dark", PHONE)] {
        let tab = browser.open(server.link("host"), size, size == PHONE);
        let emulated_media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        tab.call("Emulation.setEmulatedMedia", emulated_media);
        wait_until_loaded(&tab);
        tab.eval(include_str!("checks.js"));
        let mut dice = Dice(3);
        for _ in 0..3 {
            for part in ["answers", "cards", "log", "sides", "host"] {
                tab.eval(&format!("document.body.dataset.tab = {part:?}; 0"));
                let faint_texts = strings(&tab.eval("faint()"));
                assert!(faint_texts.is_empty(), "{scheme} {size:?} {part}: {faint_texts:#?}");
            }
            tab.eval("document.body.dataset.tab = 'answers'; 0");
            choose(&tab, &mut dice);
        }
    }
}

/// Names on the map have a contrast of at least 4.5 to a plain background, or 3 if they are large.
#[test]
fn names_on_the_map_have_enough_contrast() {
    let Some((browser, _guard)) = browser() else { return };
    for game in GAMES {
        let server = Server::game(game, &["--open"]);
        let tab = browser.open(server.link("host"), DESKTOP, false);
        wait_until_loaded(&tab);
        tab.eval(include_str!("checks.js"));
        let faint_texts = strings(&tab.eval("faintOnMap()"));
        assert!(faint_texts.is_empty(), "{game}: {faint_texts:#?}");
    }
}

#[test]
fn every_control_on_a_phone_is_large_enough_for_a_finger() {
    let Some((browser, _guard)) = browser() else { return };
    for game in GAMES {
        let server = Server::game(game, &["--open"]);
        for size in [PHONE, (844, 390)] {
            let tab = browser.open(server.link("host"), size, true);
            wait_until_loaded(&tab);
            tab.eval(include_str!("checks.js"));
            tab.eval("document.getElementById('look').click(); document.getElementById('more').click(); 0");
            for part in ["answers", "cards", "log", "sides", "host", "line"] {
                tab.eval(&format!("document.body.dataset.tab = {part:?}; 0"));
                let small_controls = strings(&tab.eval("small()"));
                assert!(small_controls.is_empty(), "{game}, {size:?}, {part}: {small_controls:#?}");
                assert_eq!(
                    tab.eval("document.documentElement.scrollWidth <= innerWidth"),
                    true,
                    "{game}, {size:?}, {part}"
                );
            }
        }
    }
}

/// At 400 % zoom a screen of 1280 by 800 pixels has 320 by 200. Phones in landscape have a similar height.
#[test]
fn the_last_answer_is_reachable_on_very_low_screens() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    for size in [(320, 200), (320, 256), (360, 225), (480, 320), (568, 320)] {
        let tab = browser.open(server.link("Activista"), size, false);
        wait_until_loaded(&tab);
        let last = spot(&tab, "#answers .rows > :last-child", 0);
        let [x, y] = last.unwrap_or_else(|| panic!("{size:?}: the last answer cannot be reached"));
        assert!(x > 0.0 && y > 0.0 && x < f64::from(size.0) && y < f64::from(size.1), "{size:?}: {x}, {y}");
        assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), true, "{size:?}");
        tab.eval("document.querySelector('#map').scrollIntoView(); 0");
        assert_eq!(tab.eval("document.getElementById('map').clientHeight > 100"), true, "{size:?}");
    }
}

/// A browser may be configured for text of 24 or 32 pixels.
#[test]
fn large_text_breaks_no_words() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    for letter_size in [24, 32] {
        let tab = browser.open(server.link("Activista"), DESKTOP, false);
        wait_until_loaded(&tab);
        tab.eval(&format!("document.documentElement.style.fontSize = '{letter_size}px'; 0"));
        assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), true, "{letter_size}");
        // A button is at least as wide as its longest word.
        let broken_words = strings(&tab.eval("[...document.querySelectorAll('#log header > *, #who')].filter(it => { \
            const all = document.createRange(), width = it.getBoundingClientRect().width; \
            return [...it.textContent.matchAll(/\\S+/g)].some(word => { all.setStart(it.firstChild, word.index); all.setEnd(it.firstChild, word.index + word[0].length); \
                return all.getClientRects().length > 1 || all.getBoundingClientRect().width > width + 1; }); }).map(it => it.textContent)"));
        assert!(broken_words.is_empty(), "{letter_size}: {broken_words:?}");
    }
}

/// At 200 % zoom a screen of 1440 by 900 pixels has 720 by 450.
#[test]
fn everything_is_visible_at_200_percent_zoom() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), (DESKTOP.0 / 2, DESKTOP.1 / 2), false);
    wait_until_loaded(&tab);
    assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), true);
    assert_eq!(tab.eval("document.getElementById('map').clientHeight > 150"), true);
    assert_ne!(tab.eval(&format!("visibleCount({LIT:?})")), 0);
    choose(&tab, &mut Dice(1));
}

#[test]
fn nothing_moves_with_reduced_motion() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    tab.call(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    wait_until_loaded(&tab);
    choose(&tab, &mut Dice(1));
    assert_eq!(tab.eval("document.getAnimations().length"), 0);
}
