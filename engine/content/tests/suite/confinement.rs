//! A pack is read as a whole and never beyond itself.

use cardwright_content::{Content, Diagnostic, Pack, PackSource};
use std::fs;
use std::path::Path;

fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let at = root.join(path);
    fs::create_dir_all(at.parent().expect("a parent")).expect("folders");
    fs::write(at, text).expect("a file");
}
fn codes(result: Result<Pack, Vec<Diagnostic>>) -> Vec<String> {
    result.expect_err("refused").into_iter().map(|d| d.code).collect()
}
fn folder(root: &Path) -> PackSource {
    PackSource::Folder(root.to_path_buf())
}

#[test]
fn a_folder_that_does_not_say_who_it_is_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "base/scenarios/a/board.toml", "");
    write(dir.path(), "My House/cards/a/x.toml", "");
    let packs = ["base", "My House"].map(|name| Pack::open(folder(&dir.path().join(name))).expect("opens"));
    let told = Content::load(&packs, "a").1;
    let problem = told.iter().find(|d| d.code == "content::no-pack-toml").expect("told");
    assert!(problem.message.contains("My House is no pack: it lacks `pack.toml`"), "{problem}");
    let lines = "id = \"my-house\"\nname = \"My House\"\nversion = \"0.1.0\"";
    assert!(problem.help.as_ref().is_some_and(|h| h.ends_with(lines)), "{problem:?}");
}

#[test]
fn leftovers_and_foreign_files_are_passed_over() {
    let dir = tempfile::tempdir().expect("a folder");
    let names = [
        "cards/a/x.toml",
        "cards/a/.x.toml.swp",
        "cards/a/#x.toml#",
        "cards/a/x.toml~",
        "cards/a/.hidden.toml",
        "cards/a/notes.md",
        "scripts/a/x.luau",
        "scripts/a/.git/x.luau",
        "target/x.toml",
        "tests/rules/a/x.test",
        "tests/rules/a/x.rs",
        "tests/packs/y/cards/a/x.toml",
        "README.toml",
    ];
    for name in names {
        write(dir.path(), name, "");
    }
    let pack = Pack::open(folder(dir.path())).expect("opens");
    let found: Vec<&str> = pack.files.iter().map(|f| f.path.as_str()).collect();
    assert_eq!(found, ["cards/a/x.toml", "scripts/a/x.luau", "tests/rules/a/x.test"]);
    assert!(pack.file("scripts/a/x.luau").is_some() && pack.file("target/x.toml").is_none());
}

#[cfg(unix)]
#[test]
fn links_may_not_lead_out() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().join("pack");
    write(&root, "cards/a/x.toml", "");
    write(dir.path(), "secret.toml", "");
    symlink(root.join("cards/a/x.toml"), root.join("cards/a/y.toml")).expect("a link");
    let pack = Pack::open(folder(&root)).expect("links within are fine");
    assert_eq!(pack.files.len(), 2);
    symlink(dir.path().join("secret.toml"), root.join("cards/a/z.toml")).expect("a link");
    assert_eq!(codes(Pack::open(folder(&root))), ["content::leads-out"]);
    fs::remove_file(root.join("cards/a/z.toml")).expect("removed");
    symlink(dir.path(), root.join("scripts")).expect("a link");
    assert_eq!(codes(Pack::open(folder(&root))), ["content::leads-out"]);
    fs::remove_file(root.join("scripts")).expect("removed");
    symlink(root.join("cards"), root.join("cards/again")).expect("a link");
    assert!(codes(Pack::open(folder(&root))).contains(&"content::folder-too-deep".to_string()));
}

#[test]
fn large_deep_and_broken_files_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "cards/a/large.toml", vec![b' '; (4 << 20) + 1]);
    assert_eq!(codes(Pack::open(folder(dir.path()))), ["content::file-too-large"]);
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "cards/a/latin.toml", b"name = \"caf\xe9\"");
    assert_eq!(codes(Pack::open(folder(dir.path()))), ["content::not-utf-8"]);
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), &format!("cards/{}x.toml", "a/".repeat(20)), "");
    assert_eq!(codes(Pack::open(folder(dir.path()))), ["content::folder-too-deep"]);
    assert_eq!(codes(Pack::open(folder(&dir.path().join("nowhere")))), ["content::unreadable"]);
}

#[test]
fn files_that_are_too_large_together_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("cards/a")).expect("folders");
    for i in 0..17 {
        let file = fs::File::create(dir.path().join(format!("cards/a/x{i}.toml"))).expect("a file");
        file.set_len(4 << 20).expect("a length");
    }
    assert!(codes(Pack::open(folder(dir.path()))).contains(&"content::pack-too-large".to_string()));
}

#[test]
fn paths_in_memory_stay_within() {
    for path in ["../x.toml", "/etc/x.toml", "cards//x.toml", "cards\\x.toml"] {
        let files = vec![(path.to_string(), String::new())];
        assert_eq!(codes(Pack::open(PackSource::Memory(files))), ["content::leads-out"], "{path}");
    }
    let twice = vec![("cards/a/x.toml".to_string(), String::new()); 2];
    assert_eq!(codes(Pack::open(PackSource::Memory(twice))), ["content::duplicate-file"]);
}
