//! Checks a game: its content, its scripts, and that every scenario starts.

use crate::library::Library;
use crate::table::{SetUp, StartError, Table};
use cardwright_content::{Content, Diagnostic, Severity};
use cardwright_script::{Program, RunError, Vm, check_scripts_without_content};
use std::collections::HashSet;
use std::sync::Arc;

/// The most problems to collect, because a hostile pack could produce millions.
const MAX_PROBLEMS: usize = 500;

/// The result of a check, without the problems that [`Content::load`] reports.
#[derive(Debug, Clone, Default)]
pub struct CheckReport {
    /// The loaded program, or `None` if the game does not load. Then no scenario was tried.
    pub program: Option<Arc<Program>>,
    /// The number of scenarios that the check tried to start.
    pub scenarios: usize,
    /// Errors and warnings.
    pub problems: Vec<Diagnostic>,
}

/// Loads a game's scripts and starts its scenarios. If several scenarios have the same problem, the report has it once.
pub fn check(library: &Library, game: &str) -> CheckReport {
    let mut problems = ProblemCollector::default();
    let tried = run_check(library, game, &mut problems);
    problems.into_report(tried)
}

/// Collects all problems. Returns the program and the number of scenarios that it tried to start, if the game loads.
fn run_check(library: &Library, game: &str, problems: &mut ProblemCollector) -> Option<(Arc<Program>, usize)> {
    let (Some(content), _) = Content::load(&library.packs, game) else {
        problems.add(check_scripts_without_content(&library.packs, game));
        return None;
    };
    let content = Arc::new(content);
    let (program, vm) = match Program::load(content.clone()) {
        Ok(loaded) => loaded,
        Err(more) => {
            problems.add(more);
            return None;
        }
    };
    problems.add(program.warnings.clone());
    let mut vm = Some(vm);
    let mut tried = 0;
    for scenario in &content.scenarios {
        let vm = match vm.take().map_or_else(|| program.vm(), Ok) {
            Ok(vm) => vm,
            Err(more) => {
                problems.add(more);
                break;
            }
        };
        tried += 1;
        let (scenario_problems, ran_out_of_time) = start_scenario(&program, vm, &scenario.id);
        problems.add(scenario_problems);
        if ran_out_of_time {
            break; // The other scenarios would run as long.
        }
    }
    Some((program, tried))
}

/// Collects problems without duplicates.
#[derive(Debug, Default)]
struct ProblemCollector {
    problems: Vec<Diagnostic>,
    /// The place and the message of each problem.
    seen: HashSet<(String, String)>,
    /// The number of errors beyond the limit.
    left_out: usize,
}

impl ProblemCollector {
    fn add(&mut self, more: Vec<Diagnostic>) {
        for problem in more {
            if self.problems.len() == MAX_PROBLEMS {
                self.left_out += usize::from(problem.severity == Severity::Error);
            } else if self.seen.insert((problem.location(), problem.message.clone())) {
                self.problems.push(problem);
            }
        }
    }

    fn into_report(mut self, tried: Option<(Arc<Program>, usize)>) -> CheckReport {
        if self.left_out > 0 {
            let message = format!("{} more errors are not shown", self.left_out);
            self.problems.push(Diagnostic::error("content::too-many-problems", message));
        }
        let (program, scenarios) = tried.map_or((None, 0), |(program, scenarios)| (Some(program), scenarios));
        CheckReport { program, scenarios, problems: self.problems }
    }
}

/// Starts a scenario. Returns the problems, and whether the scripts ran out of time.
fn start_scenario(program: &Arc<Program>, vm: Vm, scenario: &str) -> (Vec<Diagnostic>, bool) {
    let set_up = SetUp { scenario: scenario.to_owned(), seed: 1, ..SetUp::default() };
    match Table::start(program.clone(), vm, &set_up) {
        Ok(_) => (Vec::new(), false),
        Err(StartError::Position(problems)) => (problems, false),
        Err(error) => {
            let ran_out_of_time = matches!(&error, StartError::Run(error) if error.is_time_limit());
            (start_problem(program, scenario, &error).into_iter().collect(), ran_out_of_time)
        }
    }
}

fn start_problem(program: &Program, scenario: &str, error: &StartError) -> Option<Diagnostic> {
    let message = format!("the scenario `{scenario}` does not start: {error}");
    let problem = Diagnostic::error("scenario::start", message);
    let content = &program.content;
    if let StartError::Run(RunError::Script { place: Some((path, line)), .. }) = error
        && let Some(file) = content.files.iter().find(|f| f.display_path() == *path || f.path == *path)
    {
        let from: usize = file.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let length = file.text[from..].lines().next().map_or(0, str::len);
        let indent = file.text[from..].len() - file.text[from..].trim_start_matches([' ', '\t']).len();
        return Some(problem.at(file, from + indent.min(length)..from + length).label("fails here"));
    }
    let origin = &content.scenario(scenario)?.origin;
    Some(problem.at(&origin.file, origin.span.clone()).label("this scenario"))
}
