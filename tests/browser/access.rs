//! The page for who does not see it, or not well: names, contrast, size, motion.

use crate::cdp::{Tab, text};
use crate::player::{Dice, LIT, choose, sit_down};
use crate::served::Served;
use crate::{DESKTOP, PHONE, browser};
use serde_json::{Value, json};

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

/// The names of what a screen reader finds of a role.
fn names(tab: &Tab, role: &str) -> Vec<String> {
    let tree = tab.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().unwrap().iter();
    let named = nodes.filter(|node| node["ignored"] != true && node["role"]["value"] == role);
    named.map(|node| text(&node["name"]["value"])).collect()
}

#[test]
fn every_place_card_and_answer_has_a_name() {
    let Some((browser, _one)) = browser() else { return };
    for game in ["banana-wars", "fortress-america"] {
        let served = Served::game(game, &["--open"]);
        let tab = browser.open(served.link("desk"), DESKTOP, false);
        sit_down(&tab);
        for role in ["button", "textbox", "combobox", "checkbox", "slider", "listbox"] {
            let nameless = names(&tab, role).iter().filter(|name| name.trim().is_empty()).count();
            assert_eq!(nameless, 0, "{game}: {nameless} of role {role} have no name");
        }
        let buttons = names(&tab, "button");
        let has = |name: &str| buttons.iter().any(|it| it.starts_with(name));
        if game == "banana-wars" {
            let cuba = buttons.iter().find(|name| name.starts_with("Cuba, ")).unwrap();
            assert!(cuba.contains("Rebel"), "the place tells what lies there: {cuba}");
            assert!(has("Agitator or Rebel, rebel, Cuba"), "a piece tells where it lies: {buttons:?}");
        }
        let lit = tab.eval("[...document.querySelectorAll('.thing.legal')].every(it => it.getAttribute('aria-label').includes('may be chosen'))");
        assert_eq!(lit, true, "{game}: what is lit says so");
        let rows = strings(&tab.eval("[...document.querySelectorAll('#cards .card, #answers .row:not(.stepper)')].map(it => it.getAttribute('aria-label') ?? it.textContent)"));
        assert!(rows.iter().all(|row| has(row.trim_end_matches("Enter"))), "{game}: {rows:?}\n{buttons:?}");
        assert_eq!(names(&tab, "group").iter().filter(|name| name.starts_with("Map")).count(), 1);
    }
}

#[test]
fn texts_stand_out_in_light_and_dark() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    for (scheme, size) in [("light", DESKTOP), ("dark", DESKTOP), ("light", PHONE), ("dark", PHONE)] {
        let tab = browser.open(served.link("desk"), size, size == PHONE);
        let scheme_is = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        tab.call("Emulation.setEmulatedMedia", scheme_is);
        sit_down(&tab);
        tab.eval(include_str!("checks.js"));
        let mut dice = Dice(3);
        for _ in 0..3 {
            for part in ["answers", "cards", "log", "sides", "desk"] {
                tab.eval(&format!("document.body.dataset.tab = {part:?}; 0"));
                let faint = strings(&tab.eval("faint()"));
                assert!(faint.is_empty(), "{scheme} {size:?} {part}: {faint:#?}");
            }
            tab.eval("document.body.dataset.tab = 'answers'; 0");
            choose(&tab, &mut dice);
        }
    }
}

#[test]
fn a_finger_hits_everything_on_a_phone() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), PHONE, true);
    sit_down(&tab);
    tab.eval(include_str!("checks.js"));
    for part in ["answers", "cards", "log", "sides", "desk", "line"] {
        tab.eval(&format!("document.body.dataset.tab = {part:?}; 0"));
        let small = strings(&tab.eval("small()"));
        assert!(small.is_empty(), "{part}: {small:#?}");
    }
    assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), true, "nothing sticks out sideways");
}

/// At 200 % a screen of 1440 by 900 has half as many pixels either way.
#[test]
fn at_twice_the_size_all_is_there() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), (DESKTOP.0 / 2, DESKTOP.1 / 2), false);
    sit_down(&tab);
    assert_eq!(tab.eval("document.documentElement.scrollWidth <= innerWidth"), true);
    assert_eq!(tab.eval("document.getElementById('map').clientHeight > 150"), true);
    assert_ne!(tab.eval(&format!("lit({LIT:?})")), 0);
    choose(&tab, &mut Dice(1));
}

#[test]
fn nothing_moves_for_who_wants_it_still() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    tab.call(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    sit_down(&tab);
    choose(&tab, &mut Dice(1));
    assert_eq!(tab.eval("document.getAnimations().length"), 0);
}
