//! Invariants that the rules state: asked beside the pending choice, which they leave as it is.

use super::{RunError, Vm};
use crate::bindings::V;
use crate::place::{memory, memory_ran_out_at};
use crate::watchdog;
use cardwright_state::val::{Kind, Val};
use mlua::{Function, Value};

/// An invariant as a VM asks it.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Its number in [`crate::Program::invariants`].
    pub(crate) number: usize,
    /// What the script gives.
    pub(crate) ask: Ask,
}

/// How a script says what must hold.
#[derive(Debug, Clone)]
pub(crate) enum Ask {
    /// Whether it holds.
    Holds(Function),
    /// The set of what breaks it.
    Breaks(Function),
}

/// An invariant that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// Its name.
    pub name: String,
    /// What it says, with its rule number, and what breaks it.
    pub message: String,
    /// File and line where it is stated.
    pub place: Option<(String, usize)>,
}

impl Vm {
    /// The invariants of the rules that do not hold in the current position. Host calls they make are
    /// not counted as the game's.
    ///
    /// # Errors
    /// One of them fails; the position stays good.
    pub fn unmet(&mut self) -> Result<Vec<Unmet>, RunError> {
        self.fallen(false)
    }

    /// Why the rules know no game that begins as this position, before its first step: the first of what they say of the
    /// start that does not hold.
    ///
    /// # Errors
    /// What they ask fails itself.
    pub fn unknown(&mut self) -> Result<Option<Unmet>, RunError> {
        Ok(self.fallen(true)?.into_iter().next())
    }

    /// The invariants that do not hold, of those for the start or of the others.
    fn fallen(&mut self, at_start: bool) -> Result<Vec<Unmet>, RunError> {
        let mut out = Vec::new();
        let scratch = self.host.borrow().scratch();
        let limit = self.watchdog.limit();
        let until = watchdog::now() + limit;
        for n in 0..self.invariants.len() {
            if n > 0 && watchdog::now() > until {
                let message = format!("the invariants together ran too long ({} seconds)", limit.as_secs_f32());
                let within = self.within();
                return Err(RunError::Limit { message, place: None, within });
            }
            let Asked { number, ask } = self.invariants[n].clone();
            if self.program.invariants[number].at_start != at_start {
                continue;
            }
            let fell = match &ask {
                Ask::Holds(function) => match self.aside(function, None)? {
                    Value::Boolean(true) => continue,
                    Value::Boolean(false) => Vec::new(),
                    other => return Err(self.answers_wrongly(number, "`holds` is true or false", &other)),
                },
                Ask::Breaks(function) => {
                    let value = self.aside(function, None)?;
                    let set = value.as_i64().or_else(|| value.as_f64().map(|n| n as i64)).map(Val);
                    let mut members = Vec::new();
                    let found = set.filter(|v| v.kind() == Kind::Set).map(|v| {
                        let host = self.host.borrow();
                        host.set(v).map(|set| host.members(&set, &mut members))
                    });
                    if !matches!(found, Some(Ok(()))) {
                        return Err(self.answers_wrongly(number, "`breaks` returns a set", &value));
                    }
                    if members.is_empty() {
                        continue;
                    }
                    members.iter().map(|v| self.board().text(*v)).collect()
                }
            };
            out.push(self.how_unmet(number, &fell));
        }
        self.host.borrow_mut().drop_scratch_to(scratch);
        Ok(out)
    }

    /// Calls a function that may look but not touch, and leaves everything but its value as it was.
    pub(super) fn aside(&mut self, function: &Function, subject: Option<Val>) -> Result<Value, RunError> {
        let before = self.host.borrow_mut().step_aside();
        self.watchdog.start();
        let mut done = self.entrances.aside.call::<Value>((function, subject.map(V)));
        let mut ran_out = None;
        if done.as_ref().is_err_and(|error| memory(error).is_some()) {
            (done, ran_out) = self.aside_again(function, subject);
        }
        let late = self.watchdog.stop();
        let done = done.map_err(|error| self.failed(&error, late, ran_out));
        self.host.borrow_mut().step_back(before); // Also what a `suppose` that failed half-way changed.
        done
    }

    /// The same once more, as a coroutine: that tells where memory ran out.
    fn aside_again(
        &mut self,
        function: &Function,
        subject: Option<Val>,
    ) -> (mlua::Result<Value>, Option<(String, usize)>) {
        let again = self.begin_anew().and_then(|()| self.lua.create_thread(self.entrances.aside.clone()));
        let thread = match again {
            Ok(thread) => thread,
            Err(error) => return (Err(error), None),
        };
        let done = thread.resume::<Value>((function, subject.map(V)));
        let ran_out = done.as_ref().err().and_then(|error| memory_ran_out_at(&self.lua, &thread, error));
        (done, ran_out)
    }

    fn how_unmet(&self, number: usize, fell: &[String]) -> Unmet {
        const MOST: usize = 8;
        let invariant = &self.program.invariants[number];
        let reason = &self.board().reasons[invariant.why.at()];
        let rule = if reason.rule.is_empty() { String::new() } else { format!(" [{}]", reason.rule) };
        let more = if fell.len() > MOST { ", …" } else { "" };
        let fell = match fell {
            [] => String::new(),
            _ => format!(": {}{more}", fell[..fell.len().min(MOST)].join(", ")),
        };
        let place = invariant.at.rsplit_once(':').and_then(|(path, line)| Some((path.to_owned(), line.parse().ok()?)));
        let message = match invariant.at_start {
            true => format!("{}{rule}{fell}", reason.say),
            false => format!("the invariant `{}` does not hold, {}{rule}{fell}", invariant.name, reason.say),
        };
        Unmet { name: invariant.name.clone(), message, place }
    }

    fn answers_wrongly(&mut self, number: usize, wanted: &str, got: &Value) -> RunError {
        let name = self.program.invariants[number].name.clone();
        self.script(format!("the invariant `{name}` answers with {}: {wanted}", shown(got)))
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".into(),
        Value::Number(n) => n.to_string(),
        Value::Integer(n) => n.to_string(),
        Value::Boolean(b) => b.to_string(),
        other => format!("a {}", other.type_name()),
    }
}
