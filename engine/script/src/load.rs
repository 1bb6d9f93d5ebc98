//! Loading scripts: each in one VM, its registrations gathered, everything checked, then frozen.

mod define;
mod finish;
mod layout;
mod menus;
mod points;
mod registry;
mod wraps;

use define::require;
use registry::Registry;

use crate::bindings::{Api, ApiDoc};
use crate::check::{Declared, Offerable, Outlines, Reading};
use crate::compiled::{Compiled, Compiling};
use crate::globals;
use crate::host::{Fault, Host};
use crate::params::Verb;
use crate::place::{line_span, memory, split_error};
use crate::program::{Figure, Invariant, Program};
use crate::sandbox;
use crate::vm::{Ask, Asked, Entrances, Figuring, Vm};
use crate::watchdog::{TOO_LONG, Watchdog};
use cardwright_content::{Content, Diagnostic, SourceFile};
use mlua::{Function, Lua, Table, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The step that plays one effect of a card.
pub(crate) const CARD_EFFECT: &str = "card-effect";

impl Program {
    /// Loads the scripts of some content.
    ///
    /// # Errors
    /// Every problem of scripts, verbs and effects, with its place.
    pub fn load(content: Arc<Content>) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>> {
        let vm = build(&content, Scripts::New, false)?;
        Ok((vm.program().clone(), vm))
    }

    /// The same for scripts that are known to be sound, such as those the program was built with: they are not read for
    /// what is wrong before they run, which is half of all loading, and were begun to be compiled before. Where points are asked ([`crate::Point::asked`]) is not
    /// told then.
    ///
    /// # Errors
    /// What is wrong when they run.
    pub fn load_sound(content: Arc<Content>, compiling: Compiling) -> Result<(Arc<Program>, Vm), Vec<Diagnostic>> {
        let compiled = compiling.of(&content);
        let vm = build(&content, Scripts::Sound(&compiled), false)?;
        Ok((vm.program().clone(), vm))
    }

    /// Another VM of the same program, for another thread or a re-run.
    ///
    /// # Errors
    /// None that [`Program::load`] did not report, but for memory.
    pub fn vm(&self) -> Result<Vm, Vec<Diagnostic>> {
        build(&self.content, Scripts::Of(self), false)
    }

    /// The same with its scripts, and the engine's own Lua, as native code: for long simulations. It plays the same games,
    /// sooner, but takes longer to make. Without the feature `jit`, or on a machine that Luau makes no native code for, it is
    /// as any other.
    ///
    /// # Errors
    /// As [`Program::vm`].
    pub fn native_vm(&self) -> Result<Vm, Vec<Diagnostic>> {
        build(&self.content, Scripts::Of(self), true)
    }
}

/// The prelude's tables, filled when all is registered.
struct ById {
    steps: Table,
    step_ids: Table,
    actions: Table,
    verbs: Table,
    points: Table,
    infos: Table,
    layout: Table,
}

struct Loader {
    lua: Lua,
    host: Rc<RefCell<Host>>,
    content: Arc<Content>,
    registry: Rc<RefCell<Registry>>,
    /// What the scripts say; nothing where they are known to be sound.
    reading: Rc<Reading>,
}

fn internal(error: &mlua::Error) -> Vec<Diagnostic> {
    vec![Diagnostic::error("script::host", format!("the Lua host failed: {error}"))]
}

/// What is known of some content's scripts.
#[derive(Clone, Copy)]
enum Scripts<'a> {
    /// Nothing.
    New,
    /// They are sound, and being compiled.
    Sound(&'a Arc<Compiled>),
    /// A VM was made of them before: this is its program.
    Of(&'a Program),
}

/// Makes a VM.
fn build(content: &Arc<Content>, scripts: Scripts<'_>, native: bool) -> Result<Vm, Vec<Diagnostic>> {
    let host = Rc::new(RefCell::new(Host::new(Arc::new(content.board.clone()))));
    let (lua, coroutines) = sandbox::open().map_err(|e| internal(&e))?;
    #[cfg(feature = "jit")]
    lua.enable_jit(native);
    #[cfg(not(feature = "jit"))]
    let _ = native;
    crate::raw::check(&lua).map_err(|e| internal(&e))?;
    let compiled = match scripts {
        Scripts::Of(program) => program.compiled.clone(),
        Scripts::Sound(compiled) => compiled.clone(),
        Scripts::New => Compiled::begin(&content.scripts),
    };
    let registry = Rc::new(RefCell::new(Registry { compiled, ..Registry::default() }));
    let loader = Loader { lua, host, content: content.clone(), registry, reading: Rc::default() };
    loader.run(&coroutines, scripts)
}

impl Loader {
    fn run(self, coroutines: &Table, scripts: Scripts<'_>) -> Result<Vm, Vec<Diagnostic>> {
        let api = Api::new(&self.lua, self.host.clone()).map_err(|e| internal(&e))?;
        let (steps, step_ids, actions) = self.tables().map_err(|e| internal(&e))?;
        let (signals, layout) = self.signals().map_err(|e| internal(&e))?;
        let prelude = include_str!("prelude.luau");
        let (public, run, ask_standing, play_standing, aside, asked_last): (
            Table,
            Function,
            Function,
            Function,
            Function,
            Function,
        ) = self
            .lua
            .load(prelude)
            .set_name("@engine/prelude.luau")
            .call((&api.private, &steps, &step_ids, &actions, coroutines, &signals, &layout))
            .map_err(|e| internal(&e))?;
        for pair in public.pairs::<String, Value>() {
            let (name, value) = pair.map_err(|e| internal(&e))?;
            api.public.raw_set(name, value).map_err(|e| internal(&e))?;
        }
        crate::bindings::publish_next(&api, &step_ids).map_err(|e| internal(&e))?;
        let (infos, halves) = globals::infos(&self.lua, &self.host, &self.content).map_err(|e| internal(&e))?;
        let (verbs, points) = self.definers(&api, &infos, &halves).map_err(|e| internal(&e))?;
        self.globals(&api).map_err(|e| internal(&e))?;
        if matches!(scripts, Scripts::New) {
            self.reading.begin(&self.content, api.names().map_err(|e| internal(&e))?);
        }
        let watchdog = Watchdog::new(&self.lua).map_err(|e| internal(&e))?;
        if self.scripts(&watchdog) {
            // What the scripts after it would have registered is missing: that would only bury it.
            let mut problems = std::mem::take(&mut self.registry.borrow_mut().problems);
            problems.retain(|problem| problem.code == "script::limit");
            return Err(problems);
        }
        let by_id = ById { steps, step_ids, actions, verbs, points, infos, layout };
        self.finish(&by_id).map_err(|e| internal(&e))?;
        let mut problems = self.reading.problems();
        problems.append(&mut self.registry.borrow_mut().problems);
        if matches!(scripts, Scripts::New) {
            problems.extend(self.names(&api.docs));
        }
        if problems.iter().any(is_error) {
            return Err(problems);
        }
        {
            let mut host = self.host.borrow_mut();
            host.fix_sets();
            host.running = crate::host::Running::Live;
            let board = host.board.clone();
            host.pos = cardwright_state::Position::initial(&board, 0);
        }
        let board = self.host.borrow().board.clone();
        let verbs = self
            .registry
            .borrow()
            .verbs
            .iter()
            .map(|(v, _)| {
                (v.name.clone(), v.doc.clone(), v.params.iter().map(|(n, p)| (n.clone(), p.describe())).collect())
            })
            .collect();
        let registered = std::mem::take(&mut self.registry.borrow_mut().places);
        let (invariants, asks): (Vec<Invariant>, Vec<Ask>) =
            std::mem::take(&mut self.registry.borrow_mut().invariants).into_iter().unzip();
        let asked = asks.into_iter().enumerate().map(|(number, ask)| Asked { number, ask }).collect();
        let (figures, figuring): (Vec<Figure>, Vec<Figuring>) =
            std::mem::take(&mut self.registry.borrow_mut().figures).into_iter().unzip();
        let menus =
            std::mem::take(&mut self.registry.borrow_mut().menus).into_iter().map(registry::Declared::done).collect();
        let (points, warnings) = match scripts {
            Scripts::Of(program) => (program.points.clone(), program.warnings.clone()),
            _ => (std::mem::take(&mut self.registry.borrow_mut().points), problems),
        };
        let content = self.content.clone();
        let compiled = std::mem::take(&mut self.registry.borrow_mut().compiled);
        let program = Arc::new(Program {
            content,
            board,
            verbs,
            points,
            registered,
            menus,
            invariants,
            figures,
            warnings,
            compiled,
        });
        Vm::new(
            self.lua,
            self.host,
            Entrances { run, ask_standing, play_standing, aside, asked_last },
            program,
            watchdog,
            asked,
            figuring,
        )
        .map_err(|e| internal(&e))
    }

    /// What the scripts say; nothing where they are known to be sound.
    fn outlines(&self) -> &Outlines {
        self.reading.outlines()
    }

    /// What the scripts say of names that nothing has, now that all are known.
    fn names(&self, docs: &[ApiDoc]) -> Vec<Diagnostic> {
        let (host, registry) = (self.host.borrow(), self.registry.borrow());
        let verbs: Vec<Verb> = registry.verbs.iter().map(|(verb, _)| verb.clone()).collect();
        let figures: Vec<String> = registry.figures.iter().map(|(figure, _)| figure.name.clone()).collect();
        let is_in_menu = |name: &String| registry.menus.iter().any(|declared| declared.menu.actions.contains(name));
        let actions = registry.actions.iter().map(|(name, it, at)| {
            let play = it.raw_get::<Option<Function>>("play").ok().flatten();
            let takes = play.as_ref().and_then(takes);
            Offerable { name, at, is_in_menu: is_in_menu(name), takes }
        });
        let actions: Vec<Offerable<'_>> = actions.collect();
        let menus: Vec<String> = registry.menus.iter().map(|declared| declared.menu.name.clone()).collect();
        let declared = Declared {
            content: &self.content,
            board: &host.board,
            verbs: &verbs,
            points: &registry.points,
            figures: &figures,
            step_takes: &|name| {
                let (_, run, _) = registry.steps.iter().find(|(step, ..)| step == name)?;
                takes(run)
            },
            actions: &actions,
            menus: &menus,
            modules: &registry.modules,
            is_action: &|table| registry.actions.iter().any(|(_, it, _)| it == table),
            is_whole: registry.failed.is_empty(),
            docs,
            may_be_lost: &|name| registry.may_have_lost(&self.content, name),
        };
        crate::check::names(self.outlines(), &declared)
    }

    fn tables(&self) -> mlua::Result<(Table, Table, Table)> {
        let table = || self.lua.create_table();
        Ok((table()?, table()?, table()?))
    }

    fn globals(&self, api: &Api) -> mlua::Result<()> {
        let globals = self.lua.globals();
        let constants = globals::constants(&self.lua, &self.host)?;
        constants.raw_set("KNOB", crate::knobs::table(&self.lua, &self.host, &self.content)?)?;
        for table in [&api.public, &constants] {
            for pair in table.pairs::<String, Value>() {
                let (name, value) = pair?;
                globals.raw_set(name, value)?;
            }
        }
        globals.raw_set("buffer", Value::Nil)?;
        let meta = self.lua.create_table()?;
        let board = self.host.borrow().board.clone();
        let missing = self.lua.create_function(move |_, (_, name): (Value, Value)| -> mlua::Result<()> {
            let name = name.to_string().unwrap_or_default();
            Err(mlua::Error::runtime(match globals::shared(&board, &name) {
                Some((is, write)) => format!("{is}: {write}"),
                None => format!("unknown name `{name}`"),
            }))
        })?;
        meta.raw_set("__index", missing)?;
        meta.set_readonly(true);
        globals.set_metatable(Some(meta))?;
        self.lua.sandbox(true)
    }

    /// Runs all scripts; one clock stops a runaway among them, and none is run after it. Whether there was one.
    fn scripts(&self, watchdog: &Watchdog) -> bool {
        watchdog.start();
        for file in &self.content.scripts {
            let Some(module) = file.module() else { continue };
            if let Err(error) = require(&self.lua, &self.registry, &self.content, module) {
                crate::raw::go_on_panicking();
                let limit = match self.host.borrow_mut().fault.take() {
                    Some(Fault::Limit(message)) => Some(message),
                    _ if watchdog.is_late() => Some(TOO_LONG.to_owned()),
                    _ => memory(&error),
                };
                if limit.is_some() {
                    drop(self.lua.gc_collect()); // What was too much for this script is not to be for the next.
                }
                let problem = load_problem(&self.content, file, &error, limit);
                let mut registry = self.registry.borrow_mut();
                if !registry.problems.iter().any(|p| p.message == problem.message && p.place() == problem.place()) {
                    registry.problems.push(problem);
                }
                if watchdog.is_late() {
                    break;
                }
            }
        }
        watchdog.stop()
    }
}

/// How many arguments a function has names for; nothing of one that takes any number.
fn takes(function: &Function) -> Option<usize> {
    let info = function.info();
    (info.what == "Lua" && !info.is_vararg).then_some(usize::from(info.num_params))
}

/// A Lua error while loading, as a diagnostic of the line it names.
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
    let file = content.files.iter().find(|f| f.shown() == path).unwrap_or(file);
    Diagnostic::error(code, message).at(file, line_span(&file.text, line)).label("here")
}

fn is_error(problem: &Diagnostic) -> bool {
    problem.severity == cardwright_content::Severity::Error
}
