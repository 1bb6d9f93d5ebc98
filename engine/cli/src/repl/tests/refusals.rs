//! Why a line is refused.

use crate::repl::tests::{after, alone, with};

#[test]
fn an_action_that_is_not_asked_for_says_whose_it_is() {
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
    // An action that the rules do ask for has reasons of its own. So has a standing action of another side.
    assert!(after(&mut prompt, "why burn").contains("nothing burns in this scenario"));
    assert!(after(&mut prompt, "why bribe").contains("`bribe` is not offered here"));
}

#[test]
fn an_action_that_waits_for_the_question_of_another_says_so() {
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
    // The condition of `toll` holds now. The fault is that the line skips a question.
    let waits = "✗ not `toll`: `levy` is still being played; legal: 1, 2";
    assert_eq!(after(&mut prompt, "preview levy toll"), format!("{waits} (the answer before it\n  would stand)\n"));
    let shown = after(&mut prompt, "levy toll");
    assert!(shown.starts_with(&format!("   2 red: levy\n{waits} (the answer before it\n  stands)\n")), "{shown}");
    assert_eq!(after(&mut prompt, "why toll"), "toll\n  not at all: `levy` is still being played\n");
    after(&mut prompt, "1");
    assert!(!after(&mut prompt, "toll").contains('✗'));
    // On a line of its own it takes the place of the one that waits.
    after(&mut prompt, "levy");
    assert!(after(&mut prompt, "toll").starts_with("✓ `levy` is taken back\n"));
}

#[test]
fn units_that_are_not_where_they_are_named_are_told_first() {
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
    let whole = "  → Walk";
    assert!(after(&mut prompt, "? walk hidden hills port").starts_with(whole));
    assert!(after(&mut prompt, "legal walk hidden hills port").contains("\n  then  walk"));
}

#[test]
fn a_slip_in_a_legal_word_is_told_before_anything_else() {
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
fn an_action_alone_is_told_by_every_reason_it_has() {
    let mut prompt = alone();
    after(&mut prompt, "adjust hills: 0 open, 2 hidden");
    let shown = after(&mut prompt, "why stir");
    assert!(shown.contains("  not hills, port, river: no open band there [DM 2.1]\n"), "{shown}");
}

#[test]
fn long_refusals_break_between_words() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "raise port stir river raise");
    assert!(shown.lines().all(|l| l.chars().count() <= 80), "{shown}");
}
