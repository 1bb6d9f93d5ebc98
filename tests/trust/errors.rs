//! Promise 6: an error costs at most one answer. If a rule fails, the game returns to the choice whose answer led to
//! the error, and the message names the file and line. Other answers stay possible. After the file is repaired and
//! reloaded, the same answer succeeds.
//!
//! Each case is the demo with edited rules. The word `FAIL` in an edit stands for the failing code. The repaired rules
//! have nothing in its place.
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

/// The forced dice for the answer that fails.
const FORCED: [&str; 4] = ["2", "3", "4", "1"];

type Loaded = (Arc<Program>, Vm);

/// Loads the demo with other rules, and with a module `demo/deep` unless its text is empty.
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
    /// Texts of the demo's rules, each with its replacement.
    edits: &'static [(&'static str, &'static str)],
    /// The text of the module `demo/deep`, or nothing.
    deep: &'static str,
    /// The replacement for `FAIL`.
    fail: &'static str,
    /// The position before the first line, in notation.
    set_up: &'static str,
    /// The lines before the answer that fails.
    lead: &'static [&'static str],
    /// The answer that fails.
    answer: &'static str,
    /// Another answer at the same choice, which succeeds.
    other: &'static str,
    /// Texts that the error must contain.
    says: &'static [&'static str],
    kind: Kind,
    /// Whether the error may lack the file and line, or name another line. A missing `next` and a dead end have no
    /// line, and memory may run out on any line.
    may_lack_place: bool,
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
    may_lack_place: false,
};
/// One case for each kind of script function that can fail in the middle of a game.
const FUNCTION_CASES: &[Case] = &[
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
        name: "a called step, after many answers",
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
        name: "the `modify` function of an active effect",
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
        name: "the `may` function of an active effect",
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
        name: "a function that `suppose` calls",
        edits: &[(
            "  place(HIDDEN, 1, province)\n",
            "  suppose(function()\n    place(OPEN, 2, province)\n    FAIL\n    return 1\n  end)\n",
        )],
        ..CASE
    },
    Case {
        name: "the offer of an action that `could` asks about",
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
        name: "a comparison function for `table.sort`",
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
        name: "a step after the end of a period",
        edits: &[("    end_period(TURN)\n", "    end_period(TURN)\n    FAIL\n")],
        answer: "end-turn",
        says: &["it broke", "red-turn"],
        ..CASE
    },
    Case {
        name: "an action's play after a roll and a draw",
        edits: &[(
            "  place(HIDDEN, 1, province)\n",
            "  roll(D6, 2)\n  draw(STOCK, pile(HAND, RED))\n  peek(STOCK, 1)\n  FAIL\n",
        )],
        ..CASE
    },
];

/// One case for each way in which a script function can fail.
const FAILURE_CASES: &[Case] = &[
    Case { name: "an error value that is a table", fail: "error({ 1 }) -- fails", says: &["raise red river"], ..CASE },
    Case { name: "a call of nil", fail: "local it = nil\n  it() -- fails", says: &["call a nil value"], ..CASE },
    Case { name: "wrong arguments", fail: "(place)(POINTS, 1, province) -- fails", ..CASE },
    Case { name: "a roll of a track instead of a die", fail: "(roll)(POINTS, 1) -- fails", ..CASE },
    Case {
        name: "a peek into a pile without an order",
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
    Case { name: "`win` with a track instead of a text", fail: "(win)(RED, POINTS) -- fails", ..CASE },
    Case { name: "a function as the argument of a step", fail: "call(\"reroll\", function() end) -- fails", ..CASE },
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
        may_lack_place: true,
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
        name: "a change in an offer",
        edits: &[(
            "function burn.offer(side)\n",
            "function burn.offer(side)\n  if value(POINTS) == 4 then\n    FAIL\n  end\n",
        )],
        fail: "lower(POINTS, 1) -- fails",
        says: &["an offer may change nothing", "the offer of `burn`"],
        ..CASE
    },
    Case {
        name: "a dead end after a roll",
        fail: "roll(D6, 1)\n  choose(side, set_of()) -- fails",
        says: &["no row is left for `red`", "raise red river"],
        kind: Kind::DeadEnd,
        may_lack_place: true,
        ..CASE
    },
    Case {
        name: "a step that names no next step",
        edits: &[(
            "step(\"red-turn\", function()\n",
            "step(\"red-turn\", function()\n  if value(POINTS) == 4 then\n    FAIL\n  end\n",
        )],
        fail: "do return end -- fails",
        says: &["ended without naming the next one"],
        may_lack_place: true,
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
        name: "an error in the function of an invariant",
        edits: &[(
            "local OPEN_THERE",
            "invariant \"empty-river\" {\n  why = WHY.calm,\n  holds = function()\n    if has(RIVER, RED) then\n      FAIL\n    end\n    return true\n  end,\n}\nlocal OPEN_THERE",
        )],
        says: &["it broke"],
        ..CASE
    },
];

impl Case {
    /// Returns the demo's rules with the case's edits, and with `fail` in place of `FAIL`.
    fn rules(&self, fail: &str) -> String {
        let mut rules = RULES.to_owned();
        for (old, new) in self.edits {
            assert!(rules.contains(old), "{}: the demo lacks {old}", self.name);
            rules = rules.replacen(old, &new.replace("FAIL", fail), 1);
        }
        rules
    }
    fn broken(&self) -> Loaded {
        load(&self.rules(self.fail), &self.deep.replace("FAIL", self.fail))
            .unwrap_or_else(|e| panic!("{}: {}", self.name, render(&e, false)))
    }
    /// Loads the rules without the failing code. The invariant needs an empty set in its place.
    fn repaired(&self) -> Loaded {
        let nothing = if self.kind == Kind::Invariant { "set_of()" } else { "" };
        load(&self.rules(nothing), &self.deep.replace("FAIL", nothing))
            .unwrap_or_else(|e| panic!("{}: {}", self.name, render(&e, false)))
    }
    /// Returns the file and the number of the line that fails.
    fn place(&self) -> (String, usize) {
        let is_deep = self.deep.contains("FAIL");
        let text = if is_deep { self.deep.replace("FAIL", self.fail) } else { self.rules(self.fail) };
        let line = text.lines().position(|l| l.contains(MARK)).expect("a line fails") + 1;
        (format!("scripts/demo/{}.luau", if is_deep { "deep" } else { "rules" }), line)
    }
    fn start(&self, record_path: &Path) -> Table {
        let (program, vm) = self.broken();
        let mut table = Table::start(program, vm, &set_up()).unwrap();
        table.keep_record(record_path).unwrap();
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
    /// Checks that the error has the expected kind, texts, file and line.
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
            Some((path, error_line)) => {
                let (file, line) = self.place();
                // Memory may run out in the failing function or in its caller.
                let is_any_line = self.may_lack_place && text.contains("memory");
                assert!(path.ends_with(&file), "{name}: {path} is not {file}: {text}");
                assert!(*error_line == line || is_any_line, "{name}: {path}:{error_line} is not {file}:{line}: {text}");
            }
            None => assert!(self.may_lack_place, "{name}: no line is named: {text}"),
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

/// Everything that a player can see, and everything that the rest of the game depends on.
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
        standing: (0..2).map(|side| table.game_mut().standing_words(SideId::new(side)).unwrap()).collect(),
        seats: table.seats.clone(),
        forced: table.forced_words(),
        log: table.log(0, Viewer::OPEN),
        over: table.is_over(),
    }
}

/// Plays up to the failing answer, and checks that the error costs at most one answer.
fn assert_costs_one_answer(case: &Case) {
    let name = case.name;
    let folder = tempfile::tempdir().unwrap();
    let record_path = folder.path().join("game.cwr");
    let mut table = case.start(&record_path);
    let before = snapshot(&mut table);
    let record_before = std::fs::read(&record_path).unwrap();

    // The answer fails twice in the same way, and nothing else changes.
    for _ in 0..2 {
        let error = match play(&mut table, case.answer) {
            Err(PlayError::Rule { error, answered: 0, rest, .. }) => {
                let line = line::split_side(table.board(), case.answer).1.to_owned();
                assert_eq!(&*rest, line.as_str(), "{name}: the error returns the typed line");
                error
            }
            other => panic!("{name}: {other:?}"),
        };
        case.check_error(&error);
        assert_eq!(snapshot(&mut table), before, "{name}");
        assert_eq!(std::fs::read(&record_path).unwrap(), record_before, "{name}: the record is unchanged");
    }

    // Other answers can be given and undone.
    let here = table.shown_event();
    play(&mut table, case.other).unwrap_or_else(|e| panic!("{name}: {}: {e}", case.other));
    assert_ne!(table.hash(), before.hash, "{name}");
    table.goto(here).unwrap();
    table.take_forced();
    table.force_words(&FORCED).unwrap();
    assert_eq!((table.hash(), table.row_words()), (before.hash, &before.rows[..]), "{name}");

    // The record and the game agree.
    let recorded = record::read(&record_path).unwrap();
    let (program, vm) = case.broken();
    let mut replayed = Table::start(program, vm, &set_up()).unwrap();
    replayed.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(replayed.hash(), before.hash, "{name}: replaying the record gives the same position");

    // After the rules are repaired, the same answer succeeds.
    let (program, vm) = case.repaired();
    let reloaded = table.reload(program, vm).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(reloaded, Reloaded::SameChoice, "{name}");
    assert_eq!(table.row_words(), before.rows, "{name}");
    assert_eq!(table.forced_words(), before.forced, "{name}");
    play(&mut table, case.answer).unwrap_or_else(|e| panic!("{name}, after the repair: {e}"));
    assert_ne!(table.hash(), before.hash, "{name}");

    // The whole record replays: first with the broken rules, and with the repaired rules after the reload.
    let recorded = record::read(&record_path).unwrap();
    let (program, vm) = case.broken();
    let mut replayed = Table::start(program, vm, &set_up()).unwrap();
    let mut repaired = |_: &str| Ok(case.repaired());
    replayed.replay(&recorded, None, &mut repaired).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(replayed.hash(), table.hash(), "{name}");
}

#[test]
fn an_error_in_any_kind_of_function_costs_one_answer() {
    FUNCTION_CASES.iter().for_each(assert_costs_one_answer);
}

#[test]
fn an_error_of_any_kind_costs_one_answer() {
    FAILURE_CASES.iter().for_each(assert_costs_one_answer);
}

/// Combines the cases of `FUNCTION_CASES` with other errors. A longer run tries more combinations.
#[test]
fn an_error_of_any_kind_in_any_function_costs_one_answer() {
    const FAILS: [&str; 6] = [
        "for i = 1, 1000000000 do string.rep(\"x\", 100000000) end -- fails",
        "local all = {} for i = 1, 1000000000 do all[i] = { string.rep(\"x\", 900) .. i, members(PROVINCES) } end -- fails",
        "local all = { \"x\" } while true do all[#all + 1] = all[#all] .. all[#all] end -- fails",
        "while true do adjacent(HILLS) end -- fails",
        "local function dig(n) return { dig(n + 1) } end dig(1) -- fails",
        "keep(PROVINCES, function(at) return drop(PROVINCES, function() error(\"it broke\") end) end) -- fails",
    ];
    for seed in common::seeds(4) {
        let case = FUNCTION_CASES[seed as usize % FUNCTION_CASES.len()];
        let fail = FAILS[(seed as usize + seed as usize / FUNCTION_CASES.len()) % FAILS.len()];
        assert_costs_one_answer(&Case { fail, says: &[], kind: Kind::Any, may_lack_place: true, ..case });
    }
}

/// A loop without host calls is stopped by the clock after four seconds.
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
    let record_path = folder.path().join("game.cwr");
    let mut table = case.start(&record_path);
    let before = snapshot(&mut table);
    let Err(PlayError::Rule { error, .. }) = play(&mut table, case.answer) else { panic!("the loop was not stopped") };
    case.check_error(&error);
    assert_eq!(snapshot(&mut table), before);
    let (program, vm) = case.repaired();
    table.reload(program, vm).unwrap();
    play(&mut table, case.answer).unwrap();
}

#[test]
fn answers_of_a_line_before_the_error_stay_and_the_rest_is_returned() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = CASE.start(&folder.path().join("game.cwr"));
    let events = table.nodes().len();
    let failed = play(&mut table, "march guard port hills march guard hills river raise river raise port");
    let Err(PlayError::Rule { answered, rest, .. }) = failed else { panic!("{failed:?}") };
    assert_eq!((answered, &*rest), (2, "raise river raise port"));
    assert_eq!(table.nodes().len(), events + 2, "the answers before the error stay");
    // An answer that leads to a dead end is taken back too. The returned rest of the line begins after that answer.
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
    for (old, new, open_step) in places {
        let rules = RULES.replacen(old, &new.replace("FAIL", ERROR), 1);
        let (program, vm) = load(&rules, "").unwrap();
        let failed = Table::start(program, vm, &set_up()).map(drop);
        let Err(StartError::Run(error)) = failed else { panic!("{failed:?}") };
        let (text, line) = (error.with_place(), rules.lines().position(|l| l.contains(MARK)).unwrap() + 1);
        assert!(text.contains(&format!("rules.luau:{line}: it broke")) && text.contains(open_step), "{text}");
    }
}

#[test]
fn a_script_that_fails_as_it_loads_does_not_replace_the_old_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = CASE.start(&folder.path().join("game.cwr"));
    let before = snapshot(&mut table);
    // The first script fails at module level. The second uses `pcall`, which could catch the engine's own errors.
    let protected_call = RULES.replace("  lower(POINTS, 1)\n  place", "  pcall(lower, POINTS, 1)\n  place");
    for rules in [format!("{RULES}\n{ERROR}\n"), protected_call] {
        let problems = load(&rules, "").map(drop).unwrap_err();
        let text = render(&problems, false);
        assert!(text.contains("rules.luau:") && (text.contains("it broke") || text.contains("`pcall`")), "{text}");
    }
    assert_eq!(snapshot(&mut table), before);
}

/// A script that counts its calls and fails at every second, third or fifth call. Each error costs at most one answer.
#[test]
fn a_rule_that_fails_at_some_calls_never_ends_the_game() {
    let counter = "local function counter()\n  local n = 0\n  return function()\n    n += 1\n    return n\n  end\nend\n\
                   local tick = counter()\nlocal OPEN_THERE";
    for period in [2, 3, 5] {
        let failing_offer =
            format!("function burn.offer(side)\n  if tick() % {period} == 0 then\n    {ERROR}\n  end\n");
        let rules =
            RULES.replacen("local OPEN_THERE", counter, 1).replacen("function burn.offer(side)\n", &failing_offer, 1);
        let (program, vm) = load(&rules, "").unwrap();
        let long_game = SetUp { options: vec![("long".into(), "true".into())], ..set_up() };
        let mut table = Table::start(program, vm, &long_game).unwrap();
        let mut answered = 0;
        for _ in 0..30 {
            let (hash, rows) = (table.hash(), table.row_words().to_vec());
            assert!(!table.is_over() && !rows.is_empty(), "every {period}: the game goes on");
            let _ = table.game_mut().why();
            let _ = table.game_mut().why_not("burn", Viewer::OPEN);
            let _ = table.evaluate("could(burn, RED)");
            assert_eq!(
                (table.hash(), table.row_words()),
                (hash, &rows[..]),
                "every {period}: questions change nothing"
            );
            match play(&mut table, "march guard port hills").or_else(|_| play(&mut table, "end-turn")) {
                Ok(_) => answered += 1,
                Err(PlayError::Rule { .. }) => {
                    assert_eq!((table.hash(), table.row_words()), (hash, &rows[..]), "every {period}");
                }
                Err(other) => panic!("{other}"),
            }
            let here = table.shown_event();
            assert!(table.undo().is_ok() || table.shown_event() == here, "a failed undo leaves the game at its event");
            assert!(table.redo().is_ok() || !table.is_over(), "every {period}: the game goes on");
        }
        let (program, vm) = load(RULES, "").unwrap();
        table.reload(program, vm).unwrap();
        play(&mut table, "end-turn").unwrap();
        assert!(period == 2 || answered > 0, "every {period}: some answer succeeds");
    }
}

/// Failing questions change nothing: `why`, `why not`, expressions and standing actions.
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
    let (before, standing_actions) = (state(&table), table.game().standing_actions());
    assert_eq!(standing_actions.len(), 1);
    type Ask = fn(&mut Table) -> bool;
    let questions: [(&str, Ask); 13] = [
        // A standing action whose offer fails is left out of the rows, and `standing_failures` lists it.
        ("standing", |t| {
            t.game_mut()
                .standing_rows(SideId::new(1), Viewer::OPEN)
                .is_ok_and(|rows| rows.iter().all(|row| row.text != "parley"))
        }),
        ("standing words", |t| {
            t.game_mut().standing_words(SideId::new(1)).is_ok_and(|rows| rows.iter().all(|row| row[0] != "parley"))
        }),
        ("standing failures", |t| {
            t.game_mut()
                .standing_failures(SideId::new(1))
                .is_ok_and(|failed| matches!(&failed[..], [(action, _)] if action == "parley"))
        }),
        ("standing reasons", |t| t.game_mut().standing_reasons(SideId::new(1), &["parley"]).is_err()),
        ("a line of the other side", |t| play(t, "blue: parley").is_err()),
        ("why not of the other side", |t| t.game_mut().why_not("blue: parley", Viewer::OPEN).is_err()),
        ("an error", |t| t.evaluate("error('no')").is_err()),
        ("an error while supposing", |t| t.evaluate("suppose(function() lower(POINTS, 1) error('no') end)").is_err()),
        ("an answer", |t| t.evaluate("choose(RED, PROVINCES)").is_err()),
        ("a roll", |t| t.evaluate("roll(D6, 2)").is_err()),
        ("a change", |t| t.evaluate("lower(POINTS, 1)").is_err()),
        ("too many calls", |t| t.evaluate("(function() while true do pile_size(STOCK) end end)()").is_err()),
        ("too much memory", |t| t.evaluate("string.rep('x', 1e9)").is_err()),
    ];
    for (question, ask) in questions {
        assert!(ask(&mut table), "{question}: the question fails as expected");
        assert_eq!(state(&table), before, "{question}");
        assert_eq!(table.game().standing_actions(), standing_actions, "{question}: the standing actions stay open");
    }
    // Other expressions change nothing either.
    for expression in ["need(false, WHY.top)", "next('red-turn')", "offer(WORD.keep)", "default(WORD.keep)", "could"] {
        let _ = table.evaluate(expression);
        assert_eq!(state(&table), before, "{expression}");
    }
    let state_without_questions = {
        let (program, vm) = load(&rules, "").unwrap();
        let mut table = Table::start(program, vm, &set_up()).unwrap();
        table.adjust(SET_UP).unwrap();
        table.force_words(&FORCED).unwrap();
        play(&mut table, "stir port").unwrap();
        state(&table)
    };
    assert!(table.game_mut().why().is_ok() && table.game().has_standing_actions(blue));
    play(&mut table, "stir port").unwrap();
    assert_eq!(state(&table), state_without_questions, "the game goes on as if nothing had been asked");
}

/// After each answer the engine checks the invariants. It refuses the answer only if the answer breaks an invariant
/// that held before.
#[test]
fn after_an_adjustment_breaks_an_invariant_answers_are_still_accepted() {
    let case = FAILURE_CASES.iter().find(|c| c.kind == Kind::Invariant).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let record_path = folder.path().join("game.cwr");
    let mut table = case.start(&record_path);
    assert!(play(&mut table, "raise river").is_err());
    table.adjust("river: open").unwrap();
    play(&mut table, "raise hills").unwrap();
    play(&mut table, "raise river").unwrap();
    let recorded = record::read(&record_path).unwrap();
    let (program, vm) = case.broken();
    let mut replayed_table = Table::start(program, vm, &set_up()).unwrap();
    replayed_table.replay(&recorded, None, &mut |_| Err("no other content".into())).unwrap();
    assert_eq!(replayed_table.hash(), table.hash());

    // A scenario that violates an invariant does not start, and the message names the invariant.
    let rules = case.rules(case.fail).replacen("set_of(RIVER)", "set_of(HILLS)", 1);
    let (program, vm) = load(&rules, "").unwrap();
    let failed = Table::start(program, vm, &set_up()).map(drop);
    let Err(StartError::Run(error)) = failed else { panic!("{failed:?}") };
    assert!(error.with_place().contains("the invariant `empty-river` does not hold"), "{}", error.with_place());
}

/// A position that no rule can produce is reported as a fault of the engine, and the game does not use it.
#[test]
fn an_impossible_position_is_reported_as_a_fault_of_the_engine() {
    let (program, vm) = load(RULES, "").unwrap();
    let mut table = Table::start(program.clone(), vm, &set_up()).unwrap();
    let before = snapshot(&mut table);
    let mut impossible = table.position().clone();
    let points = program.board.tracks.iter().position(|t| t.id == "points").unwrap();
    let journal_length = impossible.journal().len();
    impossible.set_track(&program.board, TrackId::new(points), 0, 99);
    impossible.log_outside_changes(journal_length);
    let error = table.load_position(&impossible).unwrap_err().to_string();
    assert!(error.contains("the engine is at fault, not the rules: `points` is at 99, outside 0 to 10"), "{error}");
    assert_eq!(snapshot(&mut table), before);
    let vm = program.vm().unwrap();
    let failed = Table::start_at(program, vm, &set_up(), impossible).map(drop);
    assert!(matches!(failed, Err(StartError::Run(RunError::Engine { .. }))), "{failed:?}");
}

/// The limit of host calls holds for one answer, so a step with many costly answers can be replayed.
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
    table.game_mut().why().unwrap();
    table.undo().unwrap();
    table.redo().unwrap();
    assert_eq!((table.hash(), table.row_words().to_vec()), before);
    play(&mut table, "2").unwrap();
}

/// A running `cardwright` whose input and output are pipes.
struct PromptProcess {
    child: Child,
    stdin: ChildStdin,
    output_lines: Receiver<String>,
}

impl PromptProcess {
    fn start(folder: &Path, arguments: &[&str]) -> PromptProcess {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.arg("--pack").arg(folder.join("demo")).args(arguments);
        command.current_dir(folder).env("CARDWRIGHT_DATA", folder).env("CLICOLOR_FORCE", "0").env("COLUMNS", "200");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdin, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, output_lines) = channel();
        std::thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|l| sender.send(l)));
        PromptProcess { child, stdin, output_lines }
    }
    /// Types a line and reads until a line contains `until`. Returns everything read.
    fn line(&mut self, line: &str, until: &str) -> String {
        writeln!(self.stdin, "{line}").unwrap();
        let mut text = String::new();
        loop {
            let Ok(next) = self.output_lines.recv_timeout(Duration::from_secs(20)) else {
                panic!("`{until}` did not come after `{line}`, but\n{text}")
            };
            text.push_str(&next);
            text.push('\n');
            if next.contains(until) {
                return text;
            }
        }
    }
    /// Closes the input. Returns the exit code and the errors.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.stdin);
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
    let invariant_case = FAILURE_CASES.iter().find(|c| c.kind == Kind::Invariant).unwrap();
    for case in [&FUNCTION_CASES[0], &FUNCTION_CASES[1], &FAILURE_CASES[9], invariant_case] {
        let name = case.name;
        let folder = tempfile::tempdir().unwrap();
        common::copy_folder(&common::demo(), &folder.path().join("demo"));
        let file = folder.path().join("demo/scripts/demo/rules.luau");
        std::fs::write(&file, rules(case, case.fail)).unwrap();
        let mut prompt =
            PromptProcess::start(folder.path(), &["play", "demo", "--seed", "11", "--open", "--record", "game.cwr"]);
        prompt.line(&format!("adjust {}", case.set_up.replace("; ", ";")), "adjust");
        let (_, line) = case.place();
        let output = prompt.line(case.answer, "to see it again");
        assert!(output.contains(&format!("scripts/demo/rules.luau:{line}: ")), "{name}: {output}");
        assert!(output.contains("event 1 of game.cwr, then the same line"), "{name}: {output}");
        prompt.line("march guard hills port", "red: march guard hills port");
        prompt.line("undo", "raise");
        std::fs::write(&file, rules(case, if case.kind == Kind::Invariant { "set_of()" } else { "" })).unwrap();
        prompt.line("reload", "the new rules are in use: the game goes on at the same choice");
        prompt.line(case.answer, &format!("red: {}", case.answer));
        prompt.line("hash", "full ");
        let (code, errors) = prompt.end();
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
