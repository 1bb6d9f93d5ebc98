//! `cardwright check`: checks content, scripts and layouts, and starts every scenario.

use crate::args::Check;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::out::counted;
use crate::packs::{self, Packs};
use cardwright_content::layout_file::LayoutFile;
use cardwright_content::{Content, Diagnostic, Severity, check_all, render};
use cardwright_layout::Layout;
use cardwright_script::Program;
use cardwright_table::{Library, check};
use cardwright_view::Legend;
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn run(packs: &Packs, args: &Check) -> Result<ExitCode, Failure> {
    let library = match packs.open() {
        Ok(library) => library,
        // Packs that do not open are findings too.
        Err(Failure::Content(problems)) => return Ok(print_findings(&problems, "", args)),
        Err(other) => return Err(other),
    };
    let mut problems: Vec<Diagnostic> = Vec::new();
    let mut games = Vec::new();
    if args.game.is_empty() {
        games = library.games().into_iter().map(|game| game.id).collect();
        problems.extend(check_all(&library.packs));
    } else {
        problems.extend(library.packs.iter().flat_map(|pack| pack.warnings.iter().cloned()));
        for id in &args.game {
            games.push(packs::game(&library, id)?.id);
            problems.extend(Content::load(&library.packs, id).1);
        }
    }
    let (mut loaded, mut scenarios) = (0, 0);
    for game in &games {
        let checked = check(&library, game);
        loaded += usize::from(checked.program.is_some());
        scenarios += checked.scenarios;
        let layout_problems = layout_problems(&library, game, checked.program.as_deref());
        for problem in checked.problems.into_iter().chain(layout_problems) {
            // Several games may load the same file. The command reports its problems once.
            let is_same =
                |other: &Diagnostic| (other.location(), &other.message) == (problem.location(), &problem.message);
            if !problems.iter().any(is_same) {
                problems.push(problem);
            }
        }
    }
    // The scenarios of a game that does not load are not checked, so the summary says how many games loaded.
    let loaded_of = if loaded < games.len() { format!("{loaded} of ") } else { String::new() };
    let checked = format!("{loaded_of}{} and {} checked", counted(games.len(), "game"), counted(scenarios, "scenario"));
    Ok(print_findings(&problems, &checked, args))
}

/// Finds the problems of the layout of a game. Without a program it finds only those that need no scripts.
fn layout_problems(library: &Library, game: &str, program: Option<&Program>) -> Vec<Diagnostic> {
    match program {
        Some(program) => Layout::from_packs(&library.packs, &program.content, &Legend::new(program)).1,
        None => {
            let content = Content::load(&library.packs, game).0;
            content.map(|content| LayoutFile::read(&library.packs, &content, None).1).unwrap_or_default()
        }
    }
}

fn print_findings(problems: &[Diagnostic], checked: &str, args: &Check) -> ExitCode {
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
    let warnings = problems.len() - errors;
    if args.json {
        out::json(&Value::Array(problems.iter().map(as_json).collect()));
    } else {
        out::text(&render(problems, out::color()));
        let mut summary = match (errors, warnings) {
            (0, 0) => "no problems".to_owned(),
            (0, _) => counted(warnings, "warning"),
            (_, 0) => counted(errors, "error"),
            _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        };
        if !checked.is_empty() {
            summary = format!("{checked}: {summary}");
        }
        out::line(summary);
    }
    let fails = errors > 0 || args.strict && warnings > 0;
    ExitCode::from(if fails { FINDINGS } else { 0 })
}

fn as_json(problem: &Diagnostic) -> Value {
    json!({
        "code": problem.code,
        "severity": match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "message": problem.message,
        "file": problem.file.as_ref().map(|file| file.display_path()),
        "line": problem.line(),
        "column": problem.column(),
        "help": problem.help,
    })
}
