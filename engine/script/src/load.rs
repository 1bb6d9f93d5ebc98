//! Loads the scripts of a game into one VM: runs the scripts, then checks and freezes everything that they register.

mod define;
mod effect_tables;
mod finish;
mod hooks;
mod menus;
mod prelude_tables;
mod registry;
mod wraps;

use define::require;
use registry::Registry;

use crate::bindings::{Api, ApiDoc};
use crate::check::{ActionDeclaration, Declarations, ScriptSummaries, lint_scripts};
use crate::compiled_scripts::CompiledScripts;
use crate::globals;
use crate::host::{Host, StopCause};
use crate::program::{Figure, Invariant, Program};
use crate::sandbox;
use crate::script_errors::{line_span, out_of_memory, split_error};
use crate::step_docs::step_docs;
use crate::verb_params::Verb;
use crate::vm::{InvariantCheck, PreludeFunctions, RuleFunctions, Vm, VmFigure, VmInvariant};
use crate::watchdog::Watchdog;
use cardwright_content::{Content, Diagnostic, SourceFile};
use mlua::{Function, Lua, Table, Value};
use std::cell::{OnceCell, RefCell};
use std::mem::take;
use std::rc::Rc;
use std::sync::Arc;

/// The step that plays one card effect.
pub(crate) const CARD_EFFECT: &str = "card-effect";

impl Program {
    /// Loads and checks the scripts of the content.
    ///
    /// # Errors
    /// Returns all problems of scripts, verbs and effects.
    pub fn load(content: Arc<Content>) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>> {
        let vm = build(&content, ScriptSource::New, false)?;
        Ok((vm.program().clone(), vm))
    }

    /// Loads scripts that were checked before, such as the built-in ones. Loading takes half the time, because it skips
    /// the static checks. Without them, [`crate::Hook::calls`] stays empty.
    ///
    /// # Errors
    /// Returns the errors that occur while the scripts run.
    pub fn load_trusted(content: Arc<Content>) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>> {
        let vm = build(&content, ScriptSource::Trusted, false)?;
        Ok((vm.program().clone(), vm))
    }

    /// Makes another VM of the same program, for another thread or a replay.
    ///
    /// # Errors
    /// Fails only if memory runs out.
    pub fn vm(&self) -> Result<Vm, Vec<Diagnostic>> {
        build(&self.content, ScriptSource::Program(self), false)
    }

    /// Whether [`Program::native_vm`] makes native code: the feature `jit`.
    pub const HAS_NATIVE_CODE: bool = cfg!(feature = "jit");

    /// Makes a VM that runs native code, for long simulations. The VM takes longer to make, and plays the same games
    /// faster. Without the feature `jit`, or on a machine for which Luau makes no native code, the VM equals that of
    /// [`Program::vm`].
    ///
    /// # Errors
    /// Fails as [`Program::vm`] does.
    pub fn native_vm(&self) -> Result<Vm, Vec<Diagnostic>> {
        build(&self.content, ScriptSource::Program(self), true)
    }
}

/// Luau tables of the engine. The loader fills them after all scripts have run.
struct LuaTables {
    /// The function of each step, by the number of the step.
    steps: Table,
    /// The number of each step, by name.
    step_ids: Table,
    /// The number of the step that plays each action, by the handle of the action.
    actions: Table,
    /// The `play` function of each verb, by name.
    verbs: Table,
    /// The hooks, by the function that calls them (`modify` or `may`) and by name: see `fill_hooks`.
    hooks: Table,
    /// The Luau table that `info(thing)` returns, by handle.
    infos: Table,
    /// The tables that the prelude gets: see `prelude_tables`.
    prelude_tables: Table,
}

struct Loader {
    lua: Lua,
    host: Rc<RefCell<Host>>,
    content: Arc<Content>,
    registry: Rc<RefCell<Registry>>,
    /// The summaries of the scripts. There are none unless the scripts are new.
    summaries: Rc<OnceCell<ScriptSummaries>>,
}

/// Converts an error of the Lua host to a diagnostic.
fn host_error(error: &mlua::Error) -> Vec<Diagnostic> {
    vec![Diagnostic::error("script::host", format!("the Lua host failed: {error}"))]
}

/// Where the scripts come from. This decides whether the loader checks and compiles them.
#[derive(Clone, Copy)]
enum ScriptSource<'a> {
    /// The scripts are new, so the loader checks and compiles them.
    New,
    /// The scripts were checked before.
    Trusted,
    /// The scripts belong to a loaded program, so they were checked and compiled before.
    Program(&'a Program),
}

/// Makes a VM and loads the scripts.
fn build(content: &Arc<Content>, source: ScriptSource<'_>, is_native: bool) -> Result<Vm, Vec<Diagnostic>> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(content.board.clone()))));
    let (lua, coroutines) = sandbox::open().map_err(|error| host_error(&error))?;
    #[cfg(feature = "jit")]
    lua.enable_jit(is_native);
    #[cfg(not(feature = "jit"))]
    let _ = is_native;
    crate::lua_ffi::check(&lua).map_err(|error| host_error(&error))?;
    let compiled = match source {
        ScriptSource::Program(program) => program.compiled_scripts.clone(),
        ScriptSource::New | ScriptSource::Trusted => Arc::new(CompiledScripts::new(&content.scripts)),
    };
    let registry = Rc::new(RefCell::new(Registry { compiled, ..Registry::default() }));
    let loader = Loader { lua, host, content: content.clone(), registry, summaries: Rc::default() };
    loader.run(&coroutines, source)
}

impl Loader {
    fn run(self, coroutines: &Table, source: ScriptSource<'_>) -> Result<Vm, Vec<Diagnostic>> {
        let (api, tables, prelude) = self.prepare(coroutines).map_err(|error| host_error(&error))?;
        let mut problems = Vec::new();
        if matches!(source, ScriptSource::New) {
            let names = api.names().map_err(|error| host_error(&error))?;
            let (found, summaries) = lint_scripts(&self.content, &names);
            problems = found;
            drop(self.summaries.set(summaries));
        }
        let watchdog = Watchdog::new(&self.lua).map_err(|error| host_error(&error))?;
        if self.run_scripts(&watchdog) {
            // The scripts after the runaway script did not run. Report only the runaway script, because other problems
            // may come from names that the later scripts would have registered.
            let mut problems = std::mem::take(&mut self.registry.borrow_mut().problems);
            problems.retain(|problem| problem.code == "script::limit");
            return Err(problems);
        }
        self.finish(&tables).map_err(|error| host_error(&error))?;
        let mut load_problems = std::mem::take(&mut self.registry.borrow_mut().problems);
        keep_one_syntax_error(&mut problems, &mut load_problems);
        problems.append(&mut load_problems);
        if matches!(source, ScriptSource::New) {
            problems.extend(self.check_names(&api.docs));
        }
        if problems.iter().any(is_error) {
            return Err(problems);
        }
        self.into_vm(prelude, source, problems, watchdog).map_err(|error| host_error(&error))
    }

    /// Makes all functions and constants for scripts.
    fn prepare(&self, coroutines: &Table) -> mlua::Result<(Api, LuaTables, PreludeFunctions)> {
        let api = Api::new(&self.lua, self.host.clone())?;
        let (steps, step_ids, actions) = self.step_tables()?;
        let (shared_flags, prelude_tables) = self.prelude_tables()?;
        let prelude = self.lua.load(include_str!("prelude.luau")).set_name("@engine/prelude.luau");
        // The prelude returns the functions for scripts, and those for the VM.
        let (public, run, offer_standing, play_standing, call_read_only, failed_offer): (Table, _, _, _, _, _) =
            prelude.call((&api.private, &steps, &step_ids, &actions, coroutines, &shared_flags, &prelude_tables))?;
        for pair in public.pairs::<String, Value>() {
            let (name, value) = pair?;
            api.public.raw_set(name, value)?;
        }
        crate::bindings::publish_next(&api, &step_ids)?;
        let (infos, halves) = globals::infos(&self.lua, &self.host, &self.content)?;
        // Definers are the functions with which scripts declare things, such as `step` and `verb`.
        let (verbs, hooks) = self.definers(&api, &infos, &halves)?;
        self.publish_globals(&api)?;
        let tables = LuaTables { steps, step_ids, actions, verbs, hooks, infos, prelude_tables };
        Ok((api, tables, PreludeFunctions { run, offer_standing, play_standing, call_read_only, failed_offer }))
    }

    /// Makes the program and its VM, now that everything is registered and checked.
    fn into_vm(
        self,
        prelude: PreludeFunctions,
        source: ScriptSource<'_>,
        warnings: Vec<Diagnostic>,
        watchdog: Watchdog,
    ) -> mlua::Result<Vm> {
        let board = {
            let mut host = self.host.borrow_mut();
            host.freeze_sets();
            host.running = crate::host::Running::Live;
            let board = host.board.clone();
            host.pos = cardwright_state::Position::initial(&board, 0);
            board
        };
        let registry = &mut *self.registry.borrow_mut();
        let describe = |(verb, _): &(Verb, Function)| {
            let params = verb.params.iter().map(|(name, param)| (name.clone(), param.describe())).collect();
            (verb.name.clone(), verb.doc.clone(), params)
        };
        let (invariants, checks): (Vec<Invariant>, Vec<InvariantCheck>) =
            take(&mut registry.invariants).into_iter().unzip();
        let invariant_checks =
            checks.into_iter().enumerate().map(|(number, check)| VmInvariant { number, check }).collect();
        let (figures, vm_figures): (Vec<Figure>, Vec<VmFigure>) = take(&mut registry.figures).into_iter().unzip();
        let (hooks, steps, warnings) = match source {
            ScriptSource::Program(program) => (program.hooks.clone(), program.steps.clone(), program.warnings.clone()),
            _ => {
                let steps = step_docs(&self.content, &registry.registrations, self.summaries());
                (take(&mut registry.hooks), steps, warnings)
            }
        };
        let program = Arc::new(Program {
            content: self.content,
            board,
            verbs: registry.verbs.iter().map(describe).collect(),
            hooks,
            steps,
            registered: take(&mut registry.registrations),
            menus: take(&mut registry.menus).into_iter().map(registry::PendingMenu::into_menu).collect(),
            invariants,
            figures,
            warnings,
            compiled_scripts: take(&mut registry.compiled),
        });
        let functions = RuleFunctions { prelude, invariants: invariant_checks, figures: vm_figures };
        Vm::new(self.lua, self.host, functions, program, watchdog)
    }

    fn summaries(&self) -> &ScriptSummaries {
        self.summaries.get_or_init(ScriptSummaries::default)
    }

    /// Checks names and calls, now that everything is registered.
    fn check_names(&self, api_docs: &[ApiDoc]) -> Vec<Diagnostic> {
        let (host, registry) = (self.host.borrow(), self.registry.borrow());
        let verbs: Vec<Verb> = registry.verbs.iter().map(|(verb, _)| verb.clone()).collect();
        let figures: Vec<String> = registry.figures.iter().map(|(figure, _)| figure.name.clone()).collect();
        let is_in_menu = |name: &String| registry.menus.iter().any(|pending| pending.menu.actions.contains(name));
        let actions = registry.actions.iter().map(|(name, action_table, script_line)| {
            let play = action_table.raw_get::<Option<Function>>("play").ok().flatten();
            let parameter_count = play.as_ref().and_then(parameter_count);
            ActionDeclaration { name, script_line, is_in_menu: is_in_menu(name), parameter_count }
        });
        let actions: Vec<ActionDeclaration<'_>> = actions.collect();
        let menus: Vec<String> = registry.menus.iter().map(|pending| pending.menu.name.clone()).collect();
        let declared = Declarations {
            content: &self.content,
            board: &host.board,
            verbs: &verbs,
            hooks: &registry.hooks,
            figures: &figures,
            step_parameter_count: &|name| {
                let (_, run, _) = registry.steps.iter().find(|(step, ..)| step == name)?;
                parameter_count(run)
            },
            actions: &actions,
            menus: &menus,
            modules: &registry.modules,
            is_action: &|table| registry.actions.iter().any(|(_, action_table, _)| action_table == table),
            is_complete: registry.failed.is_empty(),
            api_docs,
            is_in_failed_script: &|name| registry.is_in_failed_script(&self.content, name),
        };
        crate::check::check_names(self.summaries(), &declared)
    }

    /// Makes the empty tables `steps`, `step_ids` and `actions` of [`LuaTables`].
    fn step_tables(&self) -> mlua::Result<(Table, Table, Table)> {
        let table = || self.lua.create_table();
        Ok((table()?, table()?, table()?))
    }

    /// Makes the host functions and constants global, then closes the sandbox.
    fn publish_globals(&self, api: &Api) -> mlua::Result<()> {
        crate::renamed::bind_old_names(&api.public)?;
        let globals = self.lua.globals();
        let constants = globals::constants(&self.lua, &self.host)?;
        constants.raw_set("KNOB", crate::knobs::table(&self.lua, &self.host, &self.content)?)?;
        for table in [&api.public, &constants] {
            for pair in table.pairs::<String, Value>() {
                let (name, value) = pair?;
                globals.raw_set(name, value)?;
            }
        }
        // Only the prelude may use buffers, for the flags that it shares with the host.
        globals.raw_set("buffer", Value::Nil)?;
        let meta = self.lua.create_table()?;
        let board = self.host.borrow().board.clone();
        let refuse = self.lua.create_function(move |_, (_, name): (Value, Value)| -> mlua::Result<()> {
            let name = name.to_string().unwrap_or_default();
            Err(mlua::Error::runtime(match globals::ambiguous_constant(&board, &name) {
                Some((message, help)) => format!("{message}: {help}"),
                None => format!("unknown name `{name}`"),
            }))
        })?;
        meta.raw_set("__index", refuse)?;
        meta.set_readonly(true);
        globals.set_metatable(Some(meta))?;
        self.lua.sandbox(true)
    }

    /// Runs all scripts under one time limit. Returns whether a script ran too long. In that case, the scripts after it
    /// do not run.
    fn run_scripts(&self, watchdog: &Watchdog) -> bool {
        watchdog.start();
        for file in &self.content.scripts {
            let Some(module) = file.module() else { continue };
            if let Err(error) = require(&self.lua, &self.registry, &self.content, module) {
                // If the script failed because the host panicked, the panic goes on here.
                crate::lua_ffi::resume_panic();
                let limit = match self.host.borrow_mut().limits.stop_cause.take() {
                    Some(StopCause::Limit(message)) => Some(message),
                    _ => watchdog.fired().map(|limit| limit.to_string()).or_else(|| out_of_memory(&error)),
                };
                if limit.is_some() {
                    drop(self.lua.gc_collect()); // Free memory for the next script.
                }
                let problem = load_problem(&self.content, file, &error, limit);
                let mut registry = self.registry.borrow_mut();
                // Several scripts may require the script that failed.
                let is_reported = registry
                    .problems
                    .iter()
                    .any(|reported| reported.message == problem.message && reported.location() == problem.location());
                if !is_reported {
                    registry.problems.push(problem);
                }
                if watchdog.fired().is_some() {
                    break;
                }
            }
        }
        watchdog.stop().is_some()
    }
}

/// Returns the number of parameters of a function. Returns `None` if the function is variadic or not written in Lua.
fn parameter_count(function: &Function) -> Option<usize> {
    let info = function.info();
    (info.what == "Lua" && !info.is_vararg).then_some(usize::from(info.num_params))
}

/// Turns a Lua error during loading into a diagnostic at its line.
fn load_problem(content: &Content, file: &Arc<SourceFile>, error: &mlua::Error, limit: Option<String>) -> Diagnostic {
    let (place, message) = split_error(&error.to_string());
    let (code, message) = match limit {
        Some(message) => ("script::limit", format!("stopped: {message}")),
        None => ("script::load", message),
    };
    let Some((path, line)) = place else { return Diagnostic::error(code, message).at(file, 0..0) };
    if let Some(problem) = crate::knobs::read_too_early(content, &message, &format!("{path}:{line}")) {
        return problem;
    }
    let file = content.files.iter().find(|file| file.display_path() == path).unwrap_or(file);
    Diagnostic::error(code, message).at(file, line_span(&file.text, line)).label("here")
}

/// Keeps one problem for each syntax error. Both the lint and Luau report it, and Luau names it better. A script that
/// does not parse has no other load problem.
fn keep_one_syntax_error(lint_problems: &mut Vec<Diagnostic>, load_problems: &mut [Diagnostic]) {
    lint_problems.retain(|problem| {
        let is_same = |other: &&mut Diagnostic| other.code == "script::load" && other.file == problem.file;
        let same = load_problems.iter_mut().find(is_same).filter(|_| problem.code == "script::syntax");
        match same {
            Some(same) if problem.help.is_none() => {
                same.code.clone_from(&problem.code);
                false
            }
            _ => true,
        }
    });
}

fn is_error(problem: &Diagnostic) -> bool {
    problem.severity == cardwright_content::Severity::Error
}
