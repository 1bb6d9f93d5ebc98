//! Tests of the reasons in refusals.

use crate::repl::tests::{after, alone, demo, with};
use cardwright_bots::RANDOM;
use cardwright_table::Seat;

#[test]
fn the_refusal_of_an_action_that_no_step_offers_gives_its_reason() {
    let script =
        "local toll = action \"toll\"\nfunction toll.offer(side)\n  offer(toll)\nend\nfunction toll.play(side)\nend\n";
    let texts = "[action.toll]\nlabel = \"Take a toll\"\nnot_asked = \"of-the-guards\"\n\
                 [why.of-the-guards]\nsay = \"an action of Blue\"\nrule = \"DM 2.2\"\n";
    let files = [("scripts/demo/toll.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    let refused = "✗ not `toll`: an action of Blue [DM 2.2]; legal: end-turn, stir, raise, march,\n  many\n";
    assert_eq!(after(&mut prompt, "toll"), refused);
    assert_eq!(after(&mut prompt, "preview toll"), refused);
    assert_eq!(
        after(&mut prompt, "why toll"),
        "toll\n  not at all: an action of Blue [DM 2.2]\n    more:scripts/demo/text.toml:1\n"
    );
    let near = "✗ nothing is called `tlol`; did you mean `toll`? `why toll` says why it is not\n  legal now\n";
    assert_eq!(after(&mut prompt, "tlol hills"), near);
    assert_eq!(after(&mut prompt, "preview tlol hills"), near);
    // `burn` is offered but has no rows, and `bribe` is a standing action of Blue. `why` answers differently for both.
    assert!(after(&mut prompt, "why burn").contains("nothing burns in this scenario"));
    assert!(after(&mut prompt, "why bribe").contains("`bribe` is not offered here"));
}

#[test]
fn an_action_is_refused_while_another_action_is_being_played() {
    let script = "local toll, levy = action \"toll\", action \"levy\"\n\
                  function toll.offer(side)\n  offer(toll)\nend\nfunction toll.play(side)\nend\n\
                  function levy.offer(side)\n  offer(levy)\nend\n\
                  function levy.play(side)\n  choose(side, numbers(1, 2))\nend\n\
                  step(\"acts\", function()\n  act(RED, { toll, levy })\n  return next(\"acts\")\nend)\n";
    let texts = "[action.levy]\nlabel = \"Levy\"\n[action.toll]\nlabel = \"Take a toll\"\n\
                 not_asked = \"card-first\"\n[why.card-first]\nsay = \"an action once its card is played\"\n\
                 rule = \"DM 2.2\"\n";
    let files = [("scripts/demo/acts.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    let card_first = "an action once its card is played [DM 2.2]";
    assert!(after(&mut prompt, "why toll").contains(card_first), "no action is being played");
    after(&mut prompt, "adjust turn acts");
    // `toll` is offered now. The lines are refused because they skip the question of `levy`.
    let refusal = "✗ not `toll`: `levy` is still being played; legal: 1, 2";
    assert_eq!(after(&mut prompt, "preview levy toll"), format!("{refusal} (the answer before it\n  would stand)\n"));
    let shown = after(&mut prompt, "levy toll");
    assert!(shown.starts_with(&format!("   2 red: levy\n{refusal} (the answer before it\n  stands)\n")), "{shown}");
    assert_eq!(after(&mut prompt, "why toll"), "toll\n  not at all: `levy` is still being played\n");
    after(&mut prompt, "1");
    assert!(!after(&mut prompt, "toll").contains('✗'));
    // A line that begins with `toll` replaces the unfinished `levy`.
    after(&mut prompt, "levy");
    assert!(after(&mut prompt, "toll").starts_with("✓ `levy` is taken back\n"));
}

#[test]
fn a_refusal_first_says_that_the_named_pieces_are_not_in_the_space() {
    let script = "local walk = action \"walk\"\n\
                  function walk.offer(side)\n  offer(walk, stacks(PROVINCES, RED), PROVINCES)\nend\n\
                  function walk.play(side, stack, to)\nend\n\
                  step(\"acts\", function()\n  act(RED, { walk })\n  return next(\"acts\")\nend)\n";
    let texts = "[action.walk]\nlabel = \"Walk\"\n";
    let files = [("scripts/demo/acts.luau", script), ("scripts/demo/text.toml", texts)];
    let mut prompt = with(&files, "standard", true);
    after(&mut prompt, "adjust hills: hidden; river: empty; turn acts");
    assert_eq!(after(&mut prompt, "walk band river hills"), "✗ no Band of yours is in River\n");
    assert_eq!(after(&mut prompt, "why not walk band river"), "no Band of yours is in River\n");
    assert!(after(&mut prompt, "? walk hidden hills port").starts_with("  → Walk"));
    assert!(after(&mut prompt, "legal walk hidden hills port").contains("\n  then  walk"));
}

#[test]
fn a_mistyped_legal_word_is_suggested_first() {
    let mut prompt = alone();
    assert_eq!(after(&mut prompt, "marhc guard hills"), "✗ `marhc` does not fit here; did you mean `march`?\n");
    assert_eq!(after(&mut prompt, "stir port"), "✗ not `port`: no open band there [DM 2.1]; only hills is legal\n");
    let shown = after(&mut prompt, "many 4");
    assert!(
        shown.starts_with("   1 red: many\n✗ `4` does not fit here: legal: 1, 2, 3 (the answer before it stands)\n"),
        "{shown}"
    );
}

#[test]
fn why_with_only_an_action_lists_all_reasons_against_it() {
    let mut prompt = alone();
    after(&mut prompt, "adjust hills: 0 open, 2 hidden");
    let shown = after(&mut prompt, "why stir");
    assert!(shown.contains("  not hills, port, river: no open band there [DM 2.1]\n"), "{shown}");
}

#[test]
fn long_refusals_break_between_words() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "raise port stir river raise");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

/// Without this, a player could ask where a hidden card is, and take the question back.
#[test]
fn an_adjustment_that_names_cards_is_final_while_somebody_hides_cards() {
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], false);
    assert!(after(&mut prompt, "adjust blue hand: 01").contains("✓ set"));
    assert!(after(&mut prompt, "undo").contains("✓ at event"), "Blue hid no card");
    after(&mut prompt, "adjust blue hand: 01");
    after(&mut prompt, "adjust port: 2 open");
    assert!(after(&mut prompt, "undo").contains("✓ at event"), "this adjustment names no card");
    for question in ["adjust blue hand: 03", "adjust blue hand: 03", "adjust box-pile: 03"] {
        assert!(after(&mut prompt, question).contains("✓ set"), "{question}");
        let refused = after(&mut prompt, "undo");
        assert!(refused.contains("cannot be undone: it named cards"), "{refused}");
    }
    assert!(after(&mut prompt, "goto 0").contains("✗ going there would take back"));
    // In an open game nothing is hidden.
    let mut prompt = demo(&[("blue", Seat::Bot(RANDOM))], true);
    after(&mut prompt, "adjust blue hand: 01");
    after(&mut prompt, "adjust box-pile: 01");
    assert!(after(&mut prompt, "undo").contains("✓ at event"));
}

#[test]
fn an_adjustment_of_nothing_is_refused() {
    assert!(after(&mut alone(), "adjust ;;;;").contains("✗ there is nothing to set between the `;`"));
}

#[test]
fn no_refusal_repeats_a_very_long_line() {
    let long = "word ".repeat(12_000);
    let mut prompt = alone();
    for command in [
        "branches",
        "decisions",
        "hash",
        "help",
        "legal",
        "load",
        "log",
        "reload",
        "resign",
        "rules",
        "seats",
        "seed",
        "show",
        "summary",
        "undo",
        "where",
        "why",
    ] {
        let shown = after(&mut prompt, &format!("{command} {long}"));
        assert!(shown.len() < 20_000, "{command}: {} bytes", shown.len());
    }
}

#[test]
fn adjust_asks_for_the_arguments_of_a_step() {
    let script = "step(\"pays\", function(side, n)\n  choose(side, numbers(1, n or 9))\n  return next(\"pays\", side, n)\nend)\n";
    let mut prompt = with(&[("scripts/demo/own.luau", script)], "standard", true);
    let shown = after(&mut prompt, "adjust turn pays; points 5");
    assert!(shown.starts_with("✗ the step `pays` needs a value for `side`, `n`: type it after the step"), "{shown}");
    assert!(after(&mut prompt, "adjust turn pays red").contains("needs a value for `n`"));
    assert!(after(&mut prompt, "adjust turn pays red nil").starts_with("✓ set"));
    assert!(after(&mut prompt, "adjust turn pays red 2").starts_with("✓ set"));
}
