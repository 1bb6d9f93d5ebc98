//! If a script cites an unknown rule, a warning names the place of the citation.

use crate::common::demo;
use cardwright_content::render;

const SCRIPT: &str = r#"--- Fog lies on the hills. [DM 2.1] [DM 1] [N-3] [XY 7]
--[[ A long comment,
     which cites [DM Set-Up Of Old] too. ]]
verb "lift-fog" {
  doc = "Lifts the fog [DM 2.1].",
  params = {},
  play = function(side, effect)
    local rows = { [1] = 2 } -- an index is no citation
    set(TURNS, rows[1])
  end,
}
"#;

fn warnings(script: &str) -> String {
    let (program, _) = demo(&[("scripts/demo/fog.luau", script)]);
    let warnings = program.warnings.iter().filter(|problem| problem.code == "content::unknown-rule");
    render(&warnings.cloned().collect::<Vec<_>>(), false)
}

#[test]
fn unknown_cited_rules_are_reported() {
    let correct_script = SCRIPT.replace("DM Set-Up Of Old", "DM 1");
    assert_eq!(warnings(&correct_script), "");
    let comment = warnings(&correct_script.replace("[DM 2.1] [DM 1]", "[DM 9.1] [DM 1]"));
    assert!(comment.contains("unknown rule `DM 9.1`") && comment.contains("scripts/demo/fog.luau:1:29"), "{comment}");
    let doc = warnings(&correct_script.replace("the fog [DM 2.1]", "the fog [DM 2.l1]"));
    assert!(doc.contains("unknown rule `DM 2.l1`") && doc.contains("scripts/demo/fog.luau:5:25"), "{doc}");
    assert!(
        warnings(SCRIPT).contains("fog.luau:3:19"),
        "citations in long comments are checked too: {}",
        warnings(SCRIPT)
    );
}
