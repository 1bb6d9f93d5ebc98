//! How an answer comes about: with a question before each, and where there are more than can be shown.

use crate::cdp::{Tab, text};
use crate::player::{TO_THE_US, answered, at, click, settle, sit_down, spot};
use crate::served::Served;
use crate::{DESKTOP, browser};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROWS: &str = "#answers .rows button.row, #answers .rows .chip, #answers .take";

fn says(tab: &Tab, selector: &str) -> String {
    text(&tab.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''")))
}

/// Types a line, and sends it.
fn typed(tab: &Tab, line: &str) {
    tab.eval(&format!(
        "(it => {{ it.value = {line:?}; it.dispatchEvent(new Event('input')); it.form.requestSubmit(); return 0; }})(document.querySelector('#line input'))"
    ));
}

/// Clicks answers until something is played, or asks whether it is to be; whether it asks.
fn choose_until_ready(tab: &Tab) -> bool {
    let before = at(tab);
    for _ in 0..12 {
        if tab.eval("document.querySelector('#answers .go') !== null") == true {
            return true;
        }
        if at(tab) != before {
            return false;
        }
        click(tab, spot(tab, ROWS, 0).unwrap());
    }
    panic!("nothing is ready: {}", tab.says());
}

/// An answer of a pack, far from chance: it is played at a click, and can be taken back.
#[test]
fn with_the_switch_nothing_is_played_at_a_click_alone() {
    let Some((browser, _one)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pack = demo(folder.path());
    let served = Served::game("demo", &["--open", "--pack", &pack]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    let raise = "#answers [data-line^='raise'], #answers [data-word='raise']";
    let raises = |tab: &Tab| {
        click(tab, spot(tab, raise, 0).unwrap());
        choose_until_ready(tab)
    };
    assert!(!raises(&tab), "what can be taken back is played at once");
    let played = at(&tab);
    tab.key("Escape");
    tab.click(spot(&tab, "#more", 0).unwrap());
    tab.click(spot(&tab, "#set-confirm", 0).unwrap());
    assert_eq!(tab.eval("document.getElementById('set-confirm').checked"), true);
    tab.key("Escape");
    assert!(raises(&tab), "with the switch it is asked first");
    assert_eq!(at(&tab), played, "and not played yet");
    let told = text(&tab.eval("document.querySelector('#answers .ready').textContent"));
    assert!(told.contains("Do it"), "{told}");
    click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    tab.wait(&format!("document.documentElement.dataset.at !== {played:?}"));
    // It is kept with the page.
    tab.call("Page.reload", serde_json::json!({}));
    tab.wait("document.getElementById('set-confirm')?.checked === true");
    sit_down(&tab);
}

/// The demo in a folder, with an action that may be taken in nine hundred ways.
fn demo(to: &Path) -> String {
    let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/packs/demo");
    copy(&from, to);
    let script = to.join("scripts/demo/rules.luau");
    let text = fs::read_to_string(&script).unwrap();
    let from = text.find("function many.offer(side)").unwrap();
    let until = text.find("step(\"ten\"").unwrap();
    let many = "function many.offer(side)\n  offer(many, PROVINCES, numbers(1, 300))\nend\n\
                function many.play(side, province, sum)\n  set(TURNS, sum)\nend\n";
    fs::write(&script, [&text[..from], many, &text[until..]].concat()).unwrap();
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
fn of_more_answers_than_are_sent_one_is_chosen_word_by_word() {
    let Some((browser, _one)) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pack = demo(folder.path());
    let served = Served::game("demo", &["--open", "--pack", &pack]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    let ways = text(&tab.eval("document.querySelector('#answers .count').textContent"));
    let ways: u32 = ways.trim().split(' ').next().unwrap().replace([',', '.', '\u{a0}'], "").parse().unwrap();
    assert!(ways > 900, "{ways} ways");
    let few = tab.eval("document.querySelectorAll('#answers .rows > *').length").as_u64().unwrap();
    assert!(few < 20, "only first words are shown, and not {few}");
    click(&tab, spot(&tab, "#answers [data-word='many']", 0).unwrap());
    tab.wait("document.querySelector('#answers [data-word=\"port\"]') !== null");
    // The place is chosen on the map as well.
    let port = spot(&tab, ".thing.space.legal[data-key^='space port']", 0).unwrap();
    click(&tab, port);
    tab.wait("document.querySelectorAll('#answers .chip').length > 100");
    let before: Value = tab.eval("stands()");
    tab.click(spot(&tab, "#answers [data-word='205']", 0).unwrap());
    settle(&tab, &before);
    if tab.eval("document.querySelector('#answers .go') !== null") == true {
        click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    }
    tab.wait("document.documentElement.dataset.at === '1'");
    let log = text(&tab.eval("document.getElementById('log').textContent"));
    assert!(log.contains("205"), "{log}");
}

/// Of alike pieces at several places those are lit that are meant; another place may be chosen instead of one that was.
#[test]
fn pieces_are_lit_where_they_are_meant_and_another_place_instead_of_one() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    typed(&tab, "end-declaring");
    tab.wait("document.getElementById('prompt').textContent.startsWith('Maneuvers')");
    let lit = || {
        let keys =
            tab.eval("[...document.querySelectorAll('.thing.piece.legal')].map(it => it.dataset.key.split(' ')[2])");
        serde_json::from_value::<BTreeSet<String>>(keys).unwrap()
    };
    assert!(!lit().contains("western-reserves"), "what is moved comes from where it stands: {:?}", lit());
    for zone in ["w2", "w3"] {
        click(&tab, spot(&tab, &format!(".thing[data-key='space {zone} ']"), 0).unwrap());
        assert_eq!(says(&tab, "#answers .trail .picked"), format!("Western Zone {} ×", &zone[1..]));
        assert_eq!(lit(), BTreeSet::from([zone.to_owned()]));
    }
}

/// A line of several answers that goes wrong half-way: the first stands, what is wrong with the rest stays to be read, the rest to be
/// corrected.
#[test]
fn what_is_left_of_a_line_stays_in_the_field() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    typed(&tab, "declare portland nonsense");
    tab.wait("document.documentElement.dataset.at === '1' && document.querySelector('.told') !== null");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(says(&tab, ".told").contains("nonsense"), "{}", says(&tab, ".told"));
    assert_eq!(tab.eval("document.querySelector('#line input').value"), "nonsense");
}

/// A typed move takes the place of one that waits for its first detail, and the page says so.
#[test]
fn a_half_entered_move_gives_way_to_another_line() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    answered(&tab, &["end-declaring", "move hovertank w2 1", "move 1 helicopter w2 w1"]);
    assert!(says(&tab, "#notices .notice").starts_with("`move w-hovertank w2 1` is taken back"), "{}", tab.says());
    assert!(says(&tab, "#log").contains("Helicopter: Western Zone 2 → Western Zone 1"), "{}", says(&tab, "#log"));
    assert_eq!(tab.eval("document.getElementById('typed').value"), "");
}

/// A place and then what is done there, or the other way round: it is the same answer. So is one by steps, and one that stands open besides.
#[test]
fn words_are_chosen_in_any_order_and_the_line_is_read_as_it_is_built() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    let line = || text(&tab.eval("document.getElementById('typed').value"));
    let play = |words: &str| {
        let before = at(&tab);
        typed(&tab, words);
        tab.wait(&format!("document.documentElement.dataset.at !== {before:?} && quiet()"));
    };
    play("play 03");
    let cuba = ".thing.space[data-key='space cuba ']";
    click(&tab, spot(&tab, cuba, 0).unwrap());
    assert_eq!(line(), "cuba ");
    let rows = "[...document.querySelectorAll('#answers [data-line]')].map(it => it.dataset.line).sort()";
    let here = tab.eval(rows);
    assert!(here.as_array().unwrap().contains(&"raise-agitators cuba".into()), "{here}");
    tab.key("Escape");
    assert_eq!(line(), "");
    tab.click(spot(&tab, "#answers [data-word='raise-agitators']", 0).unwrap());
    assert_eq!(line(), "raise-agitators ");
    assert_eq!(tab.eval("document.querySelector('#answers .trail .picked').textContent"), "Raise Agitators ×");
    let before = tab.eval("stands()");
    tab.click(spot(&tab, cuba, 0).unwrap());
    settle(&tab, &before);
    tab.wait("document.documentElement.dataset.at !== '1' || document.getElementById('typed').value === 'raise-agitators cuba'");
    // What was set up is told in one line that opens.
    tab.eval("document.querySelector('#log [data-event=\"0\"] .unfold')?.click(); 0");
    tab.wait("document.querySelectorAll('#log [data-event=\"0\"] .l-set-up').length > 5");
}

/// Where a word may stand in two columns, each click leaves a way on.
#[test]
fn the_same_word_in_two_columns_is_no_dead_end() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    answered(&tab, &TO_THE_US);
    typed(&tab, "adjust cuba: 2 usmc, 2 rebel, crisis 2");
    tab.wait("document.documentElement.dataset.at === '6' && quiet()");
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
                tab.says()
            );
        }
        assert_ne!(
            tab.eval("document.querySelectorAll('#answers .rows button, #answers .go').length"),
            0,
            "{words}: {}",
            tab.says()
        );
        tab.key("Escape");
    }
}

/// Where the picked word stands in two columns, a group says in which one it is meant: what is left has it there, and only there.
#[test]
fn a_group_of_a_word_that_is_picked_already_says_where_it_stands() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    answered(&tab, &TO_THE_US);
    let others = ["mexico", "guatemala", "honduras", "costa-rica", "panama", "colombia", "dominican-republic"];
    let others: String = others.map(|country| format!("; {country}: crisis 1")).concat();
    typed(&tab, &format!("adjust us-deployment: 1 usmc; haiti: 2 usmc, crisis 2; cuba: 1 usmc, 2 rebel{others}"));
    tab.wait("document.documentElement.dataset.at === '6' && quiet()");
    tab.eval("(it => { it.value = 'move usmc haiti '; it.dispatchEvent(new Event('input')); return 0; })(document.getElementById('typed'))");
    let n = "Number(document.querySelector('#answers .count').textContent.match(/\\d+/)[0])";
    // Nine ways from there, two to there.
    assert_eq!(tab.eval(n), 11, "{}", tab.says());
    click(&tab, spot(&tab, "#answers .chip[data-word='haiti']", 0).unwrap());
    assert_eq!(tab.eval(n), 9, "{}", tab.says());
    let lines = tab.eval("[...document.querySelectorAll('#answers [data-line]')].map(it => it.dataset.line)");
    let lines: Vec<String> = serde_json::from_value(lines).unwrap();
    assert!(lines.len() == 9 && lines.iter().all(|line| line.starts_with("move usmc haiti ")), "{lines:?}");
    assert_eq!(tab.eval("document.getElementById('typed').value"), "move usmc haiti ");
    // Let go of, it is neither.
    click(&tab, spot(&tab, "#answers .trail .picked", 2).unwrap());
    assert!(tab.eval(n).as_u64().unwrap() > 11, "{}", tab.says());
}

/// Rules play the others: what they would do is told with their names, before what would differ.
#[test]
fn what_rules_would_do_is_foretold_with_the_name_of_their_side() {
    let Some((browser, _one)) = browser() else { return };
    let rules = ["govt=nonplayer", "dr=nonplayer", "synd=nonplayer"].map(|seat| ["--seat", seat]).concat();
    let served = Served::game("cuba-libre", &rules);
    let tab = browser.open(served.link("26July"), DESKTOP, false);
    sit_down(&tab);
    click(&tab, spot(&tab, "#answers [data-line='pass'], #answers [data-word='pass']", 0).unwrap());
    tab.wait("document.querySelector('#foretold li') !== null");
    let told = says(&tab, "#foretold");
    let (by_rules, changes) = told.split_once("Directorio Resources 7 → 6").expect("what it costs");
    assert!(by_rules.contains("Directorio: 8.6.1: Terror in Havana") && !changes.contains("8.6.1"), "{told}");
}

#[test]
fn amounts_are_stepped_and_what_stands_open_besides_is_played() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("fortress-america", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    click(&tab, spot(&tab, "#answers .stepper [aria-label=More]", 0).unwrap());
    let amount = "document.querySelector('#answers .stepper input').value";
    assert_eq!(tab.eval(amount), "2");
    tab.eval("document.querySelector('#answers .stepper input').focus(); 0");
    tab.key("ArrowDown");
    assert_eq!(tab.eval(amount), "1");
    tab.key("ArrowUp");
    click(&tab, spot(&tab, "#answers .take", 0).unwrap());
    tab.wait("document.getElementById('prompt').textContent.includes('2 of 24 so far')");
    // A refused line stays to be mended; a click goes on without it.
    typed(&tab, "las-vegas 99");
    tab.wait("document.querySelector('#answers .told.no') !== null");
    assert_eq!(tab.eval("document.getElementById('typed').value"), "las-vegas 99");
    drop(tab);
    let served = Served::game("cuba-libre", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    typed(&tab, "done");
    tab.wait("document.querySelector('#answers .besides .chip') !== null && quiet()");
    let before = at(&tab);
    click(&tab, spot(&tab, "#answers .besides .chip", 0).unwrap());
    tab.wait("document.querySelector('#answers .trail, #answers .ready') !== null");
    assert!(says(&tab, "#answers h2").contains("may besides"), "{}", says(&tab, "#answers"));
    choose_until_ready(&tab);
    if tab.eval("document.querySelector('#answers .go') !== null") == true {
        click(&tab, spot(&tab, "#answers .go", 0).unwrap());
    }
    tab.wait(&format!("document.documentElement.dataset.at !== {before:?}"));
}

/// A hand that presses twice means it once, whatever it presses; nothing is said to be wrong.
#[test]
fn what_is_pressed_twice_is_done_once() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("banana-wars", &["--open"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    typed(&tab, "play 03");
    tab.wait("document.documentElement.dataset.at === '1' && quiet()");
    let twice = |what: &str, then: &str| {
        tab.eval(&format!("{what}; {what}; 0"));
        tab.wait(&format!("document.documentElement.dataset.at === '{then}' && quiet()"));
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert_eq!(at(&tab), then, "{what}");
        assert_eq!(tab.eval("document.querySelector('.told.no')?.textContent ?? ''"), "", "{what}");
    };
    twice(
        "document.getElementById('typed').value = 'create-crisis nicaragua', document.getElementById('line').requestSubmit()",
        "2",
    );
    twice("document.getElementById('undo').click()", "1");
    typed(&tab, "create-crisis nicaragua");
    tab.wait("document.documentElement.dataset.at === '3' && quiet()");
    click(&tab, spot(&tab, "#answers [data-line]", 0).unwrap());
    twice("document.querySelector('#answers .go').click()", "4");
    assert_eq!(tab.eval("document.getElementById('typed').value"), "", "what was played is gone from the field");
}

/// A sign of another place is asked about by its place: what it is called alone would be something else.
#[test]
fn why_not_of_a_sign_is_about_its_place() {
    let Some((browser, _one)) = browser() else { return };
    let served = Served::game("fortress-america", &["--open", "--scenario", "ready-to-play"]);
    let tab = browser.open(served.link("desk"), DESKTOP, false);
    sit_down(&tab);
    typed(&tab, "end-declaring");
    tab.wait("quiet()");
    let sign = "#map .thing.fact[data-key$=' portland'], #map .thing.piece[data-key$=' portland']";
    click(&tab, spot(&tab, sign, 0).unwrap());
    let told = tab.eval("document.querySelector('#answers .told')?.textContent ?? ''").as_str().unwrap().to_owned();
    assert!(told.contains("Why not") && told.contains("portland") && !told.contains("kansas"), "{told}");
}
