//! Screens of the published games: they fit on one page and show what a player needs.
#![allow(clippy::unwrap_used, missing_docs)]

use cardwright_bots::RandomBot;
use cardwright_cli::repl::PipedPrompt;
use cardwright_content::{GameInfo, PackSource, render};
use cardwright_script::Program;
use cardwright_state::val::PlainValue;
use cardwright_table::Viewer;
use cardwright_table::{Library, SetUp, Table};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// Widths and heights of the terminal, in characters.
const PAGES: [(usize, usize); 4] = [(80, 24), (100, 40), (120, 40), (160, 50)];

/// The games, loaded once for all screens.
static GAMES: LazyLock<Vec<(Arc<Program>, GameInfo)>> = LazyLock::new(|| {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let load = |id: &str| library.load(id).unwrap_or_else(|e| panic!("{}", render(&e, false))).0;
    library.games().into_iter().map(|info| (load(&info.id), info)).collect()
});

/// Starts an open game.
fn start(game: &str, scenario: &str, seed: u64) -> Table {
    start_with_log(game, scenario, seed, false)
}

/// Starts an open game. If `is_logged` is true, changes are logged.
fn start_with_log(game: &str, scenario: &str, seed: u64, is_logged: bool) -> Table {
    let (program, _) = GAMES.iter().find(|(_, info)| info.id == game).unwrap();
    let set_up = SetUp { scenario: scenario.into(), seed, open: true, ..SetUp::default() };
    let mut vm = program.vm().unwrap();
    vm.set_structured_log(is_logged);
    Table::start(program.clone(), vm, &set_up).unwrap()
}

fn cuba_libre() -> Table {
    start("cuba-libre", "standard", 5)
}

/// Plays this many random answers, or fewer if the game ends or an answer fails.
fn play_random_answers(table: &mut Table, player: &mut RandomBot, answers: usize) {
    for _ in 0..answers {
        if table.is_over() || table.answer_with_bot(player).is_err() {
            break;
        }
    }
}

/// Puts a table at a prompt that does not watch files.
fn prompt(table: Table, (width, height): (usize, usize)) -> PipedPrompt {
    PipedPrompt::with_page(table, Library::open(vec![]).unwrap(), width, height)
}

fn screen(table: Table, page: (usize, usize)) -> String {
    prompt(table, page).screen()
}

#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing from\n{text}");
    }
}

/// Counts the lines that a screen takes, including the input line.
fn line_count(screen_text: &str) -> usize {
    screen_text.lines().count() + 1
}

#[track_caller]
fn assert_fits(screen_text: &str, (width, height): (usize, usize)) {
    let long_lines: Vec<&str> = screen_text.lines().filter(|l| l.chars().count() > width).collect();
    assert!(long_lines.is_empty(), "{width}×{height}: {long_lines:?} in\n{screen_text}");
    assert!(line_count(screen_text) <= height, "{width}×{height}: {} lines\n{screen_text}", line_count(screen_text));
}

#[test]
fn every_scenario_starts_on_one_page() {
    for (_, info) in GAMES.iter() {
        for scenario in &info.scenarios {
            let mut table = start(&info.id, &scenario.id, 5);
            if table.is_over() {
                continue; // Scripts play all sides.
            }
            for page in PAGES {
                let mut prompt = prompt(table, page);
                assert_fits(&prompt.screen(), page);
                table = prompt.into_table();
            }
        }
    }
}

#[test]
fn a_game_in_progress_fits_its_page() {
    let names = ["Havana", "Camagüey City", "Santiago", "Pinar del Río", "La Habana", "Oriente", "Sugar EC"];
    for seed in 1..6 {
        let mut table = start("cuba-libre", "standard", seed);
        let mut player = RandomBot::new(seed);
        for answers in [30, 60, 110] {
            play_random_answers(&mut table, &mut player, answers);
            for page in PAGES {
                let mut prompt = prompt(table, page);
                let screen_text = prompt.screen();
                table = prompt.into_table();
                assert_fits(&screen_text, page);
                assert_has(&screen_text, &["Cuba Libre", "▶ ", "Cities", "Margin "]);
                if page.0 > 80 {
                    continue; // Rows and columns are checked on the smallest page only.
                }
                let board =
                    || screen_text.lines().take_while(|l| !l.starts_with("Government ") && !l.starts_with("Economic"));
                assert!(!board().any(|l| l.starts_with(' ')), "a space takes two lines\n{screen_text}");
                for name in names {
                    let rows = board().filter(|l| l.starts_with(&format!("{name} "))).count();
                    assert!(rows <= 1, "{name}\n{screen_text}");
                }
            }
        }
    }
}

#[test]
fn the_smallest_page_of_cuba_libre_shows_everything_needed() {
    let screen_text = screen(cuba_libre(), (80, 24));
    assert_fits(&screen_text, (80, 24));
    assert_has(
        &screen_text,
        &[
            "Cuba Libre · Standard Deployment   ▶ Syndicate   ",
            "\nCities, Provinces  Pop  Terrain    Govt   26J    DR  Synd  Supp  Ctrl\n",
            "\nHavana             6               6T 4P         2U  1C    +2    Govt\n",
            "\nPinar del Río      1    forest                       1C    +2    Synd\n",
            "\nSierra Maestra     1    mountain          2U 1B            -2    26J\n",
            "\nonly Support -1 in Matanzas, Oriente\n\
             T Troops · P Police · U underground Guerrilla · B Base · C open Casino\n",
            "\nGovernment  Resources 15  Margin -2   Support 16 of 19, Cities 1 of 3\n",
            "\nSyndicate   Resources 15  Margin -15  Casinos 3 of 8, Resources 15 of 31\n",
            "\nAid 15 · US Alliance 2 firm\n",
            "\ncurrent card  40 Ambassador Smith · next card  29 Fauré Chomón\n    US Alliance one box down; Aid stays. · ",
            " no more than half of Aid.\n",
            "\nleft out: supplies (`show board`), `show tracks`, `show cards`, text (`show 29`)\n",
            "\nWhat do you do? (39 ways: `legal`)  #1 pass · event … · rally … · construct …\n  profit … · muscle … · bribe … · besides give, request, withdraw, close-casino\n",
        ],
    );
}

#[test]
fn a_large_page_shows_both_cards_totals_and_goals() {
    let screen_text = screen(cuba_libre(), (120, 45));
    assert_fits(&screen_text, (120, 45));
    assert_has(
        &screen_text,
        &[
            "\nCamagüey (City)       1                 1T 2P ",
            "\nCamagüey (Province)   1     forest ",
            "  Support   Control\n",
            "  Available 11U 3B    Opposition and Bases 7 of 16\n",
            "\nAvailable  4$\n",
            "\ncurrent card  40 Ambassador Smith  Syndicate, Government, Directorio, 26July\n    US Alliance one box down",
            "\nnext card  29 Fauré Chomón  Directorio, 26July, Government, Syndicate\n    The Directorio or 26July",
            "\n  #4-13   rally …      pinar-del-rio la-habana havana matanzas ",
        ],
    );
    assert!(!screen_text.contains("left out"), "{screen_text}");
}

/// Returns the sequence track after an adjustment, on card 40: Syndicate, Government, Directorio, 26July.
fn sequence(facts: &str) -> String {
    let mut table = cuba_libre();
    table.adjust(facts).unwrap();
    let screen_text = screen(table, (100, 60));
    let lines =
        screen_text.lines().skip_while(|l| !l.starts_with("Sequence")).take_while(|l| !l.starts_with("current"));
    lines.map(str::trim).collect::<Vec<_>>().join(" · ")
}

#[test]
fn the_sequence_track_shows_actions_and_options() {
    assert_eq!(
        sequence("synd did op-and-special; executed 1; first-did op-and-special; dr ineligible; turn turn govt"),
        "Sequence  Syndicate: an Operation and a Special Activity · \
         Government acts: the Event or a Limited Operation · Directorio ineligible · then 26July"
    );
    assert!(
        sequence("synd did event; executed 1; first-did event; turn turn govt")
            .contains("Government acts: an Operation and a Special Activity")
    );
    assert!(
        sequence("synd did op-only; executed 1; first-did op-only; turn turn govt")
            .contains("acts: a Limited Operation ·")
    );
    assert!(
        sequence("synd did passed; turn turn govt")
            .starts_with("Sequence  Syndicate: passed · Government acts · Directorio next")
    );
}

#[test]
fn margins_are_those_of_the_rules() {
    // Before the last adjustment the map has no pieces. Spaces that `places` does not change are neutral.
    let mut table = cuba_libre();
    let places = "havana: 2 casino, support 2; pinar-del-rio: casino/closed, support 0; la-habana: support 0; matanzas: dr-base, \
         support 0; las-villas: m26-base, support -2; camaguey-province: support 0; camaguey-city: support 0; oriente: support 0; \
         sierra-maestra: support 0; santiago-de-cuba: support 0; synd resources 40";
    table.adjust("havana: empty; pinar-del-rio: empty; la-habana: empty; matanzas: empty; las-villas: empty").unwrap();
    table
        .adjust("camaguey-province: empty; camaguey-city: empty; sierra-maestra: empty; santiago-de-cuba: empty")
        .unwrap();
    table.adjust(places).unwrap();
    let screen_text = screen(table, (160, 50)).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_has(
        &screen_text,
        &[
            "Margin -6 ", // twice Havana's Population of 6, minus 18
            "Margin -10", // twice a Population of 2, and a Base, minus 15
            "Margin -7 ", // the Population 1 of Matanzas and a Base, minus 9
            "Margin -5 ", // 2 open Casinos minus 7, although Resources are 10 above 30
            "Support 12 of 19, Cities 1 of 3 ",
            "Opposition and Bases 5 of 16 ",
            "Population and Bases 2 of 10 ",
            "Casinos 2 of 8, Resources 40 of 31 ",
        ],
    );
}

#[test]
fn the_smallest_page_shows_factions_at_victory() {
    let warning =
        "\n! Syndicate meets its conditions for victory: they are checked when the next\n  Propaganda card comes up\n";
    let mut table = cuba_libre();
    table.adjust("matanzas: 2 casino; oriente: 2 casino; las-villas: casino; synd resources 31").unwrap();
    assert_has(&screen(table, (80, 24)), &[warning]);
    let mut table = cuba_libre();
    table.adjust("matanzas: 2 casino; oriente: 2 casino; las-villas: casino; synd resources 30").unwrap();
    assert!(!screen(table, (80, 24)).contains("conditions for victory"), "one Resource is missing");
}

#[test]
fn banana_wars_shows_goals_and_the_played_card_once() {
    let mut table = start("banana-wars", "standard", 1);
    assert_has(
        &screen(table, (100, 40)),
        &["Crises and red markets 1, at least 2\n", "Crises and red markets 1, at most 1\n"],
    );
    table = start("banana-wars", "standard", 1);
    table.adjust("activista hand: 01 46").unwrap();
    let card = table.row_words().iter().position(|row| row.join(" ") == "play 46").expect("it is in the hand");
    table.answer(card, false).unwrap();
    let screen_text = screen(table, (100, 50));
    assert_has(&screen_text, &["\nplayed  46 Dock Strike"]);
    assert!(!screen_text.to_lowercase().contains("played card"), "{screen_text}");
}

#[test]
fn latin_intervention_shows_costs_and_losing_rows() {
    let mut table = start("latin-intervention", "standard", 1);
    let calm_screen = screen(table, (100, 40));
    assert_has(
        &calm_screen,
        &["What do you do? (22 ways)", "KGB +2 (green circles 1)", "Base Missile Base", "· Inf Influenced"],
    );
    assert!(!calm_screen.contains("KGB KGB") && !calm_screen.contains("! the Warning"), "{calm_screen}");
    table = start("latin-intervention", "standard", 1);
    table.adjust("threat 7; guatemala: us-influence; nicaragua: ussr-influence").unwrap();
    let tense_screen = screen(table, (100, 50));
    // Revolutionaries cost two circles, a Missile Base three.
    assert_has(&tense_screen, &["! the Warning is 2 away on the Threat Level", "ways, 8 unwise)"]);
    table = start("latin-intervention", "standard", 1);
    table.adjust("threat 8; turn placement us; first-player us; panama: us-influence").unwrap();
    let choice = cardwright_view::choice(&table, Viewer::OPEN).expect("the US is asked");
    let discouraged =
        |text: &str| choice.rows.iter().find(|row| row.text == text).map(|row| (row.discouraged, row.label.as_str()));
    assert_eq!(discouraged("place pacific-carrier panama"), Some((true, "Place Pacific carrier in Panama")));
    assert_eq!(discouraged("place cia belize"), Some((true, "Place CIA in Belize")));
    assert_eq!(discouraged("pass"), Some((false, "Pass")));
}

/// A line below the board explains each short name that the board uses, and no other.
#[test]
fn every_short_name_on_the_board_is_explained_and_no_other() {
    for (game, scenario) in [("cuba-libre", "standard"), ("banana-wars", "standard")] {
        let mut table = start(game, scenario, 4);
        let mut player = RandomBot::new(4);
        for _ in 0..6 {
            play_random_answers(&mut table, &mut player, 25);
            for page in PAGES {
                let mut prompt = prompt(table, page);
                let screen_text = prompt.screen();
                table = prompt.into_table();
                let view = cardwright_view::View::new(&mut table, Viewer::OPEN);
                let names = view.legend.pieces.iter().flat_map(|piece| piece.shorts.iter().zip(&piece.words));
                for (short, words) in names.filter(|(short, _)| *short != "$") {
                    // `2U` or `Inf` may be short names of pieces. A one-letter word without a count is not.
                    let is_this_name = |word: &str| {
                        let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
                        let is_name = name.len() < word.len() || name.chars().count() > 2;
                        is_name && name.split(['(', '+']).next() == Some(short.as_str())
                    };
                    let explanation = format!("{short} {words}");
                    let board = || screen_text.lines().filter(|line| !line.contains(&explanation));
                    let used = board().any(|line| line.split([' ', ',', ':']).any(is_this_name));
                    // If the board is cut off, names that are used further down are explained too.
                    let is_cut = screen_text.contains(" more line") && !used;
                    assert!(
                        is_cut || used == screen_text.contains(&explanation),
                        "`{explanation}` on {page:?}\n{screen_text}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_drawing_takes_50_ms_by_the_clock() {
    let mut table = start("cuba-libre", "standard", 3);
    play_random_answers(&mut table, &mut RandomBot::new(3), 150);
    let mut piped = prompt(table, (80, 24));
    piped.screen();
    // One fast drawing of a hundred is enough, because other programs may slow the machine.
    let time = |_| {
        let begin = Instant::now();
        piped.screen();
        begin.elapsed()
    };
    let times: Vec<Duration> = (0..100).map(time).take_while(|time| *time >= Duration::from_millis(50)).collect();
    assert!(times.len() < 100, "{times:?}");
}

/// Returns whether a text still has a placeholder, such as `{1}` or `…`.
fn has_placeholder(text: &str) -> bool {
    text.contains('…') || text.split('{').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn no_placeholder_is_shown_raw_in_random_play() {
    let mut raw_texts = std::collections::BTreeSet::new();
    for (_, info) in GAMES.iter() {
        for scenario in &info.scenarios {
            let mut table = start(&info.id, &scenario.id, 11);
            let mut player = RandomBot::new(7);
            for _ in 0..1500 {
                if table.is_over() {
                    break;
                }
                if let Some(prompt) = table.prompt(Viewer::OPEN) {
                    let labels = prompt.rows.into_iter().map(|row| (row.text, row.label));
                    raw_texts
                        .extend(labels.chain([(String::new(), prompt.text)]).filter(|(_, text)| has_placeholder(text)));
                }
                if table.answer_with_bot(&mut player).is_err() {
                    break;
                }
            }
            let log = table.log(0, Viewer::OPEN);
            raw_texts
                .extend(log.into_iter().map(|text| (String::new(), text)).filter(|(_, text)| has_placeholder(text)));
        }
    }
    assert!(raw_texts.is_empty(), "{raw_texts:#?}");
}

#[test]
fn every_card_shows_a_text_beside_its_effects() {
    let mut prompt = prompt(start("banana-wars", "standard", 1), (120, 40));
    for number in 1..=55 {
        let screen_text = prompt.line(&format!("show {number:02}")).text;
        let (sentences, effects) =
            (screen_text.matches("\n    text ").count(), screen_text.matches("\n    effects ").count());
        assert_eq!(sentences, effects, "of card {number:02}:\n{screen_text}");
    }
    let screen_text = prompt.line("show 07").text;
    assert_has(&screen_text, &["A crisis of level 3 begins in the Dominican Republic"]);
    assert!(!screen_text.contains('`'), "{screen_text}");
}

/// A space outside the table of the board has no columns for Factions, so its text names the owner of each Guerrilla.
#[test]
fn pieces_with_shared_names_show_their_owners() {
    let mut table = cuba_libre();
    play_random_answers(&mut table, &mut RandomBot::new(2), 130);
    table.adjust("ec-cigar: 2 troops, 0 police, m26-guerrilla, 2 dr-guerrilla, 0 synd-guerrilla").unwrap();
    table.adjust("ec-factory: 1 troops, 0 police, 0 m26-guerrilla, 0 dr-guerrilla, 0 synd-guerrilla").unwrap();
    let screen_text = screen(table, (80, 24));
    assert_fits(&screen_text, (80, 24));
    assert_has(&screen_text, &["\nEconomic Centers  Cigar EC 2T 26J 1U 1A DR 2U · Factory EC 1T"]);
}

/// The board of Fortress America at the start of the scenario `ready-to-play`, 100 columns wide.
const FORTRESS_AMERICA_BOARD: &str = "\
West     Las Vegas: US 1I 1T            Los Angeles: US 1I 1H          Portland: US 1I 1M
         San Diego: US 1I 1B            San Francisco: US 1I 1T        Seattle: US 1M 1H
         (15 empty)
Rockies  Colorado Spr.: US 1I 1B        (12 empty)
South    Dallas: US 1I 1T               Houston: US 1I 1H              Memphis: US 1I 1M
         New Orleans: US 1I 1B          Phoenix: US 1I 1T              San Antonio: US 1M 1H
         (14 empty)
Plains   Chicago: US 1I 1B              Cleveland: US 1I 1T            Detroit: US 1I 1H
         Indianapolis: US 1I 1M         Kansas City: US 1I 1B          Milwaukee: US 1I 1T
         Minneapolis: US 1M 1H          St. Louis: US 1I 1B            (12 empty)
East     Atlanta: US 1I 1T              Boston: US 1I 1H               Buffalo: US 1I 1M
         Miami: US 1I 1T                New York: US 1I 1H             Philadelphia: US 1I 1M
         Pittsburgh: US 1T 1H           Tampa: US 1M 1T                Washington: US 2T
         (13 empty)
Zones    W2: West 3I 1T 1H              W3: West 2I 1M 1T 1H           W4: West 2I 1M 1T 1B
         W5: West 1I 1M 1T 1H 1B        S2: South 3I 1T 1H             S3: South 2I 1M 1T 1H
         S5: South 2I 1M 1T 1B          S6: South 1I 1M 1T 1H 1B       E1: East 3I 1T 1H
         E3: East 2I 1M 1T 1H           E5: East 2I 1M 1T 1B           E6: East 1I 1M 1T 1H 1B
         (6 empty)
";

#[test]
fn a_map_of_a_hundred_spaces_fits_by_sector() {
    let screen_text = screen(start("fortress-america", "ready-to-play", 5), (100, 45));
    assert_fits(&screen_text, (100, 45));
    let board: Vec<&str> = screen_text.lines().skip(2).take_while(|line| !line.starts_with("I Infantry")).collect();
    assert_eq!(board.join("\n"), FORTRESS_AMERICA_BOARD.trim_end(), "\n{screen_text}");
    assert_has(
        &screen_text,
        &[
            "Western Invader   W reserves 16I 6M 8T 6H 4B",
            "Southern Invader  S reserves 16I 6M 8T 6H 4B · Goal as West\n",
            "Eastern Invader   E reserves 16I 6M 8T 6H 4B · Goal as West\n",
            "#1-104  declare …",
            "#106    concede",
        ],
    );
    assert!(!screen_text.contains("left out"), "{screen_text}");
    assert_eq!(
        screen_text.matches("all Invaders together").count(),
        1,
        "values that all sides share are shown once\n{screen_text}"
    );
    // The smallest page shows all sectors too, and the goal of each side.
    let small_screen = screen(start("fortress-america", "ready-to-play", 5), (80, 24));
    assert_has(&small_screen, &["0 of 18 cities captured, all Invaders together", "no more than 17 captured cities"]);
    assert_has(
        &small_screen,
        &["[West] Las Vegas: US 1I 1T · ", "[Zones] W2: West 3I 1T 1H · ", "E6: East 1I 1M 1T 1H 1B"],
    );
}

#[test]
fn a_sector_shows_pieces_printed_values_and_borders() {
    let mut prompt = prompt(start("fortress-america", "ready-to-play", 5), (100, 40));
    let west = prompt.line("show west").text;
    assert_has(
        &west,
        &["Western Sector  west · 21 spaces", "US 1M 1H 1c · city always · mountain · foothold captured → Cascades,"],
    );
    assert_has(&prompt.line("show oil").text, &["Res. oil  oil · "]);
}

#[test]
fn moved_units_are_marked_on_the_board_and_not_logged() {
    let mut prompt = prompt(start_with_log("fortress-america", "ready-to-play", 5, true), (100, 40));
    for line in ["declare portland", "end-declaring", "move w-mobile w5 1"] {
        assert!(!prompt.line(line).refused, "{line}");
    }
    let moved = prompt.line("to w4").text;
    assert_has(&moved, &["→  Western Invader Mobile Unit: Western Zone 5 → Western Zone 4\n"]);
    assert_has(&prompt.screen(), &["W4: West 2I 1M 1M+m:W5 1T 1B", "+m moved"]);
    let back = prompt.line("start-over").text;
    assert_has(&back, &["→  Western Invader Mobile Unit: Western Zone 4 → Western Zone 5\n"]);
    assert!(!format!("{moved}{back}").contains("(moved"), "{moved}{back}");
}

/// During Maneuvers the screen shows the spaces that keep the side from ending them, and units out of supply.
#[test]
fn maneuvers_show_uncovered_unsupplied_and_overfull_spaces() {
    let mut table = start("fortress-america", "ready-to-play", 7);
    let text = "turn maneuvering western; western phase maneuvers; seattle: w-marker/combat; w2: 5 w-infantry+moved:w3, \
                0 w-infantry, 0 w-helicopter; chicago: 0 city, w-marker, w-bomber, 0 us-infantry, 0 us-bomber; w5: 0 w-bomber";
    table.adjust(text).unwrap();
    let screen_text = screen(table, (100, 40));
    assert_fits(&screen_text, (100, 40));
    let parts = ["nobody covers Seattle", "no supply in Chicago", "Western Invader: too many units in Western Zone 2"];
    assert_has(&screen_text, &parts);
    assert_eq!(screen_text.matches("nobody covers").count(), 1, "only the side that maneuvers shows it\n{screen_text}");
}

#[test]
fn recent_events_stay_visible_above_the_board() {
    let mut prompt = prompt(start_with_log("fortress-america", "ready-to-play", 5, true), (100, 40));
    for line in ["declare portland", "end", "end", "commit portland"] {
        let screen_text = prompt.line(line);
        assert!(!screen_text.refused && screen_text.text.lines().count() < 40, "{}", screen_text.text);
    }
}

/// Plays lines in Fortress America. Returns the reply to the last line, and the prompt.
fn after_lines(lines: &[&str], page: (usize, usize)) -> (String, PipedPrompt) {
    let mut prompt = prompt(start_with_log("fortress-america", "ready-to-play", 5, true), page);
    let mut text = String::new();
    for line in lines {
        let reply = prompt.line(line);
        assert!(!reply.refused, "{line}: {}", reply.text);
        text = reply.text;
    }
    (text, prompt)
}

#[test]
fn a_report_does_not_change_the_form_of_the_board() {
    let board = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("Miami: ")).map(str::to_owned).collect()
    };
    for page in [(80, 24), (100, 40)] {
        let (_, mut prompt) = after_lines(&["end", "end"], page);
        let short = prompt.line("end").text;
        assert_has(&short, &["   3 western: end-invasion\n     ── Southern Invader, turn 1 ──"]);
        assert!(!board(&short).is_empty(), "{short}");
        assert_eq!(board(&short), board(&prompt.screen()), "with a report and without one");
    }
}

/// The lines up to the first hit of a battle.
const BATTLE: [&str; 4] = ["declare portland", "end", "end", "commit portland"];

#[test]
fn the_log_has_the_order_of_play_and_names_the_owners_of_namesakes() {
    let lines = [&BATTLE[..], &["infantry w2"]].concat();
    let (text, _) = after_lines(&lines, (100, 40));
    let expected = "   5 us: w-infantry w2
        →  Western Invader Infantry: Western Zone 2 → Graveyard
         rolled red for U.S. Player's Infantry at Portland: retreat or disengage
         Infantry in Western Zone 2 is disengaged
";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn rows_and_headers_leave_out_marks_that_nobody_needs_to_type() {
    let (text, mut prompt) = after_lines(&BATTLE, (100, 40));
    assert_has(&text, &["  #1  w-infantry w2   Western Invader Infantry (attacks Portland)"]);
    assert!(!text.contains("w-infantry+"), "{text}");
    let words = prompt.table().row_words()[0].join(" ");
    assert_eq!(words, "w-infantry+attacks:portland w2", "the words of the row are complete");
    assert_has(&prompt.line("legal w-infantry+attacks:portland").text, &["  #1  w-infantry w2  "]);
    assert_has(&prompt.line("w-infantry w2").text, &["   5 us: w-infantry w2\n"]);
    assert_has(&prompt.table().event_text(5).unwrap(), &["us: w-infantry w2"]);
}

#[test]
fn an_action_with_two_answers_has_one_header() {
    let (_, mut prompt) = after_lines(&["declare portland", "end", "move w-mobile w5 1", "w4"], (100, 40));
    let log = prompt.line("log").text;
    assert_has(&log, &["\n 3-4 western: move w-mobile w5 1 to w4\n        →  Western Invader Mobile Unit: "]);
    assert_has(&log, &["\n   2 western: end-declaring\n"]);
    let news = prompt.line("move w-mobile w3 1 w4").text;
    assert!(
        news.starts_with(" 5-6 western: move w-mobile w3 1 to w4\n        →  Western Invader Mobile Unit: "),
        "{news}"
    );
}

#[test]
fn the_text_of_the_card_that_is_resolved_is_always_shown() {
    let text = "Two Partisans and a Helicopter to the Eastern Sector, separately where possible.";
    for page in [(80, 24), (100, 40)] {
        let lines = [&["end"; 9][..], &["boston"]].concat();
        let (_, mut prompt) = after_lines(&lines, page);
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let screen_text = prompt.screen();
        assert_fits(&screen_text, page);
        assert_has(&one_line(&screen_text), &[text]);
        // The position is not drawn again, but the question still shows the text.
        let reply = prompt.line("us-partisan tampa").text;
        assert!(!reply.contains("Fortress America"), "{reply}");
        assert_has(&one_line(&reply), &["p18 At a Minute's Notice: Two Partisans and a Helicopter to the Eastern"]);
    }
}

#[test]
fn the_text_of_an_event_is_never_left_out_while_the_event_is_carried_out() {
    let (mut table, mut player) = (cuba_libre(), RandomBot::new(3));
    let mut events = 0;
    while !table.is_over() && events < 5 {
        play_random_answers(&mut table, &mut player, 1);
        let mut prompt = prompt(table, (80, 24));
        let screen_text = prompt.screen();
        assert_fits(&screen_text, (80, 24));
        table = prompt.into_table();
        let steps = table.position().open_steps();
        if let Some(effect) = steps.iter().find(|frame| table.board().labels[frame.step] == "card-effect") {
            // The arguments are the side, the card and the number of the effect.
            let PlainValue::Val(card) = effect.args[1] else { panic!("{:?}", effect.args) };
            let (_, left_out) = screen_text.split_once("left out:").unwrap_or_default();
            assert!(!left_out.contains(&format!("show {}`", table.board().text(card))), "{screen_text}");
            events += 1;
        }
    }
    assert!(events > 0, "no event is carried out");
}

#[test]
fn pieces_that_are_no_news_are_shown_on_request() {
    let (_, mut prompt) = after_lines(&[], (100, 40));
    assert!(!prompt.screen().contains("1c"), "cities");
    let board = prompt.line("show board").text;
    assert_has(&board, &["1I 1M  1c\n", " · c City", "\nPie Pieces · Clo to inv Closed to invasion · Foo Foothold\n"]);
    assert_has(&prompt.line("show portland").text, &["\n  city\n"]);
}
