//! Several people at one table: what each sees, what reaches all, and coming back.

use crate::cdp::{Tab, text};
use crate::player::{Dice, LIT, at, choose, displayed, sit_down, spot};
use crate::served::{Served, base};
use crate::{DESKTOP, browser};
use serde_json::json;
use std::fs;

#[test]
fn two_seats_and_who_watches() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &[]);
    let open = |who: &str| {
        let tab = browser.open(served.link(who), DESKTOP, false);
        sit_down(&tab);
        tab
    };
    let (activista, us, watcher) = (open("Activista"), open("United States"), open("watch"));
    let hand = |tab: &Tab| text(&tab.eval("document.querySelector('#cards .pile').textContent"));
    let cards = |tab: &Tab| tab.eval("document.querySelectorAll('#cards .card').length").as_u64().unwrap();
    assert_eq!(cards(&activista), cards(&us));
    assert_eq!(cards(&watcher) + 3, cards(&us), "who watches sees no hand");
    assert_ne!(hand(&activista), hand(&us));
    for idle in [&us, &watcher] {
        assert_eq!(idle.eval(&format!("lit({LIT:?})")), 0, "only who is asked has something to choose");
    }
    let mut dice = Dice(2);
    while at(&activista) == "0" {
        choose(&activista, &mut dice);
    }
    let now = at(&activista);
    for other in [&us, &watcher] {
        other.wait(&format!("document.documentElement.dataset.at === {now:?}"));
        assert_eq!(other.eval("document.getElementById('undo').disabled"), true, "undo is for one's own answers");
    }
    // What came is in the log of all, and marked where it is new.
    us.wait("document.querySelector('#log .event.new') !== null");
    // A click on what may not be chosen tells why.
    let off = spot(&activista, ".thing.space:not(.legal)", 0).unwrap();
    activista.click(off);
    activista.wait("document.querySelector('#answers .told') !== null");
    let why = text(&activista.eval("document.querySelector('#answers .told').textContent"));
    assert!(why.starts_with("×Why not") && why.len() > 20, "{why}");
}

#[test]
fn what_came_while_a_page_was_closed_is_new_on_it() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let [desk, watcher] = ["desk", "watch"].map(|who| browser.open(served.link(who), DESKTOP, false));
    sit_down(&desk);
    sit_down(&watcher);
    let new = "document.querySelectorAll('#log .event.new').length";
    assert_eq!(watcher.eval(new), 0, "who comes for the first time has read what there is");
    watcher.call("Page.navigate", json!({ "url": "about:blank" }));
    watcher.wait("location.href === 'about:blank'");
    let mut dice = Dice(3);
    while at(&desk) == "0" {
        choose(&desk, &mut dice);
    }
    watcher.call("Page.navigate", json!({ "url": served.link("watch") }));
    watcher.wait("document.readyState === 'complete'");
    sit_down(&watcher);
    let entries = watcher.eval("document.querySelectorAll('#log .event').length").as_u64().unwrap();
    let new = watcher.eval(new).as_u64().unwrap();
    assert!(0 < new && new < entries, "{new} of {entries}");
}

#[test]
fn a_card_that_is_saved_is_seen_by_all() {
    let Some((browser, _one)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let base = base(folder.path());
    let served = Served::game("banana-wars", &["--base", &base.display().to_string()]);
    let tabs = ["desk", "Activista", "watch"].map(|who| {
        let tab = browser.open(served.link(who), DESKTOP, false);
        sit_down(&tab);
        tab
    });
    let (title, file) = displayed(&tabs[2], &base);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace(&title, "A Title of Today")).unwrap();
    for tab in &tabs {
        tab.wait("document.getElementById('cards').textContent.includes('A Title of Today')");
        tab.wait("document.querySelector('.notice') !== null");
    }
    // What cannot be read is told at the desk, with its place; the game goes on as it was.
    fs::write(&file, text.replace("title", "tilte")).unwrap();
    tabs[0].wait("document.querySelector('.notice.error')?.textContent.includes('.toml') === true");
    let mut dice = Dice(9);
    let before = at(&tabs[1]);
    while at(&tabs[1]) == before {
        choose(&tabs[1], &mut dice);
    }
}

#[test]
fn a_page_that_was_offline_comes_back() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let [away, here] = [0, 1].map(|_| {
        let tab = browser.open(served.link("desk"), DESKTOP, false);
        sit_down(&tab);
        tab
    });
    away.may_complain("net::ERR_INTERNET_DISCONNECTED");
    away.network(false);
    away.wait("!document.getElementById('offline').hidden");
    let mut dice = Dice(4);
    while at(&here) == "0" {
        choose(&here, &mut dice);
    }
    assert_eq!(at(&away), "0", "it does not know yet");
    away.network(true);
    away.wait(&format!("document.documentElement.dataset.at === {:?}", at(&here)));
    away.wait("document.getElementById('offline').hidden");
    choose(&away, &mut dice);
}

#[test]
fn a_wrong_link_is_told_so() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &[]);
    let link = served.link("watch").split("#k=").next().unwrap().to_owned() + "#k=00000000000000000000000000000000";
    let tab = browser.open(&link, DESKTOP, false);
    tab.wait("!document.getElementById('offline').hidden");
    assert_eq!(tab.eval("document.querySelectorAll('.thing').length"), 0);
}

#[test]
fn who_looks_back_moves_nobody_else() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let [back, live] = [0, 1].map(|_| {
        let tab = browser.open(served.link("desk"), DESKTOP, false);
        sit_down(&tab);
        tab
    });
    let mut dice = Dice(6);
    while at(&live).parse::<usize>().unwrap() < 3 {
        choose(&live, &mut dice);
    }
    let now = at(&live);
    back.wait(&format!("document.documentElement.dataset.at === {now:?}"));
    back.click(spot(&back, "#look", 0).unwrap());
    back.click(spot(&back, "#replay button[aria-label='To the beginning']", 0).unwrap());
    back.wait("document.documentElement.dataset.at === '0' && document.body.classList.contains('looking')");
    assert_eq!(back.eval(&format!("lit({LIT:?})")), 0, "the past cannot be answered");
    assert_eq!(at(&live), now);
    back.click(spot(&back, "#replay .live", 0).unwrap());
    back.wait(&format!("document.documentElement.dataset.at === {now:?}"));
}
