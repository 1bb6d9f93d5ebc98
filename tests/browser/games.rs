//! Games of every title, played by clicking what is lit and nothing else: the record that comes of it is a game like any other.

use crate::player::{Dice, at, choose, hash, is_over, sit_down};
use crate::served::Served;
use crate::{DESKTOP, browser};

/// Clicks on one game: so many by default, or as `CARDWRIGHT_CLICKS` says.
fn clicks(most: usize) -> usize {
    std::env::var("CARDWRIGHT_CLICKS").ok().and_then(|n| n.parse().ok()).unwrap_or(most)
}

/// Plays at the desk until the game is over or so many clicks are made; then the record must come to what the page says.
fn play(game: &str, more: &[&str], most: usize) {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game(game, &[&["--open"], more].concat());
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    let mut dice = Dice(7);
    let mut made = 0;
    while made < clicks(most) && !is_over(&tab) {
        choose(&tab, &mut dice);
        made += 1;
    }
    println!("{game}: {made} clicks, event {}{}", at(&tab), if is_over(&tab) { ", over" } else { "" });
    assert_ne!(at(&tab), "0", "nothing was played: {}", tab.says());
    tab.keep_picture(game);
    served.verify();
    let shown = hash(&tab);
    drop(tab); // before its host goes
    assert_eq!(served.hash_of_record(&[]), shown, "the page and the record are at different positions");
}

#[test]
fn banana_wars_is_played_by_clicks() {
    play("banana-wars", &[], 150);
}

#[test]
fn latin_intervention_is_played_by_clicks() {
    play("latin-intervention", &[], 150);
}

#[test]
fn cuba_libre_is_played_by_clicks() {
    play("cuba-libre", &[], 120);
}

#[test]
fn fortress_america_is_played_by_clicks() {
    play("fortress-america", &[], 120);
}
