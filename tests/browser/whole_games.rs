//! Plays whole games of every title by clicks alone. The record must replay without a difference.

use crate::chromium::text;
use crate::click_player::{Dice, choose, hash, is_over, shown_event, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use std::fs;
use std::path::Path;

/// The most clicks of a game. More clicks mean that the player makes no progress.
const MAX_CLICKS: usize = 4_000;
/// After this many clicks, during the game, the test takes a wide and a narrow screenshot.
const SCREENSHOT_CLICK: usize = 20;

/// Plays as the host until the game is over, without resigning. Then the page and the record must have the same hash.
fn play(game: &str, more: &[&str]) {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game(game, &[&["--open"], more].concat());
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let mut dice = Dice(7);
    let mut click_count = 0;
    while !is_over(&tab) {
        assert!(
            click_count < MAX_CLICKS,
            "{game} is not over after {click_count} clicks, at event {}: {}",
            shown_event(&tab),
            tab.page_text()
        );
        choose(&tab, &mut dice);
        click_count += 1;
        if click_count == SCREENSHOT_CLICK {
            let phone = browser.open(server.link("host"), PHONE, true);
            wait_until_loaded(&phone);
            phone.save_screenshot(&format!("{game}-narrow"));
            refresh_readme_picture(game, &tab.save_screenshot(game));
        }
    }
    let result = text(&tab.eval("document.querySelector('#answers .over').textContent"));
    println!("{game}: over after {click_count} clicks, at event {}: {result}", shown_event(&tab));
    assert!(!result.contains("concede"), "the player does not choose to concede: {result}");
    tab.save_screenshot(&format!("{game}-over"));
    server.verify();
    let shown_hash = hash(&tab);
    drop(tab); // The tab must close before the server ends.
    assert_eq!(server.hash_of_record(&[]), shown_hash, "the page and the record are at different positions");
}

/// With `CARDWRIGHT_REFRESH` set, updates the picture in README. Tests do not compare it, because fonts differ between
/// machines.
fn refresh_readme_picture(game: &str, picture: &Path) {
    if game == "banana-wars" && std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        fs::copy(picture, Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/table.png")).unwrap();
    }
}

#[test]
fn banana_wars_is_played_by_clicks() {
    play("banana-wars", &[]);
}

#[test]
fn latin_intervention_is_played_by_clicks() {
    play("latin-intervention", &[]);
}

#[test]
fn cuba_libre_is_played_by_clicks() {
    play("cuba-libre", &[]);
}

/// The game ends after the first turn. It asks every kind of question except those about later reinforcements.
#[test]
fn fortress_america_is_played_by_clicks() {
    play("fortress-america", &["--option", "last-turn=1"]);
}

/// This scenario begins after the first turn, so it has reinforcements and lasers.
#[test]
fn a_battle_of_fortress_america_is_played_by_clicks() {
    play("fortress-america", &["--scenario", "a-battle-for-portland"]);
}
