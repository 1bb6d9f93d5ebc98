//! Computes figures: values that scripts derive from the position for viewers. A figure may change nothing. If a figure
//! fails, its value is an error, and the other figures are still computed.

use super::{RunError, Vm, VmFigure};
use crate::figure_value::FigureValue;
use crate::program::Figure;
use crate::watchdog;
use cardwright_state::board::{Board, SubjectKind};
use cardwright_state::position::TextLine;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{SpaceId, TextId};
use mlua::Value;

/// The most members of a list in the value of a figure.
const MAX_MEMBERS: usize = 64;
/// The deepest nesting of lists in the value of a figure.
const MAX_DEPTH: usize = 2;

impl Vm {
    /// Computes the values of all figures ([`crate::Program::figures`]) in the current position. A figure has one value
    /// for the game, one per side, or one per space (`Nothing` for spaces of other kinds). The host calls of figures do
    /// not count as calls of the game. The values may show hidden information, so ask [`Figure::is_for`] who may read
    /// them.
    pub fn figures(&mut self) -> Vec<Vec<FigureValue>> {
        self.figures_if(|_| true)
    }

    /// Computes the values of the figure that evaluates positions, by side. `None` if no figure does.
    pub fn evaluation(&mut self) -> Option<Vec<FigureValue>> {
        self.figures_if(|figure| figure.evaluates).pop()
    }

    /// Computes the values of some figures, in the order of [`crate::Program::figures`].
    pub fn figures_if(&mut self, is_wanted: impl Fn(&Figure) -> bool) -> Vec<Vec<FigureValue>> {
        if !self.is_live {
            self.host.borrow_mut().forget_shared();
        }
        let was_live = self.is_live;
        let program = self.program.clone();
        let limit = self.watchdog.limit();
        self.figures_deadline = Some(watchdog::thread_time() + limit);
        self.watchdog.set_limit(limit.min(watchdog::READ_ONLY_LIMIT));
        let wanted = program.figures.iter().enumerate().filter(|(_, figure)| is_wanted(figure));
        let out = wanted.map(|(number, figure)| self.figure_values(number, figure)).collect();
        self.watchdog.set_limit(limit);
        self.figures_deadline = None;
        if was_live && !self.is_live {
            // A figure failed, so the VM has dropped the coroutine with the pending choice. Restore the coroutine.
            let _ = self.restart(false, false);
        }
        out
    }

    /// Computes the values of one figure in the current position. `number` is the index of the figure in the program.
    pub(super) fn figure_values(&mut self, number: usize, figure: &Figure) -> Vec<FigureValue> {
        let board = self.board().clone();
        let on = |subject: Val| vec![PlainValue::Val(subject)];
        let subjects: Vec<(usize, Vec<PlainValue>)> = match figure.on {
            SubjectKind::Side => {
                let sides_in_play = self.with_position(|position| position.sides_in_play(&board));
                sides_in_play.iter().map(|side| (side.index(), on(Val::side(side)))).collect()
            }
            SubjectKind::Spaces(kinds) => {
                board.spaces_of(kinds).iter().map(|space| (space, on(Val::space(SpaceId::new(space))))).collect()
            }
            _ if figure.during.is_empty() => vec![(0, Vec::new())],
            _ => {
                let args = self.with_position(|position| figure.step_arguments(&board, position).map(<[_]>::to_vec));
                args.into_iter().map(|args| (0, args)).collect()
            }
        };
        let mut out = vec![FigureValue::Nothing; board.subject_count(figure.on)];
        for (index, args) in subjects {
            out[index] = self.figure_value(number, &args).unwrap_or_else(FigureValue::Failed);
        }
        out
    }

    /// Computes the value of a figure in the current position, with these arguments for its function. `number` is the
    /// index of the figure in the program.
    ///
    /// # Errors
    /// The function fails, or returns something that no figure returns. The text says what, and where.
    pub(super) fn figure_value(&mut self, number: usize, args: &[PlainValue]) -> Result<FigureValue, String> {
        let VmFigure { value, limit_error } = self.figures[number].clone();
        if let Some(error) = limit_error {
            return Err(error);
        }
        if self.figures_deadline.is_some_and(|deadline| watchdog::thread_time() > deadline) {
            return Err("not computed: the figures before it took too long".into());
        }
        // Afterwards the host drops the temporary sets that the figure made (`drop_scratch_to`).
        let scratch = self.host.borrow().scratch();
        let converted = match self.call_read_only(&value, args) {
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
        converted
    }

    /// Converts the value that a script returned. `depth` is the number of lists around the value.
    fn convert(&self, value: &Value, depth: usize) -> Result<FigureValue, String> {
        match value {
            Value::Nil => Ok(FigureValue::Nothing),
            Value::Boolean(truth) => Ok(FigureValue::Boolean(*truth)),
            Value::Integer(_) | Value::Number(_) => {
                let val = handle_or_number(value)?;
                match val.kind() {
                    Kind::Text => Ok(FigureValue::Text(self.text_line(val, &[])?)),
                    Kind::Set => {
                        let host = self.host.borrow();
                        let mut members = Vec::new();
                        host.members(&host.set(val).map_err(|error| error.to_string())?, &mut members);
                        Ok(FigureValue::List(members.into_iter().take(MAX_MEMBERS).map(FigureValue::Value).collect()))
                    }
                    _ => Ok(FigureValue::Value(check_handle(self.board(), val)?)),
                }
            }
            Value::Table(table) => {
                let items: Vec<Value> = (1..=table.raw_len().min(MAX_MEMBERS))
                    .map(|position| table.raw_get(position).map_err(|error| error.to_string()))
                    .collect::<Result<_, _>>()?;
                // A list whose first member is a text is the text with its subjects.
                let first = items.first().and_then(|item| handle_or_number(item).ok());
                if let Some(text) = first.filter(|val| val.kind() == Kind::Text) {
                    return Ok(FigureValue::Text(self.text_line(text, &items[1..])?));
                }
                if depth == MAX_DEPTH {
                    return Err("the figure returns lists nested too deep".into());
                }
                items.iter().map(|item| self.convert(item, depth + 1)).collect::<Result<_, _>>().map(FigureValue::List)
            }
            other => Err(format!("the figure returns a {}", other.type_name())),
        }
    }

    fn text_line(&self, text: Val, subjects: &[Value]) -> Result<TextLine, String> {
        let board = self.board();
        let text = check_handle(board, text)?
            .index(Kind::Text)
            .map(TextId::new)
            .ok_or("the first member of the list is not a text")?;
        let subjects =
            subjects.iter().map(|subject| check_handle(board, handle_or_number(subject)?)).collect::<Result<_, _>>()?;
        Ok(TextLine { text, subjects })
    }
}

/// Whole numbers below this limit are exact in Lua.
const EXACT_LIMIT: f64 = 9e15;

fn handle_or_number(value: &Value) -> Result<Val, String> {
    match value {
        Value::Integer(integer) => Ok(Val(*integer)),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < EXACT_LIMIT => Ok(Val(*number as i64)),
        other => Err(format!("the figure returns a {} where a number or thing is wanted", other.type_name())),
    }
}

/// Returns an error for a handle that names nothing in this game.
fn check_handle(board: &Board, val: Val) -> Result<Val, String> {
    if board.is_valid(val) {
        Ok(val)
    } else {
        Err("the figure returns a handle that names nothing in this game".into())
    }
}
