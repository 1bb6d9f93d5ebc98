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

#[test]
fn a_question_with_a_side_before_it_tells_nothing_that_another_is_asked() {
    // Red is asked which card of its hand it plays; what Blue is told does not hang on what that hand holds.
    let told = [3, 4, 5].map(|seed| {
        let sources = vec![super::common::pack("demo"), super::common::pack("secrets")];
        let server = Setting { sources, scenario: "secrets", seed, ..Setting::default() }.serve();
        let mut blue = server.client("blue");
        let mut told = Vec::new();
        for side in ["red: ", "red:", "Red: ", "blue: ", "blue:", "Blue: ", "blue: red: ", "red: blue: ", ""] {
            for line in ["play 01", "play 12", "hide", "scry", "nothing", ""] {
                for ask in ["why ", "why not ", "preview ", "? ", ""] {
                    let reply = blue.line(&format!("{ask}{side}{line}"));
                    told.push(format!("{ask}{side}{line} → {} {}", reply["text"], reply["refusal"]));
                    // Questions are counted: no more of them a second than a page asks.
                    if told.len() % 8 == 0 {
                        blue = server.client("blue");
                    }
                }
                told.extend(blue.complete(&format!("why {side}{line} ")));
                told.extend(blue.complete(&format!("{side}{line} ")));
            }
        }
        told
    });
    for (first, other) in told[1..].iter().flat_map(|other| told[0].iter().zip(other)) {
        assert_eq!(first, other);
    }
    assert!(told[0].iter().all(|line| !line.contains("legal: ") && !line.contains("too fast")), "{:?}", told[0]);
    assert!(told[0].iter().any(|line| line.contains("Blue is not asked now")), "{:?}", told[0]);
}
