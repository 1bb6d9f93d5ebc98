//! Files saved while a game is served.

use super::common::{Setting, pack};
use cardwright_content::PackSource;
use std::fs;
use std::path::{Path, PathBuf};

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
        assert_eq!(page.next("hello")["legend"]["spaces"][1]["name"], "Harbour Town");
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
    saved(&script, "functoin stir.play", "function stir.play");
    let _ = text;
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
    assert!(desk.heard.iter().filter(|message| message["m"] == "hello").count() > 1, "every page begins anew");
    assert!(desk.line("reload")["text"].as_str().unwrap().contains("nothing has changed"));
}

impl super::common::Client {
    fn until_notice(&mut self, kind: &str) -> String {
        loop {
            let notice = self.next("notice");
            if notice["kind"] == kind {
                return notice["text"].as_str().unwrap().to_owned();
            }
        }
    }
}
