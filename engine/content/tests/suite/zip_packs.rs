//! Packs in one file: good ones load, and bad ones are refused with a reason.

use cardwright_content::{Pack, PackSource, is_zip, write_zip};
use std::io::{Cursor, Write};
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MANIFEST: (&str, &[u8]) = ("pack.toml", b"id = \"storm\"\nversion = \"0.1.0\"\n");

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        writer.start_file(*path, SimpleFileOptions::default()).expect("started");
        writer.write_all(bytes).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

/// Opens a pack from these bytes. Returns the pack, or the messages of its problems.
fn opened(bytes: &[u8]) -> Result<Pack, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.zip");
    std::fs::write(&path, bytes).expect("written");
    let messages = |problems: Vec<cardwright_content::Diagnostic>| {
        problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; ")
    };
    Pack::open(PackSource::Zip(path)).map_err(messages)
}

#[track_caller]
fn assert_refused(bytes: &[u8], expected: &str) {
    let message = opened(bytes).map(|pack| pack.id).expect_err("the file is refused");
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_pack_is_read_with_or_without_a_folder_around_it() {
    let cards: (&str, &[u8]) = ("cards/demo/a.toml", b"# no cards\n");
    let pack = opened(&zipped(&[MANIFEST, cards, ("notes.txt", b"x")])).expect("a pack");
    assert_eq!((pack.id.as_str(), pack.files.len()), ("storm", 2));
    let inner = [("storm-1/pack.toml", MANIFEST.1), ("storm-1/cards/demo/a.toml", cards.1), ("__MACOSX/x", b"y")];
    let pack = opened(&zipped(&inner)).expect("a pack");
    assert_eq!(pack.file("cards/demo/a.toml").map(|file| file.text.as_str()), Some("# no cards\n"));
    assert!(is_zip(Path::new("A.ZIP")) && !is_zip(Path::new("zip")));
}

#[test]
fn a_written_pack_reads_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write("pack.toml", "id = \"storm\"\nversion = \"0.1.0\"\n");
    write("cards/demo/a.toml", "# no cards\n");
    write("tests/golden/demo/standard.golden", "");
    write("secret.txt", "mine");
    let pack = Pack::open(PackSource::Folder(folder.path().to_owned())).expect("a pack");
    let out = folder.path().join("out.zip");
    assert_eq!(write_zip(&pack, folder.path(), &out).expect("written"), 3);
    assert!(write_zip(&pack, folder.path(), &out).is_err(), "a file that is there stays");
    let read = Pack::open(PackSource::Zip(out)).expect("a pack");
    let texts = |pack: &Pack| pack.files.iter().map(|file| (file.path.clone(), file.text.clone())).collect::<Vec<_>>();
    assert_eq!(texts(&pack), texts(&read));
}

#[test]
fn bad_files_are_refused() {
    let good = zipped(&[MANIFEST]);
    assert_refused(b"not a zip", "cannot read");
    assert_refused(&good[..good.len() - 10], "cannot read");
    assert_refused(&[], "cannot read");
    assert_refused(&zipped(&[("cards/demo/a.toml", b"")]), "it has no `pack.toml`");
    assert_refused(&zipped(&[MANIFEST, ("other/pack.toml", b"")]), "several files `pack.toml`");
    assert_refused(&zipped(&[MANIFEST, ("../outside.toml", b"")]), "stay within the pack");
    assert_refused(&zipped(&[MANIFEST, ("/etc/passwd", b"")]), "stay within the pack");
    assert_refused(&zipped(&[MANIFEST, ("cards\\demo\\a.toml", b"")]), "stay within the pack");
    let twins: [(&str, &[u8]); 3] = [MANIFEST, ("cards/demo/a.toml", b""), ("cards/demo/A.toml", b"")];
    assert_refused(&zipped(&twins), "two files have this name");
    let mut writer = ZipWriter::new_append(Cursor::new(zipped(&[MANIFEST]))).expect("opened again");
    writer.add_symlink("cards/demo/a.toml", "/etc/passwd", SimpleFileOptions::default()).expect("added");
    assert_refused(&writer.finish().expect("finished").into_inner(), "it is a link");
    // Bit 0 of the flags says that a file is encrypted: in the local header and in the directory.
    let mut encrypted = good.clone();
    encrypted[6] |= 1;
    let directory = encrypted.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("a directory");
    encrypted[directory + 8] |= 1;
    assert_refused(&encrypted, "cannot read");
}

#[test]
fn bombs_are_refused() {
    let zeros = vec![0; 40 << 20];
    let bomb = zipped(&[MANIFEST, ("a.bin", &zeros), ("b.bin", &zeros)]);
    assert!(bomb.len() < 1 << 20);
    assert_refused(&bomb, "unpacks to more than 64 MiB");
    let names: Vec<String> = (0..10_000).map(|n| format!("{n}.bin")).collect();
    let mut files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    files.push(MANIFEST);
    assert_refused(&zipped(&files), "more than 10,000 files");
}
