//! What packs that do not know of each other do to one another: told, with the place and the cure.

use crate::common::*;
use cardwright_content::{Content, Pack, render};

/// A mod with more in its manifest.
fn stranger(id: &str, manifest: &str, files: &[(&str, &str)]) -> Pack {
    let mut all = vec![("pack.toml".to_string(), format!("id = \"{id}\"\nversion = \"1.0.0\"\n{manifest}"))];
    all.extend(files.iter().map(|(path, text)| (path.to_string(), text.to_string())));
    open(all)
}

fn told(packs: Vec<Pack>) -> String {
    let base = std::iter::once(open(demo()));
    let all: Vec<Pack> = base.chain(packs).collect();
    render(&Content::load(&all, "lantern").1, false)
}

const PURSE_20: &str = "[meta]\ngame = \"lantern\"\n[[track]]\nid = \"purse\"\nmax = 20\n";
const PURSE_30: &str = "[meta]\ngame = \"lantern\"\n[[track]]\nid = \"purse\"\nmax = 30\n";
const NEW_CARD: &str = "[meta]\ngame = \"lantern\"\nsource = \"own\"\n[[card]]\nid = \"02\"\nnumber = 2\nkind = \"plot\"\n\
    [card.reds]\ntitle = \"A\"\npoints = 1\n[card.crown]\ntitle = \"B\"\npoints = 1\n";

#[test]
fn two_packs_that_set_the_same_key() {
    compare(
        "collision-of-keys",
        &told(vec![stranger("storm", "", &[(BOARD, PURSE_20)]), stranger("rain", "", &[(BOARD, PURSE_30)])]),
    );
    // Not where they agree, nor where the later one says that it knows the earlier, be it through another.
    let storm = || stranger("storm", "", &[(BOARD, PURSE_20)]);
    assert_eq!(told(vec![storm(), stranger("rain", "", &[(BOARD, PURSE_20)])]), "");
    assert_eq!(told(vec![storm(), stranger("rain", "depends = [\"storm\"]\n", &[(BOARD, PURSE_30)])]), "");
    let between = stranger("wind", "depends = [\"storm\"]\n", &[]);
    assert_eq!(told(vec![storm(), between, stranger("rain", "depends = [\"wind\"]\n", &[(BOARD, PURSE_30)])]), "");
}

#[test]
fn a_list_that_one_adds_to_and_another_replaces() {
    let add = "[meta]\ngame = \"lantern\"\n[[die]]\nid = \"d6\"\nfaces = { add = [7] }\n";
    let whole = "[meta]\ngame = \"lantern\"\n[[die]]\nid = \"d6\"\nfaces = [1, 2]\n";
    let told_of = |first: &str, second: &str| {
        told(vec![stranger("storm", "", &[(BOARD, first)]), stranger("rain", "", &[(BOARD, second)])])
    };
    assert!(told_of(add, whole).contains("`faces` of the die `d6` is set by both `storm` and `rain`"));
    assert_eq!(told_of(whole, add), "");
    assert_eq!(told_of(add, add), "");
}

#[test]
fn a_card_that_patches_by_accident() {
    compare("id-taken", &told(vec![stranger("storm", "", &[("cards/lantern/new.toml", NEW_CARD)])]));
    // Said to be meant, it is a patch; a difference needs no word for it; nothing there to patch is an error.
    let meant = NEW_CARD.replace("number = 2\n", "number = 2\npatch = true\n");
    assert_eq!(told(vec![stranger("storm", "", &[("cards/lantern/new.toml", &meant)])]), "");
    let part = "[meta]\ngame = \"lantern\"\n[[card]]\nid = \"02\"\n[card.reds]\npoints = 3\n";
    assert_eq!(told(vec![stranger("storm", "", &[("cards/lantern/new.toml", part)])]), "");
    let nothing = meant.replace("\"02\"", "\"03\"");
    let found = told(vec![stranger("storm", "", &[("cards/lantern/new.toml", &nothing)])]);
    assert!(found.contains("there is no card `03` to patch"), "{found}");
    // Two strangers with one new id.
    let new = NEW_CARD.replace("\"02\"", "\"03\"");
    let both = ["storm", "rain"].map(|id| stranger(id, "", &[("cards/lantern/new.toml", &new)]));
    assert!(told(both.into()).contains("content::id-taken"));
}

#[test]
fn a_copy_that_went_stale_and_two_copies_of_one_script() {
    const SEARCH: &str = "scripts/lantern/search.luau";
    let copy = |id: &str, replaces: &str, manifest: &str| {
        stranger(id, &format!("replaces = [\"{replaces}\"]\n{manifest}"), &[(SEARCH, "-- mine\n")])
    };
    let now = Content::load(&[open(demo()), copy("storm", "lantern/search", "")], "lantern").1[0].help.clone();
    let now = now.as_deref().and_then(|help| help.split('"').nth(1)).expect("the line to write").to_string();
    assert_eq!(told(vec![copy("storm", &now, "")]), "");
    compare("copy-of-a-script", &told(vec![copy("storm", "lantern/search", "")]));
    compare("stale-copy", &told(vec![copy("storm", "lantern/search@0badcafe", "")]));
    compare("two-copies", &told(vec![copy("storm", &now, ""), copy("rain", &now, "")]));
    // One that knows the other copies that one's text.
    let after = told(vec![copy("storm", &now, ""), copy("rain", &now, "depends = [\"storm\"]\n")]);
    assert!(after.contains("content::stale-copy"), "{after}");
}

#[test]
fn two_packs_that_bring_a_text_of_one_name() {
    let text = |say: &str| format!("[text.greedy]\nsay = \"{say}\"\n");
    let (one, two, again) = (text("one"), text("two"), "[text.greedy]\npatch = true\nsay = \"two\"\n");
    let told_of = |manifest: &str, second: &str| {
        told(vec![stranger("storm", "", &[(TEXT, &one)]), stranger("rain", manifest, &[(TEXT, second)])])
    };
    let found = told_of("", &two);
    assert!(found.contains("`say` of the text `greedy` is set by both `storm` and `rain`"), "{found}");
    assert!(found.contains("rain:scripts/lantern/text.toml:2:1"), "{found}");
    // Not where they agree, where the later knows the earlier, or says that it means to; nor of a text of the game.
    assert_eq!(told_of("", &one), "");
    assert_eq!(told_of("depends = [\"storm\"]\n", &two), "");
    assert_eq!(told_of("", again), "");
    let of_game = "[action.search]\nlabel = \"Look\"\n";
    assert_eq!(told(vec![stranger("storm", "", &[(TEXT, of_game)])]), "");
}
