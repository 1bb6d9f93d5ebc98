//! Boards that are split into several files.

use crate::common::*;
use cardwright_content::{Pack, PackSource, check_all, games, provenance};

const PIECES: &str = "scenarios/lantern/board/pieces.toml";
const META: &str = "[meta]\ngame = \"lantern\"\n";

/// Returns the demo game with its pieces moved to a second board file, which begins with `meta`.
fn split(meta: &str) -> Files {
    let mut files = demo();
    let (_, board) = files.iter_mut().find(|(path, _)| path == BOARD).expect("the board");
    let start = board.find("[[piece]]").expect("pieces");
    let pieces = format!("{meta}{}", board.split_off(start));
    files.push((PIECES.into(), pieces));
    files
}
fn problem_lines(packs: &[Pack]) -> Vec<String> {
    check_all(packs).iter().map(line).collect()
}

#[test]
fn a_split_board_equals_the_board_in_one_file() {
    let (in_one_file, in_two_files) = (load(&[open(demo())]), load(&[open(split(META))]));
    assert_eq!(format!("{:?}", in_one_file.board), format!("{:?}", in_two_files.board));
    assert_eq!(in_one_file.infos, in_two_files.infos);
    assert_ne!(in_one_file.hash, in_two_files.hash, "the files are part of the content");
    assert_eq!(games(&[open(split(META))])[0].name, in_one_file.board.name);
}

#[test]
fn board_files_follow_board_toml_sorted_by_name() {
    let die = |id: &str| format!("{META}[[die]]\nid = \"{id}\"\nfaces = [1, 2]\n");
    let mut files = demo();
    for (path, id) in [("board/b.toml", "of-b"), ("board/a.toml", "of-a"), ("board/a-2.toml", "of-a-2")] {
        files.push((format!("scenarios/lantern/{path}"), die(id)));
    }
    let wanted = ["d6", "of-a-2", "of-a", "of-b"];
    let dice = |files: Files| load(&[open(files)]).board.dice.iter().map(|die| die.id.clone()).collect::<Vec<_>>();
    assert_eq!(dice(files.clone()), wanted);
    files.reverse();
    assert_eq!(dice(files.clone()), wanted, "independent of the order on disk");
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in &files {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }
    let opened = Pack::open(PackSource::Folder(folder.path().into())).expect("a pack");
    assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
    let content = load(&[opened]);
    assert_eq!(content.board.dice.iter().map(|die| die.id.as_str()).collect::<Vec<_>>(), wanted);
}

#[test]
fn provenance_and_problems_name_the_right_file_of_a_split_board() {
    let content = load(&[open(split(META))]);
    let origins = |thing: &str| {
        let place = |o: &cardwright_content::Origin| format!("{} {}:{}", o.pack, o.file.path, o.line);
        provenance(&content, thing)[0].origins.iter().map(place).collect::<Vec<_>>()
    };
    assert_eq!(origins("guard"), [format!("base {PIECES}:3")]);
    assert!(origins("high-pass")[0].starts_with(&format!("base {BOARD}:")));
    let mut files = split(META);
    let (_, pieces) = files.iter_mut().find(|(path, _)| path == PIECES).expect("the pieces");
    *pieces = pieces.replacen("supply = \"barracks\"", "supply = \"barrack\"", 1);
    assert_eq!(
        problems(files).iter().map(line).collect::<Vec<_>>(),
        [format!("content::unknown-space {PIECES}:9:10: unknown space `barrack` (did you mean `barracks`?)")]
    );
}

#[test]
fn a_pack_may_patch_a_board_with_several_files() {
    let pieces = format!("{META}[[piece]]\nid = \"guard\"\ncount = 5\n");
    let dice = format!("{META}[[die]]\nid = \"d4\"\nfaces = [1, 2, 3, 4]\n");
    let storm = pack("storm", &[(PIECES, &pieces), ("scenarios/lantern/board/dice.toml", &dice)]);
    let content = load(&[open(split(META)), storm]);
    assert_eq!((content.board.piece_types[0].count, content.board.dice.len()), (5, 2));
    assert_eq!(provenance(&content, "piece guard")[0].origins.len(), 2);
}

#[test]
fn a_pack_declares_an_entry_in_one_file_only() {
    let second_die = format!("{META}[[die]]\nid = \"d6\"\nfaces = [1, 2]\n");
    let mut files = demo();
    files.push(("scenarios/lantern/board/dice.toml".into(), second_die));
    let found = problem_lines(&[open(files)]);
    let first = "the first is at scenarios/lantern/board.toml:";
    assert!(found.len() == 1 && found[0].contains("a second die `d6`") && found[0].contains(first), "{found:?}");

    let name = format!("{META}name = \"Another Coast\"\nsource = \"own\"\n");
    let found = problem_lines(&[open(split(&name))]);
    let wanted = format!(
        "content::duplicate-key {PIECES}:3:1: `name` of `[meta]` is set twice (the first is at {BOARD}:3; set it in only one file of the pack)"
    );
    assert_eq!(found, [wanted]);
}

#[test]
fn a_misplaced_board_file_is_reported() {
    let text = format!("{META}[[die]]\nid = \"d4\"\nfaces = [1, 2, 3, 4]\n");
    let with_file = |path: &str| {
        let mut files = demo();
        files.push((path.into(), text.clone()));
        problem_lines(&[open(files)])
    };
    assert_eq!(
        with_file("scenarios/lantern/dice.toml"),
        [
            "content::stray-board scenarios/lantern/dice.toml:3:3: a scenario has no `die`; this looks like part of a board (move the file to `scenarios/lantern/board/`)"
        ]
    );
    assert_eq!(
        with_file("scenarios/lantern/board/more/dice.toml"),
        [
            "content::stray-file scenarios/lantern/board/more/dice.toml:1:1: nothing reads this file (put files of a board directly into `board/`)"
        ]
    );
}
