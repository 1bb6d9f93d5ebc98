//! A player that clicks lit elements at random and knows nothing of the game.

use crate::chromium::{Tab, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Selects everything that can be chosen: on the map, among the cards, among the answers.
pub(crate) const LIT: &str =
    ".thing.legal, #cards .legal, #answers .rows button.row, #answers .rows .chip, #answers .take";
/// Selects everything that can be chosen, except discouraged answers such as resigning.
const LIT_AND_SENSIBLE: &str =
    ".thing.legal, #cards .legal, #answers .rows button.row:not(.discouraged), #answers .rows .chip, #answers .take";
const ANSWERS: &str = "#answers .rows button.row:not(.discouraged), #answers .rows .chip, #answers .take";
const CONFIRM_BUTTON: &str = "#answers .go";

/// A random generator that gives the same numbers on all machines.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Waits until a page shows the map, and adds the functions of `clickable.js` to it.
pub(crate) fn wait_until_loaded(tab: &Tab) {
    tab.wait("document.documentElement.dataset.at !== undefined && document.querySelectorAll('.thing').length > 0");
    tab.eval(include_str!("clickable.js"));
}

/// Returns the number of the event that a page shows.
pub(crate) fn shown_event(tab: &Tab) -> String {
    text(&tab.eval("document.documentElement.dataset.at"))
}

pub(crate) fn hash(tab: &Tab) -> String {
    text(&tab.eval("document.documentElement.dataset.hash"))
}

pub(crate) fn is_over(tab: &Tab) -> bool {
    tab.eval("document.querySelector('#answers .over') !== null") == true
}

/// Returns the point at which to click the nth element that a selector finds.
pub(crate) fn spot(tab: &Tab, selector: &str, n: usize) -> Option<[f64; 2]> {
    let point = tab.eval(&format!("spot({selector:?}, {n})"));
    Some([point[0].as_f64()?, point[1].as_f64()?])
}

/// Clicks and waits until the page has reacted.
pub(crate) fn click(tab: &Tab, spot: [f64; 2]) {
    let before = tab.eval("state()");
    tab.click(spot);
    settle(tab, &before);
}

/// Waits until the page has reacted to a click. `before` is its `state()` before the click. If the click came too fast
/// for the server, waits a second in which the server regains time for the next click.
pub(crate) fn settle(tab: &Tab, before: &Value) {
    let start = Instant::now();
    while tab.eval("[state(), isIdle()]") == serde_json::json!([before, true]) || tab.eval("isIdle()") != true {
        if start.elapsed() > Duration::from_secs(1) && tab.page_text().contains("too fast: the server ignored this") {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(15), "a click had no effect: {}", tab.page_text());
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// Types a line, sends it and waits until the page has reacted.
pub(crate) fn type_line(tab: &Tab, line: &str) {
    let before = tab.eval("state()");
    tab.eval(&format!(
        "document.getElementById('typed').value = {line:?}; document.getElementById('line').requestSubmit(); 0"
    ));
    settle(tab, &before);
}

/// Lines of Banana Wars with seed 1 up to the first question for the United States.
pub(crate) const TO_THE_US: [&str; 5] =
    ["play 03", "create-crisis nicaragua", "pay activista-action", "end-turn", "play 04"];

/// Types answers. Each waits until the page shows the event of the previous answer.
pub(crate) fn play_lines(tab: &Tab, lines: &[&str]) {
    for line in lines {
        let before = shown_event(tab);
        type_line(tab, line);
        tab.wait(&format!("document.documentElement.dataset.at !== {before:?} && isIdle()"));
    }
}

/// Returns the title of a card in the display of Banana Wars, and the path of the card's file in this base pack.
pub(crate) fn find_displayed_card(tab: &Tab, base: &Path) -> (String, PathBuf) {
    let title = "[...document.querySelectorAll('#cards .pile')].find(it => /display/i.test(it.ariaLabel)).querySelector('.name').textContent";
    let title = text(&tab.eval(title));
    let mut files = fs::read_dir(base.join("cards/banana-wars")).unwrap().map(|file| file.unwrap().path());
    let file = files.find(|file| fs::read_to_string(file).unwrap().contains(&title)).unwrap();
    (title, file)
}

/// Clicks a random lit element. If an answer waits for confirmation, confirms it.
pub(crate) fn choose(tab: &Tab, dice: &mut Dice) {
    click(tab, pick_spot(tab, dice));
}

/// Returns the point that [`choose`] clicks.
pub(crate) fn pick_spot(tab: &Tab, dice: &mut Dice) -> [f64; 2] {
    let needs_confirmation = tab.eval(&format!("visibleCount({CONFIRM_BUTTON:?})")) != 0;
    let has_sensible = tab.eval(&format!("visibleCount({LIT_AND_SENSIBLE:?})")) != 0;
    let selector = if needs_confirmation { CONFIRM_BUTTON } else { [LIT, LIT_AND_SENSIBLE][usize::from(has_sensible)] };
    let n = tab.eval(&format!("visibleCount({selector:?})")).as_u64().unwrap_or_default() as usize;
    assert!(n > 0, "nothing is lit: {}", tab.page_text());
    // The map has dozens of places, but there are few answers. So half of the clicks choose an answer.
    let selector = if !needs_confirmation && dice.below(2) == 0 { ANSWERS } else { selector };
    let spot = spot(tab, selector, dice.below(n)).or_else(|| spot(tab, LIT, 0));
    spot.unwrap_or_else(|| panic!("all lit elements are covered: {}", tab.page_text()))
}
