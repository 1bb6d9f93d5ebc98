//! A placeholder that nothing ever fills is an error, where it is to be seen.
#![allow(clippy::unwrap_used)]

use cardwright_content::{Content, Pack, PackSource, render};
use cardwright_script::Program;
use std::sync::Arc;

const SCRIPT: &str = r#"local it = action "levy"
function it.offer(side)
  offer(it, PROVINCES)
end
function it.play(side, province)
  say(TEXT.levied, side, province)
end
step("own", function()
  offer(WORD.send, PROVINCES, numbers(1, 2))
  choose(RED, TEXT.whither)
  act(RED, { it }, TEXT.whither)
  chapter(TEXT.headed, RED)
  deed(TEXT.headed, RED)
  purpose(TEXT.headed, RED)
  decides(TEXT.headed, RED)
  weighs(TEXT.headed, RED)
  return next("own")
end)
"#;

const TEXTS: &str = "[action.levy]\nlabel = \"Levy in {1}\"\ndoc = \"-\"\n[word.send]\nlabel = \"Send {2} to {1}\"\n\
                     [text.levied]\nsay = \"{1} levies in {2}\"\n[text.whither]\nsay = \"Whither?\"\n\
                     [text.headed]\nsay = \"{1} goes on\"\n";

fn said(script: &str, texts: &str) -> String {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n";
    let files = [("pack.toml", manifest), ("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let memory = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let packs = [PackSource::Folder(demo.into()), PackSource::Memory(memory)].map(|s| Pack::open(s).unwrap());
    match Program::load(Arc::new(Content::load(&packs, "demo").0.unwrap())) {
        Ok((program, _)) => render(&program.warnings, false),
        Err(problems) => render(&problems, false),
    }
}

/// Slips of texts: what is written, what instead, and what is said where.
const SLIPS: [(&str, &str, &str, &[&str]); 5] = [
    ("levies in {2}", "levies in {3}", "the text `levied` has `{3}`, and is given 2 subjects", &["own.luau:6:7"]),
    (
        "Whither?",
        "To {1}?",
        "the prompt `whither` has `{1}`, and is given no subject",
        &["own.luau:10:15", "own.luau:11:20"],
    ),
    ("Send {2} to", "Send {3} to", "the label of `send` has `{3}`, and these rows have 2 columns", &["own.luau:9:9"]),
    ("Levy in {1}", "Levy in {2}", "the label of `levy` has `{2}`, and these rows have one column", &["own.luau:3:9"]),
    (
        "{1} goes on",
        "{2} goes on",
        "the text `headed` has `{2}`, and is given one subject",
        &["own.luau:12:11", "own.luau:13:8", "own.luau:14:11", "own.luau:15:11", "own.luau:16:10"],
    ),
];

#[test]
fn what_scripts_give_must_fill_what_texts_want() {
    assert_eq!(said(SCRIPT, TEXTS), "");
    for (from, to, message, places) in SLIPS {
        assert!(TEXTS.contains(from), "{from}");
        let told = said(SCRIPT, &TEXTS.replace(from, to));
        assert_eq!(told.matches(message).count(), places.len(), "{to}: {told}");
        assert!(places.iter().all(|place| told.contains(place)), "{to}: {told}");
    }
    // A relation is a column, and a word among the columns takes only what comes after it.
    let filtered = SCRIPT.replace("offer(it, PROVINCES)", "offer(it, PROVINCES, elsewhere(PROVINCES))");
    assert!(said(&filtered, &TEXTS.replace("in {1}", "in {3}")).contains("these rows have 2 columns"));
    let among = SCRIPT.replace("offer(it, PROVINCES)", "offer(it, PROVINCES, WORD.send, PROVINCES)");
    assert!(said(&among, TEXTS).contains("the label of `send` has `{2}`, and these rows have one column after it"));
}

#[test]
fn a_word_among_the_columns_tells_only_what_the_row_leaves_to_it() {
    let script = SCRIPT.replace("offer(it, PROVINCES)", "offer(it, WORD.send, PROVINCES, numbers(1, 2))");
    let script = script.replace("it.play(side, province)", "it.play(side, _, province, _)");
    for leaves in ["Levy: {1}", "Levy: {1} {2} {3}", "Levy[: {1} {2} {3}]"] {
        assert_eq!(said(&script, &TEXTS.replace("Levy in {1}", leaves)), "", "{leaves}");
    }
    let own = "the label of `send` has `{2}`, which that of `levy` tells in its own words";
    for tells in ["Levy: {1} in {2}", "Levy: {1} {2}, {3}"] {
        let told = said(&script, &TEXTS.replace("Levy in {1}", tells));
        assert!(told.contains(own) && told.contains("leave the column to `send`: `{1} {2}`"), "{tells}: {told}");
    }
    let told = said(&script, &TEXTS.replace("Levy in {1}", "Levy"));
    assert!(told.contains("that of `levy` tells all columns one by one"), "{told}");
    // What may be left out is told by neither: a Base, and the row says where.
    let may_lack = TEXTS.replace("Send {2} to {1}", "Send[ {2} to {1}]").replace("Levy in {1}", "Levy: {1} in {2}");
    let script = script.replace("offer(WORD.send, PROVINCES, numbers(1, 2))", "offer(WORD.send, PROVINCES)");
    assert_eq!(said(&script, &may_lack), "");
}

#[test]
fn so_must_what_is_given_to_a_question_in_a_list() {
    let asked = "choose(RED, TEXT.whither)";
    let with =
        |list: &str| SCRIPT.replace(asked, &format!("choose(RED, {list})")).replace("{ it }, TEXT.whither", "{ it }");
    let texts = TEXTS.replace("Whither?", "From {1} to {2}?");
    assert_eq!(said(&with("{ TEXT.whither, RED, HILLS }"), &texts), "");
    let told = said(&with("{ TEXT.whither, RED }"), &texts);
    assert!(told.contains("the prompt `whither` has `{2}`, and is given one subject"), "{told}");
    assert!(told.contains("own.luau:10:17") && told.contains("`{ TEXT.whither, … }`"), "{told}");
    assert!(said(&with("TEXT.whither"), &texts).contains("the prompt `whither` has `{2}`, and is given no subject"));
    let some = "choose_some(RED, PROVINCES, 1, 2, { TEXT.whither, RED })";
    assert!(said(&SCRIPT.replace(asked, some), &texts).contains("own.luau:10:39"));
    // What is given out of sight may be enough.
    assert_eq!(said(&with("{ TEXT.whither, table.unpack({ RED, HILLS }) }"), &texts), "");
}

#[test]
fn what_may_be_filled_is_not_said_to_be_empty() {
    // What may be left out needs nothing.
    assert_eq!(said(SCRIPT, &TEXTS.replace("Levy in {1}", "Levy[ in {1}][ with {2}]")), "");
    // What is given out of sight may be enough, and what shows a text may be something else.
    let unseen = [
        ("offer(it, PROVINCES)", "offer(it, table.unpack({ PROVINCES, PROVINCES }))"),
        ("offer(it, PROVINCES)", "local function add(...)\n    offer(it, ...)\n  end\n  add(PROVINCES, PROVINCES)"),
        ("offer(it, PROVINCES)", "local offer = function(_) end\n  offer(it)"),
    ];
    for (from, to) in unseen {
        assert_eq!(said(&SCRIPT.replace(from, to), &TEXTS.replace("in {1}", "in {2}")), "", "{to}");
    }
}
