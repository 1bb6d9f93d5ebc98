//! Places as data: which of them a question names, and what is told of one that is read.

use super::common::{Setting, files, pack};
use cardwright_table::{Library, Table};
use cardwright_web::{Command, Copy, Keeper, Plain, Reader, Said};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const BOARD: &str = r#"
[meta]
game = "demo"

[[kind]]
id = "province"
fields = { yields = { word = ["salt", "black-peat"], optional = true, column = "Yield" }, is_dry = { type = "truth", optional = true } }

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
type = "truth"
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

/// The third place is no part of what is asked; a name in the text itself is none either.
const TEXTS: &str = "[text.how-many]\nsay = \"How many go from {2} to {1}, and none over the River?\"\n\
                     [text.which-piece]\nsay = \"Who pays for {1}?\"\n[text.which-road]\nsay = \"Who walks {1}?\"\n";

const SCENARIO: &str = "[meta]\nid = \"asks\"\ngame = \"demo\"\nname = \"Asks\"\nsource = \"own\"\nextends = \"standard\"\n\
                        position = \"hills: grudge 5, toll-gate; turn asks\"\n";

/// A keeper that lets things be shown.
#[derive(Debug)]
struct Showing(Plain);

impl Keeper for Showing {
    fn table(&mut self) -> &mut Table {
        self.0.table()
    }
    fn look(&self) -> &Table {
        self.0.look()
    }
    fn commands(&self) -> Vec<Command> {
        vec![Command::new("show", "THING", "shows")]
    }
    fn say(&mut self, _: Reader, _: &str) -> Said {
        Said { text: "shown".into(), is_refused: false }
    }
    fn complete(&mut self, _: Reader, _: &str, _: &str) -> Option<Vec<String>> {
        None
    }
    fn copy(&self) -> Copy {
        let copied = self.0.copied();
        Box::new(move || Ok(Box::new(Showing(copied()?))))
    }
    fn library(&self) -> Arc<Mutex<Library>> {
        self.0.library()
    }
    fn is_watched(&self) -> bool {
        false
    }
}

fn asking() -> Setting {
    let more = files(&[
        ("scenarios/demo/board.toml", BOARD),
        ("scripts/demo/asks.luau", SCRIPT),
        ("scripts/demo/text.toml", TEXTS),
        ("scenarios/demo/asks.toml", SCENARIO),
    ]);
    let keeper = Arc::new(|plain| Box::new(Showing(plain)) as Box<dyn Keeper>);
    Setting { sources: vec![pack("demo"), more], scenario: "asks", keeper, ..Setting::default() }
}

#[test]
fn a_question_says_which_places_it_names() {
    let server = asking().serve();
    let (mut red, mut watch) = (server.client("red"), server.client("watch"));
    // In the order of the words, not by their letters; of a piece its place, of a road its ends.
    let about = [json!(["port", "hills"]), json!(["port"]), json!(["hills", "port"]), Value::Null];
    for (event, about) in (0..).zip(about) {
        for page in [&mut red, &mut watch] {
            let view = page.at(event);
            assert_eq!(view["parts"]["choice"]["about"], about, "{}", view["parts"]["choice"]);
        }
        red.plays("1");
    }
}

#[test]
fn a_place_is_told_in_data_to_each_as_its_eyes_may_know_it() {
    let server = asking().serve();
    let place = |who: &str, line: &str| server.client(who).line(line)["place"].clone();
    let open = json!([
        { "id": "worth", "title": "Worth", "text": "7" },
        { "id": "toll-gate", "title": "Toll gate", "text": "" },
    ]);
    let hills = place("red", "show space hills");
    assert_eq!(hills["says"], open, "{hills}");
    assert_eq!(hills["name"], "The Hills");
    assert_eq!(hills["next_to"], json!(["port"]));
    // What is said elsewhere, or does not hold, is left out; a column has the title of the board.
    let printed = json!([
        { "key": "population", "value": { "number": 1 } },
        { "key": "yields", "title": "Yield", "value": { "id": "black-peat" } },
    ]);
    assert_eq!(hills["printed"], printed, "{hills}");
    // What is kept from all is told to the desk alone; who watches asks nothing.
    let seen = place("desk", "show hills")["says"].to_string();
    assert!(seen.contains("grudge") && seen.contains("hidden-worth"), "{seen}");
    assert_eq!(place("watch", "show space hills"), Value::Null);
    // A card is told as one, anything else in words alone.
    assert_eq!(place("red", "show card 01"), Value::Null);
    assert_eq!(server.client("red").line("show card 01")["card"]["id"], "01");
    assert_eq!(place("red", "show points"), Value::Null);
}
