//! Choosing an answer on the page: with confirmation, word by word, on the map, and by typed lines.

use crate::chromium::{Tab, text};
use crate::click_player::{TO_THE_US, click, play_lines, settle, shown_event, spot, wait_until_loaded};
use crate::server::Server;
use crate::{DESKTOP, browser};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROWS: &str = "#answers .rows button.row, #answers .rows .chip, #answers .take";

fn text_of(tab: &Tab, selector: &str) -> String {
    text(&tab.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''")))
}

/// Types a line and sends it.
fn type_line(tab: &Tab, line: &str) {
    tab.eval(&format!(
        "(it => {{ it.value = {line:?}; it.dispatchEvent(new Event('input')); it.form.requestSubmit(); return 0; }})(document.querySelector('#line input'))"
    ));
}

/// Clicks answers until one is played or the page asks for confirmation. Returns whether it asks.
fn choose_until_ready(tab: &Tab) -> bool {
    let before = shown_event(tab);
    for _ in 0..12 {
        if tab.eval("document.querySelector('#answers .go') !== null") == true {
            return true;
        }
        if shown_event(tab) != before {
            return false;
        }
        click(tab, spot(tab, ROWS, 0).unwrap());
    }
    panic!("nothing is ready: {}", tab.page_text());
}

/// A click plays an answer without chance at once, unless the setting for confirmation is on.
#[test]
fn if_the_setting_for_confirmation_is_on_a_click_plays_nothing_yet() {
    let Some((browser, _guard)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pack = demo_with_many_rows(folder.path());
    let server = Server::game("demo", &["--open", "--pack", &pack]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let raise = "#answers [data-line^='raise'], #answers [data-word='raise']";
    let choose_raise = |tab: &Tab| {
        click(tab, spot(tab, raise, 0).unwrap());
        choose_until_ready(tab)
    };
    assert!(!choose_raise(&tab), "an answer that can be undone is played at once");
    let event = shown_event(&tab);
    tab.key("Escape");
    tab.click(spot(&tab, "#more", 0).unwrap());
    tab.click(spot(&tab, "#set-confirm", 0).unwrap());
    assert_eq!(tab.eval("document.getElementById('set-confirm').checked"), true);
    tab.key("Escape");
    assert!(choose_raise(&tab), "with the setting the page asks first");
    assert_eq!(shown_event(&tab), event, "the answer is not played yet");
    let message = text(&tab.eval("document.querySelector('#answers .ready').textContent"));
    assert!(message.contains("Do it"), "{message}");
    click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    tab.wait(&format!("document.documentElement.dataset.at !== {event:?}"));
    // The page has stored the setting, so it is still on after the page loads again.
    tab.call("Page.reload", serde_json::json!({}));
    tab.wait("document.getElementById('set-confirm')?.checked === true");
    wait_until_loaded(&tab);
}

/// Copies the demo to a folder and gives its action `many` nine hundred rows. Returns the folder's path.
fn demo_with_many_rows(to: &Path) -> String {
    let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    copy(&from, to);
    let script = to.join("scripts/demo/rules.luau");
    let text = fs::read_to_string(&script).unwrap();
    let from = text.find("function many.offer(side)").unwrap();
    let end = text.find("step(\"ten\"").unwrap();
    let many = "function many.offer(side)\n  offer(many, PROVINCES, numbers(1, 300))\nend\n\
                function many.play(side, province, sum)\n  set(TURNS, sum)\nend\n";
    fs::write(&script, [&text[..from], many, &text[end..]].concat()).unwrap();
    let texts = to.join("scripts/demo/text.toml");
    let text = fs::read_to_string(&texts).unwrap();
    fs::write(&texts, text.replace("label = \"Many answers\"", "label = \"Many answers in {1}, {2}\"")).unwrap();
    to.display().to_string()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => drop(fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
        }
    }
}

#[test]
fn if_there_are_too_many_rows_to_send_the_answer_is_chosen_word_by_word() {
    let Some((browser, _guard)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pack = demo_with_many_rows(folder.path());
    let server = Server::game("demo", &["--open", "--pack", &pack]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let way_count = text(&tab.eval("document.querySelector('#answers .count').textContent"));
    let way_count: u32 = way_count.trim().split(' ').next().unwrap().replace([',', '.', '\u{a0}'], "").parse().unwrap();
    assert!(way_count > 900, "{way_count} ways");
    let shown_count = tab.eval("document.querySelectorAll('#answers .rows > *').length").as_u64().unwrap();
    assert!(shown_count < 20, "the page shows {shown_count} items instead of first words");
    click(&tab, spot(&tab, "#answers [data-word='many']", 0).unwrap());
    tab.wait("document.querySelector('#answers [data-word=\"port\"]') !== null");
    // Choose the place on the map.
    let port = spot(&tab, ".thing.space.legal[data-key^='space port']", 0).unwrap();
    click(&tab, port);
    tab.wait("document.querySelectorAll('#answers .chip').length > 100");
    let before: Value = tab.eval("state()");
    tab.click(spot(&tab, "#answers [data-word='205']", 0).unwrap());
    settle(&tab, &before);
    if tab.eval("document.querySelector('#answers .go') !== null") == true {
        click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    }
    tab.wait("document.documentElement.dataset.at === '1'");
    let log = text(&tab.eval("document.getElementById('log').textContent"));
    assert!(log.contains("205"), "{log}");
}

/// Units that may move are lit. After a click on a place only the units there are lit. A click on another place chooses
/// that place instead.
#[test]
fn units_that_may_move_are_lit_and_another_place_can_be_chosen() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    type_line(&tab, "end-declaring");
    tab.wait("document.getElementById('prompt').textContent.startsWith('Maneuvers')");
    let lit_spaces = || {
        let keys =
            tab.eval("[...document.querySelectorAll('.thing.piece.legal')].map(it => it.dataset.key.split(' ')[2])");
        serde_json::from_value::<BTreeSet<String>>(keys).unwrap()
    };
    assert!(!lit_spaces().contains("western-reserves"), "units in reserve cannot move: {:?}", lit_spaces());
    for zone in ["w2", "w3"] {
        click(&tab, spot(&tab, &format!(".thing[data-key='space {zone} ']"), 0).unwrap());
        assert_eq!(text_of(&tab, "#answers .trail .picked"), format!("Western Zone {} ×", &zone[1..]));
        assert_eq!(lit_spaces(), BTreeSet::from([zone.to_owned()]));
    }
}

/// If an answer of a line is wrong, the answers before it stay, the reason is shown, and the rest of the line stays in
/// the field.
#[test]
fn the_rest_of_a_refused_line_stays_in_the_field() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    type_line(&tab, "declare portland nonsense");
    tab.wait("document.documentElement.dataset.at === '1' && document.querySelector('.message') !== null");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(text_of(&tab, ".message").contains("nonsense"), "{}", text_of(&tab, ".message"));
    assert_eq!(tab.eval("document.querySelector('#line input').value"), "nonsense");
}

/// A typed move replaces a partial move, and the page shows a notice.
#[test]
fn another_line_replaces_a_partial_move() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    play_lines(&tab, &["end-declaring", "move hovertank w2 1", "move 1 helicopter w2 w1"]);
    assert!(
        text_of(&tab, "#notices .notice").starts_with("`move w-hovertank w2 1` is taken back"),
        "{}",
        tab.page_text()
    );
    assert!(text_of(&tab, "#log").contains("Helicopter: Western Zone 2 → Western Zone 1"), "{}", text_of(&tab, "#log"));
    assert_eq!(tab.eval("document.getElementById('typed').value"), "");
}

/// Words may be chosen in any order: a place and then an action, or the reverse.
#[test]
fn words_can_be_chosen_in_any_order_and_appear_in_the_line() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let line = || text(&tab.eval("document.getElementById('typed').value"));
    let play = |words: &str| {
        let before = shown_event(&tab);
        type_line(&tab, words);
        tab.wait(&format!("document.documentElement.dataset.at !== {before:?} && isIdle()"));
    };
    play("play 03");
    let cuba = ".thing.space[data-key='space cuba ']";
    click(&tab, spot(&tab, cuba, 0).unwrap());
    assert_eq!(line(), "cuba ");
    let rows = "[...document.querySelectorAll('#answers [data-line]')].map(it => it.dataset.line).sort()";
    let rows_of_cuba = tab.eval(rows);
    assert!(rows_of_cuba.as_array().unwrap().contains(&"raise-agitators cuba".into()), "{rows_of_cuba}");
    tab.key("Escape");
    assert_eq!(line(), "");
    tab.click(spot(&tab, "#answers [data-word='raise-agitators']", 0).unwrap());
    assert_eq!(line(), "raise-agitators ");
    assert_eq!(tab.eval("document.querySelector('#answers .trail .picked').textContent"), "Raise Agitators ×");
    let before = tab.eval("state()");
    tab.click(spot(&tab, cuba, 0).unwrap());
    settle(&tab, &before);
    tab.wait("document.documentElement.dataset.at !== '1' || document.getElementById('typed').value === 'raise-agitators cuba'");
    // The log shows the set-up in one line that can be expanded.
    tab.eval("document.querySelector('#log [data-event=\"0\"] .unfold')?.click(); 0");
    tab.wait("document.querySelectorAll('#log [data-event=\"0\"] .l-set-up').length > 5");
}

/// If a word may be in two columns of a row, each click still leaves something to choose.
#[test]
fn a_word_that_fits_two_columns_leaves_something_to_choose() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    play_lines(&tab, &TO_THE_US);
    type_line(&tab, "adjust cuba: 2 usmc, 2 rebel, crisis 2");
    tab.wait("document.documentElement.dataset.at === '6' && isIdle()");
    for words in ["move usmc cuba ", "cuba move ", "move cuba "] {
        tab.eval(&format!("(it => {{ it.value = {words:?}; it.dispatchEvent(new Event('input')); return 0; }})(document.getElementById('typed'))"));
        for _ in 0..6 {
            if tab.eval("document.querySelector('#answers .chip') === null") == true {
                break;
            }
            click(&tab, spot(&tab, "#answers .chip", 0).unwrap());
            assert_ne!(
                tab.eval("document.querySelectorAll('#answers .rows button, #answers .go').length"),
                0,
                "{words}: {}",
                tab.page_text()
            );
        }
        assert_ne!(
            tab.eval("document.querySelectorAll('#answers .rows button, #answers .go').length"),
            0,
            "{words}: {}",
            tab.page_text()
        );
        tab.key("Escape");
    }
}

/// If the chosen word may be in two columns, the player can choose the column. Then only rows with the word in that
/// column are left.
#[test]
fn the_player_can_choose_the_column_of_a_word_that_fits_two_columns() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    play_lines(&tab, &TO_THE_US);
    let others = ["mexico", "guatemala", "honduras", "costa-rica", "panama", "colombia", "dominican-republic"];
    let others: String = others.map(|country| format!("; {country}: crisis 1")).concat();
    type_line(&tab, &format!("adjust us-deployment: 1 usmc; haiti: 2 usmc, crisis 2; cuba: 1 usmc, 2 rebel{others}"));
    tab.wait("document.documentElement.dataset.at === '6' && isIdle()");
    tab.eval("(it => { it.value = 'move usmc haiti '; it.dispatchEvent(new Event('input')); return 0; })(document.getElementById('typed'))");
    let row_count = "Number(document.querySelector('#answers .count').textContent.match(/\\d+/)[0])";
    // Nine rows move Marines from Haiti, and two move Marines to Haiti.
    assert_eq!(tab.eval(row_count), 11, "{}", tab.page_text());
    click(&tab, spot(&tab, "#answers .chip[data-word='haiti']", 0).unwrap());
    assert_eq!(tab.eval(row_count), 9, "{}", tab.page_text());
    let lines = tab.eval("[...document.querySelectorAll('#answers [data-line]')].map(it => it.dataset.line)");
    let lines: Vec<String> = serde_json::from_value(lines).unwrap();
    assert!(lines.len() == 9 && lines.iter().all(|line| line.starts_with("move usmc haiti ")), "{lines:?}");
    assert_eq!(tab.eval("document.getElementById('typed').value"), "move usmc haiti ");
    // Clicking the chosen word clears it.
    click(&tab, spot(&tab, "#answers .trail .picked", 2).unwrap());
    assert!(tab.eval(row_count).as_u64().unwrap() > 11, "{}", tab.page_text());
}

/// The preview lists the actions of Non-players before the changes.
#[test]
fn a_preview_lists_the_actions_of_non_players() {
    let Some((browser, _guard)) = browser() else { return };
    let rules = ["govt=nonplayer", "dr=nonplayer", "synd=nonplayer"].map(|seat| ["--seat", seat]).concat();
    let server = Server::game("cuba-libre", &rules);
    let tab = browser.open(server.link("26July"), DESKTOP, false);
    wait_until_loaded(&tab);
    click(&tab, spot(&tab, "#answers [data-line='pass'], #answers [data-word='pass']", 0).unwrap());
    tab.wait("document.querySelector('#forecast li') !== null");
    let message = text_of(&tab, "#forecast");
    let (nonplayer_part, changes) = message.split_once("Directorio Resources 7 → 6").expect("the cost");
    assert!(nonplayer_part.contains("Directorio: 8.6.1: Terror in Havana") && !changes.contains("8.6.1"), "{message}");
}

#[test]
fn steppers_and_standing_actions_can_be_used() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    click(&tab, spot(&tab, "#answers .stepper [aria-label=More]", 0).unwrap());
    let amount = "document.querySelector('#answers .stepper input').value";
    assert_eq!(tab.eval(amount), "2");
    tab.eval("document.querySelector('#answers .stepper input').focus(); 0");
    tab.key("ArrowDown");
    assert_eq!(tab.eval(amount), "1");
    tab.key("ArrowUp");
    click(&tab, spot(&tab, "#answers .take", 0).unwrap());
    tab.wait("document.getElementById('prompt').textContent.includes('2 of 24 so far')");
    // A refused line stays in the field.
    type_line(&tab, "las-vegas 99");
    tab.wait("document.querySelector('#answers .message.refused') !== null");
    assert_eq!(tab.eval("document.getElementById('typed').value"), "las-vegas 99");
    drop(tab);
    let server = Server::game("cuba-libre", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    type_line(&tab, "done");
    tab.wait("document.querySelector('#answers .standing .chip') !== null && isIdle()");
    let before = shown_event(&tab);
    click(&tab, spot(&tab, "#answers .standing .chip", 0).unwrap());
    tab.wait("document.querySelector('#answers .trail, #answers .ready') !== null");
    assert!(text_of(&tab, "#answers h2").contains("may also"), "{}", text_of(&tab, "#answers"));
    choose_until_ready(&tab);
    if tab.eval("document.querySelector('#answers .go') !== null") == true {
        click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    }
    tab.wait(&format!("document.documentElement.dataset.at !== {before:?}"));
}

#[test]
fn an_amount_is_a_number_field() {
    let Some((browser, _guard)) = browser() else { return };
    let pack = format!("{}/tests/packs/market", env!("CARGO_MANIFEST_DIR"));
    let server = Server::game("market", &["--open", "--pack", &pack]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    let field = "document.querySelector('#answers [aria-label^=\"Bid\"] input')";
    assert_eq!(tab.eval(&format!("(({{ min, max, step }}) => `${{min}} ${{max}} ${{step}}`)({field})")), "1 30 1");
    let set = |n: &str| tab.eval(&format!("{field}.focus(); {field}.value = {n:?}; 0"));
    let before = shown_event(&tab);
    set("31");
    tab.key("Enter");
    assert_eq!(tab.eval(&format!("{field}.matches(':invalid')")), true);
    assert_eq!(shown_event(&tab), before, "a number out of the bounds is not sent");
    set("16");
    tab.key("ArrowUp");
    tab.key("Enter");
    tab.wait(&format!("document.documentElement.dataset.at !== {before:?}"));
    assert!(text_of(&tab, "#answers h2").contains("The price is 17"), "{}", text_of(&tab, "#answers"));
}

/// A double click counts as one click on every control, without an error.
#[test]
fn a_double_click_counts_once() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("banana-wars", &["--open"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    type_line(&tab, "play 03");
    tab.wait("document.documentElement.dataset.at === '1' && isIdle()");
    let do_twice = |action: &str, expected_event: &str| {
        tab.eval(&format!("{action}; {action}; 0"));
        tab.wait(&format!("document.documentElement.dataset.at === '{expected_event}' && isIdle()"));
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert_eq!(shown_event(&tab), expected_event, "{action}");
        assert_eq!(tab.eval("document.querySelector('.message.refused')?.textContent ?? ''"), "", "{action}");
    };
    do_twice(
        "document.getElementById('typed').value = 'create-crisis nicaragua', document.getElementById('line').requestSubmit()",
        "2",
    );
    do_twice("document.getElementById('undo').click()", "1");
    type_line(&tab, "create-crisis nicaragua");
    tab.wait("document.documentElement.dataset.at === '3' && isIdle()");
    click(&tab, spot(&tab, "#answers [data-line]", 0).unwrap());
    do_twice("document.querySelector('#answers .go').click()", "4");
    assert_eq!(tab.eval("document.getElementById('typed').value"), "", "the field is empty after the answer");
}

/// A click on a sign or piece in a place that cannot be chosen asks `why not` about the place.
#[test]
fn why_not_for_a_sign_asks_about_its_place() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(server.link("host"), DESKTOP, false);
    wait_until_loaded(&tab);
    type_line(&tab, "end-declaring");
    tab.wait("isIdle()");
    let sign = "#map .thing.fact[data-key$=' portland'], #map .thing.piece[data-key$=' portland']";
    click(&tab, spot(&tab, sign, 0).unwrap());
    let message =
        tab.eval("document.querySelector('#answers .message')?.textContent ?? ''").as_str().unwrap().to_owned();
    assert!(message.contains("Why not") && message.contains("portland") && !message.contains("kansas"), "{message}");
}

/// A click on the current card of Cuba Libre chooses among the Events that it offers. No answer names the card.
#[test]
fn a_click_on_the_current_card_offers_its_event() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("cuba-libre", &["--scenario", "solo-26july"]);
    let tab = browser.open(server.link("26July"), DESKTOP, false);
    wait_until_loaded(&tab);
    click(&tab, spot(&tab, "#cards .card.legal", 0).unwrap());
    assert_eq!(text_of(&tab, "#answers .trail .picked"), "Event ×");
    assert!(text_of(&tab, "#answers").contains("unshaded"), "{}", tab.page_text());
}

/// At the sizes of small laptop screens, the button that plays an answer and the beginning of its preview are within the
/// window, for every first answer.
#[test]
fn the_button_that_plays_an_answer_is_always_in_sight() {
    let Some((browser, _guard)) = browser() else { return };
    let server = Server::game("cuba-libre", &["--scenario", "solo-26july"]);
    for size in [(1280, 720), (1366, 768)] {
        let tab = browser.open(server.link("26July"), size, false);
        wait_until_loaded(&tab);
        let answers = tab.eval(&format!("visibleCount({ROWS:?})")).as_u64().unwrap() as usize;
        for n in 0..answers {
            click(&tab, spot(&tab, ROWS, n).unwrap());
            if choose_until_ready(&tab) {
                let are_seen = "['#forecast > *', '#answers .go'].every(selector => { const it = document.querySelector(selector), box = it.getBoundingClientRect(); return it.contains(document.elementFromPoint(box.x + 12, box.y + 12)); })";
                assert_eq!(tab.eval(are_seen), true, "{size:?}: {}", tab.page_text());
            }
            tab.key("Escape");
        }
    }
}
