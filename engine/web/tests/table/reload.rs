//! Tests of files that somebody saves while a game is served.

use super::common::{Client, Server, Setting, pack};
use cardwright_content::PackSource;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Copies the demo pack to a folder.
fn copy_demo(to: &Path) -> PathBuf {
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

/// Replaces a text in a file.
fn replace_in(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from));
    fs::write(file, text.replace(from, to)).unwrap();
}

#[test]
fn a_saved_rule_applies_on_every_page_at_once_and_a_broken_one_is_reported_to_the_host() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::open() };
    let server = setting.serve();
    let (mut red, mut host) = (server.client("red"), server.client("host"));
    red.play("raise port");
    let (text, script) = (folder.join("scripts/demo/text.toml"), folder.join("scripts/demo/rules.luau"));
    let board = folder.join("scenarios/demo/board.toml");
    replace_in(&board, "name = \"Port\"", "name = \"Harbour Town\"");
    for page in [&mut red, &mut host] {
        assert_eq!(page.next("hello")["legend"]["spaces"][1][1], "Harbour Town");
        assert!(page.wait_for(|view| view.to_string().contains("Harbour Town"))["at"].as_u64().unwrap() >= 1);
    }
    // If the new rules do not load, the host gets a notice and the game continues with the old rules.
    replace_in(&script, "function stir.play", "functoin stir.play");
    let message = host.until_notice("error");
    assert!(message.contains("rules.luau") && message.contains("old rules stay"), "{message}");
    red.first_view();
    let at = red.view["at"].as_u64().unwrap();
    assert_eq!(red.play("raise hills")["at"], at + 1);
    assert!(red.messages.iter().all(|message| message["kind"] != "error"), "errors are for the host");
    // After the original file is restored, the host gets a notice that the error is gone.
    replace_in(&script, "functoin stir.play", "function stir.play");
    assert!(host.until_notice("mended").contains("load again"));
    // Undo goes past a reload, which is nobody's answer.
    red.first_view();
    replace_in(&text, "Raise a band", "Raise another band");
    red.wait_for(|view| view.to_string().contains("another band"));
    assert_eq!(red.view["undo"], true);
    let reply = red.line("undo");
    assert_eq!(reply["of"], "moved", "{reply}");
    assert!(red.wait_for(|view| view["at"].as_u64().unwrap() < at + 1).to_string().contains("another band"));
}

#[test]
fn a_player_undoes_only_own_answers_past_a_reload() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    let sources = vec![PackSource::Folder(folder.clone())];
    let server = Setting { sources, is_watched: true, ..Setting::default() }.serve();
    let (mut red, mut blue) = (server.client("red"), server.client("blue"));
    red.play("raise port");
    replace_in(&folder.join("cards/demo/cards.toml"), "\"Fire\"", "\"Blaze\"");
    red.next("hello");
    red.wait_for(|view| view["at"] == 2);
    blue.wait_for(|view| view["at"] == 2);
    assert_eq!((&red.view["undo"], &blue.view["undo"]), (&Value::Bool(true), &Value::Bool(false)));
    assert!(blue.refusal("undo").contains("it belongs to Red"));
    assert_eq!(red.line("undo")["of"], "moved");
    assert_eq!(red.view_at(0)["undo"], false);
}

/// The limit for a release build is 300 ms. The limit here is higher, because this build is slower and other programs
/// use the machine.
#[test]
fn a_saved_card_is_on_every_page_soon() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::default() };
    let server = setting.serve();
    let mut pages = ["red", "blue", "spectator", "spectator", "host"].map(|link| server.client(link));
    let card = folder.join("cards/demo/cards.toml");
    let times = (0..3).map(|n| {
        let (from, to) = if n % 2 == 0 { ("\"Fire\"", "\"Blaze\"") } else { ("\"Blaze\"", "\"Fire\"") };
        replace_in(&card, from, to);
        let began = Instant::now();
        for page in &mut pages {
            page.next("hello");
            page.next("view");
        }
        began.elapsed()
    });
    let shortest = times.min().unwrap();
    assert!(shortest < Duration::from_secs(2), "{shortest:?}");
}

#[test]
fn rules_that_would_undo_answers_apply_when_the_host_reloads() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::open() };
    let server = setting.serve();
    let mut host = server.client("host");
    host.play("many 1 2 3");
    let at = host.view["at"].clone();
    // An answer of the open step is no longer legal.
    replace_in(&folder.join("scripts/demo/rules.luau"), "choose(RED, numbers(1, 3))", "choose(RED, numbers(2, 3))");
    let message = host.until_notice("rules");
    assert!(message.contains("goes back to the start of the step") && message.contains("`reload`"), "{message}");
    assert_eq!(server.client("host").view["at"], at, "the game is unchanged");
    let reply = host.line("reload");
    assert!(reply["text"].as_str().unwrap().contains("goes on from the start"), "{reply}");
    // Every page gets a new greeting, perhaps after the reply.
    while host.messages.iter().filter(|message| message["m"] == "hello").count() < 2 {
        host.read().unwrap();
    }
    assert!(host.line("reload")["text"].as_str().unwrap().contains("nothing has changed"));
}

/// Replaces a file in one operation, as editors do, so that nobody reads an incomplete file.
fn put(file: &Path, text: impl AsRef<[u8]>) -> std::io::Result<()> {
    let temporary = file.with_extension("temporary");
    fs::write(&temporary, text)?;
    fs::rename(temporary, file)
}

/// Returns a layout with a canvas, this number in the paper colour, and no places. `more` is added at the end.
fn canvas(paper: u32, more: &str) -> String {
    format!("[canvas]\nwidth = 900\nheight = 700\npaper = \"#aaa{paper}\"\n{more}")
}

/// Returns whether a scene has the paper colour of [`canvas`] with this number.
fn has_paper(scene: &Value, paper: u32) -> bool {
    scene["paper"] == format!("#aaa{paper}")
}

/// Serves a copy of the demo without a layout. Returns the temporary folder, the folder for layouts, the server, and
/// clients.
fn without_layout() -> (tempfile::TempDir, PathBuf, Server, [Client; 4]) {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    assert!(!folder.join("layouts").exists());
    let sources = vec![PackSource::Folder(folder.clone())];
    let server = Setting { sources, is_watched: true, ..Setting::default() }.serve();
    let pages = ["red", "blue", "spectator", "host"].map(|link| server.client(link));
    (dir, folder.join("layouts"), server, pages)
}

#[test]
fn a_new_layout_is_drawn_on_every_page() {
    let (_dir, layouts, server, mut pages) = without_layout();
    // Create the folders and the file.
    fs::create_dir_all(layouts.join("demo")).unwrap();
    let file = layouts.join("demo/layout.toml");
    put(&file, canvas(903, "")).unwrap();
    pages.iter_mut().for_each(|page| page.wait_for_scene(|scene| has_paper(scene, 903)));
    // Save the file again. Then replace the whole folder, as version control does.
    put(&file, canvas(905, "")).unwrap();
    pages.iter_mut().for_each(|page| page.wait_for_scene(|scene| has_paper(scene, 905)));
    fs::rename(&layouts, layouts.with_file_name("away")).unwrap();
    pages.iter_mut().for_each(|page| page.wait_for_scene(|scene| !has_paper(scene, 905)));
    fs::create_dir_all(layouts.join("demo")).unwrap();
    put(&file, canvas(907, "")).unwrap();
    pages.iter_mut().for_each(|page| page.wait_for_scene(|scene| has_paper(scene, 907)));
    put(&file, canvas(909, "")).unwrap();
    pages.iter_mut().for_each(|page| page.wait_for_scene(|scene| has_paper(scene, 909)));
    assert!(
        has_paper(&server.client("spectator").greeting["scene"], 909),
        "a page that connects later gets the new map"
    );
}

#[test]
fn a_saved_picture_is_served_and_drawn_on_every_page() {
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
        page.wait_for_scene(|scene| has_paper(scene, 911) && scene.to_string().contains("map.svg"));
    }
    let response = server.get("/picture/map.svg", &at);
    assert!(response.contains("#abc"));
    // The headers keep a picture that is opened alone from loading or running anything.
    let head = response.split("\r\n\r\n").next().unwrap().to_lowercase();
    for expected in
        ["content-security-policy: default-src 'none'; sandbox\r\n", "content-type: image/svg+xml", "nosniff"]
    {
        assert!(head.contains(expected), "{head}");
    }
    fs::write(layouts.join("demo/map.svg"), map("#def")).unwrap();
    pages.iter_mut().for_each(|page| page.wait_for_scene(|_| server.get("/picture/map.svg", &at).contains("#def")));
}

#[test]
fn a_broken_layout_is_reported_to_the_host_and_the_map_stays() {
    let (_dir, layouts, server, mut pages) = without_layout();
    fs::create_dir_all(layouts.join("demo")).unwrap();
    let file = layouts.join("demo/layout.toml");
    put(&file, canvas(913, "")).unwrap();
    pages.iter_mut().for_each(|page| page.wait_for_scene(|scene| has_paper(scene, 913)));
    // Save a layout with an unknown key.
    put(&file, canvas(913, "papper = \"#fff\"\n")).unwrap();
    let message = pages[3].until_notice_of("papper");
    assert!(message.contains("layout.toml:5"), "{message}");
    let (late, mut host) = (server.client("red"), server.client("host"));
    assert!(has_paper(&late.greeting["scene"], 913));
    assert!(host.until_notice_of("papper").contains("layout.toml"), "a host that connects later gets the notice too");
    // Save a file that is not TOML.
    put(&file, "[canvas\n").unwrap();
    let message = pages[3].until_notice_of("is not closed");
    assert!(message.contains("layout.toml"), "{message}");
    put(&file, canvas(915, "")).unwrap();
    assert!(pages[3].until_notice("mended").contains("no errors"));
    pages.iter_mut().for_each(|page| page.wait_for_scene(|scene| has_paper(scene, 915)));
    let [red, blue, spectator, _] = &pages;
    for page in [red, blue, spectator] {
        assert!(page.messages.iter().all(|message| message["kind"] != "error"), "errors are for the host");
    }
}

#[test]
fn the_host_learns_why_a_layout_is_refused_and_which_map_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    let file = folder.join("layouts/demo/layout.toml");
    fs::create_dir_all(folder.join("layouts/demo")).unwrap();
    // Places are missing too, but that alone does not refuse a layout.
    fs::write(&file, canvas(917, "[[space]]\nid = \"port\"\nat = [2000, 20]\n")).unwrap();
    let sources = vec![PackSource::Folder(folder)];
    let server = Setting { sources, is_watched: true, ..Setting::default() }.serve();
    let mut host = server.client("host");
    assert!(!has_paper(&host.greeting["scene"], 917));
    let message = host.until_notice_of("off the canvas");
    assert!(message.starts_with("demo:layouts/demo/layout.toml:7:6: "), "{message}");
    assert!(message.contains("\nand 1 more: `cardwright check demo` shows them\n"), "{message}");
    assert!(message.ends_with("not in use: the automatic map is shown until it has no errors"), "{message}");
    let error_count = |host: &Client| host.messages.iter().filter(|message| message["kind"] == "error").count();
    assert_eq!(error_count(&host), 1, "{:?}", host.messages);
    replace_in(&file, "2000", "200");
    assert!(host.until_notice_of("no place for").ends_with("the layout is used anyway"));
    assert!(host.until_notice("mended").contains("no errors"));
    replace_in(&file, "200", "2000");
    let message = host.until_notice_of("stays as it was");
    assert!(message.ends_with("not in use: the map stays as it was until it has no errors"), "{message}");
}

#[test]
fn the_host_learns_of_a_figure_that_never_ends_and_of_a_missing_folder() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    let setting = Setting { sources: vec![PackSource::Folder(folder.clone())], is_watched: true, ..Setting::default() };
    let server = setting.serve();
    let (mut host, mut red) = (server.client("host"), server.client("red"));
    let script =
        "figure \"endless\" {\n  audience = \"all\",\n  value = function()\n    while true do\n    end\n  end,\n}\n";
    fs::write(folder.join("scripts/demo/endless.luau"), script).unwrap();
    let message = host.until_notice("error");
    assert!(message.contains("`endless` fails") && message.contains("too long"), "{message}");
    red.view_at(1);
    let began = std::time::Instant::now();
    red.play("raise port");
    assert!(
        began.elapsed() < std::time::Duration::from_secs(4),
        "the figure is not computed again: {:?}",
        began.elapsed()
    );
    fs::rename(&folder, dir.path().join("away")).unwrap();
    let message = host.until_notice("error");
    assert!(message.contains("is gone") && message.contains("demo"), "{message}");
    fs::rename(dir.path().join("away"), &folder).unwrap();
    assert!(host.until_notice("error").contains("there again"));
    assert!(red.messages.iter().all(|message| message["kind"] != "error"));
}

#[test]
fn an_unknown_key_in_a_layout_leaves_the_map_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let folder = copy_demo(&dir.path().join("demo"));
    fs::create_dir_all(folder.join("layouts/demo")).unwrap();
    let file = folder.join("layouts/demo/layout.toml");
    fs::write(&file, "[canvas]\nwidth = 900\nheight = 700\npaper = \"#aaa903\"\n").unwrap();
    let setting = Setting { sources: vec![PackSource::Folder(folder)], is_watched: true, ..Setting::default() };
    let server = setting.serve();
    let mut host = server.client("host");
    assert_eq!(host.greeting["scene"]["paper"], "#aaa903");
    replace_in(&file, "paper", "papre");
    let mut message = host.until_notice("error");
    while !message.contains("papre") {
        message = host.until_notice("error"); // Missing places are reported too.
    }
    assert!(message.contains("did you mean") && message.contains("stays as it was"), "{message}");
    assert_eq!(server.client("red").greeting["scene"]["paper"], "#aaa903");
    let mut late = server.client("host");
    while !late.messages.iter().any(|message| message.to_string().contains("papre")) {
        late.read().unwrap();
    }
    replace_in(&file, "papre = \"#aaa903\"", "paper = \"#aaa905\"");
    while host.next("hello")["scene"]["paper"] != "#aaa905" {}
}

impl Client {
    /// Returns the error notice that contains a text. The notice may already have arrived.
    fn until_notice_of(&mut self, text: &str) -> String {
        let is_wanted = |message: &&Value| message["kind"] == "error" && message["text"].to_string().contains(text);
        if let Some(notice) = self.messages.iter().find(is_wanted) {
            return notice["text"].as_str().unwrap().to_owned();
        }
        loop {
            let message = self.until_notice("error");
            if message.contains(text) {
                return message;
            }
        }
    }

    /// Reads until the scene meets a condition.
    fn wait_for_scene(&mut self, condition: impl Fn(&Value) -> bool) {
        let began = Instant::now();
        loop {
            let hello = self.next("hello");
            if condition(&hello["scene"]) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(15), "the map has not changed");
        }
    }

    /// Reads until the next notice of a kind, and returns its text.
    fn until_notice(&mut self, kind: &str) -> String {
        loop {
            let notice = self.next("notice");
            if notice["kind"] == kind {
                return notice["text"].as_str().unwrap().to_owned();
            }
        }
    }
}
