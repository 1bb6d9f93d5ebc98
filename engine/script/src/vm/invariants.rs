//! Checks the invariants that scripts declare. An invariant may change nothing, not even the pending choice.

use super::running::lua_args;
use super::{InvariantCheck, RunError, Vm, VmInvariant};
use crate::script_errors::{out_of_memory, out_of_memory_at};
use crate::watchdog;
use cardwright_state::val::{Kind, PlainValue, Val};
use mlua::{Function, Value};

/// An invariant that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenInvariant {
    /// The name of the invariant.
    pub name: String,
    /// The text for players: the reason with the rule number, and the things that break the invariant.
    pub message: String,
    /// The file and line of the declaration.
    pub place: Option<(String, usize)>,
}

impl Vm {
    /// Returns the invariants that do not hold in the current position. The host calls of invariants do not count as
    /// calls of the game.
    ///
    /// # Errors
    /// Fails if the function of an invariant fails. The position stays valid.
    pub fn broken_invariants(&mut self) -> Result<Vec<BrokenInvariant>, RunError> {
        self.check_invariants(false)
    }

    /// Returns the first invariant with `at_start` that does not hold in the current position. Call this before the
    /// first step.
    ///
    /// # Errors
    /// Fails if the function of an invariant fails. The position stays valid.
    pub fn start_problem(&mut self) -> Result<Option<BrokenInvariant>, RunError> {
        Ok(self.check_invariants(true)?.into_iter().next())
    }

    /// Returns the broken invariants among the invariants with `at_start`, or among all others.
    fn check_invariants(&mut self, at_start: bool) -> Result<Vec<BrokenInvariant>, RunError> {
        let mut broken = Vec::new();
        let scratch = self.host.borrow().scratch();
        let limit = self.watchdog.limit();
        let deadline = watchdog::thread_time() + limit;
        for index in 0..self.invariants.len() {
            if index > 0 && watchdog::thread_time() > deadline {
                let message = format!("the invariants together ran too long ({} seconds)", limit.as_secs_f32());
                let open_steps = self.open_steps();
                return Err(RunError::Limit { message, place: None, open_steps });
            }
            let VmInvariant { number, check } = self.invariants[index].clone();
            if self.program.invariants[number].at_start != at_start {
                continue;
            }
            let breaking = match &check {
                InvariantCheck::Holds(function) => match self.call_read_only(function, &[])? {
                    Value::Boolean(true) => continue,
                    Value::Boolean(false) => Vec::new(),
                    other => return Err(self.invalid_result(number, "`holds` must return true or false", &other)),
                },
                InvariantCheck::Breaks(function) => {
                    let value = self.call_read_only(function, &[])?;
                    let set = value.as_i64().or_else(|| value.as_f64().map(|number| number as i64)).map(Val);
                    let mut members = Vec::new();
                    let read_members = set.filter(|val| val.kind() == Kind::Set).map(|val| {
                        let host = self.host.borrow();
                        host.set(val).map(|set| host.members(&set, &mut members))
                    });
                    if !matches!(read_members, Some(Ok(()))) {
                        return Err(self.invalid_result(number, "`breaks` returns a set", &value));
                    }
                    if members.is_empty() {
                        continue;
                    }
                    members.iter().map(|member| self.board().text(*member)).collect()
                }
            };
            broken.push(self.describe_broken(number, &breaking));
        }
        self.host.borrow_mut().drop_scratch_to(scratch);
        Ok(broken)
    }

    /// Calls a function that may change nothing, and restores all state of the host afterwards.
    pub(super) fn call_read_only(&mut self, function: &Function, args: &[PlainValue]) -> Result<Value, RunError> {
        let saved = self.host.borrow_mut().begin_read_only();
        self.watchdog.start();
        let mut result = self.prelude.call_read_only.call::<Value>((function, lua_args(args)));
        let mut out_of_memory_place = None;
        if result.as_ref().is_err_and(|error| out_of_memory(error).is_some()) {
            (result, out_of_memory_place) = self.retry_as_coroutine(function, args);
        }
        let time_limit = self.watchdog.stop();
        let result = result.map_err(|error| self.run_error(&error, time_limit, out_of_memory_place));
        self.host.borrow_mut().end_read_only(saved); // This also undoes the changes of a `suppose` that failed.
        result
    }

    /// Calls the function again as a coroutine, because a stopped coroutine shows where memory ran out.
    fn retry_as_coroutine(
        &mut self,
        function: &Function,
        args: &[PlainValue],
    ) -> (mlua::Result<Value>, Option<(String, usize)>) {
        let new_thread =
            self.reset_coroutine().and_then(|()| self.lua.create_thread(self.prelude.call_read_only.clone()));
        let thread = match new_thread {
            Ok(thread) => thread,
            Err(error) => return (Err(error), None),
        };
        let result = thread.resume::<Value>((function, lua_args(args)));
        let out_of_memory_place = result.as_ref().err().and_then(|error| out_of_memory_at(&self.lua, &thread, error));
        (result, out_of_memory_place)
    }

    /// Makes the message about a broken invariant. `breaking` lists the things that break it.
    fn describe_broken(&self, number: usize, breaking: &[String]) -> BrokenInvariant {
        const MAX_SHOWN: usize = 8;
        let invariant = &self.program.invariants[number];
        let reason = &self.board().labels[invariant.why];
        let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
        let ellipsis = if breaking.len() > MAX_SHOWN { ", …" } else { "" };
        let breaking = match breaking {
            [] => String::new(),
            _ => format!(": {}{ellipsis}", breaking[..breaking.len().min(MAX_SHOWN)].join(", ")),
        };
        let place =
            invariant.script_line.rsplit_once(':').and_then(|(path, line)| Some((path.to_owned(), line.parse().ok()?)));
        let message = match invariant.at_start {
            true => format!("{}{rule}{breaking}", reason.text),
            false => format!("the invariant `{}` does not hold, {}{rule}{breaking}", invariant.name, reason.text),
        };
        BrokenInvariant { name: invariant.name.clone(), message, place }
    }

    /// Makes the error for an invariant whose function returns an unusable value. `requirement` says which value it
    /// needs.
    fn invalid_result(&mut self, number: usize, requirement: &str, value: &Value) -> RunError {
        let name = self.program.invariants[number].name.clone();
        self.script_error(format!("the invariant `{name}` returns {}: {requirement}", display(value)))
    }
}

fn display(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".into(),
        Value::Number(number) => number.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Boolean(boolean) => boolean.to_string(),
        other => format!("a {}", other.type_name()),
    }
}
