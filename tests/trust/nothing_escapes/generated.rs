//! Generated cases that the repository cannot hold as files: links, devices, pipes, huge files, names that are not
//! UTF-8.

use super::case::Case;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

const META: &str = "[meta]\ngame = \"demo\"\nsource = \"reconstructed\"\n";
const BOARD: &str = "scenarios/demo/board.toml";

fn check(name: &str, exit: i32, says: &[&str]) -> Case {
    Case::new(&format!("made/{name}"), "check demo", exit, says)
}

/// Creates the folder of the pack's cards and returns its path.
fn cards(pack: &Path) -> PathBuf {
    let folder = pack.join("cards/demo");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn spaces(n: usize) -> String {
    let mut text = META.to_owned();
    for i in 0..n {
        let _ = writeln!(text, "[[space]]\nid = \"s{i}\"\nname = \"S\"\nkind = \"box\"");
    }
    text
}

const GOLDEN: &str = "tests/golden/demo/standard.golden";
const PERFT: &str = "tests/perft/demo.toml";
const OTHER_TEST: &str = "tests/more/x.test";

/// Returns the full path of a file of the pack, after creating its folder.
fn prepare_path(pack: &Path, path: &str) -> PathBuf {
    let full_path = pack.join(path);
    fs::create_dir_all(full_path.parent().unwrap()).unwrap();
    full_path
}

/// Returns three cases with something other than a normal file at a path: a link out of the pack, a pipe, a huge file.
fn irregular_files(name: &str, run: &str, path: &'static str) -> [Case; 3] {
    let case = |what: &str, says: &[&str]| Case::new(&format!("made/{name}-{what}"), run, 1, says);
    [
        case("link", &["a link to a place outside the pack", "copy the file into the pack instead"])
            .add_files(move |p| symlink(p.join("../secret.toml"), prepare_path(p, path)).unwrap()),
        case("pipe", &["not a regular file", "use a regular file"]).add_files(move |p| pipe(&prepare_path(p, path))),
        case("flood", &["larger than 4 MiB"])
            .add_files(move |p| fs::write(prepare_path(p, path), vec![b'#'; 50 << 20]).unwrap()),
    ]
}

/// Returns a case in which `golden --refresh` finds something else in place of the golden files.
fn golden_refresh(name: &str, exit: i32, says: &[&str]) -> Case {
    Case::new(&format!("made/refresh-{name}"), "golden demo --refresh", exit, says)
}

/// Returns cases for files of packs that are not content, such as golden games, and for files named in commands.
fn files_outside_content() -> Vec<Case> {
    let typed_line = |name: &str, line: &str, says: &[&str]| {
        let mut case =
            Case::new(&format!("made/{name}"), "play demo --scenario standard --seed 1 --no-record", 1, says);
        case.typed = format!("{line}\n");
        case
    };
    let mut cases = vec![
        golden_refresh("through-a-folder", 1, &["content::leads-out"])
            .add_files(|p| symlink(p.join("../home"), p.join("tests")).unwrap()),
        golden_refresh("through-an-inner-folder", 1, &["a link to a place outside the pack"])
            .add_files(|p| symlink(p.join("../home"), prepare_path(p, "tests/golden/demo")).unwrap()),
        golden_refresh("over-a-folder", 1, &["cannot read", "it is a folder"])
            .add_files(|p| fs::create_dir(prepare_path(p, "tests/golden/demo/bad.golden")).unwrap()),
        Case::new("made/golden-of-one-line", "golden demo", 1, &["standard: the header differs"])
            .add_files(|p| fs::write(prepare_path(p, GOLDEN), "x".repeat(4 << 20)).unwrap()),
        Case::new("made/golden-of-many-lines", "golden demo", 1, &["more lines"])
            .add_files(|p| fs::write(prepare_path(p, GOLDEN), "x\n".repeat(2 << 20)).unwrap()),
        Case::new("made/golden-with-escapes", "golden demo", 1, &["standard: the header differs"])
            .add_files(|p| fs::write(prepare_path(p, GOLDEN), "\u{1b}[2J\u{7}\n").unwrap()),
        Case::new("made/perft-with-a-long-key", "perft demo", 1, &["perft::file", "unknown field"])
            .add_files(|p| fs::write(prepare_path(p, PERFT), format!("{} = 1", "x".repeat(4_000_000))).unwrap()),
        Case::new("made/test-a-pipe", &format!("test ../bad/{OTHER_TEST}"), 1, &["not a regular file"])
            .add_files(|p| pipe(&prepare_path(p, OTHER_TEST))),
        Case::new("made/test-a-device", "test /dev/zero", 1, &["not a regular file", "use a regular file"]),
        typed_line("load-a-pipe", "load ../bad/x", &["not a regular file"]).add_files(|p| pipe(&p.join("x"))),
        typed_line("load-a-device", "load /dev/zero", &["not a regular file"]),
        typed_line("load-a-folder", "load ../bad", &["it is a folder; name a file"]),
        typed_line("load-a-flood", "load ../bad/x", &["larger than 4 MiB"])
            .add_files(|p| fs::write(p.join("x"), vec![b'#'; 50 << 20]).unwrap()),
    ];
    cases.extend(irregular_files("golden", "golden demo", GOLDEN));
    cases.extend(irregular_files("golden-refresh", "golden demo --refresh", GOLDEN));
    cases.extend(irregular_files("perft", "perft demo", PERFT));
    cases.extend(irregular_files("tests-in-a-folder", "test ../bad/tests/more", OTHER_TEST));
    cases
}

/// Returns all generated cases.
pub fn cases() -> Vec<Case> {
    let mut cases = vec![
        check("link-to-a-file-outside", 1, &["content::leads-out"])
            .add_files(|p| symlink(p.join("../secret.toml"), cards(p).join("x.toml")).unwrap()),
        check("link-to-a-system-file", 1, &["content::leads-out"])
            .add_files(|p| symlink("/etc/passwd", cards(p).join("x.toml")).unwrap()),
        check("relative-link-out", 1, &["content::leads-out"])
            .add_files(|p| symlink("../../../secret.toml", cards(p).join("x.toml")).unwrap()),
        check("link-to-a-folder-outside", 1, &["content::leads-out"])
            .add_files(|p| symlink(p.join("../home"), p.join("cards")).unwrap()),
        check("link-to-itself", 1, &["content::unreadable"])
            .add_files(|p| symlink("x.toml", cards(p).join("x.toml")).unwrap()),
        check("link-to-nothing", 1, &["content::unreadable"])
            .add_files(|p| symlink("nothing", cards(p).join("x.toml")).unwrap()),
        check("folder-within-itself", 1, &["content::folder-too-deep"])
            .add_files(|p| symlink(cards(p), cards(p).join("again")).unwrap()),
        check("link-as-pack-toml", 1, &["content::leads-out"]).add_files(|p| {
            fs::remove_file(p.join("pack.toml")).unwrap();
            symlink(p.join("../secret.toml"), p.join("pack.toml")).unwrap();
        }),
        check("endless-device", 1, &["content::leads-out"])
            .add_files(|p| symlink("/dev/zero", cards(p).join("x.toml")).unwrap()),
        check("pipe-nobody-writes", 1, &["content::unreadable", "not a regular file"])
            .add_files(|p| pipe(&cards(p).join("x.toml"))),
        check("pipe-as-a-script", 1, &["content::unreadable", "not a regular file"]).add_files(|p| {
            fs::create_dir_all(p.join("scripts/demo")).unwrap();
            pipe(&p.join("scripts/demo/evil.luau"));
        }),
        check("folder-named-as-a-file", 0, &["no problems"])
            .add_files(|p| fs::create_dir_all(cards(p).join("x.toml")).unwrap()),
        check("fifty-megabytes", 1, &["content::file-too-large", "4 MiB"])
            .add_files(|p| fs::write(cards(p).join("x.toml"), vec![b'#'; 50 << 20]).unwrap()),
        check("many-large-files", 1, &["content::pack-too-large", "16 MiB"]).add_files(|p| {
            for i in 0..5 {
                fs::write(cards(p).join(format!("x{i}.toml")), vec![b'#'; 4 << 20]).unwrap();
            }
        }),
        check("four-megabytes-of-brackets", 1, &["content::syntax"])
            .file(BOARD, format!("{META}x = {}", "[".repeat(4_000_000))),
        check("nested-100000-deep", 1, &["content::syntax"])
            .file(BOARD, format!("{META}x = {}{}", "[".repeat(100_000), "]".repeat(100_000))),
        check("key-of-100000-parts", 1, &["content::"])
            .file(BOARD, format!("{META}{} = 1\n", vec!["a"; 100_000].join("."))),
        check("table-of-100000-parts", 1, &["content::"])
            .file(BOARD, format!("{META}[{}]\n", vec!["a"; 100_000].join("."))),
        check("100000-ids", 1, &["content::too-many", "4096"]).file(BOARD, spaces(60_000)),
        check("100000-keys", 1, &["content::too-many", "4096"]).file(
            "scripts/demo/text.toml",
            (0..60_000).fold(String::new(), |text, i| text + &format!("[word.w{i}]\nlabel = \"W\"\n")),
        ),
        check("spaces-past-a-set", 1, &["content::too-many", "at most 1024 are possible"]).file(BOARD, spaces(1100)),
        check("file-of-nothing-but-quotes", 1, &["content::syntax"]).file(BOARD, "\"".repeat(1_000_000)),
        check("script-of-brackets", 1, &["script::"]).file("scripts/demo/evil.luau", "x(".repeat(100_000)),
        check("script-of-a-megabyte", 1, &["content::file-too-large", "256 KiB", "split it into modules"])
            .file("scripts/demo/evil.luau", "f(1)(2)(3)(4)(5)\n".repeat(60_000)),
        check("scripts-of-three-megabytes", 1, &["content::pack-too-large", "scripts of the pack", "2 MiB"]).add_files(
            |p| {
                let folder = p.join("scripts/demo");
                fs::create_dir_all(&folder).unwrap();
                for i in 0..12 {
                    fs::write(folder.join(format!("x{i}.luau")), "--\n".repeat(86_000)).unwrap();
                }
            },
        ),
        // Brackets give the largest syntax tree for the size of a script.
        check("script-of-nothing-but-tables", 0, &["no problems"])
            .file("scripts/demo/evil.luau", format!("local t = {{{}}}\nreturn {{ n = #t }}\n", "{},".repeat(80_000))),
        check("script-of-nothing-but-calls", 1, &["script::"])
            .file("scripts/demo/evil.luau", "f(1)(2)(3)(4)(5)\n".repeat(15_000)),
        check("script-of-names-nobody-knows", 1, &["script::unknown-global", "more errors are not shown"])
            .file("scripts/demo/evil.luau", (0..12_000).map(|i| format!("unknown_{i}()\n")).collect::<String>()),
        check("mistakes-in-80000-effects", 1, &["content::unknown-verb", "more errors are not shown"])
            .file("cards/demo/x.toml", many_effects()),
        check("long-chain-of-operators", 1, &["script::"])
            .file("scripts/demo/evil.luau", format!("local x = 1{}\n", " + 1".repeat(60_000))),
        check("not-utf-8", 1, &["content::not-utf-8", "save it as UTF-8"])
            .add_files(|p| fs::write(cards(p).join("x.toml"), b"name = \"caf\xe9\"\n").unwrap()),
        check("sixteen-bit-text", 1, &["content::not-utf-8"])
            .add_files(|p| fs::write(cards(p).join("x.toml"), b"\xff\xfen\0a\0m\0e\0").unwrap()),
        check("mark-of-encoding", 0, &["no problems"]).file(BOARD, format!("\u{feff}{}", META.replace('\n', "\r\n"))),
        check("name-that-is-no-text", 1, &["content::not-utf-8", "its name is not UTF-8"])
            .add_files(|p| fs::write(cards(p).join(OsStr::from_bytes(b"caf\xe9.toml")), "").unwrap()),
        check("name-with-an-escape", 1, &["content::control-character", "its name contains the character U+001B"])
            .add_files(|p| fs::write(cards(p).join("\u{1b}[2J.toml"), "").unwrap()),
        check("name-of-two-lines", 1, &["content::control-character"])
            .add_files(|p| fs::write(cards(p).join("a\nb.toml"), "").unwrap()),
        check("name-that-is-turned", 1, &["content::control-character", "U+202E"])
            .add_files(|p| fs::write(cards(p).join("a\u{202e}b.toml"), "").unwrap()),
        check("folders-twenty-deep", 1, &["content::folder-too-deep", "16"])
            .add_files(|p| fs::create_dir_all(cards(p).join(["a"; 20].join("/"))).unwrap()),
        check("files-without-end", 1, &["content::too-many", "20000 files"]).add_files(|p| {
            let folder = cards(p);
            (0..20_100).for_each(|i| fs::write(folder.join(format!("{i}.toml")), "").unwrap());
        }),
        check("modules-that-require-each-other", 1, &["modules require each other"])
            .file("scripts/demo/a.luau", "require(\"demo/b\")\n")
            .file("scripts/demo/b.luau", "require(\"demo/a\")\n"),
        check("chain-of-1000-modules", 1, &["script::load"]).add_files(|p| {
            let folder = p.join("scripts/demo");
            fs::create_dir_all(&folder).unwrap();
            for i in 0..1000 {
                let text = format!("return require(\"demo/m{:04}\")\n", i + 1);
                fs::write(folder.join(format!("m{i:04}.luau")), text).unwrap();
            }
            fs::write(folder.join("m1000.luau"), "return {}\n").unwrap();
        }),
        Case::new("made/pack-that-is-a-file", "--pack ../secret.toml check demo", 3, &["is not a folder"]),
        Case::new(
            "made/pack-that-is-missing",
            "--pack ../nowhere check demo",
            3,
            &["the pack folder ../nowhere does not exist"],
        ),
        Case::new("made/pack-that-is-a-device", "--pack /dev/null check demo", 3, &["is not a folder"]),
        Case::new("made/record-with-escapes", "replay ../bad/bad.cwr", 3, &["not a record of a game"])
            .file("bad.cwr", "\u{1b}[2J{\u{7}}\n"),
        check("one-pack-twice", 1, &["content::duplicate-pack"]).add_files(|_| {}),
    ];
    // The last case loads the same pack twice.
    if let Some(last) = cases.last_mut() {
        last.run = ["check", "demo", "--pack", "../bad"].map(str::to_owned).to_vec();
    }
    cases.extend(large_board_cases());
    for name in ["CON", "NUL", "aux", "COM1"] {
        // These are names of devices on Windows, but ordinary names on Unix.
        cases
            .push(check(&format!("device-{name}"), 0, &["no problems"]).file(&format!("cards/demo/{name}.toml"), META));
    }
    cases.extend(files_outside_content());
    // Root may read every file, so the case is left out for root.
    if fs::metadata("/proc/self").is_ok_and(|process| std::os::unix::fs::MetadataExt::uid(&process) != 0) {
        cases.push(check("unreadable-file", 1, &["content::unreadable"]).add_files(|p| {
            let file = cards(p).join("x.toml");
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o0)).unwrap();
        }));
    }
    // Files whose names differ only in case are different files, so both declare the same card.
    cases.push(
        check("case-only", 1, &["content::duplicate-id"])
            .file("cards/demo/x.toml", card())
            .file("cards/demo/X.toml", card()),
    );
    // The name of the folder has a Cyrillic letter instead of an `o`.
    cases.push(
        check("look-alike-folder", 0, &["content::stray-file"])
            .file("scripts/dem\u{43e}/evil.luau", "while true do end\n"),
    );
    cases
}

/// Returns 200 cards with 400 effects each, all of an unknown verb.
fn many_effects() -> String {
    let effects = "{ verb = \"nothing\", n = 1 },".repeat(400);
    let card_text = |i: usize| {
        let halves =
            format!("[card.red]\ntitle = \"X\"\neffects = [{effects}]\n[card.blue]\ntitle = \"X\"\neffects = []\n");
        format!("[[card]]\nid = \"b{i}\"\nnumber = {}\n{halves}", 100 + i)
    };
    META.to_owned() + &(0..200).map(card_text).collect::<String>()
}

/// Returns cases with scripts that make many changes on a large board.
fn large_board_cases() -> [Case; 2] {
    let plays = |name: &str, says: &str, script: &str| {
        Case::new(&format!("made/{name}"), "", 1, &[says]).plays().file("scripts/demo/evil.luau", script)
    };
    let spaces: String = (0..60)
        .map(|i| format!("[[space]]\nid = \"s{i}\"\nname = \"S\"\nkind = \"province\"\npopulation = 1\n"))
        .collect();
    let pieces: String = (0..300)
        .map(|i| {
            let keys = "owner = \"red\"\ncount = 3\nsupply = \"pool\"\nfaces = [\"a\", \"b\"]";
            format!("[[piece]]\nid = \"p{i}\"\nname = \"P\"\n{keys}\n")
        })
        .collect();
    let many_log_actions = "step(\"evil\", function()\n  for _ = 1, 900 do\n    raise(POINTS, 1)\n    log_action(TEXT.flood)\n    lower(POINTS, 1)\n  end\nend)\n";
    let half = |side: &str| format!("[card.{side}]\ntitle = \"M\"\neffects = []\n");
    let card = |i: usize| format!("[[card]]\nid = \"m{i}\"\nnumber = {}\n{}{}", 100 + i, half("red"), half("blue"));
    let many_changes = "step(\"evil\", function()\n  for _ = 1, 100 do\n    move_all(STOCK, BOX_PILE)\n    move_all(BOX_PILE, STOCK)\n  end\n  return next(\"evil\")\nend)\n";
    [
        plays(
            "deeds-on-a-wide-board",
            "headings and log actions for one answer that take more than 64 MiB",
            many_log_actions,
        )
        .file("scripts/demo/text.toml", "[text.flood]\nsay = \"Water, and more water.\"\n")
        .file(BOARD, format!("{META}{spaces}{pieces}")),
        plays("changes-of-an-answer", "more than 1000000 changes for one answer", many_changes)
            .file("cards/demo/many.toml", META.to_owned() + &(1..=200).map(card).collect::<String>()),
    ]
}

/// Returns a card file with one card.
fn card() -> String {
    let half = |side: &str| format!("[card.{side}]\ntitle = \"X\"\neffects = []\n");
    format!("{META}[[card]]\nid = \"99\"\nnumber = 9\n{}{}", half("red"), half("blue"))
}
