//! Several pages of one game: what each viewer sees, what all pages show, and reconnecting.

use crate::chromium::{Tab, text};
use crate::click_player::{Dice, LIT, choose, find_displayed_card, shown_event, spot, wait_until_loaded};
use crate::server::{Server, copy_base};
use crate::{DESKTOP, browser};
use serde_json::json;
use std::fs;

#[test]
fn two_seats_and_a_spectator_see_only_what_they_may_see() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let open_page = |who: &str| {
        let tab = browser.open(server.link(who), DESKTOP, false);
        wait_until_loaded(&tab);
        tab
    };
    let (activista, us, spectator) = (open_page("Activista"), open_page("United States"), open_page("spectator"));
    let hand = |tab: &Tab| text(&tab.eval("document.querySelector('#cards .pile').textContent"));
    let cards = |tab: &Tab| tab.eval("document.querySelectorAll('#cards .card').length").as_u64().unwrap();
    assert_eq!(cards(&activista), cards(&us));
    assert_eq!(cards(&spectator) + 3, cards(&us), "spectators see no hand");
    assert_ne!(hand(&activista), hand(&us));
    for not_asked in [&us, &spectator] {
        assert_eq!(not_asked.eval(&format!("visibleCount({LIT:?})")), 0, "only the asked side has something to choose");
    }
    let mut dice = Dice(2);
    while shown_event(&activista) == "0" {
        choose(&activista, &mut dice);
    }
    let now = shown_event(&activista);
    for other in [&us, &spectator] {
        other.wait(&format!("document.documentElement.dataset.at === {now:?}"));
        assert_eq!(
            other.eval("document.getElementById('undo').disabled"),
            true,
            "a viewer can undo only their own answers"
        );
    }
    // The log on another side's page marks the new entries.
    us.wait("document.querySelector('#log .event.new') !== null");
    // A click on something that cannot be chosen says why.
    let blocked_space = spot(&activista, ".thing.space:not(.legal)", 0).unwrap();
    activista.click(blocked_space);
    activista.wait("document.querySelector('#answers .message') !== null");
    let message = text(&activista.eval("document.querySelector('#answers .message').textContent"));
    assert!(message.starts_with("×Why not") && message.len() > 20, "{message}");
}

#[test]
fn events_that_happen_while_a_page_is_closed_are_marked_as_new() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let [host, spectator] = ["host", "spectator"].map(|who| browser.open(server.link(who), DESKTOP, false));
    wait_until_loaded(&host);
    wait_until_loaded(&spectator);
    let new = "document.querySelectorAll('#log .event.new').length";
    assert_eq!(spectator.eval(new), 0, "on the first visit nothing is marked as new");
    spectator.call("Page.navigate", json!({ "url": "about:blank" }));
    spectator.wait("location.href === 'about:blank'");
    let mut dice = Dice(3);
    while shown_event(&host) == "0" {
        choose(&host, &mut dice);
    }
    spectator.call("Page.navigate", json!({ "url": server.link("spectator") }));
    spectator.wait("document.readyState === 'complete'");
    wait_until_loaded(&spectator);
    let entries = spectator.eval("document.querySelectorAll('#log .event').length").as_u64().unwrap();
    let new = spectator.eval(new).as_u64().unwrap();
    assert!(0 < new && new < entries, "{new} of {entries}");
}

#[test]
fn a_saved_change_of_a_card_file_reaches_all_pages() {
    let Some((browser, _guard)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let base = copy_base(folder.path());
    let server = Server::game("banana-wars", &["--base", &base.display().to_string()]);
    let tabs = ["host", "Activista", "spectator"].map(|who| {
        let tab = browser.open(server.link(who), DESKTOP, false);
        wait_until_loaded(&tab);
        tab
    });
    let (title, file) = find_displayed_card(&tabs[2], &base);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace(&title, "A Title of Today")).unwrap();
    for tab in &tabs {
        tab.wait("document.getElementById('cards').textContent.includes('A Title of Today')");
        tab.wait("document.querySelector('.notice') !== null");
    }
    // The host gets a notice about a file with an error, and the game continues.
    fs::write(&file, text.replace("title", "tilte")).unwrap();
    tabs[0].wait("document.querySelector('.notice.error')?.textContent.includes('.toml') === true");
    let mut dice = Dice(9);
    let before = shown_event(&tabs[1]);
    while shown_event(&tabs[1]) == before {
        choose(&tabs[1], &mut dice);
    }
}

#[test]
fn an_offline_page_catches_up_after_it_reconnects() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let [offline_page, online_page] = [0, 1].map(|_| {
        let tab = browser.open(server.link("host"), DESKTOP, false);
        wait_until_loaded(&tab);
        tab
    });
    offline_page.expect_error("net::ERR_INTERNET_DISCONNECTED");
    offline_page.network(false);
    offline_page.wait("!document.getElementById('offline').hidden");
    let mut dice = Dice(4);
    while shown_event(&online_page) == "0" {
        choose(&online_page, &mut dice);
    }
    assert_eq!(shown_event(&offline_page), "0", "the offline page has not changed");
    offline_page.network(true);
    offline_page.wait(&format!("document.documentElement.dataset.at === {:?}", shown_event(&online_page)));
    offline_page.wait("document.getElementById('offline').hidden");
    choose(&offline_page, &mut dice);
}

#[test]
fn a_wrong_link_is_reported() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let link = server.link("spectator").split("#k=").next().unwrap().to_owned() + "#k=00000000000000000000000000000000";
    let tab = browser.open(&link, DESKTOP, false);
    tab.wait("!document.getElementById('offline').hidden");
    assert_eq!(tab.eval("document.querySelectorAll('.thing').length"), 0);
}

#[test]
fn looking_back_on_one_page_does_not_change_other_pages() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let [past_page, live_page] = [0, 1].map(|_| {
        let tab = browser.open(server.link("host"), DESKTOP, false);
        wait_until_loaded(&tab);
        tab
    });
    let mut dice = Dice(6);
    while shown_event(&live_page).parse::<usize>().unwrap() < 3 {
        choose(&live_page, &mut dice);
    }
    let now = shown_event(&live_page);
    past_page.wait(&format!("document.documentElement.dataset.at === {now:?}"));
    past_page.click(spot(&past_page, "#look", 0).unwrap());
    past_page.click(spot(&past_page, "#replay button[aria-label='To the beginning']", 0).unwrap());
    past_page.wait("document.documentElement.dataset.at === '0' && document.body.classList.contains('looking')");
    assert_eq!(past_page.eval(&format!("visibleCount({LIT:?})")), 0, "an earlier choice cannot be answered");
    assert_eq!(shown_event(&live_page), now);
    past_page.click(spot(&past_page, "#replay .live", 0).unwrap());
    past_page.wait(&format!("document.documentElement.dataset.at === {now:?}"));
}
