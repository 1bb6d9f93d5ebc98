//! The page with a screen reader: announcements, focus, and the names of controls.

use crate::chromium::{Tab, text};
use crate::click_player::{at, click, sit_down, spot, typed};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use serde_json::{Value, json};

/// The announcements so far that the page still holds.
fn heard(tab: &Tab) -> Vec<String> {
    let all = tab.eval("[...document.getElementById('news').children].map(it => it.textContent)");
    all.as_array().unwrap().iter().map(text).collect()
}

fn focused(tab: &Tab, what: &str) -> Value {
    tab.eval(&format!("(it => {what})(document.activeElement)"))
}

/// The accessible name and description of the element that a selector finds.
fn called(tab: &Tab, selector: &str) -> [String; 2] {
    let node = tab.call("Runtime.evaluate", json!({ "expression": format!("document.querySelector({selector:?})") }));
    let of = json!({ "objectId": node["result"]["objectId"], "fetchRelatives": false });
    let tree = tab.call("Accessibility.getPartialAXTree", of);
    ["name", "description"].map(|of| text(&tree["nodes"][0][of]["value"]))
}

#[test]
fn turns_and_events_are_announced_and_the_focus_stays() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &[]);
    let [mine, other] = ["Activista", "United States"].map(|who| {
        let tab = browser.open(served.link(who), DESKTOP, false);
        sit_down(&tab);
        tab
    });
    assert_eq!(heard(&mine), ["Your turn: Which card?"]);
    assert_eq!(heard(&other), ["Activista is asked: Which card?"]);
    let title = |tab: &Tab| text(&tab.eval("document.title"));
    assert_eq!([title(&mine), title(&other)], ["▶ Banana Wars", "Banana Wars"]);
    other.key("a");
    assert_eq!(focused(&other, "it.matches('#answers .rest')"), true, "who waits has a line to wait on");

    // The player's own answer is announced, too: the answer, its effects, and the next question.
    typed(&mine, "play 03");
    for tab in [&mine, &other] {
        tab.wait("document.documentElement.dataset.at === '1'");
        let told = heard(tab);
        let [.., news, turn] = told.as_slice() else { panic!("{told:?}") };
        assert!(
            news.contains("Activista Action Track 0 → 1") && news.contains("Nicaragua Crisis level 0 → 1"),
            "{news}"
        );
        assert!(news.chars().count() < 1000, "{news}");
        assert!(turn.ends_with(": Activista action?"), "{told:?}");
    }
    // The same question at another event is announced again; dice are announced.
    for line in ["create-crisis nicaragua", "pay activista-action"] {
        typed(&mine, line);
    }
    mine.key("a");
    mine.key("Enter");
    mine.wait("document.documentElement.dataset.at === '3'");
    let told = heard(&mine);
    let rolled = told.iter().position(|told| told.contains("rolled 1 d6")).unwrap_or_else(|| panic!("{told:?}"));
    assert_eq!(told[rolled + 1], "Your turn: Activista action?", "it was so before, at another event");

    // The turn passes to the other side; the hands of both stay among the answers.
    mine.key("Escape");
    mine.eval("document.querySelector('#answers [data-line=\"end-turn\"]').focus(); 0");
    mine.key("Enter");
    mine.wait("quiet()");
    if mine.eval("document.querySelector('#answers .go') !== null") == true {
        mine.key("Enter");
    }
    mine.wait("document.getElementById('who').textContent === 'United States'");
    mine.wait("document.activeElement.matches('#answers .rest')");
    other.wait("document.activeElement.matches('#answers .rows button')");
    assert!(heard(&other).last().unwrap().starts_with("Your turn: "), "{:?}", heard(&other));
    assert_eq!(title(&mine), "Banana Wars");

    // Things chosen on the map are announced, and so are reasons against a choice.
    typed(&other, "play 04");
    other.key("Escape");
    click(&other, spot(&other, ".thing.space.legal", 0).unwrap());
    let told = heard(&other);
    assert!(told.last().unwrap().contains(" picked, "), "{told:?}");
    other.eval("window.box = document.querySelector('#answers [role=status]'); 0");
    other.key("Escape");
    click(&other, spot(&other, ".thing.space:not(.legal)", 0).unwrap());
    other.wait("document.querySelector('#answers .message') !== null");
    assert_eq!(
        other.eval("document.querySelector('#answers .message').parentNode === box"),
        true,
        "one node says it all"
    );
}

#[test]
fn every_control_has_a_name_and_the_map_is_one_tab_stop() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("fortress-america", &["--open"]);
    let tab = browser.open(served.link("host"), DESKTOP, false);
    sit_down(&tab);
    // A stepper's name is what it counts.
    tab.key("a");
    assert_eq!(focused(&tab, "it.className"), "take");
    assert_eq!(called(&tab, "#answers .take")[0], "Choose Las Vegas, 1");
    assert_eq!(called(&tab, "#answers .stepper")[0], "Las Vegas, 1");
    assert_eq!(
        tab.eval("document.querySelectorAll('#answers [aria-live]').length"),
        0,
        "a list says nothing by itself"
    );
    tab.key("ArrowDown");
    assert_eq!(focused(&tab, "it.className + it.closest('.stepper').firstChild.textContent"), "takeLos Angeles, 1");
    click(&tab, spot(&tab, "#answers .stepper [aria-label=More]", 1).unwrap());
    assert_eq!(called(&tab, "#answers .stepper:nth-child(2) .take")[0], "Choose Los Angeles, 2");
    assert_eq!(heard(&tab).last().unwrap(), "Los Angeles, 2");
    // Letters of a drawing and cells of a track are not read by themselves.
    let drawn = "[...document.querySelectorAll('#map svg > defs, #map svg > g:first-of-type > *, #map .counters > *')]";
    let is_quiet = tab.eval(&format!("{drawn}.every(it => it.role === 'button' || it.ariaHidden === 'true')"));
    assert_eq!(is_quiet, true);
    let levels = tab.eval("[...document.querySelectorAll('h1, h2, h3, h4')].filter(it => it.getClientRects().length).map(it => Number(it.tagName[1]))");
    let levels: Vec<u64> = serde_json::from_value(levels).unwrap();
    assert!(levels.windows(2).all(|two| two[1] <= two[0] + 1), "{levels:?}");

    // Tab enters the map at a place directly.
    tab.eval("document.getElementById('more').focus(); 0");
    tab.key("Tab");
    assert_eq!(focused(&tab, "it.matches('.thing.space')"), true, "{}", focused(&tab, "it.outerHTML.slice(0, 200)"));
    // By arrows one goes to places.
    for key in ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp"] {
        tab.key(key);
        assert_eq!(focused(&tab, "it.matches('.thing.space')"), true);
    }
}

#[test]
fn a_confirmation_shows_its_effects_and_the_asked_thing_is_ringed() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &[]);
    let tab = browser.open(served.link("Activista"), DESKTOP, false);
    sit_down(&tab);
    typed(&tab, "play 03");
    tab.wait("document.documentElement.dataset.at === '1'");
    typed(&tab, "create-crisis nicaragua");
    tab.wait("document.documentElement.dataset.at === '2'");
    // `Who pays 1 AP in Nicaragua?`
    let asked = tab.eval("[...document.querySelectorAll('.thing.space')].filter(it => it.ariaLabel.includes('is asked about')).map(it => it.dataset.key)");
    assert_eq!(asked, json!(["space nicaragua "]));
    assert_eq!(tab.eval("document.querySelectorAll('.ring.asked').length"), 1);
    assert_eq!(called(&tab, "#answers [aria-keyshortcuts]")[0], "Activista Action Track pays");
    click(&tab, spot(&tab, "#answers [data-line='pay activista-action']", 0).unwrap());
    tab.wait("document.querySelector('#answers .go') !== null");
    let [name, tells] = called(&tab, "#answers .go");
    assert_eq!(name, "Do it");
    assert!(tells.contains("d6"), "it tells what comes of it: {tells}");
    // Dice wait: nothing is played by the click alone.
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(at(&tab), "2");
    click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    tab.wait("document.documentElement.dataset.at === '3'");
}

#[test]
fn the_keyboard_is_never_lost() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("host"), DESKTOP, false);
    sit_down(&tab);
    let holds = |selector: &str| {
        assert_eq!(
            focused(&tab, &format!("it.matches({selector:?})")),
            true,
            "{selector}: {}",
            focused(&tab, "it.outerHTML.slice(0, 150)")
        )
    };
    let press = |selector: &str| {
        tab.eval(&format!("document.querySelector({selector:?}).focus(); 0"));
        holds(selector);
        tab.key("Enter");
    };
    typed(&tab, "play 03");
    tab.wait("document.documentElement.dataset.at === '1'");
    // Buttons of the log draw it anew.
    press("#log .unfold");
    holds("#log .event");
    press("#since");
    assert_eq!(tab.eval("document.querySelector('#since').ariaPressed"), "true");
    let new = "[...document.querySelectorAll('#log .event')].every(it => it.classList.contains('new'))";
    assert_eq!(tab.eval(new), true, "only what is new is shown");
    holds("#since");
    tab.key("Enter");
    assert_eq!(tab.eval("document.querySelector('#since').textContent"), "Since I last looked");
    holds("#since");
    // Undo that cannot go on hands on to redo.
    press("#undo");
    tab.wait("document.documentElement.dataset.at === '0'");
    holds("#redo");
    tab.key("Enter");
    tab.wait("document.documentElement.dataset.at === '1'");
    holds("#undo");
    // Keys work while the slider of looking back has the focus, and leaving it goes back to its button.
    tab.eval("document.querySelector('#look').focus(); 0");
    tab.key("Enter");
    holds("#replay input");
    tab.key("Escape");
    assert_eq!(tab.eval("document.getElementById('replay').hidden"), true);
    holds("#look");
    // The menu closes when one goes on, and when an entry of it was taken.
    press("#more");
    holds("#menu input");
    tab.eval("document.querySelector('#cards .card').focus(); 0");
    assert_eq!(tab.eval("document.getElementById('menu').hidden"), true);
    press("#more");
    press("#menu .choices button:last-child");
    assert_eq!(tab.eval("document.getElementById('menu').hidden"), true);
    holds("#more");
    // Piles are spread and folded.
    if tab.eval("document.querySelector('#cards .back[data-flip]') !== null") == true {
        press("#cards .back[data-flip]");
        holds("#cards .plain[data-flip]");
        tab.key("Enter");
        holds("#cards .back[data-flip]");
    }
    // A piece that is gone leaves its place.
    tab.eval("document.querySelector('.thing.piece[data-key$=\"haiti\"]').focus(); 0");
    typed(&tab, "adjust haiti: rebel");
    tab.eval("0");
    holds(".thing[data-key='space haiti '], .thing[data-key$=' haiti']");
}

#[test]
fn a_finger_that_rests_on_the_map_reads() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("fortress-america", &["--scenario", "ready-to-play"]);
    let tab = browser.open(served.link("Western"), PHONE, true);
    sit_down(&tab);
    let [x, y] = spot(&tab, ".thing.space[data-key='space portland ']", 0).unwrap();
    tab.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
    tab.wait("!document.getElementById('details').hidden");
    tab.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    // What lies there, and what else the board says of it.
    tab.wait("document.getElementById('details').textContent.includes('Next to Cascades, Olympic Coast')");
    let told = text(&tab.eval("document.getElementById('details').innerText"));
    assert!(told.contains("Portland") && told.contains("Infantry") && !told.contains("us-infantry"), "{told}");
    assert_eq!(
        tab.eval("document.querySelector('#answers .trail, #answers .message')"),
        Value::Null,
        "nothing was chosen"
    );
}
