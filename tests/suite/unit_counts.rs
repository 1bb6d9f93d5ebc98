//! Many pieces at the prompt: messages for lines with counts, and for actions that are not possible now.

use crate::repl::{piped, text};

/// A game of Fortress America through a pipe, up to the Western Invader's Maneuvers.
fn maneuvers(lines: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--scenario", "ready-to-play", "--seed", "7", "--open", "--no-record"];
    let before = "declare portland\ndeclare san-francisco\nend\n";
    let told = text(&piped(folder.path(), &[&game[..], &base[..]].concat(), &format!("{before}{lines}")));
    assert!(told.contains("Maneuvers: which units move?"), "{told}");
    told
}

/// The Western Front through a pipe, while the Western Invader declares.
fn western_front_declaring(lines: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--scenario", "western-front", "--seed", "1", "--no-record"];
    text(&piped(folder.path(), &[&game[..], &base[..]].concat(), lines))
}

/// The same after it has declared Portland and Seattle.
fn western_front(lines: &str) -> String {
    western_front_declaring(&format!("declare portland seattle\nend\n{lines}"))
}

/// The output after the last line of this kind; blanks and line ends count alike.
fn shown(told: &str, line: &str) -> String {
    shown_at(told, "western", line)
}

/// The same for a side's prompt.
fn shown_at(told: &str, side: &str, line: &str) -> String {
    let (_, after) = told.rsplit_once(&format!("> {line}\n")).unwrap_or_else(|| panic!("{told}"));
    let after = after.split_once(&format!("\n{side}> ")).map_or(after, |(answer, _)| answer);
    after.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_refused_count_lists_the_possible_ones() {
    let lines = ["move 2 helicopter w2 w1", "move 9 infantry w2 portland", "move infantry w2 dallas"];
    let told = maneuvers(&lines.map(|line| format!("{line}\n")).concat());
    assert_eq!(shown(&told, lines[0]), "✗ `2` does not fit here: only 1 is legal");
    let carried =
        "✗ not `infantry`: foot units do not move in Maneuvers; Mobile Units carry them [FA Maneuvers/3]; legal:";
    assert!(shown(&told, lines[1]).starts_with(carried), "{told}");
    assert!(shown(&told, lines[2]).starts_with(carried), "{told}");
}

#[test]
fn a_destination_may_follow_an_uncounted_unit() {
    let told = maneuvers("move hovertank w2 dallas\nw3\n");
    assert!(
        shown(&told, "move hovertank w2 dallas").starts_with("4 western: move w-hovertank w2 1 ✗ not `dallas`:"),
        "{told}"
    );
    assert!(shown(&told, "w3").contains("Hovertank: Western Zone 2 → Western Zone 3"), "{told}");
}

#[test]
fn why_not_names_the_stack_of_the_line() {
    let told = maneuvers("why not carry infantry w2\nwhy not move 3 infantry w2\n");
    assert!(
        shown(&told, "why not carry infantry w2").starts_with("carry not w-infantry w2: no Mobile Unit there"),
        "{told}"
    );
    let told = shown(&told, "why not move 3 infantry w2");
    assert!(told.starts_with("move not w-infantry w2: foot units do not move in Maneuvers"), "{told}");
}

#[test]
fn an_end_action_that_must_wait_says_why() {
    let told = maneuvers("move hovertank w2 w3\nmove hovertank w4 w3\nend\nwhy not end\n");
    assert!(
        shown(&told, "end").starts_with("✗ not `end`, for w3: more than 5 units stand there [FA Reinforcements/2];"),
        "{told}"
    );
    let why = shown(&told, "why not end");
    assert!(why.starts_with("end-maneuvers not w3: more than 5 units stand there"), "{told}");
    assert!(!why.contains("las-vegas"), "what was looked at on the way is no reason: {why}");
}

#[test]
fn why_not_gives_the_reason_against_this_line_first() {
    let told = western_front("why not end-maneuvers\nmove hovertank w2 portland\nwhy not portland\n");
    let why = shown(&told, "why not end-maneuvers");
    assert!(why.starts_with("end-maneuvers not seattle: declared, with nobody in combat position"), "{why}");
    assert!(
        !why.contains("it is not declared") && !why.contains("no marker"),
        "no reason of what was looked at: {why}"
    );
    let refused = "not `portland`: units end Maneuvers in friendly territory";
    assert!(shown(&told, "move hovertank w2 portland").contains(refused), "{told}");
    let why = shown(&told, "why not portland");
    assert!(why.starts_with("this choice not portland: units end Maneuvers in friendly territory"), "{why}");
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
    let told = western_front(&format!("{before}{}\n", lines.join("\n")));
    for line in lines {
        let why = shown(&told, line);
        assert!(!why.contains("this choice"), "{line}: {why}");
        assert_eq!(why.matches("[FA ").count(), 1, "{line}: {why}");
    }
    assert!(shown(&told, lines[1]).starts_with("attack w-infantry w2 2: not las-vegas"), "{told}");
    assert!(shown(&told, lines[2]).starts_with("attack not w-infantry w4: it is not next to a declared"), "{told}");
    assert!(shown(&told, lines[3]).contains("portland: attacks already"), "{told}");
}

#[test]
fn the_last_part_of_a_name_is_enough() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let told = text(&piped(folder.path(), &game, "vegas 2\ndiego 1 angeles 2\nsan 1\n"));
    assert!(
        told.contains("us: las-vegas 2") && told.contains("us: los-angeles 2") && told.contains("us: san-diego 1"),
        "{told}"
    );
    assert!(
        shown_at(&told, "us", "san 1").starts_with("✗ which `san`? san-"),
        "a beginning of several is none: {told}"
    );
    // An action cannot be named so: nobody ends what they name.
    let told = maneuvers("maneuvers\n");
    assert!(shown(&told, "maneuvers").starts_with("✗"), "{told}");
}

/// Fortress America with this `adjust`, through a pipe.
fn adjusted(notation: &str, lines: &str) -> String {
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
    let told = text(&piped(folder.path(), &game, &(lines.join("\n") + "\n")));
    let shown = |line: &str| shown_at(&told, "us", line);
    // What was placed shows at once, and the question says how much.
    let first = "1 us: portland 2 → 2 × Infantry: U.S. Reserves → Portland 2 us: seattle 1 → Infantry: U.S. Reserves → Seattle \
                 Where do 24 Infantry stand? 3 of 24 so far";
    assert!(shown(lines[0]).starts_with(first), "{told}");
    assert!(shown(lines[1]).starts_with("3 us: dallas 2 "), "{told}");
    let later = "✗ not `mobile`: one type is placed after the other: this one comes later; legal:";
    assert!(shown(lines[2]).starts_with(later), "{told}");
    assert_eq!(shown(lines[3]), "✗ the question is about Infantry, not `w-mobile`");
    let in_cities = "2 units are set up in each city, and none elsewhere [FA Setup/4]";
    assert!(shown(lines[4]).starts_with(&format!("✗ not `boise`: {in_cities}; legal:")), "{told}");
    assert!(shown(lines[5]).starts_with(&format!("this choice not boise-basin: {in_cities}")), "{told}");
    assert!(shown(lines[6]).starts_with("✗ `dallas` was named already: name each once"), "{told}");
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
    let told = adjusted("turn turn southern; turns 2; s6: 5 s-infantry; s2: 2 s-infantry", &(lines.join("\n") + "\n"));
    let shown = |line: &str| shown_at(&told, "southern", line);
    let order = "✗ not `s2`: how many of which come is said first, then where those of each type stand; legal: 1 to 8";
    assert_eq!(shown(lines[0]), order, "{told}");
    assert!(
        shown(lines[1]).contains("southern: s-hovertank 5") && shown(lines[1]).contains("southern: s4 1"),
        "{told}"
    );
    assert!(shown(lines[2]).starts_with("✗ not `hovertank`: one type is placed after the other"), "{told}");
    let full = "no more than 5 units stand in a space [FA Reinforcements/2]";
    assert!(shown(lines[3]).starts_with(&format!("✗ not `s6`: {full}; legal:")), "{told}");
    let why = shown(lines[4]);
    assert!(why.contains("s6") && why.contains(full), "{told}");
    assert!(shown(lines[5]).contains("southern: s1 2"), "{told}");
    assert!(shown(lines[5]).contains("southern: s4 1"), "the next type is asked about on the same line: {told}");
}

#[test]
fn several_units_of_a_card_are_placed_by_a_number() {
    let lines = ["2 partisan seattle 1 helicopter portland"];
    let told = adjusted(
        "turn partisan-card 2; partisan-deck: p05; seattle: 0 us-helicopter; us-reserves: us-helicopter",
        &(lines.join("\n") + "\n"),
    );
    assert_eq!(told.matches("us: us-partisan seattle").count(), 2, "{told}");
    assert!(told.contains("us: us-helicopter portland"), "{told}");
    let lines = ["houston", "2 partisan yadkin", "why not 2 partisan houston", "partisan 1 boston"];
    let told = adjusted("turn partisan-card 2; partisan-deck: p04", &(lines.join("\n") + "\n"));
    let shown = |line: &str| shown_at(&told, "us", line);
    let not_named = "the card does not speak of it [FA Resolving Partisan Cards]";
    assert!(shown(lines[0]).starts_with(&format!("✗ not `houston`: {not_named}; legal:")), "{told}");
    let apart = "✗ not `yadkin`: a territory without a unit of this card comes first [FA Place Units Separately]";
    assert!(shown(lines[1]).contains("us: us-partisan yadkin") && shown(lines[1]).contains(apart), "{told}");
    assert!(shown(lines[2]).starts_with(&format!("this choice us-partisan: not houston: {not_named}")), "{told}");
    assert!(shown(lines[3]).contains("us: us-partisan boston"), "{told}");
}

#[test]
fn casualties_are_named_by_a_number() {
    let set = "turn assign us; corn-belt: w-marker/combat, 3 w-infantry, w-helicopter; houston: 0 us-helicopter; \
               boston: 0 us-helicopter; chicago: 2 us-helicopter, us-bomber";
    let dice = "dice miss miss miss miss hit hit hit miss miss miss miss miss";
    let lines = &format!("{dice}\ncommit corn-belt\n2 infantry 1 helicopter\n");
    let told = adjusted(set, lines);
    let told = shown_at(&told, "us", "2 infantry 1 helicopter");
    assert_eq!(told.matches("us: w-infantry corn-belt").count(), 2, "{told}");
    assert_eq!(told.matches("us: w-helicopter corn-belt").count(), 1, "{told}");
}

#[test]
fn a_discouraged_line_says_why() {
    let told = western_front_declaring("why declare dallas\npreview declare dallas\nwhy declare portland\n");
    let far = "no unit could come next to it in this turn: as Maneuvers end, the marker comes back [A-10]";
    let why = shown(&told, "why declare dallas");
    assert!(why.starts_with(&format!("`declare dallas` is legal here ! declare dallas is unwise: {far}")), "{told}");
    let preview = shown(&told, "preview declare dallas");
    assert!(preview.starts_with(&format!("would Declare Dallas ! unwise, Declare Dallas: {far}")), "{told}");
    let wise = shown(&told, "why declare portland");
    assert!(wise.starts_with("`declare portland` is legal here") && !wise.contains("unwise"), "{told}");
}

#[test]
fn a_command_takes_precedence_over_a_name_with_the_same_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let told = text(&piped(folder.path(), &game, "seat southern random\n"));
    assert!(told.contains("✓ Southern Invader is random now"), "{told}");
}

#[test]
fn odds_cover_one_battle_and_say_where_they_end() {
    let told = maneuvers("end\ncommit portland san-francisco\nodds portland\n");
    let odds = shown(&told, "odds portland");
    assert!(
        odds.starts_with("odds of portland:") && odds.contains("values at the time of the next question"),
        "{odds}"
    );
}

#[test]
fn a_coalition_resigns_together() {
    let told = maneuvers("resign southern yes\n");
    assert!(told.contains("U.S. Player wins: Western Invader, Southern Invader and Eastern Invader resign"), "{told}");
}

#[test]
fn a_distribution_question_shows_what_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let game = ["fortress-america", "--seed", "3", "--open", "--no-record"];
    let told = text(&piped(folder.path(), &[&game[..], &base[..]].concat(), "portland 2 seattle 1\nundo\nundo\n"));
    assert!(
        shown_at(&told, "us", "portland 2 seattle 1").contains("Where do 24 Infantry stand? 3 of 24 so far"),
        "{told}"
    );
    let taken_back = told.rsplit_once("> undo\n").unwrap().1;
    assert!(!taken_back.contains("so far"), "{taken_back}");
}

/// A plural stands after a number; a name without a plural stays as it is.
#[test]
fn several_are_called_by_their_plural() {
    let told = maneuvers("legal move\n");
    assert!(told.contains("Move 1 Helicopter in Western Zone 2"), "{told}");
    let pack = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(pack.path().join("scenarios/fortress-america")).expect("made");
    let file = |path: &str, text: &str| std::fs::write(pack.path().join(path), text).expect("written");
    file("pack.toml", "id = \"own\"\nversion = \"1.0.0\"\n");
    let first = |plural: &str| {
        let piece = "[meta]\ngame = \"fortress-america\"\n[[piece]]\nid = \"us-infantry\"\n";
        file("scenarios/fortress-america/board.toml", &format!("{piece}{plural}"));
        let folder = tempfile::tempdir().expect("a folder");
        let packs = ["--base", env!("CARGO_MANIFEST_DIR"), "--pack", pack.path().to_str().expect("text")];
        let game = ["fortress-america", "--scenario", "standard", "--seed", "1", "--open", "--no-record"];
        text(&piped(folder.path(), &[&game[..], &packs[..]].concat(), ""))
    };
    assert!(first("plural = \"Infantrymen\"\n").contains("Where do 24 Infantrymen stand?"));
    assert!(first("short = \"I\"\n").contains("Where do 24 Infantry stand?"));
}

/// `undo` takes back one answer: first the last part of the last move in a line, then the move before it.
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
    let is = |table: &Table| (notation::print(table.board(), table.position()), table.hash());
    let before = is(&table);
    let here = table.here();
    table.play(None, "move w-hovertank w2 1 to w3").unwrap();
    let moved = is(&table);
    table.play(None, "move w-hovertank w4 1").unwrap();
    assert!(table.row_words().iter().all(|row| row[0] == "to"), "where to is asked: {:?}", table.row_words());
    table.undo().unwrap();
    assert_eq!(is(&table), moved, "the half of a move is gone, the one before it stands");
    while table.here() != here {
        table.undo().unwrap();
    }
    assert_eq!(is(&table), before);
    table.play(None, "move w-hovertank w2 1 to w3").unwrap();
    assert_eq!(is(&table), moved, "and it may be entered again");
}

#[test]
fn later_moves_of_a_line_may_leave_out_the_count() {
    let line = "move hovertank w2 w1 hovertank w3 w2";
    let told = shown(&maneuvers(&format!("{line}\n")), line);
    assert!(told.contains("western: move w-hovertank w3 1") && !told.contains("what?"), "{told}");
    assert!(told.contains("Western Zone 3 → Western Zone 2"), "{told}");
}

#[test]
fn another_move_replaces_a_partial_move() {
    let lines = ["move 1 hovertank w2 las-vegas", "move 1 helicopter w2 w1", "move 1 hovertank w2", "end"];
    let told = maneuvers(&lines.map(|line| format!("{line}\n")).concat());
    assert!(shown(&told, lines[0]).contains("✗ not `las-vegas`"), "{told}");
    let anew = shown(&told, lines[1]);
    assert!(anew.starts_with("✓ `move w-hovertank w2 1` is taken back"), "{told}");
    assert!(anew.contains("Helicopter: Western Zone 2 → Western Zone 1"), "{told}");
    assert!(shown(&told, "end").starts_with("✓ `move w-hovertank w2 1` is taken back"), "{told}");
}

#[test]
fn a_missing_number_is_asked_for_before_rules_are_cited() {
    let set = "turn maneuvers southern; turns 2; s6: 2 s-bomber; san-antonio: s-marker/combat";
    let lines = ["move bomber s6 san antonio", "move bombers s6 1 san antonio"];
    let told = adjusted(set, &(lines.join("\n") + "\n"));
    let how_many = "✗ how many? `san-antonio` is no number; legal: 1, 2";
    assert_eq!(shown_at(&told, "southern", lines[0]), how_many, "{told}");
    assert!(shown_at(&told, "southern", lines[1]).contains("southern: to san-antonio"), "{told}");
}

#[test]
fn a_count_does_not_continue_with_the_next_type() {
    let lines = ["3 infantry 5 hovertank", "infantry s1 2 s4 1", "s4 4 s1 1 s1 2"];
    let set = "turn turn southern; turns 2; s2: 2 s-infantry";
    let told = adjusted(set, &(lines.join("\n") + "\n"));
    let past = "✗ `s1` is left over: all Infantry have their places, and the question is about Hovertanks;";
    assert!(!shown_at(&told, "southern", lines[1]).contains('✗'), "{told}");
    assert!(!told.contains(past), "{told}");
    let told = adjusted(set, "3 infantry 5 hovertank\ns1 2 s4 1 s1 2\nhovertanks s4 4 s1 1\n");
    let shown = shown_at(&told, "southern", "s1 2 s4 1 s1 2");
    assert!(shown.contains(past) && !shown.contains("southern: s1 2 6"), "{told}");
    assert!(shown_at(&told, "southern", "hovertanks s4 4 s1 1").contains("southern: s4 4"), "{told}");
}

#[test]
fn names_are_read_without_points_and_pieces_by_their_plural() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--seed", "1", "--no-record", "--base", env!("CARGO_MANIFEST_DIR")];
    let told = text(&piped(folder.path(), &game, "st louis 2\nst. louis 1\n"));
    assert!(told.contains("us: st-louis 2"), "{told}");
    assert!(shown_at(&told, "us", "st. louis 1").contains("`st-louis` was named already"), "{told}");
}

#[test]
fn a_number_instead_of_an_action_cites_no_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["fortress-america", "--scenario", "ready-to-play", "--seed", "7", "--open", "--no-record"];
    let cards = ["--option", "invader-cards=on", "--base", env!("CARGO_MANIFEST_DIR")];
    let lines = "adjust turn turn southern; turns 2\n3 infantry 5 hovertank\n";
    let told = text(&piped(folder.path(), &[&game[..], &cards[..]].concat(), lines));
    let actions = "✗ `3` does not fit here: legal: bring-units, draw-card";
    assert!(shown_at(&told, "southern", "3 infantry 5 hovertank").starts_with(actions), "{told}");
}

#[test]
fn a_count_may_stand_before_or_after_the_name() {
    let told = maneuvers("adjust w2: w-mobile\ncarry 1 infantry w2 1 w1\n");
    let told = shown(&told, "carry 1 infantry w2 1 w1");
    assert!(told.contains("western: carry w-infantry w2 1") && told.contains("western: to w1"), "{told}");
}

#[test]
fn an_end_action_that_must_wait_says_so_among_rows_of_one_word() {
    let set = "turn assign western; portland: w-marker/combat, 0 us-mobile, 2 w-bomber";
    let battle = "dice miss hit miss\nend\n";
    let told = adjusted(set, &format!("{battle}end-i\nend\n"));
    assert!(shown(&told, "end").contains("a Bomber that must leave can still land somewhere"), "{told}");
    let told = adjusted(set, &format!("{battle}move 1 infantry w2\nend\n"));
    let waits = "`move w-infantry w2 1` waits for its next word: `undo` takes it back";
    assert!(told.contains(waits), "{told}");
}

#[test]
fn control_is_shown_once_for_each_space() {
    let told = western_front_declaring("adjust portland: 2 w-infantry, w-marker/control\nshow\nshow portland\n");
    let line = told.lines().rev().find(|line| line.contains("Portland: ")).unwrap();
    assert!(line.contains("1W") && !line.contains("Control"), "{told}");
    assert!(shown(&told, "show portland").contains("Control Western Invader"), "{told}");
}
