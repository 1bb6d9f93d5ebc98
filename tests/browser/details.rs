//! Details of places and cards. Looking at them chooses nothing by mistake.

use crate::chromium::{Tab, text};
use crate::click_player::{Dice, choose, click, is_over, settle, shown_event, spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, browser};

fn text_of(tab: &Tab, selector: &str) -> String {
    text(&tab.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''")))
}

/// Selects the chosen words, or the answer that waits for confirmation.
const PICKED: &str = "#answers .trail, #answers .ready";

#[test]
fn clicking_a_name_on_the_map_clicks_its_place() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &[]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    click(&tab, spot(&tab, "#map g[data-key='space portland ']:not(.thing) text", 0).unwrap());
    assert!(text_of(&tab, PICKED).contains("Portland"), "{}", tab.page_text());
}

#[test]
fn things_in_a_place_do_not_block_clicks_on_it() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("cuba-libre", &[]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    // The question is where to do Civic Action. A click on the Support sign in a city chooses the city.
    click(&tab, spot(&tab, "#map .thing.track[data-key='track support camaguey-city']", 0).unwrap());
    tab.wait("document.documentElement.dataset.at === '1'");
    assert!(!text_of(&tab, "#answers").contains("Camagüey"), "{}", tab.page_text());
}

#[test]
fn cards_and_places_show_their_details() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &[]);
    let tab = browser.open(server.link("Activista"), DESKTOP, false);
    wait_until_loaded(&tab);
    tab.click(spot(&tab, "#cards .info", 0).unwrap());
    tab.wait("document.querySelectorAll('#details section').length >= 2");
    let card = text_of(&tab, "#details");
    assert!(card.contains("Ap ") && card.contains('.'), "numbers and sentences of both halves: {card}");
    assert!(!card.contains("must-spend"), "ids of verbs are for the host: {card}");
    tab.key("Escape");
    tab.wait("document.getElementById('details').hidden");
    // The question is which card to play. Cuba cannot be chosen, but a click still shows its details.
    let before = tab.eval("state()");
    tab.click(spot(&tab, "#map .thing.space[data-key='space cuba ']", 0).unwrap());
    settle(&tab, &before);
    let cuba = text_of(&tab, "#details");
    assert!(cuba.starts_with("×Cuba") && cuba.contains("Rebel") && cuba.contains("Crisis level 2"), "{cuba}");
    assert!(
        text_of(&tab, "#answers .message").len() > 10,
        "the page says why Cuba cannot be chosen: {}",
        tab.page_text()
    );
    assert_eq!(
        tab.eval("document.getElementById('details').hidden"),
        false,
        "the details stay open beside the message"
    );
}

#[test]
fn a_place_shows_printed_values_once() {
    let Some((browser, _guard)) = browser() else { return };
    let detail_lines = |game: &str, place: &str, expected_text: &str| {
        let server = Server::game(game, &["--open"]);
        let tab = browser.open(server.link("host"), DESKTOP, false);
        wait_until_loaded(&tab);
        tab.eval(&format!("document.querySelector(\".thing.space[data-key='space {place} ']\").focus(); 0"));
        tab.key("i");
        tab.wait(&format!("document.getElementById('details').textContent.includes({expected_text:?})"));
        let lines = "[...document.querySelectorAll('#details :is(h2, li, p)')].map(it => it.textContent)";
        serde_json::from_value::<Vec<String>>(tab.eval(lines)).unwrap()
    };
    let seattle = detail_lines("fortress-america", "seattle", "Next to");
    let printed_values = "City always · Mountain · Foothold captured";
    assert_eq!(seattle, ["Seattle", "City", "Next to Cascades, Columbia Highlands, Olympic Coast", printed_values]);
    // Printed values have the headings of the board. A value that a sign on the map shows is not listed again.
    let pinar = detail_lines("cuba-libre", "pinar-del-rio", "Next to");
    assert_eq!(pinar[..2], ["Pinar del Río", "Control: Syndicate"]);
    assert_eq!(pinar[pinar.len() - 2..], ["Next to Cigar EC, La Habana", "Pop 1 · Terrain forest"]);
    assert_eq!(pinar.iter().filter(|line| line.contains("Control")).count(), 1, "{pinar:?}");
}

#[test]
fn hands_stay_visible_and_the_log_stays_at_its_end() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("cuba-libre", &[]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    tab.key("a");
    assert_eq!(tab.eval("document.activeElement.matches('#answers .rows button')"), true, "the first answer");
    tab.key("ArrowDown");
    assert_eq!(
        tab.eval("document.activeElement === document.querySelectorAll('#answers button')[1]"),
        true,
        "the arrow moves to the next answer"
    );
    for _ in 0..3 {
        let before = tab.eval("state()");
        tab.key("Enter");
        settle(&tab, &before);
        assert_eq!(
            tab.eval("document.getElementById('answers').contains(document.activeElement)"),
            true,
            "the focus was lost: {}",
            tab.page_text()
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
    // If the reader has scrolled away from the newest entry, the answer of another page does not move the log.
    tab.wait("(log => { log.scrollTop = 0; return log.dataset.held === 'yes'; })(document.querySelector('#log ol'))");
    let (other, before) = (browser.open(server.link("host"), DESKTOP, false), shown_event(&tab));
    wait_until_loaded(&other);
    while shown_event(&other) == before && !is_over(&other) {
        choose(&other, &mut dice);
    }
    tab.wait(&format!("document.documentElement.dataset.at !== {before:?}"));
    assert_eq!(tab.eval("document.querySelector('#log ol').scrollTop"), 0);
}

/// The current card and the cards of a hand show their texts, and the texts fit on the cards.
#[test]
fn cards_show_their_texts_on_the_table() {
    let Some((browser, _guard)) = browser() else { return };
    for (game, seat, pile) in [("cuba-libre", "host", "next card"), ("banana-wars", "Activista", "your hand")] {
        let server = Server::game(game, &[]);
        let tab = browser.open(server.link(seat), DESKTOP, false);
        wait_until_loaded(&tab);
        let texts = format!("[...document.querySelectorAll('#cards .pile[aria-label^={pile:?}] .texts')]");
        assert!(tab.eval(&format!("{texts}.length")).as_u64().unwrap() >= 1, "{game}: {}", tab.page_text());
        let fits = format!(
            "{texts}.every(it => it.textContent.length > 20 && it.parentNode.scrollHeight <= it.parentNode.clientHeight)"
        );
        assert_eq!(tab.eval(&fits), true, "{game}");
    }
}

/// A place that changed and may also be chosen shows both: a green halo beneath the dashes.
#[test]
fn a_place_shows_that_it_changed_and_that_it_may_be_chosen() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("latin-intervention", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let mut dice = Dice(5);
    let both = "#map .ring.legal:has(.halo)";
    for _ in 0..40 {
        if tab.eval(&format!("document.querySelector({both:?}) !== null")) == true {
            let strokes = format!(
                "(it => [it.querySelector('.halo'), it].map(node => getComputedStyle(node).stroke))(document.querySelector({both:?}))"
            );
            assert_eq!(tab.eval(&strokes), serde_json::json!(["rgb(29, 107, 65)", "rgb(176, 90, 0)"]));
            return;
        }
        choose(&tab, &mut dice);
    }
    panic!("no place shows both: {}", tab.page_text());
}
