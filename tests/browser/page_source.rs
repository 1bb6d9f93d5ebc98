//! The page's source files: no text can become markup, and the page stays small.

use crate::click_player::sit_down;
use crate::server::Server;
use crate::{DESKTOP, browser};
use std::fs::{read_dir, read_to_string};
use std::path::PathBuf;

/// Bytes of all files together, uncompressed. Compressed they are a third of it, which a test of `cardwright_web`
/// checks.
const MOST: usize = 148 * 1024;

fn files() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("engine/web/page");
    let list = read_to_string(folder.join("FILES.txt")).unwrap();
    let mut names: Vec<&str> = list.lines().collect();
    names.sort_unstable();
    let mut found: Vec<String> =
        read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    found.retain(|name| name != "FILES.txt");
    found.sort_unstable();
    assert_eq!(names, found, "FILES.txt lists what is served");
    found.into_iter().map(|name| (name.clone(), read_to_string(folder.join(name)).unwrap())).collect()
}

#[test]
fn no_text_can_become_markup() {
    let forbidden = [
        r"innerHTML",
        r"outerHTML",
        r"insertAdjacent",
        r"document\.write",
        r"\beval\b",
        r"new Function",
        r"\bon[a-z]+\s*=\s*[^=>]",
        r"\.on[a-z]+\s*=",
        r"setAttribute\(.(on|style|srcdoc)",
        r"\sstyle=",
        r"createContextualFragment",
        r"DOMParser",
        r"javascript:",
        r"https?://(?!www\.w3\.org/2000/svg)",
    ];
    for (name, text) in files() {
        for pattern in forbidden {
            // The regex crate has no look-ahead.
            let (pattern, but) = match pattern.split_once("(?!") {
                Some((pattern, but)) => (pattern, Some(but.trim_end_matches(')').replace('\\', ""))),
                None => (pattern, None),
            };
            let found = regex_lite::Regex::new(pattern).unwrap();
            for at in found.find_iter(&text) {
                let is_meant = but.as_ref().is_some_and(|but| text[at.end()..].starts_with(but.as_str()));
                let line = text[..at.start()].lines().count().max(1);
                assert!(is_meant, "{name}:{line}: `{}`", at.as_str());
            }
        }
    }
}

#[test]
fn the_page_is_small() {
    let bytes: usize = files().iter().map(|(_, text)| text.len()).sum();
    println!("the page: {bytes} bytes");
    assert!(bytes <= MOST, "the page has {bytes} bytes, {MOST} are its budget");
}

/// The checks at the end of every browser test can fail: a tab that reported an error or contacted another host fails
/// when it is dropped.
#[test]
fn a_page_that_complains_is_a_fault() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &["--open"]);
    let faults = [
        ("console.error('a fault')", "a fault"),
        ("setTimeout(() => nobody.knows)", "nobody is not defined"),
        // The browser reports what the page may not load and does not send the request.
        (
            "new Promise(done => { const image = new Image(); image.onerror = () => done(0); image.src = 'http://127.0.0.2:1/x.png'; })",
            "img-src",
        ),
    ];
    for (script, words) in faults {
        let tab = browser.open(served.link("host"), DESKTOP, false);
        sit_down(&tab);
        assert_eq!(tab.complaints(), Vec::<String>::new());
        tab.eval(script);
        tab.wait("true");
        std::thread::sleep(std::time::Duration::from_millis(100));
        let fault = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(tab))).unwrap_err();
        let told = fault.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(told.contains("the page complains") && told.contains(words), "{script}: {told}");
    }
}
