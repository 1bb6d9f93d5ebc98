//! Looking back, step by step.

use crate::cdp::text;
use crate::player::{TO_THE_US, answered, at, sit_down, spot};
use crate::served::Served;
use crate::{DESKTOP, browser};
use serde_json::Value;

#[test]
fn every_step_goes_where_it_says() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    // Activista 1 to 4, the United States 5; headings: the beginning, and the turn of the latter with event 4.
    answered(&tab, &TO_THE_US);
    assert_eq!(at(&tab), "5");
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
    assert_eq!(changed(), 0, "a leap marks nothing");
    step("Next event", "1");
    step("Next answerer", "5");
    step("Heading before", "4");
    step("Heading before", "0");
    step("Next heading", "4");
    step("To the beginning", "0");
    let slide = "(it => { it.value = 2; it.dispatchEvent(new Event('input')); return 0; })(document.querySelector('#replay input'))";
    tab.eval(slide);
    tab.wait("document.documentElement.dataset.at === '2'");
    assert_eq!(changed(), 0);
    tab.click(spot(&tab, "#replay .live", 0).unwrap());
    tab.wait("document.documentElement.dataset.at === '5'");
    assert_eq!(tab.eval("document.querySelector('body.looking')"), Value::Null);
}

/// However fast the slider is drawn, and however often a step is clicked, the board is where the hand ends.
#[test]
fn a_hurried_look_back_comes_to_where_it_ends() {
    let Some((browser, _one)) = browser() else { return };
    let seats = ["--open", "--seat", "all=random", "--scenario", "ready-to-play", "--option", "last-turn=1"];
    let served = Served::game("fortress-america", &seats);
    let tab = browser.open(served.link("watch"), DESKTOP, false);
    sit_down(&tab);
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
        tab.eval("document.querySelector('.told.no') === null && document.querySelector('.notice.error') === null"),
        true
    );
}
