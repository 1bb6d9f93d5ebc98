//! Tests that a viewer who may not read a note gets no message about the note.

use super::common::Setting;

#[test]
fn only_readers_of_a_note_get_a_message() {
    let server = Setting::default().serve();
    let mut pages = ["red", "blue", "spectator", "host"].map(|link| server.client(link));
    let message_counts = pages.each_ref().map(|page| page.messages.len());
    let [red, blue, spectator, host] = &mut pages;
    assert_eq!(red.line("note only for me")["of"], "done");
    red.wait_for(|view| view["log"].to_string().contains("only for me"));
    host.wait_for(|view| view["log"].to_string().contains("only for me"));
    assert_eq!(host.line("note of the host")["of"], "done");
    host.wait_for(|view| view["log"].to_string().contains("of the host"));
    // Blue and the spectator get the reply to their own line, and no message before that reply.
    for (page, before) in [(blue, message_counts[1]), (spectator, message_counts[2])] {
        page.ping();
        assert_eq!(page.messages.len(), before + 1, "{:?}", &page.messages[before..]);
    }
    // For Blue and the spectator the version of the log (`stamp`) is still that of a new page.
    let stamps = ["blue", "spectator"].map(|link| server.client(link).view["log"]["stamp"].clone());
    assert_eq!(stamps, [pages[1].view["log"]["stamp"].clone(), pages[2].view["log"]["stamp"].clone()]);
    pages[0].play("raise port");
    pages[1].view_at(1);
}
