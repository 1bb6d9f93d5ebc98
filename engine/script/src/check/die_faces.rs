//! Checks that targets and comparisons fit the faces of a die: words for a die of words, numbers for a die of
//! numbers. Lua would accept both, since both are numbers. The die of a face is known if the call of `roll` is part
//! of the expression, or if all rolls of the script use the same die.

use super::ScriptSummaries;
use super::value_types::ValueTypes;
use crate::globals::lua_name;
use cardwright_content::{Diagnostic, SourceFile};
use cardwright_lint::{GlobalCall, Operand, PossibleValue, ScriptSummary, Source, Value};
use cardwright_state::board::{Board, Die};
use std::ops::Range;
use std::sync::Arc;

/// An error for each wrong target or comparison.
pub(super) fn problems(summaries: &ScriptSummaries, types: &ValueTypes<'_>) -> Vec<Diagnostic> {
    let board = types.declared.board;
    if !board.dice.iter().any(Die::has_words) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (file, summary) in summaries.scripts() {
        let script = Script { types, board, file, summary };
        summary.calls.iter().filter(|call| call.function == "check").for_each(|call| script.check(call, &mut out));
        summary.operands.iter().for_each(|reckoned| out.extend(script.face(reckoned)));
    }
    out
}

struct Script<'a> {
    types: &'a ValueTypes<'a>,
    board: &'a Board,
    file: &'a Arc<SourceFile>,
    summary: &'a ScriptSummary,
}

impl Script<'_> {
    /// Checks the target of a `check`.
    fn check(&self, call: &GlobalCall, out: &mut Vec<Diagnostic>) {
        let (Some(die), Some(target)) = (self.die(call), call.arguments.get(1)) else { return };
        let each = if target.members.is_empty() { &target.values } else { &Vec::new() };
        let members = target.members.iter().flat_map(|member| &member.values);
        for may in each.iter().chain(members) {
            let is_number = self.is_number(may);
            let problem = match (die.has_words(), self.word(may)) {
                (true, _) if is_number => format!("the die `{}` has words, not numbers", die.id),
                (true, Some(word)) if self.lacks(die, word) => {
                    format!("no face of `{}` has `{word}`", die.id)
                }
                (false, Some(_)) => format!("the die `{}` has numbers, not words", die.id),
                _ => continue,
            };
            out.push(self.problem(die, problem, &may.span, "never met"));
        }
    }

    /// Checks arithmetic and comparisons with a face of a roll.
    fn face(&self, reckoned: &Operand) -> Option<Diagnostic> {
        let die = self.rolled(&reckoned.values)?;
        let (message, label) = match &reckoned.other {
            None if die.has_words() => (format!("a face of `{}` is a word, not a number", die.id), "used as a number"),
            Some(with) if die.has_words() && with.iter().all(|may| self.is_number(may)) && !with.is_empty() => {
                (format!("a face of `{}` is a word, not a number", die.id), "compared with a number")
            }
            Some(with) => {
                let [may] = with.as_slice() else { return None };
                let word = self.word(may).filter(|word| self.lacks(die, word))?;
                (format!("no face of `{}` has `{word}`", die.id), "never equal")
            }
            None => return None,
        };
        Some(self.problem(die, message, &reckoned.span, label))
    }

    fn problem(&self, die: &Die, message: String, span: &Range<usize>, label: &str) -> Diagnostic {
        let has = self.board.face_texts(die);
        let help = match (die.has_words(), has.last()) {
            (true, Some(last)) => {
                format!("`{}` has {}: write for instance `WORD.{}`", die.id, has.join(", "), lua_name(last))
            }
            _ => format!("`{}` has {}", die.id, has.join(", ")),
        };
        Diagnostic::error("script::face", message).at(self.file, span.clone()).label(label).help(help)
    }

    /// The die that is the first argument of a call.
    fn die(&self, call: &GlobalCall) -> Option<&Die> {
        let [PossibleValue { value: Value::Source(source), .. }] = call.arguments.first()?.values.as_slice() else {
            return None;
        };
        let name = match source {
            Source::Global(name) => name,
            Source::Field(of, name) if **of == Source::Global("DIE".into()) => name,
            _ => return None,
        };
        self.board.dice.iter().find(|die| lua_name(&die.id).eq_ignore_ascii_case(name))
    }

    /// The die of an expression that is a face of a roll.
    fn rolled(&self, may: &[PossibleValue]) -> Option<&Die> {
        let [PossibleValue { value: Value::Source(Source::Member(list)), span }] = may else { return None };
        if **list != Source::Call("roll".into()) {
            return None;
        }
        let rolls = || self.summary.calls.iter().filter(|call| call.function == "roll");
        if let Some(call) = rolls().find(|call| call.span.start == span.start) {
            return self.die(call);
        }
        let dice: Option<Vec<&Die>> = rolls().map(|call| self.die(call)).collect();
        let dice = dice?;
        let first = *dice.first()?;
        dice.iter().all(|die| die.id == first.id).then_some(first)
    }

    fn word<'m>(&self, may: &'m PossibleValue) -> Option<&'m str> {
        match &may.value {
            Value::Source(Source::Field(of, word)) if **of == Source::Global("WORD".into()) => Some(word),
            _ => None,
        }
    }

    fn lacks(&self, die: &Die, word: &str) -> bool {
        !die.has_words() || self.board.face_texts(die).iter().all(|face| lua_name(face) != word)
    }

    fn is_number(&self, may: &PossibleValue) -> bool {
        match &may.value {
            Value::Number => true,
            Value::Source(Source::Field(of, _)) if **of == Source::Global("KNOB".into()) => true,
            Value::Source(source) => {
                let of = self.types.type_of(self.summary, source);
                of.is_some_and(|of| of == super::signature::Type::named("number"))
            }
            _ => false,
        }
    }
}
