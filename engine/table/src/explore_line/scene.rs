//! Scenes: the times in which a step of a figure's `during` is open, such as a battle.

use crate::game::Game;
use cardwright_script::Program;
use cardwright_state::position::Row;
use cardwright_state::val::{Kind, PlainValue, Val};
use cardwright_state::{Position, SideId};
use std::sync::Arc;

/// A scene: the time in which a step of a figure's `during` is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The index of the figure among [`cardwright_script::Program::figures`].
    pub figure: usize,
    /// The arguments of the step, for the figure.
    pub arguments: Vec<PlainValue>,
    /// The position in which the scene began. If the line is played within the scene, the position before the line.
    pub start: Arc<Position>,
}

/// The scene that is open in a position.
pub(super) fn open_scene(program: &Program, position: &Arc<Position>) -> Option<Scene> {
    let figures = program.figures.iter().enumerate().filter(|(_, figure)| figure.odds);
    let mut open = figures.filter_map(|(number, figure)| {
        let arguments = figure.step_arguments(&program.board, position)?.to_vec();
        Some(Scene { figure: number, arguments, start: position.clone() })
    });
    open.next()
}

/// The scene that an answer begins with an action: the action is its step. It may be over before the next question.
pub(super) fn action_scene(
    program: &Program,
    side: Option<SideId>,
    position: &Arc<Position>,
    answer: Option<Row>,
) -> Option<Scene> {
    let (side, answer) = (side?, answer?);
    let (head, columns) = answer.columns().split_first()?;
    let action = &program.board.labels.actions[head.index(Kind::Action)?].id;
    let figure = program.figures.iter().position(|figure| figure.odds && figure.during.contains(action))?;
    let arguments = std::iter::once(Val::side(side)).chain(columns.iter().copied()).map(PlainValue::Val).collect();
    Some(Scene { figure, arguments, start: position.clone() })
}

impl Scene {
    /// Whether the scene still goes on.
    pub(super) fn is_open(&self, game: &Game) -> bool {
        let figure = &game.program.figures[self.figure];
        figure.step_arguments(&game.program.board, &game.state.position).is_some()
    }
}
