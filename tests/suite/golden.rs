//! Golden games with options: `cardwright golden` plays and stores the game of a hand-written header, or refuses it.

use std::path::Path;
use std::process::{Command, Stdio};

/// A pack over the demo with one file of golden games.
struct GoldenPack(tempfile::TempDir);

impl GoldenPack {
    fn new(name: &str, head: &str) -> GoldenPack {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let pack = GoldenPack(folder);
        std::fs::create_dir_all(pack.golden_folder()).expect("a folder");
        let manifest = "id = \"mine\"\nname = \"Mine\"\nversion = \"0.1.0\"\n";
        std::fs::write(pack.0.path().join("mine/pack.toml"), manifest).expect("it is written");
        std::fs::create_dir(pack.0.path().join("base")).expect("a folder");
        pack.write(name, head);
        pack
    }
    fn golden_folder(&self) -> std::path::PathBuf {
        self.0.path().join("mine/tests/golden/demo")
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.golden_folder().join(format!("{name}.golden")), text).expect("it is written");
    }
    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.golden_folder().join(format!("{name}.golden"))).expect("it is there")
    }
    /// Runs `cardwright golden demo`. Returns its exit code and output.
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["golden", "demo", "--base", "base", "--pack"])
            .arg(demo)
            .args(["--pack", "mine"])
            .args(args)
            .current_dir(self.0.path())
            .env("CARDWRIGHT_DATA", self.0.path().join("data"))
            .env_remove("FORCE_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).expect("output is UTF-8"))
    }
    #[track_caller]
    fn assert_prints(&self, args: &[&str], code: i32, part: &str) {
        let (exit_code, output) = self.run(args);
        assert_eq!(exit_code, Some(code), "{output}");
        assert!(output.contains(part), "no `{part}` in:\n{output}");
    }
}

#[test]
fn a_header_alone_is_played_stored_and_played_again() {
    let pack = GoldenPack::new("long-game", "game demo\nscenario standard\nset long true\n");
    pack.assert_prints(&[], 1, "demo/long-game: there is no golden game yet; `--refresh` writes it");
    pack.assert_prints(&["--refresh"], 0, "demo/long-game: written to mine/tests/golden/demo/long-game.golden");
    let text = pack.read("long-game");
    let head = "game demo\nscenario standard\nseed 1\nset long true\noption long true\noption fragile false\n";
    assert!(text.contains(head) && text.contains("\n== answer 2, "), "{}", text.get(..800).unwrap_or(&text));
    pack.assert_prints(&[], 0, "unchanged: 2 golden games");

    // The option of the header takes effect: with another value both the header and the games differ.
    pack.write("long-game", &text.replace("set long true", "set long false"));
    let (code, output) = pack.run(&[]);
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("-option long true\n+option long false"), "{output}");
    assert!(output.contains("demo/long-game: "), "{output}");
}

#[test]
fn a_wrong_header_is_refused_with_the_line_number() {
    for (head, message) in [
        ("scenario standard\nset lng true", "mine.golden:2: unknown option `lng`; did you mean `long`?"),
        ("scenario standard\nset players 2", "mine.golden:2: unknown option `players`; there is `long` and `fragile`"),
        ("scenario standard\nset long 3", "mine.golden:2: option `long`: `3` is not `true` or `false`"),
        ("scenario standard\nset long", "mine.golden:2: `set` takes an option and its value"),
        ("scenario standard\nset long true\nset long false", "mine.golden:3: `long` is set twice"),
        ("scenario standart\nset long true", "mine.golden:1: unknown scenario `standart`; did you mean `standard`?"),
        ("set long true", "mine.golden:1: no `scenario` line names the scenario; the game has `standard`"),
        ("game chess\nscenario standard\nset long true", "mine.golden:1: this is a game of `chess`"),
        (
            "scenario standard\noption long true",
            "mine.golden:2: `option` records a value of a game that was played; to play with it, write `set long true`",
        ),
        ("scenario standard\nset long true\nseed x", "mine.golden:3: `x` is no seed"),
        ("scenario standard\nwith long true", "mine.golden:2: unknown line of a header `with`; there is `game`,"),
        // A header without options would repeat the scenario's own golden game.
        (
            "scenario standard",
            "demo/mine: no pack has this scenario; delete or rename mine/tests/golden/demo/mine.golden, or write its scenario and options",
        ),
    ] {
        let pack = GoldenPack::new("mine", head);
        pack.assert_prints(&[], 1, message);
        pack.assert_prints(&["--refresh"], 1, message);
        assert_eq!(pack.read("mine"), head, "nothing is written");
    }
    // A file with the name of a scenario holds its game without other options.
    let pack = GoldenPack::new("standard", "scenario standard\nset long true");
    pack.assert_prints(&[], 1, "standard.golden:2: `standard.golden` is for this scenario with its own options");
}
