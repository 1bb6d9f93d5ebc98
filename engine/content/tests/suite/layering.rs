//! Layering of packs: patches, removals, replaced scripts, dependencies.

use crate::common::*;
use cardwright_content::{Content, Datum, Pack, PackSource, Severity, provenance};
use cardwright_state::Kind;

fn board(entries: &str) -> String {
    format!("[meta]\ngame = \"lantern\"\n{entries}")
}
/// Returns the demo game and a pack with these entries of the board.
fn with_pack(entries: &str) -> Vec<Pack> {
    vec![open(demo()), pack("storm", &[(BOARD, &board(entries))])]
}
fn problem_lines(packs: &[Pack]) -> Vec<String> {
    Content::load(packs, "lantern").1.iter().map(line).collect()
}

#[test]
fn a_patch_replaces_only_the_keys_that_it_gives() {
    let content =
        load(&with_pack("[[track]]\nid = \"purse\"\nmax = 20\n[[space]]\nid = \"high-pass\"\nname = \"The Pass\"\n"));
    assert_eq!((content.board.tracks[1].max, content.board.tracks[1].start), (20, 5));
    assert_eq!(content.board.spaces[0].name, "The Pass");
    assert_eq!(content.board.spaces[0].aka, ["Pass"]);
}

#[test]
fn a_patch_replaces_a_list_or_edits_it() {
    let content = load(&with_pack("[[die]]\nid = \"d6\"\nfaces = [1, 2]\n"));
    assert_eq!(content.board.dice[0].faces, [1, 2]);
    let content = load(&with_pack("[[die]]\nid = \"d6\"\nfaces = { add = [7], remove = [1, 2] }\n"));
    assert_eq!(content.board.dice[0].faces, [3, 4, 5, 6, 7]);
    assert_eq!(
        problem_lines(&with_pack("[[die]]\nid = \"d6\"\nfaces = { remove = [9] }\n")),
        [
            "content::nothing-to-remove storm:scenarios/lantern/board.toml:5:21: `faces` of the earlier packs does not contain this item"
        ]
    );
}

#[test]
fn halves_and_data_are_patched_by_key() {
    let cards = "[meta]\ngame = \"lantern\"\n[[card]]\nid = \"01\"\n[card.reds]\npoints = 4\neffects = { add = [{ verb = \"flee\" }] }\n";
    let data = board("[[piece]]\nid = \"guard\"\n[piece.data]\nstrength = 5\n");
    let content = load(&[open(demo()), pack("storm", &[("cards/lantern/storm.toml", cards), (BOARD, &data)])]);
    let verbs: Vec<&str> = content.effects().map(|e| e.effect.verb.value.as_str()).collect();
    assert_eq!(verbs, ["burn", "rest", "flee", "rest"]);
    let card = content.info(content.board.parse(Kind::Card, "01").expect("01")).expect("data");
    assert_eq!(card.get("reds").and_then(|r| r.get("points")), Some(&Datum::Number(4)));
    let guard = content.info(content.board.find("guard").expect("guard")).expect("data");
    assert_eq!(guard.get("strength"), Some(&Datum::Number(5)));
    assert!(guard.get("home").is_some());
}

#[test]
fn entries_are_added_and_removed() {
    // Without the pack, the demo game loads and has one die.
    let content = load(
        &with_pack("[[option]]\nid = \"length\"\nremove = true\n[[die]]\nid = \"d4\"\nfaces = [1, 2, 3, 4]\n")[..1],
    );
    assert_eq!(content.board.dice.len(), 1);
    // The scenario of the demo still sets the removed option. The error points at the scenario.
    let packs = with_pack("[[option]]\nid = \"length\"\nremove = true\n[[die]]\nid = \"d4\"\nfaces = [1, 2, 3, 4]\n");
    assert_eq!(
        problem_lines(&packs),
        ["content::unknown-option scenarios/lantern/first-night.toml:13:1: unknown option `length`"]
    );
    let content = load(&with_pack("[[mark]]\nid = \"tired\"\nremove = true\n[[piece]]\nid = \"guard\"\nmarks = []\n"));
    assert!(content.board.marks.is_empty());
    assert_eq!(
        problem_lines(&with_pack("[[mark]]\nid = \"tried\"\nremove = true\n")),
        [
            "content::unknown-mark storm:scenarios/lantern/board.toml:4:6: there is no mark `tried` to remove (did you mean `tired`?)"
        ]
    );
}

#[test]
fn errors_in_a_patch_are_reported_at_the_patch() {
    assert_eq!(
        problem_lines(&with_pack("[[track]]\nid = \"purse\"\nstart = 99\n")),
        ["content::bad-range storm:scenarios/lantern/board.toml:5:9: `start` of the track `purse` is 99"]
    );
    assert_eq!(
        problem_lines(&with_pack("[[piece]]\nid = \"mob\"\nowner = \"blues\"\n")),
        ["content::unknown-side storm:scenarios/lantern/board.toml:5:9: unknown side `blues`"]
    );
}

#[test]
fn a_pack_declares_an_entry_once() {
    assert_eq!(
        problem_lines(&with_pack("[[track]]\nid = \"purse\"\nmax = 20\n[[track]]\nid = \"purse\"\nmax = 30\n")),
        [
            "content::duplicate-id storm:scenarios/lantern/board.toml:7:6: a second track `purse` (the first is at storm:scenarios/lantern/board.toml:3; one pack must declare an entry in one place)"
        ]
    );
}

#[test]
fn a_pack_may_patch_texts_and_scenarios() {
    let text = "[why.needs-a-guard]\nsay = \"keine Wache dort\"\n";
    let scenario = "[meta]\nid = \"first-night\"\ngame = \"lantern\"\nposition = \"high-pass: riot\"\n[options]\nstorms = \"none\"\n";
    let content = load(&[open(demo()), pack("de", &[(TEXT, text), ("scenarios/lantern/first.toml", scenario)])]);
    assert_eq!(content.board.labels.reasons[0].text, "keine Wache dort");
    assert_eq!(content.board.labels.reasons[0].rule, "LC Search; N-3");
    let first = content.scenario("first-night").expect("the scenario");
    assert_eq!(first.position[0].value, "high-pass: riot");
    assert_eq!(first.options.len(), 2);
}

#[test]
fn provenance_names_every_pack_and_line() {
    let content = load(&with_pack("\n[[track]]\nid = \"purse\"\nmax = 20\n"));
    let found = provenance(&content, "purse");
    let origins: Vec<String> = found[0]
        .origins
        .iter()
        .map(|o| format!("{} {}:{} {}", o.pack, o.file.path, o.line, o.keys.join(",")))
        .collect();
    assert_eq!(found[0].kind, "track");
    assert_eq!(
        origins,
        [
            "base scenarios/lantern/board.toml:105 id,name,on,min,max,start",
            "storm scenarios/lantern/board.toml:4 id,max"
        ]
    );
    assert_eq!(provenance(&content, "track purse").len(), 1);
    assert!(provenance(&content, "nothing").is_empty());
}

#[test]
fn renames_are_recorded() {
    let content = load(&with_pack("[[space]]\nid = \"high-pass\"\nwas = [\"upper-pass\"]\n"));
    let rename = &content.board.renames[0];
    assert_eq!((rename.kind.as_str(), rename.old.as_str(), rename.new.as_str()), ("space", "upper-pass", "high-pass"));
}

#[test]
fn replacing_a_script_causes_a_warning_unless_declared() {
    let script = ("scripts/lantern/search.luau", "-- another search");
    let packs = [open(demo()), pack("storm", &[script])];
    let (content, found) = Content::load(&packs, "lantern");
    assert_eq!(content.expect("loads").script("lantern/search").expect("the script").text, "-- another search");
    assert_eq!(
        found.iter().map(line).collect::<Vec<_>>(),
        [
            "content::replaced-script storm:scripts/lantern/search.luau:1:1: this replaces `lantern/search` of the pack `base` (if it is intended, write `replaces = [\"lantern/search@76958ab7\"]` in pack.toml)"
        ]
    );
    assert_eq!(found[0].severity, Severity::Warning);
    let declared_replacement = |module: &str| {
        let manifest = format!("id = \"storm\"\nversion = \"1.0.0\"\nreplaces = [\"{module}\"]\n");
        open(vec![("pack.toml".into(), manifest), (script.0.into(), script.1.into())])
    };
    assert!(problem_lines(&[open(demo()), declared_replacement("lantern/search@76958ab7")]).is_empty());
    let typo = problem_lines(&[open(demo()), declared_replacement("lantern/serach")]);
    assert_eq!(
        typo[0],
        "content::unknown-script storm:pack.toml:3:13: `lantern/serach` replaces nothing (did you mean `lantern/search`?)"
    );
    assert!(typo.len() == 2 && typo[1].starts_with("content::replaced-script"), "{typo:?}");
}

#[test]
fn packs_must_fit_each_other_and_the_engine() {
    let pack_with =
        |manifest: &str| open(vec![("pack.toml".into(), format!("id = \"storm\"\nversion = \"1.0.0\"\n{manifest}\n"))]);
    // Beside its copy a pack declares everything twice, which is not reported.
    for other in [open(Vec::new()), open(demo())] {
        let problem = "content::duplicate-pack : two packs are called `base` (give each pack a `pack.toml` with an id of its own)";
        assert_eq!(problem_lines(&[open(demo()), other]), [problem]);
    }
    assert_eq!(
        problem_lines(&[open(demo()), pack_with("depends = [\"rain\"]")]),
        ["content::missing-pack storm:pack.toml:3:12: the pack `storm` needs `rain` (load `rain` before `storm`)"]
    );
    assert_eq!(
        problem_lines(&[pack_with("depends = [\"base\"]"), open(demo())]),
        ["content::missing-pack storm:pack.toml:3:12: the pack `storm` needs `base` (name `base` before `storm`)"]
    );
    assert_eq!(
        problem_lines(&[open(demo()), pack_with("conflicts = [\"base\"]")]),
        ["content::conflicting-packs storm:pack.toml:3:14: the pack `storm` conflicts with `base`"]
    );
    assert_eq!(
        problem_lines(&[open(demo()), pack_with("engine = \">=99\"")]),
        ["content::wrong-engine storm:pack.toml:3:10: the pack `storm` does not work with this engine"]
    );
    assert!(problem_lines(&[open(demo()), pack_with("depends = [\"base\"]\nengine = \">=0.1\"")]).is_empty());
    let open_manifest = |text: &str| Pack::open(PackSource::Memory(vec![("pack.toml".into(), text.into())]));
    let problems =
        open_manifest("id = \"A B\"\nversion = \"one\"\nengine = \"any\"\ndepend = []\n").expect_err("a bad manifest");
    let found: Vec<String> = problems.iter().map(line).collect();
    let beginnings =
        ["content::bad-id pack.toml:1:6", "content::bad-version pack.toml:2:11", "content::bad-version pack.toml:3:10"];
    assert!(beginnings.iter().zip(&found).all(|(beginning, line)| line.starts_with(beginning)), "{found:?}");
    assert_eq!(found[3], "content::unknown-key pack.toml:4:1: the pack has no key `depend` (did you mean `depends`?)");
}
