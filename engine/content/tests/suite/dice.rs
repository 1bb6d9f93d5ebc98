//! Dice with numbers or words on their faces.

use crate::common::*;
use cardwright_state::Kind;

const WHITE: &str = "\n[[die]]\nid = \"white\"\nname = \"white die\"\nfaces = [\"miss\", \"miss\", \"hit\"]\n";

#[test]
fn faces_that_are_ids_declare_words() {
    let content = load(&[open(extended(BOARD, WHITE))]);
    let board = &content.board;
    let white = board.dice.iter().find(|die| die.id == "white").expect("a die");
    assert_eq!((board.face_list_text(&white.faces).as_str(), white.name.as_str()), ("miss miss hit", "white die"));
    assert_eq!(board.face_texts(white), ["miss", "hit"]);
    assert!(board.parse(Kind::Word, "hit").is_some(), "a face is a word like any other");
    assert!(board.dice.iter().filter(|die| die.id != "white").all(|die| !die.has_words() && die.name == die.id));
    // A pack may replace the faces with other words or with numbers.
    let faces_after_patch = |faces: &str| {
        let text = format!("[meta]\ngame = \"lantern\"\n[[die]]\nid = \"white\"\npatch = true\nfaces = {faces}\n");
        let content = load(&[open(extended(BOARD, WHITE)), pack("mod", &[(BOARD, &text)])]);
        let board = &content.board;
        board.dice.iter().find(|die| die.id == "white").map(|die| board.face_list_text(&die.faces)).unwrap_or_default()
    };
    assert_eq!([faces_after_patch("[\"rout\", \"hit\"]"), faces_after_patch("[1, 2]")], ["rout hit", "1 2"]);
}

#[test]
fn text_toml_may_label_the_words_on_faces() {
    let mut files = extended(BOARD, WHITE);
    let text = files.iter_mut().find(|(path, _)| path == TEXT).expect("the texts");
    text.1.push_str("\n[word.hit]\nlabel = \"A hit\"\n");
    let content = load(&[open(files)]);
    let label = |id: &str| content.board.labels.words.iter().find(|word| word.id == id).map(|word| word.label.clone());
    assert_eq!((label("hit").as_deref(), label("miss").as_deref()), (Some("A hit"), Some("miss")));
}

#[test]
fn a_die_cannot_have_both_words_and_numbers() {
    let lines = |faces: &str| {
        let die = format!("\n[[die]]\nid = \"white\"\nfaces = {faces}\n");
        problems(extended(BOARD, &die)).iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let check_wrong_face = |faces: &str, wrong_face: &str| {
        let found = lines(faces);
        let column = format!("faces = {faces}").find(wrong_face).map_or(0, |offset| offset + 1);
        assert!(found.lines().count() == 1 && found.contains("content::mixed-faces"), "{found}");
        assert!(found.contains(&format!(":{column}: ")), "{found}");
        assert!(found.contains("the die `white` has both words and numbers on its faces"), "{found}");
        assert!(found.contains("use words for all faces (`\"one\"`), or declare two dice"), "{found}");
    };
    check_wrong_face("[\"miss\", 2, \"hit\"]", "2");
    check_wrong_face("[1, 2, \"hit\"]", "\"hit\"");
    assert!(lines("[\"Miss\"]").contains("`Miss` is not a valid id for a face"), "{}", lines("[\"Miss\"]"));
    assert!(lines("[\"miss\", true]").contains("should be text"), "{}", lines("[\"miss\", true]"));
    assert!(lines("[true]").contains("should be a number"), "{}", lines("[true]"));
    assert!(lines("[]").contains("has 0 faces"), "{}", lines("[]"));
}
