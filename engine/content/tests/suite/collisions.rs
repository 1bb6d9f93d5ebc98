//! Collisions between packs that do not depend on each other.

use crate::common::*;
use cardwright_content::{Content, Pack, PackSource, render};

/// Opens a pack with further lines in `pack.toml`.
fn pack_with(id: &str, manifest: &str, files: &[(&str, &str)]) -> Pack {
    let mut pack_files = vec![("pack.toml".to_string(), format!("id = \"{id}\"\nversion = \"1.0.0\"\n{manifest}"))];
    pack_files.extend(files.iter().map(|(path, text)| (path.to_string(), text.to_string())));
    open(pack_files)
}

/// Returns the diagnostics of the demo game with further packs, as a terminal shows them.
fn rendered(packs: Vec<Pack>) -> String {
    let base = std::iter::once(open(demo()));
    let all_packs: Vec<Pack> = base.chain(packs).collect();
    render(&Content::load(&all_packs, "lantern").1, false)
}

const PURSE_20: &str = "[meta]\ngame = \"lantern\"\n[[track]]\nid = \"purse\"\nmax = 20\n";
const PURSE_30: &str = "[meta]\ngame = \"lantern\"\n[[track]]\nid = \"purse\"\nmax = 30\n";
const NEW_CARD: &str = "[meta]\ngame = \"lantern\"\nsource = \"own\"\n[[card]]\nid = \"02\"\nnumber = 2\nkind = \"plot\"\n\
    [card.reds]\ntitle = \"A\"\npoints = 1\n[card.crown]\ntitle = \"B\"\npoints = 1\n";

#[test]
fn a_warning_names_two_packs_that_set_the_same_key() {
    compare(
        "collision-of-keys",
        &rendered(vec![pack_with("storm", "", &[(BOARD, PURSE_20)]), pack_with("rain", "", &[(BOARD, PURSE_30)])]),
    );
    // There is no warning if both packs set the same value, or if the later pack depends on the earlier pack, directly
    // or through another pack.
    let storm = || pack_with("storm", "", &[(BOARD, PURSE_20)]);
    assert_eq!(rendered(vec![storm(), pack_with("rain", "", &[(BOARD, PURSE_20)])]), "");
    assert_eq!(rendered(vec![storm(), pack_with("rain", "depends = [\"storm\"]\n", &[(BOARD, PURSE_30)])]), "");
    let between = pack_with("wind", "depends = [\"storm\"]\n", &[]);
    assert_eq!(rendered(vec![storm(), between, pack_with("rain", "depends = [\"wind\"]\n", &[(BOARD, PURSE_30)])]), "");
}

#[test]
fn a_warning_names_two_packs_if_one_adds_to_a_list_that_the_other_replaces() {
    let add = "[meta]\ngame = \"lantern\"\n[[die]]\nid = \"d6\"\nfaces = { add = [7] }\n";
    let replacement = "[meta]\ngame = \"lantern\"\n[[die]]\nid = \"d6\"\nfaces = [1, 2]\n";
    let rendered_of = |first: &str, second: &str| {
        rendered(vec![pack_with("storm", "", &[(BOARD, first)]), pack_with("rain", "", &[(BOARD, second)])])
    };
    assert!(rendered_of(add, replacement).contains("`faces` of the die `d6` is set by both `storm` and `rain`"));
    assert_eq!(rendered_of(replacement, add), "");
    assert_eq!(rendered_of(add, add), "");
}

#[test]
fn a_whole_card_with_a_taken_id_needs_patch_true() {
    compare("id-taken", &rendered(vec![pack_with("storm", "", &[("cards/lantern/new.toml", NEW_CARD)])]));
    // With `patch = true` the card is a patch. A partial card needs no `patch`. Patching an unknown card is an error.
    let intended_patch = NEW_CARD.replace("number = 2\n", "number = 2\npatch = true\n");
    assert_eq!(rendered(vec![pack_with("storm", "", &[("cards/lantern/new.toml", &intended_patch)])]), "");
    let partial_card = "[meta]\ngame = \"lantern\"\n[[card]]\nid = \"02\"\n[card.reds]\npoints = 3\n";
    assert_eq!(rendered(vec![pack_with("storm", "", &[("cards/lantern/new.toml", partial_card)])]), "");
    let unknown_card = intended_patch.replace("\"02\"", "\"03\"");
    let found = rendered(vec![pack_with("storm", "", &[("cards/lantern/new.toml", &unknown_card)])]);
    assert!(found.contains("there is no card `03` to patch"), "{found}");
    // Two packs declare the same new id.
    let new_card = NEW_CARD.replace("\"02\"", "\"03\"");
    let both = ["storm", "rain"].map(|id| pack_with(id, "", &[("cards/lantern/new.toml", &new_card)]));
    assert!(rendered(both.into()).contains("content::id-taken"));
}

/// A patch with all keys of a card except one gets a warning, unless it says `patch = true`.
#[test]
fn an_almost_whole_card_with_a_taken_id_gets_a_warning() {
    let lacking = NEW_CARD.replace("title = \"B\"\n", "");
    let found = rendered(vec![pack_with("storm", "", &[("cards/lantern/new.toml", &lacking)])]);
    assert!(
        found.contains("this changes the card `02`, but looks like a new card that lacks `crown.title`"),
        "{found}"
    );
    let patch = lacking.replace("number = 2\n", "number = 2\npatch = true\n");
    assert_eq!(rendered(vec![pack_with("storm", "", &[("cards/lantern/new.toml", &patch)])]), "");
    // A patch of one whole half is a usual patch.
    let half = "[meta]\ngame = \"lantern\"\n[[card]]\nid = \"02\"\n[card.reds]\ntitle = \"A\"\npoints = 3\n";
    assert_eq!(rendered(vec![pack_with("storm", "", &[("cards/lantern/new.toml", half)])]), "");
}

#[test]
fn a_warning_names_a_pack_whose_change_is_lost_because_a_later_pack_removes_the_entry() {
    let change = "[meta]\ngame = \"lantern\"\n[[card]]\nid = \"02\"\n[card.reds]\npoints = 3\n";
    let removal = "[meta]\ngame = \"lantern\"\n[[card]]\nid = \"02\"\nremove = true\n";
    let rendered_of = |manifest: &str| {
        let changing = pack_with("storm", "", &[("cards/lantern/new.toml", change)]);
        rendered(vec![changing, pack_with("rain", manifest, &[("cards/lantern/new.toml", removal)])])
    };
    let found = rendered_of("");
    assert!(found.contains("the card `02` is changed by `storm` and removed by `rain`"), "{found}");
    assert!(found.contains("content::collision"), "{found}");
    assert_eq!(rendered_of("depends = [\"storm\"]\n"), "");
    // Without another pack's change there is nothing to lose.
    assert_eq!(rendered(vec![pack_with("rain", "", &[("cards/lantern/new.toml", removal)])]), "");
}

#[test]
fn packs_that_need_themselves_or_each_other_are_named() {
    let found = rendered(vec![pack_with("storm", "depends = [\"storm\"]\n", &[])]);
    assert!(found.contains("a pack cannot need itself") && found.contains("remove it from `depends`"), "{found}");
    let needs = |id: &str, other: &str| pack_with(id, &format!("depends = [\"{other}\"]\n"), &[]);
    let found = rendered(vec![needs("storm", "rain"), needs("rain", "wind"), needs("wind", "storm")]);
    assert!(found.contains("these packs need each other in a circle"), "{found}");
    // If the earlier of two colliding packs depends on the later one, only the order of the packs is reported.
    let early = pack_with("storm", "depends = [\"rain\"]\n", &[(BOARD, PURSE_20)]);
    let found = rendered(vec![early, pack_with("rain", "", &[(BOARD, PURSE_30)])]);
    assert!(found.contains("name `rain` before `storm`") && !found.contains("content::collision"), "{found}");
}

#[test]
fn a_pack_may_need_a_range_of_versions() {
    // The packs of these tests have version 1.0.0.
    let with_range = |range: &str| {
        let storm = pack_with("storm", "author = \"A. Ferryman\"\nlicense = \"CC-BY-4.0\"\n", &[]);
        rendered(vec![storm, pack_with("rain", &format!("depends = [\"storm {range}\"]\n"), &[])])
    };
    assert_eq!(with_range(">=0.2, <2"), "");
    assert_eq!(with_range(""), "");
    let found = with_range(">=2");
    assert!(
        found.contains("the pack `rain` needs `storm` >=2") && found.contains("version 1.0.0 is loaded"),
        "{found}"
    );
    assert!(found.contains("content::wrong-version"), "{found}");
    let found = pack_errors("depends = [\"storm >=\"]\n");
    assert!(found.contains("is not a version range"), "{found}");
    assert!(pack_errors("depends = [\"storm surge\"]\n").contains("`surge` is not a version range"));
}

/// The problems with which a pack with this manifest does not open.
fn pack_errors(manifest: &str) -> String {
    let text = format!("id = \"rain\"\nversion = \"1.0.0\"\n{manifest}");
    let files = vec![("pack.toml".to_owned(), text)];
    Pack::open(PackSource::Memory(files)).map_or_else(|problems| render(&problems, false), |pack| pack.id)
}

#[test]
fn outdated_copies_and_two_copies_of_one_script_are_reported() {
    const SEARCH: &str = "scripts/lantern/search.luau";
    let copy = |id: &str, replaces: &str, manifest: &str| {
        pack_with(id, &format!("replaces = [\"{replaces}\"]\n{manifest}"), &[(SEARCH, "-- mine\n")])
    };
    let help = Content::load(&[open(demo()), copy("storm", "lantern/search", "")], "lantern").1[0].help.clone();
    let current = help.as_deref().and_then(|help| help.split('"').nth(1)).expect("the line to write").to_string();
    assert_eq!(rendered(vec![copy("storm", &current, "")]), "");
    compare("copy-of-a-script", &rendered(vec![copy("storm", "lantern/search", "")]));
    compare("stale-copy", &rendered(vec![copy("storm", "lantern/search@0badcafe", "")]));
    compare("two-copies", &rendered(vec![copy("storm", &current, ""), copy("rain", &current, "")]));
    // A pack that depends on another pack must copy the script of that pack.
    let found = rendered(vec![copy("storm", &current, ""), copy("rain", &current, "depends = [\"storm\"]\n")]);
    assert!(found.contains("content::stale-copy"), "{found}");
}

#[test]
fn a_warning_names_two_packs_that_declare_the_same_text() {
    let text = |say: &str| format!("[text.greedy]\nsay = \"{say}\"\n");
    let (one, two, patch) = (text("one"), text("two"), "[text.greedy]\npatch = true\nsay = \"two\"\n");
    let rendered_of = |manifest: &str, second: &str| {
        rendered(vec![pack_with("storm", "", &[(TEXT, &one)]), pack_with("rain", manifest, &[(TEXT, second)])])
    };
    let found = rendered_of("", &two);
    assert!(found.contains("`say` of the text `greedy` is set by both `storm` and `rain`"), "{found}");
    assert!(found.contains("rain:scripts/lantern/text.toml:2:1"), "{found}");
    // There is no warning if the texts are equal, if the later pack depends on the earlier pack, if it writes
    // `patch = true`, or if it changes a text of the base pack.
    assert_eq!(rendered_of("", &one), "");
    assert_eq!(rendered_of("depends = [\"storm\"]\n", &two), "");
    assert_eq!(rendered_of("", patch), "");
    let of_game = "[action.search]\nlabel = \"Look\"\n";
    assert_eq!(rendered(vec![pack_with("storm", "", &[(TEXT, of_game)])]), "");
}
