//! Whether a game is sound: its content, its scripts, and that every scenario starts.

use crate::library::Library;
use crate::table::{SetUp, StartError, Table};
use cardwright_content::{Content, Diagnostic};
use cardwright_script::{Program, RunError, Vm, scripts_alone};
use std::sync::Arc;

/// What there is to say of a game, its content apart, which [`Content::load`] speaks of.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// How many scenarios it has.
    pub scenarios: usize,
    /// What is wrong, and what somebody should look at.
    pub problems: Vec<Diagnostic>,
}

/// Loads a game's scripts and starts its scenarios; what several of them share is told once.
pub fn check(library: &Library, game: &str) -> Checked {
    let mut checked = Checked::default();
    let (Some(content), _) = Content::load(&library.packs, game) else {
        checked.tell(scripts_alone(&library.packs, game));
        return checked;
    };
    let content = Arc::new(content);
    let (program, vm) = match Program::load(content.clone()) {
        Ok(loaded) => loaded,
        Err(more) => {
            checked.tell(more);
            return checked;
        }
    };
    checked.tell(program.warnings.clone());
    let mut vm = Some(vm);
    for scenario in &content.scenarios {
        let vm = match vm.take().map_or_else(|| program.vm(), Ok) {
            Ok(vm) => vm,
            Err(more) => {
                checked.tell(more);
                break;
            }
        };
        let (problems, is_runaway) = start(&program, vm, &scenario.id);
        checked.tell(problems);
        if is_runaway {
            break; // The others would run as long, one after the other.
        }
    }
    checked.scenarios = content.scenarios.len();
    checked
}

impl Checked {
    fn tell(&mut self, more: Vec<Diagnostic>) {
        for problem in more {
            if !self.problems.iter().any(|p| (p.place(), &p.message) == (problem.place(), &problem.message)) {
                self.problems.push(problem);
            }
        }
    }
}

/// Why a scenario does not start, if it does not; and whether the clock stopped it.
fn start(program: &Arc<Program>, vm: Vm, scenario: &str) -> (Vec<Diagnostic>, bool) {
    let set_up = SetUp { scenario: scenario.to_owned(), seed: 1, ..SetUp::default() };
    match Table::start(program.clone(), vm, &set_up) {
        Ok(_) => (Vec::new(), false),
        Err(StartError::Position(problems)) => (problems, false),
        Err(error) => {
            let is_runaway = matches!(&error, StartError::Run(error) if error.is_runaway());
            (no_start(program, scenario, &error).into_iter().collect(), is_runaway)
        }
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
