//! Checks statements, in the order of the source.

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
        let outer_options = self.options.len();
        for statement in block.stmts() {
            self.statement(statement);
            if let Stmt::If(statement) = statement {
                self.add_options_of_exit(statement);
            }
        }
        if let Some(LastStmt::Return(statement)) = block.last_stmt() {
            self.expressions(statement.returns());
        }
        self.options.truncate(outer_options);
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assignment(assignment) => self.assignment(assignment),
            Stmt::CompoundAssignment(inner) => {
                self.expression(inner.rhs());
                if !matches!(inner.compound_operator(), CompoundOp::TwoDotsEqual(_)) {
                    self.note_operand(inner.rhs(), None);
                }
                match inner.compound_operator() {
                    CompoundOp::SlashEqual(token) => self.report_division(token, "//="),
                    CompoundOp::CaretEqual(token) => self.report_power(token),
                    _ => {}
                }
                self.assign(inner.lhs());
            }
            Stmt::Do(group) => self.scoped_block(group.block()),
            Stmt::FunctionCall(call) => self.call(call),
            Stmt::FunctionDeclaration(declaration) => self.function_declaration(declaration),
            Stmt::GenericFor(inner) => self.generic_for(inner),
            Stmt::If(inner) => self.if_statement(inner),
            Stmt::LocalAssignment(inner) => {
                self.expressions(inner.expressions());
                self.declare_all(inner.names(), inner.expressions());
            }
            Stmt::ConstAssignment(inner) => {
                self.expressions(inner.expressions());
                self.declare_all(inner.names(), inner.expressions());
            }
            Stmt::LocalFunction(inner) => {
                self.declare(inner.name());
                let before = self.outer_function;
                self.outer_function = before.or(Some(self.text(inner.name())));
                self.function(inner.body(), false);
                self.outer_function = before;
            }
            Stmt::ConstFunction(inner) => {
                self.declare(inner.name());
                self.function(inner.body(), false);
            }
            Stmt::NumericFor(inner) => {
                self.expression(inner.start());
                self.expression(inner.end());
                inner.step().into_iter().for_each(|step| self.expression(step));
                self.scoped(|w| {
                    w.declare(inner.index_variable());
                    w.scoped_block(inner.block());
                });
            }
            Stmt::Repeat(inner) => self.scoped(|w| {
                w.block(inner.block());
                w.expression(inner.until());
            }),
            Stmt::While(inner) => {
                self.expression(inner.condition());
                self.scoped_block(inner.block());
            }
            // Type declarations have no effect at run time.
            _ => {}
        }
    }

    fn assignment(&mut self, assignment: &Assignment) {
        for (var, value) in assignment.variables().iter().zip(assignment.expressions().iter()) {
            self.note_assigned(var, value);
        }
        self.expressions(assignment.expressions());
        for var in assignment.variables().iter() {
            self.assign(var);
        }
    }

    fn if_statement(&mut self, statement: &If) {
        self.expression(statement.condition());
        self.scoped(|w| {
            statement.binding().into_iter().for_each(|binding| w.declare(binding.name()));
            w.under(statement.condition(), |w| w.scoped_block(statement.block()));
        });
        for branch in statement.else_if().into_iter().flatten() {
            self.expression(branch.condition());
            self.scoped(|w| {
                branch.binding().into_iter().for_each(|binding| w.declare(binding.name()));
                w.scoped_block(branch.block());
            });
        }
        statement.else_block().into_iter().for_each(|block| self.scoped_block(block));
    }

    fn generic_for(&mut self, statement: &GenericFor) {
        self.expressions(statement.expressions());
        let iterated = statement.expressions().iter().next();
        let walked_list = iterated.and_then(|iterated| self.walked_in_order(iterated));
        if let Some(iterated) = iterated
            && walked_list.is_none()
        {
            let message = match strip_parentheses(iterated) {
                Expression::FunctionCall(_) => "this call may return a table, which a loop walks in no fixed order",
                _ => "this loop walks a table in no fixed order",
            };
            self.report(
                "script::unordered",
                self.full_span(iterated),
                message.into(),
                "walked without `ipairs`",
                Some("write `ipairs(…)` around a list, `ipairs(members(…))` around a set; if the order matters, keep the things in a list".into()),
            );
        }
        let member = walked_list.flatten().and_then(|walked_list| self.list_member(walked_list));
        // A member of a list that belongs to the file belongs to the file too. In a loop with `ipairs`, the second
        // variable (index 1) holds the member.
        let file_list = walked_list
            .flatten()
            .and_then(|walked_list| self.root_name(walked_list))
            .and_then(|root| self.file_local(root));
        self.scoped(|w| {
            for (index, name) in statement.names().iter().enumerate() {
                let alias = file_list.filter(|_| index == 1).map_or(Alias::None, Alias::FileLocal);
                let values = member.iter().filter(|_| index == 1).cloned().collect();
                w.declare_with_values(w.text(name), alias, values);
            }
            w.scoped_block(statement.block());
        });
    }

    /// Returns the list in `ipairs(…)`. `Some(None)` means that there is no list to check. `None` means any other
    /// expression, with which the loop might walk a Luau table in no fixed order.
    fn walked_in_order<'a>(&self, expression: &'a Expression) -> Option<Option<&'a Expression>> {
        let Expression::FunctionCall(call) = strip_parentheses(expression) else { return None };
        let Prefix::Name(name) = call.prefix() else { return None };
        let mut suffixes = call.suffixes();
        let (Some(Suffix::Call(Call::AnonymousCall(args))), None) = (suffixes.next(), suffixes.next()) else {
            return None;
        };
        if self.text(name) == "pairs" && self.local_depth("pairs").is_none() {
            return Some(None); // `Walker::global` reports the name `pairs`.
        }
        if self.text(name) != "ipairs" || self.local_depth("ipairs").is_some() {
            return None;
        }
        match &**args {
            FunctionArgs::Parentheses { arguments, .. } => Some(arguments.iter().next()),
            _ => Some(None),
        }
    }

    /// Checks a function. `is_method` says that it has the implicit parameter `self`.
    pub(super) fn function(&mut self, body: &FunctionBody, is_method: bool) {
        self.function_depth += 1;
        self.scoped(|w| {
            if is_method {
                w.declare_name("self", Alias::None);
            }
            w.declare_parameters(body);
            w.block(body.block());
        });
        self.function_depth -= 1;
    }

    fn function_declaration(&mut self, declaration: &FunctionDeclaration) {
        self.note_function(declaration);
        self.function_name(declaration.name());
        self.function(declaration.body(), declaration.name().method_name().is_some());
    }

    /// Checks the name in `function name() … end` as an assignment to that name.
    fn function_name(&mut self, function_name: &FunctionName) {
        let mut names = function_name.names().iter();
        let Some(root) = names.next() else { return };
        if names.next().is_none() && function_name.method_name().is_none() {
            self.assign_name(root, true);
            return;
        }
        let name = self.text(root);
        if self.outlives_call(name) {
            self.report_module_state(self.node_span(function_name), name, "changed inside a function");
        } else if self.local_depth(name).is_none() {
            self.global(root, None, false);
        }
    }
}
