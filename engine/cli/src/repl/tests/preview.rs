//! Tests of `preview` at the prompt.

use super::super::display::changes::line;
use crate::repl::tests::{after, alone, demo, with};
use cardwright_view::{ViewContext, changes};

#[test]
fn a_preview_shows_changes_costs_and_the_next_question() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "preview raise port march guard port hills");
    let expected = [
        "  would Raise a band in Port · March Guard in Port to The Hills",
        "        The Hills: Guard comes",
        "        Port: Hidden comes · Guard leaves",
        "        The Hills – Port: walked",
        "        Points 3 → 2 red",
        "  then  Red: Red acts (6 ways)",
    ];
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
    assert_eq!(prompt.session.table.shown_event(), 0);
    assert_eq!(prompt.session.table.nodes().len(), 1);
}

#[test]
fn a_preview_stops_at_dice_unless_they_are_given_by_hand() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "preview stir hills");
    assert_eq!(
        shown,
        "  would Stir up The Hills\n        The Hills: used stir\n        Points 3 → 2 red\n  then  2 d6 decide\n  odds  The Hills: Unrest 0 44.4 % · 1 44.4 % · 2 11.1 %\n"
    );
    after(&mut prompt, "dice 5 6");
    let shown = after(&mut prompt, "preview stir hills");
    assert!(shown.contains("Unrest 0 → 2") && shown.contains("        rolled d6: 5 6\n"), "{shown}");
    assert!(shown.contains("  then  Red: Red acts (7 ways)\n"), "{shown}");
    assert!(after(&mut prompt, "dice").contains("the next rolls: 5 6"));
}

/// A preview shows the odds of every track and stack of pieces that dice change, and says how many it leaves out.
#[test]
fn a_preview_shows_the_odds_of_all_that_varies() {
    let battle = |more: &str| {
        format!(
            "local battle = action \"battle\"\nbattle.offered = {{ \"red-actions\" }}\n\
             function battle.offer(side) offer(battle, PROVINCES) end\n\
             function battle.play(side, province)\n  local face = roll(D6, 1)[1]\n  if face >= 5 then\n    \
             {more}raise(UNREST, 1, PORT)\n    \
             remove(GUARD, 1, PORT)\n    place(OPEN, face - 4, PORT)\n  end\nend\n"
        )
    };
    for (more, expected) in [
        (
            "",
            "  odds  Port: Unrest 0 66.7 % · 1 33.3 %\n        Port: Open 0 66.7 % · 1 16.7 % · 2 16.7 %\n        \
             Port: Guard (full) 0 33.3 % · 1 66.7 %\n",
        ),
        (
            "raise(POINTS, 1)\n    raise(UNREST, 1, HILLS)\n    ",
            "  odds  Points 3 66.7 % · 4 33.3 %\n        The Hills: Unrest 0 66.7 % · 1 33.3 %\n        \
             Port: Unrest 0 66.7 % · 1 33.3 %\n        Port: Open 0 66.7 % · 1 16.7 % · 2 16.7 %\n        \
             … and 1 more: `odds battle port`\n",
        ),
    ] {
        let mut prompt = with(&[("scripts/demo/battle.luau", &battle(more))], "standard", true);
        let shown = after(&mut prompt, "preview battle port");
        assert!(shown.ends_with(expected), "{shown}");
    }
}

#[test]
fn a_preview_lists_the_words_that_may_follow_or_says_why_a_word_is_illegal() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "preview raise port march guard port");
    assert!(
        shown.starts_with("  would Raise a band in Port\n")
            && shown.ends_with("  then  `march guard port` what? hills | river\n"),
        "{shown}"
    );
    assert_eq!(after(&mut prompt, "preview march"), "  then  `march` what? guard\n");
    let refused = "✗ not `port`: no open band there [DM 2.1]; only hills is legal";
    assert_eq!(after(&mut prompt, "stir port"), format!("{refused}\n"));
    assert_eq!(after(&mut prompt, "preview stir port"), format!("{refused}\n"));
    assert_eq!(
        after(&mut prompt, "preview raise hills stir port"),
        format!("{refused} (the answer\n  before it would stand)\n")
    );
    assert!(after(&mut prompt, "preview").contains("`preview` takes a line"));
}

#[test]
fn pieces_that_turn_over_are_listed_by_space() {
    let mut prompt = demo(&[], true);
    for (adjustment, expected) in [
        ("hills: 2 hidden, 0 open", "The Hills: 2 Open turn hidden"),
        ("hills: open, 2 hidden", "The Hills: Open comes, 1 turns hidden"),
        ("hills: empty", "The Hills: 2 Open are removed"),
        ("hills: empty; river: 2 open", "River: 2 Open come"),
        ("hills: empty; river: 2 hidden", "River: 2 Open come, both turn hidden"),
        ("hills: empty; river: open", "The Hills: 2 Open leave"),
        ("port: 0 guard, guard/worn", "Port: Guard turns worn"),
        ("port: 3 guard", "Port: 2 Guard come"),
        ("port: 0 guard, guard+moved", ""),
    ] {
        after(&mut prompt, "goto 0");
        let before = prompt.session.table.position().clone();
        after(&mut prompt, &format!("adjust {adjustment}"));
        let after = prompt.context();
        let before = ViewContext { position: &before, ..after };
        let lines: Vec<String> =
            changes(&before, &after).iter().map(|changed| line(prompt.screen.page, changed)).collect();
        match expected {
            "" => assert!(lines.is_empty(), "{adjustment}: {lines:?}"),
            _ => assert!(lines.contains(&expected.to_owned()), "{adjustment}: {lines:?}"),
        }
    }
}

#[test]
fn a_preview_of_another_players_line_is_refused() {
    let mut prompt = demo(&[], false);
    after(&mut prompt, "adjust hills: guard, unrest 2");
    assert!(after(&mut prompt, "preview blue: bribe hills").contains("only Blue may ask"));
    prompt.session.table.open = true;
    assert!(after(&mut prompt, "preview blue: bribe hills").contains("  would Blue: "));
}
