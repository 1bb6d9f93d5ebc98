//! Statements, in the order of the source.

use super::{Alias, Walker, strip_parentheses};
use full_moon::ast::{
    Assignment, Block, Call, CompoundOp, Expression, FunctionArgs, FunctionBody, FunctionDeclaration, FunctionName,
    GenericFor, If, LastStmt, Prefix, Stmt, Suffix,
};

impl Walker<'_, '_> {
    fn scoped_block(&mut self, block: &Block) {
        self.scoped(|w| w.block(block));
    }

    pub(super) fn block(&mut self, block: &Block) {
        for statement in block.stmts() {
            self.statement(statement);
        }
        if let Some(LastStmt::Return(it)) = block.last_stmt() {
            self.expressions(it.returns());
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assignment(it) => self.assignment(it),
            Stmt::CompoundAssignment(it) => {
                self.expression(it.rhs());
                if !matches!(it.compound_operator(), CompoundOp::TwoDotsEqual(_)) {
                    self.note_operand(it.rhs(), None);
                }
                if let CompoundOp::SlashEqual(token) = it.compound_operator() {
                    self.report_division(token, "//=");
                }
                self.assign(it.lhs());
            }
            Stmt::Do(it) => self.scoped_block(it.block()),
            Stmt::FunctionCall(it) => self.call(it),
            Stmt::FunctionDeclaration(it) => self.function_declaration(it),
            Stmt::GenericFor(it) => self.generic_for(it),
            Stmt::If(it) => self.if_statement(it),
            Stmt::LocalAssignment(it) => {
                self.expressions(it.expressions());
                self.declare_all(it.names(), it.expressions());
            }
            Stmt::ConstAssignment(it) => {
                self.expressions(it.expressions());
                self.declare_all(it.names(), it.expressions());
            }
            Stmt::LocalFunction(it) => {
                self.declare(it.name());
                let before = self.outer_function;
                self.outer_function = before.or(Some(self.text(it.name())));
                self.function(it.body(), false);
                self.outer_function = before;
            }
            Stmt::ConstFunction(it) => {
                self.declare(it.name());
                self.function(it.body(), false);
            }
            Stmt::NumericFor(it) => {
                self.expression(it.start());
                self.expression(it.end());
                it.step().into_iter().for_each(|step| self.expression(step));
                self.scoped(|w| {
                    w.declare(it.index_variable());
                    w.scoped_block(it.block());
                });
            }
            Stmt::Repeat(it) => self.scoped(|w| {
                w.block(it.block());
                w.expression(it.until());
            }),
            Stmt::While(it) => {
                self.expression(it.condition());
                self.scoped_block(it.block());
            }
            // Type declarations have no effect at run time.
            _ => {}
        }
    }

    fn assignment(&mut self, it: &Assignment) {
        for (var, value) in it.variables().iter().zip(it.expressions().iter()) {
            self.note_assigned(var, value);
        }
        self.expressions(it.expressions());
        for var in it.variables().iter() {
            self.assign(var);
        }
    }

    fn if_statement(&mut self, it: &If) {
        self.expression(it.condition());
        self.scoped(|w| {
            it.binding().into_iter().for_each(|b| w.declare(b.name()));
            w.scoped_block(it.block());
        });
        for branch in it.else_if().into_iter().flatten() {
            self.expression(branch.condition());
            self.scoped(|w| {
                branch.binding().into_iter().for_each(|b| w.declare(b.name()));
                w.scoped_block(branch.block());
            });
        }
        it.else_block().into_iter().for_each(|block| self.scoped_block(block));
    }

    fn generic_for(&mut self, it: &GenericFor) {
        self.expressions(it.expressions());
        let first = it.expressions().iter().next();
        let list = first.and_then(|first| self.walked_in_order(first));
        if let Some(first) = first
            && list.is_none()
        {
            let message = match strip_parentheses(first) {
                Expression::FunctionCall(_) => "this call may return a table, which a loop walks in no fixed order",
                _ => "this loop walks a table in no fixed order",
            };
            self.report(
                "script::unordered",
                self.full_span(first),
                message.into(),
                "walked without `ipairs`",
                Some("write `ipairs(…)` around a list, `ipairs(members(…))` around a set; keep what needs an order in a list".into()),
            );
        }
        let member = list.flatten().and_then(|list| self.list_member(list));
        // A member of a list of the file belongs to the file too.
        let file_list = list.flatten().and_then(|list| self.root_name(list)).and_then(|root| self.file_local(root));
        self.scoped(|w| {
            for (i, name) in it.names().iter().enumerate() {
                let alias = file_list.filter(|_| i == 1).map_or(Alias::None, Alias::FileLocal);
                let values = member.iter().filter(|_| i == 1).cloned().collect();
                w.declare_with_values(w.text(name), alias, values);
            }
            w.scoped_block(it.block());
        });
    }

    /// The list in `ipairs(…)`; `Some(None)` if there is none to check. `None` for any other expression: a table that
    /// it returns would have no order.
    fn walked_in_order<'a>(&self, it: &'a Expression) -> Option<Option<&'a Expression>> {
        let Expression::FunctionCall(call) = strip_parentheses(it) else { return None };
        let Prefix::Name(name) = call.prefix() else { return None };
        let mut suffixes = call.suffixes();
        let (Some(Suffix::Call(Call::AnonymousCall(args))), None) = (suffixes.next(), suffixes.next()) else {
            return None;
        };
        if self.text(name) == "pairs" && self.local_depth("pairs").is_none() {
            return Some(None); // Reported by its name.
        }
        if self.text(name) != "ipairs" || self.local_depth("ipairs").is_some() {
            return None;
        }
        match &**args {
            FunctionArgs::Parentheses { arguments, .. } => Some(arguments.iter().next()),
            _ => Some(None),
        }
    }

    pub(super) fn function(&mut self, body: &FunctionBody, method: bool) {
        self.function_depth += 1;
        self.scoped(|w| {
            if method {
                w.declare_name("self", Alias::None);
            }
            w.declare_parameters(body);
            w.block(body.block());
        });
        self.function_depth -= 1;
    }

    fn function_declaration(&mut self, it: &FunctionDeclaration) {
        self.note_function(it);
        self.function_name(it.name());
        self.function(it.body(), it.name().method_name().is_some());
    }

    fn function_name(&mut self, it: &FunctionName) {
        let mut names = it.names().iter();
        let Some(root) = names.next() else { return };
        if names.next().is_none() && it.method_name().is_none() {
            self.assign_name(root, true);
            return;
        }
        let name = self.text(root);
        if self.outlives_call(name) {
            self.report_module_state(self.node_span(it), name, "changed inside a function");
        } else if self.local_depth(name).is_none() {
            self.global(root, None, false);
        }
    }
}
