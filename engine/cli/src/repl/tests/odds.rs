//! Tests of `odds` and `whatif` at the prompt.

use crate::repl::tests::{after, alone, demo};

#[test]
fn odds_shows_bars_in_lines_of_at_most_80_characters() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "odds stir hills");
    let expected = [
        "odds of stir hills: exact",
        "— tracks",
        "The Hills: Unrest  (now 0; 0.67 on average)",
        "  0 ████████▉             44.4 %  4/9",
        "  1 ████████▉             44.4 %  4/9",
        "  2 ██▎                   11.1 %  1/9",
    ];
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
    assert_eq!((prompt.session.table.shown_event(), prompt.session.table.nodes().len()), (0, 1), "nothing is played");
    let watched = after(&mut prompt, "odds stir hills --watch points,unrest.hills");
    assert!(watched.contains("Points  (now 3; 2 on average)") && watched.contains("100 %"), "{watched}");
    assert!(shown.lines().chain(watched.lines()).all(|line| line.chars().count() <= 80));
}

#[test]
fn whatif_shows_the_odds_of_two_lines_side_by_side() {
    let mut prompt = alone();
    let shown = after(&mut prompt, "whatif stir hills / raise hills");
    let expected = [
        "A stir hills: exact",
        "B raise hills: does not depend on chance",
        "The Hills: Unrest  (now 0)",
        "                      A         B",
        "  0              44.4 %     100 %",
        "  1              44.4 %         –",
        "  2              11.1 %         –",
        "  on average       0.67         0",
        "  more than A               -0.67",
    ];
    let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
    assert_eq!(shown[..expected.len()], expected);
    assert!(shown.iter().any(|line| line.starts_with("The Hills:") && line.contains("(now 0)")), "{shown:?}");
}

#[test]
fn odds_refuses_an_illegal_line_as_playing_it_would() {
    let mut prompt = alone();
    let refused = after(&mut prompt, "stir port");
    assert_eq!(after(&mut prompt, "odds stir port"), refused);
    assert!(after(&mut prompt, "odds raise port march guard port").contains("says too little"));
    assert!(after(&mut prompt, "odds").contains("`odds` takes a line"));
    assert!(after(&mut prompt, "whatif stir hills").contains("`whatif` takes several lines"));
    assert!(after(&mut prompt, "odds stir hills / raise port").contains("`whatif` compares several"));
    assert!(after(&mut prompt, "odds stir hills --watch unrst").contains("did you mean `unrest`"));
    assert!(after(&mut prompt, "odds stir hills --watch").contains("`--watch` is followed by"));
    assert!(after(&mut prompt, "odds raise hills").contains("does not depend on chance"));
}

#[test]
fn the_odds_of_another_players_lines_are_refused() {
    let mut prompt = demo(&[], false);
    after(&mut prompt, "adjust hills: guard, unrest 2");
    assert!(after(&mut prompt, "odds blue: bribe hills").contains("only Blue may ask"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_odds_and_does_not_end_the_game() {
    use crate::repl::interrupt;
    let mut prompt = alone();
    {
        let _guard = interrupt::cancellable_query();
        assert!(interrupt::cancel_query(), "while odds are computed, Ctrl-C stops the query");
        assert!((prompt.session.is_interrupted)(), "the query sees the Ctrl-C");
    }
    assert!(!interrupt::cancel_query(), "without a query, Ctrl-C ends the program");
    assert!(after(&mut prompt, "odds stir hills").contains("exact"));
}
