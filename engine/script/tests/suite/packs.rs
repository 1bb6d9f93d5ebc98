//! Packs that extend a game: they wrap steps, offers and verbs, add to menus, and override knobs.
#![allow(clippy::unwrap_used)]

use crate::common::{full_hash, play, position_at, rows};
use cardwright_content::{Content, Diagnostic, Pack, PackSource};
use cardwright_script::{ForcedOutcome, Program, Stop, Vm};
use cardwright_state::notation;
use std::sync::Arc;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");

/// A pack: its id and its script.
type TestPack<'a> = (&'a str, &'a str);

/// Loads the demo game with packs.
fn load(packs: &[TestPack<'_>]) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>> {
    let base = Pack::open(PackSource::Folder(DEMO.into())).unwrap();
    let open_pack = |(id, script): &TestPack<'_>| {
        let manifest = format!("id = \"{id}\"\nversion = \"1.0.0\"\n");
        let files = vec![("pack.toml".into(), manifest), (format!("scripts/demo/{id}.luau"), (*script).to_owned())];
        Pack::open(PackSource::Memory(files)).unwrap()
    };
    let packs: Vec<Pack> = std::iter::once(base).chain(packs.iter().map(open_pack)).collect();
    let (content, problems) = Content::load(&packs, "demo");
    Program::load(Arc::new(content.ok_or(problems)?))
}

/// Loads the demo game with packs, sets a position, and runs to the first choice.
fn start(packs: &[TestPack<'_>], text: &str) -> (Arc<Program>, Vm) {
    let (program, mut vm) = load(packs).unwrap_or_else(|e| panic!("{}", cardwright_content::render(&e, false)));
    vm.set_position(&position_at(&vm, text));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    (program, vm)
}

/// Returns the errors in a pack's script: place, message and help.
fn errors_of(script: &str) -> Vec<String> {
    let errors = load(&[("one", script)]).map(|_| ()).unwrap_err();
    // The test scripts declare no labels for their actions.
    let errors = errors.iter().filter(|error| error.code != "script::unlabelled-action");
    errors
        .map(|error| format!("{}{}", error, error.help.as_ref().map_or(String::new(), |help| format!(" ({help})"))))
        .collect()
}

/// Returns the position in notation.
fn text(vm: &Vm) -> String {
    notation::print(vm.board(), &vm.position())
}

/// A wrap around a step that asks before and after the body. After the body, which names the next step, the
/// wrap calls two steps.
const ASKING: &str = r#"
local raise_tax = action "raise-tax"
function raise_tax.offer(side)
  offer(raise_tax)
end
function raise_tax.play(side)
  raise(POINTS, choose(side, numbers(1, 2)))
end
step("levy", function(side)
  return choose(side, numbers(1, 2))
end)
step("muster", function(side)
  place(HIDDEN, 1, RIVER)
  return next("red-turn", side)
end)
around("step muster", function(inner, side)
  local first = choose(side, numbers(5, 6))
  inner(side)
  local n = call("levy", BLUE) + call("levy", BLUE)
  raise(UNREST, n - 1, RIVER)
  act(side, { { raise_tax } })
  set(TURNS, first)
end)
"#;

#[test]
fn one_syntax_error_is_one_problem() {
    for (script, message) in [
        ("step(\"slip\", function()\n  local a = = 3\nend)\n", "got '='"),
        ("local function f()\n  raise(POINTS, 1))\nend\n", "got ')'"),
    ] {
        let Err(problems) = load(&[("slip", script)]) else { panic!("{script}") };
        assert_eq!(problems.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>(), ["script::syntax"]);
        assert!(problems[0].message.contains(message), "{}", problems[0].message);
    }
}

#[test]
fn an_action_returned_by_its_module_can_be_wrapped() {
    let owner = r#"
local stoke = action "stoke"
stoke.offered = { "red-actions" }
function stoke.offer(side) offer(stoke) end
function stoke.play(side) raise(POINTS, 1) end
return { action = stoke }
"#;
    let wrapping = r#"
before("offer stoke", function(side) need(value(POINTS) < 3, WHY.no_point) end)
after("action stoke", function(side) raise(POINTS, 1) end)
"#;
    let (_, mut vm) = start(&[("owner", owner), ("wrapping", wrapping)], "turn red-turn; port: 1 open; points 1");
    play(&mut vm, "stoke").unwrap();
    assert_eq!(vm.evaluate("value(POINTS)").unwrap(), "3", "one point from the action, one from the wrap after it");
    assert!(!rows(&vm).contains(&"stoke".to_owned()), "{:?}", rows(&vm));
}

#[test]
fn a_wrapped_step_survives_a_save_at_every_choice() {
    let (program, mut vm) = start(&[("one", ASKING)], "turn muster red; points 3; hills: open; seed 7");
    let mut other = program.vm().unwrap();
    let board = vm.board().clone();
    for row in ["6", "2", "1", "raise-tax", "2"] {
        // Save as text at a choice, load it in another VM, and check each stored answer.
        let saved = notation::print_save(&board, &vm.position());
        other.set_position(&notation::load(&board, &saved).unwrap_or_else(|errors| panic!("{errors:?}\n{saved}")));
        assert_eq!(other.run_checked(), Ok(Stop::Choice));
        assert_eq!(rows(&other), rows(&vm));
        assert_eq!(play(&mut vm, row), Ok(Stop::Choice), "{row}");
        assert_eq!(play(&mut other, row), Ok(Stop::Choice), "{row}");
        assert_eq!(full_hash(&other), full_hash(&vm));
    }
    let notation = text(&vm);
    for expected in ["turn red-turn red\n", "river: hidden, unrest 2", "points 5", "turns 6"] {
        assert!(notation.contains(expected), "{expected}: {notation}");
    }
}

/// Returns a script with wraps of the action `march`. Each wrap appends its digits to the fact `turns`.
fn digits(before: u8, after: u8, around: [u8; 2]) -> String {
    let append = |digit: u8| format!("set(TURNS, get(TURNS) * 10 + {digit})");
    format!(
        "before(\"action march\", function() {} end)\nafter(\"action march\", function() {} end)\n\
         around(\"action march\", function(inner, ...) {} inner(...) {} end)\n",
        append(before),
        append(after),
        append(around[0]),
        append(around[1])
    )
}

#[test]
fn the_wraps_of_a_later_pack_go_around_those_of_earlier_packs() {
    let (zebra_script, adder_script) = (digits(1, 2, [3, 4]), digits(5, 6, [7, 8]));
    let march = |packs: &[TestPack<'_>]| {
        let (_, mut vm) = start(packs, "turn red-turn; port: guard; seed 7");
        play(&mut vm, "march guard port hills").unwrap();
        text(&vm)
    };
    // The wraps of a pack go around those of the packs before it, and its later wraps go around its earlier wraps.
    let notation = march(&[("zebra", &zebra_script), ("adder", &adder_script)]);
    assert!(notation.contains("turns 75312468"), "{notation}");
    let notation = march(&[("adder", &adder_script), ("zebra", &zebra_script)]);
    assert!(notation.contains("turns 31756824"), "{notation}");
}

#[test]
fn a_wrap_before_an_offer_can_close_it_with_a_reason() {
    let script = r#"before("offer raise", function(side) need(value(POINTS) > 1, WHY.no_point) end)"#;
    let (_, mut vm) = start(&[("one", script)], "turn red-turn; points 1; hills: open; seed 7");
    assert!(!rows(&vm).iter().any(|row| row.starts_with("raise ")), "{:?}", rows(&vm));
    assert!(rows(&vm).contains(&"stir hills".to_owned()), "only the wrapped action is closed: {:?}", rows(&vm));
    let trace = vm.explain().unwrap();
    let no_point = vm.board().labels.reasons.iter().position(|reason| reason.id == "no-point").unwrap();
    assert!(
        trace
            .exclusions
            .iter()
            .any(|exclusion| exclusion.reason.index() == no_point && exclusion.script_line.contains("one.luau:1")),
        "{trace:?}"
    );
    let (_, vm) = start(&[("one", script)], "turn red-turn; points 2; hills: open; seed 7");
    assert!(rows(&vm).contains(&"raise hills".to_owned()));
}

#[test]
fn a_called_step_returns_the_result_of_its_wrap() {
    // The first wrap passes other arguments to the body. The second wrap skips the body.
    let script = r#"around("step reroll", function(inner, dice) return inner({ 5, 5, 5 }) end)"#;
    let (_, mut vm) = start(&[("one", script)], "turn red-turn; points 3; port: open, guard; seed 7");
    vm.force([1].map(ForcedOutcome::Face));
    play(&mut vm, "stir port").unwrap();
    play(&mut vm, "keep").unwrap();
    assert!(text(&vm).contains("unrest 3"), "{}", text(&vm));
    let script = r#"around("step reroll", function(inner, dice) return dice end)"#;
    let (_, mut vm) = start(&[("one", script)], "turn red-turn; points 3; port: open, guard; seed 7");
    vm.force([5].map(ForcedOutcome::Face));
    play(&mut vm, "stir port").unwrap();
    assert!(text(&vm).contains("unrest 1"), "{}", text(&vm));
}

#[test]
fn a_wrap_of_a_verb_runs_when_a_card_uses_the_verb() {
    let script = r#"
around("verb unrest", function(inner, side, effect, card)
  inner(side, effect, card)
  raise(POINTS, 1)
end)
step("fire", function()
  play_effects(RED, CARD["01"])
  return next("red-turn")
end)
"#;
    let (_, mut vm) = start(&[("one", script)], "turn fire; points 3; seed 7");
    assert_eq!(rows(&vm), ["port"]);
    play(&mut vm, "port").unwrap();
    assert!(text(&vm).contains("points 4") && text(&vm).contains("unrest 1"), "{}", text(&vm));
}

#[test]
fn an_impossible_wrap_is_reported_with_a_suggestion() {
    let script = "before(\"step red-trun\", function() end)\nafter(\"offer sitr\", function() end)\n\
        around(\"reroll\", function(inner) end)\naround(\"verb unrset\", function(inner) end)\n\
        before(\"zone red\", function() end)\nbefore(\n  'step rd-turn', function() end)\n\
        local TEN = \"tne\"\nafter(\"step \" .. TEN, function() end)\n";
    assert_eq!(
        errors_of(script),
        [
            "one:scripts/demo/one.luau:1:8: `before` names the step `red-trun`, which no script registers (did you mean `step red-turn`?)",
            "one:scripts/demo/one.luau:2:7: `after` names the action `sitr`, which no script registers (did you mean `offer stir`?)",
            "one:scripts/demo/one.luau:3:8: `around` needs the kind of `reroll` (did you mean `step reroll`?)",
            "one:scripts/demo/one.luau:4:8: `around` names the verb `unrset`, which no script registers (did you mean `verb unrest`?)",
            "one:scripts/demo/one.luau:5:8: `before` needs the kind of `zone red`",
            "one:scripts/demo/one.luau:7:3: `before` names the step `rd-turn`, which no script registers (did you mean `step red-turn`?)",
            "one:scripts/demo/one.luau:9:1: `after` names the step `tne`, which no script registers (did you mean `step ten`?)",
        ]
    );
}

/// A menu with a step of its own.
const MENU: &str = r#"
local ACTIONS = menu("own-actions", { "stir", "raise", "burn" })
step("menu-turn", function()
  act(RED, { ACTIONS, { ACTIONS[2] } }, TEXT.red_acts)
  return next("menu-turn")
end)
"#;

/// Returns a script with an action that has one row. `offered` is the content of its `offered`.
fn action(name: &str, offered: &str) -> String {
    format!(
        "local it = action \"{name}\"\nit.offered = {{ {offered} }}\nfunction it.offer(side) offer(it) end\n\
         function it.play(side) end\n"
    )
}

/// Returns the actions of the menu `own-actions`, in order.
fn menu_of(packs: &[TestPack<'_>]) -> Vec<String> {
    load(packs)
        .unwrap_or_else(|e| panic!("{}", cardwright_content::render(&e, false)))
        .0
        .menus
        .iter()
        .find(|m| m.name == "own-actions")
        .unwrap()
        .actions
        .clone()
}

#[test]
fn actions_of_packs_take_the_places_in_a_menu_that_they_name() {
    let alpha_before_burn = action("alpha", "\"own-actions\", before = \"burn\"");
    let beta_before_burn = action("beta", "\"own-actions\", before = \"burn\"");
    let after_stir = |name: &str| action(name, "\"own-actions\", after = \"stir\"");
    let menu = ("menu", MENU);
    assert_eq!(
        menu_of(&[menu, ("z", &alpha_before_burn), ("a", &beta_before_burn)]),
        ["stir", "raise", "alpha", "beta", "burn"]
    );
    assert_eq!(
        menu_of(&[menu, ("a", &beta_before_burn), ("z", &alpha_before_burn)]),
        ["stir", "raise", "beta", "alpha", "burn"]
    );
    assert_eq!(
        menu_of(&[menu, ("z", &after_stir("alpha")), ("a", &after_stir("beta"))]),
        ["stir", "alpha", "beta", "raise", "burn"]
    );
    assert_eq!(menu_of(&[menu, ("a", &action("alpha", "\"own-actions\""))]), ["stir", "raise", "burn", "alpha"]);
    let (_, vm) = start(&[menu, ("z", &alpha_before_burn)], "turn menu-turn; points 3; seed 7");
    let raise = ["raise hills", "raise port", "raise river"];
    assert_eq!(
        rows(&vm),
        [&raise[..], &["alpha"], &raise[..]].concat(),
        "`act` offers the actions in this order, also those of the inner list"
    );
}

#[test]
fn errors_in_menus_are_reported_with_their_place() {
    let script = format!(
        "menu(\"own-actions\", {{ \"stir\", \"rasie\", \"stir\",\n  'brun' }})\n{}{}{}{}{}",
        action("alpha", "\"own-action\""),
        action("beta", "\"own-actions\", before = \"strr\""),
        action("gamma", "\"own-actions\", befor = \"stir\""),
        action("delta", "before = \"stir\""),
        action("zeta", "'own-action', RED, after = RED, befor = \"stir\"")
            + &format!("--{}\nit.offred = {{}}\nfunction it.ofer() end\n", " far away".repeat(50)),
    );
    assert_eq!(
        errors_of(&script),
        [
            "one:scripts/demo/one.luau:1:31: the menu `own-actions` names the action `rasie`, which no script registers (did you mean `raise`?)",
            "one:scripts/demo/one.luau:1:40: the menu `own-actions` names `stir` twice",
            "one:scripts/demo/one.luau:2:3: the menu `own-actions` names the action `brun`, which no script registers (did you mean `burn`?)",
            "one:scripts/demo/one.luau:12:31: `offered` of the action `gamma` has a key `befor`: there are `before`, `after` (did you mean `before`?)",
            "one:scripts/demo/one.luau:16:4: `offered` of the action `delta` has no menu (write `it.offered = { \"menu\" }`, or `{ \"menu\", before = \"action\" }`)",
            "one:scripts/demo/one.luau:20:4: `offered` of the action `zeta` has a menu that is not a text (write `it.offered = { \"menu\" }`, or `{ \"menu\", before = \"action\" }`)",
            "one:scripts/demo/one.luau:20:35: `offered` of the action `zeta` has an action that is not a text (write `it.offered = { \"menu\" }`, or `{ \"menu\", before = \"action\" }`)",
            "one:scripts/demo/one.luau:20:48: `offered` of the action `zeta` has a key `befor`: there are `before`, `after` (did you mean `before`?)",
            "one:scripts/demo/one.luau:4:16: the action `alpha` is offered in `own-action`, which is not a menu (did you mean `own-actions`?)",
            "one:scripts/demo/one.luau:8:40: the action `beta` names `strr`, which is not in the menu `own-actions` (did you mean `stir`?)",
            "one:scripts/demo/one.luau:20:16: the action `zeta` is offered in `own-action`, which is not a menu (did you mean `own-actions`?)",
            "one:scripts/demo/one.luau:25:13: the action `zeta` has a key `ofer`: there are `offer`, `play`, `offered` (did you mean `offer`?)",
            "one:scripts/demo/one.luau:24:4: the action `zeta` has a key `offred`: there are `offer`, `play`, `offered` (did you mean `offered`?)"
        ]
    );
    let [messages] = errors_of("after(\"step stir\", function() end)\n").try_into().unwrap();
    assert!(
        messages.contains("names the step `stir`, which no script registers (there is `action stir`"),
        "{messages}"
    );
    let no_similar_menu = format!("menu(\"own-actions\", {{ \"stir\" }})\n{}", action("alpha", "\"bogus\""));
    let [messages] = errors_of(&no_similar_menu).try_into().unwrap();
    assert!(
        messages.ends_with("is offered in `bogus`, which is not a menu (there are `own-actions`, `red-actions`)"),
        "{messages}"
    );
    let alone = errors_of("local it = action(\"alone\")\nlocal red = action 'red-turn'\nfunction it.play() end\n");
    assert_eq!(
        alone,
        [
            "one:scripts/demo/one.luau:1:19: the action `alone` has no `offer` (give it a function `offer`)",
            "one:scripts/demo/one.luau:2:1: the action `red-turn` has no `offer` (give it a function `offer`)",
            "one:scripts/demo/one.luau:2:1: the action `red-turn` has no `play` (give it a function `play`)",
            "one:scripts/demo/one.luau:2:1: `red-turn` is both a step and an action (the step is registered at demo:scripts/demo/rules.luau:152: give one of them another name)"
        ]
    );
    let twice = errors_of("menu(\"own-actions\", { \"stir\" })\nmenu(\"own-actions\", { \"raise\" })\n");
    assert!(twice[0].contains("registered twice, first at one:scripts/demo/one.luau:1"), "{twice:?}");
}

/// Loads the demo game with a pack that declares the knob `levy`. `board` follows the entry of the knob in the pack's
/// board, and `second_board` is the board of a second pack.
fn load_with_knob(board: &str, script: &str, second_board: &str) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>> {
    let board = format!(
        "[meta]\ngame = \"demo\"\n[[knob]]\nid = \"levy\"\ndoc = \"Points a levy brings.\"\ndefault = 2\nmin = 1\nmax = 6\n{board}"
    );
    let mut packs = vec![Pack::open(PackSource::Folder(DEMO.into())).unwrap()];
    let pack_of = |id: &str, board: &str, script: &str| {
        let manifest = format!("id = \"{id}\"\nversion = \"1.0.0\"\n");
        let texts = [("pack.toml", manifest.as_str()), ("scenarios/demo/board.toml", board)];
        let mut files: Vec<(String, String)> = texts.map(|(p, t)| (p.to_owned(), t.to_owned())).into();
        files.push((format!("scripts/demo/{id}.luau"), script.to_owned()));
        Pack::open(PackSource::Memory(files)).unwrap()
    };
    packs.push(pack_of("one", &board, script));
    if !second_board.is_empty() {
        packs.push(pack_of("two", &format!("[meta]\ngame = \"demo\"\n{second_board}"), ""));
    }
    let (content, problems) = Content::load(&packs, "demo");
    Program::load(Arc::new(content.ok_or(problems)?))
}

const LEVY: &str = r#"
step("levy", function()
  raise(POINTS, KNOB.levy)
  return next("red-turn")
end)
verb "levy" { doc = "Brings {knob:levy} points.", play = function(side, effect) end }
"#;

#[test]
fn knobs_can_be_read_overridden_quoted_and_made_options() {
    let points_and_doc = |more: &str, start: &str| {
        let (program, mut vm) =
            load_with_knob("", LEVY, more).unwrap_or_else(|e| panic!("{}", cardwright_content::render(&e, false)));
        vm.set_position(&position_at(&vm, start));
        vm.run().unwrap();
        let doc = program.verbs.iter().find(|(name, ..)| name == "levy").map(|(_, doc, _)| doc.clone()).unwrap();
        (text(&vm).split("points ").nth(1).and_then(|text| text.chars().next()).unwrap(), doc)
    };
    assert_eq!(points_and_doc("", "turn levy"), ('2', "Brings 2 points.".into()));
    let changed_default = "[[knob]]\nid = \"levy\"\ndefault = 4\n";
    assert_eq!(points_and_doc(changed_default, "turn levy"), ('4', "Brings 4 points.".into()));
    let option = "[[knob]]\nid = \"levy\"\noption = true\n";
    assert_eq!(points_and_doc(option, "turn levy").0, '2');
    assert_eq!(points_and_doc(option, "option levy 5; turn levy").0, '5');
}

#[test]
fn errors_with_knobs_and_options_are_reported() {
    let messages = |board: &str, script: &str| -> Vec<String> {
        let problems = match load_with_knob(board, script, "") {
            Ok((program, _)) => program.warnings.clone(),
            Err(problems) => problems,
        };
        problems.iter().map(|problem| format!("{} {problem}", problem.code)).collect()
    };
    assert_eq!(messages("", LEVY), Vec::<String>::new());
    let misspelt = messages("", "step(\"levy\", function() raise(POINTS, KNOB.lvey) end)\n");
    assert_eq!(misspelt[0], "script::unknown-field one:scripts/demo/one.luau:1:44: `KNOB` has no `lvey`");
    let Err(problems) = load_with_knob("", "step(\"levy\", function() raise(POINTS, KNOB.hit_in_a_pass) end)\n", "")
    else {
        panic!()
    };
    let help = "declare it in the game's `board.toml`: `[[knob]]` with `id = \"hit-in-a-pass\"`, with `doc`, `default`, `min` and `max`";
    assert_eq!(problems[0].help.as_deref(), Some(help));
    // Scripts can read a knob as an option only if the knob is an option.
    let as_option = LEVY.replace("KNOB.levy", "OPTION.levy");
    assert_eq!(messages("option = true\n", &as_option), Vec::<String>::new());
    assert!(messages("", &as_option)[0].starts_with("script::unknown-field"));
    assert_eq!(
        messages("", "-- nothing\n"),
        ["script::unused-knob one:scenarios/demo/board.toml:3:1: nothing reads the knob `levy`"]
    );
    let early_read_messages = messages("option = true\n", "local LEVY = KNOB.levy\n");
    let reason = "cannot be an option: one:scripts/demo/one.luau:1 reads it while the file loads";
    assert_eq!(
        early_read_messages,
        [format!("script::early-option one:scenarios/demo/board.toml:9:10: the knob `levy` {reason}")]
    );
    let doc = messages("", &LEVY.replace("{knob:levy}", "{knob:lvey}"));
    assert!(doc[0].starts_with("script::unknown-knob one:scripts/demo/one.luau:6:6"), "{doc:?}");
}

/// Returns the warnings about declarations that no script reads, for a board entry and a script.
fn unread_warnings(board: &str, script: &str) -> Vec<String> {
    let script =
        format!("{script}\nlocal function more() return KNOB.levy end\nstep(\"more\", function() more() end)\n");
    let problems = match load_with_knob(board, &script, "") {
        Ok((program, _)) => program.warnings.clone(),
        Err(problems) => panic!("{}", cardwright_content::render(&problems, false)),
    };
    let warnings = problems.iter().filter(|problem| problem.code == "script::unread");
    warnings.map(|problem| format!("{problem}: {}", problem.label)).collect()
}

#[test]
fn unread_declarations_are_reported() {
    for (entry, expected) in [
        (
            "[[fact]]\nid = \"old-ember\"\non = \"game\"\ntype = \"number\"\n",
            "fact `old-ember`: no script mentions `OLD_EMBER`",
        ),
        (
            "[[track]]\nid = \"zeal\"\nname = \"Zeal\"\non = \"game\"\nmin = 0\nmax = 3\nstart = 0\n",
            "track `zeal`: no script mentions `ZEAL`",
        ),
        ("[[mark]]\nid = \"tired\"\n", "mark `tired`: no script mentions `TIRED`"),
        ("[[die]]\nid = \"d12\"\nfaces = [1, 2]\n", "die `d12`: no script mentions `D12`"),
        ("[[period]]\nid = \"fortnight\"\n", "period `fortnight`: no script mentions `FORTNIGHT`"),
        ("[[pile]]\nid = \"attic\"\norder = \"set\"\n", "pile `attic`: no script mentions `ATTIC`"),
        (
            "[[option]]\nid = \"mild\"\ntype = \"boolean\"\ndefault = false\ndoc = \"d\"\n",
            "option `mild`: no script mentions `OPTION.mild`",
        ),
    ] {
        let messages = unread_warnings(entry, "-- old-ember OLD_EMBER ZEAL TIRED D12 FORTNIGHT ATTIC OPTION.mild");
        assert_eq!(messages, [format!("one:scenarios/demo/board.toml:9:1: nothing reads the {expected}")], "{entry}");
    }
}

#[test]
fn die_faces_that_no_script_reads_are_reported() {
    let dice = |faces: &str| format!("[[die]]\nid = \"luck\"\nfaces = [{faces}]\n");
    let script = "local function toss() return check(LUCK, WORD.bold, 1) + check(LUCK, WORD.humble, 1) end\n\
                  step(\"toss\", function() toss() end)\n";
    let messages = |faces: &str| unread_warnings(&dice(faces), script);
    let warning_about = |unread: &str| {
        let place = "one:scenarios/demo/board.toml:9:1: nothing reads some faces of the die `luck`";
        format!("{place}: no script reads {unread}")
    };
    assert_eq!(messages("\"bold\", \"humble\", \"blank\""), Vec::<String>::new(), "one face may be a blank");
    assert_eq!(messages("\"bold\", \"humble\", \"humbel\""), [warning_about("`humbel`")], "a typing error");
    assert_eq!(
        messages("\"bold\", \"humble\", \"north\", \"south\""),
        [warning_about("`north`, `south`")],
        "two unread faces"
    );
}

#[test]
fn declarations_that_may_be_read_are_not_reported() {
    let ember = "[[fact]]\nid = \"ember\"\non = \"game\"\ntype = \"number\"\ndefault = 0\n";
    let hidden = format!("{ember}shown = false\n");
    let step = |code: &str| format!("step(\"glow\", function() {code} end)");
    let only_set = step("set(EMBER, 2)");
    assert_eq!(unread_warnings(ember, "").len(), 1);
    assert_eq!(unread_warnings(ember, &only_set), Vec::<String>::new(), "players see it on the board");
    assert_eq!(
        unread_warnings(&hidden, &only_set),
        [
            "one:scenarios/demo/board.toml:9:1: nothing reads the fact `ember`: scripts only set `EMBER`, and no display shows it"
        ]
    );
    for read in [
        "set(EMBER, get(EMBER) + 1)",
        "local at = EMBER; set(at, 2)",
        "set(EMBER, 1); return \"ember\"",
        "for _, it in ipairs({ EMBER }) do set(it, 1) end",
    ] {
        assert_eq!(unread_warnings(&hidden, &step(read)), Vec::<String>::new(), "{read}");
    }
    let option = "[[option]]\nid = \"mild\"\ntype = \"boolean\"\ndefault = false\ndoc = \"d\"\n";
    assert_eq!(unread_warnings(option, &step("local name = \"mild\"; return OPTION[name]")), Vec::<String>::new());
}

#[test]
fn an_action_that_nothing_offers_is_reported() {
    let messages = |script: &str| -> Vec<String> {
        let (program, _) = load(&[("menu", MENU), ("one", script)])
            .unwrap_or_else(|e| panic!("{}", cardwright_content::render(&e, false)));
        let warnings = program.warnings.iter().filter(|warning| warning.code == "script::unoffered-action");
        warnings.map(|warning| format!("{warning} ({})", warning.help.clone().unwrap_or_default())).collect()
    };
    let lobby = "local lobby = action \"lobby\"\nfunction lobby.offer(side) offer(lobby, drop(PROVINCES, used(lobby))) end\n\
                 function lobby.play(side, at) use(lobby, at) end\n";
    let expected = "one:scripts/demo/one.luau:1:22: no menu, `act` or `standing` offers the action `lobby` \
                  (add it to a menu: `lobby.offered = { \"own-actions\" }`)";
    assert_eq!(messages(lobby), [expected]);
    assert_eq!(
        messages(&format!("{lobby}return {{ lobby = lobby }}\n")),
        [expected],
        "no script uses the table that the module returns"
    );
    for offered in [
        "lobby.offered = { \"own-actions\" }\n",
        "step(\"asks\", function(side)\n  act(side, { lobby })\nend)\n",
        "step(\"asks\", function(side)\n  call(\"lobby\", side, HILLS)\nend)\n",
    ] {
        assert_eq!(messages(&format!("{lobby}{offered}")), Vec::<String>::new(), "{offered}");
    }
}

/// Only scripts that play a side get the warning. In other scripts, players choose, or the order does not matter.
#[test]
fn board_order_is_reported_in_scripts_that_play_a_side() {
    let messages = |path: &str, script: &str| -> Vec<String> {
        let (program, _) = crate::common::demo(&[(&format!("scripts/demo/{path}.luau"), script)]);
        let warnings = program.warnings.iter().filter(|warning| warning.code == "script::board-order");
        warnings.map(ToString::to_string).collect()
    };
    let script = "step(\"goes\", function()\n  place(HIDDEN, 1, first(PROVINCES))\nend)\n";
    assert_eq!(messages("one", script), Vec::<String>::new());
    let expected = "more:scripts/demo/non-players/one.luau:2:20: `first` picks by board order, not by chance";
    assert_eq!(messages("non-players/one", script), [expected]);
    let deciding_script =
        "step(\"goes\", function(side)\n  log_decision(TEXT.which, side)\n  place(HIDDEN, 1, first(PROVINCES))\nend)\n";
    assert_eq!(messages("one", deciding_script).len(), 1, "a script that logs decisions plays a side");
    let choosing_script = "step(\"goes\", function(side)\n  answering(side, function(rows)\n    for i, row in ipairs(rows) do\n      if row[1] ~= HILLS then\n        return i\n      end\n    end\n  end, function() end)\nend)\n";
    let expected =
        "more:scripts/demo/one.luau:5:9: this loop ends with the first row that fits, in the order of offers";
    assert_eq!(messages("one", choosing_script), [expected]);
    for replacement in ["pick(PROVINCES)", "whichever(keep(PROVINCES, RED))", "whichever(PROVINCES)"] {
        assert_eq!(messages("non-players/one", &script.replace("first(PROVINCES)", replacement)), Vec::<String>::new());
    }
}
