//! Figures: what the rules work out from the position for whoever looks. They may only look, beside the pending
//! choice, and one that fails does no harm.

use super::{RunError, Vm};
use crate::figured::Figured;
use crate::program::Figure;
use crate::watchdog;
use cardwright_state::board::{Board, On};
use cardwright_state::position::Line;
use cardwright_state::val::{Kind, Val};
use cardwright_state::{SpaceId, TextId};
use mlua::{Function, Value};

/// Most answers in one list, and how deep lists may lie in lists.
const MOST: usize = 64;
const DEEPEST: usize = 2;

/// A figure as a VM asks it.
#[derive(Debug, Clone)]
pub(crate) struct Figuring {
    value: Function,
    /// Why it is not asked any more: it ran away.
    runaway: Option<String>,
}

impl Figuring {
    pub(crate) fn new(value: Function) -> Figuring {
        Figuring { value, runaway: None }
    }
}

impl Vm {
    /// What every figure of [`crate::Program::figures`] comes to in the current position, by subject: one for the
    /// game, one per side, one per space (nothing for spaces of other kinds). Host calls they make are not counted
    /// as the game's. What is worked out tells of all there is: [`Figure::is_for`] says who may read it.
    pub fn figures(&mut self) -> Vec<Vec<Figured>> {
        if !self.live {
            self.host.borrow_mut().forget_shared();
        }
        let was_live = self.live;
        let program = self.program.clone();
        let limit = self.watchdog.limit();
        self.figures_until = Some(watchdog::now() + limit);
        self.watchdog.limit_to(limit.min(watchdog::LOOK));
        let out = program.figures.iter().enumerate().map(|(n, figure)| self.figure(n, figure)).collect();
        self.watchdog.limit_to(limit);
        self.figures_until = None;
        if was_live && !self.live {
            // One failed, and the pending choice went with it.
            let _ = self.restart(false, false);
        }
        out
    }

    pub(super) fn figure(&mut self, number: usize, figure: &Figure) -> Vec<Figured> {
        let board = self.board().clone();
        let subjects: Vec<(usize, Option<Val>)> = match figure.on {
            On::Side => {
                let there = self.look(|position| position.sides_in_play(&board));
                there.iter().map(|side| (side.at(), Some(Val::side(side)))).collect()
            }
            On::Spaces(kinds) => {
                board.spaces_of(kinds).iter().map(|s| (s, Some(Val::space(SpaceId::new(s))))).collect()
            }
            _ => vec![(0, None)],
        };
        let mut out = vec![Figured::Nothing; board.subjects(figure.on)];
        for (at, subject) in subjects {
            out[at] = self.come_to(number, subject).unwrap_or_else(Figured::Failed);
        }
        out
    }

    fn come_to(&mut self, number: usize, subject: Option<Val>) -> Result<Figured, String> {
        let Figuring { value, runaway } = self.figures[number].clone();
        if let Some(why) = runaway {
            return Err(why);
        }
        if self.figures_until.is_some_and(|until| watchdog::now() > until) {
            return Err("not asked: the figures before it took too long".into());
        }
        let scratch = self.host.borrow().scratch();
        let out = match self.aside(&value, subject) {
            Ok(value) => self.read(&value, 0),
            Err(error) => {
                let place = error.place().map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
                let told = format!("{place}{error}")
                    .replace(watchdog::TOO_LONG, "the script ran too long for a figure (1 second)");
                if matches!(error, RunError::Limit { .. }) {
                    self.figures[number].runaway = Some(told.clone());
                }
                Err(told)
            }
        };
        self.host.borrow_mut().drop_scratch_to(scratch);
        out
    }

    /// A value as a script returned it.
    fn read(&self, value: &Value, depth: usize) -> Result<Figured, String> {
        match value {
            Value::Nil => Ok(Figured::Nothing),
            Value::Boolean(truth) => Ok(Figured::Truth(*truth)),
            Value::Integer(_) | Value::Number(_) => {
                let val = handle_or_number(value)?;
                match val.kind() {
                    Kind::Text => Ok(Figured::Line(self.line(val, &[])?)),
                    Kind::Set => {
                        let host = self.host.borrow();
                        let mut members = Vec::new();
                        host.members(&host.set(val)?, &mut members);
                        Ok(Figured::Many(members.into_iter().take(MOST).map(Figured::One).collect()))
                    }
                    _ => Ok(Figured::One(known(self.board(), val)?)),
                }
            }
            Value::Table(_) if depth == DEEPEST => Err("the figure answers with a list too deep".into()),
            Value::Table(table) => {
                let items: Vec<Value> = (1..=table.raw_len().min(MOST))
                    .map(|i| table.raw_get(i).map_err(|e| e.to_string()))
                    .collect::<Result<_, _>>()?;
                if let Some(text) =
                    items.first().and_then(|v| handle_or_number(v).ok()).filter(|v| v.kind() == Kind::Text)
                {
                    return Ok(Figured::Line(self.line(text, &items[1..])?));
                }
                items.iter().map(|v| self.read(v, depth + 1)).collect::<Result<_, _>>().map(Figured::Many)
            }
            other => Err(format!("the figure answers with a {}", other.type_name())),
        }
    }

    fn line(&self, text: Val, subjects: &[Value]) -> Result<Line, String> {
        let board = self.board();
        let text = known(board, text)?.index(Kind::Text).map(TextId::new).ok_or("that is no text")?;
        let subjects = subjects.iter().map(|v| known(board, handle_or_number(v)?)).collect::<Result<_, _>>()?;
        Ok(Line { text, subjects })
    }
}

fn handle_or_number(value: &Value) -> Result<Val, String> {
    match value {
        Value::Integer(n) => Ok(Val(*n)),
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Ok(Val(*n as i64)),
        other => Err(format!("the figure answers with a {} where a number or thing is wanted", other.type_name())),
    }
}

fn known(board: &Board, val: Val) -> Result<Val, String> {
    if board.knows(val) { Ok(val) } else { Err("the figure answers with what is no thing of this game".into()) }
}
