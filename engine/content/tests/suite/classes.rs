//! Classes that stand in others: what is in them, whatever their order, and what cannot be.

use crate::common::*;
use cardwright_state::Kind;

fn class(id: &str, of: &[&str]) -> String {
    format!(
        "\n[[class]]\nid = \"{id}\"\nof = [{}]\n",
        of.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(", ")
    )
}

/// What is wrong with some classes of the demo.
fn told(classes: &[String]) -> Vec<String> {
    problems(extended(BOARD, &classes.concat())).iter().map(line).map(|told| told.replace(BOARD, "board")).collect()
}

#[test]
fn a_class_holds_all_that_the_classes_in_it_hold() {
    let more = [
        class("everybody", &["all-guards", "riot"]),
        class("all-guards", &["tired", "guard"]),
        class("tired", &["guard/worn"]),
    ];
    let content = load(&[open(extended(BOARD, &more.concat()))]);
    let board = &content.board;
    let states = |id: &str| {
        let class = board.read(Kind::Class, id).and_then(|class| class.index(Kind::Class)).expect("a class");
        board.classes[class].states.clone()
    };
    assert_eq!(states("tired"), states("guard/worn"));
    assert_eq!(states("all-guards"), states("guard"), "what is in it twice counts once");
    let mut both = [states("guard"), states("riot")].concat();
    both.sort_unstable();
    assert_eq!(states("everybody"), both, "those that stand below it are known too");
}

#[test]
fn a_pack_adds_a_type_to_one_class_and_it_is_in_all_that_hold_that() {
    let base = extended(BOARD, &[class("fighters", &["guard"]), class("everybody", &["fighters"])].concat());
    let board =
        "[meta]\ngame = \"lantern\"\nsource = \"own\"\n[[class]]\nid = \"fighters\"\nof = { add = [\"mob\"] }\n";
    let content = load(&[open(base), pack("mobs", &[("scenarios/lantern/board/mobs.toml", board)])]);
    let class = content.board.find("everybody").and_then(|class| class.index(Kind::Class)).expect("a class");
    let mob = content.board.find("mob").and_then(|class| class.index(Kind::Class)).expect("a class");
    let mob = &content.board.classes[mob].states;
    assert!(mob.iter().all(|state| content.board.classes[class].states.contains(state)));
}

#[test]
fn a_class_is_not_in_itself_and_they_are_not_stacked_without_end() {
    let found = told(&[class("these", &["those", "guard"]), class("those", &["these"])]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("content::class-in-itself board:") && found[0].ends_with("the class `these` is in itself"),
        "{found:?}"
    );
    let found = told(&[class("these", &["guard", "thosse"]), class("those", &["guard"])]);
    assert!(found[0].contains("unknown piece `thosse` (did you mean `those`?)"), "{found:?}");
    let deep: Vec<String> = (0..40).map(|n| class(&format!("deep-{n}"), &[&format!("deep-{}", n + 1)])).collect();
    let found = told(&[deep, vec![class("deep-40", &["guard"])]].concat());
    assert!(found.iter().any(|told| told.ends_with("classes within classes go 16 deep at most")), "{found:?}");
    // Each names the next twice: that does not take twice as long each.
    let names: Vec<String> = (0..14).map(|n| format!("twice-{n}")).collect();
    let twice: Vec<String> = names.windows(2).map(|two| class(&two[0], &[two[1].as_str(), two[1].as_str()])).collect();
    assert_eq!(told(&[twice, vec![class("twice-13", &["guard"])]].concat()), Vec::<String>::new());
}
