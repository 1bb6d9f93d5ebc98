//! How long things take in a browser. The limits are for a build that is not optimised, on a machine that does other things too;
//! the figures are printed.

use crate::player::{Dice, choice, is_over, sit_down};
use crate::served::Served;
use crate::{DESKTOP, browser};
use serde_json::json;
use std::time::Duration;

/// Notes when a click is heard, and when what came of it is on the screen: the frame after the view.
const WATCH: &str = "window.took = []; let clicked = 0, was = document.documentElement.dataset.at; \
    addEventListener('pointerdown', () => (clicked = performance.now()), true); \
    new MutationObserver(() => { \
        const at = document.documentElement.dataset.at; \
        if (at === was || !clicked) return; \
        was = at; \
        const from = clicked; \
        requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - from))); \
    }).observe(document.documentElement, { attributes: true });";

const TIMES: [&str; 3] = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];

#[test]
fn the_page_is_quick() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let mut drawn = Vec::new();
    for _ in 0..4 {
        let tab = browser.open(served.link("desk"), DESKTOP, false);
        sit_down(&tab);
        tab.wait("performance.getEntriesByName('table').length > 0");
        let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0";
        let painted = tab.eval(paint).as_f64().unwrap();
        drawn.push((painted, tab.eval("performance.getEntriesByName('table')[0].startTime").as_f64().unwrap()));
    }
    println!("first paint, table drawn (ms): {drawn:.0?}");
    assert!(drawn.iter().all(|(painted, table)| *painted < 3000.0 && *table < 5000.0), "{drawn:?}");

    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    tab.eval(WATCH);
    tab.call("Performance.enable", json!({}));
    tab.call("Accessibility.disable", json!({})); // Else its tree is made anew with every answer.
    let metric = |name: &str| {
        let metrics = tab.call("Performance.getMetrics", json!({}));
        let all = metrics["metrics"].as_array().unwrap();
        all.iter().find(|it| it["name"] == name).unwrap()["value"].as_f64().unwrap()
    };
    #[cfg(target_os = "linux")]
    let had = served.had();
    let drawing = TIMES.map(&metric);
    let laid_out = metric("LayoutCount");
    let mut dice = Dice(5);
    for _ in 0..60 {
        // As fast as somebody clicks who need not think; nothing is asked of the page meanwhile, which would be in its way.
        tab.click(choice(&tab, &mut dice));
        std::thread::sleep(Duration::from_millis(350));
        tab.wait("quiet()");
    }
    let mut took: Vec<f64> = serde_json::from_value(tab.eval("took")).unwrap();
    took.sort_by(f64::total_cmp);
    assert!(took.len() > 10, "{took:?}");
    let (median, late) = (took[took.len() / 2], took[took.len() * 95 / 100]);
    let each = |ms: f64| ms / took.len() as f64;
    // What hangs less on what else the machine does: the clicks that lead to an answer, and what the tests themselves ask, are in it.
    #[cfg(target_os = "linux")]
    println!("the server's processor time for each answer (ms): {:.1}", each(served.had() - had));
    let drew = TIMES.map(&metric);
    let drew: Vec<f64> = drew.iter().zip(drawing).map(|(now, then)| each((now - then) * 1000.0)).collect();
    println!("the page's scripts, layout and styles for each answer (ms): {drew:.1?}");
    // However slow the machine: a page that asks where things lie between one change and the next is laid out each time.
    let layouts = (metric("LayoutCount") - laid_out) / took.len() as f64;
    println!("how often the page is laid out for each answer: {layouts:.1}");
    println!("answer to screen (ms): median {median:.0}, 95 % {late:.0}, {} answers", took.len());
    assert!(layouts < 8.0, "{layouts}");
    assert!(median < 400.0 && late < 1500.0, "{took:?}");

    tab.call("HeapProfiler.collectGarbage", json!({}));
    let nodes = tab.eval("document.querySelectorAll('*').length").as_f64().unwrap();
    let heap = metric("JSHeapUsedSize") / 1e6;
    println!("page: {heap:.1} MB of scripts' memory, {nodes} nodes");
    assert!(heap < 10.0 && nodes < 3000.0);
}

/// In the longest game the page does not grow with the log, nor with what lies on the map.
#[test]
fn the_page_stays_small_in_a_long_game() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("fortress-america", &["--open", "--scenario", "ready-to-play", "--seat", "all=random"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    let mut most = 0;
    let count = || tab.eval("document.querySelectorAll('*').length").as_u64().unwrap();
    while !is_over(&tab) && tab.eval("Number(document.documentElement.dataset.at) < 700") == true {
        most = most.max(count());
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("at most {most} nodes");
    assert!(most < 3000, "{most} nodes");
    let shown = "document.querySelectorAll('#log li').length";
    let before = tab.eval(shown).as_u64().unwrap();
    assert!(before < 100, "{before}");
    // What is older comes when it is asked for.
    tab.eval("document.querySelector('#log .unfold').click(); 0");
    tab.wait(&format!("{shown} > {before}"));
    tab.wait("document.activeElement.matches('#log .event')");
}
