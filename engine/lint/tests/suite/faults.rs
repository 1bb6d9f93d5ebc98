//! Tests of `faults`: the possible faults of a script, and the script with each fault.

use cardwright_lint::{alternatives, faults};

/// Returns, for each fault of a script, its kind and the script with that fault.
fn scripts_with_faults(source: &str) -> Vec<String> {
    let describe = |fault: &cardwright_lint::Fault| {
        let mut text = source.to_owned();
        text.replace_range(fault.span.clone(), &fault.replacement);
        format!("{}: {}", fault.kind, text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    faults(source).faults.iter().map(describe).collect()
}

#[test]
fn faults_in_comparisons_sums_logic_and_numbers() {
    let scripts = scripts_with_faults("return a <= 2 and not b");
    let expected = [
        "comparison: return a < 2 and not b",
        "number: return a <= 1 and not b",
        "number: return a <= 3 and not b",
        "logic: return a <= 2 or not b",
        "logic: return a <= 2 and b",
    ];
    assert_eq!(scripts, expected);
    assert_eq!(scripts_with_faults("return a + 0"), ["sum: return a - 0", "number: return a + 1"]);
}

#[test]
fn faults_remove_a_filter_with_its_reason() {
    assert_eq!(scripts_with_faults("local at = keep(PORTS, IS_OPEN, WHY.shut)"), ["filter: local at = PORTS"]);
    assert_eq!(
        scripts_with_faults("local at = drop(PORTS, IS_OPEN, WHY.shut, has_piece(WORKER), WHY.lonely)"),
        [
            "filter: local at = drop(PORTS, has_piece(WORKER), WHY.lonely)",
            "filter: local at = drop(PORTS, IS_OPEN, WHY.shut)"
        ]
    );
}

#[test]
fn faults_remove_statements_needs_defaults_and_early_returns() {
    let faults_in_body = |body: &str| scripts_with_faults(&format!("local function f(side) {body} end"));
    let described = |kind: &str, body: &str| format!("{kind}: local function f(side) {body} end").replace("  ", " ");
    assert_eq!(faults_in_body("if rich then return end"), [described("return", "")]);
    assert_eq!(faults_in_body("default(ROW)"), [described("default", "")]);
    assert_eq!(faults_in_body("need(rich, WHY.poor)"), [described("need", "true")]);
    assert_eq!(
        faults_in_body("raise(side, n)"),
        [described("statement", ""), described("arguments", "raise(n, side)")]
    );
    let either_order = scripts_with_faults("return both(REDS, BLUES)");
    assert_eq!(either_order, Vec::<String>::new(), "`both` gives the same set in either order");
    assert_eq!(faults_in_body("points = side"), [described("statement", "")]);
    assert_eq!(
        faults_in_body("if rich then return else stop() end"),
        [described("statement", "if rich then return else end")]
    );
    let definition = scripts_with_faults("step(\"dawn\", function() end)");
    assert_eq!(definition, Vec::<String>::new(), "a definition is never removed");
}

#[test]
fn constants_have_alternatives_in_their_context() {
    let first_script = faults("raise(POINTS, 1, RED)");
    let second_script = faults("local LOCAL = f()\nraise(LOCAL, 1, BLUE)\nif side == RED then end");
    let names_by_context = alternatives(first_script.constants.iter().chain(&second_script.constants));
    assert_eq!(names_by_context["argument 1 of raise"].iter().copied().collect::<Vec<_>>(), ["LOCAL", "POINTS"]);
    assert_eq!(names_by_context["argument 3 of raise"].iter().copied().collect::<Vec<_>>(), ["BLUE", "RED"]);
    assert_eq!(names_by_context["compared with side"].iter().copied().collect::<Vec<_>>(), ["RED"]);
    let is_local: Vec<bool> = second_script.constants.iter().map(|c| c.is_local).collect();
    assert_eq!(is_local, [true, false, false], "only `LOCAL` is declared in this script");
}

#[test]
fn a_script_that_does_not_parse_has_no_faults() {
    assert_eq!(faults("if then"), cardwright_lint::Faults::default());
}
