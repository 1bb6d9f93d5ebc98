//! Every kind of diagnostic: one fault in the demo game, and the diagnostics it causes.

use crate::common::*;
use cardwright_content::{
    Content, Diagnostic, Pack, PackSource, Severity, SourceFile, check_all, is_text_char, render,
};
use std::sync::Arc;

/// Faults in the demo game, each with its diagnostics, to compare with `golden/<name>.txt`.
struct Faults {
    name: &'static str,
    /// The faults and diagnostics as text.
    text: String,
}

impl Faults {
    fn new(name: &'static str) -> Faults {
        Faults { name, text: String::new() }
    }
    /// Adds a fault: one replacement in one file.
    fn edit(&mut self, path: &str, from: &str, to: &str) {
        let indented = |text: &str| text.trim_end().replace('\n', "\n    ");
        self.text += &format!("{path}\n  - {}\n  + {}\n", indented(from), indented(to));
        for problem in problems(edited(path, from, to)) {
            self.text += &format!("  {}\n", line(&problem));
        }
        self.text.push('\n');
    }
    fn compare(self) {
        compare(self.name, &self.text);
    }
}

#[test]
fn syntax() {
    let mut faults = Faults::new("syntax");
    faults.edit(BOARD, "count = 9", "count = nine");
    faults.edit(BOARD, "id = \"mob\"", "id = \"mob\"\nid = \"mob\"");
    faults.edit(RULES, "id = \"LC\"", &format!("id = \"LC\"\nx = {}{}", "[".repeat(40), "]".repeat(40)));
    faults.compare();
    // Errors in several files.
    let mut files = edited(BOARD, "count = 9", "count = nine");
    files[1].1.push_str("x = [\n");
    assert_eq!(problems(files).len(), 2);
    // Only the first error of a line is reported.
    assert_eq!(problems(edited(BOARD, "count = 9", "count = = 9")).len(), 1);
    assert_eq!(problems(edited(BOARD, "count = 9", "count = = 9\nx = = 1")).len(), 2);
    let deep = format!("x = {}{}\n", "[".repeat(40_000), "]".repeat(40_000));
    assert!(!problems(extended(RULES, &deep)).is_empty());
}

/// An unclosed bracket or text is one error, reported where it opens.
#[test]
fn unclosed_delimiters_are_reported_where_they_open() {
    let lines = |files: Files| problems(files).iter().map(line).collect::<Vec<_>>();
    let check = |from: &str, to: &str, place: &str, delimiter: &str| {
        let found = lines(edited(BOARD, from, to));
        let wanted = format!("content::syntax {BOARD}:{place}: this `{delimiter}` is not closed");
        assert!(found.len() == 1 && found[0].starts_with(&wanted), "{from} {to}: {found:?}");
    };
    let place_of = |line: &str| {
        let text = &demo().into_iter().find(|(path, _)| path == BOARD).unwrap().1;
        let offset = text.find(line).unwrap();
        let line_start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        (text[..offset].matches('\n').count() + 1, offset - line_start)
    };
    let (line, column) = place_of("aka = [\"Pass\"]");
    check("aka = [\"Pass\"]", "aka = [\"Pass\"", &format!("{line}:{}", column + 7), "[");
    let (line, column) = place_of("count = 9");
    check("count = 9", "count = 9\ndata = { one = 1", &format!("{}:{}", line + 1, column + 8), "{");
    check("count = 9", "count = 9\ndoc = \"\"\"of many\nlines", &format!("{}:{}", line + 1, column + 7), "\"\"\"");
    for path in [CARDS, TEXT, RULES, SCENARIO] {
        let found = lines(extended(path, "\nx = [1, 2\ny = 3\n[[z]]\nz = [1]\n"));
        assert!(found.len() == 1 && found[0].contains("(a `]` is missing before line "), "{path}: {found:?}");
    }
    // An error before the unclosed bracket is reported too.
    assert_eq!(lines(extended(RULES, "\nx = = 1\ny = [1\nz = 3\n")).len(), 2);
}

#[test]
fn keys() {
    let mut faults = Faults::new("keys");
    faults.edit(BOARD, "until = \"night\"\n\n[[piece]]", "untli = \"night\"\n\n[[piece]]");
    faults.edit(BOARD, "aka = [\"Pass\"]", "colour = \"red\"");
    faults.edit(BOARD, "count = 9\n", "");
    faults.edit(BOARD, "trade = 1\n", "");
    faults.edit(BOARD, "[[die]]", "[[dice]]");
    faults.edit(CARDS, "points = 0", "point = 0");
    faults.edit(BOARD, "name = \"Lantern Coast\"\n", "");
    faults.edit(
        BOARD,
        "rival = { id = \"port\", optional = true }",
        "rival = { id = \"port\", optional = true, shown = false }",
    );
    faults.edit(BOARD, "{ type = \"integer\", min = 0, max = 4 }", "{ type = \"integer\", shown = false }");
    faults.compare();
}

#[test]
fn types_and_ranges() {
    let mut faults = Faults::new("types-and-ranges");
    faults.edit(BOARD, "count = 9", "count = \"9\"");
    faults.edit(BOARD, "count = 9", "count = -9");
    faults.edit(BOARD, "count = 9", "count = 9.5");
    faults.edit(BOARD, "count = 9", "count = 99999999999999999999");
    faults.edit(BOARD, "faces = [1, 2, 3, 4, 5, 6]", "faces = []");
    faults.edit(BOARD, "trade = 3", "trade = true");
    faults.edit(CARDS, "points = 0", "points = 5");
    faults.edit(BOARD, "start = 5", "start = 11");
    faults.edit(BOARD, "boiling = \"4\"", "boiling = \"3..=5\"");
    faults.edit(BOARD, "boiling = \"4\"", "boiling = \"high\"");
    faults.edit(BOARD, "values = [3, 4]", "values = [2, 3]");
    faults.edit(BOARD, "max = 4\nzones", "max = 3\nzones");
    faults.edit(BOARD, "order = \"set\"\naudience = \"owner\"", "order = \"stack\"\naudience = \"owners\"");
    faults.edit(BOARD, "trade = \"integer\"", "trade = \"intger\"");
    faults.edit(BOARD, "{ word = [\"plot\", \"event\"] }", "{ optional = true }");
    faults.edit(CARDS, "kind = \"plot\"", "kind = \"plots\"");
    faults.edit(CARDS, "{ verb = \"rest\" }]\nsource", "\"rest\"]\nsource");
    faults.edit(CARDS, "{ verb = \"rest\" }]\nsource", "{ vreb = \"rest\" }]\nsource");
    faults.edit(SCENARIO, "length = 3", "length = 30");
    faults.edit(SCENARIO, "length = 3", "storms = \"hail\"");
    faults.edit(BOARD, "ids = [\"port-sol\", \"high-pass\"]", "ids = [\"port-sol\", \"mob\"]");
    faults.compare();
}

#[test]
fn ids() {
    let mut faults = Faults::new("ids");
    faults.edit(BOARD, "id = \"low-ferry\"", "id = \"Low_Ferry\"");
    faults.edit(BOARD, "id = \"unrest\"", "id = \"end\"");
    faults.edit(BOARD, "id = \"unrest\"", "id = \"why\"");
    faults.edit(BOARD, "id = \"low-ferry\"", "id = \"high-pass\"");
    faults.edit(CARDS, "id = \"02\"", "id = \"01\"");
    faults.edit(BOARD, "id = \"troops\"", "id = \"mob\"");
    faults.edit(BOARD, "id = \"unrest\"", "id = \"track\"");
    faults.edit(BOARD, "\"crowd\", \"riot\"", "\"crowd\", \"guard\"");
    faults.edit(BOARD, "aka = [\"Pass\"]", "aka = [\"port-sol\"]");
    faults.edit(BOARD, "{ trade = \"integer\", ", "{ trade = \"integer\", a-b = \"boolean\", a_b = \"boolean\", ");
    faults.edit(BOARD, "strength = 2", "name = 2");
    faults.edit(BOARD, "faces = [\"crowd\", \"riot\"]", "faces = [\"crowd\"]");
    faults.edit(BOARD, "[[kind]]\nid = \"box\"", "[[kind]]\nid = \"card\"");
    faults.edit(BOARD, "id = \"low-ferry\"", "id = \"low-ferry\"\nwas = [\"high-pass\"]");
    faults.compare();
}

#[test]
fn short_names() {
    let mut faults = Faults::new("short-names");
    let mob = |short: &str| format!("faces = [\"crowd\", \"riot\"]\nshort = {short}");
    faults.edit(BOARD, "faces = [\"crowd\", \"riot\"]", &mob("{ crowd = \"c\", riot = \"r\" }"));
    faults.edit(BOARD, "faces = [\"crowd\", \"riot\"]", &mob("\"m\""));
    faults.edit(BOARD, "faces = [\"crowd\", \"riot\"]", &mob("{ crowd = \"c\" }"));
    faults.edit(BOARD, "faces = [\"crowd\", \"riot\"]", &mob("{ crowd = \"c\", riot = \"c\" }"));
    faults.edit(BOARD, "faces = [\"crowd\", \"riot\"]", &mob("{ crowd = \"2c\", riot = \"rioters\" }"));
    faults.edit(BOARD, "faces = [\"crowd\", \"riot\"]", &mob("{ crowd = \"c d\", riot = \"r+\" }"));
    faults.edit(BOARD, "name = \"Low Ferry\"\n", "name = \"Low Ferry\"\nshort = \"The Ferry at Low Water\"\n");
    faults.edit(BOARD, "trade = \"integer\"", "trade = { type = \"integer\", column = 3 }");
    faults.compare();
}

#[test]
fn references() {
    let mut faults = Faults::new("references");
    faults.edit(BOARD, "blank = \"turn dusk\"", "blank = \"turn dusk\"\nnonplayer = \"curfwe\"");
    faults.edit(BOARD, "blank = \"turn dusk\"", "blank = \"turn dusk\"\nnonplayer = \"curfew\"");
    faults.edit(BOARD, "blank = \"turn dusk\"", "blank = \"turn dusk\"\nin_play = \"curfew\"");
    faults.edit(BOARD, "blank = \"turn dusk\"", "blank = \"turn dusk\"\nledger = [\"guard\", \"curfew\"]");
    let seats = |faults: &mut Faults, players: u32, seats: &str| {
        faults.edit(BOARD, "[[mark]]\n", &format!("[[seating]]\nplayers = {players}\nseats = {seats}\n[[mark]]\n"));
    };
    seats(&mut faults, 2, "[[\"crown\"], [\"crwon\"]]");
    seats(&mut faults, 2, "[[\"crown\"], [\"crown\"]]");
    seats(&mut faults, 3, "[[\"crown\"], []]");
    seats(&mut faults, 1, "[\"crown\"]");
    faults.edit(BOARD, "marks = [\"tired\"]", "marks = [\"tired\"]\nholds = [\"mob\"]");
    faults.edit(BOARD, "marks = [\"tired\"]", "marks = [\"tired\"]\nholds = [\"coin\"]");
    faults.edit(BOARD, "on = \"port\"\nmin", "on = [\"port\", \"prot\"]\nmin");
    faults.edit(BOARD, "adjacent = [\"port-sol\"]", "adjacent = [\"port-soll\"]");
    faults.edit(BOARD, "adjacent = [\"port-sol\"]", "adjacent = [\"high-pass\"]");
    faults.edit(BOARD, "b = \"port-sol\"", "b = \"zanzibar\"");
    faults.edit(BOARD, "name = \"Low Ferry\"\nkind = \"port\"", "name = \"Low Ferry\"\nkind = \"prot\"");
    faults.edit(BOARD, "owner = \"crown\"", "owner = \"crow\"");
    faults.edit(BOARD, "marks = [\"tired\"]", "marks = [\"tried\"]");
    faults.edit(BOARD, "of = [\"guard\"]", "of = [\"gard\"]");
    faults.edit(BOARD, "of = [\"guard\"]", "of = [\"guard/wron\", \"riots\"]");
    faults.edit(BOARD, "id = \"tired\"\nuntil = \"night\"", "id = \"tired\"\nuntil = \"nigth\"");
    faults.edit(BOARD, "on = \"port\"\nmin", "on = \"ports\"\nmin");
    faults.edit(BOARD, "home = { id = \"high-pass\" }", "home = { id = \"hihg-pass\" }");
    faults.edit(BOARD, "answer = { word = \"burn\" }", "answer = { word = \"brun\" }");
    faults.edit(CARDS, "at = \"port-sol\"", "at = \"barracks\"");
    faults.edit(SCENARIO, "length = 3", "lenght = 3");
    faults.edit(TEXT, "LC Search;", "LC Serach;");
    faults.edit(TEXT, "[action.search]\n", "[action.search]\nnot_asked = \"needs-a-gaurd\"\n");
    faults.edit(TEXT, "[action.search]\n", "[action.search]\nnot_asked = 3\n");
    faults.edit(
        BOARD,
        "[[period]]\nid = \"night\"",
        "[[period]]\nid = \"dusk\"\nentered_whole = true\n[[period]]\nid = \"night\"\nentered_whole = true",
    );
    faults.edit(SCENARIO, "first = \"set-up\"", "extends = \"second-night\"");
    faults.edit(SCENARIO, "first = \"set-up\"", "first = \"set-up\"\nextends = \"first-night\"");
    faults.compare();
}

#[test]
fn links() {
    const LINK: &str = "[[link]]\na = \"low-ferry\"\nb = \"port-sol\"\n";
    let rail = "[[link-kind]]\nid = \"rail\"\nfields = { gauge = \"integer\" }\n";
    let mut faults = Faults::new("links");
    let mut edit = |to: &str| faults.edit(BOARD, LINK, to);
    edit(&LINK.replace("low-ferry", "low-fery"));
    edit(&LINK.replace("low-ferry", "port-sol"));
    edit("[[link]]\na = \"low-ferry\"\n");
    edit("[[link]]\nid = \"pier\"\na = \"low-ferry\"\n");
    edit(&format!("{LINK}[[link]]\na = \"port-sol\"\nb = \"low-ferry\"\n"));
    edit(&format!("{LINK}id = \"The_Pier\"\n"));
    edit(&format!("{LINK}id = \"low--pier\"\n"));
    edit(&format!("{rail}{LINK}kind = \"rial\"\n"));
    edit(&format!("{rail}{LINK}kind = \"rail\"\n"));
    edit(&format!("{rail}{LINK}kind = \"rail\"\ngauge = \"broad\"\n"));
    edit(&format!("{rail}{LINK}gauge = 2\n"));
    edit(&format!("[[link-kind]]\nid = \"box\"\n{LINK}"));
    edit(&format!("[[link-kind]]\nid = \"rail\"\nfields = {{ a = \"boolean\" }}\n{LINK}"));
    let fact = "[[fact]]\nid = \"laid\"\ntype = \"boolean\"\n";
    edit(&format!("{rail}{LINK}{fact}on = \"rials\"\n"));
    edit(&format!("{LINK}{fact}on = \"link\"\naudience = \"owner\"\n"));
    edit(&format!("{LINK}{fact}on = \"game\"\naudience = \"owner\"\n"));
    faults.compare();
    let side = format!("{rail}{LINK}{fact}on = \"side\"\naudience = \"owner\"\n");
    assert!(problems(edited(BOARD, LINK, &side)).is_empty());
}

#[test]
fn provenance_texts_and_piles() {
    let mut faults = Faults::new("provenance-texts-and-piles");
    faults.edit(BOARD, "source = \"public:an atlas\"", "source = \"public:\"");
    faults.edit(TEXT, "Burn {1}", "Burn {place}");
    faults.edit(TEXT, "Search {1}", "Search {1}}");
    faults.edit(BOARD, "home = true\n", "");
    faults.edit(BOARD, "audience = \"owner\"", "home = true");
    faults.edit(CARDS, "game = \"lantern\"", "game = \"lanterns\"");
    faults.compare();
}

#[test]
fn too_many_entries_are_reported() {
    let entries = |n: usize, kind: &str| {
        (0..n).map(|i| format!("[[{kind}]]\nid = \"x{i}\"\nname = \"x\"\nkind = \"box\"\n")).collect::<String>()
    };
    let lines = |appended: &str| problems(extended(BOARD, appended)).iter().map(line).collect::<Vec<_>>();
    assert_eq!(
        lines(&entries(1100, "space")),
        ["content::too-many scenarios/lantern/board.toml:4241:6: 1104 spaces; at most 1024 are possible"]
    );
    assert_eq!(
        lines(&entries(5000, "space")),
        ["content::too-many scenarios/lantern/board.toml:16528:1: more than 4096 entries in one table or list"]
    );
    let marks = |n: usize| (0..n).map(|i| format!("[[mark]]\nid = \"m{i}\"\n")).collect::<String>();
    let mark_ids = (0..6).map(|i| format!("\"m{i}\"")).collect::<Vec<_>>().join(", ");
    let piece = |id: &str| {
        let faces = (0..12).map(|i| format!("\"f{i}\"")).collect::<Vec<_>>().join(", ");
        format!(
            "[[piece]]\nid = \"{id}\"\nname = \"x\"\ncount = 1\nsupply = \"barracks\"\nfaces = [{faces}]\nmarks = [{mark_ids}]\n"
        )
    };
    let pieces = (0..24).map(|i| piece(&format!("knight{i}"))).collect::<String>();
    let found = problems(extended(BOARD, &(marks(6) + &pieces)));
    let states = found.iter().find(|problem| problem.message.contains("combinations of piece type")).unwrap();
    assert!(states.location().contains("scenarios/lantern/board.toml:"), "{states}");
    assert!(states.label.starts_with("768 of them are of `"), "{}", states.label);
    assert!(states.help.as_deref().unwrap_or_default().starts_with("each plain mark doubles the states of its piece"));
    let links = |from: usize| -> String {
        let link = |i: usize| format!("[[link]]\nid = \"x{i}\"\na = \"high-pass\"\nb = \"low-ferry\"\n");
        (from..from + 1100).map(link).collect()
    };
    assert_eq!(
        lines(&links(0)),
        ["content::too-many scenarios/lantern/board.toml:4253:6: 1101 links; at most 1024 are possible"]
    );
    let cards = |from: usize| (from..from + 3000).map(|i| format!("[[card]]\nid = \"x{i}\"\n")).collect::<String>();
    let mut files = demo();
    for (name, from) in [("a", 0), ("b", 3000)] {
        files.push((format!("cards/lantern/{name}.toml"), format!("[meta]\ngame = \"lantern\"\n{}", cards(from))));
    }
    let found = problems(files);
    assert!(found.len() <= 501, "{}", found.len());
    assert!(found.iter().any(|p| p.code == "content::too-many"));
    assert_eq!(found.last().map(|p| p.code.as_str()), Some("content::too-many-problems"));
    let facts = (0..4000)
        .map(|i| format!("[[fact]]\nid = \"f{i}\"\non = \"card\"\ntype = \"set\"\nof = \"space\"\n"))
        .collect::<String>();
    let spaces = entries(250, "space");
    let found = problems(extended(BOARD, &format!("{facts}{}", spaces.replace("id", "on = \"port\"\nid"))));
    assert!(!found.is_empty());
}

#[test]
fn unknown_games_are_reported() {
    let (content, found) = Content::load(&[open(demo())], "lanten");
    assert!(content.is_none());
    assert_eq!(
        found.iter().map(line).collect::<Vec<_>>(),
        ["content::unknown-game : no pack has a game `lanten` (did you mean `lantern`?)"]
    );
    let pack = open(extended("cards/lanten/more.toml", "x = 1"));
    let found: Vec<String> = check_all(&[pack]).iter().map(line).collect();
    assert_eq!(
        found,
        ["content::unknown-game cards/lanten/more.toml:1:1: there is no game `lanten` (did you mean `lantern`?)"]
    );
}

#[test]
fn stray_files_cause_warnings() {
    let pack = open(extended("scripts/lantern/burn.lua", "-- burn"));
    let found = check_all(&[pack]);
    assert_eq!(
        found.iter().map(line).collect::<Vec<_>>(),
        [
            "content::stray-file scripts/lantern/burn.lua:1:1: nothing reads this file (give scripts the extension `.luau`)"
        ]
    );
    assert_eq!(found[0].severity, Severity::Warning);
}

#[test]
fn rule_tests_in_other_folders_cause_warnings() {
    for path in ["tests/lantern/new.test", "tests/new.test", "scenarios/lantern/new.test"] {
        // The loader reads `tests/new.test`, but nobody runs it.
        let file = if path == "tests/new.test" { "this file".to_owned() } else { format!("`{path}`") };
        let wanted = format!(
            "content::stray-file one:{path}:1:1: nothing reads {file} (put rule tests into `tests/rules/<game>/`)"
        );
        let found: Vec<String> = pack("one", &[(path, "")]).warnings.iter().map(line).collect();
        assert_eq!(found, std::slice::from_ref(&wanted));
        // A folder on disk causes the same warning.
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, "").expect("a file");
        std::fs::write(folder.path().join("pack.toml"), "id = \"one\"\nversion = \"1.0.0\"\n").expect("a file");
        let read = Pack::open(PackSource::Folder(folder.path().to_owned())).expect("a pack");
        assert_eq!(read.warnings.iter().map(line).collect::<Vec<_>>(), [wanted]);
    }
}

#[test]
fn typos_in_names_of_folders_and_files_cause_warnings() {
    let typos = [
        ("card/lantern/new.toml", "card", "cards"),
        ("scenarios/lantern/new.tml", "scenarios/lantern/new.tml", "scenarios/lantern/new.toml"),
        ("scripts/lantern/new.lauu", "scripts/lantern/new.lauu", "scripts/lantern/new.luau"),
        ("tests/rule/new.test", "tests/rule", "tests/rules"),
        ("tests/rules/new.tests", "tests/rules/new.tests", "tests/rules/new.test"),
        ("test/rules/new.test", "test", "tests"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (path, typo, correct_path) in typos {
        let pack_with_file = |text: &str| pack("one", &[(path, text), ("README.md", ""), ("docs/notes.txt", "")]);
        let wanted =
            format!("content::stray-file one:{typo}:1:1: nothing reads `{typo}` (did you mean `{correct_path}`?)");
        let found: Vec<String> = pack_with_file("").warnings.iter().map(line).collect();
        assert_eq!(found, std::slice::from_ref(&wanted));
        // A folder on disk causes the same warning.
        let root = folder.path().join(typo.replace('/', "-"));
        let file = root.join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, "").expect("a file");
        std::fs::write(root.join("pack.toml"), "id = \"one\"\nversion = \"1.0.0\"\n").expect("a file");
        let opened = Pack::open(PackSource::Folder(root)).expect("a pack");
        assert_eq!(opened.warnings.iter().map(line).collect::<Vec<_>>(), [wanted]);
        assert!(cardwright_content::render(&opened.warnings, false).contains("did you mean"));
    }
}

#[test]
fn several_errors_as_a_terminal_shows_them() {
    let mut files = edited(BOARD, "adjacent = [\"port-sol\"]", "adjacent = [\"port-soll\"]");
    files[0].1 = files[0]
        .1
        .replace("count = 9", "count = \"nine\"")
        .replace("supply = \"barracks\"\nmarks", "suply = \"barracks\"\nmarks");
    files[1].1 = files[1].1.replace("title = \"Fog\"", "tilte = \"Fog\"");
    files[2].1 = files[2].1.replace("no guard there", "no guard in {there}");
    compare("all-at-once", &render(&problems(files), false));
}

#[test]
fn untrusted_text_cannot_control_the_terminal() {
    let found = problems(edited(BOARD, "owner = \"crown\"", "owner = \"\\u001b[2Jcrown\""));
    let shown = render(&found, false);
    assert!(shown.contains("content::control-character") && !shown.contains('\u{1b}'), "{shown}");
    let found = problems(edited(BOARD, "name = \"High Pass\"", "name = \"High\\nPass\""));
    assert!(found.iter().any(|d| d.code == "content::not-a-line"), "{found:?}");
}

#[test]
fn names_cannot_be_blank() {
    for name in ["", "  "] {
        let found = problems(edited(BOARD, "name = \"High Pass\"", &format!("name = \"{name}\"")));
        assert!(render(&found, false).contains("is blank"), "{found:?}");
    }
}

/// Every code in the sources occurs in a golden file or in a test.
#[test]
fn every_diagnostic_code_is_tested() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let text = |folders: &[&str]| {
        let files = folders.iter().flat_map(|folder| std::fs::read_dir(format!("{root}{folder}")).expect("a folder"));
        let files = files
            .map(|f| f.expect("a file").path())
            .filter(|f| f.is_file() && f.extension().is_some_and(|e| e != "md"));
        files.map(|f| std::fs::read_to_string(f).expect("a text")).collect::<String>()
    };
    let (source, tests) = (text(&["src", "src/definitions", "src/layers"]), text(&["tests/suite", "tests/golden"]));
    let is_tested = |code: &str| tests.contains(&format!("content::{code}"));
    for code in source.split("\"content::").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(code.contains('{') || is_tested(code), "`content::{code}` occurs in no test");
    }
}

#[test]
fn ids_and_paths_are_never_broken_across_lines() {
    let id = "a-thing-with-a-name-of-many-words/in-a-folder/with-a-name-of-many-words-too";
    for before in 0..60 {
        let message = format!("{} `{id}`", "x ".repeat(before));
        let problem = cardwright_content::Diagnostic::error("demo::long", message);
        assert!(render(&[problem], false).contains(id), "after {before} words");
    }
}

/// All characters that texts may not have.
fn forbidden_characters() -> impl Iterator<Item = char> {
    ('\0'..=char::MAX).filter(|c| !is_text_char(*c))
}

/// Returns the text that a diagnostic marks.
fn marked(problem: &Diagnostic) -> &str {
    let (Some(file), Some(span)) = (&problem.file, &problem.span) else { panic!("no place: {problem}") };
    &file.text[span.clone()]
}

#[test]
fn a_forbidden_character_in_any_kind_of_file_is_marked_whole() {
    assert!(forbidden_characters().count() > 200);
    let paths = [BOARD, CARDS, TEXT, RULES, SCENARIO, "layouts/lantern/layout.toml", "scripts/lantern/search.luau"];
    for c in forbidden_characters() {
        let mut files: Files = paths.map(|path| (path.to_owned(), format!("# é{c}é\n"))).to_vec();
        files.push(("pack.toml".to_owned(), format!("id = \"more\"\nversion = \"1.0.0\"\n# é{c}é\n")));
        let problems = Pack::open(PackSource::Memory(files)).expect_err("forbidden characters");
        let found: Vec<&Diagnostic> =
            problems.iter().filter(|problem| problem.code == "content::control-character").collect();
        assert_eq!(found.len(), paths.len() + 1, "{c:?}: {problems:?}");
        assert!(found.iter().all(|problem| marked(problem) == c.to_string()), "{c:?}: {found:?}");
        assert!(render(&problems, false).contains(&format!("U+{:04X}", u32::from(c))));
    }
}

#[test]
fn a_mistake_in_a_picture_next_to_any_character_has_a_place() {
    let invalid =
        ["<svg>{c}", "<svg {c}=", "<svg><{c}", "<{c}", "<svg><text>{c}</g>", "<svg a='{c}' a='{c}'/>", "{c}</svg>"];
    for c in forbidden_characters() {
        let path = |index: usize| format!("layouts/lantern/map{index}.svg");
        let files = invalid.iter().enumerate().map(|(index, text)| (path(index), text.replace("{c}", &c.to_string())));
        let pack = open(files.chain(demo()).collect());
        assert_eq!(pack.pictures.len(), invalid.len());
        let problems: Vec<Diagnostic> = pack.pictures.iter().filter_map(|picture| picture.problem()).collect();
        assert!(problems.len() >= 5, "{c:?}: {problems:?}");
        assert!(!render(&problems, false).is_empty());
    }
}

#[test]
fn a_place_within_a_character_is_the_whole_character() {
    let text = "aé\u{202e}z";
    let file = Arc::new(SourceFile::new("more".into(), "x.toml".into(), text.into(), None));
    for start in 0..=text.len() + 1 {
        for end in 0..=text.len() + 1 {
            let problem = Diagnostic::error("content::syntax", "wrong").at(&file, start..end);
            assert!(text.contains(marked(&problem)) && render(&[problem], false).contains("wrong"), "{start}..{end}");
        }
    }
    let within = Diagnostic::error("content::syntax", "wrong").at(&file, 4..5);
    assert_eq!(marked(&within), "\u{202e}");
}
