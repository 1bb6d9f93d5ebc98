//! Replies to commands: tables, lists and charts below the answers.

use crate::chromium::text;
use crate::click_player::{play_lines, shown_event, spot, type_line, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, browser};

#[test]
fn every_kind_of_reply_is_rendered() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    play_lines(&tab, &["play 03", "create-crisis nicaragua"]);
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
        type_line(&tab, line);
        tab.wait(&format!("document.querySelector('#answers .message.{node}') !== null"));
        assert!(!text(&tab.eval("document.querySelector('.message h3').textContent")).is_empty(), "{line}");
        assert_eq!(tab.eval("document.querySelector('.message').textContent.includes('undefined')"), false, "{line}");
        assert_eq!(tab.complaints(), Vec::<String>::new(), "{line}");
        tab.key("Escape");
        tab.wait("document.querySelector('#answers .message') === null");
    }
    // A confirmation has two buttons. The first cancels, and the second sends the line.
    type_line(&tab, "resign");
    tab.click(spot(&tab, "#answers .message.confirm .plain", 0).unwrap());
    tab.wait("document.querySelector('#answers .message') === null");
    type_line(&tab, "resign");
    tab.click(spot(&tab, "#answers .message.confirm [data-line]", 0).unwrap());
    tab.wait("document.querySelector('#answers .over') !== null");
    // After the end of the game, `goto` only shows an earlier event, and `goto end` shows the end again.
    let last_event = shown_event(&tab);
    type_line(&tab, "goto 1");
    tab.wait("document.documentElement.dataset.at === '1' && document.body.classList.contains('looking')");
    type_line(&tab, "goto end");
    tab.wait(&format!(
        "document.documentElement.dataset.at === {last_event:?} && !document.body.classList.contains('looking')"
    ));
    tab.eval("document.getElementById('typed').value = 'branches'; document.getElementById('line').requestSubmit(); 0");
    tab.wait("document.querySelector('#log [role=treeitem]') !== null");
}
