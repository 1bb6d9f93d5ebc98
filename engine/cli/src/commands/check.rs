//! `cardwright check`: content, scripts, and that every scenario starts.

use crate::args::Check;
use crate::failure::{FINDINGS, Failure};
use crate::out;
use crate::packs::{self, Packs, counted};
use cardwright_content::{Content, Diagnostic, Severity, check_all, render};
use cardwright_script::{Program, RunError, Vm, scripts_alone};
use cardwright_table::{Library, SetUp, StartError, Table};
use serde_json::{Value, json};
use std::process::ExitCode;
use std::sync::Arc;

pub(crate) fn run(packs: &Packs, args: &Check) -> Result<ExitCode, Failure> {
    let library = match packs.open() {
        Ok(library) => library,
        // What keeps a pack from opening is a finding like any other.
        Err(Failure::Content(problems)) => return Ok(tell(&problems, "", args.json)),
        Err(other) => return Err(other),
    };
    let mut problems: Vec<Diagnostic> = Vec::new();
    let mut games = Vec::new();
    if args.game.is_empty() {
        games = library.games().into_iter().map(|g| g.id).collect();
        problems.extend(check_all(&library.packs));
    } else {
        problems.extend(library.packs.iter().flat_map(|p| p.warnings.iter().cloned()));
        for id in &args.game {
            games.push(packs::game(&library, id)?.id);
            problems.extend(Content::load(&library.packs, id).1);
        }
    }
    let mut scenarios = 0;
    for game in &games {
        scenarios += rules(&library, game, &mut problems);
    }
    let checked = format!("{} and {} checked", counted(games.len(), "game"), counted(scenarios, "scenario"));
    Ok(tell(&problems, &checked, args.json))
}

/// Loads a game's scripts and starts its scenarios; returns how many there are.
fn rules(library: &Library, game: &str, problems: &mut Vec<Diagnostic>) -> usize {
    let mut tell = |more: Vec<Diagnostic>| {
        // What several games or scenarios share is told once.
        for problem in more {
            if !problems.iter().any(|p| (p.place(), &p.message) == (problem.place(), &problem.message)) {
                problems.push(problem);
            }
        }
    };
    let (Some(content), _) = Content::load(&library.packs, game) else {
        tell(scripts_alone(&library.packs, game));
        return 0;
    };
    let content = Arc::new(content);
    let (program, vm) = match Program::load(content.clone()) {
        Ok(loaded) => loaded,
        Err(more) => {
            tell(more);
            return 0;
        }
    };
    tell(program.warnings.clone());
    let mut vm = Some(vm);
    for scenario in &content.scenarios {
        let vm = match vm.take().map_or_else(|| program.vm(), Ok) {
            Ok(vm) => vm,
            Err(more) => {
                tell(more);
                break;
            }
        };
        tell(start(&program, vm, &scenario.id));
    }
    content.scenarios.len()
}

/// Why a scenario does not start, if it does not.
fn start(program: &Arc<Program>, vm: Vm, scenario: &str) -> Vec<Diagnostic> {
    let set_up = SetUp { scenario: scenario.to_owned(), seed: 1, ..SetUp::default() };
    match Table::start(program.clone(), vm, &set_up) {
        Ok(_) => Vec::new(),
        Err(StartError::Position(problems)) => problems,
        Err(error) => no_start(program, scenario, &error).into_iter().collect(),
    }
}

fn no_start(program: &Program, scenario: &str, error: &StartError) -> Option<Diagnostic> {
    let message = format!("the scenario `{scenario}` does not start: {error}");
    let problem = Diagnostic::error("scenario::start", message);
    let content = &program.content;
    if let StartError::Run(RunError::Script { place: Some((path, line)), .. }) = error
        && let Some(file) = content.files.iter().find(|f| f.shown() == *path || f.path == *path)
    {
        let from: usize = file.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let length = file.text[from..].lines().next().map_or(0, str::len);
        let indent = file.text[from..].len() - file.text[from..].trim_start_matches([' ', '\t']).len();
        return Some(problem.at(file, from + indent.min(length)..from + length).label("fails here"));
    }
    let origin = &content.scenario(scenario)?.origin;
    Some(problem.at(&origin.file, origin.span.clone()).label("this scenario"))
}

fn tell(problems: &[Diagnostic], checked: &str, json: bool) -> ExitCode {
    let errors = problems.iter().filter(|p| p.severity == Severity::Error).count();
    let warnings = problems.len() - errors;
    if json {
        out::json(&Value::Array(problems.iter().map(as_json).collect()));
    } else {
        out::text(&render(problems, out::color()));
        let mut verdict = match (errors, warnings) {
            (0, 0) => "no problems".to_owned(),
            (0, _) => counted(warnings, "warning"),
            (_, 0) => counted(errors, "error"),
            _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        };
        if !checked.is_empty() {
            verdict = format!("{checked}: {verdict}");
        }
        out::line(verdict);
    }
    ExitCode::from(if errors > 0 { FINDINGS } else { 0 })
}

fn as_json(problem: &Diagnostic) -> Value {
    json!({
        "code": problem.code,
        "severity": match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "message": problem.message,
        "file": problem.file.as_ref().map(|f| f.shown()),
        "line": problem.line(),
        "column": problem.column(),
        "help": problem.help,
    })
}
