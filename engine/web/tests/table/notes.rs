//! Notes that not all may read: to the others nothing happens.

use super::common::Setting;

#[test]
fn that_something_was_noted_is_told_to_who_may_read_it_alone() {
    let server = Setting::default().serve();
    let mut pages = ["red", "blue", "watch", "desk"].map(|who| server.client(who));
    let heard = pages.each_ref().map(|page| page.heard.len());
    let [red, blue, watch, desk] = &mut pages;
    assert_eq!(red.line("note only for me")["of"], "said");
    red.until(|view| view["log"].to_string().contains("only for me"));
    desk.until(|view| view["log"].to_string().contains("only for me"));
    assert_eq!(desk.line("note of the desk")["of"], "said");
    desk.until(|view| view["log"].to_string().contains("of the desk"));
    // Of the others each hears the answer to what it asks, and nothing before it.
    for (page, before) in [(blue, heard[1]), (watch, heard[2])] {
        assert_eq!(page.line("log 1")["of"], "said");
        assert_eq!(page.heard.len(), before + 1, "{:?}", &page.heard[before..]);
    }
    let stamps = ["blue", "watch"].map(|who| server.client(who).view["log"]["stamp"].clone());
    assert_eq!(stamps, [pages[1].view["log"]["stamp"].clone(), pages[2].view["log"]["stamp"].clone()]);
    pages[0].plays("raise port");
    pages[1].at(1);
}
