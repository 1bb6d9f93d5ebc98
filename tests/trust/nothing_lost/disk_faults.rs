//! Writing fails because a disk is full or read-only, or because the record vanished. The error is reported, the game
//! does not change, and the same line works later.

use super::workspace::{Finished, RunningCommand, Workspace, loaded_and_verified};
use cardwright_table::record;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns this many `adjust` lines, to fill a small disk with events.
fn adjust_lines(count: usize) -> String {
    (0..count).map(|n| format!("adjust points {}\n", n % 9)).collect()
}

/// Checks that lines were refused for this reason, and that all full hashes in the output are equal.
#[track_caller]
fn assert_refused_and_unchanged(finished: &Finished, reason: &str) {
    let hashes: Vec<&str> = finished.out.lines().filter(|l| l.starts_with("full   ")).collect();
    assert!(finished.out.contains(reason), "{}", finished.out);
    assert!(finished.out.contains("the answer was not taken: nothing is lost"), "{}", finished.out);
    assert!(hashes.len() >= 2 && hashes.windows(2).all(|w| w[0] == w[1]), "{hashes:?}\n{}", finished.out);
}

/// Returns a command that runs programs in a user namespace with its own mounts. Prints a warning and returns `None` if
/// the system does not allow it.
fn mount_wrapper(test: &str) -> Option<[&'static str; 2]> {
    let wrapper = ["unshare", "-Urm"];
    let attempt = Command::new(wrapper[0]).args([wrapper[1], "sh", "-c", "mount -t tmpfs none /mnt"]).output();
    if attempt.is_ok_and(|finished| finished.status.success()) {
        return Some(wrapper);
    }
    println!("NOT TESTED HERE: {test}: this system lets nobody mount a small disk (`unshare -Urm`)");
    None
}

#[test]
fn a_file_that_cannot_grow_is_reported_and_play_continues_later() {
    let workspace = Workspace::new();
    fs::write(workspace.path("lines"), adjust_lines(1200) + "hash\nraise port\nhash\n").unwrap();
    let script = "ulimit -f 192; cardwright play demo --open --seed 3 --record g.cwr < lines";
    let finished =
        workspace.shell(&[], script).exits_with(3).says("cannot write g.cwr: ").says("files may not grow larger here");
    assert_refused_and_unchanged(&finished, ":record FILE");
    let (_, table) = loaded_and_verified(&workspace.path("g.cwr"));
    let last_hash = finished.out.lines().rfind(|l| l.starts_with("full   ")).unwrap();
    assert_eq!(last_hash, format!("full   {}", table.hash()), "the record has the position that was shown last");
    // Without the limit, the same line works.
    workspace.run(&["play", "--resume", "g.cwr", "--open"], "raise port\n").exits_with(0).says(" red: raise port");
    loaded_and_verified(&workspace.path("g.cwr"));
}

#[test]
fn a_full_disk_loses_nothing_and_the_line_works_later() {
    let Some(wrapper) = mount_wrapper("a full disk") else { return };
    let workspace = Workspace::new();
    fs::create_dir(workspace.path("disk")).unwrap();
    fs::write(workspace.path("many"), adjust_lines(200)).unwrap();
    let script = r#"
        mount -t tmpfs -o size=96k none disk || exit 99
        mkfifo in
        cardwright play demo --open --seed 3 --record disk/g.cwr < in > out 2> err &
        exec 3> in
        until_shown() { n=0; until grep -q -- "$1" out; do sleep 0.02; n=$((n+1)); [ $n -lt 1000 ] || exit 98; done; }
        echo 'raise port' >&3; until_shown '1 red: raise port'
        dd if=/dev/zero of=disk/fill bs=1k count=200 2> /dev/null
        cat many >&3; echo hash >&3; echo 'raise hills' >&3; echo hash >&3
        echo 'save disk/s.txt' >&3; echo 'lua 40+2' >&3; until_shown '^42'
        rm disk/fill; echo 'raise hills' >&3
        echo 'lua 40+3' >&3; until_shown '^43'
        dd if=/dev/zero of=disk/fill bs=1k count=200 2> /dev/null
        cat many >&3; echo 'record here/g.cwr' >&3; echo 'raise river' >&3; echo hash >&3
        exec 3>&-; wait $!; code=$?
        cp -r disk/g.cwr disk/content . ; ls -a disk; cat out err; exit $code"#;
    let finished = workspace.shell(&wrapper, script).exits_with(3);
    let out_before_42 = finished.out.split("\n42\n").next().unwrap();
    let before_42 = Finished { code: Some(3), out: out_before_42.to_owned(), err: String::new() };
    assert_refused_and_unchanged(&before_42, "No space left on device");
    let finished =
        finished.says("make room and try again, or `:record FILE` goes on").says("cannot write disk/s.txt: No space");
    assert!(
        !finished.out.lines().any(|l| l == "s.txt" || l.starts_with(".cardwright-")),
        "the failed save left no file"
    );
    let hills = finished.out.lines().filter(|l| l.ends_with(" red: raise hills")).count();
    assert_eq!(hills, 1, "refused while the disk was full, done later\n{}", finished.out);
    let finished = finished.says("all of the record is in here/g.cwr, and the game goes on there");
    let (_, before) = loaded_and_verified(&workspace.path("g.cwr"));
    let (_, table) = loaded_and_verified(&workspace.path("here/g.cwr"));
    assert_eq!(table.event_text(before.nodes().len()).unwrap(), "red: raise river", "the refused lines left no event");
    finished.says(&format!("full   {}", table.hash()));
}

#[test]
fn a_read_only_disk_is_reported() {
    let workspace = Workspace::new();
    // Even root cannot create these folders, because a file is in their path.
    fs::write(workspace.path("file"), "").unwrap();
    let finished = workspace.run(&["play", "demo", "--record", "file/g.cwr"], "").exits_with(3);
    finished.says("cannot write file/").says("use `--record FILE` for another file, or `--no-record`");
    let mut command = workspace.command(&["play", "demo"]);
    command.env("CARDWRIGHT_DATA", workspace.path("file/data"));
    let (_, error, status) = RunningCommand::start(command).end();
    assert_eq!(status.code(), Some(3), "{error}");
    assert!(error.contains("cannot write ") && error.contains("--no-record"), "{error}");
    assert_eq!(fs::read(workspace.path("file")).unwrap(), b"");

    let Some(wrapper) = mount_wrapper("a read-only disk") else { return };
    workspace.run(&["play", "demo", "--seed", "3", "--record", "kept/g.cwr"], "raise port\n").exits_with(0);
    let script = "mount --bind kept kept && mount -o remount,bind,ro kept || exit 99
        cardwright play --resume kept/g.cwr < /dev/null; echo code $?
        cardwright play demo --record kept/h.cwr < /dev/null; echo code $?
        cardwright replay kept/g.cwr --verify; echo code $?";
    let finished = workspace.shell(&wrapper, script).exits_with(0);
    assert_eq!(finished.out.matches("code 3").count(), 2, "{}\n{}", finished.out, finished.err);
    let finished =
        finished.says("cannot write kept/g.cwr: Read-only file system").says("make the file and its folder writable");
    finished.says("copy the record and the folder `content`").says("ok: 1 event with equal hashes\ncode 0");
}

/// Each kind of harm to a record during play is reported before an answer is lost.
#[test]
fn a_vanished_record_is_noticed_before_an_answer_is_lost() {
    /// Damages the record at this path.
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 7] = [
        ("was removed", |path| fs::remove_dir_all(path.parent().unwrap()).unwrap()),
        ("was removed", |path| fs::remove_file(path).unwrap()),
        ("was removed", |path| fs::rename(path, path.with_extension("old")).unwrap()),
        ("was replaced by something that is no file", |path| {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        }),
        ("was replaced by another file", |path| {
            let text = fs::read(path).unwrap();
            fs::remove_file(path).unwrap();
            fs::write(path, text).unwrap();
        }),
        ("was cut short", |path| fs::write(path, "").unwrap()),
        ("was written by another program", |path| {
            let text = fs::read(path).unwrap();
            fs::write(path, [&text[..], b"more\n"].concat()).unwrap();
        }),
    ];
    for (n, (problem, harm)) in harms.into_iter().enumerate() {
        let workspace = Workspace::new();
        let mut program = RunningCommand::start(workspace.command(&[
            "play",
            "demo",
            "--open",
            "--seed",
            "3",
            "--record",
            "games/g.cwr",
        ]));
        program.ask("raise port", "1 red: raise port");
        program.ask("raise hills", "2 red: raise hills");
        program.ask("undo", "at event 1");
        program.ask("dice 6 5", "the next rolls: 6 5");
        harm(&workspace.path("games/g.cwr"));
        for line in ["stir hills", "undo", "adjust points 5", "seat blue random", "resign red yes"] {
            program.ask(line, &format!("games/g.cwr {problem} while the game was played"));
        }
        program.ask("record games/new/g.cwr", "all of the record is in games/new/g.cwr, and the game goes on there");
        // The same line works, with the same dice.
        program.ask("stir hills", "rolled d6: 6 5");
        program.ask("hash", "full   ");
        let (out, error, status) = program.end();
        assert_eq!(status.code(), Some(3), "{error}");
        let (recorded, table) = loaded_and_verified(&workspace.path("games/new/g.cwr"));
        assert_eq!(recorded.entries.len(), 5, "harm {n}\n{out}");
        assert_eq!(table.event_text(3).unwrap(), "red: stir hills");
        assert!(out.contains(&format!("full   {}", table.hash())), "harm {n}\n{out}");
    }
}

#[test]
fn two_programs_never_write_one_record() {
    let workspace = Workspace::new();
    let mut program =
        RunningCommand::start(workspace.command(&["play", "demo", "--open", "--seed", "3", "--record", "g.cwr"]));
    program.ask("raise port", "1 red: raise port");
    for arguments in [&["play", "--resume", "g.cwr"][..], &["play", "--resume", "g.cwr", "--recover"]] {
        let finished = workspace.run(arguments, "raise river\n").exits_with(3);
        finished.says("g.cwr is in use by another program").says("leave the game there first");
    }
    workspace.run(&["play", "demo", "--record", "g.cwr"], "").exits_with(3).says("already exists");
    // Other programs may read the record.
    workspace.run(&["replay", "g.cwr", "--verify"], "").exits_with(0).says("ok: 1 event");
    program.ask("raise hills", "2 red: raise hills");
    program.ask("record h.cwr", "the game goes on there");
    program.ask("raise river", "3 red: raise river");
    // The program now uses the new record, so others may write the old one.
    workspace.run(&["play", "--resume", "g.cwr"], "raise river\n").exits_with(0);
    workspace.run(&["play", "--resume", "h.cwr"], "").exits_with(3).says("in use");
    program.end();
    for path in ["g.cwr", "h.cwr"] {
        assert_eq!(loaded_and_verified(&workspace.path(path)).0.entries.len(), 4, "{path}");
    }
}

#[test]
fn new_rules_that_cannot_be_stored_are_refused() {
    let workspace = Workspace::new();
    let arguments = ["play", "demo", "--open", "--no-watch", "--seed", "3", "--record", "games/g.cwr"];
    let mut program = RunningCommand::start(workspace.command(&arguments));
    program.ask("raise port", "1 red: raise port");
    fs::remove_dir_all(workspace.path("games/content")).unwrap();
    fs::write(workspace.path("games/content"), "in the way").unwrap();
    let rules = workspace.path("pack/scripts/demo/rules.luau");
    fs::write(&rules, fs::read_to_string(&rules).unwrap() + "-- Another day.\n").unwrap();
    program.ask("reload", "the game goes on with the old rules");
    program.ask("raise hills", "2 red: raise hills");
    program.ask("record elsewhere/g.cwr", "all of the record is in elsewhere/g.cwr");
    program.ask("reload", "the new rules are in use");
    program.ask("raise river", "4 red: raise river");
    program.end();
    let (recorded, table) = loaded_and_verified(&workspace.path("elsewhere/g.cwr"));
    assert_eq!(recorded.entries.len(), 5);
    assert!(table.event_text(4).unwrap().contains("raise river"));
    assert_eq!(record::read(&workspace.path("games/g.cwr")).unwrap().entries.len(), 3);
}
