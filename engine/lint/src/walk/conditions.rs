//! Finds the options on which the current code depends: `OPTION.x and f()`, `if OPTION.x then f() end`, and the code
//! after `if not OPTION.x then return end`.

use super::Walker;
use full_moon::ast::{BinOp, Block, Expression, If, Index, Prefix, Suffix, Var};

impl<'s> Walker<'s, '_> {
    /// Runs `body` for code that runs only under a condition.
    pub(super) fn under(&mut self, condition: &Expression, body: impl FnOnce(&mut Self)) {
        let outer_count = self.options.len();
        self.add_options(condition);
        body(self);
        self.options.truncate(outer_count);
    }

    /// Adds the options of `if not OPTION.x then return end` for the rest of the block. The caller removes them.
    pub(super) fn add_options_of_exit(&mut self, statement: &If) {
        let is_exit = |block: &Block| block.last_stmt().is_some();
        if statement.else_if().is_none() && statement.else_block().is_none() && is_exit(statement.block()) {
            self.add_options(statement.condition());
        }
    }

    /// Adds the options on which a condition depends as a whole. In `a or OPTION.x` it does not depend on `x` alone.
    fn add_options(&mut self, condition: &Expression) {
        match condition {
            Expression::Parentheses { expression, .. } | Expression::UnaryOperator { expression, .. } => {
                self.add_options(expression);
            }
            Expression::BinaryOperator { binop: BinOp::Or(_), .. } => {}
            Expression::BinaryOperator { lhs, rhs, .. } => {
                self.add_options(lhs);
                self.add_options(rhs);
            }
            Expression::Var(Var::Expression(variable)) => {
                let Prefix::Name(root) = variable.prefix() else { return };
                if let Some(Suffix::Index(index @ Index::Dot { .. })) = variable.suffixes().next()
                    && self.text(root) == "OPTION"
                    && let Some(field) = self.constant_field(index)
                {
                    self.options.push(field.name);
                }
            }
            _ => {}
        }
    }
}
