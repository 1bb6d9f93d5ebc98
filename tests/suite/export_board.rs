//! The commands `export-board`, which draws a board, and `layout`, which prints a layout to start from.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `cardwright` in a folder, with the demo as base pack.
fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["--base", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs/demo")])
        .args(args)
        .current_dir(folder)
        .env("CARDWRIGHT_DATA", folder.join("data"))
        .stdin(Stdio::null())
        .output()
        .expect("the command runs")
}

/// Checks the exit code and returns the text on standard error.
#[track_caller]
fn assert_exits_with(output: &Output, code: i32) -> String {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{message}");
    message
}

#[test]
fn exporting_a_board_twice_gives_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    for name in ["one.svg", "two.svg"] {
        assert_exits_with(&run(folder.path(), &["export-board", "demo", name]), 0);
    }
    assert_eq!(bytes("one.svg"), bytes("two.svg"));
    assert!(bytes("one.svg").starts_with(b"<svg "));
    let output = run(folder.path(), &["export-board", "demo", "-"]);
    assert_exits_with(&output, 0);
    assert_eq!(output.stdout, bytes("one.svg"));
}

/// A board is drawn at an event of a record, or as a side sees it. The cards of other hands show as face down.
#[test]
fn a_board_is_drawn_as_a_side_sees_it() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_exits_with(
        &run(folder.path(), &["play", "demo", "--seat", "all=random", "--seed", "7", "--record", "game.cwr"]),
        0,
    );
    let drawn = |args: &[&str]| {
        let output = run(folder.path(), &[&["export-board", "demo", "-"], args].concat());
        assert_exits_with(&output, 0);
        String::from_utf8(output.stdout).expect("text")
    };
    let at_event = |event: usize| drawn(&["--at", &format!("game.cwr:{event}")]);
    assert_eq!(at_event(0), drawn(&["--seed", "7"]));
    assert_ne!(at_event(0), at_event(3));
    let hidden = |text: &str| text.matches("face down").count();
    let (public, red, open) = (drawn(&[]), drawn(&["--seat", "red"]), drawn(&["--open"]));
    assert!(hidden(&public) > hidden(&red) && hidden(&red) > hidden(&open), "{public}");
}

/// `export-board --at` finds the pack that the recorded game was played with.
#[test]
fn the_board_of_a_record_is_drawn_with_the_packs_of_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path().join("straits");
    std::fs::create_dir_all(pack.join("scenarios/straits")).expect("folders");
    std::fs::create_dir_all(pack.join("scripts/straits")).expect("folders");
    let write = |path: &str, text: &str| std::fs::write(pack.join(path), text).expect("written");
    write("pack.toml", "id = \"straits\"\nversion = \"1.0.0\"\n");
    let meta = "[meta]\ngame = \"straits\"\nsource = \"reconstructed\"\n";
    write(
        "scenarios/straits/board.toml",
        &format!(
            "{meta}name = \"Straits\"\n[[side]]\nid = \"one\"\nname = \"One\"\n[[kind]]\nid = \"sea\"\nplural = \"seas\"\n[[space]]\nid = \"sound\"\nname = \"The Sound\"\nkind = \"sea\"\n"
        ),
    );
    write(
        "scenarios/straits/standard.toml",
        &format!("{meta}id = \"standard\"\nname = \"Standard\"\nfirst = \"waits\"\n"),
    );
    write(
        "scripts/straits/waits.luau",
        "step(\"waits\", function()\n  offer(WORD.wait)\n  choose(ONE)\n  win(ONE, TEXT.waited)\nend)\n",
    );
    write("scripts/straits/text.toml", "[word.wait]\nlabel = \"Wait\"\n[text.waited]\nsay = \"who waits wins\"\n");
    let play = ["play", "straits", "--pack", "straits", "--seat", "all=random", "--seed", "7", "--record", "game.cwr"];
    assert_exits_with(&run(folder.path(), &play), 0);
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir_all(&elsewhere).expect("a folder");
    std::fs::rename(folder.path().join("data"), elsewhere.join("data")).expect("moved");
    let drawn = run(&elsewhere, &["export-board", "straits", "-", "--at", "../game.cwr"]);
    assert_exits_with(&drawn, 0);
    assert!(String::from_utf8_lossy(&drawn.stdout).contains("The Sound"));
}

#[test]
fn the_pictures_of_the_documentation_equal_the_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures = std::fs::read_dir(folder.join("docs/pictures")).expect("a folder");
    let pictures: Vec<_> = pictures.map(|picture| picture.expect("an entry").path()).collect();
    let games = folder.join("scenarios");
    let boards: Vec<_> =
        pictures.iter().filter(|path| path.file_stem().is_some_and(|name| games.join(name).is_dir())).collect();
    assert_eq!(boards.len(), 4, "a board of each game");
    for path in boards {
        let game = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let drawn = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["export-board", &game, "-"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        assert_exits_with(&drawn, 0);
        assert!(std::fs::read(path).expect("a file") == drawn.stdout, "the picture of {game} is out of date");
    }
}

#[test]
fn wrong_arguments_of_export_board_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, message) in [
        (&["export-board", "demo", "board.gif"][..], "`.svg` or `.png`"),
        (&["export-board", "demi", "board.svg"], "did you mean `demo`?"),
        (&["export-board", "demo", "board.svg", "--seat", "rde"], "did you mean `red`?"),
        (&["export-board", "demo", "board.svg", "--at", "game"], "unknown file or game"),
        (&["export-board", "demo", "-", "--png"], "name a file"),
        (&["export-board", "demo", "board.svg", "--seat", "red", "--open"], "cannot be used with"),
    ] {
        let output = run(folder.path(), args);
        assert!(assert_exits_with(&output, 2).contains(message), "{args:?}");
    }
    assert_exits_with(&run(folder.path(), &["export-board", "demo", "none/board.svg"]), 3);
}

/// A layout printed by `layout` draws the same board, and `check` reports nothing.
#[test]
fn a_printed_layout_draws_the_same_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own");
    std::fs::create_dir_all(own.join("layouts/demo")).expect("folders");
    std::fs::write(own.join("pack.toml"), "id = \"own\"\nversion = \"1.0.0\"\n").expect("written");
    let before = run(folder.path(), &["export-board", "demo", "-"]);
    let printed = run(folder.path(), &["layout", "demo"]);
    assert_exits_with(&printed, 0);
    let text = String::from_utf8_lossy(&printed.stdout);
    for kind in ["province", "box"] {
        assert!(text.contains(&format!("\n[style.{kind}]\nfill = \"#")), "{text}");
    }
    std::fs::write(own.join("layouts/demo/layout.toml"), &printed.stdout).expect("written");
    let with = |args: &[&str]| run(folder.path(), &[&["--pack", "own"], args].concat());
    let after = with(&["export-board", "demo", "-"]);
    assert_exits_with(&after, 0);
    assert_eq!(String::from_utf8_lossy(&after.stdout), String::from_utf8_lossy(&before.stdout));
    assert_exits_with(&with(&["check", "demo"]), 0);
}

/// With the cargo feature `png` a board is written as pixels. Without the feature a message names it.
#[test]
fn a_board_is_written_as_png_if_the_feature_is_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = |name: &str| run(folder.path(), &["export-board", "demo", name]);
    if !cfg!(feature = "png") {
        return assert!(assert_exits_with(&drawn("one.png"), 2).contains("--features png"));
    }
    let bytes = |name: &str| {
        assert_exits_with(&drawn(name), 0);
        std::fs::read(folder.path().join(name)).expect("a file")
    };
    assert_eq!(bytes("one.png"), bytes("two.png"));
    let one = bytes("one.png");
    assert!(one.starts_with(b"\x89PNG\r\n\x1a\n"));
    // The PNG has as many pixels as the SVG has units, and it is not blank. Its sizes are at bytes 16 and 20.
    assert_exits_with(&drawn("one.svg"), 0);
    let svg = std::fs::read_to_string(folder.path().join("one.svg")).expect("text");
    let png_size = |offset: usize| u32::from_be_bytes(one[offset..offset + 4].try_into().expect("four bytes"));
    let svg_size = |name: &str| {
        let number =
            svg.split_once(&format!(" {name}=\"")).and_then(|(_, after)| after.split_once('"')).expect("a size").0;
        number.parse::<f64>().expect("a number").ceil() as u32
    };
    assert_eq!([png_size(16), png_size(20)], [svg_size("width"), svg_size("height")]);
    assert!(one.len() > 20_000, "{} bytes", one.len());
}

/// Writing to a pipe would wait until somebody reads it.
#[cfg(unix)]
#[test]
fn a_board_is_not_written_to_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.svg");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let refused = run(folder.path(), &["export-board", "demo", "pipe.svg"]);
    assert!(assert_exits_with(&refused, 3).contains("it is no regular file"));
}
