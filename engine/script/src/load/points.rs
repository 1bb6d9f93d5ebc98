//! Joins the effects to the points they answer, as the prelude asks them; an answer to what there is no point for is
//! an error.

use super::{Loader, registry::Registry};
use crate::check::{Place, line_of};
use crate::host::Asked;
use crate::points::Who;
use cardwright_content::Diagnostic;
use cardwright_state::EffectId;
use cardwright_state::val::{Kind, Val};
use mlua::{Table, Value};

/// The tables of an effect's definition that hold its answers.
const ANSWERS: [&str; 2] = ["ask", "may"];

impl Loader {
    /// Fills the tables of the points by the function that asks them, and says of each point who answers it.
    pub(super) fn points(&self, registry: &mut Registry, into: &Table) -> mlua::Result<()> {
        let outlines = self.outlines();
        for with in ANSWERS {
            into.raw_set(with, self.lua.create_table()?)?;
        }
        let numbers: Table = into.raw_get("numbers")?;
        for (number, point) in registry.points.iter().enumerate() {
            let who = match point.who {
                Who::Any => None,
                Who::Argument(at) => Some(at),
            };
            let (may, many) = (point.answers.asked_with() == "may", point.args.len());
            self.host.borrow_mut().points.push(Asked { may, many, who, answered: Vec::new() });
            numbers.raw_set(point.name.as_str(), number)?;
            let it = self.lua.create_table()?;
            it.raw_set("name", point.name.as_str())?;
            it.raw_set("answers", self.lua.create_table()?)?;
            it.raw_set("expected", point.answers.in_words())?;
            it.raw_set("many", point.args.len())?;
            it.raw_set("takes", point.args.iter().map(|arg| format!("`{arg}`")).collect::<Vec<_>>().join(", "))?;
            if let Who::Argument(at) = point.who {
                it.raw_set("who", at + 1)?;
            }
            if let Some((least, most)) = point.answers.bounds() {
                it.raw_set("least", least)?;
                it.raw_set("most", most)?;
            }
            into.raw_get::<Table>(point.answers.asked_with())?.raw_set(point.name.as_str(), it)?;
        }
        for e in 0..registry.effects.len() {
            let (name, definition, at) = registry.effects[e].clone();
            for with in ANSWERS {
                let answers = match definition.raw_get::<Value>(with)? {
                    Value::Nil => continue,
                    Value::Table(answers) => answers,
                    _ => {
                        let message = format!("the effect `{name}` has `{with}` that is no table of points");
                        let place = outlines.key("effect", &name, &[with]).or_else(|| line_of(&self.content, &at));
                        registry.problems.push(wrong("script::effect", message, place));
                        continue;
                    }
                };
                for pair in answers.pairs::<Value, Value>() {
                    let (key, answer) = pair?;
                    let asked = key.as_string().map(|k| k.to_string_lossy()).unwrap_or_default();
                    self.join(registry, into, &Hook { effect: e, name: &name, at: &at, with, asked, answer })?;
                }
            }
        }
        for point in &mut registry.points {
            point.answered.sort();
            let asks = outlines.scripts().flat_map(|(file, outline)| {
                let asks = outline.given.iter().filter(|given| {
                    matches!(given.function.as_str(), "ask" | "may") && given.text.as_deref() == Some(&point.name)
                });
                asks.map(|given| format!("{}:{}", file.shown(), file.line_column(given.span.start).0))
            });
            point.asked = asks.collect();
        }
        Ok(())
    }

    /// Joins one answer to its point.
    fn join(&self, registry: &mut Registry, into: &Table, hook: &Hook<'_>) -> mlua::Result<()> {
        let Hook { effect, name, at, with, asked, answer } = hook;
        let place = self.outlines().key("effect", name, &[with, asked]).or_else(|| line_of(&self.content, at));
        let Some(point) = registry.points.iter().position(|point| point.name == *asked) else {
            if !registry.may_have_lost(&self.content, asked) {
                let message = format!("the effect `{name}` answers `{asked}`, and no such point is declared");
                let known = registry.points.iter().map(|point| point.name.as_str());
                let problem = wrong("script::unknown-point", message, place).suggest(asked, known);
                registry.problems.push(problem);
            }
            return Ok(());
        };
        let answers = registry.points[point].answers;
        if answers.asked_with() != *with {
            let message = format!("the point `{asked}` is asked with `{}`: answer it there", answers.asked_with());
            registry.problems.push(wrong("script::point", message, place));
            return Ok(());
        }
        let Value::Function(answer) = answer else {
            let message = format!("the effect `{name}` answers `{asked}` with what is no function");
            registry.problems.push(wrong("script::effect", message, place));
            return Ok(());
        };
        let it: Table = into.raw_get::<Table>(*with)?.raw_get(asked.as_str())?;
        let handle = Val::handle(Kind::Effect, *effect as u64).0 as f64;
        it.raw_get::<Table>("answers")?.raw_set(handle, answer)?;
        registry.points[point].answered.push((*name).to_owned());
        self.host.borrow_mut().points[point].answered.push(EffectId::new(*effect));
        Ok(())
    }
}

/// What is wrong with a key of an effect, at its place.
fn wrong(code: &str, message: String, place: Option<Place>) -> Diagnostic {
    let problem = Diagnostic::error(code, message).label("answered here");
    match place {
        Some((file, span)) => problem.at(&file, span),
        None => problem,
    }
}

/// An answer of an effect.
struct Hook<'a> {
    /// Its handle's number.
    effect: usize,
    name: &'a str,
    /// `path:line` of the effect.
    at: &'a str,
    /// The table it stands in: `ask` or `may`.
    with: &'static str,
    /// The point.
    asked: String,
    answer: Value,
}
