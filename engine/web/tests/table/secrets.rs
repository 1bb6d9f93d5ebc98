//! Tests that messages to a viewer contain nothing that the viewer may not know.

use super::common::Setting;
use serde_json::Value;

/// Returns the names of the cards that a view shows in a pile.
fn cards_of(view: &Value, pile: &str) -> Vec<String> {
    let cards = view["parts"][format!("pile {pile}")]["cards"].as_array().cloned().unwrap_or_default();
    let name =
        |id: &Value| view["parts"][format!("card {}", id.as_str().unwrap())]["name"].as_str().unwrap().to_owned();
    cards.iter().map(name).collect()
}

#[test]
fn a_hand_is_visible_to_its_side_only() {
    let server = Setting::default().serve();
    let (mut red, blue, spectator) = (server.client("red"), server.client("blue"), server.client("spectator"));
    let hand = cards_of(&red.view, "red hand");
    assert_eq!(hand.len(), 1);
    for other in [&blue, &spectator] {
        assert!(cards_of(&other.view, "red hand").is_empty());
        assert!(!other.view.to_string().contains(&hand[0]));
        assert_eq!(other.view["hash"], Value::Null, "a hash would reveal what is hidden");
    }
    let host = server.client("host");
    assert_eq!(cards_of(&host.view, "red hand"), hand);
    assert!(host.view["hash"].is_string());
    assert_eq!(red.greeting["record"], Value::Null);
    red.line("note only for me");
    red.wait_for(|view| view.to_string().contains("only for me"));
    let (blue, spectator) = (server.client("blue"), server.client("spectator"));
    assert!(![blue.view, spectator.view].iter().any(|view| view.to_string().contains("only for me")));
}

#[test]
fn games_that_differ_only_in_hidden_cards_look_the_same() {
    // The games differ in the seed only. Blue sees no hand, so Blue's view is the same in all games.
    let views = [3, 4, 5].map(|seed| {
        let server = Setting { seed, ..Setting::default() }.serve();
        let mut view = server.client("blue").view;
        view["log"]["stamp"] = Value::Null;
        view.to_string()
    });
    assert!(views.iter().all(|view| *view == views[0]));
}

#[test]
fn a_query_for_another_side_reveals_nothing_of_its_choice() {
    // Red is asked which card of its hand it plays. Replies to Blue do not depend on that hand.
    let replies = [3, 4, 5].map(|seed| {
        let sources = vec![super::common::pack("demo"), super::common::pack("secrets")];
        let server = Setting { sources, scenario: "secrets", seed, ..Setting::default() }.serve();
        let mut blue = server.client("blue");
        let (mut replies, mut queries) = (Vec::new(), 0);
        for side in ["red: ", "red:", "Red: ", "blue: ", "blue:", "Blue: ", "blue: red: ", "red: blue: ", ""] {
            for line in ["play 01", "play 12", "hide", "scry", "nothing", ""] {
                for command in ["why ", "why not ", "preview ", "odds ", "legal ", "? ", ""] {
                    let reply = blue.line(&format!("{command}{side}{line}"));
                    replies.push(format!("{command}{side}{line} → {} {}", reply["text"], reply["refusal"]));
                    queries += 1;
                    // A socket has a limit of queries per second.
                    if queries % 8 == 0 {
                        blue = server.client("blue");
                    }
                }
                replies.extend(blue.complete(&format!("why {side}{line} ")));
                replies.extend(blue.complete(&format!("{side}{line} ")));
            }
        }
        replies
    });
    for (first, other) in replies[1..].iter().flat_map(|other| replies[0].iter().zip(other)) {
        assert_eq!(first, other);
    }
    assert!(replies[0].iter().all(|line| !line.contains("legal: ") && !line.contains("too fast")), "{:?}", replies[0]);
    assert!(replies[0].iter().any(|line| line.contains("it is for Red to answer")), "{:?}", replies[0]);
}
