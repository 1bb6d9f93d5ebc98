//! Games of every title, played by clicking what is lit and nothing else: the record that comes of it is a game like any other.

use crate::cdp::text;
use crate::player::{Dice, at, choose, hash, is_over, sit_down};
use crate::served::Served;
use crate::{DESKTOP, PHONE, browser};
use std::fs;
use std::path::Path;

/// No game of these takes so many clicks: what does is going round.
const MOST: usize = 4_000;
/// After so many clicks the page is kept as a picture, wide and narrow: a game is under way then.
const UNDER_WAY: usize = 20;

/// Plays at the desk until the game is over; then the record must come to what the page says. Nobody gives up.
fn play(game: &str, more: &[&str]) {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game(game, &[&["--open"], more].concat());
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    let mut dice = Dice(7);
    let mut made = 0;
    while !is_over(&tab) {
        assert!(made < MOST, "{game} is not over after {made} clicks, at event {}: {}", at(&tab), tab.says());
        choose(&tab, &mut dice);
        made += 1;
        if made == UNDER_WAY {
            let phone = browser.open(served.link("desk"), PHONE, true);
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
    drop(tab); // before its host goes
    assert_eq!(served.hash_of_record(&[]), shown, "the page and the record are at different positions");
}

/// With `CARDWRIGHT_REFRESH` set, the picture of README is made anew: letters differ from machine to machine, so it is not compared.
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

/// From set-up to the end of the first turn, which is the last one here: all that is ever asked is asked in it but for whom the later turns reinforce.
#[test]
fn fortress_america_is_played_by_clicks() {
    play("fortress-america", &["--option", "last-turn=1"]);
}

/// A battle after the first turn: reinforcements and lasers too.
#[test]
fn a_battle_of_fortress_america_is_played_by_clicks() {
    play("fortress-america", &["--scenario", "a-battle-for-portland"]);
}
