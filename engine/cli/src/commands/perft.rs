//! `cardwright perft`: how many ways there are to go on from a position, answer by answer.

use crate::args::Perft;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs};
use cardwright_script::{Program, Vm};
use cardwright_sim::{Counts, NamedPosition, divide, named_positions, perft};
use std::process::ExitCode;
use std::sync::Arc;

/// How deep a position without kept counts is counted.
const DEPTH: usize = 2;

pub(crate) fn run(packs: &Packs, args: &Perft) -> Result<ExitCode, Failure> {
    let library = packs.open()?;
    let game = packs::game(&library, &args.game)?;
    let known = named_positions(&library, &game.id).map_err(|problem| Failure::Content(vec![*problem]))?;
    let wanted = match &args.position {
        None if known.is_empty() => {
            let message =
                format!("no pack has named positions of it (`tests/perft/{}.toml`): give one in notation", game.id);
            return Err(Failure::Usage(message));
        }
        None => known,
        Some(text) => vec![one(known, text)?],
    };
    let (program, mut vm) = packs::load(&library, &game.id)?;
    let mut same = true;
    for (n, position) in wanted.iter().enumerate() {
        if n > 0 {
            out::line("");
        }
        same &= count(&program, &mut vm, position, args)?;
    }
    Ok(ExitCode::from(if same { 0 } else { FINDINGS }))
}

/// The position of this name, or in this notation.
fn one(known: Vec<NamedPosition>, text: &str) -> Result<NamedPosition, Failure> {
    let names: Vec<String> = known.iter().map(|p| p.id.clone()).collect();
    match known.into_iter().find(|p| p.id == text) {
        Some(position) => Ok(position),
        None if text.contains([':', ';', ' ']) => {
            Ok(NamedPosition { id: "as given".into(), doc: String::new(), position: text.to_owned(), levels: vec![] })
        }
        None => Err(Failure::unknown("position", text, names.iter().map(String::as_str))),
    }
}

/// Counts one position and tells; whether it came out as kept.
fn count(program: &Arc<Program>, vm: &mut Vm, position: &NamedPosition, args: &Perft) -> Result<bool, Failure> {
    let start = position.on(&program.board).map_err(Failure::Findings)?;
    let kept = &position.levels;
    let depth = args.depth.unwrap_or(if kept.is_empty() { DEPTH } else { kept.len() });
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
    let differs = levels.iter().zip(kept).position(|(now, kept)| now != kept);
    match differs {
        Some(level) => {
            let kept = written(&kept[level]);
            out::line(format!("  differs after {} answers, kept as {kept}; if that is meant, keep", level + 1));
        }
        None if kept.is_empty() && !position.doc.is_empty() => out::line("  no counts are kept; to keep these:"),
        None if kept.is_empty() => return Ok(true),
        None => {
            out::line(format!("  as kept, {} deep", depth.min(kept.len())));
            return Ok(true);
        }
    }
    out::line("levels = [");
    levels.iter().for_each(|counts| out::line(format!("  {},", written(counts))));
    out::line("]");
    Ok(differs.is_none())
}

fn cells(counts: &Counts) -> Vec<String> {
    [counts.nodes, counts.ways, counts.chance, counts.boards, counts.over].map(|n| n.to_string()).into()
}

/// As the file of named positions has it.
fn written(counts: &Counts) -> String {
    let Counts { nodes, ways, chance, boards, over, dead_ends } = counts;
    let more = if *dead_ends > 0 { format!(", dead_ends = {dead_ends}") } else { String::new() };
    format!("{{ nodes = {nodes}, ways = {ways}, chance = {chance}, boards = {boards}, over = {over}{more} }}")
}
