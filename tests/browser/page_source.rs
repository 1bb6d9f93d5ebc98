//! The page's source files: no text can become markup, and the page stays small.

use crate::click_player::wait_until_loaded;
use crate::server::Server;
use crate::{DESKTOP, browser};
use std::fs::{read_dir, read_to_string};
use std::path::PathBuf;

/// The limit of bytes of all files together, uncompressed. A test of `cardwright_web` checks the compressed size.
const MAX_BYTES: usize = 152 * 1024;

fn files() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("engine/web/page");
    let list = read_to_string(folder.join("FILES.txt")).unwrap();
    let mut names: Vec<&str> = list.lines().collect();
    names.sort_unstable();
    let mut found: Vec<String> =
        read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    found.retain(|name| name != "FILES.txt");
    found.sort_unstable();
    assert_eq!(names, found, "FILES.txt lists the files of the folder");
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
            // The regex crate has no look-ahead, so the part in `(?!…)` is checked after the match.
            let (pattern, allowed_suffix) = match pattern.split_once("(?!") {
                Some((pattern, allowed_suffix)) => {
                    (pattern, Some(allowed_suffix.trim_end_matches(')').replace('\\', "")))
                }
                None => (pattern, None),
            };
            let found = regex_lite::Regex::new(pattern).unwrap();
            for hit in found.find_iter(&text) {
                let is_allowed = allowed_suffix
                    .as_ref()
                    .is_some_and(|allowed_suffix| text[hit.end()..].starts_with(allowed_suffix.as_str()));
                let line = text[..hit.start()].lines().count().max(1);
                assert!(is_allowed, "{name}:{line}: `{}`", hit.as_str());
            }
        }
    }
}

#[test]
fn the_page_is_small() {
    let bytes: usize = files().iter().map(|(_, text)| text.len()).sum();
    println!("the page: {bytes} bytes");
    assert!(bytes <= MAX_BYTES, "the page has {bytes} bytes; at most {MAX_BYTES} are allowed");
}

/// Dropping the tab of a page fails the test if the page has reported an error or contacted another server.
#[test]
fn errors_of_a_page_fail_the_test() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let faults = [
        ("console.error('a fault')", "a fault"),
        ("setTimeout(() => nobody.knows)", "nobody is not defined"),
        // The browser refuses the request because of the page's security policy, and reports it.
        (
            "new Promise(done => { const image = new Image(); image.onerror = () => done(0); image.src = 'http://127.0.0.2:1/x.png'; })",
            "img-src",
        ),
    ];
    for (script, words) in faults {
        let tab = browser.open(server.link("host"), DESKTOP, false);
        wait_until_loaded(&tab);
        assert_eq!(tab.complaints(), Vec::<String>::new());
        tab.eval(script);
        tab.wait("true");
        std::thread::sleep(std::time::Duration::from_millis(100));
        let fault = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(tab))).unwrap_err();
        let message = fault.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(message.contains("the page complains") && message.contains(words), "{script}: {message}");
    }
}
