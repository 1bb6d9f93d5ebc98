//! Features of the host: branches, downloads, command completion; and which of them a player has.

use crate::chromium::{TIMEOUT, Tab, text};
use crate::click_player::{at, sit_down, spot};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use serde_json::json;
use std::time::Instant;

/// Clicks the only element that a selector finds, as a person would.
fn press(tab: &Tab, selector: &str) {
    tab.click(spot(tab, selector, 0).unwrap_or_else(|| panic!("no {selector}: {}", tab.page_text())));
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

/// Types a line that moves the game to another event.
fn type_line(tab: &Tab, line: &str) {
    let before = at(tab);
    tab.wait("document.querySelector('#answers').getAttribute('aria-busy') !== 'true'");
    tab.eval(&format!(
        "document.getElementById('typed').value = {line}; document.getElementById('line').requestSubmit()"
    ));
    tab.wait(&format!("document.documentElement.dataset.at !== {before:?}"));
}

/// Plays some events, undoes the last one and plays another.
fn part(tab: &Tab) {
    while at(tab).parse::<usize>().unwrap() < 3 {
        play(tab, 0);
    }
    type_line(tab, "'undo'");
    play(tab, 1);
}

#[test]
fn branches_are_shown_as_a_tree_and_can_be_visited() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &["--open"]);
    let [host, seat] = ["host", "Activista"].map(|who| {
        let tab = browser.open(served.link(who), DESKTOP, false);
        sit_down(&tab);
        tab
    });
    part(&host);
    let now = at(&host);
    press(&host, "#flip");
    host.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    assert!(items(&host).iter().any(|name| name.ends_with("left")), "{:?}", items(&host));
    seat.wait(&format!("document.documentElement.dataset.at === {now:?}"));

    // A seat looks at a branch by a click; no other page moves.
    press(&seat, "#flip");
    seat.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    press(&seat, &format!("{ITEMS}:not(.path)"));
    seat.wait("document.body.classList.contains('looking')");
    assert_eq!(seat.eval(&format!("document.querySelector('{ITEMS}.looked') !== null")), true);
    assert_eq!(at(&host), now);
    press(&seat, "#replay .live");
    seat.wait(&format!("document.documentElement.dataset.at === {now:?}"));

    // The host moves there by keyboard, and all pages follow.
    host.eval(&format!("document.querySelector('{ITEMS}[tabindex=\"0\"]').focus()"));
    host.key("Home");
    assert_eq!(host.eval("document.activeElement.ariaLabel.startsWith('the start')"), true);
    while host.eval("document.activeElement.ariaLabel.endsWith('left')") != true {
        let before = host.eval("document.activeElement.ariaLabel");
        host.key("ArrowDown");
        assert_ne!(host.eval("document.activeElement.ariaLabel"), before, "down the tree: {:?}", items(&host));
    }
    host.key("Enter");
    host.wait(&format!("document.documentElement.dataset.at !== {now:?}"));
    let there = at(&host);
    seat.wait(&format!("document.documentElement.dataset.at === {there:?}"));
    host.wait(&format!("document.querySelector('{ITEMS}.now').ariaLabel.includes('the game is here')"));
    assert_eq!(host.eval("document.activeElement.getAttribute('role')"), "treeitem", "the focus stays in the tree");
    for tab in [&host, &seat] {
        assert_eq!(tab.complaints(), Vec::<String>::new());
        tab.eval("document.querySelector('#log .branches').scrollTop = 0; 0");
    }
    host.keep_picture("branches");

    // It can be hit by a finger, and its text is what is shown.
    let phone = browser.open(served.link("host"), PHONE, true);
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
fn the_host_downloads_the_record() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &[]);
    let host = browser.open(served.link("host"), DESKTOP, false);
    sit_down(&host);
    let folder = tempfile::tempdir().unwrap();
    host.call("Page.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": folder.path() }));
    press(&host, "#you button");
    host.wait("document.querySelector('#host [role=treeitem]') !== null");
    let fetched = |name: &str| {
        let begun = Instant::now();
        let path = folder.path().join(name);
        loop {
            // The browser creates the file before it writes it.
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if !text.is_empty() {
                return text;
            }
            assert!(begun.elapsed() < TIMEOUT, "{name} never came: {}", host.page_text());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    press(&host, "[data-file=record]");
    assert_eq!(fetched("game.cwr"), std::fs::read_to_string(&served.record).unwrap());
    press(&host, "[data-file=board]");
    assert!(fetched("banana-wars-event-0.svg").starts_with("<svg"));
    assert_eq!(host.complaints(), Vec::<String>::new());
    // A seat has no link to do so.
    let seat = browser.open(served.link("Activista"), DESKTOP, false);
    sit_down(&seat);
    assert_eq!(seat.eval("document.querySelectorAll('[data-file]').length"), 0);
}

#[test]
fn arguments_of_commands_are_completed_by_keyboard() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &[]);
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
    tab.wait("document.querySelector('#answers .message.preview') !== null");
    assert_eq!(at(&tab), "0", "nothing was played");
    // With nothing typed or marked, Tab moves the focus on.
    tab.eval("document.getElementById('typed').value = ''; 0");
    tab.write("preview play ");
    tab.wait(&format!("{offers} > 1"));
    tab.key("Tab");
    assert_ne!(tab.eval("document.activeElement.id"), "typed");
    assert_eq!(tab.complaints(), Vec::<String>::new());
}

#[test]
fn every_command_of_the_hosts_panel_is_answered() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &[]);
    let host = browser.open(served.link("host"), DESKTOP, false);
    sit_down(&host);
    press(&host, "#you button");
    host.wait("document.querySelector('#host [role=treeitem]') !== null");
    let ask = |name: &str, line: &str, told: &str| {
        host.eval(&format!("(it => {{ it.value = {line:?}; it.form.requestSubmit(); return 0; }})(document.getElementById('host-{name}'))"));
        host.wait(&format!("document.querySelector('#host .result').textContent.includes({told:?})"));
    };
    ask("where", "cuba", "board.toml");
    ask("lua", "1 + 41", "42");
    ask("odds", "play 03", "");
    ask("adjust", "cuba: 3 rebel", "set");
    host.wait("document.querySelector('.thing.space[data-key=\"space cuba \"]').ariaLabel.includes('3 × Agitator or Rebel, rebel')");
    ask("dice", "6 1", "6 1");
    // The host chooses the side it answers for; then it answers for no other.
    let seat = |side: &str| {
        host.eval(&format!("(it => {{ it.value = {side:?}; it.dispatchEvent(new Event('change')); return 0; }})(document.getElementById('seat'))"))
    };
    let answer = |told: &str| {
        host.eval(
            "document.getElementById('typed').value = 'play 03'; document.getElementById('line').requestSubmit(); 0",
        );
        host.wait(told);
    };
    seat("us");
    answer("document.querySelector('#answers .message.refused') !== null");
    let before = at(&host);
    seat("");
    answer(&format!("document.documentElement.dataset.at !== {before:?}"));
}
