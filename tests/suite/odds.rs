//! The odds of a line: exact where they can be worked out by hand, no oracle where something is hidden, and honest where they are
//! drawn.
#![allow(clippy::unwrap_used)]

use cardwright_content::{PackSource, render};
use cardwright_sim::odds::{Limits, Odds, OddsError, Share, Spread, wilson};
use cardwright_sim::{NamedPosition, Weight};
use cardwright_state::resample::resample;
use cardwright_table::label::Audience;
use cardwright_table::{Library, SetUp, Table};
use cardwright_view::watch::Comes;
use cardwright_view::{Eyes, Led, Watch};
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
        table.take_up(&named.on(table.board()).unwrap()).unwrap();
    }
    table
}

fn base(game: &str, position: &str) -> Table {
    table(&["."], game, "standard", position)
}

/// Time that stands still: counts alone decide.
fn still() -> Option<Duration> {
    Some(Duration::ZERO)
}

fn odds_of(table: &mut Table, line: &str, eyes: Audience) -> Odds {
    Odds::of(table, table.asked(), line, eyes, &Limits::default(), &mut still).unwrap()
}

fn spread(table: &mut Table, line: &str, watch: &str, eyes: Audience) -> Spread<Comes> {
    let odds = odds_of(table, line, eyes);
    spread_of(table, &odds, watch, eyes)
}

fn spread_of(table: &mut Table, odds: &Odds, watch: &str, eyes: Audience) -> Spread<Comes> {
    let watch = Watch::named(&Eyes::at(table, &[], eyes), watch).unwrap();
    let [watch] = watch[..] else { panic!("{watch:?}") };
    Spread::of(odds, |end| {
        let figured = if matches!(watch, Watch::Figure(..)) { table.figures_at(&end.at.position) } else { Vec::new() };
        let now = Eyes::at(table, &[], eyes);
        let there = Eyes { position: &end.at.position, asked: end.at.asked, figured: &figured, ..now };
        watch.comes(&now, &there, Some(Led { met: end.met, at: &end.at }))
    })
}

/// Each value with its exact fraction.
fn exact(table: &mut Table, line: &str, watch: &str) -> Vec<(String, Weight)> {
    let of = |share| match share {
        Share::Exact(weight) => weight,
        about => panic!("{about:?}"),
    };
    spread(table, line, watch, Audience::Open)
        .shares
        .into_iter()
        .map(|(value, share)| (value.text, of(share)))
        .collect()
}

fn told(expected: &[(&str, u128, u128)]) -> Vec<(String, Weight)> {
    expected.iter().map(|(value, n, of)| ((*value).to_owned(), Weight::new(*n, *of))).collect()
}

/// So many successes of so many dice, each of which succeeds with `good` faces in six.
fn binomial(dice: u32, n: u32, good: u128) -> Weight {
    let choose = (1..=u128::from(n)).fold(1, |c, k| c * (u128::from(dice) + 1 - k) / k);
    Weight::new(choose * good.pow(n) * (6 - good).pow(dice - n), 6u128.pow(dice))
}

#[test]
fn ten_dice_of_a_crisis_are_a_binomial() {
    let mut table = base("banana-wars", "turn activista-actions; activista-action 1; guatemala: 10 rebel");
    let successes = exact(&mut table, "create-crisis guatemala pay activista-action", "success");
    let expected: Vec<_> = (0..=10).map(|n| (n.to_string(), binomial(10, n, 2))).collect();
    assert_eq!(successes, expected);
    let crisis = exact(&mut table, "create-crisis guatemala pay activista-action", "crisis.guatemala");
    let mut levels: Vec<_> = (0..4).map(|n| (n.to_string(), binomial(10, n, 2))).collect();
    // What is above the fourth level is lost.
    levels.push(("4".into(), (4..=10).map(|n| binomial(10, n, 2)).sum()));
    assert_eq!(crisis, levels);
    assert_eq!(table.nodes().len(), 1, "nothing was played");
}

#[test]
fn where_another_side_is_asked_the_line_ends() {
    let mut table = base("banana-wars", "turn activista-actions; activista-action 1; guatemala: 10 rebel, usa");
    let line = "create-crisis guatemala pay activista-action";
    let expected: Vec<_> = (0..=10).map(|n| (n.to_string(), binomial(10, n, 2))).collect();
    assert_eq!(exact(&mut table, line, "success"), expected);
    let then = exact(&mut table, line, "then");
    let none = binomial(10, 0, 2);
    let names = ["activista", "us"].map(|side| {
        let side = table.board().side(side).unwrap();
        table.board().sides[side.at()].name.clone()
    });
    let weight_of = |name: &String| then.iter().find(|(what, _)| what.starts_with(name)).map(|(_, weight)| *weight);
    assert_eq!(names.each_ref().map(weight_of), [Some(none), Some(Weight::from_integer(1) - none)], "{then:?}");
}

#[test]
fn two_kinds_of_units_strike_one_target_after_the_other() {
    // Four dice of two Marines, who need a 3, then four of the Navy, which needs a 4; two levels to hit, and nothing after.
    let position = "turn us-actions; us-action 2; military-resources 5; honduras: 2 usmc, 2 usn, crisis 2";
    let mut table = base("banana-wars", position);
    let hits = exact(&mut table, "operate honduras order usmc usn", "success");
    // None: (1/3)^4 (1/2)^4. One: 4 (2/3) (1/3)^3 (1/2)^4 + (1/3)^4 4 (1/2)^4.
    assert_eq!(hits, told(&[("0", 1, 1296), ("1", 12, 1296), ("2", 1283, 1296)]));
    // Many dice of four units, an aim after the other: below a second even as tests are built.
    let position = "turn us-actions; us-action 2; military-resources 5; honduras: 3 usmc, usn, crisis 1, jefe, 2 rebel, 3 agitator";
    let mut table = base("banana-wars", position);
    let odds = odds_of(&mut table, "operate honduras order usn usmc", Audience::Open);
    assert!(odds.is_exact && odds.ends().count() > 4);
}

#[test]
fn a_die_against_the_guerrillas_present() {
    let position = "current: 25; next-card: 14; turn turn dr; las-villas: 2 troops, 2 dr-guerrilla; dr resources 20";
    let mut table = base("cuba-libre", position);
    // A 1 or 2 hits, and both Troops go; what the line says of a hit does not fit where there is none.
    let troops = exact(&mut table, "attack las-villas remove troops las-villas", "troops.las-villas");
    assert_eq!(troops, told(&[("0", 1, 3), ("2", 2, 3)]));
}

#[test]
fn both_sides_of_a_contest() {
    let mut table = base("latin-intervention", "");
    let line = "place kgb honduras place us-aid honduras";
    let success = Odds::of(&mut table, None, line, Audience::Open, &Limits::default(), &mut still).unwrap();
    let spread = spread_of(&mut table, &success, "success", Audience::Open);
    let shares: Vec<_> = spread.shares.iter().map(|(value, share)| (value.text.clone(), *share)).collect();
    // Six or more with what the marker adds: two for the one, one for the other.
    let (kgb, aid) = (Weight::new(3, 6), Weight::new(2, 6));
    let one = Weight::from_integer(1);
    let wanted = [("0", (one - kgb) * (one - aid)), ("1", kgb * (one - aid) + aid * (one - kgb)), ("2", kgb * aid)];
    assert_eq!(shares, wanted.map(|(n, weight)| (n.to_owned(), Share::Exact(weight))));
}

fn demo(position: &str) -> Table {
    table(&["tests/packs/demo"], "demo", "standard", position)
}

#[test]
fn faces_that_a_rule_counts_itself_come_to_the_same() {
    let mut table = demo("turn red-turn; points 3; hills: 3 open");
    let unrest = exact(&mut table, "stir hills", "unrest.hills");
    let expected: Vec<_> = (0..=3).map(|n| (n.to_string(), binomial(3, n, 2))).collect();
    assert_eq!(unrest, expected);
}

#[test]
fn a_line_goes_on_after_chance_and_ways_that_meet_are_one() {
    let mut table = demo("turn red-turn; points 3; hills: 2 open; river: open");
    let odds = odds_of(&mut table, "stir hills river", Audience::Open);
    // Unrest of 0, 1 or 2 here, and of 0 or 1 there.
    assert_eq!(odds.ends().count(), 6);
    assert_eq!(exact(&mut table, "stir hills river", "unrest.river"), told(&[("0", 2, 3), ("1", 1, 3)]));
    assert_eq!(exact(&mut table, "stir hills river", "points"), told(&[("1", 1, 1)]));
    // What comes after chance and does not fit ends the line there.
    let then = exact(&mut table, "stir hills stir port", "then");
    assert_eq!(then.len(), 1);
    assert!(then[0].0.contains("does not fit"), "{then:?}");
}

#[test]
fn past_the_bound_it_is_drawn_and_says_so() {
    let mut table = demo("turn red-turn; points 3; hills: 3 open");
    let limits = Limits { runs: 20, draws: 400, ..Limits::default() };
    let side = table.asked();
    let odds = Odds::of(&mut table, side, "stir hills", Audience::Open, &limits, &mut still).unwrap();
    assert!(!odds.is_exact);
    assert_eq!(odds.worlds.len(), 400);
    let spread = spread_of(&mut table, &odds, "unrest.hills", Audience::Open);
    for (n, (value, share)) in (0..).zip(&spread.shares) {
        let Share::About { mean, low, high } = *share else { panic!("{share:?}") };
        let truth = binomial(3, n, 2);
        let truth = *truth.numer() as f64 / *truth.denom() as f64;
        assert_eq!(value.text, n.to_string());
        assert!(low < mean && mean < high && low < truth && truth < high, "{n}: {low} {mean} {high}, {truth}");
    }
    // Whoever has left is told nothing.
    let left = Odds::of(&mut table, side, "stir hills", Audience::Open, &limits, &mut || None);
    assert!(matches!(left, Err(OddsError::Left)));
    assert_eq!(table.play(side, "stir hills").unwrap().answers.len(), 1, "the game is where it was");
}

/// The demo with secrets, where Red's turn ends with unrest if Blue holds a card.
fn nosy() -> Table {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/packs/demo", "tests/packs/secrets"].map(|pack| PackSource::Folder(root.join(pack)));
    let script = "before(\"step secret-end\", function(side)\n  if in_pile(CARD[\"15\"], pile(HAND, side == RED and BLUE or RED)) then\n    raise(UNREST, 1, HILLS)\n  end\nend)\n";
    let files =
        [("pack.toml", "id = \"nosy\"\nname = \"Nosy\"\nversion = \"0.1.0\"\n"), ("scripts/demo/nosy.luau", script)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let library = Library::open([folders.to_vec(), vec![PackSource::Memory(files)]].concat()).unwrap();
    let (program, vm, _) = library.load("demo").unwrap_or_else(|e| panic!("{}", render(&e, false)));
    Table::start(program, vm, &SetUp { scenario: "secrets".into(), ..SetUp::default() }).unwrap()
}

#[test]
fn odds_are_no_oracle() {
    let mut real = nosy();
    let mut other = nosy();
    let side = real.asked().unwrap();
    let eyes = Audience::Side(side);
    let row = real.row_words().iter().find(|row| row[0] == "play").unwrap().join(" ");
    let there = real.position().clone();
    let trails = real.nodes()[0].trails.clone();
    real.take_up(&there).unwrap();
    let told = |table: &mut Table, line: &str| {
        let odds = odds_of(table, line, eyes);
        assert!(odds.is_hidden && odds.is_exact);
        ["unrest.hills", "hand.red", "then"].map(|watch| spread_of(table, &odds, watch, eyes))
    };
    let of_real = told(&mut real, &row);
    let mut holds = [0, 0];
    for seed in 0..24 {
        let drawn = resample(real.board(), &there, &trails, Some(side), seed).position;
        let card = real.board().card("15").unwrap();
        let held = drawn.card_at(card).pile == real.board().pile("blue hand").unwrap();
        holds[usize::from(held)] += 1;
        if other.take_up(&drawn).is_err() {
            continue;
        }
        assert_eq!(told(&mut other, &row), of_real, "seed {seed}");
    }
    assert!(holds[0] > 2 && holds[1] > 0, "the secret hardly differed: {holds:?}");
    // What hangs on the secret is averaged, and said to be about so.
    let [unrest, hand, then] = of_real;
    assert!(!unrest.is_exact() && unrest.shares.len() == 2, "{unrest:?}");
    assert!(hand.shares.len() > 8, "any card not seen may come: {hand:?}");
    assert!(then.is_exact() && then.is_certain(), "{then:?}");
    // What these eyes may not see cannot be watched.
    let refused = Watch::named(&Eyes::at(&real, &[], eyes), "mood.blue").unwrap_err();
    assert!(refused.contains("not for these eyes"), "{refused}");
    assert!(Watch::named(&Eyes::at(&real, &[], eyes), "mood.red").is_ok());
    let slip = Watch::named(&Eyes::at(&real, &[], eyes), "unrst.hills").unwrap_err();
    assert!(slip.contains("did you mean `unrest`"), "{slip}");
}

/// Cards that lie alike and have other pasts: one was put in order with the other for ever.
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
            let eyes = Audience::Side(table.asked().unwrap());
            assert!(odds_of(&mut table, &row, eyes).is_hidden, "seed {seed}: {row}");
            table.play(None, &row).unwrap();
        }
    }
}

#[test]
fn the_interval_is_that_of_wilson() {
    let (low, high) = wilson(10.0, 100.0);
    assert!((low - 0.055_229).abs() < 1e-6 && (high - 0.174_366).abs() < 1e-6, "{low} {high}");
    assert_eq!(wilson(0.0, 10.0).0, 0.0);
    let z = statrs::distribution::ContinuousCDF::inverse_cdf(&statrs::distribution::Normal::standard(), 0.975);
    let (_, most) = wilson(0.0, 1.0);
    assert!((most - z * z / (1.0 + z * z)).abs() < 1e-9);
}
