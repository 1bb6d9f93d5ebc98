//! Tests of places as data: which places a question names, and the details of a place.

use super::common::{Setting, files, pack};
use serde_json::{Value, json};

const BOARD: &str = r#"
[meta]
game = "demo"

[[kind]]
id = "province"
fields = { yields = { word = ["salt", "black-peat"], optional = true, column = "Yield" }, is_dry = { type = "boolean", optional = true } }

[[space]]
id = "hills"
yields = "black-peat"
is_dry = false

[[fact]]
id = "grudge"
on = "province"
type = "number"
audience = "none"
[[fact]]
id = "toll-gate"
on = "province"
type = "boolean"
"#;

const SCRIPT: &str = r#"
figure "worth" { on = "province", audience = "all", value = function(province) return value(UNREST, province) + 7 end }
figure "hidden-worth" { on = "province", audience = "none", value = function(province) return get(GRUDGE, province) end }

step("asks", function()
  choose(RED, numbers(1, 2), { TEXT.how_many, HILLS, PORT, POOL })
  choose(RED, numbers(1, 2), { TEXT.which_piece, first(stacks(PORT, BAND)) })
  choose(RED, numbers(1, 2), { TEXT.which_road, first(links(HILLS)) })
  choose(RED, numbers(1, 2))
  return next("asks")
end)
"#;

/// `TEXT.how_many` gets three places and shows only `{1}` and `{2}`. A name that is written in the text, such as the
/// River, does not count.
const TEXTS: &str = "[text.how-many]\nsay = \"How many go from {2} to {1}, and none over the River?\"\n\
                     [text.which-piece]\nsay = \"Who pays for {1}?\"\n[text.which-road]\nsay = \"Who walks {1}?\"\n";

const SCENARIO: &str = "[meta]\nid = \"asks\"\ngame = \"demo\"\nname = \"Asks\"\nsource = \"own\"\nextends = \"standard\"\n\
                        position = \"hills: grudge 5, toll-gate; turn asks\"\n";

fn asking() -> Setting {
    let more = files(&[
        ("scenarios/demo/board.toml", BOARD),
        ("scripts/demo/asks.luau", SCRIPT),
        ("scripts/demo/text.toml", TEXTS),
        ("scenarios/demo/asks.toml", SCENARIO),
    ]);
    Setting { sources: vec![pack("demo"), more], scenario: "asks", ..Setting::default() }
}

#[test]
fn a_question_lists_the_places_that_it_names() {
    let server = asking().serve();
    let (mut red, mut spectator) = (server.client("red"), server.client("spectator"));
    // The places are in the order of the text. A piece stands for its place, a road for the two spaces at its ends.
    let about = [json!(["port", "hills"]), json!(["port"]), json!(["hills", "port"]), Value::Null];
    for (event, about) in (0..).zip(about) {
        for page in [&mut red, &mut spectator] {
            let view = page.view_at(event);
            assert_eq!(view["parts"]["choice"]["about"], about, "{}", view["parts"]["choice"]);
        }
        red.play("1");
    }
}

#[test]
fn the_details_of_a_place_are_limited_to_what_the_viewer_may_know() {
    let server = asking().serve();
    let place = |link: &str, line: &str| server.client(link).line(line)["shown"]["thing"]["place"].clone();
    let open = json!([
        { "id": "worth", "title": "Worth", "text": "7" },
        { "id": "toll-gate", "title": "Toll gate", "text": "" },
    ]);
    let hills = place("red", "show space hills");
    assert_eq!(hills["says"], open, "{hills}");
    assert_eq!(hills["name"], "The Hills");
    assert_eq!(hills["next_to"], json!(["port"]));
    // Fields that are shown elsewhere and flags that are false are left out. A field with a column has the heading of
    // the column.
    let printed = json!([
        { "key": "population", "value": { "number": 1 } },
        { "key": "yields", "title": "Yield", "value": { "id": "black-peat" } },
    ]);
    assert_eq!(hills["printed"], printed, "{hills}");
    // Only the host gets hidden values. Spectators may not ask.
    let host_values = place("host", "show hills")["says"].to_string();
    assert!(host_values.contains("grudge") && host_values.contains("hidden-worth"), "{host_values}");
    assert_eq!(place("spectator", "show space hills"), Value::Null);
    // Only spaces have details of a place.
    assert_eq!(place("red", "show card 01"), Value::Null);
    assert_eq!(server.client("red").line("show card 01")["shown"]["thing"]["thing"]["id"], "01");
    assert_eq!(place("red", "show points"), Value::Null);
}
