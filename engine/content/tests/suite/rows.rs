//! Facts with rows.

use crate::common::*;

#[test]
fn columns_keys_and_audiences_that_cannot_be_are_reported() {
    let fact = |on: &str, lines: &str| format!("\n[[fact]]\nid = \"debts\"\non = \"{on}\"\n{lines}\n");
    let rows = "type = \"rows\"\ncolumns = { a = \"number\", b = \"number\", c = \"number\" }\n";
    for (on, lines, code) in [
        ("side", format!("{rows}key = [\"d\"]"), "content::unknown-column"),
        ("side", format!("{rows}key = [\"a\", \"b\", \"c\"]"), "content::wide-key"),
        ("card", format!("{rows}key = [\"a\"]"), "content::rows-subject"),
        ("side", "type = \"number\"\naudience = \"parties\"".into(), "content::no-parties"),
    ] {
        let found: Vec<String> = problems(extended(BOARD, &fact(on, &lines))).iter().map(line).collect();
        assert!(found.len() == 1 && found[0].starts_with(code), "{code}\n{found:?}");
    }
    let found = problems(extended(BOARD, &fact("side", &format!("{rows}key = [\"a\"]"))));
    assert!(found.is_empty(), "{found:?}");
}
