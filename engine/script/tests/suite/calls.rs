//! Checks of calls, comparisons and fields when scripts load.

#![allow(clippy::unwrap_used)]

use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::Program;
use std::sync::Arc;

/// A module that [`SCRIPT`] requires.
const HELP: &str = r#"local help = { limits = { small = 1, large = 4 } }

function help.one(set)
  return first(set)
end

return help
"#;

/// A correct script with calls, comparisons and field reads.
const SCRIPT: &str = r#"local help = require("demo/help")

hook "toll" {
  doc = "What a march to a province costs.",
  args = { "side", "province" },
  who = "side",
  answers = "number",
}
hook "landing" {
  doc = "Whether a side may land in a province.",
  args = { "province" },
  answers = "permission",
}

verb "hide" {
  doc = "Hides bands of `where`.",
  params = { many = integer(1, 4), where = ids("space"), how = optional(word("slowly")) },
  play = function(side, effect)
    if effect.how == WORD.slowly then
      flip_at(OPEN, effect.many, help.one(effect.where), "hidden")
    end
  end,
}

before("verb hide", function(side, effect)
  raise(POINTS, effect.many)
end)
around("verb hide", function(inner, side, effect, card)
  if not is_empty(effect.where) then
    inner(side, effect, card)
  end
end)

step("weather", function()
  local stack = first(stacks(PROVINCES, OPEN))
  local face = face_of(stack)
  if face == OPEN and may("landing", HILLS) then
    set(TURNS, modify("toll", help.limits.small, RED, HILLS))
  end
  for _, effect in ipairs(half(CARD["01"], RED).effects) do
    if effect.verb == "hide" and effect.many > 1 then
      raise(UNREST, math.min(effect.many, 4), HILLS)
    end
  end
  move_card(CARD["01"], STOCK, "bottom")
  local side = choose(RED, numbers(1, 3), TEXT.which)
  if get(OWNER, CROSSING) == RED and side ~= 1 then
    play_effects(RED, CARD["01"])
  end
  return next("red-turn")
end)
"#;

/// Loads the demo game with a script. Returns the messages and whether the game loads.
fn messages_for(script: &str) -> (String, bool) {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n";
    let files = [("pack.toml", manifest), ("scripts/demo/help.luau", HELP), ("scripts/demo/calls.luau", script)];
    let memory = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let packs = [PackSource::Folder(demo.into()), PackSource::Memory(memory)].map(|s| Pack::open(s).unwrap());
    let content = Content::load(&packs, "demo").0.unwrap();
    match Program::load(Arc::new(content)) {
        Ok((program, _)) => (render(&program.warnings, false), true),
        Err(problems) => (render(&problems, false), false),
    }
}

/// Errors in [`SCRIPT`]: each is a correct text and the wrong text that replaces it.
const ERRORS: [(&str, &str); 57] = [
    // Too many arguments.
    ("choose(RED, numbers(1, 3), TEXT.which)", "choose(RED, 1, 2, 3, 4, 5, numbers(1, 3), TEXT.which)"),
    ("next(\"red-turn\")", "next(\"red-turn\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)"),
    ("return next(\"red-turn\")", "return call(\"weather\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)"),
    // An unknown field of a module.
    ("help.one(effect.where)", "help.oen(effect.where)"),
    ("help.limits.small", "help.limits.smal"),
    ("help.limits.small", "help.limtis.small"),
    ("math.min", "math.mni"),
    // An unknown parameter of a wrapped verb.
    ("raise(POINTS, effect.many)", "raise(POINTS, effect.mayn)"),
    ("not is_empty(effect.where)", "not is_empty(effect.wheer)"),
    ("effect.many > 1", "effect.mnay > 1"),
    ("effect.verb == \"hide\"", "effect.verb == \"hdie\""),
    // A word that must be one of a few words.
    ("\"bottom\"", "\"botom\""),
    // Values that are never strings.
    ("face == OPEN", "face == \"open\""),
    ("face == OPEN", "face_of(stack) ~= \"opne\""),
    ("effect.how == WORD.slowly", "effect.how == \"slowly\""),
    ("get(OWNER, CROSSING) == RED", "get(OWNER, CROSSING) == \"red\""),
    ("side ~= 1", "side ~= \"blue\""),
    ("face == OPEN", "owner_of(stack) == \"rde\""),
    ("face == OPEN", "OPTION.long == \"yes\""),
    // A thing in place of a number.
    ("face == OPEN", "POINTS == 0"),
    ("face == OPEN", "TURNS >= 2"),
    ("face == OPEN", "0 < PROVINCES"),
    ("face == OPEN", "adjacent(HILLS) > 1"),
    ("face == OPEN", "HILLS ~= #members(PROVINCES)"),
    ("effect.many > 1", "effect.many + UNREST > 1"),
    ("raise(POINTS, effect.many)", "raise(POINTS, -RED)"),
    ("raise(POINTS, effect.many)", "local much = 1\n  much += OPEN\n  raise(POINTS, much)"),
    // Hooks.
    ("may(\"landing\", HILLS)", "may(\"landing\")"),
    ("may(\"landing\", HILLS)", "may(\"landing\", HILLS, RED)"),
    ("help.limits.small, RED, HILLS)", "help.limits.small, HILLS)"),
    ("help.limits.small, RED, HILLS)", "help.limits.small, RED, HILLS, 1)"),
    ("modify(\"toll\", help.limits.small, RED, HILLS)", "modify(\"toll\")"),
    ("modify(\"toll\", help.limits.small,", "modify(\"toll\", \"1\","),
    ("modify(\"toll\", help.limits.small,", "modify(\"toll\", nil,"),
    ("modify(\"toll\", help.limits.small,", "modify(\"toll\", true,"),
    ("modify(\"toll\", help.limits.small,", "modify(\"toll\", PROVINCES,"),
    ("help.limits.small, RED, HILLS)", "help.limits.small, HILLS, RED)"),
    // Arguments.
    ("choose(RED, numbers(1, 3), TEXT.which)", "choose(RED, nil)"),
    ("choose(RED, numbers(1, 3), TEXT.which)", "choose(nil, numbers(1, 3))"),
    ("choose(RED, numbers(1, 3), TEXT.which)", "choose()"),
    ("numbers(1, 3)", "numbers(1)"),
    ("numbers(1, 3)", "numbers(1, 3, 5)"),
    ("numbers(1, 3)", "numbers(1, true)"),
    ("choose(RED, numbers", "choose(\"red\", numbers"),
    ("stacks(PROVINCES, OPEN)", "stacks(PROVINCES, \"opne\")"),
    ("move_card(CARD[\"01\"], STOCK", "move_card(STOCK, CARD[\"01\"]"),
    ("raise(POINTS, effect.many)", "raise(effect.many, POINTS)"),
    ("play_effects(RED, CARD[\"01\"])", "play_effects(RED, CARD[\"01\"], WORD.slowly)"),
    ("raise(POINTS, effect.many)", "say(\"hello\")"),
    ("raise(POINTS, effect.many)", "print(effect.many)"),
    ("numbers(1, 3), TEXT.which)", "near(1, PROVINCES, WHY.quiet))"),
    // Subjects.
    ("raise(POINTS, effect.many)", "raise(UNREST, effect.many)"),
    ("raise(POINTS, effect.many)", "raise(POINTS, effect.many, HILLS)"),
    ("math.min(effect.many, 4), HILLS)", "1, RED)"),
    ("get(OWNER, CROSSING)", "get(OWNER)"),
    ("get(OWNER, CROSSING)", "get(FACT.owner, HILLS)"),
    ("raise(POINTS, effect.many)", "local who = HILLS\n  raise(POINTS, who)"),
];

#[test]
fn errors_in_calls_and_comparisons_are_reported() {
    assert_eq!(messages_for(SCRIPT), (String::new(), true));
    let mut report = String::new();
    for (correct, wrong) in ERRORS {
        assert!(SCRIPT.contains(correct), "{correct}");
        let (messages, loads) = messages_for(&SCRIPT.replacen(correct, wrong, 1));
        assert!(!loads && messages.contains("calls.luau:"), "{wrong}\n{messages}");
        report += &format!("{wrong}\n  instead of {correct}\n\n{messages}\n\n");
    }
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/calls.txt");
    if std::env::var_os("CARDWRIGHT_REFRESH").is_some() {
        std::fs::write(golden, &report).unwrap();
    }
    let expected = std::fs::read_to_string(golden).unwrap().replace("\r\n", "\n");
    assert!(report == expected, "{golden}: refresh with CARDWRIGHT_REFRESH=1 and read the difference");
}

#[test]
fn computed_values_are_not_reported() {
    let correct_bodies = [
        "local side = RED\n  for i = 1, 2 do\n    if side == \"x\" then\n      return\n    end\n    side = \"x\"\n  end",
        "local take = { choose(RED, numbers(1, 3)) }\n  set(TURNS, #take)",
        "local function last(...)\n    return choose(RED, ...)\n  end\n  last(numbers(1, 3))",
        "numbers(ends(CROSSING))",
        "local help = { one = 1 }\n  set(TURNS, help.two or 2)",
        "local names = { [\"red\"] = RED }\n  set(OWNER, names[\"re\" .. \"d\"], CROSSING)",
        "if first(PROVINCES) == 0 or get(OWNER, CROSSING) == 1 or value(POINTS) > size(PROVINCES) then\n    return\n  end",
        "local one = rawequal(name_of(RED), 1) or name_of(RED) == \"red\"\n  assert(one)",
    ];
    for body in correct_bodies {
        let script = format!("{SCRIPT}\nstep(\"sound\", function()\n  {body}\nend)\n");
        assert_eq!(messages_for(&script), (String::new(), true), "{body}");
    }
}

/// Luau itself accepts wrong numbers of arguments: missing arguments are nil, and extra arguments are dropped.
#[test]
fn arguments_of_steps_and_plays_are_checked() {
    let messages_with = |next: &str, offer: &str, play: &str| {
        let step = format!("step(\"counts\", function(side, n)\n  raise(POINTS, n)\n  return {next}\nend)\n");
        let action = format!(
            "local dig = action \"dig\"\nfunction dig.offer(side)\n  {offer}\nend\nfunction dig.play({play})\nend\ndig.offered = {{ \"red-actions\" }}\n"
        );
        messages_for(&format!("{SCRIPT}\n{step}{action}"))
    };
    let no_text = "the action `dig` has no text";
    let (messages, loads) = messages_with("next(\"counts\", RED, 1)", "offer(dig, PROVINCES, 1)", "side, place, n");
    assert!(loads && messages.contains(no_text) && messages.contains("`[action.dig]`"), "{messages}");
    assert!(!messages.contains("script::value-count"), "{messages}");
    let errors = [
        ("next(\"counts\")", "offer(dig)", "side", "the step `counts` takes 2 values, but gets 0"),
        ("next(\"counts\", RED, 1, 2)", "offer(dig)", "side", "the step `counts` takes 2 values, but gets 3"),
        (
            "next(\"red-turn\")",
            "offer(dig, PROVINCES, BOXES)",
            "side, place",
            "the offer of `dig` has 2 values, but its `play` takes 1 after the side",
        ),
        (
            "next(\"red-turn\")",
            "offer(dig, PROVINCES)",
            "side, place, n",
            "`play` of `dig` takes 2 values after the side, but its offer has 1",
        ),
    ];
    for (next, offer, play, expected) in errors {
        let (messages, loads) = messages_with(next, offer, play);
        assert!(loads && messages.contains(expected), "{expected}\n{messages}");
        assert_eq!(messages.matches("script::value-count").count(), 1, "{messages}");
    }
    // Calls with several results and variadic functions are not counted.
    for (next, offer, play) in [
        ("next(\"counts\", ends(CROSSING))", "offer(dig, members(PROVINCES)[1])", "side, ..."),
        (
            "next(\"counts\", RED, nil)",
            "if size(BOXES) > 0 then\n    offer(dig, HILLS, 1)\n  end\n  offer(dig, PORT)",
            "side, place, n",
        ),
    ] {
        let (messages, loads) = messages_with(next, offer, play);
        assert!(loads && !messages.contains("script::value-count"), "{messages}");
    }
}

#[test]
fn effects_of_halves_need_cards_with_halves() {
    let demo = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo"));
    let paths = [
        "pack.toml",
        "cards/demo/cards.toml",
        "scenarios/demo/board.toml",
        "scenarios/demo/rules.toml",
        "scenarios/demo/standard.toml",
        "scripts/demo/rules.luau",
        "scripts/demo/text.toml",
    ];
    let read = |path: &str| std::fs::read_to_string(demo.join(path)).unwrap();
    let read_without_halves = |path: &str| {
        let text = read(path);
        let cards = ["01", "02", "03"].map(|id| format!("[[card]]\nid = \"{id}\"\nnumber = 1\n"));
        match path {
            "cards/demo/cards.toml" => format!("{}{}", text.split("[[card]]").next().unwrap(), cards.concat()),
            "scenarios/demo/board.toml" => {
                text.lines().filter(|line| !line.starts_with("hal")).map(|line| format!("{line}\n")).collect()
            }
            _ => text,
        }
    };
    let load = |files: Vec<(String, String)>| {
        let packs = [Pack::open(PackSource::Memory(files)).unwrap()];
        let (content, problems) = Content::load(&packs, "demo");
        let content = content.unwrap_or_else(|| panic!("{}", render(&problems, false)));
        Program::load(Arc::new(content)).map(|_| ()).map_err(|problems| render(&problems, false))
    };
    let files = |step: &str, read_file: &dyn Fn(&str) -> String| -> Vec<(String, String)> {
        let own_script = ("scripts/demo/more.luau".to_owned(), format!("step(\"more\", function()\n  {step}\nend)\n"));
        paths.iter().map(|path| ((*path).to_owned(), read_file(path))).chain([own_script]).collect()
    };
    let body = "play_effects(RED, CARD[\"01\"])";
    assert_eq!(load(files(body, &read)), Ok(()));
    let messages = load(files(body, &read_without_halves)).unwrap_err();
    assert!(messages.contains("script::no-halves") && messages.contains("more.luau:2"), "{messages}");
    assert!(messages.contains("halves = \"side\""), "{messages}");
}
