//! Questions at points: with as many values as the point declares, from a base that can be an answer.

use super::Outlines;
use super::signature::Of;
use super::sources::{Known, type_of};
use crate::points::{Answer, Point, Who};
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{Called, Outline, Value};
use cardwright_state::Kind;
use std::sync::Arc;

/// What is wrong with how points are asked.
pub(super) fn wrong(outlines: &Outlines, known: &Known<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (file, outline) in outlines.scripts() {
        let asks = outline.calls.iter().filter(|call| matches!(call.function.as_str(), "ask" | "may"));
        for call in asks {
            let Some([name]) = call.arguments.first().map(|first| first.may.as_slice()) else { continue };
            let Value::Text(name) = &name.value else { continue };
            let point = known.declared.points.iter().find(|point| point.name == *name);
            let Some(point) = point.filter(|point| point.answers.asked_with() == call.function) else { continue };
            if call.arguments.len() > 1 || call.function == "may" {
                out.extend(count(file, call, point));
            }
            out.extend(side(file, outline, known, call, point));
            out.extend(base(file, outline, known, call, point));
        }
    }
    out
}

fn count(file: &Arc<SourceFile>, call: &Called, point: &Point) -> Option<Diagnostic> {
    let before = if call.function == "ask" { 2 } else { 1 };
    let (given, needed) = (call.arguments.len(), before + point.args.len());
    let is_wrong = if call.is_open { given > needed + 1 } else { given != needed };
    if !is_wrong {
        return None;
    }
    let args: Vec<String> = point.args.iter().map(|arg| format!("`{arg}`")).collect();
    let takes = if args.is_empty() { "nothing".into() } else { args.join(", ") };
    let message = format!("the point `{}` is asked with {takes}", point.name);
    let (span, label) = match call.arguments.get(needed) {
        Some(surplus) => (surplus.span.clone(), "one too many".to_owned()),
        None => (call.span.clone(), format!("{} is missing", args[given.saturating_sub(before)..].join(", "))),
    };
    let base = (call.function == "ask").then_some("base");
    let written = base.into_iter().chain(point.args.iter().map(String::as_str)).map(|it| format!(", {it}"));
    let cure = format!("write `{}(\"{}\"{})`", call.function, point.name, written.collect::<String>());
    Some(Diagnostic::error("script::point", message).at(file, span).label(label).help(cure))
}

/// What is no side, where the point asks the effects of one.
fn side(
    file: &Arc<SourceFile>,
    outline: &Outline,
    known: &Known<'_>,
    call: &Called,
    point: &Point,
) -> Option<Diagnostic> {
    let Who::Argument(who) = point.who else { return None };
    let argument = call.arguments.get(who + if call.function == "ask" { 2 } else { 1 })?;
    argument.may.iter().find_map(|may| {
        let given = match &may.value {
            Value::Text(_) => "a text".to_owned(),
            Value::Number => "a number".to_owned(),
            Value::Nil => "nil".to_owned(),
            Value::From(source) => known.type_of(outline, source).filter(|of| !of.is("Side"))?.in_words(),
            _ => return None,
        };
        let message =
            format!("the point `{}` asks the effects of the side `{}`, not of {given}", point.name, point.args[who]);
        let problem = Diagnostic::error("script::point", message).at(file, may.span.clone());
        Some(problem.label("no side"))
    })
}

/// A base that no effect could have given: an answer of another type fails.
fn base(
    file: &Arc<SourceFile>,
    outline: &Outline,
    known: &Known<'_>,
    call: &Called,
    point: &Point,
) -> Option<Diagnostic> {
    let base = call.arguments.get(1).filter(|_| call.function == "ask")?;
    let needed = match point.answers {
        Answer::Permission | Answer::Truth => "boolean",
        Answer::Of(kind) => type_of(kind)?,
    };
    for may in &base.may {
        let given = match &may.value {
            Value::Text(_) => "a text".to_owned(),
            Value::Table => "a table".to_owned(),
            Value::Function => "a function".to_owned(),
            Value::Truth if needed != "boolean" => "a truth".to_owned(),
            Value::Number if needed != "number" => "a number".to_owned(),
            Value::Nil if matches!(point.answers, Answer::Of(Kind::Number | Kind::Set) | Answer::Truth) => {
                "nothing".to_owned()
            }
            Value::From(source) => match known.type_of(outline, source) {
                Some(given) if given.of.iter().all(|it| is_other(it, needed)) => given.in_words(),
                _ => continue,
            },
            _ => continue,
        };
        let message = format!("the point `{}` is answered with {}, not {given}", point.name, point.answers.in_words());
        let problem = Diagnostic::error("script::point", message).at(file, may.span.clone());
        return Some(
            problem
                .label("the base is what it comes to if nothing answers")
                .help(format!("begin from {}, or declare `answers` of the point otherwise", point.answers.in_words())),
        );
    }
    None
}

fn is_other(of: &Of<'_>, needed: &str) -> bool {
    !matches!(of, Of::Named(name) if *name == needed || *name == "any")
}
