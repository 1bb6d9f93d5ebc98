//! Zooming by fingers, wheel and magnifier, dragging the map, and hiding its counters.

use crate::chromium::Tab;
use crate::click_player::{spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, PHONE, browser};
use serde_json::json;

/// Returns the visible part of the map: left, top, width and height in canvas units.
fn view_box(tab: &Tab) -> [f64; 4] {
    let part = tab.eval("document.querySelector('#map svg').getAttribute('viewBox').split(' ').map(Number)");
    serde_json::from_value(part).unwrap()
}

/// Returns the canvas point at a screen point.
fn canvas_point(tab: &Tab, [x, y]: [f64; 2]) -> [f64; 2] {
    let script = format!(
        "(() => {{ const at = new DOMPoint({x}, {y}).matrixTransform(document.querySelector('#map svg').getScreenCTM().inverse()); \
         return [at.x, at.y]; }})()"
    );
    serde_json::from_value(tab.eval(&script)).unwrap()
}

fn middle_of_map(tab: &Tab) -> [f64; 2] {
    let script = "(() => { const box = document.querySelector('#map svg').getBoundingClientRect(); \
                  return [box.x + box.width / 2, box.y + box.height / 2]; })()";
    serde_json::from_value(tab.eval(script)).unwrap()
}

/// Moves two fingers around a point, from one distance to another.
fn pinch(tab: &Tab, [x, y]: [f64; 2], from: f64, to: f64) {
    let fingers = |gap: f64| json!([{ "x": x - gap / 2.0, "y": y, "id": 1 }, { "x": x + gap / 2.0, "y": y, "id": 2 }]);
    tab.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": fingers(from) }));
    for step in 1..=8 {
        let gap = from + (to - from) * f64::from(step) / 8.0;
        tab.call("Input.dispatchTouchEvent", json!({ "type": "touchMove", "touchPoints": fingers(gap) }));
    }
    tab.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
}

#[test]
fn two_fingers_zoom_in_and_out() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), PHONE, true);
    wait_until_loaded(&tab);
    let (whole_map, middle) = (view_box(&tab), middle_of_map(&tab));
    let point_before = canvas_point(&tab, middle);
    let size = tab.eval("visualViewport.scale");
    pinch(&tab, middle, 60.0, 180.0);
    let zoomed_in = view_box(&tab);
    let factor = whole_map[2] / zoomed_in[2];
    assert!((2.4..=3.6).contains(&factor), "the zoom factor is about three, not {factor}");
    let point_after = canvas_point(&tab, middle);
    let gap = (point_after[0] - point_before[0]).hypot(point_after[1] - point_before[1]);
    assert!(gap < whole_map[2] / 50.0, "the point between the fingers stays: {point_before:?}, {point_after:?}");
    assert_eq!(tab.eval("visualViewport.scale"), size, "the map is zoomed and the page is not");
    // The gesture chose nothing.
    assert_eq!(tab.eval("document.querySelector('#answers .trail')"), serde_json::Value::Null);
    pinch(&tab, middle, 240.0, 40.0);
    assert_eq!(view_box(&tab), whole_map, "the zoom stops at the whole map");
}

#[test]
fn shift_shows_a_magnifier_at_the_mouse() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let whole_map = view_box(&tab);
    let at = spot(&tab, ".thing.space", 3).unwrap();
    let move_to = |[x, y]: [f64; 2]| {
        tab.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
    };
    let shift = |event_type: &str| {
        let key = json!({ "type": event_type, "key": "Shift", "code": "ShiftLeft", "windowsVirtualKeyCode": 16 });
        tab.call("Input.dispatchKeyEvent", key);
    };
    move_to(at);
    let point_before = canvas_point(&tab, at);
    shift("keyDown");
    tab.wait(&format!(
        "Number(document.querySelector('#map svg').getAttribute('viewBox').split(' ')[2]) < {}",
        whole_map[2]
    ));
    let point_after = canvas_point(&tab, at);
    assert!(
        (point_after[0] - point_before[0]).hypot(point_after[1] - point_before[1]) < whole_map[2] / 50.0,
        "{point_before:?}, {point_after:?}"
    );
    // The magnifier follows the mouse.
    let zoomed_in = view_box(&tab);
    move_to([at[0] + 60.0, at[1] + 20.0]);
    tab.wait(&format!(
        "document.querySelector('#map svg').getAttribute('viewBox').split(' ')[0] !== '{}'",
        zoomed_in[0]
    ));
    assert!((view_box(&tab)[2] - zoomed_in[2]).abs() < 1.0);
    shift("keyUp");
    assert_eq!(view_box(&tab), whole_map);
}

#[test]
fn h_hides_the_counters_and_shows_them_again() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let visible_counters = "[...document.querySelectorAll('#map .counters .thing.piece')].filter(it => getComputedStyle(it).visibility !== 'hidden' && getComputedStyle(it).display !== 'none' && it.getClientRects().length).length";
    let before = tab.eval(visible_counters).as_u64().unwrap();
    assert!(before > 10, "{before} counters");
    tab.key("h");
    tab.wait(&format!("{visible_counters} === 0"));
    assert_eq!(tab.eval("document.getElementById('set-bare').checked"), true, "the switch in the menu is on");
    assert_ne!(tab.eval("document.querySelectorAll('.thing.space').length"), 0, "the spaces are still there");
    tab.key("h");
    tab.wait(&format!("{visible_counters} === {before}"));
}

#[test]
fn the_map_is_dragged_zoomed_and_reset() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let (whole_map, [x, y]) = (view_box(&tab), middle_of_map(&tab));
    let mouse = |event_type: &str, x: f64, y: f64, more: serde_json::Value| {
        let mut event = json!({ "type": event_type, "x": x, "y": y });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        tab.call("Input.dispatchMouseEvent", event);
    };
    mouse("mouseWheel", x, y, json!({ "deltaX": 0, "deltaY": -500 }));
    tab.wait(&format!(
        "Number(document.querySelector('#map svg').getAttribute('viewBox').split(' ')[2]) < {}",
        whole_map[2] / 2.0
    ));
    let zoomed_in = view_box(&tab);
    // The map follows the drag, and nothing is chosen.
    let point_before = canvas_point(&tab, [x, y]);
    let left = json!({ "button": "left", "buttons": 1, "clickCount": 1 });
    mouse("mousePressed", x, y, left.clone());
    for step in 1..=5 {
        mouse("mouseMoved", x + f64::from(step) * 20.0, y + f64::from(step) * 10.0, left.clone());
    }
    mouse("mouseReleased", x + 100.0, y + 50.0, json!({ "button": "left", "clickCount": 1 }));
    let point_after = canvas_point(&tab, [x + 100.0, y + 50.0]);
    assert!(
        (point_after[0] - point_before[0]).hypot(point_after[1] - point_before[1]) < whole_map[2] / 50.0,
        "{point_before:?}, {point_after:?}"
    );
    assert_ne!(view_box(&tab), zoomed_in);
    assert_eq!(tab.eval("document.querySelector('#answers .trail, #answers .message')"), serde_json::Value::Null);
    // A double click on the sea shows the whole map, another one zooms in again.
    let sea = "(() => { const map = document.querySelector('#map svg').getBoundingClientRect(); \
        for (let x = map.left + 20; x < map.right - 20; x += 15) for (let y = map.top + 20; y < map.bottom - 60; y += 15) \
            if (!document.elementFromPoint(x, y).closest('[data-key], button')) return [x, y]; })()";
    let double_click = |tab: &Tab| {
        let at: [f64; 2] = serde_json::from_value(tab.eval(sea)).unwrap();
        tab.click(at);
        tab.click(at);
    };
    double_click(&tab);
    assert_eq!(view_box(&tab), whole_map);
    std::thread::sleep(std::time::Duration::from_millis(400));
    double_click(&tab);
    assert!(view_box(&tab)[2] < whole_map[2]);
    tab.key("f");
    assert_eq!(view_box(&tab), whole_map);
    let phone = browser.open(server.link("host"), PHONE, true);
    wait_until_loaded(&phone);
    pinch(&phone, middle_of_map(&phone), 60.0, 180.0);
    assert!(view_box(&phone)[2] < whole_map[2]);
    let at: [f64; 2] = serde_json::from_value(phone.eval(sea)).unwrap();
    phone.touch(at);
    phone.touch(at);
    assert_eq!(view_box(&phone), whole_map, "a double tap shows the whole map");
}
