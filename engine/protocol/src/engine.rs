//! The command `engine`: a program plays games of all sides over standard input and output.

use crate::encoder::{Encoder, seats};
use crate::line_reader::{Line, read_line};
use crate::most_rows::most_rows;
use crate::request::{AnswerError, New, Refusal, Request};
use cardwright_script::{Program, Vm};
use cardwright_state::Position;
use cardwright_table::{PlayError, SetUp, StartError, Table, Viewer};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// Plays games of all sides as lines of JSON ask for.
#[derive(Debug)]
pub struct Engine {
    encoder: Encoder,
    /// The scenario of a game that names none.
    scenario: String,
    /// The position at the start of that scenario.
    position: Position,
    /// A VM for the next game.
    vm: Option<Vm>,
    table: Option<Table>,
    with_view: bool,
    moment: u64,
    most_rows: Option<usize>,
}

impl Engine {
    /// Creates an engine for a game. Games that name no scenario begin with `scenario`.
    ///
    /// # Errors
    /// There is no such scenario.
    pub fn new(program: &Arc<Program>, vm: Vm, scenario: String) -> Result<Engine, StartError> {
        let position = Table::first_position(program, &SetUp { scenario: scenario.clone(), ..SetUp::default() })?;
        Ok(Engine {
            encoder: Encoder::new(program),
            scenario,
            position,
            vm: Some(vm),
            table: None,
            with_view: false,
            moment: 0,
            most_rows: None,
        })
    }

    /// Writes `hello`, then one line for each line of the input until it ends.
    ///
    /// # Errors
    /// The input cannot be read, or the output cannot be written.
    pub fn run(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
        let mut reply = self.hello();
        loop {
            writeln!(output, "{reply}")?;
            output.flush()?;
            let Some(line) = read_line(input)? else { return Ok(()) };
            if matches!(line, Line::TooLong) {
                input.skip_until(b'\n')?;
            }
            reply = Request::parse(&line).and_then(|request| self.reply(request)).unwrap_or_else(|it| it.to_json());
        }
    }

    fn reply(&mut self, request: Request) -> Result<Value, Refusal> {
        match request {
            Request::Hello(hello) => {
                if hello.most_rows && self.most_rows.is_none() {
                    let mut vm = self.take_vm()?;
                    self.most_rows = Some(most_rows(&self.encoder.program, &mut vm));
                    self.vm = Some(vm);
                }
                Ok(self.hello())
            }
            Request::New(new) => self.begin(&new),
            Request::Answer(answer) => {
                let moment = self.moment;
                match answer.play(self.table()?, moment) {
                    Ok(remark) => Ok(self.state(remark)),
                    // The row is no longer offered.
                    Err(AnswerError::Play(error @ PlayError::Barred { .. })) => Ok(self.state(Some(error.to_string()))),
                    Err(AnswerError::Play(PlayError::Rule { error, .. })) => Err(failed_rule(error.with_place())),
                    Err(AnswerError::Play(error)) => Err(failed_rule(error.to_string())),
                    Err(AnswerError::Refused(refusal)) => Err(refusal),
                }
            }
            Request::Undo(_) => match self.table()?.undo() {
                Ok(_) => Ok(self.state(None)),
                Err(error) => Err(Refusal::new("undo", error.to_string(), "an answer to the present choice, or `new`")),
            },
        }
    }

    fn begin(&mut self, new: &New) -> Result<Value, Refusal> {
        let mut options = Vec::new();
        for (id, value) in &new.options {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                _ => return Err(not_started(format!("option `{id}`: {value} is no value"))),
            };
            options.push((id.clone(), text));
        }
        let scenario = new.scenario.clone().unwrap_or_else(|| self.scenario.clone());
        let set_up = SetUp { scenario, seed: new.seed, options, open: new.open, ..SetUp::default() };
        let vm = self.take_vm()?;
        let table = Table::start(self.encoder.program.clone(), vm, &set_up);
        let before = self.table.replace(table.map_err(|error| not_started(error.to_string()))?);
        self.vm = before.map(Table::into_vm);
        self.with_view = new.view;
        let mut state = self.state(None);
        if let Some(table) = &self.table {
            state["state"]["seats"] = seats(table.board(), table.position());
        }
        Ok(state)
    }

    /// The VM of the last game, or a new one.
    fn take_vm(&mut self) -> Result<Vm, Refusal> {
        match self.vm.take() {
            Some(vm) => Ok(vm),
            None => self.encoder.program.vm().map_err(|_| failed_rule("the rules do not load again".into())),
        }
    }

    fn table(&mut self) -> Result<&mut Table, Refusal> {
        self.table.as_mut().ok_or_else(|| Refusal::new("no-game", "no game has begun", r#"`{"new": {"seed": 1}}`"#))
    }

    fn hello(&self) -> Value {
        let mut hello = self.encoder.hello(&self.position);
        if let Some(most_rows) = self.most_rows {
            hello["most_rows"] = json!(most_rows);
        }
        json!({ "hello": hello })
    }

    /// The next state. `remark` says why the line before it took effect only in part, or not at all.
    fn state(&mut self, remark: Option<String>) -> Value {
        self.moment += 1;
        let Some(table) = &self.table else { return Value::Null };
        let viewer = table.asked().map_or(Viewer::PUBLIC, |side| table.viewer_of(side));
        let mut state = self.encoder.state(table, viewer, self.moment, self.with_view);
        if let Some(remark) = remark {
            state["remark"] = json!(remark);
        }
        json!({ "state": state })
    }
}

fn failed_rule(message: String) -> Refusal {
    Refusal::new("rule", message, "another answer: the game is as it was before this one")
}

fn not_started(message: String) -> Refusal {
    Refusal::new("new", message, "a scenario and options of `hello`; the game before it goes on")
}
