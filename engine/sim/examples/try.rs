#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, missing_docs)]
use cardwright_content::{PackSource, render};
use cardwright_sim::*;
use cardwright_table::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = &args[1];
    let n: u64 = args[2].parse().unwrap();
    let mut sources = vec![PackSource::Folder(".".into())];
    if game == "demo" {
        sources.push(PackSource::Folder("tests/packs/demo".into()));
    }
    let library = Library::open(sources).unwrap_or_else(|e| panic!("{}", render(&e, false)));
    let t = std::time::Instant::now();
    let (program, mut vm, warn) = match library.load(game) {
        Ok(x) => x,
        Err(e) => {
            println!("{}", render(&e, false));
            std::process::exit(1)
        }
    };
    println!("{}", render(&warn, false));
    println!("loaded in {:?}", t.elapsed());
    if args.len() > 3 && args[3] == "fuzz" {
        let r = fuzz(
            &library,
            game,
            &FuzzOptions {
                games: n,
                seed: 1,
                scenario: args.get(4).cloned(),
                double_run: true,
                threads: 1,
                keep: Some("/tmp/fuzzrec".into()),
            },
            &mut |_| {},
        )
        .unwrap_or_else(|e| panic!("{}", render(&e, false)));
        println!(
            "{} games {} answers {} decisions {:.1} calls/decision, {:?} in {:.1}s; failures {}",
            r.games,
            r.answers,
            r.decisions,
            r.host_calls as f64 / r.decisions as f64,
            r.wins,
            r.seconds,
            r.failures.len()
        );
        for f in r.failures.iter().take(8) {
            println!("seed {} {}: {}", f.seed, f.scenario, f.message);
        }
        return;
    }
    let set_up = SetUp { scenario: "standard".into(), ..SetUp::default() };
    let starts = Starts::new(&program, &set_up).unwrap();
    let mut pos = cardwright_state::Position::default();
    let t = std::time::Instant::now();
    let (mut a, mut d, mut c) = (0, 0, 0);
    let mut bad = 0;
    for seed in 0..n {
        starts.write(seed, &mut pos);
        match play_out(&mut vm, &pos, seed) {
            Ok(p) => {
                a += p.answers;
                d += p.decisions;
                c += p.host_calls;
            }
            Err(e) => {
                bad += 1;
                if bad < 4 {
                    println!("seed {seed}: {:?}", e);
                }
            }
        }
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{n} games, {:.0} games/s, {:.0} decisions/s, {:.0} answers/s, {:.1} decisions/game, {:.1} calls/decision",
        n as f64 / s,
        d as f64 / s,
        a as f64 / s,
        d as f64 / n as f64,
        c as f64 / d as f64
    );
}
