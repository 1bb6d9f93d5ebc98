//! The desk's own: branches to go to, files to take home, what may be typed; and what of it a seat has.

use crate::cdp::{PATIENCE, Tab, text};
use crate::player::{at, sit_down, spot};
use crate::served::Served;
use crate::{DESKTOP, PHONE, browser};
use serde_json::json;
use std::time::Instant;

/// What is asked of the page by a click on the only thing that a selector finds.
fn press(tab: &Tab, selector: &str) {
    tab.click(spot(tab, selector, 0).unwrap_or_else(|| panic!("no {selector}: {}", tab.says())));
}

const ITEMS: &str = "#log [role=treeitem]";

fn items(tab: &Tab) -> Vec<String> {
    let names = tab.eval(&format!("[...document.querySelectorAll({ITEMS:?})].map(it => it.ariaLabel)"));
    names.as_array().unwrap().iter().map(text).collect()
}

/// Plays the nth of the answers that stand alone.
fn play(tab: &Tab, n: usize) {
    type_line(tab, &format!("document.querySelectorAll('#answers [data-line]')[{n}].dataset.line"));
}

/// Types a line that brings the game elsewhere.
fn type_line(tab: &Tab, line: &str) {
    let before = at(tab);
    tab.wait("document.querySelector('#answers').getAttribute('aria-busy') !== 'true'");
    tab.eval(&format!(
        "document.getElementById('typed').value = {line}; document.getElementById('line').requestSubmit()"
    ));
    tab.wait(&format!("document.documentElement.dataset.at !== {before:?}"));
}

/// Plays some events, takes the last back, and plays another.
fn part(tab: &Tab) {
    while at(tab).parse::<usize>().unwrap() < 3 {
        play(tab, 0);
    }
    type_line(tab, "'undo'");
    play(tab, 1);
}

#[test]
fn the_branches_are_a_tree_to_go_about_in() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let [desk, seat] = ["desk", "Activista"].map(|who| {
        let tab = browser.open(served.link(who), DESKTOP, false);
        sit_down(&tab);
        tab
    });
    part(&desk);
    let now = at(&desk);
    press(&desk, "#flip");
    desk.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    assert!(items(&desk).iter().any(|name| name.ends_with("left")), "{:?}", items(&desk));
    seat.wait(&format!("document.documentElement.dataset.at === {now:?}"));

    // A seat looks there by a click, and nobody else's game moves.
    press(&seat, "#flip");
    seat.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    press(&seat, &format!("{ITEMS}:not(.way)"));
    seat.wait("document.body.classList.contains('looking')");
    assert_eq!(seat.eval(&format!("document.querySelector('{ITEMS}.looked') !== null")), true);
    assert_eq!(at(&desk), now);
    press(&seat, "#replay .live");
    seat.wait(&format!("document.documentElement.dataset.at === {now:?}"));

    // The desk goes there, by keyboard, and all go with it.
    desk.eval(&format!("document.querySelector('{ITEMS}[tabindex=\"0\"]').focus()"));
    desk.key("Home");
    assert_eq!(desk.eval("document.activeElement.ariaLabel.startsWith('the start')"), true);
    while desk.eval("document.activeElement.ariaLabel.endsWith('left')") != true {
        let before = desk.eval("document.activeElement.ariaLabel");
        desk.key("ArrowDown");
        assert_ne!(desk.eval("document.activeElement.ariaLabel"), before, "down the tree: {:?}", items(&desk));
    }
    desk.key("Enter");
    desk.wait(&format!("document.documentElement.dataset.at !== {now:?}"));
    let there = at(&desk);
    seat.wait(&format!("document.documentElement.dataset.at === {there:?}"));
    desk.wait(&format!("document.querySelector('{ITEMS}.now').ariaLabel.includes('the game is here')"));
    assert_eq!(desk.eval("document.activeElement.getAttribute('role')"), "treeitem", "the focus stays in the tree");
    for tab in [&desk, &seat] {
        assert_eq!(tab.complaints(), Vec::<String>::new());
        tab.eval("document.querySelector('#log .branches').scrollTop = 0; 0");
    }
    desk.keep_picture("branches");

    // A finger hits them too, and what is read is what is seen.
    let phone = browser.open(served.link("desk"), PHONE, true);
    sit_down(&phone);
    phone.touch(spot(&phone, "#tabs button[data-of=log]", 0).unwrap());
    phone.touch(spot(&phone, "#flip", 0).unwrap());
    phone.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    let low =
        format!("[...document.querySelectorAll({ITEMS:?})].every(it => it.getBoundingClientRect().height >= 43.5)");
    assert_eq!(phone.eval(&low), true);
    phone.eval(include_str!("checks.js"));
    assert_eq!(phone.eval("faint()"), json!([]));
    let tree = phone.call("Accessibility.getFullAXTree", json!({}));
    let roles = |role: &str| tree["nodes"].as_array().unwrap().iter().filter(|it| it["role"]["value"] == role).count();
    assert!(roles("tree") >= 1 && roles("treeitem") > 1);
}

#[test]
fn the_desk_takes_the_record_home() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &[]);
    let desk = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&desk);
    let folder = tempfile::tempdir().unwrap();
    desk.call("Page.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": folder.path() }));
    press(&desk, "#you button");
    desk.wait("document.querySelector('#desk [role=treeitem]') !== null");
    let fetched = |name: &str| {
        let begun = Instant::now();
        let path = folder.path().join(name);
        while !path.exists() {
            assert!(begun.elapsed() < PATIENCE, "{name} never came: {}", desk.says());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        std::fs::read_to_string(path).unwrap()
    };
    press(&desk, "[data-file=record]");
    assert_eq!(fetched("game.cwr"), std::fs::read_to_string(&served.record).unwrap());
    press(&desk, "[data-file=board]");
    assert!(fetched("banana-wars-event-0.svg").starts_with("<svg"));
    assert_eq!(desk.complaints(), Vec::<String>::new());
    // No seat has a desk to do so from.
    let seat = browser.open(served.link("Activista"), DESKTOP, false);
    sit_down(&seat);
    assert_eq!(seat.eval("document.querySelectorAll('[data-file]').length"), 0);
}

#[test]
fn what_follows_a_command_is_completed_by_keyboard() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &[]);
    let tab = browser.open(served.link("Activista"), DESKTOP, false);
    sit_down(&tab);
    let typed = || text(&tab.eval("document.getElementById('typed').value"));
    let offers = "document.querySelectorAll('#offers li').length";
    tab.key("/");
    tab.write("why not pl");
    tab.wait(&format!("{offers} > 0"));
    tab.key("Tab");
    assert_eq!(typed(), "why not play ");
    tab.key("Escape");
    tab.key("Escape");
    assert_eq!(typed(), "", "Escape closes what is offered, and then drops the line");
    tab.write("preview play ");
    tab.wait(&format!("{offers} > 1"));
    assert_eq!(tab.eval("document.getElementById('typed').ariaExpanded"), "true");
    tab.key("ArrowDown");
    tab.key("ArrowDown");
    let marked = "document.getElementById(document.getElementById('typed').getAttribute('aria-activedescendant'))";
    assert_eq!(tab.eval(&format!("{marked}.ariaSelected")), "true");
    let second = text(&tab.eval(&format!("{marked}.querySelector('code').textContent")));
    tab.key("Tab");
    assert_eq!(typed(), format!("preview play {second} "));
    tab.key("Escape");
    tab.key("Enter");
    tab.wait("document.querySelector('#answers .told.preview') !== null");
    assert_eq!(at(&tab), "0", "nothing was played");
    // With nothing begun or marked, Tab goes on.
    tab.eval("document.getElementById('typed').value = ''; 0");
    tab.write("preview play ");
    tab.wait(&format!("{offers} > 1"));
    tab.key("Tab");
    assert_ne!(tab.eval("document.activeElement.id"), "typed");
    assert_eq!(tab.complaints(), Vec::<String>::new());
}

#[test]
fn all_that_the_desk_asks_and_sets_is_answered() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &[]);
    let desk = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&desk);
    press(&desk, "#you button");
    desk.wait("document.querySelector('#desk [role=treeitem]') !== null");
    let ask = |name: &str, line: &str, told: &str| {
        desk.eval(&format!("(it => {{ it.value = {line:?}; it.form.requestSubmit(); return 0; }})(document.getElementById('desk-{name}'))"));
        desk.wait(&format!("document.querySelector('#desk .said').textContent.includes({told:?})"));
    };
    ask("whence", "cuba", "board.toml");
    ask("lua", "1 + 41", "42");
    ask("odds", "play 03", "");
    ask("adjust", "cuba: 3 rebel", "set");
    desk.wait("document.querySelector('.thing.space[data-key=\"space cuba \"]').ariaLabel.includes('3 × Agitator or Rebel, rebel')");
    ask("dice", "6 1", "6 1");
    // For whom it answers is chosen; for nobody else then.
    let seat = |side: &str| {
        desk.eval(&format!("(it => {{ it.value = {side:?}; it.dispatchEvent(new Event('change')); return 0; }})(document.getElementById('seat'))"))
    };
    let answer = |told: &str| {
        desk.eval(
            "document.getElementById('typed').value = 'play 03'; document.getElementById('line').requestSubmit(); 0",
        );
        desk.wait(told);
    };
    seat("us");
    answer("document.querySelector('#answers .told.no') !== null");
    let before = at(&desk);
    seat("");
    answer(&format!("document.documentElement.dataset.at !== {before:?}"));
}
