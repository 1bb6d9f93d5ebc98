//! Relations: columns of an offer that depend on an earlier column.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, load_error, play, position_at, rows};
use cardwright_script::{Exclusion, Stop, Vm};

/// A fact that holds a set of spaces for each province.
const BOARD: &str = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n\
     [[fact]]\nid = \"came-from\"\non = \"province\"\ntype = \"set\"\nof = \"space\"\nuntil = \"turn\"\n";

/// A hidden band in the hills, a full and a worn guard in the port, and two bands by the river.
const BANDS_AND_GUARDS: &str = "hills: hidden; port: guard, guard/worn; river: 2 open";

/// Makes a VM whose script offers `WORD.keep` with the columns `offered`. `head` is Lua code before the step.
fn vm(head: &str, offered: &str, position: &str) -> Vm {
    let step = format!(
        "step(\"try\", function()\n  offer(WORD.keep, {offered})\n  choose(RED)\n  return next(\"try\")\nend)\n"
    );
    let files = [("scenarios/demo/board.toml", BOARD), ("scripts/demo/try.luau", &format!("{head}\n{step}") as &str)];
    let (_, mut vm) = demo(&files);
    vm.set_position(&position_at(&vm, &format!("turn try; {position}")));
    vm
}

/// Checks the rows for the columns `offered`. The script also offers `keep 1`, so that there is always a row.
#[track_caller]
fn assert_rows(head: &str, offered: &str, position: &str, expected: &[&str]) {
    let mut vm = vm(head, &format!("1)\n  offer(WORD.keep, {offered}"), position);
    assert_eq!(vm.run(), Ok(Stop::Choice), "{offered}");
    let rows: Vec<String> = rows(&vm).iter().skip(1).map(|row| row.replacen("keep ", "", 1)).collect();
    assert_eq!(rows, expected, "{offered}");
}

/// Checks that an offer of the columns `offered` fails with this error at its line.
#[track_caller]
fn assert_error(offered: &str, expected: &str) {
    let error = vm("", offered, BANDS_AND_GUARDS).run().unwrap_err().with_place();
    assert!(error.starts_with("more:scripts/demo/try.luau:3: ") && error.contains(expected), "{offered}: {error}");
}

#[test]
fn near_counts_steps_from_the_column_before() {
    let guards = "stacks(PROVINCES, GUARD)";
    for (to, expected) in [
        ("near(1)", &["guard port hills", "guard port river", "guard/worn port hills", "guard/worn port river"][..]),
        ("near(0)", &[]),
        ("near(1, set_of(HILLS, POOL))", &["guard port hills", "guard/worn port hills"]),
        ("near(1, has_piece(OPEN))", &["guard port river", "guard/worn port river"]),
        ("near(1, nil, nil, FERRY)", &["guard port river", "guard/worn port river"]),
        ("near(1, nil, nil, set_of(HILLS__PORT))", &["guard port hills", "guard/worn port hills"]),
        ("near(1, nil, nil, set_of())", &[]),
        ("near(1, set_of())", &[]),
    ] {
        assert_rows("", &format!("{guards}, {to}"), BANDS_AND_GUARDS, expected);
    }
    for (to, expected) in [
        ("near(1)", &["port"][..]),
        ("near(2)", &["port", "river"]),
        ("near(nil)", &["port", "river"]),
        ("near(nil, nil, has_piece(BLUE))", &["port", "river"]),
        ("near(nil, nil, lacks(has_piece(BLUE)))", &["port"]),
        ("near(9, nil, set_of(RIVER))", &["port"]),
        ("near(nil, PROVINCES, PROVINCES, ROAD)", &["port", "river"]),
        ("near(nil, nil, nil, FERRY)", &[]),
    ] {
        let expected: Vec<String> = expected.iter().map(|to| format!("hidden hills {to}")).collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        assert_rows("", &format!("stacks(HILLS, RED), {to}"), BANDS_AND_GUARDS, &expected);
    }
    // The steps may start from a set of spaces or from a single space. Without links, no space is near.
    assert_rows("", "set_of(HILLS, POOL), near(1)", BANDS_AND_GUARDS, &["hills port"]);
    assert_rows("", "POOL, near(nil)", BANDS_AND_GUARDS, &[]);
}

#[test]
fn a_relation_made_at_load_uses_the_current_position() {
    let head = "local TO_OPEN = near(1, has_piece(OPEN))\nlocal BY_WAY = near(nil, nil, has_piece(GUARD))";
    assert_rows(head, "PORT, TO_OPEN", BANDS_AND_GUARDS, &["port river"]);
    assert_rows(head, "PORT, TO_OPEN", "hills: open", &["port hills"]);
    assert_rows(head, "HILLS, BY_WAY", BANDS_AND_GUARDS, &["hills port", "hills river"]);
    assert_rows(head, "HILLS, BY_WAY", "", &["hills port"]);
}

#[test]
fn elsewhere_excludes_the_place_of_the_column_before() {
    assert_rows(
        "",
        "stacks(PORT, GUARD), elsewhere(PROVINCES)",
        "port: guard",
        &["guard port hills", "guard port river"],
    );
    assert_rows("", "POOL, elsewhere(set_of(HILLS))", "", &["pool hills"]);
    assert_rows("local THERE = elsewhere(PROVINCES)", "PORT, 2, THERE", "", &["port 2 hills", "port 2 river"]);
    assert_rows("", "HILLS, elsewhere(set_of(HILLS))", "", &[]);
    assert_rows("", "HILLS, elsewhere(set_of())", "", &[]);
    assert_rows("", "HIDDEN, elsewhere(set_of(HILLS, PORT))", "", &["hidden hills", "hidden port"]);
}

#[test]
fn at_same_place_gives_only_things_in_the_place_of_the_column_before() {
    let position = "hills: hidden, guard; port: guard";
    assert_rows(
        "",
        "stacks(PROVINCES, GUARD), at_same_place(stacks(PROVINCES, RED))",
        position,
        &["guard hills hidden hills"],
    );
    assert_rows("", "stacks(PORT, GUARD), at_same_place(PROVINCES)", position, &["guard port port"]);
    assert_rows("", "stacks(PORT, GUARD), at_same_place(set_of())", position, &[]);
    // The destination depends on the first column, although the column of the carried piece comes in between.
    let offered = "stacks(PROVINCES, GUARD), at_same_place(stacks(PROVINCES, RED)), near(1)";
    assert_rows("", offered, position, &["guard hills hidden hills port"]);
}

#[test]
fn by_type_prefers_the_narrower_class() {
    let head = "local GOES = by_type { [BAND] = near(1), [OPEN] = elsewhere(set_of(HILLS)), [class(\"guard/worn\")] = set_of(PORT, POOL) }";
    assert_rows(head, "stacks(PROVINCES, RED), GOES", BANDS_AND_GUARDS, &["hidden hills port", "open river hills"]);
    // The full guard has none of the named classes, so it has no row.
    assert_rows(
        head,
        "stacks(PROVINCES, BLUE), GOES",
        BANDS_AND_GUARDS,
        &["guard/worn port port", "guard/worn port pool"],
    );
    // A piece that is not on the map has a type but no place.
    assert_rows(head, "class(\"guard/worn\"), GOES", BANDS_AND_GUARDS, &["guard/worn port", "guard/worn pool"]);
    assert_rows(
        "",
        "stacks(HILLS, RED), by_type { [RED] = by_type { [HIDDEN] = near(2) } }",
        BANDS_AND_GUARDS,
        &["hidden hills port", "hidden hills river"],
    );
    assert_rows("", "stacks(HILLS, RED), by_type { }", BANDS_AND_GUARDS, &[]);
}

#[test]
fn as_many_gives_numbers_up_to_a_count() {
    let expected = ["river 1 port", "river 2 port"];
    assert_rows("", "RIVER, as_many(OPEN), near(1)", BANDS_AND_GUARDS, &expected);
    assert_rows("", "RIVER, as_many(RED), near(1)", BANDS_AND_GUARDS, &expected);
    assert_rows("", "RIVER, as_many(HIDDEN), near(1)", BANDS_AND_GUARDS, &[]);
    assert_rows("", "stacks(RIVER, OPEN), as_many()", BANDS_AND_GUARDS, &["open river 1", "open river 2"]);
    assert_rows("", "PORT, as_many(GUARD, lacks(marked(MOVED)))", "port: 2 guard, guard+moved", &["port 1", "port 2"]);
}

#[test]
fn keep_and_drop_narrow_relations() {
    assert_rows("local TO = keep(near(1), has_piece(OPEN))", "PORT, TO", BANDS_AND_GUARDS, &["port river"]);
    assert_rows("local TO = drop(near(1), has_piece(OPEN))", "PORT, TO", BANDS_AND_GUARDS, &["port hills"]);
    assert_rows("", "PORT, drop(near(1), set_of(RIVER), nil, has_piece(HIDDEN))", BANDS_AND_GUARDS, &[]);
    assert_rows("", "RIVER, keep(as_many(OPEN), set_of(2))", BANDS_AND_GUARDS, &["river 2"]);
    let head = "local TO = drop(near(nil), set_has_origin(CAME_FROM))";
    assert_rows(head, "set_of(HILLS, PORT), TO", "river: came-from port", &["hills port", "hills river", "port hills"]);
}

#[test]
fn choices_take_relations() {
    let script =
        "step(\"try\", function()\n  choose(RED, set_of(HILLS, RIVER), near(1))\n  return next(\"try\")\nend)\n";
    let (_, mut vm) = demo(&[("scripts/demo/try.luau", script)]);
    vm.set_position(&position_at(&vm, "turn try"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["hills port", "river port"]);
    assert_eq!(play(&mut vm, "river port"), Ok(Stop::Choice));
}

#[test]
fn an_unsuitable_origin_is_reported_with_its_column() {
    assert_error("near(1)", "column 1 of `offer` is a relation, and no column before it has a piece or a place");
    assert_error("WORD.done, 3, near(1)", "column 3 of `offer` is a relation, and no column before it");
    assert_error(
        "RED, near(1)",
        "and the side `red` in column 1 has no place; put this column after the one it depends on",
    );
    assert_error("HIDDEN, near(1)", "the piece class `hidden` in column 1 has no place");
    assert_error("HILLS, by_type { [BAND] = near(1) }", "the space `hills` in column 1 is not a piece");
    assert_error("HILLS, as_many()", "the space `hills` in column 1 is not a stack");
    assert_error("HILLS, at_same_place(set_of(RED))", "takes stacks or spaces: the side `red` has no place");
    assert_error(
        "HILLS, near(1, set_has_origin(CAME_FROM)), set_of(keep(PROVINCES, set_has_origin(CAME_FROM)))",
        "needs a relation that starts from a stack or a space",
    );
}

#[test]
fn invalid_relations_are_errors() {
    let mut vm_at_choice = vm("", "HILLS", BANDS_AND_GUARDS);
    vm_at_choice.run().unwrap();
    for (code, expected) in [
        ("near(-1)", "-1 is not a number of steps: give 0 or more"),
        ("near(0.5)", "0.5 is not a whole number"),
        ("near(RED)", "expected a number of steps, got the side `red`"),
        ("near(1, GUARD)", "`to`: expected a set, got the piece class `guard`"),
        ("near(1, set_of(RED))", "`to`: expected a space or a set of spaces"),
        ("near(1, near(1))", "`to`: a relation is neither a filter nor a set"),
        ("near(1, nil, set_of(CROSSING))", "`through`: expected a space or a set of spaces"),
        ("near(1, nil, nil, HILLS)", "expected a kind of links or a set of links, got the space `hills`"),
        ("near(1, nil, nil, nil, TEXT.which)", "expected a reason, got the text `which`"),
        ("elsewhere(GUARD)", "expected a set, got the piece class `guard`"),
        ("at_same_place(GUARD)", "expected a set, got the piece class `guard`"),
        ("by_type(3)", "`by_type` takes a table"),
        ("by_type { near(1) }", "expected a piece class, got the number 1"),
        ("by_type { guard = near(1) }", "`guard` is not a class"),
        ("by_type { [GUARD] = 3 }", "a relation or a set for each class, not the number 3"),
        (
            "by_type { [class(\"guard/full\")] = near(1), [BLUE] = near(2), [GUARD] = near(1) }",
            "both `guard` and `blue`",
        ),
        ("as_many(HILLS)", "expected a piece class, got the space `hills`"),
        ("as_many(nil, marked(MOVED))", "give the class first"),
        ("keep(near(1), function() return true end)", "take filters and sets, not functions"),
        ("keep(near(1), nil)", "the filter is nil"),
        ("keep(PROVINCES, near(1))", "a relation"),
        ("set_has_origin(USED)", "`used` is not a set of spaces"),
        ("members(near(1))", "expected a set, got a relation"),
        ("set_of(near(1))", "a relation cannot be stored"),
    ] {
        let error =
            vm_at_choice.evaluate(code).map_or_else(|message| message, |value| format!("no error, but {value}"));
        assert!(error.contains(expected), "{code}: {error}");
    }
    let script = "step(\"try\", function()\n  return next(\"try\", near(1))\nend)\n";
    let (_, mut vm) = demo(&[("scripts/demo/try.luau", script)]);
    vm.set_position(&position_at(&vm, "turn try"));
    assert!(vm.run().unwrap_err().to_string().contains("a relation does not outlive its step"));
}

#[test]
fn relations_are_checked_at_load() {
    let messages_for = |line: &str| {
        load_error(&[(
            "scripts/demo/try.luau",
            &format!("step(\"try\", function()\n  {line}\n  choose(RED)\n  return next(\"try\")\nend)\n"),
        )])
    };
    for (line, expected) in [
        ("offer(WORD.keep, HILLS, near(\"one\"))", "`near` takes a number as `n`, not a string"),
        ("offer(WORD.keep, HILLS, near(1, near(1)))", "`near` takes a Filter or a Set as `to`, not a Relation"),
        ("offer(WORD.keep, HILLS, near(1, nil, nil, nil, TEXT.which))", "`near` takes a Reason as `why`, not a Text"),
        ("offer(WORD.keep, HILLS, near(1, nil, nil, nil, WHY.once, 6))", "`near` takes 5, not 6"),
        ("offer(WORD.keep, HILLS, by_type(near(1)))", "`by_type` takes a list as `relations`"),
        ("offer(WORD.keep, members(near(1))[1])", "`members` takes a Set as `set`, not a Relation"),
        ("offer(WORD.keep, HILLS, keep(near(1)))", "`keep` needs `filter`"),
    ] {
        let error = messages_for(line);
        assert!(error.contains(expected) && error.contains("try.luau:2"), "{line}: {error}");
    }
}

/// Returns the exclusions as text: the reason, the excluded things, and the columns before them in each row.
fn reasons(vm: &mut Vm) -> Vec<(String, String, Vec<String>)> {
    let trace = vm.explain().unwrap();
    let board = vm.board().clone();
    let texts = |vals: &[cardwright_state::Val]| vals.iter().map(|val| board.text(*val)).collect::<Vec<_>>().join(" ");
    let exclusion_text = |exclusion: &Exclusion| {
        (
            board.labels[exclusion.reason].id.clone(),
            texts(&exclusion.excluded),
            exclusion.rows.iter().map(|row| texts(&row.before)).collect(),
        )
    };
    trace.exclusions.iter().map(exclusion_text).collect()
}

fn reason(why: &str, excluded: &str, rows: &[&str]) -> (String, String, Vec<String>) {
    (why.into(), excluded.into(), rows.iter().map(|row| (*row).to_owned()).collect())
}

#[test]
fn exclusions_belong_to_their_row() {
    let offered = "stacks(PROVINCES, RED), near(1, PROVINCES, nil, nil, WHY.once)";
    let mut near = vm("", offered, BANDS_AND_GUARDS);
    assert_eq!(
        reasons(&mut near),
        [reason("once", "river", &["keep hidden hills"]), reason("once", "hills", &["keep open river"]),]
    );
    let mut by_type = vm("", "stacks(PROVINCES, RED), by_type({ [OPEN] = near(1) }, WHY.top)", BANDS_AND_GUARDS);
    assert_eq!(reasons(&mut by_type), [reason("top", "hidden hills", &["keep"])]);
    let mut as_many = vm("", "set_of(HILLS, PORT), as_many(RED, nil, WHY.top)", BANDS_AND_GUARDS);
    assert_eq!(reasons(&mut as_many), [reason("top", "port", &["keep"])]);
    let mut narrowed = vm("", "stacks(RIVER, RED), drop(near(2), has_piece(BLUE), WHY.quiet)", BANDS_AND_GUARDS);
    assert_eq!(reasons(&mut narrowed), [reason("quiet", "port", &["keep open river"])]);
}

#[test]
fn exclusions_from_a_narrowed_set_belong_to_the_rows_made_with_it() {
    // Each stack has its own set, one of them empty. Each reason belongs to its stack.
    let offered = "HILLS)\n  for _, band in ipairs(members(stacks(PROVINCES, RED))) do\n    \
                offer(WORD.keep, band, keep(adjacent(place_of(band)), has_piece(HIDDEN), WHY.top))\n  end\n  offer(WORD.keep";
    let mut looped = vm("", offered, "hills: hidden; river: open");
    assert_eq!(
        reasons(&mut looped),
        [reason("top", "port", &["keep hidden hills"]), reason("top", "port", &["keep open river"]),]
    );
    // A set made from a narrowed set has the exclusions of the narrowed set.
    for column in [
        "both(SET, PROVINCES)",
        "without(SET, set_of(PORT))",
        "union(SET, set_of(POOL))",
        "keep(SET, has_piece(OPEN))",
        "keep(PROVINCES, SET)",
        "stacks(SET, RED)",
        "only(SET, PROVINCES, WHY.once)",
        "near(1, SET)",
    ] {
        let narrowed = "keep(PROVINCES, has_piece(OPEN), WHY.top)";
        let mut vm = vm("", &format!("PORT, {}", column.replace("SET", narrowed)), BANDS_AND_GUARDS);
        assert!(reasons(&mut vm).contains(&reason("top", "hills port", &["keep port"])), "{column}");
    }
    // A set that was not offered has no row.
    let mut vm_without_offer = vm("", "#members(keep(PROVINCES, has_piece(OPEN), WHY.top))", BANDS_AND_GUARDS);
    assert_eq!(reasons(&mut vm_without_offer), [reason("top", "hills port", &[])]);
}

#[test]
fn a_set_without_members_stays_empty_during_why() {
    let head = "local none = function() return keep(PROVINCES, has_piece(GUARD), WHY.top) end";
    let mut vm = vm(head, "is_empty(none()) and 1 or 2", "");
    assert_eq!(reasons(&mut vm), [reason("top", "hills port river", &[])]);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep 1"]);
    let trace = vm.explain().unwrap();
    assert_eq!(trace.exclusions.len(), 1, "the second `why` gives the same exclusions");
}
