//! What a seat is sent holds nothing that it may not know.

use super::common::Setting;
use serde_json::Value;

fn cards_of(view: &Value, pile: &str) -> Vec<String> {
    let cards = view["parts"][format!("pile {pile}")]["cards"].as_array().cloned().unwrap_or_default();
    let name =
        |id: &Value| view["parts"][format!("card {}", id.as_str().unwrap())]["name"].as_str().unwrap().to_owned();
    cards.iter().map(name).collect()
}

#[test]
fn a_hand_is_its_sides_own() {
    let server = Setting::default().serve();
    let (mut red, blue, watch) = (server.client("red"), server.client("blue"), server.client("watch"));
    let hand = cards_of(&red.view, "red hand");
    assert_eq!(hand.len(), 1);
    for other in [&blue, &watch] {
        assert!(cards_of(&other.view, "red hand").is_empty());
        assert!(!other.view.to_string().contains(&hand[0]));
        assert_eq!(other.view["hash"], Value::Null, "a hash of all there is tells what is hidden");
    }
    let desk = server.client("desk");
    assert_eq!(cards_of(&desk.view, "red hand"), hand);
    assert!(desk.view["hash"].is_string());
    assert_eq!(red.hello["record"], Value::Null);
    red.line("note only for me");
    red.until(|view| view.to_string().contains("only for me"));
    let (blue, watch) = (server.client("blue"), server.client("watch"));
    assert!(![blue.view, watch.view].iter().any(|view| view.to_string().contains("only for me")));
}

#[test]
fn lines_that_differ_in_what_is_hidden_alone_read_the_same() {
    // Two games that differ in the seed alone: blue, who sees no hand, is sent the same.
    let views = [3, 4, 5].map(|seed| {
        let server = Setting { seed, ..Setting::default() }.serve();
        let mut view = server.client("blue").view;
        view["log"]["stamp"] = Value::Null;
        view.to_string()
    });
    assert!(views.iter().all(|view| *view == views[0]));
}
