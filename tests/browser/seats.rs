//! Several people at one table: what each sees, what reaches all, and reconnecting.

use crate::chromium::{Tab, text};
use crate::click_player::{Dice, LIT, at, choose, displayed, sit_down, spot};
use crate::server::{Server, base};
use crate::{DESKTOP, browser};
use serde_json::json;
use std::fs;

#[test]
fn two_seats_and_a_spectator_see_what_they_may() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &[]);
    let open = |who: &str| {
        let tab = browser.open(served.link(who), DESKTOP, false);
        sit_down(&tab);
        tab
    };
    let (activista, us, spectator) = (open("Activista"), open("United States"), open("spectator"));
    let hand = |tab: &Tab| text(&tab.eval("document.querySelector('#cards .pile').textContent"));
    let cards = |tab: &Tab| tab.eval("document.querySelectorAll('#cards .card').length").as_u64().unwrap();
    assert_eq!(cards(&activista), cards(&us));
    assert_eq!(cards(&spectator) + 3, cards(&us), "spectators see no hand");
    assert_ne!(hand(&activista), hand(&us));
    for idle in [&us, &spectator] {
        assert_eq!(idle.eval(&format!("lit({LIT:?})")), 0, "only who is asked has something to choose");
    }
    let mut dice = Dice(2);
    while at(&activista) == "0" {
        choose(&activista, &mut dice);
    }
    let now = at(&activista);
    for other in [&us, &spectator] {
        other.wait(&format!("document.documentElement.dataset.at === {now:?}"));
        assert_eq!(other.eval("document.getElementById('undo').disabled"), true, "undo is for one's own answers");
    }
    // New entries are in everybody's log and marked as new.
    us.wait("document.querySelector('#log .event.new') !== null");
    // A click on something that cannot be chosen says why.
    let off = spot(&activista, ".thing.space:not(.legal)", 0).unwrap();
    activista.click(off);
    activista.wait("document.querySelector('#answers .message') !== null");
    let why = text(&activista.eval("document.querySelector('#answers .message').textContent"));
    assert!(why.starts_with("×Why not") && why.len() > 20, "{why}");
}

#[test]
fn events_during_a_closed_page_are_marked_as_new() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &["--open"]);
    let [host, spectator] = ["host", "spectator"].map(|who| browser.open(served.link(who), DESKTOP, false));
    sit_down(&host);
    sit_down(&spectator);
    let new = "document.querySelectorAll('#log .event.new').length";
    assert_eq!(spectator.eval(new), 0, "who comes for the first time has read what there is");
    spectator.call("Page.navigate", json!({ "url": "about:blank" }));
    spectator.wait("location.href === 'about:blank'");
    let mut dice = Dice(3);
    while at(&host) == "0" {
        choose(&host, &mut dice);
    }
    spectator.call("Page.navigate", json!({ "url": served.link("spectator") }));
    spectator.wait("document.readyState === 'complete'");
    sit_down(&spectator);
    let entries = spectator.eval("document.querySelectorAll('#log .event').length").as_u64().unwrap();
    let new = spectator.eval(new).as_u64().unwrap();
    assert!(0 < new && new < entries, "{new} of {entries}");
}

#[test]
fn a_saved_card_reaches_all_pages() {
    let Some((browser, _one)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let base = base(folder.path());
    let served = Server::game("banana-wars", &["--base", &base.display().to_string()]);
    let tabs = ["host", "Activista", "spectator"].map(|who| {
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
    // The host shows a file that cannot be read, with the line; the game continues unchanged.
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
    let served = Server::game("banana-wars", &["--open"]);
    let [away, here] = [0, 1].map(|_| {
        let tab = browser.open(served.link("host"), DESKTOP, false);
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
fn a_wrong_link_is_reported() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &[]);
    let link = served.link("spectator").split("#k=").next().unwrap().to_owned() + "#k=00000000000000000000000000000000";
    let tab = browser.open(&link, DESKTOP, false);
    tab.wait("!document.getElementById('offline').hidden");
    assert_eq!(tab.eval("document.querySelectorAll('.thing').length"), 0);
}

#[test]
fn looking_back_moves_no_other_page() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &["--open"]);
    let [back, live] = [0, 1].map(|_| {
        let tab = browser.open(served.link("host"), DESKTOP, false);
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
