//! The checks: one walk over the tree, knowing at each name which declaration it means.

mod outlining;
mod values;

use crate::names::{FORBIDDEN, FRACTIONS, changes_argument};
use crate::outline::{May, Outline, Source};
use crate::parse::range;
use crate::{Finding, Known};
use full_moon::ast::luau::{IfExpression, InterpolatedString};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Assignment, Ast, BinOp, Block, Call, CompoundOp, Expression, Field, FunctionArgs, FunctionBody, FunctionCall,
    FunctionDeclaration, FunctionName, GenericFor, If, Index, LastStmt, Prefix, Stmt, Suffix, TableConstructor, Var,
    VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Everything wrong with a script that parses, and its outline.
pub(crate) fn walk(source: &str, ast: &Ast, known: &Known) -> (Vec<Finding>, Outline) {
    let mut walker = Walker {
        source,
        known,
        findings: Vec::new(),
        visible: Vec::new(),
        declared: HashMap::new(),
        functions: 0,
        globals: None,
        outline: Outline::default(),
        sources: Vec::new(),
        named_calls: HashMap::new(),
        within: HashMap::new(),
        assigned: values::assigned(source, ast),
        values: Vec::new(),
    };
    walker.block(ast.nodes());
    (walker.findings, walker.outline)
}

struct Walker<'s, 'k> {
    source: &'s str,
    known: &'k Known<'k>,
    findings: Vec<Finding>,
    /// The locals in force, innermost last.
    visible: Vec<&'s str>,
    /// For each name, its declarations in force.
    declared: HashMap<&'s str, Vec<Local<'s>>>,
    /// How many functions we are in.
    functions: u32,
    /// The candidates, once they were needed.
    globals: Option<Vec<String>>,
    outline: Outline,
    /// Where values come from that locals hold: see [`Other::Given`].
    sources: Vec<Source>,
    /// Those of them that a call with nothing but a name gave: what such a call defines.
    named_calls: HashMap<usize, outlining::NamedCall>,
    /// Functions of definitions that are still to come, by where they begin.
    within: HashMap<usize, outlining::Within>,
    /// Names that are assigned to anywhere: what their locals hold is not seen.
    assigned: HashSet<&'s str>,
    /// What locals hold: see [`Local::holds`].
    values: Vec<Vec<May>>,
}

/// A declaration of a local.
#[derive(Clone, Copy)]
struct Local<'s> {
    /// In how many functions it stands.
    functions: u32,
    /// What it is another name of, as far as can be seen.
    stands_for: Other<'s>,
    /// Which of [`Walker::values`] it holds, if that is seen.
    holds: Option<usize>,
}

/// What a local holds, where that matters.
#[derive(Clone, Copy, PartialEq)]
enum Other<'s> {
    /// Something of its own.
    Nothing,
    /// (Part of) this local of the file.
    OfFile(&'s str),
    /// This function of `table`.
    TableFunction(&'s str),
    /// What this of [`Walker::sources`] gave.
    Given(usize),
}

/// A field named by a constant: `.name` or `["name"]`.
struct Named<'s> {
    name: &'s str,
    /// The name, with its quotes.
    span: Range<usize>,
    /// To the end of the index.
    end: usize,
}

impl<'s> Walker<'s, '_> {
    // --- places

    fn span(&self, token: &TokenReference) -> Range<usize> {
        range((token.token().start_position(), token.token().end_position()))
    }
    fn text(&self, token: &TokenReference) -> &'s str {
        self.source.get(self.span(token)).unwrap_or_default()
    }
    fn node(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    /// As [`Self::node`], with the last `]`, which the parser leaves out of the range.
    fn whole(&self, it: &Expression) -> Range<usize> {
        let last = match it {
            Expression::BinaryOperator { rhs: last, .. } | Expression::UnaryOperator { expression: last, .. } => {
                self.whole(last).end
            }
            Expression::Var(Var::Expression(it)) => self.whole_var(it).end,
            _ => 0,
        };
        let span = self.node(it);
        span.start..span.end.max(last)
    }
    fn whole_var(&self, it: &VarExpression) -> Range<usize> {
        let last = match it.suffixes().last() {
            Some(Suffix::Index(Index::Brackets { brackets, .. })) => self.span(brackets.tokens().1).end,
            _ => 0,
        };
        let span = self.node(it);
        span.start..span.end.max(last)
    }
    fn report(&mut self, code: &'static str, span: Range<usize>, message: String, label: &str, help: Option<String>) {
        self.findings.push(Finding { code, span, message, label: label.into(), help, warning: false });
    }

    // --- scopes

    fn declare(&mut self, token: &TokenReference) {
        self.declare_name(self.text(token), Other::Nothing);
    }
    fn declare_name(&mut self, name: &'s str, stands_for: Other<'s>) {
        self.declare_holding(name, stands_for, Vec::new());
    }
    /// The same with all that it may hold; nothing if that is not seen.
    fn declare_holding(&mut self, name: &'s str, stands_for: Other<'s>, may: Vec<May>) {
        let holds = self.held(name, may);
        self.visible.push(name);
        self.declared.entry(name).or_default().push(Local { functions: self.functions, stands_for, holds });
    }
    /// Declares the names of `local a, b = …`.
    fn declare_all(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let values: Vec<(Other<'s>, Vec<May>)> =
            values.iter().map(|value| (self.stands_for(value), self.may(value))).collect();
        let mut values = values.into_iter();
        for name in names.iter() {
            let (stands_for, may) = values.next().unwrap_or((Other::Nothing, Vec::new()));
            self.declare_holding(self.text(name), stands_for, may);
        }
    }
    /// What a local is another name of, if it is given this value.
    fn stands_for(&mut self, value: &Expression) -> Other<'s> {
        if let Some(given) = self.given(value) {
            return given;
        }
        if let Some(function) = self.table_function(value) {
            return Other::TableFunction(function);
        }
        self.root(value).and_then(|root| self.of_file(root)).map_or(Other::Nothing, Other::OfFile)
    }
    /// `insert` of `table.insert`.
    fn table_function(&self, value: &Expression) -> Option<&'s str> {
        let Expression::Var(Var::Expression(it)) = bare(value) else { return None };
        let Prefix::Name(root) = it.prefix() else { return None };
        let mut suffixes = it.suffixes();
        let (Some(Suffix::Index(index)), None) = (suffixes.next(), suffixes.next()) else { return None };
        let library = self.text(root) == "table" && self.local("table").is_none();
        library.then(|| self.named(index).map(|f| f.name)).flatten()
    }
    /// The local of the file that a name means or stands for, seen from inside a function.
    fn of_file(&self, name: &'s str) -> Option<&'s str> {
        let local = self.declared.get(name)?.last()?;
        match local.stands_for {
            Other::OfFile(file) => Some(file),
            _ => self.outlives_call(name).then_some(name),
        }
    }
    fn scoped(&mut self, body: impl FnOnce(&mut Self)) {
        let mark = self.visible.len();
        body(self);
        for name in self.visible.drain(mark..) {
            if let Some(all) = self.declared.get_mut(name) {
                all.pop();
            }
        }
    }
    /// In how many functions the local of this name is declared; `None` for a global.
    fn local(&self, name: &str) -> Option<u32> {
        Some(self.declared.get(name)?.last()?.functions)
    }
    /// Whether this is a local of the file, seen from inside a function.
    fn outlives_call(&self, name: &str) -> bool {
        self.functions > 0 && self.local(name) == Some(0)
    }

    // --- statements

    fn scoped_block(&mut self, block: &Block) {
        self.scoped(|w| w.block(block));
    }

    fn block(&mut self, block: &Block) {
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
                if let CompoundOp::SlashEqual(token) = it.compound_operator() {
                    self.division(token, "//=");
                }
                self.write(it.lhs());
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
                self.function(it.body(), false);
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
            // types say nothing at run time
            _ => {}
        }
    }

    fn assignment(&mut self, it: &Assignment) {
        for (var, value) in it.variables().iter().zip(it.expressions().iter()) {
            self.note_assigned(var, value);
        }
        self.expressions(it.expressions());
        for var in it.variables().iter() {
            self.write(var);
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
            let message = match bare(first) {
                Expression::FunctionCall(_) => {
                    "what this call gives may be a table, which a loop walks in no fixed order"
                }
                _ => "this loop walks a table in no fixed order",
            };
            self.report(
                "script::unordered",
                self.whole(first),
                message.into(),
                "walked without `ipairs`",
                Some("write `ipairs(…)` around a list, `ipairs(members(…))` around a set; keep what needs an order in a list".into()),
            );
        }
        let member = list.flatten().and_then(|list| self.member(list));
        // The members of a list of the file are of the file too.
        let of = list.flatten().and_then(|list| self.root(list)).and_then(|root| self.of_file(root));
        self.scoped(|w| {
            for (i, name) in it.names().iter().enumerate() {
                let stands_for = of.filter(|_| i == 1).map_or(Other::Nothing, Other::OfFile);
                let may = member.iter().filter(|_| i == 1).cloned().collect();
                w.declare_holding(w.text(name), stands_for, may);
            }
            w.scoped_block(it.block());
        });
    }

    /// What `ipairs(…)` walks. A call of anything else may give a table, which a loop walks in no order.
    fn walked_in_order<'a>(&self, it: &'a Expression) -> Option<Option<&'a Expression>> {
        let Expression::FunctionCall(call) = bare(it) else { return None };
        let Prefix::Name(name) = call.prefix() else { return None };
        let mut suffixes = call.suffixes();
        let (Some(Suffix::Call(Call::AnonymousCall(args))), None) = (suffixes.next(), suffixes.next()) else {
            return None;
        };
        if self.text(name) == "pairs" && self.local("pairs").is_none() {
            return Some(None); // Reported by its name.
        }
        if self.text(name) != "ipairs" || self.local("ipairs").is_some() {
            return None;
        }
        match &**args {
            FunctionArgs::Parentheses { arguments, .. } => Some(arguments.iter().next()),
            _ => Some(None),
        }
    }

    fn function(&mut self, body: &FunctionBody, method: bool) {
        self.functions += 1;
        self.scoped(|w| {
            if method {
                w.declare_name("self", Other::Nothing);
            }
            w.declare_parameters(body);
            w.block(body.block());
        });
        self.functions -= 1;
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
            self.write_name(root, true);
            return;
        }
        let name = self.text(root);
        if self.outlives_call(name) {
            self.module_state(self.node(it), name, "changed inside a function");
        } else if self.local(name).is_none() {
            self.global(root, None, false);
        }
    }

    // --- writing

    fn write(&mut self, var: &Var) {
        match var {
            Var::Name(name) => self.write_name(name, false),
            Var::Expression(it) => {
                self.chain(it.prefix(), it.suffixes(), true);
                if let Some(name) = self.root_of_var(it).and_then(|root| self.of_file(root)) {
                    self.module_state(self.whole_var(it), name, "changed inside a function");
                }
            }
            _ => {}
        }
    }

    fn write_name(&mut self, token: &TokenReference, function: bool) {
        let name = self.text(token);
        if let Some(local) = self.declared.get_mut(name).and_then(|all| all.last_mut()) {
            local.stands_for = Other::Nothing; // It means something else from here on.
            local.holds = None;
        }
        if self.outlives_call(name) {
            self.module_state(self.span(token), name, "assigned inside a function");
        } else if self.local(name).is_none() {
            self.global_write(self.span(token), name, function);
        }
    }

    fn global_write(&mut self, span: Range<usize>, name: &str, function: bool) {
        if (self.known.globals)(name) {
            let help = Some("for a variable of the script, take another name and declare it with `local`".into());
            self.report(
                "script::global-write",
                span,
                format!("`{name}` belongs to the engine and cannot be assigned"),
                "assigned here",
                help,
            );
            return;
        }
        let near = (self.known.nearest)(name, &self.visible);
        let declared = if function { format!("`local function {name}`") } else { format!("`local {name}`") };
        let help = match near {
            Some(near) if !function => format!("did you mean `{near}`? if not, declare it with {declared}"),
            _ => format!("declare it with {declared}"),
        };
        self.report(
            "script::global-write",
            span,
            format!("`{name}` is not declared, and scripts may not make globals"),
            "assigned as a global",
            Some(help),
        );
    }

    fn module_state(&mut self, span: Range<usize>, name: &str, label: &str) {
        self.report(
            "script::module-state",
            span,
            format!("`{name}` belongs to the file: what a function leaves in it is not part of the position"),
            label,
            Some("keep it in a fact, a track or a mark, in a `local` of the function, or return it".into()),
        );
    }

    /// The local that a variable like `a.b[c]` is part of, unless there is a call in between.
    fn root_of_var(&self, it: &VarExpression) -> Option<&'s str> {
        if it.suffixes().any(|s| matches!(s, Suffix::Call(_))) {
            return None;
        }
        match it.prefix() {
            Prefix::Name(name) => Some(self.text(name)),
            Prefix::Expression(inner) => self.root(inner),
            _ => None,
        }
    }

    fn root(&self, it: &Expression) -> Option<&'s str> {
        match bare(it) {
            Expression::Var(Var::Name(name)) => Some(self.text(name)),
            Expression::Var(Var::Expression(var)) => self.root_of_var(var),
            _ => None,
        }
    }

    // --- expressions

    fn expressions(&mut self, all: &Punctuated<Expression>) {
        all.iter().for_each(|it| self.expression(it));
    }

    fn expression(&mut self, it: &Expression) {
        match it {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                if let BinOp::TwoEqual(_) | BinOp::TildeEqual(_) = binop {
                    self.note_compared(lhs, rhs);
                }
                self.expression(lhs);
                if let BinOp::Slash(token) = binop {
                    self.division(token, "//");
                }
                self.expression(rhs);
            }
            Expression::Parentheses { expression, .. }
            | Expression::UnaryOperator { expression, .. }
            | Expression::TypeAssertion { expression, .. } => self.expression(expression),
            Expression::Function(it) => self.function(it.body(), false),
            Expression::FunctionCall(it) => self.call(it),
            Expression::IfExpression(it) => self.if_expression(it),
            Expression::InterpolatedString(it) => self.interpolated(it),
            Expression::TableConstructor(it) => self.table(it),
            Expression::Number(token) => self.number(token),
            Expression::String(token) => self.note_text(token),
            Expression::Var(Var::Name(name)) => self.read_name(name),
            Expression::Var(Var::Expression(it)) => self.chain(it.prefix(), it.suffixes(), false),
            _ => {}
        }
    }

    fn if_expression(&mut self, it: &IfExpression) {
        self.expression(it.condition());
        self.scoped(|w| {
            it.binding().into_iter().for_each(|b| w.declare(b.name()));
            w.expression(it.if_expression());
        });
        for branch in it.else_if_expressions().into_iter().flatten() {
            self.expression(branch.condition());
            self.scoped(|w| {
                branch.binding().into_iter().for_each(|b| w.declare(b.name()));
                w.expression(branch.expression());
            });
        }
        self.expression(it.else_expression());
    }

    fn interpolated(&mut self, it: &InterpolatedString) {
        it.expressions().for_each(|part| self.expression(part));
    }

    fn table(&mut self, it: &TableConstructor) {
        for field in it.fields().iter() {
            match field {
                Field::ExpressionKey { key, value, .. } => {
                    self.expression(key);
                    self.expression(value);
                }
                Field::NameKey { value, .. } => self.expression(value),
                Field::NoKey(value) => self.expression(value),
                _ => {}
            }
        }
    }

    fn number(&mut self, token: &TokenReference) {
        let text = self.text(token);
        let plain = !text.starts_with("0x") && !text.starts_with("0X");
        if !plain || !text.contains(['.', 'e', 'E']) {
            return;
        }
        let value = text.replace('_', "").parse::<f64>().ok().filter(|v| v.fract() == 0.0 && v.abs() < 1e15);
        let help = match value {
            Some(value) => format!("write `{value:.0}`"),
            None => "count in smaller units, or multiply first and divide with `//`".into(),
        };
        self.report(
            "script::float",
            self.span(token),
            format!("`{text}` is not written as an integer, and rules use integers"),
            "a fraction",
            Some(help),
        );
    }

    fn division(&mut self, token: &TokenReference, instead: &str) {
        self.report(
            "script::float",
            self.span(token),
            format!("`{}` gives fractions, and rules use integers", self.text(token)),
            "divided here",
            Some(format!("use `{instead}`, which rounds down")),
        );
    }

    fn call(&mut self, it: &FunctionCall) {
        self.chain(it.prefix(), it.suffixes(), false);
        if self.functions == 0 {
            return;
        }
        let Some((function, FunctionArgs::Parentheses { arguments, .. })) = self.called_of_table(it) else { return };
        if let Some(place) = changes_argument(function, arguments.len())
            && let Some(argument) = arguments.iter().nth(place)
            && let Some(name) = self.root(argument).and_then(|root| self.of_file(root))
        {
            self.module_state(self.whole(argument), name, "changed inside a function");
        }
    }

    /// The function of `table` that is called, by its own name or a local that stands for it, and with what.
    fn called_of_table<'a>(&self, it: &'a FunctionCall) -> Option<(&'s str, &'a FunctionArgs)> {
        let Prefix::Name(root) = it.prefix() else { return None };
        let mut suffixes = it.suffixes();
        let first = suffixes.next()?;
        match (self.declared.get(self.text(root)).and_then(|all| all.last()), first) {
            (Some(local), Suffix::Call(Call::AnonymousCall(args))) => match local.stands_for {
                Other::TableFunction(function) => Some((function, args)),
                _ => None,
            },
            (None, Suffix::Index(index)) if self.text(root) == "table" => match suffixes.next()? {
                Suffix::Call(Call::AnonymousCall(args)) => Some((self.named(index)?.name, args)),
                _ => None,
            },
            _ => None,
        }
    }

    fn arguments(&mut self, it: &FunctionArgs) {
        match it {
            FunctionArgs::Parentheses { arguments, .. } => self.expressions(arguments),
            FunctionArgs::TableConstructor(it) => self.table(it),
            FunctionArgs::String(token) => self.note_text(token),
            _ => {}
        }
    }

    /// `prefix.a[b](c)`; `written` if the last of it is assigned to.
    fn chain<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>, written: bool) {
        let all: Vec<&Suffix> = suffixes.collect();
        self.note_chain(prefix, &all);
        let mut suffixes = all.into_iter().peekable();
        match prefix {
            Prefix::Expression(inner) => self.expression(inner),
            Prefix::Name(root) if self.local(self.text(root)).is_none() => {
                let field = match suffixes.peek() {
                    Some(Suffix::Index(index)) => self.named(index),
                    _ => None,
                };
                // whether anything follows is known only once the first is taken
                let first = suffixes.next();
                let write = written && suffixes.peek().is_none();
                self.global(root, field, write);
                first.into_iter().for_each(|s| self.suffix(s));
            }
            _ => {}
        }
        suffixes.for_each(|s| self.suffix(s));
    }

    fn suffix(&mut self, it: &Suffix) {
        match it {
            Suffix::Index(Index::Brackets { expression, .. }) => self.expression(expression),
            Suffix::Call(Call::AnonymousCall(args)) => self.arguments(args),
            Suffix::Call(Call::MethodCall(call)) => self.arguments(call.args()),
            _ => {}
        }
    }

    fn named(&self, index: &Index) -> Option<Named<'s>> {
        match index {
            Index::Dot { name, .. } => {
                let span = self.span(name);
                Some(Named { name: self.text(name), end: span.end, span })
            }
            Index::Brackets { brackets, expression } => {
                let Expression::String(token) = bare(expression) else { return None };
                let (name, span) = self.literal(token)?;
                Some(Named { name, span, end: self.span(brackets.tokens().1).end })
            }
            _ => None,
        }
    }

    // --- globals

    fn read_name(&mut self, token: &TokenReference) {
        match self.declared.get(self.text(token)).and_then(|all| all.last()).copied() {
            Some(local) => self.note_whole(local),
            None => self.global(token, None, false),
        }
    }

    /// A global is named, maybe with a field; `write` if the field is assigned to.
    fn global(&mut self, token: &TokenReference, field: Option<Named<'s>>, write: bool) {
        let name = self.text(token);
        let span = self.span(token);
        let full = field.as_ref().map(|f| span.start..f.end);
        for it in FORBIDDEN {
            let here = match it.name.strip_prefix(name) {
                Some("") => Some(span.clone()),
                Some(rest) => {
                    let is_field = rest.strip_prefix('.').is_some_and(|f| field.as_ref().is_some_and(|x| x.name == f));
                    full.clone().filter(|_| is_field)
                }
                None => None,
            };
            if let Some(here) = here {
                let message = format!("rules may not use `{}`: {}", it.name, it.why);
                self.report("script::forbidden", here, message, "not for rules", Some(it.instead.into()));
                return;
            }
        }
        if name == "pairs" {
            self.report(
                "script::unordered",
                span,
                "`pairs` walks a table in no fixed order".into(),
                "no fixed order",
                Some("keep a list and walk it with `ipairs`".into()),
            );
            return;
        }
        if let (Some(f), Some(full)) = (&field, &full)
            && name == "math"
            && FRACTIONS.contains(&f.name)
        {
            let message = format!("`math.{}` gives fractions, and rules use integers", f.name);
            let help = Some("use integers and `//`; to compare roots, compare squares".into());
            self.report("script::float", full.clone(), message, "a fraction", help);
            return;
        }
        if !(self.known.globals)(name) {
            self.unknown_global(span, name);
            return;
        }
        self.note_table(token, field.as_ref().map(|f| (f.name, f.span.clone())));
        let Some(field) = field else { return };
        let fields = (self.known.fields)(name, field.name);
        if write {
            let message = format!("`{name}` belongs to the engine and its fields cannot be assigned");
            self.report("script::global-write", span.start..field.end, message, "assigned here", None);
        } else if fields == Some(false) {
            let all = (self.known.field_candidates)(name);
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let near = (self.known.nearest)(field.name, &all);
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let message = format!("`{name}` has no `{}`", field.name);
            self.report("script::unknown-field", field.span, message, "not known", help);
        }
    }

    fn unknown_global(&mut self, span: Range<usize>, name: &str) {
        let all = self.globals.get_or_insert_with(|| (self.known.candidates)());
        let names: Vec<&str> = self.visible.iter().rev().copied().chain(all.iter().map(String::as_str)).collect();
        let help = (self.known.nearest)(name, &names).map(|near| format!("did you mean `{near}`?"));
        self.report("script::unknown-global", span, format!("nothing is called `{name}` here"), "not known", help);
    }
}

/// Without parentheses and type assertions.
fn bare(mut it: &Expression) -> &Expression {
    while let Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } = it {
        it = expression;
    }
    it
}
