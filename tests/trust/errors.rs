//! Promise 6: an error costs at most one answer. Wherever a rule fails, the game returns to the choice whose answer led
//! there and the error names the place. Other answers stay possible. Once the file is repaired and read again, the same
//! answer succeeds.
//!
//! Each case is the demo with an error at one place of its rules: `FAIL` marks it, and is empty in the repaired
//! version.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use crate::common;
use cardwright_content::{Diagnostic, PackSource, render};
use cardwright_script::{Program, RunError, Vm};
use cardwright_state::hash::Hash;
use cardwright_state::notation::print_save;
use cardwright_state::{SideId, TrackId};
use cardwright_table::Viewer;
use cardwright_table::{Library, PlayError, Played, Prompt, Reloaded, Seat, SetUp, StartError, Table, line, record};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const RULES: &str = include_str!("../packs/demo/scripts/demo/rules.luau");
const PACK: &str = "id = \"broken\"\nname = \"Broken\"\nversion = \"0.1.0\"\nreplaces = [\"demo/rules\"]\n";
const TEXTS: &str = "[why.calm]\nsay = \"the river stays empty\"\nrule = \"DM 2.1\"\n";
/// Marks the line that fails.
const MARK: &str = "-- fails";
const ERROR: &str = "error(\"it broke\") -- fails";

/// Dice that are given for the answer that fails.
const FORCED: [&str; 4] = ["2", "3", "4", "1"];

type Loaded = (Arc<Program>, Vm);

/// The demo with other rules, and with a module `demo/deep` unless its text is empty.
fn load(rules: &str, deep: &str) -> Result<Loaded, Vec<Diagnostic>> {
    let mut pack = vec![
        ("pack.toml".to_owned(), PACK.to_owned()),
        ("scripts/demo/rules.luau".to_owned(), rules.to_owned()),
        ("scripts/demo/text.toml".to_owned(), TEXTS.to_owned()),
    ];
    if !deep.is_empty() {
        pack.push(("scripts/demo/deep.luau".to_owned(), deep.to_owned()));
    }
    let sources = vec![PackSource::Folder(common::demo()), PackSource::Memory(pack)];
    let (program, vm, _) = Library::open(sources)?.load("demo")?;
    Ok((program, vm))
}

/// One place of the rules that fails, and how a game reaches it.
#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    /// A text of the demo's rules, and its replacement.
    edits: &'static [(&'static str, &'static str)],
    /// The module `demo/deep`.
    deep: &'static str,
    /// The replacement for `FAIL`.
    fail: &'static str,
    /// The position at which the lines are played, over `points 5`.
    set_up: &'static str,
    lead: &'static [&'static str],
    answer: &'static str,
    other: &'static str,
    /// What the error contains, or what its open steps contain.
    says: &'static [&'static str],
    kind: Kind,
    /// Whether the error has no line: the end of a step has none, and memory may run out anywhere.
    nowhere: bool,
}

/// The kind of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Script,
    Limit,
    DeadEnd,
    Invariant,
    Any,
}

const PLAY: (&str, &str) =
    ("function raise_band.play(side, province)\n", "function raise_band.play(side, province)\n  FAIL\n");
const SET_UP: &str = "port: guard, 2 open, unrest 1; hills: guard, unrest 1; points 5";
const CASE: Case = Case {
    name: "an action's play",
    edits: &[PLAY],
    deep: "",
    fail: ERROR,
    set_up: SET_UP,
    lead: &[],
    answer: "raise river",
    other: "march guard port river",
    says: &["raise red river"],
    kind: Kind::Script,
    nowhere: false,
};
/// Every hook that a script has, failing in the middle of a game.
const HOOKS: &[Case] = &[
    Case { says: &["it broke", "red-turn", "raise red river"], ..CASE },
    Case {
        name: "an action's offer",
        edits: &[(
            "function burn.offer(side)\n",
            "function burn.offer(side)\n  if value(POINTS) == 4 then\n    FAIL\n  end\n",
        )],
        says: &["it broke", "red-turn", "the offer of `burn`"],
        ..CASE
    },
    Case {
        name: "a step of the sequence",
        edits: &[(
            "step(\"red-turn\", function()\n",
            "step(\"red-turn\", function()\n  if value(POINTS) == 4 then\n    FAIL\n  end\n",
        )],
        says: &["it broke", "red-turn"],
        ..CASE
    },
    Case {
        name: "a called step",
        edits: &[(
            "  if head == WORD.reroll then\n",
            "  if head == WORD.keep then\n    FAIL\n  end\n  if head == WORD.reroll then\n",
        )],
        lead: &["stir port"],
        answer: "keep",
        other: "reroll 5",
        says: &["it broke", "stir red port", "reroll"],
        ..CASE
    },
    Case {
        name: "a called step, many answers deep",
        edits: &[("    raise(POINTS, 1)\n    lower(POINTS, 1)\n", "    if sum == 12 then\n      FAIL\n    end\n")],
        lead: &["many", "1", "2", "3", "3"],
        answer: "3",
        other: "1",
        says: &["it broke", "many red", "ten 1"],
        ..CASE
    },
    Case {
        name: "a verb of a card",
        edits: &[
            ("if need(OPTION.fragile, WHY.not_fragile) then\n    offer(burn)\n  end", "offer(burn)"),
            ("error(\"burnt down\")", "play_effects(RED, CARD[\"02\"])"),
            ("    raise(UNREST, effect.level, at)\n", "    if at == PORT then\n      FAIL\n    end\n"),
        ],
        lead: &["burn"],
        answer: "port",
        other: "hills",
        says: &["it broke", "burn red", "card-effect red card:02 1"],
        ..CASE
    },
    Case {
        name: "what an effect in force makes of a value",
        edits: &[
            (
                "local OPEN_THERE",
                "hook \"toll\" { doc = \"x\", answers = \"number\" }\neffect \"storm\" {\n  modify = {\n    toll = function(side, param, n)\n      FAIL\n      return n\n    end,\n  },\n}\nlocal OPEN_THERE",
            ),
            ("  place(HIDDEN, 1, province)\n", "  activate(\"storm\", RED, TURN)\n"),
            (
                "  local from = place_of(stack)\n",
                "  raise(POINTS, modify(\"toll\", 0))\n  local from = place_of(stack)\n",
            ),
        ],
        lead: &["raise river"],
        answer: "march guard port river",
        other: "raise hills",
        says: &["it broke", "march red"],
        ..CASE
    },
    Case {
        name: "what an effect in force allows",
        edits: &[
            (
                "local OPEN_THERE",
                "hook \"land\" { doc = \"x\", args = { \"at\" }, answers = \"permission\" }\neffect \"storm\" {\n  may = {\n    land = function(side, param, at)\n      FAIL\n      return at ~= HILLS\n    end,\n  },\n}\nlocal OPEN_THERE",
            ),
            ("  place(HIDDEN, 1, province)\n", "  activate(\"storm\", RED, TURN)\n"),
            (
                "  offer(raise_band, PROVINCES)\n",
                "  offer(raise_band, keep(PROVINCES, function(at)\n    return may(\"land\", at)\n  end))\n",
            ),
        ],
        says: &["it broke", "the offer of `raise`"],
        ..CASE
    },
    Case {
        name: "a standing action's play",
        edits: &[("  use(bribe, province)\n", "  use(bribe, province)\n  FAIL\n")],
        answer: "blue: bribe port",
        other: "raise river",
        says: &["it broke", "bribe blue port"],
        ..CASE
    },
    Case {
        name: "a filter given as a function",
        edits: &[(
            "  offer(raise_band, PROVINCES)\n",
            "  offer(raise_band, keep(PROVINCES, function(at)\n    if value(POINTS) == 4 then\n      FAIL\n    end\n    return true\n  end))\n",
        )],
        says: &["it broke", "the offer of `raise`"],
        ..CASE
    },
    Case {
        name: "a function that supposes",
        edits: &[(
            "  place(HIDDEN, 1, province)\n",
            "  suppose(function()\n    place(OPEN, 2, province)\n    FAIL\n    return 1\n  end)\n",
        )],
        ..CASE
    },
    Case {
        name: "an action asked by `could`",
        edits: &[
            (
                "local OPEN_THERE",
                "local spy = action \"spy\"\nfunction spy.offer(side)\n  FAIL\n  offer(spy)\nend\nfunction spy.play(side) end\nlocal OPEN_THERE",
            ),
            ("  place(HIDDEN, 1, province)\n", "  could(spy, side)\n"),
        ],
        says: &["it broke", "raise red river", "the offer of `spy`"],
        ..CASE
    },
    Case {
        name: "a comparison of a sort",
        edits: &[(
            "  place(HIDDEN, 1, province)\n",
            "  local order = members(PROVINCES)\n  table.sort(order, function(a, b)\n    FAIL\n    return a < b\n  end)\n",
        )],
        ..CASE
    },
    Case {
        name: "a function of another module",
        edits: &[
            ("local OPEN_THERE", "local deep = require(\"demo/deep\")\nlocal OPEN_THERE"),
            ("  place(HIDDEN, 1, province)\n", "  deep.dive(province)\n"),
        ],
        deep: "local deep = {}\nfunction deep.dive(province)\n  FAIL\nend\nreturn deep\n",
        says: &["it broke", "raise red river"],
        ..CASE
    },
    Case {
        name: "after a period's end",
        edits: &[("    end_period(TURN)\n", "    end_period(TURN)\n    FAIL\n")],
        answer: "end-turn",
        says: &["it broke", "red-turn"],
        ..CASE
    },
    Case {
        name: "after a roll and a draw",
        edits: &[(
            "  place(HIDDEN, 1, province)\n",
            "  roll(D6, 2)\n  draw(STOCK, pile(HAND, RED))\n  peek(STOCK, 1)\n  FAIL\n",
        )],
        ..CASE
    },
];

/// Every way in which a hook can fail.
const WAYS: &[Case] = &[
    Case { name: "an error that is no text", fail: "error({ 1 }) -- fails", says: &["raise red river"], ..CASE },
    Case { name: "nothing is called", fail: "local it = nil\n  it() -- fails", says: &["call a nil value"], ..CASE },
    Case { name: "wrong arguments", fail: "(place)(POINTS, 1, province) -- fails", ..CASE },
    Case { name: "a die that is none", fail: "(roll)(POINTS, 1) -- fails", ..CASE },
    Case {
        name: "a peek where there is no order",
        fail: "peek(BOX_PILE, 1) -- fails",
        says: &["has no order"],
        ..CASE
    },
    Case {
        name: "an unknown text",
        fail: "local key = \"no\" .. \"ne\"\n  say(TEXT[key]) -- fails",
        says: &["TEXT.none"],
        ..CASE
    },
    Case {
        name: "an unknown step",
        fail: "local where = \"no\" .. \"where\"\n  next(where) -- fails",
        says: &["nowhere"],
        ..CASE
    },
    Case { name: "an end that is none", fail: "(win)(RED, POINTS) -- fails", ..CASE },
    Case { name: "a step's result that is no plain value", fail: "call(\"reroll\", function() end) -- fails", ..CASE },
    Case {
        name: "too many host calls",
        fail: "while true do pile_size(STOCK) end -- fails",
        says: &["stopped: more than 200000 host calls for one answer"],
        kind: Kind::Limit,
        ..CASE
    },
    Case {
        name: "too many changes",
        fail: "for i = 1, 60000 do set(TURNS, i) end -- fails",
        says: &["stopped: more than 50000 changes"],
        kind: Kind::Limit,
        ..CASE
    },
    Case {
        name: "too much memory",
        fail: "local all = {}\n  for i = 1, 1000000000 do all[i] = string.rep(\"x\", 100000) .. i end -- fails",
        says: &["stopped: ", "memory"],
        nowhere: true,
        kind: Kind::Limit,
        ..CASE
    },
    Case {
        name: "a recursion without end",
        fail: "local function dig(n) return 1 + dig(n + 1) end -- fails\n  dig(1)",
        says: &["stack overflow"],
        ..CASE
    },
    Case {
        name: "too many rows",
        edits: &[(
            "function burn.offer(side)\n",
            "function burn.offer(side)\n  if value(POINTS) == 4 then\n    FAIL\n  end\n",
        )],
        fail: "offer(burn, numbers(1, 200), numbers(1, 200)) -- fails",
        says: &["stopped: more than 20000 rows", "the offer of `burn`"],
        kind: Kind::Limit,
        ..CASE
    },
    Case {
        name: "a change while only asked",
        edits: &[(
            "function burn.offer(side)\n",
            "function burn.offer(side)\n  if value(POINTS) == 4 then\n    FAIL\n  end\n",
        )],
        fail: "lower(POINTS, 1) -- fails",
        says: &["an offer may change nothing", "the offer of `burn`"],
        ..CASE
    },
    Case {
        name: "a dead end behind a roll",
        fail: "roll(D6, 1)\n  choose(side, set_of()) -- fails",
        says: &["no row is left for `red`", "raise red river"],
        kind: Kind::DeadEnd,
        nowhere: true,
        ..CASE
    },
    Case {
        name: "a step that names no other",
        edits: &[(
            "step(\"red-turn\", function()\n",
            "step(\"red-turn\", function()\n  if value(POINTS) == 4 then\n    FAIL\n  end\n",
        )],
        fail: "do return end -- fails",
        says: &["ended without naming the next one"],
        nowhere: true,
        ..CASE
    },
    Case {
        name: "an invariant that an answer breaks",
        edits: &[(
            "local OPEN_THERE",
            "local KEPT = set_of(RIVER)\ninvariant \"empty-river\" { -- fails\n  why = WHY.calm,\n  breaks = function()\n    return FAIL\n  end,\n}\nlocal OPEN_THERE",
        )],
        fail: "keep(KEPT, has_piece(RED))",
        says: &["the invariant `empty-river` does not hold, the river stays empty [DM 2.1]: river", "red-turn"],
        kind: Kind::Invariant,
        ..CASE
    },
    Case {
        name: "an invariant that fails itself",
        edits: &[(
            "local OPEN_THERE",
            "invariant \"empty-river\" {\n  why = WHY.calm,\n  holds = function()\n    if has(RIVER, RED) then\n      FAIL\n    end\n    return true\n  end,\n}\nlocal OPEN_THERE",
        )],
        says: &["it broke"],
        ..CASE
    },
];

impl Case {
    fn text(&self, of: &str, fail: &str) -> String {
        of.replace("FAIL", fail)
    }
    fn rules(&self, fail: &str) -> String {
        let mut rules = RULES.to_owned();
        for (old, new) in self.edits {
            assert!(rules.contains(old), "{}: the demo lacks {old}", self.name);
            rules = rules.replacen(old, &self.text(new, fail), 1);
        }
        rules
    }
    fn broken(&self) -> Loaded {
        load(&self.rules(self.fail), &self.text(self.deep, self.fail))
            .unwrap_or_else(|e| panic!("{}: {}", self.name, render(&e, false)))
    }
    /// Without the failing part; with an empty set where one is needed.
    fn repaired(&self) -> Loaded {
        let nothing = if self.kind == Kind::Invariant { "set_of()" } else { "" };
        load(&self.rules(nothing), &self.text(self.deep, nothing))
            .unwrap_or_else(|e| panic!("{}: {}", self.name, render(&e, false)))
    }
    /// The file and line that fail.
    fn place(&self) -> (String, usize) {
        let deep = self.deep.contains("FAIL");
        let text = if deep { self.text(self.deep, self.fail) } else { self.rules(self.fail) };
        let line = text.lines().position(|l| l.contains(MARK)).expect("a line fails") + 1;
        (format!("scripts/demo/{}.luau", if deep { "deep" } else { "rules" }), line)
    }
    fn start(&self, at: &Path) -> Table {
        let (program, vm) = self.broken();
        let mut table = Table::start(program, vm, &set_up()).unwrap();
        table.keep_record(at).unwrap();
        table.adjust(self.set_up).unwrap();
        table.force_words(&["5", "6"]).unwrap();
        for line in self.lead {
            play(&mut table, line).unwrap_or_else(|e| panic!("{}: {line}: {e}", self.name));
        }
        table.take_forced();
        table.force_words(&FORCED).unwrap();
        table
    }
}

impl Case {
    /// The error names its kind, its place and the open steps.
    fn check_error(&self, error: &RunError) {
        let (name, text) = (self.name, error.with_place());
        let kind = match error {
            RunError::Script { .. } => Kind::Script,
            RunError::Limit { .. } | RunError::TimeLimit { .. } => Kind::Limit,
            RunError::Invariant { .. } => Kind::Invariant,
            RunError::DeadEnd { .. } => Kind::DeadEnd,
            other => panic!("{name}: {other:?}"),
        };
        assert!(kind == self.kind || self.kind == Kind::Any, "{name}: {error:?}");
        for part in self.says {
            assert!(text.contains(part), "{name}: `{part}` is not in: {text}");
        }
        match error.place() {
            Some((path, at)) => {
                let (file, line) = self.place();
                // Memory may run out in the hook or in its caller.
                let anywhere = self.nowhere && text.contains("memory");
                assert!(path.ends_with(&file), "{name}: {path} is not {file}: {text}");
                assert!(*at == line || anywhere, "{name}: {path}:{at} is not {file}:{line}: {text}");
            }
            None => assert!(self.nowhere, "{name}: no line is named: {text}"),
        }
    }
}

fn set_up() -> SetUp {
    let seats = vec![("blue".to_owned(), Seat::Human), ("red".to_owned(), Seat::Human)];
    SetUp { scenario: "standard".into(), seed: 11, seats, open: true, ..SetUp::default() }
}

fn play(table: &mut Table, text: &str) -> Result<Played, PlayError> {
    let (side, text) = line::split_side(table.board(), text);
    let text = text.to_owned();
    table.play(side, &text)
}

/// Everything a person at the table can see, and everything that play continues from.
#[derive(Debug, PartialEq)]
struct Snapshot {
    hash: Hash,
    chain: Vec<Hash>,
    events: usize,
    saved: String,
    prompt: Option<Prompt>,
    rows: Vec<Vec<String>>,
    standing: Vec<Vec<Vec<String>>>,
    seats: Vec<Seat>,
    forced: Vec<String>,
    log: Vec<String>,
    over: bool,
}

fn snapshot(table: &mut Table) -> Snapshot {
    Snapshot {
        hash: table.hash(),
        chain: table.hash_chain(),
        events: table.nodes().len(),
        saved: print_save(table.board(), table.position()),
        prompt: table.prompt(Viewer::OPEN),
        rows: table.row_words().to_vec(),
        standing: (0..2).map(|side| table.standing_words(SideId::new(side)).unwrap()).collect(),
        seats: table.seats.clone(),
        forced: table.forced_words(),
        log: table.log(0, Viewer::OPEN),
        over: table.is_over(),
    }
}

/// Plays up to the failing answer, and checks that it costs at most one answer.
fn costs_one_answer(case: &Case) {
    let name = case.name;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("game.cwr");
    let mut table = case.start(&at);
    let before = snapshot(&mut table);
    let record_before = std::fs::read(&at).unwrap();

    // The answer fails twice in the same way, and nothing else changes.
    for _ in 0..2 {
        let error = match play(&mut table, case.answer) {
            Err(PlayError::Rule { error, answered: 0, rest, .. }) => {
                let line = line::split_side(table.board(), case.answer).1.to_owned();
                assert_eq!(&*rest, line.as_str(), "{name}: what was typed can be edited");
                error
            }
            other => panic!("{name}: {other:?}"),
        };
        case.check_error(&error);
        assert_eq!(snapshot(&mut table), before, "{name}");
        assert_eq!(std::fs::read(&at).unwrap(), record_before, "{name}: the record is as it was");
    }

    // Other answers can be given and undone.
    let here = table.here();
    play(&mut table, case.other).unwrap_or_else(|e| panic!("{name}: {}: {e}", case.other));
    assert_ne!(table.hash(), before.hash, "{name}");
    table.goto(here).unwrap();
    table.take_forced();
    table.force_words(&FORCED).unwrap();
    assert_eq!((table.hash(), table.row_words()), (before.hash, &before.rows[..]), "{name}");

    // The record and the game agree.
    let read = record::read(&at).unwrap();
    let (program, vm) = case.broken();
    let mut replayed = Table::start(program, vm, &set_up()).unwrap();
    replayed.replay(&read, None, &mut |_| Err("no other content".into())).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(replayed.hash(), before.hash, "{name}: the record leads to where the game is");

    // Once the rules are repaired, the same answer succeeds.
    let (program, vm) = case.repaired();
    let done = table.reload(program, vm).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(done, Reloaded::Same, "{name}");
    assert_eq!(table.row_words(), before.rows, "{name}");
    assert_eq!(table.forced_words(), before.forced, "{name}");
    play(&mut table, case.answer).unwrap_or_else(|e| panic!("{name}, mended: {e}"));
    assert_ne!(table.hash(), before.hash, "{name}");

    // The whole record replays, each stretch on its own rules.
    let read = record::read(&at).unwrap();
    let (program, vm) = case.broken();
    let mut replayed = Table::start(program, vm, &set_up()).unwrap();
    let mut repaired = |_: &str| Ok(case.repaired());
    replayed.replay(&read, None, &mut repaired).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(replayed.hash(), table.hash(), "{name}");
}

#[test]
fn an_error_in_any_hook_costs_one_answer() {
    HOOKS.iter().for_each(costs_one_answer);
}

#[test]
fn an_error_of_any_kind_costs_one_answer() {
    WAYS.iter().for_each(costs_one_answer);
}

/// Each hook with each of these errors, round by round.
#[test]
fn any_hook_may_fail_in_any_way() {
    const FAILS: [&str; 6] = [
        "for i = 1, 1000000000 do string.rep(\"x\", 100000000) end -- fails",
        "local all = {} for i = 1, 1000000000 do all[i] = { string.rep(\"x\", 900) .. i, members(PROVINCES) } end -- fails",
        "local all = { \"x\" } while true do all[#all + 1] = all[#all] .. all[#all] end -- fails",
        "while true do adjacent(HILLS) end -- fails",
        "local function dig(n) return { dig(n + 1) } end dig(1) -- fails",
        "keep(PROVINCES, function(at) return drop(PROVINCES, function() error(\"it broke\") end) end) -- fails",
    ];
    for seed in common::seeds(4) {
        let hook = HOOKS[seed as usize % HOOKS.len()];
        let fail = FAILS[(seed as usize + seed as usize / HOOKS.len()) % FAILS.len()];
        costs_one_answer(&Case { fail, says: &[], kind: Kind::Any, nowhere: true, ..hook });
    }
}

/// The clock stops what no counter stops; this takes its four seconds.
#[test]
fn a_rule_that_never_ends_costs_one_answer() {
    let case = Case {
        name: "a loop without end",
        fail: "while true do end -- fails",
        says: &["stopped: the script ran too long", "raise red river"],
        kind: Kind::Limit,
        ..CASE
    };
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("game.cwr");
    let mut table = case.start(&at);
    let before = snapshot(&mut table);
    let Err(PlayError::Rule { error, .. }) = play(&mut table, case.answer) else { panic!("it ends") };
    case.check_error(&error);
    assert_eq!(snapshot(&mut table), before);
    let (program, vm) = case.repaired();
    table.reload(program, vm).unwrap();
    play(&mut table, case.answer).unwrap();
}

#[test]
fn in_a_line_answers_before_the_error_stay_and_the_rest_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = CASE.start(&folder.path().join("game.cwr"));
    let events = table.nodes().len();
    let failed = play(&mut table, "march guard port hills march guard hills river raise river raise port");
    let Err(PlayError::Rule { answered, rest, .. }) = failed else { panic!("{failed:?}") };
    assert_eq!((answered, &*rest), (2, "raise river raise port"));
    assert_eq!(table.nodes().len(), events + 2, "the answers before it stand");
    // A dead end is taken back like an error; the remaining line starts after the barred answer.
    let fail = "if province == RIVER then choose(side, set_of()) end -- fails";
    let mut table = Case { fail, ..CASE }.start(&folder.path().join("barred.cwr"));
    let failed = play(&mut table, "march guard port hills raise river raise port");
    let Err(PlayError::Barred { row, answered, rest }) = failed else { panic!("{failed:?}") };
    assert_eq!((row.as_str(), answered, rest.as_str()), ("raise river", 1, "raise port"));
    play(&mut table, &rest).unwrap();
}

#[test]
fn a_game_whose_rules_fail_before_the_first_choice_does_not_start() {
    let places = [
        ("step(\"set-up\", function()\n", "step(\"set-up\", function()\n  FAIL\n", "set-up"),
        ("step(\"red-turn\", function()\n", "step(\"red-turn\", function()\n  FAIL\n", "red-turn"),
        ("function stir.offer(side)\n", "function stir.offer(side)\n  FAIL\n", "the offer of `stir`"),
    ];
    for (old, new, within) in places {
        let rules = RULES.replacen(old, &new.replace("FAIL", ERROR), 1);
        let (program, vm) = load(&rules, "").unwrap();
        let failed = Table::start(program, vm, &set_up()).map(drop);
        let Err(StartError::Run(error)) = failed else { panic!("{failed:?}") };
        let (text, line) = (error.with_place(), rules.lines().position(|l| l.contains(MARK)).unwrap() + 1);
        assert!(text.contains(&format!("rules.luau:{line}: it broke")) && text.contains(within), "{text}");
    }
}

#[test]
fn a_script_that_fails_as_it_loads_leaves_the_old_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = CASE.start(&folder.path().join("game.cwr"));
    let before = snapshot(&mut table);
    // At module level, and with code that would catch a stopped step.
    let caught = RULES.replace("  lower(POINTS, 1)\n  place", "  pcall(lower, POINTS, 1)\n  place");
    for rules in [format!("{RULES}\n{ERROR}\n"), caught] {
        let problems = load(&rules, "").map(drop).unwrap_err();
        let text = render(&problems, false);
        assert!(text.contains("rules.luau:") && (text.contains("it broke") || text.contains("`pcall`")), "{text}");
    }
    assert_eq!(snapshot(&mut table), before);
}

/// A script that counts its calls and fails at some of them. The engine finds that it depends on more than the
/// position, and it still costs at most one answer.
#[test]
fn a_rule_that_fails_now_and_then_costs_no_game() {
    let counter = "local function counter()\n  local n = 0\n  return function()\n    n += 1\n    return n\n  end\nend\n\
                   local tick = counter()\nlocal OPEN_THERE";
    for every in [2, 3, 5] {
        let asked = format!("function burn.offer(side)\n  if tick() % {every} == 0 then\n    {ERROR}\n  end\n");
        let rules = RULES.replacen("local OPEN_THERE", counter, 1).replacen("function burn.offer(side)\n", &asked, 1);
        let (program, vm) = load(&rules, "").unwrap();
        let long = SetUp { options: vec![("long".into(), "true".into())], ..set_up() };
        let mut table = Table::start(program, vm, &long).unwrap();
        let mut given = 0;
        for _ in 0..30 {
            let (hash, rows) = (table.hash(), table.row_words().to_vec());
            assert!(!table.is_over() && !rows.is_empty(), "every {every}: the game goes on");
            let _ = table.why();
            let _ = table.why_not("burn", Viewer::OPEN);
            let _ = table.evaluate("could(burn, RED)");
            assert_eq!((table.hash(), table.row_words()), (hash, &rows[..]), "every {every}: looking costs nothing");
            match play(&mut table, "march guard port hills").or_else(|_| play(&mut table, "end-turn")) {
                Ok(_) => given += 1,
                Err(PlayError::Rule { .. }) => {
                    assert_eq!((table.hash(), table.row_words()), (hash, &rows[..]), "every {every}");
                }
                Err(other) => panic!("{other}"),
            }
            let here = table.here();
            assert!(table.undo().is_ok() || table.here() == here, "what cannot be re-run is not gone to");
            assert!(table.redo().is_ok() || !table.is_over(), "every {every}: the game goes on");
        }
        let (program, vm) = load(RULES, "").unwrap();
        table.reload(program, vm).unwrap();
        play(&mut table, "end-turn").unwrap();
        assert!(every == 2 || given > 0, "every {every}: nothing went through");
    }
}

/// `why`, `why not`, expressions, previews of standing actions, prompts: a failing question costs nothing.
#[test]
fn failing_questions_cost_nothing() {
    let rules =
        RULES.replacen("function parley.offer(side)\n", &format!("function parley.offer(side)\n  {ERROR}\n"), 1);
    let (program, vm) = load(&rules, "").unwrap();
    let mut table = Table::start(program, vm, &set_up()).unwrap();
    table.adjust(SET_UP).unwrap();
    table.force_words(&FORCED).unwrap();
    let blue = SideId::new(1);
    let state =
        |table: &Table| (table.hash(), table.row_words().to_vec(), table.prompt(Viewer::OPEN), table.forced_words());
    let (before, open) = (state(&table), table.standing_actions());
    assert_eq!(open.len(), 1);
    type Ask = fn(&mut Table) -> bool;
    let asks: [(&str, Ask); 13] = [
        // A standing action that fails is no longer open, and this is reported.
        ("standing", |t| {
            t.standing_rows(SideId::new(1), Viewer::OPEN).is_ok_and(|all| all.iter().all(|row| row.text != "parley"))
        }),
        ("standing words", |t| {
            t.standing_words(SideId::new(1)).is_ok_and(|all| all.iter().all(|row| row[0] != "parley"))
        }),
        ("what fails of it", |t| {
            t.standing_failures(SideId::new(1)).is_ok_and(|failed| matches!(&failed[..], [(of, _)] if of == "parley"))
        }),
        ("standing reasons", |t| t.standing_reasons(SideId::new(1), &["parley"]).is_err()),
        ("a line of the other side", |t| play(t, "blue: parley").is_err()),
        ("why not of the other side", |t| t.why_not("blue: parley", Viewer::OPEN).is_err()),
        ("an error", |t| t.evaluate("error('no')").is_err()),
        ("an error while supposing", |t| t.evaluate("suppose(function() lower(POINTS, 1) error('no') end)").is_err()),
        ("an answer", |t| t.evaluate("choose(RED, PROVINCES)").is_err()),
        ("a roll", |t| t.evaluate("roll(D6, 2)").is_err()),
        ("a change", |t| t.evaluate("lower(POINTS, 1)").is_err()),
        ("too many calls", |t| t.evaluate("(function() while true do pile_size(STOCK) end end)()").is_err()),
        ("too much memory", |t| t.evaluate("string.rep('x', 1e9)").is_err()),
    ];
    for (what, ask) in asks {
        assert!(ask(&mut table), "{what} fails");
        assert_eq!(state(&table), before, "{what}");
        assert_eq!(table.standing_actions(), open, "{what}: what stood open stands open");
    }
    // Successful questions leave no trace either.
    for expression in ["need(false, WHY.top)", "next('red-turn')", "offer(WORD.keep)", "default(WORD.keep)", "could"] {
        let _ = table.evaluate(expression);
        assert_eq!(state(&table), before, "{expression}");
    }
    let straight = {
        let (program, vm) = load(&rules, "").unwrap();
        let mut table = Table::start(program, vm, &set_up()).unwrap();
        table.adjust(SET_UP).unwrap();
        table.force_words(&FORCED).unwrap();
        play(&mut table, "stir port").unwrap();
        state(&table)
    };
    assert!(table.why().is_ok() && table.has_standing_actions(blue));
    play(&mut table, "stir port").unwrap();
    assert_eq!(state(&table), straight, "the game goes on as if nothing had been asked");
}

/// Invariants are checked after each answer; an answer is refused only for an invariant that it breaks.
#[test]
fn an_invariant_broken_from_outside_stops_no_answer() {
    let case = WAYS.iter().find(|c| c.kind == Kind::Invariant).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("game.cwr");
    let mut table = case.start(&at);
    assert!(play(&mut table, "raise river").is_err());
    table.adjust("river: open").unwrap();
    play(&mut table, "raise hills").unwrap();
    play(&mut table, "raise river").unwrap();
    let read = record::read(&at).unwrap();
    let (program, vm) = case.broken();
    let mut again = Table::start(program, vm, &set_up()).unwrap();
    again.replay(&read, None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(again.hash(), table.hash());

    // A scenario that violates one at its start does not start, and the message names it.
    let rules = case.rules(case.fail).replacen("set_of(RIVER)", "set_of(HILLS)", 1);
    let (program, vm) = load(&rules, "").unwrap();
    let failed = Table::start(program, vm, &set_up()).map(drop);
    let Err(StartError::Run(error)) = failed else { panic!("{failed:?}") };
    assert!(error.with_place().contains("the invariant `empty-river` does not hold"), "{}", error.with_place());
}

/// A position that no rule can produce is the engine's fault, and play does not continue from it.
#[test]
fn an_impossible_position_is_the_engines_fault() {
    let (program, vm) = load(RULES, "").unwrap();
    let mut table = Table::start(program.clone(), vm, &set_up()).unwrap();
    let before = snapshot(&mut table);
    let mut broken = table.position().clone();
    let points = program.board.tracks.iter().position(|t| t.id == "points").unwrap();
    let made = broken.journal().len();
    broken.set_track(&program.board, TrackId::new(points), 0, 99);
    broken.log_outside_changes(made);
    let error = table.load_position(&broken).unwrap_err().to_string();
    assert!(error.contains("the engine is at fault, not the rules: `points` is at 99, outside 0 to 10"), "{error}");
    assert_eq!(snapshot(&mut table), before);
    let vm = program.vm().unwrap();
    let failed = Table::start_at(program, vm, &set_up(), broken).map(drop);
    assert!(matches!(failed, Err(StartError::Run(RunError::Engine { .. }))), "{failed:?}");
}

/// The count of host calls is for one answer, so a step with many answers can be replayed, too.
#[test]
fn a_step_of_many_costly_answers_can_be_replayed() {
    let costly = RULES.replacen(
        "    raise(POINTS, 1)\n    lower(POINTS, 1)\n",
        "    for i = 1, 90000 do\n      pile_size(STOCK)\n    end\n",
        1,
    );
    let (program, vm) = load(&costly, "").unwrap();
    let mut table = Table::start(program, vm, &set_up()).unwrap();
    play(&mut table, "many").unwrap();
    for _ in 0..5 {
        play(&mut table, "1").unwrap();
    }
    let before = (table.hash(), table.row_words().to_vec());
    table.why().unwrap();
    table.undo().unwrap();
    table.redo().unwrap();
    assert_eq!((table.hash(), table.row_words().to_vec()), before);
    play(&mut table, "2").unwrap();
}

/// The command at a pipe: lines in, answers read as they come.
struct PromptProcess {
    child: Child,
    to: ChildStdin,
    from: Receiver<String>,
}

impl PromptProcess {
    fn start(folder: &Path, arguments: &[&str]) -> PromptProcess {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("--pack").arg(folder.join("demo")).args(arguments);
        command.current_dir(folder).env("CARDWRIGHT_DATA", folder).env("CLICOLOR_FORCE", "0").env("COLUMNS", "200");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (to, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (tell, from) = channel();
        std::thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|l| tell.send(l)));
        PromptProcess { child, to, from }
    }
    /// Types a line and reads until a line contains `until`. Returns everything read.
    fn line(&mut self, line: &str, until: &str) -> String {
        writeln!(self.to, "{line}").unwrap();
        let mut read = String::new();
        loop {
            let Ok(next) = self.from.recv_timeout(Duration::from_secs(20)) else {
                panic!("`{until}` did not come after `{line}`, but\n{read}")
            };
            read.push_str(&next);
            read.push('\n');
            if next.contains(until) {
                return read;
            }
        }
    }
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.to);
        let code = self.child.wait().unwrap().code();
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(!errors.contains("panicked"), "{errors}");
        (code, errors)
    }
}

#[test]
fn at_the_prompt_play_continues_while_the_file_is_repaired() {
    let rules = |case: &Case, fail: &str| case.rules(fail).replace("WHY.calm", "WHY.quiet");
    for case in [&HOOKS[0], &HOOKS[1], &WAYS[9], WAYS.iter().find(|c| c.kind == Kind::Invariant).unwrap()] {
        let name = case.name;
        let folder = tempfile::tempdir().unwrap();
        common::copy_folder(&common::demo(), &folder.path().join("demo"));
        let file = folder.path().join("demo/scripts/demo/rules.luau");
        std::fs::write(&file, rules(case, case.fail)).unwrap();
        let mut at =
            PromptProcess::start(folder.path(), &["play", "demo", "--seed", "11", "--open", "--record", "game.cwr"]);
        at.line(&format!("adjust {}", case.set_up.replace("; ", ";")), "adjust");
        let (_, line) = case.place();
        let told = at.line(case.answer, "to see it again");
        assert!(told.contains(&format!("scripts/demo/rules.luau:{line}: ")), "{name}: {told}");
        assert!(told.contains("event 1 of game.cwr, then the same line"), "{name}: {told}");
        at.line("march guard hills port", "red: march guard hills port");
        at.line("undo", "raise");
        std::fs::write(&file, rules(case, if case.kind == Kind::Invariant { "set_of()" } else { "" })).unwrap();
        at.line("reload", "the new rules hold: the game goes on at the same choice");
        at.line(case.answer, &format!("red: {}", case.answer));
        at.line("hash", "full ");
        let (code, errors) = at.end();
        assert_eq!(code, Some(1), "{name}: a line was refused: {errors}");
        let replay = PromptProcess::start(folder.path(), &["replay", "game.cwr", "--verify"]);
        let (code, errors) = replay.end();
        assert_eq!(code, Some(0), "{name}: {errors}");
    }
}

#[test]
fn the_command_says_why_a_game_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    common::copy_folder(&common::demo(), &folder.path().join("demo"));
    let file = folder.path().join("demo/scripts/demo/rules.luau");
    let rules =
        RULES.replacen("step(\"set-up\", function()\n", &format!("step(\"set-up\", function()\n  {ERROR}\n"), 1);
    std::fs::write(&file, &rules).unwrap();
    let line = rules.lines().position(|l| l.contains(MARK)).unwrap() + 1;
    for arguments in
        [["play", "demo", "--seed", "1", "--no-record"], ["play", "demo", "--seat", "all=random", "--no-record"]]
    {
        let (code, errors) = PromptProcess::start(folder.path(), &arguments).end();
        assert_eq!(code, Some(1), "{errors}");
        let wanted =
            format!("error: the game does not start: demo:scripts/demo/rules.luau:{line}: it broke (in set-up)");
        assert!(errors.contains(&wanted), "{errors}");
    }
}
