//! Reading and writing stay inside the folder of a pack.

use cardwright_content::{
    ConfinedFolder, Content, Diagnostic, FileWrite, Pack, PackSource, files_below, read_text_file,
};
use std::fs;
use std::path::Path;

fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let file = root.join(path);
    fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
    fs::write(file, text).expect("a file");
}
fn codes(result: Result<Pack, Vec<Diagnostic>>) -> Vec<String> {
    result.expect_err("refused").into_iter().map(|d| d.code).collect()
}
fn folder(root: &Path) -> PackSource {
    PackSource::Folder(root.to_path_buf())
}

#[test]
fn a_folder_without_an_id_is_reported() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "base/scenarios/a/board.toml", "");
    write(dir.path(), "My House/cards/a/x.toml", "");
    let packs = ["base", "My House"].map(|name| Pack::open(folder(&dir.path().join(name))).expect("opens"));
    let found = Content::load(&packs, "a").1;
    let problem = found.iter().find(|d| d.code == "content::no-pack-toml").expect("found");
    assert!(problem.message.contains("My House is not a pack: it has no `pack.toml`"), "{problem}");
    let lines = "id = \"my-house\"\nname = \"My House\"\nversion = \"0.1.0\"";
    assert!(problem.help.as_ref().is_some_and(|h| h.ends_with(lines)), "{problem:?}");
}

#[test]
fn backups_and_other_files_are_ignored() {
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
fn links_may_not_lead_out_of_the_pack() {
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
fn paths_in_memory_must_be_relative() {
    for path in ["../x.toml", "/etc/x.toml", "cards//x.toml", "cards\\x.toml"] {
        let files = vec![(path.to_string(), String::new())];
        assert_eq!(codes(Pack::open(PackSource::Memory(files))), ["content::leads-out"], "{path}");
    }
    let twice = vec![("cards/a/x.toml".to_string(), String::new()); 2];
    assert_eq!(codes(Pack::open(PackSource::Memory(twice))), ["content::duplicate-file"]);
}

#[test]
fn a_write_replaces_the_whole_file_and_stays_inside_the_folder() {
    let dir = tempfile::tempdir().expect("a folder");
    let pack = ConfinedFolder::open(dir.path()).expect("a folder");
    let written = pack.write("tests/golden/a/x.golden", "one").expect("written");
    assert_eq!(written, dir.path().join("tests/golden/a/x.golden"));
    pack.write("tests/golden/a/x.golden", "two").expect("written over");
    assert_eq!(pack.read("tests/golden/a/x.golden").expect("read").as_deref(), Some("two"));
    assert_eq!(pack.names("tests/golden/a", "").expect("read"), ["x.golden"], "no temporary file is left");
    assert_eq!(pack.read("tests/golden/a/y.golden").expect("not there"), None);
    assert_eq!(pack.read("tests/x.golden/y").expect("not there"), None);
    for path in ["../x", "a/../../x", "/etc/x", "a//x", "a\\x", ""] {
        assert_eq!(pack.write(path, "").expect_err(path).code, "content::unwritable");
        assert_eq!(pack.read(path).expect_err(path).code, "content::leads-out");
    }
    // First a folder prevents the write, then a file.
    let refused = pack.write("tests/golden", "").expect_err("a folder").with_help();
    assert!(refused.contains("golden is a folder; move the folder away"), "{refused}");
    let refused = pack.write("tests/golden/a/x.golden/y", "").expect_err("a file").with_help();
    assert!(refused.contains("x.golden is not a folder; move the file away"), "{refused}");
}

#[test]
fn several_files_are_written_together_or_not_at_all() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "old.toml", "one");
    write(dir.path(), "taken.toml", "taken");
    let pack = ConfinedFolder::open(dir.path()).expect("a folder");
    let file = |path: &str, old_text: Option<&str>| FileWrite {
        path: path.to_owned(),
        text: "new".to_owned(),
        old_text: old_text.map(str::to_owned),
    };
    let assert_untouched = || {
        let mut names: Vec<_> = fs::read_dir(dir.path()).expect("read").flatten().map(|e| e.file_name()).collect();
        names.sort();
        assert_eq!(names, ["old.toml", "taken.toml"]);
        assert_eq!(pack.read("old.toml").expect("read").as_deref(), Some("one"));
        assert_eq!(pack.read("taken.toml").expect("read").as_deref(), Some("taken"));
    };
    // All obstacles are reported at once.
    let refused = pack
        .write_files(&[
            file("made/here/a.toml", None),
            file("taken.toml", None),
            file("old.toml", Some("another")),
            file("old.toml/b.toml", None),
            file("../out.toml", None),
        ])
        .expect_err("in the way");
    let found: Vec<String> = refused.iter().map(|problem| problem.with_help()).collect();
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0].contains("it already exists; choose another name"), "{found:?}");
    assert!(found[1].contains("it has changed in the meantime") && found[2].contains("is not a folder"), "{found:?}");
    assert_untouched();
    // A failed write removes the files and folders written before it.
    let too_long = format!("made/{}", "a".repeat(300));
    let files = [file("made/here/a.toml", None), file("old.toml", Some("one")), file(&too_long, None)];
    assert_eq!(pack.write_files(&files).expect_err("too long").len(), 1);
    assert_untouched();
    let written = pack.write_files(&files[..2]).expect("written");
    assert_eq!(written, [dir.path().join("made/here/a.toml"), dir.path().join("old.toml")]);
    assert_eq!(pack.read("old.toml").expect("read").as_deref(), Some("new"));
    assert_eq!(pack.read("made/here/a.toml").expect("read").as_deref(), Some("new"));
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().join("pack");
    write(&root, "pack.toml", "");
    write(dir.path(), "mine/x.golden", "mine");
    let mine = dir.path().join("mine/x.golden");
    let links = [
        (mine.clone(), "file.golden", "file.golden"),
        (dir.path().join("nothing"), "dangling.golden", "dangling.golden"),
        (dir.path().join("mine"), "folder", "folder/x.golden"),
        (dir.path().join("mine"), "another", "another/made/x.golden"),
        (root.join("pack.toml"), "within.golden", "within.golden"),
        ("../mine/x.golden".into(), "relative.golden", "relative.golden"),
    ];
    let pack = ConfinedFolder::open(&root).expect("a folder");
    for (target, link, path) in links {
        symlink(target, root.join(link)).expect("a link");
        let refused = pack.write(path, "theirs").expect_err(path).with_help();
        assert!(refused.contains(&format!("cannot write `{}`", root.join(path).display())), "{refused}");
        assert!(refused.contains(&format!("{link} is a link")) && refused.ends_with("; delete the link"), "{refused}");
    }
    // A hard link is replaced by a new file; the original keeps its text.
    fs::hard_link(&mine, root.join("hard.golden")).expect("a name");
    pack.write("hard.golden", "theirs").expect("written");
    assert_eq!(fs::read_to_string(&mine).expect("there"), "mine");
    assert_eq!(fs::read_to_string(root.join("pack.toml")).expect("there"), "");
    let names: Vec<_> = fs::read_dir(dir.path().join("mine")).expect("there").flatten().collect();
    assert!(names.len() == 1 && !dir.path().join("nothing").exists());
    // Reading follows no link out of the folder.
    for path in ["file.golden", "folder/x.golden", "relative.golden"] {
        assert_eq!(pack.read(path).expect_err(path).code, "content::leads-out");
    }
    assert_eq!(pack.names("folder", "").expect_err("a link").code, "content::leads-out");
    assert_eq!(pack.read("dangling.golden").expect_err("to nothing").code, "content::unreadable");
    assert_eq!(pack.read("within.golden").expect("a link within").as_deref(), Some(""));
}

/// Runs a call on another thread and returns its result. Fails if the call blocks, as the opening of a pipe does.
#[cfg(unix)]
fn without_blocking<T: Send + 'static>(call: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(call()));
    receiver.recv_timeout(std::time::Duration::from_secs(10)).expect("the call blocks")
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().expect("a folder");
    let (pipe, root) = (dir.path().join("a/x.test"), dir.path().to_owned());
    write(&root, "a/y.test", "text");
    write(&root, "a/large", vec![b' '; (4 << 20) + 1]);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    symlink(&pipe, root.join("link")).expect("a link");
    for path in [pipe.clone(), root.join("link"), "/dev/zero".into()] {
        let shown = path.display().to_string();
        let refused = without_blocking(move || read_text_file(&path)).expect_err("not a regular file").with_help();
        assert!(refused.starts_with(&format!("cannot read `{shown}`: it is not a regular file; ")), "{refused}");
    }
    let cloned_root = root.clone();
    let refused = without_blocking(move || ConfinedFolder::open(&cloned_root).and_then(|pack| pack.read("a/x.test")));
    assert!(refused.expect_err("a pipe").message.ends_with("it is not a regular file"));
    symlink("y.test", root.join("a/z.test")).expect("a link");
    symlink("/dev/zero", root.join("a/zero.test")).expect("a link");
    symlink("/dev/zero", root.join("a/zero")).expect("a link that nobody reads");
    let (found, problems) = without_blocking({
        let root = root.clone();
        move || files_below(&root, ".test")
    });
    assert_eq!(found.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["a/y.test", "a/z.test"]);
    let mut codes: Vec<&str> = problems.iter().map(|p| p.code.as_str()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["content::leads-out", "content::unreadable"]);
    // A path that the user names may be a link; the size limit applies.
    symlink(root.join("a/y.test"), root.join("named")).expect("a link");
    assert_eq!(read_text_file(&root.join("named")).expect("read"), "text");
    assert_eq!(read_text_file(&root.join("a/large")).expect_err("large").code, "content::file-too-large");
    assert_eq!(read_text_file(&root).expect_err("a folder").help.as_deref(), Some("name a file"));
}
