//! Deprecated keys and words still load, with a warning that names the new ones.

use crate::common::*;
use cardwright_content::{Content, Pack, Severity, layout_file::LayoutFile};

/// Entries with deprecated spellings.
const OLD: &str = r#"
[[mark]]
id = "hidden"
told = false
[[fact]]
id = "open"
on = "game"
type = "truth"
[[fact]]
id = "shut"
on = "game"
type = "truth"
default = true
[[option]]
id = "mild"
doc = "Whether the winter is mild."
type = "truth"
default = false
[[kind]]
id = "isle"
plural = "isles"
fields = { dry = "truth", wet = { type = "truth", optional = true } }
[[pile]]
id = "display"
order = "set"
read = true
"#;

/// Returns the entries of [`OLD`] with the current spellings.
fn current() -> String {
    OLD.replace("told", "logged").replace("\"truth\"", "\"boolean\"").replace("read =", "show_text =")
}

fn warnings(packs: &[Pack]) -> Vec<String> {
    let (content, problems) = Content::load(packs, "lantern");
    assert!(content.is_some(), "{problems:?}");
    assert!(problems.iter().all(|problem| problem.severity == Severity::Warning));
    problems.iter().map(|problem| format!("{}: {}; {}", problem.code, problem.message, problem.label)).collect()
}

#[test]
fn old_spellings_give_the_same_board_and_one_warning_each() {
    let (old, new) = (open(extended(BOARD, OLD)), open(extended(BOARD, &current())));
    assert_eq!(warnings(std::slice::from_ref(&new)), [""; 0]);
    assert_eq!(
        warnings(std::slice::from_ref(&old)),
        [
            "content::deprecated: `told` is now called `logged`; deprecated",
            "content::deprecated: `truth` is now called `boolean`; deprecated; 4 more in this file",
            "content::deprecated: `read` is now called `show_text`; deprecated",
        ]
    );
    let (old, new) = (load(&[old]), load(&[new]));
    assert_eq!(format!("{:?}", old.board), format!("{:?}", new.board));
}

#[test]
fn the_warning_names_the_new_spelling_at_its_place() {
    let found = problems(extended(BOARD, "\n[[mark]]\nid = \"hidden\"\ntold = false\n"));
    let [problem] = found.as_slice() else { panic!("{found:?}") };
    let text = &problem.file.as_ref().expect("a file").text;
    assert_eq!(&text[problem.span.clone().expect("a place")], "told");
    assert_eq!(problem.help.as_deref(), Some("write `logged`: a later release will not read `told`"));
}

#[test]
fn an_old_spelling_in_a_patch_overrides_the_new_one_in_the_base() {
    let base = open(extended(BOARD, "\n[[mark]]\nid = \"hidden\"\nlogged = true\n"));
    let patch = "[meta]\ngame = \"lantern\"\n[[mark]]\nid = \"hidden\"\ntold = false\n";
    let packs = [base, pack("old", &[(BOARD, patch)])];
    assert_eq!(warnings(&packs), ["content::deprecated: `told` is now called `logged`; deprecated"]);
    let mark = format!("{:?}", load(&packs).board.marks.last().expect("a mark"));
    assert!(mark.contains(": false"), "{mark}");
}

#[test]
fn both_spellings_in_one_table_are_no_error() {
    let both = "\n[[mark]]\nid = \"hidden\"\nlogged = true\ntold = false\n";
    assert_eq!(warnings(&[open(extended(BOARD, both))]).len(), 1);
}

#[test]
fn a_word_that_never_existed_is_still_an_error() {
    let found = problems(extended(BOARD, "\n[[fact]]\nid = \"open\"\non = \"game\"\ntype = \"bool\"\n"));
    assert!(matches!(found.as_slice(), [one] if one.code == "content::bad-choice"), "{found:?}");
}

#[test]
fn layouts_have_deprecated_keys_too() {
    let layout = "[canvas]\nwidth = 400\nheight = 300\n[[mark]]\nid = \"purse\"\nrest = 3\n";
    let mut files = demo();
    files.push(("layouts/lantern/layout.toml".into(), layout.into()));
    let packs = [open(files)];
    let (layout_file, found) = LayoutFile::read(&packs, &load(&packs), None);
    assert_eq!(layout_file.expect("it loads").marks[0].hidden_at, Some(3));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].message, "`rest` is now called `hidden_at`");
}
