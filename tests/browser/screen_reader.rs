//! The page with a screen reader: announcements, focus, and the names of controls.

use crate::chromium::{Tab, text};
use crate::click_player::{click, shown_event, spot, type_line, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use serde_json::{Value, json};

/// Returns the announcements that the page still holds.
fn announcements(tab: &Tab) -> Vec<String> {
    let lines = tab.eval("[...document.getElementById('news').children].map(it => it.textContent)");
    lines.as_array().unwrap().iter().map(text).collect()
}

/// Evaluates a JavaScript expression in which `it` is the focused element.
fn focused(tab: &Tab, property_script: &str) -> Value {
    tab.eval(&format!("(it => {property_script})(document.activeElement)"))
}

/// Returns the accessible name and description of the element that a selector finds.
fn name_and_description(tab: &Tab, selector: &str) -> [String; 2] {
    let node = tab.call("Runtime.evaluate", json!({ "expression": format!("document.querySelector({selector:?})") }));
    let parameters = json!({ "objectId": node["result"]["objectId"], "fetchRelatives": false });
    let tree = tab.call("Accessibility.getPartialAXTree", parameters);
    ["name", "description"].map(|property| text(&tree["nodes"][0][property]["value"]))
}

#[test]
fn turns_and_events_are_announced_and_the_focus_stays_among_the_answers() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let [activista, united_states] = ["Activista", "United States"].map(|who| {
        let tab = browser.open(server.link(who), DESKTOP, false);
        wait_until_loaded(&tab);
        tab
    });
    assert_eq!(announcements(&activista), ["Your turn: Which card?"]);
    assert_eq!(announcements(&united_states), ["Activista is asked: Which card?"]);
    let title = |tab: &Tab| text(&tab.eval("document.title"));
    assert_eq!([title(&activista), title(&united_states)], ["▶ Banana Wars", "Banana Wars"]);
    united_states.key("a");
    assert_eq!(
        focused(&united_states, "it.matches('#answers .rest')"),
        true,
        "if another side is asked, the focus is on the waiting line"
    );

    // Both pages announce the answer's effects and the next question.
    type_line(&activista, "play 03");
    for tab in [&activista, &united_states] {
        tab.wait("document.documentElement.dataset.at === '1'");
        let texts = announcements(tab);
        let [.., news, turn] = texts.as_slice() else { panic!("{texts:?}") };
        assert!(
            news.contains("Activista Action Track 0 → 1") && news.contains("Nicaragua Crisis level 0 → 1"),
            "{news}"
        );
        assert!(news.chars().count() < 1000, "{news}");
        assert!(turn.ends_with(": Activista action?"), "{texts:?}");
    }
    // Dice are announced, and the same question at another event is announced again.
    for line in ["create-crisis nicaragua", "pay activista-action"] {
        type_line(&activista, line);
    }
    activista.key("a");
    activista.key("Enter");
    activista.wait("document.documentElement.dataset.at === '3'");
    let texts = announcements(&activista);
    let rolled = texts.iter().position(|texts| texts.contains("rolled 1 d6")).unwrap_or_else(|| panic!("{texts:?}"));
    assert_eq!(texts[rolled + 1], "Your turn: Activista action?", "the question is announced again");

    // The turn passes to the other side, and the focus of both pages stays among the answers.
    activista.key("Escape");
    activista.eval("document.querySelector('#answers [data-line=\"end-turn\"]').focus(); 0");
    activista.key("Enter");
    activista.wait("isIdle()");
    if activista.eval("document.querySelector('#answers .go') !== null") == true {
        activista.key("Enter");
    }
    activista.wait("document.getElementById('who').textContent === 'United States'");
    activista.wait("document.activeElement.matches('#answers .rest')");
    united_states.wait("document.activeElement.matches('#answers .rows button')");
    assert!(
        announcements(&united_states).last().unwrap().starts_with("Your turn: "),
        "{:?}",
        announcements(&united_states)
    );
    assert_eq!(title(&activista), "Banana Wars");

    // Things chosen on the map are announced, and so are reasons against a choice.
    type_line(&united_states, "play 04");
    united_states.key("Escape");
    click(&united_states, spot(&united_states, ".thing.space.legal", 0).unwrap());
    let texts = announcements(&united_states);
    assert!(texts.last().unwrap().contains(" picked, "), "{texts:?}");
    united_states.eval("window.box = document.querySelector('#answers [role=status]'); 0");
    united_states.key("Escape");
    click(&united_states, spot(&united_states, ".thing.space:not(.legal)", 0).unwrap());
    united_states.wait("document.querySelector('#answers .message') !== null");
    assert_eq!(
        united_states.eval("document.querySelector('#answers .message').parentNode === box"),
        true,
        "one status node announces everything"
    );
}

#[test]
fn every_control_has_a_name_and_the_map_is_one_tab_stop() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    // The accessible name of a control for numbers says what the control counts.
    tab.key("a");
    assert_eq!(focused(&tab, "it.className"), "take");
    assert_eq!(name_and_description(&tab, "#answers .take")[0], "Choose Las Vegas, 1");
    assert_eq!(name_and_description(&tab, "#answers .stepper")[0], "Las Vegas, 1");
    assert_eq!(tab.eval("document.querySelectorAll('#answers [aria-live]').length"), 0, "lists are not live regions");
    tab.key("ArrowDown");
    assert_eq!(focused(&tab, "it.className + it.closest('.stepper').firstChild.textContent"), "takeLos Angeles, 1");
    click(&tab, spot(&tab, "#answers .stepper [aria-label=More]", 1).unwrap());
    assert_eq!(name_and_description(&tab, "#answers .stepper:nth-child(2) .take")[0], "Choose Los Angeles, 2");
    assert_eq!(announcements(&tab).last().unwrap(), "Los Angeles, 2");
    // Letters of a drawing and cells of a track are not read by themselves.
    let drawn = "[...document.querySelectorAll('#map svg > defs, #map svg > g:first-of-type > *, #map .counters > *')]";
    let is_quiet = tab.eval(&format!("{drawn}.every(it => it.role === 'button' || it.ariaHidden === 'true')"));
    assert_eq!(is_quiet, true);
    let heading_levels = tab.eval("[...document.querySelectorAll('h1, h2, h3, h4')].filter(it => it.getClientRects().length).map(it => Number(it.tagName[1]))");
    let heading_levels: Vec<u64> = serde_json::from_value(heading_levels).unwrap();
    assert!(heading_levels.windows(2).all(|two| two[1] <= two[0] + 1), "{heading_levels:?}");

    // The Tab key moves the focus into the map, directly to a place.
    tab.eval("document.getElementById('more').focus(); 0");
    tab.key("Tab");
    assert_eq!(focused(&tab, "it.matches('.thing.space')"), true, "{}", focused(&tab, "it.outerHTML.slice(0, 200)"));
    // Arrow keys move from place to place.
    for key in ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp"] {
        tab.key(key);
        assert_eq!(focused(&tab, "it.matches('.thing.space')"), true);
    }
}

#[test]
fn a_confirmation_describes_the_effects_and_a_ring_marks_the_space_asked_about() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let tab = browser.open(server.link("Activista"), DESKTOP, false);
    wait_until_loaded(&tab);
    type_line(&tab, "play 03");
    tab.wait("document.documentElement.dataset.at === '1'");
    type_line(&tab, "create-crisis nicaragua");
    tab.wait("document.documentElement.dataset.at === '2'");
    // The question is `Who pays 1 AP in Nicaragua?`, so the map marks Nicaragua as the space that is asked about.
    let asked = tab.eval("[...document.querySelectorAll('.thing.space')].filter(it => it.ariaLabel.includes('is asked about')).map(it => it.dataset.key)");
    assert_eq!(asked, json!(["space nicaragua "]));
    assert_eq!(tab.eval("document.querySelectorAll('.ring.asked').length"), 1);
    assert_eq!(name_and_description(&tab, "#answers [aria-keyshortcuts]")[0], "Activista Action Track pays");
    click(&tab, spot(&tab, "#answers [data-line='pay activista-action']", 0).unwrap());
    tab.wait("document.querySelector('#answers .go') !== null");
    let [name, effects] = name_and_description(&tab, "#answers .go");
    assert_eq!(name, "Do it");
    assert!(effects.contains("d6"), "the description has the effects: {effects}");
    // A click alone plays no answer with dice.
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(shown_event(&tab), "2");
    click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    tab.wait("document.documentElement.dataset.at === '3'");
}

#[test]
fn the_keyboard_focus_is_never_lost() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let assert_focused = |selector: &str| {
        assert_eq!(
            focused(&tab, &format!("it.matches({selector:?})")),
            true,
            "{selector}: {}",
            focused(&tab, "it.outerHTML.slice(0, 150)")
        )
    };
    let press = |selector: &str| {
        tab.eval(&format!("document.querySelector({selector:?}).focus(); 0"));
        assert_focused(selector);
        tab.key("Enter");
    };
    type_line(&tab, "play 03");
    tab.wait("document.documentElement.dataset.at === '1'");
    // Buttons of the log draw the log again, but the focus stays.
    press("#log .unfold");
    assert_focused("#log .event");
    press("#since");
    assert_eq!(tab.eval("document.querySelector('#since').ariaPressed"), "true");
    let new = "[...document.querySelectorAll('#log .event')].every(it => it.classList.contains('new'))";
    assert_eq!(tab.eval(new), true, "only new entries are shown");
    assert_focused("#since");
    tab.key("Enter");
    assert_eq!(tab.eval("document.querySelector('#since').textContent"), "Since I last looked");
    assert_focused("#since");
    // If nothing is left to undo, the focus moves to redo.
    press("#undo");
    tab.wait("document.documentElement.dataset.at === '0'");
    assert_focused("#redo");
    tab.key("Enter");
    tab.wait("document.documentElement.dataset.at === '1'");
    assert_focused("#undo");
    // Escape leaves the slider of looking back, and the focus returns to the slider's button.
    tab.eval("document.querySelector('#look').focus(); 0");
    tab.key("Enter");
    assert_focused("#replay input");
    tab.key("Escape");
    assert_eq!(tab.eval("document.getElementById('replay').hidden"), true);
    assert_focused("#look");
    // The menu closes when the focus leaves it, and when an entry was chosen.
    press("#more");
    assert_focused("#menu input");
    tab.eval("document.querySelector('#cards .card').focus(); 0");
    assert_eq!(tab.eval("document.getElementById('menu').hidden"), true);
    press("#more");
    press("#menu .choices button:last-child");
    assert_eq!(tab.eval("document.getElementById('menu').hidden"), true);
    assert_focused("#more");
    // A pile can be spread and folded, and the focus stays on its button.
    if tab.eval("document.querySelector('#cards .back[data-flip]') !== null") == true {
        press("#cards .back[data-flip]");
        assert_focused("#cards .plain[data-flip]");
        tab.key("Enter");
        assert_focused("#cards .back[data-flip]");
    }
    // If a focused piece is removed, the focus moves to its place.
    tab.eval("document.querySelector('.thing.piece[data-key$=\"haiti\"]').focus(); 0");
    type_line(&tab, "adjust haiti: rebel");
    tab.eval("0");
    assert_focused(".thing[data-key='space haiti '], .thing[data-key$=' haiti']");
}

#[test]
fn a_long_touch_on_the_map_shows_details() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &["--scenario", "ready-to-play"]);
    let tab = browser.open(server.link("Western"), PHONE, true);
    wait_until_loaded(&tab);
    let [x, y] = spot(&tab, ".thing.space[data-key='space portland ']", 0).unwrap();
    tab.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
    tab.wait("!document.getElementById('details').hidden");
    tab.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    // The details have the pieces and the neighbours of the place.
    tab.wait("document.getElementById('details').textContent.includes('Next to Cascades, Olympic Coast')");
    let texts = text(&tab.eval("document.getElementById('details').innerText"));
    assert!(texts.contains("Portland") && texts.contains("Infantry") && !texts.contains("us-infantry"), "{texts}");
    assert_eq!(
        tab.eval("document.querySelector('#answers .trail, #answers .message')"),
        Value::Null,
        "nothing was chosen"
    );
}
