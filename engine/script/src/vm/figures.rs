//! Computes figures: values that scripts derive from the position for viewers. A figure may change nothing. If one
//! fails, only its own value is an error.

use super::{RunError, Vm};
use crate::figure_value::FigureValue;
use crate::program::Figure;
use crate::watchdog;
use cardwright_state::board::{Board, SubjectKind};
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{SpaceId, TextId};
use mlua::{Function, Value};

/// The most members of a list in a figure.
const MAX_MEMBERS: usize = 64;
/// The deepest nesting of lists in a figure.
const MAX_DEPTH: usize = 2;

/// A figure's function in a VM.
#[derive(Debug, Clone)]
pub(crate) struct VmFigure {
    value: Function,
    /// The error of a figure that passed a limit. The VM does not call it again.
    limit_error: Option<String>,
}

impl VmFigure {
    pub(crate) fn new(value: Function) -> VmFigure {
        VmFigure { value, limit_error: None }
    }
}

impl Vm {
    /// The values of all figures ([`crate::Program::figures`]) in the current position, by subject: one for the game, one
    /// per side, or one per space (`Nothing` for spaces of other kinds). Their host calls do not count as the game's.
    /// The values contain hidden information: [`Figure::is_for`] tells who may read them.
    pub fn figures(&mut self) -> Vec<Vec<FigureValue>> {
        if !self.is_live {
            self.host.borrow_mut().forget_shared();
        }
        let was_live = self.is_live;
        let program = self.program.clone();
        let limit = self.watchdog.limit();
        self.figures_until = Some(watchdog::now() + limit);
        self.watchdog.set_limit(limit.min(watchdog::READ_ONLY_LIMIT));
        let out = program.figures.iter().enumerate().map(|(n, figure)| self.figure_values(n, figure)).collect();
        self.watchdog.set_limit(limit);
        self.figures_until = None;
        if was_live && !self.is_live {
            // A figure failed, and the coroutine with the pending choice is gone.
            let _ = self.restart(false, false);
        }
        out
    }

    pub(super) fn figure_values(&mut self, number: usize, figure: &Figure) -> Vec<FigureValue> {
        let board = self.board().clone();
        let subjects: Vec<(usize, Option<Val>)> = match figure.on {
            SubjectKind::Side => {
                let sides_in_play = self.with_position(|position| position.sides_in_play(&board));
                sides_in_play.iter().map(|side| (side.at(), Some(Val::side(side)))).collect()
            }
            SubjectKind::Spaces(kinds) => {
                board.spaces_of(kinds).iter().map(|s| (s, Some(Val::space(SpaceId::new(s))))).collect()
            }
            _ => vec![(0, None)],
        };
        let mut out = vec![FigureValue::Nothing; board.subject_count(figure.on)];
        for (at, subject) in subjects {
            out[at] = self.figure_value(number, subject).unwrap_or_else(FigureValue::Failed);
        }
        out
    }

    fn figure_value(&mut self, number: usize, subject: Option<Val>) -> Result<FigureValue, String> {
        let VmFigure { value, limit_error } = self.figures[number].clone();
        if let Some(error) = limit_error {
            return Err(error);
        }
        if self.figures_until.is_some_and(|until| watchdog::now() > until) {
            return Err("not computed: the figures before it took too long".into());
        }
        let scratch = self.host.borrow().scratch();
        let out = match self.call_read_only(&value, subject) {
            Ok(value) => self.convert(&value, 0),
            Err(error) => {
                let place = error.place().map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
                let message = match error {
                    RunError::TimeLimit { .. } => {
                        format!("{place}stopped: the script ran too long for a figure (1 second)")
                    }
                    _ => format!("{place}{error}"),
                };
                if matches!(error, RunError::TimeLimit { .. } | RunError::Limit { .. }) {
                    self.figures[number].limit_error = Some(message.clone());
                }
                Err(message)
            }
        };
        self.host.borrow_mut().drop_scratch_to(scratch);
        out
    }

    /// Converts the value that a script returned.
    fn convert(&self, value: &Value, depth: usize) -> Result<FigureValue, String> {
        match value {
            Value::Nil => Ok(FigureValue::Nothing),
            Value::Boolean(truth) => Ok(FigureValue::Boolean(*truth)),
            Value::Integer(_) | Value::Number(_) => {
                let val = handle_or_number(value)?;
                match val.kind() {
                    Kind::Text => Ok(FigureValue::Text(self.line(val, &[])?)),
                    Kind::Set => {
                        let host = self.host.borrow();
                        let mut members = Vec::new();
                        host.members(&host.set(val)?, &mut members);
                        Ok(FigureValue::List(members.into_iter().take(MAX_MEMBERS).map(FigureValue::Value).collect()))
                    }
                    _ => Ok(FigureValue::Value(checked(self.board(), val)?)),
                }
            }
            Value::Table(_) if depth == MAX_DEPTH => Err("the figure returns lists nested too deep".into()),
            Value::Table(table) => {
                let items: Vec<Value> = (1..=table.raw_len().min(MAX_MEMBERS))
                    .map(|i| table.raw_get(i).map_err(|e| e.to_string()))
                    .collect::<Result<_, _>>()?;
                if let Some(text) =
                    items.first().and_then(|v| handle_or_number(v).ok()).filter(|v| v.kind() == Kind::Text)
                {
                    return Ok(FigureValue::Text(self.line(text, &items[1..])?));
                }
                items.iter().map(|v| self.convert(v, depth + 1)).collect::<Result<_, _>>().map(FigureValue::List)
            }
            other => Err(format!("the figure returns a {}", other.type_name())),
        }
    }

    fn line(&self, text: Val, subjects: &[Value]) -> Result<TextLine, String> {
        let board = self.board();
        let text = checked(board, text)?.index(Kind::Text).map(TextId::new).ok_or("that is no text")?;
        let subjects = subjects.iter().map(|v| checked(board, handle_or_number(v)?)).collect::<Result<_, _>>()?;
        Ok(TextLine { text, subjects })
    }
}

fn handle_or_number(value: &Value) -> Result<Val, String> {
    match value {
        Value::Integer(n) => Ok(Val(*n)),
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Ok(Val(*n as i64)),
        other => Err(format!("the figure returns a {} where a number or thing is wanted", other.type_name())),
    }
}

fn checked(board: &Board, val: Val) -> Result<Val, String> {
    if board.is_valid(val) {
        Ok(val)
    } else {
        Err("the figure returns a handle that names nothing in this game".into())
    }
}
