//! Files saved while a game is served.

use super::common::{Client, Server, Setting, pack};
use cardwright_content::PackSource;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn copied(to: &Path) -> PathBuf {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.as_ref().unwrap().file_name()));
            if from.is_dir() {
                copy(&from, &to);
            } else {
                fs::copy(&from, &to).unwrap();
            }
        }
    }
    let PackSource::Folder(from) = pack("demo") else { panic!() };
    copy(&from, to);
    to.to_owned()
}

fn saved(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from));
    fs::write(file, text.replace(from, to)).unwrap();
}

#[test]
fn a_saved_rule_holds_on_every_page_at_once_and_a_broken_one_is_told_to_the_desk() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::open() };
    let server = setting.serve();
    let (mut red, mut desk) = (server.client("red"), server.client("desk"));
    red.plays("raise port");
    let (text, script) = (folder.join("scripts/demo/text.toml"), folder.join("scripts/demo/rules.luau"));
    let board = folder.join("scenarios/demo/board.toml");
    saved(&board, "name = \"Port\"", "name = \"Harbour Town\"");
    for page in [&mut red, &mut desk] {
        assert_eq!(page.next("hello")["legend"]["spaces"][1][1], "Harbour Town");
        assert!(page.until(|view| view.to_string().contains("Harbour Town"))["at"].as_u64().unwrap() >= 1);
    }
    // Something that does not load: the desk is told, and the game goes on by the old rules.
    saved(&script, "function stir.play", "functoin stir.play");
    let told = desk.until_notice("error");
    assert!(told.contains("rules.luau") && told.contains("old rules stay"), "{told}");
    red.settle();
    let at = red.view["at"].as_u64().unwrap();
    assert_eq!(red.plays("raise hills")["at"], at + 1);
    assert!(red.heard.iter().all(|message| message["kind"] != "error"), "what is wrong is for the desk");
    // Put back as it was: nothing is another, and the desk is told that nothing is wrong any more.
    saved(&script, "functoin stir.play", "function stir.play");
    assert!(desk.until_notice("mended").contains("is mended"));
    // Taking back goes on past rules that were taken up: they are nobody's answer.
    red.settle();
    saved(&text, "Raise a band", "Raise another band");
    red.until(|view| view.to_string().contains("another band"));
    assert_eq!(red.view["undo"], true);
    let reply = red.line("undo");
    assert_eq!(reply["of"], "played", "{reply}");
    assert!(red.until(|view| view["at"].as_u64().unwrap() < at + 1).to_string().contains("another band"));
}

#[test]
fn ones_own_answer_is_taken_back_past_rules_that_were_taken_up_and_no_others() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    let sources = vec![PackSource::Folder(folder.clone())];
    let server = Setting { sources, is_watched: true, ..Setting::default() }.serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    red.plays("raise port");
    saved(&folder.join("cards/demo/cards.toml"), "\"Fire\"", "\"Blaze\"");
    red.next("hello");
    red.until(|view| view["at"] == 2);
    blue.until(|view| view["at"] == 2);
    assert_eq!((&red.view["undo"], &blue.view["undo"]), (&Value::Bool(true), &Value::Bool(false)));
    assert!(blue.refused("undo").contains("not yours"));
    assert_eq!(red.line("undo")["of"], "played");
    assert_eq!(red.at(0)["undo"], false);
}

/// 300 ms are wanted of a release build; this one is not, and shares the machine.
#[test]
fn a_saved_card_is_on_every_page_soon() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::default() };
    let server = setting.serve();
    let mut pages = ["red", "blue", "watch", "watch", "desk"].map(|who| server.client(who));
    let card = folder.join("cards/demo/cards.toml");
    let took = (0..3).map(|n| {
        let (from, to) = if n % 2 == 0 { ("\"Fire\"", "\"Blaze\"") } else { ("\"Blaze\"", "\"Fire\"") };
        saved(&card, from, to);
        let began = Instant::now();
        for page in &mut pages {
            page.next("hello");
            page.next("view");
        }
        began.elapsed()
    });
    let least = took.min().unwrap();
    assert!(least < Duration::from_secs(2), "{least:?}");
}

#[test]
fn rules_that_would_take_the_game_back_are_taken_up_when_the_desk_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::open() };
    let server = setting.serve();
    let mut desk = server.client("desk");
    desk.plays("many 1 2 3");
    let at = desk.view["at"].clone();
    // What was answered in the open step is not legal any more.
    saved(&folder.join("scripts/demo/rules.luau"), "choose(RED, numbers(1, 3))", "choose(RED, numbers(2, 3))");
    let told = desk.until_notice("rules");
    assert!(told.contains("goes back to the start of the step") && told.contains("`reload`"), "{told}");
    assert_eq!(server.client("desk").view["at"], at, "nothing was done");
    let reply = desk.line("reload");
    assert!(reply["text"].as_str().unwrap().contains("goes on from the start"), "{reply}");
    // Every page begins anew, be it after the reply.
    while desk.heard.iter().filter(|message| message["m"] == "hello").count() < 2 {
        desk.read().unwrap();
    }
    assert!(desk.line("reload")["text"].as_str().unwrap().contains("nothing has changed"));
}

/// Saves in one piece, as editors do: half of a file is never read.
fn put(file: &Path, text: impl AsRef<[u8]>) -> std::io::Result<()> {
    let aside = file.with_extension("aside");
    fs::write(&aside, text)?;
    fs::rename(aside, file)
}

/// A layout that says of what the canvas is, and nothing of places: these are laid beside it.
fn canvas(paper: u32, more: &str) -> String {
    format!("[canvas]\nwidth = 900\nheight = 700\npaper = \"#aaa{paper}\"\n{more}")
}

fn paper(scene: &Value, paper: u32) -> bool {
    scene["paper"] == format!("#aaa{paper}")
}

/// A pack in a folder of its own, without a layout, served; and whoever looks.
fn without_layout() -> (tempfile::TempDir, PathBuf, Server, [Client; 4]) {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    assert!(!folder.join("layouts").exists());
    let sources = vec![PackSource::Folder(folder.clone())];
    let server = Setting { sources, is_watched: true, ..Setting::default() }.serve();
    let pages = ["red", "blue", "watch", "desk"].map(|who| server.client(who));
    (dir, folder.join("layouts"), server, pages)
}

#[test]
fn a_layout_that_is_made_while_the_game_is_served_is_drawn_on_every_page() {
    let (_dir, layouts, server, mut pages) = without_layout();
    // All of it is new: the folder, the game's within, the file.
    fs::create_dir_all(layouts.join("demo")).unwrap();
    let file = layouts.join("demo/layout.toml");
    put(&file, canvas(903, "")).unwrap();
    pages.iter_mut().for_each(|page| page.shows(|scene| paper(scene, 903)));
    // Saved again; then by a folder put in the place of another, as tools that keep versions do.
    put(&file, canvas(905, "")).unwrap();
    pages.iter_mut().for_each(|page| page.shows(|scene| paper(scene, 905)));
    fs::rename(&layouts, layouts.with_file_name("away")).unwrap();
    pages.iter_mut().for_each(|page| page.shows(|scene| !paper(scene, 905)));
    fs::create_dir_all(layouts.join("demo")).unwrap();
    put(&file, canvas(907, "")).unwrap();
    pages.iter_mut().for_each(|page| page.shows(|scene| paper(scene, 907)));
    put(&file, canvas(909, "")).unwrap();
    pages.iter_mut().for_each(|page| page.shows(|scene| paper(scene, 909)));
    assert!(paper(&server.client("watch").hello["scene"], 909), "and on a page that comes later");
}

#[test]
fn a_picture_that_is_saved_is_served_and_every_page_is_told() {
    let (_dir, layouts, server, mut pages) = without_layout();
    let map = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 6 4\"><rect width=\"6\" height=\"4\" fill=\"{colour}\"/></svg>"
        )
    };
    fs::create_dir_all(layouts.join("demo")).unwrap();
    fs::write(layouts.join("demo/map.svg"), map("#abc")).unwrap();
    fs::write(layouts.join("demo/layout.toml"), canvas(911, "picture = \"map.svg\"\n")).unwrap();
    let at = server.at.to_string();
    for page in &mut pages {
        page.shows(|scene| paper(scene, 911) && scene.to_string().contains("map.svg"));
    }
    let answer = server.get("/picture/map.svg", &at);
    assert!(answer.contains("#abc"));
    // Looked at alone it may load and run nothing.
    let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
    for says in ["content-security-policy: default-src 'none'; sandbox\r\n", "content-type: image/svg+xml", "nosniff"] {
        assert!(head.contains(says), "{head}");
    }
    fs::write(layouts.join("demo/map.svg"), map("#def")).unwrap();
    pages.iter_mut().for_each(|page| page.shows(|_| server.get("/picture/map.svg", &at).contains("#def")));
}

#[test]
fn a_broken_layout_is_told_to_the_desk_and_the_map_stays() {
    let (_dir, layouts, server, mut pages) = without_layout();
    fs::create_dir_all(layouts.join("demo")).unwrap();
    let file = layouts.join("demo/layout.toml");
    put(&file, canvas(913, "")).unwrap();
    pages.iter_mut().for_each(|page| page.shows(|scene| paper(scene, 913)));
    // A key that is none.
    put(&file, canvas(913, "papper = \"#fff\"\n")).unwrap();
    let told = pages[3].until_notice_of("papper");
    assert!(told.contains("layout.toml:5"), "{told}");
    let (late, mut desk) = (server.client("red"), server.client("desk"));
    assert!(paper(&late.hello["scene"], 913));
    assert!(desk.until_notice_of("papper").contains("layout.toml"), "the desk is told when it comes, too");
    // No TOML at all.
    put(&file, "[canvas\n").unwrap();
    let told = pages[3].until_notice_of("is not closed");
    assert!(told.contains("layout.toml"), "{told}");
    put(&file, canvas(915, "")).unwrap();
    assert!(pages[3].until_notice("mended").contains("mended"));
    pages.iter_mut().for_each(|page| page.shows(|scene| paper(scene, 915)));
    let [red, blue, watcher, _] = &pages;
    for page in [red, blue, watcher] {
        assert!(page.heard.iter().all(|message| message["kind"] != "error"), "what is wrong is for the desk");
    }
}

#[test]
fn of_a_refused_layout_the_desk_is_told_the_error_and_which_map_it_sees() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    let file = folder.join("layouts/demo/layout.toml");
    fs::create_dir_all(folder.join("layouts/demo")).unwrap();
    // Besides, places are missing, which keeps no layout from use.
    fs::write(&file, canvas(917, "[[space]]\nid = \"port\"\nat = [2000, 20]\n")).unwrap();
    let sources = vec![PackSource::Folder(folder)];
    let server = Setting { sources, is_watched: true, ..Setting::default() }.serve();
    let mut desk = server.client("desk");
    assert!(!paper(&desk.hello["scene"], 917));
    let told = desk.until_notice_of("off the canvas");
    assert!(told.starts_with("demo:layouts/demo/layout.toml:7:6: "), "{told}");
    assert!(told.contains("\nand 1 more: `cardwright check demo` shows them\n"), "{told}");
    assert!(told.ends_with("not in use: the map is worked out from the board until this is mended"), "{told}");
    let of_the_map = |desk: &Client| desk.heard.iter().filter(|message| message["kind"] == "error").count();
    assert_eq!(of_the_map(&desk), 1, "{:?}", desk.heard);
    saved(&file, "2000", "200");
    assert!(desk.until_notice_of("no place for").ends_with("the layout is in use all the same"));
    assert!(desk.until_notice("mended").contains("mended"));
    saved(&file, "200", "2000");
    let told = desk.until_notice_of("stays as it was");
    assert!(told.ends_with("not in use: the map stays as it was until this is mended"), "{told}");
}

#[test]
fn the_desk_is_told_of_a_figure_that_runs_away_and_of_a_folder_that_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::default() };
    let server = setting.serve();
    let (mut desk, mut red) = (server.client("desk"), server.client("red"));
    let script =
        "figure \"endless\" {\n  audience = \"all\",\n  value = function()\n    while true do\n    end\n  end,\n}\n";
    fs::write(folder.join("scripts/demo/endless.luau"), script).unwrap();
    let told = desk.until_notice("error");
    assert!(told.contains("`endless` fails") && told.contains("too long"), "{told}");
    red.at(1);
    let began = std::time::Instant::now();
    red.plays("raise port");
    assert!(began.elapsed() < std::time::Duration::from_secs(4), "it is asked no more: {:?}", began.elapsed());
    fs::rename(&folder, dir.path().join("away")).unwrap();
    let told = desk.until_notice("error");
    assert!(told.contains("is gone") && told.contains("demo"), "{told}");
    fs::rename(dir.path().join("away"), &folder).unwrap();
    assert!(desk.until_notice("error").contains("there again"));
    assert!(red.heard.iter().all(|message| message["kind"] != "error"));
}

#[test]
fn a_wrong_word_in_a_layout_leaves_the_map_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copied(&dir.path().join("demo"));
    fs::create_dir_all(folder.join("layouts/demo")).unwrap();
    let file = folder.join("layouts/demo/layout.toml");
    fs::write(&file, "[canvas]\nwidth = 900\nheight = 700\npaper = \"#aaa903\"\n").unwrap();
    let setting = Setting { sources: vec![PackSource::Folder(folder)], is_watched: true, ..Setting::default() };
    let server = setting.serve();
    let mut desk = server.client("desk");
    assert_eq!(desk.hello["scene"]["paper"], "#aaa903");
    saved(&file, "paper", "papre");
    let mut told = desk.until_notice("error");
    while !told.contains("papre") {
        told = desk.until_notice("error"); // What the layout leaves out is told too.
    }
    assert!(told.contains("did you mean") && told.contains("stays as it was"), "{told}");
    assert_eq!(server.client("red").hello["scene"]["paper"], "#aaa903");
    let mut late = server.client("desk");
    while !late.heard.iter().any(|message| message.to_string().contains("papre")) {
        late.read().unwrap();
    }
    saved(&file, "papre = \"#aaa903\"", "paper = \"#aaa905\"");
    while desk.next("hello")["scene"]["paper"] != "#aaa905" {}
}

impl Client {
    /// What is told wrong of this: it may have come before the first view, else it is read on until then.
    fn until_notice_of(&mut self, what: &str) -> String {
        let is_it = |message: &&Value| message["kind"] == "error" && message["text"].to_string().contains(what);
        if let Some(notice) = self.heard.iter().find(is_it) {
            return notice["text"].as_str().unwrap().to_owned();
        }
        loop {
            let told = self.until_notice("error");
            if told.contains(what) {
                return told;
            }
        }
    }

    /// Reads on until the map is as wanted.
    fn shows(&mut self, is_so: impl Fn(&Value) -> bool) {
        let began = Instant::now();
        loop {
            let hello = self.next("hello");
            if is_so(&hello["scene"]) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(15), "the map stays as it was");
        }
    }

    fn until_notice(&mut self, kind: &str) -> String {
        loop {
            let notice = self.next("notice");
            if notice["kind"] == kind {
                return notice["text"].as_str().unwrap().to_owned();
            }
        }
    }
}
