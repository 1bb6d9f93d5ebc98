//! Finds functions that can end too early: functions around steps that neither call the inner step nor name the next
//! one, and answers to hooks that return nothing.

use super::Walker;
use super::summarize::SingleArgument;
use crate::script_summary::{OpenAnswer, OpenWrap};
use full_moon::ast::{Block, Expression, FunctionArgs, FunctionBody, If, LastStmt, Parameter, Return, Stmt};
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};
use std::ops::Range;

/// Functions that continue or end a game, so the step need not call `inner`.
const CONTINUING: [&str; 4] = ["next", "win", "win_in_order", "error"];

/// What a function must do on every path.
#[derive(Clone, Copy)]
enum Duty<'a> {
    /// Call the function in this parameter, or continue the game in another way.
    Continue(&'a str),
    /// Return a value.
    Answer,
}

/// How a block may end before it has done its duty.
#[derive(Debug, Clone, Copy, Default)]
struct OpenEnds {
    /// A `return` is reached.
    returns: bool,
    /// The end of the block is reached.
    falls_through: bool,
}

impl Walker<'_, '_> {
    /// Adds `around("step …", function … end)` if the function can end without its inner step.
    pub(super) fn note_wrap(&mut self, root: &TokenReference, args: &FunctionArgs) {
        let FunctionArgs::Parentheses { arguments, .. } = args else { return };
        let mut arguments = arguments.iter();
        let (Some(target), Some(Expression::Function(function))) = (arguments.next(), arguments.next()) else { return };
        let Some((target, span)) = self.literal_argument(&SingleArgument::Value(target)) else { return };
        let Some(step) = target.strip_prefix("step ").filter(|_| self.text(root) == "around") else { return };
        let inner = match function.body().parameters().iter().next() {
            Some(Parameter::Name(name)) => self.text(name),
            _ => "",
        };
        if self.is_open(function.body(), Duty::Continue(inner)) {
            self.summary.open_wraps.push(OpenWrap { step: step.to_owned(), span, inner: inner.to_owned() });
        }
    }

    /// Adds an answer of an effect to a hook if the answer can be nothing.
    pub(super) fn note_answer(&mut self, hook: &str, span: Range<usize>, answer: &FunctionBody) {
        if self.is_open(answer, Duty::Answer) {
            self.summary.open_answers.push(OpenAnswer { hook: hook.to_owned(), span });
        }
    }

    /// Whether a function can end without doing its duty.
    fn is_open(&self, function: &FunctionBody, duty: Duty<'_>) -> bool {
        let ends = self.open_ends(function.block(), duty);
        ends.returns || ends.falls_through
    }

    fn open_ends(&self, block: &Block, duty: Duty<'_>) -> OpenEnds {
        let mut ends = OpenEnds { falls_through: true, ..OpenEnds::default() };
        for statement in block.stmts() {
            let within = match statement {
                Stmt::If(statement) => self.open_ends_of_branches(statement, duty),
                Stmt::Do(group) => self.open_ends(group.block(), duty),
                // A loop or a call that mentions the inner step counts as a call of it.
                other => OpenEnds { falls_through: !self.does(other, duty), ..OpenEnds::default() },
            };
            ends.returns |= within.returns;
            if !within.falls_through {
                return OpenEnds { falls_through: false, ..ends };
            }
        }
        if let Some(LastStmt::Return(statement)) = block.last_stmt() {
            return OpenEnds { returns: ends.returns || !self.is_done_by(statement, duty), falls_through: false };
        }
        ends
    }

    /// Whether a `return` does the duty.
    fn is_done_by(&self, statement: &Return, duty: Duty<'_>) -> bool {
        match duty {
            // `return helper()` may continue in the helper.
            Duty::Continue(_) => {
                let is_call = |value: &Expression| matches!(value, Expression::FunctionCall(_));
                statement.returns().iter().any(is_call) || self.does(statement, duty)
            }
            Duty::Answer => !statement.returns().is_empty(),
        }
    }

    fn open_ends_of_branches(&self, statement: &If, duty: Duty<'_>) -> OpenEnds {
        let conditions = statement.else_if().into_iter().flatten().map(|branch| branch.condition());
        if self.does(statement.condition(), duty) || conditions.into_iter().any(|it| self.does(it, duty)) {
            return OpenEnds::default();
        }
        let else_ifs = statement.else_if().into_iter().flatten().map(|branch| branch.block());
        let blocks = std::iter::once(statement.block()).chain(else_ifs).chain(statement.else_block());
        let mut ends = OpenEnds { falls_through: statement.else_block().is_none(), ..OpenEnds::default() };
        for block in blocks {
            let within = self.open_ends(block, duty);
            ends.returns |= within.returns;
            ends.falls_through |= within.falls_through;
        }
        ends
    }

    /// Whether code mentions the inner step, or a function that continues the game. An answer can only fail.
    fn does(&self, node: &impl Node, duty: Duty<'_>) -> bool {
        let is_done_by = |name: &str| match duty {
            Duty::Continue(inner) => name == inner || CONTINUING.contains(&name),
            Duty::Answer => name == "error",
        };
        let mut names = node.tokens().filter(|token| matches!(token.token_type(), TokenType::Identifier { .. }));
        names.any(|token| is_done_by(self.text(token)))
    }
}
