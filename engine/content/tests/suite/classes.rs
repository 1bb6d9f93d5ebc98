//! Classes that contain other classes.

use crate::common::*;
use cardwright_state::Kind;

/// Returns the TOML text of a class with these members.
fn class(id: &str, members: &[&str]) -> String {
    format!(
        "\n[[class]]\nid = \"{id}\"\nof = [{}]\n",
        members.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(", ")
    )
}

/// Returns the diagnostics of the demo game with further classes.
fn problem_lines(classes: &[String]) -> Vec<String> {
    problems(extended(BOARD, &classes.concat())).iter().map(line).map(|line| line.replace(BOARD, "board")).collect()
}

#[test]
fn a_class_contains_the_members_of_its_classes() {
    let classes = [
        class("everybody", &["all-guards", "riot"]),
        class("all-guards", &["tired", "guard"]),
        class("tired", &["guard/worn"]),
    ];
    let content = load(&[open(extended(BOARD, &classes.concat()))]);
    let board = &content.board;
    let states = |id: &str| {
        let class = board.parse(Kind::Class, id).and_then(|class| class.index(Kind::Class)).expect("a class");
        board.classes[class].states.clone()
    };
    assert_eq!(states("tired"), states("guard/worn"));
    assert_eq!(states("all-guards"), states("guard"), "a member that occurs twice counts once");
    let mut both = [states("guard"), states("riot")].concat();
    both.sort_unstable();
    assert_eq!(states("everybody"), both, "classes declared later are known too");
}

#[test]
fn a_type_added_to_a_class_is_in_all_classes_that_contain_it() {
    let base = extended(BOARD, &[class("fighters", &["guard"]), class("everybody", &["fighters"])].concat());
    let board =
        "[meta]\ngame = \"lantern\"\nsource = \"own\"\n[[class]]\nid = \"fighters\"\nof = { add = [\"mob\"] }\n";
    let content = load(&[open(base), pack("mobs", &[("scenarios/lantern/board/mobs.toml", board)])]);
    let class = content.board.find("everybody").and_then(|class| class.index(Kind::Class)).expect("a class");
    let mob = content.board.find("mob").and_then(|class| class.index(Kind::Class)).expect("a class");
    let mob_states = &content.board.classes[mob].states;
    assert!(mob_states.iter().all(|state| content.board.classes[class].states.contains(state)));
}

#[test]
fn classes_cannot_contain_themselves_or_nest_too_deep() {
    let found = problem_lines(&[class("these", &["those", "guard"]), class("those", &["these"])]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("content::class-in-itself board:")
            && found[0].ends_with("the class `these` contains itself"),
        "{found:?}"
    );
    let found = problem_lines(&[class("these", &["guard", "thosse"]), class("those", &["guard"])]);
    assert!(found[0].contains("unknown piece `thosse` (did you mean `those`?)"), "{found:?}");
    let deep: Vec<String> = (0..40).map(|n| class(&format!("deep-{n}"), &[&format!("deep-{}", n + 1)])).collect();
    let found = problem_lines(&[deep, vec![class("deep-40", &["guard"])]].concat());
    assert!(found.iter().any(|line| line.ends_with("classes may nest at most 16 deep")), "{found:?}");
    // Each class names the next class twice. Even so, the time must not double with each class.
    let names: Vec<String> = (0..14).map(|n| format!("twice-{n}")).collect();
    let twice: Vec<String> = names.windows(2).map(|two| class(&two[0], &[two[1].as_str(), two[1].as_str()])).collect();
    assert_eq!(problem_lines(&[twice, vec![class("twice-13", &["guard"])]].concat()), Vec::<String>::new());
}
