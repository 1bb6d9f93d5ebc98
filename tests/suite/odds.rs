//! Odds of a line equal results computed by hand and reveal no secrets. Sampled odds are marked as estimates.
#![allow(clippy::unwrap_used)]

use cardwright_content::{PackSource, render};
use cardwright_sim::odds::{Course, Distribution, Odds, OddsError, OddsLimits, Probability};
use cardwright_sim::{NamedPosition, Weight};
use cardwright_state::determinize::determinize;
use cardwright_state::{PeriodId, StepId};
use cardwright_table::{Destination, Library, SetUp, Table, Viewer};
use cardwright_view::watch_target::WatchedValue;
use cardwright_view::{LineResult, ViewContext, WatchTarget};
use std::path::PathBuf;
use std::time::Duration;

fn table(packs: &[&str], game: &str, scenario: &str, position: &str) -> Table {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let sources = packs.iter().map(|pack| PackSource::Folder(root.join(pack))).collect();
    let library = Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let (program, vm, _) = library.load(game).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let set_up = SetUp { scenario: scenario.into(), seed: 5, open: true, ..SetUp::default() };
    let mut table = Table::start(program, vm, &set_up).unwrap();
    if !position.is_empty() {
        let named = NamedPosition { id: String::new(), doc: String::new(), position: position.into(), levels: vec![] };
        table.restart_at(&named.position_on(table.board()).unwrap()).unwrap();
    }
    table
}

fn base(game: &str, position: &str) -> Table {
    table(&["."], game, "standard", position)
}

/// A clock that never advances, so the time limit of `OddsLimits` never ends the computation.
fn no_time_limit() -> Option<Duration> {
    Some(Duration::ZERO)
}

/// To the question after the words of the line.
const TO_QUESTION: Course = Course { destination: Destination::Question, is_random: false };

fn odds_of(table: &mut Table, line: &str, viewer: Viewer) -> Odds {
    Odds::compute(table, (table.asked(), line), viewer, TO_QUESTION, &OddsLimits::default(), &mut no_time_limit)
        .unwrap()
}

fn distribution(table: &mut Table, line: &str, watch: &str, viewer: Viewer) -> Distribution<WatchedValue> {
    let odds = odds_of(table, line, viewer);
    distribution_of(table, &odds, watch, viewer)
}

fn distribution_of(table: &mut Table, odds: &Odds, watch: &str, viewer: Viewer) -> Distribution<WatchedValue> {
    let watch = WatchTarget::named(&ViewContext::new(table, &[], viewer), watch).unwrap();
    let [watch] = watch[..] else { panic!("{watch:?}") };
    Distribution::new(odds, |end| {
        let figure_values =
            if matches!(watch, WatchTarget::Figure(..)) { table.figures_at(&end.at.position) } else { Vec::new() };
        let current_view = ViewContext::new(table, &[], viewer);
        let end_view = ViewContext {
            position: &end.at.position,
            asked: end.at.asked,
            figure_values: &figure_values,
            ..current_view
        };
        watch.value(&current_view, &end_view, Some(LineResult { met: end.successes, at: &end.at }))
    })
}

/// Returns each value of a watch target with its exact probability.
fn exact(table: &mut Table, line: &str, watch: &str) -> Vec<(String, Weight)> {
    let exact_weight = |share| match share {
        Probability::Exact(weight) => weight,
        estimate => panic!("{estimate:?}"),
    };
    distribution(table, line, watch, Viewer::OPEN)
        .values
        .into_iter()
        .map(|(value, share)| (value.text, exact_weight(share)))
        .collect()
}

fn weights(expected: &[(&str, u128, u128)]) -> Vec<(String, Weight)> {
    expected.iter().map(|(value, n, total)| ((*value).to_owned(), Weight::new(*n, *total))).collect()
}

/// Returns the probability of `n` successes with this many dice, each of which succeeds on `good` faces of six.
fn binomial(dice: u32, n: u32, good: u128) -> Weight {
    let choose = (1..=u128::from(n)).fold(1, |c, k| c * (u128::from(dice) + 1 - k) / k);
    Weight::new(choose * good.pow(n) * (6 - good).pow(dice - n), 6u128.pow(dice))
}

#[test]
fn ten_dice_of_a_crisis_are_binomial() {
    let mut table = base("banana-wars", "turn activista-actions; activista-action 1; guatemala: 10 rebel");
    let successes = exact(&mut table, "create-crisis guatemala pay activista-action", "success");
    let expected: Vec<_> = (0..=10).map(|n| (n.to_string(), binomial(10, n, 2))).collect();
    assert_eq!(successes, expected);
    let crisis = exact(&mut table, "create-crisis guatemala pay activista-action", "crisis.guatemala");
    let mut levels: Vec<_> = (0..4).map(|n| (n.to_string(), binomial(10, n, 2))).collect();
    // A crisis has at most four levels, so more successes have no effect.
    levels.push(("4".into(), (4..=10).map(|n| binomial(10, n, 2)).sum()));
    assert_eq!(crisis, levels);
    assert_eq!(table.nodes().len(), 1, "nothing was played");
}

#[test]
fn the_odds_end_where_another_side_is_asked() {
    let mut table = base("banana-wars", "turn activista-actions; activista-action 1; guatemala: 10 rebel, usa");
    let line = "create-crisis guatemala pay activista-action";
    let expected: Vec<_> = (0..=10).map(|n| (n.to_string(), binomial(10, n, 2))).collect();
    assert_eq!(exact(&mut table, line, "success"), expected);
    let end_states = exact(&mut table, line, "then");
    let no_success = binomial(10, 0, 2);
    let names = ["activista", "us"].map(|side| {
        let side = table.board().side(side).unwrap();
        table.board().sides[side.index()].name.clone()
    });
    let weight_of =
        |name: &String| end_states.iter().find(|(text, _)| text.starts_with(name)).map(|(_, weight)| *weight);
    assert_eq!(
        names.each_ref().map(weight_of),
        [Some(no_success), Some(Weight::from_integer(1) - no_success)],
        "{end_states:?}"
    );
}

#[test]
fn odds_of_an_operation_combine_the_rolls_of_all_its_types_of_units() {
    // Two Marines roll four dice and need a 3. Then the Navy rolls four dice and needs a 4. Only the two levels of the
    // crisis can be hit.
    let position = "turn us-actions; us-action 2; military-resources 5; honduras: 2 usmc, 2 usn, crisis 2";
    let mut table = base("banana-wars", position);
    let hits = exact(&mut table, "operate honduras order usmc usn", "success");
    // No hit: (1/3)^4 (1/2)^4. One hit: 4 (2/3) (1/3)^3 (1/2)^4 + (1/3)^4 4 (1/2)^4.
    assert_eq!(hits, weights(&[("0", 1, 1296), ("1", 12, 1296), ("2", 1283, 1296)]));
    // Four units roll many dice against several targets. The odds take less than a second even in test builds.
    let position = "turn us-actions; us-action 2; military-resources 5; honduras: 3 usmc, usn, crisis 1, jefe, 2 rebel, 3 agitator";
    let mut table = base("banana-wars", position);
    let odds = odds_of(&mut table, "operate honduras order usn usmc", Viewer::OPEN);
    assert!(odds.is_exact && odds.ends().count() > 4);
}

#[test]
fn an_attack_hits_if_the_die_is_at_most_the_number_of_guerrillas() {
    let position = "current: 25; next-card: 14; turn turn dr; las-villas: 2 troops, 2 dr-guerrilla; dr resources 20";
    let mut table = base("cuba-libre", position);
    // A 1 or 2 hits and removes both Troops. Without a hit the word `remove` does not fit, so the odds end before it.
    let troops = exact(&mut table, "attack las-villas remove troops las-villas", "troops.las-villas");
    assert_eq!(troops, weights(&[("0", 1, 3), ("2", 2, 3)]));
}

#[test]
fn odds_of_a_contest_combine_the_rolls_of_both_sides() {
    let mut table = base("latin-intervention", "");
    let line = "place kgb honduras place us-aid honduras";
    let odds =
        Odds::compute(&mut table, (None, line), Viewer::OPEN, TO_QUESTION, &OddsLimits::default(), &mut no_time_limit)
            .unwrap();
    let distribution = distribution_of(&mut table, &odds, "success", Viewer::OPEN);
    let values: Vec<_> = distribution.values.iter().map(|(value, share)| (value.text.clone(), *share)).collect();
    // A roll of 6 or more succeeds. The `kgb` marker adds 2 to it and `us-aid` adds 1, so 3 and 2 faces of six succeed.
    let (kgb, aid) = (Weight::new(3, 6), Weight::new(2, 6));
    let one = Weight::from_integer(1);
    let wanted = [("0", (one - kgb) * (one - aid)), ("1", kgb * (one - aid) + aid * (one - kgb)), ("2", kgb * aid)];
    assert_eq!(values, wanted.map(|(n, weight)| (n.to_owned(), Probability::Exact(weight))));
}

fn demo(position: &str) -> Table {
    table(&["tests/packs/demo"], "demo", "standard", position)
}

#[test]
fn faces_counted_by_a_script_give_the_same_odds() {
    let mut table = demo("turn red-turn; points 3; hills: 3 open");
    let unrest = exact(&mut table, "stir hills", "unrest.hills");
    let expected: Vec<_> = (0..=3).map(|n| (n.to_string(), binomial(3, n, 2))).collect();
    assert_eq!(unrest, expected);
}

#[test]
fn a_line_continues_after_chance_and_equal_branches_merge() {
    let mut table = demo("turn red-turn; points 3; hills: 2 open; river: open");
    let odds = odds_of(&mut table, "stir hills river", Viewer::OPEN);
    // Unrest in the Hills becomes 0, 1 or 2, and in River 0 or 1.
    assert_eq!(odds.ends().count(), 6);
    assert_eq!(exact(&mut table, "stir hills river", "unrest.river"), weights(&[("0", 2, 3), ("1", 1, 3)]));
    assert_eq!(exact(&mut table, "stir hills river", "points"), weights(&[("1", 1, 1)]));
    // If an answer after the roll does not fit, the odds end before the answer.
    let end_states = exact(&mut table, "stir hills stir port", "then");
    assert_eq!(end_states.len(), 1);
    assert!(end_states[0].0.contains("does not fit"), "{end_states:?}");
}

#[test]
fn beyond_the_limit_odds_are_sampled_and_say_so() {
    let mut table = demo("turn red-turn; points 3; hills: 3 open");
    let limits = OddsLimits { runs: 20, samples: 400, ..OddsLimits::default() };
    let side = table.asked();
    let odds = Odds::compute(&mut table, (side, "stir hills"), Viewer::OPEN, TO_QUESTION, &limits, &mut no_time_limit)
        .unwrap();
    assert!(!odds.is_exact);
    assert_eq!(odds.worlds.len(), 400);
    let distribution = distribution_of(&mut table, &odds, "unrest.hills", Viewer::OPEN);
    for (n, (value, share)) in (0..).zip(&distribution.values) {
        let Probability::Estimate { mean, low, high } = *share else { panic!("{share:?}") };
        let truth = binomial(3, n, 2);
        let truth = *truth.numer() as f64 / *truth.denom() as f64;
        assert_eq!(value.text, n.to_string());
        assert!(low < mean && mean < high && low < truth && truth < high, "{n}: {low} {mean} {high}, {truth}");
    }
    // If the viewer leaves, the computation is cancelled.
    let mut late = || Some(std::time::Duration::from_secs(1000));
    let too_slow = Odds::compute(&mut table, (side, "stir hills"), Viewer::OPEN, TO_QUESTION, &limits, &mut late);
    assert_eq!(too_slow.unwrap_err().to_string(), "the rules are too slow here: no outcome was found in time");
    let cancelled = Odds::compute(&mut table, (side, "stir hills"), Viewer::OPEN, TO_QUESTION, &limits, &mut || None);
    assert!(matches!(cancelled, Err(OddsError::Cancelled)));
    assert_eq!(table.play(side, "stir hills").unwrap().answers.len(), 1, "the computation has not changed the game");
}

/// Starts the demo with the pack `secrets`. At the end of Red's turn, unrest in the Hills rises if Blue holds card 15.
fn table_with_secret_effect() -> Table {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/packs/demo", "tests/packs/secrets"].map(|pack| PackSource::Folder(root.join(pack)));
    let script = "before(\"step secret-end\", function(side)\n  if is_in(cards(pile(HAND, side == RED and BLUE or RED)), CARD[\"15\"]) then\n    raise(UNREST, 1, HILLS)\n  end\nend)\n";
    let files =
        [("pack.toml", "id = \"nosy\"\nname = \"Nosy\"\nversion = \"0.1.0\"\n"), ("scripts/demo/nosy.luau", script)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let library = Library::open([folders.to_vec(), vec![PackSource::Memory(files)]].concat()).unwrap();
    let (program, vm, _) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    Table::start(program, vm, &SetUp { scenario: "secrets".into(), ..SetUp::default() }).unwrap()
}

#[test]
fn odds_reveal_no_secrets() {
    let mut real = table_with_secret_effect();
    let mut other = table_with_secret_effect();
    let side = real.asked().unwrap();
    let viewer = Viewer::side(side);
    let row = real.row_words().iter().find(|row| row[0] == "play").unwrap().join(" ");
    let there = real.position().clone();
    let card_knowledge = real.nodes()[0].card_knowledge.clone();
    real.restart_at(&there).unwrap();
    let distributions = |table: &mut Table, line: &str| {
        let odds = odds_of(table, line, viewer);
        assert!(odds.is_hidden && odds.is_exact);
        ["unrest.hills", "hand.red", "then"].map(|watch| distribution_of(table, &odds, watch, viewer))
    };
    let real_distributions = distributions(&mut real, &row);
    let mut times_held = [0, 0];
    for seed in 0..24 {
        let drawn = determinize(real.board(), &there, &card_knowledge, Some(side), seed).position;
        let card = real.board().card("15").unwrap();
        let is_held = drawn.card_location(card).pile == real.board().pile("blue hand").unwrap();
        times_held[usize::from(is_held)] += 1;
        if other.restart_at(&drawn).is_err() {
            continue;
        }
        assert_eq!(distributions(&mut other, &row), real_distributions, "seed {seed}");
    }
    assert!(times_held[0] > 2 && times_held[1] > 0, "the place of card 15 varied too little: {times_held:?}");
    // Results that depend on the secret are averaged and marked as estimates.
    let [unrest, hand, end_states] = real_distributions;
    assert!(!unrest.is_exact() && unrest.values.len() == 2, "{unrest:?}");
    assert!(hand.values.len() > 8, "Red may draw any card that it has not seen: {hand:?}");
    assert!(end_states.is_exact() && end_states.is_certain(), "{end_states:?}");
    // What the viewer may not see cannot be watched.
    let refused = WatchTarget::named(&ViewContext::new(&real, &[], viewer), "mood.blue").unwrap_err();
    assert!(refused.contains("hidden from this viewer"), "{refused}");
    assert!(WatchTarget::named(&ViewContext::new(&real, &[], viewer), "mood.red").is_ok());
    let misspelt = WatchTarget::named(&ViewContext::new(&real, &[], viewer), "unrst.hills").unwrap_err();
    assert!(misspelt.contains("did you mean `unrest`"), "{misspelt}");
}

/// Putting two hidden cards of one pile in order once ran forever if the cards had different histories.
#[test]
fn putting_hidden_cards_in_order_comes_to_an_end() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(vec![PackSource::Folder(root)]).unwrap();
    for seed in 1..=12 {
        let (program, vm, _) = library.load("banana-wars").unwrap_or_else(|e| panic!("{}", render(&e, false)));
        let mut table =
            Table::start(program, vm, &SetUp { scenario: "standard".into(), seed, ..SetUp::default() }).unwrap();
        for _ in 0..4 {
            let row = table.row_words()[0].join(" ");
            let viewer = Viewer::side(table.asked().unwrap());
            assert!(odds_of(&mut table, &row, viewer).is_hidden, "seed {seed}: {row}");
            table.play(None, &row).unwrap();
        }
    }
}

fn skirmish() -> Table {
    table(&["tests/packs/skirmish"], "skirmish", "standard", "")
}

fn odds_to(table: &mut Table, line: &str, destination: Destination, viewer: Viewer) -> Odds {
    let course = Course { destination, is_random: false };
    Odds::compute(table, (table.asked(), line), viewer, course, &OddsLimits::default(), &mut no_time_limit).unwrap()
}

/// The band hits with one half. Red then takes the guard. The gun hits with a third, gun and guard with five ninths.
#[test]
fn odds_go_to_the_end_of_the_fight_that_the_line_begins() {
    let mut table = skirmish();
    let odds = odds_to(&mut table, "ford", Destination::EndOfScene, Viewer::OPEN);
    assert!(odds.is_exact);
    let bands = distribution_of(&mut table, &odds, "band.ford", Viewer::OPEN);
    assert_eq!(
        bands.values.iter().map(|(value, share)| (value.text.as_str(), *share)).collect::<Vec<_>>(),
        [("0", Probability::Exact(Weight::new(4, 9))), ("1", Probability::Exact(Weight::new(5, 9)))]
    );
    // The fight at the mill follows without a question. It is not part of the line.
    let guards = distribution_of(&mut table, &odds, "guard.mill", Viewer::OPEN);
    assert!(guards.is_certain(), "{guards:?}");
    // A suggestion is taken on the way: the gun never falls.
    assert!(distribution_of(&mut table, &odds, "gun.ford", Viewer::OPEN).is_certain());
}

#[test]
fn odds_go_to_a_step_a_period_the_next_scene_or_the_end_of_the_game() {
    let mut table = skirmish();
    let night = table.board().labels.steps.iter().position(|step| step == "night").unwrap();
    let scene = table.program().figures.iter().position(|figure| figure.odds).unwrap();
    let ends = |table: &mut Table, destination| {
        let odds = odds_to(table, "mill", destination, Viewer::OPEN);
        assert!(odds.is_exact, "{destination:?}");
        let over = odds.ends().filter(|end| end.at.position.outcome().is_some()).count();
        (over > 0, distribution_of(table, &odds, "guard.ford", Viewer::OPEN).is_certain())
    };
    let (is_over, is_still) = (true, true);
    assert_eq!(ends(&mut table, Destination::EndOfSceneOf(scene)), (!is_over, is_still));
    assert_eq!(ends(&mut table, Destination::Step(StepId::new(night))), (!is_over, !is_still));
    assert_eq!(ends(&mut table, Destination::EndOfPeriod(PeriodId::new(0))), (!is_over, !is_still));
    assert_eq!(ends(&mut table, Destination::EndOfGame), (is_over, !is_still));
}

/// Samples are played in one run each. They agree with the exact odds, also where questions are answered at random.
#[test]
fn sampled_odds_to_the_end_of_a_fight_agree_with_the_exact_ones() {
    let mut table = skirmish();
    let limits = OddsLimits { runs: 0, samples: 4_000, ..OddsLimits::default() };
    for viewer in [Viewer::OPEN, Viewer::side(table.asked().unwrap())] {
        for is_random in [false, true] {
            let course = Course { is_random, ..Course::USUAL };
            let asked = table.asked();
            let odds = Odds::compute(&mut table, (asked, "ford"), viewer, course, &limits, &mut no_time_limit).unwrap();
            assert!(!odds.is_exact);
            let bands = distribution_of(&mut table, &odds, "band.ford", viewer);
            let (_, Probability::Estimate { low, high, .. }) = bands.values[1] else { panic!("{bands:?}") };
            // One of the two pieces of Blue is left and shoots, whichever piece a hit removes.
            assert!(low < 5.0 / 9.0 && 5.0 / 9.0 < high && high - low < 0.04, "{low} to {high}");
            let guns = distribution_of(&mut table, &odds, "gun.ford", viewer);
            assert_eq!(guns.is_certain(), !is_random, "{guns:?}");
        }
    }
    assert_eq!(table.nodes().len(), 1, "nothing was played");
}

/// Runs a command on the skirmish, and returns what it prints.
fn on_skirmish(command: &str, words: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/packs/skirmish");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"));
    program.args([command, "skirmish", "--pack", pack]).args(words).current_dir(folder.path());
    let output = program.env("CARDWRIGHT_DATA", folder.path()).output().unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn the_rule_tests_of_the_skirmish_pass() {
    let shown = on_skirmish("test", &[]);
    assert!(shown.contains("2 passed") && !shown.contains("failed"), "{shown}");
}

#[test]
fn the_summary_of_a_fight_comes_first() {
    let output = |words: &[&str]| on_skirmish("odds", words);
    let shown = output(&["ford"]);
    let first = "Red holds The Ford 55.6 % · Red loses 0.44 · Blue loses 0.50\nodds of ford: exact\nto the end of the skirmish;";
    assert!(shown.starts_with(first), "{shown}");
    assert!(output(&["ford", "--to", "end"]).contains("to the end of the game;"));
    assert!(output(&["ford", "--by", "random"]).contains("sampled 10000 times; in brackets"));
    for (words, message) in [
        (["ford", "--to", "skirmsh"], "did you mean `skirmish`?"),
        (["ford", "--to", "x"], "names nothing: question, end, skirmish, day, or a step"),
        (["ford", "--by", "me"], "`--by` is followed by `defaults` or `random`"),
    ] {
        let shown = output(&words);
        assert!(shown.contains(message), "{words:?}: {shown}");
    }
}

/// Scenes have no value at the end of a game, so results of simulations have no columns for them.
#[test]
fn a_simulation_counts_no_scene_as_a_figure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.csv");
    on_skirmish("sim", &["--games", "3", "--seat", "all=random", "--out", file.to_str().unwrap()]);
    let results = std::fs::read_to_string(file).unwrap();
    let columns = results.lines().nth(1).unwrap();
    assert!(columns.contains("seed") && !columns.contains("figure_"), "{columns}");
}
