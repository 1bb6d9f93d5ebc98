//! Looking back: the page shows earlier events of the game, step by step.

use crate::chromium::text;
use crate::click_player::{TO_THE_US, play_lines, shown_event, spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, browser};
use serde_json::Value;

#[test]
fn every_step_button_goes_to_the_event_that_its_label_names() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    // Events 1 to 4 are answers of the Activista, and event 5 of the United States. The log has headings at events 0 and 4.
    play_lines(&tab, &TO_THE_US);
    assert_eq!(shown_event(&tab), "5");
    tab.click(spot(&tab, "#look", 0).unwrap());
    let step = |label: &str, to: &str| {
        tab.click(spot(&tab, &format!("#replay button[aria-label={label:?}]"), 0).unwrap());
        tab.wait(&format!("document.documentElement.dataset.at === {to:?}"));
        text(&tab.eval("document.querySelector('#replay output').textContent"))
    };
    let changed =
        || tab.eval("document.querySelectorAll('.thing[aria-label*=\", changed\"]').length").as_u64().unwrap();
    step("Event before", "4");
    step("Event before", "3");
    assert!(changed() > 0, "a step marks what it changed");
    assert!(step("Next event", "4").contains("End the turn"));
    step("Answerer before", "0");
    assert_eq!(changed(), 0, "a step over several events marks nothing");
    step("Next event", "1");
    step("Next answerer", "5");
    step("Heading before", "4");
    step("Heading before", "0");
    step("Next heading", "4");
    step("To the beginning", "0");
    let move_slider = "(it => { it.value = 2; it.dispatchEvent(new Event('input')); return 0; })(document.querySelector('#replay input'))";
    tab.eval(move_slider);
    tab.wait("document.documentElement.dataset.at === '2'");
    assert_eq!(changed(), 0);
    tab.click(spot(&tab, "#replay .live", 0).unwrap());
    tab.wait("document.documentElement.dataset.at === '5'");
    assert_eq!(tab.eval("document.querySelector('body.looking')"), Value::Null);
}

/// If the slider moves fast, or a step button is clicked several times fast, the page ends at the last requested event.
#[test]
fn after_fast_steps_the_page_shows_the_last_requested_event() {
    let Some((browser, _guard)) = browser() else { return };
    let seats = ["--open", "--seat", "all=random", "--scenario", "ready-to-play", "--option", "last-turn=1"];
    let server = Server::game("fortress-america", &seats);
    let tab = browser.open(server.link("spectator"), DESKTOP, false);
    wait_until_loaded(&tab);
    tab.wait("Number(document.documentElement.dataset.at) > 60 && document.querySelector('#answers .over') !== null");
    tab.click(spot(&tab, "#look", 0).unwrap());
    let drag = "(async () => { const slider = document.querySelector('#replay input'); \
        for (let at = 58; at >= 10; at -= 1) { slider.value = at; slider.dispatchEvent(new Event('input')); \
        await new Promise(go => setTimeout(go, 15)); } return 0; })()";
    tab.eval(drag);
    tab.wait("document.querySelector('#replay output').textContent.startsWith('10 of')");
    tab.eval("(() => { for (let n = 0; n < 4; n++) document.querySelector('#replay [aria-label=\"Event before\"]').click(); return 0; })()");
    tab.wait("Number(document.querySelector('#replay output').textContent.split(' ')[0]) <= 6");
    assert_eq!(
        tab.eval(
            "document.querySelector('.message.refused') === null && document.querySelector('.notice.error') === null"
        ),
        true
    );
}
