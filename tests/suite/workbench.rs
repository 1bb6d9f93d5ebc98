//! The commands with which a designer reads, copies and checks packs: `show --source`, `new copy`, `export-base`,
//! `rules CITATION`, `rules --page` and `verify`.

use std::path::Path;
use std::process::Command;

/// Runs the program in a folder. Returns the exit code, and the output with its notes.
fn run(folder: &Path, line: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.args(line.split(' ')).current_dir(folder).env("CARDWRIGHT_DATA", folder).env("COLUMNS", "100");
    let output = command.output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap_or(-1), text)
}

/// Runs the program, which must succeed. Returns the output.
fn good(folder: &Path, line: &str) -> String {
    let (code, text) = run(folder, line);
    assert_eq!(code, 0, "{line}\n{text}");
    text
}

#[test]
fn show_source_prints_files_and_the_parts_that_define_a_thing() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = |thing: &str| good(folder.path(), &format!("show cuba-libre --source {thing}"));
    let script = "scripts/cuba-libre/operations/attack.luau";
    let whole = source(script);
    assert!(whole.contains("--- Attack: activates Guerrillas") && whole.contains("it.play"), "{whole}");
    assert!(whole.contains(&format!("pack base: {script}")), "{whole}");
    assert!(source("attack").contains("it.play"), "an action is its whole script");
    let text = source("attack");
    assert!(text.contains("[action.attack]") && !text.contains("[action.construct]"), "{text}");
    let card = source("card 07");
    assert!(card.contains("id = \"07\"") && !card.contains("id = \"08\""), "{card}");
    for (thing, refusal) in [
        ("scripts/x/y.luau", "unknown file of a pack `scripts/x/y.luau`"),
        ("../../etc/passwd", "unknown file of a pack `../../etc/passwd`"),
        ("/etc/passwd", "unknown file of a pack `/etc/passwd`"),
        ("scripts/cuba-libre/operations/attack.luau:99999", "attack.luau has "),
        ("scripts/cuba-libre/operations/attack.luau:x", "`x` is no line"),
        ("nothing-of-the-kind", "no pack has `nothing-of-the-kind`"),
    ] {
        let (code, text) = run(folder.path(), &format!("show cuba-libre --source {thing}"));
        assert!(code == 2 && text.contains(refusal), "{thing}: {code} {text}");
    }
}

#[test]
fn new_copy_declares_what_it_replaces() {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), "new pack mine --game cuba-libre");
    let pack = folder.path().join("mine");
    let copied = good(&pack, "new copy cuba-libre/operations/attack");
    assert!(copied.contains("wrote scripts/cuba-libre/operations/attack.luau"), "{copied}");
    let (code, checked) = run(&pack, "check cuba-libre --strict");
    assert!(code == 0 && checked.contains("no problems"), "{checked}");
    let (code, again) = run(&pack, "new copy scripts/cuba-libre/operations/attack.luau");
    assert!(code != 0 && again.contains("already exists") && again.contains("nothing was written"), "{again}");
    let (code, unknown) = run(&pack, "new copy cuba-libre/operations/atack");
    assert!(code == 2 && unknown.contains("did you mean `cuba-libre/operations/attack`?"), "{unknown}");
    let (code, outside) = run(&pack, "new copy ../../../etc/passwd");
    assert!(code == 2 && outside.contains("unknown script"), "{outside}");
    // A copy of an outdated script is a warning, which fails only a strict check.
    let manifest = std::fs::read_to_string(pack.join("pack.toml")).expect("read");
    let outdated = manifest.replace("operations/attack@", "operations/attack@0");
    std::fs::write(pack.join("pack.toml"), outdated).expect("written");
    assert_eq!((run(&pack, "check cuba-libre").0, run(&pack, "check cuba-libre --strict").0), (0, 1));
}

#[test]
fn export_base_writes_a_base_pack_that_works() {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), "export-base base");
    let listed = good(folder.path(), "--base base list games");
    assert!(listed.contains("cuba-libre"), "{listed}");
    let (code, again) = run(folder.path(), "export-base base");
    assert!(code == 3 && again.contains("base exists") && again.contains("nothing was written"), "{again}");
}

#[test]
fn rules_print_what_scripts_and_tests_say_about_a_citation() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = good(folder.path(), "rules cuba-libre 3.3.3");
    assert!(shown.contains("3.3.3") && shown.contains("operations/attack.luau:1"), "{shown}");
    assert!(shown.contains("Attack: activates Guerrillas and rolls against their number. [CL 3.3.3]"), "{shown}");
    assert!(shown.contains(".test:"), "{shown}");
    let by_title = good(folder.path(), "rules cuba-libre attack");
    assert!(by_title.contains("3.3.3"), "{by_title}");
    let (code, text) = run(folder.path(), "rules cuba-libre 99.9");
    assert!(code == 2 && text.contains("no rule of cuba-libre has `99.9`"), "{text}");
    let page = good(folder.path(), "rules cuba-libre --page");
    assert!(page.starts_with("<!doctype html>") && page.contains("<h2 id=\"3.3.3\">3.3.3"), "{page}");
    assert!(!page.contains("<script"), "the page runs nothing");
}

#[test]
fn verify_checks_a_pack_in_every_way_and_sums_up() {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), "new game tiny");
    let line = "verify tiny --strict --games 5";
    let verified = good(folder.path(), line);
    let summary = "tiny: passed: check, rule tests, 5 random games of tiny";
    assert!(verified.contains(summary), "{verified}");
    assert!(good(&folder.path().join("tiny"), "verify --games 5").contains(summary));
    let test = folder.path().join("tiny/tests/rules/tiny/wrong.test");
    std::fs::write(&test, "scenario standard\n\n--- it is wrong\nexpect   asks nobody-at-all\n").expect("written");
    let (code, text) = run(folder.path(), line);
    assert!(code == 1 && text.contains("tiny: failed: rule tests; passed: check, 5 random games of tiny"), "{text}");
    let (code, text) = run(folder.path(), "verify");
    assert!(code == 2 && text.contains("name a pack"), "{text}");
    assert_ne!(run(folder.path(), "verify nowhere").0, 0);
}

/// A folder with the game `tiny`, and its cards in `c.csv`.
fn tiny_with_sheet() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), "new game tiny");
    let pack = folder.path().join("tiny");
    good(&pack, "cards tiny --csv c.csv");
    (folder, pack)
}

/// Replaces text in the sheet and reads it back. Returns the exit code and the output.
fn edited(pack: &Path, edit: impl Fn(&str) -> String) -> (i32, String) {
    let text = std::fs::read_to_string(pack.join("c.csv")).expect("read");
    let edited = edit(&text);
    assert_ne!(text, edited, "the sheet has nothing to edit\n{text}");
    std::fs::write(pack.join("d.csv"), edited).expect("written");
    run(pack, "cards tiny --from d.csv")
}

fn text_of(pack: &Path, file: &str) -> String {
    std::fs::read_to_string(pack.join(file)).expect("read")
}

#[test]
fn cards_go_into_a_spreadsheet_and_come_back() {
    let (_folder, pack) = tiny_with_sheet();
    assert!(good(&pack, "cards tiny --from c.csv").contains("nothing differs"));
    let (code, again) = run(&pack, "cards tiny --csv c.csv");
    assert!(code == 3 && again.contains("c.csv"), "a file that is there is not written over: {again}");
    // A cell that the pack sets is changed where it stands, and the comments of the file stay.
    let before = text_of(&pack, "cards/tiny/deck.toml");
    let (code, text) = edited(&pack, |sheet| sheet.replace("Old Comrades", "Older \"Comrades\""));
    assert!(code == 0 && text.contains("1 cell changed"), "{text}");
    let after = text_of(&pack, "cards/tiny/deck.toml");
    assert_eq!(before.lines().count(), after.lines().count());
    assert_eq!(before.lines().zip(after.lines()).filter(|(a, b)| a != b).count(), 1, "{after}");
    assert!(good(&pack, "cards tiny --from d.csv").contains("nothing differs"));
    assert!(good(&pack, "check tiny --strict").contains("no problems"));
    // The same with semicolons, a byte order mark and other line ends.
    let foreign = format!("\u{feff}{}", text_of(&pack, "d.csv").replace('\n', "\r\n"));
    std::fs::write(pack.join("f.csv"), foreign).expect("written");
    assert!(good(&pack, "cards tiny --from f.csv").contains("nothing differs"));
    std::fs::write(pack.join("s.csv"), "id;title\n99;Newcomer\n").expect("written");
    let (code, text) = run(&pack, "cards tiny --from s.csv");
    assert!(code != 0 && text.contains("nothing was written"), "a new card needs its fields: {text}");
}

#[test]
fn a_pack_over_a_game_gets_changes_and_new_cards() {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), "new pack mine --game banana-wars");
    let pack = folder.path().join("mine");
    good(&pack, "cards banana-wars --csv c.csv");
    let sheet = text_of(&pack, "c.csv").replacen("United Fruit Is Born", "=1+1", 1).replacen("Banana Brothels", "B", 1);
    std::fs::write(pack.join("c.csv"), sheet).expect("written");
    let text = good(&pack, "cards banana-wars --from c.csv --pack .");
    assert!(text.contains("2 cells changed") && text.contains("the formula `=1+1` is taken as text"), "{text}");
    let changes = text_of(&pack, "cards/banana-wars/from-spreadsheet.toml");
    let expected = "\n[[card]]\nid = \"01\"\n[card.activista]\ntitle = \"B\"\n[card.us]\ntitle = \"=1+1\"\n";
    assert!(changes.ends_with(expected), "{changes}");
    assert!(good(&pack, "cards banana-wars --from c.csv --pack .").contains("nothing differs"));
    // Another value of the same half goes into the same entry.
    let sheet = text_of(&pack, "c.csv").replacen("=1+1", "One", 1).replacen(",2,1,", ",2,2,", 1);
    std::fs::write(pack.join("c.csv"), sheet).expect("written");
    good(&pack, "cards banana-wars --from c.csv --pack .");
    let changes = text_of(&pack, "cards/banana-wars/from-spreadsheet.toml");
    assert!(changes.matches("[[card]]").count() == 1 && changes.contains("title = \"One\""), "{changes}");
    assert!(good(&pack, "cards banana-wars --from c.csv --pack .").contains("nothing differs"));
}

#[test]
fn a_sheet_that_does_not_fit_is_refused_with_row_and_column() {
    let (_folder, pack) = tiny_with_sheet();
    let files = || text_of(&pack, "cards/tiny/deck.toml");
    let before = files();
    let refused = |name: &str, text: &str, expected: &str| {
        std::fs::write(pack.join("bad.csv"), text).expect("written");
        let (code, output) = run(&pack, "cards tiny --from bad.csv");
        assert!(code != 0 && output.contains(expected), "{name}: {output}");
        assert!(output.contains("nothing was written"), "{name}: {output}");
        assert_eq!(files(), before, "{name}");
    };
    let sheet = text_of(&pack, "c.csv");
    refused("no id", "title\nA\n", "no column `id`");
    refused("missing id", "id,title\n,A\n", "row 2 has no id");
    refused("doubled id", "id,title\nx,A\nx,B\n", "rows 2 and 3 have the same id `x`");
    refused("unknown column", "id,titel\n", "no field of a card is called `titel`; did you mean `title`?");
    refused("doubled column", "id,title,title\n", "two columns are called `title`");
    refused("cut off", "id,title\nx\n", "bad.csv: ");
    refused(
        "long cell",
        &format!("id,title\nx,{}\n", "a".repeat(1 << 20)),
        "row 2, column `title`: the cell is longer",
    );
    refused("bad id", "id,title\nUp Down,A\n", "row 2, column `id`: `Up Down` is no id");
    let date = sheet.replacen("01,Market Day,2,", "01,Market Day,01-Feb,", 1);
    refused("a date", &date, "row 2, column `points`: `01-Feb` is no whole number from");
    let effects = sheet.replacen("01,Market Day,2,[]", "01,Market Day,2,\"[{ verb = \"\"no-such\"\" }]\"", 1);
    refused("an unknown verb", &effects, "row 2, column `effects`: ");
    std::fs::write(pack.join("bad.csv"), b"id,title\n\xff,\xfe\n").expect("written");
    assert!(run(&pack, "cards tiny --from bad.csv").1.contains("not UTF-8"));
    assert_eq!(run(&pack, "cards tiny --from nowhere.csv").0, 3);
}

#[test]
fn a_pack_in_one_file_works_like_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), "new game tiny");
    std::fs::write(folder.path().join("tiny/notes.txt"), "not for others").expect("written");
    std::fs::write(folder.path().join("tiny/README.md"), "# Tiny\n").expect("written");
    let packed = good(folder.path(), "pack tiny --out tiny.zip --games 3");
    assert!(packed.contains("into tiny.zip"), "{packed}");
    let (code, again) = run(folder.path(), "pack tiny --out tiny.zip --games 3");
    assert!(code == 3 && again.contains("tiny.zip exists"), "{again}");
    good(folder.path(), "pack tiny --out second.zip --games 3");
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).expect("read");
    assert_eq!(bytes("tiny.zip"), bytes("second.zip"), "the same pack gives the same bytes");
    // The same games with the same hashes, so the same content.
    let digest = |pack: &str| {
        let text = good(folder.path(), &format!("fuzz tiny --pack {pack} --games 3 --seed 5"));
        text.lines().find(|line| line.contains("digest")).map(str::to_owned)
    };
    assert_eq!(digest("tiny"), digest("tiny.zip"));
    assert!(good(folder.path(), "check tiny --pack tiny.zip --strict").contains("no problems"));
    assert!(good(folder.path(), "show tiny --pack tiny.zip --source card 02").contains("Old Comrades"));
    let (code, text) = run(folder.path(), "pack nowhere --out n.zip");
    assert!(code != 0 && !folder.path().join("n.zip").exists(), "{text}");
    std::fs::write(folder.path().join("tiny/cards/tiny/bad.toml"), "[[card]]\n").expect("written");
    let (code, text) = run(folder.path(), "pack tiny --out bad.zip --games 3");
    assert!(code == 1 && text.contains("nothing was written"), "{text}");
    assert!(!folder.path().join("bad.zip").exists());
}

#[test]
fn list_packs_shows_who_made_them() {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), "new pack mine --game cuba-libre");
    let manifest = folder.path().join("mine/pack.toml");
    let credits = "author = \"A. Ferryman\"\nlicense = \"CC-BY-4.0\"\nhomepage = \"https://example.org\"\n";
    let text = std::fs::read_to_string(&manifest).expect("read");
    std::fs::write(&manifest, text + credits).expect("written");
    let listed = good(folder.path(), "list packs --pack mine");
    assert!(listed.contains("Mine · A. Ferryman · CC-BY-4.0 · https://example.org"), "{listed}");
    let json = good(folder.path(), "list packs --pack mine --json");
    assert!(json.contains("\"license\": \"CC-BY-4.0\""), "{json}");
}
