//! `cardwright perft`: counts all continuations of a position to a number of answers.

use crate::args::Perft;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs};
use cardwright_script::{Program, Vm};
use cardwright_sim::{Counts, NamedPosition, divide, named_positions, perft};
use std::process::ExitCode;
use std::sync::Arc;

/// The default depth for a position without stored counts.
const DEFAULT_DEPTH: usize = 2;

pub(crate) fn run(packs: &Packs, args: &Perft) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let named = named_positions(&library, &game.id).map_err(|problem| Failure::Content(vec![*problem]))?;
    let chosen = match &args.position {
        None if named.is_empty() => {
            let message =
                format!("no pack has named positions (`tests/perft/{}.toml`): write a position in notation", game.id);
            return Err(Failure::Usage(message));
        }
        None => named,
        Some(text) => vec![named_or_parsed(named, text)?],
    };
    let (program, mut vm) = packs::load(&library, &game.id)?;
    let mut is_same = true;
    for (n, position) in chosen.iter().enumerate() {
        if n > 0 {
            out::line("");
        }
        is_same &= count(&program, &mut vm, position, args)?;
    }
    Ok(ExitCode::from(if is_same { 0 } else { FINDINGS }))
}

/// Returns the position that `text` names, or that it writes in notation.
fn named_or_parsed(named: Vec<NamedPosition>, text: &str) -> Result<NamedPosition, Failure> {
    let names: Vec<String> = named.iter().map(|position| position.id.clone()).collect();
    match named.into_iter().find(|position| position.id == text) {
        Some(position) => Ok(position),
        None if text.contains([':', ';', ' ']) => {
            Ok(NamedPosition { id: "as given".into(), doc: String::new(), position: text.to_owned(), levels: vec![] })
        }
        None => Err(Failure::unknown("position", text, names.iter().map(String::as_str))),
    }
}

/// Counts the continuations of one position and prints the counts. Returns whether they equal the stored counts.
fn count(program: &Arc<Program>, vm: &mut Vm, position: &NamedPosition, args: &Perft) -> Result<bool, Failure> {
    let start = position.position_on(&program.board).map_err(Failure::Findings)?;
    let stored = &position.levels;
    let depth = args.depth.unwrap_or(if stored.is_empty() { DEFAULT_DEPTH } else { stored.len() });
    let failed = |error: cardwright_sim::PerftError| Failure::Findings(format!("position `{}`: {error}", position.id));
    out::line(format!("{} {}", out::bold(&position.id), position.doc).trim_end());
    if args.divide && depth > 0 {
        let rows = divide(vm, &start, depth).map_err(failed)?;
        let cells = rows.iter().map(|(row, counts)| [vec![row.clone()], cells(counts)].concat());
        out::table(&["first row", "nodes", "ways", "chance", "boards", "over"], cells.collect());
        return Ok(true);
    }
    let levels = perft(vm, &start, depth).map_err(failed)?;
    let table = levels.iter().enumerate().map(|(n, counts)| [vec![(n + 1).to_string()], cells(counts)].concat());
    out::table(&["answers", "nodes", "ways", "chance", "boards", "over"], table.collect());
    let difference = levels.iter().zip(stored).position(|(counts, stored)| counts != stored);
    match difference {
        Some(level) => {
            let stored = counts_toml(&stored[level]);
            out::line(format!("  differs after {} answers from {stored}; if the change is intended, store", level + 1));
        }
        // A position that was written on the command line has no description. Its counts are not stored.
        None if stored.is_empty() && !position.doc.is_empty() => out::line("  no counts are stored; to store these:"),
        None if stored.is_empty() => return Ok(true),
        None => {
            out::line(format!("  as stored, to {} answers", depth.min(stored.len())));
            return Ok(true);
        }
    }
    out::line("levels = [");
    levels.iter().for_each(|counts| out::line(format!("  {},", counts_toml(counts))));
    out::line("]");
    Ok(difference.is_none())
}

fn cells(counts: &Counts) -> Vec<String> {
    [counts.nodes, counts.ways, counts.chance, counts.boards, counts.over].map(|n| n.to_string()).into()
}

/// Returns the TOML value of the counts for the file of named positions.
fn counts_toml(counts: &Counts) -> String {
    let Counts { nodes, ways, chance, boards, over, dead_ends } = counts;
    let dead_ends = if *dead_ends > 0 { format!(", dead_ends = {dead_ends}") } else { String::new() };
    format!("{{ nodes = {nodes}, ways = {ways}, chance = {chance}, boards = {boards}, over = {over}{dead_ends} }}")
}
