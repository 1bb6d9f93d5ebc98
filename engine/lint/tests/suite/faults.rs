//! The possible faults of a script, and its text with each of them.

use cardwright_lint::{alternatives, faults};

/// Each fault as its kind and the script with it.
fn script_with_faults(source: &str) -> Vec<String> {
    let one = |fault: &cardwright_lint::Fault| {
        let mut text = source.to_owned();
        text.replace_range(fault.span.clone(), &fault.replacement);
        format!("{}: {}", fault.kind, text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    faults(source).faults.iter().map(one).collect()
}

#[test]
fn faults_in_comparisons_sums_logic_and_numbers() {
    let slips = script_with_faults("return a <= 2 and not b");
    let expected = [
        "comparison: return a < 2 and not b",
        "number: return a <= 1 and not b",
        "number: return a <= 3 and not b",
        "logic: return a <= 2 or not b",
        "logic: return a <= 2 and b",
    ];
    assert_eq!(slips, expected);
    assert_eq!(script_with_faults("return a + 0"), ["sum: return a - 0", "number: return a + 1"]);
}

#[test]
fn faults_remove_a_filter_with_its_reason() {
    assert_eq!(script_with_faults("local at = keep(PORTS, IS_OPEN, WHY.shut)"), ["filter: local at = PORTS"]);
    assert_eq!(
        script_with_faults("local at = drop(PORTS, IS_OPEN, WHY.shut, has_piece(WORKER), WHY.lonely)"),
        [
            "filter: local at = drop(PORTS, has_piece(WORKER), WHY.lonely)",
            "filter: local at = drop(PORTS, IS_OPEN, WHY.shut)"
        ]
    );
}

#[test]
fn faults_remove_statements_needs_defaults_and_early_returns() {
    let of = |body: &str| script_with_faults(&format!("local function f(side) {body} end"));
    let with = |operator: &str, body: &str| format!("{operator}: local function f(side) {body} end").replace("  ", " ");
    assert_eq!(of("if rich then return end"), [with("return", "")]);
    assert_eq!(of("default(ROW)"), [with("default", "")]);
    assert_eq!(of("need(rich, WHY.poor)"), [with("need", "true")]);
    assert_eq!(of("raise(side, n)"), [with("statement", ""), with("arguments", "raise(n, side)")]);
    assert_eq!(script_with_faults("return both(REDS, BLUES)"), Vec::<String>::new(), "in any order they are the same");
    assert_eq!(of("points = side"), [with("statement", "")]);
    assert_eq!(of("if rich then return else stop() end"), [with("statement", "if rich then return else end")]);
    assert_eq!(script_with_faults("step(\"dawn\", function() end)"), Vec::<String>::new(), "a definition is no slip");
}

#[test]
fn constants_have_alternatives_in_their_context() {
    let first = faults("raise(POINTS, 1, RED)");
    let second = faults("local LOCAL = f()\nraise(LOCAL, 1, BLUE)\nif side == RED then end");
    let all = alternatives(first.constants.iter().chain(&second.constants));
    assert_eq!(all["argument 1 of raise"].iter().copied().collect::<Vec<_>>(), ["LOCAL", "POINTS"]);
    assert_eq!(all["argument 3 of raise"].iter().copied().collect::<Vec<_>>(), ["BLUE", "RED"]);
    assert_eq!(all["compared with side"].iter().copied().collect::<Vec<_>>(), ["RED"]);
    let local: Vec<bool> = second.constants.iter().map(|c| c.is_local).collect();
    assert_eq!(local, [true, false, false], "no other file knows it");
}

#[test]
fn a_script_that_does_not_parse_has_no_faults() {
    assert_eq!(faults("if then"), cardwright_lint::Faults::default());
}
