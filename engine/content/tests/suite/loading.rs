//! The demo game loads, and the content has all its data.

use crate::common::*;
use cardwright_content::{Content, Datum, Pack, PackFiles, PackSource, check_all, games, provenance};
use cardwright_state::board::{OptionType, SubjectKind};
use cardwright_state::{CardId, Kind, LinkKindId, SpaceId, Val};
use include_dir::{Dir, DirEntry, File};

#[test]
fn the_loaded_board_has_everything_that_the_files_declare() {
    let content = load(&[open(demo())]);
    let board = &content.board;
    assert_eq!(board.name, "Lantern Coast");
    assert_eq!(board.blank, "turn dusk");
    assert_eq!(
        board.spaces.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(),
        ["high-pass", "port-sol", "low-ferry", "barracks"]
    );
    assert_eq!(board.spaces[0].xy, Some((10, 20)));
    assert_eq!(board.space("Pass"), Some(SpaceId(0)));
    assert_eq!(board.find("ports").map(Val::kind), Some(Kind::SpaceKind));
    assert!(board.find("riot").is_some() && board.find("troops").is_some());
    assert_eq!(board.piece_types[0].faces, ["fresh", "worn"]);
    assert_eq!(board.states.len(), 6);
    let states = |class: &str| {
        let class = board.classes.iter().find(|c| c.id == class).expect("a class");
        class.states.iter().map(|s| board.states[s.index()].text.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(states("troops"), ["guard", "guard/worn", "guard+tired", "guard/worn+tired"]);
    assert_eq!(states("spent"), ["guard/worn", "guard/worn+tired", "crowd"]);
    let worn = board.state("guard/worn").expect("a state");
    let classes: Vec<&str> =
        board.states[worn.index()].classes.iter().map(|c| board.classes[c.index()].id.as_str()).collect();
    assert_eq!(classes, ["guard", "guard/worn", "troops", "spent", "crown"]);
    assert_eq!(board.tracks[0].start, 0);
    assert_eq!(board.tracks[0].zones.len(), 2);
    assert_eq!(board.tracks[0].counters[1].count, 2);
    assert_eq!(board.tracks[1].on, SubjectKind::Side);
    assert_eq!(board.facts[1].default, 1);
    assert_eq!(board.piles.iter().map(|p| p.id.as_str()).collect::<Vec<_>>(), ["reds hand", "crown hand", "aside"]);
    assert_eq!(board.piles[board.home.index()].id, "aside");
    assert_eq!(board.options[0].option_type, OptionType::Word(vec!["none".into(), "some".into()]));
    assert_eq!(board.options[0].default, 1);
    assert!(board.labels.actions.is_empty() && board.labels.steps.is_empty());
}

#[test]
fn card_fields_with_shown_false_are_listed() {
    let declared = "at = { id = \"port\", optional = true }";
    let files = edited(BOARD, declared, "at = { id = \"port\", optional = true, shown = false }");
    let content = load(&[open(files)]);
    assert_eq!(content.omitted_card_fields, ["at"]);
    let card = content.info(Val::card(CardId(0))).expect("its data");
    assert!(card.get("at").is_some(), "scripts and `show` still have it");
    assert!(load(&[open(demo())]).omitted_card_fields.is_empty());
}

#[test]
fn links_and_neighbours_go_both_ways() {
    let content = load(&[open(demo())]);
    let neighbours = |at: usize| content.board.spaces[at].adjacent.iter().collect::<Vec<_>>();
    assert_eq!(neighbours(0), [1]);
    assert_eq!(neighbours(1), [0, 2]);
    assert_eq!(neighbours(2), [1]);
}

#[test]
fn links_have_ids_kinds_and_fields() {
    let rail = r#"
[[link-kind]]
id = "rail"
fields = { gauge = "integer", from = { id = "port" }, old = { type = "boolean", optional = true } }
[[link]]
id = "main-line"
a = "port-sol"
b = "high-pass"
kind = "rail"
gauge = 3
from = "port-sol"
[[fact]]
id = "laid"
on = "rail"
type = "boolean"
[[track]]
id = "toll"
name = "Toll"
on = "link"
min = 0
max = 3
"#;
    let content = load(&[open(extended(BOARD, rail))]);
    let board = &content.board;
    let ids: Vec<&str> = board.links.iter().map(|l| l.id.as_str()).collect();
    assert_eq!(ids, ["low-ferry--port-sol", "main-line"]);
    assert_eq!(board.links[0].kind, None);
    assert_eq!(board.spaces[1].adjacent.iter().collect::<Vec<_>>(), [0, 2]);
    assert_eq!(board.spaces[1].adjacent_by[0].iter().collect::<Vec<_>>(), [0]);
    let line = content.info(board.find("main-line").expect("a link")).expect("its data");
    assert_eq!(line.get("gauge"), Some(&Datum::Number(3)));
    assert_eq!(line.get("a"), Some(&Datum::Val(board.find("port-sol").expect("a space"))));
    assert_eq!(line.get("old"), None);
    assert_eq!(board.facts.last().map(|f| f.on), Some(SubjectKind::Links(Some(LinkKindId(0)))));
    assert_eq!(board.tracks.last().map(|t| t.on), Some(SubjectKind::Links(None)));
}

#[test]
fn links_are_patched_removed_and_renamed_by_id() {
    let load_with = |text: &str| {
        let board = format!("[meta]\ngame = \"lantern\"\n{text}");
        load(&[open(demo()), pack("more", &[(BOARD, &board)])])
    };
    let without_link = load_with("[[link]]\na = \"port-sol\"\nb = \"low-ferry\"\nremove = true\n");
    assert!(without_link.board.links.is_empty());
    let renamed = load_with("[[space]]\nid = \"low-ferry\"\nwas = [\"ferry\"]\n");
    let link = renamed.board.renames.iter().find(|r| r.kind == "link").expect("a rename");
    assert_eq!((link.old.as_str(), link.new.as_str()), ("ferry--port-sol", "low-ferry--port-sol"));
}

#[test]
fn a_new_link_is_no_patch_of_a_similar_link() {
    let spaces = |ids: &[&str]| {
        let space = |id: &&str| format!("[[space]]\nid = \"{id}\"\nname = \"{id}\"\nkind = \"box\"\n");
        ids.iter().map(space).collect::<String>()
    };
    let link = |a: &str, b: &str| format!("[[link]]\na = \"{a}\"\nb = \"{b}\"\n");
    let load_with = |text: &str| {
        let board = format!("[meta]\ngame = \"lantern\"\n{text}");
        load(&[open(demo()), pack("more", &[(BOARD, &board)])])
    };
    let ids = |content: &Content| content.board.links.iter().skip(1).map(|l| l.id.clone()).collect::<Vec<_>>();
    // Within one pack.
    let text = spaces(&["plain", "forest", "ford"]) + &link("plain", "forest") + &link("plain", "ford");
    assert_eq!(ids(&load_with(&text)), ["forest--plain", "ford--plain"]);
    // Similar to a link of an earlier pack, and with its id written out.
    let text = spaces(&["low-fery"]) + &link("low-fery", "port-sol") + "id = \"low-fery--port-sol\"\n";
    assert_eq!(ids(&load_with(&text)), ["low-fery--port-sol"]);
    // A later link with the same ends and a kind is a new link, and without a kind a patch.
    let with_kind = "[[link-kind]]\nid = \"rail\"\n".to_owned() + &link("low-ferry", "port-sol") + "kind = \"rail\"\n";
    let problems_with = |text: &str| {
        let board = format!("[meta]\ngame = \"lantern\"\n{text}");
        Content::load(&[open(demo()), pack("more", &[(BOARD, &board)])], "lantern").1
    };
    assert_eq!(problems_with(&with_kind)[0].code, "content::id-taken");
    let patched = load_with(&(with_kind.clone() + "patch = true\nname = \"The Ferry\"\n"));
    assert_eq!(patched.board.links[0].name.as_deref(), Some("The Ferry"));
    assert!(patched.board.links[0].kind.is_some());
    let patched = load_with(&(link("low-ferry", "port-sol") + "name = \"The Ferry\"\n"));
    assert_eq!((patched.board.links.len(), patched.board.links[0].name.as_deref()), (1, Some("The Ferry")));
}

#[test]
fn an_incomplete_entry_is_no_patch_of_a_similar_entry_of_the_same_pack() {
    let board = "[meta]\ngame = \"lantern\"\n[[space]]\nid = \"quarry\"\nname = \"Quarry\"\nkind = \"box\"\n\
                 [[space]]\nid = \"quary\"\nkind = \"box\"\n";
    let problems = Content::load(&[open(demo()), pack("more", &[(BOARD, board)])], "lantern").1;
    assert_eq!(
        line(&problems[0]),
        "content::missing-key more:scenarios/lantern/board.toml:7:1: the space `quary` lacks `name`"
    );
}

#[test]
fn words_of_cards_and_options_are_declared() {
    let content = load(&[open(demo())]);
    let words: Vec<&str> = content.board.labels.words.iter().map(|w| w.id.as_str()).collect();
    assert_eq!(words, ["burn", "none", "some", "plot", "event", "done"]);
    assert_eq!(content.board.labels.words[0].label, "Burn {1}");
    assert_eq!(content.action_labels[0].0.id, "search");
    assert_eq!(content.action_labels[0].1.line(), 1);
}

#[test]
fn an_action_may_name_the_pile_whose_card_it_plays() {
    let plays = |pile: &str| {
        let text = format!("[action.search]\nplays = \"{pile}\"\n");
        Content::load(&[open(demo()), pack("more", &[("scripts/lantern/text.toml", &text)])], "lantern")
    };
    let (content, _) = plays("hand");
    assert_eq!(content.expect("a pile of the game").action_labels[0].0.plays.as_deref(), Some("hand"));
    let (content, problems) = plays("hnad");
    assert!(content.is_none());
    let message = &problems[0].message;
    assert_eq!(message, "unknown pile `hnad`");
}

#[test]
fn static_data_is_resolved_to_handles() {
    let content = load(&[open(demo())]);
    let board = &content.board;
    let space = |id: &str| Datum::Val(board.find(id).expect("a space"));
    let port = content.info(board.find("port-sol").expect("port-sol")).expect("its data");
    assert_eq!(port.get("trade"), Some(&Datum::Number(3)));
    assert_eq!(port.get("rival"), Some(&space("high-pass")));
    let guard = content.info(board.find("guard").expect("guard")).expect("its data");
    assert_eq!(guard.get("strength"), Some(&Datum::Number(2)));
    assert_eq!(guard.get("home"), Some(&space("high-pass")));
    let Some(Datum::Set(likes)) = guard.get("likes") else { panic!("a set") };
    assert_eq!(likes.len(), 2);
    let card = content.info(board.parse(Kind::Card, "01").expect("01")).expect("its data");
    assert_eq!(card.get("kind"), board.parse(Kind::Word, "plot").map(Datum::Val).as_ref());
    let reds = card.get("reds").expect("a half");
    assert_eq!(reds.get("title"), Some(&Datum::Text("Torches".into())));
    assert_eq!(card.get("crown").and_then(|c| c.get("effects")), Some(&Datum::Effects(Vec::new())));
    assert_eq!(board.cards[1].titles, ["Fog", "Harbor Chain"]);
}

#[test]
fn effects_are_listed_with_their_places() {
    let content = load(&[open(demo())]);
    let effects: Vec<String> = content
        .effects()
        .map(|e| format!("{} {} {} {}", e.card, e.half.unwrap_or("-"), e.effect.verb.value, e.effect.origin.line()))
        .collect();
    assert_eq!(effects, ["01 reds burn 13", "01 reds rest 13", "02 crown rest 29"]);
    let burn = content.effects().next().expect("an effect").effect;
    assert_eq!(burn.params[0].0.value, "spaces");
    assert_eq!(&burn.verb.file.text[burn.verb.span.clone()], "\"burn\"");
}

#[test]
fn a_scenario_can_extend_another() {
    let scenario = "[meta]\nid = \"long-night\"\ngame = \"lantern\"\nname = \"Long\"\nextends = \"first-night\"\n\
                position = \"low-ferry: crowd\"\n[options]\nstorms = \"none\"\n";
    let content = load(&[open(extended("scenarios/lantern/long-night.toml", scenario))]);
    let long = content.scenario("long-night").expect("the scenario");
    assert_eq!(long.first, "set-up");
    assert_eq!(long.position.len(), 2);
    assert_eq!(long.position[1].value, "low-ferry: crowd");
    assert_eq!(long.options.iter().map(|(o, n)| (o.0, *n)).collect::<Vec<_>>(), [(0, 0), (1, 3)]);
    let place = long.position[0].part(0..9);
    assert_eq!(&place.file.text[place.span.clone()], "high-pass");
    assert_eq!(content.default_options().len(), 2);
}

#[test]
fn games_rules_and_data_sources_are_listed() {
    let pack = open(demo());
    let games = games(std::slice::from_ref(&pack));
    assert_eq!(games[0].name, "Lantern Coast");
    assert_eq!(games[0].scenarios[0].name, "The First Night");
    let content = load(std::slice::from_ref(&pack));
    assert_eq!(content.rule("LC Search").map(|r| r.title.as_str()), Some("what guards may do"));
    let source_of = |entry: &str| content.data_sources.iter().find(|p| p.entry == entry).map(|p| p.source.as_str());
    assert_eq!(source_of("space high-pass"), Some("rulebook"));
    assert_eq!(source_of("space port-sol"), Some("public:an atlas"));
    assert_eq!(source_of("card 01"), Some("reconstructed"));
    assert_eq!(source_of("card 01 reds"), Some("rulebook"));
    assert!(check_all(&[pack]).is_empty());
}

#[test]
fn scripts_have_module_names() {
    let content = load(&[open(demo())]);
    let modules: Vec<_> = content.scripts.iter().filter_map(|s| s.module()).collect();
    assert_eq!(modules, ["lantern/search", "lib/sets"]);
    assert_eq!(provenance(&content, "script lib/sets")[0].origins[0].file.path, "scripts/lib/sets.luau");
}

#[test]
fn the_hash_depends_on_every_content_file_and_the_order_of_packs() {
    let base = || open(demo());
    let (one, two) = (pack("one", &[("scripts/lib/one.luau", "")]), pack("two", &[("scripts/lib/two.luau", "")]));
    let hash = |packs: &[Pack]| load(packs).hash;
    let first = hash(&[base(), one.clone(), two.clone()]);
    assert_eq!(first, hash(&[base(), one.clone(), two.clone()]));
    assert_ne!(first, hash(&[base(), two, one]));
    assert_ne!(hash(&[base()]), hash(&[open(extended("scripts/lantern/search.luau", "-- more"))]));
    // Files outside the content do not affect the hash.
    assert_eq!(hash(&[base()]), hash(&[open(extended("tests/rules/lantern/a.test", "--- a test"))]));
}

static PACK_DIR: Dir<'static> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/tests/suite/common/pack");

static WHOLE_PACK: [(&str, &Dir<'static>); 1] = [("", &PACK_DIR)];

#[test]
fn an_embedded_pack_opens_like_a_folder() {
    let embedded = Pack::open(PackSource::Embedded(&WHOLE_PACK)).expect("embedded");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/common/pack");
    let folder = Pack::open(PackSource::Folder(folder.into())).expect("a folder");
    let paths = |p: &Pack| p.files.iter().map(|f| f.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&embedded), ["pack.toml", "scripts/lib/lamp.luau"]);
    assert_eq!(paths(&embedded), paths(&folder));
    assert_eq!(embedded.id, "lamps");
    assert!(folder.files[0].on_disk.is_some() && embedded.files[0].on_disk.is_none());
}

/// Bytes of a picture that are not valid text.
const PICTURE_BYTES: &[u8] = b"\x89PNG\r\n\x1a\n\0\xff\xfe";

static LAYOUTS_DIR: Dir<'static> = Dir::new(
    "",
    &[DirEntry::Dir(Dir::new(
        "lantern",
        &[
            DirEntry::File(File::new("lantern/layout.toml", b"[canvas]\nwidth = 100\nheight = 100\n")),
            DirEntry::File(File::new("lantern/point.png", PICTURE_BYTES)),
        ],
    ))],
);
static GOLDEN_DIR: Dir<'static> =
    Dir::new("", &[DirEntry::Dir(Dir::new("lantern", &[DirEntry::File(File::new("lantern/a.golden", b"-- a"))]))]);

static PACK_FOLDERS: [(&str, &Dir<'static>); 2] = [("layouts", &LAYOUTS_DIR), ("tests/golden", &GOLDEN_DIR)];

#[test]
fn an_embedded_pack_has_its_pictures_and_other_files() {
    let source = PackSource::Embedded(&PACK_FOLDERS);
    let pack = Pack::open(source.clone()).expect("embedded");
    assert_eq!(pack.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["layouts/lantern/layout.toml"]);
    let pictures: Vec<_> = pack.pictures.iter().map(|picture| (picture.path.as_str(), &*picture.bytes)).collect();
    assert_eq!(pictures, [("layouts/lantern/point.png", PICTURE_BYTES)]);
    let files = PackFiles::open(&source).expect("the files of the pack");
    assert_eq!(files.names("tests/golden/lantern", ".golden").expect("names"), ["a.golden"]);
    assert_eq!(files.read("tests/golden/lantern/a.golden").expect("a text").as_deref(), Some("-- a"));
}
