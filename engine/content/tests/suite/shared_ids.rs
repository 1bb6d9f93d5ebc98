//! Things of different kinds may have the same id.

use crate::common::*;
use cardwright_content::{Datum, provenance};
use cardwright_state::Kind;

/// Declares a thing of nearly every kind with the id `reds`, which is already a side. The fact is not valid with
/// `on = "reds"`, because `reds` is only the plural of the kind. The tests replace that with `on = "camp"`.
const REDS: &str = r#"
[[kind]]
id = "camp"
plural = "reds"
fields = { chief = { id = "side" }, town = { id = "space" } }
[[space]]
id = "reds"
name = "Reds"
kind = "camp"
chief = "reds"
town = "reds"
[[link]]
id = "reds"
a = "reds"
b = "port-sol"
[[mark]]
id = "reds"
[[piece]]
id = "reds"
name = "Red"
owner = "reds"
count = 3
supply = "reds"
marks = ["reds"]
data = { side = { id = "side reds" }, town = { id = "space reds" }, both = { ids = ["space reds", "high-pass"] } }
[[track]]
id = "reds"
name = "Reds"
on = "side"
min = 0
max = 9
[[fact]]
id = "reds"
on = "reds"
type = "id"
of = "side"
[[die]]
id = "reds"
faces = [1, 2]
[[period]]
id = "reds"
[[pile]]
id = "reds"
order = "set"
"#;

#[test]
fn things_of_every_kind_may_share_an_id() {
    let reds = REDS.replace("on = \"reds\"\ntype", "on = \"camp\"\ntype");
    let content = load(&[open(extended(BOARD, &reds))]);
    let board = &content.board;
    let kinds: Vec<Kind> = board.all_with_id("reds").iter().map(|val| val.kind()).collect();
    let all_kinds = [
        Kind::Side,
        Kind::Space,
        Kind::Link,
        Kind::Class,
        Kind::Track,
        Kind::Fact,
        Kind::Die,
        Kind::Period,
        Kind::Mark,
        Kind::SpaceKind,
        Kind::Pile,
    ];
    assert_eq!(kinds, all_kinds);
    let (side, space) = (board.find_of_kind(Kind::Side, "reds"), board.find_of_kind(Kind::Space, "reds"));
    let camp = content.info(space.expect("a space")).expect("its data");
    assert_eq!((camp.get("chief"), camp.get("town")), (side.map(Datum::Val).as_ref(), space.map(Datum::Val).as_ref()));
    let piece = content.info(board.parse(Kind::Class, "reds").expect("a class")).expect("its data");
    assert_eq!((piece.get("side"), piece.get("town")), (side.map(Datum::Val).as_ref(), space.map(Datum::Val).as_ref()));
    assert!(matches!(piece.get("both"), Some(Datum::Set(all)) if all.len() == 2));
    assert_eq!(provenance(&content, "reds").len(), 11 - 1, "the plural of a kind is not an entry");
    for kind in ["side", "space", "piece", "track", "fact"] {
        assert_eq!(provenance(&content, &format!("{kind} reds")).len(), 1, "{kind}");
    }
}

#[test]
fn data_of_a_piece_must_name_the_kind_of_a_shared_id() {
    let unclear = REDS.replace("on = \"reds\"\ntype", "on = \"camp\"\ntype").replace("side reds", "reds");
    let found = problems(extended(BOARD, &unclear));
    let [problem] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(problem.code, "content::shared-id");
    assert!(problem.message.starts_with("`reds` is a side and a space and a link and"), "{}", problem.message);
    let help = problem.help.clone().unwrap_or_default();
    assert!(help.starts_with("write `\"side reds\"` or `\"space reds\"` or `\"link reds\"`"), "{help}");
}

#[test]
fn renames_and_patches_apply_to_one_kind() {
    let track = "\n[[track]]\nid = \"port-sol\"\nname = \"Trade\"\non = \"game\"\nmin = 0\nmax = 3\n";
    let board = "[meta]\ngame = \"lantern\"\n[[track]]\nid = \"port-sol\"\nmax = 5\n\
                 [[track]]\nid = \"haul\"\nname = \"Haul\"\non = \"game\"\nmin = 0\nmax = 3\nwas = [\"high-pass\"]\n";
    let mut files = extended(BOARD, track);
    files[0].1 = files[0].1.replacen("likes = { ids = [\"port-sol\"", "likes = { ids = [\"space port-sol\"", 1);
    let content = load(&[open(files), pack("more", &[(BOARD, board)])]);
    let track = content.board.tracks.iter().find(|track| track.id == "port-sol").expect("a track");
    assert_eq!(track.max, 5);
    let renames: Vec<_> = content
        .board
        .renames
        .iter()
        .filter(|rename| rename.old == "high-pass")
        .map(|rename| rename.kind.as_str())
        .collect();
    assert_eq!(renames, ["track"], "the space `high-pass` is not renamed");
}

/// If a later pack uses the id of a space for a track, the bare id still means the space.
#[test]
fn the_earlier_pack_keeps_the_bare_id() {
    let board =
        "[meta]\ngame = \"lantern\"\n[[track]]\nid = \"port-sol\"\nname = \"Trade\"\non = \"game\"\nmin = 0\nmax = 3\n";
    let content = load(&[open(demo()), pack("more", &[(BOARD, board)])]);
    let space = content.board.find_of_kind(Kind::Space, "port-sol");
    assert_eq!((content.board.find("port-sol"), content.board.all_with_id("port-sol").len()), (space, 2));
    let track = content.board.find_of_kind(Kind::Track, "port-sol").expect("a track");
    assert_eq!(content.board.qualified_id(space.expect("a space")), "port-sol");
    assert_eq!(content.board.qualified_id(track), "track:port-sol");
    // If one pack declares both, the bare id means neither.
    let two_kinds = format!(
        "{board}[[fact]]\nid = \"trade\"\non = \"game\"\ntype = \"boolean\"\n[[die]]\nid = \"trade\"\nfaces = [1]\n"
    );
    assert_eq!(load(&[open(demo()), pack("more", &[(BOARD, &two_kinds)])]).board.find("trade"), None);
}
