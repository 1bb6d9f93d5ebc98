//! `cardwright compare`: plays the same games in two variants, and reports what differs for certain.

use super::sim::{FailureNotes, INTERRUPTED, ProgressLine, as_failure, note_usual_bot, simulation, stop_at_interrupt};
use crate::args::{Compare, Scenario, Variant};
use crate::failure::{FINDINGS, Failure};
use crate::out::{self, counted};
use crate::packs::{self, Packs};
use crate::result_file::{ResultFile, about};
use crate::threads::threads;
use cardwright_bots::{BotKind, Effort};
use cardwright_sim::{
    Cell, Comparison, GameResult, LEAST_PAIRS, LEVEL, Measure, MeasureKind, Player, Sequence, Share, Simulation,
    SimulationError, WON_BY_NOBODY, holm, in_order,
};
use cardwright_table::{Library, Seat};
use clap::Parser;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The share of games that the report promises to settle with more games.
const SETTLED: f64 = 0.02;
/// The most values of a sweep.
const MOST_VALUES: usize = 100;

pub(crate) fn run(packs: &Packs, args: &Compare) -> Result<ExitCode, Failure> {
    let run = Run { packs, args, stop: stop_at_interrupt() };
    if !args.ladder.is_empty() {
        return run.ladder();
    }
    if let Some((option, values)) = &args.sweep {
        return run.sweep(option, values);
    }
    if args.each_card {
        return run.each_card();
    }
    let (a, b) = (run.simulation(&args.a, &[], &[])?, run.simulation(&args.b, &args.scenario.without, &[])?);
    note_usual_bot(&a, &args.scenario);
    let name = "b against a";
    run.compare_all(vec![(name.to_owned(), &a, &b)], false)
}

/// What the comparisons of a run have in common.
struct Run<'a> {
    packs: &'a Packs,
    args: &'a Compare,
    stop: Arc<AtomicBool>,
}

impl Run<'_> {
    /// Prepares a variant: the arguments of the command, those of the variant, and some more.
    fn simulation(&self, text: &str, without: &[String], option: &[(String, String)]) -> Result<Simulation, Failure> {
        let variant = parse_variant(text)?;
        let common = &self.args.scenario;
        let scenario = Scenario {
            scenario: variant.scenario.scenario.or_else(|| common.scenario.clone()),
            option: [&common.option[..], &variant.scenario.option, option].concat(),
            seat: merge(&common.seat, variant.scenario.seat),
            without: [&variant.scenario.without[..], without].concat(),
        };
        let mut packs = self.packs.clone();
        packs.base = variant.packs.base.or(packs.base);
        packs.overlays.extend(variant.packs.pack);
        let library: Library = packs.open()?;
        simulation(&library, &packs::game(&library, &self.args.game)?, &scenario, self.args.seed)
    }

    /// Compares without each card in turn.
    fn each_card(&self) -> Result<ExitCode, Failure> {
        let a = self.simulation(&self.args.a, &[], &[])?;
        note_usual_bot(&a, &self.args.scenario);
        let cards: Vec<String> = a.program().board.cards.iter().map(|card| card.id.clone()).collect();
        if cards.is_empty() {
            return Err(Failure::Usage(format!("{} has no cards", self.args.game)));
        }
        let without = |card: &String| a.varied(a.set_up().clone(), std::slice::from_ref(card)).map_err(as_failure);
        let variants = cards.iter().map(without).collect::<Result<Vec<_>, _>>()?;
        let names = cards.iter().map(|card| format!("without {card}"));
        self.compare_all(names.zip(&variants).map(|(name, b)| (name, &a, b)).collect(), true)
    }

    /// Compares each value of an option with the first.
    fn sweep(&self, option: &str, values: &str) -> Result<ExitCode, Failure> {
        let values = sweep_values(values)?;
        let [first, others @ ..] = &values[..] else { return Err(one_value(option)) };
        if others.is_empty() {
            return Err(one_value(option));
        }
        let with = |value: &String| self.simulation(&self.args.a, &[], &[(option.to_owned(), value.clone())]);
        let a = with(first).map_err(|failure| self.no_option(option, failure))?;
        note_usual_bot(&a, &self.args.scenario);
        let variants = others.iter().map(with).collect::<Result<Vec<_>, _>>()?;
        let names = others.iter().map(|value| format!("{option}={value} against {first}"));
        self.compare_all(names.zip(&variants).map(|(name, b)| (name, &a, b)).collect(), true)
    }

    /// Explains that a knob must be an option if it is to be swept.
    fn no_option(&self, option: &str, failure: Failure) -> Failure {
        let content = self.packs.open().and_then(|library| packs::content(&library, &self.args.game));
        let is_knob = content.is_ok_and(|content| content.knobs.iter().any(|knob| knob.id == option && !knob.option));
        match is_knob {
            true => Failure::Usage(format!(
                "the knob `{option}` is no option, so a game cannot begin with another value: write `option = true` in its \
                 entry, in a pack"
            )),
            false => failure,
        }
    }

    /// Plays pairs of games for each comparison, and prints what was found.
    fn compare_all(
        &self,
        pairs: Vec<(String, &Simulation, &Simulation)>,
        is_series: bool,
    ) -> Result<ExitCode, Failure> {
        let level = LEVEL / pairs.len() as f64;
        let mut file = match (&self.args.out, pairs.first()) {
            (Some(path), Some((_, a, _))) => {
                let mut about = about(a, "comparison", Some(self.args.games), None);
                about.insert("a".into(), self.args.a.clone().into());
                about.insert("b".into(), self.args.b.clone().into());
                let columns = ["name", "kind", "a", "b", "difference", "low", "high", "games", "decided", "note"];
                Some(ResultFile::create(path, &about, columns.map(str::to_owned).to_vec())?)
            }
            _ => None,
        };
        let mut found: Vec<(String, Comparison)> = Vec::new();
        for (name, a, b) in &pairs {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let mut comparison = Comparison::new(a, b).map_err(Failure::Usage)?;
            self.play(name, &[*a, *b], |games| {
                let [first, second] = games else { return true };
                comparison.add(first, second);
                self.args.all_games || comparison.chance_alone() > level
            })?;
            found.push((name.clone(), comparison));
        }
        let chances: Vec<f64> = found.iter().map(|(_, comparison)| comparison.chance_alone()).collect();
        let certain = holm(&chances);
        if let Some(file) = &mut file {
            for ((name, comparison), certain) in found.iter().zip(&certain) {
                write_findings(file, name, is_series, comparison, *certain)?;
            }
            file.flush()?;
        }
        if self.args.json {
            let objects =
                found.iter().zip(&certain).map(|((name, comparison), certain)| as_json(name, comparison, *certain));
            out::json(&objects.collect::<Vec<_>>());
        } else if let ([(_, comparison)], false) = (&found[..], is_series) {
            print_one(comparison);
        } else {
            print_several(&found, &certain);
        }
        let failures = found.iter().flat_map(|(name, comparison)| {
            comparison.failures.iter().map(move |(game, message)| format!("failed: {name}: game {game}: {message}"))
        });
        let failures: Vec<String> = failures.collect();
        failures.iter().take(5).for_each(out::note);
        if self.stop.load(Ordering::Relaxed) {
            let last = found.last().map_or(0, |(_, comparison)| comparison.pairs);
            out::note(format!("interrupted in comparison {} of {}, after {last} pairs", found.len(), pairs.len()));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::from(if failures.is_empty() { 0 } else { FINDINGS }))
    }

    /// Plays the games of one number in all simulations, number after number, until `each` returns false.
    fn play(
        &self,
        name: &str,
        sims: &[&Simulation],
        mut each: impl FnMut(&[GameResult]) -> bool,
    ) -> Result<(), Failure> {
        let mut progress = ProgressLine::new(name);
        let (mut played, mut failures) = (0, FailureNotes::default());
        let worker = || {
            let mut players = sims.iter().map(|sim| Player::new(sim, &self.stop)).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, SimulationError>(move |n: u64| players.iter_mut().map(|player| player.play(n)).collect())
        };
        in_order(self.args.games, threads(self.args.threads), worker, |games: Vec<GameResult>| {
            played += 1;
            games.iter().for_each(|game| failures.note(game));
            progress.show(played, self.args.games, "pairs of games");
            each(&games)
        })
        .map_err(as_failure)?;
        progress.clear();
        Ok(())
    }

    /// Compares each budget of `ai` with the next: every seat in turn plays with the higher one against the lower.
    fn ladder(&self) -> Result<ExitCode, Failure> {
        if self.args.ladder.len() < 2 {
            return Err(Failure::Usage("a ladder has two budgets or more: `--ladder 1000,4000`".into()));
        }
        let a = self.simulation(&self.args.a, &[], &[])?;
        let of_variant = parse_variant(&self.args.a)?.scenario.seat;
        let names_seats = !self.args.scenario.seat.is_empty() || !of_variant.is_empty();
        let is_search = |seat: &Seat| matches!(seat, Seat::Bot(kind) if kind.searches());
        if names_seats && !a.seats().iter().all(|(_, seat)| is_search(seat)) {
            return Err(Failure::Usage("a ladder sets the budgets of `ai` in all seats: name no other players".into()));
        }
        let seats: Vec<String> = a.seats().into_iter().map(|(sides, _)| sides).collect();
        let mut rows = Vec::new();
        let mut objects = Vec::new();
        for steps in self.args.ladder.windows(2) {
            let [low, high] = *steps else { continue };
            let with_high = |seat: &String| {
                let mut set_up = a.set_up().clone();
                set_up.seats = Vec::new();
                for other in &seats {
                    let kind =
                        BotKind::searching(Effort { decisions: if other == seat { high } else { low }, millis: None });
                    let sides = other.split('+').map(|side| (side.to_owned(), Seat::Bot(kind)));
                    set_up.seats.extend(sides);
                }
                a.varied(set_up, &[]).map_err(as_failure)
            };
            let sims = seats.iter().map(with_high).collect::<Result<Vec<_>, _>>()?;
            let mut wins = vec![0; seats.len()];
            let mut sequence = Sequence::new(1.0);
            self.play(&format!("{high} against {low}"), &sims.iter().collect::<Vec<_>>(), |games| {
                if games.iter().any(|game| game.error.is_some()) {
                    return true;
                }
                let mut lead = 0.0;
                for (seat, game) in games.iter().enumerate() {
                    wins[seat] += u64::from(game.won[seat]);
                    let others = game.won.iter().enumerate().filter(|(other, won)| *other != seat && **won).count();
                    lead += f64::from(u8::from(game.won[seat])) - others as f64 / (games.len() - 1).max(1) as f64;
                }
                sequence.add(lead / games.len() as f64);
                self.args.all_games || sequence.count() < LEAST_PAIRS || sequence.chance_alone() > LEVEL
            })?;
            let (lower, upper) = sequence.interval();
            let (lower, upper) = (lower.max(-1.0), upper.min(1.0));
            let is_certain = sequence.count() >= LEAST_PAIRS && (lower > 0.0 || upper < 0.0);
            let share = |seat: usize| Share::new(wins[seat], sequence.count());
            let texts =
                seats.iter().enumerate().map(|(n, seat)| format!("{:.0} % as {seat}", share(n).value() * 100.0));
            rows.push(vec![
                format!("{high} against {low}"),
                texts.collect::<Vec<_>>().join(", "),
                points(sequence.mean()),
                format!("{} to {}", points(lower), points(upper)),
                sequence.count().to_string(),
                if is_certain { "certain".into() } else { "not certain".into() },
            ]);
            let by_seat = seats.iter().enumerate().map(|(n, seat)| (seat.clone(), json!(share(n).value())));
            objects.push(json!({
                "high": high, "low": low, "wins": by_seat.collect::<serde_json::Map<_, _>>(),
                "lead": sequence.mean(), "from": lower, "to": upper, "games": sequence.count(), "certain": is_certain,
            }));
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        if self.args.json {
            out::json(&objects);
        } else {
            out::table(&["decisions", "wins with more", "lead", "interval", "pairs", ""], rows);
            out::line("lead: wins of the seat that searches more, less those of another seat, in points of 100");
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn one_value(option: &str) -> Failure {
    Failure::Usage(format!("a sweep has two values or more: `--sweep {option}=3..6` or `--sweep {option}=a,b`"))
}

/// Reads the arguments of a variant, as a shell would.
fn parse_variant(text: &str) -> Result<Variant, Failure> {
    let words = shlex::split(text).ok_or_else(|| Failure::Usage(format!("`{text}`: a quotation mark is missing")))?;
    Variant::try_parse_from(words).map_err(|error| {
        let message = error.to_string();
        let first = message.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        Failure::Usage(format!("in `{text}`: {first}"))
    })
}

/// The seats of the command without those that a variant sets, and the seats of the variant.
fn merge(common: &[(String, String)], variant: Vec<(String, String)>) -> Vec<(String, String)> {
    let kept = common.iter().filter(|(side, _)| !variant.iter().any(|(other, _)| other == side || other == "all"));
    kept.cloned().chain(variant.iter().cloned()).collect()
}

/// Reads `3..6` or `a,b,c`.
fn sweep_values(text: &str) -> Result<Vec<String>, Failure> {
    let range = text.split_once("..").and_then(|(from, to)| Some((from.parse::<i64>().ok()?, to.parse::<i64>().ok()?)));
    let values: Vec<String> = match range {
        Some((from, to)) if to.saturating_sub(from) < MOST_VALUES as i64 => {
            (from..=to).map(|n| n.to_string()).collect()
        }
        Some(_) => return Err(Failure::Usage(format!("`{text}` are more than {MOST_VALUES} values"))),
        None => text.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    match values.iter().any(String::is_empty) {
        true => Err(Failure::Usage(format!("`{text}`: write values as `3..6` or `a,b,c`"))),
        false => Ok(values),
    }
}

/// A difference of shares in points of 100.
fn points(share: f64) -> String {
    signed(share * 100.0, 1)
}

/// A number with its sign. A number that is rounded to 0 has none.
fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) { text } else { text[1..].to_owned() }
}

fn number(kind: MeasureKind, value: f64) -> String {
    match kind {
        MeasureKind::Share => format!("{:.1} %", value * 100.0),
        MeasureKind::Length | MeasureKind::Figure => format!("{value:.2}"),
    }
}

fn difference(kind: MeasureKind, value: f64) -> String {
    match kind {
        MeasureKind::Share => points(value),
        MeasureKind::Length | MeasureKind::Figure => signed(value, 2),
    }
}

/// The interval of a difference, if there are enough pairs.
fn interval(measure: &Measure) -> String {
    measure.interval().map_or_else(String::new, |(low, high)| {
        format!("{} to {}", difference(measure.kind, low), difference(measure.kind, high))
    })
}

fn print_one(comparison: &Comparison) {
    out::line(format!("{} of games", counted(comparison.pairs as usize, "pair")));
    let rows = comparison.measures.iter().filter(|measure| occurs(measure)).map(|measure| {
        vec![
            measure.name.clone(),
            number(measure.kind, measure.a),
            number(measure.kind, measure.b),
            difference(measure.kind, measure.differences.mean()),
            interval(measure),
            if measure.is_decided() { "certain".into() } else { String::new() },
        ]
    });
    out::table(&["", "a", "b", "b less a", "interval", ""], rows.collect());
    out::line(format!("identical games: {} of {}", comparison.identical, comparison.pairs));
    if let Some(first) = &comparison.first_difference {
        let answer = |answer: &Option<String>| answer.as_ref().map_or("game over".into(), |text| format!("`{text}`"));
        let (a, b) = (answer(&first.a), answer(&first.b));
        out::line(format!(
            "first difference: game {}, after {}: {a} in a, {b} in b",
            first.game,
            counted(first.after, "answer")
        ));
    }
    if comparison.identical == comparison.pairs {
        return;
    }
    if comparison.pairs < LEAST_PAIRS {
        out::line(format!("not certain: intervals need {LEAST_PAIRS} pairs of games"));
        return;
    }
    if comparison.is_decided() {
        out::line("the shares of wins differ for certain: 0 lies outside an interval that holds whenever one stops");
        return;
    }
    let shares = comparison.measures.iter().filter(|measure| measure.kind == MeasureKind::Share);
    let more = shares.filter_map(|measure| measure.differences.more_for(SETTLED)).max();
    match more {
        Some(0) => out::line("the shares of wins differ by less than 2 points, if at all"),
        Some(more) => out::line(format!(
            "not certain: about {more} more pairs would tell how the shares of wins differ, to within 2 points"
        )),
        None => {}
    }
}

fn print_several(found: &[(String, Comparison)], certain: &[bool]) {
    let rows = found.iter().zip(certain).flat_map(|((name, comparison), certain)| {
        let shares = comparison.measures.iter().filter(|measure| measure.kind == MeasureKind::Share && occurs(measure));
        shares.enumerate().map(move |(n, measure)| {
            vec![
                if n == 0 { name.clone() } else { String::new() },
                measure.name.clone(),
                number(measure.kind, measure.a),
                number(measure.kind, measure.b),
                difference(measure.kind, measure.differences.mean()),
                interval(measure),
                comparison.pairs.to_string(),
                comparison.identical.to_string(),
                if *certain && measure.is_decided() { "certain".into() } else { String::new() },
            ]
        })
    });
    out::table(&["variant", "", "a", "b", "b less a", "interval", "pairs", "identical", ""], rows.collect());
    let certain = certain.iter().filter(|certain| **certain).count();
    out::line(format!("{certain} of {} differ for certain (Holm's correction for several comparisons)", found.len()));
}

/// Whether there is something to show: in games that always have a winner, nobody never wins.
fn occurs(measure: &Measure) -> bool {
    measure.differences.count() > 0 && (measure.name != WON_BY_NOBODY || measure.a + measure.b > 0.0)
}

fn write_findings(
    file: &mut ResultFile,
    name: &str,
    is_of_several: bool,
    comparison: &Comparison,
    certain: bool,
) -> Result<(), Failure> {
    for measure in comparison.measures.iter().filter(|measure| measure.differences.count() > 0) {
        let (low, high) = measure.interval().unzip();
        let is_decided = if is_of_several { certain && measure.is_decided() } else { measure.is_decided() };
        let text = |text: &str| Cell::Text(text.to_owned());
        let label = if is_of_several { format!("{name}: {}", measure.name) } else { measure.name.clone() };
        file.write(&[
            text(&label),
            text(kind_word(measure.kind)),
            Cell::Real(measure.a),
            Cell::Real(measure.b),
            Cell::Real(measure.differences.mean()),
            low.map_or(Cell::Empty, Cell::Real),
            high.map_or(Cell::Empty, Cell::Real),
            measure.differences.count().into(),
            Cell::Boolean(is_decided),
            Cell::Empty,
        ])?;
    }
    Ok(())
}

fn kind_word(kind: MeasureKind) -> &'static str {
    match kind {
        MeasureKind::Share => "share",
        MeasureKind::Length => "length",
        MeasureKind::Figure => "figure",
    }
}

fn as_json(name: &str, comparison: &Comparison, certain: bool) -> Value {
    let measures = comparison.measures.iter().filter(|measure| measure.differences.count() > 0).map(|measure| {
        let (low, high) = measure.interval().unzip();
        json!({
            "name": measure.name, "kind": kind_word(measure.kind), "a": measure.a, "b": measure.b,
            "difference": measure.differences.mean(), "low": low, "high": high, "decided": measure.is_decided(),
        })
    });
    let first = comparison
        .first_difference
        .as_ref()
        .map(|first| json!({ "game": first.game, "after": first.after, "a": first.a, "b": first.b }));
    json!({
        "name": name,
        "pairs": comparison.pairs,
        "identical": comparison.identical,
        "certain": certain,
        "measures": measures.collect::<Vec<_>>(),
        "first_difference": first,
        "failures": comparison.failures.iter().map(|(game, why)| json!({ "game": game, "error": why })).collect::<Vec<_>>(),
    })
}
