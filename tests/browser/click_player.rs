//! A player that clicks what is lit and knows nothing of the game.

use crate::chromium::{Tab, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Everything that can be chosen: on the map, among the cards, among the answers.
pub(crate) const LIT: &str =
    ".thing.legal, #cards .legal, #answers .rows button.row, #answers .rows .chip, #answers .take";
/// The same without answers that spoil a game, such as resigning.
const WISE: &str =
    ".thing.legal, #cards .legal, #answers .rows button.row:not(.discouraged), #answers .rows .chip, #answers .take";
const ANSWERS: &str = "#answers .rows button.row:not(.discouraged), #answers .rows .chip, #answers .take";
const DO_IT: &str = "#answers .go";

/// A random generator of the tests: the same on all machines.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Waits until a page has its table, and installs the test's helpers in it.
pub(crate) fn sit_down(tab: &Tab) {
    tab.wait("document.documentElement.dataset.at !== undefined && document.querySelectorAll('.thing').length > 0");
    tab.eval(include_str!("clickable.js"));
}

/// The event that a page shows.
pub(crate) fn at(tab: &Tab) -> String {
    text(&tab.eval("document.documentElement.dataset.at"))
}

pub(crate) fn hash(tab: &Tab) -> String {
    text(&tab.eval("document.documentElement.dataset.hash"))
}

pub(crate) fn is_over(tab: &Tab) -> bool {
    tab.eval("document.querySelector('#answers .over') !== null") == true
}

/// Where to click the nth element that a selector finds.
pub(crate) fn spot(tab: &Tab, selector: &str, n: usize) -> Option<[f64; 2]> {
    let at = tab.eval(&format!("spot({selector:?}, {n})"));
    Some([at[0].as_f64()?, at[1].as_f64()?])
}

/// Clicks and waits until the page has reacted.
pub(crate) fn click(tab: &Tab, spot: [f64; 2]) {
    let before = tab.eval("state()");
    tab.click(spot);
    settle(tab, &before);
}

pub(crate) fn settle(tab: &Tab, before: &Value) {
    let begun = Instant::now();
    while tab.eval("[state(), quiet()]") == serde_json::json!([before, true]) || tab.eval("quiet()") != true {
        assert!(begun.elapsed() < Duration::from_secs(15), "a click came to nothing: {}", tab.page_text());
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// Types a line, sends it and waits until the page has reacted.
pub(crate) fn typed(tab: &Tab, line: &str) {
    let before = tab.eval("state()");
    tab.eval(&format!(
        "document.getElementById('typed').value = {line:?}; document.getElementById('line').requestSubmit(); 0"
    ));
    settle(tab, &before);
}

/// Lines of Banana Wars with seed 1 up to the first question for the United States.
pub(crate) const TO_THE_US: [&str; 5] =
    ["play 03", "create-crisis nicaragua", "pay activista-action", "end-turn", "play 04"];

/// Types answers, each once the one before it is on the page.
pub(crate) fn answered(tab: &Tab, lines: &[&str]) {
    for line in lines {
        let before = at(tab);
        typed(tab, line);
        tab.wait(&format!("document.documentElement.dataset.at !== {before:?} && quiet()"));
    }
}

/// A card of Banana Wars' display: its title, and its file in this base pack.
pub(crate) fn displayed(tab: &Tab, base: &Path) -> (String, PathBuf) {
    let title = "[...document.querySelectorAll('#cards .pile')].find(it => /display/i.test(it.ariaLabel)).querySelector('.name').textContent";
    let title = text(&tab.eval(title));
    let mut files = fs::read_dir(base.join("cards/banana-wars")).unwrap().map(|file| file.unwrap().path());
    let file = files.find(|file| fs::read_to_string(file).unwrap().contains(&title)).unwrap();
    (title, file)
}

/// Clicks any lit element, all equally likely. If an answer waits for confirmation, confirms it.
pub(crate) fn choose(tab: &Tab, dice: &mut Dice) {
    click(tab, choice(tab, dice));
}

/// Where that click would go.
pub(crate) fn choice(tab: &Tab, dice: &mut Dice) -> [f64; 2] {
    let is_ready = tab.eval(&format!("lit({DO_IT:?})")) != 0;
    let is_wise = tab.eval(&format!("lit({WISE:?})")) != 0;
    let selector = if is_ready { DO_IT } else { [LIT, WISE][usize::from(is_wise)] };
    let n = tab.eval(&format!("lit({selector:?})")).as_u64().unwrap_or_default() as usize;
    assert!(n > 0, "nothing is lit: {}", tab.page_text());
    // There are dozens of places and a few answers: half of the clicks choose an answer, so that games make progress.
    let selector = if !is_ready && dice.below(2) == 0 { ANSWERS } else { selector };
    let spot = spot(tab, selector, dice.below(n)).or_else(|| spot(tab, LIT, 0));
    spot.unwrap_or_else(|| panic!("what is lit is covered: {}", tab.page_text()))
}
