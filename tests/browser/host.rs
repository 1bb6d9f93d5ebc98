//! Features of the host: branches, downloads, the host's panel and command completion. Players have some of them too.

use crate::chromium::{TIMEOUT, Tab, text};
use crate::click_player::{shown_event, spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use serde_json::json;
use std::time::Instant;

/// Clicks the first element that a selector finds.
fn press(tab: &Tab, selector: &str) {
    tab.click(spot(tab, selector, 0).unwrap_or_else(|| panic!("no {selector}: {}", tab.page_text())));
}

/// Selects the branches of the tree.
const ITEMS: &str = "#log [role=treeitem]";

fn items(tab: &Tab) -> Vec<String> {
    let names = tab.eval(&format!("[...document.querySelectorAll({ITEMS:?})].map(it => it.ariaLabel)"));
    names.as_array().unwrap().iter().map(text).collect()
}

/// Plays the nth of the answers that the page shows as whole rows.
fn play(tab: &Tab, n: usize) {
    type_line(tab, &format!("document.querySelectorAll('#answers [data-line]')[{n}].dataset.line"));
}

/// Types a line, which a JavaScript expression gives, and waits until the game is at another event.
fn type_line(tab: &Tab, line: &str) {
    let before = shown_event(tab);
    tab.wait("document.querySelector('#answers').getAttribute('aria-busy') !== 'true'");
    tab.eval(&format!(
        "document.getElementById('typed').value = {line}; document.getElementById('line').requestSubmit()"
    ));
    tab.wait(&format!("document.documentElement.dataset.at !== {before:?}"));
}

/// Plays some events, undoes the last one and plays another.
fn create_branch(tab: &Tab) {
    while shown_event(tab).parse::<usize>().unwrap() < 3 {
        play(tab, 0);
    }
    type_line(tab, "'undo'");
    play(tab, 1);
}

#[test]
fn branches_are_shown_as_a_tree_and_can_be_visited() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let [host, seat] = ["host", "Activista"].map(|who| {
        let tab = browser.open(server.link(who), DESKTOP, false);
        wait_until_loaded(&tab);
        tab
    });
    create_branch(&host);
    let now = shown_event(&host);
    press(&host, "#flip");
    host.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    assert!(items(&host).iter().any(|name| name.ends_with("left")), "{:?}", items(&host));
    seat.wait(&format!("document.documentElement.dataset.at === {now:?}"));

    // When a player clicks a branch, only the page of this player shows it.
    press(&seat, "#flip");
    seat.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    press(&seat, &format!("{ITEMS}:not(.path)"));
    seat.wait("document.body.classList.contains('looking')");
    assert_eq!(seat.eval(&format!("document.querySelector('{ITEMS}.looked') !== null")), true);
    assert_eq!(shown_event(&host), now);
    press(&seat, "#replay .live");
    seat.wait(&format!("document.documentElement.dataset.at === {now:?}"));

    // The host moves the game to the abandoned branch by keyboard, and all pages follow.
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
    let new_event = shown_event(&host);
    seat.wait(&format!("document.documentElement.dataset.at === {new_event:?}"));
    host.wait(&format!("document.querySelector('{ITEMS}.now').ariaLabel.includes('the game is here')"));
    assert_eq!(host.eval("document.activeElement.getAttribute('role')"), "treeitem", "the focus stays in the tree");
    for tab in [&host, &seat] {
        assert_eq!(tab.complaints(), Vec::<String>::new());
        tab.eval("document.querySelector('#log .branches').scrollTop = 0; 0");
    }
    host.save_screenshot("branches");

    // On a phone the branches are high enough for a finger, and their text has enough contrast.
    let phone = browser.open(server.link("host"), PHONE, true);
    wait_until_loaded(&phone);
    phone.touch(spot(&phone, "#tabs button[data-of=log]", 0).unwrap());
    phone.touch(spot(&phone, "#flip", 0).unwrap());
    phone.wait(&format!("document.querySelectorAll({ITEMS:?}).length > 1"));
    let is_high_enough =
        format!("[...document.querySelectorAll({ITEMS:?})].every(it => it.getBoundingClientRect().height >= 43.5)");
    assert_eq!(phone.eval(&is_high_enough), true);
    phone.eval(include_str!("checks.js"));
    assert_eq!(phone.eval("faint()"), json!([]));
    let tree = phone.call("Accessibility.getFullAXTree", json!({}));
    let roles = |role: &str| tree["nodes"].as_array().unwrap().iter().filter(|it| it["role"]["value"] == role).count();
    assert!(roles("tree") >= 1 && roles("treeitem") > 1);
}

#[test]
fn the_host_downloads_the_record() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let host = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&host);
    let folder = tempfile::tempdir().unwrap();
    host.call("Page.setDownloadBehavior", json!({ "behavior": "allow", "downloadPath": folder.path() }));
    press(&host, "#you button");
    host.wait("document.querySelector('#host [role=treeitem]') !== null");
    let downloaded = |name: &str| {
        let start = Instant::now();
        let path = folder.path().join(name);
        loop {
            // The browser creates the file before it writes it.
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if !text.is_empty() {
                return text;
            }
            assert!(start.elapsed() < TIMEOUT, "{name} was not downloaded: {}", host.page_text());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    press(&host, "[data-file=record]");
    assert_eq!(downloaded("game.cwr"), std::fs::read_to_string(&server.record).unwrap());
    press(&host, "[data-file=board]");
    assert!(downloaded("banana-wars-event-0.svg").starts_with("<svg"));
    assert_eq!(host.complaints(), Vec::<String>::new());
    // A player has no buttons for downloads.
    let seat = browser.open(server.link("Activista"), DESKTOP, false);
    wait_until_loaded(&seat);
    assert_eq!(seat.eval("document.querySelectorAll('[data-file]').length"), 0);
}

#[test]
fn arguments_of_commands_are_completed_by_keyboard() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let tab = browser.open(server.link("Activista"), DESKTOP, false);
    wait_until_loaded(&tab);
    let typed = || text(&tab.eval("document.getElementById('typed').value"));
    let offers = "document.querySelectorAll('#offers li').length";
    tab.key("/");
    tab.write("why not pl");
    tab.wait(&format!("{offers} > 0"));
    tab.key("Tab");
    assert_eq!(typed(), "why not play ");
    tab.key("Escape");
    tab.key("Escape");
    assert_eq!(typed(), "", "the first Escape closes the list, and the second clears the line");
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
    assert_eq!(shown_event(&tab), "0", "nothing was played");
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
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let host = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&host);
    press(&host, "#you button");
    host.wait("document.querySelector('#host [role=treeitem]') !== null");
    let send_command = |name: &str, line: &str, expected_text: &str| {
        host.eval(&format!("(it => {{ it.value = {line:?}; it.form.requestSubmit(); return 0; }})(document.getElementById('host-{name}'))"));
        host.wait(&format!("document.querySelector('#host .result').textContent.includes({expected_text:?})"));
    };
    send_command("where", "cuba", "board.toml");
    send_command("lua", "1 + 41", "42");
    // The server refuses the next line while it works on this one.
    send_command("odds", "play 03", "No chance is involved.");
    send_command("adjust", "cuba: 3 rebel", "set");
    host.wait("document.querySelector('.thing.space[data-key=\"space cuba \"]').ariaLabel.includes('3 × Agitator or Rebel, rebel')");
    send_command("dice", "6 1", "6 1");
    // After the host has chosen a side, the host's page cannot answer for another side.
    let seat = |side: &str| {
        host.eval(&format!("(it => {{ it.value = {side:?}; it.dispatchEvent(new Event('change')); return 0; }})(document.getElementById('seat'))"))
    };
    let type_answer = |expected_text: &str| {
        host.eval(
            "document.getElementById('typed').value = 'play 03'; document.getElementById('line').requestSubmit(); 0",
        );
        host.wait(expected_text);
    };
    seat("us");
    type_answer("document.querySelector('#answers .message.refused') !== null");
    let before = shown_event(&host);
    seat("");
    type_answer(&format!("document.documentElement.dataset.at !== {before:?}"));
}
