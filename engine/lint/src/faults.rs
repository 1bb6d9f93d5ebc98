//! Finds the faults that mutation testing may plant in a script. Each fault replaces one piece of source text.
//! This module neither chooses faults nor runs tests.

use crate::parse::{Parsed, range};
use full_moon::ast::{
    BinOp, Call, Expression, FunctionArgs, FunctionBody, FunctionCall, If, LastStmt, LocalAssignment, Stmt, Suffix,
    UnOp,
};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Functions whose result does not depend on the order of their arguments.
const COMMUTATIVE: [&str; 8] = ["apart", "both", "either", "math.max", "math.min", "members", "set_of", "union"];

/// A small error that mutation testing may put into a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault: `comparison`, `filter` … See [`faults`].
    pub kind: &'static str,
    /// The bytes of the source that the fault replaces.
    pub span: Range<usize>,
    /// The text that replaces the bytes. Empty if the fault deletes code.
    pub replacement: String,
}

/// A constant (`REBEL`) as an argument of a call or as an operand of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// Where the constant is used, such as `argument 2 of raise` or `compared with side`.
    pub context: String,
    /// The name of the constant.
    pub name: String,
    /// The bytes of the source that hold the constant.
    pub span: Range<usize>,
    /// Whether the constant is a local of the file.
    pub is_local: bool,
}

/// The possible faults of one script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults {
    /// The faults, in source order.
    pub faults: Vec<Fault>,
    /// The uses of constants. Replacing a constant by another of the same context is a fault too: see [`alternatives`].
    pub constants: Vec<Constant>,
}

/// Finds the possible faults of a script. A script that does not parse has none.
///
/// - `comparison`: `<` becomes `<=`, `==` becomes `~=`, and so on.
/// - `number`: a number is one more or one less.
/// - `sum`: `+` becomes `-`, or `-` becomes `+`.
/// - `logic`: `and` becomes `or`, `or` becomes `and`, or a `not` is missing.
/// - `filter`: a `keep` or a `drop` lacks one filter.
/// - `need`: the condition of a `need` is always true.
/// - `statement`: a call or an assignment is missing.
/// - `default`: the call that declares the default row is missing.
/// - `arguments`: two neighbouring arguments change places, if their order matters.
/// - `return`: an `if … then return end` is missing.
pub fn faults(source: &str) -> Faults {
    let parsed = Parsed::new(source);
    let Some(ast) = parsed.ast.filter(|_| parsed.errors.is_empty()) else { return Faults::default() };
    let mut finder = FaultFinder { source, function_depth: 0, locals: BTreeSet::new(), found: Faults::default() };
    finder.visit_ast(&ast);
    let FaultFinder { locals, mut found, .. } = finder;
    found.constants.iter_mut().for_each(|c| c.is_local = locals.contains(&c.name));
    found.faults.sort_by(|a, b| (a.span.start, a.kind, &a.replacement).cmp(&(b.span.start, b.kind, &b.replacement)));
    found
}

/// Groups the names of constants by context. A name may replace every other name of its context.
pub fn alternatives<'c>(constants: impl IntoIterator<Item = &'c Constant>) -> BTreeMap<&'c str, BTreeSet<&'c str>> {
    let mut names_by_context: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for constant in constants {
        names_by_context.entry(constant.context.as_str()).or_default().insert(&constant.name);
    }
    names_by_context
}

struct FaultFinder<'s> {
    source: &'s str,
    /// The number of functions around the current node.
    function_depth: usize,
    /// The names that the file declares as locals.
    locals: BTreeSet<String>,
    found: Faults,
}

impl FaultFinder<'_> {
    fn token(&self, token: &TokenReference) -> Range<usize> {
        range((token.token().start_position(), token.token().end_position()))
    }
    fn node(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    fn text(&self, span: &Range<usize>) -> &str {
        self.source.get(span.clone()).unwrap_or_default()
    }
    fn add_fault(&mut self, kind: &'static str, span: Range<usize>, replacement: impl Into<String>) {
        if !span.is_empty() {
            self.found.faults.push(Fault { kind, span, replacement: replacement.into() });
        }
    }

    /// Adds the use of a constant if the whole text of the span is one: `REBEL`.
    fn add_constant(&mut self, span: Range<usize>, context: impl FnOnce() -> String) {
        let name = self.text(&span).to_owned();
        let is_constant = name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        if is_constant {
            let constant = Constant { context: context(), name, span, is_local: false };
            self.found.constants.push(constant);
        }
    }

    fn add_operator_faults(&mut self, binop: &BinOp, lhs: &Expression, rhs: &Expression) {
        let span = self.token(binop.token());
        let (kind, replacement) = match self.text(&span) {
            "<" => ("comparison", "<="),
            "<=" => ("comparison", "<"),
            ">" => ("comparison", ">="),
            ">=" => ("comparison", ">"),
            "==" => ("comparison", "~="),
            "~=" => ("comparison", "=="),
            "+" => ("sum", "-"),
            "-" => ("sum", "+"),
            "and" => ("logic", "or"),
            "or" => ("logic", "and"),
            _ => return,
        };
        if kind == "comparison" {
            let left = self.text(&self.node(lhs)).to_owned();
            self.add_constant(self.node(rhs), || format!("compared with {left}"));
        }
        self.add_fault(kind, span, replacement);
    }

    /// Returns the spans of the arguments between the parentheses of a call.
    fn argument_spans(&self, args: &FunctionArgs) -> Vec<Range<usize>> {
        let FunctionArgs::Parentheses { parentheses, arguments } = args else { return Vec::new() };
        let close = self.token(parentheses.tokens().1).start;
        let ends = arguments.pairs().map(|pair| pair.punctuation().map_or(close, |comma| self.token(comma).start));
        let spans = arguments.iter().zip(ends).map(|(arg, end)| {
            let start = self.node(arg).start;
            start..start + self.text(&(start..end)).trim_end().len()
        });
        spans.collect()
    }

    /// Adds, for each filter of a call, the fault that removes it. The arguments are the set, then filters and reasons
    /// in turn. A call with only one filter is replaced by its set.
    fn add_filter_faults(&mut self, call: Range<usize>, args: &[Range<usize>]) {
        let Some(set) = args.first() else { return };
        for index in (1..args.len()).step_by(2) {
            if args.len() <= 3 {
                let replacement = self.text(set).to_owned();
                self.add_fault("filter", call.clone(), replacement);
            } else {
                let last = args[(index + 1).min(args.len() - 1)].end;
                self.add_fault("filter", args[index - 1].end..last, "");
            }
        }
    }

    /// Adds, for each pair of neighbouring arguments that are names or numbers, the fault that swaps them.
    fn add_swap_faults(&mut self, args: &[Range<usize>]) {
        let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.".contains(&b));
        for pair in args.windows(2) {
            let (left, right) = (self.text(&pair[0]), self.text(&pair[1]));
            if left != right && is_plain(left) && is_plain(right) {
                let between = self.text(&(pair[0].end..pair[1].start));
                let replacement = format!("{right}{between}{left}");
                self.add_fault("arguments", pair[0].start..pair[1].end, replacement);
            }
        }
    }
}

impl Visitor for FaultFinder<'_> {
    fn visit_function_body(&mut self, _: &FunctionBody) {
        self.function_depth += 1;
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.function_depth -= 1;
    }

    fn visit_local_assignment(&mut self, assignment: &LocalAssignment) {
        for name in assignment.names() {
            let span = self.token(name);
            self.locals.insert(self.text(&span).to_owned());
        }
    }

    fn visit_expression(&mut self, expression: &Expression) {
        match expression {
            Expression::BinaryOperator { lhs, binop, rhs } => self.add_operator_faults(binop, lhs, rhs),
            Expression::UnaryOperator { unop: UnOp::Not(token), expression: operand } => {
                let span = self.token(token).start..self.node(operand.as_ref()).start;
                self.add_fault("logic", span, "");
            }
            Expression::Number(token) => {
                let span = self.token(token);
                if let Ok(number) = self.text(&span).parse::<i64>() {
                    self.add_fault("number", span.clone(), (number + 1).to_string());
                    if number > 0 {
                        self.add_fault("number", span, (number - 1).to_string());
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        let Some(Suffix::Call(Call::AnonymousCall(args))) = call.suffixes().last() else { return };
        let FunctionArgs::Parentheses { parentheses, .. } = args.as_ref() else { return };
        let call_span = self.node(call);
        let name = self.text(&(call_span.start..self.token(parentheses.tokens().0).start)).trim().to_owned();
        let args = self.argument_spans(args);
        for (index, arg) in args.iter().enumerate() {
            self.add_constant(arg.clone(), || format!("argument {} of {name}", index + 1));
        }
        match name.as_str() {
            "keep" | "drop" => self.add_filter_faults(call_span, &args),
            "need" => self.add_fault("need", call_span, "true"),
            "require" => {}
            name if COMMUTATIVE.contains(&name) => {}
            _ => self.add_swap_faults(&args),
        }
    }

    fn visit_stmt(&mut self, statement: &Stmt) {
        if self.function_depth == 0 {
            return;
        }
        let span = self.node(statement);
        match statement {
            Stmt::FunctionCall(_) if self.text(&span).starts_with("need(") => {}
            Stmt::FunctionCall(_) if self.text(&span).starts_with("default(") => self.add_fault("default", span, ""),
            Stmt::FunctionCall(_) | Stmt::Assignment(_) | Stmt::CompoundAssignment(_) => {
                self.add_fault("statement", span, "");
            }
            Stmt::If(branch) if only_returns(branch) => self.add_fault("return", span, ""),
            _ => {}
        }
    }
}

/// Whether an `if` statement is only `if … then return … end`.
fn only_returns(branch: &If) -> bool {
    branch.else_if().is_none_or(|branches| branches.is_empty())
        && branch.else_block().is_none()
        && branch.block().stmts().next().is_none()
        && matches!(branch.block().last_stmt(), Some(LastStmt::Return(_)))
}
