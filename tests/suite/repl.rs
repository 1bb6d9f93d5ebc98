//! Runs `cardwright play` with lines through a pipe and checks the transcript.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs/demo");

pub(crate) fn piped(folder: &Path, arguments: &[&str], lines: &str) -> Output {
    piped_bytes(folder, arguments, lines.as_bytes())
}

fn piped_bytes(folder: &Path, arguments: &[&str], lines: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.args(["--pack", DEMO, "play"]).args(arguments);
    command.current_dir(folder).env("CARDWRIGHT_DATA", folder).env("CLICOLOR_FORCE", "0").env_remove("COLUMNS");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("the command reads its input");
    stdin.write_all(lines).expect("the command takes the lines");
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

pub(crate) fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("it writes UTF-8")
}

#[test]
fn a_piped_session_is_a_readable_transcript() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "# Red opens\nstir hills\n\nraise ri\nlog 2\nquit\n";
    let output = piped(folder.path(), &["demo", "--seed", "3", "--seat", "blue=random"], lines);
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    assert!(!text.contains('\u{1b}'), "colour in a pipe");
    for part in [
        "Demo · The Demo   ▶ Red  ",
        "red> stir hills\n   1 red: stir hills\n        →  Points 3 → 2 red\n         rolled d6: 5 6\n        →  The Hills",
        "red> raise ri\n   2 red: raise river\n        →  Hidden: Pool → River · Points 2 red → 1 red\n",
        "red> log 2\n   1 red: stir hills\n",
        "event 2, after 2 answers\n",
        "go on with: cardwright play --resume ",
    ] {
        assert!(text.contains(part), "`{part}` is missing from\n{text}");
    }
}

#[test]
fn a_line_that_is_not_utf8_is_refused_and_the_session_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = ["demo", "--seed", "3", "--no-record", "--open"];
    let output = piped_bytes(folder.path(), &open, b"hash\n\xff\xfe\nseed\n");
    let text = text(&output);
    assert!(text.contains("not UTF-8") && text.contains("seed 3"), "{text}");
    assert_eq!(output.status.code(), Some(1), "{text}");
}

#[cfg(unix)]
#[test]
fn a_session_that_is_stopped_says_how_to_resume() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command.args(["--pack", DEMO, "play", "demo", "--seed", "3", "--open", "--record", "game.cwr"]);
        command.current_dir(folder.path()).env("CARDWRIGHT_DATA", folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("the command reads its input");
        let mut output_lines = std::io::BufReader::new(child.stdout.take().expect("the command writes output"));
        stdin.write_all(b"stir hills\n").expect("the command takes a line");
        let mut line = String::new();
        while !line.contains("1 red: stir hills") {
            line.clear();
            assert!(output_lines.read_line(&mut line).expect("a line of output") > 0, "it ended too soon");
        }
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("`kill` runs");
        assert!(kill.success());
        let output = child.wait_with_output().expect("the command ends");
        let transcript = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(transcript.contains("go on with: cardwright play --resume game.cwr"), "{transcript}");
        assert_eq!(output.status.code(), Some(code), "{transcript}");
        drop(stdin);
    }
}

#[test]
fn the_output_quotes_only_a_part_of_a_very_long_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = ["demo", "--seed", "3", "--no-record", "--open"];
    for line in ["x".repeat(40_000), "stir ".repeat(8_000), format!("why {}", "y".repeat(40_000))] {
        let output = piped(folder.path(), &open, &format!("{line}\n"));
        let answer_size = output.stdout.len() - line.len();
        assert!(answer_size < 8_000, "{answer_size} bytes of answer");
    }
}

#[test]
fn a_refused_line_fails_the_session_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = piped(folder.path(), &["demo", "--seed", "3", "--no-record", "--open"], "stir port\nhash\nundo\n");
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("✗ not `port`: no open band there [DM 2.1]; only hills is legal"), "{text}");
    assert!(text.contains("there is nothing to undo"), "{text}");
    let unchanged_game = piped(folder.path(), &["demo", "--seed", "3", "--no-record", "--open"], "hash\n");
    let hash = |text: &str| text.lines().find(|l| l.starts_with("full ")).map(str::to_owned);
    assert_eq!(hash(&text), hash(&String::from_utf8_lossy(&unchanged_game.stdout)), "the game is unchanged");
    assert!(unchanged_game.status.success());
}

#[test]
fn the_message_of_a_resumed_game_numbers_events_as_the_title_and_goto_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("mine.cwr");
    let record = record.to_str().expect("a path");
    piped(folder.path(), &["demo", "--seed", "3", "--record", record], "raise port\nraise river\nundo\n");
    let resumed = piped(folder.path(), &["--resume", record], "goto 9\n");
    let transcript = String::from_utf8_lossy(&resumed.stderr);
    assert!(transcript.contains("mine.cwr at event 1\n"), "{transcript}");
    let text = text(&resumed);
    assert!(text.starts_with("-- Red --\n"), "the heading names the asked side: {text}");
    assert!(text.lines().any(|title| title.starts_with("Demo · ") && title.ends_with("event 1")), "{text}");
    assert!(text.contains("there are events 0 to 2"), "{text}");
}

#[test]
fn a_session_resumes_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("mine.cwr");
    let record = record.to_str().expect("a path");
    let first = piped(folder.path(), &["demo", "--seed", "3", "--record", record], "raise port\nadjust points 7\n");
    assert!(first.status.success(), "{}", text(&first));
    let resumed = piped(folder.path(), &["--resume", record], "log\nshow points\n");
    let text = text(&resumed);
    assert!(resumed.status.success(), "{text}");
    assert!(text.contains("red: raise port") && text.contains("red> show points\n") && text.contains(" 7\n"), "{text}");
}

#[test]
fn new_rules_apply_from_the_next_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path().join("pack");
    copy(Path::new(DEMO), &pack);
    let texts = pack.join("scripts/demo/text.toml");
    let fresh = std::fs::read_to_string(&texts).expect("texts").replace("Red acts", "Red moves");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    command.arg("--pack").arg(&pack).args(["play", "demo", "--seed", "3", "--no-record"]);
    command.current_dir(folder.path()).env("CARDWRIGHT_DATA", folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("the command reads its input");
    std::fs::write(&texts, fresh).expect("texts are written");
    stdin.write_all(b"reload\nlegal\n").expect("the command takes the lines");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("Red moves"), "{text}");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the pack is there") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

#[test]
fn an_answer_for_another_side_may_be_typed_in_two_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "adjust port: guard, unrest 2; hills: guard, unrest 1\ndice 5\nblue: bribe\nport\nlog 1\n";
    let output = piped(folder.path(), &["demo", "--seed", "3", "--no-record", "--open"], lines);
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("red> blue: bribe\n`bribe` what? hills | port\n"), "{text}");
    assert!(
        text.contains("red> port\n   2 blue: bribe port\n         rolled d6: 5\n        →  Port Unrest 2 → 1\n"),
        "{text}"
    );
}

#[test]
fn a_refused_last_line_is_reported_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = piped(folder.path(), &["demo", "--seed", "3", "--no-record", "--open"], "nonsense\n");
    assert_eq!(text(&output).matches('✗').count(), 1, "{}", text(&output));
    let open = piped(folder.path(), &["demo", "--seed", "3", "--no-record", "--open"], "stir\n");
    assert!(!text(&open).contains("nonsense"));
}

#[test]
fn resume_last_continues_the_game_played_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = piped(folder.path(), &["--resume", "last"], "");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no record is in the data folder yet"));
    piped(folder.path(), &["demo", "--seed", "3"], "raise port\n");
    let resumed = piped(folder.path(), &["--resume", "last"], "log\n");
    assert!(text(&resumed).contains("red: raise port"), "{}", text(&resumed));
    // The time of a file does not decide, because a copy or a restored backup changes it.
    let games = || {
        std::fs::read_dir(folder.path().join("games")).expect("a folder").map(|entry| entry.expect("an entry").path())
    };
    let first = games().find(|path| path.extension().is_some_and(|extension| extension == "cwr")).expect("a record");
    piped(folder.path(), &["demo", "--seed", "3"], "raise hills\n");
    let later = std::time::UNIX_EPOCH + std::time::Duration::from_secs(4_000_000_000);
    std::fs::File::options().append(true).open(first).expect("a record").set_modified(later).expect("a time");
    let resumed = piped(folder.path(), &["--resume", "last"], "log\n");
    assert!(text(&resumed).contains("red: raise hills"), "{}", text(&resumed));
}

#[test]
fn the_file_name_of_a_record_does_not_contain_the_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = piped(folder.path(), &["demo", "--seed", "48151623"], "raise port\n");
    let transcript = format!("{}{}", text(&output), String::from_utf8_lossy(&output.stderr));
    assert!(transcript.contains("demo-") && !transcript.contains("48151623"), "{transcript}");
}

#[test]
fn a_finished_game_can_be_reopened_and_gets_new_notes() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = ["demo", "--seed", "3", "--seat", "blue=random", "--record", "game.cwr"];
    let played =
        text(&piped(folder.path(), &open, "raise port\nnote it begins\nstir hills\nundo\nresign yes\nsummary\n"));
    assert!(
        played.contains("Blue wins") && played.contains("\n  actions Raise 1 · Stir 1\n  pieces  Band +1\n"),
        "{played}"
    );
    assert!(
        played.contains(
            "Points (1 to 3)\n  the game  3 █▄▁▁ 1\n  a column for the start, and one for each of 3 events of the log"
        ),
        "{played}"
    );
    let lines = "goto 1\nshow port\nnote the Port stalls\nraise river\ngoto end\nnote\n";
    let output = piped(folder.path(), &["--resume", "game.cwr"], lines);
    let transcript = text(&output);
    for part in [
        "▶ Red",
        "event 1\n",
        "event 1 of 3 · then 2 red: stir hills · Enter goes on, `goto end` returns\nevent 1> show port\n",
        "✓ noted at event 1\n",
        "✗ the game is over, and you look back at it",
        "over> note\n   1 red: raise port\n        note  it begins\n        note  the Port stalls\n",
    ] {
        assert!(transcript.contains(part), "`{part}` is missing from\n{transcript}");
    }
    let mut replay = Command::new(env!("CARGO_BIN_EXE_cardwright"));
    replay.args(["--pack", DEMO, "replay", "game.cwr"]).current_dir(folder.path());
    let transcript = text(&replay.env("CARDWRIGHT_DATA", folder.path()).output().expect("the command runs"));
    assert!(
        transcript.contains("   1 red: raise port\n") && transcript.contains("        note  the Port stalls\n"),
        "{transcript}"
    );
    let verified = replay.args(["--verify"]).output().expect("the command runs");
    assert_eq!(text(&verified), "ok: 3 events with equal hashes\n");
}

#[test]
fn a_preview_shows_control_and_margins() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "preview rally oriente\n";
    let output = piped(folder.path(), &["cuba-libre", "--seed", "8", "--no-record"], line);
    let text = text(&output);
    assert!(text.contains("Oriente Control none → Directorio"), "{text}");
    assert!(text.contains("Directorio Margin -8 → -6"), "{text}");
}

#[test]
fn active_effects_and_actions_are_shown_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "adjust in-force raul m26 game 0; in-force sim govt campaign 0\npass\npreview rally oriente\nsummary\n";
    let arguments =
        ["cuba-libre", "--seed", "8", "--open", "--no-record", "--seat", "govt=nonplayer", "--seat", "dr=nonplayer"];
    let text = text(&piped(folder.path(), &arguments, lines));
    assert!(text.contains("Raúl (26July)") && text.contains("S.I.M. (Government"), "{text}");
    assert!(text.contains("  would Rally in Oriente"), "{text}");
    assert!(text.contains("Event 1 · Turn 1") && !text.contains("Turn by rule"), "{text}");
}

/// At a physical table the player types the first cards and the picks. The output lists the pieces to move.
#[test]
fn at_a_physical_table_the_player_types_rolls_and_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["cuba-libre", "--scenario", "solo-26july", "--seed", "1", "--dice", "ask", "--cards", "ask"];
    let first_cards = "20\n7\n";
    let lines = format!(
        "{first_cards}adjust current: 19\npass\nnowhere\n77\nshow 20\nundo\npass\n{}undo\nquit\n",
        "roll\n".repeat(6)
    );
    let output = piped(folder.path(), &[&arguments[..], &["--no-record"]].concat(), &lines);
    let transcript = text(&output);
    for part in [
        "? the card on top of deck: type the card; `roll`: the program draws\ndeck> 20\n",
        "deck> 7\n",
        "✗ card `20` is in play, and its effects have begun: `adjust` does not",
        "pick> nowhere\n✗ `nowhere` is not one of the things to pick:",
        "\n✓ `pass` is not played: the outcomes given for it are dropped\n",
        "  the program has ",
        "    to move (Government):\n",
        "    to move back:\n",
        "20 The Twelve: played → current",
    ] {
        assert!(transcript.contains(part), "`{part}` is missing from\n{transcript}");
    }
    // If the input ends before all outcomes are entered, the output says that the answer was not given.
    let output =
        piped(folder.path(), &[&arguments[..], &["--record", "game.cwr"]].concat(), &format!("{first_cards}pass\n"));
    let transcript = text(&output);
    assert!(
        transcript.contains("✗ the session ends before this was entered: one of ")
            && transcript.contains("`pass` was not"),
        "{transcript}"
    );
    assert_eq!(output.status.code(), Some(1), "{transcript}");
    // A resumed game asks for outcomes again.
    let continued = piped(folder.path(), &["--resume", "game.cwr", "--dice", "ask", "--cards", "ask"], "pass\n");
    assert!(text(&continued).contains("✗ the session ends before this was entered: one of "), "{}", text(&continued));
    // The input may also end before the first choice.
    let output = piped(folder.path(), &[&arguments[..], &["--no-record"]].concat(), "20\n");
    let transcript = String::from_utf8_lossy(&output.stderr).into_owned();
    let rolled = piped(folder.path(), &[&arguments[..], &["--no-record"]].concat(), "20\nroll\n");
    let named = text(&rolled).lines().filter(|line| line.starts_with("  the program has ")).count();
    assert_eq!(named, 1, "the output names the card that the program draws: {}", text(&rolled));
    assert!(transcript.contains("the game does not start: nobody entered the card on top of deck"), "{transcript}");
    let bots_only = ["demo", "--seat", "all=random", "--dice", "ask", "--no-record"];
    let output = piped(folder.path(), &bots_only, "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("need a side that a person plays"));
}

#[test]
fn a_resumed_open_game_is_still_open() {
    let folder = tempfile::tempdir().expect("a folder");
    piped(folder.path(), &["banana-wars", "--seed", "7", "--open"], "play 05\n");
    let output = piped(folder.path(), &["--resume", "last"], "show hand\n");
    let text = text(&output);
    assert!(!text.contains("Pass the keyboard"), "{text}");
    assert!(text.contains("hand"), "{text}");
}

#[test]
fn the_set_up_log_lists_the_places_of_all_pieces() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = piped(folder.path(), &["cuba-libre", "--seed", "8", "--no-record"], "log set-up\n");
    let text = text(&output);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A line lists the destinations of all pieces of one type.
    let troops = "Troops: Available Forces → Havana ×6, Las Villas ×3, Camagüey (City), Santiago de Cuba ×2 ·";
    assert!(words.contains(troops), "{text}");
    assert!(words.contains("2 × Directorio Guerrilla: Available Forces → Havana ·"), "{text}");
    // The set-up log ends before the first card is played, even if a Non-player plays it.
    let seats = ["cuba-libre", "--seed", "8", "--no-record", "--seat", "govt=nonplayer", "--seat", "dr=nonplayer"];
    let output = piped(folder.path(), &seats, "log set-up\n");
    let text = self::text(&output);
    let laid_out = text.split("log set-up\n").last().unwrap_or_default();
    assert!(laid_out.contains("Available Forces → Havana"), "{laid_out}");
    assert!(!laid_out.contains("──") && !laid_out.contains("turn"), "{laid_out}");
}

#[test]
fn a_group_of_collapsed_rows_shows_pieces_without_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let seats = ["govt=nonplayer", "dr=nonplayer", "synd=nonplayer"].map(|seat| ["--seat", seat]).concat();
    let game = [vec!["cuba-libre", "--seed", "8", "--no-record"], seats].concat();
    let output = piped(folder.path(), &game, "march la-habana 1 matanzas\n?\nlegal withdraw\n");
    let text = text(&output);
    let collapsed_row = text.lines().find(|line| line.contains("withdraw …")).unwrap_or_else(|| panic!("{text}"));
    assert!(collapsed_row.trim_end().ends_with("withdraw …  m26-guerrilla"), "{collapsed_row}");
    assert!(text.contains("withdraw m26-guerrilla+moved matanzas 1"), "the full row has the mark:\n{text}");
}

/// Plays lines in an open game of Banana Wars and returns the transcript.
fn banana_wars(lines: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let base = ["--base", env!("CARGO_MANIFEST_DIR")];
    let arguments = ["banana-wars", "--seed", "3", "--open", "--no-record"];
    text(&piped(folder.path(), &[&arguments[..], &base[..]].concat(), lines))
}

/// Returns the output after a line, up to the next prompt.
fn output_of<'a>(transcript: &'a str, line: &str) -> &'a str {
    let after = transcript.split_once(&format!("> {line}\n")).map_or("", |(_, after)| after);
    let ends = ["\nus> ", "\nactivista> "].into_iter().filter_map(|prompt| after.find(prompt));
    ends.min().map_or(after, |end| &after[..end])
}

#[test]
fn an_action_of_two_words_may_be_typed_with_a_blank() {
    let transcript = banana_wars(
        "adjust turn activista-actions; activista-action 2; cuba: 2 agitator\npreview raise agitators haiti\n\
         preview raise-agitators haiti\nadjust turn us-actions; us-action 1\n\
         create rebels cuba\n",
    );
    let preview = output_of(&transcript, "preview raise agitators haiti");
    assert!(preview.contains("would Raise Agitators in Haiti"), "{transcript}");
    assert_eq!(preview, output_of(&transcript, "preview raise-agitators haiti"));
    assert!(
        output_of(&transcript, "create rebels cuba").contains("not `create-rebels`: an action of the Activista"),
        "{transcript}"
    );
}

#[test]
fn a_preview_titles_a_card_by_the_played_half_and_show_lists_its_fields() {
    let transcript = banana_wars("adjust turn us-card; us hand: 09 48\npreview play 09\nshow 01\n");
    let preview = output_of(&transcript, "preview play 09");
    assert!(preview.contains("09 ") && !preview.contains("Panama Breaks Away"), "{transcript}");
    assert!(
        output_of(&transcript, "show 01").contains("kind administration · administration 1 · commodity bananas"),
        "{transcript}"
    );
}

#[test]
fn a_line_that_ends_before_dice_takes_no_default_except_in_odds() {
    let transcript = banana_wars(
        "adjust turn us-actions; us-action 1; military-resources 5; tobacco: stability 1; cuba: crisis 0\n\
         preview improve-market tobacco\nodds improve-market tobacco\n\
         odds improve-market tobacco pay us-action\nimprove-market tobacco\n",
    );
    let preview = output_of(&transcript, "preview improve-market tobacco");
    let goes_on = "`preview improve-market tobacco pay us-action` goes on";
    assert!(preview.contains("Who pays 1 AP?") && preview.contains(goes_on), "{transcript}");
    let odds = output_of(&transcript, "odds improve-market tobacco").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(odds.starts_with("odds of improve-market tobacco pay us-action: "), "{transcript}");
    assert!(output_of(&transcript, "odds improve-market tobacco pay us-action").contains("odds of"), "{transcript}");
    let played = transcript.rsplit("> improve-market tobacco\n").next().unwrap_or_default();
    assert!(played.contains("Who pays 1 AP?") && !played.contains("rolled"), "{transcript}");
}

#[test]
fn odds_show_full_labels_and_only_the_goal_of_the_asked_side() {
    let transcript = banana_wars(
        "adjust turn us-actions; us-action 2; cuba: 2 usa, 0 rebel, crisis 1; bananas: stability 5\n\
         odds operate cuba pay us-action --to question\n",
    );
    let odds = output_of(&transcript, "odds operate cuba pay us-action --to question");
    assert_eq!(odds.matches("  Crises and red markets 0, at most 1 ").count(), 1, "{transcript}");
    assert!(!odds.contains("at least 2"), "only the goal of the asked side is listed: {transcript}");
    assert!(odds.contains("Crisis ended in Cuba: "), "{transcript}");
    assert!(odds.lines().all(|line| line.chars().count() <= 80), "{transcript}");
}

#[test]
fn the_screen_says_how_to_list_a_long_open_pile() {
    let transcript = banana_wars("adjust removed: 01 02 03 04 05 06 07 08 09 10\nshow\nshow removed\n");
    assert!(transcript.contains("removed 10 cards (`show removed`)"), "{transcript}");
    assert!(output_of(&transcript, "show removed").contains("10 "), "{transcript}");
}

#[test]
fn the_log_begins_with_track_values_and_ends_with_the_result() {
    let transcript = banana_wars("log set-up\nresign yes\nlog\n");
    let set_up = output_of(&transcript, "log set-up").split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["US Military Resources 10", "Market Stability of each market 5", "Country Track of each country 1"] {
        assert!(set_up.starts_with("at first ") && set_up.contains(part), "`{part}`: {transcript}");
    }
    let log = transcript.rsplit("> log\n").next().unwrap_or_default();
    assert!(log.contains("United States wins: Activista resigns"), "{transcript}");
}

#[test]
fn the_summary_counts_log_texts_under_their_titles() {
    let transcript = banana_wars(
        "adjust turn us-turn; military-resources 10; cuba: crisis 0, 0 rebel; haiti: 0 agitator\n\
         play #1\nsummary\n",
    );
    assert!(!transcript.contains("Free point of us"), "{transcript}");
    assert!(output_of(&transcript, "summary").contains("Free points"), "{transcript}");
}

/// The preview shows the actions of Non-players with their names.
#[test]
fn a_preview_names_sides_played_by_scripts() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = ["govt=nonplayer", "dr=nonplayer", "synd=nonplayer"].map(|seat| ["--seat", seat]);
    let game = [&["cuba-libre", "--seed", "7", "--no-record"][..], &rules.concat()].concat();
    let text = text(&piped(folder.path(), &game, "preview pass\n"));
    assert!(text.contains("\n        Directorio: 8.6.1: Terror in Havana: Active Support is there\n"), "{text}");
}

/// A player of two sides keeps the keyboard for both, and sees both hands but no others.
#[test]
fn a_player_of_two_sides_keeps_the_keyboard() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs/harbour");
    let game = ["harbour", "--pack", pack, "--seed", "3", "--no-record"];
    let output = piped(folder.path(), &[&game[..], &["--players", "2"]].concat(), "seats\nplay 05\nplay 02\nquit\n");
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    let parts: Vec<&str> = text.lines().filter(|line| line.starts_with("-- ")).collect();
    assert_eq!(parts, ["-- West and South --", "-- Home --"], "{text}");
    for part in [
        "▶ West and South  west, south  human\n  Home            home  human\n",
        "\nWest hand  05 Cargo 5",
        "\nSouth hand  02 Cargo 2",
        "\nHome hand 3 cards",
        "besides home: wave",
    ] {
        assert!(text.contains(part), "`{part}` is missing from\n{text}");
    }
    assert!(
        !text.contains("East   ") && !text.contains("East hand"),
        "a side that is not in play has no line:\n{text}"
    );
    let refused = piped(folder.path(), &[&game[..], &["--players", "7"]].concat(), "");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("option `players`: `7` is not one of 2, 3, 4"));
    let refused = piped(folder.path(), &["demo", "--players", "2"], "");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("`--players 2`: Demo always has one player per side"));
}
