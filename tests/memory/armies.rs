//! An invented game with many pieces: 120 regions in a grid, 26 types of pieces, two marks with values and about 300
//! pieces on the map.

use cardwright_content::PackSource;
use cardwright_table::{Library, SetUp, Table};
use std::fmt::Write as _;

const REGION_COUNT: usize = 120;
const TYPE_COUNT: usize = 26;
const COLUMNS: usize = 12;

const SCRIPT: &str = r#"--- Armies march, and say what they attack.
local march = action "march"
local aim = action "aim"

function march.offer(side)
  offer(march, stacks(REGIONS, side, lacks(marked(MOVED))), near(1))
end
function march.play(side, stack, to)
  mark(move(stack, 1, to), 1, MOVED)
end

function aim.offer(side)
  offer(aim, stacks(REGIONS, side, lacks(marked(ATTACKS))), near(1))
end
function aim.play(side, stack, target)
  mark(mark(stack, 1, ATTACKS, target), 1, ORDER, WORD.bold)
end

step("impulse", function(side, n)
  if n % 12 == 0 then
    end_period(DAY)
  end
  act(side, { march, aim }, TEXT.what_now)
  return next("impulse", n % 12 == 11 and (side == EAST and WEST or EAST) or side, n + 1)
end)
step("begin", function()
  return next("impulse", EAST, 1)
end)
"#;

const TEXTS: &str =
    "[action.march]\nlabel = \"March\"\n[action.aim]\nlabel = \"Aim\"\n[text.what-now]\nsay = \"What now?\"\n";

fn board() -> String {
    let mut out = "[meta]\ngame = \"armies\"\nname = \"Armies\"\nsource = \"own\"\n".to_owned();
    for (id, name) in [("east", "East"), ("west", "West")] {
        let _ = write!(out, "[[side]]\nid = \"{id}\"\nname = \"{name}\"\n");
    }
    out.push_str("[[period]]\nid = \"day\"\n[[kind]]\nid = \"region\"\nplural = \"regions\"\n[[kind]]\nid = \"box\"\nplural = \"boxes\"\n");
    out.push_str("[[space]]\nid = \"pool\"\nname = \"Pool\"\nkind = \"box\"\n");
    for index in 0..REGION_COUNT {
        let right = (index % COLUMNS + 1 < COLUMNS).then(|| index + 1);
        let below = Some(index + COLUMNS).filter(|below| *below < REGION_COUNT);
        let neighbours: Vec<String> = right.into_iter().chain(below).map(|other| format!("\"r{other}\"")).collect();
        let neighbours = neighbours.join(", ");
        let _ = write!(
            out,
            "[[space]]\nid = \"r{index}\"\nname = \"Region {index}\"\nkind = \"region\"\nadjacent = [{neighbours}]\n"
        );
    }
    out.push_str("[[mark]]\nid = \"moved\"\nuntil = \"day\"\n");
    out.push_str("[[mark]]\nid = \"attacks\"\nof = \"space\"\nkind = \"region\"\nuntil = \"day\"\n");
    out.push_str("[[mark]]\nid = \"order\"\nof = \"word\"\nvalues = [\"bold\", \"wary\", \"held\"]\nuntil = \"day\"\n");
    for type_index in 0..TYPE_COUNT {
        let owner = if type_index % 2 == 0 { "east" } else { "west" };
        let _ = write!(
            out,
            "[[piece]]\nid = \"army-{type_index}\"\nname = \"Army {type_index}\"\nowner = \"{owner}\"\ncount = 15\nsupply = \"pool\"\nfaces = [\"whole\", \"worn\"]\nmarks = [\"moved\", \"attacks\", \"order\"]\n"
        );
    }
    out
}

fn scenario() -> String {
    let mut position = String::new();
    for type_index in 0..TYPE_COUNT {
        for n in 0..6 {
            let index = (type_index * 37 + n * 19) % REGION_COUNT;
            let face = if n % 3 == 2 { "/worn" } else { "" };
            let _ = writeln!(position, "r{index}: 2 army-{type_index}{face}");
        }
    }
    format!(
        "[meta]\nid = \"standard\"\ngame = \"armies\"\nname = \"Armies\"\ndoc = \"Made up.\"\nfirst = \"begin\"\nposition = \"\"\"\n{position}\"\"\"\n"
    )
}

/// Starts the game.
pub(crate) fn start() -> Table {
    let files = [
        ("pack.toml", "id = \"armies\"\nname = \"Armies\"\nversion = \"0.1.0\"\n".to_owned()),
        ("scenarios/armies/board.toml", board()),
        ("scenarios/armies/standard.toml", scenario()),
        ("scripts/armies/days.luau", SCRIPT.to_owned()),
        ("scripts/armies/text.toml", TEXTS.to_owned()),
    ];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect();
    let library = Library::open(vec![PackSource::Memory(files)]).unwrap();
    let (program, mut vm, problems) =
        library.load("armies").unwrap_or_else(|e| panic!("{}", cardwright_content::render(&e, false)));
    assert!(problems.is_empty(), "{}", cardwright_content::render(&problems, false));
    vm.set_structured_log(true);
    Table::start(program, vm, &SetUp { scenario: "standard".into(), seed: 3, open: true, ..SetUp::default() }).unwrap()
}
