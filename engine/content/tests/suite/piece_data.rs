//! Data of pieces and faces, with and without declared types.

use crate::common::*;
use cardwright_content::{Datum, InfoType};
use cardwright_state::Kind;

const DECLARATION: &str = "\n[pieces]\ndata = { strength = { type = \"integer\", min = 0, max = 9 }, home = { id = \"space\" }, \
                        likes = { ids = \"space\", optional = true }, answer = { word = [\"burn\", \"hide\"] }, \
                        elite = { type = \"boolean\", optional = true }, ally = { id = \"side\", optional = true }, \
                        motto = { type = \"text\", optional = true } }\n";
const MOB_DATA: &str = "[piece.data]\nhome = \"port-sol\"\nanswer = \"hide\"\nally = \"reds\"\nmotto = \"Out!\"\nelite = true\n\
                      [piece.face_data]\ncrowd = { strength = 1 }\nriot = { strength = 3, elite = false }\n";

/// Returns the demo game with declared data of pieces. `guard_data` and `mob_data` replace the data of its two pieces.
fn typed(guard_data: &str, mob_data: &str) -> Files {
    let mut files = extended(BOARD, DECLARATION);
    let (_, board) = files.iter_mut().find(|(path, _)| path == BOARD).expect("the board");
    let start = board.find("[piece.data]").expect("data");
    let end = board[start..].find("[[piece]]").expect("another piece") + start;
    board.replace_range(start..end, guard_data);
    let class = board.find("[[class]]").expect("a class");
    board.insert_str(class, mob_data);
    files
}
const GUARD_DATA: &str =
    "[piece.data]\nstrength = 2\nhome = \"high-pass\"\nlikes = [\"port-sol\"]\nanswer = \"burn\"\n";

fn problem_lines(guard_data: &str, mob_data: &str) -> Vec<String> {
    problems(typed(guard_data, mob_data)).iter().map(line).map(|line| line.replace(BOARD, "board")).collect()
}

#[test]
fn declared_data_is_read_by_its_type() {
    let content = load(&[open(typed(GUARD_DATA, MOB_DATA))]);
    let board = &content.board;
    let value_of = |class: &str, field: &str| {
        let class = board.parse(Kind::Class, class).expect("a class");
        content.info(class).expect("its data").get(field).cloned()
    };
    let space = |id: &str| Some(Datum::Val(board.find(id).expect("a space")));
    assert_eq!(value_of("guard", "strength"), Some(Datum::Number(2)));
    assert_eq!(value_of("guard", "home"), space("high-pass"));
    assert_eq!(value_of("guard", "answer"), board.parse(Kind::Word, "burn").map(Datum::Val));
    assert_eq!(value_of("guard", "ally"), None);
    assert_eq!(value_of("mob", "ally"), board.find("reds").map(Datum::Val));
    assert!(matches!(value_of("guard", "likes"), Some(Datum::Set(likes)) if likes.len() == 1));
    for (class, strength, elite) in [("crowd", 1, true), ("riot", 3, false)] {
        assert_eq!(value_of(class, "strength"), Some(Datum::Number(strength)), "{class}");
        assert_eq!(value_of(class, "elite"), Some(Datum::Boolean(elite)), "{class}");
        assert_eq!(value_of(class, "home"), space("port-sol"), "a face has the data of its type");
    }
    assert_eq!(value_of("mob", "strength"), None, "each face sets its own");
    assert_eq!(value_of("guard/worn", "strength"), Some(Datum::Number(2)));
    let fields = &content.info_fields;
    assert!(["strength", "likes", "ally"].iter().all(|name| fields.piece.contains(*name)), "{fields:?}");
    assert_eq!(fields.type_of("strength"), Some(InfoType::Number));
    assert_eq!(fields.type_of("ally"), Some(InfoType::One(Kind::Side)));
    assert_eq!(fields.type_of("likes"), Some(InfoType::Set));
}

#[test]
fn declared_data_is_checked() {
    let edit_guard = |from: &str, to: &str| problem_lines(&GUARD_DATA.replacen(from, to, 1), MOB_DATA);
    let edit_mob = |from: &str, to: &str| problem_lines(GUARD_DATA, &MOB_DATA.replacen(from, to, 1));
    assert_eq!(problem_lines(GUARD_DATA, MOB_DATA), [""; 0]);
    assert_eq!(edit_guard("strength = 2", "strength = 12"), ["content::bad-range board:74:12: `strength` is 12"]);
    assert_eq!(
        edit_guard("home = \"high-pass\"", "home = \"reds\""),
        ["content::unknown-space board:75:8: unknown space `reds`"]
    );
    assert_eq!(
        edit_guard("\"burn\"", "\"burnt\""),
        ["content::bad-choice board:77:10: `answer` is `burnt` (did you mean `burn`?)"]
    );
    assert_eq!(
        edit_guard("likes", "like"),
        ["content::unknown-key board:76:1: the data of the piece `guard` has no key `like` (did you mean `likes`?)"]
    );
    assert_eq!(
        edit_guard("strength = 2\n", ""),
        ["content::missing-key board:73:1: the data of the piece `guard` lacks `strength`"]
    );
    assert_eq!(
        edit_mob("crowd = { strength = 1 }\n", ""),
        ["content::missing-key board:87:1: the data of the piece `mob` lacks `strength`"]
    );
    assert_eq!(
        edit_mob("riot = {", "riots = {"),
        [
            "content::missing-key board:87:1: the data of the piece `mob` lacks `strength`",
            "content::unknown-face board:95:1: the piece `mob` has no face `riots` (did you mean `riot`?)"
        ]
    );
    assert_eq!(
        edit_mob("elite = false", "elite = 0"),
        ["content::wrong-type board:95:32: `elite` should be `true` or `false`, not a number"]
    );
    assert_eq!(
        edit_mob("crowd = { strength = 1 }", "crowd = 1"),
        [
            "content::missing-key board:87:1: the data of the piece `mob` lacks `strength`",
            "content::wrong-type board:94:9: `crowd` of `face_data` should be a table, not a number"
        ]
    );
}

#[test]
fn the_declaration_is_checked() {
    let problems_of = |text: &str| {
        let found = problems(extended(BOARD, text));
        found.iter().map(|it| format!("{}: {}", it.code, it.message)).collect::<Vec<_>>()
    };
    assert_eq!(problems_of("\n[pieces]\n"), ["content::missing-key: `[pieces]` lacks `data`"]);
    let owner = problems_of("\n[pieces]\ndata = { owner = \"integer\" }\n");
    assert!(owner.contains(&"content::ids-meet: every piece already has a key `owner`".into()), "{owner:?}");
    let effects = problems_of("\n[pieces]\ndata = { moves = \"effects\" }\n");
    assert!(effects.iter().any(|it| it.starts_with("content::bad-choice")), "{effects:?}");
}

#[test]
fn undeclared_data_may_also_differ_by_face() {
    let board = "[meta]\ngame = \"lantern\"\n[[piece]]\nid = \"guard\"\nface_data = { worn = { strength = 1 } }\n";
    let content = load(&[open(demo()), pack("more", &[(BOARD, board)])]);
    let strength = |class: &str| {
        let class = content.board.parse(Kind::Class, class).expect("a class");
        content.info(class).expect("its data").get("strength").cloned()
    };
    assert_eq!(strength("guard"), Some(Datum::Number(2)));
    assert_eq!(strength("guard/fresh"), Some(Datum::Number(2)));
    assert_eq!(strength("guard/worn"), Some(Datum::Number(1)));
}

#[test]
fn a_pack_adds_to_declared_data() {
    let board = "[meta]\ngame = \"lantern\"\n[pieces]\ndata = { rations = { type = \"integer\", optional = true } }\n\
                 [[piece]]\nid = \"guard\"\n[piece.data]\nrations = 3\n";
    let content = load(&[open(typed(GUARD_DATA, MOB_DATA)), pack("more", &[(BOARD, board)])]);
    let guard = content.info(content.board.find("guard").expect("guard")).expect("its data");
    assert_eq!((guard.get("rations"), guard.get("strength")), (Some(&Datum::Number(3)), Some(&Datum::Number(2))));
}
