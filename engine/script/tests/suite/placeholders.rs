//! If a script passes no value for a placeholder of a text, loading reports an error.
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
  log_heading(TEXT.headed, RED)
  log_action(TEXT.headed, RED)
  roll_label(TEXT.headed, RED)
  log_decision(TEXT.headed, RED)
  log_detail(TEXT.headed, RED)
  return next("own")
end)
"#;

const TEXTS: &str = "[action.levy]\nlabel = \"Levy in {1}\"\ndoc = \"-\"\n[word.send]\nlabel = \"Send {2} to {1}\"\n\
                     [text.levied]\nsay = \"{1} levies in {2}\"\n[text.whither]\nsay = \"Whither?\"\n\
                     [text.headed]\nsay = \"{1} goes on\"\n";

/// Loads the demo game with a script and texts. Returns the messages.
fn messages_for(script: &str, texts: &str) -> String {
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/packs/demo");
    let manifest = "id = \"more\"\nname = \"More\"\nversion = \"1.0.0\"\ndepends = [\"demo\"]\n";
    let files = [("pack.toml", manifest), ("scripts/demo/own.luau", script), ("scripts/demo/text.toml", texts)];
    let memory = files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let packs = [PackSource::Folder(demo.into()), PackSource::Memory(memory)].map(|source| Pack::open(source).unwrap());
    match Program::load(Arc::new(Content::load(&packs, "demo").0.unwrap())) {
        Ok((program, _)) => render(&program.warnings, false),
        Err(problems) => render(&problems, false),
    }
}

/// Errors in [`TEXTS`]: each is a correct text, the wrong text that replaces it, the message, and the places of the
/// message.
const ERRORS: [(&str, &str, &str, &[&str]); 5] = [
    ("levies in {2}", "levies in {3}", "the text `levied` has `{3}`, but gets 2 subjects", &["own.luau:6:7"]),
    (
        "Whither?",
        "To {1}?",
        "the prompt `whither` has `{1}`, but gets no subject",
        &["own.luau:10:15", "own.luau:11:20"],
    ),
    ("Send {2} to", "Send {3} to", "the label of `send` has `{3}`, but these rows have 2 columns", &["own.luau:9:9"]),
    ("Levy in {1}", "Levy in {2}", "the label of `levy` has `{2}`, but these rows have one column", &["own.luau:3:9"]),
    (
        "{1} goes on",
        "{2} goes on",
        "the text `headed` has `{2}`, but gets one subject",
        &["own.luau:12:15", "own.luau:13:14", "own.luau:14:14", "own.luau:15:16", "own.luau:16:14"],
    ),
];

#[test]
fn placeholders_without_a_value_are_reported() {
    assert_eq!(messages_for(SCRIPT, TEXTS), "");
    for (correct, wrong, message, places) in ERRORS {
        assert!(TEXTS.contains(correct), "{correct}");
        let messages = messages_for(SCRIPT, &TEXTS.replace(correct, wrong));
        assert_eq!(messages.matches(message).count(), places.len(), "{wrong}: {messages}");
        assert!(places.iter().all(|place| messages.contains(place)), "{wrong}: {messages}");
    }
    // A relation is a column. A word fills its placeholders from the columns after it.
    let filtered = SCRIPT.replace("offer(it, PROVINCES)", "offer(it, PROVINCES, elsewhere(PROVINCES))");
    assert!(messages_for(&filtered, &TEXTS.replace("in {1}", "in {3}")).contains("these rows have 2 columns"));
    let script_with_word = SCRIPT.replace("offer(it, PROVINCES)", "offer(it, PROVINCES, WORD.send, PROVINCES)");
    assert!(
        messages_for(&script_with_word, TEXTS)
            .contains("the label of `send` has `{2}`, but these rows have one column after it")
    );
}

#[test]
fn a_word_label_shows_only_columns_that_the_action_label_leaves_to_it() {
    let script = SCRIPT.replace("offer(it, PROVINCES)", "offer(it, WORD.send, PROVINCES, numbers(1, 2))");
    let script = script.replace("it.play(side, province)", "it.play(side, _, province, _)");
    for label in ["Levy: {1}", "Levy: {1} {2} {3}", "Levy[: {1} {2} {3}]"] {
        assert_eq!(messages_for(&script, &TEXTS.replace("Levy in {1}", label)), "", "{label}");
    }
    let message = "the label of `send` has `{2}`, but the label of `levy` shows that column itself";
    for label in ["Levy: {1} in {2}", "Levy: {1} {2}, {3}"] {
        let messages = messages_for(&script, &TEXTS.replace("Levy in {1}", label));
        assert!(
            messages.contains(message) && messages.contains("leave the column to `send`: `{1} {2}`"),
            "{label}: {messages}"
        );
    }
    let messages = messages_for(&script, &TEXTS.replace("Levy in {1}", "Levy"));
    assert!(messages.contains("the label of `levy` shows all columns one by one"), "{messages}");
    // An optional placeholder is no error: the row already names the place.
    let texts = TEXTS.replace("Send {2} to {1}", "Send[ {2} to {1}]").replace("Levy in {1}", "Levy: {1} in {2}");
    let script = script.replace("offer(WORD.send, PROVINCES, numbers(1, 2))", "offer(WORD.send, PROVINCES)");
    assert_eq!(messages_for(&script, &texts), "");
}

#[test]
fn placeholders_of_prompts_without_a_value_are_reported() {
    let question = "choose(RED, TEXT.whither)";
    let script_with_prompt = |list: &str| {
        SCRIPT.replace(question, &format!("choose(RED, {list})")).replace("{ it }, TEXT.whither", "{ it }")
    };
    let texts = TEXTS.replace("Whither?", "From {1} to {2}?");
    assert_eq!(messages_for(&script_with_prompt("{ TEXT.whither, RED, HILLS }"), &texts), "");
    let messages = messages_for(&script_with_prompt("{ TEXT.whither, RED }"), &texts);
    assert!(messages.contains("the prompt `whither` has `{2}`, but gets one subject"), "{messages}");
    assert!(messages.contains("own.luau:10:17") && messages.contains("`{ TEXT.whither, … }`"), "{messages}");
    assert!(
        messages_for(&script_with_prompt("TEXT.whither"), &texts)
            .contains("the prompt `whither` has `{2}`, but gets no subject")
    );
    for (other_question, place) in [
        ("choose_one(RED, PROVINCES, { TEXT.whither, RED })", "own.luau:10:32"),
        ("choose_some(RED, PROVINCES, 1, 2, { TEXT.whither, RED })", "own.luau:10:39"),
    ] {
        assert!(messages_for(&SCRIPT.replace(question, other_question), &texts).contains(place), "{other_question}");
    }
    // Computed arguments may be enough.
    assert_eq!(messages_for(&script_with_prompt("{ TEXT.whither, table.unpack({ RED, HILLS }) }"), &texts), "");
}

#[test]
fn placeholders_that_may_be_filled_are_not_reported() {
    // An optional placeholder needs no argument.
    assert_eq!(messages_for(SCRIPT, &TEXTS.replace("Levy in {1}", "Levy[ in {1}][ with {2}]")), "");
    // Computed arguments may be enough, and a local `offer` may be another function.
    let cases = [
        ("offer(it, PROVINCES)", "offer(it, table.unpack({ PROVINCES, PROVINCES }))"),
        ("offer(it, PROVINCES)", "local function add(...)\n    offer(it, ...)\n  end\n  add(PROVINCES, PROVINCES)"),
        ("offer(it, PROVINCES)", "local offer = function(_) end\n  offer(it)"),
    ];
    for (original, replacement) in cases {
        assert_eq!(
            messages_for(&SCRIPT.replace(original, replacement), &TEXTS.replace("in {1}", "in {2}")),
            "",
            "{replacement}"
        );
    }
}
