//! Knobs: declarations, changes by packs, and quotations in texts.

use crate::common::*;
use cardwright_content::{Content, Pack, insert_knobs, provenance};

const KNOBS: &str = r#"
[[knob]]
id = "search-target"
doc = "A search succeeds on this face or better."
default = 5
min = 2
max = 6

[[knob]]
id = "order-of-nights"
doc = "Which night comes when."
default = [1, 2, 3]
min = 1
max = 3
length = 3
"#;

/// Returns the demo game with two knobs that its texts quote, and a pack with further entries of the board.
fn packs(pack_entries: &str) -> Vec<Pack> {
    let mut files = extended(BOARD, "");
    // The knobs go before `[card]`, the last table of the demo board.
    files[0].1 = files[0].1.replace("\n[card]\n", &format!("{KNOBS}\n[card]\n"));
    files[2].1 = files[2].1.replace("looks for torches", "needs {knob:search-target} or more: {knob:order-of-nights}");
    files[2].1 = files[2].1.replace("no guard there", "no guard in {1}, {knob:search-target} or not");
    let mut packs = vec![open(files)];
    if !pack_entries.is_empty() {
        packs.push(pack("storm", &[(BOARD, &format!("[meta]\ngame = \"lantern\"\n{pack_entries}"))]));
    }
    packs
}

fn problem_lines(pack_entries: &str) -> Vec<String> {
    Content::load(&packs(pack_entries), "lantern").1.iter().map(line).collect()
}

/// Returns the help text of the action, which quotes both knobs.
fn action_doc(content: &Content) -> &str {
    &content.action_labels[0].0.doc
}

#[test]
fn texts_show_the_number_of_a_knob() {
    let content = load(&packs(""));
    assert_eq!(action_doc(&content), "a guard needs 5 or more: 1, 2, 3");
    assert_eq!(content.board.labels.reasons[0].text, "no guard in {1}, 5 or not");
}

#[test]
fn a_pack_changes_a_knob_and_texts_follow() {
    let content = load(&packs("[[knob]]\nid = \"search-target\"\ndefault = 6\n"));
    assert_eq!(content.knobs[0].numbers, [6]);
    assert_eq!(action_doc(&content), "a guard needs 6 or more: 1, 2, 3");
    let origins: Vec<String> =
        provenance(&content, "search-target")[0].origins.iter().map(|o| o.pack.clone()).collect();
    assert_eq!(origins, ["base", "storm"]);
    let content = load(&packs("[[knob]]\nid = \"order-of-nights\"\ndefault = [3, 1, 2]\n"));
    assert_eq!(content.knobs[1].numbers, [3, 1, 2]);
}

#[test]
fn scenarios_may_set_a_knob_that_is_an_option() {
    let content = load(&packs("[[knob]]\nid = \"search-target\"\noption = true\n"));
    let option = content.board.options.last().expect("an option");
    assert_eq!((option.id.as_str(), option.default), ("search-target", 5));
    assert!(action_doc(&content).contains("5 (or as the option search-target says)"), "{}", action_doc(&content));
    let scenario = "[meta]\nid = \"late\"\ngame = \"lantern\"\nname = \"Late\"\nextends = \"first-night\"\n[options]\nsearch-target = 3\n";
    let mut all_packs = packs("[[knob]]\nid = \"search-target\"\noption = true\n");
    all_packs.push(pack("late", &[("scenarios/lantern/late.toml", scenario)]));
    let content = load(&all_packs);
    assert_eq!(content.scenario("late").expect("late").options.last().map(|(_, n)| *n), Some(3));
}

#[test]
fn faulty_knobs_are_reported() {
    let faults = [
        "[[knob]]\nid = \"search-target\"\ndefault = 7\n",
        "[[knob]]\nid = \"search-target\"\ndefault = true\n",
        "[[knob]]\nid = \"search-target\"\ndefault = [5, 6]\n",
        "[[knob]]\nid = \"search-target\"\ndefault = { add = [6] }\n",
        "[[knob]]\nid = \"order-of-nights\"\ndefault = 2\n",
        "[[knob]]\nid = \"order-of-nights\"\ndefault = [1, 2, 4]\n",
        "[[knob]]\nid = \"search-target\"\nmax = 1\n",
        "[[knob]]\nid = \"search-target\"\nlength = 2\n",
        "[[knob]]\nid = \"order-of-nights\"\ndefault = [1, 2]\n",
        "[[knob]]\nid = \"order-of-nights\"\noption = true\n",
        "[[knob]]\nid = \"serach-target\"\npatch = true\ndefault = 3\n",
        "[[knob]]\nid = \"length\"\noption = true\ndoc = \"Nights.\"\ndefault = 1\nmin = 1\nmax = 2\n",
    ];
    let mut shown = String::new();
    for fault in faults {
        shown += &format!(
            "{fault}{}\n\n",
            problem_lines(fault).iter().map(|l| format!("  {l}")).collect::<Vec<_>>().join("\n")
        );
    }
    compare("knobs", &shown);
    let mut files = demo();
    files[2].1 = files[2].1.replace("looks for torches", "needs {knob:serach}");
    let found: Vec<String> = Content::load(&[open(files)], "lantern").1.iter().map(line).collect();
    assert_eq!(found, ["content::unknown-knob scripts/lantern/text.toml:3:28: unknown knob `serach`"]);
    assert_eq!(insert_knobs("{knob:x", &[]).map_err(|unknown| unknown.id), Err("x".into()));
}
