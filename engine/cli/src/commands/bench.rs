//! `cardwright bench`: measures how fast a game plays, and what a decision, a position and an event cost.

use crate::args;
use crate::failure::Failure;
use crate::out;
use crate::out::counted;
use crate::packs::{self, Packs};
use cardwright_sim::{BenchError, BenchOptions, BenchReport, LargestChoice, bench, play_bench_games};
use cardwright_table::SetUp;
use serde_json::json;
use std::process::ExitCode;

/// How many prompts the report lists. It lists the prompts with the most rows.
const LISTED_PROMPTS: usize = 5;

/// The report's text in place of the number of processor instructions. The command does not count them, because the
/// processor's counters need special rights and differ between machines.
const NOT_COUNTED: &str = "not counted: use `valgrind --tool=callgrind cardwright bench GAME --plain`";

pub(crate) fn run(packs: &Packs, args: &args::Bench) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let scenario = packs::scenario(&game, args.scenario.as_deref())?;
    let (program, mut vm) = packs::load(&library, &game.id)?;
    let set_up =
        SetUp { scenario: scenario.clone(), seed: args.seed, options: args.option.clone(), ..SetUp::default() };
    let failed = |error: BenchError| match error {
        BenchError::Start(error) => Failure::from(error),
        BenchError::Load(problems) => Failure::Content(problems),
        BenchError::Run { seed, .. } => Failure::Findings(format!(
            "{error}: `cardwright fuzz {} --scenario {scenario} --seed {seed} --games 1` shows details",
            game.id
        )),
    };
    let options = BenchOptions { set_up, games: args.games };
    if args.plain {
        let played = play_bench_games(&program, &mut vm, &options).map_err(failed)?;
        let decisions = counted(played.decisions as usize, "decision");
        out::line(format!("{decisions} in {}", counted(played.games as usize, "game")));
        return Ok(ExitCode::SUCCESS);
    }
    let report = bench(&program, &mut vm, &options).map_err(failed)?;
    if args.json {
        let settings = json!({ "game": game.id, "scenario": scenario, "seed": args.seed, "instructions": null });
        let measured = serde_json::to_value(&report).unwrap_or_default();
        let entries = [settings, measured].into_iter().filter_map(|part| part.as_object().cloned()).flatten();
        out::json(&serde_json::Value::Object(entries.collect()));
    } else {
        print_report(&game.id, &scenario, args.seed, &report);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_report(game: &str, scenario: &str, seed: u64, report: &BenchReport) {
    let line = |label: &str, text: String| out::line(format!("  {label:<13}{text}"));
    let games = counted(report.games as usize, "game");
    out::line(format!("{} {scenario}: {games} from seed {seed}, on one thread", out::bold(game)));
    let native = |rate: fn(&cardwright_sim::Speed) -> f64| {
        report.native.as_ref().map_or_else(String::new, |speed| format!(", {} as native code", whole(rate(speed))))
    };
    let per_game = report.decisions as f64 / report.games.max(1) as f64;
    let rate = format!("{per_game:.1} per game; {} per second", whole(report.interpreted.decisions));
    line("decisions", format!("{rate}{}", native(|speed| speed.decisions)));
    line("games", format!("{} per second{}", whole(report.interpreted.games), native(|speed| speed.games)));
    if report.decisions > 0 {
        line("host calls", format!("{:.1} per decision", report.host_calls as f64 / report.decisions as f64));
    }
    line("instructions", NOT_COUNTED.into());
    let kilo = |bytes: u64| format!("{:.1} kB", bytes as f64 / 1e3);
    let (fresh, spare) = (whole(report.clone.fresh), whole(report.clone.spare));
    let sizes = format!("{} on average, {} at most", kilo(report.position.mean), kilo(report.position.most));
    line("a position", format!("{sizes}; copied in {fresh} ns, into a reused one in {spare} ns"));
    line("an event", format!("{} in one game of {} at the table", kilo(report.event_bytes), report.events));
    let Some(rows) = &report.rows else {
        line("rows", "no decisions".into());
        return;
    };
    let shares = format!("median {}, 99th percentile {}", rows.median, rows.percentile_99);
    line("rows", format!("{:.1} on average; {shares}, maximum {}", rows.mean, rows.most.rows));
    out::line("");
    let cells = |choice: &LargestChoice| {
        let prompt = choice.prompt.clone().unwrap_or_else(|| "-".into());
        let place = format!("seed {}, after {}", choice.seed, counted(choice.answer as usize, "answer"));
        vec![prompt, choice.step.clone(), choice.asked.to_string(), choice.rows.to_string(), place]
    };
    let shown = rows.by_prompt.iter().take(LISTED_PROMPTS).map(cells).collect();
    out::table(&["prompt", "step", "decisions", "most rows", "at"], shown);
}

/// Rounds a number and writes it in groups of three digits: `1,234`.
fn whole(n: f64) -> String {
    let digits = format!("{n:.0}");
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let first_group = Some(digits[..first].to_owned()).filter(|group| !group.is_empty());
    first_group.into_iter().chain(groups).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn numbers_are_written_in_groups() {
        let written = [0.4, 7.0, 123.0, 1234.5, 250_000.0].map(whole);
        assert_eq!(written, ["0", "7", "123", "1,234", "250,000"]);
    }
}
