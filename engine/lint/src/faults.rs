//! The slips of a pen that may be planted in a script to see whether a test notices: one at a time, each a text
//! in place of another.
//!
//! Deliberately absent: which of them are planted, and what comes of it.

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

/// Functions to which the order of what they are given says nothing.
const IN_ANY_ORDER: [&str; 8] = ["apart", "both", "either", "math.max", "math.min", "members", "set_of", "union"];

/// A fault that may be planted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind of slip it is: `comparison`, `filter` …
    pub kind: &'static str,
    /// What is replaced, in bytes of the source.
    pub span: Range<usize>,
    /// What stands there then; nothing where something is left out.
    pub becomes: String,
}

/// A constant (`REBEL`) where a call or a comparison takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// What takes it: a function with the number of its argument, a comparison.
    pub taken_by: String,
    /// Its name.
    pub name: String,
    /// Where it stands, in bytes of the source.
    pub span: Range<usize>,
    /// Whether it is a local of the file: no other file knows it.
    pub is_local: bool,
}

/// What of a script may be planted with faults.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults {
    /// The faults, in the order of the source.
    pub faults: Vec<Fault>,
    /// Where constants stand: one in place of another is a fault, but which others fit there only all scripts of a
    /// game tell.
    pub constants: Vec<Constant>,
}

/// The faults that may be planted in a script; none if it does not parse.
///
/// - `comparison`: `<` for `<=`, `==` for `~=` and so on;
/// - `number`: one more, one less;
/// - `sum`: `+` for `-`, and the other way round;
/// - `logic`: `and` for `or` and the other way round, a `not` left out;
/// - `filter`: one left out of a `keep` or a `drop`;
/// - `need`: one that is always met;
/// - `statement`: a call or an assignment left out;
/// - `default`: a default row not marked;
/// - `arguments`: two that stand side by side, the other way round, where their order says something;
/// - `return`: `if … then return end` left out.
pub fn faults(source: &str) -> Faults {
    let parsed = Parsed::new(source);
    let Some(ast) = parsed.ast.filter(|_| parsed.errors.is_empty()) else { return Faults::default() };
    let mut planter = Planter { source, functions: 0, locals: BTreeSet::new(), found: Faults::default() };
    planter.visit_ast(&ast);
    let Planter { locals, mut found, .. } = planter;
    found.constants.iter_mut().for_each(|c| c.is_local = locals.contains(&c.name));
    found.faults.sort_by(|a, b| (a.span.start, a.kind, &a.becomes).cmp(&(b.span.start, b.kind, &b.becomes)));
    found
}

/// For each place of a call or comparison, the constants that scripts write there: those that may stand for each other.
pub fn alternatives<'c>(all: impl IntoIterator<Item = &'c Constant>) -> BTreeMap<&'c str, BTreeSet<&'c str>> {
    let mut out: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for constant in all {
        out.entry(constant.taken_by.as_str()).or_default().insert(&constant.name);
    }
    out
}

struct Planter<'s> {
    source: &'s str,
    /// In how many functions we are.
    functions: usize,
    /// The constants that the file declares.
    locals: BTreeSet<String>,
    found: Faults,
}

impl Planter<'_> {
    fn token(&self, token: &TokenReference) -> Range<usize> {
        range((token.token().start_position(), token.token().end_position()))
    }
    fn node(&self, node: &impl Node) -> Range<usize> {
        node.range().map_or(0..0, range)
    }
    fn text(&self, span: &Range<usize>) -> &str {
        self.source.get(span.clone()).unwrap_or_default()
    }
    fn plant(&mut self, kind: &'static str, span: Range<usize>, becomes: impl Into<String>) {
        if !span.is_empty() {
            self.found.faults.push(Fault { kind, span, becomes: becomes.into() });
        }
    }

    /// Notes a constant that is all of an expression.
    fn constant(&mut self, span: Range<usize>, taken_by: impl FnOnce() -> String) {
        let name = self.text(&span).to_owned();
        let is_one = name.len() > 1
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        if is_one {
            let constant = Constant { taken_by: taken_by(), name, span, is_local: false };
            self.found.constants.push(constant);
        }
    }

    fn operator(&mut self, binop: &BinOp, lhs: &Expression, rhs: &Expression) {
        let span = self.token(binop.token());
        let (operator, becomes) = match self.text(&span) {
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
        if operator == "comparison" {
            let left = self.text(&self.node(lhs)).to_owned();
            self.constant(self.node(rhs), || format!("compared with {left}"));
        }
        self.plant(operator, span, becomes);
    }

    /// What is written in the parentheses of a call.
    fn arguments(&self, args: &FunctionArgs) -> Vec<Range<usize>> {
        let FunctionArgs::Parentheses { parentheses, arguments } = args else { return Vec::new() };
        let close = self.token(parentheses.tokens().1).start;
        let ends = arguments.pairs().map(|pair| pair.punctuation().map_or(close, |comma| self.token(comma).start));
        let spans = arguments.iter().zip(ends).map(|(arg, end)| {
            let start = self.node(arg).start;
            start..start + self.text(&(start..end)).trim_end().len()
        });
        spans.collect()
    }

    /// Leaves each filter out in turn; of a single one the set alone stays.
    fn filters(&mut self, call: Range<usize>, args: &[Range<usize>]) {
        let Some(set) = args.first() else { return };
        for at in (1..args.len()).step_by(2) {
            if args.len() <= 3 {
                let becomes = self.text(set).to_owned();
                self.plant("filter", call.clone(), becomes);
            } else {
                let last = args[(at + 1).min(args.len() - 1)].end;
                self.plant("filter", args[at - 1].end..last, "");
            }
        }
    }

    /// Two arguments that stand side by side, and are no more than a name or a number each.
    fn swapped(&mut self, args: &[Range<usize>]) {
        let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.".contains(&b));
        for pair in args.windows(2) {
            let (left, right) = (self.text(&pair[0]), self.text(&pair[1]));
            if left != right && is_plain(left) && is_plain(right) {
                let between = self.text(&(pair[0].end..pair[1].start));
                let becomes = format!("{right}{between}{left}");
                self.plant("arguments", pair[0].start..pair[1].end, becomes);
            }
        }
    }
}

impl Visitor for Planter<'_> {
    fn visit_function_body(&mut self, _: &FunctionBody) {
        self.functions += 1;
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.functions -= 1;
    }

    fn visit_local_assignment(&mut self, it: &LocalAssignment) {
        for name in it.names() {
            let span = self.token(name);
            self.locals.insert(self.text(&span).to_owned());
        }
    }

    fn visit_expression(&mut self, it: &Expression) {
        match it {
            Expression::BinaryOperator { lhs, binop, rhs } => self.operator(binop, lhs, rhs),
            Expression::UnaryOperator { unop: UnOp::Not(token), expression } => {
                let span = self.token(token).start..self.node(expression.as_ref()).start;
                self.plant("logic", span, "");
            }
            Expression::Number(token) => {
                let span = self.token(token);
                if let Ok(number) = self.text(&span).parse::<i64>() {
                    self.plant("number", span.clone(), (number + 1).to_string());
                    if number > 0 {
                        self.plant("number", span, (number - 1).to_string());
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_function_call(&mut self, it: &FunctionCall) {
        let Some(Suffix::Call(Call::AnonymousCall(args))) = it.suffixes().last() else { return };
        let FunctionArgs::Parentheses { parentheses, .. } = args.as_ref() else { return };
        let whole = self.node(it);
        let name = self.text(&(whole.start..self.token(parentheses.tokens().0).start)).trim().to_owned();
        let args = self.arguments(args);
        for (at, arg) in args.iter().enumerate() {
            self.constant(arg.clone(), || format!("argument {} of {name}", at + 1));
        }
        match name.as_str() {
            "keep" | "drop" => self.filters(whole, &args),
            "need" => self.plant("need", whole, "true"),
            "require" => {}
            name if IN_ANY_ORDER.contains(&name) => {}
            _ => self.swapped(&args),
        }
    }

    fn visit_stmt(&mut self, it: &Stmt) {
        if self.functions == 0 {
            return;
        }
        let span = self.node(it);
        match it {
            Stmt::FunctionCall(_) if self.text(&span).starts_with("need(") => {}
            Stmt::FunctionCall(_) if self.text(&span).starts_with("default(") => self.plant("default", span, ""),
            Stmt::FunctionCall(_) | Stmt::Assignment(_) | Stmt::CompoundAssignment(_) => {
                self.plant("statement", span, "");
            }
            Stmt::If(branch) if only_returns(branch) => self.plant("return", span, ""),
            _ => {}
        }
    }
}

/// Whether this is no more than `if … then return … end`.
fn only_returns(branch: &If) -> bool {
    branch.else_if().is_none_or(|more| more.is_empty())
        && branch.else_block().is_none()
        && branch.block().stmts().next().is_none()
        && matches!(branch.block().last_stmt(), Some(LastStmt::Return(_)))
}
