//! Replies to commands: tables, lists and charts below the answers.

use crate::chromium::text;
use crate::click_player::{answered, at, sit_down, spot, typed};
use crate::server::Server;
use crate::{DESKTOP, browser};

#[test]
fn every_kind_of_reply_is_rendered() {
    let Some((browser, _one)) = browser() else { return };
    let served = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("host"), DESKTOP, false);
    sit_down(&tab);
    answered(&tab, &["play 03", "create-crisis nicaragua"]);
    let replies = [
        ("help", "help .pairs dt code"),
        ("help undo", "help .pairs dt code"),
        ("legal", "rows td"),
        ("pay ?", "next p"),
        ("why", "why p"),
        ("preview pay activista-action", "preview .then"),
        ("odds pay activista-action", "odds meter"),
        ("whatif pay activista-action / pay activista-action", "odds h4"),
        ("show board", "show td"),
        ("show tracks", "show dl"),
        ("show facts", "show h3"),
        ("show cards", "show td"),
        ("show effects", "show p, .message.show ul"),
        ("show options", "show p, .message.show dl"),
        ("show notation", "show pre"),
        ("show map", "show p"),
        ("show cuba", "show ul"),
        ("show rebel", "show h4"),
        ("summary", "summary .chart"),
        ("note a remark", "done pre"),
        ("note", "notes td"),
        ("log", "log .entries .event"),
        ("log set-up", "log .entries .event"),
        ("seats", "text pre"),
        ("where cuba", "text pre"),
        ("decisions", "text pre"),
    ];
    for (line, node) in replies {
        typed(&tab, line);
        tab.wait(&format!("document.querySelector('#answers .message.{node}') !== null"));
        assert!(!text(&tab.eval("document.querySelector('.message h3').textContent")).is_empty(), "{line}");
        assert_eq!(tab.eval("document.querySelector('.message').textContent.includes('undefined')"), false, "{line}");
        assert_eq!(tab.complaints(), Vec::<String>::new(), "{line}");
        tab.key("Escape");
        tab.wait("document.querySelector('#answers .message') === null");
    }
    // A confirmation is a question with two buttons; the first sends the line.
    typed(&tab, "resign");
    tab.click(spot(&tab, "#answers .message.confirm .plain", 0).unwrap());
    tab.wait("document.querySelector('#answers .message') === null");
    typed(&tab, "resign");
    tab.click(spot(&tab, "#answers .message.confirm [data-line]", 0).unwrap());
    tab.wait("document.querySelector('#answers .over') !== null");
    // Once the game is over, `goto` only looks, and `goto end` returns.
    let end = at(&tab);
    typed(&tab, "goto 1");
    tab.wait("document.documentElement.dataset.at === '1' && document.body.classList.contains('looking')");
    typed(&tab, "goto end");
    tab.wait(&format!(
        "document.documentElement.dataset.at === {end:?} && !document.body.classList.contains('looking')"
    ));
    tab.eval("document.getElementById('typed').value = 'branches'; document.getElementById('line').requestSubmit(); 0");
    tab.wait("document.querySelector('#log [role=treeitem]') !== null");
}
