//! Typed lines with counts, such as `move 2 helicopter w2 w1`, and messages about actions that are not legal now.

use crate::repl::{piped, text};

/// Plays Fortress America up to the Western Invader's Maneuvers, then these lines. Returns the transcript.
fn play_maneuvers(lines: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--scenario", "ready-to-play", "--seed", "7", "--open", "--no-record"];
    let before = "declare portland\ndeclare san-francisco\nend\n";
    let transcript = text(&piped(folder.path(), &[&game[..], &base[..]].concat(), &format!("{before}{lines}")));
    assert!(transcript.contains("Maneuvers: which units move?"), "{transcript}");
    transcript
}

/// Plays lines in the scenario Western Front, from the Western Invader's declarations. Returns the transcript.
fn play_western_front_declaring(lines: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--scenario", "western-front", "--seed", "1", "--no-record"];
    text(&piped(folder.path(), &[&game[..], &base[..]].concat(), lines))
}

/// Plays lines in the scenario Western Front after the declarations of Portland and Seattle. Returns the transcript.
fn play_western_front(lines: &str) -> String {
    play_western_front_declaring(&format!("declare portland seattle\nend\n{lines}"))
}

/// Returns the output after `line` was last typed at the prompt `western`, with single blanks between words.
fn output_of(transcript: &str, line: &str) -> String {
    output_at(transcript, "western", line)
}

/// Returns the output after `line` was last typed at a side's prompt, with single blanks between words.
fn output_at(transcript: &str, side: &str, line: &str) -> String {
    let (_, after) = transcript.rsplit_once(&format!("> {line}\n")).unwrap_or_else(|| panic!("{transcript}"));
    let after = after.split_once(&format!("\n{side}> ")).map_or(after, |(answer, _)| answer);
    after.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_refused_count_is_answered_with_the_legal_counts() {
    let lines = ["move 2 helicopter w2 w1", "move 9 infantry w2 portland", "move infantry w2 dallas"];
    let transcript = play_maneuvers(&lines.map(|line| format!("{line}\n")).concat());
    assert_eq!(output_of(&transcript, lines[0]), "✗ `2` does not fit here: only 1 is legal");
    let refusal =
        "✗ not `infantry`: foot units do not move in Maneuvers; Mobile Units carry them [FA Maneuvers/3]; legal:";
    assert!(output_of(&transcript, lines[1]).starts_with(refusal), "{transcript}");
    assert!(output_of(&transcript, lines[2]).starts_with(refusal), "{transcript}");
}

#[test]
fn a_destination_may_follow_a_unit_without_a_count() {
    let transcript = play_maneuvers("move hovertank w2 dallas\nw3\n");
    assert!(
        output_of(&transcript, "move hovertank w2 dallas")
            .starts_with("4 western: move w-hovertank w2 1 ✗ not `dallas`:"),
        "{transcript}"
    );
    assert!(output_of(&transcript, "w3").contains("Hovertank: Western Zone 2 → Western Zone 3"), "{transcript}");
}

#[test]
fn why_not_names_the_stack_of_the_line() {
    let transcript = play_maneuvers("why not carry infantry w2\nwhy not move 3 infantry w2\n");
    assert!(
        output_of(&transcript, "why not carry infantry w2")
            .starts_with("carry not w-infantry w2: no Mobile Unit there"),
        "{transcript}"
    );
    let transcript = output_of(&transcript, "why not move 3 infantry w2");
    assert!(transcript.starts_with("move not w-infantry w2: foot units do not move in Maneuvers"), "{transcript}");
}

#[test]
fn an_end_action_that_must_wait_says_why() {
    let transcript = play_maneuvers("move hovertank w2 w3\nmove hovertank w4 w3\nend\nwhy not end\n");
    assert!(
        output_of(&transcript, "end")
            .starts_with("✗ not `end`, for w3: more than 5 units stand there [FA Reinforcements/2];"),
        "{transcript}"
    );
    let reason_text = output_of(&transcript, "why not end");
    assert!(reason_text.starts_with("end-maneuvers not w3: more than 5 units stand there"), "{transcript}");
    assert!(!reason_text.contains("las-vegas"), "only the illegal space has a reason: {reason_text}");
}

#[test]
fn why_not_gives_the_reason_against_this_line_first() {
    let transcript = play_western_front("why not end-maneuvers\nmove hovertank w2 portland\nwhy not portland\n");
    let reason_text = output_of(&transcript, "why not end-maneuvers");
    assert!(
        reason_text.starts_with("end-maneuvers not seattle: declared, with nobody in combat position"),
        "{reason_text}"
    );
    assert!(
        !reason_text.contains("it is not declared") && !reason_text.contains("no marker"),
        "only the illegal space has a reason: {reason_text}"
    );
    let refused = "not `portland`: units end Maneuvers in friendly territory";
    assert!(output_of(&transcript, "move hovertank w2 portland").contains(refused), "{transcript}");
    let reason_text = output_of(&transcript, "why not portland");
    assert!(
        reason_text.starts_with("this choice not portland: units end Maneuvers in friendly territory"),
        "{reason_text}"
    );
}

#[test]
fn why_not_attack_names_the_unit_once() {
    let before = "move bomber w5 portland\nmove hovertank w5 w6\nmove hovertank w2 w1\nend\n";
    let lines = [
        "why not attack w-infantry w2 seattle",
        "why not attack infantry w2 2 las-vegas",
        "why not attack infantry w4",
        "why not attack bomber portland",
    ];
    let transcript = play_western_front(&format!("{before}{}\n", lines.join("\n")));
    for line in lines {
        let reason_text = output_of(&transcript, line);
        assert!(!reason_text.contains("this choice"), "{line}: {reason_text}");
        assert_eq!(reason_text.matches("[FA ").count(), 1, "{line}: {reason_text}");
    }
    assert!(output_of(&transcript, lines[1]).starts_with("attack w-infantry w2 2: not las-vegas"), "{transcript}");
    assert!(
        output_of(&transcript, lines[2]).starts_with("attack not w-infantry w4: it is not next to a declared"),
        "{transcript}"
    );
    assert!(output_of(&transcript, lines[3]).contains("portland: attacks already"), "{transcript}");
}

#[test]
fn the_last_part_of_a_name_is_enough() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let transcript = text(&piped(folder.path(), &game, "vegas 2\ndiego 1 angeles 2\nsan 1\n"));
    assert!(
        transcript.contains("us: las-vegas 2")
            && transcript.contains("us: los-angeles 2")
            && transcript.contains("us: san-diego 1"),
        "{transcript}"
    );
    assert!(
        output_at(&transcript, "us", "san 1").starts_with("✗ which `san`? san-"),
        "the beginning of several names is refused: {transcript}"
    );
    // The last part of an action's name is not enough: `maneuvers` does not stand for `end-maneuvers`.
    let transcript = play_maneuvers("maneuvers\n");
    assert!(output_of(&transcript, "maneuvers").starts_with("✗"), "{transcript}");
}

/// Plays lines in Fortress America after an adjustment. Returns the transcript.
fn play_adjusted(notation: &str, lines: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--scenario", "ready-to-play", "--seed", "7", "--open", "--no-record"];
    text(&piped(folder.path(), &[&game[..], &base[..]].concat(), &format!("adjust {notation}\n{lines}")))
}

#[test]
fn units_are_set_up_by_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let lines = [
        "infantry portland 2 seattle 1",
        "2 infantry dallas",
        "mobile portland 1",
        "w-mobile portland 1",
        "infantry 2 boise",
        "why not 2 infantry boise",
        "dallas 1",
    ];
    let transcript = text(&piped(folder.path(), &game, &(lines.join("\n") + "\n")));
    let output_of = |line: &str| output_at(&transcript, "us", line);
    // The output shows the placed units at once, and the question has their number.
    let placed_and_asked = "1 us: portland 2 → 2 × U.S. Player Infantry: U.S. Reserves → Portland 2 us: seattle 1 \
                 → U.S. Player Infantry: U.S. Reserves → Seattle Where to: 24 Infantry? 3 of 24 so far";
    assert!(output_of(lines[0]).starts_with(placed_and_asked), "{transcript}");
    assert!(output_of(lines[1]).starts_with("3 us: dallas 2 "), "{transcript}");
    let later = "✗ not `mobile`: types are placed one after the other: this type comes later; legal:";
    assert!(output_of(lines[2]).starts_with(later), "{transcript}");
    assert_eq!(output_of(lines[3]), "✗ the question is about Infantry, not `w-mobile`");
    let in_cities = "2 units are set up in each city, and none elsewhere [FA Setup/4]";
    assert!(output_of(lines[4]).starts_with(&format!("✗ not `boise`: {in_cities}; legal:")), "{transcript}");
    assert!(output_of(lines[5]).starts_with(&format!("this choice not boise-basin: {in_cities}")), "{transcript}");
    assert!(output_of(lines[6]).starts_with("✗ `dallas` was named already: name each once"), "{transcript}");
}

#[test]
fn reinforcements_explain_full_zones_and_other_types() {
    let lines = [
        "hovertank s2 5",
        "3 infantry 5 hovertank infantry s4 1",
        "hovertank s6 2",
        "2 infantry s6",
        "why not s6",
        "infantry s1 2 hovertank s4 1",
    ];
    let transcript =
        play_adjusted("turn turn southern; turns 2; s6: 5 s-infantry; s2: 2 s-infantry", &(lines.join("\n") + "\n"));
    let output_of = |line: &str| output_at(&transcript, "southern", line);
    let order = "✗ not `s2`: how many of which come is said first, then where those of each type stand; legal: 1 to 8";
    assert_eq!(output_of(lines[0]), order, "{transcript}");
    assert!(
        output_of(lines[1]).contains("southern: s-hovertank 5") && output_of(lines[1]).contains("southern: s4 1"),
        "{transcript}"
    );
    assert!(output_of(lines[2]).starts_with("✗ not `hovertank`: types are placed one after the other"), "{transcript}");
    let full = "no more than 5 units stand in a space [FA Reinforcements/2]";
    assert!(output_of(lines[3]).starts_with(&format!("✗ not `s6`: {full}; legal:")), "{transcript}");
    let reason_text = output_of(lines[4]);
    assert!(reason_text.contains("s6") && reason_text.contains(full), "{transcript}");
    assert!(output_of(lines[5]).contains("southern: s1 2"), "{transcript}");
    assert!(
        output_of(lines[5]).contains("southern: s4 1"),
        "the next type is asked about on the same line: {transcript}"
    );
}

#[test]
fn several_units_of_a_card_are_placed_by_a_number() {
    let lines = ["2 partisan seattle 1 helicopter portland"];
    let transcript = play_adjusted(
        "turn partisan-card 2; partisan-deck: p05; seattle: 0 us-helicopter; us-reserves: us-helicopter",
        &(lines.join("\n") + "\n"),
    );
    assert_eq!(transcript.matches("us: us-partisan seattle").count(), 2, "{transcript}");
    assert!(transcript.contains("us: us-helicopter portland"), "{transcript}");
    let lines = ["houston", "2 partisan yadkin", "why not 2 partisan houston", "partisan 1 boston"];
    let transcript = play_adjusted("turn partisan-card 2; partisan-deck: p04", &(lines.join("\n") + "\n"));
    let output_of = |line: &str| output_at(&transcript, "us", line);
    let not_named = "the card does not speak of it [FA Resolving Partisan Cards]";
    assert!(output_of(lines[0]).starts_with(&format!("✗ not `houston`: {not_named}; legal:")), "{transcript}");
    let apart = "✗ not `yadkin`: a territory without a unit of this card comes first [FA Place Units Separately]";
    assert!(
        output_of(lines[1]).contains("us: us-partisan yadkin") && output_of(lines[1]).contains(apart),
        "{transcript}"
    );
    assert!(
        output_of(lines[2]).starts_with(&format!("this choice us-partisan: not houston: {not_named}")),
        "{transcript}"
    );
    assert!(output_of(lines[3]).contains("us: us-partisan boston"), "{transcript}");
}

#[test]
fn casualties_are_named_by_a_number() {
    let adjustment = "turn assign us; corn-belt: w-marker/combat, 3 w-infantry, w-helicopter; houston: 0 us-helicopter; \
               boston: 0 us-helicopter; chicago: 2 us-helicopter, us-bomber";
    let dice = "dice miss miss miss miss hit hit hit miss miss miss miss miss";
    let lines = &format!("{dice}\ncommit corn-belt\n2 infantry 1 helicopter\n");
    let transcript = play_adjusted(adjustment, lines);
    let transcript = output_at(&transcript, "us", "2 infantry 1 helicopter");
    assert_eq!(transcript.matches("us: w-infantry corn-belt").count(), 2, "{transcript}");
    assert_eq!(transcript.matches("us: w-helicopter corn-belt").count(), 1, "{transcript}");
}

#[test]
fn the_beginning_of_a_unit_type_is_enough() {
    let transcript = play_maneuvers("move hover w2 w3\nlegal move heli\nmove h w2 w3\nwhy not carry inf w2\nend\n");
    let moved = output_of(&transcript, "move hover w2 w3");
    assert!(moved.contains("Hovertank: Western Zone 2 → Western Zone 3"), "{transcript}");
    assert!(output_of(&transcript, "legal move heli").contains("move w-helicopter w2 1"), "{transcript}");
    let ambiguous = output_of(&transcript, "move h w2 w3");
    assert!(ambiguous.starts_with("✗ which `h`?") && ambiguous.contains("w-hovertank"), "{transcript}");
    assert!(
        output_of(&transcript, "why not carry inf w2").starts_with("carry not w-infantry w2: no Mobile Unit there"),
        "{transcript}"
    );
}

#[test]
fn the_only_number_may_be_left_out_before_the_space() {
    let transcript = play_maneuvers("end\nattack hover w2 portland\n");
    assert!(output_of(&transcript, "attack hover w2 portland").contains("w-hovertank w2 1 portland"), "{transcript}");
}

#[test]
fn legal_without_rows_points_to_why_not() {
    let lines = ["legal mem", "legal memphis", "legal declare w3", "legal nothing-like-it"];
    let transcript = play_western_front_declaring(&lines.map(|line| format!("{line}\n")).concat());
    for (words, line) in [("mem", "memphis"), ("memphis", "memphis"), ("declare w3", "declare w3")] {
        let refusal = format!("nothing that begins with `{words}` is legal here: `why not {line}` says why");
        assert_eq!(output_of(&transcript, &format!("legal {words}")), refusal);
    }
    assert!(transcript.contains("nothing that begins with `nothing-like-it` is legal here\n"), "{transcript}");
}

#[test]
fn the_reason_for_discouraged_rows_is_shown_once() {
    let transcript = play_western_front_declaring("?\nlegal declare\nlegal concede\n");
    let far = "! no unit could come next to it in this turn: as Maneuvers end, the marker comes back [A-10]";
    for line in ["?", "legal declare"] {
        assert_eq!(output_of(&transcript, line).matches(far).count(), 1, "{line}: {transcript}");
    }
    assert!(output_of(&transcript, "legal concede").contains("! this loses the game"), "{transcript}");
}

#[test]
fn a_discouraged_line_says_why() {
    let transcript = play_western_front_declaring("why declare dallas\npreview declare dallas\nwhy declare portland\n");
    let far = "no unit could come next to it in this turn: as Maneuvers end, the marker comes back [A-10]";
    let reason_text = output_of(&transcript, "why declare dallas");
    assert!(
        reason_text.starts_with(&format!("`declare dallas` is legal here ! declare dallas is unwise: {far}")),
        "{transcript}"
    );
    let preview = output_of(&transcript, "preview declare dallas");
    assert!(preview.starts_with(&format!("would Declare Dallas ! unwise, Declare Dallas: {far}")), "{transcript}");
    let wise = output_of(&transcript, "why declare portland");
    assert!(wise.starts_with("`declare portland` is legal here") && !wise.contains("unwise"), "{transcript}");
}

#[test]
fn a_command_takes_precedence_over_a_name_with_the_same_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let transcript = text(&piped(folder.path(), &game, "seat southern random\n"));
    assert!(transcript.contains("✓ Southern Invader is random now"), "{transcript}");
}

#[test]
fn odds_cover_one_battle_and_say_where_they_end() {
    let transcript = play_maneuvers("end\ncommit portland san-francisco\nodds portland\n");
    let odds = output_of(&transcript, "odds portland");
    assert!(odds.starts_with("Portland taken ") && odds.contains(" to the end of the battle; questions"), "{odds}");
    assert!(!odds.contains("San Francisco:"), "the battle after it is not fought: {odds}");
}

/// While a battle is fought, it is shown in place of the board: with the answer it takes less than a small screen.
#[test]
fn a_battle_is_shown_in_place_of_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--scenario", "ready-to-play", "--players", "2", "--seed", "5", "--no-record"];
    let lines = "declare portland\nend\nend\ncommit portland\nshow\n";
    let transcript = text(&piped(folder.path(), &[&game[..], &base[..]].concat(), lines));
    let (_, after) = transcript.split_once("> commit portland\n").expect("the battle begins");
    let (battle, whole) = after.split_once("> show\n").expect("the whole board is asked for");
    assert!(battle.contains("\nWestern Invader  ") && battle.contains("\nU.S. Player      "), "{battle}");
    assert!(battle.contains("Combined arms of Western Invader "), "{battle}");
    assert!(battle.lines().count() <= 24 && !battle.contains("Los Angeles"), "{battle}");
    assert!(whole.contains("Los Angeles"), "{whole}");
}

#[test]
fn a_coalition_resigns_together() {
    let transcript = play_maneuvers("resign southern yes\n");
    assert!(
        transcript.contains("U.S. Player wins: Western Invader, Southern Invader and Eastern Invader resign"),
        "{transcript}"
    );
}

#[test]
fn a_question_that_divides_units_shows_how_many_are_placed() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--seed", "3", "--open", "--no-record"];
    let transcript =
        text(&piped(folder.path(), &[&game[..], &base[..]].concat(), "portland 2 seattle 1\nundo\nundo\n"));
    assert!(
        output_at(&transcript, "us", "portland 2 seattle 1").contains("Where to: 24 Infantry? 3 of 24 so far"),
        "{transcript}"
    );
    let taken_back = transcript.rsplit_once("> undo\n").unwrap().1;
    assert!(!taken_back.contains("so far"), "{taken_back}");
}

/// After a number the plural is used. Pieces without a plural keep their name.
#[test]
fn several_pieces_are_called_by_their_plural() {
    let transcript = play_maneuvers("legal move\n");
    assert!(transcript.contains("Move 1 Helicopter in Western Zone 2"), "{transcript}");
    let pack = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(pack.path().join("scenarios/fortress-america")).expect("made");
    let file = |path: &str, text: &str| std::fs::write(pack.path().join(path), text).expect("written");
    file("pack.toml", "id = \"own\"\nversion = \"1.0.0\"\n");
    let starting_screen = |plural: &str| {
        let piece = "[meta]\ngame = \"fortress-america\"\n[[piece]]\nid = \"us-infantry\"\n";
        file("scenarios/fortress-america/board.toml", &format!("{piece}{plural}"));
        let folder = tempfile::tempdir().expect("a folder");
        let packs = ["--base", env!("CARGO_MANIFEST_DIR"), "--pack", pack.path().to_str().expect("text")];
        let game = ["fortress-america", "--scenario", "standard", "--seed", "1", "--open", "--no-record"];
        text(&piped(folder.path(), &[&game[..], &packs[..]].concat(), ""))
    };
    assert!(starting_screen("plural = \"Infantrymen\"\n").contains("Where to: 24 Infantrymen?"));
    assert!(starting_screen("short = \"I\"\n").contains("Where to: 24 Infantry?"));
}

/// `undo` takes back one answer: first the partial move, then the move before it.
#[test]
fn undo_takes_partial_moves_back_one_by_one() {
    use cardwright_content::PackSource;
    use cardwright_state::notation;
    use cardwright_table::{Library, SetUp, Table};
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    let (program, vm, _) = library.load("fortress-america").unwrap();
    let set_up = SetUp { scenario: "ready-to-play".into(), seed: 7, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    table.play(None, "declare portland").unwrap();
    table.play(None, "end-declaring").unwrap();
    let state = |table: &Table| (notation::print(table.board(), table.position()), table.hash());
    let before = state(&table);
    let here = table.shown_event();
    table.play(None, "move w-hovertank w2 1 to w3").unwrap();
    let moved = state(&table);
    table.play(None, "move w-hovertank w4 1").unwrap();
    assert!(table.row_words().iter().all(|row| row[0] == "to"), "the destination is asked: {:?}", table.row_words());
    table.undo().unwrap();
    assert_eq!(state(&table), moved, "undo removes the partial move only");
    while table.shown_event() != here {
        table.undo().unwrap();
    }
    assert_eq!(state(&table), before);
    table.play(None, "move w-hovertank w2 1 to w3").unwrap();
    assert_eq!(state(&table), moved, "the move may be entered again");
}

#[test]
fn several_types_move_in_one_line_and_undo_takes_back_the_line() {
    let transcript = play_maneuvers("move mob hover w5 w6\nundo\nredo\nundo 1\nundo\nundo 0\n");
    let moved = output_of(&transcript, "move mob hover w5 w6");
    assert!(moved.contains("Mobile Unit: Western Zone 5 → Western Zone 6"), "{transcript}");
    assert!(moved.contains("Hovertank: Western Zone 5 → Western Zone 6"), "{transcript}");
    let steps: Vec<&str> = transcript.lines().filter(|line| line.starts_with("✓ at event")).collect();
    let expected = [
        "✓ at event 3 (before `western: move w-mobile w5 1`)",
        "✓ at event 7",
        "✓ at event 6 (before `western: to w6`)",
        "✓ at event 3 (before `western: move w-mobile w5 1`)",
    ];
    assert_eq!(steps, expected, "{transcript}");
    assert!(output_of(&transcript, "undo 0").starts_with("✗ `undo` takes a number of answers, such as `undo 1`"));
}

#[test]
fn all_is_the_largest_number_or_every_type_that_can_go() {
    let transcript = play_maneuvers("adjust w5: 3 w-hovertank\nmove all hover w5 w6\nundo\nmove all w5 w6\n");
    let largest = output_of(&transcript, "move all hover w5 w6");
    assert!(largest.contains("3 × Western Invader Hovertank: Western Zone 5 → Western Zone 6"), "{transcript}");
    let all = output_of(&transcript, "move all w5 w6");
    for unit in ["Mobile Unit", "Hovertank", "Helicopter", "Bomber"] {
        assert!(all.contains(&format!("Invader {unit}: Western Zone 5 → Western Zone 6")), "{unit}: {transcript}");
    }
    assert!(!all.contains("Infantry:"), "foot units do not move in Maneuvers: {transcript}");
    // A later list of the line is no place of the first, although a place begins with `all`.
    let line = "move all w2 w1 all w5 w6";
    let both = output_of(&play_maneuvers(&format!("{line}\n")), line);
    assert!(both.contains("Hovertank: Western Zone 2 → Western Zone 1"), "{both}");
    assert!(both.contains("Bomber: Western Zone 5 → Western Zone 6") && !both.contains('✗'), "{both}");
    let before = "move all w5 las-vegas\n";
    let refused = output_of(&play_maneuvers(before), "move all w5 las-vegas");
    assert!(refused.contains("✗ not `las-vegas`"), "{refused}");
}

#[test]
fn a_move_after_a_battle_in_the_same_line_needs_no_further_words() {
    let adjustment = "turn assign western; portland: w-marker/combat, 0 us-mobile, 2 w-bomber";
    let line = "end move hovertank w2 w1";
    let moved = output_of(&play_adjusted(adjustment, &format!("dice miss hit miss\n{line}\n")), line);
    assert!(moved.contains("Hovertank: Western Zone 2 → Western Zone 1") && !moved.contains('✗'), "{moved}");
}

#[test]
fn several_types_attack_in_one_line() {
    let line = "attack 2 infantry hover w2 portland";
    let before = "adjust turn assign western; portland: w-marker/combat\n";
    let transcript = play_western_front_declaring(&format!("{before}{line}\n"));
    let attack = output_of(&transcript, line);
    assert!(attack.contains("western: attack w-infantry w2 2 portland"), "{transcript}");
    assert!(attack.contains("western: attack w-hovertank w2 1 portland"), "{transcript}");
}

#[test]
fn types_are_placed_in_any_order() {
    let adjustment = "turn turn southern; turns 2; s2: 2 s-infantry";
    let line = "hovertanks s4 4 s1 1 infantry s1 2 s4 1";
    let transcript = play_adjusted(adjustment, &format!("3 infantry 5 hovertank\n{line}\n"));
    let output = output_at(&transcript, "southern", line);
    assert!(!output.contains('✗') && output.contains("southern: s4 4"), "{transcript}");
    let counts_first = "4 hovertank s4 1 hovertank s1 2 infantry s1 1 infantry s4";
    let transcript = play_adjusted(adjustment, &format!("3 infantry 5 hovertank\n{counts_first}\n"));
    let output = output_at(&transcript, "southern", counts_first);
    assert!(!output.contains('✗') && output.contains("southern: s4 4"), "{transcript}");
}

#[test]
fn reach_lists_the_lines_that_bring_pieces_to_a_place() {
    let lines = ["reach w6", "reach zork", "reach s", "reach", "reach portland end"];
    let transcript = play_maneuvers(&lines.map(|line| format!("{line}\n")).concat());
    let reached = output_of(&transcript, "reach w6");
    assert!(reached.starts_with("move w-mobile w5 1 to w6 move w-hovertank w5 1 to w6"), "{transcript}");
    assert!(reached.contains("carry w-infantry w5 1 to w6") && !reached.contains("w2 1"), "{transcript}");
    assert!(output_of(&transcript, "reach zork").starts_with("✗ unknown place `zork`"), "{transcript}");
    assert!(output_of(&transcript, "reach s").starts_with("✗ which `s`? san-diego,"), "{transcript}");
    assert_eq!(output_of(&transcript, "reach"), "✗ `reach` takes a place: `reach PLACE`");
    let attacks = output_of(&transcript, "reach portland end");
    assert!(attacks.contains("attack w-infantry w2 3 portland") && !attacks.contains("commit"), "{transcript}");
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let set_up = text(&piped(folder.path(), &game, "reach portland\n"));
    assert!(output_at(&set_up, "us", "reach portland").starts_with("portland 2"), "{set_up}");
    let after_line = "reach seattle declare seattle end";
    let transcript = play_western_front_declaring(&format!("reach seattle\n{after_line}\nlog\n"));
    let now = output_of(&transcript, "reach seattle");
    assert_eq!(now, "no pieces can come to Seattle by this choice, nor by the question after it");
    assert!(output_of(&transcript, after_line).contains("move w-bomber w5 1 to seattle"), "{transcript}");
    assert!(!transcript.contains("western: declare"), "nothing is played: {transcript}");
}

/// `reach` lists legal rows, which only the side that is asked may read.
#[test]
fn reach_tells_other_sides_nothing() {
    use cardwright_content::PackSource;
    use cardwright_table::{Library, SetUp, Table, Viewer};
    let library = Library::open(vec![PackSource::Folder(env!("CARGO_MANIFEST_DIR").into())]).unwrap();
    let (program, vm, _) = library.load("fortress-america").unwrap();
    let set_up = SetUp { scenario: "ready-to-play".into(), seed: 7, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    table.play(None, "declare portland end").unwrap();
    let (us, western) = (table.board().side("us").unwrap(), table.board().side("western").unwrap());
    let space = table.board().space("w6").unwrap();
    assert!(!table.approaches(Some(western), space, "", Viewer::side(western)).unwrap().is_empty());
    for side in [None, Some(us), Some(western)] {
        assert!(table.approaches(side, space, "", Viewer::side(us)).is_err(), "{side:?}");
    }
}

#[test]
fn later_moves_of_a_line_may_leave_out_the_count() {
    let line = "move hovertank w2 w1 hovertank w3 w2";
    let transcript = output_of(&play_maneuvers(&format!("{line}\n")), line);
    assert!(transcript.contains("western: move w-hovertank w3 1") && !transcript.contains("what?"), "{transcript}");
    assert!(transcript.contains("Western Zone 3 → Western Zone 2"), "{transcript}");
}

#[test]
fn another_move_replaces_a_partial_move() {
    let lines = ["move 1 hovertank w2 las-vegas", "move 1 helicopter w2 w1", "move 1 hovertank w2", "end"];
    let transcript = play_maneuvers(&lines.map(|line| format!("{line}\n")).concat());
    assert!(output_of(&transcript, lines[0]).contains("✗ not `las-vegas`"), "{transcript}");
    let second_output = output_of(&transcript, lines[1]);
    assert!(second_output.starts_with("✓ `move w-hovertank w2 1` is taken back"), "{transcript}");
    assert!(second_output.contains("Helicopter: Western Zone 2 → Western Zone 1"), "{transcript}");
    assert!(output_of(&transcript, "end").starts_with("✓ `move w-hovertank w2 1` is taken back"), "{transcript}");
}

#[test]
fn a_missing_number_is_asked_for_before_rules_are_cited() {
    let adjustment = "turn maneuvers southern; turns 2; s6: 2 s-bomber; san-antonio: s-marker/combat";
    let lines = ["move bomber s6 san antonio", "move bombers s6 1 san antonio"];
    let transcript = play_adjusted(adjustment, &(lines.join("\n") + "\n"));
    let how_many = "✗ how many? `san-antonio` is no number; legal: 1, 2";
    assert_eq!(output_at(&transcript, "southern", lines[0]), how_many, "{transcript}");
    assert!(
        output_at(&transcript, "southern", lines[1]).contains("southern: move s-bomber s6 1 to san-antonio"),
        "{transcript}"
    );
}

#[test]
fn a_leftover_count_is_not_used_for_the_next_type() {
    let lines = ["3 infantry 5 hovertank", "infantry s1 2 s4 1", "s4 4 s1 1 s1 2"];
    let adjustment = "turn turn southern; turns 2; s2: 2 s-infantry";
    let transcript = play_adjusted(adjustment, &(lines.join("\n") + "\n"));
    let leftover = "✗ `s1` is left over: all Infantry have their places, and the question is about Hovertanks;";
    assert!(!output_at(&transcript, "southern", lines[1]).contains('✗'), "{transcript}");
    assert!(!transcript.contains(leftover), "{transcript}");
    let transcript = play_adjusted(adjustment, "3 infantry 5 hovertank\ns1 2 s4 1 s1 2\nhovertanks s4 4 s1 1\n");
    let output = output_at(&transcript, "southern", "s1 2 s4 1 s1 2");
    assert!(output.contains(leftover) && !output.contains("southern: s1 2 6"), "{transcript}");
    assert!(output_at(&transcript, "southern", "hovertanks s4 4 s1 1").contains("southern: s4 4"), "{transcript}");
}

#[test]
fn a_name_may_be_typed_with_or_without_its_full_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let transcript = text(&piped(folder.path(), &game, "st louis 2\nst. louis 1\n"));
    assert!(transcript.contains("us: st-louis 2"), "{transcript}");
    assert!(output_at(&transcript, "us", "st. louis 1").contains("`st-louis` was named already"), "{transcript}");
}

#[test]
fn a_number_instead_of_an_action_cites_no_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--scenario", "ready-to-play", "--seed", "7", "--open", "--no-record"];
    let cards = ["--option", "invader-cards=on", "--base", env!("CARGO_MANIFEST_DIR")];
    let lines = "adjust turn turn southern; turns 2\n3 infantry 5 hovertank\n";
    let transcript = text(&piped(folder.path(), &[&game[..], &cards[..]].concat(), lines));
    let actions = "✗ `3` does not fit here: legal: bring-units, draw-card";
    assert!(output_at(&transcript, "southern", "3 infantry 5 hovertank").starts_with(actions), "{transcript}");
}

#[test]
fn a_count_may_stand_before_or_after_the_name() {
    let transcript = play_maneuvers("adjust w2: w-mobile\ncarry 1 infantry w2 1 w1\n");
    let transcript = output_of(&transcript, "carry 1 infantry w2 1 w1");
    assert!(transcript.contains("western: carry w-infantry w2 1 to w1"), "{transcript}");
}

#[test]
fn end_says_what_must_be_done_first() {
    let adjustment = "turn assign western; portland: w-marker/combat, 0 us-mobile, 2 w-bomber";
    let battle = "dice miss hit miss\nend\n";
    let transcript = play_adjusted(adjustment, &format!("{battle}end-i\nend\n"));
    assert!(
        output_of(&transcript, "end").contains("a Bomber that must leave can still land somewhere"),
        "{transcript}"
    );
    let transcript = play_adjusted(adjustment, &format!("{battle}move 1 infantry w2\nend\n"));
    let waits = "`move w-infantry w2 1` waits for its next word: `undo` takes it back";
    assert!(transcript.contains(waits), "{transcript}");
}

#[test]
fn control_is_shown_once_for_each_space() {
    let transcript =
        play_western_front_declaring("adjust portland: 2 w-infantry, w-marker/control\nshow\nshow portland\n");
    let line = transcript.lines().rev().find(|line| line.contains("Portland: ")).unwrap();
    assert!(line.contains("1W") && !line.contains("Control"), "{transcript}");
    assert!(output_of(&transcript, "show portland").contains("Control Western Invader"), "{transcript}");
}
