//! What lies where, what a card says, what happened: found by hand and eye, and no click goes astray.

use crate::cdp::{Tab, text};
use crate::player::{Dice, choose, click, is_over, settle, sit_down, spot};
use crate::served::Served;
use crate::{DESKTOP, browser};

fn says(tab: &Tab, selector: &str) -> String {
    text(&tab.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''")))
}

const PICKED: &str = "#answers .trail, #answers .ready";

#[test]
fn a_name_on_the_map_is_its_place() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("fortress-america", &[]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    click(&tab, spot(&tab, "#map g[data-key='space portland ']:not(.thing) text", 0).unwrap());
    assert!(says(&tab, PICKED).contains("Portland"), "{}", tab.says());
}

#[test]
fn what_lies_in_a_place_does_not_stand_in_its_way() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("cuba-libre", &[]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    // Civic Action where? The sign of a city's Support is clicked, which is no answer; the city is.
    click(&tab, spot(&tab, "#map .thing.track[data-key='track support camaguey-city']", 0).unwrap());
    tab.wait("document.documentElement.dataset.at === '1'");
    assert!(!says(&tab, "#answers").contains("Camagüey"), "{}", tab.says());
}

#[test]
fn a_card_is_read_in_full_and_a_place_tells_what_lies_there() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &[]);
    let tab = browser.open(served.link("Activista"), DESKTOP, false);
    sit_down(&tab);
    tab.click(spot(&tab, "#cards .read", 0).unwrap());
    tab.wait("document.querySelectorAll('#reading section').length >= 2");
    let card = says(&tab, "#reading");
    assert!(card.contains("Ap ") && card.contains('.'), "numbers and sentences of both halves: {card}");
    assert!(!card.contains("must-spend"), "what a verb is called is for the desk: {card}");
    tab.key("Escape");
    tab.wait("document.getElementById('reading').hidden");
    // A card is to be played: Cuba may not be chosen, and tells what lies there all the same.
    let before = tab.eval("stands()");
    tab.click(spot(&tab, "#map .thing.space[data-key='space cuba ']", 0).unwrap());
    settle(&tab, &before);
    let cuba = says(&tab, "#reading");
    assert!(cuba.starts_with("×Cuba") && cuba.contains("Rebel") && cuba.contains("Crisis level 2"), "{cuba}");
    assert!(says(&tab, "#answers .told").len() > 10, "and why it may not: {}", tab.says());
    assert_eq!(tab.eval("document.getElementById('reading').hidden"), false, "both can be read");
}

#[test]
fn a_place_tells_what_is_printed_there_and_nothing_twice() {
    let Some((browser, _one)) = browser() else { return };
    let reads = |game: &str, place: &str, until: &str| {
        let served = Served::game(game, &["--open"]);
        let tab = browser.open(served.link("desk"), DESKTOP, false);
        sit_down(&tab);
        tab.eval(&format!("document.querySelector(\".thing.space[data-key='space {place} ']\").focus(); 0"));
        tab.key("i");
        tab.wait(&format!("document.getElementById('reading').textContent.includes({until:?})"));
        let lines = "[...document.querySelectorAll('#reading :is(h2, li, p)')].map(it => it.textContent)";
        serde_json::from_value::<Vec<String>>(tab.eval(lines)).unwrap()
    };
    let seattle = reads("fortress-america", "seattle", "Next to");
    let printed = "City always · Mountain · Foothold captured";
    assert_eq!(seattle, ["Seattle", "City", "Next to Cascades, Columbia Highlands, Olympic Coast", printed]);
    // A figure that a sign on the map tells is told by that; what is printed is headed as on the board.
    let pinar = reads("cuba-libre", "pinar-del-rio", "Next to");
    assert_eq!(pinar[..2], ["Pinar del Río", "Control: Syndicate"]);
    assert_eq!(pinar[pinar.len() - 2..], ["Next to Cigar EC, La Habana", "Pop 1 · Terrain forest"]);
    assert_eq!(pinar.iter().filter(|line| line.contains("Control")).count(), 1, "{pinar:?}");
}

#[test]
fn hands_stay_among_the_answers_and_the_log_at_its_end() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("cuba-libre", &[]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    tab.key("a");
    assert_eq!(tab.eval("document.activeElement.matches('#answers .rows button')"), true, "the first answer");
    tab.key("ArrowDown");
    assert_eq!(
        tab.eval("document.activeElement === document.querySelectorAll('#answers button')[1]"),
        true,
        "from answer to answer"
    );
    for _ in 0..3 {
        let before = tab.eval("stands()");
        tab.key("Enter");
        settle(&tab, &before);
        assert_eq!(
            tab.eval("document.getElementById('answers').contains(document.activeElement)"),
            true,
            "the focus was lost: {}",
            tab.says()
        );
    }
    let mut dice = Dice(5);
    for _ in 0..25 {
        if is_over(&tab) {
            break;
        }
        choose(&tab, &mut dice);
        tab.wait("(l => l.scrollHeight - l.scrollTop - l.clientHeight < 8)(document.querySelector('#log ol'))");
    }
    // Who scrolls away reads on there.
    tab.eval("document.querySelector('#log ol').scrollTop = 0");
    tab.wait("document.querySelector('#log ol').dataset.held === 'yes'");
    choose(&tab, &mut dice);
    assert_eq!(tab.eval("document.querySelector('#log ol').scrollTop"), 0);
}
