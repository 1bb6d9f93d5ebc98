//! Relations: columns of an offer that are worked out for each value of a column before them.
#![allow(clippy::unwrap_used)]

use crate::common::{at, demo, play, refused, rows};
use cardwright_script::{Narrowed, Stop, Vm};

/// A fact of provinces that lists provinces.
const BOARD: &str = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n\
     [[fact]]\nid = \"came-from\"\non = \"province\"\ntype = \"set\"\nof = \"space\"\nuntil = \"turn\"\n";

/// A hidden band in the hills, a full and a worn guard in the port, two of its band by the river.
const WHERE: &str = "hills: hidden; port: guard, guard/worn; river: 2 open";

/// A script that offers with `WORD.keep` and asks; `head` stands before the step.
fn vm(head: &str, offered: &str, position: &str) -> Vm {
    let step = format!(
        "step(\"try\", function()\n  offer(WORD.keep, {offered})\n  choose(RED)\n  return next(\"try\")\nend)\n"
    );
    let files = [("scenarios/demo/board.toml", BOARD), ("scripts/demo/try.luau", &format!("{head}\n{step}") as &str)];
    let (_, mut vm) = demo(&files);
    vm.set(&at(&vm, &format!("turn try; {position}")));
    vm
}

/// What the columns come to, with a word that is always offered so that nobody is without a row.
#[track_caller]
fn come_to(head: &str, offered: &str, position: &str, wanted: &[&str]) {
    let mut vm = vm(head, &format!("1)\n  offer(WORD.keep, {offered}"), position);
    assert_eq!(vm.run(), Ok(Stop::Choice), "{offered}");
    let rows: Vec<String> = rows(&vm).iter().skip(1).map(|row| row.replacen("keep ", "", 1)).collect();
    assert_eq!(rows, wanted, "{offered}");
}

/// The error that an offer ends in, with its place.
#[track_caller]
fn fails(offered: &str, wanted: &str) {
    let told = vm("", offered, WHERE).run().unwrap_err().with_place();
    assert!(told.starts_with("more:scripts/demo/try.luau:3: ") && told.contains(wanted), "{offered}: {told}");
}

#[test]
fn near_goes_so_many_steps_from_each_value_of_the_column_before() {
    let guards = "stacks(PROVINCES, GUARD)";
    for (to, wanted) in [
        ("near(1)", &["guard port hills", "guard port river", "guard/worn port hills", "guard/worn port river"][..]),
        ("near(0)", &[]),
        ("near(1, set_of(HILLS, POOL))", &["guard port hills", "guard/worn port hills"]),
        ("near(1, has_piece(OPEN))", &["guard port river", "guard/worn port river"]),
        ("near(1, nil, nil, FERRY)", &["guard port river", "guard/worn port river"]),
        ("near(1, nil, nil, set_of(HILLS__PORT))", &["guard port hills", "guard/worn port hills"]),
        ("near(1, nil, nil, set_of())", &[]),
        ("near(1, set_of())", &[]),
    ] {
        come_to("", &format!("{guards}, {to}"), WHERE, wanted);
    }
    for (to, wanted) in [
        ("near(1)", &["port"][..]),
        ("near(2)", &["port", "river"]),
        ("near(nil)", &["port", "river"]),
        ("near(nil, nil, has_piece(BLUE))", &["port", "river"]),
        ("near(nil, nil, lacks(has_piece(BLUE)))", &["port"]),
        ("near(9, nil, set_of(RIVER))", &["port"]),
        ("near(nil, PROVINCES, PROVINCES, ROAD)", &["port", "river"]),
        ("near(nil, nil, nil, FERRY)", &[]),
    ] {
        let wanted: Vec<String> = wanted.iter().map(|to| format!("hidden hills {to}")).collect();
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
        come_to("", &format!("stacks(HILLS, RED), {to}"), WHERE, &wanted);
    }
    // From places as well, and from one thing; where no link leads nothing is near.
    come_to("", "set_of(HILLS, POOL), near(1)", WHERE, &["hills port"]);
    come_to("", "POOL, near(nil)", WHERE, &[]);
}

#[test]
fn what_a_script_made_at_its_head_asks_the_position_of_now() {
    let head = "local TO_OPEN = near(1, has_piece(OPEN))\nlocal BY_WAY = near(nil, nil, has_piece(GUARD))";
    come_to(head, "PORT, TO_OPEN", WHERE, &["port river"]);
    come_to(head, "PORT, TO_OPEN", "hills: open", &["port hills"]);
    come_to(head, "HILLS, BY_WAY", WHERE, &["hills port", "hills river"]);
    come_to(head, "HILLS, BY_WAY", "", &["hills port"]);
}

#[test]
fn elsewhere_is_every_place_but_its_own() {
    come_to("", "stacks(PORT, GUARD), elsewhere(PROVINCES)", "port: guard", &["guard port hills", "guard port river"]);
    come_to("", "POOL, elsewhere(set_of(HILLS))", "", &["pool hills"]);
    come_to("local THERE = elsewhere(PROVINCES)", "PORT, 2, THERE", "", &["port 2 hills", "port 2 river"]);
    come_to("", "HILLS, elsewhere(set_of(HILLS))", "", &[]);
    come_to("", "HILLS, elsewhere(set_of())", "", &[]);
    come_to("", "HIDDEN, elsewhere(set_of(HILLS, PORT))", "", &["hidden hills", "hidden port"]);
}

#[test]
fn a_load_stands_where_its_carrier_stands() {
    let position = "hills: hidden, guard; port: guard";
    come_to(
        "",
        "stacks(PROVINCES, GUARD), at_same_place(stacks(PROVINCES, RED))",
        position,
        &["guard hills hidden hills"],
    );
    come_to("", "stacks(PORT, GUARD), at_same_place(PROVINCES)", position, &["guard port port"]);
    come_to("", "stacks(PORT, GUARD), at_same_place(set_of())", position, &[]);
    // The load is of the first column, though the goal comes in between.
    let far = "stacks(PROVINCES, GUARD), near(1), from_column(1, at_same_place(stacks(PROVINCES, RED)))";
    come_to("", far, position, &["guard hills port hidden hills"]);
}

#[test]
fn each_type_has_its_own_and_the_narrower_class_holds() {
    let head = "local GOES = by_type { [BAND] = near(1), [OPEN] = elsewhere(set_of(HILLS)), [class(\"guard/worn\")] = set_of(PORT, POOL) }";
    come_to(head, "stacks(PROVINCES, RED), GOES", WHERE, &["hidden hills port", "open river hills"]);
    // The full guard is of no class that is named: it has no row.
    come_to(head, "stacks(PROVINCES, BLUE), GOES", WHERE, &["guard/worn port port", "guard/worn port pool"]);
    // What is in hand has a type and no place.
    come_to(head, "class(\"guard/worn\"), GOES", WHERE, &["guard/worn port", "guard/worn pool"]);
    come_to(
        "",
        "stacks(HILLS, RED), by_type { [RED] = by_type { [HIDDEN] = near(2) } }",
        WHERE,
        &["hidden hills port", "hidden hills river"],
    );
    come_to("", "stacks(HILLS, RED), by_type { }", WHERE, &[]);
}

#[test]
fn numbers_are_passed_over_and_may_be_how_many_there_are() {
    let wanted = ["river 1 port", "river 2 port"];
    come_to("", "RIVER, as_many(OPEN), near(1)", WHERE, &wanted);
    come_to("", "RIVER, as_many(RED), near(1)", WHERE, &wanted);
    come_to("", "RIVER, as_many(HIDDEN), near(1)", WHERE, &[]);
    come_to("", "stacks(RIVER, OPEN), as_many()", WHERE, &["open river 1", "open river 2"]);
    come_to("", "PORT, as_many(GUARD, lacks(marked(MOVED)))", "port: 2 guard, guard+moved", &["port 1", "port 2"]);
}

#[test]
fn a_relation_is_narrowed_as_a_set_is() {
    come_to("local TO = keep(near(1), has_piece(OPEN))", "PORT, TO", WHERE, &["port river"]);
    come_to("local TO = drop(near(1), has_piece(OPEN))", "PORT, TO", WHERE, &["port hills"]);
    come_to("", "PORT, drop(near(1), set_of(RIVER), nil, has_piece(HIDDEN))", WHERE, &[]);
    come_to("", "RIVER, keep(as_many(OPEN), set_of(2))", WHERE, &["river 2"]);
    let head = "local TO = drop(near(nil), set_has_origin(CAME_FROM))";
    come_to(head, "set_of(HILLS, PORT), TO", "river: came-from port", &["hills port", "hills river", "port hills"]);
}

#[test]
fn a_choice_over_sets_takes_relations_too() {
    let script =
        "step(\"try\", function()\n  choose(RED, set_of(HILLS, RIVER), near(1))\n  return next(\"try\")\nend)\n";
    let (_, mut vm) = demo(&[("scripts/demo/try.luau", script)]);
    vm.set(&at(&vm, "turn try"));
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["hills port", "river port"]);
    assert_eq!(play(&mut vm, "river port"), Ok(Stop::Choice));
}

#[test]
fn what_a_relation_cannot_be_worked_out_from_is_told_with_its_column() {
    fails("near(1)", "column 1 of what is offered is a relation, and nothing stands in a column before it");
    fails("WORD.done, 3, near(1)", "column 3 of what is offered is a relation, and nothing stands");
    fails("HILLS, from_column(2, near(1))", "a relation from column 2, which does not come before it");
    fails("RED, near(1)", "and the side `red` in column 1 stands nowhere; `from_column` names another column");
    fails("HIDDEN, near(1)", "the piece class `hidden` in column 1 stands nowhere");
    fails("HILLS, by_type { [BAND] = near(1) }", "the space `hills` in column 1 is no piece");
    fails("HILLS, as_many()", "the space `hills` in column 1 is none");
    fails("HILLS, at_same_place(set_of(RED))", "takes stacks or spaces: the side `red` stands nowhere");
    fails(
        "HILLS, near(1, set_has_origin(CAME_FROM)), set_of(keep(PROVINCES, set_has_origin(CAME_FROM)))",
        "narrows a relation",
    );
}

#[test]
fn what_makes_no_relation_says_so() {
    let mut begun = vm("", "HILLS", WHERE);
    begun.run().unwrap();
    for (made, wanted) in [
        ("near(-1)", "-1 steps: none or more, or nil"),
        ("near(0.5)", "0.5 is not a whole number"),
        ("near(RED)", "expected a number of steps, got the side `red`"),
        ("near(1, GUARD)", "`to`: expected a set, got the piece class `guard`"),
        ("near(1, set_of(RED))", "`to`: expected a space or a set of spaces"),
        ("near(1, near(1))", "`to`: a relation is no filter and no set"),
        ("near(1, nil, set_of(CROSSING))", "`through`: expected a space or a set of spaces"),
        ("near(1, nil, nil, HILLS)", "expected a kind of links or a set of links, got the space `hills`"),
        ("near(1, nil, nil, nil, TEXT.which)", "expected a reason, got the text `which`"),
        ("elsewhere(GUARD)", "expected a set, got the piece class `guard`"),
        ("at_same_place(GUARD)", "expected a set, got the piece class `guard`"),
        ("by_type(3)", "`by_type` takes a table"),
        ("by_type { near(1) }", "expected a piece class, got the number 1"),
        ("by_type { guard = near(1) }", "`guard` is none"),
        ("by_type { [GUARD] = 3 }", "a relation or a set for each class, not the number 3"),
        (
            "by_type { [class(\"guard/full\")] = near(1), [BLUE] = near(2), [GUARD] = near(1) }",
            "both `guard` and `blue`",
        ),
        ("by_type { [GUARD] = from_column(1, near(1)) }", "`from_column` comes last"),
        ("as_many(HILLS)", "expected a piece class, got the space `hills`"),
        ("as_many(nil, marked(MOVED))", "name the class first"),
        ("from_column(0, near(1))", "columns are numbered from 1"),
        ("from_column(1, PROVINCES)", "expected a relation, got a set"),
        ("keep(near(1), function() return true end)", "narrowed by filters and sets, not by a function"),
        ("keep(near(1), nil)", "the filter is nil"),
        ("keep(PROVINCES, near(1))", "a relation"),
        ("set_has_origin(USED)", "`used` is no set of spaces"),
        ("members(near(1))", "expected a set, got a relation"),
        ("set_of(near(1))", "a relation is no value to keep"),
    ] {
        let told = begun.evaluate(made).map_or_else(|message| message, |value| format!("no error, but {value}"));
        assert!(told.contains(wanted), "{made}: {told}");
    }
    let kept = "step(\"try\", function()\n  return next(\"try\", near(1))\nend)\n";
    let (_, mut vm) = demo(&[("scripts/demo/try.luau", kept)]);
    vm.set(&at(&vm, "turn try"));
    assert!(vm.run().unwrap_err().to_string().contains("a relation does not outlive its step"));
}

#[test]
fn check_knows_what_relations_take_and_are() {
    let said = |line: &str| {
        refused(&[(
            "scripts/demo/try.luau",
            &format!("step(\"try\", function()\n  {line}\n  choose(RED)\n  return next(\"try\")\nend)\n"),
        )])
    };
    for (line, wanted) in [
        ("offer(WORD.keep, HILLS, near(\"one\"))", "`near` takes a number as `n`, not a string"),
        ("offer(WORD.keep, HILLS, near(1, near(1)))", "`near` takes a Filter or a Set as `to`, not a Relation"),
        ("offer(WORD.keep, HILLS, near(1, nil, nil, nil, TEXT.which))", "`near` takes a Reason as `why`, not a Text"),
        ("offer(WORD.keep, HILLS, near(1, nil, nil, nil, WHY.once, 6))", "`near` takes 5, not 6"),
        ("offer(WORD.keep, HILLS, by_type(near(1)))", "`by_type` takes a list as `relations`"),
        ("offer(WORD.keep, members(near(1))[1])", "`members` takes a Set as `set`, not a Relation"),
        ("offer(WORD.keep, HILLS, from_column(1))", "`from_column` needs `relation`"),
        ("offer(WORD.keep, HILLS, keep(near(1)))", "`keep` needs `filter`"),
    ] {
        let told = said(line);
        assert!(told.contains(wanted) && told.contains("try.luau:2"), "{line}: {told}");
    }
}

/// What fell out, of which row, as the words of each.
fn reasons(vm: &mut Vm) -> Vec<(String, String, Vec<String>)> {
    let trace = vm.explain().unwrap();
    let board = vm.board().clone();
    let words = |vals: &[cardwright_state::Val]| vals.iter().map(|val| board.text(*val)).collect::<Vec<_>>().join(" ");
    let one = |it: &Narrowed| {
        (board.reasons[it.why.at()].id.clone(), words(&it.fell), it.rows.iter().map(|row| words(&row.before)).collect())
    };
    trace.narrowed.iter().map(one).collect()
}

fn reason(why: &str, fell: &str, rows: &[&str]) -> (String, String, Vec<String>) {
    (why.into(), fell.into(), rows.iter().map(|row| (*row).to_owned()).collect())
}

#[test]
fn what_falls_out_is_told_of_its_own_row() {
    let offered = "stacks(PROVINCES, RED), near(1, PROVINCES, nil, nil, WHY.once)";
    let mut near = vm("", offered, WHERE);
    assert_eq!(
        reasons(&mut near),
        [reason("once", "river", &["keep hidden hills"]), reason("once", "hills", &["keep open river"]),]
    );
    let mut by_type = vm("", "stacks(PROVINCES, RED), by_type({ [OPEN] = near(1) }, WHY.top)", WHERE);
    assert_eq!(reasons(&mut by_type), [reason("top", "hidden hills", &["keep"])]);
    let mut as_many = vm("", "set_of(HILLS, PORT), as_many(RED, nil, WHY.top)", WHERE);
    assert_eq!(reasons(&mut as_many), [reason("top", "port", &["keep"])]);
    let mut narrowed = vm("", "stacks(RIVER, RED), drop(near(2), has_piece(BLUE), WHY.quiet)", WHERE);
    assert_eq!(reasons(&mut narrowed), [reason("quiet", "port", &["keep open river"])]);
}

#[test]
fn what_a_script_narrows_is_told_of_the_rows_it_offers_it_in() {
    // For each stack its own set, one of them empty: each reason is of its stack.
    let each = "HILLS)\n  for _, band in ipairs(members(stacks(PROVINCES, RED))) do\n    \
                offer(WORD.keep, band, keep(adjacent(place_of(band)), has_piece(HIDDEN), WHY.top))\n  end\n  offer(WORD.keep";
    let mut looped = vm("", each, "hills: hidden; river: open");
    assert_eq!(
        reasons(&mut looped),
        [reason("top", "port", &["keep hidden hills"]), reason("top", "port", &["keep open river"]),]
    );
    // Through what is made of a narrowed set too.
    for made in [
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
        let mut vm = vm("", &format!("PORT, {}", made.replace("SET", narrowed)), WHERE);
        assert!(reasons(&mut vm).contains(&reason("top", "hills port", &["keep port"])), "{made}");
    }
    // What was only looked at is of no row.
    let mut seen = vm("", "#members(keep(PROVINCES, has_piece(OPEN), WHY.top))", WHERE);
    assert_eq!(reasons(&mut seen), [reason("top", "hills port", &[])]);
}

#[test]
fn a_set_that_lost_all_is_empty_while_somebody_asks_why() {
    let head = "local none = function() return keep(PROVINCES, has_piece(GUARD), WHY.top) end";
    let mut vm = vm(head, "is_empty(none()) and 1 or 2", "");
    assert_eq!(reasons(&mut vm), [reason("top", "hills port river", &[])]);
    assert_eq!(vm.run(), Ok(Stop::Choice));
    assert_eq!(rows(&vm), ["keep 1"]);
    let trace = vm.explain().unwrap();
    assert_eq!(trace.narrowed.len(), 1, "asked again it is the same");
}
