//! Calls every function of the host API with values that no honest rule would give. None may panic, corrupt the
//! position or take long. The host's fast paths read arguments straight from the stack in unsafe code, so no forged
//! handle may be accepted.

use crate::common::library;
use cardwright_content::PackSource;
use cardwright_script::{Vm, api_docs};
use cardwright_state::Position;
use cardwright_state::notation;
use cardwright_state::val::{Kind, Val};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Luau expressions for values that no honest rule would give. `vm_with_calls` defines the names in capitals.
const HOSTILE: [&str; 32] = [
    "nil",
    "true",
    "-1",
    "-0",
    "0",
    "HALF",
    "-1 - HALF",
    "NAN",
    "HUGE",
    "-HUGE",
    "BIG",
    "2147483648",
    "-2147483649",
    "4294967296",
    "140737488355328",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740992",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "\"\"",
    "\"no-such-thing\"",
    "\"5\"",
    "LONG",
    "{}",
    "{ 1, SAID(\"two\"), {} }",
    "{ handle = 9007199254740991 }",
    "{ handle = \"x\", offer = 1 }",
    "function() return HUGE end",
    "first(set_of(PORT)) + HALF",
];

/// Returns a valid value for a parameter of this type, as a Luau expression.
fn valid_value(type_name: &str) -> &'static str {
    match type_name.trim_end_matches('?') {
        "Side" => "RED",
        "Space" => "PORT",
        "Places" | "Set" => "PROVINCES",
        "Class" => "GUARD",
        "Stack" | "Stack | Class" | "Class | Stack" => "STACK",
        "Track" => "UNREST",
        "Fact" => "OWNER",
        "Filter" | "Filter | Set" | "Filter | Set | (any) -> boolean" => "has_value(UNREST, 0)",
        "Reason" => "WHY.top",
        "Text" => "TEXT.which",
        "Zone" => "ZONE.red",
        "Period" => "TURN",
        "Mark" => "MOVED",
        "Die" => "D6",
        "Pile" | "Pile | Set" => "STOCK",
        "Card" | "Card | Space | Link | Class" => "CARD[\"01\"]",
        "Link" => "CROSSING",
        "LinkKind" | "LinkKind | Set" => "ROAD",
        "Action" => "STIR",
        "{Action}" => "{ STIR }",
        "Action | Word" => "WORD.keep",
        "number" => "1",
        "boolean" => "true",
        "string" => "\"open\"",
        "() -> ...any" => "function() return 1 end",
        _ => "PORT",
    }
}

/// Returns the names of all host functions with the types of their parameters, from the signatures in the reference.
fn functions() -> Vec<(String, Vec<String>)> {
    let mut out = Vec::new();
    for doc in api_docs() {
        let (name, parameters) = doc.signature.split_once('(').unwrap();
        let (mut depth, mut end) = (1, 0);
        let (mut part, mut parts) = (String::new(), Vec::new());
        for (i, c) in parameters.char_indices() {
            depth += i32::from(matches!(c, '(' | '{')) - i32::from(matches!(c, ')' | '}'));
            if depth == 0 || (depth == 1 && c == ',') {
                parts.push(std::mem::take(&mut part));
            } else {
                part.push(c);
            }
            if depth == 0 {
                end = i;
                break;
            }
        }
        assert!(end > 0 || parameters.starts_with(')'), "{}", doc.signature);
        let parameter_type = |p: &String| p.split_once(": ").map_or("any", |(_, text)| text).trim().to_owned();
        out.push((name.to_owned(), parts.iter().filter(|p| !p.trim().is_empty()).map(parameter_type).collect()));
    }
    out.push(("tostring".into(), vec!["any".into()]));
    for (name, n) in
        [("string.rep", 2), ("string.format", 2), ("string.sub", 3), ("string.byte", 2), ("table.concat", 2)]
    {
        out.push((name.into(), vec!["string".into(); n]));
    }
    out
}

/// Returns handles of every kind that name nothing, and handles of unknown kinds.
fn forged_handles() -> Vec<String> {
    let payloads = [200u64, 4095, 65_535, 65_536 * 255, (1 << 32) + 1, (1 << 40) + 7, (1 << 48) - 1];
    let handles_of = |kind: &Kind| payloads.map(|p| Val::handle(*kind, p).0.to_string());
    let unknown_kinds = (26..32).map(|kind| ((kind << 48) + 1i64).to_string());
    Kind::ALL.iter().skip(1).flat_map(handles_of).chain(unknown_kinds).collect()
}

/// Returns an argument list with `value` at one index and valid values elsewhere.
fn arguments(types: &[String], index: usize, value: &str) -> String {
    // The engine checks literal names when the game loads. `SAID` returns its argument, so a name inside it is checked
    // only when the call runs.
    let computed = |value: &str| if value.starts_with('"') { format!("SAID({value})") } else { value.to_owned() };
    let each = types.iter().enumerate();
    each.map(|(i, type_name)| computed(if i == index { value } else { valid_value(type_name) }))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Loads the demo with a step that makes these calls. Returns a VM and the position before the first choice. The first
/// two answers give the batch of the call and its number in the batch.
fn vm_with_calls(calls: &[String]) -> (Vm, Position) {
    let mut library = library(&["tests/packs/demo"]);
    let mut script = "local BIG, HALF = tonumber(\"1e308\"), tonumber(\"0.5\")\nlocal HUGE = BIG * 10\nlocal NAN = HUGE - HUGE\nlocal LONG = string.rep(\"x\", 100000)\nlocal function SAID(text)\n  return text\nend\n".to_owned();
    script.push_str(
        "local STIR = action \"poke\"\nfunction STIR.offer(side)\n  offer(STIR)\nend\nfunction STIR.play() end\n",
    );
    // Each batch of a hundred calls is one function, because Luau limits the size of a function.
    for (b, batch) in calls.chunks(100).enumerate() {
        let _ = writeln!(script, "local function batch{b}(n, STACK)");
        for (i, call) in batch.iter().enumerate() {
            let _ = writeln!(script, "  if n == {i} then\n    return {call}\n  end");
        }
        script.push_str("end\n");
    }
    script.push_str("step(\"evil\", function()\n  local b = choose(RED, numbers(0, 10000))\n  local n = choose(RED, numbers(0, 99))\n");
    script.push_str("  local STACK = first(stacks(PROVINCES, GUARD))\n  offer(WORD.keep)\n");
    for b in 0..calls.chunks(100).len() {
        let _ = writeln!(script, "  if b == {b} then\n    batch{b}(n, STACK)\n  end");
    }
    // The step ends with a choice, whatever the call did.
    script.push_str("  offer(WORD.reroll)\n  choose(RED)\n  return next(\"evil\")\nend)\n");
    let meta = "[meta]\nid = \"bad\"\ngame = \"demo\"\nname = \"Bad\"\nfirst = \"evil\"\nposition = \"\"\"\nhills: 2 open\nport: 2 guard, hidden\n\"\"\"\n";
    let files = [
        ("pack.toml", "id = \"sweep\"\nversion = \"0.1.0\"\n"),
        ("scripts/demo/evil.luau", &script),
        ("scenarios/demo/bad.toml", meta),
        ("scripts/demo/text.toml", "[action.poke]\nlabel = \"Poke\"\n"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    library.add(PackSource::Memory(files)).unwrap();
    let (program, vm, _) =
        library.load("demo").unwrap_or_else(|e| panic!("{}", cardwright_content::render(&e[..e.len().min(5)], false)));
    let set_up = cardwright_table::SetUp { scenario: "bad".into(), seed: 1, ..Default::default() };
    let table = cardwright_table::Table::start(program.clone(), vm, &set_up).unwrap();
    let position = table.position().clone();
    (program.vm().unwrap(), position)
}

/// Counts the pieces of each type. No rule may change the numbers.
fn pieces(vm: &Vm, position: &Position) -> Vec<u32> {
    let board = vm.board();
    let mut sums = vec![0; board.piece_types.len()];
    for place in 0..board.spaces.len() {
        for (state, n) in position.pieces_at(cardwright_state::SpaceId::new(place)) {
            sums[board.plain_state(state).piece_type.index()] += n;
        }
    }
    sums
}

/// Checks that the position has all pieces, and can be written and read again.
fn assert_sound(vm: &Vm, start_position: &Position, what: &str) {
    vm.with_position(|position| {
        assert_eq!(pieces(vm, position), pieces(vm, start_position), "pieces after {what}");
        notation::print_full(vm.board(), position);
        let text = notation::print_save(vm.board(), position);
        let read = notation::load(vm.board(), &text);
        assert!(read.is_ok(), "after {what} the position cannot be read again: {:?}\n{text}", read.err());
        assert_eq!(notation::print_save(vm.board(), &read.unwrap()), text, "after {what}");
    });
}

#[test]
fn host_functions_reject_hostile_arguments_in_play() {
    let mut calls = Vec::new();
    let forged_handles = forged_handles();
    for (f, (name, types)) in functions().into_iter().enumerate() {
        let types = if types.is_empty() { vec!["any".to_owned()] } else { types };
        for index in 0..types.len() {
            for value in HOSTILE {
                calls.push(format!("({name})({})", arguments(&types, index, value)));
            }
            // Each parameter gets one in eleven of the forged handles. Together the parameters cover all of them.
            for value in forged_handles.iter().skip((f + index) % 11).step_by(11) {
                calls.push(format!("({name})({})", arguments(&types, index, value)));
            }
        }
    }
    let (mut vm, start_position) = vm_with_calls(&calls);
    let mut succeeded = 0;
    for (i, call) in calls.iter().enumerate() {
        vm.set_position(&start_position);
        vm.run().unwrap();
        vm.answer(i / 100).unwrap();
        let start = Instant::now();
        let result = vm.answer(i % 100);
        assert!(start.elapsed() < Duration::from_secs(3), "{call} took {:?}", start.elapsed());
        let Err(error) = result else {
            succeeded += 1;
            assert_sound(&vm, &start_position, call);
            for row in &vm.choice().rows {
                row.text(vm.board());
            }
            continue;
        };
        assert!(error.to_string().len() < 10_000, "{call}: {error}");
    }
    assert!(succeeded > calls.len() / 50, "only {succeeded} of {} calls succeeded", calls.len());
}

#[test]
fn forged_handles_in_suppose_never_change_the_position() {
    let (mut vm, start_position) = vm_with_calls(&[]);
    vm.set_position(&start_position);
    vm.run().unwrap();
    let forged_handles = forged_handles();
    let mut succeeded = 0;
    let mut call_count = 0;
    for (name, types) in functions() {
        for index in 0..types.len() {
            for value in &forged_handles {
                let args = arguments(&types, index, value).replace("STACK", "first(stacks(PROVINCES, GUARD))");
                let args = args.replace("STIR", "{ offer = function() end }");
                let call = format!("suppose(function() return ({name})({args}) end)");
                call_count += 1;
                succeeded += usize::from(vm.evaluate(&call).is_ok());
                vm.with_position(|p| assert_eq!(p, &start_position, "{call} changed the position"));
            }
        }
    }
    assert_sound(&vm, &start_position, "all calls in `suppose`");
    assert!(succeeded > 0 && succeeded < call_count, "{succeeded} of {call_count}");
    vm.run().unwrap();
    assert_eq!(vm.choice().rows.len(), 10_001);
}
