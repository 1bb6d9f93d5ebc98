//! Plays whole games of every title by clicks alone. The record must be a normal game.

use crate::chromium::text;
use crate::click_player::{Dice, at, choose, hash, is_over, sit_down};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use std::fs;
use std::path::Path;

/// No game takes more clicks than this; if it does, it goes round in circles.
const MOST: usize = 4_000;
/// After this many clicks, during the game, the test takes a wide and a narrow screenshot.
const UNDER_WAY: usize = 20;

/// Plays as the host until the game is over, without resigning. Then the record must match what the page shows.
fn play(game: &str, more: &[&str]) {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game(game, &[&["--open"], more].concat());
    let tab = browser.open(served.link("host"), DESKTOP, false);
    sit_down(&tab);
    let mut dice = Dice(7);
    let mut made = 0;
    while !is_over(&tab) {
        assert!(made < MOST, "{game} is not over after {made} clicks, at event {}: {}", at(&tab), tab.page_text());
        choose(&tab, &mut dice);
        made += 1;
        if made == UNDER_WAY {
            let phone = browser.open(served.link("host"), PHONE, true);
            sit_down(&phone);
            phone.keep_picture(&format!("{game}-narrow"));
            in_the_docs(game, &tab.keep_picture(game));
        }
    }
    let result = text(&tab.eval("document.querySelector('#answers .over').textContent"));
    println!("{game}: over after {made} clicks, at event {}: {result}", at(&tab));
    assert!(!result.contains("concede"), "nobody was to give up: {result}");
    tab.keep_picture(&format!("{game}-over"));
    served.verify();
    let shown = hash(&tab);
    drop(tab); // before its host ends
    assert_eq!(served.hash_of_record(&[]), shown, "the page and the record are at different positions");
}

/// With `CARDWRIGHT_REFRESH` set, updates the picture of README. Fonts differ between machines, so it is not compared.
fn in_the_docs(game: &str, picture: &Path) {
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

/// From set-up to the end of the first turn. It asks every kind of question except those of later reinforcements.
#[test]
fn fortress_america_is_played_by_clicks() {
    play("fortress-america", &["--option", "last-turn=1"]);
}

/// A battle after the first turn, with reinforcements and lasers.
#[test]
fn a_battle_of_fortress_america_is_played_by_clicks() {
    play("fortress-america", &["--scenario", "a-battle-for-portland"]);
}
